//! Resource sections: `{-# dialect_resources: {..}, external_resources: {..} #-}`.

use super::{PResult, Parser};
use crate::ir::StrId;

/// A value in a resource section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ResourceValue {
    /// `true` or `false`.
    Bool(bool),
    /// A string or, if it is spelled `"0x.."`, a blob.
    String(StrId),
}

/// Entries of the resource sections of a file: by group (dialect or tool), then by key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Resources {
    /// Blobs that `dense_resource` attributes refer to.
    pub(crate) dialect: Vec<(StrId, Vec<(StrId, ResourceValue)>)>,
    /// Data of tools.
    pub(crate) external: Vec<(StrId, Vec<(StrId, ResourceValue)>)>,
}

impl Parser<'_> {
    /// A resource section.
    pub(crate) fn parse_resources(&mut self) -> PResult<()> {
        Err(self.expected("a resource section"))
    }
}
