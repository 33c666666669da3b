//! `memplan bench`: planners over data sets under equal budgets, and reports of what came out.

mod dataset;

use std::io::{IsTerminal as _, Write as _};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use memplan::Clock;
use memplan_bench::{Bench, Budget, Event, Job, Report, Status, Step};

use crate::cli::{BenchArgs, LeaderboardArgs, PageFormat, TableFormat};
use crate::exit::{ExitStatus, Failure, Outcome};
use crate::front_end::FrontEnd;
use crate::labels::labels;
use crate::own_program::OwnProgram;
use crate::render::Message;
use crate::{Session, io, pipeline, planning};

use dataset::{Inputs, Spool};

/// The budget when none is asked for.
const DEFAULT_LIMIT_MS: u64 = 10_000;

/// The planners when none is asked for.
const DEFAULT_PLANNERS: &str = "chunk-hot,first-fit,best-fit,greedy-by-size,auto";

/// Runs the verb.
pub(crate) fn run(session: &Session<'_>, args: &BenchArgs) -> Outcome<()> {
    if args.one {
        return run_job(session);
    }
    compare(session, args, &|report| match args.format {
        TableFormat::Text => report.text(),
        TableFormat::Csv => report.csv(),
        TableFormat::Json => report.json(),
    })
}

/// Runs the verb `leaderboard`.
pub(crate) fn leaderboard(session: &Session<'_>, args: &LeaderboardArgs) -> Outcome<()> {
    compare(session, &args.bench(), &|report| match args.format {
        PageFormat::Markdown => report.leaderboard(),
        PageFormat::Html => report.html(),
        PageFormat::Csv => report.csv(),
        PageFormat::Json => report.json(),
    })
}

/// Measures, writes the reports, and prints one of them.
fn compare(
    session: &Session<'_>,
    args: &BenchArgs,
    print: &dyn Fn(&Report) -> String,
) -> Outcome<()> {
    let planners = args.job.planner.as_deref().unwrap_or(DEFAULT_PLANNERS);
    let planners = planning::planner_specs(session.context, planners)?;
    let mut datasets = args.datasets.clone();
    let spool = Spool::new(&mut datasets)?;
    let mut instances = dataset::find(&datasets, &session.front_end)?;
    if let Some(spool) = &spool {
        spool.hide_in_messages(&mut instances);
    }
    session.tell(&instances.warnings);
    let inputs = input_status(&instances.failures);
    for failure in &instances.failures {
        session.tell(&failure.messages);
    }
    if instances.instances.is_empty() {
        return Err(nothing_to_measure(inputs));
    }
    let page = args.output.as_deref().filter(|path| is_page(path));
    if let (Some(directory), None) = (&args.output, page) {
        // Fail now rather than after hours of measurement.
        io::create_directory(directory)?;
    }
    let mut report = measure(session, args, planners, instances)?;
    if let Some(spool) = &spool {
        spool.hide(&mut report.instances);
    }
    if let Some(path) = page {
        io::write(path, page_of(&report, path).as_bytes())?;
        wrong_answers(&report)?;
        return inputs.quietly();
    }
    if let Some(directory) = &args.output {
        for (name, text) in report.files() {
            io::write(&directory.join(name), text.as_bytes())?;
        }
    }
    let text = print(&report);
    io::write_stdout(text.as_bytes())?;
    wrong_answers(&report)?;
    inputs.quietly()
}

/// The extensions of single pages.
const PAGES: [&str; 4] = ["csv", "html", "json", "md"];

/// Whether an output is one page: it has the extension of one, and is no directory.
fn is_page(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| PAGES.contains(&extension)) && !path.is_dir()
}

/// The page that the extension of a file stands for.
fn page_of(report: &Report, path: &Path) -> String {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("html") => report.html(),
        Some("csv") => report.csv(),
        Some("json") => report.json(),
        _ => report.leaderboard(),
    }
}

/// Does the job that standard input describes.
///
/// # Errors
///
/// When standard input is not a job. A failing planner is an event on standard output.
fn run_job(session: &Session<'_>) -> Outcome<()> {
    let text = io::read(Path::new("-"))?;
    let job: Job = serde_json::from_slice(&text)
        .map_err(|error| Failure::could_not_try(Message::error("bad-job", error.to_string())))?;
    let front_end = FrontEnd {
        mlir_opt: job.mlir_opt.clone(),
        from: pipeline::reader(session.context, job.from.as_deref())?,
        at: job.at.clone(),
        ..session.front_end.clone()
    };
    let trace = dataset::load_one(&job.source, job.record, job.index, &front_end)?;
    let planner = planning::find_planner(session.context, &job.planner)?;
    let clock: Arc<dyn Clock> = Arc::new(Instant::now());
    let plan = |options: &_| planning::plan(&*planner, &trace, options).map_err(of_planner);
    memplan_bench::run_job(&job, &trace, &clock, plan, |event: &Event| {
        // Numbers and strings always serialise.
        let line = serde_json::to_string(event).unwrap_or_default();
        let mut stdout = std::io::stdout().lock();
        let written = writeln!(stdout, "{line}").and_then(|()| stdout.flush());
        written.map_err(|_| Failure::reader_has_gone())
    })
}

/// The failure of a planner as a row of a table.
fn of_planner(failure: Failure) -> (Status, String) {
    let message = failure.messages.into_iter().next();
    let is_invalid = message
        .as_ref()
        .is_some_and(|message| message.code == "invalid-schedule");
    let status = match failure.status {
        ExitStatus::Limit => Status::Limit,
        _ if is_invalid => Status::Invalid,
        _ => Status::Failed,
    };
    (
        status,
        message.map_or_else(String::new, |message| message.message),
    )
}

/// How a run ends if its planners do their work: 1 when some input is at fault, else 2 when some
/// input could not be read, as with `memplan plan`.
fn input_status(failures: &[Failure]) -> ExitStatus {
    let has = |status| failures.iter().any(|failure| failure.status == status);
    let order = [ExitStatus::No, ExitStatus::CouldNotTry, ExitStatus::Limit];
    let worst = order.into_iter().find(|&status| has(status));
    worst.unwrap_or(ExitStatus::Done)
}

/// The failure of a run without traces. The errors of each input have already been reported.
fn nothing_to_measure(inputs: ExitStatus) -> Failure {
    let message = match inputs {
        ExitStatus::Done => vec![
            Message::error("no-traces", "nothing to measure: no input has a trace")
                .help("programs without allocations have no traces; see `memplan trace`"),
        ],
        _ => Vec::new(),
    };
    Failure {
        status: match inputs {
            ExitStatus::Done => ExitStatus::No,
            status => status,
        },
        messages: message,
    }
}

fn measure(
    session: &Session<'_>,
    args: &BenchArgs,
    planners: Vec<String>,
    inputs: Inputs,
) -> Outcome<Report> {
    let program = OwnProgram::get().map_err(|error| {
        let message = format!("cannot find the memplan executable: {error}");
        Failure::could_not_try(Message::error("no-program", message))
    })?;
    let at_a_time = args.jobs.get();
    let in_all = args.job.threads.unwrap_or_else(planning::all_cores);
    let limit =
        (args.job.time_limit).map(|limit| u64::try_from(limit.as_millis()).unwrap_or(u64::MAX));
    let bar = progress_bar();
    let bench = Bench {
        program: program.command,
        command: command_line(session),
        date: args.date.clone(),
        labels: labels(&planners),
        planners,
        instances: inputs.instances,
        unreadable: inputs.unreadable,
        budget: Budget {
            time_limit_ms: limit.or(args.job.work_limit.is_none().then_some(DEFAULT_LIMIT_MS)),
            work: args.job.work_limit,
            seeds: args.seeds,
            repeats: args.repeat,
            threads: (in_all.get() / at_a_time).max(1),
            at_a_time,
            alignment_bytes: args.job.alignment.unwrap_or(1),
        },
        mlir_opt: session.front_end.mlir_opt.clone(),
        from: args.from.from.clone(),
        at: args.at.at.clone(),
        has_peers: args.peers,
        load: &|of| dataset::load_one(&of.source, of.record, of.index, &session.front_end).ok(),
        tell: &|step| match step {
            Step::Start { n_steps } => bar.set_length(n_steps as u64),
            Step::Begin { planner, instance } => {
                bar.set_message(format!("{planner} on {instance}"))
            }
            Step::Done => bar.inc(1),
            Step::End => bar.finish_and_clear(),
        },
    };
    Ok(bench.run())
}

fn progress_bar() -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(0);
    let style =
        ProgressStyle::with_template("{bar:30} {pos}/{len} [{elapsed}, {eta} left] {wide_msg}");
    if let Ok(style) = style {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// The command line, quoted for a shell.
fn command_line(session: &Session<'_>) -> String {
    let quoted = |argument: String| {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=,:+@%".contains(c);
        if !argument.is_empty() && argument.chars().all(is_plain) {
            argument
        } else {
            format!("'{}'", argument.replace('\'', "'\\''"))
        }
    };
    let arguments = session.arguments.iter();
    let arguments = arguments.map(|argument| quoted(argument.to_string_lossy().into_owned()));
    std::iter::once("memplan".to_owned())
        .chain(arguments)
        .collect::<Vec<_>>()
        .join(" ")
}

/// A planner that gave an invalid schedule or a wrong bound has a bug, and scripts must see it. Those
/// that only failed are rows of the table.
fn wrong_answers(report: &Report) -> Outcome<()> {
    let wrong = report
        .summaries
        .iter()
        .filter(|s| matches!(s.status, Status::Invalid | Status::WrongBound));
    let messages: Vec<Message> = wrong
        .map(|summary| {
            let planner = &report.planners[summary.planner];
            let instance = &report.instances[summary.instance].name;
            Message::error(
                summary.status.name(),
                format!("planner `{planner}` on `{instance}`: {}", summary.message),
            )
            .help("this is a bug in the planner: please report it with the trace")
        })
        .collect();
    if messages.is_empty() {
        return Ok(());
    }
    Err(Failure {
        status: ExitStatus::No,
        messages,
    })
}
