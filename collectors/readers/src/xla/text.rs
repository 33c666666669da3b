//! The text form: `*-buffer-assignment.txt` has sizes and offsets, `*-live-range.txt` closed ranges of ticks.
//!
//! The two are joined by the names of values. XLA lets two values share bytes in one way only: at the same
//! offset, the earlier one ends at the tick at which the later one begins.

use memplan_planner::{Lifetime, Tick};
use memplan_support::Sort;
use rustc_hash::FxHashMap;

use super::{
    ASSIGNMENT, ASSIGNMENT_HEAD, Arena, Assignment, Inclusion, LeftOutValues, MISMATCH, RANGES,
    RANGES_HEAD, TraceInput, TraceReadError, check_end, memory_space, module_name, scopes,
};
use crate::ErrorPlace;
use crate::arena::{Groups, Value};

/// The code of a file that needs another one.
const MISSING: &str = "missing-file";

/// The maximum number of takeovers, on average for each value.
const MAX_TAKEOVERS: usize = 8;

/// A file of the pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Ranges,
    Assignment,
}

impl Part {
    /// The part that begins like this.
    pub(super) fn of(head: &[u8]) -> Option<Self> {
        if head.starts_with(RANGES_HEAD) {
            Some(Self::Ranges)
        } else {
            head.starts_with(ASSIGNMENT_HEAD)
                .then_some(Self::Assignment)
        }
    }
}

/// A text with the name of its file, if it is not the one that the user named.
#[derive(Clone, Copy, Debug)]
struct File<'a> {
    name: Option<&'a str>,
    text: &'a str,
}

impl<'a> File<'a> {
    fn new(name: Option<&'a str>, bytes: &'a [u8]) -> Result<Self, TraceReadError> {
        let text = match std::str::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => {
                let before = bytes.get(..error.valid_up_to()).unwrap_or_default();
                let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
                let file = Self { name, text: "" };
                return Err(file.error(line, "syntax", "the text is not UTF-8"));
            }
        };
        Ok(Self { name, text })
    }

    fn error(self, line: usize, code: &'static str, problem: impl Into<String>) -> TraceReadError {
        TraceReadError::Refused {
            code,
            place: ErrorPlace {
                file: self.name.map(str::to_owned),
                line: Some(line),
                byte: None,
            },
            problem: problem.into(),
        }
    }

    /// The lines with their numbers, counted from 1.
    fn lines(self) -> impl Iterator<Item = (usize, &'a str)> {
        let lines = self.text.lines().enumerate();
        lines.map(|(index, line)| (index + 1, line))
    }
}

/// The traces of a pair of files.
pub(super) fn read(
    input: &TraceInput<'_>,
    part: Part,
    outputs: Inclusion,
) -> Result<Assignment, TraceReadError> {
    let Some((other_name, other)) = input.companion else {
        return Err(TraceReadError::refused(MISSING, missing(input, part)));
    };
    let own = File::new(None, input.bytes)?;
    let other = File::new(Some(other_name), other)?;
    let ((ranges, ranges_name), (assignment, ending)) = match part {
        Part::Ranges => ((own, input.name), (other, RANGES)),
        Part::Assignment => ((other, other_name), (own, ASSIGNMENT)),
    };
    let ranges = Ranges {
        live: live_ranges(ranges)?,
        name: ranges_name,
    };
    let allocations = allocations(assignment)?;
    let is_wanted = |allocation: &&Allocation<'_>| {
        let is_output = allocation.kind == Kind::Output;
        allocation.kind == Kind::Temporary || (is_output && outputs == Inclusion::Include)
    };
    let mut left_out = LeftOutValues::default();
    for allocation in allocations
        .iter()
        .filter(|allocation| !is_wanted(allocation))
    {
        let name = || format!("allocation {}", allocation.number);
        left_out.add(allocation.kind.words(), allocation.size, name);
    }
    let wanted: Vec<&Allocation<'_>> = allocations.iter().filter(is_wanted).collect();
    let scope = module_name(input, ending);
    let arenas = match outputs {
        Inclusion::Exclude => {
            let colours = wanted.iter();
            let colours = colours.map(|allocation| (allocation.number, allocation.colour));
            let arenas = wanted.iter().zip(scopes(scope, colours));
            arenas
                .map(|(allocation, scope)| arena(scope, &[(allocation, 0)], assignment, &ranges))
                .collect::<Result<_, _>>()?
        }
        Inclusion::Include if wanted.is_empty() => Vec::new(),
        Inclusion::Include => vec![arena(
            scope.to_owned(),
            &side_by_side(wanted),
            assignment,
            &ranges,
        )?],
    };
    Ok(Assignment {
        arenas,
        left_out,
        remarks: vec![
            "live ranges do not tell which values must share bytes: the plan is for comparison only"
                .to_owned(),
        ],
    })
}

/// Why a part cannot be read alone.
fn missing(input: &TraceInput<'_>, part: Part) -> String {
    let sibling = |own: &str, other: &str| {
        let stem = input.file_name().strip_suffix(own);
        stem.map_or_else(|| format!("*-{other}"), |stem| format!("{stem}{other}"))
    };
    match part {
        Part::Ranges => {
            let other = sibling(RANGES, ASSIGNMENT);
            format!("there is no {other} beside it: sizes and offsets are there")
        }
        Part::Assignment => {
            let other = sibling(ASSIGNMENT, RANGES);
            format!(
                "no live ranges, which are in {other}: compile with --xla_dump_buffer_assignment_analysis or \
                 --xla_dump_hlo_as_proto"
            )
        }
    }
}

/// A value by name and index: `("add.3", "{0}")`.
type Key<'a> = (&'a str, &'a str);

/// When values are live, both ends included.
#[derive(Debug)]
struct Ranges<'a> {
    live: FxHashMap<Key<'a>, (u32, u32)>,
    /// The name of the file.
    name: &'a str,
}

/// The live ranges: `    add.3{}:3-4` after the line `  BufferLiveRange:`.
fn live_ranges(file: File<'_>) -> Result<FxHashMap<Key<'_>, (u32, u32)>, TraceReadError> {
    let mut live = FxHashMap::default();
    let mut lines = file.lines();
    if !lines.by_ref().any(|(_, line)| line == "  BufferLiveRange:") {
        let n_lines = file.text.lines().count().max(1);
        return Err(file.error(n_lines, "syntax", "there is no line `  BufferLiveRange:`"));
    }
    for (number, line) in lines {
        let Some(range) = line.strip_prefix("    ") else {
            break;
        };
        let (key, begin, end) = live_range(range).ok_or_else(|| {
            let problem = format!("`{range}` is not a live range `NAME{{INDEX}}:FIRST-LAST`");
            file.error(number, "syntax", problem)
        })?;
        if live.insert(key, (begin, end)).is_some() {
            let problem = format!("value '{}{}' has two live ranges", key.0, key.1);
            return Err(file.error(number, MISMATCH, problem));
        }
    }
    Ok(live)
}

fn live_range(text: &str) -> Option<(Key<'_>, u32, u32)> {
    let (value, range) = text.rsplit_once(':')?;
    let (begin, end) = range.split_once('-')?;
    let (begin, end) = (begin.parse().ok()?, end.parse().ok()?);
    (begin <= end).then_some((key(value)?, begin, end))
}

/// A name with its last index.
fn key(text: &str) -> Option<Key<'_>> {
    let at = text.rfind('{').filter(|_| text.ends_with('}'))?;
    (at > 0).then(|| text.split_at(at))
}

/// The purpose of an allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Temporary,
    Output,
    Parameter,
    Constant,
    ThreadLocal,
}

impl Kind {
    fn words(self) -> &'static str {
        match self {
            Self::Temporary => "temporary allocation",
            Self::Output => "output allocation",
            Self::Parameter => "parameter allocation",
            Self::Constant => "constant allocation",
            Self::ThreadLocal => "thread-local allocation",
        }
    }
}

#[derive(Debug)]
struct Allocation<'a> {
    number: u64,
    size: u64,
    colour: u64,
    kind: Kind,
    values: Vec<Assigned<'a>>,
}

#[derive(Debug)]
struct Assigned<'a> {
    line: usize,
    id: u64,
    key: Key<'a>,
    size: u64,
    offset: u64,
}

/// The allocations, each followed by its values. The first other line ends them.
fn allocations(file: File<'_>) -> Result<Vec<Allocation<'_>>, TraceReadError> {
    let mut list: Vec<Allocation<'_>> = Vec::new();
    for (number, line) in file.lines().skip(1) {
        let error = |problem: &str| {
            let problem = format!("{problem}: `{}`", line.trim());
            file.error(number, "syntax", problem)
        };
        if let Some(text) = line.strip_prefix("allocation ") {
            let allocation = allocation(text);
            list.push(
                allocation.ok_or_else(|| error("expected `allocation N: size BYTES, ...:`"))?,
            );
        } else if let Some(text) = line.strip_prefix(" value: ") {
            let value = value(text, number);
            let value = value.ok_or_else(|| {
                error(
                    "expected ` value: <ID NAME{INDEX} @COLOUR> (size=BYTES,offset=BYTES): SHAPE`",
                )
            })?;
            let allocation = list.last_mut();
            let allocation = allocation.ok_or_else(|| error("a value before any allocation"))?;
            let name = format!("{}{}", value.key.0, value.key.1);
            let (within, limit) = (allocation.number, allocation.size);
            check_end(&name, value.size, value.offset, within, limit)
                .map_err(|problem| file.error(number, MISMATCH, problem))?;
            allocation.values.push(value);
        } else {
            break;
        }
    }
    Ok(list)
}

/// `3: size 16384, output shape is |f32[32,128]|, maybe-live-out:`
fn allocation(text: &str) -> Option<Allocation<'_>> {
    let (number, rest) = text.split_once(": size ")?;
    let rest = rest.strip_suffix(':')?;
    let (size, attributes) = rest.split_once(", ").unwrap_or((rest, ""));
    let mut allocation = Allocation {
        number: number.parse().ok()?,
        size: size.parse().ok()?,
        colour: 0,
        kind: Kind::Output,
        values: Vec::new(),
    };
    let mut kinds = Vec::new();
    // Shapes between bars hold blanks, commas and colons.
    for part in attributes.split('|').step_by(2) {
        for attribute in part.split(", ") {
            let attribute = attribute.trim_matches([',', ' ']);
            match attribute {
                "constant" => kinds.push(Kind::Constant),
                "thread-local" => kinds.push(Kind::ThreadLocal),
                "preallocated-temp" => kinds.push(Kind::Temporary),
                "maybe-live-out" => kinds.push(Kind::Output),
                _ if attribute.starts_with("parameter ") => kinds.push(Kind::Parameter),
                _ => {
                    if let Some(colour) = attribute.strip_prefix("color ") {
                        allocation.colour = colour.parse().ok()?;
                    }
                }
            }
        }
    }
    // A donated parameter is the caller's memory, although the output is in it.
    let order = [
        Kind::ThreadLocal,
        Kind::Parameter,
        Kind::Constant,
        Kind::Output,
        Kind::Temporary,
    ];
    allocation.kind = order.into_iter().find(|kind| kinds.contains(kind))?;
    Some(allocation)
}

/// `<67 fusion.1{0} (phi) @0> (size=16384,offset=0): f32[32,128]{1,0}`
fn value(text: &str, line: usize) -> Option<Assigned<'_>> {
    let (value, rest) = text.strip_prefix('<')?.split_once("> (size=")?;
    let (id, value) = value.split_once(' ')?;
    let (name, _) = value.rsplit_once(" @")?;
    let name = name.strip_suffix(" (phi)").unwrap_or(name);
    let (size, rest) = rest.split_once(",offset=")?;
    let (offset, _) = rest.split_once("): ")?;
    Some(Assigned {
        line,
        id: id.parse().ok()?,
        key: key(name).unwrap_or((name, "{}")),
        size: size.parse().ok()?,
        offset: offset.parse().ok()?,
    })
}

/// Allocations one after another. Those that need no padding after them come first.
fn side_by_side<'a>(mut wanted: Vec<&'a Allocation<'a>>) -> Vec<(&'a Allocation<'a>, u64)> {
    wanted.sort_stable_by_key(|allocation| {
        let needs_padding = !allocation.size.is_multiple_of(super::CPU_ALIGNMENT);
        (needs_padding, allocation.kind == Kind::Temporary)
    });
    let mut end = 0_u64;
    let place = |allocation: &'a Allocation<'a>| {
        let base = end.checked_next_multiple_of(super::CPU_ALIGNMENT);
        let base = base.unwrap_or(end);
        end = base.saturating_add(allocation.size);
        (allocation, base)
    };
    wanted.into_iter().map(place).collect()
}

/// The values of allocations at their bases as one arena.
fn arena(
    scope: String,
    allocations: &[(&Allocation<'_>, u64)],
    file: File<'_>,
    ranges: &Ranges<'_>,
) -> Result<Arena, TraceReadError> {
    let (mut values, mut ends, mut did) = (Vec::new(), Vec::new(), Vec::new());
    for &(allocation, base) in allocations {
        let first = values.len();
        for assigned in &allocation.values {
            let (name, index) = assigned.key;
            let Some(&(begin, end)) = ranges.live.get(&assigned.key) else {
                let problem = format!(
                    "value '{name}{index}' has no live range in {}: are both of one dump?",
                    ranges.name
                );
                return Err(file.error(assigned.line, MISMATCH, problem));
            };
            values.push(Value {
                name: format!("{name}{index}"),
                size: assigned.size,
                live: Lifetime::half_open(Tick(begin.into()), Tick(i64::from(end) + 1)),
                offset: base.saturating_add(assigned.offset),
            });
            ends.push(Closed {
                offset: assigned.offset,
                begin,
                end,
                id: assigned.id,
                index: ends.len(),
                is_empty: assigned.size == 0,
            });
        }
        takeovers(&ends[first..], &mut did).map_err(|()| {
            let problem = format!(
                "allocation {} has too many takeovers at one tick",
                allocation.number
            );
            TraceReadError::refused("malformed", problem)
        })?;
    }
    let colour = allocations.first().map_or(0, |(first, _)| first.colour);
    Ok(Arena {
        scope,
        memory_space: memory_space(colour),
        alignment: 1,
        must: Groups::new(values.len()),
        values,
        did,
        planner: Some("xla"),
    })
}

/// A value with closed live range, as [`takeovers`] compares it.
#[derive(Clone, Copy, Debug)]
struct Closed {
    offset: u64,
    begin: u32,
    end: u32,
    id: u64,
    /// Its position in the arena.
    index: usize,
    is_empty: bool,
}

/// Adds all pairs at one offset of which the later value begins at the tick at which the earlier one ends.
fn takeovers(values: &[Closed], did: &mut Vec<(usize, usize)>) -> Result<(), ()> {
    let mut values: Vec<Closed> = values
        .iter()
        .filter(|value| !value.is_empty)
        .copied()
        .collect();
    let limit = did.len() + MAX_TAKEOVERS * values.len();
    values.sort_stable_by_key(|value| (value.offset, value.begin, value.end, value.id));
    for (at, earlier) in values.iter().enumerate() {
        let rest = &values[at + 1..];
        let key = |value: &Closed| (value.offset, value.begin);
        let from = rest.partition_point(|value| key(value) < (earlier.offset, earlier.end));
        let later = rest[from..].iter();
        for later in later.take_while(|value| key(value) == (earlier.offset, earlier.end)) {
            did.push((later.index, earlier.index));
            if limit < did.len() {
                return Err(());
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Kind, allocation, key, live_range, value};

    #[test]
    fn attributes_of_allocations_are_read_around_shapes() {
        let kind = |text: &str| allocation(text).map(|read| (read.kind, read.size, read.colour));
        let tuple =
            "3: size 8, output shape is |(f32[2], constant, s32[]{:T(256)})|, maybe-live-out:";
        assert_eq!(kind(tuple), Some((Kind::Output, 8, 0)));
        assert_eq!(
            kind(
                "0: size 4, color 2, parameter 0, shape |f32[]| at ShapeIndex {}, maybe-live-out:"
            ),
            Some((Kind::Parameter, 4, 2))
        );
        assert_eq!(
            kind("1: size 4, preallocated-temp:"),
            Some((Kind::Temporary, 4, 0))
        );
        assert_eq!(kind("1: size x, constant:"), None);
        assert_eq!(kind("1: size 4:"), None);
    }

    #[test]
    fn names_may_hold_anything_but_the_last_index_counts() {
        assert_eq!(key("a.1{x}{0,1}"), Some(("a.1{x}", "{0,1}")));
        assert_eq!(key("{}"), None);
        assert_eq!(live_range("a-b:c{}:3-4"), Some((("a-b:c", "{}"), 3, 4)));
        assert_eq!(live_range("a{}:4-3"), None);
        let value_read = value(
            "<108 wide.tuple.2{1} (phi) @0> (size=16,offset=64): f32[4]{0}",
            7,
        )
        .unwrap();
        assert_eq!(value_read.key, ("wide.tuple.2", "{1}"));
        assert_eq!(
            (value_read.id, value_read.size, value_read.offset),
            (108, 16, 64)
        );
        assert_eq!(
            value("<5 neg.4 @0> (size=4,offset=0): f32[]", 1)
                .unwrap()
                .key,
            ("neg.4", "{}")
        );
    }
}
