// The callee keeps its scratch memory to itself and hands out the other buffer.
func.func @main() -> i32 {
  %zero = arith.constant 0 : i32
  %two = arith.constant 2 : i32
  %three = arith.constant 3 : i32
  %a = func.call @make(%two) : (i32) -> memref<8xi32>
  %b = memref.alloc() : memref<8xi32>
  func.call @fill(%b, %three) : (memref<8xi32>, i32) -> ()
  %s1 = func.call @fold(%b, %zero) : (memref<8xi32>, i32) -> i32
  %c = func.call @make(%s1) : (i32) -> memref<8xi32>
  %d = memref.alloc() : memref<8xi32>
  func.call @fill(%d, %s1) : (memref<8xi32>, i32) -> ()
  %s5 = func.call @fold(%d, %s1) : (memref<8xi32>, i32) -> i32
  %s2 = func.call @fold(%b, %s5) : (memref<8xi32>, i32) -> i32
  %s3 = func.call @fold(%a, %s2) : (memref<8xi32>, i32) -> i32
  %s4 = func.call @fold(%c, %s3) : (memref<8xi32>, i32) -> i32
  return %s4 : i32
}

func.func private @make(%seed: i32) -> memref<8xi32> {
  %scratch = memref.alloc() : memref<8xi32>
  func.call @fill(%scratch, %seed) : (memref<8xi32>, i32) -> ()
  %s = func.call @fold(%scratch, %seed) : (memref<8xi32>, i32) -> i32
  %made = memref.alloc() : memref<8xi32>
  func.call @fill(%made, %s) : (memref<8xi32>, i32) -> ()
  %more = memref.alloc() : memref<8xi32>
  func.call @fill(%more, %seed) : (memref<8xi32>, i32) -> ()
  %t = func.call @fold(%more, %s) : (memref<8xi32>, i32) -> i32
  %c0 = arith.constant 0 : index
  memref.store %t, %made[%c0] : memref<8xi32>
  return %made : memref<8xi32>
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
