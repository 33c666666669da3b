//! Event logs: `a ID SIZE [ALIGN]` allocates, `f ID` frees, one a line, in order of time.
//!
//! The number of the event, counted from 0, is the tick; a trace with other ticks is renumbered when
//! it is written. A buffer that is never freed lives to the end. An ID that was freed may be allocated
//! again: that is another buffer of the same name. Blank lines and lines that begin with `#` are skipped.

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

/// Writes a trace as a log.
///
/// A trace whose ticks number events from 0 on is written as the log that it was read from. Any other
/// is renumbered: its buffers are allocated and freed in the order of their ticks, frees first where
/// several events share a tick. The same buffers are live at once then, so a schedule for either fits
/// the other; ticks, and where lifetimes do not begin in the order of the trace, the order of buffers
/// are those of the log.
///
/// `O(n log n)` in the number of buffers.
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
            return Err(unrepresentable("names that are empty or contain blanks"));
        }
    }
    if let Some(events) = numbered_events(trace) {
        let log = log_of(&events);
        if read(log.as_bytes()).is_ok_and(|again| again.buffers() == trace.buffers()) {
            return Ok(log.into_bytes());
        }
    }
    let log = log_of(&ordered_events(trace));
    // Two live buffers of one name would not come back.
    match read(log.as_bytes()) {
        Ok(again) if again.len() == trace.len() => Ok(log.into_bytes()),
        _ => Err(unrepresentable("two live buffers of one name")),
    }
}

/// Something that happens to a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Event<'a> {
    Allocate(&'a Buffer),
    Free(&'a Buffer),
}

/// The log whose event numbers are the ticks of the trace, if there is one: every tick has one event,
/// and buffers are allocated in the order of the trace.
fn numbered_events(trace: &LifetimeTrace) -> Option<Vec<Event<'_>>> {
    // Either all buffers are freed, or the last end is the number of events.
    let n_buffers = trace.len();
    let ends = trace.buffers().iter().map(|buffer| buffer.live.end().0);
    let last_end = usize::try_from(ends.max().unwrap_or(0)).ok()?;
    let n_events = if last_end.checked_add(1) == Some(2 * n_buffers) {
        2 * n_buffers
    } else {
        last_end
    };
    if 2 * n_buffers < n_events {
        return None;
    }
    let mut events: Vec<Option<Event<'_>>> = vec![None; n_events];
    for buffer in trace.buffers() {
        let begin = usize::try_from(buffer.live.begin().0).ok()?;
        let end = usize::try_from(buffer.live.end().0).ok()?;
        for (at, event) in [(begin, Event::Allocate(buffer)), (end, Event::Free(buffer))] {
            // What lives to the end of the log is not freed in it.
            if at == n_events && matches!(event, Event::Free(_)) {
                continue;
            }
            let slot = events.get_mut(at).filter(|slot| slot.is_none())?;
            *slot = Some(event);
        }
    }
    events.into_iter().collect()
}

/// All events in the order of their ticks, frees first among those of one tick.
fn ordered_events(trace: &LifetimeTrace) -> Vec<Event<'_>> {
    let buffers = trace.buffers().iter().enumerate();
    let mut events: Vec<(Tick, bool, usize, Event<'_>)> = buffers
        .flat_map(|(index, buffer)| {
            let (begin, end) = (buffer.live.begin(), buffer.live.end());
            [
                (begin, true, index, Event::Allocate(buffer)),
                (end, false, index, Event::Free(buffer)),
            ]
        })
        .collect();
    events.sort_unstable_by_key(|&(tick, is_allocation, index, _)| (tick, is_allocation, index));
    events.into_iter().map(|(.., event)| event).collect()
}

fn log_of(events: &[Event<'_>]) -> String {
    let mut out = String::new();
    for event in events {
        // Writing to a string does not fail.
        let _ = match event {
            Event::Free(buffer) => writeln!(out, "f {}", buffer.name),
            Event::Allocate(buffer) => match buffer.align {
                Bytes(1) => writeln!(out, "a {} {}", buffer.name, buffer.size),
                align => writeln!(out, "a {} {} {align}", buffer.name, buffer.size),
            },
        };
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{read, write};
    use crate::{Buffer, Bytes, Lifetime, LifetimeTrace, Tick};

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
    fn other_ticks_are_renumbered_and_the_same_buffers_are_live_at_once() {
        let log = |notation: &str| String::from_utf8(write(&notation.parse().unwrap()).unwrap());
        assert_eq!(log("x 1..2 1").unwrap(), "a x 1\nf x\n");
        assert_eq!(
            log("x 0..9 1; y 9..20 2").unwrap(),
            "a x 1\nf x\na y 2\nf y\n",
            "a buffer that ends where another begins is freed first"
        );
        assert_eq!(
            log("late 7..9 2 align=64; early -3..8 1").unwrap(),
            "a early 1\na late 2 64\nf early\nf late\n",
            "buffers are listed as they are allocated"
        );
        let trace: LifetimeTrace = "x 0..4 1; y 0..2 1; z 2..4 1; w 3..5 1".parse().unwrap();
        let again = read(&write(&trace).unwrap()).unwrap();
        let pairs = |trace: &LifetimeTrace| {
            let overlaps = |a: usize, b: usize| {
                let (a, b) = (trace.buffers()[a].live, trace.buffers()[b].live);
                a.begin() < b.end() && b.begin() < a.end()
            };
            let all = (0..4).flat_map(|a| (0..a).map(move |b| (a, b)));
            all.filter(|&(a, b)| overlaps(a, b)).collect::<Vec<_>>()
        };
        assert_eq!(pairs(&again), pairs(&trace));
        assert_eq!(again.max_load(), trace.max_load());
    }

    #[test]
    fn what_a_log_cannot_say_is_refused() {
        for notation in [
            "x 0..2 1; x 1..3 1",
            "x 0..2 1 pin=0",
            "x 0..2 1 hint=0",
            "x 0..5 1 gap=1..2",
        ] {
            assert!(write(&notation.parse().unwrap()).is_err(), "{notation}");
        }
        let named = |name: &str| {
            let live = Lifetime::half_open(Tick(0), Tick(2));
            let buffer = Buffer::new(name, Bytes(1), live);
            write(
                &LifetimeTrace::builder("")
                    .buffers([buffer])
                    .build()
                    .unwrap(),
            )
        };
        for name in ["", "a b"] {
            assert!(named(name).is_err(), "{name}");
        }
        // A comment is a line that begins with `#`, and a name never begins one.
        assert_eq!(named("#x").unwrap(), b"a #x 1\nf #x\n");
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
