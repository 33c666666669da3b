//! Intrinsics of the `llvm` dialect for debuggers, coroutines, exceptions, matrices, and floats with a given
//! rounding mode. They rarely occur next to memrefs, and are listed because they have custom forms.

use memplan_mlir::dialects::Ty::{self, Any, I1, Same};
use memplan_mlir::dialects::{Attr, AttrForm, Effects, Traits, dflt, ops, req};

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

ops! { pub(super) OPS:
    "llvm.intr.dbg.declare" "Says where a variable of the source lives." (addr Any)
        [req("varInfo", AttrForm::Any), dflt("locationExpr", AttrForm::Any, "#llvm.di_expression<>")]
        "@varInfo ( @locationExpr^ )? '=' addr ':' :addr {}";
    "llvm.intr.dbg.label" "Says which label of the source this is." [req("label", AttrForm::Any)] "@label {}";
    "llvm.intr.dbg.value" "Says what a variable of the source is now." (value Any)
        [req("varInfo", AttrForm::Any), dflt("locationExpr", AttrForm::Any, "#llvm.di_expression<>")]
        "@varInfo ( @locationExpr^ )? '=' value ':' :value {}";
    "llvm.intr.experimental.noalias.scope.decl" "Begins a scope of pointers that do not alias."
        [req("scope", AttrForm::Any)] "@scope {}";
    "llvm.intr.expect.with.probability" "A value that is another with some probability."
        (lhs Any, rhs Same("lhs")) -> (res Same("lhs")) [req("prob", AttrForm::F64)]
        "lhs ',' rhs ',' @prob {} ':' :lhs";
    "llvm.intr.get.active.lane.mask" "Bits of the lanes below a bound." (base Any, n Any) -> (res Any)
        "base ',' n {} ':' :base ',' :n 'to' :res" { effects: Effects::None };
    "llvm.intr.invariant.end" "Memory may change again." (start DEFAULT_POINTER, ptr Any)
        [req("size", AttrForm::Int(64))] "start ',' @size ',' ptr {} ':' :ptr";
    "llvm.intr.invariant.start" "Memory does not change from here on." (ptr Any) -> (res DEFAULT_POINTER)
        [req("size", AttrForm::Int(64))] "@size ',' ptr {} ':' :ptr";
    "llvm.intr.launder.invariant.group" "A pointer to an object that was replaced."
        (ptr Any) -> (res Same("ptr")) "ptr {} ':' :ptr";
    "llvm.intr.ptrmask" "A pointer without some of its bits." ({args} Any) -> (res Any) "args {} ':' fn"
        { effects: Effects::None, traits: Traits::CAPTURES };
    "llvm.intr.ssa.copy" "The same value again." (operand Any) -> (res Same("operand"))
        "operand {} ':' :operand";
    "llvm.intr.stepvector" "The vector of 0, 1, 2 and so on." -> (res Any) "{} ':' :res"
        { effects: Effects::None };
    "llvm.intr.strip.invariant.group" "A pointer without what is known of its object."
        (ptr Any) -> (res Same("ptr")) "ptr {} ':' :ptr";
}

// Exceptions and variadic functions.
ops! { pub(super) CALLS:
    "llvm.intr.eh.typeid.for" "The number of a type that is caught." ({args} Any) -> (res Any)
        "args {} ':' fn";
    "llvm.intr.vacopy" "Copies a list of arguments." (dest_list Any, src_list Any)
        "src_list 'to' dest_list {} ':' :dest_list ',' :src_list";
    "llvm.intr.vaend" "Ends the use of a list of arguments." (arg_list Any) "arg_list {} ':' :arg_list";
    "llvm.intr.vastart" "Begins the use of a list of arguments." (arg_list Any) "arg_list {} ':' :arg_list";
}

ops! { pub(super) COROUTINES:
    "llvm.intr.coro.align" "Alignment of a coroutine's frame." -> (res Any) "{} ':' :res";
    "llvm.intr.coro.begin" "Begins a coroutine in its frame." ({args} Any) -> (res Any) "args {} ':' fn";
    "llvm.intr.coro.end" "Ends a coroutine." ({args} Any) -> (res Any) "args {} ':' fn";
    "llvm.intr.coro.free" "The frame of a coroutine, to be freed." ({args} Any) -> (res Any) "args {} ':' fn";
    "llvm.intr.coro.id" "Makes a coroutine of the function." ({args} Any) -> (res Any) "args {} ':' fn";
    "llvm.intr.coro.promise" "The promise of a coroutine, or back." ({args} Any) -> (res Any)
        "args {} ':' fn";
    "llvm.intr.coro.resume" "Resumes a coroutine." (handle Any) "handle {} ':' :handle";
    "llvm.intr.coro.save" "Saves the point where a coroutine resumes." ({args} Any) -> (res Any)
        "args {} ':' fn";
    "llvm.intr.coro.size" "Size of a coroutine's frame." -> (res Any) "{} ':' :res";
    "llvm.intr.coro.suspend" "Leaves a coroutine for a while." (save TOKEN, final I1) -> (res Any)
        "save ',' final {} ':' :res";
}

ops! { pub(super) MATRICES:
    "llvm.intr.matrix.column.major.load" "Reads a matrix whose columns lie apart."
        (data Any, stride Any) -> (res Any)
        [req("isVolatile", AttrForm::Bool), req("rows", AttrForm::Int(32)), req("columns", AttrForm::Int(32))]
        "data ',' '<' 'stride' '=' stride '>' {} ':' :res 'from' :data 'stride' :stride";
    "llvm.intr.matrix.column.major.store" "Writes a matrix whose columns lie apart."
        (matrix Any, data Any, stride Any)
        [req("isVolatile", AttrForm::Bool), req("rows", AttrForm::Int(32)), req("columns", AttrForm::Int(32))]
        "matrix ',' data ',' '<' 'stride' '=' stride '>' {} ':' :matrix 'to' :data 'stride' :stride";
    "llvm.intr.matrix.multiply" "Multiplies two matrices that lie in vectors."
        (lhs Any, rhs Any) -> (res Any)
        [req("lhs_rows", AttrForm::Int(32)), req("lhs_columns", AttrForm::Int(32)),
         req("rhs_columns", AttrForm::Int(32))] "lhs ',' rhs {} ':' '(' :lhs ',' :rhs ')' '->' :res";
    "llvm.intr.matrix.transpose" "Transposes a matrix that lies in a vector." (matrix Any) -> (res Any)
        [req("rows", AttrForm::Int(32)), req("columns", AttrForm::Int(32))]
        "matrix {} ':' :matrix 'into' :res";
}

ops! { pub(super) CONSTRAINED:
    "llvm.intr.experimental.constrained.fpext" "Widens a float." (arg Any) -> (res Any) [EXCEPTIONS]
        "arg @fpExceptionBehavior {} ':' :arg 'to' :res" { effects: Effects::None };
    "llvm.intr.experimental.constrained.fptrunc" "Narrows a float." (arg Any) -> (res Any)
        [ROUNDING, EXCEPTIONS] "arg @roundingmode @fpExceptionBehavior {} ':' :arg 'to' :res" { effects: Effects::None };
    "llvm.intr.experimental.constrained.sitofp" "Converts a signed integer to a float."
        (arg Any) -> (res Any) [ROUNDING, EXCEPTIONS]
        "arg @roundingmode @fpExceptionBehavior {} ':' :arg 'to' :res" { effects: Effects::None };
    "llvm.intr.experimental.constrained.uitofp" "Converts an unsigned integer to a float."
        (arg Any) -> (res Any) [ROUNDING, EXCEPTIONS]
        "arg @roundingmode @fpExceptionBehavior {} ':' :arg 'to' :res" { effects: Effects::None };
}
