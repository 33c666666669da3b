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
#map19 = affine_map<(d0, d1, d2, d3) -> (d2, d3, d0)>
#map20 = affine_map<(d0, d1, d2, d3) -> (d2, d3, d1)>
#map21 = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
#map22 = affine_map<(d0, d1) -> (d1, d0)>
#map23 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#map24 = affine_map<(d0, d1, d2) -> (d0, d2, d1)>
#map25 = affine_map<(d0, d1, d2) -> (d1, d2, d0)>
#map26 = affine_map<(d0, d1, d2) -> (d0)>
#map27 = affine_map<(d0, d1, d2) -> (d1, d0, d2)>
#map28 = affine_map<(d0, d1, d2) -> (d1)>
#map29 = affine_map<(d0, d1, d2, d3) -> (d0, d3, d1, d2)>
#map30 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d2)>
#map31 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>
#map32 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d3)>
#map33 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map34 = affine_map<(d0, d1, d2, d3) -> (d2, d0, d1, d3)>
#map35 = affine_map<(d0, d1, d2, d3) -> (d1, d2)>
#map36 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d1, d3)>
#map37 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>
#map38 = affine_map<(d0, d1, d2, d3) -> ()>
module @jit_llama_grad {
  func.func public @main(%arg0: tensor<64xf32>, %arg1: tensor<64xf32>, %arg2: tensor<64x64xf32>, %arg3: tensor<64x64xf32>, %arg4: tensor<64x64xf32>, %arg5: tensor<64x64xf32>, %arg6: tensor<64x160xf32>, %arg7: tensor<160x64xf32>, %arg8: tensor<64x160xf32>, %arg9: tensor<64xf32>, %arg10: tensor<64xf32>, %arg11: tensor<64x64xf32>, %arg12: tensor<64x64xf32>, %arg13: tensor<64x64xf32>, %arg14: tensor<64x64xf32>, %arg15: tensor<64x160xf32>, %arg16: tensor<160x64xf32>, %arg17: tensor<64x160xf32>, %arg18: tensor<1x128x64xf32>) -> (tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x160xf32>, tensor<160x64xf32>, tensor<64x160xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x160xf32>, tensor<160x64xf32>, tensor<64x160xf32>) {
    %cst = arith.constant 2.000000e+00 : f32
    %cst_0 = arith.constant -5.000000e-01 : f32
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant 0xFF800000 : f32
    %cst_3 = arith.constant 4.000000e+00 : f32
    %cst_4 = arith.constant 8.000000e+00 : f32
    %c0_i32 = arith.constant 0 : i32
    %cst_5 = arith.constant 9.99999997E-7 : f32
    %cst_6 = arith.constant 6.400000e+01 : f32
    %cst_7 = arith.constant 0.000000e+00 : f32
    %cst_8 = arith.constant dense<-1.000000e+30> : tensor<f32>
    %cst_9 = arith.constant dense<true> : tensor<128x128xi1>
    %0 = call @tril(%cst_9) : (tensor<128x128xi1>) -> tensor<128x128xi1>
    %1 = tensor.empty() : tensor<1x128x64xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg18 : tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.mulf %in, %in : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x64xf32>
    %3 = tensor.empty() : tensor<1x128xf32>
    %4 = linalg.fill ins(%cst_7 : f32) outs(%3 : tensor<1x128xf32>) -> tensor<1x128xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%2 : tensor<1x128x64xf32>) outs(%4 : tensor<1x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.addf %out, %in : f32
      linalg.yield %346 : f32
    } -> tensor<1x128xf32>
    %expanded = tensor.expand_shape %5 [[0], [1, 2]] output_shape [1, 128, 1] : tensor<1x128xf32> into tensor<1x128x1xf32>
    %6 = tensor.empty() : tensor<1x128x1xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded : tensor<1x128x1xf32>) outs(%6 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.divf %in, %cst_6 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x1xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7 : tensor<1x128x1xf32>) outs(%6 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.addf %in, %cst_5 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x1xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8 : tensor<1x128x1xf32>) outs(%6 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = math.rsqrt %in : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x1xf32>
    %10 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9 : tensor<1x128x1xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x64xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg18, %10 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x64xf32>
    %12 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x64xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11, %12 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x64xf32>
    %14 = linalg.fill ins(%cst_7 : f32) outs(%1 : tensor<1x128x64xf32>) -> tensor<1x128x64xf32>
    %15 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%13, %arg4 : tensor<1x128x64xf32>, tensor<64x64xf32>) outs(%14 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      %347 = arith.addf %out, %346 : f32
      linalg.yield %347 : f32
    } -> tensor<1x128x64xf32>
    %expanded_10 = tensor.expand_shape %15 [[0], [1], [2, 3]] output_shape [1, 128, 4, 16] : tensor<1x128x64xf32> into tensor<1x128x4x16xf32>
    %16 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%13, %arg2 : tensor<1x128x64xf32>, tensor<64x64xf32>) outs(%14 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      %347 = arith.addf %out, %346 : f32
      linalg.yield %347 : f32
    } -> tensor<1x128x64xf32>
    %expanded_11 = tensor.expand_shape %16 [[0], [1], [2, 3]] output_shape [1, 128, 4, 16] : tensor<1x128x64xf32> into tensor<1x128x4x16xf32>
    %17 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%13, %arg5 : tensor<1x128x64xf32>, tensor<64x64xf32>) outs(%14 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      %347 = arith.addf %out, %346 : f32
      linalg.yield %347 : f32
    } -> tensor<1x128x64xf32>
    %expanded_12 = tensor.expand_shape %17 [[0], [1], [2, 3]] output_shape [1, 128, 4, 16] : tensor<1x128x64xf32> into tensor<1x128x4x16xf32>
    %18 = tensor.empty() : tensor<128xi32>
    %19 = linalg.generic {indexing_maps = [#map7], iterator_types = ["parallel"]} outs(%18 : tensor<128xi32>) {
    ^bb0(%out: i32):
      %346 = linalg.index 0 : index
      %347 = arith.index_cast %346 : index to i32
      linalg.yield %347 : i32
    } -> tensor<128xi32>
    %20 = tensor.empty() : tensor<128xf32>
    %21 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel"]} ins(%19 : tensor<128xi32>) outs(%20 : tensor<128xf32>) {
    ^bb0(%in: i32, %out: f32):
      %346 = arith.sitofp %in : i32 to f32
      linalg.yield %346 : f32
    } -> tensor<128xf32>
    %expanded_13 = tensor.expand_shape %21 [[0, 1]] output_shape [128, 1] : tensor<128xf32> into tensor<128x1xf32>
    %22 = tensor.empty() : tensor<8xi32>
    %23 = linalg.generic {indexing_maps = [#map7], iterator_types = ["parallel"]} outs(%22 : tensor<8xi32>) {
    ^bb0(%out: i32):
      %346 = linalg.index 0 : index
      %347 = arith.index_cast %346 : index to i32
      linalg.yield %347 : i32
    } -> tensor<8xi32>
    %24 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel"]} ins(%23 : tensor<8xi32>) outs(%22 : tensor<8xi32>) {
    ^bb0(%in: i32, %out: i32):
      %346 = arith.subi %c0_i32, %in : i32
      linalg.yield %346 : i32
    } -> tensor<8xi32>
    %25 = tensor.empty() : tensor<8xf32>
    %26 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel"]} ins(%24 : tensor<8xi32>) outs(%25 : tensor<8xf32>) {
    ^bb0(%in: i32, %out: f32):
      %346 = arith.sitofp %in : i32 to f32
      linalg.yield %346 : f32
    } -> tensor<8xf32>
    %27 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel"]} ins(%26 : tensor<8xf32>) outs(%25 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.divf %in, %cst_4 : f32
      linalg.yield %346 : f32
    } -> tensor<8xf32>
    %28 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel"]} ins(%27 : tensor<8xf32>) outs(%25 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = math.exp %in : f32
      linalg.yield %346 : f32
    } -> tensor<8xf32>
    %29 = tensor.empty() : tensor<128x8xf32>
    %30 = linalg.generic {indexing_maps = [#map8, #map9], iterator_types = ["parallel", "parallel"]} ins(%expanded_13 : tensor<128x1xf32>) outs(%29 : tensor<128x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x8xf32>
    %31 = linalg.generic {indexing_maps = [#map10, #map9], iterator_types = ["parallel", "parallel"]} ins(%28 : tensor<8xf32>) outs(%29 : tensor<128x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x8xf32>
    %32 = linalg.generic {indexing_maps = [#map9, #map9, #map9], iterator_types = ["parallel", "parallel"]} ins(%30, %31 : tensor<128x8xf32>, tensor<128x8xf32>) outs(%29 : tensor<128x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<128x8xf32>
    %33 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel"]} ins(%32 : tensor<128x8xf32>) outs(%29 : tensor<128x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = math.cos %in : f32
      linalg.yield %346 : f32
    } -> tensor<128x8xf32>
    %34 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel"]} ins(%32 : tensor<128x8xf32>) outs(%29 : tensor<128x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = math.sin %in : f32
      linalg.yield %346 : f32
    } -> tensor<128x8xf32>
    %extracted_slice = tensor.extract_slice %expanded_10[0, 0, 0, 0] [1, 128, 4, 8] [1, 1, 1, 1] : tensor<1x128x4x16xf32> to tensor<1x128x4x8xf32>
    %extracted_slice_14 = tensor.extract_slice %expanded_10[0, 0, 0, 8] [1, 128, 4, 8] [1, 1, 1, 1] : tensor<1x128x4x16xf32> to tensor<1x128x4x8xf32>
    %35 = tensor.empty() : tensor<1x128x4x8xf32>
    %36 = linalg.generic {indexing_maps = [#map11, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%33 : tensor<128x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x4x8xf32>
    %37 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice, %36 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x4x8xf32>
    %38 = linalg.generic {indexing_maps = [#map11, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%34 : tensor<128x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x4x8xf32>
    %39 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_14, %38 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x4x8xf32>
    %40 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%37, %39 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.subf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x4x8xf32>
    %41 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice, %38 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x4x8xf32>
    %42 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_14, %36 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x4x8xf32>
    %43 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%41, %42 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.addf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x4x8xf32>
    %44 = tensor.empty() : tensor<1x128x4x16xf32>
    %inserted_slice = tensor.insert_slice %40 into %44[0, 0, 0, 0] [1, 128, 4, 8] [1, 1, 1, 1] : tensor<1x128x4x8xf32> into tensor<1x128x4x16xf32>
    %inserted_slice_15 = tensor.insert_slice %43 into %inserted_slice[0, 0, 0, 8] [1, 128, 4, 8] [1, 1, 1, 1] : tensor<1x128x4x8xf32> into tensor<1x128x4x16xf32>
    %extracted_slice_16 = tensor.extract_slice %expanded_11[0, 0, 0, 0] [1, 128, 4, 8] [1, 1, 1, 1] : tensor<1x128x4x16xf32> to tensor<1x128x4x8xf32>
    %extracted_slice_17 = tensor.extract_slice %expanded_11[0, 0, 0, 8] [1, 128, 4, 8] [1, 1, 1, 1] : tensor<1x128x4x16xf32> to tensor<1x128x4x8xf32>
    %45 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_16, %36 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x4x8xf32>
    %46 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_17, %38 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x4x8xf32>
    %47 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%45, %46 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.subf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x4x8xf32>
    %48 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_16, %38 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x4x8xf32>
    %49 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_17, %36 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x4x8xf32>
    %50 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%48, %49 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.addf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x4x8xf32>
    %inserted_slice_18 = tensor.insert_slice %47 into %44[0, 0, 0, 0] [1, 128, 4, 8] [1, 1, 1, 1] : tensor<1x128x4x8xf32> into tensor<1x128x4x16xf32>
    %inserted_slice_19 = tensor.insert_slice %50 into %inserted_slice_18[0, 0, 0, 8] [1, 128, 4, 8] [1, 1, 1, 1] : tensor<1x128x4x8xf32> into tensor<1x128x4x16xf32>
    %51 = tensor.empty() : tensor<1x4x128x128xf32>
    %52 = linalg.fill ins(%cst_7 : f32) outs(%51 : tensor<1x4x128x128xf32>) -> tensor<1x4x128x128xf32>
    %53 = linalg.generic {indexing_maps = [#map13, #map14, #map15], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%inserted_slice_15, %inserted_slice_19 : tensor<1x128x4x16xf32>, tensor<1x128x4x16xf32>) outs(%52 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      %347 = arith.addf %out, %346 : f32
      linalg.yield %347 : f32
    } -> tensor<1x4x128x128xf32>
    %54 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%53 : tensor<1x4x128x128xf32>) outs(%51 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.divf %in, %cst_3 : f32
      linalg.yield %346 : f32
    } -> tensor<1x4x128x128xf32>
    %55:2 = call @_where(%0, %54, %cst_8) : (tensor<128x128xi1>, tensor<1x4x128x128xf32>, tensor<f32>) -> (tensor<1x4x128x128xf32>, tensor<1x4x128x128xi1>)
    %56 = tensor.empty() : tensor<1x4x128xf32>
    %57 = linalg.fill ins(%cst_2 : f32) outs(%56 : tensor<1x4x128xf32>) -> tensor<1x4x128xf32>
    %58 = linalg.generic {indexing_maps = [#map12, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%55#0 : tensor<1x4x128x128xf32>) outs(%57 : tensor<1x4x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.maximumf %out, %in : f32
      linalg.yield %346 : f32
    } -> tensor<1x4x128xf32>
    %59 = linalg.generic {indexing_maps = [#map6, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%58 : tensor<1x4x128xf32>) outs(%51 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x4x128x128xf32>
    %60 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%55#0, %59 : tensor<1x4x128x128xf32>, tensor<1x4x128x128xf32>) outs(%51 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.subf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x4x128x128xf32>
    %61 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%60 : tensor<1x4x128x128xf32>) outs(%51 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = math.exp %in : f32
      linalg.yield %346 : f32
    } -> tensor<1x4x128x128xf32>
    %62 = linalg.fill ins(%cst_7 : f32) outs(%56 : tensor<1x4x128xf32>) -> tensor<1x4x128xf32>
    %63 = linalg.generic {indexing_maps = [#map12, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%61 : tensor<1x4x128x128xf32>) outs(%62 : tensor<1x4x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.addf %out, %in : f32
      linalg.yield %346 : f32
    } -> tensor<1x4x128xf32>
    %expanded_20 = tensor.expand_shape %63 [[0], [1], [2, 3]] output_shape [1, 4, 128, 1] : tensor<1x4x128xf32> into tensor<1x4x128x1xf32>
    %64 = linalg.generic {indexing_maps = [#map6, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%63 : tensor<1x4x128xf32>) outs(%51 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x4x128x128xf32>
    %65 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%61, %64 : tensor<1x4x128x128xf32>, tensor<1x4x128x128xf32>) outs(%51 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.divf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x4x128x128xf32>
    %66 = tensor.empty() : tensor<1x4x128x1xf32>
    %67 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_20 : tensor<1x4x128x1xf32>) outs(%66 : tensor<1x4x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.mulf %in, %in : f32
      linalg.yield %346 : f32
    } -> tensor<1x4x128x1xf32>
    %68 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%67 : tensor<1x4x128x1xf32>) outs(%66 : tensor<1x4x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.divf %cst_1, %in : f32
      linalg.yield %346 : f32
    } -> tensor<1x4x128x1xf32>
    %69 = tensor.empty() : tensor<1x4x16x128xf32>
    %70 = linalg.fill ins(%cst_7 : f32) outs(%69 : tensor<1x4x16x128xf32>) -> tensor<1x4x16x128xf32>
    %71 = linalg.generic {indexing_maps = [#map16, #map17, #map15], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%expanded_12, %65 : tensor<1x128x4x16xf32>, tensor<1x4x128x128xf32>) outs(%70 : tensor<1x4x16x128xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      %347 = arith.addf %out, %346 : f32
      linalg.yield %347 : f32
    } -> tensor<1x4x16x128xf32>
    %72 = linalg.generic {indexing_maps = [#map18, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%71 : tensor<1x4x16x128xf32>) outs(%44 : tensor<1x128x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x4x16xf32>
    %collapsed = tensor.collapse_shape %72 [[0], [1], [2, 3]] : tensor<1x128x4x16xf32> into tensor<1x128x64xf32>
    %73 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%collapsed, %arg3 : tensor<1x128x64xf32>, tensor<64x64xf32>) outs(%14 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      %347 = arith.addf %out, %346 : f32
      linalg.yield %347 : f32
    } -> tensor<1x128x64xf32>
    %74 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg18, %73 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.addf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x64xf32>
    %75 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%74 : tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.mulf %in, %in : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x64xf32>
    %76 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%75 : tensor<1x128x64xf32>) outs(%4 : tensor<1x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.addf %out, %in : f32
      linalg.yield %346 : f32
    } -> tensor<1x128xf32>
    %expanded_21 = tensor.expand_shape %76 [[0], [1, 2]] output_shape [1, 128, 1] : tensor<1x128xf32> into tensor<1x128x1xf32>
    %77 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_21 : tensor<1x128x1xf32>) outs(%6 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.divf %in, %cst_6 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x1xf32>
    %78 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%77 : tensor<1x128x1xf32>) outs(%6 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.addf %in, %cst_5 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x1xf32>
    %79 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%78 : tensor<1x128x1xf32>) outs(%6 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = math.rsqrt %in : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x1xf32>
    %80 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%79, %78 : tensor<1x128x1xf32>, tensor<1x128x1xf32>) outs(%6 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.divf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x1xf32>
    %81 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%80 : tensor<1x128x1xf32>) outs(%6 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.mulf %in, %cst_0 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x1xf32>
    %82 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%79 : tensor<1x128x1xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x64xf32>
    %83 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%74, %82 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x64xf32>
    %84 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg1 : tensor<64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x64xf32>
    %85 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%83, %84 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x64xf32>
    %86 = tensor.empty() : tensor<1x128x160xf32>
    %87 = linalg.fill ins(%cst_7 : f32) outs(%86 : tensor<1x128x160xf32>) -> tensor<1x128x160xf32>
    %88 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%85, %arg6 : tensor<1x128x64xf32>, tensor<64x160xf32>) outs(%87 : tensor<1x128x160xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      %347 = arith.addf %out, %346 : f32
      linalg.yield %347 : f32
    } -> tensor<1x128x160xf32>
    %89:3 = call @silu(%88) : (tensor<1x128x160xf32>) -> (tensor<1x128x160xf32>, tensor<1x128x160xf32>, tensor<1x128x160xf32>)
    %90 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%85, %arg8 : tensor<1x128x64xf32>, tensor<64x160xf32>) outs(%87 : tensor<1x128x160xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      %347 = arith.addf %out, %346 : f32
      linalg.yield %347 : f32
    } -> tensor<1x128x160xf32>
    %91 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%89#0, %90 : tensor<1x128x160xf32>, tensor<1x128x160xf32>) outs(%86 : tensor<1x128x160xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x160xf32>
    %92 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%91, %arg7 : tensor<1x128x160xf32>, tensor<160x64xf32>) outs(%14 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      %347 = arith.addf %out, %346 : f32
      linalg.yield %347 : f32
    } -> tensor<1x128x64xf32>
    %93 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%74, %92 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.addf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x64xf32>
    %94 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%93 : tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.mulf %in, %in : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x64xf32>
    %95 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%94 : tensor<1x128x64xf32>) outs(%4 : tensor<1x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.addf %out, %in : f32
      linalg.yield %346 : f32
    } -> tensor<1x128xf32>
    %expanded_22 = tensor.expand_shape %95 [[0], [1, 2]] output_shape [1, 128, 1] : tensor<1x128xf32> into tensor<1x128x1xf32>
    %96 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_22 : tensor<1x128x1xf32>) outs(%6 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.divf %in, %cst_6 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x1xf32>
    %97 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%96 : tensor<1x128x1xf32>) outs(%6 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.addf %in, %cst_5 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x1xf32>
    %98 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%97 : tensor<1x128x1xf32>) outs(%6 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = math.rsqrt %in : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x1xf32>
    %99 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%98, %97 : tensor<1x128x1xf32>, tensor<1x128x1xf32>) outs(%6 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.divf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x1xf32>
    %100 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%99 : tensor<1x128x1xf32>) outs(%6 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.mulf %in, %cst_0 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x1xf32>
    %101 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%98 : tensor<1x128x1xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x64xf32>
    %102 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%93, %101 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x64xf32>
    %103 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg9 : tensor<64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x64xf32>
    %104 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%102, %103 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x64xf32>
    %105 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%104, %arg13 : tensor<1x128x64xf32>, tensor<64x64xf32>) outs(%14 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      %347 = arith.addf %out, %346 : f32
      linalg.yield %347 : f32
    } -> tensor<1x128x64xf32>
    %expanded_23 = tensor.expand_shape %105 [[0], [1], [2, 3]] output_shape [1, 128, 4, 16] : tensor<1x128x64xf32> into tensor<1x128x4x16xf32>
    %106 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%104, %arg11 : tensor<1x128x64xf32>, tensor<64x64xf32>) outs(%14 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      %347 = arith.addf %out, %346 : f32
      linalg.yield %347 : f32
    } -> tensor<1x128x64xf32>
    %expanded_24 = tensor.expand_shape %106 [[0], [1], [2, 3]] output_shape [1, 128, 4, 16] : tensor<1x128x64xf32> into tensor<1x128x4x16xf32>
    %107 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%104, %arg14 : tensor<1x128x64xf32>, tensor<64x64xf32>) outs(%14 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      %347 = arith.addf %out, %346 : f32
      linalg.yield %347 : f32
    } -> tensor<1x128x64xf32>
    %expanded_25 = tensor.expand_shape %107 [[0], [1], [2, 3]] output_shape [1, 128, 4, 16] : tensor<1x128x64xf32> into tensor<1x128x4x16xf32>
    %extracted_slice_26 = tensor.extract_slice %expanded_23[0, 0, 0, 0] [1, 128, 4, 8] [1, 1, 1, 1] : tensor<1x128x4x16xf32> to tensor<1x128x4x8xf32>
    %extracted_slice_27 = tensor.extract_slice %expanded_23[0, 0, 0, 8] [1, 128, 4, 8] [1, 1, 1, 1] : tensor<1x128x4x16xf32> to tensor<1x128x4x8xf32>
    %108 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_26, %36 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x4x8xf32>
    %109 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_27, %38 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x4x8xf32>
    %110 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%108, %109 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.subf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x4x8xf32>
    %111 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_26, %38 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x4x8xf32>
    %112 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_27, %36 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x4x8xf32>
    %113 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%111, %112 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.addf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x4x8xf32>
    %inserted_slice_28 = tensor.insert_slice %110 into %44[0, 0, 0, 0] [1, 128, 4, 8] [1, 1, 1, 1] : tensor<1x128x4x8xf32> into tensor<1x128x4x16xf32>
    %inserted_slice_29 = tensor.insert_slice %113 into %inserted_slice_28[0, 0, 0, 8] [1, 128, 4, 8] [1, 1, 1, 1] : tensor<1x128x4x8xf32> into tensor<1x128x4x16xf32>
    %extracted_slice_30 = tensor.extract_slice %expanded_24[0, 0, 0, 0] [1, 128, 4, 8] [1, 1, 1, 1] : tensor<1x128x4x16xf32> to tensor<1x128x4x8xf32>
    %extracted_slice_31 = tensor.extract_slice %expanded_24[0, 0, 0, 8] [1, 128, 4, 8] [1, 1, 1, 1] : tensor<1x128x4x16xf32> to tensor<1x128x4x8xf32>
    %114 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_30, %36 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x4x8xf32>
    %115 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_31, %38 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x4x8xf32>
    %116 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%114, %115 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.subf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x4x8xf32>
    %117 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_30, %38 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x4x8xf32>
    %118 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_31, %36 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x4x8xf32>
    %119 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%117, %118 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.addf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x4x8xf32>
    %inserted_slice_32 = tensor.insert_slice %116 into %44[0, 0, 0, 0] [1, 128, 4, 8] [1, 1, 1, 1] : tensor<1x128x4x8xf32> into tensor<1x128x4x16xf32>
    %inserted_slice_33 = tensor.insert_slice %119 into %inserted_slice_32[0, 0, 0, 8] [1, 128, 4, 8] [1, 1, 1, 1] : tensor<1x128x4x8xf32> into tensor<1x128x4x16xf32>
    %120 = linalg.generic {indexing_maps = [#map13, #map14, #map15], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%inserted_slice_29, %inserted_slice_33 : tensor<1x128x4x16xf32>, tensor<1x128x4x16xf32>) outs(%52 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      %347 = arith.addf %out, %346 : f32
      linalg.yield %347 : f32
    } -> tensor<1x4x128x128xf32>
    %121 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%120 : tensor<1x4x128x128xf32>) outs(%51 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.divf %in, %cst_3 : f32
      linalg.yield %346 : f32
    } -> tensor<1x4x128x128xf32>
    %122:2 = call @_where(%0, %121, %cst_8) : (tensor<128x128xi1>, tensor<1x4x128x128xf32>, tensor<f32>) -> (tensor<1x4x128x128xf32>, tensor<1x4x128x128xi1>)
    %123 = linalg.generic {indexing_maps = [#map12, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%122#0 : tensor<1x4x128x128xf32>) outs(%57 : tensor<1x4x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.maximumf %out, %in : f32
      linalg.yield %346 : f32
    } -> tensor<1x4x128xf32>
    %124 = linalg.generic {indexing_maps = [#map6, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%123 : tensor<1x4x128xf32>) outs(%51 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x4x128x128xf32>
    %125 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%122#0, %124 : tensor<1x4x128x128xf32>, tensor<1x4x128x128xf32>) outs(%51 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.subf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x4x128x128xf32>
    %126 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%125 : tensor<1x4x128x128xf32>) outs(%51 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = math.exp %in : f32
      linalg.yield %346 : f32
    } -> tensor<1x4x128x128xf32>
    %127 = linalg.generic {indexing_maps = [#map12, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%126 : tensor<1x4x128x128xf32>) outs(%62 : tensor<1x4x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.addf %out, %in : f32
      linalg.yield %346 : f32
    } -> tensor<1x4x128xf32>
    %expanded_34 = tensor.expand_shape %127 [[0], [1], [2, 3]] output_shape [1, 4, 128, 1] : tensor<1x4x128xf32> into tensor<1x4x128x1xf32>
    %128 = linalg.generic {indexing_maps = [#map6, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%127 : tensor<1x4x128xf32>) outs(%51 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x4x128x128xf32>
    %129 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%126, %128 : tensor<1x4x128x128xf32>, tensor<1x4x128x128xf32>) outs(%51 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.divf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x4x128x128xf32>
    %130 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_34 : tensor<1x4x128x1xf32>) outs(%66 : tensor<1x4x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.mulf %in, %in : f32
      linalg.yield %346 : f32
    } -> tensor<1x4x128x1xf32>
    %131 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%130 : tensor<1x4x128x1xf32>) outs(%66 : tensor<1x4x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.divf %cst_1, %in : f32
      linalg.yield %346 : f32
    } -> tensor<1x4x128x1xf32>
    %132 = linalg.generic {indexing_maps = [#map16, #map17, #map15], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%expanded_25, %129 : tensor<1x128x4x16xf32>, tensor<1x4x128x128xf32>) outs(%70 : tensor<1x4x16x128xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      %347 = arith.addf %out, %346 : f32
      linalg.yield %347 : f32
    } -> tensor<1x4x16x128xf32>
    %133 = linalg.generic {indexing_maps = [#map18, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%132 : tensor<1x4x16x128xf32>) outs(%44 : tensor<1x128x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x4x16xf32>
    %collapsed_35 = tensor.collapse_shape %133 [[0], [1], [2, 3]] : tensor<1x128x4x16xf32> into tensor<1x128x64xf32>
    %134 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%collapsed_35, %arg12 : tensor<1x128x64xf32>, tensor<64x64xf32>) outs(%14 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      %347 = arith.addf %out, %346 : f32
      linalg.yield %347 : f32
    } -> tensor<1x128x64xf32>
    %135 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%93, %134 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.addf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x64xf32>
    %136 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%135 : tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.mulf %in, %in : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x64xf32>
    %137 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%136 : tensor<1x128x64xf32>) outs(%4 : tensor<1x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.addf %out, %in : f32
      linalg.yield %346 : f32
    } -> tensor<1x128xf32>
    %expanded_36 = tensor.expand_shape %137 [[0], [1, 2]] output_shape [1, 128, 1] : tensor<1x128xf32> into tensor<1x128x1xf32>
    %138 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_36 : tensor<1x128x1xf32>) outs(%6 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.divf %in, %cst_6 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x1xf32>
    %139 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%138 : tensor<1x128x1xf32>) outs(%6 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.addf %in, %cst_5 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x1xf32>
    %140 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%139 : tensor<1x128x1xf32>) outs(%6 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = math.rsqrt %in : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x1xf32>
    %141 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%140, %139 : tensor<1x128x1xf32>, tensor<1x128x1xf32>) outs(%6 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.divf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x1xf32>
    %142 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%141 : tensor<1x128x1xf32>) outs(%6 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.mulf %in, %cst_0 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x1xf32>
    %143 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%140 : tensor<1x128x1xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x64xf32>
    %144 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%135, %143 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x64xf32>
    %145 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg10 : tensor<64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x64xf32>
    %146 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%144, %145 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x64xf32>
    %147 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%146, %arg15 : tensor<1x128x64xf32>, tensor<64x160xf32>) outs(%87 : tensor<1x128x160xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      %347 = arith.addf %out, %346 : f32
      linalg.yield %347 : f32
    } -> tensor<1x128x160xf32>
    %148:3 = call @silu(%147) : (tensor<1x128x160xf32>) -> (tensor<1x128x160xf32>, tensor<1x128x160xf32>, tensor<1x128x160xf32>)
    %149 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%146, %arg17 : tensor<1x128x64xf32>, tensor<64x160xf32>) outs(%87 : tensor<1x128x160xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      %347 = arith.addf %out, %346 : f32
      linalg.yield %347 : f32
    } -> tensor<1x128x160xf32>
    %150 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%148#0, %149 : tensor<1x128x160xf32>, tensor<1x128x160xf32>) outs(%86 : tensor<1x128x160xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x160xf32>
    %151 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%150, %arg16 : tensor<1x128x160xf32>, tensor<160x64xf32>) outs(%14 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      %347 = arith.addf %out, %346 : f32
      linalg.yield %347 : f32
    } -> tensor<1x128x64xf32>
    %152 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%135, %151 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.addf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x64xf32>
    %153 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%152 : tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.mulf %in, %cst : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x64xf32>
    %154 = tensor.empty() : tensor<64x160xf32>
    %155 = linalg.fill ins(%cst_7 : f32) outs(%154 : tensor<64x160xf32>) -> tensor<64x160xf32>
    %156 = linalg.generic {indexing_maps = [#map19, #map20, #map21], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%153, %150 : tensor<1x128x64xf32>, tensor<1x128x160xf32>) outs(%155 : tensor<64x160xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      %347 = arith.addf %out, %346 : f32
      linalg.yield %347 : f32
    } -> tensor<64x160xf32>
    %157 = tensor.empty() : tensor<160x64xf32>
    %158 = linalg.generic {indexing_maps = [#map22, #map9], iterator_types = ["parallel", "parallel"]} ins(%156 : tensor<64x160xf32>) outs(%157 : tensor<160x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<160x64xf32>
    %159 = linalg.generic {indexing_maps = [#map4, #map23, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%153, %arg16 : tensor<1x128x64xf32>, tensor<160x64xf32>) outs(%87 : tensor<1x128x160xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      %347 = arith.addf %out, %346 : f32
      linalg.yield %347 : f32
    } -> tensor<1x128x160xf32>
    %160 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%148#0, %159 : tensor<1x128x160xf32>, tensor<1x128x160xf32>) outs(%86 : tensor<1x128x160xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x160xf32>
    %161 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%159, %149 : tensor<1x128x160xf32>, tensor<1x128x160xf32>) outs(%86 : tensor<1x128x160xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x160xf32>
    %162 = linalg.fill ins(%cst_7 : f32) outs(%157 : tensor<160x64xf32>) -> tensor<160x64xf32>
    %163 = linalg.generic {indexing_maps = [#map19, #map20, #map21], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%160, %146 : tensor<1x128x160xf32>, tensor<1x128x64xf32>) outs(%162 : tensor<160x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      %347 = arith.addf %out, %346 : f32
      linalg.yield %347 : f32
    } -> tensor<160x64xf32>
    %164 = linalg.generic {indexing_maps = [#map22, #map9], iterator_types = ["parallel", "parallel"]} ins(%163 : tensor<160x64xf32>) outs(%154 : tensor<64x160xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x160xf32>
    %165 = linalg.generic {indexing_maps = [#map4, #map23, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%160, %arg17 : tensor<1x128x160xf32>, tensor<64x160xf32>) outs(%14 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      %347 = arith.addf %out, %346 : f32
      linalg.yield %347 : f32
    } -> tensor<1x128x64xf32>
    %166 = call @silu_0(%148#1, %148#2, %147, %161) : (tensor<1x128x160xf32>, tensor<1x128x160xf32>, tensor<1x128x160xf32>, tensor<1x128x160xf32>) -> tensor<1x128x160xf32>
    %167 = linalg.generic {indexing_maps = [#map19, #map20, #map21], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%166, %146 : tensor<1x128x160xf32>, tensor<1x128x64xf32>) outs(%162 : tensor<160x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      %347 = arith.addf %out, %346 : f32
      linalg.yield %347 : f32
    } -> tensor<160x64xf32>
    %168 = linalg.generic {indexing_maps = [#map22, #map9], iterator_types = ["parallel", "parallel"]} ins(%167 : tensor<160x64xf32>) outs(%154 : tensor<64x160xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x160xf32>
    %169 = linalg.generic {indexing_maps = [#map4, #map23, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%166, %arg15 : tensor<1x128x160xf32>, tensor<64x160xf32>) outs(%14 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      %347 = arith.addf %out, %346 : f32
      linalg.yield %347 : f32
    } -> tensor<1x128x64xf32>
    %170 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%165, %169 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.addf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x64xf32>
    %171 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%144, %170 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x64xf32>
    %172 = tensor.empty() : tensor<1x64xf32>
    %173 = linalg.fill ins(%cst_7 : f32) outs(%172 : tensor<1x64xf32>) -> tensor<1x64xf32>
    %174 = linalg.generic {indexing_maps = [#map24, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%171 : tensor<1x128x64xf32>) outs(%173 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.addf %out, %in : f32
      linalg.yield %346 : f32
    } -> tensor<1x64xf32>
    %expanded_37 = tensor.expand_shape %174 [[0], [1, 2]] output_shape [1, 1, 64] : tensor<1x64xf32> into tensor<1x1x64xf32>
    %175 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%170, %145 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x64xf32>
    %176 = tensor.empty() : tensor<64xf32>
    %177 = linalg.fill ins(%cst_7 : f32) outs(%176 : tensor<64xf32>) -> tensor<64xf32>
    %178 = linalg.generic {indexing_maps = [#map25, #map26], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_37 : tensor<1x1x64xf32>) outs(%177 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.addf %out, %in : f32
      linalg.yield %346 : f32
    } -> tensor<64xf32>
    %179 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%135, %175 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x64xf32>
    %180 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%179 : tensor<1x128x64xf32>) outs(%4 : tensor<1x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.addf %out, %in : f32
      linalg.yield %346 : f32
    } -> tensor<1x128xf32>
    %expanded_38 = tensor.expand_shape %180 [[0], [1, 2]] output_shape [1, 128, 1] : tensor<1x128xf32> into tensor<1x128x1xf32>
    %181 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%175, %143 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x64xf32>
    %182 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%153, %181 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.addf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x64xf32>
    %183 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_38, %142 : tensor<1x128x1xf32>, tensor<1x128x1xf32>) outs(%6 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x1xf32>
    %184 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%183 : tensor<1x128x1xf32>) outs(%6 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.divf %in, %cst_6 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x1xf32>
    %185 = linalg.fill ins(%cst_7 : f32) outs(%20 : tensor<128xf32>) -> tensor<128xf32>
    %186 = linalg.generic {indexing_maps = [#map27, #map26], iterator_types = ["parallel", "reduction", "reduction"]} ins(%184 : tensor<1x128x1xf32>) outs(%185 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.addf %out, %in : f32
      linalg.yield %346 : f32
    } -> tensor<128xf32>
    %187 = linalg.generic {indexing_maps = [#map28, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%186 : tensor<128xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x64xf32>
    %188 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%135, %187 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x64xf32>
    %189 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%182, %188 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.addf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x64xf32>
    %190 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%187, %135 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x64xf32>
    %191 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%189, %190 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.addf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x64xf32>
    %192 = tensor.empty() : tensor<64x64xf32>
    %193 = linalg.fill ins(%cst_7 : f32) outs(%192 : tensor<64x64xf32>) -> tensor<64x64xf32>
    %194 = linalg.generic {indexing_maps = [#map19, #map20, #map21], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%191, %collapsed_35 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%193 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      %347 = arith.addf %out, %346 : f32
      linalg.yield %347 : f32
    } -> tensor<64x64xf32>
    %195 = linalg.generic {indexing_maps = [#map22, #map9], iterator_types = ["parallel", "parallel"]} ins(%194 : tensor<64x64xf32>) outs(%192 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %196 = linalg.generic {indexing_maps = [#map4, #map23, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%191, %arg12 : tensor<1x128x64xf32>, tensor<64x64xf32>) outs(%14 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      %347 = arith.addf %out, %346 : f32
      linalg.yield %347 : f32
    } -> tensor<1x128x64xf32>
    %expanded_39 = tensor.expand_shape %196 [[0], [1], [2, 3]] output_shape [1, 128, 4, 16] : tensor<1x128x64xf32> into tensor<1x128x4x16xf32>
    %197 = linalg.generic {indexing_maps = [#map29, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_39 : tensor<1x128x4x16xf32>) outs(%69 : tensor<1x4x16x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x4x16x128xf32>
    %198 = linalg.generic {indexing_maps = [#map30, #map14, #map15], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%197, %expanded_25 : tensor<1x4x16x128xf32>, tensor<1x128x4x16xf32>) outs(%52 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      %347 = arith.addf %out, %346 : f32
      linalg.yield %347 : f32
    } -> tensor<1x4x128x128xf32>
    %199 = linalg.generic {indexing_maps = [#map31, #map32, #map15], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%197, %129 : tensor<1x4x16x128xf32>, tensor<1x4x128x128xf32>) outs(%70 : tensor<1x4x16x128xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      %347 = arith.addf %out, %346 : f32
      linalg.yield %347 : f32
    } -> tensor<1x4x16x128xf32>
    %200 = linalg.generic {indexing_maps = [#map18, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%199 : tensor<1x4x16x128xf32>) outs(%44 : tensor<1x128x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x4x16xf32>
    %201 = linalg.generic {indexing_maps = [#map33, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%131 : tensor<1x4x128x1xf32>) outs(%51 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x4x128x128xf32>
    %202 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%198, %201 : tensor<1x4x128x128xf32>, tensor<1x4x128x128xf32>) outs(%51 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x4x128x128xf32>
    %203 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%202, %126 : tensor<1x4x128x128xf32>, tensor<1x4x128x128xf32>) outs(%51 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x4x128x128xf32>
    %204 = linalg.generic {indexing_maps = [#map12, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%203 : tensor<1x4x128x128xf32>) outs(%62 : tensor<1x4x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.addf %out, %in : f32
      linalg.yield %346 : f32
    } -> tensor<1x4x128xf32>
    %205 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%204 : tensor<1x4x128xf32>) outs(%56 : tensor<1x4x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.negf %in : f32
      linalg.yield %346 : f32
    } -> tensor<1x4x128xf32>
    %expanded_40 = tensor.expand_shape %205 [[0], [1], [2, 3]] output_shape [1, 4, 128, 1] : tensor<1x4x128xf32> into tensor<1x4x128x1xf32>
    %206 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%198, %128 : tensor<1x4x128x128xf32>, tensor<1x4x128x128xf32>) outs(%51 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.divf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x4x128x128xf32>
    %207 = tensor.empty() : tensor<4x128xf32>
    %208 = linalg.fill ins(%cst_7 : f32) outs(%207 : tensor<4x128xf32>) -> tensor<4x128xf32>
    %209 = linalg.generic {indexing_maps = [#map34, #map21], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%expanded_40 : tensor<1x4x128x1xf32>) outs(%208 : tensor<4x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.addf %out, %in : f32
      linalg.yield %346 : f32
    } -> tensor<4x128xf32>
    %210 = linalg.generic {indexing_maps = [#map35, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%209 : tensor<4x128xf32>) outs(%51 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x4x128x128xf32>
    %211 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%206, %210 : tensor<1x4x128x128xf32>, tensor<1x4x128x128xf32>) outs(%51 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.addf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x4x128x128xf32>
    %212 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%211, %126 : tensor<1x4x128x128xf32>, tensor<1x4x128x128xf32>) outs(%51 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x4x128x128xf32>
    %213 = call @_where_1(%122#1, %212) : (tensor<1x4x128x128xi1>, tensor<1x4x128x128xf32>) -> tensor<1x4x128x128xf32>
    %214 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%213 : tensor<1x4x128x128xf32>) outs(%51 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.divf %in, %cst_3 : f32
      linalg.yield %346 : f32
    } -> tensor<1x4x128x128xf32>
    %215 = tensor.empty() : tensor<1x4x128x16xf32>
    %216 = linalg.fill ins(%cst_7 : f32) outs(%215 : tensor<1x4x128x16xf32>) -> tensor<1x4x128x16xf32>
    %217 = linalg.generic {indexing_maps = [#map30, #map36, #map15], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%214, %inserted_slice_29 : tensor<1x4x128x128xf32>, tensor<1x128x4x16xf32>) outs(%216 : tensor<1x4x128x16xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      %347 = arith.addf %out, %346 : f32
      linalg.yield %347 : f32
    } -> tensor<1x4x128x16xf32>
    %218 = linalg.generic {indexing_maps = [#map37, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%217 : tensor<1x4x128x16xf32>) outs(%44 : tensor<1x128x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x4x16xf32>
    %219 = linalg.generic {indexing_maps = [#map31, #map36, #map15], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%214, %inserted_slice_33 : tensor<1x4x128x128xf32>, tensor<1x128x4x16xf32>) outs(%216 : tensor<1x4x128x16xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      %347 = arith.addf %out, %346 : f32
      linalg.yield %347 : f32
    } -> tensor<1x4x128x16xf32>
    %220 = linalg.generic {indexing_maps = [#map37, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%219 : tensor<1x4x128x16xf32>) outs(%44 : tensor<1x128x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x4x16xf32>
    %extracted_slice_41 = tensor.extract_slice %218[0, 0, 0, 0] [1, 128, 4, 8] [1, 1, 1, 1] : tensor<1x128x4x16xf32> to tensor<1x128x4x8xf32>
    %extracted_slice_42 = tensor.extract_slice %218[0, 0, 0, 8] [1, 128, 4, 8] [1, 1, 1, 1] : tensor<1x128x4x16xf32> to tensor<1x128x4x8xf32>
    %221 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_42, %36 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x4x8xf32>
    %222 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_42, %38 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x4x8xf32>
    %223 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_41 : tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.negf %in : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x4x8xf32>
    %224 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%223, %38 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x4x8xf32>
    %225 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%221, %224 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.addf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x4x8xf32>
    %226 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_41, %36 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x4x8xf32>
    %227 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%222, %226 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.addf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x4x8xf32>
    %padded = tensor.pad %225 low[0, 0, 0, 8] high[0, 0, 0, 0] {
    ^bb0(%arg19: index, %arg20: index, %arg21: index, %arg22: index):
      tensor.yield %cst_7 : f32
    } : tensor<1x128x4x8xf32> to tensor<1x128x4x16xf32>
    %padded_43 = tensor.pad %227 low[0, 0, 0, 0] high[0, 0, 0, 8] {
    ^bb0(%arg19: index, %arg20: index, %arg21: index, %arg22: index):
      tensor.yield %cst_7 : f32
    } : tensor<1x128x4x8xf32> to tensor<1x128x4x16xf32>
    %228 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%padded, %padded_43 : tensor<1x128x4x16xf32>, tensor<1x128x4x16xf32>) outs(%44 : tensor<1x128x4x16xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.addf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x4x16xf32>
    %extracted_slice_44 = tensor.extract_slice %220[0, 0, 0, 0] [1, 128, 4, 8] [1, 1, 1, 1] : tensor<1x128x4x16xf32> to tensor<1x128x4x8xf32>
    %extracted_slice_45 = tensor.extract_slice %220[0, 0, 0, 8] [1, 128, 4, 8] [1, 1, 1, 1] : tensor<1x128x4x16xf32> to tensor<1x128x4x8xf32>
    %229 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_45, %36 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x4x8xf32>
    %230 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_45, %38 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x4x8xf32>
    %231 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_44 : tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.negf %in : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x4x8xf32>
    %232 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%231, %38 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x4x8xf32>
    %233 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%229, %232 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.addf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x4x8xf32>
    %234 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_44, %36 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x4x8xf32>
    %235 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%230, %234 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.addf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x4x8xf32>
    %padded_46 = tensor.pad %233 low[0, 0, 0, 8] high[0, 0, 0, 0] {
    ^bb0(%arg19: index, %arg20: index, %arg21: index, %arg22: index):
      tensor.yield %cst_7 : f32
    } : tensor<1x128x4x8xf32> to tensor<1x128x4x16xf32>
    %padded_47 = tensor.pad %235 low[0, 0, 0, 0] high[0, 0, 0, 8] {
    ^bb0(%arg19: index, %arg20: index, %arg21: index, %arg22: index):
      tensor.yield %cst_7 : f32
    } : tensor<1x128x4x8xf32> to tensor<1x128x4x16xf32>
    %236 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%padded_46, %padded_47 : tensor<1x128x4x16xf32>, tensor<1x128x4x16xf32>) outs(%44 : tensor<1x128x4x16xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.addf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x4x16xf32>
    %collapsed_48 = tensor.collapse_shape %200 [[0], [1], [2, 3]] : tensor<1x128x4x16xf32> into tensor<1x128x64xf32>
    %237 = linalg.generic {indexing_maps = [#map19, #map20, #map21], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%collapsed_48, %104 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%193 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      %347 = arith.addf %out, %346 : f32
      linalg.yield %347 : f32
    } -> tensor<64x64xf32>
    %238 = linalg.generic {indexing_maps = [#map22, #map9], iterator_types = ["parallel", "parallel"]} ins(%237 : tensor<64x64xf32>) outs(%192 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %239 = linalg.generic {indexing_maps = [#map4, #map23, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%collapsed_48, %arg14 : tensor<1x128x64xf32>, tensor<64x64xf32>) outs(%14 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      %347 = arith.addf %out, %346 : f32
      linalg.yield %347 : f32
    } -> tensor<1x128x64xf32>
    %collapsed_49 = tensor.collapse_shape %228 [[0], [1], [2, 3]] : tensor<1x128x4x16xf32> into tensor<1x128x64xf32>
    %240 = linalg.generic {indexing_maps = [#map19, #map20, #map21], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%collapsed_49, %104 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%193 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      %347 = arith.addf %out, %346 : f32
      linalg.yield %347 : f32
    } -> tensor<64x64xf32>
    %241 = linalg.generic {indexing_maps = [#map22, #map9], iterator_types = ["parallel", "parallel"]} ins(%240 : tensor<64x64xf32>) outs(%192 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %242 = linalg.generic {indexing_maps = [#map4, #map23, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%collapsed_49, %arg11 : tensor<1x128x64xf32>, tensor<64x64xf32>) outs(%14 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      %347 = arith.addf %out, %346 : f32
      linalg.yield %347 : f32
    } -> tensor<1x128x64xf32>
    %243 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%239, %242 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.addf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x64xf32>
    %collapsed_50 = tensor.collapse_shape %236 [[0], [1], [2, 3]] : tensor<1x128x4x16xf32> into tensor<1x128x64xf32>
    %244 = linalg.generic {indexing_maps = [#map19, #map20, #map21], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%collapsed_50, %104 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%193 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      %347 = arith.addf %out, %346 : f32
      linalg.yield %347 : f32
    } -> tensor<64x64xf32>
    %245 = linalg.generic {indexing_maps = [#map22, #map9], iterator_types = ["parallel", "parallel"]} ins(%244 : tensor<64x64xf32>) outs(%192 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %246 = linalg.generic {indexing_maps = [#map4, #map23, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%collapsed_50, %arg13 : tensor<1x128x64xf32>, tensor<64x64xf32>) outs(%14 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      %347 = arith.addf %out, %346 : f32
      linalg.yield %347 : f32
    } -> tensor<1x128x64xf32>
    %247 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%243, %246 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.addf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x64xf32>
    %248 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%102, %247 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x64xf32>
    %249 = linalg.generic {indexing_maps = [#map24, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%248 : tensor<1x128x64xf32>) outs(%173 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.addf %out, %in : f32
      linalg.yield %346 : f32
    } -> tensor<1x64xf32>
    %expanded_51 = tensor.expand_shape %249 [[0], [1, 2]] output_shape [1, 1, 64] : tensor<1x64xf32> into tensor<1x1x64xf32>
    %250 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%247, %103 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x64xf32>
    %251 = linalg.generic {indexing_maps = [#map25, #map26], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_51 : tensor<1x1x64xf32>) outs(%177 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.addf %out, %in : f32
      linalg.yield %346 : f32
    } -> tensor<64xf32>
    %252 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%93, %250 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x64xf32>
    %253 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%252 : tensor<1x128x64xf32>) outs(%4 : tensor<1x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.addf %out, %in : f32
      linalg.yield %346 : f32
    } -> tensor<1x128xf32>
    %expanded_52 = tensor.expand_shape %253 [[0], [1, 2]] output_shape [1, 128, 1] : tensor<1x128xf32> into tensor<1x128x1xf32>
    %254 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%250, %101 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x64xf32>
    %255 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%191, %254 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.addf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x64xf32>
    %256 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_52, %100 : tensor<1x128x1xf32>, tensor<1x128x1xf32>) outs(%6 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x1xf32>
    %257 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%256 : tensor<1x128x1xf32>) outs(%6 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.divf %in, %cst_6 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x1xf32>
    %258 = linalg.generic {indexing_maps = [#map27, #map26], iterator_types = ["parallel", "reduction", "reduction"]} ins(%257 : tensor<1x128x1xf32>) outs(%185 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.addf %out, %in : f32
      linalg.yield %346 : f32
    } -> tensor<128xf32>
    %259 = linalg.generic {indexing_maps = [#map28, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%258 : tensor<128xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x64xf32>
    %260 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%93, %259 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x64xf32>
    %261 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%255, %260 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.addf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x64xf32>
    %262 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%259, %93 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x64xf32>
    %263 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%261, %262 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.addf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x64xf32>
    %264 = linalg.generic {indexing_maps = [#map19, #map20, #map21], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%263, %91 : tensor<1x128x64xf32>, tensor<1x128x160xf32>) outs(%155 : tensor<64x160xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      %347 = arith.addf %out, %346 : f32
      linalg.yield %347 : f32
    } -> tensor<64x160xf32>
    %265 = linalg.generic {indexing_maps = [#map22, #map9], iterator_types = ["parallel", "parallel"]} ins(%264 : tensor<64x160xf32>) outs(%157 : tensor<160x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<160x64xf32>
    %266 = linalg.generic {indexing_maps = [#map4, #map23, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%263, %arg7 : tensor<1x128x64xf32>, tensor<160x64xf32>) outs(%87 : tensor<1x128x160xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      %347 = arith.addf %out, %346 : f32
      linalg.yield %347 : f32
    } -> tensor<1x128x160xf32>
    %267 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%89#0, %266 : tensor<1x128x160xf32>, tensor<1x128x160xf32>) outs(%86 : tensor<1x128x160xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x160xf32>
    %268 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%266, %90 : tensor<1x128x160xf32>, tensor<1x128x160xf32>) outs(%86 : tensor<1x128x160xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x160xf32>
    %269 = linalg.generic {indexing_maps = [#map19, #map20, #map21], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%267, %85 : tensor<1x128x160xf32>, tensor<1x128x64xf32>) outs(%162 : tensor<160x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      %347 = arith.addf %out, %346 : f32
      linalg.yield %347 : f32
    } -> tensor<160x64xf32>
    %270 = linalg.generic {indexing_maps = [#map22, #map9], iterator_types = ["parallel", "parallel"]} ins(%269 : tensor<160x64xf32>) outs(%154 : tensor<64x160xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x160xf32>
    %271 = linalg.generic {indexing_maps = [#map4, #map23, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%267, %arg8 : tensor<1x128x160xf32>, tensor<64x160xf32>) outs(%14 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      %347 = arith.addf %out, %346 : f32
      linalg.yield %347 : f32
    } -> tensor<1x128x64xf32>
    %272 = call @silu_0(%89#1, %89#2, %88, %268) : (tensor<1x128x160xf32>, tensor<1x128x160xf32>, tensor<1x128x160xf32>, tensor<1x128x160xf32>) -> tensor<1x128x160xf32>
    %273 = linalg.generic {indexing_maps = [#map19, #map20, #map21], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%272, %85 : tensor<1x128x160xf32>, tensor<1x128x64xf32>) outs(%162 : tensor<160x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      %347 = arith.addf %out, %346 : f32
      linalg.yield %347 : f32
    } -> tensor<160x64xf32>
    %274 = linalg.generic {indexing_maps = [#map22, #map9], iterator_types = ["parallel", "parallel"]} ins(%273 : tensor<160x64xf32>) outs(%154 : tensor<64x160xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x160xf32>
    %275 = linalg.generic {indexing_maps = [#map4, #map23, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%272, %arg6 : tensor<1x128x160xf32>, tensor<64x160xf32>) outs(%14 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      %347 = arith.addf %out, %346 : f32
      linalg.yield %347 : f32
    } -> tensor<1x128x64xf32>
    %276 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%271, %275 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.addf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x64xf32>
    %277 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%83, %276 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x64xf32>
    %278 = linalg.generic {indexing_maps = [#map24, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%277 : tensor<1x128x64xf32>) outs(%173 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.addf %out, %in : f32
      linalg.yield %346 : f32
    } -> tensor<1x64xf32>
    %expanded_53 = tensor.expand_shape %278 [[0], [1, 2]] output_shape [1, 1, 64] : tensor<1x64xf32> into tensor<1x1x64xf32>
    %279 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%276, %84 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x64xf32>
    %280 = linalg.generic {indexing_maps = [#map25, #map26], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_53 : tensor<1x1x64xf32>) outs(%177 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.addf %out, %in : f32
      linalg.yield %346 : f32
    } -> tensor<64xf32>
    %281 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%74, %279 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x64xf32>
    %282 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%281 : tensor<1x128x64xf32>) outs(%4 : tensor<1x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.addf %out, %in : f32
      linalg.yield %346 : f32
    } -> tensor<1x128xf32>
    %expanded_54 = tensor.expand_shape %282 [[0], [1, 2]] output_shape [1, 128, 1] : tensor<1x128xf32> into tensor<1x128x1xf32>
    %283 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%279, %82 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x64xf32>
    %284 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%263, %283 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.addf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x64xf32>
    %285 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_54, %81 : tensor<1x128x1xf32>, tensor<1x128x1xf32>) outs(%6 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x1xf32>
    %286 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%285 : tensor<1x128x1xf32>) outs(%6 : tensor<1x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.divf %in, %cst_6 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x1xf32>
    %287 = linalg.generic {indexing_maps = [#map27, #map26], iterator_types = ["parallel", "reduction", "reduction"]} ins(%286 : tensor<1x128x1xf32>) outs(%185 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.addf %out, %in : f32
      linalg.yield %346 : f32
    } -> tensor<128xf32>
    %288 = linalg.generic {indexing_maps = [#map28, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%287 : tensor<128xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x64xf32>
    %289 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%74, %288 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x64xf32>
    %290 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%284, %289 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.addf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x64xf32>
    %291 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%288, %74 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x64xf32>
    %292 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%290, %291 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.addf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x64xf32>
    %293 = linalg.generic {indexing_maps = [#map19, #map20, #map21], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%292, %collapsed : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%193 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      %347 = arith.addf %out, %346 : f32
      linalg.yield %347 : f32
    } -> tensor<64x64xf32>
    %294 = linalg.generic {indexing_maps = [#map22, #map9], iterator_types = ["parallel", "parallel"]} ins(%293 : tensor<64x64xf32>) outs(%192 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %295 = linalg.generic {indexing_maps = [#map4, #map23, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%292, %arg3 : tensor<1x128x64xf32>, tensor<64x64xf32>) outs(%14 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      %347 = arith.addf %out, %346 : f32
      linalg.yield %347 : f32
    } -> tensor<1x128x64xf32>
    %expanded_55 = tensor.expand_shape %295 [[0], [1], [2, 3]] output_shape [1, 128, 4, 16] : tensor<1x128x64xf32> into tensor<1x128x4x16xf32>
    %296 = linalg.generic {indexing_maps = [#map29, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_55 : tensor<1x128x4x16xf32>) outs(%69 : tensor<1x4x16x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x4x16x128xf32>
    %297 = linalg.generic {indexing_maps = [#map30, #map14, #map15], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%296, %expanded_12 : tensor<1x4x16x128xf32>, tensor<1x128x4x16xf32>) outs(%52 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      %347 = arith.addf %out, %346 : f32
      linalg.yield %347 : f32
    } -> tensor<1x4x128x128xf32>
    %298 = linalg.generic {indexing_maps = [#map31, #map32, #map15], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%296, %65 : tensor<1x4x16x128xf32>, tensor<1x4x128x128xf32>) outs(%70 : tensor<1x4x16x128xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      %347 = arith.addf %out, %346 : f32
      linalg.yield %347 : f32
    } -> tensor<1x4x16x128xf32>
    %299 = linalg.generic {indexing_maps = [#map18, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%298 : tensor<1x4x16x128xf32>) outs(%44 : tensor<1x128x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x4x16xf32>
    %300 = linalg.generic {indexing_maps = [#map33, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%68 : tensor<1x4x128x1xf32>) outs(%51 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x4x128x128xf32>
    %301 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%297, %300 : tensor<1x4x128x128xf32>, tensor<1x4x128x128xf32>) outs(%51 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x4x128x128xf32>
    %302 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%301, %61 : tensor<1x4x128x128xf32>, tensor<1x4x128x128xf32>) outs(%51 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x4x128x128xf32>
    %303 = linalg.generic {indexing_maps = [#map12, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%302 : tensor<1x4x128x128xf32>) outs(%62 : tensor<1x4x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.addf %out, %in : f32
      linalg.yield %346 : f32
    } -> tensor<1x4x128xf32>
    %304 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%303 : tensor<1x4x128xf32>) outs(%56 : tensor<1x4x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.negf %in : f32
      linalg.yield %346 : f32
    } -> tensor<1x4x128xf32>
    %expanded_56 = tensor.expand_shape %304 [[0], [1], [2, 3]] output_shape [1, 4, 128, 1] : tensor<1x4x128xf32> into tensor<1x4x128x1xf32>
    %305 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%297, %64 : tensor<1x4x128x128xf32>, tensor<1x4x128x128xf32>) outs(%51 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.divf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x4x128x128xf32>
    %306 = linalg.generic {indexing_maps = [#map34, #map21], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%expanded_56 : tensor<1x4x128x1xf32>) outs(%208 : tensor<4x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.addf %out, %in : f32
      linalg.yield %346 : f32
    } -> tensor<4x128xf32>
    %307 = linalg.generic {indexing_maps = [#map35, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%306 : tensor<4x128xf32>) outs(%51 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x4x128x128xf32>
    %308 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%305, %307 : tensor<1x4x128x128xf32>, tensor<1x4x128x128xf32>) outs(%51 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.addf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x4x128x128xf32>
    %309 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%308, %61 : tensor<1x4x128x128xf32>, tensor<1x4x128x128xf32>) outs(%51 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x4x128x128xf32>
    %310 = call @_where_1(%55#1, %309) : (tensor<1x4x128x128xi1>, tensor<1x4x128x128xf32>) -> tensor<1x4x128x128xf32>
    %311 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%310 : tensor<1x4x128x128xf32>) outs(%51 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.divf %in, %cst_3 : f32
      linalg.yield %346 : f32
    } -> tensor<1x4x128x128xf32>
    %312 = linalg.generic {indexing_maps = [#map30, #map36, #map15], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%311, %inserted_slice_15 : tensor<1x4x128x128xf32>, tensor<1x128x4x16xf32>) outs(%216 : tensor<1x4x128x16xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      %347 = arith.addf %out, %346 : f32
      linalg.yield %347 : f32
    } -> tensor<1x4x128x16xf32>
    %313 = linalg.generic {indexing_maps = [#map37, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%312 : tensor<1x4x128x16xf32>) outs(%44 : tensor<1x128x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x4x16xf32>
    %314 = linalg.generic {indexing_maps = [#map31, #map36, #map15], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%311, %inserted_slice_19 : tensor<1x4x128x128xf32>, tensor<1x128x4x16xf32>) outs(%216 : tensor<1x4x128x16xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      %347 = arith.addf %out, %346 : f32
      linalg.yield %347 : f32
    } -> tensor<1x4x128x16xf32>
    %315 = linalg.generic {indexing_maps = [#map37, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%314 : tensor<1x4x128x16xf32>) outs(%44 : tensor<1x128x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x4x16xf32>
    %extracted_slice_57 = tensor.extract_slice %313[0, 0, 0, 0] [1, 128, 4, 8] [1, 1, 1, 1] : tensor<1x128x4x16xf32> to tensor<1x128x4x8xf32>
    %extracted_slice_58 = tensor.extract_slice %313[0, 0, 0, 8] [1, 128, 4, 8] [1, 1, 1, 1] : tensor<1x128x4x16xf32> to tensor<1x128x4x8xf32>
    %316 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_58, %36 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x4x8xf32>
    %317 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_58, %38 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x4x8xf32>
    %318 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_57 : tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.negf %in : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x4x8xf32>
    %319 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%318, %38 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x4x8xf32>
    %320 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%316, %319 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.addf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x4x8xf32>
    %321 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_57, %36 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x4x8xf32>
    %322 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%317, %321 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.addf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x4x8xf32>
    %padded_59 = tensor.pad %320 low[0, 0, 0, 8] high[0, 0, 0, 0] {
    ^bb0(%arg19: index, %arg20: index, %arg21: index, %arg22: index):
      tensor.yield %cst_7 : f32
    } : tensor<1x128x4x8xf32> to tensor<1x128x4x16xf32>
    %padded_60 = tensor.pad %322 low[0, 0, 0, 0] high[0, 0, 0, 8] {
    ^bb0(%arg19: index, %arg20: index, %arg21: index, %arg22: index):
      tensor.yield %cst_7 : f32
    } : tensor<1x128x4x8xf32> to tensor<1x128x4x16xf32>
    %323 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%padded_59, %padded_60 : tensor<1x128x4x16xf32>, tensor<1x128x4x16xf32>) outs(%44 : tensor<1x128x4x16xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.addf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x4x16xf32>
    %extracted_slice_61 = tensor.extract_slice %315[0, 0, 0, 0] [1, 128, 4, 8] [1, 1, 1, 1] : tensor<1x128x4x16xf32> to tensor<1x128x4x8xf32>
    %extracted_slice_62 = tensor.extract_slice %315[0, 0, 0, 8] [1, 128, 4, 8] [1, 1, 1, 1] : tensor<1x128x4x16xf32> to tensor<1x128x4x8xf32>
    %324 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_62, %36 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x4x8xf32>
    %325 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_62, %38 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x4x8xf32>
    %326 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_61 : tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.negf %in : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x4x8xf32>
    %327 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%326, %38 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x4x8xf32>
    %328 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%324, %327 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.addf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x4x8xf32>
    %329 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_61, %36 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x4x8xf32>
    %330 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%325, %329 : tensor<1x128x4x8xf32>, tensor<1x128x4x8xf32>) outs(%35 : tensor<1x128x4x8xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.addf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x4x8xf32>
    %padded_63 = tensor.pad %328 low[0, 0, 0, 8] high[0, 0, 0, 0] {
    ^bb0(%arg19: index, %arg20: index, %arg21: index, %arg22: index):
      tensor.yield %cst_7 : f32
    } : tensor<1x128x4x8xf32> to tensor<1x128x4x16xf32>
    %padded_64 = tensor.pad %330 low[0, 0, 0, 0] high[0, 0, 0, 8] {
    ^bb0(%arg19: index, %arg20: index, %arg21: index, %arg22: index):
      tensor.yield %cst_7 : f32
    } : tensor<1x128x4x8xf32> to tensor<1x128x4x16xf32>
    %331 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%padded_63, %padded_64 : tensor<1x128x4x16xf32>, tensor<1x128x4x16xf32>) outs(%44 : tensor<1x128x4x16xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.addf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x4x16xf32>
    %collapsed_65 = tensor.collapse_shape %299 [[0], [1], [2, 3]] : tensor<1x128x4x16xf32> into tensor<1x128x64xf32>
    %332 = linalg.generic {indexing_maps = [#map19, #map20, #map21], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%collapsed_65, %13 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%193 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      %347 = arith.addf %out, %346 : f32
      linalg.yield %347 : f32
    } -> tensor<64x64xf32>
    %333 = linalg.generic {indexing_maps = [#map22, #map9], iterator_types = ["parallel", "parallel"]} ins(%332 : tensor<64x64xf32>) outs(%192 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %334 = linalg.generic {indexing_maps = [#map4, #map23, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%collapsed_65, %arg5 : tensor<1x128x64xf32>, tensor<64x64xf32>) outs(%14 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      %347 = arith.addf %out, %346 : f32
      linalg.yield %347 : f32
    } -> tensor<1x128x64xf32>
    %collapsed_66 = tensor.collapse_shape %323 [[0], [1], [2, 3]] : tensor<1x128x4x16xf32> into tensor<1x128x64xf32>
    %335 = linalg.generic {indexing_maps = [#map19, #map20, #map21], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%collapsed_66, %13 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%193 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      %347 = arith.addf %out, %346 : f32
      linalg.yield %347 : f32
    } -> tensor<64x64xf32>
    %336 = linalg.generic {indexing_maps = [#map22, #map9], iterator_types = ["parallel", "parallel"]} ins(%335 : tensor<64x64xf32>) outs(%192 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %337 = linalg.generic {indexing_maps = [#map4, #map23, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%collapsed_66, %arg2 : tensor<1x128x64xf32>, tensor<64x64xf32>) outs(%14 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      %347 = arith.addf %out, %346 : f32
      linalg.yield %347 : f32
    } -> tensor<1x128x64xf32>
    %338 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%334, %337 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.addf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x64xf32>
    %collapsed_67 = tensor.collapse_shape %331 [[0], [1], [2, 3]] : tensor<1x128x4x16xf32> into tensor<1x128x64xf32>
    %339 = linalg.generic {indexing_maps = [#map19, #map20, #map21], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%collapsed_67, %13 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%193 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      %347 = arith.addf %out, %346 : f32
      linalg.yield %347 : f32
    } -> tensor<64x64xf32>
    %340 = linalg.generic {indexing_maps = [#map22, #map9], iterator_types = ["parallel", "parallel"]} ins(%339 : tensor<64x64xf32>) outs(%192 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %341 = linalg.generic {indexing_maps = [#map4, #map23, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%collapsed_67, %arg4 : tensor<1x128x64xf32>, tensor<64x64xf32>) outs(%14 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      %347 = arith.addf %out, %346 : f32
      linalg.yield %347 : f32
    } -> tensor<1x128x64xf32>
    %342 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%338, %341 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.addf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x64xf32>
    %343 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11, %342 : tensor<1x128x64xf32>, tensor<1x128x64xf32>) outs(%1 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %in_69: f32, %out: f32):
      %346 = arith.mulf %in, %in_69 : f32
      linalg.yield %346 : f32
    } -> tensor<1x128x64xf32>
    %344 = linalg.generic {indexing_maps = [#map24, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%343 : tensor<1x128x64xf32>) outs(%173 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.addf %out, %in : f32
      linalg.yield %346 : f32
    } -> tensor<1x64xf32>
    %expanded_68 = tensor.expand_shape %344 [[0], [1, 2]] output_shape [1, 1, 64] : tensor<1x64xf32> into tensor<1x1x64xf32>
    %345 = linalg.generic {indexing_maps = [#map25, #map26], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_68 : tensor<1x1x64xf32>) outs(%177 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %346 = arith.addf %out, %in : f32
      linalg.yield %346 : f32
    } -> tensor<64xf32>
    return %345, %280, %336, %294, %340, %333, %274, %265, %270, %251, %178, %241, %195, %245, %238, %168, %158, %164 : tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x160xf32>, tensor<160x64xf32>, tensor<64x160xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x160xf32>, tensor<160x64xf32>, tensor<64x160xf32>
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
  func.func private @_where(%arg0: tensor<128x128xi1>, %arg1: tensor<1x4x128x128xf32>, %arg2: tensor<f32>) -> (tensor<1x4x128x128xf32>, tensor<1x4x128x128xi1>) {
    %0 = tensor.empty() : tensor<1x4x128x128xi1>
    %1 = linalg.generic {indexing_maps = [#map23, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<128x128xi1>) outs(%0 : tensor<1x4x128x128xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<1x4x128x128xi1>
    %2 = tensor.empty() : tensor<1x4x128x128xf32>
    %3 = linalg.generic {indexing_maps = [#map38, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg2 : tensor<f32>) outs(%2 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x4x128x128xf32>
    %4 = linalg.generic {indexing_maps = [#map12, #map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1, %arg1, %3 : tensor<1x4x128x128xi1>, tensor<1x4x128x128xf32>, tensor<1x4x128x128xf32>) outs(%2 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: i1, %in_0: f32, %in_1: f32, %out: f32):
      %5 = arith.select %in, %in_0, %in_1 : f32
      linalg.yield %5 : f32
    } -> tensor<1x4x128x128xf32>
    return %4, %1 : tensor<1x4x128x128xf32>, tensor<1x4x128x128xi1>
  }
  func.func private @silu(%arg0: tensor<1x128x160xf32>) -> (tensor<1x128x160xf32>, tensor<1x128x160xf32>, tensor<1x128x160xf32>) {
    %cst = arith.constant 1.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x128x160xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x128x160xf32>) outs(%0 : tensor<1x128x160xf32>) {
    ^bb0(%in: f32, %out: f32):
      %8 = arith.negf %in : f32
      linalg.yield %8 : f32
    } -> tensor<1x128x160xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : tensor<1x128x160xf32>) outs(%0 : tensor<1x128x160xf32>) {
    ^bb0(%in: f32, %out: f32):
      %8 = math.exp %in : f32
      linalg.yield %8 : f32
    } -> tensor<1x128x160xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2 : tensor<1x128x160xf32>) outs(%0 : tensor<1x128x160xf32>) {
    ^bb0(%in: f32, %out: f32):
      %8 = arith.addf %in, %cst : f32
      linalg.yield %8 : f32
    } -> tensor<1x128x160xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3 : tensor<1x128x160xf32>) outs(%0 : tensor<1x128x160xf32>) {
    ^bb0(%in: f32, %out: f32):
      %8 = arith.divf %cst, %in : f32
      linalg.yield %8 : f32
    } -> tensor<1x128x160xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4 : tensor<1x128x160xf32>) outs(%0 : tensor<1x128x160xf32>) {
    ^bb0(%in: f32, %out: f32):
      %8 = arith.subf %cst, %in : f32
      linalg.yield %8 : f32
    } -> tensor<1x128x160xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4, %5 : tensor<1x128x160xf32>, tensor<1x128x160xf32>) outs(%0 : tensor<1x128x160xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %8 = arith.mulf %in, %in_0 : f32
      linalg.yield %8 : f32
    } -> tensor<1x128x160xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %4 : tensor<1x128x160xf32>, tensor<1x128x160xf32>) outs(%0 : tensor<1x128x160xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %8 = arith.mulf %in, %in_0 : f32
      linalg.yield %8 : f32
    } -> tensor<1x128x160xf32>
    return %7, %6, %4 : tensor<1x128x160xf32>, tensor<1x128x160xf32>, tensor<1x128x160xf32>
  }
  func.func private @silu_0(%arg0: tensor<1x128x160xf32>, %arg1: tensor<1x128x160xf32>, %arg2: tensor<1x128x160xf32>, %arg3: tensor<1x128x160xf32>) -> tensor<1x128x160xf32> {
    %0 = tensor.empty() : tensor<1x128x160xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg2, %arg3 : tensor<1x128x160xf32>, tensor<1x128x160xf32>) outs(%0 : tensor<1x128x160xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %5 = arith.mulf %in, %in_0 : f32
      linalg.yield %5 : f32
    } -> tensor<1x128x160xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg3, %arg1 : tensor<1x128x160xf32>, tensor<1x128x160xf32>) outs(%0 : tensor<1x128x160xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %5 = arith.mulf %in, %in_0 : f32
      linalg.yield %5 : f32
    } -> tensor<1x128x160xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %arg0 : tensor<1x128x160xf32>, tensor<1x128x160xf32>) outs(%0 : tensor<1x128x160xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %5 = arith.mulf %in, %in_0 : f32
      linalg.yield %5 : f32
    } -> tensor<1x128x160xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2, %3 : tensor<1x128x160xf32>, tensor<1x128x160xf32>) outs(%0 : tensor<1x128x160xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %5 = arith.addf %in, %in_0 : f32
      linalg.yield %5 : f32
    } -> tensor<1x128x160xf32>
    return %4 : tensor<1x128x160xf32>
  }
  func.func private @_where_1(%arg0: tensor<1x4x128x128xi1>, %arg1: tensor<1x4x128x128xf32>) -> tensor<1x4x128x128xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<1x4x128x128xf32>
    %1 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0, %arg1 : tensor<1x4x128x128xi1>, tensor<1x4x128x128xf32>) outs(%0 : tensor<1x4x128x128xf32>) {
    ^bb0(%in: i1, %in_0: f32, %out: f32):
      %2 = arith.select %in, %in_0, %cst : f32
      linalg.yield %2 : f32
    } -> tensor<1x4x128x128xf32>
    return %1 : tensor<1x4x128x128xf32>
  }
}

