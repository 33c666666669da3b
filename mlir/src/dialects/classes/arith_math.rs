//! Type classes of the operands and results of `arith`, `math`, `complex`, `index`, `bufferization`.

use super::ClassRow;
use super::Place::Group;
use super::kinds::{
    ANY_MEMREF, BITCAST, BOOL_LIKE, COMPLEX, COMPLEX_FLOAT, FIXED_WIDTH_LIKE, FLOAT, FLOAT_LIKE,
    INDEX_CAST, INT_OR_INDEX, SHAPED, SIGNLESS, SIGNLESS_LIKE, TENSOR,
};

pub(in crate::dialects) static ARITH: &[ClassRow] = &[
    ClassRow {
        ops: &[
            "addf", "divf", "maximumf", "maxnumf", "minimumf", "minnumf", "mulf", "negf", "remf",
            "subf",
        ],
        places: &[(Group("result"), &FLOAT_LIKE)],
    },
    ClassRow {
        ops: &[
            "addi",
            "andi",
            "ceildivsi",
            "ceildivui",
            "divsi",
            "divui",
            "floordivsi",
            "maxsi",
            "maxui",
            "minsi",
            "minui",
            "muli",
            "ori",
            "remsi",
            "remui",
            "shli",
            "shrsi",
            "shrui",
            "subi",
            "xori",
        ],
        places: &[(Group("result"), &SIGNLESS_LIKE)],
    },
    ClassRow {
        ops: &["addui_extended"],
        places: &[
            (Group("sum"), &SIGNLESS_LIKE),
            (Group("overflow"), &BOOL_LIKE),
        ],
    },
    ClassRow {
        ops: &["bitcast"],
        places: &[(Group("in"), &BITCAST), (Group("out"), &BITCAST)],
    },
    ClassRow {
        ops: &["cmpf"],
        places: &[(Group("lhs"), &FLOAT_LIKE), (Group("result"), &BOOL_LIKE)],
    },
    ClassRow {
        ops: &["cmpi"],
        places: &[
            (Group("lhs"), &SIGNLESS_LIKE),
            (Group("result"), &BOOL_LIKE),
        ],
    },
    ClassRow {
        ops: &["extf", "truncf"],
        places: &[(Group("in"), &FLOAT_LIKE), (Group("out"), &FLOAT_LIKE)],
    },
    ClassRow {
        ops: &["extsi", "extui", "trunci"],
        places: &[
            (Group("in"), &FIXED_WIDTH_LIKE),
            (Group("out"), &FIXED_WIDTH_LIKE),
        ],
    },
    ClassRow {
        ops: &["fptosi", "fptoui"],
        places: &[
            (Group("in"), &FLOAT_LIKE),
            (Group("out"), &FIXED_WIDTH_LIKE),
        ],
    },
    ClassRow {
        ops: &["index_cast", "index_castui"],
        places: &[(Group("in"), &INDEX_CAST), (Group("out"), &INDEX_CAST)],
    },
    ClassRow {
        ops: &["mulsi_extended", "mului_extended"],
        places: &[(Group("lhs"), &SIGNLESS_LIKE)],
    },
    ClassRow {
        ops: &["scaling_extf", "scaling_truncf"],
        places: &[
            (Group("in"), &FLOAT_LIKE),
            (Group("scale"), &FLOAT_LIKE),
            (Group("out"), &FLOAT_LIKE),
        ],
    },
    ClassRow {
        ops: &["select"],
        places: &[(Group("condition"), &BOOL_LIKE)],
    },
    ClassRow {
        ops: &["sitofp", "uitofp"],
        places: &[
            (Group("in"), &FIXED_WIDTH_LIKE),
            (Group("out"), &FLOAT_LIKE),
        ],
    },
];

pub(in crate::dialects) static MATH: &[ClassRow] = &[
    ClassRow {
        ops: &[
            "absf",
            "acos",
            "acosh",
            "asin",
            "asinh",
            "atan",
            "atan2",
            "atanh",
            "cbrt",
            "ceil",
            "clampf",
            "copysign",
            "cos",
            "cosh",
            "erf",
            "erfc",
            "exp",
            "exp2",
            "expm1",
            "floor",
            "fma",
            "log",
            "log10",
            "log1p",
            "log2",
            "powf",
            "round",
            "roundeven",
            "rsqrt",
            "sin",
            "sinh",
            "sqrt",
            "tan",
            "tanh",
            "trunc",
        ],
        places: &[(Group("result"), &FLOAT_LIKE)],
    },
    ClassRow {
        ops: &["absi", "ctlz", "ctpop", "cttz", "ipowi"],
        places: &[(Group("result"), &SIGNLESS_LIKE)],
    },
    ClassRow {
        ops: &["fpowi"],
        places: &[(Group("lhs"), &FLOAT_LIKE), (Group("rhs"), &SIGNLESS_LIKE)],
    },
    ClassRow {
        ops: &["isfinite", "isinf", "isnan", "isnormal"],
        places: &[
            (Group("operand"), &FLOAT_LIKE),
            (Group("result"), &BOOL_LIKE),
        ],
    },
    ClassRow {
        ops: &["sincos"],
        places: &[(Group("operand"), &FLOAT_LIKE)],
    },
];

pub(in crate::dialects) static COMPLEX_OPS: &[ClassRow] = &[
    ClassRow {
        ops: &["abs", "angle", "im", "re"],
        places: &[
            (Group("complex"), &COMPLEX_FLOAT),
            (Group("result"), &FLOAT),
        ],
    },
    ClassRow {
        ops: &["add", "atan2", "div", "mul", "pow", "sub"],
        places: &[(Group("result"), &COMPLEX_FLOAT)],
    },
    ClassRow {
        ops: &[
            "conj", "cos", "exp", "expm1", "log", "log1p", "neg", "rsqrt", "sign", "sin", "sqrt",
            "tan", "tanh",
        ],
        places: &[(Group("complex"), &COMPLEX_FLOAT)],
    },
    ClassRow {
        ops: &["constant"],
        places: &[(Group("complex"), &COMPLEX)],
    },
    ClassRow {
        ops: &["create"],
        places: &[
            (Group("real"), &FLOAT),
            (Group("imaginary"), &FLOAT),
            (Group("complex"), &COMPLEX_FLOAT),
        ],
    },
    ClassRow {
        ops: &["eq", "neq"],
        places: &[(Group("lhs"), &COMPLEX_FLOAT)],
    },
    ClassRow {
        ops: &["powi"],
        places: &[(Group("rhs"), &SIGNLESS), (Group("result"), &COMPLEX_FLOAT)],
    },
];

pub(in crate::dialects) static INDEX_OPS: &[ClassRow] = &[ClassRow {
    ops: &["casts", "castu"],
    places: &[
        (Group("input"), &INT_OR_INDEX),
        (Group("output"), &INT_OR_INDEX),
    ],
}];

pub(in crate::dialects) static BUFFERIZATION: &[ClassRow] = &[
    ClassRow {
        ops: &["alloc_tensor"],
        places: &[(Group("result"), &TENSOR)],
    },
    ClassRow {
        ops: &["clone"],
        places: &[
            (Group("input"), &ANY_MEMREF),
            (Group("output"), &ANY_MEMREF),
        ],
    },
    ClassRow {
        ops: &["dealloc"],
        places: &[
            (Group("memrefs"), &ANY_MEMREF),
            (Group("retained"), &ANY_MEMREF),
        ],
    },
    ClassRow {
        ops: &["dealloc_tensor"],
        places: &[(Group("tensor"), &TENSOR)],
    },
    ClassRow {
        ops: &["materialize_in_destination"],
        places: &[
            (Group("source"), &TENSOR),
            (Group("dest"), &SHAPED),
            (Group("result"), &TENSOR),
        ],
    },
];
