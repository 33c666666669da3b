//! Boxing: puts small buffers into boxes of one height, colours the boxes as intervals, and places
//! buffers by first fit in the resulting order.
//!
//! Buffers of one size are trivial to place: the optimum has as many rows as buffers are live at
//! once. The underlying theory makes all sizes equal, with a loss that vanishes as buffers
//! become small relative to the load: it groups buffers of about one size into boxes, treats boxes
//! as buffers, and repeats. First fit then places the buffers again, so only the order of the loose
//! offsets matters, and boxing is another randomised order. It suits traces with very many buffers
//! of many different sizes; on a few hundred buffers, other planners are better. It starts with
//! first fit by size and stops after several consecutive rounds without improvement.
//!
//! Source: Buchsbaum, Karloff, Kenyon, Reingold and Thorup, "OPT versus LOAD in Dynamic Storage
//! Allocation", STOC 2003, Lemma 1, Theorem 2, Corollary 15 and the first half of Theorem 16; made
//! practical by Lamprakos, Xydis, Catthoor and Soudris, "Futureproof Static Memory Planning" (2025,
//! idealloc), from which come the dummy job for narrow ranges of sizes, the choice of epsilon, points
//! injected at random where recursion would not end, and the last step to equal heights. Only first
//! fit handles gaps and pins: boxing treats a buffer as live from its first to its last piece, and
//! ignores pins.

mod jobs;
mod parameters;
mod theorem;

use std::cmp::Reverse;

use memplan_support::Random;

use crate::algorithms::order::lifetime;
use crate::algorithms::trials::{Trials, items_by};
use crate::placement::Board;
use crate::problem::budget::Halt;
use crate::reduce::Instance;
use crate::{
    Capabilities, Field, HintUse, Interrupt, LifetimeTrace, MemoryPlanner, MemorySchedule, Options,
    PlanError, PlanOptions, PluginInfo, Units,
};
use jobs::{Content, DUMMY, Job};
use parameters::Parameters;
use theorem::Boxing as Lemmas;

/// `(sqrt 5 - 1) / 2`: a loss below this keeps the promises of Theorem 2.
const MAX_LOSS: f64 = 0.618_033_988_749_894_9;

/// Above this ratio of the largest to the smallest size there is an epsilon to choose.
const LEAST_RATIO: f64 = 2216.54;

/// The planner described in the module documentation.
#[derive(Clone, Copy, Debug)]
pub struct BoxingPlanner {
    /// Number of consecutive rounds without improvement before it stops.
    pub patience: u32,
}

impl BoxingPlanner {
    /// The planner with its defaults.
    pub const DEFAULT: Self = Self {
        patience: Parameters::DEFAULT.patience,
    };
}

impl MemoryPlanner for BoxingPlanner {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "boxing",
            aliases: &["idealloc"],
            summary: "First fit in the order of boxes of equal height.",
            source: "Buchsbaum et al., STOC 2003, Theorem 16; idealloc",
            cost: "O(n log^2 n) in practice per round",
        }
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities::SEARCH.with_hints(HintUse::Fused)
    }

    fn plan(
        &self,
        trace: &LifetimeTrace,
        options: &PlanOptions,
    ) -> Result<MemorySchedule, PlanError> {
        let instance = Instance::new(trace, options)?;
        let board = Board::new(&instance, 0..instance.len() as u32);
        let mut trials = Trials::new(trace, options, &instance, &board);
        let ended = self.search(trace, options, &instance, &mut trials);
        trials.finish(trace, self.info().name, ended)
    }

    fn options(&self) -> Options<'_, dyn MemoryPlanner> {
        Options::of(self, Self::DEFAULT, |boxing| {
            vec![
                Field::value("patience", &mut boxing.patience)
                    .expects("a number")
                    .help("Number of consecutive rounds without improvement before it stops."),
            ]
        })
    }
}

impl BoxingPlanner {
    fn search(
        &self,
        trace: &LifetimeTrace,
        options: &PlanOptions,
        instance: &Instance,
        trials: &mut Trials<'_>,
    ) -> Result<(), Halt> {
        let by_size = items_by(instance, |item| {
            let id = instance.ids[item];
            Reverse((trace[id].size, lifetime(trace, id)))
        });
        trials.improve(&by_size)?;
        if trials.is_optimal() || self.patience == 0 {
            return Ok(());
        }
        let mut random = Random::new(options.seed);
        let interrupt = options.interrupt.as_deref();
        let jobs = jobs_of(instance);
        let work = Units(jobs.len() as u64);
        trials.spend(work)?;
        let (epsilon, mut boxed) =
            choose_epsilon(&jobs, &mut random, interrupt, || trials.spend(work))?;
        let mut n_in_vain = 0;
        loop {
            let order = order_of(instance, boxed, epsilon, &mut random, interrupt);
            trials.spend(work)?;
            n_in_vain = if trials.improve(&order)? {
                0
            } else {
                n_in_vain + 1
            };
            if trials.is_optimal() || self.patience <= n_in_vain {
                return Ok(());
            }
            boxed = box_small(&jobs, epsilon, &mut random, interrupt);
        }
    }
}

/// The items as jobs, and the dummy job if the range of their sizes is too narrow.
fn jobs_of(instance: &Instance) -> Vec<Job> {
    let items = instance.hull.iter().zip(&instance.size).enumerate();
    let mut jobs: Vec<Job> = items
        .map(|(item, (&(first, end), &size))| Job {
            size,
            first,
            end,
            content: Content::Item(item as u32),
        })
        .collect();
    let smallest = jobs.iter().map(|job| job.size).min().unwrap_or(1);
    if Range::of(&jobs).epsilons().is_none() {
        jobs.push(Job {
            size: (LEAST_RATIO * smallest as f64).ceil() as u64,
            first: 0,
            end: instance.n_sections,
            content: DUMMY,
        });
    }
    jobs
}

/// The sizes of some jobs, and what follows for boxing.
#[derive(Clone, Copy, Debug)]
struct Range {
    smallest: f64,
    largest: f64,
}

impl Range {
    fn of(jobs: &[Job]) -> Self {
        let sizes = || jobs.iter().map(|job| job.size);
        Self {
            smallest: sizes().min().unwrap_or(1) as f64,
            largest: sizes().max().unwrap_or(1) as f64,
        }
    }

    fn ratio(self) -> f64 {
        self.largest / self.smallest
    }

    /// The square of the binary logarithm of the ratio.
    fn log_squared(self) -> f64 {
        self.ratio().log2().powi(2)
    }

    /// The values of epsilon that let the small jobs be boxed; `None` if there are none.
    fn epsilons(self) -> Option<(f64, f64)> {
        let log_squared = self.log_squared();
        let least = (log_squared.powi(7) / self.ratio()).powf(1.0 / 6.0);
        let most = MAX_LOSS * log_squared;
        (least < most).then_some((least, most))
    }

    /// The loss, the height of boxes and the size up to which jobs are small; `None` if boxing the
    /// small ones would break its promises.
    fn small(self, epsilon: f64) -> Option<(f64, f64, f64)> {
        let log_squared = self.log_squared();
        let loss = epsilon / log_squared;
        let height = (loss.powi(5) * self.largest / log_squared).ceil();
        let small = (loss * height).floor();
        // Both comparisons reject NaN, which results from a ratio of 1.
        (loss < MAX_LOSS && self.smallest <= small).then_some((loss, height, small))
    }
}

/// Boxes small jobs repeatedly, according to Theorem 16, until its invariant breaks.
fn box_small(
    given: &[Job],
    epsilon: f64,
    random: &mut Random,
    interrupt: Option<&dyn Interrupt>,
) -> Vec<Job> {
    let mut boxed: Option<Vec<Job>> = None;
    for _ in 0..Parameters::DEFAULT.most_passes {
        let jobs = boxed.as_deref().unwrap_or(given);
        let Some((loss, height, small)) = Range::of(jobs).small(epsilon) else {
            break;
        };
        let is_small = |job: &Job| job.size as f64 <= small;
        let (low, high) = match boxed {
            Some(jobs) => jobs.into_iter().partition(is_small),
            // Filtering allocates exact sizes and copies nothing else: there may be a million jobs.
            None => (
                given.iter().filter(|job| is_small(job)).cloned().collect(),
                given.iter().filter(|job| !is_small(job)).cloned().collect(),
            ),
        };
        let mut lemmas = Lemmas {
            loss,
            random,
            interrupt,
        };
        let mut jobs = lemmas.box_all(low, height);
        jobs.extend::<Vec<Job>>(high);
        boxed = Some(jobs);
    }
    boxed.unwrap_or_else(|| given.to_vec())
}

/// Tries values of epsilon from the least one up, until several in a row bring no improvement.
/// Returns the one after which sizes differ least, and the jobs boxed with it.
fn choose_epsilon(
    jobs: &[Job],
    random: &mut Random,
    interrupt: Option<&dyn Interrupt>,
    mut spend: impl FnMut() -> Result<(), Halt>,
) -> Result<(f64, Vec<Job>), Halt> {
    let parameters = Parameters::DEFAULT;
    let (mut epsilon, most) = Range::of(jobs).epsilons().unwrap_or((1.0, 1.0));
    let mut best: Option<(f64, f64, Vec<Job>)> = None;
    let mut n_in_vain = 0;
    while n_in_vain < parameters.most_idle_steps {
        spend()?;
        let boxed = box_small(jobs, epsilon, random, interrupt);
        let ratio = Range::of(&boxed).ratio();
        if best.as_ref().is_none_or(|(least, ..)| ratio < *least) {
            best = Some((ratio, epsilon, boxed));
            n_in_vain = 0;
        } else {
            n_in_vain += 1;
        }
        epsilon += (most - epsilon) * parameters.epsilon_step;
    }
    Ok(best.map_or((epsilon, Vec::new()), |(_, epsilon, boxed)| {
        (epsilon, boxed)
    }))
}

/// Boxes everything to one height, colours the boxes, opens them, and sorts items by loose offset.
fn order_of(
    instance: &Instance,
    boxed: Vec<Job>,
    epsilon: f64,
    random: &mut Random,
    interrupt: Option<&dyn Interrupt>,
) -> Vec<u32> {
    let loss = epsilon / Range::of(&boxed).log_squared();
    let loss = if loss < MAX_LOSS {
        loss
    } else {
        Parameters::DEFAULT.greatest_loss * MAX_LOSS
    };
    let largest = boxed.iter().map(|job| job.size).max().unwrap_or(1);
    let mut lemmas = Lemmas {
        loss,
        random,
        interrupt,
    };
    let boxes = lemmas.box_all(boxed, largest as f64 / loss);
    let mut loose = vec![0; instance.len()];
    jobs::unbox(boxes, 0, &mut loose);
    items_by(instance, |item| (loose[item], Reverse(instance.size[item])))
}

#[cfg(test)]
mod tests {
    use super::{BoxingPlanner, Range};
    use crate::testing::{GOLDEN, check, offsets};
    use crate::{LifetimeTrace, MemoryPlanner, PlanOptions};

    #[test]
    fn the_range_of_epsilon_is_empty_up_to_a_known_ratio() {
        let range = |largest| Range {
            smallest: 1.0,
            largest,
        };
        assert!(range(2216.5).epsilons().is_none());
        assert!(range(2216.6).epsilons().is_some());
        assert!(range(1.0).epsilons().is_none());
        assert!(range(1.0).small(1.0).is_none());
    }

    #[test]
    fn equal_sizes_are_coloured() {
        check(
            &BoxingPlanner::DEFAULT,
            "a 0..2 8; b 1..3 8; c 2..5 8; d 3..9 8",
            "a 8, b 0, c 8, d 0; peak 16, load 16",
        );
    }

    #[test]
    fn it_beats_its_beginning() {
        let (peak, _) = offsets(&BoxingPlanner::DEFAULT, GOLDEN);
        let (start, _) = offsets(&BoxingPlanner { patience: 0 }, GOLDEN);
        assert_eq!((peak, start), (35, 39));
    }

    #[test]
    fn seeds_decide() {
        let notation: String = (0..3000_u64)
            .map(|i| {
                format!(
                    "b {}..{} {};",
                    i * 7 % 500,
                    i * 7 % 500 + i % 41 + 1,
                    i * i % 997 + 1
                )
            })
            .collect();
        let trace: LifetimeTrace = notation.parse().unwrap();
        let plan = |seed| {
            let options = PlanOptions {
                seed,
                ..PlanOptions::default()
            };
            BoxingPlanner { patience: 4 }
                .plan(&trace, &options)
                .unwrap()
        };
        assert_eq!(plan(1), plan(1));
        assert!((2..6).any(|seed| plan(seed) != plan(1)));
    }
}
