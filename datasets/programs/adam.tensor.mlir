#map = affine_map<(d0, d1) -> (d1)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<() -> ()>
#map3 = affine_map<(d0, d1) -> ()>
#map4 = affine_map<(d0, d1) -> (d1, d0)>
#map5 = affine_map<(d0, d1) -> (d0)>
#map6 = affine_map<(d0, d1, d2) -> (d2, d0)>
#map7 = affine_map<(d0, d1, d2) -> (d2, d1)>
#map8 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map9 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map10 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map11 = affine_map<(d0) -> (d0)>
module @jit_adam {
  func.func public @main(%arg0: tensor<64x256xf32>, %arg1: tensor<256xf32>, %arg2: tensor<256x256xf32>, %arg3: tensor<256xf32>, %arg4: tensor<256x10xf32>, %arg5: tensor<10xf32>, %arg6: tensor<64x256xf32>, %arg7: tensor<256xf32>, %arg8: tensor<256x256xf32>, %arg9: tensor<256xf32>, %arg10: tensor<256x10xf32>, %arg11: tensor<10xf32>, %arg12: tensor<64x256xf32>, %arg13: tensor<256xf32>, %arg14: tensor<256x256xf32>, %arg15: tensor<256xf32>, %arg16: tensor<256x10xf32>, %arg17: tensor<10xf32>, %arg18: tensor<128x64xf32>, %arg19: tensor<128x10xf32>) -> (tensor<64x256xf32>, tensor<256xf32>, tensor<256x256xf32>, tensor<256xf32>, tensor<256x10xf32>, tensor<10xf32>, tensor<64x256xf32>, tensor<256xf32>, tensor<256x256xf32>, tensor<256xf32>, tensor<256x10xf32>, tensor<10xf32>, tensor<64x256xf32>, tensor<256xf32>, tensor<256x256xf32>, tensor<256xf32>, tensor<256x10xf32>, tensor<10xf32>) {
    %cst = arith.constant 7.812500e-04 : f32
    %cst_0 = arith.constant 9.99999993E-9 : f32
    %cst_1 = arith.constant 1.000000e-03 : f32
    %cst_2 = arith.constant 9.990000e-01 : f32
    %cst_3 = arith.constant 1.000000e-01 : f32
    %cst_4 = arith.constant 0.899999976 : f32
    %cst_5 = arith.constant 2.000000e+00 : f32
    %cst_6 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<128x256xf32>
    %1 = linalg.fill ins(%cst_6 : f32) outs(%0 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %2 = linalg.matmul ins(%arg18, %arg0 : tensor<128x64xf32>, tensor<64x256xf32>) outs(%1 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<256xf32>) outs(%0 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x256xf32>
    %4 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%2, %3 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%0 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %124 = arith.addf %in, %in_9 : f32
      linalg.yield %124 : f32
    } -> tensor<128x256xf32>
    %5 = call @relu(%4) : (tensor<128x256xf32>) -> tensor<128x256xf32>
    %6 = tensor.empty() : tensor<128x256xi1>
    %7 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<128x256xf32>) outs(%6 : tensor<128x256xi1>) {
    ^bb0(%in: f32, %out: i1):
      %124 = arith.cmpf ogt, %in, %cst_6 : f32
      linalg.yield %124 : i1
    } -> tensor<128x256xi1>
    %8 = linalg.matmul ins(%5, %arg2 : tensor<128x256xf32>, tensor<256x256xf32>) outs(%1 : tensor<128x256xf32>) -> tensor<128x256xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg3 : tensor<256xf32>) outs(%0 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x256xf32>
    %10 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%8, %9 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%0 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %124 = arith.addf %in, %in_9 : f32
      linalg.yield %124 : f32
    } -> tensor<128x256xf32>
    %11 = call @relu(%10) : (tensor<128x256xf32>) -> tensor<128x256xf32>
    %12 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<128x256xf32>) outs(%6 : tensor<128x256xi1>) {
    ^bb0(%in: f32, %out: i1):
      %124 = arith.cmpf ogt, %in, %cst_6 : f32
      linalg.yield %124 : i1
    } -> tensor<128x256xi1>
    %13 = tensor.empty() : tensor<128x10xf32>
    %14 = linalg.fill ins(%cst_6 : f32) outs(%13 : tensor<128x10xf32>) -> tensor<128x10xf32>
    %15 = linalg.matmul ins(%11, %arg4 : tensor<128x256xf32>, tensor<256x10xf32>) outs(%14 : tensor<128x10xf32>) -> tensor<128x10xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg5 : tensor<10xf32>) outs(%13 : tensor<128x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x10xf32>
    %17 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%15, %16 : tensor<128x10xf32>, tensor<128x10xf32>) outs(%13 : tensor<128x10xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %124 = arith.addf %in, %in_9 : f32
      linalg.yield %124 : f32
    } -> tensor<128x10xf32>
    %18 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%17, %arg19 : tensor<128x10xf32>, tensor<128x10xf32>) outs(%13 : tensor<128x10xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %124 = arith.subf %in, %in_9 : f32
      linalg.yield %124 : f32
    } -> tensor<128x10xf32>
    %19 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%18 : tensor<128x10xf32>) outs(%13 : tensor<128x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %124 = arith.mulf %in, %cst_5 : f32
      linalg.yield %124 : f32
    } -> tensor<128x10xf32>
    %20 = tensor.empty() : tensor<f32>
    %21 = linalg.generic {indexing_maps = [#map2], iterator_types = []} outs(%20 : tensor<f32>) {
    ^bb0(%out: f32):
      linalg.yield %cst : f32
    } -> tensor<f32>
    %22 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%21 : tensor<f32>) outs(%13 : tensor<128x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x10xf32>
    %23 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%22, %19 : tensor<128x10xf32>, tensor<128x10xf32>) outs(%13 : tensor<128x10xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %124 = arith.mulf %in, %in_9 : f32
      linalg.yield %124 : f32
    } -> tensor<128x10xf32>
    %24 = tensor.empty() : tensor<10xf32>
    %25 = linalg.fill ins(%cst_6 : f32) outs(%24 : tensor<10xf32>) -> tensor<10xf32>
    %26 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%23 : tensor<128x10xf32>) outs(%25 : tensor<10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %124 = arith.addf %out, %in : f32
      linalg.yield %124 : f32
    } -> tensor<10xf32>
    %expanded = tensor.expand_shape %26 [[0, 1]] output_shape [1, 10] : tensor<10xf32> into tensor<1x10xf32>
    %27 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded : tensor<1x10xf32>) outs(%25 : tensor<10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %124 = arith.addf %out, %in : f32
      linalg.yield %124 : f32
    } -> tensor<10xf32>
    %28 = tensor.empty() : tensor<10x256xf32>
    %29 = linalg.fill ins(%cst_6 : f32) outs(%28 : tensor<10x256xf32>) -> tensor<10x256xf32>
    %30 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "reduction"]} ins(%23, %11 : tensor<128x10xf32>, tensor<128x256xf32>) outs(%29 : tensor<10x256xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %124 = arith.mulf %in, %in_9 : f32
      %125 = arith.addf %out, %124 : f32
      linalg.yield %125 : f32
    } -> tensor<10x256xf32>
    %31 = tensor.empty() : tensor<256x10xf32>
    %32 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%30 : tensor<10x256xf32>) outs(%31 : tensor<256x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x10xf32>
    %33 = linalg.generic {indexing_maps = [#map9, #map10, #map8], iterator_types = ["parallel", "parallel", "reduction"]} ins(%23, %arg4 : tensor<128x10xf32>, tensor<256x10xf32>) outs(%1 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %124 = arith.mulf %in, %in_9 : f32
      %125 = arith.addf %out, %124 : f32
      linalg.yield %125 : f32
    } -> tensor<128x256xf32>
    %34 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%12, %33 : tensor<128x256xi1>, tensor<128x256xf32>) outs(%0 : tensor<128x256xf32>) {
    ^bb0(%in: i1, %in_9: f32, %out: f32):
      %124 = arith.select %in, %in_9, %cst_6 : f32
      linalg.yield %124 : f32
    } -> tensor<128x256xf32>
    %35 = tensor.empty() : tensor<256xf32>
    %36 = linalg.fill ins(%cst_6 : f32) outs(%35 : tensor<256xf32>) -> tensor<256xf32>
    %37 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%34 : tensor<128x256xf32>) outs(%36 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %124 = arith.addf %out, %in : f32
      linalg.yield %124 : f32
    } -> tensor<256xf32>
    %expanded_7 = tensor.expand_shape %37 [[0, 1]] output_shape [1, 256] : tensor<256xf32> into tensor<1x256xf32>
    %38 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_7 : tensor<1x256xf32>) outs(%36 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %124 = arith.addf %out, %in : f32
      linalg.yield %124 : f32
    } -> tensor<256xf32>
    %39 = tensor.empty() : tensor<256x256xf32>
    %40 = linalg.fill ins(%cst_6 : f32) outs(%39 : tensor<256x256xf32>) -> tensor<256x256xf32>
    %41 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "reduction"]} ins(%34, %5 : tensor<128x256xf32>, tensor<128x256xf32>) outs(%40 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %124 = arith.mulf %in, %in_9 : f32
      %125 = arith.addf %out, %124 : f32
      linalg.yield %125 : f32
    } -> tensor<256x256xf32>
    %42 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%41 : tensor<256x256xf32>) outs(%39 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x256xf32>
    %43 = linalg.generic {indexing_maps = [#map9, #map10, #map8], iterator_types = ["parallel", "parallel", "reduction"]} ins(%34, %arg2 : tensor<128x256xf32>, tensor<256x256xf32>) outs(%1 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %124 = arith.mulf %in, %in_9 : f32
      %125 = arith.addf %out, %124 : f32
      linalg.yield %125 : f32
    } -> tensor<128x256xf32>
    %44 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%7, %43 : tensor<128x256xi1>, tensor<128x256xf32>) outs(%0 : tensor<128x256xf32>) {
    ^bb0(%in: i1, %in_9: f32, %out: f32):
      %124 = arith.select %in, %in_9, %cst_6 : f32
      linalg.yield %124 : f32
    } -> tensor<128x256xf32>
    %45 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%44 : tensor<128x256xf32>) outs(%36 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %124 = arith.addf %out, %in : f32
      linalg.yield %124 : f32
    } -> tensor<256xf32>
    %expanded_8 = tensor.expand_shape %45 [[0, 1]] output_shape [1, 256] : tensor<256xf32> into tensor<1x256xf32>
    %46 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_8 : tensor<1x256xf32>) outs(%36 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %124 = arith.addf %out, %in : f32
      linalg.yield %124 : f32
    } -> tensor<256xf32>
    %47 = tensor.empty() : tensor<256x64xf32>
    %48 = linalg.fill ins(%cst_6 : f32) outs(%47 : tensor<256x64xf32>) -> tensor<256x64xf32>
    %49 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "reduction"]} ins(%44, %arg18 : tensor<128x256xf32>, tensor<128x64xf32>) outs(%48 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %124 = arith.mulf %in, %in_9 : f32
      %125 = arith.addf %out, %124 : f32
      linalg.yield %125 : f32
    } -> tensor<256x64xf32>
    %50 = tensor.empty() : tensor<64x256xf32>
    %51 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%49 : tensor<256x64xf32>) outs(%50 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x256xf32>
    %52 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg6 : tensor<64x256xf32>) outs(%50 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %124 = arith.mulf %in, %cst_4 : f32
      linalg.yield %124 : f32
    } -> tensor<64x256xf32>
    %53 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%51 : tensor<64x256xf32>) outs(%50 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %124 = arith.mulf %in, %cst_3 : f32
      linalg.yield %124 : f32
    } -> tensor<64x256xf32>
    %54 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%52, %53 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%50 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %124 = arith.addf %in, %in_9 : f32
      linalg.yield %124 : f32
    } -> tensor<64x256xf32>
    %55 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel"]} ins(%arg7 : tensor<256xf32>) outs(%35 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %124 = arith.mulf %in, %cst_4 : f32
      linalg.yield %124 : f32
    } -> tensor<256xf32>
    %56 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel"]} ins(%46 : tensor<256xf32>) outs(%35 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %124 = arith.mulf %in, %cst_3 : f32
      linalg.yield %124 : f32
    } -> tensor<256xf32>
    %57 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = ["parallel"]} ins(%55, %56 : tensor<256xf32>, tensor<256xf32>) outs(%35 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %124 = arith.addf %in, %in_9 : f32
      linalg.yield %124 : f32
    } -> tensor<256xf32>
    %58 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg8 : tensor<256x256xf32>) outs(%39 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %124 = arith.mulf %in, %cst_4 : f32
      linalg.yield %124 : f32
    } -> tensor<256x256xf32>
    %59 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%42 : tensor<256x256xf32>) outs(%39 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %124 = arith.mulf %in, %cst_3 : f32
      linalg.yield %124 : f32
    } -> tensor<256x256xf32>
    %60 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%58, %59 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%39 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %124 = arith.addf %in, %in_9 : f32
      linalg.yield %124 : f32
    } -> tensor<256x256xf32>
    %61 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel"]} ins(%arg9 : tensor<256xf32>) outs(%35 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %124 = arith.mulf %in, %cst_4 : f32
      linalg.yield %124 : f32
    } -> tensor<256xf32>
    %62 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel"]} ins(%38 : tensor<256xf32>) outs(%35 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %124 = arith.mulf %in, %cst_3 : f32
      linalg.yield %124 : f32
    } -> tensor<256xf32>
    %63 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = ["parallel"]} ins(%61, %62 : tensor<256xf32>, tensor<256xf32>) outs(%35 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %124 = arith.addf %in, %in_9 : f32
      linalg.yield %124 : f32
    } -> tensor<256xf32>
    %64 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg10 : tensor<256x10xf32>) outs(%31 : tensor<256x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %124 = arith.mulf %in, %cst_4 : f32
      linalg.yield %124 : f32
    } -> tensor<256x10xf32>
    %65 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%32 : tensor<256x10xf32>) outs(%31 : tensor<256x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %124 = arith.mulf %in, %cst_3 : f32
      linalg.yield %124 : f32
    } -> tensor<256x10xf32>
    %66 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%64, %65 : tensor<256x10xf32>, tensor<256x10xf32>) outs(%31 : tensor<256x10xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %124 = arith.addf %in, %in_9 : f32
      linalg.yield %124 : f32
    } -> tensor<256x10xf32>
    %67 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel"]} ins(%arg11 : tensor<10xf32>) outs(%24 : tensor<10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %124 = arith.mulf %in, %cst_4 : f32
      linalg.yield %124 : f32
    } -> tensor<10xf32>
    %68 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel"]} ins(%27 : tensor<10xf32>) outs(%24 : tensor<10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %124 = arith.mulf %in, %cst_3 : f32
      linalg.yield %124 : f32
    } -> tensor<10xf32>
    %69 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = ["parallel"]} ins(%67, %68 : tensor<10xf32>, tensor<10xf32>) outs(%24 : tensor<10xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %124 = arith.addf %in, %in_9 : f32
      linalg.yield %124 : f32
    } -> tensor<10xf32>
    %70 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg12 : tensor<64x256xf32>) outs(%50 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %124 = arith.mulf %in, %cst_2 : f32
      linalg.yield %124 : f32
    } -> tensor<64x256xf32>
    %71 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%51 : tensor<64x256xf32>) outs(%50 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %124 = arith.mulf %in, %cst_1 : f32
      linalg.yield %124 : f32
    } -> tensor<64x256xf32>
    %72 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%71, %51 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%50 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %124 = arith.mulf %in, %in_9 : f32
      linalg.yield %124 : f32
    } -> tensor<64x256xf32>
    %73 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%70, %72 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%50 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %124 = arith.addf %in, %in_9 : f32
      linalg.yield %124 : f32
    } -> tensor<64x256xf32>
    %74 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel"]} ins(%arg13 : tensor<256xf32>) outs(%35 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %124 = arith.mulf %in, %cst_2 : f32
      linalg.yield %124 : f32
    } -> tensor<256xf32>
    %75 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel"]} ins(%46 : tensor<256xf32>) outs(%35 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %124 = arith.mulf %in, %cst_1 : f32
      linalg.yield %124 : f32
    } -> tensor<256xf32>
    %76 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = ["parallel"]} ins(%75, %46 : tensor<256xf32>, tensor<256xf32>) outs(%35 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %124 = arith.mulf %in, %in_9 : f32
      linalg.yield %124 : f32
    } -> tensor<256xf32>
    %77 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = ["parallel"]} ins(%74, %76 : tensor<256xf32>, tensor<256xf32>) outs(%35 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %124 = arith.addf %in, %in_9 : f32
      linalg.yield %124 : f32
    } -> tensor<256xf32>
    %78 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg14 : tensor<256x256xf32>) outs(%39 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %124 = arith.mulf %in, %cst_2 : f32
      linalg.yield %124 : f32
    } -> tensor<256x256xf32>
    %79 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%42 : tensor<256x256xf32>) outs(%39 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %124 = arith.mulf %in, %cst_1 : f32
      linalg.yield %124 : f32
    } -> tensor<256x256xf32>
    %80 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%79, %42 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%39 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %124 = arith.mulf %in, %in_9 : f32
      linalg.yield %124 : f32
    } -> tensor<256x256xf32>
    %81 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%78, %80 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%39 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %124 = arith.addf %in, %in_9 : f32
      linalg.yield %124 : f32
    } -> tensor<256x256xf32>
    %82 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel"]} ins(%arg15 : tensor<256xf32>) outs(%35 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %124 = arith.mulf %in, %cst_2 : f32
      linalg.yield %124 : f32
    } -> tensor<256xf32>
    %83 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel"]} ins(%38 : tensor<256xf32>) outs(%35 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %124 = arith.mulf %in, %cst_1 : f32
      linalg.yield %124 : f32
    } -> tensor<256xf32>
    %84 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = ["parallel"]} ins(%83, %38 : tensor<256xf32>, tensor<256xf32>) outs(%35 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %124 = arith.mulf %in, %in_9 : f32
      linalg.yield %124 : f32
    } -> tensor<256xf32>
    %85 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = ["parallel"]} ins(%82, %84 : tensor<256xf32>, tensor<256xf32>) outs(%35 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %124 = arith.addf %in, %in_9 : f32
      linalg.yield %124 : f32
    } -> tensor<256xf32>
    %86 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg16 : tensor<256x10xf32>) outs(%31 : tensor<256x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %124 = arith.mulf %in, %cst_2 : f32
      linalg.yield %124 : f32
    } -> tensor<256x10xf32>
    %87 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%32 : tensor<256x10xf32>) outs(%31 : tensor<256x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %124 = arith.mulf %in, %cst_1 : f32
      linalg.yield %124 : f32
    } -> tensor<256x10xf32>
    %88 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%87, %32 : tensor<256x10xf32>, tensor<256x10xf32>) outs(%31 : tensor<256x10xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %124 = arith.mulf %in, %in_9 : f32
      linalg.yield %124 : f32
    } -> tensor<256x10xf32>
    %89 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%86, %88 : tensor<256x10xf32>, tensor<256x10xf32>) outs(%31 : tensor<256x10xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %124 = arith.addf %in, %in_9 : f32
      linalg.yield %124 : f32
    } -> tensor<256x10xf32>
    %90 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel"]} ins(%arg17 : tensor<10xf32>) outs(%24 : tensor<10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %124 = arith.mulf %in, %cst_2 : f32
      linalg.yield %124 : f32
    } -> tensor<10xf32>
    %91 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel"]} ins(%27 : tensor<10xf32>) outs(%24 : tensor<10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %124 = arith.mulf %in, %cst_1 : f32
      linalg.yield %124 : f32
    } -> tensor<10xf32>
    %92 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = ["parallel"]} ins(%91, %27 : tensor<10xf32>, tensor<10xf32>) outs(%24 : tensor<10xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %124 = arith.mulf %in, %in_9 : f32
      linalg.yield %124 : f32
    } -> tensor<10xf32>
    %93 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = ["parallel"]} ins(%90, %92 : tensor<10xf32>, tensor<10xf32>) outs(%24 : tensor<10xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %124 = arith.addf %in, %in_9 : f32
      linalg.yield %124 : f32
    } -> tensor<10xf32>
    %94 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%54 : tensor<64x256xf32>) outs(%50 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %124 = arith.mulf %in, %cst_1 : f32
      linalg.yield %124 : f32
    } -> tensor<64x256xf32>
    %95 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%73 : tensor<64x256xf32>) outs(%50 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %124 = math.sqrt %in : f32
      linalg.yield %124 : f32
    } -> tensor<64x256xf32>
    %96 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%95 : tensor<64x256xf32>) outs(%50 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %124 = arith.addf %in, %cst_0 : f32
      linalg.yield %124 : f32
    } -> tensor<64x256xf32>
    %97 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%94, %96 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%50 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %124 = arith.divf %in, %in_9 : f32
      linalg.yield %124 : f32
    } -> tensor<64x256xf32>
    %98 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0, %97 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%50 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %124 = arith.subf %in, %in_9 : f32
      linalg.yield %124 : f32
    } -> tensor<64x256xf32>
    %99 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel"]} ins(%57 : tensor<256xf32>) outs(%35 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %124 = arith.mulf %in, %cst_1 : f32
      linalg.yield %124 : f32
    } -> tensor<256xf32>
    %100 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel"]} ins(%77 : tensor<256xf32>) outs(%35 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %124 = math.sqrt %in : f32
      linalg.yield %124 : f32
    } -> tensor<256xf32>
    %101 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel"]} ins(%100 : tensor<256xf32>) outs(%35 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %124 = arith.addf %in, %cst_0 : f32
      linalg.yield %124 : f32
    } -> tensor<256xf32>
    %102 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = ["parallel"]} ins(%99, %101 : tensor<256xf32>, tensor<256xf32>) outs(%35 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %124 = arith.divf %in, %in_9 : f32
      linalg.yield %124 : f32
    } -> tensor<256xf32>
    %103 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = ["parallel"]} ins(%arg1, %102 : tensor<256xf32>, tensor<256xf32>) outs(%35 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %124 = arith.subf %in, %in_9 : f32
      linalg.yield %124 : f32
    } -> tensor<256xf32>
    %104 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%60 : tensor<256x256xf32>) outs(%39 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %124 = arith.mulf %in, %cst_1 : f32
      linalg.yield %124 : f32
    } -> tensor<256x256xf32>
    %105 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%81 : tensor<256x256xf32>) outs(%39 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %124 = math.sqrt %in : f32
      linalg.yield %124 : f32
    } -> tensor<256x256xf32>
    %106 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%105 : tensor<256x256xf32>) outs(%39 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %124 = arith.addf %in, %cst_0 : f32
      linalg.yield %124 : f32
    } -> tensor<256x256xf32>
    %107 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%104, %106 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%39 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %124 = arith.divf %in, %in_9 : f32
      linalg.yield %124 : f32
    } -> tensor<256x256xf32>
    %108 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg2, %107 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%39 : tensor<256x256xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %124 = arith.subf %in, %in_9 : f32
      linalg.yield %124 : f32
    } -> tensor<256x256xf32>
    %109 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel"]} ins(%63 : tensor<256xf32>) outs(%35 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %124 = arith.mulf %in, %cst_1 : f32
      linalg.yield %124 : f32
    } -> tensor<256xf32>
    %110 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel"]} ins(%85 : tensor<256xf32>) outs(%35 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %124 = math.sqrt %in : f32
      linalg.yield %124 : f32
    } -> tensor<256xf32>
    %111 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel"]} ins(%110 : tensor<256xf32>) outs(%35 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %124 = arith.addf %in, %cst_0 : f32
      linalg.yield %124 : f32
    } -> tensor<256xf32>
    %112 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = ["parallel"]} ins(%109, %111 : tensor<256xf32>, tensor<256xf32>) outs(%35 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %124 = arith.divf %in, %in_9 : f32
      linalg.yield %124 : f32
    } -> tensor<256xf32>
    %113 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = ["parallel"]} ins(%arg3, %112 : tensor<256xf32>, tensor<256xf32>) outs(%35 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %124 = arith.subf %in, %in_9 : f32
      linalg.yield %124 : f32
    } -> tensor<256xf32>
    %114 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%66 : tensor<256x10xf32>) outs(%31 : tensor<256x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %124 = arith.mulf %in, %cst_1 : f32
      linalg.yield %124 : f32
    } -> tensor<256x10xf32>
    %115 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%89 : tensor<256x10xf32>) outs(%31 : tensor<256x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %124 = math.sqrt %in : f32
      linalg.yield %124 : f32
    } -> tensor<256x10xf32>
    %116 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%115 : tensor<256x10xf32>) outs(%31 : tensor<256x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %124 = arith.addf %in, %cst_0 : f32
      linalg.yield %124 : f32
    } -> tensor<256x10xf32>
    %117 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%114, %116 : tensor<256x10xf32>, tensor<256x10xf32>) outs(%31 : tensor<256x10xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %124 = arith.divf %in, %in_9 : f32
      linalg.yield %124 : f32
    } -> tensor<256x10xf32>
    %118 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg4, %117 : tensor<256x10xf32>, tensor<256x10xf32>) outs(%31 : tensor<256x10xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %124 = arith.subf %in, %in_9 : f32
      linalg.yield %124 : f32
    } -> tensor<256x10xf32>
    %119 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel"]} ins(%69 : tensor<10xf32>) outs(%24 : tensor<10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %124 = arith.mulf %in, %cst_1 : f32
      linalg.yield %124 : f32
    } -> tensor<10xf32>
    %120 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel"]} ins(%93 : tensor<10xf32>) outs(%24 : tensor<10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %124 = math.sqrt %in : f32
      linalg.yield %124 : f32
    } -> tensor<10xf32>
    %121 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel"]} ins(%120 : tensor<10xf32>) outs(%24 : tensor<10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %124 = arith.addf %in, %cst_0 : f32
      linalg.yield %124 : f32
    } -> tensor<10xf32>
    %122 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = ["parallel"]} ins(%119, %121 : tensor<10xf32>, tensor<10xf32>) outs(%24 : tensor<10xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %124 = arith.divf %in, %in_9 : f32
      linalg.yield %124 : f32
    } -> tensor<10xf32>
    %123 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = ["parallel"]} ins(%arg5, %122 : tensor<10xf32>, tensor<10xf32>) outs(%24 : tensor<10xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %124 = arith.subf %in, %in_9 : f32
      linalg.yield %124 : f32
    } -> tensor<10xf32>
    return %98, %103, %108, %113, %118, %123, %54, %57, %60, %63, %66, %69, %73, %77, %81, %85, %89, %93 : tensor<64x256xf32>, tensor<256xf32>, tensor<256x256xf32>, tensor<256xf32>, tensor<256x10xf32>, tensor<10xf32>, tensor<64x256xf32>, tensor<256xf32>, tensor<256x256xf32>, tensor<256xf32>, tensor<256x10xf32>, tensor<10xf32>, tensor<64x256xf32>, tensor<256xf32>, tensor<256x256xf32>, tensor<256xf32>, tensor<256x10xf32>, tensor<10xf32>
  }
  func.func private @relu(%arg0: tensor<128x256xf32>) -> tensor<128x256xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<128x256xf32>
    %1 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<128x256xf32>) outs(%0 : tensor<128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = arith.maximumf %in, %cst : f32
      linalg.yield %2 : f32
    } -> tensor<128x256xf32>
    return %1 : tensor<128x256xf32>
  }
}

