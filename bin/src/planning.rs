//! Running a planner over traces, with every schedule judged by the independent checker.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};

use memplan::{ChoiceError, Context, Error};
use memplan_planner::registry::RegistryError;
use memplan_planner::{LifetimeTrace, MemoryPlanner, PlanError, PlanOptions, Violation};

use crate::cli::spec;
use crate::exit::{Failure, Outcome};
use crate::render::Message;

pub(crate) use memplan::{Planned, check_schedule};

/// The default planner of `memplan plan`.
pub(crate) const DEFAULT_PLANNER: &str = "auto";

/// The planner that a user names.
///
/// # Errors
///
/// When there is none of that name, or an option is wrong.
pub(crate) fn find_planner(context: &Context, spec: &str) -> Outcome<Arc<dyn MemoryPlanner>> {
    let chosen = context.planner(spec);
    let chosen = chosen.map_err(|error| choice_failure(&error))?;
    Ok(chosen.planner)
}

/// The planners of a list, or `all`. All are looked up at once, so a typing mistake ends the run before any planning.
///
/// # Errors
///
/// When one of them does not exist, has a wrong option, or there is none.
pub(crate) fn planner_specs(context: &Context, specs: &str) -> Outcome<Vec<String>> {
    let registry = &context.planners;
    if specs.trim() == "all" {
        // `all` excludes planners with a required option, such as a command to run.
        let is_complete = |planner: &&Arc<dyn MemoryPlanner>| {
            let options = planner.options();
            let mut options = options.infos().iter();
            options.all(|option| !option.default.ends_with("(required)"))
        };
        let planners = registry.iter().filter(is_complete);
        let names = planners.map(|planner| planner.info().name.to_owned());
        return Ok(names.collect());
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
        find_planner(context, spec)?;
        let planner = spec.trim().to_owned();
        if !planners.contains(&planner) {
            planners.push(planner);
        }
    }
    Ok(planners)
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
) -> Outcome<Planned> {
    let clock = Instant::now();
    memplan::plan_trace(planner, trace, options, Some(&clock)).map_err(failure)
}

/// Converts planning errors and mismatched plans into a message.
pub(crate) fn failure(error: Error) -> Failure {
    let text = error.to_string();
    match error {
        Error::Plan { scope, error } => plan_failure(&scope, &error),
        Error::InvalidSchedule { rejected, .. } => {
            let message = Message::error("invalid-schedule", text)
                .help("this is a bug in the planner: report it, and choose another planner with --planner");
            Failure::could_not_try(with_violations(
                message,
                &rejected.trace,
                &rejected.violations,
            ))
        }
        Error::ExistingPlan { .. } => Failure::could_not_try(
            Message::error("existing-plan", text)
                .help("`memplan merge` plans and rewrites in one run, with the same options"),
        ),
        Error::OtherTraces => Failure::no(
            Message::error("other-traces", text).help("trace and plan the program again"),
        ),
        Error::InvalidOrientations { .. } => {
            Failure::no(Message::error("invalid-plan", text).help("plan the trace again"))
        }
        Error::InvalidPlan(rejected) => {
            let message = Message::error("invalid-plan", text).help("plan the trace again");
            Failure::no(with_violations(
                message,
                &rejected.trace,
                &rejected.violations,
            ))
        }
        Error::TooLittle(_) => Failure::no(
            Message::error("too-little-memory", text)
                .help("`--verbose` without `--fit` shows what each pass reaches"),
        ),
        _ => Failure::could_not_try(Message::error("bad-trace", text)),
    }
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

/// A duration in milliseconds, to the nanosecond; 0 where it was not measured.
pub(crate) fn milliseconds(time: Option<Duration>) -> f64 {
    time.unwrap_or_default().as_nanos() as f64 / 1e6
}

/// As many threads as there are cores.
pub(crate) fn all_cores() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// Converts the error of a planner into a message.
pub(crate) fn plan_failure(scope: &str, error: &PlanError) -> Failure {
    let text = if scope.is_empty() {
        error.to_string()
    } else {
        format!("scope `{scope}`: {error}")
    };
    let code = error.code();
    match error {
        PlanError::Stopped { .. } => Failure::limit(
            Message::error(code, text).help("increase the limit, or choose a faster planner"),
        ),
        PlanError::CapacityExceeded { .. } => Failure::no(
            Message::error(code, text)
                .help("try other planners, or increase the capacity of the trace")
                .help("`memplan plan --capacity BYTES` decides whether any schedule fits"),
        ),
        PlanError::PoolExceeded { .. } => Failure::no(
            Message::error(code, text)
                .help("increase the capacity of the pool, allow other pools, or drop relations"),
        ),
        PlanError::Unsupported { .. } => Failure::no(
            Message::error(code, text).help("`memplan list planners` lists the planners"),
        ),
        PlanError::PinsOverlap { .. } => {
            Failure::no(Message::error(code, text).help("remove one of the pins from the trace"))
        }
        PlanError::TooLarge { .. } => {
            Failure::no(Message::error(code, text).help("use a smaller alignment"))
        }
        PlanError::ZeroAlignment => Failure::could_not_try(
            Message::error(code, text).help("use an alignment of at least 1"),
        ),
        PlanError::Failed { .. } => Failure::could_not_try(Message::error(code, text).help(
            "`docs/book/src/guides/plug-ins/exec.md` describes the replies of external planners",
        )),
        _ => Failure::no(Message::error(code, text)),
    }
}

/// Converts an invalid plug-in specification into a message.
pub(crate) fn choice_failure(error: &ChoiceError) -> Failure {
    let kinds = match error {
        ChoiceError::Collector(_) => "collectors",
        ChoiceError::Mutator(_) => "mutators",
        ChoiceError::Reader(_) => "readers",
        _ => "planners",
    };
    let message = Message::error(error.code(), error.to_string());
    let listed = |message: Message| {
        message.help(format!(
            "`memplan list {kinds}` lists the {kinds} with their options"
        ))
    };
    Failure::could_not_try(match error {
        ChoiceError::Time { .. } | ChoiceError::Option { .. } => message,
        ChoiceError::Planner(RegistryError::UnknownName { name, .. }) => {
            left_out(name, listed(message))
        }
        _ => listed(message),
    })
}

/// Adds the way to get a planner that this build omits to the message about an unknown name.
pub(crate) fn left_out(name: &str, message: Message) -> Message {
    match name {
        "wasm" if cfg!(not(feature = "wasm")) => message.help(
            "this build leaves out `wasm`; `cargo install --locked --profile dist --path bin \
             --features wasm` builds memplan with it",
        ),
        _ => message,
    }
}
