//! Planning and checking traces, one by one or all traces of a program.

use std::time::Duration;

use memplan_planner::algorithms::auto::Auto;
use memplan_planner::{
    Buffer, Bytes, LifetimeTrace, MemoryPlan, MemoryPlanner, MemorySchedule, MemoryTraceScopes,
    PlanOptions, ValidateOptions, Violation, validate, wire,
};

use memplan_collectors::CollectedScope;

use crate::error::{Error, Rejected};
use crate::{Clock, Collected};

/// About the time that the checker takes for each buffer. A deadline includes the check.
const CHECK_TIME: Duration = Duration::from_nanos(350);

/// A valid schedule of a trace.
#[derive(Clone, Debug)]
pub struct Planned {
    /// The schedule, accepted by the checker.
    pub schedule: MemorySchedule,
    /// The time of the planner alone; absent without a clock, and for schedules of an existing plan.
    pub elapsed: Option<Duration>,
    /// The schedule of the chosen planner, if it was replaced because it needs more memory than separate allocations
    /// at run time.
    pub instead_of: Option<Box<MemorySchedule>>,
    /// Whether the buffers are merged. If not, separate allocations need less memory at run time than every schedule
    /// found.
    pub is_merged: bool,
}

impl From<MemorySchedule> for Planned {
    fn from(schedule: MemorySchedule) -> Self {
        Self {
            schedule,
            elapsed: None,
            instead_of: None,
            is_merged: true,
        }
    }
}

/// Plans one trace and checks the schedule.
///
/// # Errors
///
/// [`Error::Plan`] when the planner finds no schedule, [`Error::InvalidSchedule`] when the checker rejects its
/// schedule.
pub fn plan_trace(
    planner: &dyn MemoryPlanner,
    trace: &LifetimeTrace,
    options: &PlanOptions,
    clock: Option<&dyn Clock>,
) -> Result<Planned, Error> {
    let start = clock.map(Clock::now);
    let n_buffers = u32::try_from(trace.len()).unwrap_or(u32::MAX); // a trace has fewer
    let planned = planner.plan(trace, &options.leaving(CHECK_TIME * n_buffers));
    let schedule = planned.map_err(|error| Error::Plan {
        scope: trace.scope().to_owned(),
        error,
    })?;
    let end = clock.map(Clock::now);
    check_schedule(trace, &schedule, options.alignment).map_err(|violations| {
        Error::InvalidSchedule {
            planner: planner.info().name.to_owned(),
            rejected: rejected(trace, violations),
        }
    })?;
    Ok(Planned {
        elapsed: end.zip(start).map(|(end, start)| end.saturating_sub(start)),
        ..schedule.into()
    })
}

/// Plans the traces of a program. Merging never costs more memory than separate allocations: a schedule that would is
/// replaced by the best one of the portfolio ([`Planned::instead_of`]), and if that costs too much as well, the
/// buffers are not merged ([`Planned::is_merged`]).
///
/// # Errors
///
/// Those of [`plan_trace`].
pub fn plan(
    planner: &dyn MemoryPlanner,
    collected: &Collected,
    options: &PlanOptions,
    clock: Option<&dyn Clock>,
) -> Result<Vec<Planned>, Error> {
    let scopes = collected.scopes.iter();
    scopes
        .map(|scope| {
            let planned = plan_trace(planner, &scope.trace, options, clock)?;
            no_dearer_than_separate(scope, planned, options.alignment, clock)
        })
        .collect()
}

/// As [`plan`], with the offsets of an existing plan, even if separate allocations need less.
///
/// # Errors
///
/// Those of [`plan_trace`]; [`Error::Pools`] if the buffers, as they are live in the program, do not have these
/// offsets.
pub(crate) fn as_planned(
    planner: &dyn MemoryPlanner,
    collected: &Collected,
    options: &PlanOptions,
    clock: Option<&dyn Clock>,
) -> Result<Vec<Planned>, Error> {
    let plan = |scope: &CollectedScope| plan_trace(planner, &scope.trace, options, clock);
    let told = |error| match error {
        Error::Plan { scope, error } => Error::Pools {
            problem: format!("the plan does not fit `{scope}`: {error}"),
        },
        error => error,
    };
    (collected.scopes.iter().map(plan))
        .collect::<Result<_, _>>()
        .map_err(told)
}

/// The schedules of the default planner of the pass `merge-alloc`. One that is more than a tenth above the load is
/// replaced by the best one of the portfolio if that is lower ([`Planned::instead_of`]).
///
/// # Errors
///
/// Those of [`plan_trace`].
pub(crate) fn near_the_load(
    collected: &Collected,
    schedules: Vec<Planned>,
    alignment: Bytes,
) -> Result<Vec<Planned>, Error> {
    let pairs = collected.scopes.iter().zip(schedules);
    pairs
        .map(|(scope, planned)| {
            let load = scope.trace.max_load().0;
            let limit = Bytes(load + load / 10);
            no_larger_than(limit, &scope.trace, planned, alignment, None)
        })
        .collect()
}

/// Checks that a schedule is valid for a trace. The checker shares no code with the planners.
///
/// # Errors
///
/// The violated constraints.
pub fn check_schedule(
    trace: &LifetimeTrace,
    schedule: &MemorySchedule,
    alignment: Bytes,
) -> Result<(), Vec<Violation>> {
    let options = ValidateOptions {
        alignment,
        ..ValidateOptions::default()
    };
    validate(trace, schedule, &options)
}

/// The schedules of an existing plan. Checks that the plan was made for these traces, and that its schedules are
/// valid.
///
/// # Errors
///
/// [`Error::OtherTraces`], [`Error::InvalidPlan`], and [`Error::Encode`] if the traces cannot be hashed.
pub fn schedules_of(plan: &MemoryPlan, scopes: &MemoryTraceScopes) -> Result<Vec<Planned>, Error> {
    let hash = wire::trace_hash(scopes)?;
    let is_other = plan.schedules.len() != scopes.traces.len()
        || plan
            .trace_hash
            .is_some_and(|planned_hash| planned_hash != hash);
    if is_other {
        return Err(Error::OtherTraces);
    }
    for (trace, schedule) in scopes.traces.iter().zip(&plan.schedules) {
        check_schedule(trace, schedule, Bytes(1))
            .map_err(|violations| Error::InvalidPlan(rejected(trace, violations)))?;
    }
    Ok(plan.schedules.iter().cloned().map(Planned::from).collect())
}

/// The schedules of an existing plan as [`plan`] returns them: none costs more than separate allocations.
pub(crate) fn economical(
    collected: &Collected,
    schedules: Vec<Planned>,
) -> Result<Vec<Planned>, Error> {
    let pairs = collected.scopes.iter().zip(schedules);
    pairs
        .map(|(scope, planned)| no_dearer_than_separate(scope, planned, Bytes(1), None))
        .collect()
}

pub(crate) fn rejected(trace: &LifetimeTrace, violations: Vec<Violation>) -> Box<Rejected> {
    Box::new(Rejected {
        trace: trace.clone(),
        violations,
    })
}

/// The schedule of a scope, replaced if it is larger than separate allocations or [`CollectedScope::limit`]. Nothing
/// is merged if it still exceeds the latter.
fn no_dearer_than_separate(
    scope: &CollectedScope,
    planned: Planned,
    alignment: Bytes,
    clock: Option<&dyn Clock>,
) -> Result<Planned, Error> {
    let separate = separate_size(&scope.trace, alignment);
    let limit = scope.limit.map_or(separate, |limit| limit.min(separate));
    let planned = no_larger_than(limit, &scope.trace, planned, alignment, clock)?;
    let is_merged = scope
        .limit
        .is_none_or(|limit| planned.schedule.total_size <= limit);
    Ok(Planned {
        is_merged,
        ..planned
    })
}

/// The schedule. If it exceeds a limit and the best one of the portfolio is smaller, that one.
fn no_larger_than(
    limit: Bytes,
    trace: &LifetimeTrace,
    planned: Planned,
    alignment: Bytes,
    clock: Option<&dyn Clock>,
) -> Result<Planned, Error> {
    if planned.schedule.total_size <= limit {
        return Ok(planned);
    }
    let options = PlanOptions {
        alignment,
        ..PlanOptions::default()
    };
    let mut better = plan_trace(&Auto::QUICK, trace, &options, clock)?;
    if planned.schedule.total_size <= better.schedule.total_size {
        return Ok(planned);
    }
    let times = [better.elapsed, planned.elapsed].into_iter().flatten();
    better.elapsed = times.reduce(|sum, time| sum + time);
    better.instead_of = Some(Box::new(planned.schedule));
    Ok(better)
}

/// The bytes of the buffers of a trace if each is allocated separately and rounded up to its alignment.
fn separate_size(trace: &LifetimeTrace, alignment: Bytes) -> Bytes {
    if alignment == Bytes(1) {
        return trace.separate_size();
    }
    let padded = |buffer: &Buffer| {
        let align = buffer.align.common_alignment(alignment);
        let align = align.unwrap_or(buffer.align).0;
        buffer.size.0.div_ceil(align).saturating_mul(align)
    };
    let sizes = trace.buffers().iter().map(padded);
    Bytes(sizes.fold(0, u64::saturating_add))
}

#[cfg(test)]
mod tests {
    use memplan_planner::{Bytes, LifetimeTrace, MemorySchedule, PlanOptions, registry};

    use memplan_collectors::find_collector;
    use memplan_mlir::text::{ParseOptions, parse};

    use super::{Planned, check_schedule, no_dearer_than_separate, no_larger_than, separate_size};

    fn stacked_from(trace: &LifetimeTrace, first: u64) -> Planned {
        let mut top = first;
        let offsets = trace.buffers().iter().map(|buffer| {
            let offset = top.next_multiple_of(buffer.align.0);
            top = offset + buffer.size.0;
            Bytes(offset)
        });
        let offsets: Vec<Bytes> = offsets.collect();
        let planner = registry::planner("first-fit").unwrap();
        let schedule = MemorySchedule {
            offsets,
            total_size: Bytes(top),
            planner: "wasteful".to_owned(),
            ..planner.plan(trace, &PlanOptions::default()).unwrap()
        };
        assert_eq!(check_schedule(trace, &schedule, Bytes(1)), Ok(()));
        schedule.into()
    }

    #[test]
    fn a_schedule_that_wastes_memory_gives_way_to_the_portfolio() {
        let economical = |trace: &LifetimeTrace, first| {
            let limit = separate_size(trace, Bytes(1));
            no_larger_than(limit, trace, stacked_from(trace, first), Bytes(1), None).unwrap()
        };
        let trace: LifetimeTrace = "a 0..2 12 align=4; b 1..3 8 align=8; c 2..4 12 align=4"
            .parse()
            .unwrap();
        assert_eq!(separate_size(&trace, Bytes(1)), Bytes(32));
        assert_eq!(separate_size(&trace, Bytes(16)), Bytes(48));
        assert!(economical(&trace, 0).instead_of.is_some());
        let small: LifetimeTrace = "a 0..2 8 align=8; b 1..3 8 align=8".parse().unwrap();
        assert!(economical(&small, 0).instead_of.is_none());
        let planned = economical(&small, 80);
        let replaced = planned.instead_of.unwrap();
        assert_eq!(
            (&*replaced.planner, replaced.total_size),
            ("wasteful", Bytes(96))
        );
        assert_eq!(
            (&*planned.schedule.planner, planned.schedule.total_size),
            ("auto", Bytes(16))
        );
    }

    #[test]
    fn what_is_merged_exceeds_neither_separate_allocations_nor_the_limit() {
        let text = "func.func @f(%x: memref<8xi8>) {
          %a = memref.alloc() : memref<8xi8>
          memref.copy %x, %a : memref<8xi8> to memref<8xi8>
          memref.copy %a, %x : memref<8xi8> to memref<8xi8>
          %b = memref.alloc() : memref<8xi8>
          memref.copy %x, %b : memref<8xi8> to memref<8xi8>
          memref.copy %b, %x : memref<8xi8> to memref<8xi8>
          return
        }";
        let m = parse(text.as_bytes(), &ParseOptions::default()).unwrap();
        let collector = find_collector("tick").unwrap();
        let mut scope = collector.collect(&m.module).unwrap().scopes.remove(0);
        let mut merged = |limit: u64| {
            scope.limit = Some(Bytes(limit));
            let wasteful = stacked_from(&scope.trace, 128);
            let planned = no_dearer_than_separate(&scope, wasteful, Bytes(1), None).unwrap();
            (planned.is_merged, planned.schedule.total_size)
        };
        let least = merged(1000);
        assert!(least.0 && least.1 < Bytes(128), "{least:?}");
        assert_eq!(merged(least.1.0), least);
        assert_eq!(merged(least.1.0 - 1), (false, least.1));
    }
}
