//! The section for symbols in binary files of traces and plans, which [`memplan_planner::wire::extend`] adds.

use memplan_planner::{BufferId, Bytes, LifetimeTrace};
use serde::{Deserialize, Serialize};

use crate::wire::malformed;
use crate::{
    Orientation, OrientationPlan, PlannedSize, Polynomial, Quality, Symbol, SymbolicError,
    SymbolicTrace,
};
use memplan_support::symbolic::check_symbols;

/// Name, minimum, maximum, multiple.
#[derive(Serialize, Deserialize)]
struct SymbolSection(String, i64, Option<i64>, i64);

/// Coefficients and indices of symbols.
#[derive(Serialize, Deserialize)]
struct SizeSection(Vec<(i64, Vec<u8>)>);

/// Symbols and sizes of a trace; its lifetimes are in the plain file.
#[derive(Serialize, Deserialize)]
pub(crate) struct TraceSection {
    symbols: Vec<SymbolSection>,
    sizes: Vec<SizeSection>,
    size_of: Vec<u32>,
}

/// A plan for one trace.
#[derive(Serialize, Deserialize)]
pub(crate) struct PlanSection {
    symbols: Vec<SymbolSection>,
    alignment: u64,
    sizes: Vec<(SizeSection, bool)>,
    size_of: Vec<u32>,
    /// Edges, from the lower to the upper buffer.
    orientations: Vec<Vec<(u32, u32)>>,
    /// k, worst, mean.
    figures: Vec<(u64, f64, f64)>,
    fixed: Vec<u64>,
}

fn symbols_from(symbols: &[Symbol]) -> Vec<SymbolSection> {
    let section = |symbol: &Symbol| {
        let name = symbol.name.clone();
        SymbolSection(name, symbol.min, symbol.max, symbol.multiple)
    };
    symbols.iter().map(section).collect()
}

fn symbols_into(sections: Vec<SymbolSection>) -> Result<Vec<Symbol>, SymbolicError> {
    let symbol = |SymbolSection(name, min, max, multiple)| Symbol {
        name,
        min,
        max,
        multiple,
    };
    let symbols: Vec<Symbol> = sections.into_iter().map(symbol).collect();
    check_symbols(&symbols)?;
    Ok(symbols)
}

impl SizeSection {
    fn from_core(size: &Polynomial) -> Self {
        let term = |&(monomial, coefficient): &(crate::Monomial, i64)| {
            (coefficient, monomial.symbols().map(|at| at as u8).collect())
        };
        Self(size.terms().iter().map(term).collect())
    }

    fn into_core(self, n_symbols: usize) -> Result<Polynomial, SymbolicError> {
        let mut sum = Polynomial::default();
        for (coefficient, symbols) in self.0 {
            if symbols.iter().any(|&index| n_symbols <= usize::from(index)) {
                return Err(malformed("a size has a symbol that is not listed"));
            }
            let term = Polynomial::term(coefficient, symbols.into_iter().map(usize::from))?;
            sum = sum.add(&term)?;
        }
        Ok(sum)
    }
}

impl TraceSection {
    pub(crate) fn from_core(trace: &SymbolicTrace) -> Self {
        Self {
            symbols: symbols_from(trace.symbols()),
            sizes: (trace.distinct_sizes().iter())
                .map(SizeSection::from_core)
                .collect(),
            size_of: trace.size_indices().to_vec(),
        }
    }

    pub(crate) fn add_to(self, lifetimes: LifetimeTrace) -> Result<SymbolicTrace, SymbolicError> {
        let symbols = symbols_into(self.symbols)?;
        let sizes = self.sizes.into_iter();
        let sizes = sizes.map(|size| size.into_core(symbols.len()));
        let sizes: Vec<Polynomial> = sizes.collect::<Result<_, _>>()?;
        let size = |&index: &u32| sizes.get(index as usize).cloned();
        let of_buffers: Option<Vec<Polynomial>> = self.size_of.iter().map(size).collect();
        let of_buffers =
            of_buffers.ok_or_else(|| malformed("a buffer has a size that is not listed"))?;
        SymbolicTrace::new(lifetimes, symbols, of_buffers)
    }
}

impl PlanSection {
    pub(crate) fn from_core(plan: &OrientationPlan) -> Self {
        let edges = |orientation: &Orientation| {
            (orientation.edges())
                .map(|(lower, upper)| (lower.0, upper.0))
                .collect()
        };
        Self {
            symbols: symbols_from(&plan.symbols),
            alignment: plan.alignment.0,
            sizes: (plan.sizes.iter())
                .map(|size| (SizeSection::from_core(&size.bytes), size.is_rounded))
                .collect(),
            size_of: plan.size_of.clone(),
            orientations: plan.orientations.iter().map(edges).collect(),
            figures: (plan.figures.iter())
                .map(|quality| (quality.k as u64, quality.worst, quality.mean))
                .collect(),
            fixed: plan.fixed.iter().map(|offset| offset.0).collect(),
        }
    }

    pub(crate) fn into_core(self) -> Result<OrientationPlan, SymbolicError> {
        let symbols = symbols_into(self.symbols)?;
        let sizes = self.sizes.into_iter().map(|(size, is_rounded)| {
            let bytes = size.into_core(symbols.len())?;
            Ok(PlannedSize { bytes, is_rounded })
        });
        let sizes: Vec<PlannedSize> = sizes.collect::<Result<_, SymbolicError>>()?;
        let n_buffers = self.size_of.len();
        let orientations = self.orientations.into_iter().map(|edges| {
            let named = |(lower, upper)| (BufferId(lower), BufferId(upper));
            Orientation::from_edges(n_buffers, edges.into_iter().map(named))
        });
        let figures = self.figures.into_iter();
        OrientationPlan {
            orientations: orientations.collect::<Result<_, _>>()?,
            alignment: Bytes(self.alignment),
            size_of: self.size_of,
            figures: figures
                .map(|(k, worst, mean)| Quality {
                    k: usize::try_from(k).unwrap_or(usize::MAX),
                    worst,
                    mean,
                })
                .collect(),
            fixed: self.fixed.into_iter().map(Bytes).collect(),
            symbols,
            sizes,
        }
        .checked()
    }
}
