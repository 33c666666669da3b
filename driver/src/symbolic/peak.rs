//! Peaks as formulas.

use memplan_memory_model::{SizeSource, SymbolicSizes};
use memplan_mlir::interfaces::{allocation, function_argument};
use memplan_mlir::{BlockId, Module, OpId};
use memplan_support::symbolic::{Polynomial, Symbol};

use super::loads::BlockLoads;

/// A bound on the heap peak of a function with dynamic buffers.
#[derive(Clone, Debug, PartialEq)]
pub struct SymbolicPeak {
    /// The name of the function.
    pub function: String,
    /// The symbols.
    pub symbols: Vec<Symbol>,
    /// No run holds more bytes than the maximum of these. Without merging, every run that enters all loops holds as
    /// many at some point.
    pub terms: Vec<Polynomial>,
}

impl SymbolicPeak {
    /// The peak of a function of a program that frees each buffer, with the dimensions and integers that are its
    /// arguments as symbols; `None` where it is not known, as for functions of several blocks. Linear.
    pub(crate) fn of(m: &Module, function: OpId) -> Option<Self> {
        let block = only_block(m, function)?;
        let mut sizes = SymbolicSizes::new(m, function).ok()?;
        for op in m.walk(function) {
            let bytes = sizes.allocation_bytes(m, op);
            (bytes.is_some() || allocation(m, op).is_none()).then_some(())?;
        }
        let is_argument = |source: &SizeSource| match source {
            SizeSource::Dim { of: value, .. } | SizeSource::Value(value) => {
                function_argument(m, *value).is_some()
            }
            SizeSource::Wrapped { .. } | SizeSource::Computed { .. } => false,
        };
        let loads = BlockLoads::new(m, block, &sizes, false)?;
        let peak = loads.peak(m, function, &sizes)?;
        let mut used = peak.terms.iter().flat_map(|term| term.terms().iter());
        let is_known = used.all(|(monomial, _)| {
            let mut symbols = monomial.symbols();
            symbols.all(|symbol| is_argument(&sizes.sources()[symbol]))
        });
        is_known.then_some(peak)
    }

    /// The most bytes at any values of the symbols; `None` if there is no limit.
    pub fn most_bytes(&self) -> Option<u64> {
        let most = |term: &Polynomial| u64::try_from(term.bounds(&self.symbols).1?.max(0)).ok();
        let all: Option<Vec<u64>> = self.terms.iter().map(most).collect();
        Some(all?.into_iter().max().unwrap_or(0))
    }
}

/// The block of a function that has no other.
pub(super) fn only_block(m: &Module, function: OpId) -> Option<BlockId> {
    let body = m.regions(function).first()?;
    let mut blocks = m.blocks(*body);
    blocks.next().filter(|_| blocks.next().is_none())
}
