//! The memory that must be freed after a program point, and the values that denote it.

use memplan_sorting::Sort;
use smallvec::{SmallVec, smallvec};

use crate::ir::{OpId, ValueId};

/// One allocation that must be freed or returned.
#[derive(Clone, Debug)]
pub(super) struct Obligation {
    /// Values that certainly denote the allocation, from its first byte on; ascending, at least one.
    names: SmallVec<[ValueId; 4]>,
    /// The operation that allocates, or one of them.
    pub(super) site: OpId,
    /// All operations that may have allocated it, ascending.
    pub(super) sites: SmallVec<[OpId; 1]>,
}

/// Sites only serve messages, so they do not take part in the comparison.
impl PartialEq for Obligation {
    fn eq(&self, other: &Self) -> bool {
        self.names == other.names
    }
}

/// All obligations at a point, in order of their first names. No two share a name.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct State(Vec<Obligation>);

/// The common obligations of two paths to the same point.
pub(super) struct Met {
    pub(super) state: State,
    /// Obligations of only one of them.
    pub(super) unmatched: Vec<Obligation>,
}

impl Obligation {
    pub(super) fn new(site: OpId, name: ValueId) -> Self {
        Self {
            names: smallvec![name],
            site,
            sites: smallvec![site],
        }
    }

    fn has(&self, value: ValueId) -> bool {
        self.names.binary_search(&value).is_ok()
    }

    fn add_name(&mut self, name: ValueId) {
        if let Err(at) = self.names.binary_search(&name) {
            self.names.insert(at, name);
        }
    }
}

impl State {
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Obligation> {
        self.0.iter()
    }

    fn position(&self, value: ValueId) -> Option<usize> {
        self.0.iter().position(|obligation| obligation.has(value))
    }

    pub(super) fn add(&mut self, obligation: Obligation) {
        self.0.push(obligation);
        self.sort();
    }

    fn sort(&mut self) {
        self.0.sort_stable_by(|a, b| a.names.cmp(&b.names));
    }

    /// Whether the same operations may have allocated the obligations of two equal states.
    pub(super) fn has_same_sites(&self, other: &Self) -> bool {
        let mut pairs = self.0.iter().zip(&other.0);
        pairs.all(|(ours, theirs)| ours.sites == theirs.sites)
    }

    /// Fulfils and removes the obligation that a value denotes.
    pub(super) fn take(&mut self, value: ValueId) -> Option<Obligation> {
        self.position(value).map(|at| self.0.remove(at))
    }

    /// Records that another value denotes the same allocation as `value`.
    pub(super) fn add_name(&mut self, value: ValueId, name: ValueId) {
        if let Some(at) = self.position(value) {
            self.0[at].add_name(name);
            self.sort();
        }
    }

    /// The same obligations with some values renamed simultaneously; the previous meaning of the new names ends.
    pub(super) fn renamed(&self, moves: &[(ValueId, ValueId)]) -> Self {
        let mut moved = self.clone();
        if moves.is_empty() {
            return moved;
        }
        for obligation in &mut moved.0 {
            let is_old = |name: &ValueId| moves.iter().any(|(_, target)| target == name);
            obligation.names.retain(|name| !is_old(name));
        }
        for &(source, target) in moves {
            if let Some(at) = self.position(source) {
                moved.0[at].add_name(target);
            }
        }
        moved.sort();
        moved
    }

    /// Whether all these values denote the same allocation.
    pub(super) fn are_one(&self, values: &[ValueId]) -> bool {
        let Some(&first) = values.first() else {
            return false;
        };
        self.position(first)
            .is_some_and(|at| values.iter().all(|&value| self.0[at].has(value)))
    }

    /// Removes names; returns obligations that have none left.
    pub(super) fn retain_names(&mut self, keeps: impl Fn(ValueId) -> bool) -> Vec<Obligation> {
        let mut lost = Vec::new();
        self.0.retain_mut(|obligation| {
            obligation.names.retain(|name| keeps(*name));
            let is_known = !obligation.names.is_empty();
            if !is_known {
                lost.push(obligation.clone());
            }
            is_known
        });
        self.sort();
        lost
    }

    /// The obligations of both paths, with the names that they have on both.
    pub(super) fn meet(&self, other: &Self) -> Met {
        let mut met = Met {
            state: Self::default(),
            unmatched: Vec::new(),
        };
        let mut is_taken = vec![false; other.0.len()];
        for ours in &self.0 {
            // Try the latest name first. After a loop that rotates its iteration arguments, only the names from inside
            // the loop identify the buffers.
            let names = ours.names.iter().rev();
            let mut candidates = names.filter_map(|&name| other.position(name));
            let partner = candidates.find(|&at| !is_taken[at]);
            let Some(at) = partner else {
                met.unmatched.push(ours.clone());
                continue;
            };
            is_taken[at] = true;
            let mut both = ours.clone();
            both.names.retain(|name| other.0[at].has(*name));
            both.sites.extend_from_slice(&other.0[at].sites);
            both.sites.sort_stable();
            both.sites.dedup();
            met.state.0.push(both);
        }
        let untaken = other.0.iter().zip(is_taken).filter(|(_, taken)| !taken);
        met.unmatched
            .extend(untaken.map(|(theirs, _)| theirs.clone()));
        met.state.sort();
        met
    }
}
