//! The passes of all libraries, and those that combine several of them.

mod merge_alloc;
mod pipelines;

use memplan_bufferize::passes as bufferize;
use memplan_memory as memory;
use memplan_mlir::passes::Registry;
use memplan_mutators::dealloc;
use memplan_placement as placement;

pub(crate) use merge_alloc::MergeAllocPass;
pub(crate) use pipelines::{BufferizationPipeline, MemoryPlanningPipeline};

/// The passes and named pipelines of the libraries, in the order in which users see them.
pub(crate) fn of_libraries() -> Registry {
    let mut registry = Registry::with_builtin();
    let libraries = [
        bufferize::passes(),
        dealloc::passes(),
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use memplan_mutators::dealloc;

    use crate::Context;

    #[test]
    fn passes_are_documented() {
        let registry = Context::default().all_passes();
        let mut names = BTreeSet::new();
        for info in registry.infos() {
            let name = info.name;
            assert!(names.insert(name), "{name}");
            let is_kebab = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            assert!(name.chars().all(is_kebab), "{name}");
            assert!(info.summary.ends_with('.'), "{name}: {}", info.summary);
            assert!(!info.cost.is_empty() && !info.source.is_empty(), "{name}");
            let mut keys = BTreeSet::new();
            for option in info.options {
                assert!(keys.insert(option.name), "{name}: {}", option.name);
                assert!(option.name.chars().all(is_kebab), "{}", option.name);
                assert!(!option.help.is_empty(), "{name}: {}", option.name);
            }
        }
        for plugin in dealloc::passes()
            .into_iter()
            .chain(memplan_placement::passes())
        {
            assert!(names.contains(plugin.info().name));
        }
        assert!(names.contains("merge-alloc") && names.contains("cse"));
    }
}
