//! Decides whether two values point into the same allocation.
//!
//! Views are looked through. The remaining values are traced to their definitions, two at a time. A
//! query compares the values that both names have at one program point where both are in scope. One of
//! them was defined first, which decides many cases:
//!
//! - An allocation is new: no earlier value can point into it.
//! - A block argument, a region result or a select equals one of its sources. The pair is distinct if
//!   it is distinct on every incoming edge. If both names come from the same edge, their sources are
//!   compared; otherwise, the source and the older name. A pair that recurs is assumed distinct. This
//!   coinduction is sound, since the assumption is checked on every incoming edge. It decides loops
//!   that swap two buffers.
//!
//! The same traversal, with the opposite answer at its leaves, proves that two values *are* in the
//! same allocation.
//!
//! Construction is linear in the number of operands. A query visits each pair that it reaches once and
//! returns "unknown" after `MAX_PAIRS` pairs. Proved pairs are cached.

use crate::access::viewed;
use memplan_support::Sort;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use memplan_mlir::analyses::Dominance;
use memplan_mlir::dialects::{EffectKind, Traits};
use memplan_mlir::interfaces::{
    SuccessorOperands, arena_arguments, callee, effects, has_region_flow, is_manually_freed,
    is_select_like, is_view_like, may_hold_buffer, region_edges, successor_operands,
};
use memplan_mlir::{AttrId, AttrKind, BlockId, Module, OpId, StrId, ValueId};

/// Maximum number of pairs that one query visits.
const MAX_PAIRS: usize = 2048;

/// The source of the buffer of a value, looking through views.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// A heap allocation, made by the operation that defines the name.
    Heap,
    /// Memory that is freed at the end of the enclosing scope.
    Stack,
    /// The result of a call, which is new to the caller by the convention of function boundaries.
    Call,
    /// A global, or a value that represents no memory.
    Static,
    /// An argument of a function.
    Argument,
    /// One of several: a block argument, a result of regions, a select.
    Merge,
    /// Unknown: the value may point into any allocation.
    Opaque,
}

/// The origins of all buffers below one operation. Stale once the IR changes. Values created later are unknown,
/// except for views of known values in [`Origins::same`].
#[derive(Clone, Debug)]
pub struct Origins {
    /// By value: the time of its definition, relative to values that it can be compared with.
    moment: Vec<u32>,
    /// By value: the value that it is a view of, or itself.
    base: Vec<ValueId>,
    origin: Vec<Origin>,
    /// By value: the edges that lead to it, with its position among their targets.
    into: FxHashMap<ValueId, SmallVec<[(u32, u32); 2]>>,
    edges: Vec<Edge>,
    proved: FxHashMap<(ValueId, ValueId, Claim), bool>,
    symbols: FxHashMap<ValueId, AttrId>,
    /// Calls whose results are pairwise different buffers.
    distinct_calls: FxHashSet<OpId>,
    /// Heap allocations that the program frees itself, and arenas that are arguments.
    manual: FxHashSet<ValueId>,
    only_owned: bool,
}

#[derive(Clone, Debug)]
struct Edge {
    targets: SmallVec<[ValueId; 2]>,
    sources: SmallVec<[ValueId; 2]>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Claim {
    Distinct,
    Same,
}

/// The result of one step of a proof for a pair.
enum Step {
    Holds,
    Fails,
    /// The claim holds if it holds for these pairs.
    If(SmallVec<[(ValueId, ValueId); 4]>),
}

impl Origins {
    /// Visits every operation below `root` once; assumes that results of calls are new.
    pub fn new(m: &Module, root: OpId) -> Self {
        let n_values = m.value_count();
        let mut origins = Self {
            moment: vec![0; n_values],
            base: (0..n_values)
                .map(|index| ValueId::from_index(index as u32))
                .collect(),
            origin: vec![Origin::Opaque; n_values],
            into: FxHashMap::default(),
            edges: Vec::new(),
            proved: FxHashMap::default(),
            symbols: FxHashMap::default(),
            distinct_calls: FxHashSet::default(),
            manual: FxHashSet::default(),
            only_owned: false,
        };
        let order = dominance_order(m, root);
        let mut moment = 0;
        for &event in &order {
            moment += 1;
            match event {
                Event::Block(block) => {
                    for &arg in m.block_args(block) {
                        origins.moment[arg.index()] = moment;
                    }
                }
                // After the regions, so that the bases of yielded values are known.
                Event::Leave(op) => {
                    for result in m.results(op) {
                        origins.moment[result.index()] = moment;
                    }
                    origins.add_op(m, op);
                }
            }
        }
        // Branches may go backwards, so their sources are complete only now.
        for &event in &order {
            if let Event::Leave(op) = event {
                origins.add_flow(m, op);
            }
        }
        origins.finish();
        origins
    }

    /// The value that `v` is a view of, `v` itself when it is none. Constant for known values.
    pub fn base(&self, m: &Module, v: ValueId) -> ValueId {
        let mut v = v;
        // New values are few and their chains of views are short. The bound keeps the walk finite even for a malformed
        // module.
        for _ in 0..1000 {
            match self.base.get(v.index()) {
                Some(&base) => return base,
                None => match viewed(m, v) {
                    Some(source) => v = source,
                    None => return v,
                },
            }
        }
        v
    }

    /// Declares that a result of a call is not new: it may be an operand, or anything else. Must precede the first
    /// query about the calling function.
    pub fn set_unknown_result(&mut self, result: ValueId) {
        if let Some(origin) = self.origin.get_mut(result.index()) {
            *origin = Origin::Opaque;
        }
    }

    /// Declares that no two results of a call are one buffer; otherwise they may be. Must precede the first query
    /// about the calling function.
    pub fn set_distinct_results(&mut self, call: OpId) {
        self.distinct_calls.insert(call);
    }

    /// Whether no two results of a call are one buffer.
    pub fn has_distinct_results(&self, call: OpId) -> bool {
        self.distinct_calls.contains(&call)
    }

    /// Restricts all queries to memory that an ownership flag can represent. After this call, [`same`](Self::same)
    /// reports two values as distinct unless they may be one allocation that some function has to free. Stack memory,
    /// globals, and allocations that the program frees itself do not count. Must precede the first query.
    pub fn only_owned(&mut self) {
        self.only_owned = true;
    }

    /// Whether a value is certainly in memory that no ownership flag represents: on the stack, in a global, in an
    /// argument that is an arena, or in an allocation marked `bufferization.manual_deallocation`.
    pub fn is_unowned(&self, m: &Module, v: ValueId) -> bool {
        self.is_unowned_base(self.base(m, v))
    }

    fn is_unowned_base(&self, base: ValueId) -> bool {
        matches!(self.origin_of(base), Origin::Stack | Origin::Static)
            || self.manual.contains(&base)
    }

    /// The origin of a value, looking through views.
    pub fn origin(&self, m: &Module, v: ValueId) -> Origin {
        let base = self.base(m, v);
        self.origin
            .get(base.index())
            .copied()
            .unwrap_or(Origin::Opaque)
    }

    /// The possible values of a merge, one for each incoming edge; empty for everything else.
    pub fn sources(&self, v: ValueId) -> impl Iterator<Item = ValueId> + '_ {
        self.into
            .get(&v)
            .into_iter()
            .flatten()
            .map(|&(edge, at)| self.edges[edge as usize].sources[at as usize])
    }

    /// Whether two values that are visible at one point refer to the same allocation there; absent if that is
    /// unknown.
    pub fn same(&mut self, m: &Module, a: ValueId, b: ValueId) -> Option<bool> {
        let (a, b) = (self.base(m, a), self.base(m, b));
        if a == b {
            return Some(true);
        }
        if self.prove(m, Claim::Distinct, a, b) {
            Some(false)
        } else if self.prove(m, Claim::Same, a, b) {
            Some(true)
        } else {
            None
        }
    }

    /// Whether `v` certainly refers to the same allocation as one of `others` on every path. All must be visible at
    /// one point.
    pub fn is_one_of(&self, m: &Module, v: ValueId, others: &[ValueId]) -> bool {
        let mut start: SmallVec<[ValueId; 4]> =
            others.iter().map(|&other| self.base(m, other)).collect();
        start.sort_stable();
        start.dedup();
        let first = (self.base(m, v), start);
        let mut seen = FxHashSet::default();
        seen.insert(first.clone());
        let mut open = vec![first];
        while let Some((v, others)) = open.pop() {
            if others.contains(&v) {
                continue;
            }
            let edges = self.into.get(&v).map_or(&[][..], |edges| edges);
            if self.origin_of(v) != Origin::Merge || edges.is_empty() || seen.len() > MAX_PAIRS {
                return false;
            }
            for &(edge, at) in edges {
                let source = self.base_of(self.edges[edge as usize].sources[at as usize]);
                let mut there: SmallVec<[ValueId; 4]> = others
                    .iter()
                    .filter_map(|&other| self.before_edge(other, v, edge))
                    .collect();
                there.sort_stable();
                there.dedup();
                let next = (source, there);
                if seen.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
        true
    }

    fn origin_of(&self, base: ValueId) -> Origin {
        self.origin
            .get(base.index())
            .copied()
            .unwrap_or(Origin::Opaque)
    }

    fn base_of(&self, v: ValueId) -> ValueId {
        self.base.get(v.index()).copied().unwrap_or(v)
    }

    fn moment_of(&self, v: ValueId) -> u32 {
        match self.origin_of(v) {
            // These values exist before the function starts.
            Origin::Static | Origin::Argument => 0,
            _ => self.moment.get(v.index()).copied().unwrap_or(u32::MAX),
        }
    }

    /// The value of `other` at the start of `edge`, which leads to `v`; absent if it is defined later.
    fn before_edge(&self, other: ValueId, v: ValueId, edge: u32) -> Option<ValueId> {
        let edge = &self.edges[edge as usize];
        if let Some(at) = edge.targets.iter().position(|&target| target == other) {
            return Some(self.base_of(edge.sources[at]));
        }
        (self.moment_of(other) < self.moment_of(v)).then_some(other)
    }

    /// Proves a claim for a pair and all pairs that it depends on. `O(pairs reached)`.
    fn prove(&mut self, m: &Module, claim: Claim, a: ValueId, b: ValueId) -> bool {
        let start = (a.min(b), a.max(b));
        if let Some(&cached) = self.proved.get(&(start.0, start.1, claim)) {
            return cached;
        }
        let mut seen: FxHashSet<(ValueId, ValueId)> = FxHashSet::default();
        seen.insert(start);
        let mut open = vec![start];
        let mut holds = true;
        while let Some((a, b)) = open.pop() {
            match self.proved.get(&(a, b, claim)) {
                Some(true) => continue,
                Some(false) => {
                    holds = false;
                    break;
                }
                None => {}
            }
            let needed = match self.step(m, claim, a, b) {
                Step::Holds => continue,
                Step::If(needed) if seen.len() <= MAX_PAIRS => needed,
                Step::If(_) | Step::Fails => {
                    self.proved.insert((a, b, claim), false);
                    holds = false;
                    break;
                }
            };
            for (a, b) in needed {
                let pair = (a.min(b), a.max(b));
                if seen.insert(pair) {
                    open.push(pair);
                }
            }
        }
        if holds {
            let mut pairs: Vec<_> = seen.into_iter().collect();
            pairs.sort_stable();
            self.proved
                .extend(pairs.into_iter().map(|(a, b)| ((a, b, claim), true)));
        } else {
            self.proved.insert((start.0, start.1, claim), false);
        }
        holds
    }

    fn step(&self, m: &Module, claim: Claim, a: ValueId, b: ValueId) -> Step {
        if self.only_owned
            && claim == Claim::Distinct
            && (self.is_unowned_base(a) || self.is_unowned_base(b))
        {
            return Step::Holds;
        }
        if a == b {
            return match claim {
                Claim::Same => Step::Holds,
                Claim::Distinct => Step::Fails,
            };
        }
        let (old, new) = if self.moment_of(a) <= self.moment_of(b) {
            (a, b)
        } else {
            (b, a)
        };
        let is_at_once = self.moment_of(old) == self.moment_of(new);
        match (self.origin_of(new), self.origin_of(old)) {
            (Origin::Merge, _) => self.expand(new, old),
            // If both values are defined at the same time, either may be the merge.
            (_, Origin::Merge) if is_at_once => self.expand(old, new),
            (Origin::Heap | Origin::Stack, _) => self.decide(claim),
            // A value that a call returns with an ownership flag may be another result of the same call.
            (Origin::Call, Origin::Call | Origin::Opaque) | (Origin::Opaque, Origin::Call)
                if is_at_once =>
            {
                let call = m.defining_op(new);
                if call.is_some_and(|call| self.distinct_calls.contains(&call)) {
                    self.decide(claim)
                } else {
                    Step::Fails
                }
            }
            (Origin::Call, _) => self.decide(claim),
            (Origin::Static, Origin::Static) => {
                match (self.symbols.get(&new), self.symbols.get(&old)) {
                    (Some(a), Some(b)) if a != b => self.decide(claim),
                    (Some(_), Some(_)) if claim == Claim::Same => Step::Holds,
                    _ => Step::Fails,
                }
            }
            (Origin::Static | Origin::Argument | Origin::Opaque, _) => Step::Fails,
        }
    }

    /// The step of a pair that is distinct.
    fn decide(&self, claim: Claim) -> Step {
        match claim {
            Claim::Distinct => Step::Holds,
            Claim::Same => Step::Fails,
        }
    }

    fn expand(&self, merge: ValueId, other: ValueId) -> Step {
        let edges = self.into.get(&merge).map_or(&[][..], |edges| edges);
        if edges.is_empty() {
            return Step::Fails;
        }
        let mut needed = SmallVec::new();
        for &(edge, at) in edges {
            let source = self.base_of(self.edges[edge as usize].sources[at as usize]);
            let Some(other) = self.before_edge(other, merge, edge) else {
                return Step::Fails;
            };
            needed.push((source, other));
        }
        Step::If(needed)
    }

    fn add_op(&mut self, m: &Module, op: OpId) {
        if m.results(op).any(|result| m.is_memref(result)) {
            self.add_results(m, op);
        }
        if m.has_trait(op, Traits::FUNCTION) {
            let entries = m.regions(op).iter().filter_map(|&r| m.first_block(r));
            for entry in entries {
                for &arg in m.block_args(entry) {
                    self.origin[arg.index()] = Origin::Argument;
                }
            }
            self.manual.extend(arena_arguments(m, op));
        }
    }

    fn add_results(&mut self, m: &Module, op: OpId) {
        if is_select_like(m, op) || has_region_flow(m, op) {
            return;
        }
        if is_view_like(m, op) {
            for result in m.results(op) {
                if let Some(source) = viewed(m, result) {
                    self.base[result.index()] = self.base_of(source);
                }
            }
            return;
        }
        if callee(m, op).is_some() {
            for result in m.results(op) {
                self.origin[result.index()] = Origin::Call;
            }
            return;
        }
        let Some(effects) = effects(m, op) else {
            return;
        };
        let frees = effects.iter().any(|e| e.kind == EffectKind::Free);
        for effect in &effects {
            let Some(value) = effect.value else { continue };
            if m.defining_op(value) != Some(op) || frees {
                continue;
            }
            match effect.kind {
                EffectKind::Allocate => {
                    self.origin[value.index()] = Origin::Heap;
                    if is_manually_freed(m, op) {
                        self.manual.insert(value);
                    }
                }
                EffectKind::AllocateAutomatic => self.origin[value.index()] = Origin::Stack,
                EffectKind::Read | EffectKind::Write | EffectKind::Free => {}
            }
        }
        let may_come_from_operand = m
            .operands(op)
            .iter()
            .any(|&v| m.is_memref(v) || may_hold_buffer(m, m.value_type(v)));
        if effects.is_empty() && !may_come_from_operand && m.regions(op).is_empty() {
            for result in m.results(op) {
                self.origin[result.index()] = Origin::Static;
                if let Some(symbol) = first_symbol(m, op) {
                    self.symbols.insert(result, symbol);
                }
            }
        }
    }

    fn add_flow(&mut self, m: &Module, op: OpId) {
        for (index, &block) in m.successors(op).iter().enumerate() {
            let args = m.block_args(block);
            match successor_operands(m, op, index) {
                SuccessorOperands::Range(range) => self.add_edge(m, &m.operands(op)[range], args),
                SuccessorOperands::Unknown => self.set_unknown(args),
            }
        }
        if is_select_like(m, op) {
            for result in m.results(op).filter(|&result| m.is_memref(result)) {
                let ty = m.value_type(result);
                for &operand in m.operands(op).iter().filter(|&&v| m.value_type(v) == ty) {
                    self.add_edge(m, &[operand], &[result]);
                }
            }
        } else if has_region_flow(m, op) {
            for edge in region_edges(m, op) {
                if edge.sources.len() == edge.targets.len() {
                    self.add_edge(m, &edge.sources, &edge.targets);
                } else {
                    self.set_unknown(&edge.targets);
                }
            }
        }
    }

    /// Marks values as unknown, by an edge with an invalid number.
    fn set_unknown(&mut self, targets: &[ValueId]) {
        for &target in targets {
            self.symbols.remove(&target);
            self.into.entry(target).or_default().push((u32::MAX, 0));
        }
    }

    fn add_edge(&mut self, m: &Module, sources: &[ValueId], targets: &[ValueId]) {
        let number = self.edges.len() as u32;
        let mut edge = Edge {
            targets: SmallVec::new(),
            sources: SmallVec::new(),
        };
        for (&source, &target) in sources.iter().zip(targets) {
            if m.is_memref(target) {
                let at = edge.targets.len() as u32;
                self.into.entry(target).or_default().push((number, at));
                edge.targets.push(target);
                edge.sources.push(source);
            }
        }
        if !edge.targets.is_empty() {
            self.edges.push(edge);
        }
    }

    fn finish(&mut self) {
        let origin = &mut self.origin;
        self.into.retain(|target, edges| {
            let is_known = edges.iter().all(|&(edge, _)| edge != u32::MAX);
            if is_known {
                origin[target.index()] = Origin::Merge;
            }
            is_known
        });
    }
}

fn first_symbol(m: &Module, op: OpId) -> Option<AttrId> {
    let props = m.props(op);
    let mut symbols = props
        .iter()
        .map(|(_, attr): (StrId, AttrId)| attr)
        .filter(|&attr| matches!(m.ctx.attr_kind(attr), AttrKind::SymbolRef { .. }));
    symbols.next()
}

#[derive(Clone, Copy, Debug)]
enum Event {
    Block(BlockId),
    Leave(OpId),
}

/// Blocks and operations in an order in which dominators come first, and regions come before the results of their
/// operation. Linear except for sorting the blocks of a region.
fn dominance_order(m: &Module, root: OpId) -> Vec<Event> {
    enum Todo {
        Ops(Option<OpId>),
        Block(BlockId),
        Leave(OpId),
    }
    let dominance = Dominance::new(m);
    let mut order = Vec::new();
    let mut todo = vec![Todo::Leave(root)];
    let push_regions = |op: OpId, todo: &mut Vec<Todo>| {
        for &region in m.regions(op).iter().rev() {
            let mut blocks: Vec<BlockId> = m.blocks(region).collect();
            blocks.sort_stable_by_key(|&block| dominance.enter(block));
            todo.extend(blocks.into_iter().rev().map(Todo::Block));
        }
    };
    push_regions(root, &mut todo);
    while let Some(next) = todo.pop() {
        match next {
            Todo::Block(block) => {
                order.push(Event::Block(block));
                todo.push(Todo::Ops(m.first_op(block)));
            }
            Todo::Ops(None) => {}
            Todo::Ops(Some(op)) => {
                todo.push(Todo::Ops(m.next_op(op)));
                todo.push(Todo::Leave(op));
                push_regions(op, &mut todo);
            }
            Todo::Leave(op) => order.push(Event::Leave(op)),
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::Origins;
    use memplan_mlir::text::parse;

    #[test]
    fn results_of_a_call_may_be_one_buffer_unless_declared_distinct() {
        let text = "func.func private @two() -> (memref<4xf32>, memref<4xf32>)\n\
                    func.func @f() {\n  %a:2 = call @two() : () -> (memref<4xf32>, memref<4xf32>)\n  return\n}";
        let m = parse(text.as_bytes(), &Default::default()).unwrap().module;
        let call = m.walk(m.root()).find(|&op| m.results(op).count() == 2);
        let [a, b] = [0, 1].map(|at| m.result(call.unwrap(), at).unwrap());
        let mut origins = Origins::new(&m, m.root());
        assert_eq!(origins.clone().same(&m, a, b), None);
        origins.set_distinct_results(call.unwrap());
        assert_eq!(origins.same(&m, a, b), Some(false));
    }
}
