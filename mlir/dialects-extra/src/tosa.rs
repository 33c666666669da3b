//! The `tosa` dialect: operators of neural networks on tensors. They share one text format.

use super::assembly::tosa as assembly;
use super::assembly::tosa_versions as versions;
use super::verify;
use memplan_mlir::dialects::Clauses;
use memplan_mlir::dialects::Form::{Checked, Converted, Named};
use memplan_mlir::dialects::Ty::Any;
use memplan_mlir::dialects::{
    Attr, AttrForm, Dialect, Effects, OpDef, RegionFlow, Regions, ResultName, Traits, dflt, hook,
    many, maybe, ops, req, shared,
};
use memplan_mlir::dialects::{missing, spelled};
use memplan_mlir::syntax::MlirVersion::{V19, V20, V21, V24};

pub(super) static DIALECT: Dialect = Dialect {
    name: "tosa",
    clauses: Clauses::Parentheses,
    ops: &[OPERATORS, OPS],
    attrs: super::vocabulary::TOSA,
    types: super::vocabulary::TOSA_TYPES,
    classes: &[super::classes::tosa::TOSA],
    relations: super::classes::relations::TOSA_RELATIONS,
    spellings: &[
        missing(
            "add_shape cast_from_block_scaled cast_to_block_scaled concat_shape dim div_ceil_shape div_floor_shape exp2_shape log2_ceil_shape log2_floor_shape matmul_t_block_scaled max_shape min_shape mod_shape mul_shape slice_shape sub_shape",
            V19,
            V21,
        ),
        missing("fully_connected", V21, V24),
        spelled("transpose", V21, V24, Checked(versions::known_permutation)),
        spelled("intdiv", V19, V20, Named("tosa.int_div")),
        spelled("reduce_product", V19, V20, Named("tosa.reduce_prod")),
        spelled("variable_read", V19, V20, Named("tosa.variable.read")),
        spelled("variable_write", V19, V20, Named("tosa.variable.write")),
        spelled("const", V19, V20, Converted(versions::old_constant)),
        spelled("const_shape", V19, V20, Converted(versions::old_shape)),
        spelled(
            "mul",
            V19,
            V20,
            Converted(|m, op| versions::attrs_of_operands(m, op, &versions::MUL)),
        ),
        spelled(
            "negate avg_pool2d",
            V19,
            V20,
            Converted(|m, op| versions::attrs_of_operands(m, op, &versions::NEGATE)),
        ),
        spelled(
            "matmul",
            V19,
            V20,
            Converted(|m, op| versions::attrs_of_operands(m, op, &versions::MATMUL)),
        ),
        spelled(
            "reshape",
            V19,
            V20,
            Converted(|m, op| versions::attrs_of_operands(m, op, &versions::RESHAPE)),
        ),
        spelled(
            "tile",
            V19,
            V20,
            Converted(|m, op| versions::attrs_of_operands(m, op, &versions::TILE)),
        ),
        spelled(
            "slice",
            V19,
            V20,
            Converted(|m, op| versions::attrs_of_operands(m, op, &versions::SLICE)),
        ),
        spelled(
            "conv2d conv3d depthwise_conv2d",
            V19,
            V20,
            Converted(versions::old_conv),
        ),
        spelled(
            "transpose_conv2d",
            V19,
            V20,
            Converted(versions::old_transpose_conv),
        ),
        spelled("rescale", V19, V20, Converted(versions::old_rescale)),
        spelled("apply_scale", V19, V20, Converted(versions::old_rounding)),
        spelled("clamp", V19, V20, Converted(versions::old_clamp)),
        spelled("transpose", V19, V20, Converted(versions::old_transpose)),
        spelled("pad", V19, V20, Converted(versions::old_pad)),
        spelled(
            "argmax max_pool2d maximum minimum reduce_max reduce_min",
            V19,
            V20,
            Converted(versions::without_nan_mode),
        ),
        spelled(
            "resize",
            V19,
            V20,
            Converted(|m, op| {
                versions::attrs_of_operands(m, op, &versions::RESIZE)?;
                versions::words_as_strings(m, op)
            }),
        ),
        spelled(
            "apply_scale argmax clamp max_pool2d maximum minimum reduce_max reduce_min rescale resize",
            V21,
            V21,
            Converted(versions::words_as_strings),
        ),
    ],
    ..Dialect::EMPTY
};

const NAN_MODE: Attr = dflt(
    "nan_mode",
    AttrForm::Dialect("tosa.nan_mode"),
    "#tosa.nan_mode<PROPAGATE>",
);

/// An operator without effects.
const OPERATOR: OpDef = OpDef {
    operands: &[many("inputs", Any)],
    results: &[many("outputs", Any)],
    assembly: hook(assembly::parse, assembly::print),
    effects: Effects::None,
    modern: Some(versions::words),
    ..OpDef::EMPTY
};

// Most summaries are the name spelled out.
ops! { pub(super) OPERATORS:
    "tosa.abs" "The operation abs on elements." like OPERATOR;
    "tosa.add" "The operation add on elements." like OPERATOR;
    "tosa.add_shape" "The operation add on shapes." like OPERATOR;
    "tosa.apply_scale" "Multiplies by a scale of integers." like OPERATOR
        [req("rounding_mode", AttrForm::Dialect("tosa.rounding_mode"))]
        { modern: Some(versions::rounding) };
    "tosa.argmax" "Positions of the largest elements along an axis." like OPERATOR
        [req("axis", AttrForm::Int(32)), NAN_MODE];
    "tosa.arithmetic_right_shift" "The operation arithmetic right shift on elements." like OPERATOR
        [req("round", AttrForm::Bool)];
    "tosa.avg_pool2d" "Averages of windows." like OPERATOR
        [req("kernel", AttrForm::I64Array), req("stride", AttrForm::I64Array),
         req("pad", AttrForm::I64Array), req("acc_type", AttrForm::Type)]
        { modern: Some(|p, s| versions::operands_of_attrs(p, s, &versions::NEGATE)) };
    "tosa.bitwise_and" "The operation bitwise and on elements." like OPERATOR;
    "tosa.bitwise_not" "The operation bitwise not on elements." like OPERATOR;
    "tosa.bitwise_or" "The operation bitwise or on elements." like OPERATOR;
    "tosa.bitwise_xor" "The operation bitwise xor on elements." like OPERATOR;
    "tosa.cast" "Converts elements." like OPERATOR
        { canonical: Some(super::canonical::same) };
    "tosa.cast_from_block_scaled" "Converts from blocks that share a scale." like OPERATOR
        [req("block_size", AttrForm::Dialect("tosa.block_size"))];
    "tosa.ceil" "The operation ceil on elements." like OPERATOR;
    "tosa.clamp" "Limits elements to a range." like OPERATOR
        [req("min_val", AttrForm::Any), req("max_val", AttrForm::Any), NAN_MODE]
        { modern: Some(versions::clamp) };
    "tosa.clz" "The operation clz on elements." like OPERATOR;
    "tosa.concat" "Joins tensors along an axis." like OPERATOR [req("axis", AttrForm::Int(32))]
        { canonical: Some(super::canonical::same) };
    "tosa.concat_shape" "The operation concat on shapes." like OPERATOR;
    "tosa.conv2d" "Convolves in two dimensions." like OPERATOR
        [req("pad", AttrForm::I64Array), req("stride", AttrForm::I64Array),
         req("dilation", AttrForm::I64Array), req("acc_type", AttrForm::Type),
         maybe("local_bound", AttrForm::Bool)]
        { modern: Some(versions::conv) };
    "tosa.conv3d" "Convolves in three dimensions." like OPERATOR
        [req("pad", AttrForm::I64Array), req("stride", AttrForm::I64Array),
         req("dilation", AttrForm::I64Array), req("acc_type", AttrForm::Type),
         maybe("local_bound", AttrForm::Bool)]
        { modern: Some(versions::conv) };
    "tosa.cos" "The operation cos on elements." like OPERATOR;
    "tosa.depthwise_conv2d" "Convolves each channel by itself." like OPERATOR
        [req("pad", AttrForm::I64Array), req("stride", AttrForm::I64Array),
         req("dilation", AttrForm::I64Array), req("acc_type", AttrForm::Type),
         maybe("local_bound", AttrForm::Bool)]
        { modern: Some(versions::conv) };
    "tosa.dim" "Size of a dimension." like OPERATOR [req("axis", AttrForm::Int(32))];
    "tosa.div_ceil_shape" "The operation div ceil on shapes." like OPERATOR;
    "tosa.div_floor_shape" "The operation div floor on shapes." like OPERATOR;
    "tosa.equal" "The operation equal on elements." like OPERATOR;
    "tosa.erf" "Error function of elements." like OPERATOR;
    "tosa.exp" "The operation exp on elements." like OPERATOR;
    "tosa.exp2_shape" "The operation exp2 on shapes." like OPERATOR;
    "tosa.floor" "The operation floor on elements." like OPERATOR;
    "tosa.fully_connected" "Multiplies by a transposed matrix and adds a bias; in MLIR 19 and 20 only." like OPERATOR;
    "tosa.gather" "Takes elements at given positions." like OPERATOR;
    "tosa.greater" "The operation greater on elements." like OPERATOR;
    "tosa.greater_equal" "The operation greater equal on elements." like OPERATOR;
    "tosa.identity" "Gives its input." like OPERATOR;
    "tosa.intdiv" "The operation intdiv on elements." like OPERATOR;
    "tosa.log" "The operation log on elements." like OPERATOR;
    "tosa.log2_ceil_shape" "The operation log2 ceil on shapes." like OPERATOR;
    "tosa.log2_floor_shape" "The operation log2 floor on shapes." like OPERATOR;
    "tosa.logical_and" "The operation logical and on elements." like OPERATOR;
    "tosa.logical_left_shift" "The operation logical left shift on elements." like OPERATOR;
    "tosa.logical_not" "The operation logical not on elements." like OPERATOR;
    "tosa.logical_or" "The operation logical or on elements." like OPERATOR;
    "tosa.logical_right_shift" "The operation logical right shift on elements." like OPERATOR;
    "tosa.logical_xor" "The operation logical xor on elements." like OPERATOR;
    "tosa.matmul" "Multiplies matrices." like OPERATOR
        { modern: Some(|p, s| versions::operands_of_attrs(p, s, &versions::MATMUL)) };
    "tosa.matmul_t_block_scaled" "Multiplies matrices of blocks that share a scale." like OPERATOR
        [req("block_size", AttrForm::Dialect("tosa.block_size"))];
    "tosa.max_pool2d" "Maxima of windows." like OPERATOR
        [req("kernel", AttrForm::I64Array), req("stride", AttrForm::I64Array),
         req("pad", AttrForm::I64Array), NAN_MODE];
    "tosa.max_shape" "The operation max on shapes." like OPERATOR;
    "tosa.maximum" "The operation maximum on elements." like OPERATOR [NAN_MODE];
    "tosa.min_shape" "The operation min on shapes." like OPERATOR;
    "tosa.minimum" "The operation minimum on elements." like OPERATOR [NAN_MODE];
    "tosa.mod_shape" "The operation mod on shapes." like OPERATOR;
    "tosa.mul" "Products of elements." like OPERATOR
        { modern: Some(|p, s| versions::operands_of_attrs(p, s, &versions::MUL)) };
    "tosa.mul_shape" "The operation mul on shapes." like OPERATOR;
    "tosa.negate" "Negated elements." like OPERATOR
        { modern: Some(|p, s| versions::operands_of_attrs(p, s, &versions::NEGATE)) };
    "tosa.pad" "Adds elements around a tensor." like OPERATOR
        { modern: Some(versions::pad) };
    "tosa.pow" "The operation pow on elements." like OPERATOR;
    "tosa.reciprocal" "The operation reciprocal on elements." like OPERATOR;
    "tosa.reduce_all" "Reduces an axis by all." like OPERATOR [req("axis", AttrForm::Int(32))]
        { canonical: Some(super::canonical::same) };
    "tosa.reduce_any" "Reduces an axis by any." like OPERATOR [req("axis", AttrForm::Int(32))]
        { canonical: Some(super::canonical::same) };
    "tosa.reduce_max" "Reduces an axis by max." like OPERATOR [req("axis", AttrForm::Int(32)), NAN_MODE]
        { canonical: Some(super::canonical::same) };
    "tosa.reduce_min" "Reduces an axis by min." like OPERATOR [req("axis", AttrForm::Int(32)), NAN_MODE]
        { canonical: Some(super::canonical::same) };
    "tosa.reduce_product" "Reduces an axis by multiplication." like OPERATOR [req("axis", AttrForm::Int(32))]
        { canonical: Some(super::canonical::same) };
    "tosa.reduce_sum" "Reduces an axis by addition." like OPERATOR [req("axis", AttrForm::Int(32))]
        { canonical: Some(super::canonical::same) };
    "tosa.rescale" "Converts between scales of integers." like OPERATOR
        [req("scale32", AttrForm::Bool), req("rounding_mode", AttrForm::Dialect("tosa.rounding_mode")),
         req("per_channel", AttrForm::Bool), req("input_unsigned", AttrForm::Bool),
         req("output_unsigned", AttrForm::Bool)]
        { modern: Some(versions::rescale) };
    "tosa.reshape" "The same elements in another shape." like OPERATOR
        { modern: Some(|p, s| versions::operands_of_attrs(p, s, &versions::RESHAPE)) };
    "tosa.resize" "Scales a picture." like OPERATOR [req("mode", AttrForm::Dialect("tosa.resize_mode"))]
        { modern: Some(|p, s| versions::operands_of_attrs(p, s, &versions::RESIZE)) };
    "tosa.reverse" "Reverses an axis." like OPERATOR [req("axis", AttrForm::Int(32))]
        { canonical: Some(super::canonical::reverse) };
    "tosa.rsqrt" "The operation rsqrt on elements." like OPERATOR;
    "tosa.scatter" "Replaces elements at given positions." like OPERATOR;
    "tosa.select" "Chooses elements by a condition." like OPERATOR
        { canonical: Some(super::canonical::choice) };
    "tosa.sigmoid" "Sigmoid function of elements." like OPERATOR;
    "tosa.sin" "The operation sin on elements." like OPERATOR;
    "tosa.slice" "Takes a part." like OPERATOR
        { modern: Some(|p, s| versions::operands_of_attrs(p, s, &versions::SLICE)) };
    "tosa.slice_shape" "The operation slice on shapes." like OPERATOR;
    "tosa.sub" "The operation sub on elements." like OPERATOR;
    "tosa.sub_shape" "The operation sub on shapes." like OPERATOR;
    "tosa.table" "Looks elements up in a table." like OPERATOR;
    "tosa.tanh" "Hyperbolic tangent of elements." like OPERATOR;
    "tosa.tile" "Repeats a tensor." like OPERATOR
        { modern: Some(|p, s| versions::operands_of_attrs(p, s, &versions::TILE)) };
    "tosa.transpose" "Permutes dimensions." like OPERATOR [maybe("perms", AttrForm::I32Array)]
        { modern: Some(versions::transpose), verify: Some(verify::tosa::transpose),
         canonical: Some(super::canonical::transpose) };
    "tosa.transpose_conv2d" "Transposed convolution in two dimensions." like OPERATOR
        [req("out_pad", AttrForm::I64Array), req("stride", AttrForm::I64Array),
         req("acc_type", AttrForm::Type), maybe("local_bound", AttrForm::Bool)]
        { modern: Some(versions::conv) };
}

ops! { pub(super) OPS:
    "tosa.fft2d" "Fourier transform in two dimensions." like OPERATOR
        -> (output_real Any, output_imag Any)
        [req("inverse", AttrForm::Bool), maybe("local_bound", AttrForm::Bool)]
        { result_name: ResultName::Groups };
    "tosa.rfft2d" "Fourier transform of real numbers in two dimensions." like OPERATOR
        -> (output_real Any, output_imag Any) [maybe("local_bound", AttrForm::Bool)]
        { result_name: ResultName::Groups };
    "tosa.cast_to_block_scaled" "Converts to blocks that share a scale." like OPERATOR
        -> (output_data Any, output_scale Any) [req("block_size", AttrForm::Dialect("tosa.block_size"))]
        { result_name: ResultName::Groups };
    "tosa.cond_if" "Runs one of its regions, by a condition."
        (condition Any, {input_list} Any) -> ({output_list} Any)
        { regions: Regions::Exactly(2), assembly: hook(assembly::parse_if, assembly::print_if),
         traits: Traits::SINGLE_BLOCK, effects: Effects::Recursive, flow: RegionFlow::Unknown };
    // What it does is up to the operator, so its effects are unknown.
    "tosa.custom" "An operator outside of the standard." like OPERATOR
        [req("operator_name", AttrForm::Str), req("domain_name", AttrForm::Str),
         req("implementation_attrs", AttrForm::Str)] { effects: Effects::Unknown };
    // MLIR defines no custom form for `tosa.const`.
    "tosa.const" "Makes a constant." -> (output Any) [req("values", AttrForm::Elements)]
        { verify: Some(verify::tosa::constant), traits: Traits::CONSTANT_LIKE, effects: Effects::None,
         // It has a custom form from MLIR 24 on.
         assembly: hook(assembly::parse, assembly::print), is_spelled: Some(|_, _| false), modern: Some(versions::constant_values) };
    "tosa.const_shape" "Makes a constant shape." like OPERATOR () [req("values", AttrForm::Elements)]
        { verify: Some(verify::tosa::constant_shape), modern: Some(versions::constant_values) };
    "tosa.variable" "Defines a variable."
        [req("sym_name", AttrForm::SymName), req("var_shape", AttrForm::Elements),
         req("type", AttrForm::Type), maybe("initial_value", AttrForm::Any)]
        { traits: Traits::SYMBOL, assembly: hook(assembly::parse_variable, assembly::print_variable) };
    "tosa.variable_read" "Reads a variable." -> (output1 Any) [req("name", AttrForm::SymName)]
        "@name {} ':' :output1";
    "tosa.variable_write" "Writes a variable." (input1 Any) [req("name", AttrForm::SymName)]
        "@name {} ',' input1 ':' :input1";
    "tosa.while_loop" "Runs its regions while a condition holds." ({input_list} Any) -> ({output_list} Any)
        { regions: Regions::Exactly(2), assembly: hook(shared::parse_while, shared::print_while),
         verify: Some(verify::tosa::while_loop), traits: Traits::SINGLE_BLOCK, effects: Effects::Recursive,
         flow: RegionFlow::Unknown };
    "tosa.yield" "Ends a region with its results." ({inputs} Any) "inputs {} ':' :inputs"
        { traits: Traits::TERMINATOR.and(Traits::RETURN_LIKE),
         parents: &["tosa.cond_if", "tosa.while_loop"], effects: Effects::None };
}
