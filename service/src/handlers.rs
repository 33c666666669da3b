//! Requests with an answer at once: reading the request, one call of the work, writing the answer.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::Extension;
use axum::body::Body;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use memplan_planner::Bytes;
use memplan_planner::wire;
use serde_json::Value;

use crate::app::{App, ending};
use crate::check;
use crate::clients::Client;
use crate::files;
use crate::list::{self, Kind};
use crate::media::Media;
use crate::metrics::Gauges;
use crate::problem::Problem;
use crate::query::Query;
use crate::work::{self, Input, Options, Planned, Rewritten};

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
pub(crate) const PLAN_QUERY: &[&str] = &[
    "name",
    "planner",
    "collector",
    "alignment",
    "time",
    "work",
    "seed",
];
pub(crate) const TRACE_QUERY: &[&str] = &["name", "collector"];
pub(crate) const MERGE_QUERY: &[&str] = &[
    "name",
    "planner",
    "collector",
    "alignment",
    "mutator",
    "dealloc",
    "time",
    "work",
    "seed",
];
pub(crate) const OPT_QUERY: &[&str] = &["name", "pipeline"];
pub(crate) const CHECK_QUERY: &[&str] = &["alignment", "static", "seed"];

/// The options in the parameters of a request.
///
/// # Errors
///
/// When one has another form.
pub(crate) fn options(query: &Query) -> Result<Options, Problem> {
    let default = Options::default();
    let alignment = query.number::<u64>("alignment")?;
    if alignment == Some(0) {
        let detail = "the query parameter `alignment` is 0, expected at least 1";
        return Err(Problem::bad_request("bad-parameter", detail));
    }
    Ok(Options {
        planner: query.get("planner").map(str::to_owned),
        collector: query.text("collector", &default.collector),
        alignment,
        mutator: query.text("mutator", &default.mutator),
        inserts_deallocations: query.switch("dealloc", default.inserts_deallocations)?,
        pipeline: query.text("pipeline", &default.pipeline),
        time: query.duration("time")?,
        work: query.number("work")?,
        seed: query.number("seed")?.unwrap_or(default.seed),
    })
}

/// An answer with a body of this type.
pub(crate) fn answer(media: Media, bytes: impl Into<Body>) -> Response {
    let mut response = Response::new(bytes.into());
    let name = HeaderValue::from_static(media.name());
    response.headers_mut().insert(header::CONTENT_TYPE, name);
    response
}

/// An answer in JSON.
pub(crate) fn json(value: &impl serde::Serialize) -> Answer {
    let bytes = serde_json::to_vec(value)
        .map_err(|error| Problem::bug(format!("the answer cannot be written: {error}")))?;
    Ok(answer(Media::Json, bytes))
}

/// The traces of a program, or traces in another format.
pub(crate) async fn trace(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
    body: Body,
) -> Answer {
    let query = Query::parse(query.as_deref(), TRACE_QUERY)?;
    let options = options(&query)?;
    let offered = [Media::Json, Media::Csv, Media::Trace];
    let wanted = Media::of_answer(&headers, &offered)?;
    let input = input(&app, &query, &headers, body, TRACES).await?;
    let work = move |app: &App, limit: &work::Limit| {
        let (scopes, _) = work::traces(&app.context, &input, &options, limit)?;
        work::trace_bytes(&scopes, wanted)
    };
    Ok(answer(wanted, app.run(&client, work).await?))
}

/// A schedule for each trace.
pub(crate) async fn plan(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
    body: Body,
) -> Answer {
    let query = Query::parse(query.as_deref(), PLAN_QUERY)?;
    let options = options(&query)?;
    let wanted = Media::of_answer(&headers, PLANS)?;
    let input = input(&app, &query, &headers, body, TRACES).await?;
    let work = move |app: &App, limit: &work::Limit| {
        let planned = app.plan(&input, &options, limit)?;
        let bytes = work::plan_bytes(&planned.plan, &planned.scopes, wanted)?;
        Ok((planned_headers(&planned), bytes))
    };
    let (extra, bytes) = app.run(&client, work).await?;
    let mut response = answer(wanted, bytes);
    response.headers_mut().extend(extra);
    Ok(response)
}

/// What an answer says about a plan besides the plan itself.
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
    let all: f64 = planned.elapsed_ms.iter().sum();
    insert("server-timing", &format!("plan;dur={all:.3}"));
    headers
}

/// The main job on a program.
pub(crate) async fn merge(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
    body: Body,
) -> Answer {
    let query = Query::parse(query.as_deref(), MERGE_QUERY)?;
    let options = options(&query)?;
    let wanted = Media::of_answer(&headers, REWRITTEN)?;
    let input = input(&app, &query, &headers, body, PROGRAMS).await?;
    let work =
        move |app: &App, limit: &work::Limit| work::merge(&app.context, &input, &options, limit);
    rewritten(&app.run(&client, work).await?, wanted)
}

/// Passes on a program.
pub(crate) async fn opt(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
    body: Body,
) -> Answer {
    let query = Query::parse(query.as_deref(), OPT_QUERY)?;
    let options = options(&query)?;
    let wanted = Media::of_answer(&headers, REWRITTEN)?;
    let input = input(&app, &query, &headers, body, PROGRAMS).await?;
    let work =
        move |app: &App, limit: &work::Limit| work::opt(&app.context, &input, &options, limit);
    rewritten(&app.run(&client, work).await?, wanted)
}

/// A rewritten program in the form that a client wants.
pub(crate) fn rewritten(rewritten: &Rewritten, wanted: Media) -> Answer {
    match wanted {
        Media::Mlir => Ok(answer(wanted, rewritten.program.clone())),
        _ => json(rewritten),
    }
}

/// A verdict on a plan, or on how a program treats its memory.
pub(crate) async fn check(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
    body: Body,
) -> Answer {
    let query = Query::parse(query.as_deref(), CHECK_QUERY)?;
    let options = options(&query)?;
    let is_static = query.switch("static", false)?;
    Media::of_answer(&headers, &[Media::Json])?;
    let accepted = [Media::Mlir, Media::Json, Media::Multipart];
    let media = Media::of_body(&headers, &accepted)?;
    let bytes = content(&app, &headers, body).await?;
    let work = move |app: &App, limit: &work::Limit| {
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
                return match is_static {
                    true => check::prove_program(&app.context, &input),
                    false => check::run_program(&app.context, &input, options.seed, limit),
                };
            }
        };
        let (scopes, _) = work::traces(&app.context, &trace, &options, limit)?;
        let plan = wire::read_plan(&plan)?;
        check::plan(&scopes, &plan, Bytes(options.alignment.unwrap_or(1)))
    };
    json(&app.run(&client, work).await?)
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

/// The body of a request as a named input.
async fn input(
    app: &App,
    query: &Query,
    headers: &HeaderMap,
    body: Body,
    accepted: &[Media],
) -> Result<Input, Problem> {
    let media = Media::of_body(headers, accepted)?;
    let bytes = content(app, headers, body).await?;
    Ok(Input {
        name: query.text("name", ""),
        media,
        bytes,
    })
}

/// The body of a request, which must not be empty.
async fn content(app: &App, headers: &HeaderMap, body: Body) -> Result<Vec<u8>, Problem> {
    let bytes = app.bodies.read(headers, body).await?;
    if bytes.is_empty() {
        return Err(Problem::unprocessable("empty", "the body is empty"));
    }
    Ok(bytes)
}

/// The plug-ins of a kind.
pub(crate) async fn plug_ins(
    State(app): State<Arc<App>>,
    Extension(kind): Extension<Kind>,
    RawQuery(query): RawQuery,
) -> Answer {
    Query::parse(query.as_deref(), &[])?;
    json(&list::json(&app.context, kind))
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

/// Figures for Prometheus.
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
