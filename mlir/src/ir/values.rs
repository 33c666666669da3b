//! Values and their uses.

use super::module::{Module, OpData, UseLink, ValueDef};
use super::{BlockId, LocId, OpId, TypeId, TypeKind, UseId, ValueId};

impl Module {
    /// Type of a value.
    #[inline]
    pub fn value_type(&self, value: ValueId) -> TypeId {
        self.values[value.index()].ty
    }

    /// Gives a result another type. The caller sees to it that its uses agree.
    pub(crate) fn retype_result(&mut self, op: OpId, index: usize, ty: TypeId) {
        if let Some(value) = self.result(op, index) {
            self.values[value.index()].ty = ty;
        }
    }

    /// The contents of the type of a value.
    #[inline]
    pub fn value_type_kind(&self, value: ValueId) -> &TypeKind {
        self.ctx.type_kind(self.value_type(value))
    }

    /// Changes the type of a value; its users must be updated by the caller.
    pub fn set_value_type(&mut self, value: ValueId, ty: TypeId) {
        self.values[value.index()].ty = ty;
    }

    /// The explicit location of a block argument.
    pub fn arg_loc(&self, arg: ValueId) -> Option<LocId> {
        self.arg_locs.get(&arg).copied()
    }

    /// Sets the explicit location of a block argument. `None` keeps the current one.
    pub(crate) fn set_arg_loc(&mut self, arg: ValueId, loc: Option<LocId>) {
        if let Some(loc) = loc {
            self.arg_locs.insert(arg, loc);
        }
    }

    /// Whether a value is a ranked or unranked memref.
    #[inline]
    pub fn is_memref(&self, value: ValueId) -> bool {
        self.ctx.is_memref(self.value_type(value))
    }

    /// Whether a value is a tensor.
    #[inline]
    pub fn is_tensor(&self, value: ValueId) -> bool {
        self.ctx.is_tensor(self.value_type(value))
    }

    /// The definition of a value.
    #[inline]
    pub fn value_def(&self, value: ValueId) -> ValueDef {
        self.values[value.index()].def
    }

    /// The operation that a value is a result of.
    #[inline]
    pub fn defining_op(&self, value: ValueId) -> Option<OpId> {
        match self.value_def(value) {
            ValueDef::Result { op, .. } => Some(op),
            ValueDef::Arg { .. } | ValueDef::Forward => None,
        }
    }

    /// The block in which a value is defined.
    #[inline]
    pub fn value_block(&self, value: ValueId) -> Option<BlockId> {
        match self.value_def(value) {
            ValueDef::Result { op, .. } => self.op_block(op),
            ValueDef::Arg { block, .. } => Some(block),
            ValueDef::Forward => None,
        }
    }

    /// Uses of a value as (user, operand index), the latest added first.
    #[inline]
    pub fn uses(&self, value: ValueId) -> impl Iterator<Item = (OpId, usize)> + Clone + '_ {
        let first = self.values[value.index()].first_use;
        std::iter::successors(first, |&slot| self.links[slot.index()].next).map(|slot| {
            let user = self.links[slot.index()].user;
            (
                user,
                slot.index() - self.ops[user.index()].first_operand as usize,
            )
        })
    }

    /// Whether a value has no uses.
    #[inline]
    pub fn is_unused(&self, value: ValueId) -> bool {
        self.values[value.index()].first_use.is_none()
    }

    /// Makes every use of `old` a use of `new`. `O(uses)`.
    pub fn replace_all_uses(&mut self, old: ValueId, new: ValueId) {
        while let Some(slot) = self.values[old.index()].first_use {
            self.unlink_use(slot);
            self.link_use(slot, new);
        }
    }

    /// Changes one operand.
    pub fn set_operand(&mut self, op: OpId, index: usize, value: ValueId) {
        let slot = UseId::from_index(self.ops[op.index()].first_operand + index as u32);
        self.unlink_use(slot);
        self.link_use(slot, value);
    }

    /// Replaces all operands. `O(old + new)`.
    pub fn set_operands(&mut self, op: OpId, operands: &[ValueId]) {
        self.drop_operands(op);
        self.ops[op.index()].first_operand = self.operands.len() as u32;
        self.ops[op.index()].n_operands = operands.len() as u32;
        for &value in operands {
            self.push_use(op, value);
        }
    }

    pub(super) fn push_use(&mut self, user: OpId, value: ValueId) {
        let slot = UseId::from_index(self.operands.len() as u32);
        self.operands.push(value);
        self.links.push(UseLink {
            user,
            prev: None,
            next: None,
        });
        self.link_use(slot, value);
    }

    fn link_use(&mut self, slot: UseId, value: ValueId) {
        let next = self.values[value.index()].first_use.replace(slot);
        if let Some(next) = next {
            self.links[next.index()].prev = Some(slot);
        }
        let link = &mut self.links[slot.index()];
        link.prev = None;
        link.next = next;
        self.operands[slot.index()] = value;
    }

    fn unlink_use(&mut self, slot: UseId) {
        let UseLink { prev, next, .. } = self.links[slot.index()];
        match prev {
            Some(prev) => self.links[prev.index()].next = next,
            None => self.values[self.operands[slot.index()].index()].first_use = next,
        }
        if let Some(next) = next {
            self.links[next.index()].prev = prev;
        }
    }

    pub(super) fn drop_operands(&mut self, op: OpId) {
        let OpData {
            first_operand,
            n_operands,
            ..
        } = self.ops[op.index()];
        for slot in first_operand..first_operand + n_operands {
            self.unlink_use(UseId::from_index(slot));
        }
        self.ops[op.index()].n_operands = 0;
    }
}
