//! Runs the passes of a pipeline in order, with verification, dumps and timing between them.

use std::time::Duration;

use super::nest::run_nest;
use super::pipeline::{Nest, Ready, Step};
use super::{PassContext, PassError, Pipeline, Statistic, Timing};
use crate::ir::{Module, OpId};
use crate::text::{Diagnostic, PrintOptions, print_op};
use crate::verifier::{VerifyError, verify, verify_part};

/// How a pipeline is run.
#[derive(Clone, Default)]
pub struct RunOptions<'a> {
    /// When the verifier runs.
    pub verification: Verification,
    /// Whether operations of a nest are processed concurrently, by the threads of the current pool.
    pub threading: Threading,
    /// When the program is printed.
    pub dumps: DumpRule,
    /// How it is printed.
    pub print: PrintOptions,
    /// Returns the time since a fixed moment; without a clock nothing is timed.
    pub clock: Option<&'a (dyn Fn() -> Duration + Sync)>,
}

/// When the verifier runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Verification {
    /// After every pass, on the operation that it worked on, and on the module after every nest.
    #[default]
    Each,
    /// Once, at the end.
    End,
    /// Never; for modules that are only analysed.
    Off,
}

/// Whether operations of a nest are processed concurrently. The result is the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Threading {
    /// One after the other.
    #[default]
    Off,
    /// By the threads of the current pool.
    On,
}

/// Around which passes the program is printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DumpRule {
    /// Before these.
    pub before: Select,
    /// After these.
    pub after: Select,
    /// After passes only if they changed the printed text.
    pub after_change: bool,
    /// After a pass that fails.
    pub after_failure: bool,
}

/// A selection of passes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Select {
    /// None.
    #[default]
    None,
    /// All.
    All,
    /// Those of these names.
    Named(Vec<String>),
}

/// The result of a run.
#[derive(Debug)]
pub struct PipelineResult {
    /// Whether all passes succeeded. After a failure the module must not be used.
    pub result: Result<(), Failed>,
    /// Warnings of passes.
    pub warnings: Vec<Diagnostic>,
    /// What passes print.
    pub printed: String,
    /// What passes count.
    pub statistics: Vec<Statistic>,
    /// IR dumps requested by the options.
    pub dumps: String,
    /// Execution times; empty without a clock.
    pub times: Vec<Timing>,
}

/// The error of a run that stopped early: at least one pass failed or produced invalid IR.
#[derive(Debug)]
pub struct Failed(pub Vec<Failure>);

/// The failure of one pass on one operation.
#[derive(Debug)]
pub enum Failure {
    /// The pass reported an error.
    GaveUp {
        /// The pass.
        pass: &'static str,
        /// The error.
        error: PassError,
    },
    /// The pass produced invalid IR, which is a bug in the pass.
    Invalid {
        /// The pass.
        pass: String,
        /// The verification errors.
        errors: Vec<VerifyError>,
    },
}

impl std::fmt::Debug for RunOptions<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RunOptions")
            .field("verification", &self.verification)
            .field("threading", &self.threading)
            .field("dumps", &self.dumps)
            .finish_non_exhaustive()
    }
}

impl Select {
    fn has(&self, pass: &str) -> bool {
        match self {
            Self::None => false,
            Self::All => true,
            Self::Named(names) => names.iter().any(|name| name == pass),
        }
    }
}

impl Pipeline {
    /// Runs the passes on a valid module. All ids except those of the context may change.
    ///
    /// The resulting module depends on the input module only: not on the number of threads, nor on what is printed,
    /// timed or verified.
    pub fn run(&self, m: &mut Module, options: &RunOptions<'_>) -> PipelineResult {
        let root = m.root();
        let mut run = Run {
            options,
            cx: PassContext::default(),
            dumps: String::new(),
            times: Vec::new(),
        };
        let mut result = run.steps(&self.root.joined(), m, root, Extent::Whole);
        if options.verification == Verification::End && result.is_ok() {
            result = check(m, Extent::Whole, || self.text());
        }
        PipelineResult {
            result: result.map_err(Failed),
            warnings: run.cx.warnings,
            printed: run.cx.printed,
            statistics: run.cx.statistics,
            dumps: run.dumps,
            times: run.times,
        }
    }
}

/// Whether a module holds everything, or a part of something larger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    Whole,
    Part,
}

/// A run on one module and its diagnostics so far.
pub(super) struct Run<'a> {
    pub(super) options: &'a RunOptions<'a>,
    pub(super) cx: PassContext,
    pub(super) dumps: String,
    pub(super) times: Vec<Timing>,
}

impl Run<'_> {
    pub(super) fn now(&self) -> Duration {
        self.options.clock.map_or(Duration::ZERO, |clock| clock())
    }

    /// Runs the steps of a nest on one operation, which is the root of a module or the only
    /// operation in a part.
    pub(super) fn steps(
        &mut self,
        nest: &Nest,
        m: &mut Module,
        root: OpId,
        extent: Extent,
    ) -> Result<(), Vec<Failure>> {
        let mut root = root;
        for step in &nest.steps {
            match step {
                Step::Pass(ready) => self.pass(ready, m, root, extent)?,
                Step::Nest(inner) => {
                    run_nest(self, inner, m, root)?;
                    if extent == Extent::Whole {
                        m.compact_if_sparse();
                        root = m.root();
                    }
                    self.check_each(m, extent, || format!("{}(..)", inner.anchor))?;
                }
            }
        }
        Ok(())
    }

    fn pass(
        &mut self,
        ready: &Ready,
        m: &mut Module,
        root: OpId,
        extent: Extent,
    ) -> Result<(), Vec<Failure>> {
        let (name, rule) = (ready.name, &self.options.dumps);
        let compares = rule.after_change && rule.after.has(name);
        let before = (rule.before.has(name) || compares).then(|| self.printed(m, root));
        if rule.before.has(name) {
            self.dump("Before", name, before.as_deref().unwrap_or(""));
        }
        let start = self.now();
        self.cx.pass = name;
        let result = ready.pass.run(m, root, &mut self.cx);
        if self.options.clock.is_some() {
            let time = self.now().saturating_sub(start);
            self.times.push(Timing::of(name, time));
        }
        if let Err(error) = result {
            if rule.after_failure {
                let text = self.printed(m, root);
                self.dump("After", &format!("{name} Failed"), &text);
            }
            return Err(vec![Failure::GaveUp { pass: name, error }]);
        }
        if self.options.dumps.after.has(name) {
            let after = self.printed(m, root);
            if !compares || before.is_none_or(|before| before != after) {
                self.dump("After", name, &after);
            }
        }
        self.check_each(m, extent, || name.to_owned())
    }

    fn check_each(
        &self,
        m: &Module,
        extent: Extent,
        pass: impl Fn() -> String,
    ) -> Result<(), Vec<Failure>> {
        match self.options.verification {
            Verification::Each => check(m, extent, pass),
            Verification::End | Verification::Off => Ok(()),
        }
    }

    fn printed(&self, m: &Module, root: OpId) -> String {
        let options = PrintOptions {
            local_scope: true,
            ..self.options.print
        };
        print_op(m, root, &options)
    }

    fn dump(&mut self, when: &str, pass: &str, text: &str) {
        self.dumps += &format!("// -----// IR Dump {when} {pass} //----- //\n{text}\n");
    }
}

fn check(m: &Module, extent: Extent, pass: impl Fn() -> String) -> Result<(), Vec<Failure>> {
    let errors = match extent {
        Extent::Whole => verify(m),
        Extent::Part => verify_part(m),
    };
    if errors.is_empty() {
        return Ok(());
    }
    Err(vec![Failure::Invalid {
        pass: pass(),
        errors,
    }])
}
