//! The `scf` dialect: structured control flow.

use super::Form::Checked;
use super::Ty::{Any, Hook, I1, Index, Same};
use super::assembly::older;
use super::assembly::scf as assembly;
use super::shorthands::spelled;
use super::verify;
use super::{
    AttrForm, Dialect, Effects, LoopBounds, RegionFlow, Regions, Segments, Traits, hook, maybe,
    ops, req,
};
use crate::syntax::MlirVersion::{V19, V21};

pub(super) static DIALECT: Dialect = Dialect {
    name: "scf",
    ops: &[OPS],
    classes: &[super::classes::control::SCF],
    spellings: &[spelled("for", V19, V21, Checked(older::signed_loop))],
    ..Dialect::EMPTY
};

use crate::rewrite::canonical;
use crate::semantics::{Kernel, Semantics};

ops! { pub(super) OPS:
    "scf.condition" "Ends the first region of `scf.while`: enters the second region, or exits the loop."
        (condition I1, {args} Any) "'(' condition ')' {} ( args^ ':' :args )?"
        { traits: Traits::TERMINATOR, parents: &["scf.while"], effects: Effects::None };
    "scf.execute_region" "Runs its region, which may have many blocks, once." -> ({results} Any)
        [maybe("no_inline", AttrForm::Unit)]
        { regions: Regions::Exactly(1), effects: Effects::Recursive, flow: RegionFlow::Once,
         assembly: hook(assembly::parse_execute_region, assembly::print_execute_region),
         verify: Some(verify::scf::execute_region), canonical: Some(canonical::scf::execute_region),
         semantics: Semantics::Kernel(Kernel::ExecuteRegion) };
    "scf.for" "Runs its region for each value of an interval, with values carried along."
        (lowerBound Any, upperBound Same("lowerBound"), step Same("lowerBound"),
         {inits} Hook) -> ({results} Same("inits")) [maybe("unsignedCmp", AttrForm::Unit)]
        { regions: Regions::Exactly(1),
         traits: Traits::LOOP.and(Traits::AUTOMATIC_ALLOCATION_SCOPE).and(Traits::SINGLE_BLOCK),
         implicit_terminator: Some("scf.yield"), effects: Effects::Recursive, flow: RegionFlow::For,
         loop_bounds: LoopBounds::Operands { lower: "lowerBound", upper: "upperBound", step: "step" },
         assembly: hook(assembly::parse_for, assembly::print_for),
         verify: Some(verify::scf::for_loop), canonical: Some(canonical::scf::for_),
         semantics: Semantics::Kernel(Kernel::For) };
    "scf.forall" "Runs its region for each point of a grid, perhaps all at the same time."
        ({dynamicLowerBound} Index, {dynamicUpperBound} Index, {dynamicStep} Index,
         {outs} Hook) -> ({results} Same("outs"))
        [req("staticLowerBound", AttrForm::I64Array), req("staticUpperBound", AttrForm::I64Array),
         req("staticStep", AttrForm::I64Array), maybe("mapping", AttrForm::Array)]
        { regions: Regions::Exactly(1), segments: Segments::Operands,
         traits: Traits::LOOP.and(Traits::PARALLEL_REGION).and(Traits::AUTOMATIC_ALLOCATION_SCOPE)
          .and(Traits::SINGLE_BLOCK),
         implicit_terminator: Some("scf.forall.in_parallel"), effects: Effects::Recursive,
         flow: RegionFlow::Forall,
         loop_bounds: LoopBounds::Mixed {
             lower: ("dynamicLowerBound", "staticLowerBound"), upper: ("dynamicUpperBound", "staticUpperBound"),
             step: ("dynamicStep", "staticStep") },
         destination: Some("outs"),
         assembly: hook(assembly::parse_forall, assembly::print_forall),
         verify: Some(verify::scf::forall), canonical: Some(canonical::parallel::grid),
         semantics: Semantics::Kernel(Kernel::Forall) };
    "scf.forall.in_parallel" "Ends the region of `scf.forall`: combines what its iterations computed." "R {}"
        { regions: Regions::Exactly(1),
         traits: Traits::TERMINATOR.and(Traits::GRAPH_REGION).and(Traits::SINGLE_BLOCK),
         effects: Effects::Recursive, flow: RegionFlow::Once, verify: Some(verify::scf::in_parallel),
         parents: &["scf.forall"] };
    "scf.if" "Runs one of its regions." (condition I1) -> ({results} Any)
        { regions: Regions::Exactly(2), traits: Traits::SINGLE_BLOCK,
         implicit_terminator: Some("scf.yield"), effects: Effects::Recursive, flow: RegionFlow::Branch,
         assembly: hook(assembly::parse_if, assembly::print_if),
         verify: Some(verify::scf::no_arguments), canonical: Some(canonical::scf::if_),
         semantics: Semantics::Kernel(Kernel::If) };
    "scf.index_switch" "Runs the region of the matching case, or the first region."
        (arg Index) -> ({results} Any) [req("cases", AttrForm::I64Array)]
        { regions: Regions::AtLeast(1), traits: Traits::SINGLE_BLOCK,
         implicit_terminator: Some("scf.yield"), effects: Effects::Recursive, flow: RegionFlow::Branch,
         assembly: hook(assembly::parse_index_switch, assembly::print_index_switch),
         verify: Some(verify::scf::index_switch), canonical: Some(canonical::scf::index_switch),
         semantics: Semantics::Kernel(Kernel::IndexSwitch) };
    "scf.parallel" "Runs its region for each point of a grid, perhaps all at the same time."
        ({lowerBound} Index, {upperBound} Index, {step} Index, {inits} Hook) -> ({results} Same("inits"))
        { regions: Regions::Exactly(1), segments: Segments::Operands,
         traits: Traits::LOOP.and(Traits::PARALLEL_REGION).and(Traits::AUTOMATIC_ALLOCATION_SCOPE)
          .and(Traits::SINGLE_BLOCK),
         implicit_terminator: Some("scf.reduce"), effects: Effects::Recursive, flow: RegionFlow::Parallel,
         loop_bounds: LoopBounds::Operands { lower: "lowerBound", upper: "upperBound", step: "step" },
         assembly: hook(assembly::parse_parallel, assembly::print_parallel),
         verify: Some(verify::scf::parallel), canonical: Some(canonical::parallel::grid),
         semantics: Semantics::Kernel(Kernel::Parallel) };
    // The region flow is left unknown, because buffers hardly ever flow through a reduction.
    "scf.reduce" "Ends the region of `scf.parallel`: reduces each operand with a region." ({operands} Any)
        "( '(' operands^ ':' :operands ')' )? R* {}"
        { regions: Regions::AtLeast(0),
         traits: Traits::TERMINATOR.and(Traits::SINGLE_BLOCK).and(Traits::PRINTED_WHEN_EMPTY),
         effects: Effects::Recursive, flow: RegionFlow::Unknown, verify: Some(verify::scf::reduce),
         parents: &["scf.parallel"] };
    "scf.reduce.return" "Ends a region of `scf.reduce` with the reduced value." (result Any)
        "result {} ':' :result"
        { traits: Traits::TERMINATOR, parents: &["scf.reduce"], effects: Effects::None };
    "scf.while" "Runs its regions alternately while the condition of the first one holds."
        ({inits} Any) -> ({results} Any)
        { regions: Regions::Exactly(2), traits: Traits::LOOP.and(Traits::SINGLE_BLOCK),
         effects: Effects::Recursive, flow: RegionFlow::While,
         assembly: hook(assembly::parse_while, assembly::print_while),
         verify: Some(verify::scf::while_loop), canonical: Some(canonical::scf::while_),
         semantics: Semantics::Kernel(Kernel::While) };
    "scf.yield" "Ends a region with its results." ({results} Any) "{} ( results^ ':' :results )?"
        { traits: Traits::TERMINATOR.and(Traits::RETURN_LIKE),
         parents: &["scf.execute_region", "scf.for", "scf.if", "scf.index_switch", "scf.while"],
         effects: Effects::None };
}
