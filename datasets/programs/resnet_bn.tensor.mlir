#map = affine_map<(d0, d1, d2, d3) -> ()>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1 * 2 + d4, d2 * 2 + d5, d3)>
#map3 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d4, d5)>
#map4 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d3)>
#map6 = affine_map<(d0) -> (d0)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
#map9 = affine_map<(d0, d1) -> (d0, d1)>
module @jit_resnet_bn {
  func.func public @main(%arg0: tensor<2x64x64x3xf32>, %arg1: tensor<7x7x3x16xf32>, %arg2: tensor<3x3x16x16xf32>, %arg3: tensor<16xf32>, %arg4: tensor<16xf32>, %arg5: tensor<16xf32>, %arg6: tensor<16xf32>, %arg7: tensor<3x3x16x16xf32>, %arg8: tensor<16xf32>, %arg9: tensor<16xf32>, %arg10: tensor<16xf32>, %arg11: tensor<16xf32>, %arg12: tensor<3x3x16x32xf32>, %arg13: tensor<32xf32>, %arg14: tensor<32xf32>, %arg15: tensor<32xf32>, %arg16: tensor<32xf32>, %arg17: tensor<3x3x32x32xf32>, %arg18: tensor<32xf32>, %arg19: tensor<32xf32>, %arg20: tensor<32xf32>, %arg21: tensor<32xf32>, %arg22: tensor<1x1x16x32xf32>, %arg23: tensor<3x3x32x64xf32>, %arg24: tensor<64xf32>, %arg25: tensor<64xf32>, %arg26: tensor<64xf32>, %arg27: tensor<64xf32>, %arg28: tensor<3x3x64x64xf32>, %arg29: tensor<64xf32>, %arg30: tensor<64xf32>, %arg31: tensor<64xf32>, %arg32: tensor<64xf32>, %arg33: tensor<1x1x32x64xf32>, %arg34: tensor<64x10xf32>) -> tensor<2x10xf32> {
    %cst = arith.constant 1.600000e+01 : f32
    %cst_0 = arith.constant 9.99999974E-6 : f32
    %cst_1 = arith.constant 0xFF800000 : f32
    %cst_2 = arith.constant 0.000000e+00 : f32
    %cst_3 = arith.constant dense<0xFF800000> : tensor<f32>
    %0 = tensor.empty() : tensor<2x32x32x16xf32>
    %1 = linalg.fill ins(%cst_2 : f32) outs(%0 : tensor<2x32x32x16xf32>) -> tensor<2x32x32x16xf32>
    %padded = tensor.pad %arg0 low[0, 2, 2, 0] high[0, 3, 3, 0] {
    ^bb0(%arg35: index, %arg36: index, %arg37: index, %arg38: index):
      tensor.yield %cst_2 : f32
    } : tensor<2x64x64x3xf32> to tensor<2x69x69x3xf32>
    %2 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%padded, %arg1 : tensor<2x69x69x3xf32>, tensor<7x7x3x16xf32>) outs(%1 : tensor<2x32x32x16xf32>) -> tensor<2x32x32x16xf32>
    %3 = call @relu(%2) : (tensor<2x32x32x16xf32>) -> tensor<2x32x32x16xf32>
    %4 = tensor.empty() : tensor<2x16x16x16xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_3 : tensor<f32>) outs(%4 : tensor<2x16x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x16x16x16xf32>
    %padded_4 = tensor.pad %3 low[0, 0, 0, 0] high[0, 1, 1, 0] {
    ^bb0(%arg35: index, %arg36: index, %arg37: index, %arg38: index):
      tensor.yield %cst_1 : f32
    } : tensor<2x32x32x16xf32> to tensor<2x33x33x16xf32>
    %6 = tensor.empty() : tensor<3x3xf32>
    %7 = linalg.generic {indexing_maps = [#map2, #map3, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%padded_4, %6 : tensor<2x33x33x16xf32>, tensor<3x3xf32>) outs(%5 : tensor<2x16x16x16xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %100 = arith.maximumf %out, %in : f32
      linalg.yield %100 : f32
    } -> tensor<2x16x16x16xf32>
    %8 = linalg.fill ins(%cst_2 : f32) outs(%4 : tensor<2x16x16x16xf32>) -> tensor<2x16x16x16xf32>
    %padded_5 = tensor.pad %7 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg35: index, %arg36: index, %arg37: index, %arg38: index):
      tensor.yield %cst_2 : f32
    } : tensor<2x16x16x16xf32> to tensor<2x18x18x16xf32>
    %9 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_5, %arg2 : tensor<2x18x18x16xf32>, tensor<3x3x16x16xf32>) outs(%8 : tensor<2x16x16x16xf32>) -> tensor<2x16x16x16xf32>
    %10 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg3 : tensor<16xf32>) outs(%4 : tensor<2x16x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x16x16x16xf32>
    %11 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9, %10 : tensor<2x16x16x16xf32>, tensor<2x16x16x16xf32>) outs(%4 : tensor<2x16x16x16xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %100 = arith.subf %in, %in_11 : f32
      linalg.yield %100 : f32
    } -> tensor<2x16x16x16xf32>
    %12 = tensor.empty() : tensor<16xf32>
    %13 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel"]} ins(%arg4 : tensor<16xf32>) outs(%12 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %100 = arith.addf %in, %cst_0 : f32
      linalg.yield %100 : f32
    } -> tensor<16xf32>
    %14 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel"]} ins(%13 : tensor<16xf32>) outs(%12 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %100 = math.rsqrt %in : f32
      linalg.yield %100 : f32
    } -> tensor<16xf32>
    %15 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%14 : tensor<16xf32>) outs(%4 : tensor<2x16x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x16x16x16xf32>
    %16 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%11, %15 : tensor<2x16x16x16xf32>, tensor<2x16x16x16xf32>) outs(%4 : tensor<2x16x16x16xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %100 = arith.mulf %in, %in_11 : f32
      linalg.yield %100 : f32
    } -> tensor<2x16x16x16xf32>
    %17 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg5 : tensor<16xf32>) outs(%4 : tensor<2x16x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x16x16x16xf32>
    %18 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%16, %17 : tensor<2x16x16x16xf32>, tensor<2x16x16x16xf32>) outs(%4 : tensor<2x16x16x16xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %100 = arith.mulf %in, %in_11 : f32
      linalg.yield %100 : f32
    } -> tensor<2x16x16x16xf32>
    %19 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg6 : tensor<16xf32>) outs(%4 : tensor<2x16x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x16x16x16xf32>
    %20 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%18, %19 : tensor<2x16x16x16xf32>, tensor<2x16x16x16xf32>) outs(%4 : tensor<2x16x16x16xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %100 = arith.addf %in, %in_11 : f32
      linalg.yield %100 : f32
    } -> tensor<2x16x16x16xf32>
    %21 = call @relu_0(%20) : (tensor<2x16x16x16xf32>) -> tensor<2x16x16x16xf32>
    %padded_6 = tensor.pad %21 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg35: index, %arg36: index, %arg37: index, %arg38: index):
      tensor.yield %cst_2 : f32
    } : tensor<2x16x16x16xf32> to tensor<2x18x18x16xf32>
    %22 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_6, %arg7 : tensor<2x18x18x16xf32>, tensor<3x3x16x16xf32>) outs(%8 : tensor<2x16x16x16xf32>) -> tensor<2x16x16x16xf32>
    %23 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg8 : tensor<16xf32>) outs(%4 : tensor<2x16x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x16x16x16xf32>
    %24 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%22, %23 : tensor<2x16x16x16xf32>, tensor<2x16x16x16xf32>) outs(%4 : tensor<2x16x16x16xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %100 = arith.subf %in, %in_11 : f32
      linalg.yield %100 : f32
    } -> tensor<2x16x16x16xf32>
    %25 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel"]} ins(%arg9 : tensor<16xf32>) outs(%12 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %100 = arith.addf %in, %cst_0 : f32
      linalg.yield %100 : f32
    } -> tensor<16xf32>
    %26 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel"]} ins(%25 : tensor<16xf32>) outs(%12 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %100 = math.rsqrt %in : f32
      linalg.yield %100 : f32
    } -> tensor<16xf32>
    %27 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%26 : tensor<16xf32>) outs(%4 : tensor<2x16x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x16x16x16xf32>
    %28 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%24, %27 : tensor<2x16x16x16xf32>, tensor<2x16x16x16xf32>) outs(%4 : tensor<2x16x16x16xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %100 = arith.mulf %in, %in_11 : f32
      linalg.yield %100 : f32
    } -> tensor<2x16x16x16xf32>
    %29 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg10 : tensor<16xf32>) outs(%4 : tensor<2x16x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x16x16x16xf32>
    %30 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%28, %29 : tensor<2x16x16x16xf32>, tensor<2x16x16x16xf32>) outs(%4 : tensor<2x16x16x16xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %100 = arith.mulf %in, %in_11 : f32
      linalg.yield %100 : f32
    } -> tensor<2x16x16x16xf32>
    %31 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg11 : tensor<16xf32>) outs(%4 : tensor<2x16x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x16x16x16xf32>
    %32 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%30, %31 : tensor<2x16x16x16xf32>, tensor<2x16x16x16xf32>) outs(%4 : tensor<2x16x16x16xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %100 = arith.addf %in, %in_11 : f32
      linalg.yield %100 : f32
    } -> tensor<2x16x16x16xf32>
    %33 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%32, %7 : tensor<2x16x16x16xf32>, tensor<2x16x16x16xf32>) outs(%4 : tensor<2x16x16x16xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %100 = arith.addf %in, %in_11 : f32
      linalg.yield %100 : f32
    } -> tensor<2x16x16x16xf32>
    %34 = call @relu_0(%33) : (tensor<2x16x16x16xf32>) -> tensor<2x16x16x16xf32>
    %35 = tensor.empty() : tensor<2x8x8x32xf32>
    %36 = linalg.fill ins(%cst_2 : f32) outs(%35 : tensor<2x8x8x32xf32>) -> tensor<2x8x8x32xf32>
    %padded_7 = tensor.pad %34 low[0, 0, 0, 0] high[0, 1, 1, 0] {
    ^bb0(%arg35: index, %arg36: index, %arg37: index, %arg38: index):
      tensor.yield %cst_2 : f32
    } : tensor<2x16x16x16xf32> to tensor<2x17x17x16xf32>
    %37 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%padded_7, %arg12 : tensor<2x17x17x16xf32>, tensor<3x3x16x32xf32>) outs(%36 : tensor<2x8x8x32xf32>) -> tensor<2x8x8x32xf32>
    %38 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg13 : tensor<32xf32>) outs(%35 : tensor<2x8x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x8x32xf32>
    %39 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%37, %38 : tensor<2x8x8x32xf32>, tensor<2x8x8x32xf32>) outs(%35 : tensor<2x8x8x32xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %100 = arith.subf %in, %in_11 : f32
      linalg.yield %100 : f32
    } -> tensor<2x8x8x32xf32>
    %40 = tensor.empty() : tensor<32xf32>
    %41 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel"]} ins(%arg14 : tensor<32xf32>) outs(%40 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %100 = arith.addf %in, %cst_0 : f32
      linalg.yield %100 : f32
    } -> tensor<32xf32>
    %42 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel"]} ins(%41 : tensor<32xf32>) outs(%40 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %100 = math.rsqrt %in : f32
      linalg.yield %100 : f32
    } -> tensor<32xf32>
    %43 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%42 : tensor<32xf32>) outs(%35 : tensor<2x8x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x8x32xf32>
    %44 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%39, %43 : tensor<2x8x8x32xf32>, tensor<2x8x8x32xf32>) outs(%35 : tensor<2x8x8x32xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %100 = arith.mulf %in, %in_11 : f32
      linalg.yield %100 : f32
    } -> tensor<2x8x8x32xf32>
    %45 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg15 : tensor<32xf32>) outs(%35 : tensor<2x8x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x8x32xf32>
    %46 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%44, %45 : tensor<2x8x8x32xf32>, tensor<2x8x8x32xf32>) outs(%35 : tensor<2x8x8x32xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %100 = arith.mulf %in, %in_11 : f32
      linalg.yield %100 : f32
    } -> tensor<2x8x8x32xf32>
    %47 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg16 : tensor<32xf32>) outs(%35 : tensor<2x8x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x8x32xf32>
    %48 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%46, %47 : tensor<2x8x8x32xf32>, tensor<2x8x8x32xf32>) outs(%35 : tensor<2x8x8x32xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %100 = arith.addf %in, %in_11 : f32
      linalg.yield %100 : f32
    } -> tensor<2x8x8x32xf32>
    %49 = call @relu_1(%48) : (tensor<2x8x8x32xf32>) -> tensor<2x8x8x32xf32>
    %padded_8 = tensor.pad %49 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg35: index, %arg36: index, %arg37: index, %arg38: index):
      tensor.yield %cst_2 : f32
    } : tensor<2x8x8x32xf32> to tensor<2x10x10x32xf32>
    %50 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_8, %arg17 : tensor<2x10x10x32xf32>, tensor<3x3x32x32xf32>) outs(%36 : tensor<2x8x8x32xf32>) -> tensor<2x8x8x32xf32>
    %51 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg18 : tensor<32xf32>) outs(%35 : tensor<2x8x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x8x32xf32>
    %52 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%50, %51 : tensor<2x8x8x32xf32>, tensor<2x8x8x32xf32>) outs(%35 : tensor<2x8x8x32xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %100 = arith.subf %in, %in_11 : f32
      linalg.yield %100 : f32
    } -> tensor<2x8x8x32xf32>
    %53 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel"]} ins(%arg19 : tensor<32xf32>) outs(%40 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %100 = arith.addf %in, %cst_0 : f32
      linalg.yield %100 : f32
    } -> tensor<32xf32>
    %54 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel"]} ins(%53 : tensor<32xf32>) outs(%40 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %100 = math.rsqrt %in : f32
      linalg.yield %100 : f32
    } -> tensor<32xf32>
    %55 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%54 : tensor<32xf32>) outs(%35 : tensor<2x8x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x8x32xf32>
    %56 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%52, %55 : tensor<2x8x8x32xf32>, tensor<2x8x8x32xf32>) outs(%35 : tensor<2x8x8x32xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %100 = arith.mulf %in, %in_11 : f32
      linalg.yield %100 : f32
    } -> tensor<2x8x8x32xf32>
    %57 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg20 : tensor<32xf32>) outs(%35 : tensor<2x8x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x8x32xf32>
    %58 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%56, %57 : tensor<2x8x8x32xf32>, tensor<2x8x8x32xf32>) outs(%35 : tensor<2x8x8x32xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %100 = arith.mulf %in, %in_11 : f32
      linalg.yield %100 : f32
    } -> tensor<2x8x8x32xf32>
    %59 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg21 : tensor<32xf32>) outs(%35 : tensor<2x8x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x8x32xf32>
    %60 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%58, %59 : tensor<2x8x8x32xf32>, tensor<2x8x8x32xf32>) outs(%35 : tensor<2x8x8x32xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %100 = arith.addf %in, %in_11 : f32
      linalg.yield %100 : f32
    } -> tensor<2x8x8x32xf32>
    %61 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%34, %arg22 : tensor<2x16x16x16xf32>, tensor<1x1x16x32xf32>) outs(%36 : tensor<2x8x8x32xf32>) -> tensor<2x8x8x32xf32>
    %62 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%60, %61 : tensor<2x8x8x32xf32>, tensor<2x8x8x32xf32>) outs(%35 : tensor<2x8x8x32xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %100 = arith.addf %in, %in_11 : f32
      linalg.yield %100 : f32
    } -> tensor<2x8x8x32xf32>
    %63 = call @relu_1(%62) : (tensor<2x8x8x32xf32>) -> tensor<2x8x8x32xf32>
    %64 = tensor.empty() : tensor<2x4x4x64xf32>
    %65 = linalg.fill ins(%cst_2 : f32) outs(%64 : tensor<2x4x4x64xf32>) -> tensor<2x4x4x64xf32>
    %padded_9 = tensor.pad %63 low[0, 0, 0, 0] high[0, 1, 1, 0] {
    ^bb0(%arg35: index, %arg36: index, %arg37: index, %arg38: index):
      tensor.yield %cst_2 : f32
    } : tensor<2x8x8x32xf32> to tensor<2x9x9x32xf32>
    %66 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%padded_9, %arg23 : tensor<2x9x9x32xf32>, tensor<3x3x32x64xf32>) outs(%65 : tensor<2x4x4x64xf32>) -> tensor<2x4x4x64xf32>
    %67 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg24 : tensor<64xf32>) outs(%64 : tensor<2x4x4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x4x64xf32>
    %68 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%66, %67 : tensor<2x4x4x64xf32>, tensor<2x4x4x64xf32>) outs(%64 : tensor<2x4x4x64xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %100 = arith.subf %in, %in_11 : f32
      linalg.yield %100 : f32
    } -> tensor<2x4x4x64xf32>
    %69 = tensor.empty() : tensor<64xf32>
    %70 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel"]} ins(%arg25 : tensor<64xf32>) outs(%69 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %100 = arith.addf %in, %cst_0 : f32
      linalg.yield %100 : f32
    } -> tensor<64xf32>
    %71 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel"]} ins(%70 : tensor<64xf32>) outs(%69 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %100 = math.rsqrt %in : f32
      linalg.yield %100 : f32
    } -> tensor<64xf32>
    %72 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%71 : tensor<64xf32>) outs(%64 : tensor<2x4x4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x4x64xf32>
    %73 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%68, %72 : tensor<2x4x4x64xf32>, tensor<2x4x4x64xf32>) outs(%64 : tensor<2x4x4x64xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %100 = arith.mulf %in, %in_11 : f32
      linalg.yield %100 : f32
    } -> tensor<2x4x4x64xf32>
    %74 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg26 : tensor<64xf32>) outs(%64 : tensor<2x4x4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x4x64xf32>
    %75 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%73, %74 : tensor<2x4x4x64xf32>, tensor<2x4x4x64xf32>) outs(%64 : tensor<2x4x4x64xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %100 = arith.mulf %in, %in_11 : f32
      linalg.yield %100 : f32
    } -> tensor<2x4x4x64xf32>
    %76 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg27 : tensor<64xf32>) outs(%64 : tensor<2x4x4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x4x64xf32>
    %77 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%75, %76 : tensor<2x4x4x64xf32>, tensor<2x4x4x64xf32>) outs(%64 : tensor<2x4x4x64xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %100 = arith.addf %in, %in_11 : f32
      linalg.yield %100 : f32
    } -> tensor<2x4x4x64xf32>
    %78 = call @relu_2(%77) : (tensor<2x4x4x64xf32>) -> tensor<2x4x4x64xf32>
    %padded_10 = tensor.pad %78 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg35: index, %arg36: index, %arg37: index, %arg38: index):
      tensor.yield %cst_2 : f32
    } : tensor<2x4x4x64xf32> to tensor<2x6x6x64xf32>
    %79 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_10, %arg28 : tensor<2x6x6x64xf32>, tensor<3x3x64x64xf32>) outs(%65 : tensor<2x4x4x64xf32>) -> tensor<2x4x4x64xf32>
    %80 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg29 : tensor<64xf32>) outs(%64 : tensor<2x4x4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x4x64xf32>
    %81 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%79, %80 : tensor<2x4x4x64xf32>, tensor<2x4x4x64xf32>) outs(%64 : tensor<2x4x4x64xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %100 = arith.subf %in, %in_11 : f32
      linalg.yield %100 : f32
    } -> tensor<2x4x4x64xf32>
    %82 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel"]} ins(%arg30 : tensor<64xf32>) outs(%69 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %100 = arith.addf %in, %cst_0 : f32
      linalg.yield %100 : f32
    } -> tensor<64xf32>
    %83 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel"]} ins(%82 : tensor<64xf32>) outs(%69 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %100 = math.rsqrt %in : f32
      linalg.yield %100 : f32
    } -> tensor<64xf32>
    %84 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%83 : tensor<64xf32>) outs(%64 : tensor<2x4x4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x4x64xf32>
    %85 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%81, %84 : tensor<2x4x4x64xf32>, tensor<2x4x4x64xf32>) outs(%64 : tensor<2x4x4x64xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %100 = arith.mulf %in, %in_11 : f32
      linalg.yield %100 : f32
    } -> tensor<2x4x4x64xf32>
    %86 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg31 : tensor<64xf32>) outs(%64 : tensor<2x4x4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x4x64xf32>
    %87 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%85, %86 : tensor<2x4x4x64xf32>, tensor<2x4x4x64xf32>) outs(%64 : tensor<2x4x4x64xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %100 = arith.mulf %in, %in_11 : f32
      linalg.yield %100 : f32
    } -> tensor<2x4x4x64xf32>
    %88 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg32 : tensor<64xf32>) outs(%64 : tensor<2x4x4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x4x64xf32>
    %89 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%87, %88 : tensor<2x4x4x64xf32>, tensor<2x4x4x64xf32>) outs(%64 : tensor<2x4x4x64xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %100 = arith.addf %in, %in_11 : f32
      linalg.yield %100 : f32
    } -> tensor<2x4x4x64xf32>
    %90 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%63, %arg33 : tensor<2x8x8x32xf32>, tensor<1x1x32x64xf32>) outs(%65 : tensor<2x4x4x64xf32>) -> tensor<2x4x4x64xf32>
    %91 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%89, %90 : tensor<2x4x4x64xf32>, tensor<2x4x4x64xf32>) outs(%64 : tensor<2x4x4x64xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %100 = arith.addf %in, %in_11 : f32
      linalg.yield %100 : f32
    } -> tensor<2x4x4x64xf32>
    %92 = call @relu_2(%91) : (tensor<2x4x4x64xf32>) -> tensor<2x4x4x64xf32>
    %93 = tensor.empty() : tensor<2x64xf32>
    %94 = linalg.fill ins(%cst_2 : f32) outs(%93 : tensor<2x64xf32>) -> tensor<2x64xf32>
    %95 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%92 : tensor<2x4x4x64xf32>) outs(%94 : tensor<2x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %100 = arith.addf %out, %in : f32
      linalg.yield %100 : f32
    } -> tensor<2x64xf32>
    %96 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel"]} ins(%95 : tensor<2x64xf32>) outs(%93 : tensor<2x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %100 = arith.divf %in, %cst : f32
      linalg.yield %100 : f32
    } -> tensor<2x64xf32>
    %97 = tensor.empty() : tensor<2x10xf32>
    %98 = linalg.fill ins(%cst_2 : f32) outs(%97 : tensor<2x10xf32>) -> tensor<2x10xf32>
    %99 = linalg.matmul ins(%96, %arg34 : tensor<2x64xf32>, tensor<64x10xf32>) outs(%98 : tensor<2x10xf32>) -> tensor<2x10xf32>
    return %99 : tensor<2x10xf32>
  }
  func.func private @relu(%arg0: tensor<2x32x32x16xf32>) -> tensor<2x32x32x16xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<2x32x32x16xf32>
    %1 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<2x32x32x16xf32>) outs(%0 : tensor<2x32x32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = arith.maximumf %in, %cst : f32
      linalg.yield %2 : f32
    } -> tensor<2x32x32x16xf32>
    return %1 : tensor<2x32x32x16xf32>
  }
  func.func private @relu_0(%arg0: tensor<2x16x16x16xf32>) -> tensor<2x16x16x16xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<2x16x16x16xf32>
    %1 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<2x16x16x16xf32>) outs(%0 : tensor<2x16x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = arith.maximumf %in, %cst : f32
      linalg.yield %2 : f32
    } -> tensor<2x16x16x16xf32>
    return %1 : tensor<2x16x16x16xf32>
  }
  func.func private @relu_1(%arg0: tensor<2x8x8x32xf32>) -> tensor<2x8x8x32xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<2x8x8x32xf32>
    %1 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<2x8x8x32xf32>) outs(%0 : tensor<2x8x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = arith.maximumf %in, %cst : f32
      linalg.yield %2 : f32
    } -> tensor<2x8x8x32xf32>
    return %1 : tensor<2x8x8x32xf32>
  }
  func.func private @relu_2(%arg0: tensor<2x4x4x64xf32>) -> tensor<2x4x4x64xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<2x4x4x64xf32>
    %1 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<2x4x4x64xf32>) outs(%0 : tensor<2x4x4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = arith.maximumf %in, %cst : f32
      linalg.yield %2 : f32
    } -> tensor<2x4x4x64xf32>
    return %1 : tensor<2x4x4x64xf32>
  }
}

