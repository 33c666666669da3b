//! The IR: index-typed arenas, interned types and attributes, intrusive lists, use lists.

mod affine;
mod attrs;
mod context;
mod entity;
mod location;
mod module;
mod type_queries;
mod types;

pub use affine::{AffineConstraint, AffineExpr, AffineMap, AffineOp, IntegerSet};
pub use attrs::{AttrKind, DenseData, IntValue};
pub use context::{Context, names};
pub use entity::{AttrId, BlockId, LocId, OpId, OpName, RegionId, StrId, TypeId, UseId, ValueId};
pub use location::LocationKind;
pub use module::{Dict, Module, OpSpec, ValueDef};
pub use types::{DYNAMIC, FloatKind, MemRefType, Signedness, TypeKind};
