// The arguments of a block rotate: two merged buffers at first, then one that each round makes.
func.func @main() -> i32 {
  %m = memref.alloca() : memref<i32>
  %n = arith.constant 4 : i32
  memref.store %n, %m[] : memref<i32>
  func.call @f(%n, %m) : (i32, memref<i32>) -> ()
  %r = memref.load %m[] : memref<i32>
  return %r : i32
}
func.func @f(%n: i32, %m: memref<i32>) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %z = arith.constant 0 : i32
  %a = memref.alloc() : memref<16xi32>
  %b = memref.alloc() : memref<16xi32>
  linalg.fill ins(%one : i32) outs(%b : memref<16xi32>)
  cf.br ^head(%a, %b, %n : memref<16xi32>, memref<16xi32>, i32)
^head(%x: memref<16xi32>, %y: memref<16xi32>, %i: i32):
  memref.store %i, %x[%c0] : memref<16xi32>
  %old = memref.load %y[%c0] : memref<16xi32>
  memref.store %old, %m[] : memref<i32>
  %w = memref.alloc() : memref<16xi32>
  memref.store %i, %w[%c0] : memref<16xi32>
  %j = arith.subi %i, %one : i32
  %c = arith.cmpi sgt, %j, %z : i32
  cf.cond_br %c, ^head(%y, %w, %j : memref<16xi32>, memref<16xi32>, i32), ^end
^end:
  return
}
