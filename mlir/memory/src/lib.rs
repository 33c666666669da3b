//! The memory model: which operations may touch which memory, how, and when. Collectors, mutators and passes query it,
//! and have no rules of their own about aliases or effects.
//!
//! This page is for the author of a pass. Everything that a pass may ask is exported here; modules are private.
//!
//! # Vocabulary
//!
//! | word | meaning | types |
//! | --- | --- | --- |
//! | *object* | an allocation, an argument of a function, what a call returns, or the outside: all other memory | [`ObjectId`], [`Object`], [`Memory`] |
//! | *name* | a value that may denote an object: its allocation, views, casts and selects of it, arguments of blocks and results of loops and calls that it reaches | [`BufferViewFlowAnalysis`], [`AllocationAliases`]; whether two names are of one allocation: [`Origins`] |
//! | *region* | the part of an object that a name denotes: all of it ([`has_all_of`]), a part at known places ([`Area`]), or unknown | [`Area`] |
//! | *contract* | what a function may do with the memory that it is given | [`Contract`], [`Contracts`], [`UnknownOps`] |
//! | *donation* | an argument that its caller gives up, and whose memory holds a result afterwards | [`Donation`], [`Donations`] |
//! | *access* | what may happen to memory: a set of the kinds read, write, free and capture, and whether all of it is certainly overwritten | [`Access`]; of an object: [`ObjectAccess`]; of one operand: [`Use`] |
//! | *order* | which operations come before others, run repeatedly, at once ([`runs_in_parallel`]) or later ([`Pending`]) | [`LocalBuffer`], [`Pending`] |
//! | *visibility* | who may access an object besides operations whose effects on its names are known: nothing, what is given a name of it, or anything | [`Visibility`] |
//! | *lifetime* | from when to when a buffer holds memory, and what ends it | [`BufferEvents`], [`Lifetimes`]; how much all of them hold: [`HeapLoads`] |
//! | *size* | the bytes of an allocation whose shape is known only at run time, as a polynomial | [`SymbolicSizes`]; at a shape, to weigh them: [`likely_bytes`] |
//!
//! # Questions
//!
//! [`MemoryModel`] answers in these words:
//!
//! | question | answer |
//! | --- | --- |
//! | May an operation access the bytes that a value names, in one of these ways? | [`may_touch`](MemoryModel::may_touch) |
//! | May anything between two points? | [`may_touch_between`](MemoryModel::may_touch_between) |
//! | Does an operation certainly overwrite all of an object, before any read? | [`overwrites_all`](MemoryModel::overwrites_all) |
//! | Which objects may an operation free? | [`freed_by`](MemoryModel::freed_by) |
//! | How early may a free come? | [`earliest_free`](MemoryModel::earliest_free) |
//! | May two values overlap, or be in one allocation? | [`may_overlap`](MemoryModel::may_overlap), [`may_share`](MemoryModel::may_share) |
//! | What is derived from a value? | [`names`](MemoryModel::names) |
//! | What are all uses of an allocation? | [`uses`](MemoryModel::uses) |
//! | May memory be accessed by what is given no name of it? | [`is_seen_outside`](MemoryModel::is_seen_outside) |
//!
//! These count deferred work, such as asynchronous copies: an operation that waits for work touches what the work uses.
//! What an operation starts counts as its own, too.
//!
//! # Layers
//!
//! Modules use those of their own line and of the lines above; `cargo xtask tidy` reads this list.
//!
//! 1. accesses of an operation, sizes, calls: `access`, `assumed`, `call_graph`, `donations`, `pending`,
//!    `symbolic_sizes`
//! 2. bytes, and what callees are allowed: `area`, `contracts`, `buffer_events`
//! 3. which values may be views of which: `view_flow`, `origin`
//! 4. objects and buffers: `objects`, `local_buffer`, `heap`, `freed_once`
//! 5. the facade: `model`
//!
//! # What holds
//!
//! - An answer is conservative: a missing name or access would be unsound, one too many costs precision. What is called
//!   certain does happen in every execution.
//! - An unknown operation may read and write what it is given. Whether it may also keep it is up to the caller and the
//!   program: [`UnknownOps`]. Nothing else is assumed about operations outside of [`Access`].
//! - A call borrows its arguments, and may return them, unless its callee says otherwise or is seen to free or keep
//!   them: [`Contracts`].
//! - Answers are stale once the IR changes. Those of [`MemoryModel`] stay true while operations only move within their
//!   blocks or are erased, so that one model serves a pass that does nothing else.
//! - Executed programs hold the model to this: `tests/truth` compares every access of recorded runs with it.
//!
//! [`runs_in_parallel`]: memplan_mlir::interfaces::runs_in_parallel

mod access;
mod area;
mod assumed;
mod buffer_events;
mod call_graph;
mod contracts;
mod donations;
mod freed_once;
mod heap;
mod local_buffer;
mod model;
mod objects;
mod origin;
mod pending;
mod symbolic_sizes;
mod view_flow;

// Questions.
pub use model::MemoryModel;

// Objects.
pub use objects::{Memory, Object, ObjectAccess, ObjectId, ObjectKind, Touched, Visibility};

// Names.
pub use origin::{Origin, Origins};
pub use view_flow::{AliasScratch, AllocationAliases, BufferViewFlowAnalysis};

// Regions.
pub use access::{has_all_of, writes_all_of};
pub use area::Area;

// Contracts and donations.
pub use contracts::{
    Contract, Contracts, UnknownOps, assumed_to_borrow, declared_access, returns_arguments,
};
pub use donations::{Donation, Donations, FOREIGN_DONATIONS};

// Accesses.
pub use access::{
    Access, allocated, freed, frees_its_buffers, has_pure_body, is_stack_allocation, may_outlive,
    may_write, overwritten, stored, stores_buffers,
};

// Order.
pub use local_buffer::{
    LocalBuffer, Node, Sequence, Use, access_through, allocations, exact_view, first_use,
    indexing_map, is_placeable, sink, static_elements,
};
pub use pending::{JobId, Pending};

// Lifetimes.
pub use buffer_events::{BufferEvent, BufferEvents, Loss, is_exit};
pub use freed_once::{
    FreedOnce, Lifetimes, ProofFailure, ProofFailureKind, Span, SpanEnd, Unfreed, prove_freed_once,
};
pub use heap::{HeapBytes, HeapLoads, HeapPeak, HeapPoint, allocation_bytes};

// Sizes.
pub use assumed::{
    assume_sizes, choose_assumed, forget_assumed, forget_assumed_dim, likely_bytes,
    likely_elements, likely_size,
};
pub use symbolic_sizes::{
    DeclarationError, DeclaredDim, SizeSource, SymbolicSizes, declared_dims, parse_declared,
};
