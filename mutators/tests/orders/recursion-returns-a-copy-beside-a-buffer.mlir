// @f0 returns a new buffer and a copy of its argument. It frees the first result of the call of itself; the
// second is another buffer, and has to be freed, too.
func.func private @f0(%n: i32, %arg1: memref<?xi32>, %arg2: memref<?xi32>) -> (memref<?xi32>, memref<?xi32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : index
  %more = arith.cmpi sgt, %n, %c0 : i32
  %12:2 = scf.if %more -> (memref<?xi32>, memref<?xi32>) {
    %m = arith.subi %n, %c1 : i32
    %104:2 = func.call @f0(%m, %arg1, %arg2) : (i32, memref<?xi32>, memref<?xi32>) -> (memref<?xi32>, memref<?xi32>)
    %105 = bufferization.clone %104#1 : memref<?xi32> to memref<?xi32>
    scf.yield %104#0, %105 : memref<?xi32>, memref<?xi32>
  } else {
    %a = memref.alloc(%c2) : memref<?xi32>
    %b = memref.alloc(%c2) : memref<?xi32>
    scf.yield %a, %b : memref<?xi32>, memref<?xi32>
  }
  memref.dealloc %12#0 : memref<?xi32>
  memref.dealloc %12#1 : memref<?xi32>
  %r = memref.alloc(%c2) : memref<?xi32>
  return %r, %arg2 : memref<?xi32>, memref<?xi32>
}
func.func @main() -> i32 {
  %i = arith.constant 2 : i32
  %c2 = arith.constant 2 : index
  %x = memref.alloc(%c2) : memref<?xi32>
  %y = memref.alloc(%c2) : memref<?xi32>
  %0:2 = call @f0(%i, %x, %y) : (i32, memref<?xi32>, memref<?xi32>) -> (memref<?xi32>, memref<?xi32>)
  memref.dealloc %0#0 : memref<?xi32>
  memref.dealloc %x : memref<?xi32>
  memref.dealloc %y : memref<?xi32>
  return %i : i32
}
