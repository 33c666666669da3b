//! Requests about jobs.

use std::collections::HashSet;
use std::io;
use std::sync::atomic::Ordering;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use axum::Extension;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::IntoResponse as _;
use memplan_planner::wire;
use memplan_planner::wire::archive::{ArchiveKind, ArchiveWriter};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;
use tokio::sync::mpsc;

use crate::app::{App, Cancels, busy, ending};
use crate::body::ChannelBody;
use crate::clients::Client;
use crate::files;
use crate::handlers::{Answer, MERGE_QUERY, PLANS, REWRITTEN, answer, json, rewritten};
use crate::items::{self, Operation};
use crate::media::Media;
use crate::problem::Problem;
use crate::request::Request;
use crate::store::{Item, ItemInput, JobRecord, NewJob, Progress, ResultRecord};
use crate::work::{self, Input, Options, Rewritten};

/// The types of bodies with several files.
pub(crate) const FILES: &[Media] = &[Media::Multipart, Media::Tar, Media::Archive];

/// The query parameters of a new job.
/// The options of all operations.
pub(crate) static JOB_QUERY: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let of_jobs = MERGE_QUERY.iter().copied().filter(|name| *name != "name");
    ["operation", "pipeline"]
        .into_iter()
        .chain(of_jobs)
        .collect()
});

/// The types of answers with results: a list, or an archive of all.
const RESULTS: &[Media] = &[Media::Json, Media::Tar, Media::Archive];

/// The least and the greatest time between two events of a stream.
const EVENT_PAUSE: Duration = Duration::from_millis(100);
const EVENT_PERIOD: Duration = Duration::from_secs(15);

/// Runs blocking work of the store.
pub(crate) async fn stored<T: Send + 'static>(
    app: &Arc<App>,
    work: impl FnOnce(&Arc<App>) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let app = app.clone();
    match tokio::task::spawn_blocking(move || work(&app)).await {
        Ok(result) => result,
        Err(_) => Err(Problem::bug("the store panicked")),
    }
}

fn find(app: &App, client: &Client, id: &str) -> Result<JobRecord, Problem> {
    let job = app.jobs.job(id)?;
    let is_own = |job: &JobRecord| app.tokens.is_empty() || job.client == *client.0;
    job.filter(is_own).ok_or_else(|| {
        let detail = "there is no such job";
        Problem::new(StatusCode::NOT_FOUND, "unknown-job", detail)
    })
}

/// Accepts a job. Once answered, it survives a restart of the process.
pub(crate) async fn create(mut request: Request) -> Answer {
    let (query, options) = request.options(&JOB_QUERY)?;
    let name = query.text("operation", "plan");
    let operation = Operation::from_name(&name).ok_or_else(|| {
        let detail = format!("the operation `{name}` is unknown");
        Problem::bad_request("bad-parameter", detail).help("known: plan, merge, opt")
    })?;
    request.wanted(&[Media::Json])?;
    let media = request.media(FILES)?;
    if request.app.is_draining.load(Ordering::Relaxed) {
        return Err(ending());
    }
    operation.check(&request.app, &options)?;
    let bytes = request.content().await?;
    let (headers, client) = (request.headers, request.client);
    let progress = stored(&request.app, move |app| {
        let files = files::unpack(&headers, media, bytes)?;
        let items = files.into_iter().map(|file| ItemInput {
            name: file.name,
            media: file.media.name().to_owned(),
            bytes: file.bytes,
        });
        accept(app, &client, &name, &options, &items.collect::<Vec<_>>())
    })
    .await?;
    let location = format!("/v1/jobs/{}", progress.id);
    let mut response = json(&progress)?;
    *response.status_mut() = StatusCode::ACCEPTED;
    if let Ok(location) = HeaderValue::from_str(&location) {
        response.headers_mut().insert(header::LOCATION, location);
    }
    Ok(response)
}

fn accept(
    app: &Arc<App>,
    client: &Client,
    operation: &str,
    options: &Options,
    items: &[ItemInput],
) -> Result<Progress, Problem> {
    app.scheduler.room_for_items(items.len()).map_err(busy)?;
    let n_bytes: usize = items.iter().map(|item| item.bytes.len()).sum();
    let n_stored = u64::try_from(app.jobs.n_bytes()?).unwrap_or(0);
    if n_stored.saturating_add(n_bytes as u64) > app.limits.job_bytes {
        let detail = "the jobs of the service have reached their storage limit";
        let problem = Problem::new(StatusCode::INSUFFICIENT_STORAGE, "store-full", detail);
        return Err(problem.help("delete finished jobs").retry_after(60));
    }
    let options = serde_json::to_string(options)
        .map_err(|error| Problem::bug(format!("the options cannot be stored: {error}")))?;
    let id = app.jobs.add(&NewJob {
        client: &client.0,
        operation,
        options: &options,
        items,
    })?;
    let n_items = u32::try_from(items.len()).unwrap_or(u32::MAX);
    items::submit(app, &client.0, &id, 0..n_items);
    Ok(find(app, client, &id)?.progress)
}

/// The progress of a job.
pub(crate) async fn status(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
) -> Answer {
    json(&stored(&app, move |app| Ok(find(app, &client, &id)?.progress)).await?)
}

/// Cancels a running job; removes a finished one.
pub(crate) async fn delete(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
) -> Answer {
    let progress = stored(&app, move |app| {
        if find(app, &client, &id)?.progress.is_over() {
            app.jobs.remove(&id)?;
            return Ok(None);
        }
        app.jobs.cancel(&id)?;
        app.forget(&id, Cancels::Yes);
        app.changes.send_modify(|count| *count += 1);
        Ok(Some(find(app, &client, &id)?.progress))
    })
    .await?;
    match progress {
        Some(progress) => json(&progress),
        None => Ok(StatusCode::NO_CONTENT.into_response()),
    }
}

/// Tries the failed items of a job again.
pub(crate) async fn requeue(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
) -> Answer {
    if app.is_draining.load(Ordering::Relaxed) {
        return Err(ending());
    }
    let progress = stored(&app, move |app| {
        let job = find(app, &client, &id)?;
        if job.progress.state == "cancelled" {
            let detail = "the job is cancelled";
            return Err(Problem::new(StatusCode::CONFLICT, "cancelled", detail));
        }
        let n_failed = usize::try_from(job.progress.failed).unwrap_or(usize::MAX);
        app.scheduler.room_for_items(n_failed).map_err(busy)?;
        let positions = app.jobs.requeue(&id)?;
        items::submit(app, &Arc::from(job.client), &id, positions.into_iter());
        Ok(find(app, &client, &id)?.progress)
    })
    .await?;
    json(&progress)
}

/// The progress of a job as server-sent events, until it ends.
pub(crate) async fn events(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
) -> Answer {
    let mut changes = app.changes.subscribe();
    let find_it = move |app: &Arc<App>, client: &Client, id: &str| -> Result<Progress, Problem> {
        Ok(find(app, client, id)?.progress)
    };
    let (owner, job) = (client.clone(), id.clone());
    let first = stored(&app, move |app| find_it(app, &owner, &job)).await?;
    let (sender, body) = ChannelBody::channel(4);
    tokio::spawn(async move {
        let mut progress = first;
        let mut sent = None;
        loop {
            let text = event(&progress, sent.as_ref());
            if sender.send(Ok(Bytes::from(text))).await.is_err() || progress.is_over() {
                return;
            }
            sent = Some(progress);
            tokio::time::sleep(EVENT_PAUSE).await;
            // Without a change in this time, the next event serves as a heartbeat.
            let _ = tokio::time::timeout(EVENT_PERIOD, changes.changed()).await;
            let (owner, job) = (client.clone(), id.clone());
            let Ok(next) = stored(&app, move |app| find_it(app, &owner, &job)).await else {
                return;
            };
            progress = next;
            if app.is_draining.load(Ordering::Relaxed) {
                return;
            }
        }
    });
    let headers = [
        (header::CONTENT_TYPE, "text/event-stream"),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    Ok((headers, body).into_response())
}

/// The event of a progress; a comment if nothing has changed.
fn event(progress: &Progress, before: Option<&Progress>) -> String {
    if before == Some(progress) {
        return ": unchanged\n\n".to_owned();
    }
    let name = if progress.is_over() {
        "end"
    } else {
        "progress"
    };
    let data = serde_json::to_string(progress).unwrap_or_default();
    format!("event: {name}\ndata: {data}\n\n")
}

/// The states of all items, or all results in an archive once the job has ended.
pub(crate) async fn results(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Answer {
    let wanted = Media::of_answer(&headers, RESULTS)?;
    if wanted == Media::Json {
        return json(&stored(&app, move |app| list(app, &client, &id)).await?);
    }
    let job = id.clone();
    let record = stored(&app, move |app| find(app, &client, &job)).await?;
    if !record.progress.is_over() {
        let detail = "the job has not ended; its results are available one by one";
        return Err(Problem::new(StatusCode::CONFLICT, "not-finished", detail).retry_after(1));
    }
    if wanted == Media::Archive && record.progress.operation != "plan" {
        let detail = "only plans can be in this archive; ask for `application/x-tar`";
        return Err(Problem::new(
            StatusCode::NOT_ACCEPTABLE,
            "not-acceptable",
            detail,
        ));
    }
    let (sender, body) = ChannelBody::channel(4);
    tokio::task::spawn_blocking(move || {
        let total = u32::try_from(record.progress.total).unwrap_or(u32::MAX);
        let output = ChannelWriter(sender.clone());
        let packed = match wanted {
            Media::Tar => pack_tar(&app, &id, total, output),
            _ => pack_plans(&app, &id, total, output),
        };
        if let Err(error) = packed {
            tracing::warn!(%error, "an archive was cut off");
            // The client sees that the body is not complete.
            let _ = sender.blocking_send(Err(axum::Error::new(error)));
        }
    });
    Ok(answer(wanted, body))
}

/// The states of all items of a job.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Items {
    job: Progress,
    items: Vec<Item>,
}

fn list(app: &App, client: &Client, id: &str) -> Result<Items, Problem> {
    Ok(Items {
        job: find(app, client, id)?.progress,
        items: app.jobs.items(id)?,
    })
}

/// Sends what is written as parts of a body.
struct ChannelWriter(mpsc::Sender<Result<Bytes, axum::Error>>);

impl io::Write for ChannelWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let part = Bytes::copy_from_slice(bytes);
        let gone = |_| io::Error::from(io::ErrorKind::BrokenPipe);
        self.0.blocking_send(Ok(part)).map_err(gone)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A tar archive: for each item `NAME.mplan`, or `NAME.mlir` and `NAME.json`, or `NAME.problem.json`.
fn pack_tar(app: &App, id: &str, total: u32, output: ChannelWriter) -> io::Result<()> {
    let mut builder = tar::Builder::new(io::BufWriter::with_capacity(1 << 16, output));
    let mut stems = Stems::default();
    for position in 0..total {
        let Some(record) = app.jobs.result(id, position).map_err(io::Error::other)? else {
            continue;
        };
        let stem = stems.next(&record.input.name, position);
        for (extension, bytes) in result_files(record) {
            let mut header = tar::Header::new_gnu();
            header.set_size(bytes.len() as u64);
            header.set_mode(0o644);
            builder.append_data(&mut header, format!("{stem}.{extension}"), &*bytes)?;
        }
    }
    let mut output = builder.into_inner()?;
    io::Write::flush(&mut output)
}

/// The files of a result with their extensions; none for an item that was not tried.
fn result_files(record: ResultRecord) -> Vec<(&'static str, Vec<u8>)> {
    let Some(output) = record.output else {
        return Vec::new();
    };
    if record.state == "failed" {
        return vec![("problem.json", output)];
    }
    match serde_json::from_slice::<Rewritten>(&output) {
        Err(_) => vec![("mplan", output)],
        Ok(rewritten) => {
            let rest = json!({"report": rewritten.report, "warnings": rewritten.warnings});
            let program = rewritten.program.into_bytes();
            vec![("mlir", program), ("json", rest.to_string().into_bytes())]
        }
    }
}

/// An archive of the plans of all items that have one.
fn pack_plans(app: &App, id: &str, total: u32, output: ChannelWriter) -> io::Result<()> {
    let output = io::BufWriter::with_capacity(1 << 16, output);
    let mut writer = ArchiveWriter::new(output, ArchiveKind::Plans).map_err(io::Error::other)?;
    let mut stems = Stems::default();
    for position in 0..total {
        let record = app.jobs.result(id, position).map_err(io::Error::other)?;
        let Some(record) = record else {
            continue;
        };
        let stem = stems.next(&record.input.name, position);
        if record.state != "done" {
            continue;
        }
        let bytes = record.output.unwrap_or_default();
        writer.append(&stem, &bytes).map_err(io::Error::other)?;
    }
    writer.finish().map(drop).map_err(io::Error::other)
}

/// The names of the results of a job, which are unique. They do not depend on which items have a result.
#[derive(Debug, Default)]
struct Stems(HashSet<String>);

impl Stems {
    /// The name of the next result: its [`stem`], followed by the position where an earlier one has that name.
    fn next(&mut self, name: &str, position: u32) -> String {
        let mut stem = stem(name, position);
        while !self.0.insert(stem.clone()) {
            stem = format!("{stem}-{position:08}");
        }
        stem
    }
}

/// The name of a result: that of its input without extension, if that is a relative path of plain words, or its
/// position.
fn stem(name: &str, position: u32) -> String {
    let is_plain = |part: &str| {
        !part.is_empty() && part != "." && part != ".." && !part.contains(['\\', ':', '\0'])
    };
    if name.len() > 200 || !name.split('/').all(is_plain) {
        return format!("{position:08}");
    }
    let (folder, file) = name
        .rsplit_once('/')
        .map_or(("", name), |(folder, file)| (folder, file));
    let file = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    match (folder, file) {
        (_, "") => format!("{position:08}"),
        ("", file) => file.to_owned(),
        (folder, file) => format!("{folder}/{file}"),
    }
}

/// The result of an item in the requested form.
pub(crate) async fn result(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Path((id, position)): Path<(String, String)>,
    headers: HeaderMap,
) -> Answer {
    let unknown = || {
        let detail = "the job has no such item";
        Problem::new(StatusCode::NOT_FOUND, "unknown-item", detail)
    };
    let position: u32 = position.parse().map_err(|_| unknown())?;
    let owner = client.clone();
    let (job, record) = stored(&app, move |app| {
        let job = find(app, &owner, &id)?;
        let record = app.jobs.result(&id, position)?.ok_or_else(unknown)?;
        Ok((job, record))
    })
    .await?;
    let Some(output) = record.output else {
        let detail = "the item has no result yet";
        return Err(Problem::new(StatusCode::CONFLICT, "not-finished", detail).retry_after(1));
    };
    let unreadable = |error: serde_json::Error| {
        Problem::bug(format!("the stored result cannot be read: {error}"))
    };
    if record.state == "failed" {
        return Err(serde_json::from_slice(&output).map_err(unreadable)?);
    }
    if job.progress.operation != "plan" {
        let wanted = Media::of_answer(&headers, REWRITTEN)?;
        let result: Rewritten = serde_json::from_slice(&output).map_err(unreadable)?;
        return rewritten(&result, wanted);
    }
    let wanted = Media::of_answer(&headers, PLANS)?;
    if wanted == Media::Plan {
        return Ok(answer(wanted, output));
    }
    let options: Options = serde_json::from_str(&job.options).map_err(unreadable)?;
    let input = Input {
        media: Media::of_name(&record.input.media),
        name: record.input.name,
        bytes: record.input.bytes,
    };
    let work = move |app: &App, limit: &work::Limit| {
        let plan = wire::read_plan(&output)?;
        let scopes = work::traces(&app.context, &input, &options, limit)?;
        work::plan_bytes(&plan, &scopes, wanted)
    };
    Ok(answer(wanted, app.run(&client, work).await?))
}

#[cfg(test)]
mod tests {
    use super::{Stems, stem};

    #[test]
    fn results_are_called_like_their_inputs_and_never_leave_their_folder() {
        for (name, expected) in [
            ("a.csv", "a"),
            ("nets/a.b.mtrace", "nets/a.b"),
            ("a", "a"),
            ("../a.csv", "00000007"),
            ("/etc/passwd", "00000007"),
            ("a//b", "00000007"),
            ("c:\\a", "00000007"),
            (".csv", "00000007"),
            ("", "00000007"),
        ] {
            assert_eq!(stem(name, 7), expected, "{name}");
        }
    }

    #[test]
    fn results_of_inputs_with_one_name_have_names_of_their_own() {
        let inputs = ["a.csv", "x/a.csv", "a.mtrace", "a-00000002", "a.csv"];
        let mut stems = Stems::default();
        let names = (0..).zip(inputs).map(|(at, name)| stems.next(name, at));
        let names: Vec<String> = names.collect();
        let expected = [
            "a",
            "x/a",
            "a-00000002",
            "a-00000002-00000003",
            "a-00000004",
        ];
        assert_eq!(names, expected);
    }
}
