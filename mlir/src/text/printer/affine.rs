//! Affine maps and sets as text.

use super::AttrPrinter;
use crate::ir::{AffineExpr, AffineMap, IntegerSet};

impl AttrPrinter<'_> {
    /// `(d0)[s0] -> (d0 + s0)`.
    pub(crate) fn affine_map(&mut self, map: &AffineMap) {
        let _ = map;
    }

    /// `(d0)[s0] : (d0 >= 0)`.
    pub(crate) fn integer_set(&mut self, set: &IntegerSet) {
        let _ = set;
    }

    /// An expression; `name` writes dimension (`false`) or symbol (`true`) number `n`.
    pub(crate) fn affine_expr_with(
        &mut self,
        expr: &AffineExpr,
        name: &mut dyn FnMut(&mut Self, bool, u32),
    ) {
        let _ = (expr, name);
    }
}
