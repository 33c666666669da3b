//! Bounds on merged allocations of symbolic size.

use memplan_collectors::SymbolicScope;
use memplan_mutators::SizeBound;
use memplan_planner::Bytes;
use memplan_planner::symbols::OrientationPlan;
use memplan_support::symbolic::{Polynomial, Symbol};

/// Sizes up to this one do not overflow when they are added and rounded.
const MAX_BOUND: i128 = 1 << 62;

/// The largest size of the merged allocation, if sizes are bounded.
pub(super) fn size_bound(scope: &SymbolicScope, plan: &OrientationPlan) -> SizeBound {
    let largest = |symbols: &[Symbol]| -> Option<Bytes> {
        // The bound of `i32` is far above usual values.
        let symbols = symbols.iter().map(|symbol| Symbol {
            max: symbol.max.filter(|&max| max < i32::MAX.into()),
            ..symbol.clone()
        });
        let symbols: Vec<Symbol> = symbols.collect();
        let of = |index: &u32| {
            let size = &plan.sizes[*index as usize];
            let bytes = size.bytes.in_symbols(&scope.symbols).ok()?;
            let bytes = bytes.bounds(&symbols).1.filter(|&most| most <= MAX_BOUND)?;
            let bytes = u64::try_from(bytes.max(0)).ok()?;
            let rounded = bytes.checked_next_multiple_of(plan.alignment.0.max(1))?;
            Some(Bytes(if size.is_rounded { rounded } else { bytes }))
        };
        let sizes: Vec<Bytes> = plan.size_of.iter().map(of).collect::<Option<_>>()?;
        let peaks = plan.orientations.iter().filter_map(|o| o.peak(&sizes));
        peaks.min().filter(|peak| i128::from(peak.0) <= MAX_BOUND)
    };
    let is_proven = scope.sizes.assumptions().is_empty();
    match largest(scope.sizes.proven_symbols()) {
        Some(bytes) if is_proven => SizeBound::Proven(bytes),
        _ if largest(scope.sizes.symbols()).is_some() => SizeBound::Assumed,
        _ => SizeBound::Unknown,
    }
}

/// Whether the sum of all sizes, which no size and offset exceeds, is below 2^62 for all values in the ranges.
pub(super) fn fits_62_bits(scope: &SymbolicScope, plan: &OrientationPlan) -> bool {
    let total = || {
        let mut total = i128::from(plan.alignment.0).checked_mul(plan.size_of.len() as i128)?;
        for &index in &plan.size_of {
            for &(monomial, coefficient) in plan.sizes[index as usize].bytes.terms() {
                let symbols = monomial.symbols().map(|at| scope.symbols[at]);
                let term = Polynomial::term(coefficient, symbols).ok()?;
                let (low, high) = term.bounds(scope.sizes.symbols());
                total = total.checked_add(low?.abs().max(high?.abs()))?;
            }
        }
        Some(total)
    };
    total().is_some_and(|total| total <= MAX_BOUND)
}
