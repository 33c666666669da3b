//! Certificates: refutations of a capacity that the checker `memplan-certificate` can follow.
//!
//! The exact search knows tricks that would be long to justify: a table of refuted states, rounding to sums of sizes. A second
//! search therefore proves again, by a few rules that the checker knows, that nothing fits below the optimum, and
//! writes down the cases. It starts from what the first one found out: which part of the trace is too large, and what
//! lies below that part. See the checker for the format, and the book for why the rules are sound.

mod prover;

use std::borrow::Cow;

use memplan_support::Sort;

use crate::bounds::{of_instance, without_windows};
use crate::problem::load::without_takeovers;
use crate::problem::units::common_alignment;
use crate::reduce::Instance;
use crate::search::{CriticalPart, Goal, SearchOptions, solve};
use crate::{BufferId, Bytes, LifetimeTrace, MemorySchedule, PlanOptions, WorkMeter};
use prover::Prover;

/// Parts with more buffers are not certified.
const MAX_ITEMS: usize = 4000;

/// The most cases of a proof; and for each unit of work that the schedule has cost, this many more.
const CASES: u64 = 2_000_000;
const CASES_FOR_WORK: u64 = 2;

/// Adds a certificate to a schedule, where its bound is above the load and can be proved within the limits of the caller.
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
    let part = critical.or_else(|| critical_part(trace, options, capacity, &mut meter));
    if let Some(part) = part.filter(|part| part.items.len() <= MAX_ITEMS) {
        let cases = CASES.saturating_add(schedule.work.0.saturating_mul(CASES_FOR_WORK));
        schedule.certificate = refutation(trace, part, capacity, cases, &mut meter);
    }
    schedule.work += meter.done();
}

/// A certificate that no schedule of a trace fits into a capacity, which the crate `memplan-certificate` checks. Absent if
/// there is such a schedule, if the limits of `options` come first, or if the trace has pools, relations or costs. What
/// gaps keep and what hints permit is relaxed, so that there may be no certificate although nothing fits.
///
/// Searches for the part of the trace that does not fit, and then for a refutation of that part.
pub fn refute(trace: &LifetimeTrace, capacity: Bytes, options: &PlanOptions) -> Option<Box<[u8]>> {
    if !trace.relations().is_empty() {
        return None;
    }
    let trace = &*relaxed(trace);
    let mut meter = options.meter();
    let part = critical_part(trace, options, capacity, &mut meter)?;
    let is_small = part.items.len() <= MAX_ITEMS;
    is_small.then(|| refutation(trace, part, capacity, CASES, &mut meter))?
}

/// The trace that certificates are about: gaps keep nothing, and what another buffer may take over dies then.
fn relaxed(trace: &LifetimeTrace) -> Cow<'_, LifetimeTrace> {
    let mut gaps = trace.buffers().iter().flat_map(|buffer| &buffer.gaps);
    if trace.in_place().is_empty() && gaps.all(|gap| gap.window.is_none()) {
        return Cow::Borrowed(trace);
    }
    Cow::Owned(without_windows(&without_takeovers(trace)))
}

/// The part of a trace that does not fit into a capacity, if a search finds it.
fn critical_part(
    trace: &LifetimeTrace,
    options: &PlanOptions,
    capacity: Bytes,
    meter: &mut WorkMeter<'_>,
) -> Option<CriticalPart> {
    let instance = Instance::new(trace, options).ok()?;
    let all = CriticalPart {
        items: instance.ids.clone(),
        ground: Vec::new(),
    };
    if instance.is_restriction
        || instance.len() > MAX_ITEMS
        || capacity.0 < of_instance(&instance).bytes.0
    {
        return (!instance.is_restriction).then_some(all);
    }
    let search = SearchOptions {
        goal: Goal::Within(capacity.0),
        seed: options.seed,
        ..SearchOptions::default()
    };
    let outcome = solve(&instance, &search, meter).ok()?;
    (capacity.0 < outcome.bound.0).then_some(outcome.critical.unwrap_or(all))
}

/// A certificate that no schedule has a peak of at most `capacity`.
fn refutation(
    trace: &LifetimeTrace,
    part: CriticalPart,
    capacity: Bytes,
    cases: u64,
    meter: &mut WorkMeter<'_>,
) -> Option<Box<[u8]>> {
    let alignment = meter.options().alignment.0;
    let align = |id: &BufferId| match trace[*id].pinned {
        Some(_) => Some(1),
        None => common_alignment(alignment, trace[*id].align.0),
    };
    let CriticalPart {
        mut items,
        mut ground,
    } = part;
    // What is never there has no part in a refutation, whatever it was relaxed from.
    items.retain(|&id| trace[id].pieces().next().is_some());
    // What lies above the ground must stay aligned when it sinks by any size in the ground.
    let aligns: Vec<u64> = items
        .iter()
        .chain(&ground)
        .map(align)
        .collect::<Option<_>>()?;
    let stays = |size: u64| aligns.iter().all(|&align| size.is_multiple_of(align));
    if !ground.iter().all(|&id| stays(trace[id].size.0)) {
        items.append(&mut ground);
        items.sort_stable();
    }
    let below: u64 = ground.iter().map(|&id| trace[id].size.0).sum();
    let left = capacity.0.checked_sub(below)?;
    let aligns: Vec<u64> = items.iter().map(align).collect::<Option<_>>()?;
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
    Some(bytes.into_boxed_slice())
}

/// Appends a number in LEB128.
fn push(bytes: &mut Vec<u8>, mut value: u64) {
    while 0x80 <= value {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}
