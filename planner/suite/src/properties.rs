//! The properties that a planner must have on a test case.

use std::fmt;
use std::num::NonZeroUsize;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use memplan_planner::{
    BoundRule, Bytes, Gap, Interrupt, Lifetime, LifetimeTrace, MemoryPlanner, MemorySchedule,
    Optimality, PlanError, PlanOptions, Progress, StopReason, Tick, Units, ValidateOptions,
    validate,
};
use memplan_support::Random;

use crate::Case;
use crate::brute_force::{Outcome, optimum};
use crate::reference;
use crate::traces::TINY;

/// The node limit of exhaustive searches; the few traces that need more are not compared.
const MAX_NODES: u64 = 30_000;

/// The most polls of an interrupt after the one that stopped the run, all threads together.
const MAX_LATE_ASKS: u64 = 10_000;

/// The properties that the suite checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Property {
    /// It returns without a panic.
    Returns,
    /// Its schedules are valid according to the checker and, on tiny traces, to a second one.
    Valid,
    /// It never rejects plain traces, and others only for a true reason.
    Plans,
    /// Its claims about the distance to the optimum are true.
    Claims,
    /// Equal inputs give equal schedules.
    Repeatable,
    /// The number of threads does not change the schedule.
    Threads,
    /// Neither names nor a shift of all ticks change the schedule.
    Invariant,
    /// With enough capacity there is a schedule, without it the error carries a valid one.
    Capacity,
    /// It stops at a work limit, always with the same schedule, and uses no more work than it reports.
    WorkLimit,
    /// It stops when cancelled.
    Cancellation,
    /// Progress reports are correct, and reporting does not change the schedule.
    Progress,
    /// On tiny traces it proves the optimum; asked only of those that promise it.
    ProvesOptimum,
    /// Its bounds above the load come with certificates; asked only of those that promise it.
    Certifies,
}

impl Property {
    /// The property as a sentence with the planner as its subject.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Returns => "it returns a schedule or an error",
            Self::Valid => "its schedules are valid",
            Self::Plans => "it refuses only what cannot be planned",
            Self::Claims => "what it says of the optimum is true",
            Self::Repeatable => "equal inputs give equal schedules",
            Self::Threads => "the number of threads does not change the schedule",
            Self::Invariant => "names and a shift of all ticks do not change the schedule",
            Self::Capacity => "capacity is honoured",
            Self::WorkLimit => "work limits are honoured",
            Self::Cancellation => "cancellation is honoured",
            Self::Progress => "progress reports are correct",
            Self::ProvesOptimum => "it proves the optimum of tiny traces",
            Self::Certifies => "it certifies what it proves above the load",
        }
    }
}

/// A property that does not hold, and what shows it.
#[derive(Clone, Debug)]
pub(crate) struct Breach {
    pub(crate) property: Property,
    pub(crate) detail: String,
}

impl Breach {
    pub(crate) fn new(property: Property, detail: impl Into<String>) -> Self {
        Self {
            property,
            detail: detail.into(),
        }
    }
}

/// The outcome of a case in which all properties hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Seen {
    pub(crate) is_planned: bool,
    pub(crate) is_refused: bool,
    pub(crate) claims_optimum: bool,
    pub(crate) is_compared: bool,
}

/// A planner and the requirements on it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Judge<'a> {
    pub(crate) planner: &'a dyn MemoryPlanner,
    pub(crate) proves_optimum: bool,
    pub(crate) certifies: bool,
}

impl Judge<'_> {
    /// Checks everything on one case; `variant` chooses among the properties that take more runs.
    pub(crate) fn check(&self, case: &Case, variant: u32) -> Result<Seen, Breach> {
        let options = self.options(case);
        let first = self.plan(&case.trace, &options)?;
        let seen = self.check_result(case, &options, &first)?;
        if seen.is_refused {
            return Ok(seen); // refusals are allowed to name buffers
        }
        self.check_second_runs(case, &options, &first)?;
        if let Ok(schedule) = &first {
            match variant % 6 {
                0 | 1 => self.check_capacity(case, &options, schedule)?,
                2 | 3 => self.check_work_limit(case, &options, schedule, variant)?,
                4 => drop(self.check_cancellation(case, &options, variant)?),
                _ => self.check_progress(case, &options, schedule)?,
            }
        }
        Ok(seen)
    }

    /// Tiny traces are planned to the end, so that claims can be compared with the optimum; larger
    /// ones under a limit that heuristics do not notice, so that searches come to an end.
    fn options(&self, case: &Case) -> PlanOptions {
        let n_buffers = case.trace.len();
        let limit = Units(1000 + 60 * n_buffers as u64);
        PlanOptions {
            alignment: case.alignment,
            seed: case.seed,
            work_limit: (TINY as usize + 1..).contains(&n_buffers).then_some(limit),
            ..PlanOptions::default()
        }
    }

    pub(crate) fn plan(
        &self,
        trace: &LifetimeTrace,
        options: &PlanOptions,
    ) -> Result<Result<MemorySchedule, PlanError>, Breach> {
        let run = AssertUnwindSafe(|| self.planner.plan(trace, options));
        panic::catch_unwind(run).map_err(|payload| {
            let text = payload
                .downcast_ref::<&str>()
                .map(|text| (*text).to_owned())
                .or_else(|| payload.downcast_ref::<String>().cloned());
            let text = text.unwrap_or_else(|| "without a message".to_owned());
            Breach::new(Property::Returns, format!("it panicked: {text}"))
        })
    }

    /// Checks the result of a run.
    pub(crate) fn check_result(
        &self,
        case: &Case,
        options: &PlanOptions,
        result: &Result<MemorySchedule, PlanError>,
    ) -> Result<Seen, Breach> {
        let refusal = |detail: String| Err(Breach::new(Property::Plans, detail));
        let refused = Seen {
            is_refused: true,
            ..Seen::default()
        };
        match result {
            Ok(schedule) => {
                check_valid(case, schedule)?;
                let limit = options.work_limit.unwrap_or(Units::MAX);
                if limit < schedule.work {
                    let detail = format!("{} units of work, the limit is {limit}", schedule.work);
                    return Err(Breach::new(Property::WorkLimit, detail));
                }
                let is_compared = self.check_claims(case, options, schedule)?;
                Ok(Seen {
                    is_planned: true,
                    claims_optimum: schedule.optimality == Optimality::Optimal,
                    is_compared,
                    ..Seen::default()
                })
            }
            Err(PlanError::Unsupported { .. }) if !case.is_plain() => Ok(refused),
            Err(PlanError::TooLarge { .. }) if may_be_too_large(case) => Ok(refused),
            Err(error @ PlanError::PinsOverlap { .. }) => {
                if optimum(&case.trace, case.alignment, 0) == Outcome::PinsClash {
                    return Ok(refused);
                }
                refusal(format!("pins do not overlap, but it says: {error}"))
            }
            Err(PlanError::Stopped { reason, work }) => {
                let limit = options.work_limit.unwrap_or(Units::MAX);
                let may_stop = match reason {
                    StopReason::WorkLimit => options.work_limit.is_some(),
                    StopReason::Cancelled | StopReason::Deadline => options.interrupt.is_some(),
                    // The budget that a planner sets itself must suffice for a schedule.
                    StopReason::Budget => false,
                };
                if may_stop && *work <= limit {
                    Ok(Seen::default())
                } else {
                    refusal(format!(
                        "{reason} after {work} units of work, without a limit or cancellation"
                    ))
                }
            }
            Err(error) => refusal(format!("it refuses: {error}")),
        }
    }

    /// Checks the claim of a schedule. Returns whether all plans were tried to do so.
    fn check_claims(
        &self,
        case: &Case,
        options: &PlanOptions,
        schedule: &MemorySchedule,
    ) -> Result<bool, Breach> {
        let breach = |detail: String| Err(Breach::new(Property::Claims, detail));
        let (peak, load) = (schedule.peak(), case.trace.max_load());
        let bound = match (schedule.optimality, schedule.bound_rule) {
            (Optimality::Unknown, None) => None,
            (Optimality::Unknown, Some(rule)) => {
                return breach(format!("rule `{}` proved no bound", rule.name()));
            }
            (Optimality::Optimal, _) => Some(peak),
            (Optimality::LowerBound(bound), _) if bound < peak => Some(bound),
            (Optimality::LowerBound(bound), _) => {
                return breach(format!(
                    "a bound of {bound} for a peak of {peak} is `Optimal`"
                ));
            }
        };
        if bound.is_some() && schedule.bound_rule.is_none() {
            return breach("it proves a bound, but does not say by which rule".to_owned());
        }
        self.check_certificate(case, options, schedule, bound)?;
        if !case.trace.in_place().is_empty() {
            return Ok(false); // reuse in place may go below the load
        }
        if peak < load {
            return breach(format!("a peak of {peak} is below the load of {load}"));
        }
        // The arena must also hold buffers that are never live.
        let tops = case
            .trace
            .buffers()
            .iter()
            .map(|b| b.pinned.unwrap_or_default().0 + b.size.0);
        let provable = load.max(Bytes(tops.max().unwrap_or(0)));
        if let Some(bound) = bound
            && schedule.bound_rule == Some(BoundRule::Load)
            && !(load..=provable).contains(&bound)
        {
            return breach(format!("rule `load` proves {load}, it says {bound}"));
        }
        if let (Some(reachable), Some(bound)) = (case.reachable, bound)
            && reachable < bound
        {
            return breach(format!(
                "a bound of {bound}, but there is a plan of {reachable}"
            ));
        }
        if case.trace.len() <= TINY as usize
            && let Outcome::Optimum(best) = optimum(&case.trace, case.alignment, MAX_NODES)
        {
            self.check_optimum(case, options, schedule, bound, best)?;
            return Ok(true);
        }
        Ok(false)
    }

    /// Checks the claim of a schedule against the optimum.
    fn check_optimum(
        &self,
        case: &Case,
        options: &PlanOptions,
        schedule: &MemorySchedule,
        bound: Option<Bytes>,
        best: Bytes,
    ) -> Result<(), Breach> {
        let (peak, claim) = (schedule.peak(), schedule.optimality);
        if peak < best {
            let detail = format!("a peak of {peak} is below the optimum of {best}");
            return Err(Breach::new(Property::Claims, detail));
        }
        let detail = format!("{claim:?} at a peak of {peak}, the optimum is {best}");
        if bound.is_some_and(|bound| best < bound) {
            return Err(Breach::new(Property::Claims, detail));
        }
        let is_unlimited = options.work_limit.is_none() && options.interrupt.is_none();
        let must_prove = self.proves_optimum && is_unlimited && is_usual(&case.trace);
        if must_prove && claim != Optimality::Optimal {
            return Err(Breach::new(Property::ProvesOptimum, detail));
        }
        Ok(())
    }

    /// Whatever certificate there is must prove the bound; and there must be one if the planner promises it.
    fn check_certificate(
        &self,
        case: &Case,
        options: &PlanOptions,
        schedule: &MemorySchedule,
        bound: Option<Bytes>,
    ) -> Result<(), Breach> {
        let breach = |detail: String| Err(Breach::new(Property::Certifies, detail));
        let bound = bound.unwrap_or_default();
        match memplan_certificate::proof(&case.trace, schedule, bound, options.alignment) {
            Ok(Some(_)) => return Ok(()),
            Ok(None) if schedule.certificate.is_some() => {
                return breach(format!("a bound of {bound}, but it certifies less"));
            }
            Ok(None) => {}
            Err(rejection) => return breach(format!("its certificate is rejected: {rejection}")),
        }
        let is_due = self.certifies
            && case.trace.max_load() < bound
            && case.trace.in_place().is_empty()
            && options.work_limit.is_none()
            && options.interrupt.is_none()
            && is_usual(&case.trace);
        if is_due {
            return breach(format!("a bound of {bound} without a certificate"));
        }
        Ok(())
    }

    /// Plans again on two threads, and shifted and renamed on four; finds out what made a difference.
    fn check_second_runs(
        &self,
        case: &Case,
        options: &PlanOptions,
        first: &Result<MemorySchedule, PlanError>,
    ) -> Result<(), Breach> {
        let on = |threads: usize| PlanOptions {
            threads: NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN),
            ..options.clone()
        };
        let again = self.plan(&case.trace, &on(2))?;
        let moved = shifted_and_renamed(&case.trace);
        let elsewhere = self.plan(&moved, &on(4))?;
        if is_same_plan(first, &again) && is_same_plan(first, &elsewhere) {
            return Ok(());
        }
        let differ = |property, other: &Result<MemorySchedule, PlanError>| {
            let detail = format!("first: {}\n  then:  {}", told(first), told(other));
            Err(Breach::new(property, detail))
        };
        for _ in 0..3 {
            let again = self.plan(&case.trace, options)?;
            if *first != again {
                return differ(Property::Repeatable, &again);
            }
        }
        for threads in [2, 4] {
            let again = self.plan(&case.trace, &on(threads))?;
            if !is_same_plan(first, &again) {
                return differ(Property::Threads, &again);
            }
        }
        let elsewhere = self.plan(&moved, options)?;
        if !is_same_plan(first, &elsewhere) {
            return differ(Property::Invariant, &elsewhere);
        }
        differ(Property::Repeatable, &again) // the difference cannot be reproduced
    }

    fn check_capacity(
        &self,
        case: &Case,
        options: &PlanOptions,
        first: &MemorySchedule,
    ) -> Result<(), Breach> {
        let breach = |detail: String| Err(Breach::new(Property::Capacity, detail));
        let peak = first.peak();
        let with = |capacity: Bytes| {
            let builder = case.trace.clone().into_builder().capacity(Some(capacity));
            Case {
                trace: builder.build().unwrap_or_default(),
                ..case.clone()
            }
        };
        let enough = with(peak);
        match self.plan(&enough.trace, options)? {
            Ok(schedule) => check_valid(&enough, &schedule)?,
            Err(error) => {
                return breach(format!("a capacity of {peak} is enough, it says: {error}"));
            }
        }
        let Some(less) = peak.0.checked_sub(1).map(Bytes) else {
            return Ok(());
        };
        let too_little = with(less);
        match self.plan(&too_little.trace, options)? {
            Ok(_) if first.optimality == Optimality::Optimal => {
                breach(format!("it calls {peak} optimal, but plans within {less}"))
            }
            Ok(schedule) => check_valid(&too_little, &schedule),
            Err(PlanError::CapacityExceeded { schedule, capacity }) => {
                check_valid(case, &schedule)?;
                if capacity != less || schedule.peak() <= capacity {
                    let peak = schedule.peak();
                    return breach(format!(
                        "{capacity} bytes are said to be too few for {peak}"
                    ));
                }
                Ok(())
            }
            Err(error) => breach(format!(
                "a capacity of {less} is too small for {peak}, but it says: {error}"
            )),
        }
    }

    fn check_work_limit(
        &self,
        case: &Case,
        options: &PlanOptions,
        first: &MemorySchedule,
        variant: u32,
    ) -> Result<(), Breach> {
        let limited = |limit: Units| PlanOptions {
            work_limit: Some(limit),
            ..options.clone()
        };
        let breach = |detail: String| Err(Breach::new(Property::WorkLimit, detail));
        let enough = self.plan(&case.trace, &limited(first.work))?;
        if !is_same_plan(&enough, &Ok(first.clone())) {
            return breach(format!(
                "with a limit of the {} units that it took: {}\n  but before: {}",
                first.work,
                told(&enough),
                told(&Ok(first.clone())),
            ));
        }
        let fewer = limited(Units(Random::new(variant.into()).below(first.work.0 + 1)));
        let result = self.plan(&case.trace, &fewer)?;
        self.check_result(case, &fewer, &result)?;
        let again = self.plan(&case.trace, &fewer)?;
        if result != again {
            let limit = fewer.work_limit.unwrap_or(Units(0));
            let (result, again) = (told(&result), told(&again));
            return breach(format!(
                "limited to {limit} units: {result}\n  then: {again}"
            ));
        }
        Ok(())
    }

    /// Stops a run after some polls. Returns the number of polls.
    pub(crate) fn check_cancellation(
        &self,
        case: &Case,
        options: &PlanOptions,
        variant: u32,
    ) -> Result<u64, Breach> {
        let interrupt = Arc::new(StopAfter {
            n_asks: AtomicU64::new(0),
            n_free: u64::from(variant / 6 % 4),
        });
        let options = PlanOptions {
            interrupt: Some(Arc::clone(&interrupt) as Arc<dyn Interrupt>),
            ..options.clone()
        };
        let result = self.plan(&case.trace, &options)?;
        self.check_result(case, &options, &result)?;
        let n_asks = interrupt.n_asks.load(Ordering::Relaxed);
        if interrupt.n_free + MAX_LATE_ASKS < n_asks {
            let detail = format!("it was told to stop, and asked {n_asks} times more");
            return Err(Breach::new(Property::Cancellation, detail));
        }
        Ok(n_asks)
    }

    fn check_progress(
        &self,
        case: &Case,
        options: &PlanOptions,
        first: &MemorySchedule,
    ) -> Result<(), Breach> {
        let news = Arc::new(News::default());
        let options = PlanOptions {
            progress: Some(Arc::clone(&news) as Arc<dyn Progress>),
            ..options.clone()
        };
        let breach = |detail: String| Err(Breach::new(Property::Progress, detail));
        let told_all = self.plan(&case.trace, &options)?;
        if told_all.as_ref() != Ok(first) {
            let (before, after) = (told(&Ok(first.clone())), told(&told_all));
            return breach(format!("without progress: {before}\n  with it: {after}"));
        }
        let news = news.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(pair) = news.windows(2).find(|pair| pair[0].0 < pair[1].0) {
            let (before, after) = (pair[0].0, pair[1].0);
            return breach(format!(
                "a peak of {after} is worse than {before}, told before"
            ));
        }
        let best = first.peak();
        match news
            .iter()
            .find(|(peak, bound, _)| *peak < best || best < *bound)
        {
            Some((peak, bound, _)) => breach(format!(
                "it told of a peak of {peak} and a bound of {bound}, then returned {best}"
            )),
            None => Ok(()),
        }
    }
}

/// Whether all buffers are live at some tick, and none keeps a part of its bytes during a gap. With
/// such windows, which of two buffers is above the other may change from tick to tick, which planners
/// need not consider.
fn is_usual(trace: &LifetimeTrace) -> bool {
    trace.buffers().iter().all(|buffer| {
        let ticks = |live: Lifetime| i128::from(live.end().0) - i128::from(live.begin().0);
        let absent: i128 = buffer.gaps.iter().map(|gap| ticks(gap.ticks)).sum();
        absent < ticks(buffer.live) && buffer.gaps.iter().all(|gap| gap.window.is_none())
    })
}

/// Whether all buffers above the highest pin, one upon the other, could end above `2^63 - 1`.
fn may_be_too_large(case: &Case) -> bool {
    let buffers = || case.trace.buffers().iter();
    let pins = buffers().filter_map(|b| Some(b.pinned?.0 + b.size.0));
    let padded = |b: &memplan_planner::Buffer| {
        let align = u128::from(b.align.0) * u128::from(case.alignment.0);
        u128::from(b.size.0) + align
    };
    let highest = u128::from(pins.max().unwrap_or(0)) + buffers().map(padded).sum::<u128>();
    u128::from(i64::MAX.unsigned_abs()) < highest
}

/// Checks a schedule with the checker and, where that is cheap, with the reference checker.
fn check_valid(case: &Case, schedule: &MemorySchedule) -> Result<(), Breach> {
    let options = ValidateOptions {
        alignment: case.alignment,
        ..ValidateOptions::default()
    };
    let breach = |detail: String| Err(Breach::new(Property::Valid, detail));
    if let Err(violations) = validate(&case.trace, schedule, &options) {
        let sentences = violations.iter().map(|v| v.describe(&case.trace));
        let sentences: Vec<String> = sentences.collect();
        return breach(format!(
            "{}\n  {}",
            sentences.join("\n  "),
            offsets(schedule)
        ));
    }
    let is_small = case.trace.len() <= 64;
    if is_small && !reference::violations(&case.trace, schedule, &options).is_empty() {
        let offsets = offsets(schedule);
        return breach(format!(
            "the checker accepts what the reference checker refuses: {offsets}"
        ));
    }
    Ok(())
}

fn is_same_plan(
    one: &Result<MemorySchedule, PlanError>,
    other: &Result<MemorySchedule, PlanError>,
) -> bool {
    match (one, other) {
        (Ok(one), Ok(other)) => {
            // Do not compare the work: it depends on how threads share it.
            one.offsets == other.offsets
                && one.total_size == other.total_size
                && one.reuses == other.reuses
                && one.optimality == other.optimality
                && one.bound_rule == other.bound_rule
        }
        (Err(PlanError::Stopped { reason, .. }), Err(PlanError::Stopped { reason: r, .. })) => {
            reason == r
        }
        _ => false,
    }
}

fn told(result: &Result<MemorySchedule, PlanError>) -> String {
    match result {
        Ok(schedule) => format!(
            "peak {}, {:?}, {} units of work, {}",
            schedule.peak(),
            schedule.optimality,
            schedule.work,
            offsets(schedule)
        ),
        Err(error) => error.to_string(),
    }
}

fn offsets(schedule: &MemorySchedule) -> String {
    let shown = 12;
    let offsets = schedule.offsets.iter().take(shown);
    let mut text: Vec<String> = offsets.map(ToString::to_string).collect();
    if shown < schedule.offsets.len() {
        text.push("..".to_owned());
    }
    format!("offsets [{}]", text.join(", "))
}

fn shifted_and_renamed(trace: &LifetimeTrace) -> LifetimeTrace {
    const BY: i64 = 1_000_003;
    // Traces at the end of the time line cannot be shifted.
    let fits = |b: &memplan_planner::Buffer| b.live.end().0.checked_add(BY).is_some();
    let by = if trace.buffers().iter().all(fits) {
        BY
    } else {
        0
    };
    let shift =
        |live: Lifetime| Lifetime::half_open(Tick(live.begin().0 + by), Tick(live.end().0 + by));
    let moved = trace.clone().into_builder().map_buffers(|buffer| {
        // Reverse the names, so that sorting by name gives another order.
        let backwards = buffer.name.chars().rev();
        let renamed: String = backwards.chain(" renamed".chars()).collect();
        buffer.name = renamed.into();
        buffer.live = shift(buffer.live);
        for Gap { ticks, .. } in &mut buffer.gaps {
            *ticks = shift(*ticks);
        }
    });
    moved.build().unwrap_or_default()
}

/// Stops from some poll on, and counts the polls.
#[derive(Debug)]
struct StopAfter {
    n_asks: AtomicU64,
    n_free: u64,
}

impl Interrupt for StopAfter {
    fn reason_to_stop(&self) -> Option<StopReason> {
        let n_before = self.n_asks.fetch_add(1, Ordering::Relaxed);
        (self.n_free <= n_before).then_some(StopReason::Cancelled)
    }
}

/// Peaks, bounds and work as they were reported.
#[derive(Debug, Default)]
struct News(Mutex<Vec<(Bytes, Bytes, Units)>>);

impl Progress for News {
    fn improved(&self, peak: Bytes, bound: Bytes, work: Units) {
        let mut news = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        news.push((peak, bound, work));
    }
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.sentence())
    }
}
