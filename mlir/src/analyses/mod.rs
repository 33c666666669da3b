//! Analyses of control flow and of calls. Each is stale once the IR changes. Who may touch which memory is a question
//! for the crate `memplan-memory-model`.
//!
//! | question | analysis |
//! | --- | --- |
//! | which functions only read memory | [`Readers`] |
//! | which blocks every path passes, and which form loops | [`Dominance`], [`PostDominance`], [`BlockOrder`]; [`Dominators`] for other graphs |

pub mod block_order;
pub mod dominance;
mod dominator_tree;
pub mod post_dominance;
pub mod readers;
mod region_graph;

pub use block_order::{BlockOrder, CfgLoop};
pub use dominance::Dominance;
pub use dominator_tree::Dominators;
pub use post_dominance::PostDominance;
pub use readers::Readers;
