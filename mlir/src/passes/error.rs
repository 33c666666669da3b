//! Errors of passes and of the pipeline parser.

use std::error::Error;

use memplan_plugin::RegistryError;

use crate::ir::{Module, OpId};
use crate::text::{Diagnostic, Note, Severity, Span};

/// Why a pass failed.
#[derive(Debug)]
pub enum PassError {
    /// Errors in the program.
    Diagnostics(Vec<Diagnostic>),
    /// Another error, with a type of the pass.
    Other(Box<dyn Error + Send + Sync>),
}

impl PassError {
    /// An error at an operation.
    pub fn at(m: &Module, op: OpId, code: &'static str, message: impl Into<String>) -> Self {
        Self::Diagnostics(vec![Diagnostic {
            severity: Severity::Error,
            code,
            message: message.into(),
            span: m.span(op),
            notes: Vec::new(),
            help: None,
        }])
    }

    /// Adds a note about another operation.
    #[must_use]
    pub fn note(mut self, m: &Module, op: OpId, message: impl Into<String>) -> Self {
        if let Self::Diagnostics(list) = &mut self
            && let Some(last) = list.last_mut()
        {
            let span = m.span(op);
            last.notes.push(Note {
                message: message.into(),
                span: (span != Span::default()).then_some(span),
            });
        }
        self
    }

    /// Adds advice on how to fix it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        if let Self::Diagnostics(list) = &mut self
            && let Some(last) = list.last_mut()
        {
            last.help = Some(help.into());
        }
        self
    }
}

impl From<Vec<Diagnostic>> for PassError {
    fn from(diagnostics: Vec<Diagnostic>) -> Self {
        Self::Diagnostics(diagnostics)
    }
}

/// The error of a text that is not a valid pipeline.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(
    missing_docs,
    reason = "the message of each variant describes it and its fields"
)]
pub enum PipelineError {
    #[error(transparent)]
    Plugin(#[from] RegistryError),
    #[error("in `{text}`: {problem}")]
    Syntax { text: String, problem: String },
    #[error("`{text}` is not wrapped in the operation that it runs on")]
    NotAnchored { text: String },
    #[error("`{pass}` works on {wanted}, not on `{nest}`")]
    WrongAnchor {
        pass: String,
        wanted: &'static str,
        nest: String,
    },
    #[error("passes cannot be nested in `{name}`, {reason}")]
    BadNest { name: String, reason: &'static str },
}

impl PipelineError {
    /// Stable name of the kind.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Plugin(error) => match error {
                RegistryError::UnknownName { .. } => "unknown-pass",
                RegistryError::UnknownOption { .. } => "unknown-option",
                RegistryError::BadValue { .. } => "bad-value",
                _ => "bad-pipeline",
            },
            Self::Syntax { .. } | Self::NotAnchored { .. } => "bad-pipeline",
            Self::WrongAnchor { .. } | Self::BadNest { .. } => "bad-nesting",
        }
    }

    /// How to fix it.
    pub fn help(&self) -> String {
        match self {
            Self::Plugin(_) => {
                "`memplan list passes` lists the passes with their options".to_owned()
            }
            Self::Syntax { .. } => {
                "write it like `builtin.module(func.func(canonicalize{max-iterations=3},cse))`"
                    .to_owned()
            }
            Self::NotAnchored { text } => format!("write `builtin.module({text})`"),
            Self::WrongAnchor { pass, wanted, .. } if wanted.contains("function") => {
                format!("nest it: `func.func({pass})`")
            }
            Self::WrongAnchor { pass, .. } => {
                format!("put it directly into `builtin.module({pass})`")
            }
            Self::BadNest { .. } => {
                "nest in `func.func`, `builtin.module`, another operation that is isolated, or `any`"
                    .to_owned()
            }
        }
    }
}
