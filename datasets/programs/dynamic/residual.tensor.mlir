#map = affine_map<(d0, d1, d2, d3) -> ()>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d3)>
#map3 = affine_map<(d0, d1, d2, d3) -> (0, 0, 0, d3)>
#map4 = affine_map<(d0) -> (d0)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
#map7 = affine_map<(d0, d1) -> ()>
#map8 = affine_map<(d0, d1) -> (d0, d1)>
module @jit_residual {
  func.func public @main(%arg0: tensor<?x32x32x3xf32>, %arg1: tensor<7x7x3x16xf32>, %arg2: tensor<3x3x16x16xf32>, %arg3: tensor<16xf32>, %arg4: tensor<16xf32>, %arg5: tensor<16xf32>, %arg6: tensor<16xf32>, %arg7: tensor<3x3x16x16xf32>, %arg8: tensor<16xf32>, %arg9: tensor<16xf32>, %arg10: tensor<16xf32>, %arg11: tensor<16xf32>, %arg12: tensor<3x3x16x32xf32>, %arg13: tensor<32xf32>, %arg14: tensor<32xf32>, %arg15: tensor<32xf32>, %arg16: tensor<32xf32>, %arg17: tensor<3x3x32x32xf32>, %arg18: tensor<32xf32>, %arg19: tensor<32xf32>, %arg20: tensor<32xf32>, %arg21: tensor<32xf32>, %arg22: tensor<1x1x16x32xf32>, %arg23: tensor<3x3x32x64xf32>, %arg24: tensor<64xf32>, %arg25: tensor<64xf32>, %arg26: tensor<64xf32>, %arg27: tensor<64xf32>, %arg28: tensor<3x3x64x64xf32>, %arg29: tensor<64xf32>, %arg30: tensor<64xf32>, %arg31: tensor<64xf32>, %arg32: tensor<64xf32>, %arg33: tensor<1x1x32x64xf32>, %arg34: tensor<64x10xf32>) -> tensor<?x10xf32> {
    %cst = arith.constant 9.99999974E-6 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_2 = arith.constant dense<1.600000e+01> : tensor<f32>
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %arg0, %c0 : tensor<?x32x32x3xf32>
    %0 = arith.index_cast %dim : index to i32
    %1 = tensor.empty(%dim) : tensor<?x16x16x16xf32>
    %2 = linalg.fill ins(%cst_0 : f32) outs(%1 : tensor<?x16x16x16xf32>) -> tensor<?x16x16x16xf32>
    %padded = tensor.pad %arg0 low[0, 2, 2, 0] high[0, 3, 3, 0] {
    ^bb0(%arg35: index, %arg36: index, %arg37: index, %arg38: index):
      tensor.yield %cst_0 : f32
    } : tensor<?x32x32x3xf32> to tensor<?x37x37x3xf32>
    %3 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%padded, %arg1 : tensor<?x37x37x3xf32>, tensor<7x7x3x16xf32>) outs(%2 : tensor<?x16x16x16xf32>) -> tensor<?x16x16x16xf32>
    %4 = arith.index_cast %0 : i32 to index
    %5 = tensor.empty(%4) : tensor<?x16x16x16xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_1 : tensor<f32>) outs(%5 : tensor<?x16x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x16x16x16xf32>
    %7 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%3, %6 : tensor<?x16x16x16xf32>, tensor<?x16x16x16xf32>) outs(%1 : tensor<?x16x16x16xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %132 = arith.maximumf %in, %in_9 : f32
      linalg.yield %132 : f32
    } -> tensor<?x16x16x16xf32>
    %padded_3 = tensor.pad %7 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg35: index, %arg36: index, %arg37: index, %arg38: index):
      tensor.yield %cst_0 : f32
    } : tensor<?x16x16x16xf32> to tensor<?x18x18x16xf32>
    %8 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_3, %arg2 : tensor<?x18x18x16xf32>, tensor<3x3x16x16xf32>) outs(%2 : tensor<?x16x16x16xf32>) -> tensor<?x16x16x16xf32>
    %9 = tensor.empty() : tensor<1x1x1x16xf32>
    %10 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg3 : tensor<16xf32>) outs(%9 : tensor<1x1x1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x16xf32>
    %11 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%10 : tensor<1x1x1x16xf32>) outs(%5 : tensor<?x16x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x16x16x16xf32>
    %12 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%8, %11 : tensor<?x16x16x16xf32>, tensor<?x16x16x16xf32>) outs(%1 : tensor<?x16x16x16xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %132 = arith.subf %in, %in_9 : f32
      linalg.yield %132 : f32
    } -> tensor<?x16x16x16xf32>
    %13 = tensor.empty() : tensor<16xf32>
    %14 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%arg4 : tensor<16xf32>) outs(%13 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %132 = arith.addf %in, %cst : f32
      linalg.yield %132 : f32
    } -> tensor<16xf32>
    %15 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%14 : tensor<16xf32>) outs(%13 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %132 = math.rsqrt %in : f32
      linalg.yield %132 : f32
    } -> tensor<16xf32>
    %16 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%15 : tensor<16xf32>) outs(%9 : tensor<1x1x1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x16xf32>
    %17 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%16 : tensor<1x1x1x16xf32>) outs(%5 : tensor<?x16x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x16x16x16xf32>
    %18 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%12, %17 : tensor<?x16x16x16xf32>, tensor<?x16x16x16xf32>) outs(%1 : tensor<?x16x16x16xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %132 = arith.mulf %in, %in_9 : f32
      linalg.yield %132 : f32
    } -> tensor<?x16x16x16xf32>
    %19 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg5 : tensor<16xf32>) outs(%9 : tensor<1x1x1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x16xf32>
    %20 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%19 : tensor<1x1x1x16xf32>) outs(%5 : tensor<?x16x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x16x16x16xf32>
    %21 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%18, %20 : tensor<?x16x16x16xf32>, tensor<?x16x16x16xf32>) outs(%1 : tensor<?x16x16x16xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %132 = arith.mulf %in, %in_9 : f32
      linalg.yield %132 : f32
    } -> tensor<?x16x16x16xf32>
    %22 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg6 : tensor<16xf32>) outs(%9 : tensor<1x1x1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x16xf32>
    %23 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%22 : tensor<1x1x1x16xf32>) outs(%5 : tensor<?x16x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x16x16x16xf32>
    %24 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%21, %23 : tensor<?x16x16x16xf32>, tensor<?x16x16x16xf32>) outs(%1 : tensor<?x16x16x16xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %132 = arith.addf %in, %in_9 : f32
      linalg.yield %132 : f32
    } -> tensor<?x16x16x16xf32>
    %25 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%24, %6 : tensor<?x16x16x16xf32>, tensor<?x16x16x16xf32>) outs(%1 : tensor<?x16x16x16xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %132 = arith.maximumf %in, %in_9 : f32
      linalg.yield %132 : f32
    } -> tensor<?x16x16x16xf32>
    %padded_4 = tensor.pad %25 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg35: index, %arg36: index, %arg37: index, %arg38: index):
      tensor.yield %cst_0 : f32
    } : tensor<?x16x16x16xf32> to tensor<?x18x18x16xf32>
    %26 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_4, %arg7 : tensor<?x18x18x16xf32>, tensor<3x3x16x16xf32>) outs(%2 : tensor<?x16x16x16xf32>) -> tensor<?x16x16x16xf32>
    %27 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg8 : tensor<16xf32>) outs(%9 : tensor<1x1x1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x16xf32>
    %28 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%27 : tensor<1x1x1x16xf32>) outs(%5 : tensor<?x16x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x16x16x16xf32>
    %29 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%26, %28 : tensor<?x16x16x16xf32>, tensor<?x16x16x16xf32>) outs(%1 : tensor<?x16x16x16xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %132 = arith.subf %in, %in_9 : f32
      linalg.yield %132 : f32
    } -> tensor<?x16x16x16xf32>
    %30 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%arg9 : tensor<16xf32>) outs(%13 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %132 = arith.addf %in, %cst : f32
      linalg.yield %132 : f32
    } -> tensor<16xf32>
    %31 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%30 : tensor<16xf32>) outs(%13 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %132 = math.rsqrt %in : f32
      linalg.yield %132 : f32
    } -> tensor<16xf32>
    %32 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%31 : tensor<16xf32>) outs(%9 : tensor<1x1x1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x16xf32>
    %33 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%32 : tensor<1x1x1x16xf32>) outs(%5 : tensor<?x16x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x16x16x16xf32>
    %34 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%29, %33 : tensor<?x16x16x16xf32>, tensor<?x16x16x16xf32>) outs(%1 : tensor<?x16x16x16xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %132 = arith.mulf %in, %in_9 : f32
      linalg.yield %132 : f32
    } -> tensor<?x16x16x16xf32>
    %35 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg10 : tensor<16xf32>) outs(%9 : tensor<1x1x1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x16xf32>
    %36 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%35 : tensor<1x1x1x16xf32>) outs(%5 : tensor<?x16x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x16x16x16xf32>
    %37 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%34, %36 : tensor<?x16x16x16xf32>, tensor<?x16x16x16xf32>) outs(%1 : tensor<?x16x16x16xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %132 = arith.mulf %in, %in_9 : f32
      linalg.yield %132 : f32
    } -> tensor<?x16x16x16xf32>
    %38 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg11 : tensor<16xf32>) outs(%9 : tensor<1x1x1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x16xf32>
    %39 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%38 : tensor<1x1x1x16xf32>) outs(%5 : tensor<?x16x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x16x16x16xf32>
    %40 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%37, %39 : tensor<?x16x16x16xf32>, tensor<?x16x16x16xf32>) outs(%1 : tensor<?x16x16x16xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %132 = arith.addf %in, %in_9 : f32
      linalg.yield %132 : f32
    } -> tensor<?x16x16x16xf32>
    %41 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%40, %7 : tensor<?x16x16x16xf32>, tensor<?x16x16x16xf32>) outs(%1 : tensor<?x16x16x16xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %132 = arith.addf %in, %in_9 : f32
      linalg.yield %132 : f32
    } -> tensor<?x16x16x16xf32>
    %42 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%41, %6 : tensor<?x16x16x16xf32>, tensor<?x16x16x16xf32>) outs(%1 : tensor<?x16x16x16xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %132 = arith.maximumf %in, %in_9 : f32
      linalg.yield %132 : f32
    } -> tensor<?x16x16x16xf32>
    %43 = tensor.empty(%dim) : tensor<?x8x8x32xf32>
    %44 = linalg.fill ins(%cst_0 : f32) outs(%43 : tensor<?x8x8x32xf32>) -> tensor<?x8x8x32xf32>
    %padded_5 = tensor.pad %42 low[0, 0, 0, 0] high[0, 1, 1, 0] {
    ^bb0(%arg35: index, %arg36: index, %arg37: index, %arg38: index):
      tensor.yield %cst_0 : f32
    } : tensor<?x16x16x16xf32> to tensor<?x17x17x16xf32>
    %45 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%padded_5, %arg12 : tensor<?x17x17x16xf32>, tensor<3x3x16x32xf32>) outs(%44 : tensor<?x8x8x32xf32>) -> tensor<?x8x8x32xf32>
    %46 = tensor.empty() : tensor<1x1x1x32xf32>
    %47 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg13 : tensor<32xf32>) outs(%46 : tensor<1x1x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x32xf32>
    %48 = tensor.empty(%4) : tensor<?x8x8x32xf32>
    %49 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%47 : tensor<1x1x1x32xf32>) outs(%48 : tensor<?x8x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x8x8x32xf32>
    %50 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%45, %49 : tensor<?x8x8x32xf32>, tensor<?x8x8x32xf32>) outs(%43 : tensor<?x8x8x32xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %132 = arith.subf %in, %in_9 : f32
      linalg.yield %132 : f32
    } -> tensor<?x8x8x32xf32>
    %51 = tensor.empty() : tensor<32xf32>
    %52 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%arg14 : tensor<32xf32>) outs(%51 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %132 = arith.addf %in, %cst : f32
      linalg.yield %132 : f32
    } -> tensor<32xf32>
    %53 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%52 : tensor<32xf32>) outs(%51 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %132 = math.rsqrt %in : f32
      linalg.yield %132 : f32
    } -> tensor<32xf32>
    %54 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%53 : tensor<32xf32>) outs(%46 : tensor<1x1x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x32xf32>
    %55 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%54 : tensor<1x1x1x32xf32>) outs(%48 : tensor<?x8x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x8x8x32xf32>
    %56 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%50, %55 : tensor<?x8x8x32xf32>, tensor<?x8x8x32xf32>) outs(%43 : tensor<?x8x8x32xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %132 = arith.mulf %in, %in_9 : f32
      linalg.yield %132 : f32
    } -> tensor<?x8x8x32xf32>
    %57 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg15 : tensor<32xf32>) outs(%46 : tensor<1x1x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x32xf32>
    %58 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%57 : tensor<1x1x1x32xf32>) outs(%48 : tensor<?x8x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x8x8x32xf32>
    %59 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%56, %58 : tensor<?x8x8x32xf32>, tensor<?x8x8x32xf32>) outs(%43 : tensor<?x8x8x32xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %132 = arith.mulf %in, %in_9 : f32
      linalg.yield %132 : f32
    } -> tensor<?x8x8x32xf32>
    %60 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg16 : tensor<32xf32>) outs(%46 : tensor<1x1x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x32xf32>
    %61 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%60 : tensor<1x1x1x32xf32>) outs(%48 : tensor<?x8x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x8x8x32xf32>
    %62 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%59, %61 : tensor<?x8x8x32xf32>, tensor<?x8x8x32xf32>) outs(%43 : tensor<?x8x8x32xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %132 = arith.addf %in, %in_9 : f32
      linalg.yield %132 : f32
    } -> tensor<?x8x8x32xf32>
    %63 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_1 : tensor<f32>) outs(%48 : tensor<?x8x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x8x8x32xf32>
    %64 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%62, %63 : tensor<?x8x8x32xf32>, tensor<?x8x8x32xf32>) outs(%43 : tensor<?x8x8x32xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %132 = arith.maximumf %in, %in_9 : f32
      linalg.yield %132 : f32
    } -> tensor<?x8x8x32xf32>
    %padded_6 = tensor.pad %64 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg35: index, %arg36: index, %arg37: index, %arg38: index):
      tensor.yield %cst_0 : f32
    } : tensor<?x8x8x32xf32> to tensor<?x10x10x32xf32>
    %65 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_6, %arg17 : tensor<?x10x10x32xf32>, tensor<3x3x32x32xf32>) outs(%44 : tensor<?x8x8x32xf32>) -> tensor<?x8x8x32xf32>
    %66 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg18 : tensor<32xf32>) outs(%46 : tensor<1x1x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x32xf32>
    %67 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%66 : tensor<1x1x1x32xf32>) outs(%48 : tensor<?x8x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x8x8x32xf32>
    %68 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%65, %67 : tensor<?x8x8x32xf32>, tensor<?x8x8x32xf32>) outs(%43 : tensor<?x8x8x32xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %132 = arith.subf %in, %in_9 : f32
      linalg.yield %132 : f32
    } -> tensor<?x8x8x32xf32>
    %69 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%arg19 : tensor<32xf32>) outs(%51 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %132 = arith.addf %in, %cst : f32
      linalg.yield %132 : f32
    } -> tensor<32xf32>
    %70 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%69 : tensor<32xf32>) outs(%51 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %132 = math.rsqrt %in : f32
      linalg.yield %132 : f32
    } -> tensor<32xf32>
    %71 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%70 : tensor<32xf32>) outs(%46 : tensor<1x1x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x32xf32>
    %72 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%71 : tensor<1x1x1x32xf32>) outs(%48 : tensor<?x8x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x8x8x32xf32>
    %73 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%68, %72 : tensor<?x8x8x32xf32>, tensor<?x8x8x32xf32>) outs(%43 : tensor<?x8x8x32xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %132 = arith.mulf %in, %in_9 : f32
      linalg.yield %132 : f32
    } -> tensor<?x8x8x32xf32>
    %74 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg20 : tensor<32xf32>) outs(%46 : tensor<1x1x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x32xf32>
    %75 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%74 : tensor<1x1x1x32xf32>) outs(%48 : tensor<?x8x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x8x8x32xf32>
    %76 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%73, %75 : tensor<?x8x8x32xf32>, tensor<?x8x8x32xf32>) outs(%43 : tensor<?x8x8x32xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %132 = arith.mulf %in, %in_9 : f32
      linalg.yield %132 : f32
    } -> tensor<?x8x8x32xf32>
    %77 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg21 : tensor<32xf32>) outs(%46 : tensor<1x1x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x32xf32>
    %78 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%77 : tensor<1x1x1x32xf32>) outs(%48 : tensor<?x8x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x8x8x32xf32>
    %79 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%76, %78 : tensor<?x8x8x32xf32>, tensor<?x8x8x32xf32>) outs(%43 : tensor<?x8x8x32xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %132 = arith.addf %in, %in_9 : f32
      linalg.yield %132 : f32
    } -> tensor<?x8x8x32xf32>
    %80 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%42, %arg22 : tensor<?x16x16x16xf32>, tensor<1x1x16x32xf32>) outs(%44 : tensor<?x8x8x32xf32>) -> tensor<?x8x8x32xf32>
    %81 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%79, %80 : tensor<?x8x8x32xf32>, tensor<?x8x8x32xf32>) outs(%43 : tensor<?x8x8x32xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %132 = arith.addf %in, %in_9 : f32
      linalg.yield %132 : f32
    } -> tensor<?x8x8x32xf32>
    %82 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%81, %63 : tensor<?x8x8x32xf32>, tensor<?x8x8x32xf32>) outs(%43 : tensor<?x8x8x32xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %132 = arith.maximumf %in, %in_9 : f32
      linalg.yield %132 : f32
    } -> tensor<?x8x8x32xf32>
    %83 = tensor.empty(%dim) : tensor<?x4x4x64xf32>
    %84 = linalg.fill ins(%cst_0 : f32) outs(%83 : tensor<?x4x4x64xf32>) -> tensor<?x4x4x64xf32>
    %padded_7 = tensor.pad %82 low[0, 0, 0, 0] high[0, 1, 1, 0] {
    ^bb0(%arg35: index, %arg36: index, %arg37: index, %arg38: index):
      tensor.yield %cst_0 : f32
    } : tensor<?x8x8x32xf32> to tensor<?x9x9x32xf32>
    %85 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%padded_7, %arg23 : tensor<?x9x9x32xf32>, tensor<3x3x32x64xf32>) outs(%84 : tensor<?x4x4x64xf32>) -> tensor<?x4x4x64xf32>
    %86 = tensor.empty() : tensor<1x1x1x64xf32>
    %87 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg24 : tensor<64xf32>) outs(%86 : tensor<1x1x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x64xf32>
    %88 = tensor.empty(%4) : tensor<?x4x4x64xf32>
    %89 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%87 : tensor<1x1x1x64xf32>) outs(%88 : tensor<?x4x4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x4x64xf32>
    %90 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%85, %89 : tensor<?x4x4x64xf32>, tensor<?x4x4x64xf32>) outs(%83 : tensor<?x4x4x64xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %132 = arith.subf %in, %in_9 : f32
      linalg.yield %132 : f32
    } -> tensor<?x4x4x64xf32>
    %91 = tensor.empty() : tensor<64xf32>
    %92 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%arg25 : tensor<64xf32>) outs(%91 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %132 = arith.addf %in, %cst : f32
      linalg.yield %132 : f32
    } -> tensor<64xf32>
    %93 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%92 : tensor<64xf32>) outs(%91 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %132 = math.rsqrt %in : f32
      linalg.yield %132 : f32
    } -> tensor<64xf32>
    %94 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%93 : tensor<64xf32>) outs(%86 : tensor<1x1x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x64xf32>
    %95 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%94 : tensor<1x1x1x64xf32>) outs(%88 : tensor<?x4x4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x4x64xf32>
    %96 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%90, %95 : tensor<?x4x4x64xf32>, tensor<?x4x4x64xf32>) outs(%83 : tensor<?x4x4x64xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %132 = arith.mulf %in, %in_9 : f32
      linalg.yield %132 : f32
    } -> tensor<?x4x4x64xf32>
    %97 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg26 : tensor<64xf32>) outs(%86 : tensor<1x1x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x64xf32>
    %98 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%97 : tensor<1x1x1x64xf32>) outs(%88 : tensor<?x4x4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x4x64xf32>
    %99 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%96, %98 : tensor<?x4x4x64xf32>, tensor<?x4x4x64xf32>) outs(%83 : tensor<?x4x4x64xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %132 = arith.mulf %in, %in_9 : f32
      linalg.yield %132 : f32
    } -> tensor<?x4x4x64xf32>
    %100 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg27 : tensor<64xf32>) outs(%86 : tensor<1x1x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x64xf32>
    %101 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%100 : tensor<1x1x1x64xf32>) outs(%88 : tensor<?x4x4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x4x64xf32>
    %102 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%99, %101 : tensor<?x4x4x64xf32>, tensor<?x4x4x64xf32>) outs(%83 : tensor<?x4x4x64xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %132 = arith.addf %in, %in_9 : f32
      linalg.yield %132 : f32
    } -> tensor<?x4x4x64xf32>
    %103 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_1 : tensor<f32>) outs(%88 : tensor<?x4x4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x4x64xf32>
    %104 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%102, %103 : tensor<?x4x4x64xf32>, tensor<?x4x4x64xf32>) outs(%83 : tensor<?x4x4x64xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %132 = arith.maximumf %in, %in_9 : f32
      linalg.yield %132 : f32
    } -> tensor<?x4x4x64xf32>
    %padded_8 = tensor.pad %104 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg35: index, %arg36: index, %arg37: index, %arg38: index):
      tensor.yield %cst_0 : f32
    } : tensor<?x4x4x64xf32> to tensor<?x6x6x64xf32>
    %105 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_8, %arg28 : tensor<?x6x6x64xf32>, tensor<3x3x64x64xf32>) outs(%84 : tensor<?x4x4x64xf32>) -> tensor<?x4x4x64xf32>
    %106 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg29 : tensor<64xf32>) outs(%86 : tensor<1x1x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x64xf32>
    %107 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%106 : tensor<1x1x1x64xf32>) outs(%88 : tensor<?x4x4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x4x64xf32>
    %108 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%105, %107 : tensor<?x4x4x64xf32>, tensor<?x4x4x64xf32>) outs(%83 : tensor<?x4x4x64xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %132 = arith.subf %in, %in_9 : f32
      linalg.yield %132 : f32
    } -> tensor<?x4x4x64xf32>
    %109 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%arg30 : tensor<64xf32>) outs(%91 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %132 = arith.addf %in, %cst : f32
      linalg.yield %132 : f32
    } -> tensor<64xf32>
    %110 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%109 : tensor<64xf32>) outs(%91 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %132 = math.rsqrt %in : f32
      linalg.yield %132 : f32
    } -> tensor<64xf32>
    %111 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%110 : tensor<64xf32>) outs(%86 : tensor<1x1x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x64xf32>
    %112 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%111 : tensor<1x1x1x64xf32>) outs(%88 : tensor<?x4x4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x4x64xf32>
    %113 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%108, %112 : tensor<?x4x4x64xf32>, tensor<?x4x4x64xf32>) outs(%83 : tensor<?x4x4x64xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %132 = arith.mulf %in, %in_9 : f32
      linalg.yield %132 : f32
    } -> tensor<?x4x4x64xf32>
    %114 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg31 : tensor<64xf32>) outs(%86 : tensor<1x1x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x64xf32>
    %115 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%114 : tensor<1x1x1x64xf32>) outs(%88 : tensor<?x4x4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x4x64xf32>
    %116 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%113, %115 : tensor<?x4x4x64xf32>, tensor<?x4x4x64xf32>) outs(%83 : tensor<?x4x4x64xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %132 = arith.mulf %in, %in_9 : f32
      linalg.yield %132 : f32
    } -> tensor<?x4x4x64xf32>
    %117 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg32 : tensor<64xf32>) outs(%86 : tensor<1x1x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x64xf32>
    %118 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%117 : tensor<1x1x1x64xf32>) outs(%88 : tensor<?x4x4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x4x64xf32>
    %119 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%116, %118 : tensor<?x4x4x64xf32>, tensor<?x4x4x64xf32>) outs(%83 : tensor<?x4x4x64xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %132 = arith.addf %in, %in_9 : f32
      linalg.yield %132 : f32
    } -> tensor<?x4x4x64xf32>
    %120 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%82, %arg33 : tensor<?x8x8x32xf32>, tensor<1x1x32x64xf32>) outs(%84 : tensor<?x4x4x64xf32>) -> tensor<?x4x4x64xf32>
    %121 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%119, %120 : tensor<?x4x4x64xf32>, tensor<?x4x4x64xf32>) outs(%83 : tensor<?x4x4x64xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %132 = arith.addf %in, %in_9 : f32
      linalg.yield %132 : f32
    } -> tensor<?x4x4x64xf32>
    %122 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%121, %103 : tensor<?x4x4x64xf32>, tensor<?x4x4x64xf32>) outs(%83 : tensor<?x4x4x64xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %132 = arith.maximumf %in, %in_9 : f32
      linalg.yield %132 : f32
    } -> tensor<?x4x4x64xf32>
    %123 = tensor.empty(%dim) : tensor<?x64xf32>
    %124 = linalg.fill ins(%cst_0 : f32) outs(%123 : tensor<?x64xf32>) -> tensor<?x64xf32>
    %125 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%122 : tensor<?x4x4x64xf32>) outs(%124 : tensor<?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %132 = arith.addf %out, %in : f32
      linalg.yield %132 : f32
    } -> tensor<?x64xf32>
    %126 = tensor.empty(%4) : tensor<?x64xf32>
    %127 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel"]} ins(%cst_2 : tensor<f32>) outs(%126 : tensor<?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x64xf32>
    %128 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel"]} ins(%125, %127 : tensor<?x64xf32>, tensor<?x64xf32>) outs(%123 : tensor<?x64xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %132 = arith.divf %in, %in_9 : f32
      linalg.yield %132 : f32
    } -> tensor<?x64xf32>
    %129 = tensor.empty(%dim) : tensor<?x10xf32>
    %130 = linalg.fill ins(%cst_0 : f32) outs(%129 : tensor<?x10xf32>) -> tensor<?x10xf32>
    %131 = linalg.matmul ins(%128, %arg34 : tensor<?x64xf32>, tensor<64x10xf32>) outs(%130 : tensor<?x10xf32>) -> tensor<?x10xf32>
    return %131 : tensor<?x10xf32>
  }
}

