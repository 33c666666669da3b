//! Events as JSON lines: one object per line, in order of time, for programs that log the calls of their allocator.
//!
//! ```text
//! {"op":"alloc","id":"x","bytes":4096,"align":64,"at":12,"offset":0}
//! {"op":"free","id":"x","at":20}
//! ```
//!
//! `op` is `alloc` or `malloc`, `free` or `dealloc`. `at` is any integer that never decreases, such as microseconds;
//! events without it have the numbers of their lines. `offset` is where the program placed the buffer: all
//! allocations have one, or none has. `space` is a memory space with a trace of its own. An ID that was freed may be
//! allocated again, which makes another buffer of the same name. A buffer that is never freed is live to the end.
//! Blank lines are skipped, and unknown keys are errors.
//!
//! Lifetimes are half open, so a buffer that is freed and one that is allocated at the same time may share bytes. That
//! is right if the free is first in the log. If the allocation comes first, the free and the later events are one tick
//! later.

use std::borrow::Cow;

use memplan_planner::{
    Buffer, Bytes, Lifetime, LifetimeTrace, MemorySchedule, Tick, ValidateOptions, Violation,
    validate,
};
use memplan_plugin::{Params, PluginInfo};
use rustc_hash::FxHashMap;
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::arena::plain;
use super::error::MISMATCH;
use super::{ErrorPlace, TraceFile, TraceInput, TraceReadError, TraceReader};

/// The reader `events-jsonl`: events as JSON lines, such as `{"op":"alloc","id":"x","bytes":4096,"at":12}` and
/// `{"op":"free","id":"x","at":20}`, in order of time.
///
/// Optional keys are `align`, `at` (a time that never decreases), `offset` (where the program placed the buffer) and
/// `space` (a memory space with a trace of its own). A buffer that is never freed is live to the end. `O(n log n)`.
#[derive(Clone, Copy, Debug)]
pub struct EventsJsonl;

/// The extensions of such files.
const EXTENSIONS: &[&str] = &["jsonl", "ndjson"];

/// The manifest that memplan writes into a directory of plans: also JSON lines, but not events.
const MANIFEST: &str = "memplan-manifest.jsonl";

impl TraceReader for EventsJsonl {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "events-jsonl",
            aliases: &["jsonl"],
            summary: "Logs of allocator calls as JSON lines, such as `{\"op\":\"alloc\",\"id\":\"x\",\"bytes\":4096}`.",
            cost: "O(n log n)",
            source: "docs/book/src/guides/traces.md",
        }
    }

    fn extensions(&self) -> &'static [&'static str] {
        EXTENSIONS
    }

    fn is_searched(&self, name: &str, _is_beside: &dyn Fn(&str) -> bool) -> bool {
        is_named(name) && name != MANIFEST
    }

    fn recognises(&self, name: &str, head: &[u8]) -> bool {
        let mut lines = lines(head).map(|(_, line)| line);
        let Some(first) = lines.find(|line| !line.trim_ascii().is_empty()) else {
            return false;
        };
        let is_object = first.trim_ascii_start().starts_with(b"{");
        is_object && (is_named(name) || serde_json::from_slice::<Sign>(first).is_ok())
    }

    fn plans(&self) -> Result<&'static str, &'static str> {
        Err("it reads logs of what ran")
    }

    fn read(&self, input: &TraceInput<'_>) -> Result<TraceFile, TraceReadError> {
        let mut log = Log::default();
        for (number, line) in lines(input.bytes) {
            let text = std::str::from_utf8(line).map_err(|error| {
                TraceReadError::at(number, error.valid_up_to() + 1, "the text is not UTF-8")
            })?;
            log.line(number, text)
                .map_err(|(column, problem)| TraceReadError::at(number, column, problem))?;
        }
        log.into_file(input)
    }
}

/// Whether the extension is one of such files.
fn is_named(name: &str) -> bool {
    let extension = name.rsplit_once('.').map(|(_, extension)| extension);
    extension.is_some_and(|extension| EXTENSIONS.contains(&extension))
}

/// The lines of a text without its byte order mark, with their numbers.
fn lines(bytes: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    (1..).zip(text.split(|&byte| byte == b'\n'))
}

/// The fields that distinguish an event from other JSON.
#[derive(Deserialize)]
struct Sign {
    #[serde(rename = "op")]
    _op: IgnoredAny,
}

/// A line.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Event<'a> {
    op: Op,
    #[serde(borrow)]
    id: Cow<'a, str>,
    bytes: Option<u64>,
    align: Option<u64>,
    at: Option<i64>,
    offset: Option<u64>,
    #[serde(borrow)]
    space: Option<Cow<'a, str>>,
}

/// The operation of an event.
#[derive(Clone, Copy, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum Op {
    #[serde(alias = "malloc")]
    Alloc,
    #[serde(alias = "dealloc")]
    Free,
}

/// The column of a problem, and the problem.
type Problem = (usize, String);

/// The state after the lines read so far.
#[derive(Default)]
struct Log<'a> {
    /// The space and the buffer of the IDs that are not freed yet.
    live: FxHashMap<Cow<'a, str>, (usize, usize)>,
    space_of: FxHashMap<Cow<'a, str>, usize>,
    spaces: Vec<Space>,
    /// Whether the first event has a time.
    has_times: Option<bool>,
    /// Whether the first allocation has an offset.
    has_offsets: Option<bool>,
    last_time: i64,
    clock: Clock,
}

/// A memory space.
#[derive(Default)]
struct Space {
    /// Its name; absent for the default one.
    name: Option<String>,
    /// Buffers whose end is not known yet end with their first tick.
    buffers: Vec<Buffer>,
    offsets: Vec<Bytes>,
    /// The lines of the allocations.
    lines: Vec<usize>,
}

/// Ticks for times that may be equal.
#[derive(Default)]
struct Clock {
    tick: Option<i64>,
    /// Whether there was an allocation at this tick.
    has_alloc: bool,
}

impl Clock {
    /// The tick of the next event; `None` above the largest one.
    fn next(&mut self, time: i64, op: Op) -> Option<i64> {
        let earliest = match self.tick {
            Some(tick) if op == Op::Free && self.has_alloc => tick.checked_add(1)?,
            Some(tick) => tick,
            None => time,
        };
        let tick = time.max(earliest);
        self.has_alloc = op == Op::Alloc || (self.has_alloc && self.tick == Some(tick));
        self.tick = Some(tick);
        Some(tick)
    }
}

impl<'a> Log<'a> {
    fn line(&mut self, number: usize, line: &'a str) -> Result<(), Problem> {
        if line.trim_ascii().is_empty() {
            return Ok(());
        }
        let event: Event<'a> = serde_json::from_str(line).map_err(|error| {
            let column = error.column().clamp(1, line.len().max(1));
            (column, json_problem(&error))
        })?;
        let tick = self.tick(number, line, &event)?;
        match event.op {
            Op::Alloc => self.alloc(number, line, event, tick),
            Op::Free => self.free(line, &event, tick),
        }
    }

    fn tick(&mut self, number: usize, line: &str, event: &Event<'_>) -> Result<Tick, Problem> {
        let has_time = event.at.is_some();
        if *self.has_times.get_or_insert(has_time) != has_time {
            let problem = if has_time {
                "the first event has no `at`: all events have one, or none has"
            } else {
                "`at` is missing: the first event has one"
            };
            return Err((column_of(line, "at"), problem.to_owned()));
        }
        let time = event.at.or_else(|| i64::try_from(number).ok());
        let time = time.unwrap_or(i64::MAX);
        let last = std::mem::replace(&mut self.last_time, time);
        if self.clock.tick.is_some() && time < last {
            let problem =
                format!("`at` decreases from {last} to {time}: events are in order of time");
            return Err((column_of(line, "at"), problem));
        }
        // A buffer that is never freed ends one tick after the last event.
        let tick = self.clock.next(time, event.op);
        tick.filter(|&tick| tick < i64::MAX)
            .map(Tick)
            .ok_or_else(|| {
                let problem = format!("`at` is {time}; the largest time is {}", i64::MAX - 1);
                (column_of(line, "at"), problem)
            })
    }

    fn alloc(
        &mut self,
        number: usize,
        line: &str,
        event: Event<'a>,
        tick: Tick,
    ) -> Result<(), Problem> {
        let Some(bytes) = event.bytes else {
            return Err((1, "an allocation needs `bytes`".to_owned()));
        };
        let align = event.align.unwrap_or(1);
        if !align.is_power_of_two() {
            let problem = format!("the alignment {align} is not a power of two");
            return Err((column_of(line, "align"), problem));
        }
        let has_offset = event.offset.is_some();
        if *self.has_offsets.get_or_insert(has_offset) != has_offset {
            let problem = if has_offset {
                "the first allocation has no `offset`: all allocations have one, or none has"
            } else {
                "`offset` is missing: the first allocation has one"
            };
            return Err((column_of(line, "offset"), problem.to_owned()));
        }
        let at = self.space(event.space);
        let space = &mut self.spaces[at];
        let mut buffer = Buffer::new(
            &*plain(&event.id),
            Bytes(bytes),
            Lifetime::half_open(tick, tick),
        );
        buffer.align = Bytes(align);
        let name = buffer.name.clone();
        let older = self.live.insert(event.id, (at, space.buffers.len()));
        if older.is_some() {
            let problem = format!("`{name}` is already allocated and not freed");
            return Err((column_of(line, "id"), problem));
        }
        space.buffers.push(buffer);
        space.lines.push(number);
        space.offsets.extend(event.offset.map(Bytes));
        Ok(())
    }

    fn free(&mut self, line: &str, event: &Event<'_>, tick: Tick) -> Result<(), Problem> {
        let keys = [
            ("bytes", event.bytes),
            ("align", event.align),
            ("offset", event.offset),
        ];
        if let Some((key, _)) = keys.iter().find(|(_, value)| value.is_some()) {
            return Err((column_of(line, key), format!("a free has no `{key}`")));
        }
        let name = plain(&event.id);
        let Some((at, index)) = self.live.remove(&*event.id) else {
            let problem = format!("`{name}` is freed but not allocated");
            return Err((column_of(line, "id"), problem));
        };
        let space = &mut self.spaces[at];
        if event.space.is_some() && event.space.as_deref() != space.name.as_deref() {
            let problem = format!("`{name}` is not allocated in this space");
            return Err((column_of(line, "space"), problem));
        }
        if let Some(buffer) = space.buffers.get_mut(index) {
            buffer.live = Lifetime::half_open(buffer.live.begin(), tick);
        }
        Ok(())
    }

    /// The position of a memory space.
    fn space(&mut self, name: Option<Cow<'a, str>>) -> usize {
        let n_spaces = self.spaces.len();
        let text = name.as_deref().map(str::to_owned);
        let at = match name {
            // A missing name means the empty name, the default space.
            None => *self.space_of.entry(Cow::Borrowed("")).or_insert(n_spaces),
            Some(name) => *self.space_of.entry(name).or_insert(n_spaces),
        };
        if at == n_spaces {
            self.spaces.push(Space {
                name: text.filter(|name| !name.is_empty()),
                ..Space::default()
            });
        }
        at
    }

    fn into_file(self, input: &TraceInput<'_>) -> Result<TraceFile, TraceReadError> {
        let end = Tick(self.clock.tick.map_or(0, |tick| tick.saturating_add(1)));
        let has_offsets = self.has_offsets == Some(true);
        let mut spaces = self.spaces;
        if spaces.is_empty() {
            spaces.push(Space::default());
        }
        let (mut traces, mut schedules) = (Vec::new(), Vec::new());
        for (index, mut space) in spaces.into_iter().enumerate() {
            for buffer in &mut space.buffers {
                if buffer.live.is_empty() {
                    buffer.live = Lifetime::half_open(buffer.live.begin(), end);
                }
            }
            let name = space.name.map(|name| plain(&name).into_owned());
            let scope = name.clone().unwrap_or_default();
            let trace = LifetimeTrace::builder(scope.clone())
                .memory_space(name)
                .buffers(space.buffers)
                .build()
                .map_err(|error| TraceReadError::Trace {
                    index,
                    scope,
                    error,
                })?;
            if has_offsets {
                let schedule = MemorySchedule::from_offsets(&trace, space.offsets, "log");
                check(&trace, &schedule, &space.lines)?;
                schedules.push(schedule);
            }
            traces.push(trace);
        }
        let scopes = input.scopes("events-jsonl", &Params::default(), traces);
        Ok(TraceFile::new(scopes, schedules))
    }
}

/// Checks that the offsets are valid for the lifetimes. They were in use, so otherwise the log is wrong.
fn check(
    trace: &LifetimeTrace,
    schedule: &MemorySchedule,
    lines: &[usize],
) -> Result<(), TraceReadError> {
    let Err(violations) = validate(trace, schedule, &ValidateOptions::default()) else {
        return Ok(());
    };
    let first = violations.first();
    let buffer = first.and_then(|violation| match *violation {
        Violation::Overlap { buffer, other, .. } => Some(buffer.max(other)),
        Violation::Misaligned { buffer, .. } | Violation::TooHigh { buffer, .. } => Some(buffer),
        _ => None,
    });
    let problem = first.map_or_else(String::new, |violation| violation.describe(trace));
    Err(TraceReadError::Refused {
        code: MISMATCH,
        place: ErrorPlace {
            line: buffer.and_then(|buffer| lines.get(buffer.index()).copied()),
            ..ErrorPlace::default()
        },
        problem: format!("the offsets of the log are not valid: {problem}"),
    })
}

/// The message of the JSON parser without the place, which is that of a single line.
fn json_problem(error: &serde_json::Error) -> String {
    let problem = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    problem.strip_suffix(&place).unwrap_or(&problem).to_owned()
}

/// The column of a key; 1 where it is missing or spelled with escapes.
fn column_of(line: &str, key: &str) -> usize {
    line.find(&format!("\"{key}\"")).map_or(1, |at| at + 1)
}

#[cfg(test)]
mod tests {
    use super::{EventsJsonl, TraceFile, TraceInput, TraceReader};

    fn read(log: &str) -> TraceFile {
        EventsJsonl
            .read(&TraceInput::new("x.jsonl", log.as_bytes()))
            .unwrap()
    }

    fn error(log: &str) -> String {
        let error = EventsJsonl.read(&TraceInput::new("x.jsonl", log.as_bytes()));
        error.unwrap_err().to_string()
    }

    #[test]
    fn events_without_times_have_the_numbers_of_their_lines() {
        let file = read(
            "\u{feff}{\"op\":\"alloc\",\"id\":\"x\",\"bytes\":16}\n\n\
             {\"op\":\"malloc\",\"id\":\"y\",\"bytes\":8,\"align\":64}\r\n\
             {\"op\":\"free\",\"id\":\"x\"}\n\
             {\"bytes\":4,\"id\":\"x\",\"op\":\"alloc\"}\n\
             {\"op\":\"dealloc\",\"id\":\"y\"}\n",
        );
        assert_eq!(
            file.scopes.traces[0].to_string(),
            "x 1..4 16\ny 3..6 8 align=64\nx 5..7 4"
        );
        assert_eq!(file.plan, None);
        assert_eq!(read("").scopes.traces[0].to_string(), "");
    }

    #[test]
    fn at_equal_times_the_order_of_the_log_decides() {
        // x is freed before y is allocated: they may share bytes. y is live when z is allocated, and w is not.
        let file = read(
            "{\"op\":\"alloc\",\"id\":\"x\",\"bytes\":1,\"at\":-3}\n\
             {\"op\":\"free\",\"id\":\"x\",\"at\":5}\n\
             {\"op\":\"alloc\",\"id\":\"y\",\"bytes\":2,\"at\":5}\n\
             {\"op\":\"alloc\",\"id\":\"z\",\"bytes\":3,\"at\":5}\n\
             {\"op\":\"free\",\"id\":\"y\",\"at\":5}\n\
             {\"op\":\"alloc\",\"id\":\"w\",\"bytes\":4,\"at\":5}\n\
             {\"op\":\"free\",\"id\":\"z\",\"at\":9}\n\
             {\"op\":\"free\",\"id\":\"w\",\"at\":9}\n",
        );
        assert_eq!(
            file.scopes.traces[0].to_string(),
            "x -3..5 1\ny 5..6 2\nz 5..9 3\nw 6..9 4"
        );
    }

    #[test]
    fn offsets_are_the_plan_and_spaces_are_traces() {
        let log = "{\"op\":\"alloc\",\"id\":\"x\",\"bytes\":16,\"offset\":0}\n\
                   {\"op\":\"alloc\",\"id\":\"s\",\"bytes\":8,\"offset\":0,\"space\":\"sram\"}\n\
                   {\"op\":\"alloc\",\"id\":\"y\",\"bytes\":4,\"offset\":16}\n\
                   {\"op\":\"free\",\"id\":\"s\",\"space\":\"sram\"}\n";
        let file = read(log);
        let traces = &file.scopes.traces;
        assert_eq!(traces[0].to_string(), "x 1..5 16\ny 3..5 4");
        assert_eq!(
            (traces[1].to_string(), traces[1].scope()),
            ("s 2..4 8".to_owned(), "sram")
        );
        assert_eq!(traces[1].memory_space(), Some("sram"));
        let peaks = file.plan.unwrap().schedules;
        let peaks: Vec<u64> = peaks.iter().map(|placed| placed.total_size.0).collect();
        assert_eq!(peaks, [20, 8]);
        assert_eq!(
            error(&log.replace("\"offset\":16", "\"offset\":15")),
            "line 3: the offsets of the log are not valid: `x` and `y` share the bytes 15..16 at tick 3"
        );
        assert_eq!(
            error(&log.replace(
                "\"id\":\"s\",\"space\":\"sram\"}",
                "\"id\":\"s\",\"space\":\"dram\"}"
            )),
            "line 4, column 23: `s` is not allocated in this space"
        );
    }

    #[test]
    fn an_event_is_the_sign() {
        let recognises = |name: &str, head: &str| EventsJsonl.recognises(name, head.as_bytes());
        assert!(recognises(
            "<stdin>",
            "\n {\"id\":7,\"op\":\"x\",\"more\":[]}\r\n{"
        ));
        assert!(recognises("x.jsonl", "{\"operation\":1}"));
        assert!(!recognises("x.jsonl", "id,lower,upper,size"));
        assert!(!recognises("x.jsonl", ""));
        assert!(EventsJsonl.is_searched("x.ndjson", &|_| false));
        assert!(!EventsJsonl.is_searched("memplan-manifest.jsonl", &|_| false));
        for other in [
            "{\"format\":\"memplan-trace\"}",
            "{",
            "[{\"op\":1}]",
            "a x 1",
        ] {
            assert!(!recognises("x.json", other), "{other}");
        }
    }

    #[test]
    fn errors_have_a_line_and_a_column() {
        let alloc = |rest: &str| format!("{{\"op\":\"alloc\",\"id\":\"x\",\"bytes\":1{rest}}}\n");
        assert_eq!(
            error(&alloc(",\"size\":1")),
            "line 1, column 39: unknown field `size`, expected one of `op`, `id`, `bytes`, `align`, `at`, `offset`, \
             `space`"
        );
        assert_eq!(
            error(&format!(
                "{}{}",
                alloc(""),
                "{\"op\":\"realloc\",\"id\":\"x\"}"
            )),
            "line 2, column 15: unknown variant `realloc`, expected one of `alloc`, `malloc`, `dealloc`, `free`"
        );
        assert_eq!(
            error("{\"op\":\"alloc\",\"id\":\"x\",\"bytes\":-1}"),
            "line 1, column 33: invalid value: integer `-1`, expected u64"
        );
        assert_eq!(
            error("{\"op\":\"alloc\",\"id\":\"x\"}"),
            "line 1, column 1: an allocation needs `bytes`"
        );
        assert_eq!(
            error(&alloc(",\"align\":12")),
            "line 1, column 34: the alignment 12 is not a power of two"
        );
        assert_eq!(
            error(&alloc("").repeat(2)),
            "line 2, column 15: `x` is already allocated and not freed"
        );
        assert_eq!(
            error("{\"op\":\"free\",\"id\":\"x\\n\"}"),
            "line 1, column 14: `x\\n` is freed but not allocated"
        );
        assert_eq!(
            error(&format!(
                "{}{{\"op\":\"free\",\"id\":\"x\",\"bytes\":1}}",
                alloc("")
            )),
            "line 2, column 23: a free has no `bytes`"
        );
        assert_eq!(
            error(&format!(
                "{}{{\"op\":\"free\",\"id\":\"x\",\"at\":1}}",
                alloc(",\"at\":2")
            )),
            "line 2, column 23: `at` decreases from 2 to 1: events are in order of time"
        );
        assert_eq!(
            error(&format!(
                "{}{{\"op\":\"free\",\"id\":\"x\"}}",
                alloc(",\"at\":2")
            )),
            "line 2, column 1: `at` is missing: the first event has one"
        );
        assert_eq!(
            error(&format!(
                "{}{}",
                alloc(",\"offset\":2"),
                alloc("").replace('x', "y")
            )),
            "line 2, column 1: `offset` is missing: the first allocation has one"
        );
        assert_eq!(
            error(&alloc(",\"at\":9223372036854775807")),
            "line 1, column 34: `at` is 9223372036854775807; the largest time is 9223372036854775806"
        );
        assert_eq!(
            error("{\"op\":"),
            "line 1, column 6: EOF while parsing a value"
        );
    }
}
