//! Decides which operations write all of a buffer.

use memplan_mlir::dialects::EffectKind;
use memplan_mlir::dialects::IndexingMaps;
use memplan_mlir::interfaces::{effects, view_sources};
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{AttrKind, Module, OpId, ValueId, names};
use smallvec::SmallVec;

/// The operands of which an operation writes every element, and which it does not read. It may read the same memory
/// through other operands.
pub fn overwritten(m: &Module, op: OpId) -> SmallVec<[ValueId; 1]> {
    let Some(kernel) = m.semantics(op).kernel() else {
        return SmallVec::new();
    };
    let covers_all = |at: usize| match kernel {
        Kernel::Copy | Kernel::Fill | Kernel::Map | Kernel::Broadcast | Kernel::Permute => true,
        Kernel::Structured | Kernel::Generic => is_permuted(m, op, at),
        _ => false,
    };
    let Some(list) = effects(m, op) else {
        return SmallVec::new();
    };
    let does = |kind: EffectKind, value: ValueId| {
        list.iter()
            .any(|effect| effect.kind == kind && effect.value == Some(value))
    };
    let operands = m.operands(op).iter().copied().enumerate();
    operands
        .filter(|&(at, value)| {
            does(EffectKind::Write, value) && !does(EffectKind::Read, value) && covers_all(at)
        })
        .map(|(_, value)| value)
        .collect()
}

/// Whether the points of an operation reach each element of an operand once.
fn is_permuted(m: &Module, op: OpId, operand: usize) -> bool {
    let maps = m.prop_elements(op, names::INDEXING_MAPS);
    match maps.get(operand).map(|&map| m.ctx.attr_kind(map)) {
        Some(AttrKind::AffineMap(map)) => map.is_permutation(),
        Some(_) => false,
        None => m
            .def(op)
            .is_some_and(|def| def.indexing_maps == IndexingMaps::Elementwise),
    }
}

/// Whether a value names every byte of the memory that another one, which it is derived from, names. Linear in the
/// nesting of views.
pub fn is_whole(m: &Module, value: ValueId, base: ValueId) -> bool {
    let mut value = value;
    while value != base {
        let Some(op) = m.defining_op(value) else {
            return false;
        };
        let keeps_elements = match m.semantics(op).kernel() {
            Some(
                Kernel::Cast
                | Kernel::SpaceCast
                | Kernel::CollapseShape
                | Kernel::ExpandShape
                | Kernel::Transpose
                | Kernel::Forward,
            ) => true,
            Some(Kernel::Subview) => {
                let sizes = |value| m.ctx.n_elements(m.value_type(value));
                let source = m.operands(op).first().and_then(|&source| sizes(source));
                source.is_some() && source == sizes(value)
            }
            _ => false,
        };
        let pairs = view_sources(m, op);
        let source = pairs.iter().find(|pair| pair.1 == value);
        match source {
            Some(&(source, _)) if keeps_elements => value = source,
            _ => return false,
        }
    }
    true
}
