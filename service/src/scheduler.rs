//! The planning threads and their queue.
//!
//! Each client has two lanes: requests that it waits for, and items of its jobs. Threads take one task from each lane
//! in turn, so a client with many tasks delays only itself. The number of waiting requests is bounded for each client
//! and in total.

use std::collections::VecDeque;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// A piece of work.
pub(crate) type Task = Box<dyn FnOnce() + Send>;

/// The kind of lane that a task waits in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Urgency {
    /// A client waits for the answer.
    Request,
    /// An item of a job.
    Item,
}

/// The queue is full: the number of seconds after which it may have room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Full(pub(crate) u64);

struct Lane {
    client: Arc<str>,
    urgency: Urgency,
    tasks: VecDeque<Task>,
}

#[derive(Default)]
struct State {
    /// Lanes with tasks; the first one is next.
    lanes: VecDeque<Lane>,
    n_requests: usize,
    n_items: usize,
    is_closed: bool,
}

/// The queue and its limits.
pub(crate) struct Scheduler {
    state: Mutex<State>,
    has_changed: Condvar,
    max_requests: usize,
    max_items: usize,
    n_threads: usize,
    /// A moving average of the time of a task.
    task_micros: AtomicU64,
}

impl Scheduler {
    /// A queue for at most `max_requests` requests and `max_items` items of jobs. It is for `n_threads` threads.
    pub(crate) fn new(max_requests: usize, max_items: usize, n_threads: usize) -> Self {
        Self {
            state: Mutex::default(),
            has_changed: Condvar::new(),
            max_requests,
            max_items,
            n_threads,
            task_micros: AtomicU64::new(0),
        }
    }

    /// Adds a task of a client.
    ///
    /// # Errors
    ///
    /// When too many requests wait: all places are taken, or this client has half of them.
    pub(crate) fn submit(
        &self,
        client: &Arc<str>,
        urgency: Urgency,
        task: Task,
    ) -> Result<(), Full> {
        let mut state = self.state();
        let lane = state
            .lanes
            .iter()
            .position(|lane| lane.client == *client && lane.urgency == urgency);
        match urgency {
            Urgency::Request => {
                let own = lane.map_or(0, |lane| state.lanes[lane].tasks.len());
                if state.n_requests >= self.max_requests || own >= self.max_requests.div_ceil(2) {
                    return Err(Full(self.seconds_for(state.n_requests)));
                }
                state.n_requests += 1;
            }
            Urgency::Item => state.n_items += 1,
        }
        match lane {
            Some(lane) => state.lanes[lane].tasks.push_back(task),
            None => state.lanes.push_back(Lane {
                client: client.clone(),
                urgency,
                tasks: VecDeque::from([task]),
            }),
        }
        drop(state);
        self.has_changed.notify_one();
        Ok(())
    }

    /// Whether there is room for more items of jobs.
    ///
    /// # Errors
    ///
    /// When too many wait already.
    pub(crate) fn room_for_items(&self, n: usize) -> Result<(), Full> {
        let n_items = self.state().n_items;
        if n_items + n <= self.max_items || n_items == 0 {
            return Ok(());
        }
        Err(Full(self.seconds_for(n_items)))
    }

    /// The numbers of requests and of items that wait.
    pub(crate) fn n_waiting(&self) -> (usize, usize) {
        let state = self.state();
        (state.n_requests, state.n_items)
    }

    /// Starts the threads.
    ///
    /// # Errors
    ///
    /// When the system has none left.
    pub(crate) fn start(
        self: &Arc<Self>,
        stack_bytes: usize,
    ) -> std::io::Result<Vec<JoinHandle<()>>> {
        let start = |index| {
            let scheduler = self.clone();
            thread::Builder::new()
                .name(format!("memplan-{index}"))
                .stack_size(stack_bytes)
                .spawn(move || scheduler.work())
        };
        (0..self.n_threads).map(start).collect()
    }

    /// Ends the threads after their current tasks. Tasks that wait are dropped.
    pub(crate) fn close(&self) {
        let mut state = self.state();
        state.is_closed = true;
        state.lanes.clear();
        drop(state);
        self.has_changed.notify_all();
    }

    fn work(&self) {
        while let Some(task) = self.next() {
            let start = Instant::now();
            // A task reports its own panics to the client, which sees its channel closed.
            let _ = panic::catch_unwind(AssertUnwindSafe(task));
            self.record(start.elapsed());
        }
    }

    fn next(&self) -> Option<Task> {
        let mut state = self.state();
        loop {
            if state.is_closed {
                return None;
            }
            if let Some(task) = take(&mut state) {
                return Some(task);
            }
            let waited = self.has_changed.wait(state);
            state = waited.unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn record(&self, time: Duration) {
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        let before = self.task_micros.load(Ordering::Relaxed);
        let after = before - before / 8 + micros / 8;
        self.task_micros.store(after, Ordering::Relaxed);
    }

    /// How long the tasks ahead will take: between 1 and 60 seconds.
    fn seconds_for(&self, n_tasks: usize) -> u64 {
        let micros = self.task_micros.load(Ordering::Relaxed);
        let all = micros.saturating_mul(n_tasks as u64) / self.n_threads.max(1) as u64;
        all.div_ceil(1_000_000).clamp(1, 60)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The next task of the first lane, which then moves to the end.
fn take(state: &mut State) -> Option<Task> {
    let mut lane = state.lanes.pop_front()?;
    let task = lane.tasks.pop_front();
    match lane.urgency {
        Urgency::Request => state.n_requests -= 1,
        Urgency::Item => state.n_items -= 1,
    }
    if !lane.tasks.is_empty() {
        state.lanes.push_back(lane);
    }
    task
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::{Full, Scheduler, Task, Urgency, take};

    #[test]
    fn clients_alternate_whatever_the_length_of_their_lanes() {
        let scheduler = Scheduler::new(100, 100, 1);
        let order = Arc::new(Mutex::new(String::new()));
        let add = |client: &str, urgency, letter| {
            let order = order.clone();
            let task: Task = Box::new(move || order.lock().unwrap().push(letter));
            scheduler.submit(&client.into(), urgency, task).unwrap();
        };
        for _ in 0..4 {
            add("greedy", Urgency::Request, 'g');
        }
        for _ in 0..2 {
            add("modest", Urgency::Request, 'm');
            add("greedy", Urgency::Item, 'i');
        }
        while let Some(task) = take(&mut scheduler.state()) {
            task();
        }
        assert_eq!(*order.lock().unwrap(), "gmigmigg");
        assert_eq!(scheduler.n_waiting(), (0, 0));
    }

    #[test]
    fn a_client_gets_half_of_the_queue_and_all_get_the_whole() {
        let scheduler = Scheduler::new(4, 4, 1);
        let submit =
            |client: &str| scheduler.submit(&client.into(), Urgency::Request, Box::new(|| ()));
        assert_eq!(
            [submit("a"), submit("a"), submit("a")],
            [Ok(()), Ok(()), Err(Full(1))]
        );
        assert_eq!(
            [submit("b"), submit("c"), submit("d")],
            [Ok(()), Ok(()), Err(Full(1))]
        );
    }

    #[test]
    fn items_beyond_the_limit_are_refused_unless_none_wait() {
        let scheduler = Scheduler::new(1, 4, 1);
        assert_eq!(scheduler.room_for_items(5), Ok(()));
        let added = scheduler.submit(&"a".into(), Urgency::Item, Box::new(|| ()));
        assert_eq!(added, Ok(()));
        assert_eq!(scheduler.room_for_items(3), Ok(()));
        assert_eq!(scheduler.room_for_items(4), Err(Full(1)));
    }
}
