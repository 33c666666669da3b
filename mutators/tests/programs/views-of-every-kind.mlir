// expand_shape, collapse_shape, transpose, cast and reinterpret_cast of buffers that then share memory.
func.func @main() -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %three = arith.constant 3 : i32
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %a = memref.alloc() : memref<2x4xi32>
  %flat = memref.collapse_shape %a [[0, 1]] : memref<2x4xi32> into memref<8xi32>
  func.call @fill(%flat, %one) : (memref<8xi32>, i32) -> ()
  %b = memref.alloc() : memref<8xi32>
  func.call @fill(%b, %two) : (memref<8xi32>, i32) -> ()
  %square = memref.expand_shape %b [[0, 1]] output_shape [2, 4] : memref<8xi32> into memref<2x4xi32>
  %turned = memref.transpose %a (d0, d1) -> (d1, d0) : memref<2x4xi32> to memref<4x2xi32, strided<[1, 4]>>
  %c = memref.alloc() : memref<8xi32>
  func.call @fill(%c, %three) : (memref<8xi32>, i32) -> ()
  %loose = memref.cast %c : memref<8xi32> to memref<?xi32>
  %part = memref.reinterpret_cast %c to offset: [2], sizes: [4], strides: [1] : memref<8xi32> to memref<4xi32, strided<[1], offset: 2>>
  %d = memref.alloc() : memref<8xi32>
  func.call @fill(%d, %zero) : (memref<8xi32>, i32) -> ()
  %s0 = func.call @fold(%d, %one) : (memref<8xi32>, i32) -> i32
  %x1 = memref.load %turned[%c3, %c1] : memref<4x2xi32, strided<[1, 4]>>
  %s1 = arith.addi %s0, %x1 : i32
  %e = memref.alloc() : memref<8xi32>
  func.call @fill(%e, %s1) : (memref<8xi32>, i32) -> ()
  %s2 = func.call @fold(%e, %s1) : (memref<8xi32>, i32) -> i32
  %x2 = memref.load %square[%c1, %c2] : memref<2x4xi32>
  %y2 = arith.muli %s2, %three : i32
  %s3 = arith.xori %y2, %x2 : i32
  %f = memref.alloc() : memref<8xi32>
  func.call @fill(%f, %s3) : (memref<8xi32>, i32) -> ()
  %s4 = func.call @fold(%f, %s3) : (memref<8xi32>, i32) -> i32
  %x3 = memref.load %loose[%c1] : memref<?xi32>
  %y3 = arith.muli %s4, %three : i32
  %s5 = arith.addi %y3, %x3 : i32
  %x4 = memref.load %part[%c3] : memref<4xi32, strided<[1], offset: 2>>
  %y4 = arith.muli %s5, %three : i32
  %s6 = arith.addi %y4, %x4 : i32
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
