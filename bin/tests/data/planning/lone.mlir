// One small buffer: merging it would save nothing.
func.func @lone(%v: f32, %i: index) -> f32 {
  %a = memref.alloc() : memref<4xf32>
  memref.store %v, %a[%i] : memref<4xf32>
  %x = memref.load %a[%i] : memref<4xf32>
  return %x : f32
}
// In a loop it is allocated once where it was allocated in every iteration.
func.func @in_a_loop(%v: f32, %i: index, %n: index, %out: memref<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %a = memref.alloc() : memref<4xf32>
    memref.store %v, %a[%i] : memref<4xf32>
    %x = memref.load %a[%i] : memref<4xf32>
    memref.store %x, %out[] : memref<f32>
  }
  return
}
// Small buffers lie side by side without padding.
func.func @small(%v: f32, %i: index) -> f32 {
  %a = memref.alloc() : memref<3xf32>
  %b = memref.alloc() : memref<4xf32>
  %c = memref.alloc() : memref<f64>
  %w = arith.extf %v : f32 to f64
  memref.store %v, %a[%i] : memref<3xf32>
  memref.store %v, %b[%i] : memref<4xf32>
  memref.store %w, %c[] : memref<f64>
  %x = memref.load %a[%i] : memref<3xf32>
  %y = memref.load %b[%i] : memref<4xf32>
  %z = memref.load %c[] : memref<f64>
  %s = arith.addf %x, %y : f32
  %t = arith.truncf %z : f64 to f32
  %u = arith.addf %s, %t : f32
  return %u : f32
}
