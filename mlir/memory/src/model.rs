//! [`MemoryModel`]: the questions that a pass asks, in the words of the [crate](crate).

use memplan_mlir::interfaces::viewed_buffer;
use memplan_mlir::{Module, OpId, ValueId};
use rustc_hash::FxHashSet;

use crate::access::Access;
use crate::area::Area;
use crate::between::Accesses;
use crate::local_buffer::LocalBuffer;
use crate::objects::Memory;

/// The memory of one module.
///
/// The answers hold for the module as it was when the model was made, and as long as operations only move within
/// their blocks or are erased. Anything else needs a new model.
#[derive(Debug)]
pub struct MemoryModel {
    objects: Memory,
    accesses: Accesses,
}

impl MemoryModel {
    /// Analyses a module. Near-linear.
    pub fn new(m: &Module) -> Self {
        Self {
            objects: Memory::new(m),
            accesses: Accesses::new(m, m.root(), false),
        }
    }

    /// The objects, and what each operation does to them.
    pub fn objects(&self) -> &Memory {
        &self.objects
    }

    /// All uses of the buffer that an operation allocates, by block and in order; absent if it allocates none.
    /// `O(uses * depth)`.
    pub fn uses(&self, m: &Module, alloc: OpId) -> Option<LocalBuffer> {
        LocalBuffer::new(m, &self.objects, alloc)
    }

    /// Whether an operation, with its regions, certainly writes every byte of the one object that a value may be in,
    /// and reads none of it. `O(operations inside)`.
    pub fn overwrites_all(&self, m: &Module, op: OpId, value: ValueId) -> bool {
        let denoted = self.objects.denoted(value);
        let mut objects = denoted.objects();
        let (Some(object), None, false) = (objects.next(), objects.next(), denoted.may_be_other)
        else {
            return false;
        };
        let touched = self.objects.touched(m, op);
        let mut accesses = touched.accesses.iter().filter(|at| at.object == object);
        !touched.is_ordered && accesses.any(|at| at.access.overwrites_all() && !at.access.reads())
    }

    /// Whether anything between two operations of one block may touch a buffer. `true` if there are more than a
    /// thousand operations, or if the second does not follow the first.
    pub fn may_touch_between(
        &mut self,
        m: &Module,
        buffer: ValueId,
        access: Access,
        after: OpId,
        before: OpId,
    ) -> bool {
        let none = FxHashSet::default();
        self.accesses
            .touches_between(m, after, before, &[(buffer, access)], &none)
    }

    /// Whether an operation, with its regions, may touch the bytes of a value, which may be a view: for a free, which
    /// ends all of its allocation, ask about [`viewed_buffer`](memplan_mlir::interfaces::viewed_buffer).
    /// `O(operations inside)`.
    pub fn may_touch(&mut self, m: &Module, op: OpId, buffer: ValueId, access: Access) -> bool {
        m.walk(op)
            .any(|inner| self.accesses.may_touch(m, inner, buffer, access))
    }

    /// Whether a buffer may be reached other than by names derived from its own: it comes from outside of the function,
    /// or something keeps it.
    pub fn is_seen_outside(&mut self, m: &Module, buffer: ValueId) -> bool {
        self.accesses.escapes(m, buffer)
    }

    /// Whether two values may name a common byte at a point where both are in scope.
    pub fn may_overlap(&mut self, m: &Module, a: ValueId, b: ValueId) -> bool {
        if self.accesses.are_distinct(m, a, b) {
            return false;
        }
        let base = viewed_buffer(m, a);
        let areas = Area::new(m, a, base).zip(Area::new(m, b, base));
        areas.is_none_or(|(a, b)| !a.is_apart_from(&b))
    }
}
