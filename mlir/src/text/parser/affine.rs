//! Affine maps and integer sets.

use super::{PResult, Parser};
use crate::ir::{AffineExpr, AffineMap, IntegerSet};

/// Reads an operand of an affine expression that is no constant: the name of a dimension or symbol.
/// `None` leaves the token to the parser, which reports it.
pub(crate) type AffineOperand<'a, 's> =
    &'a mut dyn FnMut(&mut Parser<'s>) -> PResult<Option<AffineExpr>>;

impl<'s> Parser<'s> {
    /// `(d0)[s0] -> (d0 + s0)`, without the `affine_map<..>` around it.
    pub(crate) fn parse_affine_map(&mut self) -> PResult<AffineMap> {
        Err(self.expected("an attribute"))
    }

    /// `(d0)[s0] : (d0 >= 0)`, without the `affine_set<..>` around it.
    pub(crate) fn parse_affine_set(&mut self) -> PResult<IntegerSet> {
        Err(self.expected("an attribute"))
    }

    /// An affine expression whose dimensions and symbols `operand` reads.
    pub(crate) fn parse_affine_expr_with(
        &mut self,
        operand: AffineOperand<'_, 's>,
    ) -> PResult<AffineExpr> {
        let _ = operand;
        Err(self.expected("an attribute"))
    }
}
