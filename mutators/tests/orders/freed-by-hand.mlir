// The program frees both buffers, and a loop may return either: one was merged, and its merged
// allocation counted as freed by the program.
func.func @main() -> i32 {
  %v = arith.constant 7 : i32
  %c3 = arith.constant 3 : index
  %r = func.call @f(%c3, %v) : (index, i32) -> i32
  return %r : i32
}
func.func @f(%n: index, %v: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %u = memref.alloc() : memref<12xi32>
  memref.store %v, %u[%c0] : memref<12xi32>
  %a = memref.alloc() : memref<12xi32>
  memref.store %v, %a[%c0] : memref<12xi32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%p = %a) -> memref<12xi32> {
    memref.store %v, %p[%c1] : memref<12xi32>
    scf.yield %u : memref<12xi32>
  }
  %x = memref.load %r[%c0] : memref<12xi32>
  memref.dealloc %a : memref<12xi32>
  memref.dealloc %u : memref<12xi32>
  return %x : i32
}
