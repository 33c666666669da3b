//! The dialect tables: one file per dialect, one [`OpDef`] per operation, and this list of them.

mod affine;
mod arith;
mod assembly;
mod bufferization;
mod builtin;
mod cf;
pub mod classes;
mod complex;
mod def;
mod defaults;
mod func;
mod index;
mod linalg;
pub mod linalg_maps;
mod math;
mod memref;
mod registry;
mod scf;
pub mod shared;
mod shorthands;
mod tensor;
mod ub;
mod vector;
mod verify;
pub mod vocabulary;

pub use def::*;
pub use registry::{Dialect, DialectError, Dialects};
pub use shorthands::*;

/// The dialects of this crate, sorted by name.
static CORE: &[&Dialect] = &[
    &affine::DIALECT,
    &arith::DIALECT,
    &bufferization::DIALECT,
    &builtin::DIALECT,
    &cf::DIALECT,
    &complex::DIALECT,
    &func::DIALECT,
    &index::DIALECT,
    &linalg::DIALECT,
    &math::DIALECT,
    &memref::DIALECT,
    &scf::DIALECT,
    &tensor::DIALECT,
    &ub::DIALECT,
    &vector::DIALECT,
];

/// Kinds of atomic updates and reductions, by their codes in MLIR 22.
pub fn atomic_kinds() -> &'static [&'static str] {
    memref::ATOMIC_KINDS
}
