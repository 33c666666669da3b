//! The switches of the search: what each technique is, and that it may be left out.

/// Which techniques a search uses, and how much memory. Every combination is complete: without a
/// technique the search takes longer, and proves the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Techniques {
    /// Orders the children of a node by how scarce each makes room, and drops those that fail.
    pub(crate) look_ahead: bool,
    /// Remembers refuted states.
    pub(crate) table: bool,
    /// Solves what no unplaced item connects any more by itself.
    pub(crate) decomposition: bool,
    /// Places equal items in the order of their indices.
    pub(crate) twins: bool,
    /// Places nothing that would rest on nothing.
    pub(crate) support: bool,
    /// Where none of the candidates lies at a floor, raises them to their next possible support; else
    /// by one unit only.
    pub(crate) waste_jump: bool,
    /// Learns from failures which sections are hard.
    pub(crate) weights: bool,
    /// Many short runs rather than one.
    pub(crate) restarts: bool,
    /// Later runs perturb order and look-ahead at random.
    pub(crate) noise: bool,
    /// Puts items that span a whole part at its bottom, and takes components one by one.
    pub(crate) peeling: bool,
    /// Raises bounds to the next sum of sizes that a peak can have.
    pub(crate) subset_sums: bool,
    /// The most refuted states that each worker remembers; a power of two.
    pub(crate) table_entries: usize,
    /// A run ends when the record of its changes grows larger.
    pub(crate) max_trail_bytes: usize,
    /// The number of logical workers, each with runs of its own.
    pub(crate) workers: usize,
}

impl Techniques {
    /// Everything on.
    pub(crate) const ALL: Self = Self {
        look_ahead: true,
        table: true,
        decomposition: true,
        twins: true,
        support: true,
        waste_jump: true,
        weights: true,
        restarts: true,
        noise: true,
        peeling: true,
        subset_sums: true,
        table_entries: 1 << 20,
        max_trail_bytes: 256 << 20,
        workers: 4,
    };
}
