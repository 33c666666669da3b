//! The pass manager: a registry of passes, pipelines and their execution.
//!
//! A pass implements [`Pass`]; a named pipeline implements [`PassPlugin`] and expands to several passes. Both are
//! plug-ins of a [`Registry`]. [`Pipeline::parse`] parses text such as
//! `builtin.module(func.func(cse,canonicalize),cse)` like mlir-opt, [`Pipeline::sequence`] takes passes as values.
//! [`Pipeline::run`] runs them: passes nested in an operation run on each operation of that name separately, and may
//! process several in parallel. The result does not depend on the number of threads.
//!
//! ```
//! use memplan_mlir::dialects::Dialects;
//! use memplan_mlir::passes::{Pipeline, Registry, RunOptions};
//! use memplan_mlir::text::{ParseOptions, PrintOptions, parse, print};
//!
//! let text = b"func.func @f() -> i32 {
//!   %a = arith.constant 1 : i32
//!   %b = arith.addi %a, %a : i32
//!   return %b : i32
//! }";
//! let mut module = parse(text, &ParseOptions::default()).unwrap().module;
//! let (passes, dialects) = (Registry::with_builtin(), Dialects::core());
//! let pipeline = Pipeline::parse("builtin.module(func.func(canonicalize))", &passes, &dialects)?;
//! pipeline.run(&mut module, &RunOptions::default()).result.unwrap();
//! assert!(print(&module, &PrintOptions::default()).contains("%c2_i32 = arith.constant 2 : i32"));
//! # Ok::<(), memplan_mlir::passes::PipelineError>(())
//! ```

mod canonicalize;
mod cse;
mod error;
mod inline;
mod nest;
mod parser;
mod pipeline;
mod plugin;
mod run;
mod timing;
mod unroll;

use std::fmt;

pub use canonicalize::Canonicalize;
pub use cse::Cse;
pub use error::{PassError, PipelineError};
pub use inline::Inline;
pub use memplan_plugin::{OptionInfo, ParamError, Params, PluginInfo};
pub use pipeline::Pipeline;
pub use plugin::{Expansion, PassPlugin, Registry};
pub use run::{
    DumpRule, Failed, Failure, PipelineResult, RunOptions, Select, Threading, Verification,
};
pub use timing::{Timing, timing_table};
pub use unroll::UnrollLoops;

use crate::ir::{Module, OpId};
use crate::text::{Diagnostic, Note, Severity, Span};

/// A pass with its options.
///
/// Options are fields of the pass. An instance with the defaults is registered; [`Self::configure`] makes
/// others.
pub trait Pass: Send + Sync + 'static {
    /// Name, purpose and options.
    fn info(&self) -> PluginInfo;

    /// The operations that it works on.
    fn anchor(&self) -> Anchor {
        Anchor::Any
    }

    /// The pass with the option values of a pipeline. Called only with keys in [`PluginInfo::options`], and only if
    /// there are any.
    ///
    /// # Errors
    ///
    /// [`ParamError`] if a value does not suit its option.
    fn configure(&self, params: &Params) -> Result<Box<dyn Pass>, ParamError> {
        Err(params.unsupported())
    }

    /// The options that differ from the defaults, in the syntax of [`Self::configure`]. Needed by passes of named
    /// pipelines, for [`Pipeline::text`].
    fn params(&self) -> Params {
        Params::default()
    }

    /// The pass in the syntax of pipelines, with the options that differ from the defaults.
    fn text(&self) -> String {
        let name = self.info().name;
        let params = self.params();
        if params.is_empty() {
            name.to_owned()
        } else {
            format!("{name}{{{params}}}")
        }
    }

    /// Changes the IR at and below `root`, which is valid before and afterwards.
    ///
    /// The pass must not access anything above or beside `root`: a pass that is nested in an operation runs on that
    /// operation in a separate module, while others are processed at the same time. A pass that resolves symbols has
    /// [`Anchor::Module`].
    ///
    /// # Errors
    ///
    /// If the program is invalid for the pass; the module must then be dropped.
    fn run(&self, m: &mut Module, root: OpId, cx: &mut PassContext) -> Result<(), PassError>;
}

/// The operations that a pass works on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Any operation that uses no values from outside.
    Any,
    /// A whole module: the pass uses symbols.
    Module,
    /// One function.
    Function,
}

/// Collects what passes say: warnings and remarks, text for standard output, and numbers.
#[derive(Debug, Default)]
pub struct PassContext {
    warnings: Vec<Diagnostic>,
    printed: String,
    statistics: Vec<Statistic>,
    /// The pass that runs.
    pass: &'static str,
}

/// A number that a pass counts, over all operations that it ran on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statistic {
    /// The pass.
    pub pass: &'static str,
    /// Its name.
    pub name: &'static str,
    /// What is counted.
    pub help: &'static str,
    /// How many.
    pub count: u64,
}

impl Statistic {
    /// Adds it to a list in which each number stands once.
    pub fn add_to(self, all: &mut Vec<Self>) {
        let mut known = all.iter_mut();
        match known.find(|it| (it.pass, it.name) == (self.pass, self.name)) {
            Some(it) => it.count += self.count,
            None => all.push(self),
        }
    }
}

/// A table of numbers in the format of mlir-opt, by pass in the order of the pipeline.
pub fn statistics_table(statistics: &[Statistic]) -> String {
    let line = format!("===-{}-===\n", "-".repeat(73));
    let mut table = format!("{line}{:>54}\n{line}", "... Pass statistics report ...");
    let mut pass = "";
    for it in statistics {
        if it.pass != pass {
            pass = it.pass;
            table += &format!("{pass}\n");
        }
        table += &format!("  (S) {} {} - {}\n", it.count, it.name, it.help);
    }
    table
}

impl PassContext {
    /// Adds text for people or other tools, which is no part of the program.
    pub fn print(&mut self, text: &str) {
        self.printed += text;
    }

    /// Counts something under a name, with what that is. What a pass never counts is not in the table.
    pub fn count(&mut self, name: &'static str, help: &'static str, count: u64) {
        let statistic = Statistic {
            pass: self.pass,
            name,
            help,
            count,
        };
        statistic.add_to(&mut self.statistics);
    }

    /// Adds what passes said elsewhere.
    fn join(&mut self, other: Self) {
        self.warnings.extend(other.warnings);
        self.printed += &other.printed;
        for statistic in other.statistics {
            statistic.add_to(&mut self.statistics);
        }
    }

    /// Adds a warning about an operation, optionally with a note about another one.
    pub fn warn(
        &mut self,
        m: &Module,
        op: OpId,
        code: &'static str,
        message: impl Into<String>,
        note: Option<(OpId, &str)>,
    ) {
        let note = note.map(|(at, message)| Note {
            message: message.to_owned(),
            span: Some(m.span(at)).filter(|&span| span != Span::default()),
        });
        self.add_warning(Diagnostic {
            severity: Severity::Warning,
            code,
            message: message.into(),
            span: m.span(op),
            notes: note.into_iter().collect(),
            help: None,
        });
    }

    /// Adds a remark about an operation that the user requested, with notes about other operations.
    pub fn remark(
        &mut self,
        m: &Module,
        op: OpId,
        code: &'static str,
        message: impl Into<String>,
        notes: &[(OpId, String)],
    ) {
        let notes = notes.iter().map(|(at, message)| Note {
            message: message.clone(),
            span: Some(m.span(*at)).filter(|&span| span != Span::default()),
        });
        self.add_warning(Diagnostic {
            severity: Severity::Remark,
            code,
            message: message.into(),
            span: m.span(op),
            notes: notes.collect(),
            help: None,
        });
    }

    /// Adds a warning or remark that is already a diagnostic.
    pub fn add_warning(&mut self, warning: Diagnostic) {
        self.warnings.push(warning);
    }
}

impl fmt::Debug for dyn Pass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Pass")
    }
}
