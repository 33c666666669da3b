//! Errors as problem details (RFC 9457): a stable code, and line and column where the input is at fault.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use memplan::{ChoiceError, Error, ReadError, Rejected};
use memplan_mlir::passes::{Failure, PassError, PipelineError};
use memplan_mlir::text::{Diagnostic, Severity, SourceMap};
use memplan_planner::PlanError;
use memplan_planner::wire::WireError;
use memplan_planner::wire::archive::ArchiveError;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The media type of problem details.
pub(crate) const MEDIA_TYPE: &str = "application/problem+json";

/// The most findings that an answer lists.
const MAX_FINDINGS: usize = 100;

/// The reason why a request failed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Problem(Box<Details>);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Problem", description = "Problem details of RFC 9457.")]
pub(crate) struct Details {
    #[serde(rename = "type")]
    kind: String,
    title: String,
    status: u16,
    detail: String,
    /// Stable, for scripts.
    code: String,
    /// Of the input, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    /// In bytes, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    column: Option<u32>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    help: Vec<String>,
    /// All errors of a text, if there are several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    errors: Vec<Finding>,
    /// Seconds after which a client may try again.
    #[serde(skip)]
    retry_after: Option<u64>,
}

/// An error or a warning at a place of a text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Finding {
    pub(crate) code: String,
    pub(crate) message: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) column: Option<u32>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) help: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) notes: Vec<String>,
}

impl Finding {
    /// A finding at a line and a column, if it has a place.
    pub(crate) fn new(code: &str, message: String, place: Option<(u32, u32)>) -> Self {
        Self {
            code: code.to_owned(),
            message,
            line: place.map(|(line, _)| line),
            column: place.map(|(_, column)| column),
            help: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// The findings of diagnostics on a text, at most [`MAX_FINDINGS`].
    pub(crate) fn all(text: &[u8], diagnostics: &[Diagnostic]) -> Vec<Self> {
        let map = SourceMap::new(text);
        let finding = |diagnostic: &Diagnostic| {
            let (place, notes) = (map.line_col(diagnostic.span.start), diagnostic.notes.iter());
            Self {
                help: diagnostic.help.iter().cloned().collect(),
                notes: notes.map(|note| note.message.clone()).collect(),
                ..Self::new(diagnostic.code, diagnostic.message.clone(), Some(place))
            }
        };
        diagnostics.iter().take(MAX_FINDINGS).map(finding).collect()
    }
}

impl Problem {
    /// A problem with this status, code and explanation.
    pub(crate) fn new(status: StatusCode, code: &str, detail: impl Into<String>) -> Self {
        Self(Box::new(Details {
            kind: format!("urn:memplan:problem:{code}"),
            title: code.replace('-', " "),
            status: status.as_u16(),
            detail: detail.into(),
            code: code.to_owned(),
            line: None,
            column: None,
            help: Vec::new(),
            errors: Vec::new(),
            retry_after: None,
        }))
    }

    /// The request itself is wrong.
    pub(crate) fn bad_request(code: &str, detail: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, code, detail)
    }

    /// The request is understood, but its content has no result.
    pub(crate) fn unprocessable(code: &str, detail: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, code, detail)
    }

    /// A fault of memplan or of a plug-in.
    pub(crate) fn bug(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "bug", detail)
            .help("this is a bug: please report it with the input")
    }

    /// Adds a suggestion for the client.
    #[must_use]
    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.0.help.push(help.into());
        self
    }

    /// Adds the place in the input.
    #[must_use]
    pub(crate) fn at(mut self, line: usize, column: usize) -> Self {
        self.0.line = u32::try_from(line).ok();
        self.0.column = u32::try_from(column).ok();
        self
    }

    /// Adds the number of seconds after which a client may try again.
    #[must_use]
    pub(crate) fn retry_after(mut self, seconds: u64) -> Self {
        self.0.retry_after = Some(seconds);
        self
    }

    /// The stable code.
    pub(crate) fn code(&self) -> &str {
        &self.0.code
    }

    /// The HTTP status.
    pub(crate) fn status(&self) -> StatusCode {
        StatusCode::from_u16(self.0.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    /// The JSON form.
    pub(crate) fn json(&self) -> Vec<u8> {
        // Strings and numbers always serialise.
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// The errors of a text; the first one gives code, explanation and place.
    pub(crate) fn of_text(text: &[u8], diagnostics: &[Diagnostic]) -> Self {
        let errors: Vec<Diagnostic> = diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.severity == Severity::Error)
            .cloned()
            .collect();
        let errors = Finding::all(text, &errors);
        let Some(first) = errors.first().cloned() else {
            return Self::unprocessable("invalid", "the program is invalid");
        };
        let mut problem = Self::unprocessable(&first.code, first.message);
        problem.0.line = first.line;
        problem.0.column = first.column;
        problem.0.help = first.help;
        if errors.len() > 1 {
            problem.0.errors = errors;
        }
        problem
    }

    /// The error of a step of the driver on a text.
    pub(crate) fn of_step(text: &[u8], error: Error) -> Self {
        if let Some(diagnostics) = error.diagnostics() {
            return Self::of_text(text, &diagnostics);
        }
        let detail = error.to_string();
        match error {
            Error::Choice(error) => error.into(),
            Error::Plan { error, .. } => {
                let mut problem = Self::from(error);
                problem.0.detail = detail;
                problem
            }
            Error::InvalidSchedule { rejected, .. } => {
                let problem = Self::new(
                    StatusCode::INTERNAL_SERVER_ERROR,
                    "invalid-schedule",
                    detail,
                )
                .help("this is a bug in the planner: report it, and choose another planner");
                problem.rejected(&rejected)
            }
            Error::InvalidPlan(rejected) => {
                Self::unprocessable("invalid-plan", detail).rejected(&rejected)
            }
            Error::InvalidOrientations { .. } => Self::unprocessable("invalid-plan", detail),
            Error::OtherTraces => Self::unprocessable("other-traces", detail),
            Error::ExistingPlan { .. } => Self::unprocessable("existing-plan", detail),
            Error::Pipeline(error) => error.into(),
            Error::Deallocate(failures) => Self::of_passes(text, failures),
            Error::InvalidResult { .. } | Error::WrongMerge { .. } => Self::bug(detail),
            _ => Self::unprocessable("bad-trace", detail),
        }
    }

    /// The first failure of passes on a text.
    pub(crate) fn of_passes(text: &[u8], failures: Vec<Failure>) -> Self {
        let Some(first) = failures.into_iter().next() else {
            return Self::unprocessable("pass-failed", "a pass failed");
        };
        match first {
            Failure::GaveUp {
                error: PassError::Diagnostics(diagnostics),
                ..
            } => Self::of_text(text, &diagnostics),
            Failure::GaveUp {
                error: PassError::Other(error),
                pass,
            } => match error.downcast::<Error>() {
                Ok(error) => Self::of_step(text, *error),
                Err(error) => Self::unprocessable("pass-failed", format!("`{pass}`: {error}")),
            },
            Failure::Invalid { pass, .. } => {
                Self::bug(format!("`{pass}` produced an invalid program"))
            }
        }
    }

    fn rejected(mut self, rejected: &Rejected) -> Self {
        let violations = rejected.violations.iter().take(MAX_FINDINGS);
        self.0.errors = violations
            .map(|violation| Finding::new("violation", violation.describe(&rejected.trace), None))
            .collect();
        self
    }
}

impl From<ChoiceError> for Problem {
    fn from(error: ChoiceError) -> Self {
        let kinds = match &error {
            ChoiceError::Collector(_) => "collectors",
            ChoiceError::Mutator(_) => "mutators",
            ChoiceError::Reader(_) => "readers",
            _ => "planners",
        };
        if let ChoiceError::Option { name, problem } = error {
            let detail = format!("the query parameter `{name}` is {problem}");
            return Self::bad_request("bad-parameter", detail);
        }
        let problem = Self::bad_request(error.code(), error.to_string());
        match error {
            ChoiceError::Time { .. } | ChoiceError::Reader(_) => problem,
            _ => problem.help(format!(
                "`GET /v1/{kinds}` lists the {kinds} with their options"
            )),
        }
    }
}

impl From<PlanError> for Problem {
    fn from(error: PlanError) -> Self {
        let status = match error {
            PlanError::Stopped { .. } => StatusCode::GATEWAY_TIMEOUT,
            PlanError::Failed { .. } => StatusCode::BAD_GATEWAY,
            PlanError::ZeroAlignment => StatusCode::BAD_REQUEST,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        };
        Self::new(status, error.code(), error.to_string())
    }
}

impl From<PipelineError> for Problem {
    fn from(error: PipelineError) -> Self {
        Self::bad_request(error.code(), error.to_string()).help(error.help())
    }
}

impl From<WireError> for Problem {
    fn from(error: WireError) -> Self {
        match &error {
            WireError::Text {
                line,
                column,
                problem,
            } => Self::unprocessable(error.code(), problem.clone()).at(*line, *column),
            WireError::NotOneTrace { .. } | WireError::Unrepresentable { .. } => {
                Self::new(StatusCode::NOT_ACCEPTABLE, error.code(), error.to_string())
                    .help("ask for JSON or the binary form with the header `Accept`")
            }
            _ => Self::unprocessable(error.code(), error.to_string()),
        }
    }
}

impl From<ReadError> for Problem {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Wire(error) => error.into(),
            ReadError::Reader { error, .. } => {
                let problem = Self::unprocessable(error.code(), error.to_string());
                match *error {
                    memplan_readers::TraceReadError::Text { line, column, .. } => {
                        problem.at(line, column)
                    }
                    _ => problem,
                }
            }
            error => Self::unprocessable("wrong-kind", error.to_string()),
        }
    }
}

impl From<ArchiveError> for Problem {
    fn from(error: ArchiveError) -> Self {
        Self::unprocessable("bad-archive", error.to_string())
    }
}

impl From<rusqlite::Error> for Problem {
    fn from(error: rusqlite::Error) -> Self {
        tracing::error!(%error, "the store failed");
        let is_full = matches!(
            error.sqlite_error_code(),
            Some(rusqlite::ErrorCode::DiskFull | rusqlite::ErrorCode::SystemIoFailure)
        );
        if is_full {
            let detail = "the server has no space left to store this";
            return Self::new(StatusCode::INSUFFICIENT_STORAGE, "disk-full", detail)
                .retry_after(60);
        }
        let detail = "the store of the server failed";
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "store-failed", detail)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = (self.status(), self.json()).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(MEDIA_TYPE));
        if let Some(seconds) = self.0.retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if self.0.status == StatusCode::UNAUTHORIZED.as_u16() {
            let scheme = HeaderValue::from_static("Bearer");
            headers.insert(header::WWW_AUTHENTICATE, scheme);
        }
        response
    }
}
