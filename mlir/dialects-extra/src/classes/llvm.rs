//! Type classes of the operands and results of `llvm`.

use super::ClassRow;
use super::Place::Group;
use super::kinds::{
    LLVM_AGGREGATE, LLVM_FLOAT_LIKE, LLVM_I1_LIKE, LLVM_INT_LIKE, LLVM_INT_OR_PTR,
    LLVM_INT_OR_PTR_LIKE, LLVM_NON_AGGREGATE, LLVM_PTR, LLVM_PTR_LIKE, LLVM_SIZED, LLVM_STRUCT,
    LLVM_TOKEN, LLVM_TYPE, LLVM_VECTOR, SIGNLESS,
};

pub(crate) static LLVM: &[ClassRow] = &[
    ClassRow {
        ops: &[
            "add", "and", "ashr", "lshr", "mul", "or", "sdiv", "shl", "srem", "sub", "udiv",
            "urem", "xor",
        ],
        places: &[(Group("res"), &LLVM_INT_LIKE)],
    },
    ClassRow {
        ops: &["addrspacecast"],
        places: &[
            (Group("arg"), &LLVM_PTR_LIKE),
            (Group("res"), &LLVM_PTR_LIKE),
        ],
    },
    ClassRow {
        ops: &["alloca"],
        places: &[(Group("arraySize"), &SIGNLESS), (Group("res"), &LLVM_PTR)],
    },
    ClassRow {
        ops: &["atomicrmw"],
        places: &[(Group("ptr"), &LLVM_PTR)],
    },
    ClassRow {
        ops: &["bitcast"],
        places: &[
            (Group("arg"), &LLVM_NON_AGGREGATE),
            (Group("res"), &LLVM_NON_AGGREGATE),
        ],
    },
    ClassRow {
        ops: &["br"],
        places: &[(Group("destOperands"), &LLVM_TYPE)],
    },
    ClassRow {
        ops: &["call"],
        places: &[
            (Group("callee_operands"), &LLVM_TYPE),
            (Group("result"), &LLVM_TYPE),
            (Group("op_bundle_operands"), &LLVM_TYPE),
        ],
    },
    ClassRow {
        ops: &["call_intrinsic"],
        places: &[
            (Group("args"), &LLVM_TYPE),
            (Group("results"), &LLVM_TYPE),
            (Group("op_bundle_operands"), &LLVM_TYPE),
        ],
    },
    ClassRow {
        ops: &["cmpxchg"],
        places: &[
            (Group("ptr"), &LLVM_PTR),
            (Group("cmp"), &LLVM_INT_OR_PTR),
            (Group("res"), &LLVM_STRUCT),
        ],
    },
    ClassRow {
        ops: &["cond_br"],
        places: &[(Group("trueDestOperands"), &LLVM_TYPE)],
    },
    ClassRow {
        ops: &["dso_local_equivalent", "mlir.addressof"],
        places: &[(Group("res"), &LLVM_PTR)],
    },
    ClassRow {
        ops: &["extractelement"],
        places: &[
            (Group("vector"), &LLVM_VECTOR),
            (Group("position"), &SIGNLESS),
            (Group("res"), &LLVM_TYPE),
        ],
    },
    ClassRow {
        ops: &["extractvalue"],
        places: &[
            (Group("container"), &LLVM_AGGREGATE),
            (Group("res"), &LLVM_TYPE),
        ],
    },
    ClassRow {
        ops: &["fadd", "fdiv", "fmul", "fneg", "frem", "fsub"],
        places: &[(Group("res"), &LLVM_FLOAT_LIKE)],
    },
    ClassRow {
        ops: &["fcmp"],
        places: &[
            (Group("lhs"), &LLVM_FLOAT_LIKE),
            (Group("res"), &LLVM_I1_LIKE),
        ],
    },
    ClassRow {
        ops: &["fpext", "fptrunc"],
        places: &[
            (Group("arg"), &LLVM_FLOAT_LIKE),
            (Group("res"), &LLVM_FLOAT_LIKE),
        ],
    },
    ClassRow {
        ops: &["fptosi", "fptoui"],
        places: &[
            (Group("arg"), &LLVM_FLOAT_LIKE),
            (Group("res"), &LLVM_INT_LIKE),
        ],
    },
    ClassRow {
        ops: &[
            "freeze",
            "mlir.constant",
            "mlir.poison",
            "mlir.undef",
            "mlir.zero",
        ],
        places: &[(Group("res"), &LLVM_TYPE)],
    },
    ClassRow {
        ops: &["getelementptr"],
        places: &[
            (Group("base"), &LLVM_PTR_LIKE),
            (Group("dynamicIndices"), &LLVM_INT_LIKE),
            (Group("res"), &LLVM_PTR_LIKE),
        ],
    },
    ClassRow {
        ops: &["icmp"],
        places: &[
            (Group("lhs"), &LLVM_INT_OR_PTR_LIKE),
            (Group("res"), &LLVM_I1_LIKE),
        ],
    },
    ClassRow {
        ops: &["inline_asm"],
        places: &[(Group("operands"), &LLVM_TYPE), (Group("res"), &LLVM_TYPE)],
    },
    ClassRow {
        ops: &["insertelement"],
        places: &[
            (Group("vector"), &LLVM_VECTOR),
            (Group("value"), &LLVM_TYPE),
            (Group("position"), &SIGNLESS),
        ],
    },
    ClassRow {
        ops: &["insertvalue"],
        places: &[
            (Group("value"), &LLVM_TYPE),
            (Group("res"), &LLVM_AGGREGATE),
        ],
    },
    ClassRow {
        ops: &["inttoptr"],
        places: &[
            (Group("arg"), &LLVM_INT_LIKE),
            (Group("res"), &LLVM_PTR_LIKE),
        ],
    },
    ClassRow {
        ops: &["invoke"],
        places: &[
            (Group("callee_operands"), &LLVM_TYPE),
            (Group("normalDestOperands"), &LLVM_TYPE),
            (Group("op_bundle_operands"), &LLVM_TYPE),
        ],
    },
    ClassRow {
        ops: &["load"],
        places: &[(Group("addr"), &LLVM_PTR), (Group("res"), &LLVM_SIZED)],
    },
    ClassRow {
        ops: &["mlir.none"],
        places: &[(Group("res"), &LLVM_TOKEN)],
    },
    ClassRow {
        ops: &["ptrtoint"],
        places: &[
            (Group("arg"), &LLVM_PTR_LIKE),
            (Group("res"), &LLVM_INT_LIKE),
        ],
    },
    ClassRow {
        ops: &["resume"],
        places: &[(Group("value"), &LLVM_TYPE)],
    },
    ClassRow {
        ops: &["return"],
        places: &[(Group("arg"), &LLVM_TYPE)],
    },
    ClassRow {
        ops: &["select"],
        places: &[
            (Group("condition"), &LLVM_I1_LIKE),
            (Group("res"), &LLVM_TYPE),
        ],
    },
    ClassRow {
        ops: &["sext", "trunc", "zext"],
        places: &[
            (Group("arg"), &LLVM_INT_LIKE),
            (Group("res"), &LLVM_INT_LIKE),
        ],
    },
    ClassRow {
        ops: &["shufflevector"],
        places: &[
            (Group("v1"), &LLVM_VECTOR),
            (Group("v2"), &LLVM_VECTOR),
            (Group("res"), &LLVM_VECTOR),
        ],
    },
    ClassRow {
        ops: &["sitofp", "uitofp"],
        places: &[
            (Group("arg"), &LLVM_INT_LIKE),
            (Group("res"), &LLVM_FLOAT_LIKE),
        ],
    },
    ClassRow {
        ops: &["store"],
        places: &[(Group("value"), &LLVM_SIZED), (Group("addr"), &LLVM_PTR)],
    },
    ClassRow {
        ops: &["switch"],
        places: &[(Group("value"), &SIGNLESS)],
    },
    ClassRow {
        ops: &["va_arg"],
        places: &[(Group("arg"), &LLVM_PTR), (Group("res"), &LLVM_TYPE)],
    },
];
