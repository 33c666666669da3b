//! The driver of the integer program: solves models at fixed capacities until the optimum is found.
//!
//! Independent parts are solved one by one, the highest first. Buffers that span a whole part are
//! peeled off to the bottom, which may divide the rest into smaller parts. In each part, two
//! capacities are probed alternately with doubling budgets: the lower bound, which is usually the
//! optimum and gives the tightest model, and the peak just below the incumbent. A probe that finds
//! a plan lowers the incumbent; one that finds none raises the bound to the next reachable peak.
//! When they meet, the incumbent is optimal.

use memplan_support::Sort;

use super::backend::{self, Backend, Solved};
use super::domains::Domains;
use super::model::{Cut, Integrality, Model, violated_cuts};
use super::order::{Ordered, offsets_of};
use super::parameters::Parameters;
use super::problem::Problem;
use super::symmetry;
use crate::bounds::{ReachablePeaks, of_instance};
use crate::reduce::Instance;
use crate::{BoundRule, Bytes, LifetimeTrace, LowerBound, PlanError, PlanOptions, WorkMeter};

/// How hard to try.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    pub(super) backend: Backend,
    /// Parts with more buffers are left as they are.
    pub(super) max_buffers: usize,
    /// Nodes for each part; `None` for no limit but that of the meter.
    pub(super) max_nodes: Option<u64>,
    /// Whether relaxations are tightened by transitivity cuts first.
    pub(super) cuts: bool,
    /// Whether equivalent plans are ruled out.
    pub(super) symmetry: bool,
}

/// The final plan and bound of a trace.
pub(super) struct Outcome {
    pub(super) offsets: Vec<Bytes>,
    pub(super) bound: LowerBound,
}

/// Improves the plan `start` of a trace, and the bound on all plans, until limits or the optimum.
///
/// # Errors
/// As [`Instance::new`].
pub(super) fn improve(
    trace: &LifetimeTrace,
    options: &PlanOptions,
    effort: Effort,
    start: &[Bytes],
    bound: LowerBound,
    meter: &mut WorkMeter<'_>,
) -> Result<Outcome, PlanError> {
    let instance = Instance::new(trace, options)?;
    let mut outcome = Outcome {
        offsets: start.to_vec(),
        bound,
    };
    let mut jobs: Vec<Job> = Vec::new();
    for part in instance.parts() {
        match jobs_of_part(trace, options, effort, part.instance, &mut outcome.offsets) {
            Ok(parts) => jobs.extend(parts),
            // A part that is too large keeps its schedule, so peaks of other parts need not go
            // below its peak.
            Err(part) => jobs.push(Job::fixed(trace, &part, &outcome.offsets)),
        }
    }
    for job in &jobs {
        outcome.bound = job.raised(outcome.bound);
    }
    jobs.sort_stable_by_key(|job| std::cmp::Reverse(job.base + job.peak));
    for job in &mut jobs {
        // A peak below `target` does not help: no schedule of the trace is below the bound.
        let target = outcome.bound.bytes.0.saturating_sub(job.base);
        let is_done = job.peak <= target || job.problem.items.is_empty();
        let stopped = !is_done && job.solve(effort, target, meter);
        outcome.bound = job.raised(outcome.bound);
        job.write_offsets(&mut outcome.offsets);
        let is_open = outcome.bound.bytes.0 < job.base + job.peak;
        if stopped || is_open {
            break; // the remaining parts are no higher than this one
        }
    }
    Ok(outcome)
}

/// Peels off buffers that span a whole part and divides the rest into jobs, all with their offsets.
/// Returns the part if some of it is too large.
fn jobs_of_part(
    trace: &LifetimeTrace,
    options: &PlanOptions,
    effort: Effort,
    part: Instance,
    offsets: &mut [Bytes],
) -> Result<Vec<Job>, Box<Instance>> {
    let mut jobs = Vec::new();
    let mut peeled: Vec<(usize, Bytes)> = Vec::new();
    let mut todo = vec![(part.clone(), 0_u64)];
    while let Some((instance, mut base)) = todo.pop() {
        let full = instance.full_span();
        if full.is_empty() {
            if effort.max_buffers < instance.len() {
                return Err(Box::new(part));
            }
            jobs.push((instance, base));
            continue;
        }
        for &item in &full {
            peeled.push((instance.ids[item as usize].index(), Bytes(base)));
            base += instance.size[item as usize] * instance.unit;
        }
        let is_left = |item: &u32| full.binary_search(item).is_err();
        let left: Vec<u32> = (0..instance.len() as u32).filter(is_left).collect();
        let rest = instance.restricted(&left, 0, instance.n_sections);
        let parts = rest.parts().into_iter().map(|part| (part.instance, base));
        todo.extend(parts.filter(|(part, _)| !part.is_empty()));
        if left.is_empty() {
            let only = instance.restricted(&full[full.len() - 1..], 0, instance.n_sections);
            let last = peeled.pop().map_or(0, |(_, at)| at.0);
            jobs.push((only, last));
        }
    }
    let jobs = jobs
        .into_iter()
        .map(|(instance, base)| Job::new(trace, options, &instance, base, offsets))
        .collect::<Vec<Job>>();
    for (index, offset) in peeled {
        offsets[index] = offset;
    }
    for job in &jobs {
        job.write_offsets(offsets);
    }
    Ok(jobs)
}

/// An independent problem with the best plan and bound known. Bytes count from `base`.
struct Job {
    problem: Problem,
    /// The bytes below the job.
    base: u64,
    peaks: ReachablePeaks,
    /// In units.
    offsets: Vec<u64>,
    peak: u64,
    bound: LowerBound,
    /// Each with the largest capacity at which it holds.
    cuts: Vec<(u64, Cut)>,
    nodes: u64,
}

/// The result of a model at some capacity.
enum Probe {
    /// There is a plan.
    Found(Vec<u64>),
    /// There is none.
    Refuted,
    /// The budget is exhausted; this is the lower bound on the peak.
    Open(u64),
    /// The same, and the run was stopped.
    Stopped(u64),
}

impl Job {
    /// The problem of `instance` with the plan that respects the order of buffers in `start`.
    fn new(
        trace: &LifetimeTrace,
        options: &PlanOptions,
        instance: &Instance,
        base: u64,
        start: &[Bytes],
    ) -> Self {
        let problem = Problem::new(trace, options, instance);
        let at = |item: u32| start[problem.items[item as usize].id.index()].0;
        let orders: Vec<bool> = problem
            .pairs
            .iter()
            .map(|pair| {
                if problem.has_windows {
                    let above = i128::from(at(pair.b)) - i128::from(at(pair.a));
                    i128::from(pair.a_below) * i128::from(problem.unit) <= above
                } else {
                    at(pair.a) < at(pair.b)
                }
            })
            .collect();
        let offsets = match offsets_of(&problem, &orders, i64::MAX.cast_unsigned()) {
            Ordered::Offsets(offsets) => offsets,
            // A valid schedule has an order. If none is found, keep its offsets.
            Ordered::Reason(_) | Ordered::Unknown => (0..problem.items.len() as u32)
                .map(|item| at(item) / problem.unit)
                .collect(),
        };
        let peak = problem.peak(&offsets);
        let bound = if problem.has_windows {
            LowerBound::load(Bytes(problem.load()))
        } else {
            of_instance(instance)
        };
        Self {
            peaks: ReachablePeaks::new(instance, peak),
            problem,
            base,
            offsets,
            peak,
            bound,
            cuts: Vec::new(),
            nodes: 0,
        }
    }

    /// A part that stays as it is in `start`.
    fn fixed(trace: &LifetimeTrace, instance: &Instance, start: &[Bytes]) -> Self {
        let ends = instance
            .ids
            .iter()
            .map(|&id| start[id.index()].0 + trace[id].size.0);
        let bound = if instance.is_restriction {
            LowerBound::load(Bytes(0))
        } else {
            of_instance(instance)
        };
        Self {
            problem: Problem::default(),
            base: 0,
            peaks: ReachablePeaks::new(instance, 0),
            offsets: Vec::new(),
            peak: ends.max().unwrap_or(0),
            bound,
            cuts: Vec::new(),
            nodes: 0,
        }
    }

    fn write_offsets(&self, offsets: &mut [Bytes]) {
        for (item, offset) in self.problem.items.iter().zip(&self.offsets) {
            offsets[item.id.index()] = Bytes(self.base + offset * self.problem.unit);
        }
    }

    /// Closes the gap between peak and bound, or lowers the peak to `target`. Returns whether the
    /// meter stopped it.
    fn solve(&mut self, effort: Effort, target: u64, meter: &mut WorkMeter<'_>) -> bool {
        let symmetry = if effort.symmetry {
            symmetry::decided(&self.problem)
        } else {
            Vec::new()
        };
        let mut budget = Parameters::DEFAULT.first_budget;
        let mut is_low = true;
        while target.max(self.bound.bytes.0) < self.peak {
            let lowest = target.max(self.bound.bytes.0);
            let capacity = if is_low { lowest } else { self.peak - 1 };
            let left = effort
                .max_nodes
                .map_or(u64::MAX, |max| max.saturating_sub(self.nodes));
            if left == 0 {
                return false;
            }
            let probe = self.probe(effort, &symmetry, capacity, budget.min(left), meter);
            match probe {
                Some(Probe::Found(offsets)) => {
                    self.peak = self.problem.peak(&offsets);
                    self.offsets = offsets;
                }
                Some(Probe::Refuted) => self.refute_up_to(capacity),
                Some(Probe::Open(bound)) => {
                    self.refute_up_to(bound.min(capacity + 1).saturating_sub(1));
                    // If `lowest` is the only reachable peak below the incumbent, keep probing it.
                    let only_one = self.peak <= self.peaks.raise(lowest + 1);
                    if !is_low || only_one {
                        budget = budget.saturating_mul(2);
                    }
                    is_low = only_one || !is_low;
                }
                Some(Probe::Stopped(bound)) => {
                    self.refute_up_to(bound.min(capacity + 1).saturating_sub(1));
                    return true;
                }
                None => return false,
            }
        }
        false
    }

    /// No plan has a peak of `capacity` bytes or less.
    fn refute_up_to(&mut self, capacity: u64) {
        if self.bound.bytes.0 <= capacity {
            let next = self.peaks.raise(capacity + 1).min(self.peak);
            self.bound = self.bound.or_better(next, BoundRule::Milp);
        }
    }

    /// The better one of the bound of the trace and this one.
    fn raised(&self, bound: LowerBound) -> LowerBound {
        bound.or_better(self.base + self.bound.bytes.0, self.bound.rule)
    }

    /// Looks for a plan of at most `capacity` bytes; `None` where the solver gave up.
    fn probe(
        &mut self,
        effort: Effort,
        symmetry: &[(usize, bool)],
        capacity: u64,
        budget: u64,
        meter: &mut WorkMeter<'_>,
    ) -> Option<Probe> {
        let Some(domains) = Domains::new(&self.problem, capacity, symmetry) else {
            return Some(Probe::Refuted);
        };
        let mut bound = self.bound.bytes.0;
        if effort.cuts && 1 < self.problem.sections.len().max(self.problem.items.len()) {
            match self.relax(effort, &domains, capacity, meter) {
                Relaxed::Bound(relaxed) => bound = bound.max(relaxed),
                Relaxed::Refuted => return Some(Probe::Refuted),
                Relaxed::Stopped => return Some(Probe::Stopped(bound)),
            }
        }
        let limit = self.peaks.raise(capacity + 1).min(self.peak);
        for _ in 0..Parameters::DEFAULT.most_repairs {
            let cuts = self.cuts_at(capacity);
            let peaks = bound.min(capacity)..limit;
            let model = Model::new(&self.problem, &domains, peaks, &cuts, Integrality::Whole);
            let from_height = model.height_to_bytes();
            let (solved, nodes) = backend::solve(effort.backend, model, budget, meter);
            self.nodes += nodes.max(1);
            let best = |height: Option<f64>| height.map_or(bound, |h| bound.max(from_height(h)));
            match solved {
                Solved::Infeasible => return Some(Probe::Refuted),
                Solved::Stopped {
                    bound,
                    is_final: true,
                } => return Some(Probe::Stopped(best(bound))),
                Solved::Stopped { bound, .. } => return Some(Probe::Open(best(bound))),
                Solved::Failed => return None,
                Solved::Found { orders, .. } => {
                    let orders: Vec<bool> = orders.iter().map(|&order| 0.5 < order).collect();
                    match offsets_of(&self.problem, &orders, capacity) {
                        Ordered::Offsets(offsets) => return Some(Probe::Found(offsets)),
                        Ordered::Reason(pairs) if pairs.is_empty() => return Some(Probe::Refuted),
                        Ordered::Reason(pairs) => {
                            let literals = pairs.into_iter().map(|pair| (pair, orders[pair]));
                            self.cuts.push((capacity, Cut::not_all(literals.collect())));
                        }
                        Ordered::Unknown => return None,
                    }
                }
            }
        }
        None
    }

    /// The bound of the relaxation, with cuts added while they help.
    fn relax(
        &mut self,
        effort: Effort,
        domains: &Domains,
        capacity: u64,
        meter: &mut WorkMeter<'_>,
    ) -> Relaxed {
        let limit = self.peaks.raise(capacity + 1).min(self.peak);
        let mut best = self.bound.bytes.0;
        for _ in 0..Parameters::DEFAULT.most_cut_rounds {
            let cuts = self.cuts_at(capacity);
            let peaks = self.bound.bytes.0.min(capacity)..limit;
            let model = Model::new(&self.problem, domains, peaks, &cuts, Integrality::Relaxed);
            let from_height = model.height_to_bytes();
            match backend::solve(effort.backend, model, u64::MAX, meter).0 {
                Solved::Infeasible => return Relaxed::Refuted,
                Solved::Stopped { .. } => return Relaxed::Stopped,
                Solved::Failed => break,
                Solved::Found { orders, bound } => {
                    best = bound.map_or(best, |height| best.max(from_height(height)));
                    if capacity < best {
                        return Relaxed::Refuted;
                    }
                    let new = violated_cuts(&self.problem, &orders, self.problem.pairs.len());
                    if new.is_empty() {
                        break;
                    }
                    self.cuts.extend(new.into_iter().map(|cut| (u64::MAX, cut)));
                }
            }
        }
        Relaxed::Bound(best)
    }

    fn cuts_at(&self, capacity: u64) -> Vec<Cut> {
        let holds = |(largest, _): &&(u64, Cut)| capacity <= *largest;
        self.cuts
            .iter()
            .filter(holds)
            .map(|(_, cut)| cut.clone())
            .collect()
    }
}

/// The result of a relaxation.
enum Relaxed {
    /// The lower bound in bytes.
    Bound(u64),
    /// There is no plan within the capacity.
    Refuted,
    /// The meter stopped the run.
    Stopped,
}
