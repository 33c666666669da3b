func.func @f(%v: f32, %x: memref<4xf32>) {
  %s = memref.alloc() : memref<4xf32>
  linalg.fill ins(%v : f32) outs(%s : memref<4xf32>)
  %t = memref.alloc() : memref<4xf32>
  memref.copy %s, %t : memref<4xf32> to memref<4xf32>
  linalg.exp ins(%t : memref<4xf32>) outs(%x : memref<4xf32>)
  memref.dealloc %t : memref<4xf32>
  memref.dealloc %s : memref<4xf32>
  return
}
