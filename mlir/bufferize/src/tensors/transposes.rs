//! `linalg-fold-transposes`: products, convolutions and reductions compute their result in the order in which it is
//! read, and read operands in the order in which they are stored.
//!
//! ```text
//! %0 = linalg.matmul ins(%a, %b) outs(%zeros) -> tensor<4x8xf32>        %0 = linalg.generic {.. (i, j, k) -> (j, i) ..}
//! %1 = linalg.generic .. (i, j) -> (j, i), (i, j) -> (i, j) ..    =>         ins(%a, %b) outs(%zeros) -> tensor<8x4xf32>
//!     ins(%0 : tensor<4x8xf32>) outs(%e) -> tensor<8x4xf32>
//! ```
//!
//! Only indexing maps change: each element is computed from the same elements in the same order. Named operations
//! become `linalg.generic`. A result has to be filled with one value before, and only one operation may read it; that
//! operation may compute more than a transpose, and then works in place. A transpose of an operand is folded if all its
//! readers are structured operations. A copy that only adds dimensions of one element is a reshape.

use memplan_memory_model::has_pure_body;
use memplan_mlir::passes::{Pass, PassContext, PassError, PluginInfo};
use memplan_mlir::rewrite::{generalize, indexing_maps, linalg_fill};
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{AffineExpr, AffineMap, Module, OpId, ValueId};

use super::parts::{empty, static_shape};
use super::structured::{
    body, composed, expanded, is_on_tensors, is_parallel, maps, n_inputs, result, set_maps,
};

/// The pass `linalg-fold-transposes`: folds transposes into the operations that make and read them. Linear in the
/// operations.
#[derive(Clone, Copy, Debug, Default)]
pub struct FoldTransposes;

impl Pass for FoldTransposes {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "linalg-fold-transposes",
            aliases: &[],
            summary: "Folds transposes into the operations that make and read them.",
            cost: "linear in the operations",
            source: "own",
        }
    }

    fn run(&self, m: &mut Module, root: OpId, _: &mut PassContext) -> Result<(), PassError> {
        fold_transposes(m, root);
        Ok(())
    }
}

/// Runs the pass `linalg-fold-transposes` on the operations below `root`; returns whether anything changed.
fn fold_transposes(m: &mut Module, root: OpId) -> bool {
    let all: Vec<OpId> = m.walk(root).collect();
    let mut is_changed = false;
    for op in all {
        if !m.is_erased(op) && is_structured(m, op) {
            is_changed |= reshape(m, op) || fold_into_readers(m, op) || turn_operand(m, op);
        }
    }
    is_changed
}

fn is_structured(m: &Module, op: OpId) -> bool {
    let has_maps = m.is_kernel(op, Kernel::Generic) || indexing_maps(m, op).is_some();
    has_maps && m.result_count(op) == 1 && is_on_tensors(m, op) && has_pure_body(m, op)
}

/// The indexing maps of any structured operation.
fn all_maps(m: &Module, op: OpId) -> Vec<AffineMap> {
    indexing_maps(m, op).unwrap_or_else(|| maps(m, op))
}

/// The operation as `linalg.generic`.
fn as_generic(m: &mut Module, op: OpId) -> OpId {
    generalize(m, op).unwrap_or(op)
}

/// Whether an operation returns the elements of its only input.
fn is_only_moving(m: &Module, op: OpId) -> bool {
    if m.is_kernel(op, Kernel::Permute) {
        return true;
    }
    let yielded = body(m, op).and_then(|block| Some((block, m.last_op(block)?)));
    let is_input = yielded.is_some_and(|(block, end)| {
        Some(m.operands(end)) == m.block_args(block).get(..1) && m.first_op(block) == Some(end)
    });
    m.is_kernel(op, Kernel::Generic) && n_inputs(m, op) == 1 && is_input
}

/// The expressions of the loops of an operation for the element at `place` of an operand whose map is a permutation.
fn loops_at(map: &AffineMap, place: &[AffineExpr]) -> Option<Vec<AffineExpr>> {
    if !map.is_permutation() || place.len() != map.results.len() {
        return None;
    }
    let mut loops = vec![AffineExpr::Constant(0); map.results.len()];
    for (expr, place) in map.results.iter().zip(place) {
        if let AffineExpr::Dim(dim) = expr {
            loops[*dim as usize] = place.clone();
        }
    }
    Some(loops)
}

/// Replaces an operation that only adds dimensions of one element by a reshape, which moves nothing.
fn reshape(m: &mut Module, op: OpId) -> bool {
    let [input, output] = &all_maps(m, op)[..] else {
        return false;
    };
    let (Some(result), &[source, ..]) = (m.result(op, 0), m.operands(op)) else {
        return false;
    };
    let (Some(shape), Some(from)) = (static_shape(m, result), static_shape(m, source)) else {
        return false;
    };
    if !is_only_moving(m, op) || !output.is_permutation() || from.is_empty() {
        return false;
    }
    // The dimensions of the result, each with one of the source or with one element.
    let (mut groups, mut next) = (vec![0; from.len()], 0);
    for (expr, &size) in output.results.iter().zip(&shape) {
        if input.results.get(next) == Some(expr) {
            groups[next] += 1;
            next += 1;
        } else if size == 1 {
            groups[next.max(1) - 1] += 1;
        } else {
            return false;
        }
    }
    if next < from.len() || groups.contains(&0) {
        return false;
    }
    let new = if shape.len() > from.len() {
        expanded(m, op, source, &groups, &[], shape)
    } else {
        source
    };
    m.replace_op(op, &[new]);
    true
}

/// Makes the readers of a transposed tensor read the original.
fn fold_into_readers(m: &mut Module, op: OpId) -> bool {
    let [input, output] = &all_maps(m, op)[..] else {
        return false;
    };
    let (input, output) = (input.clone(), output.clone());
    let Some(transposed) = m.result(op, 0) else {
        return false;
    };
    let reads = |(reader, number): (OpId, usize)| {
        is_structured(m, reader) && number < m.operands(reader).len() - 1
    };
    if !is_only_moving(m, op)
        || !input.is_permutation()
        || !output.is_permutation()
        || m.is_unused(transposed)
        || !m.uses(transposed).all(reads)
    {
        return false;
    }
    let source = m.operands(op)[0];
    loop {
        let next = m.uses(transposed).next();
        let Some((reader, number)) = next else {
            break;
        };
        let reader = as_generic(m, reader);
        let mut all = maps(m, reader);
        let Some(loops) = loops_at(&output, &all[number].results) else {
            return false;
        };
        all[number].results = composed(&input.results, &loops);
        set_maps(m, reader, &all);
        m.set_operand(reader, number, source);
    }
    m.erase(op);
    true
}

/// Lets the operation that makes an input compute it in the order of the result of its only reader.
fn turn_operand(m: &mut Module, op: OpId) -> bool {
    let all = all_maps(m, op);
    let out = all.len() - 1;
    if !is_parallel_or_moving(m, op) || !all[out].is_permutation() {
        return false;
    }
    let turned = (0..out).find(|&number| {
        all[number] != all[out] && all[number].is_permutation() && can_turn(m, op, number)
    });
    let Some(number) = turned else {
        return false;
    };
    let op = as_generic(m, op);
    let value = m.operands(op)[number];
    let Some(new) = turn(m, value, &all[number], &all[out]) else {
        return false;
    };
    if is_only_moving(m, op) {
        m.replace_op(op, &[new]);
        return true;
    }
    let mut all = maps(m, op);
    for at in 0..out {
        if m.operands(op)[at] == new {
            all[at] = all[out].clone();
        }
    }
    set_maps(m, op, &all);
    true
}

fn is_parallel_or_moving(m: &Module, op: OpId) -> bool {
    if m.is_kernel(op, Kernel::Generic) {
        is_parallel(m, op)
    } else {
        is_only_moving(m, op)
    }
}

/// Whether an input of an operation is computed by a reduction whose result may be made in another order.
fn can_turn(m: &Module, op: OpId, number: usize) -> bool {
    let value = m.operands(op)[number];
    let all = all_maps(m, op);
    let mut uses = m.uses(value);
    let is_only_reader =
        uses.all(|(user, at)| user == op && at < all.len() - 1 && all[at] == all[number]);
    let Some(producer) = m.defining_op(value) else {
        return false;
    };
    let is_reduction = if m.is_kernel(producer, Kernel::Generic) {
        !is_parallel(m, producer)
    } else {
        m.is_kernel(producer, Kernel::Structured) || m.is_kernel(producer, Kernel::Reduce)
    };
    let init = m.operands(producer).last().copied();
    let init_is_one_value = init.is_some_and(|init| {
        m.kernel_of(init, Kernel::Fill).is_some() && static_shape(m, init).is_some()
    });
    is_only_reader
        && is_reduction
        && init_is_one_value
        && is_structured(m, producer)
        && m.op_block(producer) == m.op_block(op)
}

/// Computes a tensor that is read at `from` so that it is read at `to`; both are permutations of the reader's loops.
fn turn(m: &mut Module, value: ValueId, from: &AffineMap, to: &AffineMap) -> Option<ValueId> {
    let producer = as_generic(m, m.defining_op(value)?);
    let mut all = maps(m, producer);
    let out = all.len() - 1;
    let turned = |place: &[AffineExpr]| Some(composed(&to.results, &loops_at(from, place)?));
    let places = turned(&all[out].results)?;
    let init = m.operands(producer)[out];
    let shape = static_shape(m, init)?;
    let order: Vec<AffineExpr> = (0..shape.len() as u32).map(AffineExpr::Dim).collect();
    let sizes = turned(&order)?.into_iter().map(|dim| match dim {
        AffineExpr::Dim(dim) => shape.get(dim as usize).copied(),
        _ => None,
    });
    let sizes: Vec<i64> = sizes.collect::<Option<_>>()?;
    let scalar = m.operands(m.kernel_of(init, Kernel::Fill)?)[0];
    let fresh = empty(m, producer, init, &sizes);
    let spec = linalg_fill(m, producer, scalar, fresh);
    let fresh = result(m, producer, spec);
    all[out].results = places;
    set_maps(m, producer, &all);
    m.set_operand(producer, out, fresh);
    let new = m.result(producer, 0)?;
    let ty = m.value_type(fresh);
    m.set_value_type(new, ty);
    Some(new)
}
