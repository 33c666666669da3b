//! The techniques of the search, which can be switched off one by one.

use std::num::NonZeroU16;

use memplan_plugin::Field;

use super::baseline::BaselineRules;
use super::parameters::Parameters;

/// Which techniques a search uses, and how much memory. Every combination is complete: without a
/// technique the search takes longer, and proves the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Techniques {
    /// Orders the children of a node by how scarce each makes room, and drops those that fail.
    pub(crate) look_ahead: bool,
    /// Remembers refuted states.
    pub(crate) table: bool,
    /// Solves parts separately once no unplaced item connects them.
    pub(crate) decomposition: bool,
    /// Places equal items in the order of their indices.
    pub(crate) twins: bool,
    /// Places no item that would rest on nothing.
    pub(crate) support: bool,
    /// Where none of the candidates lies at a floor, raises them to their next possible support; else
    /// by one unit only.
    pub(crate) waste_jump: bool,
    /// Learns from failures which sections are hard.
    pub(crate) weights: bool,
    /// Restart the search.
    pub(crate) restarts: bool,
    /// Later runs perturb order and look-ahead at random.
    pub(crate) noise: bool,
    /// Start half of the runs along the deepest state so far.
    pub(crate) phases: bool,
    /// Puts items that span a whole part at its bottom, and takes components one by one.
    pub(crate) peeling: bool,
    /// Raises bounds to the next sum of sizes that a peak can have.
    pub(crate) subset_sums: bool,
    /// Half of the work goes to better plans above the bound; else all of it goes to the bound.
    pub(crate) descent: bool,
    /// Afterwards proves bounds above the load again, in a form that can be checked.
    pub(crate) certificate: bool,
    /// The most refuted states in the table of each worker; a power of two.
    pub(crate) table_entries: usize,
    /// A run ends when the record of its changes grows larger.
    pub(crate) max_trail_bytes: usize,
    /// The number of logical workers, each with runs of its own.
    pub(crate) workers: usize,
    /// Branches as MiniMalloc does; the table and the look-ahead are not used then.
    pub(crate) baseline: Option<BaselineRules>,
}

impl Techniques {
    /// Everything on.
    pub(crate) const ALL: Self = Self {
        look_ahead: true,
        table: true,
        decomposition: true,
        twins: true,
        support: true,
        waste_jump: true,
        weights: true,
        restarts: true,
        noise: true,
        phases: true,
        peeling: true,
        subset_sums: true,
        descent: true,
        certificate: true,
        table_entries: 1 << 20,
        max_trail_bytes: 256 << 20,
        workers: 4,
        baseline: None,
    };
}

/// The words of a switch.
pub(crate) const ON_OFF: &[(&str, bool)] = &[("on", true), ("off", false)];

impl Techniques {
    /// The options of a planner that uses all techniques.
    pub(crate) fn fields(&mut self) -> Vec<Field<'_>> {
        let power_of_two = |text: &str| {
            let value = text.parse().ok();
            value.filter(|value: &usize| value.is_power_of_two() && *value <= 1 << 30)
        };
        let workers = |text: &str| Some(usize::from(text.parse::<NonZeroU16>().ok()?.get()));
        vec![
            Field::word("look-ahead", &mut self.look_ahead, ON_OFF)
                .help("Order the children of a node by the scarcity of space that they cause."),
            Field::word("table", &mut self.table, ON_OFF)
                .help("Remember refuted states."),
            Field::word("decomposition", &mut self.decomposition, ON_OFF)
                .help("Solve components separately once no unplaced buffer connects them."),
            Field::word("twins", &mut self.twins, ON_OFF)
                .help("Place identical buffers in a fixed order."),
            Field::word("support", &mut self.support, ON_OFF)
                .help("Place buffers only on a floor or on another buffer."),
            Field::word("waste-jump", &mut self.waste_jump, ON_OFF)
                .help("Raise an unsupported buffer to its next possible support instead of by one unit."),
            Field::word("weights", &mut self.weights, ON_OFF)
                .help("Learn from failures which positions to branch on."),
            Field::word("restarts", &mut self.restarts, ON_OFF)
                .help("Restart the search."),
            Field::word("noise", &mut self.noise, ON_OFF)
                .help("Randomize the choices after a restart."),
            Field::word("phases", &mut self.phases, ON_OFF)
                .help("Start half of the runs along the deepest state so far."),
            Field::word("peeling", &mut self.peeling, ON_OFF)
                .help("Solve components one by one, without the buffers that span them."),
            Field::word("subset-sums", &mut self.subset_sums, ON_OFF)
                .help("Round bounds up to the next sum of sizes."),
            Field::word("descent", &mut self.descent, ON_OFF)
                .help("Spend half of the work on improving the schedule and half on the bound, not all on the bound."),
            Field::word("certificate", &mut self.certificate, ON_OFF)
                .help("Write a certificate where the optimum is above the load; see `verify-proof`."),
            Field::read("table-entries", &mut self.table_entries, usize::to_string, power_of_two)
                .expects("a power of two between 1 and 2^30")
                .help("Maximum number of states that each worker remembers (24 bytes each); a power of two."),
            Field::read("workers", &mut self.workers, usize::to_string, workers)
                .expects("a number from 1 to 65535")
                .help("Number of cooperating searches; they share the threads."),
        ]
    }

    /// How many workers search a part in its next epoch, given its bound and peak: one in the first, and more after
    /// many nodes in vain, or few while the peak is far above the bound.
    pub(super) fn n_workers(&self, is_first: bool, nodes: u64, bound: u64, peak: u64) -> usize {
        let parameters = Parameters::DEFAULT;
        let n_workers = self.workers.max(1);
        let is_far = bound / parameters.far < peak.saturating_sub(bound);
        let before = if is_far {
            parameters.nodes_before_steps_from_far
        } else {
            parameters.nodes_before_steps
        };
        let is_late = n_workers as u64 * before <= nodes;
        if is_first {
            1
        } else if self.descent && 4 <= n_workers && is_late {
            2 * n_workers
        } else {
            n_workers
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Parameters, Techniques};

    #[test]
    fn workers_join_early_only_while_the_peak_is_far_from_the_bound() {
        let n_workers = |nodes, peak| Techniques::ALL.n_workers(false, nodes, 1600, peak);
        let n = Techniques::ALL.workers;
        let early = n as u64 * Parameters::DEFAULT.nodes_before_steps_from_far;
        let late = n as u64 * Parameters::DEFAULT.nodes_before_steps;
        assert_eq!(
            (n_workers(early - 1, 1701), n_workers(early, 1701)),
            (n, 2 * n)
        );
        assert_eq!(
            (n_workers(late - 1, 1700), n_workers(late, 1700)),
            (n, 2 * n)
        );
        assert_eq!(Techniques::ALL.n_workers(true, late, 1600, 1701), 1);
    }
}
