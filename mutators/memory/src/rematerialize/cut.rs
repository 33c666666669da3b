//! A minimum cut that decides which buffers to keep over a peak and which to recompute after it.

use memplan_support::Sort;
use rustc_hash::{FxHashMap, FxHashSet};

use super::buffers::{Buffers, Source};
use crate::schedule::flow::{INFINITE, Network, SINK, SOURCE};

/// Maximum number of arcs that the flow may visit.
const MAX_WORK: u64 = 100_000_000;

/// How much effort is as bad as a byte that is kept.
const EFFORT_PER_BYTE: u64 = 16;

/// The buffers that are recomputed after a peak.
#[derive(Debug)]
pub(crate) struct Again {
    /// The buffers that are used after the peak, the most worthwhile first.
    pub(crate) needed: Vec<u32>,
    /// These, and those that they are computed from.
    pub(crate) all: FxHashSet<u32>,
}

/// The vertices of a buffer: it is kept if the arc between them is cut.
#[derive(Clone, Copy)]
struct Pair {
    before: u32,
    after: u32,
}

/// The buffers to recompute after the operation at a position, at which the `touched` buffers are live anyway; `None`
/// if it is better to keep everything.
pub(super) fn cut(buffers: &Buffers, at: u32, touched: &FxHashSet<u32>) -> Option<Again> {
    let is_needed = |number: &u32| {
        let buffer = &buffers.list[*number as usize];
        buffer.last_write < at && at < buffer.last_use
    };
    let numbers = 0..buffers.list.len() as u32;
    let needed: Vec<u32> = numbers.filter(is_needed).collect();
    let mut network = Network::new();
    let mut pairs: FxHashMap<u32, Pair> = FxHashMap::default();
    let mut given: FxHashMap<Source, u32> = FxHashMap::default();
    let mut open = needed.clone();
    let pair = |network: &mut Network| Pair {
        before: network.vertex(),
        after: network.vertex(),
    };
    for &number in &needed {
        let own = pair(&mut network);
        pairs.insert(number, own);
        network.arc(own.after, SINK, INFINITE);
    }
    while let Some(number) = open.pop() {
        let buffer = &buffers.list[number as usize];
        let own = pairs[&number];
        let is_free = touched.contains(&number);
        network.arc(
            own.before,
            own.after,
            if is_free { 1 } else { buffer.bytes },
        );
        let Some(sources) = &buffer.sources else {
            network.arc(SOURCE, own.before, INFINITE);
            continue;
        };
        if buffer.effort > 0 {
            network.arc(SOURCE, own.before, buffer.effort / EFFORT_PER_BYTE + 1);
        }
        for &source in sources {
            let after = match source {
                Source::Buffer(other) => {
                    let bytes_of_pair = pairs.get(&other).copied();
                    bytes_of_pair
                        .unwrap_or_else(|| {
                            let new = pair(&mut network);
                            pairs.insert(other, new);
                            open.push(other);
                            new
                        })
                        .after
                }
                Source::Given(_) => *given.entry(source).or_insert_with(|| {
                    let vertex = network.vertex();
                    network.arc(SOURCE, vertex, 1);
                    vertex
                }),
            };
            network.arc(after, own.before, INFINITE);
        }
    }
    let mut work = MAX_WORK;
    network.min_cut(&mut work)?;
    let is_after = network.sink_side();
    let is_again = |number: &u32| {
        let bytes_of_pair = pairs.get(number);
        bytes_of_pair.is_some_and(|pair| is_after[pair.before as usize])
    };
    let needed: Vec<u32> = needed
        .into_iter()
        .filter(|number| is_again(number))
        .collect();
    let all: FxHashSet<u32> = (0..buffers.list.len() as u32)
        .filter(|number| is_again(number))
        .collect();
    (!needed.is_empty()).then_some(Again { needed, all })
}

impl Again {
    /// Leaves only as many buffers as fit a limit of traffic in bytes, those first that save most for what they cost.
    /// Returns the traffic. `traffic` is that of making each buffer alone.
    pub(super) fn limit(
        &mut self,
        buffers: &Buffers,
        limit: u64,
        traffic: &dyn Fn(u32) -> u64,
    ) -> u64 {
        let bytes = |number: u32| buffers.list[number as usize].bytes.max(1);
        let cost = |number: u32| -> u64 {
            let all = self.closure(buffers, [number]);
            all.into_iter().map(traffic).fold(0, u64::saturating_add)
        };
        let mut ranked: Vec<(u128, u32)> = self
            .needed
            .iter()
            .map(|&number| {
                (
                    u128::from(cost(number)) * 1_000_000 / u128::from(bytes(number)),
                    number,
                )
            })
            .collect();
        ranked.sort_stable();
        let (mut kept, mut all, mut total) = (Vec::new(), FxHashSet::default(), 0u64);
        for (_, number) in ranked {
            let with = self.closure(buffers, [number]);
            let new: Vec<u32> = with
                .into_iter()
                .filter(|number| !all.contains(number))
                .collect();
            let more: u64 = new.iter().map(|&number| traffic(number)).sum();
            if total.saturating_add(more) <= limit {
                total += more;
                all.extend(new);
                kept.push(number);
            }
        }
        self.needed = kept;
        self.all = all;
        total
    }

    /// Some buffers with all that are computed again for them, in the order of their last writers.
    pub(super) fn closure(&self, buffers: &Buffers, of: impl IntoIterator<Item = u32>) -> Vec<u32> {
        let mut numbers: Vec<u32> = of.into_iter().collect();
        let mut seen: FxHashSet<u32> = numbers.iter().copied().collect();
        let mut next = 0;
        while let Some(&number) = numbers.get(next) {
            next += 1;
            let sources = buffers.list[number as usize].sources.iter().flatten();
            for source in sources {
                if let Source::Buffer(other) = *source
                    && self.all.contains(&other)
                    && seen.insert(other)
                {
                    numbers.push(other);
                }
            }
        }
        numbers.sort_stable_by_key(|&number| buffers.list[number as usize].last_write);
        numbers
    }
}
