//! The pass manager: a registry of passes, pipelines and their execution.
//!
//! A pass is one file with a [`PassDef`] and one line in a list. A [`Registry`] holds passes and named
//! pipelines, and parses text such as `builtin.module(func.func(cse,canonicalize),cse)` like mlir-opt.
//! [`Pipeline::run`] executes a pipeline. Nested passes run on each matching operation, in parallel.
//! Each operation is processed in a module of its own and put back in order, so the result does not
//! depend on the number of threads.
//!
//! ```
//! use memplan_mlir::passes::{Registry, RunOptions};
//! use memplan_mlir::text::{ParseOptions, PrintOptions, parse, print};
//!
//! let text = b"func.func @f() -> i32 {
//!   %a = arith.constant 1 : i32
//!   %b = arith.addi %a, %a : i32
//!   return %b : i32
//! }";
//! let mut module = parse(text, &ParseOptions::default()).unwrap().module;
//! let pipeline = Registry::with_builtin().parse("builtin.module(func.func(canonicalize))")?;
//! pipeline.run(&mut module, &RunOptions::default()).result.unwrap();
//! assert!(print(&module, &PrintOptions::default()).contains("%c2_i32 = arith.constant 2 : i32"));
//! # Ok::<(), memplan_mlir::passes::PipelineError>(())
//! ```

mod args;
mod canonicalize;
mod cse;
mod error;
mod nest;
mod parser;
mod pipeline;
mod registry;
mod run;
mod timing;

use std::borrow::Cow;
use std::fmt;

pub use args::{PassArgError, PassArgs};
pub use error::{PassError, PipelineError};
pub use pipeline::Pipeline;
pub use registry::Registry;
pub use run::{
    DumpRule, Failed, Failure, PipelineResult, RunOptions, Select, Threading, Verification,
};
pub use timing::{Timing, timing_table};

use crate::ir::{Module, OpId};
use crate::text::{Diagnostic, Note, Severity, Span};

/// The passes of this crate, in the order in which users see them.
pub const PASSES: &[PassDef] = &[canonicalize::DEF, cse::DEF];

/// A pass that is ready to run.
pub trait Pass: Send + Sync {
    /// Changes what is at and below `root`, which is valid before and afterwards.
    ///
    /// Nothing above or beside `root` may be looked at: when a pass is nested in an operation, that
    /// operation is in a module of its own, and others are worked on at the same time. A pass
    /// that resolves symbols says [`Anchor::Module`].
    ///
    /// # Errors
    ///
    /// When the program is at fault; the module is then thrown away.
    fn run(&self, m: &mut Module, root: OpId, cx: &mut PassContext) -> Result<(), PassError>;
}

/// The user-visible description of a pass or a named pipeline.
#[derive(Clone, Debug)]
pub struct PassInfo {
    /// Name, in kebab case.
    pub name: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// What it works on.
    pub anchor: Anchor,
    /// What it can be told.
    pub options: Cow<'static, [PassOption]>,
}

/// What a pass works on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Anything that uses no values from outside.
    Any,
    /// A whole module: it looks at symbols.
    Module,
    /// One function.
    Function,
}

/// An option of a pass: `key=value` in the braces behind its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PassOption {
    /// The key, in kebab case.
    pub name: &'static str,
    /// The value when it is left out; empty when there is none.
    pub default: &'static str,
    /// One sentence.
    pub help: &'static str,
}

/// A pass as it is in a list.
#[derive(Clone, Debug)]
pub struct PassDef {
    /// The user-visible description.
    pub info: PassInfo,
    /// Makes it ready to run; keys that `info` does not list never get here.
    pub make: fn(&PassArgs) -> Result<Box<dyn Pass>, PassArgError>,
}

/// A name for a sequence of passes.
#[derive(Clone, Debug)]
pub struct PipelineDef {
    /// The user-visible description.
    pub info: PassInfo,
    /// The sequence as text, without anchor: `canonicalize,cse`.
    pub expand: fn(&PassArgs) -> Result<String, PassArgError>,
}

/// What a pass may tell besides its result.
#[derive(Debug, Default)]
pub struct PassContext {
    warnings: Vec<Diagnostic>,
}

impl PassContext {
    /// Tells a remark about an operation that is no error, and perhaps a fact about another one.
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
        self.warnings.push(Diagnostic {
            severity: Severity::Warning,
            code,
            message: message.into(),
            span: m.span(op),
            notes: note.into_iter().collect(),
            help: None,
        });
    }
}

impl fmt::Debug for dyn Pass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Pass")
    }
}
