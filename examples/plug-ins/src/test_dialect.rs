//! The dialect `test` of MLIR's own test suites: operations with the effects and the control flow that their tests are
//! about.
//!
//! `cargo xtask lit DIR` runs such suites. Operations that are not here are read in generic form, with unknown effects.

use memplan_mlir::dialects::Ty::{Any, Named};
use memplan_mlir::dialects::{
    Dialect, Effect, EffectKind, Effects, FlowHook, RegionFlow, Regions, Traits, Views, on, ops,
};
use memplan_mlir::interfaces::{RegionEdge, RegionPoint, region_exits};
use memplan_mlir::{Module, OpId};

/// The dialect described in the module documentation.
pub static TEST: Dialect = Dialect {
    name: "test",
    ops: &[OPS],
    allows_unknown_ops: true,
    ..Dialect::EMPTY
};

const IN_OUT: &[Effect] = &[
    on(EffectKind::Read, "input"),
    on(EffectKind::Write, "output"),
];

ops! { OPS:
    "test.buffer_based" "Computes a buffer from another." (input Any, output Any)
        "'in' '(' input _ ':' :input ')' 'out' '(' output _ ':' :output ')' {}"
        { effects: Effects::List(IN_OUT) };
    "test.region_buffer_based" "As `test.buffer_based`, with a region." (input Any, output Any)
        "'in' '(' input _ ':' :input ')' 'out' '(' output _ ':' :output ')' R {}"
        { regions: Regions::Exactly(1), traits: Traits::SINGLE_BLOCK, effects: Effects::List(IN_OUT),
         flow: RegionFlow::Unknown };
    "test.region_yield" "Ends a region of `test.region_buffer_based`." (result Any) "result ':' :result {}"
        { traits: Traits::TERMINATOR.and(Traits::RETURN_LIKE), effects: Effects::None };
    "test.tensor_based" "Makes a tensor of another." (input Any) -> (result Any)
        "'in' '(' input _ ':' :input ')' '->' :result {}";
    "test.copy" "Copies a buffer." (source Any, target Any)
        "'(' source ',' target ')' ':' '(' :source ',' :target ')' {}"
        { effects: Effects::List(&[on(EffectKind::Read, "source"), on(EffectKind::Write, "target")]) };
    "test.read_buffer" "Reads a buffer." (buffer Any)
        { effects: Effects::List(&[on(EffectKind::Read, "buffer")]) };
    "test.forward_buffer" "Returns its buffer, or a view of it." (buffer Any) -> (result Any)
        { effects: Effects::None, views: Views::First };
    "test.region_if" "Runs one of two regions, and then the third." ({operands} Any) -> ({results} Any)
        "operands ':' :operands '->' '(' :results ')' 'then' R 'else' R 'join' R {}"
        { regions: Regions::Exactly(3), traits: Traits::SINGLE_BLOCK, effects: Effects::Recursive,
         flow: RegionFlow::Hook(FlowHook(if_then_join)) };
    "test.region_if_yield" "Ends a region of `test.region_if`." ({results} Any) "results ':' :results {}"
        { traits: Traits::TERMINATOR.and(Traits::RETURN_LIKE), effects: Effects::None };
    "test.one_region_with_recursive_memory_effects" "Has the effects of its region." -> (result Any)
        { regions: Regions::Exactly(1), effects: Effects::Recursive, flow: RegionFlow::Unknown };
    "test.isolated_one_region_op" "A region that uses nothing from outside." ({operands} Any)
        { regions: Regions::Exactly(1), traits: Traits::ISOLATED_FROM_ABOVE, flow: RegionFlow::Unknown };
    "test.get_memref" "Some buffer." -> (result Named("memref<?xf32>"));
}

/// The operation → then or else → join → the operation.
fn if_then_join(m: &Module, op: OpId) -> Vec<RegionEdge> {
    let &[then, otherwise, join] = m.regions(op) else {
        return Vec::new();
    };
    let arguments = |region| {
        m.first_block(region)
            .map_or(&[][..], |block| m.block_args(block))
    };
    let results: Vec<_> = m.results(op).collect();
    let mut edges = Vec::new();
    for region in [then, otherwise] {
        let inside = RegionPoint::Region(region);
        let operands = (op, 0..m.operands(op).len());
        edges.push(RegionEdge::new(
            m,
            (RegionPoint::Parent, inside),
            operands,
            arguments(region),
        ));
        for exit in region_exits(m, region) {
            let to_join = (inside, RegionPoint::Region(join));
            let passed = (exit, 0..m.operands(exit).len());
            edges.push(RegionEdge::new(m, to_join, passed, arguments(join)));
        }
    }
    for exit in region_exits(m, join) {
        let out = (RegionPoint::Region(join), RegionPoint::Parent);
        edges.push(RegionEdge::new(
            m,
            out,
            (exit, 0..m.operands(exit).len()),
            &results,
        ));
    }
    edges
}
