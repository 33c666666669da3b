//! `memplan convert`: traces and plans from one format into another, into archives and out of them.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

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
use crate::{Session, io};

/// Runs the verb.
pub(crate) fn run(session: &Session<'_>, args: &ConvertArgs) -> Outcome<()> {
    let (arguments, output) = split(args)?;
    let kind = match data::kind_of(output) {
        Some(kind) => kind,
        None => kind_of_inputs(arguments),
    };
    let files = inputs::find(arguments, kind, Some(output))?;
    let archives = match kind {
        Kind::Trace => ArchiveKind::Traces,
        Kind::Plan => ArchiveKind::Plans,
    };
    if let [file] = &*files
        && file.is_named
        && !args.append
        && !looks_like_directory(output)
        && !file.is_archive()
    {
        return one(file, output, args);
    }
    let mut entries = Entries::new(files, archives);
    entries.need_unique_stems();
    if looks_like_directory(output) || (output.extension().is_none() && !io::is_std(output)) {
        return unpack(session, entries, kind, output, args);
    }
    if data::output_format(output, args.to, "--to")? != Format::Binary || io::is_std(output) {
        return Err(Failure::could_not_try(
            Message::error(
                "one-file",
                "several files do not go into a file of this kind",
            )
            .in_file(&io::display_name(output))
            .help("name a directory, or an archive (mtrace, or mplan for plans)"),
        ));
    }
    pack(session, entries, archives, output, args.append)
}

/// What is read, and what is written.
fn split(args: &ConvertArgs) -> Outcome<(&[PathBuf], &Path)> {
    match (&args.output, &*args.inputs) {
        (Some(output), inputs) => Ok((inputs, output)),
        (None, [input, output]) => Ok((std::slice::from_ref(input), output)),
        (None, _) => Err(Failure::could_not_try(
            Message::error("usage", "name one file to read and one to write")
                .help("with more than one file, name what is written with -o"),
        )),
    }
}

fn looks_like_directory(path: &Path) -> bool {
    path.is_dir() || path.as_os_str().to_string_lossy().ends_with('/')
}

/// Plans if any input is one by its name or, for an archive, by its content.
fn kind_of_inputs(arguments: &[PathBuf]) -> Kind {
    let is_plan = |path: &PathBuf| {
        let file = Found {
            path: path.clone(),
            stem: String::new(),
            is_named: true,
        };
        match file.archive_kind() {
            Some(kind) => kind == ArchiveKind::Plans,
            None => data::kind_of(path) == Some(Kind::Plan),
        }
    };
    if arguments.iter().any(is_plan) {
        Kind::Plan
    } else {
        Kind::Trace
    }
}

/// One file into another.
fn one(file: &Found, output: &Path, args: &ConvertArgs) -> Outcome<()> {
    let format = data::output_format(output, args.to, "--to")?;
    let text = Text::read(&file.path)?;
    let is_plan = match (data::kind_of(&file.path), data::kind_of(output)) {
        (Some(Kind::Plan), _) | (None, Some(Kind::Plan)) => true,
        (Some(Kind::Trace), _) | (None, Some(Kind::Trace)) => false,
        (None, None) => matches!(
            wire::read_trace(&text.bytes),
            Err(WireError::WrongKind { found: "plan", .. })
        ),
    };
    let kind = if is_plan { Kind::Plan } else { Kind::Trace };
    io::write(output, &converted(&text, kind, output, format)?)
}

/// The bytes of a file in another format.
fn converted(text: &Text, kind: Kind, output: &Path, format: Format) -> Outcome<Vec<u8>> {
    let bytes = match kind {
        Kind::Plan => wire::write_plan(&data::read_plan(text)?, format),
        Kind::Trace => wire::write_trace(&data::read_traces(text)?, format),
    };
    bytes.map_err(|error| data::unwritable(output, &error))
}

/// Files and records into a directory. What cannot be read is told, and the rest goes on.
fn unpack(
    session: &Session<'_>,
    entries: Entries,
    kind: Kind,
    directory: &Path,
    args: &ConvertArgs,
) -> Outcome<()> {
    let format = args.to.map_or(Format::Binary, data::format);
    let extension = match (format, kind) {
        (Format::Binary, Kind::Trace) => "mtrace",
        (Format::Binary, Kind::Plan) => "mplan",
        (Format::Json, _) => "json",
        (Format::Csv, _) => "csv",
        (Format::Events, _) => "log",
    };
    io::create_directory(directory)?;
    let (mut n_written, mut worst) = (0, ExitStatus::Done);
    for entry in entries {
        let path = directory.join(format!("{}.{extension}", entry.stem));
        let bytes = entry
            .read()
            .and_then(|text| converted(&text, kind, &path, format));
        match bytes {
            Ok(bytes) => {
                if let Some(parent) = path.parent() {
                    io::create_directory(parent)?;
                }
                io::write(&path, &bytes)?;
                n_written += 1;
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
    append: bool,
) -> Outcome<()> {
    let name = io::display_name(output);
    let fail = |error| data::archive_failure(&name, &error);
    let file = GrowingFile::create(output)?;
    let mut writer = ArchiveWriter::new(file, kind).map_err(fail)?;
    let mut names = BTreeSet::new();
    if append && output.exists() {
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
            let message = format!("there is a record `{stem}` already");
            return Err(Failure::no(
                Message::error("same-name", message)
                    .in_file(&name)
                    .help("rename the file, or make another archive"),
            ));
        }
        let text = entry.read()?;
        let bytes = converted(&text, file_kind, output, Format::Binary)?;
        writer.append(&stem, &bytes).map_err(fail)?;
    }
    let n_records = usize::try_from(writer.n_records()).unwrap_or(usize::MAX);
    writer.finish().map_err(fail)?.commit()?;
    session.say(&format!("{} in {name}", plural(n_records, "record")));
    Ok(())
}
