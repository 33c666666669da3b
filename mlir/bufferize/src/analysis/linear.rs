//! Indices as linear forms: a constant, and values with integer factors.
//!
//! Two indices with equal terms differ by a constant regardless of the values, which decides whether slices
//! overlap. Looks through sums of `arith`, products with constants, and `affine.apply`; anything else is a term
//! of its own. Numbers wrap as `index` does: in-bounds offsets whose forms differ by a constant modulo 2^64
//! differ by that constant.

use memplan_mlir::semantics::{IntOp, Kernel, Scalar, Semantics};
use memplan_mlir::{AffineExpr, AffineOp, AttrKind, Module, OpId, ValueId};

use super::subset::Extent;

/// Maximum number of operations to look through for one value.
const MAX_STEPS: usize = 32;

/// A constant and terms, which are sorted by value and have no zero factors.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Linear {
    constant: i64,
    terms: Vec<(ValueId, i64)>,
}

impl Linear {
    /// The form of an extent.
    pub(super) fn of(m: &Module, extent: Extent) -> Self {
        let mut steps = MAX_STEPS;
        match extent {
            Extent::Constant(value) => Self::constant(value),
            Extent::Value(value) => Self::of_value(m, value, &mut steps),
        }
    }

    fn constant(constant: i64) -> Self {
        Self {
            constant,
            terms: Vec::new(),
        }
    }

    fn of_value(m: &Module, value: ValueId, steps: &mut usize) -> Self {
        let opaque = || Self {
            constant: 0,
            terms: vec![(value, 1)],
        };
        if *steps == 0 {
            return opaque();
        }
        *steps -= 1;
        let sum = match Extent::of(m, value) {
            Extent::Constant(value) => Some(Self::constant(value)),
            Extent::Value(_) => m
                .defining_op(value)
                .and_then(|op| Self::of_op(m, op, steps)),
        };
        sum.unwrap_or_else(opaque)
    }

    fn of_op(m: &Module, op: OpId, steps: &mut usize) -> Option<Self> {
        let operands = m.operands(op).to_vec();
        match m.semantics(op) {
            Semantics::Scalar(Scalar::Int(kind)) => {
                let &[a, b] = operands.as_slice() else {
                    return None;
                };
                let [a, b] = [a, b].map(|value| Self::of_value(m, value, steps));
                match kind {
                    IntOp::Add => Some(a.plus(&b, 1)),
                    IntOp::Sub => Some(a.plus(&b, -1)),
                    IntOp::Mul => a.times(&b),
                    _ => None,
                }
            }
            Semantics::Kernel(Kernel::AffineApply) => {
                let map = m.prop(op, m.ctx.find_str("map")?)?;
                let AttrKind::AffineMap(map) = m.ctx.attr_kind(map) else {
                    return None;
                };
                let values: Vec<Self> = operands
                    .iter()
                    .map(|&value| Self::of_value(m, value, steps))
                    .collect();
                Self::of_expr(map.results.first()?, &values, map.dims as usize)
            }
            _ => None,
        }
    }

    /// Recurses over one affine expression, whose depth the reader bounds.
    fn of_expr(expr: &AffineExpr, values: &[Self], n_dims: usize) -> Option<Self> {
        match expr {
            AffineExpr::Dim(dim) => values.get(*dim as usize).cloned(),
            AffineExpr::Symbol(symbol) => values.get(n_dims + *symbol as usize).cloned(),
            AffineExpr::Constant(value) => Some(Self::constant(*value)),
            AffineExpr::Binary(op, a, b) => {
                let a = Self::of_expr(a, values, n_dims)?;
                let b = Self::of_expr(b, values, n_dims)?;
                match op {
                    AffineOp::Add => Some(a.plus(&b, 1)),
                    AffineOp::Mul => a.times(&b),
                    AffineOp::Mod | AffineOp::FloorDiv | AffineOp::CeilDiv => None,
                }
            }
        }
    }

    /// The sum with `factor` times another form.
    pub(super) fn plus(mut self, other: &Self, factor: i64) -> Self {
        self.constant = self
            .constant
            .wrapping_add(other.constant.wrapping_mul(factor));
        for &(value, of_other) in &other.terms {
            let added = of_other.wrapping_mul(factor);
            match self.terms.binary_search_by_key(&value, |term| term.0) {
                Ok(at) => self.terms[at].1 = self.terms[at].1.wrapping_add(added),
                Err(at) => self.terms.insert(at, (value, added)),
            }
        }
        self.terms.retain(|term| term.1 != 0);
        self
    }

    /// The product, if one of the factors is a constant.
    fn times(&self, other: &Self) -> Option<Self> {
        let (form, factor) = match (self.known(), other.known()) {
            (_, Some(factor)) => (self, factor),
            (Some(factor), _) => (other, factor),
            _ => return None,
        };
        Some(Self::default().plus(form, factor))
    }

    /// The constant value of the form, if it has no terms.
    pub(super) fn known(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }
}
