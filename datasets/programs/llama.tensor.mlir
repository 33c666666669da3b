#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map3 = affine_map<(d0, d1, d2) -> (d2)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d3, d2)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map7 = affine_map<(d0) -> (d0)>
#map8 = affine_map<(d0, d1) -> (d0, 0)>
#map9 = affine_map<(d0, d1) -> (d0, d1)>
#map10 = affine_map<(d0, d1) -> (d1)>
#map11 = affine_map<(d0, d1, d2, d3) -> (d1, d3)>
#map12 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map13 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d1, d4)>
#map14 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4)>
#map15 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>
#map16 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d1, d2)>
#map17 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
#map18 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
#map19 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#map20 = affine_map<(d0, d1, d2, d3) -> ()>
module @jit_llama {
  func.func public @main(%arg0: tensor<1x128x64xf32>, %arg1: tensor<64xf32>, %arg2: tensor<64xf32>, %arg3: tensor<64x64xf32>, %arg4: tensor<64x64xf32>, %arg5: tensor<64x64xf32>, %arg6: tensor<64x64xf32>, %arg7: tensor<64x160xf32>, %arg8: tensor<160x64xf32>, %arg9: tensor<64x160xf32>, %arg10: tensor<64xf32>, %arg11: tensor<64xf32>, %arg12: tensor<64x64xf32>, %arg13: tensor<64x64xf32>, %arg14: tensor<64x64xf32>, %arg15: tensor<64x64xf32>, %arg16: tensor<64x160xf32>, %arg17: tensor<160x64xf32>, %arg18: tensor<64x160xf32>) -> tensor<1x128x64xf32> {
    %cst = arith.constant 0xFF800000 : f32
    %cst_0 = arith.constant 4.000000e+00 : f32
    %cst_1 = arith.constant 8.000000e+00 : f32
    %c0_i32 = arith.constant 0 : i32
    %cst_2 = arith.constant 9.99999997E-7 : f32
    %cst_3 = arith.constant 6.400000e+01 : f32
    %cst_4 = arith.constant 0.000000e+00 : f32
    %cst_5 = arith.constant dense<-1.000000e+30> : tensor<f32>
    %cst_6 = arith.constant dense<true> : tensor<128x128xi1>
    %0 = call @tril(%cst_6) : (tensor<128x128xi1>) -> tensor<128x128xi1>
    %1 = tensor.empty() : tensor<1x128x64xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %142 = arith.mulf %in, %in : f32
      linalg.yield %142 : f32
    } -> tensor<1x128x64xf32>
    %3 = tensor.empty() : tensor<1x128xf32>
    %4 = linalg.fill ins(%cst_4 : f32) outs(%3 : tensor<1x128xf32>) -> tensor<1x128xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%2 : tensor<1x128x64xf32>) outs(%4 : tensor<1x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %142 = arith.addf %out, %in : f32
      linalg.yield %142 : f32
    } -> tensor<1x128xf32>
    %expanded = tensor.expand_shape %5 [[0], [1, 2]] output_shape [1, 128, 1] : tensor<1x128xf32> into tensor<1x128x1xf32>
    %6 = tensor.empty() : tensor<1x128x1xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded : tensor<1x128x1xf32>) outs(%6 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %142 = arith.divf %in, %cst_3 : f32
      linalg.yield %142 : f32
    } -> tensor<1x128x1xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7 : tensor<1x128x1xf32>) outs(%6 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %142 = arith.addf %in, %cst_2 : f32
      linalg.yield %142 : f32
    } -> tensor<1x128x1xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8 : tensor<1x128x1xf32>) outs(%6 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %142 = math.rsqrt %in : f32
      linalg.yield %142 : f32
    } -> tensor<1x128x1xf32>
    %10 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9 : tensor<1x128x1xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x64xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %10 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.mulf %in, %in_32 : f32
      linalg.yield %142 : f32
    } -> tensor<1x128x64xf32>
    %12 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg1 : tensor<64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x64xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11, %12 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.mulf %in, %in_32 : f32
      linalg.yield %142 : f32
    } -> tensor<1x128x64xf32>
    %14 = linalg.fill ins(%cst_4 : f32) outs(%1 : tensor<1x128x64xf32>) -> tensor<1x128x64xf32>
    %15 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%13, %arg5 : tensor<1x128x64xf32>, tensor<64x64xf32>) outs(%14 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.mulf %in, %in_32 : f32
      %143 = arith.addf %out, %142 : f32
      linalg.yield %143 : f32
    } -> tensor<1x128x64xf32>
    %expanded_7 = tensor.expand_shape %15 [[0], [1], [2, 3]] output_shape [1, 128, 4, 16] : tensor<1x128x64xf32> into tensor<1x128x4x16xf32>
    %16 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%13, %arg3 : tensor<1x128x64xf32>, tensor<64x64xf32>) outs(%14 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.mulf %in, %in_32 : f32
      %143 = arith.addf %out, %142 : f32
      linalg.yield %143 : f32
    } -> tensor<1x128x64xf32>
    %expanded_8 = tensor.expand_shape %16 [[0], [1], [2, 3]] output_shape [1, 128, 4, 16] : tensor<1x128x64xf32> into tensor<1x128x4x16xf32>
    %17 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%13, %arg6 : tensor<1x128x64xf32>, tensor<64x64xf32>) outs(%14 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.mulf %in, %in_32 : f32
      %143 = arith.addf %out, %142 : f32
      linalg.yield %143 : f32
    } -> tensor<1x128x64xf32>
    %expanded_9 = tensor.expand_shape %17 [[0], [1], [2, 3]] output_shape [1, 128, 4, 16] : tensor<1x128x64xf32> into tensor<1x128x4x16xf32>
    %18 = tensor.empty() : tensor<128xi32>
    %19 = linalg.generic {indexing_maps = [#map7], iterator_types = ["parallel"]} outs(%18 : tensor<128xi32>) {
    ^bb0(%out: i32):
      %142 = linalg.index 0 : index
      %143 = arith.index_cast %142 : index to i32
      linalg.yield %143 : i32
    } -> tensor<128xi32>
    %20 = tensor.empty() : tensor<128xf32>
    %21 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel"]} ins(%19 : tensor<128xi32>) outs(%20 : tensor<128xf32>) {
    ^bb0(%in: i32, %out: f32):
      %142 = arith.sitofp %in : i32 to f32
      linalg.yield %142 : f32
    } -> tensor<128xf32>
    %expanded_10 = tensor.expand_shape %21 [[0, 1]] output_shape [128, 1] : tensor<128xf32> into tensor<128x1xf32>
    %22 = tensor.empty() : tensor<8xi32>
    %23 = linalg.generic {indexing_maps = [#map7], iterator_types = ["parallel"]} outs(%22 : tensor<8xi32>) {
    ^bb0(%out: i32):
      %142 = linalg.index 0 : index
      %143 = arith.index_cast %142 : index to i32
      linalg.yield %143 : i32
    } -> tensor<8xi32>
    %24 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel"]} ins(%23 : tensor<8xi32>) outs(%22 : tensor<8xi32>) {
    ^bb0(%in: i32, %out: i32):
      %142 = arith.subi %c0_i32, %in : i32
      linalg.yield %142 : i32
    } -> tensor<8xi32>
    %25 = tensor.empty() : tensor<8xf32>
    %26 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel"]} ins(%24 : tensor<8xi32>) outs(%25 : tensor<8xf32>) {
    ^bb0(%in: i32, %out: f32):
      %142 = arith.sitofp %in : i32 to f32
      linalg.yield %142 : f32
    } -> tensor<8xf32>
    %27 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel"]} ins(%26 : tensor<8xf32>) outs(%25 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %142 = arith.divf %in, %cst_1 : f32
      linalg.yield %142 : f32
    } -> tensor<8xf32>
    %28 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel"]} ins(%27 : tensor<8xf32>) outs(%25 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %142 = math.exp %in : f32
      linalg.yield %142 : f32
    } -> tensor<8xf32>
    %29 = tensor.empty() : tensor<128x8xf32>
    %30 = linalg.generic {indexing_maps = [#map8, #map9], iterator_types = ["parallel", "parallel"]} ins(%expanded_10 : tensor<128x1xf32>) outs(%29 : tensor<128x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x8xf32>
    %31 = linalg.generic {indexing_maps = [#map10, #map9], iterator_types = ["parallel", "parallel"]} ins(%28 : tensor<8xf32>) outs(%29 : tensor<128x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x8xf32>
    %32 = linalg.generic {indexing_maps = [#map9, #map9, #map9], iterator_types = ["parallel", "parallel"]} ins(%30, %31 : tensor<128x8xf32>, tensor<128x8xf32>) outs(%29 : tensor<128x8xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.mulf %in, %in_32 : f32
      linalg.yield %142 : f32
    } -> tensor<128x8xf32>
    %33 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel"]} ins(%32 : tensor<128x8xf32>) outs(%29 : tensor<128x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %142 = math.cos %in : f32
      linalg.yield %142 : f32
    } -> tensor<128x8xf32>
    %34 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel"]} ins(%32 : tensor<128x8xf32>) outs(%29 : tensor<128x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %142 = math.sin %in : f32
      linalg.yield %142 : f32
    } -> tensor<128x8xf32>
    %extracted_slice = tensor.extract_slice %expanded_7[0, 0, 0, 0] [1, 128, 4, 8] [1, 1, 1, 1] : tensor<1x128x4x16xf32> to tensor<1x128x4x8xf32>
    %extracted_slice_11 = tensor.extract_slice %expanded_7[0, 0, 0, 8] [1, 128, 4, 8] [1, 1, 1, 1] : tensor<1x128x4x16xf32> to tensor<1x128x4x8xf32>
    %35 = tensor.empty() : tensor<1x128x4x8xf32>
    %36 = linalg.generic {indexing_maps = [#map11, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%33 : tensor<128x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x4x8xf32>
    %37 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice, %36 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.mulf %in, %in_32 : f32
      linalg.yield %142 : f32
    } -> tensor<1x128x4x8xf32>
    %38 = linalg.generic {indexing_maps = [#map11, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%34 : tensor<128x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x4x8xf32>
    %39 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_11, %38 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.mulf %in, %in_32 : f32
      linalg.yield %142 : f32
    } -> tensor<1x128x4x8xf32>
    %40 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%37, %39 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.subf %in, %in_32 : f32
      linalg.yield %142 : f32
    } -> tensor<1x128x4x8xf32>
    %41 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice, %38 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.mulf %in, %in_32 : f32
      linalg.yield %142 : f32
    } -> tensor<1x128x4x8xf32>
    %42 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_11, %36 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.mulf %in, %in_32 : f32
      linalg.yield %142 : f32
    } -> tensor<1x128x4x8xf32>
    %43 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%41, %42 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.addf %in, %in_32 : f32
      linalg.yield %142 : f32
    } -> tensor<1x128x4x8xf32>
    %44 = tensor.empty() : tensor<1x128x4x16xf32>
    %inserted_slice = tensor.insert_slice %40 into %44[0, 0, 0, 0] [1, 128, 4, 8] [1, 1, 1, 1] : tensor<1x128x4x8xf32> into tensor<1x128x4x16xf32>
    %inserted_slice_12 = tensor.insert_slice %43 into %inserted_slice[0, 0, 0, 8] [1, 128, 4, 8] [1, 1, 1, 1] : tensor<1x128x4x8xf32> into tensor<1x128x4x16xf32>
    %extracted_slice_13 = tensor.extract_slice %expanded_8[0, 0, 0, 0] [1, 128, 4, 8] [1, 1, 1, 1] : tensor<1x128x4x16xf32> to tensor<1x128x4x8xf32>
    %extracted_slice_14 = tensor.extract_slice %expanded_8[0, 0, 0, 8] [1, 128, 4, 8] [1, 1, 1, 1] : tensor<1x128x4x16xf32> to tensor<1x128x4x8xf32>
    %45 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_13, %36 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.mulf %in, %in_32 : f32
      linalg.yield %142 : f32
    } -> tensor<1x128x4x8xf32>
    %46 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_14, %38 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.mulf %in, %in_32 : f32
      linalg.yield %142 : f32
    } -> tensor<1x128x4x8xf32>
    %47 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%45, %46 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.subf %in, %in_32 : f32
      linalg.yield %142 : f32
    } -> tensor<1x128x4x8xf32>
    %48 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_13, %38 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.mulf %in, %in_32 : f32
      linalg.yield %142 : f32
    } -> tensor<1x128x4x8xf32>
    %49 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_14, %36 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.mulf %in, %in_32 : f32
      linalg.yield %142 : f32
    } -> tensor<1x128x4x8xf32>
    %50 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%48, %49 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.addf %in, %in_32 : f32
      linalg.yield %142 : f32
    } -> tensor<1x128x4x8xf32>
    %inserted_slice_15 = tensor.insert_slice %47 into %44[0, 0, 0, 0] [1, 128, 4, 8] [1, 1, 1, 1] : tensor<1x128x4x8xf32> into tensor<1x128x4x16xf32>
    %inserted_slice_16 = tensor.insert_slice %50 into %inserted_slice_15[0, 0, 0, 8] [1, 128, 4, 8] [1, 1, 1, 1] : tensor<1x128x4x8xf32> into tensor<1x128x4x16xf32>
    %51 = tensor.empty() : tensor<1x4x128x128xf32>
    %52 = linalg.fill ins(%cst_4 : f32) outs(%51 : tensor<1x4x128x128xf32>) -> tensor<1x4x128x128xf32>
    %53 = linalg.generic {indexing_maps = [#map13, #map14, #map15], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%inserted_slice_12, %inserted_slice_16 : tensor<1x128x4x16xf32>, tensor<1x128x4x16xf32>) outs(%52 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.mulf %in, %in_32 : f32
      %143 = arith.addf %out, %142 : f32
      linalg.yield %143 : f32
    } -> tensor<1x4x128x128xf32>
    %54 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%53 : tensor<1x4x128x128xf32>) outs(%51 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %142 = arith.divf %in, %cst_0 : f32
      linalg.yield %142 : f32
    } -> tensor<1x4x128x128xf32>
    %55 = call @_where(%0, %54, %cst_5) : (tensor<128x128xi1>, tensor<1x4x128x128xf32>, tensor<f32>) -> tensor<1x4x128x128xf32>
    %56 = tensor.empty() : tensor<1x4x128xf32>
    %57 = linalg.fill ins(%cst : f32) outs(%56 : tensor<1x4x128xf32>) -> tensor<1x4x128xf32>
    %58 = linalg.generic {indexing_maps = [#map12, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%55 : tensor<1x4x128x128xf32>) outs(%57 : tensor<1x4x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %142 = arith.maximumf %out, %in : f32
      linalg.yield %142 : f32
    } -> tensor<1x4x128xf32>
    %59 = linalg.generic {indexing_maps = [#map6, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%58 : tensor<1x4x128xf32>) outs(%51 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x4x128x128xf32>
    %60 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%55, %59 : tensor<1x4x128x128xf32>, tensor<1x4x128x128xf32>) outs(%51 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.subf %in, %in_32 : f32
      linalg.yield %142 : f32
    } -> tensor<1x4x128x128xf32>
    %61 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%60 : tensor<1x4x128x128xf32>) outs(%51 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %142 = math.exp %in : f32
      linalg.yield %142 : f32
    } -> tensor<1x4x128x128xf32>
    %62 = linalg.fill ins(%cst_4 : f32) outs(%56 : tensor<1x4x128xf32>) -> tensor<1x4x128xf32>
    %63 = linalg.generic {indexing_maps = [#map12, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%61 : tensor<1x4x128x128xf32>) outs(%62 : tensor<1x4x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %142 = arith.addf %out, %in : f32
      linalg.yield %142 : f32
    } -> tensor<1x4x128xf32>
    %64 = linalg.generic {indexing_maps = [#map6, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%63 : tensor<1x4x128xf32>) outs(%51 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x4x128x128xf32>
    %65 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%61, %64 : tensor<1x4x128x128xf32>, tensor<1x4x128x128xf32>) outs(%51 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.divf %in, %in_32 : f32
      linalg.yield %142 : f32
    } -> tensor<1x4x128x128xf32>
    %66 = tensor.empty() : tensor<1x4x16x128xf32>
    %67 = linalg.fill ins(%cst_4 : f32) outs(%66 : tensor<1x4x16x128xf32>) -> tensor<1x4x16x128xf32>
    %68 = linalg.generic {indexing_maps = [#map16, #map17, #map15], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%expanded_9, %65 : tensor<1x128x4x16xf32>, tensor<1x4x128x128xf32>) outs(%67 : tensor<1x4x16x128xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.mulf %in, %in_32 : f32
      %143 = arith.addf %out, %142 : f32
      linalg.yield %143 : f32
    } -> tensor<1x4x16x128xf32>
    %69 = linalg.generic {indexing_maps = [#map18, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%68 : tensor<1x4x16x128xf32>) outs(%44 : tensor<1x128x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x4x16xf32>
    %collapsed = tensor.collapse_shape %69 [[0], [1], [2, 3]] : tensor<1x128x4x16xf32> into tensor<1x128x64xf32>
    %70 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%collapsed, %arg4 : tensor<1x128x64xf32>, tensor<64x64xf32>) outs(%14 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.mulf %in, %in_32 : f32
      %143 = arith.addf %out, %142 : f32
      linalg.yield %143 : f32
    } -> tensor<1x128x64xf32>
    %71 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %70 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.addf %in, %in_32 : f32
      linalg.yield %142 : f32
    } -> tensor<1x128x64xf32>
    %72 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%71 : tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %142 = arith.mulf %in, %in : f32
      linalg.yield %142 : f32
    } -> tensor<1x128x64xf32>
    %73 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%72 : tensor<1x128x64xf32>) outs(%4 : tensor<1x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %142 = arith.addf %out, %in : f32
      linalg.yield %142 : f32
    } -> tensor<1x128xf32>
    %expanded_17 = tensor.expand_shape %73 [[0], [1, 2]] output_shape [1, 128, 1] : tensor<1x128xf32> into tensor<1x128x1xf32>
    %74 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_17 : tensor<1x128x1xf32>) outs(%6 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %142 = arith.divf %in, %cst_3 : f32
      linalg.yield %142 : f32
    } -> tensor<1x128x1xf32>
    %75 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%74 : tensor<1x128x1xf32>) outs(%6 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %142 = arith.addf %in, %cst_2 : f32
      linalg.yield %142 : f32
    } -> tensor<1x128x1xf32>
    %76 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%75 : tensor<1x128x1xf32>) outs(%6 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %142 = math.rsqrt %in : f32
      linalg.yield %142 : f32
    } -> tensor<1x128x1xf32>
    %77 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%76 : tensor<1x128x1xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x64xf32>
    %78 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%71, %77 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.mulf %in, %in_32 : f32
      linalg.yield %142 : f32
    } -> tensor<1x128x64xf32>
    %79 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg2 : tensor<64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x64xf32>
    %80 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%78, %79 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.mulf %in, %in_32 : f32
      linalg.yield %142 : f32
    } -> tensor<1x128x64xf32>
    %81 = tensor.empty() : tensor<1x128x160xf32>
    %82 = linalg.fill ins(%cst_4 : f32) outs(%81 : tensor<1x128x160xf32>) -> tensor<1x128x160xf32>
    %83 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%80, %arg7 : tensor<1x128x64xf32>, tensor<64x160xf32>) outs(%82 : tensor<1x128x160xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.mulf %in, %in_32 : f32
      %143 = arith.addf %out, %142 : f32
      linalg.yield %143 : f32
    } -> tensor<1x128x160xf32>
    %84 = call @silu(%83) : (tensor<1x128x160xf32>) -> tensor<1x128x160xf32>
    %85 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%80, %arg9 : tensor<1x128x64xf32>, tensor<64x160xf32>) outs(%82 : tensor<1x128x160xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.mulf %in, %in_32 : f32
      %143 = arith.addf %out, %142 : f32
      linalg.yield %143 : f32
    } -> tensor<1x128x160xf32>
    %86 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%84, %85 : tensor<1x128x160xf32>, tensor<1x128x160xf32>) outs(%81 : tensor<1x128x160xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.mulf %in, %in_32 : f32
      linalg.yield %142 : f32
    } -> tensor<1x128x160xf32>
    %87 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%86, %arg8 : tensor<1x128x160xf32>, tensor<160x64xf32>) outs(%14 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.mulf %in, %in_32 : f32
      %143 = arith.addf %out, %142 : f32
      linalg.yield %143 : f32
    } -> tensor<1x128x64xf32>
    %88 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%71, %87 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.addf %in, %in_32 : f32
      linalg.yield %142 : f32
    } -> tensor<1x128x64xf32>
    %89 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%88 : tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %142 = arith.mulf %in, %in : f32
      linalg.yield %142 : f32
    } -> tensor<1x128x64xf32>
    %90 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%89 : tensor<1x128x64xf32>) outs(%4 : tensor<1x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %142 = arith.addf %out, %in : f32
      linalg.yield %142 : f32
    } -> tensor<1x128xf32>
    %expanded_18 = tensor.expand_shape %90 [[0], [1, 2]] output_shape [1, 128, 1] : tensor<1x128xf32> into tensor<1x128x1xf32>
    %91 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_18 : tensor<1x128x1xf32>) outs(%6 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %142 = arith.divf %in, %cst_3 : f32
      linalg.yield %142 : f32
    } -> tensor<1x128x1xf32>
    %92 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%91 : tensor<1x128x1xf32>) outs(%6 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %142 = arith.addf %in, %cst_2 : f32
      linalg.yield %142 : f32
    } -> tensor<1x128x1xf32>
    %93 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%92 : tensor<1x128x1xf32>) outs(%6 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %142 = math.rsqrt %in : f32
      linalg.yield %142 : f32
    } -> tensor<1x128x1xf32>
    %94 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%93 : tensor<1x128x1xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x64xf32>
    %95 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%88, %94 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.mulf %in, %in_32 : f32
      linalg.yield %142 : f32
    } -> tensor<1x128x64xf32>
    %96 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg10 : tensor<64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x64xf32>
    %97 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%95, %96 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.mulf %in, %in_32 : f32
      linalg.yield %142 : f32
    } -> tensor<1x128x64xf32>
    %98 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%97, %arg14 : tensor<1x128x64xf32>, tensor<64x64xf32>) outs(%14 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.mulf %in, %in_32 : f32
      %143 = arith.addf %out, %142 : f32
      linalg.yield %143 : f32
    } -> tensor<1x128x64xf32>
    %expanded_19 = tensor.expand_shape %98 [[0], [1], [2, 3]] output_shape [1, 128, 4, 16] : tensor<1x128x64xf32> into tensor<1x128x4x16xf32>
    %99 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%97, %arg12 : tensor<1x128x64xf32>, tensor<64x64xf32>) outs(%14 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.mulf %in, %in_32 : f32
      %143 = arith.addf %out, %142 : f32
      linalg.yield %143 : f32
    } -> tensor<1x128x64xf32>
    %expanded_20 = tensor.expand_shape %99 [[0], [1], [2, 3]] output_shape [1, 128, 4, 16] : tensor<1x128x64xf32> into tensor<1x128x4x16xf32>
    %100 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%97, %arg15 : tensor<1x128x64xf32>, tensor<64x64xf32>) outs(%14 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.mulf %in, %in_32 : f32
      %143 = arith.addf %out, %142 : f32
      linalg.yield %143 : f32
    } -> tensor<1x128x64xf32>
    %expanded_21 = tensor.expand_shape %100 [[0], [1], [2, 3]] output_shape [1, 128, 4, 16] : tensor<1x128x64xf32> into tensor<1x128x4x16xf32>
    %extracted_slice_22 = tensor.extract_slice %expanded_19[0, 0, 0, 0] [1, 128, 4, 8] [1, 1, 1, 1] : tensor<1x128x4x16xf32> to tensor<1x128x4x8xf32>
    %extracted_slice_23 = tensor.extract_slice %expanded_19[0, 0, 0, 8] [1, 128, 4, 8] [1, 1, 1, 1] : tensor<1x128x4x16xf32> to tensor<1x128x4x8xf32>
    %101 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_22, %36 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.mulf %in, %in_32 : f32
      linalg.yield %142 : f32
    } -> tensor<1x128x4x8xf32>
    %102 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_23, %38 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.mulf %in, %in_32 : f32
      linalg.yield %142 : f32
    } -> tensor<1x128x4x8xf32>
    %103 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%101, %102 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.subf %in, %in_32 : f32
      linalg.yield %142 : f32
    } -> tensor<1x128x4x8xf32>
    %104 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_22, %38 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.mulf %in, %in_32 : f32
      linalg.yield %142 : f32
    } -> tensor<1x128x4x8xf32>
    %105 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_23, %36 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.mulf %in, %in_32 : f32
      linalg.yield %142 : f32
    } -> tensor<1x128x4x8xf32>
    %106 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%104, %105 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.addf %in, %in_32 : f32
      linalg.yield %142 : f32
    } -> tensor<1x128x4x8xf32>
    %inserted_slice_24 = tensor.insert_slice %103 into %44[0, 0, 0, 0] [1, 128, 4, 8] [1, 1, 1, 1] : tensor<1x128x4x8xf32> into tensor<1x128x4x16xf32>
    %inserted_slice_25 = tensor.insert_slice %106 into %inserted_slice_24[0, 0, 0, 8] [1, 128, 4, 8] [1, 1, 1, 1] : tensor<1x128x4x8xf32> into tensor<1x128x4x16xf32>
    %extracted_slice_26 = tensor.extract_slice %expanded_20[0, 0, 0, 0] [1, 128, 4, 8] [1, 1, 1, 1] : tensor<1x128x4x16xf32> to tensor<1x128x4x8xf32>
    %extracted_slice_27 = tensor.extract_slice %expanded_20[0, 0, 0, 8] [1, 128, 4, 8] [1, 1, 1, 1] : tensor<1x128x4x16xf32> to tensor<1x128x4x8xf32>
    %107 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_26, %36 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.mulf %in, %in_32 : f32
      linalg.yield %142 : f32
    } -> tensor<1x128x4x8xf32>
    %108 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_27, %38 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.mulf %in, %in_32 : f32
      linalg.yield %142 : f32
    } -> tensor<1x128x4x8xf32>
    %109 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%107, %108 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.subf %in, %in_32 : f32
      linalg.yield %142 : f32
    } -> tensor<1x128x4x8xf32>
    %110 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_26, %38 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.mulf %in, %in_32 : f32
      linalg.yield %142 : f32
    } -> tensor<1x128x4x8xf32>
    %111 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_27, %36 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.mulf %in, %in_32 : f32
      linalg.yield %142 : f32
    } -> tensor<1x128x4x8xf32>
    %112 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%110, %111 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.addf %in, %in_32 : f32
      linalg.yield %142 : f32
    } -> tensor<1x128x4x8xf32>
    %inserted_slice_28 = tensor.insert_slice %109 into %44[0, 0, 0, 0] [1, 128, 4, 8] [1, 1, 1, 1] : tensor<1x128x4x8xf32> into tensor<1x128x4x16xf32>
    %inserted_slice_29 = tensor.insert_slice %112 into %inserted_slice_28[0, 0, 0, 8] [1, 128, 4, 8] [1, 1, 1, 1] : tensor<1x128x4x8xf32> into tensor<1x128x4x16xf32>
    %113 = linalg.generic {indexing_maps = [#map13, #map14, #map15], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%inserted_slice_25, %inserted_slice_29 : tensor<1x128x4x16xf32>, tensor<1x128x4x16xf32>) outs(%52 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.mulf %in, %in_32 : f32
      %143 = arith.addf %out, %142 : f32
      linalg.yield %143 : f32
    } -> tensor<1x4x128x128xf32>
    %114 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%113 : tensor<1x4x128x128xf32>) outs(%51 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %142 = arith.divf %in, %cst_0 : f32
      linalg.yield %142 : f32
    } -> tensor<1x4x128x128xf32>
    %115 = call @_where(%0, %114, %cst_5) : (tensor<128x128xi1>, tensor<1x4x128x128xf32>, tensor<f32>) -> tensor<1x4x128x128xf32>
    %116 = linalg.generic {indexing_maps = [#map12, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%115 : tensor<1x4x128x128xf32>) outs(%57 : tensor<1x4x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %142 = arith.maximumf %out, %in : f32
      linalg.yield %142 : f32
    } -> tensor<1x4x128xf32>
    %117 = linalg.generic {indexing_maps = [#map6, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%116 : tensor<1x4x128xf32>) outs(%51 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x4x128x128xf32>
    %118 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%115, %117 : tensor<1x4x128x128xf32>, tensor<1x4x128x128xf32>) outs(%51 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.subf %in, %in_32 : f32
      linalg.yield %142 : f32
    } -> tensor<1x4x128x128xf32>
    %119 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%118 : tensor<1x4x128x128xf32>) outs(%51 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %142 = math.exp %in : f32
      linalg.yield %142 : f32
    } -> tensor<1x4x128x128xf32>
    %120 = linalg.generic {indexing_maps = [#map12, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%119 : tensor<1x4x128x128xf32>) outs(%62 : tensor<1x4x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %142 = arith.addf %out, %in : f32
      linalg.yield %142 : f32
    } -> tensor<1x4x128xf32>
    %121 = linalg.generic {indexing_maps = [#map6, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%120 : tensor<1x4x128xf32>) outs(%51 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x4x128x128xf32>
    %122 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%119, %121 : tensor<1x4x128x128xf32>, tensor<1x4x128x128xf32>) outs(%51 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.divf %in, %in_32 : f32
      linalg.yield %142 : f32
    } -> tensor<1x4x128x128xf32>
    %123 = linalg.generic {indexing_maps = [#map16, #map17, #map15], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%expanded_21, %122 : tensor<1x128x4x16xf32>, tensor<1x4x128x128xf32>) outs(%67 : tensor<1x4x16x128xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.mulf %in, %in_32 : f32
      %143 = arith.addf %out, %142 : f32
      linalg.yield %143 : f32
    } -> tensor<1x4x16x128xf32>
    %124 = linalg.generic {indexing_maps = [#map18, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%123 : tensor<1x4x16x128xf32>) outs(%44 : tensor<1x128x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x4x16xf32>
    %collapsed_30 = tensor.collapse_shape %124 [[0], [1], [2, 3]] : tensor<1x128x4x16xf32> into tensor<1x128x64xf32>
    %125 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%collapsed_30, %arg13 : tensor<1x128x64xf32>, tensor<64x64xf32>) outs(%14 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.mulf %in, %in_32 : f32
      %143 = arith.addf %out, %142 : f32
      linalg.yield %143 : f32
    } -> tensor<1x128x64xf32>
    %126 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%88, %125 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.addf %in, %in_32 : f32
      linalg.yield %142 : f32
    } -> tensor<1x128x64xf32>
    %127 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%126 : tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %142 = arith.mulf %in, %in : f32
      linalg.yield %142 : f32
    } -> tensor<1x128x64xf32>
    %128 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%127 : tensor<1x128x64xf32>) outs(%4 : tensor<1x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %142 = arith.addf %out, %in : f32
      linalg.yield %142 : f32
    } -> tensor<1x128xf32>
    %expanded_31 = tensor.expand_shape %128 [[0], [1, 2]] output_shape [1, 128, 1] : tensor<1x128xf32> into tensor<1x128x1xf32>
    %129 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_31 : tensor<1x128x1xf32>) outs(%6 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %142 = arith.divf %in, %cst_3 : f32
      linalg.yield %142 : f32
    } -> tensor<1x128x1xf32>
    %130 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%129 : tensor<1x128x1xf32>) outs(%6 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %142 = arith.addf %in, %cst_2 : f32
      linalg.yield %142 : f32
    } -> tensor<1x128x1xf32>
    %131 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%130 : tensor<1x128x1xf32>) outs(%6 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %142 = math.rsqrt %in : f32
      linalg.yield %142 : f32
    } -> tensor<1x128x1xf32>
    %132 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%131 : tensor<1x128x1xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x64xf32>
    %133 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%126, %132 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.mulf %in, %in_32 : f32
      linalg.yield %142 : f32
    } -> tensor<1x128x64xf32>
    %134 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg11 : tensor<64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x64xf32>
    %135 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%133, %134 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.mulf %in, %in_32 : f32
      linalg.yield %142 : f32
    } -> tensor<1x128x64xf32>
    %136 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%135, %arg16 : tensor<1x128x64xf32>, tensor<64x160xf32>) outs(%82 : tensor<1x128x160xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.mulf %in, %in_32 : f32
      %143 = arith.addf %out, %142 : f32
      linalg.yield %143 : f32
    } -> tensor<1x128x160xf32>
    %137 = call @silu(%136) : (tensor<1x128x160xf32>) -> tensor<1x128x160xf32>
    %138 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%135, %arg18 : tensor<1x128x64xf32>, tensor<64x160xf32>) outs(%82 : tensor<1x128x160xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.mulf %in, %in_32 : f32
      %143 = arith.addf %out, %142 : f32
      linalg.yield %143 : f32
    } -> tensor<1x128x160xf32>
    %139 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%137, %138 : tensor<1x128x160xf32>, tensor<1x128x160xf32>) outs(%81 : tensor<1x128x160xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.mulf %in, %in_32 : f32
      linalg.yield %142 : f32
    } -> tensor<1x128x160xf32>
    %140 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%139, %arg17 : tensor<1x128x160xf32>, tensor<160x64xf32>) outs(%14 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.mulf %in, %in_32 : f32
      %143 = arith.addf %out, %142 : f32
      linalg.yield %143 : f32
    } -> tensor<1x128x64xf32>
    %141 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%126, %140 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %142 = arith.addf %in, %in_32 : f32
      linalg.yield %142 : f32
    } -> tensor<1x128x64xf32>
    return %141 : tensor<1x128x64xf32>
  }
  func.func private @tril(%arg0: tensor<128x128xi1>) -> tensor<128x128xi1> {
    %false = arith.constant false
    %0 = tensor.empty() : tensor<128x128xi32>
    %1 = linalg.generic {indexing_maps = [#map9], iterator_types = ["parallel", "parallel"]} outs(%0 : tensor<128x128xi32>) {
    ^bb0(%out: i32):
      %6 = linalg.index 0 : index
      %7 = arith.index_cast %6 : index to i32
      linalg.yield %7 : i32
    } -> tensor<128x128xi32>
    %2 = linalg.generic {indexing_maps = [#map9], iterator_types = ["parallel", "parallel"]} outs(%0 : tensor<128x128xi32>) {
    ^bb0(%out: i32):
      %6 = linalg.index 1 : index
      %7 = arith.index_cast %6 : index to i32
      linalg.yield %7 : i32
    } -> tensor<128x128xi32>
    %3 = tensor.empty() : tensor<128x128xi1>
    %4 = linalg.generic {indexing_maps = [#map9, #map9, #map9], iterator_types = ["parallel", "parallel"]} ins(%1, %2 : tensor<128x128xi32>, tensor<128x128xi32>) outs(%3 : tensor<128x128xi1>) {
    ^bb0(%in: i32, %in_0: i32, %out: i1):
      %6 = arith.cmpi sge, %in, %in_0 : i32
      linalg.yield %6 : i1
    } -> tensor<128x128xi1>
    %5 = linalg.generic {indexing_maps = [#map9, #map9, #map9], iterator_types = ["parallel", "parallel"]} ins(%4, %arg0 : tensor<128x128xi1>, tensor<128x128xi1>) outs(%3 : tensor<128x128xi1>) {
    ^bb0(%in: i1, %in_0: i1, %out: i1):
      %6 = arith.select %in, %in_0, %false : i1
      linalg.yield %6 : i1
    } -> tensor<128x128xi1>
    return %5 : tensor<128x128xi1>
  }
  func.func private @_where(%arg0: tensor<128x128xi1>, %arg1: tensor<1x4x128x128xf32>, %arg2: tensor<f32>) -> tensor<1x4x128x128xf32> {
    %0 = tensor.empty() : tensor<1x4x128x128xi1>
    %1 = linalg.generic {indexing_maps = [#map19, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<128x128xi1>) outs(%0 : tensor<1x4x128x128xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<1x4x128x128xi1>
    %2 = tensor.empty() : tensor<1x4x128x128xf32>
    %3 = linalg.generic {indexing_maps = [#map20, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg2 : tensor<f32>) outs(%2 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x4x128x128xf32>
    %4 = linalg.generic {indexing_maps = [#map12, #map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1, %arg1, %3 : tensor<1x4x128x128xi1>, tensor<1x4x128x128xf32>, tensor<1x4x128x128xf32>) outs(%2 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: i1, %in_0: f32, %in_1: f32, %out: f32):
      %5 = arith.select %in, %in_0, %in_1 : f32
      linalg.yield %5 : f32
    } -> tensor<1x4x128x128xf32>
    return %4 : tensor<1x4x128x128xf32>
  }
  func.func private @silu(%arg0: tensor<1x128x160xf32>) -> tensor<1x128x160xf32> {
    %cst = arith.constant 1.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x128x160xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x128x160xf32>) outs(%0 : tensor<1x128x160xf32>) {
    ^bb0(%in: f32, %out: f32):
      %6 = arith.negf %in : f32
      linalg.yield %6 : f32
    } -> tensor<1x128x160xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : tensor<1x128x160xf32>) outs(%0 : tensor<1x128x160xf32>) {
    ^bb0(%in: f32, %out: f32):
      %6 = math.exp %in : f32
      linalg.yield %6 : f32
    } -> tensor<1x128x160xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2 : tensor<1x128x160xf32>) outs(%0 : tensor<1x128x160xf32>) {
    ^bb0(%in: f32, %out: f32):
      %6 = arith.addf %in, %cst : f32
      linalg.yield %6 : f32
    } -> tensor<1x128x160xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3 : tensor<1x128x160xf32>) outs(%0 : tensor<1x128x160xf32>) {
    ^bb0(%in: f32, %out: f32):
      %6 = arith.divf %cst, %in : f32
      linalg.yield %6 : f32
    } -> tensor<1x128x160xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %4 : tensor<1x128x160xf32>, tensor<1x128x160xf32>) outs(%0 : tensor<1x128x160xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %6 = arith.mulf %in, %in_0 : f32
      linalg.yield %6 : f32
    } -> tensor<1x128x160xf32>
    return %5 : tensor<1x128x160xf32>
  }
}

