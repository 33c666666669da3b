//! The operations that can be bufferized, by name: one file per dialect.
//!
//! Destination-style operations that no table lists get the generic models of `destination.rs`, and operations whose
//! results are views of their operands one by one, that of `shared.rs`.

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

use memplan_mlir::dialects::{OpDef, Views};
use memplan_mlir::{Module, OpId, OpName};
use rustc_hash::FxHashMap;

use super::interface::BufferModel;
use crate::{BufferModels, Options};
pub(super) use destination::{inits, tied_result};
pub use shared::{Defines, Simple};
pub(super) use vector::is_mask;

/// A model of an operation; `None` if the operation is unknown although a generic model would fit.
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

/// The model of a destination-style operation, or of one whose results are its operands.
fn generic(def: &OpDef) -> Option<&'static dyn BufferModel> {
    if def.views == Views::Pairwise {
        return Some(&shared::Forward);
    }
    def.destination?;
    if def.computes_elements() {
        Some(&linalg::Structured)
    } else {
        Some(&destination::Destination)
    }
}

/// The models of the operation names of one module, so that each name is looked up once.
pub(super) struct Resolved(FxHashMap<OpName, Option<&'static dyn BufferModel>>);

impl Resolved {
    /// The models of the operations that the options allow to bufferize. mlir-opt does not bufferize tensors in
    /// `affine`.
    pub(super) fn new(m: &Module, options: &Options) -> Self {
        let listed = listed(m);
        let mut by_name = FxHashMap::default();
        for op in m.walk(m.root()) {
            by_name.entry(m.op_name(op)).or_insert_with(|| {
                let name = m.op_name_text(op);
                let is_beyond = options.is_reference
                    && affine::MODELS.iter().any(|(modelled, _)| *modelled == name);
                let is_allowed = options.allows(&name) && !is_beyond;
                let model = match listed.get(&*name) {
                    Some(model) => *model,
                    None => m.def(op).and_then(generic),
                };
                model.filter(|_| is_allowed)
            });
        }
        Self(by_name)
    }

    pub(super) fn of(&self, m: &Module, op: OpId) -> Option<&'static dyn BufferModel> {
        self.0.get(&m.op_name(op)).copied().flatten()
    }
}

/// The models of this crate and those of the module's dialects, which take precedence.
fn listed(m: &Module) -> FxHashMap<&'static str, Option<&'static dyn BufferModel>> {
    let brought = m.ctx.dialects().extensions::<BufferModels>();
    let brought = brought.map(|models| models.analysis);
    TABLES
        .iter()
        .copied()
        .chain(brought)
        .flatten()
        .copied()
        .collect()
}
