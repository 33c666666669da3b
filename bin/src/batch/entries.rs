//! The traces to plan, one after another: those of plain files, and the records of archives.
//!
//! A plain file is read by the thread that plans it. The records of an archive follow one another,
//! so they are read here, one at a time; decoding them is left to the threads as well.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;

use memplan_planner::wire::archive::{self, ArchiveError, ArchiveKind, ArchiveReader};

use super::inputs::Found;
use crate::data;
use crate::exit::{Failure, Outcome};
use crate::io;
use crate::render::Message;
use crate::text::Text;

/// A file that can be read by another thread.
type Input = Box<dyn BufRead + Send>;

/// One file or record.
pub(crate) struct Entry {
    /// Its position.
    pub index: usize,
    /// Its name in messages and tables: `traces/a.csv`, or `all.mtrace/a` for a record.
    pub name: String,
    /// The name of results without their extension.
    pub stem: String,
    content: Content,
}

enum Content {
    File(PathBuf),
    Text(Text),
    Unreadable(Failure),
    /// The archive is truncated, or continues with bytes that are not a record.
    CutOff(Failure),
}

impl Entry {
    /// Whether unreadable records may follow.
    pub(crate) fn is_cut_off(&self) -> bool {
        matches!(self.content, Content::CutOff(_))
    }

    /// The bytes.
    ///
    /// # Errors
    ///
    /// When they cannot be read.
    pub(crate) fn read(self) -> Outcome<Text> {
        match self.content {
            Content::File(path) => Text::read(&path),
            Content::Text(text) => Ok(text),
            Content::Unreadable(failure) | Content::CutOff(failure) => Err(failure),
        }
    }
}

/// Iterator over all entries of some files.
pub(crate) struct Entries {
    files: std::vec::IntoIter<Found>,
    archive: Option<OpenArchive>,
    kind: ArchiveKind,
    n_given: usize,
    /// The stems so far, where results need unique names.
    stems: Option<BTreeSet<String>>,
    n_entries: Option<u64>,
    is_one_file: bool,
    /// Whether the records of an archive need its name to be unique.
    has_rivals: bool,
}

struct OpenArchive {
    file: Found,
    reader: ArchiveReader<Input>,
}

impl Entries {
    /// The entries of these files; archives must be of this kind.
    pub(crate) fn new(files: Vec<Found>, kind: ArchiveKind) -> Self {
        let counts = files.iter().map(|file| {
            if io::is_std(&file.path) {
                None
            } else if file.is_archive() {
                let mut opened = File::open(&file.path).ok()?;
                archive::count_records(&mut opened).ok().flatten()
            } else {
                Some(1)
            }
        });
        let n_entries = counts.sum();
        let is_one_file = match &*files {
            [file] => file.is_named && !file.is_archive(),
            _ => false,
        };
        let has_rivals = files.len() > 1;
        Self {
            files: files.into_iter(),
            archive: None,
            kind,
            n_given: 0,
            stems: None,
            n_entries,
            is_one_file,
            has_rivals,
        }
    }

    /// The number of entries, if it is known before they are read.
    pub(crate) fn n_entries(&self) -> Option<u64> {
        self.n_entries
    }

    /// Whether the user named one file that is no archive. Standard input counts as one.
    pub(crate) fn is_one_file(&self) -> bool {
        self.is_one_file
    }

    /// Makes an entry with the stem of an earlier one an error.
    pub(crate) fn need_unique_stems(&mut self) {
        self.stems = Some(BTreeSet::new());
    }

    fn entry(&mut self, name: String, stem: String, mut content: Content) -> Entry {
        let index = self.n_given;
        if let Some(stems) = &mut self.stems
            && !matches!(content, Content::Unreadable(_) | Content::CutOff(_))
            && !stems.insert(stem.clone())
        {
            let message = format!("two results would have the name `{stem}`");
            content = Content::Unreadable(Failure::could_not_try(
                Message::error("same-name", message)
                    .in_file(&name)
                    .help("pass their common parent directory, or write to two directories"),
            ));
        }
        self.n_given += 1;
        Entry {
            index,
            name,
            stem,
            content,
        }
    }

    fn open(&mut self, file: Found) -> Option<Entry> {
        let name = io::display_name(&file.path);
        let input: Input = if io::is_std(&file.path) {
            let mut input = match io::stdin() {
                Ok(input) => BufReader::new(input),
                Err(failure) => {
                    return Some(self.entry(name, file.stem, Content::Unreadable(failure)));
                }
            };
            let start = input.fill_buf().unwrap_or_default();
            if !archive::is_archive(start) {
                let content = match io::read_from(&file.path, input) {
                    Ok(bytes) => Content::Text(Text::new(name.clone(), bytes)),
                    Err(failure) => Content::Unreadable(failure),
                };
                return Some(self.entry(name, file.stem, content));
            }
            Box::new(input)
        } else if file.is_archive() {
            match File::open(&file.path) {
                Ok(opened) => Box::new(BufReader::with_capacity(1 << 16, opened)),
                Err(error) => {
                    let failure = io::cannot_read(&file.path, &error);
                    return Some(self.entry(name, file.stem, Content::Unreadable(failure)));
                }
            }
        } else {
            let content = Content::File(file.path);
            return Some(self.entry(name, file.stem, content));
        };
        match ArchiveReader::new(input) {
            Ok(reader) if reader.kind() == self.kind => {
                self.archive = Some(OpenArchive { file, reader });
                None
            }
            Ok(_) => {
                let failure = data::wrong_archive(&name, self.kind);
                Some(self.entry(name, file.stem, Content::Unreadable(failure)))
            }
            Err(error) => Some(self.broken(name, file.stem, &error)),
        }
    }

    fn broken(&mut self, name: String, stem: String, error: &ArchiveError) -> Entry {
        let failure = data::archive_failure(&name, error);
        self.entry(name, stem, Content::CutOff(failure))
    }
}

impl Iterator for Entries {
    type Item = Entry;

    fn next(&mut self) -> Option<Entry> {
        loop {
            let Some(OpenArchive { file, reader }) = &mut self.archive else {
                let file = self.files.next()?;
                if let Some(entry) = self.open(file) {
                    return Some(entry);
                }
                continue;
            };
            let archive_name = io::display_name(&file.path);
            match reader.next_record() {
                Ok(Some(record)) => {
                    let name = format!("{archive_name}/{}", record.name);
                    let text = Text::new(name.clone(), record.bytes);
                    let stem = if self.has_rivals {
                        format!("{}/{}", file.stem, record.name)
                    } else {
                        record.name
                    };
                    return Some(self.entry(name, stem, Content::Text(text)));
                }
                Ok(None) => self.archive = None,
                Err(error) => {
                    let stem = file.stem.clone();
                    return Some(self.broken(archive_name, stem, &error));
                }
            }
        }
    }
}
