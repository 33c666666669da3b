//! The elements and bytes of a buffer that a view covers.

use memplan_mlir::interfaces::constant_int;
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{DYNAMIC, INDEX_WIDTH, Module, TypeKind, ValueId, names};

use crate::access::span;

/// The longest chain of views that is followed.
const MAX_VIEWS: usize = 64;

/// A buffer, and a range of its bytes that holds all elements of a value: that of the first `memref.view` at a constant
/// place which the value is a part of. Absent for everything else.
fn viewed_bytes(m: &Module, value: ValueId) -> Option<(ValueId, u64, u64)> {
    const PARTS: [Kernel; 5] = [
        Kernel::Subview,
        Kernel::Cast,
        Kernel::CollapseShape,
        Kernel::ExpandShape,
        Kernel::Transpose,
    ];
    let mut value = value;
    for _ in 0..MAX_VIEWS {
        let op = m.defining_op(value)?;
        let kernel = m.semantics(op).kernel()?;
        let source = *m.operands(op).first()?;
        if PARTS.contains(&kernel) {
            value = source;
            continue;
        }
        let TypeKind::MemRef(ty) = m.value_type_kind(value) else {
            return None;
        };
        let element = m.ctx.stored_bytes(ty.element, INDEX_WIDTH)?;
        let bytes = span(m, value)?.checked_mul(element)?;
        let shift = constant_int(m, *m.operands(op).get(1)?)?;
        let from = u64::try_from(shift)
            .ok()
            .filter(|_| kernel == Kernel::View)?;
        return Some((source, from, from.checked_add(bytes)?));
    }
    None
}

/// Whether two values are certainly in different bytes of one buffer.
pub(crate) fn are_in_different_bytes(m: &Module, a: ValueId, b: ValueId) -> bool {
    let both = viewed_bytes(m, a).zip(viewed_bytes(m, b));
    both.is_some_and(|(a, b)| a.0 == b.0 && (a.2 <= b.1 || b.2 <= a.1))
}

/// A range of indices for each dimension of a buffer, half-open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Area(Vec<(i64, i64)>);

impl Area {
    /// The least ranges that hold all elements of a value: the buffer `base`, or a subview of it at static places, also
    /// of another subview. Absent for everything else. Linear in the nesting of subviews.
    pub fn new(m: &Module, value: ValueId, base: ValueId) -> Option<Self> {
        let shape = m.ctx.shape(m.value_type(value))?;
        let mut ranges: Vec<(i64, i64)> = shape.iter().map(|&size| (0, size)).collect();
        let mut value = value;
        let start = value;
        while value != base {
            let op = m.defining_op(value)?;
            let of = |name| m.prop_array(op, name).iter().copied();
            if !m.is_kernel(op, Kernel::Subview) {
                return None;
            }
            let (offsets, strides) = (of(names::STATIC_OFFSETS), of(names::STATIC_STRIDES));
            // For a rank-reduced view, only the sizes of its subview give the ranges in the source.
            if offsets.len() != ranges.len() {
                if value != start {
                    return None;
                }
                ranges = of(names::STATIC_SIZES).map(|size| (0, size)).collect();
            }
            for ((range, offset), stride) in ranges.iter_mut().zip(offsets).zip(strides) {
                *range = moved(range.0, range.1, offset, stride)?;
            }
            value = *m.operands(op).first()?;
        }
        let is_known = |&(low, high): &(i64, i64)| low != DYNAMIC && high != DYNAMIC;
        ranges.iter().all(is_known).then_some(Self(ranges))
    }

    /// Whether no element is in both.
    pub fn is_apart_from(&self, other: &Self) -> bool {
        let mut pairs = self.0.iter().zip(&other.0);
        self.0.len() == other.0.len() && pairs.any(|(a, b)| a.1 <= b.0 || b.1 <= a.0)
    }
}

/// A range of the indices of a subview in its source.
fn moved(low: i64, high: i64, offset: i64, stride: i64) -> Option<(i64, i64)> {
    if [low, high, offset, stride].contains(&DYNAMIC) || stride < 1 {
        return None;
    }
    let index = |at: i64| at.checked_mul(stride)?.checked_add(offset);
    let last = (high > low).then(|| index(high - 1)).flatten();
    let end = last.map_or(index(low), |last| last.checked_add(1));
    Some((index(low)?, end?))
}
