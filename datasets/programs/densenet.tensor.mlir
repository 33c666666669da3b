#map = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (d0, d1)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
module @jit_densenet {
  func.func public @main(%arg0: tensor<1x32x32x16xf32>, %arg1: tensor<3x3x16x12xf32>, %arg2: tensor<3x3x28x12xf32>, %arg3: tensor<3x3x40x12xf32>, %arg4: tensor<3x3x52x12xf32>, %arg5: tensor<3x3x64x12xf32>, %arg6: tensor<3x3x76x12xf32>) -> tensor<1x88xf32> {
    %cst = arith.constant 1.024000e+03 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x32x32x12xf32>
    %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<1x32x32x12xf32>) -> tensor<1x32x32x12xf32>
    %padded = tensor.pad %arg0 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg7: index, %arg8: index, %arg9: index, %arg10: index):
      tensor.yield %cst_0 : f32
    } : tensor<1x32x32x16xf32> to tensor<1x34x34x16xf32>
    %2 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded, %arg1 : tensor<1x34x34x16xf32>, tensor<3x3x16x12xf32>) outs(%1 : tensor<1x32x32x12xf32>) -> tensor<1x32x32x12xf32>
    %3 = call @relu(%2) : (tensor<1x32x32x12xf32>) -> tensor<1x32x32x12xf32>
    %4 = tensor.empty() : tensor<1x32x32x28xf32>
    %inserted_slice = tensor.insert_slice %arg0 into %4[0, 0, 0, 0] [1, 32, 32, 16] [1, 1, 1, 1] : tensor<1x32x32x16xf32> into tensor<1x32x32x28xf32>
    %inserted_slice_1 = tensor.insert_slice %3 into %inserted_slice[0, 0, 0, 16] [1, 32, 32, 12] [1, 1, 1, 1] : tensor<1x32x32x12xf32> into tensor<1x32x32x28xf32>
    %padded_2 = tensor.pad %inserted_slice_1 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg7: index, %arg8: index, %arg9: index, %arg10: index):
      tensor.yield %cst_0 : f32
    } : tensor<1x32x32x28xf32> to tensor<1x34x34x28xf32>
    %5 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_2, %arg2 : tensor<1x34x34x28xf32>, tensor<3x3x28x12xf32>) outs(%1 : tensor<1x32x32x12xf32>) -> tensor<1x32x32x12xf32>
    %6 = call @relu(%5) : (tensor<1x32x32x12xf32>) -> tensor<1x32x32x12xf32>
    %7 = tensor.empty() : tensor<1x32x32x40xf32>
    %inserted_slice_3 = tensor.insert_slice %inserted_slice_1 into %7[0, 0, 0, 0] [1, 32, 32, 28] [1, 1, 1, 1] : tensor<1x32x32x28xf32> into tensor<1x32x32x40xf32>
    %inserted_slice_4 = tensor.insert_slice %6 into %inserted_slice_3[0, 0, 0, 28] [1, 32, 32, 12] [1, 1, 1, 1] : tensor<1x32x32x12xf32> into tensor<1x32x32x40xf32>
    %padded_5 = tensor.pad %inserted_slice_4 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg7: index, %arg8: index, %arg9: index, %arg10: index):
      tensor.yield %cst_0 : f32
    } : tensor<1x32x32x40xf32> to tensor<1x34x34x40xf32>
    %8 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_5, %arg3 : tensor<1x34x34x40xf32>, tensor<3x3x40x12xf32>) outs(%1 : tensor<1x32x32x12xf32>) -> tensor<1x32x32x12xf32>
    %9 = call @relu(%8) : (tensor<1x32x32x12xf32>) -> tensor<1x32x32x12xf32>
    %10 = tensor.empty() : tensor<1x32x32x52xf32>
    %inserted_slice_6 = tensor.insert_slice %inserted_slice_4 into %10[0, 0, 0, 0] [1, 32, 32, 40] [1, 1, 1, 1] : tensor<1x32x32x40xf32> into tensor<1x32x32x52xf32>
    %inserted_slice_7 = tensor.insert_slice %9 into %inserted_slice_6[0, 0, 0, 40] [1, 32, 32, 12] [1, 1, 1, 1] : tensor<1x32x32x12xf32> into tensor<1x32x32x52xf32>
    %padded_8 = tensor.pad %inserted_slice_7 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg7: index, %arg8: index, %arg9: index, %arg10: index):
      tensor.yield %cst_0 : f32
    } : tensor<1x32x32x52xf32> to tensor<1x34x34x52xf32>
    %11 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_8, %arg4 : tensor<1x34x34x52xf32>, tensor<3x3x52x12xf32>) outs(%1 : tensor<1x32x32x12xf32>) -> tensor<1x32x32x12xf32>
    %12 = call @relu(%11) : (tensor<1x32x32x12xf32>) -> tensor<1x32x32x12xf32>
    %13 = tensor.empty() : tensor<1x32x32x64xf32>
    %inserted_slice_9 = tensor.insert_slice %inserted_slice_7 into %13[0, 0, 0, 0] [1, 32, 32, 52] [1, 1, 1, 1] : tensor<1x32x32x52xf32> into tensor<1x32x32x64xf32>
    %inserted_slice_10 = tensor.insert_slice %12 into %inserted_slice_9[0, 0, 0, 52] [1, 32, 32, 12] [1, 1, 1, 1] : tensor<1x32x32x12xf32> into tensor<1x32x32x64xf32>
    %padded_11 = tensor.pad %inserted_slice_10 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg7: index, %arg8: index, %arg9: index, %arg10: index):
      tensor.yield %cst_0 : f32
    } : tensor<1x32x32x64xf32> to tensor<1x34x34x64xf32>
    %14 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_11, %arg5 : tensor<1x34x34x64xf32>, tensor<3x3x64x12xf32>) outs(%1 : tensor<1x32x32x12xf32>) -> tensor<1x32x32x12xf32>
    %15 = call @relu(%14) : (tensor<1x32x32x12xf32>) -> tensor<1x32x32x12xf32>
    %16 = tensor.empty() : tensor<1x32x32x76xf32>
    %inserted_slice_12 = tensor.insert_slice %inserted_slice_10 into %16[0, 0, 0, 0] [1, 32, 32, 64] [1, 1, 1, 1] : tensor<1x32x32x64xf32> into tensor<1x32x32x76xf32>
    %inserted_slice_13 = tensor.insert_slice %15 into %inserted_slice_12[0, 0, 0, 64] [1, 32, 32, 12] [1, 1, 1, 1] : tensor<1x32x32x12xf32> into tensor<1x32x32x76xf32>
    %padded_14 = tensor.pad %inserted_slice_13 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg7: index, %arg8: index, %arg9: index, %arg10: index):
      tensor.yield %cst_0 : f32
    } : tensor<1x32x32x76xf32> to tensor<1x34x34x76xf32>
    %17 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_14, %arg6 : tensor<1x34x34x76xf32>, tensor<3x3x76x12xf32>) outs(%1 : tensor<1x32x32x12xf32>) -> tensor<1x32x32x12xf32>
    %18 = call @relu(%17) : (tensor<1x32x32x12xf32>) -> tensor<1x32x32x12xf32>
    %19 = tensor.empty() : tensor<1x32x32x88xf32>
    %inserted_slice_15 = tensor.insert_slice %inserted_slice_13 into %19[0, 0, 0, 0] [1, 32, 32, 76] [1, 1, 1, 1] : tensor<1x32x32x76xf32> into tensor<1x32x32x88xf32>
    %inserted_slice_16 = tensor.insert_slice %18 into %inserted_slice_15[0, 0, 0, 76] [1, 32, 32, 12] [1, 1, 1, 1] : tensor<1x32x32x12xf32> into tensor<1x32x32x88xf32>
    %20 = tensor.empty() : tensor<1x88xf32>
    %21 = linalg.fill ins(%cst_0 : f32) outs(%20 : tensor<1x88xf32>) -> tensor<1x88xf32>
    %22 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%inserted_slice_16 : tensor<1x32x32x88xf32>) outs(%21 : tensor<1x88xf32>) {
    ^bb0(%in: f32, %out: f32):
      %24 = arith.addf %out, %in : f32
      linalg.yield %24 : f32
    } -> tensor<1x88xf32>
    %23 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%22 : tensor<1x88xf32>) outs(%20 : tensor<1x88xf32>) {
    ^bb0(%in: f32, %out: f32):
      %24 = arith.divf %in, %cst : f32
      linalg.yield %24 : f32
    } -> tensor<1x88xf32>
    return %23 : tensor<1x88xf32>
  }
  func.func private @relu(%arg0: tensor<1x32x32x12xf32>) -> tensor<1x32x32x12xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x32x32x12xf32>
    %1 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x32x32x12xf32>) outs(%0 : tensor<1x32x32x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = arith.maximumf %in, %cst : f32
      linalg.yield %2 : f32
    } -> tensor<1x32x32x12xf32>
    return %1 : tensor<1x32x32x12xf32>
  }
}

