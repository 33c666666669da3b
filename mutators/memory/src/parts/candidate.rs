//! Which temporary buffer may live in the part of another one that its contents go to.

use memplan_mlir::interfaces::is_manually_freed;
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{BlockId, DYNAMIC, Module, OpId, TypeKind, ValueId, names};
use rustc_hash::FxHashMap;

use super::area::Area;
use crate::accesses::{Memory, ObjectId, ObjectKind};
use crate::elementwise::point_map;
use crate::local_buffer::{Access, LocalBuffer, Node, is_placeable};
use crate::whole::overwritten;

/// How many operations may have to move for a part to exist before its first use.
const MAX_MOVED: usize = 64;

/// A temporary that may be replaced by the part.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    /// The operation that writes the contents of the temporary, or an elementwise function of them, to the part.
    pub(super) op: OpId,
    pub(super) part: ValueId,
    /// The objects of the temporary and of the buffer with the part.
    pub(super) inner: ObjectId,
    pub(super) outer: ObjectId,
    pub(super) area: Option<Area>,
    /// The operation in front of which the part must exist.
    pub(super) anchor: OpId,
    /// What fills the buffer behind it, and has to move there, too.
    pub(super) fills: Vec<OpId>,
}

/// The operations of a block that access an object, in order, and whether they write it.
pub(super) type Accesses = FxHashMap<(BlockId, ObjectId), Vec<(OpId, bool)>>;

/// What is known of the program.
pub(super) struct Facts<'a> {
    pub(super) m: &'a Module,
    pub(super) memory: &'a Memory,
    pub(super) accesses: &'a Accesses,
}

impl Facts<'_> {
    /// The candidate that replaces a buffer.
    pub(super) fn candidate(&self, temporary: &LocalBuffer) -> Option<Candidate> {
        let m = self.m;
        let block = m.op_block(temporary.alloc)?;
        let is_hidden = !temporary.late.is_empty()
            || temporary.has_opaque_use()
            || temporary.uses.iter().any(|it| it.access == Access::Free);
        if is_hidden || !temporary.uses.iter().all(|it| takes_strides(m, it.op)) {
            return None;
        }
        let (op, operand) = writes_part(m, temporary)?;
        let part = m.operands(op)[operand];
        let outer = self.only_object(part)?;
        let inner = self.only_object(temporary.buffer)?;
        let base = self.memory.object(outer).value?;
        let is_own = m
            .defining_op(base)
            .is_some_and(|alloc| m.op_block(alloc) == Some(block) && !is_manually_freed(m, alloc));
        let facts = self.memory.object(outer);
        let is_plain = facts.kind == ObjectKind::Heap && !facts.is_exposed;
        if !is_own || !is_plain || inner == outer || !fits(m, temporary, part) {
            return None;
        }
        let mut found = Candidate {
            op,
            part,
            inner,
            outer,
            area: Area::new(m, part, base),
            anchor: anchor(m, temporary, block)?,
            fills: Vec::new(),
        };
        let is_free =
            found.anchor != op && self.is_free(&mut found, (temporary, block), (operand, base));
        let is_movable = |value| can_move(m, value, found.anchor);
        let is_there = is_movable(part)
            && found.fills.iter().all(|&fill| {
                let mut used = m.walk(fill).flat_map(|inner| m.operands(inner));
                used.all(|&value| is_movable(value))
            });
        (is_free && is_there).then_some(found)
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
    /// while the temporary is read behind. Finds the fills that have to move.
    fn is_free(
        &self,
        found: &mut Candidate,
        (temporary, block): (&LocalBuffer, BlockId),
        (operand, base): (usize, ValueId),
    ) -> bool {
        let m = self.m;
        let area = found.area.clone();
        let is_apart = |op: OpId, except: Option<usize>| {
            self.is_apart(op, except, (found.outer, base, area.as_ref()))
        };
        let last = temporary.home().last().map_or(found.op, |node| node.op);
        let mut is_used = false;
        let all = self.accesses.get(&(block, found.outer));
        for &(op, writes) in all.into_iter().flatten() {
            if m.is_before(op, found.anchor) || m.is_before(last, op) {
                continue;
            }
            if op == found.op {
                if !is_apart(op, Some(operand)) {
                    return false;
                }
                continue;
            }
            let is_behind = m.is_before(found.op, op);
            if is_apart(op, None) || (is_behind && !writes) {
                is_used |= !is_behind;
            } else if !is_behind && !is_used && self.is_constant_fill(op, found.outer) {
                found.fills.push(op);
            } else {
                return false;
            }
        }
        true
    }

    /// Whether all that an operation accesses of a buffer is outside of an area, but for one operand.
    fn is_apart(
        &self,
        op: OpId,
        except: Option<usize>,
        (object, base, area): (ObjectId, ValueId, Option<&Area>),
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
                .all(|it| it.object == object && !it.reads)
    }
}

/// The operation that writes what a buffer holds to another one, and the operand that it writes: the only copy, or the
/// last access, an elementwise operation.
fn writes_part(m: &Module, temporary: &LocalBuffer) -> Option<(OpId, usize)> {
    let nodes = temporary.home();
    let is_direct = |node: &&Node| {
        let mut uses = node.uses.iter();
        node.access == Access::Read
            && uses.all(|&index| temporary.uses[index as usize].op == node.op)
    };
    let mut copies = nodes
        .iter()
        .filter(|node| m.is_kernel(node.op, Kernel::Copy));
    let copy = copies.next().filter(|_| copies.next().is_none());
    let copy = copy.filter(|copy| {
        let behind = nodes.iter().skip_while(|node| node.op != copy.op);
        behind.into_iter().all(|node| node.access == Access::Read)
    });
    let node = copy.or(nodes.last()).filter(is_direct)?;
    let [written] = overwritten(m, node.op)[..] else {
        return None;
    };
    let operand = m.operands(node.op).iter().position(|&it| it == written)?;
    let map = point_map(m, node.op, operand)?;
    let mut uses = node
        .uses
        .iter()
        .map(|&index| temporary.uses[index as usize]);
    let is_same = uses.all(|it| {
        m.operands(node.op)[it.operand] == temporary.buffer
            && point_map(m, node.op, it.operand).as_ref() == Some(&map)
    });
    is_same.then_some((node.op, operand))
}

/// Whether a part has the type of a buffer but for a static strided layout, and the views of the buffer have types as views
/// of the part.
fn fits(m: &Module, temporary: &LocalBuffer, part: ValueId) -> bool {
    let (TypeKind::MemRef(own), TypeKind::MemRef(of_part)) =
        (m.value_type_kind(temporary.buffer), m.value_type_kind(part))
    else {
        return false;
    };
    let strides = m.ctx.memref_strides_offset(m.value_type(part));
    own.layout.is_none()
        && own.shape == of_part.shape
        && own.element == of_part.element
        && own.space == of_part.space
        && strides.is_some_and(|(strides, _)| !strides.contains(&DYNAMIC))
        && temporary.views.iter().all(|&view| {
            let result = m.result(view, 0);
            let rank = |value| m.ctx.shape(m.value_type(value)).map(<[i64]>::len);
            m.is_kernel(view, Kernel::Subview)
                && m.operands(view) == [temporary.buffer]
                && result.is_some_and(|result| rank(result) == Some(own.shape.len()))
                && viewed_layout(m, view, part).is_some()
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
    Some(
        views.fold(first, |first, view| match m.is_before(view, first) {
            true => view,
            false => first,
        }),
    )
}

/// Whether a value exists in front of an operation, or can be made there.
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

/// Whether an operation is in the block of another one, not in front of it.
pub(super) fn is_late(m: &Module, op: OpId, anchor: OpId) -> bool {
    m.op_block(op) == m.op_block(anchor) && !m.is_before(op, anchor)
}

/// Strides and offset of a static subview of a dense buffer, if it is one of a part instead.
pub(super) fn viewed_layout(m: &Module, view: OpId, part: ValueId) -> Option<(Vec<i64>, i64)> {
    let (of_part, mut offset) = m.ctx.memref_strides_offset(m.value_type(part))?;
    let (mut offsets, steps) = (
        m.prop_array(view, names::STATIC_OFFSETS).iter(),
        m.prop_array(view, names::STATIC_STRIDES).iter(),
    );
    for stride in &of_part {
        let distance = offsets.next()?.checked_mul(*stride)?;
        if offset != DYNAMIC {
            offset = offset.checked_add(distance)?;
        }
    }
    let strides = steps.zip(&of_part);
    let strides: Option<Vec<i64>> = strides.map(|(step, of)| step.checked_mul(*of)).collect();
    Some((strides?, offset))
}
