//! Resource sections of an MLIR file.

use super::StrId;

/// A value in a resource section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResourceValue {
    /// `true` or `false`.
    Bool(bool),
    /// A string; a blob is spelled `"0x.."`, an alignment in four bytes and then the data.
    Text(StrId),
}

/// Entries of the resource sections of a file: by group (dialect or tool), then by key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Resources {
    /// Blobs that `dense_resource` attributes refer to.
    pub dialect: Vec<ResourceGroup>,
    /// Data of tools.
    pub external: Vec<ResourceGroup>,
}

/// One dialect's or tool's entries.
pub type ResourceGroup = (StrId, Vec<(StrId, ResourceValue)>);
