//! Replays what a run did, and compares it with what the model claims.

use memplan_memory_model::{HeapBytes, ObjectId, ObjectKind};
use std::collections::VecDeque;
use std::fmt;
use std::ops::Range;

use memplan_interp::{AllocationId, Event, Place, Touch};
use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::{allocates, callee, function_around};
use memplan_mlir::{Module, OpId, ValueDef, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::claims::{Claims, Point};

/// How often each kind of claim was put to the test.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) runs: u64,
    pub(super) names: u64,
    pub(super) accesses: u64,
    pub(super) frees: u64,
    pub(super) certain: u64,
    pub(super) same: u64,
    pub(super) distinct: u64,
    pub(super) apart: u64,
    pub(super) live: u64,
    pub(super) lifetimes: u64,
    pub(super) peaks: u64,
    pub(super) local: u64,
    pub(super) reading_calls: u64,
    pub(super) pending: u64,
    pub(super) waits: u64,
    pub(super) uses_of_jobs: u64,
    pub(super) earlier_frees: u64,
}

impl Counts {
    fn all(&mut self) -> [(&'static str, &mut u64); 17] {
        [
            ("runs", &mut self.runs),
            ("names", &mut self.names),
            ("accesses", &mut self.accesses),
            ("frees", &mut self.frees),
            ("certain overwrites", &mut self.certain),
            ("same", &mut self.same),
            ("distinct", &mut self.distinct),
            ("apart", &mut self.apart),
            ("live", &mut self.live),
            ("accesses in lifetimes", &mut self.lifetimes),
            ("bounds on peaks", &mut self.peaks),
            ("uses of local buffers", &mut self.local),
            ("calls that only read", &mut self.reading_calls),
            ("pending jobs", &mut self.pending),
            ("waits for jobs", &mut self.waits),
            ("accesses of jobs", &mut self.uses_of_jobs),
            ("frees that may come earlier", &mut self.earlier_frees),
        ]
    }

    pub(super) fn add(&mut self, other: &Self) {
        let mut other = *other;
        for ((_, ours), (_, theirs)) in self.all().into_iter().zip(other.all()) {
            *ours += *theirs;
        }
    }

    /// A claim that no program puts to the test is not tested.
    pub(super) fn assert_met(mut self) {
        for (what, n) in self.all() {
            assert!(*n > 0, "no {what}");
        }
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut counts = *self;
        let parts = counts.all().map(|(what, n)| format!("{n} {what}"));
        f.write_str(&parts.join(", "))
    }
}

/// An operation that runs.
struct Running {
    op: OpId,
    frame: usize,
    /// Allocations with this number or a higher one were made since it began.
    first_new: AllocationId,
    /// Whether it belongs to that frame.
    is_watched: bool,
    /// The job whose work it is a part of.
    body: Option<u32>,
    /// The accesses that were checked already.
    seen: FxHashSet<(AllocationId, Touch)>,
    /// The bytes that it read before it wrote them, and those that it wrote, if that is of interest.
    does: Option<Does>,
}

#[derive(Default)]
struct Does {
    read_first: FxHashMap<AllocationId, Vec<Range<u64>>>,
    written: FxHashMap<AllocationId, Vec<Range<u64>>>,
}

/// Work that a deferred operation started.
struct Job {
    op: OpId,
    /// The job in whose work it was started.
    within: Option<u32>,
    /// What the model calls its uses.
    used: Vec<AllocationId>,
    /// Allocations with this number or a higher one were made since its work began.
    first_new: AllocationId,
}

/// One execution of a function.
struct Frame {
    /// Known once something of it happens.
    function: Option<OpId>,
    /// Values that name memory now.
    names: FxHashMap<ValueId, Place>,
    /// The last values that got a name.
    recent: VecDeque<ValueId>,
    /// The objects that an allocation is, as this function knows it.
    objects: FxHashMap<AllocationId, Vec<ObjectId>>,
    /// The jobs whose work is not done, each with the operation of this function that started it.
    waiting: Vec<(OpId, u32)>,
}

/// The state of a run, as far as it was seen.
pub(super) struct Watch<'a, 'm> {
    m: &'m Module,
    claims: &'a mut Claims<'m>,
    running: Vec<Running>,
    frames: Vec<Frame>,
    sizes: FxHashMap<AllocationId, u64>,
    n_allocations: AllocationId,
    jobs: Vec<Job>,
    /// The jobs whose work is being done, the innermost last.
    working: Vec<u32>,
    /// The number of events so far.
    now: usize,
    /// When operations began for the last time.
    began: FxHashMap<OpId, usize>,
    /// When allocations were read or written for the last time.
    touched: FxHashMap<AllocationId, usize>,
    pub(super) counts: Counts,
    pub(super) lies: Vec<String>,
}

impl<'a, 'm> Watch<'a, 'm> {
    pub(super) fn new(m: &'m Module, claims: &'a mut Claims<'m>) -> Self {
        Self {
            m,
            claims,
            running: Vec::new(),
            frames: vec![Frame::new()],
            sizes: FxHashMap::default(),
            n_allocations: 0,
            jobs: Vec::new(),
            working: Vec::new(),
            now: 0,
            began: FxHashMap::default(),
            touched: FxHashMap::default(),
            counts: Counts {
                runs: 1,
                ..Counts::default()
            },
            lies: Vec::new(),
        }
    }

    /// Whether something happens in a function that the module only declares: it is what the call does.
    fn is_elsewhere(&self, event: &Event) -> bool {
        let m = self.m;
        match *event {
            Event::Begins(op) | Event::Ends(op) => m.is_erased(op),
            Event::Names(value, _) => match m.value_def(value) {
                ValueDef::Result { op, .. } => m.is_erased(op),
                ValueDef::Arg { block, .. } => m.block_region(block).is_none(),
                ValueDef::Forward => false,
            },
            _ => false,
        }
    }

    pub(super) fn see(&mut self, event: &Event) {
        self.now += 1;
        match event {
            event if self.is_elsewhere(event) => {}
            Event::Begins(op) => {
                self.began.insert(*op, self.now);
                let is_watched = self.begin(*op);
                let block = self.m.op_block(*op);
                let block = block.filter(|&block| self.m.first_op(block) == Some(*op));
                if let Some(block) = block.filter(|_| is_watched) {
                    self.check_pending(Point::AtStart(block), *op);
                }
            }
            Event::Ends(op) => {
                if self.end(*op) {
                    self.check_pending(Point::After(*op), *op);
                }
            }
            Event::Names(value, place) => self.name(*value, place),
            Event::Makes(allocation, size) => {
                self.sizes.insert(*allocation, *size);
                self.n_allocations = self.n_allocations.max(*allocation + 1);
            }
            Event::Touches(allocation, bytes, touch) if !self.running.is_empty() => {
                self.touch(*allocation, bytes, *touch);
            }
            Event::Touches(..) => {}
            Event::Defers(job) => self.defer(*job),
            Event::Works(job) => self.work(*job),
            Event::Finishes(job) => {
                self.end(self.jobs[*job as usize].op);
                assert_eq!(self.working.pop(), Some(*job));
                for frame in &mut self.frames {
                    frame.waiting.retain(|&(_, other)| other != *job);
                }
            }
        }
    }

    fn defer(&mut self, job: u32) {
        assert_eq!(self.jobs.len(), job as usize);
        let running = self.running.last().unwrap();
        let op = running.op;
        let frame = self.frames.last_mut().unwrap();
        let used = self.claims.used_by_jobs(op);
        let used = used.filter_map(|value| Some(frame.names.get(&value)?.allocation));
        self.jobs.push(Job {
            op,
            within: self.working.last().copied(),
            used: used.collect(),
            first_new: AllocationId::MAX,
        });
        if running.is_watched {
            frame.waiting.push((op, job));
        }
    }

    /// What waits for a job is known to wait, and only a job that may outlive its function runs after it.
    fn work(&mut self, job: u32) {
        let mut frames = self.frames.iter().enumerate();
        let starting = frames.find_map(|(at, frame)| {
            let waiting = frame.waiting.iter().find(|(_, waiting)| *waiting == job)?;
            Some((at, waiting.0))
        });
        if let Some((at, starter)) = starting {
            let mut running = self.running.iter().rev();
            let waiting = running.find(|running| {
                running.frame == at && running.is_watched && self.is_known_in(job, running.body)
            });
            if let Some(op) = waiting.map(|running| running.op) {
                self.counts.waits += 1;
                let ends = self.claims.waits(op, starter);
                if !ends && self.claims.is_pending(Point::After(op), starter) == Some(false) {
                    self.lie(op, format!("is not known to wait for job {job}"));
                }
            } else if !self.claims.may_outlive(starter) {
                self.lie(starter, format!("job {job} runs after the function"));
            }
        }
        self.working.push(job);
        self.begin(self.jobs[job as usize].op);
        self.jobs[job as usize].first_new = self.n_allocations;
    }

    /// Whether the body of a job proves anything about another job: only if the body started it.
    fn is_known_in(&self, job: u32, body: Option<u32>) -> bool {
        body.is_none() || self.jobs[job as usize].within == body
    }

    /// Jobs that did not run yet may be pending.
    fn check_pending(&mut self, point: Point, op: OpId) {
        let frame = self.frames.last().unwrap();
        if frame.waiting.is_empty() {
            return;
        }
        let body = self.working.last().copied();
        let mut lies = Vec::new();
        for &(starter, job) in &frame.waiting {
            if !self.is_known_in(job, body) {
                continue;
            }
            self.counts.pending += 1;
            if self.claims.is_pending(point, starter) == Some(false) {
                lies.push(format!(
                    "job {job} of {starter:?} is claimed done {point:?}"
                ));
            }
        }
        for lie in lies {
            self.lie(op, lie);
        }
    }

    /// Compares the bytes that a run held at once with the bounds.
    pub(super) fn finish(&mut self, entry: OpId, bytes: u64, padded: u64) {
        let Some(bounds) = self.claims.peak(entry) else {
            return;
        };
        self.counts.peaks += 1;
        let held = HeapBytes {
            bytes: bytes as i64,
            padded: padded as i64,
        };
        if !bounds.least.fits(held) || bounds.most.is_some_and(|most| !held.fits(most)) {
            self.lie(entry, format!("holds {held:?} at most, not {bounds:?}"));
        }
    }

    fn lie(&mut self, op: OpId, what: impl fmt::Display) {
        let name = self.m.op_name_text(op);
        let names = self.m.results(op).map(|value| format!("{value:?}"));
        let names: Vec<String> = names.collect();
        let operands = self.m.operands(op);
        self.lies
            .push(format!("{op:?} {name} {names:?} of {operands:?}: {what}"));
    }

    /// Something inside `op` comes: after a call began, in a new execution of a function. Returns whether it belongs to
    /// the execution that is watched: a job may run while another function waits for it.
    fn enter(&mut self, op: OpId) -> bool {
        let n_frames = self.frames.len();
        let calls = self.running.last().is_some_and(|running| {
            callee(self.m, running.op).is_some() && running.frame + 1 == n_frames
        });
        if calls {
            self.frames.push(Frame::new());
        }
        let is_function = self.m.has_trait(op, Traits::FUNCTION);
        let function = Some(op)
            .filter(|_| is_function)
            .or_else(|| function_around(self.m, op));
        let frame = self.frames.last_mut().unwrap();
        *frame.function.get_or_insert(function.unwrap()) == function.unwrap()
    }

    /// Returns whether the operation belongs to the execution that is watched.
    fn begin(&mut self, op: OpId) -> bool {
        let is_watched = self.enter(op);
        if is_watched {
            self.compare_names(op);
        }
        let wants_bytes = is_watched && self.claims.has_certain(op);
        self.running.push(Running {
            op,
            frame: self.frames.len() - 1,
            first_new: self.n_allocations,
            is_watched,
            body: self.working.last().copied(),
            seen: FxHashSet::default(),
            does: wants_bytes.then(Does::default),
        });
        is_watched
    }

    fn end(&mut self, op: OpId) -> bool {
        let running = self.running.pop().unwrap();
        assert_eq!(running.op, op);
        let left = self.frames.drain(running.frame + 1..);
        let left: Vec<(OpId, u32)> = left.flat_map(|frame| frame.waiting).collect();
        let stays = left
            .into_iter()
            .filter(|&(starter, _)| !self.claims.may_outlive(starter));
        let stays: Vec<(OpId, u32)> = stays.map(|(_, job)| (op, job)).collect();
        self.frames[running.frame].waiting.extend(stays);
        if let Some(does) = running.does {
            self.check_certain(op, &does);
        }
        if self.claims.only_reads(op) {
            self.counts.reading_calls += 1;
        }
        running.is_watched
    }

    fn check_certain(&mut self, op: OpId, does: &Does) {
        let frame = self.frames.last().unwrap();
        let mut lies = Vec::new();
        for value in self.claims.overwritten(op) {
            let Some(place) = frame.names.get(value) else {
                continue;
            };
            self.counts.certain += 1;
            if !place
                .bytes
                .iter()
                .all(|bytes| is_within(bytes, does.written.get(&place.allocation)))
            {
                lies.push(format!("does not overwrite all of {value:?}"));
            }
            let named = self
                .m
                .operands(op)
                .iter()
                .filter_map(|other| frame.names.get(other));
            let uses = named.filter(|other| other.allocation == place.allocation);
            let read = does.read_first.get(&place.allocation);
            if uses.count() == 1 && place.bytes.iter().any(|bytes| meets(bytes, read)) {
                lies.push(format!("reads {value:?} before it overwrites it"));
            }
        }
        for value in self.claims.whole_values(op) {
            let Some(place) = frame.names.get(&value) else {
                continue;
            };
            let whole = 0..self.sizes[&place.allocation];
            if !is_within(&whole, does.written.get(&place.allocation)) {
                lies.push(format!("does not overwrite all of the object of {value:?}"));
            }
        }
        for lie in lies {
            self.lie(op, lie);
        }
    }

    fn name(&mut self, value: ValueId, place: &Place) {
        let m = self.m;
        let maker = match m.value_def(value) {
            ValueDef::Result { op, .. } => Some(op),
            _ => None,
        };
        let own = self
            .running
            .last()
            .filter(|running| Some(running.op) == maker);
        let own = own.map(|own| (own.frame, own.first_new));
        if let Some((frame, _)) = own {
            self.frames.truncate(frame + 1);
        } else if !self.enter(place_of(m, value)) {
            return;
        }
        let is_new = own.is_some_and(|(_, first_new)| place.allocation >= first_new);
        let denoted = self.claims.denoted(value);
        let frame = self.frames.last_mut().unwrap();
        let objects = frame.objects.entry(place.allocation).or_default();
        let object = self.claims.object_of(value);
        let is_own = match maker {
            Some(op) => is_new && (allocates(m, op, value) || callee(m, op).is_some()),
            None => object.is_some_and(|id| self.claims.object(id).kind == ObjectKind::Argument),
        };
        if is_own {
            let ours = denoted.objects.iter().copied().filter(|&id| {
                let first = self.claims.object(id).value;
                first == Some(value)
                    || first.and_then(|first| m.defining_op(first)) == maker && maker.is_some()
            });
            for id in ours {
                if !objects.contains(&id) {
                    objects.push(id);
                }
            }
        }
        self.counts.names += 1;
        let is_there = objects.iter().any(|id| denoted.objects.contains(id));
        let may_be_outside = objects.is_empty()
            || objects.iter().any(|&id| {
                let object = self.claims.object(id);
                object.is_exposed() || object.is_outside()
            });
        let objects = objects.clone();
        let leaves = self.claims.unlisted_name(value, &objects);
        frame.names.insert(value, place.clone());
        frame.recent.retain(|&other| other != value);
        frame.recent.push_back(value);
        if frame.recent.len() > 12 {
            frame.recent.pop_front();
        }
        let op = place_of(m, value);
        if !(is_there || denoted.may_be_other && may_be_outside) {
            self.lie(op, format!("{value:?} names {objects:?}, not {denoted:?}"));
        }
        if let Some(buffer) = leaves {
            self.lie(
                op,
                format!(
                    "{value:?} is a name of {buffer:?}, which does not escape and has no such view"
                ),
            );
        }
    }

    /// Compares some values in scope with each other.
    fn compare_names(&mut self, op: OpId) {
        let frame = self.frames.last().unwrap();
        let mut lies = Vec::new();
        let in_scope = frame
            .recent
            .iter()
            .copied()
            .filter(|&value| self.claims.is_in_scope(value, op));
        let values: Vec<ValueId> = in_scope.collect();
        for (at, &a) in values.iter().enumerate() {
            for &b in &values[at + 1..] {
                let is_same = frame.names[&a].allocation == frame.names[&b].allocation;
                let (first, second) = (&frame.names[&a], &frame.names[&b]);
                let common = |one: &Range<u64>| meets(one, Some(&second.bytes));
                if !self.claims.may_overlap(a, b) {
                    self.counts.apart += 1;
                    if is_same && first.bytes.iter().any(common) {
                        lies.push(format!("{a:?} and {b:?} are claimed not to overlap"));
                    }
                }
                match self.claims.same(a, b) {
                    Some(claim) if claim != is_same => {
                        lies.push(format!(
                            "{a:?} and {b:?} are claimed to be in {} allocation",
                            if claim { "one" } else { "no one" }
                        ));
                    }
                    Some(true) => self.counts.same += 1,
                    Some(false) => self.counts.distinct += 1,
                    None => {}
                }
            }
        }
        for lie in lies {
            self.lie(op, lie);
        }
    }

    /// Nothing accesses a buffer from the place on where it may be freed.
    fn check_earlier_free(&mut self, allocation: AllocationId) {
        let op = self.running.last().map(|running| running.op);
        let place = op.and_then(|op| Some((op, self.claims.earlier_free(op)?)));
        let Some((op, place)) = place else { return };
        self.counts.earlier_frees += 1;
        let began = self.began.get(&place);
        if began.is_none_or(|began| self.touched.get(&allocation) > Some(began)) {
            self.lie(op, format!("cannot come in front of {place:?}"));
        }
    }

    fn touch(&mut self, allocation: AllocationId, bytes: &Range<u64>, touch: Touch) {
        match touch {
            Touch::Free => self.check_earlier_free(allocation),
            Touch::Read | Touch::Write => {
                self.touched.insert(allocation, self.now);
            }
        }
        let mut lies = Vec::new();
        if let Some(&job) = self.working.last() {
            let job = &self.jobs[job as usize];
            self.counts.uses_of_jobs += 1;
            if allocation < job.first_new && !job.used.contains(&allocation) {
                lies.push((job.op, String::from("the job has no such use")));
            }
        }
        let (mut inner_frame, n_running) = (usize::MAX, self.running.len());
        for at in (0..self.running.len()).rev() {
            let running = &mut self.running[at];
            if !running.is_watched {
                return;
            }
            if let Some(does) = &mut running.does {
                // What the operations of its body read is theirs.
                if at + 1 == n_running || touch == Touch::Write {
                    does.touch(allocation, bytes, touch);
                }
            }
            let is_innermost = running.frame != inner_frame;
            inner_frame = running.frame;
            // What a call makes for itself does not concern its caller.
            if callee(self.m, running.op).is_some() && allocation >= running.first_new {
                break;
            }
            if !running.seen.insert((allocation, touch)) {
                continue;
            }
            let frame = &self.frames[running.frame];
            // What an operation does to memory that it makes itself, before it has a name.
            let is_unnamed = !frame.objects.contains_key(&allocation);
            if is_unnamed && allocation >= running.first_new {
                continue;
            }
            let none = Vec::new();
            let objects = frame.objects.get(&allocation).unwrap_or(&none);
            let names = frame
                .names
                .iter()
                .filter(|(_, name)| name.allocation == allocation);
            let names = names.filter(|&(&value, _)| self.claims.is_in_scope(value, running.op));
            let met = |place: &Place| {
                place
                    .bytes
                    .iter()
                    .any(|own| meets(own, Some(&vec![bytes.clone()])))
            };
            let (names, met): (Vec<ValueId>, Vec<Option<ValueId>>) = names
                .map(|(&value, place)| (value, met(place).then_some(value)))
                .unzip();
            let met: Vec<ValueId> = met.into_iter().flatten().collect();
            let access = super::claims::Access {
                op: running.op,
                objects,
                names: &names,
                met: &met,
                touch,
                is_innermost,
            };
            match touch {
                Touch::Free => self.counts.frees += 1,
                Touch::Read | Touch::Write => self.counts.accesses += 1,
            }
            if let Some(lie) = self.claims.judge(&access, &mut self.counts) {
                lies.push((running.op, lie));
            }
        }
        for (op, lie) in lies {
            self.lie(
                op,
                format!("{touch:?} of allocation {allocation} {bytes:?}: {lie}"),
            );
        }
    }
}

impl Frame {
    fn new() -> Self {
        Self {
            function: None,
            names: FxHashMap::default(),
            recent: VecDeque::new(),
            objects: FxHashMap::default(),
            waiting: Vec::new(),
        }
    }
}

impl Does {
    fn touch(&mut self, allocation: AllocationId, bytes: &Range<u64>, touch: Touch) {
        let written = self.written.entry(allocation).or_default();
        match touch {
            Touch::Write => add(written, bytes),
            Touch::Read if !is_within(bytes, Some(written)) => {
                add(self.read_first.entry(allocation).or_default(), bytes);
            }
            Touch::Read | Touch::Free => {}
        }
    }
}

/// The operation that defines a value, or that has it as an argument of a region.
fn place_of(m: &Module, value: ValueId) -> OpId {
    let around = || m.block_parent(m.value_block(value)?);
    m.defining_op(value).or_else(around).unwrap()
}

/// Adds a range to sorted, disjoint ones.
fn add(ranges: &mut Vec<Range<u64>>, range: &Range<u64>) {
    let mut all = range.clone();
    ranges.retain(|other| {
        let touches = other.start <= all.end && all.start <= other.end;
        if touches {
            all = all.start.min(other.start)..all.end.max(other.end);
        }
        !touches
    });
    let at = ranges.partition_point(|other| other.start < all.start);
    ranges.insert(at, all);
}

fn is_within(range: &Range<u64>, ranges: Option<&Vec<Range<u64>>>) -> bool {
    range.is_empty()
        || ranges.is_some_and(|all| {
            all.iter()
                .any(|other| other.start <= range.start && range.end <= other.end)
        })
}

fn meets(range: &Range<u64>, ranges: Option<&Vec<Range<u64>>>) -> bool {
    ranges.is_some_and(|all| {
        all.iter()
            .any(|other| other.start < range.end && range.start < other.end)
    })
}
