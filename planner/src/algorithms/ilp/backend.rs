//! The solvers of the integer program. Each call respects limits and interrupts.
//!
//! `microlp` is pure Rust and always available. It can stop after any number of branch-and-bound nodes
//! and resume, so limits are exact and results reproducible. `highs` (feature `highs`) is stronger and written in C++.
//! It cannot be interrupted, so it receives the remaining time ([`crate::Interrupt::time_left`]), or runs in slices of
//! doubling length.
//! Both stop at the first solution below the limit, because the caller then solves a tighter model.

use super::model::Model;
use super::parameters::Parameters;
use crate::{Units, WorkMeter};

/// A solver that can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Backend {
    Microlp,
    #[cfg(feature = "highs")]
    Highs,
}

impl Backend {
    /// The solvers of this build with their names.
    pub(super) const ALL: &[(&str, Backend)] = &[
        ("microlp", Self::Microlp),
        #[cfg(feature = "highs")]
        ("highs", Self::Highs),
    ];

    /// The largest component worth an attempt, in buffers, measured on random traces.
    pub(super) fn max_buffers(self) -> usize {
        match self {
            Self::Microlp => Parameters::DEFAULT.most_buffers_microlp,
            #[cfg(feature = "highs")]
            Self::Highs => Parameters::DEFAULT.most_buffers_highs,
        }
    }
}

/// The result of a solver on a model.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Solved {
    /// The values of the orders in some solution; `bound` as in `Stopped`.
    Found {
        orders: Vec<f64>,
        bound: Option<f64>,
    },
    /// There is no solution.
    Infeasible,
    /// A limit was reached first; `is_final` if it was one of the meter. No solution has a height
    /// below `bound`, in units of the model.
    Stopped { bound: Option<f64>, is_final: bool },
    /// The solver failed, mostly for numerical reasons.
    Failed,
}

/// Solves a model: to optimality if all orders are relaxed, otherwise up to the first solution.
///
/// The meter is charged one unit for each row and node. Solves at most `max_nodes` nodes, and also
/// returns their number.
pub(super) fn solve(
    backend: Backend,
    model: Model,
    max_nodes: u64,
    meter: &mut WorkMeter<'_>,
) -> (Solved, u64) {
    match backend {
        Backend::Microlp => pure::solve(&model, max_nodes, meter),
        #[cfg(feature = "highs")]
        Backend::Highs => native::solve(&model, max_nodes, meter),
    }
}

/// The meter stopped the run before any result.
const STOPPED: Solved = Solved::Stopped {
    bound: None,
    is_final: true,
};

fn work_of_node(model: &Model) -> Units {
    Units(model.rows.len() as u64 + 1)
}

mod pure {
    //! The solver written in Rust.

    use good_lp::SolverModel as _;
    use microlp::{Error, ResumeOptions, SolveOptions, SolveOutcome, TerminationReason};

    use super::{Model, Parameters, STOPPED, Solved, WorkMeter, work_of_node};

    pub(super) fn solve(model: &Model, max_nodes: u64, meter: &mut WorkMeter<'_>) -> (Solved, u64) {
        let work = work_of_node(model);
        if meter.spend(work).is_err() {
            return (STOPPED, 0);
        }
        // A resumed search continues at the node with the lowest bound instead of diving, so it should not stop often.
        let parameters = Parameters::DEFAULT;
        let (fewest, most) = parameters.slice_nodes;
        let slice = (parameters.slice_work.0 / work.0).clamp(fewest, most);
        let objective = model.variables.clone().minimise(model.height);
        let mut program = objective.using(good_lp::microlp);
        for row in &model.rows {
            program.add_constraint(row.clone());
        }
        let mut options = SolveOptions::default();
        options.time_limit = Some(parameters.root_slice);
        options.node_limit = Some(0);
        let mut state = program.as_inner().solve_with(options);
        let mut nodes = 0;
        loop {
            let outcome = match state {
                Ok(outcome) => outcome,
                Err(Error::Infeasible) => return (Solved::Infeasible, nodes),
                Err(_) => return (Solved::Failed, nodes),
            };
            let bound = outcome.stats().best_bound;
            if let SolveOutcome::Solution(solution) = &outcome {
                let columns: Vec<f64> = solution.iter().map(|(_, value)| value).collect();
                let best = Solved::Found {
                    orders: model.orders(&columns),
                    bound: model.is_relaxed().then(|| solution.objective()).or(bound),
                };
                return (best, nodes);
            }
            let mut next = ResumeOptions::default();
            let spent = if outcome.termination_reason() == TerminationReason::TimeLimit {
                next.time_limit = Some(parameters.root_slice);
                next.node_limit = Some(0);
                meter.check()
            } else {
                let slice = slice.min(max_nodes - nodes);
                if slice == 0 {
                    let is_final = false;
                    return (Solved::Stopped { bound, is_final }, nodes);
                }
                nodes += slice;
                next.node_limit = Some(slice);
                // The time limit ends a slow node at the deadline, after which the run stops
                // anyway.
                next.time_limit = meter.time_left();
                meter.spend(work * slice).and_then(|()| meter.check())
            };
            if spent.is_err() {
                let is_final = true;
                return (Solved::Stopped { bound, is_final }, nodes);
            }
            state = outcome.resume_with(next);
        }
    }
}

#[cfg(feature = "highs")]
mod native {
    //! The solver written in C++.

    use good_lp::SolverModel as _;
    use highs::{HighsModelStatus, HighsSolutionStatus};

    use super::{Model, Parameters, STOPPED, Solved, WorkMeter, work_of_node};

    pub(super) fn solve(model: &Model, max_nodes: u64, meter: &mut WorkMeter<'_>) -> (Solved, u64) {
        let work = work_of_node(model);
        if meter.spend(work).and_then(|()| meter.check()).is_err() {
            return (STOPPED, 0);
        }
        let mut best: Option<f64> = None;
        let mut run = match meter.time_left() {
            Some(_) => max_nodes,
            None => Parameters::DEFAULT.first_run,
        };
        let mut nodes = 0;
        loop {
            let in_budget = meter.work_left().map_or(u64::MAX, |left| left.0 / work.0);
            run = run.min(max_nodes - nodes).min(in_budget);
            if run == 0 {
                let is_final = in_budget == 0;
                return (
                    Solved::Stopped {
                        bound: best,
                        is_final,
                    },
                    nodes,
                );
            }
            let (solved, solved_nodes) = run_once(model, run, meter);
            nodes += solved_nodes.min(max_nodes - nodes);
            let Solved::Stopped { bound, .. } = solved else {
                return (solved, nodes);
            };
            best = match (best, bound) {
                (Some(best), Some(bound)) => Some(best.max(bound)),
                (best, bound) => best.or(bound),
            };
            let work = work * solved_nodes.min(in_budget);
            if meter.spend(work).and_then(|()| meter.check()).is_err() {
                let is_final = true;
                return (
                    Solved::Stopped {
                        bound: best,
                        is_final,
                    },
                    nodes,
                );
            }
            run = run.saturating_mul(2);
        }
    }

    /// One run of at most `max_nodes` nodes in the time that is left, and how many nodes it took.
    fn run_once(model: &Model, max_nodes: u64, meter: &WorkMeter<'_>) -> (Solved, u64) {
        let objective = model.variables.clone().minimise(model.height);
        let mut program = objective.using(good_lp::highs);
        for row in &model.rows {
            program.add_constraint(row.clone());
        }
        let Ok(mut native) = program.try_into_inner() else {
            return (Solved::Failed, 1);
        };
        native.make_quiet();
        let max_nodes = i32::try_from(max_nodes).unwrap_or(i32::MAX);
        let mut is_set = native.try_set_option("mip_max_nodes", max_nodes).is_ok()
            && native.try_set_option("mip_max_improving_sols", 1).is_ok()
            && native.try_set_option("mip_rel_gap", 0.0).is_ok()
            && native.try_set_option("threads", 1).is_ok()
            && native.try_set_option("random_seed", 0).is_ok();
        if let Some(left) = meter.time_left() {
            is_set &= native
                .try_set_option("time_limit", left.as_secs_f64())
                .is_ok();
        }
        let Some(solved) = is_set.then(|| native.try_solve().ok()).flatten() else {
            return (Solved::Failed, 1);
        };
        // The node count is not available as an `int`, so estimate it from the simplex iterations.
        let nodes = u64::try_from(solved.simplex_iteration_count() / 16).unwrap_or(0) + 1;
        let bound = solved.double_info_value(c"mip_dual_bound").ok();
        let bound = bound.filter(|bound| bound.is_finite() && bound.abs() < 1e15);
        if solved.primal_solution_status() == HighsSolutionStatus::Feasible {
            let orders = model.orders(solved.get_solution().columns());
            let bound = model
                .is_relaxed()
                .then(|| solved.objective_value())
                .or(bound);
            return (Solved::Found { orders, bound }, nodes);
        }
        let is_final = false;
        let stopped = Solved::Stopped { bound, is_final };
        let outcome = match solved.status() {
            HighsModelStatus::Infeasible => Solved::Infeasible,
            HighsModelStatus::ReachedTimeLimit
            | HighsModelStatus::ReachedSolutionLimit
            | HighsModelStatus::ReachedIterationLimit
            | HighsModelStatus::ReachedInterrupt => stopped,
            _ => Solved::Failed,
        };
        (outcome, nodes)
    }
}
