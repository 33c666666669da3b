//! Compares plans with the best lower bound that any planner of the run proved.
//!
//! A bound for offsets that are multiples of 8 also holds for multiples of 16, but not vice versa; so a bound is
//! shared only with planners of larger alignments. A bound above the peak of a valid schedule is a bug in its
//! planner; it is reported and ignored.

use memplan::{Answer, Decision};
use memplan_planner::{BoundRule, Bytes, LifetimeTrace, Measure, MemorySchedule, StopReason, Term};

use crate::planning;
use crate::render::Message;
use crate::shapes::Shapes;

/// The figures of one schedule.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Figures {
    /// The peak that the planner reports.
    pub peak: u64,
    /// The best bound that the planner proved, if any.
    pub claim: Option<(u64, BoundRule)>,
    /// The reason why the planner stopped early.
    pub stopped_by: Option<StopReason>,
    /// Work done, in the units of the planner.
    pub work: u64,
    /// Time of the planner alone.
    pub elapsed_ms: f64,
    /// Whether the trace fits into the capacity, if there is one.
    pub fit: Option<Answer>,
    /// The measures and the peak of each pool, of a trace with relations.
    pub pooled: Option<(Vec<Term>, Vec<Bytes>)>,
    /// Other shapes, if the offsets depend on symbols.
    pub shapes: Option<Shapes>,
}

impl Figures {
    /// The figures of a schedule.
    pub(crate) fn new(schedule: &MemorySchedule, elapsed_ms: f64) -> Self {
        let bound = schedule.claimed_bound().map(|bound| bound.0);
        // A bound without a rule was found by search, or comes from a file of unknown origin.
        let rule = schedule.bound_rule.unwrap_or(BoundRule::Search);
        Self {
            peak: schedule.total_size.0,
            claim: bound.map(|bound| (bound, rule)),
            stopped_by: schedule.stopped_by,
            work: schedule.work.0,
            elapsed_ms,
            fit: None,
            pooled: (schedule.pooled.as_ref())
                .map(|pooled| (pooled.terms.clone(), pooled.peaks.clone())),
            shapes: None,
        }
    }

    /// With those of other shapes, if the schedule is for all of them.
    pub(crate) fn with_shapes(
        self,
        trace: &LifetimeTrace,
        schedule: &MemorySchedule,
        capacity: Option<Bytes>,
    ) -> Self {
        Self {
            shapes: Shapes::of(trace, schedule, capacity),
            ..self
        }
    }

    /// The bound of the sum of peaks, if that is a measure, among schedules that are as good in earlier measures.
    pub(crate) fn peak_bound(&self) -> Option<u64> {
        let terms = self.pooled.iter().flat_map(|(terms, _)| terms);
        let mut peaks = terms.filter(|term| term.measure == Measure::TotalPeak);
        peaks.next().map(|term| term.bound)
    }

    /// The figures of the best plan for a question about capacity; `None` when there is no plan.
    pub(crate) fn of_decision(decision: &Decision) -> Option<Self> {
        let best = decision.best.as_ref()?;
        let mut figures = Self::new(&best.schedule, planning::milliseconds(best.elapsed));
        let bound = (decision.bound.bytes.0, decision.bound.rule);
        figures.claim = Some(match figures.claim {
            Some(claim) if claim.0 >= bound.0 => claim,
            _ => bound,
        });
        figures.fit = Some(decision.fit);
        Some(figures)
    }
}

/// A planner on the trace: its name, its alignment and the resulting figures.
pub(crate) struct Candidate<'a> {
    /// As the user named it.
    pub planner: &'a str,
    /// Every offset that is not pinned is a multiple of this.
    pub alignment: Bytes,
    /// The resulting figures.
    pub figures: &'a Figures,
}

/// The best proven bound for one candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bound {
    /// No plan has a lower peak.
    pub bytes: u64,
    /// The rule that proved the bound.
    pub rule: BoundRule,
}

impl Bound {
    /// The bound that a search proved, if it is better.
    pub(crate) fn or_better(self, bytes: u64) -> Self {
        let rule = BoundRule::Search;
        if self.bytes < bytes {
            Self { bytes, rule }
        } else {
            self
        }
    }

    /// The excess of a peak over the bound, as a fraction of the bound. 0 for a trace without bytes.
    pub(crate) fn fragmentation(self, peak: u64) -> f64 {
        if self.bytes == 0 {
            return 0.0;
        }
        (i128::from(peak) - i128::from(self.bytes)) as f64 / self.bytes as f64
    }
}

/// The best bound for each candidate, and messages about wrong bounds.
pub(crate) fn bounds(
    trace: &LifetimeTrace,
    least_load: u64,
    candidates: &[Candidate<'_>],
) -> (Vec<Bound>, Vec<Message>) {
    let divides = |a: Bytes, b: Bytes| b.0.is_multiple_of(a.0.max(1));
    let mut messages = Vec::new();
    let mut proved = Vec::new();
    for candidate in candidates {
        let Some((bytes, rule)) = candidate.figures.claim else {
            continue;
        };
        let refutation = candidates.iter().find(|other| {
            divides(candidate.alignment, other.alignment) && other.figures.peak < bytes
        });
        match refutation {
            Some(other) => messages.push(wrong_bound(trace, candidate, other, bytes, rule)),
            None => proved.push((candidate.alignment, Bound { bytes, rule })),
        }
    }
    let of = |candidate: &Candidate<'_>| {
        let load = Bound {
            bytes: least_load,
            rule: BoundRule::Load,
        };
        let usable = proved
            .iter()
            .filter(|(alignment, _)| divides(*alignment, candidate.alignment));
        usable.fold(load, |best, &(_, bound)| {
            if best.bytes < bound.bytes {
                bound
            } else {
                best
            }
        })
    };
    (candidates.iter().map(of).collect(), messages)
}

fn wrong_bound(
    trace: &LifetimeTrace,
    candidate: &Candidate<'_>,
    other: &Candidate<'_>,
    bytes: u64,
    rule: BoundRule,
) -> Message {
    let scope = match trace.scope() {
        "" => String::new(),
        scope => format!("scope `{scope}`: "),
    };
    let message = format!(
        "{scope}planner `{}` claims a lower bound of {bytes} bytes ({}), but `{}` found a schedule of {}",
        candidate.planner,
        rule.name(),
        other.planner,
        other.figures.peak
    );
    let mut message = Message::error("wrong-bound", message)
        .help("this is a bug in the first planner: report it; its bound is ignored");
    message.level = crate::render::Level::Warning;
    message
}

#[cfg(test)]
mod tests {
    use memplan_planner::{BoundRule, Bytes, LifetimeTrace};

    use super::{Bound, Candidate, Figures, bounds};

    fn figures(peak: u64, claim: Option<u64>) -> Figures {
        Figures {
            peak,
            claim: claim.map(|bytes| (bytes, BoundRule::Search)),
            stopped_by: None,
            work: 0,
            elapsed_ms: 0.0,
            fit: None,
            pooled: None,
            shapes: None,
        }
    }

    fn check(runs: &[(u64, Figures)]) -> (Vec<(u64, &'static str)>, usize) {
        let trace: LifetimeTrace = "a 0..1 100".parse().unwrap();
        let candidates: Vec<Candidate<'_>> = runs
            .iter()
            .map(|(alignment, figures)| Candidate {
                planner: "p",
                alignment: Bytes(*alignment),
                figures,
            })
            .collect();
        let (bounds_met, messages) = bounds(&trace, 100, &candidates);
        let bounds_met = bounds_met
            .iter()
            .map(|bound| (bound.bytes, bound.rule.name()));
        (bounds_met.collect(), messages.len())
    }

    #[test]
    fn the_best_bound_counts_for_all_planners_and_names_its_rule() {
        let runs = [
            (1, figures(130, None)),
            (1, figures(120, Some(110))),
            (1, figures(140, Some(105))),
        ];
        assert_eq!(check(&runs), (vec![(110, "search"); 3], 0));
        assert_eq!(check(&runs[..1]), (vec![(100, "load")], 0));
    }

    #[test]
    fn bounds_hold_for_coarser_alignments_only() {
        let runs = [
            (8, figures(120, Some(112))),
            (1, figures(105, Some(105))),
            (16, figures(144, None)),
            (12, figures(144, None)),
        ];
        let expected = vec![
            (112, "search"),
            (105, "search"),
            (112, "search"),
            (105, "search"),
        ];
        assert_eq!(check(&runs), (expected, 0));
    }

    #[test]
    fn a_bound_above_a_plan_is_told_and_not_used() {
        let runs = [(1, figures(130, Some(125))), (1, figures(120, None))];
        assert_eq!(check(&runs), (vec![(100, "load"); 2], 1));
    }

    #[test]
    fn fragmentation_is_relative_to_the_bound() {
        let bound = |bytes| Bound {
            bytes,
            rule: BoundRule::Load,
        };
        assert_eq!(bound(80).fragmentation(100), 0.25);
        assert_eq!(bound(0).fragmentation(0), 0.0);
    }
}
