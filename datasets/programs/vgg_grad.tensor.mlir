#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d2, d0)>
#map3 = affine_map<(d0, d1, d2) -> (d2, d1)>
#map4 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map5 = affine_map<(d0, d1) -> (d1, d0)>
#map6 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map7 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map8 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1 * 2 + d4, d2 * 2 + d5, d3)>
#map9 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d4, d5)>
#map10 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3)>
#map11 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d3, d5)>
#map12 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4, d5)>
#map13 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d2 + d3, d4 + d5, d6)>
#map14 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d3, d5, d1)>
#map15 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d2, d4, d6, d1)>
#map16 = affine_map<(d0, d1, d2, d3) -> (-d0 + 2, -d1 + 2, d2, d3)>
#map17 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d6, d2 + d3, d4 + d5, d0)>
#map18 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d3, d5, d1, d0)>
#map19 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d6, d2, d4, d1)>
module @jit_vgg_grad {
  func.func public @main(%arg0: tensor<3x3x3x32xf32>, %arg1: tensor<3x3x32x32xf32>, %arg2: tensor<3x3x32x64xf32>, %arg3: tensor<3x3x64x64xf32>, %arg4: tensor<3x3x64x128xf32>, %arg5: tensor<3x3x128x128xf32>, %arg6: tensor<8192x256xf32>, %arg7: tensor<256x10xf32>, %arg8: tensor<2x64x64x3xf32>) -> (tensor<3x3x3x32xf32>, tensor<3x3x32x32xf32>, tensor<3x3x32x64xf32>, tensor<3x3x64x64xf32>, tensor<3x3x64x128xf32>, tensor<3x3x128x128xf32>, tensor<8192x256xf32>, tensor<256x10xf32>) {
    %cst = arith.constant 0xFF800000 : f32
    %c2 = arith.constant 2 : index
    %c-1_i32 = arith.constant -1 : i32
    %cst_0 = arith.constant 2.000000e+00 : f32
    %cst_1 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<2x64x64x32xf32>
    %1 = linalg.fill ins(%cst_1 : f32) outs(%0 : tensor<2x64x64x32xf32>) -> tensor<2x64x64x32xf32>
    %padded = tensor.pad %arg8 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg9: index, %arg10: index, %arg11: index, %arg12: index):
      tensor.yield %cst_1 : f32
    } : tensor<2x64x64x3xf32> to tensor<2x66x66x3xf32>
    %2 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded, %arg0 : tensor<2x66x66x3xf32>, tensor<3x3x3x32xf32>) outs(%1 : tensor<2x64x64x32xf32>) -> tensor<2x64x64x32xf32>
    %3 = call @relu(%2) : (tensor<2x64x64x32xf32>) -> tensor<2x64x64x32xf32>
    %4 = tensor.empty() : tensor<2x64x64x32xi1>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2 : tensor<2x64x64x32xf32>) outs(%4 : tensor<2x64x64x32xi1>) {
    ^bb0(%in: f32, %out: i1):
      %116 = arith.cmpf ogt, %in, %cst_1 : f32
      linalg.yield %116 : i1
    } -> tensor<2x64x64x32xi1>
    %padded_2 = tensor.pad %3 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg9: index, %arg10: index, %arg11: index, %arg12: index):
      tensor.yield %cst_1 : f32
    } : tensor<2x64x64x32xf32> to tensor<2x66x66x32xf32>
    %6 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_2, %arg1 : tensor<2x66x66x32xf32>, tensor<3x3x32x32xf32>) outs(%1 : tensor<2x64x64x32xf32>) -> tensor<2x64x64x32xf32>
    %7 = call @relu(%6) : (tensor<2x64x64x32xf32>) -> tensor<2x64x64x32xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%6 : tensor<2x64x64x32xf32>) outs(%4 : tensor<2x64x64x32xi1>) {
    ^bb0(%in: f32, %out: i1):
      %116 = arith.cmpf ogt, %in, %cst_1 : f32
      linalg.yield %116 : i1
    } -> tensor<2x64x64x32xi1>
    %9 = tensor.empty() : tensor<2x2xf32>
    %10 = tensor.empty() : tensor<2x32x32x32xf32>
    %11 = linalg.fill ins(%cst : f32) outs(%10 : tensor<2x32x32x32xf32>) -> tensor<2x32x32x32xf32>
    %12 = linalg.pooling_nhwc_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%7, %9 : tensor<2x64x64x32xf32>, tensor<2x2xf32>) outs(%11 : tensor<2x32x32x32xf32>) -> tensor<2x32x32x32xf32>
    %13 = tensor.empty() : tensor<2x32x32x64xf32>
    %14 = linalg.fill ins(%cst_1 : f32) outs(%13 : tensor<2x32x32x64xf32>) -> tensor<2x32x32x64xf32>
    %padded_3 = tensor.pad %12 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg9: index, %arg10: index, %arg11: index, %arg12: index):
      tensor.yield %cst_1 : f32
    } : tensor<2x32x32x32xf32> to tensor<2x34x34x32xf32>
    %15 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_3, %arg2 : tensor<2x34x34x32xf32>, tensor<3x3x32x64xf32>) outs(%14 : tensor<2x32x32x64xf32>) -> tensor<2x32x32x64xf32>
    %16 = call @relu_0(%15) : (tensor<2x32x32x64xf32>) -> tensor<2x32x32x64xf32>
    %17 = tensor.empty() : tensor<2x32x32x64xi1>
    %18 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%15 : tensor<2x32x32x64xf32>) outs(%17 : tensor<2x32x32x64xi1>) {
    ^bb0(%in: f32, %out: i1):
      %116 = arith.cmpf ogt, %in, %cst_1 : f32
      linalg.yield %116 : i1
    } -> tensor<2x32x32x64xi1>
    %padded_4 = tensor.pad %16 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg9: index, %arg10: index, %arg11: index, %arg12: index):
      tensor.yield %cst_1 : f32
    } : tensor<2x32x32x64xf32> to tensor<2x34x34x64xf32>
    %19 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_4, %arg3 : tensor<2x34x34x64xf32>, tensor<3x3x64x64xf32>) outs(%14 : tensor<2x32x32x64xf32>) -> tensor<2x32x32x64xf32>
    %20 = call @relu_0(%19) : (tensor<2x32x32x64xf32>) -> tensor<2x32x32x64xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%19 : tensor<2x32x32x64xf32>) outs(%17 : tensor<2x32x32x64xi1>) {
    ^bb0(%in: f32, %out: i1):
      %116 = arith.cmpf ogt, %in, %cst_1 : f32
      linalg.yield %116 : i1
    } -> tensor<2x32x32x64xi1>
    %22 = tensor.empty() : tensor<2x16x16x64xf32>
    %23 = linalg.fill ins(%cst : f32) outs(%22 : tensor<2x16x16x64xf32>) -> tensor<2x16x16x64xf32>
    %24 = linalg.pooling_nhwc_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%20, %9 : tensor<2x32x32x64xf32>, tensor<2x2xf32>) outs(%23 : tensor<2x16x16x64xf32>) -> tensor<2x16x16x64xf32>
    %25 = tensor.empty() : tensor<2x16x16x128xf32>
    %26 = linalg.fill ins(%cst_1 : f32) outs(%25 : tensor<2x16x16x128xf32>) -> tensor<2x16x16x128xf32>
    %padded_5 = tensor.pad %24 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg9: index, %arg10: index, %arg11: index, %arg12: index):
      tensor.yield %cst_1 : f32
    } : tensor<2x16x16x64xf32> to tensor<2x18x18x64xf32>
    %27 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_5, %arg4 : tensor<2x18x18x64xf32>, tensor<3x3x64x128xf32>) outs(%26 : tensor<2x16x16x128xf32>) -> tensor<2x16x16x128xf32>
    %28 = call @relu_1(%27) : (tensor<2x16x16x128xf32>) -> tensor<2x16x16x128xf32>
    %29 = tensor.empty() : tensor<2x16x16x128xi1>
    %30 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%27 : tensor<2x16x16x128xf32>) outs(%29 : tensor<2x16x16x128xi1>) {
    ^bb0(%in: f32, %out: i1):
      %116 = arith.cmpf ogt, %in, %cst_1 : f32
      linalg.yield %116 : i1
    } -> tensor<2x16x16x128xi1>
    %padded_6 = tensor.pad %28 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg9: index, %arg10: index, %arg11: index, %arg12: index):
      tensor.yield %cst_1 : f32
    } : tensor<2x16x16x128xf32> to tensor<2x18x18x128xf32>
    %31 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_6, %arg5 : tensor<2x18x18x128xf32>, tensor<3x3x128x128xf32>) outs(%26 : tensor<2x16x16x128xf32>) -> tensor<2x16x16x128xf32>
    %32 = call @relu_1(%31) : (tensor<2x16x16x128xf32>) -> tensor<2x16x16x128xf32>
    %33 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%31 : tensor<2x16x16x128xf32>) outs(%29 : tensor<2x16x16x128xi1>) {
    ^bb0(%in: f32, %out: i1):
      %116 = arith.cmpf ogt, %in, %cst_1 : f32
      linalg.yield %116 : i1
    } -> tensor<2x16x16x128xi1>
    %34 = tensor.empty() : tensor<2x8x8x128xf32>
    %35 = linalg.fill ins(%cst : f32) outs(%34 : tensor<2x8x8x128xf32>) -> tensor<2x8x8x128xf32>
    %36 = linalg.pooling_nhwc_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%32, %9 : tensor<2x16x16x128xf32>, tensor<2x2xf32>) outs(%35 : tensor<2x8x8x128xf32>) -> tensor<2x8x8x128xf32>
    %collapsed = tensor.collapse_shape %36 [[0], [1, 2, 3]] : tensor<2x8x8x128xf32> into tensor<2x8192xf32>
    %37 = tensor.empty() : tensor<2x256xf32>
    %38 = linalg.fill ins(%cst_1 : f32) outs(%37 : tensor<2x256xf32>) -> tensor<2x256xf32>
    %39 = linalg.matmul ins(%collapsed, %arg6 : tensor<2x8192xf32>, tensor<8192x256xf32>) outs(%38 : tensor<2x256xf32>) -> tensor<2x256xf32>
    %40 = call @relu_2(%39) : (tensor<2x256xf32>) -> tensor<2x256xf32>
    %41 = tensor.empty() : tensor<2x256xi1>
    %42 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%39 : tensor<2x256xf32>) outs(%41 : tensor<2x256xi1>) {
    ^bb0(%in: f32, %out: i1):
      %116 = arith.cmpf ogt, %in, %cst_1 : f32
      linalg.yield %116 : i1
    } -> tensor<2x256xi1>
    %43 = tensor.empty() : tensor<2x10xf32>
    %44 = linalg.fill ins(%cst_1 : f32) outs(%43 : tensor<2x10xf32>) -> tensor<2x10xf32>
    %45 = linalg.matmul ins(%40, %arg7 : tensor<2x256xf32>, tensor<256x10xf32>) outs(%44 : tensor<2x10xf32>) -> tensor<2x10xf32>
    %46 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%45 : tensor<2x10xf32>) outs(%43 : tensor<2x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %116 = arith.mulf %in, %cst_0 : f32
      linalg.yield %116 : f32
    } -> tensor<2x10xf32>
    %47 = tensor.empty() : tensor<10x256xf32>
    %48 = linalg.fill ins(%cst_1 : f32) outs(%47 : tensor<10x256xf32>) -> tensor<10x256xf32>
    %49 = linalg.generic {indexing_maps = [#map2, #map3, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%46, %40 : tensor<2x10xf32>, tensor<2x256xf32>) outs(%48 : tensor<10x256xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %116 = arith.mulf %in, %in_15 : f32
      %117 = arith.addf %out, %116 : f32
      linalg.yield %117 : f32
    } -> tensor<10x256xf32>
    %50 = tensor.empty() : tensor<256x10xf32>
    %51 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel"]} ins(%49 : tensor<10x256xf32>) outs(%50 : tensor<256x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x10xf32>
    %52 = linalg.generic {indexing_maps = [#map6, #map7, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%46, %arg7 : tensor<2x10xf32>, tensor<256x10xf32>) outs(%38 : tensor<2x256xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %116 = arith.mulf %in, %in_15 : f32
      %117 = arith.addf %out, %116 : f32
      linalg.yield %117 : f32
    } -> tensor<2x256xf32>
    %53 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%42, %52 : tensor<2x256xi1>, tensor<2x256xf32>) outs(%37 : tensor<2x256xf32>) {
    ^bb0(%in: i1, %in_15: f32, %out: f32):
      %116 = arith.select %in, %in_15, %cst_1 : f32
      linalg.yield %116 : f32
    } -> tensor<2x256xf32>
    %54 = tensor.empty() : tensor<256x8192xf32>
    %55 = linalg.fill ins(%cst_1 : f32) outs(%54 : tensor<256x8192xf32>) -> tensor<256x8192xf32>
    %56 = linalg.generic {indexing_maps = [#map2, #map3, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%53, %collapsed : tensor<2x256xf32>, tensor<2x8192xf32>) outs(%55 : tensor<256x8192xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %116 = arith.mulf %in, %in_15 : f32
      %117 = arith.addf %out, %116 : f32
      linalg.yield %117 : f32
    } -> tensor<256x8192xf32>
    %57 = tensor.empty() : tensor<8192x256xf32>
    %58 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel"]} ins(%56 : tensor<256x8192xf32>) outs(%57 : tensor<8192x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8192x256xf32>
    %59 = tensor.empty() : tensor<2x8192xf32>
    %60 = linalg.fill ins(%cst_1 : f32) outs(%59 : tensor<2x8192xf32>) -> tensor<2x8192xf32>
    %61 = linalg.generic {indexing_maps = [#map6, #map7, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%53, %arg6 : tensor<2x256xf32>, tensor<8192x256xf32>) outs(%60 : tensor<2x8192xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %116 = arith.mulf %in, %in_15 : f32
      %117 = arith.addf %out, %116 : f32
      linalg.yield %117 : f32
    } -> tensor<2x8192xf32>
    %expanded = tensor.expand_shape %61 [[0], [1, 2, 3]] output_shape [2, 8, 8, 128] : tensor<2x8192xf32> into tensor<2x8x8x128xf32>
    %62 = tensor.empty() : tensor<2x8x8x128xi32>
    %63 = linalg.fill ins(%c-1_i32 : i32) outs(%62 : tensor<2x8x8x128xi32>) -> tensor<2x8x8x128xi32>
    %64:2 = linalg.generic {indexing_maps = [#map8, #map9, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%32, %9 : tensor<2x16x16x128xf32>, tensor<2x2xf32>) outs(%34, %63 : tensor<2x8x8x128xf32>, tensor<2x8x8x128xi32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32, %out_16: i32):
      %116 = arith.cmpf oge, %in, %out : f32
      %117 = arith.cmpi eq, %out_16, %c-1_i32 : i32
      %118 = arith.ori %116, %117 : i1
      %119 = linalg.index 4 : index
      %120 = linalg.index 5 : index
      %121 = arith.muli %119, %c2 : index
      %122 = arith.addi %121, %120 : index
      %123 = arith.index_cast %122 : index to i32
      %124 = arith.select %118, %123, %out_16 : i32
      %125 = arith.select %118, %in, %out : f32
      linalg.yield %125, %124 : f32, i32
    } -> (tensor<2x8x8x128xf32>, tensor<2x8x8x128xi32>)
    %65 = tensor.empty() : tensor<2x8x2x8x2x128xf32>
    %66 = linalg.fill ins(%cst_1 : f32) outs(%65 : tensor<2x8x2x8x2x128xf32>) -> tensor<2x8x2x8x2x128xf32>
    %67 = linalg.generic {indexing_maps = [#map11, #map11, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%64#1, %expanded : tensor<2x8x8x128xi32>, tensor<2x8x8x128xf32>) outs(%66 : tensor<2x8x2x8x2x128xf32>) {
    ^bb0(%in: i32, %in_15: f32, %out: f32):
      %116 = arith.addf %in_15, %out : f32
      %117 = linalg.index 2 : index
      %118 = linalg.index 4 : index
      %119 = arith.muli %117, %c2 : index
      %120 = arith.addi %119, %118 : index
      %121 = arith.index_cast %120 : index to i32
      %122 = arith.cmpi eq, %121, %in : i32
      %123 = arith.select %122, %116, %out : f32
      linalg.yield %123 : f32
    } -> tensor<2x8x2x8x2x128xf32>
    %collapsed_7 = tensor.collapse_shape %67 [[0], [1, 2], [3, 4], [5]] : tensor<2x8x2x8x2x128xf32> into tensor<2x16x16x128xf32>
    %68 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%33, %collapsed_7 : tensor<2x16x16x128xi1>, tensor<2x16x16x128xf32>) outs(%25 : tensor<2x16x16x128xf32>) {
    ^bb0(%in: i1, %in_15: f32, %out: f32):
      %116 = arith.select %in, %in_15, %cst_1 : f32
      linalg.yield %116 : f32
    } -> tensor<2x16x16x128xf32>
    %69 = tensor.empty() : tensor<3x3x128x128xf32>
    %70 = linalg.fill ins(%cst_1 : f32) outs(%69 : tensor<3x3x128x128xf32>) -> tensor<3x3x128x128xf32>
    %71 = linalg.generic {indexing_maps = [#map13, #map14, #map15], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%padded_6, %68 : tensor<2x18x18x128xf32>, tensor<2x16x16x128xf32>) outs(%70 : tensor<3x3x128x128xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %116 = arith.mulf %in, %in_15 : f32
      %117 = arith.addf %out, %116 : f32
      linalg.yield %117 : f32
    } -> tensor<3x3x128x128xf32>
    %72 = linalg.generic {indexing_maps = [#map16, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg5 : tensor<3x3x128x128xf32>) outs(%69 : tensor<3x3x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x128x128xf32>
    %padded_8 = tensor.pad %68 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg9: index, %arg10: index, %arg11: index, %arg12: index):
      tensor.yield %cst_1 : f32
    } : tensor<2x16x16x128xf32> to tensor<2x18x18x128xf32>
    %73 = linalg.generic {indexing_maps = [#map17, #map18, #map19], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%padded_8, %72 : tensor<2x18x18x128xf32>, tensor<3x3x128x128xf32>) outs(%26 : tensor<2x16x16x128xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %116 = arith.mulf %in, %in_15 : f32
      %117 = arith.addf %out, %116 : f32
      linalg.yield %117 : f32
    } -> tensor<2x16x16x128xf32>
    %74 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%30, %73 : tensor<2x16x16x128xi1>, tensor<2x16x16x128xf32>) outs(%25 : tensor<2x16x16x128xf32>) {
    ^bb0(%in: i1, %in_15: f32, %out: f32):
      %116 = arith.select %in, %in_15, %cst_1 : f32
      linalg.yield %116 : f32
    } -> tensor<2x16x16x128xf32>
    %75 = tensor.empty() : tensor<3x3x64x128xf32>
    %76 = linalg.fill ins(%cst_1 : f32) outs(%75 : tensor<3x3x64x128xf32>) -> tensor<3x3x64x128xf32>
    %77 = linalg.generic {indexing_maps = [#map13, #map14, #map15], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%padded_5, %74 : tensor<2x18x18x64xf32>, tensor<2x16x16x128xf32>) outs(%76 : tensor<3x3x64x128xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %116 = arith.mulf %in, %in_15 : f32
      %117 = arith.addf %out, %116 : f32
      linalg.yield %117 : f32
    } -> tensor<3x3x64x128xf32>
    %78 = linalg.generic {indexing_maps = [#map16, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg4 : tensor<3x3x64x128xf32>) outs(%75 : tensor<3x3x64x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x64x128xf32>
    %padded_9 = tensor.pad %74 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg9: index, %arg10: index, %arg11: index, %arg12: index):
      tensor.yield %cst_1 : f32
    } : tensor<2x16x16x128xf32> to tensor<2x18x18x128xf32>
    %79 = linalg.fill ins(%cst_1 : f32) outs(%22 : tensor<2x16x16x64xf32>) -> tensor<2x16x16x64xf32>
    %80 = linalg.generic {indexing_maps = [#map17, #map18, #map19], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%padded_9, %78 : tensor<2x18x18x128xf32>, tensor<3x3x64x128xf32>) outs(%79 : tensor<2x16x16x64xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %116 = arith.mulf %in, %in_15 : f32
      %117 = arith.addf %out, %116 : f32
      linalg.yield %117 : f32
    } -> tensor<2x16x16x64xf32>
    %81 = tensor.empty() : tensor<2x16x16x64xi32>
    %82 = linalg.fill ins(%c-1_i32 : i32) outs(%81 : tensor<2x16x16x64xi32>) -> tensor<2x16x16x64xi32>
    %83:2 = linalg.generic {indexing_maps = [#map8, #map9, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%20, %9 : tensor<2x32x32x64xf32>, tensor<2x2xf32>) outs(%22, %82 : tensor<2x16x16x64xf32>, tensor<2x16x16x64xi32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32, %out_16: i32):
      %116 = arith.cmpf oge, %in, %out : f32
      %117 = arith.cmpi eq, %out_16, %c-1_i32 : i32
      %118 = arith.ori %116, %117 : i1
      %119 = linalg.index 4 : index
      %120 = linalg.index 5 : index
      %121 = arith.muli %119, %c2 : index
      %122 = arith.addi %121, %120 : index
      %123 = arith.index_cast %122 : index to i32
      %124 = arith.select %118, %123, %out_16 : i32
      %125 = arith.select %118, %in, %out : f32
      linalg.yield %125, %124 : f32, i32
    } -> (tensor<2x16x16x64xf32>, tensor<2x16x16x64xi32>)
    %84 = tensor.empty() : tensor<2x16x2x16x2x64xf32>
    %85 = linalg.fill ins(%cst_1 : f32) outs(%84 : tensor<2x16x2x16x2x64xf32>) -> tensor<2x16x2x16x2x64xf32>
    %86 = linalg.generic {indexing_maps = [#map11, #map11, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%83#1, %80 : tensor<2x16x16x64xi32>, tensor<2x16x16x64xf32>) outs(%85 : tensor<2x16x2x16x2x64xf32>) {
    ^bb0(%in: i32, %in_15: f32, %out: f32):
      %116 = arith.addf %in_15, %out : f32
      %117 = linalg.index 2 : index
      %118 = linalg.index 4 : index
      %119 = arith.muli %117, %c2 : index
      %120 = arith.addi %119, %118 : index
      %121 = arith.index_cast %120 : index to i32
      %122 = arith.cmpi eq, %121, %in : i32
      %123 = arith.select %122, %116, %out : f32
      linalg.yield %123 : f32
    } -> tensor<2x16x2x16x2x64xf32>
    %collapsed_10 = tensor.collapse_shape %86 [[0], [1, 2], [3, 4], [5]] : tensor<2x16x2x16x2x64xf32> into tensor<2x32x32x64xf32>
    %87 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%21, %collapsed_10 : tensor<2x32x32x64xi1>, tensor<2x32x32x64xf32>) outs(%13 : tensor<2x32x32x64xf32>) {
    ^bb0(%in: i1, %in_15: f32, %out: f32):
      %116 = arith.select %in, %in_15, %cst_1 : f32
      linalg.yield %116 : f32
    } -> tensor<2x32x32x64xf32>
    %88 = tensor.empty() : tensor<3x3x64x64xf32>
    %89 = linalg.fill ins(%cst_1 : f32) outs(%88 : tensor<3x3x64x64xf32>) -> tensor<3x3x64x64xf32>
    %90 = linalg.generic {indexing_maps = [#map13, #map14, #map15], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%padded_4, %87 : tensor<2x34x34x64xf32>, tensor<2x32x32x64xf32>) outs(%89 : tensor<3x3x64x64xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %116 = arith.mulf %in, %in_15 : f32
      %117 = arith.addf %out, %116 : f32
      linalg.yield %117 : f32
    } -> tensor<3x3x64x64xf32>
    %91 = linalg.generic {indexing_maps = [#map16, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg3 : tensor<3x3x64x64xf32>) outs(%88 : tensor<3x3x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x64x64xf32>
    %padded_11 = tensor.pad %87 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg9: index, %arg10: index, %arg11: index, %arg12: index):
      tensor.yield %cst_1 : f32
    } : tensor<2x32x32x64xf32> to tensor<2x34x34x64xf32>
    %92 = linalg.generic {indexing_maps = [#map17, #map18, #map19], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%padded_11, %91 : tensor<2x34x34x64xf32>, tensor<3x3x64x64xf32>) outs(%14 : tensor<2x32x32x64xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %116 = arith.mulf %in, %in_15 : f32
      %117 = arith.addf %out, %116 : f32
      linalg.yield %117 : f32
    } -> tensor<2x32x32x64xf32>
    %93 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%18, %92 : tensor<2x32x32x64xi1>, tensor<2x32x32x64xf32>) outs(%13 : tensor<2x32x32x64xf32>) {
    ^bb0(%in: i1, %in_15: f32, %out: f32):
      %116 = arith.select %in, %in_15, %cst_1 : f32
      linalg.yield %116 : f32
    } -> tensor<2x32x32x64xf32>
    %94 = tensor.empty() : tensor<3x3x32x64xf32>
    %95 = linalg.fill ins(%cst_1 : f32) outs(%94 : tensor<3x3x32x64xf32>) -> tensor<3x3x32x64xf32>
    %96 = linalg.generic {indexing_maps = [#map13, #map14, #map15], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%padded_3, %93 : tensor<2x34x34x32xf32>, tensor<2x32x32x64xf32>) outs(%95 : tensor<3x3x32x64xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %116 = arith.mulf %in, %in_15 : f32
      %117 = arith.addf %out, %116 : f32
      linalg.yield %117 : f32
    } -> tensor<3x3x32x64xf32>
    %97 = linalg.generic {indexing_maps = [#map16, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg2 : tensor<3x3x32x64xf32>) outs(%94 : tensor<3x3x32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x32x64xf32>
    %padded_12 = tensor.pad %93 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg9: index, %arg10: index, %arg11: index, %arg12: index):
      tensor.yield %cst_1 : f32
    } : tensor<2x32x32x64xf32> to tensor<2x34x34x64xf32>
    %98 = linalg.fill ins(%cst_1 : f32) outs(%10 : tensor<2x32x32x32xf32>) -> tensor<2x32x32x32xf32>
    %99 = linalg.generic {indexing_maps = [#map17, #map18, #map19], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%padded_12, %97 : tensor<2x34x34x64xf32>, tensor<3x3x32x64xf32>) outs(%98 : tensor<2x32x32x32xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %116 = arith.mulf %in, %in_15 : f32
      %117 = arith.addf %out, %116 : f32
      linalg.yield %117 : f32
    } -> tensor<2x32x32x32xf32>
    %100 = tensor.empty() : tensor<2x32x32x32xi32>
    %101 = linalg.fill ins(%c-1_i32 : i32) outs(%100 : tensor<2x32x32x32xi32>) -> tensor<2x32x32x32xi32>
    %102:2 = linalg.generic {indexing_maps = [#map8, #map9, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%7, %9 : tensor<2x64x64x32xf32>, tensor<2x2xf32>) outs(%10, %101 : tensor<2x32x32x32xf32>, tensor<2x32x32x32xi32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32, %out_16: i32):
      %116 = arith.cmpf oge, %in, %out : f32
      %117 = arith.cmpi eq, %out_16, %c-1_i32 : i32
      %118 = arith.ori %116, %117 : i1
      %119 = linalg.index 4 : index
      %120 = linalg.index 5 : index
      %121 = arith.muli %119, %c2 : index
      %122 = arith.addi %121, %120 : index
      %123 = arith.index_cast %122 : index to i32
      %124 = arith.select %118, %123, %out_16 : i32
      %125 = arith.select %118, %in, %out : f32
      linalg.yield %125, %124 : f32, i32
    } -> (tensor<2x32x32x32xf32>, tensor<2x32x32x32xi32>)
    %103 = tensor.empty() : tensor<2x32x2x32x2x32xf32>
    %104 = linalg.fill ins(%cst_1 : f32) outs(%103 : tensor<2x32x2x32x2x32xf32>) -> tensor<2x32x2x32x2x32xf32>
    %105 = linalg.generic {indexing_maps = [#map11, #map11, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%102#1, %99 : tensor<2x32x32x32xi32>, tensor<2x32x32x32xf32>) outs(%104 : tensor<2x32x2x32x2x32xf32>) {
    ^bb0(%in: i32, %in_15: f32, %out: f32):
      %116 = arith.addf %in_15, %out : f32
      %117 = linalg.index 2 : index
      %118 = linalg.index 4 : index
      %119 = arith.muli %117, %c2 : index
      %120 = arith.addi %119, %118 : index
      %121 = arith.index_cast %120 : index to i32
      %122 = arith.cmpi eq, %121, %in : i32
      %123 = arith.select %122, %116, %out : f32
      linalg.yield %123 : f32
    } -> tensor<2x32x2x32x2x32xf32>
    %collapsed_13 = tensor.collapse_shape %105 [[0], [1, 2], [3, 4], [5]] : tensor<2x32x2x32x2x32xf32> into tensor<2x64x64x32xf32>
    %106 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%8, %collapsed_13 : tensor<2x64x64x32xi1>, tensor<2x64x64x32xf32>) outs(%0 : tensor<2x64x64x32xf32>) {
    ^bb0(%in: i1, %in_15: f32, %out: f32):
      %116 = arith.select %in, %in_15, %cst_1 : f32
      linalg.yield %116 : f32
    } -> tensor<2x64x64x32xf32>
    %107 = tensor.empty() : tensor<3x3x32x32xf32>
    %108 = linalg.fill ins(%cst_1 : f32) outs(%107 : tensor<3x3x32x32xf32>) -> tensor<3x3x32x32xf32>
    %109 = linalg.generic {indexing_maps = [#map13, #map14, #map15], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%padded_2, %106 : tensor<2x66x66x32xf32>, tensor<2x64x64x32xf32>) outs(%108 : tensor<3x3x32x32xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %116 = arith.mulf %in, %in_15 : f32
      %117 = arith.addf %out, %116 : f32
      linalg.yield %117 : f32
    } -> tensor<3x3x32x32xf32>
    %110 = linalg.generic {indexing_maps = [#map16, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg1 : tensor<3x3x32x32xf32>) outs(%107 : tensor<3x3x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x32x32xf32>
    %padded_14 = tensor.pad %106 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg9: index, %arg10: index, %arg11: index, %arg12: index):
      tensor.yield %cst_1 : f32
    } : tensor<2x64x64x32xf32> to tensor<2x66x66x32xf32>
    %111 = linalg.generic {indexing_maps = [#map17, #map18, #map19], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%padded_14, %110 : tensor<2x66x66x32xf32>, tensor<3x3x32x32xf32>) outs(%1 : tensor<2x64x64x32xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %116 = arith.mulf %in, %in_15 : f32
      %117 = arith.addf %out, %116 : f32
      linalg.yield %117 : f32
    } -> tensor<2x64x64x32xf32>
    %112 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%5, %111 : tensor<2x64x64x32xi1>, tensor<2x64x64x32xf32>) outs(%0 : tensor<2x64x64x32xf32>) {
    ^bb0(%in: i1, %in_15: f32, %out: f32):
      %116 = arith.select %in, %in_15, %cst_1 : f32
      linalg.yield %116 : f32
    } -> tensor<2x64x64x32xf32>
    %113 = tensor.empty() : tensor<3x3x3x32xf32>
    %114 = linalg.fill ins(%cst_1 : f32) outs(%113 : tensor<3x3x3x32xf32>) -> tensor<3x3x3x32xf32>
    %115 = linalg.generic {indexing_maps = [#map13, #map14, #map15], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%padded, %112 : tensor<2x66x66x3xf32>, tensor<2x64x64x32xf32>) outs(%114 : tensor<3x3x3x32xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %116 = arith.mulf %in, %in_15 : f32
      %117 = arith.addf %out, %116 : f32
      linalg.yield %117 : f32
    } -> tensor<3x3x3x32xf32>
    return %115, %109, %96, %90, %77, %71, %58, %51 : tensor<3x3x3x32xf32>, tensor<3x3x32x32xf32>, tensor<3x3x32x64xf32>, tensor<3x3x64x64xf32>, tensor<3x3x64x128xf32>, tensor<3x3x128x128xf32>, tensor<8192x256xf32>, tensor<256x10xf32>
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

