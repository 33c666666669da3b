//! The three operand lists of `bufferization.dealloc`, for rewrites that modify them.
//!
//! The operation frees each allocation that contains a memref with a true condition and no retained
//! memref. Result `j` is true if a memref with a true condition is in the allocation of retained
//! memref `j`.

use crate::ir::{Module, OpId, OpSpec, TypeId, ValueId, names};
use crate::semantics::Kernel;

/// The operands of one `bufferization.dealloc`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dealloc {
    /// Memrefs that may be freed: base buffers of allocations.
    pub memrefs: Vec<ValueId>,
    /// Whether the allocation of each memref is owned; as long as `memrefs`.
    pub conditions: Vec<ValueId>,
    /// Memrefs that must stay live; there is one result for each.
    pub retained: Vec<ValueId>,
}

impl Dealloc {
    /// The name of the operation.
    pub const NAME: &str = "bufferization.dealloc";

    /// The lists of an operation, if it is one.
    pub fn of(m: &Module, op: OpId) -> Option<Self> {
        if !m.is_kernel(op, Kernel::DeallocOwned) {
            return None;
        }
        let group = |name| m.operand_group(op, name).to_vec();
        Some(Self {
            memrefs: group("memrefs"),
            conditions: group("conditions"),
            retained: group("retained"),
        })
    }

    /// Every such operation below `root`, in order.
    pub fn all(m: &Module, root: OpId) -> Vec<OpId> {
        m.walk(root)
            .filter(|&op| m.is_kernel(op, Kernel::DeallocOwned))
            .collect()
    }

    /// Memrefs with their conditions.
    pub fn entries(&self) -> impl Iterator<Item = (ValueId, ValueId)> + '_ {
        self.memrefs
            .iter()
            .copied()
            .zip(self.conditions.iter().copied())
    }

    /// An operation with these lists.
    pub fn spec(&self, m: &mut Module) -> OpSpec {
        let name = m.ctx.op_name(Self::NAME);
        let bit = m.ctx.int_type(1);
        let results: Vec<TypeId> = vec![bit; self.retained.len()];
        let sizes = [&self.memrefs, &self.conditions, &self.retained].map(|list| list.len() as i64);
        let sizes = m.ctx.i32_array(&sizes);
        OpSpec::new(name)
            .operands(&self.memrefs)
            .operands(&self.conditions)
            .operands(&self.retained)
            .results(&results)
            .prop(names::OPERAND_SEGMENT_SIZES, sizes)
    }
}
