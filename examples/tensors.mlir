// A layer of a perceptron with a residual connection, on tensors. The matrix product is written into a
// tensor of its own; bias and activation are then computed in place. `%h` is still read for the residual, so the
// second product needs another buffer.
#map = affine_map<(d0, d1) -> (d0, d1)>
#bias = affine_map<(d0, d1) -> (d1)>
func.func @layer(%x: tensor<64x256xf32>, %w: tensor<256x256xf32>, %b: tensor<256xf32>) -> tensor<64x256xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64x256xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x256xf32>) -> tensor<64x256xf32>
  %p = linalg.matmul ins(%x, %w : tensor<64x256xf32>, tensor<256x256xf32>) outs(%init : tensor<64x256xf32>) -> tensor<64x256xf32>
  %h = linalg.generic {indexing_maps = [#bias, #map], iterator_types = ["parallel", "parallel"]}
      ins(%b : tensor<256xf32>) outs(%p : tensor<64x256xf32>) {
  ^bb0(%bias: f32, %acc: f32):
    %sum = arith.addf %acc, %bias : f32
    %relu = arith.maximumf %sum, %zero : f32
    linalg.yield %relu : f32
  } -> tensor<64x256xf32>
  %q = linalg.matmul ins(%h, %w : tensor<64x256xf32>, tensor<256x256xf32>) outs(%init : tensor<64x256xf32>) -> tensor<64x256xf32>
  %r = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]}
      ins(%h : tensor<64x256xf32>) outs(%q : tensor<64x256xf32>) {
  ^bb0(%old: f32, %acc: f32):
    %sum = arith.addf %acc, %old : f32
    linalg.yield %sum : f32
  } -> tensor<64x256xf32>
  %s = linalg.matmul ins(%r, %w : tensor<64x256xf32>, tensor<256x256xf32>) outs(%h : tensor<64x256xf32>) -> tensor<64x256xf32>
  return %s : tensor<64x256xf32>
}
