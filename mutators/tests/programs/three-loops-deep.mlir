// Buffers of each level of a nest, used one level further in.
func.func @main() -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %three = arith.constant 3 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %outer = memref.alloc() : memref<8xi32>
  func.call @fill(%outer, %one) : (memref<8xi32>, i32) -> ()
  %sum = scf.for %i = %c0 to %c3 step %c1 iter_args(%a0 = %zero) -> (i32) {
    %middle = memref.alloc() : memref<8xi32>
    func.call @fill(%middle, %a0) : (memref<8xi32>, i32) -> ()
    %s1 = scf.for %j = %c0 to %c2 step %c1 iter_args(%a1 = %a0) -> (i32) {
      %inner = memref.alloc() : memref<8xi32>
      func.call @fill(%inner, %a1) : (memref<8xi32>, i32) -> ()
      %s2 = scf.for %k = %c0 to %c8 step %c1 iter_args(%a2 = %a1) -> (i32) {
        %x = memref.load %outer[%k] : memref<8xi32>
        %y = memref.load %middle[%k] : memref<8xi32>
        %z = memref.load %inner[%k] : memref<8xi32>
        %p = arith.muli %a2, %three : i32
        %q = arith.addi %p, %x : i32
        %r = arith.xori %q, %y : i32
        %s = arith.addi %r, %z : i32
        scf.yield %s : i32
      }
      %scratch = memref.alloc() : memref<8xi32>
      func.call @fill(%scratch, %s2) : (memref<8xi32>, i32) -> ()
      %s3 = func.call @fold(%scratch, %s2) : (memref<8xi32>, i32) -> i32
      scf.yield %s3 : i32
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
