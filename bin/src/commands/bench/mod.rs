//! `memplan bench`: planners over data sets under equal budgets, and reports of what came out.

mod dataset;
mod html;
mod job;
mod machine;
mod peers;
mod runner;
mod summary;
mod tables;

use std::num::NonZeroUsize;
use std::time::Duration;

use serde::Serialize;

use crate::cli::{BenchArgs, TableFormat, spec};
use crate::exit::{ExitStatus, Failure, Outcome};
use crate::labels::labels;
use crate::planning;
use crate::render::Message;
use crate::{Session, io};

use dataset::{Instance, Spool, Unreadable};
use job::Job;
use machine::Machine;
use peers::PeerRun;
use runner::{Case, Outcomes, Work};
use summary::{Bound, Summary, Total};

/// The budget when none is asked for.
const DEFAULT_LIMIT_MS: u64 = 10_000;

/// The time that a run, including the checker, may take beyond its limit before its process is killed.
const GRACE: Duration = Duration::from_secs(20);

/// The version of the JSON report.
const VERSION: u32 = 1;

/// Everything that reports are made of.
#[derive(Debug, Serialize)]
struct Report {
    version: u32,
    memplan: &'static str,
    date: String,
    command: String,
    machine: Machine,
    /// The names of the planners.
    planners: Vec<String>,
    /// The planners as the user specified them.
    planner_specs: Vec<String>,
    budget: Budget,
    instances: Vec<Instance>,
    /// One for each instance.
    bounds: Vec<Bound>,
    unreadable: Vec<Unreadable>,
    cases: Vec<Case>,
    summaries: Vec<Summary>,
    totals: Vec<Total>,
    peers_missing: Vec<&'static str>,
    peer_runs: Vec<PeerRun>,
}

/// The limits of each run.
#[derive(Clone, Debug, Serialize)]
struct Budget {
    time_limit_ms: Option<u64>,
    work: Option<u64>,
    seeds: u64,
    repeats: u32,
    threads: usize,
    at_a_time: usize,
    alignment_bytes: u64,
}

/// Runs the verb.
pub(crate) fn run(session: &Session<'_>, args: &BenchArgs) -> Outcome<()> {
    if args.one {
        return job::run(session);
    }
    let planners = planner_specs(session, &args.planners)?;
    let mut datasets = args.datasets.clone();
    let spool = Spool::new(&mut datasets)?;
    let mut found = dataset::find(&datasets, &session.front_end)?;
    if let Some(spool) = &spool {
        spool.hide_in_messages(&mut found);
    }
    session.tell(&found.warnings);
    let (instances, unreadable) = (found.instances, found.unreadable);
    let inputs = input_status(&unreadable);
    for unreadable in &unreadable {
        session.tell(&unreadable.failure.messages);
    }
    if instances.is_empty() {
        return Err(nothing_to_measure(inputs));
    }
    if let Some(directory) = &args.output {
        // Fail now rather than after hours of measurement.
        io::create_directory(directory)?;
    }
    let mut report = measure(session, args, planners, instances, unreadable)?;
    if let Some(spool) = &spool {
        spool.hide(&mut report.instances);
    }
    if let Some(directory) = &args.output {
        for (name, text) in [
            ("runs.csv", tables::runs_csv(&report)),
            ("summary.csv", tables::summary_csv(&report)),
            ("anytime.csv", tables::anytime_csv(&report)),
            ("report.json", tables::json(&report)),
            ("report.html", html::page(&report)),
        ] {
            io::write(&directory.join(name), text.as_bytes())?;
        }
    }
    let text = match args.format {
        TableFormat::Text => tables::text(&report),
        TableFormat::Csv => tables::summary_csv(&report),
        TableFormat::Json => tables::json(&report),
    };
    io::write_stdout(text.as_bytes())?;
    wrong_answers(&report)?;
    inputs.quietly()
}

/// How a run ends if its planners do their work: 1 when some input is at fault, else 2 when some
/// input could not be read, as with `memplan plan`.
fn input_status(unreadable: &[Unreadable]) -> ExitStatus {
    let has = |status| unreadable.iter().any(|u| u.failure.status == status);
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

/// The planners asked for; each is tried out, so that a typing mistake ends the run at once.
fn planner_specs(session: &Session<'_>, specs: &str) -> Outcome<Vec<String>> {
    let registry = &session.context.planners;
    if specs.trim() == "all" {
        // `all` excludes planners with a required option, such as a command to run.
        let names = registry
            .iter()
            .map(|planner| planner.info().name.to_owned());
        return Ok(names.filter(|name| registry.parse(name).is_ok()).collect());
    }
    let mut planners: Vec<String> = Vec::new();
    let specs = spec::split_outside_braces(specs, |c| c == ',');
    if specs.is_empty() {
        return Err(Failure::could_not_try(
            Message::error("usage", "no planner given")
                .help("`memplan list planners` lists the planners with their options"),
        ));
    }
    for spec in specs {
        planning::find_planner(session.context, spec)?;
        let spec = spec.trim().to_owned();
        if !planners.contains(&spec) {
            planners.push(spec);
        }
    }
    Ok(planners)
}

fn measure(
    session: &Session<'_>,
    args: &BenchArgs,
    planners: Vec<String>,
    instances: Vec<Instance>,
    unreadable: Vec<Unreadable>,
) -> Outcome<Report> {
    let program = std::env::current_exe().map_err(|error| {
        let message = format!("cannot find the memplan executable: {error}");
        Failure::could_not_try(Message::error("no-program", message))
    })?;
    let machine = Machine::here();
    let at_a_time = args.jobs.get();
    let in_all = args.threads.map_or(machine.cores, NonZeroUsize::get);
    let threads = (in_all / at_a_time).max(1);
    let limit = args
        .time_limit
        .map(|limit| u64::try_from(limit.as_millis()).unwrap_or(u64::MAX));
    let budget = Budget {
        time_limit_ms: limit.or(args.work.is_none().then_some(DEFAULT_LIMIT_MS)),
        work: args.work.map(|work| work.0),
        seeds: args.seeds,
        repeats: args.repeat,
        threads,
        at_a_time,
        alignment_bytes: args.alignment,
    };
    let (peers, peers_missing) = if args.peers {
        peers::find()
    } else {
        Default::default()
    };
    let date = args.date.clone().unwrap_or_else(machine::now);
    let work = Work {
        front_end: &session.front_end,
        program,
        instances: &instances,
        planners: &planners,
        n_seeds: args.seeds,
        job: Job {
            source: String::new(),
            record: 0,
            index: 0,
            planner: String::new(),
            seed: 0,
            time_limit_ms: budget.time_limit_ms,
            work: budget.work,
            repeats: budget.repeats,
            threads: NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN),
            alignment: budget.alignment_bytes,
            mlir_opt: session.front_end.mlir_opt.clone(),
            from: args.from.from.clone(),
        },
        n_at_a_time: at_a_time,
        grace: GRACE,
        peers: &peers,
    };
    let Outcomes {
        mut cases,
        peer_runs,
    } = work.run();
    let bounds = summary::best_bounds(&instances, &planners, &mut cases);
    let summaries = summary::summaries(&bounds, planners.len(), &cases);
    let totals = summary::totals(&instances, planners.len(), &summaries);
    Ok(Report {
        version: VERSION,
        memplan: env!("CARGO_PKG_VERSION"),
        date,
        command: command_line(),
        machine,
        planners: labels(&planners),
        planner_specs: planners,
        budget,
        instances,
        bounds,
        unreadable,
        cases,
        summaries,
        totals,
        peers_missing,
        peer_runs,
    })
}

/// The command line, quoted for a shell.
fn command_line() -> String {
    let quoted = |argument: String| {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=,:+@%".contains(c);
        if !argument.is_empty() && argument.chars().all(is_plain) {
            argument
        } else {
            format!("'{}'", argument.replace('\'', "'\\''"))
        }
    };
    let arguments = std::env::args_os().skip(1);
    let arguments = arguments.map(|argument| quoted(argument.to_string_lossy().into_owned()));
    std::iter::once("memplan".to_owned())
        .chain(arguments)
        .collect::<Vec<_>>()
        .join(" ")
}

/// A planner that gave an invalid schedule or a wrong bound has a bug, and scripts must see it. Those
/// that only failed are rows of the table.
fn wrong_answers(report: &Report) -> Outcome<()> {
    use job::Status::{Invalid, WrongBound};
    let wrong = report
        .summaries
        .iter()
        .filter(|s| matches!(s.status, Invalid | WrongBound));
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
