//! `memplan plan`: schedules for traces, one or thousands, and a table to compare planners by.

use memplan_planner::symbols::SymbolicError;
use memplan_planner::wire::{self, archive::ArchiveKind};
use memplan_planner::{Bytes, MemoryPlan, Units};
use memplan_support::sizes::exact;
use serde::Serialize;

use crate::batch::engine;
use crate::batch::entries::Entries;
use crate::batch::target::Target;
use crate::batch::{Bar, Batch, Choice, Limits, Matrix, Verbosity, inputs};
use crate::cli::{PlanArgs, TableFormat, spec};
use crate::data::Kind;
use crate::exit::{ExitStatus, Failure, Outcome};
use crate::pipeline;
use crate::planning::{self, DEFAULT_PLANNER};
use crate::text::Text;
use crate::{Session, data, io, shapes};

/// The planners of `--compare`: the default, simple ones, and those of production compilers.
const COMPARED: &str = "auto,best-fit,greedy-by-size,tflite-arena,iree,xla";

/// Runs the verb.
pub(crate) fn run(session: &Session<'_>, args: &PlanArgs) -> Outcome<()> {
    if let Some(engine) = &args.engine {
        return engine::run(args, engine);
    }
    if let Some(path) = &args.proof {
        return super::decide::run(session, args, path);
    }
    if args.explain || args.sensitivity {
        return super::explain::run(session, args);
    }
    if let Some(plan) = oriented_plan(session, args)? {
        return offsets(session, args, &plan);
    }
    let job = &args.job;
    let default = if args.compare {
        COMPARED
    } else {
        DEFAULT_PLANNER
    };
    let specs = job.planner.as_deref().unwrap_or(default);
    let all = (specs.trim() == "all").then(|| planning::planner_specs(session.context, specs));
    let all = all.transpose()?.unwrap_or_default();
    let specs = match &all[..] {
        [] => spec::split_outside_braces(specs, |c| c == ','),
        all => all.iter().map(String::as_str).collect(),
    };
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
        collector: pipeline::chosen_collector(session.context, job.collector_or_default())?,
        limits: Limits {
            time: job.time_limit,
            work: job.work_limit.map(Units),
            capacity: args.capacity.map(Bytes),
            seed: job.seed,
            threads: session.n_threads(),
        },
    };
    let summary = batch.run(entries, target)?;
    let matrix = args.summary.then(|| Matrix::new(&summary));
    let text = match (args.format, matrix) {
        (TableFormat::Text, None) => summary.text(args.timings),
        (TableFormat::Csv, None) => summary.csv(),
        (TableFormat::Json, None) => summary.json(),
        (TableFormat::Text, Some(matrix)) => matrix.text(args.verbose, args.timings),
        (TableFormat::Csv, Some(matrix)) => matrix.csv(),
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

/// The plan for all sizes that is the only input, where the user chose values of symbols.
fn oriented_plan(session: &Session<'_>, args: &PlanArgs) -> Outcome<Option<MemoryPlan>> {
    match &*args.inputs {
        [path] if !session.front_end.at.is_empty() && path.is_file() => {
            let plan = wire::read_plan(&Text::read(path)?.bytes).ok();
            Ok(plan.filter(shapes::is_oriented))
        }
        _ => Ok(None),
    }
}

/// The offsets of plans for all sizes at the values of symbols that the user chose.
#[derive(Serialize)]
struct OffsetsAt {
    version: u32,
    at: String,
    plans: Vec<Offsets>,
}

#[derive(Serialize)]
struct Offsets {
    /// Counted from 0.
    orientation: usize,
    k: usize,
    peak_bytes: u64,
    offsets_bytes: Vec<u64>,
}

/// Evaluates a plan for all sizes: prints peaks, and writes a plan with offsets.
fn offsets(session: &Session<'_>, args: &PlanArgs, plan: &MemoryPlan) -> Outcome<()> {
    let name = args
        .inputs
        .first()
        .map_or_else(String::new, |path| io::display_name(path));
    let fail = |error: SymbolicError| shapes::failure(&name, &error);
    let values = &session.front_end.at;
    let schedules = shapes::plan_at(plan, values, &name)?;
    let mut evaluated = Vec::new();
    for (oriented, schedule) in plan.schedules.iter().zip(&schedules.schedules) {
        let (orientation, k) = match &oriented.oriented {
            None => (0, 1),
            Some(plan) => {
                let values = shapes::values_of(&plan.symbols, values).map_err(fail)?;
                let evaluated = plan.evaluate(&values).map_err(fail)?;
                (evaluated.orientation, plan.orientations.len())
            }
        };
        evaluated.push((orientation, k, schedule));
    }
    let at: Vec<String> = values
        .iter()
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    let at = at.join(",");
    if let Some(path) = &args.output {
        let help = "use the extension mplan or json";
        let format = data::output_format(path, Kind::Plan, None, help)?;
        let bytes = wire::write_plan(&schedules, format);
        io::write(
            path,
            &bytes.map_err(|error| data::unwritable(path, &error))?,
        )?;
        if io::is_std(path) {
            return Ok(());
        }
    }
    let text = match args.format {
        TableFormat::Json => io::json(&OffsetsAt {
            version: 1,
            at,
            plans: (evaluated.into_iter())
                .map(|(orientation, k, schedule)| Offsets {
                    orientation,
                    k,
                    peak_bytes: schedule.total_size.0,
                    offsets_bytes: schedule.offsets.iter().map(|offset| offset.0).collect(),
                })
                .collect(),
        }),
        TableFormat::Text | TableFormat::Csv => {
            let lines = evaluated.into_iter().map(|(orientation, k, schedule)| {
                format!(
                    "{name}: peak {} at {at}, by orientation {} of {k}\n",
                    exact(schedule.total_size.0.into()),
                    orientation + 1,
                )
            });
            lines.collect()
        }
    };
    io::write_stdout(text.as_bytes())
}

/// The planners, of this program or of a server.
fn choices(session: &Session<'_>, args: &PlanArgs, specs: &[&str]) -> Outcome<Vec<Choice>> {
    let (context, alignment) = (session.context, args.job.alignment.unwrap_or(1));
    if let Some(url) = &args.server {
        #[cfg(feature = "serve")]
        return crate::batch::remote::choices(context, url, specs, alignment);
        #[cfg(not(feature = "serve"))]
        return Err(super::without_service(&format!("cannot plan on {url}")));
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
