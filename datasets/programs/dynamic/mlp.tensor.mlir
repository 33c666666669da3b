#map = affine_map<(d0, d1) -> ()>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
module @jit_mlp {
  func.func public @main(%arg0: tensor<?x64xf32>, %arg1: tensor<64x128xf32>, %arg2: tensor<128x128xf32>, %arg3: tensor<128x10xf32>) -> tensor<?x10xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<f32>
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %arg0, %c0 : tensor<?x64xf32>
    %0 = arith.index_cast %dim : index to i32
    %1 = tensor.empty(%dim) : tensor<?x128xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<?x128xf32>) -> tensor<?x128xf32>
    %3 = linalg.matmul ins(%arg0, %arg1 : tensor<?x64xf32>, tensor<64x128xf32>) outs(%2 : tensor<?x128xf32>) -> tensor<?x128xf32>
    %4 = arith.index_cast %0 : i32 to index
    %5 = tensor.empty(%4) : tensor<?x128xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_0 : tensor<f32>) outs(%5 : tensor<?x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x128xf32>
    %7 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%3, %6 : tensor<?x128xf32>, tensor<?x128xf32>) outs(%1 : tensor<?x128xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %16 = arith.maximumf %in, %in_1 : f32
      linalg.yield %16 : f32
    } -> tensor<?x128xf32>
    %8 = linalg.matmul ins(%7, %arg2 : tensor<?x128xf32>, tensor<128x128xf32>) outs(%2 : tensor<?x128xf32>) -> tensor<?x128xf32>
    %9 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%8, %6 : tensor<?x128xf32>, tensor<?x128xf32>) outs(%1 : tensor<?x128xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %16 = arith.maximumf %in, %in_1 : f32
      linalg.yield %16 : f32
    } -> tensor<?x128xf32>
    %10 = tensor.empty(%dim) : tensor<?x10xf32>
    %11 = linalg.fill ins(%cst : f32) outs(%10 : tensor<?x10xf32>) -> tensor<?x10xf32>
    %12 = linalg.matmul ins(%9, %arg3 : tensor<?x128xf32>, tensor<128x10xf32>) outs(%11 : tensor<?x10xf32>) -> tensor<?x10xf32>
    %13 = tensor.empty(%4) : tensor<?x10xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_0 : tensor<f32>) outs(%13 : tensor<?x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x10xf32>
    %15 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%12, %14 : tensor<?x10xf32>, tensor<?x10xf32>) outs(%10 : tensor<?x10xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %16 = arith.maximumf %in, %in_1 : f32
      linalg.yield %16 : f32
    } -> tensor<?x10xf32>
    return %15 : tensor<?x10xf32>
  }
}

