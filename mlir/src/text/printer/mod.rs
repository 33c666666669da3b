//! The printer.

mod affine;
mod attrs;
mod floats;
mod locs;
mod types;

pub(crate) use attrs::{AttrPrinter, visit_nested_attrs};
pub use attrs::{attr_text, type_text};
