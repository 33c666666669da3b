//! `memplan trace`: when the buffers of a program are live.

use memplan_planner::wire;

use crate::cli::TraceArgs;
use crate::exit::Outcome;
use crate::pipeline::{self, CollectorChoice};
use crate::source::Source;
use crate::{Session, data, io};

/// Runs the verb.
pub(crate) fn run(session: &Session<'_>, args: &TraceArgs) -> Outcome<()> {
    let format = data::output_format(&args.output, args.to, "--to")?;
    let collector = CollectorChoice::from_args(&args.collector)?;
    let source = Source::read(&args.input, &session.front_end)?;
    session.tell(&source.warnings);
    let found = pipeline::collect(&source, &collector)?;
    let scopes = pipeline::traces(&source, &collector, &found);
    let bytes = wire::write_trace(&scopes, format)
        .map_err(|error| data::unwritable(&args.output, &error))?;
    io::write(&args.output, &bytes)
}
