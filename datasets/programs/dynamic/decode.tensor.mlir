#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d0, 0)>
#map3 = affine_map<(d0, d1, d2) -> ()>
#map4 = affine_map<(d0, d1, d2) -> (d0, 0, 0)>
#map5 = affine_map<(d0, d1, d2) -> (d2)>
#map6 = affine_map<(d0, d1, d2) -> (0, 0, d2)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d3, d2)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map10 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map11 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d1, d4)>
#map12 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4)>
#map13 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>
#map14 = affine_map<(d0, d1, d2, d3) -> ()>
#map15 = affine_map<(d0, d1, d2, d3) -> (d0, d1, 0)>
#map16 = affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, 0)>
#map17 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d1, d2)>
#map18 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
#map19 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
module @jit_decode {
  func.func public @main(%arg0: tensor<?x1x64xf32>, %arg1: tensor<?x?x4x16xf32>, %arg2: tensor<?x?x4x16xf32>, %arg3: tensor<64xf32>, %arg4: tensor<64xf32>, %arg5: tensor<64xf32>, %arg6: tensor<64xf32>, %arg7: tensor<64x64xf32>, %arg8: tensor<64x64xf32>, %arg9: tensor<64x64xf32>, %arg10: tensor<64x64xf32>, %arg11: tensor<64x256xf32>, %arg12: tensor<256x64xf32>) -> (tensor<?x1x64xf32>, tensor<?x?x4x16xf32>, tensor<?x?x4x16xf32>) {
    %cst = arith.constant 0xFF800000 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %c16_i32 = arith.constant 16 : i32
    %c4_i32 = arith.constant 4 : i32
    %c64_i32 = arith.constant 64 : i32
    %c1_i32 = arith.constant 1 : i32
    %c1 = arith.constant 1 : index
    %cst_1 = arith.constant dense<6.400000e+01> : tensor<f32>
    %cst_2 = arith.constant dense<9.99999974E-6> : tensor<f32>
    %cst_3 = arith.constant dense<4.000000e+00> : tensor<f32>
    %cst_4 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_5 = arith.constant dense<4.471500e-02> : tensor<f32>
    %cst_6 = arith.constant dense<0.797884583> : tensor<f32>
    %cst_7 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_8 = arith.constant dense<5.000000e-01> : tensor<f32>
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %arg0, %c0 : tensor<?x1x64xf32>
    %0 = arith.index_cast %dim : index to i32
    %dim_9 = tensor.dim %arg1, %c1 : tensor<?x?x4x16xf32>
    %1 = arith.index_cast %dim_9 : index to i32
    %2 = tensor.empty(%dim) : tensor<?x1xf32>
    %3 = linalg.fill ins(%cst_0 : f32) outs(%2 : tensor<?x1xf32>) -> tensor<?x1xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0 : tensor<?x1x64xf32>) outs(%3 : tensor<?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %109 = arith.addf %out, %in : f32
      linalg.yield %109 : f32
    } -> tensor<?x1xf32>
    %5 = arith.index_cast %0 : i32 to index
    %6 = tensor.empty(%5) : tensor<?x1x1xf32>
    %7 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4 : tensor<?x1xf32>) outs(%6 : tensor<?x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x1x1xf32>
    %8 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_1 : tensor<f32>) outs(%6 : tensor<?x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x1x1xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7, %8 : tensor<?x1x1xf32>, tensor<?x1x1xf32>) outs(%6 : tensor<?x1x1xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %109 = arith.divf %in, %in_17 : f32
      linalg.yield %109 : f32
    } -> tensor<?x1x1xf32>
    %from_elements = tensor.from_elements %0, %c1_i32, %c64_i32 : tensor<3xi32>
    %10 = tensor.empty(%5) : tensor<?x1x64xf32>
    %11 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9 : tensor<?x1x1xf32>) outs(%10 : tensor<?x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x1x64xf32>
    %12 = tensor.empty(%dim) : tensor<?x1x64xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %11 : tensor<?x1x64xf32>, tensor<?x1x64xf32>) outs(%12 : tensor<?x1x64xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %109 = arith.subf %in, %in_17 : f32
      linalg.yield %109 : f32
    } -> tensor<?x1x64xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13 : tensor<?x1x64xf32>) outs(%12 : tensor<?x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %109 = arith.mulf %in, %in : f32
      linalg.yield %109 : f32
    } -> tensor<?x1x64xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%14 : tensor<?x1x64xf32>) outs(%3 : tensor<?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %109 = arith.addf %out, %in : f32
      linalg.yield %109 : f32
    } -> tensor<?x1xf32>
    %16 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15 : tensor<?x1xf32>) outs(%6 : tensor<?x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x1x1xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16, %8 : tensor<?x1x1xf32>, tensor<?x1x1xf32>) outs(%6 : tensor<?x1x1xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %109 = arith.divf %in, %in_17 : f32
      linalg.yield %109 : f32
    } -> tensor<?x1x1xf32>
    %18 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_2 : tensor<f32>) outs(%6 : tensor<?x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x1x1xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17, %18 : tensor<?x1x1xf32>, tensor<?x1x1xf32>) outs(%6 : tensor<?x1x1xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %109 = arith.addf %in, %in_17 : f32
      linalg.yield %109 : f32
    } -> tensor<?x1x1xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19 : tensor<?x1x1xf32>) outs(%6 : tensor<?x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %109 = math.rsqrt %in : f32
      linalg.yield %109 : f32
    } -> tensor<?x1x1xf32>
    %21 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20 : tensor<?x1x1xf32>) outs(%10 : tensor<?x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x1x64xf32>
    %22 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13, %21 : tensor<?x1x64xf32>, tensor<?x1x64xf32>) outs(%12 : tensor<?x1x64xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %109 = arith.mulf %in, %in_17 : f32
      linalg.yield %109 : f32
    } -> tensor<?x1x64xf32>
    %23 = tensor.empty() : tensor<1x1x64xf32>
    %24 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg5 : tensor<64xf32>) outs(%23 : tensor<1x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x64xf32>
    %25 = linalg.generic {indexing_maps = [#map6, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%24 : tensor<1x1x64xf32>) outs(%10 : tensor<?x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x1x64xf32>
    %26 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22, %25 : tensor<?x1x64xf32>, tensor<?x1x64xf32>) outs(%12 : tensor<?x1x64xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %109 = arith.mulf %in, %in_17 : f32
      linalg.yield %109 : f32
    } -> tensor<?x1x64xf32>
    %27 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg3 : tensor<64xf32>) outs(%23 : tensor<1x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x64xf32>
    %28 = linalg.generic {indexing_maps = [#map6, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%27 : tensor<1x1x64xf32>) outs(%10 : tensor<?x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x1x64xf32>
    %29 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%26, %28 : tensor<?x1x64xf32>, tensor<?x1x64xf32>) outs(%12 : tensor<?x1x64xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %109 = arith.addf %in, %in_17 : f32
      linalg.yield %109 : f32
    } -> tensor<?x1x64xf32>
    %30 = linalg.fill ins(%cst_0 : f32) outs(%12 : tensor<?x1x64xf32>) -> tensor<?x1x64xf32>
    %31 = linalg.generic {indexing_maps = [#map7, #map8, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%29, %arg9 : tensor<?x1x64xf32>, tensor<64x64xf32>) outs(%30 : tensor<?x1x64xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %109 = arith.mulf %in, %in_17 : f32
      %110 = arith.addf %out, %109 : f32
      linalg.yield %110 : f32
    } -> tensor<?x1x64xf32>
    %from_elements_10 = tensor.from_elements %0, %c1_i32, %c4_i32, %c16_i32 : tensor<4xi32>
    %reshape = tensor.reshape %31(%from_elements_10) : (tensor<?x1x64xf32>, tensor<4xi32>) -> tensor<?x1x4x16xf32>
    %32 = linalg.generic {indexing_maps = [#map7, #map8, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%29, %arg7 : tensor<?x1x64xf32>, tensor<64x64xf32>) outs(%30 : tensor<?x1x64xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %109 = arith.mulf %in, %in_17 : f32
      %110 = arith.addf %out, %109 : f32
      linalg.yield %110 : f32
    } -> tensor<?x1x64xf32>
    %reshape_11 = tensor.reshape %32(%from_elements_10) : (tensor<?x1x64xf32>, tensor<4xi32>) -> tensor<?x1x4x16xf32>
    %33 = linalg.generic {indexing_maps = [#map7, #map8, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%29, %arg10 : tensor<?x1x64xf32>, tensor<64x64xf32>) outs(%30 : tensor<?x1x64xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %109 = arith.mulf %in, %in_17 : f32
      %110 = arith.addf %out, %109 : f32
      linalg.yield %110 : f32
    } -> tensor<?x1x64xf32>
    %reshape_12 = tensor.reshape %33(%from_elements_10) : (tensor<?x1x64xf32>, tensor<4xi32>) -> tensor<?x1x4x16xf32>
    %dim_13 = tensor.dim %arg1, %c0 : tensor<?x?x4x16xf32>
    %34 = arith.addi %dim_9, %c1 : index
    %35 = tensor.empty(%dim_13, %34) : tensor<?x?x4x16xf32>
    %36 = linalg.generic {indexing_maps = [#map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%35 : tensor<?x?x4x16xf32>) {
    ^bb0(%out: f32):
      %109 = linalg.index 0 : index
      %110 = linalg.index 2 : index
      %111 = linalg.index 3 : index
      %112 = linalg.index 1 : index
      %113 = arith.cmpi ult, %112, %dim_9 : index
      %114 = scf.if %113 -> (f32) {
        %extracted = tensor.extract %arg1[%109, %112, %110, %111] : tensor<?x?x4x16xf32>
        scf.yield %extracted : f32
      } else {
        %115 = arith.subi %112, %dim_9 : index
        %extracted = tensor.extract %reshape_11[%109, %115, %110, %111] : tensor<?x1x4x16xf32>
        scf.yield %extracted : f32
      }
      linalg.yield %114 : f32
    } -> tensor<?x?x4x16xf32>
    %dim_14 = tensor.dim %arg2, %c0 : tensor<?x?x4x16xf32>
    %dim_15 = tensor.dim %arg2, %c1 : tensor<?x?x4x16xf32>
    %37 = arith.addi %dim_15, %c1 : index
    %38 = tensor.empty(%dim_14, %37) : tensor<?x?x4x16xf32>
    %39 = linalg.generic {indexing_maps = [#map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%38 : tensor<?x?x4x16xf32>) {
    ^bb0(%out: f32):
      %109 = linalg.index 0 : index
      %110 = linalg.index 2 : index
      %111 = linalg.index 3 : index
      %112 = linalg.index 1 : index
      %113 = arith.cmpi ult, %112, %dim_15 : index
      %114 = scf.if %113 -> (f32) {
        %extracted = tensor.extract %arg2[%109, %112, %110, %111] : tensor<?x?x4x16xf32>
        scf.yield %extracted : f32
      } else {
        %115 = arith.subi %112, %dim_15 : index
        %extracted = tensor.extract %reshape_12[%109, %115, %110, %111] : tensor<?x1x4x16xf32>
        scf.yield %extracted : f32
      }
      linalg.yield %114 : f32
    } -> tensor<?x?x4x16xf32>
    %40 = tensor.empty(%5, %34) : tensor<?x4x1x?xf32>
    %41 = linalg.fill ins(%cst_0 : f32) outs(%40 : tensor<?x4x1x?xf32>) -> tensor<?x4x1x?xf32>
    %42 = linalg.generic {indexing_maps = [#map11, #map12, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%reshape, %36 : tensor<?x1x4x16xf32>, tensor<?x?x4x16xf32>) outs(%41 : tensor<?x4x1x?xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %109 = arith.mulf %in, %in_17 : f32
      %110 = arith.addf %out, %109 : f32
      linalg.yield %110 : f32
    } -> tensor<?x4x1x?xf32>
    %43 = arith.addi %1, %c1_i32 : i32
    %44 = arith.index_cast %43 : i32 to index
    %45 = tensor.empty(%5, %44) : tensor<?x4x1x?xf32>
    %46 = linalg.generic {indexing_maps = [#map14, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_3 : tensor<f32>) outs(%45 : tensor<?x4x1x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x1x?xf32>
    %47 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%42, %46 : tensor<?x4x1x?xf32>, tensor<?x4x1x?xf32>) outs(%40 : tensor<?x4x1x?xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %109 = arith.divf %in, %in_17 : f32
      linalg.yield %109 : f32
    } -> tensor<?x4x1x?xf32>
    %48 = tensor.empty(%5) : tensor<?x4x1xf32>
    %49 = linalg.fill ins(%cst : f32) outs(%48 : tensor<?x4x1xf32>) -> tensor<?x4x1xf32>
    %50 = linalg.generic {indexing_maps = [#map10, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%47 : tensor<?x4x1x?xf32>) outs(%49 : tensor<?x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %109 = arith.maximumf %out, %in : f32
      linalg.yield %109 : f32
    } -> tensor<?x4x1xf32>
    %51 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_4 : tensor<f32>) outs(%48 : tensor<?x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x1xf32>
    %52 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%51, %50 : tensor<?x4x1xf32>, tensor<?x4x1xf32>) outs(%48 : tensor<?x4x1xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %109 = arith.maximumf %in, %in_17 : f32
      linalg.yield %109 : f32
    } -> tensor<?x4x1xf32>
    %53 = tensor.empty(%5) : tensor<?x4x1x1xf32>
    %54 = linalg.generic {indexing_maps = [#map15, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%52 : tensor<?x4x1xf32>) outs(%53 : tensor<?x4x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x1x1xf32>
    %55 = linalg.generic {indexing_maps = [#map16, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%54 : tensor<?x4x1x1xf32>) outs(%45 : tensor<?x4x1x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x1x?xf32>
    %56 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%47, %55 : tensor<?x4x1x?xf32>, tensor<?x4x1x?xf32>) outs(%40 : tensor<?x4x1x?xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %109 = arith.subf %in, %in_17 : f32
      linalg.yield %109 : f32
    } -> tensor<?x4x1x?xf32>
    %57 = linalg.generic {indexing_maps = [#map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%56 : tensor<?x4x1x?xf32>) outs(%40 : tensor<?x4x1x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %109 = math.exp %in : f32
      linalg.yield %109 : f32
    } -> tensor<?x4x1x?xf32>
    %58 = linalg.fill ins(%cst_0 : f32) outs(%48 : tensor<?x4x1xf32>) -> tensor<?x4x1xf32>
    %59 = linalg.generic {indexing_maps = [#map10, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%57 : tensor<?x4x1x?xf32>) outs(%58 : tensor<?x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %109 = arith.addf %out, %in : f32
      linalg.yield %109 : f32
    } -> tensor<?x4x1xf32>
    %60 = linalg.generic {indexing_maps = [#map15, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%59 : tensor<?x4x1xf32>) outs(%53 : tensor<?x4x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x1x1xf32>
    %61 = linalg.generic {indexing_maps = [#map16, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%60 : tensor<?x4x1x1xf32>) outs(%45 : tensor<?x4x1x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x1x?xf32>
    %62 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%57, %61 : tensor<?x4x1x?xf32>, tensor<?x4x1x?xf32>) outs(%40 : tensor<?x4x1x?xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %109 = arith.divf %in, %in_17 : f32
      linalg.yield %109 : f32
    } -> tensor<?x4x1x?xf32>
    %63 = tensor.empty(%dim_14) : tensor<?x4x16x1xf32>
    %64 = linalg.fill ins(%cst_0 : f32) outs(%63 : tensor<?x4x16x1xf32>) -> tensor<?x4x16x1xf32>
    %65 = linalg.generic {indexing_maps = [#map17, #map18, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%39, %62 : tensor<?x?x4x16xf32>, tensor<?x4x1x?xf32>) outs(%64 : tensor<?x4x16x1xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %109 = arith.mulf %in, %in_17 : f32
      %110 = arith.addf %out, %109 : f32
      linalg.yield %110 : f32
    } -> tensor<?x4x16x1xf32>
    %66 = tensor.empty(%dim_14) : tensor<?x1x4x16xf32>
    %67 = linalg.generic {indexing_maps = [#map19, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%65 : tensor<?x4x16x1xf32>) outs(%66 : tensor<?x1x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x1x4x16xf32>
    %reshape_16 = tensor.reshape %67(%from_elements) : (tensor<?x1x4x16xf32>, tensor<3xi32>) -> tensor<?x1x64xf32>
    %68 = linalg.fill ins(%cst_0 : f32) outs(%10 : tensor<?x1x64xf32>) -> tensor<?x1x64xf32>
    %69 = linalg.generic {indexing_maps = [#map7, #map8, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%reshape_16, %arg8 : tensor<?x1x64xf32>, tensor<64x64xf32>) outs(%68 : tensor<?x1x64xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %109 = arith.mulf %in, %in_17 : f32
      %110 = arith.addf %out, %109 : f32
      linalg.yield %110 : f32
    } -> tensor<?x1x64xf32>
    %70 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %69 : tensor<?x1x64xf32>, tensor<?x1x64xf32>) outs(%12 : tensor<?x1x64xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %109 = arith.addf %in, %in_17 : f32
      linalg.yield %109 : f32
    } -> tensor<?x1x64xf32>
    %71 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%70 : tensor<?x1x64xf32>) outs(%3 : tensor<?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %109 = arith.addf %out, %in : f32
      linalg.yield %109 : f32
    } -> tensor<?x1xf32>
    %72 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%71 : tensor<?x1xf32>) outs(%6 : tensor<?x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x1x1xf32>
    %73 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%72, %8 : tensor<?x1x1xf32>, tensor<?x1x1xf32>) outs(%6 : tensor<?x1x1xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %109 = arith.divf %in, %in_17 : f32
      linalg.yield %109 : f32
    } -> tensor<?x1x1xf32>
    %74 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%73 : tensor<?x1x1xf32>) outs(%10 : tensor<?x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x1x64xf32>
    %75 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%70, %74 : tensor<?x1x64xf32>, tensor<?x1x64xf32>) outs(%12 : tensor<?x1x64xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %109 = arith.subf %in, %in_17 : f32
      linalg.yield %109 : f32
    } -> tensor<?x1x64xf32>
    %76 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%75 : tensor<?x1x64xf32>) outs(%12 : tensor<?x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %109 = arith.mulf %in, %in : f32
      linalg.yield %109 : f32
    } -> tensor<?x1x64xf32>
    %77 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%76 : tensor<?x1x64xf32>) outs(%3 : tensor<?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %109 = arith.addf %out, %in : f32
      linalg.yield %109 : f32
    } -> tensor<?x1xf32>
    %78 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%77 : tensor<?x1xf32>) outs(%6 : tensor<?x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x1x1xf32>
    %79 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%78, %8 : tensor<?x1x1xf32>, tensor<?x1x1xf32>) outs(%6 : tensor<?x1x1xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %109 = arith.divf %in, %in_17 : f32
      linalg.yield %109 : f32
    } -> tensor<?x1x1xf32>
    %80 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%79, %18 : tensor<?x1x1xf32>, tensor<?x1x1xf32>) outs(%6 : tensor<?x1x1xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %109 = arith.addf %in, %in_17 : f32
      linalg.yield %109 : f32
    } -> tensor<?x1x1xf32>
    %81 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%80 : tensor<?x1x1xf32>) outs(%6 : tensor<?x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %109 = math.rsqrt %in : f32
      linalg.yield %109 : f32
    } -> tensor<?x1x1xf32>
    %82 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%81 : tensor<?x1x1xf32>) outs(%10 : tensor<?x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x1x64xf32>
    %83 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%75, %82 : tensor<?x1x64xf32>, tensor<?x1x64xf32>) outs(%12 : tensor<?x1x64xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %109 = arith.mulf %in, %in_17 : f32
      linalg.yield %109 : f32
    } -> tensor<?x1x64xf32>
    %84 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg6 : tensor<64xf32>) outs(%23 : tensor<1x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x64xf32>
    %85 = linalg.generic {indexing_maps = [#map6, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%84 : tensor<1x1x64xf32>) outs(%10 : tensor<?x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x1x64xf32>
    %86 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%83, %85 : tensor<?x1x64xf32>, tensor<?x1x64xf32>) outs(%12 : tensor<?x1x64xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %109 = arith.mulf %in, %in_17 : f32
      linalg.yield %109 : f32
    } -> tensor<?x1x64xf32>
    %87 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg4 : tensor<64xf32>) outs(%23 : tensor<1x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x64xf32>
    %88 = linalg.generic {indexing_maps = [#map6, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%87 : tensor<1x1x64xf32>) outs(%10 : tensor<?x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x1x64xf32>
    %89 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%86, %88 : tensor<?x1x64xf32>, tensor<?x1x64xf32>) outs(%12 : tensor<?x1x64xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %109 = arith.addf %in, %in_17 : f32
      linalg.yield %109 : f32
    } -> tensor<?x1x64xf32>
    %90 = tensor.empty(%dim) : tensor<?x1x256xf32>
    %91 = linalg.fill ins(%cst_0 : f32) outs(%90 : tensor<?x1x256xf32>) -> tensor<?x1x256xf32>
    %92 = linalg.generic {indexing_maps = [#map7, #map8, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%89, %arg11 : tensor<?x1x64xf32>, tensor<64x256xf32>) outs(%91 : tensor<?x1x256xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %109 = arith.mulf %in, %in_17 : f32
      %110 = arith.addf %out, %109 : f32
      linalg.yield %110 : f32
    } -> tensor<?x1x256xf32>
    %93 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%92 : tensor<?x1x256xf32>) outs(%90 : tensor<?x1x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %109 = arith.mulf %in, %in : f32
      linalg.yield %109 : f32
    } -> tensor<?x1x256xf32>
    %94 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%93, %92 : tensor<?x1x256xf32>, tensor<?x1x256xf32>) outs(%90 : tensor<?x1x256xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %109 = arith.mulf %in, %in_17 : f32
      linalg.yield %109 : f32
    } -> tensor<?x1x256xf32>
    %95 = tensor.empty(%5) : tensor<?x1x256xf32>
    %96 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_5 : tensor<f32>) outs(%95 : tensor<?x1x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x1x256xf32>
    %97 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%96, %94 : tensor<?x1x256xf32>, tensor<?x1x256xf32>) outs(%95 : tensor<?x1x256xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %109 = arith.mulf %in, %in_17 : f32
      linalg.yield %109 : f32
    } -> tensor<?x1x256xf32>
    %98 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%92, %97 : tensor<?x1x256xf32>, tensor<?x1x256xf32>) outs(%90 : tensor<?x1x256xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %109 = arith.addf %in, %in_17 : f32
      linalg.yield %109 : f32
    } -> tensor<?x1x256xf32>
    %99 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_6 : tensor<f32>) outs(%95 : tensor<?x1x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x1x256xf32>
    %100 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%99, %98 : tensor<?x1x256xf32>, tensor<?x1x256xf32>) outs(%95 : tensor<?x1x256xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %109 = arith.mulf %in, %in_17 : f32
      linalg.yield %109 : f32
    } -> tensor<?x1x256xf32>
    %101 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%100 : tensor<?x1x256xf32>) outs(%95 : tensor<?x1x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %109 = math.tanh %in : f32
      linalg.yield %109 : f32
    } -> tensor<?x1x256xf32>
    %102 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_7 : tensor<f32>) outs(%95 : tensor<?x1x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x1x256xf32>
    %103 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%102, %101 : tensor<?x1x256xf32>, tensor<?x1x256xf32>) outs(%95 : tensor<?x1x256xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %109 = arith.addf %in, %in_17 : f32
      linalg.yield %109 : f32
    } -> tensor<?x1x256xf32>
    %104 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_8 : tensor<f32>) outs(%95 : tensor<?x1x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x1x256xf32>
    %105 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%104, %103 : tensor<?x1x256xf32>, tensor<?x1x256xf32>) outs(%95 : tensor<?x1x256xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %109 = arith.mulf %in, %in_17 : f32
      linalg.yield %109 : f32
    } -> tensor<?x1x256xf32>
    %106 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%92, %105 : tensor<?x1x256xf32>, tensor<?x1x256xf32>) outs(%90 : tensor<?x1x256xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %109 = arith.mulf %in, %in_17 : f32
      linalg.yield %109 : f32
    } -> tensor<?x1x256xf32>
    %107 = linalg.generic {indexing_maps = [#map7, #map8, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%106, %arg12 : tensor<?x1x256xf32>, tensor<256x64xf32>) outs(%30 : tensor<?x1x64xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %109 = arith.mulf %in, %in_17 : f32
      %110 = arith.addf %out, %109 : f32
      linalg.yield %110 : f32
    } -> tensor<?x1x64xf32>
    %108 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%70, %107 : tensor<?x1x64xf32>, tensor<?x1x64xf32>) outs(%12 : tensor<?x1x64xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %109 = arith.addf %in, %in_17 : f32
      linalg.yield %109 : f32
    } -> tensor<?x1x64xf32>
    return %108, %36, %39 : tensor<?x1x64xf32>, tensor<?x?x4x16xf32>, tensor<?x?x4x16xf32>
  }
}

