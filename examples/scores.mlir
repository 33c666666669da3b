// Attention of 12 heads over 512 tokens: a score for each pair of them, a softmax along rows, and a product with the values.
#scores = affine_map<(h, i, j, d) -> (h, i, j)>
#all = affine_map<(h, i, j) -> (h, i, j)>
#row = affine_map<(h, i, j) -> (h, i)>
func.func @main(%q: tensor<12x512x64xf32>, %k: tensor<12x512x64xf32>, %v: tensor<12x512x64xf32>) -> tensor<12x512x64xf32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %empty = tensor.empty() : tensor<12x512x512xf32>
  %start = linalg.fill ins(%zero : f32) outs(%empty : tensor<12x512x512xf32>) -> tensor<12x512x512xf32>
  %scores = linalg.generic {
    indexing_maps = [affine_map<(h, i, j, d) -> (h, i, d)>, affine_map<(h, i, j, d) -> (h, j, d)>, #scores],
    iterator_types = ["parallel", "parallel", "parallel", "reduction"]
  } ins(%q, %k : tensor<12x512x64xf32>, tensor<12x512x64xf32>) outs(%start : tensor<12x512x512xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.mulf %a, %b : f32
    %r = arith.addf %o, %m : f32
    linalg.yield %r : f32
  } -> tensor<12x512x512xf32>
  %rows = tensor.empty() : tensor<12x512xf32>
  %lows = linalg.fill ins(%low : f32) outs(%rows : tensor<12x512xf32>) -> tensor<12x512xf32>
  %most = linalg.reduce { arith.maximumf } ins(%scores : tensor<12x512x512xf32>) outs(%lows : tensor<12x512xf32>) dimensions = [2]
  %weights = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%scores, %most : tensor<12x512x512xf32>, tensor<12x512xf32>) outs(%empty : tensor<12x512x512xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.subf %a, %b : f32
    %r = math.exp %d : f32
    linalg.yield %r : f32
  } -> tensor<12x512x512xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%rows : tensor<12x512xf32>) -> tensor<12x512xf32>
  %sums = linalg.reduce { arith.addf } ins(%weights : tensor<12x512x512xf32>) outs(%zeros : tensor<12x512xf32>) dimensions = [2]
  %softmax = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%weights, %sums : tensor<12x512x512xf32>, tensor<12x512xf32>) outs(%empty : tensor<12x512x512xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %r = arith.divf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<12x512x512xf32>
  %out = tensor.empty() : tensor<12x512x64xf32>
  %outs = linalg.fill ins(%zero : f32) outs(%out : tensor<12x512x64xf32>) -> tensor<12x512x64xf32>
  %y = linalg.batch_matmul ins(%softmax, %v : tensor<12x512x512xf32>, tensor<12x512x64xf32>) outs(%outs : tensor<12x512x64xf32>) -> tensor<12x512x64xf32>
  return %y : tensor<12x512x64xf32>
}
