//! Parts of tensors that operations extract and overwrite.

use memplan_mlir::interfaces::constant_int;
use memplan_mlir::{DYNAMIC, Module, OpId, ValueId};

/// A number of a slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Known before the program runs.
    Constant(i64),
    /// This value.
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

    fn of(m: &Module, value: ValueId) -> Self {
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

    /// Whether the two slices have no element in common, as far as that can be proved.
    ///
    /// True if the constant ranges of a dimension do not meet, or if the strides of a dimension are equal and
    /// the offsets have different remainders. Sizes of zero are not looked for.
    pub fn is_disjoint(&self, other: &Self) -> bool {
        self.0.len() == other.0.len()
            && self
                .0
                .iter()
                .zip(&other.0)
                .any(|(a, b)| are_disjoint(*a, *b))
    }
}

/// A list that mixes constants of an attribute with operands.
pub(super) fn mixed(m: &Module, op: OpId, group: &str, attr: &str) -> Option<Vec<Extent>> {
    let mut values = m.operand_group(op, group).iter();
    let fixed = m.prop_array(op, m.ctx.find_str(attr)?);
    let extent = |&fixed: &i64| match fixed {
        DYNAMIC => values.next().map(|&value| Extent::of(m, value)),
        fixed => Some(Extent::Constant(fixed)),
    };
    fixed.iter().map(extent).collect()
}

fn are_disjoint(a: [Extent; 3], b: [Extent; 3]) -> bool {
    let (Some(start_a), Some(start_b)) = (a[0].constant(), b[0].constant()) else {
        return false;
    };
    let (start_a, start_b) = (i128::from(start_a), i128::from(start_b));
    let (Some(stride_a), Some(stride_b)) = (a[2].constant(), b[2].constant()) else {
        return false;
    };
    if stride_a == stride_b && stride_a > 1 && (start_a - start_b) % i128::from(stride_a) != 0 {
        return true;
    }
    let (Some(size_a), Some(size_b)) = (a[1].constant(), b[1].constant()) else {
        return false;
    };
    let last =
        |start: i128, size: i64, stride: i64| start + (i128::from(size) - 1) * i128::from(stride);
    let (end_a, end_b) = (
        last(start_a, size_a, stride_a),
        last(start_b, size_b, stride_b),
    );
    start_a.max(end_a) < start_b.min(end_b) || start_b.max(end_b) < start_a.min(end_a)
}

#[cfg(test)]
mod tests {
    use super::{Extent, Slice};

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
        for (a, b, expected) in cases {
            let (a, b) = (slice(a.0, a.1, a.2), slice(b.0, b.1, b.2));
            assert_eq!(a.is_disjoint(&b), expected, "{a:?} {b:?}");
            assert_eq!(b.is_disjoint(&a), expected, "{b:?} {a:?}");
        }
    }
}
