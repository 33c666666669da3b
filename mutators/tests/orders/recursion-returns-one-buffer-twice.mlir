// @twice returns one buffer as both results, which its call of itself has to take into account.
func.func private @twice(%n: i32) -> (memref<2xi32>, memref<2xi32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %i0 = arith.constant 0 : index
  %own = memref.alloc() : memref<2xi32>
  linalg.fill ins(%n : i32) outs(%own : memref<2xi32>)
  %more = arith.cmpi sgt, %n, %c0 : i32
  scf.if %more {
    %m = arith.subi %n, %c1 : i32
    %0:2 = func.call @twice(%m) : (i32) -> (memref<2xi32>, memref<2xi32>)
    %x = memref.load %0#1[%i0] : memref<2xi32>
    memref.store %x, %own[%i0] : memref<2xi32>
    memref.dealloc %0#0 : memref<2xi32>
  }
  return %own, %own : memref<2xi32>, memref<2xi32>
}
func.func @main() -> i32 {
  %i = arith.constant 2 : i32
  %i0 = arith.constant 0 : index
  %0:2 = call @twice(%i) : (i32) -> (memref<2xi32>, memref<2xi32>)
  %x = memref.load %0#1[%i0] : memref<2xi32>
  memref.dealloc %0#0 : memref<2xi32>
  return %x : i32
}
