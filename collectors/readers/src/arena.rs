//! One arena of another tool: its values, which of them share bytes by intention, and their offsets.
//!
//! Tools list values; several of them can be one buffer. *Must*: the program is wrong unless they share an address
//! (loop-carried values, views, updates in place). *Did*: the tool chose to let the later value take over the earlier
//! one. Values that must share are always one buffer: of the largest size, live from the first to the last of them,
//! with gaps while none of them is live. An option decides how takeovers are handled.

use std::borrow::Cow;
use std::collections::BTreeSet;

use memplan_planner::{
    Buffer, BufferId, Bytes, Gap, InPlaceHint, InPlaceKind, Lifetime, LifetimeTrace, MemoryPlan,
    MemorySchedule, MemoryTraceScopes, ValidateOptions, validate, wire,
};
use memplan_plugin::{Field, Params};
use memplan_support::Sort;

use super::error::MISMATCH;
use super::{LeftOutValues, TraceFile, TraceInput, TraceReadError};

/// How to handle takeovers that the tool chose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Aliases {
    /// The two values are one buffer.
    #[default]
    Fuse,
    /// Two buffers and an in-place hint.
    Hints,
}

impl Aliases {
    /// The option, for all readers that have it.
    pub(super) fn field(&mut self) -> Field<'_> {
        const WORDS: &[(&str, Aliases)] = &[("fuse", Aliases::Fuse), ("hints", Aliases::Hints)];
        Field::word("aliases", self, WORDS).help(
            "Values that the tool put in place of others: `fuse` them into one buffer, or keep both with `hints`.",
        )
    }
}

/// Whether values of a kind are in traces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inclusion {
    /// They are.
    Include,
    /// They are left out and counted.
    Exclude,
}

impl Inclusion {
    /// The option of this name.
    pub(super) fn field(&mut self, name: &'static str) -> Field<'_> {
        const WORDS: &[(&str, Inclusion)] = &[
            ("include", Inclusion::Include),
            ("exclude", Inclusion::Exclude),
        ];
        Field::word(name, self, WORDS)
    }
}

/// The option `alignment`.
pub(super) fn alignment(alignment: &mut Option<u64>) -> Field<'_> {
    let show = |bytes: &Option<u64>| bytes.map_or_else(String::new, |bytes| bytes.to_string());
    let is_alignment = |bytes: &u64| bytes.is_power_of_two() && *bytes <= 1 << 30;
    let read = move |text: &str| match text {
        "" => Some(None),
        _ => text.parse().ok().filter(is_alignment).map(Some),
    };
    Field::read("alignment", alignment, show, read).expects("a power of two up to 2^30")
}

/// The longest name that is kept, in bytes.
const MAX_NAME_BYTES: usize = 1 << 16;

/// A name of another tool, cut to [`MAX_NAME_BYTES`], with control characters escaped.
pub(super) fn plain(name: &str) -> Cow<'_, str> {
    let starts = name.char_indices().map(|(start, _)| start);
    let cut = if name.len() > MAX_NAME_BYTES {
        starts.take_while(|&start| start <= MAX_NAME_BYTES).last()
    } else {
        None
    };
    let name = cut.and_then(|cut| name.get(..cut)).unwrap_or(name);
    if !name.contains(char::is_control) {
        return Cow::Borrowed(name);
    }
    let escaped = name.chars().map(|c| {
        if c.is_control() {
            c.escape_default().to_string()
        } else {
            c.to_string()
        }
    });
    Cow::Owned(escaped.collect())
}

/// A value of another tool.
#[derive(Clone, Debug)]
pub(super) struct Value {
    pub(super) name: String,
    pub(super) size: u64,
    pub(super) live: Lifetime,
    /// Where the tool put it; 0 where that is not known.
    pub(super) offset: u64,
}

/// One arena of another tool.
#[derive(Clone, Debug)]
pub(super) struct Arena {
    /// The name of the trace.
    pub(super) scope: String,
    pub(super) memory_space: Option<String>,
    /// The alignment of all buffers.
    pub(super) alignment: u64,
    /// The values, in the order of the source.
    pub(super) values: Vec<Value>,
    /// The values that must share their address.
    pub(super) must: Groups,
    /// Takeovers: the later value, then the earlier one.
    pub(super) did: Vec<(usize, usize)>,
    /// The planner of the offsets, if the values have offsets.
    pub(super) planner: Option<&'static str>,
}

impl Arena {
    /// The values in the order of their first ticks, then of the source.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.values.len()).collect();
        order.sort_stable_by_key(|&index| (self.values[index].live.begin(), index));
        order
    }

    /// The buffer of each value in the trace, if the tool put no value in place of another.
    pub(super) fn buffers(&self) -> Vec<usize> {
        let mut buffer_of = vec![None; self.values.len()];
        let mut n_buffers = 0;
        for index in self.order() {
            buffer_of[self.must.root(index)].get_or_insert_with(|| {
                n_buffers += 1;
                n_buffers - 1
            });
        }
        let values = 0..self.values.len();
        values
            .filter_map(|index| buffer_of[self.must.root(index)])
            .collect()
    }

    /// The trace, and the schedule of the tool. Buffers are in the order of their first ticks, then of the
    /// source, and have the names of their first values. `O(n log n)`.
    ///
    /// # Errors
    ///
    /// When values of one buffer have different offsets, or the buffers do not form a valid trace.
    pub(super) fn into_trace(
        mut self,
        aliases: Aliases,
    ) -> Result<(LifetimeTrace, Option<MemorySchedule>), TraceReadError> {
        if aliases == Aliases::Fuse {
            for (later, earlier) in std::mem::take(&mut self.did) {
                self.must.join(later, earlier);
            }
        }
        let order = self.order();
        let mut buffer_of_root: Vec<Option<usize>> = vec![None; self.values.len()];
        let mut buffers: Vec<Buffer> = Vec::new();
        let mut offsets: Vec<Option<Bytes>> = Vec::new();
        for index in order {
            let value = &self.values[index];
            let place = &mut buffer_of_root[self.must.root(index)];
            let at = *place.get_or_insert_with(|| {
                let mut buffer = Buffer::new(&*plain(&value.name), Bytes(0), value.live);
                buffer.align = Bytes(self.alignment);
                buffers.push(buffer);
                offsets.push(None);
                buffers.len() - 1
            });
            add(&mut buffers[at], &mut offsets[at], value)?;
        }
        let buffer_of = |index: usize| buffer_of_root[self.must.root(index)];
        let mut hints = BTreeSet::new();
        for &(later, earlier) in &self.did {
            if let (Some(later), Some(earlier)) = (buffer_of(later), buffer_of(earlier))
                && later != earlier
                && buffers[earlier].live.begin() <= buffers[later].live.begin()
            {
                hints.insert((id(later), id(earlier)));
            }
        }
        let trace = LifetimeTrace::builder(plain(&self.scope))
            .memory_space(self.memory_space)
            .buffers(buffers)
            .in_place(hints.iter().map(|&(buffer, other)| InPlaceHint {
                buffer,
                other,
                kind: InPlaceKind::ZeroOffset,
            }))
            .build()?;
        let schedule = self.planner.map(|planner| {
            let offsets = offsets.into_iter().map(Option::unwrap_or_default);
            let mut schedule = MemorySchedule::from_offsets(&trace, offsets.collect(), planner);
            for (buffer, other) in hints {
                match schedule.reuses.last_mut() {
                    Some((last, others)) if *last == buffer => others.push(other),
                    _ => schedule.reuses.push((buffer, vec![other])),
                }
            }
            schedule
        });
        Ok((trace, schedule))
    }
}

/// A position as an identifier. Traces are built of fewer than 2^32 buffers, or not at all.
fn id(index: usize) -> BufferId {
    BufferId(u32::try_from(index).unwrap_or(u32::MAX))
}

/// Adds a value to the buffer that it belongs to; values come in the order of their first ticks.
fn add(
    buffer: &mut Buffer,
    offset: &mut Option<Bytes>,
    value: &Value,
) -> Result<(), TraceReadError> {
    let ends = buffer.live.end();
    if ends < value.live.begin() {
        buffer.gaps.push(Gap {
            ticks: Lifetime::half_open(ends, value.live.begin()),
            window: None,
        });
    }
    let end = ends.max(value.live.end());
    buffer.live = Lifetime::half_open(buffer.live.begin(), end);
    buffer.size = buffer.size.max(Bytes(value.size));
    // A value of zero bytes has no offset.
    if value.size == 0 {
        return Ok(());
    }
    match *offset {
        Some(Bytes(first)) if first != value.offset => {
            let problem = format!(
                "values '{}' and '{}' must share their bytes, but are at offsets {first} and {}",
                buffer.name, value.name, value.offset
            );
            Err(TraceReadError::refused(MISMATCH, problem))
        }
        _ => {
            *offset = Some(Bytes(value.offset));
            Ok(())
        }
    }
}

/// The largest power of two up to `most`, itself one, of which the offsets of all values are multiples.
pub(super) fn divisor(values: &[Value], most: u64) -> u64 {
    let placed = values.iter().filter(|value| value.size > 0);
    let all = placed.fold(most, |all, value| all | value.offset);
    1 << all.trailing_zeros()
}

/// How the plan of a tool contradicts its lifetimes, if it does.
pub(super) fn contradiction(trace: &LifetimeTrace, schedule: &MemorySchedule) -> Option<String> {
    let violations = validate(trace, schedule, &ValidateOptions::default()).err()?;
    let first = violations.first();
    Some(first.map_or_else(String::new, |first| first.describe(trace)))
}

/// Rejects a plan that contradicts the lifetimes, with `what` before the contradiction.
pub(super) fn check(
    trace: &LifetimeTrace,
    schedule: &MemorySchedule,
    what: &str,
) -> Result<(), TraceReadError> {
    contradiction(trace, schedule).map_or(Ok(()), |problem| {
        let problem = format!("{what}: {problem}");
        Err(TraceReadError::refused(MISMATCH, problem))
    })
}

/// Rejects a plan that is for other traces than those of a file, or not valid for them.
pub(super) fn check_plan(
    scopes: &MemoryTraceScopes,
    plan: &MemoryPlan,
) -> Result<(), TraceReadError> {
    let is_other = plan.schedules.len() != scopes.traces.len()
        || plan.provenance.source_hash != scopes.provenance.source_hash
        || plan.trace_hash != wire::trace_hash(scopes).ok();
    if is_other {
        let problem = "the plan does not belong to the traces of this file";
        return Err(TraceReadError::refused(MISMATCH, problem));
    }
    let placed = scopes.traces.iter().zip(&plan.schedules);
    placed
        .into_iter()
        .try_for_each(|(trace, schedule)| check(trace, schedule, "the plan is not valid"))
}

/// The traces of arenas, and the schedules of the tool that are valid for them.
#[derive(Debug, Default)]
pub(super) struct Traces {
    traces: Vec<LifetimeTrace>,
    schedules: Vec<MemorySchedule>,
    /// Further facts for the user.
    pub(super) remarks: Vec<String>,
}

impl Traces {
    /// Adds the trace of an arena with the schedule of its tool, or with a remark that `plan` is left out.
    pub(super) fn add(
        &mut self,
        arena: Arena,
        aliases: Aliases,
        plan: &str,
    ) -> Result<(), TraceReadError> {
        let (trace, schedule) = arena.into_trace(aliases)?;
        if let Some(schedule) = schedule {
            match contradiction(&trace, &schedule) {
                None => self.schedules.push(schedule),
                Some(problem) => self.remarks.push(format!(
                    "{}: {plan} and is left out: {problem}",
                    trace.scope()
                )),
            }
        }
        self.traces.push(trace);
        Ok(())
    }

    /// The file that a reader with these options makes of its input.
    pub(super) fn into_file(
        self,
        input: &TraceInput<'_>,
        reader: &str,
        options: &Params,
        left_out: LeftOutValues,
    ) -> TraceFile {
        let scopes = input.scopes(reader, options, self.traces);
        TraceFile {
            left_out: left_out.0,
            remarks: self.remarks,
            ..TraceFile::new(scopes, self.schedules)
        }
    }
}

/// Disjoint sets of values.
#[derive(Clone, Debug, Default)]
pub(super) struct Groups(Vec<u32>);

impl Groups {
    /// One group for each of `n` values.
    pub(super) fn new(n: usize) -> Self {
        Self((0..n).map(|index| id(index).0).collect())
    }

    /// The representative of a group: its lowest value.
    pub(super) fn root(&self, index: usize) -> usize {
        let mut at = index;
        while let Some(&parent) = self.0.get(at)
            && parent as usize != at
        {
            at = parent as usize;
        }
        at
    }

    /// Joins the groups of two values.
    pub(super) fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.compressed_root(a), self.compressed_root(b));
        let (low, high) = (a.min(b), a.max(b));
        if let Some(parent) = self.0.get_mut(high) {
            *parent = id(low).0;
        }
    }

    /// The representative, with path compression.
    fn compressed_root(&mut self, index: usize) -> usize {
        let root = self.root(index);
        let mut at = index;
        while at != root
            && let Some(parent) = self.0.get_mut(at)
        {
            at = std::mem::replace(parent, id(root).0) as usize;
        }
        root
    }
}

#[cfg(test)]
mod tests {
    use memplan_planner::{Lifetime, Tick, ValidateOptions, validate};

    use super::{Aliases, Arena, Groups, Value, plain};

    fn arena(values: &[(&str, u64, i64, i64, u64)]) -> Arena {
        let value = |&(name, size, begin, end, offset): &(&str, u64, i64, i64, u64)| Value {
            name: name.to_owned(),
            size,
            live: Lifetime::half_open(Tick(begin), Tick(end)),
            offset,
        };
        Arena {
            scope: "s".to_owned(),
            memory_space: None,
            alignment: 1,
            values: values.iter().map(value).collect(),
            must: Groups::new(values.len()),
            did: Vec::new(),
            planner: Some("tool"),
        }
    }

    #[test]
    fn values_that_share_bytes_are_one_buffer_with_gaps() {
        let mut arena = arena(&[
            ("late", 8, 6, 9, 0),
            ("early", 4, 1, 3, 0),
            ("x", 4, 3, 6, 0),
        ]);
        arena.must.join(0, 1);
        let (trace, schedule) = arena.into_trace(Aliases::Fuse).unwrap();
        assert_eq!(trace.to_string(), "early 1..9 8 gap=3..6\nx 3..6 4");
        let schedule = schedule.unwrap();
        assert_eq!(
            validate(&trace, &schedule, &ValidateOptions::default()),
            Ok(())
        );
        assert_eq!(schedule.total_size.0, 8);
    }

    #[test]
    fn takeovers_are_fused_or_hinted() {
        let mut arena = arena(&[("a", 8, 0, 3, 0), ("b", 8, 2, 5, 0), ("c", 8, 2, 3, 8)]);
        arena.did.push((1, 0));
        let (trace, _) = arena.clone().into_trace(Aliases::Fuse).unwrap();
        assert_eq!(trace.to_string(), "a 0..5 8\nc 2..3 8");
        let (trace, schedule) = arena.into_trace(Aliases::Hints).unwrap();
        assert_eq!((trace.len(), trace.in_place().len()), (3, 1));
        assert_eq!(trace.least_load().0, 16);
        assert_eq!(
            validate(&trace, &schedule.unwrap(), &ValidateOptions::default()),
            Ok(())
        );
    }

    #[test]
    fn names_are_plain() {
        assert_eq!(plain("conv1/weights"), "conv1/weights");
        assert_eq!(plain("a\u{1b}[31mb\n"), "a\\u{1b}[31mb\\n");
        assert_eq!(plain(&"é".repeat(1 << 16)).len(), 1 << 16);
        assert_eq!(plain(&"e".repeat(1 << 16)).len(), 1 << 16);
    }

    #[test]
    fn a_buffer_is_at_one_place() {
        let mut arena = arena(&[
            ("a", 8, 0, 3, 0),
            ("empty", 0, 0, 9, 77),
            ("b", 8, 3, 5, 16),
        ]);
        arena.must.join(0, 2);
        arena.must.join(1, 2);
        assert_eq!(
            arena.into_trace(Aliases::Fuse).unwrap_err().to_string(),
            "values 'a' and 'b' must share their bytes, but are at offsets 0 and 16"
        );
    }
}
