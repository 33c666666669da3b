//! Exact search: branch and bound over canonical schedules, with an optimising driver.
//!
//! Pushing buffers down one after the other ends in a plan in which each is at 0 or rests on
//! another one; only such plans need to be searched. At a fixed capacity the search repeatedly asks
//! *which buffer covers the lowest uncovered point of the tightest place*, so that a node has a
//! handful of children and fails early. [`solve`] runs it at the lower bound, just below the
//! incumbent, and in between, with many short randomised runs, until the two meet.
//!
//! Other planners call it with an [`Instance`] (a window of a trace, with
//! [`Instance::pin`] for what must stay), a goal and limits, and get a placement and a bound.

mod baseline;
mod driver;
mod engine;
mod first_plan;
mod parameters;
mod phase;
mod problem;
mod rules;
mod state;
mod table;
mod techniques;
#[cfg(test)]
mod tests;
mod unit;
mod worker;

use crate::reduce::{Instance, Placement};
use crate::{BufferId, LowerBound, PlanError, StopReason, WorkMeter};
pub(crate) use baseline::BaselineRules;
use driver::Driver;
pub(crate) use techniques::{ON_OFF, Techniques};
pub(crate) use worker::Refutation;

/// The goal of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    /// The lowest peak.
    Optimise,
    /// Any peak of at most this many bytes, or a proof that there is none.
    Within(u64),
}

#[derive(Clone, Debug)]
pub(crate) struct SearchOptions {
    /// When to stop with success.
    pub(crate) goal: Goal,
    /// Stops after this many nodes; `None` for no limit but that of the meter.
    pub(crate) node_limit: Option<u64>,
    /// The seed of the random numbers.
    pub(crate) seed: u64,
    /// A known plan, by item.
    pub(crate) incumbent: Option<Vec<u64>>,
    /// A known bound.
    pub(crate) bound: Option<LowerBound>,
    /// Which techniques to use.
    pub(crate) techniques: Techniques,
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self {
            goal: Goal::Optimise,
            node_limit: None,
            seed: 0,
            incumbent: None,
            bound: None,
            techniques: Techniques::ALL,
        }
    }
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// The best placement known: there always is one.
    pub(crate) placement: Placement,
    /// The best lower bound. For an instance whose windows were filled
    /// ([`Instance::is_restriction`]) it is one of the instance, not of its trace.
    pub(crate) bound: LowerBound,
    /// The run that proved the bound, if a search did. Its choices follow from the seed, the worker
    /// and its number.
    pub(crate) refutation: Option<Refutation>,
    /// The part that has this bound, where it was found in cutting the instance.
    pub(crate) critical: Option<CriticalPart>,
    /// Nodes searched.
    pub(crate) nodes: u64,
    /// What stopped the search before the goal was reached or refuted: a limit or the interrupt of
    /// the caller, or [`SearchOptions::node_limit`] ([`StopReason::Budget`]).
    pub(crate) stopped: Option<StopReason>,
}

/// A part of a trace that determines a bound, and the buffers that span it, which lie at its bottom.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CriticalPart {
    /// Ascending.
    pub(crate) items: Vec<BufferId>,
    /// Ascending.
    pub(crate) ground: Vec<BufferId>,
}

/// Searches for a better placement and a better bound.
///
/// Anytime: at a limit or the interrupt of `meter`, the best of both so far is returned. The meter
/// is charged one unit for each node. With a higher limit neither is worse.
///
/// # Errors
/// [`PlanError::Stopped`] when the meter stops before each part has a plan.
pub(crate) fn solve(
    instance: &Instance,
    options: &SearchOptions,
    meter: &mut WorkMeter<'_>,
) -> Result<Outcome, PlanError> {
    let mut driver = Driver::new(instance, options, meter)?;
    driver.run();
    Ok(driver.finish())
}
