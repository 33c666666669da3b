//! Runs tasks on several threads as if they ran one after the other.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::parameters::PortfolioParameters;
use super::squeaky_wheel::Priorities;
use super::tasks::{Attempt, Known};
use super::{Budget, Halt, Incumbent, Portfolio, Start, Task};
use crate::placement::Placer;
use crate::{StopReason, Units};

/// What the threads of a run share.
struct Shared {
    incumbent: Incumbent,
    /// The next task to be started.
    next: usize,
    /// How many tasks are merged.
    n_merged: usize,
    /// The peaks after each number of merged tasks, as long as a task may need them.
    versions: Vec<Option<Known>>,
    /// Results that wait for those of earlier tasks.
    waiting: Vec<Option<Attempt>>,
    /// Vectors of offsets for the next tasks.
    spare: Vec<Vec<u64>>,
    source: &'static str,
    work: Units,
    stopped: Option<StopReason>,
    /// The priorities of finished tasks, by arrangement.
    priorities: Vec<(usize, Priorities)>,
    is_over: bool,
}

impl<'i> Portfolio<'i> {
    /// Runs tasks until all are done, one reaches the target, or the caller's limits stop them.
    pub(super) fn run(&mut self, tasks: &[Task]) {
        if self.is_done() || tasks.is_empty() {
            return;
        }
        let peaks = self.incumbent.peaks.clone();
        let mut versions = vec![None; tasks.len() + 1];
        versions[0] = Some(Known {
            peaks: Arc::new(peaks),
            offsets: Arc::new(if tasks.iter().any(|task| task.start == Start::Incumbent) {
                self.incumbent.offsets.clone()
            } else {
                Vec::new()
            }),
        });
        let incumbent = Incumbent {
            offsets: std::mem::take(&mut self.incumbent.offsets),
            peaks: std::mem::take(&mut self.incumbent.peaks),
        };
        let shared = Mutex::new(Shared {
            incumbent,
            next: 0,
            n_merged: 0,
            versions,
            waiting: tasks.iter().map(|_| None).collect(),
            spare: Vec::new(),
            source: self.source,
            work: self.work,
            stopped: None,
            priorities: Vec::new(),
            is_over: false,
        });
        let mut n_threads = self
            .options
            .threads
            .get()
            .min(PortfolioParameters::DEFAULT.lag)
            .min(tasks.len());
        // Long tasks place all items many times, so threads pay off for fewer items.
        let is_long = |task: &Task| matches!(task.start, Start::SqueakyWheel(_));
        let fewest_items = if tasks.iter().all(is_long) {
            PortfolioParameters::DEFAULT.fewest_items_for_long_tasks
        } else {
            PortfolioParameters::DEFAULT.fewest_items_for_threads
        };
        if self.core.items.len() < fewest_items || self.options.work_limit.is_some() {
            n_threads = 1;
        }
        let runner = Runner {
            portfolio: self,
            tasks,
            shared: &shared,
            changed: Condvar::new(),
            superseded: tasks.iter().map(|_| AtomicBool::new(false)).collect(),
        };
        std::thread::scope(|scope| {
            for _ in 1..n_threads {
                scope.spawn(|| runner.work());
            }
            runner.work();
        });
        let shared = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.incumbent = shared.incumbent;
        self.source = shared.source;
        self.work = shared.work;
        self.stopped = shared.stopped;
        self.priorities.extend(shared.priorities);
    }
}

struct Runner<'r, 'i> {
    portfolio: &'r Portfolio<'i>,
    tasks: &'r [Task],
    shared: &'r Mutex<Shared>,
    /// A task was merged, or the run is over.
    changed: Condvar,
    /// For each task, whether an earlier one made it useless.
    superseded: Vec<AtomicBool>,
}

impl<'r, 'i> Runner<'r, 'i> {
    fn lock(&self) -> MutexGuard<'r, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The loop of each thread.
    fn work(&self) {
        let portfolio = self.portfolio;
        let mut placer = Placer::new(&portfolio.board).within_steps(portfolio.most_steps);
        let mut shared = self.lock();
        loop {
            let index = shared.next;
            if shared.is_over || self.tasks.len() <= index {
                return;
            }
            // With a work limit, a task must know how much work all earlier tasks have left.
            let needed = if portfolio.options.work_limit.is_some() {
                index
            } else {
                (index + 1).saturating_sub(PortfolioParameters::DEFAULT.lag)
            };
            if shared.n_merged < needed {
                let woken = self.changed.wait(shared);
                shared = woken.unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            shared.next += 1;
            let version = (index + 1).saturating_sub(PortfolioParameters::DEFAULT.lag);
            let Some(version_known) = shared.versions[version].clone() else {
                return; // unreachable: versions are kept while they are needed
            };
            let limit = portfolio.options.work_limit.unwrap_or(Units::MAX);
            let limit = limit - shared.work;
            let offsets = shared.spare.pop();
            drop(shared);

            let offsets = offsets.unwrap_or_else(|| portfolio.core.offsets.clone());
            let budget = Budget::new(portfolio.options, limit).until(&self.superseded[index]);
            let attempt = portfolio.attempt(
                self.tasks[index],
                &version_known,
                offsets,
                &mut placer,
                budget,
            );
            if portfolio.reaches_target(&attempt, &version_known) {
                for later in &self.superseded[index + 1..] {
                    later.store(true, Ordering::Relaxed);
                }
            }
            drop(version_known);
            shared = self.lock();
            shared.waiting[index] = Some(attempt);
            self.merge(&mut shared);
            self.changed.notify_all();
        }
    }

    /// Merges the finished attempts, in the order of the tasks.
    fn merge(&self, shared: &mut Shared) {
        while !shared.is_over && shared.n_merged < self.tasks.len() {
            let index = shared.n_merged;
            let Some(attempt) = shared.waiting[index].take() else {
                return;
            };
            self.take_in(shared, index, attempt);
        }
    }

    fn take_in(&self, shared: &mut Shared, index: usize, attempt: Attempt) {
        let portfolio = self.portfolio;
        let before = portfolio.highest(&shared.incumbent.peaks);
        shared.work += attempt.work;
        let mut is_better = false;
        for &(component, peak) in &attempt.better {
            let component = component as usize;
            if peak < shared.incumbent.peaks[component] {
                is_better = true;
                shared.incumbent.peaks[component] = peak;
                for &item in portfolio
                    .core
                    .items_of(&portfolio.core.components[component])
                {
                    let item = item as usize;
                    shared.incumbent.offsets[item] = attempt.offsets[item];
                }
            }
        }
        shared.spare.push(attempt.offsets);
        shared.priorities.extend(attempt.priorities);
        shared.n_merged += 1;
        if let Some(oldest) = (index + 1).checked_sub(PortfolioParameters::DEFAULT.lag) {
            shared.versions[oldest] = None;
        }
        shared.versions[index + 1] = shared.versions[index].as_ref().map(|version| Known {
            peaks: if is_better {
                Arc::new(shared.incumbent.peaks.clone())
            } else {
                version.peaks.clone()
            },
            offsets: version.offsets.clone(),
        });
        let peak = portfolio.highest(&shared.incumbent.peaks);
        if peak < before {
            shared.source = self.tasks[index].name();
            tracing::debug!(
                peak,
                work = shared.work.0,
                by = shared.source,
                "better schedule"
            );
            portfolio.announce(peak, shared.work);
        }
        if let Some(Halt::Stopped(reason)) = attempt.halt {
            shared.stopped = Some(reason);
        }
        if peak <= portfolio.target || shared.stopped.is_some() {
            shared.is_over = true;
            for later in &self.superseded[index + 1..] {
                later.store(true, Ordering::Relaxed);
            }
        }
    }
}
