//! `usmp-hill`: the order of `usmp-size`, swapped at random as long as the total shrinks.
//!
//! The hill-climbing planner of TVM's unified static memory planner. Unlike the greedy ones it
//! fills holes. 500 rounds place all buffers by first fit. After each round, a buffer that reaches
//! the peak is drawn, then one of its conflicts that come earlier in the order (first level). The
//! latter is swapped with another one of the first level, or with a conflict of a conflict that
//! comes before that (second level). Apart from a probability that vanishes after the first rounds,
//! only a strictly smaller total is accepted, so it gets stuck on plateaus.
//!
//! Source: apache/tvm, `src/tir/usmp/algo/hill_climb.cc`, for one pool without a size limit, with the
//! random numbers of the GNU C library: with `seed=0` it draws what the original draws on Linux. Two
//! oddities are kept: a round that could swap nothing is followed by one that undoes the swap before
//! it, and the plan accepted last is returned even if an earlier one was better. Last ties of the
//! first order go to the higher [`BufferId`]. Where alignments differ the original aligns a buffer as
//! its conflicts are; here it has its own alignment. Pins and gaps, which it does not support, are
//! honoured.

use memplan_support::Sort;

use super::greedy::usmp_order;
use super::rand_r::RandR;
use crate::algorithms::conflicts::ConflictIndex;
use crate::algorithms::trials::Trials;
use crate::placement::Board;
use crate::problem::budget::Halt;
use crate::reduce::Instance;
use crate::{
    BufferId, Capabilities, Field, LifetimeTrace, MemoryPlanner, MemorySchedule, Options,
    PlanError, PlanOptions, PluginInfo, Units,
};

/// The planner described in the module documentation.
#[derive(Clone, Copy, Debug)]
pub struct UsmpHill {
    /// How many orders are placed.
    pub rounds: u64,
}

impl UsmpHill {
    /// The planner with the number of rounds of the original.
    pub const DEFAULT: Self = Self { rounds: 500 };
}

impl MemoryPlanner for UsmpHill {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "usmp-hill",
            aliases: &[],
            summary: "First fit, largest first, then swaps that lower the peak, as TVM does.",
            source: "apache/tvm, usmp/algo/hill_climb.cc",
            cost: "O(n log^2 n + c) in practice per round, c conflicts of conflicting buffers",
        }
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            max_buffers: Some(crate::algorithms::MAX_FOR_PAIRS),
            ..Capabilities::SEARCH
        }
    }

    fn plan(
        &self,
        trace: &LifetimeTrace,
        options: &PlanOptions,
    ) -> Result<MemorySchedule, PlanError> {
        let instance = Instance::new(trace, options)?;
        let board = Board::new(&instance, 0..instance.len() as u32);
        // The result is the last accepted schedule, not the best one, so progress is not reported.
        let silent = PlanOptions {
            progress: None,
            ..options.clone()
        };
        let mut trials = Trials::new(trace, &silent, &instance, &board);
        let mut climb = Climb::new(trace, options, &instance);
        let ended = (0..self.rounds.max(1)).try_for_each(|round| {
            if trials.is_optimal() {
                return Ok(()); // the original stops at the load, its "memory pressure"
            }
            climb.round(round, &mut trials)
        });
        trials.finish_as_is(trace, self.info().name, ended)
    }

    fn options(&self) -> Options<'_, dyn MemoryPlanner> {
        Options::of(self, Self::DEFAULT, |hill| {
            vec![
                Field::value("rounds", &mut hill.rounds)
                    .expects("a number")
                    .help("Number of orders to try."),
            ]
        })
    }
}

/// The candidates for a swap.
#[derive(Debug)]
struct Neighbours {
    /// The positions, before that of an item, of its conflicts; ascending.
    first_level: Vec<u32>,
    /// For all its conflicts, the positions before theirs of *their* conflicts, and how often each
    /// was found; ascending.
    second_level: Vec<(u32, u32)>,
}

/// The order, and what is known of the plan accepted last.
#[derive(Debug)]
struct Climb<'i> {
    instance: &'i Instance,
    index: ConflictIndex<'i>,
    random: RandR,
    order: Vec<u32>,
    /// The place in the order of each item.
    places: Vec<u32>,
    /// The places of the last swap, which may have been undone already.
    swapped: (usize, usize),
    /// The items that reach the peak of the plan accepted last.
    at_peak: Vec<u32>,
    /// How often each position was found on the second level; all 0 between rounds.
    times_met: Vec<u32>,
}

impl<'i> Climb<'i> {
    fn new(trace: &LifetimeTrace, options: &PlanOptions, instance: &'i Instance) -> Self {
        let mut item_of = vec![None; trace.len()];
        for (item, id) in instance.ids.iter().enumerate() {
            item_of[id.index()] = Some(item as u32);
        }
        let items = usmp_order(trace).into_iter();
        let order: Vec<u32> = items
            .filter_map(|id: BufferId| item_of[id.index()])
            .collect();
        let mut places = vec![0; order.len()];
        for (place, &item) in (0..).zip(&order) {
            places[item as usize] = place;
        }
        Self {
            instance,
            index: ConflictIndex::new(instance),
            random: RandR::new((options.seed ^ (options.seed >> 32)) as u32),
            times_met: vec![0; order.len()],
            order,
            places,
            swapped: (0, 0),
            at_peak: Vec::new(),
        }
    }

    fn round(&mut self, round: u64, trials: &mut Trials<'_>) -> Result<(), Halt> {
        if self.accepts(round, trials)? {
            self.note_who_is_at_the_peak(trials);
        } else {
            self.swap(self.swapped.0, self.swapped.1);
        }
        let at_peak = self.at_peak.iter().map(|&item| self.places[item as usize]);
        let mut at_peak: Vec<u32> = at_peak.collect();
        at_peak.sort_stable();
        let Some(&place) = draw(&mut self.random, &at_peak) else {
            return Ok(()); // nothing to place
        };
        let Neighbours {
            first_level,
            second_level,
        } = self.neighbours(place, trials)?;
        let Some(&one) = draw(&mut self.random, &first_level) else {
            return Ok(());
        };
        let n_second: u64 = second_level
            .iter()
            .map(|&(_, times)| u64::from(times))
            .sum();
        let mut other = one;
        while other == one {
            other = if n_second != 0 && 25 < self.random.next() % 100 {
                let mut left = u64::from(self.random.next()) % n_second;
                let drawn = second_level.iter().find(|&&(_, times)| {
                    let is_it = left < u64::from(times);
                    left = left.wrapping_sub(u64::from(times));
                    is_it
                });
                drawn.map_or(one, |&(place, _)| place)
            } else {
                draw(&mut self.random, &first_level).map_or(one, |&place| place)
            };
            if n_second < 2 && first_level.len() < 2 {
                break;
            }
        }
        if one != other {
            self.swapped = (one as usize, other as usize);
            self.swap(one as usize, other as usize);
        }
        Ok(())
    }

    /// Places the order. Returns whether its plan is accepted.
    fn accepts(&mut self, round: u64, trials: &mut Trials<'_>) -> Result<bool, Halt> {
        let Some(old) = trials.peak() else {
            return trials.improve(&self.order); // the first round
        };
        // From round 50 on a total that is not smaller is never accepted, so it need not be known.
        let limit = if round < 50 { u64::MAX } else { old - 1 };
        let new = trials.place(&self.order, limit)?;
        if let Some(new) = new
            && new < old
        {
            trials.keep();
            return Ok(true);
        }
        let excess = new.map_or(0, |new| 50 * u128::from(new - old) / u128::from(new));
        let chance = excess / u128::from(round.max(1));
        if u128::from(self.random.next() % 100) < chance {
            trials.keep();
            return Ok(true);
        }
        Ok(false)
    }

    fn swap(&mut self, one: usize, other: usize) {
        if one == other {
            return;
        }
        self.order.swap(one, other);
        self.places[self.order[one] as usize] = one as u32;
        self.places[self.order[other] as usize] = other as u32;
    }

    fn note_who_is_at_the_peak(&mut self, trials: &Trials<'_>) {
        let (instance, offsets) = (self.instance, trials.offsets());
        let end = |item: usize| instance.end(item, offsets[item]);
        let peak = trials.peak();
        self.at_peak = (0..instance.len())
            .filter(|&item| Some(end(item)) == peak)
            .map(|item| item as u32)
            .collect();
    }

    /// The neighbours of the item at a position.
    fn neighbours(&mut self, place: u32, trials: &mut Trials<'_>) -> Result<Neighbours, Halt> {
        let item = self.order[place as usize];
        let (mut first_level, mut conflicts, mut second_level) = (vec![], vec![], vec![]);
        self.index.for_each(item, |other| conflicts.push(other));
        for conflict in conflicts {
            let at = self.places[conflict as usize];
            if at < place {
                first_level.push(at);
            }
            let mut n_visited = 0_u64;
            self.index.for_each(conflict, |other| {
                let earlier = self.places[other as usize];
                n_visited += 1;
                if earlier < at {
                    let times = &mut self.times_met[earlier as usize];
                    *times += 1;
                    if *times == 1 {
                        second_level.push(earlier);
                    }
                }
            });
            trials.spend(Units(n_visited / 64))?;
        }
        first_level.sort_stable();
        second_level.sort_stable();
        let with_times = |place| (place, std::mem::take(&mut self.times_met[place as usize]));
        Ok(Neighbours {
            first_level,
            second_level: second_level.into_iter().map(with_times).collect(),
        })
    }
}

/// A random element, drawn as TVM draws it.
fn draw<'a>(random: &mut RandR, from: &'a [u32]) -> Option<&'a u32> {
    if from.is_empty() {
        return None;
    }
    from.get(random.next() as usize % from.len())
}

#[cfg(test)]
mod tests {
    use crate::registry;
    use crate::testing::{GOLDEN, offsets};

    #[test]
    fn the_first_round_is_first_fit_by_size() {
        let first_round = registry::planner("usmp-hill{rounds=1}").unwrap();
        assert_eq!(
            offsets(&*first_round, GOLDEN),
            (39, vec![22, 12, 0, 29, 35, 37, 30, 0, 22])
        );
    }
}
