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
mod promise;
mod run;
mod timing;
mod unroll;

use std::fmt;

pub use canonicalize::Canonicalize;
pub use cse::Cse;
pub use error::{PassError, PipelineError};
pub use inline::Inline;
pub use memplan_plugin::{Field, OptionInfo, Options, ParamError, Params, PluginInfo};
pub use pipeline::Pipeline;
pub use plugin::{Expansion, PassPlugin, Registry};
pub use promise::{Invariant, Promise};
pub use run::{
    DumpRule, Failed, Failure, PipelineResult, RunOptions, Select, Threading, Verification,
};
pub use timing::{Timing, timing_table};
pub use unroll::UnrollLoops;

use memplan_plugin::KindOf;

use crate::ir::{Module, OpId};
use crate::text::{Diagnostic, Note, Severity, Span};

/// A pass with its options.
///
/// Options are fields of the pass, see [`Self::options`]. An instance with the defaults is registered.
pub trait Pass: Send + Sync + 'static {
    /// Name and purpose.
    fn info(&self) -> PluginInfo;

    /// The options, and the fields that hold their values.
    fn options(&self) -> Options<'_, dyn Pass> {
        Options::none()
    }

    /// The operations that it works on.
    fn anchor(&self) -> Anchor {
        Anchor::Any
    }

    /// What the pass preserves with its default options.
    fn promise(&self) -> Promise {
        Promise::ALL
    }

    /// The pass in the syntax of pipelines, with the options that differ from the defaults.
    fn text(&self) -> String {
        let name = self.info().name;
        let params = self.options().params();
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

impl<P: Pass> KindOf<P> for dyn Pass {
    fn boxed(pass: P) -> Box<Self> {
        Box::new(pass)
    }
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
        let mut statistics = all.iter_mut();
        match statistics.find(|other| (other.pass, other.name) == (self.pass, self.name)) {
            Some(statistic) => statistic.count += self.count,
            None => all.push(self),
        }
    }
}

/// A table of numbers in the format of mlir-opt, by pass in the order of the pipeline.
pub fn statistics_table(statistics: &[Statistic]) -> String {
    let line = format!("===-{}-===\n", "-".repeat(73));
    let mut table = format!("{line}{:>54}\n{line}", "... Pass statistics report ...");
    let mut pass = "";
    for statistic in statistics {
        if statistic.pass != pass {
            pass = statistic.pass;
            table += &format!("{pass}\n");
        }
        table += &format!(
            "  (S) {} {} - {}\n",
            statistic.count, statistic.name, statistic.help
        );
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

/// A whole number with or without a sign, in the notations of mlir-opt: `10`, `-1`, `0x1f`, `0b11`, and `017` or
/// `0o17` in base 8.
pub fn integer(text: &str) -> Option<i64> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", text),
    };
    let lower = digits.to_ascii_lowercase();
    let (radix, digits) = match lower.get(..2) {
        Some("0x") => (16, &lower[2..]),
        Some("0b") => (2, &lower[2..]),
        Some("0o") => (8, &lower[2..]),
        _ if lower.len() > 1 && lower.starts_with('0') => (8, &lower[1..]),
        _ => (10, &lower[..]),
    };
    // `from_str_radix` would accept a second sign.
    let is_number = digits.starts_with(|c: char| c.is_digit(radix));
    let number = i64::from_str_radix(&format!("{sign}{digits}"), radix);
    number.ok().filter(|_| is_number)
}
