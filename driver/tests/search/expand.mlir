#map = affine_map<(d0, d1, d2, d3) -> (d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map2 = affine_map<(d0) -> (d0)>
module {
  func.func public @main(%arg0: tensor<1x14x14x16xf32>, %arg1: tensor<1x1x16x96xf32>, %arg2: tensor<96xf32>, %arg3: tensor<96xf32>, %arg4: tensor<96xf32>, %arg5: tensor<96xf32>, %arg6: tensor<3x3x1x96xf32>, %arg7: tensor<1x1x96x24xf32>) -> tensor<1x7x7x24xf32> {
    %cst = arith.constant 9.99999974E-6 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x14x14x96xf32>
    %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<1x14x14x96xf32>) -> tensor<1x14x14x96xf32>
    %2 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%arg0, %arg1 : tensor<1x14x14x16xf32>, tensor<1x1x16x96xf32>) outs(%1 : tensor<1x14x14x96xf32>) -> tensor<1x14x14x96xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg2 : tensor<96xf32>) outs(%0 : tensor<1x14x14x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x14x14x96xf32>
    %4 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2, %3 : tensor<1x14x14x96xf32>, tensor<1x14x14x96xf32>) outs(%0 : tensor<1x14x14x96xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %22 = arith.subf %in, %in_1 : f32
      linalg.yield %22 : f32
    } -> tensor<1x14x14x96xf32>
    %5 = tensor.empty() : tensor<96xf32>
    %6 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%arg3 : tensor<96xf32>) outs(%5 : tensor<96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %22 = arith.addf %in, %cst : f32
      linalg.yield %22 : f32
    } -> tensor<96xf32>
    %7 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%6 : tensor<96xf32>) outs(%5 : tensor<96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %22 = math.rsqrt %in : f32
      linalg.yield %22 : f32
    } -> tensor<96xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7 : tensor<96xf32>) outs(%0 : tensor<1x14x14x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x14x14x96xf32>
    %9 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%4, %8 : tensor<1x14x14x96xf32>, tensor<1x14x14x96xf32>) outs(%0 : tensor<1x14x14x96xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %22 = arith.mulf %in, %in_1 : f32
      linalg.yield %22 : f32
    } -> tensor<1x14x14x96xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg4 : tensor<96xf32>) outs(%0 : tensor<1x14x14x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x14x14x96xf32>
    %11 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9, %10 : tensor<1x14x14x96xf32>, tensor<1x14x14x96xf32>) outs(%0 : tensor<1x14x14x96xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %22 = arith.mulf %in, %in_1 : f32
      linalg.yield %22 : f32
    } -> tensor<1x14x14x96xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg5 : tensor<96xf32>) outs(%0 : tensor<1x14x14x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x14x14x96xf32>
    %13 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%11, %12 : tensor<1x14x14x96xf32>, tensor<1x14x14x96xf32>) outs(%0 : tensor<1x14x14x96xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %22 = arith.addf %in, %in_1 : f32
      linalg.yield %22 : f32
    } -> tensor<1x14x14x96xf32>
    %14 = call @relu6(%13) : (tensor<1x14x14x96xf32>) -> tensor<1x14x14x96xf32>
    %padded = tensor.pad %14 low[0, 0, 0, 0] high[0, 1, 1, 0] {
    ^bb0(%arg8: index, %arg9: index, %arg10: index, %arg11: index):
      tensor.yield %cst_0 : f32
    } : tensor<1x14x14x96xf32> to tensor<1x15x15x96xf32>
    %15 = tensor.empty() : tensor<1x7x7x96xf32>
    %16 = linalg.fill ins(%cst_0 : f32) outs(%15 : tensor<1x7x7x96xf32>) -> tensor<1x7x7x96xf32>
    %collapsed = tensor.collapse_shape %arg6 [[0], [1], [2, 3]] : tensor<3x3x1x96xf32> into tensor<3x3x96xf32>
    %17 = linalg.depthwise_conv_2d_nhwc_hwc {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%padded, %collapsed : tensor<1x15x15x96xf32>, tensor<3x3x96xf32>) outs(%16 : tensor<1x7x7x96xf32>) -> tensor<1x7x7x96xf32>
    %18 = call @relu6_0(%17) : (tensor<1x7x7x96xf32>) -> tensor<1x7x7x96xf32>
    %19 = tensor.empty() : tensor<1x7x7x24xf32>
    %20 = linalg.fill ins(%cst_0 : f32) outs(%19 : tensor<1x7x7x24xf32>) -> tensor<1x7x7x24xf32>
    %21 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%18, %arg7 : tensor<1x7x7x96xf32>, tensor<1x1x96x24xf32>) outs(%20 : tensor<1x7x7x24xf32>) -> tensor<1x7x7x24xf32>
    return %21 : tensor<1x7x7x24xf32>
  }
  func.func private @relu6(%arg0: tensor<1x14x14x96xf32>) -> tensor<1x14x14x96xf32> {
    %cst = arith.constant 6.000000e+00 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x14x14x96xf32>
    %1 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x14x14x96xf32>) outs(%0 : tensor<1x14x14x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %3 = arith.maximumf %in, %cst_0 : f32
      linalg.yield %3 : f32
    } -> tensor<1x14x14x96xf32>
    %2 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1 : tensor<1x14x14x96xf32>) outs(%0 : tensor<1x14x14x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %3 = arith.minimumf %in, %cst : f32
      linalg.yield %3 : f32
    } -> tensor<1x14x14x96xf32>
    return %2 : tensor<1x14x14x96xf32>
  }
  func.func private @relu6_0(%arg0: tensor<1x7x7x96xf32>) -> tensor<1x7x7x96xf32> {
    %cst = arith.constant 6.000000e+00 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x7x7x96xf32>
    %1 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x7x7x96xf32>) outs(%0 : tensor<1x7x7x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %3 = arith.maximumf %in, %cst_0 : f32
      linalg.yield %3 : f32
    } -> tensor<1x7x7x96xf32>
    %2 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1 : tensor<1x7x7x96xf32>) outs(%0 : tensor<1x7x7x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %3 = arith.minimumf %in, %cst : f32
      linalg.yield %3 : f32
    } -> tensor<1x7x7x96xf32>
    return %2 : tensor<1x7x7x96xf32>
  }
}

