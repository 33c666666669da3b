//! The techniques of the search, which can be switched off one by one.

use memplan_plugin::{ParamError, Params};

use super::baseline::BaselineRules;
use super::parameters::Parameters;
use crate::OptionInfo;

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
    /// The most refuted states that each worker remembers; a power of two.
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

/// The switches by name: `on` or `off`.
type Switch = (&'static str, fn(&mut Techniques) -> &mut bool);

/// Every switch with its name.
pub(crate) const SWITCHES: &[Switch] = &[
    ("look-ahead", |t| &mut t.look_ahead),
    ("table", |t| &mut t.table),
    ("decomposition", |t| &mut t.decomposition),
    ("twins", |t| &mut t.twins),
    ("support", |t| &mut t.support),
    ("waste-jump", |t| &mut t.waste_jump),
    ("weights", |t| &mut t.weights),
    ("restarts", |t| &mut t.restarts),
    ("noise", |t| &mut t.noise),
    ("phases", |t| &mut t.phases),
    ("peeling", |t| &mut t.peeling),
    ("subset-sums", |t| &mut t.subset_sums),
    ("descent", |t| &mut t.descent),
    ("certificate", |t| &mut t.certificate),
];

/// The options that [`Techniques::configured`] reads.
pub(crate) const OPTIONS: &[OptionInfo] = &[
    OptionInfo {
        name: "look-ahead",
        default: "on",
        help: "Order the children of a node by the scarcity of space that they cause.",
    },
    OptionInfo {
        name: "table",
        default: "on",
        help: "Remember refuted states.",
    },
    OptionInfo {
        name: "decomposition",
        default: "on",
        help: "Solve components separately once no unplaced buffer connects them.",
    },
    OptionInfo {
        name: "twins",
        default: "on",
        help: "Place identical buffers in a fixed order.",
    },
    OptionInfo {
        name: "support",
        default: "on",
        help: "Place buffers only on a floor or on another buffer.",
    },
    OptionInfo {
        name: "waste-jump",
        default: "on",
        help: "Raise an unsupported buffer to its next possible support instead of by one unit.",
    },
    OptionInfo {
        name: "weights",
        default: "on",
        help: "Learn from failures which positions to branch on.",
    },
    OptionInfo {
        name: "restarts",
        default: "on",
        help: "Restart the search.",
    },
    OptionInfo {
        name: "noise",
        default: "on",
        help: "Randomize the choices after a restart.",
    },
    OptionInfo {
        name: "phases",
        default: "on",
        help: "Start half of the runs along the deepest state so far.",
    },
    OptionInfo {
        name: "peeling",
        default: "on",
        help: "Solve components one by one, without the buffers that span them.",
    },
    OptionInfo {
        name: "subset-sums",
        default: "on",
        help: "Round bounds up to the next sum of sizes.",
    },
    OptionInfo {
        name: "descent",
        default: "on",
        help: "Spend half of the work on improving the schedule and half on the bound, not all on the bound.",
    },
    OptionInfo {
        name: "certificate",
        default: "on",
        help: "Write a certificate where the optimum is above the load; see `verify-proof`.",
    },
    OptionInfo {
        name: "table-entries",
        default: "1048576",
        help: "Maximum number of states that each worker remembers (24 bytes each); a power of two.",
    },
    OptionInfo {
        name: "workers",
        default: "4",
        help: "Number of cooperating searches; they share the threads.",
    },
];

impl Techniques {
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

    /// The value of a switch, if the user gave one.
    ///
    /// # Errors
    /// [`ParamError`] when it is neither `on` nor `off`.
    pub(crate) fn switch(params: &Params, name: &str) -> Result<Option<bool>, ParamError> {
        let value = params.parse::<OnOff>(name, "`on` or `off`")?;
        Ok(value.map(|OnOff(value)| value))
    }

    /// These techniques with the values that a user gave.
    ///
    /// # Errors
    /// [`ParamError`] when a value cannot be read.
    pub(crate) fn configured(mut self, params: &Params) -> Result<Self, ParamError> {
        for (name, field) in SWITCHES {
            if let Some(value) = Self::switch(params, name)? {
                *field(&mut self) = value;
            }
        }
        let power = "a power of two between 1 and 2^30";
        if let Some(PowerOfTwo(entries)) = params.parse("table-entries", power)? {
            self.table_entries = entries;
        }
        if let Some(workers) = params.parse("workers", "a number from 1 to 65535")? {
            let workers: std::num::NonZeroU16 = workers;
            self.workers = usize::from(workers.get());
        }
        Ok(self)
    }
}

struct OnOff(bool);

impl std::str::FromStr for OnOff {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match text {
            "on" => Ok(Self(true)),
            "off" => Ok(Self(false)),
            _ => Err(()),
        }
    }
}

struct PowerOfTwo(usize);

impl std::str::FromStr for PowerOfTwo {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let value: usize = text.parse().map_err(|_| ())?;
        let fits = value.is_power_of_two() && value <= 1 << 30;
        fits.then_some(Self(value)).ok_or(())
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
