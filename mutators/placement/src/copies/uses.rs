//! Which operations free a buffer and which uses it first.
//!
//! Thousands of copies may share a buffer, so its uses are read once, and what was found is moved along when a buffer
//! replaces another.

use memplan_mlir::interfaces::frees;
use memplan_mlir::{Module, OpId, ValueId};
use rustc_hash::FxHashMap;

/// What is known about the uses of buffers, if each change is reported by the methods below.
#[derive(Debug, Default)]
pub(super) struct Uses {
    /// By buffer: the operations that free it, once for each operand.
    frees: FxHashMap<ValueId, Vec<OpId>>,
    /// By buffer: the first operation in its block that uses it, itself or in its regions.
    first: FxHashMap<ValueId, Option<OpId>>,
}

impl Uses {
    /// The operation that frees a buffer, if there is only one.
    pub(super) fn only_free(&mut self, m: &Module, buffer: ValueId) -> Option<OpId> {
        match self.frees(m, buffer)[..] {
            [free] => Some(free),
            _ => None,
        }
    }

    fn frees(&mut self, m: &Module, buffer: ValueId) -> &mut Vec<OpId> {
        self.frees.entry(buffer).or_insert_with(|| {
            let users = m.uses(buffer).map(|(user, _)| user);
            users.filter(|&user| frees(m, user, buffer)).collect()
        })
    }

    /// The first operation in the block of a buffer that uses it, itself or in its regions.
    pub(super) fn first(&mut self, m: &Module, buffer: ValueId) -> Option<OpId> {
        *self.first.entry(buffer).or_insert_with(|| {
            let block = m.value_block(buffer)?;
            m.uses(buffer)
                .filter_map(|(user, _)| m.ancestor_in_block(block, user))
                .reduce(|a, b| if m.is_before(b, a) { b } else { a })
        })
    }

    /// Before the only operation that frees a buffer is erased.
    pub(super) fn erase_free(&mut self, m: &Module, free: OpId) {
        for buffer in m.operands(free) {
            if let Some(frees) = self.frees.get_mut(buffer) {
                frees.retain(|&op| op != free);
            }
        }
    }

    /// Before or after the uses of a buffer change in another way.
    pub(super) fn forget(&mut self, buffer: ValueId) {
        self.frees.remove(&buffer);
        self.first.remove(&buffer);
    }

    /// Before all uses of `old` become uses of `new`. None of them, and nothing else that the replacement changes, is
    /// in front of `from`.
    pub(super) fn replace(&mut self, m: &Module, old: ValueId, new: ValueId, from: OpId) {
        if self.frees.contains_key(&new) {
            let moved = std::mem::take(self.frees(m, old));
            self.frees(m, new).extend(moved);
        }
        self.forget(old);
        // The first use may be erased, or may no longer be the first one.
        if let Some(&first) = self.first.get(&new) {
            let block = m.value_block(new);
            let from = block.and_then(|block| m.ancestor_in_block(block, from));
            let is_kept = first
                .zip(from)
                .is_some_and(|(first, from)| m.is_before(first, from));
            if !is_kept {
                self.first.remove(&new);
            }
        }
    }
}
