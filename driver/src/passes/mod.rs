//! The passes of all libraries, and those that combine several of them.

mod merge_alloc;

use memplan_mlir::passes::{PipelineError, Registry};
use memplan_mutators::dealloc;

use crate::Context;

/// Every pass and pipeline, in the order in which users see them. `merge-alloc` takes its plug-ins from
/// the context.
pub fn registry(context: &Context) -> Registry<'_> {
    let mut registry = Registry::with_builtin();
    registry.set_dialects(context.dialects.clone());
    let mut registered = registry.register_with(merge_alloc::info(), |args| {
        merge_alloc::configure(context, args)
    });
    registered = registered.and_then(|()| add_deallocation(&mut registry));
    // A test checks that the names differ.
    debug_assert!(registered.is_ok(), "{registered:?}");
    registry
}

/// Adds the passes and pipelines of deallocation.
fn add_deallocation(registry: &mut Registry<'_>) -> Result<(), PipelineError> {
    for def in dealloc::PASSES {
        registry.register(def)?;
    }
    for def in dealloc::PIPELINES {
        registry.register_pipeline(def)?;
    }
    Ok(())
}

/// The registry of [`deallocate`](crate::deallocate).
pub(crate) fn deallocation() -> Result<Registry<'static>, PipelineError> {
    let mut registry = Registry::with_builtin();
    add_deallocation(&mut registry)?;
    Ok(registry)
}

#[cfg(test)]
mod tests {
    use super::registry;
    use crate::Context;

    #[test]
    fn passes_are_documented() {
        let context = Context::default();
        let registry = registry(&context);
        let mut names = std::collections::BTreeSet::new();
        for info in registry.infos() {
            let name = info.name;
            assert!(names.insert(name), "{name}");
            let is_kebab = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            assert!(name.chars().all(is_kebab), "{name}");
            assert!(info.summary.ends_with('.'), "{name}: {}", info.summary);
            for option in &*info.options {
                assert!(option.name.chars().all(is_kebab), "{}", option.name);
                assert!(!option.help.is_empty(), "{name}: {}", option.name);
            }
        }
        assert!(names.contains("merge-alloc") && names.contains("cse"));
    }
}
