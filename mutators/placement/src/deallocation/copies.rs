//! Copies of buffers for critical values and for returned buffers that have another owner.

use std::ops::Range;

use memplan_mlir::interfaces::successor_operand_ranges;
use memplan_mlir::rewrite::split_edge;
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{
    AttrId, DYNAMIC, MemRefType, Module, OpId, OpSpec, StrId, TypeId, TypeKind, ValueId, names,
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::owners::Owners;
use super::slots::{Slot, Slots};

/// The operations that copy a buffer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Copies {
    /// `bufferization.clone`.
    #[default]
    Clone,
    /// `memref.alloc` with the sizes of the buffer, and `memref.copy`. Unranked buffers, and layouts that
    /// no new buffer can be cast to, are cloned.
    Alloc,
}

/// Inserts copies into a module.
#[derive(Debug)]
pub(super) struct Copier<'m> {
    pub(super) m: &'m mut Module,
    copies: Copies,
    done: FxHashSet<Slot>,
    /// Terminators with several successors, with the values that they originally passed to each.
    terminators: FxHashMap<OpId, (Vec<Range<usize>>, Vec<ValueId>)>,
    /// The terminators of the blocks that were inserted on edges, by the terminator and the successor index of the
    /// edge.
    split: FxHashMap<(OpId, usize), OpId>,
}

impl<'m> Copier<'m> {
    pub(super) fn new(m: &'m mut Module, copies: Copies) -> Self {
        Self {
            m,
            copies,
            done: FxHashSet::default(),
            terminators: FxHashMap::default(),
            split: FxHashMap::default(),
        }
    }

    /// Passes copies to critical values. Linear in their slots.
    pub(super) fn copy_into(&mut self, slots: &Slots, owners: &mut Owners, critical: &[ValueId]) {
        for &value in critical {
            for &slot in slots.into(value) {
                // One copy is enough for a slot that leads to the next iteration and out of the loop.
                if !self.done.insert(slot) {
                    continue;
                }
                let (op, operand, source) = self.on_edge(slot);
                if owners.contains(source) && self.is_copy_for(source, op) {
                    owners.moved.insert(source);
                } else {
                    self.copy_operand(op, operand, source);
                }
            }
        }
    }

    /// Returns the operation and the operand number of a slot, and the value that it passes on. Splits the edge of a
    /// terminator with several successors, since a copy before such a terminator would leak on the other edges.
    fn on_edge(&mut self, slot: Slot) -> (OpId, usize, ValueId) {
        let Slot { op, operand } = slot;
        let operand = operand as usize;
        if self.m.successors(op).len() < 2 {
            return (op, operand, self.m.operands(op)[operand]);
        }
        // Splitting an edge removes operands of the terminator, so keep the original ones.
        let (ranges, values) = self.terminators.entry(op).or_insert_with(|| {
            let ranges = successor_operand_ranges(self.m, op).unwrap_or_default();
            (ranges, self.m.operands(op).to_vec())
        });
        let source = values[operand];
        let successor = ranges.iter().position(|range| range.contains(&operand));
        let Some(successor) = successor else {
            return (op, operand, source);
        };
        let within = operand - ranges[successor].start;
        let branch = match self.split.get(&(op, successor)) {
            Some(&branch) => branch,
            None => {
                let branch = split_edge(self.m, op, successor);
                self.split.insert((op, successor), branch);
                branch
            }
        };
        (branch, within, source)
    }

    /// Whether a value is a copy that was made for one operand only, by an earlier run for example.
    fn is_copy_for(&self, value: ValueId, user: OpId) -> bool {
        let maker = self.m.defining_op(value);
        maker.is_some_and(|maker| {
            self.m.is_kernel(maker, Kernel::Clone)
                && self.m.op_block(maker) == self.m.op_block(user)
                && self.m.uses(value).nth(1).is_none()
        })
    }

    /// Replaces an operand by a copy of a buffer.
    pub(super) fn copy_operand(&mut self, op: OpId, operand: usize, source: ValueId) {
        let copy = match self.copies {
            Copies::Clone => None,
            Copies::Alloc => self.allocated_copy(op, source),
        };
        let copy = match copy {
            Some(copy) => copy,
            None => {
                let ty = self.m.value_type(source);
                self.value(op, "bufferization.clone", &[source], ty, &[])
            }
        };
        self.m.set_operand(op, operand, copy);
    }

    /// A new buffer of the same sizes, with a copy of the contents.
    fn allocated_copy(&mut self, before: OpId, source: ValueId) -> Option<ValueId> {
        let ty = self.m.value_type(source);
        let dense = dense_type(self.m, ty)?;
        let shape = dense.shape.clone();
        let dense = self.m.ctx.ty(TypeKind::MemRef(dense));
        let index = self.m.ctx.index_type();
        let mut sizes = Vec::new();
        for (dim, _) in (0..).zip(&shape).filter(|&(_, &size)| size == DYNAMIC) {
            let number = self.m.ctx.index_attr(dim);
            let props = [(names::VALUE, number)];
            let number = self.value(before, "arith.constant", &[], index, &props);
            sizes.push(self.value(before, "memref.dim", &[source, number], index, &[]));
        }
        let segments = self.m.ctx.i32_array(&[sizes.len() as i64, 0]);
        let segments = [(names::OPERAND_SEGMENT_SIZES, segments)];
        let mut copy = self.value(before, "memref.alloc", &sizes, dense, &segments);
        if dense != ty {
            copy = self.value(before, "memref.cast", &[copy], ty, &[]);
        }
        insert(self.m, before, "memref.copy", &[source, copy], &[], &[]);
        Some(copy)
    }

    fn value(
        &mut self,
        before: OpId,
        name: &str,
        operands: &[ValueId],
        ty: TypeId,
        props: &[(StrId, AttrId)],
    ) -> ValueId {
        let op = insert(self.m, before, name, operands, &[ty], props);
        self.m
            .result(op, 0)
            .unwrap_or_else(|| unreachable!("made with one result"))
    }
}

/// The type of a new buffer that can be cast to a ranked type.
fn dense_type(m: &Module, ty: TypeId) -> Option<MemRefType> {
    let TypeKind::MemRef(memref) = m.ctx.type_kind(ty) else {
        return None;
    };
    let dense = MemRefType {
        layout: None,
        ..memref.clone()
    };
    if memref.layout.is_none() {
        return Some(dense);
    }
    let (strides, offset) = m.ctx.memref_strides_offset(ty)?;
    let mut within = Some(1_i64);
    let mut fits = offset == DYNAMIC || offset == 0;
    for (&stride, &size) in strides.iter().zip(&*memref.shape).rev() {
        fits &= stride == DYNAMIC || Some(stride) == within;
        within = within.and_then(|n| (size != DYNAMIC).then(|| n.checked_mul(size))?);
    }
    fits.then_some(dense)
}

/// Makes an operation and puts it before another one, at its location.
pub(super) fn insert(
    m: &mut Module,
    before: OpId,
    name: &str,
    operands: &[ValueId],
    results: &[TypeId],
    props: &[(StrId, AttrId)],
) -> OpId {
    let name = m.ctx.op_name(name);
    let mut spec = OpSpec::new(name).operands(operands).results(results);
    for &(key, value) in props {
        spec = spec.prop(key, value);
    }
    m.create_before(before, spec)
}
