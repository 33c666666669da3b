//! Computes which memref values may be views of which others.
//!
//! An edge `v -> w` means that `w` may be derived from `v`. Views, selects, branches, regions and
//! calls add edges. So does every operation whose table entry does not rule it out. A superfluous
//! edge costs precision; a missing edge is unsound.
//!
//! Construction is linear in the number of operands: an operation that connects every operand to every
//! result gets one intermediate node. Following the edges from a value costs the number of values
//! reached. [`AllocationAliases`] answers "which allocations may this value denote" for all values at
//! once.
//!
//! Arguments of functions may be anything. In [`BufferViewFlowAnalysis::new`], results of calls may be any
//! operand of the call or anything else, except for operands that the call declares as arenas.
//! [`BufferViewFlowAnalysis::across_calls`] analyses callees. A caller with more knowledge of some calls passes
//! it to [`BufferViewFlowAnalysis::with_calls`].

mod calls;

use memplan_support::Sort;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::access::Access;
use memplan_mlir::dialects::{Effects, RegionFlow, Traits};
use memplan_mlir::interfaces::{
    SuccessorOperands, arena_operands, callee, entry_arguments, has_region_flow, is_select_like,
    is_view_like, passes_memrefs, region_edges, region_exits, successor_operands, view_sources,
};
use memplan_mlir::{Module, OpId, ValueId};

type Node = u32;
type Edges = SmallVec<[Node; 2]>;

/// Minimum number of edges between two lists for which a hub node pays off.
const HUB_PAYS_FROM: usize = 16;

/// The edges, in both directions, of everything below one operation.
#[derive(Clone, Debug)]
pub struct BufferViewFlowAnalysis {
    /// Values first, then hubs.
    to: Vec<Edges>,
    from: Vec<Edges>,
    n_values: usize,
    /// Values that may denote a buffer which is not traced further.
    is_terminal: Vec<bool>,
}

/// The possible values of one result of a call, apart from new memory, to which nothing else refers when the call
/// returns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Returned {
    /// Indices of the operands of the call that the result may be, or be derived from.
    pub operands: SmallVec<[u32; 2]>,
    /// Whether the result may be anything else.
    pub may_be_other: bool,
}

/// Memory that is reused between traversals.
#[derive(Clone, Debug, Default)]
pub struct AliasScratch {
    stamps: Vec<u32>,
    stamp: u32,
    stack: Vec<Node>,
}

impl BufferViewFlowAnalysis {
    /// Visits every operation below `root` once.
    pub fn new(m: &Module, root: OpId) -> Self {
        Self::with_calls(m, root, &FxHashMap::default())
    }

    /// Like [`new`](Self::new), with the results of some calls, one entry for each result. An entry that omits a
    /// possible value is unsound.
    pub fn with_calls(m: &Module, root: OpId, calls: &FxHashMap<OpId, Vec<Returned>>) -> Self {
        let mut flow = Self::without_edges(m);
        for op in m.walk(root) {
            match calls.get(&op) {
                Some(returned) => flow.add_known_call(m, op, returned),
                None => flow.add_op(m, op),
            }
        }
        flow.finish();
        flow
    }

    /// `v` and every value that may be derived from it, in no particular order.
    pub fn resolve(&self, v: ValueId) -> Vec<ValueId> {
        reach(&self.to, self.n_values, v)
    }

    /// As [`resolve`](Self::resolve), without allocating for each call; `visit` returns whether to
    /// continue.
    pub fn resolve_with(
        &self,
        scratch: &mut AliasScratch,
        v: ValueId,
        visit: impl FnMut(ValueId) -> bool,
    ) {
        scratch.reach(&self.to, self.n_values, v, visit);
    }

    /// `v` and every value that it may be derived from, in no particular order, without allocating for
    /// each call; `visit` returns whether to continue.
    pub fn resolve_reverse_with(
        &self,
        scratch: &mut AliasScratch,
        v: ValueId,
        visit: impl FnMut(ValueId) -> bool,
    ) {
        scratch.reach(&self.from, self.n_values, v, visit);
    }

    /// Like [`resolve_with`](Self::resolve_with), but stops at values for which `ends` is true; these are visited.
    pub fn resolve_until(
        &self,
        scratch: &mut AliasScratch,
        v: ValueId,
        ends: impl Fn(ValueId) -> bool,
        visit: impl FnMut(ValueId),
    ) {
        scratch.reach_until(&self.to, self.n_values, v, ends, visit);
    }

    /// Like [`resolve_reverse_with`](Self::resolve_reverse_with), but stops at values for which `ends` is true; these
    /// are visited.
    pub fn resolve_reverse_until(
        &self,
        scratch: &mut AliasScratch,
        v: ValueId,
        ends: impl Fn(ValueId) -> bool,
        visit: impl FnMut(ValueId),
    ) {
        scratch.reach_until(&self.from, self.n_values, v, ends, visit);
    }

    /// The values that an operation or an edge derives from `v`, in no particular order.
    pub fn derived(&self, v: ValueId) -> impl Iterator<Item = ValueId> + '_ {
        neighbours(&self.to, self.n_values, v)
    }

    /// The values that an operation or an edge derives `v` from, in no particular order.
    pub fn sources(&self, v: ValueId) -> impl Iterator<Item = ValueId> + '_ {
        neighbours(&self.from, self.n_values, v)
    }

    /// Whether a value may denote a buffer which is not traced further, besides those of its sources.
    pub fn is_terminal(&self, v: ValueId) -> bool {
        self.is_terminal.get(v.index()).copied().unwrap_or(true)
    }

    fn without_edges(m: &Module) -> Self {
        let n_values = m.value_count();
        Self {
            to: vec![Edges::new(); n_values],
            from: vec![Edges::new(); n_values],
            n_values,
            is_terminal: vec![false; n_values],
        }
    }

    fn finish(&mut self) {
        for edges in self.to.iter_mut().chain(&mut self.from) {
            edges.sort_stable();
            edges.dedup();
        }
    }

    fn connect(&mut self, source: usize, target: usize) {
        self.to[source].push(target as Node);
        self.from[target].push(source as Node);
    }

    fn add(&mut self, m: &Module, source: ValueId, target: ValueId) {
        if source != target && m.is_memref(source) && m.is_memref(target) {
            self.connect(source.index(), target.index());
        }
    }

    fn add_pairs(&mut self, m: &Module, sources: &[ValueId], targets: &[ValueId]) {
        for (&source, &target) in sources.iter().zip(targets) {
            self.add(m, source, target);
        }
    }

    /// Edges from every memref of one list to every memref of the other.
    fn add_all(&mut self, m: &Module, sources: &[ValueId], targets: &[ValueId]) {
        let memrefs = |list: &[ValueId]| -> SmallVec<[ValueId; 8]> {
            list.iter().copied().filter(|&v| m.is_memref(v)).collect()
        };
        let (sources, targets) = (memrefs(sources), memrefs(targets));
        if sources.len() * targets.len() < HUB_PAYS_FROM {
            for &source in &sources {
                self.add_pairs(m, &vec![source; targets.len()], &targets);
            }
            return;
        }
        let hub = self.to.len();
        self.to.push(Edges::new());
        self.from.push(Edges::new());
        for target in targets {
            self.connect(hub, target.index());
        }
        for source in sources {
            self.connect(source.index(), hub);
        }
    }

    fn set_terminal(&mut self, m: &Module, values: impl IntoIterator<Item = ValueId>) {
        for value in values {
            if m.is_memref(value) {
                self.is_terminal[value.index()] = true;
            }
        }
    }

    /// Applies the first matching rule, in addition to branches, since any terminator may be one.
    fn add_op(&mut self, m: &Module, op: OpId) {
        self.add_branch(m, op);
        // Most operations compute elements and derive no memref.
        if !passes_memrefs(m, op) {
            return;
        }
        if is_select_like(m, op) {
            for result in m.results(op) {
                let ty = m.value_type(result);
                for &operand in m.operands(op).iter().filter(|&&v| m.value_type(v) == ty) {
                    self.add(m, operand, result);
                }
            }
        } else if is_view_like(m, op) {
            self.add_view(m, op);
        } else if has_region_flow(m, op) {
            self.add_region_flow(m, op);
        } else if callee(m, op).is_some() {
            let results: Vec<ValueId> = m.results(op).collect();
            let n_passed = m.operands(op).len() - arena_operands(m, op).len();
            self.add_all(m, &m.operands(op)[..n_passed], &results);
            self.set_terminal(m, results);
        } else {
            self.add_other(m, op);
        }
    }

    fn add_known_call(&mut self, m: &Module, op: OpId, returned: &[Returned]) {
        self.add_branch(m, op);
        let operands = m.operands(op);
        for (result, returned) in m.results(op).zip(returned) {
            for &index in &returned.operands {
                if let Some(&operand) = operands.get(index as usize) {
                    self.add(m, operand, result);
                }
            }
            if returned.may_be_other {
                self.set_terminal(m, [result]);
            }
        }
    }

    fn add_branch(&mut self, m: &Module, op: OpId) {
        for (index, &block) in m.successors(op).iter().enumerate() {
            let args = m.block_args(block);
            match successor_operands(m, op, index) {
                SuccessorOperands::Range(range) => {
                    self.add_pairs(m, &m.operands(op)[range], args);
                }
                SuccessorOperands::Unknown => {
                    self.add_all(m, m.operands(op), args);
                    self.set_terminal(m, args.iter().copied());
                }
            }
        }
    }

    /// A result of a view is terminal if its source is not a memref, or if it has no source.
    fn add_view(&mut self, m: &Module, op: OpId) {
        let pairs = view_sources(m, op);
        for &(source, result) in &pairs {
            self.add(m, source, result);
            if !m.is_memref(source) {
                self.set_terminal(m, [result]);
            }
        }
        for result in m.results(op) {
            if !pairs.iter().any(|pair| pair.1 == result) {
                self.set_terminal(m, [result]);
            }
        }
    }

    fn add_region_flow(&mut self, m: &Module, op: OpId) {
        let targets = entry_arguments(m, op).chain(m.results(op));
        let mut fed: FxHashSet<ValueId> = FxHashSet::default();
        for edge in region_edges(m, op) {
            let is_whole = edge.sources.len() == edge.targets.len();
            if is_whole {
                self.add_pairs(m, &edge.sources, &edge.targets);
                fed.extend(edge.targets.iter().copied().filter(|&v| m.is_memref(v)));
            } else {
                // The verifier rejects such an operation, so any source may reach any target.
                self.add_all(m, &edge.sources, &edge.targets);
            }
        }
        self.set_terminal(m, targets.filter(|v| !fed.contains(v)));
    }

    /// Allocations, loads, functions, and operations with few known facts.
    fn add_other(&mut self, m: &Module, op: OpId) {
        let results: SmallVec<[ValueId; 4]> = m.results(op).collect();
        self.set_terminal(m, results.iter().copied());
        let is_function = m.has_trait(op, Traits::FUNCTION);
        let args: Vec<ValueId> = entry_arguments(m, op).collect();
        self.set_terminal(m, args.iter().copied());
        if is_function || (results.is_empty() && args.is_empty()) {
            return;
        }
        if !may_give_back_operands(m, op) {
            return;
        }
        let mut targets = args;
        targets.extend(results.iter().copied());
        self.add_all(m, m.operands(op), &targets);
        for &region in m.regions(op) {
            for exit in region_exits(m, region) {
                self.add_all(m, m.operands(exit), &targets);
            }
        }
    }
}

/// Whether a result of an operation that is neither a view nor region flow nor a call may still be an operand: if
/// the operation is unknown, if it is pure (then nothing else explains its result), or if it frees an operand to
/// make its result (`memref.realloc` may work in place).
fn may_give_back_operands(m: &Module, op: OpId) -> bool {
    let Some(def) = m.def(op) else { return true };
    if matches!(def.effects, Effects::None | Effects::Recursive) || def.flow == RegionFlow::Unknown
    {
        return true;
    }
    Access::of(m, op).is_none_or(Access::frees)
}

/// The values that are connected to a value; hubs lead to values only.
fn neighbours(edges: &[Edges], n_values: usize, v: ValueId) -> impl Iterator<Item = ValueId> + '_ {
    let direct = edges.get(v.index()).into_iter().flatten();
    let each = direct.flat_map(move |target| {
        if (*target as usize) < n_values {
            std::slice::from_ref(target)
        } else {
            &edges[*target as usize][..]
        }
    });
    each.map(|&target| ValueId::from_index(target))
}

fn reach(edges: &[Edges], n_values: usize, start: ValueId) -> Vec<ValueId> {
    let mut seen: FxHashSet<Node> = FxHashSet::default();
    let mut nodes = vec![start.index() as Node];
    seen.insert(start.index() as Node);
    let mut next = 0;
    while let Some(&node) = nodes.get(next) {
        next += 1;
        for &target in edges.get(node as usize).into_iter().flatten() {
            if seen.insert(target) {
                nodes.push(target);
            }
        }
    }
    nodes
        .into_iter()
        .filter(|&node| (node as usize) < n_values || node as usize == start.index())
        .map(ValueId::from_index)
        .collect()
}

impl AliasScratch {
    fn reach(
        &mut self,
        edges: &[Edges],
        n_values: usize,
        start: ValueId,
        mut visit: impl FnMut(ValueId) -> bool,
    ) {
        self.start(edges, start);
        while let Some(node) = self.stack.pop() {
            let is_value = (node as usize) < n_values || node as usize == start.index();
            if is_value && !visit(ValueId::from_index(node)) {
                return;
            }
            self.push_targets(edges, node);
        }
    }

    fn reach_until(
        &mut self,
        edges: &[Edges],
        n_values: usize,
        start: ValueId,
        ends: impl Fn(ValueId) -> bool,
        mut visit: impl FnMut(ValueId),
    ) {
        self.start(edges, start);
        while let Some(node) = self.stack.pop() {
            let is_value = (node as usize) < n_values || node as usize == start.index();
            if is_value {
                visit(ValueId::from_index(node));
            }
            if !is_value || !ends(ValueId::from_index(node)) {
                self.push_targets(edges, node);
            }
        }
    }

    /// Begins a traversal at a node.
    fn start(&mut self, edges: &[Edges], start: ValueId) {
        self.stamps.resize(self.stamps.len().max(edges.len()), 0);
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.stamps.fill(0);
            self.stamp = 1;
        }
        self.stack.clear();
        self.stack.push(start.index() as Node);
        if let Some(stamp) = self.stamps.get_mut(start.index()) {
            *stamp = self.stamp;
        }
    }

    fn push_targets(&mut self, edges: &[Edges], node: Node) {
        for &target in edges.get(node as usize).into_iter().flatten() {
            let stamp = &mut self.stamps[target as usize];
            if *stamp != self.stamp {
                *stamp = self.stamp;
                self.stack.push(target);
            }
        }
    }
}

/// For every value, the allocations from a given list that it may denote.
///
/// Values that may be derived from each other share one set, as do values derived from the same ones, so chains
/// of views and nested loops cost nothing. Sets are bounded: an allocation in a set with more than
/// [`MAX_SET`](Self::MAX_SET) members is dropped, listed in [`given_up`](Self::given_up), and omitted from the
/// sets above that size. Linear except for the sizes of the sets. The default knows no allocations.
#[derive(Clone, Debug, Default)]
pub struct AllocationAliases {
    set_of: Vec<u32>,
    sets: Vec<AliasSet>,
    given_up: Vec<u32>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct AliasSet {
    members: Box<[u32]>,
    may_be_other: bool,
}

/// Strongly connected components of the reverse edges: sources precede the values derived from them.
struct Components {
    of: Vec<u32>,
    /// Nodes, component after component.
    members: Vec<Node>,
    /// Where each component ends in `members`.
    ends: Vec<u32>,
}

impl AllocationAliases {
    /// The largest set that is kept.
    pub const MAX_SET: usize = 1024;

    /// The maximum sum of the sizes of all distinct sets.
    const MAX_TOTAL: usize = 1 << 25;

    /// Computes the sets; they represent each of the `allocations` by its index in this list.
    pub fn new(flow: &BufferViewFlowAnalysis, allocations: &[ValueId]) -> Self {
        let n_nodes = flow.from.len();
        let mut allocation_at: Vec<Option<u32>> = vec![None; n_nodes];
        for (index, value) in allocations.iter().enumerate() {
            if let Some(slot) = allocation_at.get_mut(value.index()) {
                *slot = Some(index as u32);
            }
        }
        let components = components(&flow.from);
        let mut interned: FxHashMap<AliasSet, u32> = FxHashMap::default();
        // Of nearly all values: nothing that is known, or one allocation. These need no hashing.
        let mut unknown: Option<u32> = None;
        let mut alone: Vec<Option<u32>> = vec![None; allocations.len()];
        let mut aliases = Self {
            set_of: vec![0; n_nodes],
            sets: Vec::new(),
            given_up: Vec::new(),
        };
        let mut total = 0;
        let mut parts: Vec<u32> = Vec::new();
        let mut start = 0;
        for (component, &end) in components.ends.iter().enumerate() {
            let members = &components.members[start..end as usize];
            start = end as usize;
            parts.clear();
            let mut own: Vec<u32> = Vec::new();
            let mut may_be_other = false;
            let mut has_source = false;
            for &node in members {
                let index = node as usize;
                let is_value = index < flow.n_values;
                match allocation_at[index] {
                    Some(allocation) => {
                        own.push(allocation);
                        has_source = true;
                    }
                    None => may_be_other |= is_value && flow.is_terminal[index],
                }
                for &source in &flow.from[index] {
                    if components.of[source as usize] as usize != component {
                        parts.push(aliases.set_of[source as usize]);
                    }
                }
            }
            parts.sort_stable();
            parts.dedup();
            // A value without sources that is not an allocation may be any buffer.
            may_be_other |= parts.is_empty() && !has_source;
            let only_part = match parts[..] {
                [part] if own.is_empty() => Some(part),
                _ => None,
            };
            let set = match only_part {
                Some(part) if !may_be_other || aliases.sets[part as usize].may_be_other => part,
                _ => {
                    let set = aliases.join(own, &parts, may_be_other, &mut total);
                    let next = aliases.sets.len() as u32;
                    let id = match (&set.members[..], set.may_be_other) {
                        ([], true) => *unknown.get_or_insert(next),
                        (&[member], false) => *alone[member as usize].get_or_insert(next),
                        _ => *interned.entry(set.clone()).or_insert(next),
                    };
                    if id == next {
                        aliases.sets.push(set);
                    }
                    id
                }
            };
            for &node in members {
                aliases.set_of[node as usize] = set;
            }
        }
        aliases.given_up.sort_stable();
        aliases.given_up.dedup();
        aliases
    }

    /// The sets that only distinguish the first so many of the allocations. `O(values + members)`.
    #[must_use]
    pub(crate) fn of_first(&self, n: usize) -> Self {
        let of_first = |set: &AliasSet| {
            let n_kept = set.members.partition_point(|&member| (member as usize) < n);
            AliasSet {
                members: set.members[..n_kept].into(),
                may_be_other: set.may_be_other || n_kept < set.members.len(),
            }
        };
        let given_up = self.given_up.iter().copied();
        Self {
            set_of: self.set_of.clone(),
            sets: self.sets.iter().map(of_first).collect(),
            given_up: given_up.filter(|&member| (member as usize) < n).collect(),
        }
    }

    /// The allocations that a value may denote, ascending; empty for values created later and for values that are not
    /// memrefs.
    pub fn of(&self, value: ValueId) -> &[u32] {
        self.set(value).map_or(&[], |set| &set.members)
    }

    /// Whether a value may denote something other than these allocations.
    pub fn may_be_other(&self, value: ValueId) -> bool {
        self.set(value).is_none_or(|set| set.may_be_other)
    }

    /// Allocations that are missing from large sets, ascending.
    pub fn given_up(&self) -> &[u32] {
        &self.given_up
    }

    fn set(&self, value: ValueId) -> Option<&AliasSet> {
        let set = *self.set_of.get(value.index())?;
        self.sets.get(set as usize)
    }

    fn join(
        &mut self,
        mut members: Vec<u32>,
        parts: &[u32],
        mut may_be_other: bool,
        total: &mut usize,
    ) -> AliasSet {
        for &part in parts {
            let set = &self.sets[part as usize];
            members.extend_from_slice(&set.members);
            may_be_other |= set.may_be_other;
        }
        members.sort_stable();
        members.dedup();
        if members.len() > Self::MAX_SET || *total + members.len() > Self::MAX_TOTAL {
            self.given_up.append(&mut members);
            may_be_other = true;
        }
        *total += members.len();
        AliasSet {
            members: members.into(),
            may_be_other,
        }
    }
}

/// Tarjan's algorithm without recursion. `O(nodes + edges)`.
fn components(sources: &[Edges]) -> Components {
    const UNSEEN: u32 = u32::MAX;
    let n = sources.len();
    let mut parts = Components {
        of: vec![UNSEEN; n],
        members: Vec::with_capacity(n),
        ends: Vec::new(),
    };
    let (mut order, mut low) = (vec![UNSEEN; n], vec![UNSEEN; n]);
    let (mut stack, mut path): (Vec<Node>, Vec<(Node, usize)>) = (Vec::new(), Vec::new());
    let mut next = 0;
    for start in 0..n {
        if order[start] != UNSEEN {
            continue;
        }
        path.push((start as Node, 0));
        while let Some((node, edge)) = path.last_mut() {
            let index = *node as usize;
            if *edge == 0 {
                order[index] = next;
                low[index] = next;
                next += 1;
                stack.push(*node);
            }
            if let Some(&source) = sources[index].get(*edge) {
                *edge += 1;
                let source_index = source as usize;
                if order[source_index] == UNSEEN {
                    path.push((source, 0));
                } else if parts.of[source_index] == UNSEEN {
                    low[index] = low[index].min(order[source_index]);
                }
                // The edge counter was just raised, so the node is not entered again.
                continue;
            }
            path.pop();
            if let Some((parent, _)) = path.last() {
                let parent = *parent as usize;
                low[parent] = low[parent].min(low[index]);
            }
            if low[index] == order[index] {
                let component = parts.ends.len() as u32;
                while let Some(member) = stack.pop() {
                    parts.of[member as usize] = component;
                    parts.members.push(member);
                    if member as usize == index {
                        break;
                    }
                }
                parts.ends.push(parts.members.len() as u32);
            }
        }
    }
    parts
}

#[cfg(test)]
mod tests;
