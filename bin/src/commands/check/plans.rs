//! Judges plans with the checker that shares no code with any planner.

use std::path::Path;

use memplan_planner::wire::{self, archive::ArchiveKind};
use memplan_planner::{
    Bytes, LifetimeTrace, MemoryPlan, MemorySchedule, MemoryTraceScopes, Optimality,
};
use memplan_support::sizes::exact;
use memplan_support::table::plural;
use memplan_symbolic::OrientationPlans;
use serde::Serialize;

use crate::batch::entries::{Entries, Entry};
use crate::batch::inputs;
use crate::cli::{CheckArgs, ReportFormat};
use crate::data::Kind;
use crate::exit::{ExitStatus, Failure, Outcome};
use crate::pipeline;
use crate::render::{Message, Place};
use crate::text::Text;
use crate::{Session, data, io, planning, symbolic, traces};

/// A schedule that is checked, and its trace.
#[derive(Debug, Serialize)]
pub(crate) struct Judged {
    pub(crate) trace: String,
    pub(crate) plan: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) scope: String,
    planner: String,
    buffers: usize,
    max_load_bytes: u64,
    peak_bytes: u64,
}

impl Judged {
    /// A schedule of a file with plans, for a trace of a file with traces.
    pub(crate) fn new(
        trace_name: &str,
        plan_name: &str,
        trace: &LifetimeTrace,
        schedule: &MemorySchedule,
    ) -> Self {
        Self {
            trace: trace_name.to_owned(),
            plan: plan_name.to_owned(),
            scope: trace.scope().to_owned(),
            planner: schedule.planner.clone(),
            buffers: trace.len(),
            max_load_bytes: trace.least_load().0,
            peak_bytes: schedule.total_size.0,
        }
    }
}

/// The verdict of the checker on one schedule.
#[derive(Debug, Serialize)]
struct Verdict {
    #[serde(flatten)]
    of: Judged,
    valid: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    violations: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Report<'a> {
    version: u32,
    valid: bool,
    schedules: &'a [Verdict],
}

/// Judges the plans in a file.
pub(super) fn run(session: &Session<'_>, args: &CheckArgs, plan: &Path) -> Outcome<()> {
    if let Some(plans) = symbolic_plans(session, plan)? {
        return run_symbolic(session, args, plan, &plans);
    }
    let verdicts = verdicts(session, args, plan)?;
    let valid = verdicts.iter().all(|verdict| verdict.valid);
    match args.format {
        ReportFormat::Json => {
            let report = Report {
                version: 1,
                valid,
                schedules: &verdicts,
            };
            io::write_stdout(io::json(&report).as_bytes())?;
        }
        ReportFormat::Text => {
            session.tell(&messages(&verdicts));
            if valid {
                let words = format!("valid: {}\n", plural(verdicts.len(), "schedule"));
                io::write_stdout(words.as_bytes())?;
            }
        }
    }
    ExitStatus::of_answer(valid).quietly()
}

/// The verdict of the checker on the plan of a trace whose sizes depend on symbols.
#[derive(Debug, Serialize)]
struct SymbolicVerdict<'a> {
    trace: &'a str,
    plan: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    scope: &'a str,
    buffers: usize,
    symbols: Vec<&'a str>,
    k: usize,
    valid: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<String>,
    /// At the values that the user chose.
    #[serde(skip_serializing_if = "Option::is_none")]
    peak_bytes: Option<u64>,
}

#[derive(Debug, Serialize)]
struct SymbolicReport<'a> {
    version: u32,
    valid: bool,
    plans: &'a [SymbolicVerdict<'a>],
}

/// The orientation plans in a file; `None` for other files, archives and standard input.
fn symbolic_plans(session: &Session<'_>, path: &Path) -> Outcome<Option<OrientationPlans>> {
    let files = inputs::find(&[path.to_owned()], Kind::Plan, None, &session.front_end)?;
    match &*files {
        [file] if !io::is_std(path) && file.is_named && !file.is_archive() => {
            symbolic::plans(&Text::read(path)?, &session.front_end)
        }
        _ => Ok(None),
    }
}

/// Judges orientation plans.
fn run_symbolic(
    session: &Session<'_>,
    args: &CheckArgs,
    path: &Path,
    plans: &OrientationPlans,
) -> Outcome<()> {
    let text = Text::read(&args.input)?;
    let plan_name = io::display_name(path);
    let scopes = match symbolic::traces(&text, &session.front_end)? {
        Some(scopes) => Some(scopes),
        None => {
            let collector = pipeline::usual_collector(session.context)?;
            let front_end = session.front_end.without_values();
            traces::read(text.clone(), &front_end, &collector)?.symbolic
        }
    };
    let Some(scopes) = scopes.filter(|scopes| symbolic::are_of(plans, scopes)) else {
        return Err(Failure::no(other_traces(&text.name).in_file(&plan_name)));
    };
    let at = &session.front_end.at;
    let mut verdicts = Vec::new();
    for (trace, plan) in scopes.traces.iter().zip(&plans.plans) {
        let fault = memplan_symbolic::check(trace, plan).err();
        let peak = if at.is_empty() {
            None
        } else {
            let values = symbolic::values_of(trace.symbols(), at);
            let evaluated = values.and_then(|values| plan.evaluate(&values));
            let fail = |error| symbolic::failure(&text, &error, &session.front_end);
            Some(evaluated.map_err(fail)?.peak.0)
        };
        verdicts.push(SymbolicVerdict {
            trace: &text.name,
            plan: &plan_name,
            scope: trace.lifetimes().scope(),
            buffers: trace.len(),
            symbols: (trace.symbols().iter())
                .map(|symbol| &*symbol.name)
                .collect(),
            k: plan.orientations.len(),
            valid: fault.is_none(),
            fault: fault.map(|fault| fault.to_string()),
            peak_bytes: peak,
        });
    }
    let valid = verdicts.iter().all(|verdict| verdict.valid);
    match args.format {
        ReportFormat::Json => {
            let report = SymbolicReport {
                version: 1,
                valid,
                plans: &verdicts,
            };
            io::write_stdout(io::json(&report).as_bytes())?;
        }
        ReportFormat::Text => {
            session.tell(&symbolic_messages(&verdicts));
            if valid {
                io::write_stdout(symbolic_words(&verdicts, at).as_bytes())?;
            }
        }
    }
    ExitStatus::of_answer(valid).quietly()
}

fn symbolic_messages(verdicts: &[SymbolicVerdict<'_>]) -> Vec<Message> {
    let message = |verdict: &SymbolicVerdict<'_>| {
        let scope = match verdict.scope {
            "" => String::new(),
            scope => format!("scope `{scope}`: "),
        };
        let text = format!("{scope}{}", verdict.fault.as_deref()?);
        Some(Message::error("invalid-plan", text).in_file(verdict.plan))
    };
    verdicts.iter().filter_map(message).collect()
}

fn symbolic_words(verdicts: &[SymbolicVerdict<'_>], at: &[(String, i64)]) -> String {
    let mut words = format!("valid for all sizes: {}\n", plural(verdicts.len(), "plan"));
    let at: Vec<String> = at
        .iter()
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    for verdict in verdicts {
        let scope = match verdict.scope {
            "" => verdict.trace,
            scope => scope,
        };
        if let Some(peak) = verdict.peak_bytes {
            words += &format!("{scope}: peak {} at {}\n", exact(peak.into()), at.join(","));
        }
    }
    words
}

/// One verdict for each schedule.
fn verdicts(session: &Session<'_>, args: &CheckArgs, plan: &Path) -> Outcome<Vec<Verdict>> {
    let alignment = Bytes(args.alignment);
    let mut verdicts = Vec::new();
    for_each_plan(session, &args.input, plan, |trace_name, scopes, plan| {
        judge(session, trace_name, scopes, plan, alignment, &mut verdicts)
    })?;
    Ok(verdicts)
}

/// Matches the plans of a file or archive with the traces that they were made for.
///
/// # Errors
///
/// When files cannot be read or do not belong together, and what `judge` fails with.
pub(crate) fn for_each_plan(
    session: &Session<'_>,
    traces: &Path,
    plans: &Path,
    mut judge: impl FnMut(&str, &MemoryTraceScopes, Entry) -> Outcome<()>,
) -> Outcome<()> {
    let mut traces = entries(session, traces, Kind::Trace)?;
    let mut plans = entries(session, plans, Kind::Plan)?;
    if traces.is_one_file() && plans.is_one_file() {
        if let (Some(trace), Some(plan)) = (traces.next(), plans.next()) {
            let (trace_name, scopes) = read_traces(session, trace)?;
            judge(&trace_name, &scopes, plan)?;
        }
        return Ok(());
    }
    if traces.is_one_file() || plans.is_one_file() {
        let message = "one input is an archive, the other is not";
        return Err(Failure::could_not_try(
            Message::error("wrong-kind", message)
                .help("`memplan convert ARCHIVE -o DIR/` unpacks an archive"),
        ));
    }
    // Both are in the same order; a trace may have no plan, or one from each of several planners.
    let mut plans = plans.peekable();
    for trace in traces {
        let stem = trace.stem.clone();
        let is_for_it = |plan: &Entry| {
            let rest = plan.stem.strip_prefix(&*stem);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        let mut plan = plans.next_if(is_for_it);
        if plan.is_none() {
            continue;
        }
        let (trace_name, scopes) = read_traces(session, trace)?;
        while let Some(entry) = plan {
            judge(&trace_name, &scopes, entry)?;
            plan = plans.next_if(is_for_it);
        }
    }
    if let Some(plan) = plans.next() {
        // Reading reports the error of an unreadable record.
        let name = plan.name.clone();
        plan.read()?;
        let message = "the archive of traces has no matching record at this position";
        return Err(Failure::no(
            Message::error("other-traces", message)
                .in_file(&name)
                .help("archives are compared record by record, in order"),
        ));
    }
    Ok(())
}

fn entries(session: &Session<'_>, path: &Path, kind: Kind) -> Outcome<Entries> {
    let files = inputs::find(&[path.to_owned()], kind, None, &session.front_end)?;
    let archives = match kind {
        Kind::Trace => ArchiveKind::Traces,
        Kind::Plan => ArchiveKind::Plans,
    };
    Ok(Entries::new(files, archives))
}

/// The traces of an entry. Those of a program are collected with the defaults: a plan for other traces is recognised
/// by their hash.
fn read_traces(session: &Session<'_>, entry: Entry) -> Outcome<(String, MemoryTraceScopes)> {
    let name = entry.name.clone();
    let collector = pipeline::usual_collector(session.context)?;
    let loaded = traces::read(entry.read()?, &session.front_end, &collector)?;
    let loaded = loaded.of_numbers(&name)?;
    session.tell(&loaded.warnings);
    Ok((name, loaded.scopes))
}

/// Adds a verdict for each schedule of a plan.
fn judge(
    session: &Session<'_>,
    trace_name: &str,
    scopes: &MemoryTraceScopes,
    plan: Entry,
    alignment: Bytes,
    verdicts: &mut Vec<Verdict>,
) -> Outcome<()> {
    let (plan_name, plan) = read_plan_for(session, trace_name, scopes, plan)?;
    for (trace, schedule) in scopes.traces.iter().zip(&plan.schedules) {
        let violations = violations(trace, schedule, alignment);
        verdicts.push(Verdict {
            of: Judged::new(trace_name, &plan_name, trace, schedule),
            valid: violations.is_empty(),
            violations,
        });
    }
    Ok(())
}

/// The name of a plan, and the plan, which has a schedule for each of these traces.
///
/// # Errors
///
/// When it cannot be read, or was made for other traces.
pub(crate) fn read_plan_for(
    session: &Session<'_>,
    trace_name: &str,
    scopes: &MemoryTraceScopes,
    plan: Entry,
) -> Outcome<(String, MemoryPlan)> {
    let text = plan.read()?;
    let plan = data::read_plan(&text, &session.front_end)?;
    let hash = wire::trace_hash(scopes)
        .map_err(|error| Failure::could_not_try(Message::error("bad-trace", error.to_string())))?;
    let (n_schedules, n_traces) = (plan.schedules.len(), scopes.traces.len());
    if n_schedules != n_traces
        || plan
            .trace_hash
            .is_some_and(|planned_hash| planned_hash != hash)
    {
        return Err(Failure::no(other_traces(trace_name).in_file(&text.name)));
    }
    Ok((text.name, plan))
}

fn other_traces(trace_name: &str) -> Message {
    let message = format!("the plan does not belong to the traces of `{trace_name}`");
    Message::error("other-traces", message)
        .help("plan the trace again, or pass the trace of the plan")
}

/// The violations of a schedule, in words.
pub(crate) fn violations(
    trace: &LifetimeTrace,
    schedule: &MemorySchedule,
    alignment: Bytes,
) -> Vec<String> {
    let rejected = planning::check_schedule(trace, schedule, alignment).err();
    let rejected = rejected.unwrap_or_default();
    let mut violations: Vec<String> = rejected
        .iter()
        .map(|violation| violation.describe(trace))
        .collect();
    if let Optimality::LowerBound(bound) = schedule.optimality
        && schedule.total_size < bound
        && schedule.reuses.is_empty()
    {
        violations.push(format!(
            "it claims a lower bound of {bound} bytes, but its peak is {}",
            schedule.total_size
        ));
    }
    violations
}

fn messages(verdicts: &[Verdict]) -> Vec<Message> {
    let invalid = verdicts.iter().filter(|verdict| !verdict.valid);
    let message = |verdict: &Verdict| {
        let message = match &*verdict.of.scope {
            "" => format!("the plan is invalid for `{}`", verdict.of.trace),
            scope => format!(
                "the plan is invalid for scope `{scope}` of `{}`",
                verdict.of.trace
            ),
        };
        let message = Message::error("invalid-plan", message).in_file(&verdict.of.plan);
        let violations = verdict.violations.iter();
        violations.fold(message, |message, violation| {
            message.note(violation, Place::default())
        })
    };
    invalid.map(message).collect()
}
