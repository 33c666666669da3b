//! Parts of tensors that operations extract and overwrite.

use memplan_mlir::interfaces::constant_int;
use memplan_mlir::{DYNAMIC, Module, OpId, ValueId};

use super::linear::Linear;

/// An offset, size or stride of a slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Known before the program runs.
    Constant(i64),
    /// The value of this SSA value.
    Value(ValueId),
}

/// A strided part of a tensor: offset, size and stride of each dimension.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slice(pub Vec<[Extent; 3]>);

/// A part of a tensor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subset {
    /// All of it.
    Whole,
    /// A slice.
    Slice(Slice),
}

/// An operation that overwrites a part of one operand with another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Insertion {
    /// The operand that holds the new elements.
    pub source: usize,
    /// The operand that is overwritten.
    pub dest: usize,
    /// The part.
    pub subset: Subset,
}

/// An operation whose result is a part of an operand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extraction {
    /// The operand.
    pub container: usize,
    /// The part.
    pub slice: Slice,
}

impl Extent {
    /// The constant, if it is one.
    pub fn constant(self) -> Option<i64> {
        match self {
            Self::Constant(value) => Some(value),
            Self::Value(_) => None,
        }
    }

    pub(super) fn of(m: &Module, value: ValueId) -> Self {
        constant_int(m, value).map_or(Self::Value(value), Self::Constant)
    }
}

impl Slice {
    /// The slice that the groups `offsets`, `sizes` and `strides` of an operation and its attributes
    /// describe.
    pub fn of_op(m: &Module, op: OpId) -> Option<Self> {
        let list = |group: &str, attr: &str| mixed(m, op, group, attr);
        let offsets = list("offsets", "static_offsets")?;
        let sizes = list("sizes", "static_sizes")?;
        let strides = list("strides", "static_strides")?;
        let dims = offsets.into_iter().zip(sizes).zip(strides);
        Some(Self(
            dims.map(|((offset, size), stride)| [offset, size, stride])
                .collect(),
        ))
    }

    /// Whether the two slices provably have no element in common.
    ///
    /// True if the ranges of a dimension do not overlap, or if the strides of a dimension are equal and the offsets
    /// have different remainders. Offsets and sizes may be sums of equal values with different constants. Sizes of
    /// zero are not considered.
    pub fn is_disjoint(&self, m: &Module, other: &Self) -> bool {
        let mut dims = self.0.iter().zip(&other.0);
        self.0.len() == other.0.len() && dims.any(|(a, b)| are_disjoint(m, *a, *b))
    }

    /// The SSA values among the offsets, sizes and strides.
    pub fn values(&self) -> impl Iterator<Item = ValueId> + '_ {
        self.0.iter().flatten().filter_map(|extent| match extent {
            Extent::Constant(_) => None,
            Extent::Value(value) => Some(*value),
        })
    }
}

/// A list that mixes constants from an attribute with operands.
pub(super) fn mixed(m: &Module, op: OpId, group: &str, attr: &str) -> Option<Vec<Extent>> {
    let mut values = m.operand_group(op, group).iter();
    let fixed = m.prop_array(op, m.ctx.find_str(attr)?);
    let extent = |&fixed: &i64| match fixed {
        DYNAMIC => values.next().map(|&value| Extent::of(m, value)),
        fixed => Some(Extent::Constant(fixed)),
    };
    fixed.iter().map(extent).collect()
}

fn are_disjoint(m: &Module, a: [Extent; 3], b: [Extent; 3]) -> bool {
    let (Some(stride_a), Some(stride_b)) = (a[2].constant(), b[2].constant()) else {
        return false;
    };
    // The first position of `a`, relative to the first position of `b`.
    let (start, origin) = (Linear::of(m, a[0]), Linear::of(m, b[0]));
    let start = start.plus(&origin, -1);
    if let Some(start) = start.known()
        && stride_a == stride_b
        && stride_a > 1
        && start % stride_a != 0
    {
        return true;
    }
    let length = |size: Extent, stride: i64| {
        let last = Linear::of(m, size).plus(&Linear::of(m, Extent::Constant(1)), -1);
        Linear::default().plus(&last, stride)
    };
    let (length_a, length_b) = (length(a[1], stride_a), length(b[1], stride_b));
    let zero = Linear::default();
    // Lowest and highest position of each slice.
    let [(low_a, high_a), (low_b, high_b)] = [
        (start.clone(), start.plus(&length_a, 1), stride_a),
        (zero.clone(), zero.plus(&length_b, 1), stride_b),
    ]
    .map(|(first, last, stride)| match stride {
        0.. => (first, last),
        _ => (last, first),
    });
    let is_below = |high: &Linear, low: Linear| low.plus(high, -1).known().is_some_and(|n| n > 0);
    is_below(&high_a, low_b) || is_below(&high_b, low_a)
}

#[cfg(test)]
mod tests {
    use super::{Extent, Slice};
    use memplan_mlir::Module;

    fn slice(offset: i64, size: i64, stride: i64) -> Slice {
        Slice(vec![[offset, size, stride].map(Extent::Constant)])
    }

    #[test]
    fn constant_ranges_and_remainders_prove_disjointness() {
        let cases = [
            ((0, 4, 1), (4, 4, 1), true),
            ((0, 5, 1), (4, 4, 1), false),
            ((0, 4, 2), (1, 4, 2), true),
            ((0, 4, 2), (2, 4, 2), false),
            ((7, 4, -1), (0, 4, 1), true),
            ((7, 5, -1), (0, 4, 1), false),
        ];
        let m = Module::new();
        for (a, b, expected) in cases {
            let (a, b) = (slice(a.0, a.1, a.2), slice(b.0, b.1, b.2));
            assert_eq!(a.is_disjoint(&m, &b), expected, "{a:?} {b:?}");
            assert_eq!(b.is_disjoint(&m, &a), expected, "{b:?} {a:?}");
        }
    }
}
