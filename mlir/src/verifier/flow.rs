//! Values that flow between an operation, its regions and its results (V10).

use super::{Errors, VerifyErrorKind};
use crate::dialects::{OpDef, RegionFlow, Traits};
use crate::interfaces::{RegionPoint, region_edges, region_exits};
use crate::ir::{Module, OpId, RegionId, TypeId, ValueId};
use crate::text::type_summary;

const PARENT: &str = "the parent operation";
const REGION: &str = "the region";
const RESULTS: &str = "the results";

/// Checks the edges of one operation, whose counts were already checked.
pub(super) fn check<'m>(m: &'m Module, op: OpId, def: &OpDef, errors: &mut Errors<'m>) {
    let mut edges = Edges { m, op, errors };
    match def.flow {
        RegionFlow::Unknown | RegionFlow::None | RegionFlow::Elementwise => {}
        RegionFlow::For => edges.carried("inits", true),
        RegionFlow::Forall => edges.carried("outs", false),
        RegionFlow::While => edges.while_loop(),
        RegionFlow::Branch => edges.branch(),
        RegionFlow::Once => edges.yields_of_all(),
        RegionFlow::Parallel => edges.parallel(),
        RegionFlow::Hook(_) => edges.of_hook(),
    }
}

struct Edges<'a, 'm> {
    m: &'m Module,
    op: OpId,
    errors: &'a mut Errors<'m>,
}

impl<'m> Edges<'_, 'm> {
    /// Compares the values passed along an edge; errors are reported at `at`.
    fn edge(
        &mut self,
        at: OpId,
        from: &'static str,
        to: &'static str,
        sources: &[ValueId],
        targets: impl ExactSizeIterator<Item = TypeId>,
    ) {
        let m = self.m;
        if sources.len() != targets.len() {
            let kind = VerifyErrorKind::FlowCount {
                from,
                to,
                expected: targets.len(),
                found: sources.len(),
            };
            self.errors.add(at, kind);
            return;
        }
        for (index, (&source, expected)) in sources.iter().zip(targets).enumerate() {
            let source_ty = m.value_type(source);
            if source_ty != expected {
                let kind = VerifyErrorKind::FlowType {
                    from,
                    to,
                    index,
                    expected: type_summary(&m.ctx, expected),
                    found: type_summary(&m.ctx, source_ty),
                };
                self.errors.add(at, kind);
            }
        }
    }

    fn args(&self, region: RegionId) -> &'m [ValueId] {
        self.m
            .first_block(region)
            .map_or(&[], |block| self.m.block_args(block))
    }

    fn edge_to_args(
        &mut self,
        at: OpId,
        from: &'static str,
        sources: &[ValueId],
        args: &[ValueId],
    ) {
        let m = self.m;
        let types = args.iter().map(|&arg| m.value_type(arg));
        self.edge(at, from, REGION, sources, types);
    }

    fn edge_to_results(&mut self, at: OpId, from: &'static str, sources: &[ValueId]) {
        let m = self.m;
        let types = m.results(self.op).map(|result| m.value_type(result));
        self.edge(at, from, RESULTS, sources, types);
    }

    /// `scf.for` and similar operations: the last arguments of the body and the results have the types of the initial
    /// values.
    fn carried(&mut self, group: &str, has_yield: bool) {
        let (m, op) = (self.m, self.op);
        let inits = m.operand_group(op, group);
        self.edge_to_results(op, PARENT, inits);
        for &region in m.regions(op) {
            let args = self.args(region);
            let carried = &args[args.len().saturating_sub(inits.len())..];
            self.edge_to_args(op, PARENT, inits, carried);
            if has_yield {
                self.yields(region);
            }
        }
    }

    /// The values that the exits of a region yield have the types of the results.
    fn yields(&mut self, region: RegionId) {
        let m = self.m;
        for exit in region_exits(m, region) {
            if m.has_trait(exit, Traits::RETURN_LIKE) {
                self.edge_to_results(exit, REGION, m.operands(exit));
            }
        }
    }

    fn yields_of_all(&mut self) {
        for &region in self.m.regions(self.op) {
            self.yields(region);
        }
    }

    fn branch(&mut self) {
        let (m, op) = (self.m, self.op);
        for &region in m.regions(op) {
            if m.first_block(region).is_none() {
                self.edge_to_results(op, PARENT, &[]);
            }
        }
        self.yields_of_all();
    }

    fn while_loop(&mut self) {
        let (m, op) = (self.m, self.op);
        let &[before, after] = m.regions(op) else {
            return;
        };
        self.edge_to_args(op, PARENT, m.operands(op), self.args(before));
        let is_condition = |&exit: &OpId| !m.has_trait(exit, Traits::RETURN_LIKE);
        for exit in region_exits(m, before).filter(is_condition) {
            let forwarded = m.operands(exit).get(1..).unwrap_or(&[]);
            self.edge_to_args(exit, REGION, forwarded, self.args(after));
            self.edge_to_results(exit, REGION, forwarded);
        }
        for exit in region_exits(m, after) {
            self.edge_to_args(exit, REGION, m.operands(exit), self.args(before));
        }
    }

    /// The values that an edge passes have the types of its targets.
    fn of_hook(&mut self) {
        for edge in region_edges(self.m, self.op) {
            let targets = edge.targets.iter().map(|&value| self.m.value_type(value));
            let (from, to) = match (edge.from, edge.to) {
                (RegionPoint::Parent, RegionPoint::Region(_)) => (PARENT, REGION),
                (RegionPoint::Parent, RegionPoint::Parent) => (PARENT, RESULTS),
                (RegionPoint::Region(_), RegionPoint::Region(_)) => (REGION, REGION),
                (RegionPoint::Region(_), RegionPoint::Parent) => (REGION, RESULTS),
            };
            self.edge(edge.via, from, to, &edge.sources, targets);
        }
    }

    /// Initial values and reduced values have the types of the results.
    fn parallel(&mut self) {
        let (m, op) = (self.m, self.op);
        if m.def(op)
            .is_some_and(|def| def.operand_group("inits").is_some())
        {
            self.edge_to_results(op, PARENT, m.operand_group(op, "inits"));
        }
        for &region in m.regions(op) {
            for exit in region_exits(m, region) {
                self.edge_to_results(exit, REGION, m.operands(exit));
            }
        }
    }
}
