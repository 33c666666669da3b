//! Type classes of the operands and results of `tosa`.

use super::ClassRow;
use super::Place::{Group, Nth};
use super::kinds::{
    FIXED_WIDTH_LIKE, SIGNLESS_LIKE, TOSA_1D, TOSA_3D, TOSA_4D, TOSA_5D, TOSA_BOOLS, TOSA_FLOATS,
    TOSA_INTS, TOSA_MULTIPLIER, TOSA_RANK_1_UP, TOSA_SCALAR, TOSA_SHAPE, TOSA_SHIFT, TOSA_TENSOR,
    TOSA_TENSOR_ANY,
};

pub(crate) static TOSA: &[ClassRow] = &[
    ClassRow {
        ops: &[
            "abs",
            "bitwise_not",
            "cast",
            "ceil",
            "clamp",
            "clz",
            "erf",
            "exp",
            "floor",
            "identity",
            "log",
            "reciprocal",
            "rsqrt",
            "sigmoid",
            "tanh",
        ],
        places: &[
            (Nth("inputs", 0), &TOSA_TENSOR),
            (Nth("outputs", 0), &TOSA_TENSOR),
        ],
    },
    ClassRow {
        ops: &[
            "add",
            "arithmetic_right_shift",
            "bitwise_and",
            "bitwise_or",
            "bitwise_xor",
            "logical_left_shift",
            "logical_right_shift",
            "maximum",
            "minimum",
            "pow",
            "sub",
        ],
        places: &[
            (Nth("inputs", 0), &TOSA_TENSOR),
            (Nth("inputs", 1), &TOSA_TENSOR),
            (Nth("outputs", 0), &TOSA_TENSOR),
        ],
    },
    ClassRow {
        ops: &[
            "add_shape",
            "div_ceil_shape",
            "div_floor_shape",
            "max_shape",
            "min_shape",
            "mod_shape",
            "mul_shape",
            "sub_shape",
        ],
        places: &[
            (Nth("inputs", 0), &TOSA_SHAPE),
            (Nth("inputs", 1), &TOSA_SHAPE),
            (Nth("outputs", 0), &TOSA_SHAPE),
        ],
    },
    ClassRow {
        ops: &["apply_scale"],
        places: &[
            (Nth("inputs", 0), &SIGNLESS_LIKE),
            (Nth("inputs", 1), &SIGNLESS_LIKE),
            (Nth("inputs", 2), &FIXED_WIDTH_LIKE),
            (Nth("outputs", 0), &SIGNLESS_LIKE),
        ],
    },
    ClassRow {
        ops: &["argmax"],
        places: &[
            (Nth("inputs", 0), &TOSA_RANK_1_UP),
            (Nth("outputs", 0), &TOSA_TENSOR),
        ],
    },
    ClassRow {
        ops: &["avg_pool2d"],
        places: &[
            (Nth("inputs", 0), &TOSA_4D),
            (Nth("inputs", 1), &TOSA_SCALAR),
            (Nth("inputs", 2), &TOSA_SCALAR),
            (Nth("outputs", 0), &TOSA_4D),
        ],
    },
    ClassRow {
        ops: &["cast_from_block_scaled"],
        places: &[
            (Nth("inputs", 0), &TOSA_RANK_1_UP),
            (Nth("inputs", 1), &TOSA_RANK_1_UP),
            (Nth("outputs", 0), &TOSA_RANK_1_UP),
        ],
    },
    ClassRow {
        ops: &["cast_to_block_scaled"],
        places: &[
            (Nth("inputs", 0), &TOSA_RANK_1_UP),
            (Group("output_data"), &TOSA_RANK_1_UP),
            (Group("output_scale"), &TOSA_RANK_1_UP),
        ],
    },
    ClassRow {
        ops: &["concat"],
        places: &[
            (Group("inputs"), &TOSA_RANK_1_UP),
            (Nth("outputs", 0), &TOSA_RANK_1_UP),
        ],
    },
    ClassRow {
        ops: &["concat_shape"],
        places: &[
            (Group("inputs"), &TOSA_SHAPE),
            (Nth("outputs", 0), &TOSA_SHAPE),
        ],
    },
    ClassRow {
        ops: &["cond_if"],
        places: &[
            (Group("condition"), &TOSA_BOOLS),
            (Group("output_list"), &TOSA_TENSOR),
        ],
    },
    ClassRow {
        ops: &["const"],
        places: &[(Group("output"), &TOSA_TENSOR)],
    },
    ClassRow {
        ops: &["const_shape"],
        places: &[(Nth("outputs", 0), &TOSA_SHAPE)],
    },
    ClassRow {
        ops: &["conv2d", "depthwise_conv2d", "transpose_conv2d"],
        places: &[
            (Nth("inputs", 0), &TOSA_4D),
            (Nth("inputs", 1), &TOSA_4D),
            (Nth("inputs", 2), &TOSA_1D),
            (Nth("inputs", 3), &TOSA_SCALAR),
            (Nth("inputs", 4), &TOSA_SCALAR),
            (Nth("outputs", 0), &TOSA_4D),
        ],
    },
    ClassRow {
        ops: &["conv3d"],
        places: &[
            (Nth("inputs", 0), &TOSA_5D),
            (Nth("inputs", 1), &TOSA_5D),
            (Nth("inputs", 2), &TOSA_1D),
            (Nth("inputs", 3), &TOSA_SCALAR),
            (Nth("inputs", 4), &TOSA_SCALAR),
            (Nth("outputs", 0), &TOSA_5D),
        ],
    },
    ClassRow {
        ops: &["cos", "sin"],
        places: &[
            (Nth("inputs", 0), &TOSA_FLOATS),
            (Nth("outputs", 0), &TOSA_FLOATS),
        ],
    },
    ClassRow {
        ops: &["custom"],
        places: &[
            (Group("inputs"), &TOSA_TENSOR),
            (Group("outputs"), &TOSA_TENSOR),
        ],
    },
    ClassRow {
        ops: &["dim"],
        places: &[
            (Nth("inputs", 0), &TOSA_RANK_1_UP),
            (Nth("outputs", 0), &TOSA_SHAPE),
        ],
    },
    ClassRow {
        ops: &["equal", "greater", "greater_equal"],
        places: &[
            (Nth("inputs", 0), &TOSA_TENSOR),
            (Nth("inputs", 1), &TOSA_TENSOR),
            (Nth("outputs", 0), &TOSA_BOOLS),
        ],
    },
    ClassRow {
        ops: &["exp2_shape", "log2_ceil_shape", "log2_floor_shape"],
        places: &[
            (Nth("inputs", 0), &TOSA_SHAPE),
            (Nth("outputs", 0), &TOSA_SHAPE),
        ],
    },
    ClassRow {
        ops: &["fft2d"],
        places: &[
            (Nth("inputs", 0), &TOSA_3D),
            (Nth("inputs", 1), &TOSA_3D),
            (Group("output_real"), &TOSA_3D),
            (Group("output_imag"), &TOSA_3D),
        ],
    },
    ClassRow {
        ops: &["gather"],
        places: &[
            (Nth("inputs", 0), &TOSA_3D),
            (Nth("inputs", 1), &TOSA_TENSOR_ANY),
            (Nth("outputs", 0), &TOSA_3D),
        ],
    },
    ClassRow {
        ops: &["intdiv"],
        places: &[
            (Nth("inputs", 0), &TOSA_INTS),
            (Nth("inputs", 1), &TOSA_INTS),
            (Nth("outputs", 0), &TOSA_INTS),
        ],
    },
    ClassRow {
        ops: &["logical_and", "logical_or", "logical_xor"],
        places: &[
            (Nth("inputs", 0), &TOSA_BOOLS),
            (Nth("inputs", 1), &TOSA_BOOLS),
            (Nth("outputs", 0), &TOSA_BOOLS),
        ],
    },
    ClassRow {
        ops: &["logical_not"],
        places: &[
            (Nth("inputs", 0), &TOSA_BOOLS),
            (Nth("outputs", 0), &TOSA_BOOLS),
        ],
    },
    ClassRow {
        ops: &["matmul"],
        places: &[
            (Nth("inputs", 0), &TOSA_3D),
            (Nth("inputs", 1), &TOSA_3D),
            (Nth("inputs", 2), &TOSA_SCALAR),
            (Nth("inputs", 3), &TOSA_SCALAR),
            (Nth("outputs", 0), &TOSA_3D),
        ],
    },
    ClassRow {
        ops: &["matmul_t_block_scaled"],
        places: &[
            (Nth("inputs", 0), &TOSA_TENSOR_ANY),
            (Nth("inputs", 1), &TOSA_TENSOR_ANY),
            (Nth("inputs", 2), &TOSA_TENSOR_ANY),
            (Nth("inputs", 3), &TOSA_TENSOR_ANY),
            (Nth("outputs", 0), &TOSA_3D),
        ],
    },
    ClassRow {
        ops: &["max_pool2d"],
        places: &[(Nth("inputs", 0), &TOSA_4D), (Nth("outputs", 0), &TOSA_4D)],
    },
    ClassRow {
        ops: &["mul"],
        places: &[
            (Nth("inputs", 0), &TOSA_TENSOR),
            (Nth("inputs", 1), &TOSA_TENSOR),
            (Nth("inputs", 2), &TOSA_TENSOR_ANY),
            (Nth("outputs", 0), &TOSA_TENSOR),
        ],
    },
    ClassRow {
        ops: &["negate"],
        places: &[
            (Nth("inputs", 0), &TOSA_TENSOR),
            (Nth("inputs", 1), &TOSA_SCALAR),
            (Nth("inputs", 2), &TOSA_SCALAR),
            (Nth("outputs", 0), &TOSA_TENSOR),
        ],
    },
    ClassRow {
        ops: &["pad"],
        places: &[
            (Nth("inputs", 0), &TOSA_RANK_1_UP),
            (Nth("inputs", 1), &TOSA_SHAPE),
            (Nth("inputs", 2), &TOSA_TENSOR_ANY),
            (Nth("outputs", 0), &TOSA_RANK_1_UP),
        ],
    },
    ClassRow {
        ops: &[
            "reduce_all",
            "reduce_any",
            "reduce_max",
            "reduce_min",
            "reduce_product",
            "reduce_sum",
            "reverse",
            "transpose",
        ],
        places: &[
            (Nth("inputs", 0), &TOSA_RANK_1_UP),
            (Nth("outputs", 0), &TOSA_RANK_1_UP),
        ],
    },
    ClassRow {
        ops: &["rescale"],
        places: &[
            (Nth("inputs", 0), &TOSA_TENSOR),
            (Nth("inputs", 1), &TOSA_MULTIPLIER),
            (Nth("inputs", 2), &TOSA_SHIFT),
            (Nth("inputs", 3), &TOSA_SCALAR),
            (Nth("inputs", 4), &TOSA_SCALAR),
            (Nth("outputs", 0), &TOSA_TENSOR),
        ],
    },
    ClassRow {
        ops: &["reshape"],
        places: &[
            (Nth("inputs", 0), &TOSA_TENSOR),
            (Nth("inputs", 1), &TOSA_SHAPE),
            (Nth("outputs", 0), &TOSA_TENSOR),
        ],
    },
    ClassRow {
        ops: &["resize"],
        places: &[
            (Nth("inputs", 0), &TOSA_4D),
            (Nth("inputs", 1), &TOSA_SHAPE),
            (Nth("inputs", 2), &TOSA_SHAPE),
            (Nth("inputs", 3), &TOSA_SHAPE),
            (Nth("outputs", 0), &TOSA_4D),
        ],
    },
    ClassRow {
        ops: &["rfft2d"],
        places: &[
            (Nth("inputs", 0), &TOSA_3D),
            (Group("output_real"), &TOSA_3D),
            (Group("output_imag"), &TOSA_3D),
        ],
    },
    ClassRow {
        ops: &["scatter"],
        places: &[
            (Nth("inputs", 0), &TOSA_3D),
            (Nth("inputs", 1), &TOSA_TENSOR_ANY),
            (Nth("inputs", 2), &TOSA_3D),
            (Nth("outputs", 0), &TOSA_3D),
        ],
    },
    ClassRow {
        ops: &["select"],
        places: &[
            (Nth("inputs", 0), &TOSA_BOOLS),
            (Nth("inputs", 1), &TOSA_TENSOR),
            (Nth("inputs", 2), &TOSA_TENSOR),
            (Nth("outputs", 0), &TOSA_TENSOR),
        ],
    },
    ClassRow {
        ops: &["slice"],
        places: &[
            (Nth("inputs", 0), &TOSA_RANK_1_UP),
            (Nth("inputs", 1), &TOSA_SHAPE),
            (Nth("inputs", 2), &TOSA_SHAPE),
            (Nth("outputs", 0), &TOSA_RANK_1_UP),
        ],
    },
    ClassRow {
        ops: &["slice_shape"],
        places: &[
            (Nth("inputs", 0), &TOSA_SHAPE),
            (Nth("inputs", 1), &TOSA_TENSOR_ANY),
            (Nth("inputs", 2), &TOSA_TENSOR_ANY),
            (Nth("outputs", 0), &TOSA_SHAPE),
        ],
    },
    ClassRow {
        ops: &["table"],
        places: &[
            (Nth("inputs", 0), &TOSA_TENSOR),
            (Nth("inputs", 1), &TOSA_1D),
            (Nth("outputs", 0), &TOSA_TENSOR),
        ],
    },
    ClassRow {
        ops: &["tile"],
        places: &[
            (Nth("inputs", 0), &TOSA_RANK_1_UP),
            (Nth("inputs", 1), &TOSA_SHAPE),
            (Nth("outputs", 0), &TOSA_RANK_1_UP),
        ],
    },
    ClassRow {
        ops: &["variable_read"],
        places: &[(Group("output1"), &TOSA_TENSOR)],
    },
    ClassRow {
        ops: &["variable_write"],
        places: &[(Group("input1"), &TOSA_TENSOR)],
    },
    ClassRow {
        ops: &["while_loop"],
        places: &[
            (Group("input_list"), &TOSA_TENSOR),
            (Group("output_list"), &TOSA_TENSOR),
        ],
    },
];
