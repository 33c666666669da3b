// Without iterations, the loop holds nothing.
memref.global "private" @g : memref<1024xi32> = dense<7>
func.func @f(%n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %g = memref.get_global @g : memref<1024xi32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%p = %g) -> (memref<1024xi32>) {
    %x = memref.load %p[%c1] : memref<1024xi32>
    %y = arith.addi %x, %x : i32
    %b = memref.alloc() : memref<1024xi32>
    linalg.fill ins(%y : i32) outs(%b : memref<1024xi32>)
    scf.yield %b : memref<1024xi32>
  }
  %z = memref.load %r[%c1] : memref<1024xi32>
  return %z : i32
}
func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %r = func.call @f(%c0) : (index) -> i32
  return %r : i32
}
