//! memplan plus a plug-in of each kind; `docs/book/src/guides/plug-ins.md` explains them.

pub mod collector;
pub mod dialect;
pub mod memory_pass;
pub mod mutator;
pub mod pass;
pub mod planner;
pub mod reader;
pub mod test_dialect;

use std::error::Error;
use std::sync::Arc;

use memplan_cli::Context;

/// The plug-ins of memplan, and those of this crate.
///
/// # Errors
///
/// When a name is taken.
pub fn context() -> Result<Context, Box<dyn Error>> {
    let mut context = memplan_cli::context();
    let planner = planner::ShakenGreedy { tries: 50 };
    context.planners.register(Arc::new(planner))?;
    let collector = collector::Explicit::default();
    context.collectors.register(Arc::new(collector))?;
    context
        .mutators
        .register(Arc::new(mutator::ArenaArgument))?;
    context.passes.register(Arc::new(pass::MergeClears))?;
    context
        .passes
        .register(Arc::new(memory_pass::ReadTheSource))?;
    context.readers.register(Arc::new(reader::Slots))?;
    context.dialects = context
        .dialects
        .with(&[&dialect::POOL, &test_dialect::TEST])?;
    Ok(context)
}
