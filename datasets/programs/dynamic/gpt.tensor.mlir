#map = affine_map<(d0, d1) -> ()>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map4 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map5 = affine_map<(d0, d1, d2) -> (0, d1, d2)>
#map6 = affine_map<(d0, d1, d2) -> ()>
#map7 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map8 = affine_map<(d0, d1, d2) -> (d2)>
#map9 = affine_map<(d0, d1, d2) -> (0, 0, d2)>
#map10 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#map11 = affine_map<(d0, d1, d2, d3) -> (d3, d2)>
#map12 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map13 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>
#map14 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map15 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>
#map16 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>
#map17 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d3)>
#map18 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>
#map19 = affine_map<() -> ()>
#map20 = affine_map<(d0, d1, d2, d3) -> ()>
#map21 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#map22 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map23 = affine_map<(d0, d1) -> (d1, d0)>
module @jit_gpt {
  func.func public @main(%arg0: tensor<?x?xi32>, %arg1: tensor<256x64xf32>, %arg2: tensor<?x64xf32>, %arg3: tensor<64xf32>, %arg4: tensor<64xf32>, %arg5: tensor<64xf32>, %arg6: tensor<64xf32>, %arg7: tensor<64x64xf32>, %arg8: tensor<64x64xf32>, %arg9: tensor<64x64xf32>, %arg10: tensor<64x64xf32>, %arg11: tensor<64x256xf32>, %arg12: tensor<256x64xf32>, %arg13: tensor<64xf32>, %arg14: tensor<64xf32>, %arg15: tensor<64xf32>, %arg16: tensor<64xf32>, %arg17: tensor<64x64xf32>, %arg18: tensor<64x64xf32>, %arg19: tensor<64x64xf32>, %arg20: tensor<64x64xf32>, %arg21: tensor<64x256xf32>, %arg22: tensor<256x64xf32>, %arg23: tensor<64xf32>, %arg24: tensor<64xf32>) -> tensor<?x?x256xf32> {
    %cst = arith.constant 4.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 0.000000e+00 : f32
    %c255 = arith.constant 255 : index
    %c16_i32 = arith.constant 16 : i32
    %c4_i32 = arith.constant 4 : i32
    %c64_i32 = arith.constant 64 : i32
    %c1 = arith.constant 1 : index
    %cst_2 = arith.constant dense<0> : tensor<i32>
    %cst_3 = arith.constant dense<256> : tensor<i32>
    %cst_4 = arith.constant dense<true> : tensor<i1>
    %cst_5 = arith.constant dense<6.400000e+01> : tensor<f32>
    %cst_6 = arith.constant dense<9.99999974E-6> : tensor<f32>
    %cst_7 = arith.constant dense<-1.000000e+09> : tensor<f32>
    %cst_8 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_9 = arith.constant dense<4.471500e-02> : tensor<f32>
    %cst_10 = arith.constant dense<0.797884583> : tensor<f32>
    %cst_11 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_12 = arith.constant dense<5.000000e-01> : tensor<f32>
    %cst_13 = arith.constant dense<false> : tensor<i1>
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %arg0, %c0 : tensor<?x?xi32>
    %0 = arith.index_cast %dim : index to i32
    %dim_14 = tensor.dim %arg0, %c1 : tensor<?x?xi32>
    %1 = arith.index_cast %dim_14 : index to i32
    %2 = arith.index_cast %0 : i32 to index
    %3 = arith.index_cast %1 : i32 to index
    %4 = tensor.empty(%2, %3) : tensor<?x?xi32>
    %5 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_2 : tensor<i32>) outs(%4 : tensor<?x?xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<?x?xi32>
    %6 = tensor.empty(%dim, %dim_14) : tensor<?x?xi1>
    %7 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0, %5 : tensor<?x?xi32>, tensor<?x?xi32>) outs(%6 : tensor<?x?xi1>) {
    ^bb0(%in: i32, %in_23: i32, %out: i1):
      %230 = arith.cmpi slt, %in, %in_23 : i32
      linalg.yield %230 : i1
    } -> tensor<?x?xi1>
    %8 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_3 : tensor<i32>) outs(%4 : tensor<?x?xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<?x?xi32>
    %9 = tensor.empty(%dim, %dim_14) : tensor<?x?xi32>
    %10 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0, %8 : tensor<?x?xi32>, tensor<?x?xi32>) outs(%9 : tensor<?x?xi32>) {
    ^bb0(%in: i32, %in_23: i32, %out: i32):
      %230 = arith.addi %in, %in_23 : i32
      linalg.yield %230 : i32
    } -> tensor<?x?xi32>
    %11 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%7, %10, %arg0 : tensor<?x?xi1>, tensor<?x?xi32>, tensor<?x?xi32>) outs(%9 : tensor<?x?xi32>) {
    ^bb0(%in: i1, %in_23: i32, %in_24: i32, %out: i32):
      %230 = arith.select %in, %in_23, %in_24 : i32
      linalg.yield %230 : i32
    } -> tensor<?x?xi32>
    %12 = tensor.empty(%2, %3) : tensor<?x?x1xi32>
    %13 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11 : tensor<?x?xi32>) outs(%12 : tensor<?x?x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<?x?x1xi32>
    %14 = tensor.empty(%2, %3) : tensor<?x?x64xf32>
    %15 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel", "parallel", "parallel"]} outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%out: f32):
      %230 = linalg.index 0 : index
      %231 = linalg.index 1 : index
      %232 = linalg.index 2 : index
      %extracted = tensor.extract %13[%230, %231, %c0] : tensor<?x?x1xi32>
      %233 = arith.index_cast %extracted : i32 to index
      %234 = arith.maxsi %233, %c0 : index
      %235 = arith.minsi %234, %c255 : index
      %extracted_23 = tensor.extract %arg1[%235, %232] : tensor<256x64xf32>
      linalg.yield %extracted_23 : f32
    } -> tensor<?x?x64xf32>
    %16 = tensor.empty(%3) : tensor<1x?x64xf32>
    %17 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg2 : tensor<?x64xf32>) outs(%16 : tensor<1x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x?x64xf32>
    %from_elements = tensor.from_elements %0, %1, %c64_i32 : tensor<3xi32>
    %18 = linalg.generic {indexing_maps = [#map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17 : tensor<1x?x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x64xf32>
    %19 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15, %18 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.addf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x64xf32>
    %20 = tensor.empty(%3, %3) : tensor<?x?xi1>
    %21 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_4 : tensor<i1>) outs(%20 : tensor<?x?xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<?x?xi1>
    %22 = tensor.empty(%3, %3) : tensor<?x?xi32>
    %23 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel", "parallel"]} outs(%22 : tensor<?x?xi32>) {
    ^bb0(%out: i32):
      %230 = linalg.index 0 : index
      %231 = arith.index_cast %230 : index to i32
      linalg.yield %231 : i32
    } -> tensor<?x?xi32>
    %24 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_2 : tensor<i32>) outs(%22 : tensor<?x?xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<?x?xi32>
    %25 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%23, %24 : tensor<?x?xi32>, tensor<?x?xi32>) outs(%22 : tensor<?x?xi32>) {
    ^bb0(%in: i32, %in_23: i32, %out: i32):
      %230 = arith.addi %in, %in_23 : i32
      linalg.yield %230 : i32
    } -> tensor<?x?xi32>
    %26 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel", "parallel"]} outs(%22 : tensor<?x?xi32>) {
    ^bb0(%out: i32):
      %230 = linalg.index 1 : index
      %231 = arith.index_cast %230 : index to i32
      linalg.yield %231 : i32
    } -> tensor<?x?xi32>
    %27 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%25, %26 : tensor<?x?xi32>, tensor<?x?xi32>) outs(%20 : tensor<?x?xi1>) {
    ^bb0(%in: i32, %in_23: i32, %out: i1):
      %230 = arith.cmpi sge, %in, %in_23 : i32
      linalg.yield %230 : i1
    } -> tensor<?x?xi1>
    %28 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_13 : tensor<i1>) outs(%20 : tensor<?x?xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<?x?xi1>
    %29 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%27, %21, %28 : tensor<?x?xi1>, tensor<?x?xi1>, tensor<?x?xi1>) outs(%20 : tensor<?x?xi1>) {
    ^bb0(%in: i1, %in_23: i1, %in_24: i1, %out: i1):
      %230 = arith.select %in, %in_23, %in_24 : i1
      linalg.yield %230 : i1
    } -> tensor<?x?xi1>
    %30 = tensor.empty(%2, %3) : tensor<?x?xf32>
    %31 = linalg.fill ins(%cst_1 : f32) outs(%30 : tensor<?x?xf32>) -> tensor<?x?xf32>
    %32 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%19 : tensor<?x?x64xf32>) outs(%31 : tensor<?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.addf %out, %in : f32
      linalg.yield %230 : f32
    } -> tensor<?x?xf32>
    %33 = tensor.empty(%2, %3) : tensor<?x?x1xf32>
    %34 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%32 : tensor<?x?xf32>) outs(%33 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x1xf32>
    %35 = linalg.generic {indexing_maps = [#map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_5 : tensor<f32>) outs(%33 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x1xf32>
    %36 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%34, %35 : tensor<?x?x1xf32>, tensor<?x?x1xf32>) outs(%33 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.divf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x1xf32>
    %37 = linalg.generic {indexing_maps = [#map7, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%36 : tensor<?x?x1xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x64xf32>
    %38 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19, %37 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.subf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x64xf32>
    %39 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%38 : tensor<?x?x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.mulf %in, %in : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x64xf32>
    %40 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%39 : tensor<?x?x64xf32>) outs(%31 : tensor<?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.addf %out, %in : f32
      linalg.yield %230 : f32
    } -> tensor<?x?xf32>
    %41 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%40 : tensor<?x?xf32>) outs(%33 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x1xf32>
    %42 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%41, %35 : tensor<?x?x1xf32>, tensor<?x?x1xf32>) outs(%33 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.divf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x1xf32>
    %43 = linalg.generic {indexing_maps = [#map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_6 : tensor<f32>) outs(%33 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x1xf32>
    %44 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%42, %43 : tensor<?x?x1xf32>, tensor<?x?x1xf32>) outs(%33 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.addf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x1xf32>
    %45 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%44 : tensor<?x?x1xf32>) outs(%33 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = math.rsqrt %in : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x1xf32>
    %46 = linalg.generic {indexing_maps = [#map7, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%45 : tensor<?x?x1xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x64xf32>
    %47 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%38, %46 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.mulf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x64xf32>
    %48 = tensor.empty() : tensor<1x1x64xf32>
    %49 = linalg.generic {indexing_maps = [#map8, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg5 : tensor<64xf32>) outs(%48 : tensor<1x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x64xf32>
    %50 = linalg.generic {indexing_maps = [#map9, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%49 : tensor<1x1x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x64xf32>
    %51 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%47, %50 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.mulf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x64xf32>
    %52 = linalg.generic {indexing_maps = [#map8, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg3 : tensor<64xf32>) outs(%48 : tensor<1x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x64xf32>
    %53 = linalg.generic {indexing_maps = [#map9, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%52 : tensor<1x1x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x64xf32>
    %54 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%51, %53 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.addf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x64xf32>
    %55 = linalg.fill ins(%cst_1 : f32) outs(%14 : tensor<?x?x64xf32>) -> tensor<?x?x64xf32>
    %56 = linalg.generic {indexing_maps = [#map10, #map11, #map12], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%54, %arg9 : tensor<?x?x64xf32>, tensor<64x64xf32>) outs(%55 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.mulf %in, %in_23 : f32
      %231 = arith.addf %out, %230 : f32
      linalg.yield %231 : f32
    } -> tensor<?x?x64xf32>
    %from_elements_15 = tensor.from_elements %0, %1, %c4_i32, %c16_i32 : tensor<4xi32>
    %reshape = tensor.reshape %56(%from_elements_15) : (tensor<?x?x64xf32>, tensor<4xi32>) -> tensor<?x?x4x16xf32>
    %57 = tensor.empty(%2, %3) : tensor<?x4x?x16xf32>
    %58 = linalg.generic {indexing_maps = [#map13, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%reshape : tensor<?x?x4x16xf32>) outs(%57 : tensor<?x4x?x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x?x16xf32>
    %59 = linalg.generic {indexing_maps = [#map10, #map11, #map12], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%54, %arg7 : tensor<?x?x64xf32>, tensor<64x64xf32>) outs(%55 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.mulf %in, %in_23 : f32
      %231 = arith.addf %out, %230 : f32
      linalg.yield %231 : f32
    } -> tensor<?x?x64xf32>
    %reshape_16 = tensor.reshape %59(%from_elements_15) : (tensor<?x?x64xf32>, tensor<4xi32>) -> tensor<?x?x4x16xf32>
    %60 = linalg.generic {indexing_maps = [#map13, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%reshape_16 : tensor<?x?x4x16xf32>) outs(%57 : tensor<?x4x?x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x?x16xf32>
    %61 = linalg.generic {indexing_maps = [#map10, #map11, #map12], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%54, %arg10 : tensor<?x?x64xf32>, tensor<64x64xf32>) outs(%55 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.mulf %in, %in_23 : f32
      %231 = arith.addf %out, %230 : f32
      linalg.yield %231 : f32
    } -> tensor<?x?x64xf32>
    %reshape_17 = tensor.reshape %61(%from_elements_15) : (tensor<?x?x64xf32>, tensor<4xi32>) -> tensor<?x?x4x16xf32>
    %62 = linalg.generic {indexing_maps = [#map13, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%reshape_17 : tensor<?x?x4x16xf32>) outs(%57 : tensor<?x4x?x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x?x16xf32>
    %63 = tensor.empty(%2, %3) : tensor<?x4x16x?xf32>
    %64 = linalg.generic {indexing_maps = [#map15, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%60 : tensor<?x4x?x16xf32>) outs(%63 : tensor<?x4x16x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x16x?xf32>
    %65 = tensor.empty(%2, %3, %3) : tensor<?x4x?x?xf32>
    %66 = linalg.fill ins(%cst_1 : f32) outs(%65 : tensor<?x4x?x?xf32>) -> tensor<?x4x?x?xf32>
    %67 = linalg.generic {indexing_maps = [#map16, #map17, #map18], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%58, %64 : tensor<?x4x?x16xf32>, tensor<?x4x16x?xf32>) outs(%66 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.mulf %in, %in_23 : f32
      %231 = arith.addf %out, %230 : f32
      linalg.yield %231 : f32
    } -> tensor<?x4x?x?xf32>
    %68 = tensor.empty() : tensor<f32>
    %69 = linalg.generic {indexing_maps = [#map19], iterator_types = []} outs(%68 : tensor<f32>) {
    ^bb0(%out: f32):
      linalg.yield %cst : f32
    } -> tensor<f32>
    %70 = linalg.generic {indexing_maps = [#map20, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%69 : tensor<f32>) outs(%65 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x?x?xf32>
    %71 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%67, %70 : tensor<?x4x?x?xf32>, tensor<?x4x?x?xf32>) outs(%65 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.divf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x4x?x?xf32>
    %72 = tensor.empty(%2, %3, %3) : tensor<?x4x?x?xi1>
    %73 = linalg.generic {indexing_maps = [#map21, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%29 : tensor<?x?xi1>) outs(%72 : tensor<?x4x?x?xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<?x4x?x?xi1>
    %74 = linalg.generic {indexing_maps = [#map20, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_7 : tensor<f32>) outs(%65 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x?x?xf32>
    %75 = linalg.generic {indexing_maps = [#map14, #map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%73, %71, %74 : tensor<?x4x?x?xi1>, tensor<?x4x?x?xf32>, tensor<?x4x?x?xf32>) outs(%65 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: i1, %in_23: f32, %in_24: f32, %out: f32):
      %230 = arith.select %in, %in_23, %in_24 : f32
      linalg.yield %230 : f32
    } -> tensor<?x4x?x?xf32>
    %76 = tensor.empty(%2, %3) : tensor<?x4x?xf32>
    %77 = linalg.fill ins(%cst_0 : f32) outs(%76 : tensor<?x4x?xf32>) -> tensor<?x4x?xf32>
    %78 = linalg.generic {indexing_maps = [#map14, #map12], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%75 : tensor<?x4x?x?xf32>) outs(%77 : tensor<?x4x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.maximumf %out, %in : f32
      linalg.yield %230 : f32
    } -> tensor<?x4x?xf32>
    %79 = linalg.generic {indexing_maps = [#map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_8 : tensor<f32>) outs(%76 : tensor<?x4x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x?xf32>
    %80 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%79, %78 : tensor<?x4x?xf32>, tensor<?x4x?xf32>) outs(%76 : tensor<?x4x?xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.maximumf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x4x?xf32>
    %81 = tensor.empty(%2, %3) : tensor<?x4x?x1xf32>
    %82 = linalg.generic {indexing_maps = [#map12, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%80 : tensor<?x4x?xf32>) outs(%81 : tensor<?x4x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x?x1xf32>
    %83 = linalg.generic {indexing_maps = [#map22, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%82 : tensor<?x4x?x1xf32>) outs(%65 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x?x?xf32>
    %84 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%75, %83 : tensor<?x4x?x?xf32>, tensor<?x4x?x?xf32>) outs(%65 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.subf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x4x?x?xf32>
    %85 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%84 : tensor<?x4x?x?xf32>) outs(%65 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = math.exp %in : f32
      linalg.yield %230 : f32
    } -> tensor<?x4x?x?xf32>
    %86 = linalg.fill ins(%cst_1 : f32) outs(%76 : tensor<?x4x?xf32>) -> tensor<?x4x?xf32>
    %87 = linalg.generic {indexing_maps = [#map14, #map12], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%85 : tensor<?x4x?x?xf32>) outs(%86 : tensor<?x4x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.addf %out, %in : f32
      linalg.yield %230 : f32
    } -> tensor<?x4x?xf32>
    %88 = linalg.generic {indexing_maps = [#map12, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%87 : tensor<?x4x?xf32>) outs(%81 : tensor<?x4x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x?x1xf32>
    %89 = linalg.generic {indexing_maps = [#map22, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%88 : tensor<?x4x?x1xf32>) outs(%65 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x?x?xf32>
    %90 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%85, %89 : tensor<?x4x?x?xf32>, tensor<?x4x?x?xf32>) outs(%65 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.divf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x4x?x?xf32>
    %91 = linalg.fill ins(%cst_1 : f32) outs(%57 : tensor<?x4x?x16xf32>) -> tensor<?x4x?x16xf32>
    %92 = linalg.generic {indexing_maps = [#map16, #map17, #map18], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%90, %62 : tensor<?x4x?x?xf32>, tensor<?x4x?x16xf32>) outs(%91 : tensor<?x4x?x16xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.mulf %in, %in_23 : f32
      %231 = arith.addf %out, %230 : f32
      linalg.yield %231 : f32
    } -> tensor<?x4x?x16xf32>
    %93 = tensor.empty(%2, %3) : tensor<?x?x4x16xf32>
    %94 = linalg.generic {indexing_maps = [#map13, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%92 : tensor<?x4x?x16xf32>) outs(%93 : tensor<?x?x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x4x16xf32>
    %reshape_18 = tensor.reshape %94(%from_elements) : (tensor<?x?x4x16xf32>, tensor<3xi32>) -> tensor<?x?x64xf32>
    %95 = linalg.generic {indexing_maps = [#map10, #map11, #map12], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%reshape_18, %arg8 : tensor<?x?x64xf32>, tensor<64x64xf32>) outs(%55 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.mulf %in, %in_23 : f32
      %231 = arith.addf %out, %230 : f32
      linalg.yield %231 : f32
    } -> tensor<?x?x64xf32>
    %96 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19, %95 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.addf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x64xf32>
    %97 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%96 : tensor<?x?x64xf32>) outs(%31 : tensor<?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.addf %out, %in : f32
      linalg.yield %230 : f32
    } -> tensor<?x?xf32>
    %98 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%97 : tensor<?x?xf32>) outs(%33 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x1xf32>
    %99 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%98, %35 : tensor<?x?x1xf32>, tensor<?x?x1xf32>) outs(%33 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.divf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x1xf32>
    %100 = linalg.generic {indexing_maps = [#map7, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%99 : tensor<?x?x1xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x64xf32>
    %101 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%96, %100 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.subf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x64xf32>
    %102 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%101 : tensor<?x?x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.mulf %in, %in : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x64xf32>
    %103 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%102 : tensor<?x?x64xf32>) outs(%31 : tensor<?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.addf %out, %in : f32
      linalg.yield %230 : f32
    } -> tensor<?x?xf32>
    %104 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%103 : tensor<?x?xf32>) outs(%33 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x1xf32>
    %105 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%104, %35 : tensor<?x?x1xf32>, tensor<?x?x1xf32>) outs(%33 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.divf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x1xf32>
    %106 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%105, %43 : tensor<?x?x1xf32>, tensor<?x?x1xf32>) outs(%33 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.addf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x1xf32>
    %107 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%106 : tensor<?x?x1xf32>) outs(%33 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = math.rsqrt %in : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x1xf32>
    %108 = linalg.generic {indexing_maps = [#map7, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%107 : tensor<?x?x1xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x64xf32>
    %109 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%101, %108 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.mulf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x64xf32>
    %110 = linalg.generic {indexing_maps = [#map8, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg6 : tensor<64xf32>) outs(%48 : tensor<1x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x64xf32>
    %111 = linalg.generic {indexing_maps = [#map9, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%110 : tensor<1x1x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x64xf32>
    %112 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%109, %111 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.mulf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x64xf32>
    %113 = linalg.generic {indexing_maps = [#map8, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg4 : tensor<64xf32>) outs(%48 : tensor<1x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x64xf32>
    %114 = linalg.generic {indexing_maps = [#map9, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%113 : tensor<1x1x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x64xf32>
    %115 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%112, %114 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.addf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x64xf32>
    %116 = tensor.empty(%2, %3) : tensor<?x?x256xf32>
    %117 = linalg.fill ins(%cst_1 : f32) outs(%116 : tensor<?x?x256xf32>) -> tensor<?x?x256xf32>
    %118 = linalg.generic {indexing_maps = [#map10, #map11, #map12], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%115, %arg11 : tensor<?x?x64xf32>, tensor<64x256xf32>) outs(%117 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.mulf %in, %in_23 : f32
      %231 = arith.addf %out, %230 : f32
      linalg.yield %231 : f32
    } -> tensor<?x?x256xf32>
    %119 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%118 : tensor<?x?x256xf32>) outs(%116 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.mulf %in, %in : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x256xf32>
    %120 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%119, %118 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%116 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.mulf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x256xf32>
    %121 = linalg.generic {indexing_maps = [#map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_9 : tensor<f32>) outs(%116 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x256xf32>
    %122 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%121, %120 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%116 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.mulf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x256xf32>
    %123 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%118, %122 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%116 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.addf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x256xf32>
    %124 = linalg.generic {indexing_maps = [#map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_10 : tensor<f32>) outs(%116 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x256xf32>
    %125 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%124, %123 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%116 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.mulf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x256xf32>
    %126 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%125 : tensor<?x?x256xf32>) outs(%116 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = math.tanh %in : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x256xf32>
    %127 = linalg.generic {indexing_maps = [#map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_11 : tensor<f32>) outs(%116 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x256xf32>
    %128 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%127, %126 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%116 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.addf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x256xf32>
    %129 = linalg.generic {indexing_maps = [#map6, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_12 : tensor<f32>) outs(%116 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x256xf32>
    %130 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%129, %128 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%116 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.mulf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x256xf32>
    %131 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%118, %130 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%116 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.mulf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x256xf32>
    %132 = linalg.generic {indexing_maps = [#map10, #map11, #map12], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%131, %arg12 : tensor<?x?x256xf32>, tensor<256x64xf32>) outs(%55 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.mulf %in, %in_23 : f32
      %231 = arith.addf %out, %230 : f32
      linalg.yield %231 : f32
    } -> tensor<?x?x64xf32>
    %133 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%96, %132 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.addf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x64xf32>
    %134 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%133 : tensor<?x?x64xf32>) outs(%31 : tensor<?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.addf %out, %in : f32
      linalg.yield %230 : f32
    } -> tensor<?x?xf32>
    %135 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%134 : tensor<?x?xf32>) outs(%33 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x1xf32>
    %136 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%135, %35 : tensor<?x?x1xf32>, tensor<?x?x1xf32>) outs(%33 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.divf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x1xf32>
    %137 = linalg.generic {indexing_maps = [#map7, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%136 : tensor<?x?x1xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x64xf32>
    %138 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%133, %137 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.subf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x64xf32>
    %139 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%138 : tensor<?x?x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.mulf %in, %in : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x64xf32>
    %140 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%139 : tensor<?x?x64xf32>) outs(%31 : tensor<?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.addf %out, %in : f32
      linalg.yield %230 : f32
    } -> tensor<?x?xf32>
    %141 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%140 : tensor<?x?xf32>) outs(%33 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x1xf32>
    %142 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%141, %35 : tensor<?x?x1xf32>, tensor<?x?x1xf32>) outs(%33 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.divf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x1xf32>
    %143 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%142, %43 : tensor<?x?x1xf32>, tensor<?x?x1xf32>) outs(%33 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.addf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x1xf32>
    %144 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%143 : tensor<?x?x1xf32>) outs(%33 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = math.rsqrt %in : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x1xf32>
    %145 = linalg.generic {indexing_maps = [#map7, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%144 : tensor<?x?x1xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x64xf32>
    %146 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%138, %145 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.mulf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x64xf32>
    %147 = linalg.generic {indexing_maps = [#map8, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg15 : tensor<64xf32>) outs(%48 : tensor<1x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x64xf32>
    %148 = linalg.generic {indexing_maps = [#map9, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%147 : tensor<1x1x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x64xf32>
    %149 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%146, %148 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.mulf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x64xf32>
    %150 = linalg.generic {indexing_maps = [#map8, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg13 : tensor<64xf32>) outs(%48 : tensor<1x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x64xf32>
    %151 = linalg.generic {indexing_maps = [#map9, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%150 : tensor<1x1x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x64xf32>
    %152 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%149, %151 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.addf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x64xf32>
    %153 = linalg.generic {indexing_maps = [#map10, #map11, #map12], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%152, %arg19 : tensor<?x?x64xf32>, tensor<64x64xf32>) outs(%55 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.mulf %in, %in_23 : f32
      %231 = arith.addf %out, %230 : f32
      linalg.yield %231 : f32
    } -> tensor<?x?x64xf32>
    %reshape_19 = tensor.reshape %153(%from_elements_15) : (tensor<?x?x64xf32>, tensor<4xi32>) -> tensor<?x?x4x16xf32>
    %154 = linalg.generic {indexing_maps = [#map13, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%reshape_19 : tensor<?x?x4x16xf32>) outs(%57 : tensor<?x4x?x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x?x16xf32>
    %155 = linalg.generic {indexing_maps = [#map10, #map11, #map12], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%152, %arg17 : tensor<?x?x64xf32>, tensor<64x64xf32>) outs(%55 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.mulf %in, %in_23 : f32
      %231 = arith.addf %out, %230 : f32
      linalg.yield %231 : f32
    } -> tensor<?x?x64xf32>
    %reshape_20 = tensor.reshape %155(%from_elements_15) : (tensor<?x?x64xf32>, tensor<4xi32>) -> tensor<?x?x4x16xf32>
    %156 = linalg.generic {indexing_maps = [#map13, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%reshape_20 : tensor<?x?x4x16xf32>) outs(%57 : tensor<?x4x?x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x?x16xf32>
    %157 = linalg.generic {indexing_maps = [#map10, #map11, #map12], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%152, %arg20 : tensor<?x?x64xf32>, tensor<64x64xf32>) outs(%55 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.mulf %in, %in_23 : f32
      %231 = arith.addf %out, %230 : f32
      linalg.yield %231 : f32
    } -> tensor<?x?x64xf32>
    %reshape_21 = tensor.reshape %157(%from_elements_15) : (tensor<?x?x64xf32>, tensor<4xi32>) -> tensor<?x?x4x16xf32>
    %158 = linalg.generic {indexing_maps = [#map13, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%reshape_21 : tensor<?x?x4x16xf32>) outs(%57 : tensor<?x4x?x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x?x16xf32>
    %159 = linalg.generic {indexing_maps = [#map15, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%156 : tensor<?x4x?x16xf32>) outs(%63 : tensor<?x4x16x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x16x?xf32>
    %160 = linalg.generic {indexing_maps = [#map16, #map17, #map18], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%154, %159 : tensor<?x4x?x16xf32>, tensor<?x4x16x?xf32>) outs(%66 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.mulf %in, %in_23 : f32
      %231 = arith.addf %out, %230 : f32
      linalg.yield %231 : f32
    } -> tensor<?x4x?x?xf32>
    %161 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%160, %70 : tensor<?x4x?x?xf32>, tensor<?x4x?x?xf32>) outs(%65 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.divf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x4x?x?xf32>
    %162 = linalg.generic {indexing_maps = [#map14, #map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%73, %161, %74 : tensor<?x4x?x?xi1>, tensor<?x4x?x?xf32>, tensor<?x4x?x?xf32>) outs(%65 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: i1, %in_23: f32, %in_24: f32, %out: f32):
      %230 = arith.select %in, %in_23, %in_24 : f32
      linalg.yield %230 : f32
    } -> tensor<?x4x?x?xf32>
    %163 = linalg.generic {indexing_maps = [#map14, #map12], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%162 : tensor<?x4x?x?xf32>) outs(%77 : tensor<?x4x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.maximumf %out, %in : f32
      linalg.yield %230 : f32
    } -> tensor<?x4x?xf32>
    %164 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%79, %163 : tensor<?x4x?xf32>, tensor<?x4x?xf32>) outs(%76 : tensor<?x4x?xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.maximumf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x4x?xf32>
    %165 = linalg.generic {indexing_maps = [#map12, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%164 : tensor<?x4x?xf32>) outs(%81 : tensor<?x4x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x?x1xf32>
    %166 = linalg.generic {indexing_maps = [#map22, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%165 : tensor<?x4x?x1xf32>) outs(%65 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x?x?xf32>
    %167 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%162, %166 : tensor<?x4x?x?xf32>, tensor<?x4x?x?xf32>) outs(%65 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.subf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x4x?x?xf32>
    %168 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%167 : tensor<?x4x?x?xf32>) outs(%65 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = math.exp %in : f32
      linalg.yield %230 : f32
    } -> tensor<?x4x?x?xf32>
    %169 = linalg.generic {indexing_maps = [#map14, #map12], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%168 : tensor<?x4x?x?xf32>) outs(%86 : tensor<?x4x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.addf %out, %in : f32
      linalg.yield %230 : f32
    } -> tensor<?x4x?xf32>
    %170 = linalg.generic {indexing_maps = [#map12, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%169 : tensor<?x4x?xf32>) outs(%81 : tensor<?x4x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x?x1xf32>
    %171 = linalg.generic {indexing_maps = [#map22, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%170 : tensor<?x4x?x1xf32>) outs(%65 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x?x?xf32>
    %172 = linalg.generic {indexing_maps = [#map14, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%168, %171 : tensor<?x4x?x?xf32>, tensor<?x4x?x?xf32>) outs(%65 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.divf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x4x?x?xf32>
    %173 = linalg.generic {indexing_maps = [#map16, #map17, #map18], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%172, %158 : tensor<?x4x?x?xf32>, tensor<?x4x?x16xf32>) outs(%91 : tensor<?x4x?x16xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.mulf %in, %in_23 : f32
      %231 = arith.addf %out, %230 : f32
      linalg.yield %231 : f32
    } -> tensor<?x4x?x16xf32>
    %174 = linalg.generic {indexing_maps = [#map13, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%173 : tensor<?x4x?x16xf32>) outs(%93 : tensor<?x?x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x4x16xf32>
    %reshape_22 = tensor.reshape %174(%from_elements) : (tensor<?x?x4x16xf32>, tensor<3xi32>) -> tensor<?x?x64xf32>
    %175 = linalg.generic {indexing_maps = [#map10, #map11, #map12], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%reshape_22, %arg18 : tensor<?x?x64xf32>, tensor<64x64xf32>) outs(%55 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.mulf %in, %in_23 : f32
      %231 = arith.addf %out, %230 : f32
      linalg.yield %231 : f32
    } -> tensor<?x?x64xf32>
    %176 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%133, %175 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.addf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x64xf32>
    %177 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%176 : tensor<?x?x64xf32>) outs(%31 : tensor<?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.addf %out, %in : f32
      linalg.yield %230 : f32
    } -> tensor<?x?xf32>
    %178 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%177 : tensor<?x?xf32>) outs(%33 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x1xf32>
    %179 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%178, %35 : tensor<?x?x1xf32>, tensor<?x?x1xf32>) outs(%33 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.divf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x1xf32>
    %180 = linalg.generic {indexing_maps = [#map7, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%179 : tensor<?x?x1xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x64xf32>
    %181 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%176, %180 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.subf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x64xf32>
    %182 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%181 : tensor<?x?x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.mulf %in, %in : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x64xf32>
    %183 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%182 : tensor<?x?x64xf32>) outs(%31 : tensor<?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.addf %out, %in : f32
      linalg.yield %230 : f32
    } -> tensor<?x?xf32>
    %184 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%183 : tensor<?x?xf32>) outs(%33 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x1xf32>
    %185 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%184, %35 : tensor<?x?x1xf32>, tensor<?x?x1xf32>) outs(%33 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.divf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x1xf32>
    %186 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%185, %43 : tensor<?x?x1xf32>, tensor<?x?x1xf32>) outs(%33 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.addf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x1xf32>
    %187 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%186 : tensor<?x?x1xf32>) outs(%33 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = math.rsqrt %in : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x1xf32>
    %188 = linalg.generic {indexing_maps = [#map7, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%187 : tensor<?x?x1xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x64xf32>
    %189 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%181, %188 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.mulf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x64xf32>
    %190 = linalg.generic {indexing_maps = [#map8, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg16 : tensor<64xf32>) outs(%48 : tensor<1x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x64xf32>
    %191 = linalg.generic {indexing_maps = [#map9, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%190 : tensor<1x1x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x64xf32>
    %192 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%189, %191 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.mulf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x64xf32>
    %193 = linalg.generic {indexing_maps = [#map8, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg14 : tensor<64xf32>) outs(%48 : tensor<1x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x64xf32>
    %194 = linalg.generic {indexing_maps = [#map9, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%193 : tensor<1x1x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x64xf32>
    %195 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%192, %194 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.addf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x64xf32>
    %196 = linalg.generic {indexing_maps = [#map10, #map11, #map12], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%195, %arg21 : tensor<?x?x64xf32>, tensor<64x256xf32>) outs(%117 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.mulf %in, %in_23 : f32
      %231 = arith.addf %out, %230 : f32
      linalg.yield %231 : f32
    } -> tensor<?x?x256xf32>
    %197 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%196 : tensor<?x?x256xf32>) outs(%116 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.mulf %in, %in : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x256xf32>
    %198 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%197, %196 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%116 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.mulf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x256xf32>
    %199 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%121, %198 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%116 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.mulf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x256xf32>
    %200 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%196, %199 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%116 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.addf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x256xf32>
    %201 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%124, %200 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%116 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.mulf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x256xf32>
    %202 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%201 : tensor<?x?x256xf32>) outs(%116 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = math.tanh %in : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x256xf32>
    %203 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%127, %202 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%116 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.addf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x256xf32>
    %204 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%129, %203 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%116 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.mulf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x256xf32>
    %205 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%196, %204 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%116 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.mulf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x256xf32>
    %206 = linalg.generic {indexing_maps = [#map10, #map11, #map12], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%205, %arg22 : tensor<?x?x256xf32>, tensor<256x64xf32>) outs(%55 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.mulf %in, %in_23 : f32
      %231 = arith.addf %out, %230 : f32
      linalg.yield %231 : f32
    } -> tensor<?x?x64xf32>
    %207 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%176, %206 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.addf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x64xf32>
    %208 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%207 : tensor<?x?x64xf32>) outs(%31 : tensor<?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.addf %out, %in : f32
      linalg.yield %230 : f32
    } -> tensor<?x?xf32>
    %209 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%208 : tensor<?x?xf32>) outs(%33 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x1xf32>
    %210 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%209, %35 : tensor<?x?x1xf32>, tensor<?x?x1xf32>) outs(%33 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.divf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x1xf32>
    %211 = linalg.generic {indexing_maps = [#map7, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%210 : tensor<?x?x1xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x64xf32>
    %212 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%207, %211 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.subf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x64xf32>
    %213 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%212 : tensor<?x?x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.mulf %in, %in : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x64xf32>
    %214 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%213 : tensor<?x?x64xf32>) outs(%31 : tensor<?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = arith.addf %out, %in : f32
      linalg.yield %230 : f32
    } -> tensor<?x?xf32>
    %215 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%214 : tensor<?x?xf32>) outs(%33 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x1xf32>
    %216 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%215, %35 : tensor<?x?x1xf32>, tensor<?x?x1xf32>) outs(%33 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.divf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x1xf32>
    %217 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%216, %43 : tensor<?x?x1xf32>, tensor<?x?x1xf32>) outs(%33 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.addf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x1xf32>
    %218 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%217 : tensor<?x?x1xf32>) outs(%33 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %230 = math.rsqrt %in : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x1xf32>
    %219 = linalg.generic {indexing_maps = [#map7, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%218 : tensor<?x?x1xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x64xf32>
    %220 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%212, %219 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.mulf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x64xf32>
    %221 = linalg.generic {indexing_maps = [#map8, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg23 : tensor<64xf32>) outs(%48 : tensor<1x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x64xf32>
    %222 = linalg.generic {indexing_maps = [#map9, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%221 : tensor<1x1x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x64xf32>
    %223 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%220, %222 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.mulf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x64xf32>
    %224 = linalg.generic {indexing_maps = [#map8, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg24 : tensor<64xf32>) outs(%48 : tensor<1x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x64xf32>
    %225 = linalg.generic {indexing_maps = [#map9, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%224 : tensor<1x1x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x64xf32>
    %226 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%223, %225 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.addf %in, %in_23 : f32
      linalg.yield %230 : f32
    } -> tensor<?x?x64xf32>
    %227 = tensor.empty() : tensor<64x256xf32>
    %228 = linalg.generic {indexing_maps = [#map23, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<256x64xf32>) outs(%227 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x256xf32>
    %229 = linalg.generic {indexing_maps = [#map10, #map11, #map12], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%226, %228 : tensor<?x?x64xf32>, tensor<64x256xf32>) outs(%117 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %230 = arith.mulf %in, %in_23 : f32
      %231 = arith.addf %out, %230 : f32
      linalg.yield %231 : f32
    } -> tensor<?x?x256xf32>
    return %229 : tensor<?x?x256xf32>
  }
}

