// One head of attention, on tensors as a front end emits them: every operation computes a new tensor.
func.func @attention(%x: tensor<256x64xf32>, %wq: tensor<64x64xf32>, %wk: tensor<64x64xf32>, %wv: tensor<64x64xf32>, %wo: tensor<64x64xf32>) -> tensor<256x64xf32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %rows = tensor.empty() : tensor<256x64xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%rows : tensor<256x64xf32>) -> tensor<256x64xf32>
  %q = linalg.matmul ins(%x, %wq : tensor<256x64xf32>, tensor<64x64xf32>) outs(%zeros : tensor<256x64xf32>) -> tensor<256x64xf32>
  %k = linalg.matmul ins(%x, %wk : tensor<256x64xf32>, tensor<64x64xf32>) outs(%zeros : tensor<256x64xf32>) -> tensor<256x64xf32>
  %v = linalg.matmul ins(%x, %wv : tensor<256x64xf32>, tensor<64x64xf32>) outs(%zeros : tensor<256x64xf32>) -> tensor<256x64xf32>
  %columns = tensor.empty() : tensor<64x256xf32>
  %kt = linalg.transpose ins(%k : tensor<256x64xf32>) outs(%columns : tensor<64x256xf32>) permutation = [1, 0]
  %square = tensor.empty() : tensor<256x256xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%square : tensor<256x256xf32>) -> tensor<256x256xf32>
  %scores = linalg.matmul ins(%q, %kt : tensor<256x64xf32>, tensor<64x256xf32>) outs(%s0 : tensor<256x256xf32>) -> tensor<256x256xf32>
  %scale = arith.constant dense<1.250000e-01> : tensor<256x256xf32>
  %scaled = arith.mulf %scores, %scale : tensor<256x256xf32>
  %line = tensor.empty() : tensor<256xf32>
  %m0 = linalg.fill ins(%low : f32) outs(%line : tensor<256xf32>) -> tensor<256xf32>
  %max = linalg.reduce ins(%scaled : tensor<256x256xf32>) outs(%m0 : tensor<256xf32>) dimensions = [1]
    (%new: f32, %old: f32) {
      %larger = arith.maximumf %new, %old : f32
      linalg.yield %larger : f32
    }
  %maxes = linalg.broadcast ins(%max : tensor<256xf32>) outs(%square : tensor<256x256xf32>) dimensions = [1]
  %shifted = arith.subf %scaled, %maxes : tensor<256x256xf32>
  %powers = math.exp %shifted : tensor<256x256xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%line : tensor<256xf32>) -> tensor<256xf32>
  %sum = linalg.reduce ins(%powers : tensor<256x256xf32>) outs(%l0 : tensor<256xf32>) dimensions = [1]
    (%new: f32, %old: f32) {
      %total = arith.addf %new, %old : f32
      linalg.yield %total : f32
    }
  %sums = linalg.broadcast ins(%sum : tensor<256xf32>) outs(%square : tensor<256x256xf32>) dimensions = [1]
  %weights = arith.divf %powers, %sums : tensor<256x256xf32>
  %mixed = linalg.matmul ins(%weights, %v : tensor<256x256xf32>, tensor<256x64xf32>) outs(%zeros : tensor<256x64xf32>) -> tensor<256x64xf32>
  %projected = linalg.matmul ins(%mixed, %wo : tensor<256x64xf32>, tensor<64x64xf32>) outs(%zeros : tensor<256x64xf32>) -> tensor<256x64xf32>
  %y = arith.addf %projected, %x : tensor<256x64xf32>
  return %y : tensor<256x64xf32>
}
