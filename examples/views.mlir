// A buffer lives as long as the last view of it is used: `%matrix` stays until `%flat` was read, so
// `%other`, which is written in between, gets bytes of its own. `%late` comes after both.
func.func @views(%x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %matrix = memref.alloc() : memref<16x16xf32>
  linalg.fill ins(%x : f32) outs(%matrix : memref<16x16xf32>)
  %flat = memref.collapse_shape %matrix [[0, 1]] : memref<16x16xf32> into memref<256xf32>
  %other = memref.alloc() : memref<256xf32>
  linalg.fill ins(%x : f32) outs(%other : memref<256xf32>)
  %first = memref.load %flat[%c0] : memref<256xf32>
  %second = memref.load %other[%c0] : memref<256xf32>
  %late = memref.alloc() : memref<512xf32>
  linalg.fill ins(%x : f32) outs(%late : memref<512xf32>)
  %third = memref.load %late[%c0] : memref<512xf32>
  %part = arith.addf %first, %second : f32
  %result = arith.addf %part, %third : f32
  return %result : f32
}
