//! `memplan convert`: traces and plans from one format into another, into archives and out of them.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use memplan_planner::MemoryTraceScopes;
use memplan_planner::wire::archive::{ArchiveKind, ArchiveReader, ArchiveWriter};
use memplan_planner::wire::{self, Format, WireError};

use crate::batch::entries::Entries;
use crate::batch::inputs::{self, Found};
use crate::cli::ConvertArgs;
use crate::data::{self, Kind};
use crate::exit::{ExitStatus, Failure, Outcome};
use crate::io::GrowingFile;
use crate::render::Message;
use crate::report::plural;
use crate::source::Text;
use crate::{Session, io, traces};

/// What to do where the format cannot be told.
const HELP: &str = "use the extension mtrace, mplan, json, csv or log, or pass `--to FORMAT`";

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

/// What is read, and what is written.
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

/// Whether traces or plans are converted, as far as names and archives tell.
///
/// # Errors
///
/// When one of them would have to become the other.
fn kind_of_all(arguments: &[PathBuf], output: &Path) -> Outcome<Option<Kind>> {
    let mut known = arguments
        .iter()
        .filter_map(|path| Some((path, kind_of_one(path)?)));
    let first = known.next();
    let wanted = data::kind_of(output).or(first.map(|(_, kind)| kind));
    let mut all = first.into_iter().chain(known);
    let Some((path, found)) = all.find(|&(_, kind)| Some(kind) != wanted) else {
        return Ok(wanted);
    };
    let (message, help) = match found {
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
    let file = Found {
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
    file: &Found,
    kind: Option<Kind>,
    output: &Path,
    args: &ConvertArgs,
) -> Outcome<()> {
    // What is certain before the file is read is refused before.
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
    io::write(
        output,
        &converted(session, &text, kind, &args.scope, output, format)?,
    )
}

/// The bytes of a file in another format.
fn converted(
    session: &Session<'_>,
    text: &Text,
    kind: Kind,
    names: &[String],
    output: &Path,
    format: Format,
) -> Outcome<Vec<u8>> {
    match kind {
        Kind::Plan if names.is_empty() => wire::write_plan(
            &data::read_plan_of_traces(text, &session.front_end)?,
            format,
        )
        .map_err(|error| data::unwritable(output, &error)),
        Kind::Plan => Err(Failure::could_not_try(
            Message::error("usage", "`--scope` applies to traces; this is a plan")
                .in_file(&text.name)
                .help("convert the whole plan"),
        )),
        Kind::Trace => {
            let scopes = chosen_traces(session, text, names)?;
            wire::write_trace(&scopes, format)
                .map_err(|error| data::unwritable_traces(output, &scopes, &error))
        }
    }
}

fn chosen_traces(
    session: &Session<'_>,
    text: &Text,
    names: &[String],
) -> Outcome<MemoryTraceScopes> {
    let mut scopes = data::read_traces(text, &session.front_end)?;
    traces::choose(&mut scopes, names)?;
    Ok(scopes)
}

/// What becomes of a file or record below a directory: one file, or one for each trace where the
/// format holds only one.
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
        let scopes = chosen_traces(session, text, &args.scope)?;
        if scopes.traces.len() > 1 {
            return traces::files(&scopes, directory, stem, format);
        }
    }
    let path = directory.join(format!("{stem}.{}", data::extension(format, kind)));
    let bytes = converted(session, text, kind, &args.scope, &path, format)?;
    Ok(vec![(path, bytes)])
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

/// Files and records into an archive, which appears when it is whole.
fn pack(
    session: &Session<'_>,
    entries: Entries,
    kind: ArchiveKind,
    output: &Path,
    args: &ConvertArgs,
) -> Outcome<()> {
    let ConvertArgs { append, scope, .. } = args;
    let name = io::display_name(output);
    let fail = |error| data::archive_failure(&name, &error);
    let file = GrowingFile::create(output)?;
    let mut writer = ArchiveWriter::new(file, kind).map_err(fail)?;
    let mut names = BTreeSet::new();
    if *append && output.exists() {
        let old = File::open(output).map_err(|error| io::cannot_read(output, &error))?;
        let mut reader = ArchiveReader::new(BufReader::new(old)).map_err(fail)?;
        if reader.kind() != kind {
            return Err(data::wrong_archive(&name, kind));
        }
        while let Some(record) = reader.next_record().map_err(fail)? {
            writer.append(&record.name, &record.bytes).map_err(fail)?;
            names.insert(record.name);
        }
    }
    let file_kind = match kind {
        ArchiveKind::Traces => Kind::Trace,
        ArchiveKind::Plans => Kind::Plan,
    };
    for entry in entries {
        let stem = entry.stem.clone();
        if names.contains(&stem) {
            let message = format!("the archive already has a record `{stem}`");
            return Err(Failure::no(
                Message::error("same-name", message)
                    .in_file(&name)
                    .help("rename the file, or write another archive"),
            ));
        }
        let text = entry.read()?;
        let bytes = converted(session, &text, file_kind, scope, output, Format::Binary)?;
        writer.append(&stem, &bytes).map_err(fail)?;
    }
    let n_records = usize::try_from(writer.n_records()).unwrap_or(usize::MAX);
    writer.finish().map_err(fail)?.commit()?;
    session.say(&format!("{} in {name}", plural(n_records, "record")));
    Ok(())
}
