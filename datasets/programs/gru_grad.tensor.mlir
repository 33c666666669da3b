#map = affine_map<() -> ()>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map4 = affine_map<(d0, d1, d2) -> (d2, d0)>
#map5 = affine_map<(d0, d1, d2) -> (d2, d1)>
#map6 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map7 = affine_map<(d0, d1) -> (d1, d0)>
#map8 = affine_map<(d0, d1, d2) -> (d0, d2)>
module @jit_gru_grad {
  func.func public @main(%arg0: tensor<8x64xf32>, %arg1: tensor<96x64xf32>, %arg2: tensor<96x64xf32>, %arg3: tensor<96x64xf32>, %arg4: tensor<20x8x32xf32>) -> (tensor<8x64xf32>, tensor<96x64xf32>, tensor<96x64xf32>, tensor<96x64xf32>) {
    %c1_i32 = arith.constant 1 : i32
    %c20_i32 = arith.constant 20 : i32
    %cst = arith.constant dense<0.000000e+00> : tensor<96x64xf32>
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<8x64xf32>
    %cst_1 = arith.constant dense<1.000000e+00> : tensor<20x8x64xf32>
    %cst_2 = arith.constant dense<0> : tensor<i32>
    %cst_3 = arith.constant dense<0.000000e+00> : tensor<20x8x96xf32>
    %cst_4 = arith.constant dense<0.000000e+00> : tensor<20x8x64xf32>
    %0:12 = scf.while (%arg5 = %cst_2, %arg6 = %arg0, %arg7 = %cst_3, %arg8 = %cst_4, %arg9 = %cst_4, %arg10 = %cst_4, %arg11 = %cst_4, %arg12 = %cst_3, %arg13 = %cst_4, %arg14 = %cst_4, %arg15 = %cst_4, %arg16 = %cst_4) : (tensor<i32>, tensor<8x64xf32>, tensor<20x8x96xf32>, tensor<20x8x64xf32>, tensor<20x8x64xf32>, tensor<20x8x64xf32>, tensor<20x8x64xf32>, tensor<20x8x96xf32>, tensor<20x8x64xf32>, tensor<20x8x64xf32>, tensor<20x8x64xf32>, tensor<20x8x64xf32>) -> (tensor<i32>, tensor<8x64xf32>, tensor<20x8x96xf32>, tensor<20x8x64xf32>, tensor<20x8x64xf32>, tensor<20x8x64xf32>, tensor<20x8x64xf32>, tensor<20x8x96xf32>, tensor<20x8x64xf32>, tensor<20x8x64xf32>, tensor<20x8x64xf32>, tensor<20x8x64xf32>) {
      %2 = tensor.empty() : tensor<i1>
      %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%arg5 : tensor<i32>) outs(%2 : tensor<i1>) {
      ^bb0(%in: i32, %out: i1):
        %4 = arith.cmpi slt, %in, %c20_i32 : i32
        linalg.yield %4 : i1
      } -> tensor<i1>
      %extracted = tensor.extract %3[] : tensor<i1>
      scf.condition(%extracted) %arg5, %arg6, %arg7, %arg8, %arg9, %arg10, %arg11, %arg12, %arg13, %arg14, %arg15, %arg16 : tensor<i32>, tensor<8x64xf32>, tensor<20x8x96xf32>, tensor<20x8x64xf32>, tensor<20x8x64xf32>, tensor<20x8x64xf32>, tensor<20x8x64xf32>, tensor<20x8x96xf32>, tensor<20x8x64xf32>, tensor<20x8x64xf32>, tensor<20x8x64xf32>, tensor<20x8x64xf32>
    } do {
    ^bb0(%arg5: tensor<i32>, %arg6: tensor<8x64xf32>, %arg7: tensor<20x8x96xf32>, %arg8: tensor<20x8x64xf32>, %arg9: tensor<20x8x64xf32>, %arg10: tensor<20x8x64xf32>, %arg11: tensor<20x8x64xf32>, %arg12: tensor<20x8x96xf32>, %arg13: tensor<20x8x64xf32>, %arg14: tensor<20x8x64xf32>, %arg15: tensor<20x8x64xf32>, %arg16: tensor<20x8x64xf32>):
      %2 = func.call @dynamic_index_in_dim(%arg4, %arg5) : (tensor<20x8x32xf32>, tensor<i32>) -> tensor<8x32xf32>
      %3:11 = func.call @closed_call(%arg1, %arg2, %arg3, %arg6, %2) : (tensor<96x64xf32>, tensor<96x64xf32>, tensor<96x64xf32>, tensor<8x64xf32>, tensor<8x32xf32>) -> (tensor<8x64xf32>, tensor<8x96xf32>, tensor<8x64xf32>, tensor<8x64xf32>, tensor<8x64xf32>, tensor<8x64xf32>, tensor<8x96xf32>, tensor<8x64xf32>, tensor<8x64xf32>, tensor<8x64xf32>, tensor<8x64xf32>)
      %4 = func.call @dynamic_update_index_in_dim(%arg7, %3#1, %arg5) : (tensor<20x8x96xf32>, tensor<8x96xf32>, tensor<i32>) -> tensor<20x8x96xf32>
      %5 = func.call @dynamic_update_index_in_dim_0(%arg8, %3#2, %arg5) : (tensor<20x8x64xf32>, tensor<8x64xf32>, tensor<i32>) -> tensor<20x8x64xf32>
      %6 = func.call @dynamic_update_index_in_dim_0(%arg9, %3#3, %arg5) : (tensor<20x8x64xf32>, tensor<8x64xf32>, tensor<i32>) -> tensor<20x8x64xf32>
      %7 = func.call @dynamic_update_index_in_dim_0(%arg10, %3#4, %arg5) : (tensor<20x8x64xf32>, tensor<8x64xf32>, tensor<i32>) -> tensor<20x8x64xf32>
      %8 = func.call @dynamic_update_index_in_dim_0(%arg11, %3#5, %arg5) : (tensor<20x8x64xf32>, tensor<8x64xf32>, tensor<i32>) -> tensor<20x8x64xf32>
      %9 = func.call @dynamic_update_index_in_dim(%arg12, %3#6, %arg5) : (tensor<20x8x96xf32>, tensor<8x96xf32>, tensor<i32>) -> tensor<20x8x96xf32>
      %10 = func.call @dynamic_update_index_in_dim_0(%arg13, %3#7, %arg5) : (tensor<20x8x64xf32>, tensor<8x64xf32>, tensor<i32>) -> tensor<20x8x64xf32>
      %11 = func.call @dynamic_update_index_in_dim_0(%arg14, %3#8, %arg5) : (tensor<20x8x64xf32>, tensor<8x64xf32>, tensor<i32>) -> tensor<20x8x64xf32>
      %12 = func.call @dynamic_update_index_in_dim_0(%arg15, %3#9, %arg5) : (tensor<20x8x64xf32>, tensor<8x64xf32>, tensor<i32>) -> tensor<20x8x64xf32>
      %13 = func.call @dynamic_update_index_in_dim_0(%arg16, %3#10, %arg5) : (tensor<20x8x64xf32>, tensor<8x64xf32>, tensor<i32>) -> tensor<20x8x64xf32>
      %14 = tensor.empty() : tensor<i32>
      %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%arg5 : tensor<i32>) outs(%14 : tensor<i32>) {
      ^bb0(%in: i32, %out: i32):
        %16 = arith.addi %in, %c1_i32 : i32
        linalg.yield %16 : i32
      } -> tensor<i32>
      scf.yield %15, %3#0, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13 : tensor<i32>, tensor<8x64xf32>, tensor<20x8x96xf32>, tensor<20x8x64xf32>, tensor<20x8x64xf32>, tensor<20x8x64xf32>, tensor<20x8x64xf32>, tensor<20x8x96xf32>, tensor<20x8x64xf32>, tensor<20x8x64xf32>, tensor<20x8x64xf32>, tensor<20x8x64xf32>
    }
    %1:5 = scf.while (%arg5 = %cst_2, %arg6 = %cst, %arg7 = %cst, %arg8 = %cst, %arg9 = %cst_0) : (tensor<i32>, tensor<96x64xf32>, tensor<96x64xf32>, tensor<96x64xf32>, tensor<8x64xf32>) -> (tensor<i32>, tensor<96x64xf32>, tensor<96x64xf32>, tensor<96x64xf32>, tensor<8x64xf32>) {
      %2 = tensor.empty() : tensor<i1>
      %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%arg5 : tensor<i32>) outs(%2 : tensor<i1>) {
      ^bb0(%in: i32, %out: i1):
        %4 = arith.cmpi slt, %in, %c20_i32 : i32
        linalg.yield %4 : i1
      } -> tensor<i1>
      %extracted = tensor.extract %3[] : tensor<i1>
      scf.condition(%extracted) %arg5, %arg6, %arg7, %arg8, %arg9 : tensor<i32>, tensor<96x64xf32>, tensor<96x64xf32>, tensor<96x64xf32>, tensor<8x64xf32>
    } do {
    ^bb0(%arg5: tensor<i32>, %arg6: tensor<96x64xf32>, %arg7: tensor<96x64xf32>, %arg8: tensor<96x64xf32>, %arg9: tensor<8x64xf32>):
      %2 = tensor.empty() : tensor<i32>
      %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%arg5 : tensor<i32>) outs(%2 : tensor<i32>) {
      ^bb0(%in: i32, %out: i32):
        %18 = arith.subi %c20_i32, %in : i32
        linalg.yield %18 : i32
      } -> tensor<i32>
      %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%3 : tensor<i32>) outs(%2 : tensor<i32>) {
      ^bb0(%in: i32, %out: i32):
        %18 = arith.subi %in, %c1_i32 : i32
        linalg.yield %18 : i32
      } -> tensor<i32>
      %5 = func.call @dynamic_index_in_dim_1(%cst_1, %4) : (tensor<20x8x64xf32>, tensor<i32>) -> tensor<8x64xf32>
      %6 = func.call @dynamic_index_in_dim_2(%0#2, %4) : (tensor<20x8x96xf32>, tensor<i32>) -> tensor<8x96xf32>
      %7 = func.call @dynamic_index_in_dim_1(%0#3, %4) : (tensor<20x8x64xf32>, tensor<i32>) -> tensor<8x64xf32>
      %8 = func.call @dynamic_index_in_dim_1(%0#4, %4) : (tensor<20x8x64xf32>, tensor<i32>) -> tensor<8x64xf32>
      %9 = func.call @dynamic_index_in_dim_1(%0#5, %4) : (tensor<20x8x64xf32>, tensor<i32>) -> tensor<8x64xf32>
      %10 = func.call @dynamic_index_in_dim_1(%0#6, %4) : (tensor<20x8x64xf32>, tensor<i32>) -> tensor<8x64xf32>
      %11 = func.call @dynamic_index_in_dim_2(%0#7, %4) : (tensor<20x8x96xf32>, tensor<i32>) -> tensor<8x96xf32>
      %12 = func.call @dynamic_index_in_dim_1(%0#8, %4) : (tensor<20x8x64xf32>, tensor<i32>) -> tensor<8x64xf32>
      %13 = func.call @dynamic_index_in_dim_1(%0#9, %4) : (tensor<20x8x64xf32>, tensor<i32>) -> tensor<8x64xf32>
      %14 = func.call @dynamic_index_in_dim_1(%0#10, %4) : (tensor<20x8x64xf32>, tensor<i32>) -> tensor<8x64xf32>
      %15 = func.call @dynamic_index_in_dim_1(%0#11, %4) : (tensor<20x8x64xf32>, tensor<i32>) -> tensor<8x64xf32>
      %16:4 = func.call @closed_call_3(%arg1, %arg2, %arg3, %arg6, %arg7, %arg8, %arg9, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15) : (tensor<96x64xf32>, tensor<96x64xf32>, tensor<96x64xf32>, tensor<96x64xf32>, tensor<96x64xf32>, tensor<96x64xf32>, tensor<8x64xf32>, tensor<8x64xf32>, tensor<8x96xf32>, tensor<8x64xf32>, tensor<8x64xf32>, tensor<8x64xf32>, tensor<8x64xf32>, tensor<8x96xf32>, tensor<8x64xf32>, tensor<8x64xf32>, tensor<8x64xf32>, tensor<8x64xf32>) -> (tensor<96x64xf32>, tensor<96x64xf32>, tensor<96x64xf32>, tensor<8x64xf32>)
      %17 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%arg5 : tensor<i32>) outs(%2 : tensor<i32>) {
      ^bb0(%in: i32, %out: i32):
        %18 = arith.addi %in, %c1_i32 : i32
        linalg.yield %18 : i32
      } -> tensor<i32>
      scf.yield %17, %16#0, %16#1, %16#2, %16#3 : tensor<i32>, tensor<96x64xf32>, tensor<96x64xf32>, tensor<96x64xf32>, tensor<8x64xf32>
    }
    return %1#4, %1#1, %1#2, %1#3 : tensor<8x64xf32>, tensor<96x64xf32>, tensor<96x64xf32>, tensor<96x64xf32>
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
  func.func private @closed_call(%arg0: tensor<96x64xf32>, %arg1: tensor<96x64xf32>, %arg2: tensor<96x64xf32>, %arg3: tensor<8x64xf32>, %arg4: tensor<8x32xf32>) -> (tensor<8x64xf32>, tensor<8x96xf32>, tensor<8x64xf32>, tensor<8x64xf32>, tensor<8x64xf32>, tensor<8x64xf32>, tensor<8x96xf32>, tensor<8x64xf32>, tensor<8x64xf32>, tensor<8x64xf32>, tensor<8x64xf32>) {
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
      %24 = arith.negf %in : f32
      linalg.yield %24 : f32
    } -> tensor<8x64xf32>
    %5 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<8x64xf32>) outs(%1 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %24 = math.exp %in : f32
      linalg.yield %24 : f32
    } -> tensor<8x64xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%5 : tensor<8x64xf32>) outs(%1 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %24 = arith.addf %in, %cst : f32
      linalg.yield %24 : f32
    } -> tensor<8x64xf32>
    %7 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<8x64xf32>) outs(%1 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %24 = arith.divf %cst, %in : f32
      linalg.yield %24 : f32
    } -> tensor<8x64xf32>
    %8 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%7 : tensor<8x64xf32>) outs(%1 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %24 = arith.subf %cst, %in : f32
      linalg.yield %24 : f32
    } -> tensor<8x64xf32>
    %9 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%7, %8 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%1 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %24 = arith.mulf %in, %in_3 : f32
      linalg.yield %24 : f32
    } -> tensor<8x64xf32>
    %10 = linalg.matmul ins(%inserted_slice_1, %arg1 : tensor<8x96xf32>, tensor<96x64xf32>) outs(%2 : tensor<8x64xf32>) -> tensor<8x64xf32>
    %11 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<8x64xf32>) outs(%1 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %24 = arith.negf %in : f32
      linalg.yield %24 : f32
    } -> tensor<8x64xf32>
    %12 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%11 : tensor<8x64xf32>) outs(%1 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %24 = math.exp %in : f32
      linalg.yield %24 : f32
    } -> tensor<8x64xf32>
    %13 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%12 : tensor<8x64xf32>) outs(%1 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %24 = arith.addf %in, %cst : f32
      linalg.yield %24 : f32
    } -> tensor<8x64xf32>
    %14 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%13 : tensor<8x64xf32>) outs(%1 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %24 = arith.divf %cst, %in : f32
      linalg.yield %24 : f32
    } -> tensor<8x64xf32>
    %15 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%14 : tensor<8x64xf32>) outs(%1 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %24 = arith.subf %cst, %in : f32
      linalg.yield %24 : f32
    } -> tensor<8x64xf32>
    %16 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%14, %15 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%1 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %24 = arith.mulf %in, %in_3 : f32
      linalg.yield %24 : f32
    } -> tensor<8x64xf32>
    %17 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%14, %arg3 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%1 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %24 = arith.mulf %in, %in_3 : f32
      linalg.yield %24 : f32
    } -> tensor<8x64xf32>
    %inserted_slice_2 = tensor.insert_slice %17 into %inserted_slice[0, 32] [8, 64] [1, 1] : tensor<8x64xf32> into tensor<8x96xf32>
    %18 = linalg.matmul ins(%inserted_slice_2, %arg2 : tensor<8x96xf32>, tensor<96x64xf32>) outs(%2 : tensor<8x64xf32>) -> tensor<8x64xf32>
    %19 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%18 : tensor<8x64xf32>) outs(%1 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %24 = math.tanh %in : f32
      linalg.yield %24 : f32
    } -> tensor<8x64xf32>
    %20 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%19 : tensor<8x64xf32>) outs(%1 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %24 = arith.subf %cst, %in : f32
      linalg.yield %24 : f32
    } -> tensor<8x64xf32>
    %21 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%8, %arg3 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%1 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %24 = arith.mulf %in, %in_3 : f32
      linalg.yield %24 : f32
    } -> tensor<8x64xf32>
    %22 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%7, %19 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%1 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %24 = arith.mulf %in, %in_3 : f32
      linalg.yield %24 : f32
    } -> tensor<8x64xf32>
    %23 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%21, %22 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%1 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %24 = arith.addf %in, %in_3 : f32
      linalg.yield %24 : f32
    } -> tensor<8x64xf32>
    return %23, %inserted_slice_1, %9, %16, %arg3, %14, %inserted_slice_2, %19, %20, %8, %7 : tensor<8x64xf32>, tensor<8x96xf32>, tensor<8x64xf32>, tensor<8x64xf32>, tensor<8x64xf32>, tensor<8x64xf32>, tensor<8x96xf32>, tensor<8x64xf32>, tensor<8x64xf32>, tensor<8x64xf32>, tensor<8x64xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<20x8x96xf32>, %arg1: tensor<8x96xf32>, %arg2: tensor<i32>) -> tensor<20x8x96xf32> {
    %c19 = arith.constant 19 : index
    %c0 = arith.constant 0 : index
    %0 = tensor.empty() : tensor<1x8x96xf32>
    %1 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg1 : tensor<8x96xf32>) outs(%0 : tensor<1x8x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x8x96xf32>
    %extracted = tensor.extract %arg2[] : tensor<i32>
    %2 = arith.index_cast %extracted : i32 to index
    %3 = arith.maxsi %2, %c0 : index
    %4 = arith.minsi %3, %c19 : index
    %inserted_slice = tensor.insert_slice %1 into %arg0[%4, 0, 0] [1, 8, 96] [1, 1, 1] : tensor<1x8x96xf32> into tensor<20x8x96xf32>
    return %inserted_slice : tensor<20x8x96xf32>
  }
  func.func private @dynamic_update_index_in_dim_0(%arg0: tensor<20x8x64xf32>, %arg1: tensor<8x64xf32>, %arg2: tensor<i32>) -> tensor<20x8x64xf32> {
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
  func.func private @dynamic_index_in_dim_1(%arg0: tensor<20x8x64xf32>, %arg1: tensor<i32>) -> tensor<8x64xf32> {
    %c19 = arith.constant 19 : index
    %c0 = arith.constant 0 : index
    %extracted = tensor.extract %arg1[] : tensor<i32>
    %0 = arith.index_cast %extracted : i32 to index
    %1 = arith.maxsi %0, %c0 : index
    %2 = arith.minsi %1, %c19 : index
    %extracted_slice = tensor.extract_slice %arg0[%2, 0, 0] [1, 8, 64] [1, 1, 1] : tensor<20x8x64xf32> to tensor<1x8x64xf32>
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1], [2]] : tensor<1x8x64xf32> into tensor<8x64xf32>
    return %collapsed : tensor<8x64xf32>
  }
  func.func private @dynamic_index_in_dim_2(%arg0: tensor<20x8x96xf32>, %arg1: tensor<i32>) -> tensor<8x96xf32> {
    %c19 = arith.constant 19 : index
    %c0 = arith.constant 0 : index
    %extracted = tensor.extract %arg1[] : tensor<i32>
    %0 = arith.index_cast %extracted : i32 to index
    %1 = arith.maxsi %0, %c0 : index
    %2 = arith.minsi %1, %c19 : index
    %extracted_slice = tensor.extract_slice %arg0[%2, 0, 0] [1, 8, 96] [1, 1, 1] : tensor<20x8x96xf32> to tensor<1x8x96xf32>
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1], [2]] : tensor<1x8x96xf32> into tensor<8x96xf32>
    return %collapsed : tensor<8x96xf32>
  }
  func.func private @closed_call_3(%arg0: tensor<96x64xf32>, %arg1: tensor<96x64xf32>, %arg2: tensor<96x64xf32>, %arg3: tensor<96x64xf32>, %arg4: tensor<96x64xf32>, %arg5: tensor<96x64xf32>, %arg6: tensor<8x64xf32>, %arg7: tensor<8x64xf32>, %arg8: tensor<8x96xf32>, %arg9: tensor<8x64xf32>, %arg10: tensor<8x64xf32>, %arg11: tensor<8x64xf32>, %arg12: tensor<8x64xf32>, %arg13: tensor<8x96xf32>, %arg14: tensor<8x64xf32>, %arg15: tensor<8x64xf32>, %arg16: tensor<8x64xf32>, %arg17: tensor<8x64xf32>) -> (tensor<96x64xf32>, tensor<96x64xf32>, tensor<96x64xf32>, tensor<8x64xf32>) {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<8x64xf32>
    %1 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg6, %arg7 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%0 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %35 = arith.addf %in, %in_1 : f32
      linalg.yield %35 : f32
    } -> tensor<8x64xf32>
    %2 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg17, %1 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%0 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %35 = arith.mulf %in, %in_1 : f32
      linalg.yield %35 : f32
    } -> tensor<8x64xf32>
    %3 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1, %arg14 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%0 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %35 = arith.mulf %in, %in_1 : f32
      linalg.yield %35 : f32
    } -> tensor<8x64xf32>
    %4 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg16, %1 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%0 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %35 = arith.mulf %in, %in_1 : f32
      linalg.yield %35 : f32
    } -> tensor<8x64xf32>
    %5 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%1, %arg11 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%0 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %35 = arith.mulf %in, %in_1 : f32
      linalg.yield %35 : f32
    } -> tensor<8x64xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%5 : tensor<8x64xf32>) outs(%0 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %35 = arith.negf %in : f32
      linalg.yield %35 : f32
    } -> tensor<8x64xf32>
    %7 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%3, %6 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%0 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %35 = arith.addf %in, %in_1 : f32
      linalg.yield %35 : f32
    } -> tensor<8x64xf32>
    %8 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%2, %arg15 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%0 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %35 = arith.mulf %in, %in_1 : f32
      linalg.yield %35 : f32
    } -> tensor<8x64xf32>
    %9 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%8, %arg14 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%0 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %35 = arith.mulf %in, %in_1 : f32
      linalg.yield %35 : f32
    } -> tensor<8x64xf32>
    %10 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%8, %9 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%0 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %35 = arith.addf %in, %in_1 : f32
      linalg.yield %35 : f32
    } -> tensor<8x64xf32>
    %11 = tensor.empty() : tensor<64x96xf32>
    %12 = linalg.fill ins(%cst : f32) outs(%11 : tensor<64x96xf32>) -> tensor<64x96xf32>
    %13 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%10, %arg13 : tensor<8x64xf32>, tensor<8x96xf32>) outs(%12 : tensor<64x96xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %35 = arith.mulf %in, %in_1 : f32
      %36 = arith.addf %out, %35 : f32
      linalg.yield %36 : f32
    } -> tensor<64x96xf32>
    %14 = tensor.empty() : tensor<96x64xf32>
    %15 = linalg.generic {indexing_maps = [#map7, #map1], iterator_types = ["parallel", "parallel"]} ins(%13 : tensor<64x96xf32>) outs(%14 : tensor<96x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<96x64xf32>
    %16 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg5, %15 : tensor<96x64xf32>, tensor<96x64xf32>) outs(%14 : tensor<96x64xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %35 = arith.addf %in, %in_1 : f32
      linalg.yield %35 : f32
    } -> tensor<96x64xf32>
    %17 = tensor.empty() : tensor<8x96xf32>
    %18 = linalg.fill ins(%cst : f32) outs(%17 : tensor<8x96xf32>) -> tensor<8x96xf32>
    %19 = linalg.generic {indexing_maps = [#map8, #map2, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%10, %arg2 : tensor<8x64xf32>, tensor<96x64xf32>) outs(%18 : tensor<8x96xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %35 = arith.mulf %in, %in_1 : f32
      %36 = arith.addf %out, %35 : f32
      linalg.yield %36 : f32
    } -> tensor<8x96xf32>
    %extracted_slice = tensor.extract_slice %19[0, 32] [8, 64] [1, 1] : tensor<8x96xf32> to tensor<8x64xf32>
    %20 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg12, %extracted_slice : tensor<8x64xf32>, tensor<8x64xf32>) outs(%0 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %35 = arith.mulf %in, %in_1 : f32
      linalg.yield %35 : f32
    } -> tensor<8x64xf32>
    %21 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%4, %20 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%0 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %35 = arith.addf %in, %in_1 : f32
      linalg.yield %35 : f32
    } -> tensor<8x64xf32>
    %22 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice, %arg11 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%0 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %35 = arith.mulf %in, %in_1 : f32
      linalg.yield %35 : f32
    } -> tensor<8x64xf32>
    %23 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%22, %arg10 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%0 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %35 = arith.mulf %in, %in_1 : f32
      linalg.yield %35 : f32
    } -> tensor<8x64xf32>
    %24 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%23, %arg8 : tensor<8x64xf32>, tensor<8x96xf32>) outs(%12 : tensor<64x96xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %35 = arith.mulf %in, %in_1 : f32
      %36 = arith.addf %out, %35 : f32
      linalg.yield %36 : f32
    } -> tensor<64x96xf32>
    %25 = linalg.generic {indexing_maps = [#map7, #map1], iterator_types = ["parallel", "parallel"]} ins(%24 : tensor<64x96xf32>) outs(%14 : tensor<96x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<96x64xf32>
    %26 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg4, %25 : tensor<96x64xf32>, tensor<96x64xf32>) outs(%14 : tensor<96x64xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %35 = arith.addf %in, %in_1 : f32
      linalg.yield %35 : f32
    } -> tensor<96x64xf32>
    %27 = linalg.generic {indexing_maps = [#map8, #map2, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%23, %arg1 : tensor<8x64xf32>, tensor<96x64xf32>) outs(%18 : tensor<8x96xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %35 = arith.mulf %in, %in_1 : f32
      %36 = arith.addf %out, %35 : f32
      linalg.yield %36 : f32
    } -> tensor<8x96xf32>
    %28 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%7, %arg9 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%0 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %35 = arith.mulf %in, %in_1 : f32
      linalg.yield %35 : f32
    } -> tensor<8x64xf32>
    %29 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%28, %arg8 : tensor<8x64xf32>, tensor<8x96xf32>) outs(%12 : tensor<64x96xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %35 = arith.mulf %in, %in_1 : f32
      %36 = arith.addf %out, %35 : f32
      linalg.yield %36 : f32
    } -> tensor<64x96xf32>
    %30 = linalg.generic {indexing_maps = [#map7, #map1], iterator_types = ["parallel", "parallel"]} ins(%29 : tensor<64x96xf32>) outs(%14 : tensor<96x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<96x64xf32>
    %31 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg3, %30 : tensor<96x64xf32>, tensor<96x64xf32>) outs(%14 : tensor<96x64xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %35 = arith.addf %in, %in_1 : f32
      linalg.yield %35 : f32
    } -> tensor<96x64xf32>
    %32 = linalg.generic {indexing_maps = [#map8, #map2, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%28, %arg0 : tensor<8x64xf32>, tensor<96x64xf32>) outs(%18 : tensor<8x96xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %35 = arith.mulf %in, %in_1 : f32
      %36 = arith.addf %out, %35 : f32
      linalg.yield %36 : f32
    } -> tensor<8x96xf32>
    %33 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%27, %32 : tensor<8x96xf32>, tensor<8x96xf32>) outs(%17 : tensor<8x96xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %35 = arith.addf %in, %in_1 : f32
      linalg.yield %35 : f32
    } -> tensor<8x96xf32>
    %extracted_slice_0 = tensor.extract_slice %33[0, 32] [8, 64] [1, 1] : tensor<8x96xf32> to tensor<8x64xf32>
    %34 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%21, %extracted_slice_0 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%0 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %35 = arith.addf %in, %in_1 : f32
      linalg.yield %35 : f32
    } -> tensor<8x64xf32>
    return %31, %26, %16, %34 : tensor<96x64xf32>, tensor<96x64xf32>, tensor<96x64xf32>, tensor<8x64xf32>
  }
}

