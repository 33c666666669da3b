// A switch with several results, one of them a buffer: fresh in one case, from outside in the others.
func.func @main() -> i32 {
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %sum = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %one) -> (i32) {
    %a = memref.alloc() : memref<8xi32>
    func.call @fill(%a, %acc) : (memref<8xi32>, i32) -> ()
    %b = memref.alloc() : memref<8xi32>
    %two = arith.addi %acc, %one : i32
    func.call @fill(%b, %two) : (memref<8xi32>, i32) -> ()
    %s, %m = scf.index_switch %i -> i32, memref<8xi32>
    case 0 {
      %t = memref.alloc() : memref<8xi32>
      func.call @fill(%t, %acc) : (memref<8xi32>, i32) -> ()
      %s1 = func.call @fold(%b, %acc) : (memref<8xi32>, i32) -> i32
      scf.yield %s1, %t : i32, memref<8xi32>
    }
    case 2 {
      scf.yield %two, %a : i32, memref<8xi32>
    }
    default {
      scf.yield %acc, %b : i32, memref<8xi32>
    }
    %u = memref.alloc() : memref<8xi32>
    func.call @fill(%u, %s) : (memref<8xi32>, i32) -> ()
    %s2 = func.call @fold(%u, %s) : (memref<8xi32>, i32) -> i32
    %s3 = func.call @fold(%m, %s2) : (memref<8xi32>, i32) -> i32
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
