//! Simplifications of single operations: one file per dialect. Each is the
//! [`canonical`](crate::dialects::OpDef::canonical) function of its table entry.

pub(crate) mod arith;
pub(crate) mod bufferization;
pub(crate) mod cf;
pub(crate) mod float;
pub(crate) mod func;
mod if_merge;
pub(super) mod known;
pub(crate) mod linalg;
pub(crate) mod memref;
pub(crate) mod scf;
pub(crate) mod tensor;
