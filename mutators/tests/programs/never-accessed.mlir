// Two buffers that nothing reads or writes, one of them viewed and both freed, beside two that matter.
func.func @main() -> i32 {
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %a = memref.alloc() : memref<8xi32>
  %dead = memref.alloc() : memref<8xi32>
  %dead_view = memref.cast %dead : memref<8xi32> to memref<?xi32>
  func.call @fill(%a, %two) : (memref<8xi32>, i32) -> ()
  %unused = memref.alloc() : memref<100xi64>
  %s1 = func.call @fold(%a, %one) : (memref<8xi32>, i32) -> i32
  memref.dealloc %unused : memref<100xi64>
  %b = memref.alloc() : memref<8xi32>
  func.call @fill(%b, %s1) : (memref<8xi32>, i32) -> ()
  %s3 = func.call @fold(%b, %s1) : (memref<8xi32>, i32) -> i32
  %s2 = func.call @fold(%a, %s3) : (memref<8xi32>, i32) -> i32
  memref.dealloc %dead : memref<8xi32>
  return %s2 : i32
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
