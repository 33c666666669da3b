//! The tuned parameters of the exact search.
//!
//! They were tuned on the tight family (A to K) and on its look-alikes `gen:tight{...}`; the section on
//! the tight family in `benches/README.md` has the nodes and times. To see what a change costs:
//!
//! ```sh
//! cargo run --release -p memplan-planner --example exact_bench -- --seeds 10 gen:tight
//! cargo run --release -p memplan-benches --example ablation -- --seeds 5 gen:tight
//! ```
//!
//! The second command switches whole techniques off ([`super::Techniques`]).

/// How long epochs and runs of the search are, and how much they vary.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parameters {
    /// Nodes of the first epoch of a part, for one worker: most instances need no more.
    pub(super) first_epoch: u64,
    /// Later epochs double up to this many nodes for each worker. After a short epoch all workers aim below a plan
    /// that one of them found; a long epoch outweighs the start of its threads.
    pub(super) max_epoch: u64,
    /// Shorter epochs, in nodes, use one thread. Changes times only.
    pub(super) min_parallel_epoch: u64,
    /// Words of 64 bits that computing the sums of sizes of a part may touch.
    pub(super) max_sum_words: u64,
    /// Nodes that a thread runs for one of its workers before it switches to the next.
    pub(super) slice: u64,
    /// From this run on the first key of the order and the look-ahead are noisy at the bound.
    pub(super) first_noisy_run: u64,
    /// The standard deviations of the logarithm of the noise, in turn. Without noise half of the hard
    /// instances need twice the nodes.
    pub(super) noise: [f32; 6],
    /// After this many nodes, each worker is joined by another one that searches for lower peaks step by step.
    pub(super) nodes_before_steps: u64,
    /// The same while the peak is far above the bound, so that a good plan is found earlier.
    pub(super) nodes_before_steps_from_far: u64,
    /// A peak is far from the bound if it is higher by more than this fraction of it, `1/far`.
    pub(super) far: u64,
    /// Nodes of a run above the bound, in percent of the buffers: three of four plans take less than 150 even where
    /// runs are longer.
    pub(super) step_percent: u64,
    /// The shortest step down from the best plan is `1/2^shortest_step` of the gap, the longest is half of it.
    pub(super) shortest_step: u32,
    /// The distance from items that are too high within which a plan is not followed, in percent of the sections, in
    /// turn.
    pub(super) reaches: [u64; 6],
    /// The lowest height, in percent of the capacity, up to which a run follows the deepest state.
    pub(super) least_cut: u64,
}

impl Parameters {
    /// The values in use.
    pub(super) const DEFAULT: Self = Self {
        first_epoch: 1 << 11,
        max_epoch: 1 << 12,
        min_parallel_epoch: 1 << 11,
        max_sum_words: 1 << 22,
        slice: 256,
        first_noisy_run: 8,
        noise: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6],
        nodes_before_steps: 3 << 16,
        nodes_before_steps_from_far: 1 << 11,
        far: 16,
        step_percent: 250,
        shortest_step: 4,
        reaches: [0, 5, 10, 20, 40, 100],
        least_cut: 30,
    };
}
