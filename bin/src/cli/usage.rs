//! Conversion of usage errors of clap into messages.

use std::ffi::OsStr;

use clap::error::ErrorKind;

use crate::render::Message;

/// Whether the arguments request messages in JSON, even if they do not parse.
pub(crate) fn wants_json<'a>(arguments: impl IntoIterator<Item = &'a OsStr>) -> bool {
    let mut is_json = false;
    let mut is_value = false;
    for argument in arguments {
        let text = argument.to_str().unwrap_or("");
        if std::mem::take(&mut is_value) {
            is_json = text == "json";
        } else if text == "--" {
            break;
        }
        // `opt` accepts flags with one dash.
        let flag = text.strip_prefix('-').unwrap_or(text);
        let flag = flag.strip_prefix('-').unwrap_or(flag);
        match flag.strip_prefix("diagnostics") {
            Some("") if text.starts_with('-') => is_value = true,
            Some(rest) if text.starts_with('-') && rest.starts_with('=') => {
                is_json = rest == "=json";
            }
            _ => {}
        }
    }
    is_json
}

/// Converts an error of clap into a message.
///
/// The first paragraph of its text becomes the message; tips and usage become help.
pub(crate) fn usage_error(error: &clap::Error) -> Message {
    if let ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand =
        error.kind()
    {
        return Message::error("missing-argument", "missing verb")
            .help("`memplan --help` lists the verbs; `memplan help VERB` explains one");
    }
    let text = error.render().to_string();
    let mut paragraphs = text.split("\n\n");
    let first = paragraphs.next().unwrap_or_default();
    let first = first.strip_prefix("error: ").unwrap_or(first);
    let words: Vec<&str> = first.split_whitespace().collect();
    let mut message = Message::error(code(error.kind()), words.join(" "));
    for line in paragraphs.flat_map(str::lines).map(str::trim) {
        let is_help = ["tip: ", "Usage: ", "[possible values: "]
            .iter()
            .any(|start| line.starts_with(start));
        if is_help {
            message = message.help(line.strip_prefix("tip: ").unwrap_or(line));
        }
    }
    message
}

/// The stable error code of a kind.
fn code(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => "bad-value",
        ErrorKind::UnknownArgument => "unknown-argument",
        ErrorKind::InvalidSubcommand => "unknown-verb",
        ErrorKind::MissingRequiredArgument => "missing-argument",
        ErrorKind::ArgumentConflict => "conflicting-arguments",
        ErrorKind::NoEquals
        | ErrorKind::TooManyValues
        | ErrorKind::TooFewValues
        | ErrorKind::WrongNumberOfValues => "wrong-number-of-values",
        ErrorKind::InvalidUtf8 => "invalid-utf8",
        _ => "usage",
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;

    use super::wants_json;

    #[test]
    fn the_last_flag_decides() {
        for (line, expected) in [
            ("memplan plan --diagnostics json", true),
            ("memplan --diagnostics=json plan --nope", true),
            ("memplan opt -diagnostics=json -nope", true),
            ("memplan --diagnostics=json --diagnostics text", false),
            ("memplan --diagnostics", false),
            ("memplan plan -- --diagnostics=json", false),
            ("memplan plan diagnostics json", false),
        ] {
            assert_eq!(
                wants_json(line.split(' ').map(OsStr::new)),
                expected,
                "{line}"
            );
        }
    }
}
