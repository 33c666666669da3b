// Logits, softmax loss and both gradients: 256 tokens x 128 x 4096.
func.func @loss(%x: memref<256x128xf32>, %w: memref<128x4096xf32>) -> (memref<256xf32>, memref<256x128xf32>, memref<128x4096xf32>) {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %a = memref.alloc() : memref<256x4096xf32>
  linalg.fill ins(%zero : f32) outs(%a : memref<256x4096xf32>)
  linalg.matmul ins(%x, %w : memref<256x128xf32>, memref<128x4096xf32>) outs(%a : memref<256x4096xf32>)
  %m = memref.alloc() : memref<256xf32>
  linalg.fill ins(%low : f32) outs(%m : memref<256xf32>)
  linalg.reduce { arith.maximumf } ins(%a : memref<256x4096xf32>) outs(%m : memref<256xf32>) dimensions = [1]
  %e = memref.alloc() : memref<256x4096xf32>
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a, %m : memref<256x4096xf32>, memref<256xf32>) outs(%e : memref<256x4096xf32>) {
  ^bb0(%in: f32, %s: f32, %o: f32):
    %d = arith.subf %in, %s : f32
    %r = math.exp %d : f32
    linalg.yield %r : f32
  }
  %s = memref.alloc() : memref<256xf32>
  linalg.fill ins(%zero : f32) outs(%s : memref<256xf32>)
  linalg.reduce { arith.addf } ins(%e : memref<256x4096xf32>) outs(%s : memref<256xf32>) dimensions = [1]
  %p = memref.alloc() : memref<256x4096xf32>
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%e, %s : memref<256x4096xf32>, memref<256xf32>) outs(%p : memref<256x4096xf32>) {
  ^bb0(%in: f32, %t: f32, %o: f32):
    %r = arith.divf %in, %t : f32
    linalg.yield %r : f32
  }
  %l = memref.alloc() : memref<256xf32>
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%s, %m : memref<256xf32>, memref<256xf32>) outs(%l : memref<256xf32>) {
  ^bb0(%in: f32, %t: f32, %o: f32):
    %r = math.log %in : f32
    %q = arith.addf %r, %t : f32
    linalg.yield %q : f32
  }
  %dx = memref.alloc() : memref<256x128xf32>
  linalg.fill ins(%zero : f32) outs(%dx : memref<256x128xf32>)
  linalg.generic {indexing_maps = [affine_map<(i, k, j) -> (i, j)>, affine_map<(i, k, j) -> (k, j)>, affine_map<(i, k, j) -> (i, k)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%p, %w : memref<256x4096xf32>, memref<128x4096xf32>) outs(%dx : memref<256x128xf32>) {
  ^bb0(%in: f32, %t: f32, %o: f32):
    %r = arith.mulf %in, %t : f32
    %q = arith.addf %o, %r : f32
    linalg.yield %q : f32
  }
  %dw = memref.alloc() : memref<128x4096xf32>
  linalg.fill ins(%zero : f32) outs(%dw : memref<128x4096xf32>)
  linalg.generic {indexing_maps = [affine_map<(k, j, i) -> (i, k)>, affine_map<(k, j, i) -> (i, j)>, affine_map<(k, j, i) -> (k, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %p : memref<256x128xf32>, memref<256x4096xf32>) outs(%dw : memref<128x4096xf32>) {
  ^bb0(%in: f32, %t: f32, %o: f32):
    %r = arith.mulf %in, %t : f32
    %q = arith.addf %o, %r : f32
    linalg.yield %q : f32
  }
  return %l, %dx, %dw : memref<256xf32>, memref<256x128xf32>, memref<128x4096xf32>
}
