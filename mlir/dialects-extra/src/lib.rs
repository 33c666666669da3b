//! Dialects beyond the core that appear next to memrefs: `async`, `gpu`, `llvm`, `tosa`, and of front ends.
//!
//! They are registered like the dialects of any other crate: a [`Dialect`] is a table of operations
//! with their syntax and rules. [`dialects`] is the set of the core dialects and these.
//!
//! ```
//! use memplan_mlir::text::{PrintOptions, parse, print};
//!
//! let source = b"llvm.func @f(%p: !llvm.ptr) {\n  llvm.return\n}";
//! let module = parse(source, &memplan_dialects_extra::parse_options()).unwrap().module;
//! assert!(print(&module, &PrintOptions::default()).contains("llvm.func @f"));
//! ```

mod assembly;
mod asynch;
mod canonical;
mod classes;
mod front_ends;
mod gpu;
mod gpu_sparse;
mod llvm;
mod llvm_intrinsics;
mod llvm_runtime;
mod llvm_symbols;
mod tosa;
mod verify;
mod vocabulary;

use std::sync::LazyLock;

use memplan_mlir::dialects::{Dialect, DialectError, Dialects};
use memplan_mlir::text::ParseOptions;

/// The dialects of this crate.
pub static DIALECTS: &[&Dialect] = &[
    &asynch::DIALECT,
    &gpu::DIALECT,
    &llvm::DIALECT,
    &front_ends::ML_PROGRAM,
    &tosa::DIALECT,
    &front_ends::UTIL,
];

static ALL: LazyLock<Result<Dialects, DialectError>> =
    LazyLock::new(|| Dialects::core().with(DIALECTS));

/// The core dialects and those of this crate. Built once per process.
pub fn dialects() -> &'static Dialects {
    match &*ALL {
        Ok(dialects) => dialects,
        Err(error) => unreachable!("the dialects of this crate have names of their own: {error}"),
    }
}

/// The default options, with [`dialects`].
pub fn parse_options() -> ParseOptions<'static> {
    ParseOptions {
        dialects: Some(dialects()),
        ..ParseOptions::default()
    }
}
