//! Reads logs of Arm's Vela: the tables of `vela --verbose-allocation`.
//!
//! A line `FIRST - LAST: 0xBEGIN - 0xEND: SIZE: USAGE: .. : NAME` is a tensor; both ticks are included. Each table is a
//! trace, named after its memory. Tensors with equal ticks and addresses are one: Vela lists each of those that share a
//! live range. Other lines are skipped. The addresses are the plan.

use memplan_planner::{Lifetime, Tick};
use memplan_plugin::{Params, PluginInfo};
use rustc_hash::FxHashMap;

use super::arena::{Aliases, Arena, Groups, Value, check, divisor};
use super::{TraceFile, TraceInput, TraceReadError, TraceReader};

/// The alignment of Vela by default; it has others on request.
const ALIGNMENT: u64 = 16;

/// What begins the heading of the columns.
const HEADING: &str = "Start Time";

/// The reader `vela-log`: logs of Arm's Vela, the tables of `vela --verbose-allocation`. The addresses are the plan.
/// `O(n log n)`.
#[derive(Clone, Copy, Debug)]
pub struct VelaLog;

impl TraceReader for VelaLog {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "vela-log",
            aliases: &["vela"],
            summary: "Logs of Arm's Vela: the tables of `vela --verbose-allocation`.",
            cost: "O(n log n)",
            source: "docs/book/src/guides/traces.md",
        }
    }

    fn recognises(&self, _name: &str, head: &[u8]) -> bool {
        let mut lines = head.split(|&byte| byte == b'\n');
        lines.any(|line| std::str::from_utf8(line).is_ok_and(|line| columns(line).is_some()))
    }

    fn plans(&self) -> Result<&'static str, &'static str> {
        Err("it reads logs: Vela writes addresses into the commands of the processor")
    }

    fn read(&self, input: &TraceInput<'_>) -> Result<TraceFile, TraceReadError> {
        let mut tables: Vec<Table> = Vec::new();
        let mut memory = String::new();
        let mut n_columns = None;
        for (index, line) in input.bytes.split(|&byte| byte == b'\n').enumerate() {
            let Ok(line) = std::str::from_utf8(line) else {
                continue;
            };
            if let Some(named) = named_memory(line) {
                named.clone_into(&mut memory);
            } else if let Some(n) = columns(line) {
                n_columns = Some(n);
                tables.push(Table {
                    memory: std::mem::take(&mut memory),
                    values: Vec::new(),
                });
            } else if let Some(n) = n_columns
                && let Some(table) = tables.last_mut()
            {
                match read_line(line, n) {
                    Some(value) => table.values.push(value),
                    None if has_addresses(line) => {
                        let problem = format!(
                            "`{}` is not `FIRST - LAST: 0xBEGIN - 0xEND: SIZE: USAGE: .. : NAME`",
                            line.trim()
                        );
                        return Err(TraceReadError::at(index + 1, 1, problem));
                    }
                    None => n_columns = None,
                }
            }
        }
        tables.retain(|table| !table.values.is_empty());
        if tables.is_empty() {
            return Err(TraceReadError::Malformed {
                problem: "there is no table of `vela --verbose-allocation`".to_owned(),
            });
        }
        let (mut traces, mut schedules) = (Vec::new(), Vec::new());
        let mut n_tables: FxHashMap<String, usize> = FxHashMap::default();
        for table in tables {
            let n = n_tables.entry(table.memory.clone()).or_default();
            *n += 1;
            let (trace, schedule) = table.arena(*n).into_trace(Aliases::Fuse)?;
            if let Some(schedule) = schedule {
                check(&trace, &schedule, "the allocation is not valid")?;
                schedules.push(schedule);
            }
            traces.push(trace);
        }
        let scopes = input.scopes("vela-log", &Params::default(), traces);
        Ok(TraceFile::new(scopes, schedules))
    }
}

/// A table: the tensors of one memory.
struct Table {
    memory: String,
    values: Vec<Value>,
}

impl Table {
    /// The arena of the `n`-th table of its memory.
    fn arena(self, n: usize) -> Arena {
        let mut must = Groups::new(self.values.len());
        let mut first_at = FxHashMap::default();
        for (index, value) in self.values.iter().enumerate() {
            let range = (value.live, value.size, value.offset);
            let first = *first_at.entry(range).or_insert(index);
            must.join(first, index);
        }
        Arena {
            memory_space: Some(self.memory.clone()).filter(|memory| !memory.is_empty()),
            scope: match (&*self.memory, n) {
                ("", n) => format!("memory {n}"),
                (memory, 1) => memory.to_owned(),
                (memory, n) => format!("{memory} {n}"),
            },
            alignment: divisor(&self.values, ALIGNMENT),
            values: self.values,
            must,
            did: Vec::new(),
            planner: Some("vela"),
        }
    }
}

/// The memory that the heading of a table names, in both forms that Vela has.
fn named_memory(line: &str) -> Option<&str> {
    let rest = ["Allocation, memory ", "Tensor Allocation for mem_area "]
        .into_iter()
        .find_map(|start| line.strip_prefix(start))?;
    rest.split(',').next()
}

/// How many columns a table has, if this is the heading of its columns.
fn columns(line: &str) -> Option<usize> {
    let is_heading = line.trim_start().starts_with(HEADING)
        && line.contains(": Start Addr")
        && line.trim_end().ends_with(": Name");
    is_heading.then(|| line.split(':').count())
}

/// Whether the second column begins like an address.
fn has_addresses(line: &str) -> bool {
    let second = line.split(':').nth(1);
    second.is_some_and(|column| column.trim_start().starts_with("0x"))
}

/// `0 - 1: 0x400 - 0x800: 1024: 2048: NHWC : x`, with more or fewer columns before the name, which may contain colons.
fn read_line(line: &str, n_columns: usize) -> Option<Value> {
    let fields: Vec<&str> = line.splitn(n_columns, ':').map(str::trim).collect();
    let [ticks, addresses, size, .., name] = *fields else {
        return None;
    };
    if fields.len() != n_columns {
        return None;
    }
    let (first, last) = ticks.split_once(" - ")?;
    let (begin, end) = addresses.split_once(" - ")?;
    let hex = |text: &str| u64::from_str_radix(text.trim().strip_prefix("0x")?, 16).ok();
    let (first, last): (u32, u32) = (first.trim().parse().ok()?, last.trim().parse().ok()?);
    let (size, begin, end): (u64, u64, u64) = (size.parse().ok()?, hex(begin)?, hex(end)?);
    (first <= last && begin.checked_add(size) == Some(end)).then(|| Value {
        name: name.to_owned(),
        size,
        live: Lifetime::half_open(Tick(i64::from(first)), Tick(i64::from(last) + 1)),
        offset: begin,
    })
}
