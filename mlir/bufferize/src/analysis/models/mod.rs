//! The operations that can be bufferized, by name: one file per dialect.
//!
//! Destination-style operations that no table lists get the generic models of `destination.rs`.

mod affine;
mod arith;
mod bufferization;
mod cf;
mod destination;
pub(super) mod func;
mod linalg;
mod ml_program;
mod scf;
mod shape;
mod shared;
mod tensor;
mod vector;

use memplan_mlir::dialects::{OpDef, RegionFlow};
use memplan_mlir::{Module, OpId, OpName};
use rustc_hash::FxHashMap;

use super::interface::BufferModel;
use crate::Options;
pub(super) use destination::{inits, tied_result};
pub use shared::{Defines, Simple};
pub(super) use vector::is_mask;

/// A model of an operation; `None` for one that is unknown, although a generic model would suit it.
pub type Entry = (&'static str, Option<&'static dyn BufferModel>);

const TABLES: &[&[Entry]] = &[
    affine::MODELS,
    arith::MODELS,
    bufferization::MODELS,
    cf::MODELS,
    func::MODELS,
    linalg::MODELS,
    ml_program::MODELS,
    scf::MODELS,
    shape::MODELS,
    tensor::MODELS,
    vector::MODELS,
];

/// The models of operations, by name.
#[derive(Clone)]
pub struct Models(FxHashMap<&'static str, Option<&'static dyn BufferModel>>);

impl std::fmt::Debug for Models {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Models({})", self.0.len())
    }
}

impl Default for Models {
    fn default() -> Self {
        Self::core()
    }
}

impl Models {
    /// The models of this crate.
    pub fn core() -> Self {
        Self(TABLES.iter().copied().flatten().copied().collect())
    }

    /// The models together with others, which replace those of the same name.
    #[must_use]
    pub fn with(mut self, more: &[Entry]) -> Self {
        self.0.extend(more.iter().copied());
        self
    }

    /// The model of an operation.
    pub fn of(&self, m: &Module, op: OpId) -> Option<&'static dyn BufferModel> {
        match self.0.get(&*m.op_name_text(op)) {
            Some(model) => *model,
            None => m.def(op).and_then(generic),
        }
    }

    /// The models of the operations that the options let be bufferized, so that each name is looked up
    /// once. mlir-opt does not bufferize tensors in `affine`.
    pub(super) fn resolved(&self, m: &Module, options: &Options) -> Resolved {
        let mut by_name = FxHashMap::default();
        for op in m.walk(m.root()) {
            by_name.entry(m.op_name(op)).or_insert_with(|| {
                let name = m.op_name_text(op);
                let is_beyond =
                    options.is_reference && affine::MODELS.iter().any(|(known, _)| *known == name);
                let is_allowed = options.allows(&name) && !is_beyond;
                self.of(m, op).filter(|_| is_allowed)
            });
        }
        Resolved(by_name)
    }
}

/// The model of a destination-style operation.
fn generic(def: &OpDef) -> Option<&'static dyn BufferModel> {
    def.destination?;
    match def.flow {
        RegionFlow::Elementwise => Some(&linalg::Structured),
        _ => Some(&destination::Destination),
    }
}

/// The models of the operation names of one module.
pub(super) struct Resolved(FxHashMap<OpName, Option<&'static dyn BufferModel>>);

impl Resolved {
    pub(super) fn of(&self, m: &Module, op: OpId) -> Option<&'static dyn BufferModel> {
        self.0.get(&m.op_name(op)).copied().flatten()
    }
}
