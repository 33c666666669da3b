#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d3)>
#map5 = affine_map<(d0, d1, d2) -> (d2, d0)>
#map6 = affine_map<(d0, d1, d2) -> (d2, d1)>
#map7 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map8 = affine_map<(d0, d1) -> (d1, d0)>
#map9 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map10 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map11 = affine_map<(d0, d1, d2, d3) -> (d1, d2, d3, d0)>
#map12 = affine_map<(d0, d1, d2, d3) -> (d0)>
#map13 = affine_map<(d0, d1) -> (d1)>
#map14 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d2 + d3, d4 + d5, d6)>
#map15 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d3, d5, d1)>
#map16 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d2, d4, d6, d1)>
#map17 = affine_map<(d0, d1, d2, d3) -> (-d0 + 2, -d1 + 2, d2, d3)>
#map18 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d6, d2 + d3, d4 + d5, d0)>
#map19 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d3, d5, d1, d0)>
#map20 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d6, d2, d4, d1)>
#map21 = affine_map<(d0, d1, d2, d3) -> (-d0, -d1, d2, d3)>
module @jit_squeeze_se_grad {
  func.func public @main(%arg0: tensor<1x1x16x16xf32>, %arg1: tensor<1x1x16x32xf32>, %arg2: tensor<3x3x16x32xf32>, %arg3: tensor<64x16xf32>, %arg4: tensor<16x64xf32>, %arg5: tensor<1x1x64x16xf32>, %arg6: tensor<1x1x16x32xf32>, %arg7: tensor<3x3x16x32xf32>, %arg8: tensor<64x16xf32>, %arg9: tensor<16x64xf32>, %arg10: tensor<1x1x64x16xf32>, %arg11: tensor<1x1x16x32xf32>, %arg12: tensor<3x3x16x32xf32>, %arg13: tensor<64x16xf32>, %arg14: tensor<16x64xf32>, %arg15: tensor<64x10xf32>, %arg16: tensor<1x48x48x16xf32>) -> (tensor<1x1x16x16xf32>, tensor<1x1x16x32xf32>, tensor<3x3x16x32xf32>, tensor<64x16xf32>, tensor<16x64xf32>, tensor<1x1x64x16xf32>, tensor<1x1x16x32xf32>, tensor<3x3x16x32xf32>, tensor<64x16xf32>, tensor<16x64xf32>, tensor<1x1x64x16xf32>, tensor<1x1x16x32xf32>, tensor<3x3x16x32xf32>, tensor<64x16xf32>, tensor<16x64xf32>, tensor<64x10xf32>) {
    %cst = arith.constant 2.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %cst_1 = arith.constant 2.304000e+03 : f32
    %cst_2 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x48x48x16xf32>
    %1 = linalg.fill ins(%cst_2 : f32) outs(%0 : tensor<1x48x48x16xf32>) -> tensor<1x48x48x16xf32>
    %2 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%arg16, %arg0 : tensor<1x48x48x16xf32>, tensor<1x1x16x16xf32>) outs(%1 : tensor<1x48x48x16xf32>) -> tensor<1x48x48x16xf32>
    %3 = call @relu(%2) : (tensor<1x48x48x16xf32>) -> tensor<1x48x48x16xf32>
    %4 = tensor.empty() : tensor<1x48x48x16xi1>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2 : tensor<1x48x48x16xf32>) outs(%4 : tensor<1x48x48x16xi1>) {
    ^bb0(%in: f32, %out: i1):
      %195 = arith.cmpf ogt, %in, %cst_2 : f32
      linalg.yield %195 : i1
    } -> tensor<1x48x48x16xi1>
    %6 = tensor.empty() : tensor<1x48x48x32xf32>
    %7 = linalg.fill ins(%cst_2 : f32) outs(%6 : tensor<1x48x48x32xf32>) -> tensor<1x48x48x32xf32>
    %8 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%3, %arg1 : tensor<1x48x48x16xf32>, tensor<1x1x16x32xf32>) outs(%7 : tensor<1x48x48x32xf32>) -> tensor<1x48x48x32xf32>
    %9 = call @relu_0(%8) : (tensor<1x48x48x32xf32>) -> tensor<1x48x48x32xf32>
    %10 = tensor.empty() : tensor<1x48x48x32xi1>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%8 : tensor<1x48x48x32xf32>) outs(%10 : tensor<1x48x48x32xi1>) {
    ^bb0(%in: f32, %out: i1):
      %195 = arith.cmpf ogt, %in, %cst_2 : f32
      linalg.yield %195 : i1
    } -> tensor<1x48x48x32xi1>
    %padded = tensor.pad %3 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg17: index, %arg18: index, %arg19: index, %arg20: index):
      tensor.yield %cst_2 : f32
    } : tensor<1x48x48x16xf32> to tensor<1x50x50x16xf32>
    %12 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded, %arg2 : tensor<1x50x50x16xf32>, tensor<3x3x16x32xf32>) outs(%7 : tensor<1x48x48x32xf32>) -> tensor<1x48x48x32xf32>
    %13 = call @relu_0(%12) : (tensor<1x48x48x32xf32>) -> tensor<1x48x48x32xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%12 : tensor<1x48x48x32xf32>) outs(%10 : tensor<1x48x48x32xi1>) {
    ^bb0(%in: f32, %out: i1):
      %195 = arith.cmpf ogt, %in, %cst_2 : f32
      linalg.yield %195 : i1
    } -> tensor<1x48x48x32xi1>
    %15 = tensor.empty() : tensor<1x48x48x64xf32>
    %inserted_slice = tensor.insert_slice %9 into %15[0, 0, 0, 0] [1, 48, 48, 32] [1, 1, 1, 1] : tensor<1x48x48x32xf32> into tensor<1x48x48x64xf32>
    %inserted_slice_3 = tensor.insert_slice %13 into %inserted_slice[0, 0, 0, 32] [1, 48, 48, 32] [1, 1, 1, 1] : tensor<1x48x48x32xf32> into tensor<1x48x48x64xf32>
    %16 = tensor.empty() : tensor<1x64xf32>
    %17 = linalg.fill ins(%cst_2 : f32) outs(%16 : tensor<1x64xf32>) -> tensor<1x64xf32>
    %18 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%inserted_slice_3 : tensor<1x48x48x64xf32>) outs(%17 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.addf %out, %in : f32
      linalg.yield %195 : f32
    } -> tensor<1x64xf32>
    %19 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%18 : tensor<1x64xf32>) outs(%16 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.divf %in, %cst_1 : f32
      linalg.yield %195 : f32
    } -> tensor<1x64xf32>
    %20 = tensor.empty() : tensor<1x16xf32>
    %21 = linalg.fill ins(%cst_2 : f32) outs(%20 : tensor<1x16xf32>) -> tensor<1x16xf32>
    %22 = linalg.matmul ins(%19, %arg3 : tensor<1x64xf32>, tensor<64x16xf32>) outs(%21 : tensor<1x16xf32>) -> tensor<1x16xf32>
    %23 = call @relu_1(%22) : (tensor<1x16xf32>) -> tensor<1x16xf32>
    %24 = tensor.empty() : tensor<1x16xi1>
    %25 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%22 : tensor<1x16xf32>) outs(%24 : tensor<1x16xi1>) {
    ^bb0(%in: f32, %out: i1):
      %195 = arith.cmpf ogt, %in, %cst_2 : f32
      linalg.yield %195 : i1
    } -> tensor<1x16xi1>
    %26 = linalg.matmul ins(%23, %arg4 : tensor<1x16xf32>, tensor<16x64xf32>) outs(%17 : tensor<1x64xf32>) -> tensor<1x64xf32>
    %27 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%26 : tensor<1x64xf32>) outs(%16 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.negf %in : f32
      linalg.yield %195 : f32
    } -> tensor<1x64xf32>
    %28 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%27 : tensor<1x64xf32>) outs(%16 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = math.exp %in : f32
      linalg.yield %195 : f32
    } -> tensor<1x64xf32>
    %29 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%28 : tensor<1x64xf32>) outs(%16 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.addf %in, %cst_0 : f32
      linalg.yield %195 : f32
    } -> tensor<1x64xf32>
    %30 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%29 : tensor<1x64xf32>) outs(%16 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.divf %cst_0, %in : f32
      linalg.yield %195 : f32
    } -> tensor<1x64xf32>
    %31 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%30 : tensor<1x64xf32>) outs(%16 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.subf %cst_0, %in : f32
      linalg.yield %195 : f32
    } -> tensor<1x64xf32>
    %32 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%30, %31 : tensor<1x64xf32>, tensor<1x64xf32>) outs(%16 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %195 = arith.mulf %in, %in_20 : f32
      linalg.yield %195 : f32
    } -> tensor<1x64xf32>
    %33 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%30 : tensor<1x64xf32>) outs(%15 : tensor<1x48x48x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x48x48x64xf32>
    %34 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%inserted_slice_3, %33 : tensor<1x48x48x64xf32>, tensor<1x48x48x64xf32>) outs(%15 : tensor<1x48x48x64xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %195 = arith.mulf %in, %in_20 : f32
      linalg.yield %195 : f32
    } -> tensor<1x48x48x64xf32>
    %35 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%34, %arg5 : tensor<1x48x48x64xf32>, tensor<1x1x64x16xf32>) outs(%1 : tensor<1x48x48x16xf32>) -> tensor<1x48x48x16xf32>
    %36 = call @relu(%35) : (tensor<1x48x48x16xf32>) -> tensor<1x48x48x16xf32>
    %37 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%35 : tensor<1x48x48x16xf32>) outs(%4 : tensor<1x48x48x16xi1>) {
    ^bb0(%in: f32, %out: i1):
      %195 = arith.cmpf ogt, %in, %cst_2 : f32
      linalg.yield %195 : i1
    } -> tensor<1x48x48x16xi1>
    %38 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%36, %arg6 : tensor<1x48x48x16xf32>, tensor<1x1x16x32xf32>) outs(%7 : tensor<1x48x48x32xf32>) -> tensor<1x48x48x32xf32>
    %39 = call @relu_0(%38) : (tensor<1x48x48x32xf32>) -> tensor<1x48x48x32xf32>
    %40 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%38 : tensor<1x48x48x32xf32>) outs(%10 : tensor<1x48x48x32xi1>) {
    ^bb0(%in: f32, %out: i1):
      %195 = arith.cmpf ogt, %in, %cst_2 : f32
      linalg.yield %195 : i1
    } -> tensor<1x48x48x32xi1>
    %padded_4 = tensor.pad %36 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg17: index, %arg18: index, %arg19: index, %arg20: index):
      tensor.yield %cst_2 : f32
    } : tensor<1x48x48x16xf32> to tensor<1x50x50x16xf32>
    %41 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_4, %arg7 : tensor<1x50x50x16xf32>, tensor<3x3x16x32xf32>) outs(%7 : tensor<1x48x48x32xf32>) -> tensor<1x48x48x32xf32>
    %42 = call @relu_0(%41) : (tensor<1x48x48x32xf32>) -> tensor<1x48x48x32xf32>
    %43 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%41 : tensor<1x48x48x32xf32>) outs(%10 : tensor<1x48x48x32xi1>) {
    ^bb0(%in: f32, %out: i1):
      %195 = arith.cmpf ogt, %in, %cst_2 : f32
      linalg.yield %195 : i1
    } -> tensor<1x48x48x32xi1>
    %inserted_slice_5 = tensor.insert_slice %39 into %15[0, 0, 0, 0] [1, 48, 48, 32] [1, 1, 1, 1] : tensor<1x48x48x32xf32> into tensor<1x48x48x64xf32>
    %inserted_slice_6 = tensor.insert_slice %42 into %inserted_slice_5[0, 0, 0, 32] [1, 48, 48, 32] [1, 1, 1, 1] : tensor<1x48x48x32xf32> into tensor<1x48x48x64xf32>
    %44 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%inserted_slice_6 : tensor<1x48x48x64xf32>) outs(%17 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.addf %out, %in : f32
      linalg.yield %195 : f32
    } -> tensor<1x64xf32>
    %45 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%44 : tensor<1x64xf32>) outs(%16 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.divf %in, %cst_1 : f32
      linalg.yield %195 : f32
    } -> tensor<1x64xf32>
    %46 = linalg.matmul ins(%45, %arg8 : tensor<1x64xf32>, tensor<64x16xf32>) outs(%21 : tensor<1x16xf32>) -> tensor<1x16xf32>
    %47 = call @relu_1(%46) : (tensor<1x16xf32>) -> tensor<1x16xf32>
    %48 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%46 : tensor<1x16xf32>) outs(%24 : tensor<1x16xi1>) {
    ^bb0(%in: f32, %out: i1):
      %195 = arith.cmpf ogt, %in, %cst_2 : f32
      linalg.yield %195 : i1
    } -> tensor<1x16xi1>
    %49 = linalg.matmul ins(%47, %arg9 : tensor<1x16xf32>, tensor<16x64xf32>) outs(%17 : tensor<1x64xf32>) -> tensor<1x64xf32>
    %50 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%49 : tensor<1x64xf32>) outs(%16 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.negf %in : f32
      linalg.yield %195 : f32
    } -> tensor<1x64xf32>
    %51 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%50 : tensor<1x64xf32>) outs(%16 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = math.exp %in : f32
      linalg.yield %195 : f32
    } -> tensor<1x64xf32>
    %52 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%51 : tensor<1x64xf32>) outs(%16 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.addf %in, %cst_0 : f32
      linalg.yield %195 : f32
    } -> tensor<1x64xf32>
    %53 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%52 : tensor<1x64xf32>) outs(%16 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.divf %cst_0, %in : f32
      linalg.yield %195 : f32
    } -> tensor<1x64xf32>
    %54 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%53 : tensor<1x64xf32>) outs(%16 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.subf %cst_0, %in : f32
      linalg.yield %195 : f32
    } -> tensor<1x64xf32>
    %55 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%53, %54 : tensor<1x64xf32>, tensor<1x64xf32>) outs(%16 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %195 = arith.mulf %in, %in_20 : f32
      linalg.yield %195 : f32
    } -> tensor<1x64xf32>
    %56 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%53 : tensor<1x64xf32>) outs(%15 : tensor<1x48x48x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x48x48x64xf32>
    %57 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%inserted_slice_6, %56 : tensor<1x48x48x64xf32>, tensor<1x48x48x64xf32>) outs(%15 : tensor<1x48x48x64xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %195 = arith.mulf %in, %in_20 : f32
      linalg.yield %195 : f32
    } -> tensor<1x48x48x64xf32>
    %58 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%57, %arg10 : tensor<1x48x48x64xf32>, tensor<1x1x64x16xf32>) outs(%1 : tensor<1x48x48x16xf32>) -> tensor<1x48x48x16xf32>
    %59 = call @relu(%58) : (tensor<1x48x48x16xf32>) -> tensor<1x48x48x16xf32>
    %60 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%58 : tensor<1x48x48x16xf32>) outs(%4 : tensor<1x48x48x16xi1>) {
    ^bb0(%in: f32, %out: i1):
      %195 = arith.cmpf ogt, %in, %cst_2 : f32
      linalg.yield %195 : i1
    } -> tensor<1x48x48x16xi1>
    %61 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%59, %arg11 : tensor<1x48x48x16xf32>, tensor<1x1x16x32xf32>) outs(%7 : tensor<1x48x48x32xf32>) -> tensor<1x48x48x32xf32>
    %62 = call @relu_0(%61) : (tensor<1x48x48x32xf32>) -> tensor<1x48x48x32xf32>
    %63 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%61 : tensor<1x48x48x32xf32>) outs(%10 : tensor<1x48x48x32xi1>) {
    ^bb0(%in: f32, %out: i1):
      %195 = arith.cmpf ogt, %in, %cst_2 : f32
      linalg.yield %195 : i1
    } -> tensor<1x48x48x32xi1>
    %padded_7 = tensor.pad %59 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg17: index, %arg18: index, %arg19: index, %arg20: index):
      tensor.yield %cst_2 : f32
    } : tensor<1x48x48x16xf32> to tensor<1x50x50x16xf32>
    %64 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_7, %arg12 : tensor<1x50x50x16xf32>, tensor<3x3x16x32xf32>) outs(%7 : tensor<1x48x48x32xf32>) -> tensor<1x48x48x32xf32>
    %65 = call @relu_0(%64) : (tensor<1x48x48x32xf32>) -> tensor<1x48x48x32xf32>
    %66 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%64 : tensor<1x48x48x32xf32>) outs(%10 : tensor<1x48x48x32xi1>) {
    ^bb0(%in: f32, %out: i1):
      %195 = arith.cmpf ogt, %in, %cst_2 : f32
      linalg.yield %195 : i1
    } -> tensor<1x48x48x32xi1>
    %inserted_slice_8 = tensor.insert_slice %62 into %15[0, 0, 0, 0] [1, 48, 48, 32] [1, 1, 1, 1] : tensor<1x48x48x32xf32> into tensor<1x48x48x64xf32>
    %inserted_slice_9 = tensor.insert_slice %65 into %inserted_slice_8[0, 0, 0, 32] [1, 48, 48, 32] [1, 1, 1, 1] : tensor<1x48x48x32xf32> into tensor<1x48x48x64xf32>
    %67 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%inserted_slice_9 : tensor<1x48x48x64xf32>) outs(%17 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.addf %out, %in : f32
      linalg.yield %195 : f32
    } -> tensor<1x64xf32>
    %68 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%67 : tensor<1x64xf32>) outs(%16 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.divf %in, %cst_1 : f32
      linalg.yield %195 : f32
    } -> tensor<1x64xf32>
    %69 = linalg.matmul ins(%68, %arg13 : tensor<1x64xf32>, tensor<64x16xf32>) outs(%21 : tensor<1x16xf32>) -> tensor<1x16xf32>
    %70 = call @relu_1(%69) : (tensor<1x16xf32>) -> tensor<1x16xf32>
    %71 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%69 : tensor<1x16xf32>) outs(%24 : tensor<1x16xi1>) {
    ^bb0(%in: f32, %out: i1):
      %195 = arith.cmpf ogt, %in, %cst_2 : f32
      linalg.yield %195 : i1
    } -> tensor<1x16xi1>
    %72 = linalg.matmul ins(%70, %arg14 : tensor<1x16xf32>, tensor<16x64xf32>) outs(%17 : tensor<1x64xf32>) -> tensor<1x64xf32>
    %73 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%72 : tensor<1x64xf32>) outs(%16 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.negf %in : f32
      linalg.yield %195 : f32
    } -> tensor<1x64xf32>
    %74 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%73 : tensor<1x64xf32>) outs(%16 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = math.exp %in : f32
      linalg.yield %195 : f32
    } -> tensor<1x64xf32>
    %75 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%74 : tensor<1x64xf32>) outs(%16 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.addf %in, %cst_0 : f32
      linalg.yield %195 : f32
    } -> tensor<1x64xf32>
    %76 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%75 : tensor<1x64xf32>) outs(%16 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.divf %cst_0, %in : f32
      linalg.yield %195 : f32
    } -> tensor<1x64xf32>
    %77 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%76 : tensor<1x64xf32>) outs(%16 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.subf %cst_0, %in : f32
      linalg.yield %195 : f32
    } -> tensor<1x64xf32>
    %78 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%76, %77 : tensor<1x64xf32>, tensor<1x64xf32>) outs(%16 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %195 = arith.mulf %in, %in_20 : f32
      linalg.yield %195 : f32
    } -> tensor<1x64xf32>
    %79 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%76 : tensor<1x64xf32>) outs(%15 : tensor<1x48x48x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x48x48x64xf32>
    %80 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%inserted_slice_9, %79 : tensor<1x48x48x64xf32>, tensor<1x48x48x64xf32>) outs(%15 : tensor<1x48x48x64xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %195 = arith.mulf %in, %in_20 : f32
      linalg.yield %195 : f32
    } -> tensor<1x48x48x64xf32>
    %81 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%80 : tensor<1x48x48x64xf32>) outs(%17 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.addf %out, %in : f32
      linalg.yield %195 : f32
    } -> tensor<1x64xf32>
    %82 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%81 : tensor<1x64xf32>) outs(%16 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.divf %in, %cst_1 : f32
      linalg.yield %195 : f32
    } -> tensor<1x64xf32>
    %83 = tensor.empty() : tensor<1x10xf32>
    %84 = linalg.fill ins(%cst_2 : f32) outs(%83 : tensor<1x10xf32>) -> tensor<1x10xf32>
    %85 = linalg.matmul ins(%82, %arg15 : tensor<1x64xf32>, tensor<64x10xf32>) outs(%84 : tensor<1x10xf32>) -> tensor<1x10xf32>
    %86 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%85 : tensor<1x10xf32>) outs(%83 : tensor<1x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.mulf %in, %cst : f32
      linalg.yield %195 : f32
    } -> tensor<1x10xf32>
    %87 = tensor.empty() : tensor<10x64xf32>
    %88 = linalg.fill ins(%cst_2 : f32) outs(%87 : tensor<10x64xf32>) -> tensor<10x64xf32>
    %89 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "reduction"]} ins(%86, %82 : tensor<1x10xf32>, tensor<1x64xf32>) outs(%88 : tensor<10x64xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %195 = arith.mulf %in, %in_20 : f32
      %196 = arith.addf %out, %195 : f32
      linalg.yield %196 : f32
    } -> tensor<10x64xf32>
    %90 = tensor.empty() : tensor<64x10xf32>
    %91 = linalg.generic {indexing_maps = [#map8, #map3], iterator_types = ["parallel", "parallel"]} ins(%89 : tensor<10x64xf32>) outs(%90 : tensor<64x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x10xf32>
    %92 = linalg.generic {indexing_maps = [#map9, #map10, #map7], iterator_types = ["parallel", "parallel", "reduction"]} ins(%86, %arg15 : tensor<1x10xf32>, tensor<64x10xf32>) outs(%17 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %195 = arith.mulf %in, %in_20 : f32
      %196 = arith.addf %out, %195 : f32
      linalg.yield %196 : f32
    } -> tensor<1x64xf32>
    %93 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%92 : tensor<1x64xf32>) outs(%16 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.divf %in, %cst_1 : f32
      linalg.yield %195 : f32
    } -> tensor<1x64xf32>
    %94 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%93 : tensor<1x64xf32>) outs(%15 : tensor<1x48x48x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x48x48x64xf32>
    %95 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%inserted_slice_9, %94 : tensor<1x48x48x64xf32>, tensor<1x48x48x64xf32>) outs(%15 : tensor<1x48x48x64xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %195 = arith.mulf %in, %in_20 : f32
      linalg.yield %195 : f32
    } -> tensor<1x48x48x64xf32>
    %96 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%95 : tensor<1x48x48x64xf32>) outs(%17 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.addf %out, %in : f32
      linalg.yield %195 : f32
    } -> tensor<1x64xf32>
    %expanded = tensor.expand_shape %96 [[0], [1, 2, 3]] output_shape [1, 1, 1, 64] : tensor<1x64xf32> into tensor<1x1x1x64xf32>
    %97 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%94, %79 : tensor<1x48x48x64xf32>, tensor<1x48x48x64xf32>) outs(%15 : tensor<1x48x48x64xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %195 = arith.mulf %in, %in_20 : f32
      linalg.yield %195 : f32
    } -> tensor<1x48x48x64xf32>
    %98 = tensor.empty() : tensor<64xf32>
    %99 = linalg.fill ins(%cst_2 : f32) outs(%98 : tensor<64xf32>) -> tensor<64xf32>
    %100 = linalg.generic {indexing_maps = [#map11, #map12], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%expanded : tensor<1x1x1x64xf32>) outs(%99 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.addf %out, %in : f32
      linalg.yield %195 : f32
    } -> tensor<64xf32>
    %101 = linalg.generic {indexing_maps = [#map13, #map3], iterator_types = ["parallel", "parallel"]} ins(%100 : tensor<64xf32>) outs(%16 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x64xf32>
    %102 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%101, %78 : tensor<1x64xf32>, tensor<1x64xf32>) outs(%16 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %195 = arith.mulf %in, %in_20 : f32
      linalg.yield %195 : f32
    } -> tensor<1x64xf32>
    %103 = tensor.empty() : tensor<64x16xf32>
    %104 = linalg.fill ins(%cst_2 : f32) outs(%103 : tensor<64x16xf32>) -> tensor<64x16xf32>
    %105 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "reduction"]} ins(%102, %70 : tensor<1x64xf32>, tensor<1x16xf32>) outs(%104 : tensor<64x16xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %195 = arith.mulf %in, %in_20 : f32
      %196 = arith.addf %out, %195 : f32
      linalg.yield %196 : f32
    } -> tensor<64x16xf32>
    %106 = tensor.empty() : tensor<16x64xf32>
    %107 = linalg.generic {indexing_maps = [#map8, #map3], iterator_types = ["parallel", "parallel"]} ins(%105 : tensor<64x16xf32>) outs(%106 : tensor<16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x64xf32>
    %108 = linalg.generic {indexing_maps = [#map9, #map10, #map7], iterator_types = ["parallel", "parallel", "reduction"]} ins(%102, %arg14 : tensor<1x64xf32>, tensor<16x64xf32>) outs(%21 : tensor<1x16xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %195 = arith.mulf %in, %in_20 : f32
      %196 = arith.addf %out, %195 : f32
      linalg.yield %196 : f32
    } -> tensor<1x16xf32>
    %109 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%71, %108 : tensor<1x16xi1>, tensor<1x16xf32>) outs(%20 : tensor<1x16xf32>) {
    ^bb0(%in: i1, %in_20: f32, %out: f32):
      %195 = arith.select %in, %in_20, %cst_2 : f32
      linalg.yield %195 : f32
    } -> tensor<1x16xf32>
    %110 = linalg.fill ins(%cst_2 : f32) outs(%106 : tensor<16x64xf32>) -> tensor<16x64xf32>
    %111 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "reduction"]} ins(%109, %68 : tensor<1x16xf32>, tensor<1x64xf32>) outs(%110 : tensor<16x64xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %195 = arith.mulf %in, %in_20 : f32
      %196 = arith.addf %out, %195 : f32
      linalg.yield %196 : f32
    } -> tensor<16x64xf32>
    %112 = linalg.generic {indexing_maps = [#map8, #map3], iterator_types = ["parallel", "parallel"]} ins(%111 : tensor<16x64xf32>) outs(%103 : tensor<64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x16xf32>
    %113 = linalg.generic {indexing_maps = [#map9, #map10, #map7], iterator_types = ["parallel", "parallel", "reduction"]} ins(%109, %arg13 : tensor<1x16xf32>, tensor<64x16xf32>) outs(%17 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %195 = arith.mulf %in, %in_20 : f32
      %196 = arith.addf %out, %195 : f32
      linalg.yield %196 : f32
    } -> tensor<1x64xf32>
    %114 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%113 : tensor<1x64xf32>) outs(%16 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.divf %in, %cst_1 : f32
      linalg.yield %195 : f32
    } -> tensor<1x64xf32>
    %115 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%114 : tensor<1x64xf32>) outs(%15 : tensor<1x48x48x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x48x48x64xf32>
    %116 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%97, %115 : tensor<1x48x48x64xf32>, tensor<1x48x48x64xf32>) outs(%15 : tensor<1x48x48x64xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %195 = arith.addf %in, %in_20 : f32
      linalg.yield %195 : f32
    } -> tensor<1x48x48x64xf32>
    %extracted_slice = tensor.extract_slice %116[0, 0, 0, 0] [1, 48, 48, 32] [1, 1, 1, 1] : tensor<1x48x48x64xf32> to tensor<1x48x48x32xf32>
    %extracted_slice_10 = tensor.extract_slice %116[0, 0, 0, 32] [1, 48, 48, 32] [1, 1, 1, 1] : tensor<1x48x48x64xf32> to tensor<1x48x48x32xf32>
    %117 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%66, %extracted_slice_10 : tensor<1x48x48x32xi1>, tensor<1x48x48x32xf32>) outs(%6 : tensor<1x48x48x32xf32>) {
    ^bb0(%in: i1, %in_20: f32, %out: f32):
      %195 = arith.select %in, %in_20, %cst_2 : f32
      linalg.yield %195 : f32
    } -> tensor<1x48x48x32xf32>
    %118 = tensor.empty() : tensor<3x3x16x32xf32>
    %119 = linalg.fill ins(%cst_2 : f32) outs(%118 : tensor<3x3x16x32xf32>) -> tensor<3x3x16x32xf32>
    %120 = linalg.generic {indexing_maps = [#map14, #map15, #map16], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%padded_7, %117 : tensor<1x50x50x16xf32>, tensor<1x48x48x32xf32>) outs(%119 : tensor<3x3x16x32xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %195 = arith.mulf %in, %in_20 : f32
      %196 = arith.addf %out, %195 : f32
      linalg.yield %196 : f32
    } -> tensor<3x3x16x32xf32>
    %121 = linalg.generic {indexing_maps = [#map17, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg12 : tensor<3x3x16x32xf32>) outs(%118 : tensor<3x3x16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x16x32xf32>
    %padded_11 = tensor.pad %117 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg17: index, %arg18: index, %arg19: index, %arg20: index):
      tensor.yield %cst_2 : f32
    } : tensor<1x48x48x32xf32> to tensor<1x50x50x32xf32>
    %122 = linalg.generic {indexing_maps = [#map18, #map19, #map20], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%padded_11, %121 : tensor<1x50x50x32xf32>, tensor<3x3x16x32xf32>) outs(%1 : tensor<1x48x48x16xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %195 = arith.mulf %in, %in_20 : f32
      %196 = arith.addf %out, %195 : f32
      linalg.yield %196 : f32
    } -> tensor<1x48x48x16xf32>
    %123 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%63, %extracted_slice : tensor<1x48x48x32xi1>, tensor<1x48x48x32xf32>) outs(%6 : tensor<1x48x48x32xf32>) {
    ^bb0(%in: i1, %in_20: f32, %out: f32):
      %195 = arith.select %in, %in_20, %cst_2 : f32
      linalg.yield %195 : f32
    } -> tensor<1x48x48x32xf32>
    %124 = tensor.empty() : tensor<1x1x16x32xf32>
    %125 = linalg.fill ins(%cst_2 : f32) outs(%124 : tensor<1x1x16x32xf32>) -> tensor<1x1x16x32xf32>
    %126 = linalg.generic {indexing_maps = [#map14, #map15, #map16], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%59, %123 : tensor<1x48x48x16xf32>, tensor<1x48x48x32xf32>) outs(%125 : tensor<1x1x16x32xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %195 = arith.mulf %in, %in_20 : f32
      %196 = arith.addf %out, %195 : f32
      linalg.yield %196 : f32
    } -> tensor<1x1x16x32xf32>
    %127 = linalg.generic {indexing_maps = [#map21, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg11 : tensor<1x1x16x32xf32>) outs(%124 : tensor<1x1x16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x16x32xf32>
    %128 = linalg.generic {indexing_maps = [#map18, #map19, #map20], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%123, %127 : tensor<1x48x48x32xf32>, tensor<1x1x16x32xf32>) outs(%1 : tensor<1x48x48x16xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %195 = arith.mulf %in, %in_20 : f32
      %196 = arith.addf %out, %195 : f32
      linalg.yield %196 : f32
    } -> tensor<1x48x48x16xf32>
    %129 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%122, %128 : tensor<1x48x48x16xf32>, tensor<1x48x48x16xf32>) outs(%0 : tensor<1x48x48x16xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %195 = arith.addf %in, %in_20 : f32
      linalg.yield %195 : f32
    } -> tensor<1x48x48x16xf32>
    %130 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%60, %129 : tensor<1x48x48x16xi1>, tensor<1x48x48x16xf32>) outs(%0 : tensor<1x48x48x16xf32>) {
    ^bb0(%in: i1, %in_20: f32, %out: f32):
      %195 = arith.select %in, %in_20, %cst_2 : f32
      linalg.yield %195 : f32
    } -> tensor<1x48x48x16xf32>
    %131 = tensor.empty() : tensor<1x1x64x16xf32>
    %132 = linalg.fill ins(%cst_2 : f32) outs(%131 : tensor<1x1x64x16xf32>) -> tensor<1x1x64x16xf32>
    %133 = linalg.generic {indexing_maps = [#map14, #map15, #map16], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%57, %130 : tensor<1x48x48x64xf32>, tensor<1x48x48x16xf32>) outs(%132 : tensor<1x1x64x16xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %195 = arith.mulf %in, %in_20 : f32
      %196 = arith.addf %out, %195 : f32
      linalg.yield %196 : f32
    } -> tensor<1x1x64x16xf32>
    %134 = linalg.generic {indexing_maps = [#map21, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg10 : tensor<1x1x64x16xf32>) outs(%131 : tensor<1x1x64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x64x16xf32>
    %135 = linalg.fill ins(%cst_2 : f32) outs(%15 : tensor<1x48x48x64xf32>) -> tensor<1x48x48x64xf32>
    %136 = linalg.generic {indexing_maps = [#map18, #map19, #map20], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%130, %134 : tensor<1x48x48x16xf32>, tensor<1x1x64x16xf32>) outs(%135 : tensor<1x48x48x64xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %195 = arith.mulf %in, %in_20 : f32
      %196 = arith.addf %out, %195 : f32
      linalg.yield %196 : f32
    } -> tensor<1x48x48x64xf32>
    %137 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%inserted_slice_6, %136 : tensor<1x48x48x64xf32>, tensor<1x48x48x64xf32>) outs(%15 : tensor<1x48x48x64xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %195 = arith.mulf %in, %in_20 : f32
      linalg.yield %195 : f32
    } -> tensor<1x48x48x64xf32>
    %138 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%137 : tensor<1x48x48x64xf32>) outs(%17 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.addf %out, %in : f32
      linalg.yield %195 : f32
    } -> tensor<1x64xf32>
    %expanded_12 = tensor.expand_shape %138 [[0], [1, 2, 3]] output_shape [1, 1, 1, 64] : tensor<1x64xf32> into tensor<1x1x1x64xf32>
    %139 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%136, %56 : tensor<1x48x48x64xf32>, tensor<1x48x48x64xf32>) outs(%15 : tensor<1x48x48x64xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %195 = arith.mulf %in, %in_20 : f32
      linalg.yield %195 : f32
    } -> tensor<1x48x48x64xf32>
    %140 = linalg.generic {indexing_maps = [#map11, #map12], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%expanded_12 : tensor<1x1x1x64xf32>) outs(%99 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.addf %out, %in : f32
      linalg.yield %195 : f32
    } -> tensor<64xf32>
    %141 = linalg.generic {indexing_maps = [#map13, #map3], iterator_types = ["parallel", "parallel"]} ins(%140 : tensor<64xf32>) outs(%16 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x64xf32>
    %142 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%141, %55 : tensor<1x64xf32>, tensor<1x64xf32>) outs(%16 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %195 = arith.mulf %in, %in_20 : f32
      linalg.yield %195 : f32
    } -> tensor<1x64xf32>
    %143 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "reduction"]} ins(%142, %47 : tensor<1x64xf32>, tensor<1x16xf32>) outs(%104 : tensor<64x16xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %195 = arith.mulf %in, %in_20 : f32
      %196 = arith.addf %out, %195 : f32
      linalg.yield %196 : f32
    } -> tensor<64x16xf32>
    %144 = linalg.generic {indexing_maps = [#map8, #map3], iterator_types = ["parallel", "parallel"]} ins(%143 : tensor<64x16xf32>) outs(%106 : tensor<16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x64xf32>
    %145 = linalg.generic {indexing_maps = [#map9, #map10, #map7], iterator_types = ["parallel", "parallel", "reduction"]} ins(%142, %arg9 : tensor<1x64xf32>, tensor<16x64xf32>) outs(%21 : tensor<1x16xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %195 = arith.mulf %in, %in_20 : f32
      %196 = arith.addf %out, %195 : f32
      linalg.yield %196 : f32
    } -> tensor<1x16xf32>
    %146 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%48, %145 : tensor<1x16xi1>, tensor<1x16xf32>) outs(%20 : tensor<1x16xf32>) {
    ^bb0(%in: i1, %in_20: f32, %out: f32):
      %195 = arith.select %in, %in_20, %cst_2 : f32
      linalg.yield %195 : f32
    } -> tensor<1x16xf32>
    %147 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "reduction"]} ins(%146, %45 : tensor<1x16xf32>, tensor<1x64xf32>) outs(%110 : tensor<16x64xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %195 = arith.mulf %in, %in_20 : f32
      %196 = arith.addf %out, %195 : f32
      linalg.yield %196 : f32
    } -> tensor<16x64xf32>
    %148 = linalg.generic {indexing_maps = [#map8, #map3], iterator_types = ["parallel", "parallel"]} ins(%147 : tensor<16x64xf32>) outs(%103 : tensor<64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x16xf32>
    %149 = linalg.generic {indexing_maps = [#map9, #map10, #map7], iterator_types = ["parallel", "parallel", "reduction"]} ins(%146, %arg8 : tensor<1x16xf32>, tensor<64x16xf32>) outs(%17 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %195 = arith.mulf %in, %in_20 : f32
      %196 = arith.addf %out, %195 : f32
      linalg.yield %196 : f32
    } -> tensor<1x64xf32>
    %150 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%149 : tensor<1x64xf32>) outs(%16 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.divf %in, %cst_1 : f32
      linalg.yield %195 : f32
    } -> tensor<1x64xf32>
    %151 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%150 : tensor<1x64xf32>) outs(%15 : tensor<1x48x48x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x48x48x64xf32>
    %152 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%139, %151 : tensor<1x48x48x64xf32>, tensor<1x48x48x64xf32>) outs(%15 : tensor<1x48x48x64xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %195 = arith.addf %in, %in_20 : f32
      linalg.yield %195 : f32
    } -> tensor<1x48x48x64xf32>
    %extracted_slice_13 = tensor.extract_slice %152[0, 0, 0, 0] [1, 48, 48, 32] [1, 1, 1, 1] : tensor<1x48x48x64xf32> to tensor<1x48x48x32xf32>
    %extracted_slice_14 = tensor.extract_slice %152[0, 0, 0, 32] [1, 48, 48, 32] [1, 1, 1, 1] : tensor<1x48x48x64xf32> to tensor<1x48x48x32xf32>
    %153 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%43, %extracted_slice_14 : tensor<1x48x48x32xi1>, tensor<1x48x48x32xf32>) outs(%6 : tensor<1x48x48x32xf32>) {
    ^bb0(%in: i1, %in_20: f32, %out: f32):
      %195 = arith.select %in, %in_20, %cst_2 : f32
      linalg.yield %195 : f32
    } -> tensor<1x48x48x32xf32>
    %154 = linalg.generic {indexing_maps = [#map14, #map15, #map16], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%padded_4, %153 : tensor<1x50x50x16xf32>, tensor<1x48x48x32xf32>) outs(%119 : tensor<3x3x16x32xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %195 = arith.mulf %in, %in_20 : f32
      %196 = arith.addf %out, %195 : f32
      linalg.yield %196 : f32
    } -> tensor<3x3x16x32xf32>
    %155 = linalg.generic {indexing_maps = [#map17, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg7 : tensor<3x3x16x32xf32>) outs(%118 : tensor<3x3x16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x16x32xf32>
    %padded_15 = tensor.pad %153 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg17: index, %arg18: index, %arg19: index, %arg20: index):
      tensor.yield %cst_2 : f32
    } : tensor<1x48x48x32xf32> to tensor<1x50x50x32xf32>
    %156 = linalg.generic {indexing_maps = [#map18, #map19, #map20], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%padded_15, %155 : tensor<1x50x50x32xf32>, tensor<3x3x16x32xf32>) outs(%1 : tensor<1x48x48x16xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %195 = arith.mulf %in, %in_20 : f32
      %196 = arith.addf %out, %195 : f32
      linalg.yield %196 : f32
    } -> tensor<1x48x48x16xf32>
    %157 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%40, %extracted_slice_13 : tensor<1x48x48x32xi1>, tensor<1x48x48x32xf32>) outs(%6 : tensor<1x48x48x32xf32>) {
    ^bb0(%in: i1, %in_20: f32, %out: f32):
      %195 = arith.select %in, %in_20, %cst_2 : f32
      linalg.yield %195 : f32
    } -> tensor<1x48x48x32xf32>
    %158 = linalg.generic {indexing_maps = [#map14, #map15, #map16], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%36, %157 : tensor<1x48x48x16xf32>, tensor<1x48x48x32xf32>) outs(%125 : tensor<1x1x16x32xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %195 = arith.mulf %in, %in_20 : f32
      %196 = arith.addf %out, %195 : f32
      linalg.yield %196 : f32
    } -> tensor<1x1x16x32xf32>
    %159 = linalg.generic {indexing_maps = [#map21, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg6 : tensor<1x1x16x32xf32>) outs(%124 : tensor<1x1x16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x16x32xf32>
    %160 = linalg.generic {indexing_maps = [#map18, #map19, #map20], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%157, %159 : tensor<1x48x48x32xf32>, tensor<1x1x16x32xf32>) outs(%1 : tensor<1x48x48x16xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %195 = arith.mulf %in, %in_20 : f32
      %196 = arith.addf %out, %195 : f32
      linalg.yield %196 : f32
    } -> tensor<1x48x48x16xf32>
    %161 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%156, %160 : tensor<1x48x48x16xf32>, tensor<1x48x48x16xf32>) outs(%0 : tensor<1x48x48x16xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %195 = arith.addf %in, %in_20 : f32
      linalg.yield %195 : f32
    } -> tensor<1x48x48x16xf32>
    %162 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%37, %161 : tensor<1x48x48x16xi1>, tensor<1x48x48x16xf32>) outs(%0 : tensor<1x48x48x16xf32>) {
    ^bb0(%in: i1, %in_20: f32, %out: f32):
      %195 = arith.select %in, %in_20, %cst_2 : f32
      linalg.yield %195 : f32
    } -> tensor<1x48x48x16xf32>
    %163 = linalg.generic {indexing_maps = [#map14, #map15, #map16], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%34, %162 : tensor<1x48x48x64xf32>, tensor<1x48x48x16xf32>) outs(%132 : tensor<1x1x64x16xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %195 = arith.mulf %in, %in_20 : f32
      %196 = arith.addf %out, %195 : f32
      linalg.yield %196 : f32
    } -> tensor<1x1x64x16xf32>
    %164 = linalg.generic {indexing_maps = [#map21, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg5 : tensor<1x1x64x16xf32>) outs(%131 : tensor<1x1x64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x64x16xf32>
    %165 = linalg.generic {indexing_maps = [#map18, #map19, #map20], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%162, %164 : tensor<1x48x48x16xf32>, tensor<1x1x64x16xf32>) outs(%135 : tensor<1x48x48x64xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %195 = arith.mulf %in, %in_20 : f32
      %196 = arith.addf %out, %195 : f32
      linalg.yield %196 : f32
    } -> tensor<1x48x48x64xf32>
    %166 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%inserted_slice_3, %165 : tensor<1x48x48x64xf32>, tensor<1x48x48x64xf32>) outs(%15 : tensor<1x48x48x64xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %195 = arith.mulf %in, %in_20 : f32
      linalg.yield %195 : f32
    } -> tensor<1x48x48x64xf32>
    %167 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%166 : tensor<1x48x48x64xf32>) outs(%17 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.addf %out, %in : f32
      linalg.yield %195 : f32
    } -> tensor<1x64xf32>
    %expanded_16 = tensor.expand_shape %167 [[0], [1, 2, 3]] output_shape [1, 1, 1, 64] : tensor<1x64xf32> into tensor<1x1x1x64xf32>
    %168 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%165, %33 : tensor<1x48x48x64xf32>, tensor<1x48x48x64xf32>) outs(%15 : tensor<1x48x48x64xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %195 = arith.mulf %in, %in_20 : f32
      linalg.yield %195 : f32
    } -> tensor<1x48x48x64xf32>
    %169 = linalg.generic {indexing_maps = [#map11, #map12], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%expanded_16 : tensor<1x1x1x64xf32>) outs(%99 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.addf %out, %in : f32
      linalg.yield %195 : f32
    } -> tensor<64xf32>
    %170 = linalg.generic {indexing_maps = [#map13, #map3], iterator_types = ["parallel", "parallel"]} ins(%169 : tensor<64xf32>) outs(%16 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x64xf32>
    %171 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%170, %32 : tensor<1x64xf32>, tensor<1x64xf32>) outs(%16 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %195 = arith.mulf %in, %in_20 : f32
      linalg.yield %195 : f32
    } -> tensor<1x64xf32>
    %172 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "reduction"]} ins(%171, %23 : tensor<1x64xf32>, tensor<1x16xf32>) outs(%104 : tensor<64x16xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %195 = arith.mulf %in, %in_20 : f32
      %196 = arith.addf %out, %195 : f32
      linalg.yield %196 : f32
    } -> tensor<64x16xf32>
    %173 = linalg.generic {indexing_maps = [#map8, #map3], iterator_types = ["parallel", "parallel"]} ins(%172 : tensor<64x16xf32>) outs(%106 : tensor<16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x64xf32>
    %174 = linalg.generic {indexing_maps = [#map9, #map10, #map7], iterator_types = ["parallel", "parallel", "reduction"]} ins(%171, %arg4 : tensor<1x64xf32>, tensor<16x64xf32>) outs(%21 : tensor<1x16xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %195 = arith.mulf %in, %in_20 : f32
      %196 = arith.addf %out, %195 : f32
      linalg.yield %196 : f32
    } -> tensor<1x16xf32>
    %175 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%25, %174 : tensor<1x16xi1>, tensor<1x16xf32>) outs(%20 : tensor<1x16xf32>) {
    ^bb0(%in: i1, %in_20: f32, %out: f32):
      %195 = arith.select %in, %in_20, %cst_2 : f32
      linalg.yield %195 : f32
    } -> tensor<1x16xf32>
    %176 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "reduction"]} ins(%175, %19 : tensor<1x16xf32>, tensor<1x64xf32>) outs(%110 : tensor<16x64xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %195 = arith.mulf %in, %in_20 : f32
      %196 = arith.addf %out, %195 : f32
      linalg.yield %196 : f32
    } -> tensor<16x64xf32>
    %177 = linalg.generic {indexing_maps = [#map8, #map3], iterator_types = ["parallel", "parallel"]} ins(%176 : tensor<16x64xf32>) outs(%103 : tensor<64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x16xf32>
    %178 = linalg.generic {indexing_maps = [#map9, #map10, #map7], iterator_types = ["parallel", "parallel", "reduction"]} ins(%175, %arg3 : tensor<1x16xf32>, tensor<64x16xf32>) outs(%17 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %195 = arith.mulf %in, %in_20 : f32
      %196 = arith.addf %out, %195 : f32
      linalg.yield %196 : f32
    } -> tensor<1x64xf32>
    %179 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%178 : tensor<1x64xf32>) outs(%16 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %195 = arith.divf %in, %cst_1 : f32
      linalg.yield %195 : f32
    } -> tensor<1x64xf32>
    %180 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%179 : tensor<1x64xf32>) outs(%15 : tensor<1x48x48x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x48x48x64xf32>
    %181 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%168, %180 : tensor<1x48x48x64xf32>, tensor<1x48x48x64xf32>) outs(%15 : tensor<1x48x48x64xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %195 = arith.addf %in, %in_20 : f32
      linalg.yield %195 : f32
    } -> tensor<1x48x48x64xf32>
    %extracted_slice_17 = tensor.extract_slice %181[0, 0, 0, 0] [1, 48, 48, 32] [1, 1, 1, 1] : tensor<1x48x48x64xf32> to tensor<1x48x48x32xf32>
    %extracted_slice_18 = tensor.extract_slice %181[0, 0, 0, 32] [1, 48, 48, 32] [1, 1, 1, 1] : tensor<1x48x48x64xf32> to tensor<1x48x48x32xf32>
    %182 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%14, %extracted_slice_18 : tensor<1x48x48x32xi1>, tensor<1x48x48x32xf32>) outs(%6 : tensor<1x48x48x32xf32>) {
    ^bb0(%in: i1, %in_20: f32, %out: f32):
      %195 = arith.select %in, %in_20, %cst_2 : f32
      linalg.yield %195 : f32
    } -> tensor<1x48x48x32xf32>
    %183 = linalg.generic {indexing_maps = [#map14, #map15, #map16], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%padded, %182 : tensor<1x50x50x16xf32>, tensor<1x48x48x32xf32>) outs(%119 : tensor<3x3x16x32xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %195 = arith.mulf %in, %in_20 : f32
      %196 = arith.addf %out, %195 : f32
      linalg.yield %196 : f32
    } -> tensor<3x3x16x32xf32>
    %184 = linalg.generic {indexing_maps = [#map17, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg2 : tensor<3x3x16x32xf32>) outs(%118 : tensor<3x3x16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x16x32xf32>
    %padded_19 = tensor.pad %182 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg17: index, %arg18: index, %arg19: index, %arg20: index):
      tensor.yield %cst_2 : f32
    } : tensor<1x48x48x32xf32> to tensor<1x50x50x32xf32>
    %185 = linalg.generic {indexing_maps = [#map18, #map19, #map20], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%padded_19, %184 : tensor<1x50x50x32xf32>, tensor<3x3x16x32xf32>) outs(%1 : tensor<1x48x48x16xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %195 = arith.mulf %in, %in_20 : f32
      %196 = arith.addf %out, %195 : f32
      linalg.yield %196 : f32
    } -> tensor<1x48x48x16xf32>
    %186 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%11, %extracted_slice_17 : tensor<1x48x48x32xi1>, tensor<1x48x48x32xf32>) outs(%6 : tensor<1x48x48x32xf32>) {
    ^bb0(%in: i1, %in_20: f32, %out: f32):
      %195 = arith.select %in, %in_20, %cst_2 : f32
      linalg.yield %195 : f32
    } -> tensor<1x48x48x32xf32>
    %187 = linalg.generic {indexing_maps = [#map14, #map15, #map16], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%3, %186 : tensor<1x48x48x16xf32>, tensor<1x48x48x32xf32>) outs(%125 : tensor<1x1x16x32xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %195 = arith.mulf %in, %in_20 : f32
      %196 = arith.addf %out, %195 : f32
      linalg.yield %196 : f32
    } -> tensor<1x1x16x32xf32>
    %188 = linalg.generic {indexing_maps = [#map21, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg1 : tensor<1x1x16x32xf32>) outs(%124 : tensor<1x1x16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x16x32xf32>
    %189 = linalg.generic {indexing_maps = [#map18, #map19, #map20], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%186, %188 : tensor<1x48x48x32xf32>, tensor<1x1x16x32xf32>) outs(%1 : tensor<1x48x48x16xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %195 = arith.mulf %in, %in_20 : f32
      %196 = arith.addf %out, %195 : f32
      linalg.yield %196 : f32
    } -> tensor<1x48x48x16xf32>
    %190 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%185, %189 : tensor<1x48x48x16xf32>, tensor<1x48x48x16xf32>) outs(%0 : tensor<1x48x48x16xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %195 = arith.addf %in, %in_20 : f32
      linalg.yield %195 : f32
    } -> tensor<1x48x48x16xf32>
    %191 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%5, %190 : tensor<1x48x48x16xi1>, tensor<1x48x48x16xf32>) outs(%0 : tensor<1x48x48x16xf32>) {
    ^bb0(%in: i1, %in_20: f32, %out: f32):
      %195 = arith.select %in, %in_20, %cst_2 : f32
      linalg.yield %195 : f32
    } -> tensor<1x48x48x16xf32>
    %192 = tensor.empty() : tensor<1x1x16x16xf32>
    %193 = linalg.fill ins(%cst_2 : f32) outs(%192 : tensor<1x1x16x16xf32>) -> tensor<1x1x16x16xf32>
    %194 = linalg.generic {indexing_maps = [#map14, #map15, #map16], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%arg16, %191 : tensor<1x48x48x16xf32>, tensor<1x48x48x16xf32>) outs(%193 : tensor<1x1x16x16xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %195 = arith.mulf %in, %in_20 : f32
      %196 = arith.addf %out, %195 : f32
      linalg.yield %196 : f32
    } -> tensor<1x1x16x16xf32>
    return %194, %187, %183, %177, %173, %163, %158, %154, %148, %144, %133, %126, %120, %112, %107, %91 : tensor<1x1x16x16xf32>, tensor<1x1x16x32xf32>, tensor<3x3x16x32xf32>, tensor<64x16xf32>, tensor<16x64xf32>, tensor<1x1x64x16xf32>, tensor<1x1x16x32xf32>, tensor<3x3x16x32xf32>, tensor<64x16xf32>, tensor<16x64xf32>, tensor<1x1x64x16xf32>, tensor<1x1x16x32xf32>, tensor<3x3x16x32xf32>, tensor<64x16xf32>, tensor<16x64xf32>, tensor<64x10xf32>
  }
  func.func private @relu(%arg0: tensor<1x48x48x16xf32>) -> tensor<1x48x48x16xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x48x48x16xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x48x48x16xf32>) outs(%0 : tensor<1x48x48x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = arith.maximumf %in, %cst : f32
      linalg.yield %2 : f32
    } -> tensor<1x48x48x16xf32>
    return %1 : tensor<1x48x48x16xf32>
  }
  func.func private @relu_0(%arg0: tensor<1x48x48x32xf32>) -> tensor<1x48x48x32xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x48x48x32xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x48x48x32xf32>) outs(%0 : tensor<1x48x48x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = arith.maximumf %in, %cst : f32
      linalg.yield %2 : f32
    } -> tensor<1x48x48x32xf32>
    return %1 : tensor<1x48x48x32xf32>
  }
  func.func private @relu_1(%arg0: tensor<1x16xf32>) -> tensor<1x16xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x16xf32>
    %1 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<1x16xf32>) outs(%0 : tensor<1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = arith.maximumf %in, %cst : f32
      linalg.yield %2 : f32
    } -> tensor<1x16xf32>
    return %1 : tensor<1x16xf32>
  }
}

