//! Analyses over the IR.

pub mod block_order;
pub mod dominance;
pub mod origin;
pub mod view_flow;

pub use block_order::{BlockOrder, CfgLoop};
pub use dominance::Dominance;
pub use origin::{Origin, Origins};
pub use view_flow::{AliasScratch, AllocationAliases, BufferViewFlowAnalysis};
