//! Removes operands from operations and updates the attributes that count them.

use crate::ir::{Module, OpId, StrId, ValueId, names};

/// Removes operand `index`, and updates the segment sizes.
pub fn remove_operand(m: &mut Module, op: OpId, index: usize) {
    let group = m.def(op).and_then(|def| {
        (0..def.operands.len()).find(|&group| m.operand_range(op, group).contains(&index))
    });
    let has_segments = m.def(op).is_some_and(|def| def.segments.of_operands());
    if let Some(group) = group {
        let start = m.operand_range(op, group).start;
        // All cases of a switch share the last group.
        let is_last = m.def(op).is_some_and(|def| group + 1 == def.operands.len());
        if is_last && m.prop(op, names::CASE_OPERAND_SEGMENTS).is_some() {
            let sizes = m.prop_array(op, names::CASE_OPERAND_SEGMENTS).to_vec();
            let mut end = start as i64;
            for (case, size) in sizes.iter().enumerate() {
                end += size;
                if (index as i64) < end {
                    set_size(m, op, names::CASE_OPERAND_SEGMENTS, case, size - 1);
                    break;
                }
            }
        }
        if has_segments {
            let sizes = m.prop_array(op, names::OPERAND_SEGMENT_SIZES);
            if let Some(&size) = sizes.get(group) {
                set_size(m, op, names::OPERAND_SEGMENT_SIZES, group, size - 1);
            }
        }
    }
    let mut operands: Vec<ValueId> = m.operands(op).to_vec();
    operands.remove(index);
    m.set_operands(op, &operands);
}

/// Changes one entry of an `array<i32>` among the inherent attributes.
fn set_size(m: &mut Module, op: OpId, name: StrId, at: usize, size: i64) {
    let mut sizes = m.prop_array(op, name).to_vec();
    if let Some(slot) = sizes.get_mut(at) {
        *slot = size;
    }
    let attr = m.ctx.i32_array(&sizes);
    m.set_prop(op, name, attr);
}

/// Replaces the operands of one group and updates the segment sizes. `group` is an index into the groups of the
/// operation's definition; `O(operands)`.
pub fn set_operand_group(m: &mut Module, op: OpId, group: usize, values: &[ValueId]) {
    let range = m.operand_range(op, group);
    let mut operands: Vec<ValueId> = m.operands(op).to_vec();
    operands.splice(range, values.iter().copied());
    let has_segments = m.def(op).is_some_and(|def| def.segments.of_operands());
    if has_segments {
        set_size(
            m,
            op,
            names::OPERAND_SEGMENT_SIZES,
            group,
            values.len() as i64,
        );
    }
    m.set_operands(op, &operands);
}

/// Appends operands to one group, and updates the segment sizes.
pub fn append_operands(m: &mut Module, op: OpId, group: usize, values: &[ValueId]) {
    let mut all: Vec<ValueId> = m.operands_of(op, group).to_vec();
    all.extend_from_slice(values);
    set_operand_group(m, op, group, &all);
}
