// A private function that calls itself follows the convention: it returns a copy of its argument, and
// what the caller writes to the result does not reach the argument.
func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %k2 = arith.constant 2 : i32
  %k7 = arith.constant 7 : i32
  %k9 = arith.constant 9 : i32
  %a = memref.alloc() : memref<4xi32>
  linalg.fill ins(%k7 : i32) outs(%a : memref<4xi32>)
  %b = func.call @same(%k2, %a) : (i32, memref<4xi32>) -> memref<4xi32>
  memref.store %k9, %b[%c0] : memref<4xi32>
  %r = memref.load %a[%c0] : memref<4xi32>
  return %r : i32
}
func.func private @same(%depth: i32, %p: memref<4xi32>) -> memref<4xi32> {
  %c1 = arith.constant 1 : index
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %is_inner = arith.cmpi sgt, %depth, %k0 : i32
  scf.if %is_inner {
    %less = arith.subi %depth, %k1 : i32
    %inner = func.call @same(%less, %p) : (i32, memref<4xi32>) -> memref<4xi32>
    memref.store %depth, %inner[%c1] : memref<4xi32>
  }
  return %p : memref<4xi32>
}
