//! memplan as a C library: `include/memplan.h` documents its functions.
//!
//! # Inside
//!
//! `boundary.rs` has the functions of the header. It is the only file with `unsafe`, reads texts and arrays of callers,
//! and hands them to safe code: `settings.rs` (options by the names of the table of options, limits, cancellation),
//! `trace.rs` (planning), `program.rs` (merging, passes) and `list.rs`. What these return is an `Answer`
//! (`answer.rs`); errors of the libraries get a status and a place in `errors.rs`. Panics become answers.
//!
//! `mlir-plugin/` is a plug-in of MLIR over this library, `examples/` has programs in C, `CMakeLists.txt` installs it
//! all.

mod answer;
mod boundary;
mod errors;
mod list;
mod program;
mod settings;
mod trace;
