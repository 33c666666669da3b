//! The one-line notation of traces: `name begin..end size`, for docs, tests and command lines.
//!
//! One buffer per line (or separated by semicolons), followed by any of `align=N`, `pin=N`, `hint=N` and
//! `gap=a..b`, the last one with an optional byte window `@lo..hi`. It cannot express
//! in-place hints, capacities or scopes; the file formats of [`crate::wire`] can.

use std::fmt;
use std::str::FromStr;

use crate::{Buffer, ByteWindow, Bytes, Gap, Lifetime, LifetimeTrace, Tick, TraceError};

/// Writes the notation that [`FromStr`] reads, one buffer a line.
impl fmt::Display for LifetimeTrace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, buffer) in self.buffers().iter().enumerate() {
            let separator = if index == 0 { "" } else { "\n" };
            write!(
                f,
                "{separator}{} {} {}",
                buffer.name, buffer.live, buffer.size
            )?;
            if buffer.align != Bytes(1) {
                write!(f, " align={}", buffer.align)?;
            }
            if let Some(offset) = buffer.pinned {
                write!(f, " pin={offset}")?;
            }
            if let Some(offset) = buffer.hint {
                write!(f, " hint={offset}")?;
            }
            for gap in &buffer.gaps {
                write!(f, " gap={}", gap.ticks)?;
                if let Some(window) = gap.window {
                    write!(f, "@{}..{}", window.lo, window.hi)?;
                }
            }
        }
        Ok(())
    }
}

impl FromStr for LifetimeTrace {
    type Err = TraceError;

    fn from_str(text: &str) -> Result<Self, TraceError> {
        let mut buffers = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let line_number = index + 1;
            for item in line.split(';').map(str::trim) {
                if item.is_empty() || item.starts_with('#') {
                    continue;
                }
                let buffer = parse_buffer(item).map_err(|problem| TraceError::Notation {
                    line: line_number,
                    problem,
                })?;
                buffers.push(buffer);
            }
        }
        Self::builder("").buffers(buffers).build()
    }
}

fn parse_buffer(item: &str) -> Result<Buffer, String> {
    let mut words = item.split_whitespace();
    let (Some(name), Some(live), Some(size)) = (words.next(), words.next(), words.next()) else {
        return Err(format!("`{item}` is not `name begin..end size`"));
    };
    let mut buffer = Buffer::new(name, Bytes(number(size, "size")?), ticks(live)?);
    for word in words {
        match word.split_once('=') {
            Some(("align", value)) => buffer.align = Bytes(number(value, "alignment")?),
            Some(("pin", value)) => buffer.pinned = Some(Bytes(number(value, "pinned offset")?)),
            Some(("hint", value)) => buffer.hint = Some(Bytes(number(value, "hinted offset")?)),
            Some(("gap", value)) => buffer.gaps.push(gap(value)?),
            _ => {
                return Err(format!(
                    "`{word}` is not one of `align=N`, `pin=N`, `hint=N`, `gap=a..b[@lo..hi]`"
                ));
            }
        }
    }
    Ok(buffer)
}

fn gap(text: &str) -> Result<Gap, String> {
    let Some((when, window)) = text.split_once('@') else {
        return Ok(Gap {
            ticks: ticks(text)?,
            window: None,
        });
    };
    let Some((lo, hi)) = window.split_once("..") else {
        return Err(format!("the byte window `{window}` is not `lo..hi`"));
    };
    let window = ByteWindow {
        lo: Bytes(number(lo, "byte")?),
        hi: Bytes(number(hi, "byte")?),
    };
    Ok(Gap {
        ticks: ticks(when)?,
        window: Some(window),
    })
}

fn ticks(text: &str) -> Result<Lifetime, String> {
    let Some((begin, end)) = text.split_once("..") else {
        return Err(format!("the lifetime `{text}` is not `begin..end`"));
    };
    Ok(Lifetime::half_open(
        Tick(number(begin, "begin")?),
        Tick(number(end, "end")?),
    ))
}

fn number<N: FromStr>(text: &str, what: &str) -> Result<N, String> {
    text.parse()
        .map_err(|_| format!("the {what} `{text}` is not a number in range"))
}

#[cfg(test)]
mod tests {
    use crate::LifetimeTrace;

    #[test]
    fn what_is_printed_is_read_back() {
        let text = "a 0..4 32\nb -2..6 16 align=8 pin=24 hint=3 gap=0..1 gap=2..3@4..8";
        let trace: LifetimeTrace = text.parse().unwrap();
        assert_eq!(trace.to_string(), text);
        let trace: LifetimeTrace = "a 0..1 1; b 1..2 3\n# nothing\n c 0..9 4".parse().unwrap();
        assert_eq!(trace.len(), 3);
    }

    #[test]
    fn errors_name_the_line_and_the_word() {
        let error = |text: &str| text.parse::<LifetimeTrace>().unwrap_err().to_string();
        assert_eq!(
            error("a 0..1 1\nb 0..1"),
            "line 2: `b 0..1` is not `name begin..end size`"
        );
        assert_eq!(
            error("a 0-1 1"),
            "line 1: the lifetime `0-1` is not `begin..end`"
        );
        assert_eq!(
            error("a 0..1 -1"),
            "line 1: the size `-1` is not a number in range"
        );
        assert_eq!(
            error("a 0..1 1 aling=4"),
            "line 1: `aling=4` is not one of `align=N`, `pin=N`, `hint=N`, `gap=a..b[@lo..hi]`"
        );
    }
}
