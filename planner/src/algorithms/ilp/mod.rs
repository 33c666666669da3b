//! `ilp`: an integer program, for small traces and independent proofs.
//!
//! Each pair of buffers that are live at once has a binary variable for their order; see `model`
//! for the rows. A solver for mixed-integer programs finds an order. This is orders of magnitude
//! slower than a dedicated search, but shares no code with one. It therefore serves as a check of
//! exact planners, and [`certify`] bounds how far any other schedule is from the optimum. Unlike
//! exact planners it is exact even if gaps keep windows of buffers.
//!
//! Everything that integers can decide is decided in integers. A solution of the solver determines
//! only the order of each pair; offsets are derived from the orders by longest paths (`order`), and
//! orders that do not fit are cut off before the model is solved again. Bounds are rounded to the
//! safe side. Only the claim of the solver that there is no solution must be trusted.
//!
//! Practical sizes, for random traces that greedy planners do not solve: the built-in solver proves
//! components of 15 buffers in some 10 ms, of 20 to 25 in seconds, and few of 30; HiGHS (feature
//! `highs`, option `solver=highs`) proves 25 in 0.1 s, 30 in a second and most of 40 in five. Larger
//! components are left as they are.
//!
//! Traces with relations are left to `constrained`, which proves more of them in less time.
//!
//! Source: the disjunctive program of Sekiyama et al., arXiv:1804.10001, section 4, extended by
//! rows for the stacks in each section, cuts and symmetry breaking.

mod backend;
mod domains;
mod driver;
mod model;
mod order;
mod parameters;
mod problem;
mod symmetry;

use std::sync::Arc;

use crate::algorithms::greedy::{BEST_FIT, BY_SIZE, FIRST_FIT};
use crate::algorithms::trials::or_at_once;
use crate::registry;
use crate::{
    Capabilities, Field, HintUse, LifetimeTrace, MemoryPlanner, MemorySchedule, Optimality,
    Options, PlanError, PlanOptions, PlannerKind, PluginInfo, ProofScope, StopReason, Units,
    ValidateOptions, Violation, lower_bound, validate,
};
use backend::Backend;
use driver::Effort;
use parameters::Parameters;

/// The planner described in the module documentation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ilp {
    backend: Backend,
    /// `0`: as many as suit the solver.
    max_buffers: usize,
    /// `None`: as many as the limits of the caller allow, and a few where there are none.
    max_nodes: Option<u64>,
    cuts: bool,
    symmetry: bool,
    /// The planner whose plan is the start; empty for a few greedy ones.
    certify: String,
}

impl Ilp {
    /// With the built-in solver, and everything that makes it faster.
    pub const DEFAULT: Self = Self {
        backend: Backend::Microlp,
        max_buffers: 0,
        max_nodes: None,
        cuts: true,
        symmetry: true,
        certify: String::new(),
    };

    fn effort(&self, options: &PlanOptions) -> Effort {
        let is_limited = options.work_limit.is_some() || options.interrupt.is_some();
        Effort {
            backend: self.backend,
            max_buffers: match self.max_buffers {
                0 => self.backend.max_buffers(),
                max => max,
            },
            max_nodes: match self.max_nodes {
                Some(0) => None,
                None => (!is_limited).then_some(Parameters::DEFAULT.default_nodes),
                max => max,
            },
            cuts: self.cuts,
            symmetry: self.symmetry,
        }
    }

    /// A plan to start from.
    fn start(
        &self,
        trace: &LifetimeTrace,
        options: &PlanOptions,
    ) -> Result<MemorySchedule, PlanError> {
        const GREEDY: &[&dyn MemoryPlanner] = &[&BY_SIZE, &FIRST_FIT, &BEST_FIT];
        let plan = |planner: &dyn MemoryPlanner, spent: Units| {
            let left = PlanOptions {
                progress: None,
                ..options.after(spent, None)
            };
            let planned = planner.plan(trace, &left);
            planned.or_else(PlanError::into_schedule)
        };
        // The name was validated when the option was parsed.
        if !self.certify.is_empty()
            && let Ok(planner) = registry::planner(&self.certify)
        {
            return or_at_once(plan(&*planner, Units(0)), trace, options);
        }
        let mut best: Option<MemorySchedule> = None;
        let mut work = Units(0);
        for &planner in GREEDY {
            let schedule = match plan(planner, work) {
                Ok(schedule) => schedule,
                Err(PlanError::Stopped { .. }) if best.is_some() => break,
                stopped => return or_at_once(stopped, trace, options),
            };
            work += schedule.work;
            let is_optimal = schedule.optimality == Optimality::Optimal;
            let is_stopped = schedule.stopped_by.is_some();
            if is_stopped && best.is_some() {
                break; // a stopped run is hardly better
            }
            if best
                .as_ref()
                .is_none_or(|best| schedule.total_size < best.total_size)
            {
                best = Some(schedule);
            }
            if is_optimal || is_stopped {
                break;
            }
        }
        let mut best = match best {
            Some(best) => best,
            None => return FIRST_FIT.plan(trace, options),
        };
        best.work = work;
        Ok(best)
    }
}

impl MemoryPlanner for Ilp {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "ilp",
            aliases: &["milp"],
            summary: "Improves the schedule of a small trace by integer programming, or proves it optimal.",
            source: "arXiv:1804.10001, section 4, with stack rows and cuts",
            cost: "exponential in the buffers of a component",
        }
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            kind: PlannerKind::Exact,
            proofs: ProofScope::Most,
            is_anytime: true,
            in_place: HintUse::Fused,
            max_buffers: Some(crate::algorithms::MAX_FOR_PAIRS),
            ..Capabilities::default()
        }
    }

    fn plan(
        &self,
        trace: &LifetimeTrace,
        options: &PlanOptions,
    ) -> Result<MemorySchedule, PlanError> {
        let start = self.start(trace, options)?;
        self.improve(trace, options, start)
    }

    fn options(&self) -> Options<'_, dyn MemoryPlanner> {
        Options::of(self, Self::DEFAULT, |ilp| {
            // Not `ilp` itself, whatever its options: it would recurse forever.
            let certify = |name: &str| {
                let is_other = |planner: Arc<dyn MemoryPlanner>| planner.info().name != "ilp";
                let is_valid = name.is_empty() || registry::planner(name).is_ok_and(is_other);
                is_valid.then(|| name.to_owned())
            };
            vec![
                Field::word("solver", &mut ilp.backend, Backend::ALL)
                    .expects("a solver of this build: `microlp`, or `highs` with the feature `highs`")
                    .help("`microlp`, or `highs` if that feature is enabled."),
                Field::read("certify", &mut ilp.certify, String::clone, certify)
                    .expects("the name of another planner")
                    .help("Planner of the initial schedule; by default, the best of several greedy planners."),
                Field::value("max-buffers", &mut ilp.max_buffers)
                    .expects("a number of buffers")
                    .help("Do not improve components with more buffers; 0 chooses a limit that suits the solver."),
                Field::maybe("nodes", &mut ilp.max_nodes, "200")
                    .expects("a number of nodes")
                    .help("Maximum number of search nodes per component, 0 for no limit; by default, no limit if time or work is limited."),
                Field::flag("cuts", &mut ilp.cuts)
                    .help("Whether to tighten the relaxation with cuts before the search."),
                Field::flag("symmetry", &mut ilp.symmetry)
                    .help("Whether to break symmetries between equivalent schedules."),
            ]
        })
    }
}

impl Ilp {
    /// A schedule at least as good as a valid one, with the best bound known.
    fn improve(
        &self,
        trace: &LifetimeTrace,
        options: &PlanOptions,
        start: MemorySchedule,
    ) -> Result<MemorySchedule, PlanError> {
        let mut meter = options.meter();
        let is_possible = trace.in_place().is_empty() && start.optimality != Optimality::Optimal;
        let mut schedule = start;
        if is_possible && meter.spend(schedule.work).is_ok() {
            let least = lower_bound(trace, options)?;
            let bound = match (schedule.optimality, schedule.bound_rule) {
                (Optimality::LowerBound(bytes), Some(rule)) => least.or_better(bytes.0, rule),
                _ => least,
            };
            let effort = self.effort(options);
            let outcome =
                driver::improve(trace, options, effort, &schedule.offsets, bound, &mut meter)?;
            let ends = trace.buffers().iter().zip(&outcome.offsets);
            let peak = ends
                .filter(|(b, _)| b.size.0 != 0)
                .map(|(b, at)| at.0 + b.size.0);
            let peak = peak.max().unwrap_or(0);
            if peak < schedule.total_size.0 {
                schedule.total_size.0 = peak;
                schedule.offsets = outcome.offsets;
            }
            schedule.optimality = if schedule.total_size <= outcome.bound.bytes {
                Optimality::Optimal
            } else {
                Optimality::LowerBound(outcome.bound.bytes)
            };
            schedule.bound_rule = Some(outcome.bound.rule);
            schedule.work = meter.done();
            let stopped = meter.reason_to_stop().unwrap_or(match meter.remaining() {
                Units(0) => StopReason::WorkLimit,
                _ => StopReason::Budget,
            });
            schedule = schedule.stopped(Some(stopped));
        }
        schedule.planner = self.info().name.to_owned();
        crate::certify::certify(trace, options, None, &mut schedule);
        schedule.within(trace.capacity())
    }
}

/// Why a schedule cannot be certified.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CertifyError {
    /// It is not a valid schedule of the trace.
    #[error("the schedule is not valid: {}", .0.first().map_or_else(String::new, ToString::to_string))]
    Invalid(Vec<Violation>),
    /// No valid schedule fits the capacity of the trace, or none was found.
    #[error(transparent)]
    Plan(#[from] PlanError),
}

/// Proves a given schedule optimal, improves it, or bounds how much better another one can be.
///
/// The result is the given schedule with the best bound known, or a better one by the planner `ilp`.
/// A schedule that uses in-place hints is returned unchanged. `options` limit the effort; without
/// limits a few thousand nodes are searched.
///
/// # Errors
/// [`CertifyError::Invalid`] with all violations; [`CertifyError::Plan`] when the trace admits no
/// schedule or the best one exceeds its capacity.
///
/// ```
/// use memplan_planner::{LifetimeTrace, Optimality, PlanOptions, algorithms::ilp, registry};
///
/// let trace: LifetimeTrace = "a 0..2 8\n b 2..4 8\n c 1..3 6".parse()?;
/// let options = PlanOptions::default();
/// let schedule = registry::planner("first-fit")?.plan(&trace, &options)?;
/// let certified = ilp::certify(&trace, &schedule, &options)?;
/// assert_eq!(certified.optimality, Optimality::Optimal);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn certify(
    trace: &LifetimeTrace,
    schedule: &MemorySchedule,
    options: &PlanOptions,
) -> Result<MemorySchedule, CertifyError> {
    let checks = ValidateOptions {
        alignment: options.alignment,
        ..ValidateOptions::default()
    };
    validate(trace, schedule, &checks).map_err(CertifyError::Invalid)?;
    let mut start = schedule.clone();
    // Do not charge the work of the original planner to this run.
    start.work = Units(0);
    // Do not trust its claim of optimality, either.
    start.optimality = Optimality::Unknown;
    start.bound_rule = None;
    let mut certified = Ilp::DEFAULT.improve(trace, options, start)?;
    if certified.total_size == schedule.total_size {
        certified.planner.clone_from(&schedule.planner);
    }
    Ok(certified)
}
