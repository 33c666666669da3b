// A function frees what it is given: its caller must neither merge that buffer nor free it again.
func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %k = arith.constant 3 : i32
  %a = memref.alloc() : memref<4xi32>
  %b = memref.alloc() : memref<4xi32>
  %c = memref.alloc() : memref<4xi32>
  memref.store %k, %a[%c0] : memref<4xi32>
  memref.store %k, %b[%c0] : memref<4xi32>
  memref.store %k, %c[%c0] : memref<4xi32>
  %x = memref.load %b[%c0] : memref<4xi32>
  %y = memref.load %c[%c0] : memref<4xi32>
  memref.dealloc %b : memref<4xi32>
  func.call @consume(%a) : (memref<4xi32>) -> ()
  %s = arith.addi %x, %y : i32
  return %s : i32
}
func.func private @consume(%a: memref<4xi32>) {
  %v = memref.cast %a : memref<4xi32> to memref<?xi32>
  func.call @free(%v) : (memref<?xi32>) -> ()
  return
}
func.func private @free(%a: memref<?xi32>) {
  memref.dealloc %a : memref<?xi32>
  return
}
