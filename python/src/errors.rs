//! From errors of the library to exceptions of `memplan.errors`.

use memplan::{ChoiceError, Error, ReadError, Rejected};
use memplan_cli::NotLowered;
use memplan_mlir::text::{Diagnostic, SourceMap};
use memplan_planner::symbols::SymbolicError;
use memplan_planner::wire::WireError;
use memplan_planner::wire::archive::ArchiveError;
use memplan_planner::{LifetimeTrace, PlanError, TraceError, Violation};
use memplan_readers::TraceReadError;
use pyo3::prelude::*;

use crate::program::Program;

/// An exception to be raised.
#[derive(Debug)]
pub(crate) struct Failure(Box<Details>);

/// The class of an exception in `memplan.errors`, its message, and where the input is wrong.
#[derive(Debug, Default)]
struct Details {
    class: &'static str,
    code: &'static str,
    message: String,
    file: Option<String>,
    line: Option<usize>,
    column: Option<usize>,
    byte: Option<u64>,
    help: Option<String>,
    /// What the checker found, in sentences.
    violations: Vec<String>,
}

impl Failure {
    /// An exception of a class of `memplan.errors`.
    pub(crate) fn new(class: &'static str, code: &'static str, message: impl Into<String>) -> Self {
        Self(Box::new(Details {
            class,
            code,
            message: message.into(),
            ..Details::default()
        }))
    }

    /// An argument of a Python function is wrong.
    pub(crate) fn argument(message: impl Into<String>) -> Self {
        Self::new("ArgumentError", "bad-value", message)
    }

    /// An argument that counts something is zero.
    pub(crate) fn is_zero(name: &str) -> Self {
        Self::argument(format!("`{name}` is 0; the minimum is 1"))
    }

    pub(crate) fn with_help(mut self, help: &str) -> Self {
        self.0.help = Some(help.to_owned());
        self
    }

    /// The exception of an error while the program `name` with this text was processed.
    pub(crate) fn of_program(error: Error, name: &str, text: &str) -> Self {
        match error.diagnostics() {
            Some(diagnostics) => Self::of_diagnostics(&diagnostics, name, text),
            None => Self::from(error),
        }
    }

    /// The exception of errors in the text of a program: all in the message, the first in the attributes.
    pub(crate) fn of_diagnostics(diagnostics: &[Diagnostic], name: &str, text: &str) -> Self {
        let places = SourceMap::new(text.as_bytes());
        let lines = diagnostics.iter().map(|diagnostic| {
            let (line, column) = places.line_col(diagnostic.span.start);
            let (message, code) = (&diagnostic.message, diagnostic.code);
            format!("{name}:{line}:{column}: error: {message} [{code}]")
        });
        let message = lines.collect::<Vec<String>>().join("\n");
        let mut failure = Self::new("InputError", "", message);
        if let Some(first) = diagnostics.first() {
            let (line, column) = places.line_col(first.span.start);
            failure.0.code = first.code;
            failure.0.line = Some(line as usize);
            failure.0.column = Some(column as usize);
            failure.0.help = first.help.clone();
        }
        failure.0.file = Some(name.to_owned());
        failure
    }

    /// The exception of a run that ended with these errors.
    pub(crate) fn of_run(diagnostics: &[Diagnostic], program: Program<'_>) -> Self {
        let mut failure = Self::of_diagnostics(diagnostics, program.name, program.text);
        failure.0.class = "RunError";
        failure
    }

    /// The exception of a program that is not lowered.
    pub(crate) fn of_lowering(error: NotLowered, name: &str) -> Self {
        let code = if error.code == "lowering" {
            "lowering"
        } else {
            "lower-with"
        };
        let (line, column) = error.place.unzip();
        let place = match (line, column) {
            (Some(line), Some(column)) => format!("{name}:{line}:{column}"),
            _ => name.to_owned(),
        };
        let mut failure = Self::new("InputError", code, format!("{place}: {}", error.message));
        failure.0.file = Some(name.to_owned());
        failure.0.line = line.map(|line| line as usize);
        failure.0.column = column.map(|column| column as usize);
        failure
    }

    /// The exception of an error in the file `name`.
    pub(crate) fn in_file(mut self, name: &str) -> Self {
        let Details { file, message, .. } = &mut *self.0;
        let file = file.get_or_insert_with(|| name.to_owned());
        *message = format!("{file}: {message}");
        self
    }

    fn rejected(class: &'static str, code: &'static str, text: &str, rejected: &Rejected) -> Self {
        let mut failure = Self::new(class, code, text);
        failure.set_violations(&rejected.trace, &rejected.violations);
        failure
    }

    /// The exception of a schedule that the checker rejects.
    pub(crate) fn invalid(text: &str, trace: &LifetimeTrace, violations: &[Violation]) -> Self {
        let mut failure = Self::new("InvalidScheduleError", "invalid-schedule", text);
        failure.set_violations(trace, violations);
        failure
    }

    fn set_violations(&mut self, trace: &LifetimeTrace, violations: &[Violation]) {
        let sentences = violations.iter().map(|violation| violation.describe(trace));
        self.0.violations = sentences.collect();
        let Details {
            violations,
            message,
            ..
        } = &mut *self.0;
        for violation in violations {
            message.push_str("\n  ");
            message.push_str(violation);
        }
    }

    fn into_exception(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        let details = *self.0;
        let class = py.import("memplan.errors")?.getattr(details.class)?;
        let exception = class.call1((details.message,))?;
        exception.setattr("code", details.code)?;
        exception.setattr("help", details.help)?;
        exception.setattr("file", details.file)?;
        exception.setattr("line", details.line)?;
        exception.setattr("column", details.column)?;
        exception.setattr("byte", details.byte)?;
        exception.setattr("violations", details.violations)?;
        Ok(exception)
    }
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> Self {
        Python::attach(|py| match failure.into_exception(py) {
            Ok(exception) => Self::from_value(exception),
            Err(error) => error,
        })
    }
}

impl From<ChoiceError> for Failure {
    fn from(error: ChoiceError) -> Self {
        Self::new("ArgumentError", error.code(), error.to_string())
    }
}

impl From<TraceError> for Failure {
    fn from(error: TraceError) -> Self {
        Self::new("InputError", "bad-trace", error.to_string())
    }
}

impl From<PlanError> for Failure {
    fn from(error: PlanError) -> Self {
        let class = match &error {
            PlanError::CapacityExceeded { .. } | PlanError::PoolExceeded { .. } => "CapacityError",
            PlanError::Stopped { .. } => "StoppedError",
            _ => "PlanError",
        };
        Self::new(class, error.code(), error.to_string())
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let text = error.to_string();
        match error {
            Error::Choice(error) => error.into(),
            Error::Plan { scope, error } => {
                let mut failure = Self::from(error);
                if !scope.is_empty() {
                    failure.0.message = format!("scope `{scope}`: {}", failure.0.message);
                }
                failure
            }
            Error::InvalidSchedule { rejected, .. } => {
                Self::rejected("InvalidScheduleError", "invalid-schedule", &text, &rejected)
                    .with_help("this is a bug in the planner")
            }
            Error::InvalidPlan(rejected) => {
                Self::rejected("InvalidScheduleError", "invalid-plan", &text, &rejected)
            }
            Error::TooLittle(_) => Self::new("CapacityError", "too-little-memory", text),
            _ => Self::new("InputError", "bad-input", text),
        }
    }
}

impl From<WireError> for Failure {
    fn from(error: WireError) -> Self {
        let mut failure = Self::new("InputError", error.code(), error.to_string());
        if let WireError::Text { line, column, .. } = error {
            failure.0.line = Some(line);
            failure.0.column = Some(column);
        }
        failure
    }
}

impl From<SymbolicError> for Failure {
    fn from(error: SymbolicError) -> Self {
        match error {
            SymbolicError::Plan(error) => error.into(),
            SymbolicError::Trace(error) => error.into(),
            other => Self::new("InputError", other.code(), other.to_string()),
        }
    }
}

impl From<ArchiveError> for Failure {
    fn from(error: ArchiveError) -> Self {
        Self::new("InputError", "archive", error.to_string())
    }
}

impl From<TraceReadError> for Failure {
    fn from(error: TraceReadError) -> Self {
        let mut failure = Self::new("InputError", error.code(), error.to_string());
        match error {
            TraceReadError::Text { line, column, .. } => {
                failure.0.line = Some(line);
                failure.0.column = Some(column);
            }
            TraceReadError::Refused { place, .. } => {
                failure.0.line = place.line;
                failure.0.byte = place.byte;
            }
            _ => {}
        }
        failure
    }
}

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Wire(error) => error.into(),
            ReadError::Reader { error, .. } => (*error).into(),
            other => Self::new("InputError", "no-plan", other.to_string()),
        }
    }
}
