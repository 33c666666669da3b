//! Intrinsics of the `llvm` dialect for debuggers, coroutines, exceptions, matrices, and floats with a given
//! rounding mode. They rarely occur next to memrefs, and are listed because they have custom forms.

use memplan_mlir::dialects::{Arg, Assembly, Attr, AttrForm, OpDef, Ty, dflt, many, one, req};

const POINTER: &[Arg] = &[one("ptr", Ty::Any)];
const SAME_POINTER: &[Arg] = &[one("res", Ty::Same("ptr"))];
const ARG: &[Arg] = &[one("arg", Ty::Any)];
const LIST: &[Arg] = &[one("arg_list", Ty::Any)];
const ARGS: &[Arg] = &[many("args", Ty::Any)];
const RES: &[Arg] = &[one("res", Ty::Any)];
const BOTH: &[Arg] = &[one("lhs", Ty::Any), one("rhs", Ty::Same("lhs"))];
const SAME: &[Arg] = &[one("res", Ty::Same("lhs"))];
const DEFAULT_POINTER: Ty = Ty::Named("!llvm.ptr");
const TOKEN: Ty = Ty::Named("!llvm.token");
const EXCEPTIONS: Attr = req(
    "fpExceptionBehavior",
    AttrForm::IntEnum(64, &["ignore", "maytrap", "strict"]),
);
const ROUNDING: Attr = req(
    "roundingmode",
    AttrForm::IntEnum(
        64,
        &[
            "towardzero",
            "tonearest",
            "upward",
            "downward",
            "tonearestaway",
        ],
    ),
);
const VARIABLE: &[Attr] = &[
    req("varInfo", AttrForm::Any),
    dflt("locationExpr", AttrForm::Any, "#llvm.di_expression<>"),
];
const SIZE: &[Attr] = &[req("size", AttrForm::Int(64))];

/// An entry that defines only the syntax.
const fn spelled(
    name: &'static str,
    summary: &'static str,
    operands: &'static [Arg],
    results: &'static [Arg],
    attrs: &'static [Attr],
    format: &'static str,
) -> OpDef {
    OpDef {
        name,
        summary,
        operands,
        results,
        attrs,
        assembly: Assembly::Format(format),
        ..OpDef::EMPTY
    }
}

/// An operation on the memory or the list at a pointer.
const fn on_list(name: &'static str, summary: &'static str) -> OpDef {
    spelled(name, summary, LIST, &[], &[], "arg_list {} ':' :arg_list")
}

/// An operation from a pointer to another pointer of the same type.
const fn same_pointer(name: &'static str, summary: &'static str) -> OpDef {
    spelled(name, summary, POINTER, SAME_POINTER, &[], "ptr {} ':' :ptr")
}

/// A function of several values with one result, with a function type.
const fn function(name: &'static str, summary: &'static str) -> OpDef {
    spelled(name, summary, ARGS, RES, &[], "args {} ':' fn")
}

/// An operation without operands and attributes, and with one result.
const fn constant(name: &'static str, summary: &'static str) -> OpDef {
    spelled(name, summary, &[], RES, &[], "{} ':' :res")
}

/// A conversion with explicit rounding and exception behaviour.
const fn constrained_cast(name: &'static str, summary: &'static str) -> OpDef {
    spelled(
        name,
        summary,
        ARG,
        RES,
        &[ROUNDING, EXCEPTIONS],
        "arg @roundingmode @fpExceptionBehavior {} ':' :arg 'to' :res",
    )
}

pub(super) const OPS: &[OpDef] = &[
    spelled(
        "llvm.intr.dbg.declare",
        "Says where a variable of the source lives.",
        &[one("addr", Ty::Any)],
        &[],
        VARIABLE,
        "@varInfo ( @locationExpr^ )? '=' addr ':' :addr {}",
    ),
    spelled(
        "llvm.intr.dbg.label",
        "Says which label of the source this is.",
        &[],
        &[],
        &[req("label", AttrForm::Any)],
        "@label {}",
    ),
    spelled(
        "llvm.intr.dbg.value",
        "Says what a variable of the source is now.",
        &[one("value", Ty::Any)],
        &[],
        VARIABLE,
        "@varInfo ( @locationExpr^ )? '=' value ':' :value {}",
    ),
    spelled(
        "llvm.intr.experimental.noalias.scope.decl",
        "Begins a scope of pointers that do not alias.",
        &[],
        &[],
        &[req("scope", AttrForm::Any)],
        "@scope {}",
    ),
    spelled(
        "llvm.intr.expect.with.probability",
        "A value that is another with some probability.",
        BOTH,
        SAME,
        &[req("prob", AttrForm::F64)],
        "lhs ',' rhs ',' @prob {} ':' :lhs",
    ),
    spelled(
        "llvm.intr.get.active.lane.mask",
        "Bits of the lanes below a bound.",
        &[one("base", Ty::Any), one("n", Ty::Any)],
        RES,
        &[],
        "base ',' n {} ':' :base ',' :n 'to' :res",
    ),
    spelled(
        "llvm.intr.invariant.end",
        "Memory may change again.",
        &[one("start", DEFAULT_POINTER), one("ptr", Ty::Any)],
        &[],
        SIZE,
        "start ',' @size ',' ptr {} ':' :ptr",
    ),
    spelled(
        "llvm.intr.invariant.start",
        "Memory does not change from here on.",
        POINTER,
        &[one("res", DEFAULT_POINTER)],
        SIZE,
        "@size ',' ptr {} ':' :ptr",
    ),
    same_pointer(
        "llvm.intr.launder.invariant.group",
        "A pointer to an object that was replaced.",
    ),
    function("llvm.intr.ptrmask", "A pointer without some of its bits."),
    spelled(
        "llvm.intr.ssa.copy",
        "The same value again.",
        &[one("operand", Ty::Any)],
        &[one("res", Ty::Same("operand"))],
        &[],
        "operand {} ':' :operand",
    ),
    constant("llvm.intr.stepvector", "The vector of 0, 1, 2 and so on."),
    same_pointer(
        "llvm.intr.strip.invariant.group",
        "A pointer without what is known of its object.",
    ),
];

/// Exceptions and variadic functions.
pub(super) const CALLS: &[OpDef] = &[
    function(
        "llvm.intr.eh.typeid.for",
        "The number of a type that is caught.",
    ),
    spelled(
        "llvm.intr.vacopy",
        "Copies a list of arguments.",
        &[one("dest_list", Ty::Any), one("src_list", Ty::Any)],
        &[],
        &[],
        "src_list 'to' dest_list {} ':' :dest_list ',' :src_list",
    ),
    on_list("llvm.intr.vaend", "Ends the use of a list of arguments."),
    on_list(
        "llvm.intr.vastart",
        "Begins the use of a list of arguments.",
    ),
];

pub(super) const COROUTINES: &[OpDef] = &[
    constant("llvm.intr.coro.align", "Alignment of a coroutine's frame."),
    function("llvm.intr.coro.begin", "Begins a coroutine in its frame."),
    function("llvm.intr.coro.end", "Ends a coroutine."),
    function(
        "llvm.intr.coro.free",
        "The frame of a coroutine, to be freed.",
    ),
    function("llvm.intr.coro.id", "Makes a coroutine of the function."),
    function(
        "llvm.intr.coro.promise",
        "The promise of a coroutine, or back.",
    ),
    spelled(
        "llvm.intr.coro.resume",
        "Resumes a coroutine.",
        &[one("handle", Ty::Any)],
        &[],
        &[],
        "handle {} ':' :handle",
    ),
    function(
        "llvm.intr.coro.save",
        "Saves the point where a coroutine resumes.",
    ),
    constant("llvm.intr.coro.size", "Size of a coroutine's frame."),
    spelled(
        "llvm.intr.coro.suspend",
        "Leaves a coroutine for a while.",
        &[one("save", TOKEN), one("final", Ty::I1)],
        RES,
        &[],
        "save ',' final {} ':' :res",
    ),
];

const MATRIX_SHAPE: &[Attr] = &[
    req("isVolatile", AttrForm::Bool),
    req("rows", AttrForm::Int(32)),
    req("columns", AttrForm::Int(32)),
];

pub(super) const MATRICES: &[OpDef] = &[
    spelled(
        "llvm.intr.matrix.column.major.load",
        "Reads a matrix whose columns lie apart.",
        &[one("data", Ty::Any), one("stride", Ty::Any)],
        RES,
        MATRIX_SHAPE,
        "data ',' '<' 'stride' '=' stride '>' {} ':' :res 'from' :data 'stride' :stride",
    ),
    spelled(
        "llvm.intr.matrix.column.major.store",
        "Writes a matrix whose columns lie apart.",
        &[
            one("matrix", Ty::Any),
            one("data", Ty::Any),
            one("stride", Ty::Any),
        ],
        &[],
        MATRIX_SHAPE,
        "matrix ',' data ',' '<' 'stride' '=' stride '>' {} ':' :matrix 'to' :data 'stride' :stride",
    ),
    spelled(
        "llvm.intr.matrix.multiply",
        "Multiplies two matrices that lie in vectors.",
        &[one("lhs", Ty::Any), one("rhs", Ty::Any)],
        RES,
        &[
            req("lhs_rows", AttrForm::Int(32)),
            req("lhs_columns", AttrForm::Int(32)),
            req("rhs_columns", AttrForm::Int(32)),
        ],
        "lhs ',' rhs {} ':' '(' :lhs ',' :rhs ')' '->' :res",
    ),
    spelled(
        "llvm.intr.matrix.transpose",
        "Transposes a matrix that lies in a vector.",
        &[one("matrix", Ty::Any)],
        RES,
        &[
            req("rows", AttrForm::Int(32)),
            req("columns", AttrForm::Int(32)),
        ],
        "matrix {} ':' :matrix 'into' :res",
    ),
];

pub(super) const CONSTRAINED: &[OpDef] = &[
    spelled(
        "llvm.intr.experimental.constrained.fpext",
        "Widens a float.",
        &[one("arg", Ty::Any)],
        RES,
        &[EXCEPTIONS],
        "arg @fpExceptionBehavior {} ':' :arg 'to' :res",
    ),
    constrained_cast(
        "llvm.intr.experimental.constrained.fptrunc",
        "Narrows a float.",
    ),
    constrained_cast(
        "llvm.intr.experimental.constrained.sitofp",
        "Converts a signed integer to a float.",
    ),
    constrained_cast(
        "llvm.intr.experimental.constrained.uitofp",
        "Converts an unsigned integer to a float.",
    ),
];
