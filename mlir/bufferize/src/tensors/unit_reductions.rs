//! `linalg-parallelize-unit-reductions`: makes elementwise operations of reductions over one element.
//!
//! ```text
//! %0 = linalg.matmul .. : 32x1, 1x128 to 32x128    =>    %0 = linalg.generic {parallel, parallel} .. : 32, 128 to 32x128
//! ```
//!
//! The gradient of a weight for a batch of one is such a product. As an elementwise operation it is fused into what
//! adds it up. The first value of the accumulator becomes an input: nothing is left out of the arithmetic.

use memplan_memory_model::has_pure_body;
use memplan_mlir::passes::{Pass, PassContext, PassError, PluginInfo};
use memplan_mlir::rewrite::{generalize, indexing_maps};
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{AffineExpr, AffineMap, Module, OpId, ValueId};

use super::parts::{empty, static_shape};
use super::reductions::filled_with;
use super::structured::{
    Parts, body, collapsed, composed, generic, is_on_tensors, is_parallel, is_read, maps, n_inputs,
    parallel_kind, with_shape,
};

/// The pass `linalg-parallelize-unit-reductions`: makes elementwise operations of reductions over one element. Linear.
#[derive(Clone, Copy, Debug, Default)]
pub struct ParallelizeUnitReductions;

impl Pass for ParallelizeUnitReductions {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "linalg-parallelize-unit-reductions",
            aliases: &[],
            summary: "Makes elementwise operations of reductions over one element.",
            cost: "linear in the operations",
            source: "own",
        }
    }

    fn run(&self, m: &mut Module, root: OpId, _: &mut PassContext) -> Result<(), PassError> {
        let all: Vec<OpId> = m.walk(root).collect();
        for op in all {
            if let Some(reduced) = reduced(m, op) {
                parallelize(m, op, &reduced);
            }
        }
        Ok(())
    }
}

/// The loops of a structured operation that reduce, if each has one iteration, and there are any.
fn reduced(m: &Module, op: OpId) -> Option<Vec<u32>> {
    let is_structured = m.is_kernel(op, Kernel::Generic) || indexing_maps(m, op).is_some();
    let fits = is_structured
        && m.result_count(op) == 1
        && is_on_tensors(m, op)
        && has_pure_body(m, op)
        && !m
            .walk(op)
            .any(|inner| m.is_kernel(inner, Kernel::PointIndex))
        && static_shape(m, *m.operands(op).last()?).is_some();
    if !fits {
        return None;
    }
    let all = indexing_maps(m, op).unwrap_or_else(|| maps(m, op));
    let written = all
        .last()
        .filter(|map| map.is_projected_permutation(false))?;
    let is_written = |dim: &u32| written.results.contains(&AffineExpr::Dim(*dim));
    let reduced: Vec<u32> = (0..written.dims).filter(|dim| !is_written(dim)).collect();
    let has_one = |&dim: &u32| {
        let mut operands = m.operands(op).iter().zip(&all);
        operands.any(|(&value, map)| {
            let at = map
                .results
                .iter()
                .position(|expr| *expr == AffineExpr::Dim(dim));
            let shape = m.ctx.shape(m.value_type(value));
            at.zip(shape)
                .is_some_and(|(at, shape)| shape.get(at) == Some(&1))
        })
    };
    let fits = !reduced.is_empty() && reduced.iter().all(has_one) && is_part_of_another(m, op);
    fits.then_some(reduced)
}

/// Whether elementwise operations alone read the result, in any shape: otherwise, nothing is gained.
fn is_part_of_another(m: &Module, op: OpId) -> bool {
    let mut readers: Vec<OpId> = users(m, op);
    let mut has_any = false;
    while let Some(reader) = readers.pop() {
        if m.is_kernel(reader, Kernel::TensorExpand) || m.is_kernel(reader, Kernel::TensorCollapse)
        {
            readers.extend(users(m, reader));
            continue;
        }
        let is_elementwise = match indexing_maps(m, reader) {
            Some(all) => all.last().is_some_and(AffineMap::is_permutation),
            None => m.is_kernel(reader, Kernel::Generic) && is_parallel(m, reader),
        };
        if !is_elementwise {
            return false;
        }
        has_any = true;
    }
    has_any
}

fn users(m: &Module, op: OpId) -> Vec<OpId> {
    m.results(op)
        .flat_map(|result| m.uses(result).map(|(user, _)| user))
        .collect()
}

/// Leaves out loops of one iteration, and the dimensions of inputs that they visit.
fn parallelize(m: &mut Module, op: OpId, reduced: &[u32]) -> Option<()> {
    let op = generalize(m, op).unwrap_or(op);
    let (old, block) = (m.result(op, 0)?, body(m, op)?);
    let (n_given, init) = (n_inputs(m, op), *m.operands(op).last()?);
    let shape = static_shape(m, init)?;
    let all = maps(m, op);
    let mut n_dims = 0;
    let n_loops = all.last()?.dims;
    let places: Vec<AffineExpr> = (0..n_loops)
        .map(|dim| {
            if reduced.contains(&dim) {
                return AffineExpr::Constant(0);
            }
            n_dims += 1;
            AffineExpr::Dim(n_dims - 1)
        })
        .collect();
    let is_reduced =
        |expr: &AffineExpr| matches!(expr, AffineExpr::Dim(dim) if reduced.contains(dim));
    let (mut operands, mut results) = (Vec::new(), Vec::new());
    for (number, map) in all.iter().enumerate().take(n_given) {
        let value = m.operands(op)[number];
        let dropped: Vec<bool> = map.results.iter().map(is_reduced).collect();
        operands.push(without_dims(m, op, value, &dropped));
        let kept = map.results.iter().filter(|expr| !is_reduced(expr));
        let kept: Vec<AffineExpr> = kept.cloned().collect();
        results.push(composed(&kept, &places));
    }
    let written = composed(&all.last()?.results, &places);
    let earlier = *m.block_args(block).last()?;
    match filled_with(m, init) {
        Some(scalar) => m.replace_all_uses(earlier, scalar),
        None if is_read(m, op, n_given) => {
            operands.push(init);
            results.push(written.clone());
            let ty = m.value_type(earlier);
            m.add_block_arg(block, ty);
        }
        None => {}
    }
    let n_inputs = operands.len();
    operands.push(empty(m, op, init, &shape));
    results.push(written);
    let to_map = |results| AffineMap {
        dims: n_dims,
        symbols: 0,
        results,
    };
    let region = m.create_region();
    m.move_blocks(*m.regions(op).first()?, region);
    let parts = Parts {
        operands,
        n_inputs,
        maps: results.into_iter().map(to_map).collect(),
        kinds: vec![parallel_kind(m); n_dims as usize],
    };
    let new = generic(m, op, op, parts, region);
    let result = m.result(new, 0)?;
    debug_assert_eq!(m.value_type(result), m.value_type(old));
    m.replace_op(op, &[result]);
    Some(())
}

/// A tensor without some dimensions of one element.
fn without_dims(m: &mut Module, anchor: OpId, value: ValueId, dropped: &[bool]) -> ValueId {
    let shape = m
        .ctx
        .shape(m.value_type(value))
        .map_or(Vec::new(), <[i64]>::to_vec);
    let mut groups: Vec<usize> = Vec::new();
    let (mut kept, mut n_before) = (Vec::new(), 0);
    for (&size, &is_dropped) in shape.iter().zip(dropped) {
        match groups.last_mut() {
            _ if !is_dropped => {
                groups.push(1 + std::mem::take(&mut n_before));
                kept.push(size);
            }
            Some(last) => *last += 1,
            None => n_before += 1,
        }
    }
    let ty = with_shape(m, value, kept);
    collapsed(m, anchor, value, ty, &groups)
}
