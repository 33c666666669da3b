//! Traces whose sizes depend on symbols, and the plans that are valid for all of their values.

use std::path::{Path, PathBuf};

use memplan_planner::wire::Format;
use memplan_planner::{MemoryPlan, MemoryTraceScopes};
use memplan_symbolic::{
    ORIENT, OrientPlanner, OrientationPlans, Symbol, SymbolicError, SymbolicScopes, check,
    may_have_symbols, read_plans, read_traces, trace_hash,
};

use crate::data;
use crate::exit::{Failure, Outcome};
use crate::front_end::FrontEnd;
use crate::render::Message;
use crate::text::Text;

/// The traces of a text whose sizes depend on symbols; `None` for other texts.
///
/// # Errors
///
/// What is wrong with symbols or sizes, and where.
pub(crate) fn traces(text: &Text, front_end: &FrontEnd) -> Outcome<Option<SymbolicScopes>> {
    if !may_have_symbols(&text.bytes) || front_end.reader(text).is_some() {
        return Ok(None);
    }
    let scopes = match read_traces(&text.bytes) {
        Ok(scopes) => scopes,
        // The reader of other files reports their errors.
        Err(SymbolicError::Wire(_)) => return Ok(None),
        Err(error) => return Err(failure(text, &error, front_end)),
    };
    let has_symbols = scopes
        .traces
        .iter()
        .any(|trace| !trace.symbols().is_empty());
    Ok(has_symbols.then_some(scopes))
}

/// The traces of a text with symbols that have no values; `None` for other texts, and if the user chose values.
///
/// # Errors
///
/// Those of [`traces`].
pub(crate) fn open_traces(text: &Text, front_end: &FrontEnd) -> Outcome<Option<SymbolicScopes>> {
    if !front_end.at.is_empty() {
        return Ok(None);
    }
    traces(text, front_end)
}

/// The orientation plans of a text; `None` for other texts.
///
/// # Errors
///
/// When they are malformed.
pub(crate) fn plans(text: &Text, front_end: &FrontEnd) -> Outcome<Option<OrientationPlans>> {
    read_plans(&text.bytes).map_err(|error| failure(text, &error, front_end))
}

/// The failure for a text whose symbols or sizes are malformed.
pub(crate) fn failure(text: &Text, error: &SymbolicError, front_end: &FrontEnd) -> Failure {
    Failure::no(match error {
        SymbolicError::Wire(error) => data::message(text, error, front_end),
        SymbolicError::Text {
            line,
            column,
            problem,
        } => {
            let place = text.place_of_line(*line, *column);
            Message::error(error.code(), problem.clone()).at(place)
        }
        _ => Message::error(error.code(), error.to_string()).in_file(&text.name),
    })
}

/// The traces at the values that the user chose.
///
/// # Errors
///
/// When a symbol has no value, or a size is negative there.
pub(crate) fn at(
    scopes: &SymbolicScopes,
    values: &[(String, i64)],
) -> Result<MemoryTraceScopes, SymbolicError> {
    let traces = scopes.traces.iter();
    Ok(MemoryTraceScopes {
        traces: traces
            .map(|trace| trace.at(&values_of(trace.symbols(), values)?))
            .collect::<Result<_, SymbolicError>>()?,
        provenance: scopes.provenance.clone(),
    })
}

/// The offsets of orientation plans at the values that the user chose, for the traces at these values.
///
/// # Errors
///
/// When a symbol has no value, or offsets exceed 64 bits.
pub(crate) fn schedules_at(
    plans: &OrientationPlans,
    values: &[(String, i64)],
) -> Result<MemoryPlan, SymbolicError> {
    let schedules = plans.plans.iter();
    Ok(MemoryPlan {
        schedules: schedules
            .map(|plan| plan.schedule_at(&values_of(&plan.symbols, values)?))
            .collect::<Result<_, SymbolicError>>()?,
        provenance: plans.provenance.clone(),
        trace_hash: None,
    })
}

/// The values of symbols that the user chose, in their order.
///
/// # Errors
///
/// Those of [`memplan_symbolic::values`], and when a value is outside of the range of its symbol.
pub(crate) fn values_of(
    symbols: &[Symbol],
    named: &[(String, i64)],
) -> Result<Vec<i64>, SymbolicError> {
    let values = memplan_symbolic::values(symbols, named)?.into_iter();
    let checked = symbols.iter().zip(values);
    checked
        .map(|(symbol, value)| Ok(symbol.checked_value(value)?))
        .collect()
}

/// Checks that the values that the user chose are in the ranges of the symbols of merged allocations.
///
/// # Errors
///
/// The first value outside of its range, with the range.
pub(crate) fn check_values(report: &memplan::Report, values: &[(String, i64)]) -> Outcome<()> {
    let arenas = (report.merged.symbolic.iter()).map(|arena| (&arena.scope, arena.symbols()));
    let peaks = (report.peaks.formulas.iter()).map(|peak| (&peak.function, &*peak.symbols));
    for (scope, symbols) in arenas.chain(peaks) {
        for (name, value) in values {
            let named = symbols.iter().find(|symbol| symbol.name == *name);
            if let Some(Err(error)) = named.map(|symbol| symbol.checked_value(*value)) {
                let message = format!("`--at {name}={value}`, scope `{scope}`: {error}");
                return Err(Failure::no(Message::error(error.code(), message).help(
                    "choose a value in the range, or declare another one with `--range`",
                )));
            }
        }
    }
    Ok(())
}

/// Whether plans were made for these traces.
pub(crate) fn are_of(plans: &OrientationPlans, scopes: &SymbolicScopes) -> bool {
    let is_same = |planned| trace_hash(scopes).is_ok_and(|hash| hash == planned);
    plans.plans.len() == scopes.traces.len() && plans.trace_hash.is_none_or(is_same)
}

/// Checks that plans are valid for all sizes of the buffers of traces.
///
/// # Errors
///
/// The first violation.
pub(crate) fn judge(scopes: &SymbolicScopes, plans: &OrientationPlans) -> Outcome<()> {
    for (trace, plan) in scopes.traces.iter().zip(&plans.plans) {
        check(trace, plan).map_err(|fault| {
            let message = match trace.lifetimes().scope() {
                "" => fault.to_string(),
                scope => format!("scope `{scope}`: {fault}"),
            };
            Failure::no(Message::error("invalid-plan", message))
        })?;
    }
    Ok(())
}

/// The failure for an error without a file.
pub(crate) fn malformed(error: &SymbolicError) -> Failure {
    Failure::no(Message::error(error.code(), error.to_string()))
}

/// The planner for traces with symbols of a specification.
///
/// # Errors
///
/// When it supports only sizes that are numbers.
pub(crate) fn planner(spec: &str) -> Outcome<OrientPlanner> {
    match OrientPlanner::of_spec(spec) {
        Some(planner) => planner.map_err(|error| {
            let message = format!("planner `{ORIENT}`: {error}");
            Failure::could_not_try(Message::error("bad-value", message))
        }),
        None => {
            let message = format!("`{spec}` plans sizes that are numbers; these depend on symbols");
            Err(Failure::no(Message::error("unsupported", message).help(
                format!(
                    "`--planner orient{{planner={}}}` uses it at some values of the symbols, \
                                   `--at` plans one shape",
                    quoted(spec)
                ),
            )))
        }
    }
}

/// A specification as the value of an option.
fn quoted(spec: &str) -> String {
    if spec.contains('{') {
        format!("\"{spec}\"")
    } else {
        spec.to_owned()
    }
}

/// Values of symbols as `--at` takes them: `b=4,s=128`.
pub(crate) fn shape(symbols: &[Symbol], values: &[i64]) -> String {
    let pairs = symbols.iter().zip(values);
    let pairs: Vec<String> = pairs
        .map(|(symbol, value)| format!("{}={value}", symbol.name))
        .collect();
    pairs.join(",")
}

/// Leaves out the traces whose scopes are not named; keeps all when none is.
pub(crate) fn choose(scopes: &mut SymbolicScopes, names: &[String]) -> Outcome<()> {
    let chosen = chosen(scopes, names)?;
    crate::traces::retain(&mut scopes.traces, &chosen);
    Ok(())
}

/// As [`choose`], with the plans of the traces.
pub(crate) fn choose_plans(
    scopes: &mut SymbolicScopes,
    plans: &mut OrientationPlans,
    names: &[String],
) -> Outcome<()> {
    let chosen = chosen(scopes, names)?;
    crate::traces::retain(&mut scopes.traces, &chosen);
    crate::traces::retain(&mut plans.plans, &chosen);
    Ok(())
}

/// The positions of the traces whose scopes are named.
fn chosen(scopes: &SymbolicScopes, names: &[String]) -> Outcome<Vec<usize>> {
    crate::traces::chosen(&plain(scopes), names)
}

/// The lifetimes, with sizes where they are numbers.
fn plain(scopes: &SymbolicScopes) -> MemoryTraceScopes {
    let lifetimes = scopes.traces.iter().map(|trace| trace.lifetimes().clone());
    MemoryTraceScopes {
        traces: lifetimes.collect(),
        provenance: scopes.provenance.clone(),
    }
}

/// One file for each trace, as [`traces::files`](crate::traces::files).
///
/// # Errors
///
/// When the format has no place for something in a trace.
pub(crate) fn files(
    scopes: &SymbolicScopes,
    directory: &Path,
    format: Format,
) -> Outcome<Vec<(PathBuf, Vec<u8>)>> {
    let names = crate::traces::file_names(&plain(scopes)).into_iter();
    let extension = data::extension(format, data::Kind::Trace);
    let named = names.zip(&scopes.traces);
    named
        .map(|(name, trace)| {
            let path = directory.join(format!("{name}.{extension}"));
            let one = SymbolicScopes {
                traces: vec![trace.clone()],
                provenance: scopes.provenance.clone(),
            };
            let bytes = memplan_symbolic::write_traces(&one, format);
            Ok((
                path.clone(),
                bytes.map_err(|error| unwritable(&path, &error))?,
            ))
        })
        .collect()
}

/// The failure for a format that cannot hold symbols.
pub(crate) fn unwritable(path: &Path, error: &SymbolicError) -> Failure {
    match error {
        SymbolicError::Wire(error) => data::unwritable(path, error),
        other => malformed(other),
    }
}

/// The bytes of orientation plans.
///
/// # Errors
///
/// When the format has no place for them.
pub(crate) fn plan_bytes(
    plans: &OrientationPlans,
    path: &Path,
    format: Format,
) -> Outcome<Vec<u8>> {
    memplan_symbolic::write_plans(plans, format).map_err(|error| unwritable(path, &error))
}
