//! In-place changes: attributes, and positions of operations.

use super::module::{Module, ORDER_STRIDE, OpSpec, Place};
use super::{AttrId, AttrKind, BlockId, OpId, OpName, StrId, names};
use crate::dialects::Traits;
use memplan_support::Sort as _;

impl Module {
    /// Gives an operation another name, whose groups of operands and results have the same lengths.
    pub fn rename_op(&mut self, op: OpId, name: OpName) {
        self.ops[op.index()].name = name;
    }

    /// Sets an inherent attribute.
    pub fn set_prop(&mut self, op: OpId, name: StrId, attr: AttrId) {
        self.ops[op.index()].props.set(name, attr);
    }

    /// Removes an inherent attribute.
    pub fn remove_prop(&mut self, op: OpId, name: StrId) -> Option<AttrId> {
        self.ops[op.index()].props.remove(name)
    }

    /// Sets a discardable attribute.
    pub fn set_attr(&mut self, op: OpId, name: StrId, attr: AttrId) {
        self.ops[op.index()].attrs.set(name, attr);
    }

    /// Removes a discardable attribute.
    pub fn remove_attr(&mut self, op: OpId, name: StrId) -> Option<AttrId> {
        self.ops[op.index()].attrs.remove(name)
    }

    /// Sets an attribute of argument `index` of a function, or removes it.
    pub fn set_arg_attr(
        &mut self,
        function: OpId,
        index: usize,
        name: StrId,
        attr: Option<AttrId>,
    ) {
        let mut all = self.prop_elements(function, names::ARG_ATTRS).to_vec();
        if all.len() <= index && attr.is_none() {
            return;
        }
        let n_arguments = self
            .signature(function)
            .map_or(0, |(inputs, _)| inputs.len());
        let empty = self.ctx.attr(AttrKind::Dictionary(Box::default()));
        all.resize(n_arguments.max(index + 1), empty);
        let mut entries = match self.ctx.attr_kind(all[index]) {
            AttrKind::Dictionary(entries) => entries.to_vec(),
            _ => Vec::new(),
        };
        entries.retain(|entry| entry.0 != name);
        entries.extend(attr.map(|attr| (name, attr)));
        entries.sort_stable_by(|a, b| self.ctx.bytes(a.0).cmp(self.ctx.bytes(b.0)));
        all[index] = self.ctx.attr(AttrKind::Dictionary(entries.into()));
        if all.iter().all(|&attr| attr == empty) {
            self.remove_prop(function, names::ARG_ATTRS);
        } else {
            let all = self.ctx.attr(AttrKind::Array(all.into()));
            self.set_prop(function, names::ARG_ATTRS, all);
        }
    }

    /// Inserts a detached operation at the end of a block.
    pub fn insert_at_end(&mut self, block: BlockId, op: OpId) {
        let last = self.last_op(block);
        self.link_op(block, op, last, None);
    }

    /// Inserts a detached operation at the start of a block.
    pub fn insert_at_start(&mut self, block: BlockId, op: OpId) {
        let first = self.first_op(block);
        self.link_op(block, op, None, first);
    }

    /// Creates an operation before `anchor`, which is in a block, with the location of that.
    pub fn create_before(&mut self, anchor: OpId, spec: OpSpec) -> OpId {
        let spec = spec.located_at(self, anchor);
        let op = self.create_op(spec);
        self.insert_before(anchor, op);
        op
    }

    /// Inserts a detached operation before `anchor`, which is in a block.
    pub fn insert_before(&mut self, anchor: OpId, op: OpId) {
        if let Some(block) = self.op_block(anchor) {
            let prev = self.prev_op(anchor);
            self.link_op(block, op, prev, Some(anchor));
        }
    }

    /// Inserts a detached operation after `anchor`, which is in a block.
    pub fn insert_after(&mut self, anchor: OpId, op: OpId) {
        if let Some(block) = self.op_block(anchor) {
            let next = self.next_op(anchor);
            self.link_op(block, op, Some(anchor), next);
        }
    }

    fn link_op(&mut self, block: BlockId, op: OpId, prev: Option<OpId>, next: Option<OpId>) {
        match prev {
            Some(prev) => self.places[prev.index()].next = Some(op),
            None => self.blocks[block.index()].first = Some(op),
        }
        match next {
            Some(next) => self.places[next.index()].prev = Some(op),
            None => self.blocks[block.index()].last = Some(op),
        }
        let before = prev.map_or(0, |prev| self.places[prev.index()].order);
        let order = match next {
            None => before.checked_add(ORDER_STRIDE),
            Some(next) => {
                let after = self.places[next.index()].order;
                (after - before >= 2).then(|| before + (after - before) / 2)
            }
        };
        let place = &mut self.places[op.index()];
        place.block = Some(block);
        place.prev = prev;
        place.next = next;
        match order {
            Some(order) => place.order = order,
            None => self.make_room(op),
        }
    }

    /// Renumbers the operations around one that has no sequence number yet.
    ///
    /// Renumbers as few as possible: the window doubles until the surrounding numbers leave room. Repeated insertion
    /// at one position then costs amortised logarithmic time (Bender and others, "Two simplified algorithms for
    /// maintaining order in a list", ESA 2002), whereas renumbering the whole block would be quadratic.
    fn make_room(&mut self, op: OpId) {
        const SPARSE: u32 = 16;
        let (mut first, mut last) = (op, op);
        let (mut count, mut wanted) = (1_u32, SPARSE);
        loop {
            while count < wanted {
                let (prev, next) = (self.prev_op(first), self.next_op(last));
                first = prev.unwrap_or(first);
                last = next.unwrap_or(last);
                let n_new = u32::from(prev.is_some()) + u32::from(next.is_some());
                count += n_new;
                if n_new == 0 {
                    break;
                }
            }
            let (prev, next) = (self.prev_op(first), self.next_op(last));
            let low = prev.map_or(0, |prev| self.places[prev.index()].order);
            let high = next.map_or(u32::MAX, |next| self.places[next.index()].order);
            let stride = (high - low) / (count + 1);
            if stride < SPARSE && (prev.is_some() || next.is_some()) {
                wanted = wanted.saturating_mul(2);
                continue;
            }
            let stride = stride.clamp(1, ORDER_STRIDE);
            let mut order = low;
            let mut next = Some(first);
            for _ in 0..count {
                let Some(op) = next else { return };
                order += stride;
                self.places[op.index()].order = order;
                next = self.next_op(op);
            }
            return;
        }
    }

    /// Reorders the operations of a block, all of which must be listed once. Linear.
    pub fn reorder(&mut self, block: BlockId, ops: &[OpId]) {
        debug_assert!(ops.iter().all(|&op| self.op_block(op) == Some(block)));
        debug_assert_eq!(ops.len(), self.ops(block).count());
        let room = u32::try_from(ops.len()).map_or(1, |n| u32::MAX / (n + 1));
        let stride = room.clamp(1, ORDER_STRIDE);
        let (mut prev, mut order) = (None, 0);
        for (at, &op) in ops.iter().enumerate() {
            order += stride;
            let place = &mut self.places[op.index()];
            place.prev = prev;
            place.next = ops.get(at + 1).copied();
            place.order = order;
            prev = Some(op);
        }
        let block = &mut self.blocks[block.index()];
        block.first = ops.first().copied();
        block.last = prev;
    }

    /// Removes an operation from its block, with its contents.
    pub fn detach(&mut self, op: OpId) {
        let Place {
            block, prev, next, ..
        } = self.places[op.index()];
        let Some(block) = block else { return };
        match prev {
            Some(prev) => self.places[prev.index()].next = next,
            None => self.blocks[block.index()].first = next,
        }
        match next {
            Some(next) => self.places[next.index()].prev = prev,
            None => self.blocks[block.index()].last = prev,
        }
        let place = &mut self.places[op.index()];
        place.block = None;
        place.prev = None;
        place.next = None;
    }

    /// Removes an operation from its block and drops it with everything in its regions. Its results must have no uses
    /// outside it.
    pub fn erase(&mut self, op: OpId) {
        self.detach(op);
        let inside: Vec<OpId> = self.walk(op).collect();
        for &op in &inside {
            self.drop_operands(op);
        }
        for &op in &inside {
            debug_assert!(self.results(op).all(|value| self.is_unused(value)));
            self.ops[op.index()].is_erased = true;
        }
    }

    /// Whether an operation was erased.
    pub fn is_erased(&self, op: OpId) -> bool {
        self.ops[op.index()].is_erased
    }

    /// Top-level and nested operations with the given trait, in order.
    pub fn ops_with_trait(&self, traits: Traits) -> Vec<OpId> {
        self.walk(self.root)
            .filter(|&op| self.has_trait(op, traits))
            .collect()
    }

    /// Elements of an array attribute among the inherent attributes; empty when absent.
    pub fn prop_elements(&self, op: OpId, name: StrId) -> &[AttrId] {
        match self.prop(op, name).map(|attr| self.ctx.attr_kind(attr)) {
            Some(AttrKind::Array(elements)) => elements,
            _ => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::ir::{Module, OpId, OpSpec};

    #[test]
    fn a_block_is_put_into_another_order() {
        let mut m = Module::new();
        let block = m.body().unwrap();
        let name = m.ctx.op_name("test.op");
        let mut ops: Vec<OpId> = (0..5).map(|_| m.create_op(OpSpec::new(name))).collect();
        for &op in &ops {
            m.insert_at_end(block, op);
        }
        ops.rotate_left(2);
        ops.swap(0, 1);
        m.reorder(block, &ops);
        assert_eq!(m.ops(block).collect::<Vec<_>>(), ops);
        assert_eq!(
            (m.first_op(block), m.last_op(block)),
            (ops.first().copied(), ops.last().copied())
        );
        assert_eq!(m.prev_op(ops[3]), Some(ops[2]));
        assert!(ops.windows(2).all(|pair| m.is_before(pair[0], pair[1])));
    }

    /// Positions stay ordered for all insertion patterns: before an operation, after it, and between the two that
    /// were inserted last.
    #[test]
    fn positions_are_in_order_wherever_operations_go() {
        for way in 0..4 {
            let mut m = Module::new();
            let block = m.body().unwrap();
            let name = m.ctx.op_name("test.op");
            let mut fixed: Vec<OpId> = (0..40).map(|_| m.create_op(OpSpec::new(name))).collect();
            for &op in &fixed {
                m.insert_at_end(block, op);
            }
            for number in 0..3000_usize {
                let op = m.create_op(OpSpec::new(name));
                match way {
                    0 => m.insert_before(fixed[39], op),
                    1 => m.insert_after(fixed[0], op),
                    2 if number % 2 == 0 => m.insert_before(fixed[20], op),
                    2 => m.insert_after(fixed[20], op),
                    _ => {
                        m.insert_before(fixed[20], op);
                        if number % 3 == 0 {
                            fixed[20] = op;
                        }
                    }
                }
            }
            let all: Vec<OpId> = m.ops(block).collect();
            assert_eq!(all.len(), 3040);
            for pair in all.windows(2) {
                assert!(m.is_before(pair[0], pair[1]) && !m.is_before(pair[1], pair[0]));
            }
        }
    }
}
