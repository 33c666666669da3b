// A loop carries merged buffers first and new ones afterwards: refused for `view-address`.
func.func @main() -> i32 {
  %t = arith.constant true
  %f = arith.constant false
  %v = arith.constant 9 : i32
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %a = func.call @f(%c0, %t, %v) : (index, i1, i32) -> i32
  %b = func.call @f(%c3, %f, %v) : (index, i1, i32) -> i32
  %s = arith.addi %a, %b : i32
  return %s : i32
}
func.func @f(%n: index, %c: i1, %v: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %acc = memref.alloc() : memref<4xi32>
  memref.store %v, %acc[%c0] : memref<4xi32>
  %m25 = memref.alloc() : memref<4xi32>
  memref.store %v, %m25[%c0] : memref<4xi32>
  %m78 = memref.alloc() : memref<4xi32>
  memref.store %v, %m78[%c0] : memref<4xi32>
  %f:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a80 = %m78, %a81 = %m25) -> (memref<4xi32>, memref<4xi32>) {
    %m89 = memref.alloc() : memref<4xi32>
    memref.store %v, %m89[%c0] : memref<4xi32>
    %s91 = arith.select %c, %m89, %a81 : memref<4xi32>
    scf.yield %m89, %s91 : memref<4xi32>, memref<4xi32>
  }
  %x = memref.load %f#0[%c0] : memref<4xi32>
  %y = memref.load %acc[%c0] : memref<4xi32>
  %z = arith.addi %x, %y : i32
  return %z : i32
}
