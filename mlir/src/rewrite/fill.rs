//! `linalg.fill` with its region, for rewrites that add one.

use crate::ir::{Module, OpId, OpSpec, TypeKind, ValueId, names};

/// A `linalg.fill` of `dest`, a memref or a tensor, with the location of `anchor`. It has a result if `dest` is a
/// tensor.
pub fn linalg_fill(m: &mut Module, anchor: OpId, value: ValueId, dest: ValueId) -> OpSpec {
    let element = m.value_type(value);
    let region = m.create_region();
    let block = m.append_block(region);
    let args = [element, element].map(|ty| m.add_block_arg(block, ty));
    let end = OpSpec::new(m.ctx.op_name("linalg.yield"))
        .operands(&args[..1])
        .located_at(m, anchor);
    let end = m.create_op(end);
    m.insert_at_end(block, end);
    let is_tensor = matches!(m.value_type_kind(dest), TypeKind::Tensor { .. });
    let results = is_tensor.then(|| m.value_type(dest));
    let counts = m.ctx.i32_array(&[1, 1]);
    OpSpec::new(m.ctx.op_name("linalg.fill"))
        .operands(&[value, dest])
        .results(results.as_slice())
        .regions(&[region])
        .prop(names::OPERAND_SEGMENT_SIZES, counts)
        .located_at(m, anchor)
}
