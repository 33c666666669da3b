//! Affine maps and integer sets.

use rustc_hash::FxHashMap;

use super::{PResult, Parser, show};
use crate::ir::Span;
use crate::ir::{AffineConstraint, AffineExpr, AffineMap, AffineOp, IntegerSet};
use crate::syntax::ParseErrorKind;
use crate::text::lexer::TokenKind;

/// Parses an operand of an affine expression that is not a constant: the name of a dimension or symbol. For
/// `None`, the parser reports the token.
pub(crate) type AffineOperand<'a, 's> =
    &'a mut dyn FnMut(&mut Parser<'s>) -> PResult<Option<AffineExpr>>;

/// Names before the arrow or colon, and the numbers of dimensions and symbols.
#[derive(Default)]
struct Names<'s> {
    ids: FxHashMap<&'s [u8], AffineExpr>,
    dims: u32,
    symbols: u32,
}

/// State of one expression: the source of operands, and the number of operators so far.
struct Expr<'a, 's> {
    operand: AffineOperand<'a, 's>,
    ops: u32,
}

impl<'s> Parser<'s> {
    /// `(d0)[s0] -> (d0 + s0)`, without the surrounding `affine_map<..>`.
    pub(crate) fn parse_affine_map(&mut self) -> PResult<AffineMap> {
        let names = self.parse_affine_names()?;
        self.expect(TokenKind::Arrow, "`->` in affine map")?;
        self.expect(TokenKind::LParen, "`(` at the results of the affine map")?;
        let mut results = Vec::new();
        self.list_until(TokenKind::RParen, "`,` or `)` in affine map", |p| {
            results.push(p.parse_named_expr(&names)?);
            Ok(())
        })?;
        Ok(AffineMap {
            dims: names.dims,
            symbols: names.symbols,
            results,
        })
    }

    /// `(d0)[s0] : (d0 >= 0)`, without the surrounding `affine_set<..>`.
    pub(crate) fn parse_affine_set(&mut self) -> PResult<IntegerSet> {
        let names = self.parse_affine_names()?;
        self.expect(TokenKind::Colon, "`:` in integer set")?;
        self.expect(
            TokenKind::LParen,
            "`(` at the constraints of the integer set",
        )?;
        let mut constraints = Vec::new();
        self.list_until(TokenKind::RParen, "`,` or `)` in integer set", |p| {
            constraints.push(p.parse_constraint(&names)?);
            Ok(())
        })?;
        if constraints.is_empty() {
            constraints.push(AffineConstraint {
                expr: AffineExpr::Constant(0),
                is_equality: true,
            });
        }
        Ok(IntegerSet {
            dims: names.dims,
            symbols: names.symbols,
            constraints,
        })
    }

    /// An affine expression whose dimensions and symbols are parsed by `operand`.
    pub(crate) fn parse_affine_expr_with(
        &mut self,
        operand: AffineOperand<'_, 's>,
    ) -> PResult<AffineExpr> {
        self.affine_sum(&mut Expr { operand, ops: 0 })
    }

    fn parse_affine_names(&mut self) -> PResult<Names<'s>> {
        let mut names = Names::default();
        self.expect(
            TokenKind::LParen,
            "`(` at the dimensions of the affine map or set",
        )?;
        self.list_until(TokenKind::RParen, "`,` or `)`", |p| {
            let dim = AffineExpr::Dim(names.dims);
            names.dims += 1;
            p.parse_affine_name(&mut names.ids, dim)
        })?;
        if self.eat(TokenKind::LBracket) {
            self.list_until(TokenKind::RBracket, "`,` or `]`", |p| {
                let symbol = AffineExpr::Symbol(names.symbols);
                names.symbols += 1;
                p.parse_affine_name(&mut names.ids, symbol)
            })?;
        }
        Ok(names)
    }

    fn parse_affine_name(
        &mut self,
        ids: &mut FxHashMap<&'s [u8], AffineExpr>,
        expr: AffineExpr,
    ) -> PResult<()> {
        let token = self.expect(TokenKind::BareId, "a bare identifier")?;
        let text = self.text(token);
        if ids.insert(text, expr).is_some() {
            let reason = format!("`{}` is there twice", show(text));
            return Err(self.invalid(token.span, "affine identifier list", reason));
        }
        Ok(())
    }

    fn parse_named_expr(&mut self, names: &Names<'s>) -> PResult<AffineExpr> {
        self.parse_affine_expr_with(&mut |p: &mut Parser<'s>| {
            if !p.at(TokenKind::BareId) {
                return Ok(None);
            }
            let Some(expr) = names.ids.get(p.word()) else {
                let reason = format!("use of undeclared identifier `{}`", show(p.word()));
                return Err(p.invalid(p.tok.span, "affine expression", reason));
            };
            p.bump();
            Ok(Some(expr.clone()))
        })
    }

    /// `lhs >= rhs`, `lhs == rhs` or `lhs <= rhs`, as one expression compared to 0.
    fn parse_constraint(&mut self, names: &Names<'s>) -> PResult<AffineConstraint> {
        let lhs = self.parse_named_expr(names)?;
        let relation = self.tok.kind;
        let is_relation = matches!(
            relation,
            TokenKind::Greater | TokenKind::Less | TokenKind::Equal
        );
        if is_relation {
            self.bump();
        }
        if !is_relation || !self.at(TokenKind::Equal) {
            return Err(self.expected("`==`, `>=` or `<=` in affine constraint"));
        }
        self.bump();
        let rhs = self.parse_named_expr(names)?;
        let (lhs, rhs) = match relation {
            TokenKind::Less => (rhs, lhs),
            _ => (lhs, rhs),
        };
        Ok(AffineConstraint {
            expr: AffineExpr::sub(lhs, rhs),
            is_equality: relation == TokenKind::Equal,
        })
    }

    /// Operands joined by `+` and `-`, grouped from the left.
    fn affine_sum(&mut self, state: &mut Expr<'_, 's>) -> PResult<AffineExpr> {
        let mut lhs = self.affine_product(state)?;
        loop {
            let is_sum = self.at(TokenKind::Plus);
            if !is_sum && !self.at(TokenKind::Minus) {
                return Ok(lhs);
            }
            self.count_affine_op(state)?;
            self.bump();
            let rhs = self.affine_product(state)?;
            lhs = if is_sum {
                AffineExpr::add(lhs, rhs)
            } else {
                AffineExpr::sub(lhs, rhs)
            };
        }
    }

    /// Operands joined by `*`, `floordiv`, `ceildiv` and `mod`, grouped from the left.
    fn affine_product(&mut self, state: &mut Expr<'_, 's>) -> PResult<AffineExpr> {
        let mut lhs = self.affine_operand(state)?;
        loop {
            let op = match self.tok.kind {
                TokenKind::Star => AffineOp::Mul,
                TokenKind::BareId => match self.word() {
                    b"floordiv" => AffineOp::FloorDiv,
                    b"ceildiv" => AffineOp::CeilDiv,
                    b"mod" => AffineOp::Mod,
                    _ => return Ok(lhs),
                },
                _ => return Ok(lhs),
            };
            let span = self.tok.span;
            self.count_affine_op(state)?;
            self.bump();
            let rhs = self.affine_operand(state)?;
            if !rhs.is_symbolic() && (op != AffineOp::Mul || !lhs.is_symbolic()) {
                return Err(self.non_affine(op, span));
            }
            lhs = AffineExpr::binary(op, lhs, rhs);
        }
    }

    fn affine_operand(&mut self, state: &mut Expr<'_, 's>) -> PResult<AffineExpr> {
        match self.tok.kind {
            TokenKind::LParen => self.nested(|p| {
                p.bump();
                let expr = p.affine_sum(state)?;
                p.expect(TokenKind::RParen, "`)`")?;
                Ok(expr)
            }),
            TokenKind::Minus => {
                self.count_affine_op(state)?;
                if self.is_min_literal() {
                    self.bump();
                    self.bump();
                    return Ok(AffineExpr::Constant(i64::MIN));
                }
                let operand = self.nested(|p| {
                    p.bump();
                    p.affine_operand(state)
                })?;
                Ok(AffineExpr::mul(AffineExpr::Constant(-1), operand))
            }
            TokenKind::Integer => Ok(AffineExpr::Constant(self.parse_i64()?)),
            _ => match (state.operand)(self)? {
                Some(expr) => Ok(expr),
                None => Err(self.expected("affine expression")),
            },
        }
    }

    /// Whether the tokens are `-9223372036854775808`, whose magnitude does not fit.
    fn is_min_literal(&self) -> bool {
        let end = self.tok.span.end as usize;
        let token = crate::text::lexer::lex(self.src, end);
        token.kind == TokenKind::Integer && self.text(token) == b"9223372036854775808"
    }

    fn count_affine_op(&self, state: &mut Expr<'_, 's>) -> PResult<()> {
        state.ops += 1;
        let limit = self.limits.affine_ops;
        if state.ops > limit {
            return Err(self.err_here(ParseErrorKind::TooLarge {
                what: "the number of operators in an affine expression",
                limit: limit.into(),
            }));
        }
        Ok(())
    }

    fn non_affine(&self, op: AffineOp, span: Span) -> Box<crate::text::ParseError> {
        let reason = match op {
            AffineOp::Mul => {
                "non-affine: at least one of the multiply operands has to be either a constant or symbolic"
            }
            AffineOp::Mod => {
                "non-affine: right operand of `mod` has to be either a constant or symbolic"
            }
            AffineOp::FloorDiv => {
                "non-affine: right operand of `floordiv` has to be either a constant or symbolic"
            }
            _ => "non-affine: right operand of `ceildiv` has to be either a constant or symbolic",
        };
        self.invalid(span, "affine expression", reason)
    }
}
