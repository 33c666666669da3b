//! The tuned parameters of boxing.
//!
//! The steps of epsilon are those of idealloc. `patience` was chosen on skewed traces, where more rounds rarely
//! improve the peak. To see what a change costs:
//!
//! ```sh
//! cargo run --release -p memplan-planner --example exact_bench -- --planner boxing --seeds 5 \
//!     gen:tight gen:skewed{n=3000} gen:skewed{n=100000}
//! ```

/// How long boxing tries. [`super::MAX_LOSS`] and [`super::LEAST_RATIO`] follow from the theory and are not tuned.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parameters {
    /// The default of [`super::BoxingPlanner::patience`].
    pub(super) patience: u32,
    /// The most passes that box small jobs. Each pass more than doubles the smallest size.
    pub(super) most_passes: u32,
    /// Each step of epsilon, as a part of its remaining range.
    pub(super) epsilon_step: f64,
    /// The choice of epsilon ends after this many values in a row without a narrower range of
    /// sizes.
    pub(super) most_idle_steps: u32,
    /// The loss that replaces one that is too large, as a fraction of [`super::MAX_LOSS`].
    pub(super) greatest_loss: f64,
}

impl Parameters {
    /// The values in use.
    pub(super) const DEFAULT: Self = Self {
        patience: 2,
        most_passes: 64,
        epsilon_step: 0.01,
        most_idle_steps: 3,
        greatest_loss: 0.99,
    };
}
