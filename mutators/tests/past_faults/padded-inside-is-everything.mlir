// The view has all of the buffer that a product accumulates into.
func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %k6 = arith.constant 6 : i32
  %z = arith.constant 0 : i32
  %b = memref.alloc() : memref<16x16xi32>
  linalg.fill ins(%k6 : i32) outs(%b : memref<16x16xi32>)
  %acc = memref.alloc() : memref<16x16xi32>
  linalg.fill ins(%z : i32) outs(%acc : memref<16x16xi32>)
  %w = memref.subview %acc[0, 0] [16, 16] [1, 1] : memref<16x16xi32> to memref<16x16xi32, strided<[16, 1]>>
  linalg.matmul ins(%b, %b : memref<16x16xi32>, memref<16x16xi32>) outs(%w : memref<16x16xi32, strided<[16, 1]>>)
  %o = memref.alloc() : memref<16x16xi32>
  linalg.fill ins(%z : i32) outs(%o : memref<16x16xi32>)
  linalg.matmul ins(%acc, %b : memref<16x16xi32>, memref<16x16xi32>) outs(%o : memref<16x16xi32>)
  %r = memref.load %o[%c0, %c0] : memref<16x16xi32>
  return %r : i32
}
