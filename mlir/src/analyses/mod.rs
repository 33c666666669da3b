//! Analyses over the IR. Each is stale once the IR changes.
//!
//! | question | analysis |
//! | --- | --- |
//! | which values may denote the memory of a value, or of an allocation | [`BufferViewFlowAnalysis`], [`AllocationAliases`] |
//! | whether two values refer to one allocation | [`Origins`] |
//! | what an operation does to the lifetime of a buffer | [`BufferEvents`] |
//! | whether every allocation is freed exactly once, and when it is live | [`freed_once`] |
//! | how many bytes a program holds on the heap | [`HeapLoads`] |
//! | which asynchronous work may still run | [`Pending`] |
//! | which functions free their arguments, or only read memory | [`FreedArguments`], [`Readers`] |
//! | which blocks every path passes, and which form loops | [`Dominance`], [`PostDominance`], [`BlockOrder`] |

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
