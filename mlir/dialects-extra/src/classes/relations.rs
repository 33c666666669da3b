//! Relations between the types of an operation's values, for table entries that have one group for several kinds of
//! operands.

use memplan_mlir::dialects::classes::Relation::{
    self, Broadcast, Reduces, SameElements, SameInputElements, SameOperandElements,
    SameOperandTypes, SameShapes, SameTypes,
};

pub(crate) static LLVM_RELATIONS: &[(Relation, &str)] = &[
    (
        SameTypes,
        "add and ashr fadd fdiv fmul fneg freeze frem fsub intr.acos intr.asin intr.atan intr.atan2 \
         intr.bitreverse intr.bswap intr.ceil intr.copysign intr.cos intr.cosh intr.ctpop intr.exp \
         intr.exp10 intr.exp2 intr.expect intr.fabs intr.floor intr.fma intr.fmuladd intr.fshl intr.fshr \
         intr.log intr.log10 intr.log2 intr.maximum intr.maxnum intr.minimum intr.minnum intr.nearbyint \
         intr.pow intr.rint intr.round intr.roundeven intr.sadd.sat intr.sin intr.sinh intr.smax intr.smin \
         intr.sqrt intr.ssa.copy intr.sshl.sat intr.ssub.sat intr.tan intr.tanh intr.trunc intr.uadd.sat \
         intr.umax intr.umin intr.ushl.sat intr.usub.sat lshr mul or sdiv shl srem sub udiv urem xor",
    ),
    (SameOperandTypes, "fcmp icmp intr.scmp intr.ucmp"),
    (
        SameElements,
        "intr.vector.reduce.fadd intr.vector.reduce.fmax intr.vector.reduce.fmaximum \
         intr.vector.reduce.fmin intr.vector.reduce.fminimum",
    ),
];

pub(crate) static TOSA_RELATIONS: &[(Relation, &str)] = &[
    (
        SameElements,
        "abs add arithmetic_right_shift bitwise_and bitwise_not bitwise_or bitwise_xor ceil clamp clz cos \
         erf exp fft2d floor intdiv log logical_left_shift logical_right_shift maximum minimum pow \
         reciprocal rfft2d rsqrt sigmoid sin sub tanh",
    ),
    (SameOperandElements, "equal greater greater_equal"),
    (
        SameShapes,
        "abs bitwise_not cast ceil clamp clz cos erf exp fft2d floor log logical_not reciprocal rsqrt \
         sigmoid sin tanh",
    ),
    (
        Broadcast,
        "add arithmetic_right_shift bitwise_and bitwise_or bitwise_xor equal greater intdiv logical_and \
         logical_left_shift logical_or logical_right_shift logical_xor maximum minimum pow select sub",
    ),
    (
        SameInputElements,
        "concat gather max_pool2d negate pad reshape reverse scatter slice tile",
    ),
    (
        Reduces,
        "reduce_all reduce_any reduce_max reduce_min reduce_product reduce_sum",
    ),
];
