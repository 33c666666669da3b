//! All routes: the table that defines the router and its OpenAPI description.

use std::sync::Arc;

use axum::Extension;
use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::{delete, get, post};
use memplan::Listing;
use serde_json::{Map, Value};
use tower_http::compression::CompressionLayer;
use tower_http::decompression::RequestDecompressionLayer;

use crate::app::App;
use crate::check::Verdict;
use crate::job_handlers::Items;
use crate::list::Kind;
use crate::media::Media;
use crate::observe::observe;
use crate::openapi::{self, Described, Either, JSON, Plan, TraceAndPlan, Traces};
use crate::route::{Route, table_of_routes};
use crate::store::Progress;
use crate::work::Rewritten;
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
const TRACE_ANSWERS: &[&str] = &[
    "application/json",
    "text/csv",
    "application/vnd.memplan.trace",
];
const CHECKED: &[Media] = &[Media::Mlir, Media::Json, Media::Multipart];
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

fn work_routes() -> Vec<Route> {
    use handlers::{
        CHECK_QUERY, MERGE_QUERY, OPT_QUERY, PLAN_QUERY, PROGRAMS, TRACE_QUERY, TRACES,
    };
    table_of_routes! {
        Post "/v1/plan" = "plan", "Plan traces, or the traces of a program",
            &PLAN_QUERY, TRACES, Traces => 200, PLANS, Plan, post(handlers::plan);
        Post "/v1/trace" = "trace", "Compute the traces of a program, or convert traces",
            TRACE_QUERY, TRACES, Traces => 200, TRACE_ANSWERS, Traces, post(handlers::trace);
        Post "/v1/merge" = "merge", "Plan the buffers of a program, rewrite it, and insert deallocations",
            &MERGE_QUERY, PROGRAMS, () => 200, REWRITTEN, Rewritten, post(handlers::merge);
        Post "/v1/opt" = "opt", "Run passes on a program",
            OPT_QUERY, PROGRAMS, () => 200, REWRITTEN, Rewritten, post(handlers::opt);
        Post "/v1/check" = "check", "Validate a plan, or interpret a program and report leaks and invalid accesses",
            CHECK_QUERY, CHECKED, TraceAndPlan => 200, JSON, Verdict, post(handlers::check);
    }
}

fn job_routes() -> Vec<Route> {
    use job_handlers as jobs;
    table_of_routes! {
        Post "/v1/jobs" = "create-job", "Start a job: one operation on many files",
            &jobs::JOB_QUERY, jobs::FILES, () => 202, JSON, Progress, post(jobs::create);
        Get "/v1/jobs/{id}" = "job", "Progress of a job",
            &[], &[], () => 200, JSON, Progress, get(jobs::status);
        Delete "/v1/jobs/{id}" = "delete-job", "Cancel a job, or remove one that is over (204)",
            &[], &[], () => 200, JSON, Progress, delete(jobs::delete);
        Post "/v1/jobs/{id}/requeue" = "requeue-job", "Try the failed items of a job again",
            &[], &[], () => 200, JSON, Progress, post(jobs::requeue);
        Get "/v1/jobs/{id}/events" = "job-events", "Progress of a job as server-sent events",
            &[], &[], () => 200, &["text/event-stream"], (), get(jobs::events);
        Get "/v1/jobs/{id}/results" = "results", "States of all items, or an archive of all results",
            &[], &[], () => 200, RESULTS, Items, get(jobs::results);
        Get "/v1/jobs/{id}/results/{position}" = "result", "Result of one item",
            &[], &[], () => 200, RESULT, Either<Rewritten, Plan>, get(jobs::result);
    }
}

fn plug_in_routes() -> Vec<Route> {
    let list = |kind| get(handlers::plug_ins).layer(Extension(kind));
    table_of_routes! {
        Get "/v1/planners" = "planners", "Planners with their options",
            &[], &[], () => 200, JSON, Listing, list(Kind::Planners);
        Get "/v1/collectors" = "collectors", "Collectors with their options",
            &[], &[], () => 200, JSON, Listing, list(Kind::Collectors);
        Get "/v1/mutators" = "mutators", "Mutators with their options",
            &[], &[], () => 200, JSON, Listing, list(Kind::Mutators);
        Get "/v1/passes" = "passes", "Passes with their options",
            &[], &[], () => 200, JSON, Listing, list(Kind::Passes);
    }
}

fn operator_routes() -> Vec<Route> {
    table_of_routes! {
        Get "/v1/openapi.json" = "openapi", "This description",
            &[], &[], () => 200, JSON, Map<String, Value>, get(handlers::openapi);
        Get "/" = "page", "The web page",
            &[], &[], () => 200, &["text/html"], (), get(handlers::page);
        Get "/healthz" = "healthz", "Whether the process runs",
            &[], &[], () => 200, TEXT, (), get(handlers::healthz);
        Get "/readyz" = "readyz", "Whether requests are accepted",
            &[], &[], () => 200, TEXT, (), get(handlers::readyz);
        Get "/metrics" = "metrics", "Figures for Prometheus",
            &[], &[], () => 200, TEXT, (), get(handlers::metrics);
    }
}
