//! The `scf` dialect: structured control flow.

use super::registry::Dialect;
use super::verify;
use super::{
    Arg, Assembly, AttrForm, Effects, LoopBounds, OpDef, RegionFlow, Regions, Segments, Traits, Ty,
    many, maybe, one, req,
};

/// The dialect.
pub(super) static DIALECT: Dialect = Dialect {
    name: "scf",
    ops: &[OPS],
    classes: &[super::classes::control::SCF],
    ..Dialect::EMPTY
};

/// A terminator that passes its operands to the parent operation.
const fn yields(
    name: &'static str,
    summary: &'static str,
    operands: &'static [Arg],
    format: &'static str,
    parents: &'static [&'static str],
) -> OpDef {
    OpDef {
        name,
        summary,
        operands,
        assembly: Assembly::Format(format),
        traits: Traits::TERMINATOR,
        parents,
        effects: Effects::None,
        ..OpDef::EMPTY
    }
}
use crate::rewrite::canonical;
use crate::semantics::Kernel;

pub(super) const OPS: &[OpDef] = &[
    yields(
        "scf.condition",
        "Ends the first region of `scf.while`: enters the second region, or exits the loop.",
        &[one("condition", Ty::I1), many("args", Ty::Any)],
        "'(' condition ')' {} ( args^ ':' :args )?",
        &["scf.while"],
    ),
    OpDef {
        name: "scf.execute_region",
        summary: "Runs its region, which may have many blocks, once.",
        results: &[many("results", Ty::Any)],
        attrs: &[maybe("no_inline", AttrForm::Unit)],
        regions: Regions::Exactly(1),
        effects: Effects::Recursive,
        flow: RegionFlow::Once,
        assembly: Assembly::Hook {
            parse: super::assembly::scf::parse_execute_region,
            print: super::assembly::scf::print_execute_region,
        },
        verify: Some(verify::scf::execute_region),
        ..OpDef::EMPTY
    }
    .simplified(canonical::scf::execute_region)
    .kernel(Kernel::ExecuteRegion),
    OpDef {
        name: "scf.for",
        summary: "Runs its region for each value of an interval, with values carried along.",
        operands: &[
            one("lowerBound", Ty::Any),
            one("upperBound", Ty::Same("lowerBound")),
            one("step", Ty::Same("lowerBound")),
            many("inits", Ty::Hook),
        ],
        results: &[many("results", Ty::Same("inits"))],
        attrs: &[maybe("unsignedCmp", AttrForm::Unit)],
        regions: Regions::Exactly(1),
        traits: Traits::LOOP
            .and(Traits::AUTOMATIC_ALLOCATION_SCOPE)
            .and(Traits::SINGLE_BLOCK),
        implicit_terminator: Some("scf.yield"),
        effects: Effects::Recursive,
        flow: RegionFlow::For,
        loop_bounds: LoopBounds::Operands {
            lower: "lowerBound",
            upper: "upperBound",
            step: "step",
        },
        assembly: Assembly::Hook {
            parse: super::assembly::scf::parse_for,
            print: super::assembly::scf::print_for,
        },
        verify: Some(verify::scf::for_loop),
        ..OpDef::EMPTY
    }
    .simplified(canonical::scf::for_)
    .kernel(Kernel::For),
    OpDef {
        name: "scf.forall",
        summary: "Runs its region for each point of a grid, perhaps all at the same time.",
        operands: &[
            many("dynamicLowerBound", Ty::Index),
            many("dynamicUpperBound", Ty::Index),
            many("dynamicStep", Ty::Index),
            many("outs", Ty::Hook),
        ],
        results: &[many("results", Ty::Same("outs"))],
        attrs: &[
            req("staticLowerBound", AttrForm::I64Array),
            req("staticUpperBound", AttrForm::I64Array),
            req("staticStep", AttrForm::I64Array),
            maybe("mapping", AttrForm::Array),
        ],
        regions: Regions::Exactly(1),
        segments: Segments::Operands,
        traits: Traits::LOOP
            .and(Traits::PARALLEL_REGION)
            .and(Traits::AUTOMATIC_ALLOCATION_SCOPE)
            .and(Traits::SINGLE_BLOCK),
        implicit_terminator: Some("scf.forall.in_parallel"),
        effects: Effects::Recursive,
        flow: RegionFlow::Forall,
        loop_bounds: LoopBounds::Mixed {
            lower: ("dynamicLowerBound", "staticLowerBound"),
            upper: ("dynamicUpperBound", "staticUpperBound"),
            step: ("dynamicStep", "staticStep"),
        },
        destination: Some("outs"),
        assembly: Assembly::Hook {
            parse: super::assembly::scf::parse_forall,
            print: super::assembly::scf::print_forall,
        },
        verify: Some(verify::scf::forall),
        ..OpDef::EMPTY
    }
    .simplified(canonical::scf::grid)
    .kernel(Kernel::Forall),
    OpDef {
        regions: Regions::Exactly(1),
        traits: Traits::TERMINATOR
            .and(Traits::GRAPH_REGION)
            .and(Traits::SINGLE_BLOCK),
        effects: Effects::Recursive,
        flow: RegionFlow::Once,
        verify: Some(verify::scf::in_parallel),
        ..yields(
            "scf.forall.in_parallel",
            "Ends the region of `scf.forall`: combines what its iterations computed.",
            &[],
            "R {}",
            &["scf.forall"],
        )
    },
    OpDef {
        name: "scf.if",
        summary: "Runs one of its regions.",
        operands: &[one("condition", Ty::I1)],
        results: &[many("results", Ty::Any)],
        regions: Regions::Exactly(2),
        traits: Traits::SINGLE_BLOCK,
        implicit_terminator: Some("scf.yield"),
        effects: Effects::Recursive,
        flow: RegionFlow::Branch,
        assembly: Assembly::Hook {
            parse: super::assembly::scf::parse_if,
            print: super::assembly::scf::print_if,
        },
        verify: Some(verify::scf::no_arguments),
        ..OpDef::EMPTY
    }
    .simplified(canonical::scf::if_)
    .kernel(Kernel::If),
    OpDef {
        name: "scf.index_switch",
        summary: "Runs the region of the matching case, or the first region.",
        operands: &[one("arg", Ty::Index)],
        results: &[many("results", Ty::Any)],
        attrs: &[req("cases", AttrForm::I64Array)],
        regions: Regions::AtLeast(1),
        traits: Traits::SINGLE_BLOCK,
        implicit_terminator: Some("scf.yield"),
        effects: Effects::Recursive,
        flow: RegionFlow::Branch,
        assembly: Assembly::Hook {
            parse: super::assembly::scf::parse_index_switch,
            print: super::assembly::scf::print_index_switch,
        },
        verify: Some(verify::scf::index_switch),
        ..OpDef::EMPTY
    }
    .simplified(canonical::scf::index_switch)
    .kernel(Kernel::IndexSwitch),
    OpDef {
        name: "scf.parallel",
        summary: "Runs its region for each point of a grid, perhaps all at the same time.",
        operands: &[
            many("lowerBound", Ty::Index),
            many("upperBound", Ty::Index),
            many("step", Ty::Index),
            many("inits", Ty::Hook),
        ],
        results: &[many("results", Ty::Same("inits"))],
        regions: Regions::Exactly(1),
        segments: Segments::Operands,
        traits: Traits::LOOP
            .and(Traits::PARALLEL_REGION)
            .and(Traits::AUTOMATIC_ALLOCATION_SCOPE)
            .and(Traits::SINGLE_BLOCK),
        implicit_terminator: Some("scf.reduce"),
        effects: Effects::Recursive,
        flow: RegionFlow::Parallel,
        loop_bounds: LoopBounds::Operands {
            lower: "lowerBound",
            upper: "upperBound",
            step: "step",
        },
        assembly: Assembly::Hook {
            parse: super::assembly::scf::parse_parallel,
            print: super::assembly::scf::print_parallel,
        },
        verify: Some(verify::scf::parallel),
        ..OpDef::EMPTY
    }
    .simplified(canonical::scf::grid)
    .kernel(Kernel::Parallel),
    // The region flow is left unknown, because buffers hardly ever flow through a reduction.
    OpDef {
        regions: Regions::AtLeast(0),
        traits: Traits::TERMINATOR
            .and(Traits::SINGLE_BLOCK)
            .and(Traits::PRINTED_WHEN_EMPTY),
        effects: Effects::Recursive,
        flow: RegionFlow::Unknown,
        verify: Some(verify::scf::reduce),
        ..yields(
            "scf.reduce",
            "Ends the region of `scf.parallel`: reduces each operand with a region.",
            &[many("operands", Ty::Any)],
            "( '(' operands^ ':' :operands ')' )? R* {}",
            &["scf.parallel"],
        )
    },
    yields(
        "scf.reduce.return",
        "Ends a region of `scf.reduce` with the reduced value.",
        &[one("result", Ty::Any)],
        "result {} ':' :result",
        &["scf.reduce"],
    ),
    OpDef {
        name: "scf.while",
        summary: "Runs its regions alternately while the condition of the first one holds.",
        operands: &[many("inits", Ty::Any)],
        results: &[many("results", Ty::Any)],
        regions: Regions::Exactly(2),
        traits: Traits::LOOP.and(Traits::SINGLE_BLOCK),
        effects: Effects::Recursive,
        flow: RegionFlow::While,
        assembly: Assembly::Hook {
            parse: super::assembly::scf::parse_while,
            print: super::assembly::scf::print_while,
        },
        verify: Some(verify::scf::while_loop),
        ..OpDef::EMPTY
    }
    .simplified(canonical::scf::while_)
    .kernel(Kernel::While),
    OpDef {
        traits: Traits::TERMINATOR.and(Traits::RETURN_LIKE),
        ..yields(
            "scf.yield",
            "Ends a region with its results.",
            &[many("results", Ty::Any)],
            "{} ( results^ ':' :results )?",
            &[
                "scf.execute_region",
                "scf.for",
                "scf.if",
                "scf.index_switch",
                "scf.while",
            ],
        )
    },
];
