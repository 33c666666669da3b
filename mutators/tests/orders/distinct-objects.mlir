// The operands of `memref.distinct_objects` must not become views of one allocation.
func.func @main() -> i32 {
  %v = arith.constant 7 : i32
  %i = arith.constant 2 : index
  %r = func.call @f(%v, %i) : (i32, index) -> i32
  return %r : i32
}
func.func @f(%v: i32, %i: index) -> i32 {
  %a = memref.alloc() : memref<4xi32>
  %b = memref.alloc() : memref<4xi32>
  %d:2 = memref.distinct_objects %a, %b : memref<4xi32>, memref<4xi32>
  memref.store %v, %d#0[%i] : memref<4xi32>
  memref.store %v, %d#1[%i] : memref<4xi32>
  %x = memref.load %d#0[%i] : memref<4xi32>
  %w = memref.load %d#1[%i] : memref<4xi32>
  %s = arith.addi %x, %w : i32
  return %s : i32
}
