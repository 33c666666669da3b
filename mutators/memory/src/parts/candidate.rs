//! Decides which temporary buffers may be placed in the part of another buffer that their contents are written to.

use memplan_memory_model::{
    Access, Area, LocalBuffer, Memory, Node, ObjectId, ObjectKind, is_placeable, overwritten,
};
use memplan_mlir::interfaces::is_manually_freed;
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{BlockId, Module, OpId, ValueId};
use rustc_hash::FxHashMap;

use super::views::Layouts;
use crate::elementwise::point_map;

/// How many parts are tried for one temporary.
const MAX_PARTS: usize = 8;

/// How many operations may have to move for a part to exist before its first use.
const MAX_MOVED: usize = 64;

/// A temporary that may be replaced by the part.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    /// The operation that writes the contents of the temporary, or an elementwise function of them, to the part.
    pub(super) op: OpId,
    pub(super) part: ValueId,
    pub(super) layouts: Layouts,
    /// The objects of the temporary and of the buffer with the part.
    pub(super) inner: ObjectId,
    pub(super) outer: ObjectId,
    pub(super) area: Option<Area>,
    /// The operation before which the part must exist.
    pub(super) anchor: OpId,
    /// Fills of the buffer after the anchor, which have to move to it, too.
    pub(super) fills: Vec<OpId>,
}

/// The operations of a block that access an object, in order, and whether they write it.
pub(super) type Accesses = FxHashMap<(BlockId, ObjectId), Vec<(OpId, bool)>>;

/// Analyses of the program.
pub(super) struct Facts<'a> {
    pub(super) m: &'a Module,
    pub(super) memory: &'a Memory,
    pub(super) accesses: &'a Accesses,
}

impl Facts<'_> {
    /// The parts that may replace a buffer.
    pub(super) fn candidates(&self, temporary: &LocalBuffer) -> Vec<Candidate> {
        let m = self.m;
        let is_hidden = !temporary.late.is_empty()
            || temporary.is_captured()
            || temporary
                .uses
                .iter()
                .any(|usage| usage.access == Access::FREE);
        if is_hidden
            || !temporary
                .uses
                .iter()
                .all(|usage| takes_strides(m, usage.op))
        {
            return Vec::new();
        }
        let writes = writes_parts(m, temporary).into_iter();
        let all = writes.filter_map(|write| self.candidate(temporary, write));
        all.collect()
    }

    fn candidate(
        &self,
        temporary: &LocalBuffer,
        Write {
            op,
            operand,
            replaced,
        }: Write,
    ) -> Option<Candidate> {
        let m = self.m;
        let block = m.op_block(temporary.alloc)?;
        let part = m.operands(op)[operand];
        let outer = self.only_object(part)?;
        let inner = self.only_object(temporary.buffer)?;
        let base = self.memory.object(outer).value?;
        let is_own = m
            .defining_op(base)
            .is_some_and(|alloc| m.op_block(alloc) == Some(block) && !is_manually_freed(m, alloc));
        let facts = self.memory.object(outer);
        let is_plain = facts.kind == ObjectKind::Heap && !facts.is_exposed();
        if !is_own || !is_plain || inner == outer {
            return None;
        }
        let mut candidate = Candidate {
            op,
            part,
            layouts: Layouts::new(m, temporary, replaced, part)?,
            inner,
            outer,
            area: Area::new(m, part, base),
            anchor: anchor(m, temporary, block)?,
            fills: Vec::new(),
        };
        let is_free =
            candidate.anchor != op && self.is_free(&mut candidate, temporary, block, operand, base);
        let is_movable = |value| can_move(m, value, candidate.anchor);
        let is_there = is_movable(part)
            && candidate.fills.iter().all(|&fill| {
                let mut used = m.walk(fill).flat_map(|inner| m.operands(inner));
                used.all(|&value| is_movable(value))
            });
        (is_free && is_there).then_some(candidate)
    }

    /// The object that a value denotes, if it is only one that is known.
    fn only_object(&self, value: ValueId) -> Option<ObjectId> {
        let denoted = self.memory.denoted(value);
        let mut objects = denoted.objects();
        let (object, None, false) = (objects.next()?, objects.next(), denoted.may_be_other) else {
            return None;
        };
        Some(object)
    }

    /// Whether nothing else accesses the part while the temporary is used before the operation, and nothing changes it
    /// while the temporary is read after the operation. Finds the fills that have to move.
    fn is_free(
        &self,
        candidate: &mut Candidate,
        temporary: &LocalBuffer,
        block: BlockId,
        operand: usize,
        base: ValueId,
    ) -> bool {
        let m = self.m;
        let area = candidate.area.clone();
        let is_apart = |op: OpId, except: Option<usize>| {
            self.is_apart(op, except, candidate.outer, base, area.as_ref())
        };
        let last = temporary.home().last().map_or(candidate.op, |node| node.op);
        let mut is_used = false;
        let all = self.accesses.get(&(block, candidate.outer));
        for &(op, writes) in all.into_iter().flatten() {
            if m.is_before(op, candidate.anchor) || m.is_before(last, op) {
                continue;
            }
            if op == candidate.op {
                if !is_apart(op, Some(operand)) {
                    return false;
                }
                continue;
            }
            let is_after = m.is_before(candidate.op, op);
            if is_apart(op, None) || (is_after && !writes) {
                is_used |= !is_after;
            } else if !is_after && !is_used && self.is_constant_fill(op, candidate.outer) {
                candidate.fills.push(op);
            } else {
                return false;
            }
        }
        true
    }

    /// Whether all accesses of an operation to a buffer, except for one operand, are outside of an area.
    fn is_apart(
        &self,
        op: OpId,
        except: Option<usize>,
        object: ObjectId,
        base: ValueId,
        area: Option<&Area>,
    ) -> bool {
        let m = self.m;
        m.walk(op).all(|inner| {
            let operands = m.operands(inner).iter().enumerate();
            let mut others = operands.filter(|&(at, _)| inner != op || Some(at) != except);
            others.all(|(_, &value)| {
                let mut objects = self.memory.denoted(value).objects();
                !m.is_memref(value)
                    || objects.all(|denoted| denoted != object)
                    || area
                        .zip(Area::new(m, value, base))
                        .is_some_and(|(a, b)| a.is_apart_from(&b))
            })
        })
    }

    /// Whether an operation writes values to a buffer that it does not read from memory, and does nothing else.
    fn is_constant_fill(&self, op: OpId, object: ObjectId) -> bool {
        let m = self.m;
        let kernel = m.semantics(op).kernel();
        let is_fill = matches!(kernel, Some(Kernel::Fill | Kernel::Map | Kernel::Generic));
        let mut buffers = m.operands(op).iter().filter(|&&value| m.is_memref(value));
        let target = buffers.next();
        let touched = self.memory.touched(m, op);
        is_fill
            && buffers.next().is_none()
            && target.is_some_and(|&target| overwritten(m, op)[..] == [target])
            && !touched.is_ordered
            && touched
                .accesses
                .iter()
                .all(|at| at.object == object && !at.access.reads())
    }
}

/// The operations that move the contents of a buffer to another one, and the operands that they write: copies, or an
/// elementwise operation that is the last access. After them, the buffer is only read.
fn writes_parts(m: &Module, temporary: &LocalBuffer) -> Vec<Write> {
    let nodes = temporary.home();
    let is_read = |node: &Node| node.access.only_reads();
    let n_reads = nodes.iter().rev().take_while(|node| is_read(node)).count();
    let last = nodes.len().checked_sub(1);
    let reads = nodes.iter().enumerate().skip(nodes.len() - n_reads);
    let reads = reads.filter(|&(at, node)| Some(at) == last || m.is_kernel(node.op, Kernel::Copy));
    let writes = reads.filter_map(|(_, node)| written_operand(m, temporary, node));
    writes.take(MAX_PARTS).collect()
}

/// An operation that writes what a buffer holds to another one.
#[derive(Clone, Copy, Debug)]
struct Write {
    op: OpId,
    /// The number of the written operand.
    operand: usize,
    /// The value that is read: the buffer, or a view that is copied.
    replaced: ValueId,
}

fn written_operand(m: &Module, temporary: &LocalBuffer, node: &Node) -> Option<Write> {
    let (op, is_copy) = (node.op, m.is_kernel(node.op, Kernel::Copy));
    let uses = || {
        node.uses
            .iter()
            .map(|&index| temporary.uses[index as usize])
    };
    let [written] = overwritten(m, op)[..] else {
        return None;
    };
    let operand = m
        .operands(op)
        .iter()
        .position(|&operand| operand == written)?;
    let map = point_map(m, op, operand)?;
    let replaced = m.operands(op)[uses().next()?.operand];
    let is_same = uses().all(|usage| {
        usage.op == op
            && m.operands(op)[usage.operand] == replaced
            && (is_copy || replaced == temporary.buffer)
            && point_map(m, op, usage.operand).as_ref() == Some(&map)
    });
    is_same.then_some(Write {
        op,
        operand,
        replaced,
    })
}

/// Whether an operation works with buffers of any strides.
fn takes_strides(m: &Module, op: OpId) -> bool {
    matches!(
        m.semantics(op).kernel(),
        Some(
            Kernel::Structured
                | Kernel::Generic
                | Kernel::Fill
                | Kernel::Map
                | Kernel::Reduce
                | Kernel::Broadcast
                | Kernel::Permute
                | Kernel::Copy
                | Kernel::Load
                | Kernel::Store
        )
    )
}

/// The first operation of a block that uses a buffer or is a view of it.
fn anchor(m: &Module, temporary: &LocalBuffer, block: BlockId) -> Option<OpId> {
    let first = temporary.home().first()?.op;
    let views = temporary.views.iter();
    let views = views.filter_map(|&view| m.ancestor_in_block(block, view));
    Some(views.fold(first, |first, view| {
        if m.is_before(view, first) {
            view
        } else {
            first
        }
    }))
}

/// Whether a value exists before an operation, or can be made there.
fn can_move(m: &Module, value: ValueId, anchor: OpId) -> bool {
    let mut open = vec![value];
    let mut n_moved = 0;
    while let Some(value) = open.pop() {
        let Some(op) = m.defining_op(value).filter(|&op| is_late(m, op, anchor)) else {
            continue;
        };
        n_moved += 1;
        if n_moved > MAX_MOVED || !is_placeable(m, op) {
            return false;
        }
        open.extend_from_slice(m.operands(op));
    }
    true
}

/// Whether an operation is in the block of `anchor` and does not precede it.
pub(super) fn is_late(m: &Module, op: OpId, anchor: OpId) -> bool {
    m.op_block(op) == m.op_block(anchor) && !m.is_before(op, anchor)
}
