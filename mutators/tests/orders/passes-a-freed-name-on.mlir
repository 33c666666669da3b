// The buffer of the first way is merged and freed behind its last access, before the branch that still
// passes its name on. The other way passes a buffer of dynamic size, so that the argument may be either.
// Nothing reads the argument: a copy of the freed name would read freed memory.
func.func private @first(%u: memref<*xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %m = memref.cast %u : memref<*xi32> to memref<?xi32, strided<[?], offset: ?>>
  %r = memref.load %m[%c0] : memref<?xi32, strided<[?], offset: ?>>
  return %r : i32
}
func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %k17 = arith.constant 17 : i32
  %start = memref.alloc() : memref<4xi32>
  linalg.fill ins(%k17 : i32) outs(%start : memref<4xi32>)
  %x = memref.load %start[%c3] : memref<4xi32>
  %is_first = arith.cmpi eq, %x, %k17 : i32
  cf.cond_br %is_first, ^fixed, ^dynamic
^fixed:
  %a = memref.alloc() : memref<4xi32>
  linalg.fill ins(%x : i32) outs(%a : memref<4xi32>)
  %y = memref.load %a[%c0] : memref<4xi32>
  %a_any = memref.cast %a : memref<4xi32> to memref<*xi32>
  cf.br ^join(%y, %a_any : i32, memref<*xi32>)
^dynamic:
  %b = memref.alloc(%c3) : memref<?xi32>
  linalg.fill ins(%x : i32) outs(%b : memref<?xi32>)
  %b_any = memref.cast %b : memref<?xi32> to memref<*xi32>
  %z = func.call @first(%b_any) : (memref<*xi32>) -> i32
  cf.br ^join(%z, %b_any : i32, memref<*xi32>)
^join(%sum: i32, %unread: memref<*xi32>):
  cf.br ^end(%sum, %unread : i32, memref<*xi32>)
^end(%result: i32, %still_unread: memref<*xi32>):
  return %result : i32
}
