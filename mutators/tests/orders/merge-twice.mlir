// Merged and freed, and then merged again: the deallocation of the first merged allocation went, and
// nothing freed the second one.
func.func @main() -> i32 {
  %v = arith.constant 7 : i32
  %i = arith.constant 2 : index
  %r = func.call @f(%v, %i) : (i32, index) -> i32
  return %r : i32
}
func.func @f(%v: i32, %i: index) -> i32 {
  %a = memref.alloc() : memref<4xi32>
  memref.store %v, %a[%i] : memref<4xi32>
  %x = memref.load %a[%i] : memref<4xi32>
  %b = memref.alloc() : memref<4xi32>
  memref.store %x, %b[%i] : memref<4xi32>
  %y = memref.load %b[%i] : memref<4xi32>
  return %y : i32
}
