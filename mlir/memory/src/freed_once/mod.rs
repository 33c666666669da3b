//! Proves that every allocation is freed exactly once on every path, and not used afterwards.
//!
//! [`prove`] analyses each function separately, assuming the calling convention: arguments are
//! borrowed and never freed by the callee; each returned buffer is an allocation that the caller must free,
//! once if it is returned several times, which only functions do that the module does not call. Functions
//! that the module calls may return an argument instead, and private ones may free arguments: their callers
//! are analysed with that, in rounds until nothing new is found. A function is proved only if all its callees
//! are, so the proofs hold together, including recursion. Declarations are trusted to follow the convention.
//!
//! The state at a program point is a set of *cases*, the ways in which control may arrive there. Each is a set of
//! obligations, and facts. An obligation is one allocation that must be freed or returned later, with the values that
//! certainly denote it. Loops, branches and block arguments change these names, never the obligation. Facts are the
//! values of flags, and buffers that are borrowed or freed. Where a flag or a `select` decides what a buffer is or
//! whether it is freed, the case is divided (`cases.rs`). Cases with the same obligations are one, with the facts that
//! both have; too many cases are reduced to what they have in common, and then their obligations must agree.
//! An obligation whose last name goes out of scope is a leak, and a deallocation must name an
//! obligation.
//!
//! A failure that every run has that returns is a certain fault (`faults.rs`): all cases have it, at a node on every
//! path.
//!
//! With these states, a second pass shows that nothing is accessed after it is freed (`uses.rs`).
//!
//! The proof covers paths that terminate and memory allocated as memrefs by operations of the program.
//! Unregistered operations are assumed to free nothing but their operands.
//!
//! Cost: `O(rounds * cases * (operations + edges * obligations * depth))`. Rounds are bounded by the names
//! of an obligation at joins, in practice two, and cases by 16. Total work is bounded, see
//! [`ProofFailureKind::TooLarge`].

mod cases;
mod faults;
mod graph;
mod kinds;
mod lifetimes;
mod state;
mod uses;

use memplan_support::Sort;
use rustc_hash::{FxHashMap, FxHashSet};

use self::cases::Place;
use self::graph::{Edge, End, Graph, Node};
use self::lifetimes::Recorder;
use self::state::{Obligation, State};
use self::uses::MayFree;
use memplan_mlir::analyses::Dominance;
use memplan_mlir::dialects::{EffectKind, Traits};
use memplan_mlir::interfaces::{
    Callee, SymbolIndex, address_taken, arguments, callee, effects, first_argument,
    function_argument, has_body, is_plain_dealloc, is_private, is_select_like, is_view_like,
    may_have_effect, may_hold_buffer,
};
use memplan_mlir::rewrite::Dealloc;
use memplan_mlir::{Module, OpId, ValueId};

use crate::call_graph::callees_first;
use crate::contracts::{returns_arguments, takes_arguments};

pub use self::kinds::ProofFailureKind;
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
    /// Whether every run of the function that returns has this fault, which is then no lack of a proof.
    pub is_certain: bool,
}

/// The fault, or what is not proved.
impl std::fmt::Display for ProofFailure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let fault = match self.kind {
            ProofFailureKind::NotFreed => "an allocation is neither freed nor returned",
            ProofFailureKind::UnknownFree => "this frees memory that is freed already",
            ProofFailureKind::UsedAfterFree => "this accesses memory that is freed",
            _ => "this is wrong",
        };
        if self.is_certain {
            write!(f, "every run that returns has this fault: {fault}")
        } else {
            write!(f, "no proof: {}", self.kind)
        }
    }
}

impl ProofFailure {
    fn doubt(kind: ProofFailureKind, op: OpId, related: Option<OpId>) -> Self {
        Self {
            kind,
            op,
            related,
            is_certain: false,
        }
    }
}

/// Maximum number of obligations processed per function.
const MAX_WORK: usize = 20_000_000;

/// Maximum number of cases at a node; more are reduced to what they have in common.
const MAX_CASES: usize = 16;

/// How often functions are analysed again because what their calls do became known. Recursion through more functions is
/// not proved.
const MAX_ROUNDS: usize = 16;

/// Analyses every function with a body in a valid module.
pub fn prove_freed_once(m: &Module) -> Vec<FreedOnce> {
    let symbols = SymbolIndex::new(m);
    let dominance = Dominance::new(m);
    let inert = inert_ops(m);
    let callers = callers_by_function(m, &symbols);
    let mut summaries: FxHashMap<OpId, Summary> = FxHashMap::default();
    let mut may_free: Option<MayFree> = None;
    for _ in 0..MAX_ROUNDS {
        let mut calls: FxHashMap<OpId, Vec<(OpId, OpId)>> = FxHashMap::default();
        let mut all: Vec<FreedOnce> = Vec::new();
        let mut has_changed = false;
        for function in callees_first(m, &symbols) {
            let graph = Graph::new(m, function, &inert);
            let mut prover = Prover::new(m, function, &symbols, &dominance, graph);
            prover.callers = callers.get(&function).copied().unwrap_or_default();
            prover.own = summaries.get(&function).cloned().unwrap_or_default();
            prover.summaries = std::mem::take(&mut summaries);
            prover.run();
            let mut failures = drop_consequences(&prover);
            failures.extend(prover.uses_after_free(&mut may_free));
            prover.find_faults(&mut failures);
            failures
                .sort_stable_by_key(|failure| (failure.op, failure.kind as u8, failure.related));
            failures.dedup();
            for &(call, target) in &prover.calls {
                calls.entry(target).or_default().push((call, function));
            }
            all.push(FreedOnce {
                function,
                n_allocations: prover.allocations.len(),
                failures,
            });
            summaries = std::mem::take(&mut prover.summaries);
            let before = summaries.get(&function).cloned().unwrap_or_default();
            if before != prover.own {
                has_changed = true;
                summaries.insert(function, prover.own);
            }
        }
        if !has_changed {
            let order = m.ops_with_trait(Traits::FUNCTION).into_iter().zip(0..);
            let order: FxHashMap<OpId, usize> = order.collect();
            all.sort_stable_by_key(|proof| order.get(&proof.function).copied());
            spread(&mut all, &calls);
            return all;
        }
    }
    let functions = callees_first(m, &symbols).into_iter();
    let unknown = functions.map(|function| FreedOnce {
        function,
        n_allocations: 0,
        failures: vec![ProofFailure::doubt(
            ProofFailureKind::TooLarge,
            function,
            None,
        )],
    });
    unknown.collect()
}

/// Who calls each function with a body.
fn callers_by_function(m: &Module, symbols: &SymbolIndex) -> FxHashMap<OpId, Callers> {
    let mut callers: FxHashMap<OpId, Callers> = FxHashMap::default();
    for op in m.walk(m.root()).filter(|&op| callee(m, op).is_some()) {
        if let Some(target) = symbols.resolve_call(m, op) {
            let is_closed = is_private(m, target);
            callers.insert(
                target,
                if is_closed {
                    Callers::All
                } else {
                    Callers::Some
                },
            );
        }
    }
    for taken in address_taken(m, m.root(), symbols) {
        callers.remove(&taken);
    }
    callers
}

/// The failures of a function. A leak of an allocation that some paths free is one at the join of these paths.
fn drop_consequences(prover: &Prover<'_>) -> Vec<ProofFailure> {
    let of_kind = |kind| move |failure: &&ProofFailure| failure.kind == kind;
    let failures = &prover.failures;
    let leaks = failures.iter().filter(of_kind(ProofFailureKind::NotFreed));
    let joins = leaks.filter_map(|leak| {
        let site = leak.related?;
        let joins = prover.splits.iter().filter(|join| join.1 == site);
        let first = joins.map(|join| join.0).min()?;
        let kind = ProofFailureKind::FreedOnSomePaths;
        Some(ProofFailure::doubt(kind, first, Some(site)))
    });
    let mut on_some: Vec<ProofFailure> = joins.collect();
    let merged = failures
        .iter()
        .filter(of_kind(ProofFailureKind::FreedOnSomePaths));
    on_some.extend(merged);
    let sites: FxHashSet<Option<OpId>> = on_some.iter().map(|failure| failure.related).collect();
    let is_consequence = |failure: &&ProofFailure| {
        failure.kind == ProofFailureKind::NotFreed && sites.contains(&failure.related)
    };
    let others = failures.iter().filter(|failure| !is_consequence(failure));
    on_some.extend(others);
    on_some
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
            let kind = ProofFailureKind::CallsUnproved;
            let failure = ProofFailure::doubt(kind, call, Some(callee));
            if all[caller].failures.is_empty() {
                pending.push(caller);
            }
            // What the call does is not known.
            for own in &mut all[caller].failures {
                own.is_certain = false;
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

/// What a call does to the buffers that it passes, besides what the convention says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Summary {
    /// The arguments that the function frees, or returns as allocations.
    takes: Vec<usize>,
    /// By result: the argument that it is.
    returns: FxHashMap<usize, usize>,
}

/// The proof for one function.
struct Prover<'m> {
    m: &'m Module,
    function: OpId,
    symbols: &'m SymbolIndex,
    dominance: &'m Dominance,
    graph: Graph<'m>,
    /// How control may arrive at the start of each node; none while the node is not known to be reachable.
    states: Vec<Vec<State>>,
    /// The nodes at which cases are no longer distinguished.
    merged: FxHashSet<u32>,
    /// The joins of paths with and without an allocation, by the operation that makes it.
    splits: FxHashSet<(OpId, OpId)>,
    failures: FxHashSet<ProofFailure>,
    /// Calls and the functions of this module that they enter.
    calls: Vec<(OpId, OpId)>,
    allocations: FxHashSet<OpId>,
    work: usize,
    /// Set if lifetimes are requested: then cases are not distinguished.
    recorder: Option<Recorder>,
    summaries: FxHashMap<OpId, Summary>,
    /// What callers may rely on.
    own: Summary,
    /// Whether every caller is in the module, so that the function may take arguments; and whether some are.
    callers: Callers,
    /// Whether the operation at hand certainly uses or frees memory that is freed.
    is_fault: bool,
}

/// Who calls a function.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Callers {
    /// Callers outside of the module, by the convention.
    #[default]
    Outside,
    /// Direct calls of the module, and perhaps others.
    Some,
    /// Direct calls of the module alone.
    All,
}

impl<'m> Prover<'m> {
    fn new(
        m: &'m Module,
        function: OpId,
        symbols: &'m SymbolIndex,
        dominance: &'m Dominance,
        graph: Graph<'m>,
    ) -> Self {
        Self {
            m,
            function,
            symbols,
            dominance,
            graph,
            states: Vec::new(),
            merged: FxHashSet::default(),
            splits: FxHashSet::default(),
            failures: FxHashSet::default(),
            calls: Vec::new(),
            allocations: FxHashSet::default(),
            work: 0,
            recorder: None,
            summaries: FxHashMap::default(),
            own: Summary::default(),
            callers: Callers::Outside,
            is_fault: false,
        }
    }

    fn run(&mut self) {
        for &op in &self.graph.unknown_flows {
            self.failures
                .insert(ProofFailure::doubt(ProofFailureKind::UnknownFlow, op, None));
        }
        self.states = vec![Vec::new(); self.graph.nodes.len()];
        let mut state = State::default();
        for &number in &self.own.takes {
            if let Some(&argument) = arguments(self.m, self.function).get(number) {
                state.add(Obligation::new(self.function, argument));
            }
        }
        self.enter(0, state);
        while let Some(node) = self.graph.pending.pop_first() {
            let cases = self.states[node as usize].clone();
            self.work += 1 + cases.iter().map(State::len).sum::<usize>();
            if self.work > MAX_WORK {
                self.failure(ProofFailureKind::TooLarge, self.function, None);
                // The states are incomplete.
                self.states.clear();
                return;
            }
            self.node(node, cases);
        }
    }

    /// Whether cases are distinguished.
    fn is_precise(&self) -> bool {
        self.recorder.is_none()
    }

    fn failure(&mut self, kind: ProofFailureKind, op: OpId, related: Option<OpId>) {
        self.failures.insert(ProofFailure::doubt(kind, op, related));
    }

    /// An obligation that ends without a deallocation.
    fn lose(&mut self, kind: ProofFailureKind, op: OpId, lost: &Obligation) {
        self.failure(kind, op, Some(lost.site));
        if let Some(recorder) = &mut self.recorder {
            recorder.lose(&lost.sites, Unfreed::OnSomePath);
        }
    }

    fn node(&mut self, node: u32, mut cases: Vec<State>) {
        self.through(node as usize, &mut cases);
        for state in cases {
            match self.graph.nodes[node as usize].end {
                End::Return(op) => self.returns(op, state),
                End::Flow(op) | End::Jump(op) => self.leave(node, op, state),
                End::Nothing(last) => self.end_of_way(&state, last),
            }
        }
    }

    /// Applies the operations of a node, and returns the operation that it ends with.
    fn through(&mut self, node: usize, cases: &mut Vec<State>) -> OpId {
        let Node { first, end, .. } = self.graph.nodes[node];
        let mut last = first;
        for op in self.ops_of(node) {
            last = op;
            if end != End::Flow(op) {
                self.op_in_cases(op, cases);
            }
        }
        last
    }

    /// Applies an operation to each case; it may divide some.
    fn op_in_cases(&mut self, op: OpId, cases: &mut Vec<State>) {
        let mut more = Vec::new();
        for state in cases.iter_mut() {
            self.op(op, state, &mut more);
        }
        cases.append(&mut more);
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

    /// Propagates a case along the edges of a node and renames values.
    fn leave(&mut self, node: u32, op: OpId, state: State) {
        for index in 0..self.graph.nodes[node as usize].edges.len() {
            let Edge {
                to,
                moves,
                condition,
            } = self.graph.nodes[node as usize].edges[index].clone();
            let mut cases = vec![state.clone()];
            if self.is_precise() {
                if let Some((flag, is_set)) = condition {
                    self.divide_compared(&mut cases, flag);
                    cases.retain_mut(|state| self.assume(state, flag, is_set));
                }
                for &(source, _) in &moves {
                    self.divide(&mut cases, source);
                }
            }
            for state in cases {
                self.go_on(op, to, &moves, &state);
            }
        }
    }

    fn go_on(&mut self, op: OpId, to: u32, moves: &[(ValueId, ValueId)], state: &State) {
        self.work += state.len();
        let olds = &self.states[to as usize];
        // The names in a known state are in scope there.
        if moves.is_empty() && olds.iter().any(|old| old.is_same(state)) {
            return;
        }
        let first = self.graph.nodes[to as usize].first;
        let is_in_scope = |value| self.dominance.value_dominates(self.m, value, first);
        let (moved, lost) = state.after_edge(&self.moves(moves, state), is_in_scope);
        for lost in lost {
            self.lose(ProofFailureKind::NotFreed, op, &lost);
        }
        self.enter(to, moved);
    }

    fn enter(&mut self, node: u32, state: State) {
        let first = self.graph.nodes[node as usize].first;
        let is_precise = self.is_precise();
        let cases = &mut self.states[node as usize];
        let same = cases
            .iter_mut()
            .find(|old| old.has_same_obligations(&state));
        if let Some(old) = same {
            let before = old.clone();
            old.join(&state);
            if *old != before || (!is_precise && !old.has_same_sites(&before)) {
                self.graph.pending.insert(node);
            }
            return;
        }
        for (a, b) in cases.iter().flat_map(|old| [(old, &state), (&state, old)]) {
            let only = a
                .iter()
                .filter(|obligation| !obligation.sites.iter().any(|&site| b.has_site(site)));
            self.splits
                .extend(only.map(|obligation| (first, obligation.site)));
        }
        let most = if is_precise && !self.merged.contains(&node) {
            MAX_CASES
        } else {
            1
        };
        if cases.len() < most {
            cases.push(state);
            self.graph.pending.insert(node);
            return;
        }
        self.merged.insert(node);
        let before = std::mem::take(cases);
        let mut common = state;
        let mut unmatched = Vec::new();
        for old in &before {
            let met = old.meet(&common);
            common = met.state;
            unmatched.extend(met.unmatched);
        }
        let is_known = matches!(&before[..], [old] if *old == common && (is_precise || old.has_same_sites(&common)));
        self.states[node as usize].push(common);
        for lost in unmatched {
            self.lose(ProofFailureKind::FreedOnSomePaths, first, &lost);
        }
        if !is_known {
            self.graph.pending.insert(node);
        }
    }

    fn returns(&mut self, op: OpId, state: State) {
        let mut cases = vec![state];
        let results: Vec<ValueId> = self.m.operands(op).to_vec();
        if self.is_precise() {
            results
                .iter()
                .for_each(|&value| self.divide(&mut cases, value));
        }
        for mut state in cases {
            let given = state.clone();
            for (number, &value) in results.iter().enumerate() {
                if self.m.is_memref(value) {
                    self.returns_one(op, number, value, &mut state, &given);
                }
            }
            self.end_of_way(&state, op);
        }
    }

    fn returns_one(
        &mut self,
        op: OpId,
        number: usize,
        value: ValueId,
        state: &mut State,
        given: &State,
    ) {
        let place = self.place(given, value);
        let whole = match place {
            Place::Live {
                first,
                is_start: true,
            } => Some(first),
            _ => None,
        };
        let owned = whole.and_then(|first| state.take(first));
        // Callers outside compare results before they free them; those of the module are analysed as if all were
        // distinct.
        let is_again = owned.is_none()
            && whole.is_some_and(|first| {
                let others = &self.m.operands(op)[..number];
                others.iter().any(|&other| {
                    matches!(self.place(given, other), Place::Live { first: other, is_start: true } if other == first)
                })
            });
        if is_again && self.callers == Callers::Outside {
            return;
        }
        match (owned, &mut self.recorder) {
            (Some(given), Some(recorder)) => {
                recorder.lose(&given.sites, Unfreed::Returned { by: op });
                return;
            }
            (Some(_), None) if !self.own.returns.contains_key(&number) => return,
            _ => {}
        }
        if let Place::Borrowed {
            root,
            is_start: true,
        } = place
            && let Some((_, argument)) = function_argument(self.m, root)
            && self.callers != Callers::Outside
        {
            let argument_before = self.own.returns.entry(number).or_insert(argument);
            if *argument_before == argument {
                return;
            }
        }
        let source = self.m.defining_op(value);
        self.failure(ProofFailureKind::ReturnsBorrowed, op, source);
    }

    fn end_of_way(&mut self, state: &State, op: OpId) {
        for obligation in state.iter() {
            self.lose(ProofFailureKind::NotFreed, op, obligation);
        }
    }

    /// Applies the effect of one operation on the obligations, without its regions. Adds the cases that it divides the
    /// state into.
    fn op(&mut self, op: OpId, state: &mut State, more: &mut Vec<State>) {
        let m = self.m;
        if callee(m, op).is_some() {
            self.call(op, state, more);
            return;
        }
        if is_plain_dealloc(m, op) {
            if let Some(&value) = m.operands(op).first() {
                self.free(op, value, state, more);
            }
            return;
        }
        if self.is_precise()
            && let Some(dealloc) = Dealloc::of(m, op)
        {
            self.free_owned(op, &dealloc, state, more);
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
            match (effect.kind, effect.value) {
                (EffectKind::Read | EffectKind::Write | EffectKind::AllocateAutomatic, _) => {}
                (EffectKind::Free, Some(value)) if self.is_precise() => {
                    self.free(op, value, state, more);
                }
                (EffectKind::Free, _) => self.failure(ProofFailureKind::ConditionalFree, op, None),
                (EffectKind::Allocate, Some(value))
                    if m.is_memref(value) && m.defining_op(value) == Some(op) =>
                {
                    more.iter_mut()
                        .for_each(|state| self.allocate(op, value, state));
                    self.allocate(op, value, state);
                }
                (EffectKind::Allocate, Some(value)) if may_hold_buffer(m, m.value_type(value)) => {
                    self.failure(ProofFailureKind::UnknownOperation, op, None);
                }
                (EffectKind::Allocate, _) => {}
            }
        }
        self.name_results(op, state);
    }

    /// Results that are other names of operands.
    fn name_results(&self, op: OpId, state: &mut State) {
        let m = self.m;
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

    fn call(&mut self, op: OpId, state: &mut State, more: &mut Vec<State>) {
        let m = self.m;
        let buffers: Vec<ValueId> = m.results(op).filter(|&v| m.is_memref(v)).collect();
        let target = match callee(m, op) {
            Some(Callee::Symbol { .. }) => self.symbols.resolve_call(m, op),
            Some(Callee::Value(_)) | None => None,
        };
        match target {
            Some(target) if has_body(m, target) => self.calls.push((op, target)),
            // Two results of a declared function may be the same allocation.
            Some(target) if buffers.len() < 2 && !returns_arguments(m, target) => {
                if takes_arguments(m, target) {
                    self.failure(ProofFailureKind::TakenByCallee, op, Some(target));
                }
            }
            _ => self.failure(ProofFailureKind::UnknownCallee, op, target),
        }
        let summary = target.and_then(|target| self.summaries.get(&target).cloned());
        let summary = summary.unwrap_or_default();
        let first = target
            .and_then(|target| first_argument(m, op, target))
            .unwrap_or(0);
        let operand = |number: usize| m.operands(op).get(first + number).copied();
        for &number in &summary.takes {
            if let Some(value) = operand(number) {
                if self.is_passed_twice(op, first + number, state) {
                    self.failure(ProofFailureKind::UnknownFree, op, m.defining_op(value));
                }
                self.free(op, value, state, more);
            }
        }
        for (number, buffer) in m
            .results(op)
            .enumerate()
            .filter(|(_, result)| m.is_memref(*result))
        {
            match summary
                .returns
                .get(&number)
                .map(|&argument| operand(argument))
            {
                Some(Some(source)) => {
                    let cases = more.iter_mut().chain([&mut *state]);
                    cases.for_each(|state| self.rename(state, source, buffer));
                }
                _ => {
                    more.iter_mut()
                        .for_each(|state| self.allocate(op, buffer, state));
                    self.allocate(op, buffer, state);
                }
            }
        }
    }

    /// Whether a call may pass an allocation that it frees as another operand, too.
    fn is_passed_twice(&self, call: OpId, at: usize, state: &State) -> bool {
        let operands = self.m.operands(call);
        let place = self.place(state, operands[at]);
        let mut others = operands
            .iter()
            .enumerate()
            .filter(|&(number, _)| number != at);
        others.any(|(_, &other)| {
            self.m.is_memref(other)
                && match (place, self.place(state, other)) {
                    (Place::Live { first, .. }, Place::Live { first: other, .. }) => first == other,
                    (_, place) => place == Place::Unknown,
                }
        })
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
