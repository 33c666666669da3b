//! The type of the buffer of each tensor.
//!
//! A fixed point over the tensor program, before anything is rewritten: each model joins the types of
//! buffers that flow into a value. A join only forgets strides and offsets, so a value changes at most
//! once for each of its dimensions, and the work is linear in the program. Cycles need no special case,
//! and nothing recurses over chains of operations.

use memplan_mlir::interfaces::SymbolIndex;
use memplan_mlir::{AttrId, Module, OpId, TypeId, ValueDef, ValueId};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

use super::error::{Error, ErrorKind};
use super::layout;
use super::models::{ModelTable, RewriteModel};
use crate::options::{BoundaryLayout, Options, UnknownLayout};

/// The types of buffers as far as they are known.
#[derive(Debug)]
pub struct BufferTypes<'a> {
    /// The module; it does not change while types are inferred.
    pub m: &'a mut Module,
    /// How to bufferize.
    pub options: &'a Options,
    pub(super) models: ModelTable,
    types: Vec<Option<TypeId>>,
    /// Types of the results of functions.
    returned: FxHashMap<OpId, Vec<Option<TypeId>>>,
    /// The calls of a function that asked for its results.
    callers: FxHashMap<OpId, Vec<OpId>>,
    symbols: SymbolIndex,
    queue: VecDeque<OpId>,
    is_queued: Vec<bool>,
}

impl<'a> BufferTypes<'a> {
    pub(super) fn new(m: &'a mut Module, options: &'a Options, models: ModelTable) -> Self {
        let symbols = SymbolIndex::new(m);
        Self {
            types: vec![None; m.value_count()],
            returned: FxHashMap::default(),
            callers: FxHashMap::default(),
            symbols,
            queue: VecDeque::new(),
            is_queued: vec![false; m.op_count()],
            m,
            options,
            models,
        }
    }

    /// Infers the types for these operations, in any order.
    pub(super) fn infer(&mut self, ops: &[OpId]) -> Result<(), Error> {
        for &op in ops {
            self.push(op);
        }
        while let Some(op) = self.queue.pop_front() {
            self.is_queued[op.index()] = false;
            if let Some(model) = self.models.get(self.m, op) {
                (model.infer)(self, op)?;
            }
        }
        Ok(())
    }

    fn push(&mut self, op: OpId) {
        if !std::mem::replace(&mut self.is_queued[op.index()], true) {
            self.queue.push_back(op);
        }
    }

    /// The model of an operation that may be bufferized.
    pub fn model(&self, op: OpId) -> Option<&'static RewriteModel> {
        self.models.get(self.m, op)
    }

    /// The type of a tensor's buffer, as far as it is known; `None` for values that are no tensors, and
    /// while nothing has flowed into the value.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::UnknownSpace`] for a value of an unknown operation without a default memory space.
    pub fn get(&mut self, value: ValueId) -> Result<Option<TypeId>, Error> {
        let cached = self.types.get(value.index()).copied().flatten();
        if cached.is_some() || !layout::is_tensor_value(self.m, value) {
            return Ok(cached);
        }
        let owner = match self.m.value_def(value) {
            ValueDef::Result { op, .. } => Some(op),
            ValueDef::Arg { block, .. } => self.m.block_parent(block),
            ValueDef::Forward => None,
        };
        match owner {
            Some(owner) if self.model(owner).is_none() => {
                let ty = self.unknown(owner, self.m.value_type(value))?;
                self.types[value.index()] = Some(ty);
                Ok(Some(ty))
            }
            _ => Ok(None),
        }
    }

    /// The type of a tensor's buffer after inference.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::UnknownBlockArgument`] for a block argument that nothing flows into, and those of
    /// [`BufferTypes::get`].
    pub fn require(&mut self, value: ValueId) -> Result<TypeId, Error> {
        if let Some(ty) = self.get(value)? {
            return Ok(ty);
        }
        match self.m.value_def(value) {
            ValueDef::Arg { block, .. } => {
                let owner = self.m.block_parent(block).unwrap_or(self.m.root());
                Err(Error::at(self.m, owner, ErrorKind::UnknownBlockArgument))
            }
            // A result that control flow never reaches may have any type.
            ValueDef::Result { op, .. } => self.unknown(op, self.m.value_type(value)),
            ValueDef::Forward => {
                let root = self.m.root();
                Err(Error::at(self.m, root, ErrorKind::UnknownBlockArgument))
            }
        }
    }

    /// Reports that a buffer of type `ty` flows into a tensor. If that changes the type of the tensor, its users are
    /// visited again.
    ///
    /// # Errors
    ///
    /// `conflict`, at `op`, if the memory space differs from that of another buffer.
    pub fn join(
        &mut self,
        value: ValueId,
        ty: TypeId,
        op: OpId,
        conflict: ErrorKind,
    ) -> Result<(), Error> {
        if !layout::is_tensor_value(self.m, value) {
            return Ok(());
        }
        let old = self.types[value.index()];
        let Some(new) = self.joined(old, ty) else {
            return Err(self.conflict(op, conflict, old, ty));
        };
        if old != Some(new) {
            self.types[value.index()] = Some(new);
            let users: Vec<OpId> = self.m.uses(value).map(|(user, _)| user).collect();
            users.into_iter().for_each(|user| self.push(user));
        }
        Ok(())
    }

    /// The error for two buffers that cannot flow into one value.
    pub(super) fn conflict(
        &self,
        op: OpId,
        kind: ErrorKind,
        first: Option<TypeId>,
        other: TypeId,
    ) -> Error {
        let error = Error::at(self.m, op, kind);
        let text = |ty| self.m.ctx.type_text(ty);
        match first {
            Some(first) => error.with_note(format!(
                "one buffer is `{}`, another is `{}`",
                text(first),
                text(other)
            )),
            None => error,
        }
    }

    fn joined(&mut self, old: Option<TypeId>, new: TypeId) -> Option<TypeId> {
        match old {
            Some(old) => layout::join(&mut self.m.ctx, old, new, self.options.is_reference),
            None => Some(new),
        }
    }

    /// Reports that the buffer of `from` flows into `to`.
    ///
    /// # Errors
    ///
    /// As [`BufferTypes::join`].
    pub fn flow(
        &mut self,
        from: ValueId,
        to: ValueId,
        op: OpId,
        conflict: ErrorKind,
    ) -> Result<(), Error> {
        match self.get(from)? {
            Some(ty) => self.join(to, ty, op, conflict),
            None => Ok(()),
        }
    }

    /// Sets the type of a result, which follows from the operands.
    pub fn set(&mut self, op: OpId, result: usize, ty: TypeId) {
        let Some(value) = self.m.result(op, result) else {
            return;
        };
        if self.types[value.index()] != Some(ty) {
            self.types[value.index()] = Some(ty);
            let users: Vec<OpId> = self.m.uses(value).map(|(user, _)| user).collect();
            users.into_iter().for_each(|user| self.push(user));
        }
    }

    /// The memory space of a tensor if nothing else determines it.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::UnknownSpace`] with the option `must-infer-memory-space`.
    pub fn default_space(&self, op: OpId, tensor: TypeId) -> Result<Option<AttrId>, Error> {
        if self.options.must_infer_memory_space {
            return Err(Error::at(self.m, op, ErrorKind::UnknownSpace));
        }
        if self.options.encoding_is_memory_space {
            return Ok(layout::encoding(&self.m.ctx, tensor));
        }
        Ok(None)
    }

    /// The row-major type of a tensor in its default memory space.
    ///
    /// # Errors
    ///
    /// As [`BufferTypes::default_space`].
    pub fn identity(&mut self, op: OpId, tensor: TypeId) -> Result<TypeId, Error> {
        let space = self.default_space(op, tensor)?;
        Ok(layout::identity(&mut self.m.ctx, tensor, space))
    }

    /// The type of a buffer of unknown origin.
    fn unknown(&mut self, op: OpId, tensor: TypeId) -> Result<TypeId, Error> {
        let space = self.default_space(op, tensor)?;
        Ok(match self.options.unknown_layout {
            UnknownLayout::FullyDynamic => layout::fully_dynamic(&mut self.m.ctx, tensor, space),
            UnknownLayout::Identity => layout::identity(&mut self.m.ctx, tensor, space),
        })
    }

    /// The type of a function argument, and of a result unless the body determines it.
    ///
    /// # Errors
    ///
    /// As [`BufferTypes::default_space`].
    pub(super) fn boundary(&mut self, op: OpId, tensor: TypeId) -> Result<TypeId, Error> {
        let space = self.default_space(op, tensor)?;
        Ok(match self.options.boundary_layout {
            BoundaryLayout::Infer | BoundaryLayout::FullyDynamic => {
                layout::fully_dynamic(&mut self.m.ctx, tensor, space)
            }
            BoundaryLayout::Identity => layout::identity(&mut self.m.ctx, tensor, space),
        })
    }

    /// Reports that a function returns a buffer as result `index`.
    pub(super) fn returns(
        &mut self,
        function: OpId,
        at: OpId,
        index: usize,
        ty: TypeId,
    ) -> Result<(), Error> {
        let results = self.returned.entry(function).or_default();
        if results.len() <= index {
            results.resize(index + 1, None);
        }
        let old = results[index];
        let Some(new) = self.joined(old, ty) else {
            return Err(Error::at(self.m, at, ErrorKind::ReturnSpaces));
        };
        if old != Some(new) {
            if let Some(results) = self.returned.get_mut(&function) {
                results[index] = Some(new);
            }
            for call in self.callers.get(&function).cloned().unwrap_or_default() {
                self.push(call);
            }
        }
        Ok(())
    }

    /// The type of a function's result, as far as its returns determine it.
    pub(super) fn returned(&self, function: OpId, index: usize) -> Option<TypeId> {
        let results = self.returned.get(&function)?;
        results.get(index).copied().flatten()
    }

    /// The callee of a call; the call is visited again when the results of the callee change.
    pub(super) fn callee(&mut self, call: OpId) -> Option<OpId> {
        let function = self.symbols.resolve_call(self.m, call)?;
        let callers = self.callers.entry(function).or_default();
        if callers.last() != Some(&call) {
            callers.push(call);
        }
        Some(function)
    }
}
