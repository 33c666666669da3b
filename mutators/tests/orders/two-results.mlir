// A private function gets a merged buffer, and returns one buffer of its own twice.
func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %z = arith.constant 1 : i32
  %a = memref.alloc() : memref<8xi32>
  %b = memref.alloc() : memref<8xi32>
  linalg.fill ins(%z : i32) outs(%a : memref<8xi32>)
  linalg.fill ins(%z : i32) outs(%b : memref<8xi32>)
  %r:2 = func.call @two(%b) : (memref<8xi32>) -> (memref<8xi32>, memref<8xi32>)
  %v = memref.load %r#0[%c0] : memref<8xi32>
  %w = memref.load %r#1[%c0] : memref<8xi32>
  %q = memref.load %a[%c0] : memref<8xi32>
  %s = arith.addi %v, %w : i32
  %t = arith.addi %s, %q : i32
  return %t : i32
}
func.func private @two(%p: memref<8xi32>) -> (memref<8xi32>, memref<8xi32>) {
  %n = memref.alloc() : memref<8xi32>
  memref.copy %p, %n : memref<8xi32> to memref<8xi32>
  return %n, %n : memref<8xi32>, memref<8xi32>
}
