//! The dialect tables: one file per dialect, one [`OpDef`] per operation, and this list of them.

mod affine;
mod arith;
mod asynch;
mod bufferization;
mod builtin;
mod cf;
mod complex;
mod def;
mod func;
mod gpu;
mod index;
mod llvm;
mod math;
mod memref;
mod scf;
mod tensor;
mod ub;
mod vector;
mod verify;

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

pub use def::*;

/// Every dialect: its name and its operations.
pub static DIALECTS: &[(&str, &[&[OpDef]])] = &[
    ("affine", &[affine::OPS]),
    ("arith", &[arith::OPS]),
    ("async", &[asynch::OPS]),
    ("bufferization", &[bufferization::OPS]),
    ("builtin", &[builtin::OPS]),
    ("cf", &[cf::OPS]),
    ("complex", &[complex::OPS]),
    ("func", &[func::OPS]),
    ("gpu", &[gpu::OPS]),
    ("index", &[index::OPS]),
    ("llvm", &[llvm::OPS]),
    ("math", &[math::OPS]),
    ("memref", &[memref::OPS]),
    ("scf", &[scf::OPS]),
    ("tensor", &[tensor::OPS]),
    ("ub", &[ub::OPS]),
    ("vector", &[vector::OPS]),
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
