//! Event logs: `a ID SIZE [ALIGN]` allocates, `f ID` frees; one event per line, in order of time.
//!
//! The number of the event, counted from 0, is the tick. A buffer that is never freed is live to the end. An ID that
//! was freed may be allocated again, which makes another buffer of the same name. Blank lines and lines that begin
//! with `#` are skipped. [`memplan_planner::wire`] writes such logs.

use memplan_planner::{Buffer, Bytes, Lifetime, LifetimeTrace, Tick};
use memplan_plugin::PluginInfo;
use rustc_hash::FxHashMap;

use super::text::is_buffer;
use super::{TraceFile, TraceInput, TraceReadError, TraceReader};

/// The reader `events`: event logs with the lines `a ID SIZE [ALIGN]` (allocate) and `f ID` (free), in order of time.
///
/// The number of the event, counted from 0, is the tick. A buffer that is never freed is live to the end. `O(n)`.
#[derive(Clone, Copy, Debug)]
pub struct Events;

impl TraceReader for Events {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "events",
            aliases: &[],
            summary: "Logs of allocator calls, `a ID SIZE [ALIGN]` and `f ID`; the number of the event is the time.",
            cost: "O(n)",
            source: "none",
        }
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["log", "events"]
    }

    fn recognises(&self, _name: &str, head: &[u8]) -> bool {
        let mut lines = contents(head);
        let Some(first) = lines.next().filter(|line| is_event(line)) else {
            return false;
        };
        !is_buffer(first) || (is_whole_event(first) && lines.all(is_whole_event))
    }

    fn plans(&self) -> Result<&'static str, &'static str> {
        Err("it reads logs of what ran")
    }

    fn read(&self, input: &TraceInput<'_>) -> Result<TraceFile, TraceReadError> {
        let mut lines = contents(input.bytes).peekable();
        if lines.peek().is_some() && lines.all(|line| is_whole_event(line) && is_buffer(line)) {
            return Err(TraceReadError::refused(
                "ambiguous-format",
                "each line may be `NAME BEGIN..END SIZE` or the event `a ID SIZE`; `--from text` reads the first",
            ));
        }
        let mut log = Log::default();
        for (index, line) in without_mark(input.bytes)
            .split(|&byte| byte == b'\n')
            .enumerate()
        {
            let line = std::str::from_utf8(line)
                .map_err(|_| TraceReadError::at(index + 1, 1, "the text is not UTF-8"))?;
            log.event(line)
                .map_err(|(column, problem)| TraceReadError::at(index + 1, column, problem))?;
        }
        Ok(log.into_trace()?.into())
    }
}

/// The lines other than blank ones and comments, from their first word on.
pub(super) fn contents(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let lines = without_mark(bytes).split(|&byte| byte == b'\n');
    let lines = lines.map(<[u8]>::trim_ascii_start);
    lines.filter(|line| !matches!(line, [] | [b'#', ..]))
}

/// Whether a line begins as an event does.
fn is_event(line: &[u8]) -> bool {
    matches!(line, [b'a' | b'f', b' ' | b'\t', ..])
}

/// Whether a line is an event to its end.
pub(super) fn is_whole_event(line: &[u8]) -> bool {
    let line = std::str::from_utf8(line).unwrap_or_default();
    match line.split_ascii_whitespace().next() {
        Some("f") => line.split_ascii_whitespace().count() == 2,
        _ => Log::default().event(line).is_ok(),
    }
}

/// The text without its byte order mark.
fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

/// The column of a problem, and the problem.
type Problem = (usize, String);

/// The state after the lines read so far.
#[derive(Debug, Default)]
struct Log<'a> {
    /// The buffers of the IDs that are not freed yet.
    live: FxHashMap<&'a str, usize>,
    /// Buffers whose end is not known yet end with their first tick.
    buffers: Vec<Buffer>,
    next_tick: i64,
}

impl<'a> Log<'a> {
    fn event(&mut self, line: &'a str) -> Result<(), Problem> {
        let mut words = line.split_ascii_whitespace();
        let column = |word: &str| word.as_ptr().addr() - line.as_ptr().addr() + 1;
        let Some(kind) = words.next().filter(|word| !word.starts_with('#')) else {
            return Ok(());
        };
        let tick = Tick(self.next_tick);
        self.next_tick += 1;
        match (kind, words.next(), words.next(), words.next(), words.next()) {
            ("a", Some(id), Some(size), align, None) => {
                let number = |word: &str, what| {
                    let problem = || format!("the {what} `{word}` is not a whole number");
                    let number = word.parse().map(Bytes);
                    number.map_err(|_| (column(word), problem()))
                };
                let ends_at_once = Lifetime::half_open(tick, tick);
                let mut buffer = Buffer::new(id, number(size, "size")?, ends_at_once);
                if let Some(align) = align {
                    buffer.align = number(align, "alignment")?;
                }
                if self.live.insert(id, self.buffers.len()).is_some() {
                    let problem = format!("`{id}` is already allocated and not freed");
                    return Err((column(id), problem));
                }
                self.buffers.push(buffer);
            }
            ("f", Some(id), None, ..) => {
                let index = self.live.remove(id);
                let Some(buffer) = index.and_then(|index| self.buffers.get_mut(index)) else {
                    let problem = format!("`{id}` is freed but not allocated");
                    return Err((column(id), problem));
                };
                buffer.live = Lifetime::half_open(buffer.live.begin(), tick);
            }
            _ => {
                let line = line.trim();
                let problem = format!("`{line}` is neither `a ID SIZE [ALIGN]` nor `f ID`");
                return Err((column(kind), problem));
            }
        }
        Ok(())
    }

    fn into_trace(mut self) -> Result<LifetimeTrace, TraceReadError> {
        let end = Tick(self.next_tick);
        for buffer in &mut self.buffers {
            if buffer.live.is_empty() {
                buffer.live = Lifetime::half_open(buffer.live.begin(), end);
            }
        }
        Ok(LifetimeTrace::builder("").buffers(self.buffers).build()?)
    }
}

#[cfg(test)]
mod tests {
    use memplan_planner::wire::{Format, write_trace};
    use memplan_planner::{LifetimeTrace, MemoryTraceScopes};

    use super::{Events, TraceInput, TraceReader};

    fn read(log: &[u8]) -> LifetimeTrace {
        let mut file = Events.read(&TraceInput::new("x.log", log)).unwrap();
        assert_eq!((file.scopes.traces.len(), file.plan), (1, None));
        file.scopes.traces.remove(0)
    }

    fn written(trace: &LifetimeTrace) -> String {
        let scopes = MemoryTraceScopes {
            traces: vec![trace.clone()],
            ..MemoryTraceScopes::default()
        };
        String::from_utf8(write_trace(&scopes, Format::Events).unwrap()).unwrap()
    }

    #[test]
    fn the_number_of_the_event_is_the_time() {
        let log = "a x 16\na y 8 64\nf x\na x 4\nf y\n";
        let trace = read(log.as_bytes());
        assert_eq!(trace.to_string(), "x 0..2 16\ny 1..4 8 align=64\nx 3..5 4");
        // A free as the last event is the same as no free; the writer always emits the free.
        assert_eq!(written(&trace), format!("{log}f x\n"));
        assert_eq!(read(written(&trace).as_bytes()), trace);
    }

    #[test]
    fn other_ticks_are_renumbered_and_the_same_buffers_are_live_at_once() {
        let trace: LifetimeTrace = "x 0..4 1; y 0..2 1; z 2..4 1; w 3..5 1".parse().unwrap();
        let again = read(written(&trace).as_bytes());
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
    fn the_first_event_is_the_sign() {
        let recognises = |head: &str| Events.recognises("x.log", head.as_bytes());
        for log in ["a x 1", "\u{feff}# a log\n\n  f\tx", "a "] {
            assert!(recognises(log), "{log}");
        }
        for other in ["", "# only a comment", "id,lower,upper,size", "ab c", "{}"] {
            assert!(!recognises(other), "{other}");
        }
    }

    #[test]
    fn errors_have_a_line_and_a_column() {
        let error = |log: &str| {
            let input = TraceInput::new("x.log", log.as_bytes());
            Events.read(&input).unwrap_err().to_string()
        };
        assert_eq!(
            error("a x 1\n  b x"),
            "line 2, column 3: `b x` is neither `a ID SIZE [ALIGN]` nor `f ID`"
        );
        assert_eq!(
            error("a x 1\na x 1"),
            "line 2, column 3: `x` is already allocated and not freed"
        );
        assert_eq!(
            error("a x 1\n\nf y"),
            "line 3, column 3: `y` is freed but not allocated"
        );
        assert_eq!(
            error("a x -1"),
            "line 1, column 5: the size `-1` is not a whole number"
        );
        assert_eq!(
            error("a x 9223372036854775807\na y 9"),
            "trace 0 (scope ``): buffer `y` makes the sum of sizes and alignment padding exceed 2^63 - 1 bytes"
        );
    }
}
