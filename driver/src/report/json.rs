//! The serialisable form of a report.

use std::collections::BTreeMap;
use std::time::Duration;

use memplan_memory::BlockedChain;
use memplan_memory_model::HeapPeak;
use memplan_mlir::text::{SourceMap, Span};
use memplan_mutators::{Fallback, SymbolicMemory};
use memplan_placement::donation::DonatedArgument;
use memplan_planner::{BoundRule, StopReason};
use serde::Serialize;

use super::{Figures, Prepared, ReplacedSchedule, Report, ScopeReport, SkippedBuffer};
use crate::lower_peak::PeakStep;
use crate::pools::{FixedBuffer, FunctionPools, PoolReport};
use crate::run_time::RunTimePeak;
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
#[derive(Clone, Debug, Serialize)]
pub struct ReportJson {
    version: u32,
    input: String,
    /// Absent unless the program was on tensors.
    #[serde(skip_serializing_if = "Option::is_none")]
    bufferization: Option<BufferizationJson>,
    n_buffers: usize,
    n_merged: usize,
    n_skipped: usize,
    n_deleted: usize,
    /// Sums over all scopes.
    #[serde(flatten)]
    total: FiguresJson,
    scopes: Vec<ScopeJson>,
    /// The merged allocations whose sizes are known only at run time; their bytes count in no sum.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    symbolic: Vec<SymbolicJson>,
    skipped_by_reason: BTreeMap<&'static str, usize>,
    skipped: Vec<SkippedJson>,
    deleted: Vec<String>,
    /// The passes before planning, and what functions hold without merging after each of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    memory_steps: Vec<MemoryStepJson>,
    /// The shape at which these peaks are, if there are buffers of dynamic shape.
    #[serde(skip_serializing_if = "Option::is_none")]
    memory_shape: Option<MemoryShapeJson>,
    /// The chains of operations that are computed in blocks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    blocks: Vec<BlocksJson>,
    /// The arguments that hold results, which are dropped.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    donated: Vec<DonatedJson>,
    /// Where buffers are in a fast memory and in that of the program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pools: Option<PoolsJson>,
    /// The heap peaks of the functions that others may call.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    run_time_peaks: Vec<RunTimePeakJson>,
}

/// Bounds on what a function holds on the heap at once, in the form of reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct HeapBounds {
    /// Every run that ends holds at least this at some point.
    pub least_bytes: i64,
    /// No run holds more; absent where there is no bound.
    pub most_bytes: Option<i64>,
    /// Whether the two are equal.
    pub is_exact: bool,
}

impl From<HeapPeak> for HeapBounds {
    fn from(peak: HeapPeak) -> Self {
        let (least_bytes, most_bytes) = (peak.least.bytes, peak.most.map(|most| most.bytes));
        Self {
            least_bytes,
            most_bytes,
            is_exact: most_bytes == Some(least_bytes),
        }
    }
}

/// The shape at which passes weighed buffers of dynamic shape.
#[derive(Clone, Debug, Serialize)]
struct MemoryShapeJson {
    shape: String,
    /// The largest ratio of a peak to that of the best program that passes begin with, at the corners of the ranges as
    /// well.
    worst_ratio: f64,
}

/// A pass that ran before planning.
#[derive(Clone, Debug, Serialize)]
struct MemoryStepJson {
    pass: String,
    is_kept: bool,
    peaks: Vec<RunTimePeakJson>,
}

/// The buffers in the pools of `--pools`.
#[derive(Clone, Debug, Serialize)]
struct PoolsJson {
    names: Vec<String>,
    capacity_bytes: u64,
    functions: Vec<FunctionPools>,
    /// Buffers that stay in the memory of the program, with reasons.
    fixed: Vec<FixedJson>,
}

#[derive(Clone, Debug, Serialize)]
struct FixedJson {
    buffer: String,
    size_bytes: u64,
    reason: &'static str,
    #[serde(flatten)]
    place: PlaceJson,
}

impl PoolsJson {
    fn of(report: &PoolReport, place: &dyn Fn(Span) -> PlaceJson) -> Self {
        let fixed = |fixed: &FixedBuffer| FixedJson {
            buffer: fixed.name.clone(),
            size_bytes: fixed.bytes,
            reason: fixed.code,
            place: place(fixed.span),
        };
        Self {
            names: report.pools.clone(),
            capacity_bytes: report.capacity_bytes,
            functions: report.functions.clone(),
            fixed: report.fixed.iter().map(fixed).collect(),
        }
    }
}

/// A chain of operations that is computed in blocks.
#[derive(Clone, Debug, Serialize)]
struct BlocksJson {
    function: String,
    operations: usize,
    n_blocks: i64,
    /// Points of each block but the last.
    block: i64,
    /// Points of the last block, if it is smaller.
    remainder: i64,
    bytes_before: u64,
    load_before: u64,
    load_after: u64,
    work_percent: f64,
    traffic_percent: f64,
}

/// The heap peak of a function.
#[derive(Clone, Debug, Serialize)]
struct RunTimePeakJson {
    function: String,
    #[serde(flatten)]
    peak: HeapBounds,
    /// With each buffer freed separately and nothing merged.
    #[serde(skip_serializing_if = "Option::is_none")]
    separate: Option<HeapBounds>,
    /// Of the arguments, if they count.
    #[serde(skip_serializing_if = "Option::is_none")]
    argument_bytes: Option<u64>,
}

/// The figures of a scope, or of all.
#[derive(Clone, Copy, Debug, Serialize)]
struct FiguresJson {
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

#[derive(Clone, Debug, Serialize)]
struct ScopeJson {
    scope: String,
    operation: String,
    memory_space: Option<String>,
    /// Absent where nothing is merged.
    planner: Option<String>,
    /// Absent where nothing is merged.
    bound_rule: Option<&'static str>,
    /// The reason why the planner stopped early.
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped_by: Option<&'static str>,
    /// The schedule that would have needed more than separate allocations.
    #[serde(skip_serializing_if = "Option::is_none")]
    instead_of: Option<ReplacedSchedule>,
    /// Where the merged memory comes from; absent where nothing is merged.
    #[serde(skip_serializing_if = "Option::is_none")]
    arena: Option<&'static str>,
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
    /// Merged buffers that are arenas of calls.
    #[serde(skip_serializing_if = "Option::is_none")]
    n_calls: Option<usize>,
    n_merged: usize,
    n_skipped: usize,
    n_deleted: usize,
    #[serde(flatten)]
    figures: FiguresJson,
}

/// How the program became a program on buffers.
#[derive(Clone, Debug, Serialize)]
struct BufferizationJson {
    n_in_place: usize,
    n_out_of_place: usize,
    n_copies: usize,
    new_buffers: Vec<NewBufferJson>,
}

/// A buffer that an operand needs because it cannot be updated in place.
#[derive(Clone, Debug, Serialize)]
struct NewBufferJson {
    operation: String,
    #[serde(flatten)]
    place: PlaceJson,
    is_copy: bool,
    reason: String,
}

#[derive(Clone, Debug, Serialize)]
struct SkippedJson {
    buffer: String,
    reason: &'static str,
    #[serde(flatten)]
    place: PlaceJson,
    #[serde(skip_serializing_if = "Option::is_none")]
    culprit: Option<CulpritJson>,
}

#[derive(Clone, Debug, Serialize)]
struct CulpritJson {
    operation: String,
    #[serde(flatten)]
    place: PlaceJson,
}

/// Line and column, both from 1; columns count bytes.
#[derive(Clone, Debug, Serialize)]
struct PlaceJson {
    file: String,
    line: u32,
    column: u32,
}

impl Report {
    /// The report in serialisable form, with lines and columns of the text in place of spans.
    pub fn to_json(&self, source: ReportSource<'_>, times: ReportTimes) -> ReportJson {
        let map = SourceMap::new(source.text);
        let place = |span: Span| {
            let (line, column) = map.line_col(span.start);
            PlaceJson {
                file: source.name.to_owned(),
                line: line.saturating_add(source.lines_before),
                column,
            }
        };
        let Prepared {
            bufferized,
            donated,
            lowered,
        } = &self.prepared;
        let merged = &self.merged;
        let skipped = merged.skipped.iter().map(|skipped| skip(skipped, &place));
        let scopes = merged.scopes.iter().map(|scope| of_scope(scope, times));
        ReportJson {
            version: VERSION,
            input: source.name.to_owned(),
            bufferization: bufferized.as_ref().map(|of| bufferization(of, &place)),
            n_buffers: merged.n_buffers,
            n_merged: merged.n_merged,
            n_skipped: merged.skipped.len(),
            n_deleted: merged.deleted.len(),
            total: figures(&merged.total, times),
            scopes: scopes.collect(),
            symbolic: merged.symbolic.iter().map(symbolic).collect(),
            skipped_by_reason: merged.skipped_by_reason(),
            skipped: skipped.collect(),
            deleted: merged.deleted.clone(),
            memory_steps: lowered.steps.iter().map(step).collect(),
            memory_shape: lowered.shape.as_ref().map(|of| MemoryShapeJson {
                shape: of.shape.clone(),
                worst_ratio: of.worst_per_mille as f64 / 1000.0,
            }),
            blocks: lowered.blocks.iter().map(blocks).collect(),
            donated: donated.iter().map(|of| donation(of, &place)).collect(),
            pools: self.pools.as_ref().map(|of| PoolsJson::of(of, &place)),
            run_time_peaks: self.peaks.of_holders().map(run_time_peak).collect(),
        }
    }
}

/// A merged allocation whose size is known only at run time.
#[derive(Clone, Debug, Serialize)]
struct SymbolicJson {
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
struct SymbolJson {
    name: String,
    min: i64,
    max: Option<i64>,
    multiple: i64,
    source: String,
}

/// The peak at one shape.
#[derive(Clone, Debug, Serialize)]
struct CornerJson {
    values: BTreeMap<String, i64>,
    peak_bytes: u64,
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
        size_function: (arena.argument.as_ref()).and_then(|it| it.size_function.clone()),
        size_inputs: arena.argument.as_ref().map(|argument| {
            let inputs = argument.inputs.iter();
            let numbers = |&(argument, dim)| [Some(argument), dim].into_iter().flatten().collect();
            inputs.map(numbers).collect()
        }),
        is_freed: arena.is_freed,
    }
}

#[derive(Clone, Debug, Serialize)]
struct DonatedJson {
    function: String,
    argument: usize,
    result: usize,
    /// Absent where it is known at run time only.
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<u64>,
    copies: usize,
    /// Why there is a copy.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    /// The operation that is the reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    culprit: Option<CulpritJson>,
}

fn donation(donated: &DonatedArgument, place: &dyn Fn(Span) -> PlaceJson) -> DonatedJson {
    let reason = donated.reason.as_ref();
    DonatedJson {
        function: donated.function.clone(),
        argument: donated.argument,
        result: donated.result,
        bytes: donated.bytes,
        copies: donated.n_copies,
        reason: reason.map(|reason| reason.why.code()),
        culprit: reason.map(|reason| CulpritJson {
            operation: reason.operation.clone(),
            place: place(reason.span),
        }),
    }
}

fn skip(skipped: &SkippedBuffer, place: &dyn Fn(Span) -> PlaceJson) -> SkippedJson {
    let culprit = skipped.culprit.as_ref();
    SkippedJson {
        buffer: skipped.name.clone(),
        reason: skipped.reason,
        place: place(skipped.span),
        culprit: culprit.map(|(operation, span)| CulpritJson {
            operation: operation.clone(),
            place: place(*span),
        }),
    }
}

fn bufferization(bufferized: &Bufferized, place: &dyn Fn(Span) -> PlaceJson) -> BufferizationJson {
    let new_buffers = bufferized.new_buffers.iter().map(|new| NewBufferJson {
        operation: new.operation.clone(),
        place: place(new.span),
        is_copy: new.is_copy,
        reason: new.reason.clone(),
    });
    BufferizationJson {
        n_in_place: bufferized.n_in_place,
        n_out_of_place: bufferized.n_out_of_place,
        n_copies: bufferized.n_copies(),
        new_buffers: new_buffers.collect(),
    }
}

fn of_scope(scope: &ScopeReport, times: ReportTimes) -> ScopeJson {
    let arena = scope.arena;
    let passed = arena.filter(|arena| arena.argument.is_some());
    let n_calls = scope.callees.n_calls;
    ScopeJson {
        scope: scope.scope.clone(),
        operation: scope.operation.clone(),
        memory_space: scope.memory_space.clone(),
        planner: scope.planner.clone(),
        bound_rule: scope.bound_rule.map(BoundRule::name),
        stopped_by: scope.stopped_by.map(StopReason::name),
        instead_of: scope.instead_of.clone(),
        arena: arena.map(|arena| arena.kind.name()),
        fallback: arena.and_then(|arena| arena.fallback).map(Fallback::code),
        argument: passed.and_then(|arena| arena.argument),
        alignment: passed.map(|arena| arena.alignment.0),
        is_within_callers: passed.map(|arena| arena.is_within_callers),
        n_calls: (n_calls > 0).then_some(n_calls),
        n_merged: scope.n_merged,
        n_skipped: scope.n_skipped,
        n_deleted: scope.n_deleted,
        figures: figures(&scope.figures, times),
    }
}

fn figures(figures: &Figures, times: ReportTimes) -> FiguresJson {
    let elapsed = figures.elapsed.unwrap_or_default();
    FiguresJson {
        size_bytes: figures.size_bytes,
        separate_bytes: figures.separate_bytes,
        max_load_bytes: figures.max_load_bytes,
        lower_bound_bytes: figures.lower_bound_bytes,
        peak_bytes: figures.peak_bytes,
        fragmentation: figures.fragmentation(),
        saved: figures.saved(),
        elapsed_ms: (times == ReportTimes::Included).then(|| milliseconds(elapsed)),
    }
}

fn step(step: &PeakStep) -> MemoryStepJson {
    MemoryStepJson {
        pass: step.pass.clone(),
        is_kept: step.is_kept,
        peaks: step.peaks.iter().map(run_time_peak).collect(),
    }
}

fn blocks(chain: &BlockedChain) -> BlocksJson {
    BlocksJson {
        function: chain.function_name.clone(),
        operations: chain.n_operations,
        n_blocks: chain.n_blocks,
        block: chain.block,
        remainder: chain.n_points % chain.block.max(1),
        bytes_before: chain.bytes_before,
        load_before: chain.load[0],
        load_after: chain.load[1],
        work_percent: chain.work_per_mille as f64 / 10.0,
        traffic_percent: chain.traffic_per_mille as f64 / 10.0,
    }
}

fn run_time_peak(peak: &RunTimePeak) -> RunTimePeakJson {
    RunTimePeakJson {
        function: peak.function.clone(),
        peak: peak.peak.into(),
        separate: peak.separate.map(HeapBounds::from),
        argument_bytes: peak.argument_bytes.filter(|_| peak.has_arguments),
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_nanos() as f64 / 1e6
}
