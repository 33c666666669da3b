//! Hooks of core operations that operations of other dialects share.

pub use super::assembly::scf::{parse_while, print_while};
pub use super::assembly::vector::print_masked;
pub use super::verify::func::{call, switch};
pub use super::verify::memref::allocation;
