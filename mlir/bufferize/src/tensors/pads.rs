//! Padded tensors as concatenations of their borders and what is padded.

use memplan_mlir::rewrite::{is_dead, linalg_fill};
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{CloneMap, Module, OpId, ValueId};

use super::parts::{Part, Range, empty, inserted, static_shape};
use super::sink::{can_divide, parts_within};
use super::structured::{body, result};

/// Gives each operation that can be divided by the parts of a `tensor.pad` a concatenation of filled borders and the
/// operand instead, and one to slices of the pad whose readers can be divided. Linear in the uses of pads.
pub(super) fn pads_to_concatenations(m: &mut Module, root: OpId) {
    let pads = m.walk(root);
    let pads = pads.filter(|&op| m.is_kernel(op, Kernel::TensorPad));
    let pads: Vec<OpId> = pads.collect();
    for pad in pads {
        let groups = readers_of_parts(m, pad).unwrap_or_default();
        for group in groups {
            give_concatenation(m, pad, &group);
        }
        if is_dead(m, pad) {
            m.erase(pad);
        }
    }
}

/// A concatenation for some readers of a pad.
struct Group {
    readers: Vec<OpId>,
    parts: Vec<Part>,
    /// The value of the borders.
    value: ValueId,
}

/// The readers of a pad that can be divided. Each gets a concatenation of its own, since only operations that alone
/// read one are divided. Slices share one, of which nothing is left if all are taken from its parts.
fn readers_of_parts(m: &Module, pad: OpId) -> Option<Vec<Group>> {
    let (padded, value) = (m.result(pad, 0)?, padding_value(m, pad)?);
    let parts = parts(m, pad)?;
    let mut readers: Vec<OpId> = m.uses(padded).map(|(user, _)| user).collect();
    readers.retain(|&reader| m.op_block(reader) == m.op_block(pad));
    readers.dedup();
    let is_slice = |&reader: &OpId| m.is_kernel(reader, Kernel::TensorExtractSlice);
    let (slices, readers): (Vec<OpId>, Vec<OpId>) = readers.into_iter().partition(is_slice);
    let are_divided = slices.iter().all(|&slice| {
        let within = Part::of(m, slice).and_then(|place| parts_within(&parts, &place));
        let sliced = m.result(slice, 0);
        sliced.zip(within).is_some_and(|(sliced, within)| {
            let mut users = m.uses(sliced);
            within.len() == 1 || users.all(|(user, _)| can_divide(m, user, sliced, &within))
        })
    });
    let divided = readers.into_iter();
    let divided = divided.filter(|&reader| can_divide(m, reader, padded, &parts));
    let alone = divided.map(|reader| vec![reader]);
    let groups = alone.chain(are_divided.then_some(slices));
    let group = |readers| Group {
        readers,
        parts: parts.clone(),
        value,
    };
    Some(groups.map(group).collect())
}

/// The borders of a `tensor.pad` and, last, where its operand is in it. `None` if sizes are not known, or borders are
/// negative.
fn parts(m: &Module, pad: OpId) -> Option<Vec<Part>> {
    let low = m.prop_array(pad, m.ctx.find_str("static_low")?);
    let high = m.prop_array(pad, m.ctx.find_str("static_high")?);
    let sizes = static_shape(m, *m.operands(pad).first()?)?;
    let shape = static_shape(m, m.result(pad, 0)?)?;
    let has_rank = |list: &[i64]| list.len() == sizes.len();
    let is_known = m.operands(pad).len() == 1 && has_rank(low) && has_rank(high);
    if !is_known || low.iter().chain(high).any(|&size| size < 0) {
        return None;
    }
    let ranges = low.iter().zip(&sizes);
    let ranges = ranges.map(|(&offset, &size)| range(offset, size));
    let inside = Part(ranges.collect());
    let mut parts = borders(&shape, &inside);
    parts.push(inside);
    Some(parts)
}

fn range(offset: i64, size: i64) -> Range {
    Range {
        offset,
        size,
        stride: 1,
    }
}

/// What is outside of a part, as parts: at both ends of each dimension, where the earlier ones are inside.
fn borders(shape: &[i64], inside: &Part) -> Vec<Part> {
    let mut borders = Vec::new();
    for (dim, inner) in inside.0.iter().enumerate() {
        let end = inner.offset + inner.size;
        for (offset, size) in [(0, inner.offset), (end, shape[dim] - end)] {
            let mut border = Part::whole(shape);
            border.0[..dim].copy_from_slice(&inside.0[..dim]);
            border.0[dim] = range(offset, size);
            borders.extend((size > 0).then_some(border));
        }
    }
    borders
}

/// The one value of the borders, if it is known outside of the body.
pub(super) fn padding_value(m: &Module, pad: OpId) -> Option<ValueId> {
    let block = body(m, pad)?;
    let &[value] = m.operands(m.last_op(block)?) else {
        return None;
    };
    let is_argument = m.block_args(block).contains(&value);
    let made = m.defining_op(value);
    let is_inner = made.is_some_and(|made| m.op_block(made) == Some(block));
    let is_constant = made.is_some_and(|made| m.is_kernel(made, Kernel::Constant));
    (!is_argument && (!is_inner || is_constant)).then_some(value)
}

/// Lets a group read insertions of all parts of a `tensor.pad`, which are made before it.
fn give_concatenation(m: &mut Module, pad: OpId, group: &Group) {
    let (source, padded) = (m.operands(pad)[0], m.result(pad, 0));
    let Some((padded, shape)) = padded.and_then(|padded| Some((padded, static_shape(m, padded)?)))
    else {
        return;
    };
    let value = match m.kernel_of(group.value, Kernel::Constant) {
        Some(constant) => {
            let copy = m.clone_op(constant, &mut CloneMap::default());
            m.insert_before(pad, copy);
            m.result(copy, 0).unwrap_or(group.value)
        }
        None => group.value,
    };
    let mut whole = empty(m, pad, source, &shape);
    for (number, part) in group.parts.iter().enumerate() {
        let is_inside = number + 1 == group.parts.len();
        let contents = if is_inside {
            source
        } else {
            let init = empty(m, pad, source, &part.shape());
            let fill = linalg_fill(m, pad, value, init);
            result(m, pad, fill)
        };
        whole = inserted(m, pad, [contents, whole], part);
    }
    for &reader in &group.readers {
        for number in 0..m.operands(reader).len() {
            if m.operands(reader)[number] == padded {
                m.set_operand(reader, number, whole);
            }
        }
    }
}
