//! [`MemoryModel`]: the questions that a pass asks, in the words of the [crate](crate).

use memplan_mlir::interfaces::{
    function_around, is_manually_freed, is_plain_dealloc, viewed_buffer,
};
use memplan_mlir::{Module, OpId, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::access::Access;
use crate::area::Area;
use crate::between::Accesses;
use crate::local_buffer::LocalBuffer;
use crate::objects::{Memory, ObjectId};
use crate::pending::{JobId, Pending, may_wait};

/// The memory of one module.
///
/// The answers hold for the module as it was when the model was made, and as long as operations only move within
/// their blocks or are erased. Anything else needs a new model, and so does a move of an operation that starts deferred
/// work or waits for it.
#[derive(Debug)]
pub struct MemoryModel {
    objects: Memory,
    accesses: Accesses,
    /// By function.
    pending: FxHashMap<OpId, Pending>,
}

/// Maximum number of operations that a free is moved across.
const MAX_CROSSED: usize = 1000;

impl MemoryModel {
    /// Analyses a module. Near-linear.
    pub fn new(m: &Module) -> Self {
        Self {
            objects: Memory::new(m),
            accesses: Accesses::new(m, m.root(), false),
            pending: FxHashMap::default(),
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

    /// Whether anything between two operations of one block may access a buffer in one of the ways of `access`, or work
    /// that is pending there may use it. `true` if there are more than a thousand operations, or if the second does not
    /// follow the first.
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
            || self.may_be_used_by_jobs(m, after, buffer, |pending| {
                let jobs = pending.jobs();
                jobs.filter(|&job| pending.is_pending_after(after, job))
                    .collect()
            })
    }

    /// Whether an operation, with its regions, may access the bytes of a value in one of the ways of `access`, or may
    /// wait for work that uses its buffer. The value may be a view: for a free, which ends all of its allocation, ask
    /// about [`viewed_buffer`](memplan_mlir::interfaces::viewed_buffer). `O(operations inside)`.
    pub fn may_touch(&mut self, m: &Module, op: OpId, buffer: ValueId, access: Access) -> bool {
        m.walk(op).any(|inner| {
            self.accesses.may_touch(m, inner, buffer, access)
                || may_wait(m, inner)
                    && self.may_be_used_by_jobs(m, inner, buffer, |pending| {
                        pending.may_wait_for(inner).to_vec()
                    })
        })
    }

    /// Whether some jobs of the function around an operation may use a buffer.
    fn may_be_used_by_jobs(
        &mut self,
        m: &Module,
        op: OpId,
        buffer: ValueId,
        jobs: impl Fn(&Pending) -> Vec<JobId>,
    ) -> bool {
        let Some(function) = function_around(m, op) else {
            return false;
        };
        let pending = self.pending.entry(function);
        let pending = pending.or_insert_with(|| Pending::new(m, function));
        let (accesses, none) = (&mut self.accesses, FxHashSet::default());
        jobs(pending).into_iter().any(|job| {
            let mut used = pending.uses(job).iter();
            let mut inside = m.walk(pending.op(job));
            used.any(|&used| !accesses.are_distinct(m, buffer, used))
                || inside.any(|at| accesses.may_access(m, at, buffer, Access::TOUCH, &none))
        })
    }

    /// The objects that an operation, with its regions, may free; absent if it may free any that it can reach.
    /// `O(operations inside)`.
    pub fn freed_by(&self, m: &Module, op: OpId) -> Option<SmallVec<[ObjectId; 2]>> {
        let touched = self.objects.touched(m, op);
        let accesses = touched.accesses.iter().filter(|at| at.access.frees());
        (!touched.is_ordered).then(|| accesses.map(|at| at.object).collect())
    }

    /// The first operation of its block in front of which a plain deallocation may come: the buffer exists there, and
    /// nothing from there on accesses it. The deallocation itself if it has to stay. Crosses a thousand operations at
    /// most.
    pub fn earliest_free(&mut self, m: &Module, free: OpId) -> OpId {
        let mut earliest = free;
        if !is_plain_dealloc(m, free) || is_manually_freed(m, free) {
            return free;
        }
        let freed = m.operands(free)[0];
        let buffer = viewed_buffer(m, freed);
        for _ in 0..MAX_CROSSED {
            let op = m.prev_op(earliest);
            let op = op.filter(|&op| m.defining_op(freed) != Some(op));
            match op.filter(|&op| !self.may_touch(m, op, buffer, Access::TOUCH)) {
                Some(op) => earliest = op,
                None => break,
            }
        }
        earliest
    }

    /// Whether a buffer may be reached other than by names derived from its own: it comes from outside of the function,
    /// or something keeps it. The [crate](crate#visibility) has the difference to
    /// [`is_exposed`](crate::Object::is_exposed).
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

#[cfg(test)]
mod tests;
