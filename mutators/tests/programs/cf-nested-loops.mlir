// Two nested loops of branches. %a is only touched in the inner one, %b only behind it, and both are
// defined before the outer one.
func.func @main() -> i32 {
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %three = arith.constant 3 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
    %a = memref.alloc() : memref<8xi32>
    %b = memref.alloc() : memref<8xi32>
    func.call @fill(%a, %two) : (memref<8xi32>, i32) -> ()
    cf.br ^outer(%c0, %one : index, i32)
  ^outer(%i: index, %acc: i32):
    %more = arith.cmpi ult, %i, %c3 : index
    cf.cond_br %more, ^inner(%c0, %acc : index, i32), ^exit
  ^inner(%j: index, %in: i32):
    %x = memref.load %a[%j] : memref<8xi32>
    %y = arith.muli %in, %three : i32
    %z = arith.addi %x, %y : i32
    %k = arith.addi %j, %c1 : index
    %again = arith.cmpi ult, %k, %c8 : index
    cf.cond_br %again, ^inner(%k, %z : index, i32), ^behind
  ^behind:
    func.call @fill(%b, %z) : (memref<8xi32>, i32) -> ()
    %s = func.call @fold(%b, %z) : (memref<8xi32>, i32) -> i32
    %n = arith.addi %i, %c1 : index
    cf.br ^outer(%n, %s : index, i32)
  ^exit:
    return %acc : i32
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
