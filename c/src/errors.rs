//! From errors of the libraries to failures with a status, a code and a place.

use memplan::{ChoiceError, Error, ReadError, Rejected};
use memplan_planner::wire::WireError;
use memplan_planner::{PlanError, TraceError};
use memplan_readers::TraceReadError;

use crate::answer::{Failure, Level, Message, Status};

impl From<ChoiceError> for Failure {
    fn from(error: ChoiceError) -> Self {
        Self::usage(error.code(), error.to_string())
    }
}

impl From<TraceError> for Failure {
    fn from(error: TraceError) -> Self {
        let failure = Self::no("bad-trace", error.to_string());
        match error {
            TraceError::Notation { line, .. } => failure.at(line, 1),
            _ => failure,
        }
    }
}

impl From<PlanError> for Failure {
    fn from(error: PlanError) -> Self {
        let (code, text) = (error.code(), error.to_string());
        match error {
            PlanError::Stopped { .. } => {
                Self::new(Status::Stopped, Message::new(Level::Error, code, text))
            }
            PlanError::ZeroAlignment | PlanError::Failed { .. } => Self::usage(code, text),
            _ => Self::no(code, text),
        }
    }
}

impl From<WireError> for Failure {
    fn from(error: WireError) -> Self {
        let failure = Self::no(error.code(), error.to_string());
        match error {
            WireError::Text { line, column, .. } => failure.at(line, column),
            _ => failure,
        }
    }
}

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Wire(error) => error.into(),
            ReadError::Reader { error, .. } => {
                let failure = Self::no(error.code(), error.to_string());
                match *error {
                    TraceReadError::Text { line, column, .. } => failure.at(line, column),
                    _ => failure,
                }
            }
            error => Self::no("no-plan", error.to_string()),
        }
    }
}

/// Errors without a place in a program; `crate::program` has those with one.
impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let text = error.to_string();
        match error {
            Error::Choice(error) => error.into(),
            Error::Plan { scope, error } => Self::from(error).in_scope(&scope),
            Error::InvalidSchedule { rejected, .. } => Self::bug(text).with_violations(&rejected),
            Error::InvalidPlan(rejected) => {
                Self::no("invalid-plan", text).with_violations(&rejected)
            }
            Error::InvalidOrientations { .. } => Self::no("invalid-plan", text),
            Error::InvalidResult { .. } => Self::bug(text),
            Error::TooLittle(_) => Self::no("too-little-memory", text),
            Error::OtherModule { .. } => Self::no("other-module", text),
            Error::OtherTraces => Self::no("other-traces", text),
            Error::ExistingPlan { .. } => Self::usage("existing-plan", text),
            Error::Pipeline(error) => Self::usage(error.code(), text),
            Error::Pools { .. } => Self::no("pools", text),
            _ => Self::no("bad-input", text),
        }
    }
}

impl Failure {
    pub(crate) fn at(mut self, line: usize, column: usize) -> Self {
        let messages = std::mem::take(&mut self.messages).into_iter();
        self.messages = messages.map(|message| message.at(line, column)).collect();
        self
    }

    fn in_scope(mut self, scope: &str) -> Self {
        for message in self.messages.iter_mut().filter(|_| !scope.is_empty()) {
            message.text = format!("scope `{scope}`: {}", message.text);
        }
        self
    }

    fn with_violations(mut self, rejected: &Rejected) -> Self {
        let violations = rejected.violations.iter();
        let notes = violations.map(|violation| violation.describe(&rejected.trace));
        let notes = notes.map(|text| Message::new(Level::Note, "violation", text));
        self.messages.extend(notes);
        self
    }
}
