//! Source locations as MLIR spells them: `loc("f.mlir":1:2)`, `loc(fused[..])`, and so on.

use super::{AttrId, LocId, StrId};

/// The contents of a location.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum LocationKind {
    /// `loc(unknown)`.
    Unknown,
    /// `loc("file":line:column)`, or a range of them.
    File {
        /// File name.
        file: StrId,
        /// Line, from 1.
        line: u32,
        /// Column in bytes, from 1.
        column: u32,
        /// End line and column of a range.
        end: Option<(u32, u32)>,
    },
    /// `loc("name"(child))`.
    Name {
        /// The name.
        name: StrId,
        /// The location that the name refers to; `Unknown` if omitted.
        child: LocId,
    },
    /// `loc(callsite(callee at caller))`.
    CallSite {
        /// The location of the callee.
        callee: LocId,
        /// The location of the call.
        caller: LocId,
    },
    /// `loc(fused<metadata>[locations])`.
    Fused {
        /// Metadata.
        metadata: Option<AttrId>,
        /// The fused locations.
        locations: Box<[LocId]>,
    },
}
