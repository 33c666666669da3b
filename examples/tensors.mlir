// Layers of a perceptron on tensors. Bias and activation are computed in place, in the result of each
// product. The first row of `%h` is overwritten for `%masked` while `%h` is still read: this takes a copy.
#map = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d1)>
func.func @layers(%x: tensor<64x256xf32>, %w: tensor<256x256xf32>, %b: tensor<256xf32>) -> tensor<64x256xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64x256xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x256xf32>) -> tensor<64x256xf32>
  %p = linalg.matmul ins(%x, %w : tensor<64x256xf32>, tensor<256x256xf32>) outs(%init : tensor<64x256xf32>) -> tensor<64x256xf32>
  %h = linalg.generic {indexing_maps = [#row, #map], iterator_types = ["parallel", "parallel"]}
      ins(%b : tensor<256xf32>) outs(%p : tensor<64x256xf32>) {
  ^bb0(%bias: f32, %value: f32):
    %sum = arith.addf %value, %bias : f32
    %relu = arith.maximumf %sum, %zero : f32
    linalg.yield %relu : f32
  } -> tensor<64x256xf32>
  %masked = tensor.insert_slice %b into %h[0, 0] [1, 256] [1, 1] : tensor<256xf32> into tensor<64x256xf32>
  %q = linalg.matmul ins(%masked, %w : tensor<64x256xf32>, tensor<256x256xf32>) outs(%init : tensor<64x256xf32>) -> tensor<64x256xf32>
  %r = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]}
      ins(%h : tensor<64x256xf32>) outs(%q : tensor<64x256xf32>) {
  ^bb0(%old: f32, %value: f32):
    %sum = arith.addf %value, %old : f32
    linalg.yield %sum : f32
  } -> tensor<64x256xf32>
  %s = linalg.matmul ins(%r, %w : tensor<64x256xf32>, tensor<256x256xf32>) outs(%init : tensor<64x256xf32>) -> tensor<64x256xf32>
  %t = linalg.matmul ins(%s, %w : tensor<64x256xf32>, tensor<256x256xf32>) outs(%init : tensor<64x256xf32>) -> tensor<64x256xf32>
  return %t : tensor<64x256xf32>
}
