//! Analyses over the IR.

pub mod dominance;
pub mod view_flow;

pub use dominance::Dominance;
pub use view_flow::{AliasScratch, AllocationAliases, BufferViewFlowAnalysis};
