// The private function takes its arena from the caller. Its copy of the argument is superfluous, merged or
// not: what it writes to its own buffer in between does not change the argument.
func.func private @callee(%seed: i32, %given: memref<2x4xi32>) -> i32 {
  %c1 = arith.constant 1 : index
  %copy = bufferization.clone %given : memref<2x4xi32> to memref<2x4xi32>
  %own = memref.alloc() : memref<2x4xi32>
  linalg.fill ins(%seed : i32) outs(%own : memref<2x4xi32>)
  %is_small = arith.cmpi ule, %seed, %seed : i32
  %either = arith.select %is_small, %copy, %own : memref<2x4xi32>
  %a = memref.load %given[%c1, %c1] : memref<2x4xi32>
  %b = memref.load %either[%c1, %c1] : memref<2x4xi32>
  %c = memref.load %copy[%c1, %c1] : memref<2x4xi32>
  %ab = arith.addi %a, %b : i32
  %abc = arith.addi %ab, %c : i32
  return %abc : i32
}
func.func @main() -> i32 {
  %c1 = arith.constant 1 : index
  %k17 = arith.constant 17 : i32
  %kept = memref.alloc() : memref<4xi32>
  linalg.fill ins(%k17 : i32) outs(%kept : memref<4xi32>)
  %given = memref.alloc() : memref<2x4xi32>
  linalg.fill ins(%k17 : i32) outs(%given : memref<2x4xi32>)
  %sum = func.call @callee(%k17, %given) : (i32, memref<2x4xi32>) -> i32
  %x = memref.load %kept[%c1] : memref<4xi32>
  %result = arith.addi %sum, %x : i32
  return %result : i32
}
