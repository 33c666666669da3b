#map = affine_map<(d0, d1) -> ()>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map4 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map5 = affine_map<(d0, d1, d2) -> (0, d1, d2)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d3, d2)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map9 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d1, d4)>
#map10 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4)>
#map11 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>
#map12 = affine_map<(d0, d1, d2, d3) -> ()>
#map13 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map14 = affine_map<(d0, d1, d2) -> ()>
#map15 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map16 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d1, d2)>
#map17 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
#map18 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
#map19 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map20 = affine_map<(d0, d1, d2) -> (d2)>
#map21 = affine_map<(d0, d1, d2) -> (0, 0, d2)>
#map22 = affine_map<(d0, d1, d2) -> (d0, d2, d1)>
module @jit_bert {
  func.func public @main(%arg0: tensor<?x?xi32>, %arg1: tensor<?x?xi32>, %arg2: tensor<256x64xf32>, %arg3: tensor<2x64xf32>, %arg4: tensor<?x64xf32>, %arg5: tensor<64xf32>, %arg6: tensor<64xf32>, %arg7: tensor<64xf32>, %arg8: tensor<64xf32>, %arg9: tensor<64x64xf32>, %arg10: tensor<64x64xf32>, %arg11: tensor<64x64xf32>, %arg12: tensor<64x64xf32>, %arg13: tensor<64x256xf32>, %arg14: tensor<256x64xf32>, %arg15: tensor<64xf32>, %arg16: tensor<64xf32>, %arg17: tensor<64xf32>, %arg18: tensor<64xf32>, %arg19: tensor<64x64xf32>, %arg20: tensor<64x64xf32>, %arg21: tensor<64x64xf32>, %arg22: tensor<64x64xf32>, %arg23: tensor<64x256xf32>, %arg24: tensor<256x64xf32>, %arg25: tensor<64x64xf32>, %arg26: tensor<64x2xf32>) -> (tensor<?x?x64xf32>, tensor<?x2xf32>) {
    %cst = arith.constant 0xFF800000 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %c255 = arith.constant 255 : index
    %c16_i32 = arith.constant 16 : i32
    %c4_i32 = arith.constant 4 : i32
    %c64_i32 = arith.constant 64 : i32
    %c1 = arith.constant 1 : index
    %cst_1 = arith.constant dense<0> : tensor<i32>
    %cst_2 = arith.constant dense<256> : tensor<i32>
    %cst_3 = arith.constant dense<2> : tensor<i32>
    %cst_4 = arith.constant dense<8.000000e+00> : tensor<f32>
    %cst_5 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_6 = arith.constant dense<6.400000e+01> : tensor<f32>
    %cst_7 = arith.constant dense<9.99999974E-6> : tensor<f32>
    %cst_8 = arith.constant dense<4.471500e-02> : tensor<f32>
    %cst_9 = arith.constant dense<0.797884583> : tensor<f32>
    %cst_10 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_11 = arith.constant dense<5.000000e-01> : tensor<f32>
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %arg0, %c0 : tensor<?x?xi32>
    %0 = arith.index_cast %dim : index to i32
    %dim_12 = tensor.dim %arg0, %c1 : tensor<?x?xi32>
    %1 = arith.index_cast %dim_12 : index to i32
    %2 = arith.index_cast %0 : i32 to index
    %3 = arith.index_cast %1 : i32 to index
    %4 = tensor.empty(%2, %3) : tensor<?x?xi32>
    %5 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_1 : tensor<i32>) outs(%4 : tensor<?x?xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<?x?xi32>
    %6 = tensor.empty(%dim, %dim_12) : tensor<?x?xi1>
    %7 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0, %5 : tensor<?x?xi32>, tensor<?x?xi32>) outs(%6 : tensor<?x?xi1>) {
    ^bb0(%in: i32, %in_24: i32, %out: i1):
      %202 = arith.cmpi slt, %in, %in_24 : i32
      linalg.yield %202 : i1
    } -> tensor<?x?xi1>
    %8 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_2 : tensor<i32>) outs(%4 : tensor<?x?xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<?x?xi32>
    %9 = tensor.empty(%dim, %dim_12) : tensor<?x?xi32>
    %10 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0, %8 : tensor<?x?xi32>, tensor<?x?xi32>) outs(%9 : tensor<?x?xi32>) {
    ^bb0(%in: i32, %in_24: i32, %out: i32):
      %202 = arith.addi %in, %in_24 : i32
      linalg.yield %202 : i32
    } -> tensor<?x?xi32>
    %11 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%7, %10, %arg0 : tensor<?x?xi1>, tensor<?x?xi32>, tensor<?x?xi32>) outs(%9 : tensor<?x?xi32>) {
    ^bb0(%in: i1, %in_24: i32, %in_25: i32, %out: i32):
      %202 = arith.select %in, %in_24, %in_25 : i32
      linalg.yield %202 : i32
    } -> tensor<?x?xi32>
    %12 = tensor.empty(%2, %3) : tensor<?x?x1xi32>
    %13 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11 : tensor<?x?xi32>) outs(%12 : tensor<?x?x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<?x?x1xi32>
    %14 = tensor.empty(%2, %3) : tensor<?x?x64xf32>
    %15 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel", "parallel", "parallel"]} outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%out: f32):
      %202 = linalg.index 0 : index
      %203 = linalg.index 1 : index
      %204 = linalg.index 2 : index
      %extracted = tensor.extract %13[%202, %203, %c0] : tensor<?x?x1xi32>
      %205 = arith.index_cast %extracted : i32 to index
      %206 = arith.maxsi %205, %c0 : index
      %207 = arith.minsi %206, %c255 : index
      %extracted_24 = tensor.extract %arg2[%207, %204] : tensor<256x64xf32>
      linalg.yield %extracted_24 : f32
    } -> tensor<?x?x64xf32>
    %dim_13 = tensor.dim %arg1, %c0 : tensor<?x?xi32>
    %dim_14 = tensor.dim %arg1, %c1 : tensor<?x?xi32>
    %16 = tensor.empty(%dim_13, %dim_14) : tensor<?x?xi1>
    %17 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg1, %5 : tensor<?x?xi32>, tensor<?x?xi32>) outs(%16 : tensor<?x?xi1>) {
    ^bb0(%in: i32, %in_24: i32, %out: i1):
      %202 = arith.cmpi slt, %in, %in_24 : i32
      linalg.yield %202 : i1
    } -> tensor<?x?xi1>
    %18 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_3 : tensor<i32>) outs(%4 : tensor<?x?xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<?x?xi32>
    %19 = tensor.empty(%dim_13, %dim_14) : tensor<?x?xi32>
    %20 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg1, %18 : tensor<?x?xi32>, tensor<?x?xi32>) outs(%19 : tensor<?x?xi32>) {
    ^bb0(%in: i32, %in_24: i32, %out: i32):
      %202 = arith.addi %in, %in_24 : i32
      linalg.yield %202 : i32
    } -> tensor<?x?xi32>
    %21 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%17, %20, %arg1 : tensor<?x?xi1>, tensor<?x?xi32>, tensor<?x?xi32>) outs(%19 : tensor<?x?xi32>) {
    ^bb0(%in: i1, %in_24: i32, %in_25: i32, %out: i32):
      %202 = arith.select %in, %in_24, %in_25 : i32
      linalg.yield %202 : i32
    } -> tensor<?x?xi32>
    %22 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%21 : tensor<?x?xi32>) outs(%12 : tensor<?x?x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<?x?x1xi32>
    %23 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel", "parallel", "parallel"]} outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%out: f32):
      %202 = linalg.index 0 : index
      %203 = linalg.index 1 : index
      %204 = linalg.index 2 : index
      %extracted = tensor.extract %22[%202, %203, %c0] : tensor<?x?x1xi32>
      %205 = arith.index_cast %extracted : i32 to index
      %206 = arith.maxsi %205, %c0 : index
      %207 = arith.minsi %206, %c1 : index
      %extracted_24 = tensor.extract %arg3[%207, %204] : tensor<2x64xf32>
      linalg.yield %extracted_24 : f32
    } -> tensor<?x?x64xf32>
    %24 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15, %23 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.addf %in, %in_24 : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x64xf32>
    %25 = tensor.empty(%3) : tensor<1x?x64xf32>
    %26 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg4 : tensor<?x64xf32>) outs(%25 : tensor<1x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x?x64xf32>
    %from_elements = tensor.from_elements %0, %1, %c64_i32 : tensor<3xi32>
    %27 = linalg.generic {indexing_maps = [#map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%26 : tensor<1x?x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x64xf32>
    %28 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%24, %27 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.addf %in, %in_24 : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x64xf32>
    %29 = linalg.fill ins(%cst_0 : f32) outs(%14 : tensor<?x?x64xf32>) -> tensor<?x?x64xf32>
    %30 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%28, %arg11 : tensor<?x?x64xf32>, tensor<64x64xf32>) outs(%29 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.mulf %in, %in_24 : f32
      %203 = arith.addf %out, %202 : f32
      linalg.yield %203 : f32
    } -> tensor<?x?x64xf32>
    %from_elements_15 = tensor.from_elements %0, %1, %c4_i32, %c16_i32 : tensor<4xi32>
    %reshape = tensor.reshape %30(%from_elements_15) : (tensor<?x?x64xf32>, tensor<4xi32>) -> tensor<?x?x4x16xf32>
    %31 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%28, %arg9 : tensor<?x?x64xf32>, tensor<64x64xf32>) outs(%29 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.mulf %in, %in_24 : f32
      %203 = arith.addf %out, %202 : f32
      linalg.yield %203 : f32
    } -> tensor<?x?x64xf32>
    %reshape_16 = tensor.reshape %31(%from_elements_15) : (tensor<?x?x64xf32>, tensor<4xi32>) -> tensor<?x?x4x16xf32>
    %32 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%28, %arg12 : tensor<?x?x64xf32>, tensor<64x64xf32>) outs(%29 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.mulf %in, %in_24 : f32
      %203 = arith.addf %out, %202 : f32
      linalg.yield %203 : f32
    } -> tensor<?x?x64xf32>
    %reshape_17 = tensor.reshape %32(%from_elements_15) : (tensor<?x?x64xf32>, tensor<4xi32>) -> tensor<?x?x4x16xf32>
    %33 = tensor.empty(%2, %3, %3) : tensor<?x4x?x?xf32>
    %34 = linalg.fill ins(%cst_0 : f32) outs(%33 : tensor<?x4x?x?xf32>) -> tensor<?x4x?x?xf32>
    %35 = linalg.generic {indexing_maps = [#map9, #map10, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%reshape, %reshape_16 : tensor<?x?x4x16xf32>, tensor<?x?x4x16xf32>) outs(%34 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.mulf %in, %in_24 : f32
      %203 = arith.addf %out, %202 : f32
      linalg.yield %203 : f32
    } -> tensor<?x4x?x?xf32>
    %36 = linalg.generic {indexing_maps = [#map12, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_4 : tensor<f32>) outs(%33 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x?x?xf32>
    %37 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%35, %36 : tensor<?x4x?x?xf32>, tensor<?x4x?x?xf32>) outs(%33 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.divf %in, %in_24 : f32
      linalg.yield %202 : f32
    } -> tensor<?x4x?x?xf32>
    %38 = tensor.empty(%2, %3) : tensor<?x4x?xf32>
    %39 = linalg.fill ins(%cst : f32) outs(%38 : tensor<?x4x?xf32>) -> tensor<?x4x?xf32>
    %40 = linalg.generic {indexing_maps = [#map13, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%37 : tensor<?x4x?x?xf32>) outs(%39 : tensor<?x4x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.maximumf %out, %in : f32
      linalg.yield %202 : f32
    } -> tensor<?x4x?xf32>
    %41 = linalg.generic {indexing_maps = [#map14, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_5 : tensor<f32>) outs(%38 : tensor<?x4x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x?xf32>
    %42 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%41, %40 : tensor<?x4x?xf32>, tensor<?x4x?xf32>) outs(%38 : tensor<?x4x?xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.maximumf %in, %in_24 : f32
      linalg.yield %202 : f32
    } -> tensor<?x4x?xf32>
    %43 = tensor.empty(%2, %3) : tensor<?x4x?x1xf32>
    %44 = linalg.generic {indexing_maps = [#map8, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%42 : tensor<?x4x?xf32>) outs(%43 : tensor<?x4x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x?x1xf32>
    %45 = linalg.generic {indexing_maps = [#map15, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%44 : tensor<?x4x?x1xf32>) outs(%33 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x?x?xf32>
    %46 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%37, %45 : tensor<?x4x?x?xf32>, tensor<?x4x?x?xf32>) outs(%33 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.subf %in, %in_24 : f32
      linalg.yield %202 : f32
    } -> tensor<?x4x?x?xf32>
    %47 = linalg.generic {indexing_maps = [#map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%46 : tensor<?x4x?x?xf32>) outs(%33 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = math.exp %in : f32
      linalg.yield %202 : f32
    } -> tensor<?x4x?x?xf32>
    %48 = linalg.fill ins(%cst_0 : f32) outs(%38 : tensor<?x4x?xf32>) -> tensor<?x4x?xf32>
    %49 = linalg.generic {indexing_maps = [#map13, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%47 : tensor<?x4x?x?xf32>) outs(%48 : tensor<?x4x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.addf %out, %in : f32
      linalg.yield %202 : f32
    } -> tensor<?x4x?xf32>
    %50 = linalg.generic {indexing_maps = [#map8, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%49 : tensor<?x4x?xf32>) outs(%43 : tensor<?x4x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x?x1xf32>
    %51 = linalg.generic {indexing_maps = [#map15, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%50 : tensor<?x4x?x1xf32>) outs(%33 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x?x?xf32>
    %52 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%47, %51 : tensor<?x4x?x?xf32>, tensor<?x4x?x?xf32>) outs(%33 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.divf %in, %in_24 : f32
      linalg.yield %202 : f32
    } -> tensor<?x4x?x?xf32>
    %53 = tensor.empty(%2, %3) : tensor<?x4x16x?xf32>
    %54 = linalg.fill ins(%cst_0 : f32) outs(%53 : tensor<?x4x16x?xf32>) -> tensor<?x4x16x?xf32>
    %55 = linalg.generic {indexing_maps = [#map16, #map17, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%reshape_17, %52 : tensor<?x?x4x16xf32>, tensor<?x4x?x?xf32>) outs(%54 : tensor<?x4x16x?xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.mulf %in, %in_24 : f32
      %203 = arith.addf %out, %202 : f32
      linalg.yield %203 : f32
    } -> tensor<?x4x16x?xf32>
    %56 = tensor.empty(%2, %3) : tensor<?x?x4x16xf32>
    %57 = linalg.generic {indexing_maps = [#map18, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%55 : tensor<?x4x16x?xf32>) outs(%56 : tensor<?x?x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x4x16xf32>
    %reshape_18 = tensor.reshape %57(%from_elements) : (tensor<?x?x4x16xf32>, tensor<3xi32>) -> tensor<?x?x64xf32>
    %58 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%reshape_18, %arg10 : tensor<?x?x64xf32>, tensor<64x64xf32>) outs(%29 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.mulf %in, %in_24 : f32
      %203 = arith.addf %out, %202 : f32
      linalg.yield %203 : f32
    } -> tensor<?x?x64xf32>
    %59 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%28, %58 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.addf %in, %in_24 : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x64xf32>
    %60 = tensor.empty(%2, %3) : tensor<?x?xf32>
    %61 = linalg.fill ins(%cst_0 : f32) outs(%60 : tensor<?x?xf32>) -> tensor<?x?xf32>
    %62 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%59 : tensor<?x?x64xf32>) outs(%61 : tensor<?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.addf %out, %in : f32
      linalg.yield %202 : f32
    } -> tensor<?x?xf32>
    %63 = tensor.empty(%2, %3) : tensor<?x?x1xf32>
    %64 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%62 : tensor<?x?xf32>) outs(%63 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x1xf32>
    %65 = linalg.generic {indexing_maps = [#map14, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_6 : tensor<f32>) outs(%63 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x1xf32>
    %66 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%64, %65 : tensor<?x?x1xf32>, tensor<?x?x1xf32>) outs(%63 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.divf %in, %in_24 : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x1xf32>
    %67 = linalg.generic {indexing_maps = [#map19, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%66 : tensor<?x?x1xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x64xf32>
    %68 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%59, %67 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.subf %in, %in_24 : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x64xf32>
    %69 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%68 : tensor<?x?x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.mulf %in, %in : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x64xf32>
    %70 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%69 : tensor<?x?x64xf32>) outs(%61 : tensor<?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.addf %out, %in : f32
      linalg.yield %202 : f32
    } -> tensor<?x?xf32>
    %71 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%70 : tensor<?x?xf32>) outs(%63 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x1xf32>
    %72 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%71, %65 : tensor<?x?x1xf32>, tensor<?x?x1xf32>) outs(%63 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.divf %in, %in_24 : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x1xf32>
    %73 = linalg.generic {indexing_maps = [#map14, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_7 : tensor<f32>) outs(%63 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x1xf32>
    %74 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%72, %73 : tensor<?x?x1xf32>, tensor<?x?x1xf32>) outs(%63 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.addf %in, %in_24 : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x1xf32>
    %75 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%74 : tensor<?x?x1xf32>) outs(%63 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = math.rsqrt %in : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x1xf32>
    %76 = linalg.generic {indexing_maps = [#map19, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%75 : tensor<?x?x1xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x64xf32>
    %77 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%68, %76 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.mulf %in, %in_24 : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x64xf32>
    %78 = tensor.empty() : tensor<1x1x64xf32>
    %79 = linalg.generic {indexing_maps = [#map20, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg7 : tensor<64xf32>) outs(%78 : tensor<1x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x64xf32>
    %80 = linalg.generic {indexing_maps = [#map21, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%79 : tensor<1x1x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x64xf32>
    %81 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%77, %80 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.mulf %in, %in_24 : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x64xf32>
    %82 = linalg.generic {indexing_maps = [#map20, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg5 : tensor<64xf32>) outs(%78 : tensor<1x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x64xf32>
    %83 = linalg.generic {indexing_maps = [#map21, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%82 : tensor<1x1x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x64xf32>
    %84 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%81, %83 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.addf %in, %in_24 : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x64xf32>
    %85 = tensor.empty(%2, %3) : tensor<?x?x256xf32>
    %86 = linalg.fill ins(%cst_0 : f32) outs(%85 : tensor<?x?x256xf32>) -> tensor<?x?x256xf32>
    %87 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%84, %arg13 : tensor<?x?x64xf32>, tensor<64x256xf32>) outs(%86 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.mulf %in, %in_24 : f32
      %203 = arith.addf %out, %202 : f32
      linalg.yield %203 : f32
    } -> tensor<?x?x256xf32>
    %88 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%87 : tensor<?x?x256xf32>) outs(%85 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.mulf %in, %in : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x256xf32>
    %89 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%88, %87 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%85 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.mulf %in, %in_24 : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x256xf32>
    %90 = linalg.generic {indexing_maps = [#map14, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_8 : tensor<f32>) outs(%85 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x256xf32>
    %91 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%90, %89 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%85 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.mulf %in, %in_24 : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x256xf32>
    %92 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%87, %91 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%85 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.addf %in, %in_24 : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x256xf32>
    %93 = linalg.generic {indexing_maps = [#map14, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_9 : tensor<f32>) outs(%85 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x256xf32>
    %94 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%93, %92 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%85 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.mulf %in, %in_24 : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x256xf32>
    %95 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%94 : tensor<?x?x256xf32>) outs(%85 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = math.tanh %in : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x256xf32>
    %96 = linalg.generic {indexing_maps = [#map14, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_10 : tensor<f32>) outs(%85 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x256xf32>
    %97 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%96, %95 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%85 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.addf %in, %in_24 : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x256xf32>
    %98 = linalg.generic {indexing_maps = [#map14, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_11 : tensor<f32>) outs(%85 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x256xf32>
    %99 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%98, %97 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%85 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.mulf %in, %in_24 : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x256xf32>
    %100 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%87, %99 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%85 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.mulf %in, %in_24 : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x256xf32>
    %101 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%100, %arg14 : tensor<?x?x256xf32>, tensor<256x64xf32>) outs(%29 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.mulf %in, %in_24 : f32
      %203 = arith.addf %out, %202 : f32
      linalg.yield %203 : f32
    } -> tensor<?x?x64xf32>
    %102 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%84, %101 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.addf %in, %in_24 : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x64xf32>
    %103 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%102 : tensor<?x?x64xf32>) outs(%61 : tensor<?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.addf %out, %in : f32
      linalg.yield %202 : f32
    } -> tensor<?x?xf32>
    %104 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%103 : tensor<?x?xf32>) outs(%63 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x1xf32>
    %105 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%104, %65 : tensor<?x?x1xf32>, tensor<?x?x1xf32>) outs(%63 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.divf %in, %in_24 : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x1xf32>
    %106 = linalg.generic {indexing_maps = [#map19, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%105 : tensor<?x?x1xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x64xf32>
    %107 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%102, %106 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.subf %in, %in_24 : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x64xf32>
    %108 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%107 : tensor<?x?x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.mulf %in, %in : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x64xf32>
    %109 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%108 : tensor<?x?x64xf32>) outs(%61 : tensor<?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.addf %out, %in : f32
      linalg.yield %202 : f32
    } -> tensor<?x?xf32>
    %110 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%109 : tensor<?x?xf32>) outs(%63 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x1xf32>
    %111 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%110, %65 : tensor<?x?x1xf32>, tensor<?x?x1xf32>) outs(%63 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.divf %in, %in_24 : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x1xf32>
    %112 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%111, %73 : tensor<?x?x1xf32>, tensor<?x?x1xf32>) outs(%63 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.addf %in, %in_24 : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x1xf32>
    %113 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%112 : tensor<?x?x1xf32>) outs(%63 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = math.rsqrt %in : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x1xf32>
    %114 = linalg.generic {indexing_maps = [#map19, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%113 : tensor<?x?x1xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x64xf32>
    %115 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%107, %114 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.mulf %in, %in_24 : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x64xf32>
    %116 = linalg.generic {indexing_maps = [#map20, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg8 : tensor<64xf32>) outs(%78 : tensor<1x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x64xf32>
    %117 = linalg.generic {indexing_maps = [#map21, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%116 : tensor<1x1x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x64xf32>
    %118 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%115, %117 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.mulf %in, %in_24 : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x64xf32>
    %119 = linalg.generic {indexing_maps = [#map20, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg6 : tensor<64xf32>) outs(%78 : tensor<1x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x64xf32>
    %120 = linalg.generic {indexing_maps = [#map21, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%119 : tensor<1x1x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x64xf32>
    %121 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%118, %120 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.addf %in, %in_24 : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x64xf32>
    %122 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%121, %arg21 : tensor<?x?x64xf32>, tensor<64x64xf32>) outs(%29 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.mulf %in, %in_24 : f32
      %203 = arith.addf %out, %202 : f32
      linalg.yield %203 : f32
    } -> tensor<?x?x64xf32>
    %reshape_19 = tensor.reshape %122(%from_elements_15) : (tensor<?x?x64xf32>, tensor<4xi32>) -> tensor<?x?x4x16xf32>
    %123 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%121, %arg19 : tensor<?x?x64xf32>, tensor<64x64xf32>) outs(%29 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.mulf %in, %in_24 : f32
      %203 = arith.addf %out, %202 : f32
      linalg.yield %203 : f32
    } -> tensor<?x?x64xf32>
    %reshape_20 = tensor.reshape %123(%from_elements_15) : (tensor<?x?x64xf32>, tensor<4xi32>) -> tensor<?x?x4x16xf32>
    %124 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%121, %arg22 : tensor<?x?x64xf32>, tensor<64x64xf32>) outs(%29 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.mulf %in, %in_24 : f32
      %203 = arith.addf %out, %202 : f32
      linalg.yield %203 : f32
    } -> tensor<?x?x64xf32>
    %reshape_21 = tensor.reshape %124(%from_elements_15) : (tensor<?x?x64xf32>, tensor<4xi32>) -> tensor<?x?x4x16xf32>
    %125 = linalg.generic {indexing_maps = [#map9, #map10, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%reshape_19, %reshape_20 : tensor<?x?x4x16xf32>, tensor<?x?x4x16xf32>) outs(%34 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.mulf %in, %in_24 : f32
      %203 = arith.addf %out, %202 : f32
      linalg.yield %203 : f32
    } -> tensor<?x4x?x?xf32>
    %126 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%125, %36 : tensor<?x4x?x?xf32>, tensor<?x4x?x?xf32>) outs(%33 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.divf %in, %in_24 : f32
      linalg.yield %202 : f32
    } -> tensor<?x4x?x?xf32>
    %127 = linalg.generic {indexing_maps = [#map13, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%126 : tensor<?x4x?x?xf32>) outs(%39 : tensor<?x4x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.maximumf %out, %in : f32
      linalg.yield %202 : f32
    } -> tensor<?x4x?xf32>
    %128 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%41, %127 : tensor<?x4x?xf32>, tensor<?x4x?xf32>) outs(%38 : tensor<?x4x?xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.maximumf %in, %in_24 : f32
      linalg.yield %202 : f32
    } -> tensor<?x4x?xf32>
    %129 = linalg.generic {indexing_maps = [#map8, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%128 : tensor<?x4x?xf32>) outs(%43 : tensor<?x4x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x?x1xf32>
    %130 = linalg.generic {indexing_maps = [#map15, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%129 : tensor<?x4x?x1xf32>) outs(%33 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x?x?xf32>
    %131 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%126, %130 : tensor<?x4x?x?xf32>, tensor<?x4x?x?xf32>) outs(%33 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.subf %in, %in_24 : f32
      linalg.yield %202 : f32
    } -> tensor<?x4x?x?xf32>
    %132 = linalg.generic {indexing_maps = [#map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%131 : tensor<?x4x?x?xf32>) outs(%33 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = math.exp %in : f32
      linalg.yield %202 : f32
    } -> tensor<?x4x?x?xf32>
    %133 = linalg.generic {indexing_maps = [#map13, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%132 : tensor<?x4x?x?xf32>) outs(%48 : tensor<?x4x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.addf %out, %in : f32
      linalg.yield %202 : f32
    } -> tensor<?x4x?xf32>
    %134 = linalg.generic {indexing_maps = [#map8, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%133 : tensor<?x4x?xf32>) outs(%43 : tensor<?x4x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x?x1xf32>
    %135 = linalg.generic {indexing_maps = [#map15, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%134 : tensor<?x4x?x1xf32>) outs(%33 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x?x?xf32>
    %136 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%132, %135 : tensor<?x4x?x?xf32>, tensor<?x4x?x?xf32>) outs(%33 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.divf %in, %in_24 : f32
      linalg.yield %202 : f32
    } -> tensor<?x4x?x?xf32>
    %137 = linalg.generic {indexing_maps = [#map16, #map17, #map11], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%reshape_21, %136 : tensor<?x?x4x16xf32>, tensor<?x4x?x?xf32>) outs(%54 : tensor<?x4x16x?xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.mulf %in, %in_24 : f32
      %203 = arith.addf %out, %202 : f32
      linalg.yield %203 : f32
    } -> tensor<?x4x16x?xf32>
    %138 = linalg.generic {indexing_maps = [#map18, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%137 : tensor<?x4x16x?xf32>) outs(%56 : tensor<?x?x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x4x16xf32>
    %reshape_22 = tensor.reshape %138(%from_elements) : (tensor<?x?x4x16xf32>, tensor<3xi32>) -> tensor<?x?x64xf32>
    %139 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%reshape_22, %arg20 : tensor<?x?x64xf32>, tensor<64x64xf32>) outs(%29 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.mulf %in, %in_24 : f32
      %203 = arith.addf %out, %202 : f32
      linalg.yield %203 : f32
    } -> tensor<?x?x64xf32>
    %140 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%121, %139 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.addf %in, %in_24 : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x64xf32>
    %141 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%140 : tensor<?x?x64xf32>) outs(%61 : tensor<?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.addf %out, %in : f32
      linalg.yield %202 : f32
    } -> tensor<?x?xf32>
    %142 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%141 : tensor<?x?xf32>) outs(%63 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x1xf32>
    %143 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%142, %65 : tensor<?x?x1xf32>, tensor<?x?x1xf32>) outs(%63 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.divf %in, %in_24 : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x1xf32>
    %144 = linalg.generic {indexing_maps = [#map19, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%143 : tensor<?x?x1xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x64xf32>
    %145 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%140, %144 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.subf %in, %in_24 : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x64xf32>
    %146 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%145 : tensor<?x?x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.mulf %in, %in : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x64xf32>
    %147 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%146 : tensor<?x?x64xf32>) outs(%61 : tensor<?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.addf %out, %in : f32
      linalg.yield %202 : f32
    } -> tensor<?x?xf32>
    %148 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%147 : tensor<?x?xf32>) outs(%63 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x1xf32>
    %149 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%148, %65 : tensor<?x?x1xf32>, tensor<?x?x1xf32>) outs(%63 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.divf %in, %in_24 : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x1xf32>
    %150 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%149, %73 : tensor<?x?x1xf32>, tensor<?x?x1xf32>) outs(%63 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.addf %in, %in_24 : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x1xf32>
    %151 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%150 : tensor<?x?x1xf32>) outs(%63 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = math.rsqrt %in : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x1xf32>
    %152 = linalg.generic {indexing_maps = [#map19, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%151 : tensor<?x?x1xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x64xf32>
    %153 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%145, %152 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.mulf %in, %in_24 : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x64xf32>
    %154 = linalg.generic {indexing_maps = [#map20, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg17 : tensor<64xf32>) outs(%78 : tensor<1x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x64xf32>
    %155 = linalg.generic {indexing_maps = [#map21, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%154 : tensor<1x1x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x64xf32>
    %156 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%153, %155 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.mulf %in, %in_24 : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x64xf32>
    %157 = linalg.generic {indexing_maps = [#map20, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg15 : tensor<64xf32>) outs(%78 : tensor<1x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x64xf32>
    %158 = linalg.generic {indexing_maps = [#map21, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%157 : tensor<1x1x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x64xf32>
    %159 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%156, %158 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.addf %in, %in_24 : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x64xf32>
    %160 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%159, %arg23 : tensor<?x?x64xf32>, tensor<64x256xf32>) outs(%86 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.mulf %in, %in_24 : f32
      %203 = arith.addf %out, %202 : f32
      linalg.yield %203 : f32
    } -> tensor<?x?x256xf32>
    %161 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%160 : tensor<?x?x256xf32>) outs(%85 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.mulf %in, %in : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x256xf32>
    %162 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%161, %160 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%85 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.mulf %in, %in_24 : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x256xf32>
    %163 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%90, %162 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%85 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.mulf %in, %in_24 : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x256xf32>
    %164 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%160, %163 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%85 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.addf %in, %in_24 : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x256xf32>
    %165 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%93, %164 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%85 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.mulf %in, %in_24 : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x256xf32>
    %166 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%165 : tensor<?x?x256xf32>) outs(%85 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = math.tanh %in : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x256xf32>
    %167 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%96, %166 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%85 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.addf %in, %in_24 : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x256xf32>
    %168 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%98, %167 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%85 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.mulf %in, %in_24 : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x256xf32>
    %169 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%160, %168 : tensor<?x?x256xf32>, tensor<?x?x256xf32>) outs(%85 : tensor<?x?x256xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.mulf %in, %in_24 : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x256xf32>
    %170 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%169, %arg24 : tensor<?x?x256xf32>, tensor<256x64xf32>) outs(%29 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.mulf %in, %in_24 : f32
      %203 = arith.addf %out, %202 : f32
      linalg.yield %203 : f32
    } -> tensor<?x?x64xf32>
    %171 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%159, %170 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.addf %in, %in_24 : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x64xf32>
    %172 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%171 : tensor<?x?x64xf32>) outs(%61 : tensor<?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.addf %out, %in : f32
      linalg.yield %202 : f32
    } -> tensor<?x?xf32>
    %173 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%172 : tensor<?x?xf32>) outs(%63 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x1xf32>
    %174 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%173, %65 : tensor<?x?x1xf32>, tensor<?x?x1xf32>) outs(%63 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.divf %in, %in_24 : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x1xf32>
    %175 = linalg.generic {indexing_maps = [#map19, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%174 : tensor<?x?x1xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x64xf32>
    %176 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%171, %175 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.subf %in, %in_24 : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x64xf32>
    %177 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%176 : tensor<?x?x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.mulf %in, %in : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x64xf32>
    %178 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%177 : tensor<?x?x64xf32>) outs(%61 : tensor<?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.addf %out, %in : f32
      linalg.yield %202 : f32
    } -> tensor<?x?xf32>
    %179 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%178 : tensor<?x?xf32>) outs(%63 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x1xf32>
    %180 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%179, %65 : tensor<?x?x1xf32>, tensor<?x?x1xf32>) outs(%63 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.divf %in, %in_24 : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x1xf32>
    %181 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%180, %73 : tensor<?x?x1xf32>, tensor<?x?x1xf32>) outs(%63 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.addf %in, %in_24 : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x1xf32>
    %182 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%181 : tensor<?x?x1xf32>) outs(%63 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = math.rsqrt %in : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x1xf32>
    %183 = linalg.generic {indexing_maps = [#map19, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%182 : tensor<?x?x1xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x64xf32>
    %184 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%176, %183 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.mulf %in, %in_24 : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x64xf32>
    %185 = linalg.generic {indexing_maps = [#map20, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg18 : tensor<64xf32>) outs(%78 : tensor<1x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x64xf32>
    %186 = linalg.generic {indexing_maps = [#map21, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%185 : tensor<1x1x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x64xf32>
    %187 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%184, %186 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.mulf %in, %in_24 : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x64xf32>
    %188 = linalg.generic {indexing_maps = [#map20, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg16 : tensor<64xf32>) outs(%78 : tensor<1x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x64xf32>
    %189 = linalg.generic {indexing_maps = [#map21, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%188 : tensor<1x1x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x64xf32>
    %190 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%187, %189 : tensor<?x?x64xf32>, tensor<?x?x64xf32>) outs(%14 : tensor<?x?x64xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.addf %in, %in_24 : f32
      linalg.yield %202 : f32
    } -> tensor<?x?x64xf32>
    %191 = arith.sitofp %1 : i32 to f32
    %from_elements_23 = tensor.from_elements %191 : tensor<f32>
    %192 = tensor.empty(%2) : tensor<?x64xf32>
    %193 = linalg.fill ins(%cst_0 : f32) outs(%192 : tensor<?x64xf32>) -> tensor<?x64xf32>
    %194 = linalg.generic {indexing_maps = [#map22, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%190 : tensor<?x?x64xf32>) outs(%193 : tensor<?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = arith.addf %out, %in : f32
      linalg.yield %202 : f32
    } -> tensor<?x64xf32>
    %195 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%from_elements_23 : tensor<f32>) outs(%192 : tensor<?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x64xf32>
    %196 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%194, %195 : tensor<?x64xf32>, tensor<?x64xf32>) outs(%192 : tensor<?x64xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %202 = arith.divf %in, %in_24 : f32
      linalg.yield %202 : f32
    } -> tensor<?x64xf32>
    %197 = linalg.matmul ins(%196, %arg25 : tensor<?x64xf32>, tensor<64x64xf32>) outs(%193 : tensor<?x64xf32>) -> tensor<?x64xf32>
    %198 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%197 : tensor<?x64xf32>) outs(%192 : tensor<?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %202 = math.tanh %in : f32
      linalg.yield %202 : f32
    } -> tensor<?x64xf32>
    %199 = tensor.empty(%2) : tensor<?x2xf32>
    %200 = linalg.fill ins(%cst_0 : f32) outs(%199 : tensor<?x2xf32>) -> tensor<?x2xf32>
    %201 = linalg.matmul ins(%198, %arg26 : tensor<?x64xf32>, tensor<64x2xf32>) outs(%200 : tensor<?x2xf32>) -> tensor<?x2xf32>
    return %190, %201 : tensor<?x?x64xf32>, tensor<?x2xf32>
  }
}

