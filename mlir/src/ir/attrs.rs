//! Attributes: plain data, interned in a [`Context`](crate::Context) and compared by id.

use super::{AffineMap, AttrId, IntegerSet, LocId, StrId, TypeId, TypeKind};

/// The contents of an attribute.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum AttrKind {
    /// `unit`.
    Unit,
    /// `5 : i32`, `true`.
    Integer {
        /// The value: sign-extended for signless and signed types and `index`, zero-extended for
        /// unsigned ones; `true` is 1.
        value: IntValue,
        /// Integer type or `index`.
        ty: TypeId,
    },
    /// `1.5 : f32`.
    Float {
        /// The bit pattern in the format of `ty`, zero-extended.
        bits: u128,
        /// Float type.
        ty: TypeId,
    },
    /// `"text"`, optionally with a type.
    String {
        /// The bytes, escapes resolved.
        value: StrId,
        /// Type of a typed string.
        ty: Option<TypeId>,
    },
    /// A type as an attribute.
    Type(TypeId),
    /// `[a, b]`.
    Array(Box<[AttrId]>),
    /// `{a = 1, b}`, sorted by the bytes of the keys.
    Dictionary(Box<[(StrId, AttrId)]>),
    /// `@root::@nested`.
    SymbolRef {
        /// Outermost symbol.
        root: StrId,
        /// Symbols below it.
        nested: Box<[StrId]>,
    },
    /// `affine_map<..>`.
    AffineMap(AffineMap),
    /// `affine_set<..>`.
    IntegerSet(IntegerSet),
    /// `dense<..> : T`.
    Dense {
        /// Type of the whole: a statically shaped tensor, vector or memref.
        ty: TypeId,
        /// The elements.
        data: DenseData,
    },
    /// `sparse<indices, values> : T`; both parts are `Dense` attributes.
    Sparse {
        /// Type of the whole.
        ty: TypeId,
        /// Positions of the values.
        indices: AttrId,
        /// The values.
        values: AttrId,
    },
    /// `dense_resource<key> : T`.
    DenseResource {
        /// Key of the blob in the resource section.
        key: StrId,
        /// Type of the whole.
        ty: TypeId,
    },
    /// `array<i64: 1, 2>`. Integers are sign-extended; floats are bit patterns. An element of more
    /// than 64 bits takes several entries, the lowest first: see `array_limbs`.
    DenseArray {
        /// Element type: `i1`, an integer of whole bytes, or a float.
        element: TypeId,
        /// The elements.
        values: Box<[i64]>,
    },
    /// `strided<[s0, s1], offset: o>`; entries may be [`DYNAMIC`](crate::DYNAMIC).
    Strided {
        /// Offset in elements.
        offset: i64,
        /// Stride of each dimension in elements.
        strides: Box<[i64]>,
    },
    /// `distinct[n]<attr>`.
    Distinct {
        /// Identity within the file.
        id: u64,
        /// Payload.
        referenced: Option<AttrId>,
    },
    /// `loc(..)` as an attribute.
    Location(LocId),
    /// `#dialect.body`, kept as text: for `#arith.fastmath<none>` the body is `fastmath<none>`.
    Opaque {
        /// Dialect name.
        dialect: StrId,
        /// Everything after `dialect.`; for the form `#dialect<text>` this is `<text>`.
        body: StrId,
        /// The type after a trailing colon.
        ty: Option<TypeId>,
    },
}

/// Number of entries that an element of [`AttrKind::DenseArray`] takes.
pub fn array_limbs(element: &TypeKind) -> usize {
    let width = match element {
        TypeKind::Integer { width, .. } => *width,
        TypeKind::Float(kind) => kind.width(),
        _ => 1,
    };
    width.div_ceil(64).max(1) as usize
}

/// An integer of any width; small ones, which are nearly all, need no allocation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum IntValue {
    /// A value that fits 64 bits (signed) or, for unsigned types, 63 bits.
    Small(i64),
    /// A wider value: two's complement, little-endian limbs, without redundant high limbs.
    Big(Box<[u64]>),
}

/// Elements of a [`AttrKind::Dense`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum DenseData {
    /// One element, repeated; little-endian bytes of the storage width (`i1` is one byte, 0 or 1;
    /// complex is two elements).
    Splat(Box<[u8]>),
    /// All elements in row-major order, each as in `Splat`.
    Elements(Box<[u8]>),
    /// Elements that are text (`tensor<2x!d.string>`), one for a splat.
    Strings {
        /// The texts.
        values: Box<[StrId]>,
        /// Whether the one value is repeated.
        is_splat: bool,
    },
}

impl IntValue {
    /// The value, if it fits a signed 64-bit integer.
    pub fn as_i64(&self) -> Option<i64> {
        match self {
            Self::Small(value) => Some(*value),
            Self::Big(_) => None,
        }
    }

    /// A value from two's complement limbs, the highest of which holds the sign.
    pub fn from_limbs(mut limbs: Vec<u64>) -> Self {
        while let [.., below, top] = limbs[..] {
            let sign = if below >> 63 == 1 { u64::MAX } else { 0 };
            if top != sign {
                return Self::Big(limbs.into());
            }
            limbs.pop();
        }
        Self::Small(limbs.first().copied().unwrap_or(0) as i64)
    }
}
