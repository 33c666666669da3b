// The two buffers change places in every round.
func.func @main() -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %three = arith.constant 3 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %a = memref.alloc() : memref<8xi32>
  %b = memref.alloc() : memref<8xi32>
  func.call @fill(%a, %two) : (memref<8xi32>, i32) -> ()
  func.call @fill(%b, %three) : (memref<8xi32>, i32) -> ()
  %r:3 = scf.while (%i = %c0, %x = %a, %y = %b) : (index, memref<8xi32>, memref<8xi32>) -> (index, memref<8xi32>, memref<8xi32>) {
    %more = arith.cmpi ult, %i, %c3 : index
    scf.condition(%more) %i, %x, %y : index, memref<8xi32>, memref<8xi32>
  } do {
  ^bb0(%i: index, %x: memref<8xi32>, %y: memref<8xi32>):
    %s = func.call @fold(%x, %one) : (memref<8xi32>, i32) -> i32
    memref.store %s, %y[%i] : memref<8xi32>
    %t = memref.alloc() : memref<8xi32>
    func.call @fill(%t, %s) : (memref<8xi32>, i32) -> ()
    %t2 = memref.alloc() : memref<8xi32>
    func.call @fill(%t2, %one) : (memref<8xi32>, i32) -> ()
    %v = func.call @fold(%t, %s) : (memref<8xi32>, i32) -> i32
    %u = func.call @fold(%t2, %v) : (memref<8xi32>, i32) -> i32
    memref.store %u, %x[%i] : memref<8xi32>
    %j = arith.addi %i, %c1 : index
    scf.yield %j, %y, %x : index, memref<8xi32>, memref<8xi32>
  }
  %s1 = func.call @fold(%r#1, %zero) : (memref<8xi32>, i32) -> i32
  %s2 = func.call @fold(%r#2, %s1) : (memref<8xi32>, i32) -> i32
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
