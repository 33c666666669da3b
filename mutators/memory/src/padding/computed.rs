//! Padded buffers whose inside is computed in place, by any operations.
//!
//! Bufferization in place, `split-buffers` and `write-into-parts` compute what is padded right in the padded buffer.
//! Then a buffer of its own takes the place of the inside, and what reads the padded buffer reads that one. It is
//! filled as the padded buffer was, unless the first operation that accesses the inside certainly overwrites all of it:
//! others may accumulate into the filled elements, or write only some of them.

use memplan_memory_model::{Access, LocalBuffer, Memory, Node, access_through, has_all_of};
use memplan_mlir::interfaces::{callee, is_view_like};
use memplan_mlir::layouts::row_major;
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{CloneMap, Module, OpId, ValueId};

use super::division::Division;
use super::{Inside, Operand, Padded, fills};
use crate::relayout::{Place, set_layout, viewed};
use crate::slices::buffer_like;

/// A buffer that is filled, and whose inside is computed by several operations, before others read all of it.
pub(super) fn computed(m: &Module, memory: &Memory, alloc: OpId) -> Option<Padded> {
    let buffer = m.result(alloc, 0)?;
    let view = only_subview(m, buffer)?;
    let at = Inside::new(m, view, buffer)?;
    let outer = m.ctx.shape(m.value_type(buffer))?;
    // The inside of a nested block would be another buffer in each execution.
    if m.op_block(view) != m.op_block(alloc) || at.sizes == outer {
        return None;
    }
    let local = LocalBuffer::new(m, memory, alloc)?;
    let nodes = local.home();
    let (first, rest) = nodes.split_first()?;
    let is_access = |node: &Node| node.access.only_reads_or_writes();
    let is_known = |op: OpId| callee(m, op).is_none() && m.semantics(op).kernel().is_some();
    let is_followed = local.late.is_empty()
        && nodes.iter().all(is_access)
        && local.uses.iter().all(|usage| is_known(usage.op))
        && fills(m, first.op, buffer);
    let reads_all = |node: &Node| m.operands(node.op).contains(&buffer);
    let n_writers = rest.iter().position(reads_all)?;
    let (writers, readers) = rest.split_at(n_writers);
    let first_writer = writers.first()?;
    let is_copied = matches!(writers, [only] if m.is_kernel(only.op, Kernel::Copy));
    if !is_followed || is_copied || readers.iter().any(|node| !node.access.only_reads()) {
        return None;
    }
    let mut divisions = Vec::new();
    for usage in local.uses.iter().filter(|usage| usage.op != first.op) {
        if m.operands(usage.op).get(usage.operand) == Some(&buffer) {
            divisions.push(Division::new(m, usage.op, buffer, outer, &at)?);
        }
    }
    let inside = places(m, view, &at)?;
    let is_inside = |view: &OpId| inside.iter().any(|usage| usage.0 == *view);
    if !local.views.iter().all(is_inside) {
        return None;
    }
    Some(Padded {
        alloc,
        buffer,
        fill: first.op,
        view,
        operand: Operand::Computed {
            keeps_fill: !overwrites(m, memory, &local, first_writer, view),
        },
        at,
        divisions,
    })
}

/// Whether an operation certainly writes all elements of a view and reads none of the buffer.
fn overwrites(m: &Module, memory: &Memory, local: &LocalBuffer, node: &Node, view: OpId) -> bool {
    let (&[index], Some(inside)) = (&node.uses[..], m.result(view, 0)) else {
        return false;
    };
    let only = local.uses[index as usize];
    let target = m.operands(only.op)[only.operand];
    only.op == node.op
        && has_all_of(m, target, inside)
        && access_through(m, memory, only.op, only.operand, true) == Access::OVERWRITE
}

/// The only subview among the operations that use a buffer.
fn only_subview(m: &Module, buffer: ValueId) -> Option<OpId> {
    let users = m.uses(buffer).map(|(user, _)| user);
    let mut views = users.filter(|&user| m.is_kernel(user, Kernel::Subview));
    let view = views.next()?;
    views.next().is_none().then_some(view)
}

/// The layouts of all views of the inside once it is a separate buffer. `None` if there are views of other kinds.
fn places(m: &Module, inside: OpId, at: &Inside) -> Option<Vec<(OpId, Place)>> {
    let own = Place {
        layout: row_major(&at.sizes)?,
        is_plain: true,
    };
    let mut places_found = vec![(inside, own)];
    let mut next = 0;
    while let Some((view, place)) = places_found.get(next).cloned() {
        let users = m.uses(m.result(view, 0)?).map(|(user, _)| user);
        for user in users.filter(|&user| is_view_like(m, user)) {
            places_found.push((user, viewed(m, user, &place)?));
        }
        next += 1;
    }
    Some(places_found)
}

/// Replaces the inside by a buffer of its own, filled as the padded one is if `keeps_fill`, and returns that buffer.
pub(super) fn separate(m: &mut Module, padded: &Padded, keeps_fill: bool) -> Option<ValueId> {
    // Computed again here, since dividing other operations may have created more views.
    for (view, place) in places(m, padded.view, &padded.at)? {
        set_layout(m, m.result(view, 0)?, &place);
    }
    let own = buffer_like(m, padded.alloc, padded.view, &padded.at.sizes)?;
    if keeps_fill {
        let mut map = CloneMap::default();
        map.map(padded.buffer, own);
        let fill = m.clone_op(padded.fill, &mut map);
        // Both come before all accesses to the inside; the later one also after the operands of the fill.
        let anchor = if m.is_before(padded.view, padded.fill) {
            padded.fill
        } else {
            padded.view
        };
        m.insert_before(anchor, fill);
    }
    m.replace_all_uses(m.result(padded.view, 0)?, own);
    Some(own)
}
