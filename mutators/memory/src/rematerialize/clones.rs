//! Recomputes buffers before their readers after a position.

use memplan_mlir::{CloneMap, Module, OpId, ValueId};
use memplan_support::Sort;
use rustc_hash::FxHashMap;

use super::buffers::{Buffers, Use};
use super::cut::Again;

struct Clones<'a> {
    m: &'a mut Module,
    buffers: &'a Buffers,
    again: &'a Again,
    /// From values of the old buffers to those of the new ones.
    new: FxHashMap<ValueId, ValueId>,
}

/// Gives the readers after a position recomputed buffers, each before its first reader. Erases buffers that are no
/// longer read.
pub(super) fn compute_again(m: &mut Module, buffers: &Buffers, again: &Again, after: u32) {
    let mut uses: Vec<(u32, Use)> = Vec::new();
    for &number in &again.needed {
        let late = buffers.list[number as usize].uses.iter();
        uses.extend(
            late.filter(|usage| usage.at > after)
                .map(|&usage| (number, usage)),
        );
    }
    compute_again_for(m, buffers, again, uses);
}

/// Gives some readers recomputed buffers, of which each has the number. Erases buffers that are no longer read.
pub(crate) fn compute_again_for(
    m: &mut Module,
    buffers: &Buffers,
    again: &Again,
    mut uses: Vec<(u32, Use)>,
) {
    // Later readers reuse the clone that was made for the first one, so it must dominate them.
    uses.sort_stable_by_key(|(number, usage)| (usage.at, *number));
    let mut clones = Clones {
        m,
        buffers,
        again,
        new: FxHashMap::default(),
    };
    for (number, usage) in uses {
        clones.make(number, usage.node);
        let old = clones.m.operands(usage.user)[usage.operand];
        let new = clones.value(old, usage.node);
        clones.m.set_operand(usage.user, usage.operand, new);
    }
    for number in again
        .closure(buffers, again.needed.iter().copied())
        .into_iter()
        .rev()
    {
        erase_if_unread(m, buffers, number);
    }
}

impl Clones<'_> {
    /// Recomputes a buffer and its sources before an operation, unless they exist already.
    fn make(&mut self, number: u32, before: OpId) {
        for number in self.again.closure(self.buffers, [number]) {
            let buffer = &self.buffers.list[number as usize];
            if self.new.contains_key(&buffer.values[0]) {
                continue;
            }
            let alloc = self.m.clone_op(buffer.alloc, &mut CloneMap::default());
            self.m.insert_before(before, alloc);
            if let Some(new) = self.m.result(alloc, 0) {
                self.new.insert(buffer.values[0], new);
            }
            for &writer in &buffer.writers {
                let used: Vec<ValueId> = self
                    .m
                    .walk(writer)
                    .flat_map(|inner| self.m.operands(inner).to_vec())
                    .collect();
                let mut map = CloneMap::default();
                for value in used {
                    let of = self.buffers.of.get(&value);
                    if of.is_some_and(|of| self.again.all.contains(of)) {
                        let new = self.value(value, before);
                        map.map(value, new);
                    }
                }
                let copy = self.m.clone_op(writer, &mut map);
                self.m.insert_before(before, copy);
            }
        }
    }

    /// The value of a new buffer that corresponds to one of the old; a view is made before an operation.
    fn value(&mut self, old: ValueId, before: OpId) -> ValueId {
        let mut chain = Vec::new();
        let mut at = old;
        let mut new = loop {
            if let Some(&new) = self.new.get(&at) {
                break new;
            }
            let Some(view) = self.m.defining_op(at) else {
                return old;
            };
            let mut operands = self.m.operands(view).iter();
            let Some(&source) = operands.find(|&&operand| self.m.is_memref(operand)) else {
                return old;
            };
            chain.push((view, source, at));
            at = source;
        };
        while let Some((view, source, value)) = chain.pop() {
            let mut map = CloneMap::default();
            map.map(source, new);
            let copy = self.m.clone_op(view, &mut map);
            self.m.insert_before(before, copy);
            new = map.value(value);
            self.new.insert(value, new);
        }
        new
    }
}

/// Erases a buffer with its writers if nothing else uses it.
fn erase_if_unread(m: &mut Module, buffers: &Buffers, number: u32) {
    let buffer = &buffers.list[number as usize];
    let is_own = |user: OpId| {
        let writes = |&writer: &OpId| m.encloses(writer, user);
        let views = m
            .results(user)
            .any(|result| buffer.values.contains(&result));
        views || buffer.writers.iter().any(writes)
    };
    let mut values = buffer.values.iter();
    if !values.all(|&value| m.uses(value).all(|(user, _)| is_own(user))) {
        return;
    }
    for &writer in &buffer.writers {
        m.erase(writer);
    }
    for &value in buffer.values.iter().rev() {
        if let Some(op) = m.defining_op(value) {
            m.erase(op);
        }
    }
}
