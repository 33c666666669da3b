//! Induction variables and bounds of loops.
//!
//! Nothing is known about unregistered operations. Reporting a bound as constant that is not constant
//! is unsound.

use crate::dialects::{LoopBounds, Traits};
use crate::ir::{AffineExpr, AttrKind, DYNAMIC, Module, OpId, ValueId, names};

/// A bound or step of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// Known before the program runs.
    Constant(i64),
    /// The value of this SSA value.
    Value(ValueId),
    /// Computed from several values (an affine map).
    Computed,
}

/// One dimension of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoopDim {
    /// The induction variable: `lower`, `lower + step`, .. below `upper`.
    pub iv: ValueId,
    /// First value.
    pub lower: Bound,
    /// One past the last value.
    pub upper: Bound,
    /// Distance between values.
    pub step: Bound,
}

impl Bound {
    /// The constant, if it is one.
    pub fn constant(self) -> Option<i64> {
        match self {
            Self::Constant(value) => Some(value),
            Self::Value(_) | Self::Computed => None,
        }
    }
}

impl LoopDim {
    /// Number of iterations, if bounds and step are constants and the step is positive.
    pub fn trip_count(&self) -> Option<u64> {
        let lower = i128::from(self.lower.constant()?);
        let upper = i128::from(self.upper.constant()?);
        let step = i128::from(self.step.constant()?);
        if step <= 0 {
            return None;
        }
        u64::try_from(((upper - lower).max(0) + step - 1) / step).ok()
    }
}

/// The integer value of a constant, if an operation with [`Traits::CONSTANT_LIKE`] defines it.
pub fn constant_int(m: &Module, value: ValueId) -> Option<i64> {
    let op = m.defining_op(value)?;
    if !m.has_trait(op, Traits::CONSTANT_LIKE) {
        return None;
    }
    m.prop_i64(op, names::VALUE)
}

/// The dimensions of a loop, outermost first; absent if the operation is not a loop with induction variables, or
/// not one that the tables describe, or if its bounds may be numbers without signs that do not fit those with signs.
pub fn loop_dims(m: &Module, op: OpId) -> Option<Vec<LoopDim>> {
    let (lower, upper, step) = match m.def(op)?.loop_bounds {
        LoopBounds::None => return None,
        LoopBounds::Operands { lower, upper, step } => (
            operand_bounds(m, op, lower),
            operand_bounds(m, op, upper),
            operand_bounds(m, op, step),
        ),
        LoopBounds::Mixed { lower, upper, step } => (
            mixed_bounds(m, op, lower.0, lower.1)?,
            mixed_bounds(m, op, upper.0, upper.1)?,
            mixed_bounds(m, op, step.0, step.1)?,
        ),
        LoopBounds::Maps { lower, upper, step } => (
            map_bounds(m, op, lower)?,
            map_bounds(m, op, upper)?,
            step_constants(m, op, step)?,
        ),
    };
    let body = m
        .regions(op)
        .first()
        .and_then(|&body| m.first_block(body))?;
    let rank = lower.len();
    if upper.len() != rank || step.len() != rank || m.block_args(body).len() < rank {
        return None;
    }
    // Counters that are compared without signs are the same numbers if no bound is negative.
    let is_natural = |bound: &Bound| bound.constant().is_some_and(|value| 0 <= value);
    if is_unsigned(m, op) && !lower.iter().chain(&upper).chain(&step).all(is_natural) {
        return None;
    }
    let dims = (0..rank).map(|i| LoopDim {
        iv: m.block_args(body)[i],
        lower: lower[i],
        upper: upper[i],
        step: step[i],
    });
    Some(dims.collect())
}

/// Whether a loop takes its counter and its bounds for numbers without signs.
pub fn is_unsigned(m: &Module, op: OpId) -> bool {
    let name = m.ctx.find_str("unsignedCmp");
    name.is_some_and(|name| m.prop(op, name).is_some())
}

/// The number of iterations of a loop in every run, in all dimensions together; absent if it is not constant.
/// Saturates.
pub fn trip_count(m: &Module, op: OpId) -> Option<u64> {
    let dims = loop_dims(m, op)?;
    let mut counts = dims.iter().map(LoopDim::trip_count);
    counts.try_fold(1u64, |product, count| Some(product.saturating_mul(count?)))
}

fn value_bound(m: &Module, value: ValueId) -> Bound {
    constant_int(m, value).map_or(Bound::Value(value), Bound::Constant)
}

fn operand_bounds(m: &Module, op: OpId, group: &str) -> Vec<Bound> {
    let values = m.operand_group(op, group);
    values.iter().map(|&value| value_bound(m, value)).collect()
}

fn mixed_bounds(m: &Module, op: OpId, group: &str, attr: &str) -> Option<Vec<Bound>> {
    let mut values = m.operand_group(op, group).iter();
    let fixed = m.prop_array(op, m.ctx.find_str(attr)?);
    let bound = |&fixed: &i64| match fixed {
        DYNAMIC => values.next().map(|&value| value_bound(m, value)),
        fixed => Some(Bound::Constant(fixed)),
    };
    fixed.iter().map(bound).collect()
}

/// The results of a bound map. With several results for one dimension (`min`, `max`) the lengths differ and the
/// caller stops.
fn map_bounds(m: &Module, op: OpId, attr: &str) -> Option<Vec<Bound>> {
    let attr = m.prop(op, m.ctx.find_str(attr)?)?;
    let AttrKind::AffineMap(map) = m.ctx.attr_kind(attr) else {
        return None;
    };
    let bound = |expr: &AffineExpr| match expr {
        AffineExpr::Constant(value) => Bound::Constant(*value),
        AffineExpr::Dim(_) | AffineExpr::Symbol(_) | AffineExpr::Binary(..) => Bound::Computed,
    };
    Some(map.results.iter().map(bound).collect())
}

fn step_constants(m: &Module, op: OpId, attr: &str) -> Option<Vec<Bound>> {
    let attr = m.prop(op, m.ctx.find_str(attr)?)?;
    match m.ctx.attr_kind(attr) {
        AttrKind::Array(steps) => steps
            .iter()
            .map(|&step| m.ctx.attr_i64(step).map(Bound::Constant))
            .collect(),
        _ => m.ctx.attr_i64(attr).map(|step| vec![Bound::Constant(step)]),
    }
}

#[cfg(test)]
mod tests {
    use super::trip_count;
    use crate::text::{ParseOptions, parse};

    #[test]
    fn numbers_without_signs_are_counted_only_if_they_have_none() {
        let counted = |kind: &str, lower: i64| {
            let text = format!(
                "func.func @f() {{
                   %l = arith.constant {lower} : index
                   %u = arith.constant 5 : index
                   %s = arith.constant 2 : index
                   scf.for {kind} %i = %l to %u step %s {{
                   }}
                   return
                 }}"
            );
            let m = parse(text.as_bytes(), &ParseOptions::default())
                .unwrap()
                .module;
            m.walk(m.root()).find_map(|op| trip_count(&m, op))
        };
        assert_eq!((counted("", 1), counted("", -1)), (Some(2), Some(3)));
        assert_eq!(
            (counted("unsigned", 1), counted("unsigned", -1)),
            (Some(2), None)
        );
    }
}
