//! Trials: runs items that may have crashed the process, each in a separate process.
//!
//! An item that was in flight when the process ended need not be the cause: the process may have been killed from
//! outside. The program is started again for this item alone, and reads it from the data folder. If that process ends
//! without a result while this one runs, the input is the cause. A trial that ends together with this process does
//! not count.

use std::io::{self, Read as _};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use memplan::Context;

use crate::app::{App, guarded};
use crate::items::compute;
use crate::problem::Problem;
use crate::store::StoreError;
use crate::{Config, ServeError};

/// The environment variable that asks a process for the result of an item: its value is the argument of [`try_item`].
pub const TRIAL_VARIABLE: &str = "MEMPLAN_TRIAL";

/// How often the process of an item may end without a result before the item counts as failed.
const MAX_TRIALS: u32 = 3;

/// The interval at which the process of an item is polled.
const POLL: Duration = Duration::from_millis(10);

/// The pause after a process that ended without a result. If this process was asked to stop as well, the request has
/// arrived by then.
const PAUSE: Duration = Duration::from_millis(500);

/// How long a process may take to stop before it is killed.
const PATIENCE: Duration = Duration::from_secs(5);

/// The first byte of the output of a trial: the kind of the rest.
const DONE: u8 = b'+';
const FAILED: u8 = b'-';

/// Computes the result of an item in a separate process.
///
/// # Errors
///
/// The problem of the item. It is `bug` when no process had a result.
pub(crate) fn run(
    app: &App,
    id: &str,
    position: u32,
    cancelled: &AtomicBool,
) -> Result<Vec<u8>, Problem> {
    let mut ends = Vec::new();
    while ends.len() < MAX_TRIALS as usize {
        let (status, output) = once(app, id, position, cancelled).map_err(cannot_start)?;
        match output.split_first() {
            Some((&DONE, result)) if status.success() => return Ok(result.to_vec()),
            Some((&FAILED, problem)) if status.success() => {
                let unreadable = |error| Problem::bug(format!("a trial has no result: {error}"));
                return Err(serde_json::from_slice(problem).map_err(unreadable)?);
            }
            _ => {}
        }
        thread::sleep(PAUSE);
        if app.is_draining.load(Ordering::Relaxed) {
            cancelled.store(true, Ordering::Relaxed);
        }
        if cancelled.load(Ordering::Relaxed) {
            return Err(crate::work::cancelled());
        }
        tracing::warn!(job = id, position, %status, "the process of an item ended without a result");
        ends.push(status.to_string());
    }
    let detail = format!(
        "memplan ended without a result in each of {MAX_TRIALS} trials of this input alone ({})",
        ends.join(", ")
    );
    Err(Problem::bug(detail).help("`POST /v1/jobs/{id}/requeue` tries failed inputs again"))
}

fn cannot_start(error: io::Error) -> Problem {
    let detail = format!("cannot start a process for this input: {error}");
    Problem::bug(detail).help("`POST /v1/jobs/{id}/requeue` tries failed inputs again")
}

/// Starts a process for an item, and returns how it ended and its output.
fn once(
    app: &App,
    id: &str,
    position: u32,
    cancelled: &AtomicBool,
) -> io::Result<(ExitStatus, Vec<u8>)> {
    let (program, arguments) = app.command.split_first().ok_or(io::ErrorKind::NotFound)?;
    let mut child = Command::new(program)
        .args(arguments)
        .env(TRIAL_VARIABLE, format!("{id}/{position}"))
        // The end of this pipe tells the process that this one has ended.
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let output = child.stdout.take();
    thread::scope(|scope| {
        let reader = scope.spawn(move || {
            let mut bytes = Vec::new();
            // A process that is killed while it writes has no result, as its status shows.
            let _ = output.map(|mut output| output.read_to_end(&mut bytes));
            bytes
        });
        let status = wait(&mut child, cancelled)?;
        Ok((status, reader.join().unwrap_or_default()))
    })
}

fn wait(child: &mut Child, cancelled: &AtomicBool) -> io::Result<ExitStatus> {
    let mut asked: Option<Instant> = None;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        if cancelled.load(Ordering::Relaxed) {
            // At the end of its standard input, the process stops itself and the programs that it has started.
            drop(child.stdin.take());
            if asked.get_or_insert_with(Instant::now).elapsed() > PATIENCE {
                child.kill()?;
            }
        }
        thread::sleep(POLL);
    }
}

/// The output of a process that was started with [`TRIAL_VARIABLE`], which it writes to standard output. When its
/// standard input ends, the result is no longer wanted: it sets `cancelled`, and ends soon.
///
/// # Errors
///
/// When the data folder has no such item, or cannot be used.
pub fn try_item(
    config: &Config,
    context: Context,
    item: &str,
    cancelled: Arc<AtomicBool>,
) -> Result<Vec<u8>, ServeError> {
    let mut config = config.clone();
    // The cache belongs to the process that started this one.
    config.limits.cache_bytes = 0;
    let app = App::new(&config, context, Bytes::new())?;
    let (id, position) = item.split_once('/').unwrap_or_default();
    let position = position.parse().unwrap_or(u32::MAX);
    let database = |error| StoreError::new(app.jobs.path(), error);
    let job = app.jobs.job(id).map_err(database)?;
    let record = app.jobs.result(id, position).map_err(database)?;
    let Some((job, record)) = job.zip(record) else {
        return Err(ServeError::NoItem {
            item: item.to_owned(),
        });
    };
    let limit = app.limit(cancelled);
    let (kind, rest) = match guarded(|| compute(&app, &job, record.input, &limit)) {
        Ok(result) => (DONE, result),
        Err(problem) => (FAILED, problem.json()),
    };
    Ok([vec![kind], rest].concat())
}
