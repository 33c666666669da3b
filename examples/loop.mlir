// `%e` and `%f` stand outside of the loop and are used in every iteration, so both live as long as
// the loop. `%g` and `%h` live within one iteration, one after the other, and share their bytes.
func.func @loop(%n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = memref.alloc() : memref<64xf32>
  %f = memref.alloc() : memref<64xf32>
  linalg.fill ins(%x : f32) outs(%e : memref<64xf32>)
  linalg.fill ins(%x : f32) outs(%f : memref<64xf32>)
  scf.for %i = %c0 to %n step %c1 {
    %g = memref.alloc() : memref<64xf32>
    linalg.copy ins(%e : memref<64xf32>) outs(%g : memref<64xf32>)
    linalg.copy ins(%g : memref<64xf32>) outs(%f : memref<64xf32>)
    %h = memref.alloc() : memref<64xf32>
    linalg.copy ins(%f : memref<64xf32>) outs(%h : memref<64xf32>)
    linalg.copy ins(%h : memref<64xf32>) outs(%e : memref<64xf32>)
  }
  %result = memref.load %e[%c0] : memref<64xf32>
  return %result : f32
}
