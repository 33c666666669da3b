//! A dialect from outside: `custom.region_if` and `custom.br` of "Buffer Deallocation - Internals".

use memplan_mlir::dialects::{
    Assembly, Dialect, Dialects, Effects, FlowHook, OpDef, RegionFlow, Regions, Successors, Traits,
    Ty, many,
};
use memplan_mlir::interfaces::{RegionEdge, RegionPoint, region_exits};
use memplan_mlir::{Module, OpId, ValueId};

static OPS: &[OpDef] = &[
    OpDef {
        name: "custom.br",
        summary: "Goes to another block.",
        operands: &[many("args", Ty::Any)],
        successors: Successors::Exactly(1),
        assembly: Assembly::Format("S(args) {}"),
        traits: Traits::TERMINATOR,
        effects: Effects::None,
        branch: &["args"],
        ..OpDef::EMPTY
    },
    OpDef {
        name: "custom.region_if",
        summary: "Runs the first or the second region, and then the third one.",
        operands: &[many("args", Ty::Any)],
        results: &[many("results", Ty::Any)],
        regions: Regions::Exactly(3),
        assembly: Assembly::Format(
            "args ':' :args '->' '(' :results ')' 'then' R 'else' R 'join' R {}",
        ),
        effects: Effects::Recursive,
        flow: RegionFlow::Hook(FlowHook(region_if)),
        ..OpDef::EMPTY
    },
    OpDef {
        name: "custom.region_if_yield",
        summary: "Ends a region of `custom.region_if`.",
        operands: &[many("args", Ty::Any)],
        assembly: Assembly::Format("args ':' :args {}"),
        traits: Traits::TERMINATOR.and(Traits::RETURN_LIKE),
        parents: &["custom.region_if"],
        effects: Effects::None,
        ..OpDef::EMPTY
    },
];

/// Either of two regions, then the third one.
fn region_if(m: &Module, op: OpId) -> Vec<RegionEdge> {
    let &[then, otherwise, join] = m.regions(op) else {
        return Vec::new();
    };
    let args = |region| m.first_block(region).map_or(&[][..], |b| m.block_args(b));
    let results: Vec<ValueId> = m.results(op).collect();
    let mut edges = Vec::new();
    let mut exits = |from, to, targets: &[ValueId]| {
        for exit in region_exits(m, from) {
            let operands = (exit, 0..m.operands(exit).len());
            let ends = (RegionPoint::Region(from), to);
            edges.push(RegionEdge::new(m, ends, operands, targets));
        }
    };
    for region in [then, otherwise] {
        exits(region, RegionPoint::Region(join), args(join));
    }
    exits(join, RegionPoint::Parent, &results);
    for region in [then, otherwise] {
        let operands = (op, 0..m.operands(op).len());
        let ends = (RegionPoint::Parent, RegionPoint::Region(region));
        edges.push(RegionEdge::new(m, ends, operands, args(region)));
    }
    edges
}

static CUSTOM: Dialect = Dialect {
    name: "custom",
    ops: &[OPS],
    ..Dialect::EMPTY
};

/// All dialects of memplan, and this one.
pub(crate) fn dialects() -> Dialects {
    memplan_dialects_extra::dialects().with(&[&CUSTOM]).unwrap()
}
