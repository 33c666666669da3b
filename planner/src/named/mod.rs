//! The planners of other projects.
//!
//! Those of production compilers give the result of their originals. They run on the trace as it is, so that users see the result of their compiler. Ties that an
//! original leaves open are broken by [`crate::BufferId`]. Two things differ deliberately. Buffers
//! of size 0 are not placed at all (offset 0), while in some originals they affect others. Features
//! that an original lacks (pins, gaps, alignments that differ from buffer to buffer) are added in
//! the way that changes it least; each file describes how. [`boxing`], [`ilp`] and [`minimalloc`] follow publications, and
//! use reductions and bounds of this crate.

pub mod boxing;
pub mod ilp;
pub mod iree;
pub mod minimalloc;
pub mod mlir_best_fit;
pub mod mlir_trivial;
mod rand_r;
pub mod tflite_arena;
pub mod tflite_micro;
pub mod usmp;
pub mod usmp_hill;
pub mod xla;
