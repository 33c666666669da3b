//! The memory that must be freed after a program point, and the values that denote it.

use std::collections::BTreeMap;
use std::rc::Rc;

use memplan_support::Sort;
use rustc_hash::FxHashSet;
use smallvec::{SmallVec, smallvec};

use memplan_mlir::{OpId, ValueId};

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

/// All obligations at a point, by their first names. No two share a name.
///
/// Most operations change nothing, so points share the map until one of them changes it: a clone is `O(1)`.
#[derive(Clone, Debug, Default)]
pub(super) struct State(Rc<BTreeMap<ValueId, Obligation>>);

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0) || self.0 == other.0
    }
}

impl FromIterator<Obligation> for State {
    /// Leaves out obligations without names.
    fn from_iter<T: IntoIterator<Item = Obligation>>(list: T) -> Self {
        let named = list.into_iter().filter_map(|obligation| {
            let first = *obligation.names.first()?;
            Some((first, obligation))
        });
        Self(Rc::new(named.collect()))
    }
}

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

    /// The obligations in order of their first names.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Obligation> {
        self.0.values()
    }

    /// The first name of the obligation that a value denotes. Searches from the closest first name, which is the
    /// right one unless the value is a view or was passed on: `O(log n)`, else `O(n)`.
    fn first_name(&self, value: ValueId) -> Option<ValueId> {
        if self.0.contains_key(&value) {
            return Some(value);
        }
        let candidates = self.0.range(..value).rev();
        let mut owners = candidates.filter(|(_, obligation)| obligation.has(value));
        owners.next().map(|(&first, _)| first)
    }

    fn find(&self, value: ValueId) -> Option<&Obligation> {
        self.first_name(value).and_then(|first| self.0.get(&first))
    }

    pub(super) fn add(&mut self, obligation: Obligation) {
        if let Some(&first) = obligation.names.first() {
            Rc::make_mut(&mut self.0).insert(first, obligation);
        }
    }

    /// Whether the same operations may have allocated the obligations of two equal states.
    pub(super) fn has_same_sites(&self, other: &Self) -> bool {
        let mut pairs = self.iter().zip(other.iter());
        Rc::ptr_eq(&self.0, &other.0) || pairs.all(|(ours, theirs)| ours.sites == theirs.sites)
    }

    /// Whether [`meet`](Self::meet) of the states is either of them.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self == other && self.has_same_sites(other)
    }

    /// Fulfils and removes the obligation that a value denotes.
    pub(super) fn take(&mut self, value: ValueId) -> Option<Obligation> {
        let first = self.first_name(value)?;
        Rc::make_mut(&mut self.0).remove(&first)
    }

    /// Records that another value denotes the same allocation as `value`.
    pub(super) fn add_name(&mut self, value: ValueId, name: ValueId) {
        if let Some(mut obligation) = self.take(value) {
            obligation.add_name(name);
            self.add(obligation);
        }
    }

    /// The state after an edge, and the obligations that have no names left there. Some values are renamed
    /// simultaneously, which ends the previous meaning of the new names; then only the names to keep remain.
    pub(super) fn after_edge(
        &self,
        moves: &[(ValueId, ValueId)],
        keeps: impl Fn(ValueId) -> bool,
    ) -> (Self, Vec<Obligation>) {
        let mut names = self.iter().flat_map(|obligation| &obligation.names);
        if moves.is_empty() && names.all(|&name| keeps(name)) {
            return (self.clone(), Vec::new());
        }
        let mut moved = BTreeMap::clone(&self.0);
        let targets: FxHashSet<ValueId> = moves.iter().map(|&(_, target)| target).collect();
        for obligation in moved.values_mut() {
            obligation.names.retain(|name| !targets.contains(name));
        }
        for &(source, target) in moves {
            let first = self.first_name(source);
            if let Some(obligation) = first.and_then(|first| moved.get_mut(&first)) {
                obligation.add_name(target);
            }
        }
        let (mut kept, mut lost) = (Vec::new(), Vec::new());
        for mut obligation in moved.into_values() {
            obligation.names.retain(|name| keeps(*name));
            let list = if obligation.names.is_empty() {
                &mut lost
            } else {
                &mut kept
            };
            list.push(obligation);
        }
        (kept.into_iter().collect(), lost)
    }

    /// Whether all these values denote the same allocation.
    pub(super) fn are_one(&self, values: &[ValueId]) -> bool {
        let first_obligation = values.first().and_then(|&first| self.find(first));
        first_obligation.is_some_and(|obligation| values.iter().all(|&value| obligation.has(value)))
    }

    /// The obligations of both paths, with the names that they have on both.
    pub(super) fn meet(&self, other: &Self) -> Met {
        if self.is_same(other) {
            return Met {
                state: self.clone(),
                unmatched: Vec::new(),
            };
        }
        let (mut common, mut unmatched) = (Vec::new(), Vec::new());
        let mut taken = FxHashSet::default();
        for ours in self.iter() {
            // Try the latest name first. After a loop that rotates its iteration arguments, only the names from inside
            // the loop identify the buffers.
            let names = ours.names.iter().rev();
            let mut candidates = names.filter_map(|&name| other.first_name(name));
            let partner = candidates.find(|first| !taken.contains(first));
            let Some((first, theirs)) = partner.and_then(|first| other.0.get_key_value(&first))
            else {
                unmatched.push(ours.clone());
                continue;
            };
            taken.insert(*first);
            let mut both = ours.clone();
            both.names.retain(|name| theirs.has(*name));
            both.sites.extend_from_slice(&theirs.sites);
            both.sites.sort_stable();
            both.sites.dedup();
            common.push(both);
        }
        let untaken = other.0.iter().filter(|(first, _)| !taken.contains(*first));
        unmatched.extend(untaken.map(|(_, theirs)| theirs.clone()));
        Met {
            state: common.into_iter().collect(),
            unmatched,
        }
    }
}
