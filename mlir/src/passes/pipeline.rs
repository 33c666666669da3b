//! Pipelines ready to run: nested lists of configured passes.

use std::sync::Arc;

use memplan_plugin::{Params, PluginSpec};

use super::{Anchor, Expansion, Pass, PipelineError, Registry, parser};
use crate::dialects::{Dialects, Traits};

/// Passes that are ready to run on a module, in order.
#[derive(Debug)]
pub struct Pipeline {
    pub(super) root: Nest,
}

/// Steps that run on each operation of one name.
#[derive(Clone, Debug)]
pub(super) struct Nest {
    /// The name; `any` for any isolated operation.
    pub(super) anchor: String,
    pub(super) steps: Vec<Step>,
}

#[derive(Clone, Debug)]
pub(super) enum Step {
    Pass(Ready),
    Nest(Nest),
}

/// A pass that is ready to run.
#[derive(Clone, Debug)]
pub(super) struct Ready {
    pub(super) name: &'static str,
    pub(super) params: Params,
    pub(super) pass: Arc<dyn Pass>,
}

/// Whether a function pass directly in a module gets an implicit nest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Nesting {
    Explicit,
    Implicit,
}

impl Pipeline {
    /// Parses a pipeline in the syntax of mlir-opt, and configures its passes. Anchors may name operations of
    /// `dialects`.
    ///
    /// # Errors
    ///
    /// If the text is malformed, names an unknown pass or option, gives an option an invalid value, or nests a pass
    /// where it cannot run.
    pub fn parse(
        text: &str,
        passes: &Registry,
        dialects: &Dialects,
    ) -> Result<Self, PipelineError> {
        let root = parser::anchored(dialects, text)?;
        Ok(Self {
            root: read(&root, passes, dialects)?,
        })
    }

    /// A sequence of passes with options in command-line syntax. Each runs on the module, or on its functions if it
    /// is a function pass.
    ///
    /// # Errors
    ///
    /// As [`Self::parse`].
    pub fn parse_sequence(
        specs: &[(String, String)],
        passes: &Registry,
        dialects: &Dialects,
    ) -> Result<Self, PipelineError> {
        let mut steps = Vec::new();
        for (name, options) in specs {
            let spec = parser::spec(name, options)?;
            for ready in ready(&spec, passes)?.0 {
                steps.push(ready.step(parser::MODULE, Nesting::Implicit, dialects)?);
            }
        }
        Ok(Self {
            root: Nest {
                anchor: parser::MODULE.to_owned(),
                steps,
            },
        })
    }

    /// A sequence of passes. Each runs on the module, or on its functions if it is a function pass.
    ///
    /// # Errors
    ///
    /// [`PipelineError::WrongAnchor`] for a pass that works on neither.
    pub fn sequence(
        passes: impl IntoIterator<Item = Arc<dyn Pass>>,
    ) -> Result<Self, PipelineError> {
        let dialects = Dialects::core();
        let steps = passes
            .into_iter()
            .map(|pass| Ready::new(pass).step(parser::MODULE, Nesting::Implicit, &dialects));
        Ok(Self {
            root: Nest {
                anchor: parser::MODULE.to_owned(),
                steps: steps.collect::<Result<_, _>>()?,
            },
        })
    }

    /// The pipeline as text for [`Self::parse`], with named pipelines expanded.
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

/// The nest that a text describes.
fn read(
    text: &parser::NestText,
    passes: &Registry,
    dialects: &Dialects,
) -> Result<Nest, PipelineError> {
    let mut steps = Vec::new();
    for element in &text.elements {
        match element {
            parser::Element::Nest(nest) => steps.push(Step::Nest(read(nest, passes, dialects)?)),
            parser::Element::Pass(spec) => {
                let (ready, nesting) = ready(spec, passes)?;
                for ready in ready {
                    steps.push(ready.step(&text.anchor, nesting, dialects)?);
                }
            }
        }
    }
    Ok(Nest {
        anchor: text.anchor.clone(),
        steps,
    })
}

/// The passes that a name expands to. Those of a named pipeline get implicit nests.
fn ready(spec: &PluginSpec, passes: &Registry) -> Result<(Vec<Ready>, Nesting), PipelineError> {
    Ok(match passes.configured(spec)?.expand() {
        Expansion::Pass(pass) => {
            let ready = Ready {
                params: spec.params.clone(),
                ..Ready::new(pass)
            };
            (vec![ready], Nesting::Explicit)
        }
        Expansion::Pipeline(passes) => (
            passes.into_iter().map(Ready::new).collect(),
            Nesting::Implicit,
        ),
    })
}

impl Nest {
    /// The nest to run: consecutive nests with the same anchor are joined, so that all their passes run on one
    /// operation before the next.
    pub(super) fn joined(&self) -> Self {
        let mut joined: Vec<Step> = Vec::new();
        for step in &self.steps {
            match (joined.last_mut(), step) {
                (Some(Step::Nest(last)), Step::Nest(next)) if last.anchor == next.anchor => {
                    last.steps.extend(next.steps.iter().cloned());
                }
                (_, step) => joined.push(step.clone()),
            }
        }
        // A joined nest may contain adjacent nests with the same anchor, which are joined as well.
        let inner = joined.into_iter().map(|step| match step {
            Step::Nest(nest) => Step::Nest(nest.joined()),
            pass @ Step::Pass(_) => pass,
        });
        Self {
            anchor: self.anchor.clone(),
            steps: inner.collect(),
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
    fn new(pass: Arc<dyn Pass>) -> Self {
        Self {
            name: pass.info().name,
            params: pass.options().params(),
            pass,
        }
    }

    /// The step of a nest that runs the pass.
    fn step(
        self,
        nest: &str,
        nesting: Nesting,
        dialects: &Dialects,
    ) -> Result<Step, PipelineError> {
        let anchor = self.pass.anchor();
        if parser::fits(dialects, anchor, nest) {
            return Ok(Step::Pass(self));
        }
        if nesting == Nesting::Implicit && anchor == Anchor::Function {
            let nest = Nest {
                anchor: parser::FUNCTION.to_owned(),
                steps: vec![Step::Pass(self)],
            };
            return Ok(Step::Nest(nest));
        }
        Err(PipelineError::WrongAnchor {
            pass: self.name.to_owned(),
            wanted: match anchor {
                Anchor::Any => "operations that are isolated",
                Anchor::Module => "modules",
                Anchor::Function => "functions",
            },
            nest: nest.to_owned(),
        })
    }

    fn write(&self, out: &mut String) {
        out.push_str(self.name);
        let args: Vec<String> = self
            .params
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
