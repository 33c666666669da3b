//! Blocks on the edges between others.

use crate::interfaces::successor_operand_ranges;
use crate::ir::{Module, OpId, OpSpec, TypeId, ValueId, names};

use super::operands::set_operand_group;

/// The operand group that one successor of a terminator receives, if no other successor shares it.
pub fn own_operand_group(m: &Module, op: OpId, successor: usize) -> Option<usize> {
    let def = m.def(op)?;
    let n_groups = def.branch.len();
    let n_successors = m.successors(op).len();
    let is_own = successor + 1 < n_groups
        || (successor + 1 == n_groups
            && n_successors == n_groups
            && m.prop(op, names::CASE_OPERAND_SEGMENTS).is_none());
    def.operand_group(def.branch.get(successor)?)
        .filter(|_| is_own)
}

/// Puts a new block on the edge to one successor, and returns its terminator, a `cf.br` with the operands
/// that the successor receives. Linear in the operands and successors.
pub fn split_edge(m: &mut Module, op: OpId, successor: usize) -> OpId {
    let target = m.successors(op)[successor];
    let ranges = successor_operand_ranges(m, op).unwrap_or_default();
    let range = ranges.get(successor).cloned().unwrap_or(0..0);
    let passed = m.operands(op)[range].to_vec();
    let block = m.create_block();
    if let Some(home) = m.op_block(op) {
        m.attach_block_after(home, block);
    }
    let passed: Vec<ValueId> = match own_operand_group(m, op, successor) {
        Some(group) => {
            set_operand_group(m, op, group, &[]);
            passed
        }
        None => {
            let types: Vec<TypeId> = passed.iter().map(|&v| m.value_type(v)).collect();
            let types = types.into_iter();
            types.map(|ty| m.add_block_arg(block, ty)).collect()
        }
    };
    let name = m.ctx.op_name("cf.br");
    let mut spec = OpSpec::new(name).operands(&passed).located_at(m, op);
    spec.successors.push(target);
    let branch = m.create_op(spec);
    m.insert_at_end(block, branch);
    m.set_successor(op, successor, block);
    branch
}
