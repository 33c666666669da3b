//! The part of the `llvm` dialect that partially lowered programs use next to memrefs.
//!
//! Operations that are not listed keep their generic form and are treated as unknown.

use super::assembly::{llvm_values as values, modern};
use super::verify;
use memplan_mlir::dialects::Clauses;
use memplan_mlir::dialects::EffectKind::{AllocateAutomatic, Read, Write};
use memplan_mlir::dialects::Form::{Converted, Generic, Named};
use memplan_mlir::dialects::Ty::{Any, Elem, I1, I1Like, Of, Same};
use memplan_mlir::dialects::{
    Assembly, Attr, AttrForm, Dialect, Effects, OpDef, Segments, Successors, Traits, Views, dflt,
    hook, makes, maybe, on, one, ops, req, shared,
};
use memplan_mlir::dialects::{missing, spelled};
use memplan_mlir::syntax::MlirVersion::{V19, V20, V21, V24};

pub(super) static DIALECT: Dialect = Dialect {
    name: "llvm",
    clauses: Clauses::Generic,
    ops: &[
        OPS,
        NUMBERS,
        super::llvm_symbols::OPS,
        super::llvm_intrinsics::FLOATS,
        super::llvm_intrinsics::INTEGERS,
        super::llvm_intrinsics::MEMORY,
        super::llvm_intrinsics::ORDERED,
        super::llvm_intrinsics::GENERIC_FORMS,
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
    spellings: &[
        missing("intr.sincos", V19, V21),
        missing("mlir.alias", V19, V20),
        missing("intr.strip.invariant.group", V24, V24),
        spelled("intr.trap intr.debugtrap", V19, V21, Generic(|_, _| Ok(()))),
        missing(
            "intr.launder.invariant.group intr.strip.invariant.group",
            V19,
            V19,
        ),
        missing(
            "intr.experimental.constrained.sitofp intr.experimental.constrained.uitofp intr.ptrmask",
            V19,
            V20,
        ),
        spelled(
            "intr.stepvector",
            V19,
            V19,
            Named("llvm.intr.experimental.stepvector"),
        ),
        spelled("getelementptr", V19, V20, Converted(modern::inbounds)),
        spelled(
            "mlir.global_ctors mlir.global_dtors",
            V19,
            V20,
            Generic(modern::global_functions_without_data),
        ),
        spelled(
            "intr.lifetime.start intr.lifetime.end",
            V19,
            V21,
            Converted(modern::sized_lifetime),
        ),
    ],
    ..Dialect::EMPTY
};

const OVERFLOW: Attr = dflt(
    "overflowFlags",
    AttrForm::Flags(32, "overflow", &["nsw", "nuw"]),
    "0 : i32",
);

/// Orders of atomic accesses, by their codes in LLVM.
const ORDERING: AttrForm = AttrForm::IntEnum(
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
const INT_PREDICATES: &[&str] = &[
    "eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge",
];
const FLOAT_PREDICATES: &[&str] = &[
    "_false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule",
    "une", "uno", "_true",
];
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
const FAST: Attr = dflt(
    "fastmathFlags",
    AttrForm::Dialect("llvm.fastmath"),
    "#llvm.fastmath<none>",
);

/// Two operands and a result of one type.
const BINARY: OpDef = OpDef {
    operands: &[one("lhs", Same("res")), one("rhs", Same("res"))],
    results: &[one("res", Any)],
    assembly: Assembly::Format("lhs ',' rhs {} ':' :res"),
    effects: Effects::None,
    ..OpDef::EMPTY
};

const FLOAT_BINARY: OpDef = OpDef {
    attrs: &[FAST],
    ..BINARY
};

const WRAPPING: OpDef = OpDef {
    attrs: &[OVERFLOW],
    assembly: Assembly::Format("lhs ',' rhs ( @overflowFlags^ )? {} ':' :res"),
    ..BINARY
};

const EXACT: OpDef = OpDef {
    attrs: &[maybe("isExact", AttrForm::Unit)],
    assembly: Assembly::Format("( 'exact' @isExact^ )? lhs ',' rhs {} ':' :res"),
    ..BINARY
};

/// A conversion of one value to another type.
const CAST: OpDef = OpDef {
    operands: &[one("arg", Any)],
    results: &[one("res", Any)],
    assembly: Assembly::Format("arg {} ':' :arg 'to' :res"),
    effects: Effects::None,
    ..OpDef::EMPTY
};

const UNSIGNED_CAST: OpDef = OpDef {
    attrs: &[maybe("nonNeg", AttrForm::Unit)],
    assembly: Assembly::Format("( 'nneg' @nonNeg^ )? arg {} ':' :arg 'to' :res"),
    ..CAST
};

ops! { pub(super) OPS:
    "llvm.alloca" "Allocates memory that the function frees." (arraySize Any) -> (res Any)
        [maybe("alignment", AttrForm::Int(64)), req("elem_type", AttrForm::Type),
         maybe("inalloca", AttrForm::Unit)]
        { assembly: hook(values::parse_alloca, values::print_alloca),
         effects: Effects::List(&[makes(AllocateAutomatic, "res")]) };
    "llvm.br" "Branches to a block." ({destOperands} Any) [maybe("loop_annotation", AttrForm::Any)]
        "S(destOperands) {}"
        { successors: Successors::Exactly(1), traits: Traits::TERMINATOR, effects: Effects::None,
         branch: &["destOperands"] };
    "llvm.cond_br" "Branches to one of two blocks."
        (condition I1, {trueDestOperands} Any, {falseDestOperands} Any)
        [maybe("branch_weights", AttrForm::I32Array), maybe("loop_annotation", AttrForm::Any)]
        "condition ( 'weights' '(' @branch_weights^ ')' )? ',' S(trueDestOperands) ',' S(falseDestOperands) {}"
        { successors: Successors::Exactly(2), segments: Segments::Operands, traits: Traits::TERMINATOR,
         effects: Effects::None, branch: &["trueDestOperands", "falseDestOperands"] };
    "llvm.extractvalue" "A member of a structure or array." (container Any) -> (res Of("container", &values::MEMBER))
        [req("position", AttrForm::I64Array)] "container _ @position {} ':' :container ~"
        { effects: Effects::None };
    "llvm.fcmp" "Compares two floats." (lhs Any, rhs Same("lhs")) -> (res I1Like("lhs"))
        [req("predicate", AttrForm::QuotedEnum(64, FLOAT_PREDICATES)), FAST]
        "@predicate lhs ',' rhs {} ':' :lhs" { effects: Effects::None };
    "llvm.fneg" "Negates a float." (operand Same("res")) -> (res Any) [FAST] "operand {} ':' :res"
        { effects: Effects::None };
    "llvm.getelementptr" "Address of an element." (base Any, {dynamicIndices} Any) -> (res Any)
        [req("rawConstantIndices", AttrForm::I32Array), req("elem_type", AttrForm::Type),
         dflt("noWrapFlags", AttrForm::Flags(32, "", &["inbounds_flag", "nusw", "nuw"]), "0 : i32"),
         maybe("inbounds", AttrForm::Unit)]
        { assembly: hook(values::parse_gep, values::print_gep), modern: Some(modern::getelementptr),
         verify: Some(verify::llvm::getelementptr), views: Views::First, effects: Effects::None };
    "llvm.icmp" "Compares two integers or pointers." (lhs Any, rhs Same("lhs")) -> (res I1Like("lhs"))
        [req("predicate", AttrForm::QuotedEnum(64, INT_PREDICATES))] "@predicate lhs ',' rhs {} ':' :lhs"
        { effects: Effects::None };
    "llvm.insertvalue" "A structure or array with one member replaced."
        (container Same("res"), value Of("container", &values::MEMBER)) -> (res Any)
        [req("position", AttrForm::I64Array)] "value ',' container _ @position {} ':' :res ~"
        { effects: Effects::None };
    "llvm.load" "Reads a value from memory." (addr Any) -> (res Any)
        [maybe("alignment", AttrForm::Int(64)), maybe("volatile_", AttrForm::Unit),
         maybe("nontemporal", AttrForm::Unit), maybe("invariant", AttrForm::Unit),
         maybe("invariantGroup", AttrForm::Unit), dflt("ordering", ORDERING, "0 : i64"),
         maybe("syncscope", AttrForm::Str), maybe("dereferenceable", AttrForm::Any),
         maybe("access_groups", AttrForm::Array), maybe("alias_scopes", AttrForm::Array),
         maybe("noalias_scopes", AttrForm::Array), maybe("tbaa", AttrForm::Array)]
        "( 'volatile' @volatile_^ )? addr ( 'atomic' ( 'syncscope' '(' @syncscope^ ')' )? @ordering^ )? ( \
         'invariant' @invariant^ )? ( 'invariant_group' @invariantGroup^ )? {} ':' :addr '->' :res"
        { effects: Effects::List(&[on(Read, "addr")]) };
    "llvm.mlir.addressof" "Address of a global or function." -> (res Any)
        [req("global_name", AttrForm::SymRef)] "@global_name {} ':' :res" { effects: Effects::None };
    "llvm.mlir.constant" "Makes a constant." -> (res Any) [req("value", AttrForm::Any)]
        "'(' @value ')' {} ':' :res"
        { traits: Traits::CONSTANT_LIKE, verify: Some(verify::llvm::constant), effects: Effects::None };
    "llvm.mlir.poison" "Makes a poison value." -> (res Any) "{} ':' :res"
        { traits: Traits::CONSTANT_LIKE, effects: Effects::None };
    "llvm.mlir.undef" "Makes an undefined value." -> (res Any) "{} ':' :res"
        { traits: Traits::CONSTANT_LIKE, effects: Effects::None };
    "llvm.mlir.zero" "Makes a value of zero bits." -> (res Any) "{} ':' :res"
        { traits: Traits::CONSTANT_LIKE, effects: Effects::None };
    "llvm.or" "Bitwise or." (lhs Same("res"), rhs Same("res")) -> (res Any)
        [maybe("isDisjoint", AttrForm::Unit)] "( 'disjoint' @isDisjoint^ )? lhs ',' rhs {} ':' :res"
        { effects: Effects::None };
    "llvm.return" "Returns from a function." ([arg] Any) "{} ( arg^ ':' :arg )?"
        { traits: Traits::TERMINATOR.and(Traits::RETURN_LIKE), effects: Effects::None };
    "llvm.select" "Chooses one of two values."
        (condition Any, trueValue Same("res"), falseValue Same("res")) -> (res Any) [FAST]
        "condition ',' trueValue ',' falseValue {} ':' :condition ',' :res"
        { traits: Traits::SELECT_LIKE, effects: Effects::None };
    "llvm.store" "Writes a value to memory." (value Any, addr Any)
        [maybe("alignment", AttrForm::Int(64)), maybe("volatile_", AttrForm::Unit),
         maybe("nontemporal", AttrForm::Unit), maybe("invariantGroup", AttrForm::Unit),
         dflt("ordering", ORDERING, "0 : i64"), maybe("syncscope", AttrForm::Str),
         maybe("access_groups", AttrForm::Array), maybe("alias_scopes", AttrForm::Array),
         maybe("noalias_scopes", AttrForm::Array), maybe("tbaa", AttrForm::Array)]
        "( 'volatile' @volatile_^ )? value ',' addr ( 'atomic' ( 'syncscope' '(' @syncscope^ ')' )? \
         @ordering^ )? ( 'invariant_group' @invariantGroup^ )? {} ':' :value ',' :addr"
        { effects: Effects::List(&[on(Write, "addr")]) };
    "llvm.trunc" "Narrows an integer." (arg Any) -> (res Any)
        [OVERFLOW]
        "arg ( @overflowFlags^ )? {} ':' :arg 'to' :res" { effects: Effects::None };
    "llvm.unreachable" "Ends a block that is never left." "{}"
        { traits: Traits::TERMINATOR, effects: Effects::None };
    "llvm.switch" "Branches by the value of an integer."
        (value Any, {defaultOperands} Any, {caseOperands} Any)
        [maybe("case_values", AttrForm::Elements), req("case_operand_segments", AttrForm::I32Array),
         maybe("branch_weights", AttrForm::I32Array)]
        { successors: Successors::AtLeast(1), segments: Segments::Operands,
         assembly: hook(memplan_mlir::syntax::switch::parse_llvm_switch, memplan_mlir::syntax::switch::print_llvm_switch),
         traits: Traits::TERMINATOR.and(Traits::NO_RESULT_NUMBERS), effects: Effects::None,
         verify: Some(shared::switch), branch: &["defaultOperands", "caseOperands"] };
    "llvm.freeze" "Makes an arbitrary value of a poison one." (val Same("res")) -> (res Any)
        "val {} ':' :res" { effects: Effects::None };
    "llvm.extractelement" "An element of a vector." (vector Any, position Any) -> (res Elem("vector"))
        "vector '[' position ':' :position ']' {} ':' :vector" { effects: Effects::None };
    "llvm.insertelement" "A vector with an element replaced."
        (vector Any, value Elem("vector"), position Any) -> (res Same("vector"))
        "value ',' vector '[' position ':' :position ']' {} ':' :vector" { effects: Effects::None };
    "llvm.shufflevector" "Elements of two vectors in a given order."
        (v1 Any, v2 Same("v1")) -> (res Of("v1", &values::SHUFFLED)) [req("mask", AttrForm::I32Array)]
        "v1 ',' v2 @mask {} ':' :v1 ~" { effects: Effects::None };
    "llvm.atomicrmw" "Updates a value in memory and gives the old one."
        (ptr Any, val Any) -> (res Same("val"))
        [req("bin_op", ATOMIC_UPDATES), req("ordering", ORDERING), maybe("syncscope", AttrForm::Str),
         maybe("alignment", AttrForm::Int(64)), maybe("volatile_", AttrForm::Unit),
         maybe("access_groups", AttrForm::Array), maybe("alias_scopes", AttrForm::Array),
         maybe("noalias_scopes", AttrForm::Array), maybe("tbaa", AttrForm::Array)]
        "( 'volatile' @volatile_^ )? @bin_op ptr ',' val ( 'syncscope' '(' @syncscope^ ')' )? @ordering {} \
         ':' :ptr ',' :val" { effects: Effects::List(&[on(Read, "ptr"), on(Write, "ptr")]) };
    "llvm.cmpxchg" "Replaces a value in memory if it is the expected one."
        (ptr Any, cmp Any, val Same("cmp")) -> (res Of("cmp", &values::EXCHANGED))
        [req("success_ordering", ORDERING), req("failure_ordering", ORDERING),
         maybe("syncscope", AttrForm::Str), maybe("alignment", AttrForm::Int(64)),
         maybe("weak", AttrForm::Unit), maybe("volatile_", AttrForm::Unit),
         maybe("access_groups", AttrForm::Array), maybe("alias_scopes", AttrForm::Array),
         maybe("noalias_scopes", AttrForm::Array), maybe("tbaa", AttrForm::Array)]
        "( 'weak' @weak^ )? ( 'volatile' @volatile_^ )? ptr ',' cmp ',' val ( 'syncscope' '(' @syncscope^ ')' )? \
         @success_ordering @failure_ordering {} ':' :ptr ',' :cmp"
        { effects: Effects::List(&[on(Read, "ptr"), on(Write, "ptr")]) };
    "llvm.fence" "Orders accesses of memory." [req("ordering", ORDERING), maybe("syncscope", AttrForm::Str)]
        "( 'syncscope' '(' @syncscope^ ')' )? @ordering {}";
}

ops! { pub(super) NUMBERS:
    "llvm.add" "Adds two integers." like WRAPPING;
    "llvm.addrspacecast" "Changes the address space of a pointer." like CAST { views: Views::First };
    "llvm.and" "Bitwise and." like BINARY;
    "llvm.ashr" "Shifts a signed integer right." like EXACT;
    // The table cannot distinguish pointers from integers, so the operand counts as captured.
    "llvm.bitcast" "Reads the same bits as another type." like CAST { traits: Traits::CAPTURES };
    "llvm.fadd" "Adds two floats." like FLOAT_BINARY;
    "llvm.fdiv" "Divides two floats." like FLOAT_BINARY;
    "llvm.fmul" "Multiplies two floats." like FLOAT_BINARY;
    "llvm.fpext" "Widens a float." like CAST;
    "llvm.fptosi" "Converts a float to a signed integer." like CAST;
    "llvm.fptoui" "Converts a float to an unsigned integer." like CAST;
    "llvm.fptrunc" "Narrows a float." like CAST;
    "llvm.frem" "Remainder of the division of two floats." like FLOAT_BINARY;
    "llvm.fsub" "Subtracts two floats." like FLOAT_BINARY;
    "llvm.inttoptr" "Makes a pointer of an integer." like CAST;
    "llvm.lshr" "Shifts an unsigned integer right." like EXACT;
    "llvm.mul" "Multiplies two integers." like WRAPPING;
    "llvm.ptrtoint" "Makes an integer of a pointer." like CAST { traits: Traits::CAPTURES };
    "llvm.sdiv" "Divides two signed integers." like EXACT;
    "llvm.sext" "Widens a signed integer." like CAST { verify: Some(verify::llvm::widen) };
    "llvm.shl" "Shifts an integer left." like WRAPPING;
    "llvm.sitofp" "Converts a signed integer to a float." like CAST;
    "llvm.srem" "Remainder of the signed division." like BINARY;
    "llvm.sub" "Subtracts two integers." like WRAPPING;
    "llvm.udiv" "Divides two unsigned integers." like EXACT;
    "llvm.uitofp" "Converts an unsigned integer to a float." like UNSIGNED_CAST;
    "llvm.urem" "Remainder of the unsigned division." like BINARY;
    "llvm.xor" "Bitwise exclusive or." like BINARY;
    "llvm.zext" "Widens an unsigned integer." like UNSIGNED_CAST { verify: Some(verify::llvm::widen) };
}
