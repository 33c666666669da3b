#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
module @jit_vgg {
  func.func public @main(%arg0: tensor<2x64x64x3xf32>, %arg1: tensor<3x3x3x32xf32>, %arg2: tensor<3x3x32x32xf32>, %arg3: tensor<3x3x32x64xf32>, %arg4: tensor<3x3x64x64xf32>, %arg5: tensor<3x3x64x128xf32>, %arg6: tensor<3x3x128x128xf32>, %arg7: tensor<8192x256xf32>, %arg8: tensor<256x10xf32>) -> tensor<2x10xf32> {
    %cst = arith.constant 0xFF800000 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<2x64x64x32xf32>
    %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<2x64x64x32xf32>) -> tensor<2x64x64x32xf32>
    %padded = tensor.pad %arg0 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg9: index, %arg10: index, %arg11: index, %arg12: index):
      tensor.yield %cst_0 : f32
    } : tensor<2x64x64x3xf32> to tensor<2x66x66x3xf32>
    %2 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded, %arg1 : tensor<2x66x66x3xf32>, tensor<3x3x3x32xf32>) outs(%1 : tensor<2x64x64x32xf32>) -> tensor<2x64x64x32xf32>
    %3 = call @relu(%2) : (tensor<2x64x64x32xf32>) -> tensor<2x64x64x32xf32>
    %padded_1 = tensor.pad %3 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg9: index, %arg10: index, %arg11: index, %arg12: index):
      tensor.yield %cst_0 : f32
    } : tensor<2x64x64x32xf32> to tensor<2x66x66x32xf32>
    %4 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_1, %arg2 : tensor<2x66x66x32xf32>, tensor<3x3x32x32xf32>) outs(%1 : tensor<2x64x64x32xf32>) -> tensor<2x64x64x32xf32>
    %5 = call @relu(%4) : (tensor<2x64x64x32xf32>) -> tensor<2x64x64x32xf32>
    %6 = tensor.empty() : tensor<2x2xf32>
    %7 = tensor.empty() : tensor<2x32x32x32xf32>
    %8 = linalg.fill ins(%cst : f32) outs(%7 : tensor<2x32x32x32xf32>) -> tensor<2x32x32x32xf32>
    %9 = linalg.pooling_nhwc_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%5, %6 : tensor<2x64x64x32xf32>, tensor<2x2xf32>) outs(%8 : tensor<2x32x32x32xf32>) -> tensor<2x32x32x32xf32>
    %10 = tensor.empty() : tensor<2x32x32x64xf32>
    %11 = linalg.fill ins(%cst_0 : f32) outs(%10 : tensor<2x32x32x64xf32>) -> tensor<2x32x32x64xf32>
    %padded_2 = tensor.pad %9 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg9: index, %arg10: index, %arg11: index, %arg12: index):
      tensor.yield %cst_0 : f32
    } : tensor<2x32x32x32xf32> to tensor<2x34x34x32xf32>
    %12 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_2, %arg3 : tensor<2x34x34x32xf32>, tensor<3x3x32x64xf32>) outs(%11 : tensor<2x32x32x64xf32>) -> tensor<2x32x32x64xf32>
    %13 = call @relu_0(%12) : (tensor<2x32x32x64xf32>) -> tensor<2x32x32x64xf32>
    %padded_3 = tensor.pad %13 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg9: index, %arg10: index, %arg11: index, %arg12: index):
      tensor.yield %cst_0 : f32
    } : tensor<2x32x32x64xf32> to tensor<2x34x34x64xf32>
    %14 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_3, %arg4 : tensor<2x34x34x64xf32>, tensor<3x3x64x64xf32>) outs(%11 : tensor<2x32x32x64xf32>) -> tensor<2x32x32x64xf32>
    %15 = call @relu_0(%14) : (tensor<2x32x32x64xf32>) -> tensor<2x32x32x64xf32>
    %16 = tensor.empty() : tensor<2x16x16x64xf32>
    %17 = linalg.fill ins(%cst : f32) outs(%16 : tensor<2x16x16x64xf32>) -> tensor<2x16x16x64xf32>
    %18 = linalg.pooling_nhwc_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%15, %6 : tensor<2x32x32x64xf32>, tensor<2x2xf32>) outs(%17 : tensor<2x16x16x64xf32>) -> tensor<2x16x16x64xf32>
    %19 = tensor.empty() : tensor<2x16x16x128xf32>
    %20 = linalg.fill ins(%cst_0 : f32) outs(%19 : tensor<2x16x16x128xf32>) -> tensor<2x16x16x128xf32>
    %padded_4 = tensor.pad %18 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg9: index, %arg10: index, %arg11: index, %arg12: index):
      tensor.yield %cst_0 : f32
    } : tensor<2x16x16x64xf32> to tensor<2x18x18x64xf32>
    %21 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_4, %arg5 : tensor<2x18x18x64xf32>, tensor<3x3x64x128xf32>) outs(%20 : tensor<2x16x16x128xf32>) -> tensor<2x16x16x128xf32>
    %22 = call @relu_1(%21) : (tensor<2x16x16x128xf32>) -> tensor<2x16x16x128xf32>
    %padded_5 = tensor.pad %22 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg9: index, %arg10: index, %arg11: index, %arg12: index):
      tensor.yield %cst_0 : f32
    } : tensor<2x16x16x128xf32> to tensor<2x18x18x128xf32>
    %23 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_5, %arg6 : tensor<2x18x18x128xf32>, tensor<3x3x128x128xf32>) outs(%20 : tensor<2x16x16x128xf32>) -> tensor<2x16x16x128xf32>
    %24 = call @relu_1(%23) : (tensor<2x16x16x128xf32>) -> tensor<2x16x16x128xf32>
    %25 = tensor.empty() : tensor<2x8x8x128xf32>
    %26 = linalg.fill ins(%cst : f32) outs(%25 : tensor<2x8x8x128xf32>) -> tensor<2x8x8x128xf32>
    %27 = linalg.pooling_nhwc_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%24, %6 : tensor<2x16x16x128xf32>, tensor<2x2xf32>) outs(%26 : tensor<2x8x8x128xf32>) -> tensor<2x8x8x128xf32>
    %collapsed = tensor.collapse_shape %27 [[0], [1, 2, 3]] : tensor<2x8x8x128xf32> into tensor<2x8192xf32>
    %28 = tensor.empty() : tensor<2x256xf32>
    %29 = linalg.fill ins(%cst_0 : f32) outs(%28 : tensor<2x256xf32>) -> tensor<2x256xf32>
    %30 = linalg.matmul ins(%collapsed, %arg7 : tensor<2x8192xf32>, tensor<8192x256xf32>) outs(%29 : tensor<2x256xf32>) -> tensor<2x256xf32>
    %31 = call @relu_2(%30) : (tensor<2x256xf32>) -> tensor<2x256xf32>
    %32 = tensor.empty() : tensor<2x10xf32>
    %33 = linalg.fill ins(%cst_0 : f32) outs(%32 : tensor<2x10xf32>) -> tensor<2x10xf32>
    %34 = linalg.matmul ins(%31, %arg8 : tensor<2x256xf32>, tensor<256x10xf32>) outs(%33 : tensor<2x10xf32>) -> tensor<2x10xf32>
    return %34 : tensor<2x10xf32>
  }
  func.func private @relu(%arg0: tensor<2x64x64x32xf32>) -> tensor<2x64x64x32xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<2x64x64x32xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<2x64x64x32xf32>) outs(%0 : tensor<2x64x64x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = arith.maximumf %in, %cst : f32
      linalg.yield %2 : f32
    } -> tensor<2x64x64x32xf32>
    return %1 : tensor<2x64x64x32xf32>
  }
  func.func private @relu_0(%arg0: tensor<2x32x32x64xf32>) -> tensor<2x32x32x64xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<2x32x32x64xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<2x32x32x64xf32>) outs(%0 : tensor<2x32x32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = arith.maximumf %in, %cst : f32
      linalg.yield %2 : f32
    } -> tensor<2x32x32x64xf32>
    return %1 : tensor<2x32x32x64xf32>
  }
  func.func private @relu_1(%arg0: tensor<2x16x16x128xf32>) -> tensor<2x16x16x128xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<2x16x16x128xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<2x16x16x128xf32>) outs(%0 : tensor<2x16x16x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = arith.maximumf %in, %cst : f32
      linalg.yield %2 : f32
    } -> tensor<2x16x16x128xf32>
    return %1 : tensor<2x16x16x128xf32>
  }
  func.func private @relu_2(%arg0: tensor<2x256xf32>) -> tensor<2x256xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<2x256xf32>
    %1 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<2x256xf32>) outs(%0 : tensor<2x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = arith.maximumf %in, %cst : f32
      linalg.yield %2 : f32
    } -> tensor<2x256xf32>
    return %1 : tensor<2x256xf32>
  }
}

