#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d3, d1)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map5 = affine_map<(d0, d1, d2) -> (d0, d2, d1)>
#map6 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map7 = affine_map<(d0, d1, d2) -> (d2, d0, d1)>
#map8 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map9 = affine_map<(d0, d1, d2) -> (d0, d1)>
module @jit_moe {
  func.func public @main(%arg0: tensor<128x64xf32>, %arg1: tensor<64x8xf32>, %arg2: tensor<8x64x128xf32>, %arg3: tensor<8x128x64xf32>) -> tensor<128x64xf32> {
    %cst = arith.constant 0xFF800000 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<128x8xf32>
    %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<128x8xf32>) -> tensor<128x8xf32>
    %2 = linalg.matmul ins(%arg0, %arg1 : tensor<128x64xf32>, tensor<64x8xf32>) outs(%1 : tensor<128x8xf32>) -> tensor<128x8xf32>
    %3 = tensor.empty() : tensor<128xf32>
    %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<128xf32>) -> tensor<128xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%2 : tensor<128x8xf32>) outs(%4 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %30 = arith.maximumf %out, %in : f32
      linalg.yield %30 : f32
    } -> tensor<128xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%5 : tensor<128xf32>) outs(%0 : tensor<128x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x8xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%2, %6 : tensor<128x8xf32>, tensor<128x8xf32>) outs(%0 : tensor<128x8xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %30 = arith.subf %in, %in_1 : f32
      linalg.yield %30 : f32
    } -> tensor<128x8xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%7 : tensor<128x8xf32>) outs(%0 : tensor<128x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %30 = math.exp %in : f32
      linalg.yield %30 : f32
    } -> tensor<128x8xf32>
    %9 = linalg.fill ins(%cst_0 : f32) outs(%3 : tensor<128xf32>) -> tensor<128xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%8 : tensor<128x8xf32>) outs(%9 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %30 = arith.addf %out, %in : f32
      linalg.yield %30 : f32
    } -> tensor<128xf32>
    %11 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<128xf32>) outs(%0 : tensor<128x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x8xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%8, %11 : tensor<128x8xf32>, tensor<128x8xf32>) outs(%0 : tensor<128x8xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %30 = arith.divf %in, %in_1 : f32
      linalg.yield %30 : f32
    } -> tensor<128x8xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%12 : tensor<128x8xf32>) outs(%4 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %30 = arith.maximumf %out, %in : f32
      linalg.yield %30 : f32
    } -> tensor<128xf32>
    %14 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%13 : tensor<128xf32>) outs(%0 : tensor<128x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x8xf32>
    %15 = tensor.empty() : tensor<128x8xi1>
    %16 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%12, %14 : tensor<128x8xf32>, tensor<128x8xf32>) outs(%15 : tensor<128x8xi1>) {
    ^bb0(%in: f32, %in_1: f32, %out: i1):
      %30 = arith.cmpf oge, %in, %in_1 : f32
      linalg.yield %30 : i1
    } -> tensor<128x8xi1>
    %17 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%16 : tensor<128x8xi1>) outs(%0 : tensor<128x8xf32>) {
    ^bb0(%in: i1, %out: f32):
      %30 = arith.uitofp %in : i1 to f32
      linalg.yield %30 : f32
    } -> tensor<128x8xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%17, %12 : tensor<128x8xf32>, tensor<128x8xf32>) outs(%0 : tensor<128x8xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %30 = arith.mulf %in, %in_1 : f32
      linalg.yield %30 : f32
    } -> tensor<128x8xf32>
    %19 = tensor.empty() : tensor<8x128x128xf32>
    %20 = linalg.fill ins(%cst_0 : f32) outs(%19 : tensor<8x128x128xf32>) -> tensor<8x128x128xf32>
    %21 = linalg.generic {indexing_maps = [#map2, #map3, #map4], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%arg2, %arg0 : tensor<8x64x128xf32>, tensor<128x64xf32>) outs(%20 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %30 = arith.mulf %in, %in_1 : f32
      %31 = arith.addf %out, %30 : f32
      linalg.yield %31 : f32
    } -> tensor<8x128x128xf32>
    %22 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%21 : tensor<8x128x128xf32>) outs(%19 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x128x128xf32>
    %23 = call @relu(%22) : (tensor<8x128x128xf32>) -> tensor<8x128x128xf32>
    %24 = tensor.empty() : tensor<8x128x64xf32>
    %25 = linalg.fill ins(%cst_0 : f32) outs(%24 : tensor<8x128x64xf32>) -> tensor<8x128x64xf32>
    %26 = linalg.batch_matmul ins(%23, %arg3 : tensor<8x128x128xf32>, tensor<8x128x64xf32>) outs(%25 : tensor<8x128x64xf32>) -> tensor<8x128x64xf32>
    %27 = tensor.empty() : tensor<128x64xf32>
    %28 = linalg.fill ins(%cst_0 : f32) outs(%27 : tensor<128x64xf32>) -> tensor<128x64xf32>
    %29 = linalg.generic {indexing_maps = [#map7, #map8, #map9], iterator_types = ["parallel", "parallel", "reduction"]} ins(%26, %18 : tensor<8x128x64xf32>, tensor<128x8xf32>) outs(%28 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %30 = arith.mulf %in, %in_1 : f32
      %31 = arith.addf %out, %30 : f32
      linalg.yield %31 : f32
    } -> tensor<128x64xf32>
    return %29 : tensor<128x64xf32>
  }
  func.func private @relu(%arg0: tensor<8x128x128xf32>) -> tensor<8x128x128xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<8x128x128xf32>
    %1 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = arith.maximumf %in, %cst : f32
      linalg.yield %2 : f32
    } -> tensor<8x128x128xf32>
    return %1 : tensor<8x128x128xf32>
  }
}

