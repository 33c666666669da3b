//! Auto: the best plan that a portfolio finds, proved to be the best possible where that is cheap.
//!
//! No single rule is good on all traces, but rules are cheap. All classic planners run, whatever the work limit, and
//! their work is not counted: none of them finds a lower peak. If a plan meets the lower bound, as on
//! most real traces, nothing else runs. On small traces the classic planners come first, and a few orders and dives follow.
//! On larger ones, where these take longer than orders and dives on a reduced instance, it is the other way round.
//! Then a small trace goes to the exact
//! search, and a large one to more rules and to the improvement of their plans. The search uses the rest of the budget.
//!
//! A higher work limit never gives a higher peak, by construction. The stages and their own budgets do not depend on the
//! limit; it only ends them. Only complete plans count, and only lower ones replace the best. What runs under a limit
//! is thus the first part of what runs under a higher one. For that, a budget that has refused work
//! refuses all that follows, and nothing is run with what it leaves.
//!
//! Without a work limit or a deadline it stops after a second or two on hard traces; `exact` runs
//! until it has a proof.

use std::sync::Arc;
use std::time::Duration;

use memplan_plugin::{ParamError, Params};

use super::spill::Rule;
use super::{
    boxing::BoxingPlanner,
    chunk::ChunkPlanner,
    greedy::{BEST_FIT, BY_AREA, BY_CONFLICTS, BY_LIFETIME, BY_SIZE, FIRST_FIT},
    hill_climb::HillClimb,
};
use crate::bounds::{LowerBound, of_instance};
use crate::in_place::MonotoneProgress;
use crate::placement::{offsets_by_birth, side_by_side};
use crate::portfolio::Portfolio;
use crate::reduce::{Instance, Placement};
use crate::search::{self, SearchOptions};
use crate::{
    Capabilities, HintUse, Interrupt, LifetimeTrace, MemoryPlanner, MemorySchedule, OptionInfo,
    PlanError, PlanOptions, PluginInfo, ProofEffort, StopReason, Units, lower_bound,
};

/// The planners that replay events, besides placement in order of birth; the one that is better on large traces first.
const REPLAYS: &[&dyn MemoryPlanner] = &[&ChunkPlanner::SIZE_FIRST, &ChunkPlanner::HOT];

/// The planners that place buffers in one order. The peaks of these and of [`REPLAYS`] are upper bounds of that of [`Auto`].
const ORDERS: &[&dyn MemoryPlanner] = &[
    &BY_SIZE,
    &BY_AREA,
    &BY_LIFETIME,
    &BY_CONFLICTS,
    &FIRST_FIT,
    &BEST_FIT,
];

/// The classic planners that try many orders.
const TRIALS: &[&dyn MemoryPlanner] = &[&BoxingPlanner::DEFAULT, &HillClimb::DEFAULT];

/// The tuned parameters of [`Auto`], in the units that each field names.
///
/// Tuned with those of the portfolio (`planner/src/portfolio/parameters.rs`, which names the traces and the
/// command that shows what a change costs).
#[derive(Clone, Copy, Debug)]
struct Parameters {
    /// Instances of more items are not searched: their conflicts would not fit the cache.
    most_searched: usize,
    /// Nodes of the first search: enough for nearly all traces that are solved at all.
    first_nodes: u64,
    /// Nodes of all searches together without a work limit or a deadline.
    default_nodes: u64,
    /// Work of `effort=quick`: fractions of a second.
    quick_work: Units,
    /// More work of `effort=quick` for each buffer.
    quick_work_per_buffer: Units,
    /// With more buffers `effort=quick` runs only the planners that replay events.
    most_quick: usize,
    /// With more items the first orders and dives come before the classic planners, which take longer.
    most_for_classics_first: usize,
    /// With more items not even the first of them comes before, because of its memory.
    most_for_replay_first: usize,
    /// Nor does it if there is less time left for each item.
    time_for_replay: Duration,
    /// How long it takes for each buffer to make a schedule of the best plan.
    time_to_end: Duration,
    /// With more items the planners that try many orders are left out.
    most_for_trials: usize,
    /// How often the cores of a large instance are planned again under a limit.
    most_rounds: u64,
    /// How many of these rounds come before the sweep.
    first_rounds: usize,
}

impl Parameters {
    /// The values in use.
    const DEFAULT: Self = Self {
        most_searched: 4_000,
        first_nodes: 20_000,
        default_nodes: 400_000,
        quick_work: Units(300_000),
        quick_work_per_buffer: Units(1),
        most_quick: 100_000,
        most_for_classics_first: 500,
        most_for_replay_first: 2_000_000,
        time_for_replay: Duration::from_micros(2),
        time_to_end: Duration::from_nanos(40),
        most_for_trials: 4_000,
        most_rounds: 100,
        first_rounds: 3,
    };
}

/// The planner described in the module documentation.
#[derive(Clone, Copy, Debug)]
pub struct Auto {
    /// Nodes of the exact search without a work limit or a deadline.
    nodes: u64,
    effort: Effort,
}

/// How much work is done without a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effort {
    /// Everything described in the module documentation.
    Full,
    /// At most [`Parameters::quick_work`], and [`Parameters::quick_work_per_buffer`] for each buffer; above
    /// [`Parameters::most_quick`] buffers only what replays events.
    Quick,
    /// A short run, even if the limits allow more.
    Short,
    /// The classic planners and the first orders and dives.
    Sprint,
}

impl Auto {
    /// With the default budget.
    pub const DEFAULT: Self = Self {
        nodes: Parameters::DEFAULT.default_nodes,
        effort: Effort::Full,
    };

    /// With a small budget of work, so that its time is fractions of a second and its schedule is the
    /// same on every machine.
    pub const QUICK: Self = Self {
        nodes: Parameters::DEFAULT.default_nodes,
        effort: Effort::Quick,
    };

    /// For callers that search by themselves afterwards; see [`Effort::Short`].
    pub(crate) const SHORT: Self = Self {
        nodes: Parameters::DEFAULT.first_nodes,
        effort: Effort::Short,
    };

    /// For callers that only need a plan to start from; see [`Effort::Sprint`].
    pub(crate) const SPRINT: Self = Self {
        nodes: 0,
        effort: Effort::Sprint,
    };
}

impl Auto {
    /// The options for a run on so many buffers, and whether its work limit is that of the effort.
    fn limits(
        &self,
        n_buffers: usize,
        is_huge: bool,
        options: &PlanOptions,
    ) -> (PlanOptions, bool) {
        let quick = Parameters::DEFAULT.quick_work
            + Parameters::DEFAULT.quick_work_per_buffer * n_buffers as u64;
        let is_quick = self.effort == Effort::Quick
            && !is_huge
            && options.work_limit.is_none_or(|w| quick < w);
        let n_buffers = u32::try_from(n_buffers).unwrap_or(u32::MAX); // a trace has fewer
        let mut options = options.leaving(Parameters::DEFAULT.time_to_end * n_buffers);
        if is_quick {
            options.work_limit = Some(quick);
        }
        (options, is_quick)
    }
}

impl MemoryPlanner for Auto {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "auto",
            aliases: &["best"],
            summary: "The best schedule of a portfolio, proved optimal where that is cheap.",
            source: "memplan",
            cost: "milliseconds up to thousands of buffers, seconds for a million",
            options: &[
                OptionInfo {
                    name: "nodes",
                    default: "400000",
                    help: "Nodes of the exact search if there is no work limit or deadline.",
                },
                OptionInfo {
                    name: "effort",
                    default: "full",
                    help: "`full`, or `quick` for a fixed amount of work, the default of `merge`: a fraction of a second for most traces, seconds for a million buffers.",
                },
            ],
        }
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            relations: true,
            ..Capabilities::SEARCH.with_hints(HintUse::Proved(ProofEffort::Short))
        }
    }

    fn plan(
        &self,
        trace: &LifetimeTrace,
        options: &PlanOptions,
    ) -> Result<MemorySchedule, PlanError> {
        if !trace.relations().is_empty() {
            return super::constrained::plan_relations(trace, Rule::Best, options);
        }
        let is_huge = self.effort == Effort::Quick && Parameters::DEFAULT.most_quick < trace.len();
        let (options, is_quick) = self.limits(trace.len(), is_huge, options);
        let options = &options;
        let instance = Instance::new(trace, options)?;
        let is_other_problem = instance.is_restriction || !trace.in_place().is_empty();
        let options = &PlanOptions {
            // Some members ignore reuse in place, or always keep the same one of two buffers with
            // byte windows on top, so their bounds do not hold for the trace.
            progress: (options.progress.clone())
                .map(|progress| MonotoneProgress::wrap(progress, is_other_problem)),
            ..options.clone()
        };
        let bound = if is_other_problem {
            lower_bound(trace, options)?
        } else {
            of_instance(&instance)
        };
        tracing::debug!(
            n_buffers = trace.len(),
            n_items = instance.len(),
            bound = bound.bytes.0,
            rule = bound.rule.name(),
            work_limit = options.work_limit.map(|limit| limit.0),
            "auto"
        );
        let mut run = Run {
            trace,
            options,
            instance: &instance,
            bound,
            best: None,
            of_instance: None,
            work: Units(0),
            stopped: None,
        };
        run.open();
        let parameters = Parameters::DEFAULT;
        // The classic planners in the order in which they run, and how many of them come before the portfolio.
        let classics: Vec<&dyn MemoryPlanner> = [REPLAYS, ORDERS].concat();
        let n_first = match instance.len() {
            _ if is_huge => REPLAYS.len(),
            n if n <= parameters.most_for_classics_first => classics.len(),
            n if n <= parameters.most_for_replay_first
                && options.has_time_for(n, parameters.time_for_replay) =>
            {
                1
            }
            _ => 0,
        };
        run.classics(&classics[..n_first]);
        if is_huge || run.is_done() {
            return run.finish(self.info().name);
        }
        let mut portfolio = Portfolio::new(&instance, options, bound.bytes.0);
        run.portfolio("sprint", &mut portfolio, Portfolio::sprint);
        run.classics(&classics[n_first..]);
        if self.effort == Effort::Sprint {
            return run.finish(self.info().name);
        }
        let is_small = run.is_searched();
        if is_small {
            run.search(Parameters::DEFAULT.first_nodes);
        }
        let is_limited = self.effort != Effort::Short
            && (options.work_limit.is_some()
                || options
                    .interrupt
                    .as_ref()
                    .is_some_and(|i| i.time_left().is_some()));
        let mut rounds = 1..=Parameters::DEFAULT.most_rounds;
        if !is_small && is_limited {
            for round in rounds.by_ref().take(Parameters::DEFAULT.first_rounds) {
                run.portfolio("cores", &mut portfolio, |p| p.plan_cores(round));
            }
        }
        run.portfolio("sweep", &mut portfolio, Portfolio::sweep);
        if instance.len() <= Parameters::DEFAULT.most_for_trials {
            run.trials();
        }
        if !is_small && is_limited {
            for round in rounds {
                run.portfolio("cores", &mut portfolio, |p| p.plan_cores(round));
            }
        }
        if is_small {
            run.search(if is_limited { u64::MAX } else { self.nodes });
        }
        if is_quick && run.stopped == Some(StopReason::WorkLimit) {
            run.stopped = Some(StopReason::Budget);
        }
        run.finish(self.info().name)
    }

    fn configure(&self, params: &Params) -> Result<Box<dyn MemoryPlanner>, ParamError> {
        let nodes = params.parse("nodes", "a whole number")?;
        let efforts = [("full", Effort::Full), ("quick", Effort::Quick)];
        let effort = params.one_of("effort", &efforts)?;
        Ok(Box::new(Self {
            nodes: nodes.unwrap_or(self.nodes),
            effort: effort.unwrap_or(self.effort),
        }))
    }
}

/// An interrupt after which planners do not complete their schedules, which takes as long as making them from the start.
#[derive(Debug)]
struct AtOnce(Arc<dyn Interrupt>);

impl Interrupt for AtOnce {
    fn reason_to_stop(&self) -> Option<StopReason> {
        self.0.reason_to_stop().map(|_| StopReason::Cancelled)
    }

    fn time_left(&self) -> Option<Duration> {
        self.0.time_left()
    }
}

/// One run of the portfolio.
struct Run<'a> {
    trace: &'a LifetimeTrace,
    options: &'a PlanOptions,
    instance: &'a Instance,
    bound: LowerBound,
    /// The best schedule so far; its offsets need not be whole units.
    best: Option<MemorySchedule>,
    /// The best placement of an instance so far that is searched.
    of_instance: Option<Placement>,
    work: Units,
    stopped: Option<StopReason>,
}

impl Run<'_> {
    fn is_done(&self) -> bool {
        self.is_optimal() || self.stopped.is_some()
    }

    /// Whether the instance is small enough for the exact search.
    fn is_searched(&self) -> bool {
        self.instance.len() <= Parameters::DEFAULT.most_searched
    }

    fn is_optimal(&self) -> bool {
        let best = self.best.as_ref();
        best.is_some_and(|best| best.total_size <= self.bound.bytes)
    }

    /// The options of the caller, with the work that is left.
    fn left(&self) -> PlanOptions {
        self.options.after(self.work, self.stopped)
    }

    /// Places items in order of birth, unless the caller wants no schedule any more.
    fn open(&mut self) {
        let interrupt = self.options.interrupt.as_ref();
        self.stopped = interrupt.and_then(|interrupt| interrupt.reason_to_stop());
        if self.stopped != Some(StopReason::Cancelled) {
            self.take_placement(self.instance.placement(offsets_by_birth(self.instance)));
        }
    }

    /// Runs planners, without a work limit and without counting work, even if the work limit is used up.
    fn classics(&mut self, members: &[&dyn MemoryPlanner]) {
        if !matches!(self.stopped, None | Some(StopReason::WorkLimit)) {
            return;
        }
        let abrupt = |interrupt: &Arc<dyn Interrupt>| {
            Arc::new(AtOnce(interrupt.clone())) as Arc<dyn Interrupt>
        };
        let unlimited = PlanOptions {
            interrupt: self.options.interrupt.as_ref().map(abrupt),
            ..self.options.unlimited()
        };
        let stopped = self.stopped.take();
        for &member in members {
            if self.is_done() {
                break;
            }
            self.member(member, &unlimited);
            if self.stopped.is_some() {
                let interrupt = self.options.interrupt.as_ref();
                self.stopped = interrupt.and_then(|interrupt| interrupt.reason_to_stop());
            }
        }
        self.stopped = stopped.or(self.stopped);
        if !self.is_searched() {
            return;
        }
        let best = self.best.as_ref();
        let offsets = best.and_then(|best| self.instance.offsets_of(best));
        let placement = offsets.map(|offsets| self.instance.placement(offsets));
        self.of_instance = placement.or(self.of_instance.take());
    }

    /// Runs the cheap orders, unless they cannot improve anything.
    fn portfolio<'i>(
        &mut self,
        stage: &'static str,
        portfolio: &mut Portfolio<'i>,
        members: impl FnOnce(&mut Portfolio<'i>),
    ) {
        if self.is_done() {
            return;
        }
        tracing::debug!(stage, work = self.work.0, "stage begins");
        portfolio.resume_at(self.work);
        members(portfolio);
        self.work = portfolio.work();
        self.stopped = portfolio.stopped();
        if let Some(placement) = portfolio.best() {
            self.take_placement(placement);
        }
    }

    /// Searches for a better plan and a better bound.
    fn search(&mut self, nodes: u64) {
        if self.is_done() || self.instance.is_empty() {
            return;
        }
        tracing::debug!(
            stage = "search",
            work = self.work.0,
            node_limit = nodes,
            "stage begins"
        );
        let left = self.left();
        let mut meter = left.meter();
        let options = SearchOptions {
            node_limit: Some(nodes),
            seed: self.options.seed,
            incumbent: self.of_instance.as_ref().map(|best| best.offsets.clone()),
            bound: Some((self.bound.bytes.0, self.bound.rule)),
            ..SearchOptions::default()
        };
        let outcome = search::solve(self.instance, &options, &mut meter);
        self.work += meter.done();
        match outcome {
            Ok(outcome) => {
                // Bounds of an instance with filled windows do not hold for its trace.
                let is_of_trace = !self.instance.is_restriction && self.trace.in_place().is_empty();
                if is_of_trace && self.bound.bytes.0 < outcome.bound.0 {
                    self.bound = LowerBound {
                        bytes: crate::Bytes(outcome.bound.0),
                        rule: outcome.bound.1,
                    };
                }
                self.take_placement(outcome.placement);
                self.stopped = outcome
                    .stopped
                    .filter(|&reason| reason != StopReason::Budget);
            }
            Err(PlanError::Stopped { reason, .. }) => self.stopped = Some(reason),
            Err(_) => {}
        }
    }

    /// Runs the planners that try many orders.
    fn trials(&mut self) {
        for &member in TRIALS {
            if self.is_done() {
                return;
            }
            let left = self.left();
            let work = self.member(member, &left);
            self.work += work;
        }
    }

    /// Runs a whole planner and returns its work.
    fn member(&mut self, member: &dyn MemoryPlanner, options: &PlanOptions) -> Units {
        tracing::debug!(
            stage = member.info().name,
            work = self.work.0,
            "stage begins"
        );
        let planned = member.plan(self.trace, options);
        match planned.or_else(PlanError::into_schedule) {
            Ok(schedule) => {
                let work = schedule.work;
                self.stopped = schedule.stopped_by;
                self.take(schedule);
                work
            }
            Err(PlanError::Stopped { reason, work }) => {
                self.stopped = Some(reason);
                work
            }
            // This member cannot plan such traces, but others can.
            Err(_) => Units(0),
        }
    }

    fn take_placement(&mut self, placement: Placement) {
        let is_better = self
            .of_instance
            .as_ref()
            .is_none_or(|old| placement.peak < old.peak);
        if !is_better {
            return;
        }
        let bound = (self.bound.bytes.0, self.bound.rule);
        let schedule = self
            .instance
            .schedule(self.trace, &placement, bound, "", self.work);
        if let Ok(schedule) = schedule.or_else(PlanError::into_schedule) {
            self.take(schedule);
        }
        if self.is_searched() {
            self.of_instance = Some(placement);
        }
    }

    fn take(&mut self, schedule: MemorySchedule) {
        let is_better = self
            .best
            .as_ref()
            .is_none_or(|best| schedule.total_size < best.total_size);
        if is_better {
            let (peak, bound) = (schedule.total_size.0, self.bound.bytes.0);
            tracing::debug!(peak, bound, work = self.work.0, "new incumbent");
            if let Some(progress) = &self.options.progress {
                progress.improved(schedule.total_size, self.bound.bytes, self.work);
            }
            self.best = Some(schedule);
        }
    }

    /// The best schedule, with the best bound.
    fn finish(self, name: &str) -> Result<MemorySchedule, PlanError> {
        let Some(best) = self.best else {
            return Err(PlanError::Stopped {
                reason: self.stopped.unwrap_or(StopReason::WorkLimit),
                work: self.work,
            });
        };
        tracing::debug!(
            peak = best.total_size.0,
            bound = self.bound.bytes.0,
            rule = self.bound.rule.name(),
            work = self.work.0,
            stopped_by = self.stopped.map(StopReason::name),
            "auto ends"
        );
        let bound = (self.bound.bytes.0, self.bound.rule);
        let mut schedule = MemorySchedule {
            planner: name.to_owned(),
            work: self.work,
            stopped_by: Some(self.stopped.unwrap_or(StopReason::Budget)),
            ..best
        };
        // No arena needs more than separate allocations, even if a limit cut the portfolio short.
        if self.trace.separate_size() < schedule.total_size
            && let Some((offsets, total_size)) = side_by_side(self.trace, self.options.alignment)
            && total_size < schedule.total_size
        {
            schedule.offsets = offsets;
            schedule.total_size = total_size;
            schedule.reuses.clear();
        }
        let schedule = schedule.with_bound(self.trace, bound);
        schedule.within(self.trace.capacity())
    }
}

#[cfg(test)]
mod tests {
    use super::{Auto, ORDERS, REPLAYS, TRIALS};
    use crate::{LifetimeTrace, MemoryPlanner, Optimality, PlanOptions};

    #[test]
    fn the_optimum_above_the_load_is_proved() {
        let trace: LifetimeTrace = "a 6..8 3; b 8..9 2; c 5..7 3; d 8..9 5; e 3..8 4; f 7..9 4; \
                                    g 0..3 6; h 2..6 2; i 1..6 2"
            .parse()
            .unwrap();
        let schedule = Auto::DEFAULT.plan(&trace, &PlanOptions::default()).unwrap();
        assert_eq!((schedule.peak().0, trace.max_load().0), (12, 11));
        assert_eq!(schedule.optimality, Optimality::Optimal);
    }

    #[test]
    fn no_classic_is_better() {
        let text: String = (0..400)
            .map(|i: u64| {
                let size = (i * 7919) % 97 + 1;
                let life = (i * 104_729) % 53 + 1;
                format!("b{i} {i}..{} {size} align={}\n", i + life, 1 << (i % 4))
            })
            .collect();
        let trace: LifetimeTrace = text.parse().unwrap();
        let auto = Auto {
            nodes: 1000,
            ..Auto::DEFAULT
        };
        let best = auto.plan(&trace, &PlanOptions::default()).unwrap();
        for classic in REPLAYS.iter().chain(ORDERS).chain(TRIALS) {
            if let Ok(schedule) = classic.plan(&trace, &PlanOptions::default()) {
                assert!(best.peak() <= schedule.peak(), "{}", classic.info().name);
            }
        }
    }
}
