#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d3, d5)>
#map2 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4, d5)>
#map3 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d2 + d3, d4 + d5, d6)>
#map4 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d3, d5, d1)>
#map5 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d2, d4, d6, d1)>
#map6 = affine_map<(d0, d1, d2, d3) -> (-d0, -d1, d2, d3)>
#map7 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d6, d2 + d3, d4 + d5, d0)>
#map8 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d3, d5, d1, d0)>
#map9 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d6, d2, d4, d1)>
#map10 = affine_map<(d0, d1, d2, d3) -> (-d0 + 2, -d1 + 2, d2, d3)>
#map11 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d3, d0, d4, d1, d5, d2)>
#map12 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2)>
#map13 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d1, d3, d5)>
#map14 = affine_map<(d0, d1, d2, d3) -> (d1, d2, d3)>
#map15 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1 * 2 + d4, d2 * 2 + d5, d3)>
#map16 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d4, d5)>
#map17 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3)>
module @jit_unet_grad {
  func.func public @main(%arg0: tensor<3x3x3x16xf32>, %arg1: tensor<3x3x16x16xf32>, %arg2: tensor<3x3x16x32xf32>, %arg3: tensor<3x3x32x32xf32>, %arg4: tensor<3x3x32x64xf32>, %arg5: tensor<3x3x64x64xf32>, %arg6: tensor<1x1x16x2xf32>, %arg7: tensor<3x3x96x32xf32>, %arg8: tensor<3x3x32x32xf32>, %arg9: tensor<3x3x48x16xf32>, %arg10: tensor<3x3x16x16xf32>, %arg11: tensor<1x64x64x3xf32>) -> (tensor<3x3x3x16xf32>, tensor<3x3x16x16xf32>, tensor<3x3x16x32xf32>, tensor<3x3x32x32xf32>, tensor<3x3x32x64xf32>, tensor<3x3x64x64xf32>, tensor<1x1x16x2xf32>, tensor<3x3x96x32xf32>, tensor<3x3x32x32xf32>, tensor<3x3x48x16xf32>, tensor<3x3x16x16xf32>) {
    %cst = arith.constant 0xFF800000 : f32
    %c-1_i32 = arith.constant -1 : i32
    %cst_0 = arith.constant 2.000000e+00 : f32
    %c2 = arith.constant 2 : index
    %cst_1 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x64x64x16xf32>
    %1 = linalg.fill ins(%cst_1 : f32) outs(%0 : tensor<1x64x64x16xf32>) -> tensor<1x64x64x16xf32>
    %padded = tensor.pad %arg11 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg12: index, %arg13: index, %arg14: index, %arg15: index):
      tensor.yield %cst_1 : f32
    } : tensor<1x64x64x3xf32> to tensor<1x66x66x3xf32>
    %2 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded, %arg0 : tensor<1x66x66x3xf32>, tensor<3x3x3x16xf32>) outs(%1 : tensor<1x64x64x16xf32>) -> tensor<1x64x64x16xf32>
    %3 = call @relu(%2) : (tensor<1x64x64x16xf32>) -> tensor<1x64x64x16xf32>
    %4 = tensor.empty() : tensor<1x64x64x16xi1>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2 : tensor<1x64x64x16xf32>) outs(%4 : tensor<1x64x64x16xi1>) {
    ^bb0(%in: f32, %out: i1):
      %147 = arith.cmpf ogt, %in, %cst_1 : f32
      linalg.yield %147 : i1
    } -> tensor<1x64x64x16xi1>
    %padded_2 = tensor.pad %3 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg12: index, %arg13: index, %arg14: index, %arg15: index):
      tensor.yield %cst_1 : f32
    } : tensor<1x64x64x16xf32> to tensor<1x66x66x16xf32>
    %6 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_2, %arg1 : tensor<1x66x66x16xf32>, tensor<3x3x16x16xf32>) outs(%1 : tensor<1x64x64x16xf32>) -> tensor<1x64x64x16xf32>
    %7 = call @relu(%6) : (tensor<1x64x64x16xf32>) -> tensor<1x64x64x16xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%6 : tensor<1x64x64x16xf32>) outs(%4 : tensor<1x64x64x16xi1>) {
    ^bb0(%in: f32, %out: i1):
      %147 = arith.cmpf ogt, %in, %cst_1 : f32
      linalg.yield %147 : i1
    } -> tensor<1x64x64x16xi1>
    %9 = tensor.empty() : tensor<2x2xf32>
    %10 = tensor.empty() : tensor<1x32x32x16xf32>
    %11 = linalg.fill ins(%cst : f32) outs(%10 : tensor<1x32x32x16xf32>) -> tensor<1x32x32x16xf32>
    %12 = linalg.pooling_nhwc_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%7, %9 : tensor<1x64x64x16xf32>, tensor<2x2xf32>) outs(%11 : tensor<1x32x32x16xf32>) -> tensor<1x32x32x16xf32>
    %13 = tensor.empty() : tensor<1x32x32x32xf32>
    %14 = linalg.fill ins(%cst_1 : f32) outs(%13 : tensor<1x32x32x32xf32>) -> tensor<1x32x32x32xf32>
    %padded_3 = tensor.pad %12 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg12: index, %arg13: index, %arg14: index, %arg15: index):
      tensor.yield %cst_1 : f32
    } : tensor<1x32x32x16xf32> to tensor<1x34x34x16xf32>
    %15 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_3, %arg2 : tensor<1x34x34x16xf32>, tensor<3x3x16x32xf32>) outs(%14 : tensor<1x32x32x32xf32>) -> tensor<1x32x32x32xf32>
    %16 = call @relu_0(%15) : (tensor<1x32x32x32xf32>) -> tensor<1x32x32x32xf32>
    %17 = tensor.empty() : tensor<1x32x32x32xi1>
    %18 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%15 : tensor<1x32x32x32xf32>) outs(%17 : tensor<1x32x32x32xi1>) {
    ^bb0(%in: f32, %out: i1):
      %147 = arith.cmpf ogt, %in, %cst_1 : f32
      linalg.yield %147 : i1
    } -> tensor<1x32x32x32xi1>
    %padded_4 = tensor.pad %16 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg12: index, %arg13: index, %arg14: index, %arg15: index):
      tensor.yield %cst_1 : f32
    } : tensor<1x32x32x32xf32> to tensor<1x34x34x32xf32>
    %19 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_4, %arg3 : tensor<1x34x34x32xf32>, tensor<3x3x32x32xf32>) outs(%14 : tensor<1x32x32x32xf32>) -> tensor<1x32x32x32xf32>
    %20 = call @relu_0(%19) : (tensor<1x32x32x32xf32>) -> tensor<1x32x32x32xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%19 : tensor<1x32x32x32xf32>) outs(%17 : tensor<1x32x32x32xi1>) {
    ^bb0(%in: f32, %out: i1):
      %147 = arith.cmpf ogt, %in, %cst_1 : f32
      linalg.yield %147 : i1
    } -> tensor<1x32x32x32xi1>
    %22 = tensor.empty() : tensor<1x16x16x32xf32>
    %23 = linalg.fill ins(%cst : f32) outs(%22 : tensor<1x16x16x32xf32>) -> tensor<1x16x16x32xf32>
    %24 = linalg.pooling_nhwc_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%20, %9 : tensor<1x32x32x32xf32>, tensor<2x2xf32>) outs(%23 : tensor<1x16x16x32xf32>) -> tensor<1x16x16x32xf32>
    %25 = tensor.empty() : tensor<1x16x16x64xf32>
    %26 = linalg.fill ins(%cst_1 : f32) outs(%25 : tensor<1x16x16x64xf32>) -> tensor<1x16x16x64xf32>
    %padded_5 = tensor.pad %24 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg12: index, %arg13: index, %arg14: index, %arg15: index):
      tensor.yield %cst_1 : f32
    } : tensor<1x16x16x32xf32> to tensor<1x18x18x32xf32>
    %27 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_5, %arg4 : tensor<1x18x18x32xf32>, tensor<3x3x32x64xf32>) outs(%26 : tensor<1x16x16x64xf32>) -> tensor<1x16x16x64xf32>
    %28 = call @relu_1(%27) : (tensor<1x16x16x64xf32>) -> tensor<1x16x16x64xf32>
    %29 = tensor.empty() : tensor<1x16x16x64xi1>
    %30 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%27 : tensor<1x16x16x64xf32>) outs(%29 : tensor<1x16x16x64xi1>) {
    ^bb0(%in: f32, %out: i1):
      %147 = arith.cmpf ogt, %in, %cst_1 : f32
      linalg.yield %147 : i1
    } -> tensor<1x16x16x64xi1>
    %padded_6 = tensor.pad %28 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg12: index, %arg13: index, %arg14: index, %arg15: index):
      tensor.yield %cst_1 : f32
    } : tensor<1x16x16x64xf32> to tensor<1x18x18x64xf32>
    %31 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_6, %arg5 : tensor<1x18x18x64xf32>, tensor<3x3x64x64xf32>) outs(%26 : tensor<1x16x16x64xf32>) -> tensor<1x16x16x64xf32>
    %32 = call @relu_1(%31) : (tensor<1x16x16x64xf32>) -> tensor<1x16x16x64xf32>
    %33 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%31 : tensor<1x16x16x64xf32>) outs(%29 : tensor<1x16x16x64xi1>) {
    ^bb0(%in: f32, %out: i1):
      %147 = arith.cmpf ogt, %in, %cst_1 : f32
      linalg.yield %147 : i1
    } -> tensor<1x16x16x64xi1>
    %34 = tensor.empty() : tensor<1x16x2x16x2x64xf32>
    %35 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%32 : tensor<1x16x16x64xf32>) outs(%34 : tensor<1x16x2x16x2x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x16x2x16x2x64xf32>
    %collapsed = tensor.collapse_shape %35 [[0], [1, 2], [3, 4], [5]] : tensor<1x16x2x16x2x64xf32> into tensor<1x32x32x64xf32>
    %36 = tensor.empty() : tensor<1x32x32x96xf32>
    %inserted_slice = tensor.insert_slice %collapsed into %36[0, 0, 0, 0] [1, 32, 32, 64] [1, 1, 1, 1] : tensor<1x32x32x64xf32> into tensor<1x32x32x96xf32>
    %inserted_slice_7 = tensor.insert_slice %20 into %inserted_slice[0, 0, 0, 64] [1, 32, 32, 32] [1, 1, 1, 1] : tensor<1x32x32x32xf32> into tensor<1x32x32x96xf32>
    %padded_8 = tensor.pad %inserted_slice_7 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg12: index, %arg13: index, %arg14: index, %arg15: index):
      tensor.yield %cst_1 : f32
    } : tensor<1x32x32x96xf32> to tensor<1x34x34x96xf32>
    %37 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_8, %arg7 : tensor<1x34x34x96xf32>, tensor<3x3x96x32xf32>) outs(%14 : tensor<1x32x32x32xf32>) -> tensor<1x32x32x32xf32>
    %38 = call @relu_0(%37) : (tensor<1x32x32x32xf32>) -> tensor<1x32x32x32xf32>
    %39 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%37 : tensor<1x32x32x32xf32>) outs(%17 : tensor<1x32x32x32xi1>) {
    ^bb0(%in: f32, %out: i1):
      %147 = arith.cmpf ogt, %in, %cst_1 : f32
      linalg.yield %147 : i1
    } -> tensor<1x32x32x32xi1>
    %padded_9 = tensor.pad %38 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg12: index, %arg13: index, %arg14: index, %arg15: index):
      tensor.yield %cst_1 : f32
    } : tensor<1x32x32x32xf32> to tensor<1x34x34x32xf32>
    %40 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_9, %arg8 : tensor<1x34x34x32xf32>, tensor<3x3x32x32xf32>) outs(%14 : tensor<1x32x32x32xf32>) -> tensor<1x32x32x32xf32>
    %41 = call @relu_0(%40) : (tensor<1x32x32x32xf32>) -> tensor<1x32x32x32xf32>
    %42 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%40 : tensor<1x32x32x32xf32>) outs(%17 : tensor<1x32x32x32xi1>) {
    ^bb0(%in: f32, %out: i1):
      %147 = arith.cmpf ogt, %in, %cst_1 : f32
      linalg.yield %147 : i1
    } -> tensor<1x32x32x32xi1>
    %43 = tensor.empty() : tensor<1x32x2x32x2x32xf32>
    %44 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%41 : tensor<1x32x32x32xf32>) outs(%43 : tensor<1x32x2x32x2x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x32x2x32x2x32xf32>
    %collapsed_10 = tensor.collapse_shape %44 [[0], [1, 2], [3, 4], [5]] : tensor<1x32x2x32x2x32xf32> into tensor<1x64x64x32xf32>
    %45 = tensor.empty() : tensor<1x64x64x48xf32>
    %inserted_slice_11 = tensor.insert_slice %collapsed_10 into %45[0, 0, 0, 0] [1, 64, 64, 32] [1, 1, 1, 1] : tensor<1x64x64x32xf32> into tensor<1x64x64x48xf32>
    %inserted_slice_12 = tensor.insert_slice %7 into %inserted_slice_11[0, 0, 0, 32] [1, 64, 64, 16] [1, 1, 1, 1] : tensor<1x64x64x16xf32> into tensor<1x64x64x48xf32>
    %padded_13 = tensor.pad %inserted_slice_12 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg12: index, %arg13: index, %arg14: index, %arg15: index):
      tensor.yield %cst_1 : f32
    } : tensor<1x64x64x48xf32> to tensor<1x66x66x48xf32>
    %46 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_13, %arg9 : tensor<1x66x66x48xf32>, tensor<3x3x48x16xf32>) outs(%1 : tensor<1x64x64x16xf32>) -> tensor<1x64x64x16xf32>
    %47 = call @relu(%46) : (tensor<1x64x64x16xf32>) -> tensor<1x64x64x16xf32>
    %48 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%46 : tensor<1x64x64x16xf32>) outs(%4 : tensor<1x64x64x16xi1>) {
    ^bb0(%in: f32, %out: i1):
      %147 = arith.cmpf ogt, %in, %cst_1 : f32
      linalg.yield %147 : i1
    } -> tensor<1x64x64x16xi1>
    %padded_14 = tensor.pad %47 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg12: index, %arg13: index, %arg14: index, %arg15: index):
      tensor.yield %cst_1 : f32
    } : tensor<1x64x64x16xf32> to tensor<1x66x66x16xf32>
    %49 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_14, %arg10 : tensor<1x66x66x16xf32>, tensor<3x3x16x16xf32>) outs(%1 : tensor<1x64x64x16xf32>) -> tensor<1x64x64x16xf32>
    %50 = call @relu(%49) : (tensor<1x64x64x16xf32>) -> tensor<1x64x64x16xf32>
    %51 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%49 : tensor<1x64x64x16xf32>) outs(%4 : tensor<1x64x64x16xi1>) {
    ^bb0(%in: f32, %out: i1):
      %147 = arith.cmpf ogt, %in, %cst_1 : f32
      linalg.yield %147 : i1
    } -> tensor<1x64x64x16xi1>
    %52 = tensor.empty() : tensor<1x64x64x2xf32>
    %53 = linalg.fill ins(%cst_1 : f32) outs(%52 : tensor<1x64x64x2xf32>) -> tensor<1x64x64x2xf32>
    %54 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%50, %arg6 : tensor<1x64x64x16xf32>, tensor<1x1x16x2xf32>) outs(%53 : tensor<1x64x64x2xf32>) -> tensor<1x64x64x2xf32>
    %55 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%54 : tensor<1x64x64x2xf32>) outs(%52 : tensor<1x64x64x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %147 = arith.mulf %in, %cst_0 : f32
      linalg.yield %147 : f32
    } -> tensor<1x64x64x2xf32>
    %56 = tensor.empty() : tensor<1x1x16x2xf32>
    %57 = linalg.fill ins(%cst_1 : f32) outs(%56 : tensor<1x1x16x2xf32>) -> tensor<1x1x16x2xf32>
    %58 = linalg.generic {indexing_maps = [#map3, #map4, #map5], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%50, %55 : tensor<1x64x64x16xf32>, tensor<1x64x64x2xf32>) outs(%57 : tensor<1x1x16x2xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %147 = arith.mulf %in, %in_30 : f32
      %148 = arith.addf %out, %147 : f32
      linalg.yield %148 : f32
    } -> tensor<1x1x16x2xf32>
    %59 = linalg.generic {indexing_maps = [#map6, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg6 : tensor<1x1x16x2xf32>) outs(%56 : tensor<1x1x16x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x16x2xf32>
    %60 = linalg.generic {indexing_maps = [#map7, #map8, #map9], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%55, %59 : tensor<1x64x64x2xf32>, tensor<1x1x16x2xf32>) outs(%1 : tensor<1x64x64x16xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %147 = arith.mulf %in, %in_30 : f32
      %148 = arith.addf %out, %147 : f32
      linalg.yield %148 : f32
    } -> tensor<1x64x64x16xf32>
    %61 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%51, %60 : tensor<1x64x64x16xi1>, tensor<1x64x64x16xf32>) outs(%0 : tensor<1x64x64x16xf32>) {
    ^bb0(%in: i1, %in_30: f32, %out: f32):
      %147 = arith.select %in, %in_30, %cst_1 : f32
      linalg.yield %147 : f32
    } -> tensor<1x64x64x16xf32>
    %62 = tensor.empty() : tensor<3x3x16x16xf32>
    %63 = linalg.fill ins(%cst_1 : f32) outs(%62 : tensor<3x3x16x16xf32>) -> tensor<3x3x16x16xf32>
    %64 = linalg.generic {indexing_maps = [#map3, #map4, #map5], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%padded_14, %61 : tensor<1x66x66x16xf32>, tensor<1x64x64x16xf32>) outs(%63 : tensor<3x3x16x16xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %147 = arith.mulf %in, %in_30 : f32
      %148 = arith.addf %out, %147 : f32
      linalg.yield %148 : f32
    } -> tensor<3x3x16x16xf32>
    %65 = linalg.generic {indexing_maps = [#map10, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg10 : tensor<3x3x16x16xf32>) outs(%62 : tensor<3x3x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x16x16xf32>
    %padded_15 = tensor.pad %61 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg12: index, %arg13: index, %arg14: index, %arg15: index):
      tensor.yield %cst_1 : f32
    } : tensor<1x64x64x16xf32> to tensor<1x66x66x16xf32>
    %66 = linalg.generic {indexing_maps = [#map7, #map8, #map9], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%padded_15, %65 : tensor<1x66x66x16xf32>, tensor<3x3x16x16xf32>) outs(%1 : tensor<1x64x64x16xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %147 = arith.mulf %in, %in_30 : f32
      %148 = arith.addf %out, %147 : f32
      linalg.yield %148 : f32
    } -> tensor<1x64x64x16xf32>
    %67 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%48, %66 : tensor<1x64x64x16xi1>, tensor<1x64x64x16xf32>) outs(%0 : tensor<1x64x64x16xf32>) {
    ^bb0(%in: i1, %in_30: f32, %out: f32):
      %147 = arith.select %in, %in_30, %cst_1 : f32
      linalg.yield %147 : f32
    } -> tensor<1x64x64x16xf32>
    %68 = tensor.empty() : tensor<3x3x48x16xf32>
    %69 = linalg.fill ins(%cst_1 : f32) outs(%68 : tensor<3x3x48x16xf32>) -> tensor<3x3x48x16xf32>
    %70 = linalg.generic {indexing_maps = [#map3, #map4, #map5], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%padded_13, %67 : tensor<1x66x66x48xf32>, tensor<1x64x64x16xf32>) outs(%69 : tensor<3x3x48x16xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %147 = arith.mulf %in, %in_30 : f32
      %148 = arith.addf %out, %147 : f32
      linalg.yield %148 : f32
    } -> tensor<3x3x48x16xf32>
    %71 = linalg.generic {indexing_maps = [#map10, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg9 : tensor<3x3x48x16xf32>) outs(%68 : tensor<3x3x48x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x48x16xf32>
    %padded_16 = tensor.pad %67 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg12: index, %arg13: index, %arg14: index, %arg15: index):
      tensor.yield %cst_1 : f32
    } : tensor<1x64x64x16xf32> to tensor<1x66x66x16xf32>
    %72 = linalg.fill ins(%cst_1 : f32) outs(%45 : tensor<1x64x64x48xf32>) -> tensor<1x64x64x48xf32>
    %73 = linalg.generic {indexing_maps = [#map7, #map8, #map9], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%padded_16, %71 : tensor<1x66x66x16xf32>, tensor<3x3x48x16xf32>) outs(%72 : tensor<1x64x64x48xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %147 = arith.mulf %in, %in_30 : f32
      %148 = arith.addf %out, %147 : f32
      linalg.yield %148 : f32
    } -> tensor<1x64x64x48xf32>
    %extracted_slice = tensor.extract_slice %73[0, 0, 0, 0] [1, 64, 64, 32] [1, 1, 1, 1] : tensor<1x64x64x48xf32> to tensor<1x64x64x32xf32>
    %extracted_slice_17 = tensor.extract_slice %73[0, 0, 0, 32] [1, 64, 64, 16] [1, 1, 1, 1] : tensor<1x64x64x48xf32> to tensor<1x64x64x16xf32>
    %expanded = tensor.expand_shape %extracted_slice [[0], [1, 2], [3, 4], [5]] output_shape [1, 32, 2, 32, 2, 32] : tensor<1x64x64x32xf32> into tensor<1x32x2x32x2x32xf32>
    %74 = tensor.empty() : tensor<32x32x32xf32>
    %75 = linalg.fill ins(%cst_1 : f32) outs(%74 : tensor<32x32x32xf32>) -> tensor<32x32x32xf32>
    %76 = linalg.generic {indexing_maps = [#map11, #map12], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%expanded : tensor<1x32x2x32x2x32xf32>) outs(%75 : tensor<32x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %147 = arith.addf %out, %in : f32
      linalg.yield %147 : f32
    } -> tensor<32x32x32xf32>
    %77 = tensor.empty() : tensor<1x32x1x32x1x32xf32>
    %78 = linalg.generic {indexing_maps = [#map13, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%76 : tensor<32x32x32xf32>) outs(%77 : tensor<1x32x1x32x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x32x1x32x1x32xf32>
    %79 = linalg.generic {indexing_maps = [#map11, #map12], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%78 : tensor<1x32x1x32x1x32xf32>) outs(%75 : tensor<32x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %147 = arith.addf %out, %in : f32
      linalg.yield %147 : f32
    } -> tensor<32x32x32xf32>
    %80 = linalg.generic {indexing_maps = [#map14, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%79 : tensor<32x32x32xf32>) outs(%13 : tensor<1x32x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x32x32x32xf32>
    %81 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%42, %80 : tensor<1x32x32x32xi1>, tensor<1x32x32x32xf32>) outs(%13 : tensor<1x32x32x32xf32>) {
    ^bb0(%in: i1, %in_30: f32, %out: f32):
      %147 = arith.select %in, %in_30, %cst_1 : f32
      linalg.yield %147 : f32
    } -> tensor<1x32x32x32xf32>
    %82 = tensor.empty() : tensor<3x3x32x32xf32>
    %83 = linalg.fill ins(%cst_1 : f32) outs(%82 : tensor<3x3x32x32xf32>) -> tensor<3x3x32x32xf32>
    %84 = linalg.generic {indexing_maps = [#map3, #map4, #map5], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%padded_9, %81 : tensor<1x34x34x32xf32>, tensor<1x32x32x32xf32>) outs(%83 : tensor<3x3x32x32xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %147 = arith.mulf %in, %in_30 : f32
      %148 = arith.addf %out, %147 : f32
      linalg.yield %148 : f32
    } -> tensor<3x3x32x32xf32>
    %85 = linalg.generic {indexing_maps = [#map10, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg8 : tensor<3x3x32x32xf32>) outs(%82 : tensor<3x3x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x32x32xf32>
    %padded_18 = tensor.pad %81 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg12: index, %arg13: index, %arg14: index, %arg15: index):
      tensor.yield %cst_1 : f32
    } : tensor<1x32x32x32xf32> to tensor<1x34x34x32xf32>
    %86 = linalg.generic {indexing_maps = [#map7, #map8, #map9], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%padded_18, %85 : tensor<1x34x34x32xf32>, tensor<3x3x32x32xf32>) outs(%14 : tensor<1x32x32x32xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %147 = arith.mulf %in, %in_30 : f32
      %148 = arith.addf %out, %147 : f32
      linalg.yield %148 : f32
    } -> tensor<1x32x32x32xf32>
    %87 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%39, %86 : tensor<1x32x32x32xi1>, tensor<1x32x32x32xf32>) outs(%13 : tensor<1x32x32x32xf32>) {
    ^bb0(%in: i1, %in_30: f32, %out: f32):
      %147 = arith.select %in, %in_30, %cst_1 : f32
      linalg.yield %147 : f32
    } -> tensor<1x32x32x32xf32>
    %88 = tensor.empty() : tensor<3x3x96x32xf32>
    %89 = linalg.fill ins(%cst_1 : f32) outs(%88 : tensor<3x3x96x32xf32>) -> tensor<3x3x96x32xf32>
    %90 = linalg.generic {indexing_maps = [#map3, #map4, #map5], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%padded_8, %87 : tensor<1x34x34x96xf32>, tensor<1x32x32x32xf32>) outs(%89 : tensor<3x3x96x32xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %147 = arith.mulf %in, %in_30 : f32
      %148 = arith.addf %out, %147 : f32
      linalg.yield %148 : f32
    } -> tensor<3x3x96x32xf32>
    %91 = linalg.generic {indexing_maps = [#map10, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg7 : tensor<3x3x96x32xf32>) outs(%88 : tensor<3x3x96x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x96x32xf32>
    %padded_19 = tensor.pad %87 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg12: index, %arg13: index, %arg14: index, %arg15: index):
      tensor.yield %cst_1 : f32
    } : tensor<1x32x32x32xf32> to tensor<1x34x34x32xf32>
    %92 = linalg.fill ins(%cst_1 : f32) outs(%36 : tensor<1x32x32x96xf32>) -> tensor<1x32x32x96xf32>
    %93 = linalg.generic {indexing_maps = [#map7, #map8, #map9], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%padded_19, %91 : tensor<1x34x34x32xf32>, tensor<3x3x96x32xf32>) outs(%92 : tensor<1x32x32x96xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %147 = arith.mulf %in, %in_30 : f32
      %148 = arith.addf %out, %147 : f32
      linalg.yield %148 : f32
    } -> tensor<1x32x32x96xf32>
    %extracted_slice_20 = tensor.extract_slice %93[0, 0, 0, 0] [1, 32, 32, 64] [1, 1, 1, 1] : tensor<1x32x32x96xf32> to tensor<1x32x32x64xf32>
    %extracted_slice_21 = tensor.extract_slice %93[0, 0, 0, 64] [1, 32, 32, 32] [1, 1, 1, 1] : tensor<1x32x32x96xf32> to tensor<1x32x32x32xf32>
    %expanded_22 = tensor.expand_shape %extracted_slice_20 [[0], [1, 2], [3, 4], [5]] output_shape [1, 16, 2, 16, 2, 64] : tensor<1x32x32x64xf32> into tensor<1x16x2x16x2x64xf32>
    %94 = tensor.empty() : tensor<16x16x64xf32>
    %95 = linalg.fill ins(%cst_1 : f32) outs(%94 : tensor<16x16x64xf32>) -> tensor<16x16x64xf32>
    %96 = linalg.generic {indexing_maps = [#map11, #map12], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%expanded_22 : tensor<1x16x2x16x2x64xf32>) outs(%95 : tensor<16x16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %147 = arith.addf %out, %in : f32
      linalg.yield %147 : f32
    } -> tensor<16x16x64xf32>
    %97 = tensor.empty() : tensor<1x16x1x16x1x64xf32>
    %98 = linalg.generic {indexing_maps = [#map13, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%96 : tensor<16x16x64xf32>) outs(%97 : tensor<1x16x1x16x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x16x1x16x1x64xf32>
    %99 = linalg.generic {indexing_maps = [#map11, #map12], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%98 : tensor<1x16x1x16x1x64xf32>) outs(%95 : tensor<16x16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %147 = arith.addf %out, %in : f32
      linalg.yield %147 : f32
    } -> tensor<16x16x64xf32>
    %100 = linalg.generic {indexing_maps = [#map14, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%99 : tensor<16x16x64xf32>) outs(%25 : tensor<1x16x16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x16x16x64xf32>
    %101 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%33, %100 : tensor<1x16x16x64xi1>, tensor<1x16x16x64xf32>) outs(%25 : tensor<1x16x16x64xf32>) {
    ^bb0(%in: i1, %in_30: f32, %out: f32):
      %147 = arith.select %in, %in_30, %cst_1 : f32
      linalg.yield %147 : f32
    } -> tensor<1x16x16x64xf32>
    %102 = tensor.empty() : tensor<3x3x64x64xf32>
    %103 = linalg.fill ins(%cst_1 : f32) outs(%102 : tensor<3x3x64x64xf32>) -> tensor<3x3x64x64xf32>
    %104 = linalg.generic {indexing_maps = [#map3, #map4, #map5], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%padded_6, %101 : tensor<1x18x18x64xf32>, tensor<1x16x16x64xf32>) outs(%103 : tensor<3x3x64x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %147 = arith.mulf %in, %in_30 : f32
      %148 = arith.addf %out, %147 : f32
      linalg.yield %148 : f32
    } -> tensor<3x3x64x64xf32>
    %105 = linalg.generic {indexing_maps = [#map10, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg5 : tensor<3x3x64x64xf32>) outs(%102 : tensor<3x3x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x64x64xf32>
    %padded_23 = tensor.pad %101 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg12: index, %arg13: index, %arg14: index, %arg15: index):
      tensor.yield %cst_1 : f32
    } : tensor<1x16x16x64xf32> to tensor<1x18x18x64xf32>
    %106 = linalg.generic {indexing_maps = [#map7, #map8, #map9], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%padded_23, %105 : tensor<1x18x18x64xf32>, tensor<3x3x64x64xf32>) outs(%26 : tensor<1x16x16x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %147 = arith.mulf %in, %in_30 : f32
      %148 = arith.addf %out, %147 : f32
      linalg.yield %148 : f32
    } -> tensor<1x16x16x64xf32>
    %107 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%30, %106 : tensor<1x16x16x64xi1>, tensor<1x16x16x64xf32>) outs(%25 : tensor<1x16x16x64xf32>) {
    ^bb0(%in: i1, %in_30: f32, %out: f32):
      %147 = arith.select %in, %in_30, %cst_1 : f32
      linalg.yield %147 : f32
    } -> tensor<1x16x16x64xf32>
    %108 = tensor.empty() : tensor<3x3x32x64xf32>
    %109 = linalg.fill ins(%cst_1 : f32) outs(%108 : tensor<3x3x32x64xf32>) -> tensor<3x3x32x64xf32>
    %110 = linalg.generic {indexing_maps = [#map3, #map4, #map5], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%padded_5, %107 : tensor<1x18x18x32xf32>, tensor<1x16x16x64xf32>) outs(%109 : tensor<3x3x32x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %147 = arith.mulf %in, %in_30 : f32
      %148 = arith.addf %out, %147 : f32
      linalg.yield %148 : f32
    } -> tensor<3x3x32x64xf32>
    %111 = linalg.generic {indexing_maps = [#map10, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg4 : tensor<3x3x32x64xf32>) outs(%108 : tensor<3x3x32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x32x64xf32>
    %padded_24 = tensor.pad %107 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg12: index, %arg13: index, %arg14: index, %arg15: index):
      tensor.yield %cst_1 : f32
    } : tensor<1x16x16x64xf32> to tensor<1x18x18x64xf32>
    %112 = linalg.fill ins(%cst_1 : f32) outs(%22 : tensor<1x16x16x32xf32>) -> tensor<1x16x16x32xf32>
    %113 = linalg.generic {indexing_maps = [#map7, #map8, #map9], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%padded_24, %111 : tensor<1x18x18x64xf32>, tensor<3x3x32x64xf32>) outs(%112 : tensor<1x16x16x32xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %147 = arith.mulf %in, %in_30 : f32
      %148 = arith.addf %out, %147 : f32
      linalg.yield %148 : f32
    } -> tensor<1x16x16x32xf32>
    %114 = tensor.empty() : tensor<1x16x16x32xi32>
    %115 = linalg.fill ins(%c-1_i32 : i32) outs(%114 : tensor<1x16x16x32xi32>) -> tensor<1x16x16x32xi32>
    %116:2 = linalg.generic {indexing_maps = [#map15, #map16, #map17, #map17], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%20, %9 : tensor<1x32x32x32xf32>, tensor<2x2xf32>) outs(%22, %115 : tensor<1x16x16x32xf32>, tensor<1x16x16x32xi32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32, %out_31: i32):
      %147 = arith.cmpf oge, %in, %out : f32
      %148 = arith.cmpi eq, %out_31, %c-1_i32 : i32
      %149 = arith.ori %147, %148 : i1
      %150 = linalg.index 4 : index
      %151 = linalg.index 5 : index
      %152 = arith.muli %150, %c2 : index
      %153 = arith.addi %152, %151 : index
      %154 = arith.index_cast %153 : index to i32
      %155 = arith.select %149, %154, %out_31 : i32
      %156 = arith.select %149, %in, %out : f32
      linalg.yield %156, %155 : f32, i32
    } -> (tensor<1x16x16x32xf32>, tensor<1x16x16x32xi32>)
    %117 = tensor.empty() : tensor<1x16x2x16x2x32xf32>
    %118 = linalg.fill ins(%cst_1 : f32) outs(%117 : tensor<1x16x2x16x2x32xf32>) -> tensor<1x16x2x16x2x32xf32>
    %119 = linalg.generic {indexing_maps = [#map1, #map1, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%116#1, %113 : tensor<1x16x16x32xi32>, tensor<1x16x16x32xf32>) outs(%118 : tensor<1x16x2x16x2x32xf32>) {
    ^bb0(%in: i32, %in_30: f32, %out: f32):
      %147 = arith.addf %in_30, %out : f32
      %148 = linalg.index 2 : index
      %149 = linalg.index 4 : index
      %150 = arith.muli %148, %c2 : index
      %151 = arith.addi %150, %149 : index
      %152 = arith.index_cast %151 : index to i32
      %153 = arith.cmpi eq, %152, %in : i32
      %154 = arith.select %153, %147, %out : f32
      linalg.yield %154 : f32
    } -> tensor<1x16x2x16x2x32xf32>
    %collapsed_25 = tensor.collapse_shape %119 [[0], [1, 2], [3, 4], [5]] : tensor<1x16x2x16x2x32xf32> into tensor<1x32x32x32xf32>
    %120 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_21, %collapsed_25 : tensor<1x32x32x32xf32>, tensor<1x32x32x32xf32>) outs(%13 : tensor<1x32x32x32xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %147 = arith.addf %in, %in_30 : f32
      linalg.yield %147 : f32
    } -> tensor<1x32x32x32xf32>
    %121 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%21, %120 : tensor<1x32x32x32xi1>, tensor<1x32x32x32xf32>) outs(%13 : tensor<1x32x32x32xf32>) {
    ^bb0(%in: i1, %in_30: f32, %out: f32):
      %147 = arith.select %in, %in_30, %cst_1 : f32
      linalg.yield %147 : f32
    } -> tensor<1x32x32x32xf32>
    %122 = linalg.generic {indexing_maps = [#map3, #map4, #map5], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%padded_4, %121 : tensor<1x34x34x32xf32>, tensor<1x32x32x32xf32>) outs(%83 : tensor<3x3x32x32xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %147 = arith.mulf %in, %in_30 : f32
      %148 = arith.addf %out, %147 : f32
      linalg.yield %148 : f32
    } -> tensor<3x3x32x32xf32>
    %123 = linalg.generic {indexing_maps = [#map10, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg3 : tensor<3x3x32x32xf32>) outs(%82 : tensor<3x3x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x32x32xf32>
    %padded_26 = tensor.pad %121 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg12: index, %arg13: index, %arg14: index, %arg15: index):
      tensor.yield %cst_1 : f32
    } : tensor<1x32x32x32xf32> to tensor<1x34x34x32xf32>
    %124 = linalg.generic {indexing_maps = [#map7, #map8, #map9], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%padded_26, %123 : tensor<1x34x34x32xf32>, tensor<3x3x32x32xf32>) outs(%14 : tensor<1x32x32x32xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %147 = arith.mulf %in, %in_30 : f32
      %148 = arith.addf %out, %147 : f32
      linalg.yield %148 : f32
    } -> tensor<1x32x32x32xf32>
    %125 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%18, %124 : tensor<1x32x32x32xi1>, tensor<1x32x32x32xf32>) outs(%13 : tensor<1x32x32x32xf32>) {
    ^bb0(%in: i1, %in_30: f32, %out: f32):
      %147 = arith.select %in, %in_30, %cst_1 : f32
      linalg.yield %147 : f32
    } -> tensor<1x32x32x32xf32>
    %126 = tensor.empty() : tensor<3x3x16x32xf32>
    %127 = linalg.fill ins(%cst_1 : f32) outs(%126 : tensor<3x3x16x32xf32>) -> tensor<3x3x16x32xf32>
    %128 = linalg.generic {indexing_maps = [#map3, #map4, #map5], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%padded_3, %125 : tensor<1x34x34x16xf32>, tensor<1x32x32x32xf32>) outs(%127 : tensor<3x3x16x32xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %147 = arith.mulf %in, %in_30 : f32
      %148 = arith.addf %out, %147 : f32
      linalg.yield %148 : f32
    } -> tensor<3x3x16x32xf32>
    %129 = linalg.generic {indexing_maps = [#map10, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg2 : tensor<3x3x16x32xf32>) outs(%126 : tensor<3x3x16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x16x32xf32>
    %padded_27 = tensor.pad %125 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg12: index, %arg13: index, %arg14: index, %arg15: index):
      tensor.yield %cst_1 : f32
    } : tensor<1x32x32x32xf32> to tensor<1x34x34x32xf32>
    %130 = linalg.fill ins(%cst_1 : f32) outs(%10 : tensor<1x32x32x16xf32>) -> tensor<1x32x32x16xf32>
    %131 = linalg.generic {indexing_maps = [#map7, #map8, #map9], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%padded_27, %129 : tensor<1x34x34x32xf32>, tensor<3x3x16x32xf32>) outs(%130 : tensor<1x32x32x16xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %147 = arith.mulf %in, %in_30 : f32
      %148 = arith.addf %out, %147 : f32
      linalg.yield %148 : f32
    } -> tensor<1x32x32x16xf32>
    %132 = tensor.empty() : tensor<1x32x32x16xi32>
    %133 = linalg.fill ins(%c-1_i32 : i32) outs(%132 : tensor<1x32x32x16xi32>) -> tensor<1x32x32x16xi32>
    %134:2 = linalg.generic {indexing_maps = [#map15, #map16, #map17, #map17], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%7, %9 : tensor<1x64x64x16xf32>, tensor<2x2xf32>) outs(%10, %133 : tensor<1x32x32x16xf32>, tensor<1x32x32x16xi32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32, %out_31: i32):
      %147 = arith.cmpf oge, %in, %out : f32
      %148 = arith.cmpi eq, %out_31, %c-1_i32 : i32
      %149 = arith.ori %147, %148 : i1
      %150 = linalg.index 4 : index
      %151 = linalg.index 5 : index
      %152 = arith.muli %150, %c2 : index
      %153 = arith.addi %152, %151 : index
      %154 = arith.index_cast %153 : index to i32
      %155 = arith.select %149, %154, %out_31 : i32
      %156 = arith.select %149, %in, %out : f32
      linalg.yield %156, %155 : f32, i32
    } -> (tensor<1x32x32x16xf32>, tensor<1x32x32x16xi32>)
    %135 = tensor.empty() : tensor<1x32x2x32x2x16xf32>
    %136 = linalg.fill ins(%cst_1 : f32) outs(%135 : tensor<1x32x2x32x2x16xf32>) -> tensor<1x32x2x32x2x16xf32>
    %137 = linalg.generic {indexing_maps = [#map1, #map1, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%134#1, %131 : tensor<1x32x32x16xi32>, tensor<1x32x32x16xf32>) outs(%136 : tensor<1x32x2x32x2x16xf32>) {
    ^bb0(%in: i32, %in_30: f32, %out: f32):
      %147 = arith.addf %in_30, %out : f32
      %148 = linalg.index 2 : index
      %149 = linalg.index 4 : index
      %150 = arith.muli %148, %c2 : index
      %151 = arith.addi %150, %149 : index
      %152 = arith.index_cast %151 : index to i32
      %153 = arith.cmpi eq, %152, %in : i32
      %154 = arith.select %153, %147, %out : f32
      linalg.yield %154 : f32
    } -> tensor<1x32x2x32x2x16xf32>
    %collapsed_28 = tensor.collapse_shape %137 [[0], [1, 2], [3, 4], [5]] : tensor<1x32x2x32x2x16xf32> into tensor<1x64x64x16xf32>
    %138 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_17, %collapsed_28 : tensor<1x64x64x16xf32>, tensor<1x64x64x16xf32>) outs(%0 : tensor<1x64x64x16xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %147 = arith.addf %in, %in_30 : f32
      linalg.yield %147 : f32
    } -> tensor<1x64x64x16xf32>
    %139 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%8, %138 : tensor<1x64x64x16xi1>, tensor<1x64x64x16xf32>) outs(%0 : tensor<1x64x64x16xf32>) {
    ^bb0(%in: i1, %in_30: f32, %out: f32):
      %147 = arith.select %in, %in_30, %cst_1 : f32
      linalg.yield %147 : f32
    } -> tensor<1x64x64x16xf32>
    %140 = linalg.generic {indexing_maps = [#map3, #map4, #map5], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%padded_2, %139 : tensor<1x66x66x16xf32>, tensor<1x64x64x16xf32>) outs(%63 : tensor<3x3x16x16xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %147 = arith.mulf %in, %in_30 : f32
      %148 = arith.addf %out, %147 : f32
      linalg.yield %148 : f32
    } -> tensor<3x3x16x16xf32>
    %141 = linalg.generic {indexing_maps = [#map10, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg1 : tensor<3x3x16x16xf32>) outs(%62 : tensor<3x3x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x16x16xf32>
    %padded_29 = tensor.pad %139 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg12: index, %arg13: index, %arg14: index, %arg15: index):
      tensor.yield %cst_1 : f32
    } : tensor<1x64x64x16xf32> to tensor<1x66x66x16xf32>
    %142 = linalg.generic {indexing_maps = [#map7, #map8, #map9], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%padded_29, %141 : tensor<1x66x66x16xf32>, tensor<3x3x16x16xf32>) outs(%1 : tensor<1x64x64x16xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %147 = arith.mulf %in, %in_30 : f32
      %148 = arith.addf %out, %147 : f32
      linalg.yield %148 : f32
    } -> tensor<1x64x64x16xf32>
    %143 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%5, %142 : tensor<1x64x64x16xi1>, tensor<1x64x64x16xf32>) outs(%0 : tensor<1x64x64x16xf32>) {
    ^bb0(%in: i1, %in_30: f32, %out: f32):
      %147 = arith.select %in, %in_30, %cst_1 : f32
      linalg.yield %147 : f32
    } -> tensor<1x64x64x16xf32>
    %144 = tensor.empty() : tensor<3x3x3x16xf32>
    %145 = linalg.fill ins(%cst_1 : f32) outs(%144 : tensor<3x3x3x16xf32>) -> tensor<3x3x3x16xf32>
    %146 = linalg.generic {indexing_maps = [#map3, #map4, #map5], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%padded, %143 : tensor<1x66x66x3xf32>, tensor<1x64x64x16xf32>) outs(%145 : tensor<3x3x3x16xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %147 = arith.mulf %in, %in_30 : f32
      %148 = arith.addf %out, %147 : f32
      linalg.yield %148 : f32
    } -> tensor<3x3x3x16xf32>
    return %146, %140, %128, %122, %110, %104, %58, %90, %84, %70, %64 : tensor<3x3x3x16xf32>, tensor<3x3x16x16xf32>, tensor<3x3x16x32xf32>, tensor<3x3x32x32xf32>, tensor<3x3x32x64xf32>, tensor<3x3x64x64xf32>, tensor<1x1x16x2xf32>, tensor<3x3x96x32xf32>, tensor<3x3x32x32xf32>, tensor<3x3x48x16xf32>, tensor<3x3x16x16xf32>
  }
  func.func private @relu(%arg0: tensor<1x64x64x16xf32>) -> tensor<1x64x64x16xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x64x64x16xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x64x64x16xf32>) outs(%0 : tensor<1x64x64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = arith.maximumf %in, %cst : f32
      linalg.yield %2 : f32
    } -> tensor<1x64x64x16xf32>
    return %1 : tensor<1x64x64x16xf32>
  }
  func.func private @relu_0(%arg0: tensor<1x32x32x32xf32>) -> tensor<1x32x32x32xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x32x32x32xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x32x32x32xf32>) outs(%0 : tensor<1x32x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = arith.maximumf %in, %cst : f32
      linalg.yield %2 : f32
    } -> tensor<1x32x32x32xf32>
    return %1 : tensor<1x32x32x32xf32>
  }
  func.func private @relu_1(%arg0: tensor<1x16x16x64xf32>) -> tensor<1x16x16x64xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x16x16x64xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x16x16x64xf32>) outs(%0 : tensor<1x16x16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = arith.maximumf %in, %cst : f32
      linalg.yield %2 : f32
    } -> tensor<1x16x16x64xf32>
    return %1 : tensor<1x16x16x64xf32>
  }
}

