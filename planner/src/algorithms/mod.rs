//! The planners, with one line each in [`PLANNERS`].

pub mod auto;
pub mod best_fit_lists;
pub mod boxing;
pub mod chunk;
pub(crate) mod conflicts;
mod constrained;
/// The example of `CONTRIBUTING.md`, which `cargo xtask tidy` keeps equal to this file.
#[cfg(test)]
#[path = "../../tests/contributing/last_first.rs"]
pub mod contributing;
pub mod exact;
pub mod greedy;
pub mod ilp;
pub(crate) mod in_order;
pub mod local_search;
mod members;
pub mod minimalloc;
pub(crate) mod order;
mod proved_in_place;
mod spill;
pub(crate) mod trials;

pub use proved_in_place::ProvedInPlace;

use crate::MemoryPlanner;
use crate::named;
use crate::orient::OrientPlanner;

/// All built-in planners, in the order users see. [`crate::registry`] makes them ready to run.
pub const PLANNERS: &[&dyn MemoryPlanner] = &[
    &chunk::ChunkPlanner::HOT,
    &chunk::ChunkPlanner::SIZE_FIRST,
    &greedy::FIRST_FIT,
    &greedy::BEST_FIT,
    &greedy::BY_SIZE,
    &greedy::BY_AREA,
    &greedy::BY_LIFETIME,
    &greedy::BY_CONFLICTS,
    &boxing::BoxingPlanner::DEFAULT,
    &local_search::LocalSearch::DEFAULT,
    &exact::Exact::DEFAULT,
    &ilp::Ilp::DEFAULT,
    &minimalloc::Minimalloc::DEFAULT,
    &named::greedy::MLIR_TRIVIAL,
    &named::greedy::MLIR_BEST_FIT,
    &named::tflite_micro::TfliteMicro {
        ties: named::tflite_micro::Ties::First,
    },
    &named::greedy::TFLITE_ARENA,
    &named::greedy::IREE,
    &named::executorch::Executorch,
    &named::inductor::Inductor,
    &best_fit_lists::GGML,
    &best_fit_lists::ONNX_RUNTIME,
    &named::tinygrad::Tinygrad,
    &named::greedy::USMP_SIZE,
    &named::greedy::USMP_CONFLICTS,
    &named::usmp_hill::UsmpHill::DEFAULT,
    &named::vela::Vela::DEFAULT,
    &named::xla::XLA_SPATIAL,
    &named::xla::XLA_TEMPORAL,
    &named::xla::Xla,
    &constrained::Constrained::DEFAULT,
    &OrientPlanner::DEFAULT,
    &auto::Auto::DEFAULT,
];

/// With more buffers the planners that look at all pairs of buffers take unreasonably long.
pub(crate) const MAX_FOR_PAIRS: usize = 5_000;
