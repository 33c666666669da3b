//! Which results refer to the memory of which operands.
//!
//! For an unregistered operation, every result may refer to the memory of every operand. The analyses
//! implement that answer, because such an operation may do more than create a view. A missing view is
//! unsound; a superfluous view costs precision.

use smallvec::SmallVec;

use crate::dialects::{Traits, Views};
use crate::ir::{Module, OpId, TypeId, TypeKind, ValueId};

/// Pairs of (source operand, result that refers to its memory), as listed in the table.
///
/// Types are not considered: a pair may lead from a memref to a pointer or a tensor. `O(operands * results)` for
/// [`Views::All`], linear otherwise.
pub fn view_sources(m: &Module, op: OpId) -> SmallVec<[(ValueId, ValueId); 2]> {
    let views = m.def(op).map_or(Views::None, |def| def.views);
    let sources = m.operands(op);
    match views {
        Views::None => SmallVec::new(),
        Views::First => sources
            .first()
            .copied()
            .zip(m.result(op, 0))
            .into_iter()
            .collect(),
        Views::Pairwise => sources.iter().copied().zip(m.results(op)).collect(),
        Views::All => sources
            .iter()
            .flat_map(|&source| m.results(op).map(move |result| (source, result)))
            .collect(),
    }
}

/// Whether some result refers to the memory of an operand.
pub fn is_view_like(m: &Module, op: OpId) -> bool {
    m.def(op).is_some_and(|def| def.views != Views::None)
}

/// Whether the address of the result may differ from that of the source, so that two views of one allocation need
/// not have equal addresses. Offsets do not count: an address is that of the element at offset 0.
///
/// `false` for unregistered operations; analyses treat their results as buffers of unknown origin.
pub fn moves_pointer(m: &Module, op: OpId) -> bool {
    m.has_trait(op, Traits::MOVES_POINTER)
        && m.operand_group(op, "byte_shift")
            .iter()
            .any(|&shift| super::constant_int(m, shift) != Some(0))
}

/// The buffer that a value is a view of, or the value itself. A deallocation of a view frees this buffer.
///
/// Stops at views whose address may differ, see [`moves_pointer`]. Linear in the nesting of views.
pub fn viewed_buffer(m: &Module, value: ValueId) -> ValueId {
    let mut value = value;
    while let Some(op) = m.defining_op(value).filter(|&op| !moves_pointer(m, op)) {
        let pairs = view_sources(m, op);
        let mut sources = pairs.iter().filter(|pair| pair.1 == value);
        match (sources.next(), sources.next()) {
            (Some(&(source, _)), None) if m.is_memref(source) && source != value => value = source,
            _ => break,
        }
    }
    value
}

/// Whether the operation takes the address of a memref operand, so that the buffer may be reached without its memref.
/// `false` for an unregistered operation.
pub fn takes_address(m: &Module, op: OpId) -> bool {
    m.has_trait(op, Traits::CAPTURES)
}

/// Whether each result is one of the operands of its type (`arith.select`).
pub fn is_select_like(m: &Module, op: OpId) -> bool {
    m.has_trait(op, Traits::SELECT_LIKE)
}

/// Whether a value of this type, other than a memref, can carry a pointer to a buffer.
///
/// Types of unknown dialects can; numbers and vectors of numbers cannot. A pointer that was converted to an
/// integer is covered by [`Traits::CAPTURES`].
pub fn may_hold_buffer(m: &Module, ty: TypeId) -> bool {
    match m.ctx.type_kind(ty) {
        TypeKind::Tensor { .. }
        | TypeKind::UnrankedTensor { .. }
        | TypeKind::Tuple(_)
        | TypeKind::Function { .. }
        | TypeKind::Opaque { .. } => true,
        TypeKind::Integer { .. }
        | TypeKind::Index
        | TypeKind::None
        | TypeKind::Float(_)
        | TypeKind::Complex(_)
        | TypeKind::Vector { .. }
        | TypeKind::MemRef(_)
        | TypeKind::UnrankedMemRef { .. } => false,
    }
}

/// Whether values of this type represent the completion of work that runs later, such as `!async.token` and
/// `!gpu.async.token`.
pub fn is_token(m: &Module, ty: TypeId) -> bool {
    match m.ctx.type_kind(ty) {
        TypeKind::Opaque { body, .. } => {
            let body = m.ctx.bytes(*body);
            body == b"token" || body.ends_with(b".token")
        }
        _ => false,
    }
}
