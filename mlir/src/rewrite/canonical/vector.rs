//! `vector`: writes to tensors that change nothing, or that another write replaces.

use crate::ir::{Module, OpId, ValueId};
use crate::rewrite::Rewriter;
use crate::semantics::Kernel;

/// The operand of a read that is read from, and of a write that is written to.
const READ: usize = 0;
const WRITTEN: usize = 1;

/// Writing back what was read is the tensor, and of two writes to one place the last one counts.
pub(crate) fn transfer_write(rw: &mut Rewriter<'_>, op: OpId) -> bool {
    let (Some(&[vector, tensor]), Some(_)) = (rw.m.operands(op).first_chunk(), rw.m.result(op, 0))
    else {
        return false;
    };
    if let Some(read) = rw.definer(vector, Kernel::TransferRead)
        && rw.m.operands(read)[READ] == tensor
        && is_one_place(rw.m, (read, READ), (op, WRITTEN))
    {
        return rw.replace(op, &[tensor]);
    }
    if let Some(before) = rw.definer(tensor, Kernel::TransferWrite)
        && rw.m.value_type(rw.m.operands(before)[0]) == rw.m.value_type(vector)
        && is_one_place(rw.m, (before, WRITTEN), (op, WRITTEN))
    {
        let first = rw.m.operands(before)[WRITTEN];
        rw.m.set_operand(op, WRITTEN, first);
        rw.push(before);
        return rw.changed(op);
    }
    false
}

/// Whether two operations without masks access the same elements for a vector of one type.
fn is_one_place(m: &Module, (a, a_base): (OpId, usize), (b, b_base): (OpId, usize)) -> bool {
    let place = |op: OpId, base: usize| -> Option<&[ValueId]> {
        let rank = m.ctx.shape(m.value_type(m.operands(op)[base]))?.len();
        let (indices, rest) = m.operands(op).get(base + 1..)?.split_at_checked(rank)?;
        // A read also has a padding; more than that is a mask.
        let n_others = usize::from(base == READ);
        (rest.len() == n_others).then_some(indices)
    };
    let same_prop = |name| m.prop(a, name) == m.prop(b, name);
    let maps = m.ctx.find_str("permutation_map");
    place(a, a_base).is_some_and(|indices| place(b, b_base) == Some(indices))
        && maps.is_some_and(same_prop)
        && m.ctx.find_str("in_bounds").is_some_and(same_prop)
}
