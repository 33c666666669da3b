//! All routes: the table that defines the router and its OpenAPI description.

use std::sync::Arc;

use axum::Extension;
use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::{delete, get, post};
use tower_http::compression::CompressionLayer;
use tower_http::decompression::RequestDecompressionLayer;

use crate::app::App;
use crate::list::Kind;
use crate::media::Media;
use crate::observe::observe;
use crate::openapi::{self, Described, JSON, Verb, with_body, without_body};
use crate::route::{Route, route};
use crate::{handlers, job_handlers};

/// The service that answers requests.
pub(crate) fn router(app: &Arc<App>) -> Router {
    let mut router = Router::new();
    for route in routes() {
        router = router.route(route.described.path, route.handler);
    }
    router
        .fallback(handlers::not_found)
        .method_not_allowed_fallback(handlers::wrong_method)
        .layer(from_fn_with_state(app.clone(), observe))
        .layer(RequestDecompressionLayer::new())
        .layer(CompressionLayer::new())
        .with_state(app.clone())
}

/// The description of all routes as JSON.
pub(crate) fn openapi() -> String {
    let described: Vec<Described> = routes().into_iter().map(|route| route.described).collect();
    openapi::document(&described)
}

fn routes() -> Vec<Route> {
    let mut all = work_routes();
    all.extend(job_routes());
    all.extend(plug_in_routes());
    all.extend(operator_routes());
    #[cfg(feature = "wasm")]
    all.extend(crate::upload_handlers::routes());
    all
}

const TEXT: &[&str] = &["text/plain"];
const REWRITTEN: &[&str] = &["application/json", "text/x-mlir"];
const PLANS: &[&str] = &[
    "application/json",
    "text/csv",
    "application/vnd.memplan.plan",
];

fn work_routes() -> Vec<Route> {
    use handlers::{
        CHECK_QUERY, MERGE_QUERY, OPT_QUERY, PLAN_QUERY, PROGRAMS, TRACE_QUERY, TRACES,
    };
    const TRACE_ANSWERS: &[&str] = &[
        "application/json",
        "text/csv",
        "application/vnd.memplan.trace",
    ];
    const CHECKED: &[Media] = &[Media::Mlir, Media::Json, Media::Multipart];
    vec![
        route(
            with_body(
                "/v1/plan",
                "plan",
                "Plan traces, or the traces of a program",
                &PLAN_QUERY,
                TRACES,
                PLANS,
            ),
            post(handlers::plan),
        ),
        route(
            with_body(
                "/v1/trace",
                "trace",
                "Compute the traces of a program, or convert traces",
                TRACE_QUERY,
                TRACES,
                TRACE_ANSWERS,
            ),
            post(handlers::trace),
        ),
        route(
            with_body(
                "/v1/merge",
                "merge",
                "Plan the buffers of a program, rewrite it, and insert deallocations",
                &MERGE_QUERY,
                PROGRAMS,
                REWRITTEN,
            ),
            post(handlers::merge),
        ),
        route(
            with_body(
                "/v1/opt",
                "opt",
                "Run passes on a program",
                OPT_QUERY,
                PROGRAMS,
                REWRITTEN,
            ),
            post(handlers::opt),
        ),
        route(
            with_body(
                "/v1/check",
                "check",
                "Validate a plan, or interpret a program and report leaks and invalid accesses",
                CHECK_QUERY,
                CHECKED,
                JSON,
            ),
            post(handlers::check),
        ),
    ]
}

fn job_routes() -> Vec<Route> {
    use job_handlers as jobs;
    const RESULTS: &[&str] = &[
        "application/json",
        "application/x-tar",
        "application/vnd.memplan.archive",
    ];
    const RESULT: &[&str] = &[
        "application/json",
        "text/csv",
        "application/vnd.memplan.plan",
        "text/x-mlir",
    ];
    let create = Described {
        status: 202,
        ..with_body(
            "/v1/jobs",
            "create-job",
            "Start a job: one operation on many files",
            &jobs::JOB_QUERY,
            jobs::FILES,
            JSON,
        )
    };
    let get_job = |path, id, summary, answers| without_body(Verb::Get, path, id, summary, answers);
    vec![
        route(create, post(jobs::create)),
        route(
            get_job("/v1/jobs/{id}", "job", "Progress of a job", JSON),
            get(jobs::status),
        ),
        route(
            without_body(
                Verb::Delete,
                "/v1/jobs/{id}",
                "delete-job",
                "Cancel a job, or remove one that is over (204)",
                JSON,
            ),
            delete(jobs::delete),
        ),
        route(
            without_body(
                Verb::Post,
                "/v1/jobs/{id}/requeue",
                "requeue-job",
                "Try the failed items of a job again",
                JSON,
            ),
            post(jobs::requeue),
        ),
        route(
            get_job(
                "/v1/jobs/{id}/events",
                "job-events",
                "Progress of a job as server-sent events",
                &["text/event-stream"],
            ),
            get(jobs::events),
        ),
        route(
            get_job(
                "/v1/jobs/{id}/results",
                "results",
                "States of all items, or an archive of all results",
                RESULTS,
            ),
            get(jobs::results),
        ),
        route(
            get_job(
                "/v1/jobs/{id}/results/{position}",
                "result",
                "Result of one item",
                RESULT,
            ),
            get(jobs::result),
        ),
    ]
}

fn plug_in_routes() -> Vec<Route> {
    let kinds = [
        (
            "/v1/planners",
            "planners",
            "Planners with their options",
            Kind::Planners,
        ),
        (
            "/v1/collectors",
            "collectors",
            "Collectors with their options",
            Kind::Collectors,
        ),
        (
            "/v1/mutators",
            "mutators",
            "Mutators with their options",
            Kind::Mutators,
        ),
        (
            "/v1/passes",
            "passes",
            "Passes with their options",
            Kind::Passes,
        ),
    ];
    let of_kind = |(path, id, summary, kind)| {
        let handler = get(handlers::plug_ins).layer(Extension(kind));
        route(without_body(Verb::Get, path, id, summary, JSON), handler)
    };
    kinds.into_iter().map(of_kind).collect()
}

fn operator_routes() -> Vec<Route> {
    let get_text = |path, id, summary| without_body(Verb::Get, path, id, summary, TEXT);
    vec![
        route(
            without_body(
                Verb::Get,
                "/v1/openapi.json",
                "openapi",
                "This description",
                JSON,
            ),
            get(handlers::openapi),
        ),
        route(
            without_body(Verb::Get, "/", "page", "The web page", &["text/html"]),
            get(handlers::page),
        ),
        route(
            get_text("/healthz", "healthz", "Whether the process runs"),
            get(handlers::healthz),
        ),
        route(
            get_text("/readyz", "readyz", "Whether requests are accepted"),
            get(handlers::readyz),
        ),
        route(
            get_text("/metrics", "metrics", "Figures for Prometheus"),
            get(handlers::metrics),
        ),
    ]
}
