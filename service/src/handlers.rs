//! Handlers of requests that are answered at once: read the request, call the work, write the answer.

use std::sync::atomic::Ordering;
use std::sync::{Arc, LazyLock};

use axum::Extension;
use axum::body::Body;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use memplan::{Context, FrontDoor, JobOptions};
use memplan_planner::Bytes;
use memplan_planner::wire;
use serde_json::Value;

use crate::app::{App, ending};
use crate::check;
use crate::files;
use crate::list::{self, Kind};
use crate::media::Media;
use crate::metrics::Gauges;
use crate::problem::Problem;
use crate::query::Query;
use crate::request::Request;
use crate::work::{self, Input, Limit, Options, Planned, Rewritten};

/// The result of a handler.
pub(crate) type Answer = Result<Response, Problem>;

/// The types of bodies with traces.
pub(crate) const TRACES: &[Media] = &[Media::Json, Media::Csv, Media::Trace, Media::Mlir];

/// The types of bodies with a program.
pub(crate) const PROGRAMS: &[Media] = &[Media::Mlir];

/// The types of answers with a plan.
pub(crate) const PLANS: &[Media] = &[Media::Json, Media::Csv, Media::Plan];

/// The types of answers with a rewritten program: with its report, or alone.
pub(crate) const REWRITTEN: &[Media] = &[Media::Json, Media::Mlir];

/// The query parameters of the operations.
pub(crate) const TRACE_QUERY: &[&str] = &["name", "collector"];
pub(crate) static PLAN_QUERY: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| query_of(FrontDoor::Plan));
pub(crate) static MERGE_QUERY: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| query_of(FrontDoor::Service));

/// The name of the input, and the options of a front door that the service has, by all of their names.
fn query_of(door: FrontDoor) -> Vec<&'static str> {
    let rows = JobOptions::TABLE.iter();
    let names = rows
        .filter(|row| row.is_in(FrontDoor::Service) && row.is_in(door))
        .flat_map(|row| [row.name].into_iter().chain(row.aliases.iter().copied()));
    ["name"].into_iter().chain(names).collect()
}

pub(crate) const OPT_QUERY: &[&str] = &["name", "pipeline"];
pub(crate) const CHECK_QUERY: &[&str] = &["alignment", "static", "seed", "time"];

/// An answer with a body of this type.
pub(crate) fn answer(media: Media, bytes: impl Into<Body>) -> Response {
    let mut response = Response::new(bytes.into());
    let name = HeaderValue::from_static(media.name());
    response.headers_mut().insert(header::CONTENT_TYPE, name);
    response
}

pub(crate) fn json(value: &impl serde::Serialize) -> Answer {
    let bytes = serde_json::to_vec(value)
        .map_err(|error| Problem::bug(format!("the answer cannot be written: {error}")))?;
    Ok(answer(Media::Json, bytes))
}

/// The traces of a program, or traces in another format.
pub(crate) async fn trace(mut request: Request) -> Answer {
    let (query, options) = request.options(TRACE_QUERY)?;
    let wanted = request.wanted(&[Media::Json, Media::Csv, Media::Trace])?;
    let input = request.input(&query, TRACES).await?;
    let work = move |app: &App, limit: &Limit| {
        let scopes = work::traces(&app.context, &input, &options, limit)?;
        work::trace_bytes(&scopes, wanted)
    };
    Ok(answer(
        wanted,
        request.app.run(&request.client, work).await?,
    ))
}

/// A schedule for each trace.
pub(crate) async fn plan(mut request: Request) -> Answer {
    let (query, options) = request.options(&PLAN_QUERY)?;
    let wanted = request.wanted(PLANS)?;
    let input = request.input(&query, TRACES).await?;
    let work = move |app: &App, limit: &Limit| {
        let scopes = work::traces(&app.context, &input, &options, limit)?;
        let planned = app.plan(scopes, &options, limit)?;
        let bytes = work::plan_bytes(&planned.plan, &planned.scopes, wanted)?;
        Ok((planned_headers(&planned), bytes))
    };
    let (extra, bytes) = request.app.run(&request.client, work).await?;
    let mut response = answer(wanted, bytes);
    response.headers_mut().extend(extra);
    Ok(response)
}

/// The headers of an answer with a plan.
fn planned_headers(planned: &Planned) -> HeaderMap {
    let mut headers = HeaderMap::new();
    let mut insert = |name: &'static str, value: &str| {
        if let Ok(value) = HeaderValue::from_str(value) {
            headers.insert(HeaderName::from_static(name), value);
        }
    };
    if let Some(reason) = planned.stopped_by {
        insert("memplan-stopped-by", reason.name());
    }
    let is_cached = planned.elapsed_ms.is_empty() && !planned.plan.schedules.is_empty();
    insert("memplan-cache", if is_cached { "hit" } else { "miss" });
    // The sum of no numbers is -0.
    let all = planned.elapsed_ms.iter().fold(0.0, |all, time| all + time);
    insert("server-timing", &format!("plan;dur={all:.3}"));
    headers
}

/// The main job on a program.
pub(crate) async fn merge(request: Request) -> Answer {
    rewrite(request, &MERGE_QUERY, work::merge).await
}

/// Passes on a program.
pub(crate) async fn opt(request: Request) -> Answer {
    rewrite(request, OPT_QUERY, work::opt).await
}

/// A function that rewrites a program.
type Rewriter = fn(&Context, &Input, &Options, &Limit) -> Result<Rewritten, Problem>;

async fn rewrite(mut request: Request, parameters: &[&str], rewriter: Rewriter) -> Answer {
    let (query, options) = request.options(parameters)?;
    let wanted = request.wanted(REWRITTEN)?;
    let input = request.input(&query, PROGRAMS).await?;
    let work = move |app: &App, limit: &Limit| rewriter(&app.context, &input, &options, limit);
    rewritten(&request.app.run(&request.client, work).await?, wanted)
}

/// A rewritten program in the requested form.
pub(crate) fn rewritten(rewritten: &Rewritten, wanted: Media) -> Answer {
    match wanted {
        Media::Mlir => Ok(answer(wanted, rewritten.program.clone())),
        _ => json(rewritten),
    }
}

/// A verdict on a plan, or on how a program treats its memory.
pub(crate) async fn check(mut request: Request) -> Answer {
    let (query, options) = request.options(CHECK_QUERY)?;
    let is_static = query.switch("static", false)?;
    request.wanted(&[Media::Json])?;
    let media = request.media(&[Media::Mlir, Media::Json, Media::Multipart])?;
    let bytes = request.content().await?;
    let headers = std::mem::take(&mut request.headers);
    let work = move |app: &App, limit: &Limit| {
        let limit = &limit.within(options.job.time_limit);
        limit.check()?;
        let (trace, plan) = match media {
            Media::Multipart => of_form(&headers, bytes)?,
            Media::Json => of_json(&bytes)?,
            _ => {
                let input = Input {
                    name: String::new(),
                    media: Media::Mlir,
                    bytes,
                };
                return if is_static {
                    check::prove_program(&app.context, &input, limit)
                } else {
                    check::run_program(&app.context, &input, options.job.seed, limit)
                };
            }
        };
        let scopes = work::traces(&app.context, &trace, &options, limit)?;
        let plan = wire::read_plan(&plan)?;
        check::plan(&scopes, &plan, Bytes(options.job.alignment.unwrap_or(1)))
    };
    json(&request.app.run(&request.client, work).await?)
}

/// The trace and the plan in the parts `trace` and `plan` of a form.
fn of_form(headers: &HeaderMap, body: Vec<u8>) -> Result<(Input, Vec<u8>), Problem> {
    let (mut trace, mut plan) = (None, None);
    for file in files::unpack(headers, Media::Multipart, body)? {
        match &*file.field {
            "trace" => {
                trace = Some(Input {
                    name: file.name,
                    media: file.media,
                    bytes: file.bytes,
                });
            }
            "plan" => plan = Some(file.bytes),
            other => {
                let detail = format!("the form has an unknown part `{other}`");
                return Err(Problem::bad_request("unknown-part", detail));
            }
        }
    }
    trace.zip(plan).ok_or_else(|| missing("the parts"))
}

/// The trace and the plan in the fields `trace` and `plan` of an object.
fn of_json(body: &[u8]) -> Result<(Input, Vec<u8>), Problem> {
    let object: Value = serde_json::from_slice(body).map_err(|error| {
        let problem = Problem::unprocessable("syntax", error.to_string());
        problem.at(error.line(), error.column())
    })?;
    let field = |name: &str| object.get(name).map(|value| value.to_string().into_bytes());
    let input = |bytes| Input {
        name: "trace.json".to_owned(),
        media: Media::Json,
        bytes,
    };
    let both = field("trace").map(input).zip(field("plan"));
    both.ok_or_else(|| missing("the fields"))
}

fn missing(what: &str) -> Problem {
    let detail = format!("expected {what} `trace` and `plan`");
    Problem::unprocessable("missing-part", detail)
}

/// The plug-ins of a kind.
pub(crate) async fn plug_ins(
    State(app): State<Arc<App>>,
    Extension(kind): Extension<Kind>,
    RawQuery(query): RawQuery,
) -> Answer {
    Query::parse(query.as_deref(), &[])?;
    json(&list::listing(&app.context, kind))
}

/// The page, which may load nothing from elsewhere.
pub(crate) async fn page(State(app): State<Arc<App>>) -> Response {
    let policy = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; \
                  connect-src 'self'; img-src data: blob:; base-uri 'none'; form-action 'none'; \
                  frame-ancestors 'none'";
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    (headers, app.page.clone()).into_response()
}

/// The description of the interface.
pub(crate) async fn openapi(State(app): State<Arc<App>>) -> Answer {
    Ok(answer(Media::Json, app.openapi.clone()))
}

/// Whether the process runs.
pub(crate) async fn healthz() -> &'static str {
    "ok\n"
}

/// Whether requests are accepted.
pub(crate) async fn readyz(State(app): State<Arc<App>>) -> Answer {
    if app.is_draining.load(Ordering::Relaxed) {
        return Err(ending());
    }
    let stored = app.clone();
    let answered = tokio::task::spawn_blocking(move || stored.jobs.n_bytes()).await;
    match answered {
        Ok(n_bytes) => n_bytes.map(drop)?,
        Err(_) => return Err(Problem::bug("the store panicked")),
    }
    Ok("ok\n".into_response())
}

/// The metrics for Prometheus.
pub(crate) async fn metrics(State(app): State<Arc<App>>) -> Response {
    let (waiting_requests, waiting_items) = app.scheduler.n_waiting();
    let text = app.metrics.text(Gauges {
        waiting_requests,
        waiting_items,
        cache_bytes: app.cache.n_bytes(),
    });
    let name = "text/plain; version=0.0.4";
    ([(header::CONTENT_TYPE, name)], text).into_response()
}

/// The answer to requests for unknown routes.
pub(crate) async fn not_found() -> Problem {
    let detail = "there is no such route; `/v1/openapi.json` describes all";
    Problem::new(StatusCode::NOT_FOUND, "not-found", detail)
}

/// The answer to requests with a method that the route does not have.
pub(crate) async fn wrong_method() -> Problem {
    let detail = "the route does not support this method";
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, "wrong-method", detail)
}
