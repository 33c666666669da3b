// A loop over six layers keeps two values of each, 512 KiB; a second loop reads them from the last to the first. The second
// of them is cheap to compute from the first.
func.func @main(%x: tensor<256x512xf32>, %seed: tensor<256x512xf32>) -> tensor<256x512xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %one = arith.constant 1.0 : f32
  %empty = tensor.empty() : tensor<6x256x512xf32>
  %f:3 = scf.for %i = %c0 to %c6 step %c1 iter_args(%a = %x, %sums = %empty, %slopes = %empty) -> (tensor<256x512xf32>, tensor<6x256x512xf32>, tensor<6x256x512xf32>) {
    %out = tensor.empty() : tensor<256x512xf32>
    %t = linalg.tanh ins(%a : tensor<256x512xf32>) outs(%out : tensor<256x512xf32>) -> tensor<256x512xf32>
    %slope = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%t : tensor<256x512xf32>) outs(%out : tensor<256x512xf32>) {
    ^bb0(%in: f32, %o: f32):
      %square = arith.mulf %in, %in : f32
      %d = arith.subf %one, %square : f32
      linalg.yield %d : f32
    } -> tensor<256x512xf32>
    %s = tensor.insert_slice %t into %sums[%i, 0, 0] [1, 256, 512] [1, 1, 1] : tensor<256x512xf32> into tensor<6x256x512xf32>
    %d = tensor.insert_slice %slope into %slopes[%i, 0, 0] [1, 256, 512] [1, 1, 1] : tensor<256x512xf32> into tensor<6x256x512xf32>
    scf.yield %t, %s, %d : tensor<256x512xf32>, tensor<6x256x512xf32>, tensor<6x256x512xf32>
  }
  %g = scf.for %i = %c0 to %c6 step %c1 iter_args(%g = %seed) -> (tensor<256x512xf32>) {
    %j = arith.subi %c5, %i : index
    %t = tensor.extract_slice %f#1[%j, 0, 0] [1, 256, 512] [1, 1, 1] : tensor<6x256x512xf32> to tensor<256x512xf32>
    %d = tensor.extract_slice %f#2[%j, 0, 0] [1, 256, 512] [1, 1, 1] : tensor<6x256x512xf32> to tensor<256x512xf32>
    %out = tensor.empty() : tensor<256x512xf32>
    %next = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%g, %t, %d : tensor<256x512xf32>, tensor<256x512xf32>, tensor<256x512xf32>) outs(%out : tensor<256x512xf32>) {
    ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
      %p = arith.mulf %a, %c : f32
      %q = arith.addf %p, %b : f32
      linalg.yield %q : f32
    } -> tensor<256x512xf32>
    scf.yield %next : tensor<256x512xf32>
  }
  return %g : tensor<256x512xf32>
}
