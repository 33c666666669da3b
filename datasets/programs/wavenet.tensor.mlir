#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d3, d2)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
module @jit_wavenet {
  func.func public @main(%arg0: tensor<2x256x32xf32>, %arg1: tensor<2x32x32xf32>, %arg2: tensor<2x32x32xf32>, %arg3: tensor<32x32xf32>, %arg4: tensor<2x32x32xf32>, %arg5: tensor<2x32x32xf32>, %arg6: tensor<32x32xf32>, %arg7: tensor<2x32x32xf32>, %arg8: tensor<2x32x32xf32>, %arg9: tensor<32x32xf32>, %arg10: tensor<2x32x32xf32>, %arg11: tensor<2x32x32xf32>, %arg12: tensor<32x32xf32>, %arg13: tensor<2x32x32xf32>, %arg14: tensor<2x32x32xf32>, %arg15: tensor<32x64xf32>) -> tensor<2x256x64xf32> {
    %cst = arith.constant 1.000000e+00 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<2x256x32xf32>
    %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<2x256x32xf32>) -> tensor<2x256x32xf32>
    %padded = tensor.pad %arg0 low[0, 1, 0] high[0, 0, 0] {
    ^bb0(%arg16: index, %arg17: index, %arg18: index):
      tensor.yield %cst_0 : f32
    } : tensor<2x256x32xf32> to tensor<2x257x32xf32>
    %2 = linalg.conv_1d_nwc_wcf {dilations = dense<1> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%padded, %arg1 : tensor<2x257x32xf32>, tensor<2x32x32xf32>) outs(%1 : tensor<2x256x32xf32>) -> tensor<2x256x32xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %59 = math.tanh %in : f32
      linalg.yield %59 : f32
    } -> tensor<2x256x32xf32>
    %4 = linalg.conv_1d_nwc_wcf {dilations = dense<1> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%padded, %arg2 : tensor<2x257x32xf32>, tensor<2x32x32xf32>) outs(%1 : tensor<2x256x32xf32>) -> tensor<2x256x32xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %59 = arith.negf %in : f32
      linalg.yield %59 : f32
    } -> tensor<2x256x32xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %59 = math.exp %in : f32
      linalg.yield %59 : f32
    } -> tensor<2x256x32xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %59 = arith.addf %in, %cst : f32
      linalg.yield %59 : f32
    } -> tensor<2x256x32xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %59 = arith.divf %cst, %in : f32
      linalg.yield %59 : f32
    } -> tensor<2x256x32xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3, %8 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %59 = arith.mulf %in, %in_5 : f32
      linalg.yield %59 : f32
    } -> tensor<2x256x32xf32>
    %10 = linalg.generic {indexing_maps = [#map1, #map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%9, %arg3 : tensor<2x256x32xf32>, tensor<32x32xf32>) outs(%1 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %59 = arith.mulf %in, %in_5 : f32
      %60 = arith.addf %out, %59 : f32
      linalg.yield %60 : f32
    } -> tensor<2x256x32xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %10 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %59 = arith.addf %in, %in_5 : f32
      linalg.yield %59 : f32
    } -> tensor<2x256x32xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %59 = arith.addf %in, %cst_0 : f32
      linalg.yield %59 : f32
    } -> tensor<2x256x32xf32>
    %padded_1 = tensor.pad %11 low[0, 2, 0] high[0, 0, 0] {
    ^bb0(%arg16: index, %arg17: index, %arg18: index):
      tensor.yield %cst_0 : f32
    } : tensor<2x256x32xf32> to tensor<2x258x32xf32>
    %13 = linalg.conv_1d_nwc_wcf {dilations = dense<2> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%padded_1, %arg4 : tensor<2x258x32xf32>, tensor<2x32x32xf32>) outs(%1 : tensor<2x256x32xf32>) -> tensor<2x256x32xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %59 = math.tanh %in : f32
      linalg.yield %59 : f32
    } -> tensor<2x256x32xf32>
    %15 = linalg.conv_1d_nwc_wcf {dilations = dense<2> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%padded_1, %arg5 : tensor<2x258x32xf32>, tensor<2x32x32xf32>) outs(%1 : tensor<2x256x32xf32>) -> tensor<2x256x32xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %59 = arith.negf %in : f32
      linalg.yield %59 : f32
    } -> tensor<2x256x32xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %59 = math.exp %in : f32
      linalg.yield %59 : f32
    } -> tensor<2x256x32xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %59 = arith.addf %in, %cst : f32
      linalg.yield %59 : f32
    } -> tensor<2x256x32xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %59 = arith.divf %cst, %in : f32
      linalg.yield %59 : f32
    } -> tensor<2x256x32xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14, %19 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %59 = arith.mulf %in, %in_5 : f32
      linalg.yield %59 : f32
    } -> tensor<2x256x32xf32>
    %21 = linalg.generic {indexing_maps = [#map1, #map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%20, %arg6 : tensor<2x256x32xf32>, tensor<32x32xf32>) outs(%1 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %59 = arith.mulf %in, %in_5 : f32
      %60 = arith.addf %out, %59 : f32
      linalg.yield %60 : f32
    } -> tensor<2x256x32xf32>
    %22 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11, %21 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %59 = arith.addf %in, %in_5 : f32
      linalg.yield %59 : f32
    } -> tensor<2x256x32xf32>
    %23 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12, %20 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %59 = arith.addf %in, %in_5 : f32
      linalg.yield %59 : f32
    } -> tensor<2x256x32xf32>
    %padded_2 = tensor.pad %22 low[0, 4, 0] high[0, 0, 0] {
    ^bb0(%arg16: index, %arg17: index, %arg18: index):
      tensor.yield %cst_0 : f32
    } : tensor<2x256x32xf32> to tensor<2x260x32xf32>
    %24 = linalg.conv_1d_nwc_wcf {dilations = dense<4> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%padded_2, %arg7 : tensor<2x260x32xf32>, tensor<2x32x32xf32>) outs(%1 : tensor<2x256x32xf32>) -> tensor<2x256x32xf32>
    %25 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%24 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %59 = math.tanh %in : f32
      linalg.yield %59 : f32
    } -> tensor<2x256x32xf32>
    %26 = linalg.conv_1d_nwc_wcf {dilations = dense<4> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%padded_2, %arg8 : tensor<2x260x32xf32>, tensor<2x32x32xf32>) outs(%1 : tensor<2x256x32xf32>) -> tensor<2x256x32xf32>
    %27 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%26 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %59 = arith.negf %in : f32
      linalg.yield %59 : f32
    } -> tensor<2x256x32xf32>
    %28 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%27 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %59 = math.exp %in : f32
      linalg.yield %59 : f32
    } -> tensor<2x256x32xf32>
    %29 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%28 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %59 = arith.addf %in, %cst : f32
      linalg.yield %59 : f32
    } -> tensor<2x256x32xf32>
    %30 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%29 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %59 = arith.divf %cst, %in : f32
      linalg.yield %59 : f32
    } -> tensor<2x256x32xf32>
    %31 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%25, %30 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %59 = arith.mulf %in, %in_5 : f32
      linalg.yield %59 : f32
    } -> tensor<2x256x32xf32>
    %32 = linalg.generic {indexing_maps = [#map1, #map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%31, %arg9 : tensor<2x256x32xf32>, tensor<32x32xf32>) outs(%1 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %59 = arith.mulf %in, %in_5 : f32
      %60 = arith.addf %out, %59 : f32
      linalg.yield %60 : f32
    } -> tensor<2x256x32xf32>
    %33 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22, %32 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %59 = arith.addf %in, %in_5 : f32
      linalg.yield %59 : f32
    } -> tensor<2x256x32xf32>
    %34 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23, %31 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %59 = arith.addf %in, %in_5 : f32
      linalg.yield %59 : f32
    } -> tensor<2x256x32xf32>
    %padded_3 = tensor.pad %33 low[0, 8, 0] high[0, 0, 0] {
    ^bb0(%arg16: index, %arg17: index, %arg18: index):
      tensor.yield %cst_0 : f32
    } : tensor<2x256x32xf32> to tensor<2x264x32xf32>
    %35 = linalg.conv_1d_nwc_wcf {dilations = dense<8> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%padded_3, %arg10 : tensor<2x264x32xf32>, tensor<2x32x32xf32>) outs(%1 : tensor<2x256x32xf32>) -> tensor<2x256x32xf32>
    %36 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%35 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %59 = math.tanh %in : f32
      linalg.yield %59 : f32
    } -> tensor<2x256x32xf32>
    %37 = linalg.conv_1d_nwc_wcf {dilations = dense<8> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%padded_3, %arg11 : tensor<2x264x32xf32>, tensor<2x32x32xf32>) outs(%1 : tensor<2x256x32xf32>) -> tensor<2x256x32xf32>
    %38 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%37 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %59 = arith.negf %in : f32
      linalg.yield %59 : f32
    } -> tensor<2x256x32xf32>
    %39 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%38 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %59 = math.exp %in : f32
      linalg.yield %59 : f32
    } -> tensor<2x256x32xf32>
    %40 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%39 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %59 = arith.addf %in, %cst : f32
      linalg.yield %59 : f32
    } -> tensor<2x256x32xf32>
    %41 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%40 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %59 = arith.divf %cst, %in : f32
      linalg.yield %59 : f32
    } -> tensor<2x256x32xf32>
    %42 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%36, %41 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %59 = arith.mulf %in, %in_5 : f32
      linalg.yield %59 : f32
    } -> tensor<2x256x32xf32>
    %43 = linalg.generic {indexing_maps = [#map1, #map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%42, %arg12 : tensor<2x256x32xf32>, tensor<32x32xf32>) outs(%1 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %59 = arith.mulf %in, %in_5 : f32
      %60 = arith.addf %out, %59 : f32
      linalg.yield %60 : f32
    } -> tensor<2x256x32xf32>
    %44 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%33, %43 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %59 = arith.addf %in, %in_5 : f32
      linalg.yield %59 : f32
    } -> tensor<2x256x32xf32>
    %45 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%34, %42 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %59 = arith.addf %in, %in_5 : f32
      linalg.yield %59 : f32
    } -> tensor<2x256x32xf32>
    %padded_4 = tensor.pad %44 low[0, 16, 0] high[0, 0, 0] {
    ^bb0(%arg16: index, %arg17: index, %arg18: index):
      tensor.yield %cst_0 : f32
    } : tensor<2x256x32xf32> to tensor<2x272x32xf32>
    %46 = linalg.conv_1d_nwc_wcf {dilations = dense<16> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%padded_4, %arg13 : tensor<2x272x32xf32>, tensor<2x32x32xf32>) outs(%1 : tensor<2x256x32xf32>) -> tensor<2x256x32xf32>
    %47 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%46 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %59 = math.tanh %in : f32
      linalg.yield %59 : f32
    } -> tensor<2x256x32xf32>
    %48 = linalg.conv_1d_nwc_wcf {dilations = dense<16> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%padded_4, %arg14 : tensor<2x272x32xf32>, tensor<2x32x32xf32>) outs(%1 : tensor<2x256x32xf32>) -> tensor<2x256x32xf32>
    %49 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%48 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %59 = arith.negf %in : f32
      linalg.yield %59 : f32
    } -> tensor<2x256x32xf32>
    %50 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%49 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %59 = math.exp %in : f32
      linalg.yield %59 : f32
    } -> tensor<2x256x32xf32>
    %51 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%50 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %59 = arith.addf %in, %cst : f32
      linalg.yield %59 : f32
    } -> tensor<2x256x32xf32>
    %52 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%51 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %59 = arith.divf %cst, %in : f32
      linalg.yield %59 : f32
    } -> tensor<2x256x32xf32>
    %53 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%47, %52 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %59 = arith.mulf %in, %in_5 : f32
      linalg.yield %59 : f32
    } -> tensor<2x256x32xf32>
    %54 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%45, %53 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %59 = arith.addf %in, %in_5 : f32
      linalg.yield %59 : f32
    } -> tensor<2x256x32xf32>
    %55 = call @relu(%54) : (tensor<2x256x32xf32>) -> tensor<2x256x32xf32>
    %56 = tensor.empty() : tensor<2x256x64xf32>
    %57 = linalg.fill ins(%cst_0 : f32) outs(%56 : tensor<2x256x64xf32>) -> tensor<2x256x64xf32>
    %58 = linalg.generic {indexing_maps = [#map1, #map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%55, %arg15 : tensor<2x256x32xf32>, tensor<32x64xf32>) outs(%57 : tensor<2x256x64xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %59 = arith.mulf %in, %in_5 : f32
      %60 = arith.addf %out, %59 : f32
      linalg.yield %60 : f32
    } -> tensor<2x256x64xf32>
    return %58 : tensor<2x256x64xf32>
  }
  func.func private @relu(%arg0: tensor<2x256x32xf32>) -> tensor<2x256x32xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<2x256x32xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = arith.maximumf %in, %cst : f32
      linalg.yield %2 : f32
    } -> tensor<2x256x32xf32>
    return %1 : tensor<2x256x32xf32>
  }
}

