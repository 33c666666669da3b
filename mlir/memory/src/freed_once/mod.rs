//! Proves that every allocation is freed exactly once on every path, and not used afterwards.
//!
//! [`prove`] analyses each function separately, assuming the calling convention: arguments are
//! borrowed and never freed by the callee; each returned buffer is a distinct allocation that the
//! caller must free. A function is proved only if all its callees are, so the proofs hold together,
//! including recursion. Declarations are trusted to follow the convention.
//!
//! The state at a program point is a set of obligations. An obligation is one allocation that must be
//! freed or returned later, with the values that certainly denote it. Loops, branches and block
//! arguments change these names, never the obligation. Where paths join, their obligations must agree.
//! An obligation whose last name goes out of scope is a leak, and a deallocation must name an
//! obligation. Values that only *may* denote an allocation prove nothing, so freeing one fails the
//! proof, as does a conditional deallocation.
//!
//! With these states, a second pass shows that nothing is accessed after it is freed (`uses.rs`).
//!
//! The proof covers paths that terminate and memory allocated as memrefs by operations of the program.
//! Unregistered operations are assumed to free nothing but their operands.
//!
//! Cost: `O(rounds * (operations + edges * obligations * depth))`. Rounds are bounded by the names
//! of an obligation at joins, in practice two. Total work is bounded, see
//! [`ProofFailureKind::TooLarge`].

mod graph;
mod lifetimes;
mod state;
mod uses;

use memplan_support::Sort;
use rustc_hash::{FxHashMap, FxHashSet};

use self::graph::{Edge, End, Graph, Node};
use self::lifetimes::Recorder;
use self::state::{Obligation, State};
use self::uses::MayFree;
use memplan_mlir::analyses::Dominance;
use memplan_mlir::dialects::{EffectKind, Traits};
use memplan_mlir::interfaces::{
    Callee, SymbolIndex, callee, effects, has_body, is_plain_dealloc, is_select_like, is_view_like,
    may_have_effect, may_hold_buffer,
};
use memplan_mlir::{Module, OpId, ValueId};

pub use self::lifetimes::{Lifetimes, Span, SpanEnd, Unfreed};

/// The result of the proof for one function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FreedOnce {
    /// The function.
    pub function: OpId,
    /// Number of allocating operations in it, including calls that return buffers.
    pub n_allocations: usize,
    /// Why the proof fails, in program order; empty when the function is proved.
    pub failures: Vec<ProofFailure>,
}

/// One reason why a function is not proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ProofFailure {
    /// The reason.
    pub kind: ProofFailureKind,
    /// The operation where the proof fails.
    pub op: OpId,
    /// The allocating operation, or the callee.
    pub related: Option<OpId>,
}

/// The reasons why a proof can fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum ProofFailureKind {
    /// An allocation is neither freed nor returned.
    #[error("an allocation is neither freed nor returned on a path to this point")]
    NotFreed,
    /// Paths with and without an obligation join.
    #[error("an allocation is freed on some paths to this point but not on others")]
    FreedOnSomePaths,
    /// The freed value is not known to be an allocation that is still live.
    #[error("cannot prove that this frees a live allocation")]
    UnknownFree,
    /// Whether memory is freed depends on runtime values.
    #[error("whether this frees memory depends on runtime values")]
    ConditionalFree,
    /// Memory may be accessed after this may have freed it.
    #[error("cannot prove that the memory is still live when it is accessed here")]
    UsedAfterFree,
    /// A returned buffer is not known to be a distinct allocation.
    #[error("cannot prove that the returned buffer is a distinct allocation")]
    ReturnsBorrowed,
    /// An operation may free its operands.
    #[error("the effect of this operation on its buffer operands is unknown")]
    UnknownOperation,
    /// Control flow through the regions of an operation is unknown.
    #[error("the control flow through the regions of this operation is unknown")]
    UnknownFlow,
    /// The callee is unknown, or its results may share an allocation.
    #[error("cannot prove that the buffers returned by this call are distinct allocations")]
    UnknownCallee,
    /// The proof of a callee failed.
    #[error("the called function is not proved")]
    CallsUnproved,
    /// The function exceeds the bound on work.
    #[error("the function is too large to analyse all of its paths")]
    TooLarge,
}

impl ProofFailureKind {
    /// The name in reports, in kebab-case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NotFreed => "not-freed",
            Self::FreedOnSomePaths => "freed-on-some-paths",
            Self::UnknownFree => "unknown-free",
            Self::ConditionalFree => "conditional-free",
            Self::UsedAfterFree => "used-after-free",
            Self::ReturnsBorrowed => "returns-borrowed",
            Self::UnknownOperation => "unknown-operation",
            Self::UnknownFlow => "unknown-flow",
            Self::UnknownCallee => "unknown-callee",
            Self::CallsUnproved => "calls-unproved",
            Self::TooLarge => "too-large",
        }
    }
}

/// Maximum number of obligations processed per function.
const MAX_WORK: usize = 20_000_000;

/// Analyses every function with a body in a valid module.
pub fn prove(m: &Module) -> Vec<FreedOnce> {
    let symbols = SymbolIndex::new(m);
    let dominance = Dominance::new(m);
    let inert = inert_ops(m);
    let mut calls: FxHashMap<OpId, Vec<(OpId, OpId)>> = FxHashMap::default();
    let mut all: Vec<FreedOnce> = Vec::new();
    let mut may_free: Option<MayFree> = None;
    for function in m.ops_with_trait(Traits::FUNCTION) {
        if !has_body(m, function) {
            continue;
        }
        let graph = Graph::new(m, function, &inert);
        let mut prover = Prover::new(m, &symbols, &dominance, graph);
        prover.run(function);
        let mut failures = drop_consequences(&prover.failures);
        failures.extend(prover.uses_after_free(function, &mut may_free));
        failures.sort_stable_by_key(|failure| (failure.op, failure.kind as u8, failure.related));
        for &(call, target) in &prover.calls {
            calls.entry(target).or_default().push((call, function));
        }
        all.push(FreedOnce {
            function,
            n_allocations: prover.allocations.len(),
            failures,
        });
    }
    spread(&mut all, &calls);
    all
}

/// Drops leak failures of allocations that are already reported as freed on some paths.
fn drop_consequences(failures: &FxHashSet<ProofFailure>) -> Vec<ProofFailure> {
    let of_kind = |kind| move |failure: &&ProofFailure| failure.kind == kind;
    let on_some = failures
        .iter()
        .filter(of_kind(ProofFailureKind::FreedOnSomePaths));
    let on_some: FxHashSet<Option<OpId>> = on_some.map(|failure| failure.related).collect();
    let is_consequence = |failure: &&ProofFailure| {
        failure.kind == ProofFailureKind::NotFreed && on_some.contains(&failure.related)
    };
    failures
        .iter()
        .filter(|failure| !is_consequence(failure))
        .copied()
        .collect()
}

/// Marks the callers of unproved functions as unproved.
fn spread(all: &mut [FreedOnce], calls: &FxHashMap<OpId, Vec<(OpId, OpId)>>) {
    let index: FxHashMap<OpId, usize> = (0..)
        .zip(all.iter())
        .map(|(i, f)| (f.function, i))
        .collect();
    let mut pending: Vec<usize> = (0..all.len())
        .filter(|&at| !all[at].failures.is_empty())
        .collect();
    while let Some(at) = pending.pop() {
        let callee = all[at].function;
        for &(call, caller) in calls.get(&callee).into_iter().flatten() {
            let Some(&caller) = index.get(&caller) else {
                continue;
            };
            let failure = ProofFailure {
                kind: ProofFailureKind::CallsUnproved,
                op: call,
                related: Some(callee),
            };
            if all[caller].failures.is_empty() {
                pending.push(caller);
            }
            if !all[caller].failures.contains(&failure) {
                all[caller].failures.push(failure);
            }
        }
    }
}

/// The effects on the buffers that are live.
const MOVES: [EffectKind; 2] = [EffectKind::Allocate, EffectKind::Free];

/// Operations that neither allocate nor free, and call nothing, including the operations inside them.
pub(super) fn inert_ops(m: &Module) -> Vec<bool> {
    let order: Vec<OpId> = m.walk(m.root()).collect();
    let mut is_inert = vec![true; m.op_count()];
    // In reverse order, every operation comes after those in its regions.
    for &op in order.iter().rev() {
        // Most operations neither allocate nor free by their table entry, which is cheaper than listing their effects.
        let may_move = MOVES.iter().any(|&kind| may_have_effect(m, op, kind));
        let own = callee(m, op).is_none()
            && (!may_move
                || effects(m, op)
                    .is_some_and(|list| !list.iter().any(|effect| MOVES.contains(&effect.kind))));
        is_inert[op.index()] &= own;
        if let (false, Some(parent)) = (is_inert[op.index()], m.parent(op)) {
            is_inert[parent.index()] = false;
        }
    }
    is_inert
}

/// The proof for one function.
struct Prover<'m> {
    m: &'m Module,
    symbols: &'m SymbolIndex,
    dominance: &'m Dominance,
    graph: Graph<'m>,
    /// Obligations at the start of each node; absent while the node is not known to be reachable.
    states: Vec<Option<State>>,
    failures: FxHashSet<ProofFailure>,
    /// Calls and the functions of this module that they enter.
    calls: Vec<(OpId, OpId)>,
    allocations: FxHashSet<OpId>,
    work: usize,
    /// Set if lifetimes are requested.
    recorder: Option<Recorder>,
}

impl<'m> Prover<'m> {
    fn new(
        m: &'m Module,
        symbols: &'m SymbolIndex,
        dominance: &'m Dominance,
        graph: Graph<'m>,
    ) -> Self {
        Self {
            m,
            symbols,
            dominance,
            graph,
            states: Vec::new(),
            failures: FxHashSet::default(),
            calls: Vec::new(),
            allocations: FxHashSet::default(),
            work: 0,
            recorder: None,
        }
    }

    fn run(&mut self, function: OpId) {
        for &op in &self.graph.unknown_flows {
            self.failures.insert(ProofFailure {
                kind: ProofFailureKind::UnknownFlow,
                op,
                related: None,
            });
        }
        self.states = vec![None; self.graph.nodes.len()];
        self.enter(0, State::default());
        while let Some(node) = self.graph.pending.pop_first() {
            let Some(state) = self.states[node as usize].clone() else {
                continue;
            };
            self.work += 1 + state.len();
            if self.work > MAX_WORK {
                self.failure(ProofFailureKind::TooLarge, function, None);
                // The states are incomplete.
                self.states.clear();
                return;
            }
            self.node(node, state);
        }
    }

    fn failure(&mut self, kind: ProofFailureKind, op: OpId, related: Option<OpId>) {
        self.failures.insert(ProofFailure { kind, op, related });
    }

    /// An obligation that ends without a deallocation.
    fn lose(&mut self, kind: ProofFailureKind, op: OpId, lost: &Obligation) {
        self.failure(kind, op, Some(lost.site));
        if let Some(recorder) = &mut self.recorder {
            recorder.lose(&lost.sites, Unfreed::OnSomePath);
        }
    }

    fn node(&mut self, node: u32, mut state: State) {
        self.through(node as usize, &mut state);
        match self.graph.nodes[node as usize].end {
            End::Return(op) => self.returns(op, state),
            End::Flow(op) | End::Jump(op) => self.leave(node, op, &state),
            End::Nothing(last) => self.end_of_way(&state, last),
        }
    }

    /// Applies the operations of a node, and returns the operation that it ends with.
    fn through(&mut self, node: usize, state: &mut State) -> OpId {
        let Node { first, end, .. } = self.graph.nodes[node];
        let mut last = first;
        for op in self.ops_of(node) {
            last = op;
            if end != End::Flow(op) {
                self.op(op, state);
            }
        }
        last
    }

    /// The operations of a node.
    fn ops_of(&self, node: usize) -> impl Iterator<Item = OpId> + use<'m> {
        let Node { first, end, .. } = self.graph.nodes[node];
        let m = self.m;
        std::iter::successors(Some(first), move |&op| match end {
            End::Flow(flow) if flow == op => None,
            _ => m.next_op(op),
        })
    }

    /// Propagates the state along the edges of a node and renames values.
    fn leave(&mut self, node: u32, op: OpId, state: &State) {
        for index in 0..self.graph.nodes[node as usize].edges.len() {
            let Edge { to, moves } = &self.graph.nodes[node as usize].edges[index];
            self.work += state.len();
            let old = self.states[*to as usize].as_ref();
            // The names in a known state are in scope there.
            if moves.is_empty() && old.is_some_and(|old| old.is_same(state)) {
                continue;
            }
            let (to, first) = (*to, self.graph.nodes[*to as usize].first);
            let is_in_scope = |value| self.dominance.value_dominates(self.m, value, first);
            let (moved, lost) = state.after_edge(moves, is_in_scope);
            for lost in lost {
                self.lose(ProofFailureKind::NotFreed, op, &lost);
            }
            self.enter(to, moved);
        }
    }

    fn enter(&mut self, node: u32, state: State) {
        let slot = &mut self.states[node as usize];
        let Some(old) = slot else {
            *slot = Some(state);
            self.graph.pending.insert(node);
            return;
        };
        let met = old.meet(&state);
        let has_changed =
            met.state != *old || (self.recorder.is_some() && !met.state.has_same_sites(old));
        *old = met.state;
        let first = self.graph.nodes[node as usize].first;
        for lost in met.unmatched {
            self.lose(ProofFailureKind::FreedOnSomePaths, first, &lost);
        }
        if has_changed {
            self.graph.pending.insert(node);
        }
    }

    fn returns(&mut self, op: OpId, mut state: State) {
        for &value in self.m.operands(op) {
            if !self.m.is_memref(value) {
                continue;
            }
            match (state.take(value), &mut self.recorder) {
                (Some(given), Some(recorder)) => {
                    recorder.lose(&given.sites, Unfreed::Returned { by: op });
                }
                (Some(_), None) => {}
                (None, _) => self.failure(
                    ProofFailureKind::ReturnsBorrowed,
                    op,
                    self.m.defining_op(value),
                ),
            }
        }
        self.end_of_way(&state, op);
    }

    fn end_of_way(&mut self, state: &State, op: OpId) {
        for obligation in state.iter() {
            self.lose(ProofFailureKind::NotFreed, op, obligation);
        }
    }

    /// Applies the effect of one operation on the obligations, without its regions.
    fn op(&mut self, op: OpId, state: &mut State) {
        let m = self.m;
        if callee(m, op).is_some() {
            self.call(op, state);
            return;
        }
        if is_plain_dealloc(m, op) {
            let freed = m.operands(op).first().and_then(|&value| state.take(value));
            if let (Some(freed), Some(recorder)) = (&freed, &mut self.recorder) {
                recorder.end(op, &freed.sites);
            }
            if freed.is_none() {
                let source = m.operands(op).first().and_then(|&v| m.defining_op(v));
                self.failure(ProofFailureKind::UnknownFree, op, source);
            }
            return;
        }
        let Some(effects) = effects(m, op) else {
            let gets_buffer =
                |&value: &ValueId| m.is_memref(value) || may_hold_buffer(m, m.value_type(value));
            if m.operands(op).iter().any(gets_buffer) {
                self.failure(ProofFailureKind::UnknownOperation, op, None);
            }
            return;
        };
        for effect in &effects {
            match effect.kind {
                EffectKind::Read | EffectKind::Write | EffectKind::AllocateAutomatic => {}
                EffectKind::Free => self.failure(ProofFailureKind::ConditionalFree, op, None),
                EffectKind::Allocate => match effect.value {
                    Some(value) if m.is_memref(value) && m.defining_op(value) == Some(op) => {
                        self.allocate(op, value, state);
                    }
                    Some(value) if may_hold_buffer(m, m.value_type(value)) => {
                        self.failure(ProofFailureKind::UnknownOperation, op, None);
                    }
                    _ => {}
                },
            }
        }
        // A view with further operands may not start where the allocation does.
        let operands = m.operands(op);
        if let (true, &[source], Some(result)) = (is_view_like(m, op), operands, m.result(op, 0)) {
            state.add_name(source, result);
        } else if is_select_like(m, op) {
            for result in m.results(op) {
                let ty = m.value_type(result);
                let chosen = operands.iter().filter(|&&v| m.value_type(v) == ty);
                let chosen: Vec<ValueId> = chosen.copied().collect();
                if let Some(&source) = chosen.first()
                    && state.are_one(&chosen)
                {
                    state.add_name(source, result);
                }
            }
        }
    }

    fn call(&mut self, op: OpId, state: &mut State) {
        let m = self.m;
        let buffers: Vec<ValueId> = m.results(op).filter(|&v| m.is_memref(v)).collect();
        let target = match callee(m, op) {
            Some(Callee::Symbol { .. }) => self.symbols.resolve_call(m, op),
            Some(Callee::Value(_)) | None => None,
        };
        match target {
            Some(target) if has_body(m, target) => self.calls.push((op, target)),
            // Two results of a declared function may be the same allocation.
            Some(_) if buffers.len() < 2 => {}
            _ => self.failure(ProofFailureKind::UnknownCallee, op, target),
        }
        for buffer in buffers {
            self.allocate(op, buffer, state);
        }
    }

    fn allocate(&mut self, op: OpId, buffer: ValueId, state: &mut State) {
        self.allocations.insert(op);
        if let Some(recorder) = &mut self.recorder {
            recorder.begin(op);
        }
        state.add(Obligation::new(op, buffer));
    }
}

#[cfg(test)]
mod tests;
