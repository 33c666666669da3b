#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
module @jit_generator {
  func.func public @main(%arg0: tensor<4x64xf32>, %arg1: tensor<64x2048xf32>, %arg2: tensor<4x4x128x64xf32>, %arg3: tensor<4x4x64x32xf32>, %arg4: tensor<4x4x32x3xf32>) -> tensor<4x32x32x3xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<4x2048xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<4x2048xf32>) -> tensor<4x2048xf32>
    %2 = linalg.matmul ins(%arg0, %arg1 : tensor<4x64xf32>, tensor<64x2048xf32>) outs(%1 : tensor<4x2048xf32>) -> tensor<4x2048xf32>
    %3 = call @relu(%2) : (tensor<4x2048xf32>) -> tensor<4x2048xf32>
    %expanded = tensor.expand_shape %3 [[0], [1, 2, 3]] output_shape [4, 4, 4, 128] : tensor<4x2048xf32> into tensor<4x4x4x128xf32>
    %4 = tensor.empty() : tensor<4x8x8x64xf32>
    %5 = linalg.fill ins(%cst : f32) outs(%4 : tensor<4x8x8x64xf32>) -> tensor<4x8x8x64xf32>
    %6 = tensor.empty() : tensor<4x11x11x128xf32>
    %7 = linalg.fill ins(%cst : f32) outs(%6 : tensor<4x11x11x128xf32>) -> tensor<4x11x11x128xf32>
    %inserted_slice = tensor.insert_slice %expanded into %7[0, 2, 2, 0] [4, 4, 4, 128] [1, 2, 2, 1] : tensor<4x4x4x128xf32> into tensor<4x11x11x128xf32>
    %8 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%inserted_slice, %arg2 : tensor<4x11x11x128xf32>, tensor<4x4x128x64xf32>) outs(%5 : tensor<4x8x8x64xf32>) -> tensor<4x8x8x64xf32>
    %9 = call @relu_0(%8) : (tensor<4x8x8x64xf32>) -> tensor<4x8x8x64xf32>
    %10 = tensor.empty() : tensor<4x16x16x32xf32>
    %11 = linalg.fill ins(%cst : f32) outs(%10 : tensor<4x16x16x32xf32>) -> tensor<4x16x16x32xf32>
    %12 = tensor.empty() : tensor<4x19x19x64xf32>
    %13 = linalg.fill ins(%cst : f32) outs(%12 : tensor<4x19x19x64xf32>) -> tensor<4x19x19x64xf32>
    %inserted_slice_0 = tensor.insert_slice %9 into %13[0, 2, 2, 0] [4, 8, 8, 64] [1, 2, 2, 1] : tensor<4x8x8x64xf32> into tensor<4x19x19x64xf32>
    %14 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%inserted_slice_0, %arg3 : tensor<4x19x19x64xf32>, tensor<4x4x64x32xf32>) outs(%11 : tensor<4x16x16x32xf32>) -> tensor<4x16x16x32xf32>
    %15 = call @relu_1(%14) : (tensor<4x16x16x32xf32>) -> tensor<4x16x16x32xf32>
    %16 = tensor.empty() : tensor<4x32x32x3xf32>
    %17 = linalg.fill ins(%cst : f32) outs(%16 : tensor<4x32x32x3xf32>) -> tensor<4x32x32x3xf32>
    %18 = tensor.empty() : tensor<4x35x35x32xf32>
    %19 = linalg.fill ins(%cst : f32) outs(%18 : tensor<4x35x35x32xf32>) -> tensor<4x35x35x32xf32>
    %inserted_slice_1 = tensor.insert_slice %15 into %19[0, 2, 2, 0] [4, 16, 16, 32] [1, 2, 2, 1] : tensor<4x16x16x32xf32> into tensor<4x35x35x32xf32>
    %20 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%inserted_slice_1, %arg4 : tensor<4x35x35x32xf32>, tensor<4x4x32x3xf32>) outs(%17 : tensor<4x32x32x3xf32>) -> tensor<4x32x32x3xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%20 : tensor<4x32x32x3xf32>) outs(%16 : tensor<4x32x32x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %22 = math.tanh %in : f32
      linalg.yield %22 : f32
    } -> tensor<4x32x32x3xf32>
    return %21 : tensor<4x32x32x3xf32>
  }
  func.func private @relu(%arg0: tensor<4x2048xf32>) -> tensor<4x2048xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<4x2048xf32>
    %1 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<4x2048xf32>) outs(%0 : tensor<4x2048xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = arith.maximumf %in, %cst : f32
      linalg.yield %2 : f32
    } -> tensor<4x2048xf32>
    return %1 : tensor<4x2048xf32>
  }
  func.func private @relu_0(%arg0: tensor<4x8x8x64xf32>) -> tensor<4x8x8x64xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<4x8x8x64xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<4x8x8x64xf32>) outs(%0 : tensor<4x8x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = arith.maximumf %in, %cst : f32
      linalg.yield %2 : f32
    } -> tensor<4x8x8x64xf32>
    return %1 : tensor<4x8x8x64xf32>
  }
  func.func private @relu_1(%arg0: tensor<4x16x16x32xf32>) -> tensor<4x16x16x32xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<4x16x16x32xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<4x16x16x32xf32>) outs(%0 : tensor<4x16x16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = arith.maximumf %in, %cst : f32
      linalg.yield %2 : f32
    } -> tensor<4x16x16x32xf32>
    return %1 : tensor<4x16x16x32xf32>
  }
}

