//! Analyses over the IR.

pub mod block_order;
pub mod dominance;
pub mod liveness;
pub mod view_flow;

pub use block_order::{BlockOrder, CfgLoop};
pub use dominance::Dominance;
pub use liveness::Liveness;
pub use view_flow::{AliasScratch, AllocationAliases, BufferViewFlowAnalysis};
