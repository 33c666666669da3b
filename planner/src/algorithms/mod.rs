//! The planners: one file each, and one line each in [`PLANNERS`].

pub mod auto;
pub mod best_fit;
pub mod boxing;
pub mod chunk;
mod conflicts;
pub mod exact;
pub mod first_fit;
pub mod greedy_by_area;
pub mod greedy_by_conflicts;
pub mod greedy_by_lifetime;
pub mod greedy_by_size;
pub mod hill_climb;
pub mod ilp;
pub mod local_search;
pub mod minimalloc;
pub mod named;
mod order;
pub(crate) mod trials;

use crate::{InPlace, MemoryPlanner, ProofEffort, ProvedInPlace};

/// All built-in planners, in the order users see. Command line, tests and benches read this list.
/// Those of other programs look at in-place hints as their originals do, the chunk planners in their own
/// way, all others through [`InPlace`].
pub const PLANNERS: &[&dyn MemoryPlanner] = &[
    &chunk::ChunkPlanner::HOT,
    &chunk::ChunkPlanner::SIZE_FIRST,
    &InPlace(first_fit::FirstFit),
    &InPlace(best_fit::BestFit {
        heap_end: crate::HeapEnd::IsAHole,
    }),
    &InPlace(greedy_by_size::GreedyBySize),
    &InPlace(greedy_by_area::GreedyByArea),
    &InPlace(greedy_by_lifetime::GreedyByLifetime),
    &InPlace(greedy_by_conflicts::GreedyByConflicts),
    &InPlace(hill_climb::HillClimb::DEFAULT),
    &InPlace(boxing::BoxingPlanner::DEFAULT),
    &InPlace(local_search::LocalSearch::DEFAULT),
    &ProvedInPlace {
        planner: exact::Exact::DEFAULT,
        effort: ProofEffort::UntilDone,
    },
    &InPlace(ilp::Ilp::DEFAULT),
    &minimalloc::Minimalloc::DEFAULT,
    &named::mlir_trivial::MlirTrivial,
    &named::mlir_best_fit::MlirBestFit,
    &named::tflite_micro::TfliteMicro {
        ties: named::tflite_micro::Ties::First,
    },
    &named::tflite_arena::TfliteArena,
    &named::iree::Iree,
    &named::usmp::Usmp::BySize,
    &named::usmp::Usmp::ByConflicts,
    &named::usmp_hill::UsmpHill::DEFAULT,
    &named::xla::Xla::Spatial,
    &named::xla::Xla::Temporal,
    &named::xla::Xla::Best,
    &ProvedInPlace {
        planner: auto::Auto::DEFAULT,
        effort: ProofEffort::Short,
    },
];
