#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
#map2 = affine_map<(d0) -> (d0)>
#map3 = affine_map<(d0, d1) -> (d1)>
#map4 = affine_map<(d0, d1) -> (d0, 0)>
module @jit_gcn {
  func.func public @main(%arg0: tensor<128x128xf32>, %arg1: tensor<128x64xf32>, %arg2: tensor<64x64xf32>, %arg3: tensor<64x64xf32>, %arg4: tensor<64x7xf32>) -> tensor<128x7xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<128xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<128xf32>) -> tensor<128xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%arg0 : tensor<128x128xf32>) outs(%1 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %22 = arith.addf %out, %in : f32
      linalg.yield %22 : f32
    } -> tensor<128xf32>
    %3 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%2 : tensor<128xf32>) outs(%0 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %22 = math.sqrt %in : f32
      linalg.yield %22 : f32
    } -> tensor<128xf32>
    %4 = tensor.empty() : tensor<128x128xf32>
    %5 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<128xf32>) outs(%4 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x128xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %5 : tensor<128x128xf32>, tensor<128x128xf32>) outs(%4 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %22 = arith.divf %in, %in_0 : f32
      linalg.yield %22 : f32
    } -> tensor<128x128xf32>
    %7 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<128xf32>) outs(%4 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x128xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%6, %7 : tensor<128x128xf32>, tensor<128x128xf32>) outs(%4 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %22 = arith.divf %in, %in_0 : f32
      linalg.yield %22 : f32
    } -> tensor<128x128xf32>
    %9 = tensor.empty() : tensor<128x64xf32>
    %10 = linalg.fill ins(%cst : f32) outs(%9 : tensor<128x64xf32>) -> tensor<128x64xf32>
    %11 = linalg.matmul ins(%arg1, %arg2 : tensor<128x64xf32>, tensor<64x64xf32>) outs(%10 : tensor<128x64xf32>) -> tensor<128x64xf32>
    %12 = linalg.matmul ins(%8, %11 : tensor<128x128xf32>, tensor<128x64xf32>) outs(%10 : tensor<128x64xf32>) -> tensor<128x64xf32>
    %13 = call @relu(%12) : (tensor<128x64xf32>) -> tensor<128x64xf32>
    %14 = linalg.matmul ins(%13, %arg3 : tensor<128x64xf32>, tensor<64x64xf32>) outs(%10 : tensor<128x64xf32>) -> tensor<128x64xf32>
    %15 = linalg.matmul ins(%8, %14 : tensor<128x128xf32>, tensor<128x64xf32>) outs(%10 : tensor<128x64xf32>) -> tensor<128x64xf32>
    %16 = call @relu(%15) : (tensor<128x64xf32>) -> tensor<128x64xf32>
    %17 = tensor.empty() : tensor<128x7xf32>
    %18 = linalg.fill ins(%cst : f32) outs(%17 : tensor<128x7xf32>) -> tensor<128x7xf32>
    %19 = linalg.matmul ins(%16, %arg4 : tensor<128x64xf32>, tensor<64x7xf32>) outs(%18 : tensor<128x7xf32>) -> tensor<128x7xf32>
    %20 = linalg.matmul ins(%8, %19 : tensor<128x128xf32>, tensor<128x7xf32>) outs(%18 : tensor<128x7xf32>) -> tensor<128x7xf32>
    %21 = call @log_softmax(%20) : (tensor<128x7xf32>) -> tensor<128x7xf32>
    return %21 : tensor<128x7xf32>
  }
  func.func private @relu(%arg0: tensor<128x64xf32>) -> tensor<128x64xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<128x64xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<128x64xf32>) outs(%0 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = arith.maximumf %in, %cst : f32
      linalg.yield %2 : f32
    } -> tensor<128x64xf32>
    return %1 : tensor<128x64xf32>
  }
  func.func private @log_softmax(%arg0: tensor<128x7xf32>) -> tensor<128x7xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %0 = tensor.empty() : tensor<128xf32>
    %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<128xf32>) -> tensor<128xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%arg0 : tensor<128x7xf32>) outs(%1 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %12 = arith.maximumf %out, %in : f32
      linalg.yield %12 : f32
    } -> tensor<128xf32>
    %3 = tensor.empty() : tensor<128x7xf32>
    %4 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<128xf32>) outs(%3 : tensor<128x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x7xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %4 : tensor<128x7xf32>, tensor<128x7xf32>) outs(%3 : tensor<128x7xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %12 = arith.subf %in, %in_1 : f32
      linalg.yield %12 : f32
    } -> tensor<128x7xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%5 : tensor<128x7xf32>) outs(%3 : tensor<128x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %12 = math.exp %in : f32
      linalg.yield %12 : f32
    } -> tensor<128x7xf32>
    %7 = linalg.fill ins(%cst : f32) outs(%0 : tensor<128xf32>) -> tensor<128xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%6 : tensor<128x7xf32>) outs(%7 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %12 = arith.addf %out, %in : f32
      linalg.yield %12 : f32
    } -> tensor<128xf32>
    %9 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%8 : tensor<128xf32>) outs(%0 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %12 = math.log %in : f32
      linalg.yield %12 : f32
    } -> tensor<128xf32>
    %expanded = tensor.expand_shape %9 [[0, 1]] output_shape [128, 1] : tensor<128xf32> into tensor<128x1xf32>
    %10 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel"]} ins(%expanded : tensor<128x1xf32>) outs(%3 : tensor<128x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x7xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%5, %10 : tensor<128x7xf32>, tensor<128x7xf32>) outs(%3 : tensor<128x7xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %12 = arith.subf %in, %in_1 : f32
      linalg.yield %12 : f32
    } -> tensor<128x7xf32>
    return %11 : tensor<128x7xf32>
  }
}

