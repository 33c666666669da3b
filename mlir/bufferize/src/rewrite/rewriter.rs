//! The state of a rewrite: buffers of tensors, replaced operations, and new operations.
//!
//! Operations are rewritten in pre-order. The replacement of an operation is inserted before it. The operation
//! itself stays, with its operands, until everything is rewritten, so that later rewrites can still inspect it on
//! tensors. A tensor whose buffer is needed before it exists gets a placeholder, a `bufferization.to_buffer`.

use memplan_mlir::dialects::Traits;
use memplan_mlir::rewrite::is_dead;
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{
    AttrKind, BlockId, Module, OpId, OpSpec, TypeId, TypeKind, ValueDef, ValueId, names,
};
use memplan_support::Sort;
use rustc_hash::FxHashMap;

use super::constants::Globals;
use super::error::{Error, ErrorKind};
use super::layout;
use super::types::BufferTypes;
use crate::options::Options;

/// Counts of new operations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RewriteReport {
    /// Operations that allocate a buffer.
    pub n_allocations: u64,
    /// Operations that copy a buffer.
    pub n_copies: u64,
    /// Globals for constants.
    pub n_globals: u64,
}

/// A module that is being rewritten.
#[derive(Debug)]
pub struct Rewriter<'a> {
    pub(super) types: BufferTypes<'a>,
    buffers: Vec<Option<ValueId>>,
    /// The `to_buffer` operations of tensors without a buffer.
    placeholders: FxHashMap<ValueId, OpId>,
    replaced: Vec<OpId>,
    /// New operations are inserted before this one.
    pub(super) anchor: OpId,
    pub(super) globals: Globals,
    pub(super) report: RewriteReport,
}

impl<'a> Rewriter<'a> {
    pub(super) fn new(types: BufferTypes<'a>) -> Self {
        Self {
            buffers: vec![None; types.m.value_count()],
            placeholders: FxHashMap::default(),
            replaced: Vec::new(),
            anchor: types.m.root(),
            globals: Globals::default(),
            report: RewriteReport::default(),
            types,
        }
    }

    /// The module.
    pub fn m(&mut self) -> &mut Module {
        self.types.m
    }

    /// The module, read-only.
    pub fn module(&self) -> &Module {
        self.types.m
    }

    /// The options.
    pub fn options(&self) -> &Options {
        self.types.options
    }

    /// An error at an operation.
    pub fn error(&self, op: OpId, kind: ErrorKind) -> Error {
        Error::at(self.types.m, op, kind)
    }

    /// Whether a value is a tensor.
    pub fn is_tensor(&self, value: ValueId) -> bool {
        layout::is_tensor_value(self.types.m, value)
    }

    /// The type of a tensor's buffer.
    ///
    /// # Errors
    ///
    /// As [`BufferTypes::require`].
    pub fn buffer_type(&mut self, tensor: ValueId) -> Result<TypeId, Error> {
        self.types.require(tensor)
    }

    /// The buffer of a tensor; any other value itself.
    ///
    /// # Errors
    ///
    /// As [`BufferTypes::require`].
    pub fn buffer(&mut self, value: ValueId) -> Result<ValueId, Error> {
        if !self.is_tensor(value) {
            return Ok(value);
        }
        if let Some(buffer) = self.buffers.get(value.index()).copied().flatten() {
            return Ok(buffer);
        }
        let ty = self.buffer_type(value)?;
        let name = self.m().ctx.op_name("bufferization.to_buffer");
        let spec = OpSpec::new(name).operands(&[value]).results(&[ty]);
        let spec = spec.located_at(self.types.m, self.anchor);
        let m = self.m();
        let op = m.create_op(spec);
        match m.value_def(value) {
            ValueDef::Result { op: definer, .. } => m.insert_after(definer, op),
            ValueDef::Arg { block, .. } => m.insert_at_start(block, op),
            ValueDef::Forward => {}
        }
        let buffer = self.first_result(op);
        self.placeholders.insert(value, op);
        self.buffers[value.index()] = Some(buffer);
        Ok(buffer)
    }

    /// The buffers of all operands. Operands that are not tensors stay as they are.
    ///
    /// # Errors
    ///
    /// As [`BufferTypes::require`].
    pub fn buffers(&mut self, op: OpId) -> Result<Vec<ValueId>, Error> {
        let operands = self.module().operands(op).to_vec();
        operands.into_iter().map(|v| self.buffer(v)).collect()
    }

    /// Makes a buffer the buffer of a tensor. Casts or copies it if it does not have the type that users of the
    /// tensor expect.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Irreconcilable`] if that cannot be done.
    pub fn give(&mut self, tensor: ValueId, buffer: ValueId) -> Result<(), Error> {
        if let Some(placeholder) = self.placeholders.remove(&tensor) {
            let promised = self.first_result(placeholder);
            let ty = self.module().value_type(promised);
            let anchor = std::mem::replace(&mut self.anchor, placeholder);
            let fitting = self.reconcile(buffer, ty)?;
            self.anchor = anchor;
            self.m().replace_all_uses(promised, fitting);
            self.m().erase(placeholder);
        }
        self.buffers[tensor.index()] = Some(buffer);
        Ok(())
    }

    /// Replaces the results of an operation by values: buffers for tensors, other values for the rest. The operation
    /// is erased at the end.
    ///
    /// # Errors
    ///
    /// As [`Rewriter::give`].
    pub fn replace(&mut self, op: OpId, values: &[ValueId]) -> Result<(), Error> {
        for (result, &value) in self.module().results(op).zip(values) {
            if self.is_tensor(result) {
                self.give(result, value)?;
            } else {
                self.m().replace_all_uses(result, value);
            }
        }
        self.replaced.push(op);
        Ok(())
    }

    /// Replaces the tensor arguments of a block by buffers.
    ///
    /// # Errors
    ///
    /// As [`Rewriter::give`].
    pub fn renew_args(&mut self, block: BlockId) -> Result<(), Error> {
        for index in 0..self.module().block_args(block).len() {
            let arg = self.module().block_args(block)[index];
            if self.is_tensor(arg) {
                let ty = self.buffer_type(arg)?;
                let new = self.m().renew_block_arg(block, index, ty);
                self.give(arg, new)?;
            }
        }
        Ok(())
    }

    /// Removes the last `n` arguments of a loop's body, whose buffers are known.
    pub(super) fn drop_last_args(&mut self, op: OpId, n: usize) {
        let m = self.m();
        let body = m.regions(op).first();
        let Some(block) = body.and_then(|&body| m.first_block(body)) else {
            return;
        };
        for _ in 0..n {
            let last = m.block_args(block).len() - 1;
            m.remove_block_arg(block, last);
        }
    }

    /// Erases replaced operations, connects operations that stay on tensors, and checks that all others are gone.
    pub(super) fn finish(mut self, ops: &[OpId]) -> Result<RewriteReport, Error> {
        for index in 0..self.replaced.len() {
            let op = self.replaced[index];
            self.m().set_operands(op, &[]);
        }
        self.erase_dead(ops);
        self.connect_unknown();
        for &op in self.replaced.iter().rev() {
            if !self.types.m.is_erased(op) {
                self.types.m.erase(op);
            }
        }
        let mut placeholders: Vec<OpId> = self.placeholders.values().copied().collect();
        placeholders.sort_stable();
        for op in placeholders {
            if is_dead(self.types.m, op) {
                self.types.m.erase(op);
            }
        }
        self.check(ops)?;
        Ok(self.report)
    }

    /// Erases dead operations that stayed on tensors.
    fn erase_dead(&mut self, ops: &[OpId]) {
        let mut is_replaced = vec![false; self.module().op_count()];
        for op in &self.replaced {
            is_replaced[op.index()] = true;
        }
        for &op in ops.iter().rev() {
            let m = &mut *self.types.m;
            if !m.is_erased(op) && !is_replaced[op.index()] && has_tensors(m, op) && is_dead(m, op)
            {
                m.erase(op);
            }
        }
    }

    /// Connects operations that stay on tensors to buffers: inserts a `bufferization.to_tensor` where the replaced
    /// operation was.
    fn connect_unknown(&mut self) {
        for index in 0..self.buffers.len() {
            let value = ValueId::from_index(index as u32);
            let Some(buffer) = self.buffers[index] else {
                continue;
            };
            let m = self.module();
            if m.is_unused(value)
                || self.placeholders.contains_key(&value)
                || m.kernel_of(value, Kernel::ToTensor).is_some()
            {
                continue;
            }
            let ty = m.value_type(value);
            let name = self.m().ctx.op_name("bufferization.to_tensor");
            let mut spec = OpSpec::new(name).operands(&[buffer]).results(&[ty]);
            if let Some((user, _)) = self.module().uses(value).last() {
                spec = spec.located_at(self.types.m, user);
            }
            let m = self.m();
            let op = m.create_op(spec);
            match m.value_def(value) {
                ValueDef::Result { op: replaced, .. } => m.insert_before(replaced, op),
                ValueDef::Arg { block, .. } => m.insert_at_start(block, op),
                ValueDef::Forward => {}
            }
            let tensor = self.first_result(op);
            self.m().replace_all_uses(value, tensor);
        }
    }

    /// Operations that stay on tensors are an error unless unknown operations are allowed.
    fn check(&self, ops: &[OpId]) -> Result<(), Error> {
        if self.types.options.allow_unknown_ops {
            return Ok(());
        }
        let m = self.module();
        let is_left = |op: OpId| {
            !m.is_erased(op)
                && has_tensors(m, op)
                && !m.is_kernel(op, Kernel::ToTensor)
                && !m.is_kernel(op, Kernel::ToBuffer)
                && self.types.models.is_allowed(m, op)
        };
        match ops.iter().copied().find(|&op| is_left(op)) {
            Some(op) => Err(self.error(op, ErrorKind::NotBufferized)),
            None => Ok(()),
        }
    }

    /// The only result of an operation made here.
    pub(super) fn first_result(&self, op: OpId) -> ValueId {
        let result = self.module().result(op, 0);
        result.unwrap_or_else(|| unreachable!("made with a result"))
    }
}

/// Whether an operation has an operand, a result or a block argument that is a tensor, or a signature with
/// one.
pub(crate) fn has_tensors(m: &Module, op: OpId) -> bool {
    let is_tensor = |&value: &ValueId| layout::is_tensor_value(m, value);
    if m.operands(op).iter().any(is_tensor) || m.results(op).any(|value| is_tensor(&value)) {
        return true;
    }
    let mut blocks = m.regions(op).iter().flat_map(|&region| m.blocks(region));
    blocks.any(|block| m.block_args(block).iter().any(is_tensor)) || signature_has_tensors(m, op)
}

/// Whether the operation is a function whose type has a tensor.
pub(crate) fn signature_has_tensors(m: &Module, op: OpId) -> bool {
    if !m.has_trait(op, Traits::FUNCTION) {
        return false;
    }
    let ty = m.prop(op, names::FUNCTION_TYPE);
    let Some(AttrKind::Type(ty)) = ty.map(|attr| m.ctx.attr_kind(attr)) else {
        return false;
    };
    match m.ctx.type_kind(*ty) {
        TypeKind::Function { inputs, results } => {
            let mut types = inputs.iter().chain(results.iter());
            types.any(|&ty| layout::is_tensor(&m.ctx, ty))
        }
        _ => false,
    }
}
