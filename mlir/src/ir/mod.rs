//! The IR: index-typed arenas, interned types and attributes, intrusive lists, use lists.

mod affine;
mod attrs;
mod context;
mod dict;
mod edit;
mod entity;
mod fork;
mod intern;
mod location;
mod module;
pub mod names;
mod op_facts;
mod resources;
mod restructure;
mod span;
mod transfer;
mod type_queries;
mod types;
mod values;

pub use affine::{AffineConstraint, AffineExpr, AffineMap, AffineOp, IntegerSet};
pub(crate) use attrs::array_limbs;
pub use attrs::{AttrKind, DenseData, IntValue};
pub use context::Context;
pub use dict::Dict;
pub use entity::{AttrId, BlockId, LocId, OpId, OpName, RegionId, StrId, TypeId, UseId, ValueId};
pub use location::LocationKind;
pub use module::{Module, OpSpec, ValueDef};
pub use resources::{ResourceGroup, ResourceValue, Resources};
pub use restructure::CloneMap;
pub use span::Span;
pub(crate) use transfer::Extracted;
pub use type_queries::INDEX_WIDTH;
pub(crate) use type_queries::map_strides;
pub use types::{DYNAMIC, FloatKind, MemRefType, Signedness, TypeKind};
