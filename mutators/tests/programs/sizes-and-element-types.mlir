// Elements of one bit to eight bytes, in buffers of odd sizes, all read at the end.
func.func @main() -> i32 {
  %one = arith.constant 1 : i32
  %three = arith.constant 3 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %bytes = memref.alloc() : memref<5xi8>
  %bits = memref.alloc() : memref<11xi1>
  %wide = memref.alloc() : memref<3xi64>
  %doubles = memref.alloc() {alignment = 128 : i64} : memref<2x3xf64>
  %positions = memref.alloc() : memref<3xindex>
  %single = memref.alloc() : memref<f32>
  %b1 = arith.constant -7 : i8
  %b2 = arith.constant true
  %b2n = arith.constant false
  %b3 = arith.constant 123456789012 : i64
  %b4 = arith.constant 2.5 : f64
  %b5 = arith.constant 77 : index
  %b6 = arith.constant 1.5 : f32
  %c10 = arith.constant 10 : index
  memref.store %b1, %bytes[%c4] : memref<5xi8>
  scf.for %i = %c0 to %c10 step %c1 {
    memref.store %b2n, %bits[%i] : memref<11xi1>
  }
  memref.store %b2, %bits[%c10] : memref<11xi1>
  memref.store %b3, %wide[%c2] : memref<3xi64>
  memref.store %b4, %doubles[%c1, %c2] : memref<2x3xf64>
  memref.store %b5, %positions[%c2] : memref<3xindex>
  memref.store %b6, %single[] : memref<f32>
  %scratch = memref.alloc() : memref<8xi32>
  func.call @fill(%scratch, %three) : (memref<8xi32>, i32) -> ()
  %s0 = func.call @fold(%scratch, %one) : (memref<8xi32>, i32) -> i32
  %v1 = memref.load %bytes[%c4] : memref<5xi8>
  %w1 = arith.extsi %v1 : i8 to i32
  %s1 = arith.addi %s0, %w1 : i32
  %v2 = memref.load %bits[%c10] : memref<11xi1>
  %v2n = memref.load %bits[%c8] : memref<11xi1>
  %w2 = arith.extui %v2 : i1 to i32
  %w2n = arith.extui %v2n : i1 to i32
  %m2 = arith.muli %s1, %three : i32
  %a2 = arith.addi %m2, %w2 : i32
  %m2n = arith.muli %a2, %three : i32
  %s2 = arith.addi %m2n, %w2n : i32
  %v3 = memref.load %wide[%c2] : memref<3xi64>
  %w3 = arith.trunci %v3 : i64 to i32
  %s3 = arith.xori %s2, %w3 : i32
  %late = memref.alloc() : memref<17xi16>
  %h = arith.constant 513 : i16
  %c16 = arith.constant 16 : index
  memref.store %h, %late[%c16] : memref<17xi16>
  %v4 = memref.load %doubles[%c1, %c2] : memref<2x3xf64>
  %w4 = arith.fptosi %v4 : f64 to i32
  %m4 = arith.muli %s3, %three : i32
  %s4 = arith.addi %m4, %w4 : i32
  %v5 = memref.load %positions[%c2] : memref<3xindex>
  %w5 = arith.index_cast %v5 : index to i32
  %m5 = arith.muli %s4, %three : i32
  %s5 = arith.addi %m5, %w5 : i32
  %v6 = memref.load %single[] : memref<f32>
  %x6 = arith.addf %v6, %v6 : f32
  %w6 = arith.fptosi %x6 : f32 to i32
  %m6 = arith.muli %s5, %three : i32
  %s6 = arith.addi %m6, %w6 : i32
  %v7 = memref.load %late[%c16] : memref<17xi16>
  %w7 = arith.extsi %v7 : i16 to i32
  %s7 = arith.xori %s6, %w7 : i32
  return %s7 : i32
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
