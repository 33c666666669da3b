//! The registry of passes and named pipelines.

use super::parser;
use super::pipeline::{Nest, Ready, Step};
use super::{
    Anchor, PASSES, Pass, PassArgError, PassArgs, PassDef, PassInfo, Pipeline, PipelineDef,
    PipelineError,
};
use crate::dialects::{Dialects, edit_distance};

type MakePass<'a> =
    Box<dyn Fn(&PassArgs) -> Result<Box<dyn Pass>, PassArgError> + Send + Sync + 'a>;
type Expand = Box<dyn Fn(&PassArgs) -> Result<String, PassArgError> + Send + Sync>;

/// How often names of pipelines may stand for text with names of pipelines.
const MAX_EXPANSIONS: usize = 8;

/// Passes and pipelines by name, and what they are made with.
#[derive(Default)]
pub struct Registry<'a> {
    entries: Vec<Entry<'a>>,
    /// The dialects whose operations a pipeline may name.
    dialects: Dialects,
}

struct Entry<'a> {
    info: PassInfo,
    kind: Kind<'a>,
}

enum Kind<'a> {
    Pass(MakePass<'a>),
    Pipeline(Expand),
}

impl std::fmt::Debug for Registry<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names = self.entries.iter().map(|entry| entry.info.name);
        f.debug_list().entries(names).finish()
    }
}

impl<'a> Registry<'a> {
    /// The passes of this crate.
    pub fn with_builtin() -> Self {
        let mut registry = Self::default();
        for def in PASSES {
            let registered = registry.register(def);
            debug_assert!(registered.is_ok(), "{registered:?}");
        }
        registry
    }

    /// Lets pipelines name operations of these dialects; of the core ones otherwise.
    pub fn set_dialects(&mut self, dialects: Dialects) {
        self.dialects = dialects;
    }

    /// Adds a pass.
    ///
    /// # Errors
    ///
    /// [`PipelineError::Taken`] when there is something of its name already.
    pub fn register(&mut self, def: &PassDef) -> Result<(), PipelineError> {
        self.register_with(def.info.clone(), def.make)
    }

    /// Adds a pass that is made with more than its options.
    ///
    /// # Errors
    ///
    /// [`PipelineError::Taken`] when there is something of its name already.
    pub fn register_with(
        &mut self,
        info: PassInfo,
        make: impl Fn(&PassArgs) -> Result<Box<dyn Pass>, PassArgError> + Send + Sync + 'a,
    ) -> Result<(), PipelineError> {
        self.add(info, Kind::Pass(Box::new(make)))
    }

    /// Adds a name for a sequence of passes.
    ///
    /// # Errors
    ///
    /// [`PipelineError::Taken`] when there is something of its name already.
    pub fn register_pipeline(&mut self, def: &PipelineDef) -> Result<(), PipelineError> {
        self.add(def.info.clone(), Kind::Pipeline(Box::new(def.expand)))
    }

    fn add(&mut self, info: PassInfo, kind: Kind<'a>) -> Result<(), PipelineError> {
        if self
            .entries
            .iter()
            .any(|entry| entry.info.name == info.name)
        {
            return Err(PipelineError::Taken {
                name: info.name.to_owned(),
            });
        }
        self.entries.push(Entry { info, kind });
        Ok(())
    }

    /// What there is to say of each pass and pipeline, in the order of registration.
    pub fn infos(&self) -> impl Iterator<Item = &PassInfo> {
        self.entries.iter().map(|entry| &entry.info)
    }

    /// Reads a pipeline in the syntax of mlir-opt, and makes its passes ready.
    ///
    /// # Errors
    ///
    /// When the text is none, names a pass or an option that is not known, gives an option a value
    /// that it does not take, or nests a pass where it cannot run.
    pub fn parse(&self, text: &str) -> Result<Pipeline, PipelineError> {
        let root = parser::anchored(&self.dialects, text)?;
        let steps = self.steps(&root.elements, &root.anchor, Nesting::Explicit, 0)?;
        Ok(Pipeline::new(root.anchor, steps))
    }

    /// Passes with options as the command line names them, one after the other: each runs on the
    /// module, or on its functions if that is what it works on.
    ///
    /// # Errors
    ///
    /// As [`parse`](Self::parse).
    pub fn sequence(&self, passes: &[(String, String)]) -> Result<Pipeline, PipelineError> {
        let mut elements = Vec::new();
        for (name, options) in passes {
            elements.push(parser::element(name, options)?);
        }
        let steps = self.steps(&elements, parser::MODULE, Nesting::Implicit, 0)?;
        Ok(Pipeline::new(parser::MODULE.to_owned(), steps))
    }

    fn steps(
        &self,
        elements: &[parser::Element],
        anchor: &str,
        nesting: Nesting,
        n_expansions: usize,
    ) -> Result<Vec<Step>, PipelineError> {
        let mut steps = Vec::new();
        for element in elements {
            match element {
                parser::Element::Nest(nest) => {
                    let inner = self.steps(&nest.elements, &nest.anchor, nesting, n_expansions)?;
                    steps.push(Step::Nest(Nest::new(nest.anchor.clone(), inner)));
                }
                parser::Element::Pass { name, args } => {
                    steps.extend(self.named(name, args, anchor, nesting, n_expansions)?);
                }
            }
        }
        Ok(steps)
    }

    fn named(
        &self,
        name: &str,
        args: &PassArgs,
        anchor: &str,
        nesting: Nesting,
        n_expansions: usize,
    ) -> Result<Vec<Step>, PipelineError> {
        let entry = self.find(name)?;
        check_keys(&entry.info, args)?;
        let bad_option = |error| PipelineError::BadOption {
            pass: name.to_owned(),
            error,
        };
        match &entry.kind {
            Kind::Pass(make) => {
                let pass = make(args).map_err(bad_option)?;
                let ready = Ready {
                    name: entry.info.name,
                    args: args.clone(),
                    pass,
                };
                let step = Step::Pass(ready);
                if parser::fits(&self.dialects, entry.info.anchor, anchor) {
                    return Ok(vec![step]);
                }
                if nesting == Nesting::Implicit && entry.info.anchor == Anchor::Function {
                    let nest = Nest::new(parser::FUNCTION.to_owned(), vec![step]);
                    return Ok(vec![Step::Nest(nest)]);
                }
                Err(PipelineError::WrongAnchor {
                    pass: name.to_owned(),
                    wanted: match entry.info.anchor {
                        Anchor::Any => "operations that are isolated",
                        Anchor::Module => "modules",
                        Anchor::Function => "functions",
                    },
                    nest: anchor.to_owned(),
                })
            }
            Kind::Pipeline(expand) => {
                let text = expand(args).map_err(bad_option)?;
                if n_expansions == MAX_EXPANSIONS {
                    return Err(PipelineError::Syntax {
                        text: name.to_owned(),
                        problem: "the pipeline names itself".to_owned(),
                    });
                }
                let elements = parser::list(&self.dialects, &text)?;
                self.steps(&elements, anchor, nesting, n_expansions + 1)
            }
        }
    }

    fn find(&self, name: &str) -> Result<&Entry<'a>, PipelineError> {
        let found = self.entries.iter().find(|entry| entry.info.name == name);
        found.ok_or_else(|| {
            let names = self.entries.iter().map(|entry| entry.info.name);
            let limit = (name.len() / 3).clamp(1, 6);
            let nearest = names
                .clone()
                .filter_map(|known| Some((edit_distance(name, known, limit)?, known)))
                .min()
                .map(|(_, known)| known);
            PipelineError::UnknownPass {
                name: name.to_owned(),
                nearest,
                known: names.collect::<Vec<_>>().join(", "),
            }
        })
    }
}

/// Whether a function pass directly in a module gets a nest by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Nesting {
    Explicit,
    Implicit,
}

fn check_keys(info: &PassInfo, args: &PassArgs) -> Result<(), PipelineError> {
    let is_known = |key: &str| info.options.iter().any(|option| option.name == key);
    let Some((key, _)) = args.iter().find(|(key, _)| !is_known(key)) else {
        return Ok(());
    };
    let names: Vec<&str> = info.options.iter().map(|option| option.name).collect();
    Err(PipelineError::UnknownOption {
        pass: info.name.to_owned(),
        key: key.to_owned(),
        known: match &names[..] {
            [] => "it has none".to_owned(),
            names => format!("it has: {}", names.join(", ")),
        },
    })
}
