// A loop keeps the better of what it has and what it makes: a merged buffer at first.
func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %k = arith.constant 40 : i32
  %seven = arith.constant 7 : i32
  %mask = arith.constant 3 : i32
  %first = memref.alloc() : memref<4xi32>
  linalg.fill ins(%seven : i32) outs(%first : memref<4xi32>)
  %scratch = memref.alloc() : memref<4xi32>
  linalg.fill ins(%k : i32) outs(%scratch : memref<4xi32>)
  %best = scf.for %i = %c0 to %c5 step %c1 iter_args(%b = %first) -> (memref<4xi32>) {
    %new = memref.alloc() : memref<4xi32>
    %n = arith.index_cast %i : index to i32
    %m = arith.muli %n, %seven : i32
    %v = arith.andi %m, %mask : i32
    linalg.fill ins(%v : i32) outs(%new : memref<4xi32>)
    %x = memref.load %b[%c1] : memref<4xi32>
    %y = memref.load %new[%c1] : memref<4xi32>
    %c = arith.cmpi slt, %y, %x : i32
    %s = arith.select %c, %new, %b : memref<4xi32>
    scf.yield %s : memref<4xi32>
  }
  %r = memref.load %best[%c1] : memref<4xi32>
  %q = memref.load %scratch[%c1] : memref<4xi32>
  %sum = arith.addi %r, %q : i32
  return %sum : i32
}
