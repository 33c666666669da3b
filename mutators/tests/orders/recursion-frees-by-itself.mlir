// The functions free their buffers, and @f1 returns its argument. It calls itself, so it returns a copy
// of it by convention, which its callers have to free.
func.func private @f1(%arg: memref<2xi32>, %n: i32) -> (memref<2xi32>, memref<2xi32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %last = arith.cmpi sle, %n, %c0 : i32
  %r = scf.if %last -> memref<2xi32> {
    %a = memref.alloc() : memref<2xi32>
    linalg.fill ins(%n : i32) outs(%a : memref<2xi32>)
    scf.yield %a : memref<2xi32>
  } else {
    %m = arith.subi %n, %c1 : i32
    %x = memref.alloc() : memref<2xi32>
    linalg.fill ins(%m : i32) outs(%x : memref<2xi32>)
    %0:2 = func.call @f1(%x, %m) : (memref<2xi32>, i32) -> (memref<2xi32>, memref<2xi32>)
    memref.dealloc %x : memref<2xi32>
    scf.yield %0#1 : memref<2xi32>
  }
  return %arg, %r : memref<2xi32>, memref<2xi32>
}
func.func @main() -> i32 {
  %i = arith.constant 2 : i32
  %c0 = arith.constant 0 : index
  %x = memref.alloc() : memref<2xi32>
  linalg.fill ins(%i : i32) outs(%x : memref<2xi32>)
  %0:2 = call @f1(%x, %i) : (memref<2xi32>, i32) -> (memref<2xi32>, memref<2xi32>)
  %1 = memref.load %0#0[%c0] : memref<2xi32>
  memref.dealloc %x : memref<2xi32>
  %2 = memref.load %0#1[%c0] : memref<2xi32>
  memref.dealloc %0#1 : memref<2xi32>
  %3 = arith.addi %1, %2 : i32
  return %3 : i32
}
