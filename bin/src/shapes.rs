//! Sizes that depend on symbols: at the shapes that users choose, and at the extremes of the ranges.

use memplan::Answer;
use memplan_planner::symbols::{OrientationPlan, Symbol, SymbolicError, values};
use memplan_planner::{Bytes, LifetimeTrace, MemoryPlan, MemorySchedule, MemoryTraceScopes};
use memplan_support::sizes::{exact, human};
use serde::Serialize;

use crate::exit::{Failure, Outcome};
use crate::render::{Message, Place};

/// The number of polynomials of the max load in the text form.
const MAX_TERMS: usize = 4;

/// The number of them in JSON.
const MAX_LISTED: usize = 256;

/// The values of symbols that the user chose, in their order. Names of others are left out.
///
/// # Errors
///
/// When a symbol has no value, two, or one outside of its range.
pub(crate) fn values_of(
    symbols: &[Symbol],
    named: &[(String, i64)],
) -> Result<Vec<i64>, SymbolicError> {
    let is_own = |(name, _): &&(String, i64)| symbols.iter().any(|symbol| symbol.name == *name);
    let own: Vec<(String, i64)> = named.iter().filter(is_own).cloned().collect();
    let checked = symbols.iter().zip(values(symbols, &own)?);
    checked
        .map(|(symbol, value)| Ok(symbol.checked_value(value)?))
        .collect()
}

/// The failure for sizes that cannot be computed.
pub(crate) fn failure(name: &str, error: &SymbolicError) -> Failure {
    Failure::no(Message::error(error.code(), error.to_string()).in_file(name))
}

/// Checks that each name is that of a symbol of some of these.
fn check_names<'a>(
    all: impl Iterator<Item = &'a [Symbol]> + Clone,
    named: &[(String, i64)],
    name: &str,
) -> Outcome<()> {
    let is_known = |name: &String| {
        let mut symbols = all.clone().flatten();
        symbols.any(|symbol| symbol.name == *name)
    };
    match named.iter().find(|(name, _)| !is_known(name)) {
        None => Ok(()),
        Some((unknown, _)) => {
            let message = format!("symbol `{unknown}`: the trace does not have it");
            let mut names: Vec<&str> = all.flatten().map(|symbol| &*symbol.name).collect();
            names.dedup();
            let message = Message::error("bad-symbol", message).in_file(name);
            Err(Failure::no(
                message.help(format!("its symbols: {}", names.join(", "))),
            ))
        }
    }
}

/// The traces at the values that the user chose.
///
/// # Errors
///
/// When no size depends on symbols, a symbol has no value, a value is none of a symbol, or a size is negative there.
pub(crate) fn traces_at(
    scopes: &MemoryTraceScopes,
    named: &[(String, i64)],
    name: &str,
) -> Outcome<MemoryTraceScopes> {
    if scopes.traces.iter().all(|trace| trace.symbolic().is_none()) {
        return Err(Failure::no(no_symbols(name)));
    }
    check_names(
        scopes.traces.iter().map(LifetimeTrace::symbols),
        named,
        name,
    )?;
    let traces = scopes.traces.iter().map(|trace| {
        let values = values_of(trace.symbols(), named)?;
        trace.at(&values).map(std::borrow::Cow::into_owned)
    });
    let traces: Result<Vec<LifetimeTrace>, SymbolicError> = traces.collect();
    Ok(MemoryTraceScopes {
        traces: traces.map_err(|error| failure(name, &error))?,
        provenance: scopes.provenance.clone(),
    })
}

/// The message for `--at` with an input that is no symbolic trace.
pub(crate) fn no_symbols(name: &str) -> Message {
    let message = "`--at` takes traces whose sizes depend on symbols";
    Message::error("no-symbols", message)
        .in_file(name)
        .help("drop `--at`")
}

/// The traces with numbers, for commands about one shape, with a remark where that is the middle of the ranges.
///
/// # Errors
///
/// When sizes are negative or too large there.
pub(crate) fn at_one_shape(
    scopes: MemoryTraceScopes,
    name: &str,
    remarks: &mut Vec<Message>,
) -> Outcome<MemoryTraceScopes> {
    let Some(symbolic) = scopes.traces.iter().find_map(LifetimeTrace::symbolic) else {
        return Ok(scopes);
    };
    let shape = text(symbolic.list(), &symbolic.middle());
    let message =
        format!("the sizes depend on symbols: taken at {shape}, the middle of the ranges");
    remarks.push(
        Message::remark("one-shape", message)
            .in_file(name)
            .help("choose a shape with `--at b=4,s=128`"),
    );
    let traces = scopes
        .traces
        .into_iter()
        .map(|trace| match trace.symbolic() {
            Some(symbols) => Ok(trace.at(&symbols.middle())?.into_owned()),
            None => Ok(trace),
        });
    let traces: Result<Vec<LifetimeTrace>, SymbolicError> = traces.collect();
    Ok(MemoryTraceScopes {
        traces: traces.map_err(|error| failure(name, &error))?,
        provenance: scopes.provenance,
    })
}

/// Whether any schedule holds for all sizes.
pub(crate) fn is_oriented(plan: &MemoryPlan) -> bool {
    plan.schedules
        .iter()
        .any(|schedule| schedule.oriented.is_some())
}

/// A plan at the values that the user chose, for the traces at these values.
///
/// # Errors
///
/// When a symbol has no value, or offsets exceed 64 bits.
pub(crate) fn plan_at(
    plan: &MemoryPlan,
    named: &[(String, i64)],
    name: &str,
) -> Outcome<MemoryPlan> {
    check_names(
        plan.schedules.iter().map(MemorySchedule::symbols),
        named,
        name,
    )?;
    let schedules = plan.schedules.iter().map(|schedule| {
        let values = values_of(schedule.symbols(), named)?;
        schedule.at(&values).map(std::borrow::Cow::into_owned)
    });
    let schedules: Result<Vec<MemorySchedule>, SymbolicError> = schedules.collect();
    Ok(MemoryPlan {
        schedules: schedules.map_err(|error| failure(name, &error))?,
        provenance: plan.provenance.clone(),
        trace_hash: None,
    })
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

/// Values of symbols as `--at` takes them: `b=4,s=128`.
pub(crate) fn text(symbols: &[Symbol], values: &[i64]) -> String {
    let pairs = symbols.iter().zip(values);
    let pairs: Vec<String> = pairs
        .map(|(symbol, value)| format!("{}={value}", symbol.name))
        .collect();
    pairs.join(",")
}

/// A schedule of a trace with symbols at other shapes than the middle of the ranges.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Shapes {
    pub symbols: Vec<RowSymbol>,
    /// The middle of the ranges, of which the other figures of the row are.
    pub at: String,
    /// The max load is the maximum of these polynomials, in bytes; empty if there are more than 256.
    pub max_load: Vec<String>,
    /// The number of orientations of the plan.
    pub k: usize,
    /// The excess of the best 1, 2 and 4 orientations over the max load, at 200 shapes.
    pub figures: Vec<Figure>,
    /// The extremes of the ranges.
    pub corners: Vec<Corner>,
    /// With one symbol and a capacity, the largest value at which the plan fits; `null` if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fits_up_to: Option<Option<i64>>,
}

/// A symbol of a trace.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct RowSymbol {
    pub name: String,
    min: i64,
    max: Option<i64>,
    multiple: i64,
}

/// The excess of a number of orientations over the max load, as fractions.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Figure {
    pub k: usize,
    pub worst_fragmentation: f64,
    pub mean_fragmentation: f64,
}

/// A plan at one shape.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Corner {
    /// As `--at` takes it.
    at: String,
    max_load_bytes: u64,
    peak_bytes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    fit: Option<Answer>,
}

impl Shapes {
    /// Those of a schedule; `None` if its offsets hold for one shape only.
    pub(crate) fn of(
        trace: &LifetimeTrace,
        schedule: &MemorySchedule,
        capacity: Option<Bytes>,
    ) -> Option<Self> {
        let (symbols, plan) = (trace.symbolic()?, schedule.oriented.as_deref()?);
        let symbol = |symbol: &Symbol| RowSymbol {
            name: symbol.name.clone(),
            min: symbol.min,
            max: symbol.max,
            multiple: symbol.multiple,
        };
        let figures = plan.figures.iter().map(|quality| Figure {
            k: quality.k,
            worst_fragmentation: quality.worst - 1.0,
            mean_fragmentation: quality.mean - 1.0,
        });
        let corners = trace.corners().into_iter();
        let corners = corners.filter_map(|values| Corner::of(trace, plan, &values, capacity));
        let load = trace.load_terms().unwrap_or_default();
        let load = load.iter().take(MAX_LISTED);
        let fits_up_to = match (symbols.list(), capacity) {
            ([symbol], Some(capacity)) if symbols.grows() => Some(largest(symbol, plan, capacity)),
            _ => None,
        };
        Some(Self {
            symbols: symbols.list().iter().map(symbol).collect(),
            at: text(symbols.list(), &symbols.middle()),
            max_load: load
                .map(|term| term.display(symbols.list()).to_string())
                .collect(),
            k: plan.orientations.len(),
            figures: figures.collect(),
            corners: corners.collect(),
            fits_up_to,
        })
    }

    /// The excess of the orientations that are used.
    pub(crate) fn used(&self) -> Option<&Figure> {
        let mut figures = self.figures.iter().filter(|figure| figure.k <= self.k);
        figures.next_back()
    }

    /// The corner that is the farthest from fitting.
    fn worst(&self) -> Option<&Corner> {
        let corners = self.corners.iter().rev();
        corners.max_by_key(|corner| match corner.fit {
            Some(Answer::DoesNotFit) => 2,
            Some(Answer::Undecided) => 1,
            _ => 0,
        })
    }

    /// Whether the schedule fits at all corners.
    pub(crate) fn fit(&self) -> Option<Answer> {
        self.worst().and_then(|corner| corner.fit)
    }

    /// The failure if the schedule does not fit, or may not.
    pub(crate) fn unfit(&self, trace: &LifetimeTrace, capacity: Bytes) -> Option<Failure> {
        let worst = self.worst()?;
        let answer = worst.fit.filter(|fit| *fit != Answer::Fits)?;
        let scope = match trace.scope() {
            "" => "the trace".to_owned(),
            scope => format!("scope `{scope}`"),
        };
        let (room, at) = (exact(capacity.0.into()), &worst.at);
        let load = format!("the max load is {}", exact(worst.max_load_bytes.into()));
        let peak = format!("the plan needs {}", exact(worst.peak_bytes.into()));
        let range = match trace.symbols() {
            [symbol] => self.range(symbol),
            _ => None,
        };
        let with_range = |message: Message| match range {
            Some(range) => message.note(range, Place::default()),
            None => message,
        };
        if answer == Answer::DoesNotFit {
            let text = format!("{scope} does not fit into {room} at {at}: {load}");
            let message = Message::error(answer.name(), text).note(peak, Place::default());
            return Some(Failure::no(with_range(message)));
        }
        let text = format!("cannot decide whether {scope} fits into {room} at {at}: {peak}");
        let message = Message::error(answer.name(), text).note(load, Place::default());
        let help = format!("`--at {at} --capacity {capacity}` decides for this shape alone");
        Some(Failure::limit(with_range(message).help(help)))
    }

    /// The values of the only symbol for which the plan fits, if that was asked.
    fn range(&self, symbol: &Symbol) -> Option<String> {
        let name = &symbol.name;
        Some(match self.fits_up_to? {
            None => format!("it fits for no {name}"),
            Some(value) if symbol.max.is_some() && value == symbol.high() => {
                format!("it fits for all {name}")
            }
            Some(value) => format!("it fits for {name} <= {value}"),
        })
    }

    /// What the row of a table does not say, which is at one shape.
    pub(crate) fn words(&self) -> String {
        let shown = self.max_load.iter().take(MAX_TERMS);
        let mut terms: Vec<String> = shown.cloned().collect();
        if MAX_TERMS < self.max_load.len() {
            terms.push(format!("{} more", self.max_load.len() - MAX_TERMS));
        }
        let load = match &*terms {
            [] => String::new(),
            [one] => format!("max load {one} bytes; "),
            several => format!("max load max({}) bytes; ", several.join(", ")),
        };
        let fits = self.corners.iter().any(|corner| corner.fit.is_some());
        let corners: Vec<&Corner> = match &*self.corners {
            [first, .., last] if !fits => vec![first, last],
            all => all.iter().collect(),
        };
        let at = |corner: &&Corner| {
            let fit = match corner.fit {
                None => "",
                Some(Answer::Fits) => " (fits)",
                Some(Answer::DoesNotFit) => " (does not fit)",
                Some(Answer::Undecided) => " (undecided)",
            };
            format!("{} at {}{fit}", human(corner.peak_bytes.into()), corner.at)
        };
        let corners: Vec<String> = corners.iter().map(at).collect();
        let up_to = match (self.fits_up_to, &*self.symbols) {
            (Some(Some(value)), [symbol]) => format!("; fits for {} <= {value}", symbol.name),
            (Some(None), [symbol]) => format!("; fits for no {}", symbol.name),
            _ => String::new(),
        };
        let quality = self.used().map_or_else(String::new, |figure| {
            let noun = if self.k == 1 {
                "orientation"
            } else {
                "orientations"
            };
            format!(
                "; {} {noun}, at 200 shapes at most {:.2}% above the max load, {:.2}% in the mean",
                self.k,
                100.0 * figure.worst_fragmentation,
                100.0 * figure.mean_fragmentation
            )
        });
        format!(
            "the row is at {}; {load}peak {}{up_to}{quality}",
            self.at,
            corners.join("; "),
        )
    }
}

impl Corner {
    /// A plan at a shape; `None` where sizes are negative or too large.
    fn of(
        trace: &LifetimeTrace,
        plan: &OrientationPlan,
        values: &[i64],
        capacity: Option<Bytes>,
    ) -> Option<Self> {
        let max_load = trace.at(values).ok()?.max_load();
        let peak = plan.evaluate(values).ok()?.peak;
        let fit = capacity.map(|capacity| {
            if peak <= capacity {
                Answer::Fits
            } else if capacity < max_load {
                Answer::DoesNotFit
            } else {
                // A plan for this shape alone may fit.
                Answer::Undecided
            }
        });
        Some(Self {
            at: text(trace.symbols(), values),
            max_load_bytes: max_load.0,
            peak_bytes: peak.0,
            fit,
        })
    }
}

/// The largest value of the only symbol at which a plan fits, by bisection: sizes grow with it.
fn largest(symbol: &Symbol, plan: &OrientationPlan, capacity: Bytes) -> Option<i64> {
    let fits = |value: i64| {
        let evaluated = plan.evaluate(&[value]);
        evaluated.is_ok_and(|evaluated| evaluated.peak <= capacity)
    };
    let (mut low, mut high) = (symbol.low(), symbol.high());
    if !fits(low) {
        return None;
    }
    if fits(high) {
        return Some(high);
    }
    // The plan fits at `low` and not at `high`.
    while symbol.multiple < high - low {
        let middle = symbol
            .near(low + (high - low) / 2)
            .max(low + symbol.multiple);
        if fits(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some(low)
}
