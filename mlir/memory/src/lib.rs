//! The memory model: which operations may touch which memory, how, and when. Collectors, mutators and passes query it,
//! and have no rules of their own about aliases or effects.
//!
//! # Vocabulary
//!
//! | word | meaning | where |
//! | --- | --- | --- |
//! | *object* | an allocation, an argument of a function, what a call returns, or the outside: all other memory | [`objects`] |
//! | *name* | a value that may denote an object: its allocation, views, casts and selects of it, arguments of blocks and results of loops and calls that it reaches | [`BufferViewFlowAnalysis`], [`AllocationAliases`]; whether two names are of one allocation: [`Origins`] |
//! | *region* | the part of an object that a name denotes: all of it ([`access::has_all_of`]), a part at known places ([`area::Area`]), or unknown | [`access`], [`area`] |
//! | *contract* | what a function may do with the memory that it is given | [`contracts`] |
//! | *donation* | an argument that its caller gives up, and whose memory holds a result afterwards | [`donations`] |
//! | *access* | what an operation does to an operand: it reads, writes, overwrites, frees or captures it | [`access`]; three types have the name: [`between::Access`] is what a question is about, [`local_buffer::Access`] what one use does, [`objects::Access`] what happens to one object |
//! | *surely* | an overwrite is certain: each execution writes every element and reads none before | [`access::overwritten`], [`MemoryModel::overwrites_all`] |
//! | *order* | which operations come before others, run repeatedly, at once ([`runs_in_parallel`]) or later ([`Pending`]) | [`local_buffer`], [`between`], [`Pending`] |
//! | *visibility* | whether something outside may reach an object | [`MemoryModel::is_seen_outside`], [`objects::Object::is_exposed`] |
//! | *lifetime* | from when to when a buffer holds memory, and what ends it | [`BufferEvents`], [`freed_once`]; how much all of them hold: [`HeapLoads`] |
//! | *size* | the bytes of an allocation whose shape is known only at run time, as a polynomial | [`SymbolicSizes`]; at a shape, to weigh them: [`assumed`] |
//!
//! # Questions
//!
//! [`MemoryModel`] answers in these words: does this surely overwrite all of that before any read
//! ([`overwrites_all`](MemoryModel::overwrites_all)), may anything touch it between these two points
//! ([`may_touch_between`](MemoryModel::may_touch_between)), is it seen outside
//! ([`is_seen_outside`](MemoryModel::is_seen_outside)), may these two overlap
//! ([`may_overlap`](MemoryModel::may_overlap)), what are all of its uses ([`uses`](MemoryModel::uses)), may this
//! operation touch the bytes that a value names ([`may_touch`](MemoryModel::may_touch)).
//!
//! `may_touch` and `may_touch_between` answer for operations alone, not for work that they wait for. To move a free or
//! to shorten a lifetime, ask [`Pending`] as well, or stay after operations whose
//! [`is_ordered`](objects::Touched::is_ordered) is true.
//!
//! # Layers
//!
//! Modules use those of their own line and of the lines above; `cargo xtask tidy` reads this list.
//!
//! 1. accesses of an operation, sizes, calls: `access`, `assumed`, `call_graph`, `donations`, `pending`,
//!    `symbolic_sizes`
//! 2. bytes, and what callees are allowed: `area`, `contracts`, `buffer_events`
//! 3. which values may be views of which: `view_flow`, `origin`
//! 4. objects and buffers: `objects`, `local_buffer`, `between`, `heap`, `freed_once`
//! 5. the facade: `model`
//!
//! # What holds
//!
//! - An answer is conservative: a missing name or access would be unsound, one too many costs precision. What is called
//!   certain does happen in every execution.
//! - An unknown operation may read and write what it is given. Whether it may also keep it is up to the caller and the
//!   program: [`access::Capture::Unknown`], [`UnknownOps`]. Nothing else is assumed about operations outside of
//!   [`access`].
//! - A call borrows its arguments, and may return them, unless its callee says otherwise or is seen to free or keep
//!   them: [`contracts`].
//! - Answers are stale once the IR changes. Those of [`MemoryModel`] stay true while operations only move within their
//!   blocks or are erased, so that one model serves a pass that does nothing else.
//! - Executed programs hold the model to this: `tests/truth` compares every access of recorded runs with it.
//!
//! [`runs_in_parallel`]: memplan_mlir::interfaces::runs_in_parallel

pub mod access;
pub mod area;
pub mod assumed;
pub mod between;
pub mod buffer_events;
mod call_graph;
pub mod contracts;
pub mod donations;
pub mod freed_once;
pub mod heap;
pub mod local_buffer;
mod model;
pub mod objects;
pub mod origin;
pub mod pending;
pub mod symbolic_sizes;
pub mod view_flow;

pub use buffer_events::{BufferEvent, BufferEvents, Loss};
pub use contracts::{Contracts, UnknownOps};
pub use heap::{FunctionHeap, HeapBytes, HeapLoads, HeapPeak, HeapPoint};
pub use model::MemoryModel;
pub use origin::{Origin, Origins};
pub use pending::{JobId, Pending};
pub use symbolic_sizes::{SizeSource, SymbolicSizes};
pub use view_flow::{AliasScratch, AllocationAliases, BufferViewFlowAnalysis, Returned};
