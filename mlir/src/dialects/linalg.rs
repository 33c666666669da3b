//! The `linalg` dialect: structured operations on tensors and memrefs.
//!
//! A named operation has no region in its text but always has one in the IR; the assembly hook of
//! its class synthesises the body, exactly as MLIR does.

use super::Form::{Checked, Converted, Renamed};
use super::Ty::{self, Any, Hook, Index, Of};
use super::assembly::linalg as assembly;
use super::assembly::modern;
use super::assembly::older;
use super::def::IndexingMaps::{Attribute, Elementwise, Notation};
use super::linalg_maps;
use super::shorthands::{missing, spelled};
use super::verify;
use super::{
    Arg, Attr, AttrForm, Dialect, EffectInstance, EffectKind, EffectList, Effects, IndexingMaps,
    OpDef, RegionFlow, Regions, ResultName, Segments, Traits, hook, many, maybe, ops, req,
};
use crate::ir::{AffineMap, AttrKind, Module, OpId, names};
use crate::rewrite::canonical;
use crate::semantics::{Kernel, Semantics};
use crate::syntax::MlirVersion::{V19, V20, V21, V22, V24};

pub(super) static DIALECT: Dialect = Dialect {
    name: "linalg",
    ops: &[
        OPS,
        NAMED,
        MATMULS,
        PRODUCTS,
        PLAIN_CONVOLUTIONS,
        TRANSPOSED,
        CONVOLUTIONS,
        QUANTIZED,
        POOL_SUMS,
        POOL_MAXES,
        POOL_MINS,
        POOL_MAXES_UNSIGNED,
        POOL_MINS_UNSIGNED,
        ELEMENTWISE,
    ],
    attrs: super::vocabulary::LINALG,
    without_entry: &["linalg.elemwise_binary", "linalg.elemwise_unary"],
    classes: &[super::classes::linalg::LINALG],
    spellings: &[
        spelled("pack", V19, V20, Renamed("tensor.pack", older::of_tensors)),
        spelled(
            "unpack",
            V19,
            V20,
            Renamed("tensor.unpack", older::of_tensors),
        ),
        spelled("pack unpack", V21, V22, Checked(older::is_of_tensors)),
        spelled("matmul", V19, V19, Converted(older::product)),
        spelled(
            "batch_matmul batch_reduce_matmul",
            V19,
            V20,
            Converted(older::product),
        ),
        spelled("elementwise", V19, V20, Converted(older::elementwise)),
        spelled(
            "winograd_filter_transform winograd_input_transform winograd_output_transform",
            V19,
            V20,
            Converted(older::winograd),
        ),
        spelled("map", V19, V21, Converted(older::map)),
        spelled(
            "exp log abs ceil floor negf reciprocal round sqrt rsqrt square tanh erf add sub mul div div_unsigned max min powf select",
            V24,
            V24,
            Converted(as_elementwise),
        ),
        missing("contract", V19, V20),
        missing("elemwise_binary elemwise_unary", V21, V24),
        missing(
            "batch_matmul_transpose_a batch_matmul_transpose_b matmul_transpose_a matmul_transpose_b",
            V22,
            V24,
        ),
        missing(
            "conv_2d_nhwgc_gfhwc conv_2d_nchw_fchw_q conv_2d_nhwgc_gfhwc_q",
            V19,
            V19,
        ),
    ],
    ..Dialect::EMPTY
};

/// Inputs and outputs of every structured operation.
const INS_OUTS: &[Arg] = &[many("inputs", Ty::Hook), many("outputs", Ty::Hook)];
const RESULTS: &[Arg] = &[many("results", Ty::Hook)];
const STRUCTURED: Traits = Traits::SINGLE_BLOCK.and(Traits::STRUCTURED);

const CONV: &[Attr] = &[
    maybe("strides", AttrForm::Elements),
    maybe("dilations", AttrForm::Elements),
];
const CAST: &[Attr] = &[maybe("cast", AttrForm::Dialect("linalg.type_fn"))];
const MAPS: &[Attr] = &[
    maybe("indexing_maps", AttrForm::Array),
    maybe("cast", AttrForm::Dialect("linalg.type_fn")),
];

/// The parser of a class of named operations, and whether a region is the one that it builds.
type Named = (crate::syntax::CustomParse, fn(&Module, OpId) -> bool);

/// What all structured operations share.
const STRUCTURED_OP: OpDef = OpDef {
    operands: INS_OUTS,
    results: RESULTS,
    regions: Regions::Exactly(1),
    segments: Segments::Operands,
    traits: STRUCTURED,
    effects: Effects::Accesses(structured_effects),
    flow: RegionFlow::Elementwise,
    destination: Some("outputs"),
    implied_attr: Some(linalg_maps::MEMOIZED),
    verify: Some(verify::linalg::named),
    ..OpDef::EMPTY
};

const fn structured(
    name: &'static str,
    summary: &'static str,
    maps: IndexingMaps,
    attrs: &'static [Attr],
    (parse, elided): Named,
) -> OpDef {
    OpDef {
        name,
        summary,
        indexing_maps: maps,
        semantics: Semantics::Kernel(Kernel::Structured),
        attrs,
        assembly: hook(parse, assembly::print_structured),
        is_spelled: Some(elided),
        ..STRUCTURED_OP
    }
}

/// A product with a fixed order of dimensions.
const fn contraction(name: &'static str, summary: &'static str, maps: IndexingMaps) -> OpDef {
    OpDef {
        verify: Some(verify::linalg::contraction),
        ..structured(
            name,
            summary,
            maps,
            CAST,
            (assembly::parse_mac, assembly::elided::parse_mac),
        )
    }
}

/// An operation whose text contains its maps.
const fn mapped(
    name: &'static str,
    summary: &'static str,
    maps: IndexingMaps,
    named: Named,
) -> OpDef {
    OpDef {
        verify: Some(verify::linalg::mapped_contraction),
        ..structured(name, summary, maps, MAPS, named)
    }
}

macro_rules! structured_ops {
    ($parse:ident, $attrs:expr, $summary:literal: $($name:literal $maps:expr;)*) => {
        &[$(structured(concat!("linalg.", $name), $summary, $maps, $attrs, (assembly::$parse, assembly::elided::$parse))),*]
    };
}

macro_rules! contraction_ops {
    ($summary:literal: $($name:literal $maps:expr;)*) => {
        &[$(contraction(concat!("linalg.", $name), $summary, $maps)),*]
    };
}

macro_rules! mapped_ops {
    ($parse:ident, $summary:literal: $($name:literal $maps:expr;)*) => {
        &[$(mapped(concat!("linalg.", $name), $summary, $maps, (assembly::$parse, assembly::elided::$parse))),*]
    };
}

pub(super) const MATMULS: &[OpDef] = mapped_ops!(
    parse_mac, "Multiplies and accumulates along the dimensions of its maps.":
    "matmul" Notation("m k, k n -> m n");
    "batch_matmul" Notation("b m k, b k n -> b m n");
    "batch_reduce_matmul" Notation("b m n k | b m k, b k n -> m n");
    "contract" Attribute;
);

/// Products with a fixed order of dimensions. The verifier checks their bodies.
pub(super) const PRODUCTS: &[OpDef] = contraction_ops!(
    "Multiplies and accumulates in a fixed arrangement of dimensions.":
    "matvec" Notation("m n, n -> m");
    "vecmat" Notation("m, m n -> n");
    "dot" Notation("m, m ->");
    "batch_matvec" Notation("b m k, b k -> b m");
    "batch_vecmat" Notation("b k, b k n -> b n");
    "mmt4d" Notation("m n k x y z | m k x z, n k y z -> m n x y");
    "batch_mmt4d" Notation("b m n k x y z | b m k x z, b n k y z -> b m n x y");
);

/// Convolutions without strides, dilations, batch and channels.
pub(super) const PLAIN_CONVOLUTIONS: &[OpDef] = structured_ops!(
    parse_mac, CAST, "Multiplies and accumulates in a fixed arrangement of dimensions.":
    "conv_1d" Notation("w+, W -> w");
    "conv_2d" Notation("h+ w+, H W -> h w");
    "conv_3d" Notation("d+ h+ w+, D H W -> d h w");
);

const TRANSPOSED_PRODUCT: OpDef = structured(
    "",
    "",
    IndexingMaps::Unknown,
    CAST,
    (assembly::parse_mac, assembly::elided::parse_mac),
);

// Products with a transposed factor, as MLIR 19 spells them; MLIR 22 expresses them with maps.
ops! { pub(super) TRANSPOSED:
    "linalg.matmul_transpose_a" "Multiplies a transposed matrix by another." like TRANSPOSED_PRODUCT
        { indexing_maps: Notation("k m, k n -> m n"), modern: Some(modern::matmul_transpose_a) };
    "linalg.matmul_transpose_b" "Multiplies a matrix by a transposed one." like TRANSPOSED_PRODUCT
        { indexing_maps: Notation("m k, n k -> m n"), modern: Some(modern::matmul_transpose_b) };
    "linalg.batch_matmul_transpose_a" "Multiplies transposed matrices by others." like TRANSPOSED_PRODUCT
        { indexing_maps: Notation("b k m, b k n -> b m n"), modern: Some(modern::batch_matmul_transpose_a) };
    "linalg.batch_matmul_transpose_b" "Multiplies matrices by transposed ones." like TRANSPOSED_PRODUCT
        { indexing_maps: Notation("b m k, b n k -> b m n"), modern: Some(modern::batch_matmul_transpose_b) };
}

pub(super) const CONVOLUTIONS: &[OpDef] = structured_ops!(
    parse_mac, CONV, "Convolves its input with a filter.":
    "conv_1d_nwc_wcf" Notation("n w+ c, W c f -> n w f");
    "conv_1d_ncw_fcw" Notation("n c w+, f c W -> n f w");
    "conv_2d_nhwc_hwcf" Notation("n h+ w+ c, H W c f -> n h w f");
    "conv_2d_nhwc_fhwc" Notation("n h+ w+ c, f H W c -> n h w f");
    "conv_2d_nchw_fchw" Notation("n c h+ w+, f c H W -> n f h w");
    "conv_2d_ngchw_fgchw" Notation("n g c h+ w+, f g c H W -> n g f h w");
    "conv_2d_ngchw_gfchw" Notation("n g c h+ w+, g f c H W -> n g f h w");
    "conv_2d_nhwgc_gfhwc" Notation("n h+ w+ g c, g f H W c -> n h w g f");
    "conv_3d_ndhwc_dhwcf" Notation("n d+ h+ w+ c, D H W c f -> n d h w f");
    "conv_3d_ncdhw_fcdhw" Notation("n c d+ h+ w+, f c D H W -> n f d h w");
    "depthwise_conv_1d_nwc_wc" Notation("n w+ c, W c -> n w c");
    "depthwise_conv_1d_ncw_cw" Notation("n w c W | n c w+, c W -> n c w");
    "depthwise_conv_1d_nwc_wcm" Notation("n w+ c, W c m -> n w c m");
    "depthwise_conv_2d_nhwc_hwc" Notation("n h+ w+ c, H W c -> n h w c");
    "depthwise_conv_2d_nchw_chw" Notation("n h w c H W | n c h+ w+, c H W -> n c h w");
    "depthwise_conv_2d_nhwc_hwcm" Notation("n h+ w+ c, H W c m -> n h w c m");
    "depthwise_conv_3d_ndhwc_dhwc" Notation("n d h w D H W c | n d+ h+ w+ c, D H W c -> n d h w c");
    "depthwise_conv_3d_ncdhw_cdhw" Notation("n d h w D H W c | n c d+ h+ w+, c D H W -> n c d h w");
    "depthwise_conv_3d_ndhwc_dhwcm" Notation("n d h w m D H W c | n d+ h+ w+ c, D H W c m -> n d h w c m");
);

pub(super) const QUANTIZED: &[OpDef] = structured_ops!(
    parse_quantized, CONV, "Multiplies and accumulates after subtracting zero points.":
    "quantized_matmul" Notation("m k, k n, , -> m n");
    "quantized_batch_matmul" Notation("b m k, b k n, , -> b m n");
    "conv_2d_nhwc_hwcf_q" Notation("n h+ w+ c, H W c f, , -> n h w f");
    "conv_2d_nhwc_fhwc_q" Notation("n h+ w+ c, f H W c, , -> n h w f");
    "conv_2d_nchw_fchw_q" Notation("n c h+ w+, f c H W, , -> n f h w");
    "conv_2d_nhwgc_gfhwc_q" Notation("n h+ w+ g c, g f H W c, , -> n h w g f");
    "conv_2d_ngchw_gfchw_q" Notation("n g c h+ w+, g f c H W, , -> n g f h w");
    "conv_3d_ndhwc_dhwcf_q" Notation("n d+ h+ w+ c, D H W c f, , -> n d h w f");
    "depthwise_conv_2d_nhwc_hwc_q" Notation("n h+ w+ c, H W c, , -> n h w c");
    "depthwise_conv_2d_nhwc_hwcm_q" Notation("n h+ w+ c, H W c m, , -> n h w c m");
);

pub(super) const POOL_SUMS: &[OpDef] = structured_ops!(
    parse_pool_sum, CONV, "Sums windows of its input.":
    "pooling_nhwc_sum" Notation("n h+ w+ c, H W -> n h w c");
    "pooling_nchw_sum" Notation("n c h+ w+, H W -> n c h w");
    "pooling_nwc_sum" Notation("n w+ c, W -> n w c");
    "pooling_ncw_sum" Notation("n c w+, W -> n c w");
    "pooling_ndhwc_sum" Notation("n d+ h+ w+ c, D H W -> n d h w c");
);

pub(super) const POOL_MAXES: &[OpDef] = structured_ops!(
    parse_pool_max, CONV, "Takes the maximum of windows of its input.":
    "pooling_nhwc_max" Notation("n h+ w+ c, H W -> n h w c");
    "pooling_nchw_max" Notation("n c h+ w+, H W -> n c h w");
    "pooling_nwc_max" Notation("n w+ c, W -> n w c");
    "pooling_ncw_max" Notation("n c w+, W -> n c w");
    "pooling_ndhwc_max" Notation("n d+ h+ w+ c, D H W -> n d h w c");
);

pub(super) const POOL_MINS: &[OpDef] = structured_ops!(
    parse_pool_min, CONV, "Takes the minimum of windows of its input.":
    "pooling_nhwc_min" Notation("n h+ w+ c, H W -> n h w c");
    "pooling_nwc_min" Notation("n w+ c, W -> n w c");
    "pooling_ndhwc_min" Notation("n d+ h+ w+ c, D H W -> n d h w c");
);

pub(super) const POOL_MAXES_UNSIGNED: &[OpDef] = structured_ops!(
    parse_pool_max_unsigned, CONV, "Takes the unsigned maximum of windows of its input.":
    "pooling_nhwc_max_unsigned" Notation("n h+ w+ c, H W -> n h w c");
    "pooling_nwc_max_unsigned" Notation("n w+ c, W -> n w c");
);

pub(super) const POOL_MINS_UNSIGNED: &[OpDef] = structured_ops!(
    parse_pool_min_unsigned, CONV, "Takes the unsigned minimum of windows of its input.":
    "pooling_nhwc_min_unsigned" Notation("n h+ w+ c, H W -> n h w c");
    "pooling_nwc_min_unsigned" Notation("n w+ c, W -> n w c");
);

macro_rules! elementwise_ops {
    ($($name:literal $kind:literal $body:ident;)*) => {
        &[$(OpDef {
            elementwise_kind: Some($kind),
            ..structured(
                concat!("linalg.", $name),
                "Computes each element from the elements at its place.",
                Elementwise,
                &[],
                (assembly::$body, assembly::elided::$body),
            )
        }),*]
    };
}

pub(super) const ELEMENTWISE: &[OpDef] = elementwise_ops! {
    "exp" "exp" parse_exp;
    "log" "log" parse_log;
    "abs" "abs" parse_abs;
    "ceil" "ceil" parse_ceil;
    "floor" "floor" parse_floor;
    "negf" "negf" parse_negf;
    "reciprocal" "reciprocal" parse_reciprocal;
    "round" "round" parse_round;
    "sqrt" "sqrt" parse_sqrt;
    "rsqrt" "rsqrt" parse_rsqrt;
    "square" "square" parse_square;
    "tanh" "tanh" parse_tanh;
    "erf" "erf" parse_erf;
    "add" "add" parse_add;
    "sub" "sub" parse_sub;
    "mul" "mul" parse_mul;
    "div" "div" parse_div;
    "div_unsigned" "div_unsigned" parse_div_unsigned;
    "max" "max_signed" parse_max;
    "min" "min_signed" parse_min;
    "powf" "powf" parse_powf;
    "select" "select" parse_select;
};

/// Writes an elementwise operation as MLIR 24 does, which has one operation for all kinds.
fn as_elementwise(m: &mut Module, op: OpId) -> Result<(), &'static str> {
    let Some(kind) = m.def(op).and_then(|def| def.elementwise_kind) else {
        return Ok(());
    };
    let rank = m.operands(op).last().and_then(|&out| {
        let shape = m.ctx.shape(m.value_type(out))?;
        Some(shape.len() as u32)
    });
    let map = AttrKind::AffineMap(AffineMap::identity(rank.unwrap_or(0)));
    let map = m.ctx.attr(map);
    let maps = vec![map; m.operands(op).len()];
    let maps = m.ctx.attr(AttrKind::Array(maps.into()));
    let body = m.ctx.str(format!("elementwise_kind<{kind}>"));
    let kind = AttrKind::Opaque {
        dialect: m.ctx.str(DIALECT.name),
        body,
        ty: None,
    };
    let kind = m.ctx.attr(kind);
    let (name, key) = (m.ctx.op_name("linalg.elementwise"), m.ctx.str("kind"));
    m.rename_op(op, name);
    m.set_prop(op, key, kind);
    m.set_prop(op, names::INDEXING_MAPS, maps);
    Ok(())
}

ops! { pub(super) OPS:
    "linalg.pack" "Rearranges a tensor into tiles."
        (source Any, dest Any, [padding_value] Any, {inner_tiles} Index) -> ([result] Of("dest", &assembly::IF_TENSOR))
        [maybe("outer_dims_perm", AttrForm::I64Array), req("inner_dims_pos", AttrForm::I64Array),
         req("static_inner_tiles", AttrForm::I64Array)]
        "source ( 'padding_value' '(' padding_value^ ':' :padding_value ')' )? ( 'outer_dims_perm' '=' \
         @outer_dims_perm^ )? 'inner_dims_pos' '=' @inner_dims_pos 'inner_tiles' '=' \
         dyn[inner_tiles,@static_inner_tiles] 'into' dest {} ':' :source '->' :dest"
        { segments: Segments::Operands, effects: Effects::Accesses(tile_effects), destination: Some("dest"),
         result_name: ResultName::Word("pack"), verify: Some(verify::tiles::pack),
         semantics: Semantics::Kernel(Kernel::TensorPack) };
    "linalg.softmax" "Exponentials along a dimension, divided by their sum."
        (input Any, output Any) -> ([result] Any) [req("dimension", AttrForm::Int(64))]
        "{} 'dimension' '(' @dimension ')' 'ins' '(' input ':' :input ')' 'outs' '(' output ':' :output ')' \
         ( '->' :result^ )?"
        { effects: Effects::Accesses(softmax_effects), destination: Some("output"),
         verify: Some(verify::linalg::softmax), semantics: Semantics::Kernel(Kernel::Softmax) };
    "linalg.unpack" "Rearranges tiles into a tensor."
        (source Any, dest Any, {inner_tiles} Index) -> ([result] Of("dest", &assembly::IF_TENSOR))
        [maybe("outer_dims_perm", AttrForm::I64Array), req("inner_dims_pos", AttrForm::I64Array),
         req("static_inner_tiles", AttrForm::I64Array)]
        "source ( 'outer_dims_perm' '=' @outer_dims_perm^ )? 'inner_dims_pos' '=' @inner_dims_pos \
         'inner_tiles' '=' dyn[inner_tiles,@static_inner_tiles] 'into' dest {} ':' :source '->' :dest"
        { effects: Effects::Accesses(tile_effects), destination: Some("dest"), result_name: ResultName::Word("unpack"),
         verify: Some(verify::tiles::unpack), semantics: Semantics::Kernel(Kernel::TensorUnpack) };
    "linalg.winograd_filter_transform" "Transforms the filter of a Winograd convolution."
        (filter Any, output Any) -> (result Any)
        [maybe("fmr", AttrForm::IntEnum(32, &["F_2_3", "F_4_3", "F_2_5"])), maybe("m", AttrForm::Int(64)),
         maybe("r", AttrForm::Int(64))]
        "{} ( 'fmr' '(' @fmr^ ')' )? ( 'm' '(' @m^ ')' 'r' '(' @r ')' )? 'ins' '(' filter ':' :filter ')' 'outs' '(' output ':' :output ')' '->' :result"
        { effects: Effects::None, destination: Some("output"), modern: Some(modern::winograd) };
    "linalg.winograd_input_transform" "Transforms the input of a Winograd convolution."
        (input Any, output Any) -> (result Any)
        [maybe("fmr", AttrForm::IntEnum(32, &["F_2_3", "F_4_3", "F_2_5"])), maybe("m", AttrForm::Int(64)),
         maybe("r", AttrForm::Int(64))]
        "{} ( 'fmr' '(' @fmr^ ')' )? ( 'm' '(' @m^ ')' 'r' '(' @r ')' )? 'ins' '(' input ':' :input ')' 'outs' '(' output ':' :output ')' '->' :result"
        { effects: Effects::None, destination: Some("output"), modern: Some(modern::winograd) };
    "linalg.winograd_output_transform" "Transforms back what a Winograd convolution gives."
        (value Any, output Any) -> (result Any)
        [maybe("fmr", AttrForm::IntEnum(32, &["F_2_3", "F_4_3", "F_2_5"])), maybe("m", AttrForm::Int(64)),
         maybe("r", AttrForm::Int(64))]
        "{} ( 'fmr' '(' @fmr^ ')' )? ( 'm' '(' @m^ ')' 'r' '(' @r ')' )? 'ins' '(' value ':' :value ')' 'outs' '(' output ':' :output ')' '->' :result"
        { effects: Effects::None, destination: Some("output"), modern: Some(modern::winograd) };
    // MLIR 19 and 20; since then kinds of `linalg.elementwise`.
    "linalg.elemwise_binary" "Computes each element from two others." like STRUCTURED_OP
        [maybe("fun", AttrForm::Dialect("linalg.binary_fn")), maybe("cast", AttrForm::Dialect("linalg.type_fn"))]
        { assembly: hook(assembly::parse_elemwise, assembly::print_structured), modern: Some(modern::elemwise) };
    "linalg.elemwise_unary" "Computes each element from another." like STRUCTURED_OP
        [maybe("fun", AttrForm::Dialect("linalg.unary_fn")), maybe("cast", AttrForm::Dialect("linalg.type_fn"))]
        { assembly: hook(assembly::parse_elemwise, assembly::print_structured), modern: Some(modern::elemwise) };
    "linalg.yield" "Ends a body with the elements that it computed." ({values} Any)
        "( values^ {} ':' :values )?"
        { traits: Traits::TERMINATOR.and(Traits::RETURN_LIKE), effects: Effects::None,
         verify: Some(verify::linalg::in_body) };
    "linalg.index" "Gives the position of the current point along one dimension." -> (result Any)
        [req("dim", AttrForm::Int(64))] "@dim {} ':' :result"
        { effects: Effects::None, verify: Some(verify::linalg::index),
         canonical: Some(canonical::linalg::index), semantics: Semantics::Kernel(Kernel::PointIndex) };
}

ops! { pub(super) NAMED:
    "linalg.fill" "Writes one value to every element." like STRUCTURED_OP
        { assembly: hook(assembly::parse_fill, assembly::print_structured),
         is_spelled: Some(assembly::elided::parse_fill), modern: Some(modern::fill), verify: Some(verify::linalg::fill),
         semantics: Semantics::Kernel(Kernel::Fill) };
    "linalg.fill_rng_2d" "Writes pseudo-random numbers between two bounds." like STRUCTURED_OP
        { indexing_maps: IndexingMaps::Scalars2d,
         assembly: hook(assembly::parse_fill_rng_2d, assembly::print_structured),
         is_spelled: Some(assembly::elided::parse_fill_rng_2d) };
    "linalg.copy" "Copies its input, converting elements." like STRUCTURED_OP
        [maybe("cast", AttrForm::Dialect("linalg.type_fn"))]
        { indexing_maps: Elementwise, assembly: hook(assembly::parse_copy, assembly::print_structured),
         is_spelled: Some(assembly::elided::parse_copy), canonical: Some(canonical::linalg::copy),
         semantics: Semantics::Kernel(Kernel::Structured) };
    "linalg.generic" "Runs its region for each point of an iteration space." like STRUCTURED_OP
        [req("indexing_maps", AttrForm::Array), req("iterator_types", AttrForm::Array),
         maybe("doc", AttrForm::Str), maybe("library_call", AttrForm::Str)]
        { assembly: hook(assembly::parse_generic, assembly::print_generic), traits: STRUCTURED,
         body_arg_names: Some(("in", "out")), verify: Some(verify::linalg::mapped),
         canonical: Some(canonical::linalg::generic),
         semantics: Semantics::Kernel(Kernel::Generic) };
    "linalg.map" "Runs its region for each element." like STRUCTURED_OP ({inputs} Hook, init Hook)
        { segments: Segments::Inferred, assembly: hook(assembly::parse_map, assembly::print_map),
         traits: STRUCTURED, destination: Some("init"), modern: Some(modern::map),
         result_name: ResultName::Word("mapped"), body_arg_names: Some(("in", "init")),
         verify: Some(verify::linalg::map), semantics: Semantics::Kernel(Kernel::Map) };
    "linalg.reduce" "Reduces some dimensions with its region." like STRUCTURED_OP
        ({inputs} Hook, {inits} Hook) [req("dimensions", AttrForm::I64Array)]
        { segments: Segments::Inferred, assembly: hook(assembly::parse_reduce, assembly::print_reduce),
         traits: STRUCTURED, destination: Some("inits"), result_name: ResultName::Word("reduced"),
         body_arg_names: Some(("in", "init")), verify: Some(verify::linalg::reduce),
         semantics: Semantics::Kernel(Kernel::Reduce) };
    "linalg.transpose" "Permutes dimensions." like STRUCTURED_OP (input Hook, init Hook)
        [req("permutation", AttrForm::I64Array)]
        { segments: Segments::Inferred, assembly: hook(assembly::parse_transpose, assembly::print_transpose),
         is_spelled: Some(assembly::elided::parse_copy), traits: STRUCTURED,
         destination: Some("init"), result_name: ResultName::Word("transposed"),
         verify: Some(verify::linalg::transpose), canonical: Some(canonical::linalg::transpose),
         semantics: Semantics::Kernel(Kernel::Permute) };
    "linalg.broadcast" "Repeats its input along new dimensions." like STRUCTURED_OP (input Hook, init Hook)
        [req("dimensions", AttrForm::I64Array)]
        { segments: Segments::Inferred, assembly: hook(assembly::parse_broadcast, assembly::print_broadcast),
         is_spelled: Some(assembly::elided::parse_copy), traits: STRUCTURED,
         destination: Some("init"), result_name: ResultName::Word("broadcasted"),
         verify: Some(verify::linalg::broadcast), canonical: Some(canonical::linalg::broadcast),
         semantics: Semantics::Kernel(Kernel::Broadcast) };
    "linalg.elementwise" "Computes each element from the elements at the places of its maps." like STRUCTURED_OP
        [req("kind", AttrForm::Dialect("linalg.elementwise_kind")), maybe("indexing_maps", AttrForm::Array)]
        { assembly: hook(assembly::parse_elementwise, assembly::print_elementwise),
         is_spelled: Some(assembly::elided_elementwise), verify: Some(verify::linalg::mapped) };
}

/// The memref input is read, the memref output is written and read again.
fn softmax_effects(module: &Module, op: OpId, effects: &mut EffectList) {
    let updates = &[EffectKind::Read, EffectKind::Write];
    accesses(
        module,
        op,
        effects,
        &[("input", READS), ("output", updates)],
    );
}

/// A memref source is read, and a memref destination is written as a whole.
fn tile_effects(module: &Module, op: OpId, effects: &mut EffectList) {
    let writes = &[EffectKind::Write];
    accesses(module, op, effects, &[("source", READS), ("dest", writes)]);
}

const READS: &[EffectKind] = &[EffectKind::Read];

/// What an operation does to the memrefs of some groups.
fn accesses(module: &Module, op: OpId, effects: &mut EffectList, groups: &[(&str, &[EffectKind])]) {
    for &(group, kinds) in groups {
        for &value in module.operand_group(op, group) {
            if module.is_memref(value) {
                effects.extend(kinds.iter().map(|&kind| EffectInstance {
                    kind,
                    value: Some(value),
                }));
            }
        }
    }
}

/// Every memref input is read; every memref output is written, and read if the body uses it.
fn structured_effects(module: &Module, op: OpId, effects: &mut EffectList) {
    let Some(def) = module.def(op) else { return };
    let outs = def.destination.and_then(|name| def.operand_group(name));
    let outs = outs.map_or(0..0, |group| module.operand_range(op, group));
    let entry = module
        .regions(op)
        .first()
        .and_then(|&region| module.first_block(region));
    let args = entry.map_or(&[][..], |entry| module.block_args(entry));
    let operands = module.operands(op);
    for (index, &value) in operands.iter().enumerate() {
        if !module.is_memref(value) {
            continue;
        }
        let is_out = outs.contains(&index);
        let is_read = !is_out || args.get(index).is_none_or(|&arg| !module.is_unused(arg));
        if is_read {
            effects.push(EffectInstance {
                kind: EffectKind::Read,
                value: Some(value),
            });
        }
        if is_out {
            effects.push(EffectInstance {
                kind: EffectKind::Write,
                value: Some(value),
            });
        }
    }
}
