//! The clock of interruptions: a thread that advances the epoch of an engine while plug-ins run.

use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use wasmtime::Engine;

/// How often a running plug-in is asked whether to stop.
const PERIOD: Duration = Duration::from_millis(5);

#[derive(Debug, Default)]
struct Running {
    n_calls: usize,
    is_closed: bool,
}

#[derive(Debug, Default)]
struct Shared {
    running: Mutex<Running>,
    has_changed: Condvar,
}

impl Shared {
    fn running(&self) -> MutexGuard<'_, Running> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until a plug-in runs; `false` at the end.
    fn wait(&self) -> bool {
        let mut running = self.running();
        while running.n_calls == 0 && !running.is_closed {
            let waited = self.has_changed.wait(running);
            running = waited.unwrap_or_else(PoisonError::into_inner);
        }
        !running.is_closed
    }
}

/// The thread. It sleeps while no plug-in runs, and ends with this value.
#[derive(Debug)]
pub(super) struct Ticker(Arc<Shared>);

/// A call of a plug-in, during which the epoch advances.
#[derive(Debug)]
pub(super) struct Ticking<'a>(&'a Shared);

impl Ticker {
    /// Starts the thread.
    ///
    /// # Errors
    ///
    /// When the system has none left.
    pub(super) fn start(engine: Engine) -> io::Result<Self> {
        let shared = Arc::new(Shared::default());
        let own = shared.clone();
        let tick = move || {
            while own.wait() {
                thread::sleep(PERIOD);
                engine.increment_epoch();
            }
        };
        thread::Builder::new().name("wasm".to_owned()).spawn(tick)?;
        Ok(Self(shared))
    }

    /// Advances the epoch until the value is dropped.
    pub(super) fn ticking(&self) -> Ticking<'_> {
        self.0.running().n_calls += 1;
        self.0.has_changed.notify_one();
        Ticking(&self.0)
    }
}

impl Drop for Ticking<'_> {
    fn drop(&mut self) {
        self.0.running().n_calls -= 1;
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        self.0.running().is_closed = true;
        self.0.has_changed.notify_one();
    }
}
