//! The `tosa` dialect: operators of neural networks on tensors. They share one text format.

use super::assembly::tosa as assembly;
use super::verify;
use memplan_mlir::dialects::Dialect;
use memplan_mlir::dialects::shared;
use memplan_mlir::dialects::{
    Arg, Assembly, Attr, AttrForm, Effects, OpDef, RegionFlow, Regions, ResultName, Traits, Ty,
    dflt, hook, many, maybe, one, req,
};

/// The dialect.
pub(super) static DIALECT: Dialect = Dialect {
    name: "tosa",
    ops: &[OPERATORS, OPS],
    attrs: super::vocabulary::TOSA,
    types: super::vocabulary::TOSA_TYPES,
    classes: &[super::classes::tosa::TOSA],
    relations: super::classes::relations::TOSA_RELATIONS,
    counts: super::classes::relations::TOSA_COUNTS,
    ..Dialect::EMPTY
};

const ARGS: &[Arg] = &[many("inputs", Ty::Any)];
const RESULTS: &[Arg] = &[many("outputs", Ty::Any)];
const NAN_MODE: Attr = dflt(
    "nan_mode",
    AttrForm::Dialect("tosa.nan_mode"),
    "#tosa.nan_mode<PROPAGATE>",
);

/// An operator; its summary is the name spelled out.
const fn operator(name: &'static str, summary: &'static str, attrs: &'static [Attr]) -> OpDef {
    OpDef {
        name,
        summary,
        operands: ARGS,
        results: RESULTS,
        attrs,
        assembly: hook(assembly::parse, assembly::print),
        effects: Effects::None,
        ..OpDef::EMPTY
    }
}

macro_rules! operators {
    ($($name:literal $summary:literal $attrs:expr $(, $verify:expr)?;)*) => {
        &[$(operator(concat!("tosa.", $name), $summary, $attrs)$(.checked($verify))?),*]
    };
}

pub(super) const OPERATORS: &[OpDef] = operators! {
    "abs" "The operation abs on elements." &[];
    "add" "The operation add on elements." &[];
    "add_shape" "The operation add on shapes." &[];
    "apply_scale" "Multiplies by a scale of integers." &[req("rounding_mode", AttrForm::Dialect("tosa.rounding_mode"))];
    "argmax" "Positions of the largest elements along an axis." &[req("axis", AttrForm::Int(32)), NAN_MODE];
    "arithmetic_right_shift" "The operation arithmetic right shift on elements." &[req("round", AttrForm::Bool)];
    "avg_pool2d" "Averages of windows." &[req("kernel", AttrForm::I64Array), req("stride", AttrForm::I64Array), req("pad", AttrForm::I64Array), req("acc_type", AttrForm::Type)];
    "bitwise_and" "The operation bitwise and on elements." &[];
    "bitwise_not" "The operation bitwise not on elements." &[];
    "bitwise_or" "The operation bitwise or on elements." &[];
    "bitwise_xor" "The operation bitwise xor on elements." &[];
    "cast" "Converts elements." &[];
    "cast_from_block_scaled" "Converts from blocks that share a scale." &[req("block_size", AttrForm::Any)];
    "ceil" "The operation ceil on elements." &[];
    "clamp" "Limits elements to a range." &[req("min_val", AttrForm::Any), req("max_val", AttrForm::Any), NAN_MODE];
    "clz" "The operation clz on elements." &[];
    "concat" "Joins tensors along an axis." &[req("axis", AttrForm::Int(32))];
    "concat_shape" "The operation concat on shapes." &[];
    "const_shape" "Makes a constant shape." &[req("values", AttrForm::Elements)], verify::tosa::constant_shape;
    "conv2d" "Convolves in two dimensions." &[req("pad", AttrForm::I64Array), req("stride", AttrForm::I64Array), req("dilation", AttrForm::I64Array), req("acc_type", AttrForm::Type), maybe("local_bound", AttrForm::Bool)];
    "conv3d" "Convolves in three dimensions." &[req("pad", AttrForm::I64Array), req("stride", AttrForm::I64Array), req("dilation", AttrForm::I64Array), req("acc_type", AttrForm::Type), maybe("local_bound", AttrForm::Bool)];
    "cos" "The operation cos on elements." &[];
    "depthwise_conv2d" "Convolves each channel by itself." &[req("pad", AttrForm::I64Array), req("stride", AttrForm::I64Array), req("dilation", AttrForm::I64Array), req("acc_type", AttrForm::Type), maybe("local_bound", AttrForm::Bool)];
    "dim" "Size of a dimension." &[req("axis", AttrForm::Int(32))];
    "div_ceil_shape" "The operation div ceil on shapes." &[];
    "div_floor_shape" "The operation div floor on shapes." &[];
    "equal" "The operation equal on elements." &[];
    "erf" "Error function of elements." &[];
    "exp" "The operation exp on elements." &[];
    "exp2_shape" "The operation exp2 on shapes." &[];
    "floor" "The operation floor on elements." &[];
    "gather" "Takes elements at given positions." &[];
    "greater" "The operation greater on elements." &[];
    "greater_equal" "The operation greater equal on elements." &[];
    "identity" "Gives its input." &[];
    "intdiv" "The operation intdiv on elements." &[];
    "log" "The operation log on elements." &[];
    "log2_ceil_shape" "The operation log2 ceil on shapes." &[];
    "log2_floor_shape" "The operation log2 floor on shapes." &[];
    "logical_and" "The operation logical and on elements." &[];
    "logical_left_shift" "The operation logical left shift on elements." &[];
    "logical_not" "The operation logical not on elements." &[];
    "logical_or" "The operation logical or on elements." &[];
    "logical_right_shift" "The operation logical right shift on elements." &[];
    "logical_xor" "The operation logical xor on elements." &[];
    "matmul" "Multiplies matrices." &[];
    "matmul_t_block_scaled" "Multiplies matrices of blocks that share a scale." &[req("block_size", AttrForm::Any)];
    "max_pool2d" "Maxima of windows." &[req("kernel", AttrForm::I64Array), req("stride", AttrForm::I64Array), req("pad", AttrForm::I64Array), NAN_MODE];
    "max_shape" "The operation max on shapes." &[];
    "maximum" "The operation maximum on elements." &[NAN_MODE];
    "min_shape" "The operation min on shapes." &[];
    "minimum" "The operation minimum on elements." &[NAN_MODE];
    "mod_shape" "The operation mod on shapes." &[];
    "mul" "Products of elements." &[];
    "mul_shape" "The operation mul on shapes." &[];
    "negate" "Negated elements." &[];
    "pad" "Adds elements around a tensor." &[];
    "pow" "The operation pow on elements." &[];
    "reciprocal" "The operation reciprocal on elements." &[];
    "reduce_all" "Reduces an axis by all." &[req("axis", AttrForm::Int(32))];
    "reduce_any" "Reduces an axis by any." &[req("axis", AttrForm::Int(32))];
    "reduce_max" "Reduces an axis by max." &[req("axis", AttrForm::Int(32)), NAN_MODE];
    "reduce_min" "Reduces an axis by min." &[req("axis", AttrForm::Int(32)), NAN_MODE];
    "reduce_product" "Reduces an axis by multiplication." &[req("axis", AttrForm::Int(32))];
    "reduce_sum" "Reduces an axis by addition." &[req("axis", AttrForm::Int(32))];
    "rescale" "Converts between scales of integers." &[req("scale32", AttrForm::Bool), req("rounding_mode", AttrForm::Dialect("tosa.rounding_mode")), req("per_channel", AttrForm::Bool), req("input_unsigned", AttrForm::Bool), req("output_unsigned", AttrForm::Bool)];
    "reshape" "The same elements in another shape." &[];
    "resize" "Scales a picture." &[req("mode", AttrForm::Any)];
    "reverse" "Reverses an axis." &[req("axis", AttrForm::Int(32))];
    "rsqrt" "The operation rsqrt on elements." &[];
    "scatter" "Replaces elements at given positions." &[];
    "select" "Chooses elements by a condition." &[];
    "sigmoid" "Sigmoid function of elements." &[];
    "sin" "The operation sin on elements." &[];
    "slice" "Takes a part." &[];
    "slice_shape" "The operation slice on shapes." &[];
    "sub" "The operation sub on elements." &[];
    "sub_shape" "The operation sub on shapes." &[];
    "table" "Looks elements up in a table." &[];
    "tanh" "Hyperbolic tangent of elements." &[];
    "tile" "Repeats a tensor." &[];
    "transpose" "Permutes dimensions." &[req("perms", AttrForm::I32Array)];
    "transpose_conv2d" "Transposed convolution in two dimensions." &[req("out_pad", AttrForm::I64Array), req("stride", AttrForm::I64Array), req("acc_type", AttrForm::Type), maybe("local_bound", AttrForm::Bool)];
};

pub(super) const OPS: &[OpDef] = &[
    OpDef {
        results: &[one("output_real", Ty::Any), one("output_imag", Ty::Any)],
        result_name: ResultName::Groups,
        ..operator(
            "tosa.fft2d",
            "Fourier transform in two dimensions.",
            &[
                req("inverse", AttrForm::Bool),
                maybe("local_bound", AttrForm::Bool),
            ],
        )
    },
    OpDef {
        results: &[one("output_real", Ty::Any), one("output_imag", Ty::Any)],
        result_name: ResultName::Groups,
        ..operator(
            "tosa.rfft2d",
            "Fourier transform of real numbers in two dimensions.",
            &[maybe("local_bound", AttrForm::Bool)],
        )
    },
    OpDef {
        results: &[one("output_data", Ty::Any), one("output_scale", Ty::Any)],
        result_name: ResultName::Groups,
        ..operator(
            "tosa.cast_to_block_scaled",
            "Converts to blocks that share a scale.",
            &[req("block_size", AttrForm::Any)],
        )
    },
    OpDef {
        name: "tosa.cond_if",
        summary: "Runs one of its regions, by a condition.",
        operands: &[one("condition", Ty::Any), many("input_list", Ty::Any)],
        results: &[many("output_list", Ty::Any)],
        regions: Regions::Exactly(2),
        assembly: hook(assembly::parse_if, assembly::print_if),
        traits: Traits::SINGLE_BLOCK,
        effects: Effects::Recursive,
        flow: RegionFlow::Unknown,
        ..OpDef::EMPTY
    },
    // What it does is up to the operator, so its effects are unknown.
    OpDef {
        effects: Effects::Unknown,
        ..operator(
            "tosa.custom",
            "An operator outside of the standard.",
            &[
                req("operator_name", AttrForm::Str),
                req("domain_name", AttrForm::Str),
                req("implementation_attrs", AttrForm::Str),
            ],
        )
    },
    // MLIR defines no custom form for `tosa.const`.
    OpDef {
        name: "tosa.const",
        summary: "Makes a constant.",
        verify: Some(verify::tosa::constant),
        results: &[one("output", Ty::Any)],
        attrs: &[req("values", AttrForm::Elements)],
        traits: Traits::CONSTANT_LIKE,
        effects: Effects::None,
        ..OpDef::EMPTY
    },
    OpDef {
        name: "tosa.variable",
        summary: "Defines a variable.",
        attrs: &[
            req("sym_name", AttrForm::SymName),
            req("var_shape", AttrForm::Elements),
            req("type", AttrForm::Type),
            maybe("initial_value", AttrForm::Any),
        ],
        traits: Traits::SYMBOL,
        assembly: hook(assembly::parse_variable, assembly::print_variable),
        ..OpDef::EMPTY
    },
    OpDef {
        name: "tosa.variable_read",
        summary: "Reads a variable.",
        results: &[one("output1", Ty::Any)],
        attrs: &[req("name", AttrForm::SymName)],
        assembly: Assembly::Format("@name {} ':' :output1"),
        ..OpDef::EMPTY
    },
    OpDef {
        name: "tosa.variable_write",
        summary: "Writes a variable.",
        operands: &[one("input1", Ty::Any)],
        attrs: &[req("name", AttrForm::SymName)],
        assembly: Assembly::Format("@name {} ',' input1 ':' :input1"),
        ..OpDef::EMPTY
    },
    OpDef {
        name: "tosa.while_loop",
        summary: "Runs its regions while a condition holds.",
        operands: &[many("input_list", Ty::Any)],
        results: &[many("output_list", Ty::Any)],
        regions: Regions::Exactly(2),
        assembly: hook(shared::parse_while, shared::print_while),
        verify: Some(verify::tosa::while_loop),
        traits: Traits::SINGLE_BLOCK,
        effects: Effects::Recursive,
        flow: RegionFlow::Unknown,
        ..OpDef::EMPTY
    },
    OpDef {
        name: "tosa.yield",
        summary: "Ends a region with its results.",
        operands: &[many("inputs", Ty::Any)],
        assembly: Assembly::Format("inputs {} ':' :inputs"),
        traits: Traits::TERMINATOR.and(Traits::RETURN_LIKE),
        parents: &["tosa.cond_if", "tosa.while_loop"],
        effects: Effects::None,
        ..OpDef::EMPTY
    },
];
