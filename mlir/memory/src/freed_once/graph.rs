//! A function as one graph: blocks of all regions, split at operations with regions.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use memplan_mlir::dialects::{RegionFlow, Successors, Traits};
use memplan_mlir::interfaces::{
    LoopDim, RegionEdge, RegionPoint, SuccessorOperands, has_region_flow, loop_dims, region_edges,
    region_exits, successor_operands,
};
use memplan_mlir::{BlockId, Module, OpId, RegionId, TypeKind, ValueId};

/// A sequence of operations that run from the first to the last.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) first: OpId,
    pub(super) end: End,
    pub(super) edges: Vec<Edge>,
}

/// Where a node ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// Before an operation whose regions control enters.
    Flow(OpId),
    /// With a terminator that branches within the function.
    Jump(OpId),
    /// With the return of the function.
    Return(OpId),
    /// With the last operation of a block that has no terminator.
    Nothing(OpId),
}

/// An edge from one node to another, and the buffers and flags that are renamed on it.
#[derive(Clone, Debug)]
pub(super) struct Edge {
    pub(super) to: u32,
    pub(super) moves: SmallVec<[(ValueId, ValueId); 2]>,
    /// The flag that has to have this value.
    pub(super) condition: Option<(ValueId, bool)>,
}

/// The flag that an operation chooses a region or a block by: its first operand.
fn condition(m: &Module, op: OpId) -> Option<ValueId> {
    let &value = m.operands(op).first()?;
    is_flag(m, value).then_some(value)
}

/// Whether a value is an `i1`.
pub(super) fn is_flag(m: &Module, value: ValueId) -> bool {
    matches!(m.value_type_kind(value), TypeKind::Integer { width: 1, .. })
}

/// The nodes of a function; control starts at the first.
#[derive(Debug)]
pub(super) struct Graph<'m> {
    m: &'m Module,
    function: OpId,
    pub(super) nodes: Vec<Node>,
    /// Operations whose control flow is unknown.
    pub(super) unknown_flows: Vec<OpId>,
    /// Nodes to be visited, in program order.
    pub(super) pending: BTreeSet<u32>,
    /// The first node of a block.
    of_block: FxHashMap<BlockId, u32>,
    /// The node after an operation whose regions control enters.
    after: FxHashMap<OpId, u32>,
    flows: FxHashMap<OpId, Vec<RegionEdge>>,
}

impl<'m> Graph<'m> {
    /// The graph of a function with a body. Inert operations that pass no buffers through their regions are not
    /// split.
    pub(super) fn new(m: &'m Module, function: OpId, is_inert: &[bool]) -> Self {
        let mut graph = Self {
            m,
            function,
            nodes: Vec::new(),
            unknown_flows: Vec::new(),
            pending: BTreeSet::new(),
            of_block: FxHashMap::default(),
            after: FxHashMap::default(),
            flows: FxHashMap::default(),
        };
        let mut regions: Vec<RegionId> = m.regions(function).first().copied().into_iter().collect();
        while let Some(region) = regions.pop() {
            for block in m.blocks(region) {
                graph.add_block(block, is_inert, &mut regions);
            }
        }
        for node in 0..graph.nodes.len() {
            graph.nodes[node].edges = match graph.nodes[node].end {
                End::Flow(op) => graph.edges_into(op),
                End::Jump(op) => graph.edges_out_of_block(op),
                End::Return(_) | End::Nothing(_) => Vec::new(),
            };
        }
        graph
    }

    fn add_block(&mut self, block: BlockId, is_inert: &[bool], regions: &mut Vec<RegionId>) {
        let m = self.m;
        let Some(first) = m.first_op(block) else {
            return;
        };
        self.of_block.insert(block, self.nodes.len() as u32);
        let mut start = first;
        for op in m.ops(block) {
            let is_last = m.next_op(op).is_none();
            if self.is_flow(op, is_inert) {
                self.add_node(start, End::Flow(op));
                self.flows.insert(op, taken(m, op));
                regions.extend(m.regions(op));
                if let Some(next) = m.next_op(op) {
                    self.after.insert(op, self.nodes.len() as u32);
                    start = next;
                }
            } else if is_last {
                self.add_node(start, self.end_of_block(op));
            }
        }
    }

    fn add_node(&mut self, first: OpId, end: End) {
        self.nodes.push(Node {
            first,
            end,
            edges: Vec::new(),
        });
    }

    fn end_of_block(&self, last: OpId) -> End {
        let m = self.m;
        if !m.has_trait(last, Traits::TERMINATOR) {
            return End::Nothing(last);
        }
        let is_outermost = m.parent(last) == Some(self.function);
        if is_outermost && m.successors(last).is_empty() {
            End::Return(last)
        } else {
            End::Jump(last)
        }
    }

    fn is_flow(&mut self, op: OpId, is_inert: &[bool]) -> bool {
        let m = self.m;
        let blocks = m.regions(op).iter().filter_map(|&r| m.first_block(r));
        let mut args = blocks.clone().flat_map(|block| m.block_args(block));
        let hands_buffers =
            args.any(|&arg| m.is_memref(arg)) || m.results(op).any(|result| m.is_memref(result));
        let is_plain = is_inert.get(op.index()).copied().unwrap_or(false) && !hands_buffers;
        if blocks.count() == 0 || is_plain {
            return false;
        }
        let is_known = has_region_flow(m, op);
        if !is_known {
            self.unknown_flows.push(op);
        }
        is_known
    }

    fn edges_into(&self, op: OpId) -> Vec<Edge> {
        let edges = self.flows.get(&op).into_iter().flatten();
        edges
            .filter(|edge| edge.from == RegionPoint::Parent)
            .filter_map(|edge| self.edge(op, edge))
            .map(|(edge, to)| Edge {
                condition: self.chosen(op, op, to),
                ..edge
            })
            .collect()
    }

    /// The flag by which control continues from `at`, an operation with regions or a terminator of one, and its value.
    fn chosen(&self, op: OpId, at: OpId, to: RegionPoint) -> Option<(ValueId, bool)> {
        let &[first, second] = self.m.regions(op) else {
            return None;
        };
        let is_taken = match self.m.def(op)?.flow {
            RegionFlow::Branch if at == op => to == RegionPoint::Region(first),
            RegionFlow::While
                if self
                    .m
                    .op_block(at)
                    .and_then(|block| self.m.block_region(block))
                    == Some(first) =>
            {
                to == RegionPoint::Region(second)
            }
            _ => return None,
        };
        Some((condition(self.m, at)?, is_taken))
    }

    /// The edge that corresponds to an edge between regions.
    fn edge(&self, op: OpId, edge: &RegionEdge) -> Option<(Edge, RegionPoint)> {
        let to = match edge.to {
            RegionPoint::Parent => *self.after.get(&op)?,
            RegionPoint::Region(region) => *self.of_block.get(&self.m.first_block(region)?)?,
        };
        let moves = self.moves(&edge.sources, &edge.targets);
        let condition = None;
        Some((
            Edge {
                to,
                moves,
                condition,
            },
            edge.to,
        ))
    }

    fn moves(&self, sources: &[ValueId], targets: &[ValueId]) -> SmallVec<[(ValueId, ValueId); 2]> {
        let pairs = sources.iter().copied().zip(targets.iter().copied());
        pairs
            .filter(|&(_, to)| self.m.is_memref(to) || is_flag(self.m, to))
            .collect()
    }

    /// The successors of a block's terminator: other blocks, or edges out of the region.
    fn edges_out_of_block(&mut self, op: OpId) -> Vec<Edge> {
        let m = self.m;
        if m.successors(op).is_empty() {
            return self.edges_out_of_region(op);
        }
        let mut edges = Vec::new();
        for (index, block) in m.successors(op).iter().enumerate() {
            let Some(&to) = self.of_block.get(block) else {
                continue;
            };
            let moves = match successor_operands(m, op, index) {
                SuccessorOperands::Range(range) => {
                    self.moves(&m.operands(op)[range], m.block_args(*block))
                }
                SuccessorOperands::Unknown => {
                    self.unknown_flows.push(op);
                    SmallVec::new()
                }
            };
            let has_two = m
                .def(op)
                .is_some_and(|def| def.successors == Successors::Exactly(2));
            let flag = condition(m, op).filter(|_| has_two);
            edges.push(Edge {
                to,
                moves,
                condition: flag.map(|flag| (flag, index == 0)),
            });
        }
        edges
    }

    fn edges_out_of_region(&self, exit: OpId) -> Vec<Edge> {
        let m = self.m;
        let Some((region, op)) = m
            .op_block(exit)
            .and_then(|block| m.block_region(block))
            .map(|region| (region, m.region_parent(region)))
        else {
            return Vec::new();
        };
        let exits: Vec<OpId> = region_exits(m, region).collect();
        let number = exits.iter().position(|&other| other == exit).unwrap_or(0);
        let from_here = |edge: &&RegionEdge| edge.from == RegionPoint::Region(region);
        let all: Vec<&RegionEdge> = self
            .flows
            .get(&op)
            .into_iter()
            .flatten()
            .filter(from_here)
            .collect();
        let mut targets: Vec<RegionPoint> = all.iter().map(|edge| edge.to).collect();
        targets.dedup();
        let mut edges = Vec::new();
        for target in targets {
            let to: Vec<&&RegionEdge> = all.iter().filter(|edge| edge.to == target).collect();
            // One edge for each exit, in the order of the exits, unless the numbers of edges and exits differ.
            let mine: &[&&RegionEdge] = match to.get(number) {
                Some(_) if to.len() == exits.len() => &to[number..=number],
                _ => &to,
            };
            let mine = mine.iter().filter_map(|edge| self.edge(op, edge));
            edges.extend(mine.map(|(edge, to)| Edge {
                condition: self.chosen(op, exit, to),
                ..edge
            }));
        }
        edges
    }
}

/// The edges of an operation, without the one past a loop that certainly has an iteration.
fn taken(m: &Module, op: OpId) -> Vec<RegionEdge> {
    let mut edges = region_edges(m, op);
    // Bounds below zero are large numbers to a loop that compares without signs.
    let runs = loop_dims(m, op).is_some_and(|dims| {
        let bounds = |dim: &LoopDim| Some((dim.lower.constant()?, dim.trip_count()?));
        dims.iter()
            .all(|dim| bounds(dim).is_some_and(|(lower, count)| lower >= 0 && count > 0))
    });
    let is_past =
        |edge: &RegionEdge| (edge.from, edge.to) == (RegionPoint::Parent, RegionPoint::Parent);
    edges.retain(|edge| !runs || !is_past(edge));
    edges
}
