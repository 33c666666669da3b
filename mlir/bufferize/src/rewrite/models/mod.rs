//! How each operation is rewritten: one table per dialect, found by operation name.
//!
//! A [`RewriteModel`] has two functions. `infer` reports to [`BufferTypes`] which buffers flow into which
//! tensors; it is called again whenever the type of an operand's buffer changes. `bufferize` replaces the
//! operation by one on buffers. An operation without a model whose table entry names a destination is
//! rewritten generically. Programs add models with [`BufferModels`].

mod affine;
mod arith;
mod bufferization;
mod cf;
mod control;
mod destination;
mod func;
mod linalg;
mod ml_program;
mod scf;
mod shape;
mod slices;
mod tensor;
mod vector;

use memplan_mlir::dialects::Views;
use memplan_mlir::{Module, OpId};
use rustc_hash::FxHashMap;

use super::error::Error;
use super::rewriter::Rewriter;
use super::types::BufferTypes;
use crate::{BufferModels, Options};

/// How operations are rewritten.
#[derive(Clone, Copy, Debug)]
pub struct RewriteModel {
    /// Names of the operations.
    pub ops: &'static [&'static str],
    /// Reports which buffers flow into which tensors.
    pub infer: fn(&mut BufferTypes<'_>, OpId) -> Result<(), Error>,
    /// Replaces the operation. Its ancestors are already replaced, the operations inside it are not.
    pub bufferize: fn(&mut Rewriter<'_>, OpId) -> Result<(), Error>,
    /// Whether its regions may have several blocks.
    pub is_unstructured: bool,
    /// Whether it declares tensors that are neither operands nor results.
    pub is_declaration: bool,
}

impl RewriteModel {
    /// A model of operations that have no tensor results and nothing to rewrite.
    pub const EMPTY: Self = Self {
        ops: &[],
        infer: |_, _| Ok(()),
        bufferize: |_, _| Ok(()),
        is_unstructured: false,
        is_declaration: false,
    };
}

static CORE: &[&[RewriteModel]] = &[
    affine::MODELS,
    arith::MODELS,
    bufferization::MODELS,
    cf::MODELS,
    func::MODELS,
    linalg::MODELS,
    ml_program::MODELS,
    scf::MODELS,
    shape::MODELS,
    slices::MODELS,
    tensor::MODELS,
    vector::MODELS,
];

/// The models of the core dialects and those of the module's dialects.
fn listed(m: &Module) -> FxHashMap<&'static str, &'static RewriteModel> {
    let brought = m.ctx.dialects().extensions::<BufferModels>();
    let brought = brought.map(|models| models.rewrite);
    let mut by_name = FxHashMap::default();
    for model in CORE.iter().copied().chain(brought).flatten() {
        by_name.extend(model.ops.iter().map(|&name| (name, model)));
    }
    by_name
}

/// The model of an operation that no table lists: a destination-style one, or one whose results are its operands.
fn generic(m: &Module, op: OpId) -> Option<&'static RewriteModel> {
    let def = m.def(op)?;
    if def.views == Views::Pairwise {
        return Some(&destination::FORWARD);
    }
    def.destination?;
    (!linalg::has_no_buffer_form(m, op)).then_some(&destination::MODEL)
}

/// The models of the operation names of one module, under certain options.
#[derive(Debug)]
pub(super) struct ModelTable {
    by_name: Vec<Option<Entry>>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    is_allowed: bool,
    model: Option<&'static RewriteModel>,
}

impl ModelTable {
    /// Looks up the names of these operations, each once.
    pub(super) fn new(m: &Module, ops: &[OpId], options: &Options) -> Self {
        let listed = listed(m);
        let mut by_name: Vec<Option<Entry>> = Vec::new();
        for &op in ops {
            let name = m.op_name(op).index();
            if by_name.len() <= name {
                by_name.resize(name + 1, None);
            }
            by_name[name].get_or_insert_with(|| {
                let is_allowed = is_allowed(&m.op_name_text(op), options);
                let model = listed.get(&*m.op_name_text(op)).copied();
                let model = model.or_else(|| generic(m, op)).filter(|_| is_allowed);
                Entry { is_allowed, model }
            });
        }
        Self { by_name }
    }

    fn entry(&self, m: &Module, op: OpId) -> Option<Entry> {
        self.by_name.get(m.op_name(op).index()).copied().flatten()
    }

    /// The model of an operation that may be bufferized.
    pub(super) fn get(&self, m: &Module, op: OpId) -> Option<&'static RewriteModel> {
        self.entry(m, op)?.model
    }

    /// Whether the options permit that an operation is bufferized.
    pub(super) fn is_allowed(&self, m: &Module, op: OpId) -> bool {
        self.entry(m, op).is_none_or(|entry| entry.is_allowed)
    }
}

fn is_allowed(name: &str, options: &Options) -> bool {
    let dialect = name
        .split_once('.')
        .map_or("builtin", |(dialect, _)| dialect);
    if dialect == func::DIALECT && !options.function_boundaries {
        return false;
    }
    options.dialect_filter.is_empty() || options.dialect_filter.iter().any(|d| d == dialect)
}
