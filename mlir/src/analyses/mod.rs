//! Analyses over the IR.

pub mod view_flow;

pub use view_flow::{AliasScratch, AllocationAliases, BufferViewFlowAnalysis};
