// All accesses to %a and %b stand in inner loops, both buffers are defined outside of the outer one:
// whoever extends their lifetimes over the innermost loop only lets them share, and the second
// iteration of the outer loop reads what %b left.
func.func @main() -> i32 {
  %zero = arith.constant 0 : i32
  %three = arith.constant 3 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %a = memref.alloc() : memref<8xi32>
  %b = memref.alloc() : memref<8xi32>
  func.call @fill(%a, %three) : (memref<8xi32>, i32) -> ()
  %sum = scf.for %i = %c0 to %c3 step %c1 iter_args(%acc = %zero) -> (i32) {
    %s1 = scf.for %j = %c0 to %c8 step %c1 iter_args(%in = %acc) -> (i32) {
      %x = memref.load %a[%j] : memref<8xi32>
      %y = arith.muli %in, %three : i32
      %z = arith.addi %x, %y : i32
      scf.yield %z : i32
    }
    scf.for %j = %c0 to %c8 step %c1 {
      %n = arith.index_cast %j : index to i32
      %x = arith.addi %n, %s1 : i32
      memref.store %x, %b[%j] : memref<8xi32>
    }
    %s2 = scf.for %j = %c0 to %c8 step %c1 iter_args(%in = %s1) -> (i32) {
      %x = memref.load %b[%j] : memref<8xi32>
      %y = arith.muli %in, %three : i32
      %z = arith.xori %x, %y : i32
      scf.yield %z : i32
    }
    scf.yield %s2 : i32
  }
  return %sum : i32
}

// Fills a buffer with values that differ from element to element and from seed to seed.
func.func private @fill(%buffer: memref<8xi32>, %seed: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %k = arith.constant 31 : i32
  scf.for %i = %c0 to %c8 step %c1 {
    %n = arith.index_cast %i : index to i32
    %scaled = arith.muli %seed, %k : i32
    %value = arith.addi %scaled, %n : i32
    memref.store %value, %buffer[%i] : memref<8xi32>
  }
  return
}

// Folds a buffer into a checksum, so that order counts.
func.func private @fold(%buffer: memref<8xi32>, %init: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %k = arith.constant 33 : i32
  %sum = scf.for %i = %c0 to %c8 step %c1 iter_args(%acc = %init) -> (i32) {
    %value = memref.load %buffer[%i] : memref<8xi32>
    %shifted = arith.muli %acc, %k : i32
    %next = arith.xori %shifted, %value : i32
    scf.yield %next : i32
  }
  return %sum : i32
}
