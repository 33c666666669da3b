//! A test suite for planners, in the tree or outside.
//!
//! A [`Suite`] plans some thousand random traces, most of them small and irregular, and some extreme
//! ones. The checker validates every schedule; on small traces, the reference checker ([`reference`](mod@reference))
//! does too, and claims about the optimum are compared with exhaustive search ([`brute_force`]).
//! Runs are repeated with other numbers of threads, shifted ticks, other names, too little capacity,
//! too little work, and cancellation. [`Property`] lists the properties.
//!
//! ```
//! use memplan_planner::algorithms::greedy::FIRST_FIT;
//! use memplan_suite::Suite;
//!
//! let summary = Suite::new(300).check(&FIRST_FIT)?;
//! assert_eq!(summary.n_planned + summary.n_refused + summary.n_stopped, 300);
//! # Ok::<(), memplan_suite::Failure>(())
//! ```
//!
//! Failures are shrunk and printed in the notation of [`LifetimeTrace`], ready to be pasted into a test:
//!
//! ```
//! use memplan_planner::{
//!     Bytes, LifetimeTrace, MemoryPlanner, MemorySchedule, PlanError, PlanOptions, PluginInfo,
//! };
//! use memplan_planner::algorithms::greedy::FIRST_FIT;
//! use memplan_suite::{Property, Suite};
//!
//! /// Saves a byte where there is none to save.
//! #[derive(Debug)]
//! struct OneTooFew;
//!
//! impl MemoryPlanner for OneTooFew {
//!     fn info(&self) -> PluginInfo {
//!         PluginInfo { name: "one-too-few", ..FIRST_FIT.info() }
//!     }
//!
//!     fn plan(
//!         &self,
//!         trace: &LifetimeTrace,
//!         options: &PlanOptions,
//!     ) -> Result<MemorySchedule, PlanError> {
//!         let mut schedule = FIRST_FIT.plan(trace, options)?;
//!         if let Some(highest) = schedule.offsets.iter_mut().max().filter(|at| 0 < at.0) {
//!             highest.0 -= 1;
//!         }
//!         Ok(schedule)
//!     }
//! }
//!
//! let failure = Suite::new(300).check(&OneTooFew).unwrap_err();
//! assert_eq!(failure.property, Property::Valid);
//! assert_eq!(failure.shrunk.to_string(), "a 0..1 1\nb 0..1 1");
//! ```
//!
//! [`LifetimeTrace`]: memplan_planner::LifetimeTrace

pub mod brute_force;
mod case;
mod extremes;
mod properties;
pub mod reference;
mod shrink;
pub mod traces;

use std::fmt;

use memplan_planner::{Bytes, MemoryPlanner, PlanOptions, Units};

pub use case::Case;
pub use properties::Property;
use properties::{Breach, Judge};

/// The default number of cases; they take about a second in a test build.
pub const DEFAULT_CASES: u32 = 1000;

/// What to check, and on how many traces.
#[derive(Clone, Debug)]
pub struct Suite {
    n_cases: u32,
    seed: u64,
    max_buffers: u32,
    n_large: u32,
    proves_optimum: bool,
    certifies: bool,
}

impl Suite {
    /// A suite of this many random traces, of up to 120 buffers, and the extreme ones.
    pub fn new(n_cases: u32) -> Self {
        Self {
            n_cases,
            seed: 0,
            max_buffers: 120,
            n_large: 5000,
            proves_optimum: false,
            certifies: false,
        }
    }

    /// A suite of as many random traces as `MEMPLAN_SUITE_CASES` in the environment says, or
    /// [`DEFAULT_CASES`] if it is not set.
    pub fn from_env() -> Self {
        let n_cases = std::env::var("MEMPLAN_SUITE_CASES").ok();
        Self::new(
            n_cases
                .and_then(|n| n.parse().ok())
                .unwrap_or(DEFAULT_CASES),
        )
    }

    /// With other random traces.
    #[must_use]
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// With fewer cases, for a planner that is slow: at most `n_cases`.
    #[must_use]
    pub fn at_most(self, n_cases: u32) -> Self {
        let n_cases = self.n_cases.min(n_cases);
        Self { n_cases, ..self }
    }

    /// Without random traces of more buffers than this.
    #[must_use]
    pub fn max_buffers(self, max_buffers: u32) -> Self {
        Self {
            max_buffers,
            ..self
        }
    }

    /// With this many buffers in the large extreme traces; 5000 by default.
    #[must_use]
    pub fn large(self, n_large: u32) -> Self {
        Self { n_large, ..self }
    }

    /// For a planner that promises the optimum with a proof when nothing stops it; checked on
    /// traces whose buffers are all live at some tick, and have no byte windows.
    #[must_use]
    pub fn proves_optimum(self) -> Self {
        Self {
            proves_optimum: true,
            ..self
        }
    }

    /// For a planner that promises a certificate for each bound above the load when nothing stops it;
    /// checked on traces as [`proves_optimum`](Self::proves_optimum) is. The certificates of all others are checked
    /// where they have one.
    #[must_use]
    pub fn certifies(self) -> Self {
        Self {
            certifies: true,
            ..self
        }
    }

    /// Checks a planner; the summary counts the cases.
    ///
    /// # Errors
    /// The first property that does not hold, with the smallest trace found that shows it.
    pub fn check(&self, planner: &dyn MemoryPlanner) -> Result<Summary, Failure> {
        let judge = Judge {
            planner,
            proves_optimum: self.proves_optimum,
            certifies: self.certifies,
        };
        let failure = |case: Case, breach: Breach, shrunk: Case| {
            Failure(Box::new(FailureParts {
                planner: planner.info().name,
                property: breach.property,
                detail: breach.detail,
                case,
                shrunk,
            }))
        };
        let mut summary = Summary::default();
        for index in 0..self.n_cases {
            let case = traces::case(self.seed, index, self.max_buffers);
            match judge.check(&case, index) {
                Ok(seen) => summary.add(seen),
                Err(breach) => {
                    let (shrunk, breach) = shrink_breach(&judge, &case, index, breach);
                    return Err(failure(case, breach, shrunk));
                }
            }
        }
        // Extreme inputs are not shrunk, so check them last.
        extremes::check(&judge, self.n_large)
            .map_err(|breach| failure(breach.0.clone(), breach.1, breach.0))?;
        if self.n_cases < 2 * summary.n_stopped {
            let detail = format!(
                "{} of {} runs were stopped",
                summary.n_stopped, self.n_cases
            );
            let empty = traces::case(self.seed, 0, 0);
            let breach = Breach::new(Property::Plans, detail);
            return Err(failure(empty.clone(), breach, empty));
        }
        Ok(summary)
    }

    /// Compares planners with each other: no peak of the one is below a bound that another proved.
    ///
    /// # Errors
    /// The first such pair, as a breach of [`Property::Claims`] by the one that proved the bound.
    pub fn compare(&self, planners: &[&dyn MemoryPlanner]) -> Result<(), Failure> {
        for index in 0..self.n_cases {
            let case = traces::case(self.seed, index, self.max_buffers);
            let Some((planner, breach)) = contradiction(planners, &case) else {
                continue;
            };
            let same = |case: &Case| {
                contradiction(planners, case).is_some_and(|(other, _)| other == planner)
            };
            let shrunk = shrink::shrink(&case, same);
            let detail = contradiction(planners, &shrunk).map_or(breach, |(_, detail)| detail);
            return Err(Failure(Box::new(FailureParts {
                planner,
                property: Property::Claims,
                detail,
                case,
                shrunk,
            })));
        }
        Ok(())
    }
}

/// Makes a case that breaks a property smaller, as long as it breaks the same one.
fn shrink_breach(judge: &Judge<'_>, case: &Case, index: u32, breach: Breach) -> (Case, Breach) {
    let same = |case: &Case| match judge.check(case, index) {
        Err(other) => other.property == breach.property,
        Ok(_) => false,
    };
    let shrunk = shrink::shrink(case, same);
    let smaller = judge.check(&shrunk, index).err();
    let smaller = smaller.filter(|other| other.property == breach.property);
    (shrunk, smaller.unwrap_or(breach))
}

/// A planner that proved a bound above a peak of another one, and the sentence about it.
fn contradiction(planners: &[&dyn MemoryPlanner], case: &Case) -> Option<(&'static str, String)> {
    let options = PlanOptions {
        alignment: case.alignment,
        seed: case.seed,
        work_limit: Some(Units(1000 + 60 * case.trace.len() as u64)),
        ..PlanOptions::default()
    };
    let mut highest_bound = (Bytes(0), "");
    let mut lowest_peak = (Bytes(u64::MAX), "");
    for planner in planners {
        let Ok(schedule) = planner.plan(&case.trace, &options) else {
            continue;
        };
        let name = planner.info().name;
        let bound = schedule.claimed_bound().unwrap_or_default();
        if highest_bound.0 < bound {
            highest_bound = (bound, name);
        }
        if schedule.peak() < lowest_peak.0 {
            lowest_peak = (schedule.peak(), name);
        }
    }
    (lowest_peak.0 < highest_bound.0).then(|| {
        let (bound, by) = highest_bound;
        let (peak, other) = lowest_peak;
        let detail = format!("it proves a bound of {bound}, but `{other}` needs only {peak}");
        (by, detail)
    })
}

/// The numbers of cases by outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Cases for which there is a schedule.
    pub n_planned: u32,
    /// Cases that the planner does not support, or that have no schedule.
    pub n_refused: u32,
    /// Cases in which the work limit was reached.
    pub n_stopped: u32,
    /// Schedules that are claimed to be optimal.
    pub n_optimal: u32,
    /// Cases in which an exhaustive search checked the claim.
    pub n_compared: u32,
}

impl Summary {
    fn add(&mut self, seen: properties::Seen) {
        self.n_planned += u32::from(seen.is_planned);
        self.n_refused += u32::from(seen.is_refused);
        self.n_stopped += u32::from(!seen.is_planned && !seen.is_refused);
        self.n_optimal += u32::from(seen.claims_optimum);
        self.n_compared += u32::from(seen.is_compared);
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            n_planned,
            n_refused,
            n_stopped,
            n_optimal,
            n_compared,
        } = self;
        write!(
            f,
            "{n_planned} planned ({n_optimal} said to be optimal, {n_compared} compared with brute \
             force), {n_refused} refused, {n_stopped} stopped"
        )
    }
}

/// A property that does not hold, and the trace that shows it.
pub struct Failure(Box<FailureParts>);

/// The parts of a [`Failure`].
#[derive(Clone)]
pub struct FailureParts {
    /// The name of the planner.
    pub planner: &'static str,
    /// What does not hold.
    pub property: Property,
    /// What shows it, on the shrunk trace.
    pub detail: String,
    /// The case as it was found.
    pub case: Case,
    /// The smallest case found that breaks the same property.
    pub shrunk: Case,
}

impl std::ops::Deref for Failure {
    type Target = FailureParts;

    fn deref(&self) -> &FailureParts {
        &self.0
    }
}

impl std::error::Error for Failure {}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (n_found, n_shrunk) = (self.case.trace.len(), self.shrunk.trace.len());
        write!(
            f,
            "`{}` breaks a rule: {}\n  {}\n",
            self.planner, self.property, self.detail
        )?;
        write!(f, "on `{}`, ", self.case.trace.scope())?;
        if n_shrunk < n_found {
            write!(f, "shrunk from {n_found} buffers to {n_shrunk}; ")?;
        }
        if n_shrunk <= 200 {
            write!(f, "the trace:\n{}", self.shrunk)
        } else {
            write!(f, "{n_shrunk} buffers")
        }
    }
}

/// The report that [`fmt::Display`] gives: it is what `unwrap` and a test that returns an error show.
impl fmt::Debug for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
