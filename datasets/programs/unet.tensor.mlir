#map = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d3, d5)>
#map1 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4, d5)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
module @jit_unet {
  func.func public @main(%arg0: tensor<1x64x64x3xf32>, %arg1: tensor<3x3x3x16xf32>, %arg2: tensor<3x3x16x16xf32>, %arg3: tensor<3x3x16x32xf32>, %arg4: tensor<3x3x32x32xf32>, %arg5: tensor<3x3x32x64xf32>, %arg6: tensor<3x3x64x64xf32>, %arg7: tensor<1x1x16x2xf32>, %arg8: tensor<3x3x96x32xf32>, %arg9: tensor<3x3x32x32xf32>, %arg10: tensor<3x3x48x16xf32>, %arg11: tensor<3x3x16x16xf32>) -> tensor<1x64x64x2xf32> {
    %cst = arith.constant 0xFF800000 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x64x64x16xf32>
    %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<1x64x64x16xf32>) -> tensor<1x64x64x16xf32>
    %padded = tensor.pad %arg0 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg12: index, %arg13: index, %arg14: index, %arg15: index):
      tensor.yield %cst_0 : f32
    } : tensor<1x64x64x3xf32> to tensor<1x66x66x3xf32>
    %2 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded, %arg1 : tensor<1x66x66x3xf32>, tensor<3x3x3x16xf32>) outs(%1 : tensor<1x64x64x16xf32>) -> tensor<1x64x64x16xf32>
    %3 = call @relu(%2) : (tensor<1x64x64x16xf32>) -> tensor<1x64x64x16xf32>
    %padded_1 = tensor.pad %3 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg12: index, %arg13: index, %arg14: index, %arg15: index):
      tensor.yield %cst_0 : f32
    } : tensor<1x64x64x16xf32> to tensor<1x66x66x16xf32>
    %4 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_1, %arg2 : tensor<1x66x66x16xf32>, tensor<3x3x16x16xf32>) outs(%1 : tensor<1x64x64x16xf32>) -> tensor<1x64x64x16xf32>
    %5 = call @relu(%4) : (tensor<1x64x64x16xf32>) -> tensor<1x64x64x16xf32>
    %6 = tensor.empty() : tensor<2x2xf32>
    %7 = tensor.empty() : tensor<1x32x32x16xf32>
    %8 = linalg.fill ins(%cst : f32) outs(%7 : tensor<1x32x32x16xf32>) -> tensor<1x32x32x16xf32>
    %9 = linalg.pooling_nhwc_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%5, %6 : tensor<1x64x64x16xf32>, tensor<2x2xf32>) outs(%8 : tensor<1x32x32x16xf32>) -> tensor<1x32x32x16xf32>
    %10 = tensor.empty() : tensor<1x32x32x32xf32>
    %11 = linalg.fill ins(%cst_0 : f32) outs(%10 : tensor<1x32x32x32xf32>) -> tensor<1x32x32x32xf32>
    %padded_2 = tensor.pad %9 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg12: index, %arg13: index, %arg14: index, %arg15: index):
      tensor.yield %cst_0 : f32
    } : tensor<1x32x32x16xf32> to tensor<1x34x34x16xf32>
    %12 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_2, %arg3 : tensor<1x34x34x16xf32>, tensor<3x3x16x32xf32>) outs(%11 : tensor<1x32x32x32xf32>) -> tensor<1x32x32x32xf32>
    %13 = call @relu_0(%12) : (tensor<1x32x32x32xf32>) -> tensor<1x32x32x32xf32>
    %padded_3 = tensor.pad %13 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg12: index, %arg13: index, %arg14: index, %arg15: index):
      tensor.yield %cst_0 : f32
    } : tensor<1x32x32x32xf32> to tensor<1x34x34x32xf32>
    %14 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_3, %arg4 : tensor<1x34x34x32xf32>, tensor<3x3x32x32xf32>) outs(%11 : tensor<1x32x32x32xf32>) -> tensor<1x32x32x32xf32>
    %15 = call @relu_0(%14) : (tensor<1x32x32x32xf32>) -> tensor<1x32x32x32xf32>
    %16 = tensor.empty() : tensor<1x16x16x32xf32>
    %17 = linalg.fill ins(%cst : f32) outs(%16 : tensor<1x16x16x32xf32>) -> tensor<1x16x16x32xf32>
    %18 = linalg.pooling_nhwc_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%15, %6 : tensor<1x32x32x32xf32>, tensor<2x2xf32>) outs(%17 : tensor<1x16x16x32xf32>) -> tensor<1x16x16x32xf32>
    %19 = tensor.empty() : tensor<1x16x16x64xf32>
    %20 = linalg.fill ins(%cst_0 : f32) outs(%19 : tensor<1x16x16x64xf32>) -> tensor<1x16x16x64xf32>
    %padded_4 = tensor.pad %18 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg12: index, %arg13: index, %arg14: index, %arg15: index):
      tensor.yield %cst_0 : f32
    } : tensor<1x16x16x32xf32> to tensor<1x18x18x32xf32>
    %21 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_4, %arg5 : tensor<1x18x18x32xf32>, tensor<3x3x32x64xf32>) outs(%20 : tensor<1x16x16x64xf32>) -> tensor<1x16x16x64xf32>
    %22 = call @relu_1(%21) : (tensor<1x16x16x64xf32>) -> tensor<1x16x16x64xf32>
    %padded_5 = tensor.pad %22 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg12: index, %arg13: index, %arg14: index, %arg15: index):
      tensor.yield %cst_0 : f32
    } : tensor<1x16x16x64xf32> to tensor<1x18x18x64xf32>
    %23 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_5, %arg6 : tensor<1x18x18x64xf32>, tensor<3x3x64x64xf32>) outs(%20 : tensor<1x16x16x64xf32>) -> tensor<1x16x16x64xf32>
    %24 = call @relu_1(%23) : (tensor<1x16x16x64xf32>) -> tensor<1x16x16x64xf32>
    %25 = tensor.empty() : tensor<1x16x2x16x2x64xf32>
    %26 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%24 : tensor<1x16x16x64xf32>) outs(%25 : tensor<1x16x2x16x2x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x16x2x16x2x64xf32>
    %collapsed = tensor.collapse_shape %26 [[0], [1, 2], [3, 4], [5]] : tensor<1x16x2x16x2x64xf32> into tensor<1x32x32x64xf32>
    %27 = tensor.empty() : tensor<1x32x32x96xf32>
    %inserted_slice = tensor.insert_slice %collapsed into %27[0, 0, 0, 0] [1, 32, 32, 64] [1, 1, 1, 1] : tensor<1x32x32x64xf32> into tensor<1x32x32x96xf32>
    %inserted_slice_6 = tensor.insert_slice %15 into %inserted_slice[0, 0, 0, 64] [1, 32, 32, 32] [1, 1, 1, 1] : tensor<1x32x32x32xf32> into tensor<1x32x32x96xf32>
    %padded_7 = tensor.pad %inserted_slice_6 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg12: index, %arg13: index, %arg14: index, %arg15: index):
      tensor.yield %cst_0 : f32
    } : tensor<1x32x32x96xf32> to tensor<1x34x34x96xf32>
    %28 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_7, %arg8 : tensor<1x34x34x96xf32>, tensor<3x3x96x32xf32>) outs(%11 : tensor<1x32x32x32xf32>) -> tensor<1x32x32x32xf32>
    %29 = call @relu_0(%28) : (tensor<1x32x32x32xf32>) -> tensor<1x32x32x32xf32>
    %padded_8 = tensor.pad %29 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg12: index, %arg13: index, %arg14: index, %arg15: index):
      tensor.yield %cst_0 : f32
    } : tensor<1x32x32x32xf32> to tensor<1x34x34x32xf32>
    %30 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_8, %arg9 : tensor<1x34x34x32xf32>, tensor<3x3x32x32xf32>) outs(%11 : tensor<1x32x32x32xf32>) -> tensor<1x32x32x32xf32>
    %31 = call @relu_0(%30) : (tensor<1x32x32x32xf32>) -> tensor<1x32x32x32xf32>
    %32 = tensor.empty() : tensor<1x32x2x32x2x32xf32>
    %33 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%31 : tensor<1x32x32x32xf32>) outs(%32 : tensor<1x32x2x32x2x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x32x2x32x2x32xf32>
    %collapsed_9 = tensor.collapse_shape %33 [[0], [1, 2], [3, 4], [5]] : tensor<1x32x2x32x2x32xf32> into tensor<1x64x64x32xf32>
    %34 = tensor.empty() : tensor<1x64x64x48xf32>
    %inserted_slice_10 = tensor.insert_slice %collapsed_9 into %34[0, 0, 0, 0] [1, 64, 64, 32] [1, 1, 1, 1] : tensor<1x64x64x32xf32> into tensor<1x64x64x48xf32>
    %inserted_slice_11 = tensor.insert_slice %5 into %inserted_slice_10[0, 0, 0, 32] [1, 64, 64, 16] [1, 1, 1, 1] : tensor<1x64x64x16xf32> into tensor<1x64x64x48xf32>
    %padded_12 = tensor.pad %inserted_slice_11 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg12: index, %arg13: index, %arg14: index, %arg15: index):
      tensor.yield %cst_0 : f32
    } : tensor<1x64x64x48xf32> to tensor<1x66x66x48xf32>
    %35 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_12, %arg10 : tensor<1x66x66x48xf32>, tensor<3x3x48x16xf32>) outs(%1 : tensor<1x64x64x16xf32>) -> tensor<1x64x64x16xf32>
    %36 = call @relu(%35) : (tensor<1x64x64x16xf32>) -> tensor<1x64x64x16xf32>
    %padded_13 = tensor.pad %36 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg12: index, %arg13: index, %arg14: index, %arg15: index):
      tensor.yield %cst_0 : f32
    } : tensor<1x64x64x16xf32> to tensor<1x66x66x16xf32>
    %37 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_13, %arg11 : tensor<1x66x66x16xf32>, tensor<3x3x16x16xf32>) outs(%1 : tensor<1x64x64x16xf32>) -> tensor<1x64x64x16xf32>
    %38 = call @relu(%37) : (tensor<1x64x64x16xf32>) -> tensor<1x64x64x16xf32>
    %39 = tensor.empty() : tensor<1x64x64x2xf32>
    %40 = linalg.fill ins(%cst_0 : f32) outs(%39 : tensor<1x64x64x2xf32>) -> tensor<1x64x64x2xf32>
    %41 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%38, %arg7 : tensor<1x64x64x16xf32>, tensor<1x1x16x2xf32>) outs(%40 : tensor<1x64x64x2xf32>) -> tensor<1x64x64x2xf32>
    return %41 : tensor<1x64x64x2xf32>
  }
  func.func private @relu(%arg0: tensor<1x64x64x16xf32>) -> tensor<1x64x64x16xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x64x64x16xf32>
    %1 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x64x64x16xf32>) outs(%0 : tensor<1x64x64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = arith.maximumf %in, %cst : f32
      linalg.yield %2 : f32
    } -> tensor<1x64x64x16xf32>
    return %1 : tensor<1x64x64x16xf32>
  }
  func.func private @relu_0(%arg0: tensor<1x32x32x32xf32>) -> tensor<1x32x32x32xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x32x32x32xf32>
    %1 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x32x32x32xf32>) outs(%0 : tensor<1x32x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = arith.maximumf %in, %cst : f32
      linalg.yield %2 : f32
    } -> tensor<1x32x32x32xf32>
    return %1 : tensor<1x32x32x32xf32>
  }
  func.func private @relu_1(%arg0: tensor<1x16x16x64xf32>) -> tensor<1x16x16x64xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x16x16x64xf32>
    %1 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x16x16x64xf32>) outs(%0 : tensor<1x16x16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = arith.maximumf %in, %cst : f32
      linalg.yield %2 : f32
    } -> tensor<1x16x16x64xf32>
    return %1 : tensor<1x16x16x64xf32>
  }
}

