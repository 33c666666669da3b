//! Judges plans with the checker that shares no code with any planner.

use std::borrow::Cow;
use std::path::Path;

use memplan_planner::wire::{self, archive::ArchiveKind};
use memplan_planner::{
    Bytes, LifetimeTrace, MemoryPlan, MemorySchedule, MemoryTraceScopes, Optimality,
};
use memplan_support::sizes::exact;
use memplan_support::table::plural;
use serde::Serialize;

use crate::batch::entries::{Entries, Entry};
use crate::batch::inputs;
use crate::cli::{CheckArgs, ReportFormat};
use crate::data::Kind;
use crate::exit::{ExitStatus, Failure, Outcome};
use crate::pipeline;
use crate::render::{Message, Place};
use crate::{Session, data, io, planning, shapes, traces};

/// A schedule that is checked, and its trace.
#[derive(Debug, Serialize)]
pub(crate) struct Judged {
    pub(crate) trace: String,
    pub(crate) plan: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) scope: String,
    planner: String,
    buffers: usize,
    /// At the values that the user chose, else in the middle of the ranges.
    max_load_bytes: u64,
    peak_bytes: u64,
    /// The symbols that sizes depend on: the schedule is judged for all of their values.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    symbols: Vec<String>,
    /// The number of orientations of such a schedule.
    #[serde(skip_serializing_if = "Option::is_none")]
    k: Option<usize>,
    /// The shape of the figures.
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<String>,
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
            symbols: trace
                .symbols()
                .iter()
                .map(|symbol| symbol.name.clone())
                .collect(),
            k: schedule
                .oriented
                .as_ref()
                .map(|plan| plan.orientations.len()),
            at: trace
                .symbolic()
                .map(|part| shapes::text(part.list(), &part.middle())),
        }
    }

    /// Takes the figures at values that the user chose.
    fn take_figures_at(
        &mut self,
        trace: &LifetimeTrace,
        schedule: &MemorySchedule,
        named: &[(String, i64)],
    ) -> Outcome<()> {
        let name = self.trace.clone();
        let fail = |error| shapes::failure(&name, &error);
        let values = shapes::values_of(trace.symbols(), named).map_err(fail)?;
        self.at = Some(shapes::text(trace.symbols(), &values));
        self.max_load_bytes = trace.at(&values).map_err(fail)?.least_load().0;
        self.peak_bytes = schedule.at(&values).map_err(fail)?.total_size.0;
        Ok(())
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
                io::write_stdout(words(&verdicts).as_bytes())?;
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
    // Whether values of symbols are needed is up to the plan.
    let front_end = session.front_end.without_values();
    let loaded = traces::read(entry.read()?, &front_end, &collector)?;
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
    let (plan_name, plan, scopes) = read_plan_for(session, trace_name, scopes, plan)?;
    let values = &session.front_end.at;
    for (trace, schedule) in scopes.traces.iter().zip(&plan.schedules) {
        let violations = violations(trace, schedule, alignment);
        let mut of = Judged::new(trace_name, &plan_name, trace, schedule);
        if !values.is_empty() && trace.symbolic().is_some() && violations.is_empty() {
            of.take_figures_at(trace, schedule, values)?;
        }
        verdicts.push(Verdict {
            of,
            valid: violations.is_empty(),
            violations,
        });
    }
    Ok(())
}

/// The name of a plan, and the plan, which has a schedule for each of these traces; the traces at the values of symbols
/// that the user chose if the plan is for one shape.
///
/// # Errors
///
/// When it cannot be read, or was made for other traces.
pub(crate) fn read_plan_for<'a>(
    session: &Session<'_>,
    trace_name: &str,
    scopes: &'a MemoryTraceScopes,
    plan: Entry,
) -> Outcome<(String, MemoryPlan, Cow<'a, MemoryTraceScopes>)> {
    let text = plan.read()?;
    let plan = data::read_plan(&text, &session.front_end)?;
    let values = &session.front_end.at;
    let scopes = if values.is_empty() || shapes::is_oriented(&plan) {
        Cow::Borrowed(scopes)
    } else {
        Cow::Owned(shapes::traces_at(scopes, values, trace_name)?)
    };
    let hash = wire::trace_hash(&scopes)
        .map_err(|error| Failure::could_not_try(Message::error("bad-trace", error.to_string())))?;
    let (n_schedules, n_traces) = (plan.schedules.len(), scopes.traces.len());
    if n_schedules != n_traces
        || plan
            .trace_hash
            .is_some_and(|planned_hash| planned_hash != hash)
    {
        return Err(Failure::no(other_traces(trace_name).in_file(&text.name)));
    }
    Ok((text.name, plan, scopes))
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

/// The verdict on valid schedules, with the peaks of those that hold for all sizes.
fn words(verdicts: &[Verdict]) -> String {
    let is_symbolic = |verdict: &&Verdict| !verdict.of.symbols.is_empty();
    let n_symbolic = verdicts.iter().filter(is_symbolic).count();
    let all = plural(verdicts.len(), "schedule");
    let mut words = match n_symbolic {
        0 => format!("valid: {all}\n"),
        n if n == verdicts.len() => format!("valid for all sizes: {all}\n"),
        n => format!("valid: {all}, {n} of them for all sizes\n"),
    };
    for verdict in verdicts.iter().filter(is_symbolic) {
        let name = match &*verdict.of.scope {
            "" => &verdict.of.trace,
            scope => scope,
        };
        let (peak, at) = (
            exact(verdict.of.peak_bytes.into()),
            verdict.of.at.as_deref(),
        );
        words += &format!("{name}: peak {peak} at {}\n", at.unwrap_or_default());
    }
    words
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
