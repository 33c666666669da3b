//! Pipelines of passes as the command runs them.
//!
//! A pipeline is parsed and every pass configured before any file is opened, so wrong options fail at once.

mod run;

pub(crate) use run::{Ran, Settings, run};

use memplan_mlir::passes::PipelineError;

use crate::exit::Failure;
use crate::render::Message;

/// Converts a pipeline error into a message.
pub(crate) fn failure(error: &PipelineError) -> Failure {
    Failure::could_not_try(Message::error(error.code(), error.to_string()).help(error.help()))
}
