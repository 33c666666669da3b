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
#map16 = affine_map<(d0, d1) -> (d0, d1)>
#map17 = affine_map<(d0, d1, d2) -> (d2, d0)>
#map18 = affine_map<(d0, d1, d2) -> (d2, d1)>
#map19 = affine_map<(d0, d1) -> (d1, d0)>
#map20 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map21 = affine_map<(d0, d1, d2, d3) -> (d2, d3, d0)>
#map22 = affine_map<(d0, d1, d2, d3) -> (d2, d3, d1)>
#map23 = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
#map24 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#map25 = affine_map<(d0, d1, d2) -> (d1, d2, d0)>
#map26 = affine_map<(d0, d1, d2) -> (d0)>
#map27 = affine_map<(d0, d1, d2, d3) -> (d0, d3, d1, d2)>
#map28 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d2)>
#map29 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>
#map30 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d3)>
#map31 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map32 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d1, d3)>
#map33 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>
#map34 = affine_map<(d0, d1, d2) -> (d2, d0, d1)>
#map35 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d2 + d3, d4 + d5, d6)>
#map36 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d3, d5, d1)>
#map37 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d2, d4, d6, d1)>
module @jit_vit_grad {
  func.func public @main(%arg0: tensor<8x8x3x64xf32>, %arg1: tensor<65x64xf32>, %arg2: tensor<1x1x64xf32>, %arg3: tensor<64xf32>, %arg4: tensor<64xf32>, %arg5: tensor<64xf32>, %arg6: tensor<64xf32>, %arg7: tensor<64x64xf32>, %arg8: tensor<64x64xf32>, %arg9: tensor<64x64xf32>, %arg10: tensor<64x64xf32>, %arg11: tensor<64x256xf32>, %arg12: tensor<256x64xf32>, %arg13: tensor<64xf32>, %arg14: tensor<64xf32>, %arg15: tensor<64xf32>, %arg16: tensor<64xf32>, %arg17: tensor<64x64xf32>, %arg18: tensor<64x64xf32>, %arg19: tensor<64x64xf32>, %arg20: tensor<64x64xf32>, %arg21: tensor<64x256xf32>, %arg22: tensor<256x64xf32>, %arg23: tensor<64x10xf32>, %arg24: tensor<2x64x64x3xf32>) -> (tensor<8x8x3x64xf32>, tensor<65x64xf32>, tensor<1x1x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x256xf32>, tensor<256x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x256xf32>, tensor<256x64xf32>, tensor<64x10xf32>) {
    %cst = arith.constant 5.000000e-01 : f32
    %cst_0 = arith.constant 0.797884583 : f32
    %cst_1 = arith.constant 4.471500e-02 : f32
    %cst_2 = arith.constant 3.000000e+00 : f32
    %cst_3 = arith.constant 1.000000e+00 : f32
    %cst_4 = arith.constant 0xFF800000 : f32
    %cst_5 = arith.constant 8.000000e+00 : f32
    %cst_6 = arith.constant -5.000000e-01 : f32
    %cst_7 = arith.constant 9.99999974E-6 : f32
    %cst_8 = arith.constant 2.000000e+00 : f32
    %cst_9 = arith.constant 6.400000e+01 : f32
    %cst_10 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<2x8x8x64xf32>
    %1 = linalg.fill ins(%cst_10 : f32) outs(%0 : tensor<2x8x8x64xf32>) -> tensor<2x8x8x64xf32>
    %2 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<8> : tensor<2xi64>} ins(%arg24, %arg0 : tensor<2x64x64x3xf32>, tensor<8x8x3x64xf32>) outs(%1 : tensor<2x8x8x64xf32>) -> tensor<2x8x8x64xf32>
    %collapsed = tensor.collapse_shape %2 [[0], [1, 2], [3]] : tensor<2x8x8x64xf32> into tensor<2x64x64xf32>
    %3 = tensor.empty() : tensor<2x1x64xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg2 : tensor<1x1x64xf32>) outs(%3 : tensor<2x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x1x64xf32>
    %5 = tensor.empty() : tensor<2x65x64xf32>
    %inserted_slice = tensor.insert_slice %4 into %5[0, 0, 0] [2, 1, 64] [1, 1, 1] : tensor<2x1x64xf32> into tensor<2x65x64xf32>
    %inserted_slice_11 = tensor.insert_slice %collapsed into %inserted_slice[0, 1, 0] [2, 64, 64] [1, 1, 1] : tensor<2x64x64xf32> into tensor<2x65x64xf32>
    %6 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg1 : tensor<65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x65x64xf32>
    %7 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%inserted_slice_11, %6 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.addf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %8 = tensor.empty() : tensor<2x65xf32>
    %9 = linalg.fill ins(%cst_10 : f32) outs(%8 : tensor<2x65xf32>) -> tensor<2x65xf32>
    %10 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%7 : tensor<2x65x64xf32>) outs(%9 : tensor<2x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %out, %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x65xf32>
    %expanded = tensor.expand_shape %10 [[0], [1, 2]] output_shape [2, 65, 1] : tensor<2x65xf32> into tensor<2x65x1xf32>
    %11 = tensor.empty() : tensor<2x65x1xf32>
    %12 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded : tensor<2x65x1xf32>) outs(%11 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.divf %in, %cst_9 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x1xf32>
    %13 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12 : tensor<2x65x1xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x65x64xf32>
    %14 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7, %13 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.subf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %15 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14 : tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.mulf %in, %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %16 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14 : tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.mulf %in, %cst_8 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %17 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%15 : tensor<2x65x64xf32>) outs(%9 : tensor<2x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %out, %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x65xf32>
    %expanded_12 = tensor.expand_shape %17 [[0], [1, 2]] output_shape [2, 65, 1] : tensor<2x65xf32> into tensor<2x65x1xf32>
    %18 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_12 : tensor<2x65x1xf32>) outs(%11 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.divf %in, %cst_9 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x1xf32>
    %19 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18 : tensor<2x65x1xf32>) outs(%11 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %in, %cst_7 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x1xf32>
    %20 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19 : tensor<2x65x1xf32>) outs(%11 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = math.rsqrt %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x1xf32>
    %21 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20, %19 : tensor<2x65x1xf32>, tensor<2x65x1xf32>) outs(%11 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.divf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x1xf32>
    %22 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%21 : tensor<2x65x1xf32>) outs(%11 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.mulf %in, %cst_6 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x1xf32>
    %23 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20 : tensor<2x65x1xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x65x64xf32>
    %24 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14, %23 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %25 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg5 : tensor<64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x65x64xf32>
    %26 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%24, %25 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %27 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg3 : tensor<64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x65x64xf32>
    %28 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%26, %27 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.addf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %29 = linalg.fill ins(%cst_10 : f32) outs(%5 : tensor<2x65x64xf32>) -> tensor<2x65x64xf32>
    %30 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%28, %arg9 : tensor<2x65x64xf32>, tensor<64x64xf32>) outs(%29 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      %395 = arith.addf %out, %394 : f32
      linalg.yield %395 : f32
    } -> tensor<2x65x64xf32>
    %expanded_13 = tensor.expand_shape %30 [[0], [1], [2, 3]] output_shape [2, 65, 4, 16] : tensor<2x65x64xf32> into tensor<2x65x4x16xf32>
    %31 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%28, %arg7 : tensor<2x65x64xf32>, tensor<64x64xf32>) outs(%29 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      %395 = arith.addf %out, %394 : f32
      linalg.yield %395 : f32
    } -> tensor<2x65x64xf32>
    %expanded_14 = tensor.expand_shape %31 [[0], [1], [2, 3]] output_shape [2, 65, 4, 16] : tensor<2x65x64xf32> into tensor<2x65x4x16xf32>
    %32 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%28, %arg10 : tensor<2x65x64xf32>, tensor<64x64xf32>) outs(%29 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      %395 = arith.addf %out, %394 : f32
      linalg.yield %395 : f32
    } -> tensor<2x65x64xf32>
    %expanded_15 = tensor.expand_shape %32 [[0], [1], [2, 3]] output_shape [2, 65, 4, 16] : tensor<2x65x64xf32> into tensor<2x65x4x16xf32>
    %33 = tensor.empty() : tensor<2x4x65x65xf32>
    %34 = linalg.fill ins(%cst_10 : f32) outs(%33 : tensor<2x4x65x65xf32>) -> tensor<2x4x65x65xf32>
    %35 = linalg.generic {indexing_maps = [#map9, #map10, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%expanded_13, %expanded_14 : tensor<2x65x4x16xf32>, tensor<2x65x4x16xf32>) outs(%34 : tensor<2x4x65x65xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      %395 = arith.addf %out, %394 : f32
      linalg.yield %395 : f32
    } -> tensor<2x4x65x65xf32>
    %36 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%35 : tensor<2x4x65x65xf32>) outs(%33 : tensor<2x4x65x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.divf %in, %cst_5 : f32
      linalg.yield %394 : f32
    } -> tensor<2x4x65x65xf32>
    %37 = tensor.empty() : tensor<2x4x65xf32>
    %38 = linalg.fill ins(%cst_4 : f32) outs(%37 : tensor<2x4x65xf32>) -> tensor<2x4x65xf32>
    %39 = linalg.generic {indexing_maps = [#map12, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%36 : tensor<2x4x65x65xf32>) outs(%38 : tensor<2x4x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.maximumf %out, %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x4x65xf32>
    %40 = linalg.generic {indexing_maps = [#map8, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%39 : tensor<2x4x65xf32>) outs(%33 : tensor<2x4x65x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x65x65xf32>
    %41 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%36, %40 : tensor<2x4x65x65xf32>, tensor<2x4x65x65xf32>) outs(%33 : tensor<2x4x65x65xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.subf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x4x65x65xf32>
    %42 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%41 : tensor<2x4x65x65xf32>) outs(%33 : tensor<2x4x65x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = math.exp %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x4x65x65xf32>
    %43 = linalg.fill ins(%cst_10 : f32) outs(%37 : tensor<2x4x65xf32>) -> tensor<2x4x65xf32>
    %44 = linalg.generic {indexing_maps = [#map12, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%42 : tensor<2x4x65x65xf32>) outs(%43 : tensor<2x4x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %out, %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x4x65xf32>
    %expanded_16 = tensor.expand_shape %44 [[0], [1], [2, 3]] output_shape [2, 4, 65, 1] : tensor<2x4x65xf32> into tensor<2x4x65x1xf32>
    %45 = linalg.generic {indexing_maps = [#map8, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%44 : tensor<2x4x65xf32>) outs(%33 : tensor<2x4x65x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x65x65xf32>
    %46 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%42, %45 : tensor<2x4x65x65xf32>, tensor<2x4x65x65xf32>) outs(%33 : tensor<2x4x65x65xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.divf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x4x65x65xf32>
    %47 = tensor.empty() : tensor<2x4x65x1xf32>
    %48 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_16 : tensor<2x4x65x1xf32>) outs(%47 : tensor<2x4x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.mulf %in, %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x4x65x1xf32>
    %49 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%48 : tensor<2x4x65x1xf32>) outs(%47 : tensor<2x4x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.divf %cst_3, %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x4x65x1xf32>
    %50 = tensor.empty() : tensor<2x4x16x65xf32>
    %51 = linalg.fill ins(%cst_10 : f32) outs(%50 : tensor<2x4x16x65xf32>) -> tensor<2x4x16x65xf32>
    %52 = linalg.generic {indexing_maps = [#map13, #map14, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%expanded_15, %46 : tensor<2x65x4x16xf32>, tensor<2x4x65x65xf32>) outs(%51 : tensor<2x4x16x65xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      %395 = arith.addf %out, %394 : f32
      linalg.yield %395 : f32
    } -> tensor<2x4x16x65xf32>
    %53 = tensor.empty() : tensor<2x65x4x16xf32>
    %54 = linalg.generic {indexing_maps = [#map15, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%52 : tensor<2x4x16x65xf32>) outs(%53 : tensor<2x65x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x65x4x16xf32>
    %collapsed_17 = tensor.collapse_shape %54 [[0], [1], [2, 3]] : tensor<2x65x4x16xf32> into tensor<2x65x64xf32>
    %55 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%collapsed_17, %arg8 : tensor<2x65x64xf32>, tensor<64x64xf32>) outs(%29 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      %395 = arith.addf %out, %394 : f32
      linalg.yield %395 : f32
    } -> tensor<2x65x64xf32>
    %56 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7, %55 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.addf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %57 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%56 : tensor<2x65x64xf32>) outs(%9 : tensor<2x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %out, %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x65xf32>
    %expanded_18 = tensor.expand_shape %57 [[0], [1, 2]] output_shape [2, 65, 1] : tensor<2x65xf32> into tensor<2x65x1xf32>
    %58 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_18 : tensor<2x65x1xf32>) outs(%11 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.divf %in, %cst_9 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x1xf32>
    %59 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%58 : tensor<2x65x1xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x65x64xf32>
    %60 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%56, %59 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.subf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %61 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%60 : tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.mulf %in, %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %62 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%60 : tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.mulf %in, %cst_8 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %63 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%61 : tensor<2x65x64xf32>) outs(%9 : tensor<2x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %out, %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x65xf32>
    %expanded_19 = tensor.expand_shape %63 [[0], [1, 2]] output_shape [2, 65, 1] : tensor<2x65xf32> into tensor<2x65x1xf32>
    %64 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_19 : tensor<2x65x1xf32>) outs(%11 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.divf %in, %cst_9 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x1xf32>
    %65 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%64 : tensor<2x65x1xf32>) outs(%11 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %in, %cst_7 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x1xf32>
    %66 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%65 : tensor<2x65x1xf32>) outs(%11 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = math.rsqrt %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x1xf32>
    %67 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%66, %65 : tensor<2x65x1xf32>, tensor<2x65x1xf32>) outs(%11 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.divf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x1xf32>
    %68 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%67 : tensor<2x65x1xf32>) outs(%11 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.mulf %in, %cst_6 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x1xf32>
    %69 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%66 : tensor<2x65x1xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x65x64xf32>
    %70 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%60, %69 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %71 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg6 : tensor<64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x65x64xf32>
    %72 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%70, %71 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %73 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg4 : tensor<64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x65x64xf32>
    %74 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%72, %73 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.addf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %75 = tensor.empty() : tensor<2x65x256xf32>
    %76 = linalg.fill ins(%cst_10 : f32) outs(%75 : tensor<2x65x256xf32>) -> tensor<2x65x256xf32>
    %77 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%74, %arg11 : tensor<2x65x64xf32>, tensor<64x256xf32>) outs(%76 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      %395 = arith.addf %out, %394 : f32
      linalg.yield %395 : f32
    } -> tensor<2x65x256xf32>
    %78 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%77 : tensor<2x65x256xf32>) outs(%75 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.mulf %in, %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x256xf32>
    %79 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%78, %77 : tensor<2x65x256xf32>, tensor<2x65x256xf32>) outs(%75 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x256xf32>
    %80 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%78 : tensor<2x65x256xf32>) outs(%75 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.mulf %in, %cst_2 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x256xf32>
    %81 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%79 : tensor<2x65x256xf32>) outs(%75 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.mulf %in, %cst_1 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x256xf32>
    %82 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%77, %81 : tensor<2x65x256xf32>, tensor<2x65x256xf32>) outs(%75 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.addf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x256xf32>
    %83 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%82 : tensor<2x65x256xf32>) outs(%75 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.mulf %in, %cst_0 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x256xf32>
    %84 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%83 : tensor<2x65x256xf32>) outs(%75 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = math.tanh %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x256xf32>
    %85 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%84 : tensor<2x65x256xf32>) outs(%75 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.subf %cst_3, %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x256xf32>
    %86 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%84 : tensor<2x65x256xf32>) outs(%75 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %in, %cst_3 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x256xf32>
    %87 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%86 : tensor<2x65x256xf32>) outs(%75 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.mulf %in, %cst : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x256xf32>
    %88 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%77, %87 : tensor<2x65x256xf32>, tensor<2x65x256xf32>) outs(%75 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x256xf32>
    %89 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%88, %arg12 : tensor<2x65x256xf32>, tensor<256x64xf32>) outs(%29 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      %395 = arith.addf %out, %394 : f32
      linalg.yield %395 : f32
    } -> tensor<2x65x64xf32>
    %90 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%56, %89 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.addf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %91 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%90 : tensor<2x65x64xf32>) outs(%9 : tensor<2x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %out, %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x65xf32>
    %expanded_20 = tensor.expand_shape %91 [[0], [1, 2]] output_shape [2, 65, 1] : tensor<2x65xf32> into tensor<2x65x1xf32>
    %92 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_20 : tensor<2x65x1xf32>) outs(%11 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.divf %in, %cst_9 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x1xf32>
    %93 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%92 : tensor<2x65x1xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x65x64xf32>
    %94 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%90, %93 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.subf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %95 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%94 : tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.mulf %in, %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %96 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%94 : tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.mulf %in, %cst_8 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %97 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%95 : tensor<2x65x64xf32>) outs(%9 : tensor<2x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %out, %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x65xf32>
    %expanded_21 = tensor.expand_shape %97 [[0], [1, 2]] output_shape [2, 65, 1] : tensor<2x65xf32> into tensor<2x65x1xf32>
    %98 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_21 : tensor<2x65x1xf32>) outs(%11 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.divf %in, %cst_9 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x1xf32>
    %99 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%98 : tensor<2x65x1xf32>) outs(%11 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %in, %cst_7 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x1xf32>
    %100 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%99 : tensor<2x65x1xf32>) outs(%11 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = math.rsqrt %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x1xf32>
    %101 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%100, %99 : tensor<2x65x1xf32>, tensor<2x65x1xf32>) outs(%11 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.divf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x1xf32>
    %102 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%101 : tensor<2x65x1xf32>) outs(%11 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.mulf %in, %cst_6 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x1xf32>
    %103 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%100 : tensor<2x65x1xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x65x64xf32>
    %104 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%94, %103 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %105 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg15 : tensor<64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x65x64xf32>
    %106 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%104, %105 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %107 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg13 : tensor<64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x65x64xf32>
    %108 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%106, %107 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.addf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %109 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%108, %arg19 : tensor<2x65x64xf32>, tensor<64x64xf32>) outs(%29 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      %395 = arith.addf %out, %394 : f32
      linalg.yield %395 : f32
    } -> tensor<2x65x64xf32>
    %expanded_22 = tensor.expand_shape %109 [[0], [1], [2, 3]] output_shape [2, 65, 4, 16] : tensor<2x65x64xf32> into tensor<2x65x4x16xf32>
    %110 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%108, %arg17 : tensor<2x65x64xf32>, tensor<64x64xf32>) outs(%29 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      %395 = arith.addf %out, %394 : f32
      linalg.yield %395 : f32
    } -> tensor<2x65x64xf32>
    %expanded_23 = tensor.expand_shape %110 [[0], [1], [2, 3]] output_shape [2, 65, 4, 16] : tensor<2x65x64xf32> into tensor<2x65x4x16xf32>
    %111 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%108, %arg20 : tensor<2x65x64xf32>, tensor<64x64xf32>) outs(%29 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      %395 = arith.addf %out, %394 : f32
      linalg.yield %395 : f32
    } -> tensor<2x65x64xf32>
    %expanded_24 = tensor.expand_shape %111 [[0], [1], [2, 3]] output_shape [2, 65, 4, 16] : tensor<2x65x64xf32> into tensor<2x65x4x16xf32>
    %112 = linalg.generic {indexing_maps = [#map9, #map10, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%expanded_22, %expanded_23 : tensor<2x65x4x16xf32>, tensor<2x65x4x16xf32>) outs(%34 : tensor<2x4x65x65xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      %395 = arith.addf %out, %394 : f32
      linalg.yield %395 : f32
    } -> tensor<2x4x65x65xf32>
    %113 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%112 : tensor<2x4x65x65xf32>) outs(%33 : tensor<2x4x65x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.divf %in, %cst_5 : f32
      linalg.yield %394 : f32
    } -> tensor<2x4x65x65xf32>
    %114 = linalg.generic {indexing_maps = [#map12, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%113 : tensor<2x4x65x65xf32>) outs(%38 : tensor<2x4x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.maximumf %out, %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x4x65xf32>
    %115 = linalg.generic {indexing_maps = [#map8, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%114 : tensor<2x4x65xf32>) outs(%33 : tensor<2x4x65x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x65x65xf32>
    %116 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%113, %115 : tensor<2x4x65x65xf32>, tensor<2x4x65x65xf32>) outs(%33 : tensor<2x4x65x65xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.subf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x4x65x65xf32>
    %117 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%116 : tensor<2x4x65x65xf32>) outs(%33 : tensor<2x4x65x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = math.exp %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x4x65x65xf32>
    %118 = linalg.generic {indexing_maps = [#map12, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%117 : tensor<2x4x65x65xf32>) outs(%43 : tensor<2x4x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %out, %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x4x65xf32>
    %expanded_25 = tensor.expand_shape %118 [[0], [1], [2, 3]] output_shape [2, 4, 65, 1] : tensor<2x4x65xf32> into tensor<2x4x65x1xf32>
    %119 = linalg.generic {indexing_maps = [#map8, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%118 : tensor<2x4x65xf32>) outs(%33 : tensor<2x4x65x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x65x65xf32>
    %120 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%117, %119 : tensor<2x4x65x65xf32>, tensor<2x4x65x65xf32>) outs(%33 : tensor<2x4x65x65xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.divf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x4x65x65xf32>
    %121 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_25 : tensor<2x4x65x1xf32>) outs(%47 : tensor<2x4x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.mulf %in, %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x4x65x1xf32>
    %122 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%121 : tensor<2x4x65x1xf32>) outs(%47 : tensor<2x4x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.divf %cst_3, %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x4x65x1xf32>
    %123 = linalg.generic {indexing_maps = [#map13, #map14, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%expanded_24, %120 : tensor<2x65x4x16xf32>, tensor<2x4x65x65xf32>) outs(%51 : tensor<2x4x16x65xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      %395 = arith.addf %out, %394 : f32
      linalg.yield %395 : f32
    } -> tensor<2x4x16x65xf32>
    %124 = linalg.generic {indexing_maps = [#map15, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%123 : tensor<2x4x16x65xf32>) outs(%53 : tensor<2x65x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x65x4x16xf32>
    %collapsed_26 = tensor.collapse_shape %124 [[0], [1], [2, 3]] : tensor<2x65x4x16xf32> into tensor<2x65x64xf32>
    %125 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%collapsed_26, %arg18 : tensor<2x65x64xf32>, tensor<64x64xf32>) outs(%29 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      %395 = arith.addf %out, %394 : f32
      linalg.yield %395 : f32
    } -> tensor<2x65x64xf32>
    %126 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%90, %125 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.addf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %127 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%126 : tensor<2x65x64xf32>) outs(%9 : tensor<2x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %out, %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x65xf32>
    %expanded_27 = tensor.expand_shape %127 [[0], [1, 2]] output_shape [2, 65, 1] : tensor<2x65xf32> into tensor<2x65x1xf32>
    %128 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_27 : tensor<2x65x1xf32>) outs(%11 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.divf %in, %cst_9 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x1xf32>
    %129 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%128 : tensor<2x65x1xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x65x64xf32>
    %130 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%126, %129 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.subf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %131 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%130 : tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.mulf %in, %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %132 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%130 : tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.mulf %in, %cst_8 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %133 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%131 : tensor<2x65x64xf32>) outs(%9 : tensor<2x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %out, %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x65xf32>
    %expanded_28 = tensor.expand_shape %133 [[0], [1, 2]] output_shape [2, 65, 1] : tensor<2x65xf32> into tensor<2x65x1xf32>
    %134 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_28 : tensor<2x65x1xf32>) outs(%11 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.divf %in, %cst_9 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x1xf32>
    %135 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%134 : tensor<2x65x1xf32>) outs(%11 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %in, %cst_7 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x1xf32>
    %136 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%135 : tensor<2x65x1xf32>) outs(%11 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = math.rsqrt %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x1xf32>
    %137 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%136, %135 : tensor<2x65x1xf32>, tensor<2x65x1xf32>) outs(%11 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.divf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x1xf32>
    %138 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%137 : tensor<2x65x1xf32>) outs(%11 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.mulf %in, %cst_6 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x1xf32>
    %139 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%136 : tensor<2x65x1xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x65x64xf32>
    %140 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%130, %139 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %141 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg16 : tensor<64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x65x64xf32>
    %142 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%140, %141 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %143 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg14 : tensor<64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x65x64xf32>
    %144 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%142, %143 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.addf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %145 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%144, %arg21 : tensor<2x65x64xf32>, tensor<64x256xf32>) outs(%76 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      %395 = arith.addf %out, %394 : f32
      linalg.yield %395 : f32
    } -> tensor<2x65x256xf32>
    %146 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%145 : tensor<2x65x256xf32>) outs(%75 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.mulf %in, %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x256xf32>
    %147 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%146, %145 : tensor<2x65x256xf32>, tensor<2x65x256xf32>) outs(%75 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x256xf32>
    %148 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%146 : tensor<2x65x256xf32>) outs(%75 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.mulf %in, %cst_2 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x256xf32>
    %149 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%147 : tensor<2x65x256xf32>) outs(%75 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.mulf %in, %cst_1 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x256xf32>
    %150 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%145, %149 : tensor<2x65x256xf32>, tensor<2x65x256xf32>) outs(%75 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.addf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x256xf32>
    %151 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%150 : tensor<2x65x256xf32>) outs(%75 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.mulf %in, %cst_0 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x256xf32>
    %152 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%151 : tensor<2x65x256xf32>) outs(%75 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = math.tanh %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x256xf32>
    %153 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%152 : tensor<2x65x256xf32>) outs(%75 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.subf %cst_3, %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x256xf32>
    %154 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%152 : tensor<2x65x256xf32>) outs(%75 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %in, %cst_3 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x256xf32>
    %155 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%154 : tensor<2x65x256xf32>) outs(%75 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.mulf %in, %cst : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x256xf32>
    %156 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%145, %155 : tensor<2x65x256xf32>, tensor<2x65x256xf32>) outs(%75 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x256xf32>
    %157 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%156, %arg22 : tensor<2x65x256xf32>, tensor<256x64xf32>) outs(%29 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      %395 = arith.addf %out, %394 : f32
      linalg.yield %395 : f32
    } -> tensor<2x65x64xf32>
    %158 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%126, %157 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.addf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %extracted_slice = tensor.extract_slice %158[0, 0, 0] [2, 1, 64] [1, 1, 1] : tensor<2x65x64xf32> to tensor<2x1x64xf32>
    %collapsed_29 = tensor.collapse_shape %extracted_slice [[0], [1, 2]] : tensor<2x1x64xf32> into tensor<2x64xf32>
    %159 = tensor.empty() : tensor<2x10xf32>
    %160 = linalg.fill ins(%cst_10 : f32) outs(%159 : tensor<2x10xf32>) -> tensor<2x10xf32>
    %161 = linalg.matmul ins(%collapsed_29, %arg23 : tensor<2x64xf32>, tensor<64x10xf32>) outs(%160 : tensor<2x10xf32>) -> tensor<2x10xf32>
    %162 = linalg.generic {indexing_maps = [#map16, #map16], iterator_types = ["parallel", "parallel"]} ins(%161 : tensor<2x10xf32>) outs(%159 : tensor<2x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.mulf %in, %cst_8 : f32
      linalg.yield %394 : f32
    } -> tensor<2x10xf32>
    %163 = tensor.empty() : tensor<10x64xf32>
    %164 = linalg.fill ins(%cst_10 : f32) outs(%163 : tensor<10x64xf32>) -> tensor<10x64xf32>
    %165 = linalg.generic {indexing_maps = [#map17, #map18, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%162, %collapsed_29 : tensor<2x10xf32>, tensor<2x64xf32>) outs(%164 : tensor<10x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      %395 = arith.addf %out, %394 : f32
      linalg.yield %395 : f32
    } -> tensor<10x64xf32>
    %166 = tensor.empty() : tensor<64x10xf32>
    %167 = linalg.generic {indexing_maps = [#map19, #map16], iterator_types = ["parallel", "parallel"]} ins(%165 : tensor<10x64xf32>) outs(%166 : tensor<64x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x10xf32>
    %168 = tensor.empty() : tensor<2x64xf32>
    %169 = linalg.fill ins(%cst_10 : f32) outs(%168 : tensor<2x64xf32>) -> tensor<2x64xf32>
    %170 = linalg.generic {indexing_maps = [#map20, #map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%162, %arg23 : tensor<2x10xf32>, tensor<64x10xf32>) outs(%169 : tensor<2x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      %395 = arith.addf %out, %394 : f32
      linalg.yield %395 : f32
    } -> tensor<2x64xf32>
    %171 = linalg.generic {indexing_maps = [#map20, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%170 : tensor<2x64xf32>) outs(%3 : tensor<2x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x1x64xf32>
    %padded = tensor.pad %171 low[0, 0, 0] high[0, 64, 0] {
    ^bb0(%arg25: index, %arg26: index, %arg27: index):
      tensor.yield %cst_10 : f32
    } : tensor<2x1x64xf32> to tensor<2x65x64xf32>
    %172 = tensor.empty() : tensor<64x256xf32>
    %173 = linalg.fill ins(%cst_10 : f32) outs(%172 : tensor<64x256xf32>) -> tensor<64x256xf32>
    %174 = linalg.generic {indexing_maps = [#map21, #map22, #map23], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%padded, %156 : tensor<2x65x64xf32>, tensor<2x65x256xf32>) outs(%173 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      %395 = arith.addf %out, %394 : f32
      linalg.yield %395 : f32
    } -> tensor<64x256xf32>
    %175 = tensor.empty() : tensor<256x64xf32>
    %176 = linalg.generic {indexing_maps = [#map19, #map16], iterator_types = ["parallel", "parallel"]} ins(%174 : tensor<64x256xf32>) outs(%175 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x64xf32>
    %177 = linalg.generic {indexing_maps = [#map6, #map24, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%padded, %arg22 : tensor<2x65x64xf32>, tensor<256x64xf32>) outs(%76 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      %395 = arith.addf %out, %394 : f32
      linalg.yield %395 : f32
    } -> tensor<2x65x256xf32>
    %178 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%145, %177 : tensor<2x65x256xf32>, tensor<2x65x256xf32>) outs(%75 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x256xf32>
    %179 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%177, %155 : tensor<2x65x256xf32>, tensor<2x65x256xf32>) outs(%75 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x256xf32>
    %180 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%178 : tensor<2x65x256xf32>) outs(%75 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.mulf %in, %cst : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x256xf32>
    %181 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%180, %153 : tensor<2x65x256xf32>, tensor<2x65x256xf32>) outs(%75 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x256xf32>
    %182 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%181, %152 : tensor<2x65x256xf32>, tensor<2x65x256xf32>) outs(%75 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x256xf32>
    %183 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%181, %182 : tensor<2x65x256xf32>, tensor<2x65x256xf32>) outs(%75 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.addf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x256xf32>
    %184 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%183 : tensor<2x65x256xf32>) outs(%75 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.mulf %in, %cst_0 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x256xf32>
    %185 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%179, %184 : tensor<2x65x256xf32>, tensor<2x65x256xf32>) outs(%75 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.addf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x256xf32>
    %186 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%184 : tensor<2x65x256xf32>) outs(%75 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.mulf %in, %cst_1 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x256xf32>
    %187 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%186, %148 : tensor<2x65x256xf32>, tensor<2x65x256xf32>) outs(%75 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x256xf32>
    %188 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%185, %187 : tensor<2x65x256xf32>, tensor<2x65x256xf32>) outs(%75 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.addf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x256xf32>
    %189 = linalg.fill ins(%cst_10 : f32) outs(%175 : tensor<256x64xf32>) -> tensor<256x64xf32>
    %190 = linalg.generic {indexing_maps = [#map21, #map22, #map23], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%188, %144 : tensor<2x65x256xf32>, tensor<2x65x64xf32>) outs(%189 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      %395 = arith.addf %out, %394 : f32
      linalg.yield %395 : f32
    } -> tensor<256x64xf32>
    %191 = linalg.generic {indexing_maps = [#map19, #map16], iterator_types = ["parallel", "parallel"]} ins(%190 : tensor<256x64xf32>) outs(%172 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x256xf32>
    %192 = linalg.generic {indexing_maps = [#map6, #map24, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%188, %arg21 : tensor<2x65x256xf32>, tensor<64x256xf32>) outs(%29 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      %395 = arith.addf %out, %394 : f32
      linalg.yield %395 : f32
    } -> tensor<2x65x64xf32>
    %193 = tensor.empty() : tensor<64xf32>
    %194 = linalg.fill ins(%cst_10 : f32) outs(%193 : tensor<64xf32>) -> tensor<64xf32>
    %195 = linalg.generic {indexing_maps = [#map25, #map26], iterator_types = ["parallel", "reduction", "reduction"]} ins(%192 : tensor<2x65x64xf32>) outs(%194 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %out, %in : f32
      linalg.yield %394 : f32
    } -> tensor<64xf32>
    %expanded_30 = tensor.expand_shape %195 [[0, 1, 2]] output_shape [1, 1, 64] : tensor<64xf32> into tensor<1x1x64xf32>
    %196 = linalg.generic {indexing_maps = [#map25, #map26], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_30 : tensor<1x1x64xf32>) outs(%194 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %out, %in : f32
      linalg.yield %394 : f32
    } -> tensor<64xf32>
    %197 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%140, %192 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %198 = linalg.generic {indexing_maps = [#map25, #map26], iterator_types = ["parallel", "reduction", "reduction"]} ins(%197 : tensor<2x65x64xf32>) outs(%194 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %out, %in : f32
      linalg.yield %394 : f32
    } -> tensor<64xf32>
    %expanded_31 = tensor.expand_shape %198 [[0, 1, 2]] output_shape [1, 1, 64] : tensor<64xf32> into tensor<1x1x64xf32>
    %199 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%192, %141 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %200 = linalg.generic {indexing_maps = [#map25, #map26], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_31 : tensor<1x1x64xf32>) outs(%194 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %out, %in : f32
      linalg.yield %394 : f32
    } -> tensor<64xf32>
    %201 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%130, %199 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %202 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%201 : tensor<2x65x64xf32>) outs(%9 : tensor<2x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %out, %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x65xf32>
    %expanded_32 = tensor.expand_shape %202 [[0], [1, 2]] output_shape [2, 65, 1] : tensor<2x65xf32> into tensor<2x65x1xf32>
    %203 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%199, %139 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %204 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_32, %138 : tensor<2x65x1xf32>, tensor<2x65x1xf32>) outs(%11 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x1xf32>
    %205 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%203 : tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.negf %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %206 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%205 : tensor<2x65x64xf32>) outs(%9 : tensor<2x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %out, %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x65xf32>
    %expanded_33 = tensor.expand_shape %206 [[0], [1, 2]] output_shape [2, 65, 1] : tensor<2x65xf32> into tensor<2x65x1xf32>
    %207 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%padded, %203 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.addf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %208 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%204 : tensor<2x65x1xf32>) outs(%11 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.divf %in, %cst_9 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x1xf32>
    %209 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%208 : tensor<2x65x1xf32>) outs(%9 : tensor<2x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %out, %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x65xf32>
    %210 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%209 : tensor<2x65xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x65x64xf32>
    %211 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%210, %132 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %212 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%211 : tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.negf %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %213 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%212 : tensor<2x65x64xf32>) outs(%9 : tensor<2x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %out, %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x65xf32>
    %expanded_34 = tensor.expand_shape %213 [[0], [1, 2]] output_shape [2, 65, 1] : tensor<2x65xf32> into tensor<2x65x1xf32>
    %214 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%207, %211 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.addf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %215 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_33, %expanded_34 : tensor<2x65x1xf32>, tensor<2x65x1xf32>) outs(%11 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.addf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x1xf32>
    %216 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%215 : tensor<2x65x1xf32>) outs(%11 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.divf %in, %cst_9 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x1xf32>
    %217 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%216 : tensor<2x65x1xf32>) outs(%9 : tensor<2x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %out, %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x65xf32>
    %218 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%217 : tensor<2x65xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x65x64xf32>
    %219 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%214, %218 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.addf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %220 = tensor.empty() : tensor<64x64xf32>
    %221 = linalg.fill ins(%cst_10 : f32) outs(%220 : tensor<64x64xf32>) -> tensor<64x64xf32>
    %222 = linalg.generic {indexing_maps = [#map21, #map22, #map23], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%219, %collapsed_26 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%221 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      %395 = arith.addf %out, %394 : f32
      linalg.yield %395 : f32
    } -> tensor<64x64xf32>
    %223 = linalg.generic {indexing_maps = [#map19, #map16], iterator_types = ["parallel", "parallel"]} ins(%222 : tensor<64x64xf32>) outs(%220 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %224 = linalg.generic {indexing_maps = [#map6, #map24, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%219, %arg18 : tensor<2x65x64xf32>, tensor<64x64xf32>) outs(%29 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      %395 = arith.addf %out, %394 : f32
      linalg.yield %395 : f32
    } -> tensor<2x65x64xf32>
    %expanded_35 = tensor.expand_shape %224 [[0], [1], [2, 3]] output_shape [2, 65, 4, 16] : tensor<2x65x64xf32> into tensor<2x65x4x16xf32>
    %225 = linalg.generic {indexing_maps = [#map27, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_35 : tensor<2x65x4x16xf32>) outs(%50 : tensor<2x4x16x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x16x65xf32>
    %226 = linalg.generic {indexing_maps = [#map28, #map10, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%225, %expanded_24 : tensor<2x4x16x65xf32>, tensor<2x65x4x16xf32>) outs(%34 : tensor<2x4x65x65xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      %395 = arith.addf %out, %394 : f32
      linalg.yield %395 : f32
    } -> tensor<2x4x65x65xf32>
    %227 = linalg.generic {indexing_maps = [#map29, #map30, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%225, %120 : tensor<2x4x16x65xf32>, tensor<2x4x65x65xf32>) outs(%51 : tensor<2x4x16x65xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      %395 = arith.addf %out, %394 : f32
      linalg.yield %395 : f32
    } -> tensor<2x4x16x65xf32>
    %228 = linalg.generic {indexing_maps = [#map15, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%227 : tensor<2x4x16x65xf32>) outs(%53 : tensor<2x65x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x65x4x16xf32>
    %229 = linalg.generic {indexing_maps = [#map31, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%122 : tensor<2x4x65x1xf32>) outs(%33 : tensor<2x4x65x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x65x65xf32>
    %230 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%226, %229 : tensor<2x4x65x65xf32>, tensor<2x4x65x65xf32>) outs(%33 : tensor<2x4x65x65xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x4x65x65xf32>
    %231 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%230, %117 : tensor<2x4x65x65xf32>, tensor<2x4x65x65xf32>) outs(%33 : tensor<2x4x65x65xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x4x65x65xf32>
    %232 = linalg.generic {indexing_maps = [#map12, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%231 : tensor<2x4x65x65xf32>) outs(%43 : tensor<2x4x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %out, %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x4x65xf32>
    %233 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%232 : tensor<2x4x65xf32>) outs(%37 : tensor<2x4x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.negf %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x4x65xf32>
    %expanded_36 = tensor.expand_shape %233 [[0], [1], [2, 3]] output_shape [2, 4, 65, 1] : tensor<2x4x65xf32> into tensor<2x4x65x1xf32>
    %234 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%226, %119 : tensor<2x4x65x65xf32>, tensor<2x4x65x65xf32>) outs(%33 : tensor<2x4x65x65xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.divf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x4x65x65xf32>
    %235 = linalg.generic {indexing_maps = [#map12, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%expanded_36 : tensor<2x4x65x1xf32>) outs(%43 : tensor<2x4x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %out, %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x4x65xf32>
    %236 = linalg.generic {indexing_maps = [#map8, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%235 : tensor<2x4x65xf32>) outs(%33 : tensor<2x4x65x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x65x65xf32>
    %237 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%234, %236 : tensor<2x4x65x65xf32>, tensor<2x4x65x65xf32>) outs(%33 : tensor<2x4x65x65xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.addf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x4x65x65xf32>
    %238 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%237, %117 : tensor<2x4x65x65xf32>, tensor<2x4x65x65xf32>) outs(%33 : tensor<2x4x65x65xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x4x65x65xf32>
    %239 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%238 : tensor<2x4x65x65xf32>) outs(%33 : tensor<2x4x65x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.divf %in, %cst_5 : f32
      linalg.yield %394 : f32
    } -> tensor<2x4x65x65xf32>
    %240 = tensor.empty() : tensor<2x4x65x16xf32>
    %241 = linalg.fill ins(%cst_10 : f32) outs(%240 : tensor<2x4x65x16xf32>) -> tensor<2x4x65x16xf32>
    %242 = linalg.generic {indexing_maps = [#map28, #map32, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%239, %expanded_22 : tensor<2x4x65x65xf32>, tensor<2x65x4x16xf32>) outs(%241 : tensor<2x4x65x16xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      %395 = arith.addf %out, %394 : f32
      linalg.yield %395 : f32
    } -> tensor<2x4x65x16xf32>
    %243 = linalg.generic {indexing_maps = [#map33, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%242 : tensor<2x4x65x16xf32>) outs(%53 : tensor<2x65x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x65x4x16xf32>
    %244 = linalg.generic {indexing_maps = [#map29, #map32, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%239, %expanded_23 : tensor<2x4x65x65xf32>, tensor<2x65x4x16xf32>) outs(%241 : tensor<2x4x65x16xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      %395 = arith.addf %out, %394 : f32
      linalg.yield %395 : f32
    } -> tensor<2x4x65x16xf32>
    %245 = linalg.generic {indexing_maps = [#map33, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%244 : tensor<2x4x65x16xf32>) outs(%53 : tensor<2x65x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x65x4x16xf32>
    %collapsed_37 = tensor.collapse_shape %228 [[0], [1], [2, 3]] : tensor<2x65x4x16xf32> into tensor<2x65x64xf32>
    %246 = linalg.generic {indexing_maps = [#map21, #map22, #map23], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%collapsed_37, %108 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%221 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      %395 = arith.addf %out, %394 : f32
      linalg.yield %395 : f32
    } -> tensor<64x64xf32>
    %247 = linalg.generic {indexing_maps = [#map19, #map16], iterator_types = ["parallel", "parallel"]} ins(%246 : tensor<64x64xf32>) outs(%220 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %248 = linalg.generic {indexing_maps = [#map6, #map24, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%collapsed_37, %arg20 : tensor<2x65x64xf32>, tensor<64x64xf32>) outs(%29 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      %395 = arith.addf %out, %394 : f32
      linalg.yield %395 : f32
    } -> tensor<2x65x64xf32>
    %collapsed_38 = tensor.collapse_shape %243 [[0], [1], [2, 3]] : tensor<2x65x4x16xf32> into tensor<2x65x64xf32>
    %249 = linalg.generic {indexing_maps = [#map21, #map22, #map23], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%collapsed_38, %108 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%221 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      %395 = arith.addf %out, %394 : f32
      linalg.yield %395 : f32
    } -> tensor<64x64xf32>
    %250 = linalg.generic {indexing_maps = [#map19, #map16], iterator_types = ["parallel", "parallel"]} ins(%249 : tensor<64x64xf32>) outs(%220 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %251 = linalg.generic {indexing_maps = [#map6, #map24, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%collapsed_38, %arg17 : tensor<2x65x64xf32>, tensor<64x64xf32>) outs(%29 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      %395 = arith.addf %out, %394 : f32
      linalg.yield %395 : f32
    } -> tensor<2x65x64xf32>
    %252 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%248, %251 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.addf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %collapsed_39 = tensor.collapse_shape %245 [[0], [1], [2, 3]] : tensor<2x65x4x16xf32> into tensor<2x65x64xf32>
    %253 = linalg.generic {indexing_maps = [#map21, #map22, #map23], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%collapsed_39, %108 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%221 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      %395 = arith.addf %out, %394 : f32
      linalg.yield %395 : f32
    } -> tensor<64x64xf32>
    %254 = linalg.generic {indexing_maps = [#map19, #map16], iterator_types = ["parallel", "parallel"]} ins(%253 : tensor<64x64xf32>) outs(%220 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %255 = linalg.generic {indexing_maps = [#map6, #map24, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%collapsed_39, %arg19 : tensor<2x65x64xf32>, tensor<64x64xf32>) outs(%29 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      %395 = arith.addf %out, %394 : f32
      linalg.yield %395 : f32
    } -> tensor<2x65x64xf32>
    %256 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%252, %255 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.addf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %257 = linalg.generic {indexing_maps = [#map25, #map26], iterator_types = ["parallel", "reduction", "reduction"]} ins(%256 : tensor<2x65x64xf32>) outs(%194 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %out, %in : f32
      linalg.yield %394 : f32
    } -> tensor<64xf32>
    %expanded_40 = tensor.expand_shape %257 [[0, 1, 2]] output_shape [1, 1, 64] : tensor<64xf32> into tensor<1x1x64xf32>
    %258 = linalg.generic {indexing_maps = [#map25, #map26], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_40 : tensor<1x1x64xf32>) outs(%194 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %out, %in : f32
      linalg.yield %394 : f32
    } -> tensor<64xf32>
    %259 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%104, %256 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %260 = linalg.generic {indexing_maps = [#map25, #map26], iterator_types = ["parallel", "reduction", "reduction"]} ins(%259 : tensor<2x65x64xf32>) outs(%194 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %out, %in : f32
      linalg.yield %394 : f32
    } -> tensor<64xf32>
    %expanded_41 = tensor.expand_shape %260 [[0, 1, 2]] output_shape [1, 1, 64] : tensor<64xf32> into tensor<1x1x64xf32>
    %261 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%256, %105 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %262 = linalg.generic {indexing_maps = [#map25, #map26], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_41 : tensor<1x1x64xf32>) outs(%194 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %out, %in : f32
      linalg.yield %394 : f32
    } -> tensor<64xf32>
    %263 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%94, %261 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %264 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%263 : tensor<2x65x64xf32>) outs(%9 : tensor<2x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %out, %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x65xf32>
    %expanded_42 = tensor.expand_shape %264 [[0], [1, 2]] output_shape [2, 65, 1] : tensor<2x65xf32> into tensor<2x65x1xf32>
    %265 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%261, %103 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %266 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_42, %102 : tensor<2x65x1xf32>, tensor<2x65x1xf32>) outs(%11 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x1xf32>
    %267 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%265 : tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.negf %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %268 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%267 : tensor<2x65x64xf32>) outs(%9 : tensor<2x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %out, %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x65xf32>
    %expanded_43 = tensor.expand_shape %268 [[0], [1, 2]] output_shape [2, 65, 1] : tensor<2x65xf32> into tensor<2x65x1xf32>
    %269 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%219, %265 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.addf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %270 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%266 : tensor<2x65x1xf32>) outs(%11 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.divf %in, %cst_9 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x1xf32>
    %271 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%270 : tensor<2x65x1xf32>) outs(%9 : tensor<2x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %out, %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x65xf32>
    %272 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%271 : tensor<2x65xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x65x64xf32>
    %273 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%272, %96 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %274 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%273 : tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.negf %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %275 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%274 : tensor<2x65x64xf32>) outs(%9 : tensor<2x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %out, %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x65xf32>
    %expanded_44 = tensor.expand_shape %275 [[0], [1, 2]] output_shape [2, 65, 1] : tensor<2x65xf32> into tensor<2x65x1xf32>
    %276 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%269, %273 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.addf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %277 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_43, %expanded_44 : tensor<2x65x1xf32>, tensor<2x65x1xf32>) outs(%11 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.addf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x1xf32>
    %278 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%277 : tensor<2x65x1xf32>) outs(%11 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.divf %in, %cst_9 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x1xf32>
    %279 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%278 : tensor<2x65x1xf32>) outs(%9 : tensor<2x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %out, %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x65xf32>
    %280 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%279 : tensor<2x65xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x65x64xf32>
    %281 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%276, %280 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.addf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %282 = linalg.generic {indexing_maps = [#map21, #map22, #map23], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%281, %88 : tensor<2x65x64xf32>, tensor<2x65x256xf32>) outs(%173 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      %395 = arith.addf %out, %394 : f32
      linalg.yield %395 : f32
    } -> tensor<64x256xf32>
    %283 = linalg.generic {indexing_maps = [#map19, #map16], iterator_types = ["parallel", "parallel"]} ins(%282 : tensor<64x256xf32>) outs(%175 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x64xf32>
    %284 = linalg.generic {indexing_maps = [#map6, #map24, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%281, %arg12 : tensor<2x65x64xf32>, tensor<256x64xf32>) outs(%76 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      %395 = arith.addf %out, %394 : f32
      linalg.yield %395 : f32
    } -> tensor<2x65x256xf32>
    %285 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%77, %284 : tensor<2x65x256xf32>, tensor<2x65x256xf32>) outs(%75 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x256xf32>
    %286 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%284, %87 : tensor<2x65x256xf32>, tensor<2x65x256xf32>) outs(%75 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x256xf32>
    %287 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%285 : tensor<2x65x256xf32>) outs(%75 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.mulf %in, %cst : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x256xf32>
    %288 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%287, %85 : tensor<2x65x256xf32>, tensor<2x65x256xf32>) outs(%75 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x256xf32>
    %289 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%288, %84 : tensor<2x65x256xf32>, tensor<2x65x256xf32>) outs(%75 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x256xf32>
    %290 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%288, %289 : tensor<2x65x256xf32>, tensor<2x65x256xf32>) outs(%75 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.addf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x256xf32>
    %291 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%290 : tensor<2x65x256xf32>) outs(%75 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.mulf %in, %cst_0 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x256xf32>
    %292 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%286, %291 : tensor<2x65x256xf32>, tensor<2x65x256xf32>) outs(%75 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.addf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x256xf32>
    %293 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%291 : tensor<2x65x256xf32>) outs(%75 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.mulf %in, %cst_1 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x256xf32>
    %294 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%293, %80 : tensor<2x65x256xf32>, tensor<2x65x256xf32>) outs(%75 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x256xf32>
    %295 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%292, %294 : tensor<2x65x256xf32>, tensor<2x65x256xf32>) outs(%75 : tensor<2x65x256xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.addf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x256xf32>
    %296 = linalg.generic {indexing_maps = [#map21, #map22, #map23], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%295, %74 : tensor<2x65x256xf32>, tensor<2x65x64xf32>) outs(%189 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      %395 = arith.addf %out, %394 : f32
      linalg.yield %395 : f32
    } -> tensor<256x64xf32>
    %297 = linalg.generic {indexing_maps = [#map19, #map16], iterator_types = ["parallel", "parallel"]} ins(%296 : tensor<256x64xf32>) outs(%172 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x256xf32>
    %298 = linalg.generic {indexing_maps = [#map6, #map24, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%295, %arg11 : tensor<2x65x256xf32>, tensor<64x256xf32>) outs(%29 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      %395 = arith.addf %out, %394 : f32
      linalg.yield %395 : f32
    } -> tensor<2x65x64xf32>
    %299 = linalg.generic {indexing_maps = [#map25, #map26], iterator_types = ["parallel", "reduction", "reduction"]} ins(%298 : tensor<2x65x64xf32>) outs(%194 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %out, %in : f32
      linalg.yield %394 : f32
    } -> tensor<64xf32>
    %expanded_45 = tensor.expand_shape %299 [[0, 1, 2]] output_shape [1, 1, 64] : tensor<64xf32> into tensor<1x1x64xf32>
    %300 = linalg.generic {indexing_maps = [#map25, #map26], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_45 : tensor<1x1x64xf32>) outs(%194 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %out, %in : f32
      linalg.yield %394 : f32
    } -> tensor<64xf32>
    %301 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%70, %298 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %302 = linalg.generic {indexing_maps = [#map25, #map26], iterator_types = ["parallel", "reduction", "reduction"]} ins(%301 : tensor<2x65x64xf32>) outs(%194 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %out, %in : f32
      linalg.yield %394 : f32
    } -> tensor<64xf32>
    %expanded_46 = tensor.expand_shape %302 [[0, 1, 2]] output_shape [1, 1, 64] : tensor<64xf32> into tensor<1x1x64xf32>
    %303 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%298, %71 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %304 = linalg.generic {indexing_maps = [#map25, #map26], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_46 : tensor<1x1x64xf32>) outs(%194 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %out, %in : f32
      linalg.yield %394 : f32
    } -> tensor<64xf32>
    %305 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%60, %303 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %306 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%305 : tensor<2x65x64xf32>) outs(%9 : tensor<2x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %out, %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x65xf32>
    %expanded_47 = tensor.expand_shape %306 [[0], [1, 2]] output_shape [2, 65, 1] : tensor<2x65xf32> into tensor<2x65x1xf32>
    %307 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%303, %69 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %308 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_47, %68 : tensor<2x65x1xf32>, tensor<2x65x1xf32>) outs(%11 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x1xf32>
    %309 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%307 : tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.negf %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %310 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%309 : tensor<2x65x64xf32>) outs(%9 : tensor<2x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %out, %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x65xf32>
    %expanded_48 = tensor.expand_shape %310 [[0], [1, 2]] output_shape [2, 65, 1] : tensor<2x65xf32> into tensor<2x65x1xf32>
    %311 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%281, %307 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.addf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %312 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%308 : tensor<2x65x1xf32>) outs(%11 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.divf %in, %cst_9 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x1xf32>
    %313 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%312 : tensor<2x65x1xf32>) outs(%9 : tensor<2x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %out, %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x65xf32>
    %314 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%313 : tensor<2x65xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x65x64xf32>
    %315 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%314, %62 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %316 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%315 : tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.negf %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %317 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%316 : tensor<2x65x64xf32>) outs(%9 : tensor<2x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %out, %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x65xf32>
    %expanded_49 = tensor.expand_shape %317 [[0], [1, 2]] output_shape [2, 65, 1] : tensor<2x65xf32> into tensor<2x65x1xf32>
    %318 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%311, %315 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.addf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %319 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_48, %expanded_49 : tensor<2x65x1xf32>, tensor<2x65x1xf32>) outs(%11 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.addf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x1xf32>
    %320 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%319 : tensor<2x65x1xf32>) outs(%11 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.divf %in, %cst_9 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x1xf32>
    %321 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%320 : tensor<2x65x1xf32>) outs(%9 : tensor<2x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %out, %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x65xf32>
    %322 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%321 : tensor<2x65xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x65x64xf32>
    %323 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%318, %322 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.addf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %324 = linalg.generic {indexing_maps = [#map21, #map22, #map23], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%323, %collapsed_17 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%221 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      %395 = arith.addf %out, %394 : f32
      linalg.yield %395 : f32
    } -> tensor<64x64xf32>
    %325 = linalg.generic {indexing_maps = [#map19, #map16], iterator_types = ["parallel", "parallel"]} ins(%324 : tensor<64x64xf32>) outs(%220 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %326 = linalg.generic {indexing_maps = [#map6, #map24, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%323, %arg8 : tensor<2x65x64xf32>, tensor<64x64xf32>) outs(%29 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      %395 = arith.addf %out, %394 : f32
      linalg.yield %395 : f32
    } -> tensor<2x65x64xf32>
    %expanded_50 = tensor.expand_shape %326 [[0], [1], [2, 3]] output_shape [2, 65, 4, 16] : tensor<2x65x64xf32> into tensor<2x65x4x16xf32>
    %327 = linalg.generic {indexing_maps = [#map27, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_50 : tensor<2x65x4x16xf32>) outs(%50 : tensor<2x4x16x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x16x65xf32>
    %328 = linalg.generic {indexing_maps = [#map28, #map10, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%327, %expanded_15 : tensor<2x4x16x65xf32>, tensor<2x65x4x16xf32>) outs(%34 : tensor<2x4x65x65xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      %395 = arith.addf %out, %394 : f32
      linalg.yield %395 : f32
    } -> tensor<2x4x65x65xf32>
    %329 = linalg.generic {indexing_maps = [#map29, #map30, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%327, %46 : tensor<2x4x16x65xf32>, tensor<2x4x65x65xf32>) outs(%51 : tensor<2x4x16x65xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      %395 = arith.addf %out, %394 : f32
      linalg.yield %395 : f32
    } -> tensor<2x4x16x65xf32>
    %330 = linalg.generic {indexing_maps = [#map15, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%329 : tensor<2x4x16x65xf32>) outs(%53 : tensor<2x65x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x65x4x16xf32>
    %331 = linalg.generic {indexing_maps = [#map31, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%49 : tensor<2x4x65x1xf32>) outs(%33 : tensor<2x4x65x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x65x65xf32>
    %332 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%328, %331 : tensor<2x4x65x65xf32>, tensor<2x4x65x65xf32>) outs(%33 : tensor<2x4x65x65xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x4x65x65xf32>
    %333 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%332, %42 : tensor<2x4x65x65xf32>, tensor<2x4x65x65xf32>) outs(%33 : tensor<2x4x65x65xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x4x65x65xf32>
    %334 = linalg.generic {indexing_maps = [#map12, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%333 : tensor<2x4x65x65xf32>) outs(%43 : tensor<2x4x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %out, %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x4x65xf32>
    %335 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%334 : tensor<2x4x65xf32>) outs(%37 : tensor<2x4x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.negf %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x4x65xf32>
    %expanded_51 = tensor.expand_shape %335 [[0], [1], [2, 3]] output_shape [2, 4, 65, 1] : tensor<2x4x65xf32> into tensor<2x4x65x1xf32>
    %336 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%328, %45 : tensor<2x4x65x65xf32>, tensor<2x4x65x65xf32>) outs(%33 : tensor<2x4x65x65xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.divf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x4x65x65xf32>
    %337 = linalg.generic {indexing_maps = [#map12, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%expanded_51 : tensor<2x4x65x1xf32>) outs(%43 : tensor<2x4x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %out, %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x4x65xf32>
    %338 = linalg.generic {indexing_maps = [#map8, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%337 : tensor<2x4x65xf32>) outs(%33 : tensor<2x4x65x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x65x65xf32>
    %339 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%336, %338 : tensor<2x4x65x65xf32>, tensor<2x4x65x65xf32>) outs(%33 : tensor<2x4x65x65xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.addf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x4x65x65xf32>
    %340 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%339, %42 : tensor<2x4x65x65xf32>, tensor<2x4x65x65xf32>) outs(%33 : tensor<2x4x65x65xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x4x65x65xf32>
    %341 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%340 : tensor<2x4x65x65xf32>) outs(%33 : tensor<2x4x65x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.divf %in, %cst_5 : f32
      linalg.yield %394 : f32
    } -> tensor<2x4x65x65xf32>
    %342 = linalg.generic {indexing_maps = [#map28, #map32, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%341, %expanded_13 : tensor<2x4x65x65xf32>, tensor<2x65x4x16xf32>) outs(%241 : tensor<2x4x65x16xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      %395 = arith.addf %out, %394 : f32
      linalg.yield %395 : f32
    } -> tensor<2x4x65x16xf32>
    %343 = linalg.generic {indexing_maps = [#map33, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%342 : tensor<2x4x65x16xf32>) outs(%53 : tensor<2x65x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x65x4x16xf32>
    %344 = linalg.generic {indexing_maps = [#map29, #map32, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%341, %expanded_14 : tensor<2x4x65x65xf32>, tensor<2x65x4x16xf32>) outs(%241 : tensor<2x4x65x16xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      %395 = arith.addf %out, %394 : f32
      linalg.yield %395 : f32
    } -> tensor<2x4x65x16xf32>
    %345 = linalg.generic {indexing_maps = [#map33, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%344 : tensor<2x4x65x16xf32>) outs(%53 : tensor<2x65x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x65x4x16xf32>
    %collapsed_52 = tensor.collapse_shape %330 [[0], [1], [2, 3]] : tensor<2x65x4x16xf32> into tensor<2x65x64xf32>
    %346 = linalg.generic {indexing_maps = [#map21, #map22, #map23], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%collapsed_52, %28 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%221 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      %395 = arith.addf %out, %394 : f32
      linalg.yield %395 : f32
    } -> tensor<64x64xf32>
    %347 = linalg.generic {indexing_maps = [#map19, #map16], iterator_types = ["parallel", "parallel"]} ins(%346 : tensor<64x64xf32>) outs(%220 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %348 = linalg.generic {indexing_maps = [#map6, #map24, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%collapsed_52, %arg10 : tensor<2x65x64xf32>, tensor<64x64xf32>) outs(%29 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      %395 = arith.addf %out, %394 : f32
      linalg.yield %395 : f32
    } -> tensor<2x65x64xf32>
    %collapsed_53 = tensor.collapse_shape %343 [[0], [1], [2, 3]] : tensor<2x65x4x16xf32> into tensor<2x65x64xf32>
    %349 = linalg.generic {indexing_maps = [#map21, #map22, #map23], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%collapsed_53, %28 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%221 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      %395 = arith.addf %out, %394 : f32
      linalg.yield %395 : f32
    } -> tensor<64x64xf32>
    %350 = linalg.generic {indexing_maps = [#map19, #map16], iterator_types = ["parallel", "parallel"]} ins(%349 : tensor<64x64xf32>) outs(%220 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %351 = linalg.generic {indexing_maps = [#map6, #map24, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%collapsed_53, %arg7 : tensor<2x65x64xf32>, tensor<64x64xf32>) outs(%29 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      %395 = arith.addf %out, %394 : f32
      linalg.yield %395 : f32
    } -> tensor<2x65x64xf32>
    %352 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%348, %351 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.addf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %collapsed_54 = tensor.collapse_shape %345 [[0], [1], [2, 3]] : tensor<2x65x4x16xf32> into tensor<2x65x64xf32>
    %353 = linalg.generic {indexing_maps = [#map21, #map22, #map23], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%collapsed_54, %28 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%221 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      %395 = arith.addf %out, %394 : f32
      linalg.yield %395 : f32
    } -> tensor<64x64xf32>
    %354 = linalg.generic {indexing_maps = [#map19, #map16], iterator_types = ["parallel", "parallel"]} ins(%353 : tensor<64x64xf32>) outs(%220 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %355 = linalg.generic {indexing_maps = [#map6, #map24, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%collapsed_54, %arg9 : tensor<2x65x64xf32>, tensor<64x64xf32>) outs(%29 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      %395 = arith.addf %out, %394 : f32
      linalg.yield %395 : f32
    } -> tensor<2x65x64xf32>
    %356 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%352, %355 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.addf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %357 = linalg.generic {indexing_maps = [#map25, #map26], iterator_types = ["parallel", "reduction", "reduction"]} ins(%356 : tensor<2x65x64xf32>) outs(%194 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %out, %in : f32
      linalg.yield %394 : f32
    } -> tensor<64xf32>
    %expanded_55 = tensor.expand_shape %357 [[0, 1, 2]] output_shape [1, 1, 64] : tensor<64xf32> into tensor<1x1x64xf32>
    %358 = linalg.generic {indexing_maps = [#map25, #map26], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_55 : tensor<1x1x64xf32>) outs(%194 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %out, %in : f32
      linalg.yield %394 : f32
    } -> tensor<64xf32>
    %359 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%24, %356 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %360 = linalg.generic {indexing_maps = [#map25, #map26], iterator_types = ["parallel", "reduction", "reduction"]} ins(%359 : tensor<2x65x64xf32>) outs(%194 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %out, %in : f32
      linalg.yield %394 : f32
    } -> tensor<64xf32>
    %expanded_56 = tensor.expand_shape %360 [[0, 1, 2]] output_shape [1, 1, 64] : tensor<64xf32> into tensor<1x1x64xf32>
    %361 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%356, %25 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %362 = linalg.generic {indexing_maps = [#map25, #map26], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_56 : tensor<1x1x64xf32>) outs(%194 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %out, %in : f32
      linalg.yield %394 : f32
    } -> tensor<64xf32>
    %363 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14, %361 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %364 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%363 : tensor<2x65x64xf32>) outs(%9 : tensor<2x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %out, %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x65xf32>
    %expanded_57 = tensor.expand_shape %364 [[0], [1, 2]] output_shape [2, 65, 1] : tensor<2x65xf32> into tensor<2x65x1xf32>
    %365 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%361, %23 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %366 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_57, %22 : tensor<2x65x1xf32>, tensor<2x65x1xf32>) outs(%11 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x1xf32>
    %367 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%365 : tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.negf %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %368 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%367 : tensor<2x65x64xf32>) outs(%9 : tensor<2x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %out, %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x65xf32>
    %expanded_58 = tensor.expand_shape %368 [[0], [1, 2]] output_shape [2, 65, 1] : tensor<2x65xf32> into tensor<2x65x1xf32>
    %369 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%323, %365 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.addf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %370 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%366 : tensor<2x65x1xf32>) outs(%11 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.divf %in, %cst_9 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x1xf32>
    %371 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%370 : tensor<2x65x1xf32>) outs(%9 : tensor<2x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %out, %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x65xf32>
    %372 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%371 : tensor<2x65xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x65x64xf32>
    %373 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%372, %16 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %374 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%373 : tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.negf %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %375 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%374 : tensor<2x65x64xf32>) outs(%9 : tensor<2x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %out, %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x65xf32>
    %expanded_59 = tensor.expand_shape %375 [[0], [1, 2]] output_shape [2, 65, 1] : tensor<2x65xf32> into tensor<2x65x1xf32>
    %376 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%369, %373 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.addf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %377 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_58, %expanded_59 : tensor<2x65x1xf32>, tensor<2x65x1xf32>) outs(%11 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.addf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x1xf32>
    %378 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%377 : tensor<2x65x1xf32>) outs(%11 : tensor<2x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.divf %in, %cst_9 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x1xf32>
    %379 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%378 : tensor<2x65x1xf32>) outs(%9 : tensor<2x65xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %out, %in : f32
      linalg.yield %394 : f32
    } -> tensor<2x65xf32>
    %380 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%379 : tensor<2x65xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x65x64xf32>
    %381 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%376, %380 : tensor<2x65x64xf32>, tensor<2x65x64xf32>) outs(%5 : tensor<2x65x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.addf %in, %in_65 : f32
      linalg.yield %394 : f32
    } -> tensor<2x65x64xf32>
    %382 = tensor.empty() : tensor<65x64xf32>
    %383 = linalg.fill ins(%cst_10 : f32) outs(%382 : tensor<65x64xf32>) -> tensor<65x64xf32>
    %384 = linalg.generic {indexing_maps = [#map34, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%381 : tensor<2x65x64xf32>) outs(%383 : tensor<65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %out, %in : f32
      linalg.yield %394 : f32
    } -> tensor<65x64xf32>
    %expanded_60 = tensor.expand_shape %384 [[0, 1], [2]] output_shape [1, 65, 64] : tensor<65x64xf32> into tensor<1x65x64xf32>
    %385 = linalg.generic {indexing_maps = [#map34, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%expanded_60 : tensor<1x65x64xf32>) outs(%383 : tensor<65x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %out, %in : f32
      linalg.yield %394 : f32
    } -> tensor<65x64xf32>
    %extracted_slice_61 = tensor.extract_slice %381[0, 0, 0] [2, 1, 64] [1, 1, 1] : tensor<2x65x64xf32> to tensor<2x1x64xf32>
    %extracted_slice_62 = tensor.extract_slice %381[0, 1, 0] [2, 64, 64] [1, 1, 1] : tensor<2x65x64xf32> to tensor<2x64x64xf32>
    %386 = linalg.generic {indexing_maps = [#map25, #map26], iterator_types = ["parallel", "reduction", "reduction"]} ins(%extracted_slice_61 : tensor<2x1x64xf32>) outs(%194 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %394 = arith.addf %out, %in : f32
      linalg.yield %394 : f32
    } -> tensor<64xf32>
    %387 = tensor.empty() : tensor<1x1x64xf32>
    %388 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%386 : tensor<64xf32>) outs(%387 : tensor<1x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x64xf32>
    %expanded_63 = tensor.expand_shape %extracted_slice_62 [[0], [1, 2], [3]] output_shape [2, 8, 8, 64] : tensor<2x64x64xf32> into tensor<2x8x8x64xf32>
    %389 = tensor.empty() : tensor<2x57x57x64xf32>
    %390 = linalg.fill ins(%cst_10 : f32) outs(%389 : tensor<2x57x57x64xf32>) -> tensor<2x57x57x64xf32>
    %inserted_slice_64 = tensor.insert_slice %expanded_63 into %390[0, 0, 0, 0] [2, 8, 8, 64] [1, 8, 8, 1] : tensor<2x8x8x64xf32> into tensor<2x57x57x64xf32>
    %391 = tensor.empty() : tensor<8x8x3x64xf32>
    %392 = linalg.fill ins(%cst_10 : f32) outs(%391 : tensor<8x8x3x64xf32>) -> tensor<8x8x3x64xf32>
    %393 = linalg.generic {indexing_maps = [#map35, #map36, #map37], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%arg24, %inserted_slice_64 : tensor<2x64x64x3xf32>, tensor<2x57x57x64xf32>) outs(%392 : tensor<8x8x3x64xf32>) {
    ^bb0(%in: f32, %in_65: f32, %out: f32):
      %394 = arith.mulf %in, %in_65 : f32
      %395 = arith.addf %out, %394 : f32
      linalg.yield %395 : f32
    } -> tensor<8x8x3x64xf32>
    return %393, %385, %388, %358, %300, %362, %304, %350, %325, %354, %347, %297, %283, %258, %196, %262, %200, %250, %223, %254, %247, %191, %176, %167 : tensor<8x8x3x64xf32>, tensor<65x64xf32>, tensor<1x1x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x256xf32>, tensor<256x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x256xf32>, tensor<256x64xf32>, tensor<64x10xf32>
  }
}

