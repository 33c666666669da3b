#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map2 = affine_map<(d0, d1, d2) -> ()>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map4 = affine_map<(d0, d1, d2) -> (d2)>
#map5 = affine_map<(d0, d1, d2) -> (0, 0, d2)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d3, d2)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map9 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d1, d4)>
#map10 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4)>
#map11 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>
#map12 = affine_map<(d0, d1, d2, d3) -> ()>
#map13 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map14 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map15 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d1, d2)>
#map16 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
#map17 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
module @jit_block {
  func.func public @main(%arg0: tensor<?x?x64xf32>, %arg1: tensor<64xf32>, %arg2: tensor<64xf32>, %arg3: tensor<64xf32>, %arg4: tensor<64xf32>, %arg5: tensor<64x64xf32>, %arg6: tensor<64x64xf32>, %arg7: tensor<64x64xf32>, %arg8: tensor<64x64xf32>, %arg9: tensor<64x256xf32>, %arg10: tensor<256x64xf32>) -> tensor<?x?x64xf32> {
    %cst = arith.constant 0xFF800000 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %c16_i32 = arith.constant 16 : i32
    %c4_i32 = arith.constant 4 : i32
    %c64_i32 = arith.constant 64 : i32
    %c1 = arith.constant 1 : index
    %cst_1 = arith.constant dense<6.400000e+01> : tensor<f32>
    %cst_2 = arith.constant dense<9.99999974E-6> : tensor<f32>
    %cst_3 = arith.constant dense<8.000000e+00> : tensor<f32>
    %cst_4 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_5 = arith.constant dense<4.471500e-02> : tensor<f32>
    %cst_6 = arith.constant dense<0.797884583> : tensor<f32>
    %cst_7 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_8 = arith.constant dense<5.000000e-01> : tensor<f32>
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %arg0, %c0 : tensor<?x?x64xf32>
    %0 = arith.index_cast %dim : index to i32
    %dim_9 = tensor.dim %arg0, %c1 : tensor<?x?x64xf32>
    %1 = arith.index_cast %dim_9 : index to i32
    %2 = tensor.empty(%dim, %dim_9) : tensor<?x?xf32>
    %3 = linalg.fill ins(%cst_0 : f32) outs(%2 : tensor<?x?xf32>) -> tensor<?x?xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0 : tensor<?x?x64xf32>) outs(%3 : tensor<?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %101 = arith.addf %out, %in : f32
      linalg.yield %101 : f32
    } -> tensor<?x?xf32>
    %5 = arith.index_cast %0 : i32 to index
    %6 = arith.index_cast %1 : i32 to index
    %7 = tensor.empty(%5, %6) : tensor<?x?x1xf32>
    %8 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4 : tensor<?x?xf32>) outs(%7 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x1xf32>
    %9 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_1 : tensor<f32>) outs(%7 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x1xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8, %9 : tensor<?x?x1xf32>, tensor<?x?x1xf32>) outs(%7 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %101 = arith.divf %in, %in_14 : f32
      linalg.yield %101 : f32
    } -> tensor<?x?x1xf32>
    %from_elements = tensor.from_elements %0, %1, %c64_i32 : tensor<3xi32>
    %11 = tensor.empty(%5, %6) : tensor<?x?x64xf32>
    %12 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10 : tensor<?x?x1xf32>) outs(%11 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x64xf32>
    %13 = tensor.empty(%dim, %dim_9) : tensor<?x?x64xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %12 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%13 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %101 = arith.subf %in, %in_14 : f32
      linalg.yield %101 : f32
    } -> tensor<?x?x64xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14 : tensor<?x?x64xf32>) outs(%13 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %101 = arith.mulf %in, %in : f32
      linalg.yield %101 : f32
    } -> tensor<?x?x64xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%15 : tensor<?x?x64xf32>) outs(%3 : tensor<?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %101 = arith.addf %out, %in : f32
      linalg.yield %101 : f32
    } -> tensor<?x?xf32>
    %17 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16 : tensor<?x?xf32>) outs(%7 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x1xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17, %9 : tensor<?x?x1xf32>, tensor<?x?x1xf32>) outs(%7 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %101 = arith.divf %in, %in_14 : f32
      linalg.yield %101 : f32
    } -> tensor<?x?x1xf32>
    %19 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_2 : tensor<f32>) outs(%7 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x1xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18, %19 : tensor<?x?x1xf32>, tensor<?x?x1xf32>) outs(%7 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %101 = arith.addf %in, %in_14 : f32
      linalg.yield %101 : f32
    } -> tensor<?x?x1xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20 : tensor<?x?x1xf32>) outs(%7 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %101 = math.rsqrt %in : f32
      linalg.yield %101 : f32
    } -> tensor<?x?x1xf32>
    %22 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%21 : tensor<?x?x1xf32>) outs(%11 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x64xf32>
    %23 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14, %22 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%13 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %101 = arith.mulf %in, %in_14 : f32
      linalg.yield %101 : f32
    } -> tensor<?x?x64xf32>
    %24 = tensor.empty() : tensor<1x1x64xf32>
    %25 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg3 : tensor<64xf32>) outs(%24 : tensor<1x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x64xf32>
    %26 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%25 : tensor<1x1x64xf32>) outs(%11 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x64xf32>
    %27 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23, %26 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%13 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %101 = arith.mulf %in, %in_14 : f32
      linalg.yield %101 : f32
    } -> tensor<?x?x64xf32>
    %28 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg1 : tensor<64xf32>) outs(%24 : tensor<1x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x64xf32>
    %29 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%28 : tensor<1x1x64xf32>) outs(%11 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x64xf32>
    %30 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%27, %29 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%13 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %101 = arith.addf %in, %in_14 : f32
      linalg.yield %101 : f32
    } -> tensor<?x?x64xf32>
    %31 = linalg.fill ins(%cst_0 : f32) outs(%13 : tensor<?x?x64xf32>) -> tensor<?x?x64xf32>
    %32 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%30, %arg7 : tensor<?x?x64xf32>, tensor<64x64xf32>) outs(%31 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %101 = arith.mulf %in, %in_14 : f32
      %102 = arith.addf %out, %101 : f32
      linalg.yield %102 : f32
    } -> tensor<?x?x64xf32>
    %from_elements_10 = tensor.from_elements %0, %1, %c4_i32, %c16_i32 : tensor<4xi32>
    %reshape = tensor.reshape %32(%from_elements_10) : (tensor<?x?x64xf32>, tensor<4xi32>) -> tensor<?x?x4x16xf32>
    %33 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%30, %arg5 : tensor<?x?x64xf32>, tensor<64x64xf32>) outs(%31 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %101 = arith.mulf %in, %in_14 : f32
      %102 = arith.addf %out, %101 : f32
      linalg.yield %102 : f32
    } -> tensor<?x?x64xf32>
    %reshape_11 = tensor.reshape %33(%from_elements_10) : (tensor<?x?x64xf32>, tensor<4xi32>) -> tensor<?x?x4x16xf32>
    %34 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%30, %arg8 : tensor<?x?x64xf32>, tensor<64x64xf32>) outs(%31 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %101 = arith.mulf %in, %in_14 : f32
      %102 = arith.addf %out, %101 : f32
      linalg.yield %102 : f32
    } -> tensor<?x?x64xf32>
    %reshape_12 = tensor.reshape %34(%from_elements_10) : (tensor<?x?x64xf32>, tensor<4xi32>) -> tensor<?x?x4x16xf32>
    %35 = tensor.empty(%5, %6, %6) : tensor<?x4x?x?xf32>
    %36 = linalg.fill ins(%cst_0 : f32) outs(%35 : tensor<?x4x?x?xf32>) -> tensor<?x4x?x?xf32>
    %37 = linalg.generic {indexing_maps = [#map9, #map10, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%reshape, %reshape_11 : tensor<?x?x4x16xf32>, tensor<?x?x4x16xf32>) outs(%36 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %101 = arith.mulf %in, %in_14 : f32
      %102 = arith.addf %out, %101 : f32
      linalg.yield %102 : f32
    } -> tensor<?x4x?x?xf32>
    %38 = linalg.generic {indexing_maps = [#map12, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_3 : tensor<f32>) outs(%35 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x?x?xf32>
    %39 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%37, %38 : tensor<?x4x?x?xf32>, tensor<?x4x?x?xf32>) outs(%35 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %101 = arith.divf %in, %in_14 : f32
      linalg.yield %101 : f32
    } -> tensor<?x4x?x?xf32>
    %40 = tensor.empty(%5, %6) : tensor<?x4x?xf32>
    %41 = linalg.fill ins(%cst : f32) outs(%40 : tensor<?x4x?xf32>) -> tensor<?x4x?xf32>
    %42 = linalg.generic {indexing_maps = [#map13, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%39 : tensor<?x4x?x?xf32>) outs(%41 : tensor<?x4x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %101 = arith.maximumf %out, %in : f32
      linalg.yield %101 : f32
    } -> tensor<?x4x?xf32>
    %43 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_4 : tensor<f32>) outs(%40 : tensor<?x4x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x?xf32>
    %44 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%43, %42 : tensor<?x4x?xf32>, tensor<?x4x?xf32>) outs(%40 : tensor<?x4x?xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %101 = arith.maximumf %in, %in_14 : f32
      linalg.yield %101 : f32
    } -> tensor<?x4x?xf32>
    %45 = tensor.empty(%5, %6) : tensor<?x4x?x1xf32>
    %46 = linalg.generic {indexing_maps = [#map8, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%44 : tensor<?x4x?xf32>) outs(%45 : tensor<?x4x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x?x1xf32>
    %47 = linalg.generic {indexing_maps = [#map14, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%46 : tensor<?x4x?x1xf32>) outs(%35 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x?x?xf32>
    %48 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%39, %47 : tensor<?x4x?x?xf32>, tensor<?x4x?x?xf32>) outs(%35 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %101 = arith.subf %in, %in_14 : f32
      linalg.yield %101 : f32
    } -> tensor<?x4x?x?xf32>
    %49 = linalg.generic {indexing_maps = [#map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%48 : tensor<?x4x?x?xf32>) outs(%35 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %101 = math.exp %in : f32
      linalg.yield %101 : f32
    } -> tensor<?x4x?x?xf32>
    %50 = linalg.fill ins(%cst_0 : f32) outs(%40 : tensor<?x4x?xf32>) -> tensor<?x4x?xf32>
    %51 = linalg.generic {indexing_maps = [#map13, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%49 : tensor<?x4x?x?xf32>) outs(%50 : tensor<?x4x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %101 = arith.addf %out, %in : f32
      linalg.yield %101 : f32
    } -> tensor<?x4x?xf32>
    %52 = linalg.generic {indexing_maps = [#map8, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%51 : tensor<?x4x?xf32>) outs(%45 : tensor<?x4x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x?x1xf32>
    %53 = linalg.generic {indexing_maps = [#map14, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%52 : tensor<?x4x?x1xf32>) outs(%35 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x?x?xf32>
    %54 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%49, %53 : tensor<?x4x?x?xf32>, tensor<?x4x?x?xf32>) outs(%35 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %101 = arith.divf %in, %in_14 : f32
      linalg.yield %101 : f32
    } -> tensor<?x4x?x?xf32>
    %55 = tensor.empty(%5, %6) : tensor<?x4x16x?xf32>
    %56 = linalg.fill ins(%cst_0 : f32) outs(%55 : tensor<?x4x16x?xf32>) -> tensor<?x4x16x?xf32>
    %57 = linalg.generic {indexing_maps = [#map15, #map16, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%reshape_12, %54 : tensor<?x?x4x16xf32>, tensor<?x4x?x?xf32>) outs(%56 : tensor<?x4x16x?xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %101 = arith.mulf %in, %in_14 : f32
      %102 = arith.addf %out, %101 : f32
      linalg.yield %102 : f32
    } -> tensor<?x4x16x?xf32>
    %58 = tensor.empty(%5, %6) : tensor<?x?x4x16xf32>
    %59 = linalg.generic {indexing_maps = [#map17, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%57 : tensor<?x4x16x?xf32>) outs(%58 : tensor<?x?x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x4x16xf32>
    %reshape_13 = tensor.reshape %59(%from_elements) : (tensor<?x?x4x16xf32>, tensor<3xi32>) -> tensor<?x?x64xf32>
    %60 = linalg.fill ins(%cst_0 : f32) outs(%11 : tensor<?x?x64xf32>) -> tensor<?x?x64xf32>
    %61 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%reshape_13, %arg6 : tensor<?x?x64xf32>, tensor<64x64xf32>) outs(%60 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %101 = arith.mulf %in, %in_14 : f32
      %102 = arith.addf %out, %101 : f32
      linalg.yield %102 : f32
    } -> tensor<?x?x64xf32>
    %62 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %61 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%13 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %101 = arith.addf %in, %in_14 : f32
      linalg.yield %101 : f32
    } -> tensor<?x?x64xf32>
    %63 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%62 : tensor<?x?x64xf32>) outs(%3 : tensor<?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %101 = arith.addf %out, %in : f32
      linalg.yield %101 : f32
    } -> tensor<?x?xf32>
    %64 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%63 : tensor<?x?xf32>) outs(%7 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x1xf32>
    %65 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%64, %9 : tensor<?x?x1xf32>, tensor<?x?x1xf32>) outs(%7 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %101 = arith.divf %in, %in_14 : f32
      linalg.yield %101 : f32
    } -> tensor<?x?x1xf32>
    %66 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%65 : tensor<?x?x1xf32>) outs(%11 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x64xf32>
    %67 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%62, %66 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%13 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %101 = arith.subf %in, %in_14 : f32
      linalg.yield %101 : f32
    } -> tensor<?x?x64xf32>
    %68 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%67 : tensor<?x?x64xf32>) outs(%13 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %101 = arith.mulf %in, %in : f32
      linalg.yield %101 : f32
    } -> tensor<?x?x64xf32>
    %69 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%68 : tensor<?x?x64xf32>) outs(%3 : tensor<?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %101 = arith.addf %out, %in : f32
      linalg.yield %101 : f32
    } -> tensor<?x?xf32>
    %70 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%69 : tensor<?x?xf32>) outs(%7 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x1xf32>
    %71 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%70, %9 : tensor<?x?x1xf32>, tensor<?x?x1xf32>) outs(%7 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %101 = arith.divf %in, %in_14 : f32
      linalg.yield %101 : f32
    } -> tensor<?x?x1xf32>
    %72 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%71, %19 : tensor<?x?x1xf32>, tensor<?x?x1xf32>) outs(%7 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %101 = arith.addf %in, %in_14 : f32
      linalg.yield %101 : f32
    } -> tensor<?x?x1xf32>
    %73 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%72 : tensor<?x?x1xf32>) outs(%7 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %101 = math.rsqrt %in : f32
      linalg.yield %101 : f32
    } -> tensor<?x?x1xf32>
    %74 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%73 : tensor<?x?x1xf32>) outs(%11 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x64xf32>
    %75 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%67, %74 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%13 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %101 = arith.mulf %in, %in_14 : f32
      linalg.yield %101 : f32
    } -> tensor<?x?x64xf32>
    %76 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg4 : tensor<64xf32>) outs(%24 : tensor<1x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x64xf32>
    %77 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%76 : tensor<1x1x64xf32>) outs(%11 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x64xf32>
    %78 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%75, %77 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%13 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %101 = arith.mulf %in, %in_14 : f32
      linalg.yield %101 : f32
    } -> tensor<?x?x64xf32>
    %79 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg2 : tensor<64xf32>) outs(%24 : tensor<1x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x64xf32>
    %80 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%79 : tensor<1x1x64xf32>) outs(%11 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x64xf32>
    %81 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%78, %80 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%13 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %101 = arith.addf %in, %in_14 : f32
      linalg.yield %101 : f32
    } -> tensor<?x?x64xf32>
    %82 = tensor.empty(%dim, %dim_9) : tensor<?x?x256xf32>
    %83 = linalg.fill ins(%cst_0 : f32) outs(%82 : tensor<?x?x256xf32>) -> tensor<?x?x256xf32>
    %84 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%81, %arg9 : tensor<?x?x64xf32>, tensor<64x256xf32>) outs(%83 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %101 = arith.mulf %in, %in_14 : f32
      %102 = arith.addf %out, %101 : f32
      linalg.yield %102 : f32
    } -> tensor<?x?x256xf32>
    %85 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%84 : tensor<?x?x256xf32>) outs(%82 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %101 = arith.mulf %in, %in : f32
      linalg.yield %101 : f32
    } -> tensor<?x?x256xf32>
    %86 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%85, %84 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%82 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %101 = arith.mulf %in, %in_14 : f32
      linalg.yield %101 : f32
    } -> tensor<?x?x256xf32>
    %87 = tensor.empty(%5, %6) : tensor<?x?x256xf32>
    %88 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_5 : tensor<f32>) outs(%87 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x256xf32>
    %89 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%88, %86 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%87 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %101 = arith.mulf %in, %in_14 : f32
      linalg.yield %101 : f32
    } -> tensor<?x?x256xf32>
    %90 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%84, %89 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%82 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %101 = arith.addf %in, %in_14 : f32
      linalg.yield %101 : f32
    } -> tensor<?x?x256xf32>
    %91 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_6 : tensor<f32>) outs(%87 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x256xf32>
    %92 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%91, %90 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%87 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %101 = arith.mulf %in, %in_14 : f32
      linalg.yield %101 : f32
    } -> tensor<?x?x256xf32>
    %93 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%92 : tensor<?x?x256xf32>) outs(%87 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %101 = math.tanh %in : f32
      linalg.yield %101 : f32
    } -> tensor<?x?x256xf32>
    %94 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_7 : tensor<f32>) outs(%87 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x256xf32>
    %95 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%94, %93 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%87 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %101 = arith.addf %in, %in_14 : f32
      linalg.yield %101 : f32
    } -> tensor<?x?x256xf32>
    %96 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_8 : tensor<f32>) outs(%87 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x256xf32>
    %97 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%96, %95 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%87 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %101 = arith.mulf %in, %in_14 : f32
      linalg.yield %101 : f32
    } -> tensor<?x?x256xf32>
    %98 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%84, %97 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%82 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %101 = arith.mulf %in, %in_14 : f32
      linalg.yield %101 : f32
    } -> tensor<?x?x256xf32>
    %99 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%98, %arg10 : tensor<?x?x256xf32>, tensor<256x64xf32>) outs(%31 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %101 = arith.mulf %in, %in_14 : f32
      %102 = arith.addf %out, %101 : f32
      linalg.yield %102 : f32
    } -> tensor<?x?x64xf32>
    %100 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%62, %99 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%13 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %101 = arith.addf %in, %in_14 : f32
      linalg.yield %101 : f32
    } -> tensor<?x?x64xf32>
    return %100 : tensor<?x?x64xf32>
  }
}

