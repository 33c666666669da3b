//! Formats of trace and plan files, and errors about them.

use std::path::Path;

use memplan::{ReadError, TraceFile, TraceInput};
use memplan_datasets::registry::{self, GenerateError};
use memplan_planner::wire::archive::{ArchiveError, ArchiveKind};
use memplan_planner::wire::{Format, WireError};
use memplan_planner::{MemoryPlan, MemoryTraceScopes, Provenance};
use memplan_readers::{ErrorPlace, TraceReadError, TraceReader};

use crate::cli::DataFormat;
use crate::exit::{ExitStatus, Failure, Outcome};
use crate::front_end::FrontEnd;
use crate::io;
use crate::kinds::{self, Product};
use crate::render::{Message, Place};
use crate::shapes::{self, no_symbols};
use crate::text::Text;
use crate::traces::{self, Found};

/// The help text when a plan is missing.
const PLAN_HELP: &str = "`memplan plan TRACE -o OUT.mplan` writes a plan";

/// Whether a file holds traces or a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Trace,
    Plan,
}

impl Kind {
    /// The product that is written.
    pub(crate) fn product(self) -> Product {
        match self {
            Self::Trace => Product::Traces,
            Self::Plan => Product::Plan,
        }
    }
}

/// The format to write a file in.
///
/// # Errors
///
/// When neither the flag nor the extension gives the format, when they contradict each other, or
/// when the extension belongs to another kind of file. `help` is the help text of the first case.
pub(crate) fn output_format(
    path: &Path,
    kind: Kind,
    flag: Option<DataFormat>,
    help: &str,
) -> Outcome<Format> {
    kinds::guard(path, kind.product())?;
    let promised = match path.extension().and_then(|extension| extension.to_str()) {
        Some("mtrace" | "mplan") => Some(Format::Binary),
        Some("json") => Some(Format::Json),
        Some("csv") => Some(Format::Csv),
        Some("log" | "events") => Some(Format::Events),
        _ => None,
    };
    let wanted = flag.map(format);
    let usage = |code, message: String, help: &str| {
        Err(Failure::could_not_try(
            Message::error(code, message)
                .in_file(&io::display_name(path))
                .help(help),
        ))
    };
    match (wanted, promised) {
        (Some(wanted), Some(promised)) if wanted != promised => {
            let (wanted, promised) = (wanted.name(), promised.name());
            let message =
                format!("`--to {wanted}` contradicts the extension, which stands for {promised}");
            usage(
                "format-mismatch",
                message,
                "drop `--to`, or rename the file",
            )
        }
        (Some(Format::Events), _) if kind == Kind::Plan => usage(
            "unrepresentable",
            "an event log holds a trace, not a plan".to_owned(),
            "use binary, json or csv",
        ),
        (Some(format), _) | (None, Some(format)) => Ok(format),
        (None, None) if io::is_std(path) => Ok(Format::Json),
        (None, None) => usage(
            "unknown-extension",
            "cannot infer the format from the extension".to_owned(),
            help,
        ),
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

/// The extension of files in a format.
pub(crate) fn extension(format: Format, kind: Kind) -> &'static str {
    match (format, kind) {
        (Format::Binary, Kind::Trace) => "mtrace",
        (Format::Binary, Kind::Plan) => "mplan",
        (Format::Json, _) => "json",
        (Format::Csv, _) => "csv",
        (Format::Events, _) => "log",
    }
}

/// The kind of file that an extension promises.
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
pub(crate) fn read_traces(text: &Text, front_end: &FrontEnd) -> Outcome<Found> {
    if let Some(spec) = text.bytes.strip_prefix(registry::PREFIX.as_bytes()) {
        if !front_end.at.is_empty() {
            return Err(Failure::no(no_symbols(&text.name)));
        }
        let made = registry::generate(&String::from_utf8_lossy(spec));
        let made = made.map_err(|error| no_generator(&error))?;
        return Ok(Found::of(MemoryTraceScopes {
            traces: vec![made.trace],
            provenance: Provenance {
                collector: "generator".to_owned(),
                options: made.spec,
                ..Provenance::default()
            },
        }));
    }
    let reader = front_end.reader(text);
    let companion = companion(reader, text)?;
    let file = memplan::read_traces(reader, &input(text, companion.as_ref()))
        .map_err(|error| unreadable(text, &error, Product::Traces, front_end))?;
    let warnings = remarks(text, &file, front_end);
    let (placed, scopes) = match &*front_end.at {
        [] => (file.plan, file.scopes),
        at => (None, shapes::traces_at(&file.scopes, at, &text.name)?),
    };
    Ok(Found {
        warnings,
        placed,
        ..Found::of(scopes)
    })
}

/// The name and bytes of a companion file.
type Companion = (String, Vec<u8>);

/// The input of a reader.
fn input<'a>(text: &'a Text, companion: Option<&'a Companion>) -> TraceInput<'a> {
    TraceInput {
        companion: companion.map(|(name, bytes)| (&**name, &**bytes)),
        ..TraceInput::new(&text.name, &text.bytes)
    }
}

/// The file beside a text that belongs to it. Links are not followed.
fn companion(reader: Option<&dyn TraceReader>, text: &Text) -> Outcome<Option<Companion>> {
    let (Some(reader), Some(path)) = (reader, &text.path) else {
        return Ok(None);
    };
    for name in reader.companions(&text.name, &text.bytes) {
        let file_name = Path::new(&name).file_name().unwrap_or_default();
        let path = path.with_file_name(file_name);
        if path
            .symlink_metadata()
            .is_ok_and(|metadata| metadata.is_file())
        {
            return Ok(Some((name, io::read(&path)?)));
        }
    }
    Ok(None)
}

/// Messages about a file of another tool.
fn remarks(text: &Text, file: &TraceFile, front_end: &FrontEnd) -> Vec<Message> {
    let mut messages = Vec::new();
    if !file.left_out.is_empty() {
        let entries: Vec<String> = file.left_out.iter().map(ToString::to_string).collect();
        let mut message = Message::remark("left-out", format!("left out {}", entries.join(", ")));
        for entry in file.left_out.iter().filter(|_| front_end.is_verbose) {
            let more = if entry.count > entry.names.len() {
                ", ..."
            } else {
                ""
            };
            let names = plain(&entry.names.join(", "));
            let names = format!("{}: {names}{more}", entry.reason);
            message = message.note(names, Place::default());
        }
        messages.push(message);
    }
    let others = file.remarks.iter();
    messages.extend(others.map(|remark| Message::remark("reader", plain(remark))));
    let in_file = messages
        .into_iter()
        .map(|message| message.in_file(&text.name));
    in_file.collect()
}

/// A plan in any format. The reader that the user chose is for traces: plans of other tools are recognised.
///
/// # Errors
///
/// What is wrong with it, and where.
pub(crate) fn read_plan(text: &Text, front_end: &FrontEnd) -> Outcome<MemoryPlan> {
    plan_by(front_end.recognised(text), text, front_end)
}

/// The plan in a file of traces, by the reader that the user chose or the one that recognises it.
///
/// # Errors
///
/// Those of [`read_plan`].
pub(crate) fn read_plan_of_traces(text: &Text, front_end: &FrontEnd) -> Outcome<MemoryPlan> {
    plan_by(front_end.reader(text), text, front_end)
}

fn plan_by(
    reader: Option<&dyn TraceReader>,
    text: &Text,
    front_end: &FrontEnd,
) -> Outcome<MemoryPlan> {
    let companion = companion(reader, text)?;
    memplan::read_plan(reader, &input(text, companion.as_ref()))
        .map_err(|error| unreadable(text, &error, Product::Plan, front_end))
}

/// The failure for a text that is not of the expected kind; names the actual kind if it is recognised.
fn unreadable(text: &Text, error: &ReadError, expected: Product, front_end: &FrontEnd) -> Failure {
    let error = match error {
        ReadError::Wire(error) => error,
        ReadError::Reader { error, .. } => return Failure::no(refused(text, error)),
        error => {
            let message = Message::error("wrong-kind", error.to_string()).in_file(&text.name);
            return Failure::no(message.help(PLAN_HELP));
        }
    };
    let mismatch = kinds::mismatch(text, expected).or_else(|| {
        let WireError::Text { problem, .. } = error else {
            return None;
        };
        // Every JSON file of memplan has this field.
        let is_other = problem.starts_with("missing field `format`");
        is_other.then(|| kinds::other_json(text, expected))
    });
    Failure::no(mismatch.unwrap_or_else(|| message(text, error, front_end)))
}

/// The message for an error of a trace reader.
pub(crate) fn refused(text: &Text, error: &TraceReadError) -> Message {
    match error {
        TraceReadError::Text {
            line,
            column,
            problem,
        } => Message::error(error.code(), plain(problem)).at(text.place_of_line(*line, *column)),
        TraceReadError::Refused { place, problem, .. } => {
            Message::error(error.code(), plain(problem)).at(refused_at(text, place))
        }
        _ => Message::error(error.code(), plain(&error.to_string())).in_file(&text.name),
    }
}

/// Words of a file with control characters escaped, which a terminal would interpret.
fn plain(words: &str) -> String {
    let escaped = words.chars().map(|c| {
        if c.is_control() {
            c.escape_default().to_string()
        } else {
            c.to_string()
        }
    });
    escaped.collect()
}

/// The place at which a reader rejects a file.
fn refused_at(text: &Text, place: &ErrorPlace) -> Place {
    let line = place.line.and_then(|line| u32::try_from(line).ok());
    match (&place.file, place.line) {
        (None, Some(line)) => text.place_of_line(line, 1),
        (file, _) => Place::in_file(file.as_ref().unwrap_or(&text.name), line, place.byte),
    }
}

pub(crate) fn no_generator(error: &GenerateError) -> Failure {
    Failure::could_not_try(
        Message::error("bad-generator", error.to_string())
            .help("`memplan list generators` lists the generators with their parameters"),
    )
}

/// The failure for a format that cannot hold the data.
pub(crate) fn unwritable(path: &Path, error: &WireError) -> Failure {
    let name = if io::is_std(path) {
        "<stdout>".to_owned()
    } else {
        io::display_name(path)
    };
    let help = match error {
        WireError::Unrepresentable {
            format: "csv",
            what: "a plan without its trace",
        } => "`memplan plan TRACE -o OUT.csv` writes a trace together with the offsets of its plan",
        _ => "choose another format with the extension or `--to`",
    };
    Failure::no(
        Message::error(error.code(), error.to_string())
            .in_file(&name)
            .help(help),
    )
}

/// The failure for a format that cannot hold the traces; if it can hold one, the help says how to choose it.
pub(crate) fn unwritable_traces(
    path: &Path,
    scopes: &MemoryTraceScopes,
    error: &WireError,
) -> Failure {
    let mut failure = unwritable(path, error);
    if let (WireError::NotOneTrace { .. }, Some(message)) = (error, failure.messages.first_mut()) {
        message.help = match traces::known(scopes) {
            None => vec!["the input has no buffers to plan".to_owned()],
            Some(extension) => vec![
                format!("choose one with `--scope NAME`: {extension}"),
                "or write one file per trace: `-o DIR/ --to csv`".to_owned(),
            ],
        };
    }
    failure
}

/// The failure for an archive that cannot be read or written.
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
    let (expected, given) = match expected {
        ArchiveKind::Traces => ("traces", "plans"),
        ArchiveKind::Plans => ("plans", "traces"),
    };
    let message = format!("expected an archive of {expected}, found an archive of {given}");
    Failure::no(Message::error("wrong-kind", message).in_file(name))
}

/// The message for an error of memplan's own formats.
pub(crate) fn message(text: &Text, error: &WireError, front_end: &FrontEnd) -> Message {
    if let WireError::Text {
        line,
        column,
        problem,
    } = error
    {
        let place = text.place_of_line(*line, *column);
        return Message::error(error.code(), problem.clone()).at(place);
    }
    // Most errors of the library say what to do after the last colon or semicolon.
    let message = Message::error(error.code(), error.to_string()).in_file(&text.name);
    match error {
        WireError::UnknownFormat => {
            let readers: Vec<&str> = front_end.readers.infos().map(|info| info.name).collect();
            message.help(format!(
                "trace readers for other formats: {}; `--from NAME` chooses one",
                readers.join(", ")
            ))
        }
        WireError::WrongKind {
            expected: "plan", ..
        } => message.help(PLAN_HELP),
        WireError::WrongKind { .. } => message.help("pass the trace of the plan"),
        _ => message,
    }
}
