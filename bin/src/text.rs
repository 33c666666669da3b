//! Inputs: bytes with a name.

use std::path::{Path, PathBuf};

use memplan::ReportSource;
use memplan_datasets::registry::PREFIX;
use memplan_mlir::text::{Diagnostic, SourceMap, Span};
use memplan_planner::wire::source_hash;

use crate::exit::{ExitStatus, Failure, Outcome};
use crate::io;
use crate::profile::Reader;
use crate::render::{self, Message, Place};

/// A text with its name, for messages about it.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    /// As the user named it.
    pub name: String,
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Lines of the file before this part of it.
    pub lines_before: u32,
    /// The file that it was read from; files that belong to it are beside it.
    pub path: Option<PathBuf>,
    /// The program that reads the output: the one that the user names, or the one that converted the text.
    pub reader: Option<Reader>,
}

impl Text {
    /// A whole file.
    pub(crate) fn new(name: impl Into<String>, bytes: Vec<u8>) -> Self {
        Self {
            name: name.into(),
            bytes,
            lines_before: 0,
            path: None,
            reader: None,
        }
    }

    /// Reads a file, or standard input for `-`.
    ///
    /// # Errors
    ///
    /// When it cannot be read.
    pub(crate) fn read(path: &Path) -> Outcome<Self> {
        if let Some(spec) = path.to_str().filter(|path| path.starts_with(PREFIX)) {
            // The specification of a generator is the text of its trace.
            return Ok(Self::new(spec, spec.into()));
        }
        Ok(Self {
            path: (!io::is_std(path)).then(|| path.to_owned()),
            ..Self::new(io::display_name(path), io::read(path)?)
        })
    }

    /// The hash that identifies this text.
    pub(crate) fn hash(&self) -> u128 {
        source_hash(&self.bytes)
    }

    /// The name and text for messages and reports.
    pub(crate) fn lines(&self) -> ReportSource<'_> {
        ReportSource {
            name: &self.name,
            text: &self.bytes,
            lines_before: self.lines_before,
        }
    }

    /// The messages of the parser or the verifier about it.
    pub(crate) fn messages(&self, diagnostics: &[Diagnostic]) -> Vec<Message> {
        render::messages(self.lines(), diagnostics)
    }

    /// The places of spans in it.
    pub(crate) fn places(&self) -> impl Fn(Span) -> Place {
        let map = SourceMap::new(&self.bytes);
        move |span| render::place(self.lines(), &map, span)
    }

    /// The place of a line and a column in it, both from 1.
    pub(crate) fn place_of_line(&self, line: usize, column: usize) -> Place {
        let lines = self.bytes.split_inclusive(|&byte| byte == b'\n');
        let before: usize = lines.take(line.saturating_sub(1)).map(<[u8]>::len).sum();
        let start = (before + column.saturating_sub(1)).min(self.bytes.len());
        let len = self.bytes[start..]
            .iter()
            .take_while(|byte| !matches!(byte, b'\n' | b'\r' | b','))
            .count();
        self.places()(Span::new(start, start + len))
    }

    /// A failure at this text.
    pub(crate) fn failure(&self, diagnostics: &[Diagnostic]) -> Failure {
        Failure {
            status: ExitStatus::No,
            messages: self.messages(diagnostics),
        }
    }
}
