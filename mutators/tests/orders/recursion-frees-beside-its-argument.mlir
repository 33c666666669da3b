// `@f` calls itself and frees one result of that call; the other one is its argument. It does not free
// its argument, so the callers own the copies that they receive.
func.func private @f(%n: i32, %given: memref<4xi32>) -> (memref<2xi32>, memref<4xi32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %more = arith.cmpi sgt, %n, %c0 : i32
  %r:2 = scf.if %more -> (memref<2xi32>, memref<4xi32>) {
    %m = arith.subi %n, %c1 : i32
    %s:2 = func.call @f(%m, %given) : (i32, memref<4xi32>) -> (memref<2xi32>, memref<4xi32>)
    scf.yield %s#0, %s#1 : memref<2xi32>, memref<4xi32>
  } else {
    %b = memref.alloc() : memref<2xi32>
    linalg.fill ins(%n : i32) outs(%b : memref<2xi32>)
    scf.yield %b, %given : memref<2xi32>, memref<4xi32>
  }
  %i = arith.constant 0 : index
  %x = memref.load %r#0[%i] : memref<2xi32>
  memref.dealloc %r#0 : memref<2xi32>
  %y = memref.load %r#1[%i] : memref<4xi32>
  %z = arith.addi %x, %y : i32
  %b = memref.alloc() : memref<2xi32>
  linalg.fill ins(%z : i32) outs(%b : memref<2xi32>)
  return %b, %given : memref<2xi32>, memref<4xi32>
}
func.func @main() -> i32 {
  %n = arith.constant 2 : i32
  %t = arith.constant true
  %i = arith.constant 0 : index
  %a = memref.alloc() : memref<4xi32>
  linalg.fill ins(%n : i32) outs(%a : memref<4xi32>)
  %r:2 = func.call @f(%n, %a) : (i32, memref<4xi32>) -> (memref<2xi32>, memref<4xi32>)
  %q:2 = func.call @f(%n, %r#1) : (i32, memref<4xi32>) -> (memref<2xi32>, memref<4xi32>)
  %if = scf.if %t -> (i32) {
    %w:2 = func.call @f(%n, %q#1) : (i32, memref<4xi32>) -> (memref<2xi32>, memref<4xi32>)
    memref.dealloc %w#0 : memref<2xi32>
    %y = memref.load %w#1[%i] : memref<4xi32>
    scf.yield %y : i32
  } else {
    %y = memref.load %q#1[%i] : memref<4xi32>
    scf.yield %y : i32
  }
  memref.dealloc %q#0 : memref<2xi32>
  memref.dealloc %r#0 : memref<2xi32>
  %y = memref.load %r#1[%i] : memref<4xi32>
  memref.dealloc %a : memref<4xi32>
  %z = arith.addi %if, %y : i32
  return %z : i32
}
