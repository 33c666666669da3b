//! Rules of the `llvm` dialect.

use super::{Checked, count, int_list, invalid};
use crate::ir::{Module, OpId};

/// Each index that is not a constant has an operand.
pub(crate) fn getelementptr(m: &Module, op: OpId) -> Checked {
    let indices = int_list(m, op, "rawConstantIndices");
    let dynamic = indices.iter().filter(|&&index| index == DYNAMIC_INDEX);
    let found = m.operand_group(op, "dynamicIndices").len();
    count("dynamic indices", dynamic.count(), found)?;
    let flags = m
        .ctx
        .find_str("noWrapFlags")
        .and_then(|name| m.prop_i64(op, name));
    // The lowest bit is part of `inbounds`, which is two bits.
    if flags.is_some_and(|flags| flags & 3 == 1) {
        let reason = "the flag `inbounds_flag` cannot be used without `nusw`";
        return Err(invalid("no-wrap-flags", reason));
    }
    Ok(())
}

/// What stands for an operand in the indices of `llvm.getelementptr`.
pub(crate) const DYNAMIC_INDEX: i64 = i32::MIN as i64;
