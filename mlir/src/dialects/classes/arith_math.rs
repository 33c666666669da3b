//! Type classes of the operands and results of `arith`, `math`, `complex`, `index`, `bufferization`.

use super::kinds::{
    ANY_MEMREF, BITCAST, BOOL_LIKE, COMPLEX, COMPLEX_FLOAT, FIXED_WIDTH_LIKE, FLOAT, FLOAT_LIKE,
    INDEX_CAST, INT_OR_INDEX, SHAPED, SIGNLESS, SIGNLESS_LIKE, TENSOR,
};
use super::rows;

rows! { pub(in crate::dialects) ARITH:
    "addf divf maximumf maxnumf minimumf minnumf mulf negf remf subf" result FLOAT_LIKE;
    "addi andi ceildivsi ceildivui divsi divui floordivsi maxsi maxui minsi minui muli ori remsi remui \
     shli shrsi shrui subi xori"
        result SIGNLESS_LIKE;
    "addui_extended" sum SIGNLESS_LIKE, overflow BOOL_LIKE;
    "bitcast" in BITCAST, out BITCAST;
    "cmpf" lhs FLOAT_LIKE, result BOOL_LIKE;
    "cmpi" lhs SIGNLESS_LIKE, result BOOL_LIKE;
    "extf truncf" in FLOAT_LIKE, out FLOAT_LIKE;
    "extsi extui trunci" in FIXED_WIDTH_LIKE, out FIXED_WIDTH_LIKE;
    "fptosi fptoui" in FLOAT_LIKE, out FIXED_WIDTH_LIKE;
    "index_cast index_castui" in INDEX_CAST, out INDEX_CAST;
    "mulsi_extended mului_extended" lhs SIGNLESS_LIKE;
    "scaling_extf scaling_truncf" in FLOAT_LIKE, scale FLOAT_LIKE, out FLOAT_LIKE;
    "select" condition BOOL_LIKE;
    "sitofp uitofp" in FIXED_WIDTH_LIKE, out FLOAT_LIKE;
}

rows! { pub(in crate::dialects) MATH:
    "absf acos acosh asin asinh atan atan2 atanh cbrt ceil clampf copysign cos cosh erf erfc exp exp2 \
     expm1 floor fma log log10 log1p log2 powf round roundeven rsqrt sin sinh sqrt tan tanh trunc"
        result FLOAT_LIKE;
    "absi ctlz ctpop cttz ipowi" result SIGNLESS_LIKE;
    "fpowi" lhs FLOAT_LIKE, rhs SIGNLESS_LIKE;
    "isfinite isinf isnan isnormal" operand FLOAT_LIKE, result BOOL_LIKE;
    "sincos" operand FLOAT_LIKE;
}

rows! { pub(in crate::dialects) COMPLEX_OPS:
    "abs angle im re" complex COMPLEX_FLOAT, result FLOAT;
    "add atan2 div mul pow sub" result COMPLEX_FLOAT;
    "conj cos exp expm1 log log1p neg rsqrt sign sin sqrt tan tanh" complex COMPLEX_FLOAT;
    "constant" complex COMPLEX;
    "create" real FLOAT, imaginary FLOAT, complex COMPLEX_FLOAT;
    "eq neq" lhs COMPLEX_FLOAT;
    "powi" rhs SIGNLESS, result COMPLEX_FLOAT;
}

rows! { pub(in crate::dialects) INDEX_OPS:
    "casts castu" input INT_OR_INDEX, output INT_OR_INDEX;
}

rows! { pub(in crate::dialects) BUFFERIZATION:
    "alloc_tensor" result TENSOR;
    "clone" input ANY_MEMREF, output ANY_MEMREF;
    "dealloc" memrefs ANY_MEMREF, retained ANY_MEMREF;
    "dealloc_tensor" tensor TENSOR;
    "materialize_in_destination" source TENSOR, dest SHAPED, result TENSOR;
}
