// A cache is updated at a position and returned; its caller has no use for the old one.
func.func @step(%cache: tensor<1024x64xf32> {memplan.donated = 0 : i64}, %row: tensor<1x64xf32>, %at: index)
    -> tensor<1024x64xf32> {
  %new = tensor.insert_slice %row into %cache[%at, 0] [1, 64] [1, 1] : tensor<1x64xf32> into tensor<1024x64xf32>
  return %new : tensor<1024x64xf32>
}
