//! Types: plain data, interned in a [`Context`](crate::Context) and compared by id.

use super::{AttrId, StrId, TypeId};

/// The size of a dimension, a stride or an offset that is only known at run time.
pub const DYNAMIC: i64 = i64::MIN;

/// How the bits of an integer type are interpreted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Signedness {
    /// `iN`: determined by the operations.
    Signless,
    /// `siN`.
    Signed,
    /// `uiN`.
    Unsigned,
}

/// The floating-point formats of MLIR 19 and 22.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the variants are named after the formats")]
pub enum FloatKind {
    F4E2M1FN,
    F6E2M3FN,
    F6E3M2FN,
    F8E5M2,
    F8E4M3,
    F8E4M3FN,
    F8E5M2FNUZ,
    F8E4M3FNUZ,
    F8E4M3B11FNUZ,
    F8E3M4,
    F8E8M0FNU,
    BF16,
    F16,
    TF32,
    F32,
    F64,
    F80,
    F128,
}

/// The contents of a type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TypeKind {
    /// `i32`, `si8`, `ui16`.
    Integer {
        /// Width in bits.
        width: u32,
        /// How the bits are interpreted.
        signedness: Signedness,
    },
    /// `index`.
    Index,
    /// `none`.
    None,
    /// `f32` and the other float types.
    Float(FloatKind),
    /// `complex<T>`.
    Complex(TypeId),
    /// `vector<4x[8]xf32>`.
    Vector {
        /// Size of each dimension; at least 1.
        shape: Box<[i64]>,
        /// Whether each dimension is scalable; as long as `shape`.
        scalable: Box<[bool]>,
        /// Element type.
        element: TypeId,
    },
    /// `tensor<4x?xf32, #encoding>`.
    Tensor {
        /// Size of each dimension or [`DYNAMIC`].
        shape: Box<[i64]>,
        /// Element type.
        element: TypeId,
        /// Encoding attribute.
        encoding: Option<AttrId>,
    },
    /// `tensor<*xf32>`.
    UnrankedTensor {
        /// Element type.
        element: TypeId,
    },
    /// `memref<4x?xf32, layout, space>`.
    MemRef(MemRefType),
    /// `memref<*xf32, space>`.
    UnrankedMemRef {
        /// Element type.
        element: TypeId,
        /// Memory space; absent for the default one.
        space: Option<AttrId>,
    },
    /// `tuple<..>`.
    Tuple(Box<[TypeId]>),
    /// `(inputs) -> (results)`.
    Function {
        /// Types of the arguments.
        inputs: Box<[TypeId]>,
        /// Types of the results.
        results: Box<[TypeId]>,
    },
    /// `!dialect.body`, kept as text: `dialect` is `llvm`, `body` is `struct<(i32, i64)>`.
    Opaque {
        /// Dialect name.
        dialect: StrId,
        /// Everything after `dialect.`; for the form `!dialect<"text">` this is `<"text">`.
        body: StrId,
    },
}

/// A ranked memref.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MemRefType {
    /// Size of each dimension or [`DYNAMIC`].
    pub shape: Box<[i64]>,
    /// Element type.
    pub element: TypeId,
    /// Layout (`AffineMap` or `Strided`); absent for the identity layout.
    pub layout: Option<AttrId>,
    /// Memory space; absent for the default one.
    pub space: Option<AttrId>,
}

impl Signedness {
    /// Whether the top bit is a sign when the bits are read as a number.
    pub(crate) const fn is_signed(self) -> bool {
        !matches!(self, Self::Unsigned)
    }
}

impl FloatKind {
    /// All formats with their spelling.
    pub const ALL: [(FloatKind, &'static str); 18] = [
        (FloatKind::F4E2M1FN, "f4E2M1FN"),
        (FloatKind::F6E2M3FN, "f6E2M3FN"),
        (FloatKind::F6E3M2FN, "f6E3M2FN"),
        (FloatKind::F8E5M2, "f8E5M2"),
        (FloatKind::F8E4M3, "f8E4M3"),
        (FloatKind::F8E4M3FN, "f8E4M3FN"),
        (FloatKind::F8E5M2FNUZ, "f8E5M2FNUZ"),
        (FloatKind::F8E4M3FNUZ, "f8E4M3FNUZ"),
        (FloatKind::F8E4M3B11FNUZ, "f8E4M3B11FNUZ"),
        (FloatKind::F8E3M4, "f8E3M4"),
        (FloatKind::F8E8M0FNU, "f8E8M0FNU"),
        (FloatKind::BF16, "bf16"),
        (FloatKind::F16, "f16"),
        (FloatKind::TF32, "tf32"),
        (FloatKind::F32, "f32"),
        (FloatKind::F64, "f64"),
        (FloatKind::F80, "f80"),
        (FloatKind::F128, "f128"),
    ];

    /// Width of one value in bits.
    pub const fn width(self) -> u32 {
        match self {
            Self::F4E2M1FN => 4,
            Self::F6E2M3FN | Self::F6E3M2FN => 6,
            Self::F8E5M2
            | Self::F8E4M3
            | Self::F8E4M3FN
            | Self::F8E5M2FNUZ
            | Self::F8E4M3FNUZ
            | Self::F8E4M3B11FNUZ
            | Self::F8E3M4
            | Self::F8E8M0FNU => 8,
            Self::BF16 | Self::F16 => 16,
            Self::TF32 => 19,
            Self::F32 => 32,
            Self::F64 => 64,
            Self::F80 => 80,
            Self::F128 => 128,
        }
    }

    /// The spelling of the type.
    pub fn name(self) -> &'static str {
        Self::ALL
            .iter()
            .find(|(kind, _)| *kind == self)
            .map_or("f32", |(_, name)| name)
    }

    /// The format with this spelling.
    pub fn from_name(name: &[u8]) -> Option<Self> {
        Self::ALL
            .iter()
            .find(|(_, spelling)| spelling.as_bytes() == name)
            .map(|(kind, _)| *kind)
    }
}
