//! Ranges of numbers that are not symbols.

use std::ops::RangeInclusive;

use memplan_mlir::interfaces::loop_dims;
use memplan_mlir::semantics::{IntOp, Kernel};
use memplan_mlir::{AffineExpr, Module, ValueDef, ValueId};
use memplan_support::symbolic::{Polynomial, Symbol};

use super::affine_map;

/// The least and the largest value of a number, the latter if it is bounded.
#[derive(Clone, Copy)]
pub(super) struct Bounds {
    pub(super) min: i64,
    pub(super) max: Option<i64>,
}

impl Bounds {
    pub(super) const ANY: Self = Self {
        min: i64::MIN,
        max: None,
    };
}

/// Bounds that hold for a minimum, maximum or remainder of two values.
pub(super) fn bounds_of_computed(
    symbols: &[Symbol],
    int: IntOp,
    a: &Polynomial,
    b: &Polynomial,
) -> Bounds {
    let ends = |of: &Polynomial| {
        let (low, high) = of.bounds(symbols);
        let low = low.and_then(|low| i64::try_from(low).ok());
        (low, high.and_then(|high| i64::try_from(high).ok()))
    };
    let ((low_a, high_a), (low_b, high_b)) = (ends(a), ends(b));
    let is_natural = |low: Option<i64>| low.is_some_and(|low| 0 <= low);
    let least = |a: Option<i64>, b: Option<i64>| match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (one, None) | (None, one) => one,
    };
    let (min, max) = match int {
        IntOp::MinS => (
            low_a.zip(low_b).map_or(i64::MIN, |(a, b)| a.min(b)),
            least(high_a, high_b),
        ),
        IntOp::MaxS => (
            low_a.unwrap_or(i64::MIN).max(low_b.unwrap_or(i64::MIN)),
            high_a.zip(high_b).map(|(a, b)| a.max(b)),
        ),
        IntOp::MinU if is_natural(low_a) && is_natural(low_b) => (0, least(high_a, high_b)),
        IntOp::DivU | IntOp::DivS | IntOp::CeilDivU | IntOp::FloorDivS if is_natural(low_a) => {
            (0, high_a)
        }
        IntOp::RemU => (0, high_b.map(|by| by - 1)),
        _ => return Bounds::ANY,
    };
    Bounds { min, max }
}

/// Leaves the values that lie in another range, too, if there are any.
pub(super) fn narrow(symbol: &mut Symbol, min: i64, max: Option<i64>, multiple: i64) {
    let (mut x, mut y) = (symbol.multiple, multiple);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    let narrowed = Symbol {
        min: symbol.min.max(min),
        max: match (symbol.max, max) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (one, None) | (None, one) => one,
        },
        multiple: (symbol.multiple / x.max(1)).saturating_mul(multiple),
        ..symbol.clone()
    };
    if let Ok(narrowed) = narrowed.checked() {
        *symbol = narrowed;
    }
}

/// Whether all values are within limits, for symbols in their ranges.
pub(super) fn is_within(
    of: &Polynomial,
    symbols: &[Symbol],
    limits: &RangeInclusive<i128>,
) -> bool {
    let (low, high) = of.bounds(symbols);
    low.is_some_and(|low| *limits.start() <= low) && high.is_some_and(|high| high <= *limits.end())
}

/// The bounds of an induction variable, where those of its loop are constant.
pub(super) fn counted(m: &Module, value: ValueId) -> Option<Bounds> {
    let ValueDef::Arg { block, .. } = m.value_def(value) else {
        return None;
    };
    let dims = loop_dims(m, m.block_parent(block)?)?;
    let dim = dims.iter().find(|dim| dim.iv == value)?;
    let (min, end) = (dim.lower.constant()?, dim.upper.constant());
    end.is_none_or(|end| min < end).then(|| Bounds {
        min,
        max: end.map(|end| end - 1),
    })
}

/// The upper bound of an affine minimum with a constant result.
pub(super) fn least_result(m: &Module, value: ValueId) -> Option<Bounds> {
    let op = m.kernel_of(value, Kernel::AffineMin)?;
    let constants = affine_map(m, op)?
        .results
        .iter()
        .filter_map(|result| match result {
            AffineExpr::Constant(value) => Some(*value),
            _ => None,
        });
    Some(Bounds {
        max: Some(constants.min()?),
        ..Bounds::ANY
    })
}
