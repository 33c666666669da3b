//! The passes of `memplan opt`: a list of them, and how a pipeline of them is set up.
//!
//! A pipeline is read into names and options, then every pass is configured, and only then is any
//! file opened: a wrong option never costs a run.

mod merge_alloc;
mod pipeline;

pub(crate) use pipeline::Pipeline;

use crate::Context;
use crate::exit::{Failure, Outcome};
use crate::render::Message;
use crate::source::Source;

/// A pass that is ready to run.
pub(crate) trait Pass {
    /// Its name, for messages.
    fn name(&self) -> &'static str;

    /// Changes the module of a source, which is valid before.
    fn run(&self, source: &mut Source) -> Outcome<()>;
}

/// Sets up a pass with the options that the user gave, whose keys are known.
type Configure = fn(&Context, &[(String, String)]) -> Outcome<Box<dyn Pass>>;

/// What the registry knows of a pass.
pub(crate) struct PassEntry {
    /// Name, in kebab case.
    pub name: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// Each option with its meaning.
    pub options: fn() -> Vec<(&'static str, &'static str)>,
    /// Sets it up with the options that the user gave, whose keys are known.
    configure: Configure,
}

/// Every pass, in the order in which users see them.
pub(crate) const PASSES: &[PassEntry] = &[merge_alloc::ENTRY];

/// Passes that are ready to run.
pub(crate) struct Prepared {
    /// In the order in which they run.
    pub passes: Vec<Box<dyn Pass>>,
}

/// Sets up every pass of a pipeline.
///
/// # Errors
///
/// When a pass or an option is not known, or a value is wrong.
pub(crate) fn prepare(context: &Context, pipeline: &Pipeline) -> Outcome<Prepared> {
    let configure = |(name, options): &(String, Vec<(String, String)>)| {
        let Some(entry) = PASSES.iter().find(|entry| entry.name == name) else {
            let known: Vec<&str> = PASSES.iter().map(|entry| entry.name).collect();
            let message = format!("there is no pass `{name}`; there are: {}", known.join(", "));
            return Err(Failure::could_not_try(
                Message::error("unknown-pass", message)
                    .help("`memplan list passes` lists the passes with their options"),
            ));
        };
        let known: Vec<&str> = (entry.options)().iter().map(|(name, _)| *name).collect();
        if let Some((key, _)) = options.iter().find(|(key, _)| !known.contains(&&**key)) {
            let known = known.join(", ");
            let message = format!("pass `{name}` has no option `{key}`; it has: {known}");
            return Err(Failure::could_not_try(
                Message::error("unknown-option", message)
                    .help("`memplan list passes` lists the passes with their options"),
            ));
        }
        (entry.configure)(context, options)
    };
    let passes = pipeline.passes.iter().map(configure);
    Ok(Prepared {
        passes: passes.collect::<Outcome<_>>()?,
    })
}
