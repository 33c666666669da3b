//! Locations as text.

use super::AttrPrinter;
use crate::ir::LocId;

impl AttrPrinter<'_> {
    /// The inside of `loc(..)`.
    pub(crate) fn loc(&mut self, loc: LocId) {
        let _ = loc;
    }
}
