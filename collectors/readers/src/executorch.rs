//! Reads programs of ExecuTorch (`.pte`): the tensors that it places before it runs, and where.
//!
//! Each memory of each method is a trace; the number of an instruction is its tick. Inputs are live from the first
//! instruction on, outputs to the last one, and tensors with initial data, which are state, throughout. Tensors that
//! are live together at one address are views of one buffer, and so is one that is read before anything writes it, of
//! what was there before. What an instruction in a loop shares with the outside is live throughout the loop. The
//! offsets in the file are the plan. Constants, and tensors whose memory the caller or a delegate provides, are left
//! out. Dimensions with an upper bound have that size.
//!
//! Source: pytorch/executorch, `schema/program.fbs`; fields have the numbers of its tables.

use memplan_planner::{Lifetime, Tick};
use memplan_plugin::{Options, PluginInfo};
use memplan_support::Sort;

use super::arena::{self, Aliases, Arena, Groups, Value};
use super::error::DAMAGED;
use super::flat::{Flat, Table};
use super::{LeftOutValues, TraceFile, TraceInput, TraceReadError, TraceReader};

/// The alignment of ExecuTorch's memory plans by default.
const ALIGNMENT: u64 = 16;

/// The reader `executorch`: programs of ExecuTorch (`.pte`), with the offsets in them as the plan.
///
/// Each memory of each method is a trace; the number of an instruction is its tick. `O(n log n)`.
#[derive(Clone, Copy, Debug)]
pub struct Executorch {
    /// The alignment of all buffers; `None` is 16 bytes, or less where offsets in the file are less aligned.
    pub alignment: Option<u64>,
}

impl Executorch {
    /// The reader with default options.
    pub const DEFAULT: Self = Self { alignment: None };
}

impl TraceReader for Executorch {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "executorch",
            aliases: &["pte"],
            summary: "Programs of ExecuTorch (`.pte`), with the memory plan in them.",
            cost: "O(n log n)",
            source: "docs/book/src/guides/traces.md",
        }
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["pte"]
    }

    fn recognises(&self, _name: &str, head: &[u8]) -> bool {
        head.get(4..6) == Some(b"ET")
            && head
                .get(6..8)
                .is_some_and(|n| n.iter().all(u8::is_ascii_digit))
    }

    fn read(&self, input: &TraceInput<'_>) -> Result<TraceFile, TraceReadError> {
        let flat = Flat::new(input.bytes);
        let mut left_out = LeftOutValues::default();
        let mut remarks = Vec::new();
        let (mut traces, mut schedules) = (Vec::new(), Vec::new());
        for method in flat.tables(flat.root()?, 1)? {
            for arena in self.arenas(&flat, method, &mut left_out)? {
                let (trace, schedule) = arena.into_trace(Aliases::Fuse)?;
                if let Some(schedule) = schedule {
                    match arena::contradiction(&trace, &schedule) {
                        None => schedules.push(schedule),
                        Some(problem) => remarks.push(format!(
                            "{}: the memory plan in the file is not valid for these lifetimes and is left out: {problem}",
                            trace.scope(),
                        )),
                    }
                }
                traces.push(trace);
            }
        }
        let scopes = input.scopes("executorch", &self.options().params(), traces);
        Ok(TraceFile {
            left_out: left_out.0,
            remarks,
            ..TraceFile::new(scopes, schedules)
        })
    }

    fn options(&self) -> Options<'_, dyn TraceReader> {
        Options::of(self, Self { alignment: None }, |reader| {
            vec![
                arena::alignment(&mut reader.alignment)
                    .help("Alignment of all buffers. Default: 16, or less where offsets in the file are less aligned."),
            ]
        })
    }
}

/// A tensor of a method.
struct Tensor {
    name: String,
    size: u64,
    /// Its memory and the offset there, if it is placed.
    place: Option<(u32, u64)>,
    has_data: bool,
}

/// The use of a value.
#[derive(Clone, Copy)]
struct Span {
    /// The first and the last instruction.
    first: usize,
    last: usize,
    /// Whether the first one certainly writes all of it before anything reads it.
    is_written: bool,
}

impl Executorch {
    /// The memories of a method.
    fn arenas(
        &self,
        flat: &Flat<'_>,
        method: Table,
        left_out: &mut LeftOutValues,
    ) -> Result<Vec<Arena>, TraceReadError> {
        let name = flat.text(method, 0)?;
        let values = flat.tables(method, 2)?;
        let (spans, n_ticks) = spans(flat, method, &values)?;
        let marked = |slot: usize| -> Result<Vec<bool>, TraceReadError> {
            let mut marked = vec![false; values.len()];
            for value in flat.ints(method, slot)? {
                marked[index(value, values.len())?] = true;
            }
            Ok(marked)
        };
        let (is_input, is_output) = (marked(3)?, marked(4)?);
        let mut placed: Vec<(u32, bool, Value)> = Vec::new();
        for (number, &value) in values.iter().enumerate() {
            let Some(tensor) = tensor(flat, value, number)? else {
                continue;
            };
            let Some((memory, offset)) = tensor.place else {
                let reason = if tensor.has_data {
                    "constant"
                } else {
                    "tensor without a place"
                };
                left_out.add(reason, tensor.size, || tensor.name.clone());
                continue;
            };
            let is_outside = is_input[number] || tensor.has_data;
            let span = spans[number].or_else(|| {
                (is_outside || is_output[number]).then_some(Span {
                    first: 0,
                    last: 0,
                    is_written: true,
                })
            });
            let Some(span) = span else {
                left_out.add("tensor that nothing uses", tensor.size, || {
                    tensor.name.clone()
                });
                continue;
            };
            let begin = if is_outside { 0 } else { span.first };
            let end = if is_output[number] || tensor.has_data {
                n_ticks.max(begin + 1)
            } else {
                span.last + 1
            };
            placed.push((
                memory,
                is_outside || span.is_written,
                Value {
                    name: tensor.name,
                    size: tensor.size,
                    live: Lifetime::half_open(Tick(begin as i64), Tick(end as i64)),
                    offset,
                },
            ));
        }
        Ok(self.arenas_of(&name, &placed))
    }

    /// The memories that values are placed in; the values have their memories, and whether they are written first.
    fn arenas_of(&self, name: &str, placed: &[(u32, bool, Value)]) -> Vec<Arena> {
        let mut memories: Vec<u32> = placed.iter().map(|&(memory, ..)| memory).collect();
        memories.sort_stable();
        memories.dedup();
        let arena = |&memory: &u32| {
            let own = placed.iter().filter(|(of, ..)| *of == memory);
            let (is_written, mut values): (Vec<bool>, Vec<Value>) = own
                .map(|(_, is_written, value)| (*is_written, value.clone()))
                .unzip();
            let must = views(&mut values, &is_written);
            let is_one = memories.len() == 1;
            Arena {
                scope: if is_one {
                    name.to_owned()
                } else {
                    format!("{name} memory {memory}")
                },
                memory_space: (!is_one).then(|| memory.to_string()),
                alignment: (self.alignment).unwrap_or_else(|| arena::divisor(&values, ALIGNMENT)),
                must,
                did: Vec::new(),
                values,
                planner: Some("executorch"),
            }
        };
        memories.iter().map(arena).collect()
    }
}

/// The tensor of a value; `None` for other values.
fn tensor(flat: &Flat<'_>, value: Table, number: usize) -> Result<Option<Tensor>, TraceReadError> {
    const TENSOR: u8 = 5;
    let tensor = match flat.byte(value, 0)? {
        TENSOR => flat.table(value, 1)?,
        _ => None,
    };
    let Some(tensor) = tensor else {
        return Ok(None);
    };
    let kind = flat.byte(tensor, 0)?;
    let name = match flat.table(tensor, 9)? {
        Some(extra) => flat.text(extra, 1)?,
        None => String::new(),
    };
    let mut size = element_bytes(kind).ok_or_else(|| {
        let problem = format!("value {number} has elements of the unknown type {kind}");
        TraceReadError::refused("unsupported", problem)
    })?;
    for dimension in flat.ints(tensor, 2)? {
        let grown = u64::try_from(dimension)
            .ok()
            .and_then(|n| size.checked_mul(n));
        size = grown.ok_or_else(|| {
            let problem =
                format!("value {number} has a dimension of {dimension}, or more than 2^64 bytes");
            TraceReadError::refused(DAMAGED, problem)
        })?;
    }
    let place = match flat.table(tensor, 6)? {
        Some(place) => {
            let (low, high) = (flat.uint(place, 1)?, flat.uint(place, 2)?);
            Some((flat.uint(place, 0)?, u64::from(high) << 32 | u64::from(low)))
        }
        None => None,
    };
    Ok(Some(Tensor {
        name: if name.is_empty() {
            format!("v{number}")
        } else {
            name
        },
        size,
        place,
        has_data: flat.uint(tensor, 5)? != 0,
    }))
}

/// The bytes of an element, by the number of its type.
fn element_bytes(kind: u8) -> Option<u64> {
    Some(match kind {
        0 | 1 | 11..=13 | 16..=21 | 23..=26 => 1,
        2 | 5 | 15 | 22 | 27 => 2,
        3 | 6 | 8 | 14 | 28 => 4,
        4 | 7 | 9 | 29 => 8,
        10 => 16,
        _ => return None,
    })
}

fn index(value: i32, n_values: usize) -> Result<usize, TraceReadError> {
    let index = usize::try_from(value)
        .ok()
        .filter(|&index| index < n_values);
    index.ok_or_else(|| {
        let problem = format!("value {value} is used, but the method has {n_values} values");
        TraceReadError::refused(DAMAGED, problem)
    })
}

/// When each value is used, and the number of instructions.
fn spans(
    flat: &Flat<'_>,
    method: Table,
    values: &[Table],
) -> Result<(Vec<Option<Span>>, usize), TraceReadError> {
    let mut spans: Vec<Option<Span>> = vec![None; values.len()];
    let mut loops: Vec<(usize, usize)> = Vec::new();
    let mut tick = 0;
    for chain in flat.tables(method, 5)? {
        let start = tick;
        for instruction in flat.tables(chain, 2)? {
            let Some(call) = flat.table(instruction, 1)? else {
                tick += 1;
                continue;
            };
            let kind = flat.byte(instruction, 0)?;
            let used = match kind {
                // Calls of kernels and of delegates.
                KERNEL | 2 => flat.ints(call, 1)?,
                // Moves.
                3 => vec![flat.int(call, 0)?, flat.int(call, 1)?],
                // Jumps.
                4 => {
                    let target = usize::try_from(flat.int(call, 1)?).unwrap_or(0);
                    if target <= tick - start {
                        loops.push((start + target, tick));
                    }
                    vec![flat.int(call, 0)?]
                }
                // Ends of values.
                5 => vec![flat.int(call, 0)?],
                kind => {
                    let problem = format!("instruction {tick} is of the unknown kind {kind}");
                    return Err(TraceReadError::refused("unsupported", problem));
                }
            };
            let mut arguments = Vec::new();
            for value in used {
                let value = index(value, values.len())?;
                arguments.push((value, elements(flat, values, value)?));
            }
            // The last arguments of kernels are their results: one, or several and a list of them. Those of delegates
            // are unknown.
            let results = arguments.last().filter(|_| kind == KERNEL);
            let is_result = |value: usize| {
                results.is_some_and(|(last, elements)| *last == value || elements.contains(&value))
            };
            let at_end = arguments.iter().rev();
            let n_results = at_end.take_while(|argument| is_result(argument.0)).count();
            let n_read = arguments.len() - n_results;
            for (place, (value, elements)) in arguments.iter().enumerate() {
                for &value in [value].into_iter().chain(elements) {
                    let span = spans[value].get_or_insert(Span {
                        first: tick,
                        last: tick,
                        // What has no argument but its result may change it in place.
                        is_written: n_read != 0 && n_read <= place,
                    });
                    span.last = tick;
                }
            }
            tick += 1;
        }
    }
    extend_over_loops(&mut spans, loops);
    Ok((spans, tick))
}

/// Extends values that are used inside and outside of a loop over all of the loop.
fn extend_over_loops(spans: &mut [Option<Span>], mut loops: Vec<(usize, usize)>) {
    // Inner loops end before outer ones.
    loops.sort_stable_by_key(|&(begin, end)| (end, std::cmp::Reverse(begin)));
    for (begin, end) in loops {
        for span in spans.iter_mut().flatten() {
            let is_used = span.first <= end && begin <= span.last;
            if is_used && (span.first < begin || end < span.last) {
                (span.first, span.last) = (span.first.min(begin), span.last.max(end));
            }
        }
    }
}

/// A call of a kernel.
const KERNEL: u8 = 1;

/// The elements of a list of tensors. Those of optional lists may be absent.
fn elements(flat: &Flat<'_>, values: &[Table], value: usize) -> Result<Vec<usize>, TraceReadError> {
    let list = match flat.byte(values[value], 0)? {
        10 | 11 => flat.table(values[value], 1)?,
        _ => None,
    };
    let Some(list) = list else {
        return Ok(Vec::new());
    };
    let present = flat
        .ints(list, 0)?
        .into_iter()
        .filter(|&element| 0 <= element);
    present
        .map(|element| index(element, values.len()))
        .collect()
}

/// Joins values at one address that are live together, and those that nothing writes first with what was there before,
/// which lives on until then.
fn views(values: &mut [Value], is_written: &[bool]) -> Groups {
    let mut groups = Groups::new(values.len());
    let mut order: Vec<usize> = (0..values.len())
        .filter(|&at| values[at].size != 0)
        .collect();
    order.sort_stable_by_key(|&at| (values[at].offset, values[at].live.begin(), at));
    let mut last: Option<usize> = None;
    for at in order {
        let before = last.filter(|&last| values[last].offset == values[at].offset);
        last = Some(at);
        let Some(before) = before else {
            continue;
        };
        let (ends, live) = (values[before].live.end(), values[at].live);
        if !is_written[at] && ends < live.begin() {
            values[at].live = Lifetime::half_open(ends, live.end());
        }
        if !is_written[at] || live.begin() < ends {
            groups.join(before, at);
            if live.end() < ends {
                last = Some(before);
            }
        }
    }
    groups
}
