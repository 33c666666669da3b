// Ways out of a region that meet again: the merged allocation dies on some edges and is needed on
// others, and one way never returns to it.
func.func @main() -> i32 {
  %a = arith.constant 0 : i32
  %b = arith.constant 1 : i32
  %c = arith.constant 2 : i32
  %x = func.call @f(%a) : (i32) -> i32
  %y = func.call @f(%b) : (i32) -> i32
  %z = func.call @f(%c) : (i32) -> i32
  %s = arith.addi %x, %y : i32
  %t = arith.addi %s, %z : i32
  return %t : i32
}
func.func @f(%k: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %ten = arith.constant 10 : i32
  %a = memref.alloc() : memref<4xi32>
  %b = memref.alloc() : memref<4xi32>
  memref.store %k, %a[%c0] : memref<4xi32>
  memref.store %ten, %b[%c0] : memref<4xi32>
  cf.switch %k : i32, [
    default: ^out(%k : i32),
    0: ^reads,
    1: ^loop(%ten : i32)
  ]
^reads:
  %x = memref.load %a[%c0] : memref<4xi32>
  %y = memref.load %b[%c0] : memref<4xi32>
  %s = arith.addi %x, %y : i32
  cf.br ^out(%s : i32)
^loop(%i: i32):
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  memref.store %i, %b[%c0] : memref<4xi32>
  %j = arith.subi %i, %one : i32
  %again = arith.cmpi sgt, %j, %zero : i32
  cf.cond_br %again, ^loop(%j : i32), ^after
^after:
  %r = memref.load %b[%c0] : memref<4xi32>
  return %r : i32
^out(%v: i32):
  return %v : i32
}
