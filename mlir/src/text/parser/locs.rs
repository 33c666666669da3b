//! Locations.

use rustc_hash::FxHashMap;

use super::{PResult, Parser};
use crate::ir::{AttrKind, LocId, LocationKind};
use crate::text::lexer::{self, TokenKind};

impl Parser<'_> {
    /// `loc(..)`; aliases must be defined above.
    pub(crate) fn parse_location(&mut self) -> PResult<LocId> {
        self.expect_word("loc")?;
        self.expect(TokenKind::LParen, "`(` in location")?;
        let loc = self.nested(|p| p.location_inside(false))?;
        self.expect(TokenKind::RParen, "`)` in location")?;
        Ok(loc)
    }

    /// `loc(..)` behind an operation or argument, if there is one; the alias in `loc(#alias)` may be
    /// defined anywhere in the file.
    pub(crate) fn try_parse_trailing_loc(&mut self) -> PResult<Option<LocId>> {
        if !self.at_word("loc") {
            return Ok(None);
        }
        self.bump();
        self.expect(TokenKind::LParen, "`(` in location")?;
        let loc = self.nested(|p| p.location_inside(true))?;
        self.expect(TokenKind::RParen, "`)` in location")?;
        Ok(Some(loc))
    }

    fn location_inside(&mut self, may_be_forward: bool) -> PResult<LocId> {
        match self.tok.kind {
            TokenKind::Hash => self.location_alias(may_be_forward),
            TokenKind::String => self.file_or_name(),
            TokenKind::BareId => match self.word() {
                b"unknown" => {
                    self.bump();
                    Ok(self.module.ctx.loc(LocationKind::Unknown))
                }
                b"callsite" => self.call_site(),
                b"fused" => self.fused(),
                _ => Err(self.expected("location instance")),
            },
            _ => Err(self.expected("location instance")),
        }
    }

    fn location_alias(&mut self, may_be_forward: bool) -> PResult<LocId> {
        let token = self.tok;
        let name = self.text(token).get(1..).unwrap_or_default();
        let key = self.module.ctx.str(name);
        if let Some(&attr) = self.attr_aliases.get(&key) {
            let AttrKind::Location(loc) = *self.module.ctx.attr_kind(attr) else {
                return Err(self.expected("an alias of a location"));
            };
            self.bump();
            return Ok(loc);
        }
        if may_be_forward && self.forward_locs.is_none() {
            self.collect_forward_locs();
        }
        match self
            .forward_locs
            .as_ref()
            .and_then(|locs| locs.get(&key))
            .copied()
        {
            Some(loc) => {
                self.bump();
                Ok(loc)
            }
            None => Err(self.undefined_alias(token.span)),
        }
    }

    /// Reads every `#name = loc(..)` line behind the current position. Happens once a file.
    fn collect_forward_locs(&mut self) {
        self.forward_locs = Some(FxHashMap::default());
        let resume = (self.tok.span.start as usize, self.prev_end);
        let mut at = resume.0;
        while let Some(newline) = self
            .src
            .get(at..)
            .and_then(|rest| rest.iter().position(|&b| b == b'\n'))
        {
            at += newline + 1;
            if self.src.get(at) != Some(&b'#') {
                continue;
            }
            let name = lexer::lex(self.src, at);
            self.reset_to(at);
            self.bump();
            if name.kind != TokenKind::Hash || !self.eat(TokenKind::Equal) || !self.at_word("loc") {
                continue;
            }
            if let Ok(loc) = self.parse_location() {
                let name = self.text(name).get(1..).unwrap_or_default();
                let key = self.module.ctx.str(name);
                if let Some(locs) = &mut self.forward_locs {
                    locs.insert(key, loc);
                }
            }
        }
        self.reset_to(resume.0);
        self.prev_end = resume.1;
    }

    fn file_or_name(&mut self) -> PResult<LocId> {
        let text = self.parse_string()?;
        if !self.eat(TokenKind::Colon) {
            let child = if self.eat(TokenKind::LParen) {
                let child = self.nested(|p| p.location_inside(false))?;
                self.expect(TokenKind::RParen, "`)` behind the child location")?;
                child
            } else {
                self.module.ctx.loc(LocationKind::Unknown)
            };
            return Ok(self
                .module
                .ctx
                .loc(LocationKind::Name { name: text, child }));
        }
        let line = self.line_number()?;
        self.expect(TokenKind::Colon, "`:` and a column")?;
        let column = self.line_number()?;
        let end = if self.eat_word("to") {
            let end_line = if self.at(TokenKind::Integer) {
                self.line_number()?
            } else {
                line
            };
            self.expect(TokenKind::Colon, "`:` and the end column")?;
            Some((end_line, self.line_number()?))
        } else {
            None
        };
        Ok(self.module.ctx.loc(LocationKind::File {
            file: text,
            line,
            column,
            end,
        }))
    }

    fn line_number(&mut self) -> PResult<u32> {
        let at = self.tok.span;
        let value = self.parse_i64()?;
        u32::try_from(value).map_err(|_| self.invalid(at, "location", "number out of range"))
    }

    fn call_site(&mut self) -> PResult<LocId> {
        self.bump();
        self.expect(TokenKind::LParen, "`(` behind `callsite`")?;
        let callee = self.nested(|p| p.location_inside(false))?;
        self.expect_word("at")?;
        let caller = self.nested(|p| p.location_inside(false))?;
        self.expect(TokenKind::RParen, "`)` behind `callsite`")?;
        Ok(self
            .module
            .ctx
            .loc(LocationKind::CallSite { callee, caller }))
    }

    fn fused(&mut self) -> PResult<LocId> {
        self.bump();
        let metadata = if self.eat(TokenKind::Less) {
            let attr = self.nested(Self::parse_attr)?;
            self.expect(TokenKind::Greater, "`>` behind the metadata")?;
            Some(attr)
        } else {
            None
        };
        self.expect(TokenKind::LBracket, "`[` in fused location")?;
        let mut parts = Vec::new();
        self.list_until(TokenKind::RBracket, "`]` in fused location", |p| {
            parts.push(p.nested(|p| p.location_inside(false))?);
            Ok(())
        })?;
        Ok(self.fuse(metadata, &parts))
    }

    /// Flattens, drops unknown and repeated locations, and unwraps a single one.
    fn fuse(&mut self, metadata: Option<crate::AttrId>, parts: &[LocId]) -> LocId {
        let ctx = &mut self.module.ctx;
        let mut seen = rustc_hash::FxHashSet::default();
        let mut flat: Vec<LocId> = Vec::new();
        for &part in parts {
            match ctx.loc_kind(part) {
                LocationKind::Fused {
                    metadata: None,
                    locations,
                } => {
                    flat.extend(locations.iter().filter(|&&loc| seen.insert(loc)));
                }
                LocationKind::Unknown => {}
                _ => flat.extend(seen.insert(part).then_some(part)),
            }
        }
        match (&flat[..], metadata) {
            ([], None) => ctx.loc(LocationKind::Unknown),
            ([only], None) => *only,
            ([], Some(_)) => {
                let unknown = ctx.loc(LocationKind::Unknown);
                ctx.loc(LocationKind::Fused {
                    metadata,
                    locations: Box::new([unknown]),
                })
            }
            _ => ctx.loc(LocationKind::Fused {
                metadata,
                locations: flat.into(),
            }),
        }
    }
}
