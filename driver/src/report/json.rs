//! Reports as documents: what of them is not their sections as they are.

use std::collections::BTreeMap;
use std::time::Duration;

use memplan_mlir::text::{Place, SourceMap};
use memplan_mutators::{Fallback, SymbolicMemory};
use memplan_placement::donation::DonatedArgument;
use serde::{Serialize, Serializer};

use super::{Arena, Figures, MergedBuffers, Report};
use crate::lower_peak::Lowered;
use crate::pools::PoolReport;
use crate::run_time::RunTimePeakJson;
use crate::symbolic::SymbolicArenaReport;
use crate::tensors::Bufferized;

/// The version of the format. Adding a field that consumers may ignore does not change it.
const VERSION: u32 = 1;

/// The text that a report is about, in which its places are lines and columns.
#[derive(Clone, Copy, Debug)]
pub struct ReportSource<'a> {
    /// The name of the text in places, such as its path.
    pub name: &'a str,
    /// All of it.
    pub text: &'a [u8],
    /// Lines of the file before this text.
    pub lines_before: u32,
}

/// Whether a serialised report has the times of planners, which differ from run to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportTimes {
    /// Each scope with merged memory has the field `elapsed_ms`.
    Included,
    /// Equal inputs give equal reports.
    Omitted,
}

/// A report as `memplan merge --format json` and the service write it. Built by [`Report::to_json`].
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReportJson<'r> {
    version: u32,
    input: String,
    /// Absent unless the program was on tensors.
    #[serde(skip_serializing_if = "Option::is_none")]
    bufferization: Option<&'r Bufferized>,
    #[serde(flatten)]
    merged: &'r MergedBuffers,
    #[serde(flatten)]
    lowered: &'r Lowered,
    /// The arguments that hold results, which are dropped.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "Vec<crate::schema::DonatedArgument>")
    )]
    donated: &'r [DonatedArgument],
    /// Where buffers are in a fast memory and in that of the program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pools: Option<&'r PoolReport>,
    /// The heap peaks of the functions that others may call.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    run_time_peaks: Vec<RunTimePeakJson>,
}

/// The figures of a scope, or of all.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct FiguresJson {
    size_bytes: u128,
    separate_bytes: u128,
    max_load_bytes: u128,
    lower_bound_bytes: u128,
    peak_bytes: u128,
    fragmentation: f64,
    saved: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    elapsed_ms: Option<f64>,
}

/// Where merged memory comes from.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct ArenaJson {
    /// The kind of memory.
    arena: &'static str,
    /// Why that is not what the user asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    fallback: Option<&'static str>,
    /// The number of the argument that the merged memory is.
    #[serde(skip_serializing_if = "Option::is_none")]
    argument: Option<usize>,
    /// The required alignment of the argument.
    #[serde(skip_serializing_if = "Option::is_none")]
    alignment: Option<u64>,
    /// Whether all calls of the function pass a part of the caller's arena.
    #[serde(skip_serializing_if = "Option::is_none")]
    is_within_callers: Option<bool>,
}

impl From<Arena> for ArenaJson {
    fn from(arena: Arena) -> Self {
        Self {
            arena: arena.kind.name(),
            fallback: arena.fallback.map(Fallback::code),
            argument: arena.argument,
            alignment: arena.argument.map(|_| arena.alignment.0),
            is_within_callers: arena.argument.map(|_| arena.is_within_callers),
        }
    }
}

impl Report {
    /// Looks up lines and columns of all places in the text that the report is about, and keeps the times of planners
    /// only if they are included.
    pub fn locate(&mut self, source: ReportSource<'_>, times: ReportTimes) {
        let map = SourceMap::new(source.text);
        for place in self.places() {
            let (line, column) = map.line_col(place.span.start);
            (place.line, place.column) = (line.saturating_add(source.lines_before), column);
            source.name.clone_into(&mut place.file);
        }
        let merged = &mut self.merged;
        let rows = merged.scopes.iter_mut().map(|row| &mut row.figures);
        for figures in rows.chain([&mut merged.total]) {
            let time = figures.elapsed.unwrap_or_default();
            figures.elapsed = (times == ReportTimes::Included).then_some(time);
        }
    }

    fn places(&mut self) -> impl Iterator<Item = &mut Place> {
        let bufferized = self.prepared.bufferized.iter_mut();
        let new_buffers = bufferized.flat_map(|of| &mut of.new_buffers);
        let donated = self.prepared.donated.iter_mut();
        let copied = donated.filter_map(|of| of.reason.as_mut());
        let skipped = self.merged.skipped.iter_mut().flat_map(|skipped| {
            let culprit = skipped.culprit.iter_mut().map(|culprit| &mut culprit.place);
            [&mut skipped.place].into_iter().chain(culprit)
        });
        let fixed = self.pools.iter_mut().flat_map(|pools| &mut pools.fixed);
        let fixed =
            fixed.flat_map(|fixed| [&mut fixed.place].into_iter().chain(&mut fixed.culprit));
        (new_buffers.map(|new| &mut new.at.place))
            .chain(copied.map(|reason| &mut reason.culprit.place))
            .chain(skipped)
            .chain(fixed)
    }

    /// The report as a document, [located](Self::locate) in its text.
    pub fn to_json(&mut self, source: ReportSource<'_>, times: ReportTimes) -> ReportJson<'_> {
        self.locate(source, times);
        ReportJson {
            version: VERSION,
            input: source.name.to_owned(),
            bufferization: self.prepared.bufferized.as_ref(),
            merged: &self.merged,
            lowered: &self.prepared.lowered,
            donated: &self.prepared.donated,
            pools: self.pools.as_ref(),
            run_time_peaks: self.peaks.to_json(),
        }
    }
}

/// A merged allocation whose size is known only at run time.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct SymbolicJson {
    scope: String,
    n_buffers: usize,
    n_dynamic: usize,
    symbols: Vec<SymbolJson>,
    /// The number of orientations of which the code chooses one.
    k: usize,
    /// Ratios of peak to max load at a sample of shapes.
    worst_ratio: f64,
    mean_ratio: f64,
    /// Operations that compute offsets and size.
    n_operations: usize,
    /// The peak is the maximum of these; absent if they are too many.
    #[serde(skip_serializing_if = "Option::is_none")]
    peak_terms: Option<Vec<String>>,
    corners: Vec<CornerJson>,
    /// What holds only if sizes are in the ranges that the user gave.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    assumptions: Vec<String>,
    /// The kind of memory.
    arena: &'static str,
    /// Why it is not of the requested kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    fallback: Option<&'static str>,
    /// The size of memory on the stack and of globals.
    #[serde(skip_serializing_if = "Option::is_none")]
    bound_bytes: Option<u64>,
    /// The number of the argument that it is, the function that computes its size, and what from: `[0, 1]` for
    /// dimension 1 of argument 0, `[2]` for argument 2.
    #[serde(skip_serializing_if = "Option::is_none")]
    argument: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    size_function: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    size_inputs: Option<Vec<Vec<usize>>>,
    is_freed: bool,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct SymbolJson {
    name: String,
    min: i64,
    max: Option<i64>,
    multiple: i64,
    source: String,
}

/// The peak at one shape.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct CornerJson {
    values: BTreeMap<String, i64>,
    peak_bytes: u64,
}

impl Serialize for SymbolicArenaReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        symbolic(self).serialize(serializer)
    }
}

fn symbolic(arena: &SymbolicArenaReport) -> SymbolicJson {
    let symbols = arena.symbols();
    let corner = |values: Vec<i64>| {
        let names = symbols.iter().map(|symbol| symbol.name.clone());
        Some(CornerJson {
            peak_bytes: arena.peak_at(&values)?.0,
            values: names.zip(values).collect(),
        })
    };
    let quality = arena.quality();
    SymbolicJson {
        scope: arena.scope.clone(),
        n_buffers: arena.trace.len(),
        n_dynamic: arena.n_dynamic,
        symbols: symbols
            .iter()
            .zip(&arena.sources)
            .map(|(symbol, source)| SymbolJson {
                name: symbol.name.clone(),
                min: symbol.min,
                max: symbol.max,
                multiple: symbol.multiple,
                source: source.clone(),
            })
            .collect(),
        k: quality.k,
        worst_ratio: quality.worst,
        mean_ratio: quality.mean,
        n_operations: arena.n_operations,
        peak_terms: arena.peak_terms().map(|terms| {
            let terms = terms.iter().map(|term| term.display(symbols).to_string());
            terms.collect()
        }),
        corners: arena
            .trace
            .corners()
            .into_iter()
            .filter_map(corner)
            .collect(),
        assumptions: arena.assumptions.clone(),
        arena: arena.memory.kind().name(),
        fallback: arena.fallback.map(Fallback::code),
        bound_bytes: match arena.memory {
            SymbolicMemory::Stack(bytes) | SymbolicMemory::Global(bytes) => Some(bytes.0),
            SymbolicMemory::Heap | SymbolicMemory::Argument => None,
        },
        argument: arena.argument.as_ref().map(|argument| argument.number),
        size_function: (arena.argument.as_ref())
            .and_then(|argument| argument.size_function.clone()),
        size_inputs: arena.argument.as_ref().map(|argument| {
            let inputs = argument.inputs.iter();
            let numbers = |&(argument, dim)| [Some(argument), dim].into_iter().flatten().collect();
            inputs.map(numbers).collect()
        }),
        is_freed: arena.is_freed,
    }
}

impl From<Figures> for FiguresJson {
    fn from(figures: Figures) -> Self {
        Self {
            size_bytes: figures.size_bytes,
            separate_bytes: figures.separate_bytes,
            max_load_bytes: figures.max_load_bytes,
            lower_bound_bytes: figures.lower_bound_bytes,
            peak_bytes: figures.peak_bytes,
            fragmentation: figures.fragmentation(),
            saved: figures.saved(),
            elapsed_ms: figures.elapsed.map(milliseconds),
        }
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_nanos() as f64 / 1e6
}
