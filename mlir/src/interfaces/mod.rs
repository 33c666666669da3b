//! Questions that passes ask of operations, answered from the dialect tables.
//!
//! Each module holds one question. Its documentation says what the answer is for an operation that
//! nobody has described, and which mistake in a table entry would make a pass unsound rather than
//! merely timid.

pub mod alloc;
pub mod branch;
pub mod calls;
pub mod effects;
pub mod loops;
pub mod region_flow;
pub mod scopes;
pub mod views;

pub use alloc::{Allocation, allocation, is_plain_dealloc};
pub use branch::{SuccessorOperands, successor_operand_ranges, successor_operands};
pub use calls::{Callee, SymbolIndex, callee};
pub use effects::{EffectFreeOps, EffectList, effects, is_memory_effect_free};
pub use loops::{Bound, LoopDim, constant_int, loop_dims};
pub use region_flow::{RegionEdge, RegionPoint, has_region_flow, region_edges, region_exits};
pub use scopes::{allocation_scope, is_allocation_scope, is_sequential_loop};
pub use views::{is_select_like, is_token, is_view_like, may_hold_buffer, view_sources};
