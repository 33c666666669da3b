//! Logical workers: sequences of runs that find plans and refute capacities.
//!
//! Work is divided into *epochs*: in each, every worker gets the same number of nodes, whatever the
//! number of threads. Within an epoch workers do not communicate, except that one that has closed
//! the gap stops those that have searched more nodes than it needed. The result therefore depends
//! only on seed and work, never on threads or the clock.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::engine::{Engine, RunEnd};
use super::parameters::Parameters;
use super::phase::Phase;
use super::problem::Problem;
use super::rules::{Facts, Run, luby};
use super::techniques::Techniques;
use super::unit::{RunRandom, Unit};
use crate::bounds::ReachablePeaks;
use crate::reduce::Instance;

/// The limits of one epoch.
pub(super) struct Epoch<'a> {
    /// Nodes for each worker.
    pub(super) budget: u64,
    /// The number of workers that take part.
    pub(super) n_workers: usize,
    pub(super) threads: NonZeroUsize,
    /// Peaks in bytes: none below `lower` is possible, one of `upper` is known, and one of `enough`
    /// is as good as a lower one.
    pub(super) lower: u64,
    pub(super) upper: u64,
    pub(super) enough: u64,
    /// The best plan: the offset of each item, in units.
    pub(super) plan: &'a [u64],
    /// Whether the interrupt of the caller gives a reason to stop.
    pub(super) stop: &'a (dyn Fn() -> bool + Sync),
}

#[derive(Debug, Default)]
pub(super) struct EpochResult {
    /// No plan has a lower peak, in bytes; never less than at the start.
    pub(super) lower: u64,
    /// A better plan, and its peak.
    pub(super) plan: Option<(u64, Vec<u64>)>,
    /// The last refutation, if there was one.
    pub(super) refutation: Option<Refutation>,
    pub(super) nodes: u64,
}

/// A run that refuted a capacity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Refutation {
    /// No schedule fits into this many bytes.
    pub(crate) capacity: u64,
    /// The worker of the run, which determines its choices together with the seed, the run number and earlier runs.
    pub(crate) worker: u64,
    pub(crate) run: u64,
    /// The nodes of this run, given the states that earlier runs had refuted.
    pub(crate) nodes: u64,
}

/// The search of one independent part, in the integers that fit it.
pub(super) trait PartSearch: Send {
    /// Runs all workers for an epoch.
    fn epoch(&mut self, epoch: &Epoch<'_>) -> EpochResult;
}

/// All workers on one part.
pub(super) struct Workers<T> {
    shared: Shared<T>,
    workers: Vec<Worker<T>>,
}

struct Shared<T> {
    instance: Arc<Instance>,
    problem: Arc<Problem<T>>,
    reachable: ReachablePeaks,
    facts: Facts,
    techniques: Techniques,
    seed: u64,
}

struct Worker<T> {
    index: u64,
    /// Whether it searches just below the best plan, if there are enough workers at the bound.
    is_stepper: bool,
    engine: Engine<T>,
    /// The current run: its number, target in bytes, and remaining nodes.
    run: u64,
    target: Option<u64>,
    left: u64,
    run_nodes: u64,
    /// The bounds of the epoch, improved by the results of this worker.
    lower: u64,
    upper: u64,
    enough: u64,
    /// Ever better plans of this epoch: the nodes used when each was found, its peak, and its offsets.
    plans: Vec<(u64, u64, Vec<u64>)>,
    refutation: Option<Refutation>,
    used: u64,
    /// The deepest state of the workers at the bound before this epoch, for a stepper.
    borrowed: Option<Phase<T>>,
    /// The offsets of the best plan by item of the problem, for a stepper.
    plan: Vec<T>,
    /// Runs above the bound since the last one that found a plan.
    n_failed_steps: u32,
}

/// Prepares the search of a part whose plans are no higher than `upper` bytes.
pub(super) fn part_search(
    instance: &Arc<Instance>,
    reachable: &ReachablePeaks,
    upper: u64,
    techniques: Techniques,
    seed: u64,
) -> Box<dyn PartSearch> {
    let largest = instance.size.iter().copied().max().unwrap_or(0);
    let highest = (upper / instance.unit)
        .saturating_add(largest)
        .saturating_add(instance.align.iter().max().unwrap_or(1));
    let bits = highest
        .max(instance.len() as u64)
        .max(u64::from(instance.n_sections));
    let reachable = reachable.clone();
    if bits < i16::INFINITE.to_u64() {
        Box::new(Workers::<i16>::new(instance, reachable, techniques, seed))
    } else if bits < i32::INFINITE.to_u64() {
        Box::new(Workers::<i32>::new(instance, reachable, techniques, seed))
    } else {
        Box::new(Workers::<i64>::new(instance, reachable, techniques, seed))
    }
}

impl<T: Unit> Workers<T> {
    fn new(
        instance: &Arc<Instance>,
        reachable: ReachablePeaks,
        techniques: Techniques,
        seed: u64,
    ) -> Self {
        let problem = Arc::new(Problem::<T>::new(instance));
        Self {
            workers: Vec::new(),
            shared: Shared {
                facts: Facts::new(&problem),
                instance: Arc::clone(instance),
                problem,
                reachable,
                techniques,
                seed,
            },
        }
    }
}

impl<T: Unit> PartSearch for Workers<T> {
    fn epoch(&mut self, epoch: &Epoch<'_>) -> EpochResult {
        let n_workers = epoch.n_workers;
        for index in self.workers.len()..n_workers {
            self.workers.push(Worker::new(index, &self.shared));
        }
        self.lend();
        for worker in &mut self.workers {
            worker.learn(&self.shared, epoch);
        }
        // The fewest nodes used by a worker that finished, regardless of when it finished.
        let first_to_finish = AtomicU64::new(u64::MAX);
        let n_threads = epoch.threads.get().min(n_workers);
        let mut groups: Vec<Vec<&mut Worker<T>>> = (0..n_threads).map(|_| Vec::new()).collect();
        for (index, worker) in self.workers[..n_workers].iter_mut().enumerate() {
            groups[index % n_threads].push(worker);
        }
        let shared = &self.shared;
        let work = |group: Vec<&mut Worker<T>>| work(shared, group, epoch, &first_to_finish);
        std::thread::scope(|scope| {
            let mut groups = groups.into_iter();
            let own = groups.next();
            for group in groups {
                scope.spawn(|| work(group));
            }
            own.map(work);
        });
        self.epoch_result(epoch, first_to_finish.into_inner())
    }
}

impl<T: Unit> Workers<T> {
    /// Gives the steppers the deepest state of the workers at the bound: with a little more room the
    /// rest may be easy. Workers at the bound do not share theirs: if all of them search the same
    /// states, ten seeds of D need three times the nodes.
    fn lend(&mut self) {
        if !self.shared.techniques.phases {
            return;
        }
        let mut deepest: Option<&Phase<T>> = None;
        for worker in self.workers.iter().filter(|worker| !worker.is_stepper) {
            let phase = &worker.engine.phase;
            if deepest.is_none_or(|best| phase.is_deeper(best)) {
                deepest = Some(phase);
            }
        }
        let Some(deepest) = deepest.cloned() else {
            return;
        };
        for worker in self.workers.iter_mut().filter(|worker| worker.is_stepper) {
            worker.borrowed = Some(deepest.clone());
        }
    }
}

/// Alternates between the workers of one thread until the epoch ends.
fn work<T: Unit>(
    shared: &Shared<T>,
    mut group: Vec<&mut Worker<T>>,
    epoch: &Epoch<'_>,
    first_to_finish: &AtomicU64,
) {
    while !group.is_empty() && !(epoch.stop)() {
        group.retain_mut(|worker| {
            let limit = epoch.budget.min(first_to_finish.load(Ordering::Relaxed));
            let slice = Parameters::DEFAULT
                .slice
                .min(limit.saturating_sub(worker.used));
            if slice == 0 {
                return false;
            }
            if worker.search(shared, slice, epoch.stop) {
                first_to_finish.fetch_min(worker.used, Ordering::Relaxed);
                return false;
            }
            true
        });
    }
}

impl<T: Unit> Workers<T> {
    /// Collects the results of the workers: their plans, and the bounds of all of them, or that of the first one that
    /// finished. Plans that were found after that, which depends on the threads, do not count.
    fn epoch_result(&mut self, epoch: &Epoch<'_>, first_to_finish: u64) -> EpochResult {
        let mut result = EpochResult {
            lower: epoch.lower,
            ..EpochResult::default()
        };
        if first_to_finish == u64::MAX {
            result.nodes = self.workers.iter().map(|worker| worker.used).sum();
            for worker in &self.workers {
                worker.report_bound(&mut result);
            }
        } else {
            result.nodes = first_to_finish * epoch.n_workers as u64;
            let mut workers = self.workers.iter();
            if let Some(winner) =
                workers.find(|worker| worker.is_done() && worker.used == first_to_finish)
            {
                winner.report_bound(&mut result);
            }
        }
        for worker in &mut self.workers {
            worker.report_plan(first_to_finish, &mut result);
        }
        result
    }
}

impl<T: Unit> Worker<T> {
    fn new(index: usize, shared: &Shared<T>) -> Self {
        Self {
            index: index as u64,
            is_stepper: index % 4 == 3 || shared.techniques.workers <= index,
            engine: Engine::new(Arc::clone(&shared.problem), shared.techniques),
            run: 0,
            target: None,
            left: 0,
            run_nodes: 0,
            lower: 0,
            upper: 0,
            enough: 0,
            plans: Vec::new(),
            refutation: None,
            used: 0,
            borrowed: None,
            plan: Vec::new(),
            n_failed_steps: 0,
        }
    }

    /// Starts an epoch with the common results.
    fn learn(&mut self, shared: &Shared<T>, epoch: &Epoch<'_>) {
        if self.is_stepper && epoch.upper != self.upper {
            self.engine.phase.clear(); // it belongs to targets that are reached
            let of = |&item: &u32| T::from_u64(epoch.plan[item as usize]);
            self.plan.clear();
            self.plan.extend(shared.problem.item.iter().map(of));
        }
        (self.lower, self.upper) = (epoch.lower, epoch.upper);
        self.enough = epoch.enough;
        self.plans.clear();
        self.refutation = None;
        self.used = 0;
        let useful = self.lower..self.upper;
        self.target = self.target.filter(|target| useful.contains(target));
    }

    /// Whether there is nothing more to find out: the best plan is good enough, or nothing is.
    fn is_done(&self) -> bool {
        self.upper <= self.lower.max(self.enough) || self.enough < self.lower
    }

    fn report_bound(&self, result: &mut EpochResult) {
        if result.lower < self.lower {
            result.lower = self.lower;
            result.refutation = self.refutation;
        }
    }

    /// Reports the best plan that was found within `n_nodes` nodes.
    fn report_plan(&mut self, n_nodes: u64, result: &mut EpochResult) {
        let n_in_time = self.plans.partition_point(|&(at, ..)| at <= n_nodes);
        self.plans.truncate(n_in_time);
        if let Some((_, peak, plan)) = self.plans.pop()
            && result.plan.as_ref().is_none_or(|best| peak < best.0)
        {
            result.plan = Some((peak, plan));
        }
    }

    /// Searches up to `n_nodes` nodes. True if there is nothing more to find out.
    fn search(&mut self, shared: &Shared<T>, n_nodes: u64, stop: &dyn Fn() -> bool) -> bool {
        let end = self.used + n_nodes;
        while !self.is_done() && self.used < end {
            let (target, ended) = match self.target {
                Some(target) => (target, None),
                None => self.begin_run(shared),
            };
            let before = self.engine.nodes;
            let ended = match ended {
                Some(ended) => ended,
                None => self.engine.resume(self.left.min(end - self.used), stop),
            };
            // Charge at least one node, so that a worker whose runs end at once does not loop
            // forever.
            let nodes = (self.engine.nodes - before).max(1);
            self.used += nodes;
            self.run_nodes += nodes;
            self.left = self.left.saturating_sub(nodes);
            match ended {
                RunEnd::Solved => self.solved(shared, target),
                RunEnd::Refuted => self.refuted(shared, target),
                RunEnd::Stopped if stop() => return false,
                // The run has used up its nodes, or its trail is full.
                RunEnd::Stopped if self.left == 0 || self.used < end => {
                    self.target = None;
                    self.n_failed_steps += u32::from(self.lower.max(self.enough) < target);
                }
                RunEnd::Stopped => {}
            }
        }
        self.is_done()
    }

    /// Chooses a target and begins a run there.
    fn begin_run(&mut self, shared: &Shared<T>) -> (u64, Option<RunEnd>) {
        let target = self.choose_target(shared);
        let techniques = &shared.techniques;
        let random = RunRandom::new(shared.seed, self.index, self.run);
        let is_step = self.lower.max(self.enough) < target;
        let draw = Run::draw(
            &shared.facts,
            techniques,
            random,
            self.run,
            is_step && self.is_stepper,
        );
        self.engine.fade(self.run == 0);
        let n = shared.problem.n as u64;
        let base = n.clamp(200, 1 << 19);
        self.left = if techniques.baseline.is_some() {
            (2 * n) << (self.run / 3).min(40) // run each of the 3 orders, then double the nodes
        } else if techniques.restarts && is_step {
            base * Parameters::DEFAULT.step_percent / 100
        } else if techniques.restarts {
            // Give the first dive enough nodes to finish.
            base * luby(self.run).max(2 * u64::from(self.run == 0))
        } else {
            u64::MAX
        };
        self.run += 1;
        self.run_nodes = 0;
        self.target = Some(target);
        let latest: Vec<Option<T>> = shared
            .problem
            .item
            .iter()
            .map(|&item| {
                let latest = shared.instance.latest(item as usize, target);
                latest.map(T::from_u64)
            })
            .collect();
        let scale = target / shared.instance.unit;
        let other = self.borrowed.as_ref().filter(|_| draw.borrows);
        self.engine.follow(&draw, other, &self.plan, &latest, scale);
        let ended = self.engine.begin(draw, &latest, target, scale);
        (target, ended)
    }

    /// Most of the work goes to the lower bound, which is nearly always the optimum. One worker in
    /// four steps down from the best plan, and so do those that join after many nodes without a good plan: a part
    /// that is hard at the bound is often easy one percent above it.
    fn choose_target(&self, shared: &Shared<T>) -> u64 {
        let is_step = if shared.techniques.workers < 4 {
            (self.run + self.index) % 4 == 3
        } else {
            self.is_stepper
        };
        let lowest = self.lower.max(self.enough);
        let gap = self.upper - lowest;
        let target = if is_step && shared.techniques.descent {
            // Lower targets are harder, so the next step after a failure is half as long. After the shortest, as in
            // Luby's sequence, each length gets half as many runs as the next shorter one: none gets much fewer than
            // the best choice would give it.
            let (shortest, n_failed) = (Parameters::DEFAULT.shortest_step, self.n_failed_steps);
            let shift = if n_failed < shortest {
                n_failed + 1
            } else {
                shortest - n_failed.trailing_zeros().min(shortest - 1)
            };
            self.upper - 1 - (gap >> shift).min(gap - 1)
        } else {
            lowest
        };
        shared.reachable.below(target + 1).max(lowest)
    }

    fn solved(&mut self, shared: &Shared<T>, target: u64) {
        self.target = None;
        let mut offsets = vec![0; shared.problem.n];
        for (&item, offset) in shared.problem.item.iter().zip(self.engine.offsets()) {
            offsets[item as usize] = offset.to_u64();
        }
        let peak = shared.instance.peak(&offsets);
        debug_assert!(peak <= target, "a run stays within its capacity");
        self.n_failed_steps = 0;
        if peak < self.upper {
            self.upper = peak;
            if self.is_stepper {
                self.engine.phase.clear(); // the next run follows this plan
                self.plan.clear();
                self.plan.extend_from_slice(self.engine.offsets());
            }
            self.plans.push((self.used, peak, offsets));
        }
    }

    fn refuted(&mut self, shared: &Shared<T>, target: u64) {
        self.target = None;
        let lower = shared.reachable.raise(target + 1);
        if self.lower < lower {
            self.lower = lower;
            self.refutation = Some(Refutation {
                capacity: target,
                worker: self.index,
                run: self.run - 1,
                nodes: self.run_nodes,
            });
        }
    }
}
