// Only one of the two branches runs, so `%left` and `%right` share their bytes. `%n` says how many
// elements `%unknown` has, so its size is not known in advance and it stays as it is.
func.func @branch(%flag: i1, %n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %sum = memref.alloc() : memref<32xf32>
  linalg.fill ins(%x : f32) outs(%sum : memref<32xf32>)
  scf.if %flag {
    %left = memref.alloc() : memref<256xf32>
    linalg.fill ins(%x : f32) outs(%left : memref<256xf32>)
    %part = memref.subview %left[0] [32] [1] : memref<256xf32> to memref<32xf32, strided<[1]>>
    memref.copy %part, %sum : memref<32xf32, strided<[1]>> to memref<32xf32>
  } else {
    %right = memref.alloc() : memref<128xf32>
    linalg.fill ins(%x : f32) outs(%right : memref<128xf32>)
    %part = memref.subview %right[64] [32] [1] : memref<128xf32> to memref<32xf32, strided<[1], offset: 64>>
    memref.copy %part, %sum : memref<32xf32, strided<[1], offset: 64>> to memref<32xf32>
  }
  %unknown = memref.alloc(%n) : memref<?xf32>
  linalg.fill ins(%x : f32) outs(%unknown : memref<?xf32>)
  memref.dealloc %unknown : memref<?xf32>
  %result = memref.load %sum[%c0] : memref<32xf32>
  return %result : f32
}
