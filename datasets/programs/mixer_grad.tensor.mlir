#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map3 = affine_map<(d0, d1, d2) -> (d2)>
#map4 = affine_map<(d0, d1, d2) -> (d0, d2, d1)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d3, d2)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map8 = affine_map<(d0, d1) -> (d0, d1)>
#map9 = affine_map<(d0, d1, d2) -> (d2, d0)>
#map10 = affine_map<(d0, d1, d2) -> (d2, d1)>
#map11 = affine_map<(d0, d1) -> (d1, d0)>
#map12 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map13 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map14 = affine_map<(d0, d1, d2, d3) -> (d2, d3, d0)>
#map15 = affine_map<(d0, d1, d2, d3) -> (d2, d3, d1)>
#map16 = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
#map17 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#map18 = affine_map<(d0, d1, d2) -> (d1, d2, d0)>
#map19 = affine_map<(d0, d1, d2) -> (d0)>
module @jit_mixer_grad {
  func.func public @main(%arg0: tensor<48xf32>, %arg1: tensor<48xf32>, %arg2: tensor<48x192xf32>, %arg3: tensor<192x48xf32>, %arg4: tensor<48xf32>, %arg5: tensor<48xf32>, %arg6: tensor<64x128xf32>, %arg7: tensor<128x64xf32>, %arg8: tensor<48xf32>, %arg9: tensor<48xf32>, %arg10: tensor<48x192xf32>, %arg11: tensor<192x48xf32>, %arg12: tensor<48xf32>, %arg13: tensor<48xf32>, %arg14: tensor<64x128xf32>, %arg15: tensor<128x64xf32>, %arg16: tensor<48xf32>, %arg17: tensor<48xf32>, %arg18: tensor<48x192xf32>, %arg19: tensor<192x48xf32>, %arg20: tensor<48xf32>, %arg21: tensor<48xf32>, %arg22: tensor<64x128xf32>, %arg23: tensor<128x64xf32>, %arg24: tensor<48xf32>, %arg25: tensor<48xf32>, %arg26: tensor<48x192xf32>, %arg27: tensor<192x48xf32>, %arg28: tensor<48xf32>, %arg29: tensor<48xf32>, %arg30: tensor<64x128xf32>, %arg31: tensor<128x64xf32>, %arg32: tensor<48x10xf32>, %arg33: tensor<4x64x48xf32>) -> (tensor<48xf32>, tensor<48xf32>, tensor<48x192xf32>, tensor<192x48xf32>, tensor<48xf32>, tensor<48xf32>, tensor<64x128xf32>, tensor<128x64xf32>, tensor<48xf32>, tensor<48xf32>, tensor<48x192xf32>, tensor<192x48xf32>, tensor<48xf32>, tensor<48xf32>, tensor<64x128xf32>, tensor<128x64xf32>, tensor<48xf32>, tensor<48xf32>, tensor<48x192xf32>, tensor<192x48xf32>, tensor<48xf32>, tensor<48xf32>, tensor<64x128xf32>, tensor<128x64xf32>, tensor<48xf32>, tensor<48xf32>, tensor<48x192xf32>, tensor<192x48xf32>, tensor<48xf32>, tensor<48xf32>, tensor<64x128xf32>, tensor<128x64xf32>, tensor<48x10xf32>) {
    %cst = arith.constant 6.400000e+01 : f32
    %cst_0 = arith.constant -5.000000e-01 : f32
    %cst_1 = arith.constant 2.000000e+00 : f32
    %cst_2 = arith.constant 5.000000e-01 : f32
    %cst_3 = arith.constant 1.000000e+00 : f32
    %cst_4 = arith.constant 0.797884583 : f32
    %cst_5 = arith.constant 4.471500e-02 : f32
    %cst_6 = arith.constant 3.000000e+00 : f32
    %cst_7 = arith.constant 9.99999974E-6 : f32
    %cst_8 = arith.constant 4.800000e+01 : f32
    %cst_9 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<4x64xf32>
    %1 = linalg.fill ins(%cst_9 : f32) outs(%0 : tensor<4x64xf32>) -> tensor<4x64xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg33 : tensor<4x64x48xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64xf32>
    %expanded = tensor.expand_shape %2 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %3 = tensor.empty() : tensor<4x64x1xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.divf %in, %cst_8 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %5 = tensor.empty() : tensor<4x64x48xf32>
    %6 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4 : tensor<4x64x1xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg33, %6 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.subf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7 : tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%8 : tensor<4x64x48xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64xf32>
    %expanded_10 = tensor.expand_shape %9 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_10 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.divf %in, %cst_8 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %in, %cst_7 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = math.rsqrt %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %13 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12 : tensor<4x64x1xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7, %13 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %15 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg4 : tensor<48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14, %15 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %17 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16, %17 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %19 = tensor.empty() : tensor<4x48x64xf32>
    %20 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18 : tensor<4x64x48xf32>) outs(%19 : tensor<4x48x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x48x64xf32>
    %21 = tensor.empty() : tensor<4x48x128xf32>
    %22 = linalg.fill ins(%cst_9 : f32) outs(%21 : tensor<4x48x128xf32>) -> tensor<4x48x128xf32>
    %23 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%20, %arg6 : tensor<4x48x64xf32>, tensor<64x128xf32>) outs(%22 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      %623 = arith.addf %out, %622 : f32
      linalg.yield %623 : f32
    } -> tensor<4x48x128xf32>
    %24 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %25 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%24, %23 : tensor<4x48x128xf32>, tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %26 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%24 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_6 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %27 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%25 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_5 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %28 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23, %27 : tensor<4x48x128xf32>, tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %29 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%28 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_4 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %30 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%29 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = math.tanh %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %31 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%30 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.subf %cst_3, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %32 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%30 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %in, %cst_3 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %33 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%32 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_2 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %34 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23, %33 : tensor<4x48x128xf32>, tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %35 = linalg.fill ins(%cst_9 : f32) outs(%19 : tensor<4x48x64xf32>) -> tensor<4x48x64xf32>
    %36 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%34, %arg7 : tensor<4x48x128xf32>, tensor<128x64xf32>) outs(%35 : tensor<4x48x64xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      %623 = arith.addf %out, %622 : f32
      linalg.yield %623 : f32
    } -> tensor<4x48x64xf32>
    %37 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%36 : tensor<4x48x64xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %38 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg33, %37 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %39 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%38 : tensor<4x64x48xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64xf32>
    %expanded_11 = tensor.expand_shape %39 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %40 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_11 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.divf %in, %cst_8 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %41 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%40 : tensor<4x64x1xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %42 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%38, %41 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.subf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %43 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%42 : tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %44 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%42 : tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_1 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %45 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%43 : tensor<4x64x48xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64xf32>
    %expanded_12 = tensor.expand_shape %45 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %46 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_12 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.divf %in, %cst_8 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %47 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%46 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %in, %cst_7 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %48 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%47 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = math.rsqrt %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %49 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%48, %47 : tensor<4x64x1xf32>, tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.divf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %50 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%49 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_0 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %51 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%48 : tensor<4x64x1xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %52 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%42, %51 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %53 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg5 : tensor<48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %54 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%52, %53 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %55 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg1 : tensor<48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %56 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%54, %55 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %57 = tensor.empty() : tensor<4x64x192xf32>
    %58 = linalg.fill ins(%cst_9 : f32) outs(%57 : tensor<4x64x192xf32>) -> tensor<4x64x192xf32>
    %59 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%56, %arg2 : tensor<4x64x48xf32>, tensor<48x192xf32>) outs(%58 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      %623 = arith.addf %out, %622 : f32
      linalg.yield %623 : f32
    } -> tensor<4x64x192xf32>
    %60 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%59 : tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %61 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%60, %59 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %62 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%60 : tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_6 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %63 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%61 : tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_5 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %64 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%59, %63 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %65 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%64 : tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_4 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %66 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%65 : tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = math.tanh %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %67 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%66 : tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.subf %cst_3, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %68 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%66 : tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %in, %cst_3 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %69 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%68 : tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_2 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %70 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%59, %69 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %71 = linalg.fill ins(%cst_9 : f32) outs(%5 : tensor<4x64x48xf32>) -> tensor<4x64x48xf32>
    %72 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%70, %arg3 : tensor<4x64x192xf32>, tensor<192x48xf32>) outs(%71 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      %623 = arith.addf %out, %622 : f32
      linalg.yield %623 : f32
    } -> tensor<4x64x48xf32>
    %73 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%38, %72 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %74 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%73 : tensor<4x64x48xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64xf32>
    %expanded_13 = tensor.expand_shape %74 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %75 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_13 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.divf %in, %cst_8 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %76 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%75 : tensor<4x64x1xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %77 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%73, %76 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.subf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %78 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%77 : tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %79 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%77 : tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_1 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %80 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%78 : tensor<4x64x48xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64xf32>
    %expanded_14 = tensor.expand_shape %80 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %81 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_14 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.divf %in, %cst_8 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %82 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%81 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %in, %cst_7 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %83 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%82 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = math.rsqrt %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %84 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%83, %82 : tensor<4x64x1xf32>, tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.divf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %85 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%84 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_0 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %86 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%83 : tensor<4x64x1xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %87 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%77, %86 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %88 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg12 : tensor<48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %89 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%87, %88 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %90 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg8 : tensor<48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %91 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%89, %90 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %92 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%91 : tensor<4x64x48xf32>) outs(%19 : tensor<4x48x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x48x64xf32>
    %93 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%92, %arg14 : tensor<4x48x64xf32>, tensor<64x128xf32>) outs(%22 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      %623 = arith.addf %out, %622 : f32
      linalg.yield %623 : f32
    } -> tensor<4x48x128xf32>
    %94 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%93 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %95 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%94, %93 : tensor<4x48x128xf32>, tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %96 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%94 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_6 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %97 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%95 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_5 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %98 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%93, %97 : tensor<4x48x128xf32>, tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %99 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%98 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_4 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %100 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%99 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = math.tanh %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %101 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%100 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.subf %cst_3, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %102 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%100 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %in, %cst_3 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %103 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%102 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_2 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %104 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%93, %103 : tensor<4x48x128xf32>, tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %105 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%104, %arg15 : tensor<4x48x128xf32>, tensor<128x64xf32>) outs(%35 : tensor<4x48x64xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      %623 = arith.addf %out, %622 : f32
      linalg.yield %623 : f32
    } -> tensor<4x48x64xf32>
    %106 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%105 : tensor<4x48x64xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %107 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%73, %106 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %108 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%107 : tensor<4x64x48xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64xf32>
    %expanded_15 = tensor.expand_shape %108 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %109 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_15 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.divf %in, %cst_8 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %110 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%109 : tensor<4x64x1xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %111 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%107, %110 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.subf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %112 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%111 : tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %113 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%111 : tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_1 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %114 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%112 : tensor<4x64x48xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64xf32>
    %expanded_16 = tensor.expand_shape %114 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %115 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_16 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.divf %in, %cst_8 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %116 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%115 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %in, %cst_7 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %117 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%116 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = math.rsqrt %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %118 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%117, %116 : tensor<4x64x1xf32>, tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.divf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %119 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%118 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_0 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %120 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%117 : tensor<4x64x1xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %121 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%111, %120 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %122 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg13 : tensor<48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %123 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%121, %122 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %124 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg9 : tensor<48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %125 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%123, %124 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %126 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%125, %arg10 : tensor<4x64x48xf32>, tensor<48x192xf32>) outs(%58 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      %623 = arith.addf %out, %622 : f32
      linalg.yield %623 : f32
    } -> tensor<4x64x192xf32>
    %127 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%126 : tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %128 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%127, %126 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %129 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%127 : tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_6 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %130 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%128 : tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_5 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %131 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%126, %130 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %132 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%131 : tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_4 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %133 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%132 : tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = math.tanh %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %134 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%133 : tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.subf %cst_3, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %135 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%133 : tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %in, %cst_3 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %136 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%135 : tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_2 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %137 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%126, %136 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %138 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%137, %arg11 : tensor<4x64x192xf32>, tensor<192x48xf32>) outs(%71 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      %623 = arith.addf %out, %622 : f32
      linalg.yield %623 : f32
    } -> tensor<4x64x48xf32>
    %139 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%107, %138 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %140 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%139 : tensor<4x64x48xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64xf32>
    %expanded_17 = tensor.expand_shape %140 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %141 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_17 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.divf %in, %cst_8 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %142 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%141 : tensor<4x64x1xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %143 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%139, %142 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.subf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %144 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%143 : tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %145 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%143 : tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_1 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %146 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%144 : tensor<4x64x48xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64xf32>
    %expanded_18 = tensor.expand_shape %146 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %147 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_18 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.divf %in, %cst_8 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %148 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%147 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %in, %cst_7 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %149 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%148 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = math.rsqrt %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %150 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%149, %148 : tensor<4x64x1xf32>, tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.divf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %151 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%150 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_0 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %152 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%149 : tensor<4x64x1xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %153 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%143, %152 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %154 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg20 : tensor<48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %155 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%153, %154 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %156 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg16 : tensor<48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %157 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%155, %156 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %158 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%157 : tensor<4x64x48xf32>) outs(%19 : tensor<4x48x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x48x64xf32>
    %159 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%158, %arg22 : tensor<4x48x64xf32>, tensor<64x128xf32>) outs(%22 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      %623 = arith.addf %out, %622 : f32
      linalg.yield %623 : f32
    } -> tensor<4x48x128xf32>
    %160 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%159 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %161 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%160, %159 : tensor<4x48x128xf32>, tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %162 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%160 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_6 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %163 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%161 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_5 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %164 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%159, %163 : tensor<4x48x128xf32>, tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %165 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%164 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_4 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %166 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%165 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = math.tanh %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %167 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%166 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.subf %cst_3, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %168 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%166 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %in, %cst_3 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %169 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%168 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_2 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %170 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%159, %169 : tensor<4x48x128xf32>, tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %171 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%170, %arg23 : tensor<4x48x128xf32>, tensor<128x64xf32>) outs(%35 : tensor<4x48x64xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      %623 = arith.addf %out, %622 : f32
      linalg.yield %623 : f32
    } -> tensor<4x48x64xf32>
    %172 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%171 : tensor<4x48x64xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %173 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%139, %172 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %174 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%173 : tensor<4x64x48xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64xf32>
    %expanded_19 = tensor.expand_shape %174 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %175 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_19 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.divf %in, %cst_8 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %176 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%175 : tensor<4x64x1xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %177 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%173, %176 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.subf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %178 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%177 : tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %179 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%177 : tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_1 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %180 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%178 : tensor<4x64x48xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64xf32>
    %expanded_20 = tensor.expand_shape %180 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %181 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_20 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.divf %in, %cst_8 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %182 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%181 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %in, %cst_7 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %183 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%182 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = math.rsqrt %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %184 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%183, %182 : tensor<4x64x1xf32>, tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.divf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %185 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%184 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_0 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %186 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%183 : tensor<4x64x1xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %187 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%177, %186 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %188 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg21 : tensor<48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %189 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%187, %188 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %190 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg17 : tensor<48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %191 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%189, %190 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %192 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%191, %arg18 : tensor<4x64x48xf32>, tensor<48x192xf32>) outs(%58 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      %623 = arith.addf %out, %622 : f32
      linalg.yield %623 : f32
    } -> tensor<4x64x192xf32>
    %193 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%192 : tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %194 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%193, %192 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %195 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%193 : tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_6 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %196 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%194 : tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_5 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %197 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%192, %196 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %198 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%197 : tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_4 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %199 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%198 : tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = math.tanh %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %200 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%199 : tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.subf %cst_3, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %201 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%199 : tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %in, %cst_3 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %202 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%201 : tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_2 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %203 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%192, %202 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %204 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%203, %arg19 : tensor<4x64x192xf32>, tensor<192x48xf32>) outs(%71 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      %623 = arith.addf %out, %622 : f32
      linalg.yield %623 : f32
    } -> tensor<4x64x48xf32>
    %205 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%173, %204 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %206 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%205 : tensor<4x64x48xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64xf32>
    %expanded_21 = tensor.expand_shape %206 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %207 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_21 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.divf %in, %cst_8 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %208 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%207 : tensor<4x64x1xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %209 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%205, %208 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.subf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %210 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%209 : tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %211 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%209 : tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_1 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %212 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%210 : tensor<4x64x48xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64xf32>
    %expanded_22 = tensor.expand_shape %212 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %213 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_22 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.divf %in, %cst_8 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %214 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%213 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %in, %cst_7 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %215 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%214 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = math.rsqrt %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %216 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%215, %214 : tensor<4x64x1xf32>, tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.divf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %217 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%216 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_0 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %218 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%215 : tensor<4x64x1xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %219 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%209, %218 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %220 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg28 : tensor<48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %221 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%219, %220 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %222 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg24 : tensor<48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %223 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%221, %222 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %224 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%223 : tensor<4x64x48xf32>) outs(%19 : tensor<4x48x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x48x64xf32>
    %225 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%224, %arg30 : tensor<4x48x64xf32>, tensor<64x128xf32>) outs(%22 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      %623 = arith.addf %out, %622 : f32
      linalg.yield %623 : f32
    } -> tensor<4x48x128xf32>
    %226 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%225 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %227 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%226, %225 : tensor<4x48x128xf32>, tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %228 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%226 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_6 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %229 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%227 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_5 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %230 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%225, %229 : tensor<4x48x128xf32>, tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %231 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%230 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_4 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %232 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%231 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = math.tanh %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %233 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%232 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.subf %cst_3, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %234 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%232 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %in, %cst_3 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %235 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%234 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_2 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %236 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%225, %235 : tensor<4x48x128xf32>, tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %237 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%236, %arg31 : tensor<4x48x128xf32>, tensor<128x64xf32>) outs(%35 : tensor<4x48x64xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      %623 = arith.addf %out, %622 : f32
      linalg.yield %623 : f32
    } -> tensor<4x48x64xf32>
    %238 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%237 : tensor<4x48x64xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %239 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%205, %238 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %240 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%239 : tensor<4x64x48xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64xf32>
    %expanded_23 = tensor.expand_shape %240 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %241 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_23 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.divf %in, %cst_8 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %242 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%241 : tensor<4x64x1xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %243 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%239, %242 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.subf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %244 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%243 : tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %245 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%243 : tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_1 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %246 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%244 : tensor<4x64x48xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64xf32>
    %expanded_24 = tensor.expand_shape %246 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %247 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_24 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.divf %in, %cst_8 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %248 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%247 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %in, %cst_7 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %249 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%248 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = math.rsqrt %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %250 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%249, %248 : tensor<4x64x1xf32>, tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.divf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %251 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%250 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_0 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %252 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%249 : tensor<4x64x1xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %253 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%243, %252 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %254 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg29 : tensor<48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %255 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%253, %254 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %256 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg25 : tensor<48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %257 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%255, %256 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %258 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%257, %arg26 : tensor<4x64x48xf32>, tensor<48x192xf32>) outs(%58 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      %623 = arith.addf %out, %622 : f32
      linalg.yield %623 : f32
    } -> tensor<4x64x192xf32>
    %259 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%258 : tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %260 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%259, %258 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %261 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%259 : tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_6 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %262 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%260 : tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_5 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %263 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%258, %262 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %264 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%263 : tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_4 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %265 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%264 : tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = math.tanh %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %266 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%265 : tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.subf %cst_3, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %267 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%265 : tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %in, %cst_3 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %268 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%267 : tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_2 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %269 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%258, %268 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %270 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%269, %arg27 : tensor<4x64x192xf32>, tensor<192x48xf32>) outs(%71 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      %623 = arith.addf %out, %622 : f32
      linalg.yield %623 : f32
    } -> tensor<4x64x48xf32>
    %271 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%239, %270 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %272 = tensor.empty() : tensor<4x48xf32>
    %273 = linalg.fill ins(%cst_9 : f32) outs(%272 : tensor<4x48xf32>) -> tensor<4x48xf32>
    %274 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%271 : tensor<4x64x48xf32>) outs(%273 : tensor<4x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x48xf32>
    %275 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%274 : tensor<4x48xf32>) outs(%272 : tensor<4x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.divf %in, %cst : f32
      linalg.yield %622 : f32
    } -> tensor<4x48xf32>
    %276 = tensor.empty() : tensor<4x10xf32>
    %277 = linalg.fill ins(%cst_9 : f32) outs(%276 : tensor<4x10xf32>) -> tensor<4x10xf32>
    %278 = linalg.matmul ins(%275, %arg32 : tensor<4x48xf32>, tensor<48x10xf32>) outs(%277 : tensor<4x10xf32>) -> tensor<4x10xf32>
    %279 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%278 : tensor<4x10xf32>) outs(%276 : tensor<4x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_1 : f32
      linalg.yield %622 : f32
    } -> tensor<4x10xf32>
    %280 = tensor.empty() : tensor<10x48xf32>
    %281 = linalg.fill ins(%cst_9 : f32) outs(%280 : tensor<10x48xf32>) -> tensor<10x48xf32>
    %282 = linalg.generic {indexing_maps = [#map9, #map10, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%279, %275 : tensor<4x10xf32>, tensor<4x48xf32>) outs(%281 : tensor<10x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      %623 = arith.addf %out, %622 : f32
      linalg.yield %623 : f32
    } -> tensor<10x48xf32>
    %283 = tensor.empty() : tensor<48x10xf32>
    %284 = linalg.generic {indexing_maps = [#map11, #map8], iterator_types = ["parallel", "parallel"]} ins(%282 : tensor<10x48xf32>) outs(%283 : tensor<48x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<48x10xf32>
    %285 = linalg.generic {indexing_maps = [#map12, #map13, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%279, %arg32 : tensor<4x10xf32>, tensor<48x10xf32>) outs(%273 : tensor<4x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      %623 = arith.addf %out, %622 : f32
      linalg.yield %623 : f32
    } -> tensor<4x48xf32>
    %286 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%285 : tensor<4x48xf32>) outs(%272 : tensor<4x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.divf %in, %cst : f32
      linalg.yield %622 : f32
    } -> tensor<4x48xf32>
    %287 = linalg.generic {indexing_maps = [#map12, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%286 : tensor<4x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %288 = tensor.empty() : tensor<48x192xf32>
    %289 = linalg.fill ins(%cst_9 : f32) outs(%288 : tensor<48x192xf32>) -> tensor<48x192xf32>
    %290 = linalg.generic {indexing_maps = [#map14, #map15, #map16], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%287, %269 : tensor<4x64x48xf32>, tensor<4x64x192xf32>) outs(%289 : tensor<48x192xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      %623 = arith.addf %out, %622 : f32
      linalg.yield %623 : f32
    } -> tensor<48x192xf32>
    %291 = tensor.empty() : tensor<192x48xf32>
    %292 = linalg.generic {indexing_maps = [#map11, #map8], iterator_types = ["parallel", "parallel"]} ins(%290 : tensor<48x192xf32>) outs(%291 : tensor<192x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<192x48xf32>
    %293 = linalg.generic {indexing_maps = [#map5, #map17, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%287, %arg27 : tensor<4x64x48xf32>, tensor<192x48xf32>) outs(%58 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      %623 = arith.addf %out, %622 : f32
      linalg.yield %623 : f32
    } -> tensor<4x64x192xf32>
    %294 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%258, %293 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %295 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%293, %268 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %296 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%294 : tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_2 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %297 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%296, %266 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %298 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%297, %265 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %299 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%297, %298 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %300 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%299 : tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_4 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %301 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%295, %300 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %302 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%300 : tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_5 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %303 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%302, %261 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %304 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%301, %303 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %305 = linalg.fill ins(%cst_9 : f32) outs(%291 : tensor<192x48xf32>) -> tensor<192x48xf32>
    %306 = linalg.generic {indexing_maps = [#map14, #map15, #map16], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%304, %257 : tensor<4x64x192xf32>, tensor<4x64x48xf32>) outs(%305 : tensor<192x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      %623 = arith.addf %out, %622 : f32
      linalg.yield %623 : f32
    } -> tensor<192x48xf32>
    %307 = linalg.generic {indexing_maps = [#map11, #map8], iterator_types = ["parallel", "parallel"]} ins(%306 : tensor<192x48xf32>) outs(%288 : tensor<48x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<48x192xf32>
    %308 = linalg.generic {indexing_maps = [#map5, #map17, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%304, %arg26 : tensor<4x64x192xf32>, tensor<48x192xf32>) outs(%71 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      %623 = arith.addf %out, %622 : f32
      linalg.yield %623 : f32
    } -> tensor<4x64x48xf32>
    %309 = tensor.empty() : tensor<48xf32>
    %310 = linalg.fill ins(%cst_9 : f32) outs(%309 : tensor<48xf32>) -> tensor<48xf32>
    %311 = linalg.generic {indexing_maps = [#map18, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%308 : tensor<4x64x48xf32>) outs(%310 : tensor<48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<48xf32>
    %expanded_25 = tensor.expand_shape %311 [[0, 1, 2]] output_shape [1, 1, 48] : tensor<48xf32> into tensor<1x1x48xf32>
    %312 = linalg.generic {indexing_maps = [#map18, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_25 : tensor<1x1x48xf32>) outs(%310 : tensor<48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<48xf32>
    %313 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%253, %308 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %314 = linalg.generic {indexing_maps = [#map18, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%313 : tensor<4x64x48xf32>) outs(%310 : tensor<48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<48xf32>
    %expanded_26 = tensor.expand_shape %314 [[0, 1, 2]] output_shape [1, 1, 48] : tensor<48xf32> into tensor<1x1x48xf32>
    %315 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%308, %254 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %316 = linalg.generic {indexing_maps = [#map18, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_26 : tensor<1x1x48xf32>) outs(%310 : tensor<48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<48xf32>
    %317 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%243, %315 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %318 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%317 : tensor<4x64x48xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64xf32>
    %expanded_27 = tensor.expand_shape %318 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %319 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%315, %252 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %320 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_27, %251 : tensor<4x64x1xf32>, tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %321 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%319 : tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.negf %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %322 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%321 : tensor<4x64x48xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64xf32>
    %expanded_28 = tensor.expand_shape %322 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %323 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%287, %319 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %324 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%320 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.divf %in, %cst_8 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %325 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%324 : tensor<4x64x1xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64xf32>
    %326 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%325 : tensor<4x64xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %327 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%326, %245 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %328 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%327 : tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.negf %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %329 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%328 : tensor<4x64x48xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64xf32>
    %expanded_29 = tensor.expand_shape %329 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %330 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%323, %327 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %331 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_28, %expanded_29 : tensor<4x64x1xf32>, tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %332 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%331 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.divf %in, %cst_8 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %333 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%332 : tensor<4x64x1xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64xf32>
    %334 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%333 : tensor<4x64xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %335 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%330, %334 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %336 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%335 : tensor<4x64x48xf32>) outs(%19 : tensor<4x48x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x48x64xf32>
    %337 = tensor.empty() : tensor<64x128xf32>
    %338 = linalg.fill ins(%cst_9 : f32) outs(%337 : tensor<64x128xf32>) -> tensor<64x128xf32>
    %339 = linalg.generic {indexing_maps = [#map14, #map15, #map16], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%336, %236 : tensor<4x48x64xf32>, tensor<4x48x128xf32>) outs(%338 : tensor<64x128xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      %623 = arith.addf %out, %622 : f32
      linalg.yield %623 : f32
    } -> tensor<64x128xf32>
    %340 = tensor.empty() : tensor<128x64xf32>
    %341 = linalg.generic {indexing_maps = [#map11, #map8], iterator_types = ["parallel", "parallel"]} ins(%339 : tensor<64x128xf32>) outs(%340 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x64xf32>
    %342 = linalg.generic {indexing_maps = [#map5, #map17, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%336, %arg31 : tensor<4x48x64xf32>, tensor<128x64xf32>) outs(%22 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      %623 = arith.addf %out, %622 : f32
      linalg.yield %623 : f32
    } -> tensor<4x48x128xf32>
    %343 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%225, %342 : tensor<4x48x128xf32>, tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %344 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%342, %235 : tensor<4x48x128xf32>, tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %345 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%343 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_2 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %346 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%345, %233 : tensor<4x48x128xf32>, tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %347 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%346, %232 : tensor<4x48x128xf32>, tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %348 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%346, %347 : tensor<4x48x128xf32>, tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %349 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%348 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_4 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %350 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%344, %349 : tensor<4x48x128xf32>, tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %351 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%349 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_5 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %352 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%351, %228 : tensor<4x48x128xf32>, tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %353 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%350, %352 : tensor<4x48x128xf32>, tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %354 = linalg.fill ins(%cst_9 : f32) outs(%340 : tensor<128x64xf32>) -> tensor<128x64xf32>
    %355 = linalg.generic {indexing_maps = [#map14, #map15, #map16], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%353, %224 : tensor<4x48x128xf32>, tensor<4x48x64xf32>) outs(%354 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      %623 = arith.addf %out, %622 : f32
      linalg.yield %623 : f32
    } -> tensor<128x64xf32>
    %356 = linalg.generic {indexing_maps = [#map11, #map8], iterator_types = ["parallel", "parallel"]} ins(%355 : tensor<128x64xf32>) outs(%337 : tensor<64x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x128xf32>
    %357 = linalg.generic {indexing_maps = [#map5, #map17, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%353, %arg30 : tensor<4x48x128xf32>, tensor<64x128xf32>) outs(%35 : tensor<4x48x64xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      %623 = arith.addf %out, %622 : f32
      linalg.yield %623 : f32
    } -> tensor<4x48x64xf32>
    %358 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%357 : tensor<4x48x64xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %359 = linalg.generic {indexing_maps = [#map18, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%358 : tensor<4x64x48xf32>) outs(%310 : tensor<48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<48xf32>
    %expanded_30 = tensor.expand_shape %359 [[0, 1, 2]] output_shape [1, 1, 48] : tensor<48xf32> into tensor<1x1x48xf32>
    %360 = linalg.generic {indexing_maps = [#map18, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_30 : tensor<1x1x48xf32>) outs(%310 : tensor<48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<48xf32>
    %361 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%219, %358 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %362 = linalg.generic {indexing_maps = [#map18, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%361 : tensor<4x64x48xf32>) outs(%310 : tensor<48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<48xf32>
    %expanded_31 = tensor.expand_shape %362 [[0, 1, 2]] output_shape [1, 1, 48] : tensor<48xf32> into tensor<1x1x48xf32>
    %363 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%358, %220 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %364 = linalg.generic {indexing_maps = [#map18, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_31 : tensor<1x1x48xf32>) outs(%310 : tensor<48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<48xf32>
    %365 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%209, %363 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %366 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%365 : tensor<4x64x48xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64xf32>
    %expanded_32 = tensor.expand_shape %366 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %367 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%363, %218 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %368 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_32, %217 : tensor<4x64x1xf32>, tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %369 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%367 : tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.negf %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %370 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%369 : tensor<4x64x48xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64xf32>
    %expanded_33 = tensor.expand_shape %370 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %371 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%335, %367 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %372 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%368 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.divf %in, %cst_8 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %373 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%372 : tensor<4x64x1xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64xf32>
    %374 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%373 : tensor<4x64xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %375 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%374, %211 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %376 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%375 : tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.negf %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %377 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%376 : tensor<4x64x48xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64xf32>
    %expanded_34 = tensor.expand_shape %377 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %378 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%371, %375 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %379 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_33, %expanded_34 : tensor<4x64x1xf32>, tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %380 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%379 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.divf %in, %cst_8 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %381 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%380 : tensor<4x64x1xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64xf32>
    %382 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%381 : tensor<4x64xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %383 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%378, %382 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %384 = linalg.generic {indexing_maps = [#map14, #map15, #map16], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%383, %203 : tensor<4x64x48xf32>, tensor<4x64x192xf32>) outs(%289 : tensor<48x192xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      %623 = arith.addf %out, %622 : f32
      linalg.yield %623 : f32
    } -> tensor<48x192xf32>
    %385 = linalg.generic {indexing_maps = [#map11, #map8], iterator_types = ["parallel", "parallel"]} ins(%384 : tensor<48x192xf32>) outs(%291 : tensor<192x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<192x48xf32>
    %386 = linalg.generic {indexing_maps = [#map5, #map17, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%383, %arg19 : tensor<4x64x48xf32>, tensor<192x48xf32>) outs(%58 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      %623 = arith.addf %out, %622 : f32
      linalg.yield %623 : f32
    } -> tensor<4x64x192xf32>
    %387 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%192, %386 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %388 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%386, %202 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %389 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%387 : tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_2 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %390 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%389, %200 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %391 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%390, %199 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %392 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%390, %391 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %393 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%392 : tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_4 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %394 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%388, %393 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %395 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%393 : tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_5 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %396 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%395, %195 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %397 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%394, %396 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %398 = linalg.generic {indexing_maps = [#map14, #map15, #map16], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%397, %191 : tensor<4x64x192xf32>, tensor<4x64x48xf32>) outs(%305 : tensor<192x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      %623 = arith.addf %out, %622 : f32
      linalg.yield %623 : f32
    } -> tensor<192x48xf32>
    %399 = linalg.generic {indexing_maps = [#map11, #map8], iterator_types = ["parallel", "parallel"]} ins(%398 : tensor<192x48xf32>) outs(%288 : tensor<48x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<48x192xf32>
    %400 = linalg.generic {indexing_maps = [#map5, #map17, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%397, %arg18 : tensor<4x64x192xf32>, tensor<48x192xf32>) outs(%71 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      %623 = arith.addf %out, %622 : f32
      linalg.yield %623 : f32
    } -> tensor<4x64x48xf32>
    %401 = linalg.generic {indexing_maps = [#map18, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%400 : tensor<4x64x48xf32>) outs(%310 : tensor<48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<48xf32>
    %expanded_35 = tensor.expand_shape %401 [[0, 1, 2]] output_shape [1, 1, 48] : tensor<48xf32> into tensor<1x1x48xf32>
    %402 = linalg.generic {indexing_maps = [#map18, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_35 : tensor<1x1x48xf32>) outs(%310 : tensor<48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<48xf32>
    %403 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%187, %400 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %404 = linalg.generic {indexing_maps = [#map18, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%403 : tensor<4x64x48xf32>) outs(%310 : tensor<48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<48xf32>
    %expanded_36 = tensor.expand_shape %404 [[0, 1, 2]] output_shape [1, 1, 48] : tensor<48xf32> into tensor<1x1x48xf32>
    %405 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%400, %188 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %406 = linalg.generic {indexing_maps = [#map18, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_36 : tensor<1x1x48xf32>) outs(%310 : tensor<48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<48xf32>
    %407 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%177, %405 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %408 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%407 : tensor<4x64x48xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64xf32>
    %expanded_37 = tensor.expand_shape %408 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %409 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%405, %186 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %410 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_37, %185 : tensor<4x64x1xf32>, tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %411 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%409 : tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.negf %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %412 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%411 : tensor<4x64x48xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64xf32>
    %expanded_38 = tensor.expand_shape %412 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %413 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%383, %409 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %414 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%410 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.divf %in, %cst_8 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %415 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%414 : tensor<4x64x1xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64xf32>
    %416 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%415 : tensor<4x64xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %417 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%416, %179 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %418 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%417 : tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.negf %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %419 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%418 : tensor<4x64x48xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64xf32>
    %expanded_39 = tensor.expand_shape %419 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %420 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%413, %417 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %421 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_38, %expanded_39 : tensor<4x64x1xf32>, tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %422 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%421 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.divf %in, %cst_8 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %423 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%422 : tensor<4x64x1xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64xf32>
    %424 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%423 : tensor<4x64xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %425 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%420, %424 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %426 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%425 : tensor<4x64x48xf32>) outs(%19 : tensor<4x48x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x48x64xf32>
    %427 = linalg.generic {indexing_maps = [#map14, #map15, #map16], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%426, %170 : tensor<4x48x64xf32>, tensor<4x48x128xf32>) outs(%338 : tensor<64x128xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      %623 = arith.addf %out, %622 : f32
      linalg.yield %623 : f32
    } -> tensor<64x128xf32>
    %428 = linalg.generic {indexing_maps = [#map11, #map8], iterator_types = ["parallel", "parallel"]} ins(%427 : tensor<64x128xf32>) outs(%340 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x64xf32>
    %429 = linalg.generic {indexing_maps = [#map5, #map17, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%426, %arg23 : tensor<4x48x64xf32>, tensor<128x64xf32>) outs(%22 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      %623 = arith.addf %out, %622 : f32
      linalg.yield %623 : f32
    } -> tensor<4x48x128xf32>
    %430 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%159, %429 : tensor<4x48x128xf32>, tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %431 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%429, %169 : tensor<4x48x128xf32>, tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %432 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%430 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_2 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %433 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%432, %167 : tensor<4x48x128xf32>, tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %434 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%433, %166 : tensor<4x48x128xf32>, tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %435 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%433, %434 : tensor<4x48x128xf32>, tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %436 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%435 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_4 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %437 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%431, %436 : tensor<4x48x128xf32>, tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %438 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%436 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_5 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %439 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%438, %162 : tensor<4x48x128xf32>, tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %440 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%437, %439 : tensor<4x48x128xf32>, tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %441 = linalg.generic {indexing_maps = [#map14, #map15, #map16], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%440, %158 : tensor<4x48x128xf32>, tensor<4x48x64xf32>) outs(%354 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      %623 = arith.addf %out, %622 : f32
      linalg.yield %623 : f32
    } -> tensor<128x64xf32>
    %442 = linalg.generic {indexing_maps = [#map11, #map8], iterator_types = ["parallel", "parallel"]} ins(%441 : tensor<128x64xf32>) outs(%337 : tensor<64x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x128xf32>
    %443 = linalg.generic {indexing_maps = [#map5, #map17, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%440, %arg22 : tensor<4x48x128xf32>, tensor<64x128xf32>) outs(%35 : tensor<4x48x64xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      %623 = arith.addf %out, %622 : f32
      linalg.yield %623 : f32
    } -> tensor<4x48x64xf32>
    %444 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%443 : tensor<4x48x64xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %445 = linalg.generic {indexing_maps = [#map18, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%444 : tensor<4x64x48xf32>) outs(%310 : tensor<48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<48xf32>
    %expanded_40 = tensor.expand_shape %445 [[0, 1, 2]] output_shape [1, 1, 48] : tensor<48xf32> into tensor<1x1x48xf32>
    %446 = linalg.generic {indexing_maps = [#map18, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_40 : tensor<1x1x48xf32>) outs(%310 : tensor<48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<48xf32>
    %447 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%153, %444 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %448 = linalg.generic {indexing_maps = [#map18, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%447 : tensor<4x64x48xf32>) outs(%310 : tensor<48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<48xf32>
    %expanded_41 = tensor.expand_shape %448 [[0, 1, 2]] output_shape [1, 1, 48] : tensor<48xf32> into tensor<1x1x48xf32>
    %449 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%444, %154 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %450 = linalg.generic {indexing_maps = [#map18, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_41 : tensor<1x1x48xf32>) outs(%310 : tensor<48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<48xf32>
    %451 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%143, %449 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %452 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%451 : tensor<4x64x48xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64xf32>
    %expanded_42 = tensor.expand_shape %452 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %453 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%449, %152 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %454 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_42, %151 : tensor<4x64x1xf32>, tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %455 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%453 : tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.negf %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %456 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%455 : tensor<4x64x48xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64xf32>
    %expanded_43 = tensor.expand_shape %456 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %457 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%425, %453 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %458 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%454 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.divf %in, %cst_8 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %459 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%458 : tensor<4x64x1xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64xf32>
    %460 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%459 : tensor<4x64xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %461 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%460, %145 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %462 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%461 : tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.negf %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %463 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%462 : tensor<4x64x48xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64xf32>
    %expanded_44 = tensor.expand_shape %463 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %464 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%457, %461 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %465 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_43, %expanded_44 : tensor<4x64x1xf32>, tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %466 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%465 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.divf %in, %cst_8 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %467 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%466 : tensor<4x64x1xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64xf32>
    %468 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%467 : tensor<4x64xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %469 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%464, %468 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %470 = linalg.generic {indexing_maps = [#map14, #map15, #map16], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%469, %137 : tensor<4x64x48xf32>, tensor<4x64x192xf32>) outs(%289 : tensor<48x192xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      %623 = arith.addf %out, %622 : f32
      linalg.yield %623 : f32
    } -> tensor<48x192xf32>
    %471 = linalg.generic {indexing_maps = [#map11, #map8], iterator_types = ["parallel", "parallel"]} ins(%470 : tensor<48x192xf32>) outs(%291 : tensor<192x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<192x48xf32>
    %472 = linalg.generic {indexing_maps = [#map5, #map17, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%469, %arg11 : tensor<4x64x48xf32>, tensor<192x48xf32>) outs(%58 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      %623 = arith.addf %out, %622 : f32
      linalg.yield %623 : f32
    } -> tensor<4x64x192xf32>
    %473 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%126, %472 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %474 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%472, %136 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %475 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%473 : tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_2 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %476 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%475, %134 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %477 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%476, %133 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %478 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%476, %477 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %479 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%478 : tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_4 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %480 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%474, %479 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %481 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%479 : tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_5 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %482 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%481, %129 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %483 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%480, %482 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %484 = linalg.generic {indexing_maps = [#map14, #map15, #map16], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%483, %125 : tensor<4x64x192xf32>, tensor<4x64x48xf32>) outs(%305 : tensor<192x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      %623 = arith.addf %out, %622 : f32
      linalg.yield %623 : f32
    } -> tensor<192x48xf32>
    %485 = linalg.generic {indexing_maps = [#map11, #map8], iterator_types = ["parallel", "parallel"]} ins(%484 : tensor<192x48xf32>) outs(%288 : tensor<48x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<48x192xf32>
    %486 = linalg.generic {indexing_maps = [#map5, #map17, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%483, %arg10 : tensor<4x64x192xf32>, tensor<48x192xf32>) outs(%71 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      %623 = arith.addf %out, %622 : f32
      linalg.yield %623 : f32
    } -> tensor<4x64x48xf32>
    %487 = linalg.generic {indexing_maps = [#map18, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%486 : tensor<4x64x48xf32>) outs(%310 : tensor<48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<48xf32>
    %expanded_45 = tensor.expand_shape %487 [[0, 1, 2]] output_shape [1, 1, 48] : tensor<48xf32> into tensor<1x1x48xf32>
    %488 = linalg.generic {indexing_maps = [#map18, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_45 : tensor<1x1x48xf32>) outs(%310 : tensor<48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<48xf32>
    %489 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%121, %486 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %490 = linalg.generic {indexing_maps = [#map18, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%489 : tensor<4x64x48xf32>) outs(%310 : tensor<48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<48xf32>
    %expanded_46 = tensor.expand_shape %490 [[0, 1, 2]] output_shape [1, 1, 48] : tensor<48xf32> into tensor<1x1x48xf32>
    %491 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%486, %122 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %492 = linalg.generic {indexing_maps = [#map18, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_46 : tensor<1x1x48xf32>) outs(%310 : tensor<48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<48xf32>
    %493 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%111, %491 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %494 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%493 : tensor<4x64x48xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64xf32>
    %expanded_47 = tensor.expand_shape %494 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %495 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%491, %120 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %496 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_47, %119 : tensor<4x64x1xf32>, tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %497 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%495 : tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.negf %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %498 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%497 : tensor<4x64x48xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64xf32>
    %expanded_48 = tensor.expand_shape %498 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %499 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%469, %495 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %500 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%496 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.divf %in, %cst_8 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %501 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%500 : tensor<4x64x1xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64xf32>
    %502 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%501 : tensor<4x64xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %503 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%502, %113 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %504 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%503 : tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.negf %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %505 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%504 : tensor<4x64x48xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64xf32>
    %expanded_49 = tensor.expand_shape %505 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %506 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%499, %503 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %507 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_48, %expanded_49 : tensor<4x64x1xf32>, tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %508 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%507 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.divf %in, %cst_8 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %509 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%508 : tensor<4x64x1xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64xf32>
    %510 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%509 : tensor<4x64xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %511 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%506, %510 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %512 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%511 : tensor<4x64x48xf32>) outs(%19 : tensor<4x48x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x48x64xf32>
    %513 = linalg.generic {indexing_maps = [#map14, #map15, #map16], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%512, %104 : tensor<4x48x64xf32>, tensor<4x48x128xf32>) outs(%338 : tensor<64x128xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      %623 = arith.addf %out, %622 : f32
      linalg.yield %623 : f32
    } -> tensor<64x128xf32>
    %514 = linalg.generic {indexing_maps = [#map11, #map8], iterator_types = ["parallel", "parallel"]} ins(%513 : tensor<64x128xf32>) outs(%340 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x64xf32>
    %515 = linalg.generic {indexing_maps = [#map5, #map17, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%512, %arg15 : tensor<4x48x64xf32>, tensor<128x64xf32>) outs(%22 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      %623 = arith.addf %out, %622 : f32
      linalg.yield %623 : f32
    } -> tensor<4x48x128xf32>
    %516 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%93, %515 : tensor<4x48x128xf32>, tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %517 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%515, %103 : tensor<4x48x128xf32>, tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %518 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%516 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_2 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %519 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%518, %101 : tensor<4x48x128xf32>, tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %520 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%519, %100 : tensor<4x48x128xf32>, tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %521 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%519, %520 : tensor<4x48x128xf32>, tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %522 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%521 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_4 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %523 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%517, %522 : tensor<4x48x128xf32>, tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %524 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%522 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_5 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %525 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%524, %96 : tensor<4x48x128xf32>, tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %526 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%523, %525 : tensor<4x48x128xf32>, tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %527 = linalg.generic {indexing_maps = [#map14, #map15, #map16], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%526, %92 : tensor<4x48x128xf32>, tensor<4x48x64xf32>) outs(%354 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      %623 = arith.addf %out, %622 : f32
      linalg.yield %623 : f32
    } -> tensor<128x64xf32>
    %528 = linalg.generic {indexing_maps = [#map11, #map8], iterator_types = ["parallel", "parallel"]} ins(%527 : tensor<128x64xf32>) outs(%337 : tensor<64x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x128xf32>
    %529 = linalg.generic {indexing_maps = [#map5, #map17, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%526, %arg14 : tensor<4x48x128xf32>, tensor<64x128xf32>) outs(%35 : tensor<4x48x64xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      %623 = arith.addf %out, %622 : f32
      linalg.yield %623 : f32
    } -> tensor<4x48x64xf32>
    %530 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%529 : tensor<4x48x64xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %531 = linalg.generic {indexing_maps = [#map18, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%530 : tensor<4x64x48xf32>) outs(%310 : tensor<48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<48xf32>
    %expanded_50 = tensor.expand_shape %531 [[0, 1, 2]] output_shape [1, 1, 48] : tensor<48xf32> into tensor<1x1x48xf32>
    %532 = linalg.generic {indexing_maps = [#map18, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_50 : tensor<1x1x48xf32>) outs(%310 : tensor<48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<48xf32>
    %533 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%87, %530 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %534 = linalg.generic {indexing_maps = [#map18, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%533 : tensor<4x64x48xf32>) outs(%310 : tensor<48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<48xf32>
    %expanded_51 = tensor.expand_shape %534 [[0, 1, 2]] output_shape [1, 1, 48] : tensor<48xf32> into tensor<1x1x48xf32>
    %535 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%530, %88 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %536 = linalg.generic {indexing_maps = [#map18, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_51 : tensor<1x1x48xf32>) outs(%310 : tensor<48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<48xf32>
    %537 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%77, %535 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %538 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%537 : tensor<4x64x48xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64xf32>
    %expanded_52 = tensor.expand_shape %538 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %539 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%535, %86 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %540 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_52, %85 : tensor<4x64x1xf32>, tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %541 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%539 : tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.negf %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %542 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%541 : tensor<4x64x48xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64xf32>
    %expanded_53 = tensor.expand_shape %542 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %543 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%511, %539 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %544 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%540 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.divf %in, %cst_8 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %545 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%544 : tensor<4x64x1xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64xf32>
    %546 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%545 : tensor<4x64xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %547 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%546, %79 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %548 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%547 : tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.negf %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %549 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%548 : tensor<4x64x48xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64xf32>
    %expanded_54 = tensor.expand_shape %549 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %550 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%543, %547 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %551 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_53, %expanded_54 : tensor<4x64x1xf32>, tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %552 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%551 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.divf %in, %cst_8 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %553 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%552 : tensor<4x64x1xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64xf32>
    %554 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%553 : tensor<4x64xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %555 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%550, %554 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %556 = linalg.generic {indexing_maps = [#map14, #map15, #map16], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%555, %70 : tensor<4x64x48xf32>, tensor<4x64x192xf32>) outs(%289 : tensor<48x192xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      %623 = arith.addf %out, %622 : f32
      linalg.yield %623 : f32
    } -> tensor<48x192xf32>
    %557 = linalg.generic {indexing_maps = [#map11, #map8], iterator_types = ["parallel", "parallel"]} ins(%556 : tensor<48x192xf32>) outs(%291 : tensor<192x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<192x48xf32>
    %558 = linalg.generic {indexing_maps = [#map5, #map17, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%555, %arg3 : tensor<4x64x48xf32>, tensor<192x48xf32>) outs(%58 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      %623 = arith.addf %out, %622 : f32
      linalg.yield %623 : f32
    } -> tensor<4x64x192xf32>
    %559 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%59, %558 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %560 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%558, %69 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %561 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%559 : tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_2 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %562 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%561, %67 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %563 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%562, %66 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %564 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%562, %563 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %565 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%564 : tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_4 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %566 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%560, %565 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %567 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%565 : tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_5 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %568 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%567, %62 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %569 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%566, %568 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%57 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x192xf32>
    %570 = linalg.generic {indexing_maps = [#map14, #map15, #map16], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%569, %56 : tensor<4x64x192xf32>, tensor<4x64x48xf32>) outs(%305 : tensor<192x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      %623 = arith.addf %out, %622 : f32
      linalg.yield %623 : f32
    } -> tensor<192x48xf32>
    %571 = linalg.generic {indexing_maps = [#map11, #map8], iterator_types = ["parallel", "parallel"]} ins(%570 : tensor<192x48xf32>) outs(%288 : tensor<48x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<48x192xf32>
    %572 = linalg.generic {indexing_maps = [#map5, #map17, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%569, %arg2 : tensor<4x64x192xf32>, tensor<48x192xf32>) outs(%71 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      %623 = arith.addf %out, %622 : f32
      linalg.yield %623 : f32
    } -> tensor<4x64x48xf32>
    %573 = linalg.generic {indexing_maps = [#map18, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%572 : tensor<4x64x48xf32>) outs(%310 : tensor<48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<48xf32>
    %expanded_55 = tensor.expand_shape %573 [[0, 1, 2]] output_shape [1, 1, 48] : tensor<48xf32> into tensor<1x1x48xf32>
    %574 = linalg.generic {indexing_maps = [#map18, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_55 : tensor<1x1x48xf32>) outs(%310 : tensor<48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<48xf32>
    %575 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%52, %572 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %576 = linalg.generic {indexing_maps = [#map18, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%575 : tensor<4x64x48xf32>) outs(%310 : tensor<48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<48xf32>
    %expanded_56 = tensor.expand_shape %576 [[0, 1, 2]] output_shape [1, 1, 48] : tensor<48xf32> into tensor<1x1x48xf32>
    %577 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%572, %53 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %578 = linalg.generic {indexing_maps = [#map18, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_56 : tensor<1x1x48xf32>) outs(%310 : tensor<48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<48xf32>
    %579 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%42, %577 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %580 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%579 : tensor<4x64x48xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64xf32>
    %expanded_57 = tensor.expand_shape %580 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %581 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%577, %51 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %582 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_57, %50 : tensor<4x64x1xf32>, tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %583 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%581 : tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.negf %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %584 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%583 : tensor<4x64x48xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64xf32>
    %expanded_58 = tensor.expand_shape %584 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %585 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%555, %581 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %586 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%582 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.divf %in, %cst_8 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %587 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%586 : tensor<4x64x1xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64xf32>
    %588 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%587 : tensor<4x64xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %589 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%588, %44 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %590 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%589 : tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.negf %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %591 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%590 : tensor<4x64x48xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64xf32>
    %expanded_59 = tensor.expand_shape %591 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %592 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%585, %589 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %593 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_58, %expanded_59 : tensor<4x64x1xf32>, tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %594 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%593 : tensor<4x64x1xf32>) outs(%3 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.divf %in, %cst_8 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x1xf32>
    %595 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%594 : tensor<4x64x1xf32>) outs(%1 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<4x64xf32>
    %596 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%595 : tensor<4x64xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %597 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%592, %596 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %598 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%597 : tensor<4x64x48xf32>) outs(%19 : tensor<4x48x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x48x64xf32>
    %599 = linalg.generic {indexing_maps = [#map14, #map15, #map16], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%598, %34 : tensor<4x48x64xf32>, tensor<4x48x128xf32>) outs(%338 : tensor<64x128xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      %623 = arith.addf %out, %622 : f32
      linalg.yield %623 : f32
    } -> tensor<64x128xf32>
    %600 = linalg.generic {indexing_maps = [#map11, #map8], iterator_types = ["parallel", "parallel"]} ins(%599 : tensor<64x128xf32>) outs(%340 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x64xf32>
    %601 = linalg.generic {indexing_maps = [#map5, #map17, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%598, %arg7 : tensor<4x48x64xf32>, tensor<128x64xf32>) outs(%22 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      %623 = arith.addf %out, %622 : f32
      linalg.yield %623 : f32
    } -> tensor<4x48x128xf32>
    %602 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23, %601 : tensor<4x48x128xf32>, tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %603 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%601, %33 : tensor<4x48x128xf32>, tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %604 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%602 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_2 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %605 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%604, %31 : tensor<4x48x128xf32>, tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %606 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%605, %30 : tensor<4x48x128xf32>, tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %607 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%605, %606 : tensor<4x48x128xf32>, tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %608 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%607 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_4 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %609 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%603, %608 : tensor<4x48x128xf32>, tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %610 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%608 : tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.mulf %in, %cst_5 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %611 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%610, %26 : tensor<4x48x128xf32>, tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %612 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%609, %611 : tensor<4x48x128xf32>, tensor<4x48x128xf32>) outs(%21 : tensor<4x48x128xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.addf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x48x128xf32>
    %613 = linalg.generic {indexing_maps = [#map14, #map15, #map16], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%612, %20 : tensor<4x48x128xf32>, tensor<4x48x64xf32>) outs(%354 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      %623 = arith.addf %out, %622 : f32
      linalg.yield %623 : f32
    } -> tensor<128x64xf32>
    %614 = linalg.generic {indexing_maps = [#map11, #map8], iterator_types = ["parallel", "parallel"]} ins(%613 : tensor<128x64xf32>) outs(%337 : tensor<64x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x128xf32>
    %615 = linalg.generic {indexing_maps = [#map5, #map17, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%612, %arg6 : tensor<4x48x128xf32>, tensor<64x128xf32>) outs(%35 : tensor<4x48x64xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      %623 = arith.addf %out, %622 : f32
      linalg.yield %623 : f32
    } -> tensor<4x48x64xf32>
    %616 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%615 : tensor<4x48x64xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x48xf32>
    %617 = linalg.generic {indexing_maps = [#map18, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%616 : tensor<4x64x48xf32>) outs(%310 : tensor<48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<48xf32>
    %expanded_60 = tensor.expand_shape %617 [[0, 1, 2]] output_shape [1, 1, 48] : tensor<48xf32> into tensor<1x1x48xf32>
    %618 = linalg.generic {indexing_maps = [#map18, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_60 : tensor<1x1x48xf32>) outs(%310 : tensor<48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<48xf32>
    %619 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14, %616 : tensor<4x64x48xf32>, tensor<4x64x48xf32>) outs(%5 : tensor<4x64x48xf32>) {
    ^bb0(%in: f32, %in_62: f32, %out: f32):
      %622 = arith.mulf %in, %in_62 : f32
      linalg.yield %622 : f32
    } -> tensor<4x64x48xf32>
    %620 = linalg.generic {indexing_maps = [#map18, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%619 : tensor<4x64x48xf32>) outs(%310 : tensor<48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<48xf32>
    %expanded_61 = tensor.expand_shape %620 [[0, 1, 2]] output_shape [1, 1, 48] : tensor<48xf32> into tensor<1x1x48xf32>
    %621 = linalg.generic {indexing_maps = [#map18, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_61 : tensor<1x1x48xf32>) outs(%310 : tensor<48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %622 = arith.addf %out, %in : f32
      linalg.yield %622 : f32
    } -> tensor<48xf32>
    return %618, %574, %571, %557, %621, %578, %614, %600, %532, %488, %485, %471, %536, %492, %528, %514, %446, %402, %399, %385, %450, %406, %442, %428, %360, %312, %307, %292, %364, %316, %356, %341, %284 : tensor<48xf32>, tensor<48xf32>, tensor<48x192xf32>, tensor<192x48xf32>, tensor<48xf32>, tensor<48xf32>, tensor<64x128xf32>, tensor<128x64xf32>, tensor<48xf32>, tensor<48xf32>, tensor<48x192xf32>, tensor<192x48xf32>, tensor<48xf32>, tensor<48xf32>, tensor<64x128xf32>, tensor<128x64xf32>, tensor<48xf32>, tensor<48xf32>, tensor<48x192xf32>, tensor<192x48xf32>, tensor<48xf32>, tensor<48xf32>, tensor<64x128xf32>, tensor<128x64xf32>, tensor<48xf32>, tensor<48xf32>, tensor<48x192xf32>, tensor<192x48xf32>, tensor<48xf32>, tensor<48xf32>, tensor<64x128xf32>, tensor<128x64xf32>, tensor<48x10xf32>
  }
}

