//! Event logs: `a ID SIZE [ALIGN]` allocates, `f ID` frees, one a line, in order of time.
//!
//! The number of the event, counted from 0, is the tick. A buffer that is never freed lives to the
//! end. An ID that was freed may be allocated again: that is another buffer of the same name. Blank
//! lines and lines that begin with `#` are skipped.

use std::fmt::Write as _;

use rustc_hash::FxHashMap;

use super::WireError;
use crate::{Buffer, Bytes, Lifetime, LifetimeTrace, Tick};

pub(super) fn read(bytes: &[u8]) -> Result<LifetimeTrace, WireError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut live: FxHashMap<&str, usize> = FxHashMap::default();
    // Buffers whose end is not known yet end with their first tick.
    let mut buffers: Vec<Buffer> = Vec::new();
    let mut next_tick: i64 = 0;
    for (index, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
        let bad = |column: usize, problem: String| WireError::Text {
            line: index + 1,
            column,
            problem,
        };
        let Ok(line) = std::str::from_utf8(line) else {
            return Err(bad(1, "the text is not UTF-8".to_owned()));
        };
        let mut words = line.split_ascii_whitespace();
        let column = |word: &str| word.as_ptr().addr() - line.as_ptr().addr() + 1;
        let Some(kind) = words.next().filter(|word| !word.starts_with('#')) else {
            continue;
        };
        let tick = Tick(next_tick);
        next_tick += 1;
        match (kind, words.next(), words.next(), words.next(), words.next()) {
            ("a", Some(id), Some(size), align, None) => {
                let number = |word: &str, what| {
                    let problem = || format!("the {what} `{word}` is not a whole number");
                    word.parse()
                        .map(Bytes)
                        .map_err(|_| bad(column(word), problem()))
                };
                let ends_at_once = Lifetime::half_open(tick, tick);
                let mut buffer = Buffer::new(id, number(size, "size")?, ends_at_once);
                if let Some(align) = align {
                    buffer.align = number(align, "alignment")?;
                }
                if live.insert(id, buffers.len()).is_some() {
                    return Err(bad(
                        column(id),
                        format!("`{id}` is allocated, but not freed yet"),
                    ));
                }
                buffers.push(buffer);
            }
            ("f", Some(id), None, ..) => {
                let Some(buffer) = live.remove(id).and_then(|index| buffers.get_mut(index)) else {
                    return Err(bad(
                        column(id),
                        format!("`{id}` is freed, but not allocated"),
                    ));
                };
                buffer.live = Lifetime::half_open(buffer.live.begin(), tick);
            }
            _ => {
                let problem = format!(
                    "`{}` is neither `a ID SIZE [ALIGN]` nor `f ID`",
                    line.trim()
                );
                return Err(bad(column(kind), problem));
            }
        }
    }
    for buffer in buffers.iter_mut().filter(|buffer| buffer.live.is_empty()) {
        buffer.live = Lifetime::half_open(buffer.live.begin(), Tick(next_tick));
    }
    LifetimeTrace::builder("")
        .buffers(buffers)
        .build()
        .map_err(|error| WireError::Trace {
            index: 0,
            scope: String::new(),
            error,
        })
}

pub(super) fn write(trace: &LifetimeTrace) -> Result<Vec<u8>, WireError> {
    let unrepresentable = |what| WireError::Unrepresentable {
        format: "events",
        what,
    };
    for buffer in trace.buffers() {
        if buffer.pinned.is_some() || buffer.hint.is_some() || !buffer.gaps.is_empty() {
            return Err(unrepresentable("pins, hints and gaps"));
        }
        let is_word =
            !buffer.name.is_empty() && !buffer.name.contains(|c: char| c.is_ascii_whitespace());
        if !is_word {
            return Err(unrepresentable("names that are no words"));
        }
    }
    let no_log = || unrepresentable("ticks that do not number events from 0 in order");
    // Either all buffers are freed, or the last end is the number of events.
    let n_buffers = trace.len();
    let last_end = trace
        .buffers()
        .iter()
        .map(|buffer| buffer.live.end().0)
        .max()
        .unwrap_or(0);
    let last_end = usize::try_from(last_end).map_err(|_| no_log())?;
    let n_events = if last_end + 1 == 2 * n_buffers {
        2 * n_buffers
    } else {
        last_end
    };
    if 2 * n_buffers < n_events {
        return Err(no_log());
    }
    let mut events: Vec<Option<(bool, &Buffer)>> = vec![None; n_events];
    let mut last_begin = None;
    for buffer in trace.buffers() {
        let begin = usize::try_from(buffer.live.begin().0).map_err(|_| no_log())?;
        let end = usize::try_from(buffer.live.end().0).map_err(|_| no_log())?;
        if last_begin.replace(begin).is_some_and(|last| begin <= last) {
            return Err(no_log());
        }
        for (at, is_free) in [(begin, false), (end, true)] {
            if at == n_events && is_free {
                continue;
            }
            let event = events
                .get_mut(at)
                .filter(|event| event.is_none())
                .ok_or_else(no_log)?;
            *event = Some((is_free, buffer));
        }
    }
    let mut out = String::new();
    for event in events {
        let (is_free, buffer) = event.ok_or_else(no_log)?;
        let (name, size, align) = (&buffer.name, buffer.size, buffer.align);
        // Writing to a string does not fail.
        let _ = match (is_free, align) {
            (true, _) => writeln!(out, "f {name}"),
            (false, Bytes(1)) => writeln!(out, "a {name} {size}"),
            (false, align) => writeln!(out, "a {name} {size} {align}"),
        };
    }
    // Two live buffers of one name, or a name that begins a comment, would not come back.
    match read(out.as_bytes()) {
        Ok(again) if again.buffers() == trace.buffers() => Ok(out.into_bytes()),
        _ => Err(unrepresentable(
            "names that are not unique among live buffers",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::{read, write};

    #[test]
    fn the_number_of_the_event_is_the_time() {
        let log = "a x 16\na y 8 64\nf x\na x 4\nf y\n";
        let trace = read(log.as_bytes()).unwrap();
        assert_eq!(trace.to_string(), "x 0..2 16\ny 1..4 8 align=64\nx 3..5 4");
        // A last free and living to the end are the same; a free is what is written.
        let written = write(&trace).unwrap();
        assert_eq!(written, [log.as_bytes(), b"f x\n"].concat());
        assert_eq!(read(&written).unwrap(), trace);
        let all_freed = "a x 1\nf x\n";
        assert_eq!(
            write(&read(all_freed.as_bytes()).unwrap()).unwrap(),
            all_freed.as_bytes()
        );
    }

    #[test]
    fn other_times_are_no_log() {
        for notation in [
            "x 0..9 1",
            "x 1..2 1",
            "x 0..1 1; y 0..2 1",
            "x 0..2 1; x 1..3 1",
        ] {
            assert!(write(&notation.parse().unwrap()).is_err(), "{notation}");
        }
    }

    #[test]
    fn errors_have_a_line_and_a_column() {
        let error = |log: &str| read(log.as_bytes()).unwrap_err().to_string();
        assert_eq!(
            error("a x 1\n  b x"),
            "line 2, column 3: `b x` is neither `a ID SIZE [ALIGN]` nor `f ID`"
        );
        assert_eq!(
            error("a x 1\na x 1"),
            "line 2, column 3: `x` is allocated, but not freed yet"
        );
        assert_eq!(
            error("a x 1\n\nf y"),
            "line 3, column 3: `y` is freed, but not allocated"
        );
        assert_eq!(
            error("a x -1"),
            "line 1, column 5: the size `-1` is not a whole number"
        );
    }
}
