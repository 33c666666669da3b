// Matrices that linalg fills, multiplies, adds up and copies.
func.func @main() -> i32 {
  %zero = arith.constant 0 : i32
  %three = arith.constant 3 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %x = memref.alloc() : memref<4x4xf32>
  %y = memref.alloc() : memref<4x4xf32>
  %z = memref.alloc() : memref<4x4xf32>
  %half = arith.constant 0.5 : f32
  %f3 = arith.constant 3.0 : f32
  %f0 = arith.constant 0.0 : f32
  linalg.fill ins(%half : f32) outs(%x : memref<4x4xf32>)
  linalg.fill ins(%f3 : f32) outs(%y : memref<4x4xf32>)
  memref.store %f3, %x[%c1, %c2] : memref<4x4xf32>
  memref.store %half, %y[%c3, %c1] : memref<4x4xf32>
  linalg.fill ins(%f0 : f32) outs(%z : memref<4x4xf32>)
  linalg.matmul ins(%x, %y : memref<4x4xf32>, memref<4x4xf32>) outs(%z : memref<4x4xf32>)
  %w = memref.alloc() : memref<4x4xf32>
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%z, %x : memref<4x4xf32>, memref<4x4xf32>) outs(%w : memref<4x4xf32>) {
  ^bb0(%p: f32, %q: f32, %r: f32):
    %t = arith.addf %p, %q : f32
    linalg.yield %t : f32
  }
  %v = memref.alloc() : memref<4x4xf32>
  memref.copy %w, %v : memref<4x4xf32> to memref<4x4xf32>
  %u = memref.alloc() : memref<4x4xf32>
  linalg.fill ins(%f0 : f32) outs(%u : memref<4x4xf32>)
  linalg.matmul ins(%v, %z : memref<4x4xf32>, memref<4x4xf32>) outs(%u : memref<4x4xf32>)
  %sum = scf.for %i = %c0 to %c4 step %c1 iter_args(%a0 = %zero) -> (i32) {
    %s1 = scf.for %j = %c0 to %c4 step %c1 iter_args(%a1 = %a0) -> (i32) {
      %e = memref.load %u[%i, %j] : memref<4x4xf32>
      %four = arith.constant 4.0 : f32
      %scaled = arith.mulf %e, %four : f32
      %n = arith.fptosi %scaled : f32 to i32
      %m = arith.muli %a1, %three : i32
      %o = arith.addi %n, %m : i32
      scf.yield %o : i32
    }
    scf.yield %s1 : i32
  }
  return %sum : i32
}
