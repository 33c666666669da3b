//! `opt --verify-diagnostics`: compares the messages of a run with those that comments of the file expect, as in
//! mlir-opt.

use regex_lite::Regex;

use crate::render::{Level, Message, Place};
use crate::text::Text;

/// A message that a comment expects.
#[derive(Debug)]
struct Expected {
    kind: Kind,
    /// The line, from 1; absent for messages without a place.
    line: Option<u32>,
    /// The text after `{{`, and the kind of comparison.
    text: String,
    pattern: Pattern,
    /// Where the comment is.
    comment: u32,
    is_met: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Error,
    Warning,
    Remark,
    Note,
}

#[derive(Debug)]
enum Pattern {
    /// The message contains the text.
    Part,
    Regex(Regex),
}

impl Kind {
    const ALL: [(&str, Self); 4] = [
        ("error", Self::Error),
        ("warning", Self::Warning),
        ("remark", Self::Remark),
        ("note", Self::Note),
    ];

    fn name(self) -> &'static str {
        Self::ALL
            .iter()
            .find(|pair| pair.1 == self)
            .map_or("", |pair| pair.0)
    }
}

/// The differences between expected and actual messages of a run, as errors: expected messages that are missing, and,
/// unless `only_expected`, unexpected ones. Linear in the text, except for the search in messages.
pub(super) fn differences(text: &Text, messages: &[Message], only_expected: bool) -> Vec<Message> {
    let mut wrong = Vec::new();
    let mut expected = read(text, &mut wrong);
    for message in messages {
        let kind = match message.level {
            Level::Error => Kind::Error,
            Level::Warning => Kind::Warning,
            Level::Remark => Kind::Remark,
        };
        let notes = message
            .notes
            .iter()
            .map(|note| (Kind::Note, &note.message, &note.place));
        for (kind, said, place) in [(kind, &message.message, &message.place)]
            .into_iter()
            .chain(notes)
        {
            // A note without a place has that of its message.
            let place = if place.line.is_some() {
                place
            } else {
                &message.place
            };
            let wanted = expected.iter_mut().find(|one| {
                !one.is_met
                    && one.kind == kind
                    && one.line == place.line
                    && one.pattern.is_in(&one.text, said)
            });
            match wanted {
                Some(wanted) => wanted.is_met = true,
                None if only_expected => {}
                None => {
                    let text = format!("unexpected {}: {said}", kind.name());
                    wrong.push(Message::error("unexpected-message", text).at(place.clone()));
                }
            }
        }
    }
    for missing in expected.iter().filter(|one| !one.is_met) {
        let message = format!(
            "expected {} \"{}\" was not produced",
            missing.kind.name(),
            missing.text
        );
        let place = Place::in_file(&text.name, Some(missing.comment), None);
        wrong.push(Message::error("missing-message", message).at(place));
    }
    wrong
}

impl Pattern {
    fn is_in(&self, text: &str, message: &str) -> bool {
        match self {
            Self::Part => message.contains(text),
            Self::Regex(regex) => regex.is_match(message),
        }
    }
}

/// The comments of a text. Malformed ones are errors.
fn read(text: &Text, errors: &mut Vec<Message>) -> Vec<Expected> {
    let all = String::from_utf8_lossy(&text.bytes);
    let mut expected = Vec::new();
    // Comments that refer to the next line without a comment.
    let mut waiting: Vec<usize> = Vec::new();
    let mut last_plain = None;
    for (number, line) in (text.lines_before + 1..).zip(all.lines()) {
        let Some(comment) = Comment::new(line) else {
            for at in waiting.drain(..) {
                let expected: &mut Expected = &mut expected[at];
                expected.line = Some(number);
            }
            last_plain = Some(number);
            continue;
        };
        let pattern = match comment.pattern() {
            Ok(pattern) => pattern,
            Err(error) => {
                let place = Place::in_file(&text.name, Some(number), None);
                let message = format!("invalid regular expression: {error}");
                errors.push(Message::error("bad-expectation", message).at(place));
                continue;
            }
        };
        let line = match comment.place {
            "" => Some(number),
            "above" => last_plain,
            "unknown" => None,
            "below" => {
                waiting.push(expected.len());
                None
            }
            offset => offset
                .parse::<i32>()
                .ok()
                .and_then(|offset| number.checked_add_signed(offset)),
        };
        expected.push(Expected {
            kind: comment.kind,
            line,
            text: comment.text.to_owned(),
            pattern,
            comment: number,
            is_met: false,
        });
    }
    expected
}

/// `expected-KIND[-re] [@PLACE] {{TEXT}}` at the end of a line.
struct Comment<'t> {
    kind: Kind,
    is_regex: bool,
    /// Empty, `above`, `below`, `unknown`, or an offset with its sign.
    place: &'t str,
    text: &'t str,
}

impl<'t> Comment<'t> {
    fn new(line: &'t str) -> Option<Self> {
        let (_, rest) = line.split_once("expected-")?;
        let (kind, rest) = Kind::ALL
            .iter()
            .find_map(|&(name, kind)| Some((kind, rest.strip_prefix(name)?)))?;
        let regex = rest.strip_prefix("-re");
        let rest = regex.unwrap_or(rest).trim_start_matches(' ');
        let (place, text) = match rest.strip_prefix('@') {
            Some(rest) => {
                let end = rest.find([' ', '{'])?;
                (&rest[..end], rest[end..].trim_start_matches(' '))
            }
            None => ("", rest),
        };
        let is_offset = |place: &str| {
            place.starts_with(['+', '-']) && place[1..].bytes().all(|byte| byte.is_ascii_digit())
        };
        if !matches!(place, "" | "above" | "below" | "unknown") && !is_offset(place) {
            return None;
        }
        Some(Self {
            kind,
            is_regex: regex.is_some(),
            place,
            text: text.trim_end().strip_prefix("{{")?.strip_suffix("}}")?,
        })
    }

    /// In a comment with `-re`, what is between `{{` and `}}` is a regular expression, and the rest is text.
    fn pattern(&self) -> Result<Pattern, regex_lite::Error> {
        if !self.is_regex {
            return Ok(Pattern::Part);
        }
        let mut pattern = String::new();
        let mut rest = self.text;
        while let Some((plain, (regex, tail))) = rest
            .split_once("{{")
            .and_then(|(plain, tail)| Some((plain, tail.split_once("}}")?)))
        {
            pattern += &format!("{}({regex})", regex_lite::escape(plain));
            rest = tail;
        }
        Regex::new(&(pattern + &regex_lite::escape(rest))).map(Pattern::Regex)
    }
}
