//! The printer.

mod affine;
mod attrs;
mod dense;
mod floats;
mod locs;
mod types;
mod visit;

pub(crate) use attrs::{AttrPrinter, type_summary};
pub use attrs::{attr_text, type_text};
pub(crate) use floats::bits_from_f64;
pub(crate) use visit::{NestedAttrs, visit_nested_attrs, visit_type_attrs};
