// A product accumulates into the inside of a buffer that is filled with zeros.
func.func @main() -> i32 {
  %c3 = arith.constant 3 : index
  %z = arith.constant 0 : i32
  %k2 = arith.constant 2 : i32
  %k3 = arith.constant 3 : i32
  %a = memref.alloc() : memref<4x4xi32>
  linalg.fill ins(%k2 : i32) outs(%a : memref<4x4xi32>)
  %p = memref.alloc() : memref<6x6xi32>
  linalg.fill ins(%z : i32) outs(%p : memref<6x6xi32>)
  %in = memref.subview %p[1, 1] [4, 4] [1, 1] : memref<6x6xi32> to memref<4x4xi32, strided<[6, 1], offset: 7>>
  linalg.matmul ins(%a, %a : memref<4x4xi32>, memref<4x4xi32>) outs(%in : memref<4x4xi32, strided<[6, 1], offset: 7>>)
  %f = memref.alloc() : memref<3x3xi32>
  linalg.fill ins(%k3 : i32) outs(%f : memref<3x3xi32>)
  %o = memref.alloc() : memref<4x4xi32>
  linalg.fill ins(%z : i32) outs(%o : memref<4x4xi32>)
  linalg.conv_2d ins(%p, %f : memref<6x6xi32>, memref<3x3xi32>) outs(%o : memref<4x4xi32>)
  %r = memref.load %o[%c3, %c3] : memref<4x4xi32>
  
  return %r : i32
}
