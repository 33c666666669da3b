//! Locations as text.

use super::AttrPrinter;
use super::names::push_int;
use crate::ir::{LocId, LocationKind};

impl AttrPrinter<'_> {
    /// The contents of `loc(..)`: an alias if there is one.
    pub(crate) fn loc(&mut self, loc: LocId) {
        if !self.loc_alias(loc) {
            self.loc_in_full(loc);
        }
    }

    /// Writes the alias of a location that has one.
    pub(super) fn loc_alias(&mut self, loc: LocId) -> bool {
        let number = self.locs.as_ref().and_then(|locs| locs.number(loc));
        if let Some(number) = number {
            self.out.push_str("#loc");
            if number > 0 {
                push_int(&mut self.out, number);
            }
        }
        number.is_some()
    }

    /// `#loc1 = loc(..)`, one per line.
    fn define_locs(&mut self, locs: &[LocId]) {
        for &loc in locs {
            self.loc_alias(loc);
            self.out.push_str(" = loc(");
            self.loc_in_full(loc);
            self.out.push_str(")\n");
        }
    }

    /// Defines the aliases above the module, of locations without parts or of those with parts.
    pub(super) fn define_locs_above(&mut self, have_parts: bool) {
        if let Some(locs) = self.locs.clone() {
            self.define_locs(locs.above(have_parts));
        }
    }

    /// Defines the aliases below the module.
    pub(super) fn define_locs_below(&mut self) {
        if let Some(locs) = self.locs.clone() {
            self.define_locs(locs.below());
        }
    }

    /// A location without using its own alias; its parts may use theirs.
    pub(super) fn loc_in_full(&mut self, loc: LocId) {
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
