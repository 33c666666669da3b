//! The tuned parameters of the search with in-place hints.
//!
//! They were tuned on random traces to which hints were added. `--hints` adds one to each buffer that is
//! born before another one dies. To see what a change costs:
//!
//! ```sh
//! cargo run --release -p memplan-planner --example exact_bench -- --planner auto --seeds 3 \
//!     --ms 0 --hints gen:skewed{n=60} gen:skewed{n=200} gen:tight
//! ```

/// How large traces may be, and how long the search tries.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parameters {
    /// Traces of more buffers are not searched: the conflicts are a matrix, and the search is as deep
    /// as there are buffers.
    pub(crate) most_buffers: usize,
    /// Nodes of the search that only raises the bound.
    pub(crate) bound_nodes: u64,
    /// Nodes of a search with [`crate::ProofEffort::Short`] without a limit.
    pub(crate) short_nodes: u64,
}

impl Parameters {
    /// The values in use.
    pub(crate) const DEFAULT: Self = Self {
        most_buffers: 400,
        bound_nodes: 50_000,
        short_nodes: 20_000,
    };
}
