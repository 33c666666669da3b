//! Operations that compute each element of their outputs from few elements of their inputs.

use memplan_mlir::dialects::IndexingMaps;
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{AffineMap, AttrId, AttrKind, Context, Module, OpId, names};

use memplan_memory_model::{has_pure_body, indexing_map};

/// The text of the attribute of a loop that may run in any order, after the name of its dialect.
const PARALLEL: &str = "iterator_type<parallel>";

/// Whether an operation computes each element of its outputs from few elements of its inputs, and touches no memory
/// besides.
pub(crate) fn is_cheap(m: &Module, op: OpId) -> bool {
    let is_parallel = match m.semantics(op).kernel() {
        Some(Kernel::Map | Kernel::Fill | Kernel::Copy | Kernel::Broadcast | Kernel::Permute) => {
            true
        }
        Some(Kernel::Structured) => is_elementwise_by_name(m, op),
        Some(Kernel::Generic) => {
            let mut kinds = m.prop_elements(op, names::ITERATOR_TYPES).iter();
            kinds.all(|&kind| {
                matches!(m.ctx.attr_kind(kind), AttrKind::Opaque { body, .. }
                    if m.ctx.bytes(*body) == PARALLEL.as_bytes())
            })
        }
        _ => false,
    };
    is_parallel && m.result_count(op) == 0 && has_pure_body(m, op)
}

/// The element of an operand that a point of the loops of an operation reads or writes. Absent where there are no such
/// loops, and for scalars.
pub(crate) fn point_map(m: &Module, op: OpId, operand: usize) -> Option<AffineMap> {
    let &value = m.operands(op).get(operand)?;
    if !m.is_memref(value) {
        return None;
    }
    let identity = || {
        let rank = m.ctx.shape(m.value_type(value))?.len();
        Some(AffineMap::identity(u32::try_from(rank).ok()?))
    };
    match m.semantics(op).kernel()? {
        Kernel::Generic => indexing_map(m, op, operand).cloned(),
        Kernel::Map | Kernel::Copy => identity(),
        Kernel::Structured if is_elementwise_by_name(m, op) => identity(),
        _ => None,
    }
}

/// Whether the definition of an operation says that all its operands are used element by element.
pub(crate) fn is_elementwise_by_name(m: &Module, op: OpId) -> bool {
    m.def(op)
        .is_some_and(|def| def.indexing_maps == IndexingMaps::Elementwise)
}

/// The indexing maps of `linalg.generic`, by operand.
pub(crate) fn map_list(m: &Module, op: OpId) -> Option<Vec<AffineMap>> {
    let operands = 0..m.operands(op).len();
    operands
        .map(|operand| indexing_map(m, op, operand).cloned())
        .collect()
}

/// The attribute that says that all of `n` loops may run in any order.
pub(crate) fn parallel(ctx: &mut Context, n: u32) -> AttrId {
    let (dialect, body) = (ctx.str("linalg"), ctx.str(PARALLEL));
    let kind = ctx.attr(AttrKind::Opaque {
        dialect,
        body,
        ty: None,
    });
    ctx.attr(AttrKind::Array(vec![kind; n as usize].into()))
}
