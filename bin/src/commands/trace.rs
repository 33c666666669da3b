//! `memplan trace`: when the buffers of a program are live.

use std::path::Path;

use memplan::{ChosenCollector, MemoryPools};
use memplan_planner::MemoryTraceScopes;
use memplan_planner::wire::archive::ArchiveKind;
use memplan_planner::wire::{self, Format};
use memplan_support::table::plural;

use crate::batch::entries::Entries;
use crate::batch::inputs;
use crate::cli::TraceArgs;
use crate::data::Kind;
use crate::exit::Outcome;
use crate::pipeline::{self, step_failure};
use crate::planning::choice_failure;
use crate::source::Source;
use crate::text::Text;
use crate::traces::{self, Found};
use crate::{Session, data, io};

/// The help text when the format cannot be inferred.
const HELP: &str = "use the extension mtrace, json, csv or log, pass `--to FORMAT`, or name a \
                    directory for one file per scope: `-o DIR/`";

/// Runs the verb.
pub(crate) fn run(session: &Session<'_>, args: &TraceArgs) -> Outcome<()> {
    let is_directory = is_directory(&args.output);
    let format = if is_directory {
        args.to.map_or(Format::Binary, data::format)
    } else {
        data::output_format(&args.output, Kind::Trace, args.to, HELP)?
    };
    let options = &args.job.0;
    let collector = options.collector(session.context);
    let collector = collector.map_err(|error| choice_failure(&error))?;
    let mut input = if let Some(pools) = &options.pools {
        of_pools(session, args, &collector, pools)?
    } else if args.input.is_dir() {
        of_directory(session, args)?
    } else {
        let text = Text::read(&args.input)?;
        traces::of_input(text, &session.front_end, &collector)?
    };
    session.tell(&input.warnings);
    input.choose(&args.scope)?;
    if is_directory {
        let files = traces::files(&input.scopes, &args.output, "", format)?;
        io::create_directory(&args.output)?;
        for (path, bytes) in &files {
            io::write(path, bytes)?;
        }
        session.say(&format!("{} written", plural(files.len(), "file")));
        return Ok(());
    }
    let bytes = wire::write_trace(&input.scopes, format)
        .map_err(|error| data::unwritable_traces(&args.output, &input.scopes, &error))?;
    io::write(&args.output, &bytes)
}

/// The traces with pools of a program.
fn of_pools(
    session: &Session<'_>,
    args: &TraceArgs,
    collector: &ChosenCollector,
    pools: &MemoryPools,
) -> Outcome<Found> {
    let mut source = Source::read(&args.input, &session.front_end)?;
    pipeline::bufferized(&mut source)?;
    let (scopes, _) = memplan::pool_traces(&source.module, collector, pools)
        .map_err(|error| step_failure(&source.text, error))?;
    let name = io::display_name(&args.input);
    let mut all = Found::of(MemoryTraceScopes {
        traces: scopes.into_iter().map(|scope| scope.trace).collect(),
        provenance: pools.provenance(collector, source.text.hash(), &name),
    });
    all.warnings.extend(source.warnings);
    Ok(all)
}

/// The traces of all files in a directory, which another tool wrote.
fn of_directory(session: &Session<'_>, args: &TraceArgs) -> Outcome<Found> {
    let input = std::slice::from_ref(&args.input);
    let files = inputs::find(input, Kind::Trace, Some(&args.output), &session.front_end)?;
    let mut all = Found::of(MemoryTraceScopes::default());
    all.scopes.provenance.source_name = io::display_name(&args.input);
    for entry in Entries::new(files, ArchiveKind::Traces) {
        let traces = data::read_traces(&entry.read()?, &session.front_end)?;
        all.warnings.extend(traces.warnings);
        all.scopes.traces.extend(traces.scopes.traces);
    }
    Ok(all)
}

/// Whether a path names a directory: one that exists, or ends in a slash.
fn is_directory(path: &Path) -> bool {
    path.is_dir() || path.as_os_str().to_string_lossy().ends_with('/')
}
