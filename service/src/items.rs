//! Items of jobs on the threads of the scheduler.
//!
//! Items that were in flight when an earlier process ended come last, one at a time, each in a separate process
//! ([`trial`]).

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use memplan_planner::wire::{self, Format};

use crate::app::{App, Cancels, guarded};
use crate::media::Media;
use crate::problem::Problem;
use crate::scheduler::Urgency;
use crate::store::{ItemInput, ItemState, JobRecord, WaitingItem};
use crate::trial;
use crate::work::{self, Input, Limit, Options};

/// The pause before an item is tried again after a failure of the store.
const RETRY: Duration = Duration::from_millis(500);

/// The operations of jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    /// A plan for each file of traces or program.
    Plan,
    /// The main job on each program.
    Merge,
    /// Passes on each program.
    Opt,
}

impl Operation {
    /// All operations with their names.
    pub(crate) const NAMES: &[(&str, Self)] = &[
        ("plan", Self::Plan),
        ("merge", Self::Merge),
        ("opt", Self::Opt),
    ];

    /// The operation of this name.
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        let named = Self::NAMES.iter().find(|(text, _)| *text == name);
        named.map(|(_, operation)| *operation)
    }

    /// Checks options before a job with them is accepted.
    ///
    /// # Errors
    ///
    /// When a plug-in is unknown, or an option is wrong.
    pub(crate) fn check(self, app: &App, options: &Options) -> Result<(), Problem> {
        let context = &app.context;
        options
            .job
            .job(context, memplan_planner::PlanOptions::default())?;
        if self == Self::Opt {
            context.pipeline(&options.pipeline)?;
        }
        Ok(())
    }
}

/// Adds the items of a job to the queue of its client.
pub(crate) fn submit(
    app: &Arc<App>,
    client: &Arc<str>,
    id: &str,
    positions: impl Iterator<Item = u32>,
) {
    let id: Arc<str> = Arc::from(id);
    for position in positions {
        let task = {
            let (app, client, id) = (app.clone(), client.clone(), id.clone());
            Box::new(move || run(&app, &client, &id, position))
        };
        // Items are never rejected here: the queue has room for the whole job.
        let _ = app.scheduler.submit(client, Urgency::Item, task);
    }
}

/// Queues the unfinished items of earlier processes.
///
/// # Errors
///
/// When the store fails.
pub(crate) fn resume(app: &Arc<App>) -> rusqlite::Result<usize> {
    let waiting = app.jobs.waiting()?;
    let n_waiting = waiting.len();
    let is_suspect = |item: &WaitingItem| item.attempts > 0;
    let (suspects, others): (Vec<_>, Vec<_>) = waiting.into_iter().partition(is_suspect);
    for item in others {
        submit(
            app,
            &Arc::from(item.client),
            &item.job,
            std::iter::once(item.position),
        );
    }
    submit_in_turn(app, suspects.into());
    Ok(n_waiting)
}

/// Adds the first of these items to the queue. The next one follows when it is over.
fn submit_in_turn(app: &Arc<App>, mut items: VecDeque<WaitingItem>) {
    let Some(item) = items.pop_front() else {
        return;
    };
    let client: Arc<str> = Arc::from(item.client);
    let task = {
        let (app, client) = (app.clone(), client.clone());
        Box::new(move || {
            run(&app, &client, &item.job, item.position);
            submit_in_turn(&app, items);
        })
    };
    let _ = app.scheduler.submit(&client, Urgency::Item, task);
}

/// Tries an item. When the store fails, it is tried again later.
fn run(app: &Arc<App>, client: &Arc<str>, id: &str, position: u32) {
    if app.is_draining.load(Ordering::Relaxed) {
        return;
    }
    let Err(error) = try_item(app, id, position) else {
        app.changes.send_modify(|count| *count += 1);
        return;
    };
    tracing::error!(%error, job = id, position, "the store failed; the item is tried again");
    std::thread::sleep(RETRY);
    submit(app, client, id, std::iter::once(position));
}

fn try_item(app: &App, id: &str, position: u32) -> rusqlite::Result<()> {
    let Some(job) = app.jobs.job(id)? else {
        return Ok(());
    };
    let Some((attempt, input)) = app.jobs.begin(id, position)? else {
        return Ok(());
    };
    let limit = app.limit(app.flag(id));
    let result = match attempt {
        1 => guarded(|| compute(app, &job, input, &limit)),
        _ => trial::run(app, id, position, &limit.cancelled),
    };
    if limit.cancelled.load(Ordering::Relaxed) {
        // A cancelled job needs no result; an interrupted one continues after the next start.
        return app.jobs.release(id, position);
    }
    let stored = match &result {
        Ok(output) => app.jobs.end(id, position, ItemState::Done, None, output),
        Err(problem) => {
            let (code, json) = (problem.code(), problem.json());
            let state = ItemState::Failed;
            app.jobs.end(id, position, state, Some(code), &json)
        }
    };
    if let Err(error) = stored {
        app.jobs.release(id, position).ok();
        return Err(error);
    }
    let counter = match result {
        Ok(_) => &app.metrics.items_done,
        Err(_) => &app.metrics.items_failed,
    };
    counter.fetch_add(1, Ordering::Relaxed);
    let job = app.jobs.job(id)?;
    if job.is_none_or(|job| job.progress.is_over()) {
        app.forget(id, Cancels::No);
    }
    Ok(())
}

/// The result of an item as it is stored: a `.mplan` file, or the JSON form of a rewritten program.
pub(crate) fn compute(
    app: &App,
    job: &JobRecord,
    input: ItemInput,
    limit: &Limit,
) -> Result<Vec<u8>, Problem> {
    let options: Options = serde_json::from_str(&job.options)
        .map_err(|error| Problem::bug(format!("the stored options cannot be read: {error}")))?;
    let input = Input {
        media: Media::of_name(&input.media),
        name: input.name,
        bytes: input.bytes,
    };
    let rewritten = match Operation::from_name(&job.progress.operation) {
        Some(Operation::Plan) => {
            let scopes = work::traces(&app.context, &input, &options, limit)?;
            let planned = app.plan(scopes, &options, limit)?;
            return Ok(wire::write_plan(&planned.plan, Format::Binary)?);
        }
        Some(Operation::Merge) => work::merge(&app.context, &input, &options, limit)?,
        Some(Operation::Opt) => work::opt(&app.context, &input, &options, limit)?,
        None => return Err(Problem::bug("the stored operation is unknown")),
    };
    serde_json::to_vec(&rewritten)
        .map_err(|error| Problem::bug(format!("the result cannot be written: {error}")))
}
