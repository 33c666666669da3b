#map = affine_map<(d0, d1) -> (d0, 0)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (d1, d0)>
#map3 = affine_map<(d0) -> (d0)>
#map4 = affine_map<(d0) -> ()>
#map5 = affine_map<() -> ()>
#map6 = affine_map<(d0, d1) -> (d0)>
#map7 = affine_map<(d0, d1) -> (d1)>
#map8 = affine_map<(d0, d1) -> (0, d1)>
module @jit_clip {
  func.func public @main(%arg0: tensor<128x64xf32>, %arg1: tensor<128x64xf32>, %arg2: tensor<64x128xf32>, %arg3: tensor<128x64xf32>, %arg4: tensor<64x128xf32>, %arg5: tensor<128x64xf32>) -> tensor<f32> {
    %cst = arith.constant 1.280000e+02 : f32
    %cst_0 = arith.constant 1.000000e+01 : f32
    %cst_1 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<128x128xf32>
    %1 = linalg.fill ins(%cst_1 : f32) outs(%0 : tensor<128x128xf32>) -> tensor<128x128xf32>
    %2 = linalg.matmul ins(%arg0, %arg2 : tensor<128x64xf32>, tensor<64x128xf32>) outs(%1 : tensor<128x128xf32>) -> tensor<128x128xf32>
    %3 = call @relu(%2) : (tensor<128x128xf32>) -> tensor<128x128xf32>
    %4 = tensor.empty() : tensor<128x64xf32>
    %5 = linalg.fill ins(%cst_1 : f32) outs(%4 : tensor<128x64xf32>) -> tensor<128x64xf32>
    %6 = linalg.matmul ins(%3, %arg3 : tensor<128x128xf32>, tensor<128x64xf32>) outs(%5 : tensor<128x64xf32>) -> tensor<128x64xf32>
    %7 = call @relu_0(%6) : (tensor<128x64xf32>) -> tensor<128x64xf32>
    %8 = linalg.matmul ins(%arg1, %arg4 : tensor<128x64xf32>, tensor<64x128xf32>) outs(%1 : tensor<128x128xf32>) -> tensor<128x128xf32>
    %9 = call @relu(%8) : (tensor<128x128xf32>) -> tensor<128x128xf32>
    %10 = linalg.matmul ins(%9, %arg5 : tensor<128x128xf32>, tensor<128x64xf32>) outs(%5 : tensor<128x64xf32>) -> tensor<128x64xf32>
    %11 = call @relu_0(%10) : (tensor<128x64xf32>) -> tensor<128x64xf32>
    %12 = call @norm(%7) : (tensor<128x64xf32>) -> tensor<128x1xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%12 : tensor<128x1xf32>) outs(%4 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x64xf32>
    %14 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%7, %13 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%4 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %33 = arith.divf %in, %in_2 : f32
      linalg.yield %33 : f32
    } -> tensor<128x64xf32>
    %15 = call @norm(%11) : (tensor<128x64xf32>) -> tensor<128x1xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%15 : tensor<128x1xf32>) outs(%4 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x64xf32>
    %17 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%11, %16 : tensor<128x64xf32>, tensor<128x64xf32>) outs(%4 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %33 = arith.divf %in, %in_2 : f32
      linalg.yield %33 : f32
    } -> tensor<128x64xf32>
    %18 = tensor.empty() : tensor<64x128xf32>
    %19 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%17 : tensor<128x64xf32>) outs(%18 : tensor<64x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x128xf32>
    %20 = linalg.matmul ins(%14, %19 : tensor<128x64xf32>, tensor<64x128xf32>) outs(%1 : tensor<128x128xf32>) -> tensor<128x128xf32>
    %21 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%20 : tensor<128x128xf32>) outs(%0 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %33 = arith.mulf %in, %cst_0 : f32
      linalg.yield %33 : f32
    } -> tensor<128x128xf32>
    %22 = call @log_softmax(%21) : (tensor<128x128xf32>) -> tensor<128x128xf32>
    %23 = call @_diag(%22) : (tensor<128x128xf32>) -> tensor<128xf32>
    %24 = call @log_softmax_1(%21) : (tensor<128x128xf32>) -> tensor<128x128xf32>
    %25 = call @_diag(%24) : (tensor<128x128xf32>) -> tensor<128xf32>
    %26 = tensor.empty() : tensor<128xf32>
    %27 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%23, %25 : tensor<128xf32>, tensor<128xf32>) outs(%26 : tensor<128xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %33 = arith.addf %in, %in_2 : f32
      linalg.yield %33 : f32
    } -> tensor<128xf32>
    %28 = tensor.empty() : tensor<f32>
    %29 = linalg.fill ins(%cst_1 : f32) outs(%28 : tensor<f32>) -> tensor<f32>
    %30 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["reduction"]} ins(%27 : tensor<128xf32>) outs(%29 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %33 = arith.addf %out, %in : f32
      linalg.yield %33 : f32
    } -> tensor<f32>
    %31 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = []} ins(%30 : tensor<f32>) outs(%28 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %33 = arith.divf %in, %cst : f32
      linalg.yield %33 : f32
    } -> tensor<f32>
    %32 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = []} ins(%31 : tensor<f32>) outs(%28 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %33 = arith.negf %in : f32
      linalg.yield %33 : f32
    } -> tensor<f32>
    return %32 : tensor<f32>
  }
  func.func private @relu(%arg0: tensor<128x128xf32>) -> tensor<128x128xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<128x128xf32>
    %1 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<128x128xf32>) outs(%0 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = arith.maximumf %in, %cst : f32
      linalg.yield %2 : f32
    } -> tensor<128x128xf32>
    return %1 : tensor<128x128xf32>
  }
  func.func private @relu_0(%arg0: tensor<128x64xf32>) -> tensor<128x64xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<128x64xf32>
    %1 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<128x64xf32>) outs(%0 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = arith.maximumf %in, %cst : f32
      linalg.yield %2 : f32
    } -> tensor<128x64xf32>
    return %1 : tensor<128x64xf32>
  }
  func.func private @norm(%arg0: tensor<128x64xf32>) -> tensor<128x1xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<128x64xf32>
    %1 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<128x64xf32>) outs(%0 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %6 = arith.mulf %in, %in : f32
      linalg.yield %6 : f32
    } -> tensor<128x64xf32>
    %2 = tensor.empty() : tensor<128xf32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<128xf32>) -> tensor<128xf32>
    %4 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["parallel", "reduction"]} ins(%1 : tensor<128x64xf32>) outs(%3 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %6 = arith.addf %out, %in : f32
      linalg.yield %6 : f32
    } -> tensor<128xf32>
    %5 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%4 : tensor<128xf32>) outs(%2 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %6 = math.sqrt %in : f32
      linalg.yield %6 : f32
    } -> tensor<128xf32>
    %expanded = tensor.expand_shape %5 [[0, 1]] output_shape [128, 1] : tensor<128xf32> into tensor<128x1xf32>
    return %expanded : tensor<128x1xf32>
  }
  func.func private @log_softmax(%arg0: tensor<128x128xf32>) -> tensor<128x128xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %0 = tensor.empty() : tensor<128xf32>
    %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<128xf32>) -> tensor<128xf32>
    %2 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["parallel", "reduction"]} ins(%arg0 : tensor<128x128xf32>) outs(%1 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %12 = arith.maximumf %out, %in : f32
      linalg.yield %12 : f32
    } -> tensor<128xf32>
    %3 = tensor.empty() : tensor<128x128xf32>
    %4 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<128xf32>) outs(%3 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x128xf32>
    %5 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0, %4 : tensor<128x128xf32>, tensor<128x128xf32>) outs(%3 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %12 = arith.subf %in, %in_1 : f32
      linalg.yield %12 : f32
    } -> tensor<128x128xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%5 : tensor<128x128xf32>) outs(%3 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %12 = math.exp %in : f32
      linalg.yield %12 : f32
    } -> tensor<128x128xf32>
    %7 = linalg.fill ins(%cst : f32) outs(%0 : tensor<128xf32>) -> tensor<128xf32>
    %8 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["parallel", "reduction"]} ins(%6 : tensor<128x128xf32>) outs(%7 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %12 = arith.addf %out, %in : f32
      linalg.yield %12 : f32
    } -> tensor<128xf32>
    %9 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%8 : tensor<128xf32>) outs(%0 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %12 = math.log %in : f32
      linalg.yield %12 : f32
    } -> tensor<128xf32>
    %expanded = tensor.expand_shape %9 [[0, 1]] output_shape [128, 1] : tensor<128xf32> into tensor<128x1xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%expanded : tensor<128x1xf32>) outs(%3 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x128xf32>
    %11 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%5, %10 : tensor<128x128xf32>, tensor<128x128xf32>) outs(%3 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %12 = arith.subf %in, %in_1 : f32
      linalg.yield %12 : f32
    } -> tensor<128x128xf32>
    return %11 : tensor<128x128xf32>
  }
  func.func private @_diag(%arg0: tensor<128x128xf32>) -> tensor<128xf32> {
    %0 = call @diagonal(%arg0) : (tensor<128x128xf32>) -> tensor<128xf32>
    return %0 : tensor<128xf32>
  }
  func.func private @diagonal(%arg0: tensor<128x128xf32>) -> tensor<128xf32> {
    %c127 = arith.constant 127 : index
    %c1 = arith.constant 1 : index
    %c0 = arith.constant 0 : index
    %c128_i32 = arith.constant 128 : i32
    %c0_i32 = arith.constant 0 : i32
    %0 = tensor.empty() : tensor<128xi32>
    %1 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel"]} outs(%0 : tensor<128xi32>) {
    ^bb0(%out: i32):
      %9 = linalg.index 0 : index
      %10 = arith.index_cast %9 : index to i32
      linalg.yield %10 : i32
    } -> tensor<128xi32>
    %2 = tensor.empty() : tensor<128xi1>
    %3 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%1 : tensor<128xi32>) outs(%2 : tensor<128xi1>) {
    ^bb0(%in: i32, %out: i1):
      %9 = arith.cmpi slt, %in, %c0_i32 : i32
      linalg.yield %9 : i1
    } -> tensor<128xi1>
    %4 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%1 : tensor<128xi32>) outs(%0 : tensor<128xi32>) {
    ^bb0(%in: i32, %out: i32):
      %9 = arith.addi %in, %c128_i32 : i32
      linalg.yield %9 : i32
    } -> tensor<128xi32>
    %5 = linalg.generic {indexing_maps = [#map3, #map3, #map3, #map3], iterator_types = ["parallel"]} ins(%3, %4, %1 : tensor<128xi1>, tensor<128xi32>, tensor<128xi32>) outs(%0 : tensor<128xi32>) {
    ^bb0(%in: i1, %in_1: i32, %in_2: i32, %out: i32):
      %9 = arith.select %in, %in_1, %in_2 : i32
      linalg.yield %9 : i32
    } -> tensor<128xi32>
    %expanded = tensor.expand_shape %5 [[0, 1]] output_shape [128, 1] : tensor<128xi32> into tensor<128x1xi32>
    %6 = tensor.empty() : tensor<128x2xi32>
    %inserted_slice = tensor.insert_slice %expanded into %6[0, 0] [128, 1] [1, 1] : tensor<128x1xi32> into tensor<128x2xi32>
    %inserted_slice_0 = tensor.insert_slice %expanded into %inserted_slice[0, 1] [128, 1] [1, 1] : tensor<128x1xi32> into tensor<128x2xi32>
    %7 = tensor.empty() : tensor<128xf32>
    %8 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel"]} outs(%7 : tensor<128xf32>) {
    ^bb0(%out: f32):
      %9 = linalg.index 0 : index
      %extracted = tensor.extract %inserted_slice_0[%9, %c0] : tensor<128x2xi32>
      %10 = arith.index_cast %extracted : i32 to index
      %extracted_1 = tensor.extract %inserted_slice_0[%9, %c1] : tensor<128x2xi32>
      %11 = arith.index_cast %extracted_1 : i32 to index
      %12 = arith.maxsi %10, %c0 : index
      %13 = arith.minsi %12, %c127 : index
      %14 = arith.maxsi %11, %c0 : index
      %15 = arith.minsi %14, %c127 : index
      %extracted_2 = tensor.extract %arg0[%13, %15] : tensor<128x128xf32>
      linalg.yield %extracted_2 : f32
    } -> tensor<128xf32>
    return %8 : tensor<128xf32>
  }
  func.func private @log_softmax_1(%arg0: tensor<128x128xf32>) -> tensor<128x128xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %0 = tensor.empty() : tensor<128xf32>
    %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<128xf32>) -> tensor<128xf32>
    %2 = linalg.generic {indexing_maps = [#map2, #map6], iterator_types = ["parallel", "reduction"]} ins(%arg0 : tensor<128x128xf32>) outs(%1 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %14 = arith.maximumf %out, %in : f32
      linalg.yield %14 : f32
    } -> tensor<128xf32>
    %3 = tensor.empty() : tensor<128x128xf32>
    %4 = linalg.generic {indexing_maps = [#map7, #map1], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<128xf32>) outs(%3 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x128xf32>
    %5 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0, %4 : tensor<128x128xf32>, tensor<128x128xf32>) outs(%3 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %14 = arith.subf %in, %in_1 : f32
      linalg.yield %14 : f32
    } -> tensor<128x128xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%5 : tensor<128x128xf32>) outs(%3 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %14 = math.exp %in : f32
      linalg.yield %14 : f32
    } -> tensor<128x128xf32>
    %7 = linalg.fill ins(%cst : f32) outs(%0 : tensor<128xf32>) -> tensor<128xf32>
    %8 = linalg.generic {indexing_maps = [#map2, #map6], iterator_types = ["parallel", "reduction"]} ins(%6 : tensor<128x128xf32>) outs(%7 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %14 = arith.addf %out, %in : f32
      linalg.yield %14 : f32
    } -> tensor<128xf32>
    %9 = tensor.empty() : tensor<1x128xf32>
    %10 = linalg.generic {indexing_maps = [#map7, #map1], iterator_types = ["parallel", "parallel"]} ins(%8 : tensor<128xf32>) outs(%9 : tensor<1x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128xf32>
    %11 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<1x128xf32>) outs(%9 : tensor<1x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %14 = math.log %in : f32
      linalg.yield %14 : f32
    } -> tensor<1x128xf32>
    %12 = linalg.generic {indexing_maps = [#map8, #map1], iterator_types = ["parallel", "parallel"]} ins(%11 : tensor<1x128xf32>) outs(%3 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x128xf32>
    %13 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%5, %12 : tensor<128x128xf32>, tensor<128x128xf32>) outs(%3 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %14 = arith.subf %in, %in_1 : f32
      linalg.yield %14 : f32
    } -> tensor<128x128xf32>
    return %13 : tensor<128x128xf32>
  }
}

