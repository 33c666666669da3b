//! `vela`: the hill climb of the compiler of Arm's Ethos-U processors.
//!
//! Buffers are placed first fit, those first that are live at the fullest tick of all, then the long ones. While this
//! is above the load, the buffer with the highest end is the bottleneck: the turns of the buffers beside it, and of
//! those that these rest on, are candidates, and two of them are exchanged at random. An order that needs no more
//! replaces the one before. After 50 rounds without progress, two more turns are exchanged, buffers beside the
//! candidates included.
//!
//! Source: Vela 5.2 (`ethos-u-vela`), `hillclimb_allocation.py`, with the random numbers of Python after `seed(1)`;
//! `dev/peers/against.py` compares offsets with it. As there, the next round begins where a failed one
//! ends. It stops 500 rounds after the last progress once the result fits into the memory of the processor, or else
//! after `iterations`; that memory is the capacity of the trace, and nothing without one. Pinned buffers are placed
//! first, which the original does not have. Gaps are not used.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use memplan_support::Sort;

use super::python_random::PythonRandom;
use crate::problem::units::{align_up, common_alignment};
use crate::{
    BufferId, Bytes, Capabilities, Field, LifetimeTrace, MemoryPlanner, MemorySchedule, Options,
    PlanError, PlanOptions, PlannerKind, PluginInfo, ScheduleBuilder, Units,
};

/// The planner described in the module documentation.
#[derive(Clone, Copy, Debug)]
pub struct Vela {
    /// The most rounds.
    pub iterations: u64,
}

impl Vela {
    /// The planner with the number of rounds of the original.
    pub const DEFAULT: Self = Self { iterations: 99_999 };
}

/// How often the lists of neighbours poll whether to stop, in buffers.
const BUFFERS_PER_CHECK: usize = 64;

/// Rounds without progress after which more turns are exchanged.
const STUCK: u64 = 50;

/// Rounds without progress after which a result that fits is good enough.
const PATIENCE: u64 = 500;

impl MemoryPlanner for Vela {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "vela",
            aliases: &[],
            summary: "First fit, fullest tick first, then exchanges around the peak, as Vela does.",
            source: "Vela, hillclimb_allocation.py",
            cost: "O(c log n) per round, c conflicting pairs",
        }
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            kind: PlannerKind::Search,
            is_anytime: true,
            max_buffers: Some(crate::algorithms::MAX_FOR_PAIRS),
            ..Capabilities::default()
        }
    }

    fn options(&self) -> Options<'_, dyn MemoryPlanner> {
        Options::of(self, Self::DEFAULT, |vela| {
            vec![
                Field::value("iterations", &mut vela.iterations)
                    .expects("a number of orders")
                    .help("Number of orders to try."),
            ]
        })
    }

    fn plan(
        &self,
        trace: &LifetimeTrace,
        options: &PlanOptions,
    ) -> Result<MemorySchedule, PlanError> {
        // The climb has placed each buffer, and has counted that.
        let counted = PlanOptions {
            work_limit: None,
            ..options.clone()
        };
        let mut schedule = ScheduleBuilder::new(trace, &counted)?;
        let mut meter = options.meter();
        let mut climb = Climb::new(trace, options, || meter.check())?;
        let limit = trace.capacity().map_or(0, |capacity| capacity.0);
        let stopped_by = match climb.run(self.iterations, limit, |work| meter.spend(work)) {
            Ok(()) => None,
            Err(PlanError::Stopped { reason, .. }) if climb.best != u64::MAX => Some(reason),
            Err(error) => return Err(error),
        };
        for (range, &address) in climb.ranges.iter().zip(&climb.best_addresses) {
            if trace[range.id].pinned.is_none() {
                schedule.record(range.id, Bytes(address))?;
            }
        }
        let mut schedule = schedule.finish(self.info().name)?;
        schedule.stopped_by = stopped_by;
        schedule.work = meter.done();
        Ok(schedule)
    }
}

/// A buffer and its place in the current round. What a round does not reach keeps the values of an earlier one, except
/// that it is not placed.
struct Range {
    id: BufferId,
    size: u64,
    align: u64,
    pinned: Option<u64>,
    neighbours: Vec<u32>,
    address: Option<u64>,
    end: u64,
    /// The buffer at whose end this one lies.
    predecessor: Option<u32>,
    turn: usize,
}

struct Climb {
    ranges: Vec<Range>,
    /// The order of the first round.
    order: Vec<u32>,
    load: u64,
    best: u64,
    best_addresses: Vec<u64>,
    random: PythonRandom,
    /// Neighbours of the buffer that is being placed, by their places in its list: those above it so far, by descending
    /// begin, and those in its way in this walk through the list and in the next one.
    above: Vec<(u64, u32)>,
    this_walk: BinaryHeap<Reverse<u32>>,
    next_walk: BinaryHeap<Reverse<u32>>,
}

impl Climb {
    /// `O(n log n + c)`; may be stopped by `check`.
    fn new(
        trace: &LifetimeTrace,
        options: &PlanOptions,
        check: impl Fn() -> Result<(), PlanError>,
    ) -> Result<Self, PlanError> {
        let has_bytes = |id: &BufferId| trace[*id].size != Bytes(0);
        let ids: Vec<BufferId> = trace.ids().filter(has_bytes).collect();
        // Only at births the set of live buffers grows.
        let mut births: Vec<i64> = ids.iter().map(|&id| trace[id].live.begin().0).collect();
        births.sort_stable();
        births.dedup();
        let at = |tick: i64| births.partition_point(|&birth| birth < tick);
        let mut live: Vec<Vec<u32>> = vec![Vec::new(); births.len()];
        for (index, &id) in ids.iter().enumerate() {
            if index % BUFFERS_PER_CHECK == 0 {
                check()?;
            }
            for list in &mut live[at(trace[id].live.begin().0)..at(trace[id].live.end().0)] {
                list.push(index as u32);
            }
        }
        let sum = |list: &Vec<u32>| -> u64 {
            let sizes = list.iter().map(|&index| trace[ids[index as usize]].size.0);
            sizes.fold(0, u64::saturating_add)
        };
        let loads: Vec<u64> = live.iter().map(sum).collect();
        let mut urgency = Vec::with_capacity(ids.len());
        let mut born: Vec<Vec<u32>> = vec![Vec::new(); births.len()];
        for (index, &id) in ids.iter().enumerate() {
            born[at(trace[id].live.begin().0)].push(index as u32);
        }
        let ranges = ids.iter().enumerate().map(|(index, &id)| {
            if index % BUFFERS_PER_CHECK == 0 {
                check()?;
            }
            let buffer = &trace[id];
            let (begin, end) = (at(buffer.live.begin().0), at(buffer.live.end().0));
            urgency.push(loads[begin..end].iter().copied().max().unwrap_or(0));
            // Those live at its birth, and then what is born, as a walk over its ticks meets them.
            let met = live[begin..end].first().into_iter();
            let met = met.chain(born[begin..end].iter().skip(1)).flatten();
            let neighbours = met.copied().filter(|&other| other as usize != index);
            Ok(Range {
                id,
                size: buffer.size.0,
                align: common_alignment(options.alignment.0, buffer.align.0).unwrap_or(u64::MAX),
                pinned: buffer.pinned.map(|pin| pin.0),
                neighbours: neighbours.collect(),
                address: None,
                end: 0,
                predecessor: None,
                turn: 0,
            })
        });
        let ranges: Vec<Range> = ranges.collect::<Result<_, PlanError>>()?;
        let is_free = |&index: &u32| trace[ids[index as usize]].pinned.is_none();
        let mut order: Vec<u32> = (0..ids.len() as u32).filter(is_free).collect();
        order.sort_stable_by(|&a, &b| {
            let key = |index: u32| {
                let buffer = &trace[ids[index as usize]];
                let length = buffer.live.end().0.wrapping_sub(buffer.live.begin().0);
                let last = (buffer.live.begin(), Reverse(buffer.size));
                let first = Reverse(urgency[index as usize]);
                (first, Reverse(length), last)
            };
            key(a).cmp(&key(b))
        });
        Ok(Self {
            best_addresses: vec![0; ranges.len()],
            ranges,
            order,
            load: loads.into_iter().max().unwrap_or(0),
            best: u64::MAX,
            random: PythonRandom::new(1),
            above: Vec::new(),
            this_walk: BinaryHeap::new(),
            next_walk: BinaryHeap::new(),
        })
    }

    fn run(
        &mut self,
        iterations: u64,
        limit: u64,
        mut spend: impl FnMut(Units) -> Result<(), PlanError>,
    ) -> Result<(), PlanError> {
        let mut order = self.order.clone();
        self.best = self.place(&order, &mut spend)?;
        self.keep();
        if self.best <= self.load {
            return Ok(());
        }
        let mut best_order = order.clone();
        let (mut round, mut progress) = (0, 0);
        while (limit < self.best && round < iterations) || round - progress < PATIENCE {
            if !self.exchange(&mut order, round - progress) {
                break;
            }
            let size = self.place(&order, &mut spend)?;
            if size <= self.best {
                if size < self.best {
                    progress = round;
                }
                self.best = size;
                best_order.clone_from(&order);
                self.keep();
                if size <= self.load {
                    break;
                }
            } else {
                order.clone_from(&best_order);
            }
            round += 1;
        }
        Ok(())
    }

    fn keep(&mut self) {
        self.best_addresses = self
            .ranges
            .iter()
            .map(|range| range.address.unwrap_or(0))
            .collect();
    }

    /// Places the buffers in an order, up to the first one that ends above the best result. Returns the peak so far.
    fn place(
        &mut self,
        order: &[u32],
        spend: &mut impl FnMut(Units) -> Result<(), PlanError>,
    ) -> Result<u64, PlanError> {
        let mut peak = 0;
        for range in &mut self.ranges {
            range.address = range.pinned;
            if let Some(pin) = range.pinned {
                range.end = pin.saturating_add(range.size);
                peak = peak.max(range.end);
            }
        }
        // In 64ths of a unit: one for each neighbour, and eight for what else a placement costs.
        let mut n_seen = 0;
        for (turn, &index) in order.iter().enumerate() {
            n_seen += 8 + self.ranges[index as usize].neighbours.len();
            if 64 <= n_seen {
                spend(Units(n_seen as u64 / 64))?;
                n_seen %= 64;
            }
            self.place_one(index as usize);
            let range = &mut self.ranges[index as usize];
            range.turn = turn;
            peak = peak.max(range.end);
            if self.best < peak {
                break;
            }
        }
        Ok(peak)
    }

    /// Places a buffer at the lowest free address. The original walks through the neighbours in their order, again and
    /// again until none of them raises the address. If several end there, this order decides which is the predecessor.
    /// So it is kept here, but only neighbours that overlap the buffer are visited. `O(k log k)` for `k` of them.
    fn place_one(&mut self, index: usize) {
        let (size, align) = (self.ranges[index].size, self.ranges[index].align);
        let (mut address, mut predecessor) = (0_u64, None);
        let neighbours = &self.ranges[index].neighbours;
        self.above.clear();
        for (place, &other) in neighbours.iter().enumerate() {
            let range = &self.ranges[other as usize];
            if let Some(begin) = range.address {
                self.above.push((begin, place as u32));
            }
        }
        // The lowest comes last.
        let descending = |&(begin, place): &(u64, u32)| (Reverse(begin), Reverse(place));
        self.above.sort_stable_by_key(descending);
        let mut cursor = None;
        loop {
            while let Some(&(begin, place)) = self.above.last()
                && begin < address.saturating_add(size)
            {
                self.above.pop();
                if cursor < Some(place) {
                    self.this_walk.push(Reverse(place));
                } else {
                    self.next_walk.push(Reverse(place));
                }
            }
            if self.this_walk.is_empty() {
                std::mem::swap(&mut self.this_walk, &mut self.next_walk);
            }
            let Some(Reverse(place)) = self.this_walk.pop() else {
                break;
            };
            cursor = Some(place);
            let other = neighbours[place as usize];
            let end = self.ranges[other as usize].end;
            if address < end {
                address = align_up(end, align).unwrap_or(u64::MAX - size);
                predecessor = Some(other);
            }
        }
        let range = &mut self.ranges[index];
        range.address = Some(address);
        range.end = address.saturating_add(size);
        range.predecessor = predecessor;
    }

    /// Exchanges turns of buffers that affect the highest one. `false` if there is nothing to exchange.
    fn exchange(&mut self, order: &mut [u32], stuck: u64) -> bool {
        let mut top = 0;
        for (index, range) in self.ranges.iter().enumerate() {
            if self.ranges[top].end < range.end {
                top = index;
            }
        }
        let mut is_listed = vec![false; order.len()];
        let mut turns: Vec<usize> = Vec::new();
        let top_and_beside = std::iter::once(top as u32).chain(self.ranges[top].neighbours.clone());
        for index in top_and_beside {
            let mut next = Some(index);
            while let Some(index) = next {
                let range = &self.ranges[index as usize];
                if range.pinned.is_none() && !is_listed[range.turn] {
                    is_listed[range.turn] = true;
                    turns.push(range.turn);
                }
                next = range.predecessor;
            }
        }
        let mut is_beside = vec![false; self.ranges.len()];
        is_beside[top] = true;
        for &other in &self.ranges[top].neighbours {
            is_beside[other as usize] = true;
        }
        let apart: Vec<usize> = turns
            .iter()
            .copied()
            .filter(|&turn| !is_beside[order[turn] as usize])
            .collect();
        if turns.len() < 2 {
            return false;
        }
        // What is not beside the bottleneck causes gaps.
        let picks_apart = self.random.below(101) < 30;
        let first = if picks_apart && !apart.is_empty() {
            apart[self.random.below(apart.len())]
        } else {
            turns[self.random.below(turns.len())]
        };
        let mut second = turns[self.random.below(turns.len() - 1)];
        if first == second {
            second = turns[turns.len() - 1];
        }
        order.swap(first, second);
        if STUCK < stuck {
            for &turn in &apart {
                for &other in &self.ranges[order[turn] as usize].neighbours {
                    let range = &self.ranges[other as usize];
                    if range.pinned.is_none() && !is_listed[range.turn] {
                        is_listed[range.turn] = true;
                        turns.push(range.turn);
                    }
                }
            }
            let first = turns[self.random.below(turns.len())];
            let second = turns[self.random.below(turns.len())];
            order.swap(first, second);
        }
        true
    }
}

#[cfg(test)]
mod tests {

    use super::{Climb, Vela};
    use crate::testing::{check, random_trace};
    use crate::{BufferId, LifetimeTrace, PlanOptions};

    /// What is live with a buffer, as the original meets it: all that is live at each birth during its life.
    fn met(climb: &Climb, trace: &LifetimeTrace, index: usize) -> Vec<u32> {
        let life = |index: usize| trace[climb.ranges[index].id].live;
        let all = 0..climb.ranges.len();
        let mut births: Vec<_> = all.clone().map(|other| life(other).begin()).collect();
        births.sort_unstable();
        let is_live = |other: usize, tick| life(other).begin() <= tick && tick < life(other).end();
        let mut met = Vec::new();
        for tick in births.into_iter().filter(|&tick| is_live(index, tick)) {
            for other in all.clone() {
                if other != index && is_live(other, tick) && !met.contains(&(other as u32)) {
                    met.push(other as u32);
                }
            }
        }
        met
    }

    /// The address and the predecessor of a buffer by walks through its neighbours until none raises the address.
    fn walked(climb: &Climb, index: usize) -> (u64, Option<u32>) {
        let range = &climb.ranges[index];
        let (mut address, mut predecessor) = (0, None);
        let mut fits = false;
        while !fits {
            fits = true;
            for &other in &range.neighbours {
                let in_the_way = &climb.ranges[other as usize];
                if let Some(begin) = in_the_way.address
                    && address < in_the_way.end
                    && begin < address + range.size
                {
                    fits = false;
                    address = in_the_way.end.next_multiple_of(range.align);
                    predecessor = Some(other);
                }
            }
        }
        (address, predecessor)
    }

    #[test]
    fn places_and_predecessors_are_those_of_repeated_walks() {
        for seed in 0..60 {
            let features = [&[][..], &["align"], &["align", "pin"]][seed as usize % 3];
            let longest = [3, 30, 200][seed as usize / 3 % 3];
            let trace = random_trace(seed, 60, longest, features);
            let mut climb = Climb::new(&trace, &PlanOptions::default(), || Ok(())).unwrap();
            for index in 0..climb.ranges.len() {
                let expected = met(&climb, &trace, index);
                assert_eq!(climb.ranges[index].neighbours, expected, "{seed}\n{trace}");
            }
            for range in &mut climb.ranges {
                range.address = range.pinned;
                range.end = range.pinned.unwrap_or(0) + range.size;
            }
            let mut order = climb.order.clone();
            if seed % 2 == 0 {
                let name = |&index: &u32| -> BufferId { climb.ranges[index as usize].id };
                order.sort_by_key(name);
            }
            for index in order {
                let expected = walked(&climb, index as usize);
                climb.place_one(index as usize);
                let range = &climb.ranges[index as usize];
                let placed = (range.address.unwrap(), range.predecessor);
                assert_eq!(placed, expected, "{seed}\n{trace}");
            }
        }
    }

    /// The first order gives 13; an exchange gives the optimum, which is above the load.
    #[test]
    fn exchanges_lower_the_first_peak() {
        let trace = "a 6..8 3; b 8..9 2; c 5..7 3; d 8..9 5; e 3..8 4; f 7..9 4; g 0..3 6; h 2..6 2; i 1..6 2";
        check(
            &Vela::DEFAULT,
            trace,
            "a 0, b 0, c 8, d 2, e 4, f 8, g 4, h 0, i 2; peak 12, load 11",
        );
    }
}
