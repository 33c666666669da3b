//! How control and values flow between the regions of an operation.
//!
//! For an unregistered operation, any region may run any number of times in any order, and any value may become
//! any other: [`has_region_flow`] returns `false` and [`region_edges`] is empty, so a caller must query the
//! former first. A missing edge is unsound.

use std::ops::Range;

use smallvec::SmallVec;

use crate::dialects::{RegionFlow, Traits};
use crate::ir::{Module, OpId, RegionId, ValueId};

/// Either end of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RegionPoint {
    /// The operation itself: its start as the source of an edge, its end as the target.
    Parent,
    /// One of its regions.
    Region(RegionId),
}

/// A control-flow edge, and the values that are passed along it: `sources[i]` becomes `targets[i]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegionEdge {
    /// The source of the edge.
    pub from: RegionPoint,
    /// The target of the edge.
    pub to: RegionPoint,
    /// The operation whose operands are passed: the parent of the regions, or the terminator through which control
    /// leaves `from`.
    pub via: OpId,
    /// Index of `sources[0]` among the operands of `via`; the others follow it.
    pub first: usize,
    /// Operands of `via`.
    pub sources: SmallVec<[ValueId; 4]>,
    /// Arguments of the region's first block, or results of the operation.
    pub targets: SmallVec<[ValueId; 4]>,
}

impl RegionEdge {
    /// An edge that passes some operands of `via`, at most as many as there are targets.
    pub fn new(
        m: &Module,
        (from, to): (RegionPoint, RegionPoint),
        (via, operands): (OpId, Range<usize>),
        targets: &[ValueId],
    ) -> Self {
        let sources = m.operands(via).get(operands.clone()).unwrap_or(&[]);
        // No region passes some results, such as the token of an asynchronous `gpu.launch`.
        let n = sources.len().min(targets.len());
        Self {
            from,
            to,
            via,
            first: operands.start,
            sources: sources[..n].into(),
            targets: targets[..n].into(),
        }
    }
}

/// Whether it is known how control flows between the regions of the operation.
pub fn has_region_flow(m: &Module, op: OpId) -> bool {
    m.def(op)
        .is_some_and(|def| !matches!(def.flow, RegionFlow::Unknown | RegionFlow::None))
}

/// Whether the regions of an operation may be unable to use values from outside: those of isolated operations, and of
/// unknown ones, which may be. Passes must not let such regions use more values of the outside than they do.
pub fn may_be_isolated(m: &Module, op: OpId) -> bool {
    match m.def(op) {
        Some(def) => def.traits.has(Traits::ISOLATED_FROM_ABOVE),
        None => !m.regions(op).is_empty(),
    }
}

/// Whether memrefs are passed into or out of the regions of an operation. Linear in the arguments.
pub fn passes_memrefs(m: &Module, op: OpId) -> bool {
    m.results(op)
        .chain(entry_arguments(m, op))
        .any(|value| m.is_memref(value))
}

/// The arguments of the first block of each region of an operation.
pub fn entry_arguments(m: &Module, op: OpId) -> impl Iterator<Item = ValueId> {
    let regions = m.regions(op).iter();
    regions
        .filter_map(|&region| m.first_block(region))
        .flat_map(|block| m.block_args(block).iter().copied())
}

/// Whether an operation has memrefs among its operands, results or region arguments. Linear in these.
pub fn touches_memrefs(m: &Module, op: OpId) -> bool {
    m.operands(op).iter().any(|&v| m.is_memref(v)) || passes_memrefs(m, op)
}

/// The terminators through which control leaves a region: those without successors.
pub fn region_exits(m: &Module, region: RegionId) -> impl Iterator<Item = OpId> + '_ {
    m.blocks(region)
        .filter_map(|block| m.last_op(block))
        .filter(|&op| m.has_trait(op, Traits::TERMINATOR) && m.successors(op).is_empty())
}

/// Every edge of the operation; empty if [`has_region_flow`] returns `false`.
pub fn region_edges(m: &Module, op: OpId) -> Vec<RegionEdge> {
    let mut edges = Edges {
        m,
        op,
        list: Vec::new(),
    };
    match m.def(op).map_or(RegionFlow::Unknown, |def| def.flow) {
        RegionFlow::Unknown | RegionFlow::None => {}
        RegionFlow::For => edges.loop_with_carried("inits"),
        RegionFlow::Forall => edges.loop_with_carried("outs"),
        RegionFlow::While => edges.while_loop(),
        RegionFlow::Branch => edges.branch(),
        RegionFlow::Once => edges.once(),
        RegionFlow::Parallel => edges.parallel(),
        RegionFlow::Elementwise => edges.elementwise(),
        RegionFlow::Hook(hook) => edges.list = (hook.0)(m, op),
    }
    edges.list
}

/// The operand group with the initial values of loop-carried values; absent if there are none.
pub fn carried_group(m: &Module, op: OpId) -> Option<usize> {
    let def = m.def(op)?;
    match def.flow {
        RegionFlow::For => def.operand_group("inits"),
        RegionFlow::Forall => def.operand_group("outs"),
        RegionFlow::While => Some(0),
        RegionFlow::Unknown
        | RegionFlow::None
        | RegionFlow::Branch
        | RegionFlow::Once
        | RegionFlow::Parallel
        | RegionFlow::Elementwise
        | RegionFlow::Hook(_) => None,
    }
}

struct Edges<'m> {
    m: &'m Module,
    op: OpId,
    list: Vec<RegionEdge>,
}

impl<'m> Edges<'m> {
    fn add(
        &mut self,
        from: RegionPoint,
        to: RegionPoint,
        via: (OpId, Range<usize>),
        targets: &[ValueId],
    ) {
        let edge = RegionEdge::new(self.m, (from, to), via, targets);
        self.list.push(edge);
    }

    /// An edge that passes no values.
    fn add_empty(&mut self, from: RegionPoint, to: RegionPoint) {
        self.add(from, to, (self.op, 0..0), &[]);
    }

    fn results(&self) -> SmallVec<[ValueId; 4]> {
        self.m.results(self.op).collect()
    }

    fn args(&self, region: RegionId) -> &'m [ValueId] {
        self.m
            .first_block(region)
            .map_or(&[], |block| self.m.block_args(block))
    }

    /// The last `n` arguments, which follow the induction variables.
    fn last_args(&self, region: RegionId, n: usize) -> &'m [ValueId] {
        let args = self.args(region);
        &args[args.len().saturating_sub(n)..]
    }

    /// An edge from every exit of a region, with all operands of the exit except for the first `skip`.
    fn add_exits(&mut self, region: RegionId, skip: usize, to: RegionPoint, targets: &[ValueId]) {
        let m = self.m;
        for exit in region_exits(m, region) {
            let sources = skip..m.operands(exit).len();
            self.add(RegionPoint::Region(region), to, (exit, sources), targets);
        }
    }

    /// `scf.for`, `scf.forall`: initial values become arguments and, without iterations, results.
    fn loop_with_carried(&mut self, group: &str) {
        let m = self.m;
        let Some(&body) = m.regions(self.op).first() else {
            return;
        };
        let inside = RegionPoint::Region(body);
        let group = m.def(self.op).and_then(|def| def.operand_group(group));
        let inits = group.map_or(0..0, |group| m.operand_range(self.op, group));
        let args = self.last_args(body, inits.len());
        let results = self.results();
        self.add(RegionPoint::Parent, inside, (self.op, inits.clone()), args);
        let through = (RegionPoint::Parent, RegionPoint::Parent);
        self.add(through.0, through.1, (self.op, inits), &results);
        self.add_exits(body, 0, inside, args);
        self.add_exits(body, 0, RegionPoint::Parent, &results);
    }

    fn while_loop(&mut self) {
        let m = self.m;
        let &[before, after] = m.regions(self.op) else {
            return;
        };
        let (inits, results) = (0..m.operands(self.op).len(), self.results());
        let (before_args, after_args) = (self.args(before), self.args(after));
        let (before_point, after_point) = (RegionPoint::Region(before), RegionPoint::Region(after));
        let inits = (self.op, inits);
        self.add(RegionPoint::Parent, before_point, inits, before_args);
        self.add_exits(before, 1, after_point, after_args);
        self.add_exits(before, 1, RegionPoint::Parent, &results);
        self.add_exits(after, 0, before_point, before_args);
    }

    fn branch(&mut self) {
        let (m, results) = (self.m, self.results());
        for &region in m.regions(self.op) {
            if m.first_block(region).is_none() {
                self.add_empty(RegionPoint::Parent, RegionPoint::Parent);
                continue;
            }
            self.add_empty(RegionPoint::Parent, RegionPoint::Region(region));
            self.add_exits(region, 0, RegionPoint::Parent, &results);
        }
    }

    fn once(&mut self) {
        let (m, results) = (self.m, self.results());
        for &region in m.regions(self.op) {
            self.add_empty(RegionPoint::Parent, RegionPoint::Region(region));
            self.add_exits(region, 0, RegionPoint::Parent, &results);
        }
    }

    /// Iterations in any order. A result combines an initial value and the values that the iterations pass to the
    /// reduction; for buffers, any of them may be the result.
    fn parallel(&mut self) {
        let (m, results) = (self.m, self.results());
        let Some(&body) = m.regions(self.op).first() else {
            return;
        };
        let inside = RegionPoint::Region(body);
        self.add_empty(RegionPoint::Parent, inside);
        self.add_empty(RegionPoint::Parent, RegionPoint::Parent);
        self.add_empty(inside, inside);
        self.add_empty(inside, RegionPoint::Parent);
        let buffers: SmallVec<[ValueId; 4]> = results
            .iter()
            .copied()
            .filter(|&v| m.is_memref(v))
            .collect();
        if buffers.is_empty() {
            return;
        }
        let reductions: Vec<OpId> = region_exits(m, body)
            .flat_map(|exit| m.regions(exit).iter().flat_map(|&r| region_exits(m, r)))
            .collect();
        let sources = std::iter::once((RegionPoint::Parent, self.op))
            .chain(region_exits(m, body).map(|exit| (inside, exit)))
            .chain(reductions.into_iter().map(|exit| (inside, exit)));
        for (from, via) in sources {
            for (index, &source) in m.operands(via).iter().enumerate() {
                if !m.is_memref(source) {
                    continue;
                }
                for &buffer in &buffers {
                    let operand = (via, index..index + 1);
                    self.add(from, RegionPoint::Parent, operand, &[buffer]);
                }
            }
        }
    }

    /// Each region runs once for each element; no buffer flows.
    fn elementwise(&mut self) {
        let m = self.m;
        self.add_empty(RegionPoint::Parent, RegionPoint::Parent);
        for &region in m.regions(self.op) {
            let inside = RegionPoint::Region(region);
            self.add_empty(RegionPoint::Parent, inside);
            self.add_empty(inside, inside);
            self.add_empty(inside, RegionPoint::Parent);
        }
    }
}
