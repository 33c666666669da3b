//! Equivalent buffers, computed after all decisions.

use memplan_mlir::{OpId, ValueId};

use super::decide::post_order;
use super::facts::{Alias, Facts, Val};
use super::interface::{Equivalence, Relation};
use super::union_find::UnionFind;

/// Classes of values with the same memory, offset, sizes and strides.
pub(super) struct Equivalent<'f, 'a> {
    facts: &'f Facts<'a>,
    classes: UnionFind,
}

impl<'f, 'a> Equivalent<'f, 'a> {
    /// The classes that follow from the in-place operands.
    ///
    /// Visits the operations until nothing changes: that a loop passes its argument on may become known only after
    /// the loop around it was visited. mlir-opt visits them once.
    pub(super) fn new(facts: &'f Facts<'a>, in_place: &[bool]) -> Self {
        let mut this = Self {
            facts,
            classes: UnionFind::new(facts.values.len()),
        };
        let ops = post_order(facts);
        while this.pass(&ops, in_place) && !facts.q.options.is_reference {}
        this
    }

    fn pass(&mut self, ops: &[OpId], in_place: &[bool]) -> bool {
        let facts = self.facts;
        let mut has_changed = false;
        for &op in ops {
            let Some(model) = facts.model(op) else {
                continue;
            };
            for result in facts.q.m.results(op) {
                let Some(v) = facts.val(result) else { continue };
                let aliases = &facts.alias_operands[v as usize];
                let is_certain = |alias: &&Alias| {
                    in_place[alias.other as usize] && self.holds(alias) == Some(true)
                };
                if let Some(alias) = aliases.iter().find(is_certain) {
                    let source = facts.of(alias.other).value;
                    has_changed |= self.classes.union(v, source).is_some();
                    continue;
                }
                let [first, ..] = aliases.as_slice() else {
                    continue;
                };
                let first = facts.of(first.other).value;
                let is_one = aliases.iter().all(|alias| {
                    in_place[alias.other as usize]
                        && self.holds(alias).is_some()
                        && self.classes.is_same(first, facts.of(alias.other).value)
                });
                if is_one && !model.allocates(facts.q, result) {
                    has_changed |= self.classes.union(v, first).is_some();
                }
            }
        }
        has_changed
    }

    /// Whether the buffers of an alias are equivalent: definitely (true), or possibly (false).
    fn holds(&self, alias: &Alias) -> Option<bool> {
        match &alias.relation {
            Relation::Equivalent => Some(alias.is_definite),
            Relation::Unknown => None,
            Relation::EquivalentIf(pairs) => {
                let holds = pairs.iter().all(|&(a, b)| self.are_equivalent(a, b));
                holds.then_some(true)
            }
        }
    }

    pub(super) fn are_same(&self, a: Val, b: Val) -> bool {
        self.classes.is_same(a, b)
    }
}

impl Equivalence for Equivalent<'_, '_> {
    fn are_equivalent(&self, a: ValueId, b: ValueId) -> bool {
        a == b
            || match (self.facts.val(a), self.facts.val(b)) {
                (Some(a), Some(b)) => self.are_same(a, b),
                _ => false,
            }
    }
}
