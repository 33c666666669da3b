//! Hill climbing: changes an order at random, evaluates it by first fit, and keeps changes that are
//! not worse.
//!
//! Starts with the best of the greedy orders by size, area, lifetime and conflicts. Each round
//! picks a random buffer that ends high and moves it forward in the order: half of the time to
//! before one that it conflicts with, otherwise to any place. A round that raises the peak is
//! undone. It gains some per cent on a few hundred buffers in little time, and is never worse than
//! its start. It cannot leave a local optimum that requires several changes at once, as tight
//! traces do.
//!
//! Source: the idea is the hill-climbing planner of TVM's USMP (`usmp-hill`); the moves and the
//! acceptance of equal peaks are memplan's own.

use std::cmp::Reverse;

use memplan_plugin::{ParamError, Params};
use memplan_support::{Random, Sort};

use crate::algorithms::conflicts::{ConflictIndex, conflict_counts};
use crate::algorithms::order::{area, lifetime};
use crate::algorithms::trials::{Trials, items_by};
use crate::placement::Board;
use crate::problem::budget::Halt;
use crate::reduce::Instance;
use crate::{
    Capabilities, HintUse, LifetimeTrace, MemoryPlanner, MemorySchedule, OptionInfo, PlanError,
    PlanOptions, PluginInfo,
};

/// The tuned parameters of [`HillClimb`].
///
/// `rounds` is that of TVM's planner; `most_placements` bounds a run to about a second. To see what a
/// change costs:
///
/// ```sh
/// cargo run --release -p memplan-planner --example exact_bench -- --planner hill-climb --seeds 5 \
///     gen:tight gen:skewed{n=500} gen:skewed{n=5000}
/// ```
#[derive(Clone, Copy, Debug)]
struct Parameters {
    /// The default of [`HillClimb::rounds`].
    rounds: u64,
    /// The most placements of items in all rounds together. Bounds the time on large traces.
    most_placements: u64,
}

impl Parameters {
    /// The values in use.
    const DEFAULT: Self = Self {
        rounds: 500,
        most_placements: 2_000_000,
    };
}

/// The planner described in the module documentation.
#[derive(Clone, Copy, Debug)]
pub struct HillClimb {
    /// How many changed orders are tried; fewer on more than some thousand buffers.
    pub rounds: u64,
}

impl HillClimb {
    /// The planner with its defaults.
    pub const DEFAULT: Self = Self {
        rounds: Parameters::DEFAULT.rounds,
    };
}

impl MemoryPlanner for HillClimb {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "hill-climb",
            aliases: &[],
            summary: "Changes greedy orders at random as long as the peak does not grow.",
            source: "after apache/tvm, usmp/algo/hill_climb.cc",
            cost: "O(n log^2 n) in practice per round",
            options: &[OptionInfo {
                name: "rounds",
                default: "500",
                help: "Number of orders to try; fewer above 4000 buffers.",
            }],
        }
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            max_buffers: Some(super::MAX_FOR_PAIRS),
            ..Capabilities::SEARCH.with_hints(HintUse::Fused)
        }
    }

    fn plan(
        &self,
        trace: &LifetimeTrace,
        options: &PlanOptions,
    ) -> Result<MemorySchedule, PlanError> {
        let instance = Instance::new(trace, options)?;
        let board = Board::new(&instance, 0..instance.len() as u32);
        let mut trials = Trials::new(trace, options, &instance, &board);
        let ended = self.climb(trace, options, &instance, &mut trials);
        trials.finish(trace, self.info().name, ended)
    }

    fn configure(&self, params: &Params) -> Result<Box<dyn MemoryPlanner>, ParamError> {
        let rounds = params.parse("rounds", "a number")?.unwrap_or(self.rounds);
        Ok(Box::new(Self { rounds }))
    }
}

impl HillClimb {
    fn climb(
        &self,
        trace: &LifetimeTrace,
        options: &PlanOptions,
        instance: &Instance,
        trials: &mut Trials<'_>,
    ) -> Result<(), Halt> {
        let mut current = Order::default();
        for items in greedy_orders(trace, instance) {
            if trials.improve(&items)? {
                current = Order::new(items, trials.offsets());
            }
            if trials.is_optimal() {
                return Ok(());
            }
        }
        let index = ConflictIndex::new(instance);
        let mut random = Random::new(options.seed);
        let n_items = instance.len().max(1) as u64;
        for _ in 0..self
            .rounds
            .min(Parameters::DEFAULT.most_placements / n_items)
        {
            let peak = trials.peak().unwrap_or(u64::MAX);
            let Some((from, to)) = current.choose_move(instance, &index, trials, &mut random)
            else {
                continue;
            };
            current.items[to..=from].rotate_right(1);
            match trials.place(&current.items, peak)? {
                Some(reached) => {
                    if reached < peak {
                        trials.keep_better();
                    }
                    current.offsets.copy_from_slice(trials.offsets());
                }
                None => current.items[to..=from].rotate_left(1),
            }
            if trials.is_optimal() {
                break;
            }
        }
        Ok(())
    }
}

/// The orders to start with.
fn greedy_orders(trace: &LifetimeTrace, instance: &Instance) -> [Vec<u32>; 4] {
    let counts = conflict_counts(trace);
    let id = |item: usize| instance.ids[item];
    let size = |item: usize| trace[id(item)].size;
    let life = |item: usize| lifetime(trace, id(item));
    [
        items_by(instance, |item| Reverse((size(item), life(item)))),
        items_by(instance, |item| Reverse(area(trace, id(item)))),
        items_by(instance, |item| Reverse((life(item), size(item)))),
        items_by(instance, |item| {
            Reverse((counts[id(item).index()], size(item)))
        }),
    ]
}

/// An order and the result of first fit in it.
#[derive(Debug, Default)]
struct Order {
    items: Vec<u32>,
    offsets: Vec<u64>,
}

impl Order {
    fn new(items: Vec<u32>, offsets: &[u64]) -> Self {
        Self {
            items,
            offsets: offsets.to_vec(),
        }
    }

    /// A position in the order, and an earlier one to which its item moves.
    fn choose_move(
        &self,
        instance: &Instance,
        index: &ConflictIndex<'_>,
        trials: &Trials<'_>,
        random: &mut Random,
    ) -> Option<(usize, usize)> {
        let peak = trials.peak()?;
        let threshold = trials.bound() + random.below(peak.saturating_sub(trials.bound()));
        let threshold = threshold / instance.unit;
        let is_high = |&place: &usize| {
            let item = self.items[place] as usize;
            instance.pin[item].is_none() && threshold < self.offsets[item] + instance.size[item]
        };
        let n_high = (1..self.items.len()).filter(is_high).count();
        let from = (1..self.items.len())
            .filter(is_high)
            .nth(random.index(n_high))?;
        if random.below(2) == 0 {
            return Some((from, random.index(from)));
        }
        let mut conflicts = Vec::new();
        index.for_each(self.items[from], |item| conflicts.push(item));
        conflicts.sort_stable();
        let is_conflict = |&place: &usize| conflicts.binary_search(&self.items[place]).is_ok();
        let n_earlier = (0..from).filter(is_conflict).count();
        let to = (0..from).filter(is_conflict).nth(random.index(n_earlier))?;
        Some((from, to))
    }
}

#[cfg(test)]
mod tests {
    use super::HillClimb;
    use crate::testing::{GOLDEN, offsets};
    use crate::{LifetimeTrace, MemoryPlanner, MemorySchedule, PlanOptions, registry};

    /// Sixty buffers that no greedy order packs well.
    fn crowd() -> String {
        (0..60_u64)
            .map(|i| {
                format!(
                    "b{i} {}..{} {};",
                    i * 7 % 50,
                    i * 7 % 50 + i % 11 + 1,
                    i % 23 + 1
                )
            })
            .collect()
    }

    #[test]
    fn an_optimal_start_is_kept() {
        assert_eq!(
            offsets(&HillClimb::DEFAULT, GOLDEN),
            (34, vec![12, 0, 25, 19, 10, 26, 12, 14, 26])
        );
    }

    #[test]
    fn climbing_beats_all_its_beginnings() {
        let start = registry::planner("hill-climb{rounds=0}").unwrap();
        let peaks = (
            offsets(&*start, &crowd()).0,
            offsets(&HillClimb::DEFAULT, &crowd()).0,
        );
        assert_eq!(peaks, (115, 113));
    }

    #[test]
    fn equal_seeds_give_equal_schedules_and_others_differ() {
        let plan = |seed| -> MemorySchedule {
            let trace: LifetimeTrace = crowd().parse().unwrap();
            let options = PlanOptions {
                seed,
                ..PlanOptions::default()
            };
            HillClimb::DEFAULT.plan(&trace, &options).unwrap()
        };
        assert_eq!(plan(1), plan(1));
        assert!((2..9).any(|seed| plan(seed).offsets != plan(1).offsets));
    }
}
