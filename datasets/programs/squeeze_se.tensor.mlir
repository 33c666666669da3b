#map = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (d0, d1)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d0, d3)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
module @jit_squeeze_se {
  func.func public @main(%arg0: tensor<1x48x48x16xf32>, %arg1: tensor<1x1x16x16xf32>, %arg2: tensor<1x1x16x32xf32>, %arg3: tensor<3x3x16x32xf32>, %arg4: tensor<64x16xf32>, %arg5: tensor<16x64xf32>, %arg6: tensor<1x1x64x16xf32>, %arg7: tensor<1x1x16x32xf32>, %arg8: tensor<3x3x16x32xf32>, %arg9: tensor<64x16xf32>, %arg10: tensor<16x64xf32>, %arg11: tensor<1x1x64x16xf32>, %arg12: tensor<1x1x16x32xf32>, %arg13: tensor<3x3x16x32xf32>, %arg14: tensor<64x16xf32>, %arg15: tensor<16x64xf32>, %arg16: tensor<64x10xf32>) -> tensor<1x10xf32> {
    %cst = arith.constant 1.000000e+00 : f32
    %cst_0 = arith.constant 2.304000e+03 : f32
    %cst_1 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x48x48x16xf32>
    %1 = linalg.fill ins(%cst_1 : f32) outs(%0 : tensor<1x48x48x16xf32>) -> tensor<1x48x48x16xf32>
    %2 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%arg0, %arg1 : tensor<1x48x48x16xf32>, tensor<1x1x16x16xf32>) outs(%1 : tensor<1x48x48x16xf32>) -> tensor<1x48x48x16xf32>
    %3 = call @relu(%2) : (tensor<1x48x48x16xf32>) -> tensor<1x48x48x16xf32>
    %4 = tensor.empty() : tensor<1x48x48x32xf32>
    %5 = linalg.fill ins(%cst_1 : f32) outs(%4 : tensor<1x48x48x32xf32>) -> tensor<1x48x48x32xf32>
    %6 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%3, %arg2 : tensor<1x48x48x16xf32>, tensor<1x1x16x32xf32>) outs(%5 : tensor<1x48x48x32xf32>) -> tensor<1x48x48x32xf32>
    %7 = call @relu_0(%6) : (tensor<1x48x48x32xf32>) -> tensor<1x48x48x32xf32>
    %padded = tensor.pad %3 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg17: index, %arg18: index, %arg19: index, %arg20: index):
      tensor.yield %cst_1 : f32
    } : tensor<1x48x48x16xf32> to tensor<1x50x50x16xf32>
    %8 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded, %arg3 : tensor<1x50x50x16xf32>, tensor<3x3x16x32xf32>) outs(%5 : tensor<1x48x48x32xf32>) -> tensor<1x48x48x32xf32>
    %9 = call @relu_0(%8) : (tensor<1x48x48x32xf32>) -> tensor<1x48x48x32xf32>
    %10 = tensor.empty() : tensor<1x48x48x64xf32>
    %inserted_slice = tensor.insert_slice %7 into %10[0, 0, 0, 0] [1, 48, 48, 32] [1, 1, 1, 1] : tensor<1x48x48x32xf32> into tensor<1x48x48x64xf32>
    %inserted_slice_2 = tensor.insert_slice %9 into %inserted_slice[0, 0, 0, 32] [1, 48, 48, 32] [1, 1, 1, 1] : tensor<1x48x48x32xf32> into tensor<1x48x48x64xf32>
    %11 = tensor.empty() : tensor<1x64xf32>
    %12 = linalg.fill ins(%cst_1 : f32) outs(%11 : tensor<1x64xf32>) -> tensor<1x64xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%inserted_slice_2 : tensor<1x48x48x64xf32>) outs(%12 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = arith.addf %out, %in : f32
      linalg.yield %65 : f32
    } -> tensor<1x64xf32>
    %14 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%13 : tensor<1x64xf32>) outs(%11 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = arith.divf %in, %cst_0 : f32
      linalg.yield %65 : f32
    } -> tensor<1x64xf32>
    %15 = tensor.empty() : tensor<1x16xf32>
    %16 = linalg.fill ins(%cst_1 : f32) outs(%15 : tensor<1x16xf32>) -> tensor<1x16xf32>
    %17 = linalg.matmul ins(%14, %arg4 : tensor<1x64xf32>, tensor<64x16xf32>) outs(%16 : tensor<1x16xf32>) -> tensor<1x16xf32>
    %18 = call @relu_1(%17) : (tensor<1x16xf32>) -> tensor<1x16xf32>
    %19 = linalg.matmul ins(%18, %arg5 : tensor<1x16xf32>, tensor<16x64xf32>) outs(%12 : tensor<1x64xf32>) -> tensor<1x64xf32>
    %20 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%19 : tensor<1x64xf32>) outs(%11 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = arith.negf %in : f32
      linalg.yield %65 : f32
    } -> tensor<1x64xf32>
    %21 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%20 : tensor<1x64xf32>) outs(%11 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = math.exp %in : f32
      linalg.yield %65 : f32
    } -> tensor<1x64xf32>
    %22 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%21 : tensor<1x64xf32>) outs(%11 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = arith.addf %in, %cst : f32
      linalg.yield %65 : f32
    } -> tensor<1x64xf32>
    %23 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%22 : tensor<1x64xf32>) outs(%11 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = arith.divf %cst, %in : f32
      linalg.yield %65 : f32
    } -> tensor<1x64xf32>
    %24 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%23 : tensor<1x64xf32>) outs(%10 : tensor<1x48x48x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x48x48x64xf32>
    %25 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%inserted_slice_2, %24 : tensor<1x48x48x64xf32>, tensor<1x48x48x64xf32>) outs(%10 : tensor<1x48x48x64xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %65 = arith.mulf %in, %in_9 : f32
      linalg.yield %65 : f32
    } -> tensor<1x48x48x64xf32>
    %26 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%25, %arg6 : tensor<1x48x48x64xf32>, tensor<1x1x64x16xf32>) outs(%1 : tensor<1x48x48x16xf32>) -> tensor<1x48x48x16xf32>
    %27 = call @relu(%26) : (tensor<1x48x48x16xf32>) -> tensor<1x48x48x16xf32>
    %28 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%27, %arg7 : tensor<1x48x48x16xf32>, tensor<1x1x16x32xf32>) outs(%5 : tensor<1x48x48x32xf32>) -> tensor<1x48x48x32xf32>
    %29 = call @relu_0(%28) : (tensor<1x48x48x32xf32>) -> tensor<1x48x48x32xf32>
    %padded_3 = tensor.pad %27 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg17: index, %arg18: index, %arg19: index, %arg20: index):
      tensor.yield %cst_1 : f32
    } : tensor<1x48x48x16xf32> to tensor<1x50x50x16xf32>
    %30 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_3, %arg8 : tensor<1x50x50x16xf32>, tensor<3x3x16x32xf32>) outs(%5 : tensor<1x48x48x32xf32>) -> tensor<1x48x48x32xf32>
    %31 = call @relu_0(%30) : (tensor<1x48x48x32xf32>) -> tensor<1x48x48x32xf32>
    %inserted_slice_4 = tensor.insert_slice %29 into %10[0, 0, 0, 0] [1, 48, 48, 32] [1, 1, 1, 1] : tensor<1x48x48x32xf32> into tensor<1x48x48x64xf32>
    %inserted_slice_5 = tensor.insert_slice %31 into %inserted_slice_4[0, 0, 0, 32] [1, 48, 48, 32] [1, 1, 1, 1] : tensor<1x48x48x32xf32> into tensor<1x48x48x64xf32>
    %32 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%inserted_slice_5 : tensor<1x48x48x64xf32>) outs(%12 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = arith.addf %out, %in : f32
      linalg.yield %65 : f32
    } -> tensor<1x64xf32>
    %33 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%32 : tensor<1x64xf32>) outs(%11 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = arith.divf %in, %cst_0 : f32
      linalg.yield %65 : f32
    } -> tensor<1x64xf32>
    %34 = linalg.matmul ins(%33, %arg9 : tensor<1x64xf32>, tensor<64x16xf32>) outs(%16 : tensor<1x16xf32>) -> tensor<1x16xf32>
    %35 = call @relu_1(%34) : (tensor<1x16xf32>) -> tensor<1x16xf32>
    %36 = linalg.matmul ins(%35, %arg10 : tensor<1x16xf32>, tensor<16x64xf32>) outs(%12 : tensor<1x64xf32>) -> tensor<1x64xf32>
    %37 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%36 : tensor<1x64xf32>) outs(%11 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = arith.negf %in : f32
      linalg.yield %65 : f32
    } -> tensor<1x64xf32>
    %38 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%37 : tensor<1x64xf32>) outs(%11 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = math.exp %in : f32
      linalg.yield %65 : f32
    } -> tensor<1x64xf32>
    %39 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%38 : tensor<1x64xf32>) outs(%11 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = arith.addf %in, %cst : f32
      linalg.yield %65 : f32
    } -> tensor<1x64xf32>
    %40 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%39 : tensor<1x64xf32>) outs(%11 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = arith.divf %cst, %in : f32
      linalg.yield %65 : f32
    } -> tensor<1x64xf32>
    %41 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%40 : tensor<1x64xf32>) outs(%10 : tensor<1x48x48x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x48x48x64xf32>
    %42 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%inserted_slice_5, %41 : tensor<1x48x48x64xf32>, tensor<1x48x48x64xf32>) outs(%10 : tensor<1x48x48x64xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %65 = arith.mulf %in, %in_9 : f32
      linalg.yield %65 : f32
    } -> tensor<1x48x48x64xf32>
    %43 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%42, %arg11 : tensor<1x48x48x64xf32>, tensor<1x1x64x16xf32>) outs(%1 : tensor<1x48x48x16xf32>) -> tensor<1x48x48x16xf32>
    %44 = call @relu(%43) : (tensor<1x48x48x16xf32>) -> tensor<1x48x48x16xf32>
    %45 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%44, %arg12 : tensor<1x48x48x16xf32>, tensor<1x1x16x32xf32>) outs(%5 : tensor<1x48x48x32xf32>) -> tensor<1x48x48x32xf32>
    %46 = call @relu_0(%45) : (tensor<1x48x48x32xf32>) -> tensor<1x48x48x32xf32>
    %padded_6 = tensor.pad %44 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg17: index, %arg18: index, %arg19: index, %arg20: index):
      tensor.yield %cst_1 : f32
    } : tensor<1x48x48x16xf32> to tensor<1x50x50x16xf32>
    %47 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_6, %arg13 : tensor<1x50x50x16xf32>, tensor<3x3x16x32xf32>) outs(%5 : tensor<1x48x48x32xf32>) -> tensor<1x48x48x32xf32>
    %48 = call @relu_0(%47) : (tensor<1x48x48x32xf32>) -> tensor<1x48x48x32xf32>
    %inserted_slice_7 = tensor.insert_slice %46 into %10[0, 0, 0, 0] [1, 48, 48, 32] [1, 1, 1, 1] : tensor<1x48x48x32xf32> into tensor<1x48x48x64xf32>
    %inserted_slice_8 = tensor.insert_slice %48 into %inserted_slice_7[0, 0, 0, 32] [1, 48, 48, 32] [1, 1, 1, 1] : tensor<1x48x48x32xf32> into tensor<1x48x48x64xf32>
    %49 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%inserted_slice_8 : tensor<1x48x48x64xf32>) outs(%12 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = arith.addf %out, %in : f32
      linalg.yield %65 : f32
    } -> tensor<1x64xf32>
    %50 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%49 : tensor<1x64xf32>) outs(%11 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = arith.divf %in, %cst_0 : f32
      linalg.yield %65 : f32
    } -> tensor<1x64xf32>
    %51 = linalg.matmul ins(%50, %arg14 : tensor<1x64xf32>, tensor<64x16xf32>) outs(%16 : tensor<1x16xf32>) -> tensor<1x16xf32>
    %52 = call @relu_1(%51) : (tensor<1x16xf32>) -> tensor<1x16xf32>
    %53 = linalg.matmul ins(%52, %arg15 : tensor<1x16xf32>, tensor<16x64xf32>) outs(%12 : tensor<1x64xf32>) -> tensor<1x64xf32>
    %54 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%53 : tensor<1x64xf32>) outs(%11 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = arith.negf %in : f32
      linalg.yield %65 : f32
    } -> tensor<1x64xf32>
    %55 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%54 : tensor<1x64xf32>) outs(%11 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = math.exp %in : f32
      linalg.yield %65 : f32
    } -> tensor<1x64xf32>
    %56 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%55 : tensor<1x64xf32>) outs(%11 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = arith.addf %in, %cst : f32
      linalg.yield %65 : f32
    } -> tensor<1x64xf32>
    %57 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%56 : tensor<1x64xf32>) outs(%11 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = arith.divf %cst, %in : f32
      linalg.yield %65 : f32
    } -> tensor<1x64xf32>
    %58 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%57 : tensor<1x64xf32>) outs(%10 : tensor<1x48x48x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x48x48x64xf32>
    %59 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%inserted_slice_8, %58 : tensor<1x48x48x64xf32>, tensor<1x48x48x64xf32>) outs(%10 : tensor<1x48x48x64xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %65 = arith.mulf %in, %in_9 : f32
      linalg.yield %65 : f32
    } -> tensor<1x48x48x64xf32>
    %60 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%59 : tensor<1x48x48x64xf32>) outs(%12 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = arith.addf %out, %in : f32
      linalg.yield %65 : f32
    } -> tensor<1x64xf32>
    %61 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%60 : tensor<1x64xf32>) outs(%11 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = arith.divf %in, %cst_0 : f32
      linalg.yield %65 : f32
    } -> tensor<1x64xf32>
    %62 = tensor.empty() : tensor<1x10xf32>
    %63 = linalg.fill ins(%cst_1 : f32) outs(%62 : tensor<1x10xf32>) -> tensor<1x10xf32>
    %64 = linalg.matmul ins(%61, %arg16 : tensor<1x64xf32>, tensor<64x10xf32>) outs(%63 : tensor<1x10xf32>) -> tensor<1x10xf32>
    return %64 : tensor<1x10xf32>
  }
  func.func private @relu(%arg0: tensor<1x48x48x16xf32>) -> tensor<1x48x48x16xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x48x48x16xf32>
    %1 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x48x48x16xf32>) outs(%0 : tensor<1x48x48x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = arith.maximumf %in, %cst : f32
      linalg.yield %2 : f32
    } -> tensor<1x48x48x16xf32>
    return %1 : tensor<1x48x48x16xf32>
  }
  func.func private @relu_0(%arg0: tensor<1x48x48x32xf32>) -> tensor<1x48x48x32xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x48x48x32xf32>
    %1 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x48x48x32xf32>) outs(%0 : tensor<1x48x48x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = arith.maximumf %in, %cst : f32
      linalg.yield %2 : f32
    } -> tensor<1x48x48x32xf32>
    return %1 : tensor<1x48x48x32xf32>
  }
  func.func private @relu_1(%arg0: tensor<1x16xf32>) -> tensor<1x16xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x16xf32>
    %1 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<1x16xf32>) outs(%0 : tensor<1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = arith.maximumf %in, %cst : f32
      linalg.yield %2 : f32
    } -> tensor<1x16xf32>
    return %1 : tensor<1x16xf32>
  }
}

