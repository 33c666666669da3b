//! The members of `auto` that place each buffer once, side by side on several threads.
//!
//! They are in order of what they cost for each buffer. How much that is on a trace and a machine is measured as they
//! run ([`Pace`]), so that a deadline finds no member that had no time to end. Orders that are slow on a trace, because
//! many buffers are live at once, give up after a number of steps that does not depend on the machine.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::chunk::ChunkPlanner;
use super::greedy::{
    BEST_FIT, BY_AREA, BY_CONFLICTS, BY_LIFETIME, BY_SIZE, FIRST_FIT, FIRST_FIT_BY_SIZE, Greedy,
};
use crate::algorithms::best_fit_lists::GGML;
use crate::{
    Interrupt, LifetimeTrace, MemoryPlanner, MemorySchedule, PlanError, PlanOptions, StopReason,
    Units,
};

/// A planner that places each buffer once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Member {
    plans: Plans,
    /// What it costs for each buffer relative to the others, in nanoseconds of one machine: the geometric mean over the
    /// shapes of `cargo xtask thorough anytime` with 100,000 buffers.
    pub(super) cost: u32,
}

/// How a member plans.
#[derive(Clone, Copy, Debug)]
enum Plans {
    /// It replays events, in a time that hardly depends on how many buffers are live at once.
    Replay(&'static dyn MemoryPlanner),
    /// It places buffers in one order, among all that are live with each.
    Order(&'static Greedy),
}

impl Member {
    const fn replay(planner: &'static dyn MemoryPlanner, cost: u32) -> Self {
        let plans = Plans::Replay(planner);
        Self { plans, cost }
    }

    const fn order(planner: &'static Greedy, cost: u32) -> Self {
        let plans = Plans::Order(planner);
        Self { plans, cost }
    }

    /// The whole planner.
    pub(super) fn planner(&self) -> &'static dyn MemoryPlanner {
        match self.plans {
            Plans::Replay(planner) => planner,
            Plans::Order(planner) => planner,
        }
    }

    fn is_order(&self) -> bool {
        matches!(self.plans, Plans::Order(_))
    }

    /// Plans, within so many steps if it is an order.
    fn plan(
        &self,
        trace: &LifetimeTrace,
        options: &PlanOptions,
        most_steps: u64,
    ) -> Result<MemorySchedule, PlanError> {
        tracing::debug!(stage = self.planner().info().name, "stage begins");
        match self.plans {
            Plans::Replay(planner) => planner.plan(trace, options),
            Plans::Order(planner) => planner.within_steps(most_steps).plan(trace, options),
        }
    }
}

/// The members that come first, besides placement in order of birth, by rising cost. Their peaks are upper bounds of
/// that of `auto`.
pub(super) const MEMBERS: &[Member] = &[
    Member::replay(&ChunkPlanner::SIZE_FIRST, 500),
    Member::replay(&GGML, 550),
    Member::order(&FIRST_FIT, 600),
    Member::replay(&ChunkPlanner::HOT, 650),
    Member::order(&BY_LIFETIME, 1200),
    Member::order(&BY_CONFLICTS, 1300),
    Member::order(&FIRST_FIT_BY_SIZE, 1400),
    Member::order(&BY_AREA, 1600),
    Member::order(&BEST_FIT, 1800),
    Member::order(&BY_SIZE, 2000),
];

/// What it costs to make the instance, as [`Member::cost`].
pub(super) const COST_OF_INSTANCE: u32 = 150;

/// What placement in order of birth costs, as [`Member::cost`].
pub(super) const COST_OF_BIRTH: u32 = 250;

/// The least that the first orders and dives cost, as [`Member::cost`].
pub(super) const COST_OF_SPRINT: u32 = 625;

/// The interrupt of a member that runs beside others. After it, planners do not complete their schedules, which takes
/// as long as making them from the start.
#[derive(Debug)]
struct AtOnce {
    whole: Option<Arc<dyn Interrupt>>,
    /// A member before this one has made its result useless.
    is_over: Arc<AtomicBool>,
}

impl Interrupt for AtOnce {
    fn reason_to_stop(&self) -> Option<StopReason> {
        let is_stopped = || self.whole.as_ref().and_then(|i| i.reason_to_stop());
        let is_over = self.is_over.load(Ordering::Relaxed) || is_stopped().is_some();
        is_over.then_some(StopReason::Cancelled)
    }

    fn time_left(&self) -> Option<Duration> {
        self.whole.as_ref()?.time_left()
    }
}

/// How fast members are on a trace and a machine.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pace {
    /// The time that members took that ended.
    taken: Duration,
    /// Their costs.
    cost: u32,
}

impl Pace {
    /// Counts a member that ended, by the time left before and after it.
    pub(super) fn learn(&mut self, cost: u32, before: Option<Duration>, after: Option<Duration>) {
        if let (Some(before), Some(after)) = (before, after) {
            self.taken += before.saturating_sub(after);
            self.cost += cost;
        }
    }

    /// How long some members will take one after the other.
    pub(super) fn time_for(&self, members: &[Member]) -> Duration {
        let cost: u32 = members.iter().map(|member| member.cost).sum();
        self.taken * cost / self.cost.max(1)
    }

    /// Whether a member would end within the time left, if that is known.
    pub(super) fn has_time_for(&self, cost: u32, left: Option<Duration>) -> bool {
        left.is_none_or(|left| self.taken * cost <= left * self.cost.max(1))
    }
}

/// Members that are to run, and how.
#[derive(Clone, Copy, Debug)]
pub(super) struct Race<'r> {
    pub(super) trace: &'r LifetimeTrace,
    /// Those of the caller; the work limit does not count.
    pub(super) options: &'r PlanOptions,
    pub(super) members: &'r [Member],
    /// After so many steps an order gives up, and the orders after it are left out.
    pub(super) most_steps: u64,
    pub(super) threads: NonZeroUsize,
}

/// How members ended.
#[derive(Debug, Default)]
pub(super) struct Ended {
    /// The orders that gave up or were left out.
    pub(super) slow: Vec<Member>,
    /// What the interrupt of the caller said when a member had to stop.
    pub(super) stopped: Option<StopReason>,
    /// Whether a schedule was enough.
    is_enough: bool,
}

/// Receives a schedule; returns whether no other is wanted.
type Take<'t> = dyn FnMut(MemorySchedule) -> bool + Send + 't;

/// What the threads share.
struct Shared<'t> {
    take: &'t mut Take<'t>,
    /// The next member to begin.
    next: usize,
    /// How many members run now.
    n_running: u32,
    /// How many results are merged.
    n_merged: usize,
    /// Results that wait for those of members before them.
    waiting: Vec<Option<Result<MemorySchedule, PlanError>>>,
    ended: Ended,
    pace: Pace,
}

impl Shared<'_> {
    fn is_over(&self) -> bool {
        self.ended.is_enough || self.ended.stopped.is_some()
    }
}

impl Race<'_> {
    /// Runs the members and passes their schedules on in order, as if one ran after the other.
    pub(super) fn run<'t>(&self, pace: &mut Pace, take: &'t mut Take<'t>) -> Ended {
        self.run_beside(pace, take, 0, |_| ()).0
    }

    /// As [`run`](Self::run), beside something of some cost that the calling thread does first, or after the members if
    /// it is the only thread. It gets the pace of the members before it.
    pub(super) fn run_beside<'t, T>(
        &self,
        pace: &mut Pace,
        take: &'t mut Take<'t>,
        cost: u32,
        first: impl FnOnce(Pace) -> T,
    ) -> (Ended, T) {
        let is_over = Arc::new(AtomicBool::new(false));
        let at_once = AtOnce {
            whole: self.options.interrupt.clone(),
            is_over: is_over.clone(),
        };
        let options = PlanOptions {
            interrupt: Some(Arc::new(at_once)),
            ..self.options.unlimited()
        };
        let shared = Mutex::new(Shared {
            take,
            next: 0,
            n_running: 0,
            n_merged: 0,
            waiting: self.members.iter().map(|_| None).collect(),
            ended: Ended::default(),
            pace: *pace,
        });
        let work = || self.work(&options, &shared, &is_over);
        let done = std::thread::scope(|scope| {
            for _ in 1..self.threads.get().min(self.members.len()) {
                scope.spawn(work);
            }
            if self.threads == NonZeroUsize::MIN {
                work();
            }
            let lock = || shared.lock().unwrap_or_else(PoisonError::into_inner);
            let (before, pace) = (self.options.time_left(), lock().pace);
            let done = first(pace);
            let mut state = lock();
            state.pace.learn(cost, before, self.options.time_left());
            drop(state);
            work();
            done
        });
        let shared = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        *pace = shared.pace;
        (shared.ended, done)
    }

    /// The loop of each thread.
    fn work(&self, options: &PlanOptions, shared: &Mutex<Shared<'_>>, is_over: &AtomicBool) {
        let mut state = shared.lock().unwrap_or_else(PoisonError::into_inner);
        while let Some(member) = self.members.get(state.next) {
            let before = options.time_left();
            // Members beside each other share the memory's bandwidth: on large traces each takes a little longer.
            let cost = member.cost + member.cost / 8 * state.n_running;
            if state.is_over() || !state.pace.has_time_for(cost, before) {
                return;
            }
            let index = state.next;
            state.next += 1;
            let is_slow = member.is_order() && !state.ended.slow.is_empty();
            let planned = if is_slow {
                Err(PlanError::Stopped {
                    reason: StopReason::Budget,
                    work: Units(0),
                })
            } else {
                state.n_running += 1;
                drop(state);
                let planned = member.plan(self.trace, options, self.most_steps);
                state = shared.lock().unwrap_or_else(PoisonError::into_inner);
                state.n_running -= 1;
                planned.or_else(PlanError::into_schedule)
            };
            if planned.is_ok() {
                state.pace.learn(member.cost, before, options.time_left());
            }
            state.waiting[index] = Some(planned);
            self.merge(&mut state);
            if state.is_over() {
                is_over.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Passes results on in the order of the members, up to one that is enough.
    fn merge(&self, state: &mut Shared<'_>) {
        while !state.is_over()
            && let Some(planned) = state.waiting.get_mut(state.n_merged).and_then(Option::take)
        {
            let member = self.members[state.n_merged];
            state.n_merged += 1;
            match planned {
                // What comes after an order that gave up takes even longer.
                _ if member.is_order() && !state.ended.slow.is_empty() => {
                    state.ended.slow.push(member);
                }
                Ok(schedule) => state.ended.is_enough = (state.take)(schedule),
                Err(PlanError::Stopped {
                    reason: StopReason::Cancelled,
                    ..
                }) => {
                    let interrupt = self.options.interrupt.as_ref();
                    state.ended.stopped = interrupt.and_then(|i| i.reason_to_stop());
                }
                Err(PlanError::Stopped {
                    reason: StopReason::Budget,
                    ..
                }) => state.ended.slow.push(member),
                // This member cannot plan such traces, but others can.
                Err(_) => {}
            }
        }
    }
}
