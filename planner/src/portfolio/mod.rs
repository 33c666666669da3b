//! Portfolio: runs many fast planners on one instance and keeps the best schedule of each component.
//!
//! A [`Portfolio`] splits an instance into components ([`Core`]), then runs *tasks*: an order
//! placed by first fit, a dive, a few rounds of justification. A task considers only components
//! whose peak exceeds the target, and stops on one as soon as it cannot improve the incumbent.
//! Large components are planned starting with their tightest items ([`Portfolio::plan_cores`]).
//!
//! Tasks run on several threads, but their results do not depend on that: task `i` knows the
//! incumbent as it was after task `i - PortfolioParameters::DEFAULT.lag`, results are merged in the
//! order of the tasks, and the first task in that order that reaches the target ends the run.
//!
//! Only complete plans count: a limit that ends the first task leaves none.

mod cores;
mod parameters;
mod repair;
mod run;
mod squeaky_wheel;
mod stretches;
mod tasks;

use std::collections::BTreeMap;

use crate::orders::{Order, Sorter};
use crate::placement::Board;
use crate::problem::budget::{Budget, Halt};
use crate::reduce::{Core, Instance, Placement};
use crate::{Bytes, PlanOptions, StopReason, Units};
use parameters::PortfolioParameters;
use squeaky_wheel::Priorities;
pub(crate) use tasks::{Start, Task};

/// The tasks that are best most often. Orders and dives alternate: each kind solves many instances that the other
/// does not.
const SPRINT: [Start; 11] = [
    Start::Order(Order::PEAK_SIZE),
    Start::CarefulDive(Order::AREA),
    Start::Order(Order::PEAK_LIFE),
    Start::CarefulDive(Order::CROWD_AREA),
    Start::Order(Order::SIZE),
    Start::CarefulDive(Order::LIFE),
    Start::Order(Order::PEAK_AREA),
    Start::CarefulDive(Order::SIZE),
    Start::Order(Order::AREA),
    Start::Dive(Order::LIFE),
    Start::CarefulDive(Order::CROWD_LIFE),
];

/// Orders for more dives.
const DIVES: [Order; 6] = [
    Order::AREA,
    Order::LIFE,
    Order::CROWD_AREA,
    Order::SECTION_AREA,
    Order::ROOT_AREA,
    Order::BREADTH,
];

/// The best plan of each component so far.
#[derive(Clone, Debug)]
struct Incumbent {
    /// Of all items, in units; meaningless where a component has no plan.
    offsets: Vec<u64>,
    /// Of all components, in bytes; `u64::MAX` where there is no plan.
    peaks: Vec<u64>,
}

/// A run of the portfolio over one instance.
#[derive(Debug)]
pub(crate) struct Portfolio<'i> {
    instance: &'i Instance,
    options: &'i PlanOptions,
    core: Core,
    sorter: Sorter<'i>,
    board: Board<'i>,
    /// The lower bound in bytes.
    bound: u64,
    /// The target in bytes: the portfolio stops at a schedule that is no larger.
    target: u64,
    incumbent: Incumbent,
    /// Whether the instance is a core of another portfolio.
    is_part: bool,
    /// The starting point of [`Start::Around`]: some items of one component with their offsets.
    known: Vec<(u32, u64)>,
    /// The priorities of [`Start::SqueakyWheel`], by arrangement.
    priorities: BTreeMap<usize, Priorities>,
    /// The number of the current repair of stretches.
    round: u64,
    /// The limit of work beyond which no further stretch is repaired.
    most_work_of_repair: Units,
    /// A task that takes more steps to place its order gives up.
    most_steps: u64,
    /// The task that found the last improvement.
    source: &'static str,
    work: Units,
    stopped: Option<StopReason>,
}

impl<'i> Portfolio<'i> {
    /// Prepares the instance. A plan with a peak of `target` bytes ends the run. `O(n log n)`.
    pub(crate) fn new(instance: &'i Instance, options: &'i PlanOptions, target: u64) -> Self {
        let loads = instance.loads();
        let core = Core::new(instance, &loads);
        Self::of_core(instance, options, target, loads, core)
    }

    fn of_core(
        instance: &'i Instance,
        options: &'i PlanOptions,
        target: u64,
        loads: Vec<u64>,
        core: Core,
    ) -> Self {
        let board = Board::new(instance, core.items.iter().copied());
        // No component needs a peak below the highest load of a component. The last unit of that
        // load may be rounding.
        let highest = core.components.iter().map(|component| component.load).max();
        let least = highest.map_or(0, |load| (load - 1) * instance.unit + 1);
        Self {
            instance,
            options,
            incumbent: Incumbent {
                offsets: core.offsets.clone(),
                peaks: vec![u64::MAX; core.components.len()],
            },
            is_part: false,
            known: Vec::new(),
            priorities: BTreeMap::new(),
            bound: target,
            target: target.max(least).max(core.peak),
            core,
            sorter: Sorter::new(instance, loads),
            board,
            round: 0,
            most_work_of_repair: Units::MAX,
            most_steps: u64::MAX,
            source: "bottom",
            work: Units(0),
            stopped: None,
        }
    }

    /// Gives up tasks that take more steps to place an order than this for each item.
    pub(crate) fn within_steps(self, steps_per_item: u64) -> Self {
        let most_steps = steps_per_item.saturating_mul(self.core.items.len() as u64);
        Self { most_steps, ..self }
    }

    /// The highest end of all components in bytes; `u64::MAX` without a plan.
    pub(crate) fn peak(&self) -> u64 {
        self.highest(&self.incumbent.peaks)
    }

    /// The highest of these peaks of components and of the items at their bottoms.
    fn highest(&self, peaks: &[u64]) -> u64 {
        peaks.iter().copied().fold(self.core.peak, u64::max)
    }

    /// Whether nothing is left to do.
    pub(crate) fn is_done(&self) -> bool {
        self.peak() <= self.target || self.stopped.is_some()
    }

    /// The cheap tasks that are best most often.
    pub(crate) fn sprint(&mut self) {
        let is_one_size = self.core.components.iter().all(|component| {
            let items = self.core.items_of(component);
            let size = |item: &u32| self.instance.size[*item as usize];
            items.iter().map(size).min() == items.iter().map(size).max()
        });
        if is_one_size {
            // Interval colouring: first fit in order of birth is optimal.
            self.run(&[Task::from(Start::Order(Order::BIRTH))]);
        }
        let n_items = self.core.items.len();
        let n_components = self.core.components.len();
        tracing::debug!(n_items, n_components, target = self.target, "portfolio");
        if n_items <= PortfolioParameters::DEFAULT.most_items_for_sprint_first {
            self.run_sprint();
            self.plan_cores(0);
            return;
        }
        self.plan_cores(0);
        if n_items <= PortfolioParameters::DEFAULT.most_items_for_dives {
            let starts = [
                Start::CarefulDive(Order::AREA),
                Start::Order(Order::PEAK_SIZE),
                Start::Order(Order::PEAK_AREA),
            ];
            self.run(&starts.map(Task::from));
        } else {
            // Each plan of this many items takes a second, so start with the most robust order. Run it alone, because
            // two trees of this size compete for the cache.
            self.run(&[Task::from(Start::Order(Order::STRETCH_SIZE))]);
        }
        self.run_sprint();
    }

    /// The cheap tasks that suit all components.
    fn run_sprint(&mut self) {
        let mut tasks: Vec<Task> = SPRINT.map(Task::from).to_vec();
        let n_items = self.core.items.len();
        if n_items <= PortfolioParameters::DEFAULT.most_items_for_dives_first {
            tasks.swap(0, 1);
        }
        if PortfolioParameters::DEFAULT.most_items_for_dives < n_items {
            tasks.retain(|task| matches!(task.start, Start::Order(_)));
        }
        self.run(&tasks);
    }

    /// Squeaky wheel optimization, all orders, and justification of plans that are near the
    /// incumbent.
    pub(crate) fn sweep(&mut self) {
        if !self.is_part
            && self.core.items.len() <= PortfolioParameters::DEFAULT.most_items_for_priorities
        {
            self.reprioritize(0);
        }
        self.justify_incumbent();
        let careful = DIVES.map(Start::CarefulDive);
        let dives = DIVES.map(Start::Dive).into_iter().chain(careful);
        let pivots = [Order::PEAK_SIZE, Order::PEAK_AREA, Order::PEAK_LIFE].map(Start::Pivots);
        let orders = Order::ALL.iter().copied().map(Start::Order);
        let starts = pivots.into_iter().chain(dives).chain(orders);
        let tasks: Vec<Task> = starts.map(Task::justified).collect();
        self.run(&tasks);
    }

    /// Counts work of other planners against the limit.
    pub(crate) fn resume_at(&mut self, work: Units) {
        self.work = work;
    }

    /// The work done, including that of other planners.
    pub(crate) fn work(&self) -> Units {
        self.work
    }

    /// Why the last run ended early.
    pub(crate) fn stopped(&self) -> Option<StopReason> {
        self.stopped
    }

    /// The best plan so far; `None` if there is none.
    pub(crate) fn best(&self) -> Option<Placement> {
        let has_plan = self.peak() != u64::MAX;
        has_plan.then(|| self.instance.placement(self.incumbent.offsets.clone()))
    }

    /// Reports a better plan to the listener of the options.
    fn announce(&self, peak: u64, work: Units) {
        if let Some(progress) = &self.options.progress {
            let floor = self.instance.floor;
            let bound = self.bound.max(floor);
            progress.improved(Bytes(peak.max(floor)), Bytes(bound), work);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use super::{Portfolio, Start, Task};
    use crate::orders::Order;
    use crate::reduce::{Core, Instance};
    use crate::search::{SearchOptions, solve};
    use crate::testing::random_trace;
    use crate::{
        Bytes, LifetimeTrace, LowerBound, PlanOptions, StopReason, Units, ValidateOptions, validate,
    };

    fn found(trace: &LifetimeTrace, options: &PlanOptions) -> (Vec<u64>, u64, &'static str, u64) {
        let instance = Instance::new(trace, options).unwrap();
        let mut portfolio = Portfolio::new(&instance, options, 0);
        portfolio.sprint();
        portfolio.sweep();
        let source = portfolio.source;
        let placement = portfolio.best().unwrap();
        (
            placement.offsets,
            placement.peak,
            source,
            portfolio.work().0,
        )
    }

    #[test]
    fn the_number_of_threads_changes_nothing() {
        // The trace has enough items for threads to be used.
        let trace = random_trace(7, 2500, 300, &[]);
        let with = |threads, work_limit| {
            let options = PlanOptions {
                threads: NonZeroUsize::new(threads).unwrap(),
                work_limit,
                ..PlanOptions::default()
            };
            found(&trace, &options)
        };
        let alone = with(1, None);
        assert_eq!(with(2, None), alone);
        assert_eq!(with(4, None), alone);
        assert_eq!(with(2, Some(Units(alone.3))), alone);
        assert_eq!(with(2, Some(Units(40_000))), with(1, Some(Units(40_000))));
        assert!(with(1, Some(Units(40_000))).3 <= 40_000);
    }

    #[test]
    fn a_cancelled_run_returns_no_schedule() {
        let trace = random_trace(7, 100, 30, &[]);
        let options = PlanOptions {
            interrupt: Some(Arc::new(AtomicBool::new(true))),
            ..PlanOptions::default()
        };
        let instance = Instance::new(&trace, &options).unwrap();
        let mut portfolio = Portfolio::new(&instance, &options, 0);
        portfolio.sprint();
        assert_eq!(portfolio.best(), None);
        assert_eq!(portfolio.stopped(), Some(StopReason::Cancelled));
    }

    #[test]
    fn equal_sizes_need_no_more_than_the_load() {
        let text: String = (0..300_u64)
            .map(|i| format!("b{i} {}..{} 12\n", i * 7 % 97, i * 7 % 97 + 1 + i * 5 % 23))
            .collect();
        let trace: LifetimeTrace = text.parse().unwrap();
        let (_, peak, ..) = found(&trace, &PlanOptions::default());
        assert_eq!(peak, trace.max_load().0);
    }

    #[test]
    fn plans_are_valid_and_justification_never_raises_a_peak() {
        let options = PlanOptions::default();
        for seed in 0..120 {
            let features = [&[][..], &["align"], &["gap"], &["align", "gap", "pin"]];
            let trace = random_trace(seed, 5 + seed, 1 + seed % 50, features[seed as usize % 4]);
            let Ok(instance) = Instance::new(&trace, &options) else {
                continue; // pins that overlap
            };
            let mut portfolio = Portfolio::new(&instance, &options, 0);
            portfolio.run(&[Task::from(Start::Order(Order::AREA))]);
            let before = portfolio.peak();
            portfolio.run(&[Task::justified(Start::Incumbent)]);
            assert!(portfolio.peak() <= before);
            portfolio.sprint();
            portfolio.sweep();
            let peak = portfolio.peak();
            assert!(trace.max_load().0 <= peak && peak <= before);
            let placement = portfolio.best().unwrap();
            assert_eq!(placement.peak, peak);
            let bound = LowerBound::load(Bytes(0));
            let schedule = instance
                .schedule(&trace, &placement, bound, "test", Units(0))
                .unwrap();
            assert_eq!(
                validate(&trace, &schedule, &ValidateOptions::default()),
                Ok(()),
                "{trace}"
            );
        }
    }

    #[test]
    fn neither_bottoms_nor_components_change_the_optimum() {
        let options = PlanOptions::default();
        let optimum = |instance: &Instance| {
            let mut meter = options.meter();
            let outcome = solve(instance, &SearchOptions::default(), &mut meter).unwrap();
            assert_eq!(outcome.placement.peak, outcome.bound.bytes.0);
            outcome.placement.peak
        };
        let mut n_peeled = 0;
        for seed in 0..400 {
            let trace = random_trace(seed, 4 + seed % 9, 12, &[]);
            let instance = Instance::new(&trace, &options).unwrap();
            let core = Core::new(&instance, &instance.loads());
            n_peeled += usize::from(core.components.len() > 1 || core.peak > 0);
            let of_components = core.components.iter().map(|component| {
                let (first, end) = component.sections;
                let part = instance.restricted(core.items_of(component), first, end);
                component.floor * instance.unit + optimum(&part)
            });
            let peak = of_components.fold(core.peak, u64::max);
            assert_eq!(peak, optimum(&instance), "{trace}");
        }
        assert!(200 < n_peeled);
    }
}
