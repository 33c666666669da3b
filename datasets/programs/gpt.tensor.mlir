#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map4 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map5 = affine_map<(d0, d1, d2) -> (d2)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d3, d2)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>
#map10 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map11 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>
#map12 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>
#map13 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d3)>
#map14 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>
#map15 = affine_map<() -> ()>
#map16 = affine_map<(d0, d1, d2, d3) -> ()>
#map17 = affine_map<(d0, d1) -> (d1, d0)>
#map18 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
module @jit_gpt {
  func.func public @main(%arg0: tensor<2x64xi32>, %arg1: tensor<256x64xf32>, %arg2: tensor<64x64xf32>, %arg3: tensor<64xf32>, %arg4: tensor<64xf32>, %arg5: tensor<64xf32>, %arg6: tensor<64xf32>, %arg7: tensor<64x64xf32>, %arg8: tensor<64x64xf32>, %arg9: tensor<64x64xf32>, %arg10: tensor<64x64xf32>, %arg11: tensor<64x256xf32>, %arg12: tensor<256x64xf32>, %arg13: tensor<64xf32>, %arg14: tensor<64xf32>, %arg15: tensor<64xf32>, %arg16: tensor<64xf32>, %arg17: tensor<64x64xf32>, %arg18: tensor<64x64xf32>, %arg19: tensor<64x64xf32>, %arg20: tensor<64x64xf32>, %arg21: tensor<64x256xf32>, %arg22: tensor<256x64xf32>, %arg23: tensor<64xf32>, %arg24: tensor<64xf32>, %arg25: tensor<64xf32>, %arg26: tensor<64xf32>, %arg27: tensor<64x64xf32>, %arg28: tensor<64x64xf32>, %arg29: tensor<64x64xf32>, %arg30: tensor<64x64xf32>, %arg31: tensor<64x256xf32>, %arg32: tensor<256x64xf32>, %arg33: tensor<64xf32>, %arg34: tensor<64xf32>) -> tensor<2x64x256xf32> {
    %cst = arith.constant 4.000000e+00 : f32
    %cst_0 = arith.constant 5.000000e-01 : f32
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant 0.797884583 : f32
    %cst_3 = arith.constant 4.471500e-02 : f32
    %cst_4 = arith.constant 0xFF800000 : f32
    %cst_5 = arith.constant 9.99999974E-6 : f32
    %cst_6 = arith.constant 6.400000e+01 : f32
    %cst_7 = arith.constant 0.000000e+00 : f32
    %c255 = arith.constant 255 : index
    %c0 = arith.constant 0 : index
    %c256_i32 = arith.constant 256 : i32
    %c0_i32 = arith.constant 0 : i32
    %cst_8 = arith.constant dense<true> : tensor<64x64xi1>
    %cst_9 = arith.constant dense<-1.000000e+09> : tensor<f32>
    %0 = tensor.empty() : tensor<2x64xi1>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<2x64xi32>) outs(%0 : tensor<2x64xi1>) {
    ^bb0(%in: i32, %out: i1):
      %235 = arith.cmpi slt, %in, %c0_i32 : i32
      linalg.yield %235 : i1
    } -> tensor<2x64xi1>
    %2 = tensor.empty() : tensor<2x64xi32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<2x64xi32>) outs(%2 : tensor<2x64xi32>) {
    ^bb0(%in: i32, %out: i32):
      %235 = arith.addi %in, %c256_i32 : i32
      linalg.yield %235 : i32
    } -> tensor<2x64xi32>
    %4 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%1, %3, %arg0 : tensor<2x64xi1>, tensor<2x64xi32>, tensor<2x64xi32>) outs(%2 : tensor<2x64xi32>) {
    ^bb0(%in: i1, %in_35: i32, %in_36: i32, %out: i32):
      %235 = arith.select %in, %in_35, %in_36 : i32
      linalg.yield %235 : i32
    } -> tensor<2x64xi32>
    %expanded = tensor.expand_shape %4 [[0], [1, 2]] output_shape [2, 64, 1] : tensor<2x64xi32> into tensor<2x64x1xi32>
    %5 = tensor.empty() : tensor<2x64x64xf32>
    %6 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel", "parallel", "parallel"]} outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%out: f32):
      %235 = linalg.index 0 : index
      %236 = linalg.index 1 : index
      %237 = linalg.index 2 : index
      %extracted = tensor.extract %expanded[%235, %236, %c0] : tensor<2x64x1xi32>
      %238 = arith.index_cast %extracted : i32 to index
      %239 = arith.maxsi %238, %c0 : index
      %240 = arith.minsi %239, %c255 : index
      %extracted_35 = tensor.extract %arg1[%240, %237] : tensor<256x64xf32>
      linalg.yield %extracted_35 : f32
    } -> tensor<2x64x64xf32>
    %7 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg2 : tensor<64x64xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x64x64xf32>
    %8 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6, %7 : tensor<2x64x64xf32>, tensor<2x64x64xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.addf %in, %in_35 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x64xf32>
    %9 = call @tril(%cst_8) : (tensor<64x64xi1>) -> tensor<64x64xi1>
    %10 = tensor.empty() : tensor<2x64xf32>
    %11 = linalg.fill ins(%cst_7 : f32) outs(%10 : tensor<2x64xf32>) -> tensor<2x64xf32>
    %12 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%8 : tensor<2x64x64xf32>) outs(%11 : tensor<2x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.addf %out, %in : f32
      linalg.yield %235 : f32
    } -> tensor<2x64xf32>
    %expanded_10 = tensor.expand_shape %12 [[0], [1, 2]] output_shape [2, 64, 1] : tensor<2x64xf32> into tensor<2x64x1xf32>
    %13 = tensor.empty() : tensor<2x64x1xf32>
    %14 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_10 : tensor<2x64x1xf32>) outs(%13 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.divf %in, %cst_6 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x1xf32>
    %15 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14 : tensor<2x64x1xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x64x64xf32>
    %16 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8, %15 : tensor<2x64x64xf32>, tensor<2x64x64xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.subf %in, %in_35 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x64xf32>
    %17 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16 : tensor<2x64x64xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.mulf %in, %in : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x64xf32>
    %18 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%17 : tensor<2x64x64xf32>) outs(%11 : tensor<2x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.addf %out, %in : f32
      linalg.yield %235 : f32
    } -> tensor<2x64xf32>
    %expanded_11 = tensor.expand_shape %18 [[0], [1, 2]] output_shape [2, 64, 1] : tensor<2x64xf32> into tensor<2x64x1xf32>
    %19 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_11 : tensor<2x64x1xf32>) outs(%13 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.divf %in, %cst_6 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x1xf32>
    %20 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19 : tensor<2x64x1xf32>) outs(%13 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.addf %in, %cst_5 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x1xf32>
    %21 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20 : tensor<2x64x1xf32>) outs(%13 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = math.rsqrt %in : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x1xf32>
    %22 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%21 : tensor<2x64x1xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x64x64xf32>
    %23 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16, %22 : tensor<2x64x64xf32>, tensor<2x64x64xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.mulf %in, %in_35 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x64xf32>
    %24 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg5 : tensor<64xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x64x64xf32>
    %25 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23, %24 : tensor<2x64x64xf32>, tensor<2x64x64xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.mulf %in, %in_35 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x64xf32>
    %26 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg3 : tensor<64xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x64x64xf32>
    %27 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%25, %26 : tensor<2x64x64xf32>, tensor<2x64x64xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.addf %in, %in_35 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x64xf32>
    %28 = linalg.fill ins(%cst_7 : f32) outs(%5 : tensor<2x64x64xf32>) -> tensor<2x64x64xf32>
    %29 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%27, %arg9 : tensor<2x64x64xf32>, tensor<64x64xf32>) outs(%28 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.mulf %in, %in_35 : f32
      %236 = arith.addf %out, %235 : f32
      linalg.yield %236 : f32
    } -> tensor<2x64x64xf32>
    %expanded_12 = tensor.expand_shape %29 [[0], [1], [2, 3]] output_shape [2, 64, 4, 16] : tensor<2x64x64xf32> into tensor<2x64x4x16xf32>
    %30 = tensor.empty() : tensor<2x4x64x16xf32>
    %31 = linalg.generic {indexing_maps = [#map9, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_12 : tensor<2x64x4x16xf32>) outs(%30 : tensor<2x4x64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x64x16xf32>
    %32 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%27, %arg7 : tensor<2x64x64xf32>, tensor<64x64xf32>) outs(%28 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.mulf %in, %in_35 : f32
      %236 = arith.addf %out, %235 : f32
      linalg.yield %236 : f32
    } -> tensor<2x64x64xf32>
    %expanded_13 = tensor.expand_shape %32 [[0], [1], [2, 3]] output_shape [2, 64, 4, 16] : tensor<2x64x64xf32> into tensor<2x64x4x16xf32>
    %33 = linalg.generic {indexing_maps = [#map9, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_13 : tensor<2x64x4x16xf32>) outs(%30 : tensor<2x4x64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x64x16xf32>
    %34 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%27, %arg10 : tensor<2x64x64xf32>, tensor<64x64xf32>) outs(%28 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.mulf %in, %in_35 : f32
      %236 = arith.addf %out, %235 : f32
      linalg.yield %236 : f32
    } -> tensor<2x64x64xf32>
    %expanded_14 = tensor.expand_shape %34 [[0], [1], [2, 3]] output_shape [2, 64, 4, 16] : tensor<2x64x64xf32> into tensor<2x64x4x16xf32>
    %35 = linalg.generic {indexing_maps = [#map9, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_14 : tensor<2x64x4x16xf32>) outs(%30 : tensor<2x4x64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x64x16xf32>
    %36 = tensor.empty() : tensor<2x4x16x64xf32>
    %37 = linalg.generic {indexing_maps = [#map11, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%33 : tensor<2x4x64x16xf32>) outs(%36 : tensor<2x4x16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x16x64xf32>
    %38 = tensor.empty() : tensor<2x4x64x64xf32>
    %39 = linalg.fill ins(%cst_7 : f32) outs(%38 : tensor<2x4x64x64xf32>) -> tensor<2x4x64x64xf32>
    %40 = linalg.generic {indexing_maps = [#map12, #map13, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%31, %37 : tensor<2x4x64x16xf32>, tensor<2x4x16x64xf32>) outs(%39 : tensor<2x4x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.mulf %in, %in_35 : f32
      %236 = arith.addf %out, %235 : f32
      linalg.yield %236 : f32
    } -> tensor<2x4x64x64xf32>
    %41 = tensor.empty() : tensor<f32>
    %42 = linalg.generic {indexing_maps = [#map15], iterator_types = []} outs(%41 : tensor<f32>) {
    ^bb0(%out: f32):
      linalg.yield %cst : f32
    } -> tensor<f32>
    %43 = linalg.generic {indexing_maps = [#map16, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%42 : tensor<f32>) outs(%38 : tensor<2x4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x64x64xf32>
    %44 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%40, %43 : tensor<2x4x64x64xf32>, tensor<2x4x64x64xf32>) outs(%38 : tensor<2x4x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.divf %in, %in_35 : f32
      linalg.yield %235 : f32
    } -> tensor<2x4x64x64xf32>
    %45 = call @_where(%9, %44, %cst_9) : (tensor<64x64xi1>, tensor<2x4x64x64xf32>, tensor<f32>) -> tensor<2x4x64x64xf32>
    %46 = tensor.empty() : tensor<2x4x64xf32>
    %47 = linalg.fill ins(%cst_4 : f32) outs(%46 : tensor<2x4x64xf32>) -> tensor<2x4x64xf32>
    %48 = linalg.generic {indexing_maps = [#map10, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%45 : tensor<2x4x64x64xf32>) outs(%47 : tensor<2x4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.maximumf %out, %in : f32
      linalg.yield %235 : f32
    } -> tensor<2x4x64xf32>
    %49 = linalg.generic {indexing_maps = [#map8, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%48 : tensor<2x4x64xf32>) outs(%38 : tensor<2x4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x64x64xf32>
    %50 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%45, %49 : tensor<2x4x64x64xf32>, tensor<2x4x64x64xf32>) outs(%38 : tensor<2x4x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.subf %in, %in_35 : f32
      linalg.yield %235 : f32
    } -> tensor<2x4x64x64xf32>
    %51 = linalg.generic {indexing_maps = [#map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%50 : tensor<2x4x64x64xf32>) outs(%38 : tensor<2x4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = math.exp %in : f32
      linalg.yield %235 : f32
    } -> tensor<2x4x64x64xf32>
    %52 = linalg.fill ins(%cst_7 : f32) outs(%46 : tensor<2x4x64xf32>) -> tensor<2x4x64xf32>
    %53 = linalg.generic {indexing_maps = [#map10, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%51 : tensor<2x4x64x64xf32>) outs(%52 : tensor<2x4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.addf %out, %in : f32
      linalg.yield %235 : f32
    } -> tensor<2x4x64xf32>
    %54 = linalg.generic {indexing_maps = [#map8, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%53 : tensor<2x4x64xf32>) outs(%38 : tensor<2x4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x64x64xf32>
    %55 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%51, %54 : tensor<2x4x64x64xf32>, tensor<2x4x64x64xf32>) outs(%38 : tensor<2x4x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.divf %in, %in_35 : f32
      linalg.yield %235 : f32
    } -> tensor<2x4x64x64xf32>
    %56 = linalg.fill ins(%cst_7 : f32) outs(%30 : tensor<2x4x64x16xf32>) -> tensor<2x4x64x16xf32>
    %57 = linalg.generic {indexing_maps = [#map12, #map13, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%55, %35 : tensor<2x4x64x64xf32>, tensor<2x4x64x16xf32>) outs(%56 : tensor<2x4x64x16xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.mulf %in, %in_35 : f32
      %236 = arith.addf %out, %235 : f32
      linalg.yield %236 : f32
    } -> tensor<2x4x64x16xf32>
    %58 = tensor.empty() : tensor<2x64x4x16xf32>
    %59 = linalg.generic {indexing_maps = [#map9, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%57 : tensor<2x4x64x16xf32>) outs(%58 : tensor<2x64x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x64x4x16xf32>
    %collapsed = tensor.collapse_shape %59 [[0], [1], [2, 3]] : tensor<2x64x4x16xf32> into tensor<2x64x64xf32>
    %60 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%collapsed, %arg8 : tensor<2x64x64xf32>, tensor<64x64xf32>) outs(%28 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.mulf %in, %in_35 : f32
      %236 = arith.addf %out, %235 : f32
      linalg.yield %236 : f32
    } -> tensor<2x64x64xf32>
    %61 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8, %60 : tensor<2x64x64xf32>, tensor<2x64x64xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.addf %in, %in_35 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x64xf32>
    %62 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%61 : tensor<2x64x64xf32>) outs(%11 : tensor<2x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.addf %out, %in : f32
      linalg.yield %235 : f32
    } -> tensor<2x64xf32>
    %expanded_15 = tensor.expand_shape %62 [[0], [1, 2]] output_shape [2, 64, 1] : tensor<2x64xf32> into tensor<2x64x1xf32>
    %63 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_15 : tensor<2x64x1xf32>) outs(%13 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.divf %in, %cst_6 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x1xf32>
    %64 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%63 : tensor<2x64x1xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x64x64xf32>
    %65 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%61, %64 : tensor<2x64x64xf32>, tensor<2x64x64xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.subf %in, %in_35 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x64xf32>
    %66 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%65 : tensor<2x64x64xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.mulf %in, %in : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x64xf32>
    %67 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%66 : tensor<2x64x64xf32>) outs(%11 : tensor<2x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.addf %out, %in : f32
      linalg.yield %235 : f32
    } -> tensor<2x64xf32>
    %expanded_16 = tensor.expand_shape %67 [[0], [1, 2]] output_shape [2, 64, 1] : tensor<2x64xf32> into tensor<2x64x1xf32>
    %68 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_16 : tensor<2x64x1xf32>) outs(%13 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.divf %in, %cst_6 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x1xf32>
    %69 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%68 : tensor<2x64x1xf32>) outs(%13 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.addf %in, %cst_5 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x1xf32>
    %70 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%69 : tensor<2x64x1xf32>) outs(%13 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = math.rsqrt %in : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x1xf32>
    %71 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%70 : tensor<2x64x1xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x64x64xf32>
    %72 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%65, %71 : tensor<2x64x64xf32>, tensor<2x64x64xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.mulf %in, %in_35 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x64xf32>
    %73 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg6 : tensor<64xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x64x64xf32>
    %74 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%72, %73 : tensor<2x64x64xf32>, tensor<2x64x64xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.mulf %in, %in_35 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x64xf32>
    %75 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg4 : tensor<64xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x64x64xf32>
    %76 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%74, %75 : tensor<2x64x64xf32>, tensor<2x64x64xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.addf %in, %in_35 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x64xf32>
    %77 = tensor.empty() : tensor<2x64x256xf32>
    %78 = linalg.fill ins(%cst_7 : f32) outs(%77 : tensor<2x64x256xf32>) -> tensor<2x64x256xf32>
    %79 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%76, %arg11 : tensor<2x64x64xf32>, tensor<64x256xf32>) outs(%78 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.mulf %in, %in_35 : f32
      %236 = arith.addf %out, %235 : f32
      linalg.yield %236 : f32
    } -> tensor<2x64x256xf32>
    %80 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%79 : tensor<2x64x256xf32>) outs(%77 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.mulf %in, %in : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x256xf32>
    %81 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%80, %79 : tensor<2x64x256xf32>, tensor<2x64x256xf32>) outs(%77 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.mulf %in, %in_35 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x256xf32>
    %82 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%81 : tensor<2x64x256xf32>) outs(%77 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.mulf %in, %cst_3 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x256xf32>
    %83 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%79, %82 : tensor<2x64x256xf32>, tensor<2x64x256xf32>) outs(%77 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.addf %in, %in_35 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x256xf32>
    %84 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%83 : tensor<2x64x256xf32>) outs(%77 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.mulf %in, %cst_2 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x256xf32>
    %85 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%84 : tensor<2x64x256xf32>) outs(%77 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = math.tanh %in : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x256xf32>
    %86 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%85 : tensor<2x64x256xf32>) outs(%77 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.addf %in, %cst_1 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x256xf32>
    %87 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%86 : tensor<2x64x256xf32>) outs(%77 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.mulf %in, %cst_0 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x256xf32>
    %88 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%79, %87 : tensor<2x64x256xf32>, tensor<2x64x256xf32>) outs(%77 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.mulf %in, %in_35 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x256xf32>
    %89 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%88, %arg12 : tensor<2x64x256xf32>, tensor<256x64xf32>) outs(%28 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.mulf %in, %in_35 : f32
      %236 = arith.addf %out, %235 : f32
      linalg.yield %236 : f32
    } -> tensor<2x64x64xf32>
    %90 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%61, %89 : tensor<2x64x64xf32>, tensor<2x64x64xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.addf %in, %in_35 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x64xf32>
    %91 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%90 : tensor<2x64x64xf32>) outs(%11 : tensor<2x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.addf %out, %in : f32
      linalg.yield %235 : f32
    } -> tensor<2x64xf32>
    %expanded_17 = tensor.expand_shape %91 [[0], [1, 2]] output_shape [2, 64, 1] : tensor<2x64xf32> into tensor<2x64x1xf32>
    %92 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_17 : tensor<2x64x1xf32>) outs(%13 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.divf %in, %cst_6 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x1xf32>
    %93 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%92 : tensor<2x64x1xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x64x64xf32>
    %94 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%90, %93 : tensor<2x64x64xf32>, tensor<2x64x64xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.subf %in, %in_35 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x64xf32>
    %95 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%94 : tensor<2x64x64xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.mulf %in, %in : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x64xf32>
    %96 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%95 : tensor<2x64x64xf32>) outs(%11 : tensor<2x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.addf %out, %in : f32
      linalg.yield %235 : f32
    } -> tensor<2x64xf32>
    %expanded_18 = tensor.expand_shape %96 [[0], [1, 2]] output_shape [2, 64, 1] : tensor<2x64xf32> into tensor<2x64x1xf32>
    %97 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_18 : tensor<2x64x1xf32>) outs(%13 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.divf %in, %cst_6 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x1xf32>
    %98 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%97 : tensor<2x64x1xf32>) outs(%13 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.addf %in, %cst_5 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x1xf32>
    %99 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%98 : tensor<2x64x1xf32>) outs(%13 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = math.rsqrt %in : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x1xf32>
    %100 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%99 : tensor<2x64x1xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x64x64xf32>
    %101 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%94, %100 : tensor<2x64x64xf32>, tensor<2x64x64xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.mulf %in, %in_35 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x64xf32>
    %102 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg15 : tensor<64xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x64x64xf32>
    %103 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%101, %102 : tensor<2x64x64xf32>, tensor<2x64x64xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.mulf %in, %in_35 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x64xf32>
    %104 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg13 : tensor<64xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x64x64xf32>
    %105 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%103, %104 : tensor<2x64x64xf32>, tensor<2x64x64xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.addf %in, %in_35 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x64xf32>
    %106 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%105, %arg19 : tensor<2x64x64xf32>, tensor<64x64xf32>) outs(%28 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.mulf %in, %in_35 : f32
      %236 = arith.addf %out, %235 : f32
      linalg.yield %236 : f32
    } -> tensor<2x64x64xf32>
    %expanded_19 = tensor.expand_shape %106 [[0], [1], [2, 3]] output_shape [2, 64, 4, 16] : tensor<2x64x64xf32> into tensor<2x64x4x16xf32>
    %107 = linalg.generic {indexing_maps = [#map9, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_19 : tensor<2x64x4x16xf32>) outs(%30 : tensor<2x4x64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x64x16xf32>
    %108 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%105, %arg17 : tensor<2x64x64xf32>, tensor<64x64xf32>) outs(%28 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.mulf %in, %in_35 : f32
      %236 = arith.addf %out, %235 : f32
      linalg.yield %236 : f32
    } -> tensor<2x64x64xf32>
    %expanded_20 = tensor.expand_shape %108 [[0], [1], [2, 3]] output_shape [2, 64, 4, 16] : tensor<2x64x64xf32> into tensor<2x64x4x16xf32>
    %109 = linalg.generic {indexing_maps = [#map9, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_20 : tensor<2x64x4x16xf32>) outs(%30 : tensor<2x4x64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x64x16xf32>
    %110 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%105, %arg20 : tensor<2x64x64xf32>, tensor<64x64xf32>) outs(%28 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.mulf %in, %in_35 : f32
      %236 = arith.addf %out, %235 : f32
      linalg.yield %236 : f32
    } -> tensor<2x64x64xf32>
    %expanded_21 = tensor.expand_shape %110 [[0], [1], [2, 3]] output_shape [2, 64, 4, 16] : tensor<2x64x64xf32> into tensor<2x64x4x16xf32>
    %111 = linalg.generic {indexing_maps = [#map9, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_21 : tensor<2x64x4x16xf32>) outs(%30 : tensor<2x4x64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x64x16xf32>
    %112 = linalg.generic {indexing_maps = [#map11, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%109 : tensor<2x4x64x16xf32>) outs(%36 : tensor<2x4x16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x16x64xf32>
    %113 = linalg.generic {indexing_maps = [#map12, #map13, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%107, %112 : tensor<2x4x64x16xf32>, tensor<2x4x16x64xf32>) outs(%39 : tensor<2x4x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.mulf %in, %in_35 : f32
      %236 = arith.addf %out, %235 : f32
      linalg.yield %236 : f32
    } -> tensor<2x4x64x64xf32>
    %114 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%113, %43 : tensor<2x4x64x64xf32>, tensor<2x4x64x64xf32>) outs(%38 : tensor<2x4x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.divf %in, %in_35 : f32
      linalg.yield %235 : f32
    } -> tensor<2x4x64x64xf32>
    %115 = call @_where(%9, %114, %cst_9) : (tensor<64x64xi1>, tensor<2x4x64x64xf32>, tensor<f32>) -> tensor<2x4x64x64xf32>
    %116 = linalg.generic {indexing_maps = [#map10, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%115 : tensor<2x4x64x64xf32>) outs(%47 : tensor<2x4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.maximumf %out, %in : f32
      linalg.yield %235 : f32
    } -> tensor<2x4x64xf32>
    %117 = linalg.generic {indexing_maps = [#map8, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%116 : tensor<2x4x64xf32>) outs(%38 : tensor<2x4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x64x64xf32>
    %118 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%115, %117 : tensor<2x4x64x64xf32>, tensor<2x4x64x64xf32>) outs(%38 : tensor<2x4x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.subf %in, %in_35 : f32
      linalg.yield %235 : f32
    } -> tensor<2x4x64x64xf32>
    %119 = linalg.generic {indexing_maps = [#map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%118 : tensor<2x4x64x64xf32>) outs(%38 : tensor<2x4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = math.exp %in : f32
      linalg.yield %235 : f32
    } -> tensor<2x4x64x64xf32>
    %120 = linalg.generic {indexing_maps = [#map10, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%119 : tensor<2x4x64x64xf32>) outs(%52 : tensor<2x4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.addf %out, %in : f32
      linalg.yield %235 : f32
    } -> tensor<2x4x64xf32>
    %121 = linalg.generic {indexing_maps = [#map8, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%120 : tensor<2x4x64xf32>) outs(%38 : tensor<2x4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x64x64xf32>
    %122 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%119, %121 : tensor<2x4x64x64xf32>, tensor<2x4x64x64xf32>) outs(%38 : tensor<2x4x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.divf %in, %in_35 : f32
      linalg.yield %235 : f32
    } -> tensor<2x4x64x64xf32>
    %123 = linalg.generic {indexing_maps = [#map12, #map13, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%122, %111 : tensor<2x4x64x64xf32>, tensor<2x4x64x16xf32>) outs(%56 : tensor<2x4x64x16xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.mulf %in, %in_35 : f32
      %236 = arith.addf %out, %235 : f32
      linalg.yield %236 : f32
    } -> tensor<2x4x64x16xf32>
    %124 = linalg.generic {indexing_maps = [#map9, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%123 : tensor<2x4x64x16xf32>) outs(%58 : tensor<2x64x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x64x4x16xf32>
    %collapsed_22 = tensor.collapse_shape %124 [[0], [1], [2, 3]] : tensor<2x64x4x16xf32> into tensor<2x64x64xf32>
    %125 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%collapsed_22, %arg18 : tensor<2x64x64xf32>, tensor<64x64xf32>) outs(%28 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.mulf %in, %in_35 : f32
      %236 = arith.addf %out, %235 : f32
      linalg.yield %236 : f32
    } -> tensor<2x64x64xf32>
    %126 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%90, %125 : tensor<2x64x64xf32>, tensor<2x64x64xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.addf %in, %in_35 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x64xf32>
    %127 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%126 : tensor<2x64x64xf32>) outs(%11 : tensor<2x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.addf %out, %in : f32
      linalg.yield %235 : f32
    } -> tensor<2x64xf32>
    %expanded_23 = tensor.expand_shape %127 [[0], [1, 2]] output_shape [2, 64, 1] : tensor<2x64xf32> into tensor<2x64x1xf32>
    %128 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_23 : tensor<2x64x1xf32>) outs(%13 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.divf %in, %cst_6 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x1xf32>
    %129 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%128 : tensor<2x64x1xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x64x64xf32>
    %130 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%126, %129 : tensor<2x64x64xf32>, tensor<2x64x64xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.subf %in, %in_35 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x64xf32>
    %131 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%130 : tensor<2x64x64xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.mulf %in, %in : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x64xf32>
    %132 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%131 : tensor<2x64x64xf32>) outs(%11 : tensor<2x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.addf %out, %in : f32
      linalg.yield %235 : f32
    } -> tensor<2x64xf32>
    %expanded_24 = tensor.expand_shape %132 [[0], [1, 2]] output_shape [2, 64, 1] : tensor<2x64xf32> into tensor<2x64x1xf32>
    %133 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_24 : tensor<2x64x1xf32>) outs(%13 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.divf %in, %cst_6 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x1xf32>
    %134 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%133 : tensor<2x64x1xf32>) outs(%13 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.addf %in, %cst_5 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x1xf32>
    %135 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%134 : tensor<2x64x1xf32>) outs(%13 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = math.rsqrt %in : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x1xf32>
    %136 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%135 : tensor<2x64x1xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x64x64xf32>
    %137 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%130, %136 : tensor<2x64x64xf32>, tensor<2x64x64xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.mulf %in, %in_35 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x64xf32>
    %138 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg16 : tensor<64xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x64x64xf32>
    %139 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%137, %138 : tensor<2x64x64xf32>, tensor<2x64x64xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.mulf %in, %in_35 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x64xf32>
    %140 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg14 : tensor<64xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x64x64xf32>
    %141 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%139, %140 : tensor<2x64x64xf32>, tensor<2x64x64xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.addf %in, %in_35 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x64xf32>
    %142 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%141, %arg21 : tensor<2x64x64xf32>, tensor<64x256xf32>) outs(%78 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.mulf %in, %in_35 : f32
      %236 = arith.addf %out, %235 : f32
      linalg.yield %236 : f32
    } -> tensor<2x64x256xf32>
    %143 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%142 : tensor<2x64x256xf32>) outs(%77 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.mulf %in, %in : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x256xf32>
    %144 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%143, %142 : tensor<2x64x256xf32>, tensor<2x64x256xf32>) outs(%77 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.mulf %in, %in_35 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x256xf32>
    %145 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%144 : tensor<2x64x256xf32>) outs(%77 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.mulf %in, %cst_3 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x256xf32>
    %146 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%142, %145 : tensor<2x64x256xf32>, tensor<2x64x256xf32>) outs(%77 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.addf %in, %in_35 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x256xf32>
    %147 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%146 : tensor<2x64x256xf32>) outs(%77 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.mulf %in, %cst_2 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x256xf32>
    %148 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%147 : tensor<2x64x256xf32>) outs(%77 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = math.tanh %in : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x256xf32>
    %149 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%148 : tensor<2x64x256xf32>) outs(%77 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.addf %in, %cst_1 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x256xf32>
    %150 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%149 : tensor<2x64x256xf32>) outs(%77 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.mulf %in, %cst_0 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x256xf32>
    %151 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%142, %150 : tensor<2x64x256xf32>, tensor<2x64x256xf32>) outs(%77 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.mulf %in, %in_35 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x256xf32>
    %152 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%151, %arg22 : tensor<2x64x256xf32>, tensor<256x64xf32>) outs(%28 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.mulf %in, %in_35 : f32
      %236 = arith.addf %out, %235 : f32
      linalg.yield %236 : f32
    } -> tensor<2x64x64xf32>
    %153 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%126, %152 : tensor<2x64x64xf32>, tensor<2x64x64xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.addf %in, %in_35 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x64xf32>
    %154 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%153 : tensor<2x64x64xf32>) outs(%11 : tensor<2x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.addf %out, %in : f32
      linalg.yield %235 : f32
    } -> tensor<2x64xf32>
    %expanded_25 = tensor.expand_shape %154 [[0], [1, 2]] output_shape [2, 64, 1] : tensor<2x64xf32> into tensor<2x64x1xf32>
    %155 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_25 : tensor<2x64x1xf32>) outs(%13 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.divf %in, %cst_6 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x1xf32>
    %156 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%155 : tensor<2x64x1xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x64x64xf32>
    %157 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%153, %156 : tensor<2x64x64xf32>, tensor<2x64x64xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.subf %in, %in_35 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x64xf32>
    %158 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%157 : tensor<2x64x64xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.mulf %in, %in : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x64xf32>
    %159 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%158 : tensor<2x64x64xf32>) outs(%11 : tensor<2x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.addf %out, %in : f32
      linalg.yield %235 : f32
    } -> tensor<2x64xf32>
    %expanded_26 = tensor.expand_shape %159 [[0], [1, 2]] output_shape [2, 64, 1] : tensor<2x64xf32> into tensor<2x64x1xf32>
    %160 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_26 : tensor<2x64x1xf32>) outs(%13 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.divf %in, %cst_6 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x1xf32>
    %161 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%160 : tensor<2x64x1xf32>) outs(%13 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.addf %in, %cst_5 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x1xf32>
    %162 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%161 : tensor<2x64x1xf32>) outs(%13 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = math.rsqrt %in : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x1xf32>
    %163 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%162 : tensor<2x64x1xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x64x64xf32>
    %164 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%157, %163 : tensor<2x64x64xf32>, tensor<2x64x64xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.mulf %in, %in_35 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x64xf32>
    %165 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg25 : tensor<64xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x64x64xf32>
    %166 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%164, %165 : tensor<2x64x64xf32>, tensor<2x64x64xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.mulf %in, %in_35 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x64xf32>
    %167 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg23 : tensor<64xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x64x64xf32>
    %168 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%166, %167 : tensor<2x64x64xf32>, tensor<2x64x64xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.addf %in, %in_35 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x64xf32>
    %169 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%168, %arg29 : tensor<2x64x64xf32>, tensor<64x64xf32>) outs(%28 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.mulf %in, %in_35 : f32
      %236 = arith.addf %out, %235 : f32
      linalg.yield %236 : f32
    } -> tensor<2x64x64xf32>
    %expanded_27 = tensor.expand_shape %169 [[0], [1], [2, 3]] output_shape [2, 64, 4, 16] : tensor<2x64x64xf32> into tensor<2x64x4x16xf32>
    %170 = linalg.generic {indexing_maps = [#map9, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_27 : tensor<2x64x4x16xf32>) outs(%30 : tensor<2x4x64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x64x16xf32>
    %171 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%168, %arg27 : tensor<2x64x64xf32>, tensor<64x64xf32>) outs(%28 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.mulf %in, %in_35 : f32
      %236 = arith.addf %out, %235 : f32
      linalg.yield %236 : f32
    } -> tensor<2x64x64xf32>
    %expanded_28 = tensor.expand_shape %171 [[0], [1], [2, 3]] output_shape [2, 64, 4, 16] : tensor<2x64x64xf32> into tensor<2x64x4x16xf32>
    %172 = linalg.generic {indexing_maps = [#map9, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_28 : tensor<2x64x4x16xf32>) outs(%30 : tensor<2x4x64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x64x16xf32>
    %173 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%168, %arg30 : tensor<2x64x64xf32>, tensor<64x64xf32>) outs(%28 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.mulf %in, %in_35 : f32
      %236 = arith.addf %out, %235 : f32
      linalg.yield %236 : f32
    } -> tensor<2x64x64xf32>
    %expanded_29 = tensor.expand_shape %173 [[0], [1], [2, 3]] output_shape [2, 64, 4, 16] : tensor<2x64x64xf32> into tensor<2x64x4x16xf32>
    %174 = linalg.generic {indexing_maps = [#map9, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_29 : tensor<2x64x4x16xf32>) outs(%30 : tensor<2x4x64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x64x16xf32>
    %175 = linalg.generic {indexing_maps = [#map11, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%172 : tensor<2x4x64x16xf32>) outs(%36 : tensor<2x4x16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x16x64xf32>
    %176 = linalg.generic {indexing_maps = [#map12, #map13, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%170, %175 : tensor<2x4x64x16xf32>, tensor<2x4x16x64xf32>) outs(%39 : tensor<2x4x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.mulf %in, %in_35 : f32
      %236 = arith.addf %out, %235 : f32
      linalg.yield %236 : f32
    } -> tensor<2x4x64x64xf32>
    %177 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%176, %43 : tensor<2x4x64x64xf32>, tensor<2x4x64x64xf32>) outs(%38 : tensor<2x4x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.divf %in, %in_35 : f32
      linalg.yield %235 : f32
    } -> tensor<2x4x64x64xf32>
    %178 = call @_where(%9, %177, %cst_9) : (tensor<64x64xi1>, tensor<2x4x64x64xf32>, tensor<f32>) -> tensor<2x4x64x64xf32>
    %179 = linalg.generic {indexing_maps = [#map10, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%178 : tensor<2x4x64x64xf32>) outs(%47 : tensor<2x4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.maximumf %out, %in : f32
      linalg.yield %235 : f32
    } -> tensor<2x4x64xf32>
    %180 = linalg.generic {indexing_maps = [#map8, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%179 : tensor<2x4x64xf32>) outs(%38 : tensor<2x4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x64x64xf32>
    %181 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%178, %180 : tensor<2x4x64x64xf32>, tensor<2x4x64x64xf32>) outs(%38 : tensor<2x4x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.subf %in, %in_35 : f32
      linalg.yield %235 : f32
    } -> tensor<2x4x64x64xf32>
    %182 = linalg.generic {indexing_maps = [#map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%181 : tensor<2x4x64x64xf32>) outs(%38 : tensor<2x4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = math.exp %in : f32
      linalg.yield %235 : f32
    } -> tensor<2x4x64x64xf32>
    %183 = linalg.generic {indexing_maps = [#map10, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%182 : tensor<2x4x64x64xf32>) outs(%52 : tensor<2x4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.addf %out, %in : f32
      linalg.yield %235 : f32
    } -> tensor<2x4x64xf32>
    %184 = linalg.generic {indexing_maps = [#map8, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%183 : tensor<2x4x64xf32>) outs(%38 : tensor<2x4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x64x64xf32>
    %185 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%182, %184 : tensor<2x4x64x64xf32>, tensor<2x4x64x64xf32>) outs(%38 : tensor<2x4x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.divf %in, %in_35 : f32
      linalg.yield %235 : f32
    } -> tensor<2x4x64x64xf32>
    %186 = linalg.generic {indexing_maps = [#map12, #map13, #map14], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%185, %174 : tensor<2x4x64x64xf32>, tensor<2x4x64x16xf32>) outs(%56 : tensor<2x4x64x16xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.mulf %in, %in_35 : f32
      %236 = arith.addf %out, %235 : f32
      linalg.yield %236 : f32
    } -> tensor<2x4x64x16xf32>
    %187 = linalg.generic {indexing_maps = [#map9, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%186 : tensor<2x4x64x16xf32>) outs(%58 : tensor<2x64x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x64x4x16xf32>
    %collapsed_30 = tensor.collapse_shape %187 [[0], [1], [2, 3]] : tensor<2x64x4x16xf32> into tensor<2x64x64xf32>
    %188 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%collapsed_30, %arg28 : tensor<2x64x64xf32>, tensor<64x64xf32>) outs(%28 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.mulf %in, %in_35 : f32
      %236 = arith.addf %out, %235 : f32
      linalg.yield %236 : f32
    } -> tensor<2x64x64xf32>
    %189 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%153, %188 : tensor<2x64x64xf32>, tensor<2x64x64xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.addf %in, %in_35 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x64xf32>
    %190 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%189 : tensor<2x64x64xf32>) outs(%11 : tensor<2x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.addf %out, %in : f32
      linalg.yield %235 : f32
    } -> tensor<2x64xf32>
    %expanded_31 = tensor.expand_shape %190 [[0], [1, 2]] output_shape [2, 64, 1] : tensor<2x64xf32> into tensor<2x64x1xf32>
    %191 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_31 : tensor<2x64x1xf32>) outs(%13 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.divf %in, %cst_6 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x1xf32>
    %192 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%191 : tensor<2x64x1xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x64x64xf32>
    %193 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%189, %192 : tensor<2x64x64xf32>, tensor<2x64x64xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.subf %in, %in_35 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x64xf32>
    %194 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%193 : tensor<2x64x64xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.mulf %in, %in : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x64xf32>
    %195 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%194 : tensor<2x64x64xf32>) outs(%11 : tensor<2x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.addf %out, %in : f32
      linalg.yield %235 : f32
    } -> tensor<2x64xf32>
    %expanded_32 = tensor.expand_shape %195 [[0], [1, 2]] output_shape [2, 64, 1] : tensor<2x64xf32> into tensor<2x64x1xf32>
    %196 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_32 : tensor<2x64x1xf32>) outs(%13 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.divf %in, %cst_6 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x1xf32>
    %197 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%196 : tensor<2x64x1xf32>) outs(%13 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.addf %in, %cst_5 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x1xf32>
    %198 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%197 : tensor<2x64x1xf32>) outs(%13 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = math.rsqrt %in : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x1xf32>
    %199 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%198 : tensor<2x64x1xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x64x64xf32>
    %200 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%193, %199 : tensor<2x64x64xf32>, tensor<2x64x64xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.mulf %in, %in_35 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x64xf32>
    %201 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg26 : tensor<64xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x64x64xf32>
    %202 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%200, %201 : tensor<2x64x64xf32>, tensor<2x64x64xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.mulf %in, %in_35 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x64xf32>
    %203 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg24 : tensor<64xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x64x64xf32>
    %204 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%202, %203 : tensor<2x64x64xf32>, tensor<2x64x64xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.addf %in, %in_35 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x64xf32>
    %205 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%204, %arg31 : tensor<2x64x64xf32>, tensor<64x256xf32>) outs(%78 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.mulf %in, %in_35 : f32
      %236 = arith.addf %out, %235 : f32
      linalg.yield %236 : f32
    } -> tensor<2x64x256xf32>
    %206 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%205 : tensor<2x64x256xf32>) outs(%77 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.mulf %in, %in : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x256xf32>
    %207 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%206, %205 : tensor<2x64x256xf32>, tensor<2x64x256xf32>) outs(%77 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.mulf %in, %in_35 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x256xf32>
    %208 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%207 : tensor<2x64x256xf32>) outs(%77 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.mulf %in, %cst_3 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x256xf32>
    %209 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%205, %208 : tensor<2x64x256xf32>, tensor<2x64x256xf32>) outs(%77 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.addf %in, %in_35 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x256xf32>
    %210 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%209 : tensor<2x64x256xf32>) outs(%77 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.mulf %in, %cst_2 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x256xf32>
    %211 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%210 : tensor<2x64x256xf32>) outs(%77 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = math.tanh %in : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x256xf32>
    %212 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%211 : tensor<2x64x256xf32>) outs(%77 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.addf %in, %cst_1 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x256xf32>
    %213 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%212 : tensor<2x64x256xf32>) outs(%77 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.mulf %in, %cst_0 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x256xf32>
    %214 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%205, %213 : tensor<2x64x256xf32>, tensor<2x64x256xf32>) outs(%77 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.mulf %in, %in_35 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x256xf32>
    %215 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%214, %arg32 : tensor<2x64x256xf32>, tensor<256x64xf32>) outs(%28 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.mulf %in, %in_35 : f32
      %236 = arith.addf %out, %235 : f32
      linalg.yield %236 : f32
    } -> tensor<2x64x64xf32>
    %216 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%189, %215 : tensor<2x64x64xf32>, tensor<2x64x64xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.addf %in, %in_35 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x64xf32>
    %217 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%216 : tensor<2x64x64xf32>) outs(%11 : tensor<2x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.addf %out, %in : f32
      linalg.yield %235 : f32
    } -> tensor<2x64xf32>
    %expanded_33 = tensor.expand_shape %217 [[0], [1, 2]] output_shape [2, 64, 1] : tensor<2x64xf32> into tensor<2x64x1xf32>
    %218 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_33 : tensor<2x64x1xf32>) outs(%13 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.divf %in, %cst_6 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x1xf32>
    %219 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%218 : tensor<2x64x1xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x64x64xf32>
    %220 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%216, %219 : tensor<2x64x64xf32>, tensor<2x64x64xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.subf %in, %in_35 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x64xf32>
    %221 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%220 : tensor<2x64x64xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.mulf %in, %in : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x64xf32>
    %222 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%221 : tensor<2x64x64xf32>) outs(%11 : tensor<2x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.addf %out, %in : f32
      linalg.yield %235 : f32
    } -> tensor<2x64xf32>
    %expanded_34 = tensor.expand_shape %222 [[0], [1, 2]] output_shape [2, 64, 1] : tensor<2x64xf32> into tensor<2x64x1xf32>
    %223 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_34 : tensor<2x64x1xf32>) outs(%13 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.divf %in, %cst_6 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x1xf32>
    %224 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%223 : tensor<2x64x1xf32>) outs(%13 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = arith.addf %in, %cst_5 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x1xf32>
    %225 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%224 : tensor<2x64x1xf32>) outs(%13 : tensor<2x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %235 = math.rsqrt %in : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x1xf32>
    %226 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%225 : tensor<2x64x1xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x64x64xf32>
    %227 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%220, %226 : tensor<2x64x64xf32>, tensor<2x64x64xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.mulf %in, %in_35 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x64xf32>
    %228 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg33 : tensor<64xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x64x64xf32>
    %229 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%227, %228 : tensor<2x64x64xf32>, tensor<2x64x64xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.mulf %in, %in_35 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x64xf32>
    %230 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg34 : tensor<64xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x64x64xf32>
    %231 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%229, %230 : tensor<2x64x64xf32>, tensor<2x64x64xf32>) outs(%5 : tensor<2x64x64xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.addf %in, %in_35 : f32
      linalg.yield %235 : f32
    } -> tensor<2x64x64xf32>
    %232 = tensor.empty() : tensor<64x256xf32>
    %233 = linalg.generic {indexing_maps = [#map17, #map], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<256x64xf32>) outs(%232 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x256xf32>
    %234 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%231, %233 : tensor<2x64x64xf32>, tensor<64x256xf32>) outs(%78 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %235 = arith.mulf %in, %in_35 : f32
      %236 = arith.addf %out, %235 : f32
      linalg.yield %236 : f32
    } -> tensor<2x64x256xf32>
    return %234 : tensor<2x64x256xf32>
  }
  func.func private @tril(%arg0: tensor<64x64xi1>) -> tensor<64x64xi1> {
    %false = arith.constant false
    %0 = tensor.empty() : tensor<64x64xi32>
    %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%0 : tensor<64x64xi32>) {
    ^bb0(%out: i32):
      %6 = linalg.index 0 : index
      %7 = arith.index_cast %6 : index to i32
      linalg.yield %7 : i32
    } -> tensor<64x64xi32>
    %2 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%0 : tensor<64x64xi32>) {
    ^bb0(%out: i32):
      %6 = linalg.index 1 : index
      %7 = arith.index_cast %6 : index to i32
      linalg.yield %7 : i32
    } -> tensor<64x64xi32>
    %3 = tensor.empty() : tensor<64x64xi1>
    %4 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%1, %2 : tensor<64x64xi32>, tensor<64x64xi32>) outs(%3 : tensor<64x64xi1>) {
    ^bb0(%in: i32, %in_0: i32, %out: i1):
      %6 = arith.cmpi sge, %in, %in_0 : i32
      linalg.yield %6 : i1
    } -> tensor<64x64xi1>
    %5 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%4, %arg0 : tensor<64x64xi1>, tensor<64x64xi1>) outs(%3 : tensor<64x64xi1>) {
    ^bb0(%in: i1, %in_0: i1, %out: i1):
      %6 = arith.select %in, %in_0, %false : i1
      linalg.yield %6 : i1
    } -> tensor<64x64xi1>
    return %5 : tensor<64x64xi1>
  }
  func.func private @_where(%arg0: tensor<64x64xi1>, %arg1: tensor<2x4x64x64xf32>, %arg2: tensor<f32>) -> tensor<2x4x64x64xf32> {
    %0 = tensor.empty() : tensor<2x4x64x64xi1>
    %1 = linalg.generic {indexing_maps = [#map18, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<64x64xi1>) outs(%0 : tensor<2x4x64x64xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<2x4x64x64xi1>
    %2 = tensor.empty() : tensor<2x4x64x64xf32>
    %3 = linalg.generic {indexing_maps = [#map16, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg2 : tensor<f32>) outs(%2 : tensor<2x4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x64x64xf32>
    %4 = linalg.generic {indexing_maps = [#map10, #map10, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1, %arg1, %3 : tensor<2x4x64x64xi1>, tensor<2x4x64x64xf32>, tensor<2x4x64x64xf32>) outs(%2 : tensor<2x4x64x64xf32>) {
    ^bb0(%in: i1, %in_0: f32, %in_1: f32, %out: f32):
      %5 = arith.select %in, %in_0, %in_1 : f32
      linalg.yield %5 : f32
    } -> tensor<2x4x64x64xf32>
    return %4 : tensor<2x4x64x64xf32>
  }
}

