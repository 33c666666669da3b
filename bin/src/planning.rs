//! Running a planner over traces, with every schedule judged by the independent checker.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};

use memplan_planner::registry::{PluginSpec, Registry, RegistryError};
use memplan_planner::{
    Bytes, LifetimeTrace, MemoryPlanner, MemorySchedule, PlanError, PlanOptions, ValidateOptions,
    Violation, validate,
};

use crate::cli::spec;
use crate::deadline::{TIME_OPTION, TimeLimited};
use crate::exit::{Failure, Outcome};
use crate::render::Message;

/// The planner of `memplan plan` for those who do not name one.
pub(crate) const DEFAULT_PLANNER: &str = "auto";

/// A schedule and the time it took.
#[derive(Clone, Debug)]
pub(crate) struct Timed {
    /// The schedule, valid.
    pub schedule: MemorySchedule,
    /// Time of the planner alone.
    pub elapsed: Duration,
    /// The schedule of the planner that was asked for, where another one took its place because it
    /// needs more memory than separate allocations.
    pub instead_of: Option<Box<MemorySchedule>>,
}

/// The alignment that a specification asks for in its braces; 1 where it does not.
pub(crate) fn own_alignment(spec: &str) -> Bytes {
    let spec = PluginSpec::parse(spec).ok();
    let own = spec.and_then(|spec| spec.params.parse("alignment", "").ok().flatten());
    Bytes(own.unwrap_or(1))
}

/// The planner that a user names; its option `time` is seen to here.
///
/// # Errors
///
/// When there is none of that name, or an option is wrong.
pub(crate) fn find_planner(registry: &Registry, spec: &str) -> Outcome<Arc<dyn MemoryPlanner>> {
    let fail = |error| Failure::could_not_try(registry_message(&error));
    let mut spec = PluginSpec::parse(spec).map_err(|error| fail(error.into()))?;
    let limit = spec.params.take(TIME_OPTION.name);
    let planner = registry
        .configured(&spec)
        .map_err(|error| fail(with_time(error)))?;
    let Some(limit) = limit else {
        return Ok(planner);
    };
    let limit = spec::duration(&limit).map_err(|problem| {
        let name = planner.info().name;
        let message = format!("planner `{name}`: option `time` is `{limit}`: {problem}");
        Failure::could_not_try(Message::error("bad-value", message))
    })?;
    Ok(Arc::new(TimeLimited { planner, limit }))
}

/// The error with `time` among the options that are known.
fn with_time(error: RegistryError) -> RegistryError {
    match error {
        RegistryError::UnknownOption {
            kind,
            plugin,
            key,
            nearest,
            mut known,
        } => {
            known.push(TIME_OPTION.name);
            RegistryError::UnknownOption {
                kind,
                plugin,
                key,
                nearest,
                known,
            }
        }
        other => other,
    }
}

fn registry_message(error: &RegistryError) -> Message {
    let code = match error {
        RegistryError::UnknownName { .. } => "unknown-planner",
        RegistryError::UnknownOption { .. } => "unknown-option",
        RegistryError::BadValue { .. } => "bad-value",
        _ => "bad-spec",
    };
    Message::error(code, error.to_string())
        .help("`memplan list planners` lists the planners with their options")
}

/// Plans one trace and checks the schedule.
///
/// # Errors
///
/// When there is no schedule, or the planner gave one that is wrong, which is a bug of the planner.
pub(crate) fn plan(
    planner: &dyn MemoryPlanner,
    trace: &LifetimeTrace,
    options: &PlanOptions,
) -> Outcome<Timed> {
    let start = Instant::now();
    let schedule = planner
        .plan(trace, options)
        .map_err(|error| plan_failure(trace, &error))?;
    let elapsed = start.elapsed();
    check(trace, &schedule, options.alignment).map_err(|violations| {
        let name = planner.info().name;
        let message = format!(
            "planner `{name}` gave an invalid schedule for `{}`",
            trace.scope()
        );
        let message = Message::error("invalid-schedule", message)
            .help("this is a bug of the planner: report it, and choose another with --planner");
        Failure::could_not_try(with_violations(message, trace, &violations))
    })?;
    Ok(Timed {
        schedule,
        elapsed,
        instead_of: None,
    })
}

/// Whether a schedule is valid for a trace.
///
/// # Errors
///
/// What is wrong with it.
pub(crate) fn check(
    trace: &LifetimeTrace,
    schedule: &MemorySchedule,
    alignment: Bytes,
) -> Result<(), Vec<Violation>> {
    let options = ValidateOptions {
        alignment,
        ..ValidateOptions::default()
    };
    validate(trace, schedule, &options)
}

/// The message with one note for each violation.
pub(crate) fn with_violations(
    message: Message,
    trace: &LifetimeTrace,
    violations: &[Violation],
) -> Message {
    violations.iter().fold(message, |message, violation| {
        message.note(violation.describe(trace), crate::render::Place::default())
    })
}

/// A duration in milliseconds, to the nanosecond.
pub(crate) fn milliseconds(time: Duration) -> f64 {
    time.as_nanos() as f64 / 1e6
}

/// As many threads as there are cores.
pub(crate) fn all_cores() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// Why there is no schedule, for people.
pub(crate) fn plan_failure(trace: &LifetimeTrace, error: &PlanError) -> Failure {
    let scope = trace.scope();
    let text = if scope.is_empty() {
        error.to_string()
    } else {
        format!("scope `{scope}`: {error}")
    };
    match error {
        PlanError::Stopped { .. } => Failure::limit(
            Message::error("stopped", text).help("raise the limit, or choose a faster planner"),
        ),
        PlanError::CapacityExceeded { .. } => Failure::no(
            Message::error("capacity-exceeded", text)
                .help("try other planners, or raise the capacity of the trace")
                .help("`memplan plan --capacity BYTES` proves whether it fits at all"),
        ),
        PlanError::Unsupported { .. } => Failure::no(
            Message::error("unsupported", text).help("`memplan list planners` lists the others"),
        ),
        PlanError::PinsOverlap { .. } => Failure::no(
            Message::error("pins-overlap", text).help("remove one of the pins from the trace"),
        ),
        PlanError::TooLarge { .. } => {
            Failure::no(Message::error("too-large", text).help("ask for a smaller alignment"))
        }
        PlanError::ZeroAlignment => Failure::could_not_try(
            Message::error("zero-alignment", text).help("ask for an alignment of at least 1"),
        ),
        PlanError::Failed { .. } => Failure::could_not_try(
            Message::error("planner-failed", text)
                .help("`docs/planner-plugin.md` says what programs that plan must reply"),
        ),
        _ => Failure::no(Message::error("no-schedule", text)),
    }
}
