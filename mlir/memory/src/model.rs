//! [`MemoryModel`]: the questions that a pass asks, in the words of the [crate](crate).

use memplan_mlir::analyses::Readers;
use memplan_mlir::dialects::Effects;
use memplan_mlir::interfaces::{
    callee, effects, function_around, is_manually_freed, is_plain_dealloc, viewed_buffer,
};
use memplan_mlir::{Module, OpId, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::access::Access;
use crate::area::{Area, are_in_different_bytes};
use crate::contracts::is_noalias;
use crate::local_buffer::LocalBuffer;
use crate::objects::{Memory, ObjectId, Visibility};
use crate::origin::{Origin, Origins};
use crate::pending::{JobId, Pending, may_wait};
use crate::view_flow::{AliasScratch, BufferViewFlowAnalysis};

/// The memory of one module.
///
/// The answers hold for the module as it was when the model was made, and as long as operations only move within
/// their blocks or are erased. Anything else needs a new model, or [`forget`](Self::forget); so does a move of an
/// operation that starts deferred work or waits for it.
#[derive(Debug)]
pub struct MemoryModel {
    objects: Memory,
    /// Which values may be views of which others.
    flow: BufferViewFlowAnalysis,
    origins: Origins,
    readers: Readers,
    /// By function.
    pending: FxHashMap<OpId, Pending>,
    has_distinct_arguments: bool,
    /// Values for which the analyses are out of date.
    forgotten: FxHashSet<ValueId>,
    scratch: AliasScratch,
}

/// Maximum number of operations that are inspected for one question.
const MAX_CROSSED: usize = 1000;

impl MemoryModel {
    /// Analyses a module. Near-linear.
    pub fn new(m: &Module) -> Self {
        let mut origins = Origins::new(m, m.root());
        // A private function may return an argument.
        for call in m.walk(m.root()).filter(|&op| callee(m, op).is_some()) {
            for result in m.results(call).filter(|&result| m.is_memref(result)) {
                origins.set_unknown_result(result);
            }
        }
        let flow = BufferViewFlowAnalysis::across_calls(m, m.root());
        Self {
            objects: Memory::with_flow(m, &flow),
            flow,
            origins,
            readers: Readers::new(m),
            pending: FxHashMap::default(),
            has_distinct_arguments: false,
            forgotten: FxHashSet::default(),
            scratch: AliasScratch::default(),
        }
    }

    /// Says whether no two arguments of a function share memory.
    pub fn assume_distinct_arguments(&mut self, are_distinct: bool) {
        self.has_distinct_arguments = are_distinct;
    }

    /// Takes what is known about a buffer back, whose memory a pass has changed: every operation that is given one of
    /// its names may touch any buffer. `O(names)`.
    pub fn forget(&mut self, buffer: ValueId) {
        let forgotten = &mut self.forgotten;
        forgotten.insert(buffer);
        self.flow.resolve_with(&mut self.scratch, buffer, |name| {
            forgotten.insert(name);
            true
        });
    }

    /// Whether a value is a name of a buffer that was [forgotten](Self::forget).
    pub fn is_forgotten(&self, value: ValueId) -> bool {
        self.forgotten.contains(&value)
    }

    /// The objects, and what each operation does to them.
    pub fn objects(&self) -> &Memory {
        &self.objects
    }

    /// A value and all that may be derived from it, in no particular order. `O(names)`.
    pub fn names(&self, buffer: ValueId) -> Vec<ValueId> {
        self.flow.resolve(buffer)
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

    /// Whether anything between two operations of one block may access the bytes of one of some values in the ways
    /// that are given for it, or work that is pending there may use its buffer. `true` if there are more than a
    /// thousand operations, or if the second does not follow the first.
    pub fn may_touch_between(
        &mut self,
        m: &Module,
        buffers: &[(ValueId, Access)],
        after: OpId,
        before: OpId,
    ) -> bool {
        let mut n_left = MAX_CROSSED;
        let mut next = m.next_op(after);
        while let Some(op) = next.filter(|&op| op != before) {
            for inner in m.walk(op) {
                if n_left == 0 {
                    return true;
                }
                n_left -= 1;
                let mut buffers = buffers.iter();
                if buffers.any(|&(buffer, access)| self.may_access(m, inner, buffer, access)) {
                    return true;
                }
            }
            next = m.next_op(op);
        }
        let is_pending = |pending: &Pending| {
            let jobs = pending.jobs();
            jobs.filter(|&job| pending.is_pending_after(after, job))
                .collect()
        };
        let mut buffers = buffers.iter();
        next.is_none() || buffers.any(|at| self.may_be_used_by_jobs(m, after, at.0, is_pending))
    }

    /// Whether an operation, with its regions, may access the bytes of a value in one of the ways of `access`, or may
    /// wait for work that uses its buffer. A free ends all of the allocation that the value is in.
    /// `O(operations inside)`.
    pub fn may_touch(&mut self, m: &Module, op: OpId, buffer: ValueId, access: Access) -> bool {
        m.walk(op).any(|inner| {
            self.may_access(m, inner, buffer, access)
                || may_wait(m, inner)
                    && self.may_be_used_by_jobs(m, inner, buffer, |pending| {
                        pending.may_wait_for(inner).to_vec()
                    })
        })
    }

    /// Whether an operation, without its regions and what it waits for, may access the bytes of a value in one of the
    /// ways of `access`.
    fn may_access(&mut self, m: &Module, op: OpId, value: ValueId, access: Access) -> bool {
        debug_assert!(!access.captures(), "a question for `is_seen_outside`");
        if let Some(list) = effects(m, op) {
            return list.iter().any(|effect| {
                let kind = Access::by(effect.kind);
                access.meets(kind)
                    && effect.value.is_some_and(|at| {
                        let is_elsewhere = || !kind.frees() && are_in_different_bytes(m, value, at);
                        self.may_share(m, value, at) && !is_elsewhere()
                    })
            });
        }
        let is_unknown = m
            .def(op)
            .is_none_or(|def| matches!(def.effects, Effects::Unknown));
        if !is_unknown || (!access.reads() && self.readers.is_reading_call(m, op)) {
            return false;
        }
        let mut operands = m.operands(op).iter().filter(|&&at| m.is_memref(at));
        self.is_seen_outside(m, value) || operands.any(|&at| self.may_share(m, value, at))
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
        let pending = self.pending.remove(&function);
        let pending = pending.unwrap_or_else(|| Pending::new(m, function));
        let is_used = jobs(&pending).into_iter().any(|job| {
            let mut used = pending.uses(job).iter();
            let mut inside = m.walk(pending.op(job));
            used.any(|&used| self.may_share(m, buffer, used))
                || inside.any(|at| self.may_access(m, at, buffer, Access::TOUCH))
        });
        self.pending.insert(function, pending);
        is_used
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

    /// Whether the memory of a value may be reached by an operation that is given no name of it: it comes from outside
    /// of the function, something keeps it, or deferred work uses it. `O(objects that it may be in)`.
    pub fn is_seen_outside(&self, m: &Module, value: ValueId) -> bool {
        let denoted = self.objects.denoted(self.origins.base(m, value));
        let mut objects = denoted.objects().map(|object| self.objects.object(object));
        self.is_forgotten(value)
            || denoted.may_be_other
            || objects.any(|object| {
                object.is_given() || object.is_used_later || object.visibility == Visibility::Kept
            })
    }

    /// Whether two values may name a common byte at a point where both are in scope.
    pub fn may_overlap(&mut self, m: &Module, a: ValueId, b: ValueId) -> bool {
        if !self.may_share(m, a, b) {
            return false;
        }
        let base = viewed_buffer(m, a);
        let areas = Area::new(m, a, base).zip(Area::new(m, b, base));
        areas.is_none_or(|(a, b)| !a.is_apart_from(&b))
    }

    /// Whether two values may be in one allocation at a point where both are in scope.
    pub fn may_share(&mut self, m: &Module, a: ValueId, b: ValueId) -> bool {
        if self.is_forgotten(a) || self.is_forgotten(b) {
            return true;
        }
        if self.origins.same(m, a, b) == Some(false) {
            return false;
        }
        let is_argument = |value| self.origins.origin(m, value) == Origin::Argument;
        if !is_argument(a) || !is_argument(b) {
            return true;
        }
        let [a, b] = [a, b].map(|value| self.origins.base(m, value));
        a == b || !(self.has_distinct_arguments || is_noalias(m, a) || is_noalias(m, b))
    }
}

#[cfg(test)]
mod tests;
