// A nest of foralls over several dimensions with lower bounds and steps other than 0 and 1.
func.func @main() -> i32 {
  %zero = arith.constant 0 : i32
  %three = arith.constant 3 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %out = memref.alloc() : memref<4x6x8xi32>
  %init = arith.constant 5 : i32
  scf.for %i = %c0 to %c4 step %c1 {
    %c6 = arith.constant 6 : index
    scf.for %j = %c0 to %c6 step %c1 {
      scf.for %k = %c0 to %c8 step %c1 {
        memref.store %init, %out[%i, %j, %k] : memref<4x6x8xi32>
      }
    }
  }
  scf.forall (%i, %j) = (1, 0) to (4, 6) step (2, 3) {
    %t = memref.alloc() : memref<8xi32>
    %ij = arith.muli %i, %c8 : index
    %ijk = arith.addi %ij, %j : index
    %n = arith.index_cast %ijk : index to i32
    func.call @fill(%t, %n) : (memref<8xi32>, i32) -> ()
    scf.forall (%k) in (8) {
      %x = memref.load %t[%k] : memref<8xi32>
      memref.store %x, %out[%i, %j, %k] : memref<4x6x8xi32>
    }
  }
  %sum = scf.for %i = %c0 to %c4 step %c1 iter_args(%a0 = %zero) -> (i32) {
    %c6 = arith.constant 6 : index
    %s0 = scf.for %j = %c0 to %c6 step %c1 iter_args(%a1 = %a0) -> (i32) {
      %s1 = scf.for %k = %c0 to %c8 step %c1 iter_args(%a2 = %a1) -> (i32) {
        %x = memref.load %out[%i, %j, %k] : memref<4x6x8xi32>
        %y = arith.muli %a2, %three : i32
        %z = arith.addi %x, %y : i32
        scf.yield %z : i32
      }
      scf.yield %s1 : i32
    }
    scf.yield %s0 : i32
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
