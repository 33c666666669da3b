// A public function that would return its argument returns a copy of it: what the caller writes to the
// argument afterwards does not reach the result.
func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %k7 = arith.constant 7 : i32
  %k9 = arith.constant 9 : i32
  %a = memref.alloc() : memref<4xi32>
  linalg.fill ins(%k7 : i32) outs(%a : memref<4xi32>)
  %b = func.call @same(%a) : (memref<4xi32>) -> memref<4xi32>
  memref.store %k9, %a[%c0] : memref<4xi32>
  %r = memref.load %b[%c0] : memref<4xi32>
  return %r : i32
}
func.func @same(%p: memref<4xi32>) -> memref<4xi32> {
  return %p : memref<4xi32>
}
