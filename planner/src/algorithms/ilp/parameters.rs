//! The tuned parameters of the integer program.
//!
//! They were tuned on random traces of 10 to 40 buffers that no greedy planner solves; the module
//! documentation of [`super`] has the times. To see what a change costs:
//!
//! ```sh
//! cargo run --release -p memplan-planner --example exact_bench -- --planner ilp --seeds 3 \
//!     --ms 0 gen:tight{n=14} gen:tight{n=18} gen:tight{n=22}
//! ```

use std::time::Duration;

use crate::Units;

/// Sizes of models, budgets of solvers, tolerances.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parameters {
    /// Larger components are left to the start plan, with microlp as solver.
    pub(super) most_buffers_microlp: usize,
    /// The same with HiGHS.
    #[cfg(feature = "highs")]
    pub(super) most_buffers_highs: usize,
    /// Nodes for each component without a limit of the caller.
    pub(super) default_nodes: u64,
    /// Nodes of the first two probes of a component; later budgets double.
    pub(super) first_budget: u64,
    /// The most times a model is solved again because its solution was not a schedule.
    pub(super) most_repairs: usize,
    /// The most rounds of cuts for one relaxation.
    pub(super) most_cut_rounds: usize,
    /// The most rounds of tightening domains.
    pub(super) most_domain_rounds: usize,
    /// The greatest capacity in units of the model. Tolerances of solvers are absolute.
    pub(super) greatest_height: f64,
    /// Multiples of an alignment are integer variables up to this many; beyond it the alignment is
    /// left to cuts.
    pub(super) most_multiples: u64,
    /// The error of solvers, relative to the capacity.
    pub(super) tolerance: f64,
    /// Cuts that a relaxation violates by less are not added.
    pub(super) least_violation: f64,
    /// The time that the root relaxation of microlp runs between polls of the interrupt. It resumes
    /// where it stopped, so the clock does not influence the result.
    pub(super) root_slice: Duration,
    /// Work of microlp between polls, in rows times nodes.
    pub(super) slice_work: Units,
    /// The fewest and the most nodes between polls.
    pub(super) slice_nodes: (u64, u64),
    /// Nodes of the first run of HiGHS where no time limit ends it; later runs double.
    #[cfg(feature = "highs")]
    pub(super) first_run: u64,
}

impl Parameters {
    /// The values in use.
    pub(super) const DEFAULT: Self = Self {
        most_buffers_microlp: 24,
        #[cfg(feature = "highs")]
        most_buffers_highs: 48,
        default_nodes: 200,
        first_budget: 64,
        most_repairs: 1000,
        most_cut_rounds: 8,
        most_domain_rounds: 64,
        greatest_height: 4096.0,
        most_multiples: 1 << 20,
        tolerance: 2e-6,
        least_violation: 1e-3,
        root_slice: Duration::from_millis(20),
        slice_work: Units(16_000),
        slice_nodes: (2, 128),
        #[cfg(feature = "highs")]
        first_run: 1000,
    };
}
