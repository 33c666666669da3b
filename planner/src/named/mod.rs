//! The planners of production compilers, which give the results of their originals.
//!
//! They run on the trace as it is, so that users see the result of their compiler. Ties that an original leaves open
//! are broken by [`crate::BufferId`]. Two things differ deliberately. Buffers of size 0 are not placed at all (offset
//! 0), while in some originals they affect others. Features that an original lacks (pins, gaps, alignments that
//! differ from buffer to buffer) are added in the way that changes it least; the documentation of each planner
//! describes how. `ggml` and `onnx-runtime` are in [`crate::algorithms::best_fit_lists`], because `auto` runs the
//! first of them.

pub mod executorch;
pub mod greedy;
pub mod inductor;
mod python_random;
mod rand_r;
pub mod tflite_micro;
pub mod tinygrad;
pub mod usmp_hill;
pub mod vela;
pub mod xla;
