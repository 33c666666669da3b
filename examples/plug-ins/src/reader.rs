//! `slots`: a text of lines `NAME BYTES BEGIN END [OFFSET]` after a first line `slots`.
//!
//! `END` is the first tick at which the bytes are free. A file with an offset in each line is a plan too.

use memplan_planner::{Buffer, Bytes, Lifetime, LifetimeTrace, MemoryPlan, MemorySchedule, Tick};
use memplan_plugin::PluginInfo;
use memplan_readers::{TraceFile, TraceInput, TraceReadError, TraceReader};

/// The reader described in the module documentation.
#[derive(Debug)]
pub struct Slots;

impl TraceReader for Slots {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "slots",
            aliases: &[],
            summary: "Lines `NAME BYTES BEGIN END [OFFSET]` after a first line `slots`.",
            source: "docs/book/src/guides/plug-ins/reader.md",
            cost: "O(n)",
        }
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["slots"]
    }

    fn recognises(&self, _name: &str, head: &[u8]) -> bool {
        head.starts_with(b"slots\n")
    }

    fn read(&self, input: &TraceInput<'_>) -> Result<TraceFile, TraceReadError> {
        let (mut buffers, mut offsets) = (Vec::new(), Vec::new());
        let text = String::from_utf8_lossy(input.bytes);
        for (index, line) in text.lines().enumerate().skip(1) {
            let (buffer, offset) = read_line(line)
                .map_err(|(column, problem)| TraceReadError::at(index + 1, column, problem))?;
            buffers.push(buffer);
            offsets.extend(offset);
        }
        let trace = LifetimeTrace::builder("slots").buffers(buffers).build()?;
        let is_plan = !offsets.is_empty() && offsets.len() == trace.len();
        let schedule = is_plan.then(|| MemorySchedule::from_offsets(&trace, offsets, "slots"));
        Ok(TraceFile {
            plan: schedule.map(|schedule| MemoryPlan {
                schedules: vec![schedule],
                ..MemoryPlan::default()
            }),
            ..trace.into()
        })
    }
}

/// A buffer and its offset, or the column of what is wrong and what it is.
fn read_line(line: &str) -> Result<(Buffer, Option<Bytes>), (usize, String)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [name, size, begin, end, offset @ ..] = &*words else {
        return Err((1, "expected `NAME BYTES BEGIN END [OFFSET]`".to_owned()));
    };
    let number = |word: &str| {
        let column = word.as_ptr().addr() - line.as_ptr().addr() + 1;
        let problem = format!("`{word}` is not a whole number");
        word.parse::<u32>().map_err(|_| (column, problem))
    };
    let tick = |word: &str| number(word).map(|tick| Tick(tick.into()));
    let live = Lifetime::half_open(tick(begin)?, tick(end)?);
    let buffer = Buffer::new(*name, Bytes(number(size)?.into()), live);
    let offset = offset.first().map(|word| number(word)).transpose()?;
    Ok((buffer, offset.map(|offset| Bytes(offset.into()))))
}
