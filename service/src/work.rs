//! The work of the service on an input, without HTTP: the steps of the driver, under limits.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use memplan::{Context, JobOptions, Report, ReportJson, ReportSource, ReportTimes, TraceInput};
use memplan_bytecode as bytecode;
use memplan_mlir::Module;
use memplan_mlir::passes::{RunOptions, Verification};
use memplan_mlir::text::{ParseOptions, PrintOptions, begins_like_program, parse, print};
use memplan_mlir::verifier::verify;
use memplan_planner::wire::{self, Format};
use memplan_planner::{
    Bytes, Interrupt, LifetimeTrace, MemoryPlan, MemoryTraceScopes, PlanOptions, StopReason,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::media::Media;
use crate::memory::Memory;
use crate::problem::{Finding, Problem};

/// The options of all operations; each uses its own.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Options {
    pub(crate) job: JobOptions,
    pub(crate) pipeline: String,
}

/// A named input.
#[derive(Clone, Debug)]
pub(crate) struct Input {
    /// The client's name for it, for reports and the provenance of traces.
    pub(crate) name: String,
    pub(crate) media: Media,
    pub(crate) bytes: Vec<u8>,
}

/// The limits of a piece of work.
#[derive(Clone, Debug)]
pub(crate) struct Limit {
    /// Set when the work is cancelled.
    pub(crate) cancelled: Arc<AtomicBool>,
    /// The latest end of a request, whatever its options are.
    pub(crate) end: Instant,
    /// When the request arrived, from which its own time limit counts.
    pub(crate) start: Instant,
    /// The most buffers of all traces together.
    pub(crate) max_buffers: usize,
    pub(crate) memory: Memory,
}

/// Stops planners at a limit. Planners do not adapt to it: a run that ends earlier has the same result as without a
/// limit.
#[derive(Debug)]
struct HardLimit {
    cancelled: Arc<AtomicBool>,
    end: Instant,
}

impl Interrupt for HardLimit {
    fn reason_to_stop(&self) -> Option<StopReason> {
        if self.cancelled.load(Ordering::Relaxed) {
            return Some(StopReason::Cancelled);
        }
        (self.end <= Instant::now()).then_some(StopReason::Deadline)
    }
}

/// Schedules of traces.
#[derive(Clone, Debug)]
pub(crate) struct Planned {
    pub(crate) scopes: MemoryTraceScopes,
    pub(crate) plan: MemoryPlan,
    /// The reason why the planner stopped early; that of the first schedule that has one.
    pub(crate) stopped_by: Option<StopReason>,
    /// The time of the planner for each trace, in milliseconds; empty for a cached plan.
    pub(crate) elapsed_ms: Vec<f64>,
}

/// A rewritten program.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Rewritten {
    pub(crate) program: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<ReportJson<'_>>")]
    pub(crate) report: Option<Value>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) warnings: Vec<Finding>,
}

impl Limit {
    pub(crate) fn plan_options(&self, context: &Context, options: &Options) -> PlanOptions {
        let limited = options.job.limits(PlanOptions {
            interrupt: Some(Arc::new(HardLimit {
                cancelled: self.cancelled.clone(),
                end: self.end,
            })),
            ..PlanOptions::default()
        });
        match (options.job.time_limit, &context.clock) {
            (Some(time), Some(clock)) => {
                let left = time.saturating_sub(self.start.elapsed());
                memplan::within(left, clock, limited)
            }
            _ => limited,
        }
    }

    /// This limit, shortened to the time limit of the request if that is earlier.
    pub(crate) fn within(&self, time: Option<Duration>) -> Self {
        let asked = time.and_then(|time| self.start.checked_add(time));
        Self {
            end: asked.map_or(self.end, |asked| self.end.min(asked)),
            ..self.clone()
        }
    }

    /// Checks that work may continue.
    ///
    /// # Errors
    ///
    /// When the work is cancelled, or its time limit is reached.
    pub(crate) fn check(&self) -> Result<(), Problem> {
        if self.cancelled.load(Ordering::Relaxed) {
            return Err(cancelled());
        }
        if self.end <= Instant::now() {
            return Err(out_of_time());
        }
        Ok(())
    }

    fn check_size(&self, n_buffers: usize) -> Result<(), Problem> {
        if n_buffers <= self.max_buffers {
            return self.memory.check_buffers(n_buffers);
        }
        let detail = format!(
            "the input has {n_buffers} buffers, the limit is {}",
            self.max_buffers
        );
        Err(Problem::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "too-many-buffers",
            detail,
        ))
    }
}

/// The problem of a request whose client has disconnected, or whose job is cancelled.
pub(crate) fn cancelled() -> Problem {
    Problem::new(
        StatusCode::CONFLICT,
        "cancelled",
        "the request was cancelled",
    )
}

/// The problem of a request that takes too long.
pub(crate) fn out_of_time() -> Problem {
    let detail = "the request took longer than its time limit or that of the service";
    Problem::new(StatusCode::GATEWAY_TIMEOUT, "time-limit", detail)
        .help("allow more time, use a faster planner, or send a smaller input")
}

/// The traces of an input: those in a file of traces, or those of a program.
pub(crate) fn traces(
    context: &Context,
    input: &Input,
    options: &Options,
    limit: &Limit,
) -> Result<MemoryTraceScopes, Problem> {
    limit.check()?;
    let is_program = match input.media {
        Media::Mlir => true,
        Media::Unknown => {
            bytecode::is_bytecode(&input.bytes)
                || begins_like_program(input.bytes.trim_ascii_start())
        }
        _ => false,
    };
    let n_buffers = |scopes: &MemoryTraceScopes| scopes.traces.iter().map(LifetimeTrace::len).sum();
    let scopes = if is_program {
        let collector = context.economical_collector(options.job.collector_or_default(), None)?;
        let (mut m, _) = program(context, &input.bytes, limit)?;
        let of_step = |error| Problem::of_step(&input.bytes, error);
        memplan::bufferize(&mut m).map_err(of_step)?;
        let collected = memplan::collect(&m, &collector).map_err(of_step)?;
        limit.check_size(collected.traces().map(LifetimeTrace::len).sum())?;
        let hash = wire::source_hash(&input.bytes);
        memplan::traces(&m, &collector, &collected, hash, &input.name).map_err(of_step)?
    } else {
        limit.memory.check_traces(&input.bytes)?;
        let file = context.read_traces(&TraceInput::new(&input.name, &input.bytes))?;
        file.scopes
    };
    limit.check_size(n_buffers(&scopes))?;
    Ok(scopes)
}

/// A schedule for each trace.
pub(crate) fn plan(
    context: &Context,
    scopes: MemoryTraceScopes,
    options: &Options,
    limit: &Limit,
) -> Result<Planned, Problem> {
    let chosen = context.planner(options.job.planner.as_deref().unwrap_or("auto"))?;
    let alignment = match chosen.alignment {
        Bytes(1) => Bytes(options.job.alignment.unwrap_or(1)),
        own => own,
    };
    let plan_options = PlanOptions {
        alignment,
        ..limit.plan_options(context, options)
    };
    let (mut schedules, mut elapsed_ms) = (Vec::new(), Vec::new());
    for trace in &scopes.traces {
        let clock = context.clock.as_deref();
        let planned = memplan::plan_trace(&*chosen.planner, trace, &plan_options, clock);
        let planned = planned.map_err(|error| Problem::of_step(b"", error))?;
        if limit.cancelled.load(Ordering::Relaxed) {
            return Err(cancelled());
        }
        elapsed_ms.push(planned.elapsed.unwrap_or_default().as_nanos() as f64 / 1e6);
        schedules.push(planned.schedule);
    }
    let stopped_by = schedules.iter().find_map(|schedule| schedule.stopped_by);
    let plan = MemoryPlan {
        schedules,
        provenance: scopes.provenance.clone(),
        trace_hash: Some(wire::trace_hash(&scopes)?),
    };
    Ok(Planned {
        scopes,
        plan,
        stopped_by,
        elapsed_ms,
    })
}

/// Checks a plan for these traces with the independent checker.
pub(crate) fn is_valid(plan: &MemoryPlan, scopes: &MemoryTraceScopes) -> bool {
    let pairs = || scopes.traces.iter().zip(&plan.schedules);
    plan.schedules.len() == scopes.traces.len()
        && pairs()
            .all(|(trace, schedule)| memplan::check_schedule(trace, schedule, Bytes(1)).is_ok())
}

/// A plan in the requested form.
pub(crate) fn plan_bytes(
    plan: &MemoryPlan,
    scopes: &MemoryTraceScopes,
    media: Media,
) -> Result<Vec<u8>, Problem> {
    let bytes = match (media, &*scopes.traces, &*plan.schedules) {
        (Media::Csv, [trace], [schedule]) => wire::write_plan_csv(trace, schedule)?,
        (Media::Csv, traces, _) => {
            let error = wire::WireError::NotOneTrace {
                format: Format::Csv.name(),
                n_traces: traces.len(),
            };
            return Err(error.into());
        }
        (Media::Plan, ..) => wire::write_plan(plan, Format::Binary)?,
        _ => wire::write_plan(plan, Format::Json)?,
    };
    Ok(bytes)
}

/// Traces in the requested form.
pub(crate) fn trace_bytes(scopes: &MemoryTraceScopes, media: Media) -> Result<Vec<u8>, Problem> {
    let format = match media {
        Media::Csv => Format::Csv,
        Media::Trace => Format::Binary,
        _ => Format::Json,
    };
    Ok(wire::write_trace(scopes, format)?)
}

/// The main job on a program.
pub(crate) fn merge(
    context: &Context,
    input: &Input,
    options: &Options,
    limit: &Limit,
) -> Result<Rewritten, Problem> {
    limit.check()?;
    let job = options
        .job
        .job(context, limit.plan_options(context, options))?;
    let (mut m, mut warnings) = program(context, &input.bytes, limit)?;
    let (mut report, more) = job
        .run(&mut m)
        .map_err(|error| Problem::of_step(&input.bytes, error))?;
    limit.check()?;
    warnings.extend(Finding::all(&input.bytes, &more));
    Ok(Rewritten {
        program: print(&m, &PrintOptions::default()),
        report: Some(report_json(input, &mut report)?),
        warnings,
    })
}

/// The report of a merge as `memplan merge --format json` writes it.
fn report_json(input: &Input, report: &mut Report) -> Result<Value, Problem> {
    let source = ReportSource {
        name: &input.name,
        text: &input.bytes,
        lines_before: 0,
    };
    let report = report.to_json(source, ReportTimes::Omitted);
    // Through text, because a `Value` has no integers above 2^64; those become floating-point numbers.
    let text = serde_json::to_string(&report);
    text.and_then(|text| serde_json::from_str(&text))
        .map_err(|error| Problem::bug(format!("the report cannot be written: {error}")))
}

/// Passes on a program.
pub(crate) fn opt(
    context: &Context,
    input: &Input,
    options: &Options,
    limit: &Limit,
) -> Result<Rewritten, Problem> {
    limit.check()?;
    let pipeline = context.pipeline(&options.pipeline)?;
    let (mut m, mut warnings) = program(context, &input.bytes, limit)?;
    let run_options = RunOptions {
        verification: Verification::End,
        ..RunOptions::default()
    };
    let done = pipeline.run(&mut m, &run_options);
    done.result
        .map_err(|failed| Problem::of_passes(&input.bytes, failed.0))?;
    warnings.extend(Finding::all(&input.bytes, &done.warnings));
    limit.check()?;
    Ok(Rewritten {
        program: print(&m, &PrintOptions::default()),
        report: None,
        warnings,
    })
}

/// A verified program, and the warnings of the parser.
pub(crate) fn program(
    context: &Context,
    bytes: &[u8],
    limit: &Limit,
) -> Result<(Module, Vec<Finding>), Problem> {
    limit.memory.check_program(bytes)?;
    let text;
    let mut bytes = bytes;
    if bytecode::is_bytecode(bytes) {
        let unpacked = bytecode::to_text(bytes, &context.dialects);
        text = unpacked.map_err(|error| Problem::unprocessable("bytecode", error.to_string()))?;
        bytes = text.as_bytes();
        limit.memory.check_program(bytes)?;
    }
    let options = ParseOptions {
        dialects: Some(&context.dialects),
        ..ParseOptions::default()
    };
    let parsed = parse(bytes, &options).map_err(|errors| Problem::of_text(bytes, &errors))?;
    let errors = verify(&parsed.module);
    if !errors.is_empty() {
        let errors: Vec<_> = errors.into_iter().map(Into::into).collect();
        return Err(Problem::of_text(bytes, &errors));
    }
    Ok((parsed.module, Finding::all(bytes, &parsed.warnings)))
}
