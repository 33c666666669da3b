// Each branch allocates what it yields, and scratch memory besides.
func.func @main() -> i32 {
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %three = arith.constant 3 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %sum = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %one) -> (i32) {
    %odd = arith.trunci %acc : i32 to i1
    %made = scf.if %odd -> (memref<8xi32>) {
      %scratch = memref.alloc() : memref<8xi32>
      func.call @fill(%scratch, %acc) : (memref<8xi32>, i32) -> ()
      %s = func.call @fold(%scratch, %acc) : (memref<8xi32>, i32) -> i32
      %x = memref.alloc() : memref<8xi32>
      func.call @fill(%x, %s) : (memref<8xi32>, i32) -> ()
      scf.yield %x : memref<8xi32>
    } else {
      %y = memref.alloc() : memref<8xi32>
      func.call @fill(%y, %two) : (memref<8xi32>, i32) -> ()
      %scratch = memref.alloc() : memref<8xi32>
      func.call @fill(%scratch, %three) : (memref<8xi32>, i32) -> ()
      %s = func.call @fold(%scratch, %acc) : (memref<8xi32>, i32) -> i32
      memref.store %s, %y[%c1] : memref<8xi32>
      scf.yield %y : memref<8xi32>
    }
    %t = memref.alloc() : memref<8xi32>
    func.call @fill(%t, %acc) : (memref<8xi32>, i32) -> ()
    %s1 = func.call @fold(%t, %acc) : (memref<8xi32>, i32) -> i32
    %s2 = func.call @fold(%made, %s1) : (memref<8xi32>, i32) -> i32
    %s3 = arith.addi %s2, %one : i32
    scf.yield %s3 : i32
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
