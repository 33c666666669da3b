//! Locations.

use rustc_hash::FxHashSet;

use super::ops::TextParser;
use super::{PResult, Parser, show};
use crate::ir::Span;
use crate::ir::{AttrId, AttrKind, LocId, LocationKind, OpId, StrId};
use crate::syntax::ParseErrorKind;
use crate::text::SourceFile;
use crate::text::diagnostic::SourceMap;
use crate::text::lexer::{self, TokenKind};

impl Parser<'_> {
    /// `loc(..)`; aliases must be defined earlier.
    pub(crate) fn parse_location(&mut self) -> PResult<LocId> {
        self.expect_word("loc")?;
        self.expect(TokenKind::LParen, "`(` in location")?;
        let loc = self.parse_location_body()?;
        self.expect(TokenKind::RParen, "`)` in location")?;
        Ok(loc)
    }

    /// `loc(..)` after an operation or argument, if present; the alias in `loc(#alias)` may be defined anywhere in
    /// the file.
    pub(crate) fn try_parse_trailing_loc(&mut self) -> PResult<Option<LocId>> {
        if !self.at_word("loc") {
            return Ok(None);
        }
        self.bump();
        self.expect(TokenKind::LParen, "`(` in location")?;
        let token = self.tok;
        let is_alias = token.kind == TokenKind::Hash && {
            let next = lexer::lex(self.src, token.span.end as usize);
            next.kind == TokenKind::RParen && !self.word().contains(&b'.')
        };
        let loc = if is_alias {
            let attr = self.forward_alias(token.span)?;
            self.bump();
            self.location_of(token.span, attr)?
        } else {
            self.parse_location_body()?
        };
        self.expect(TokenKind::RParen, "`)` in location")?;
        Ok(Some(loc))
    }

    /// The inside of `loc(..)`.
    pub(crate) fn parse_location_body(&mut self) -> PResult<LocId> {
        match self.tok.kind {
            TokenKind::Hash => {
                let start = self.tok.span;
                let attr = self.parse_attr()?;
                self.location_of(self.span_from(start), attr)
            }
            TokenKind::String => self.nested(Self::parse_name_or_file),
            TokenKind::BareId => match self.word() {
                b"unknown" => {
                    self.bump();
                    Ok(self.module.ctx.loc(LocationKind::Unknown))
                }
                b"callsite" => self.nested(Self::parse_callsite),
                b"fused" => self.nested(Self::parse_fused),
                _ => Err(self.expected("a location")),
            },
            _ => Err(self.expected("a location")),
        }
    }

    fn location_of(&self, span: Span, attr: AttrId) -> PResult<LocId> {
        match self.module.ctx.attr_kind(attr) {
            AttrKind::Location(loc) => Ok(*loc),
            _ => Err(self.err_at(
                span,
                ParseErrorKind::Expected {
                    what: "a location".to_owned(),
                    found: format!("`{}`", show(self.bytes(span))),
                },
            )),
        }
    }

    fn parse_name_or_file(&mut self) -> PResult<LocId> {
        let text = self.parse_string()?;
        if self.eat(TokenKind::Colon) {
            let line = self.parse_u32()?;
            let column = if self.eat(TokenKind::Colon) {
                self.parse_u32()?
            } else {
                0
            };
            let mut end = None;
            if self.eat_word("to") {
                let end_line = if self.at(TokenKind::Integer) {
                    self.parse_u32()?
                } else {
                    line
                };
                self.expect(TokenKind::Colon, "`:` in location")?;
                end = Some((end_line, self.parse_u32()?));
            }
            return Ok(self.module.ctx.loc(LocationKind::File {
                file: text,
                line,
                column,
                end: end.filter(|end| *end != (line, column)),
            }));
        }
        let child = if self.eat(TokenKind::LParen) {
            let child = self.parse_location_body()?;
            self.expect(TokenKind::RParen, "`)` in location")?;
            child
        } else {
            self.module.ctx.loc(LocationKind::Unknown)
        };
        Ok(self
            .module
            .ctx
            .loc(LocationKind::Name { name: text, child }))
    }

    fn parse_u32(&mut self) -> PResult<u32> {
        let span = self.tok.span;
        let value = self.parse_u64("an integer in location")?;
        u32::try_from(value).map_err(|_| {
            let what = "a line or column".to_owned();
            self.err_at(span, ParseErrorKind::IntegerOutOfRange { what })
        })
    }

    fn parse_callsite(&mut self) -> PResult<LocId> {
        self.bump();
        self.expect(TokenKind::LParen, "`(` in callsite location")?;
        let callee = self.parse_location_body()?;
        self.expect_word("at")?;
        let caller = self.parse_location_body()?;
        self.expect(TokenKind::RParen, "`)` in callsite location")?;
        Ok(self
            .module
            .ctx
            .loc(LocationKind::CallSite { callee, caller }))
    }

    fn parse_fused(&mut self) -> PResult<LocId> {
        let start = self.tok.span;
        self.bump();
        let mut metadata = None;
        if self.eat(TokenKind::Less) {
            metadata = Some(self.parse_attr()?);
            self.expect(TokenKind::Greater, "`>` after fused location metadata")?;
        }
        self.expect(TokenKind::LBracket, "`[` in fused location")?;
        let mut parts = Vec::new();
        self.list_until(TokenKind::RBracket, "`,` or `]` in fused location", |p| {
            parts.push(p.parse_location_body()?);
            Ok(())
        })?;
        self.fuse(start, metadata, &parts)
    }

    /// Fuses locations as MLIR does: flattened, without duplicates and unknown ones.
    fn fuse(&mut self, span: Span, metadata: Option<AttrId>, parts: &[LocId]) -> PResult<LocId> {
        let mut locations = Vec::new();
        let mut seen = FxHashSet::default();
        for part in parts {
            match self.module.ctx.loc_kind(*part) {
                LocationKind::Fused {
                    metadata: inner,
                    locations: nested,
                } if *inner == metadata => {
                    locations.extend(nested.iter().filter(|loc| seen.insert(**loc)));
                }
                LocationKind::Unknown => {}
                _ => locations.extend(seen.insert(*part).then_some(*part)),
            }
        }
        // Fusing a fused location copies its parts. Charge for the copies, because a chain of such aliases is
        // quadratic.
        self.spend(span, locations.len() as u64 * 8)?;
        match (&locations[..], metadata) {
            ([], None) => return Ok(self.module.ctx.loc(LocationKind::Unknown)),
            ([single], None) => return Ok(*single),
            ([], Some(_)) => locations.push(self.module.ctx.loc(LocationKind::Unknown)),
            _ => {}
        }
        Ok(self.module.ctx.loc(LocationKind::Fused {
            metadata,
            locations: locations.into(),
        }))
    }
}

/// The position of a text in its file.
#[derive(Debug)]
pub(super) struct Places {
    file: StrId,
    lines_before: u32,
    map: SourceMap,
}

/// Locations of operations and arguments without an explicit one.
impl TextParser<'_> {
    pub(super) fn places_in(&mut self, file: SourceFile<'_>) -> Places {
        Places {
            file: self.module.ctx.str(file.name),
            lines_before: file.lines_before,
            map: SourceMap::new(self.src),
        }
    }

    /// The location of a token, if locations are requested.
    pub(super) fn place(&mut self, token: Span) -> Option<LocId> {
        let places = self.places.as_ref()?;
        let (line, column) = places.map.line_col(token.start);
        let kind = LocationKind::File {
            file: places.file,
            line: line + places.lines_before,
            column,
            end: None,
        };
        Some(self.module.ctx.loc(kind))
    }

    /// Implicit terminators and bodies, which the text omits, get the location of their operation.
    pub(super) fn locate_contents(&mut self, op: OpId) {
        if self.places.is_none() {
            return;
        }
        let module = &mut self.p.module;
        let loc = module.op_loc(op);
        let regions = module.regions(op).to_vec();
        for region in regions {
            let mut next = module.first_block(region);
            while let Some(block) = next {
                for index in 0..module.block_args(block).len() {
                    let arg = module.block_args(block)[index];
                    if module.arg_loc(arg).is_none() {
                        module.set_arg_loc(arg, loc);
                    }
                }
                let mut inner = module.first_op(block);
                while let Some(op) = inner {
                    if module.op_loc(op).is_none() {
                        module.set_op_loc(op, loc);
                    }
                    inner = module.next_op(op);
                }
                next = module.next_block(block);
            }
        }
    }

    /// A module that the text omits gets a location before the first line.
    pub(super) fn locate_root(&mut self) {
        let root = self.module.root();
        if let Some(places) = &self.places
            && self.module.op_loc(root).is_none()
        {
            let kind = LocationKind::File {
                file: places.file,
                line: 0,
                column: 0,
                end: None,
            };
            let loc = self.module.ctx.loc(kind);
            self.module.set_op_loc(root, Some(loc));
        }
    }
}
