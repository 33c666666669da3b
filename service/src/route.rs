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

pub(crate) fn route(described: Described, handler: MethodRouter<Arc<App>>) -> Route {
    Route { described, handler }
}
