//! The passes of all libraries, and those that combine several of them.

mod merge_alloc;
mod pipelines;

use memplan_bufferize::passes as bufferize;
use memplan_memory as memory;
use memplan_mlir::passes::Registry;
use memplan_mutators as mutators;
use memplan_placement as placement;

pub(crate) use merge_alloc::MergeAllocPass;
pub(crate) use pipelines::{BufferizationPipeline, MemoryPlanningPipeline};

/// The passes and named pipelines of the libraries, in display order.
pub(crate) fn of_libraries() -> Registry {
    let mut registry = Registry::with_builtin();
    let libraries = [
        bufferize::passes(),
        mutators::passes(),
        placement::passes(),
        memory::passes(),
    ];
    for plugin in libraries.into_iter().flatten() {
        let registered = registry.register(plugin);
        // A test checks that the names differ.
        debug_assert!(registered.is_ok(), "{registered:?}");
    }
    registry
}
