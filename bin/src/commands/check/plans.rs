//! Judges plans with the checker that shares no code with any planner.

use std::path::Path;

use memplan_planner::wire::{self, archive::ArchiveKind};
use memplan_planner::{
    Bytes, LifetimeTrace, MemoryPlan, MemorySchedule, MemoryTraceScopes, Optimality,
};
use memplan_support::table::plural;
use serde::Serialize;

use crate::batch::entries::{Entries, Entry};
use crate::batch::inputs;
use crate::cli::{CheckArgs, ReportFormat};
use crate::data::Kind;
use crate::exit::{ExitStatus, Failure, Outcome};
use crate::pipeline;
use crate::render::{Message, Place};
use crate::{Session, data, io, planning, traces};

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
        (trace_name, plan_name): (&str, &str),
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

/// One verdict for each schedule.
fn verdicts(session: &Session<'_>, args: &CheckArgs, plan: &Path) -> Outcome<Vec<Verdict>> {
    let alignment = Bytes(args.alignment);
    let mut verdicts = Vec::new();
    for_each_plan(session, &args.input, plan, |trace_name, scopes, plan| {
        judge(session, trace_name, scopes, plan, alignment, &mut verdicts)
    })?;
    Ok(verdicts)
}

/// Brings the plans of a file or archive together with the traces that they were made for.
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
    // Both are in one order; a trace may have no plan, or one of each of several planners.
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

/// The traces of an entry. Those of a program are collected as by default: a plan for other ones is
/// found out by their hash.
fn read_traces(session: &Session<'_>, entry: Entry) -> Outcome<(String, MemoryTraceScopes)> {
    let name = entry.name.clone();
    let collector = pipeline::usual_collector(session.context)?;
    let loaded = traces::read(entry.read()?, &session.front_end, &collector)?;
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
            of: Judged::new((trace_name, &plan_name), trace, schedule),
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
        let message = format!("the plan does not belong to the traces of `{trace_name}`");
        return Err(Failure::no(
            Message::error("other-traces", message)
                .in_file(&text.name)
                .help("plan the trace again, or pass the trace of the plan"),
        ));
    }
    Ok((text.name, plan))
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
