//! `linalg-sink-concatenations`: an operation on a concatenation becomes a concatenation of operations on its parts.
//!
//! ```text
//! %0 = tensor.insert_slice %a into %e[0] [4] [1]           %0 = linalg.generic ins(%a : tensor<4xf32>) ..
//! %1 = tensor.insert_slice %b into %0[4] [8] [1]     =>    %1 = tensor.insert_slice %0 into %f[0] [4] [1]
//! %2 = linalg.generic ins(%1 : tensor<12xf32>) ..          %2 = linalg.generic ins(%b : tensor<8xf32>) ..
//!                                                          %3 = tensor.insert_slice %2 into %1[4] [8] [1]
//! ```
//!
//! Bufferization computes each part in its place of the result (`eliminate-empty-tensors`), and what makes the parts
//! can be fused. Reductions are divided, too, one after the other where the parts are combined: along their outermost
//! loop that combines, so that elements are combined in the same order. Only the operation may read the concatenation.
//! A slice of a concatenation is one of its parts' slices, if all readers of the concatenation are slices. With
//! `pads=true`, padded tensors are concatenations of filled borders and what is padded. Dynamic shapes stay as they
//! are.

use memplan_memory_model::has_pure_body;
use memplan_mlir::passes::{Field, Options, Pass, PassContext, PassError, PluginInfo};
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{Module, OpId, ValueId};
use memplan_support::Sort as _;

use super::pads::pads_to_concatenations;
use super::parts::{
    Part, Range, all_accessed, bypass, erase_unread, inserted, loops_of, on_part, static_shape,
};
use super::structured::{is_on_tensors, is_parallel, n_inputs, reductions};

/// The pass `linalg-sink-concatenations`: computes operations on the parts of a concatenation. Linear in the
/// operations and the bodies that it copies, at most 16 copies of each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SinkConcatenations {
    /// Whether padded tensors count as concatenations of their borders and what is padded.
    pub pads: bool,
}

impl Pass for SinkConcatenations {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "linalg-sink-concatenations",
            aliases: &[],
            summary: "Computes operations on the parts of a concatenation.",
            cost: "linear in the operations and the bodies that it copies",
            source: "own",
        }
    }

    fn options(&self) -> Options<'_, dyn Pass> {
        Options::of(self, Self::default(), |pass| {
            vec![Field::flag("pads", &mut pass.pads).help(
                "Treats padded tensors as concatenations of their borders and what is padded.",
            )]
        })
    }

    fn run(&self, m: &mut Module, root: OpId, _: &mut PassContext) -> Result<(), PassError> {
        if self.pads {
            pads_to_concatenations(m, root);
        }
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
    let out = n_inputs(m, op);
    if !is_divisible(m, op) {
        return None;
    }
    let (number, pieces) = (0..out).find_map(|number| {
        let value = m.operands(op)[number];
        let is_alone = m.uses(value).all(|(user, _)| user == op);
        let parts = is_alone.then(|| parts_of(m, value)).flatten()?;
        let is_few = parts.len() > 1 && parts.len() <= limit;
        let pieces = is_few.then(|| divided(m, op, number, &parts)).flatten()?;
        Some((number, pieces))
    })?;
    let input = m.operands(op)[number];
    // The pieces go where the result would have been inserted.
    let (replaced, outer) = match outer_insertion(m, op).filter(|_| is_parallel(m, op)) {
        Some((outer, place)) => (outer, Some(place)),
        None => (op, None),
    };
    let mut dest = match outer {
        Some(_) => m.operands(replaced)[1],
        None => m.operands(op)[out],
    };
    let whole = Part::whole(&static_shape(m, m.operands(op)[out])?);
    let mut made = Vec::new();
    for Piece { loops, place } in &pieces {
        if !is_parallel(m, op) {
            // They continue from the results of earlier pieces.
            m.set_operand(op, out, dest);
        }
        let piece = on_part(m, op, op, loops)?;
        made.extend(m.defining_op(piece));
        dest = match &outer {
            Some(outer) => inserted(m, replaced, [piece, dest], &place.within(outer)),
            None if *place == whole => piece,
            None => inserted(m, replaced, [piece, dest], place),
        };
    }
    m.replace_op(replaced, &[dest]);
    if replaced != op {
        m.erase(op);
    }
    erase_unread(m, input);
    Some(made)
}

/// Whether an operation can be divided at all.
fn is_divisible(m: &Module, op: OpId) -> bool {
    m.is_kernel(op, Kernel::Generic)
        && m.result_count(op) == 1
        && is_on_tensors(m, op)
        && has_pure_body(m, op)
}

/// The insertion that is all that reads the result of an operation, and its place.
fn outer_insertion(m: &Module, op: OpId) -> Option<(OpId, Part)> {
    let mut uses = m.uses(m.result(op, 0)?);
    let (outer, operand) = uses.next()?;
    let is_source = m.is_kernel(outer, Kernel::TensorInsertSlice) && operand == 0;
    let place = Part::of(m, outer)?;
    (is_source && uses.next().is_none()).then_some((outer, place))
}

/// A piece of an operation: the ranges of its loops, and the part of the result that it computes.
struct Piece {
    loops: Vec<Option<Range>>,
    place: Part,
}

/// The pieces of an operation for each of these parts of an input. Elements are combined in the same order: of loops
/// that combine, only the outermost is divided, and its pieces are in the order of its iterations.
fn divided(m: &Module, op: OpId, number: usize, parts: &[Part]) -> Option<Vec<Piece>> {
    let combining: Vec<usize> = reductions(m, op).collect();
    let pieces = parts.iter().map(|part| {
        let loops = loops_of(m, op, number, part)?;
        let is_in_order = combining.iter().skip(1).all(|&dim| loops[dim].is_none());
        let mut accessed = is_in_order.then(|| all_accessed(m, op, &loops)).flatten()?;
        Some(Piece {
            loops,
            place: accessed.swap_remove(n_inputs(m, op)),
        })
    });
    let mut pieces: Vec<Piece> = pieces.collect::<Option<_>>()?;
    if let Some(&outermost) = combining.first() {
        pieces.sort_stable_by_key(|piece| piece.loops[outermost].map_or(0, |range| range.offset));
    }
    Some(pieces)
}

/// Whether an operation can be divided by parts of a tensor, in all places where it reads this.
pub(super) fn can_divide(m: &Module, op: OpId, value: ValueId, parts: &[Part]) -> bool {
    is_divisible(m, op)
        && (0..m.operands(op).len()).all(|number| {
            let is_input = number < n_inputs(m, op);
            m.operands(op)[number] != value || is_input && divided(m, op, number, parts).is_some()
        })
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
    parts_within(&concatenated(m, whole)?, &place)
}

/// What parts of a tensor have in common with a slice of it, as parts of that. `None` if that is not all of it.
pub(super) fn parts_within(parts: &[Part], place: &Part) -> Option<Vec<Part>> {
    let common = parts.iter().filter_map(|part| part.common(place));
    let parts: Vec<Part> = common.filter_map(|part| part.relative_to(place)).collect();
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
