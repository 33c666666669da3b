//! Decides whether a trace fits into a capacity: with a schedule, with a proof that it does not, or undecided.
//!
//! The lower bounds that need no search come first, then the planner of the user, which is stopped as soon as it has a
//! plan or a bound that decides; with limits it gets half of them. What the planner leaves undecided is decided by the
//! exact search, which looks for any plan within the capacity and otherwise proves that there is none.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use memplan_planner::algorithms::exact::{BoundVerdict, verify_bound};
use memplan_planner::{
    BoundRule, Bytes, Interrupt, LifetimeTrace, LowerBound, MemoryPlanner, MemorySchedule,
    Optimality, PlanError, PlanOptions, Progress, StopReason, Units, load_witness, lower_bound,
};
use memplan_support::sizes::{exact, human};
use serde::Serialize;

use crate::deadline;
use crate::exit::{ExitStatus, Failure, Outcome};
use crate::planning::{self, Planned};
use crate::render::{Message, Place};

/// How many of the buffers that need too much are named to people.
const MAX_NAMED: usize = 12;

/// How many of them are in JSON.
const MAX_LISTED: usize = 1000;

/// The answer for one trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Answer {
    /// There is a plan within the capacity.
    Fits,
    /// It is proved that no plan fits.
    DoesNotFit,
    /// A limit came first.
    Undecided,
}

impl Answer {
    /// The code of the failure that goes with it, and its name in JSON and CSV.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Fits => "fits",
            Self::DoesNotFit => "does-not-fit",
            Self::Undecided => "undecided",
        }
    }
}

/// The final decision about one trace and its capacity.
#[derive(Clone, Debug)]
pub(crate) struct Decision {
    /// The answer.
    pub fit: Answer,
    /// The best plan, within the capacity or not; `None` when a limit came before any.
    pub best: Option<Planned>,
    /// No plan is below it.
    pub bound: LowerBound,
}

/// Decides whether a trace fits into `capacity` bytes, whatever its own capacity.
///
/// `limit` counts from now. The planner also gets half of the work limit in `options`.
///
/// # Errors
///
/// When there is no plan at all, or the planner fails.
pub(crate) fn decide(
    planner: &dyn MemoryPlanner,
    trace: &LifetimeTrace,
    capacity: Bytes,
    options: &PlanOptions,
    limit: Option<Duration>,
) -> Outcome<Decision> {
    let start = Instant::now();
    let trace = &*without_capacity(trace);
    let fail = |error: PlanError| planning::plan_failure(trace.scope(), &error);
    let bound = lower_bound(trace, options).map_err(fail)?;
    let options_within = deadline::within(limit, options.clone());
    let watch = Arc::new(Watch {
        capacity,
        bound: bound.bytes,
        is_decided: AtomicBool::new(false),
        interrupt: deadline::within(limit.map(|limit| limit / 2), options.clone()).interrupt,
        progress: options.progress.clone(),
    });
    let first = PlanOptions {
        work_limit: options.work_limit.map(|work| Units(work.0.div_ceil(2))),
        interrupt: Some(watch.clone()),
        progress: Some(watch),
        ..options.clone()
    };
    let best = match planning::plan(planner, trace, &first) {
        Ok(timed) => Some(timed),
        Err(failure) if failure.status == ExitStatus::Limit => None,
        Err(failure) => return Err(failure),
    };
    let mut decision = Decision {
        fit: Answer::Undecided,
        bound: best
            .iter()
            .fold(bound, |bound, timed| higher(bound, claim(&timed.schedule))),
        best,
    };
    if let Some(best) = &mut decision.best {
        let is_decided = best.schedule.total_size <= capacity || capacity < decision.bound.bytes;
        if is_decided {
            // The answer stopped the planner, not a limit.
            best.schedule.stopped_by = None;
        }
        if best.schedule.total_size <= capacity {
            decision.fit = Answer::Fits;
            return Ok(decision);
        }
    }
    if capacity < decision.bound.bytes {
        decision.fit = Answer::DoesNotFit;
        return Ok(decision);
    }
    let done = decision
        .best
        .as_ref()
        .map_or(Units(0), |best| best.schedule.work);
    let second = PlanOptions {
        work_limit: options.work_limit.map(|work| work - done),
        progress: None,
        ..options_within
    };
    let above = Bytes(capacity.0.saturating_add(1));
    match verify_bound(trace, above, &second, true) {
        Ok(BoundVerdict::Proved) => {
            decision.fit = Answer::DoesNotFit;
            decision.bound = LowerBound {
                bytes: above,
                rule: BoundRule::Search,
            };
        }
        Ok(BoundVerdict::Disproved(schedule)) => {
            planning::check_schedule(trace, &schedule, options.alignment).map_err(
                |violations| {
                    let message = Message::error(
                        "invalid-schedule",
                        "the search returned an invalid schedule",
                    )
                    .help("this is a bug: please report it with the trace");
                    Failure::could_not_try(planning::with_violations(message, trace, &violations))
                },
            )?;
            decision.fit = Answer::Fits;
            decision.best = Some(Planned {
                schedule: *schedule,
                elapsed: Some(start.elapsed()),
                instead_of: None,
                is_merged: true,
            });
        }
        Ok(BoundVerdict::Unknown) | Err(PlanError::Stopped { .. }) => {}
        Err(error) => return Err(fail(error)),
    }
    Ok(decision)
}

/// The trace without its own capacity, since that of the user applies.
fn without_capacity(trace: &LifetimeTrace) -> Cow<'_, LifetimeTrace> {
    let rebuilt = trace.capacity().map(|_| {
        let builder = trace.clone().into_builder();
        builder.capacity(None).build()
    });
    match rebuilt {
        Some(Ok(rebuilt)) => Cow::Owned(rebuilt),
        _ => Cow::Borrowed(trace),
    }
}

/// The bound that a schedule knows.
fn claim(schedule: &MemorySchedule) -> LowerBound {
    let bytes = match schedule.optimality {
        Optimality::Optimal => schedule.total_size,
        Optimality::LowerBound(bytes) => bytes,
        Optimality::Unknown => Bytes(0),
    };
    let rule = schedule.bound_rule.unwrap_or(BoundRule::Search);
    LowerBound { bytes, rule }
}

fn higher(a: LowerBound, b: LowerBound) -> LowerBound {
    if a.bytes < b.bytes { b } else { a }
}

/// Stops a planner that has found an answer.
#[derive(Debug)]
struct Watch {
    capacity: Bytes,
    /// The bound that is already proved.
    bound: Bytes,
    is_decided: AtomicBool,
    /// Who else may stop it.
    interrupt: Option<Arc<dyn Interrupt>>,
    /// A further listener.
    progress: Option<Arc<dyn Progress>>,
}

impl Interrupt for Watch {
    fn reason_to_stop(&self) -> Option<StopReason> {
        let other = self.interrupt.as_ref();
        let other = other.and_then(|other| other.reason_to_stop());
        let is_decided = self.is_decided.load(Ordering::Relaxed);
        other.or_else(|| is_decided.then_some(StopReason::Deadline))
    }

    fn time_left(&self) -> Option<Duration> {
        if self.is_decided.load(Ordering::Relaxed) {
            return Some(Duration::ZERO);
        }
        self.interrupt.as_ref()?.time_left()
    }
}

impl Progress for Watch {
    fn improved(&self, peak: Bytes, bound: Bytes, work: Units) {
        // A planner that reports its first schedule can return it.
        if peak <= self.capacity || self.capacity < bound.max(self.bound) {
            self.is_decided.store(true, Ordering::Relaxed);
        }
        if let Some(progress) = &self.progress {
            progress.improved(peak, bound, work);
        }
    }
}

/// The buffers that are live together and need more than the capacity.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Conflict {
    /// When.
    pub tick: i64,
    /// The sum of their sizes.
    pub load_bytes: u64,
    /// How many there are.
    pub n_buffers: usize,
    /// The largest of them, at most [`MAX_LISTED`].
    pub buffers: Vec<ConflictBuffer>,
}

/// One of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct ConflictBuffer {
    pub name: String,
    pub live_bytes: u64,
}

impl Conflict {
    /// The reason why a trace does not fit, if its load alone is one.
    pub(crate) fn of(trace: &LifetimeTrace, capacity: Bytes) -> Option<Self> {
        let witness = load_witness(trace).filter(|witness| capacity < witness.load)?;
        let largest = witness.buffers.iter().take(MAX_LISTED);
        Some(Self {
            tick: witness.tick.0,
            load_bytes: witness.load.0,
            n_buffers: witness.buffers.len(),
            buffers: largest
                .map(|&(id, bytes)| ConflictBuffer {
                    name: trace[id].name.to_string(),
                    live_bytes: bytes.0,
                })
                .collect(),
        })
    }

    /// In a sentence.
    fn words(&self) -> String {
        let named = self.buffers.iter().take(MAX_NAMED);
        let named: Vec<String> = named
            .map(|buffer| format!("`{}` ({})", buffer.name, human(buffer.live_bytes.into())))
            .collect();
        let mut words = format!(
            "{} live at tick {} add{} up to {}: {}",
            memplan_support::table::plural(self.n_buffers, "buffer"),
            self.tick,
            if self.n_buffers == 1 { "s" } else { "" },
            exact(self.load_bytes.into()),
            named.join(", ")
        );
        if named.len() < self.n_buffers {
            // Writing to a string cannot fail.
            let _ = write!(words, " and {} more", self.n_buffers - named.len());
        }
        words
    }
}

impl Decision {
    /// The failure of a trace that does not fit, or for which this is unknown.
    pub(crate) fn failure(&self, trace: &LifetimeTrace, capacity: Bytes) -> Option<Failure> {
        let scope = match trace.scope() {
            "" => "the trace".to_owned(),
            scope => format!("scope `{scope}`"),
        };
        let room = exact(capacity.0.into());
        let best = match &self.best {
            Some(best) => {
                let peak = exact(best.schedule.total_size.0.into());
                format!("the best schedule found needs {peak}")
            }
            None => "no schedule was found in time".to_owned(),
        };
        match self.fit {
            Answer::Fits => None,
            Answer::DoesNotFit => {
                let (bound, rule) = (exact(self.bound.bytes.0.into()), self.bound.rule);
                let text = format!(
                    "{scope} does not fit into {room}: the lower bound is {bound} ({})",
                    rule.name()
                );
                let message = Message::error(self.fit.name(), text)
                    .note(proof(self.bound, trace, capacity), Place::default())
                    .note(best, Place::default());
                Some(Failure::no(message))
            }
            Answer::Undecided => {
                let text =
                    format!("cannot decide within the limits whether {scope} fits into {room}");
                let bound = exact(self.bound.bytes.0.into());
                let known = format!("the lower bound is {bound} ({})", self.bound.rule.name());
                let message = Message::error(self.fit.name(), text)
                    .note(best, Place::default())
                    .note(known, Place::default())
                    .help("increase the limit, or run without one");
                Some(Failure::limit(message))
            }
        }
    }
}

/// Why no plan is below a bound.
fn proof(bound: LowerBound, trace: &LifetimeTrace, capacity: Bytes) -> String {
    let conflict = || Conflict::of(trace, capacity).map(|conflict| conflict.words());
    let words = match bound.rule {
        BoundRule::Load => return conflict().unwrap_or_else(|| LARGE.to_owned()),
        BoundRule::AlignedLoad => {
            "the buffers live at one tick, padded to the alignment, need more"
        }
        BoundRule::Pins => {
            "a pinned buffer and the buffers that do not fit below it exceed the capacity"
        }
        BoundRule::SubsetSum => "no lower peak is a sum of buffer sizes",
        BoundRule::SubInstance => "an exhaustive search over some of the buffers found no schedule",
        BoundRule::Milp => "the relaxation of an integer program proves the bound",
        _ => "an exhaustive search found no schedule within the capacity",
    };
    words.to_owned()
}

/// The reason if no tick exceeds the capacity: with gaps, a buffer may be larger than its live part at any tick.
const LARGE: &str = "a single buffer exceeds the capacity";

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use memplan_planner::algorithms::exact::Exact;
    use memplan_planner::algorithms::greedy::FIRST_FIT;
    use memplan_planner::{BoundRule, Bytes, LifetimeTrace, PlanOptions, Units};

    use super::{Answer, Decision, decide};
    use crate::exit::ExitStatus;

    /// The optimum, 12, is above the load, 11.
    const GAP: &str = "a 6..8 3; b 8..9 2; c 5..7 3; d 8..9 5; e 3..8 4; f 7..9 4; g 0..3 6; \
                       h 2..6 2; i 1..6 2";

    fn decision(trace: &str, capacity: u64, options: &PlanOptions) -> (Decision, LifetimeTrace) {
        let trace: LifetimeTrace = trace.parse().unwrap();
        let decided = decide(&FIRST_FIT, &trace, Bytes(capacity), options, None);
        (decided.unwrap(), trace)
    }

    fn message(decision: &Decision, trace: &LifetimeTrace, capacity: u64) -> (ExitStatus, String) {
        let failure = decision.failure(trace, Bytes(capacity)).unwrap();
        let message = &failure.messages[0];
        (
            failure.status,
            format!("{}; {}", message.message, message.notes[0].message),
        )
    }

    #[test]
    fn the_search_decides_between_load_and_peak() {
        let options = PlanOptions::default();
        let (yes, _) = decision(GAP, 12, &options);
        assert_eq!(yes.fit, Answer::Fits);
        assert!(yes.best.unwrap().schedule.total_size <= Bytes(12));
        let (no, trace) = decision(GAP, 11, &options);
        assert_eq!(
            (no.fit, no.bound.rule),
            (Answer::DoesNotFit, BoundRule::Search)
        );
        let told = message(&no, &trace, 11);
        assert_eq!(told.0, ExitStatus::No);
        assert!(
            told.1
                .ends_with("an exhaustive search found no schedule within the capacity")
        );
        let (no, trace) = decision(GAP, 10, &options);
        assert_eq!(
            (no.fit, no.bound.rule),
            (Answer::DoesNotFit, BoundRule::Load)
        );
        assert_eq!(
            message(&no, &trace, 10).1,
            "the trace does not fit into 10 bytes: the lower bound is 11 bytes (load); \
             4 buffers live at tick 5 add up to 11 bytes: `e` (4 B), `c` (3 B), `h` (2 B), `i` (2 B)"
        );
    }

    #[test]
    fn without_work_it_is_undecided() {
        let options = PlanOptions {
            work_limit: Some(Units(0)),
            ..PlanOptions::default()
        };
        let (open, trace) = decision(GAP, 11, &options);
        assert_eq!(open.fit, Answer::Undecided);
        assert_eq!(message(&open, &trace, 11).0, ExitStatus::Limit);
        let exact = decide(
            &Exact::DEFAULT,
            &trace,
            Bytes(11),
            &PlanOptions::default(),
            Some(Duration::ZERO),
        );
        assert_eq!(exact.unwrap().fit, Answer::Undecided);
    }

    #[test]
    fn the_capacity_of_the_trace_does_not_count() {
        let trace: LifetimeTrace = GAP.parse().unwrap();
        let trace = trace
            .into_builder()
            .capacity(Some(Bytes(1)))
            .build()
            .unwrap();
        let decided = decide(&FIRST_FIT, &trace, Bytes(30), &PlanOptions::default(), None);
        assert_eq!(decided.unwrap().fit, Answer::Fits);
    }
}
