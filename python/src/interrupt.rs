//! Ctrl-C, deadlines and progress while the interpreter lock is released.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use memplan_planner::{Bytes, Interrupt, Progress, StopReason, Units};
use pyo3::prelude::*;

use crate::errors::Failure;

/// How often signals are looked for.
const PERIOD: Duration = Duration::from_millis(50);

/// Stack of threads that work on programs: deeply nested ones are recursed into up to a bound.
const STACK_BYTES: usize = 256 << 20;

/// Stops a planner when a signal handler or a callback raises an exception.
#[derive(Debug)]
pub(crate) struct Signals {
    start: Instant,
    /// When to look for signals next, in milliseconds after `start`.
    due: AtomicU64,
    is_raised: AtomicBool,
    exception: Mutex<Option<PyErr>>,
}

impl Default for Signals {
    fn default() -> Self {
        Self {
            start: Instant::now(),
            due: AtomicU64::new(PERIOD.as_millis() as u64),
            is_raised: AtomicBool::new(false),
            exception: Mutex::default(),
        }
    }
}

impl Signals {
    /// Stops the planner with an exception; the first one counts.
    pub(crate) fn raise(&self, exception: PyErr) {
        let mut slot = self
            .exception
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        slot.get_or_insert(exception);
        self.is_raised.store(true, Ordering::Relaxed);
    }

    /// The exception, if there is one.
    pub(crate) fn take(&self) -> Option<PyErr> {
        let mut slot = self
            .exception
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        slot.take()
    }

    /// Runs signal handlers. Python does so in its main thread only.
    fn look(&self) {
        if let Err(exception) = Python::attach(|py| py.check_signals()) {
            self.raise(exception);
        }
    }
}

impl Interrupt for Signals {
    fn reason_to_stop(&self) -> Option<StopReason> {
        if !self.is_raised.load(Ordering::Relaxed) {
            let now = self.start.elapsed().as_millis() as u64;
            let due = self.due.load(Ordering::Relaxed);
            let next = now + PERIOD.as_millis() as u64;
            let order = Ordering::Relaxed;
            let is_due = due <= now && (self.due.compare_exchange(due, next, order, order)).is_ok();
            if is_due {
                self.look();
            }
        }
        let is_raised = self.is_raised.load(Ordering::Relaxed);
        is_raised.then_some(StopReason::Cancelled)
    }
}

/// Passes better schedules to a Python function of peak, bound and work.
#[derive(Debug)]
pub(crate) struct Listener {
    pub(crate) function: Py<PyAny>,
    pub(crate) signals: Arc<Signals>,
}

impl Progress for Listener {
    fn improved(&self, peak: Bytes, bound: Bytes, work: Units) {
        let called = Python::attach(|py| {
            let called = self.function.call1(py, (peak.0, bound.0, work.0));
            called.map(|_| ())
        });
        if let Err(exception) = called {
            self.signals.raise(exception);
        }
    }
}

/// Does work on another thread, with a stack for nested programs, while this one looks for signals.
///
/// To be called without the interpreter lock. Work that polls `signals` ends soon after a signal; other work
/// is finished first.
pub(crate) fn beside_signals<T: Send>(
    signals: &Signals,
    work: impl FnOnce() -> T + Send,
) -> Result<T, Failure> {
    let bug = |message: String| Failure::new("MemplanError", "bug", message);
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        let worker = thread::Builder::new()
            .name("memplan".to_owned())
            .stack_size(STACK_BYTES)
            .spawn_scoped(scope, move || {
                // The receiver lives until the thread has ended.
                let _ = sender.send(work());
            })
            .map_err(|error| bug(format!("cannot start a thread: {error}")))?;
        loop {
            match receiver.recv_timeout(PERIOD) {
                Ok(result) => return Ok(result),
                Err(RecvTimeoutError::Timeout) => signals.look(),
                Err(RecvTimeoutError::Disconnected) => {
                    let _ = worker.join();
                    return Err(bug("internal error of memplan or of a planner".to_owned()));
                }
            }
        }
    })
}
