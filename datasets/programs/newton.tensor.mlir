#map = affine_map<() -> ()>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> ()>
module @jit_newton {
  func.func public @main(%arg0: tensor<64x64xf32>, %arg1: tensor<64x64xf32>) -> tensor<64x64xf32> {
    %c1_i32 = arith.constant 1 : i32
    %cst = arith.constant 0xFF800000 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant 2.000000e+00 : f32
    %c50_i32 = arith.constant 50 : i32
    %cst_2 = arith.constant 9.99999997E-7 : f32
    %cst_3 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_4 = arith.constant dense<0> : tensor<i32>
    %0:2 = scf.while (%arg2 = %arg1, %arg3 = %cst_3, %arg4 = %cst_4) : (tensor<64x64xf32>, tensor<f32>, tensor<i32>) -> (tensor<64x64xf32>, tensor<i32>) {
      %1 = tensor.empty() : tensor<i1>
      %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%arg3 : tensor<f32>) outs(%1 : tensor<i1>) {
      ^bb0(%in: f32, %out: i1):
        %5 = arith.cmpf ogt, %in, %cst_2 : f32
        linalg.yield %5 : i1
      } -> tensor<i1>
      %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%arg4 : tensor<i32>) outs(%1 : tensor<i1>) {
      ^bb0(%in: i32, %out: i1):
        %5 = arith.cmpi slt, %in, %c50_i32 : i32
        linalg.yield %5 : i1
      } -> tensor<i1>
      %4 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = []} ins(%2, %3 : tensor<i1>, tensor<i1>) outs(%1 : tensor<i1>) {
      ^bb0(%in: i1, %in_5: i1, %out: i1):
        %5 = arith.andi %in, %in_5 : i1
        linalg.yield %5 : i1
      } -> tensor<i1>
      %extracted = tensor.extract %4[] : tensor<i1>
      scf.condition(%extracted) %arg2, %arg4 : tensor<64x64xf32>, tensor<i32>
    } do {
    ^bb0(%arg2: tensor<64x64xf32>, %arg3: tensor<i32>):
      %1 = tensor.empty() : tensor<64x64xi32>
      %2 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel", "parallel"]} outs(%1 : tensor<64x64xi32>) {
      ^bb0(%out: i32):
        %20 = linalg.index 0 : index
        %21 = arith.index_cast %20 : index to i32
        linalg.yield %21 : i32
      } -> tensor<64x64xi32>
      %3 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel", "parallel"]} outs(%1 : tensor<64x64xi32>) {
      ^bb0(%out: i32):
        %20 = linalg.index 1 : index
        %21 = arith.index_cast %20 : index to i32
        linalg.yield %21 : i32
      } -> tensor<64x64xi32>
      %4 = tensor.empty() : tensor<64x64xi1>
      %5 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%2, %3 : tensor<64x64xi32>, tensor<64x64xi32>) outs(%4 : tensor<64x64xi1>) {
      ^bb0(%in: i32, %in_5: i32, %out: i1):
        %20 = arith.cmpi eq, %in, %in_5 : i32
        linalg.yield %20 : i1
      } -> tensor<64x64xi1>
      %6 = tensor.empty() : tensor<64x64xf32>
      %7 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%5 : tensor<64x64xi1>) outs(%6 : tensor<64x64xf32>) {
      ^bb0(%in: i1, %out: f32):
        %20 = arith.uitofp %in : i1 to f32
        linalg.yield %20 : f32
      } -> tensor<64x64xf32>
      %8 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%7 : tensor<64x64xf32>) outs(%6 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %20 = arith.mulf %in, %cst_1 : f32
        linalg.yield %20 : f32
      } -> tensor<64x64xf32>
      %9 = linalg.fill ins(%cst_0 : f32) outs(%6 : tensor<64x64xf32>) -> tensor<64x64xf32>
      %10 = linalg.matmul ins(%arg0, %arg2 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%9 : tensor<64x64xf32>) -> tensor<64x64xf32>
      %11 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%8, %10 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%6 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_5: f32, %out: f32):
        %20 = arith.subf %in, %in_5 : f32
        linalg.yield %20 : f32
      } -> tensor<64x64xf32>
      %12 = linalg.matmul ins(%arg2, %11 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%9 : tensor<64x64xf32>) -> tensor<64x64xf32>
      %13 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%12, %arg2 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%6 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_5: f32, %out: f32):
        %20 = arith.subf %in, %in_5 : f32
        linalg.yield %20 : f32
      } -> tensor<64x64xf32>
      %14 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%13 : tensor<64x64xf32>) outs(%6 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %20 = math.absf %in : f32
        linalg.yield %20 : f32
      } -> tensor<64x64xf32>
      %15 = tensor.empty() : tensor<f32>
      %16 = linalg.fill ins(%cst : f32) outs(%15 : tensor<f32>) -> tensor<f32>
      %17 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["reduction", "reduction"]} ins(%14 : tensor<64x64xf32>) outs(%16 : tensor<f32>) {
      ^bb0(%in: f32, %out: f32):
        %20 = arith.maximumf %out, %in : f32
        linalg.yield %20 : f32
      } -> tensor<f32>
      %18 = tensor.empty() : tensor<i32>
      %19 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%arg3 : tensor<i32>) outs(%18 : tensor<i32>) {
      ^bb0(%in: i32, %out: i32):
        %20 = arith.addi %in, %c1_i32 : i32
        linalg.yield %20 : i32
      } -> tensor<i32>
      scf.yield %12, %17, %19 : tensor<64x64xf32>, tensor<f32>, tensor<i32>
    }
    return %0#0 : tensor<64x64xf32>
  }
}

