//! What reading and writing elements costs, in the order in which the loops of an operation visit them.

use memplan_mlir::ir::shapes::row_major_strides;
use memplan_mlir::{AffineMap, INDEX_WIDTH, Module, OpId, ValueId};

use crate::loops::Loops;

/// Bytes that come from memory together.
const LINE: u64 = 64;

/// How much longer elements take that a vector loads or stores one by one.
const GATHER: u64 = 4;

/// The loops of an operation, the innermost last.
pub(super) struct Nest {
    extents: Vec<Option<i64>>,
    /// Whether the innermost loop is not a reduction, so that it may be vectorised.
    is_parallel: bool,
}

impl Nest {
    pub(super) fn new(m: &Module, op: OpId, loops: &Loops) -> Self {
        let innermost = loops.n_dims().checked_sub(1);
        let uses = |map: &AffineMap, dim| map.results.iter().any(|expr| expr.uses_dim(dim));
        let outputs = &loops.maps[loops.n_inputs..];
        Self {
            extents: loops.extents(m, op),
            is_parallel: innermost.is_some_and(|dim| outputs.iter().any(|map| uses(map, dim))),
        }
    }

    /// Bytes that an access moves: those of a step times the iterations of the nest up to the innermost loop that the access
    /// depends on, as its element stays in a register in loops inside of that. A step moves a line at most; where it is longer
    /// than the element, a vector is loaded element by element. None if sizes are not known.
    pub(super) fn cost(&self, m: &Module, value: ValueId, map: &AffineMap) -> Option<u64> {
        let depends = |dim: &u32| map.results.iter().any(|expr| expr.uses_dim(*dim));
        let ty = m.value_type(value);
        let Some(innermost) = (0..map.dims).rev().find(depends) else {
            return Some(0);
        };
        let element = m.ctx.element_type(ty).and_then(|element| m.ctx.stored_bytes(element, INDEX_WIDTH))?;
        let strides = match m.ctx.memref_strides_offset(ty) {
            Some((strides, _)) => strides,
            None => row_major_strides(m.ctx.shape(ty)?).to_vec(),
        };
        let position = |dims: &[i64]| -> Option<i64> {
            let indices = map.eval(dims, &[])?;
            let parts = indices.iter().zip(&strides);
            parts.map(|(index, stride)| index.checked_mul(*stride)).try_fold(0_i64, |sum, part| sum.checked_add(part?))
        };
        let mut point = vec![0; map.dims as usize];
        let start = position(&point)?;
        point[innermost as usize] = 1;
        let step = position(&point)?.abs_diff(start).checked_mul(element)?;
        let n = self.extents.get(..=innermost as usize)?.iter();
        let n = n.map(|extent| u64::try_from((*extent)?).ok());
        let n = n.reduce(|n, extent| n?.checked_mul(extent?))??;
        let is_gather = self.is_parallel && innermost + 1 == map.dims && step > element;
        let bytes = step.clamp(element, LINE.max(element));
        n.checked_mul(if is_gather { GATHER * bytes } else { bytes })
    }
}
