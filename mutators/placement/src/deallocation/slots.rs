//! The operands through which control flow passes buffers on.

use memplan_mlir::interfaces::{
    has_region_flow, passes_memrefs, region_edges, successor_operand_ranges,
};
use memplan_mlir::{Module, OpId, ValueId};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// An operand of a terminator, or of an operation with regions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Slot {
    pub(super) op: OpId,
    pub(super) operand: u32,
}

/// All slots of one function, and the values that they are passed to.
#[derive(Debug, Default)]
pub(super) struct Slots {
    /// By block argument or result: what is passed to it.
    into: FxHashMap<ValueId, SmallVec<[Slot; 2]>>,
    /// For each slot that is passed to more than one value, these values.
    shared: FxHashMap<Slot, SmallVec<[ValueId; 2]>>,
}

impl Slots {
    /// Linear in the operands of control flow.
    pub(super) fn new(m: &Module, function: OpId) -> Self {
        let mut slots = Self::default();
        for op in m.walk(function) {
            if !m.successors(op).is_empty() {
                let ranges = successor_operand_ranges(m, op).unwrap_or_default();
                for (&target, range) in m.successors(op).iter().zip(ranges) {
                    slots.add(m, op, range.start, m.block_args(target));
                }
            } else if has_region_flow(m, op) && passes_memrefs(m, op) {
                for edge in region_edges(m, op) {
                    slots.add(m, edge.via, edge.first, &edge.targets);
                }
            }
        }
        // Most slots have a single target and are not shared.
        slots.shared.retain(|_, targets| targets.len() > 1);
        slots
    }

    fn add(&mut self, m: &Module, op: OpId, first: usize, targets: &[ValueId]) {
        for (&target, operand) in targets.iter().zip(first..) {
            if m.is_memref(target) {
                let operand = operand as u32;
                let slot = Slot { op, operand };
                self.into.entry(target).or_default().push(slot);
                self.shared.entry(slot).or_default().push(target);
            }
        }
    }

    /// The slots that are passed to a value.
    pub(super) fn into(&self, target: ValueId) -> &[Slot] {
        self.into.get(&target).map_or(&[], |slots| slots)
    }

    /// Every slot, in no order; once for each target.
    pub(super) fn all(&self) -> impl Iterator<Item = Slot> + '_ {
        self.into.values().flatten().copied()
    }

    /// The block arguments and results that slots are passed to, in no order.
    pub(super) fn targets(&self) -> impl Iterator<Item = ValueId> + '_ {
        self.into.keys().copied()
    }

    /// The values that a slot is passed to, if there are several.
    pub(super) fn shared(&self, slot: Slot) -> &[ValueId] {
        self.shared.get(&slot).map_or(&[], |targets| targets)
    }
}
