#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map3 = affine_map<(d0, d1, d2) -> (d2)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d3, d2)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map7 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d1, d4)>
#map8 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4)>
#map9 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>
#map10 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map11 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d1, d2)>
#map12 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
#map13 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
module @jit_encdec {
  func.func public @main(%arg0: tensor<2x96x64xf32>, %arg1: tensor<2x32x64xf32>, %arg2: tensor<64xf32>, %arg3: tensor<64xf32>, %arg4: tensor<64xf32>, %arg5: tensor<64xf32>, %arg6: tensor<64x64xf32>, %arg7: tensor<64x64xf32>, %arg8: tensor<64x64xf32>, %arg9: tensor<64x64xf32>, %arg10: tensor<64x256xf32>, %arg11: tensor<256x64xf32>, %arg12: tensor<64xf32>, %arg13: tensor<64xf32>, %arg14: tensor<64xf32>, %arg15: tensor<64xf32>, %arg16: tensor<64x64xf32>, %arg17: tensor<64x64xf32>, %arg18: tensor<64x64xf32>, %arg19: tensor<64x64xf32>, %arg20: tensor<64x256xf32>, %arg21: tensor<256x64xf32>, %arg22: tensor<64xf32>, %arg23: tensor<64xf32>, %arg24: tensor<64xf32>, %arg25: tensor<64xf32>, %arg26: tensor<64x64xf32>, %arg27: tensor<64x64xf32>, %arg28: tensor<64x64xf32>, %arg29: tensor<64x64xf32>, %arg30: tensor<64x256xf32>, %arg31: tensor<256x64xf32>, %arg32: tensor<64xf32>, %arg33: tensor<64xf32>, %arg34: tensor<64xf32>, %arg35: tensor<64xf32>, %arg36: tensor<64x64xf32>, %arg37: tensor<64x64xf32>, %arg38: tensor<64x64xf32>, %arg39: tensor<64x64xf32>, %arg40: tensor<64x256xf32>, %arg41: tensor<256x64xf32>) -> tensor<2x32x64xf32> {
    %cst = arith.constant 4.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 8.000000e+00 : f32
    %cst_2 = arith.constant 9.99999974E-6 : f32
    %cst_3 = arith.constant 6.400000e+01 : f32
    %cst_4 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<2x96xf32>
    %1 = linalg.fill ins(%cst_4 : f32) outs(%0 : tensor<2x96xf32>) -> tensor<2x96xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0 : tensor<2x96x64xf32>) outs(%1 : tensor<2x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.addf %out, %in : f32
      linalg.yield %230 : f32
    } -> tensor<2x96xf32>
    %expanded = tensor.expand_shape %2 [[0], [1, 2]] output_shape [2, 96, 1] : tensor<2x96xf32> into tensor<2x96x1xf32>
    %3 = tensor.empty() : tensor<2x96x1xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded : tensor<2x96x1xf32>) outs(%3 : tensor<2x96x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.divf %in, %cst_3 : f32
      linalg.yield %230 : f32
    } -> tensor<2x96x1xf32>
    %5 = tensor.empty() : tensor<2x96x64xf32>
    %6 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4 : tensor<2x96x1xf32>) outs(%5 : tensor<2x96x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x96x64xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %6 : tensor<2x96x64xf32>, tensor<2x96x64xf32>) outs(%5 : tensor<2x96x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.subf %in, %in_35 : f32
      linalg.yield %230 : f32
    } -> tensor<2x96x64xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7 : tensor<2x96x64xf32>) outs(%5 : tensor<2x96x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.mulf %in, %in : f32
      linalg.yield %230 : f32
    } -> tensor<2x96x64xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%8 : tensor<2x96x64xf32>) outs(%1 : tensor<2x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.addf %out, %in : f32
      linalg.yield %230 : f32
    } -> tensor<2x96xf32>
    %expanded_5 = tensor.expand_shape %9 [[0], [1, 2]] output_shape [2, 96, 1] : tensor<2x96xf32> into tensor<2x96x1xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_5 : tensor<2x96x1xf32>) outs(%3 : tensor<2x96x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.divf %in, %cst_3 : f32
      linalg.yield %230 : f32
    } -> tensor<2x96x1xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10 : tensor<2x96x1xf32>) outs(%3 : tensor<2x96x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.addf %in, %cst_2 : f32
      linalg.yield %230 : f32
    } -> tensor<2x96x1xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11 : tensor<2x96x1xf32>) outs(%3 : tensor<2x96x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = math.rsqrt %in : f32
      linalg.yield %230 : f32
    } -> tensor<2x96x1xf32>
    %13 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12 : tensor<2x96x1xf32>) outs(%5 : tensor<2x96x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x96x64xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7, %13 : tensor<2x96x64xf32>, tensor<2x96x64xf32>) outs(%5 : tensor<2x96x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.mulf %in, %in_35 : f32
      linalg.yield %230 : f32
    } -> tensor<2x96x64xf32>
    %15 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg4 : tensor<64xf32>) outs(%5 : tensor<2x96x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x96x64xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14, %15 : tensor<2x96x64xf32>, tensor<2x96x64xf32>) outs(%5 : tensor<2x96x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.mulf %in, %in_35 : f32
      linalg.yield %230 : f32
    } -> tensor<2x96x64xf32>
    %17 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg2 : tensor<64xf32>) outs(%5 : tensor<2x96x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x96x64xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16, %17 : tensor<2x96x64xf32>, tensor<2x96x64xf32>) outs(%5 : tensor<2x96x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.addf %in, %in_35 : f32
      linalg.yield %230 : f32
    } -> tensor<2x96x64xf32>
    %19 = linalg.fill ins(%cst_4 : f32) outs(%5 : tensor<2x96x64xf32>) -> tensor<2x96x64xf32>
    %20 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%18, %arg8 : tensor<2x96x64xf32>, tensor<64x64xf32>) outs(%19 : tensor<2x96x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.mulf %in, %in_35 : f32
      %231 = arith.addf %out, %230 : f32
      linalg.yield %231 : f32
    } -> tensor<2x96x64xf32>
    %expanded_6 = tensor.expand_shape %20 [[0], [1], [2, 3]] output_shape [2, 96, 4, 16] : tensor<2x96x64xf32> into tensor<2x96x4x16xf32>
    %21 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%18, %arg6 : tensor<2x96x64xf32>, tensor<64x64xf32>) outs(%19 : tensor<2x96x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.mulf %in, %in_35 : f32
      %231 = arith.addf %out, %230 : f32
      linalg.yield %231 : f32
    } -> tensor<2x96x64xf32>
    %expanded_7 = tensor.expand_shape %21 [[0], [1], [2, 3]] output_shape [2, 96, 4, 16] : tensor<2x96x64xf32> into tensor<2x96x4x16xf32>
    %22 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%18, %arg9 : tensor<2x96x64xf32>, tensor<64x64xf32>) outs(%19 : tensor<2x96x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.mulf %in, %in_35 : f32
      %231 = arith.addf %out, %230 : f32
      linalg.yield %231 : f32
    } -> tensor<2x96x64xf32>
    %expanded_8 = tensor.expand_shape %22 [[0], [1], [2, 3]] output_shape [2, 96, 4, 16] : tensor<2x96x64xf32> into tensor<2x96x4x16xf32>
    %23 = tensor.empty() : tensor<2x4x96x96xf32>
    %24 = linalg.fill ins(%cst_4 : f32) outs(%23 : tensor<2x4x96x96xf32>) -> tensor<2x4x96x96xf32>
    %25 = linalg.generic {indexing_maps = [#map7, #map8, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%expanded_6, %expanded_7 : tensor<2x96x4x16xf32>, tensor<2x96x4x16xf32>) outs(%24 : tensor<2x4x96x96xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.mulf %in, %in_35 : f32
      %231 = arith.addf %out, %230 : f32
      linalg.yield %231 : f32
    } -> tensor<2x4x96x96xf32>
    %26 = linalg.generic {indexing_maps = [#map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%25 : tensor<2x4x96x96xf32>) outs(%23 : tensor<2x4x96x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.divf %in, %cst_1 : f32
      linalg.yield %230 : f32
    } -> tensor<2x4x96x96xf32>
    %27 = tensor.empty() : tensor<2x4x96xf32>
    %28 = linalg.fill ins(%cst_0 : f32) outs(%27 : tensor<2x4x96xf32>) -> tensor<2x4x96xf32>
    %29 = linalg.generic {indexing_maps = [#map10, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%26 : tensor<2x4x96x96xf32>) outs(%28 : tensor<2x4x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.maximumf %out, %in : f32
      linalg.yield %230 : f32
    } -> tensor<2x4x96xf32>
    %30 = linalg.generic {indexing_maps = [#map6, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%29 : tensor<2x4x96xf32>) outs(%23 : tensor<2x4x96x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x96x96xf32>
    %31 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%26, %30 : tensor<2x4x96x96xf32>, tensor<2x4x96x96xf32>) outs(%23 : tensor<2x4x96x96xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.subf %in, %in_35 : f32
      linalg.yield %230 : f32
    } -> tensor<2x4x96x96xf32>
    %32 = linalg.generic {indexing_maps = [#map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%31 : tensor<2x4x96x96xf32>) outs(%23 : tensor<2x4x96x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = math.exp %in : f32
      linalg.yield %230 : f32
    } -> tensor<2x4x96x96xf32>
    %33 = linalg.fill ins(%cst_4 : f32) outs(%27 : tensor<2x4x96xf32>) -> tensor<2x4x96xf32>
    %34 = linalg.generic {indexing_maps = [#map10, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%32 : tensor<2x4x96x96xf32>) outs(%33 : tensor<2x4x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.addf %out, %in : f32
      linalg.yield %230 : f32
    } -> tensor<2x4x96xf32>
    %35 = linalg.generic {indexing_maps = [#map6, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%34 : tensor<2x4x96xf32>) outs(%23 : tensor<2x4x96x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x96x96xf32>
    %36 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%32, %35 : tensor<2x4x96x96xf32>, tensor<2x4x96x96xf32>) outs(%23 : tensor<2x4x96x96xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.divf %in, %in_35 : f32
      linalg.yield %230 : f32
    } -> tensor<2x4x96x96xf32>
    %37 = tensor.empty() : tensor<2x4x16x96xf32>
    %38 = linalg.fill ins(%cst_4 : f32) outs(%37 : tensor<2x4x16x96xf32>) -> tensor<2x4x16x96xf32>
    %39 = linalg.generic {indexing_maps = [#map11, #map12, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%expanded_8, %36 : tensor<2x96x4x16xf32>, tensor<2x4x96x96xf32>) outs(%38 : tensor<2x4x16x96xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.mulf %in, %in_35 : f32
      %231 = arith.addf %out, %230 : f32
      linalg.yield %231 : f32
    } -> tensor<2x4x16x96xf32>
    %40 = tensor.empty() : tensor<2x96x4x16xf32>
    %41 = linalg.generic {indexing_maps = [#map13, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%39 : tensor<2x4x16x96xf32>) outs(%40 : tensor<2x96x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x96x4x16xf32>
    %collapsed = tensor.collapse_shape %41 [[0], [1], [2, 3]] : tensor<2x96x4x16xf32> into tensor<2x96x64xf32>
    %42 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%collapsed, %arg7 : tensor<2x96x64xf32>, tensor<64x64xf32>) outs(%19 : tensor<2x96x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.mulf %in, %in_35 : f32
      %231 = arith.addf %out, %230 : f32
      linalg.yield %231 : f32
    } -> tensor<2x96x64xf32>
    %43 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %42 : tensor<2x96x64xf32>, tensor<2x96x64xf32>) outs(%5 : tensor<2x96x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.addf %in, %in_35 : f32
      linalg.yield %230 : f32
    } -> tensor<2x96x64xf32>
    %44 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%43 : tensor<2x96x64xf32>) outs(%1 : tensor<2x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.addf %out, %in : f32
      linalg.yield %230 : f32
    } -> tensor<2x96xf32>
    %expanded_9 = tensor.expand_shape %44 [[0], [1, 2]] output_shape [2, 96, 1] : tensor<2x96xf32> into tensor<2x96x1xf32>
    %45 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_9 : tensor<2x96x1xf32>) outs(%3 : tensor<2x96x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.divf %in, %cst_3 : f32
      linalg.yield %230 : f32
    } -> tensor<2x96x1xf32>
    %46 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%45 : tensor<2x96x1xf32>) outs(%5 : tensor<2x96x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x96x64xf32>
    %47 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%43, %46 : tensor<2x96x64xf32>, tensor<2x96x64xf32>) outs(%5 : tensor<2x96x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.subf %in, %in_35 : f32
      linalg.yield %230 : f32
    } -> tensor<2x96x64xf32>
    %48 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%47 : tensor<2x96x64xf32>) outs(%5 : tensor<2x96x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.mulf %in, %in : f32
      linalg.yield %230 : f32
    } -> tensor<2x96x64xf32>
    %49 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%48 : tensor<2x96x64xf32>) outs(%1 : tensor<2x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.addf %out, %in : f32
      linalg.yield %230 : f32
    } -> tensor<2x96xf32>
    %expanded_10 = tensor.expand_shape %49 [[0], [1, 2]] output_shape [2, 96, 1] : tensor<2x96xf32> into tensor<2x96x1xf32>
    %50 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_10 : tensor<2x96x1xf32>) outs(%3 : tensor<2x96x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.divf %in, %cst_3 : f32
      linalg.yield %230 : f32
    } -> tensor<2x96x1xf32>
    %51 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%50 : tensor<2x96x1xf32>) outs(%3 : tensor<2x96x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.addf %in, %cst_2 : f32
      linalg.yield %230 : f32
    } -> tensor<2x96x1xf32>
    %52 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%51 : tensor<2x96x1xf32>) outs(%3 : tensor<2x96x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = math.rsqrt %in : f32
      linalg.yield %230 : f32
    } -> tensor<2x96x1xf32>
    %53 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%52 : tensor<2x96x1xf32>) outs(%5 : tensor<2x96x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x96x64xf32>
    %54 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%47, %53 : tensor<2x96x64xf32>, tensor<2x96x64xf32>) outs(%5 : tensor<2x96x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.mulf %in, %in_35 : f32
      linalg.yield %230 : f32
    } -> tensor<2x96x64xf32>
    %55 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg5 : tensor<64xf32>) outs(%5 : tensor<2x96x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x96x64xf32>
    %56 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%54, %55 : tensor<2x96x64xf32>, tensor<2x96x64xf32>) outs(%5 : tensor<2x96x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.mulf %in, %in_35 : f32
      linalg.yield %230 : f32
    } -> tensor<2x96x64xf32>
    %57 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg3 : tensor<64xf32>) outs(%5 : tensor<2x96x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x96x64xf32>
    %58 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%56, %57 : tensor<2x96x64xf32>, tensor<2x96x64xf32>) outs(%5 : tensor<2x96x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.addf %in, %in_35 : f32
      linalg.yield %230 : f32
    } -> tensor<2x96x64xf32>
    %59 = tensor.empty() : tensor<2x96x256xf32>
    %60 = linalg.fill ins(%cst_4 : f32) outs(%59 : tensor<2x96x256xf32>) -> tensor<2x96x256xf32>
    %61 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%58, %arg10 : tensor<2x96x64xf32>, tensor<64x256xf32>) outs(%60 : tensor<2x96x256xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.mulf %in, %in_35 : f32
      %231 = arith.addf %out, %230 : f32
      linalg.yield %231 : f32
    } -> tensor<2x96x256xf32>
    %62 = call @relu(%61) : (tensor<2x96x256xf32>) -> tensor<2x96x256xf32>
    %63 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%62, %arg11 : tensor<2x96x256xf32>, tensor<256x64xf32>) outs(%19 : tensor<2x96x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.mulf %in, %in_35 : f32
      %231 = arith.addf %out, %230 : f32
      linalg.yield %231 : f32
    } -> tensor<2x96x64xf32>
    %64 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%43, %63 : tensor<2x96x64xf32>, tensor<2x96x64xf32>) outs(%5 : tensor<2x96x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.addf %in, %in_35 : f32
      linalg.yield %230 : f32
    } -> tensor<2x96x64xf32>
    %65 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%64 : tensor<2x96x64xf32>) outs(%1 : tensor<2x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.addf %out, %in : f32
      linalg.yield %230 : f32
    } -> tensor<2x96xf32>
    %expanded_11 = tensor.expand_shape %65 [[0], [1, 2]] output_shape [2, 96, 1] : tensor<2x96xf32> into tensor<2x96x1xf32>
    %66 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_11 : tensor<2x96x1xf32>) outs(%3 : tensor<2x96x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.divf %in, %cst_3 : f32
      linalg.yield %230 : f32
    } -> tensor<2x96x1xf32>
    %67 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%66 : tensor<2x96x1xf32>) outs(%5 : tensor<2x96x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x96x64xf32>
    %68 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%64, %67 : tensor<2x96x64xf32>, tensor<2x96x64xf32>) outs(%5 : tensor<2x96x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.subf %in, %in_35 : f32
      linalg.yield %230 : f32
    } -> tensor<2x96x64xf32>
    %69 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%68 : tensor<2x96x64xf32>) outs(%5 : tensor<2x96x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.mulf %in, %in : f32
      linalg.yield %230 : f32
    } -> tensor<2x96x64xf32>
    %70 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%69 : tensor<2x96x64xf32>) outs(%1 : tensor<2x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.addf %out, %in : f32
      linalg.yield %230 : f32
    } -> tensor<2x96xf32>
    %expanded_12 = tensor.expand_shape %70 [[0], [1, 2]] output_shape [2, 96, 1] : tensor<2x96xf32> into tensor<2x96x1xf32>
    %71 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_12 : tensor<2x96x1xf32>) outs(%3 : tensor<2x96x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.divf %in, %cst_3 : f32
      linalg.yield %230 : f32
    } -> tensor<2x96x1xf32>
    %72 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%71 : tensor<2x96x1xf32>) outs(%3 : tensor<2x96x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.addf %in, %cst_2 : f32
      linalg.yield %230 : f32
    } -> tensor<2x96x1xf32>
    %73 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%72 : tensor<2x96x1xf32>) outs(%3 : tensor<2x96x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = math.rsqrt %in : f32
      linalg.yield %230 : f32
    } -> tensor<2x96x1xf32>
    %74 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%73 : tensor<2x96x1xf32>) outs(%5 : tensor<2x96x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x96x64xf32>
    %75 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%68, %74 : tensor<2x96x64xf32>, tensor<2x96x64xf32>) outs(%5 : tensor<2x96x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.mulf %in, %in_35 : f32
      linalg.yield %230 : f32
    } -> tensor<2x96x64xf32>
    %76 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg14 : tensor<64xf32>) outs(%5 : tensor<2x96x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x96x64xf32>
    %77 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%75, %76 : tensor<2x96x64xf32>, tensor<2x96x64xf32>) outs(%5 : tensor<2x96x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.mulf %in, %in_35 : f32
      linalg.yield %230 : f32
    } -> tensor<2x96x64xf32>
    %78 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg12 : tensor<64xf32>) outs(%5 : tensor<2x96x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x96x64xf32>
    %79 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%77, %78 : tensor<2x96x64xf32>, tensor<2x96x64xf32>) outs(%5 : tensor<2x96x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.addf %in, %in_35 : f32
      linalg.yield %230 : f32
    } -> tensor<2x96x64xf32>
    %80 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%79, %arg18 : tensor<2x96x64xf32>, tensor<64x64xf32>) outs(%19 : tensor<2x96x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.mulf %in, %in_35 : f32
      %231 = arith.addf %out, %230 : f32
      linalg.yield %231 : f32
    } -> tensor<2x96x64xf32>
    %expanded_13 = tensor.expand_shape %80 [[0], [1], [2, 3]] output_shape [2, 96, 4, 16] : tensor<2x96x64xf32> into tensor<2x96x4x16xf32>
    %81 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%79, %arg16 : tensor<2x96x64xf32>, tensor<64x64xf32>) outs(%19 : tensor<2x96x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.mulf %in, %in_35 : f32
      %231 = arith.addf %out, %230 : f32
      linalg.yield %231 : f32
    } -> tensor<2x96x64xf32>
    %expanded_14 = tensor.expand_shape %81 [[0], [1], [2, 3]] output_shape [2, 96, 4, 16] : tensor<2x96x64xf32> into tensor<2x96x4x16xf32>
    %82 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%79, %arg19 : tensor<2x96x64xf32>, tensor<64x64xf32>) outs(%19 : tensor<2x96x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.mulf %in, %in_35 : f32
      %231 = arith.addf %out, %230 : f32
      linalg.yield %231 : f32
    } -> tensor<2x96x64xf32>
    %expanded_15 = tensor.expand_shape %82 [[0], [1], [2, 3]] output_shape [2, 96, 4, 16] : tensor<2x96x64xf32> into tensor<2x96x4x16xf32>
    %83 = linalg.generic {indexing_maps = [#map7, #map8, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%expanded_13, %expanded_14 : tensor<2x96x4x16xf32>, tensor<2x96x4x16xf32>) outs(%24 : tensor<2x4x96x96xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.mulf %in, %in_35 : f32
      %231 = arith.addf %out, %230 : f32
      linalg.yield %231 : f32
    } -> tensor<2x4x96x96xf32>
    %84 = linalg.generic {indexing_maps = [#map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%83 : tensor<2x4x96x96xf32>) outs(%23 : tensor<2x4x96x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.divf %in, %cst_1 : f32
      linalg.yield %230 : f32
    } -> tensor<2x4x96x96xf32>
    %85 = linalg.generic {indexing_maps = [#map10, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%84 : tensor<2x4x96x96xf32>) outs(%28 : tensor<2x4x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.maximumf %out, %in : f32
      linalg.yield %230 : f32
    } -> tensor<2x4x96xf32>
    %86 = linalg.generic {indexing_maps = [#map6, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%85 : tensor<2x4x96xf32>) outs(%23 : tensor<2x4x96x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x96x96xf32>
    %87 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%84, %86 : tensor<2x4x96x96xf32>, tensor<2x4x96x96xf32>) outs(%23 : tensor<2x4x96x96xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.subf %in, %in_35 : f32
      linalg.yield %230 : f32
    } -> tensor<2x4x96x96xf32>
    %88 = linalg.generic {indexing_maps = [#map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%87 : tensor<2x4x96x96xf32>) outs(%23 : tensor<2x4x96x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = math.exp %in : f32
      linalg.yield %230 : f32
    } -> tensor<2x4x96x96xf32>
    %89 = linalg.generic {indexing_maps = [#map10, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%88 : tensor<2x4x96x96xf32>) outs(%33 : tensor<2x4x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.addf %out, %in : f32
      linalg.yield %230 : f32
    } -> tensor<2x4x96xf32>
    %90 = linalg.generic {indexing_maps = [#map6, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%89 : tensor<2x4x96xf32>) outs(%23 : tensor<2x4x96x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x96x96xf32>
    %91 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%88, %90 : tensor<2x4x96x96xf32>, tensor<2x4x96x96xf32>) outs(%23 : tensor<2x4x96x96xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.divf %in, %in_35 : f32
      linalg.yield %230 : f32
    } -> tensor<2x4x96x96xf32>
    %92 = linalg.generic {indexing_maps = [#map11, #map12, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%expanded_15, %91 : tensor<2x96x4x16xf32>, tensor<2x4x96x96xf32>) outs(%38 : tensor<2x4x16x96xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.mulf %in, %in_35 : f32
      %231 = arith.addf %out, %230 : f32
      linalg.yield %231 : f32
    } -> tensor<2x4x16x96xf32>
    %93 = linalg.generic {indexing_maps = [#map13, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%92 : tensor<2x4x16x96xf32>) outs(%40 : tensor<2x96x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x96x4x16xf32>
    %collapsed_16 = tensor.collapse_shape %93 [[0], [1], [2, 3]] : tensor<2x96x4x16xf32> into tensor<2x96x64xf32>
    %94 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%collapsed_16, %arg17 : tensor<2x96x64xf32>, tensor<64x64xf32>) outs(%19 : tensor<2x96x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.mulf %in, %in_35 : f32
      %231 = arith.addf %out, %230 : f32
      linalg.yield %231 : f32
    } -> tensor<2x96x64xf32>
    %95 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%64, %94 : tensor<2x96x64xf32>, tensor<2x96x64xf32>) outs(%5 : tensor<2x96x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.addf %in, %in_35 : f32
      linalg.yield %230 : f32
    } -> tensor<2x96x64xf32>
    %96 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%95 : tensor<2x96x64xf32>) outs(%1 : tensor<2x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.addf %out, %in : f32
      linalg.yield %230 : f32
    } -> tensor<2x96xf32>
    %expanded_17 = tensor.expand_shape %96 [[0], [1, 2]] output_shape [2, 96, 1] : tensor<2x96xf32> into tensor<2x96x1xf32>
    %97 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_17 : tensor<2x96x1xf32>) outs(%3 : tensor<2x96x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.divf %in, %cst_3 : f32
      linalg.yield %230 : f32
    } -> tensor<2x96x1xf32>
    %98 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%97 : tensor<2x96x1xf32>) outs(%5 : tensor<2x96x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x96x64xf32>
    %99 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%95, %98 : tensor<2x96x64xf32>, tensor<2x96x64xf32>) outs(%5 : tensor<2x96x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.subf %in, %in_35 : f32
      linalg.yield %230 : f32
    } -> tensor<2x96x64xf32>
    %100 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%99 : tensor<2x96x64xf32>) outs(%5 : tensor<2x96x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.mulf %in, %in : f32
      linalg.yield %230 : f32
    } -> tensor<2x96x64xf32>
    %101 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%100 : tensor<2x96x64xf32>) outs(%1 : tensor<2x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.addf %out, %in : f32
      linalg.yield %230 : f32
    } -> tensor<2x96xf32>
    %expanded_18 = tensor.expand_shape %101 [[0], [1, 2]] output_shape [2, 96, 1] : tensor<2x96xf32> into tensor<2x96x1xf32>
    %102 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_18 : tensor<2x96x1xf32>) outs(%3 : tensor<2x96x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.divf %in, %cst_3 : f32
      linalg.yield %230 : f32
    } -> tensor<2x96x1xf32>
    %103 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%102 : tensor<2x96x1xf32>) outs(%3 : tensor<2x96x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.addf %in, %cst_2 : f32
      linalg.yield %230 : f32
    } -> tensor<2x96x1xf32>
    %104 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%103 : tensor<2x96x1xf32>) outs(%3 : tensor<2x96x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = math.rsqrt %in : f32
      linalg.yield %230 : f32
    } -> tensor<2x96x1xf32>
    %105 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%104 : tensor<2x96x1xf32>) outs(%5 : tensor<2x96x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x96x64xf32>
    %106 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%99, %105 : tensor<2x96x64xf32>, tensor<2x96x64xf32>) outs(%5 : tensor<2x96x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.mulf %in, %in_35 : f32
      linalg.yield %230 : f32
    } -> tensor<2x96x64xf32>
    %107 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg15 : tensor<64xf32>) outs(%5 : tensor<2x96x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x96x64xf32>
    %108 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%106, %107 : tensor<2x96x64xf32>, tensor<2x96x64xf32>) outs(%5 : tensor<2x96x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.mulf %in, %in_35 : f32
      linalg.yield %230 : f32
    } -> tensor<2x96x64xf32>
    %109 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg13 : tensor<64xf32>) outs(%5 : tensor<2x96x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x96x64xf32>
    %110 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%108, %109 : tensor<2x96x64xf32>, tensor<2x96x64xf32>) outs(%5 : tensor<2x96x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.addf %in, %in_35 : f32
      linalg.yield %230 : f32
    } -> tensor<2x96x64xf32>
    %111 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%110, %arg20 : tensor<2x96x64xf32>, tensor<64x256xf32>) outs(%60 : tensor<2x96x256xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.mulf %in, %in_35 : f32
      %231 = arith.addf %out, %230 : f32
      linalg.yield %231 : f32
    } -> tensor<2x96x256xf32>
    %112 = call @relu(%111) : (tensor<2x96x256xf32>) -> tensor<2x96x256xf32>
    %113 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%112, %arg21 : tensor<2x96x256xf32>, tensor<256x64xf32>) outs(%19 : tensor<2x96x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.mulf %in, %in_35 : f32
      %231 = arith.addf %out, %230 : f32
      linalg.yield %231 : f32
    } -> tensor<2x96x64xf32>
    %114 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%95, %113 : tensor<2x96x64xf32>, tensor<2x96x64xf32>) outs(%5 : tensor<2x96x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.addf %in, %in_35 : f32
      linalg.yield %230 : f32
    } -> tensor<2x96x64xf32>
    %115 = tensor.empty() : tensor<2x32xf32>
    %116 = linalg.fill ins(%cst_4 : f32) outs(%115 : tensor<2x32xf32>) -> tensor<2x32xf32>
    %117 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg1 : tensor<2x32x64xf32>) outs(%116 : tensor<2x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.addf %out, %in : f32
      linalg.yield %230 : f32
    } -> tensor<2x32xf32>
    %expanded_19 = tensor.expand_shape %117 [[0], [1, 2]] output_shape [2, 32, 1] : tensor<2x32xf32> into tensor<2x32x1xf32>
    %118 = tensor.empty() : tensor<2x32x1xf32>
    %119 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_19 : tensor<2x32x1xf32>) outs(%118 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.divf %in, %cst_3 : f32
      linalg.yield %230 : f32
    } -> tensor<2x32x1xf32>
    %120 = tensor.empty() : tensor<2x32x64xf32>
    %121 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%119 : tensor<2x32x1xf32>) outs(%120 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x32x64xf32>
    %122 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg1, %121 : tensor<2x32x64xf32>, tensor<2x32x64xf32>) outs(%120 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.subf %in, %in_35 : f32
      linalg.yield %230 : f32
    } -> tensor<2x32x64xf32>
    %123 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%122 : tensor<2x32x64xf32>) outs(%120 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.mulf %in, %in : f32
      linalg.yield %230 : f32
    } -> tensor<2x32x64xf32>
    %124 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%123 : tensor<2x32x64xf32>) outs(%116 : tensor<2x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.addf %out, %in : f32
      linalg.yield %230 : f32
    } -> tensor<2x32xf32>
    %expanded_20 = tensor.expand_shape %124 [[0], [1, 2]] output_shape [2, 32, 1] : tensor<2x32xf32> into tensor<2x32x1xf32>
    %125 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_20 : tensor<2x32x1xf32>) outs(%118 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.divf %in, %cst_3 : f32
      linalg.yield %230 : f32
    } -> tensor<2x32x1xf32>
    %126 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%125 : tensor<2x32x1xf32>) outs(%118 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.addf %in, %cst_2 : f32
      linalg.yield %230 : f32
    } -> tensor<2x32x1xf32>
    %127 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%126 : tensor<2x32x1xf32>) outs(%118 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = math.rsqrt %in : f32
      linalg.yield %230 : f32
    } -> tensor<2x32x1xf32>
    %128 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%127 : tensor<2x32x1xf32>) outs(%120 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x32x64xf32>
    %129 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%122, %128 : tensor<2x32x64xf32>, tensor<2x32x64xf32>) outs(%120 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.mulf %in, %in_35 : f32
      linalg.yield %230 : f32
    } -> tensor<2x32x64xf32>
    %130 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg24 : tensor<64xf32>) outs(%120 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x32x64xf32>
    %131 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%129, %130 : tensor<2x32x64xf32>, tensor<2x32x64xf32>) outs(%120 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.mulf %in, %in_35 : f32
      linalg.yield %230 : f32
    } -> tensor<2x32x64xf32>
    %132 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg22 : tensor<64xf32>) outs(%120 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x32x64xf32>
    %133 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%131, %132 : tensor<2x32x64xf32>, tensor<2x32x64xf32>) outs(%120 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.addf %in, %in_35 : f32
      linalg.yield %230 : f32
    } -> tensor<2x32x64xf32>
    %134 = linalg.fill ins(%cst_4 : f32) outs(%120 : tensor<2x32x64xf32>) -> tensor<2x32x64xf32>
    %135 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%133, %arg28 : tensor<2x32x64xf32>, tensor<64x64xf32>) outs(%134 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.mulf %in, %in_35 : f32
      %231 = arith.addf %out, %230 : f32
      linalg.yield %231 : f32
    } -> tensor<2x32x64xf32>
    %expanded_21 = tensor.expand_shape %135 [[0], [1], [2, 3]] output_shape [2, 32, 4, 16] : tensor<2x32x64xf32> into tensor<2x32x4x16xf32>
    %136 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%114, %arg26 : tensor<2x96x64xf32>, tensor<64x64xf32>) outs(%19 : tensor<2x96x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.mulf %in, %in_35 : f32
      %231 = arith.addf %out, %230 : f32
      linalg.yield %231 : f32
    } -> tensor<2x96x64xf32>
    %expanded_22 = tensor.expand_shape %136 [[0], [1], [2, 3]] output_shape [2, 96, 4, 16] : tensor<2x96x64xf32> into tensor<2x96x4x16xf32>
    %137 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%114, %arg29 : tensor<2x96x64xf32>, tensor<64x64xf32>) outs(%19 : tensor<2x96x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.mulf %in, %in_35 : f32
      %231 = arith.addf %out, %230 : f32
      linalg.yield %231 : f32
    } -> tensor<2x96x64xf32>
    %expanded_23 = tensor.expand_shape %137 [[0], [1], [2, 3]] output_shape [2, 96, 4, 16] : tensor<2x96x64xf32> into tensor<2x96x4x16xf32>
    %138 = tensor.empty() : tensor<2x4x32x96xf32>
    %139 = linalg.fill ins(%cst_4 : f32) outs(%138 : tensor<2x4x32x96xf32>) -> tensor<2x4x32x96xf32>
    %140 = linalg.generic {indexing_maps = [#map7, #map8, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%expanded_21, %expanded_22 : tensor<2x32x4x16xf32>, tensor<2x96x4x16xf32>) outs(%139 : tensor<2x4x32x96xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.mulf %in, %in_35 : f32
      %231 = arith.addf %out, %230 : f32
      linalg.yield %231 : f32
    } -> tensor<2x4x32x96xf32>
    %141 = linalg.generic {indexing_maps = [#map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%140 : tensor<2x4x32x96xf32>) outs(%138 : tensor<2x4x32x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.divf %in, %cst : f32
      linalg.yield %230 : f32
    } -> tensor<2x4x32x96xf32>
    %142 = tensor.empty() : tensor<2x4x32xf32>
    %143 = linalg.fill ins(%cst_0 : f32) outs(%142 : tensor<2x4x32xf32>) -> tensor<2x4x32xf32>
    %144 = linalg.generic {indexing_maps = [#map10, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%141 : tensor<2x4x32x96xf32>) outs(%143 : tensor<2x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.maximumf %out, %in : f32
      linalg.yield %230 : f32
    } -> tensor<2x4x32xf32>
    %145 = linalg.generic {indexing_maps = [#map6, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%144 : tensor<2x4x32xf32>) outs(%138 : tensor<2x4x32x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x32x96xf32>
    %146 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%141, %145 : tensor<2x4x32x96xf32>, tensor<2x4x32x96xf32>) outs(%138 : tensor<2x4x32x96xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.subf %in, %in_35 : f32
      linalg.yield %230 : f32
    } -> tensor<2x4x32x96xf32>
    %147 = linalg.generic {indexing_maps = [#map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%146 : tensor<2x4x32x96xf32>) outs(%138 : tensor<2x4x32x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = math.exp %in : f32
      linalg.yield %230 : f32
    } -> tensor<2x4x32x96xf32>
    %148 = linalg.fill ins(%cst_4 : f32) outs(%142 : tensor<2x4x32xf32>) -> tensor<2x4x32xf32>
    %149 = linalg.generic {indexing_maps = [#map10, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%147 : tensor<2x4x32x96xf32>) outs(%148 : tensor<2x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.addf %out, %in : f32
      linalg.yield %230 : f32
    } -> tensor<2x4x32xf32>
    %150 = linalg.generic {indexing_maps = [#map6, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%149 : tensor<2x4x32xf32>) outs(%138 : tensor<2x4x32x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x32x96xf32>
    %151 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%147, %150 : tensor<2x4x32x96xf32>, tensor<2x4x32x96xf32>) outs(%138 : tensor<2x4x32x96xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.divf %in, %in_35 : f32
      linalg.yield %230 : f32
    } -> tensor<2x4x32x96xf32>
    %152 = tensor.empty() : tensor<2x4x16x32xf32>
    %153 = linalg.fill ins(%cst_4 : f32) outs(%152 : tensor<2x4x16x32xf32>) -> tensor<2x4x16x32xf32>
    %154 = linalg.generic {indexing_maps = [#map11, #map12, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%expanded_23, %151 : tensor<2x96x4x16xf32>, tensor<2x4x32x96xf32>) outs(%153 : tensor<2x4x16x32xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.mulf %in, %in_35 : f32
      %231 = arith.addf %out, %230 : f32
      linalg.yield %231 : f32
    } -> tensor<2x4x16x32xf32>
    %155 = tensor.empty() : tensor<2x32x4x16xf32>
    %156 = linalg.generic {indexing_maps = [#map13, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%154 : tensor<2x4x16x32xf32>) outs(%155 : tensor<2x32x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x32x4x16xf32>
    %collapsed_24 = tensor.collapse_shape %156 [[0], [1], [2, 3]] : tensor<2x32x4x16xf32> into tensor<2x32x64xf32>
    %157 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%collapsed_24, %arg27 : tensor<2x32x64xf32>, tensor<64x64xf32>) outs(%134 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.mulf %in, %in_35 : f32
      %231 = arith.addf %out, %230 : f32
      linalg.yield %231 : f32
    } -> tensor<2x32x64xf32>
    %158 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg1, %157 : tensor<2x32x64xf32>, tensor<2x32x64xf32>) outs(%120 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.addf %in, %in_35 : f32
      linalg.yield %230 : f32
    } -> tensor<2x32x64xf32>
    %159 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%158 : tensor<2x32x64xf32>) outs(%116 : tensor<2x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.addf %out, %in : f32
      linalg.yield %230 : f32
    } -> tensor<2x32xf32>
    %expanded_25 = tensor.expand_shape %159 [[0], [1, 2]] output_shape [2, 32, 1] : tensor<2x32xf32> into tensor<2x32x1xf32>
    %160 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_25 : tensor<2x32x1xf32>) outs(%118 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.divf %in, %cst_3 : f32
      linalg.yield %230 : f32
    } -> tensor<2x32x1xf32>
    %161 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%160 : tensor<2x32x1xf32>) outs(%120 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x32x64xf32>
    %162 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%158, %161 : tensor<2x32x64xf32>, tensor<2x32x64xf32>) outs(%120 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.subf %in, %in_35 : f32
      linalg.yield %230 : f32
    } -> tensor<2x32x64xf32>
    %163 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%162 : tensor<2x32x64xf32>) outs(%120 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.mulf %in, %in : f32
      linalg.yield %230 : f32
    } -> tensor<2x32x64xf32>
    %164 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%163 : tensor<2x32x64xf32>) outs(%116 : tensor<2x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.addf %out, %in : f32
      linalg.yield %230 : f32
    } -> tensor<2x32xf32>
    %expanded_26 = tensor.expand_shape %164 [[0], [1, 2]] output_shape [2, 32, 1] : tensor<2x32xf32> into tensor<2x32x1xf32>
    %165 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_26 : tensor<2x32x1xf32>) outs(%118 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.divf %in, %cst_3 : f32
      linalg.yield %230 : f32
    } -> tensor<2x32x1xf32>
    %166 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%165 : tensor<2x32x1xf32>) outs(%118 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.addf %in, %cst_2 : f32
      linalg.yield %230 : f32
    } -> tensor<2x32x1xf32>
    %167 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%166 : tensor<2x32x1xf32>) outs(%118 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = math.rsqrt %in : f32
      linalg.yield %230 : f32
    } -> tensor<2x32x1xf32>
    %168 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%167 : tensor<2x32x1xf32>) outs(%120 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x32x64xf32>
    %169 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%162, %168 : tensor<2x32x64xf32>, tensor<2x32x64xf32>) outs(%120 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.mulf %in, %in_35 : f32
      linalg.yield %230 : f32
    } -> tensor<2x32x64xf32>
    %170 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg25 : tensor<64xf32>) outs(%120 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x32x64xf32>
    %171 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%169, %170 : tensor<2x32x64xf32>, tensor<2x32x64xf32>) outs(%120 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.mulf %in, %in_35 : f32
      linalg.yield %230 : f32
    } -> tensor<2x32x64xf32>
    %172 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg23 : tensor<64xf32>) outs(%120 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x32x64xf32>
    %173 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%171, %172 : tensor<2x32x64xf32>, tensor<2x32x64xf32>) outs(%120 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.addf %in, %in_35 : f32
      linalg.yield %230 : f32
    } -> tensor<2x32x64xf32>
    %174 = tensor.empty() : tensor<2x32x256xf32>
    %175 = linalg.fill ins(%cst_4 : f32) outs(%174 : tensor<2x32x256xf32>) -> tensor<2x32x256xf32>
    %176 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%173, %arg30 : tensor<2x32x64xf32>, tensor<64x256xf32>) outs(%175 : tensor<2x32x256xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.mulf %in, %in_35 : f32
      %231 = arith.addf %out, %230 : f32
      linalg.yield %231 : f32
    } -> tensor<2x32x256xf32>
    %177 = call @relu_0(%176) : (tensor<2x32x256xf32>) -> tensor<2x32x256xf32>
    %178 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%177, %arg31 : tensor<2x32x256xf32>, tensor<256x64xf32>) outs(%134 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.mulf %in, %in_35 : f32
      %231 = arith.addf %out, %230 : f32
      linalg.yield %231 : f32
    } -> tensor<2x32x64xf32>
    %179 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%158, %178 : tensor<2x32x64xf32>, tensor<2x32x64xf32>) outs(%120 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.addf %in, %in_35 : f32
      linalg.yield %230 : f32
    } -> tensor<2x32x64xf32>
    %180 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%179 : tensor<2x32x64xf32>) outs(%116 : tensor<2x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.addf %out, %in : f32
      linalg.yield %230 : f32
    } -> tensor<2x32xf32>
    %expanded_27 = tensor.expand_shape %180 [[0], [1, 2]] output_shape [2, 32, 1] : tensor<2x32xf32> into tensor<2x32x1xf32>
    %181 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_27 : tensor<2x32x1xf32>) outs(%118 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.divf %in, %cst_3 : f32
      linalg.yield %230 : f32
    } -> tensor<2x32x1xf32>
    %182 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%181 : tensor<2x32x1xf32>) outs(%120 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x32x64xf32>
    %183 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%179, %182 : tensor<2x32x64xf32>, tensor<2x32x64xf32>) outs(%120 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.subf %in, %in_35 : f32
      linalg.yield %230 : f32
    } -> tensor<2x32x64xf32>
    %184 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%183 : tensor<2x32x64xf32>) outs(%120 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.mulf %in, %in : f32
      linalg.yield %230 : f32
    } -> tensor<2x32x64xf32>
    %185 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%184 : tensor<2x32x64xf32>) outs(%116 : tensor<2x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.addf %out, %in : f32
      linalg.yield %230 : f32
    } -> tensor<2x32xf32>
    %expanded_28 = tensor.expand_shape %185 [[0], [1, 2]] output_shape [2, 32, 1] : tensor<2x32xf32> into tensor<2x32x1xf32>
    %186 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_28 : tensor<2x32x1xf32>) outs(%118 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.divf %in, %cst_3 : f32
      linalg.yield %230 : f32
    } -> tensor<2x32x1xf32>
    %187 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%186 : tensor<2x32x1xf32>) outs(%118 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.addf %in, %cst_2 : f32
      linalg.yield %230 : f32
    } -> tensor<2x32x1xf32>
    %188 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%187 : tensor<2x32x1xf32>) outs(%118 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = math.rsqrt %in : f32
      linalg.yield %230 : f32
    } -> tensor<2x32x1xf32>
    %189 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%188 : tensor<2x32x1xf32>) outs(%120 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x32x64xf32>
    %190 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%183, %189 : tensor<2x32x64xf32>, tensor<2x32x64xf32>) outs(%120 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.mulf %in, %in_35 : f32
      linalg.yield %230 : f32
    } -> tensor<2x32x64xf32>
    %191 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg34 : tensor<64xf32>) outs(%120 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x32x64xf32>
    %192 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%190, %191 : tensor<2x32x64xf32>, tensor<2x32x64xf32>) outs(%120 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.mulf %in, %in_35 : f32
      linalg.yield %230 : f32
    } -> tensor<2x32x64xf32>
    %193 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg32 : tensor<64xf32>) outs(%120 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x32x64xf32>
    %194 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%192, %193 : tensor<2x32x64xf32>, tensor<2x32x64xf32>) outs(%120 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.addf %in, %in_35 : f32
      linalg.yield %230 : f32
    } -> tensor<2x32x64xf32>
    %195 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%194, %arg38 : tensor<2x32x64xf32>, tensor<64x64xf32>) outs(%134 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.mulf %in, %in_35 : f32
      %231 = arith.addf %out, %230 : f32
      linalg.yield %231 : f32
    } -> tensor<2x32x64xf32>
    %expanded_29 = tensor.expand_shape %195 [[0], [1], [2, 3]] output_shape [2, 32, 4, 16] : tensor<2x32x64xf32> into tensor<2x32x4x16xf32>
    %196 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%114, %arg36 : tensor<2x96x64xf32>, tensor<64x64xf32>) outs(%19 : tensor<2x96x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.mulf %in, %in_35 : f32
      %231 = arith.addf %out, %230 : f32
      linalg.yield %231 : f32
    } -> tensor<2x96x64xf32>
    %expanded_30 = tensor.expand_shape %196 [[0], [1], [2, 3]] output_shape [2, 96, 4, 16] : tensor<2x96x64xf32> into tensor<2x96x4x16xf32>
    %197 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%114, %arg39 : tensor<2x96x64xf32>, tensor<64x64xf32>) outs(%19 : tensor<2x96x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.mulf %in, %in_35 : f32
      %231 = arith.addf %out, %230 : f32
      linalg.yield %231 : f32
    } -> tensor<2x96x64xf32>
    %expanded_31 = tensor.expand_shape %197 [[0], [1], [2, 3]] output_shape [2, 96, 4, 16] : tensor<2x96x64xf32> into tensor<2x96x4x16xf32>
    %198 = linalg.generic {indexing_maps = [#map7, #map8, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%expanded_29, %expanded_30 : tensor<2x32x4x16xf32>, tensor<2x96x4x16xf32>) outs(%139 : tensor<2x4x32x96xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.mulf %in, %in_35 : f32
      %231 = arith.addf %out, %230 : f32
      linalg.yield %231 : f32
    } -> tensor<2x4x32x96xf32>
    %199 = linalg.generic {indexing_maps = [#map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%198 : tensor<2x4x32x96xf32>) outs(%138 : tensor<2x4x32x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.divf %in, %cst : f32
      linalg.yield %230 : f32
    } -> tensor<2x4x32x96xf32>
    %200 = linalg.generic {indexing_maps = [#map10, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%199 : tensor<2x4x32x96xf32>) outs(%143 : tensor<2x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.maximumf %out, %in : f32
      linalg.yield %230 : f32
    } -> tensor<2x4x32xf32>
    %201 = linalg.generic {indexing_maps = [#map6, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%200 : tensor<2x4x32xf32>) outs(%138 : tensor<2x4x32x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x32x96xf32>
    %202 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%199, %201 : tensor<2x4x32x96xf32>, tensor<2x4x32x96xf32>) outs(%138 : tensor<2x4x32x96xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.subf %in, %in_35 : f32
      linalg.yield %230 : f32
    } -> tensor<2x4x32x96xf32>
    %203 = linalg.generic {indexing_maps = [#map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%202 : tensor<2x4x32x96xf32>) outs(%138 : tensor<2x4x32x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = math.exp %in : f32
      linalg.yield %230 : f32
    } -> tensor<2x4x32x96xf32>
    %204 = linalg.generic {indexing_maps = [#map10, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%203 : tensor<2x4x32x96xf32>) outs(%148 : tensor<2x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.addf %out, %in : f32
      linalg.yield %230 : f32
    } -> tensor<2x4x32xf32>
    %205 = linalg.generic {indexing_maps = [#map6, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%204 : tensor<2x4x32xf32>) outs(%138 : tensor<2x4x32x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x32x96xf32>
    %206 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%203, %205 : tensor<2x4x32x96xf32>, tensor<2x4x32x96xf32>) outs(%138 : tensor<2x4x32x96xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.divf %in, %in_35 : f32
      linalg.yield %230 : f32
    } -> tensor<2x4x32x96xf32>
    %207 = linalg.generic {indexing_maps = [#map11, #map12, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%expanded_31, %206 : tensor<2x96x4x16xf32>, tensor<2x4x32x96xf32>) outs(%153 : tensor<2x4x16x32xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.mulf %in, %in_35 : f32
      %231 = arith.addf %out, %230 : f32
      linalg.yield %231 : f32
    } -> tensor<2x4x16x32xf32>
    %208 = linalg.generic {indexing_maps = [#map13, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%207 : tensor<2x4x16x32xf32>) outs(%155 : tensor<2x32x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x32x4x16xf32>
    %collapsed_32 = tensor.collapse_shape %208 [[0], [1], [2, 3]] : tensor<2x32x4x16xf32> into tensor<2x32x64xf32>
    %209 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%collapsed_32, %arg37 : tensor<2x32x64xf32>, tensor<64x64xf32>) outs(%134 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.mulf %in, %in_35 : f32
      %231 = arith.addf %out, %230 : f32
      linalg.yield %231 : f32
    } -> tensor<2x32x64xf32>
    %210 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%179, %209 : tensor<2x32x64xf32>, tensor<2x32x64xf32>) outs(%120 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.addf %in, %in_35 : f32
      linalg.yield %230 : f32
    } -> tensor<2x32x64xf32>
    %211 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%210 : tensor<2x32x64xf32>) outs(%116 : tensor<2x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.addf %out, %in : f32
      linalg.yield %230 : f32
    } -> tensor<2x32xf32>
    %expanded_33 = tensor.expand_shape %211 [[0], [1, 2]] output_shape [2, 32, 1] : tensor<2x32xf32> into tensor<2x32x1xf32>
    %212 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_33 : tensor<2x32x1xf32>) outs(%118 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.divf %in, %cst_3 : f32
      linalg.yield %230 : f32
    } -> tensor<2x32x1xf32>
    %213 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%212 : tensor<2x32x1xf32>) outs(%120 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x32x64xf32>
    %214 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%210, %213 : tensor<2x32x64xf32>, tensor<2x32x64xf32>) outs(%120 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.subf %in, %in_35 : f32
      linalg.yield %230 : f32
    } -> tensor<2x32x64xf32>
    %215 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%214 : tensor<2x32x64xf32>) outs(%120 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.mulf %in, %in : f32
      linalg.yield %230 : f32
    } -> tensor<2x32x64xf32>
    %216 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%215 : tensor<2x32x64xf32>) outs(%116 : tensor<2x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.addf %out, %in : f32
      linalg.yield %230 : f32
    } -> tensor<2x32xf32>
    %expanded_34 = tensor.expand_shape %216 [[0], [1, 2]] output_shape [2, 32, 1] : tensor<2x32xf32> into tensor<2x32x1xf32>
    %217 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_34 : tensor<2x32x1xf32>) outs(%118 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.divf %in, %cst_3 : f32
      linalg.yield %230 : f32
    } -> tensor<2x32x1xf32>
    %218 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%217 : tensor<2x32x1xf32>) outs(%118 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.addf %in, %cst_2 : f32
      linalg.yield %230 : f32
    } -> tensor<2x32x1xf32>
    %219 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%218 : tensor<2x32x1xf32>) outs(%118 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = math.rsqrt %in : f32
      linalg.yield %230 : f32
    } -> tensor<2x32x1xf32>
    %220 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%219 : tensor<2x32x1xf32>) outs(%120 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x32x64xf32>
    %221 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%214, %220 : tensor<2x32x64xf32>, tensor<2x32x64xf32>) outs(%120 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.mulf %in, %in_35 : f32
      linalg.yield %230 : f32
    } -> tensor<2x32x64xf32>
    %222 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg35 : tensor<64xf32>) outs(%120 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x32x64xf32>
    %223 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%221, %222 : tensor<2x32x64xf32>, tensor<2x32x64xf32>) outs(%120 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.mulf %in, %in_35 : f32
      linalg.yield %230 : f32
    } -> tensor<2x32x64xf32>
    %224 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg33 : tensor<64xf32>) outs(%120 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x32x64xf32>
    %225 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%223, %224 : tensor<2x32x64xf32>, tensor<2x32x64xf32>) outs(%120 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.addf %in, %in_35 : f32
      linalg.yield %230 : f32
    } -> tensor<2x32x64xf32>
    %226 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%225, %arg40 : tensor<2x32x64xf32>, tensor<64x256xf32>) outs(%175 : tensor<2x32x256xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.mulf %in, %in_35 : f32
      %231 = arith.addf %out, %230 : f32
      linalg.yield %231 : f32
    } -> tensor<2x32x256xf32>
    %227 = call @relu_0(%226) : (tensor<2x32x256xf32>) -> tensor<2x32x256xf32>
    %228 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%227, %arg41 : tensor<2x32x256xf32>, tensor<256x64xf32>) outs(%134 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.mulf %in, %in_35 : f32
      %231 = arith.addf %out, %230 : f32
      linalg.yield %231 : f32
    } -> tensor<2x32x64xf32>
    %229 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%210, %228 : tensor<2x32x64xf32>, tensor<2x32x64xf32>) outs(%120 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %230 = arith.addf %in, %in_35 : f32
      linalg.yield %230 : f32
    } -> tensor<2x32x64xf32>
    return %229 : tensor<2x32x64xf32>
  }
  func.func private @relu(%arg0: tensor<2x96x256xf32>) -> tensor<2x96x256xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<2x96x256xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<2x96x256xf32>) outs(%0 : tensor<2x96x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = arith.maximumf %in, %cst : f32
      linalg.yield %2 : f32
    } -> tensor<2x96x256xf32>
    return %1 : tensor<2x96x256xf32>
  }
  func.func private @relu_0(%arg0: tensor<2x32x256xf32>) -> tensor<2x32x256xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<2x32x256xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<2x32x256xf32>) outs(%0 : tensor<2x32x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = arith.maximumf %in, %cst : f32
      linalg.yield %2 : f32
    } -> tensor<2x32x256xf32>
    return %1 : tensor<2x32x256xf32>
  }
}

