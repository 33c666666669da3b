#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map3 = affine_map<(d0, d1, d2) -> (d2)>
#map4 = affine_map<(d0, d1, d2) -> (d0, d2, d1)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d3, d2)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map8 = affine_map<(d0, d1) -> (d0, d1)>
module @jit_mixer {
  func.func public @main(%arg0: tensor<4x64x48xf32>, %arg1: tensor<48xf32>, %arg2: tensor<48xf32>, %arg3: tensor<48x192xf32>, %arg4: tensor<192x48xf32>, %arg5: tensor<48xf32>, %arg6: tensor<48xf32>, %arg7: tensor<64x128xf32>, %arg8: tensor<128x64xf32>, %arg9: tensor<48xf32>, %arg10: tensor<48xf32>, %arg11: tensor<48x192xf32>, %arg12: tensor<192x48xf32>, %arg13: tensor<48xf32>, %arg14: tensor<48xf32>, %arg15: tensor<64x128xf32>, %arg16: tensor<128x64xf32>, %arg17: tensor<48xf32>, %arg18: tensor<48xf32>, %arg19: tensor<48x192xf32>, %arg20: tensor<192x48xf32>, %arg21: tensor<48xf32>, %arg22: tensor<48xf32>, %arg23: tensor<64x128xf32>, %arg24: tensor<128x64xf32>, %arg25: tensor<48xf32>, %arg26: tensor<48xf32>, %arg27: tensor<48x192xf32>, %arg28: tensor<192x48xf32>, %arg29: tensor<48xf32>, %arg30: tensor<48xf32>, %arg31: tensor<64x128xf32>, %arg32: tensor<128x64xf32>, %arg33: tensor<48x10xf32>) -> tensor<4x10xf32> {
    %cst = arith.constant 6.400000e+01 : f32
    %cst_0 = arith.constant 5.000000e-01 : f32
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant 0.797884583 : f32
    %cst_3 = arith.constant 4.471500e-02 : f32
    %cst_4 = arith.constant 9.99999974E-6 : f32
    %cst_5 = arith.constant 4.800000e+01 : f32
    %cst_6 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<4x64xf32>
    %1 = linalg.fill ins(%cst_6 : f32) outs(%0 : tensor<4x64xf32>) -> tensor<4x64xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0 : tensor<4x64x48xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.addf %out, %in : f32
      linalg.yield %242 : f32
    } -> tensor<4x64xf32>
    %expanded = tensor.expand_shape %2 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %3 = tensor.empty() : tensor<4x64x1xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.divf %in, %cst_5 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x1xf32>
    %5 = tensor.empty() : tensor<4x64x48xf32>
    %6 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4 : tensor<4x64x1xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %6 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.subf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x48xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7 : tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.mulf %in, %in : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x48xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%8 : tensor<4x64x48xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.addf %out, %in : f32
      linalg.yield %242 : f32
    } -> tensor<4x64xf32>
    %expanded_7 = tensor.expand_shape %9 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_7 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.divf %in, %cst_5 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x1xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.addf %in, %cst_4 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x1xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = math.rsqrt %in : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x1xf32>
    %13 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12 : tensor<4x64x1xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7, %13 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.mulf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x48xf32>
    %15 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg5 : tensor<48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14, %15 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.mulf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x48xf32>
    %17 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg1 : tensor<48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16, %17 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.addf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x48xf32>
    %19 = tensor.empty() : tensor<4x48x64xf32>
    %20 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18 : tensor<4x64x48xf32>) outs(%19 : tensor<4x48x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x48x64xf32>
    %21 = tensor.empty() : tensor<4x48x128xf32>
    %22 = linalg.fill ins(%cst_6 : f32) outs(%21 : tensor<4x48x128xf32>) -> tensor<4x48x128xf32>
    %23 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%20, %arg7 : tensor<4x48x64xf32>, tensor<64x128xf32>) outs(%22 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.mulf %in, %in_22 : f32
      %243 = arith.addf %out, %242 : f32
      linalg.yield %243 : f32
    } -> tensor<4x48x128xf32>
    %24 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.mulf %in, %in : f32
      linalg.yield %242 : f32
    } -> tensor<4x48x128xf32>
    %25 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%24, %23 : tensor<4x48x128xf32>, tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.mulf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x48x128xf32>
    %26 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%25 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.mulf %in, %cst_3 : f32
      linalg.yield %242 : f32
    } -> tensor<4x48x128xf32>
    %27 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23, %26 : tensor<4x48x128xf32>, tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.addf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x48x128xf32>
    %28 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%27 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.mulf %in, %cst_2 : f32
      linalg.yield %242 : f32
    } -> tensor<4x48x128xf32>
    %29 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%28 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = math.tanh %in : f32
      linalg.yield %242 : f32
    } -> tensor<4x48x128xf32>
    %30 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%29 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.addf %in, %cst_1 : f32
      linalg.yield %242 : f32
    } -> tensor<4x48x128xf32>
    %31 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%30 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.mulf %in, %cst_0 : f32
      linalg.yield %242 : f32
    } -> tensor<4x48x128xf32>
    %32 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23, %31 : tensor<4x48x128xf32>, tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.mulf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x48x128xf32>
    %33 = linalg.fill ins(%cst_6 : f32) outs(%19 : tensor<4x48x64xf32>) -> tensor<4x48x64xf32>
    %34 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%32, %arg8 : tensor<4x48x128xf32>, tensor<128x64xf32>) outs(%33 : tensor<4x48x64xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.mulf %in, %in_22 : f32
      %243 = arith.addf %out, %242 : f32
      linalg.yield %243 : f32
    } -> tensor<4x48x64xf32>
    %35 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%34 : tensor<4x48x64xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %36 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %35 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.addf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x48xf32>
    %37 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%36 : tensor<4x64x48xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.addf %out, %in : f32
      linalg.yield %242 : f32
    } -> tensor<4x64xf32>
    %expanded_8 = tensor.expand_shape %37 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %38 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_8 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.divf %in, %cst_5 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x1xf32>
    %39 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%38 : tensor<4x64x1xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %40 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%36, %39 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.subf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x48xf32>
    %41 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%40 : tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.mulf %in, %in : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x48xf32>
    %42 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%41 : tensor<4x64x48xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.addf %out, %in : f32
      linalg.yield %242 : f32
    } -> tensor<4x64xf32>
    %expanded_9 = tensor.expand_shape %42 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %43 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_9 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.divf %in, %cst_5 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x1xf32>
    %44 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%43 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.addf %in, %cst_4 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x1xf32>
    %45 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%44 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = math.rsqrt %in : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x1xf32>
    %46 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%45 : tensor<4x64x1xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %47 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%40, %46 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.mulf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x48xf32>
    %48 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg6 : tensor<48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %49 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%47, %48 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.mulf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x48xf32>
    %50 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg2 : tensor<48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %51 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%49, %50 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.addf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x48xf32>
    %52 = tensor.empty() : tensor<4x64x192xf32>
    %53 = linalg.fill ins(%cst_6 : f32) outs(%52 : tensor<4x64x192xf32>) -> tensor<4x64x192xf32>
    %54 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%51, %arg3 : tensor<4x64x48xf32>, tensor<48x192xf32>) outs(%53 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.mulf %in, %in_22 : f32
      %243 = arith.addf %out, %242 : f32
      linalg.yield %243 : f32
    } -> tensor<4x64x192xf32>
    %55 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%54 : tensor<4x64x192xf32>) outs(%52 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.mulf %in, %in : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x192xf32>
    %56 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%55, %54 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%52 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.mulf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x192xf32>
    %57 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%56 : tensor<4x64x192xf32>) outs(%52 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.mulf %in, %cst_3 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x192xf32>
    %58 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%54, %57 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%52 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.addf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x192xf32>
    %59 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%58 : tensor<4x64x192xf32>) outs(%52 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.mulf %in, %cst_2 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x192xf32>
    %60 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%59 : tensor<4x64x192xf32>) outs(%52 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = math.tanh %in : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x192xf32>
    %61 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%60 : tensor<4x64x192xf32>) outs(%52 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.addf %in, %cst_1 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x192xf32>
    %62 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%61 : tensor<4x64x192xf32>) outs(%52 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.mulf %in, %cst_0 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x192xf32>
    %63 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%54, %62 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%52 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.mulf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x192xf32>
    %64 = linalg.fill ins(%cst_6 : f32) outs(%5 : tensor<4x64x48xf32>) -> tensor<4x64x48xf32>
    %65 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%63, %arg4 : tensor<4x64x192xf32>, tensor<192x48xf32>) outs(%64 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.mulf %in, %in_22 : f32
      %243 = arith.addf %out, %242 : f32
      linalg.yield %243 : f32
    } -> tensor<4x64x48xf32>
    %66 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%36, %65 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.addf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x48xf32>
    %67 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%66 : tensor<4x64x48xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.addf %out, %in : f32
      linalg.yield %242 : f32
    } -> tensor<4x64xf32>
    %expanded_10 = tensor.expand_shape %67 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %68 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_10 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.divf %in, %cst_5 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x1xf32>
    %69 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%68 : tensor<4x64x1xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %70 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%66, %69 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.subf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x48xf32>
    %71 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%70 : tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.mulf %in, %in : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x48xf32>
    %72 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%71 : tensor<4x64x48xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.addf %out, %in : f32
      linalg.yield %242 : f32
    } -> tensor<4x64xf32>
    %expanded_11 = tensor.expand_shape %72 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %73 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_11 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.divf %in, %cst_5 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x1xf32>
    %74 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%73 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.addf %in, %cst_4 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x1xf32>
    %75 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%74 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = math.rsqrt %in : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x1xf32>
    %76 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%75 : tensor<4x64x1xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %77 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%70, %76 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.mulf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x48xf32>
    %78 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg13 : tensor<48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %79 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%77, %78 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.mulf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x48xf32>
    %80 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg9 : tensor<48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %81 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%79, %80 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.addf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x48xf32>
    %82 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%81 : tensor<4x64x48xf32>) outs(%19 : tensor<4x48x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x48x64xf32>
    %83 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%82, %arg15 : tensor<4x48x64xf32>, tensor<64x128xf32>) outs(%22 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.mulf %in, %in_22 : f32
      %243 = arith.addf %out, %242 : f32
      linalg.yield %243 : f32
    } -> tensor<4x48x128xf32>
    %84 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%83 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.mulf %in, %in : f32
      linalg.yield %242 : f32
    } -> tensor<4x48x128xf32>
    %85 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%84, %83 : tensor<4x48x128xf32>, tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.mulf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x48x128xf32>
    %86 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%85 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.mulf %in, %cst_3 : f32
      linalg.yield %242 : f32
    } -> tensor<4x48x128xf32>
    %87 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%83, %86 : tensor<4x48x128xf32>, tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.addf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x48x128xf32>
    %88 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%87 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.mulf %in, %cst_2 : f32
      linalg.yield %242 : f32
    } -> tensor<4x48x128xf32>
    %89 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%88 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = math.tanh %in : f32
      linalg.yield %242 : f32
    } -> tensor<4x48x128xf32>
    %90 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%89 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.addf %in, %cst_1 : f32
      linalg.yield %242 : f32
    } -> tensor<4x48x128xf32>
    %91 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%90 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.mulf %in, %cst_0 : f32
      linalg.yield %242 : f32
    } -> tensor<4x48x128xf32>
    %92 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%83, %91 : tensor<4x48x128xf32>, tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.mulf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x48x128xf32>
    %93 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%92, %arg16 : tensor<4x48x128xf32>, tensor<128x64xf32>) outs(%33 : tensor<4x48x64xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.mulf %in, %in_22 : f32
      %243 = arith.addf %out, %242 : f32
      linalg.yield %243 : f32
    } -> tensor<4x48x64xf32>
    %94 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%93 : tensor<4x48x64xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %95 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%66, %94 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.addf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x48xf32>
    %96 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%95 : tensor<4x64x48xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.addf %out, %in : f32
      linalg.yield %242 : f32
    } -> tensor<4x64xf32>
    %expanded_12 = tensor.expand_shape %96 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %97 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_12 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.divf %in, %cst_5 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x1xf32>
    %98 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%97 : tensor<4x64x1xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %99 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%95, %98 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.subf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x48xf32>
    %100 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%99 : tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.mulf %in, %in : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x48xf32>
    %101 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%100 : tensor<4x64x48xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.addf %out, %in : f32
      linalg.yield %242 : f32
    } -> tensor<4x64xf32>
    %expanded_13 = tensor.expand_shape %101 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %102 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_13 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.divf %in, %cst_5 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x1xf32>
    %103 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%102 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.addf %in, %cst_4 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x1xf32>
    %104 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%103 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = math.rsqrt %in : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x1xf32>
    %105 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%104 : tensor<4x64x1xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %106 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%99, %105 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.mulf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x48xf32>
    %107 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg14 : tensor<48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %108 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%106, %107 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.mulf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x48xf32>
    %109 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg10 : tensor<48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %110 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%108, %109 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.addf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x48xf32>
    %111 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%110, %arg11 : tensor<4x64x48xf32>, tensor<48x192xf32>) outs(%53 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.mulf %in, %in_22 : f32
      %243 = arith.addf %out, %242 : f32
      linalg.yield %243 : f32
    } -> tensor<4x64x192xf32>
    %112 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%111 : tensor<4x64x192xf32>) outs(%52 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.mulf %in, %in : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x192xf32>
    %113 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%112, %111 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%52 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.mulf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x192xf32>
    %114 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%113 : tensor<4x64x192xf32>) outs(%52 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.mulf %in, %cst_3 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x192xf32>
    %115 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%111, %114 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%52 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.addf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x192xf32>
    %116 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%115 : tensor<4x64x192xf32>) outs(%52 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.mulf %in, %cst_2 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x192xf32>
    %117 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%116 : tensor<4x64x192xf32>) outs(%52 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = math.tanh %in : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x192xf32>
    %118 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%117 : tensor<4x64x192xf32>) outs(%52 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.addf %in, %cst_1 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x192xf32>
    %119 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%118 : tensor<4x64x192xf32>) outs(%52 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.mulf %in, %cst_0 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x192xf32>
    %120 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%111, %119 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%52 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.mulf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x192xf32>
    %121 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%120, %arg12 : tensor<4x64x192xf32>, tensor<192x48xf32>) outs(%64 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.mulf %in, %in_22 : f32
      %243 = arith.addf %out, %242 : f32
      linalg.yield %243 : f32
    } -> tensor<4x64x48xf32>
    %122 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%95, %121 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.addf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x48xf32>
    %123 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%122 : tensor<4x64x48xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.addf %out, %in : f32
      linalg.yield %242 : f32
    } -> tensor<4x64xf32>
    %expanded_14 = tensor.expand_shape %123 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %124 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_14 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.divf %in, %cst_5 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x1xf32>
    %125 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%124 : tensor<4x64x1xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %126 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%122, %125 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.subf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x48xf32>
    %127 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%126 : tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.mulf %in, %in : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x48xf32>
    %128 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%127 : tensor<4x64x48xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.addf %out, %in : f32
      linalg.yield %242 : f32
    } -> tensor<4x64xf32>
    %expanded_15 = tensor.expand_shape %128 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %129 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_15 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.divf %in, %cst_5 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x1xf32>
    %130 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%129 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.addf %in, %cst_4 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x1xf32>
    %131 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%130 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = math.rsqrt %in : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x1xf32>
    %132 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%131 : tensor<4x64x1xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %133 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%126, %132 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.mulf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x48xf32>
    %134 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg21 : tensor<48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %135 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%133, %134 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.mulf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x48xf32>
    %136 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg17 : tensor<48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %137 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%135, %136 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.addf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x48xf32>
    %138 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%137 : tensor<4x64x48xf32>) outs(%19 : tensor<4x48x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x48x64xf32>
    %139 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%138, %arg23 : tensor<4x48x64xf32>, tensor<64x128xf32>) outs(%22 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.mulf %in, %in_22 : f32
      %243 = arith.addf %out, %242 : f32
      linalg.yield %243 : f32
    } -> tensor<4x48x128xf32>
    %140 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%139 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.mulf %in, %in : f32
      linalg.yield %242 : f32
    } -> tensor<4x48x128xf32>
    %141 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%140, %139 : tensor<4x48x128xf32>, tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.mulf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x48x128xf32>
    %142 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%141 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.mulf %in, %cst_3 : f32
      linalg.yield %242 : f32
    } -> tensor<4x48x128xf32>
    %143 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%139, %142 : tensor<4x48x128xf32>, tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.addf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x48x128xf32>
    %144 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%143 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.mulf %in, %cst_2 : f32
      linalg.yield %242 : f32
    } -> tensor<4x48x128xf32>
    %145 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%144 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = math.tanh %in : f32
      linalg.yield %242 : f32
    } -> tensor<4x48x128xf32>
    %146 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%145 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.addf %in, %cst_1 : f32
      linalg.yield %242 : f32
    } -> tensor<4x48x128xf32>
    %147 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%146 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.mulf %in, %cst_0 : f32
      linalg.yield %242 : f32
    } -> tensor<4x48x128xf32>
    %148 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%139, %147 : tensor<4x48x128xf32>, tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.mulf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x48x128xf32>
    %149 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%148, %arg24 : tensor<4x48x128xf32>, tensor<128x64xf32>) outs(%33 : tensor<4x48x64xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.mulf %in, %in_22 : f32
      %243 = arith.addf %out, %242 : f32
      linalg.yield %243 : f32
    } -> tensor<4x48x64xf32>
    %150 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%149 : tensor<4x48x64xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %151 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%122, %150 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.addf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x48xf32>
    %152 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%151 : tensor<4x64x48xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.addf %out, %in : f32
      linalg.yield %242 : f32
    } -> tensor<4x64xf32>
    %expanded_16 = tensor.expand_shape %152 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %153 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_16 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.divf %in, %cst_5 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x1xf32>
    %154 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%153 : tensor<4x64x1xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %155 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%151, %154 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.subf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x48xf32>
    %156 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%155 : tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.mulf %in, %in : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x48xf32>
    %157 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%156 : tensor<4x64x48xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.addf %out, %in : f32
      linalg.yield %242 : f32
    } -> tensor<4x64xf32>
    %expanded_17 = tensor.expand_shape %157 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %158 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_17 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.divf %in, %cst_5 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x1xf32>
    %159 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%158 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.addf %in, %cst_4 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x1xf32>
    %160 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%159 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = math.rsqrt %in : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x1xf32>
    %161 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%160 : tensor<4x64x1xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %162 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%155, %161 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.mulf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x48xf32>
    %163 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg22 : tensor<48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %164 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%162, %163 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.mulf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x48xf32>
    %165 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg18 : tensor<48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %166 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%164, %165 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.addf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x48xf32>
    %167 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%166, %arg19 : tensor<4x64x48xf32>, tensor<48x192xf32>) outs(%53 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.mulf %in, %in_22 : f32
      %243 = arith.addf %out, %242 : f32
      linalg.yield %243 : f32
    } -> tensor<4x64x192xf32>
    %168 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%167 : tensor<4x64x192xf32>) outs(%52 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.mulf %in, %in : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x192xf32>
    %169 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%168, %167 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%52 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.mulf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x192xf32>
    %170 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%169 : tensor<4x64x192xf32>) outs(%52 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.mulf %in, %cst_3 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x192xf32>
    %171 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%167, %170 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%52 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.addf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x192xf32>
    %172 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%171 : tensor<4x64x192xf32>) outs(%52 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.mulf %in, %cst_2 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x192xf32>
    %173 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%172 : tensor<4x64x192xf32>) outs(%52 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = math.tanh %in : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x192xf32>
    %174 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%173 : tensor<4x64x192xf32>) outs(%52 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.addf %in, %cst_1 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x192xf32>
    %175 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%174 : tensor<4x64x192xf32>) outs(%52 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.mulf %in, %cst_0 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x192xf32>
    %176 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%167, %175 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%52 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.mulf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x192xf32>
    %177 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%176, %arg20 : tensor<4x64x192xf32>, tensor<192x48xf32>) outs(%64 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.mulf %in, %in_22 : f32
      %243 = arith.addf %out, %242 : f32
      linalg.yield %243 : f32
    } -> tensor<4x64x48xf32>
    %178 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%151, %177 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.addf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x48xf32>
    %179 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%178 : tensor<4x64x48xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.addf %out, %in : f32
      linalg.yield %242 : f32
    } -> tensor<4x64xf32>
    %expanded_18 = tensor.expand_shape %179 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %180 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_18 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.divf %in, %cst_5 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x1xf32>
    %181 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%180 : tensor<4x64x1xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %182 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%178, %181 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.subf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x48xf32>
    %183 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%182 : tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.mulf %in, %in : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x48xf32>
    %184 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%183 : tensor<4x64x48xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.addf %out, %in : f32
      linalg.yield %242 : f32
    } -> tensor<4x64xf32>
    %expanded_19 = tensor.expand_shape %184 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %185 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_19 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.divf %in, %cst_5 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x1xf32>
    %186 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%185 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.addf %in, %cst_4 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x1xf32>
    %187 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%186 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = math.rsqrt %in : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x1xf32>
    %188 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%187 : tensor<4x64x1xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %189 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%182, %188 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.mulf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x48xf32>
    %190 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg29 : tensor<48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %191 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%189, %190 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.mulf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x48xf32>
    %192 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg25 : tensor<48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %193 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%191, %192 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.addf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x48xf32>
    %194 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%193 : tensor<4x64x48xf32>) outs(%19 : tensor<4x48x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x48x64xf32>
    %195 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%194, %arg31 : tensor<4x48x64xf32>, tensor<64x128xf32>) outs(%22 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.mulf %in, %in_22 : f32
      %243 = arith.addf %out, %242 : f32
      linalg.yield %243 : f32
    } -> tensor<4x48x128xf32>
    %196 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%195 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.mulf %in, %in : f32
      linalg.yield %242 : f32
    } -> tensor<4x48x128xf32>
    %197 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%196, %195 : tensor<4x48x128xf32>, tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.mulf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x48x128xf32>
    %198 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%197 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.mulf %in, %cst_3 : f32
      linalg.yield %242 : f32
    } -> tensor<4x48x128xf32>
    %199 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%195, %198 : tensor<4x48x128xf32>, tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.addf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x48x128xf32>
    %200 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%199 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.mulf %in, %cst_2 : f32
      linalg.yield %242 : f32
    } -> tensor<4x48x128xf32>
    %201 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%200 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = math.tanh %in : f32
      linalg.yield %242 : f32
    } -> tensor<4x48x128xf32>
    %202 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%201 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.addf %in, %cst_1 : f32
      linalg.yield %242 : f32
    } -> tensor<4x48x128xf32>
    %203 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%202 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.mulf %in, %cst_0 : f32
      linalg.yield %242 : f32
    } -> tensor<4x48x128xf32>
    %204 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%195, %203 : tensor<4x48x128xf32>, tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.mulf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x48x128xf32>
    %205 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%204, %arg32 : tensor<4x48x128xf32>, tensor<128x64xf32>) outs(%33 : tensor<4x48x64xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.mulf %in, %in_22 : f32
      %243 = arith.addf %out, %242 : f32
      linalg.yield %243 : f32
    } -> tensor<4x48x64xf32>
    %206 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%205 : tensor<4x48x64xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %207 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%178, %206 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.addf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x48xf32>
    %208 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%207 : tensor<4x64x48xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.addf %out, %in : f32
      linalg.yield %242 : f32
    } -> tensor<4x64xf32>
    %expanded_20 = tensor.expand_shape %208 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %209 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_20 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.divf %in, %cst_5 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x1xf32>
    %210 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%209 : tensor<4x64x1xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %211 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%207, %210 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.subf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x48xf32>
    %212 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%211 : tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.mulf %in, %in : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x48xf32>
    %213 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%212 : tensor<4x64x48xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.addf %out, %in : f32
      linalg.yield %242 : f32
    } -> tensor<4x64xf32>
    %expanded_21 = tensor.expand_shape %213 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %214 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_21 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.divf %in, %cst_5 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x1xf32>
    %215 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%214 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.addf %in, %cst_4 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x1xf32>
    %216 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%215 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = math.rsqrt %in : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x1xf32>
    %217 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%216 : tensor<4x64x1xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %218 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%211, %217 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.mulf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x48xf32>
    %219 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg30 : tensor<48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %220 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%218, %219 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.mulf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x48xf32>
    %221 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg26 : tensor<48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %222 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%220, %221 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.addf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x48xf32>
    %223 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%222, %arg27 : tensor<4x64x48xf32>, tensor<48x192xf32>) outs(%53 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.mulf %in, %in_22 : f32
      %243 = arith.addf %out, %242 : f32
      linalg.yield %243 : f32
    } -> tensor<4x64x192xf32>
    %224 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%223 : tensor<4x64x192xf32>) outs(%52 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.mulf %in, %in : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x192xf32>
    %225 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%224, %223 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%52 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.mulf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x192xf32>
    %226 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%225 : tensor<4x64x192xf32>) outs(%52 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.mulf %in, %cst_3 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x192xf32>
    %227 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%223, %226 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%52 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.addf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x192xf32>
    %228 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%227 : tensor<4x64x192xf32>) outs(%52 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.mulf %in, %cst_2 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x192xf32>
    %229 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%228 : tensor<4x64x192xf32>) outs(%52 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = math.tanh %in : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x192xf32>
    %230 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%229 : tensor<4x64x192xf32>) outs(%52 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.addf %in, %cst_1 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x192xf32>
    %231 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%230 : tensor<4x64x192xf32>) outs(%52 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.mulf %in, %cst_0 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x192xf32>
    %232 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%223, %231 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%52 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.mulf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x192xf32>
    %233 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%232, %arg28 : tensor<4x64x192xf32>, tensor<192x48xf32>) outs(%64 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.mulf %in, %in_22 : f32
      %243 = arith.addf %out, %242 : f32
      linalg.yield %243 : f32
    } -> tensor<4x64x48xf32>
    %234 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%207, %233 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %242 = arith.addf %in, %in_22 : f32
      linalg.yield %242 : f32
    } -> tensor<4x64x48xf32>
    %235 = tensor.empty() : tensor<4x48xf32>
    %236 = linalg.fill ins(%cst_6 : f32) outs(%235 : tensor<4x48xf32>) -> tensor<4x48xf32>
    %237 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%234 : tensor<4x64x48xf32>) outs(%236 : tensor<4x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.addf %out, %in : f32
      linalg.yield %242 : f32
    } -> tensor<4x48xf32>
    %238 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%237 : tensor<4x48xf32>) outs(%235 : tensor<4x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %242 = arith.divf %in, %cst : f32
      linalg.yield %242 : f32
    } -> tensor<4x48xf32>
    %239 = tensor.empty() : tensor<4x10xf32>
    %240 = linalg.fill ins(%cst_6 : f32) outs(%239 : tensor<4x10xf32>) -> tensor<4x10xf32>
    %241 = linalg.matmul ins(%238, %arg33 : tensor<4x48xf32>, tensor<48x10xf32>) outs(%240 : tensor<4x10xf32>) -> tensor<4x10xf32>
    return %241 : tensor<4x10xf32>
  }
}

