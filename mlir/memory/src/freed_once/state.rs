//! The memory that must be freed after a program point, the values that denote it, and facts about other values.

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

/// What is known of a value that is no name of an obligation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fact {
    /// A flag that is true, or false.
    Is(bool),
    /// A buffer that is freed.
    Freed,
    /// Memory that the function does not free.
    Borrowed {
        /// The argument or global that it is, or is derived from.
        root: ValueId,
        /// Whether it begins where that does.
        is_start: bool,
    },
}

/// One way in which control may reach a point: all obligations, by their first names, no two of which share a name, and
/// facts.
///
/// Most operations change nothing, so points share the maps until one of them changes them: a clone is `O(1)`.
#[derive(Clone, Debug, Default)]
pub(super) struct State {
    live: Rc<BTreeMap<ValueId, Obligation>>,
    facts: Rc<BTreeMap<ValueId, Fact>>,
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        let has_same_facts = Rc::ptr_eq(&self.facts, &other.facts) || self.facts == other.facts;
        has_same_facts && self.has_same_obligations(other)
    }
}

impl FromIterator<Obligation> for State {
    /// Leaves out obligations without names.
    fn from_iter<T: IntoIterator<Item = Obligation>>(list: T) -> Self {
        let named = list.into_iter().filter_map(|obligation| {
            let first = *obligation.names.first()?;
            Some((first, obligation))
        });
        Self {
            live: Rc::new(named.collect()),
            facts: Rc::default(),
        }
    }
}

/// What an edge passes on.
#[derive(Clone, Debug, Default)]
pub(super) struct Moves {
    /// The values that get a new meaning.
    pub(super) targets: Vec<ValueId>,
    /// Those that denote an obligation, after its first name.
    pub(super) names: Vec<(ValueId, ValueId)>,
    /// Facts about other values.
    pub(super) facts: Vec<(ValueId, Fact)>,
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

    /// The values that certainly denote the allocation, ascending.
    pub(super) fn names(&self) -> &[ValueId] {
        &self.names
    }

    fn has(&self, value: ValueId) -> bool {
        self.names.binary_search(&value).is_ok()
    }

    fn add_sites(&mut self, other: &Self) {
        self.sites.extend_from_slice(&other.sites);
        self.sites.sort_stable();
        self.sites.dedup();
    }

    fn add_name(&mut self, name: ValueId) {
        if let Err(at) = self.names.binary_search(&name) {
            self.names.insert(at, name);
        }
    }
}

impl State {
    pub(super) fn len(&self) -> usize {
        self.live.len()
    }

    /// The obligations in order of their first names.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Obligation> {
        self.live.values()
    }

    /// The first name of the obligation that a value denotes. Searches from the closest first name, which is the
    /// right one unless the value is a view or was passed on: `O(log n)`, else `O(n)`.
    pub(super) fn first_name(&self, value: ValueId) -> Option<ValueId> {
        if self.live.contains_key(&value) {
            return Some(value);
        }
        let candidates = self.live.range(..value).rev();
        let mut owners = candidates.filter(|(_, obligation)| obligation.has(value));
        owners.next().map(|(&first, _)| first)
    }

    fn find(&self, value: ValueId) -> Option<&Obligation> {
        self.first_name(value)
            .and_then(|first| self.live.get(&first))
    }

    pub(super) fn add(&mut self, obligation: Obligation) {
        if let Some(&first) = obligation.names.first() {
            Rc::make_mut(&mut self.live).insert(first, obligation);
        }
    }

    /// Whether the same operations may have allocated the obligations of two equal states.
    pub(super) fn has_same_sites(&self, other: &Self) -> bool {
        let mut pairs = self.iter().zip(other.iter());
        Rc::ptr_eq(&self.live, &other.live)
            || pairs.all(|(ours, theirs)| ours.sites == theirs.sites)
    }

    /// Whether [`meet`](Self::meet) of the states is either of them.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self == other && self.has_same_sites(other)
    }

    /// Fulfils and removes the obligation that a value denotes.
    pub(super) fn take(&mut self, value: ValueId) -> Option<Obligation> {
        let first = self.first_name(value)?;
        Rc::make_mut(&mut self.live).remove(&first)
    }

    /// Records that another value denotes the same allocation as `value`.
    pub(super) fn add_name(&mut self, value: ValueId, name: ValueId) {
        if let Some(mut obligation) = self.take(value) {
            obligation.add_name(name);
            self.add(obligation);
        }
    }

    /// Whether a value is the first name of an obligation. `O(log n)`.
    pub(super) fn is_first_name(&self, value: ValueId) -> bool {
        self.live.contains_key(&value)
    }

    /// The obligation with this first name.
    pub(super) fn of_first_name(&self, first: ValueId) -> Option<&Obligation> {
        self.live.get(&first)
    }

    /// What is known of a value.
    pub(super) fn fact(&self, value: ValueId) -> Option<Fact> {
        self.facts.get(&value).copied()
    }

    pub(super) fn set_fact(&mut self, value: ValueId, fact: Fact) {
        if self.fact(value) != Some(fact) {
            Rc::make_mut(&mut self.facts).insert(value, fact);
        }
    }

    /// Whether the obligations have the same names.
    pub(super) fn has_same_obligations(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.live, &other.live) || self.live == other.live
    }

    /// Whether there is an obligation of an operation.
    pub(super) fn has_site(&self, site: OpId) -> bool {
        self.iter()
            .any(|obligation| obligation.sites.contains(&site))
    }

    /// Keeps what is known on another path with the same obligations, too.
    pub(super) fn join(&mut self, other: &Self) {
        self.keep_common_facts(other);
        if !self.has_same_sites(other) {
            let live = Rc::make_mut(&mut self.live);
            for (ours, theirs) in live.values_mut().zip(other.iter()) {
                ours.add_sites(theirs);
            }
        }
    }

    fn keep_common_facts(&mut self, other: &Self) {
        if !Rc::ptr_eq(&self.facts, &other.facts) && self.facts != other.facts {
            let facts = Rc::make_mut(&mut self.facts);
            facts.retain(|&value, fact| other.fact(value) == Some(*fact));
        }
    }

    /// The state after an edge, and the obligations that have no names left there. Some values are renamed
    /// simultaneously, which ends the previous meaning of the new names; then only the names to keep remain.
    pub(super) fn after_edge(
        &self,
        moves: &Moves,
        keeps: impl Fn(ValueId) -> bool,
    ) -> (Self, Vec<Obligation>) {
        let mut names = self.iter().flat_map(|obligation| &obligation.names);
        let keeps_facts = self.facts.keys().all(|&value| keeps(value));
        if moves.targets.is_empty() && keeps_facts && names.all(|&name| keeps(name)) {
            return (self.clone(), Vec::new());
        }
        let mut moved = BTreeMap::clone(&self.live);
        let targets: FxHashSet<ValueId> = moves.targets.iter().copied().collect();
        for obligation in moved.values_mut() {
            obligation.names.retain(|name| !targets.contains(name));
        }
        for &(first, target) in &moves.names {
            if let Some(obligation) = moved.get_mut(&first) {
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
        let mut after: Self = kept.into_iter().collect();
        let facts = self.facts.iter().map(|(&value, &fact)| (value, fact));
        let facts = facts.filter(|(value, _)| keeps(*value) && !targets.contains(value));
        after.facts = Rc::new(facts.chain(moves.facts.iter().copied()).collect());
        (after, lost)
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
            let Some((first, theirs)) = partner.and_then(|first| other.live.get_key_value(&first))
            else {
                unmatched.push(ours.clone());
                continue;
            };
            taken.insert(*first);
            let mut both = ours.clone();
            both.names.retain(|name| theirs.has(*name));
            both.add_sites(theirs);
            common.push(both);
        }
        let untaken = other
            .live
            .iter()
            .filter(|(first, _)| !taken.contains(*first));
        unmatched.extend(untaken.map(|(_, theirs)| theirs.clone()));
        let mut state: Self = common.into_iter().collect();
        state.facts = Rc::clone(&self.facts);
        state.keep_common_facts(other);
        Met { state, unmatched }
    }
}
