//! The memory model: who may touch which memory, how, and when.
//!
//! | question | where |
//! | --- | --- |
//! | which values may denote the memory of a value, or of an allocation | [`BufferViewFlowAnalysis`], [`AllocationAliases`] |
//! | whether two values refer to one allocation | [`Origins`] |
//! | which objects an operation reads, writes and overwrites, through views and calls | [`objects`] |
//! | all uses of one allocation, and what each does to it | [`local_buffer`] |
//! | what an operation does to the lifetime of a buffer | [`BufferEvents`] |
//! | whether anything may access a buffer between two points | [`between`] |
//! | whether every allocation is freed exactly once, and when it is live | [`freed_once`] |
//! | how many bytes a program holds on the heap | [`HeapLoads`] |
//! | which asynchronous work may still run | [`Pending`] |
//! | which functions free their arguments | [`FreedArguments`] |
//!
//! Each answer is stale once the IR changes, unless it says otherwise. Unknown operations are answered for
//! conservatively.

pub mod access;
pub mod between;
pub mod buffer_events;
mod call_graph;
pub mod callees;
mod freed_arguments;
pub mod freed_once;
pub mod heap;
pub mod local_buffer;
pub mod objects;
pub mod origin;
pub mod pending;
pub mod view_flow;

pub use buffer_events::{BufferEvent, BufferEvents, Loss, UnknownOps};
pub use freed_arguments::FreedArguments;
pub use heap::{FunctionHeap, HeapBytes, HeapLoads, HeapPeak, HeapPoint};
pub use origin::{Origin, Origins};
pub use pending::{JobId, Pending};
pub use view_flow::{AliasScratch, AllocationAliases, BufferViewFlowAnalysis, Returned};
