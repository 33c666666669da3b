// A buffer in column-major order between two ordinary ones. The real MLIR lowers no such allocation, so
// the result to expect is that of a row-major one.
// twin: without `, strided<[1, 4]>`
func.func @main() -> i32 {
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %three = arith.constant 3 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %before = memref.alloc() : memref<8xi32>
  func.call @fill(%before, %two) : (memref<8xi32>, i32) -> ()
  %s0 = func.call @fold(%before, %one) : (memref<8xi32>, i32) -> i32
  %a = memref.alloc() : memref<4x8xi32, strided<[1, 4]>>
  %after = memref.alloc() : memref<8xi32>
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      %p = arith.muli %i, %c8 : index
      %q = arith.addi %p, %j : index
      %n = arith.index_cast %q : index to i32
      memref.store %n, %a[%i, %j] : memref<4x8xi32, strided<[1, 4]>>
    }
  }
  func.call @fill(%after, %three) : (memref<8xi32>, i32) -> ()
  %sum = scf.for %i = %c0 to %c4 step %c1 iter_args(%a0 = %s0) -> (i32) {
    %s1 = scf.for %j = %c0 to %c8 step %c1 iter_args(%a1 = %a0) -> (i32) {
      %x = memref.load %a[%i, %j] : memref<4x8xi32, strided<[1, 4]>>
      %y = arith.muli %a1, %three : i32
      %z = arith.addi %x, %y : i32
      scf.yield %z : i32
    }
    scf.yield %s1 : i32
  }
  %last = func.call @fold(%after, %sum) : (memref<8xi32>, i32) -> i32
  return %last : i32
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
