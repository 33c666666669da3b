// The same on tensors.
func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %z = arith.constant 0 : i32
  %k2 = arith.constant 2 : i32
  %k3 = arith.constant 3 : i32
  %ea = tensor.empty() : tensor<32x32xi32>
  %a = linalg.fill ins(%k2 : i32) outs(%ea : tensor<32x32xi32>) -> tensor<32x32xi32>
  %ep = tensor.empty() : tensor<34x34xi32>
  %p0 = linalg.fill ins(%z : i32) outs(%ep : tensor<34x34xi32>) -> tensor<34x34xi32>
  %in = tensor.extract_slice %p0[1, 1] [32, 32] [1, 1] : tensor<34x34xi32> to tensor<32x32xi32>
  %m = linalg.matmul ins(%a, %a : tensor<32x32xi32>, tensor<32x32xi32>) outs(%in : tensor<32x32xi32>) -> tensor<32x32xi32>
  %p = tensor.insert_slice %m into %p0[1, 1] [32, 32] [1, 1] : tensor<32x32xi32> into tensor<34x34xi32>
  %ef = tensor.empty() : tensor<3x3xi32>
  %f = linalg.fill ins(%k3 : i32) outs(%ef : tensor<3x3xi32>) -> tensor<3x3xi32>
  %eo = tensor.empty() : tensor<32x32xi32>
  %o0 = linalg.fill ins(%z : i32) outs(%eo : tensor<32x32xi32>) -> tensor<32x32xi32>
  %o = linalg.conv_2d ins(%p, %f : tensor<34x34xi32>, tensor<3x3xi32>) outs(%o0 : tensor<32x32xi32>) -> tensor<32x32xi32>
  %r = tensor.extract %o[%c3, %c3] : tensor<32x32xi32>
  
  return %r : i32
}
