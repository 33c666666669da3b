//! Critical values: aliases of a buffer that the buffer does not dominate.

use memplan_mlir::analyses::Dominance;
use memplan_mlir::{BlockId, Module, ValueDef, ValueId};
use rustc_hash::FxHashMap;

use super::Program;
use super::owners::Owners;
use super::slots::Slots;
use super::unread::Unread;

/// Finds all critical values, adds them to the owners and returns them in the order in which they were found.
///
/// Starts from the new buffers. An alias is compared with the block of its owner; the aliases of a critical value
/// belong to that value. Only the innermost owner of an alias is stored: all owners of an alias dominate it, so they
/// also dominate what the innermost one dominates. If one target of a slot is critical, all are: the copy for it
/// belongs to whichever target receives it.
pub(super) fn find(
    m: &Module,
    program: &Program,
    slots: &Slots,
    unread: &Unread,
    owners: &mut Owners,
) -> Vec<ValueId> {
    let mut search = Search {
        m,
        dominance: &program.dominance,
        slots,
        unread,
        owners,
        innermost: FxHashMap::default(),
        critical: Vec::new(),
        open: Vec::new(),
    };
    let sources: Vec<(ValueId, BlockId)> = search
        .owners
        .list
        .iter()
        .map(|owner| (owner.value, owner.block))
        .collect();
    search.open.extend(sources.into_iter().rev());
    while let Some((source, block)) = search.open.pop() {
        for alias in program.flow.derived(source) {
            search.visit(alias, block);
        }
    }
    search.critical
}

struct Search<'a> {
    m: &'a Module,
    dominance: &'a Dominance,
    slots: &'a Slots,
    unread: &'a Unread,
    owners: &'a mut Owners,
    /// For each alias, the innermost block of its owners.
    innermost: FxHashMap<ValueId, BlockId>,
    critical: Vec<ValueId>,
    /// Worklist of values whose aliases are to be visited, with the block of their owner.
    open: Vec<(ValueId, BlockId)>,
}

impl Search<'_> {
    /// Processes an alias of a buffer whose owner is defined in the block `owner`.
    fn visit(&mut self, alias: ValueId, owner: BlockId) {
        if self.owners.contains(alias) || self.unread.contains(alias) {
            return;
        }
        let Some(block) = self.m.value_block(alias) else {
            return;
        };
        let is_arg = matches!(self.m.value_def(alias), ValueDef::Arg { .. });
        if !dominates(self.m, self.dominance, owner, block) || (owner == block && is_arg) {
            self.set_critical(alias);
            return;
        }
        let innermost = self.innermost.get(&alias).copied();
        let is_news = match innermost {
            None => true,
            Some(other) => other != owner && dominates(self.m, self.dominance, other, owner),
        };
        if is_news {
            self.innermost.insert(alias, owner);
            self.open.push((alias, owner));
        }
    }

    fn set_critical(&mut self, value: ValueId) {
        let mut open = vec![value];
        while let Some(value) = open.pop() {
            if self.owners.contains(value) {
                continue;
            }
            self.owners.add(self.m, value, None);
            self.critical.push(value);
            if let Some(block) = self.m.value_block(value) {
                self.open.push((value, block));
            }
            for &slot in self.slots.into(value) {
                open.extend(self.slots.shared(slot));
            }
        }
    }
}

/// Whether a block, or the one around it in the region of `a`, is dominated by `a`. `O(depth)`.
pub(super) fn dominates(m: &Module, dominance: &Dominance, a: BlockId, b: BlockId) -> bool {
    let region = m.block_region(a);
    let mut at = Some(b);
    while let Some(block) = at {
        if m.block_region(block) == region {
            return dominance.block_dominates(a, block);
        }
        at = m.block_parent(block).and_then(|op| m.op_block(op));
    }
    false
}
