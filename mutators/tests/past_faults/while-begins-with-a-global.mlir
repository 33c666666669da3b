// The loop begins with memory that it does not own, and holds one buffer at a time.
memref.global "private" @g : memref<1024xi32> = dense<7>
func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %k = arith.constant 7 : i32
  %a = memref.get_global @g : memref<1024xi32>
  %r:2 = scf.while (%p = %a, %i = %c0) : (memref<1024xi32>, index) -> (memref<1024xi32>, index) {
    %x = memref.load %p[%c1] : memref<1024xi32>
    %b = memref.alloc() : memref<1024xi32>
    linalg.fill ins(%x : i32) outs(%b : memref<1024xi32>)
    %c = arith.cmpi ult, %i, %c3 : index
    scf.condition(%c) %b, %i : memref<1024xi32>, index
  } do {
  ^bb0(%q: memref<1024xi32>, %i: index):
    %y = memref.load %q[%c1] : memref<1024xi32>
    %y1 = arith.addi %y, %k : i32
    %n = memref.alloc() : memref<1024xi32>
    linalg.fill ins(%y1 : i32) outs(%n : memref<1024xi32>)
    %j = arith.addi %i, %c1 : index
    scf.yield %n, %j : memref<1024xi32>, index
  }
  %z = memref.load %r#0[%c1] : memref<1024xi32>
  return %z : i32
}
