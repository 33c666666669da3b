//! Affine expressions over SSA values, as in `affine.load %m[%i + symbol(%n), 3]`.

use super::affine::AffineOperand;
use super::ops::TextParser;
use super::{PResult, Parser};
use crate::ir::{AffineExpr, AffineMap};
use crate::syntax::{MapUses, UseRef};
use crate::text::Span;
use crate::text::lexer::TokenKind;

/// A value by its name in the text.
struct Named {
    name: Span,
    index: u32,
    span: Span,
    expr: AffineExpr,
}

/// The values so far; each is one dimension or symbol, regardless of the number of uses.
#[derive(Default)]
struct Seen {
    values: Vec<Named>,
    dims: u32,
    symbols: u32,
}

impl Seen {
    /// `%v` or `symbol(%v)`; `None` if neither starts here.
    fn operand(&mut self, p: &mut Parser<'_>) -> PResult<Option<AffineExpr>> {
        if p.at(TokenKind::Percent) {
            return self.value(p, false).map(Some);
        }
        if !p.at_word("symbol") {
            return Ok(None);
        }
        p.bump();
        p.expect(TokenKind::LParen, "`(` after `symbol`")?;
        if !p.at(TokenKind::Percent) {
            return Err(p.expected("SSA operand"));
        }
        let expr = self.value(p, true)?;
        p.expect(TokenKind::RParen, "`)`")?;
        Ok(Some(expr))
    }

    fn value(&mut self, p: &mut Parser<'_>, is_symbol: bool) -> PResult<AffineExpr> {
        let name = p.tok.span;
        p.bump();
        let index = p.parse_result_number(name)?;
        let span = p.span_from(name);
        let is_same = |v: &&Named| v.index == index && p.bytes(v.name) == p.bytes(name);
        if let Some(named) = self.values.iter().find(is_same) {
            return Ok(named.expr.clone());
        }
        let count = if is_symbol {
            &mut self.symbols
        } else {
            &mut self.dims
        };
        let expr = if is_symbol {
            AffineExpr::Symbol(*count)
        } else {
            AffineExpr::Dim(*count)
        };
        *count += 1;
        self.values.push(Named {
            name,
            index,
            span,
            expr: expr.clone(),
        });
        Ok(expr)
    }
}

impl TextParser<'_> {
    /// `%i + 1, symbol(%n) floordiv 2` up to `close`, which is consumed.
    pub(crate) fn parse_map_of_uses(&mut self, close: TokenKind) -> PResult<(AffineMap, MapUses)> {
        let mut seen = Seen::default();
        let mut results = Vec::new();
        self.list_until(close, "`,` or the end of the affine map", |p| {
            let operand: AffineOperand<'_, '_> = &mut |p| seen.operand(p);
            results.push(p.parse_affine_expr_with(operand)?);
            Ok(())
        })?;
        let map = AffineMap {
            dims: seen.dims,
            symbols: seen.symbols,
            results,
        };
        Ok((map, self.map_uses(seen)))
    }

    /// One affine expression over values.
    pub(crate) fn parse_affine_expr_of_uses(&mut self) -> PResult<(AffineExpr, MapUses)> {
        let mut seen = Seen::default();
        let operand: AffineOperand<'_, '_> = &mut |p| seen.operand(p);
        let expr = self.parse_affine_expr_with(operand)?;
        Ok((expr, self.map_uses(seen)))
    }

    fn map_uses(&mut self, seen: Seen) -> MapUses {
        let mut uses = MapUses::default();
        for value in seen.values {
            let used = UseRef {
                name: self.names.intern(self.p.src, value.name),
                index: value.index,
                span: value.span,
            };
            match value.expr {
                AffineExpr::Symbol(_) => uses.symbols.push(used),
                _ => uses.dims.push(used),
            }
        }
        uses
    }
}
