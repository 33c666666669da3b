//! Certificates: refutations of a capacity that the checker `memplan-certificate` can follow.
//!
//! The exact search uses techniques whose proofs are long, such as a table of refuted states and rounding to sums of
//! sizes. A second search therefore proves with the few rules of the checker that nothing fits below the optimum, and
//! records the cases. It starts from the result of the first search: the part of the trace that is too large, and what
//! lies below that part. See the checker for the format, and the book for why the rules are sound.

mod prover;

use std::borrow::Cow;

use memplan_support::Sort;

use crate::bounds::{of_instance, without_windows};
use crate::problem::load::without_takeovers;
use crate::problem::units::common_alignment;
use crate::reduce::Instance;
use crate::search::{CriticalPart, Goal, SearchOptions, solve};
use crate::{
    BufferId, Bytes, LifetimeTrace, MemorySchedule, PlanError, PlanOptions, StopReason, WorkMeter,
};
use prover::{MAX_DEPTH, Prover};

/// Parts with more buffers are not certified.
const MAX_ITEMS: usize = 4000;

/// The most cases of a certificate that is written by default, about a twentieth of a second; and the units of work of
/// the schedule for each further case, which takes about a tenth of their time.
const CASES: u64 = 200_000;
const WORK_FOR_CASE: u64 = 5;

/// Why there is no certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoCertificate {
    /// The trace has pools, relations or costs.
    #[error("certificates say nothing about pools, relations and costs")]
    Relations,
    /// The part of the trace that does not fit has too many buffers.
    #[error("the part that does not fit has more than {MAX_ITEMS} buffers")]
    TooLarge,
    /// It fits, or only without what gaps keep and hints permit.
    #[error("no proof was found that uses neither what gaps keep nor what hints permit")]
    Fits,
    /// A proof has too many cases within cases.
    #[error("a proof has more than {MAX_DEPTH} cases within each other")]
    TooDeep,
    /// A limit came first.
    #[error("{0} before it was found")]
    Stopped(StopReason),
}

/// Adds a certificate to a schedule, where its bound is above the load and can be proved within the limits of the
/// caller.
///
/// `critical` is the part that determines the bound; without it a search looks for that part.
pub(crate) fn certify(
    trace: &LifetimeTrace,
    options: &PlanOptions,
    critical: Option<CriticalPart>,
    schedule: &mut MemorySchedule,
) {
    let Some(bound) = schedule.claimed_bound() else {
        return;
    };
    if !trace.relations().is_empty() || bound <= trace.least_load() {
        return;
    }
    let trace = &*relaxed(trace);
    let left = options.after(schedule.work, schedule.stopped_by);
    let mut meter = left.meter();
    let capacity = Bytes(bound.0 - 1);
    let part = critical.map_or_else(|| critical_part(trace, capacity, &mut meter), Ok);
    let cases = CASES.saturating_add(schedule.work.0 / WORK_FOR_CASE);
    let certificate = part.and_then(|part| refutation(trace, part, capacity, cases, &mut meter));
    schedule.certificate = certificate.ok();
    schedule.work += meter.done();
}

/// A certificate that no schedule of a trace fits into a capacity, which the crate `memplan-certificate` checks.
///
/// Searches for the part of the trace that does not fit, and then for a refutation of that part, as long as the limits
/// of `options` allow. Takes exponential time in the worst case.
///
/// # Errors
/// [`NoCertificate`] if there is such a schedule, if a limit comes first, or if the trace has pools, relations or
/// costs. What gaps keep and what hints permit is relaxed, so that there may be no certificate although nothing fits.
pub fn refute(
    trace: &LifetimeTrace,
    capacity: Bytes,
    options: &PlanOptions,
) -> Result<Box<[u8]>, NoCertificate> {
    if !trace.relations().is_empty() {
        return Err(NoCertificate::Relations);
    }
    let trace = &*relaxed(trace);
    let mut meter = options.meter();
    let part = critical_part(trace, capacity, &mut meter)?;
    refutation(trace, part, capacity, u64::MAX, &mut meter)
}

/// The trace that certificates are about: gaps keep nothing, and what another buffer may take over dies then.
fn relaxed(trace: &LifetimeTrace) -> Cow<'_, LifetimeTrace> {
    let mut gaps = trace.buffers().iter().flat_map(|buffer| &buffer.gaps);
    if trace.in_place().is_empty() && gaps.all(|gap| gap.window.is_none()) {
        return Cow::Borrowed(trace);
    }
    Cow::Owned(without_windows(&without_takeovers(trace)))
}

/// The part of a trace that does not fit into a capacity, by a search where that is needed.
fn critical_part(
    trace: &LifetimeTrace,
    capacity: Bytes,
    meter: &mut WorkMeter<'_>,
) -> Result<CriticalPart, NoCertificate> {
    let options = meter.options();
    let instance = Instance::new(trace, options).map_err(|_| NoCertificate::Fits)?;
    if instance.is_restriction {
        return Err(NoCertificate::Fits);
    }
    let all = CriticalPart {
        items: instance.ids.clone(),
        ground: Vec::new(),
    };
    if instance.len() > MAX_ITEMS || capacity.0 < of_instance(&instance).bytes.0 {
        return Ok(all);
    }
    let search = SearchOptions {
        goal: Goal::Within(capacity.0),
        seed: options.seed,
        ..SearchOptions::default()
    };
    let outcome = solve(&instance, &search, meter).map_err(|error| match error {
        PlanError::Stopped { reason, .. } => NoCertificate::Stopped(reason),
        _ => NoCertificate::Fits,
    })?;
    match outcome.stopped {
        _ if capacity < outcome.bound.bytes => Ok(outcome.critical.unwrap_or(all)),
        Some(reason) => Err(NoCertificate::Stopped(reason)),
        None => Err(NoCertificate::Fits),
    }
}

/// A certificate of at most `cases` cases that no schedule has a peak of at most `capacity`.
fn refutation(
    trace: &LifetimeTrace,
    part: CriticalPart,
    capacity: Bytes,
    cases: u64,
    meter: &mut WorkMeter<'_>,
) -> Result<Box<[u8]>, NoCertificate> {
    if MAX_ITEMS < part.items.len() {
        return Err(NoCertificate::TooLarge);
    }
    let alignment = meter.options().alignment.0;
    let align = |id: &BufferId| match trace[*id].pinned {
        Some(_) => Some(1),
        None => common_alignment(alignment, trace[*id].align.0),
    };
    let CriticalPart {
        mut items,
        mut ground,
    } = part;
    // A buffer that is never live has no part in a refutation.
    items.retain(|&id| trace[id].pieces().next().is_some());
    // What lies above the ground must stay aligned when it sinks by any size in the ground.
    let all = items.iter().chain(&ground).map(align);
    let aligns: Vec<u64> = all.collect::<Option<_>>().ok_or(NoCertificate::Fits)?;
    let stays = |size: u64| aligns.iter().all(|&align| size.is_multiple_of(align));
    if !ground.iter().all(|&id| stays(trace[id].size.0)) {
        items.append(&mut ground);
        items.sort_stable();
    }
    let below: u64 = ground.iter().map(|&id| trace[id].size.0).sum();
    let left = capacity.0.checked_sub(below).ok_or(NoCertificate::Fits)?;
    let aligns = items.iter().filter_map(align).collect();
    let prover = Prover::new(trace, &items, aligns, left);
    let (steps, items) = prover.run(cases, meter)?;
    let mut bytes = Vec::new();
    for value in [1, capacity.0, alignment] {
        push(&mut bytes, value);
    }
    for ids in [&ground, &items] {
        push(&mut bytes, ids.len() as u64);
        let mut next = 0;
        for id in ids {
            push(&mut bytes, u64::from(id.0 - next));
            next = id.0 + 1;
        }
    }
    for step in steps {
        push(&mut bytes, u64::from(step));
    }
    Ok(bytes.into_boxed_slice())
}

/// Appends a number in LEB128.
fn push(bytes: &mut Vec<u8>, mut value: u64) {
    while 0x80 <= value {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}
