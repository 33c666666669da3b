// Each iteration of the outer forall fills a buffer that an inner forall reads.
func.func @main() -> i32 {
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %three = arith.constant 3 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %out = memref.alloc() : memref<3x8xi32>
  scf.forall (%i) in (3) {
    %t = memref.alloc() : memref<8xi32>
    %n = arith.index_cast %i : index to i32
    func.call @fill(%t, %n) : (memref<8xi32>, i32) -> ()
    %u = memref.alloc() : memref<8xi32>
    func.call @fill(%u, %two) : (memref<8xi32>, i32) -> ()
    scf.forall (%j) in (8) {
      %x = memref.load %t[%j] : memref<8xi32>
      %y = memref.load %u[%j] : memref<8xi32>
      %z = arith.muli %x, %y : i32
      memref.store %z, %out[%i, %j] : memref<3x8xi32>
    }
  }
  %other = memref.alloc() : memref<8xi32>
  func.call @fill(%other, %three) : (memref<8xi32>, i32) -> ()
  %s0 = func.call @fold(%other, %one) : (memref<8xi32>, i32) -> i32
  %sum = scf.for %i = %c0 to %c3 step %c1 iter_args(%a0 = %s0) -> (i32) {
    %s1 = scf.for %j = %c0 to %c8 step %c1 iter_args(%a1 = %a0) -> (i32) {
      %x = memref.load %out[%i, %j] : memref<3x8xi32>
      %y = arith.muli %a1, %three : i32
      %z = arith.addi %x, %y : i32
      scf.yield %z : i32
    }
    scf.yield %s1 : i32
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
