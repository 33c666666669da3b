//! Type classes of the operands and results of `tosa`.

use super::kinds::{
    FIXED_WIDTH_LIKE, SIGNLESS_LIKE, TOSA_1D, TOSA_3D, TOSA_4D, TOSA_5D, TOSA_BOOLS, TOSA_FLOATS,
    TOSA_INTS, TOSA_MULTIPLIER, TOSA_RANK_1_UP, TOSA_SCALAR, TOSA_SHAPE, TOSA_SHIFT, TOSA_TENSOR,
    TOSA_TENSOR_ANY,
};
use super::rows;

rows! { pub(crate) TOSA:
    "abs bitwise_not cast ceil clamp clz erf exp floor identity log reciprocal rsqrt sigmoid tanh"
        inputs[0] TOSA_TENSOR, outputs[0] TOSA_TENSOR;
    "add arithmetic_right_shift bitwise_and bitwise_or bitwise_xor logical_left_shift logical_right_shift \
     maximum minimum pow sub"
        inputs[0] TOSA_TENSOR, inputs[1] TOSA_TENSOR, outputs[0] TOSA_TENSOR;
    "add_shape div_ceil_shape div_floor_shape max_shape min_shape mod_shape mul_shape sub_shape"
        inputs[0] TOSA_SHAPE, inputs[1] TOSA_SHAPE, outputs[0] TOSA_SHAPE;
    "apply_scale"
        inputs[0] SIGNLESS_LIKE, inputs[1] SIGNLESS_LIKE, inputs[2] FIXED_WIDTH_LIKE,
        outputs[0] SIGNLESS_LIKE;
    "argmax" inputs[0] TOSA_RANK_1_UP, outputs[0] TOSA_TENSOR;
    "avg_pool2d" inputs[0] TOSA_4D, inputs[1] TOSA_SCALAR, inputs[2] TOSA_SCALAR, outputs[0] TOSA_4D;
    "cast_from_block_scaled" inputs[0] TOSA_RANK_1_UP, inputs[1] TOSA_RANK_1_UP, outputs[0] TOSA_RANK_1_UP;
    "cast_to_block_scaled" inputs[0] TOSA_RANK_1_UP, output_data TOSA_RANK_1_UP, output_scale TOSA_RANK_1_UP;
    "concat" inputs TOSA_RANK_1_UP, outputs[0] TOSA_RANK_1_UP;
    "concat_shape" inputs TOSA_SHAPE, outputs[0] TOSA_SHAPE;
    "cond_if" condition TOSA_BOOLS, output_list TOSA_TENSOR;
    "const" output TOSA_TENSOR;
    "const_shape" outputs[0] TOSA_SHAPE;
    "conv2d depthwise_conv2d transpose_conv2d"
        inputs[0] TOSA_4D, inputs[1] TOSA_4D, inputs[2] TOSA_1D, inputs[3] TOSA_SCALAR,
        inputs[4] TOSA_SCALAR, outputs[0] TOSA_4D;
    "conv3d"
        inputs[0] TOSA_5D, inputs[1] TOSA_5D, inputs[2] TOSA_1D, inputs[3] TOSA_SCALAR,
        inputs[4] TOSA_SCALAR, outputs[0] TOSA_5D;
    "cos sin" inputs[0] TOSA_FLOATS, outputs[0] TOSA_FLOATS;
    "custom" inputs TOSA_TENSOR, outputs TOSA_TENSOR;
    "dim" inputs[0] TOSA_RANK_1_UP, outputs[0] TOSA_SHAPE;
    "equal greater greater_equal" inputs[0] TOSA_TENSOR, inputs[1] TOSA_TENSOR, outputs[0] TOSA_BOOLS;
    "exp2_shape log2_ceil_shape log2_floor_shape" inputs[0] TOSA_SHAPE, outputs[0] TOSA_SHAPE;
    "fft2d" inputs[0] TOSA_3D, inputs[1] TOSA_3D, output_real TOSA_3D, output_imag TOSA_3D;
    "gather" inputs[0] TOSA_3D, inputs[1] TOSA_TENSOR_ANY, outputs[0] TOSA_3D;
    "intdiv" inputs[0] TOSA_INTS, inputs[1] TOSA_INTS, outputs[0] TOSA_INTS;
    "logical_and logical_or logical_xor" inputs[0] TOSA_BOOLS, inputs[1] TOSA_BOOLS, outputs[0] TOSA_BOOLS;
    "logical_not" inputs[0] TOSA_BOOLS, outputs[0] TOSA_BOOLS;
    "matmul"
        inputs[0] TOSA_3D, inputs[1] TOSA_3D, inputs[2] TOSA_SCALAR, inputs[3] TOSA_SCALAR,
        outputs[0] TOSA_3D;
    "matmul_t_block_scaled"
        inputs[0] TOSA_TENSOR_ANY, inputs[1] TOSA_TENSOR_ANY, inputs[2] TOSA_TENSOR_ANY,
        inputs[3] TOSA_TENSOR_ANY, outputs[0] TOSA_3D;
    "max_pool2d" inputs[0] TOSA_4D, outputs[0] TOSA_4D;
    "mul" inputs[0] TOSA_TENSOR, inputs[1] TOSA_TENSOR, inputs[2] TOSA_TENSOR_ANY, outputs[0] TOSA_TENSOR;
    "negate" inputs[0] TOSA_TENSOR, inputs[1] TOSA_SCALAR, inputs[2] TOSA_SCALAR, outputs[0] TOSA_TENSOR;
    "pad"
        inputs[0] TOSA_RANK_1_UP, inputs[1] TOSA_SHAPE, inputs[2] TOSA_TENSOR_ANY,
        outputs[0] TOSA_RANK_1_UP;
    "reduce_all reduce_any reduce_max reduce_min reduce_product reduce_sum reverse"
        inputs[0] TOSA_RANK_1_UP, outputs[0] TOSA_RANK_1_UP;
    // The permutation is an operand in MLIR 19 and 20.
    "transpose" inputs TOSA_TENSOR_ANY, outputs[0] TOSA_RANK_1_UP;
    "rescale"
        inputs[0] TOSA_TENSOR, inputs[1] TOSA_MULTIPLIER, inputs[2] TOSA_SHIFT, inputs[3] TOSA_SCALAR,
        inputs[4] TOSA_SCALAR, outputs[0] TOSA_TENSOR;
    "reshape" inputs[0] TOSA_TENSOR, inputs[1] TOSA_SHAPE, outputs[0] TOSA_TENSOR;
    "resize"
        inputs[0] TOSA_4D, inputs[1] TOSA_SHAPE, inputs[2] TOSA_SHAPE, inputs[3] TOSA_SHAPE,
        outputs[0] TOSA_4D;
    "rfft2d" inputs[0] TOSA_3D, output_real TOSA_3D, output_imag TOSA_3D;
    "scatter" inputs[0] TOSA_3D, inputs[1] TOSA_TENSOR_ANY, inputs[2] TOSA_3D, outputs[0] TOSA_3D;
    "select" inputs[0] TOSA_BOOLS, inputs[1] TOSA_TENSOR, inputs[2] TOSA_TENSOR, outputs[0] TOSA_TENSOR;
    "slice" inputs[0] TOSA_RANK_1_UP, inputs[1] TOSA_SHAPE, inputs[2] TOSA_SHAPE, outputs[0] TOSA_RANK_1_UP;
    "slice_shape"
        inputs[0] TOSA_SHAPE, inputs[1] TOSA_TENSOR_ANY, inputs[2] TOSA_TENSOR_ANY, outputs[0] TOSA_SHAPE;
    "table" inputs[0] TOSA_TENSOR, inputs[1] TOSA_1D, outputs[0] TOSA_TENSOR;
    "tile" inputs[0] TOSA_RANK_1_UP, inputs[1] TOSA_SHAPE, outputs[0] TOSA_RANK_1_UP;
    "variable_read" output1 TOSA_TENSOR;
    "variable_write" input1 TOSA_TENSOR;
    "while_loop" input_list TOSA_TENSOR, output_list TOSA_TENSOR;
}
