#map = affine_map<(d0, d1, d2) -> (0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map4 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map5 = affine_map<(d0, d1, d2) -> (d2)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d3, d2)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map9 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d1, d4)>
#map10 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4)>
#map11 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>
#map12 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map13 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d1, d2)>
#map14 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
#map15 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
module @jit_vit {
  func.func public @main(%arg0: tensor<2x64x64x3xf32>, %arg1: tensor<8x8x3x64xf32>, %arg2: tensor<65x64xf32>, %arg3: tensor<1x1x64xf32>, %arg4: tensor<64xf32>, %arg5: tensor<64xf32>, %arg6: tensor<64xf32>, %arg7: tensor<64xf32>, %arg8: tensor<64x64xf32>, %arg9: tensor<64x64xf32>, %arg10: tensor<64x64xf32>, %arg11: tensor<64x64xf32>, %arg12: tensor<64x256xf32>, %arg13: tensor<256x64xf32>, %arg14: tensor<64xf32>, %arg15: tensor<64xf32>, %arg16: tensor<64xf32>, %arg17: tensor<64xf32>, %arg18: tensor<64x64xf32>, %arg19: tensor<64x64xf32>, %arg20: tensor<64x64xf32>, %arg21: tensor<64x64xf32>, %arg22: tensor<64x256xf32>, %arg23: tensor<256x64xf32>, %arg24: tensor<64x10xf32>) -> tensor<2x10xf32> {
    %cst = arith.constant 5.000000e-01 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %cst_1 = arith.constant 0.797884583 : f32
    %cst_2 = arith.constant 4.471500e-02 : f32
    %cst_3 = arith.constant 0xFF800000 : f32
    %cst_4 = arith.constant 8.000000e+00 : f32
    %cst_5 = arith.constant 9.99999974E-6 : f32
    %cst_6 = arith.constant 6.400000e+01 : f32
    %cst_7 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<2x8x8x64xf32>
    %1 = linalg.fill ins(%cst_7 : f32) outs(%0 : tensor<2x8x8x64xf32>) -> tensor<2x8x8x64xf32>
    %2 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<8> : tensor<2xi64>} ins(%arg0, %arg1 : tensor<2x64x64x3xf32>, tensor<8x8x3x64xf32>) outs(%1 : tensor<2x8x8x64xf32>) -> tensor<2x8x8x64xf32>
    %collapsed = tensor.collapse_shape %2 [[0], [1, 2], [3]] : tensor<2x8x8x64xf32> into tensor<2x64x64xf32>
    %3 = tensor.empty() : tensor<2x1x64xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg3 : tensor<1x1x64xf32>) outs(%3 : tensor<2x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x1x64xf32>
    %5 = tensor.empty() : tensor<2x65x64xf32>
    %inserted_slice = tensor.insert_slice %4 into %5[0, 0, 0] [2, 1, 64] [1, 1, 1] : tensor<2x1x64xf32> into tensor<2x65x64xf32>
    %inserted_slice_8 = tensor.insert_slice %collapsed into %inserted_slice[0, 1, 0] [2, 64, 64] [1, 1, 1] : tensor<2x64x64xf32> into tensor<2x65x64xf32>
    %6 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg2 : tensor<65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x65x64xf32>
    %7 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%inserted_slice_8, %6 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %141 = arith.addf %in, %in_25 : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x64xf32>
    %8 = tensor.empty() : tensor<2x65xf32>
    %9 = linalg.fill ins(%cst_7 : f32) outs(%8 : tensor<2x65xf32>) -> tensor<2x65xf32>
    %10 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%7 : tensor<2x65x64xf32>) outs(%9 : tensor<2x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.addf %out, %in : f32
      linalg.yield %141 : f32
    } -> tensor<2x65xf32>
    %expanded = tensor.expand_shape %10 [[0], [1, 2]] output_shape [2, 65, 1] : tensor<2x65xf32> into tensor<2x65x1xf32>
    %11 = tensor.empty() : tensor<2x65x1xf32>
    %12 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded : tensor<2x65x1xf32>) outs(%11 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.divf %in, %cst_6 : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x1xf32>
    %13 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12 : tensor<2x65x1xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x65x64xf32>
    %14 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7, %13 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %141 = arith.subf %in, %in_25 : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x64xf32>
    %15 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14 : tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.mulf %in, %in : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x64xf32>
    %16 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%15 : tensor<2x65x64xf32>) outs(%9 : tensor<2x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.addf %out, %in : f32
      linalg.yield %141 : f32
    } -> tensor<2x65xf32>
    %expanded_9 = tensor.expand_shape %16 [[0], [1, 2]] output_shape [2, 65, 1] : tensor<2x65xf32> into tensor<2x65x1xf32>
    %17 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_9 : tensor<2x65x1xf32>) outs(%11 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.divf %in, %cst_6 : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x1xf32>
    %18 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17 : tensor<2x65x1xf32>) outs(%11 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.addf %in, %cst_5 : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x1xf32>
    %19 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18 : tensor<2x65x1xf32>) outs(%11 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = math.rsqrt %in : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x1xf32>
    %20 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19 : tensor<2x65x1xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x65x64xf32>
    %21 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14, %20 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %141 = arith.mulf %in, %in_25 : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x64xf32>
    %22 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg6 : tensor<64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x65x64xf32>
    %23 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%21, %22 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %141 = arith.mulf %in, %in_25 : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x64xf32>
    %24 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg4 : tensor<64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x65x64xf32>
    %25 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23, %24 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %141 = arith.addf %in, %in_25 : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x64xf32>
    %26 = linalg.fill ins(%cst_7 : f32) outs(%5 : tensor<2x65x64xf32>) -> tensor<2x65x64xf32>
    %27 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%25, %arg10 : tensor<2x65x64xf32>, tensor<64x64xf32>) outs(%26 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %141 = arith.mulf %in, %in_25 : f32
      %142 = arith.addf %out, %141 : f32
      linalg.yield %142 : f32
    } -> tensor<2x65x64xf32>
    %expanded_10 = tensor.expand_shape %27 [[0], [1], [2, 3]] output_shape [2, 65, 4, 16] : tensor<2x65x64xf32> into tensor<2x65x4x16xf32>
    %28 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%25, %arg8 : tensor<2x65x64xf32>, tensor<64x64xf32>) outs(%26 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %141 = arith.mulf %in, %in_25 : f32
      %142 = arith.addf %out, %141 : f32
      linalg.yield %142 : f32
    } -> tensor<2x65x64xf32>
    %expanded_11 = tensor.expand_shape %28 [[0], [1], [2, 3]] output_shape [2, 65, 4, 16] : tensor<2x65x64xf32> into tensor<2x65x4x16xf32>
    %29 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%25, %arg11 : tensor<2x65x64xf32>, tensor<64x64xf32>) outs(%26 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %141 = arith.mulf %in, %in_25 : f32
      %142 = arith.addf %out, %141 : f32
      linalg.yield %142 : f32
    } -> tensor<2x65x64xf32>
    %expanded_12 = tensor.expand_shape %29 [[0], [1], [2, 3]] output_shape [2, 65, 4, 16] : tensor<2x65x64xf32> into tensor<2x65x4x16xf32>
    %30 = tensor.empty() : tensor<2x4x65x65xf32>
    %31 = linalg.fill ins(%cst_7 : f32) outs(%30 : tensor<2x4x65x65xf32>) -> tensor<2x4x65x65xf32>
    %32 = linalg.generic {indexing_maps = [#map9, #map10, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%expanded_10, %expanded_11 : tensor<2x65x4x16xf32>, tensor<2x65x4x16xf32>) outs(%31 : tensor<2x4x65x65xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %141 = arith.mulf %in, %in_25 : f32
      %142 = arith.addf %out, %141 : f32
      linalg.yield %142 : f32
    } -> tensor<2x4x65x65xf32>
    %33 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%32 : tensor<2x4x65x65xf32>) outs(%30 : tensor<2x4x65x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.divf %in, %cst_4 : f32
      linalg.yield %141 : f32
    } -> tensor<2x4x65x65xf32>
    %34 = tensor.empty() : tensor<2x4x65xf32>
    %35 = linalg.fill ins(%cst_3 : f32) outs(%34 : tensor<2x4x65xf32>) -> tensor<2x4x65xf32>
    %36 = linalg.generic {indexing_maps = [#map12, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%33 : tensor<2x4x65x65xf32>) outs(%35 : tensor<2x4x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.maximumf %out, %in : f32
      linalg.yield %141 : f32
    } -> tensor<2x4x65xf32>
    %37 = linalg.generic {indexing_maps = [#map8, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%36 : tensor<2x4x65xf32>) outs(%30 : tensor<2x4x65x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x65x65xf32>
    %38 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%33, %37 : tensor<2x4x65x65xf32>, tensor<2x4x65x65xf32>) outs(%30 : tensor<2x4x65x65xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %141 = arith.subf %in, %in_25 : f32
      linalg.yield %141 : f32
    } -> tensor<2x4x65x65xf32>
    %39 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%38 : tensor<2x4x65x65xf32>) outs(%30 : tensor<2x4x65x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = math.exp %in : f32
      linalg.yield %141 : f32
    } -> tensor<2x4x65x65xf32>
    %40 = linalg.fill ins(%cst_7 : f32) outs(%34 : tensor<2x4x65xf32>) -> tensor<2x4x65xf32>
    %41 = linalg.generic {indexing_maps = [#map12, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%39 : tensor<2x4x65x65xf32>) outs(%40 : tensor<2x4x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.addf %out, %in : f32
      linalg.yield %141 : f32
    } -> tensor<2x4x65xf32>
    %42 = linalg.generic {indexing_maps = [#map8, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%41 : tensor<2x4x65xf32>) outs(%30 : tensor<2x4x65x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x65x65xf32>
    %43 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%39, %42 : tensor<2x4x65x65xf32>, tensor<2x4x65x65xf32>) outs(%30 : tensor<2x4x65x65xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %141 = arith.divf %in, %in_25 : f32
      linalg.yield %141 : f32
    } -> tensor<2x4x65x65xf32>
    %44 = tensor.empty() : tensor<2x4x16x65xf32>
    %45 = linalg.fill ins(%cst_7 : f32) outs(%44 : tensor<2x4x16x65xf32>) -> tensor<2x4x16x65xf32>
    %46 = linalg.generic {indexing_maps = [#map13, #map14, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%expanded_12, %43 : tensor<2x65x4x16xf32>, tensor<2x4x65x65xf32>) outs(%45 : tensor<2x4x16x65xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %141 = arith.mulf %in, %in_25 : f32
      %142 = arith.addf %out, %141 : f32
      linalg.yield %142 : f32
    } -> tensor<2x4x16x65xf32>
    %47 = tensor.empty() : tensor<2x65x4x16xf32>
    %48 = linalg.generic {indexing_maps = [#map15, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%46 : tensor<2x4x16x65xf32>) outs(%47 : tensor<2x65x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x65x4x16xf32>
    %collapsed_13 = tensor.collapse_shape %48 [[0], [1], [2, 3]] : tensor<2x65x4x16xf32> into tensor<2x65x64xf32>
    %49 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%collapsed_13, %arg9 : tensor<2x65x64xf32>, tensor<64x64xf32>) outs(%26 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %141 = arith.mulf %in, %in_25 : f32
      %142 = arith.addf %out, %141 : f32
      linalg.yield %142 : f32
    } -> tensor<2x65x64xf32>
    %50 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7, %49 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %141 = arith.addf %in, %in_25 : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x64xf32>
    %51 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%50 : tensor<2x65x64xf32>) outs(%9 : tensor<2x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.addf %out, %in : f32
      linalg.yield %141 : f32
    } -> tensor<2x65xf32>
    %expanded_14 = tensor.expand_shape %51 [[0], [1, 2]] output_shape [2, 65, 1] : tensor<2x65xf32> into tensor<2x65x1xf32>
    %52 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_14 : tensor<2x65x1xf32>) outs(%11 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.divf %in, %cst_6 : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x1xf32>
    %53 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%52 : tensor<2x65x1xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x65x64xf32>
    %54 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%50, %53 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %141 = arith.subf %in, %in_25 : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x64xf32>
    %55 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%54 : tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.mulf %in, %in : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x64xf32>
    %56 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%55 : tensor<2x65x64xf32>) outs(%9 : tensor<2x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.addf %out, %in : f32
      linalg.yield %141 : f32
    } -> tensor<2x65xf32>
    %expanded_15 = tensor.expand_shape %56 [[0], [1, 2]] output_shape [2, 65, 1] : tensor<2x65xf32> into tensor<2x65x1xf32>
    %57 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_15 : tensor<2x65x1xf32>) outs(%11 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.divf %in, %cst_6 : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x1xf32>
    %58 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%57 : tensor<2x65x1xf32>) outs(%11 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.addf %in, %cst_5 : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x1xf32>
    %59 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%58 : tensor<2x65x1xf32>) outs(%11 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = math.rsqrt %in : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x1xf32>
    %60 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%59 : tensor<2x65x1xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x65x64xf32>
    %61 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%54, %60 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %141 = arith.mulf %in, %in_25 : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x64xf32>
    %62 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg7 : tensor<64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x65x64xf32>
    %63 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%61, %62 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %141 = arith.mulf %in, %in_25 : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x64xf32>
    %64 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg5 : tensor<64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x65x64xf32>
    %65 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%63, %64 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %141 = arith.addf %in, %in_25 : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x64xf32>
    %66 = tensor.empty() : tensor<2x65x256xf32>
    %67 = linalg.fill ins(%cst_7 : f32) outs(%66 : tensor<2x65x256xf32>) -> tensor<2x65x256xf32>
    %68 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%65, %arg12 : tensor<2x65x64xf32>, tensor<64x256xf32>) outs(%67 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %141 = arith.mulf %in, %in_25 : f32
      %142 = arith.addf %out, %141 : f32
      linalg.yield %142 : f32
    } -> tensor<2x65x256xf32>
    %69 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%68 : tensor<2x65x256xf32>) outs(%66 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.mulf %in, %in : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x256xf32>
    %70 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%69, %68 : tensor<2x65x256xf32>, tensor<2x65x256xf32>) outs(%66 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %141 = arith.mulf %in, %in_25 : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x256xf32>
    %71 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%70 : tensor<2x65x256xf32>) outs(%66 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.mulf %in, %cst_2 : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x256xf32>
    %72 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%68, %71 : tensor<2x65x256xf32>, tensor<2x65x256xf32>) outs(%66 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %141 = arith.addf %in, %in_25 : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x256xf32>
    %73 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%72 : tensor<2x65x256xf32>) outs(%66 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.mulf %in, %cst_1 : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x256xf32>
    %74 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%73 : tensor<2x65x256xf32>) outs(%66 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = math.tanh %in : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x256xf32>
    %75 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%74 : tensor<2x65x256xf32>) outs(%66 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.addf %in, %cst_0 : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x256xf32>
    %76 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%75 : tensor<2x65x256xf32>) outs(%66 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.mulf %in, %cst : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x256xf32>
    %77 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%68, %76 : tensor<2x65x256xf32>, tensor<2x65x256xf32>) outs(%66 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %141 = arith.mulf %in, %in_25 : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x256xf32>
    %78 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%77, %arg13 : tensor<2x65x256xf32>, tensor<256x64xf32>) outs(%26 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %141 = arith.mulf %in, %in_25 : f32
      %142 = arith.addf %out, %141 : f32
      linalg.yield %142 : f32
    } -> tensor<2x65x64xf32>
    %79 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%50, %78 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %141 = arith.addf %in, %in_25 : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x64xf32>
    %80 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%79 : tensor<2x65x64xf32>) outs(%9 : tensor<2x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.addf %out, %in : f32
      linalg.yield %141 : f32
    } -> tensor<2x65xf32>
    %expanded_16 = tensor.expand_shape %80 [[0], [1, 2]] output_shape [2, 65, 1] : tensor<2x65xf32> into tensor<2x65x1xf32>
    %81 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_16 : tensor<2x65x1xf32>) outs(%11 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.divf %in, %cst_6 : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x1xf32>
    %82 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%81 : tensor<2x65x1xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x65x64xf32>
    %83 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%79, %82 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %141 = arith.subf %in, %in_25 : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x64xf32>
    %84 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%83 : tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.mulf %in, %in : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x64xf32>
    %85 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%84 : tensor<2x65x64xf32>) outs(%9 : tensor<2x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.addf %out, %in : f32
      linalg.yield %141 : f32
    } -> tensor<2x65xf32>
    %expanded_17 = tensor.expand_shape %85 [[0], [1, 2]] output_shape [2, 65, 1] : tensor<2x65xf32> into tensor<2x65x1xf32>
    %86 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_17 : tensor<2x65x1xf32>) outs(%11 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.divf %in, %cst_6 : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x1xf32>
    %87 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%86 : tensor<2x65x1xf32>) outs(%11 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.addf %in, %cst_5 : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x1xf32>
    %88 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%87 : tensor<2x65x1xf32>) outs(%11 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = math.rsqrt %in : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x1xf32>
    %89 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%88 : tensor<2x65x1xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x65x64xf32>
    %90 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%83, %89 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %141 = arith.mulf %in, %in_25 : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x64xf32>
    %91 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg16 : tensor<64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x65x64xf32>
    %92 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%90, %91 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %141 = arith.mulf %in, %in_25 : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x64xf32>
    %93 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg14 : tensor<64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x65x64xf32>
    %94 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%92, %93 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %141 = arith.addf %in, %in_25 : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x64xf32>
    %95 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%94, %arg20 : tensor<2x65x64xf32>, tensor<64x64xf32>) outs(%26 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %141 = arith.mulf %in, %in_25 : f32
      %142 = arith.addf %out, %141 : f32
      linalg.yield %142 : f32
    } -> tensor<2x65x64xf32>
    %expanded_18 = tensor.expand_shape %95 [[0], [1], [2, 3]] output_shape [2, 65, 4, 16] : tensor<2x65x64xf32> into tensor<2x65x4x16xf32>
    %96 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%94, %arg18 : tensor<2x65x64xf32>, tensor<64x64xf32>) outs(%26 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %141 = arith.mulf %in, %in_25 : f32
      %142 = arith.addf %out, %141 : f32
      linalg.yield %142 : f32
    } -> tensor<2x65x64xf32>
    %expanded_19 = tensor.expand_shape %96 [[0], [1], [2, 3]] output_shape [2, 65, 4, 16] : tensor<2x65x64xf32> into tensor<2x65x4x16xf32>
    %97 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%94, %arg21 : tensor<2x65x64xf32>, tensor<64x64xf32>) outs(%26 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %141 = arith.mulf %in, %in_25 : f32
      %142 = arith.addf %out, %141 : f32
      linalg.yield %142 : f32
    } -> tensor<2x65x64xf32>
    %expanded_20 = tensor.expand_shape %97 [[0], [1], [2, 3]] output_shape [2, 65, 4, 16] : tensor<2x65x64xf32> into tensor<2x65x4x16xf32>
    %98 = linalg.generic {indexing_maps = [#map9, #map10, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%expanded_18, %expanded_19 : tensor<2x65x4x16xf32>, tensor<2x65x4x16xf32>) outs(%31 : tensor<2x4x65x65xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %141 = arith.mulf %in, %in_25 : f32
      %142 = arith.addf %out, %141 : f32
      linalg.yield %142 : f32
    } -> tensor<2x4x65x65xf32>
    %99 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%98 : tensor<2x4x65x65xf32>) outs(%30 : tensor<2x4x65x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.divf %in, %cst_4 : f32
      linalg.yield %141 : f32
    } -> tensor<2x4x65x65xf32>
    %100 = linalg.generic {indexing_maps = [#map12, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%99 : tensor<2x4x65x65xf32>) outs(%35 : tensor<2x4x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.maximumf %out, %in : f32
      linalg.yield %141 : f32
    } -> tensor<2x4x65xf32>
    %101 = linalg.generic {indexing_maps = [#map8, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%100 : tensor<2x4x65xf32>) outs(%30 : tensor<2x4x65x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x65x65xf32>
    %102 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%99, %101 : tensor<2x4x65x65xf32>, tensor<2x4x65x65xf32>) outs(%30 : tensor<2x4x65x65xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %141 = arith.subf %in, %in_25 : f32
      linalg.yield %141 : f32
    } -> tensor<2x4x65x65xf32>
    %103 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%102 : tensor<2x4x65x65xf32>) outs(%30 : tensor<2x4x65x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = math.exp %in : f32
      linalg.yield %141 : f32
    } -> tensor<2x4x65x65xf32>
    %104 = linalg.generic {indexing_maps = [#map12, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%103 : tensor<2x4x65x65xf32>) outs(%40 : tensor<2x4x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.addf %out, %in : f32
      linalg.yield %141 : f32
    } -> tensor<2x4x65xf32>
    %105 = linalg.generic {indexing_maps = [#map8, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%104 : tensor<2x4x65xf32>) outs(%30 : tensor<2x4x65x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x65x65xf32>
    %106 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%103, %105 : tensor<2x4x65x65xf32>, tensor<2x4x65x65xf32>) outs(%30 : tensor<2x4x65x65xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %141 = arith.divf %in, %in_25 : f32
      linalg.yield %141 : f32
    } -> tensor<2x4x65x65xf32>
    %107 = linalg.generic {indexing_maps = [#map13, #map14, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%expanded_20, %106 : tensor<2x65x4x16xf32>, tensor<2x4x65x65xf32>) outs(%45 : tensor<2x4x16x65xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %141 = arith.mulf %in, %in_25 : f32
      %142 = arith.addf %out, %141 : f32
      linalg.yield %142 : f32
    } -> tensor<2x4x16x65xf32>
    %108 = linalg.generic {indexing_maps = [#map15, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%107 : tensor<2x4x16x65xf32>) outs(%47 : tensor<2x65x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x65x4x16xf32>
    %collapsed_21 = tensor.collapse_shape %108 [[0], [1], [2, 3]] : tensor<2x65x4x16xf32> into tensor<2x65x64xf32>
    %109 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%collapsed_21, %arg19 : tensor<2x65x64xf32>, tensor<64x64xf32>) outs(%26 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %141 = arith.mulf %in, %in_25 : f32
      %142 = arith.addf %out, %141 : f32
      linalg.yield %142 : f32
    } -> tensor<2x65x64xf32>
    %110 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%79, %109 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %141 = arith.addf %in, %in_25 : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x64xf32>
    %111 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%110 : tensor<2x65x64xf32>) outs(%9 : tensor<2x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.addf %out, %in : f32
      linalg.yield %141 : f32
    } -> tensor<2x65xf32>
    %expanded_22 = tensor.expand_shape %111 [[0], [1, 2]] output_shape [2, 65, 1] : tensor<2x65xf32> into tensor<2x65x1xf32>
    %112 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_22 : tensor<2x65x1xf32>) outs(%11 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.divf %in, %cst_6 : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x1xf32>
    %113 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%112 : tensor<2x65x1xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x65x64xf32>
    %114 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%110, %113 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %141 = arith.subf %in, %in_25 : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x64xf32>
    %115 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%114 : tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.mulf %in, %in : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x64xf32>
    %116 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%115 : tensor<2x65x64xf32>) outs(%9 : tensor<2x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.addf %out, %in : f32
      linalg.yield %141 : f32
    } -> tensor<2x65xf32>
    %expanded_23 = tensor.expand_shape %116 [[0], [1, 2]] output_shape [2, 65, 1] : tensor<2x65xf32> into tensor<2x65x1xf32>
    %117 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_23 : tensor<2x65x1xf32>) outs(%11 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.divf %in, %cst_6 : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x1xf32>
    %118 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%117 : tensor<2x65x1xf32>) outs(%11 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.addf %in, %cst_5 : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x1xf32>
    %119 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%118 : tensor<2x65x1xf32>) outs(%11 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = math.rsqrt %in : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x1xf32>
    %120 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%119 : tensor<2x65x1xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x65x64xf32>
    %121 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%114, %120 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %141 = arith.mulf %in, %in_25 : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x64xf32>
    %122 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg17 : tensor<64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x65x64xf32>
    %123 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%121, %122 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %141 = arith.mulf %in, %in_25 : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x64xf32>
    %124 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg15 : tensor<64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x65x64xf32>
    %125 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%123, %124 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %141 = arith.addf %in, %in_25 : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x64xf32>
    %126 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%125, %arg22 : tensor<2x65x64xf32>, tensor<64x256xf32>) outs(%67 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %141 = arith.mulf %in, %in_25 : f32
      %142 = arith.addf %out, %141 : f32
      linalg.yield %142 : f32
    } -> tensor<2x65x256xf32>
    %127 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%126 : tensor<2x65x256xf32>) outs(%66 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.mulf %in, %in : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x256xf32>
    %128 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%127, %126 : tensor<2x65x256xf32>, tensor<2x65x256xf32>) outs(%66 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %141 = arith.mulf %in, %in_25 : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x256xf32>
    %129 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%128 : tensor<2x65x256xf32>) outs(%66 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.mulf %in, %cst_2 : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x256xf32>
    %130 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%126, %129 : tensor<2x65x256xf32>, tensor<2x65x256xf32>) outs(%66 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %141 = arith.addf %in, %in_25 : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x256xf32>
    %131 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%130 : tensor<2x65x256xf32>) outs(%66 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.mulf %in, %cst_1 : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x256xf32>
    %132 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%131 : tensor<2x65x256xf32>) outs(%66 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = math.tanh %in : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x256xf32>
    %133 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%132 : tensor<2x65x256xf32>) outs(%66 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.addf %in, %cst_0 : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x256xf32>
    %134 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%133 : tensor<2x65x256xf32>) outs(%66 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.mulf %in, %cst : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x256xf32>
    %135 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%126, %134 : tensor<2x65x256xf32>, tensor<2x65x256xf32>) outs(%66 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %141 = arith.mulf %in, %in_25 : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x256xf32>
    %136 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%135, %arg23 : tensor<2x65x256xf32>, tensor<256x64xf32>) outs(%26 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %141 = arith.mulf %in, %in_25 : f32
      %142 = arith.addf %out, %141 : f32
      linalg.yield %142 : f32
    } -> tensor<2x65x64xf32>
    %137 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%110, %136 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %141 = arith.addf %in, %in_25 : f32
      linalg.yield %141 : f32
    } -> tensor<2x65x64xf32>
    %extracted_slice = tensor.extract_slice %137[0, 0, 0] [2, 1, 64] [1, 1, 1] : tensor<2x65x64xf32> to tensor<2x1x64xf32>
    %collapsed_24 = tensor.collapse_shape %extracted_slice [[0], [1, 2]] : tensor<2x1x64xf32> into tensor<2x64xf32>
    %138 = tensor.empty() : tensor<2x10xf32>
    %139 = linalg.fill ins(%cst_7 : f32) outs(%138 : tensor<2x10xf32>) -> tensor<2x10xf32>
    %140 = linalg.matmul ins(%collapsed_24, %arg24 : tensor<2x64xf32>, tensor<64x10xf32>) outs(%139 : tensor<2x10xf32>) -> tensor<2x10xf32>
    return %140 : tensor<2x10xf32>
  }
}

