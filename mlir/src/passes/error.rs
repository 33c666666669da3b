//! Errors of passes and of the pipeline parser.

use std::error::Error;

use super::PassArgError;
use crate::ir::{Module, OpId};
use crate::text::{Diagnostic, Note, Severity, Span};

/// Why a pass failed.
#[derive(Debug)]
pub enum PassError {
    /// Errors in the program.
    Diagnostics(Vec<Diagnostic>),
    /// Any other error, defined by the pass.
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

    /// Adds a fact about another operation.
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

    /// Says what to do about it.
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

/// Why a text is no pipeline, or a registration is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(
    missing_docs,
    reason = "the message of each variant describes it and its fields"
)]
pub enum PipelineError {
    #[error("there is no pass or pipeline `{name}`; there are: {known}")]
    UnknownPass {
        name: String,
        nearest: Option<&'static str>,
        known: String,
    },
    #[error("`{pass}` has no option `{key}`; {known}")]
    UnknownOption {
        pass: String,
        key: String,
        known: String,
    },
    #[error("`{pass}`: {error}")]
    BadOption { pass: String, error: PassArgError },
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
    #[error("the name `{name}` is taken")]
    Taken { name: String },
}

impl PipelineError {
    /// Stable name of the kind.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::UnknownPass { .. } => "unknown-pass",
            Self::UnknownOption { .. } => "unknown-option",
            Self::BadOption { .. } => "bad-value",
            Self::Syntax { .. } | Self::NotAnchored { .. } => "bad-pipeline",
            Self::WrongAnchor { .. } | Self::BadNest { .. } => "bad-nesting",
            Self::Taken { .. } => "name-taken",
        }
    }

    /// What to do about it.
    pub fn help(&self) -> String {
        match self {
            Self::UnknownPass {
                nearest: Some(near),
                ..
            } => {
                format!("did you mean `{near}`?")
            }
            Self::UnknownPass { .. } | Self::UnknownOption { .. } | Self::BadOption { .. } => {
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
            Self::Taken { .. } => "give it another name".to_owned(),
        }
    }
}
