// Which buffer the result of `scf.if` names is known at run time only.
func.func @main() -> i32 {
  %zero = arith.constant 0 : i32
  %two = arith.constant 2 : i32
  %three = arith.constant 3 : i32
  %a = memref.alloc() : memref<8xi32>
  %b = memref.alloc() : memref<8xi32>
  func.call @fill(%a, %two) : (memref<8xi32>, i32) -> ()
  func.call @fill(%b, %three) : (memref<8xi32>, i32) -> ()
  %s1 = func.call @fold(%a, %zero) : (memref<8xi32>, i32) -> i32
  %odd = arith.trunci %s1 : i32 to i1
  %one_of = scf.if %odd -> (memref<8xi32>) {
    scf.yield %a : memref<8xi32>
  } else {
    scf.yield %b : memref<8xi32>
  }
  %c = memref.alloc() : memref<8xi32>
  func.call @fill(%c, %s1) : (memref<8xi32>, i32) -> ()
  %s2 = func.call @fold(%c, %s1) : (memref<8xi32>, i32) -> i32
  %s3 = func.call @fold(%one_of, %s2) : (memref<8xi32>, i32) -> i32
  return %s3 : i32
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
