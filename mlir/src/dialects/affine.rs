//! The `affine` dialect: loops and accesses whose bounds and indices are affine maps.

use super::assembly::{affine as assembly, affine_dma, affine_parallel, modern};
use super::def::EffectKind::{Read, Write};
use super::registry::Dialect;
use super::verify;
use super::{
    Arg, Assembly, Attr, AttrForm, Effects, LoopBounds, OpDef, RegionFlow, Regions, Segments,
    Traits, Ty, dflt, hook, many, maybe, on, one, req,
};
use crate::semantics::Kernel;

/// The dialect.
pub(super) static DIALECT: Dialect = Dialect {
    name: "affine",
    ops: &[OPS],
    classes: &[super::classes::control::AFFINE],
    ..Dialect::EMPTY
};

const MAP: &[Attr] = &[req("map", AttrForm::Map)];
const MAP_OPERANDS: &[Arg] = &[many("mapOperands", Ty::Index)];
const ACCESS: &[Arg] = &[one("memref", Ty::Any), many("indices", Ty::Index)];
const INDEX: &[Arg] = &[one("result", Ty::Index)];

/// One or more indices computed by a map.
const fn map(name: &'static str, summary: &'static str) -> OpDef {
    OpDef {
        name,
        summary,
        operands: MAP_OPERANDS,
        results: INDEX,
        attrs: MAP,
        assembly: hook(assembly::parse_map, assembly::print_map),
        effects: Effects::None,
        ..OpDef::EMPTY
    }
}

pub(super) const OPS: &[OpDef] = &[
    OpDef {
        traits: Traits::AFFINE_INDEX,
        affine_inputs: Some(verify::affine::apply),
        ..map("affine.apply", "Applies an affine map with one result.")
    }
    .checked(verify::access::affine_apply).kernel(Kernel::AffineApply),
    OpDef {
        name: "affine.delinearize_index",
        summary: "Splits an index into the indices of a grid.",
        operands: &[
            one("linear_index", Ty::Index),
            many("dynamic_basis", Ty::Index),
        ],
        results: &[many("multi_index", Ty::Index)],
        attrs: &[maybe("static_basis", AttrForm::I64Array)],
        traits: Traits::AFFINE_INDEX,
        verify: Some(verify::affine::delinearize_index),
        assembly: Assembly::Format(
            "linear_index 'into' dyn(dynamic_basis,@static_basis) {} ':' :multi_index",
        ),
        modern: Some(modern::delinearize_index),
        effects: Effects::None,
        ..OpDef::EMPTY
    }.kernel(Kernel::Delinearize),
    OpDef {
        name: "affine.dma_start",
        summary: "Starts a copy that `affine.dma_wait` awaits.",
        operands: &[many("operands", Ty::Any)],
        affine_inputs: Some(verify::affine::dma_start),
        verify: Some(verify::affine::dma_start_memrefs),
        assembly: hook(affine_dma::parse_start, affine_dma::print_start),
        traits: Traits::CAPTURES,
        // MLIR does not count their regions.
        regions: Regions::AtLeast(0),
        ..OpDef::EMPTY
    },
    OpDef {
        name: "affine.dma_wait",
        summary: "Waits for a copy of `affine.dma_start`.",
        operands: &[many("operands", Ty::Any)],
        affine_inputs: Some(verify::affine::dma_wait),
        assembly: hook(affine_dma::parse_wait, affine_dma::print_wait),
        // MLIR does not count their regions.
        regions: Regions::AtLeast(0),
        ..OpDef::EMPTY
    },
    OpDef {
        name: "affine.for",
        summary: "Runs its region for each value of an affine interval.",
        operands: &[
            many("lowerBoundOperands", Ty::Index),
            many("upperBoundOperands", Ty::Index),
            many("inits", Ty::Hook),
        ],
        results: &[many("results", Ty::Same("inits"))],
        attrs: &[
            req("lowerBoundMap", AttrForm::Map),
            req("upperBoundMap", AttrForm::Map),
            dflt("step", AttrForm::Index, "1 : index"),
        ],
        regions: Regions::Exactly(1),
        segments: Segments::Operands,
        traits: Traits::LOOP
            .and(Traits::AUTOMATIC_ALLOCATION_SCOPE)
            .and(Traits::SINGLE_BLOCK),
        implicit_terminator: Some("affine.yield"),
        effects: Effects::Recursive,
        flow: RegionFlow::For,
        loop_bounds: LoopBounds::Maps {
            lower: "lowerBoundMap",
            upper: "upperBoundMap",
            step: "step",
        },
        affine_inputs: Some(verify::affine::for_bounds),
        assembly: hook(assembly::parse_for, assembly::print_for),
        ..OpDef::EMPTY
    }.kernel(Kernel::AffineFor),
    // MLIR 19 stores the condition as a discardable attribute.
    OpDef {
        name: "affine.if",
        summary: "Runs one of its regions, by an integer set.",
        operands: &[many("operands", Ty::Index)],
        results: &[many("results", Ty::Any)],
        attrs: &[req("condition", AttrForm::Any)],
        regions: Regions::Exactly(2),
        traits: Traits::SINGLE_BLOCK,
        implicit_terminator: Some("affine.yield"),
        effects: Effects::Recursive,
        flow: RegionFlow::Branch,
        verify: Some(verify::affine::if_condition),
        affine_inputs: Some(verify::affine::condition),
        assembly: hook(assembly::parse_if, assembly::print_if),
        ..OpDef::EMPTY
    }.kernel(Kernel::AffineIf),
    OpDef {
        name: "affine.linearize_index",
        summary: "Joins the indices of a grid into one.",
        operands: &[
            many("multi_index", Ty::Index),
            many("dynamic_basis", Ty::Index),
        ],
        results: &[one("linear_index", Ty::Index)],
        attrs: &[
            req("static_basis", AttrForm::I64Array),
            maybe("disjoint", AttrForm::Unit),
        ],
        segments: Segments::Operands,
        traits: Traits::AFFINE_INDEX,
        verify: Some(verify::affine::linearize_index),
        assembly: Assembly::Format(
            "( 'disjoint' @disjoint^ )? ~ '[' multi_index ']' 'by' dyn(dynamic_basis,@static_basis) \
             {} ':' :linear_index",
        ),
        effects: Effects::None,
        ..OpDef::EMPTY
    }.kernel(Kernel::Linearize),
    OpDef {
        name: "affine.load",
        summary: "Reads one element at an affine position.",
        operands: ACCESS,
        results: &[one("result", Ty::Elem("memref"))],
        attrs: MAP,
        effects: Effects::List(&[on(Read, "memref")]),
        verify: Some(verify::access::affine_access),
        affine_inputs: Some(verify::affine::access),
        assembly: hook(assembly::parse_load, assembly::print_load),
        ..OpDef::EMPTY
    }.kernel(Kernel::AffineLoad),
    map("affine.max", "The largest result of an affine map.").checked(verify::access::affine_extremum).kernel(Kernel::AffineMax),
    map("affine.min", "The smallest result of an affine map.").checked(verify::access::affine_extremum).kernel(Kernel::AffineMin),
    OpDef {
        name: "affine.parallel",
        summary: "Runs its region for each point of an affine grid, perhaps all at the same time.",
        operands: MAP_OPERANDS,
        results: &[many("results", Ty::Any)],
        attrs: &[
            req("reductions", AttrForm::Array),
            req("lowerBoundsMap", AttrForm::Map),
            req("lowerBoundsGroups", AttrForm::Any),
            req("upperBoundsMap", AttrForm::Map),
            req("upperBoundsGroups", AttrForm::Any),
            req("steps", AttrForm::Array),
        ],
        regions: Regions::Exactly(1),
        traits: Traits::LOOP
            .and(Traits::PARALLEL_REGION)
            .and(Traits::AUTOMATIC_ALLOCATION_SCOPE)
            .and(Traits::SINGLE_BLOCK),
        implicit_terminator: Some("affine.yield"),
        effects: Effects::Recursive,
        flow: RegionFlow::Parallel,
        loop_bounds: LoopBounds::Maps {
            lower: "lowerBoundsMap",
            upper: "upperBoundsMap",
            step: "steps",
        },
        verify: Some(verify::affine::parallel),
        affine_inputs: Some(verify::affine::parallel_bounds),
        assembly: hook(affine_parallel::parse, affine_parallel::print),
        ..OpDef::EMPTY
    }.kernel(Kernel::AffineParallel),
    OpDef {
        name: "affine.prefetch",
        summary: "Fetches an element at an affine position into a cache.",
        operands: ACCESS,
        attrs: &[
            req("map", AttrForm::Map),
            req("isWrite", AttrForm::Bool),
            req("localityHint", AttrForm::IntIn(32, 0, 3)),
            req("isDataCache", AttrForm::Bool),
        ],
        verify: Some(verify::access::affine_access),
        affine_inputs: Some(verify::affine::prefetch),
        assembly: hook(assembly::parse_prefetch, assembly::print_prefetch),
        ..OpDef::EMPTY
    }.kernel(Kernel::Prefetch),
    OpDef {
        name: "affine.store",
        summary: "Writes one element at an affine position.",
        operands: &[
            one("value", Ty::Elem("memref")),
            one("memref", Ty::Any),
            many("indices", Ty::Index),
        ],
        attrs: MAP,
        effects: Effects::List(&[on(Write, "memref")]),
        verify: Some(verify::access::affine_access),
        affine_inputs: Some(verify::affine::access),
        assembly: hook(assembly::parse_store, assembly::print_store),
        ..OpDef::EMPTY
    }.kernel(Kernel::AffineStore),
    OpDef {
        name: "affine.vector_load",
        summary: "Reads a vector at an affine position.",
        operands: ACCESS,
        results: &[one("result", Ty::Any)],
        attrs: MAP,
        effects: Effects::List(&[on(Read, "memref")]),
        verify: Some(verify::access::affine_vector_load),
        affine_inputs: Some(verify::affine::access),
        assembly: hook(assembly::parse_vector_load, assembly::print_vector_load),
        ..OpDef::EMPTY
    },
    OpDef {
        name: "affine.vector_store",
        summary: "Writes a vector at an affine position.",
        operands: &[
            one("value", Ty::Any),
            one("memref", Ty::Any),
            many("indices", Ty::Index),
        ],
        attrs: MAP,
        effects: Effects::List(&[on(Write, "memref")]),
        verify: Some(verify::access::affine_vector_store),
        affine_inputs: Some(verify::affine::access),
        assembly: hook(assembly::parse_vector_store, assembly::print_vector_store),
        ..OpDef::EMPTY
    },
    OpDef {
        name: "affine.yield",
        summary: "Ends a region with its results.",
        operands: &[many("operands", Ty::Any)],
        assembly: Assembly::Format("{} ( operands^ ':' :operands )?"),
        traits: Traits::TERMINATOR.and(Traits::RETURN_LIKE),
        parents: &["affine.for", "affine.if", "affine.parallel"],
        effects: Effects::None,
        ..OpDef::EMPTY
    },
];
