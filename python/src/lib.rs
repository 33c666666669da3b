//! The extension module `memplan._memplan`, on which the Python package `memplan` is built.
//!
//! A `Context` is the library's context with its registries. Traces and schedules are
//! immutable objects that share their data with Rust; columns are NumPy arrays. Planners run without the
//! interpreter lock. All errors become exceptions of `memplan.errors`.
//!
//! The crate is empty without the feature `extension`, so that the workspace builds without Python.
//!
//! # Inside
//!
//! `src/` is the extension module: classes over the types of the library, nothing else. `package/` is the Python part;
//! it holds no planner and no parser. The crate is empty without the feature `extension`, so the workspace builds and
//! tests without Python and PyO3. Planners run without the interpreter lock; `interrupt.rs` looks for signals every 50
//! ms. A planner in Python is a `MemoryPlanner` in the registry of its context.
#![cfg(feature = "extension")]

mod arguments;
mod arrays;
mod command;
mod context;
mod errors;
mod files;
mod interrupt;
mod lowering;
mod options;
mod planners;
mod program;
mod run;
mod schedule;
mod trace;

use pyo3::prelude::*;

#[pymodule]
mod _memplan {
    /// The version of the package.
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "the name in Python")]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    #[pymodule_export]
    use crate::command::command;
    #[pymodule_export]
    use crate::context::Context;
    #[pymodule_export]
    use crate::files::{read_plan, source_hash, trace_hash, write_plan, write_traces};
    #[pymodule_export]
    use crate::lowering::{lower, lowerers};
    #[pymodule_export]
    use crate::options::merge_options;
    #[pymodule_export]
    use crate::planners::Options;
    #[pymodule_export]
    use crate::schedule::{Schedule, page};
    #[pymodule_export]
    #[pymodule_export]
    use crate::trace::Trace;
}
