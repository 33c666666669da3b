#map = affine_map<() -> ()>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
module @jit_gru {
  func.func public @main(%arg0: tensor<20x8x32xf32>, %arg1: tensor<8x64xf32>, %arg2: tensor<96x64xf32>, %arg3: tensor<96x64xf32>, %arg4: tensor<96x64xf32>) -> (tensor<8x64xf32>, tensor<20x8x64xf32>) {
    %c1_i32 = arith.constant 1 : i32
    %c20_i32 = arith.constant 20 : i32
    %cst = arith.constant dense<0> : tensor<i32>
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<20x8x64xf32>
    %0:3 = scf.while (%arg5 = %cst, %arg6 = %arg1, %arg7 = %cst_0) : (tensor<i32>, tensor<8x64xf32>, tensor<20x8x64xf32>) -> (tensor<i32>, tensor<8x64xf32>, tensor<20x8x64xf32>) {
      %1 = tensor.empty() : tensor<i1>
      %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%arg5 : tensor<i32>) outs(%1 : tensor<i1>) {
      ^bb0(%in: i32, %out: i1):
        %3 = arith.cmpi slt, %in, %c20_i32 : i32
        linalg.yield %3 : i1
      } -> tensor<i1>
      %extracted = tensor.extract %2[] : tensor<i1>
      scf.condition(%extracted) %arg5, %arg6, %arg7 : tensor<i32>, tensor<8x64xf32>, tensor<20x8x64xf32>
    } do {
    ^bb0(%arg5: tensor<i32>, %arg6: tensor<8x64xf32>, %arg7: tensor<20x8x64xf32>):
      %1 = func.call @dynamic_index_in_dim(%arg0, %arg5) : (tensor<20x8x32xf32>, tensor<i32>) -> tensor<8x32xf32>
      %2:2 = func.call @closed_call(%arg2, %arg3, %arg4, %arg6, %1) : (tensor<96x64xf32>, tensor<96x64xf32>, tensor<96x64xf32>, tensor<8x64xf32>, tensor<8x32xf32>) -> (tensor<8x64xf32>, tensor<8x64xf32>)
      %3 = func.call @dynamic_update_index_in_dim(%arg7, %2#1, %arg5) : (tensor<20x8x64xf32>, tensor<8x64xf32>, tensor<i32>) -> tensor<20x8x64xf32>
      %4 = tensor.empty() : tensor<i32>
      %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%arg5 : tensor<i32>) outs(%4 : tensor<i32>) {
      ^bb0(%in: i32, %out: i32):
        %6 = arith.addi %in, %c1_i32 : i32
        linalg.yield %6 : i32
      } -> tensor<i32>
      scf.yield %5, %2#0, %3 : tensor<i32>, tensor<8x64xf32>, tensor<20x8x64xf32>
    }
    return %0#1, %0#2 : tensor<8x64xf32>, tensor<20x8x64xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<20x8x32xf32>, %arg1: tensor<i32>) -> tensor<8x32xf32> {
    %c19 = arith.constant 19 : index
    %c0 = arith.constant 0 : index
    %extracted = tensor.extract %arg1[] : tensor<i32>
    %0 = arith.index_cast %extracted : i32 to index
    %1 = arith.maxsi %0, %c0 : index
    %2 = arith.minsi %1, %c19 : index
    %extracted_slice = tensor.extract_slice %arg0[%2, 0, 0] [1, 8, 32] [1, 1, 1] : tensor<20x8x32xf32> to tensor<1x8x32xf32>
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1], [2]] : tensor<1x8x32xf32> into tensor<8x32xf32>
    return %collapsed : tensor<8x32xf32>
  }
  func.func private @closed_call(%arg0: tensor<96x64xf32>, %arg1: tensor<96x64xf32>, %arg2: tensor<96x64xf32>, %arg3: tensor<8x64xf32>, %arg4: tensor<8x32xf32>) -> (tensor<8x64xf32>, tensor<8x64xf32>) {
    %cst = arith.constant 1.000000e+00 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<8x96xf32>
    %inserted_slice = tensor.insert_slice %arg4 into %0[0, 0] [8, 32] [1, 1] : tensor<8x32xf32> into tensor<8x96xf32>
    %inserted_slice_1 = tensor.insert_slice %arg3 into %inserted_slice[0, 32] [8, 64] [1, 1] : tensor<8x64xf32> into tensor<8x96xf32>
    %1 = tensor.empty() : tensor<8x64xf32>
    %2 = linalg.fill ins(%cst_0 : f32) outs(%1 : tensor<8x64xf32>) -> tensor<8x64xf32>
    %3 = linalg.matmul ins(%inserted_slice_1, %arg0 : tensor<8x96xf32>, tensor<96x64xf32>) outs(%2 : tensor<8x64xf32>) -> tensor<8x64xf32>
    %4 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<8x64xf32>) outs(%1 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %20 = arith.negf %in : f32
      linalg.yield %20 : f32
    } -> tensor<8x64xf32>
    %5 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<8x64xf32>) outs(%1 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %20 = math.exp %in : f32
      linalg.yield %20 : f32
    } -> tensor<8x64xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%5 : tensor<8x64xf32>) outs(%1 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %20 = arith.addf %in, %cst : f32
      linalg.yield %20 : f32
    } -> tensor<8x64xf32>
    %7 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<8x64xf32>) outs(%1 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %20 = arith.divf %cst, %in : f32
      linalg.yield %20 : f32
    } -> tensor<8x64xf32>
    %8 = linalg.matmul ins(%inserted_slice_1, %arg1 : tensor<8x96xf32>, tensor<96x64xf32>) outs(%2 : tensor<8x64xf32>) -> tensor<8x64xf32>
    %9 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%8 : tensor<8x64xf32>) outs(%1 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %20 = arith.negf %in : f32
      linalg.yield %20 : f32
    } -> tensor<8x64xf32>
    %10 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%9 : tensor<8x64xf32>) outs(%1 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %20 = math.exp %in : f32
      linalg.yield %20 : f32
    } -> tensor<8x64xf32>
    %11 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<8x64xf32>) outs(%1 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %20 = arith.addf %in, %cst : f32
      linalg.yield %20 : f32
    } -> tensor<8x64xf32>
    %12 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%11 : tensor<8x64xf32>) outs(%1 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %20 = arith.divf %cst, %in : f32
      linalg.yield %20 : f32
    } -> tensor<8x64xf32>
    %13 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%12, %arg3 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%1 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %20 = arith.mulf %in, %in_3 : f32
      linalg.yield %20 : f32
    } -> tensor<8x64xf32>
    %inserted_slice_2 = tensor.insert_slice %13 into %inserted_slice[0, 32] [8, 64] [1, 1] : tensor<8x64xf32> into tensor<8x96xf32>
    %14 = linalg.matmul ins(%inserted_slice_2, %arg2 : tensor<8x96xf32>, tensor<96x64xf32>) outs(%2 : tensor<8x64xf32>) -> tensor<8x64xf32>
    %15 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%14 : tensor<8x64xf32>) outs(%1 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %20 = math.tanh %in : f32
      linalg.yield %20 : f32
    } -> tensor<8x64xf32>
    %16 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%7 : tensor<8x64xf32>) outs(%1 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %20 = arith.subf %cst, %in : f32
      linalg.yield %20 : f32
    } -> tensor<8x64xf32>
    %17 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%16, %arg3 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%1 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %20 = arith.mulf %in, %in_3 : f32
      linalg.yield %20 : f32
    } -> tensor<8x64xf32>
    %18 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%7, %15 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%1 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %20 = arith.mulf %in, %in_3 : f32
      linalg.yield %20 : f32
    } -> tensor<8x64xf32>
    %19 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%17, %18 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%1 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %20 = arith.addf %in, %in_3 : f32
      linalg.yield %20 : f32
    } -> tensor<8x64xf32>
    return %19, %19 : tensor<8x64xf32>, tensor<8x64xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<20x8x64xf32>, %arg1: tensor<8x64xf32>, %arg2: tensor<i32>) -> tensor<20x8x64xf32> {
    %c19 = arith.constant 19 : index
    %c0 = arith.constant 0 : index
    %0 = tensor.empty() : tensor<1x8x64xf32>
    %1 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg1 : tensor<8x64xf32>) outs(%0 : tensor<1x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x8x64xf32>
    %extracted = tensor.extract %arg2[] : tensor<i32>
    %2 = arith.index_cast %extracted : i32 to index
    %3 = arith.maxsi %2, %c0 : index
    %4 = arith.minsi %3, %c19 : index
    %inserted_slice = tensor.insert_slice %1 into %arg0[%4, 0, 0] [1, 8, 64] [1, 1, 1] : tensor<1x8x64xf32> into tensor<20x8x64xf32>
    return %inserted_slice : tensor<20x8x64xf32>
  }
}

