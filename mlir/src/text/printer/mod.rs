//! The printer: types, attributes, affine maps and locations; operations on top of them.

mod affine;
mod attrs;
mod dense;
mod format;
mod loc_aliases;
mod locs;
mod names;
mod ops;
mod shared;
mod syntax;
mod types;

pub use attrs::{AttrPrinter, attr_text, space_name, space_text, type_text};
pub(crate) use attrs::{attr_summary, type_summary};
pub use dense::packed_bits;
pub(crate) use names::{Names, Naming};
pub(crate) use ops::{print_module, print_op};
