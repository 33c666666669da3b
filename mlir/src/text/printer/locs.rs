//! Locations as text.

use super::AttrPrinter;
use super::names::push_u32;
use crate::ir::{LocId, LocationKind};

impl AttrPrinter<'_> {
    /// The inside of `loc(..)`.
    pub(crate) fn loc(&mut self, loc: LocId) {
        let ctx = self.ctx;
        match ctx.loc_kind(loc) {
            LocationKind::Unknown => self.out.push_str("unknown"),
            LocationKind::File {
                file,
                line,
                column,
                end,
            } => {
                self.string(ctx.bytes(*file));
                self.line_and_column(*line, *column);
                if let Some((end_line, end_column)) = end {
                    self.out.push_str(" to ");
                    if end_line != line {
                        push_u32(&mut self.out, *end_line);
                    }
                    self.out.push(':');
                    push_u32(&mut self.out, *end_column);
                }
            }
            LocationKind::Name { name, child } => {
                self.string(ctx.bytes(*name));
                if !matches!(ctx.loc_kind(*child), LocationKind::Unknown) {
                    self.out.push('(');
                    self.loc(*child);
                    self.out.push(')');
                }
            }
            LocationKind::CallSite { callee, caller } => {
                self.out.push_str("callsite(");
                self.loc(*callee);
                self.out.push_str(" at ");
                self.loc(*caller);
                self.out.push(')');
            }
            LocationKind::Fused {
                metadata,
                locations,
            } => {
                self.out.push_str("fused");
                if let Some(metadata) = metadata {
                    self.out.push('<');
                    self.attr(*metadata);
                    self.out.push('>');
                }
                self.out.push('[');
                for (index, &part) in locations.iter().enumerate() {
                    if index > 0 {
                        self.out.push_str(", ");
                    }
                    self.loc(part);
                }
                self.out.push(']');
            }
        }
    }

    fn line_and_column(&mut self, line: u32, column: u32) {
        self.out.push(':');
        push_u32(&mut self.out, line);
        self.out.push(':');
        push_u32(&mut self.out, column);
    }
}
