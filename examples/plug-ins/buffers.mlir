// Two buffers of a pool that are not live at once, and two of memory space 1 that are.
func.func @pool(%out: memref<64xf32>) {
  %a = pool.take : memref<64xf32>
  pool.clear %a : memref<64xf32>
  memref.copy %a, %out : memref<64xf32> to memref<64xf32>
  pool.give %a : memref<64xf32>
  %b = pool.take : memref<64xf32>
  pool.clear %b : memref<64xf32>
  memref.copy %b, %out : memref<64xf32> to memref<64xf32>
  pool.give %b : memref<64xf32>
  return
}

func.func @scratch(%out: memref<64xf32>) {
  %a = memref.alloc() : memref<64xf32, 1>
  %b = memref.alloc() : memref<64xf32, 1>
  memref.copy %out, %a : memref<64xf32> to memref<64xf32, 1>
  memref.copy %a, %b : memref<64xf32, 1> to memref<64xf32, 1>
  memref.dealloc %a : memref<64xf32, 1>
  memref.copy %b, %out : memref<64xf32, 1> to memref<64xf32>
  memref.dealloc %b : memref<64xf32, 1>
  return
}
