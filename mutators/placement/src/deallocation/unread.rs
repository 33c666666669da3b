//! Names of freed buffers that nothing reads.
//!
//! A program that frees a buffer itself, as one with an arena does after the last access, may still pass on the
//! dangling name: as an operand of a branch or as the result of a region. A copy for such a value would read the buffer
//! after its deallocation. As nothing accesses the value or anything derived from it, it needs no buffer at all: it is
//! neither critical nor an alias that keeps a buffer live.

use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::{is_memory_effect_free, is_view_like, takes_address};
use memplan_mlir::{Module, OpId, ValueId};
use memplan_support::Sort;
use rustc_hash::FxHashSet;

use super::Program;
use super::slots::{Slot, Slots};

/// The values of a function that are passed on and never accessed, and may be freed by the program.
#[derive(Debug, Default)]
pub(super) struct Unread {
    values: FxHashSet<ValueId>,
    /// The slots that are passed to no other values.
    slots: FxHashSet<Slot>,
}

impl Unread {
    /// Linear in the operands of the function.
    pub(super) fn new(m: &Module, program: &Program, slots: &Slots, function: OpId) -> Self {
        let mut unread = Self::default();
        let freed = slots.targets().filter(|&value| program.is_manual(value));
        unread.values.extend(freed);
        if unread.values.is_empty() {
            return unread;
        }
        let read = read_values(m, program, slots, function);
        unread.values.retain(|value| !read.contains(value));
        unread.drop_shared(slots);
        let passed = unread.values.iter().flat_map(|&target| slots.into(target));
        unread.slots = passed.copied().collect();
        unread
    }

    pub(super) fn contains(&self, value: ValueId) -> bool {
        self.values.contains(&value)
    }

    /// Whether an operand is only passed to values that nothing reads.
    pub(super) fn receives(&self, op: OpId, operand: usize) -> bool {
        let operand = operand as u32;
        !self.slots.is_empty() && self.slots.contains(&Slot { op, operand })
    }

    /// A copy for one target of a slot belongs to whichever target receives it, so a slot has only targets that nothing
    /// reads, or none.
    fn drop_shared(&mut self, slots: &Slots) {
        let mut open: Vec<ValueId> = self.values.iter().copied().collect();
        open.sort_stable();
        while let Some(value) = open.pop() {
            let shared = slots.into(value).iter().map(|&slot| slots.shared(slot));
            let is_shared = shared.flatten().any(|other| !self.values.contains(other));
            if is_shared && self.values.remove(&value) {
                // Values that share a slot with a removed value must be removed, too.
                let slots_of = slots.into(value).iter();
                open.extend(slots_of.flat_map(|&slot| slots.shared(slot)));
            }
        }
    }
}

/// The values of buffers that the program itself frees which a function accesses, frees, returns or captures, directly
/// or through derived values.
fn read_values(m: &Module, program: &Program, slots: &Slots, function: OpId) -> FxHashSet<ValueId> {
    let passed: FxHashSet<Slot> = slots.all().collect();
    let mut read = FxHashSet::default();
    let mut open = Vec::new();
    for op in m.walk(function).filter(|&op| !only_describes(m, op)) {
        for (&value, operand) in m.operands(op).iter().zip(0..) {
            let is_access = program.is_manual(value) && !passed.contains(&Slot { op, operand });
            if is_access && read.insert(value) {
                open.push(value);
            }
        }
    }
    while let Some(value) = open.pop() {
        let sources = program.flow.sources(value);
        open.extend(sources.filter(|&source| read.insert(source)));
    }
    read
}

/// Whether an operation makes a view of a buffer, or asks for its sizes: it does not access the memory.
fn only_describes(m: &Module, op: OpId) -> bool {
    let is_pure = is_memory_effect_free(m, op)
        && m.regions(op).is_empty()
        && !m.has_trait(op, Traits::TERMINATOR);
    (is_view_like(m, op) || is_pure) && !takes_address(m, op)
}
