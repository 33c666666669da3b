//! `exact`: the optimum, with a proof.
//!
//! The first orders and dives of [`auto`](super::auto), and then branch and bound over canonical schedules, until lower
//! bound and incumbent meet; see `crate::search`. Anytime: when a limit is reached, it returns the best schedule and
//! the best bound so far.

use super::auto::Auto;
use super::proved_in_place::{raise, refute};
use crate::bounds::{lower_bound, of_instance};
use crate::certify::certify;
use crate::in_place::MonotoneProgress;
use crate::reduce::Instance;
use crate::search::{CriticalPart, Goal, SearchOptions, Techniques, solve};
use crate::{
    Bytes, Capabilities, HintUse, LifetimeTrace, LowerBound, MemoryPlanner, MemorySchedule,
    Optimality, Options, PlanError, PlanOptions, PlannerKind, PluginInfo, ProofEffort, ProofScope,
    StopReason,
};

/// The planner described in the module documentation.
#[derive(Clone, Copy, Debug)]
pub struct Exact {
    techniques: Techniques,
}

impl Exact {
    /// With all techniques.
    pub const DEFAULT: Self = Self {
        techniques: Techniques::ALL,
    };
}

impl Default for Exact {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl MemoryPlanner for Exact {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "exact",
            aliases: &["optimal"],
            summary: "The lowest peak, with a proof: branch and bound over canonical schedules.",
            source: "covering search with restarts, after MiniMalloc (Moffitt, ASPLOS 2023)",
            cost: "exponential at worst; milliseconds for most traces of a few hundred buffers",
        }
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            kind: PlannerKind::Exact,
            proofs: ProofScope::All,
            is_anytime: true,
            in_place: HintUse::Proved(ProofEffort::UntilDone),
            max_buffers: Some(super::MAX_FOR_PAIRS),
            ..Capabilities::default()
        }
    }

    fn plan(
        &self,
        trace: &LifetimeTrace,
        options: &PlanOptions,
    ) -> Result<MemorySchedule, PlanError> {
        let name = self.info().name;
        let instance = Instance::new(trace, options)?;
        let options = &PlanOptions {
            progress: (options.progress.clone())
                .map(|progress| MonotoneProgress::wrap(progress, instance.is_restriction)),
            ..options.clone()
        };
        let first = Auto::SPRINT.plan(trace, options);
        let first = first.or_else(PlanError::into_schedule)?;
        let mut best = MemorySchedule {
            planner: name.to_owned(),
            stopped_by: first
                .stopped_by
                .filter(|&reason| reason != StopReason::Budget),
            ..first
        };
        if best.optimality == Optimality::Optimal || best.stopped_by.is_some() {
            return self.certified(trace, options, None, best);
        }
        let least = if instance.is_restriction {
            let mut least = lower_bound(trace, options)?;
            let left = options.after(best.work, None);
            let mut meter = left.meter();
            raise(&mut least, trace, &left, &mut meter)?;
            best.work += meter.done();
            least
        } else {
            of_instance(&instance)
        };
        let search = SearchOptions {
            seed: options.seed,
            incumbent: instance.offsets_of(&best),
            bound: Some(least),
            techniques: self.techniques,
            ..SearchOptions::default()
        };
        let left = options.after(best.work, None);
        let mut meter = left.meter();
        let solved = solve(&instance, &search, &mut meter);
        best.work += meter.done();
        let outcome = match solved {
            Err(PlanError::Stopped { reason, .. }) => {
                return best.stopped(Some(reason)).within(trace.capacity());
            }
            other => other?,
        };
        // Bounds of a restriction do not hold for its trace.
        let bound = if instance.is_restriction {
            least
        } else {
            outcome.bound
        };
        let planned = instance.schedule(trace, &outcome.placement, bound, name, best.work);
        let schedule = planned.or_else(PlanError::into_schedule)?;
        let best = if schedule.total_size <= best.total_size {
            schedule
        } else {
            best.with_bound(trace, bound)
        };
        let best = best.stopped(outcome.stopped);
        let critical = outcome.critical.filter(|_| !instance.is_restriction);
        self.certified(trace, options, critical, best)
    }

    fn options(&self) -> Options<'_, dyn MemoryPlanner> {
        Options::of(self, Self::DEFAULT, |exact| exact.techniques.fields())
    }
}

impl Exact {
    /// The schedule with a certificate, where its bound is above the load and time is left.
    fn certified(
        &self,
        trace: &LifetimeTrace,
        options: &PlanOptions,
        critical: Option<CriticalPart>,
        mut schedule: MemorySchedule,
    ) -> Result<MemorySchedule, PlanError> {
        if self.techniques.certificate && schedule.stopped_by.is_none() {
            certify(trace, options, critical, &mut schedule);
        }
        schedule.within(trace.capacity())
    }
}

/// What came out when a bound was proved again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoundVerdict {
    /// No schedule has a peak below the bound.
    Proved,
    /// This schedule has a peak below the bound.
    Disproved(Box<MemorySchedule>),
    /// A limit was reached first, or the search cannot decide: with in-place hints on more than 400
    /// buffers, or where gaps keep some bytes of a buffer.
    Unknown,
}

/// Proves again that no schedule of a trace has a peak below `bound`, which another planner claims.
///
/// The search tries everything to find a schedule within `bound - 1` bytes. To share as little as
/// possible with the first proof, `options` should have a different seed, and `uses_table` should
/// be off; then hash keys play no part.
///
/// # Errors
/// [`PlanError`] when the trace admits no schedule at all, or at a limit before there is a first one.
pub fn verify_bound(
    trace: &LifetimeTrace,
    bound: Bytes,
    options: &PlanOptions,
    uses_table: bool,
) -> Result<BoundVerdict, PlanError> {
    if !trace.in_place().is_empty() {
        return Ok(match refute(trace, bound, options)? {
            Some(None) => BoundVerdict::Proved,
            Some(Some(lower)) => BoundVerdict::Disproved(Box::new(lower)),
            None => BoundVerdict::Unknown,
        });
    }
    let instance = Instance::new(trace, options)?;
    let Some(capacity) = bound.0.checked_sub(1).filter(|_| trace.max_load() < bound) else {
        return Ok(BoundVerdict::Proved);
    };
    if bound.0 <= instance.floor {
        return Ok(BoundVerdict::Proved);
    }
    let mut meter = options.meter();
    let search = SearchOptions {
        goal: Goal::Within(capacity),
        seed: options.seed,
        techniques: Techniques {
            table: uses_table,
            descent: false,
            ..Techniques::ALL
        },
        ..SearchOptions::default()
    };
    let outcome = solve(&instance, &search, &mut meter)?;
    if outcome.placement.peak.max(instance.floor) <= capacity {
        let unbounded = trace.clone().into_builder().capacity(None).build();
        let load = LowerBound::load(trace.max_load());
        let Ok(unbounded) = unbounded else {
            return Ok(BoundVerdict::Unknown);
        };
        let schedule =
            instance.schedule(&unbounded, &outcome.placement, load, "exact", meter.done())?;
        return Ok(BoundVerdict::Disproved(Box::new(schedule)));
    }
    Ok(
        if bound <= outcome.bound.bytes && !instance.is_restriction {
            BoundVerdict::Proved
        } else {
            BoundVerdict::Unknown
        },
    )
}

#[cfg(test)]
mod tests {

    use super::{BoundVerdict, Exact, verify_bound};
    use crate::algorithms::greedy::BY_SIZE;
    use crate::testing::check;
    use crate::{Bytes, LifetimeTrace, PlanOptions};

    /// The optimum, 12, is above the load, 11.
    const GAP: &str = "a 6..8 3; b 8..9 2; c 5..7 3; d 8..9 5; e 3..8 4; f 7..9 4; g 0..3 6; \
                       h 2..6 2; i 1..6 2";

    #[test]
    fn it_knows_that_the_load_is_out_of_reach() {
        let schedule = crate::MemoryPlanner::plan(
            &Exact::DEFAULT,
            &GAP.parse().unwrap(),
            &PlanOptions::default(),
        )
        .unwrap();
        assert_eq!(schedule.peak(), Bytes(12));
        assert_eq!(schedule.optimality, crate::Optimality::Optimal);
        assert_eq!(schedule.bound_rule, Some(crate::BoundRule::Search));
    }

    #[test]
    fn it_finds_what_greedy_planners_miss() {
        let trace = "a 0..5 7; b 1..8 10; c 2..4 8; d 2..5 6; e 3..10 2; f 4..7 2; g 5..9 2; \
                     h 6..9 12; i 7..10 8";
        let parsed: LifetimeTrace = trace.parse().unwrap();
        let greedy = crate::MemoryPlanner::plan(&BY_SIZE, &parsed, &PlanOptions::default());
        assert_eq!(greedy.unwrap().peak(), Bytes(39));
        let exact = crate::MemoryPlanner::plan(&Exact::DEFAULT, &parsed, &PlanOptions::default());
        assert_eq!(exact.unwrap().peak(), parsed.max_load());
        check(
            &Exact::DEFAULT,
            "a 0..2 8; b 2..4 8",
            "a 0, b 0; peak 8, load 8",
        );
    }

    #[test]
    fn a_buffer_that_is_never_there_needs_its_bytes_all_the_same() {
        let trace: LifetimeTrace = "a 0..1 1 gap=0..1".parse().unwrap();
        let schedule =
            crate::MemoryPlanner::plan(&Exact::DEFAULT, &trace, &PlanOptions::default()).unwrap();
        assert_eq!(schedule.peak(), Bytes(1));
        assert_eq!(schedule.optimality, crate::Optimality::Optimal);
    }

    #[test]
    fn bounds_are_proved_again_or_disproved() {
        let trace: LifetimeTrace = GAP.parse().unwrap();
        let options = PlanOptions::default();
        let verify = |bound| verify_bound(&trace, Bytes(bound), &options, false).unwrap();
        assert_eq!(verify(11), BoundVerdict::Proved);
        assert_eq!(verify(12), BoundVerdict::Proved);
        match verify(13) {
            BoundVerdict::Disproved(schedule) => assert_eq!(schedule.peak(), Bytes(12)),
            other => panic!("{other:?}"),
        }
    }
}
