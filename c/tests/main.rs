//! The header, programs in C over the library, and the plug-in of MLIR.

mod common;
mod header;
mod plugin;
mod programs;
