// A call returns one buffer under two names. The one that is needed no longer was forgotten when a loop
// over the other one ended, and both names freed it.
func.func @main() -> i32 {
  %k = arith.constant 6 : i32
  %r = func.call @f(%k) : (i32) -> i32
  return %r : i32
}
func.func private @g(%c: i32) -> (memref<4xi32>, memref<4xi32>) {
  %n = memref.alloc() : memref<4xi32>
  linalg.fill ins(%c : i32) outs(%n : memref<4xi32>)
  return %n, %n : memref<4xi32>, memref<4xi32>
}
func.func @f(%seed: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r21, %r22 = func.call @g(%seed) : (i32) -> (memref<4xi32>, memref<4xi32>)
  %m31 = memref.alloc() : memref<4xi32>
  linalg.fill ins(%seed : i32) outs(%m31 : memref<4xi32>)
  %q40, %r33, %r34 = scf.while (%q39 = %c0, %a35 = %m31, %a36 = %r22) : (index, memref<4xi32>, memref<4xi32>) -> (index, memref<4xi32>, memref<4xi32>) {
    %more = arith.cmpi ult, %q39, %c1 : index
    scf.condition(%more) %q39, %a36, %m31 : index, memref<4xi32>, memref<4xi32>
  } do {
  ^bb0(%q41: index, %a37: memref<4xi32>, %a38: memref<4xi32>):
    %q76 = arith.addi %q41, %c1 : index
    scf.yield %q76, %a37, %a38 : index, memref<4xi32>, memref<4xi32>
  }
  %x = memref.load %r33[%c1] : memref<4xi32>
  return %x : i32
}
