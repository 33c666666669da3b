#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d3)>
#map5 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d2 + d3, d4 + d5, d6)>
#map6 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d3, d5, d1)>
#map7 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d2, d4, d6, d1)>
#map8 = affine_map<(d0, d1, d2, d3) -> (-d0 + 2, -d1 + 2, d2, d3)>
#map9 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d6, d2 + d3, d4 + d5, d0)>
#map10 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d3, d5, d1, d0)>
#map11 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d6, d2, d4, d1)>
module @jit_densenet_grad {
  func.func public @main(%arg0: tensor<3x3x16x12xf32>, %arg1: tensor<3x3x28x12xf32>, %arg2: tensor<3x3x40x12xf32>, %arg3: tensor<3x3x52x12xf32>, %arg4: tensor<3x3x64x12xf32>, %arg5: tensor<3x3x76x12xf32>, %arg6: tensor<1x32x32x16xf32>) -> (tensor<3x3x16x12xf32>, tensor<3x3x28x12xf32>, tensor<3x3x40x12xf32>, tensor<3x3x52x12xf32>, tensor<3x3x64x12xf32>, tensor<3x3x76x12xf32>) {
    %cst = arith.constant 2.000000e+00 : f32
    %cst_0 = arith.constant 1.024000e+03 : f32
    %cst_1 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x32x32x12xf32>
    %1 = linalg.fill ins(%cst_1 : f32) outs(%0 : tensor<1x32x32x12xf32>) -> tensor<1x32x32x12xf32>
    %padded = tensor.pad %arg6 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg7: index, %arg8: index, %arg9: index, %arg10: index):
      tensor.yield %cst_1 : f32
    } : tensor<1x32x32x16xf32> to tensor<1x34x34x16xf32>
    %2 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded, %arg0 : tensor<1x34x34x16xf32>, tensor<3x3x16x12xf32>) outs(%1 : tensor<1x32x32x12xf32>) -> tensor<1x32x32x12xf32>
    %3 = call @relu(%2) : (tensor<1x32x32x12xf32>) -> tensor<1x32x32x12xf32>
    %4 = tensor.empty() : tensor<1x32x32x12xi1>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2 : tensor<1x32x32x12xf32>) outs(%4 : tensor<1x32x32x12xi1>) {
    ^bb0(%in: f32, %out: i1):
      %78 = arith.cmpf ogt, %in, %cst_1 : f32
      linalg.yield %78 : i1
    } -> tensor<1x32x32x12xi1>
    %6 = tensor.empty() : tensor<1x32x32x28xf32>
    %inserted_slice = tensor.insert_slice %arg6 into %6[0, 0, 0, 0] [1, 32, 32, 16] [1, 1, 1, 1] : tensor<1x32x32x16xf32> into tensor<1x32x32x28xf32>
    %inserted_slice_2 = tensor.insert_slice %3 into %inserted_slice[0, 0, 0, 16] [1, 32, 32, 12] [1, 1, 1, 1] : tensor<1x32x32x12xf32> into tensor<1x32x32x28xf32>
    %padded_3 = tensor.pad %inserted_slice_2 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg7: index, %arg8: index, %arg9: index, %arg10: index):
      tensor.yield %cst_1 : f32
    } : tensor<1x32x32x28xf32> to tensor<1x34x34x28xf32>
    %7 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_3, %arg1 : tensor<1x34x34x28xf32>, tensor<3x3x28x12xf32>) outs(%1 : tensor<1x32x32x12xf32>) -> tensor<1x32x32x12xf32>
    %8 = call @relu(%7) : (tensor<1x32x32x12xf32>) -> tensor<1x32x32x12xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7 : tensor<1x32x32x12xf32>) outs(%4 : tensor<1x32x32x12xi1>) {
    ^bb0(%in: f32, %out: i1):
      %78 = arith.cmpf ogt, %in, %cst_1 : f32
      linalg.yield %78 : i1
    } -> tensor<1x32x32x12xi1>
    %10 = tensor.empty() : tensor<1x32x32x40xf32>
    %inserted_slice_4 = tensor.insert_slice %inserted_slice_2 into %10[0, 0, 0, 0] [1, 32, 32, 28] [1, 1, 1, 1] : tensor<1x32x32x28xf32> into tensor<1x32x32x40xf32>
    %inserted_slice_5 = tensor.insert_slice %8 into %inserted_slice_4[0, 0, 0, 28] [1, 32, 32, 12] [1, 1, 1, 1] : tensor<1x32x32x12xf32> into tensor<1x32x32x40xf32>
    %padded_6 = tensor.pad %inserted_slice_5 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg7: index, %arg8: index, %arg9: index, %arg10: index):
      tensor.yield %cst_1 : f32
    } : tensor<1x32x32x40xf32> to tensor<1x34x34x40xf32>
    %11 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_6, %arg2 : tensor<1x34x34x40xf32>, tensor<3x3x40x12xf32>) outs(%1 : tensor<1x32x32x12xf32>) -> tensor<1x32x32x12xf32>
    %12 = call @relu(%11) : (tensor<1x32x32x12xf32>) -> tensor<1x32x32x12xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%11 : tensor<1x32x32x12xf32>) outs(%4 : tensor<1x32x32x12xi1>) {
    ^bb0(%in: f32, %out: i1):
      %78 = arith.cmpf ogt, %in, %cst_1 : f32
      linalg.yield %78 : i1
    } -> tensor<1x32x32x12xi1>
    %14 = tensor.empty() : tensor<1x32x32x52xf32>
    %inserted_slice_7 = tensor.insert_slice %inserted_slice_5 into %14[0, 0, 0, 0] [1, 32, 32, 40] [1, 1, 1, 1] : tensor<1x32x32x40xf32> into tensor<1x32x32x52xf32>
    %inserted_slice_8 = tensor.insert_slice %12 into %inserted_slice_7[0, 0, 0, 40] [1, 32, 32, 12] [1, 1, 1, 1] : tensor<1x32x32x12xf32> into tensor<1x32x32x52xf32>
    %padded_9 = tensor.pad %inserted_slice_8 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg7: index, %arg8: index, %arg9: index, %arg10: index):
      tensor.yield %cst_1 : f32
    } : tensor<1x32x32x52xf32> to tensor<1x34x34x52xf32>
    %15 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_9, %arg3 : tensor<1x34x34x52xf32>, tensor<3x3x52x12xf32>) outs(%1 : tensor<1x32x32x12xf32>) -> tensor<1x32x32x12xf32>
    %16 = call @relu(%15) : (tensor<1x32x32x12xf32>) -> tensor<1x32x32x12xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%15 : tensor<1x32x32x12xf32>) outs(%4 : tensor<1x32x32x12xi1>) {
    ^bb0(%in: f32, %out: i1):
      %78 = arith.cmpf ogt, %in, %cst_1 : f32
      linalg.yield %78 : i1
    } -> tensor<1x32x32x12xi1>
    %18 = tensor.empty() : tensor<1x32x32x64xf32>
    %inserted_slice_10 = tensor.insert_slice %inserted_slice_8 into %18[0, 0, 0, 0] [1, 32, 32, 52] [1, 1, 1, 1] : tensor<1x32x32x52xf32> into tensor<1x32x32x64xf32>
    %inserted_slice_11 = tensor.insert_slice %16 into %inserted_slice_10[0, 0, 0, 52] [1, 32, 32, 12] [1, 1, 1, 1] : tensor<1x32x32x12xf32> into tensor<1x32x32x64xf32>
    %padded_12 = tensor.pad %inserted_slice_11 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg7: index, %arg8: index, %arg9: index, %arg10: index):
      tensor.yield %cst_1 : f32
    } : tensor<1x32x32x64xf32> to tensor<1x34x34x64xf32>
    %19 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_12, %arg4 : tensor<1x34x34x64xf32>, tensor<3x3x64x12xf32>) outs(%1 : tensor<1x32x32x12xf32>) -> tensor<1x32x32x12xf32>
    %20 = call @relu(%19) : (tensor<1x32x32x12xf32>) -> tensor<1x32x32x12xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%19 : tensor<1x32x32x12xf32>) outs(%4 : tensor<1x32x32x12xi1>) {
    ^bb0(%in: f32, %out: i1):
      %78 = arith.cmpf ogt, %in, %cst_1 : f32
      linalg.yield %78 : i1
    } -> tensor<1x32x32x12xi1>
    %22 = tensor.empty() : tensor<1x32x32x76xf32>
    %inserted_slice_13 = tensor.insert_slice %inserted_slice_11 into %22[0, 0, 0, 0] [1, 32, 32, 64] [1, 1, 1, 1] : tensor<1x32x32x64xf32> into tensor<1x32x32x76xf32>
    %inserted_slice_14 = tensor.insert_slice %20 into %inserted_slice_13[0, 0, 0, 64] [1, 32, 32, 12] [1, 1, 1, 1] : tensor<1x32x32x12xf32> into tensor<1x32x32x76xf32>
    %padded_15 = tensor.pad %inserted_slice_14 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg7: index, %arg8: index, %arg9: index, %arg10: index):
      tensor.yield %cst_1 : f32
    } : tensor<1x32x32x76xf32> to tensor<1x34x34x76xf32>
    %23 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_15, %arg5 : tensor<1x34x34x76xf32>, tensor<3x3x76x12xf32>) outs(%1 : tensor<1x32x32x12xf32>) -> tensor<1x32x32x12xf32>
    %24 = call @relu(%23) : (tensor<1x32x32x12xf32>) -> tensor<1x32x32x12xf32>
    %25 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%23 : tensor<1x32x32x12xf32>) outs(%4 : tensor<1x32x32x12xi1>) {
    ^bb0(%in: f32, %out: i1):
      %78 = arith.cmpf ogt, %in, %cst_1 : f32
      linalg.yield %78 : i1
    } -> tensor<1x32x32x12xi1>
    %26 = tensor.empty() : tensor<1x32x32x88xf32>
    %inserted_slice_16 = tensor.insert_slice %inserted_slice_14 into %26[0, 0, 0, 0] [1, 32, 32, 76] [1, 1, 1, 1] : tensor<1x32x32x76xf32> into tensor<1x32x32x88xf32>
    %inserted_slice_17 = tensor.insert_slice %24 into %inserted_slice_16[0, 0, 0, 76] [1, 32, 32, 12] [1, 1, 1, 1] : tensor<1x32x32x12xf32> into tensor<1x32x32x88xf32>
    %27 = tensor.empty() : tensor<1x88xf32>
    %28 = linalg.fill ins(%cst_1 : f32) outs(%27 : tensor<1x88xf32>) -> tensor<1x88xf32>
    %29 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%inserted_slice_17 : tensor<1x32x32x88xf32>) outs(%28 : tensor<1x88xf32>) {
    ^bb0(%in: f32, %out: f32):
      %78 = arith.addf %out, %in : f32
      linalg.yield %78 : f32
    } -> tensor<1x88xf32>
    %30 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%29 : tensor<1x88xf32>) outs(%27 : tensor<1x88xf32>) {
    ^bb0(%in: f32, %out: f32):
      %78 = arith.divf %in, %cst_0 : f32
      linalg.yield %78 : f32
    } -> tensor<1x88xf32>
    %31 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%30 : tensor<1x88xf32>) outs(%27 : tensor<1x88xf32>) {
    ^bb0(%in: f32, %out: f32):
      %78 = arith.mulf %in, %cst : f32
      linalg.yield %78 : f32
    } -> tensor<1x88xf32>
    %32 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%31 : tensor<1x88xf32>) outs(%27 : tensor<1x88xf32>) {
    ^bb0(%in: f32, %out: f32):
      %78 = arith.divf %in, %cst_0 : f32
      linalg.yield %78 : f32
    } -> tensor<1x88xf32>
    %33 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%32 : tensor<1x88xf32>) outs(%26 : tensor<1x32x32x88xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x32x32x88xf32>
    %extracted_slice = tensor.extract_slice %33[0, 0, 0, 0] [1, 32, 32, 76] [1, 1, 1, 1] : tensor<1x32x32x88xf32> to tensor<1x32x32x76xf32>
    %extracted_slice_18 = tensor.extract_slice %33[0, 0, 0, 76] [1, 32, 32, 12] [1, 1, 1, 1] : tensor<1x32x32x88xf32> to tensor<1x32x32x12xf32>
    %34 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%25, %extracted_slice_18 : tensor<1x32x32x12xi1>, tensor<1x32x32x12xf32>) outs(%0 : tensor<1x32x32x12xf32>) {
    ^bb0(%in: i1, %in_33: f32, %out: f32):
      %78 = arith.select %in, %in_33, %cst_1 : f32
      linalg.yield %78 : f32
    } -> tensor<1x32x32x12xf32>
    %35 = tensor.empty() : tensor<3x3x76x12xf32>
    %36 = linalg.fill ins(%cst_1 : f32) outs(%35 : tensor<3x3x76x12xf32>) -> tensor<3x3x76x12xf32>
    %37 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%padded_15, %34 : tensor<1x34x34x76xf32>, tensor<1x32x32x12xf32>) outs(%36 : tensor<3x3x76x12xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %78 = arith.mulf %in, %in_33 : f32
      %79 = arith.addf %out, %78 : f32
      linalg.yield %79 : f32
    } -> tensor<3x3x76x12xf32>
    %38 = linalg.generic {indexing_maps = [#map8, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg5 : tensor<3x3x76x12xf32>) outs(%35 : tensor<3x3x76x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x76x12xf32>
    %padded_19 = tensor.pad %34 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg7: index, %arg8: index, %arg9: index, %arg10: index):
      tensor.yield %cst_1 : f32
    } : tensor<1x32x32x12xf32> to tensor<1x34x34x12xf32>
    %39 = linalg.fill ins(%cst_1 : f32) outs(%22 : tensor<1x32x32x76xf32>) -> tensor<1x32x32x76xf32>
    %40 = linalg.generic {indexing_maps = [#map9, #map10, #map11], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%padded_19, %38 : tensor<1x34x34x12xf32>, tensor<3x3x76x12xf32>) outs(%39 : tensor<1x32x32x76xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %78 = arith.mulf %in, %in_33 : f32
      %79 = arith.addf %out, %78 : f32
      linalg.yield %79 : f32
    } -> tensor<1x32x32x76xf32>
    %41 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice, %40 : tensor<1x32x32x76xf32>, tensor<1x32x32x76xf32>) outs(%22 : tensor<1x32x32x76xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %78 = arith.addf %in, %in_33 : f32
      linalg.yield %78 : f32
    } -> tensor<1x32x32x76xf32>
    %extracted_slice_20 = tensor.extract_slice %41[0, 0, 0, 0] [1, 32, 32, 64] [1, 1, 1, 1] : tensor<1x32x32x76xf32> to tensor<1x32x32x64xf32>
    %extracted_slice_21 = tensor.extract_slice %41[0, 0, 0, 64] [1, 32, 32, 12] [1, 1, 1, 1] : tensor<1x32x32x76xf32> to tensor<1x32x32x12xf32>
    %42 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%21, %extracted_slice_21 : tensor<1x32x32x12xi1>, tensor<1x32x32x12xf32>) outs(%0 : tensor<1x32x32x12xf32>) {
    ^bb0(%in: i1, %in_33: f32, %out: f32):
      %78 = arith.select %in, %in_33, %cst_1 : f32
      linalg.yield %78 : f32
    } -> tensor<1x32x32x12xf32>
    %43 = tensor.empty() : tensor<3x3x64x12xf32>
    %44 = linalg.fill ins(%cst_1 : f32) outs(%43 : tensor<3x3x64x12xf32>) -> tensor<3x3x64x12xf32>
    %45 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%padded_12, %42 : tensor<1x34x34x64xf32>, tensor<1x32x32x12xf32>) outs(%44 : tensor<3x3x64x12xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %78 = arith.mulf %in, %in_33 : f32
      %79 = arith.addf %out, %78 : f32
      linalg.yield %79 : f32
    } -> tensor<3x3x64x12xf32>
    %46 = linalg.generic {indexing_maps = [#map8, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg4 : tensor<3x3x64x12xf32>) outs(%43 : tensor<3x3x64x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x64x12xf32>
    %padded_22 = tensor.pad %42 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg7: index, %arg8: index, %arg9: index, %arg10: index):
      tensor.yield %cst_1 : f32
    } : tensor<1x32x32x12xf32> to tensor<1x34x34x12xf32>
    %47 = linalg.fill ins(%cst_1 : f32) outs(%18 : tensor<1x32x32x64xf32>) -> tensor<1x32x32x64xf32>
    %48 = linalg.generic {indexing_maps = [#map9, #map10, #map11], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%padded_22, %46 : tensor<1x34x34x12xf32>, tensor<3x3x64x12xf32>) outs(%47 : tensor<1x32x32x64xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %78 = arith.mulf %in, %in_33 : f32
      %79 = arith.addf %out, %78 : f32
      linalg.yield %79 : f32
    } -> tensor<1x32x32x64xf32>
    %49 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_20, %48 : tensor<1x32x32x64xf32>, tensor<1x32x32x64xf32>) outs(%18 : tensor<1x32x32x64xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %78 = arith.addf %in, %in_33 : f32
      linalg.yield %78 : f32
    } -> tensor<1x32x32x64xf32>
    %extracted_slice_23 = tensor.extract_slice %49[0, 0, 0, 0] [1, 32, 32, 52] [1, 1, 1, 1] : tensor<1x32x32x64xf32> to tensor<1x32x32x52xf32>
    %extracted_slice_24 = tensor.extract_slice %49[0, 0, 0, 52] [1, 32, 32, 12] [1, 1, 1, 1] : tensor<1x32x32x64xf32> to tensor<1x32x32x12xf32>
    %50 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%17, %extracted_slice_24 : tensor<1x32x32x12xi1>, tensor<1x32x32x12xf32>) outs(%0 : tensor<1x32x32x12xf32>) {
    ^bb0(%in: i1, %in_33: f32, %out: f32):
      %78 = arith.select %in, %in_33, %cst_1 : f32
      linalg.yield %78 : f32
    } -> tensor<1x32x32x12xf32>
    %51 = tensor.empty() : tensor<3x3x52x12xf32>
    %52 = linalg.fill ins(%cst_1 : f32) outs(%51 : tensor<3x3x52x12xf32>) -> tensor<3x3x52x12xf32>
    %53 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%padded_9, %50 : tensor<1x34x34x52xf32>, tensor<1x32x32x12xf32>) outs(%52 : tensor<3x3x52x12xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %78 = arith.mulf %in, %in_33 : f32
      %79 = arith.addf %out, %78 : f32
      linalg.yield %79 : f32
    } -> tensor<3x3x52x12xf32>
    %54 = linalg.generic {indexing_maps = [#map8, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg3 : tensor<3x3x52x12xf32>) outs(%51 : tensor<3x3x52x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x52x12xf32>
    %padded_25 = tensor.pad %50 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg7: index, %arg8: index, %arg9: index, %arg10: index):
      tensor.yield %cst_1 : f32
    } : tensor<1x32x32x12xf32> to tensor<1x34x34x12xf32>
    %55 = linalg.fill ins(%cst_1 : f32) outs(%14 : tensor<1x32x32x52xf32>) -> tensor<1x32x32x52xf32>
    %56 = linalg.generic {indexing_maps = [#map9, #map10, #map11], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%padded_25, %54 : tensor<1x34x34x12xf32>, tensor<3x3x52x12xf32>) outs(%55 : tensor<1x32x32x52xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %78 = arith.mulf %in, %in_33 : f32
      %79 = arith.addf %out, %78 : f32
      linalg.yield %79 : f32
    } -> tensor<1x32x32x52xf32>
    %57 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_23, %56 : tensor<1x32x32x52xf32>, tensor<1x32x32x52xf32>) outs(%14 : tensor<1x32x32x52xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %78 = arith.addf %in, %in_33 : f32
      linalg.yield %78 : f32
    } -> tensor<1x32x32x52xf32>
    %extracted_slice_26 = tensor.extract_slice %57[0, 0, 0, 0] [1, 32, 32, 40] [1, 1, 1, 1] : tensor<1x32x32x52xf32> to tensor<1x32x32x40xf32>
    %extracted_slice_27 = tensor.extract_slice %57[0, 0, 0, 40] [1, 32, 32, 12] [1, 1, 1, 1] : tensor<1x32x32x52xf32> to tensor<1x32x32x12xf32>
    %58 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%13, %extracted_slice_27 : tensor<1x32x32x12xi1>, tensor<1x32x32x12xf32>) outs(%0 : tensor<1x32x32x12xf32>) {
    ^bb0(%in: i1, %in_33: f32, %out: f32):
      %78 = arith.select %in, %in_33, %cst_1 : f32
      linalg.yield %78 : f32
    } -> tensor<1x32x32x12xf32>
    %59 = tensor.empty() : tensor<3x3x40x12xf32>
    %60 = linalg.fill ins(%cst_1 : f32) outs(%59 : tensor<3x3x40x12xf32>) -> tensor<3x3x40x12xf32>
    %61 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%padded_6, %58 : tensor<1x34x34x40xf32>, tensor<1x32x32x12xf32>) outs(%60 : tensor<3x3x40x12xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %78 = arith.mulf %in, %in_33 : f32
      %79 = arith.addf %out, %78 : f32
      linalg.yield %79 : f32
    } -> tensor<3x3x40x12xf32>
    %62 = linalg.generic {indexing_maps = [#map8, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg2 : tensor<3x3x40x12xf32>) outs(%59 : tensor<3x3x40x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x40x12xf32>
    %padded_28 = tensor.pad %58 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg7: index, %arg8: index, %arg9: index, %arg10: index):
      tensor.yield %cst_1 : f32
    } : tensor<1x32x32x12xf32> to tensor<1x34x34x12xf32>
    %63 = linalg.fill ins(%cst_1 : f32) outs(%10 : tensor<1x32x32x40xf32>) -> tensor<1x32x32x40xf32>
    %64 = linalg.generic {indexing_maps = [#map9, #map10, #map11], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%padded_28, %62 : tensor<1x34x34x12xf32>, tensor<3x3x40x12xf32>) outs(%63 : tensor<1x32x32x40xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %78 = arith.mulf %in, %in_33 : f32
      %79 = arith.addf %out, %78 : f32
      linalg.yield %79 : f32
    } -> tensor<1x32x32x40xf32>
    %65 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_26, %64 : tensor<1x32x32x40xf32>, tensor<1x32x32x40xf32>) outs(%10 : tensor<1x32x32x40xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %78 = arith.addf %in, %in_33 : f32
      linalg.yield %78 : f32
    } -> tensor<1x32x32x40xf32>
    %extracted_slice_29 = tensor.extract_slice %65[0, 0, 0, 0] [1, 32, 32, 28] [1, 1, 1, 1] : tensor<1x32x32x40xf32> to tensor<1x32x32x28xf32>
    %extracted_slice_30 = tensor.extract_slice %65[0, 0, 0, 28] [1, 32, 32, 12] [1, 1, 1, 1] : tensor<1x32x32x40xf32> to tensor<1x32x32x12xf32>
    %66 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9, %extracted_slice_30 : tensor<1x32x32x12xi1>, tensor<1x32x32x12xf32>) outs(%0 : tensor<1x32x32x12xf32>) {
    ^bb0(%in: i1, %in_33: f32, %out: f32):
      %78 = arith.select %in, %in_33, %cst_1 : f32
      linalg.yield %78 : f32
    } -> tensor<1x32x32x12xf32>
    %67 = tensor.empty() : tensor<3x3x28x12xf32>
    %68 = linalg.fill ins(%cst_1 : f32) outs(%67 : tensor<3x3x28x12xf32>) -> tensor<3x3x28x12xf32>
    %69 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%padded_3, %66 : tensor<1x34x34x28xf32>, tensor<1x32x32x12xf32>) outs(%68 : tensor<3x3x28x12xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %78 = arith.mulf %in, %in_33 : f32
      %79 = arith.addf %out, %78 : f32
      linalg.yield %79 : f32
    } -> tensor<3x3x28x12xf32>
    %70 = linalg.generic {indexing_maps = [#map8, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg1 : tensor<3x3x28x12xf32>) outs(%67 : tensor<3x3x28x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x28x12xf32>
    %padded_31 = tensor.pad %66 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg7: index, %arg8: index, %arg9: index, %arg10: index):
      tensor.yield %cst_1 : f32
    } : tensor<1x32x32x12xf32> to tensor<1x34x34x12xf32>
    %71 = linalg.fill ins(%cst_1 : f32) outs(%6 : tensor<1x32x32x28xf32>) -> tensor<1x32x32x28xf32>
    %72 = linalg.generic {indexing_maps = [#map9, #map10, #map11], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%padded_31, %70 : tensor<1x34x34x12xf32>, tensor<3x3x28x12xf32>) outs(%71 : tensor<1x32x32x28xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %78 = arith.mulf %in, %in_33 : f32
      %79 = arith.addf %out, %78 : f32
      linalg.yield %79 : f32
    } -> tensor<1x32x32x28xf32>
    %73 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_29, %72 : tensor<1x32x32x28xf32>, tensor<1x32x32x28xf32>) outs(%6 : tensor<1x32x32x28xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %78 = arith.addf %in, %in_33 : f32
      linalg.yield %78 : f32
    } -> tensor<1x32x32x28xf32>
    %extracted_slice_32 = tensor.extract_slice %73[0, 0, 0, 16] [1, 32, 32, 12] [1, 1, 1, 1] : tensor<1x32x32x28xf32> to tensor<1x32x32x12xf32>
    %74 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%5, %extracted_slice_32 : tensor<1x32x32x12xi1>, tensor<1x32x32x12xf32>) outs(%0 : tensor<1x32x32x12xf32>) {
    ^bb0(%in: i1, %in_33: f32, %out: f32):
      %78 = arith.select %in, %in_33, %cst_1 : f32
      linalg.yield %78 : f32
    } -> tensor<1x32x32x12xf32>
    %75 = tensor.empty() : tensor<3x3x16x12xf32>
    %76 = linalg.fill ins(%cst_1 : f32) outs(%75 : tensor<3x3x16x12xf32>) -> tensor<3x3x16x12xf32>
    %77 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%padded, %74 : tensor<1x34x34x16xf32>, tensor<1x32x32x12xf32>) outs(%76 : tensor<3x3x16x12xf32>) {
    ^bb0(%in: f32, %in_33: f32, %out: f32):
      %78 = arith.mulf %in, %in_33 : f32
      %79 = arith.addf %out, %78 : f32
      linalg.yield %79 : f32
    } -> tensor<3x3x16x12xf32>
    return %77, %69, %61, %53, %45, %37 : tensor<3x3x16x12xf32>, tensor<3x3x28x12xf32>, tensor<3x3x40x12xf32>, tensor<3x3x52x12xf32>, tensor<3x3x64x12xf32>, tensor<3x3x76x12xf32>
  }
  func.func private @relu(%arg0: tensor<1x32x32x12xf32>) -> tensor<1x32x32x12xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x32x32x12xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x32x32x12xf32>) outs(%0 : tensor<1x32x32x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = arith.maximumf %in, %cst : f32
      linalg.yield %2 : f32
    } -> tensor<1x32x32x12xf32>
    return %1 : tensor<1x32x32x12xf32>
  }
}

