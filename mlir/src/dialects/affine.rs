//! The `affine` dialect: loops and accesses whose bounds and indices are affine maps.

use super::Form::Converted;
use super::Ty::{Any, Elem, Hook, Index, Same};
use super::assembly::older;
use super::assembly::{affine as assembly, affine_dma, affine_parallel, modern};
use super::def::EffectKind::{Read, Write};
use super::shorthands::{missing, spelled};
use super::verify;
use super::{
    AttrForm, Dialect, Effects, LoopBounds, RegionFlow, Regions, Segments, Traits, dflt, hook,
    maybe, on, ops, req,
};
use crate::rewrite::canonical;
use crate::semantics::{Kernel, Semantics};
use crate::syntax::MlirVersion::V19;

pub(super) static DIALECT: Dialect = Dialect {
    name: "affine",
    ops: &[OPS],
    classes: &[super::classes::control::AFFINE],
    spellings: &[
        missing("linearize_index", V19, V19),
        spelled(
            "delinearize_index",
            V19,
            V19,
            Converted(older::delinearize_index),
        ),
    ],
    ..Dialect::EMPTY
};

ops! { pub(super) OPS:
    "affine.apply" "Applies an affine map with one result." ({mapOperands} Index) -> (result Index)
        [req("map", AttrForm::Map)]
        { traits: Traits::AFFINE_INDEX, affine_inputs: Some(verify::affine::apply),
         assembly: hook(assembly::parse_map, assembly::print_map), effects: Effects::None,
         verify: Some(verify::access::affine_apply), semantics: Semantics::Kernel(Kernel::AffineApply),
         canonical: Some(canonical::affine::apply) };
    "affine.delinearize_index" "Splits an index into the indices of a grid."
        (linear_index Index, {dynamic_basis} Index) -> ({multi_index} Index)
        [maybe("static_basis", AttrForm::I64Array)]
        "linear_index 'into' dyn(dynamic_basis,@static_basis) {} ':' :multi_index"
        { traits: Traits::AFFINE_INDEX, verify: Some(verify::affine::delinearize_index),
         modern: Some(modern::delinearize_index), effects: Effects::None,
         semantics: Semantics::Kernel(Kernel::Delinearize) };
    // MLIR does not count their regions.
    "affine.dma_start" "Starts a copy that `affine.dma_wait` awaits." ({operands} Any)
        { affine_inputs: Some(verify::affine::dma_start), verify: Some(verify::affine::dma_start_memrefs),
         assembly: hook(affine_dma::parse_start, affine_dma::print_start), traits: Traits::CAPTURES,
         regions: Regions::AtLeast(0) };
    // MLIR does not count their regions.
    "affine.dma_wait" "Waits for a copy of `affine.dma_start`." ({operands} Any)
        { affine_inputs: Some(verify::affine::dma_wait),
         assembly: hook(affine_dma::parse_wait, affine_dma::print_wait), regions: Regions::AtLeast(0) };
    "affine.for" "Runs its region for each value of an affine interval."
        ({lowerBoundOperands} Index, {upperBoundOperands} Index, {inits} Hook) -> ({results} Same("inits"))
        [req("lowerBoundMap", AttrForm::Map), req("upperBoundMap", AttrForm::Map),
         dflt("step", AttrForm::Index, "1 : index")]
        { regions: Regions::Exactly(1), segments: Segments::Operands,
         traits: Traits::LOOP.and(Traits::AUTOMATIC_ALLOCATION_SCOPE).and(Traits::SINGLE_BLOCK),
         implicit_terminator: Some("affine.yield"), effects: Effects::Recursive, flow: RegionFlow::For,
         loop_bounds: LoopBounds::Maps { lower: "lowerBoundMap", upper: "upperBoundMap", step: "step" },
         affine_inputs: Some(verify::affine::for_bounds),
         assembly: hook(assembly::parse_for, assembly::print_for),
         semantics: Semantics::Kernel(Kernel::AffineFor), canonical: Some(canonical::scf::for_) };
    // MLIR 19 stores the condition as a discardable attribute.
    "affine.if" "Runs one of its regions, by an integer set." ({operands} Index) -> ({results} Any)
        [req("condition", AttrForm::Any)]
        { regions: Regions::Exactly(2), traits: Traits::SINGLE_BLOCK,
         implicit_terminator: Some("affine.yield"), effects: Effects::Recursive, flow: RegionFlow::Branch,
         verify: Some(verify::affine::if_condition), affine_inputs: Some(verify::affine::condition),
         assembly: hook(assembly::parse_if, assembly::print_if),
         semantics: Semantics::Kernel(Kernel::AffineIf), canonical: Some(canonical::affine::if_) };
    "affine.linearize_index" "Joins the indices of a grid into one."
        ({multi_index} Index, {dynamic_basis} Index) -> (linear_index Index)
        [req("static_basis", AttrForm::I64Array), maybe("disjoint", AttrForm::Unit)]
        "( 'disjoint' @disjoint^ )? ~ '[' multi_index ']' 'by' dyn(dynamic_basis,@static_basis) {} ':' :linear_index"
        { segments: Segments::Operands, traits: Traits::AFFINE_INDEX,
         verify: Some(verify::affine::linearize_index), effects: Effects::None,
         semantics: Semantics::Kernel(Kernel::Linearize) };
    "affine.load" "Reads one element at an affine position."
        (memref Any, {indices} Index) -> (result Elem("memref")) [req("map", AttrForm::Map)]
        { effects: Effects::List(&[on(Read, "memref")]), verify: Some(verify::access::affine_access),
         affine_inputs: Some(verify::affine::access),
         assembly: hook(assembly::parse_load, assembly::print_load),
         semantics: Semantics::Kernel(Kernel::AffineLoad), canonical: Some(canonical::affine::load) };
    "affine.max" "The largest result of an affine map." ({mapOperands} Index) -> (result Index)
        [req("map", AttrForm::Map)]
        { assembly: hook(assembly::parse_map, assembly::print_map), effects: Effects::None,
         verify: Some(verify::access::affine_extremum), semantics: Semantics::Kernel(Kernel::AffineMax),
         canonical: Some(canonical::affine::max) };
    "affine.min" "The smallest result of an affine map." ({mapOperands} Index) -> (result Index)
        [req("map", AttrForm::Map)]
        { assembly: hook(assembly::parse_map, assembly::print_map), effects: Effects::None,
         verify: Some(verify::access::affine_extremum), semantics: Semantics::Kernel(Kernel::AffineMin),
         canonical: Some(canonical::affine::min) };
    "affine.parallel" "Runs its region for each point of an affine grid, perhaps all at the same time."
        ({mapOperands} Index) -> ({results} Any)
        [req("reductions", AttrForm::Array), req("lowerBoundsMap", AttrForm::Map),
         req("lowerBoundsGroups", AttrForm::Any), req("upperBoundsMap", AttrForm::Map),
         req("upperBoundsGroups", AttrForm::Any), req("steps", AttrForm::Array)]
        { regions: Regions::Exactly(1),
         traits: Traits::LOOP.and(Traits::PARALLEL_REGION).and(Traits::AUTOMATIC_ALLOCATION_SCOPE)
          .and(Traits::SINGLE_BLOCK),
         implicit_terminator: Some("affine.yield"), effects: Effects::Recursive, flow: RegionFlow::Parallel,
         loop_bounds: LoopBounds::Maps { lower: "lowerBoundsMap", upper: "upperBoundsMap", step: "steps" },
         verify: Some(verify::affine::parallel), affine_inputs: Some(verify::affine::parallel_bounds),
         assembly: hook(affine_parallel::parse, affine_parallel::print),
         semantics: Semantics::Kernel(Kernel::AffineParallel) };
    "affine.prefetch" "Fetches an element at an affine position into a cache." (memref Any, {indices} Index)
        [req("map", AttrForm::Map), req("isWrite", AttrForm::Bool),
         req("localityHint", AttrForm::IntIn(32, 0, 3)), req("isDataCache", AttrForm::Bool)]
        { verify: Some(verify::access::affine_access), affine_inputs: Some(verify::affine::prefetch),
         assembly: hook(assembly::parse_prefetch, assembly::print_prefetch),
         semantics: Semantics::Kernel(Kernel::Prefetch) };
    "affine.store" "Writes one element at an affine position."
        (value Elem("memref"), memref Any, {indices} Index) [req("map", AttrForm::Map)]
        { effects: Effects::List(&[on(Write, "memref")]), verify: Some(verify::access::affine_access),
         affine_inputs: Some(verify::affine::access),
         assembly: hook(assembly::parse_store, assembly::print_store),
         semantics: Semantics::Kernel(Kernel::AffineStore), canonical: Some(canonical::affine::store) };
    "affine.vector_load" "Reads a vector at an affine position."
        (memref Any, {indices} Index) -> (result Any) [req("map", AttrForm::Map)]
        { effects: Effects::List(&[on(Read, "memref")]), verify: Some(verify::access::affine_vector_load),
         affine_inputs: Some(verify::affine::access),
         assembly: hook(assembly::parse_vector_load, assembly::print_vector_load),
         canonical: Some(canonical::affine::load) };
    "affine.vector_store" "Writes a vector at an affine position." (value Any, memref Any, {indices} Index)
        [req("map", AttrForm::Map)]
        { effects: Effects::List(&[on(Write, "memref")]), verify: Some(verify::access::affine_vector_store),
         affine_inputs: Some(verify::affine::access),
         assembly: hook(assembly::parse_vector_store, assembly::print_vector_store),
         canonical: Some(canonical::affine::store) };
    "affine.yield" "Ends a region with its results." ({operands} Any) "{} ( operands^ ':' :operands )?"
        { traits: Traits::TERMINATOR.and(Traits::RETURN_LIKE),
         parents: &["affine.for", "affine.if", "affine.parallel"], effects: Effects::None };
}
