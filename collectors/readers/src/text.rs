//! The one-line notation of traces, `NAME BEGIN..END SIZE`, as documents and the library write it.

use memplan_planner::{LifetimeTrace, TraceError};
use memplan_plugin::PluginInfo;

use super::events::{contents, is_whole_event};
use super::{TraceFile, TraceInput, TraceReadError, TraceReader};

/// The reader `text`: the notation of [`LifetimeTrace`]'s `FromStr`, one buffer a line. `O(n)`.
#[derive(Clone, Copy, Debug)]
pub struct Text;

impl TraceReader for Text {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "text",
            aliases: &["notation"],
            summary: "The notation `NAME BEGIN..END SIZE`, one buffer a line, as documents and the library write it.",
            cost: "O(n)",
            source: "own",
        }
    }

    fn recognises(&self, _name: &str, head: &[u8]) -> bool {
        let mut lines = contents(head);
        let first = lines.next();
        first.is_some_and(|first| {
            is_buffer(first) && !(is_whole_event(first) && lines.all(is_whole_event))
        })
    }

    fn plans(&self) -> Result<&'static str, &'static str> {
        Err("`plan` writes plans for this notation")
    }

    fn read(&self, input: &TraceInput<'_>) -> Result<TraceFile, TraceReadError> {
        let text = std::str::from_utf8(input.bytes).map_err(|error| {
            let before = &input.bytes[..error.valid_up_to()];
            let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
            TraceReadError::at(line, 1, "the text is not UTF-8")
        })?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let trace: LifetimeTrace = text.parse().map_err(|error| match error {
            TraceError::Notation { line, problem } => TraceReadError::at(line, 1, problem),
            other => other.into(),
        })?;
        Ok(trace.into())
    }
}

/// Whether a line states a buffer.
pub(super) fn is_buffer(line: &[u8]) -> bool {
    let line = std::str::from_utf8(line).ok();
    let trace = line.and_then(|line| line.parse::<LifetimeTrace>().ok());
    trace.is_some_and(|trace| !trace.buffers().is_empty())
}

#[cfg(test)]
mod tests {
    use super::super::{Registry, TraceInput, TraceReader};
    use super::Text;

    fn reader_of(text: &str) -> Option<&'static str> {
        let readers = Registry::with_builtin();
        let reader = readers
            .iter()
            .find(|reader| reader.recognises("x.txt", text.as_bytes()));
        reader.map(|reader| reader.info().name)
    }

    #[test]
    fn the_second_word_tells_the_notation_from_a_log() {
        for text in [
            "weights 0..9 4096\n a 0..2 1024\n b 2..4 1024",
            "# a trace\na 0..2 1024; b 2..4 8",
            "a 0..2 1024 align=64\na 5..9 4096",
            "a 0..2 1024\na 5..9 4096\nb 0..1 1",
        ] {
            assert_eq!(reader_of(text), Some("text"), "{text}");
        }
        for log in ["a x 1\nf x", "a 0..2 1024\na 5..9 4096", "a 0..2 8\nf 0..2"] {
            assert_eq!(reader_of(log), Some("events"), "{log}");
        }
        assert_eq!(reader_of("x 0.2 1024"), None);
    }

    #[test]
    fn what_may_be_either_is_an_error_that_names_the_choice() {
        let input = TraceInput::new("x.txt", b"a 0..2 1024\na 5..9 4096\n");
        let error = super::super::Events.read(&input).unwrap_err();
        assert_eq!(error.code(), "ambiguous-format");
        assert_eq!(
            error.to_string(),
            "each line may be `NAME BEGIN..END SIZE` or the event `a ID SIZE`; `--from text` reads the first"
        );
        let trace = &Text.read(&input).unwrap().scopes.traces[0];
        assert_eq!(trace.to_string(), "a 0..2 1024\na 5..9 4096");
        assert_eq!(trace.max_load().0, 4096);
    }

    #[test]
    fn errors_have_a_line() {
        let error = |text: &[u8]| {
            let input = TraceInput::new("x.txt", text);
            Text.read(&input).unwrap_err().to_string()
        };
        assert!(error(b"x 0..2 8\ny 0..2").starts_with("line 2, column 1: "));
        assert_eq!(
            error(b"x 0..2 8\n\xff"),
            "line 2, column 1: the text is not UTF-8"
        );
        assert_eq!(
            error(b"x 2..2 8"),
            "trace 0 (scope ``): buffer `x` has an empty lifetime 2..2: its begin must be before its end"
        );
    }
}
