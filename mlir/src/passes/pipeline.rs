//! Pipelines ready to run: nested lists of configured passes.

use super::{Pass, PassArgs, parser};
use crate::dialects::{Dialects, Traits};

/// Passes that are ready to run on a module, in order.
#[derive(Debug)]
pub struct Pipeline {
    pub(super) root: Nest,
}

/// Steps that run on each operation of one name.
#[derive(Debug)]
pub(super) struct Nest {
    /// The name; `any` for whatever is isolated.
    pub(super) anchor: String,
    pub(super) steps: Vec<Step>,
}

#[derive(Debug)]
pub(super) enum Step {
    Pass(Ready),
    Nest(Nest),
}

/// A pass that is ready to run.
#[derive(Debug)]
pub(super) struct Ready {
    pub(super) name: &'static str,
    pub(super) args: PassArgs,
    pub(super) pass: Box<dyn Pass>,
}

impl Pipeline {
    pub(super) fn new(anchor: String, steps: Vec<Step>) -> Self {
        Self {
            root: Nest::new(anchor, steps),
        }
    }

    /// The pipeline as text that [`Registry::parse`](super::Registry::parse) reads: named pipelines
    /// are written out.
    pub fn text(&self) -> String {
        let mut out = String::new();
        self.root.write(&mut out);
        out
    }

    /// Whether there is nothing to run.
    pub fn is_empty(&self) -> bool {
        self.root.steps.is_empty()
    }
}

impl Nest {
    /// Nests of the same operation that follow each other become one: what runs on one operation
    /// does so in one go.
    pub(super) fn new(anchor: String, steps: Vec<Step>) -> Self {
        let mut joined: Vec<Step> = Vec::new();
        for step in steps {
            match (joined.last_mut(), step) {
                (Some(Step::Nest(last)), Step::Nest(next)) if last.anchor == next.anchor => {
                    // The last of the one and the first of the other may be nests of the same, too.
                    let mut both = std::mem::take(&mut last.steps);
                    both.extend(next.steps);
                    *last = Self::new(next.anchor, both);
                }
                (_, step) => joined.push(step),
            }
        }
        Self {
            anchor,
            steps: joined,
        }
    }

    /// Whether the nest runs on operations of this name, if they are self-contained.
    pub(super) fn runs_on(&self, dialects: &Dialects, name: &str) -> bool {
        if self.anchor == parser::ANY {
            return dialects
                .find(name)
                .is_some_and(|def| def.traits.has(Traits::ISOLATED_FROM_ABOVE));
        }
        self.anchor == name
    }

    fn write(&self, out: &mut String) {
        out.push_str(&self.anchor);
        out.push('(');
        for (index, step) in self.steps.iter().enumerate() {
            if index > 0 {
                out.push(',');
            }
            match step {
                Step::Pass(ready) => ready.write(out),
                Step::Nest(nest) => nest.write(out),
            }
        }
        out.push(')');
    }
}

impl Ready {
    fn write(&self, out: &mut String) {
        out.push_str(self.name);
        let args: Vec<String> = self
            .args
            .iter()
            .map(|(key, value)| match value {
                "" => format!("{key}={{}}"),
                _ if value.contains(char::is_whitespace) => format!("{key}={{{value}}}"),
                _ => format!("{key}={value}"),
            })
            .collect();
        if !args.is_empty() {
            out.push('{');
            out.push_str(&args.join(" "));
            out.push('}');
        }
    }
}
