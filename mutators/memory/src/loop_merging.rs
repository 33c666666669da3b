//! `buffer-loop-merging`: loops that pass a second stack buffer to their next iteration overwrite the first one.
//!
//! A loop begins with one buffer, fills another one in each iteration, and passes that on. If each iteration has read
//! what it needs before it writes, one buffer does.
//!
//! Proposed for MLIR. Three conditions are missing there:
//!
//! - An iteration accesses the given buffer only before it writes the next one, or element by element in the same
//!   operation.
//! - Both buffers are allocated in the block of the loop. Otherwise, an old value would show when the loop runs again.
//! - Nothing reads the second buffer before the loop.

use memplan_memory_model::{Access, Contracts, is_stack_allocation};
use memplan_mlir::interfaces::effects;
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{Module, OpId, ValueId};

use crate::elementwise::point_map;
use crate::rewrite::Rewrite;

/// The pass `buffer-loop-merging`.
pub const BUFFER_LOOP_MERGING: Rewrite = Rewrite {
    name: "buffer-loop-merging",
    summary: "Lets loops write the stack buffer that they pass on over the one that they begin with.",
    cost: "linear in the operations and the uses of carried buffers, times the nesting",
    rewrite: |m, root, _| merge_in_loops(m, root),
};

/// Joins the two stack buffers that a loop carries, wherever results stay the same. Returns whether there were any.
pub fn merge_in_loops(m: &mut Module, root: OpId) -> bool {
    let loops: Vec<OpId> = m
        .walk(root)
        .filter(|&op| m.is_kernel(op, Kernel::For))
        .collect();
    let contracts = Contracts::new(m, root);
    let mut has_changed = false;
    for op in loops {
        for number in 0..m.operand_group(op, "inits").len() {
            if let Some(Pair { first, second }) = Pair::new(m, &contracts, op, number) {
                let alloca = m.defining_op(second);
                m.replace_all_uses(second, first);
                alloca.into_iter().for_each(|alloca| m.erase(alloca));
                has_changed = true;
            }
        }
    }
    has_changed
}

/// Two buffers that can be one.
struct Pair {
    /// What the loop begins with.
    first: ValueId,
    /// What each iteration passes on.
    second: ValueId,
}

impl Pair {
    fn new(m: &Module, contracts: &Contracts, op: OpId, number: usize) -> Option<Self> {
        let (home, body) = (m.op_block(op)?, m.first_block(*m.regions(op).first()?)?);
        let end = m.last_op(body)?;
        let (inits, passed_on) = (m.operand_group(op, "inits"), m.operands(end));
        let (&first, &second) = (inits.get(number)?, passed_on.get(number)?);
        let &given = m.block_args(body).get(number + 1)?;
        let allocas = [m.defining_op(first)?, m.defining_op(second)?];
        let is_alike = first != second
            && m.value_type(first) == m.value_type(second)
            && m.operands(allocas[0]) == m.operands(allocas[1])
            && m.props(allocas[0]) == m.props(allocas[1]);
        let is_here =
            |&alloca: &OpId| is_stack_allocation(m, alloca) && m.op_block(alloca) == Some(home);
        let mut carried = inits.iter().chain(passed_on);
        let is_twice = carried
            .clone()
            .filter(|&&value| value == first || value == second);
        let is_carried_once = is_twice.count() == 2 && !carried.any(|&value| value == given);
        if !is_alike || !allocas.iter().all(is_here) || !is_carried_once {
            return None;
        }
        let accesses = |value: ValueId| -> Option<Vec<(OpId, Access)>> {
            let uses = m.uses(value).filter(|&(user, _)| user != op && user != end);
            uses.map(|(user, operand)| Some((user, access(m, contracts, user, operand, value)?)))
                .collect()
        };
        for (user, _) in accesses(first)? {
            let at = m.ancestor_in_block(home, user)?;
            (at != op && m.is_before(at, op)).then_some(())?;
        }
        let mut written: Option<OpId> = None;
        for (user, access) in accesses(second)? {
            match m.ancestor_in_block(body, user) {
                Some(_) if access.reads() => return None,
                Some(at) => {
                    written = Some(match written {
                        Some(other) if m.is_before(other, at) => other,
                        _ => at,
                    });
                }
                None => {
                    let at = m.ancestor_in_block(home, user)?;
                    (!access.writes() && m.is_before(op, at)).then_some(())?;
                }
            }
        }
        for (user, _) in accesses(given)? {
            let at = m.ancestor_in_block(body, user)?;
            let is_early = written.is_none_or(|written| {
                m.is_before(at, written)
                    || (at == user && at == written && is_elementwise(m, user, [given, second]))
            });
            is_early.then_some(())?;
        }
        Some(Self { first, second })
    }
}

/// What an operation without regions of other effects does to an operand, if it only reads or writes it.
fn access(
    m: &Module,
    contracts: &Contracts,
    user: OpId,
    operand: usize,
    value: ValueId,
) -> Option<Access> {
    let access = Access::to(&effects(m, user)?, value);
    let is_plain = !access.frees()
        && access != Access::NONE
        && contracts.capture(m, user, operand).is_none()
        && !m.results(user).any(|result| m.is_memref(result));
    is_plain.then_some(access)
}

/// Whether an operation reads only those elements of a buffer at a point of its loops that it writes to the other one
/// there.
fn is_elementwise(m: &Module, op: OpId, [read, written]: [ValueId; 2]) -> bool {
    let maps = |value: ValueId| {
        let operands = m.operands(op).iter().enumerate();
        let of_value = operands.filter(move |&(_, &operand)| operand == value);
        of_value.map(|(operand, _)| point_map(m, op, operand))
    };
    let Some(first) = maps(written).next().flatten() else {
        return false;
    };
    let n_dims = first.dims as usize;
    let is_one_to_one = first.is_projected_permutation(false) && first.results.len() == n_dims;
    is_one_to_one
        && maps(read)
            .chain(maps(written))
            .all(|map| map.as_ref() == Some(&first))
}
