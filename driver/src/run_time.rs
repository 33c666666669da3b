//! The heap peaks of functions.

use memplan_memory_model::{HeapBytes, HeapLoads, HeapPeak};
use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::is_private;
use memplan_mlir::{INDEX_WIDTH, Module, OpId};
use rustc_hash::FxHashMap;
use serde::Serialize;

/// The heap peak of a function: the most bytes that it and its callees hold on the heap at once, in merged
/// allocations, buffers that are not merged, and results. Its arguments count only after
/// [`Report::count_arguments`](super::Report::count_arguments).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(into = "RunTimePeakJson")]
pub struct RunTimePeak {
    /// The name of the function.
    pub function: String,
    /// Bounds on the peak of the program as it is.
    pub peak: HeapPeak,
    /// The same if every buffer is freed separately and nothing is merged; `None` if it is unknown.
    pub separate: Option<HeapPeak>,
    /// The bytes of the buffers that are arguments, donated ones too; `None` if a size is not known.
    pub argument_bytes: Option<u64>,
    /// Whether the peaks count these bytes.
    pub has_arguments: bool,
}

/// Bounds on what a function holds on the heap at once, in the form of reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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

/// The heap peak of a function.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct RunTimePeakJson {
    function: String,
    #[serde(flatten)]
    peak: HeapBounds,
    /// With each buffer freed separately and nothing merged.
    #[serde(skip_serializing_if = "Option::is_none")]
    separate: Option<HeapBounds>,
    /// Of the arguments, if they count.
    #[serde(skip_serializing_if = "Option::is_none")]
    argument_bytes: Option<u64>,
    /// Where sizes are known only at run time, no run holds more than the maximum of these, in the dimensions of
    /// arguments; `most_bytes` is that at any values in their ranges.
    #[serde(skip_serializing_if = "Option::is_none")]
    most_terms: Option<Vec<String>>,
}

impl RunTimePeakJson {
    /// A peak that is at most the maximum of some polynomials, and of these bytes.
    pub(crate) fn bounded(mut self, most_bytes: Option<u64>, terms: Vec<String>) -> Self {
        self.peak.most_bytes = most_bytes.and_then(|bytes| i64::try_from(bytes).ok());
        self.most_terms = Some(terms);
        self
    }
}

impl From<RunTimePeak> for RunTimePeakJson {
    fn from(peak: RunTimePeak) -> Self {
        Self {
            function: peak.function,
            peak: peak.peak.into(),
            separate: peak.separate.map(HeapBounds::from),
            argument_bytes: peak.argument_bytes.filter(|_| peak.has_arguments),
            most_terms: None,
        }
    }
}

impl RunTimePeak {
    /// Counts the arguments, each once: they are live during the whole call. Without a known size there is no upper
    /// bound.
    pub(super) fn count_arguments(&mut self) {
        if std::mem::replace(&mut self.has_arguments, true) {
            return;
        }
        let bytes = self
            .argument_bytes
            .map(|bytes| i64::try_from(bytes).unwrap_or(i64::MAX));
        let added = |peak: HeapBytes, bytes: i64| HeapBytes {
            bytes: peak.bytes.saturating_add(bytes),
            padded: peak.padded.saturating_add(bytes),
        };
        for peak in [Some(&mut self.peak), self.separate.as_mut()]
            .into_iter()
            .flatten()
        {
            peak.least = added(peak.least, bytes.unwrap_or(0));
            peak.most = peak.most.zip(bytes).map(|(most, bytes)| added(most, bytes));
        }
    }

    /// Whether the function holds memory of its own, or its arguments count.
    pub fn holds_memory(&self) -> bool {
        let holds = |peak: &HeapPeak| peak.most.is_none_or(|most| most.bytes > 0);
        holds(&self.peak) || self.separate.is_some_and(|peak| holds(&peak))
    }
}

/// The peaks of the functions of a deallocated module that others may call: the public ones, or all where none is.
/// Functions that hold nothing and have no buffers as arguments are left out. `separate` has the peaks without merging.
///
/// Near-linear in the size of the module.
pub fn run_time_peaks(m: &Module, separate: &[(OpId, HeapPeak)]) -> Vec<RunTimePeak> {
    let mut peaks = all_peaks(m, &HeapLoads::new(m), separate);
    peaks.retain(|peak| peak.holds_memory() || peak.argument_bytes != Some(0));
    peaks
}

/// As [`run_time_peaks`], of a module with these loads, without functions that hold nothing but arguments.
pub(crate) fn run_time_peaks_of(m: &Module, loads: &HeapLoads) -> Vec<RunTimePeak> {
    let mut peaks = all_peaks(m, loads, &[]);
    peaks.retain(RunTimePeak::holds_memory);
    peaks
}

fn all_peaks(m: &Module, loads: &HeapLoads, separate: &[(OpId, HeapPeak)]) -> Vec<RunTimePeak> {
    let separate: FxHashMap<OpId, HeapPeak> = separate.iter().copied().collect();
    let peaks = entries(m).into_iter().filter_map(|function| {
        let peak = RunTimePeak {
            function: m.symbol_text(function),
            peak: loads.of(function)?.peak,
            separate: separate.get(&function).copied(),
            argument_bytes: argument_bytes(m, function),
            has_arguments: false,
        };
        Some(peak)
    });
    peaks.collect()
}

/// The functions that others may call: the public ones, or all where none is.
pub(crate) fn entries(m: &Module) -> Vec<OpId> {
    let mut functions = m.ops_with_trait(Traits::FUNCTION);
    if functions.iter().any(|&function| !is_private(m, function)) {
        functions.retain(|&function| !is_private(m, function));
    }
    functions
}

/// The bytes of the buffers among the arguments of a function; `None` if a size is not known.
fn argument_bytes(m: &Module, function: OpId) -> Option<u64> {
    let (inputs, _) = m.signature(function)?;
    let buffers = inputs.iter().filter(|&&ty| m.ctx.is_memref(ty));
    buffers
        .map(|&ty| {
            m.ctx
                .n_elements(ty)?
                .checked_mul(m.ctx.stored_bytes(m.ctx.element_type(ty)?, INDEX_WIDTH)?)
        })
        .sum()
}
