#map = affine_map<(d0, d1, d2, d3) -> ()>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
#map4 = affine_map<(d0, d1) -> ()>
#map5 = affine_map<(d0, d1) -> (d0, d1)>
module @jit_conv {
  func.func public @main(%arg0: tensor<?x32x32x3xf32>, %arg1: tensor<3x3x3x16xf32>, %arg2: tensor<3x3x16x32xf32>, %arg3: tensor<3x3x32x64xf32>, %arg4: tensor<64x10xf32>) -> tensor<?x10xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_1 = arith.constant dense<1.600000e+01> : tensor<f32>
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %arg0, %c0 : tensor<?x32x32x3xf32>
    %0 = arith.index_cast %dim : index to i32
    %1 = tensor.empty(%dim) : tensor<?x16x16x16xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<?x16x16x16xf32>) -> tensor<?x16x16x16xf32>
    %padded = tensor.pad %arg0 low[0, 0, 0, 0] high[0, 1, 1, 0] {
    ^bb0(%arg5: index, %arg6: index, %arg7: index, %arg8: index):
      tensor.yield %cst : f32
    } : tensor<?x32x32x3xf32> to tensor<?x33x33x3xf32>
    %3 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%padded, %arg1 : tensor<?x33x33x3xf32>, tensor<3x3x3x16xf32>) outs(%2 : tensor<?x16x16x16xf32>) -> tensor<?x16x16x16xf32>
    %4 = arith.index_cast %0 : i32 to index
    %5 = tensor.empty(%4) : tensor<?x16x16x16xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0 : tensor<f32>) outs(%5 : tensor<?x16x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x16x16x16xf32>
    %7 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%3, %6 : tensor<?x16x16x16xf32>, tensor<?x16x16x16xf32>) outs(%1 : tensor<?x16x16x16xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %29 = arith.maximumf %in, %in_4 : f32
      linalg.yield %29 : f32
    } -> tensor<?x16x16x16xf32>
    %8 = tensor.empty(%dim) : tensor<?x8x8x32xf32>
    %9 = linalg.fill ins(%cst : f32) outs(%8 : tensor<?x8x8x32xf32>) -> tensor<?x8x8x32xf32>
    %padded_2 = tensor.pad %7 low[0, 0, 0, 0] high[0, 1, 1, 0] {
    ^bb0(%arg5: index, %arg6: index, %arg7: index, %arg8: index):
      tensor.yield %cst : f32
    } : tensor<?x16x16x16xf32> to tensor<?x17x17x16xf32>
    %10 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%padded_2, %arg2 : tensor<?x17x17x16xf32>, tensor<3x3x16x32xf32>) outs(%9 : tensor<?x8x8x32xf32>) -> tensor<?x8x8x32xf32>
    %11 = tensor.empty(%4) : tensor<?x8x8x32xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0 : tensor<f32>) outs(%11 : tensor<?x8x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x8x8x32xf32>
    %13 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%10, %12 : tensor<?x8x8x32xf32>, tensor<?x8x8x32xf32>) outs(%8 : tensor<?x8x8x32xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %29 = arith.maximumf %in, %in_4 : f32
      linalg.yield %29 : f32
    } -> tensor<?x8x8x32xf32>
    %14 = tensor.empty(%dim) : tensor<?x4x4x64xf32>
    %15 = linalg.fill ins(%cst : f32) outs(%14 : tensor<?x4x4x64xf32>) -> tensor<?x4x4x64xf32>
    %padded_3 = tensor.pad %13 low[0, 0, 0, 0] high[0, 1, 1, 0] {
    ^bb0(%arg5: index, %arg6: index, %arg7: index, %arg8: index):
      tensor.yield %cst : f32
    } : tensor<?x8x8x32xf32> to tensor<?x9x9x32xf32>
    %16 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%padded_3, %arg3 : tensor<?x9x9x32xf32>, tensor<3x3x32x64xf32>) outs(%15 : tensor<?x4x4x64xf32>) -> tensor<?x4x4x64xf32>
    %17 = tensor.empty(%4) : tensor<?x4x4x64xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0 : tensor<f32>) outs(%17 : tensor<?x4x4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x4x64xf32>
    %19 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%16, %18 : tensor<?x4x4x64xf32>, tensor<?x4x4x64xf32>) outs(%14 : tensor<?x4x4x64xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %29 = arith.maximumf %in, %in_4 : f32
      linalg.yield %29 : f32
    } -> tensor<?x4x4x64xf32>
    %20 = tensor.empty(%dim) : tensor<?x64xf32>
    %21 = linalg.fill ins(%cst : f32) outs(%20 : tensor<?x64xf32>) -> tensor<?x64xf32>
    %22 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%19 : tensor<?x4x4x64xf32>) outs(%21 : tensor<?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %29 = arith.addf %out, %in : f32
      linalg.yield %29 : f32
    } -> tensor<?x64xf32>
    %23 = tensor.empty(%4) : tensor<?x64xf32>
    %24 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel"]} ins(%cst_1 : tensor<f32>) outs(%23 : tensor<?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x64xf32>
    %25 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%22, %24 : tensor<?x64xf32>, tensor<?x64xf32>) outs(%20 : tensor<?x64xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %29 = arith.divf %in, %in_4 : f32
      linalg.yield %29 : f32
    } -> tensor<?x64xf32>
    %26 = tensor.empty(%dim) : tensor<?x10xf32>
    %27 = linalg.fill ins(%cst : f32) outs(%26 : tensor<?x10xf32>) -> tensor<?x10xf32>
    %28 = linalg.matmul ins(%25, %arg4 : tensor<?x64xf32>, tensor<64x10xf32>) outs(%27 : tensor<?x10xf32>) -> tensor<?x10xf32>
    return %28 : tensor<?x10xf32>
  }
}

