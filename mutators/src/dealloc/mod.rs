//! Deallocation passes: free every buffer exactly once, and lower the result to plain operations.

use std::sync::Arc;

use memplan_mlir::passes::PassPlugin;

pub(crate) mod arena;
mod calls;
mod error;
pub mod expand_realloc;
pub mod lower;
pub mod lower_clones;
pub mod ownership;
mod pipeline;
pub(crate) mod queries;
pub mod simplify;
mod single_owner;

pub use arena::settle_arenas_of_calls;
pub use calls::PrivateCalls;
pub use error::{DeallocError, DeallocWarning};
pub use pipeline::DeallocationPipeline;
pub use single_owner::free_single_owners;

/// The passes and named pipelines of deallocation, in display order.
pub(crate) fn passes() -> Vec<Arc<dyn PassPlugin>> {
    vec![
        Arc::new(expand_realloc::ExpandRealloc::default()),
        Arc::new(ownership::OwnershipBasedDeallocation::default()),
        Arc::new(simplify::Simplify::default()),
        Arc::new(lower::LowerDeallocs::default()),
        Arc::new(lower_clones::ToMemref::default()),
        Arc::new(DeallocationPipeline::default()),
    ]
}
