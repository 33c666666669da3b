//! Which elements of a buffer a view has.

use memplan_mlir::semantics::Kernel;
use memplan_mlir::{DYNAMIC, Module, ValueId, names};

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
                *range = moved(*range, offset, stride)?;
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
fn moved((low, high): (i64, i64), offset: i64, stride: i64) -> Option<(i64, i64)> {
    if [low, high, offset, stride].contains(&DYNAMIC) || stride < 1 {
        return None;
    }
    let index = |at: i64| at.checked_mul(stride)?.checked_add(offset);
    let last = (high > low).then(|| index(high - 1)).flatten();
    let end = last.map_or(index(low), |last| last.checked_add(1));
    Some((index(low)?, end?))
}
