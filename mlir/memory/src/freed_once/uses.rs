//! Proves that nothing is used after it is freed.
//!
//! Runs over the states that the proof of deallocations has found. An operation may access a buffer that is, or is
//! derived without a choice from, a name of an obligation: this one is live. For other buffers, no deallocation that
//! may free one of their allocations may come before the access on any path. Jobs that run later must not be pending
//! after a deallocation of what they use.
//!
//! Cost: linear in the operations, and for accesses by other names `O(nodes)` for each deallocation of their
//! allocations.

use crate::access::{Access, freed, view};
use memplan_support::Sort;
use rustc_hash::{FxHashMap, FxHashSet};

use super::cases::Place;
use super::graph::End;
use super::state::State;
use super::{ProofFailure, ProofFailureKind, Prover};
use crate::{AllocationAliases, BufferViewFlowAnalysis, Contracts, Pending};
use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::{
    allocates, callee, effects, is_plain_dealloc, is_select_like, may_hold_buffer,
};
use memplan_mlir::{Module, OpId, ValueId};

/// Which allocations of a module the values may denote, and which deallocations may free each.
pub(super) struct MayFree {
    aliases: AllocationAliases,
    /// By allocation: deallocations, in program order.
    deallocs: Vec<Vec<OpId>>,
}

impl MayFree {
    pub(super) fn new(m: &Module) -> Self {
        let results = |op: OpId| m.results(op).filter(|&value| m.is_memref(value));
        let mut allocations = Vec::new();
        for op in m.walk(m.root()) {
            let makes = |value: &ValueId| allocates(m, op, *value) || callee(m, op).is_some();
            allocations.extend(results(op).filter(makes));
        }
        let flow = BufferViewFlowAnalysis::across_calls(m, m.root());
        let aliases = AllocationAliases::new(&flow, &allocations);
        let mut deallocs = vec![Vec::new(); allocations.len()];
        let contracts = Contracts::new(m, m.root());
        for op in m.walk(m.root()) {
            for &buffer in freed(m, op).iter().chain(contracts.freed(op)) {
                for &index in aliases.of(buffer) {
                    deallocs[index as usize].push(op);
                }
            }
        }
        Self { aliases, deallocs }
    }

    /// The deallocations that may free what a value denotes.
    fn frees(&self, value: ValueId) -> Vec<OpId> {
        let allocations = self.aliases.of(value).iter();
        let lists = allocations.map(|&index| &self.deallocs[index as usize]);
        let mut all: Vec<OpId> = lists.flatten().copied().collect();
        all.sort_stable();
        all.dedup();
        all
    }
}

impl Prover<'_> {
    /// The accesses of a function that may come after a deallocation of what they access.
    pub(super) fn uses_after_free(&mut self, may_free: &mut Option<MayFree>) -> Vec<ProofFailure> {
        let m = self.m;
        let frees_nothing = !m
            .walk(self.function)
            .any(|op| !freed(m, op).is_empty() || callee(m, op).is_some());
        if frees_nothing || self.states.is_empty() {
            return Vec::new();
        }
        let mut failures = Vec::new();
        let mut after = After::new(self);
        for node in 0..self.graph.nodes.len() {
            let mut cases = self.states[node].clone();
            if cases.is_empty() {
                continue;
            }
            let end = self.graph.nodes[node].end;
            for op in self.ops_of(node) {
                // The regions of the operation have nodes of their own.
                let is_divided = end == End::Flow(op);
                for (user, value) in accesses(m, op, is_divided) {
                    let is_live = |state: &State| self.is_live(state, value);
                    if cases.iter().all(is_live) {
                        continue;
                    }
                    let may_free = may_free.get_or_insert_with(|| MayFree::new(m));
                    let frees = may_free.frees(value);
                    let mut frees = frees.into_iter();
                    let free = frees.find(|&free| after.is_after(free, node, op));
                    let is_freed = cases.iter().any(|state| self.is_freed(state, value));
                    if free.is_some() || is_freed || !self.own.takes.is_empty() {
                        let kind = ProofFailureKind::UsedAfterFree;
                        failures.push(ProofFailure::doubt(kind, user, free));
                    }
                }
                if !is_divided {
                    self.op_in_cases(op, &mut cases);
                }
            }
        }
        failures.extend(self.pending_uses(may_free));
        failures
    }

    /// Whether an operation itself certainly accesses elements of memory that is freed.
    pub(super) fn uses_freed(&self, state: &State, op: OpId) -> bool {
        let m = self.m;
        let has_elements = |value: ValueId| m.ctx.n_elements(m.value_type(value)) > Some(0);
        let is_known = callee(m, op).is_none() && m.regions(op).is_empty();
        let Some(list) = effects(m, op).filter(|_| is_known) else {
            return false;
        };
        let mut values = m.operands(op).iter().filter(|&&value| m.is_memref(value));
        values.any(|&value| {
            let access = Access::to(&list, value);
            access.meets(Access::READ | Access::WRITE)
                && has_elements(value)
                && self.is_freed(state, value)
        })
    }

    fn is_freed(&self, state: &State, value: ValueId) -> bool {
        self.place(state, value) == Place::Freed
    }

    /// Whether a value certainly denotes live memory: an obligation, memory that the function does not free, or
    /// derived from such values.
    fn is_live(&self, state: &State, value: ValueId) -> bool {
        let m = self.m;
        let mut open = vec![value];
        while let Some(value) = open.pop() {
            match self.place(state, value) {
                Place::Live { .. } | Place::Borrowed { .. } => continue,
                Place::Freed => return false,
                Place::Unknown => {}
            }
            let op = m.defining_op(value).filter(|&op| m.regions(op).is_empty());
            let Some(op) = op else { return false };
            if is_select_like(m, op) {
                let operands = m.operands(op).iter().copied();
                open.extend(operands.filter(|&operand| m.is_memref(operand)));
            } else if let Some((_, source)) = view(m, value) {
                open.push(source);
            } else {
                return false;
            }
        }
        true
    }

    /// Jobs that may still run when something that they use is freed.
    fn pending_uses(&self, may_free: &mut Option<MayFree>) -> Vec<ProofFailure> {
        let m = self.m;
        let pending = Pending::new(m, self.function);
        if pending.is_empty() {
            return Vec::new();
        }
        let may_free = may_free.get_or_insert_with(|| MayFree::new(m));
        let mut failures = Vec::new();
        for job in pending.jobs() {
            let used = pending.uses(job).iter();
            let frees: FxHashSet<OpId> = used.flat_map(|&value| may_free.frees(value)).collect();
            let mut frees: Vec<OpId> = frees.into_iter().collect();
            frees.sort_stable();
            let during = frees
                .into_iter()
                .find(|&free| pending.is_pending_after(free, job));
            failures.extend(during.map(|free| {
                let kind = ProofFailureKind::UsedAfterFree;
                ProofFailure::doubt(kind, pending.op(job), Some(free))
            }));
        }
        failures
    }
}

/// The order of the nodes of a function.
struct After {
    /// By node: those that control may reach from its end.
    reached: FxHashMap<usize, FxHashSet<u32>>,
    edges: Vec<Vec<u32>>,
    /// By operation of a node: the node, and the position in it.
    places: FxHashMap<OpId, (usize, usize)>,
}

impl After {
    fn new(prover: &Prover<'_>) -> Self {
        let nodes = &prover.graph.nodes;
        let targets = nodes
            .iter()
            .map(|node| node.edges.iter().map(|edge| edge.to).collect());
        let mut places = FxHashMap::default();
        for node in 0..nodes.len() {
            let ops = prover.ops_of(node).enumerate();
            places.extend(ops.map(|(at, op)| (op, (node, at))));
        }
        Self {
            reached: FxHashMap::default(),
            edges: targets.collect(),
            places,
        }
    }

    /// Whether an operation of a node may run after another one of the function.
    fn is_after(&mut self, first: OpId, node: usize, op: OpId) -> bool {
        let (Some(&(from, begin)), Some(&(_, at))) =
            (self.places.get(&first), self.places.get(&op))
        else {
            return false;
        };
        if from == node && begin < at {
            return true;
        }
        let edges = &self.edges;
        let reached = self.reached.entry(from).or_insert_with(|| {
            let mut reached: FxHashSet<u32> = FxHashSet::default();
            let mut open = edges[from].clone();
            while let Some(next) = open.pop() {
                if reached.insert(next) {
                    open.extend_from_slice(&edges[next as usize]);
                }
            }
            reached
        });
        reached.contains(&(node as u32))
    }
}

/// The memrefs whose memory an operation may access, each with the operation that does, in its regions too unless nodes
/// of their own have them.
fn accesses(m: &Module, op: OpId, is_divided: bool) -> Vec<(OpId, ValueId)> {
    let mut pairs = Vec::new();
    let depth = if is_divided { 1 } else { usize::MAX };
    for inner in m.walk(op).take(depth) {
        // What a deallocation names is checked as such, and terminators pass buffers on.
        if is_plain_dealloc(m, inner)
            || (m.has_trait(inner, Traits::TERMINATOR) && callee(m, inner).is_none())
        {
            continue;
        }
        let list = effects(m, inner).filter(|_| callee(m, inner).is_none());
        let may_access = |value: ValueId| {
            let access = list.as_ref().map(|list| Access::to(list, value));
            (m.is_memref(value) || may_hold_buffer(m, m.value_type(value)))
                && access.is_none_or(|access| access.meets(Access::READ | Access::WRITE))
        };
        let operands = m.operands(inner).iter().copied();
        pairs.extend(
            operands
                .filter(|&value| may_access(value))
                .map(|value| (inner, value)),
        );
    }
    pairs
}
