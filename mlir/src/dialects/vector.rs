//! The `vector` dialect: operations on vectors, and between vectors and memory.

use super::assembly::{modern, vector as assembly};
use super::def::EffectKind::{Read, Write};
use super::registry::Dialect;
use super::verify;
use super::{
    Arg, Assembly, Attr, AttrForm, EffectInstance, EffectKind, Effects, ORDERED, OpDef, RegionFlow,
    Regions, ResultName, Segments, Traits, Ty, Views, dflt, hook, many, maybe, on, one, opt, req,
};
use crate::ir::{Module, OpId};
use crate::semantics::Kernel;

/// The dialect.
pub(super) static DIALECT: Dialect = Dialect {
    name: "vector",
    ops: &[OPS],
    attrs: super::vocabulary::VECTOR,
    without_entry: &[
        "vector.flat_transpose",
        "vector.matrix_multiply",
        "vector.reshape",
        "vector.warp_execute_on_lane_0",
    ],
    classes: &[super::classes::memory::VECTOR_OPS],
    ..Dialect::EMPTY
};

const NONTEMPORAL: Attr = maybe("nontemporal", AttrForm::Bool);
const ALIGNMENT: Attr = maybe("alignment", AttrForm::Alignment);
const ALIGNED: &[Attr] = &[ALIGNMENT];
const KIND_FORM: AttrForm = AttrForm::AngleEnum("vector.kind");
const KIND: Attr = req("kind", KIND_FORM);
const KIND_OR_ADD: Attr = dflt("kind", KIND_FORM, "#vector.kind<add>");

const MASKED_LOAD: &[Arg] = &[
    one("base", Ty::Any),
    many("indices", Ty::Index),
    one("mask", Ty::Any),
    one("pass_thru", Ty::Any),
];
const MASKED_STORE: &[Arg] = &[
    one("base", Ty::Any),
    many("indices", Ty::Index),
    one("mask", Ty::Any),
    one("valueToStore", Ty::Any),
];
const SOURCE: &[Arg] = &[one("source", Ty::Any)];
const RESULT: &[Arg] = &[one("result", Ty::Any)];

/// An entry without effects.
const fn pure(
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
        effects: Effects::None,
        ..OpDef::EMPTY
    }
}

/// A conversion of one value to another type.
const fn cast(name: &'static str, summary: &'static str) -> OpDef {
    pure(
        name,
        summary,
        SOURCE,
        RESULT,
        &[],
        "source {} ':' :source 'to' :result",
    )
}

/// A read of the elements that a mask selects.
const fn masked_load(name: &'static str, summary: &'static str) -> OpDef {
    OpDef {
        effects: READS_BASE,
        ..pure(
            name,
            summary,
            MASKED_LOAD,
            RESULT,
            ALIGNED,
            "base '[' indices ']' ',' mask ',' pass_thru {} ':' :base ',' :mask ',' :pass_thru \
             'into' :result",
        )
    }
}

/// A write of the elements that a mask selects.
const fn masked_store(name: &'static str, summary: &'static str) -> OpDef {
    OpDef {
        effects: WRITES_BASE,
        ..pure(
            name,
            summary,
            MASKED_STORE,
            &[],
            ALIGNED,
            "base '[' indices ']' ',' mask ',' valueToStore {} ':' :base ',' :mask ',' \
             :valueToStore",
        )
    }
}

const READS_BASE: Effects = Effects::List(&[on(Read, "base")]);
const WRITES_BASE: Effects = Effects::List(&[on(Write, "base")]);

pub(super) const OPS: &[OpDef] = &[
    cast(
        "vector.bitcast",
        "Reads the same bits as another vector type.",
    )
    .checked(verify::vector::bitcast),
    cast(
        "vector.broadcast",
        "Repeats a value along new or unit dimensions.",
    )
    .checked(verify::vector::broadcast),
    masked_store(
        "vector.compressstore",
        "Writes the masked elements side by side.",
    )
    .checked(verify::vector_access::masked_store),
    pure(
        "vector.constant_mask",
        "A mask whose leading elements are set.",
        &[],
        RESULT,
        &[req("mask_dim_sizes", AttrForm::I64Array)],
        "@mask_dim_sizes {} ':' :result",
    )
    .checked(verify::vector_reduce::constant_mask),
    OpDef {
        assembly: hook(assembly::parse_contract, assembly::print_contract),
        verify: Some(verify::vector_contract::contract),
        masking: Some(verify::vector_contract::MASKED_CONTRACT),
        ..pure(
            "vector.contract",
            "Multiplies and reduces vectors along dimensions that maps name.",
            &[
                one("lhs", Ty::Any),
                one("rhs", Ty::Any),
                one("acc", Ty::Any),
            ],
            RESULT,
            &[
                req("indexing_maps", AttrForm::Array),
                req("iterator_types", AttrForm::Array),
                KIND_OR_ADD,
            ],
            "",
        )
    },
    pure(
        "vector.create_mask",
        "A mask whose leading elements are set, by sizes known at run time.",
        &[many("operands", Ty::Index)],
        RESULT,
        &[],
        "operands {} ':' :result",
    )
    .checked(verify::vector_reduce::create_mask),
    OpDef {
        verify: Some(verify::vector::deinterleave),
        result_name: ResultName::Groups,
        ..pure(
            "vector.deinterleave",
            "The elements at even and at odd positions.",
            SOURCE,
            &[one("res1", Ty::Any), one("res2", Ty::Same("res1"))],
            &[],
            "source {} ':' :source '->' :res1",
        )
    },
    masked_load(
        "vector.expandload",
        "Reads elements side by side into the masked positions.",
    )
    .checked(verify::vector_access::masked_load),
    pure(
        "vector.extract",
        "An element or a part of a vector.",
        &[one("source", Ty::Any), many("dynamic_position", Ty::Index)],
        RESULT,
        &[req("static_position", AttrForm::I64Array)],
        "source _ dyn[dynamic_position,@static_position] {} ':' :result 'from' :source",
    )
    .checked(verify::vector::extract),
    pure(
        "vector.extract_strided_slice",
        "A strided part of a vector.",
        SOURCE,
        RESULT,
        &[
            req("offsets", AttrForm::Array),
            req("sizes", AttrForm::Array),
            req("strides", AttrForm::Array),
        ],
        "source {} ':' :source 'to' :result",
    )
    .checked(verify::vector::extract_slice),
    pure(
        "vector.fma",
        "Multiplies two vectors and adds a third, rounding once.",
        &[
            one("lhs", Ty::Any),
            one("rhs", Ty::Same("lhs")),
            one("acc", Ty::Same("lhs")),
        ],
        &[one("result", Ty::Same("lhs"))],
        &[],
        "lhs ',' rhs ',' acc {} ':' :lhs",
    ),
    pure(
        "vector.from_elements",
        "A vector of the given elements.",
        &[many("elements", Ty::Elem("dest"))],
        &[one("dest", Ty::Any)],
        &[],
        "elements {} ':' :dest",
    )
    .checked(verify::tensor::from_elements),
    OpDef {
        effects: READS_BASE,
        verify: Some(verify::vector_access::gather),
        masking: Some(verify::vector_access::MASKED_RESULT),
        ..pure(
            "vector.gather",
            "Reads elements at positions that a vector holds.",
            &[
                one("base", Ty::Any),
                many("offsets", Ty::Index),
                one("indices", Ty::Any),
                one("mask", Ty::Any),
                one("pass_thru", Ty::Any),
            ],
            RESULT,
            ALIGNED,
            "base '[' offsets ']' '[' indices ']' ',' mask ',' pass_thru {} ':' :base ',' :indices \
             ',' :mask ',' :pass_thru 'into' :result",
        )
    }
    .kernel(Kernel::VectorGather),
    pure(
        "vector.insert",
        "A vector with an element or a part replaced.",
        &[
            one("valueToStore", Ty::Any),
            one("dest", Ty::Any),
            many("dynamic_position", Ty::Index),
        ],
        &[one("result", Ty::Same("dest"))],
        &[req("static_position", AttrForm::I64Array)],
        "valueToStore ',' dest dyn[dynamic_position,@static_position] {} ':' :valueToStore 'into' \
         :dest",
    )
    .checked(verify::vector::insert),
    pure(
        "vector.insert_strided_slice",
        "A vector with a strided part replaced.",
        &[one("valueToStore", Ty::Any), one("dest", Ty::Any)],
        &[one("res", Ty::Same("dest"))],
        &[
            req("offsets", AttrForm::Array),
            req("strides", AttrForm::Array),
        ],
        "valueToStore ',' dest {} ':' :valueToStore 'into' :dest",
    )
    .checked(verify::vector::insert_slice),
    pure(
        "vector.interleave",
        "Interleaves the elements of two vectors.",
        &[one("lhs", Ty::Any), one("rhs", Ty::Same("lhs"))],
        RESULT,
        &[],
        "lhs ',' rhs {} ':' :lhs '->' :result",
    )
    .checked(verify::vector::interleave),
    OpDef {
        effects: READS_BASE,
        verify: Some(verify::access::vector_load),
        ..pure(
            "vector.load",
            "Reads a vector of neighbouring elements.",
            &[one("base", Ty::Any), many("indices", Ty::Index)],
            RESULT,
            &[NONTEMPORAL, ALIGNMENT],
            "base '[' indices ']' {} ':' :base ',' :result",
        )
    },
    OpDef {
        regions: Regions::Exactly(1),
        assembly: hook(assembly::parse_mask, assembly::print_mask),
        traits: Traits::SINGLE_BLOCK,
        implicit_terminator: Some("vector.yield"),
        effects: Effects::Recursive,
        flow: RegionFlow::Once,
        verify: Some(verify::vector_access::mask),
        is_spelled: Some(assembly::is_mask_spelled),
        ..pure(
            "vector.mask",
            "Runs one operation on the elements that a mask names.",
            &[one("mask", Ty::Any), opt("passthru", Ty::Any)],
            &[many("results", Ty::Any)],
            &[],
            "",
        )
    },
    masked_load("vector.maskedload", "Reads the elements that a mask names.")
        .checked(verify::vector_access::masked_load),
    masked_store(
        "vector.maskedstore",
        "Writes the elements that a mask names.",
    )
    .checked(verify::vector_access::masked_store),
    pure(
        "vector.multi_reduction",
        "Reduces a vector along dimensions.",
        &[one("source", Ty::Any), one("acc", Ty::Same("dest"))],
        &[one("dest", Ty::Any)],
        &[KIND, req("reduction_dims", AttrForm::I64Array)],
        "@kind ',' source ',' acc {} @reduction_dims ':' :source 'to' :dest",
    )
    .checked(verify::vector_reduce::multi_reduction)
    .masked(verify::vector_access::MASKED_OPERAND),
    OpDef {
        verify: Some(verify::vector_reduce::outerproduct),
        masking: Some(verify::vector_access::MASKED_RESULT),
        assembly: hook(assembly::parse_outerproduct, assembly::print_outerproduct),
        ..pure(
            "vector.outerproduct",
            "Product of every element of one vector with every element of another.",
            &[
                one("lhs", Ty::Any),
                one("rhs", Ty::Any),
                opt("acc", Ty::Hook),
            ],
            &[one("result", Ty::Hook)],
            &[KIND_OR_ADD],
            "",
        )
    },
    OpDef {
        effects: Effects::List(&[ORDERED]),
        verify: Some(verify::vector_access::print),
        ..pure(
            "vector.print",
            "Prints a value.",
            &[opt("source", Ty::Any)],
            &[],
            &[
                dflt(
                    "punctuation",
                    AttrForm::AngleEnum("vector.punctuation"),
                    "#vector.punctuation<newline>",
                ),
                maybe("stringLiteral", AttrForm::Str),
            ],
            "( source^ ':' :source )? ( 'str' @stringLiteral^ )? ( 'punctuation' @punctuation^ )? \
             {}",
        )
    },
    pure(
        "vector.reduction",
        "Reduces a vector to one element.",
        &[one("vector", Ty::Any), opt("acc", Ty::Same("dest"))],
        &[one("dest", Ty::Any)],
        &[
            KIND,
            dflt(
                "fastmath",
                AttrForm::AngleEnum("arith.fastmath"),
                "#arith.fastmath<none>",
            ),
        ],
        "@kind ',' vector ( ',' acc^ )? ( 'fastmath' _ @fastmath^ )? {} ':' :vector 'into' :dest",
    )
    .checked(verify::vector_reduce::reduction)
    .masked(verify::vector_access::MASKED_OPERAND),
    pure(
        "vector.scalable.extract",
        "A fixed part of a scalable vector.",
        SOURCE,
        RESULT,
        &[req("pos", AttrForm::Int(64))],
        "source '[' @pos ']' {} ':' :result 'from' :source",
    )
    .checked(verify::vector::scalable_part),
    pure(
        "vector.scalable.insert",
        "A scalable vector with a fixed part replaced.",
        &[one("valueToStore", Ty::Any), one("dest", Ty::Any)],
        &[one("res", Ty::Same("dest"))],
        &[req("pos", AttrForm::Int(64))],
        "valueToStore ',' dest '[' @pos ']' {} ':' :valueToStore 'into' :dest",
    )
    .checked(verify::vector::scalable_part),
    OpDef {
        verify: Some(verify::vector_reduce::scan),
        result_name: ResultName::Groups,
        ..pure(
            "vector.scan",
            "Running reduction along a dimension.",
            &[one("source", Ty::Any), one("initial_value", Ty::Any)],
            &[
                one("dest", Ty::Same("source")),
                one("accumulated_value", Ty::Same("initial_value")),
            ],
            &[
                KIND,
                req("reduction_dim", AttrForm::Int(64)),
                req("inclusive", AttrForm::Bool),
            ],
            "@kind ',' source ',' initial_value {} ':' :source ',' :initial_value",
        )
    },
    OpDef {
        effects: WRITES_BASE,
        verify: Some(verify::vector_access::scatter),
        ..pure(
            "vector.scatter",
            "Writes elements at positions that a vector holds.",
            &[
                one("base", Ty::Any),
                many("offsets", Ty::Index),
                one("indices", Ty::Any),
                one("mask", Ty::Any),
                one("valueToStore", Ty::Any),
            ],
            &[opt("result", Ty::Any)],
            ALIGNED,
            "base '[' offsets ']' '[' indices ']' ',' mask ',' valueToStore {} ':' :base ',' \
             :indices ',' :mask ',' :valueToStore ( '->' :result^ )?",
        )
    },
    cast("vector.shape_cast", "The same elements in another shape.")
        .checked(verify::vector::shape_cast),
    OpDef {
        verify: Some(verify::vector::shuffle),
        assembly: hook(assembly::parse_shuffle, assembly::print_shuffle),
        ..pure(
            "vector.shuffle",
            "Parts of two vectors in a given order.",
            &[one("v1", Ty::Any), one("v2", Ty::Any)],
            &[one("vector", Ty::Hook)],
            &[req("mask", AttrForm::I64Array)],
            "",
        )
    },
    OpDef {
        modern: Some(modern::splat),
        ..pure(
            "vector.splat",
            "Repeats a value, as MLIR 19 spells it.",
            &[one("input", Ty::Elem("aggregate"))],
            &[one("aggregate", Ty::Any)],
            &[],
            "input {} ':' :aggregate",
        )
    },
    pure(
        "vector.extractelement",
        "An element of a vector; in MLIR 19 only.",
        &[one("vector", Ty::Any), opt("position", Ty::Any)],
        &[one("result", Ty::Elem("vector"))],
        &[],
        "vector '[' ( position^ ':' :position )? ']' {} ':' :vector",
    ),
    pure(
        "vector.insertelement",
        "A vector with an element replaced; in MLIR 19 only.",
        &[
            one("source", Ty::Elem("dest")),
            one("dest", Ty::Any),
            opt("position", Ty::Any),
        ],
        &[one("result", Ty::Same("dest"))],
        &[],
        "source ',' dest '[' ( position^ ':' :position )? ']' {} ':' :dest",
    ),
    pure(
        "vector.step",
        "The vector 0, 1, 2 and so on.",
        &[],
        RESULT,
        &[],
        "{} ':' :result",
    ),
    OpDef {
        effects: WRITES_BASE,
        verify: Some(verify::access::vector_store),
        ..pure(
            "vector.store",
            "Writes a vector to neighbouring elements.",
            &[
                one("valueToStore", Ty::Any),
                one("base", Ty::Any),
                many("indices", Ty::Index),
            ],
            &[],
            &[NONTEMPORAL, ALIGNMENT],
            "valueToStore ',' base '[' indices ']' {} ':' :base ',' :valueToStore",
        )
    },
    OpDef {
        verify: Some(verify::vector::to_elements),
        assembly: hook(assembly::parse_to_elements, assembly::print_to_elements),
        ..pure(
            "vector.to_elements",
            "The elements of a vector.",
            SOURCE,
            &[many("elements", Ty::Elem("source"))],
            &[],
            "",
        )
    },
    OpDef {
        segments: Segments::Operands,
        assembly: hook(assembly::parse_transfer_read, assembly::print_transfer_read),
        effects: Effects::Accesses(transfer_read_effects),
        verify: Some(verify::vector_access::transfer_read),
        masking: Some(verify::vector_access::MASKED_READ),
        ..pure(
            "vector.transfer_read",
            "Reads a vector from a memref or tensor, with padding.",
            &[
                one("base", Ty::Any),
                many("indices", Ty::Index),
                one("padding", Ty::Elem("base")),
                opt("mask", Ty::Hook),
            ],
            &[one("vector", Ty::Any)],
            &[
                req("permutation_map", AttrForm::Map),
                req("in_bounds", AttrForm::Array),
            ],
            "",
        )
    }
    .kernel(Kernel::TransferRead),
    OpDef {
        segments: Segments::Operands,
        assembly: hook(
            assembly::parse_transfer_write,
            assembly::print_transfer_write,
        ),
        effects: Effects::Accesses(transfer_write_effects),
        destination: Some("base"),
        verify: Some(verify::vector_access::transfer_write),
        masking: Some(verify::vector_access::MASKED_WRITE),
        ..pure(
            "vector.transfer_write",
            "Writes a vector to a memref or into a tensor.",
            &[
                one("valueToStore", Ty::Any),
                one("base", Ty::Any),
                many("indices", Ty::Index),
                opt("mask", Ty::Hook),
            ],
            &[opt("result", Ty::Same("base"))],
            &[
                req("permutation_map", AttrForm::Map),
                req("in_bounds", AttrForm::Array),
            ],
            "",
        )
    }
    .kernel(Kernel::TransferWrite),
    pure(
        "vector.transpose",
        "A vector with its dimensions permuted.",
        &[one("vector", Ty::Any)],
        RESULT,
        &[req("permutation", AttrForm::I64Array)],
        "vector ',' @permutation {} ':' :vector 'to' :result",
    )
    .checked(verify::vector::transpose),
    OpDef {
        verify: Some(verify::vector::type_cast),
        views: Views::First,
        ..cast(
            "vector.type_cast",
            "Views a static buffer as a buffer of one vector.",
        )
    },
    OpDef {
        result_name: ResultName::Word("vscale"),
        ..pure(
            "vector.vscale",
            "The factor of scalable dimensions.",
            &[],
            &[one("res", Ty::Index)],
            &[],
            "{}",
        )
    },
    OpDef {
        traits: Traits::TERMINATOR.and(Traits::RETURN_LIKE),
        ..pure(
            "vector.yield",
            "Ends a region with its results.",
            &[many("operands", Ty::Any)],
            &[],
            &[],
            "{} ( operands^ ':' :operands )?",
        )
    },
];

/// Reads the source if it is a memref.
fn transfer_read_effects(module: &Module, op: OpId, effects: &mut Vec<EffectInstance>) {
    effect_on_buffers(module, op, Read, effects);
}

/// Writes the destination if it is a memref.
fn transfer_write_effects(module: &Module, op: OpId, effects: &mut Vec<EffectInstance>) {
    effect_on_buffers(module, op, Write, effects);
}

fn effect_on_buffers(
    module: &Module,
    op: OpId,
    kind: EffectKind,
    effects: &mut Vec<EffectInstance>,
) {
    effects.extend(
        module
            .operand_group(op, "base")
            .iter()
            .filter(|&&value| module.is_memref(value))
            .map(|&value| EffectInstance {
                kind,
                value: Some(value),
            }),
    );
}
