// Away from the peak, two operations read what takes long to compute, and would be computed twice without it. At the peak,
// another buffer is not needed.
func.func @twice(%a: memref<8xf32>, %b: memref<4096xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %t = memref.alloc() : memref<8xf32>
  linalg.exp ins(%a : memref<8xf32>) outs(%t : memref<8xf32>)
  linalg.tanh ins(%t : memref<8xf32>) outs(%t : memref<8xf32>)
  linalg.exp ins(%t : memref<8xf32>) outs(%t : memref<8xf32>)
  %x = memref.alloc() : memref<8xf32>
  linalg.mul ins(%t, %a : memref<8xf32>, memref<8xf32>) outs(%x : memref<8xf32>)
  %y = memref.alloc() : memref<8xf32>
  linalg.sub ins(%t, %a : memref<8xf32>, memref<8xf32>) outs(%y : memref<8xf32>)
  %p = memref.load %x[%c0] : memref<8xf32>
  %q = memref.load %y[%c0] : memref<8xf32>
  %pq = arith.addf %p, %q : f32
  %n = memref.alloc() : memref<4096xf32>
  linalg.negf ins(%b : memref<4096xf32>) outs(%n : memref<4096xf32>)
  %s = memref.alloc() : memref<4096xf32>
  linalg.mul ins(%n, %b : memref<4096xf32>, memref<4096xf32>) outs(%s : memref<4096xf32>)
  %l = memref.load %s[%c0] : memref<4096xf32>
  %r = arith.addf %l, %pq : f32
  return %r : f32
}
