//! `linalg-sink-concatenations`: an elementwise operation on a concatenation becomes a concatenation of operations on
//! its parts.
//!
//! ```text
//! %0 = tensor.insert_slice %a into %e[0] [4] [1]           %0 = linalg.generic ins(%a : tensor<4xf32>) ..
//! %1 = tensor.insert_slice %b into %0[4] [8] [1]     =>    %1 = tensor.insert_slice %0 into %f[0] [4] [1]
//! %2 = linalg.generic ins(%1 : tensor<12xf32>) ..          %2 = linalg.generic ins(%b : tensor<8xf32>) ..
//!                                                          %3 = tensor.insert_slice %2 into %1[4] [8] [1]
//! ```
//!
//! Bufferization computes each part in its place of the result (`eliminate-empty-tensors`), and what makes the parts
//! can be fused. Only the operation may read the concatenation. A slice of a concatenation is one of its parts' slices,
//! if all readers of the concatenation are slices. Dynamic shapes stay as they are.

use memplan_memory_model::access::has_pure_body;
use memplan_mlir::passes::{Pass, PassContext, PassError, PluginInfo};
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{Module, OpId, ValueId};

use super::parts::{
    Part, Range, all_accessed, bypass, erase_unread, inserted, loops_of, on_part, static_shape,
};
use super::structured::{is_on_tensors, is_parallel, n_inputs};

/// The pass `linalg-sink-concatenations`: computes elementwise operations on the parts of a concatenation. Linear in
/// the operations and the bodies that it copies, at most 16 copies of each.
#[derive(Clone, Copy, Debug, Default)]
pub struct SinkConcatenations;

impl Pass for SinkConcatenations {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "linalg-sink-concatenations",
            aliases: &[],
            summary: "Computes elementwise operations on the parts of a concatenation.",
            cost: "linear in the operations and the bodies that it copies",
            source: "own",
            options: &[],
        }
    }

    fn run(&self, m: &mut Module, root: OpId, _: &mut PassContext) -> Result<(), PassError> {
        sink_concatenations(m, root);
        Ok(())
    }
}

/// How many operations may replace one.
const MAX_PIECES: usize = 16;

/// Runs the pass `linalg-sink-concatenations` on the operations below `root`; returns whether anything changed.
fn sink_concatenations(m: &mut Module, root: OpId) -> bool {
    let generics = m.walk(root).filter(|&op| m.is_kernel(op, Kernel::Generic));
    let mut pending: Vec<(OpId, usize)> = generics.map(|op| (op, MAX_PIECES)).collect();
    // The first operation is taken first, so that readers see the concatenations that its pieces become.
    pending.reverse();
    let mut is_changed = false;
    while let Some((op, limit)) = pending.pop() {
        if let Some(pieces) = sink(m, op, limit) {
            is_changed = true;
            let each = limit / pieces.len().max(1);
            pending.extend(pieces.into_iter().rev().map(|piece| (piece, each)));
        }
    }
    let slices = m.walk(root);
    let slices = slices.filter(|&op| m.is_kernel(op, Kernel::TensorExtractSlice));
    let slices: Vec<OpId> = slices.collect();
    for slice in slices {
        if !m.is_erased(slice) {
            let source = m.operands(slice)[0];
            is_changed |= bypass(m, source).is_some();
        }
    }
    is_changed
}

/// Divides an operation by the parts of one of its inputs; returns the operations that replace it, at most `limit`.
fn sink(m: &mut Module, op: OpId, limit: usize) -> Option<Vec<OpId>> {
    let is_elementwise = m.result_count(op) == 1
        && is_on_tensors(m, op)
        && is_parallel(m, op)
        && has_pure_body(m, op);
    if !is_elementwise {
        return None;
    }
    let out = n_inputs(m, op);
    let (number, divided) = (0..out).find_map(|number| {
        let divided = divided(m, op, number, limit)?;
        Some((number, divided))
    })?;
    let input = m.operands(op)[number];
    let mut pieces = Vec::new();
    for (loops, place) in divided {
        pieces.push((on_part(m, op, op, &loops)?, place));
    }
    let (replaced, mut dest) = match outer_insertion(m, op) {
        // The pieces go where the result would have been inserted.
        Some((outer, outer_place)) => {
            for (_, place) in &mut pieces {
                *place = place.within(&outer_place);
            }
            (outer, m.operands(outer)[1])
        }
        None => (op, m.operands(op)[out]),
    };
    for (piece, place) in &pieces {
        dest = inserted(m, replaced, [*piece, dest], place);
    }
    m.replace_op(replaced, &[dest]);
    if replaced != op {
        m.erase(op);
    }
    erase_unread(m, input);
    Some(
        pieces
            .iter()
            .filter_map(|(piece, _)| m.defining_op(*piece))
            .collect(),
    )
}

/// The insertion that is all that reads the result of an operation, and its place.
fn outer_insertion(m: &Module, op: OpId) -> Option<(OpId, Part)> {
    let mut uses = m.uses(m.result(op, 0)?);
    let (outer, operand) = uses.next()?;
    let is_source = m.is_kernel(outer, Kernel::TensorInsertSlice) && operand == 0;
    let place = Part::of(m, outer)?;
    (is_source && uses.next().is_none()).then_some((outer, place))
}

/// The loops of an operation for each part of a concatenation that it reads, and the parts of its result.
fn divided(
    m: &Module,
    op: OpId,
    number: usize,
    limit: usize,
) -> Option<Vec<(Vec<Option<Range>>, Part)>> {
    let value = m.operands(op)[number];
    let out = n_inputs(m, op);
    if m.uses(value).any(|(user, _)| user != op) {
        return None;
    }
    let parts = parts_of(m, value)?;
    if parts.len() < 2 || parts.len() > limit {
        return None;
    }
    let places = parts.iter().map(|part| {
        let loops = loops_of(m, op, number, part)?;
        let mut accessed = all_accessed(m, op, &loops)?;
        Some((loops, accessed.swap_remove(out)))
    });
    places.collect()
}

/// The parts of a concatenation, or of a slice of one whose readers are all slices. `None` for any other tensor.
fn parts_of(m: &Module, value: ValueId) -> Option<Vec<Part>> {
    let Some(slice) = m.kernel_of(value, Kernel::TensorExtractSlice) else {
        return concatenated(m, value);
    };
    let (whole, place) = (m.operands(slice)[0], Part::of(m, slice)?);
    let mut users = m.uses(whole);
    if !users.all(|(user, _)| m.is_kernel(user, Kernel::TensorExtractSlice)) {
        return None;
    }
    let parts = concatenated(m, whole)?;
    let common = parts.iter().filter_map(|part| part.common(&place));
    let parts: Vec<Part> = common.filter_map(|part| part.relative_to(&place)).collect();
    let n_elements = parts.iter().map(Part::n_elements).sum::<i64>();
    (n_elements == place.n_elements()).then_some(parts)
}

/// The parts of a tensor all of whose elements are inserted, by insertions that overwrite nothing of each other.
fn concatenated(m: &Module, value: ValueId) -> Option<Vec<Part>> {
    let mut parts: Vec<Part> = Vec::new();
    let mut left = Part::whole(&static_shape(m, value)?).n_elements();
    let mut value = value;
    while left > 0 {
        let op = m.kernel_of(value, Kernel::TensorInsertSlice)?;
        let part = Part::of(m, op)?;
        let is_beside = part.has_no_steps() && parts.iter().all(|other| other.is_disjoint(&part));
        if !is_beside
            || parts.len() == MAX_PIECES
            || (!parts.is_empty() && m.uses(value).count() > 1)
        {
            return None;
        }
        left -= part.n_elements();
        parts.push(part);
        value = m.operands(op)[1];
    }
    parts.reverse();
    Some(parts)
}
