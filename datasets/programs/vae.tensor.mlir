#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> ()>
#map2 = affine_map<() -> ()>
module @jit_vae {
  func.func public @main(%arg0: tensor<64x784xf32>, %arg1: tensor<64x20xf32>, %arg2: tensor<784x400xf32>, %arg3: tensor<400x20xf32>, %arg4: tensor<400x20xf32>, %arg5: tensor<20x400xf32>, %arg6: tensor<400x784xf32>) -> (tensor<64x784xf32>, tensor<f32>) {
    %cst = arith.constant -5.000000e-01 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %cst_1 = arith.constant 5.000000e-01 : f32
    %cst_2 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<64x400xf32>
    %1 = linalg.fill ins(%cst_2 : f32) outs(%0 : tensor<64x400xf32>) -> tensor<64x400xf32>
    %2 = linalg.matmul ins(%arg0, %arg2 : tensor<64x784xf32>, tensor<784x400xf32>) outs(%1 : tensor<64x400xf32>) -> tensor<64x400xf32>
    %3 = call @relu(%2) : (tensor<64x400xf32>) -> tensor<64x400xf32>
    %4 = tensor.empty() : tensor<64x20xf32>
    %5 = linalg.fill ins(%cst_2 : f32) outs(%4 : tensor<64x20xf32>) -> tensor<64x20xf32>
    %6 = linalg.matmul ins(%3, %arg3 : tensor<64x400xf32>, tensor<400x20xf32>) outs(%5 : tensor<64x20xf32>) -> tensor<64x20xf32>
    %7 = linalg.matmul ins(%3, %arg4 : tensor<64x400xf32>, tensor<400x20xf32>) outs(%5 : tensor<64x20xf32>) -> tensor<64x20xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%7 : tensor<64x20xf32>) outs(%4 : tensor<64x20xf32>) {
    ^bb0(%in: f32, %out: f32):
      %30 = arith.mulf %in, %cst_1 : f32
      linalg.yield %30 : f32
    } -> tensor<64x20xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%8 : tensor<64x20xf32>) outs(%4 : tensor<64x20xf32>) {
    ^bb0(%in: f32, %out: f32):
      %30 = math.exp %in : f32
      linalg.yield %30 : f32
    } -> tensor<64x20xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%9, %arg1 : tensor<64x20xf32>, tensor<64x20xf32>) outs(%4 : tensor<64x20xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %30 = arith.mulf %in, %in_3 : f32
      linalg.yield %30 : f32
    } -> tensor<64x20xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%6, %10 : tensor<64x20xf32>, tensor<64x20xf32>) outs(%4 : tensor<64x20xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %30 = arith.addf %in, %in_3 : f32
      linalg.yield %30 : f32
    } -> tensor<64x20xf32>
    %12 = linalg.matmul ins(%11, %arg5 : tensor<64x20xf32>, tensor<20x400xf32>) outs(%1 : tensor<64x400xf32>) -> tensor<64x400xf32>
    %13 = call @relu(%12) : (tensor<64x400xf32>) -> tensor<64x400xf32>
    %14 = tensor.empty() : tensor<64x784xf32>
    %15 = linalg.fill ins(%cst_2 : f32) outs(%14 : tensor<64x784xf32>) -> tensor<64x784xf32>
    %16 = linalg.matmul ins(%13, %arg6 : tensor<64x400xf32>, tensor<400x784xf32>) outs(%15 : tensor<64x784xf32>) -> tensor<64x784xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%16 : tensor<64x784xf32>) outs(%14 : tensor<64x784xf32>) {
    ^bb0(%in: f32, %out: f32):
      %30 = arith.negf %in : f32
      linalg.yield %30 : f32
    } -> tensor<64x784xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%17 : tensor<64x784xf32>) outs(%14 : tensor<64x784xf32>) {
    ^bb0(%in: f32, %out: f32):
      %30 = math.exp %in : f32
      linalg.yield %30 : f32
    } -> tensor<64x784xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%18 : tensor<64x784xf32>) outs(%14 : tensor<64x784xf32>) {
    ^bb0(%in: f32, %out: f32):
      %30 = arith.addf %in, %cst_0 : f32
      linalg.yield %30 : f32
    } -> tensor<64x784xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%19 : tensor<64x784xf32>) outs(%14 : tensor<64x784xf32>) {
    ^bb0(%in: f32, %out: f32):
      %30 = arith.divf %cst_0, %in : f32
      linalg.yield %30 : f32
    } -> tensor<64x784xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%7 : tensor<64x20xf32>) outs(%4 : tensor<64x20xf32>) {
    ^bb0(%in: f32, %out: f32):
      %30 = arith.addf %in, %cst_0 : f32
      linalg.yield %30 : f32
    } -> tensor<64x20xf32>
    %22 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<64x20xf32>) outs(%4 : tensor<64x20xf32>) {
    ^bb0(%in: f32, %out: f32):
      %30 = arith.mulf %in, %in : f32
      linalg.yield %30 : f32
    } -> tensor<64x20xf32>
    %23 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%21, %22 : tensor<64x20xf32>, tensor<64x20xf32>) outs(%4 : tensor<64x20xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %30 = arith.subf %in, %in_3 : f32
      linalg.yield %30 : f32
    } -> tensor<64x20xf32>
    %24 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%7 : tensor<64x20xf32>) outs(%4 : tensor<64x20xf32>) {
    ^bb0(%in: f32, %out: f32):
      %30 = math.exp %in : f32
      linalg.yield %30 : f32
    } -> tensor<64x20xf32>
    %25 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%23, %24 : tensor<64x20xf32>, tensor<64x20xf32>) outs(%4 : tensor<64x20xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %30 = arith.subf %in, %in_3 : f32
      linalg.yield %30 : f32
    } -> tensor<64x20xf32>
    %26 = tensor.empty() : tensor<f32>
    %27 = linalg.fill ins(%cst_2 : f32) outs(%26 : tensor<f32>) -> tensor<f32>
    %28 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction", "reduction"]} ins(%25 : tensor<64x20xf32>) outs(%27 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %30 = arith.addf %out, %in : f32
      linalg.yield %30 : f32
    } -> tensor<f32>
    %29 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = []} ins(%28 : tensor<f32>) outs(%26 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %30 = arith.mulf %in, %cst : f32
      linalg.yield %30 : f32
    } -> tensor<f32>
    return %20, %29 : tensor<64x784xf32>, tensor<f32>
  }
  func.func private @relu(%arg0: tensor<64x400xf32>) -> tensor<64x400xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<64x400xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<64x400xf32>) outs(%0 : tensor<64x400xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = arith.maximumf %in, %cst : f32
      linalg.yield %2 : f32
    } -> tensor<64x400xf32>
    return %1 : tensor<64x400xf32>
  }
}

