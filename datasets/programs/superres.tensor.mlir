#map = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d3, d2, d4, d5)>
#map1 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4, d5)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
module @jit_superres {
  func.func public @main(%arg0: tensor<1x48x48x3xf32>, %arg1: tensor<5x5x3x64xf32>, %arg2: tensor<3x3x64x32xf32>, %arg3: tensor<3x3x32x27xf32>) -> tensor<1x144x144x3xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x48x48x64xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x48x48x64xf32>) -> tensor<1x48x48x64xf32>
    %padded = tensor.pad %arg0 low[0, 2, 2, 0] high[0, 2, 2, 0] {
    ^bb0(%arg4: index, %arg5: index, %arg6: index, %arg7: index):
      tensor.yield %cst : f32
    } : tensor<1x48x48x3xf32> to tensor<1x52x52x3xf32>
    %2 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded, %arg1 : tensor<1x52x52x3xf32>, tensor<5x5x3x64xf32>) outs(%1 : tensor<1x48x48x64xf32>) -> tensor<1x48x48x64xf32>
    %3 = call @relu(%2) : (tensor<1x48x48x64xf32>) -> tensor<1x48x48x64xf32>
    %4 = tensor.empty() : tensor<1x48x48x32xf32>
    %5 = linalg.fill ins(%cst : f32) outs(%4 : tensor<1x48x48x32xf32>) -> tensor<1x48x48x32xf32>
    %padded_0 = tensor.pad %3 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg4: index, %arg5: index, %arg6: index, %arg7: index):
      tensor.yield %cst : f32
    } : tensor<1x48x48x64xf32> to tensor<1x50x50x64xf32>
    %6 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_0, %arg2 : tensor<1x50x50x64xf32>, tensor<3x3x64x32xf32>) outs(%5 : tensor<1x48x48x32xf32>) -> tensor<1x48x48x32xf32>
    %7 = call @relu_0(%6) : (tensor<1x48x48x32xf32>) -> tensor<1x48x48x32xf32>
    %8 = tensor.empty() : tensor<1x48x48x27xf32>
    %9 = linalg.fill ins(%cst : f32) outs(%8 : tensor<1x48x48x27xf32>) -> tensor<1x48x48x27xf32>
    %padded_1 = tensor.pad %7 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg4: index, %arg5: index, %arg6: index, %arg7: index):
      tensor.yield %cst : f32
    } : tensor<1x48x48x32xf32> to tensor<1x50x50x32xf32>
    %10 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_1, %arg3 : tensor<1x50x50x32xf32>, tensor<3x3x32x27xf32>) outs(%9 : tensor<1x48x48x27xf32>) -> tensor<1x48x48x27xf32>
    %expanded = tensor.expand_shape %10 [[0], [1], [2], [3, 4, 5]] output_shape [1, 48, 48, 3, 3, 3] : tensor<1x48x48x27xf32> into tensor<1x48x48x3x3x3xf32>
    %11 = tensor.empty() : tensor<1x48x3x48x3x3xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%expanded : tensor<1x48x48x3x3x3xf32>) outs(%11 : tensor<1x48x3x48x3x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x48x3x48x3x3xf32>
    %collapsed = tensor.collapse_shape %12 [[0], [1, 2], [3, 4], [5]] : tensor<1x48x3x48x3x3xf32> into tensor<1x144x144x3xf32>
    return %collapsed : tensor<1x144x144x3xf32>
  }
  func.func private @relu(%arg0: tensor<1x48x48x64xf32>) -> tensor<1x48x48x64xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x48x48x64xf32>
    %1 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x48x48x64xf32>) outs(%0 : tensor<1x48x48x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = arith.maximumf %in, %cst : f32
      linalg.yield %2 : f32
    } -> tensor<1x48x48x64xf32>
    return %1 : tensor<1x48x48x64xf32>
  }
  func.func private @relu_0(%arg0: tensor<1x48x48x32xf32>) -> tensor<1x48x48x32xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x48x48x32xf32>
    %1 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x48x48x32xf32>) outs(%0 : tensor<1x48x48x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = arith.maximumf %in, %cst : f32
      linalg.yield %2 : f32
    } -> tensor<1x48x48x32xf32>
    return %1 : tensor<1x48x48x32xf32>
  }
}

