//! Alias sets and the accesses to their memory: reads, in-place writes, and read-only values.

use std::collections::VecDeque;

use super::facts::{Facts, Use, Val};
use super::intervals::{Forest, Item, Set};
use super::union_find::UnionFind;

/// Facts about the values of one alias set.
#[derive(Clone, Debug, Default)]
pub(super) struct AliasSet {
    /// The values in the order in which they were joined.
    pub(super) members: VecDeque<Val>,
    /// Zones of reads with definitions.
    pub(super) reads: Set,
    /// In-place writes, at their positions.
    pub(super) writes: Set,
    pub(super) has_reads: bool,
    pub(super) has_read_only: bool,
    /// Whether an in-place write is to a buffer of another parallel region.
    pub(super) leaves_parallel: bool,
}

/// The alias sets of a unit under some decisions.
#[derive(Clone, Debug)]
pub(super) struct Sets {
    sets: UnionFind,
    data: Vec<AliasSet>,
    pub(super) forest: Forest,
}

impl Sets {
    /// Every value in a set of its own, without writes.
    pub(super) fn new(facts: &Facts) -> Self {
        let mut sets = Self {
            sets: UnionFind::new(facts.values.len()),
            data: vec![AliasSet::default(); facts.values.len()],
            forest: Forest::new(facts.order.len()),
        };
        for v in 0..facts.values.len() {
            let set = &mut sets.data[v];
            set.members.push_back(v as Val);
            set.has_read_only = !facts.writable[v];
            for &u in &facts.uses_of[v] {
                let reader = facts.of(u);
                set.has_reads |= reader.counts_as_read;
                for &(start, end) in &reader.zone {
                    let item = Item {
                        start,
                        end,
                        payload: u,
                    };
                    set.reads.insert(&mut sets.forest, item);
                }
            }
        }
        for &(a, b) in &facts.shared {
            sets.union(a, b);
        }
        sets
    }

    /// The representative of the set of a value.
    pub(super) fn find(&self, v: Val) -> Val {
        self.sets.find(v)
    }

    pub(super) fn set(&self, representative: Val) -> &AliasSet {
        &self.data[representative as usize]
    }

    /// The forest together with the set of a representative.
    pub(super) fn query(&mut self, representative: Val) -> (&mut Forest, &AliasSet) {
        (&mut self.forest, &self.data[representative as usize])
    }

    /// Joins the sets of two values; the members of the second follow those of the first.
    pub(super) fn union(&mut self, a: Val, b: Val) {
        let first = self.find(a);
        let Some((kept, gone)) = self.sets.union(a, b) else {
            return;
        };
        let gone_set = std::mem::take(&mut self.data[gone as usize]);
        let set = &mut self.data[kept as usize];
        if kept == first {
            set.members.extend(&gone_set.members);
        } else {
            // The members of the first set come first, although the other set is kept.
            for &older in gone_set.members.iter().rev() {
                set.members.push_front(older);
            }
        }
        set.has_reads |= gone_set.has_reads;
        set.has_read_only |= gone_set.has_read_only;
        set.leaves_parallel |= gone_set.leaves_parallel;
        set.reads.merge(&mut self.forest, gone_set.reads);
        set.writes.merge(&mut self.forest, gone_set.writes);
    }

    /// Records an in-place write.
    pub(super) fn write(&mut self, facts: &Facts, u: Use) {
        let writer = facts.of(u);
        let set = &mut self.data[self.sets.find(writer.value) as usize];
        set.leaves_parallel |= writer.leaves_parallel;
        let item = Item {
            start: writer.position,
            end: writer.position,
            payload: u,
        };
        set.writes.insert(&mut self.forest, item);
    }
}
