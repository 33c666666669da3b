//! Regions and blocks, with their labels and arguments.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::PResult;
use super::ops::TextParser;
use crate::dialects::Traits;
use crate::ir::{BlockId, RegionId, StrId};
use crate::syntax::{EntryArg, OpState};
use crate::syntax::{Note, ParseErrorKind};
use crate::text::Span;
use crate::text::lexer::TokenKind;

#[derive(Debug, Default)]
pub(super) struct BlockScope {
    blocks: FxHashMap<StrId, BlockEntry>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct BlockEntry {
    pub(super) block: BlockId,
    pub(super) is_defined: bool,
    pub(super) span: Span,
}

impl TextParser<'_> {
    /// `{ .. }`, with the arguments of the entry block if they are part of the custom form.
    pub(crate) fn parse_region(&mut self, args: &[EntryArg]) -> PResult<RegionId> {
        self.expect(TokenKind::LBrace, "`{` to begin a region")?;
        self.enter()?;
        let region = self.module.create_region();
        let mark = self.undo.len();
        self.block_scopes.push(BlockScope::default());
        let result = self.region_body(region, args);
        let result = result.and_then(|()| {
            self.expect(TokenKind::RBrace, "`}` to end a region")?;
            self.check_blocks()
        });
        self.block_scopes.pop();
        for (name, old) in self.undo.drain(mark..).rev().collect::<SmallVec<[_; 16]>>() {
            self.bindings[name as usize] = old;
        }
        self.leave();
        result.map(|()| region)
    }

    fn region_body(&mut self, region: RegionId, args: &[EntryArg]) -> PResult<()> {
        let has_entry_ops = !matches!(self.tok.kind, TokenKind::Caret | TokenKind::RBrace);
        if !args.is_empty() || has_entry_ops {
            if !args.is_empty() && self.at(TokenKind::Caret) {
                return Err(self.err(ParseErrorKind::LabelInRegionWithArguments));
            }
            let block = self.module.append_block(region);
            for arg in args {
                let value = self.module.add_block_arg(block, arg.ty);
                let loc = arg.loc.or_else(|| self.place(arg.name.span));
                self.module.set_arg_loc(value, loc);
                self.define(arg.name, value, 1)?;
            }
            self.block_ops(block)?;
        }
        while self.at(TokenKind::Caret) {
            self.labelled_block(region)?;
        }
        Ok(())
    }

    fn labelled_block(&mut self, region: RegionId) -> PResult<()> {
        let span = self.tok.span;
        let name = self.block_name();
        let block = match self
            .block_scopes
            .last()
            .and_then(|scope| scope.blocks.get(&name))
        {
            Some(entry) if entry.is_defined => {
                let (text, first) = (self.text_of(span), entry.span);
                let mut error = self.err_at(span, ParseErrorKind::RedefinedBlock { name: text });
                error.notes.push(Note {
                    message: "previously defined here".into(),
                    span: Some(first),
                });
                return Err(error);
            }
            Some(entry) => {
                if self.module.first_block(region).is_none() {
                    return Err(self.err_at(span, ParseErrorKind::EntryBlockHasPredecessors));
                }
                entry.block
            }
            None => self.module.create_block(),
        };
        if let Some(scope) = self.block_scopes.last_mut() {
            scope.blocks.insert(
                name,
                BlockEntry {
                    block,
                    is_defined: true,
                    span,
                },
            );
        }
        self.bump();
        self.module.attach_block(region, block);
        if self.eat(TokenKind::LParen) {
            while !self.at(TokenKind::RParen) {
                let name = self.parse_value_name()?;
                self.expect(TokenKind::Colon, "`:` and the type of the block argument")?;
                let ty = self.parse_type()?;
                let loc = self.try_parse_trailing_loc()?;
                let loc = loc.or_else(|| self.place(name.span));
                let value = self.module.add_block_arg(block, ty);
                self.module.set_arg_loc(value, loc);
                self.define(name, value, 1)?;
                if !self.eat(TokenKind::Comma) {
                    break;
                }
            }
            self.expect(TokenKind::RParen, "`)` to end the block's arguments")?;
        }
        self.expect(TokenKind::Colon, "`:` after block name")?;
        self.block_ops(block)
    }

    fn block_ops(&mut self, block: BlockId) -> PResult<()> {
        while !matches!(
            self.tok.kind,
            TokenKind::Caret | TokenKind::RBrace | TokenKind::Eof
        ) {
            let before = self.tok.span;
            self.op_or_recover(block);
            if self.tok.span == before {
                return Err(self.expected("operation"));
            }
        }
        Ok(())
    }

    fn check_blocks(&mut self) -> PResult<()> {
        let Some(scope) = self.block_scopes.last() else {
            return Ok(());
        };
        let missing = scope.blocks.values().filter(|entry| !entry.is_defined);
        if let Some(entry) = missing.min_by_key(|entry| entry.span) {
            let name = self.text_of(entry.span);
            return Err(self.err_at(entry.span, ParseErrorKind::UndefinedBlock { name }));
        }
        Ok(())
    }

    fn text_of(&self, span: Span) -> String {
        String::from_utf8_lossy(&self.src[span.start as usize..span.end as usize]).into_owned()
    }

    fn block_name(&mut self) -> StrId {
        let span = self.tok.span;
        let bytes = &self.p.src[span.start as usize..span.end as usize];
        self.p.module.ctx.str(bytes)
    }

    /// `^name` as a successor.
    pub(crate) fn parse_successor_name(&mut self) -> PResult<BlockId> {
        if !self.at(TokenKind::Caret) {
            return Err(self.expected("block name"));
        }
        let span = self.tok.span;
        let name = self.block_name();
        self.bump();
        if let Some(entry) = self
            .block_scopes
            .last()
            .and_then(|scope| scope.blocks.get(&name))
        {
            return Ok(entry.block);
        }
        let block = self.module.create_block();
        if let Some(scope) = self.block_scopes.last_mut() {
            scope.blocks.insert(
                name,
                BlockEntry {
                    block,
                    is_defined: false,
                    span,
                },
            );
        }
        Ok(block)
    }

    /// Appends the implicit terminator of `state`'s operation if a block lacks one.
    pub(crate) fn ensure_terminator(&mut self, state: &OpState, region: RegionId) {
        let Some(def) = state.def else { return };
        let Some(name) = def.implicit_terminator else {
            let is_empty = self.module.first_block(region).is_none();
            if is_empty && def.traits.has(Traits::GRAPH_REGION) {
                self.module.append_block(region);
            }
            return;
        };
        let block = match self.module.first_block(region) {
            Some(block) => block,
            None => self.module.append_block(region),
        };
        let ends = self
            .module
            .last_op(block)
            .is_some_and(|last| self.module.has_trait(last, Traits::TERMINATOR));
        if !ends {
            let name = self.module.ctx.op_name(name);
            let mut terminator = self.new_state(name);
            terminator.span = state.span;
            self.complete(&mut terminator);
            if let Some(def) = terminator.def
                && matches!(def.regions, crate::dialects::Regions::Exactly(1))
            {
                let inner = self.module.create_region();
                self.module.append_block(inner);
                terminator.regions.push(inner);
            }
            let op = self.create(terminator);
            self.module.insert_at_end(block, op);
        }
    }
}
