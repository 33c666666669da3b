//! Reads programs of ExecuTorch (`.pte`): the tensors that it places before it runs, and where.
//!
//! Each memory of each method is a trace; the number of an instruction is its tick. Inputs are live from the first
//! instruction on, outputs to the last one, and state throughout: tensors with initial data or a name, and those that
//! are read before anything writes them, at bytes that no other tensor uses. Tensors that are live together at one
//! address are views of one buffer, and so is one that is read before anything writes it, of what was there before.
//! What an instruction in a loop shares with the outside is live throughout the loop, and what is moved to another
//! value until the last use of that. The offsets in the file are the
//! plan, and [`TraceReader::with_plan`] replaces them. Constants, and tensors whose memory the caller or a delegate
//! provides, are left out. Dimensions with an upper bound have that size.
//!
//! Source: pytorch/executorch, `schema/program.fbs`; fields have the numbers of its tables.

mod places;

use std::collections::BTreeMap;

use memplan_planner::{Lifetime, MemoryPlan, Tick};
use memplan_plugin::{Options, PluginInfo};
use memplan_support::Sort;
use places::Layout;
use rustc_hash::{FxHashMap, FxHashSet};

use super::arena::{self, Aliases, Arena, Groups, Traces, Value};
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

    fn plans(&self) -> Result<&'static str, &'static str> {
        Ok("the program with other offsets, and sizes of its memories")
    }

    fn read(&self, input: &TraceInput<'_>) -> Result<TraceFile, TraceReadError> {
        let methods = methods(input.bytes)?;
        let mut left_out = LeftOutValues::default();
        let mut traces = Traces::default();
        for method in &methods {
            for memory in self.memories(method, methods.len(), &mut left_out) {
                let invalid = "the memory plan in the file is not valid for these lifetimes";
                traces.add(memory.arena, Aliases::Fuse, invalid)?;
            }
        }
        Ok(traces.into_file(input, "executorch", &self.options().params(), left_out))
    }

    fn with_plan(
        &self,
        input: &TraceInput<'_>,
        plan: &MemoryPlan,
    ) -> Result<Vec<u8>, TraceReadError> {
        arena::check_plan(&self.read(input)?.scopes, plan)?;
        let old = methods(input.bytes)?;
        let mut new = old.clone();
        let mut schedules = plan.schedules.iter();
        for (method, new) in old.iter().zip(&mut new) {
            let memories = self.memories(method, old.len(), &mut LeftOutValues::default());
            for (memory, schedule) in memories.iter().zip(schedules.by_ref()) {
                for (&tensor, buffer) in memory.tensors.iter().zip(memory.arena.buffers()) {
                    if let Some(place) = new.place_mut(tensor) {
                        place.offset = schedule.offsets[buffer].0;
                    }
                }
            }
        }
        places::replace(input.bytes, &old, &new)
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

/// The methods of a program.
fn methods(bytes: &[u8]) -> Result<Vec<Method>, TraceReadError> {
    let flat = Layout::read(bytes)?.program(bytes);
    let methods = flat.tables(flat.root()?, METHODS)?;
    let read = |method| Method::read(&flat, method);
    methods.into_iter().map(read).collect()
}

/// The methods of a program.
const METHODS: usize = 1;

/// The values of a method.
const VALUES: usize = 2;

/// The place of a tensor.
const PLACE: usize = 6;

/// A method.
#[derive(Clone, PartialEq)]
struct Method {
    name: String,
    /// The tensor of each value; `None` for other values.
    tensors: Vec<Option<Tensor>>,
    spans: Vec<Option<Span>>,
    n_ticks: usize,
    is_input: Vec<bool>,
    is_output: Vec<bool>,
}

/// A tensor of a method.
#[derive(Clone, PartialEq)]
struct Tensor {
    name: String,
    size: u64,
    place: Option<Place>,
    has_data: bool,
    is_named: bool,
}

/// Where a tensor is.
#[derive(Clone, Copy, PartialEq)]
struct Place {
    memory: u32,
    /// In bytes.
    offset: u64,
}

/// The use of a value.
#[derive(Clone, Copy, PartialEq)]
struct Span {
    /// The first and the last instruction.
    first: usize,
    last: usize,
    /// Whether the first one certainly writes all of it before anything reads it.
    is_written: bool,
}

/// A memory of a method, and the value of each tensor in it.
struct Memory {
    arena: Arena,
    tensors: Vec<usize>,
}

/// A tensor in a memory.
struct Placed {
    tensor: usize,
    value: Value,
    is_written: bool,
    is_state: bool,
}

impl Method {
    fn read(flat: &Flat<'_>, method: Table) -> Result<Self, TraceReadError> {
        let values = flat.tables(method, VALUES)?;
        let uses = Uses::read(flat, method, &values)?;
        let marked = |slot: usize| -> Result<Vec<bool>, TraceReadError> {
            let mut marked = vec![false; values.len()];
            for value in flat.ints(method, slot)? {
                marked[index(value, values.len())?] = true;
            }
            Ok(marked)
        };
        let tensors = values.iter().enumerate();
        let outputs = marked(4)?.into_iter().enumerate();
        let outputs: FxHashSet<usize> = (outputs.filter(|(_, is_output)| *is_output))
            .map(|(value, _)| uses.moved.root(value))
            .collect();
        Ok(Self {
            name: flat.text(method, 0)?,
            is_input: marked(3)?,
            is_output: (0..values.len())
                .map(|value| outputs.contains(&uses.moved.root(value)))
                .collect(),
            spans: uses.spans,
            n_ticks: uses.n_ticks,
            tensors: tensors
                .map(|(number, &value)| tensor(flat, value, number))
                .collect::<Result<_, _>>()?,
        })
    }

    /// The place of a value, if it is a tensor that has one.
    fn place_mut(&mut self, value: usize) -> Option<&mut Place> {
        self.tensors.get_mut(value)?.as_mut()?.place.as_mut()
    }

    /// The tensors of each memory.
    fn placed(&self, left_out: &mut LeftOutValues) -> BTreeMap<u32, Vec<Placed>> {
        let mut memories: BTreeMap<u32, Vec<Placed>> = BTreeMap::new();
        for (number, tensor) in self.tensors.iter().enumerate() {
            let Some(tensor) = tensor else {
                continue;
            };
            let Some(place) = tensor.place else {
                let reason = if tensor.has_data {
                    "constant"
                } else {
                    "tensor without a place"
                };
                left_out.add(reason, tensor.size, || tensor.name.clone());
                continue;
            };
            let is_state = tensor.has_data || tensor.is_named;
            let is_outside = self.is_input[number] || is_state;
            let span = self.spans[number].or_else(|| {
                (is_outside || self.is_output[number]).then_some(Span {
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
            let end = if self.is_output[number] || is_state {
                self.n_ticks.max(begin + 1)
            } else {
                span.last + 1
            };
            memories.entry(place.memory).or_default().push(Placed {
                tensor: number,
                is_written: is_outside || span.is_written,
                is_state,
                value: Value {
                    name: tensor.name.clone(),
                    size: tensor.size,
                    live: ticks(begin, end),
                    offset: place.offset,
                },
            });
        }
        memories
    }
}

fn ticks(begin: usize, end: usize) -> Lifetime {
    Lifetime::half_open(Tick(begin as i64), Tick(end as i64))
}

impl Executorch {
    /// The memories of a method that can be planned.
    fn memories(
        &self,
        method: &Method,
        n_methods: usize,
        left_out: &mut LeftOutValues,
    ) -> Vec<Memory> {
        let memories = method.placed(left_out);
        let is_one = memories.len() == 1;
        let mut arenas = Vec::new();
        for (memory, mut placed) in memories {
            let must = views(&mut placed);
            mark_state(&mut placed, &must, method.n_ticks.max(1));
            // Methods may share the memory of their state, whose places must not differ.
            if n_methods > 1 && placed.iter().all(|placed| placed.is_state) {
                for Placed { value, .. } in placed {
                    left_out.add("state in a memory of its own", value.size, || value.name);
                }
                continue;
            }
            let tensors = placed.iter().map(|placed| placed.tensor).collect();
            let values: Vec<Value> = placed.into_iter().map(|placed| placed.value).collect();
            let arena = Arena {
                scope: if is_one {
                    method.name.clone()
                } else {
                    format!("{} memory {memory}", method.name)
                },
                memory_space: (!is_one).then(|| memory.to_string()),
                alignment: (self.alignment).unwrap_or_else(|| arena::divisor(&values, ALIGNMENT)),
                must,
                did: Vec::new(),
                values,
                planner: Some("executorch"),
            };
            arenas.push(Memory { arena, tensors });
        }
        arenas
    }
}

/// The table of the tensor that a value is; `None` for other values.
fn tensor_table(flat: &Flat<'_>, value: Table) -> Result<Option<Table>, TraceReadError> {
    const TENSOR: u8 = 5;
    match flat.byte(value, 0)? {
        TENSOR => flat.table(value, 1),
        _ => Ok(None),
    }
}

/// The tensor of a value; `None` for other values.
fn tensor(flat: &Flat<'_>, value: Table, number: usize) -> Result<Option<Tensor>, TraceReadError> {
    let Some(tensor) = tensor_table(flat, value)? else {
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
    let place = match flat.table(tensor, PLACE)? {
        Some(place) => {
            let (low, high) = (flat.uint(place, 1)?, flat.uint(place, 2)?);
            Some(Place {
                memory: flat.uint(place, 0)?,
                offset: u64::from(high) << 32 | u64::from(low),
            })
        }
        None => None,
    };
    Ok(Some(Tensor {
        is_named: !name.is_empty(),
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

/// When the values of a method are used.
struct Uses {
    spans: Vec<Option<Span>>,
    n_ticks: usize,
    /// Values that moves make one: the later value then is in the memory of the earlier one.
    moved: Groups,
}

impl Uses {
    fn read(flat: &Flat<'_>, method: Table, values: &[Table]) -> Result<Self, TraceReadError> {
        let mut spans: Vec<Option<Span>> = vec![None; values.len()];
        let mut moved = Groups::new(values.len());
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
                    3 => {
                        let (from, to) = (flat.int(call, 0)?, flat.int(call, 1)?);
                        moved.join(index(from, values.len())?, index(to, values.len())?);
                        vec![from, to]
                    }
                    // Jumps.
                    4 => {
                        let target = usize::try_from(flat.int(call, 1)?).ok();
                        let target = target.filter(|&target| target <= tick - start);
                        loops.extend(target.map(|target| (start + target, tick)));
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
                // The last arguments of kernels are their results: one, or several and a list of them. Those of
                // delegates are unknown.
                let results = arguments.last().filter(|_| kind == KERNEL);
                let is_result = |value: usize| {
                    results
                        .is_some_and(|(last, elements)| *last == value || elements.contains(&value))
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
        extend_over_moves(&mut spans, &moved, &loops);
        extend_over_loops(&mut spans, loops);
        Ok(Self {
            spans,
            n_ticks: tick,
            moved,
        })
    }
}

/// Extends values that are moved to the last use of what they become, and in programs with loops from the first one on.
fn extend_over_moves(spans: &mut [Option<Span>], moved: &Groups, loops: &[(usize, usize)]) {
    let mut ranges: FxHashMap<usize, (usize, usize)> = FxHashMap::default();
    for (value, span) in spans.iter().enumerate() {
        if let Some(span) = span {
            let range = ranges
                .entry(moved.root(value))
                .or_insert((span.first, span.last));
            *range = (range.0.min(span.first), range.1.max(span.last));
        }
    }
    for (value, span) in spans.iter_mut().enumerate() {
        if let Some(span) = span {
            let (first, last) = ranges[&moved.root(value)];
            span.last = last;
            if !loops.is_empty() {
                span.first = first;
            }
        }
    }
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
fn views(placed: &mut [Placed]) -> Groups {
    let mut groups = Groups::new(placed.len());
    let mut order: Vec<usize> = (0..placed.len())
        .filter(|&at| placed[at].value.size != 0)
        .collect();
    order.sort_stable_by_key(|&at| (placed[at].value.offset, placed[at].value.live.begin(), at));
    let mut last: Option<usize> = None;
    for at in order {
        let before = last.filter(|&last| placed[last].value.offset == placed[at].value.offset);
        last = Some(at);
        let Some(before) = before else {
            continue;
        };
        let (ends, live) = (placed[before].value.live.end(), placed[at].value.live);
        let is_written = placed[at].is_written;
        if !is_written && ends < live.begin() {
            placed[at].value.live = Lifetime::half_open(ends, live.end());
        }
        if !is_written || live.begin() < ends {
            groups.join(before, at);
            if live.end() < ends {
                last = Some(before);
            }
        }
    }
    groups
}

/// The bytes of a buffer in the plan of the file, and the first of its values.
struct Extent {
    begin: u64,
    end: u64,
    first: usize,
    is_state: bool,
}

/// Makes buffers live throughout that may hold state from call to call: those with state, and those that are read
/// before anything writes them, unless the plan in the file has another buffer at the same bytes.
fn mark_state(placed: &mut [Placed], must: &Groups, n_ticks: usize) {
    let mut buffers: BTreeMap<usize, Extent> = BTreeMap::new();
    for (
        at,
        Placed {
            value, is_state, ..
        },
    ) in placed.iter().enumerate()
    {
        let end = value.offset.saturating_add(value.size);
        let buffer = buffers.entry(must.root(at)).or_insert(Extent {
            begin: value.offset,
            end,
            first: at,
            is_state: false,
        });
        buffer.end = buffer.end.max(end);
        buffer.is_state |= is_state;
        if value.live.begin() < placed[buffer.first].value.live.begin() {
            buffer.first = at;
        }
    }
    let mut extents: Vec<Extent> = buffers.into_values().collect();
    extents.sort_stable_by_key(|extent| (extent.begin, extent.end));
    let starts = extents.iter().skip(1).map(|extent| Some(extent.begin));
    let mut below = 0;
    let mut is_state = vec![false; placed.len()];
    for (extent, next) in extents.iter().zip(starts.chain([None])) {
        let is_alone = below <= extent.begin && next.is_none_or(|next| extent.end <= next);
        below = below.max(extent.end);
        let first = extent.first;
        if extent.is_state || (is_alone && !placed[first].is_written) {
            placed[first].value.live = ticks(0, n_ticks);
            is_state[must.root(first)] = true;
        }
    }
    for (at, placed) in placed.iter_mut().enumerate() {
        placed.is_state = is_state[must.root(at)];
    }
}
