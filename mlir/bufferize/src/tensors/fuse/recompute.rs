//! Elementwise operations with several readers, computed again in each reader that can take them in.

use memplan_memory_model::has_pure_body;
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{CloneMap, Module, OpId, ValueId};

use super::super::structured::{
    body, has_every_dim, is_on_tensors, is_parallel, is_read, maps, n_inputs,
};
use super::n_equal_uses;

/// The most operations in the body of what is computed again.
const MAX_BODY: usize = 24;

/// The most readers of what is computed again.
const MAX_READERS: usize = 16;

/// Copies each cheap elementwise operation below `root` in front of the readers that fusion merges it into. The
/// original goes if nothing else reads it. Returns whether anything was copied. Linear in what it copies, of which
/// there is at most as much as there are operations.
pub(super) fn copy_to_readers(m: &mut Module, root: OpId) -> bool {
    let all: Vec<OpId> = m.walk(root).collect();
    let mut budget = all.len();
    let mut is_changed = false;
    for op in all {
        if m.is_erased(op) {
            continue;
        }
        let Some((result, n_body)) = cheap(m, op) else {
            continue;
        };
        let readers = readers(m, op, result);
        let n_copied = readers.len().saturating_mul(n_body);
        if readers.is_empty() || n_copied > budget {
            continue;
        }
        budget -= n_copied;
        is_changed = true;
        for reader in readers {
            let copy = m.clone_op(op, &mut CloneMap::default());
            m.insert_before(reader, copy);
            let Some(new) = m.result(copy, 0) else {
                continue;
            };
            for at in 0..m.operands(reader).len() {
                if m.operands(reader)[at] == result {
                    m.set_operand(reader, at, new);
                }
            }
        }
        if m.is_unused(result) {
            m.erase(op);
        }
    }
    is_changed
}

/// The result of an operation that is cheap to compute again, and the size of its body.
fn cheap(m: &Module, op: OpId) -> Option<(ValueId, usize)> {
    let is_elementwise = m.is_kernel(op, Kernel::Generic)
        && m.result_count(op) == 1
        && is_on_tensors(m, op)
        && is_parallel(m, op)
        && has_pure_body(m, op);
    let output = n_inputs(m, op);
    if !is_elementwise || is_read(m, op, output) || !maps(m, op).get(output)?.is_permutation() {
        return None;
    }
    let block = body(m, op)?;
    let is_cheap = |inner: OpId| {
        let scalar = m.semantics(inner).scalar();
        scalar.is_none_or(|scalar| scalar.is_cheap())
    };
    let n_body = m.ops(block).count();
    let is_small = n_body <= MAX_BODY && m.ops(block).all(is_cheap);
    is_small.then_some((m.result(op, 0)?, n_body))
}

/// The readers that take in a result, if there are several readers: elementwise operations and reductions that read
/// each element at most once, in the same block.
fn readers(m: &Module, op: OpId, result: ValueId) -> Vec<OpId> {
    let mut all: Vec<OpId> = Vec::new();
    for (user, _) in m.uses(result) {
        if !all.contains(&user) {
            all.push(user);
        }
        if all.len() > MAX_READERS {
            return Vec::new();
        }
    }
    if all.len() < 2 {
        return Vec::new();
    }
    all.retain(|&user| {
        m.is_kernel(user, Kernel::Generic)
            && is_on_tensors(m, user)
            && m.op_block(user) == m.op_block(op)
            && n_equal_uses(m, op, user, result, false).is_some()
            && reads_once(m, user, result)
    });
    all
}

/// Whether a structured operation reads each element of an operand once at most.
fn reads_once(m: &Module, op: OpId, value: ValueId) -> bool {
    let at = m.operands(op).iter().position(|&operand| operand == value);
    let maps = maps(m, op);
    let map = at.and_then(|at| maps.get(at));
    map.is_some_and(|map| has_every_dim(&map.results, map.dims))
}
