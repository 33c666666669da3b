//! Type classes of the operands and results of the intrinsics of `llvm`.

use super::ClassRow;
use super::Place::{Group, Nth};
use super::kinds::{
    FLOAT, I1, I32, LLVM_ANY_INT_LIKE, LLVM_FLOAT, LLVM_FLOAT_LIKE, LLVM_FLOAT_VECTOR,
    LLVM_I1_VECTOR, LLVM_INT_LIKE, LLVM_INT_VECTOR, LLVM_PTR, LLVM_PTR_LIKE, LLVM_PTR_VECTOR,
    LLVM_TOKEN, LLVM_TYPE, LLVM_VECTOR, SIGNLESS,
};

pub(crate) static INTRINSICS: &[ClassRow] = &[
    ClassRow {
        ops: &[
            "intr.invariant.end",
            "intr.invariant.start",
            "intr.launder.invariant.group",
            "intr.lifetime.end",
            "intr.lifetime.start",
            "intr.stackrestore",
            "intr.strip.invariant.group",
        ],
        places: &[(Group("ptr"), &LLVM_PTR)],
    },
    ClassRow {
        ops: &[
            "intr.coro.align",
            "intr.coro.size",
            "intr.coro.suspend",
            "intr.expect",
            "intr.stacksave",
        ],
        places: &[(Group("res"), &LLVM_TYPE)],
    },
    ClassRow {
        ops: &[
            "intr.acos",
            "intr.asin",
            "intr.atan",
            "intr.ceil",
            "intr.cos",
            "intr.cosh",
            "intr.exp",
            "intr.exp10",
            "intr.exp2",
            "intr.fabs",
            "intr.floor",
            "intr.frexp",
            "intr.llrint",
            "intr.log",
            "intr.log10",
            "intr.log2",
            "intr.lrint",
            "intr.lround",
            "intr.nearbyint",
            "intr.rint",
            "intr.round",
            "intr.roundeven",
            "intr.sin",
            "intr.sincos",
            "intr.sinh",
            "intr.sqrt",
            "intr.tan",
            "intr.tanh",
            "intr.trunc",
        ],
        places: &[
            (Nth("args", 0), &LLVM_FLOAT_LIKE),
            (Group("res"), &LLVM_TYPE),
        ],
    },
    ClassRow {
        ops: &["intr.assume"],
        places: &[(Group("op_bundle_operands"), &LLVM_TYPE)],
    },
    ClassRow {
        ops: &[
            "intr.atan2",
            "intr.copysign",
            "intr.maximum",
            "intr.maxnum",
            "intr.minimum",
            "intr.minnum",
            "intr.pow",
        ],
        places: &[
            (Nth("args", 0), &LLVM_FLOAT_LIKE),
            (Nth("args", 1), &LLVM_FLOAT_LIKE),
            (Group("res"), &LLVM_TYPE),
        ],
    },
    ClassRow {
        ops: &["intr.bitreverse", "intr.bswap", "intr.ctpop"],
        places: &[(Nth("args", 0), &LLVM_INT_LIKE), (Group("res"), &LLVM_TYPE)],
    },
    ClassRow {
        ops: &["intr.coro.begin", "intr.coro.free"],
        places: &[
            (Nth("args", 0), &LLVM_TOKEN),
            (Nth("args", 1), &LLVM_PTR),
            (Group("res"), &LLVM_TYPE),
        ],
    },
    ClassRow {
        ops: &["intr.coro.end"],
        places: &[
            (Nth("args", 0), &LLVM_PTR),
            (Nth("args", 1), &I1),
            (Nth("args", 2), &LLVM_TOKEN),
            (Group("res"), &LLVM_TYPE),
        ],
    },
    ClassRow {
        ops: &["intr.coro.id"],
        places: &[
            (Nth("args", 0), &I32),
            (Nth("args", 1), &LLVM_PTR),
            (Nth("args", 2), &LLVM_PTR),
            (Nth("args", 3), &LLVM_PTR),
            (Group("res"), &LLVM_TYPE),
        ],
    },
    ClassRow {
        ops: &["intr.coro.promise"],
        places: &[
            (Nth("args", 0), &LLVM_PTR),
            (Nth("args", 1), &I32),
            (Nth("args", 2), &I1),
            (Group("res"), &LLVM_PTR),
        ],
    },
    ClassRow {
        ops: &["intr.coro.resume"],
        places: &[(Group("handle"), &LLVM_PTR)],
    },
    ClassRow {
        ops: &["intr.coro.save", "intr.eh.typeid.for"],
        places: &[(Nth("args", 0), &LLVM_PTR), (Group("res"), &LLVM_TYPE)],
    },
    ClassRow {
        ops: &["intr.expect.with.probability"],
        places: &[(Group("lhs"), &SIGNLESS)],
    },
    ClassRow {
        ops: &[
            "intr.experimental.constrained.fpext",
            "intr.experimental.constrained.fptrunc",
            "intr.experimental.constrained.sitofp",
            "intr.experimental.constrained.uitofp",
        ],
        places: &[(Group("arg"), &LLVM_TYPE), (Group("res"), &LLVM_TYPE)],
    },
    ClassRow {
        ops: &["intr.fma", "intr.fmuladd"],
        places: &[
            (Nth("args", 0), &LLVM_FLOAT_LIKE),
            (Nth("args", 1), &LLVM_FLOAT_LIKE),
            (Nth("args", 2), &LLVM_FLOAT_LIKE),
            (Group("res"), &LLVM_TYPE),
        ],
    },
    ClassRow {
        ops: &["intr.fshl", "intr.fshr"],
        places: &[
            (Nth("args", 0), &LLVM_INT_LIKE),
            (Nth("args", 1), &LLVM_INT_LIKE),
            (Nth("args", 2), &LLVM_INT_LIKE),
            (Group("res"), &LLVM_TYPE),
        ],
    },
    ClassRow {
        ops: &["intr.get.active.lane.mask"],
        places: &[
            (Group("base"), &SIGNLESS),
            (Group("n"), &SIGNLESS),
            (Group("res"), &LLVM_TYPE),
        ],
    },
    ClassRow {
        ops: &["intr.ldexp", "intr.powi"],
        places: &[
            (Nth("args", 0), &LLVM_FLOAT_LIKE),
            (Nth("args", 1), &SIGNLESS),
            (Group("res"), &LLVM_TYPE),
        ],
    },
    ClassRow {
        ops: &["intr.llround"],
        places: &[(Nth("args", 0), &LLVM_FLOAT), (Group("res"), &LLVM_TYPE)],
    },
    ClassRow {
        ops: &["intr.masked.gather"],
        places: &[
            (Nth("args", 0), &LLVM_PTR_VECTOR),
            (Nth("args", 1), &LLVM_I1_VECTOR),
            (Nth("args", 2), &LLVM_VECTOR),
            (Group("res"), &LLVM_VECTOR),
        ],
    },
    ClassRow {
        ops: &["intr.masked.load"],
        places: &[
            (Nth("args", 0), &LLVM_PTR),
            (Nth("args", 1), &LLVM_I1_VECTOR),
            (Nth("args", 2), &LLVM_VECTOR),
            (Group("res"), &LLVM_VECTOR),
        ],
    },
    ClassRow {
        ops: &["intr.masked.scatter"],
        places: &[
            (Group("value"), &LLVM_VECTOR),
            (Group("ptrs"), &LLVM_PTR_VECTOR),
            (Group("mask"), &LLVM_I1_VECTOR),
        ],
    },
    ClassRow {
        ops: &["intr.masked.store"],
        places: &[
            (Group("value"), &LLVM_VECTOR),
            (Group("data"), &LLVM_PTR),
            (Group("mask"), &LLVM_I1_VECTOR),
        ],
    },
    ClassRow {
        ops: &["intr.matrix.column.major.load"],
        places: &[
            (Group("data"), &LLVM_PTR),
            (Group("stride"), &SIGNLESS),
            (Group("res"), &LLVM_VECTOR),
        ],
    },
    ClassRow {
        ops: &["intr.matrix.column.major.store"],
        places: &[
            (Group("matrix"), &LLVM_VECTOR),
            (Group("data"), &LLVM_PTR),
            (Group("stride"), &SIGNLESS),
        ],
    },
    ClassRow {
        ops: &["intr.matrix.multiply"],
        places: &[
            (Group("lhs"), &LLVM_VECTOR),
            (Group("rhs"), &LLVM_VECTOR),
            (Group("res"), &LLVM_VECTOR),
        ],
    },
    ClassRow {
        ops: &["intr.matrix.transpose"],
        places: &[
            (Group("matrix"), &LLVM_VECTOR),
            (Group("res"), &LLVM_VECTOR),
        ],
    },
    ClassRow {
        ops: &["intr.ptrmask"],
        places: &[
            (Nth("args", 0), &LLVM_PTR_LIKE),
            (Nth("args", 1), &LLVM_ANY_INT_LIKE),
            (Group("res"), &LLVM_PTR_LIKE),
        ],
    },
    ClassRow {
        ops: &[
            "intr.sadd.sat",
            "intr.smax",
            "intr.smin",
            "intr.sshl.sat",
            "intr.ssub.sat",
            "intr.uadd.sat",
            "intr.umax",
            "intr.umin",
            "intr.ushl.sat",
            "intr.usub.sat",
        ],
        places: &[
            (Nth("args", 0), &LLVM_INT_LIKE),
            (Nth("args", 1), &LLVM_INT_LIKE),
            (Group("res"), &LLVM_TYPE),
        ],
    },
    ClassRow {
        ops: &["intr.scmp", "intr.ucmp"],
        places: &[
            (Nth("args", 0), &LLVM_INT_LIKE),
            (Nth("args", 1), &LLVM_INT_LIKE),
            (Group("res"), &LLVM_INT_LIKE),
        ],
    },
    ClassRow {
        ops: &["intr.stepvector"],
        places: &[(Group("res"), &LLVM_INT_VECTOR)],
    },
    ClassRow {
        ops: &["intr.vacopy"],
        places: &[
            (Group("dest_list"), &LLVM_PTR),
            (Group("src_list"), &LLVM_PTR),
        ],
    },
    ClassRow {
        ops: &["intr.vaend", "intr.vastart"],
        places: &[(Group("arg_list"), &LLVM_PTR)],
    },
    ClassRow {
        ops: &["intr.vector.extract", "intr.vector.insert"],
        places: &[
            (Group("srcvec"), &LLVM_VECTOR),
            (Group("res"), &LLVM_VECTOR),
        ],
    },
    ClassRow {
        ops: &["intr.vector.reduce.fadd"],
        places: &[
            (Nth("args", 0), &FLOAT),
            (Nth("args", 1), &LLVM_FLOAT_VECTOR),
            (Group("res"), &LLVM_TYPE),
        ],
    },
    ClassRow {
        ops: &[
            "intr.vector.reduce.fmax",
            "intr.vector.reduce.fmaximum",
            "intr.vector.reduce.fmin",
            "intr.vector.reduce.fminimum",
        ],
        places: &[
            (Nth("args", 0), &LLVM_FLOAT_VECTOR),
            (Group("res"), &LLVM_TYPE),
        ],
    },
];
