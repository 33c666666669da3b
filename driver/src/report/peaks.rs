//! What functions hold at run time.

use memplan_memory_model::HeapPeak;
use memplan_mlir::{Module, OpId};

use crate::run_time::{RunTimePeak, RunTimePeakJson, entries, run_time_peaks};
use crate::symbolic::SymbolicPeak;

/// The run-time peaks of the functions that others may call.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Peaks {
    /// The peaks of the program; empty if no deallocations are inserted.
    pub functions: Vec<RunTimePeak>,
    /// Bounds on the peaks of functions with merged allocations of sizes that are known only at run time, where they
    /// are known.
    pub formulas: Vec<SymbolicPeak>,
}

impl Peaks {
    /// The peaks of the functions that [hold memory](RunTimePeak::holds_memory).
    pub fn of_holders(&self) -> impl Iterator<Item = &RunTimePeak> {
        self.functions.iter().filter(|peak| peak.holds_memory())
    }

    /// The formula that bounds a peak which numbers do not.
    pub fn formula_of(&self, peak: &RunTimePeak) -> Option<&SymbolicPeak> {
        let is_needed = peak.peak.most.is_none() && !peak.has_arguments;
        let mut formulas = self.formulas.iter().filter(|_| is_needed);
        formulas.find(|formula| formula.function == peak.function)
    }

    /// The peaks of the functions that hold memory, as a report has them.
    pub(crate) fn to_json(&self) -> Vec<RunTimePeakJson> {
        let json = |peak: &RunTimePeak| {
            let bounds = RunTimePeakJson::from(peak.clone());
            let Some(formula) = self.formula_of(peak) else {
                return bounds;
            };
            let terms = formula.terms.iter();
            let terms = terms.map(|term| term.display(&formula.symbols).to_string());
            bounds.bounded(formula.most_bytes(), terms.collect())
        };
        self.of_holders().map(json).collect()
    }

    /// Adds the peaks of the program that was made, and formulas of those that are known only as such. `separate` has
    /// the peaks without merging. Near-linear.
    pub(crate) fn measure(&mut self, m: &Module, separate: &[(OpId, HeapPeak)]) {
        self.functions = run_time_peaks(m, separate);
        for function in entries(m) {
            let name = m.symbol_text(function);
            let mut peaks = self.functions.iter();
            let is_unbounded = peaks.any(|peak| peak.function == name && peak.peak.most.is_none());
            if is_unbounded && self.formulas.iter().all(|peak| peak.function != name) {
                self.formulas.extend(SymbolicPeak::of(m, function));
            }
        }
    }

    /// No run of a function that others may call holds more bytes; `None` where there is no such bound.
    pub fn most_bytes(&self) -> Option<u64> {
        let most = |peak: &RunTimePeak| match peak.peak.most {
            Some(most) => u64::try_from(most.bytes.max(0)).ok(),
            None => self.formula_of(peak)?.most_bytes(),
        };
        let all: Option<Vec<u64>> = self.functions.iter().map(most).collect();
        Some(all?.into_iter().max().unwrap_or(0))
    }
}
