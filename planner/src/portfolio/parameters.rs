//! The tuned parameters of the portfolio: sizes at which it changes its method, and how long it tries.
//!
//! They were chosen on skewed traces of up to 1,000,000 buffers (`gen:skewed`), and checked on the public
//! sets that `datasets/fetch.sh` gets and on the tight family; `benches/README.md` has the peaks and times.
//! To see what a change costs, plan under an equal work limit before and after:
//!
//! ```sh
//! cargo run --release -p memplan-planner --example exact_bench -- --planner auto --work 3000000 \
//!     --seeds 5 gen:skewed{n=10000} gen:skewed{n=100000}
//! ```
//!
//! Sizes are in items unless a field says otherwise. Every change of a value may change schedules.

use std::time::Duration;

use super::squeaky_wheel::FRACTION;

/// When the portfolio uses which of its members.
#[derive(Clone, Copy, Debug)]
pub(super) struct PortfolioParameters {
    /// Instances of more items get no dives: their cost grows faster than that of an order.
    pub(super) most_items_for_dives: usize,
    /// In instances of more items the cores are planned before most of the sprint, because one order
    /// takes as long as several cores.
    pub(super) most_items_for_sprint_first: usize,
    /// In instances of at most this many items the sprint begins with a dive.
    pub(super) most_items_for_dives_first: usize,
    /// In instances of at most this many items a sweep begins with squeaky wheel optimization;
    /// larger components have had it with their cores.
    pub(super) most_items_for_priorities: usize,
    /// Justification ends after this many rounds without a lower peak.
    pub(super) idle_rounds: u32,
    /// The most sections whose cliques are placed first.
    pub(super) most_pivots: usize,
    /// The most rounds of justification.
    pub(super) most_rounds: u32,
    /// Windows with more movable items are not searched.
    pub(super) most_free_in_window: usize,
    /// Windows with more items, fixed ones included, are not searched.
    pub(super) most_items_in_window: usize,
    /// Nodes of the search of a window.
    pub(super) nodes_per_window: u64,
    /// Additional nodes of that search for each movable item.
    pub(super) nodes_per_item: u64,
    /// The walk over orders returns to its best order after this many orders without a lower peak.
    pub(super) most_failures: u32,
    /// Task `i` knows the results of the tasks up to `i - lag`; at most this many threads are used.
    /// A higher lag uses more threads and prunes less. Changes schedules.
    pub(super) lag: usize,
    /// Instances of fewer items use one thread. Changes times only.
    pub(super) fewest_items_for_threads: usize,
    /// The same where each task makes dozens of plans.
    pub(super) fewest_items_for_long_tasks: usize,
}

impl PortfolioParameters {
    /// The values in use.
    pub(super) const DEFAULT: Self = Self {
        most_items_for_dives: 200_000,
        most_items_for_sprint_first: 80_000,
        most_items_for_dives_first: 4_000,
        most_items_for_priorities: 4_000,
        idle_rounds: 3,
        most_pivots: 8,
        most_rounds: 12,
        most_free_in_window: 2_000,
        most_items_in_window: 6_000,
        nodes_per_window: 1_000,
        nodes_per_item: 8,
        most_failures: 1_000,
        lag: 2,
        fewest_items_for_threads: 2_000,
        fewest_items_for_long_tasks: 200,
    };
}

/// How the cores of large components grow: see [`super::cores`].
#[derive(Clone, Copy, Debug)]
pub(super) struct CoreParameters {
    /// Components of fewer items are planned at once.
    pub(super) fewest_items: usize,
    /// How cores grow, one entry for each round in turn: the items of the first core, and by how many
    /// quarters each core is as large as the one before. Large steps need fewer plans; small steps
    /// lose less of what was planned. Which ends lower differs from trace to trace.
    pub(super) steps: [(usize, usize); 3],
    /// Cores of more items grow by `large_step`, because each of them takes seconds.
    pub(super) most_items_for_small_steps: usize,
    /// A large step, in quarters of the core before.
    pub(super) large_step: usize,
    /// All orders are tried in cores of at most this many items.
    pub(super) most_items_for_sweep: usize,
    /// The best orders are tried in cores of at most this many items.
    pub(super) most_items_for_sprint: usize,
    /// Changes of the order of a small core, for each round.
    pub(super) moves: u64,
    /// How often a core takes in the items that exceed the target around it, and is planned again.
    pub(super) most_repairs: u32,
    /// Estimated time for each item until the first item of a core is placed. No clock is read in between.
    pub(super) time_to_prepare: Duration,
}

impl CoreParameters {
    /// The values in use.
    pub(super) const DEFAULT: Self = Self {
        fewest_items: 4_000,
        steps: [(250, 16), (300, 6), (300, 8)],
        most_items_for_small_steps: 20_000,
        large_step: 16,
        most_items_for_sweep: 6_000,
        most_items_for_sprint: 40_000,
        moves: 300,
        most_repairs: 6,
        time_to_prepare: Duration::from_nanos(200),
    };
}

/// Local repair: see [`super::stretches`].
#[derive(Clone, Copy, Debug)]
pub(super) struct StretchParameters {
    /// Goals, in turn: at most this fraction above the target is accepted, as a divisor of the target; 0 stands for
    /// the target itself.
    pub(super) goals: [u64; 3],
    /// The most passes over the stretches that exceed a goal.
    pub(super) most_passes: u32,
    /// The most attempts at a stretch, each with twice the margin of the one before.
    pub(super) most_rounds: u64,
    /// Passes of squeaky wheel optimization with each arrangement in the first round, doubled in each further round.
    pub(super) passes: u64,
    /// In these first rounds no other orders are tried.
    pub(super) rounds_without_orders: u64,
    /// Stretches with more items, fixed ones included, are not planned again.
    pub(super) most_items: usize,
    /// Nor are those with more than this fraction of the component, as a divisor: that would plan the whole component
    /// again.
    pub(super) fewest_stretches: usize,
    /// The least number of sections on either side of an item that is too high.
    pub(super) fewest_sections: u32,
}

impl StretchParameters {
    /// The values in use.
    pub(super) const DEFAULT: Self = Self {
        goals: [64, 256, 0],
        most_passes: 4,
        most_rounds: 4,
        passes: 16,
        rounds_without_orders: 1,
        most_items: 8_000,
        fewest_stretches: 4,
        fewest_sections: 16,
    };
}

/// Squeaky wheel optimization: see [`super::squeaky_wheel`].
#[derive(Clone, Copy, Debug)]
pub(super) struct PriorityParameters {
    /// How the clique at the peak is stacked: the weights, as powers of two, of the age of an item at the
    /// peak and of its remaining lifetime when the two decide whether it goes below. `(0, 0)` is the
    /// two-sided stack, `(32, 0)` stacks by death, `(0, 32)` by birth.
    pub(super) arrangements: [(u32, u32); 7],
    /// The arrangements of the first round; the others are variations of these.
    pub(super) n_first: usize,
    /// In instances of more items only the `n_best` arrangements are tried.
    pub(super) most_items_for_all: usize,
    /// How many arrangements are tried then: those that were best with fewer items.
    pub(super) n_best: usize,
    /// Passes with each arrangement in the first round, and as many more in each further one.
    pub(super) passes: u64,
    /// The most placements of items that the passes with one arrangement may take.
    pub(super) most_placements: u64,
    /// The least number of passes, however many items there are.
    pub(super) fewest_passes: u64,
    /// An arrangement is dropped after this many passes without a lower peak.
    pub(super) most_idle_passes: u64,
    /// How much an item at the most crowded place gains over one at an empty place, in units of
    /// priority: binary logarithms with [`FRACTION`] binary places.
    pub(super) crowd: u64,
    /// What exceeding the target once adds to a priority, and half of it again at random.
    pub(super) blame: u64,
    /// Priorities that differ by less than this are ordered at random.
    pub(super) jitter: u64,
}

impl PriorityParameters {
    /// The values in use.
    pub(super) const DEFAULT: Self = Self {
        arrangements: [(0, 0), (32, 0), (0, 32), (5, 0), (0, 5), (1, 0), (0, 1)],
        n_first: 3,
        most_items_for_all: 6_000,
        n_best: 2,
        passes: 40,
        most_placements: 600_000,
        fewest_passes: 4,
        most_idle_passes: 20,
        crowd: 29 << FRACTION,
        blame: 94_548,
        jitter: 1_900,
    };
}
