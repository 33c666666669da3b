#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d3, d1)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map5 = affine_map<(d0, d1, d2) -> (d0, d2, d1)>
#map6 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map7 = affine_map<(d0, d1, d2) -> (d2, d0, d1)>
#map8 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map9 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map10 = affine_map<(d0, d1, d2) -> (d1, d0, d2)>
#map11 = affine_map<(d0, d1, d2) -> (d1, d2, d0)>
#map12 = affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>
#map13 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#map14 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
#map15 = affine_map<(d0, d1, d2, d3) -> (d3, d2)>
#map16 = affine_map<(d0, d1) -> (d0, 0)>
#map17 = affine_map<(d0) -> (d0)>
#map18 = affine_map<(d0, d1, d2) -> (d2, d0)>
#map19 = affine_map<(d0, d1, d2) -> (d2, d1)>
#map20 = affine_map<(d0, d1) -> (d1, d0)>
module @jit_moe_grad {
  func.func public @main(%arg0: tensor<64x8xf32>, %arg1: tensor<8x64x128xf32>, %arg2: tensor<8x128x64xf32>, %arg3: tensor<128x64xf32>) -> (tensor<64x8xf32>, tensor<8x64x128xf32>, tensor<8x128x64xf32>) {
    %cst = arith.constant 2.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %cst_1 = arith.constant 0xFF800000 : f32
    %cst_2 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<128x8xf32>
    %1 = linalg.fill ins(%cst_2 : f32) outs(%0 : tensor<128x8xf32>) -> tensor<128x8xf32>
    %2 = linalg.matmul ins(%arg3, %arg0 : tensor<128x64xf32>, tensor<64x8xf32>) outs(%1 : tensor<128x8xf32>) -> tensor<128x8xf32>
    %3 = tensor.empty() : tensor<128xf32>
    %4 = linalg.fill ins(%cst_1 : f32) outs(%3 : tensor<128xf32>) -> tensor<128xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%2 : tensor<128x8xf32>) outs(%4 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %66 = arith.maximumf %out, %in : f32
      linalg.yield %66 : f32
    } -> tensor<128xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%5 : tensor<128xf32>) outs(%0 : tensor<128x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x8xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%2, %6 : tensor<128x8xf32>, tensor<128x8xf32>) outs(%0 : tensor<128x8xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %66 = arith.subf %in, %in_4 : f32
      linalg.yield %66 : f32
    } -> tensor<128x8xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%7 : tensor<128x8xf32>) outs(%0 : tensor<128x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %66 = math.exp %in : f32
      linalg.yield %66 : f32
    } -> tensor<128x8xf32>
    %9 = linalg.fill ins(%cst_2 : f32) outs(%3 : tensor<128xf32>) -> tensor<128xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%8 : tensor<128x8xf32>) outs(%9 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %66 = arith.addf %out, %in : f32
      linalg.yield %66 : f32
    } -> tensor<128xf32>
    %expanded = tensor.expand_shape %10 [[0, 1]] output_shape [128, 1] : tensor<128xf32> into tensor<128x1xf32>
    %11 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<128xf32>) outs(%0 : tensor<128x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x8xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%8, %11 : tensor<128x8xf32>, tensor<128x8xf32>) outs(%0 : tensor<128x8xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %66 = arith.divf %in, %in_4 : f32
      linalg.yield %66 : f32
    } -> tensor<128x8xf32>
    %13 = tensor.empty() : tensor<128x1xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%expanded : tensor<128x1xf32>) outs(%13 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %66 = arith.mulf %in, %in : f32
      linalg.yield %66 : f32
    } -> tensor<128x1xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%14 : tensor<128x1xf32>) outs(%13 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %66 = arith.divf %cst_0, %in : f32
      linalg.yield %66 : f32
    } -> tensor<128x1xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%12 : tensor<128x8xf32>) outs(%4 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %66 = arith.maximumf %out, %in : f32
      linalg.yield %66 : f32
    } -> tensor<128xf32>
    %17 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%16 : tensor<128xf32>) outs(%0 : tensor<128x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x8xf32>
    %18 = tensor.empty() : tensor<128x8xi1>
    %19 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%12, %17 : tensor<128x8xf32>, tensor<128x8xf32>) outs(%18 : tensor<128x8xi1>) {
    ^bb0(%in: f32, %in_4: f32, %out: i1):
      %66 = arith.cmpf oge, %in, %in_4 : f32
      linalg.yield %66 : i1
    } -> tensor<128x8xi1>
    %20 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%19 : tensor<128x8xi1>) outs(%0 : tensor<128x8xf32>) {
    ^bb0(%in: i1, %out: f32):
      %66 = arith.uitofp %in : i1 to f32
      linalg.yield %66 : f32
    } -> tensor<128x8xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%20, %12 : tensor<128x8xf32>, tensor<128x8xf32>) outs(%0 : tensor<128x8xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %66 = arith.mulf %in, %in_4 : f32
      linalg.yield %66 : f32
    } -> tensor<128x8xf32>
    %22 = tensor.empty() : tensor<8x128x128xf32>
    %23 = linalg.fill ins(%cst_2 : f32) outs(%22 : tensor<8x128x128xf32>) -> tensor<8x128x128xf32>
    %24 = linalg.generic {indexing_maps = [#map2, #map3, #map4], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%arg1, %arg3 : tensor<8x64x128xf32>, tensor<128x64xf32>) outs(%23 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %66 = arith.mulf %in, %in_4 : f32
      %67 = arith.addf %out, %66 : f32
      linalg.yield %67 : f32
    } -> tensor<8x128x128xf32>
    %25 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%24 : tensor<8x128x128xf32>) outs(%22 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x128x128xf32>
    %26 = call @relu(%25) : (tensor<8x128x128xf32>) -> tensor<8x128x128xf32>
    %27 = tensor.empty() : tensor<8x128x128xi1>
    %28 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%25 : tensor<8x128x128xf32>) outs(%27 : tensor<8x128x128xi1>) {
    ^bb0(%in: f32, %out: i1):
      %66 = arith.cmpf ogt, %in, %cst_2 : f32
      linalg.yield %66 : i1
    } -> tensor<8x128x128xi1>
    %29 = tensor.empty() : tensor<8x128x64xf32>
    %30 = linalg.fill ins(%cst_2 : f32) outs(%29 : tensor<8x128x64xf32>) -> tensor<8x128x64xf32>
    %31 = linalg.batch_matmul ins(%26, %arg2 : tensor<8x128x128xf32>, tensor<8x128x64xf32>) outs(%30 : tensor<8x128x64xf32>) -> tensor<8x128x64xf32>
    %32 = tensor.empty() : tensor<128x64xf32>
    %33 = linalg.fill ins(%cst_2 : f32) outs(%32 : tensor<128x64xf32>) -> tensor<128x64xf32>
    %34 = linalg.generic {indexing_maps = [#map7, #map8, #map9], iterator_types = ["parallel", "parallel", "reduction"]} ins(%31, %21 : tensor<8x128x64xf32>, tensor<128x8xf32>) outs(%33 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %66 = arith.mulf %in, %in_4 : f32
      %67 = arith.addf %out, %66 : f32
      linalg.yield %67 : f32
    } -> tensor<128x64xf32>
    %35 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%34 : tensor<128x64xf32>) outs(%32 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %66 = arith.mulf %in, %cst : f32
      linalg.yield %66 : f32
    } -> tensor<128x64xf32>
    %36 = linalg.generic {indexing_maps = [#map8, #map10, #map9], iterator_types = ["parallel", "parallel", "reduction"]} ins(%35, %31 : tensor<128x64xf32>, tensor<8x128x64xf32>) outs(%1 : tensor<128x8xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %66 = arith.mulf %in, %in_4 : f32
      %67 = arith.addf %out, %66 : f32
      linalg.yield %67 : f32
    } -> tensor<128x8xf32>
    %37 = tensor.empty() : tensor<128x64x8xf32>
    %38 = linalg.fill ins(%cst_2 : f32) outs(%37 : tensor<128x64x8xf32>) -> tensor<128x64x8xf32>
    %39 = linalg.generic {indexing_maps = [#map9, #map8, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%35, %21 : tensor<128x64xf32>, tensor<128x8xf32>) outs(%38 : tensor<128x64x8xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %66 = arith.mulf %in, %in_4 : f32
      %67 = arith.addf %out, %66 : f32
      linalg.yield %67 : f32
    } -> tensor<128x64x8xf32>
    %40 = linalg.generic {indexing_maps = [#map11, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%39 : tensor<128x64x8xf32>) outs(%29 : tensor<8x128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x128x64xf32>
    %41 = tensor.empty() : tensor<8x64x128xf32>
    %42 = linalg.fill ins(%cst_2 : f32) outs(%41 : tensor<8x64x128xf32>) -> tensor<8x64x128xf32>
    %43 = linalg.generic {indexing_maps = [#map2, #map12, #map4], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%40, %26 : tensor<8x128x64xf32>, tensor<8x128x128xf32>) outs(%42 : tensor<8x64x128xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %66 = arith.mulf %in, %in_4 : f32
      %67 = arith.addf %out, %66 : f32
      linalg.yield %67 : f32
    } -> tensor<8x64x128xf32>
    %44 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%43 : tensor<8x64x128xf32>) outs(%29 : tensor<8x128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x128x64xf32>
    %45 = linalg.generic {indexing_maps = [#map13, #map14, #map4], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%40, %arg2 : tensor<8x128x64xf32>, tensor<8x128x64xf32>) outs(%23 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %66 = arith.mulf %in, %in_4 : f32
      %67 = arith.addf %out, %66 : f32
      linalg.yield %67 : f32
    } -> tensor<8x128x128xf32>
    %46 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%28, %45 : tensor<8x128x128xi1>, tensor<8x128x128xf32>) outs(%22 : tensor<8x128x128xf32>) {
    ^bb0(%in: i1, %in_4: f32, %out: f32):
      %66 = arith.select %in, %in_4, %cst_2 : f32
      linalg.yield %66 : f32
    } -> tensor<8x128x128xf32>
    %47 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%46 : tensor<8x128x128xf32>) outs(%22 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x128x128xf32>
    %48 = linalg.generic {indexing_maps = [#map13, #map15, #map4], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%47, %arg3 : tensor<8x128x128xf32>, tensor<128x64xf32>) outs(%30 : tensor<8x128x64xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %66 = arith.mulf %in, %in_4 : f32
      %67 = arith.addf %out, %66 : f32
      linalg.yield %67 : f32
    } -> tensor<8x128x64xf32>
    %49 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%48 : tensor<8x128x64xf32>) outs(%41 : tensor<8x64x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x64x128xf32>
    %50 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%20, %36 : tensor<128x8xf32>, tensor<128x8xf32>) outs(%0 : tensor<128x8xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %66 = arith.mulf %in, %in_4 : f32
      linalg.yield %66 : f32
    } -> tensor<128x8xf32>
    %51 = linalg.generic {indexing_maps = [#map16, #map], iterator_types = ["parallel", "parallel"]} ins(%15 : tensor<128x1xf32>) outs(%0 : tensor<128x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x8xf32>
    %52 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%50, %51 : tensor<128x8xf32>, tensor<128x8xf32>) outs(%0 : tensor<128x8xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %66 = arith.mulf %in, %in_4 : f32
      linalg.yield %66 : f32
    } -> tensor<128x8xf32>
    %53 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%52, %8 : tensor<128x8xf32>, tensor<128x8xf32>) outs(%0 : tensor<128x8xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %66 = arith.mulf %in, %in_4 : f32
      linalg.yield %66 : f32
    } -> tensor<128x8xf32>
    %54 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%53 : tensor<128x8xf32>) outs(%9 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %66 = arith.addf %out, %in : f32
      linalg.yield %66 : f32
    } -> tensor<128xf32>
    %55 = linalg.generic {indexing_maps = [#map17, #map17], iterator_types = ["parallel"]} ins(%54 : tensor<128xf32>) outs(%3 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %66 = arith.negf %in : f32
      linalg.yield %66 : f32
    } -> tensor<128xf32>
    %expanded_3 = tensor.expand_shape %55 [[0, 1]] output_shape [128, 1] : tensor<128xf32> into tensor<128x1xf32>
    %56 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%50, %11 : tensor<128x8xf32>, tensor<128x8xf32>) outs(%0 : tensor<128x8xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %66 = arith.divf %in, %in_4 : f32
      linalg.yield %66 : f32
    } -> tensor<128x8xf32>
    %57 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%expanded_3 : tensor<128x1xf32>) outs(%9 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %66 = arith.addf %out, %in : f32
      linalg.yield %66 : f32
    } -> tensor<128xf32>
    %58 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%57 : tensor<128xf32>) outs(%0 : tensor<128x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x8xf32>
    %59 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%56, %58 : tensor<128x8xf32>, tensor<128x8xf32>) outs(%0 : tensor<128x8xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %66 = arith.addf %in, %in_4 : f32
      linalg.yield %66 : f32
    } -> tensor<128x8xf32>
    %60 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%59, %8 : tensor<128x8xf32>, tensor<128x8xf32>) outs(%0 : tensor<128x8xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %66 = arith.mulf %in, %in_4 : f32
      linalg.yield %66 : f32
    } -> tensor<128x8xf32>
    %61 = tensor.empty() : tensor<8x64xf32>
    %62 = linalg.fill ins(%cst_2 : f32) outs(%61 : tensor<8x64xf32>) -> tensor<8x64xf32>
    %63 = linalg.generic {indexing_maps = [#map18, #map19, #map9], iterator_types = ["parallel", "parallel", "reduction"]} ins(%60, %arg3 : tensor<128x8xf32>, tensor<128x64xf32>) outs(%62 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %66 = arith.mulf %in, %in_4 : f32
      %67 = arith.addf %out, %66 : f32
      linalg.yield %67 : f32
    } -> tensor<8x64xf32>
    %64 = tensor.empty() : tensor<64x8xf32>
    %65 = linalg.generic {indexing_maps = [#map20, #map], iterator_types = ["parallel", "parallel"]} ins(%63 : tensor<8x64xf32>) outs(%64 : tensor<64x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x8xf32>
    return %65, %49, %44 : tensor<64x8xf32>, tensor<8x64x128xf32>, tensor<8x128x64xf32>
  }
  func.func private @relu(%arg0: tensor<8x128x128xf32>) -> tensor<8x128x128xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<8x128x128xf32>
    %1 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = arith.maximumf %in, %cst : f32
      linalg.yield %2 : f32
    } -> tensor<8x128x128xf32>
    return %1 : tensor<8x128x128xf32>
  }
}

