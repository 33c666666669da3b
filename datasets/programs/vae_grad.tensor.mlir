#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d2, d0)>
#map2 = affine_map<(d0, d1, d2) -> (d2, d1)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map4 = affine_map<(d0, d1) -> (d1, d0)>
#map5 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map6 = affine_map<(d0, d1, d2) -> (d1, d2)>
module @jit_vae_grad {
  func.func public @main(%arg0: tensor<784x400xf32>, %arg1: tensor<400x20xf32>, %arg2: tensor<400x20xf32>, %arg3: tensor<20x400xf32>, %arg4: tensor<400x784xf32>, %arg5: tensor<64x784xf32>, %arg6: tensor<64x20xf32>) -> (tensor<784x400xf32>, tensor<400x20xf32>, tensor<400x20xf32>, tensor<20x400xf32>, tensor<400x784xf32>) {
    %cst = arith.constant -5.000000e-01 : f32
    %cst_0 = arith.constant 2.000000e+00 : f32
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant 5.000000e-01 : f32
    %cst_3 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<64x400xf32>
    %1 = linalg.fill ins(%cst_3 : f32) outs(%0 : tensor<64x400xf32>) -> tensor<64x400xf32>
    %2 = linalg.matmul ins(%arg5, %arg0 : tensor<64x784xf32>, tensor<784x400xf32>) outs(%1 : tensor<64x400xf32>) -> tensor<64x400xf32>
    %3 = call @relu(%2) : (tensor<64x400xf32>) -> tensor<64x400xf32>
    %4 = tensor.empty() : tensor<64x400xi1>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<64x400xf32>) outs(%4 : tensor<64x400xi1>) {
    ^bb0(%in: f32, %out: i1):
      %79 = arith.cmpf ogt, %in, %cst_3 : f32
      linalg.yield %79 : i1
    } -> tensor<64x400xi1>
    %6 = tensor.empty() : tensor<64x20xf32>
    %7 = linalg.fill ins(%cst_3 : f32) outs(%6 : tensor<64x20xf32>) -> tensor<64x20xf32>
    %8 = linalg.matmul ins(%3, %arg1 : tensor<64x400xf32>, tensor<400x20xf32>) outs(%7 : tensor<64x20xf32>) -> tensor<64x20xf32>
    %9 = linalg.matmul ins(%3, %arg2 : tensor<64x400xf32>, tensor<400x20xf32>) outs(%7 : tensor<64x20xf32>) -> tensor<64x20xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%9 : tensor<64x20xf32>) outs(%6 : tensor<64x20xf32>) {
    ^bb0(%in: f32, %out: f32):
      %79 = arith.mulf %in, %cst_2 : f32
      linalg.yield %79 : f32
    } -> tensor<64x20xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<64x20xf32>) outs(%6 : tensor<64x20xf32>) {
    ^bb0(%in: f32, %out: f32):
      %79 = math.exp %in : f32
      linalg.yield %79 : f32
    } -> tensor<64x20xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%11, %arg6 : tensor<64x20xf32>, tensor<64x20xf32>) outs(%6 : tensor<64x20xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %79 = arith.mulf %in, %in_4 : f32
      linalg.yield %79 : f32
    } -> tensor<64x20xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%8, %12 : tensor<64x20xf32>, tensor<64x20xf32>) outs(%6 : tensor<64x20xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %79 = arith.addf %in, %in_4 : f32
      linalg.yield %79 : f32
    } -> tensor<64x20xf32>
    %14 = linalg.matmul ins(%13, %arg3 : tensor<64x20xf32>, tensor<20x400xf32>) outs(%1 : tensor<64x400xf32>) -> tensor<64x400xf32>
    %15 = call @relu(%14) : (tensor<64x400xf32>) -> tensor<64x400xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%14 : tensor<64x400xf32>) outs(%4 : tensor<64x400xi1>) {
    ^bb0(%in: f32, %out: i1):
      %79 = arith.cmpf ogt, %in, %cst_3 : f32
      linalg.yield %79 : i1
    } -> tensor<64x400xi1>
    %17 = tensor.empty() : tensor<64x784xf32>
    %18 = linalg.fill ins(%cst_3 : f32) outs(%17 : tensor<64x784xf32>) -> tensor<64x784xf32>
    %19 = linalg.matmul ins(%15, %arg4 : tensor<64x400xf32>, tensor<400x784xf32>) outs(%18 : tensor<64x784xf32>) -> tensor<64x784xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%19 : tensor<64x784xf32>) outs(%17 : tensor<64x784xf32>) {
    ^bb0(%in: f32, %out: f32):
      %79 = arith.negf %in : f32
      linalg.yield %79 : f32
    } -> tensor<64x784xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%20 : tensor<64x784xf32>) outs(%17 : tensor<64x784xf32>) {
    ^bb0(%in: f32, %out: f32):
      %79 = math.exp %in : f32
      linalg.yield %79 : f32
    } -> tensor<64x784xf32>
    %22 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%21 : tensor<64x784xf32>) outs(%17 : tensor<64x784xf32>) {
    ^bb0(%in: f32, %out: f32):
      %79 = arith.addf %in, %cst_1 : f32
      linalg.yield %79 : f32
    } -> tensor<64x784xf32>
    %23 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%22 : tensor<64x784xf32>) outs(%17 : tensor<64x784xf32>) {
    ^bb0(%in: f32, %out: f32):
      %79 = arith.divf %cst_1, %in : f32
      linalg.yield %79 : f32
    } -> tensor<64x784xf32>
    %24 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%23 : tensor<64x784xf32>) outs(%17 : tensor<64x784xf32>) {
    ^bb0(%in: f32, %out: f32):
      %79 = arith.subf %cst_1, %in : f32
      linalg.yield %79 : f32
    } -> tensor<64x784xf32>
    %25 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%23, %24 : tensor<64x784xf32>, tensor<64x784xf32>) outs(%17 : tensor<64x784xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %79 = arith.mulf %in, %in_4 : f32
      linalg.yield %79 : f32
    } -> tensor<64x784xf32>
    %26 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%23, %arg5 : tensor<64x784xf32>, tensor<64x784xf32>) outs(%17 : tensor<64x784xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %79 = arith.subf %in, %in_4 : f32
      linalg.yield %79 : f32
    } -> tensor<64x784xf32>
    %27 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%26 : tensor<64x784xf32>) outs(%17 : tensor<64x784xf32>) {
    ^bb0(%in: f32, %out: f32):
      %79 = arith.mulf %in, %cst_0 : f32
      linalg.yield %79 : f32
    } -> tensor<64x784xf32>
    %28 = call @relu(%2) : (tensor<64x400xf32>) -> tensor<64x400xf32>
    %29 = linalg.matmul ins(%28, %arg1 : tensor<64x400xf32>, tensor<400x20xf32>) outs(%7 : tensor<64x20xf32>) -> tensor<64x20xf32>
    %30 = linalg.matmul ins(%28, %arg2 : tensor<64x400xf32>, tensor<400x20xf32>) outs(%7 : tensor<64x20xf32>) -> tensor<64x20xf32>
    %31 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%29 : tensor<64x20xf32>) outs(%6 : tensor<64x20xf32>) {
    ^bb0(%in: f32, %out: f32):
      %79 = arith.mulf %in, %cst_0 : f32
      linalg.yield %79 : f32
    } -> tensor<64x20xf32>
    %32 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%30 : tensor<64x20xf32>) outs(%6 : tensor<64x20xf32>) {
    ^bb0(%in: f32, %out: f32):
      %79 = math.exp %in : f32
      linalg.yield %79 : f32
    } -> tensor<64x20xf32>
    %33 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%6 : tensor<64x20xf32>) {
    ^bb0(%out: f32):
      linalg.yield %cst_2 : f32
    } -> tensor<64x20xf32>
    %34 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%33, %32 : tensor<64x20xf32>, tensor<64x20xf32>) outs(%6 : tensor<64x20xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %79 = arith.mulf %in, %in_4 : f32
      linalg.yield %79 : f32
    } -> tensor<64x20xf32>
    %35 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%34 : tensor<64x20xf32>) outs(%6 : tensor<64x20xf32>) {
    ^bb0(%in: f32, %out: f32):
      %79 = arith.addf %in, %cst : f32
      linalg.yield %79 : f32
    } -> tensor<64x20xf32>
    %36 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%33, %31 : tensor<64x20xf32>, tensor<64x20xf32>) outs(%6 : tensor<64x20xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %79 = arith.mulf %in, %in_4 : f32
      linalg.yield %79 : f32
    } -> tensor<64x20xf32>
    %37 = tensor.empty() : tensor<20x400xf32>
    %38 = linalg.fill ins(%cst_3 : f32) outs(%37 : tensor<20x400xf32>) -> tensor<20x400xf32>
    %39 = linalg.generic {indexing_maps = [#map1, #map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%35, %28 : tensor<64x20xf32>, tensor<64x400xf32>) outs(%38 : tensor<20x400xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %79 = arith.mulf %in, %in_4 : f32
      %80 = arith.addf %out, %79 : f32
      linalg.yield %80 : f32
    } -> tensor<20x400xf32>
    %40 = tensor.empty() : tensor<400x20xf32>
    %41 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel"]} ins(%39 : tensor<20x400xf32>) outs(%40 : tensor<400x20xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<400x20xf32>
    %42 = linalg.generic {indexing_maps = [#map5, #map6, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%35, %arg2 : tensor<64x20xf32>, tensor<400x20xf32>) outs(%1 : tensor<64x400xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %79 = arith.mulf %in, %in_4 : f32
      %80 = arith.addf %out, %79 : f32
      linalg.yield %80 : f32
    } -> tensor<64x400xf32>
    %43 = linalg.generic {indexing_maps = [#map1, #map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%36, %28 : tensor<64x20xf32>, tensor<64x400xf32>) outs(%38 : tensor<20x400xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %79 = arith.mulf %in, %in_4 : f32
      %80 = arith.addf %out, %79 : f32
      linalg.yield %80 : f32
    } -> tensor<20x400xf32>
    %44 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel"]} ins(%43 : tensor<20x400xf32>) outs(%40 : tensor<400x20xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<400x20xf32>
    %45 = linalg.generic {indexing_maps = [#map5, #map6, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%36, %arg1 : tensor<64x20xf32>, tensor<400x20xf32>) outs(%1 : tensor<64x400xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %79 = arith.mulf %in, %in_4 : f32
      %80 = arith.addf %out, %79 : f32
      linalg.yield %80 : f32
    } -> tensor<64x400xf32>
    %46 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%42, %45 : tensor<64x400xf32>, tensor<64x400xf32>) outs(%0 : tensor<64x400xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %79 = arith.addf %in, %in_4 : f32
      linalg.yield %79 : f32
    } -> tensor<64x400xf32>
    %47 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%5, %46 : tensor<64x400xi1>, tensor<64x400xf32>) outs(%0 : tensor<64x400xf32>) {
    ^bb0(%in: i1, %in_4: f32, %out: f32):
      %79 = arith.select %in, %in_4, %cst_3 : f32
      linalg.yield %79 : f32
    } -> tensor<64x400xf32>
    %48 = tensor.empty() : tensor<400x784xf32>
    %49 = linalg.fill ins(%cst_3 : f32) outs(%48 : tensor<400x784xf32>) -> tensor<400x784xf32>
    %50 = linalg.generic {indexing_maps = [#map1, #map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%47, %arg5 : tensor<64x400xf32>, tensor<64x784xf32>) outs(%49 : tensor<400x784xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %79 = arith.mulf %in, %in_4 : f32
      %80 = arith.addf %out, %79 : f32
      linalg.yield %80 : f32
    } -> tensor<400x784xf32>
    %51 = tensor.empty() : tensor<784x400xf32>
    %52 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel"]} ins(%50 : tensor<400x784xf32>) outs(%51 : tensor<784x400xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<784x400xf32>
    %53 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%27, %25 : tensor<64x784xf32>, tensor<64x784xf32>) outs(%17 : tensor<64x784xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %79 = arith.mulf %in, %in_4 : f32
      linalg.yield %79 : f32
    } -> tensor<64x784xf32>
    %54 = linalg.fill ins(%cst_3 : f32) outs(%51 : tensor<784x400xf32>) -> tensor<784x400xf32>
    %55 = linalg.generic {indexing_maps = [#map1, #map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%53, %15 : tensor<64x784xf32>, tensor<64x400xf32>) outs(%54 : tensor<784x400xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %79 = arith.mulf %in, %in_4 : f32
      %80 = arith.addf %out, %79 : f32
      linalg.yield %80 : f32
    } -> tensor<784x400xf32>
    %56 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel"]} ins(%55 : tensor<784x400xf32>) outs(%48 : tensor<400x784xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<400x784xf32>
    %57 = linalg.generic {indexing_maps = [#map5, #map6, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%53, %arg4 : tensor<64x784xf32>, tensor<400x784xf32>) outs(%1 : tensor<64x400xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %79 = arith.mulf %in, %in_4 : f32
      %80 = arith.addf %out, %79 : f32
      linalg.yield %80 : f32
    } -> tensor<64x400xf32>
    %58 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%16, %57 : tensor<64x400xi1>, tensor<64x400xf32>) outs(%0 : tensor<64x400xf32>) {
    ^bb0(%in: i1, %in_4: f32, %out: f32):
      %79 = arith.select %in, %in_4, %cst_3 : f32
      linalg.yield %79 : f32
    } -> tensor<64x400xf32>
    %59 = linalg.fill ins(%cst_3 : f32) outs(%40 : tensor<400x20xf32>) -> tensor<400x20xf32>
    %60 = linalg.generic {indexing_maps = [#map1, #map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%58, %13 : tensor<64x400xf32>, tensor<64x20xf32>) outs(%59 : tensor<400x20xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %79 = arith.mulf %in, %in_4 : f32
      %80 = arith.addf %out, %79 : f32
      linalg.yield %80 : f32
    } -> tensor<400x20xf32>
    %61 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel"]} ins(%60 : tensor<400x20xf32>) outs(%37 : tensor<20x400xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<20x400xf32>
    %62 = linalg.generic {indexing_maps = [#map5, #map6, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%58, %arg3 : tensor<64x400xf32>, tensor<20x400xf32>) outs(%7 : tensor<64x20xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %79 = arith.mulf %in, %in_4 : f32
      %80 = arith.addf %out, %79 : f32
      linalg.yield %80 : f32
    } -> tensor<64x20xf32>
    %63 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%62, %arg6 : tensor<64x20xf32>, tensor<64x20xf32>) outs(%6 : tensor<64x20xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %79 = arith.mulf %in, %in_4 : f32
      linalg.yield %79 : f32
    } -> tensor<64x20xf32>
    %64 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%63, %11 : tensor<64x20xf32>, tensor<64x20xf32>) outs(%6 : tensor<64x20xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %79 = arith.mulf %in, %in_4 : f32
      linalg.yield %79 : f32
    } -> tensor<64x20xf32>
    %65 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%64 : tensor<64x20xf32>) outs(%6 : tensor<64x20xf32>) {
    ^bb0(%in: f32, %out: f32):
      %79 = arith.mulf %in, %cst_2 : f32
      linalg.yield %79 : f32
    } -> tensor<64x20xf32>
    %66 = linalg.generic {indexing_maps = [#map1, #map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%65, %3 : tensor<64x20xf32>, tensor<64x400xf32>) outs(%38 : tensor<20x400xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %79 = arith.mulf %in, %in_4 : f32
      %80 = arith.addf %out, %79 : f32
      linalg.yield %80 : f32
    } -> tensor<20x400xf32>
    %67 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel"]} ins(%66 : tensor<20x400xf32>) outs(%40 : tensor<400x20xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<400x20xf32>
    %68 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%41, %67 : tensor<400x20xf32>, tensor<400x20xf32>) outs(%40 : tensor<400x20xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %79 = arith.addf %in, %in_4 : f32
      linalg.yield %79 : f32
    } -> tensor<400x20xf32>
    %69 = linalg.generic {indexing_maps = [#map5, #map6, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%65, %arg2 : tensor<64x20xf32>, tensor<400x20xf32>) outs(%1 : tensor<64x400xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %79 = arith.mulf %in, %in_4 : f32
      %80 = arith.addf %out, %79 : f32
      linalg.yield %80 : f32
    } -> tensor<64x400xf32>
    %70 = linalg.generic {indexing_maps = [#map1, #map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%62, %3 : tensor<64x20xf32>, tensor<64x400xf32>) outs(%38 : tensor<20x400xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %79 = arith.mulf %in, %in_4 : f32
      %80 = arith.addf %out, %79 : f32
      linalg.yield %80 : f32
    } -> tensor<20x400xf32>
    %71 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel"]} ins(%70 : tensor<20x400xf32>) outs(%40 : tensor<400x20xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<400x20xf32>
    %72 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%44, %71 : tensor<400x20xf32>, tensor<400x20xf32>) outs(%40 : tensor<400x20xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %79 = arith.addf %in, %in_4 : f32
      linalg.yield %79 : f32
    } -> tensor<400x20xf32>
    %73 = linalg.generic {indexing_maps = [#map5, #map6, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%62, %arg1 : tensor<64x20xf32>, tensor<400x20xf32>) outs(%1 : tensor<64x400xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %79 = arith.mulf %in, %in_4 : f32
      %80 = arith.addf %out, %79 : f32
      linalg.yield %80 : f32
    } -> tensor<64x400xf32>
    %74 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%69, %73 : tensor<64x400xf32>, tensor<64x400xf32>) outs(%0 : tensor<64x400xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %79 = arith.addf %in, %in_4 : f32
      linalg.yield %79 : f32
    } -> tensor<64x400xf32>
    %75 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%5, %74 : tensor<64x400xi1>, tensor<64x400xf32>) outs(%0 : tensor<64x400xf32>) {
    ^bb0(%in: i1, %in_4: f32, %out: f32):
      %79 = arith.select %in, %in_4, %cst_3 : f32
      linalg.yield %79 : f32
    } -> tensor<64x400xf32>
    %76 = linalg.generic {indexing_maps = [#map1, #map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%75, %arg5 : tensor<64x400xf32>, tensor<64x784xf32>) outs(%49 : tensor<400x784xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %79 = arith.mulf %in, %in_4 : f32
      %80 = arith.addf %out, %79 : f32
      linalg.yield %80 : f32
    } -> tensor<400x784xf32>
    %77 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel"]} ins(%76 : tensor<400x784xf32>) outs(%51 : tensor<784x400xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<784x400xf32>
    %78 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%52, %77 : tensor<784x400xf32>, tensor<784x400xf32>) outs(%51 : tensor<784x400xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %79 = arith.addf %in, %in_4 : f32
      linalg.yield %79 : f32
    } -> tensor<784x400xf32>
    return %78, %72, %68, %61, %56 : tensor<784x400xf32>, tensor<400x20xf32>, tensor<400x20xf32>, tensor<20x400xf32>, tensor<400x784xf32>
  }
  func.func private @relu(%arg0: tensor<64x400xf32>) -> tensor<64x400xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<64x400xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<64x400xf32>) outs(%0 : tensor<64x400xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = arith.maximumf %in, %cst : f32
      linalg.yield %2 : f32
    } -> tensor<64x400xf32>
    return %1 : tensor<64x400xf32>
  }
}

