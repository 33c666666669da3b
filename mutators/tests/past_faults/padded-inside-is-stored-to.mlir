// One element of the inside is updated; the others keep their fill.
func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 2 : index
  %k2 = arith.constant 2 : i32
  %k3 = arith.constant 3 : i32
  %z = arith.constant 0 : i32
  %p = memref.alloc() : memref<1x6x2x2xi32>
  linalg.fill ins(%k2 : i32) outs(%p : memref<1x6x2x2xi32>)
  %w = memref.subview %p[0, 2, 0, 0] [1, 4, 2, 2] [1, 1, 1, 1] : memref<1x6x2x2xi32> to memref<1x4x2x2xi32, strided<[24, 4, 2, 1], offset: 8>>
  %x = memref.load %w[%c0, %c1, %c0, %c0] : memref<1x4x2x2xi32, strided<[24, 4, 2, 1], offset: 8>>
  %x1 = arith.addi %x, %k3 : i32
  memref.store %x1, %w[%c0, %c1, %c0, %c0] : memref<1x4x2x2xi32, strided<[24, 4, 2, 1], offset: 8>>
  %f = memref.alloc() : memref<1x2x2x1xi32>
  linalg.fill ins(%k3 : i32) outs(%f : memref<1x2x2x1xi32>)
  %o = memref.alloc() : memref<1x3x1x1xi32>
  linalg.fill ins(%z : i32) outs(%o : memref<1x3x1x1xi32>)
  linalg.conv_2d_nhwc_hwcf {dilations = dense<[2, 1]> : vector<2xi64>, strides = dense<[2, 1]> : vector<2xi64>} ins(%p, %f : memref<1x6x2x2xi32>, memref<1x2x2x1xi32>) outs(%o : memref<1x3x1x1xi32>)
  %r = memref.load %o[%c0, %c1, %c0, %c0] : memref<1x3x1x1xi32>
  return %r : i32
}
