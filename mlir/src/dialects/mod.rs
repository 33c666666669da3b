//! The dialect tables: one file per dialect, one [`OpDef`] per operation, and this list of them.

mod arith;
mod bufferization;
mod builtin;
mod cf;
mod def;
mod func;
mod math;
mod memref;
mod scf;
mod tensor;
mod ub;

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

pub use def::*;

/// Every dialect: its name and its operations.
pub const DIALECTS: &[(&str, &[&[OpDef]])] = &[
    ("arith", &[arith::OPS]),
    ("bufferization", &[bufferization::OPS]),
    ("builtin", &[builtin::OPS]),
    ("cf", &[cf::OPS]),
    ("func", &[func::OPS]),
    ("math", &[math::OPS]),
    ("memref", &[memref::OPS]),
    ("scf", &[scf::OPS]),
    ("tensor", &[tensor::OPS]),
    ("ub", &[ub::OPS]),
];

static BY_NAME: LazyLock<FxHashMap<&'static str, &'static OpDef>> = LazyLock::new(|| {
    DIALECTS
        .iter()
        .flat_map(|(_, tables)| tables.iter())
        .flat_map(|table| table.iter())
        .map(|def| (def.name, def))
        .collect()
});

/// The definition of the operation with this full name.
pub fn find(name: &str) -> Option<&'static OpDef> {
    BY_NAME.get(name).copied()
}
