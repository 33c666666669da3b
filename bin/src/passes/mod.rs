//! The passes of `memplan opt`: those of the libraries, and those that bring several of them together.
//!
//! A pipeline is read and every pass is made ready before any file is opened: a wrong option never
//! costs a run.

mod merge_alloc;
mod run;

pub(crate) use run::{Settings, run};

use memplan_mlir::passes::{DumpRule, PipelineError, Registry, Threading, Verification};

use crate::cli::PrintArgs;
use crate::exit::{Failure, Outcome};
use crate::render::Message;
use crate::source::Source;
use crate::{Context, Session};

/// Every pass and pipeline, in the order in which users see them.
pub(crate) fn registry(context: &Context) -> Registry<'_> {
    let mut registry = Registry::with_builtin();
    // Each name is there once, which a test looks at.
    let registered = registry.register_with(merge_alloc::info(), |args| {
        merge_alloc::configure(context, args)
    });
    debug_assert!(registered.is_ok(), "{registered:?}");
    for def in memplan_mutators::dealloc::PASSES {
        let registered = registry.register(def);
        debug_assert!(registered.is_ok(), "{registered:?}");
    }
    for def in memplan_mutators::dealloc::PIPELINES {
        let registered = registry.register_pipeline(def);
        debug_assert!(registered.is_ok(), "{registered:?}");
    }
    registry
}

/// Frees every buffer of a program that was rewritten.
///
/// # Errors
///
/// When there is something in it that deallocation cannot handle; the source is then of no use.
pub(crate) fn deallocate(session: &Session<'_>, source: &mut Source) -> Outcome<()> {
    let registry = registry(session.context);
    let pipeline = registry
        .parse("builtin.module(buffer-deallocation-pipeline)")
        .map_err(|error| failure(&error))?;
    let settings = Settings {
        verification: Verification::End,
        threading: Threading::On,
        dumps: DumpRule::default(),
        print: PrintArgs::default(),
        is_timed: false,
    };
    let done = run(session, &pipeline, source, &settings);
    done.map(|_| ()).map_err(|mut failure| {
        if let Some(first) = failure.messages.first_mut() {
            let help = "`--no-dealloc` inserts no deallocations";
            first.help.push(help.to_owned());
        }
        failure
    })
}

/// What a user is told of a pipeline that cannot be run.
pub(crate) fn failure(error: &PipelineError) -> Failure {
    Failure::could_not_try(Message::error(error.code(), error.to_string()).help(error.help()))
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
