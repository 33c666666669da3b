//! The planners: one file each, and one line each in [`PLANNERS`].

pub mod auto;
pub mod best_fit;
pub mod chunk;
pub mod first_fit;
pub mod greedy_by_size;

use crate::MemoryPlanner;

/// All built-in planners, in the order users see. Command line, tests and benches read this list.
pub const PLANNERS: &[&dyn MemoryPlanner] = &[
    &chunk::ChunkPlanner::HOT,
    &chunk::ChunkPlanner::SIZE_FIRST,
    &first_fit::FirstFit,
    &best_fit::BestFit {
        heap_end: crate::HeapEnd::IsAHole,
    },
    &greedy_by_size::GreedyBySize,
    &auto::Auto,
];
