//! Trace and plan files: which format, and what is wrong with them.

use std::path::Path;

use memplan_datasets::registry::{self, GenerateError};
use memplan_planner::wire::archive::{ArchiveError, ArchiveKind};
use memplan_planner::wire::{self, Format, WireError};
use memplan_planner::{MemoryPlan, MemoryTraceScopes, Provenance};

use crate::cli::DataFormat;
use crate::exit::{ExitStatus, Failure, Outcome};
use crate::io;
use crate::render::{self, Message};
use crate::source::Text;

/// Whether a file holds traces or a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Traces.
    Trace,
    /// A plan.
    Plan,
}

/// The format to write a file in.
///
/// # Errors
///
/// When neither the flag nor the extension tells.
pub(crate) fn output_format(
    path: &Path,
    flag: Option<DataFormat>,
    flag_name: &str,
) -> Outcome<Format> {
    if let Some(format) = flag {
        return Ok(self::format(format));
    }
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("mtrace" | "mplan") => Ok(Format::Binary),
        Some("json") => Ok(Format::Json),
        Some("csv") => Ok(Format::Csv),
        Some("log" | "events") => Ok(Format::Events),
        _ if io::is_std(path) => Ok(Format::Json),
        _ => Err(Failure::could_not_try(
            Message::error(
                "unknown-extension",
                "the extension tells no format: known are mtrace, mplan, json, csv and log",
            )
            .in_file(&io::display_name(path))
            .help(format!("rename it, or say {flag_name}")),
        )),
    }
}

/// The format that a flag names.
pub(crate) fn format(flag: DataFormat) -> Format {
    match flag {
        DataFormat::Binary => Format::Binary,
        DataFormat::Json => Format::Json,
        DataFormat::Csv => Format::Csv,
        DataFormat::Events => Format::Events,
    }
}

/// What a path promises to hold, when its extension does.
pub(crate) fn kind_of(path: &Path) -> Option<Kind> {
    match path.extension()?.to_str()? {
        "mtrace" => Some(Kind::Trace),
        "mplan" => Some(Kind::Plan),
        _ => None,
    }
}

/// Traces in any format, or made by the generator that the text names.
///
/// # Errors
///
/// What is wrong with them, and where.
pub(crate) fn read_traces(text: &Text) -> Outcome<MemoryTraceScopes> {
    if let Some(spec) = text.bytes.strip_prefix(registry::PREFIX.as_bytes()) {
        let made = registry::generate(&String::from_utf8_lossy(spec));
        let made = made.map_err(|error| no_generator(&error))?;
        return Ok(MemoryTraceScopes {
            traces: vec![made.trace],
            provenance: Provenance {
                collector: "generator".to_owned(),
                options: made.spec,
                ..Provenance::default()
            },
        });
    }
    wire::read_trace(&text.bytes).map_err(|error| Failure::no(message(text, &error)))
}

/// A plan in any format.
///
/// # Errors
///
/// What is wrong with it, and where.
pub(crate) fn read_plan(text: &Text) -> Outcome<MemoryPlan> {
    wire::read_plan(&text.bytes).map_err(|error| Failure::no(message(text, &error)))
}

/// Why a generator makes nothing.
pub(crate) fn no_generator(error: &GenerateError) -> Failure {
    Failure::could_not_try(
        Message::error("bad-generator", error.to_string())
            .help("`memplan list generators` lists the generators with their parameters"),
    )
}

/// Why something cannot be written in a format.
pub(crate) fn unwritable(path: &Path, error: &WireError) -> Failure {
    Failure::no(
        Message::error(code(error), error.to_string())
            .in_file(&io::display_name(path))
            .help("choose another format by another extension"),
    )
}

/// Why an archive cannot be read or written.
pub(crate) fn archive_failure(name: &str, error: &ArchiveError) -> Failure {
    let (status, code) = match error {
        ArchiveError::Io(_) => (ExitStatus::CouldNotTry, "cannot-read"),
        ArchiveError::NotAnArchive => (ExitStatus::No, "no-archive"),
        ArchiveError::NewerVersion { .. } => (ExitStatus::No, "newer-version"),
        ArchiveError::CutOff { .. } => (ExitStatus::No, "truncated"),
        ArchiveError::Damaged { .. } => (ExitStatus::No, "checksum"),
        ArchiveError::Lost { .. } => (ExitStatus::No, "damaged"),
        ArchiveError::TrailingBytes => (ExitStatus::No, "trailing-bytes"),
        ArchiveError::BadName { .. } => (ExitStatus::No, "bad-name"),
        ArchiveError::TooLarge { .. } => (ExitStatus::No, "too-large"),
        _ => (ExitStatus::No, "malformed"),
    };
    Failure {
        status,
        messages: vec![Message::error(code, error.to_string()).in_file(name)],
    }
}

/// An archive of plans where one of traces was expected, or the other way round.
pub(crate) fn wrong_archive(name: &str, expected: ArchiveKind) -> Failure {
    let (expected, found) = match expected {
        ArchiveKind::Traces => ("traces", "plans"),
        ArchiveKind::Plans => ("plans", "traces"),
    };
    let message = format!("expected an archive of {expected}, found one of {found}");
    Failure::no(Message::error("wrong-kind", message).in_file(name))
}

fn message(text: &Text, error: &WireError) -> Message {
    if let WireError::Text {
        line,
        column,
        problem,
    } = error
    {
        let place = render::place_of_line(text, *line, *column);
        return Message::error(code(error), problem.clone()).at(place);
    }
    // The errors of this crate say what to do behind the last colon or semicolon.
    Message::error(code(error), error.to_string()).in_file(&text.name)
}

fn code(error: &WireError) -> &'static str {
    match error {
        WireError::Empty => "empty",
        WireError::Archive => "archive",
        WireError::UnknownFormat => "unknown-format",
        WireError::WrongKind { .. } => "wrong-kind",
        WireError::TooLarge { .. } => "too-large",
        WireError::NewerVersion { .. } => "newer-version",
        WireError::Truncated { .. } => "truncated",
        WireError::TrailingBytes { .. } => "trailing-bytes",
        WireError::Checksum => "checksum",
        WireError::Text { .. } => "syntax",
        WireError::Trace { .. } => "bad-trace",
        WireError::Plan { .. } => "bad-plan",
        WireError::Unrepresentable { .. } => "unrepresentable",
        _ => "malformed",
    }
}
