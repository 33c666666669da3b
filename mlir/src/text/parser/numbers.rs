//! Number literals.

use super::{PResult, Parser};

impl Parser<'_> {
    /// An integer literal with an optional minus.
    pub(crate) fn parse_i64(&mut self) -> PResult<i64> {
        Err(self.expected("an integer"))
    }
}
