//! Rendering of messages as text or JSON. No other module turns diagnostics into text.
//!
//! The text form is `file:line:col: error: message [code]`, the source line with carets, then help
//! and notes. It is written by hand because that first line, which editors and scripts look for, is
//! not the one that the usual crates print. The JSON form is one object a line.

mod grouped;

use std::fmt::Write as _;

use memplan::ReportSource;
use memplan_mlir::text::{Diagnostic, Severity, SourceMap, Span};
use serde::Serialize;

/// The most characters of a source line that are shown.
const MAX_LINE_CHARS: usize = 160;

/// How many messages are shown in full; the rest is counted.
const MAX_MESSAGES: usize = 20;

/// How bad a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Level {
    /// The work is not done.
    Error,
    /// The work is done, but maybe not as its user wanted.
    Warning,
    /// A remark that the user asked for, or should know about a file.
    Remark,
}

/// A message to report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Message {
    /// How bad it is.
    pub level: Level,
    /// Stable name of the kind, for scripts.
    pub code: String,
    /// The problem, in lower case and without a full stop.
    pub message: String,
    /// The place, if there is one.
    #[serde(flatten)]
    pub place: Place,
    /// Suggestions for the user.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub help: Vec<String>,
    /// Related facts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Remark>,
}

/// A fact that belongs to a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Remark {
    /// The text of the remark.
    pub message: String,
    /// Where, when it is elsewhere.
    #[serde(flatten)]
    pub place: Place,
}

/// Where something is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Place {
    /// The file as the user named it; absent when no file is at fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Line, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Column in bytes, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    /// The byte of a binary file, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub byte: Option<u64>,
    /// The source line and the range of bytes to mark.
    #[serde(skip)]
    excerpt: Option<Excerpt>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Excerpt {
    line: String,
    /// Characters before the marked ones.
    from: usize,
    /// Marked characters; at least one.
    len: usize,
}

/// Whether text is coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Colour {
    /// Plain text.
    Off,
    /// ANSI sequences.
    On,
}

/// The form of messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MessageFormat {
    /// Human-readable.
    Text(Colour),
    /// One JSON object per line.
    Json,
}

/// `file:line:column`, as far as they are known; without a file, the name of the program.
impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.file.as_deref().unwrap_or("memplan"))?;
        for number in [self.line, self.column].into_iter().flatten() {
            write!(f, ":{number}")?;
        }
        match self.byte {
            Some(byte) => write!(f, ": byte {byte}"),
            None => Ok(()),
        }
    }
}

impl Place {
    /// A line of a text that is not shown, or a byte of a binary file.
    pub(crate) fn in_file(file: &str, line: Option<u32>, byte: Option<u64>) -> Self {
        Self {
            file: Some(file.to_owned()),
            line,
            byte,
            ..Self::default()
        }
    }
}

impl Message {
    /// An error that is at no place in a text.
    pub(crate) fn error(code: &str, message: impl Into<String>) -> Self {
        Self {
            level: Level::Error,
            code: code.to_owned(),
            message: message.into(),
            place: Place::default(),
            help: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Something to know about a file.
    pub(crate) fn remark(code: &str, message: impl Into<String>) -> Self {
        Self {
            level: Level::Remark,
            ..Self::error(code, message)
        }
    }

    /// Sets the file that it is about.
    #[must_use]
    pub(crate) fn in_file(mut self, file: &str) -> Self {
        self.place.file = Some(file.to_owned());
        self
    }

    /// Sets its place.
    #[must_use]
    pub(crate) fn at(mut self, place: Place) -> Self {
        self.place = place;
        self
    }

    /// Adds a suggestion.
    #[must_use]
    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help.push(help.into());
        self
    }

    /// Adds a fact.
    #[must_use]
    pub(crate) fn note(mut self, message: impl Into<String>, place: Place) -> Self {
        self.notes.push(Remark {
            message: message.into(),
            place,
        });
        self
    }
}

/// The messages of the parser or the verifier about a text.
pub(crate) fn messages(source: ReportSource<'_>, diagnostics: &[Diagnostic]) -> Vec<Message> {
    if diagnostics.is_empty() {
        return Vec::new();
    }
    let map = SourceMap::new(source.text);
    let place = |span| place(source, &map, span);
    let of = |diagnostic: &Diagnostic| Message {
        level: match diagnostic.severity {
            Severity::Error => Level::Error,
            Severity::Warning => Level::Warning,
            Severity::Remark => Level::Remark,
        },
        code: diagnostic.code.to_owned(),
        message: diagnostic.message.clone(),
        place: place(diagnostic.span),
        help: diagnostic.help.iter().cloned().collect(),
        notes: (diagnostic.notes.iter())
            .map(|note| Remark {
                message: note.message.clone(),
                place: note.span.map_or_else(Place::default, place),
            })
            .collect(),
    };
    diagnostics.iter().map(of).collect()
}

/// Where a span of a text is.
pub(crate) fn place(source: ReportSource<'_>, map: &SourceMap, span: Span) -> Place {
    let (line, column) = map.line_col(span.start);
    Place {
        file: Some(source.name.to_owned()),
        line: Some(line.saturating_add(source.lines_before)),
        column: Some(column),
        byte: None,
        excerpt: excerpt(source.text, span),
    }
}

/// The line around the start of a span, cut to what fits on a screen. Tabs become one blank.
fn excerpt(bytes: &[u8], span: Span) -> Option<Excerpt> {
    let start = (span.start as usize).min(bytes.len());
    let end = (span.end as usize).clamp(start, bytes.len());
    let line_start = bytes[..start]
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |i| i + 1);
    let line_end = bytes[start..]
        .iter()
        .position(|&byte| byte == b'\n')
        .map_or(bytes.len(), |i| start + i);
    // Long lines are cut around the place, at bytes; broken characters are replaced below.
    let first = line_start.max(start.saturating_sub(MAX_LINE_CHARS / 2));
    let last = line_end.min(first + MAX_LINE_CHARS);
    let show = |part: &[u8]| -> String {
        String::from_utf8_lossy(part)
            .chars()
            .map(|c| match c {
                '\t' => ' ',
                c if c.is_control() => '\u{fffd}',
                c => c,
            })
            .collect()
    };
    let (dots_before, dots_after) = (
        if first > line_start { "..." } else { "" },
        if last < line_end { "..." } else { "" },
    );
    let before = show(bytes.get(first..start)?);
    let marked = show(bytes.get(start..end.min(last).max(start))?);
    let after = show(bytes.get(end.min(last).max(start)..last)?);
    if before.is_empty() && marked.is_empty() && after.is_empty() {
        return None;
    }
    Some(Excerpt {
        from: dots_before.len() + before.chars().count(),
        len: marked.chars().count().max(1),
        line: format!("{dots_before}{before}{marked}{after}{dots_after}"),
    })
}

/// All messages in the form asked for, ending with a line break when there are any.
pub(crate) fn render(messages: &[Message], format: MessageFormat) -> String {
    let mut out = String::new();
    match format {
        MessageFormat::Json => {
            for message in messages {
                // Strings and numbers always serialise.
                out.push_str(&serde_json::to_string(message).unwrap_or_default());
                out.push('\n');
            }
        }
        MessageFormat::Text(colour) => {
            let messages = &grouped::grouped(messages);
            for message in messages.iter().take(MAX_MESSAGES) {
                text(&mut out, message, colour);
            }
            if messages.len() > MAX_MESSAGES {
                let more = messages.len() - MAX_MESSAGES;
                let _ = writeln!(out, "memplan: {more} more messages omitted");
            }
        }
    }
    out
}

fn text(out: &mut String, message: &Message, colour: Colour) {
    let paint = |style: &str, text: &str| match colour {
        Colour::Off => text.to_owned(),
        Colour::On => format!("\u{1b}[{style}m{text}\u{1b}[0m"),
    };
    let (word, style) = match message.level {
        Level::Error => ("error", "1;31"),
        Level::Warning => ("warning", "1;33"),
        Level::Remark => ("remark", "1;36"),
    };
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "{}: {} {} [{}]",
        paint("1", &message.place.to_string()),
        paint(style, &format!("{word}:")),
        paint("1", &message.message),
        message.code
    );
    let gutter = message
        .place
        .line
        .filter(|_| message.place.excerpt.is_some())
        .map_or(1, |line| line.to_string().len());
    excerpt_lines(out, &message.place, gutter, |marks| paint(style, marks));
    for help in &message.help {
        let _ = writeln!(out, "{:gutter$} = help: {help}", "");
    }
    for note in &message.notes {
        if note.place.file.is_some() {
            let _ = writeln!(out, "{}: note: {}", note.place, note.message);
            excerpt_lines(out, &note.place, gutter, |marks| paint("1;36", marks));
        } else {
            let _ = writeln!(out, "{:gutter$} = note: {}", "", note.message);
        }
    }
}

fn excerpt_lines(out: &mut String, place: &Place, gutter: usize, paint: impl Fn(&str) -> String) {
    let (Some(line), Some(excerpt)) = (place.line, &place.excerpt) else {
        return;
    };
    let marks = paint(&"^".repeat(excerpt.len));
    let indent = " ".repeat(excerpt.from);
    let _ = writeln!(out, "{:gutter$} |", "");
    let _ = writeln!(out, "{line:gutter$} | {}", excerpt.line);
    let _ = writeln!(out, "{:gutter$} | {indent}{marks}", "");
}

#[cfg(test)]
mod tests {
    use memplan_mlir::text::{Diagnostic, Note, Severity, Span};

    use super::{Colour, Message, MessageFormat, render};
    use crate::text::Text;

    const PLAIN: MessageFormat = MessageFormat::Text(Colour::Off);

    fn diagnostic(span: Span) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            code: "size-count",
            message: "one size is missing".to_owned(),
            span,
            notes: vec![Note {
                message: "the type is here".to_owned(),
                span: Some(Span::new(9, 12)),
            }],
            help: Some("pass the size".to_owned()),
        }
    }

    #[test]
    fn an_error_shows_its_line_its_help_and_its_notes() {
        let text = Text::new("m.mlir", b"func @f\n\t%a = bad\n".to_vec());
        let shown = render(&text.messages(&[diagnostic(Span::new(14, 17))]), PLAIN);
        assert_eq!(
            shown,
            "m.mlir:2:7: error: one size is missing [size-count]\n\
             \x20 |\n\
             2 |  %a = bad\n\
             \x20 |       ^^^\n\
             \x20 = help: pass the size\n\
             m.mlir:2:2: note: the type is here\n\
             \x20 |\n\
             2 |  %a = bad\n\
             \x20 |  ^^^\n"
        );
    }

    #[test]
    fn lines_count_from_the_start_of_the_file_not_of_the_section() {
        let mut text = Text::new("m.mlir", b"x\n".to_vec());
        text.lines_before = 40;
        let shown = render(&text.messages(&[diagnostic(Span::new(0, 1))]), PLAIN);
        assert!(shown.starts_with("m.mlir:41:1: error: "), "{shown}");
    }

    #[test]
    fn long_lines_and_binary_junk_stay_readable() {
        let mut bytes = vec![b'a'; 5000];
        bytes[2500] = 0xff;
        bytes[2501] = 0x1b;
        let text = Text::new("junk", bytes);
        let shown = render(&text.messages(&[diagnostic(Span::new(2500, 2501))]), PLAIN);
        assert!(
            shown.lines().all(|line| line.chars().count() < 200),
            "{shown}"
        );
        assert!(!shown.contains('\u{1b}'));
    }

    #[test]
    fn json_is_one_object_a_line() {
        let message = Message::error("too-big", "it is too big")
            .in_file("a")
            .help("cut it");
        assert_eq!(
            render(&[message], MessageFormat::Json),
            "{\"level\":\"error\",\"code\":\"too-big\",\"message\":\"it is too big\",\
             \"file\":\"a\",\"help\":[\"cut it\"]}\n"
        );
    }
}
