//! Reads logs of TensorFlow Lite for Microcontrollers: the output of `PrintMemoryPlan`.
//!
//! `X (id=N): size=S, offset=O, first_used=A last_used=B` is a buffer; both ticks are included. Other lines, such as
//! the picture below the buffers, are skipped. A number that occurs again begins another plan.

use memplan_planner::{Buffer, Bytes, Lifetime, LifetimeTrace, MemorySchedule, Tick};
use memplan_plugin::{Params, PluginInfo};
use rustc_hash::FxHashSet;

use super::arena::check;
use super::{TraceFile, TraceInput, TraceReadError, TraceReader};

/// The alignment of the arena.
const ALIGNMENT: u64 = 16;

/// The text that identifies a line with a buffer.
const SIGN: &str = "(id=";

/// The reader `tflm-log`: logs of TensorFlow Lite for Microcontrollers, the output of `PrintMemoryPlan`. The logged
/// offsets are the plan. `O(n log n)`.
#[derive(Clone, Copy, Debug)]
pub struct TflmLog;

impl TraceReader for TflmLog {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "tflm-log",
            aliases: &[],
            summary: "Logs of `PrintMemoryPlan` of TensorFlow Lite for Microcontrollers.",
            cost: "O(n log n)",
            source: "docs/book/src/guides/traces.md",
        }
    }

    fn recognises(&self, _name: &str, head: &[u8]) -> bool {
        let mut lines = head.split(|&byte| byte == b'\n');
        lines.any(|line| std::str::from_utf8(line).is_ok_and(|line| read_line(line).is_some()))
    }

    fn plans(&self) -> Result<&'static str, &'static str> {
        Err("it reads logs: the model takes a plan, with `tflite{runtime=tflm}`")
    }

    fn read(&self, input: &TraceInput<'_>) -> Result<TraceFile, TraceReadError> {
        let mut plans = vec![Plan::default()];
        for (index, line) in input.bytes.split(|&byte| byte == b'\n').enumerate() {
            // Device logs may contain arbitrary bytes.
            let Ok(line) = std::str::from_utf8(line) else {
                continue;
            };
            let Some(at) = line.find(SIGN) else {
                continue;
            };
            let Some(entry) = read_line(line) else {
                let problem = format!(
                    "`{}` is not `X (id=N): size=S, offset=O, first_used=A last_used=B`",
                    line.trim()
                );
                return Err(TraceReadError::at(index + 1, at + 1, problem));
            };
            if plans
                .last()
                .is_some_and(|plan| plan.ids.contains(&entry.id))
            {
                plans.push(Plan::default());
            }
            if let Some(plan) = plans.last_mut() {
                plan.add(entry);
            }
        }
        let is_one = plans.len() == 1;
        let (mut traces, mut schedules) = (Vec::new(), Vec::new());
        for (index, plan) in plans.into_iter().enumerate() {
            let scope = if is_one {
                "plan".to_owned()
            } else {
                format!("plan{index}")
            };
            let trace = LifetimeTrace::builder(scope)
                .buffers(plan.buffers)
                .build()?;
            let schedule = MemorySchedule::from_offsets(&trace, plan.offsets, "tflm");
            // The interpreter used the plan, so if it is not valid, the log is wrong.
            check(&trace, &schedule, "the memory plan is not valid")?;
            traces.push(trace);
            schedules.push(schedule);
        }
        if traces.iter().all(LifetimeTrace::is_empty) {
            return Err(TraceReadError::Malformed {
                problem: "there is no line of `PrintMemoryPlan`".to_owned(),
            });
        }
        let scopes = input.scopes("tflm-log", &Params::default(), traces);
        Ok(TraceFile::new(scopes, schedules))
    }
}

/// A plan so far.
#[derive(Debug, Default)]
struct Plan {
    ids: FxHashSet<u64>,
    buffers: Vec<Buffer>,
    offsets: Vec<Bytes>,
}

/// A line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    id: u64,
    size: u64,
    offset: u64,
    first: u32,
    last: u32,
}

impl Plan {
    fn add(&mut self, entry: Entry) {
        let (first, last) = (i64::from(entry.first), i64::from(entry.last));
        let live = Lifetime::half_open(Tick(first), Tick(last + 1));
        let mut buffer = Buffer::new(&*entry.id.to_string(), Bytes(entry.size), live);
        buffer.align = Bytes(ALIGNMENT);
        self.ids.insert(entry.id);
        self.buffers.push(buffer);
        self.offsets.push(Bytes(entry.offset));
    }
}

/// `A (id=0): size=16, offset=32, first_used=0 last_used=1`, also after a prefix of the device.
fn read_line(line: &str) -> Option<Entry> {
    let (_, rest) = line.split_once(SIGN)?;
    let (id, rest) = rest.split_once("): size=")?;
    let (size, rest) = rest.split_once(", offset=")?;
    let (offset, rest) = rest.split_once(", first_used=")?;
    let (first, last) = rest.split_once(" last_used=")?;
    let entry = Entry {
        id: id.parse().ok()?,
        size: size.parse().ok()?,
        offset: offset.parse().ok()?,
        first: first.parse().ok()?,
        last: last.trim_end().parse().ok()?,
    };
    (entry.first <= entry.last).then_some(entry)
}

#[cfg(test)]
mod tests {
    use super::{TflmLog, TraceInput, TraceReader};

    const LOG: &str = "boot\nA (id=0): size=32, offset=0, first_used=0 last_used=1\r\n\
                       I/tflm: B (id=1): size=16, offset=32, first_used=1 last_used=2\n\
                       C (id=2): size=32, offset=0, first_used=2 last_used=2\n\
                       AAAAAAAAAAAAAAAAAAAA.................. 0kB\n";

    fn error(log: &str) -> String {
        let error = TflmLog.read(&TraceInput::new("x.log", log.as_bytes()));
        error.unwrap_err().to_string()
    }

    #[test]
    fn lines_are_buffers_and_the_plan() {
        assert!(TflmLog.recognises("x.log", LOG.as_bytes()));
        let file = TflmLog
            .read(&TraceInput::new("x.log", LOG.as_bytes()))
            .unwrap();
        assert_eq!(
            file.scopes.traces[0].to_string(),
            "0 0..2 32 align=16\n1 1..3 16 align=16\n2 2..3 32 align=16"
        );
        assert_eq!(file.plan.unwrap().schedules[0].total_size.0, 48);
        let twice = format!("{LOG}{LOG}");
        let file = TflmLog
            .read(&TraceInput::new("x.log", twice.as_bytes()))
            .unwrap();
        let scopes: Vec<&str> = file
            .scopes
            .traces
            .iter()
            .map(|trace| trace.scope())
            .collect();
        assert_eq!(scopes, ["plan0", "plan1"]);
    }

    #[test]
    fn broken_lines_and_plans_are_refused() {
        assert_eq!(
            error("\n A (id=0): size=32, offset=0, first_used=2 last_used=1"),
            "line 2, column 4: `A (id=0): size=32, offset=0, first_used=2 last_used=1` is not `X (id=N): size=S, \
             offset=O, first_used=A last_used=B`"
        );
        assert_eq!(
            error(&LOG.replace("offset=32", "offset=16")),
            "the memory plan is not valid: `0` and `1` share the bytes 16..32 at tick 1"
        );
        assert_eq!(
            error("A\n"),
            "the content is malformed: there is no line of `PrintMemoryPlan`"
        );
        assert!(!TflmLog.recognises("x.log", b"a x 16\nf x\n"));
    }
}
