//! Auto: the best plan that a portfolio finds, proved to be the best possible where that is cheap.
//!
//! No single rule is good on all traces, but rules are cheap. First come the members that place each buffer once, in
//! order of what they cost for each buffer (`MEMBERS`), side by side on several threads. They run whatever the work
//! limit, and their work is not counted, so that none of them finds a lower peak. If a plan meets the lower bound, as
//! on most real traces, nothing else runs. Orders and dives on a reduced instance follow. Then a small trace goes to
//! the exact search, and a large one to more rules and to the improvement of their plans. The search uses the rest of
//! the budget.
//!
//! A higher work limit never gives a higher peak, by construction. The stages and their own budgets do not depend on
//! the limit; it only ends them. Only complete plans count, and only lower ones replace the best. What runs under a
//! limit is thus the first part of what runs under a higher one. For that, a budget that has refused work
//! refuses all that follows, and nothing is run with what it leaves. `effort=quick` is such a first part. Members that
//! are slow on a trace, counted in steps of their own, give up at first, and run again after the first orders and
//! dives.
//!
//! Under a deadline a member does not begin if it would not end in time. How long it takes is predicted from what the
//! members before it took on this trace and this machine, and from what they cost relative to each other. With little
//! time for each buffer, the cheapest members run while the instance is made.
//!
//! Without a work limit or a deadline it stops after a second or two on hard traces; `exact` runs
//! until it has a proof.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::time::Duration;

use super::boxing::BoxingPlanner;
use super::members::{
    COST_OF_BIRTH, COST_OF_INSTANCE, COST_OF_SPRINT, MEMBERS, Member, Pace, Race,
};
use super::spill::Rule;
use crate::bounds::of_instance;
use crate::certify::certify;
use crate::in_place::MonotoneProgress;
use crate::orient::{OrientOptions, orient};
use crate::placement::{offsets_by_birth, side_by_side};
use crate::portfolio::Portfolio;
use crate::reduce::{Instance, Placement};
use crate::search::{self, CriticalPart, SearchOptions};
use crate::{
    Capabilities, Field, HintUse, LifetimeTrace, LowerBound, MemoryPlanner, MemorySchedule,
    Options, PlanError, PlanOptions, PluginInfo, ProofEffort, StopReason, SymbolUse, Units,
    lower_bound,
};

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
    /// More work of `effort=quick` for each buffer: enough to place all of them once.
    quick_work_per_buffer: Units,
    /// Instances of at most this many items get all members before the first orders and dives.
    most_for_members_first: usize,
    /// The most steps that a member takes before the portfolio has begun, a fraction of a second..
    first_steps: u64,
    /// .. and as many more for each buffer, one or two microseconds. The members that need more come later.
    first_steps_per_buffer: u64,
    /// The most steps for each buffer that an order of the portfolio takes with [`Effort::Quick`].
    quick_steps_per_buffer: u64,
    /// The most work for each item of the first repair of the best plan of the members.
    work_for_repair: u64,
    /// Instances of fewer items use one thread for the first members. Changes times only.
    fewest_for_threads: usize,
    /// How long it takes for each buffer to make a schedule of the best plan.
    time_to_end: Duration,
    /// With less time than this for each buffer, the cheapest members run while the instance is made: a deadline may
    /// end all that comes after that.
    little_time: Duration,
    /// With more items `boxing`, which tries many orders, is left out.
    most_for_boxing: usize,
    /// How often the cores of a large instance are planned again under a limit.
    most_rounds: u64,
    /// How many of these rounds come before the sweep.
    first_rounds: u64,
}

impl Parameters {
    /// The values in use.
    const DEFAULT: Self = Self {
        most_searched: 4_000,
        first_nodes: 20_000,
        default_nodes: 400_000,
        quick_work: Units(300_000),
        quick_work_per_buffer: Units(1),
        most_for_members_first: 500,
        first_steps: 400_000,
        first_steps_per_buffer: 64,
        quick_steps_per_buffer: 256,
        work_for_repair: 8,
        fewest_for_threads: 5_000,
        time_to_end: Duration::from_nanos(40),
        little_time: Duration::from_nanos(4_000),
        most_for_boxing: 4_000,
        most_rounds: 100,
        first_rounds: 3,
    };
}

impl Parameters {
    /// The work of `effort=quick`.
    fn quick_work(&self, n_buffers: usize) -> Units {
        self.quick_work + self.quick_work_per_buffer * n_buffers as u64
    }

    /// So much time for each buffer.
    fn for_each(time: Duration, n_buffers: usize) -> Duration {
        time * u32::try_from(n_buffers).unwrap_or(u32::MAX) // a trace has fewer
    }

    /// The most steps that a member takes at first.
    fn first_steps(&self, n_buffers: usize) -> u64 {
        self.first_steps + self.first_steps_per_buffer * n_buffers as u64
    }
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
    /// At most [`Parameters::quick_work`], and no member that needs more than [`Parameters::first_steps`].
    Quick,
    /// A short run, even if the limits allow more.
    Short,
    /// The first members, orders and dives.
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
    fn limits(&self, n_buffers: usize, options: &PlanOptions) -> (PlanOptions, bool) {
        let quick = Parameters::DEFAULT.quick_work(n_buffers);
        let is_quick = self.effort == Effort::Quick && options.work_limit.is_none_or(|w| quick < w);
        let time_to_end = Parameters::for_each(Parameters::DEFAULT.time_to_end, n_buffers);
        let mut options = options.leaving(time_to_end);
        if is_quick {
            options.work_limit = Some(quick);
        }
        (options, is_quick)
    }

    /// Makes the instance; with little time, beside the cheapest members.
    fn begin(
        trace: &LifetimeTrace,
        options: &PlanOptions,
        pace: &mut Pace,
    ) -> Result<Beginning, PlanError> {
        let little = Parameters::for_each(Parameters::DEFAULT.little_time, trace.len());
        if options.time_left().is_none_or(|left| little < left) {
            return Ok(Beginning {
                instance: Instance::new(trace, options)?,
                by_birth: None,
                schedules: Vec::new(),
                slow: Vec::new(),
                n_members: 0,
            });
        }
        // One thread runs the cheapest alone, and first: a deadline may end what comes after it.
        let n_members = if options.threads == NonZeroUsize::MIN {
            1
        } else {
            MEMBERS.partition_point(|member| member.cost < COST_OF_SPRINT)
        };
        let race = Race {
            trace,
            options,
            members: &MEMBERS[..n_members],
            most_steps: Parameters::DEFAULT.first_steps(trace.len()),
            threads: options.threads,
        };
        let mut schedules = Vec::new();
        let take = &mut |schedule| {
            schedules.push(schedule);
            false
        };
        let (ended, (instance, by_birth)) =
            race.run_beside(pace, take, COST_OF_INSTANCE + COST_OF_BIRTH, |pace| {
                let instance = Instance::new(trace, options);
                let has_time = pace.has_time_for(COST_OF_BIRTH, options.time_left());
                let by_birth = instance
                    .as_ref()
                    .ok()
                    .filter(|_| has_time)
                    .map(|instance| instance.placement(offsets_by_birth(instance)));
                (instance, by_birth)
            });
        Ok(Beginning {
            instance: instance?,
            by_birth,
            schedules,
            slow: ended.slow,
            n_members,
        })
    }

    /// Improves the best plan until the effort or the options of the caller end that.
    fn improve<'a>(&self, run: &mut Run<'a>, portfolio: &mut Portfolio<'a>) {
        let is_small = run.is_searched();
        if is_small {
            run.search(Parameters::DEFAULT.first_nodes);
        }
        let is_limited = self.effort != Effort::Short
            && (run.options.work_limit.is_some()
                || run
                    .options
                    .interrupt
                    .as_ref()
                    .is_some_and(|i| i.time_left().is_some()));
        let Parameters {
            first_rounds: first,
            most_rounds: most,
            ..
        } = Parameters::DEFAULT;
        if !is_small && is_limited {
            run.cores(portfolio, 1..=first);
        }
        run.portfolio("sweep", portfolio, Portfolio::sweep);
        if run.instance.len() <= Parameters::DEFAULT.most_for_boxing {
            run.boxing();
        }
        if !is_small && is_limited {
            run.cores(portfolio, first + 1..=most);
        }
        if is_small {
            run.search(if is_limited { u64::MAX } else { self.nodes });
        }
    }

    /// The best schedule of a run; with a certificate, where the search has proved it optimal above the load and that
    /// takes little.
    fn finished(&self, mut run: Run<'_>) -> Result<MemorySchedule, PlanError> {
        let name = self.info().name;
        let critical =
            (run.critical.take()).filter(|_| self.effort == Effort::Full && run.is_optimal());
        let (trace, options) = (run.trace, run.options);
        let mut schedule = run.finish(name)?;
        if critical.is_some() {
            certify(trace, options, critical, &mut schedule);
        }
        Ok(schedule)
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
        }
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            relations: true,
            symbols: SymbolUse::Native,
            ..Capabilities::SEARCH.with_hints(HintUse::Proved(ProofEffort::Short))
        }
    }

    fn plan(
        &self,
        trace: &LifetimeTrace,
        options: &PlanOptions,
    ) -> Result<MemorySchedule, PlanError> {
        if trace.symbolic().is_some() {
            // The placements of some hundred shapes are oriented.
            let options = OrientOptions {
                plan: options.clone(),
                ..OrientOptions::DEFAULT
            };
            return Ok(orient(trace, &Self::QUICK, &options)?);
        }
        if !trace.relations().is_empty() {
            return super::constrained::plan_relations(trace, Rule::Best, options);
        }
        let (options, is_quick) = self.limits(trace.len(), options);
        let options = &options;
        let mut pace = Pace::default();
        let Beginning {
            instance,
            by_birth,
            schedules,
            slow,
            n_members,
        } = Self::begin(trace, options, &mut pace)?;
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
            critical: None,
            is_own_limit: is_quick,
        };
        run.open(schedules, by_birth, &mut pace);
        let all = &MEMBERS[n_members..];
        let n_first = if instance.len() <= Parameters::DEFAULT.most_for_members_first {
            all.len()
        } else {
            all.partition_point(|member| member.cost < COST_OF_SPRINT)
        };
        let (cheap, dear) = all.split_at(n_first);
        let first_steps = Parameters::DEFAULT.first_steps(trace.len());
        let mut slow = slow;
        slow.extend(run.members(cheap, first_steps, &mut pace));
        if run.is_done() {
            return self.finished(run);
        }
        let before_others = run.options_before(pace.time_for(dear));
        let first = before_others.as_ref().unwrap_or(options);
        let mut portfolio = Portfolio::new(&instance, first, bound.bytes.0);
        if self.effort == Effort::Quick {
            portfolio = portfolio.within_steps(Parameters::DEFAULT.quick_steps_per_buffer);
        }
        run.portfolio("sprint", &mut portfolio, Portfolio::sprint);
        let is_cut = before_others.is_some() && run.stopped.is_some();
        if is_cut {
            run.stopped = run.reason_to_stop();
        }
        slow.extend(if slow.is_empty() {
            run.members(dear, first_steps, &mut pace)
        } else {
            dear.to_vec()
        });
        if self.effort == Effort::Quick {
            slow.clear();
        }
        if before_others.is_some() && !run.is_done() {
            portfolio = Portfolio::new(&instance, options, bound.bytes.0);
        }
        run.repair(&mut portfolio, 0);
        if is_cut {
            run.portfolio("sprint", &mut portfolio, Portfolio::sprint);
        }
        run.members(&slow, u64::MAX, &mut pace);
        if self.effort == Effort::Sprint {
            return self.finished(run);
        }
        self.improve(&mut run, &mut portfolio);
        self.finished(run)
    }

    fn options(&self) -> Options<'_, dyn MemoryPlanner> {
        const EFFORTS: &[(&str, Effort)] = &[("full", Effort::Full), ("quick", Effort::Quick)];
        Options::of(self, Self::DEFAULT, |auto| {
            vec![
                Field::value("nodes", &mut auto.nodes)
                    .help("Nodes of the exact search if there is no work limit or deadline."),
                Field::word("effort", &mut auto.effort, EFFORTS)
                    .help("`full`, or `quick` for a fixed amount of work, the default of `merge`: a fraction of a second for most traces, seconds for a million buffers."),
            ]
        })
    }
}

/// What there is at the beginning.
struct Beginning {
    instance: Instance,
    /// With little time, a placement of the instance in order of birth.
    by_birth: Option<Placement>,
    /// Of the members that ran beside.
    schedules: Vec<MemorySchedule>,
    /// As [`Ended::slow`](super::members::Ended::slow).
    slow: Vec<Member>,
    /// How many of the members these were.
    n_members: usize,
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
    /// The part that determines the bound, where the search has raised it.
    critical: Option<CriticalPart>,
    /// Whether the work limit is that of the effort, not of the caller.
    is_own_limit: bool,
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

    /// Takes the first schedules, and places items in order of birth, unless there was no time for that beside the
    /// members, or the caller wants no schedule any more.
    fn open(
        &mut self,
        schedules: Vec<MemorySchedule>,
        by_birth: Option<Placement>,
        pace: &mut Pace,
    ) {
        self.stopped = self.reason_to_stop();
        let has_no_time = !schedules.is_empty() && by_birth.is_none();
        schedules
            .into_iter()
            .for_each(|schedule| self.take(schedule));
        let is_enough = self.stopped == Some(StopReason::Cancelled) || has_no_time;
        if is_enough || self.is_optimal() {
            return;
        }
        let before = self.options.time_left();
        let placement = by_birth.unwrap_or_else(|| {
            let placement = self.instance.placement(offsets_by_birth(self.instance));
            pace.learn(COST_OF_BIRTH, before, self.options.time_left());
            placement
        });
        self.take_placement(placement);
    }

    /// Runs members that place each buffer once, on several threads, without a work limit and without counting work.
    /// The result is that of one after the other. Returns those that gave up after so many steps, and the orders after
    /// these.
    fn members(&mut self, members: &[Member], most_steps: u64, pace: &mut Pace) -> Vec<Member> {
        if self.is_optimal() || !matches!(self.stopped, None | Some(StopReason::WorkLimit)) {
            return Vec::new();
        }
        let threads = if self.instance.len() < Parameters::DEFAULT.fewest_for_threads {
            NonZeroUsize::MIN
        } else {
            self.options.threads
        };
        let race = Race {
            trace: self.trace,
            options: self.options,
            members,
            most_steps,
            threads,
        };
        let ended = race.run(pace, &mut |schedule| {
            self.take(schedule);
            self.is_optimal()
        });
        let slow = ended.slow;
        self.stopped = self.stopped.or(ended.stopped);
        if !self.is_searched() {
            return slow;
        }
        let best = self.best.as_ref();
        let offsets = best.and_then(|best| self.instance.offsets_of(best));
        let placement = offsets.map(|offsets| self.instance.placement(offsets));
        self.of_instance = placement.or(self.of_instance.take());
        slow
    }

    /// Plans the cores of a large instance again, and repairs the best plan, in some rounds.
    fn cores(&mut self, portfolio: &mut Portfolio<'_>, rounds: RangeInclusive<u64>) {
        for round in rounds {
            self.portfolio("cores", portfolio, |p| p.plan_cores(round));
            self.repair(portfolio, round);
        }
    }

    /// Repairs the best plan so far of a large instance.
    fn repair(&mut self, portfolio: &mut Portfolio<'_>, round: u64) {
        if self.is_searched() || self.is_done() {
            return;
        }
        let best = self.best.as_ref();
        let offsets = best.and_then(|best| self.instance.offsets_of(best));
        let most_work = Parameters::DEFAULT.work_for_repair * self.instance.len() as u64;
        let most_work = self.work + Units(most_work) * (round + 1);
        self.portfolio("repair", portfolio, |p| {
            p.repair_plan(offsets.as_deref(), most_work, round);
        });
    }

    /// Options that end the first orders and dives on a large instance when they have taken as long as the members
    /// after them will, if there is a deadline.
    fn options_before(&self, time_of_members: Duration) -> Option<PlanOptions> {
        let left = self.options.time_left().filter(|_| !self.is_searched())?;
        Some(self.options.leaving(left.saturating_sub(time_of_members)))
    }

    fn reason_to_stop(&self) -> Option<StopReason> {
        self.options.interrupt.as_ref()?.reason_to_stop()
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
            bound: Some(self.bound),
            ..SearchOptions::default()
        };
        let outcome = search::solve(self.instance, &options, &mut meter);
        self.work += meter.done();
        match outcome {
            Ok(outcome) => {
                // Bounds of an instance with filled windows do not hold for its trace.
                let is_of_trace = !self.instance.is_restriction && self.trace.in_place().is_empty();
                if is_of_trace && self.bound.bytes < outcome.bound.bytes {
                    self.bound = outcome.bound;
                    self.critical = outcome.critical;
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

    /// Runs `boxing`, unless it cannot improve anything.
    fn boxing(&mut self) {
        if !self.is_done() {
            let left = self.left();
            let work = self.member(&BoxingPlanner::DEFAULT, &left);
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
        let total_size = self.instance.total_size(&placement);
        if (self.best.as_ref()).is_none_or(|best| total_size < best.total_size) {
            let schedule =
                (self.instance).schedule(self.trace, &placement, self.bound, "", self.work);
            if let Ok(schedule) = schedule.or_else(PlanError::into_schedule) {
                self.take(schedule);
            }
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
        let mut schedule = MemorySchedule {
            planner: name.to_owned(),
            work: self.work,
            stopped_by: Some(match self.stopped {
                Some(StopReason::WorkLimit) if self.is_own_limit => StopReason::Budget,
                stopped => stopped.unwrap_or(StopReason::Budget),
            }),
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
        let schedule = schedule.with_bound(self.trace, self.bound);
        schedule.within(self.trace.capacity())
    }
}

#[cfg(test)]
mod tests {
    use super::{Auto, BoxingPlanner, MEMBERS, Member};
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
        for member in MEMBERS
            .iter()
            .map(Member::planner)
            .chain([&BoxingPlanner::DEFAULT as &dyn MemoryPlanner])
        {
            if let Ok(schedule) = member.plan(&trace, &PlanOptions::default()) {
                assert!(best.peak() <= schedule.peak(), "{}", member.info().name);
            }
        }
    }
}
