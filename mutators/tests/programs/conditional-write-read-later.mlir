// %kept is written in the first iteration only and read in the last one only.
func.func @main() -> i32 {
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %kept = memref.alloc() : memref<8xi32>
  %sum = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %one) -> (i32) {
    %first = arith.cmpi eq, %i, %c0 : index
    scf.if %first {
      func.call @fill(%kept, %acc) : (memref<8xi32>, i32) -> ()
    }
    %t = memref.alloc() : memref<8xi32>
    func.call @fill(%t, %acc) : (memref<8xi32>, i32) -> ()
    %s1 = func.call @fold(%t, %acc) : (memref<8xi32>, i32) -> i32
    %last = arith.cmpi eq, %i, %c3 : index
    %s2 = scf.if %last -> (i32) {
      %s3 = func.call @fold(%kept, %s1) : (memref<8xi32>, i32) -> i32
      scf.yield %s3 : i32
    } else {
      scf.yield %s1 : i32
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
