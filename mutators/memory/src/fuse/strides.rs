//! What reading and writing elements costs, in the order in which the loops of an operation visit them.

use crate::loops::ASSUMED_EXTENT;
use memplan_mlir::ir::shapes::row_major_strides;
use memplan_mlir::{AffineExpr, AffineMap, INDEX_WIDTH, Module, ValueId};

/// Bytes that come from memory together.
const LINE: u64 = 64;

/// How much longer elements take that a vector loads or stores one by one.
const GATHER: u64 = 4;

/// The loops of an operation in an order.
pub(super) struct Nest<'a> {
    extents: &'a [Option<i64>],
    /// The numbers of the loops, the innermost last.
    order: &'a [u32],
    /// Whether the innermost loop is not a reduction, so that it may be vectorised.
    is_parallel: bool,
}

impl<'a> Nest<'a> {
    /// The loops, of which `outputs` are the maps of the outputs.
    pub(super) fn new(extents: &'a [Option<i64>], order: &'a [u32], outputs: &[AffineMap]) -> Self {
        Self {
            extents,
            order,
            is_parallel: order.last().is_some_and(|&dim| is_parallel(outputs, dim)),
        }
    }

    /// Bytes that an access moves: those of a step times the iterations of the nest up to the innermost loop that the
    /// access depends on, as its element stays in a register in loops inside of that. A step moves a line at most;
    /// where it is longer than the element, a vector is loaded element by element. None if sizes are not known.
    pub(super) fn cost(&self, m: &Module, value: ValueId, map: &AffineMap) -> Option<u64> {
        let depends = |dim: &u32| map.results.iter().any(|expr| expr.uses_dim(*dim));
        let ty = m.value_type(value);
        let Some(at) = self.order.iter().rposition(depends) else {
            return Some(0);
        };
        let innermost = self.order[at];
        let element = m
            .ctx
            .element_type(ty)
            .and_then(|element| m.ctx.stored_bytes(element, INDEX_WIDTH))?;
        let strides = match m.ctx.memref_strides_offset(ty) {
            Some((strides, _)) => strides,
            None => row_major_strides(m.ctx.shape(ty)?).to_vec(),
        };
        let position = |dims: &[i64]| -> Option<i64> {
            let indices = map.eval(dims, &[])?;
            let parts = indices.iter().zip(&strides);
            parts
                .map(|(index, stride)| index.checked_mul(*stride))
                .try_fold(0_i64, |sum, part| sum.checked_add(part?))
        };
        let mut point = vec![0; map.dims as usize];
        let start = position(&point)?;
        point[innermost as usize] = 1;
        let step = position(&point)?.abs_diff(start).checked_mul(element)?;
        let n = self.order[..=at].iter();
        let n = n.map(|&dim| {
            u64::try_from(self.extents.get(dim as usize)?.unwrap_or(ASSUMED_EXTENT)).ok()
        });
        let n = n.reduce(|n, extent| n?.checked_mul(extent?))??;
        let is_gather = self.is_parallel && at + 1 == self.order.len() && step > element;
        let bytes = step.clamp(element, LINE.max(element));
        n.checked_mul(if is_gather { GATHER * bytes } else { bytes })
    }
}

/// Whether each iteration of a loop writes other elements.
pub(super) fn is_parallel(outputs: &[AffineMap], dim: u32) -> bool {
    let writes = |map: &AffineMap| map.results.contains(&AffineExpr::Dim(dim));
    !outputs.is_empty() && outputs.iter().all(writes)
}

/// The order as it is, and those with another parallel loop innermost. All add up the elements of a result in the same
/// order.
pub(super) fn orders(n_dims: u32, outputs: &[AffineMap]) -> Vec<Vec<u32>> {
    let given: Vec<u32> = (0..n_dims).collect();
    let moved = given
        .iter()
        .filter(|&&dim| dim + 1 != n_dims && is_parallel(outputs, dim));
    let moved = moved.map(|&dim| {
        let others = given.iter().copied().filter(|&other| other != dim);
        others.chain([dim]).collect()
    });
    std::iter::once(given.clone()).chain(moved).collect()
}
