//! The part of the `llvm` dialect that partially lowered programs use next to memrefs.
//!
//! Operations that are not listed keep their generic form and are treated as unknown.

use super::assembly::{llvm_values as values, modern};
use super::verify;
use memplan_mlir::dialects::Dialect;
use memplan_mlir::dialects::EffectKind::{AllocateAutomatic, Read, Write};
use memplan_mlir::dialects::{
    Arg, Assembly, Attr, AttrForm, Effects, OpDef, Segments, Successors, Traits, Ty, Views, dflt,
    hook, makes, many, maybe, on, one, opt, req,
};

/// The dialect.
pub(super) static DIALECT: Dialect = Dialect {
    name: "llvm",
    ops: &[
        OPS,
        super::llvm_symbols::OPS,
        super::llvm_intrinsics::FLOATS,
        super::llvm_intrinsics::INTEGERS,
        super::llvm_intrinsics::MEMORY,
        super::llvm_intrinsics::ORDERED,
        super::llvm_runtime::OPS,
        super::llvm_runtime::CALLS,
        super::llvm_runtime::COROUTINES,
        super::llvm_runtime::MATRICES,
        super::llvm_runtime::CONSTRAINED,
    ],
    attrs: super::vocabulary::LLVM,
    other_attrs: super::vocabulary::LLVM_OTHERS,
    allows_unknown_ops: true,
    parse_type: Some(super::assembly::llvm_type_syntax::parse),
    classes: &[
        super::classes::llvm::LLVM,
        super::classes::llvm_intrinsics::INTRINSICS,
    ],
    relations: super::classes::relations::LLVM_RELATIONS,
    counts: super::classes::relations::LLVM_COUNTS,
    ..Dialect::EMPTY
};

const BINARY: &[Arg] = &[one("lhs", Ty::Same("res")), one("rhs", Ty::Same("res"))];
const COMPARED: &[Arg] = &[one("lhs", Ty::Any), one("rhs", Ty::Same("lhs"))];
const COMPARED_RESULT: &[Arg] = &[one("res", Ty::I1Like("lhs"))];
const ARG: &[Arg] = &[one("arg", Ty::Any)];
const RES: &[Arg] = &[one("res", Ty::Any)];
const OVERFLOW: &[Attr] = &[dflt(
    "overflowFlags",
    AttrForm::Flags(32, "overflow", &["nsw", "nuw"]),
    "0 : i32",
)];
/// Orders of atomic accesses, by their codes in LLVM.
pub(crate) const ORDERING: AttrForm = AttrForm::IntEnum(
    64,
    &[
        "not_atomic",
        "unordered",
        "monotonic",
        "",
        "acquire",
        "release",
        "acq_rel",
        "seq_cst",
    ],
);
const ATOMIC_UPDATES: AttrForm = AttrForm::IntEnum(
    64,
    &[
        "xchg",
        "add",
        "sub",
        "_and",
        "nand",
        "_or",
        "_xor",
        "max",
        "min",
        "umax",
        "umin",
        "fadd",
        "fsub",
        "fmax",
        "fmin",
        "uinc_wrap",
        "udec_wrap",
        "usub_cond",
        "usub_sat",
        "fmaximum",
        "fminimum",
    ],
);
const EXACT: &[Attr] = &[maybe("isExact", AttrForm::Unit)];
const FAST: Attr = dflt(
    "fastmathFlags",
    AttrForm::Dialect("llvm.fastmath"),
    "#llvm.fastmath<none>",
);
const FASTMATH: &[Attr] = &[FAST];
const NON_NEGATIVE: &[Attr] = &[maybe("nonNeg", AttrForm::Unit)];

/// An entry without effects.
const fn pure(
    name: &'static str,
    summary: &'static str,
    operands: &'static [Arg],
    attrs: &'static [Attr],
    format: &'static str,
) -> OpDef {
    OpDef {
        name,
        summary,
        operands,
        results: RES,
        attrs,
        assembly: Assembly::Format(format),
        effects: Effects::None,
        ..OpDef::EMPTY
    }
}

/// An operation with two operands and a result of one type.
const fn binary(name: &'static str, summary: &'static str, attrs: &'static [Attr]) -> OpDef {
    pure(name, summary, BINARY, attrs, "lhs ',' rhs {} ':' :res")
}

/// Like `binary`, with overflow flags.
const fn wrapping(name: &'static str, summary: &'static str) -> OpDef {
    pure(
        name,
        summary,
        BINARY,
        OVERFLOW,
        "lhs ',' rhs ( @overflowFlags^ )? {} ':' :res",
    )
}

/// Like `binary`, optionally `exact`.
const fn exact(name: &'static str, summary: &'static str) -> OpDef {
    pure(
        name,
        summary,
        BINARY,
        EXACT,
        "( 'exact' @isExact^ )? lhs ',' rhs {} ':' :res",
    )
}

/// A conversion of one value to another type.
const fn cast(name: &'static str, summary: &'static str, attrs: &'static [Attr]) -> OpDef {
    pure(name, summary, ARG, attrs, "arg {} ':' :arg 'to' :res")
}

/// Like `cast`, optionally `nneg`.
const fn unsigned_cast(name: &'static str, summary: &'static str) -> OpDef {
    pure(
        name,
        summary,
        ARG,
        NON_NEGATIVE,
        "( 'nneg' @nonNeg^ )? arg {} ':' :arg 'to' :res",
    )
}

/// A constant: an operation without operands and with one result.
const fn nullary(name: &'static str, summary: &'static str) -> OpDef {
    OpDef {
        traits: Traits::CONSTANT_LIKE,
        ..pure(name, summary, &[], &[], "{} ':' :res")
    }
}

pub(super) const OPS: &[OpDef] = &[
    wrapping("llvm.add", "Adds two integers."),
    OpDef {
        views: Views::First,
        ..cast(
            "llvm.addrspacecast",
            "Changes the address space of a pointer.",
            &[],
        )
    },
    OpDef {
        assembly: hook(values::parse_alloca, values::print_alloca),
        effects: Effects::List(&[makes(AllocateAutomatic, "res")]),
        ..pure(
            "llvm.alloca",
            "Allocates memory that the function frees.",
            &[one("arraySize", Ty::Any)],
            &[
                maybe("alignment", AttrForm::Int(64)),
                req("elem_type", AttrForm::Type),
                maybe("inalloca", AttrForm::Unit),
            ],
            "",
        )
    },
    binary("llvm.and", "Bitwise and.", &[]),
    exact("llvm.ashr", "Shifts a signed integer right."),
    // The table cannot distinguish pointers from integers, so the operand counts as captured.
    OpDef {
        traits: Traits::CAPTURES,
        ..cast("llvm.bitcast", "Reads the same bits as another type.", &[])
    },
    OpDef {
        name: "llvm.br",
        summary: "Branches to a block.",
        operands: &[many("destOperands", Ty::Any)],
        attrs: &[maybe("loop_annotation", AttrForm::Any)],
        successors: Successors::Exactly(1),
        assembly: Assembly::Format("S(destOperands) {}"),
        traits: Traits::TERMINATOR,
        effects: Effects::None,
        branch: &["destOperands"],
        ..OpDef::EMPTY
    },
    OpDef {
        name: "llvm.cond_br",
        summary: "Branches to one of two blocks.",
        operands: &[
            one("condition", Ty::I1),
            many("trueDestOperands", Ty::Any),
            many("falseDestOperands", Ty::Any),
        ],
        attrs: &[
            maybe("branch_weights", AttrForm::I32Array),
            maybe("loop_annotation", AttrForm::Any),
        ],
        successors: Successors::Exactly(2),
        segments: Segments::Operands,
        assembly: Assembly::Format(
            "condition ( 'weights' '(' @branch_weights^ ')' )? ',' S(trueDestOperands) ',' \
             S(falseDestOperands) {}",
        ),
        traits: Traits::TERMINATOR,
        effects: Effects::None,
        branch: &["trueDestOperands", "falseDestOperands"],
        ..OpDef::EMPTY
    },
    OpDef {
        assembly: hook(values::parse_extractvalue, values::print_extractvalue),
        ..pure(
            "llvm.extractvalue",
            "A member of a structure or array.",
            &[one("container", Ty::Any)],
            &[req("position", AttrForm::I64Array)],
            "",
        )
    },
    binary("llvm.fadd", "Adds two floats.", FASTMATH),
    OpDef {
        results: COMPARED_RESULT,
        assembly: hook(values::parse_fcmp, values::print_fcmp),
        ..pure(
            "llvm.fcmp",
            "Compares two floats.",
            COMPARED,
            &[req("predicate", AttrForm::Int(64)), FAST],
            "",
        )
    },
    binary("llvm.fdiv", "Divides two floats.", FASTMATH),
    binary("llvm.fmul", "Multiplies two floats.", FASTMATH),
    pure(
        "llvm.fneg",
        "Negates a float.",
        &[one("operand", Ty::Same("res"))],
        FASTMATH,
        "operand {} ':' :res",
    ),
    cast("llvm.fpext", "Widens a float.", &[]),
    cast("llvm.fptosi", "Converts a float to a signed integer.", &[]),
    cast(
        "llvm.fptoui",
        "Converts a float to an unsigned integer.",
        &[],
    ),
    cast("llvm.fptrunc", "Narrows a float.", &[]),
    binary(
        "llvm.frem",
        "Remainder of the division of two floats.",
        FASTMATH,
    ),
    binary("llvm.fsub", "Subtracts two floats.", FASTMATH),
    OpDef {
        assembly: hook(values::parse_gep, values::print_gep),
        modern: Some(modern::getelementptr),
        verify: Some(verify::llvm::getelementptr),
        views: Views::First,
        ..pure(
            "llvm.getelementptr",
            "Address of an element.",
            &[one("base", Ty::Any), many("dynamicIndices", Ty::Any)],
            &[
                req("rawConstantIndices", AttrForm::I32Array),
                req("elem_type", AttrForm::Type),
                dflt(
                    "noWrapFlags",
                    AttrForm::Flags(32, "", &["inbounds_flag", "nusw", "nuw"]),
                    "0 : i32",
                ),
                maybe("inbounds", AttrForm::Unit),
            ],
            "",
        )
    },
    OpDef {
        results: COMPARED_RESULT,
        assembly: hook(values::parse_icmp, values::print_icmp),
        ..pure(
            "llvm.icmp",
            "Compares two integers or pointers.",
            COMPARED,
            &[req("predicate", AttrForm::Int(64))],
            "",
        )
    },
    OpDef {
        assembly: hook(values::parse_insertvalue, values::print_insertvalue),
        ..pure(
            "llvm.insertvalue",
            "A structure or array with one member replaced.",
            &[one("container", Ty::Same("res")), one("value", Ty::Any)],
            &[req("position", AttrForm::I64Array)],
            "",
        )
    },
    cast("llvm.inttoptr", "Makes a pointer of an integer.", &[]),
    OpDef {
        assembly: Assembly::Format(
            "( 'volatile' @volatile_^ )? addr ( 'atomic' ( 'syncscope' '(' @syncscope^ ')' )? @ordering^ )? ( 'invariant' @invariant^ )? ( 'invariant_group' @invariantGroup^ )? {} ':' :addr '->' :res",
        ),
        effects: Effects::List(&[on(Read, "addr")]),
        ..pure(
            "llvm.load",
            "Reads a value from memory.",
            &[one("addr", Ty::Any)],
            &[
                maybe("alignment", AttrForm::Int(64)),
                maybe("volatile_", AttrForm::Unit),
                maybe("nontemporal", AttrForm::Unit),
                maybe("invariant", AttrForm::Unit),
                maybe("invariantGroup", AttrForm::Unit),
                dflt("ordering", ORDERING, "0 : i64"),
                maybe("syncscope", AttrForm::Str),
                maybe("dereferenceable", AttrForm::Any),
                maybe("access_groups", AttrForm::Array),
                maybe("alias_scopes", AttrForm::Array),
                maybe("noalias_scopes", AttrForm::Array),
                maybe("tbaa", AttrForm::Array),
            ],
            "",
        )
    },
    exact("llvm.lshr", "Shifts an unsigned integer right."),
    pure(
        "llvm.mlir.addressof",
        "Address of a global or function.",
        &[],
        &[req("global_name", AttrForm::SymRef)],
        "@global_name {} ':' :res",
    ),
    OpDef {
        traits: Traits::CONSTANT_LIKE,
        verify: Some(verify::llvm::constant),
        ..pure(
            "llvm.mlir.constant",
            "Makes a constant.",
            &[],
            &[req("value", AttrForm::Any)],
            "'(' @value ')' {} ':' :res",
        )
    },
    nullary("llvm.mlir.poison", "Makes a poison value."),
    nullary("llvm.mlir.undef", "Makes an undefined value."),
    nullary("llvm.mlir.zero", "Makes a value of zero bits."),
    wrapping("llvm.mul", "Multiplies two integers."),
    pure(
        "llvm.or",
        "Bitwise or.",
        BINARY,
        &[maybe("isDisjoint", AttrForm::Unit)],
        "( 'disjoint' @isDisjoint^ )? lhs ',' rhs {} ':' :res",
    ),
    OpDef {
        traits: Traits::CAPTURES,
        ..cast("llvm.ptrtoint", "Makes an integer of a pointer.", &[])
    },
    OpDef {
        name: "llvm.return",
        summary: "Returns from a function.",
        operands: &[opt("arg", Ty::Any)],
        assembly: Assembly::Format("{} ( arg^ ':' :arg )?"),
        traits: Traits::TERMINATOR.and(Traits::RETURN_LIKE),
        effects: Effects::None,
        ..OpDef::EMPTY
    },
    exact("llvm.sdiv", "Divides two signed integers."),
    OpDef {
        traits: Traits::SELECT_LIKE,
        ..pure(
            "llvm.select",
            "Chooses one of two values.",
            &[
                one("condition", Ty::Any),
                one("trueValue", Ty::Same("res")),
                one("falseValue", Ty::Same("res")),
            ],
            FASTMATH,
            "condition ',' trueValue ',' falseValue {} ':' :condition ',' :res",
        )
    },
    cast("llvm.sext", "Widens a signed integer.", &[]).checked(verify::llvm::widen),
    wrapping("llvm.shl", "Shifts an integer left."),
    cast("llvm.sitofp", "Converts a signed integer to a float.", &[]),
    binary("llvm.srem", "Remainder of the signed division.", &[]),
    OpDef {
        results: &[],
        assembly: Assembly::Format(
            "( 'volatile' @volatile_^ )? value ',' addr ( 'atomic' ( 'syncscope' '(' @syncscope^ ')' )? @ordering^ )? ( 'invariant_group' @invariantGroup^ )? {} ':' :value ',' :addr",
        ),
        effects: Effects::List(&[on(Write, "addr")]),
        ..pure(
            "llvm.store",
            "Writes a value to memory.",
            &[one("value", Ty::Any), one("addr", Ty::Any)],
            &[
                maybe("alignment", AttrForm::Int(64)),
                maybe("volatile_", AttrForm::Unit),
                maybe("nontemporal", AttrForm::Unit),
                maybe("invariantGroup", AttrForm::Unit),
                dflt("ordering", ORDERING, "0 : i64"),
                maybe("syncscope", AttrForm::Str),
                maybe("access_groups", AttrForm::Array),
                maybe("alias_scopes", AttrForm::Array),
                maybe("noalias_scopes", AttrForm::Array),
                maybe("tbaa", AttrForm::Array),
            ],
            "",
        )
    },
    wrapping("llvm.sub", "Subtracts two integers."),
    pure(
        "llvm.trunc",
        "Narrows an integer.",
        ARG,
        OVERFLOW,
        "arg ( @overflowFlags^ )? {} ':' :arg 'to' :res",
    ),
    exact("llvm.udiv", "Divides two unsigned integers."),
    unsigned_cast("llvm.uitofp", "Converts an unsigned integer to a float."),
    OpDef {
        name: "llvm.unreachable",
        summary: "Ends a block that is never left.",
        assembly: Assembly::Format("{}"),
        traits: Traits::TERMINATOR,
        effects: Effects::None,
        ..OpDef::EMPTY
    },
    OpDef {
        name: "llvm.switch",
        summary: "Branches by the value of an integer.",
        operands: &[
            one("value", Ty::Any),
            many("defaultOperands", Ty::Any),
            many("caseOperands", Ty::Any),
        ],
        attrs: &[
            maybe("case_values", AttrForm::Elements),
            req("case_operand_segments", AttrForm::I32Array),
            maybe("branch_weights", AttrForm::I32Array),
        ],
        successors: Successors::AtLeast(1),
        segments: Segments::Operands,
        assembly: hook(
            memplan_mlir::syntax::switch::parse_llvm_switch,
            memplan_mlir::syntax::switch::print_llvm_switch,
        ),
        traits: Traits::TERMINATOR.and(Traits::NO_RESULT_NUMBERS),
        effects: Effects::None,
        verify: Some(memplan_mlir::dialects::shared::switch),
        branch: &["defaultOperands", "caseOperands"],
        ..OpDef::EMPTY
    },
    binary("llvm.urem", "Remainder of the unsigned division.", &[]),
    binary("llvm.xor", "Bitwise exclusive or.", &[]),
    unsigned_cast("llvm.zext", "Widens an unsigned integer.").checked(verify::llvm::widen),
    pure(
        "llvm.freeze",
        "Makes an arbitrary value of a poison one.",
        &[one("val", Ty::Same("res"))],
        &[],
        "val {} ':' :res",
    ),
    OpDef {
        results: &[one("res", Ty::Elem("vector"))],
        ..pure(
            "llvm.extractelement",
            "An element of a vector.",
            &[one("vector", Ty::Any), one("position", Ty::Any)],
            &[],
            "vector '[' position ':' :position ']' {} ':' :vector",
        )
    },
    OpDef {
        results: &[one("res", Ty::Same("vector"))],
        ..pure(
            "llvm.insertelement",
            "A vector with an element replaced.",
            &[
                one("vector", Ty::Any),
                one("value", Ty::Elem("vector")),
                one("position", Ty::Any),
            ],
            &[],
            "value ',' vector '[' position ':' :position ']' {} ':' :vector",
        )
    },
    OpDef {
        assembly: hook(values::parse_shufflevector, values::print_shufflevector),
        ..pure(
            "llvm.shufflevector",
            "Elements of two vectors in a given order.",
            &[one("v1", Ty::Any), one("v2", Ty::Any)],
            &[req("mask", AttrForm::I32Array)],
            "",
        )
    },
    OpDef {
        name: "llvm.atomicrmw",
        summary: "Updates a value in memory and gives the old one.",
        operands: &[one("ptr", Ty::Any), one("val", Ty::Any)],
        results: &[one("res", Ty::Same("val"))],
        attrs: &[
            req("bin_op", ATOMIC_UPDATES),
            req("ordering", ORDERING),
            maybe("syncscope", AttrForm::Str),
            maybe("alignment", AttrForm::Int(64)),
            maybe("volatile_", AttrForm::Unit),
            maybe("access_groups", AttrForm::Array),
            maybe("alias_scopes", AttrForm::Array),
            maybe("noalias_scopes", AttrForm::Array),
            maybe("tbaa", AttrForm::Array),
        ],
        assembly: Assembly::Format(
            "( 'volatile' @volatile_^ )? @bin_op ptr ',' val ( 'syncscope' '(' @syncscope^ ')' )? \
             @ordering {} ':' :ptr ',' :val",
        ),
        effects: Effects::List(&[on(Read, "ptr"), on(Write, "ptr")]),
        ..OpDef::EMPTY
    },
    OpDef {
        name: "llvm.cmpxchg",
        summary: "Replaces a value in memory if it is the expected one.",
        operands: &[
            one("ptr", Ty::Any),
            one("cmp", Ty::Any),
            one("val", Ty::Same("cmp")),
        ],
        results: RES,
        attrs: &[
            req("success_ordering", ORDERING),
            req("failure_ordering", ORDERING),
            maybe("syncscope", AttrForm::Str),
            maybe("alignment", AttrForm::Int(64)),
            maybe("weak", AttrForm::Unit),
            maybe("volatile_", AttrForm::Unit),
            maybe("access_groups", AttrForm::Array),
            maybe("alias_scopes", AttrForm::Array),
            maybe("noalias_scopes", AttrForm::Array),
            maybe("tbaa", AttrForm::Array),
        ],
        assembly: hook(values::parse_cmpxchg, values::print_cmpxchg),
        effects: Effects::List(&[on(Read, "ptr"), on(Write, "ptr")]),
        ..OpDef::EMPTY
    },
    OpDef {
        name: "llvm.fence",
        summary: "Orders accesses of memory.",
        attrs: &[req("ordering", ORDERING), maybe("syncscope", AttrForm::Str)],
        assembly: Assembly::Format("( 'syncscope' '(' @syncscope^ ')' )? @ordering {}"),
        ..OpDef::EMPTY
    },
];
