#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d3, d2)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d2, d3, d0)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d2, d3, d1)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
#map7 = affine_map<(d0, d1) -> (d1, d0)>
#map8 = affine_map<(d0, d1) -> (d0, d1)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#map10 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d2 * 16 + d3, d4)>
#map11 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1)>
#map12 = affine_map<(d0, d1, d2, d3, d4) -> (d2, d4, d1)>
#map13 = affine_map<(d0, d1, d2) -> (-d0 + 1, d1, d2)>
#map14 = affine_map<(d0, d1, d2, d3, d4) -> (d4, d2 + d3, d0)>
#map15 = affine_map<(d0, d1, d2, d3, d4) -> (d3, d1, d0)>
#map16 = affine_map<(d0, d1, d2, d3, d4) -> (d4, d2, d1)>
#map17 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d2 * 8 + d3, d4)>
#map18 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d2 * 4 + d3, d4)>
#map19 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d2 * 2 + d3, d4)>
#map20 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d2 + d3, d4)>
module @jit_wavenet_grad {
  func.func public @main(%arg0: tensor<2x32x32xf32>, %arg1: tensor<2x32x32xf32>, %arg2: tensor<32x32xf32>, %arg3: tensor<2x32x32xf32>, %arg4: tensor<2x32x32xf32>, %arg5: tensor<32x32xf32>, %arg6: tensor<2x32x32xf32>, %arg7: tensor<2x32x32xf32>, %arg8: tensor<32x32xf32>, %arg9: tensor<2x32x32xf32>, %arg10: tensor<2x32x32xf32>, %arg11: tensor<32x32xf32>, %arg12: tensor<2x32x32xf32>, %arg13: tensor<2x32x32xf32>, %arg14: tensor<32x64xf32>, %arg15: tensor<2x256x32xf32>) -> (tensor<2x32x32xf32>, tensor<2x32x32xf32>, tensor<32x32xf32>, tensor<2x32x32xf32>, tensor<2x32x32xf32>, tensor<32x32xf32>, tensor<2x32x32xf32>, tensor<2x32x32xf32>, tensor<32x32xf32>, tensor<2x32x32xf32>, tensor<2x32x32xf32>, tensor<32x32xf32>, tensor<2x32x32xf32>, tensor<2x32x32xf32>, tensor<32x32xf32>, tensor<32x64xf32>) {
    %cst = arith.constant 2.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %cst_1 = arith.constant 0.000000e+00 : f32
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<32x32xf32>
    %0 = tensor.empty() : tensor<2x256x32xf32>
    %1 = linalg.fill ins(%cst_1 : f32) outs(%0 : tensor<2x256x32xf32>) -> tensor<2x256x32xf32>
    %padded = tensor.pad %arg15 low[0, 1, 0] high[0, 0, 0] {
    ^bb0(%arg16: index, %arg17: index, %arg18: index):
      tensor.yield %cst_1 : f32
    } : tensor<2x256x32xf32> to tensor<2x257x32xf32>
    %2 = linalg.conv_1d_nwc_wcf {dilations = dense<1> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%padded, %arg0 : tensor<2x257x32xf32>, tensor<2x32x32xf32>) outs(%1 : tensor<2x256x32xf32>) -> tensor<2x256x32xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %175 = math.tanh %in : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %175 = arith.subf %cst_0, %in : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %5 = linalg.conv_1d_nwc_wcf {dilations = dense<1> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%padded, %arg1 : tensor<2x257x32xf32>, tensor<2x32x32xf32>) outs(%1 : tensor<2x256x32xf32>) -> tensor<2x256x32xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %175 = arith.negf %in : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %175 = math.exp %in : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %175 = arith.addf %in, %cst_0 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %175 = arith.divf %cst_0, %in : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %175 = arith.subf %cst_0, %in : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9, %10 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3, %9 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %13 = linalg.generic {indexing_maps = [#map1, #map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%12, %arg2 : tensor<2x256x32xf32>, tensor<32x32xf32>) outs(%1 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      %176 = arith.addf %out, %175 : f32
      linalg.yield %176 : f32
    } -> tensor<2x256x32xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg15, %13 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.addf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %175 = arith.addf %in, %cst_1 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %padded_3 = tensor.pad %14 low[0, 2, 0] high[0, 0, 0] {
    ^bb0(%arg16: index, %arg17: index, %arg18: index):
      tensor.yield %cst_1 : f32
    } : tensor<2x256x32xf32> to tensor<2x258x32xf32>
    %16 = linalg.conv_1d_nwc_wcf {dilations = dense<2> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%padded_3, %arg3 : tensor<2x258x32xf32>, tensor<2x32x32xf32>) outs(%1 : tensor<2x256x32xf32>) -> tensor<2x256x32xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %175 = math.tanh %in : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %175 = arith.subf %cst_0, %in : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %19 = linalg.conv_1d_nwc_wcf {dilations = dense<2> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%padded_3, %arg4 : tensor<2x258x32xf32>, tensor<2x32x32xf32>) outs(%1 : tensor<2x256x32xf32>) -> tensor<2x256x32xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %175 = arith.negf %in : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %175 = math.exp %in : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %22 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%21 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %175 = arith.addf %in, %cst_0 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %23 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %175 = arith.divf %cst_0, %in : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %24 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %175 = arith.subf %cst_0, %in : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %25 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23, %24 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %26 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17, %23 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %27 = linalg.generic {indexing_maps = [#map1, #map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%26, %arg5 : tensor<2x256x32xf32>, tensor<32x32xf32>) outs(%1 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      %176 = arith.addf %out, %175 : f32
      linalg.yield %176 : f32
    } -> tensor<2x256x32xf32>
    %28 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14, %27 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.addf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %29 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15, %26 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.addf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %padded_4 = tensor.pad %28 low[0, 4, 0] high[0, 0, 0] {
    ^bb0(%arg16: index, %arg17: index, %arg18: index):
      tensor.yield %cst_1 : f32
    } : tensor<2x256x32xf32> to tensor<2x260x32xf32>
    %30 = linalg.conv_1d_nwc_wcf {dilations = dense<4> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%padded_4, %arg6 : tensor<2x260x32xf32>, tensor<2x32x32xf32>) outs(%1 : tensor<2x256x32xf32>) -> tensor<2x256x32xf32>
    %31 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%30 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %175 = math.tanh %in : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %32 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%31 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %175 = arith.subf %cst_0, %in : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %33 = linalg.conv_1d_nwc_wcf {dilations = dense<4> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%padded_4, %arg7 : tensor<2x260x32xf32>, tensor<2x32x32xf32>) outs(%1 : tensor<2x256x32xf32>) -> tensor<2x256x32xf32>
    %34 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%33 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %175 = arith.negf %in : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %35 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%34 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %175 = math.exp %in : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %36 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%35 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %175 = arith.addf %in, %cst_0 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %37 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%36 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %175 = arith.divf %cst_0, %in : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %38 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%37 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %175 = arith.subf %cst_0, %in : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %39 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%37, %38 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %40 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%31, %37 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %41 = linalg.generic {indexing_maps = [#map1, #map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%40, %arg8 : tensor<2x256x32xf32>, tensor<32x32xf32>) outs(%1 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      %176 = arith.addf %out, %175 : f32
      linalg.yield %176 : f32
    } -> tensor<2x256x32xf32>
    %42 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%28, %41 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.addf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %43 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%29, %40 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.addf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %padded_5 = tensor.pad %42 low[0, 8, 0] high[0, 0, 0] {
    ^bb0(%arg16: index, %arg17: index, %arg18: index):
      tensor.yield %cst_1 : f32
    } : tensor<2x256x32xf32> to tensor<2x264x32xf32>
    %44 = linalg.conv_1d_nwc_wcf {dilations = dense<8> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%padded_5, %arg9 : tensor<2x264x32xf32>, tensor<2x32x32xf32>) outs(%1 : tensor<2x256x32xf32>) -> tensor<2x256x32xf32>
    %45 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%44 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %175 = math.tanh %in : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %46 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%45 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %175 = arith.subf %cst_0, %in : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %47 = linalg.conv_1d_nwc_wcf {dilations = dense<8> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%padded_5, %arg10 : tensor<2x264x32xf32>, tensor<2x32x32xf32>) outs(%1 : tensor<2x256x32xf32>) -> tensor<2x256x32xf32>
    %48 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%47 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %175 = arith.negf %in : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %49 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%48 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %175 = math.exp %in : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %50 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%49 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %175 = arith.addf %in, %cst_0 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %51 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%50 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %175 = arith.divf %cst_0, %in : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %52 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%51 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %175 = arith.subf %cst_0, %in : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %53 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%51, %52 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %54 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%45, %51 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %55 = linalg.generic {indexing_maps = [#map1, #map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%54, %arg11 : tensor<2x256x32xf32>, tensor<32x32xf32>) outs(%1 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      %176 = arith.addf %out, %175 : f32
      linalg.yield %176 : f32
    } -> tensor<2x256x32xf32>
    %56 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%42, %55 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.addf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %57 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%43, %54 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.addf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %padded_6 = tensor.pad %56 low[0, 16, 0] high[0, 0, 0] {
    ^bb0(%arg16: index, %arg17: index, %arg18: index):
      tensor.yield %cst_1 : f32
    } : tensor<2x256x32xf32> to tensor<2x272x32xf32>
    %58 = linalg.conv_1d_nwc_wcf {dilations = dense<16> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%padded_6, %arg12 : tensor<2x272x32xf32>, tensor<2x32x32xf32>) outs(%1 : tensor<2x256x32xf32>) -> tensor<2x256x32xf32>
    %59 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%58 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %175 = math.tanh %in : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %60 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%59 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %175 = arith.subf %cst_0, %in : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %61 = linalg.conv_1d_nwc_wcf {dilations = dense<16> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%padded_6, %arg13 : tensor<2x272x32xf32>, tensor<2x32x32xf32>) outs(%1 : tensor<2x256x32xf32>) -> tensor<2x256x32xf32>
    %62 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%61 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %175 = arith.negf %in : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %63 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%62 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %175 = math.exp %in : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %64 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%63 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %175 = arith.addf %in, %cst_0 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %65 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%64 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %175 = arith.divf %cst_0, %in : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %66 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%65 : tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %175 = arith.subf %cst_0, %in : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %67 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%65, %66 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %68 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%59, %65 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %69 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%57, %68 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.addf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %70 = call @relu(%69) : (tensor<2x256x32xf32>) -> tensor<2x256x32xf32>
    %71 = tensor.empty() : tensor<2x256x32xi1>
    %72 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%69 : tensor<2x256x32xf32>) outs(%71 : tensor<2x256x32xi1>) {
    ^bb0(%in: f32, %out: i1):
      %175 = arith.cmpf ogt, %in, %cst_1 : f32
      linalg.yield %175 : i1
    } -> tensor<2x256x32xi1>
    %73 = tensor.empty() : tensor<2x256x64xf32>
    %74 = linalg.fill ins(%cst_1 : f32) outs(%73 : tensor<2x256x64xf32>) -> tensor<2x256x64xf32>
    %75 = linalg.generic {indexing_maps = [#map1, #map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%70, %arg14 : tensor<2x256x32xf32>, tensor<32x64xf32>) outs(%74 : tensor<2x256x64xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      %176 = arith.addf %out, %175 : f32
      linalg.yield %176 : f32
    } -> tensor<2x256x64xf32>
    %76 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%75 : tensor<2x256x64xf32>) outs(%73 : tensor<2x256x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %175 = arith.mulf %in, %cst : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x64xf32>
    %77 = tensor.empty() : tensor<64x32xf32>
    %78 = linalg.fill ins(%cst_1 : f32) outs(%77 : tensor<64x32xf32>) -> tensor<64x32xf32>
    %79 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%76, %70 : tensor<2x256x64xf32>, tensor<2x256x32xf32>) outs(%78 : tensor<64x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      %176 = arith.addf %out, %175 : f32
      linalg.yield %176 : f32
    } -> tensor<64x32xf32>
    %80 = tensor.empty() : tensor<32x64xf32>
    %81 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel"]} ins(%79 : tensor<64x32xf32>) outs(%80 : tensor<32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x64xf32>
    %82 = linalg.generic {indexing_maps = [#map1, #map9, #map3], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%76, %arg14 : tensor<2x256x64xf32>, tensor<32x64xf32>) outs(%1 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      %176 = arith.addf %out, %175 : f32
      linalg.yield %176 : f32
    } -> tensor<2x256x32xf32>
    %83 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%72, %82 : tensor<2x256x32xi1>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: i1, %in_22: f32, %out: f32):
      %175 = arith.select %in, %in_22, %cst_1 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %84 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%59, %83 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %85 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%83, %65 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %86 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%84, %67 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %87 = tensor.empty() : tensor<2x32x32xf32>
    %88 = linalg.fill ins(%cst_1 : f32) outs(%87 : tensor<2x32x32xf32>) -> tensor<2x32x32xf32>
    %89 = linalg.generic {indexing_maps = [#map10, #map11, #map12], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel"]} ins(%padded_6, %86 : tensor<2x272x32xf32>, tensor<2x256x32xf32>) outs(%88 : tensor<2x32x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      %176 = arith.addf %out, %175 : f32
      linalg.yield %176 : f32
    } -> tensor<2x32x32xf32>
    %90 = linalg.generic {indexing_maps = [#map13, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg13 : tensor<2x32x32xf32>) outs(%87 : tensor<2x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x32x32xf32>
    %padded_7 = tensor.pad %86 low[0, 0, 0] high[0, 16, 0] {
    ^bb0(%arg16: index, %arg17: index, %arg18: index):
      tensor.yield %cst_1 : f32
    } : tensor<2x256x32xf32> to tensor<2x272x32xf32>
    %91 = tensor.empty() : tensor<17x32x32xf32>
    %92 = linalg.fill ins(%cst_1 : f32) outs(%91 : tensor<17x32x32xf32>) -> tensor<17x32x32xf32>
    %inserted_slice = tensor.insert_slice %90 into %92[0, 0, 0] [2, 32, 32] [16, 1, 1] : tensor<2x32x32xf32> into tensor<17x32x32xf32>
    %93 = linalg.generic {indexing_maps = [#map14, #map15, #map16], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel"]} ins(%padded_7, %inserted_slice : tensor<2x272x32xf32>, tensor<17x32x32xf32>) outs(%1 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      %176 = arith.addf %out, %175 : f32
      linalg.yield %176 : f32
    } -> tensor<2x256x32xf32>
    %94 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%85, %60 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %95 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%94, %59 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %96 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%94, %95 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.addf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %97 = linalg.generic {indexing_maps = [#map10, #map11, #map12], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel"]} ins(%padded_6, %96 : tensor<2x272x32xf32>, tensor<2x256x32xf32>) outs(%88 : tensor<2x32x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      %176 = arith.addf %out, %175 : f32
      linalg.yield %176 : f32
    } -> tensor<2x32x32xf32>
    %98 = linalg.generic {indexing_maps = [#map13, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg12 : tensor<2x32x32xf32>) outs(%87 : tensor<2x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x32x32xf32>
    %padded_8 = tensor.pad %96 low[0, 0, 0] high[0, 16, 0] {
    ^bb0(%arg16: index, %arg17: index, %arg18: index):
      tensor.yield %cst_1 : f32
    } : tensor<2x256x32xf32> to tensor<2x272x32xf32>
    %inserted_slice_9 = tensor.insert_slice %98 into %92[0, 0, 0] [2, 32, 32] [16, 1, 1] : tensor<2x32x32xf32> into tensor<17x32x32xf32>
    %99 = linalg.generic {indexing_maps = [#map14, #map15, #map16], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel"]} ins(%padded_8, %inserted_slice_9 : tensor<2x272x32xf32>, tensor<17x32x32xf32>) outs(%1 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      %176 = arith.addf %out, %175 : f32
      linalg.yield %176 : f32
    } -> tensor<2x256x32xf32>
    %100 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%93, %99 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.addf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %101 = tensor.empty() : tensor<32x32xf32>
    %102 = linalg.fill ins(%cst_1 : f32) outs(%101 : tensor<32x32xf32>) -> tensor<32x32xf32>
    %103 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%100, %54 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%102 : tensor<32x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      %176 = arith.addf %out, %175 : f32
      linalg.yield %176 : f32
    } -> tensor<32x32xf32>
    %104 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel"]} ins(%103 : tensor<32x32xf32>) outs(%101 : tensor<32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x32xf32>
    %105 = linalg.generic {indexing_maps = [#map1, #map9, #map3], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%100, %arg11 : tensor<2x256x32xf32>, tensor<32x32xf32>) outs(%1 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      %176 = arith.addf %out, %175 : f32
      linalg.yield %176 : f32
    } -> tensor<2x256x32xf32>
    %106 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%83, %105 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.addf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %107 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%45, %106 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %108 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%106, %51 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %109 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%107, %53 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %110 = linalg.generic {indexing_maps = [#map17, #map11, #map12], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel"]} ins(%padded_5, %109 : tensor<2x264x32xf32>, tensor<2x256x32xf32>) outs(%88 : tensor<2x32x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      %176 = arith.addf %out, %175 : f32
      linalg.yield %176 : f32
    } -> tensor<2x32x32xf32>
    %111 = linalg.generic {indexing_maps = [#map13, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg10 : tensor<2x32x32xf32>) outs(%87 : tensor<2x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x32x32xf32>
    %padded_10 = tensor.pad %109 low[0, 0, 0] high[0, 8, 0] {
    ^bb0(%arg16: index, %arg17: index, %arg18: index):
      tensor.yield %cst_1 : f32
    } : tensor<2x256x32xf32> to tensor<2x264x32xf32>
    %112 = tensor.empty() : tensor<9x32x32xf32>
    %113 = linalg.fill ins(%cst_1 : f32) outs(%112 : tensor<9x32x32xf32>) -> tensor<9x32x32xf32>
    %inserted_slice_11 = tensor.insert_slice %111 into %113[0, 0, 0] [2, 32, 32] [8, 1, 1] : tensor<2x32x32xf32> into tensor<9x32x32xf32>
    %114 = linalg.generic {indexing_maps = [#map14, #map15, #map16], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel"]} ins(%padded_10, %inserted_slice_11 : tensor<2x264x32xf32>, tensor<9x32x32xf32>) outs(%1 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      %176 = arith.addf %out, %175 : f32
      linalg.yield %176 : f32
    } -> tensor<2x256x32xf32>
    %115 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%100, %114 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.addf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %116 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%108, %46 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %117 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%116, %45 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %118 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%116, %117 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.addf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %119 = linalg.generic {indexing_maps = [#map17, #map11, #map12], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel"]} ins(%padded_5, %118 : tensor<2x264x32xf32>, tensor<2x256x32xf32>) outs(%88 : tensor<2x32x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      %176 = arith.addf %out, %175 : f32
      linalg.yield %176 : f32
    } -> tensor<2x32x32xf32>
    %120 = linalg.generic {indexing_maps = [#map13, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg9 : tensor<2x32x32xf32>) outs(%87 : tensor<2x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x32x32xf32>
    %padded_12 = tensor.pad %118 low[0, 0, 0] high[0, 8, 0] {
    ^bb0(%arg16: index, %arg17: index, %arg18: index):
      tensor.yield %cst_1 : f32
    } : tensor<2x256x32xf32> to tensor<2x264x32xf32>
    %inserted_slice_13 = tensor.insert_slice %120 into %113[0, 0, 0] [2, 32, 32] [8, 1, 1] : tensor<2x32x32xf32> into tensor<9x32x32xf32>
    %121 = linalg.generic {indexing_maps = [#map14, #map15, #map16], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel"]} ins(%padded_12, %inserted_slice_13 : tensor<2x264x32xf32>, tensor<9x32x32xf32>) outs(%1 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      %176 = arith.addf %out, %175 : f32
      linalg.yield %176 : f32
    } -> tensor<2x256x32xf32>
    %122 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%115, %121 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.addf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %123 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%122, %40 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%102 : tensor<32x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      %176 = arith.addf %out, %175 : f32
      linalg.yield %176 : f32
    } -> tensor<32x32xf32>
    %124 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel"]} ins(%123 : tensor<32x32xf32>) outs(%101 : tensor<32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x32xf32>
    %125 = linalg.generic {indexing_maps = [#map1, #map9, #map3], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%122, %arg8 : tensor<2x256x32xf32>, tensor<32x32xf32>) outs(%1 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      %176 = arith.addf %out, %175 : f32
      linalg.yield %176 : f32
    } -> tensor<2x256x32xf32>
    %126 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%83, %125 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.addf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %127 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%31, %126 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %128 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%126, %37 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %129 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%127, %39 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %130 = linalg.generic {indexing_maps = [#map18, #map11, #map12], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel"]} ins(%padded_4, %129 : tensor<2x260x32xf32>, tensor<2x256x32xf32>) outs(%88 : tensor<2x32x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      %176 = arith.addf %out, %175 : f32
      linalg.yield %176 : f32
    } -> tensor<2x32x32xf32>
    %131 = linalg.generic {indexing_maps = [#map13, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg7 : tensor<2x32x32xf32>) outs(%87 : tensor<2x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x32x32xf32>
    %padded_14 = tensor.pad %129 low[0, 0, 0] high[0, 4, 0] {
    ^bb0(%arg16: index, %arg17: index, %arg18: index):
      tensor.yield %cst_1 : f32
    } : tensor<2x256x32xf32> to tensor<2x260x32xf32>
    %132 = tensor.empty() : tensor<5x32x32xf32>
    %133 = linalg.fill ins(%cst_1 : f32) outs(%132 : tensor<5x32x32xf32>) -> tensor<5x32x32xf32>
    %inserted_slice_15 = tensor.insert_slice %131 into %133[0, 0, 0] [2, 32, 32] [4, 1, 1] : tensor<2x32x32xf32> into tensor<5x32x32xf32>
    %134 = linalg.generic {indexing_maps = [#map14, #map15, #map16], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel"]} ins(%padded_14, %inserted_slice_15 : tensor<2x260x32xf32>, tensor<5x32x32xf32>) outs(%1 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      %176 = arith.addf %out, %175 : f32
      linalg.yield %176 : f32
    } -> tensor<2x256x32xf32>
    %135 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%122, %134 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.addf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %136 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%128, %32 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %137 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%136, %31 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %138 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%136, %137 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.addf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %139 = linalg.generic {indexing_maps = [#map18, #map11, #map12], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel"]} ins(%padded_4, %138 : tensor<2x260x32xf32>, tensor<2x256x32xf32>) outs(%88 : tensor<2x32x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      %176 = arith.addf %out, %175 : f32
      linalg.yield %176 : f32
    } -> tensor<2x32x32xf32>
    %140 = linalg.generic {indexing_maps = [#map13, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg6 : tensor<2x32x32xf32>) outs(%87 : tensor<2x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x32x32xf32>
    %padded_16 = tensor.pad %138 low[0, 0, 0] high[0, 4, 0] {
    ^bb0(%arg16: index, %arg17: index, %arg18: index):
      tensor.yield %cst_1 : f32
    } : tensor<2x256x32xf32> to tensor<2x260x32xf32>
    %inserted_slice_17 = tensor.insert_slice %140 into %133[0, 0, 0] [2, 32, 32] [4, 1, 1] : tensor<2x32x32xf32> into tensor<5x32x32xf32>
    %141 = linalg.generic {indexing_maps = [#map14, #map15, #map16], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel"]} ins(%padded_16, %inserted_slice_17 : tensor<2x260x32xf32>, tensor<5x32x32xf32>) outs(%1 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      %176 = arith.addf %out, %175 : f32
      linalg.yield %176 : f32
    } -> tensor<2x256x32xf32>
    %142 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%135, %141 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.addf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %143 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%142, %26 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%102 : tensor<32x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      %176 = arith.addf %out, %175 : f32
      linalg.yield %176 : f32
    } -> tensor<32x32xf32>
    %144 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel"]} ins(%143 : tensor<32x32xf32>) outs(%101 : tensor<32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x32xf32>
    %145 = linalg.generic {indexing_maps = [#map1, #map9, #map3], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%142, %arg5 : tensor<2x256x32xf32>, tensor<32x32xf32>) outs(%1 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      %176 = arith.addf %out, %175 : f32
      linalg.yield %176 : f32
    } -> tensor<2x256x32xf32>
    %146 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%83, %145 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.addf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %147 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17, %146 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %148 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%146, %23 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %149 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%147, %25 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %150 = linalg.generic {indexing_maps = [#map19, #map11, #map12], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel"]} ins(%padded_3, %149 : tensor<2x258x32xf32>, tensor<2x256x32xf32>) outs(%88 : tensor<2x32x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      %176 = arith.addf %out, %175 : f32
      linalg.yield %176 : f32
    } -> tensor<2x32x32xf32>
    %151 = linalg.generic {indexing_maps = [#map13, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg4 : tensor<2x32x32xf32>) outs(%87 : tensor<2x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x32x32xf32>
    %padded_18 = tensor.pad %149 low[0, 0, 0] high[0, 2, 0] {
    ^bb0(%arg16: index, %arg17: index, %arg18: index):
      tensor.yield %cst_1 : f32
    } : tensor<2x256x32xf32> to tensor<2x258x32xf32>
    %152 = tensor.empty() : tensor<3x32x32xf32>
    %153 = linalg.fill ins(%cst_1 : f32) outs(%152 : tensor<3x32x32xf32>) -> tensor<3x32x32xf32>
    %inserted_slice_19 = tensor.insert_slice %151 into %153[0, 0, 0] [2, 32, 32] [2, 1, 1] : tensor<2x32x32xf32> into tensor<3x32x32xf32>
    %154 = linalg.generic {indexing_maps = [#map14, #map15, #map16], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel"]} ins(%padded_18, %inserted_slice_19 : tensor<2x258x32xf32>, tensor<3x32x32xf32>) outs(%1 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      %176 = arith.addf %out, %175 : f32
      linalg.yield %176 : f32
    } -> tensor<2x256x32xf32>
    %155 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%142, %154 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.addf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %156 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%148, %18 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %157 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%156, %17 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %158 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%156, %157 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.addf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %159 = linalg.generic {indexing_maps = [#map19, #map11, #map12], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel"]} ins(%padded_3, %158 : tensor<2x258x32xf32>, tensor<2x256x32xf32>) outs(%88 : tensor<2x32x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      %176 = arith.addf %out, %175 : f32
      linalg.yield %176 : f32
    } -> tensor<2x32x32xf32>
    %160 = linalg.generic {indexing_maps = [#map13, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg3 : tensor<2x32x32xf32>) outs(%87 : tensor<2x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x32x32xf32>
    %padded_20 = tensor.pad %158 low[0, 0, 0] high[0, 2, 0] {
    ^bb0(%arg16: index, %arg17: index, %arg18: index):
      tensor.yield %cst_1 : f32
    } : tensor<2x256x32xf32> to tensor<2x258x32xf32>
    %inserted_slice_21 = tensor.insert_slice %160 into %153[0, 0, 0] [2, 32, 32] [2, 1, 1] : tensor<2x32x32xf32> into tensor<3x32x32xf32>
    %161 = linalg.generic {indexing_maps = [#map14, #map15, #map16], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel"]} ins(%padded_20, %inserted_slice_21 : tensor<2x258x32xf32>, tensor<3x32x32xf32>) outs(%1 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      %176 = arith.addf %out, %175 : f32
      linalg.yield %176 : f32
    } -> tensor<2x256x32xf32>
    %162 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%155, %161 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.addf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %163 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%162, %12 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%102 : tensor<32x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      %176 = arith.addf %out, %175 : f32
      linalg.yield %176 : f32
    } -> tensor<32x32xf32>
    %164 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel"]} ins(%163 : tensor<32x32xf32>) outs(%101 : tensor<32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x32xf32>
    %165 = linalg.generic {indexing_maps = [#map1, #map9, #map3], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%162, %arg2 : tensor<2x256x32xf32>, tensor<32x32xf32>) outs(%1 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      %176 = arith.addf %out, %175 : f32
      linalg.yield %176 : f32
    } -> tensor<2x256x32xf32>
    %166 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%83, %165 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.addf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %167 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3, %166 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %168 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%166, %9 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %169 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%167, %11 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %170 = linalg.generic {indexing_maps = [#map20, #map11, #map12], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel"]} ins(%padded, %169 : tensor<2x257x32xf32>, tensor<2x256x32xf32>) outs(%88 : tensor<2x32x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      %176 = arith.addf %out, %175 : f32
      linalg.yield %176 : f32
    } -> tensor<2x32x32xf32>
    %171 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%168, %4 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %172 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%171, %3 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %173 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%171, %172 : tensor<2x256x32xf32>, tensor<2x256x32xf32>) outs(%0 : tensor<2x256x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.addf %in, %in_22 : f32
      linalg.yield %175 : f32
    } -> tensor<2x256x32xf32>
    %174 = linalg.generic {indexing_maps = [#map20, #map11, #map12], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel"]} ins(%padded, %173 : tensor<2x257x32xf32>, tensor<2x256x32xf32>) outs(%88 : tensor<2x32x32xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %175 = arith.mulf %in, %in_22 : f32
      %176 = arith.addf %out, %175 : f32
      linalg.yield %176 : f32
    } -> tensor<2x32x32xf32>
    return %174, %170, %164, %159, %150, %144, %139, %130, %124, %119, %110, %104, %97, %89, %cst_2, %81 : tensor<2x32x32xf32>, tensor<2x32x32xf32>, tensor<32x32xf32>, tensor<2x32x32xf32>, tensor<2x32x32xf32>, tensor<32x32xf32>, tensor<2x32x32xf32>, tensor<2x32x32xf32>, tensor<32x32xf32>, tensor<2x32x32xf32>, tensor<2x32x32xf32>, tensor<32x32xf32>, tensor<2x32x32xf32>, tensor<2x32x32xf32>, tensor<32x32xf32>, tensor<32x64xf32>
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

