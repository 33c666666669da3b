//! `memplan plan`: schedules for traces, one or thousands, and a table to compare planners by.

use memplan_planner::Bytes;
use memplan_planner::wire::archive::ArchiveKind;

use crate::batch::engine;
use crate::batch::entries::Entries;
use crate::batch::target::Target;
use crate::batch::{Bar, Batch, Choice, Limits, Matrix, Verbosity, inputs};
use crate::cli::{CollectorArgs, PlanArgs, TableFormat, spec};
use crate::data::Kind;
use crate::exit::{ExitStatus, Failure, Outcome};
use crate::pipeline;
use crate::planning::DEFAULT_PLANNER;
use crate::{Session, io};

/// The planners of `--compare`: the default, simple ones, and those of production compilers.
const COMPARED: &str = "auto,best-fit,greedy-by-size,tflite-arena,iree,xla";

/// Runs the verb.
pub(crate) fn run(session: &Session<'_>, args: &PlanArgs) -> Outcome<()> {
    if let Some(engine) = &args.engine {
        return engine::run(args, engine);
    }
    let limits = &args.planning;
    let default = if args.compare {
        COMPARED
    } else {
        DEFAULT_PLANNER
    };
    let specs = args.planner.as_deref().unwrap_or(default);
    let specs = spec::split_outside_braces(specs, |c| c == ',');
    let choices = choices(session, args, &specs)?;
    let files = inputs::find(
        &args.inputs,
        Kind::Trace,
        args.output.as_deref(),
        &session.front_end,
    )?;
    let mut entries = Entries::new(files, ArchiveKind::Traces);
    if args.output.is_some() {
        entries.need_unique_stems();
    }
    let is_one = entries.is_one_file() && choices.len() == 1;
    let target = Target::new(args.output.as_deref(), is_one, args.force)?;
    let is_stdout_taken = target.is_stdout();
    let n_jobs = entries.n_entries().map(|n| n * choices.len() as u64);
    let batch = Batch {
        session,
        bar: Bar::new(n_jobs, verbosity(session, args)),
        choices,
        collector: pipeline::collector(
            session.context,
            &CollectorArgs {
                collector: args.collector.clone(),
                alignment: None,
                single_arena: false,
            },
        )?,
        limits: Limits {
            time: limits.time_limit,
            work: limits.work,
            capacity: args.capacity.map(Bytes),
            seed: limits.seed,
            threads: session.n_threads(),
        },
    };
    let summary = batch.run(entries, target)?;
    let matrix = args.summary.then(|| Matrix::new(&summary));
    let text = match (args.format, matrix) {
        (TableFormat::Text, None) => summary.text(args.timings),
        (TableFormat::Csv, None) => summary.csv()?,
        (TableFormat::Json, None) => summary.json(),
        (TableFormat::Text, Some(matrix)) => matrix.text(args.verbose, args.timings),
        (TableFormat::Csv, Some(matrix)) => matrix.csv()?,
        (TableFormat::Json, Some(matrix)) => matrix.json(),
    };
    if is_stdout_taken {
        io::write_stderr(&text);
    } else {
        io::write_stdout(text.as_bytes())?;
    }
    if args.format == TableFormat::Text && !args.quiet {
        session.say(&summary.closing_words());
    }
    match summary.status() {
        ExitStatus::Done => Ok(()),
        // All failures have already been reported.
        status => Err(Failure {
            status,
            messages: Vec::new(),
        }),
    }
}

/// The planners, of this program or of a server.
fn choices(session: &Session<'_>, args: &PlanArgs, specs: &[&str]) -> Outcome<Vec<Choice>> {
    let (context, alignment) = (session.context, args.planning.alignment);
    if let Some(url) = &args.server {
        #[cfg(feature = "serve")]
        return crate::batch::remote::choices(context, url, specs, alignment);
        #[cfg(not(feature = "serve"))]
        return Err(crate::exit::without_service(&format!(
            "cannot plan on {url}"
        )));
    }
    Choice::all(context, specs, alignment)
}

fn verbosity(session: &Session<'_>, args: &PlanArgs) -> Verbosity {
    if args.quiet || session.wants_json() {
        Verbosity::Quiet
    } else if args.verbose {
        Verbosity::Verbose
    } else {
        Verbosity::Bar
    }
}
