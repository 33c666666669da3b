//! The immutable part of a search: an instance in a cache-friendly layout.
//!
//! Items are sorted by their first section, so that the items of a range of sections are a range of
//! items, and whether two items clash is a comparison of two small integers. Vectors by item are
//! padded to whole chunks with items that are never live.

use memplan_support::Sort;

use super::unit::{BLOCK, CHUNK, RunRandom, Unit};
use crate::reduce::{Instance, Pin, Run};

/// An instance, laid out for the search.
#[derive(Debug)]
pub(super) struct Problem<T> {
    /// The number of items, without padding.
    pub(super) n: usize,
    pub(super) n_sections: usize,
    /// The item of the instance that each item here is.
    pub(super) item: Vec<u32>,
    /// First section of the hull, first section after it, size; padded.
    pub(super) first: Vec<T>,
    pub(super) end: Vec<T>,
    pub(super) size: Vec<T>,
    /// The item itself, for vectorised searches; padded.
    pub(super) number: Vec<T>,
    pub(super) hull: Vec<Run>,
    /// The length of each hull, in sections.
    pub(super) width: Vec<f32>,
    /// Empty if no item is aligned.
    pub(super) align: Vec<T>,
    /// The pinned items by ascending pin; and the pin of each item, empty if there is none.
    pub(super) pinned: Vec<u32>,
    pub(super) pin: Vec<T>,
    /// Whether an item differs from the one before it only in its name.
    pub(super) is_twin: Vec<bool>,
    /// How many items begin before each section; one entry more than sections.
    pub(super) n_before: Vec<u32>,
    /// The first item that is live in each section (or begins later, where none is).
    pub(super) reach: Vec<u32>,
    /// Which items are live in each section; only with gaps, where hulls do not suffice.
    pub(super) gaps: Option<Gaps>,
    /// Keys of the hash of refuted states, by block of items.
    pub(super) hash_keys: Vec<[u64; 2 * BLOCK]>,
}

/// What replaces hulls where items have gaps.
#[derive(Debug)]
pub(super) struct Gaps {
    first_run: Vec<u32>,
    runs: Vec<Run>,
    first_member: Vec<u32>,
    members: Vec<u32>,
}

impl Gaps {
    pub(super) fn runs(&self, item: usize) -> &[Run] {
        &self.runs[self.first_run[item] as usize..self.first_run[item + 1] as usize]
    }

    pub(super) fn members(&self, section: usize) -> &[u32] {
        let range = self.first_member[section] as usize..self.first_member[section + 1] as usize;
        &self.members[range]
    }
}

impl<T: Unit> Problem<T> {
    /// Lays out an instance whose offsets fit `T`. `O(n log n)`, plus the sum of all cliques with gaps.
    pub(super) fn new(instance: &Instance) -> Self {
        let n = instance.len();
        let n_sections = instance.n_sections as usize;
        let mut item: Vec<u32> = (0..n as u32).collect();
        item.sort_stable_by_key(|&item| {
            let item = item as usize;
            let pin = instance.pin[item].map_or(u64::MAX, Pin::offset);
            (
                (instance.hull[item], instance.size[item]),
                (instance.align[item], pin, instance.slack[item]),
            )
        });
        let of = |index: usize| item[index] as usize;
        let padded = n.next_multiple_of(CHUNK);
        let pad = |value: &dyn Fn(usize) -> u64, filler: T| {
            let values = (0..n).map(|index| T::from_u64(value(of(index))));
            let mut values: Vec<T> = values.collect();
            values.resize(padded, filler);
            values
        };
        let hull: Vec<Run> = (0..n).map(|index| instance.hull[of(index)]).collect();
        let end = pad(&|item| u64::from(instance.hull[item].1), T::ZERO);
        let mut pinned: Vec<u32> = (0..n as u32)
            .filter(|&index| instance.pin[of(index as usize)].is_some())
            .collect();
        pinned.sort_stable_by_key(|&index| instance.pin[of(index as usize)].map(Pin::offset));
        let twin = |index: usize| {
            let (a, b) = (of(index), of(index - 1));
            hull[index] == hull[index - 1]
                && instance.size[a] == instance.size[b]
                && instance.align[a] == instance.align[b]
                && instance.slack[a] == instance.slack[b]
                && instance.pin[a].is_none()
                && instance.pin[b].is_none()
                && instance.runs(a) == instance.runs(b)
        };
        let mut random = RunRandom::new(0x6d65_6d70_6c61_6e21, 0, 0);
        Self {
            n,
            n_sections,
            first: pad(&|item| u64::from(instance.hull[item].0), T::ZERO),
            size: pad(&|item| instance.size[item], T::ZERO),
            align: if instance.has_alignment() {
                pad(&|item| instance.align[item], T::ONE)
            } else {
                Vec::new()
            },
            pin: if pinned.is_empty() {
                Vec::new()
            } else {
                pad(
                    &|item| instance.pin[item].map_or(u64::MAX, Pin::offset),
                    T::INFINITE,
                )
            },
            pinned,
            is_twin: (0..n).map(|index| index != 0 && twin(index)).collect(),
            n_before: count_before(&hull, n_sections),
            reach: first_live(&hull, n_sections),
            end,
            gaps: instance
                .has_gaps
                .then(|| Gaps::new(instance, &item, n_sections)),
            number: (0..padded as u64).map(T::from_u64).collect(),
            hash_keys: (0..padded / BLOCK)
                .map(|_| std::array::from_fn(|_| random.next()))
                .collect(),
            width: hull
                .iter()
                .map(|&(first, end)| (end - first) as f32)
                .collect(),
            hull,
            item,
        }
    }

    /// Whether the vectorised paths may be taken: neither gaps nor pins nor alignment.
    pub(super) fn is_plain(&self) -> bool {
        self.gaps.is_none() && self.pinned.is_empty() && self.align.is_empty()
    }

    /// The least offset of an item that is not below `at`.
    pub(super) fn align_up(&self, item: usize, at: T) -> T {
        match self.align.get(item) {
            Some(&align) if align != T::ONE => {
                T::from_u64(at.to_u64().next_multiple_of(align.to_u64()))
            }
            _ => at,
        }
    }

    /// The pin of an item, if it has one.
    pub(super) fn pin(&self, item: usize) -> Option<T> {
        let pin = self.pin.get(item).copied();
        pin.filter(|&pin| pin != T::INFINITE)
    }

    /// Whether two items are live at once.
    pub(super) fn conflict(&self, a: usize, b: usize) -> bool {
        let (hull_a, hull_b) = (self.hull[a], self.hull[b]);
        hull_a.0 < hull_b.1
            && hull_b.0 < hull_a.1
            && self
                .gaps
                .as_ref()
                .is_none_or(|gaps| super::first_plan::runs_meet(gaps.runs(a), gaps.runs(b)))
    }

    /// The runs of sections of an item.
    pub(super) fn runs(&self, item: usize) -> &[Run] {
        match &self.gaps {
            Some(gaps) => gaps.runs(item),
            None => std::slice::from_ref(&self.hull[item]),
        }
    }

    /// The range of items that may clash with something in a range of sections.
    pub(super) fn near(&self, first: usize, end: usize) -> std::ops::Range<usize> {
        self.reach[first] as usize..self.n_before[end] as usize
    }
}

impl Gaps {
    fn new(instance: &Instance, item: &[u32], n_sections: usize) -> Self {
        let mut first_run = vec![0];
        let mut runs = Vec::new();
        let mut members: Vec<Vec<u32>> = vec![Vec::new(); n_sections];
        for (index, &of) in item.iter().enumerate() {
            for &(first, end) in instance.runs(of as usize) {
                runs.push((first, end));
                for section in first..end {
                    members[section as usize].push(index as u32);
                }
            }
            first_run.push(runs.len() as u32);
        }
        let mut first_member = vec![0];
        let mut n_members = 0;
        for list in &members {
            n_members += list.len() as u32;
            first_member.push(n_members);
        }
        Self {
            first_run,
            runs,
            first_member,
            members: members.concat(),
        }
    }
}

/// How many hulls begin before each section; the hulls ascend.
fn count_before(hull: &[Run], n_sections: usize) -> Vec<u32> {
    let mut n_before = vec![0_u32; n_sections + 1];
    for &(first, _) in hull {
        n_before[first as usize + 1] += 1;
    }
    for section in 0..n_sections {
        n_before[section + 1] += n_before[section];
    }
    n_before
}

/// The first hull that reaches each section; the hulls ascend.
fn first_live(hull: &[Run], n_sections: usize) -> Vec<u32> {
    let mut reach = vec![hull.len() as u32; n_sections];
    let mut reached = 0;
    for (index, &(first, end)) in hull.iter().enumerate() {
        for section in reached.max(first)..end {
            reach[section as usize] = index as u32;
        }
        reached = reached.max(end);
    }
    reach
}
