//! The `tensor` dialect: operations on tensors, which are values and have no memory of their own before
//! bufferization.

use super::assembly::modern;
use super::registry::Dialect;
use super::verify;
use super::{
    Arg, Assembly, Attr, AttrForm, Effects, OpDef, RegionFlow, Regions, ResultName, Segments,
    Sizes, Traits, Ty, many, maybe, one, opt, req,
};
use crate::semantics::Kernel;

/// The dialect.
pub(super) static DIALECT: Dialect = Dialect {
    name: "tensor",
    ops: &[OPS],
    classes: &[super::classes::memory::TENSOR_OPS],
    ..Dialect::EMPTY
};

const SOURCE: &[Arg] = &[one("source", Ty::Any)];
const RESULT: &[Arg] = &[one("result", Ty::Any)];
const SLICE_ATTRS: &[Attr] = &[
    req("static_offsets", AttrForm::I64Array),
    req("static_sizes", AttrForm::I64Array),
    req("static_strides", AttrForm::I64Array),
];
const INSERTED_SLICE: &[Arg] = &[
    one("source", Ty::Any),
    one("dest", Ty::Any),
    many("offsets", Ty::Index),
    many("sizes", Ty::Index),
    many("strides", Ty::Index),
];
const INSERTED_SLICE_FORMAT: &str = "source 'into' dest _ dyn[offsets,@static_offsets] \
     dyn[sizes,@static_sizes] dyn[strides,@static_strides] {} ':' :source 'into' :dest";

/// An entry without effects.
const fn pure(
    name: &'static str,
    summary: &'static str,
    operands: &'static [Arg],
    results: &'static [Arg],
    format: &'static str,
) -> OpDef {
    OpDef {
        name,
        summary,
        operands,
        results,
        assembly: Assembly::Format(format),
        effects: Effects::None,
        ..OpDef::EMPTY
    }
}

/// The entry with a name hint for its result.
const fn named(hint: &'static str, def: OpDef) -> OpDef {
    OpDef {
        result_name: ResultName::Word(hint),
        ..def
    }
}

pub(super) const OPS: &[OpDef] = &[
    pure(
        "tensor.bitcast",
        "Reads the elements as another type of the same width.",
        SOURCE,
        RESULT,
        "source {} ':' :source 'to' :result",
    )
    .checked(verify::tensor::bitcast)
    .kernel(Kernel::TensorBitcast),
    named(
        "cast",
        pure(
            "tensor.cast",
            "Changes what is known statically of a tensor's shape.",
            SOURCE,
            RESULT,
            "source {} ':' :source 'to' :result",
        ),
    )
    .checked(verify::tensor::cast)
    .kernel(Kernel::TensorCast),
    named(
        "collapsed",
        OpDef {
            attrs: &[req("reassociation", AttrForm::Reassociation)],
            ..pure(
                "tensor.collapse_shape",
                "Joins groups of dimensions into one dimension each.",
                &[one("src", Ty::Any)],
                RESULT,
                "src @reassociation {} ':' :src 'into' :result",
            )
        },
    )
    .checked(verify::memref::collapse_shape)
    .kernel(Kernel::TensorCollapse),
    named(
        "concat",
        OpDef {
            attrs: &[req("dim", AttrForm::Int(64))],
            ..pure(
                "tensor.concat",
                "Joins tensors along a dimension.",
                &[many("inputs", Ty::Any)],
                RESULT,
                "'dim' '(' @dim ')' inputs {} ':' fn",
            )
        },
    )
    .checked(verify::tensor::concat)
    .kernel(Kernel::TensorConcat),
    named(
        "dim",
        pure(
            "tensor.dim",
            "Size of a dimension.",
            &[one("source", Ty::Any), one("index", Ty::Index)],
            &[one("result", Ty::Index)],
            "{} source ',' index ':' :source",
        ),
    )
    .checked(verify::memref::dim)
    .sized(Sizes::Dimension)
    .kernel(Kernel::TensorDim),
    pure(
        "tensor.empty",
        "A tensor whose elements do not matter.",
        &[many("dynamicSizes", Ty::Index)],
        RESULT,
        "'(' dynamicSizes ')' {} ':' :result",
    )
    .checked(verify::tensor::sized)
    .kernel(Kernel::TensorEmpty),
    named(
        "expanded",
        OpDef {
            attrs: &[
                req("reassociation", AttrForm::Reassociation),
                req("static_output_shape", AttrForm::I64Array),
            ],
            ..pure(
                "tensor.expand_shape",
                "Splits dimensions into groups of dimensions.",
                &[one("src", Ty::Any), many("output_shape", Ty::Index)],
                RESULT,
                "src @reassociation 'output_shape' dyn[output_shape,@static_output_shape] {} ':' \
                 :src 'into' :result",
            )
        },
    )
    .checked(verify::tensor::expand_shape)
    .kernel(Kernel::TensorExpand),
    named(
        "extracted",
        pure(
            "tensor.extract",
            "One element.",
            &[one("tensor", Ty::Any), many("indices", Ty::Index)],
            &[one("result", Ty::Elem("tensor"))],
            "tensor '[' indices ']' {} ':' :tensor",
        ),
    )
    .checked(verify::access::tensor_indices)
    .kernel(Kernel::TensorExtract),
    named(
        "extracted_slice",
        OpDef {
            attrs: SLICE_ATTRS,
            segments: Segments::Operands,
            ..pure(
                "tensor.extract_slice",
                "A strided part of a tensor.",
                &[
                    one("source", Ty::Any),
                    many("offsets", Ty::Index),
                    many("sizes", Ty::Index),
                    many("strides", Ty::Index),
                ],
                RESULT,
                "source _ dyn[offsets,@static_offsets] dyn[sizes,@static_sizes] \
                 dyn[strides,@static_strides] {} ':' :source 'to' :result",
            )
        },
    )
    .checked(verify::slices::extract_slice)
    .kernel(Kernel::TensorExtractSlice),
    named(
        "from_elements",
        pure(
            "tensor.from_elements",
            "A tensor of the given elements.",
            &[many("elements", Ty::Elem("result"))],
            RESULT,
            "elements {} ':' :result",
        ),
    )
    .checked(verify::tensor::from_elements)
    .kernel(Kernel::TensorFromElements),
    named(
        "gather",
        OpDef {
            attrs: &[
                req("gather_dims", AttrForm::I64Array),
                maybe("unique", AttrForm::Unit),
            ],
            ..pure(
                "tensor.gather",
                "Slices of a tensor at given coordinates.",
                &[one("source", Ty::Any), one("indices", Ty::Any)],
                RESULT,
                "source '[' indices ']' 'gather_dims' '(' @gather_dims ')' ( 'unique' @unique^ )? \
                 {} ':' fn",
            )
        },
    )
    .checked(verify::tensor::gather),
    named(
        "generated",
        OpDef {
            regions: Regions::Exactly(1),
            traits: Traits::SINGLE_BLOCK,
            effects: Effects::Recursive,
            flow: RegionFlow::Elementwise,
            ..pure(
                "tensor.generate",
                "A tensor of the elements that its region computes.",
                &[many("dynamicExtents", Ty::Index)],
                RESULT,
                "dynamicExtents R {} ':' :result",
            )
        },
    )
    .checked(verify::tensor::generate)
    .kernel(Kernel::TensorGenerate),
    named(
        "inserted",
        OpDef {
            destination: Some("dest"),
            ..pure(
                "tensor.insert",
                "A tensor with one element replaced.",
                &[
                    one("scalar", Ty::Elem("dest")),
                    one("dest", Ty::Any),
                    many("indices", Ty::Index),
                ],
                &[one("result", Ty::Same("dest"))],
                "scalar 'into' dest '[' indices ']' {} ':' :dest",
            )
        },
    )
    .checked(verify::access::dest_indices)
    .kernel(Kernel::TensorInsert),
    named(
        "inserted_slice",
        OpDef {
            attrs: SLICE_ATTRS,
            segments: Segments::Operands,
            destination: Some("dest"),
            ..pure(
                "tensor.insert_slice",
                "A tensor with a strided part replaced.",
                INSERTED_SLICE,
                &[one("result", Ty::Same("dest"))],
                INSERTED_SLICE_FORMAT,
            )
        },
    )
    .checked(verify::slices::insert_slice)
    .kernel(Kernel::TensorInsertSlice),
    named(
        "padded",
        OpDef {
            attrs: &[
                req("static_low", AttrForm::I64Array),
                req("static_high", AttrForm::I64Array),
                maybe("nofold", AttrForm::Unit),
            ],
            regions: Regions::Exactly(1),
            segments: Segments::Operands,
            traits: Traits::SINGLE_BLOCK,
            flow: RegionFlow::Elementwise,
            ..pure(
                "tensor.pad",
                "A tensor with elements added on its sides.",
                &[
                    one("source", Ty::Any),
                    many("low", Ty::Index),
                    many("high", Ty::Index),
                ],
                RESULT,
                "source ( 'nofold' @nofold^ )? 'low' _ dyn[low,@static_low] 'high' _ \
                 dyn[high,@static_high] R {} ':' :source 'to' :result",
            )
        },
    )
    .checked(verify::tensor::pad)
    .kernel(Kernel::TensorPad),
    OpDef {
        attrs: SLICE_ATTRS,
        segments: Segments::Operands,
        effects: Effects::Unknown,
        destination: Some("dest"),
        parents: &["scf.forall.in_parallel"],
        verify: Some(verify::tensor::parallel_insert_slice),
        ..pure(
            "tensor.parallel_insert_slice",
            "Replaces a strided part of a result of `scf.forall`.",
            INSERTED_SLICE,
            &[],
            INSERTED_SLICE_FORMAT,
        )
    }
    .kernel(Kernel::TensorParallelInsertSlice),
    named(
        "rank",
        pure(
            "tensor.rank",
            "Number of dimensions.",
            &[one("tensor", Ty::Any)],
            &[one("result", Ty::Index)],
            "tensor {} ':' :tensor",
        ),
    )
    .checked(verify::tensor::rank)
    .kernel(Kernel::TensorRank),
    named(
        "reshape",
        pure(
            "tensor.reshape",
            "A tensor in the shape that another tensor holds.",
            &[one("source", Ty::Any), one("shape", Ty::Any)],
            RESULT,
            "source '(' shape ')' {} ':' fn",
        ),
    )
    .checked(verify::tensor::reshape)
    .kernel(Kernel::TensorReshape),
    named(
        "scatter",
        OpDef {
            attrs: &[
                req("scatter_dims", AttrForm::I64Array),
                maybe("unique", AttrForm::Unit),
            ],
            ..pure(
                "tensor.scatter",
                "A tensor with slices replaced at given coordinates.",
                &[
                    one("source", Ty::Any),
                    one("dest", Ty::Any),
                    one("indices", Ty::Any),
                ],
                RESULT,
                "source 'into' dest '[' indices ']' 'scatter_dims' '(' @scatter_dims ')' \
                 ( 'unique' @unique^ )? {} ':' fn",
            )
        },
    )
    .checked(verify::tensor::scatter),
    named(
        "splat",
        pure(
            "tensor.splat",
            "A tensor of equal elements.",
            &[
                one("input", Ty::Elem("aggregate")),
                many("dynamicSizes", Ty::Index),
            ],
            &[one("aggregate", Ty::Any)],
            "input ( '[' dynamicSizes^ ']' )? {} ':' :aggregate",
        ),
    )
    .checked(verify::tensor::sized)
    .kernel(Kernel::TensorSplat),
    OpDef {
        traits: Traits::TERMINATOR.and(Traits::RETURN_LIKE),
        parents: &["tensor.generate", "tensor.pad"],
        verify: Some(verify::tensor::generate),
        ..pure(
            "tensor.yield",
            "Ends a region with the element that it computed.",
            &[one("value", Ty::Any)],
            &[],
            "value {} ':' :value",
        )
    },
    OpDef {
        name: "tensor.pack",
        summary: "Rearranges a tensor into tiles, as MLIR 19 spells it.",
        operands: &[
            one("source", Ty::Any),
            one("dest", Ty::Any),
            opt("padding_value", Ty::Any),
            many("inner_tiles", Ty::Index),
        ],
        results: &[one("result", Ty::Same("dest"))],
        attrs: &[
            maybe("outer_dims_perm", AttrForm::I64Array),
            req("inner_dims_pos", AttrForm::I64Array),
            req("static_inner_tiles", AttrForm::I64Array),
        ],
        segments: Segments::Operands,
        assembly: Assembly::Format(
            "source ( 'padding_value' '(' padding_value^ ':' :padding_value ')' )? \
             ( 'outer_dims_perm' '=' @outer_dims_perm^ )? 'inner_dims_pos' '=' @inner_dims_pos \
             'inner_tiles' '=' dyn[inner_tiles,@static_inner_tiles] 'into' dest {} ':' :source '->' \
             :dest",
        ),
        effects: Effects::None,
        destination: Some("dest"),
        modern: Some(modern::pack),
        ..OpDef::EMPTY
    },
    OpDef {
        name: "tensor.unpack",
        summary: "Rearranges tiles into a tensor, as MLIR 19 spells it.",
        operands: &[
            one("source", Ty::Any),
            one("dest", Ty::Any),
            many("inner_tiles", Ty::Index),
        ],
        results: &[one("result", Ty::Same("dest"))],
        attrs: &[
            maybe("outer_dims_perm", AttrForm::I64Array),
            req("inner_dims_pos", AttrForm::I64Array),
            req("static_inner_tiles", AttrForm::I64Array),
        ],
        assembly: Assembly::Format(
            "source ( 'outer_dims_perm' '=' @outer_dims_perm^ )? 'inner_dims_pos' '=' \
             @inner_dims_pos 'inner_tiles' '=' dyn[inner_tiles,@static_inner_tiles] 'into' dest {} \
             ':' :source '->' :dest",
        ),
        effects: Effects::None,
        destination: Some("dest"),
        modern: Some(modern::unpack),
        ..OpDef::EMPTY
    },
];
