//! Intrinsics of the `llvm` dialect with a custom form. All others have only the generic form.

use super::assembly::llvm_calls as calls;
use memplan_mlir::dialects::{
    Arg, Assembly, Attr, AttrForm, Effects, OpDef, Ty, dflt, hook, many, maybe, one, req,
};

const ARGS: &[Arg] = &[many("args", Ty::Any)];
const POINTER: &[Arg] = &[one("ptr", Ty::Any)];
const RES: &[Arg] = &[one("res", Ty::Any)];
const FASTMATH: &[Attr] = &[dflt(
    "fastmathFlags",
    AttrForm::Dialect("llvm.fastmath"),
    "#llvm.fastmath<none>",
)];

/// A function of several values with one result, without effects.
const fn function(name: &'static str, summary: &'static str, attrs: &'static [Attr]) -> OpDef {
    OpDef {
        name,
        summary,
        operands: ARGS,
        results: RES,
        attrs,
        assembly: Assembly::Format("'(' args ')' {} ':' fn"),
        effects: Effects::None,
        ..OpDef::EMPTY
    }
}

/// An operation on the memory at a pointer.
const fn on_pointer(name: &'static str, summary: &'static str) -> OpDef {
    OpDef {
        name,
        summary,
        operands: POINTER,
        assembly: Assembly::Format("ptr {} ':' :ptr"),
        ..OpDef::EMPTY
    }
}

macro_rules! functions {
    ($attrs:expr, $($name:literal $summary:literal;)*) => {
        &[$(function(concat!("llvm.intr.", $name), $summary, $attrs)),*]
    };
}

pub(super) const FLOATS: &[OpDef] = functions! { FASTMATH,
    "acos" "Arc cosine.";
    "asin" "Arc sine.";
    "atan" "Arc tangent.";
    "atan2" "Angle of a point.";
    "ceil" "Rounds up to a whole number.";
    "copysign" "The magnitude of one float with the sign of another.";
    "cos" "Cosine.";
    "cosh" "Hyperbolic cosine.";
    "exp" "Exponential.";
    "exp10" "Ten to the power of a float.";
    "exp2" "Two to the power of a float.";
    "fabs" "Absolute value of a float.";
    "floor" "Rounds down to a whole number.";
    "fma" "Multiplies two floats and adds a third, rounding once.";
    "fmuladd" "Multiplies two floats and adds a third, rounding once or twice.";
    "frexp" "Fraction and exponent of a float.";
    "ldexp" "A float times a power of two.";
    "log" "Natural logarithm.";
    "log10" "Logarithm to base ten.";
    "log2" "Logarithm to base two.";
    "maximum" "The larger of two floats, NaN if one is.";
    "maxnum" "The larger of two floats, the other one if one is NaN.";
    "minimum" "The smaller of two floats, NaN if one is.";
    "minnum" "The smaller of two floats, the other one if one is NaN.";
    "nearbyint" "Rounds to a whole number by the current mode, quietly.";
    "pow" "A float to the power of a float.";
    "powi" "A float to the power of an integer.";
    "rint" "Rounds to a whole number by the current mode.";
    "round" "Rounds to the nearest whole number, halves away from zero.";
    "roundeven" "Rounds to the nearest whole number, halves to even.";
    "sin" "Sine.";
    "sincos" "Sine and cosine.";
    "sinh" "Hyperbolic sine.";
    "sqrt" "Square root.";
    "tan" "Tangent.";
    "tanh" "Hyperbolic tangent.";
    "trunc" "Rounds towards zero to a whole number.";
    "vector.reduce.fmax" "The largest float of a vector, ignoring NaN.";
    "vector.reduce.fmaximum" "The largest float of a vector, NaN if one is.";
    "vector.reduce.fmin" "The smallest float of a vector, ignoring NaN.";
    "vector.reduce.fminimum" "The smallest float of a vector, NaN if one is.";
};

pub(super) const INTEGERS: &[OpDef] = functions! { &[],
    "bitreverse" "Reverses the bits.";
    "bswap" "Reverses the bytes.";
    "ctpop" "Number of bits that are set.";
    "fshl" "Shifts two integers joined together left.";
    "fshr" "Shifts two integers joined together right.";
    "llrint" "Rounds a float to an integer by the current mode.";
    "llround" "Rounds a float to the nearest integer.";
    "lrint" "Rounds a float to an integer by the current mode.";
    "lround" "Rounds a float to the nearest integer.";
    "sadd.sat" "Adds two signed integers, saturating.";
    "scmp" "Compares two signed integers three ways.";
    "smax" "The larger of two signed integers.";
    "smin" "The smaller of two signed integers.";
    "sshl.sat" "Shifts a signed integer left, saturating.";
    "ssub.sat" "Subtracts two signed integers, saturating.";
    "uadd.sat" "Adds two unsigned integers, saturating.";
    "ucmp" "Compares two unsigned integers three ways.";
    "umax" "The larger of two unsigned integers.";
    "umin" "The smaller of two unsigned integers.";
    "ushl.sat" "Shifts an unsigned integer left, saturating.";
    "usub.sat" "Subtracts two unsigned integers, saturating.";
};

pub(super) const MEMORY: &[OpDef] = &[
    OpDef {
        name: "llvm.intr.assume",
        summary: "Promises that a condition holds.",
        operands: &[one("cond", Ty::I1), many("op_bundle_operands", Ty::Any)],
        attrs: &[
            dflt("op_bundle_sizes", AttrForm::I32Array, "array<i32>"),
            maybe("op_bundle_tags", AttrForm::Array),
        ],
        assembly: hook(calls::parse_assume, calls::print_assume),
        ..OpDef::EMPTY
    },
    OpDef {
        name: "llvm.intr.debugtrap",
        summary: "Stops in the debugger.",
        assembly: Assembly::Format("{}"),
        ..OpDef::EMPTY
    },
    OpDef {
        name: "llvm.intr.expect",
        summary: "A value that is probably another.",
        operands: &[
            one("val", Ty::Same("res")),
            one("expected", Ty::Same("res")),
        ],
        results: RES,
        assembly: Assembly::Format("val ',' expected {} ':' :res"),
        effects: Effects::None,
        ..OpDef::EMPTY
    },
    OpDef {
        name: "llvm.intr.trap",
        summary: "Ends the program.",
        assembly: Assembly::Format("{}"),
        ..OpDef::EMPTY
    },
    OpDef {
        name: "llvm.intr.vector.extract",
        summary: "A part of a vector.",
        operands: &[one("srcvec", Ty::Any)],
        results: RES,
        attrs: &[req("pos", AttrForm::Int(64))],
        assembly: Assembly::Format("srcvec '[' @pos ']' {} ':' :res 'from' :srcvec"),
        effects: Effects::None,
        ..OpDef::EMPTY
    },
    OpDef {
        name: "llvm.intr.vector.insert",
        summary: "A vector with a part replaced.",
        operands: &[one("dstvec", Ty::Same("res")), one("srcvec", Ty::Any)],
        results: RES,
        attrs: &[req("pos", AttrForm::Int(64))],
        assembly: Assembly::Format("srcvec ',' dstvec '[' @pos ']' {} ':' :srcvec 'into' :res"),
        effects: Effects::None,
        ..OpDef::EMPTY
    },
    on_pointer("llvm.intr.lifetime.end", "Memory is dead from here on."),
    on_pointer("llvm.intr.lifetime.start", "Memory is dead up to here."),
    OpDef {
        attrs: &[req("alignment", AttrForm::Int(32))],
        ..with_plain_args(function(
            "llvm.intr.masked.gather",
            "Reads elements at the pointers that a mask names.",
            &[],
        ))
    },
    OpDef {
        attrs: &[req("alignment", AttrForm::Int(32))],
        ..with_plain_args(function(
            "llvm.intr.masked.load",
            "Reads the elements that a mask names.",
            &[],
        ))
    },
    OpDef {
        name: "llvm.intr.masked.scatter",
        summary: "Writes elements at the pointers that a mask names.",
        operands: &[
            one("value", Ty::Any),
            one("ptrs", Ty::Any),
            one("mask", Ty::Any),
        ],
        attrs: &[req("alignment", AttrForm::Int(32))],
        assembly: Assembly::Format("value ',' ptrs ',' mask {} ':' :value ',' :mask 'into' :ptrs"),
        ..OpDef::EMPTY
    },
    OpDef {
        name: "llvm.intr.masked.store",
        summary: "Writes the elements that a mask names.",
        operands: &[
            one("value", Ty::Any),
            one("data", Ty::Any),
            one("mask", Ty::Any),
        ],
        attrs: &[req("alignment", AttrForm::Int(32))],
        assembly: Assembly::Format("value ',' data ',' mask {} ':' :value ',' :mask 'into' :data"),
        ..OpDef::EMPTY
    },
    on_pointer(
        "llvm.intr.stackrestore",
        "Frees what was allocated on the stack since a point.",
    ),
    OpDef {
        name: "llvm.intr.stacksave",
        summary: "Remembers how far the stack goes.",
        results: RES,
        assembly: Assembly::Format("{} ':' :res"),
        ..OpDef::EMPTY
    },
];

/// Reductions in order, which have no custom form.
pub(super) const ORDERED: &[OpDef] = &[
    OpDef {
        assembly: Assembly::Generic,
        ..function(
            "llvm.intr.vector.reduce.fadd",
            "The sum of a float and those of a vector.",
            FASTMATH,
        )
    },
    OpDef {
        assembly: Assembly::Generic,
        ..function(
            "llvm.intr.vector.reduce.fmul",
            "The product of a float and those of a vector.",
            FASTMATH,
        )
    },
];

/// Operands without parentheses, and unknown effects.
const fn with_plain_args(def: OpDef) -> OpDef {
    OpDef {
        assembly: Assembly::Format("args {} ':' fn"),
        effects: Effects::Unknown,
        ..def
    }
}
