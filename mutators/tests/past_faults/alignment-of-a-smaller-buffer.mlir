// The second buffer is smaller than the first, but asks for an alignment. One allocation for both would ask for it
// at the peak, too, where the first is live.
func.func @main() -> i32 {
  %c1 = arith.constant 1 : index
  %k17 = arith.constant 17 : i32
  %large = memref.alloc() : memref<2x4xi32>
  linalg.fill ins(%k17 : i32) outs(%large : memref<2x4xi32>)
  %beside = memref.alloc() : memref<4xi32>
  linalg.fill ins(%k17 : i32) outs(%beside : memref<4xi32>)
  %a = memref.load %large[%c1, %c1] : memref<2x4xi32>
  %b = memref.load %beside[%c1] : memref<4xi32>
  %small = memref.alloc() {alignment = 16 : i64} : memref<4xi32>
  linalg.fill ins(%b : i32) outs(%small : memref<4xi32>)
  %c = memref.load %small[%c1] : memref<4xi32>
  %ab = arith.addi %a, %b : i32
  %abc = arith.addi %ab, %c : i32
  return %abc : i32
}
