//! MLIR bytecode, the binary form of programs, versions 0 to 6.
//!
//! The format is that of <https://mlir.llvm.org/docs/BytecodeFormat>. [`to_text`] turns a file into text in generic
//! form, so that programs in either form take one way through the parser, and messages can show lines; [`write()`]
//! encodes a module.
//!
//! Attributes and types of the builtin dialect have binary encodings; all others are text within the file, except those
//! of dialects with an encoding of their own, which are an error. From version 5 on, inherent attributes of an
//! operation that the writer knows are a list without names: see `properties`.

mod attrs;
mod cursor;
mod ir;
mod properties;
mod types;
mod writer;

use memplan_mlir::dialects::Dialects;
pub use writer::{NEWEST, write};

/// The first bytes of a file.
pub const MAGIC: &[u8] = b"ML\xEFR";

/// Encodings of builtin attributes: the number that each begins with.
mod attr_code {
    pub(super) const ARRAY: u64 = 0;
    pub(super) const DICTIONARY: u64 = 1;
    pub(super) const STRING: u64 = 2;
    pub(super) const TYPED_STRING: u64 = 3;
    pub(super) const FLAT_SYMBOL: u64 = 4;
    pub(super) const SYMBOL: u64 = 5;
    pub(super) const TYPE: u64 = 6;
    pub(super) const UNIT: u64 = 7;
    pub(super) const INTEGER: u64 = 8;
    pub(super) const FLOAT: u64 = 9;
    pub(super) const CALL_SITE: u64 = 10;
    pub(super) const FILE: u64 = 11;
    pub(super) const FUSED: u64 = 12;
    pub(super) const FUSED_WITH_METADATA: u64 = 13;
    pub(super) const NAME: u64 = 14;
    pub(super) const UNKNOWN: u64 = 15;
    pub(super) const RESOURCE: u64 = 16;
    pub(super) const DENSE_ARRAY: u64 = 17;
    pub(super) const DENSE: u64 = 18;
    pub(super) const DENSE_STRINGS: u64 = 19;
    pub(super) const SPARSE: u64 = 20;
    pub(super) const DISTINCT: u64 = 21;
    pub(super) const FILE_RANGE: u64 = 22;
}

/// Encodings of builtin types.
mod type_code {
    pub(super) const INTEGER: u64 = 0;
    pub(super) const INDEX: u64 = 1;
    pub(super) const FUNCTION: u64 = 2;
    /// The first of the float types, which are in the order of [`super::FLOATS`].
    pub(super) const FLOAT: u64 = 3;
    pub(super) const COMPLEX: u64 = 9;
    pub(super) const MEMREF: u64 = 10;
    pub(super) const MEMREF_WITH_SPACE: u64 = 11;
    pub(super) const NONE: u64 = 12;
    pub(super) const TENSOR: u64 = 13;
    pub(super) const TENSOR_WITH_ENCODING: u64 = 14;
    pub(super) const TUPLE: u64 = 15;
    pub(super) const UNRANKED_MEMREF: u64 = 16;
    pub(super) const UNRANKED_MEMREF_WITH_SPACE: u64 = 17;
    pub(super) const UNRANKED_TENSOR: u64 = 18;
    pub(super) const VECTOR: u64 = 19;
    pub(super) const SCALABLE_VECTOR: u64 = 20;
}

/// The float types that have an encoding; the others are text.
const FLOATS: [memplan_mlir::ir::FloatKind; 6] = {
    use memplan_mlir::ir::FloatKind::{BF16, F16, F32, F64, F80, F128};
    [BF16, F16, F32, F64, F80, F128]
};

/// Kinds of sections.
mod section {
    pub(super) const STRINGS: u8 = 0;
    pub(super) const DIALECTS: u8 = 1;
    pub(super) const ATTRS: u8 = 2;
    pub(super) const ATTR_OFFSETS: u8 = 3;
    pub(super) const IR: u8 = 4;
    pub(super) const RESOURCES: u8 = 5;
    pub(super) const RESOURCE_OFFSETS: u8 = 6;
    pub(super) const DIALECT_VERSION: u8 = 7;
    pub(super) const PROPERTIES: u8 = 8;
    pub(super) const COUNT: u8 = 9;
}

/// Bits that tell which parts of an operation are in the file.
mod part {
    pub(super) const ATTRS: u8 = 1;
    pub(super) const RESULTS: u8 = 2;
    pub(super) const OPERANDS: u8 = 4;
    pub(super) const SUCCESSORS: u8 = 8;
    pub(super) const REGIONS: u8 = 16;
    pub(super) const USE_ORDERS: u8 = 32;
    pub(super) const PROPERTIES: u8 = 64;
}

/// The first versions with a feature.
mod since {
    pub(super) const DIALECT_VERSIONS: u64 = 1;
    pub(super) const ISOLATED_SECTIONS: u64 = 2;
    pub(super) const USE_ORDERS: u64 = 3;
    pub(super) const FEWER_LOCATIONS: u64 = 4;
    pub(super) const PROPERTIES: u64 = 5;
    pub(super) const SEGMENT_ARRAYS: u64 = 6;
}

/// Why a file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message} (byte {offset})")]
pub struct BytecodeError {
    /// Where in the file, in bytes.
    pub offset: usize,
    /// What is wrong.
    pub message: String,
}

type Result<T> = std::result::Result<T, BytecodeError>;

/// Whether a file is bytecode.
pub fn is_bytecode(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// A program in bytecode as text in generic form. Linear in the size of the file; attributes and types that are used
/// often become aliases.
///
/// # Errors
///
/// If the file is invalid or of an unsupported version, or if only the dialect that wrote a part of it can read that.
pub fn to_text(bytes: &[u8], dialects: &Dialects) -> Result<String> {
    ir::to_text(bytes, dialects)
}
