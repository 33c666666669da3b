//! What each operation can be simplified to: one table per dialect.

mod arith;
mod bufferization;
mod cf;
mod if_merge;
pub(super) mod known;
mod memref;
mod scf;

use super::Canonicalizer;

/// The simplifications of one dialect, by full name of the operation.
type Table = &'static [(&'static str, Canonicalizer)];

const TABLES: &[Table] = &[
    arith::OPS,
    bufferization::OPS,
    cf::OPS,
    memref::OPS,
    scf::OPS,
];

/// The simplification of the operation of this name.
pub(super) fn find(name: &str) -> Option<Canonicalizer> {
    let entries = TABLES.iter().flat_map(|table| table.iter());
    entries
        .copied()
        .find(|&(known, _)| known == name)
        .map(|(_, canonicalizer)| canonicalizer)
}
