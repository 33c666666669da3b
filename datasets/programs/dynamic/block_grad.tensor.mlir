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
#map18 = affine_map<(d0, d1, d2, d3) -> (d2, d3, d0)>
#map19 = affine_map<(d0, d1, d2, d3) -> (d2, d3, d1)>
#map20 = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
#map21 = affine_map<(d0, d1) -> (d1, d0)>
#map22 = affine_map<(d0, d1) -> (d0, d1)>
#map23 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#map24 = affine_map<(d0, d1, d2) -> (d1, d2, d0)>
#map25 = affine_map<(d0, d1, d2) -> (d0)>
#map26 = affine_map<(d0, d1, d2, d3) -> (d0, d3, d1, d2)>
#map27 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d2)>
#map28 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>
#map29 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d3)>
#map30 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d1, d3)>
#map31 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>
module @jit_block_grad {
  func.func public @main(%arg0: tensor<?x?x64xf32>, %arg1: tensor<64xf32>, %arg2: tensor<64xf32>, %arg3: tensor<64xf32>, %arg4: tensor<64xf32>, %arg5: tensor<64x64xf32>, %arg6: tensor<64x64xf32>, %arg7: tensor<64x64xf32>, %arg8: tensor<64x64xf32>, %arg9: tensor<64x256xf32>, %arg10: tensor<256x64xf32>) -> (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x256xf32>, tensor<256x64xf32>) {
    %cst = arith.constant 0xFF800000 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %c16_i32 = arith.constant 16 : i32
    %c4_i32 = arith.constant 4 : i32
    %c64_i32 = arith.constant 64 : i32
    %c1_i32 = arith.constant 1 : i32
    %c1 = arith.constant 1 : index
    %cst_1 = arith.constant dense<6.400000e+01> : tensor<f32>
    %cst_2 = arith.constant dense<9.99999974E-6> : tensor<f32>
    %cst_3 = arith.constant dense<8.000000e+00> : tensor<f32>
    %cst_4 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_5 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_6 = arith.constant dense<2.000000e+00> : tensor<f32>
    %cst_7 = arith.constant dense<-5.000000e-01> : tensor<f32>
    %cst_8 = arith.constant dense<3.000000e+00> : tensor<f32>
    %cst_9 = arith.constant dense<4.471500e-02> : tensor<f32>
    %cst_10 = arith.constant dense<0.797884583> : tensor<f32>
    %cst_11 = arith.constant dense<5.000000e-01> : tensor<f32>
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %arg0, %c0 : tensor<?x?x64xf32>
    %0 = arith.index_cast %dim : index to i32
    %dim_12 = tensor.dim %arg0, %c1 : tensor<?x?x64xf32>
    %1 = arith.index_cast %dim_12 : index to i32
    %2 = tensor.empty(%dim, %dim_12) : tensor<?x?xf32>
    %3 = linalg.fill ins(%cst_0 : f32) outs(%2 : tensor<?x?xf32>) -> tensor<?x?xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0 : tensor<?x?x64xf32>) outs(%3 : tensor<?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %208 = arith.addf %out, %in : f32
      linalg.yield %208 : f32
    } -> tensor<?x?xf32>
    %from_elements = tensor.from_elements %0, %1, %c1_i32 : tensor<3xi32>
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
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.divf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x1xf32>
    %from_elements_13 = tensor.from_elements %0, %1, %c64_i32 : tensor<3xi32>
    %11 = tensor.empty(%5, %6) : tensor<?x?x64xf32>
    %12 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10 : tensor<?x?x1xf32>) outs(%11 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x64xf32>
    %13 = tensor.empty(%dim, %dim_12) : tensor<?x?x64xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %12 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%13 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.subf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x64xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14 : tensor<?x?x64xf32>) outs(%13 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %208 = arith.mulf %in, %in : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x64xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%15 : tensor<?x?x64xf32>) outs(%3 : tensor<?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %208 = arith.addf %out, %in : f32
      linalg.yield %208 : f32
    } -> tensor<?x?xf32>
    %17 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16 : tensor<?x?xf32>) outs(%7 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x1xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17, %9 : tensor<?x?x1xf32>, tensor<?x?x1xf32>) outs(%7 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.divf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x1xf32>
    %19 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_2 : tensor<f32>) outs(%7 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x1xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18, %19 : tensor<?x?x1xf32>, tensor<?x?x1xf32>) outs(%7 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.addf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x1xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20 : tensor<?x?x1xf32>) outs(%7 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %208 = math.rsqrt %in : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x1xf32>
    %22 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%21 : tensor<?x?x1xf32>) outs(%11 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x64xf32>
    %23 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14, %22 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%13 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.mulf %in, %in_30 : f32
      linalg.yield %208 : f32
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
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.mulf %in, %in_30 : f32
      linalg.yield %208 : f32
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
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.addf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x64xf32>
    %31 = linalg.fill ins(%cst_0 : f32) outs(%13 : tensor<?x?x64xf32>) -> tensor<?x?x64xf32>
    %32 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%30, %arg7 : tensor<?x?x64xf32>, tensor<64x64xf32>) outs(%31 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.mulf %in, %in_30 : f32
      %209 = arith.addf %out, %208 : f32
      linalg.yield %209 : f32
    } -> tensor<?x?x64xf32>
    %from_elements_14 = tensor.from_elements %0, %1, %c4_i32, %c16_i32 : tensor<4xi32>
    %reshape = tensor.reshape %32(%from_elements_14) : (tensor<?x?x64xf32>, tensor<4xi32>) -> tensor<?x?x4x16xf32>
    %33 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%30, %arg5 : tensor<?x?x64xf32>, tensor<64x64xf32>) outs(%31 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.mulf %in, %in_30 : f32
      %209 = arith.addf %out, %208 : f32
      linalg.yield %209 : f32
    } -> tensor<?x?x64xf32>
    %reshape_15 = tensor.reshape %33(%from_elements_14) : (tensor<?x?x64xf32>, tensor<4xi32>) -> tensor<?x?x4x16xf32>
    %34 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%30, %arg8 : tensor<?x?x64xf32>, tensor<64x64xf32>) outs(%31 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.mulf %in, %in_30 : f32
      %209 = arith.addf %out, %208 : f32
      linalg.yield %209 : f32
    } -> tensor<?x?x64xf32>
    %reshape_16 = tensor.reshape %34(%from_elements_14) : (tensor<?x?x64xf32>, tensor<4xi32>) -> tensor<?x?x4x16xf32>
    %35 = tensor.empty(%5, %6, %6) : tensor<?x4x?x?xf32>
    %36 = linalg.fill ins(%cst_0 : f32) outs(%35 : tensor<?x4x?x?xf32>) -> tensor<?x4x?x?xf32>
    %37 = linalg.generic {indexing_maps = [#map9, #map10, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%reshape, %reshape_15 : tensor<?x?x4x16xf32>, tensor<?x?x4x16xf32>) outs(%36 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.mulf %in, %in_30 : f32
      %209 = arith.addf %out, %208 : f32
      linalg.yield %209 : f32
    } -> tensor<?x4x?x?xf32>
    %38 = linalg.generic {indexing_maps = [#map12, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_3 : tensor<f32>) outs(%35 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x?x?xf32>
    %39 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%37, %38 : tensor<?x4x?x?xf32>, tensor<?x4x?x?xf32>) outs(%35 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.divf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x4x?x?xf32>
    %40 = tensor.empty(%5, %6) : tensor<?x4x?xf32>
    %41 = linalg.fill ins(%cst : f32) outs(%40 : tensor<?x4x?xf32>) -> tensor<?x4x?xf32>
    %42 = linalg.generic {indexing_maps = [#map13, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%39 : tensor<?x4x?x?xf32>) outs(%41 : tensor<?x4x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %208 = arith.maximumf %out, %in : f32
      linalg.yield %208 : f32
    } -> tensor<?x4x?xf32>
    %43 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_4 : tensor<f32>) outs(%40 : tensor<?x4x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x?xf32>
    %44 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%43, %42 : tensor<?x4x?xf32>, tensor<?x4x?xf32>) outs(%40 : tensor<?x4x?xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.maximumf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x4x?xf32>
    %from_elements_17 = tensor.from_elements %0, %c4_i32, %1, %c1_i32 : tensor<4xi32>
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
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.subf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x4x?x?xf32>
    %49 = linalg.generic {indexing_maps = [#map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%48 : tensor<?x4x?x?xf32>) outs(%35 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %208 = math.exp %in : f32
      linalg.yield %208 : f32
    } -> tensor<?x4x?x?xf32>
    %50 = linalg.fill ins(%cst_0 : f32) outs(%40 : tensor<?x4x?xf32>) -> tensor<?x4x?xf32>
    %51 = linalg.generic {indexing_maps = [#map13, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%49 : tensor<?x4x?x?xf32>) outs(%50 : tensor<?x4x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %208 = arith.addf %out, %in : f32
      linalg.yield %208 : f32
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
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.divf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x4x?x?xf32>
    %55 = linalg.generic {indexing_maps = [#map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%52 : tensor<?x4x?x1xf32>) outs(%45 : tensor<?x4x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %208 = arith.mulf %in, %in : f32
      linalg.yield %208 : f32
    } -> tensor<?x4x?x1xf32>
    %56 = linalg.generic {indexing_maps = [#map12, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_5 : tensor<f32>) outs(%45 : tensor<?x4x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x?x1xf32>
    %57 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%56, %55 : tensor<?x4x?x1xf32>, tensor<?x4x?x1xf32>) outs(%45 : tensor<?x4x?x1xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.divf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x4x?x1xf32>
    %58 = tensor.empty(%5, %6) : tensor<?x4x16x?xf32>
    %59 = linalg.fill ins(%cst_0 : f32) outs(%58 : tensor<?x4x16x?xf32>) -> tensor<?x4x16x?xf32>
    %60 = linalg.generic {indexing_maps = [#map15, #map16, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%reshape_16, %54 : tensor<?x?x4x16xf32>, tensor<?x4x?x?xf32>) outs(%59 : tensor<?x4x16x?xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.mulf %in, %in_30 : f32
      %209 = arith.addf %out, %208 : f32
      linalg.yield %209 : f32
    } -> tensor<?x4x16x?xf32>
    %61 = tensor.empty(%5, %6) : tensor<?x?x4x16xf32>
    %62 = linalg.generic {indexing_maps = [#map17, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%60 : tensor<?x4x16x?xf32>) outs(%61 : tensor<?x?x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x4x16xf32>
    %reshape_18 = tensor.reshape %62(%from_elements_13) : (tensor<?x?x4x16xf32>, tensor<3xi32>) -> tensor<?x?x64xf32>
    %63 = linalg.fill ins(%cst_0 : f32) outs(%11 : tensor<?x?x64xf32>) -> tensor<?x?x64xf32>
    %64 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%reshape_18, %arg6 : tensor<?x?x64xf32>, tensor<64x64xf32>) outs(%63 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.mulf %in, %in_30 : f32
      %209 = arith.addf %out, %208 : f32
      linalg.yield %209 : f32
    } -> tensor<?x?x64xf32>
    %65 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %64 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%13 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.addf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x64xf32>
    %66 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%65 : tensor<?x?x64xf32>) outs(%3 : tensor<?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %208 = arith.addf %out, %in : f32
      linalg.yield %208 : f32
    } -> tensor<?x?xf32>
    %67 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%66 : tensor<?x?xf32>) outs(%7 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x1xf32>
    %68 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%67, %9 : tensor<?x?x1xf32>, tensor<?x?x1xf32>) outs(%7 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.divf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x1xf32>
    %69 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%68 : tensor<?x?x1xf32>) outs(%11 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x64xf32>
    %70 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%65, %69 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%13 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.subf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x64xf32>
    %71 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%70 : tensor<?x?x64xf32>) outs(%13 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %208 = arith.mulf %in, %in : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x64xf32>
    %72 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_6 : tensor<f32>) outs(%11 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x64xf32>
    %73 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%72, %70 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%11 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.mulf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x64xf32>
    %74 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%71 : tensor<?x?x64xf32>) outs(%3 : tensor<?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %208 = arith.addf %out, %in : f32
      linalg.yield %208 : f32
    } -> tensor<?x?xf32>
    %75 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%74 : tensor<?x?xf32>) outs(%7 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x1xf32>
    %76 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%75, %9 : tensor<?x?x1xf32>, tensor<?x?x1xf32>) outs(%7 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.divf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x1xf32>
    %77 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%76, %19 : tensor<?x?x1xf32>, tensor<?x?x1xf32>) outs(%7 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.addf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x1xf32>
    %78 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%77 : tensor<?x?x1xf32>) outs(%7 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %208 = math.rsqrt %in : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x1xf32>
    %79 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%78, %77 : tensor<?x?x1xf32>, tensor<?x?x1xf32>) outs(%7 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.divf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x1xf32>
    %80 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_7 : tensor<f32>) outs(%7 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x1xf32>
    %81 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%80, %79 : tensor<?x?x1xf32>, tensor<?x?x1xf32>) outs(%7 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.mulf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x1xf32>
    %82 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%78 : tensor<?x?x1xf32>) outs(%11 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x64xf32>
    %83 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%70, %82 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%13 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.mulf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x64xf32>
    %84 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg4 : tensor<64xf32>) outs(%24 : tensor<1x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x64xf32>
    %85 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%84 : tensor<1x1x64xf32>) outs(%11 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x64xf32>
    %86 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%83, %85 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%13 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.mulf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x64xf32>
    %87 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg2 : tensor<64xf32>) outs(%24 : tensor<1x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x64xf32>
    %88 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%87 : tensor<1x1x64xf32>) outs(%11 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x64xf32>
    %89 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%86, %88 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%13 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.addf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x64xf32>
    %90 = tensor.empty(%dim, %dim_12) : tensor<?x?x256xf32>
    %91 = linalg.fill ins(%cst_0 : f32) outs(%90 : tensor<?x?x256xf32>) -> tensor<?x?x256xf32>
    %92 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%89, %arg9 : tensor<?x?x64xf32>, tensor<64x256xf32>) outs(%91 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.mulf %in, %in_30 : f32
      %209 = arith.addf %out, %208 : f32
      linalg.yield %209 : f32
    } -> tensor<?x?x256xf32>
    %93 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%92 : tensor<?x?x256xf32>) outs(%90 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %208 = arith.mulf %in, %in : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x256xf32>
    %94 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%93, %92 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%90 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.mulf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x256xf32>
    %95 = tensor.empty(%5, %6) : tensor<?x?x256xf32>
    %96 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_8 : tensor<f32>) outs(%95 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x256xf32>
    %97 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%96, %93 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%95 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.mulf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x256xf32>
    %98 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_9 : tensor<f32>) outs(%95 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x256xf32>
    %99 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%98, %94 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%95 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.mulf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x256xf32>
    %100 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%92, %99 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%90 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.addf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x256xf32>
    %101 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_10 : tensor<f32>) outs(%95 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x256xf32>
    %102 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%101, %100 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%95 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.mulf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x256xf32>
    %103 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%102 : tensor<?x?x256xf32>) outs(%95 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %208 = math.tanh %in : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x256xf32>
    %104 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_5 : tensor<f32>) outs(%95 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x256xf32>
    %105 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%104, %103 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%95 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.subf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x256xf32>
    %106 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%104, %103 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%95 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.addf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x256xf32>
    %107 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_11 : tensor<f32>) outs(%95 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x256xf32>
    %108 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%107, %106 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%95 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.mulf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x256xf32>
    %109 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%92, %108 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%90 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.mulf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x256xf32>
    %110 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%109, %arg10 : tensor<?x?x256xf32>, tensor<256x64xf32>) outs(%31 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.mulf %in, %in_30 : f32
      %209 = arith.addf %out, %208 : f32
      linalg.yield %209 : f32
    } -> tensor<?x?x64xf32>
    %111 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%65, %110 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%13 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.addf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x64xf32>
    %112 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%72, %111 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%11 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.mulf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x64xf32>
    %113 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_5 : tensor<f32>) outs(%11 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x64xf32>
    %114 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%113, %112 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%11 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.mulf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x64xf32>
    %115 = tensor.empty() : tensor<64x256xf32>
    %116 = linalg.fill ins(%cst_0 : f32) outs(%115 : tensor<64x256xf32>) -> tensor<64x256xf32>
    %117 = linalg.generic {indexing_maps = [#map18, #map19, #map20], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%114, %109 : tensor<?x?x64xf32>, tensor<?x?x256xf32>) outs(%116 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.mulf %in, %in_30 : f32
      %209 = arith.addf %out, %208 : f32
      linalg.yield %209 : f32
    } -> tensor<64x256xf32>
    %118 = tensor.empty() : tensor<256x64xf32>
    %119 = linalg.generic {indexing_maps = [#map21, #map22], iterator_types = ["parallel", "parallel"]} ins(%117 : tensor<64x256xf32>) outs(%118 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x64xf32>
    %120 = linalg.fill ins(%cst_0 : f32) outs(%95 : tensor<?x?x256xf32>) -> tensor<?x?x256xf32>
    %121 = linalg.generic {indexing_maps = [#map6, #map23, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%114, %arg10 : tensor<?x?x64xf32>, tensor<256x64xf32>) outs(%120 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.mulf %in, %in_30 : f32
      %209 = arith.addf %out, %208 : f32
      linalg.yield %209 : f32
    } -> tensor<?x?x256xf32>
    %122 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%92, %121 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%90 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.mulf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x256xf32>
    %123 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%121, %108 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%95 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.mulf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x256xf32>
    %124 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%107, %122 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%95 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.mulf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x256xf32>
    %125 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%124, %105 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%95 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.mulf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x256xf32>
    %126 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%125, %103 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%95 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.mulf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x256xf32>
    %127 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%125, %126 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%95 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.addf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x256xf32>
    %128 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%101, %127 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%95 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.mulf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x256xf32>
    %129 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%123, %128 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%95 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.addf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x256xf32>
    %130 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%98, %128 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%95 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.mulf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x256xf32>
    %131 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%130, %97 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%95 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.mulf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x256xf32>
    %132 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%129, %131 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%95 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.addf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x256xf32>
    %133 = linalg.fill ins(%cst_0 : f32) outs(%118 : tensor<256x64xf32>) -> tensor<256x64xf32>
    %134 = linalg.generic {indexing_maps = [#map18, #map19, #map20], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%132, %89 : tensor<?x?x256xf32>, tensor<?x?x64xf32>) outs(%133 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.mulf %in, %in_30 : f32
      %209 = arith.addf %out, %208 : f32
      linalg.yield %209 : f32
    } -> tensor<256x64xf32>
    %135 = linalg.generic {indexing_maps = [#map21, #map22], iterator_types = ["parallel", "parallel"]} ins(%134 : tensor<256x64xf32>) outs(%115 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x256xf32>
    %136 = linalg.generic {indexing_maps = [#map6, #map23, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%132, %arg9 : tensor<?x?x256xf32>, tensor<64x256xf32>) outs(%63 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.mulf %in, %in_30 : f32
      %209 = arith.addf %out, %208 : f32
      linalg.yield %209 : f32
    } -> tensor<?x?x64xf32>
    %137 = tensor.empty() : tensor<64xf32>
    %138 = linalg.fill ins(%cst_0 : f32) outs(%137 : tensor<64xf32>) -> tensor<64xf32>
    %139 = linalg.generic {indexing_maps = [#map24, #map25], iterator_types = ["parallel", "reduction", "reduction"]} ins(%136 : tensor<?x?x64xf32>) outs(%138 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %208 = arith.addf %out, %in : f32
      linalg.yield %208 : f32
    } -> tensor<64xf32>
    %expanded = tensor.expand_shape %139 [[0, 1, 2]] output_shape [1, 1, 64] : tensor<64xf32> into tensor<1x1x64xf32>
    %140 = linalg.generic {indexing_maps = [#map24, #map25], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded : tensor<1x1x64xf32>) outs(%138 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %208 = arith.addf %out, %in : f32
      linalg.yield %208 : f32
    } -> tensor<64xf32>
    %141 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%83, %136 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%13 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.mulf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x64xf32>
    %142 = linalg.generic {indexing_maps = [#map24, #map25], iterator_types = ["parallel", "reduction", "reduction"]} ins(%141 : tensor<?x?x64xf32>) outs(%138 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %208 = arith.addf %out, %in : f32
      linalg.yield %208 : f32
    } -> tensor<64xf32>
    %expanded_19 = tensor.expand_shape %142 [[0, 1, 2]] output_shape [1, 1, 64] : tensor<64xf32> into tensor<1x1x64xf32>
    %143 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%136, %85 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%11 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.mulf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x64xf32>
    %144 = linalg.generic {indexing_maps = [#map24, #map25], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_19 : tensor<1x1x64xf32>) outs(%138 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %208 = arith.addf %out, %in : f32
      linalg.yield %208 : f32
    } -> tensor<64xf32>
    %145 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%70, %143 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%13 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.mulf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x64xf32>
    %146 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%145 : tensor<?x?x64xf32>) outs(%3 : tensor<?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %208 = arith.addf %out, %in : f32
      linalg.yield %208 : f32
    } -> tensor<?x?xf32>
    %reshape_20 = tensor.reshape %146(%from_elements) : (tensor<?x?xf32>, tensor<3xi32>) -> tensor<?x?x1xf32>
    %147 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%143, %82 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%11 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.mulf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x64xf32>
    %148 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%reshape_20, %81 : tensor<?x?x1xf32>, tensor<?x?x1xf32>) outs(%7 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.mulf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x1xf32>
    %149 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%147 : tensor<?x?x64xf32>) outs(%11 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %208 = arith.negf %in : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x64xf32>
    %150 = tensor.empty(%5, %6) : tensor<?x?xf32>
    %151 = linalg.fill ins(%cst_0 : f32) outs(%150 : tensor<?x?xf32>) -> tensor<?x?xf32>
    %152 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%149 : tensor<?x?x64xf32>) outs(%151 : tensor<?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %208 = arith.addf %out, %in : f32
      linalg.yield %208 : f32
    } -> tensor<?x?xf32>
    %reshape_21 = tensor.reshape %152(%from_elements) : (tensor<?x?xf32>, tensor<3xi32>) -> tensor<?x?x1xf32>
    %153 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%114, %147 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%11 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.addf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x64xf32>
    %154 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%148, %9 : tensor<?x?x1xf32>, tensor<?x?x1xf32>) outs(%7 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.divf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x1xf32>
    %155 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%154 : tensor<?x?x1xf32>) outs(%151 : tensor<?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %208 = arith.addf %out, %in : f32
      linalg.yield %208 : f32
    } -> tensor<?x?xf32>
    %156 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%155 : tensor<?x?xf32>) outs(%11 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x64xf32>
    %157 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%156, %73 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%11 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.mulf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x64xf32>
    %158 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%157 : tensor<?x?x64xf32>) outs(%11 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %208 = arith.negf %in : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x64xf32>
    %159 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%158 : tensor<?x?x64xf32>) outs(%151 : tensor<?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %208 = arith.addf %out, %in : f32
      linalg.yield %208 : f32
    } -> tensor<?x?xf32>
    %reshape_22 = tensor.reshape %159(%from_elements) : (tensor<?x?xf32>, tensor<3xi32>) -> tensor<?x?x1xf32>
    %160 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%153, %157 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%11 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.addf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x64xf32>
    %161 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%reshape_21, %reshape_22 : tensor<?x?x1xf32>, tensor<?x?x1xf32>) outs(%7 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.addf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x1xf32>
    %162 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%161, %9 : tensor<?x?x1xf32>, tensor<?x?x1xf32>) outs(%7 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.divf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x1xf32>
    %163 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%162 : tensor<?x?x1xf32>) outs(%151 : tensor<?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %208 = arith.addf %out, %in : f32
      linalg.yield %208 : f32
    } -> tensor<?x?xf32>
    %164 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%163 : tensor<?x?xf32>) outs(%11 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x64xf32>
    %165 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%160, %164 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%11 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.addf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x64xf32>
    %166 = tensor.empty() : tensor<64x64xf32>
    %167 = linalg.fill ins(%cst_0 : f32) outs(%166 : tensor<64x64xf32>) -> tensor<64x64xf32>
    %168 = linalg.generic {indexing_maps = [#map18, #map19, #map20], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%165, %reshape_18 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%167 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.mulf %in, %in_30 : f32
      %209 = arith.addf %out, %208 : f32
      linalg.yield %209 : f32
    } -> tensor<64x64xf32>
    %169 = linalg.generic {indexing_maps = [#map21, #map22], iterator_types = ["parallel", "parallel"]} ins(%168 : tensor<64x64xf32>) outs(%166 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %170 = linalg.generic {indexing_maps = [#map6, #map23, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%165, %arg6 : tensor<?x?x64xf32>, tensor<64x64xf32>) outs(%63 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.mulf %in, %in_30 : f32
      %209 = arith.addf %out, %208 : f32
      linalg.yield %209 : f32
    } -> tensor<?x?x64xf32>
    %reshape_23 = tensor.reshape %170(%from_elements_14) : (tensor<?x?x64xf32>, tensor<4xi32>) -> tensor<?x?x4x16xf32>
    %171 = linalg.generic {indexing_maps = [#map26, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%reshape_23 : tensor<?x?x4x16xf32>) outs(%58 : tensor<?x4x16x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x16x?xf32>
    %172 = linalg.generic {indexing_maps = [#map27, #map10, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%171, %reshape_16 : tensor<?x4x16x?xf32>, tensor<?x?x4x16xf32>) outs(%36 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.mulf %in, %in_30 : f32
      %209 = arith.addf %out, %208 : f32
      linalg.yield %209 : f32
    } -> tensor<?x4x?x?xf32>
    %173 = linalg.generic {indexing_maps = [#map28, #map29, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%171, %54 : tensor<?x4x16x?xf32>, tensor<?x4x?x?xf32>) outs(%59 : tensor<?x4x16x?xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.mulf %in, %in_30 : f32
      %209 = arith.addf %out, %208 : f32
      linalg.yield %209 : f32
    } -> tensor<?x4x16x?xf32>
    %174 = linalg.generic {indexing_maps = [#map17, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%173 : tensor<?x4x16x?xf32>) outs(%61 : tensor<?x?x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x4x16xf32>
    %175 = linalg.generic {indexing_maps = [#map14, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%57 : tensor<?x4x?x1xf32>) outs(%35 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x?x?xf32>
    %176 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%172, %175 : tensor<?x4x?x?xf32>, tensor<?x4x?x?xf32>) outs(%35 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.mulf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x4x?x?xf32>
    %177 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%176, %49 : tensor<?x4x?x?xf32>, tensor<?x4x?x?xf32>) outs(%35 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.mulf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x4x?x?xf32>
    %178 = linalg.generic {indexing_maps = [#map13, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%177 : tensor<?x4x?x?xf32>) outs(%50 : tensor<?x4x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %208 = arith.addf %out, %in : f32
      linalg.yield %208 : f32
    } -> tensor<?x4x?xf32>
    %reshape_24 = tensor.reshape %178(%from_elements_17) : (tensor<?x4x?xf32>, tensor<4xi32>) -> tensor<?x4x?x1xf32>
    %179 = linalg.generic {indexing_maps = [#map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%reshape_24 : tensor<?x4x?x1xf32>) outs(%45 : tensor<?x4x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %208 = arith.negf %in : f32
      linalg.yield %208 : f32
    } -> tensor<?x4x?x1xf32>
    %180 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%172, %53 : tensor<?x4x?x?xf32>, tensor<?x4x?x?xf32>) outs(%35 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.divf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x4x?x?xf32>
    %181 = linalg.generic {indexing_maps = [#map13, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%179 : tensor<?x4x?x1xf32>) outs(%50 : tensor<?x4x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %208 = arith.addf %out, %in : f32
      linalg.yield %208 : f32
    } -> tensor<?x4x?xf32>
    %182 = linalg.generic {indexing_maps = [#map8, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%181 : tensor<?x4x?xf32>) outs(%35 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x?x?xf32>
    %183 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%180, %182 : tensor<?x4x?x?xf32>, tensor<?x4x?x?xf32>) outs(%35 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.addf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x4x?x?xf32>
    %184 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%183, %49 : tensor<?x4x?x?xf32>, tensor<?x4x?x?xf32>) outs(%35 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.mulf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x4x?x?xf32>
    %185 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%184, %38 : tensor<?x4x?x?xf32>, tensor<?x4x?x?xf32>) outs(%35 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.divf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x4x?x?xf32>
    %186 = tensor.empty(%5, %6) : tensor<?x4x?x16xf32>
    %187 = linalg.fill ins(%cst_0 : f32) outs(%186 : tensor<?x4x?x16xf32>) -> tensor<?x4x?x16xf32>
    %188 = linalg.generic {indexing_maps = [#map27, #map30, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%185, %reshape : tensor<?x4x?x?xf32>, tensor<?x?x4x16xf32>) outs(%187 : tensor<?x4x?x16xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.mulf %in, %in_30 : f32
      %209 = arith.addf %out, %208 : f32
      linalg.yield %209 : f32
    } -> tensor<?x4x?x16xf32>
    %189 = linalg.generic {indexing_maps = [#map31, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%188 : tensor<?x4x?x16xf32>) outs(%61 : tensor<?x?x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x4x16xf32>
    %190 = linalg.generic {indexing_maps = [#map28, #map30, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%185, %reshape_15 : tensor<?x4x?x?xf32>, tensor<?x?x4x16xf32>) outs(%187 : tensor<?x4x?x16xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.mulf %in, %in_30 : f32
      %209 = arith.addf %out, %208 : f32
      linalg.yield %209 : f32
    } -> tensor<?x4x?x16xf32>
    %191 = linalg.generic {indexing_maps = [#map31, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%190 : tensor<?x4x?x16xf32>) outs(%61 : tensor<?x?x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x4x16xf32>
    %reshape_25 = tensor.reshape %174(%from_elements_13) : (tensor<?x?x4x16xf32>, tensor<3xi32>) -> tensor<?x?x64xf32>
    %192 = linalg.generic {indexing_maps = [#map18, #map19, #map20], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%reshape_25, %30 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%167 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.mulf %in, %in_30 : f32
      %209 = arith.addf %out, %208 : f32
      linalg.yield %209 : f32
    } -> tensor<64x64xf32>
    %193 = linalg.generic {indexing_maps = [#map21, #map22], iterator_types = ["parallel", "parallel"]} ins(%192 : tensor<64x64xf32>) outs(%166 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %194 = linalg.generic {indexing_maps = [#map6, #map23, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%reshape_25, %arg8 : tensor<?x?x64xf32>, tensor<64x64xf32>) outs(%63 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.mulf %in, %in_30 : f32
      %209 = arith.addf %out, %208 : f32
      linalg.yield %209 : f32
    } -> tensor<?x?x64xf32>
    %reshape_26 = tensor.reshape %189(%from_elements_13) : (tensor<?x?x4x16xf32>, tensor<3xi32>) -> tensor<?x?x64xf32>
    %195 = linalg.generic {indexing_maps = [#map18, #map19, #map20], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%reshape_26, %30 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%167 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.mulf %in, %in_30 : f32
      %209 = arith.addf %out, %208 : f32
      linalg.yield %209 : f32
    } -> tensor<64x64xf32>
    %196 = linalg.generic {indexing_maps = [#map21, #map22], iterator_types = ["parallel", "parallel"]} ins(%195 : tensor<64x64xf32>) outs(%166 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %197 = linalg.generic {indexing_maps = [#map6, #map23, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%reshape_26, %arg5 : tensor<?x?x64xf32>, tensor<64x64xf32>) outs(%63 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.mulf %in, %in_30 : f32
      %209 = arith.addf %out, %208 : f32
      linalg.yield %209 : f32
    } -> tensor<?x?x64xf32>
    %198 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%194, %197 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%11 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.addf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x64xf32>
    %reshape_27 = tensor.reshape %191(%from_elements_13) : (tensor<?x?x4x16xf32>, tensor<3xi32>) -> tensor<?x?x64xf32>
    %199 = linalg.generic {indexing_maps = [#map18, #map19, #map20], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%reshape_27, %30 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%167 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.mulf %in, %in_30 : f32
      %209 = arith.addf %out, %208 : f32
      linalg.yield %209 : f32
    } -> tensor<64x64xf32>
    %200 = linalg.generic {indexing_maps = [#map21, #map22], iterator_types = ["parallel", "parallel"]} ins(%199 : tensor<64x64xf32>) outs(%166 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %201 = linalg.generic {indexing_maps = [#map6, #map23, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%reshape_27, %arg7 : tensor<?x?x64xf32>, tensor<64x64xf32>) outs(%63 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.mulf %in, %in_30 : f32
      %209 = arith.addf %out, %208 : f32
      linalg.yield %209 : f32
    } -> tensor<?x?x64xf32>
    %202 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%198, %201 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%11 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.addf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x64xf32>
    %203 = linalg.generic {indexing_maps = [#map24, #map25], iterator_types = ["parallel", "reduction", "reduction"]} ins(%202 : tensor<?x?x64xf32>) outs(%138 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %208 = arith.addf %out, %in : f32
      linalg.yield %208 : f32
    } -> tensor<64xf32>
    %expanded_28 = tensor.expand_shape %203 [[0, 1, 2]] output_shape [1, 1, 64] : tensor<64xf32> into tensor<1x1x64xf32>
    %204 = linalg.generic {indexing_maps = [#map24, #map25], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_28 : tensor<1x1x64xf32>) outs(%138 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %208 = arith.addf %out, %in : f32
      linalg.yield %208 : f32
    } -> tensor<64xf32>
    %205 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23, %202 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%13 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_30: f32, %out: f32):
      %208 = arith.mulf %in, %in_30 : f32
      linalg.yield %208 : f32
    } -> tensor<?x?x64xf32>
    %206 = linalg.generic {indexing_maps = [#map24, #map25], iterator_types = ["parallel", "reduction", "reduction"]} ins(%205 : tensor<?x?x64xf32>) outs(%138 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %208 = arith.addf %out, %in : f32
      linalg.yield %208 : f32
    } -> tensor<64xf32>
    %expanded_29 = tensor.expand_shape %206 [[0, 1, 2]] output_shape [1, 1, 64] : tensor<64xf32> into tensor<1x1x64xf32>
    %207 = linalg.generic {indexing_maps = [#map24, #map25], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_29 : tensor<1x1x64xf32>) outs(%138 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %208 = arith.addf %out, %in : f32
      linalg.yield %208 : f32
    } -> tensor<64xf32>
    return %204, %140, %207, %144, %196, %169, %200, %193, %135, %119 : tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x256xf32>, tensor<256x64xf32>
  }
}

