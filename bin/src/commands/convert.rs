//! `memplan convert`: converts traces and plans between formats, and packs and unpacks archives.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use memplan_planner::MemoryPlan;
use memplan_planner::wire::archive::{ArchiveKind, ArchiveReader, ArchiveWriter};
use memplan_planner::wire::{self, Format, WireError};
use memplan_support::table::plural;

use crate::batch::entries::Entries;
use crate::batch::inputs;
use crate::cli::ConvertArgs;
use crate::data::{self, Kind};
use crate::exit::{ExitStatus, Failure, Outcome};
use crate::io::GrowingFile;
use crate::render::Message;
use crate::text::Text;
use crate::traces::{self, Found};
use crate::{Session, io};

/// The help text when the format cannot be inferred.
const HELP: &str = "use the extension mtrace, mplan, json, csv or log, or pass `--to FORMAT`";

/// The help text when the format of a plan of another tool cannot be inferred.
const PLACED_HELP: &str = "use the extension mplan, json or csv";

/// Runs the verb.
pub(crate) fn run(session: &Session<'_>, args: &ConvertArgs) -> Outcome<()> {
    let (arguments, output) = split(args)?;
    let kind = kind_of_all(arguments, output)?;
    let files = inputs::find(
        arguments,
        kind.unwrap_or(Kind::Trace),
        Some(output),
        &session.front_end,
    )?;
    let archives = match kind.unwrap_or(Kind::Trace) {
        Kind::Trace => ArchiveKind::Traces,
        Kind::Plan => ArchiveKind::Plans,
    };
    if let [file] = &*files
        && file.is_named
        && !args.append
        && !looks_like_directory(output)
        && !file.is_archive()
    {
        return one(session, file, kind, output, args);
    }
    let mut entries = Entries::new(files, archives);
    entries.need_unique_stems();
    if looks_like_directory(output) || (output.extension().is_none() && !io::is_std(output)) {
        if args.placed.is_some() {
            return Err(Failure::could_not_try(
                Message::error("one-file", "`--placed` needs one output file or archive")
                    .help("write an archive: `-o OUT.mtrace --placed OUT.mplan`"),
            ));
        }
        return unpack(session, entries, kind.unwrap_or(Kind::Trace), output, args);
    }
    let kind = kind.unwrap_or(Kind::Trace);
    if data::output_format(output, kind, args.to, HELP)? != Format::Binary || io::is_std(output) {
        return Err(Failure::could_not_try(
            Message::error(
                "one-file",
                "a file of this format cannot hold several inputs",
            )
            .in_file(&io::display_name(output))
            .help("use a directory, or an archive (mtrace, or mplan for plans)"),
        ));
    }
    pack(session, entries, archives, output, args)
}

/// The inputs and the output.
fn split(args: &ConvertArgs) -> Outcome<(&[PathBuf], &Path)> {
    match (&args.output, &*args.inputs) {
        (Some(output), inputs) => Ok((inputs, output)),
        (None, [input, output]) => Ok((std::slice::from_ref(input), output)),
        (None, _) => Err(Failure::could_not_try(
            Message::error("usage", "expected one input and one output file")
                .help("for several inputs, pass the output with -o"),
        )),
    }
}

fn looks_like_directory(path: &Path) -> bool {
    path.is_dir() || path.as_os_str().to_string_lossy().ends_with('/')
}

/// Whether traces or plans are converted, as far as names and archives show it.
///
/// # Errors
///
/// When a trace would have to become a plan, or vice versa.
fn kind_of_all(arguments: &[PathBuf], output: &Path) -> Outcome<Option<Kind>> {
    let mut kinds = arguments
        .iter()
        .filter_map(|path| Some((path, kind_of_one(path)?)));
    let first = kinds.next();
    let wanted = data::kind_of(output).or(first.map(|(_, kind)| kind));
    let mut all = first.into_iter().chain(kinds);
    let Some((path, other)) = all.find(|&(_, kind)| Some(kind) != wanted) else {
        return Ok(wanted);
    };
    let (message, help) = match other {
        Kind::Trace => (
            "a trace cannot be converted into a plan",
            "`memplan plan TRACE -o OUT.mplan` writes a plan",
        ),
        Kind::Plan => (
            "a plan cannot be converted into a trace: it has no lifetimes",
            "pass the trace of the plan",
        ),
    };
    Err(Failure::could_not_try(
        Message::error("wrong-kind", message)
            .in_file(&io::display_name(path))
            .help(help),
    ))
}

fn kind_of_one(path: &Path) -> Option<Kind> {
    let file = inputs::Found {
        path: path.to_owned(),
        stem: String::new(),
        is_named: true,
    };
    match file.archive_kind() {
        Some(ArchiveKind::Traces) => Some(Kind::Trace),
        Some(ArchiveKind::Plans) => Some(Kind::Plan),
        None => data::kind_of(path),
    }
}

/// One file into another.
fn one(
    session: &Session<'_>,
    file: &inputs::Found,
    kind: Option<Kind>,
    output: &Path,
    args: &ConvertArgs,
) -> Outcome<()> {
    // Reject an unsupported format before reading the file.
    let format = data::output_format(output, kind.unwrap_or(Kind::Trace), args.to, HELP)?;
    let text = Text::read(&file.path)?;
    let is_plan = |text: &Text| {
        let read = wire::read_trace(&text.bytes);
        matches!(read, Err(WireError::WrongKind { found: "plan", .. }))
    };
    let kind = match kind {
        Some(kind) => kind,
        None if is_plan(&text) => Kind::Plan,
        None => Kind::Trace,
    };
    let converted = converted(session, &text, kind, args, output, format)?;
    if let Some(path) = &args.placed {
        let Some(plan) = &converted.placed else {
            return Err(no_plan(&text.name));
        };
        let format = data::output_format(path, Kind::Plan, None, PLACED_HELP)?;
        let bytes =
            wire::write_plan(plan, format).map_err(|error| data::unwritable(path, &error))?;
        io::write(path, &bytes)?;
    }
    io::write(output, &converted.bytes)
}

/// A file holds no plan of another tool.
fn no_plan(name: &str) -> Failure {
    Failure::no(
        Message::error("no-plan", "the input holds no plan of another tool")
            .in_file(name)
            .help("drop `--placed`"),
    )
}

/// A file in another format.
struct Converted {
    bytes: Vec<u8>,
    /// The plan of another tool in a file of traces.
    placed: Option<MemoryPlan>,
    /// Whether the other tool had nothing to plan.
    is_void: bool,
}

/// The bytes of a file in another format.
fn converted(
    session: &Session<'_>,
    text: &Text,
    kind: Kind,
    args: &ConvertArgs,
    output: &Path,
    format: Format,
) -> Outcome<Converted> {
    if kind == Kind::Trace {
        let Found { scopes, placed, .. } = chosen_traces(session, text, &args.scope)?;
        let bytes = wire::write_trace(&scopes, format)
            .map_err(|error| data::unwritable_traces(output, &scopes, &error))?;
        return Ok(Converted {
            bytes,
            placed,
            is_void: scopes.traces.is_empty() && session.front_end.reader(text).is_some(),
        });
    }
    if !args.scope.is_empty() {
        return Err(Failure::could_not_try(
            Message::error("usage", "`--scope` applies to traces; this is a plan")
                .in_file(&text.name)
                .help("convert the whole plan"),
        ));
    }
    let plan = data::read_plan_of_traces(text, &session.front_end)?;
    let bytes = wire::write_plan(&plan, format);
    Ok(Converted {
        bytes: bytes.map_err(|error| data::unwritable(output, &error))?,
        placed: None,
        is_void: false,
    })
}

fn chosen_traces(session: &Session<'_>, text: &Text, names: &[String]) -> Outcome<Found> {
    let mut traces = data::read_traces(text, &session.front_end)?;
    traces.choose(names)?;
    session.tell(&traces.warnings);
    Ok(traces)
}

/// Converts a file or record into a directory: to one file, or to one for each trace if the format holds only one.
fn unpacked(
    session: &Session<'_>,
    text: &Text,
    stem: &str,
    kind: Kind,
    directory: &Path,
    args: &ConvertArgs,
    format: Format,
) -> Outcome<Vec<(PathBuf, Vec<u8>)>> {
    let holds_one = matches!(format, Format::Csv | Format::Events);
    if kind == Kind::Trace && holds_one {
        let scopes = chosen_traces(session, text, &args.scope)?.scopes;
        if scopes.traces.len() > 1 {
            return traces::files(&scopes, directory, stem, format);
        }
    }
    let path = directory.join(format!("{stem}.{}", data::extension(format, kind)));
    let converted = converted(session, text, kind, args, &path, format)?;
    if converted.is_void {
        Ok(Vec::new())
    } else {
        Ok(vec![(path, converted.bytes)])
    }
}

/// Writes files and records into a directory. Unreadable ones are reported; the others are still written.
fn unpack(
    session: &Session<'_>,
    entries: Entries,
    kind: Kind,
    directory: &Path,
    args: &ConvertArgs,
) -> Outcome<()> {
    let format = args.to.map_or(Format::Binary, data::format);
    io::create_directory(directory)?;
    let (mut n_written, mut worst) = (0, ExitStatus::Done);
    for entry in entries {
        let stem = entry.stem.clone();
        let files = entry
            .read()
            .and_then(|text| unpacked(session, &text, &stem, kind, directory, args, format));
        match files {
            Ok(files) => {
                for (path, bytes) in files {
                    if let Some(parent) = path.parent() {
                        io::create_directory(parent)?;
                    }
                    io::write(&path, &bytes)?;
                    n_written += 1;
                }
            }
            Err(failure) => {
                session.tell(&failure.messages);
                worst = match worst {
                    ExitStatus::Done => failure.status,
                    other => other.min(failure.status),
                };
            }
        }
    }
    session.say(&format!("{} written", plural(n_written, "file")));
    if worst == ExitStatus::Done {
        return Ok(());
    }
    Err(Failure {
        status: worst,
        messages: Vec::new(),
    })
}

/// Files and records into an archive, which appears when it is complete.
fn pack(
    session: &Session<'_>,
    entries: Entries,
    kind: ArchiveKind,
    output: &Path,
    args: &ConvertArgs,
) -> Outcome<()> {
    let mut archive = Archive::create(output, kind, args.append)?;
    let placed = args.placed.as_deref();
    let placed = placed.map(|path| Archive::create(path, ArchiveKind::Plans, args.append));
    let mut placed = placed.transpose()?;
    let file_kind = match kind {
        ArchiveKind::Traces => Kind::Trace,
        ArchiveKind::Plans => Kind::Plan,
    };
    for entry in entries {
        let stem = entry.stem.clone();
        archive.need_new(&stem)?;
        let text = entry.read()?;
        let converted = converted(session, &text, file_kind, args, output, Format::Binary)?;
        // Few modules of a program have temporary memory; skip the others.
        if converted.is_void {
            continue;
        }
        archive.append(&stem, &converted.bytes)?;
        if let Some(placed) = &mut placed {
            let plan = converted
                .placed
                .as_ref()
                .ok_or_else(|| no_plan(&text.name))?;
            let bytes = wire::write_plan(plan, Format::Binary);
            let bytes = bytes.map_err(|error| data::unwritable(output, &error))?;
            placed.append(&stem, &bytes)?;
        }
    }
    let words = archive.finish()?;
    if let Some(placed) = placed {
        placed.finish()?;
    }
    session.say(&words);
    Ok(())
}

/// An archive that is being written.
struct Archive {
    name: String,
    writer: ArchiveWriter<GrowingFile>,
    /// The names of the records that it had before.
    names: BTreeSet<String>,
}

impl Archive {
    /// A new archive, with the records of the old one if these are kept.
    fn create(path: &Path, kind: ArchiveKind, keeps: bool) -> Outcome<Self> {
        let name = io::display_name(path);
        let fail = |error| data::archive_failure(&name, &error);
        let file = GrowingFile::create(path)?;
        let mut writer = ArchiveWriter::new(file, kind).map_err(fail)?;
        let mut names = BTreeSet::new();
        if keeps && path.exists() {
            let old = File::open(path).map_err(|error| io::cannot_read(path, &error))?;
            let mut reader = ArchiveReader::new(BufReader::new(old)).map_err(fail)?;
            if reader.kind() != kind {
                return Err(data::wrong_archive(&name, kind));
            }
            while let Some(record) = reader.next_record().map_err(fail)? {
                writer.append(&record.name, &record.bytes).map_err(fail)?;
                names.insert(record.name);
            }
        }
        Ok(Self {
            name,
            writer,
            names,
        })
    }

    /// Refuses a record that the archive had before.
    fn need_new(&self, record: &str) -> Outcome<()> {
        if !self.names.contains(record) {
            return Ok(());
        }
        let message = format!("the archive already has a record `{record}`");
        Err(Failure::no(
            Message::error("same-name", message)
                .in_file(&self.name)
                .help("rename the file, or write another archive"),
        ))
    }

    fn append(&mut self, record: &str, bytes: &[u8]) -> Outcome<()> {
        let appended = self.writer.append(record, bytes);
        appended.map_err(|error| data::archive_failure(&self.name, &error))
    }

    /// Puts the archive in its place; returns a summary.
    fn finish(self) -> Outcome<String> {
        let n_records = usize::try_from(self.writer.n_records()).unwrap_or(usize::MAX);
        let finished = self.writer.finish();
        let file = finished.map_err(|error| data::archive_failure(&self.name, &error))?;
        file.commit()?;
        Ok(format!("{} in {}", plural(n_records, "record"), self.name))
    }
}
