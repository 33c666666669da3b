// A long-lived small buffer between short-lived large ones, so that holes must be found or stretched.
func.func @main() -> i32 {
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %three = arith.constant 3 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %first = memref.alloc() : memref<16x8xi32>
  %r0 = memref.subview %first[15, 0] [1, 8] [1, 1] : memref<16x8xi32> to memref<8xi32, strided<[1], offset: 120>>
  %p0 = memref.cast %r0 : memref<8xi32, strided<[1], offset: 120>> to memref<8xi32, strided<[?], offset: ?>>
  memref.store %two, %p0[%c1] : memref<8xi32, strided<[?], offset: ?>>
  %small = memref.alloc() : memref<8xi32>
  func.call @fill(%small, %one) : (memref<8xi32>, i32) -> ()
  %x0 = memref.load %p0[%c1] : memref<8xi32, strided<[?], offset: ?>>
  %second = memref.alloc() : memref<32x8xi32>
  %c31 = arith.constant 31 : index
  memref.store %x0, %second[%c31, %c3] : memref<32x8xi32>
  memref.store %x0, %second[%c0, %c0] : memref<32x8xi32>
  %small2 = memref.alloc() : memref<8xi32>
  func.call @fill(%small2, %three) : (memref<8xi32>, i32) -> ()
  %x1 = memref.load %second[%c31, %c3] : memref<32x8xi32>
  %x2 = memref.load %second[%c0, %c0] : memref<32x8xi32>
  %s1 = arith.addi %x1, %x2 : i32
  %third = memref.alloc() : memref<64x8xi32>
  %c63 = arith.constant 63 : index
  memref.store %s1, %third[%c63, %c4] : memref<64x8xi32>
  memref.store %s1, %third[%c0, %c4] : memref<64x8xi32>
  %s2 = func.call @fold(%small, %s1) : (memref<8xi32>, i32) -> i32
  %s3 = func.call @fold(%small2, %s2) : (memref<8xi32>, i32) -> i32
  %x3 = memref.load %third[%c63, %c4] : memref<64x8xi32>
  %x4 = memref.load %third[%c0, %c4] : memref<64x8xi32>
  %s4 = arith.xori %s3, %x3 : i32
  %s5 = arith.muli %s4, %three : i32
  %s6 = arith.addi %s5, %x4 : i32
  return %s6 : i32
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
