//! Affine maps and sets as text.

use super::AttrPrinter;
use crate::ir::{AffineExpr, AffineMap, AffineOp, IntegerSet};

/// Writes dimension (`false`) or symbol (`true`) number `n`.
pub(crate) type NameWriter<'a, 'm> = &'a mut dyn FnMut(&mut AttrPrinter<'m>, bool, u32);

impl<'m> AttrPrinter<'m> {
    /// `(d0)[s0] -> (d0 + s0)`.
    pub(crate) fn affine_map(&mut self, map: &AffineMap) {
        self.affine_names(map.dims, map.symbols);
        self.out.push_str(" -> (");
        for (i, expr) in map.results.iter().enumerate() {
            if i > 0 {
                self.out.push_str(", ");
            }
            self.affine_expr(expr);
        }
        self.out.push(')');
    }

    /// `(d0)[s0] : (d0 >= 0)`.
    pub(crate) fn integer_set(&mut self, set: &IntegerSet) {
        self.affine_names(set.dims, set.symbols);
        self.out.push_str(" : (");
        for (i, constraint) in set.constraints.iter().enumerate() {
            if i > 0 {
                self.out.push_str(", ");
            }
            self.affine_expr(&constraint.expr);
            let relation = if constraint.is_equality {
                " == 0"
            } else {
                " >= 0"
            };
            self.out.push_str(relation);
        }
        self.out.push(')');
    }

    /// An expression with the usual names `d0`, `s0`.
    pub(crate) fn affine_expr(&mut self, expr: &AffineExpr) {
        self.affine_expr_with(expr, &mut |p, is_symbol, n| {
            p.out.push(if is_symbol { 's' } else { 'd' });
            p.int(n.into());
        });
    }

    /// An expression with names chosen by the caller.
    pub(crate) fn affine_expr_with(&mut self, expr: &AffineExpr, name: NameWriter<'_, 'm>) {
        self.affine_operand(expr, false, name);
    }

    fn affine_names(&mut self, dims: u32, symbols: u32) {
        let names = |p: &mut Self, prefix: char, n: u32| {
            for i in 0..n {
                if i > 0 {
                    p.out.push_str(", ");
                }
                p.out.push(prefix);
                p.int(i.into());
            }
        };
        self.out.push('(');
        names(self, 'd', dims);
        self.out.push(')');
        if symbols > 0 {
            self.out.push('[');
            names(self, 's', symbols);
            self.out.push(']');
        }
    }

    /// An expression, in parentheses if it is compound and `is_tight`.
    fn affine_operand(&mut self, expr: &AffineExpr, is_tight: bool, name: NameWriter<'_, 'm>) {
        match expr {
            AffineExpr::Dim(n) => name(self, false, *n),
            AffineExpr::Symbol(n) => name(self, true, *n),
            AffineExpr::Constant(value) => self.int(*value),
            AffineExpr::Binary(op, lhs, rhs) => {
                if is_tight {
                    self.out.push('(');
                }
                match op {
                    AffineOp::Add => self.affine_sum(lhs, rhs, name),
                    AffineOp::Mul if **rhs == AffineExpr::Constant(-1) => {
                        self.out.push('-');
                        self.affine_operand(lhs, true, name);
                    }
                    _ => {
                        self.affine_operand(lhs, true, name);
                        self.out.push_str(match op {
                            AffineOp::Mul => " * ",
                            AffineOp::Mod => " mod ",
                            AffineOp::FloorDiv => " floordiv ",
                            _ => " ceildiv ",
                        });
                        self.affine_operand(rhs, true, name);
                    }
                }
                if is_tight {
                    self.out.push(')');
                }
            }
        }
    }

    /// A sum; negative right sides are printed as differences.
    fn affine_sum(&mut self, lhs: &AffineExpr, rhs: &AffineExpr, name: NameWriter<'_, 'm>) {
        self.affine_operand(lhs, false, name);
        if let AffineExpr::Binary(AffineOp::Mul, term, factor) = rhs
            && let AffineExpr::Constant(factor) = **factor
            && let Some(opposite @ 1..) = factor.checked_neg()
        {
            self.out.push_str(" - ");
            if opposite == 1 {
                let is_sum = matches!(**term, AffineExpr::Binary(AffineOp::Add, ..));
                self.affine_operand(term, is_sum, name);
            } else {
                self.affine_operand(term, true, name);
                self.out.push_str(" * ");
                self.int(opposite);
            }
            return;
        }
        if let AffineExpr::Constant(value) = *rhs
            && let Some(opposite @ 1..) = value.checked_neg()
        {
            self.out.push_str(" - ");
            self.int(opposite);
            return;
        }
        self.out.push_str(" + ");
        self.affine_operand(rhs, false, name);
    }
}
