//! Many cheap planners on one instance: the best plan of each component wins.
//!
//! A [`Portfolio`] takes an instance apart ([`Core`]), then runs *tasks*: an order placed by first fit,
//! a dive, a few rounds of justification. A task only looks at components whose plan is above the
//! target, and gives up on one as soon as it cannot beat the incumbent.
//!
//! Tasks run on several threads, yet what they do does not depend on that: task `i` knows the
//! incumbent as it was after task `i - LAG`, results are merged in the order of the tasks, and the first
//! one in that order that reaches the target ends the run.

mod run;
mod tasks;

use crate::allowance::{Allowance, Halt};
use crate::orders::{Order, Sorter};
use crate::placement::Board;
use crate::reduce::{Core, Instance, Placement};
use crate::{Bytes, PlanOptions, StopReason};
pub(crate) use tasks::{Start, Task};

/// Up to so many items dives are cheap enough for the sprint.
const MOST_ITEMS_FOR_DIVES: usize = 200_000;

/// Orders for dives, the best ones first.
const DIVES: [Order; 8] = [
    Order::LIFE,
    Order::AREA,
    Order::CROWD_AREA,
    Order::SECTION_AREA,
    Order::CROWD_LIFE,
    Order::SIZE,
    Order::ROOT_AREA,
    Order::BREADTH,
];

/// The best plan of each component so far.
#[derive(Clone, Debug)]
struct Incumbent {
    /// Of all items, in units; nonsense where a component has no plan.
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
    /// A plan of at most so many bytes is good enough.
    target: u64,
    incumbent: Incumbent,
    /// Which task brought the last improvement.
    source: &'static str,
    work: u64,
    stopped: Option<StopReason>,
}

/// What a portfolio found.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    /// The best plan; `None` when it was stopped before there was one.
    pub(crate) placement: Option<Placement>,
    /// Which task brought the last improvement.
    pub(crate) source: &'static str,
    /// The work done.
    pub(crate) work: u64,
    /// Why the last run ended early.
    pub(crate) stopped: Option<StopReason>,
}

impl<'i> Portfolio<'i> {
    /// Prepares the instance. No plan has a peak below `target` bytes, or none is wanted.
    /// `O(n log n)`.
    pub(crate) fn new(instance: &'i Instance, options: &'i PlanOptions, target: u64) -> Self {
        let loads = instance.loads();
        let core = Core::new(instance, &loads);
        let board = Board::new(instance, core.items.iter().copied());
        // No component is worth more than the one with the highest load needs at least. Its last unit
        // may be rounding.
        let highest = core.components.iter().map(|component| component.load).max();
        let least = highest.map_or(0, |load| (load - 1) * instance.unit + 1);
        Self {
            instance,
            options,
            incumbent: Incumbent {
                offsets: core.offsets.clone(),
                peaks: vec![u64::MAX; core.components.len()],
            },
            target: target.max(least).max(core.peak),
            core,
            sorter: Sorter::new(instance, loads),
            board,
            source: "bottom",
            work: 0,
            stopped: None,
        }
    }

    /// The highest end of all components in bytes; `u64::MAX` without a plan.
    pub(crate) fn peak(&self) -> u64 {
        self.highest(&self.incumbent.peaks)
    }

    /// The highest of these peaks of components and of what lies at their bottoms.
    fn highest(&self, peaks: &[u64]) -> u64 {
        peaks.iter().copied().fold(self.core.peak, u64::max)
    }

    /// Whether nothing is left to do.
    pub(crate) fn is_done(&self) -> bool {
        self.peak() <= self.target || self.stopped.is_some()
    }

    /// The cheap members that are best most often.
    pub(crate) fn sprint(&mut self) {
        let is_one_size = self.core.components.iter().all(|component| {
            let items = self.core.items_of(component);
            let size = |item: &u32| self.instance.size[*item as usize];
            items.iter().map(size).min() == items.iter().map(size).max()
        });
        if is_one_size {
            // Interval colouring: each in the lowest free row is optimal.
            self.run(&[Task::order(Order::BIRTH)]);
        }
        let mut tasks = vec![Task::order(Order::PEAK_SIZE)];
        if self.core.items.len() <= MOST_ITEMS_FOR_DIVES {
            tasks.push(Task::dive(Order::LIFE));
        }
        tasks.push(Task::order(Order::SIZE));
        tasks.push(Task::order(Order::PEAK_LIFE));
        tasks.push(Task::order(Order::PEAK_AREA));
        tasks.push(Task::order(Order::AREA));
        if self.core.items.len() <= MOST_ITEMS_FOR_DIVES {
            tasks.push(Task::dive(Order::AREA));
        }
        self.run(&tasks);
    }

    /// All orders, and justification of what comes near the incumbent.
    pub(crate) fn sweep(&mut self) {
        self.run(&[Task::justified(Start::Incumbent)]);
        let dives = DIVES.map(Start::Dive);
        let pivots = [Order::PEAK_SIZE, Order::PEAK_AREA, Order::PEAK_LIFE].map(Start::Pivots);
        let orders = Order::ALL.iter().copied().map(Start::Order);
        let starts = pivots.into_iter().chain(dives).chain(orders);
        let tasks: Vec<Task> = starts.map(Task::justified).collect();
        self.run(&tasks);
    }

    /// Counts work that others did in between against the limit.
    pub(crate) fn resume_at(&mut self, work: u64) {
        self.work = work;
    }

    /// The work done, by others too.
    pub(crate) fn work(&self) -> u64 {
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

    /// What came out.
    pub(crate) fn finish(self) -> Found {
        let has_plan = self.peak() != u64::MAX;
        let placement = has_plan.then(|| self.instance.placement(self.incumbent.offsets));
        Found {
            placement,
            source: self.source,
            work: self.work,
            stopped: self.stopped,
        }
    }

    /// Tells whoever listens about a better plan.
    fn announce(&self, peak: u64, work: u64) {
        if let Some(progress) = &self.options.progress {
            let floor = self.instance.floor;
            let bound = self.target.max(floor);
            progress.improved(Bytes(peak.max(floor)), Bytes(bound), work);
        }
    }
}
