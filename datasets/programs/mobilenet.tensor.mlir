#map = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (d0, d1)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
module @jit_mobilenet {
  func.func public @main(%arg0: tensor<1x96x96x3xf32>, %arg1: tensor<3x3x3x16xf32>, %arg2: tensor<3x3x1x16xf32>, %arg3: tensor<1x1x16x16xf32>, %arg4: tensor<3x3x1x16xf32>, %arg5: tensor<1x1x16x32xf32>, %arg6: tensor<3x3x1x32xf32>, %arg7: tensor<1x1x32x32xf32>, %arg8: tensor<3x3x1x32xf32>, %arg9: tensor<1x1x32x64xf32>, %arg10: tensor<3x3x1x64xf32>, %arg11: tensor<1x1x64x64xf32>, %arg12: tensor<3x3x1x64xf32>, %arg13: tensor<1x1x64x128xf32>, %arg14: tensor<128x100xf32>) -> tensor<1x100xf32> {
    %cst = arith.constant 3.600000e+01 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x48x48x16xf32>
    %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<1x48x48x16xf32>) -> tensor<1x48x48x16xf32>
    %padded = tensor.pad %arg0 low[0, 0, 0, 0] high[0, 1, 1, 0] {
    ^bb0(%arg15: index, %arg16: index, %arg17: index, %arg18: index):
      tensor.yield %cst_0 : f32
    } : tensor<1x96x96x3xf32> to tensor<1x97x97x3xf32>
    %2 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%padded, %arg1 : tensor<1x97x97x3xf32>, tensor<3x3x3x16xf32>) outs(%1 : tensor<1x48x48x16xf32>) -> tensor<1x48x48x16xf32>
    %3 = call @relu6(%2) : (tensor<1x48x48x16xf32>) -> tensor<1x48x48x16xf32>
    %padded_1 = tensor.pad %3 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg15: index, %arg16: index, %arg17: index, %arg18: index):
      tensor.yield %cst_0 : f32
    } : tensor<1x48x48x16xf32> to tensor<1x50x50x16xf32>
    %collapsed = tensor.collapse_shape %arg2 [[0], [1], [2, 3]] : tensor<3x3x1x16xf32> into tensor<3x3x16xf32>
    %4 = linalg.depthwise_conv_2d_nhwc_hwc {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_1, %collapsed : tensor<1x50x50x16xf32>, tensor<3x3x16xf32>) outs(%1 : tensor<1x48x48x16xf32>) -> tensor<1x48x48x16xf32>
    %5 = call @relu6(%4) : (tensor<1x48x48x16xf32>) -> tensor<1x48x48x16xf32>
    %6 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%5, %arg3 : tensor<1x48x48x16xf32>, tensor<1x1x16x16xf32>) outs(%1 : tensor<1x48x48x16xf32>) -> tensor<1x48x48x16xf32>
    %7 = call @relu6(%6) : (tensor<1x48x48x16xf32>) -> tensor<1x48x48x16xf32>
    %padded_2 = tensor.pad %7 low[0, 0, 0, 0] high[0, 1, 1, 0] {
    ^bb0(%arg15: index, %arg16: index, %arg17: index, %arg18: index):
      tensor.yield %cst_0 : f32
    } : tensor<1x48x48x16xf32> to tensor<1x49x49x16xf32>
    %8 = tensor.empty() : tensor<1x24x24x16xf32>
    %9 = linalg.fill ins(%cst_0 : f32) outs(%8 : tensor<1x24x24x16xf32>) -> tensor<1x24x24x16xf32>
    %collapsed_3 = tensor.collapse_shape %arg4 [[0], [1], [2, 3]] : tensor<3x3x1x16xf32> into tensor<3x3x16xf32>
    %10 = linalg.depthwise_conv_2d_nhwc_hwc {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%padded_2, %collapsed_3 : tensor<1x49x49x16xf32>, tensor<3x3x16xf32>) outs(%9 : tensor<1x24x24x16xf32>) -> tensor<1x24x24x16xf32>
    %11 = call @relu6_0(%10) : (tensor<1x24x24x16xf32>) -> tensor<1x24x24x16xf32>
    %12 = tensor.empty() : tensor<1x24x24x32xf32>
    %13 = linalg.fill ins(%cst_0 : f32) outs(%12 : tensor<1x24x24x32xf32>) -> tensor<1x24x24x32xf32>
    %14 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%11, %arg5 : tensor<1x24x24x16xf32>, tensor<1x1x16x32xf32>) outs(%13 : tensor<1x24x24x32xf32>) -> tensor<1x24x24x32xf32>
    %15 = call @relu6_1(%14) : (tensor<1x24x24x32xf32>) -> tensor<1x24x24x32xf32>
    %padded_4 = tensor.pad %15 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg15: index, %arg16: index, %arg17: index, %arg18: index):
      tensor.yield %cst_0 : f32
    } : tensor<1x24x24x32xf32> to tensor<1x26x26x32xf32>
    %collapsed_5 = tensor.collapse_shape %arg6 [[0], [1], [2, 3]] : tensor<3x3x1x32xf32> into tensor<3x3x32xf32>
    %16 = linalg.depthwise_conv_2d_nhwc_hwc {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_4, %collapsed_5 : tensor<1x26x26x32xf32>, tensor<3x3x32xf32>) outs(%13 : tensor<1x24x24x32xf32>) -> tensor<1x24x24x32xf32>
    %17 = call @relu6_1(%16) : (tensor<1x24x24x32xf32>) -> tensor<1x24x24x32xf32>
    %18 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%17, %arg7 : tensor<1x24x24x32xf32>, tensor<1x1x32x32xf32>) outs(%13 : tensor<1x24x24x32xf32>) -> tensor<1x24x24x32xf32>
    %19 = call @relu6_1(%18) : (tensor<1x24x24x32xf32>) -> tensor<1x24x24x32xf32>
    %padded_6 = tensor.pad %19 low[0, 0, 0, 0] high[0, 1, 1, 0] {
    ^bb0(%arg15: index, %arg16: index, %arg17: index, %arg18: index):
      tensor.yield %cst_0 : f32
    } : tensor<1x24x24x32xf32> to tensor<1x25x25x32xf32>
    %20 = tensor.empty() : tensor<1x12x12x32xf32>
    %21 = linalg.fill ins(%cst_0 : f32) outs(%20 : tensor<1x12x12x32xf32>) -> tensor<1x12x12x32xf32>
    %collapsed_7 = tensor.collapse_shape %arg8 [[0], [1], [2, 3]] : tensor<3x3x1x32xf32> into tensor<3x3x32xf32>
    %22 = linalg.depthwise_conv_2d_nhwc_hwc {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%padded_6, %collapsed_7 : tensor<1x25x25x32xf32>, tensor<3x3x32xf32>) outs(%21 : tensor<1x12x12x32xf32>) -> tensor<1x12x12x32xf32>
    %23 = call @relu6_2(%22) : (tensor<1x12x12x32xf32>) -> tensor<1x12x12x32xf32>
    %24 = tensor.empty() : tensor<1x12x12x64xf32>
    %25 = linalg.fill ins(%cst_0 : f32) outs(%24 : tensor<1x12x12x64xf32>) -> tensor<1x12x12x64xf32>
    %26 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%23, %arg9 : tensor<1x12x12x32xf32>, tensor<1x1x32x64xf32>) outs(%25 : tensor<1x12x12x64xf32>) -> tensor<1x12x12x64xf32>
    %27 = call @relu6_3(%26) : (tensor<1x12x12x64xf32>) -> tensor<1x12x12x64xf32>
    %padded_8 = tensor.pad %27 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg15: index, %arg16: index, %arg17: index, %arg18: index):
      tensor.yield %cst_0 : f32
    } : tensor<1x12x12x64xf32> to tensor<1x14x14x64xf32>
    %collapsed_9 = tensor.collapse_shape %arg10 [[0], [1], [2, 3]] : tensor<3x3x1x64xf32> into tensor<3x3x64xf32>
    %28 = linalg.depthwise_conv_2d_nhwc_hwc {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_8, %collapsed_9 : tensor<1x14x14x64xf32>, tensor<3x3x64xf32>) outs(%25 : tensor<1x12x12x64xf32>) -> tensor<1x12x12x64xf32>
    %29 = call @relu6_3(%28) : (tensor<1x12x12x64xf32>) -> tensor<1x12x12x64xf32>
    %30 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%29, %arg11 : tensor<1x12x12x64xf32>, tensor<1x1x64x64xf32>) outs(%25 : tensor<1x12x12x64xf32>) -> tensor<1x12x12x64xf32>
    %31 = call @relu6_3(%30) : (tensor<1x12x12x64xf32>) -> tensor<1x12x12x64xf32>
    %padded_10 = tensor.pad %31 low[0, 0, 0, 0] high[0, 1, 1, 0] {
    ^bb0(%arg15: index, %arg16: index, %arg17: index, %arg18: index):
      tensor.yield %cst_0 : f32
    } : tensor<1x12x12x64xf32> to tensor<1x13x13x64xf32>
    %32 = tensor.empty() : tensor<1x6x6x64xf32>
    %33 = linalg.fill ins(%cst_0 : f32) outs(%32 : tensor<1x6x6x64xf32>) -> tensor<1x6x6x64xf32>
    %collapsed_11 = tensor.collapse_shape %arg12 [[0], [1], [2, 3]] : tensor<3x3x1x64xf32> into tensor<3x3x64xf32>
    %34 = linalg.depthwise_conv_2d_nhwc_hwc {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%padded_10, %collapsed_11 : tensor<1x13x13x64xf32>, tensor<3x3x64xf32>) outs(%33 : tensor<1x6x6x64xf32>) -> tensor<1x6x6x64xf32>
    %35 = call @relu6_4(%34) : (tensor<1x6x6x64xf32>) -> tensor<1x6x6x64xf32>
    %36 = tensor.empty() : tensor<1x6x6x128xf32>
    %37 = linalg.fill ins(%cst_0 : f32) outs(%36 : tensor<1x6x6x128xf32>) -> tensor<1x6x6x128xf32>
    %38 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%35, %arg13 : tensor<1x6x6x64xf32>, tensor<1x1x64x128xf32>) outs(%37 : tensor<1x6x6x128xf32>) -> tensor<1x6x6x128xf32>
    %39 = call @relu6_5(%38) : (tensor<1x6x6x128xf32>) -> tensor<1x6x6x128xf32>
    %40 = tensor.empty() : tensor<1x128xf32>
    %41 = linalg.fill ins(%cst_0 : f32) outs(%40 : tensor<1x128xf32>) -> tensor<1x128xf32>
    %42 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%39 : tensor<1x6x6x128xf32>) outs(%41 : tensor<1x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %47 = arith.addf %out, %in : f32
      linalg.yield %47 : f32
    } -> tensor<1x128xf32>
    %43 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%42 : tensor<1x128xf32>) outs(%40 : tensor<1x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %47 = arith.divf %in, %cst : f32
      linalg.yield %47 : f32
    } -> tensor<1x128xf32>
    %44 = tensor.empty() : tensor<1x100xf32>
    %45 = linalg.fill ins(%cst_0 : f32) outs(%44 : tensor<1x100xf32>) -> tensor<1x100xf32>
    %46 = linalg.matmul ins(%43, %arg14 : tensor<1x128xf32>, tensor<128x100xf32>) outs(%45 : tensor<1x100xf32>) -> tensor<1x100xf32>
    return %46 : tensor<1x100xf32>
  }
  func.func private @relu6(%arg0: tensor<1x48x48x16xf32>) -> tensor<1x48x48x16xf32> {
    %cst = arith.constant 6.000000e+00 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x48x48x16xf32>
    %1 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x48x48x16xf32>) outs(%0 : tensor<1x48x48x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %3 = arith.maximumf %in, %cst_0 : f32
      linalg.yield %3 : f32
    } -> tensor<1x48x48x16xf32>
    %2 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1 : tensor<1x48x48x16xf32>) outs(%0 : tensor<1x48x48x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %3 = arith.minimumf %in, %cst : f32
      linalg.yield %3 : f32
    } -> tensor<1x48x48x16xf32>
    return %2 : tensor<1x48x48x16xf32>
  }
  func.func private @relu6_0(%arg0: tensor<1x24x24x16xf32>) -> tensor<1x24x24x16xf32> {
    %cst = arith.constant 6.000000e+00 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x24x24x16xf32>
    %1 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x24x24x16xf32>) outs(%0 : tensor<1x24x24x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %3 = arith.maximumf %in, %cst_0 : f32
      linalg.yield %3 : f32
    } -> tensor<1x24x24x16xf32>
    %2 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1 : tensor<1x24x24x16xf32>) outs(%0 : tensor<1x24x24x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %3 = arith.minimumf %in, %cst : f32
      linalg.yield %3 : f32
    } -> tensor<1x24x24x16xf32>
    return %2 : tensor<1x24x24x16xf32>
  }
  func.func private @relu6_1(%arg0: tensor<1x24x24x32xf32>) -> tensor<1x24x24x32xf32> {
    %cst = arith.constant 6.000000e+00 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x24x24x32xf32>
    %1 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x24x24x32xf32>) outs(%0 : tensor<1x24x24x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %3 = arith.maximumf %in, %cst_0 : f32
      linalg.yield %3 : f32
    } -> tensor<1x24x24x32xf32>
    %2 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1 : tensor<1x24x24x32xf32>) outs(%0 : tensor<1x24x24x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %3 = arith.minimumf %in, %cst : f32
      linalg.yield %3 : f32
    } -> tensor<1x24x24x32xf32>
    return %2 : tensor<1x24x24x32xf32>
  }
  func.func private @relu6_2(%arg0: tensor<1x12x12x32xf32>) -> tensor<1x12x12x32xf32> {
    %cst = arith.constant 6.000000e+00 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x12x12x32xf32>
    %1 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x12x12x32xf32>) outs(%0 : tensor<1x12x12x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %3 = arith.maximumf %in, %cst_0 : f32
      linalg.yield %3 : f32
    } -> tensor<1x12x12x32xf32>
    %2 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1 : tensor<1x12x12x32xf32>) outs(%0 : tensor<1x12x12x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %3 = arith.minimumf %in, %cst : f32
      linalg.yield %3 : f32
    } -> tensor<1x12x12x32xf32>
    return %2 : tensor<1x12x12x32xf32>
  }
  func.func private @relu6_3(%arg0: tensor<1x12x12x64xf32>) -> tensor<1x12x12x64xf32> {
    %cst = arith.constant 6.000000e+00 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x12x12x64xf32>
    %1 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x12x12x64xf32>) outs(%0 : tensor<1x12x12x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %3 = arith.maximumf %in, %cst_0 : f32
      linalg.yield %3 : f32
    } -> tensor<1x12x12x64xf32>
    %2 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1 : tensor<1x12x12x64xf32>) outs(%0 : tensor<1x12x12x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %3 = arith.minimumf %in, %cst : f32
      linalg.yield %3 : f32
    } -> tensor<1x12x12x64xf32>
    return %2 : tensor<1x12x12x64xf32>
  }
  func.func private @relu6_4(%arg0: tensor<1x6x6x64xf32>) -> tensor<1x6x6x64xf32> {
    %cst = arith.constant 6.000000e+00 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x6x6x64xf32>
    %1 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x6x6x64xf32>) outs(%0 : tensor<1x6x6x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %3 = arith.maximumf %in, %cst_0 : f32
      linalg.yield %3 : f32
    } -> tensor<1x6x6x64xf32>
    %2 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1 : tensor<1x6x6x64xf32>) outs(%0 : tensor<1x6x6x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %3 = arith.minimumf %in, %cst : f32
      linalg.yield %3 : f32
    } -> tensor<1x6x6x64xf32>
    return %2 : tensor<1x6x6x64xf32>
  }
  func.func private @relu6_5(%arg0: tensor<1x6x6x128xf32>) -> tensor<1x6x6x128xf32> {
    %cst = arith.constant 6.000000e+00 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x6x6x128xf32>
    %1 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x6x6x128xf32>) outs(%0 : tensor<1x6x6x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %3 = arith.maximumf %in, %cst_0 : f32
      linalg.yield %3 : f32
    } -> tensor<1x6x6x128xf32>
    %2 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1 : tensor<1x6x6x128xf32>) outs(%0 : tensor<1x6x6x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %3 = arith.minimumf %in, %cst : f32
      linalg.yield %3 : f32
    } -> tensor<1x6x6x128xf32>
    return %2 : tensor<1x6x6x128xf32>
  }
}

