// The same with a loop that counts: a buffer is freed right after its last use.
memref.global "private" @g : memref<1024xi32> = dense<7>
func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %k = arith.constant 7 : i32
  %a = memref.get_global @g : memref<1024xi32>
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%p = %a) -> (memref<1024xi32>) {
    %x = memref.load %p[%c1] : memref<1024xi32>
    %x1 = arith.addi %x, %k : i32
    %b = memref.alloc() : memref<1024xi32>
    linalg.fill ins(%x1 : i32) outs(%b : memref<1024xi32>)
    %y = memref.load %b[%c3] : memref<1024xi32>
    %n = memref.alloc() : memref<1024xi32>
    linalg.fill ins(%y : i32) outs(%n : memref<1024xi32>)
    scf.yield %n : memref<1024xi32>
  }
  %z = memref.load %r[%c1] : memref<1024xi32>
  return %z : i32
}
