//! Analyses over the IR.

pub mod block_order;
pub mod buffer_events;
mod call_graph;
pub mod dominance;
mod dominator_tree;
mod freed_arguments;
pub mod freed_once;
pub mod heap;
pub mod origin;
pub mod pending;
pub mod post_dominance;
pub mod readers;
mod region_graph;
pub mod view_flow;

pub use block_order::{BlockOrder, CfgLoop};
pub use buffer_events::{BufferEvent, BufferEvents, Loss, UnknownOps};
pub use dominance::Dominance;
pub use freed_arguments::FreedArguments;
pub use heap::{FunctionHeap, HeapBytes, HeapLoads, HeapPeak, HeapPoint};
pub use origin::{Origin, Origins};
pub use pending::{JobId, Pending};
pub use post_dominance::PostDominance;
pub use readers::Readers;
pub use view_flow::{AliasScratch, AllocationAliases, BufferViewFlowAnalysis, Returned};
