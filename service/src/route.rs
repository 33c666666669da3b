//! A route: its description and its handler.

use std::sync::Arc;

use axum::routing::MethodRouter;

use crate::app::App;
use crate::openapi::Described;

/// A route with its description.
pub(crate) struct Route {
    pub(crate) described: Described,
    pub(crate) handler: MethodRouter<Arc<App>>,
}

/// Rows of routes: method, path, name for generated clients and summary; then query parameters, types of the body, and
/// what it is in JSON; then the status and the types of the answer, what it is in JSON, and the handler.
macro_rules! table_of_routes {
    ($(
        $verb:ident $path:literal = $id:literal, $summary:literal,
        $query:expr, $body:expr, $given:ty => $status:literal, $answers:expr, $answer:ty, $handler:expr;
    )*) => {
        vec![$($crate::route::Route {
            described: $crate::openapi::Described {
                verb: $crate::openapi::Verb::$verb,
                path: $path,
                id: $id,
                summary: $summary,
                query: $query,
                body: $body,
                given: schemars::SchemaGenerator::subschema_for::<$given>,
                status: $status,
                answers: $answers,
                answer: schemars::SchemaGenerator::subschema_for::<$answer>,
            },
            handler: $handler,
        }),*]
    };
}
pub(crate) use table_of_routes;
