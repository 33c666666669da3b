//! Locations.

use super::{PResult, Parser};
use crate::ir::LocId;

impl Parser<'_> {
    /// `loc(..)`; aliases must be defined above.
    pub(crate) fn parse_location(&mut self) -> PResult<LocId> {
        Err(self.expected("a location"))
    }

    /// `loc(..)` behind an operation or argument, if there is one; the alias in `loc(#alias)` may be
    /// defined anywhere in the file.
    pub(crate) fn try_parse_trailing_loc(&mut self) -> PResult<Option<LocId>> {
        Err(self.expected("a location"))
    }
}
