//! Explains whether a trace fits into a capacity.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::{Duration, Instant};

use memplan::{Answer, Clock, Decision};
use memplan_page::Origin;
use memplan_planner::{
    BoundRule, Bytes, LifetimeTrace, LowerBound, MemoryPlanner, PlanOptions, load_witness,
};
use memplan_support::sizes::{exact, human};
use memplan_support::table::plural;
use serde::Serialize;

use crate::exit::{Failure, Outcome};
use crate::render::{Message, Place};
use crate::shapes::Shapes;
use crate::traces::Named;
use crate::{deadline, planning};

/// The number of live buffers that a message names.
const MAX_NAMED: usize = 12;

/// The number of them in JSON.
const MAX_LISTED: usize = 1000;

/// [`memplan::decide`], with the clock of the command.
pub(crate) fn decide(
    planner: &dyn MemoryPlanner,
    trace: &LifetimeTrace,
    capacity: Bytes,
    options: &PlanOptions,
    limit: Option<Duration>,
) -> Outcome<Decision> {
    if trace.symbolic().is_some() {
        return decide_shapes(planner, trace, capacity, options, limit);
    }
    let clock: Arc<dyn Clock> = Arc::new(Instant::now());
    memplan::decide(planner, trace, capacity, options, limit, &clock).map_err(planning::failure)
}

/// Decides for one plan for all sizes, at the extremes of the ranges: a plan for one shape alone may need less.
fn decide_shapes(
    planner: &dyn MemoryPlanner,
    trace: &LifetimeTrace,
    capacity: Bytes,
    options: &PlanOptions,
    limit: Option<Duration>,
) -> Outcome<Decision> {
    let options = deadline::within(limit, options.clone());
    let trace = trace.clone().into_builder().capacity(None).build();
    let trace =
        trace.map_err(|error| Failure::no(Message::error("bad-trace", error.to_string())))?;
    let best = planning::plan(planner, &trace, &options)?;
    let shapes = Shapes::of(&trace, &best.schedule, Some(capacity));
    Ok(Decision {
        fit: shapes
            .and_then(|shapes| shapes.fit())
            .unwrap_or(Answer::Undecided),
        best: Some(best),
        bound: LowerBound {
            bytes: trace.least_load(),
            rule: BoundRule::Load,
        },
    })
}

/// The buffers that are live together and need more than the capacity.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Conflict {
    /// The tick.
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
    #[serde(flatten)]
    pub named: Named,
    pub live_bytes: u64,
}

impl Conflict {
    /// The reason why a trace does not fit, if its load exceeds the capacity.
    pub(crate) fn of(trace: &LifetimeTrace, capacity: Bytes, origins: &[Origin]) -> Option<Self> {
        let witness = load_witness(trace).filter(|witness| capacity < witness.load)?;
        let largest = witness.buffers.iter().take(MAX_LISTED);
        Some(Self {
            tick: witness.tick.0,
            load_bytes: witness.load.0,
            n_buffers: witness.buffers.len(),
            buffers: largest
                .map(|&(id, bytes)| ConflictBuffer {
                    named: Named::of(trace, id, origins),
                    live_bytes: bytes.0,
                })
                .collect(),
        })
    }

    /// As a sentence.
    fn words(&self) -> String {
        let named = self.buffers.iter().take(MAX_NAMED);
        let named: Vec<String> = named
            .map(|buffer| format!("{} ({})", buffer.named, human(buffer.live_bytes.into())))
            .collect();
        let mut words = format!(
            "{} live at tick {} add{} up to {}: {}",
            plural(self.n_buffers, "buffer"),
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

/// The failure of a trace that does not fit, or for which this is unknown.
pub(crate) fn failure(
    decision: &Decision,
    trace: &LifetimeTrace,
    capacity: Bytes,
    origins: &[Origin],
) -> Option<Failure> {
    if let (Some(_), Some(best)) = (trace.symbolic(), &decision.best) {
        return Shapes::of(trace, &best.schedule, Some(capacity))?.unfit(trace, capacity);
    }
    let scope = match trace.scope() {
        "" => "the trace".to_owned(),
        scope => format!("scope `{scope}`"),
    };
    let room = exact(capacity.0.into());
    let best = match &decision.best {
        Some(best) => {
            let peak = exact(best.schedule.total_size.0.into());
            format!("the best schedule found needs {peak}")
        }
        None => "no schedule was found in time".to_owned(),
    };
    match decision.fit {
        Answer::Fits => None,
        Answer::DoesNotFit => {
            let (bound, rule) = (exact(decision.bound.bytes.0.into()), decision.bound.rule);
            let text = format!(
                "{scope} does not fit into {room}: the lower bound is {bound} ({})",
                rule.name()
            );
            let conflict = Conflict::of(trace, capacity, origins);
            let message = Message::error(decision.fit.name(), text)
                .note(proof(decision.bound, conflict), Place::default())
                .note(best, Place::default());
            Some(Failure::no(message))
        }
        Answer::Undecided => {
            let text = format!("cannot decide within the limits whether {scope} fits into {room}");
            let bound = exact(decision.bound.bytes.0.into());
            let proved = format!(
                "the lower bound is {bound} ({})",
                decision.bound.rule.name()
            );
            let message = Message::error(decision.fit.name(), text)
                .note(best, Place::default())
                .note(proved, Place::default())
                .help("increase the limit, or run without one");
            Some(Failure::limit(message))
        }
    }
}

/// The proof that no plan is below a bound, as a clause.
fn proof(bound: LowerBound, conflict: Option<Conflict>) -> String {
    let words = match bound.rule {
        BoundRule::Load => {
            return conflict.map_or_else(|| LARGE.to_owned(), |conflict| conflict.words());
        }
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

    use memplan::{Answer, Decision};

    use super::{decide, failure};
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
        let failure = failure(decision, trace, Bytes(capacity), &[]).unwrap();
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
