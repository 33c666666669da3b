//! A planner that proves optimality for traces with in-place hints.

use super::{auto::Auto, chunk::ChunkPlanner};
use crate::bounds::without_windows;
use crate::certify::certify;
use crate::in_place::{self, InPlace, Parameters, first_half};
use crate::problem::load::without_takeovers;
use crate::reduce::Instance;
use crate::search::{SearchOptions, solve};
use crate::{
    BoundRule, BufferId, Capabilities, InPlaceKind, LifetimeTrace, LowerBound, MemoryPlanner,
    MemorySchedule, Optimality, Options, PlanError, PlanOptions, PluginInfo, ProofEffort,
    StopReason, Units, WorkMeter, lower_bound,
};

/// [`InPlace`], followed by a search for the least peak among all plans that the hints allow.
///
/// The search proves its result and handles up to 400 buffers. Larger traces get the plan of
/// [`InPlace`] and the bound of the trace in which every takeover ends the earlier buffer; so do
/// traces whose gaps keep some bytes. Exponential at worst.
#[derive(Clone, Copy, Debug)]
pub struct ProvedInPlace<P> {
    /// The planner of traces without hints, and of the plans that the search starts from.
    pub planner: P,
    /// How long to search.
    pub effort: ProofEffort,
}

impl<P: MemoryPlanner> MemoryPlanner for ProvedInPlace<P> {
    fn info(&self) -> PluginInfo {
        self.planner.info()
    }

    fn capabilities(&self) -> Capabilities {
        self.planner.capabilities()
    }

    fn plan(
        &self,
        trace: &LifetimeTrace,
        options: &PlanOptions,
    ) -> Result<MemorySchedule, PlanError> {
        // With relations, a planner uses hints by itself; with symbols, it ignores them.
        let has_part = !trace.relations().is_empty() || trace.symbolic().is_some();
        if trace.in_place().is_empty() || has_part {
            return self.planner.plan(trace, options);
        }
        let is_searched = trace.len() <= Parameters::DEFAULT.most_buffers;
        // An exhaustive planner would leave no budget for the search below.
        let first = if is_searched {
            InPlace(Auto::SHORT).plan(trace, &first_half(options))
        } else {
            InPlace(&self.planner).plan(trace, &first_half(options))
        };
        let mut best = first.or_else(PlanError::into_schedule)?;
        best.planner = self.info().name.to_owned();
        let is_limited = options.work_limit.is_some()
            || (options.interrupt.as_ref()).is_some_and(|i| i.time_left().is_some());
        let nodes = if self.effort == ProofEffort::UntilDone || is_limited {
            u64::MAX
        } else {
            Parameters::DEFAULT.short_nodes
        };
        let mut best = improve(trace, options, best, nodes)?;
        if self.effort == ProofEffort::UntilDone && best.stopped_by.is_none() {
            certify(trace, options, None, &mut best);
        }
        best.within(trace.capacity())
    }

    fn options(&self) -> Options<'_, dyn MemoryPlanner> {
        let effort = self.effort;
        (self.planner.options()).map(move |planner| ProvedInPlace { planner, effort })
    }
}

/// Improves `best`, a schedule of a trace with hints, and its bound.
fn improve(
    trace: &LifetimeTrace,
    options: &PlanOptions,
    best: MemorySchedule,
    nodes: u64,
) -> Result<MemorySchedule, PlanError> {
    let mut best = best;
    let mut stopped = best.stopped_by;
    let mut bound = lower_bound(trace, options)?;
    if let (Optimality::LowerBound(bytes), Some(rule)) = (best.optimality, best.bound_rule)
        && bound.bytes < bytes
    {
        bound = LowerBound { bytes, rule };
    }
    for planner in [ChunkPlanner::HOT, ChunkPlanner::SIZE_FIRST] {
        if best.total_size <= bound.bytes {
            break;
        }
        // Near-linear: without a limit, and not counted.
        let planned = planner.plan(trace, &options.unlimited());
        if let Ok(other) = planned.or_else(PlanError::into_schedule) {
            let other = MemorySchedule {
                work: Units(0),
                ..other
            };
            take(&mut best, other, options, bound);
        }
    }
    let before = best.work;
    let left = options.after(before, stopped);
    let mut meter = left.meter();
    if bound.bytes < best.total_size {
        raise(&mut bound, trace, &left, &mut meter)?;
    }
    if bound.bytes < best.total_size {
        let limit = best.total_size.0 - 1;
        let outcome = in_place::search(trace, options, &mut meter, limit, bound.bytes.0, nodes);
        if let Some((offsets, peak)) = outcome.best {
            let other = MemorySchedule {
                reuses: reuses(trace, &offsets),
                offsets,
                total_size: crate::Bytes(peak),
                work: Units(0),
                ..best.clone()
            };
            take(&mut best, other, options, bound);
        }
        match outcome.stopped {
            None if !has_windows(trace) => {
                bound = LowerBound {
                    bytes: best.total_size,
                    rule: BoundRule::Search,
                };
            }
            None | Some(StopReason::Budget) => stopped = stopped.or(Some(StopReason::Budget)),
            reason => stopped = reason,
        }
    }
    best.work = before + meter.done();
    best.stopped_by = stopped;
    Ok(best.with_bound(trace, bound))
}

/// Adopts the other schedule if it is better, and adds its work in any case.
fn take(
    best: &mut MemorySchedule,
    other: MemorySchedule,
    options: &PlanOptions,
    bound: LowerBound,
) {
    let work = best.work + other.work;
    if other.total_size < best.total_size {
        if let Some(progress) = &options.progress {
            progress.improved(other.total_size, bound.bytes, work);
        }
        *best = MemorySchedule {
            planner: std::mem::take(&mut best.planner),
            ..other
        };
    }
    best.work = work;
}

/// Raises the bound to the one that a short search proves for the trace in which every takeover
/// ends the earlier buffer, and gaps keep nothing.
pub(super) fn raise(
    bound: &mut LowerBound,
    trace: &LifetimeTrace,
    options: &PlanOptions,
    meter: &mut WorkMeter<'_>,
) -> Result<(), PlanError> {
    let relaxed = without_windows(&without_takeovers(trace));
    let Ok(instance) = Instance::new(&relaxed, options) else {
        return Ok(()); // a takeover may permit pins to overlap
    };
    let search = SearchOptions {
        node_limit: Some(Parameters::DEFAULT.bound_nodes),
        seed: options.seed,
        ..SearchOptions::default()
    };
    let quiet = PlanOptions {
        progress: None, // its schedules are not schedules of the trace
        ..options.clone()
    };
    let mut own = quiet.meter();
    let solved = solve(&instance, &search, &mut own);
    let _ = meter.spend(own.done()); // refused only at a deadline
    let stopped = match &solved {
        Ok(outcome) => outcome.stopped,
        Err(PlanError::Stopped { reason, .. }) => Some(*reason),
        Err(_) => None,
    };
    if stopped == Some(StopReason::WorkLimit) {
        let _ = meter.spend(Units::MAX); // what little is left is for more of this search
    }
    match solved {
        Ok(outcome) if bound.bytes < outcome.bound.bytes => {
            *bound = LowerBound {
                bytes: outcome.bound.bytes,
                rule: BoundRule::SubInstance,
            };
            Ok(())
        }
        Ok(_) | Err(PlanError::Stopped { .. }) => Ok(()),
        Err(error) => Err(error),
    }
}

fn has_windows(trace: &LifetimeTrace) -> bool {
    let mut gaps = trace.buffers().iter().flat_map(|buffer| &buffer.gaps);
    gaps.any(|gap| gap.window.is_some())
}

/// Which hints these offsets use: each for which both buffers are live at once and share bytes.
fn reuses(trace: &LifetimeTrace, offsets: &[crate::Bytes]) -> Vec<(BufferId, Vec<BufferId>)> {
    let range = |id: BufferId| {
        let from = offsets[id.index()].0;
        (from, from + trace[id].size.0)
    };
    let mut reuses: std::collections::BTreeMap<BufferId, Vec<BufferId>> = Default::default();
    for hint in trace.in_place() {
        let (later, earlier) = (hint.buffer, hint.other);
        let ((from, to), (other_from, other_to)) = (range(later), range(earlier));
        let is_usable = trace[earlier].live.begin() <= trace[later].live.begin()
            && trace[earlier].live.overlaps(trace[later].live)
            && (hint.kind == InPlaceKind::Free || from == other_from);
        if is_usable && from < other_to && other_from < to {
            reuses.entry(later).or_default().push(earlier);
        }
    }
    reuses.into_iter().collect()
}

/// Whether some plan of a trace with hints is below `bound`: see
/// [`crate::algorithms::exact::verify_bound`]. `None` if that is undecided.
///
/// # Errors
/// [`PlanError`] when the trace admits no schedule, or at a limit.
pub(crate) fn refute(
    trace: &LifetimeTrace,
    bound: crate::Bytes,
    options: &PlanOptions,
) -> Result<Option<Option<MemorySchedule>>, PlanError> {
    let least = lower_bound(trace, options)?;
    let Some(limit) = bound.0.checked_sub(1).filter(|_| least.bytes < bound) else {
        return Ok(Some(None));
    };
    let mut meter = options.meter();
    let outcome = in_place::search(trace, options, &mut meter, limit, limit, u64::MAX);
    if let Some((offsets, peak)) = outcome.best {
        let schedule = MemorySchedule {
            certificate: None,
            oriented: None,
            pooled: None,
            total_size: crate::Bytes(peak),
            reuses: reuses(trace, &offsets),
            offsets,
            planner: "exact".to_owned(),
            work: meter.done(),
            optimality: Optimality::Unknown,
            bound_rule: None,
            stopped_by: None,
        };
        return Ok(Some(Some(schedule)));
    }
    match outcome.stopped {
        None if !has_windows(trace) => Ok(Some(None)),
        None | Some(StopReason::Budget) => Ok(None),
        Some(reason) => Err(PlanError::Stopped {
            reason,
            work: meter.done(),
        }),
    }
}
