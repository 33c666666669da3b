//! `compute-in-place`: lets elementwise operations write over an operand that nothing reads any more.
//!
//! An operation whose loops read an element of one buffer and write the same element of another, whose contents begin
//! there, needs only one of the two if the first is not used after it. The buffer of the operand takes the place of the
//! output from there on. A `memref.copy` between two such buffers is erased.
//!
//! - Both buffers are allocated in the block of the operation, alike: same type, sizes and attributes. Where all their
//!   uses are known, their shapes may differ, if both have the elements in the same order: the output becomes a view.
//! - The operand has no aliases other than views, and only operands of the operation that are read at the same points
//!   are views of it.
//! - The output may get aliases after the operation: it may be returned, for example.
//!
//! At the operation, the load falls by the size of the buffer; elsewhere, it stays. Buffers that are shared keep
//! operations in order, so `schedule-for-memory` comes first.

use memplan_memory_model::{Access, LocalBuffer, has_all_of};
use memplan_mlir::interfaces::viewed_buffer;
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{AffineMap, Module, OpId, TypeKind, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::analyses::Analyses;
use crate::elementwise::point_map;
use crate::reshape::{is_same_element, view_as};
use crate::rewrite::Rewrite;

/// The pass `compute-in-place`.
pub const COMPUTE_IN_PLACE: Rewrite = Rewrite {
    name: "compute-in-place",
    summary: "Lets elementwise operations write over an operand that is not read again.",
    cost: "near-linear in the uses of buffers, times the depth of their nesting",
    rewrite: join_in_rounds,
};

/// Lets elementwise operations below `root` write over an operand that nothing reads any more. Returns whether there
/// were any.
pub fn compute_in_place(m: &mut Module, root: OpId) -> bool {
    join_in_rounds(m, root, &mut Analyses::default())
}

fn join_in_rounds(m: &mut Module, root: OpId, analyses: &mut Analyses) -> bool {
    let mut has_changed = false;
    loop {
        let joined = join_all(m, root, analyses);
        has_changed |= !joined.is_empty();
        if !joined.is_empty() {
            analyses.forget();
        }
        // Without the erased copy, its source may die earlier, which may allow further joins.
        if !joined.into_iter().any(|op| m.is_erased(op)) {
            return has_changed;
        }
    }
}

/// Joins the operands and outputs of all operations that allow it at once. Returns the operations.
fn join_all(m: &mut Module, root: OpId, analyses: &Analyses) -> Vec<OpId> {
    let list = analyses.local_buffers(m).iter();
    let list: Vec<&LocalBuffer> = list
        .filter(|buffer| m.encloses(root, buffer.alloc))
        .collect();
    let by_buffer: FxHashMap<ValueId, usize> = (0..list.len())
        .map(|number| (list[number].buffer, number))
        .collect();
    let mut is_taken = FxHashSet::default();
    let mut links = Vec::new();
    for (number, output) in list.iter().enumerate() {
        let link = operand_for(m, &list, &by_buffer, output, &is_taken);
        if let Some((op, operand)) = link {
            is_taken.insert(operand);
            links.push((op, operand, number));
        }
    }
    let mut place: Vec<usize> = (0..list.len()).collect();
    for &(_, operand, output) in &links {
        place[output] = operand;
    }
    for &(op, operand, output) in &links {
        let mut first = output;
        while place[first] != first {
            place[first] = place[place[first]];
            first = place[first];
        }
        join(m, op, list[operand], list[output], list[first].buffer);
    }
    links.into_iter().map(|link| link.0).collect()
}

/// The operation that begins the contents of a buffer, and the buffer that it can write over instead.
fn operand_for(
    m: &Module,
    list: &[&LocalBuffer],
    by_buffer: &FxHashMap<ValueId, usize>,
    output: &LocalBuffer,
    is_taken: &FxHashSet<usize>,
) -> Option<(OpId, usize)> {
    let first = output.home().first()?;
    let [written] = first.uses[..] else {
        return None;
    };
    let written = output.uses[written as usize];
    if first.access != Access::OVERWRITE || written.op != first.op {
        return None;
    }
    let (op, home) = (first.op, m.op_block(output.alloc));
    let operands = (0..m.operands(op).len()).filter(|&at| at != written.operand);
    let mut dying = operands.filter_map(|at| {
        let buffer = viewed_buffer(m, m.operands(op)[at]);
        let &number = by_buffer.get(&buffer)?;
        let operand = list[number];
        let is_free = !is_taken.contains(&number) && m.op_block(operand.alloc) == home;
        (is_free
            && are_alike(m, operand, output)
            && dies_at(m, operand, op, written.operand, output))
        .then_some(number)
    });
    dying.next().map(|number| (op, number))
}

/// Whether two allocations have the same size and alignment, and the same type except for the shape. Where the shapes
/// differ, all uses of the second must be known, as it becomes a view.
fn are_alike(m: &Module, a: &LocalBuffer, b: &LocalBuffer) -> bool {
    let ([from, to], a_op, b_op) = (
        [a, b].map(|local| m.value_type(local.buffer)),
        a.alloc,
        b.alloc,
    );
    let has_same_elements = || match (m.ctx.type_kind(from), m.ctx.type_kind(to)) {
        (TypeKind::MemRef(a), TypeKind::MemRef(b)) => {
            let is_plain = a.layout.is_none() && b.layout.is_none();
            let n = m.ctx.n_elements(from).filter(|&n| n > 0 && is_plain);
            let is_one_type = a.element == b.element && a.space == b.space;
            let have_dims = !a.shape.is_empty() && !b.shape.is_empty();
            is_one_type && have_dims && n.is_some() && n == m.ctx.n_elements(to)
        }
        _ => false,
    };
    a_op != b_op
        && m.op_name(a_op) == m.op_name(b_op)
        && m.operands(a_op) == m.operands(b_op)
        && m.props(a_op) == m.props(b_op)
        && m.attrs(a_op) == m.attrs(b_op)
        && (from == to || (!b.is_captured() && has_same_elements()))
}

/// Whether the last accesses to a buffer are reads of an operation, of the very element that it then writes to an
/// output.
fn dies_at(
    m: &Module,
    buffer: &LocalBuffer,
    op: OpId,
    output: usize,
    of_output: &LocalBuffer,
) -> bool {
    let is_hidden = !buffer.late.is_empty() || buffer.is_captured();
    let mut nodes = buffer.home().iter().rev();
    let last = nodes.find(|node| node.access != Access::FREE);
    let Some(last) = last.filter(|last| !is_hidden && last.op == op) else {
        return false;
    };
    let n_frees = buffer
        .uses
        .iter()
        .filter(|usage| usage.access == Access::FREE);
    let is_freed_here = n_frees.count() == usize::from(buffer.free_at_home().is_some());
    let written = m.operands(op)[output];
    let Some(map) = point_map(m, op, output) else {
        return false;
    };
    let is_same = |value: ValueId, read: &AffineMap| {
        let is_plain = value == buffer.buffer && written == of_output.buffer;
        if is_plain && m.value_type(value) == m.value_type(written) {
            return *read == map;
        }
        let mut all = [value, written, buffer.buffer, of_output.buffer].into_iter();
        all.all(|value| is_row_major(m, value))
            && has_all_of(m, value, buffer.buffer)
            && is_same_element(m, value, read, written, &map)
    };
    is_freed_here
        && last.access.only_reads()
        && last.uses.iter().all(|&index| {
            let last_use = buffer.uses[index as usize];
            let read = point_map(m, op, last_use.operand);
            let value = m.operands(op)[last_use.operand];
            last_use.op == op && read.is_some_and(|read| is_same(value, &read))
        })
}

/// Whether the elements of a memref follow one another in the order of its indices.
fn is_row_major(m: &Module, value: ValueId) -> bool {
    matches!(m.value_type_kind(value), TypeKind::MemRef(ty) if ty.layout.is_none())
}

/// Replaces the output of an operation, whose contents begin there, by the buffer of an operand.
fn join(m: &mut Module, op: OpId, operand: &LocalBuffer, output: &LocalBuffer, buffer: ValueId) {
    let ty = m.value_type(output.buffer);
    let buffer = if m.value_type(buffer) == ty {
        Some(buffer)
    } else {
        view_as(m, buffer, ty, op)
    };
    let Some(buffer) = buffer else { return };
    if let Some(free) = operand.free_at_home() {
        m.erase(free);
    }
    output.erase_unused_views(m);
    let home = m.op_block(op);
    for &view in &output.views {
        if !m.is_erased(view) && m.op_block(view) == home && m.is_before(view, op) {
            m.detach(view);
            m.insert_before(op, view);
        }
    }
    m.replace_all_uses(output.buffer, buffer);
    m.erase(output.alloc);
    if m.is_kernel(op, Kernel::Copy) {
        m.erase(op);
    }
}
