//! Orders in which to place the items of a component.
//!
//! No order is good for all traces, and placing is cheap, so planners try many. The best ones begin
//! with the *max-load clique*: the items of the section with the largest load, the longest lifetimes
//! first. Stacked, they reach exactly that load there, and the other items usually fit. Where they do
//! not, the sections that exceed the target are the next to begin with.

use std::cmp::Reverse;
use std::sync::OnceLock;

use memplan_support::Sort;

use crate::reduce::{Component, Core, Instance, Run};

/// What to sort by; the largest first, except for [`Key::Birth`] and [`Key::Nearness`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    /// Units.
    Size,
    /// Ticks of life.
    Life,
    /// Size times life.
    Area,
    /// Size times the square root of life.
    RootArea,
    /// Sections of the hull.
    Breadth,
    /// Size times sections.
    SectionArea,
    /// The largest load among its sections.
    Crowd,
    /// How many others are live during its hull.
    Conflicts,
    /// The first section; the earliest first.
    Birth,
    /// The distance in sections to the peak; the nearest first.
    Nearness,
    /// Stretches of [`STRETCH`] sections, the earliest first; before them all that lives for longer.
    Stretch,
    /// Nothing: the order of the trace.
    Listed,
}

/// Sections that are placed one after the other, so that what placing touches stays in the cache.
const STRETCH: u32 = 1024;

/// An order: optionally the clique of the peak by life and size, then the rest by two keys. Equal
/// items come in the order of the trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Order {
    /// For reports.
    pub(crate) name: &'static str,
    pub(crate) peak_first: bool,
    pub(crate) keys: [Key; 2],
}

impl Order {
    const fn all(name: &'static str, first: Key, second: Key) -> Self {
        Self {
            name,
            peak_first: false,
            keys: [first, second],
        }
    }

    const fn after_peak(name: &'static str, first: Key, second: Key) -> Self {
        Self {
            name,
            peak_first: true,
            keys: [first, second],
        }
    }

    pub(crate) const PEAK_SIZE: Self = Self::after_peak("peak-size", Key::Size, Key::Life);
    pub(crate) const PEAK_LIFE: Self = Self::after_peak("peak-life", Key::Life, Key::Size);
    pub(crate) const PEAK_AREA: Self = Self::after_peak("peak-area", Key::Area, Key::Size);
    pub(crate) const SIZE: Self = Self::all("size", Key::Size, Key::Life);
    pub(crate) const AREA: Self = Self::all("area", Key::Area, Key::Crowd);
    pub(crate) const BIRTH: Self = Self::all("birth", Key::Birth, Key::Size);

    pub(crate) const STRETCH_SIZE: Self = Self::all("stretch-size", Key::Stretch, Key::Size);
    pub(crate) const STRETCH_LIFE: Self = Self::all("stretch-life", Key::Stretch, Key::Life);

    pub(crate) const LIFE: Self = Self::all("life", Key::Life, Key::Size);
    pub(crate) const CROWD_AREA: Self = Self::all("crowd-area", Key::Crowd, Key::Area);
    pub(crate) const CROWD_LIFE: Self = Self::all("crowd-life", Key::Crowd, Key::Life);
    pub(crate) const ROOT_AREA: Self = Self::all("root-area", Key::RootArea, Key::Size);
    pub(crate) const SECTION_AREA: Self = Self::all("section-area", Key::SectionArea, Key::Size);
    pub(crate) const BREADTH: Self = Self::all("breadth", Key::Breadth, Key::Size);

    /// All orders worth a try on any trace.
    pub(crate) const ALL: &'static [Self] = &[
        Self::PEAK_SIZE,
        Self::PEAK_LIFE,
        Self::PEAK_AREA,
        Self::SIZE,
        Self::AREA,
        Self::BIRTH,
        Self::after_peak("peak-nearness", Key::Nearness, Key::Life),
        Self::LIFE,
        Self::all("crowd-size", Key::Crowd, Key::Size),
        Self::all("crowd", Key::Crowd, Key::Listed),
        Self::CROWD_LIFE,
        Self::CROWD_AREA,
        Self::all("life-area", Key::Life, Key::Area),
        Self::ROOT_AREA,
        Self::all("conflicts", Key::Conflicts, Key::Size),
        Self::SECTION_AREA,
        Self::all("nearness", Key::Nearness, Key::Life),
        Self::BREADTH,
        Self::all("size-listed", Key::Size, Key::Listed),
        Self::all("life-listed", Key::Life, Key::Listed),
        Self::all("conflicts-listed", Key::Conflicts, Key::Listed),
        Self::all("breadth-listed", Key::Breadth, Key::Listed),
        Self::after_peak("peak-size-listed", Key::Size, Key::Listed),
        Self::after_peak("peak-life-listed", Key::Life, Key::Listed),
    ];
}

/// Sorts items by keys, and caches the data that the keys need.
#[derive(Debug)]
pub(crate) struct Sorter<'i> {
    instance: &'i Instance,
    loads: Vec<u64>,
    crowd: OnceLock<Vec<u64>>,
    /// For each section, how many hulls begin in it or before.
    n_begun: OnceLock<Vec<u32>>,
    /// For each section, how many hulls end at its begin or before.
    n_ended: OnceLock<Vec<u32>>,
}

impl<'i> Sorter<'i> {
    pub(crate) fn new(instance: &'i Instance, loads: Vec<u64>) -> Self {
        Self {
            instance,
            loads,
            crowd: OnceLock::new(),
            n_begun: OnceLock::new(),
            n_ended: OnceLock::new(),
        }
    }

    /// Fills `order` with the items of a component. Orders that start with cliques use those of the sections
    /// `pivots`, or of the section with the max load if there are none.
    pub(crate) fn sort(
        &self,
        core: &Core,
        component: &Component,
        rule: Order,
        pivots: &[u32],
        order: &mut Vec<u32>,
    ) {
        order.clear();
        order.extend_from_slice(core.items_of(component));
        let mut begin = 0;
        if rule.peak_first {
            let peak = [component.peak_section];
            let pivots = if pivots.is_empty() { &peak } else { pivots };
            for &pivot in pivots {
                let rest = &mut order[begin..];
                let n_there = gather(rest, |item| self.is_live(item as usize, pivot));
                let keys = [Key::Life, Key::Size];
                self.sort_by(&mut rest[..n_there], component, keys);
                begin += n_there;
            }
        }
        self.sort_by(&mut order[begin..], component, rule.keys);
    }

    pub(crate) fn is_live(&self, item: usize, section: u32) -> bool {
        let hull = self.instance.hull[item];
        hull.0 <= section
            && section < hull.1
            && (!self.instance.has_gaps
                || self
                    .instance
                    .runs(item)
                    .iter()
                    .any(|run| run.0 <= section && section < run.1))
    }

    fn sort_by(&self, items: &mut [u32], component: &Component, keys: [Key; 2]) {
        let value = |item: u32, key: Key| self.value(item as usize, component, key);
        sort_descending(items, |item| [value(item, keys[0]), value(item, keys[1])]);
    }

    fn value(&self, item: usize, component: &Component, key: Key) -> u64 {
        let instance = self.instance;
        let hull = instance.hull[item];
        let sections = u64::from(hull.1 - hull.0);
        match key {
            Key::Size => instance.size[item],
            Key::Life => instance.life[item],
            Key::Area => product(instance.size[item], instance.life[item]),
            Key::RootArea => product(instance.size[item], root(instance.life[item])),
            Key::Breadth => sections,
            Key::SectionArea => product(instance.size[item], sections),
            Key::Crowd => self.crowd()[item],
            Key::Conflicts => self.conflicts(hull),
            Key::Birth => u64::from(u32::MAX - hull.0),
            Key::Nearness => {
                let peak = component.peak_section;
                let after = hull.0.saturating_sub(peak);
                let before = (peak + 1).saturating_sub(hull.1);
                u64::from(u32::MAX - after.max(before))
            }
            Key::Stretch => {
                // Small numbers, so that keys fit into one word.
                let last = instance.n_sections / STRETCH;
                if STRETCH < hull.1 - hull.0 {
                    u64::from(last) + 1
                } else {
                    u64::from(last - hull.0 / STRETCH)
                }
            }
            Key::Listed => 0,
        }
    }

    /// The first section of a range that has the largest load in it.
    pub(crate) fn fullest_section(&self, (first, end): Run) -> u32 {
        let by_load = |&section: &u32| (self.loads[section as usize], Reverse(section));
        (first..end).max_by_key(by_load).unwrap_or(first)
    }

    /// The largest load among the sections of each item.
    pub(crate) fn crowd(&self) -> &[u64] {
        self.crowd.get_or_init(|| {
            let maxima = self.crowds();
            let hulls = self.instance.hull.iter();
            hulls.map(|&hull| maxima.over(hull)).collect()
        })
    }

    /// The largest loads of ranges of sections.
    pub(crate) fn crowds(&self) -> Maxima {
        Maxima::new(&self.loads)
    }

    /// How many items are live during a hull.
    pub(crate) fn conflicts(&self, hull: Run) -> u64 {
        let counts = |ends: &dyn Fn(usize) -> u32| {
            let mut counts = vec![0_u32; self.instance.n_sections as usize + 1];
            for item in 0..self.instance.len() {
                counts[ends(item) as usize] += 1;
            }
            let mut sum = 0;
            for count in &mut counts {
                sum += *count;
                *count = sum;
            }
            counts
        };
        let begun = self
            .n_begun
            .get_or_init(|| counts(&|item| self.instance.hull[item].0));
        let ended = self
            .n_ended
            .get_or_init(|| counts(&|item| self.instance.hull[item].1));
        u64::from(begun[hull.1 as usize - 1] - ended[hull.0 as usize])
    }
}

/// Sorts by two keys, the largest first; equal items in ascending order. `O(n log n)`.
///
/// Keys and item are packed into one number where they fit, which is what the time goes into.
pub(crate) fn sort_descending(items: &mut [u32], keys: impl Fn(u32) -> [u64; 2]) {
    let mut most = [0, 0];
    for &item in items.iter() {
        let [first, second] = keys(item);
        most = [most[0].max(first), most[1].max(second)];
    }
    let bits = |value: u64| 64 - value.leading_zeros();
    let second_bits = bits(most[1]);
    if bits(most[0]) + second_bits <= 32 {
        let packed = |&item: &u32| {
            let [first, second] = keys(item);
            let key = (most[0] - first) << second_bits | (most[1] - second);
            key << 32 | u64::from(item)
        };
        let mut packed: Vec<u64> = items.iter().map(packed).collect();
        packed.sort_unstable();
        for (item, packed) in items.iter_mut().zip(packed) {
            *item = packed as u32;
        }
    } else if bits(most[0]) + second_bits <= 96 {
        let packed = |&item: &u32| {
            let [first, second] = keys(item);
            let key = u128::from(most[0] - first) << second_bits | u128::from(most[1] - second);
            key << 32 | u128::from(item)
        };
        let mut packed: Vec<u128> = items.iter().map(packed).collect();
        packed.sort_unstable();
        for (item, packed) in items.iter_mut().zip(packed) {
            *item = packed as u32;
        }
    } else {
        items.sort_stable_by_key(|&item| (Reverse(keys(item)[0]), Reverse(keys(item)[1]), item));
    }
}

/// Moves the items of which `belongs` is true to the front, each half in its order; returns how many.
pub(crate) fn gather(items: &mut [u32], belongs: impl Fn(u32) -> bool) -> usize {
    let mut others = Vec::with_capacity(items.len());
    let mut n = 0;
    for index in 0..items.len() {
        let item = items[index];
        if belongs(item) {
            items[n] = item;
            n += 1;
        } else {
            others.push(item);
        }
    }
    items[n..].copy_from_slice(&others);
    n
}

/// A product for comparisons: saturates.
pub(crate) fn product(a: u64, b: u64) -> u64 {
    a.saturating_mul(b)
}

/// The square root with eight more bits than the integer one, so that short lives differ.
fn root(value: u64) -> u64 {
    (u128::from(value) << 16).isqrt() as u64
}

/// Maxima over ranges of a fixed list of numbers: a segment tree.
#[derive(Debug)]
pub(crate) struct Maxima {
    n_leaves: usize,
    nodes: Vec<u64>,
}

impl Maxima {
    pub(crate) fn new(values: &[u64]) -> Self {
        let n_leaves = values.len().max(1);
        let mut nodes = vec![0; 2 * n_leaves];
        nodes[n_leaves..n_leaves + values.len()].copy_from_slice(values);
        for node in (1..n_leaves).rev() {
            nodes[node] = nodes[2 * node].max(nodes[2 * node + 1]);
        }
        Self { n_leaves, nodes }
    }

    /// The largest number from one index to before another one. `O(log n)`.
    pub(crate) fn over(&self, (first, end): Run) -> u64 {
        let (mut left, mut right) = (self.n_leaves + first as usize, self.n_leaves + end as usize);
        let mut most = 0;
        while left < right {
            if left & 1 == 1 {
                most = most.max(self.nodes[left]);
                left += 1;
            }
            if right & 1 == 1 {
                right -= 1;
                most = most.max(self.nodes[right]);
            }
            left >>= 1;
            right >>= 1;
        }
        most
    }
}
