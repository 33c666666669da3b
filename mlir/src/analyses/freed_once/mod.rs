//! A proof that every allocation is freed exactly once on every path, where there is one.
//!
//! [`prove`] looks at each function alone, under the rules that functions keep towards each other: an
//! argument is borrowed, so that no function frees it; every buffer that a function returns is an
//! allocation of its own, which its caller has to free. What a function without doubts asks of those
//! it calls is that they are without doubts too, so a proof holds for all of them together, recursion
//! included. Functions that are declared only are trusted to keep the rules.
//!
//! The state at a point of a function is a set of obligations. Each is one allocation that has to be
//! freed or returned from here on, known by the values that certainly denote it: where a buffer goes
//! through loops, branches and blocks, the names change and the obligation stays. Where ways meet,
//! their obligations must be the same; an obligation whose last name ends is a leak, and what is freed
//! must have the name of one. Nothing is assumed of values that *may* denote an allocation, so a free
//! of such a value is a doubt, and so is one that depends on a condition. The proof is about paths that
//! end, and about memory that operations of this program allocate as memrefs; an operation without a
//! definition is taken to free nothing but what it is given.
//!
//! `O(rounds * (operations + edges * obligations * depth))`, with rounds bounded by the names that an
//! obligation has where ways meet: two, nearly always. Work is bounded, see [`DoubtKind::TooLarge`].

mod graph;
mod state;

use rustc_hash::{FxHashMap, FxHashSet};

use self::graph::{End, Graph, Node};
use self::state::{Obligation, State};
use super::Dominance;
use crate::dialects::{EffectKind, Traits};
use crate::interfaces::{
    Callee, SymbolIndex, callee, effects, is_plain_dealloc, is_select_like, is_view_like,
    may_hold_buffer,
};
use crate::ir::{Module, OpId, ValueId};

/// What can be said of one function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FreedOnce {
    /// The function.
    pub function: OpId,
    /// Operations in it that allocate, calls that return buffers among them.
    pub n_allocations: usize,
    /// Why nothing is proved, in the order of the program; empty when it is.
    pub doubts: Vec<Doubt>,
}

/// Something that stands in the way of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Doubt {
    /// What it is.
    pub kind: DoubtKind,
    /// The operation at which it shows.
    pub op: OpId,
    /// The operation that allocates, or the function that is called.
    pub related: Option<OpId>,
}

/// The ways in which there may be no proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum DoubtKind {
    /// An allocation is neither freed nor returned.
    #[error("an allocation is neither freed nor returned on the way to here")]
    NotFreed,
    /// Ways with and without an obligation meet.
    #[error("an allocation is freed on one way to here and not on another")]
    FreedOnSomePaths,
    /// What is freed is not certainly an allocation that is there to be freed.
    #[error("it is not certain that this frees an allocation that is still to be freed")]
    UnknownFree,
    /// Memory is freed depending on values.
    #[error("whether this frees memory depends on values")]
    ConditionalFree,
    /// A buffer is returned that is not certainly a fresh allocation.
    #[error("it is not certain that what is returned is an allocation of its own")]
    ReturnsBorrowed,
    /// An operation may free what it is given.
    #[error("nobody knows what this operation does to the buffers that it is given")]
    UnknownOperation,
    /// Control flows through the regions of an operation in a way that nobody knows.
    #[error("nobody knows how control flows through this operation")]
    UnknownFlow,
    /// It is not known what is called, or whether its results are different allocations.
    #[error("nobody knows whether the buffers that this call returns are different allocations")]
    UnknownCallee,
    /// There is no proof for a function that is called.
    #[error("there is no proof for the function that is called")]
    CallsUnproved,
    /// The function is too large for the bound on work.
    #[error("the function is too large to go through all of its ways")]
    TooLarge,
}

impl DoubtKind {
    /// The name in reports, in kebab-case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NotFreed => "not-freed",
            Self::FreedOnSomePaths => "freed-on-some-paths",
            Self::UnknownFree => "unknown-free",
            Self::ConditionalFree => "conditional-free",
            Self::ReturnsBorrowed => "returns-borrowed",
            Self::UnknownOperation => "unknown-operation",
            Self::UnknownFlow => "unknown-flow",
            Self::UnknownCallee => "unknown-callee",
            Self::CallsUnproved => "calls-unproved",
            Self::TooLarge => "too-large",
        }
    }
}

/// Obligations looked at for one function at most.
const MAX_WORK: usize = 20_000_000;

/// Looks at every function of a valid module that has a body.
pub fn prove(m: &Module) -> Vec<FreedOnce> {
    let symbols = SymbolIndex::new(m);
    let dominance = Dominance::new(m);
    let inert = inert_ops(m);
    let mut calls: FxHashMap<OpId, Vec<(OpId, OpId)>> = FxHashMap::default();
    let mut all: Vec<FreedOnce> = Vec::new();
    for function in m.ops_with_trait(Traits::FUNCTION) {
        let body = m.regions(function).first().copied();
        if body.and_then(|body| m.first_block(body)).is_none() {
            continue;
        }
        let mut prover = Prover {
            m,
            symbols: &symbols,
            dominance: &dominance,
            graph: Graph::new(m, function, &inert),
            states: Vec::new(),
            doubts: FxHashSet::default(),
            calls: Vec::new(),
            allocations: FxHashSet::default(),
            work: 0,
        };
        prover.run(function);
        let mut doubts = without_echoes(&prover.doubts);
        doubts.sort_unstable_by_key(|doubt| (doubt.op, doubt.kind, doubt.related));
        for &(call, target) in &prover.calls {
            calls.entry(target).or_default().push((call, function));
        }
        all.push(FreedOnce {
            function,
            n_allocations: prover.allocations.len(),
            doubts,
        });
    }
    spread(&mut all, &calls);
    all
}

/// The doubts but for leaks of what was freed on some ways: those are the others.
fn without_echoes(doubts: &FxHashSet<Doubt>) -> Vec<Doubt> {
    let of_kind = |kind| move |doubt: &&Doubt| doubt.kind == kind;
    let on_some = doubts.iter().filter(of_kind(DoubtKind::FreedOnSomePaths));
    let on_some: FxHashSet<Option<OpId>> = on_some.map(|doubt| doubt.related).collect();
    let is_echo =
        |doubt: &&Doubt| doubt.kind == DoubtKind::NotFreed && on_some.contains(&doubt.related);
    doubts
        .iter()
        .filter(|doubt| !is_echo(doubt))
        .copied()
        .collect()
}

/// Functions that call one without a proof have none either.
fn spread(all: &mut [FreedOnce], calls: &FxHashMap<OpId, Vec<(OpId, OpId)>>) {
    let index: FxHashMap<OpId, usize> = (0..)
        .zip(all.iter())
        .map(|(i, f)| (f.function, i))
        .collect();
    let mut pending: Vec<usize> = (0..all.len())
        .filter(|&at| !all[at].doubts.is_empty())
        .collect();
    while let Some(at) = pending.pop() {
        let callee = all[at].function;
        for &(call, caller) in calls.get(&callee).into_iter().flatten() {
            let Some(&caller) = index.get(&caller) else {
                continue;
            };
            let doubt = Doubt {
                kind: DoubtKind::CallsUnproved,
                op: call,
                related: Some(callee),
            };
            if all[caller].doubts.is_empty() {
                pending.push(caller);
            }
            if !all[caller].doubts.contains(&doubt) {
                all[caller].doubts.push(doubt);
            }
        }
    }
}

/// Operations that, with everything in them, neither allocate nor free, and call nothing.
fn inert_ops(m: &Module) -> Vec<bool> {
    let order: Vec<OpId> = m.walk(m.root()).collect();
    let mut is_inert = vec![true; m.op_count()];
    // Backwards, every operation comes after those in its regions.
    for &op in order.iter().rev() {
        let moves = |kind| matches!(kind, EffectKind::Allocate | EffectKind::Free);
        let own = callee(m, op).is_none()
            && effects(m, op).is_some_and(|list| !list.iter().any(|effect| moves(effect.kind)));
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
    /// What is to be freed where each node begins; absent when no way there is known yet.
    states: Vec<Option<State>>,
    doubts: FxHashSet<Doubt>,
    /// Calls and the functions of this module that they enter.
    calls: Vec<(OpId, OpId)>,
    allocations: FxHashSet<OpId>,
    work: usize,
}

impl Prover<'_> {
    fn run(&mut self, function: OpId) {
        for &op in &self.graph.unknown_flows {
            self.doubts.insert(Doubt {
                kind: DoubtKind::UnknownFlow,
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
                self.doubt(DoubtKind::TooLarge, function, None);
                return;
            }
            self.node(node, state);
        }
    }

    fn doubt(&mut self, kind: DoubtKind, op: OpId, related: Option<OpId>) {
        self.doubts.insert(Doubt { kind, op, related });
    }

    fn node(&mut self, node: u32, mut state: State) {
        let Node { first, end, .. } = self.graph.nodes[node as usize];
        let mut next = Some(first);
        while let Some(op) = next {
            match end {
                End::Flow(flow) if flow == op => break,
                _ => self.op(op, &mut state),
            }
            next = self.m.next_op(op);
        }
        match end {
            End::Return(op) => self.returns(op, state),
            End::Flow(op) | End::Jump(op) => self.leave(node, op, &state),
            End::Nothing(last) => self.end_of_way(&state, last),
        }
    }

    /// Control goes on along the edges of a node, and values become others on the way.
    fn leave(&mut self, node: u32, op: OpId, state: &State) {
        for index in 0..self.graph.nodes[node as usize].edges.len() {
            let edge = &self.graph.nodes[node as usize].edges[index];
            let (to, mut moved) = (edge.to, state.renamed(&edge.moves));
            self.work += state.len();
            let (first, dominance, m) =
                (self.graph.nodes[to as usize].first, self.dominance, self.m);
            let is_in_scope = |value| dominance.value_dominates(m, value, first);
            for lost in moved.retain_names(is_in_scope) {
                self.doubt(DoubtKind::NotFreed, op, Some(lost.site));
            }
            self.enter(to, moved);
        }
    }

    fn enter(&mut self, node: u32, state: State) {
        let slot = &mut self.states[node as usize];
        let Some(known) = slot else {
            *slot = Some(state);
            self.graph.pending.insert(node);
            return;
        };
        let met = known.meet(&state);
        let has_changed = met.state != *known;
        *known = met.state;
        let first = self.graph.nodes[node as usize].first;
        for site in met.unmatched {
            self.doubt(DoubtKind::FreedOnSomePaths, first, Some(site));
        }
        if has_changed {
            self.graph.pending.insert(node);
        }
    }

    fn returns(&mut self, op: OpId, mut state: State) {
        for &value in self.m.operands(op) {
            if self.m.is_memref(value) && state.take(value).is_none() {
                self.doubt(DoubtKind::ReturnsBorrowed, op, self.m.defining_op(value));
            }
        }
        self.end_of_way(&state, op);
    }

    fn end_of_way(&mut self, state: &State, op: OpId) {
        for obligation in state.iter() {
            self.doubt(DoubtKind::NotFreed, op, Some(obligation.site));
        }
    }

    /// What one operation does to the obligations, those in its regions not counted.
    fn op(&mut self, op: OpId, state: &mut State) {
        let m = self.m;
        if callee(m, op).is_some() {
            self.call(op, state);
            return;
        }
        let Some(effects) = effects(m, op) else {
            let gets_buffer =
                |&value: &ValueId| m.is_memref(value) || may_hold_buffer(m, m.value_type(value));
            if m.operands(op).iter().any(gets_buffer) {
                self.doubt(DoubtKind::UnknownOperation, op, None);
            }
            return;
        };
        if is_plain_dealloc(m, op) {
            let freed = m.operands(op).first().and_then(|&value| state.take(value));
            if freed.is_none() {
                let source = m.operands(op).first().and_then(|&v| m.defining_op(v));
                self.doubt(DoubtKind::UnknownFree, op, source);
            }
            return;
        }
        for effect in &effects {
            match effect.kind {
                EffectKind::Read | EffectKind::Write | EffectKind::AllocateAutomatic => {}
                EffectKind::Free => self.doubt(DoubtKind::ConditionalFree, op, None),
                EffectKind::Allocate => match effect.value {
                    Some(value) if m.is_memref(value) && m.defining_op(value) == Some(op) => {
                        self.allocations.insert(op);
                        state.add(Obligation::new(op, value));
                    }
                    Some(value) if may_hold_buffer(m, m.value_type(value)) => {
                        self.doubt(DoubtKind::UnknownOperation, op, None);
                    }
                    _ => {}
                },
            }
        }
        // A view with more operands may begin elsewhere than the allocation does.
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
        let body = target.and_then(|target| m.regions(target).first().copied());
        let has_body = body.and_then(|body| m.first_block(body)).is_some();
        match target {
            Some(target) if has_body => self.calls.push((op, target)),
            // Two results may share one allocation as far as the rules go.
            Some(_) if buffers.len() < 2 => {}
            _ => self.doubt(DoubtKind::UnknownCallee, op, target),
        }
        for buffer in buffers {
            self.allocations.insert(op);
            state.add(Obligation::new(op, buffer));
        }
    }
}

#[cfg(test)]
mod tests;
