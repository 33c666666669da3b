//! What production compilers do today: each planner gives what its original gives.
//!
//! They run on the trace as it is, so that people see what their compiler makes of it. Orders that an
//! original leaves open are decided by [`crate::BufferId`]. Two things differ on purpose. Buffers
//! without bytes are not placed at all (offset 0), while some originals let them push others about.
//! And what an original does not know (pins, gaps, alignments that differ from buffer to buffer)
//! is added in the way that changes it least; each file says how.

pub mod iree;
pub mod mlir_best_fit;
pub mod mlir_trivial;
mod rand_r;
pub mod tflite_arena;
pub mod tflite_micro;
pub mod usmp;
pub mod usmp_hill;
pub mod xla;
