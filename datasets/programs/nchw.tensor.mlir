#map = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d6, d0, d2 + d3, d4 + d5)>
#map1 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d1, d0, d3, d5)>
#map2 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d6, d1, d2, d4)>
#map3 = affine_map<(d0, d1, d2, d3) -> ()>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map5 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2 * 2 + d4, d3 * 2 + d5)>
#map6 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d4, d5)>
#map7 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3)>
module @jit_nchw {
  func.func public @main(%arg0: tensor<2x3x64x64xf32>, %arg1: tensor<16x3x3x3xf32>, %arg2: tensor<32x16x3x3xf32>, %arg3: tensor<64x32x3x3xf32>, %arg4: tensor<4096x10xf32>) -> tensor<2x10xf32> {
    %cst = arith.constant 4.000000e+00 : f32
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_1 = arith.constant 0.000000e+00 : f32
    %padded = tensor.pad %arg0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg5: index, %arg6: index, %arg7: index, %arg8: index):
      tensor.yield %cst_1 : f32
    } : tensor<2x3x64x64xf32> to tensor<2x3x66x66xf32>
    %0 = tensor.empty() : tensor<2x16x64x64xf32>
    %1 = linalg.fill ins(%cst_1 : f32) outs(%0 : tensor<2x16x64x64xf32>) -> tensor<2x16x64x64xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%padded, %arg1 : tensor<2x3x66x66xf32>, tensor<16x3x3x3xf32>) outs(%1 : tensor<2x16x64x64xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %28 = arith.mulf %in, %in_4 : f32
      %29 = arith.addf %out, %28 : f32
      linalg.yield %29 : f32
    } -> tensor<2x16x64x64xf32>
    %3 = call @relu(%2) : (tensor<2x16x64x64xf32>) -> tensor<2x16x64x64xf32>
    %4 = tensor.empty() : tensor<2x16x32x32xf32>
    %5 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0 : tensor<f32>) outs(%4 : tensor<2x16x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x16x32x32xf32>
    %6 = tensor.empty() : tensor<2x2xf32>
    %7 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%3, %6 : tensor<2x16x64x64xf32>, tensor<2x2xf32>) outs(%5 : tensor<2x16x32x32xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %28 = arith.addf %out, %in : f32
      linalg.yield %28 : f32
    } -> tensor<2x16x32x32xf32>
    %8 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7 : tensor<2x16x32x32xf32>) outs(%4 : tensor<2x16x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = arith.divf %in, %cst : f32
      linalg.yield %28 : f32
    } -> tensor<2x16x32x32xf32>
    %padded_2 = tensor.pad %8 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg5: index, %arg6: index, %arg7: index, %arg8: index):
      tensor.yield %cst_1 : f32
    } : tensor<2x16x32x32xf32> to tensor<2x16x34x34xf32>
    %9 = tensor.empty() : tensor<2x32x32x32xf32>
    %10 = linalg.fill ins(%cst_1 : f32) outs(%9 : tensor<2x32x32x32xf32>) -> tensor<2x32x32x32xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%padded_2, %arg2 : tensor<2x16x34x34xf32>, tensor<32x16x3x3xf32>) outs(%10 : tensor<2x32x32x32xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %28 = arith.mulf %in, %in_4 : f32
      %29 = arith.addf %out, %28 : f32
      linalg.yield %29 : f32
    } -> tensor<2x32x32x32xf32>
    %12 = call @relu_0(%11) : (tensor<2x32x32x32xf32>) -> tensor<2x32x32x32xf32>
    %13 = tensor.empty() : tensor<2x32x16x16xf32>
    %14 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0 : tensor<f32>) outs(%13 : tensor<2x32x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x32x16x16xf32>
    %15 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%12, %6 : tensor<2x32x32x32xf32>, tensor<2x2xf32>) outs(%14 : tensor<2x32x16x16xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %28 = arith.addf %out, %in : f32
      linalg.yield %28 : f32
    } -> tensor<2x32x16x16xf32>
    %16 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%15 : tensor<2x32x16x16xf32>) outs(%13 : tensor<2x32x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = arith.divf %in, %cst : f32
      linalg.yield %28 : f32
    } -> tensor<2x32x16x16xf32>
    %padded_3 = tensor.pad %16 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg5: index, %arg6: index, %arg7: index, %arg8: index):
      tensor.yield %cst_1 : f32
    } : tensor<2x32x16x16xf32> to tensor<2x32x18x18xf32>
    %17 = tensor.empty() : tensor<2x64x16x16xf32>
    %18 = linalg.fill ins(%cst_1 : f32) outs(%17 : tensor<2x64x16x16xf32>) -> tensor<2x64x16x16xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%padded_3, %arg3 : tensor<2x32x18x18xf32>, tensor<64x32x3x3xf32>) outs(%18 : tensor<2x64x16x16xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %28 = arith.mulf %in, %in_4 : f32
      %29 = arith.addf %out, %28 : f32
      linalg.yield %29 : f32
    } -> tensor<2x64x16x16xf32>
    %20 = call @relu_1(%19) : (tensor<2x64x16x16xf32>) -> tensor<2x64x16x16xf32>
    %21 = tensor.empty() : tensor<2x64x8x8xf32>
    %22 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0 : tensor<f32>) outs(%21 : tensor<2x64x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x64x8x8xf32>
    %23 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%20, %6 : tensor<2x64x16x16xf32>, tensor<2x2xf32>) outs(%22 : tensor<2x64x8x8xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %28 = arith.addf %out, %in : f32
      linalg.yield %28 : f32
    } -> tensor<2x64x8x8xf32>
    %24 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%23 : tensor<2x64x8x8xf32>) outs(%21 : tensor<2x64x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = arith.divf %in, %cst : f32
      linalg.yield %28 : f32
    } -> tensor<2x64x8x8xf32>
    %collapsed = tensor.collapse_shape %24 [[0], [1, 2, 3]] : tensor<2x64x8x8xf32> into tensor<2x4096xf32>
    %25 = tensor.empty() : tensor<2x10xf32>
    %26 = linalg.fill ins(%cst_1 : f32) outs(%25 : tensor<2x10xf32>) -> tensor<2x10xf32>
    %27 = linalg.matmul ins(%collapsed, %arg4 : tensor<2x4096xf32>, tensor<4096x10xf32>) outs(%26 : tensor<2x10xf32>) -> tensor<2x10xf32>
    return %27 : tensor<2x10xf32>
  }
  func.func private @relu(%arg0: tensor<2x16x64x64xf32>) -> tensor<2x16x64x64xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<2x16x64x64xf32>
    %1 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<2x16x64x64xf32>) outs(%0 : tensor<2x16x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = arith.maximumf %in, %cst : f32
      linalg.yield %2 : f32
    } -> tensor<2x16x64x64xf32>
    return %1 : tensor<2x16x64x64xf32>
  }
  func.func private @relu_0(%arg0: tensor<2x32x32x32xf32>) -> tensor<2x32x32x32xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<2x32x32x32xf32>
    %1 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<2x32x32x32xf32>) outs(%0 : tensor<2x32x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = arith.maximumf %in, %cst : f32
      linalg.yield %2 : f32
    } -> tensor<2x32x32x32xf32>
    return %1 : tensor<2x32x32x32xf32>
  }
  func.func private @relu_1(%arg0: tensor<2x64x16x16xf32>) -> tensor<2x64x16x16xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<2x64x16x16xf32>
    %1 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<2x64x16x16xf32>) outs(%0 : tensor<2x64x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = arith.maximumf %in, %cst : f32
      linalg.yield %2 : f32
    } -> tensor<2x64x16x16xf32>
    return %1 : tensor<2x64x16x16xf32>
  }
}

