//! Counts the allocations of each scope that are not merged, so that the rows of a report add up to its totals.

use std::collections::BTreeMap;

use memplan_collectors::{Collected, CollectedScope};
use memplan_mlir::dialects::Traits;
use memplan_mlir::{Module, OpId};

use super::ScopeReport;

/// The numbers of allocations of a scope that are not merged, and that are deleted.
#[derive(Clone, Debug, Default)]
pub(super) struct Counts {
    /// The function around them.
    function: String,
    /// Allocations that are not merged.
    pub n_skipped: usize,
    /// Allocations that are never accessed.
    pub n_deleted: usize,
}

/// A scope, or a function for allocations without a scope; those come last.
type Key = (usize, String);

/// The counts of all scopes.
#[derive(Debug, Default)]
pub(super) struct Unmerged(BTreeMap<Key, Counts>);

impl Unmerged {
    /// Counts what a collector found. `O(n log n)` in the number of allocations.
    pub(super) fn of(collected: &Collected) -> Self {
        let scope_of: BTreeMap<OpId, Option<usize>> = collected
            .lifetimes
            .iter()
            .map(|lifetime| (lifetime.alloc, lifetime.scope))
            .collect();
        let mut all = Self::default();
        for skipped in &collected.skipped {
            let scope = scope_of.get(&skipped.alloc).copied().flatten();
            all.counts(scope, &skipped.name).n_skipped += 1;
        }
        for dead in &collected.dead {
            let scope = scope_of.get(&dead.alloc).copied().flatten();
            all.counts(scope, &dead.name).n_deleted += 1;
        }
        all
    }

    /// The counts that an allocation belongs to; names are `FUNCTION/allocN`.
    fn counts(&mut self, scope: Option<usize>, name: &str) -> &mut Counts {
        let function = name.rsplit_once('/').map_or(name, |(function, _)| function);
        let key = match scope {
            Some(scope) => (scope, String::new()),
            None => (usize::MAX, function.to_owned()),
        };
        let counts = self.0.entry(key).or_default();
        if counts.function.is_empty() {
            function.clone_into(&mut counts.function);
        }
        counts
    }

    /// The counts of a scope with merged allocations, which get no row of their own then.
    ///
    /// A scope with several memory spaces counts its allocations once, in the first of them.
    pub(super) fn take(&mut self, scope: &CollectedScope) -> Counts {
        let counts = self.0.remove(&(scope.id, String::new()));
        counts.unwrap_or_default()
    }

    /// A row for each scope in which nothing is merged.
    pub(super) fn rows(self, m: &Module, collected: &Collected) -> Vec<ScopeReport> {
        let row = |((id, _), counts): (Key, Counts)| {
            let scope = collected.scope_ops.get(id).copied();
            let is_nested = scope.is_some_and(|op| !m.has_trait(op, Traits::FUNCTION));
            ScopeReport {
                scope: if is_nested {
                    format!("{}/scope{id}", counts.function)
                } else {
                    counts.function
                },
                operation: scope.map_or_else(String::new, |op| m.op_name_text(op).into_owned()),
                n_skipped: counts.n_skipped,
                n_deleted: counts.n_deleted,
                ..ScopeReport::default()
            }
        };
        self.0.into_iter().map(row).collect()
    }
}
