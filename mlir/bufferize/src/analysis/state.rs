//! Decisions in progress: the operands that are in place, and the resulting sets.

use rustc_hash::FxHashSet;

use super::facts::{Alias, Facts, Use, Val};
use super::interface::Relation;
use super::sets::Sets;
use super::subset::Subset;
use super::union_find::UnionFind;

/// A read that could see a write that is not its definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Conflict {
    pub(super) read: Use,
    pub(super) write: Use,
    pub(super) definition: Val,
}

/// Why an operand is not updated in place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// A value that may have its buffer must not be written.
    ReadOnly(Val),
    /// A read would see a write other than its definition.
    Conflict(Conflict),
    /// A buffer from outside would be written in a region that runs in parallel.
    Parallel,
    /// Otherwise a loop would have to copy the value that it yields.
    Yielded,
}

/// Decisions about a unit.
#[derive(Clone)]
pub(super) struct State<'f, 'a> {
    pub(super) facts: &'f Facts<'a>,
    pub(super) sets: Sets,
    in_place: Vec<bool>,
    /// The operands that are known to be copied before their operation.
    is_copied: Vec<bool>,
    /// Equivalences that are known during the decisions; none under `compat=reference`.
    equivalent: UnionFind,
    /// For each representative of `equivalent`: the first position of a value in its class.
    first_position: Vec<u32>,
    /// The operand that is being decided.
    pub(super) deciding: Option<Use>,
    /// Number of read-write pairs that were tested.
    pub(super) n_pairs: u64,
}

impl<'f, 'a> State<'f, 'a> {
    /// The initial state: operands that must be in place are in place.
    pub(super) fn new(facts: &'f Facts<'a>) -> Self {
        let n_values = facts.values.len();
        let mut state = Self {
            facts,
            sets: Sets::new(facts),
            in_place: vec![false; facts.uses.len()],
            is_copied: vec![false; facts.uses.len()],
            equivalent: UnionFind::new(n_values),
            first_position: (0..n_values as Val).map(|v| facts.position(v)).collect(),
            deciding: None,
            n_pairs: 0,
        };
        for u in 0..facts.uses.len() as Use {
            let of = facts.of(u);
            let model = facts.model(of.op);
            if model.is_some_and(|model| model.must_in_place(facts.q, of.op, of.operand)) {
                state.put_in_place(u);
            }
        }
        state
    }

    pub(super) fn is_in_place(&self, u: Use) -> bool {
        self.in_place[u as usize]
    }

    pub(super) fn in_place(&self) -> &[bool] {
        &self.in_place
    }

    /// Decides that an operand is in place. Does nothing if it is already.
    pub(super) fn put_in_place(&mut self, u: Use) {
        if std::mem::replace(&mut self.in_place[u as usize], true) {
            return;
        }
        let facts = self.facts;
        let value = facts.of(u).value;
        if facts.of(u).writes {
            self.sets.write(facts, u);
        }
        for alias in &facts.alias_values[u as usize] {
            self.sets.union(alias.other, value);
            if !facts.q.options.is_reference && self.is_equivalence(alias) {
                self.make_equivalent(value, alias.other);
            }
        }
    }

    /// Decides that an operand gets a private buffer.
    pub(super) fn put_out_of_place(&mut self, u: Use) {
        // If the operand is not written, its slice is copied after the operation instead.
        self.is_copied[u as usize] = self.facts.of(u).writes;
    }

    /// Whether an operand is read before its operation, by a copy.
    pub(super) fn is_copied(&self, u: Use) -> bool {
        self.is_copied[u as usize]
    }

    /// Whether two values are known to have the same buffer.
    pub(super) fn are_equivalent(&self, a: Val, b: Val) -> bool {
        a == b || self.equivalent.is_same(a, b)
    }

    /// The first position of a value with the same buffer.
    pub(super) fn first_equivalent(&self, v: Val) -> u32 {
        self.first_position[self.equivalent.find(v) as usize]
    }

    fn make_equivalent(&mut self, a: Val, b: Val) {
        if let Some((kept, gone)) = self.equivalent.union(a, b) {
            let gone = self.first_position[gone as usize];
            let kept = &mut self.first_position[kept as usize];
            *kept = gone.min(*kept);
        }
    }

    /// Whether an alias is known to be definitely equivalent.
    fn is_equivalence(&self, alias: &Alias) -> bool {
        match &alias.relation {
            Relation::Equivalent => alias.is_definite,
            Relation::Unknown => false,
            Relation::EquivalentIf(pairs) => pairs.iter().all(|&(a, b)| {
                a == b
                    || match (self.facts.val(a), self.facts.val(b)) {
                        (Some(a), Some(b)) => self.are_equivalent(a, b),
                        _ => false,
                    }
            }),
        }
    }

    /// The alias sets that an in-place operand joins, each once.
    pub(super) fn joined(&self, u: Use) -> Vec<Val> {
        let aliases = self.facts.alias_values[u as usize].iter();
        let values = std::iter::once(self.facts.of(u).value).chain(aliases.map(|a| a.other));
        let mut joined: Vec<Val> = Vec::new();
        for v in values {
            let set = self.sets.find(v);
            if !joined.contains(&set) {
                joined.push(set);
            }
        }
        joined
    }

    /// Whether a value is the part of its destination that an insertion overwrites: every end of the walk back from the
    /// value is an extraction of that part from the destination.
    pub(super) fn matches(&self, start: Val, dest: Use, subset: &Subset) -> bool {
        let facts = self.facts;
        let dest = facts.of(dest).value;
        let earliest = self.first_equivalent(dest);
        let mut seen = FxHashSet::default();
        let mut work = vec![start];
        let mut waiting: FxHashSet<Val> = work.iter().copied().collect();
        while let Some(v) = work.pop() {
            waiting.remove(&v);
            if !seen.insert(v) {
                // mlir-opt treats a value that it visits again as an end of the walk.
                if facts.q.options.is_reference {
                    return false;
                }
                continue;
            }
            if self.is_part(v, dest, subset) {
                continue;
            }
            let aliases = &facts.alias_operands[v as usize];
            // A value that is defined before the destination cannot be a part of it.
            if aliases.is_empty() || !facts.is_known[v as usize] || facts.position(v) < earliest {
                return false;
            }
            let sources = aliases.iter().map(|alias| facts.of(alias.other).value);
            work.extend(sources.filter(|&source| waiting.insert(source)));
        }
        true
    }

    fn is_part(&self, v: Val, dest: Val, subset: &Subset) -> bool {
        let Subset::Slice(slice) = subset else {
            return self.are_equivalent(v, dest);
        };
        let facts = self.facts;
        let Some(op) = facts.q.m.defining_op(facts.value(v)) else {
            return false;
        };
        let Some(extraction) = facts.extractions.get(&op) else {
            return false;
        };
        let container = facts.use_of(op, extraction.container);
        extraction.slice == *slice
            && container.is_some_and(|u| self.are_equivalent(facts.of(u).value, dest))
    }

    /// Whether `start` has the buffer of `other`, through equivalent operands that keep the type, or through casts.
    pub(super) fn is_found_from(&self, start: Val, other: Val) -> bool {
        let facts = self.facts;
        if !facts.q.options.is_reference && self.are_equivalent(start, other) {
            return true;
        }
        let mut seen = FxHashSet::default();
        let mut work = vec![start];
        while let Some(v) = work.pop() {
            if facts.chains.is_at_or_below(v, other) {
                return true;
            }
            let top = facts.chains.top(v);
            if !facts.is_known[top as usize] || !seen.insert(top) {
                continue;
            }
            for alias in &facts.alias_operands[top as usize] {
                if facts.keeps_buffer(top, alias) {
                    work.push(facts.of(alias.other).value);
                }
            }
        }
        false
    }
}
