#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map4 = affine_map<(d0, d1, d2) -> (d0, d2, d1)>
module @jit_dlrm {
  func.func public @main(%arg0: tensor<128x13xf32>, %arg1: tensor<128x5xi32>, %arg2: tensor<1000x16xf32>, %arg3: tensor<1000x16xf32>, %arg4: tensor<1000x16xf32>, %arg5: tensor<1000x16xf32>, %arg6: tensor<1000x16xf32>, %arg7: tensor<13x64xf32>, %arg8: tensor<64x16xf32>, %arg9: tensor<52x64xf32>, %arg10: tensor<64x1xf32>) -> tensor<128x1xf32> {
    %cst = arith.constant 1.000000e+00 : f32
    %c999 = arith.constant 999 : index
    %c0 = arith.constant 0 : index
    %c1000_i32 = arith.constant 1000 : i32
    %c0_i32 = arith.constant 0 : i32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<128x64xf32>
    %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<128x64xf32>) -> tensor<128x64xf32>
    %2 = linalg.matmul ins(%arg0, %arg7 : tensor<128x13xf32>, tensor<13x64xf32>) outs(%1 : tensor<128x64xf32>) -> tensor<128x64xf32>
    %3 = call @relu(%2) : (tensor<128x64xf32>) -> tensor<128x64xf32>
    %4 = tensor.empty() : tensor<128x16xf32>
    %5 = linalg.fill ins(%cst_0 : f32) outs(%4 : tensor<128x16xf32>) -> tensor<128x16xf32>
    %6 = linalg.matmul ins(%3, %arg8 : tensor<128x64xf32>, tensor<64x16xf32>) outs(%5 : tensor<128x16xf32>) -> tensor<128x16xf32>
    %7 = call @relu_0(%6) : (tensor<128x16xf32>) -> tensor<128x16xf32>
    %extracted_slice = tensor.extract_slice %arg1[0, 0] [128, 1] [1, 1] : tensor<128x5xi32> to tensor<128x1xi32>
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1]] : tensor<128x1xi32> into tensor<128xi32>
    %8 = tensor.empty() : tensor<128xi1>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%collapsed : tensor<128xi32>) outs(%8 : tensor<128xi1>) {
    ^bb0(%in: i32, %out: i1):
      %53 = arith.cmpi slt, %in, %c0_i32 : i32
      linalg.yield %53 : i1
    } -> tensor<128xi1>
    %10 = tensor.empty() : tensor<128xi32>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%collapsed : tensor<128xi32>) outs(%10 : tensor<128xi32>) {
    ^bb0(%in: i32, %out: i32):
      %53 = arith.addi %in, %c1000_i32 : i32
      linalg.yield %53 : i32
    } -> tensor<128xi32>
    %12 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%9, %11, %collapsed : tensor<128xi1>, tensor<128xi32>, tensor<128xi32>) outs(%10 : tensor<128xi32>) {
    ^bb0(%in: i1, %in_21: i32, %in_22: i32, %out: i32):
      %53 = arith.select %in, %in_21, %in_22 : i32
      linalg.yield %53 : i32
    } -> tensor<128xi32>
    %expanded = tensor.expand_shape %12 [[0, 1]] output_shape [128, 1] : tensor<128xi32> into tensor<128x1xi32>
    %13 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel", "parallel"]} outs(%4 : tensor<128x16xf32>) {
    ^bb0(%out: f32):
      %53 = linalg.index 0 : index
      %54 = linalg.index 1 : index
      %extracted = tensor.extract %expanded[%53, %c0] : tensor<128x1xi32>
      %55 = arith.index_cast %extracted : i32 to index
      %56 = arith.maxsi %55, %c0 : index
      %57 = arith.minsi %56, %c999 : index
      %extracted_21 = tensor.extract %arg2[%57, %54] : tensor<1000x16xf32>
      linalg.yield %extracted_21 : f32
    } -> tensor<128x16xf32>
    %extracted_slice_1 = tensor.extract_slice %arg1[0, 1] [128, 1] [1, 1] : tensor<128x5xi32> to tensor<128x1xi32>
    %collapsed_2 = tensor.collapse_shape %extracted_slice_1 [[0, 1]] : tensor<128x1xi32> into tensor<128xi32>
    %14 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%collapsed_2 : tensor<128xi32>) outs(%8 : tensor<128xi1>) {
    ^bb0(%in: i32, %out: i1):
      %53 = arith.cmpi slt, %in, %c0_i32 : i32
      linalg.yield %53 : i1
    } -> tensor<128xi1>
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%collapsed_2 : tensor<128xi32>) outs(%10 : tensor<128xi32>) {
    ^bb0(%in: i32, %out: i32):
      %53 = arith.addi %in, %c1000_i32 : i32
      linalg.yield %53 : i32
    } -> tensor<128xi32>
    %16 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%14, %15, %collapsed_2 : tensor<128xi1>, tensor<128xi32>, tensor<128xi32>) outs(%10 : tensor<128xi32>) {
    ^bb0(%in: i1, %in_21: i32, %in_22: i32, %out: i32):
      %53 = arith.select %in, %in_21, %in_22 : i32
      linalg.yield %53 : i32
    } -> tensor<128xi32>
    %expanded_3 = tensor.expand_shape %16 [[0, 1]] output_shape [128, 1] : tensor<128xi32> into tensor<128x1xi32>
    %17 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel", "parallel"]} outs(%4 : tensor<128x16xf32>) {
    ^bb0(%out: f32):
      %53 = linalg.index 0 : index
      %54 = linalg.index 1 : index
      %extracted = tensor.extract %expanded_3[%53, %c0] : tensor<128x1xi32>
      %55 = arith.index_cast %extracted : i32 to index
      %56 = arith.maxsi %55, %c0 : index
      %57 = arith.minsi %56, %c999 : index
      %extracted_21 = tensor.extract %arg3[%57, %54] : tensor<1000x16xf32>
      linalg.yield %extracted_21 : f32
    } -> tensor<128x16xf32>
    %extracted_slice_4 = tensor.extract_slice %arg1[0, 2] [128, 1] [1, 1] : tensor<128x5xi32> to tensor<128x1xi32>
    %collapsed_5 = tensor.collapse_shape %extracted_slice_4 [[0, 1]] : tensor<128x1xi32> into tensor<128xi32>
    %18 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%collapsed_5 : tensor<128xi32>) outs(%8 : tensor<128xi1>) {
    ^bb0(%in: i32, %out: i1):
      %53 = arith.cmpi slt, %in, %c0_i32 : i32
      linalg.yield %53 : i1
    } -> tensor<128xi1>
    %19 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%collapsed_5 : tensor<128xi32>) outs(%10 : tensor<128xi32>) {
    ^bb0(%in: i32, %out: i32):
      %53 = arith.addi %in, %c1000_i32 : i32
      linalg.yield %53 : i32
    } -> tensor<128xi32>
    %20 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%18, %19, %collapsed_5 : tensor<128xi1>, tensor<128xi32>, tensor<128xi32>) outs(%10 : tensor<128xi32>) {
    ^bb0(%in: i1, %in_21: i32, %in_22: i32, %out: i32):
      %53 = arith.select %in, %in_21, %in_22 : i32
      linalg.yield %53 : i32
    } -> tensor<128xi32>
    %expanded_6 = tensor.expand_shape %20 [[0, 1]] output_shape [128, 1] : tensor<128xi32> into tensor<128x1xi32>
    %21 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel", "parallel"]} outs(%4 : tensor<128x16xf32>) {
    ^bb0(%out: f32):
      %53 = linalg.index 0 : index
      %54 = linalg.index 1 : index
      %extracted = tensor.extract %expanded_6[%53, %c0] : tensor<128x1xi32>
      %55 = arith.index_cast %extracted : i32 to index
      %56 = arith.maxsi %55, %c0 : index
      %57 = arith.minsi %56, %c999 : index
      %extracted_21 = tensor.extract %arg4[%57, %54] : tensor<1000x16xf32>
      linalg.yield %extracted_21 : f32
    } -> tensor<128x16xf32>
    %extracted_slice_7 = tensor.extract_slice %arg1[0, 3] [128, 1] [1, 1] : tensor<128x5xi32> to tensor<128x1xi32>
    %collapsed_8 = tensor.collapse_shape %extracted_slice_7 [[0, 1]] : tensor<128x1xi32> into tensor<128xi32>
    %22 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%collapsed_8 : tensor<128xi32>) outs(%8 : tensor<128xi1>) {
    ^bb0(%in: i32, %out: i1):
      %53 = arith.cmpi slt, %in, %c0_i32 : i32
      linalg.yield %53 : i1
    } -> tensor<128xi1>
    %23 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%collapsed_8 : tensor<128xi32>) outs(%10 : tensor<128xi32>) {
    ^bb0(%in: i32, %out: i32):
      %53 = arith.addi %in, %c1000_i32 : i32
      linalg.yield %53 : i32
    } -> tensor<128xi32>
    %24 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%22, %23, %collapsed_8 : tensor<128xi1>, tensor<128xi32>, tensor<128xi32>) outs(%10 : tensor<128xi32>) {
    ^bb0(%in: i1, %in_21: i32, %in_22: i32, %out: i32):
      %53 = arith.select %in, %in_21, %in_22 : i32
      linalg.yield %53 : i32
    } -> tensor<128xi32>
    %expanded_9 = tensor.expand_shape %24 [[0, 1]] output_shape [128, 1] : tensor<128xi32> into tensor<128x1xi32>
    %25 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel", "parallel"]} outs(%4 : tensor<128x16xf32>) {
    ^bb0(%out: f32):
      %53 = linalg.index 0 : index
      %54 = linalg.index 1 : index
      %extracted = tensor.extract %expanded_9[%53, %c0] : tensor<128x1xi32>
      %55 = arith.index_cast %extracted : i32 to index
      %56 = arith.maxsi %55, %c0 : index
      %57 = arith.minsi %56, %c999 : index
      %extracted_21 = tensor.extract %arg5[%57, %54] : tensor<1000x16xf32>
      linalg.yield %extracted_21 : f32
    } -> tensor<128x16xf32>
    %extracted_slice_10 = tensor.extract_slice %arg1[0, 4] [128, 1] [1, 1] : tensor<128x5xi32> to tensor<128x1xi32>
    %collapsed_11 = tensor.collapse_shape %extracted_slice_10 [[0, 1]] : tensor<128x1xi32> into tensor<128xi32>
    %26 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%collapsed_11 : tensor<128xi32>) outs(%8 : tensor<128xi1>) {
    ^bb0(%in: i32, %out: i1):
      %53 = arith.cmpi slt, %in, %c0_i32 : i32
      linalg.yield %53 : i1
    } -> tensor<128xi1>
    %27 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%collapsed_11 : tensor<128xi32>) outs(%10 : tensor<128xi32>) {
    ^bb0(%in: i32, %out: i32):
      %53 = arith.addi %in, %c1000_i32 : i32
      linalg.yield %53 : i32
    } -> tensor<128xi32>
    %28 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%26, %27, %collapsed_11 : tensor<128xi1>, tensor<128xi32>, tensor<128xi32>) outs(%10 : tensor<128xi32>) {
    ^bb0(%in: i1, %in_21: i32, %in_22: i32, %out: i32):
      %53 = arith.select %in, %in_21, %in_22 : i32
      linalg.yield %53 : i32
    } -> tensor<128xi32>
    %expanded_12 = tensor.expand_shape %28 [[0, 1]] output_shape [128, 1] : tensor<128xi32> into tensor<128x1xi32>
    %29 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel", "parallel"]} outs(%4 : tensor<128x16xf32>) {
    ^bb0(%out: f32):
      %53 = linalg.index 0 : index
      %54 = linalg.index 1 : index
      %extracted = tensor.extract %expanded_12[%53, %c0] : tensor<128x1xi32>
      %55 = arith.index_cast %extracted : i32 to index
      %56 = arith.maxsi %55, %c0 : index
      %57 = arith.minsi %56, %c999 : index
      %extracted_21 = tensor.extract %arg6[%57, %54] : tensor<1000x16xf32>
      linalg.yield %extracted_21 : f32
    } -> tensor<128x16xf32>
    %30 = tensor.empty() : tensor<128x1x16xf32>
    %31 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7 : tensor<128x16xf32>) outs(%30 : tensor<128x1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x1x16xf32>
    %32 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13 : tensor<128x16xf32>) outs(%30 : tensor<128x1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x1x16xf32>
    %33 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17 : tensor<128x16xf32>) outs(%30 : tensor<128x1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x1x16xf32>
    %34 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%21 : tensor<128x16xf32>) outs(%30 : tensor<128x1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x1x16xf32>
    %35 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%25 : tensor<128x16xf32>) outs(%30 : tensor<128x1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x1x16xf32>
    %36 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%29 : tensor<128x16xf32>) outs(%30 : tensor<128x1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x1x16xf32>
    %37 = tensor.empty() : tensor<128x6x16xf32>
    %inserted_slice = tensor.insert_slice %31 into %37[0, 0, 0] [128, 1, 16] [1, 1, 1] : tensor<128x1x16xf32> into tensor<128x6x16xf32>
    %inserted_slice_13 = tensor.insert_slice %32 into %inserted_slice[0, 1, 0] [128, 1, 16] [1, 1, 1] : tensor<128x1x16xf32> into tensor<128x6x16xf32>
    %inserted_slice_14 = tensor.insert_slice %33 into %inserted_slice_13[0, 2, 0] [128, 1, 16] [1, 1, 1] : tensor<128x1x16xf32> into tensor<128x6x16xf32>
    %inserted_slice_15 = tensor.insert_slice %34 into %inserted_slice_14[0, 3, 0] [128, 1, 16] [1, 1, 1] : tensor<128x1x16xf32> into tensor<128x6x16xf32>
    %inserted_slice_16 = tensor.insert_slice %35 into %inserted_slice_15[0, 4, 0] [128, 1, 16] [1, 1, 1] : tensor<128x1x16xf32> into tensor<128x6x16xf32>
    %inserted_slice_17 = tensor.insert_slice %36 into %inserted_slice_16[0, 5, 0] [128, 1, 16] [1, 1, 1] : tensor<128x1x16xf32> into tensor<128x6x16xf32>
    %38 = tensor.empty() : tensor<128x16x6xf32>
    %39 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%inserted_slice_17 : tensor<128x6x16xf32>) outs(%38 : tensor<128x16x6xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x16x6xf32>
    %40 = tensor.empty() : tensor<128x6x6xf32>
    %41 = linalg.fill ins(%cst_0 : f32) outs(%40 : tensor<128x6x6xf32>) -> tensor<128x6x6xf32>
    %42 = linalg.batch_matmul ins(%inserted_slice_17, %39 : tensor<128x6x16xf32>, tensor<128x16x6xf32>) outs(%41 : tensor<128x6x6xf32>) -> tensor<128x6x6xf32>
    %collapsed_18 = tensor.collapse_shape %42 [[0], [1, 2]] : tensor<128x6x6xf32> into tensor<128x36xf32>
    %43 = tensor.empty() : tensor<128x52xf32>
    %inserted_slice_19 = tensor.insert_slice %7 into %43[0, 0] [128, 16] [1, 1] : tensor<128x16xf32> into tensor<128x52xf32>
    %inserted_slice_20 = tensor.insert_slice %collapsed_18 into %inserted_slice_19[0, 16] [128, 36] [1, 1] : tensor<128x36xf32> into tensor<128x52xf32>
    %44 = linalg.matmul ins(%inserted_slice_20, %arg9 : tensor<128x52xf32>, tensor<52x64xf32>) outs(%1 : tensor<128x64xf32>) -> tensor<128x64xf32>
    %45 = call @relu(%44) : (tensor<128x64xf32>) -> tensor<128x64xf32>
    %46 = tensor.empty() : tensor<128x1xf32>
    %47 = linalg.fill ins(%cst_0 : f32) outs(%46 : tensor<128x1xf32>) -> tensor<128x1xf32>
    %48 = linalg.matmul ins(%45, %arg10 : tensor<128x64xf32>, tensor<64x1xf32>) outs(%47 : tensor<128x1xf32>) -> tensor<128x1xf32>
    %49 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%48 : tensor<128x1xf32>) outs(%46 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %53 = arith.negf %in : f32
      linalg.yield %53 : f32
    } -> tensor<128x1xf32>
    %50 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%49 : tensor<128x1xf32>) outs(%46 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %53 = math.exp %in : f32
      linalg.yield %53 : f32
    } -> tensor<128x1xf32>
    %51 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%50 : tensor<128x1xf32>) outs(%46 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %53 = arith.addf %in, %cst : f32
      linalg.yield %53 : f32
    } -> tensor<128x1xf32>
    %52 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%51 : tensor<128x1xf32>) outs(%46 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %53 = arith.divf %cst, %in : f32
      linalg.yield %53 : f32
    } -> tensor<128x1xf32>
    return %52 : tensor<128x1xf32>
  }
  func.func private @relu(%arg0: tensor<128x64xf32>) -> tensor<128x64xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<128x64xf32>
    %1 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<128x64xf32>) outs(%0 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = arith.maximumf %in, %cst : f32
      linalg.yield %2 : f32
    } -> tensor<128x64xf32>
    return %1 : tensor<128x64xf32>
  }
  func.func private @relu_0(%arg0: tensor<128x16xf32>) -> tensor<128x16xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<128x16xf32>
    %1 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<128x16xf32>) outs(%0 : tensor<128x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = arith.maximumf %in, %cst : f32
      linalg.yield %2 : f32
    } -> tensor<128x16xf32>
    return %1 : tensor<128x16xf32>
  }
}

