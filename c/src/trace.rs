//! Traces that a caller builds or reads, and their schedules: the type `memplan_trace` of C.

use std::fmt::Write as _;

use memplan::{Context, Planned, TraceInput, check_schedule, plan_trace};
use memplan_planner::wire::{self, Format};
use memplan_planner::{
    Buffer, BufferId, BufferName, Bytes, Gap, InPlaceHint, InPlaceKind, Lifetime, LifetimeTrace,
    MemoryPlan, MemorySchedule, MemoryTraceScopes, Pool, PoolId, Relations, Tick,
};

use crate::answer::{Answer, Failure, Level, Message, Outcome, Status, Which, json_text};
use crate::settings::{Settings, context};

/// A record of a buffer, in the layout of C.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct Record {
    size: u64,
    align: u64,
    begin: i64,
    end: i64,
}

/// A trace that a caller builds. The first wrong call is the error of the call that plans the trace.
#[derive(Debug, Default)]
pub(crate) struct Draft {
    parts: Parts,
    failure: Option<Failure>,
}

/// The parts of a trace that calls change, and the others in the trace as it was read.
#[derive(Debug, Default)]
struct Parts {
    buffers: Vec<Buffer>,
    in_place: Vec<InPlaceHint>,
    capacity: Option<Bytes>,
    relations: Relations,
    rest: LifetimeTrace,
}

impl Parts {
    fn of(trace: LifetimeTrace) -> Self {
        Self {
            buffers: trace.buffers().to_vec(),
            in_place: trace.in_place().to_vec(),
            capacity: trace.capacity(),
            relations: trace.relations().clone(),
            rest: trace,
        }
    }

    fn trace(&self) -> Outcome<LifetimeTrace> {
        let mut builder = LifetimeTrace::builder(self.rest.scope());
        if let Some(symbols) = self.rest.symbolic() {
            let sizes = self.rest.ids().map(|id| symbols.size(id).clone());
            builder = builder.symbols(symbols.list().to_vec(), sizes.collect());
        }
        let builder = builder
            .memory_space(self.rest.memory_space().map(str::to_owned))
            .relations(self.relations.clone())
            .capacity(self.capacity)
            .buffers(self.buffers.iter().cloned())
            .in_place(self.in_place.iter().copied());
        Ok(builder.build()?)
    }

    fn id(&self, index: usize) -> Outcome<BufferId> {
        let n_buffers = self.buffers.len();
        let id = u32::try_from(index).ok().filter(|_| index < n_buffers);
        id.map(BufferId).ok_or_else(|| {
            let problem = format!("there is no buffer {index}: the trace has {n_buffers}");
            Failure::usage("no-buffer", problem)
        })
    }
}

/// Buffers of records, named by their parts. Linear.
fn buffers(records: &[Record]) -> impl Iterator<Item = Buffer> {
    let mut number = String::new();
    records.iter().enumerate().map(move |(index, record)| {
        number.clear();
        // Writing to a string does not fail.
        let _ = write!(number, "{index}");
        let live = Lifetime::half_open(Tick(record.begin), Tick(record.end));
        let mut buffer = Buffer::new(BufferName::from(number.as_str()), Bytes(record.size), live);
        buffer.align = Bytes(record.align.max(1));
        buffer
    })
}

/// 0 is no limit.
fn limit(capacity: u64) -> Option<Bytes> {
    (capacity > 0).then_some(Bytes(capacity))
}

/// Plans records.
pub(crate) fn plan_records(
    records: &[Record],
    capacity: u64,
    settings: &Settings,
) -> Outcome<Answer> {
    let trace = LifetimeTrace::builder("")
        .capacity(limit(capacity))
        .buffers(buffers(records));
    plan(trace.build()?, settings)
}

fn plan(trace: LifetimeTrace, settings: &Settings) -> Outcome<Answer> {
    let schedule = planned(&context(), &trace, settings)?.schedule;
    if trace.symbolic().is_none() {
        return Ok(Answer::scheduled(trace, schedule));
    }
    // Offsets are formulas.
    let scopes = MemoryTraceScopes {
        traces: vec![trace],
        ..MemoryTraceScopes::default()
    };
    let plan = MemoryPlan {
        schedules: vec![schedule],
        trace_hash: Some(wire::trace_hash(&scopes)?),
        ..MemoryPlan::default()
    };
    let text = json_text(wire::write_plan(&plan, Format::Json)?);
    Ok(Answer::default().with(Which::Plan, text))
}

/// The schedule of the planner that a caller chose, checked.
pub(crate) fn planned(
    context: &Context,
    trace: &LifetimeTrace,
    settings: &Settings,
) -> Outcome<Planned> {
    let chosen = context.planner(settings.job.planner_or_default())?;
    let mut options = settings.job.limits(settings.limits());
    options.alignment = chosen.alignment.max(settings.alignment());
    Ok(plan_trace(&*chosen.planner, trace, &options, None)?)
}

impl Settings {
    fn alignment(&self) -> Bytes {
        Bytes(self.job.alignment.unwrap_or(1))
    }
}

impl Draft {
    pub(crate) fn new(records: &[Record]) -> Self {
        let mut draft = Self::default();
        draft.change(|parts| {
            parts.buffers = buffers(records).collect();
            Ok(())
        });
        draft
    }

    pub(crate) fn failed(failure: Failure) -> Self {
        Self {
            failure: Some(failure),
            ..Self::default()
        }
    }

    /// The only trace of a file.
    pub(crate) fn read(name: &str, bytes: &[u8]) -> Outcome<Self> {
        let input = TraceInput::new(name, bytes);
        let file = context().read_traces(&input)?;
        let trace = only(&file.scopes.traces)?.clone();
        Ok(Self {
            parts: Parts::of(trace),
            failure: None,
        })
    }

    /// Changes a trace that nothing is wrong with yet.
    fn change(&mut self, change: impl FnOnce(&mut Parts) -> Outcome<()>) {
        if self.failure.is_none() {
            self.failure = change(&mut self.parts).err();
        }
    }

    fn change_buffer(&mut self, index: usize, change: impl FnOnce(&mut Buffer)) {
        self.change(|parts| {
            let id = parts.id(index)?;
            change(&mut parts.buffers[id.index()]);
            Ok(())
        });
    }

    pub(crate) fn name(&mut self, index: usize, name: Outcome<&str>) {
        match name {
            Ok(name) => self.change_buffer(index, |buffer| buffer.name = name.into()),
            Err(failure) => self.change(|_| Err(failure)),
        }
    }

    pub(crate) fn pin(&mut self, index: usize, offset: u64) {
        self.change_buffer(index, |buffer| buffer.pinned = Some(Bytes(offset)));
    }

    pub(crate) fn add_gap(&mut self, index: usize, begin: i64, end: i64) {
        self.change_buffer(index, |buffer| {
            let ticks = Lifetime::half_open(Tick(begin), Tick(end));
            buffer.gaps.push(Gap {
                ticks,
                window: None,
            });
        });
    }

    pub(crate) fn allow_in_place(&mut self, index: usize, other: usize) {
        self.change(|parts| {
            parts.in_place.push(InPlaceHint {
                buffer: parts.id(index)?,
                other: parts.id(other)?,
                kind: InPlaceKind::ZeroOffset,
            });
            Ok(())
        });
    }

    pub(crate) fn add_pool(&mut self, name: Outcome<&str>, capacity: u64, align: u64) {
        self.change(|parts| {
            parts.relations.pools.push(Pool {
                capacity: limit(capacity),
                align: Bytes(align.max(1)),
                ..Pool::new(name?)
            });
            Ok(())
        });
    }

    pub(crate) fn allow(&mut self, index: usize, pool: usize) {
        self.change(|parts| {
            let (id, n_buffers) = (parts.id(index)?, parts.buffers.len());
            let relations = &mut parts.relations;
            let n_pools = relations.pools.len();
            let number = u32::try_from(pool).ok().filter(|_| pool < n_pools);
            let number = number.ok_or_else(|| {
                let problem = format!("there is no pool {pool}: the trace has {n_pools}");
                Failure::usage("no-pool", problem)
            })?;
            relations.allowed.resize(n_buffers, Vec::new());
            relations.allowed[id.index()].push(PoolId(number));
            Ok(())
        });
    }

    /// Adds a relation of two buffers.
    pub(crate) fn relate(
        &mut self,
        index: usize,
        other: usize,
        add: impl FnOnce(&mut Relations, BufferId, BufferId),
    ) {
        self.change(|parts| {
            let (buffer, other) = (parts.id(index)?, parts.id(other)?);
            add(&mut parts.relations, buffer, other);
            Ok(())
        });
    }

    pub(crate) fn set_capacity(&mut self, capacity: u64) {
        self.change(|parts| {
            parts.capacity = limit(capacity);
            Ok(())
        });
    }

    fn check(&self) -> Outcome<()> {
        match &self.failure {
            Some(failure) => Err(failure.clone()),
            None => Ok(()),
        }
    }

    pub(crate) fn plan(&self, settings: &Settings) -> Outcome<Answer> {
        self.check()?;
        plan(self.parts.trace()?, settings)
    }

    /// Judges the offsets of a caller.
    pub(crate) fn judge(&self, offsets: &[u64], settings: &Settings) -> Outcome<Answer> {
        self.check()?;
        let trace = self.parts.trace()?;
        if trace.symbolic().is_some() {
            let problem = "offsets for a trace with symbols are formulas, not numbers";
            return Err(Failure::usage("symbolic-size", problem));
        }
        let (n_buffers, n_offsets) = (trace.len(), offsets.len());
        if n_buffers != n_offsets {
            let problem =
                format!("the trace has {n_buffers} buffers, but there are {n_offsets} offsets");
            return Err(Failure::usage("wrong-count", problem));
        }
        let offsets = offsets.iter().copied().map(Bytes).collect();
        let schedule = MemorySchedule::from_offsets(&trace, offsets, "user");
        if let Err(violations) = check_schedule(&trace, &schedule, settings.alignment()) {
            let violations = violations
                .iter()
                .map(|violation| violation.describe(&trace));
            let messages = violations.map(|text| Message::new(Level::Error, "violation", text));
            return Err(Failure {
                status: Status::No,
                messages: messages.collect(),
            });
        }
        let schedule = schedule.within(trace.capacity())?;
        Ok(Answer::scheduled(trace, schedule))
    }
}

fn only<T>(traces: &[T]) -> Outcome<&T> {
    match traces {
        [trace] => Ok(trace),
        traces => {
            let problem = format!("expected one trace, the file has {}", traces.len());
            Err(Failure::no("not-one-trace", problem))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Draft, Record};
    use crate::answer::{Answer, Outcome, Which};
    use crate::settings::Settings;

    fn record(size: u64, begin: i64, end: i64) -> Record {
        Record {
            size,
            align: 0,
            begin,
            end,
        }
    }

    fn problem(answer: Outcome<Answer>) -> String {
        let failure = answer.err().map(|failure| failure.messages[0].text.clone());
        failure.unwrap_or_default()
    }

    #[test]
    fn what_a_draft_says_is_planned() {
        let mut draft = Draft::new(&[record(64, 0, 10), record(32, 2, 4), record(64, 10, 11)]);
        draft.name(0, Ok("weights"));
        draft.add_gap(0, 1, 5);
        draft.pin(1, 0);
        draft.allow_in_place(2, 0);
        draft.set_capacity(64);
        let answer = draft.plan(&Settings::default()).unwrap();
        assert_eq!(answer.offsets(), [0, 0, 0]);
        assert!(answer.text(Which::Plan).starts_with('{'));
        draft.set_capacity(63);
        assert_eq!(
            problem(draft.plan(&Settings::default())),
            "`auto` needs 64 bytes, but the capacity is 63"
        );
        draft.pin(3, 0);
        draft.pin(7, 0);
        assert_eq!(
            problem(draft.plan(&Settings::default())),
            "there is no buffer 3: the trace has 3"
        );
    }

    #[test]
    fn pools_and_relations_are_planned() {
        let mut draft = Draft::new(&[record(8, 0, 4), record(8, 1, 3), record(8, 5, 6)]);
        draft.add_pool(Ok("fast"), 8, 0);
        draft.add_pool(Ok("slow"), 0, 16);
        draft.allow(0, 1);
        draft.relate(1, 2, |relations, a, b| relations.apart.push((a, b)));
        let answer = draft.plan(&Settings::default()).unwrap();
        assert_eq!(answer.pools()[0], 1);
        let place = |at: usize| (answer.pools()[at], answer.offsets()[at]);
        assert!(place(1) != place(2));
        draft.allow(2, 2);
        assert_eq!(
            problem(draft.plan(&Settings::default())),
            "there is no pool 2: the trace has 2"
        );
    }

    #[test]
    fn offsets_are_judged() {
        let draft = Draft::new(&[record(8, 0, 2), record(8, 1, 3)]);
        assert!(draft.judge(&[0, 8], &Settings::default()).is_ok());
        assert_eq!(
            problem(draft.judge(&[0, 4], &Settings::default())),
            "`0` and `1` share the bytes 4..8 at tick 1"
        );
        assert_eq!(
            problem(draft.judge(&[0], &Settings::default())),
            "the trace has 2 buffers, but there are 1 offsets"
        );
    }

    #[test]
    fn files_and_notations_are_read() {
        let read = |text: &str| Draft::read("file", text.as_bytes());
        let offsets = |text| {
            let answer = read(text).unwrap().plan(&Settings::default()).unwrap();
            answer.offsets().to_vec()
        };
        assert_eq!(offsets("a 0..2 8; b 2..4 8"), [0, 0]);
        assert_eq!(offsets("id,lower,upper,size\na,0,1,8\n"), [0]);
        assert_eq!(offsets("a 0..2 8; b 2..4 8\napart a b"), [0, 8]);
        let symbolic = "# symbol b 1..64 multiple 2\nid,lower,upper,size\nx,0,4,64*b\ny,2,6,16\n";
        let answer = read(symbolic).unwrap().plan(&Settings::default()).unwrap();
        assert!(answer.offsets().is_empty());
        assert!(answer.text(Which::Plan).contains("orientations"));
        let wrong = read("a 0..2 8\nb 1..x 8").unwrap_err();
        let wrong = &wrong.messages[0];
        assert_eq!(
            (wrong.line, &*wrong.text),
            (2, "line 2, column 1: the end `x` is not a number in range")
        );
    }
}
