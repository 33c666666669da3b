//! Padding and concatenation without copies: the operands are computed directly in their part of the result.
//!
//! A `tensor.pad` becomes a `linalg.fill` and a `tensor.insert_slice`, a `tensor.concat` several insertions, if
//! an operand is computed in a `tensor.empty` that can be replaced by its part of the result. Insertions in the
//! program are treated alike. Nothing changes if a later write to the result would then need a copy.

use memplan_mlir::analyses::Dominance;
use memplan_mlir::rewrite::linalg_fill;
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{CloneMap, DYNAMIC, Module, OpId, OpSpec, TypeId, ValueId, names};
use rustc_hash::FxHashSet;

use super::eliminate_empty::replace;
use crate::analysis::subset::{Insertion, Slice, Subset};
use crate::analysis::{EmptyUse, Inspector, Lifetimes};

/// Replaces uses of `tensor.empty` by parts of the tensors that their contents are inserted into. Returns the
/// number of changes.
pub(crate) fn write_parts_in_place(m: &mut Module, inspector: &Inspector<'_>) -> usize {
    let ops: Vec<OpId> = m.walk(m.root()).filter(|&op| joins(m, op)).collect();
    if ops.is_empty() {
        return 0;
    }
    let lifetimes = Lifetimes::new(inspector.query(m));
    let dominance = Dominance::new(m);
    let mut done = FxHashSet::default();
    let mut n_replaced = 0;
    for op in ops {
        let parts = parts(m, inspector, &lifetimes, op, &mut done);
        if parts.is_empty() {
            continue;
        }
        let insertions = match m.semantics(op).kernel() {
            Some(Kernel::TensorPad) => pad(m, op, &parts),
            Some(Kernel::TensorConcat) => concat(m, op, &parts),
            _ => Some(vec![op]),
        };
        let Some(insertions) = insertions else {
            continue;
        };
        for (operand, uses) in parts {
            let at = insertions[operand.min(insertions.len() - 1)];
            let Some(slice) = Slice::of_op(m, at) else {
                continue;
            };
            let insertion = Insertion {
                source: 0,
                dest: 1,
                subset: Subset::Slice(slice),
            };
            for empty_use in uses {
                // The operations that compute the destination are not moved: they could overwrite elements that are
                // still read.
                let dest = m.operands(at)[insertion.dest];
                if at == op && !dominance.value_dominates(m, dest, empty_use.user) {
                    continue;
                }
                n_replaced += usize::from(replace(m, &dominance, at, &insertion, empty_use));
            }
        }
        for pair in insertions.windows(2) {
            if let Some(dest) = m.result(pair[0], 0) {
                m.set_operand(pair[1], 1, dest);
            }
        }
    }
    n_replaced
}

fn joins(m: &Module, op: OpId) -> bool {
    matches!(
        m.semantics(op).kernel(),
        Some(Kernel::TensorPad | Kernel::TensorConcat | Kernel::TensorInsertSlice)
    )
}

/// The operands of an operation that can be computed in their part of its result, with the `tensor.empty` uses
/// that provide their buffers.
fn parts(
    m: &Module,
    inspector: &Inspector<'_>,
    lifetimes: &Lifetimes,
    op: OpId,
    done: &mut FxHashSet<ValueId>,
) -> Vec<(usize, Vec<EmptyUse>)> {
    let Some(result) = m.result(op, 0) else {
        return Vec::new();
    };
    let n_sources = match m.semantics(op).kernel() {
        Some(Kernel::TensorConcat) => m.operands(op).len(),
        _ => 1,
    };
    let mut list = Vec::new();
    for operand in 0..n_sources {
        let source = m.operands(op)[operand];
        let others = m.operands(op)[..n_sources].iter().enumerate();
        let is_alone = others
            .filter(|(other, _)| *other != operand)
            .all(|(_, &other)| !lifetimes.may_share(source, other));
        let stays = lifetimes.ends_at(m, source, op)
            || (lifetimes.is_local(m, source, op)
                && !lifetimes.is_written_after(source, op)
                && !lifetimes.is_written_after(result, op));
        let is_inserted_into_itself = m.is_kernel(op, Kernel::TensorInsertSlice)
            && lifetimes.may_share(source, m.operands(op)[1]);
        if !is_alone || !stays || is_inserted_into_itself {
            continue;
        }
        let uses = inspector.reachable_empties(m, op, operand);
        // The user must be an operation before the insertion: a `tensor.empty` that is inserted directly inserts
        // nothing.
        if !uses.is_empty() && uses.iter().all(|empty| empty.user != op) && done.insert(source) {
            list.push((operand, uses));
        }
    }
    list
}

/// The first operation in the block of `op` that uses one of the `tensor.empty`.
fn first_user(m: &Module, op: OpId, parts: &[(usize, Vec<EmptyUse>)]) -> Option<OpId> {
    let block = m.op_block(op)?;
    let users = parts.iter().flat_map(|(_, uses)| uses);
    let users: Option<Vec<OpId>> = users
        .map(|empty| m.ancestor_in_block(block, empty.user))
        .collect();
    users?
        .into_iter()
        .reduce(|a, b| if m.is_before(b, a) { b } else { a })
}

/// The shape of a value whose sizes are known; `None` without elements, which may begin where another value ends.
fn static_shape(m: &Module, value: ValueId) -> Option<Vec<i64>> {
    let shape = m.ctx.shape(m.value_type(value))?;
    (!shape.contains(&DYNAMIC) && !shape.contains(&0)).then(|| shape.to_vec())
}

/// A `tensor.empty` before `anchor`.
fn empty(m: &mut Module, anchor: OpId, ty: TypeId) -> Option<ValueId> {
    let name = m.ctx.op_name("tensor.empty");
    let op = m.create_before(anchor, OpSpec::new(name).results(&[ty]));
    m.result(op, 0)
}

/// `tensor.insert_slice` before `anchor`, at constant offsets.
fn insert_slice(
    m: &mut Module,
    anchor: OpId,
    [source, dest]: [ValueId; 2],
    offsets: &[i64],
) -> Option<OpId> {
    let sizes = static_shape(m, source)?;
    let ones = vec![1; sizes.len()];
    let ty = m.value_type(dest);
    let mut spec = OpSpec::new(m.ctx.op_name("tensor.insert_slice"))
        .operands(&[source, dest])
        .results(&[ty]);
    for (name, list) in [
        (names::STATIC_OFFSETS, offsets),
        (names::STATIC_SIZES, &sizes),
        (names::STATIC_STRIDES, &ones),
    ] {
        let list = m.ctx.i64_array(list);
        spec = spec.prop(name, list);
    }
    let counts = m.ctx.i32_array(&[1, 1, 0, 0, 0]);
    let spec = spec.prop(names::OPERAND_SEGMENT_SIZES, counts);
    Some(m.create_before(anchor, spec))
}

/// A `tensor.pad` with one value on static sizes as `linalg.fill` and an insertion.
fn pad(m: &mut Module, op: OpId, parts: &[(usize, Vec<EmptyUse>)]) -> Option<Vec<OpId>> {
    let (source, result) = (*m.operands(op).first()?, m.result(op, 0)?);
    let low: Vec<i64> = m.prop_array(op, m.ctx.find_str("static_low")?).to_vec();
    let high = m.prop_array(op, m.ctx.find_str("static_high")?);
    let is_static = static_shape(m, source).is_some() && static_shape(m, result).is_some();
    if !is_static || low.iter().chain(high).any(|&size| size < 0) {
        return None;
    }
    let body = m.first_block(*m.regions(op).first()?)?;
    let value = *m.operands(m.last_op(body)?).first()?;
    let anchor = first_user(m, op, parts)?;
    let value = match m.defining_op(value) {
        Some(constant) if m.is_kernel(constant, Kernel::Constant) => {
            let copy = m.clone_op(constant, &mut CloneMap::default());
            m.insert_before(anchor, copy);
            m.result(copy, 0)?
        }
        _ if Dominance::new(m).value_dominates(m, value, anchor) => value,
        _ => return None,
    };
    let ty = m.value_type(result);
    let dest = empty(m, anchor, ty)?;
    let fill = linalg_fill(m, anchor, value, dest);
    let fill = m.create_before(anchor, fill);
    let filled = m.result(fill, 0)?;
    let insertion = insert_slice(m, op, [source, filled], &low)?;
    let padded = m.result(insertion, 0)?;
    m.replace_op(op, &[padded]);
    Some(vec![insertion])
}

/// A `tensor.concat` of static sizes as insertions, all into one `tensor.empty`. The caller chains the
/// insertions.
fn concat(m: &mut Module, op: OpId, parts: &[(usize, Vec<EmptyUse>)]) -> Option<Vec<OpId>> {
    let result = m.result(op, 0)?;
    let dim = usize::try_from(m.prop_i64(op, m.ctx.find_str("dim")?)?).ok()?;
    let sources = m.operands(op).to_vec();
    let shapes: Option<Vec<Vec<i64>>> = sources.iter().map(|&v| static_shape(m, v)).collect();
    let (shapes, shape) = (shapes?, static_shape(m, result)?);
    let anchor = first_user(m, op, parts)?;
    let ty = m.value_type(result);
    let dest = empty(m, anchor, ty)?;
    let mut offsets = vec![0; shape.len()];
    let mut insertions = Vec::new();
    for (&source, sizes) in sources.iter().zip(&shapes) {
        insertions.push(insert_slice(m, op, [source, dest], &offsets)?);
        *offsets.get_mut(dim)? += sizes.get(dim)?;
    }
    let joined = insertions.last().and_then(|&last| m.result(last, 0))?;
    m.replace_op(op, &[joined]);
    Some(insertions)
}
