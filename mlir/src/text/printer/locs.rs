//! Locations as text.

use super::AttrPrinter;
use crate::ir::{LocId, LocationKind};

impl AttrPrinter<'_> {
    /// The inside of `loc(..)`.
    pub(crate) fn loc(&mut self, loc: LocId) {
        if self.is_full() {
            return;
        }
        match self.ctx.loc_kind(loc) {
            LocationKind::Unknown => self.out.push_str("unknown"),
            LocationKind::File {
                file,
                line,
                column,
                end,
            } => {
                self.string(self.ctx.bytes(*file));
                self.out.push(':');
                self.int(i64::from(*line));
                self.out.push(':');
                self.int(i64::from(*column));
                if let Some((end_line, end_column)) = end {
                    self.out.push_str(" to ");
                    if end_line != line {
                        self.int(i64::from(*end_line));
                    }
                    self.out.push(':');
                    self.int(i64::from(*end_column));
                }
            }
            LocationKind::Name { name, child } => {
                self.string(self.ctx.bytes(*name));
                if *self.ctx.loc_kind(*child) != LocationKind::Unknown {
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
                for (i, loc) in locations.iter().enumerate() {
                    if i > 0 {
                        self.out.push_str(", ");
                    }
                    self.loc(*loc);
                }
                self.out.push(']');
            }
        }
    }
}
