//! Intrinsics of the `llvm` dialect with a custom form, and those without one that have no effects.

use super::assembly::llvm_calls as calls;
use super::assembly::modern;
use memplan_mlir::dialects::Ty::{Any, I1, Same};
use memplan_mlir::dialects::{
    Assembly, Attr, AttrForm, Effects, OpDef, dflt, hook, many, maybe, one, ops, req,
};

const FAST: Attr = dflt(
    "fastmathFlags",
    AttrForm::Dialect("llvm.fastmath"),
    "#llvm.fastmath<none>",
);

/// A function of several values with one result, without effects.
const FUNCTION: OpDef = OpDef {
    operands: &[many("args", Any)],
    results: &[one("res", Any)],
    assembly: Assembly::Format("'(' args ')' {} ':' fn"),
    effects: Effects::None,
    ..OpDef::EMPTY
};

const FLOAT_FUNCTION: OpDef = OpDef {
    attrs: &[FAST],
    ..FUNCTION
};

ops! { pub(super) FLOATS:
    "llvm.intr.acos" "Arc cosine." like FLOAT_FUNCTION;
    "llvm.intr.asin" "Arc sine." like FLOAT_FUNCTION;
    "llvm.intr.atan" "Arc tangent." like FLOAT_FUNCTION;
    "llvm.intr.atan2" "Angle of a point." like FLOAT_FUNCTION;
    "llvm.intr.ceil" "Rounds up to a whole number." like FLOAT_FUNCTION;
    "llvm.intr.copysign" "The magnitude of one float with the sign of another." like FLOAT_FUNCTION;
    "llvm.intr.cos" "Cosine." like FLOAT_FUNCTION;
    "llvm.intr.cosh" "Hyperbolic cosine." like FLOAT_FUNCTION;
    "llvm.intr.exp" "Exponential." like FLOAT_FUNCTION;
    "llvm.intr.exp10" "Ten to the power of a float." like FLOAT_FUNCTION;
    "llvm.intr.exp2" "Two to the power of a float." like FLOAT_FUNCTION;
    "llvm.intr.fabs" "Absolute value of a float." like FLOAT_FUNCTION;
    "llvm.intr.floor" "Rounds down to a whole number." like FLOAT_FUNCTION;
    "llvm.intr.fma" "Multiplies two floats and adds a third, rounding once." like FLOAT_FUNCTION;
    "llvm.intr.fmuladd" "Multiplies two floats and adds a third, rounding once or twice." like FLOAT_FUNCTION;
    "llvm.intr.frexp" "Fraction and exponent of a float." like FLOAT_FUNCTION;
    "llvm.intr.ldexp" "A float times a power of two." like FLOAT_FUNCTION;
    "llvm.intr.log" "Natural logarithm." like FLOAT_FUNCTION;
    "llvm.intr.log10" "Logarithm to base ten." like FLOAT_FUNCTION;
    "llvm.intr.log2" "Logarithm to base two." like FLOAT_FUNCTION;
    "llvm.intr.maximum" "The larger of two floats, NaN if one is." like FLOAT_FUNCTION;
    "llvm.intr.maxnum" "The larger of two floats, the other one if one is NaN." like FLOAT_FUNCTION;
    "llvm.intr.minimum" "The smaller of two floats, NaN if one is." like FLOAT_FUNCTION;
    "llvm.intr.minnum" "The smaller of two floats, the other one if one is NaN." like FLOAT_FUNCTION;
    "llvm.intr.nearbyint" "Rounds to a whole number by the current mode, quietly." like FLOAT_FUNCTION;
    "llvm.intr.pow" "A float to the power of a float." like FLOAT_FUNCTION;
    "llvm.intr.powi" "A float to the power of an integer." like FLOAT_FUNCTION;
    "llvm.intr.rint" "Rounds to a whole number by the current mode." like FLOAT_FUNCTION;
    "llvm.intr.round" "Rounds to the nearest whole number, halves away from zero." like FLOAT_FUNCTION;
    "llvm.intr.roundeven" "Rounds to the nearest whole number, halves to even." like FLOAT_FUNCTION;
    "llvm.intr.sin" "Sine." like FLOAT_FUNCTION;
    "llvm.intr.sincos" "Sine and cosine." like FLOAT_FUNCTION;
    "llvm.intr.sinh" "Hyperbolic sine." like FLOAT_FUNCTION;
    "llvm.intr.sqrt" "Square root." like FLOAT_FUNCTION;
    "llvm.intr.tan" "Tangent." like FLOAT_FUNCTION;
    "llvm.intr.tanh" "Hyperbolic tangent." like FLOAT_FUNCTION;
    "llvm.intr.trunc" "Rounds towards zero to a whole number." like FLOAT_FUNCTION;
    "llvm.intr.vector.reduce.fmax" "The largest float of a vector, ignoring NaN." like FLOAT_FUNCTION;
    "llvm.intr.vector.reduce.fmaximum" "The largest float of a vector, NaN if one is." like FLOAT_FUNCTION;
    "llvm.intr.vector.reduce.fmin" "The smallest float of a vector, ignoring NaN." like FLOAT_FUNCTION;
    "llvm.intr.vector.reduce.fminimum" "The smallest float of a vector, NaN if one is." like FLOAT_FUNCTION;
}

ops! { pub(super) INTEGERS:
    "llvm.intr.bitreverse" "Reverses the bits." like FUNCTION;
    "llvm.intr.bswap" "Reverses the bytes." like FUNCTION;
    "llvm.intr.ctpop" "Number of bits that are set." like FUNCTION;
    "llvm.intr.fshl" "Shifts two integers joined together left." like FUNCTION;
    "llvm.intr.fshr" "Shifts two integers joined together right." like FUNCTION;
    "llvm.intr.llrint" "Rounds a float to an integer by the current mode." like FUNCTION;
    "llvm.intr.llround" "Rounds a float to the nearest integer." like FUNCTION;
    "llvm.intr.lrint" "Rounds a float to an integer by the current mode." like FUNCTION;
    "llvm.intr.lround" "Rounds a float to the nearest integer." like FUNCTION;
    "llvm.intr.sadd.sat" "Adds two signed integers, saturating." like FUNCTION;
    "llvm.intr.scmp" "Compares two signed integers three ways." like FUNCTION;
    "llvm.intr.smax" "The larger of two signed integers." like FUNCTION;
    "llvm.intr.smin" "The smaller of two signed integers." like FUNCTION;
    "llvm.intr.sshl.sat" "Shifts a signed integer left, saturating." like FUNCTION;
    "llvm.intr.ssub.sat" "Subtracts two signed integers, saturating." like FUNCTION;
    "llvm.intr.uadd.sat" "Adds two unsigned integers, saturating." like FUNCTION;
    "llvm.intr.ucmp" "Compares two unsigned integers three ways." like FUNCTION;
    "llvm.intr.umax" "The larger of two unsigned integers." like FUNCTION;
    "llvm.intr.umin" "The smaller of two unsigned integers." like FUNCTION;
    "llvm.intr.ushl.sat" "Shifts an unsigned integer left, saturating." like FUNCTION;
    "llvm.intr.usub.sat" "Subtracts two unsigned integers, saturating." like FUNCTION;
}

ops! { pub(super) MEMORY:
    "llvm.intr.assume" "Promises that a condition holds." (cond I1, {op_bundle_operands} Any)
        [dflt("op_bundle_sizes", AttrForm::I32Array, "array<i32>"), maybe("op_bundle_tags", AttrForm::Array)]
        { assembly: hook(calls::parse_assume, calls::print_assume) };
    "llvm.intr.debugtrap" "Stops in the debugger." "{}";
    "llvm.intr.expect" "A value that is probably another."
        (val Same("res"), expected Same("res")) -> (res Any) "val ',' expected {} ':' :res"
        { effects: Effects::None };
    "llvm.intr.trap" "Ends the program." "{}";
    "llvm.intr.vector.extract" "A part of a vector." (srcvec Any) -> (res Any)
        [req("pos", AttrForm::Int(64))] "srcvec '[' @pos ']' {} ':' :res 'from' :srcvec"
        { effects: Effects::None };
    "llvm.intr.vector.insert" "A vector with a part replaced." (dstvec Same("res"), srcvec Any) -> (res Any)
        [req("pos", AttrForm::Int(64))] "srcvec ',' dstvec '[' @pos ']' {} ':' :srcvec 'into' :res"
        { effects: Effects::None };
    "llvm.intr.lifetime.end" "Memory is dead from here on." (ptr Any)
        [maybe("size", AttrForm::Int(64))] "( @size^ ',' )? ptr {} ':' :ptr" { modern: Some(modern::lifetime) };
    "llvm.intr.lifetime.start" "Memory is dead up to here." (ptr Any)
        [maybe("size", AttrForm::Int(64))] "( @size^ ',' )? ptr {} ':' :ptr" { modern: Some(modern::lifetime) };
    "llvm.intr.masked.gather" "Reads elements at the pointers that a mask names." ({args} Any) -> (res Any)
        [req("alignment", AttrForm::Int(32))] "args {} ':' fn";
    "llvm.intr.masked.load" "Reads the elements that a mask names." ({args} Any) -> (res Any)
        [req("alignment", AttrForm::Int(32))] "args {} ':' fn";
    "llvm.intr.masked.scatter" "Writes elements at the pointers that a mask names."
        (value Any, ptrs Any, mask Any) [req("alignment", AttrForm::Int(32))]
        "value ',' ptrs ',' mask {} ':' :value ',' :mask 'into' :ptrs";
    "llvm.intr.masked.store" "Writes the elements that a mask names." (value Any, data Any, mask Any)
        [req("alignment", AttrForm::Int(32))] "value ',' data ',' mask {} ':' :value ',' :mask 'into' :data";
    "llvm.intr.stackrestore" "Frees what was allocated on the stack since a point." (ptr Any)
        "ptr {} ':' :ptr";
    "llvm.intr.stacksave" "Remembers how far the stack goes." -> (res Any) "{} ':' :res";
}

// Reductions in order, which have no custom form before MLIR 24.
ops! { pub(super) ORDERED:
    "llvm.intr.vector.reduce.fadd" "The sum of a float and those of a vector." ({args} Any) -> (res Any)
        [FAST] "_ '(' args ')' {} ':' fn"
        { effects: Effects::None, is_spelled: Some(|_, _| false) };
    "llvm.intr.vector.reduce.fmul" "The product of a float and those of a vector." ({args} Any) -> (res Any)
        [FAST] "_ '(' args ')' {} ':' fn"
        { effects: Effects::None, is_spelled: Some(|_, _| false) };
}

/// A function of several values with one result, without effects and custom form.
const GENERIC: OpDef = OpDef {
    assembly: Assembly::Generic,
    ..FUNCTION
};

ops! { pub(super) GENERIC_FORMS:
    "llvm.intr.abs" "Absolute value of an integer." like GENERIC
        { attrs: &[req("is_int_min_poison", AttrForm::Bool)] };
    "llvm.intr.ctlz" "Number of leading zeros." like GENERIC
        { attrs: &[req("is_zero_poison", AttrForm::Bool)] };
    "llvm.intr.cttz" "Number of trailing zeros." like GENERIC
        { attrs: &[req("is_zero_poison", AttrForm::Bool)] };
    "llvm.intr.is.fpclass" "Whether a float is of one of some classes." like GENERIC
        { attrs: &[req("bit", AttrForm::Int(32))] };
    "llvm.intr.vector.reduce.add" "The sum of the elements of a vector." like GENERIC;
    "llvm.intr.vector.reduce.and" "The bitwise and of the elements of a vector." like GENERIC;
    "llvm.intr.vector.reduce.mul" "The product of the elements of a vector." like GENERIC;
    "llvm.intr.vector.reduce.or" "The bitwise or of the elements of a vector." like GENERIC;
    "llvm.intr.vector.reduce.smax" "The largest signed element of a vector." like GENERIC;
    "llvm.intr.vector.reduce.smin" "The least signed element of a vector." like GENERIC;
    "llvm.intr.vector.reduce.umax" "The largest unsigned element of a vector." like GENERIC;
    "llvm.intr.vector.reduce.umin" "The least unsigned element of a vector." like GENERIC;
    "llvm.intr.vector.reduce.xor" "The bitwise exclusive or of the elements of a vector." like GENERIC;
}
