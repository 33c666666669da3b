//! The events of a device, replayed: forward for lifetimes, backward for the memory that was reserved.

use std::collections::BTreeMap;

use memplan_planner::{Buffer, BufferName, Bytes, Lifetime, LifetimeTrace, MemorySchedule, Tick};
use memplan_support::Sort;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::arena::{contradiction, plain};

use super::{
    Action, BLOCK, Event, MISMATCH, Names, NodeId, Pickle, PoolId, Pools, Snapshot, TorchSnapshot,
    TraceReadError, Until, size_of,
};

/// The longest part of a path that is kept in a name, in bytes: many names may come from one text.
const MAX_PATH_BYTES: usize = 256;

/// A trace, and the schedule of the allocator, if it is known.
type Placed = (LifetimeTrace, Option<MemorySchedule>);

/// The traces of a device; none if it has no events.
pub(super) fn traces(
    snapshot: &Snapshot<'_>,
    device: usize,
    options: &TorchSnapshot,
    remarks: &mut Vec<String>,
) -> Result<Vec<Placed>, TraceReadError> {
    let events = &snapshot.events[device];
    let mut replay = Replay::new(events, options);
    for event in events {
        replay.event(event)?;
    }
    if replay.next_tick == 0 {
        return Ok(Vec::new());
    }
    replay.end(snapshot, device);
    if replay.n_other_sizes > 0 {
        remarks.push(format!(
            "{} frees have another size than their allocation, which counts",
            replay.n_other_sizes
        ));
    }
    let ranges = Ranges::new(snapshot, device);
    let mut names = Frames::default();
    let mut by_pool: BTreeMap<Option<PoolId>, Vec<Block>> = BTreeMap::new();
    replay.blocks.sort_stable_by_key(|block| block.begin);
    for block in replay.blocks {
        let pool = block.pool.filter(|_| options.pools == Pools::Split);
        by_pool.entry(pool).or_default().push(block);
    }
    let mut traces = Vec::new();
    let mut max_load = 0_u64;
    for (pool, blocks) in by_pool {
        let scope = match pool {
            None => format!("device{device}"),
            Some((0, number)) => format!("device{device}/pool{number}"),
            Some((owner, number)) => format!("device{device}/pool{owner}.{number}"),
        };
        let buffers = blocks.iter().enumerate().map(|(number, block)| {
            let name = match options.names {
                Names::Numbers => None,
                Names::Frames => names.name(&snapshot.pickle, block.frames)?,
            };
            let name = name.unwrap_or_else(|| BufferName::from(&*number.to_string()));
            Ok(block.buffer(name, options))
        });
        let buffers: Vec<Buffer> = buffers.collect::<Result<_, TraceReadError>>()?;
        let trace = LifetimeTrace::builder(scope).buffers(buffers).build()?;
        max_load = max_load.saturating_add(trace.max_load().0);
        remarks.extend(incomplete(&trace, &blocks));
        let offsets = blocks.iter().map(|block| ranges.offset(block.address));
        let schedule = match offsets.collect() {
            Some(offsets) => checked(&trace, offsets),
            None => Err("some buffers lie in no known segment".to_owned()),
        };
        let schedule = schedule.map_err(|problem| {
            let scope = trace.scope();
            remarks.push(format!(
                "{scope}: the plan of the allocator is left out: {problem}"
            ));
        });
        traces.push((trace, schedule.ok()));
    }
    remarks.extend(reserved(snapshot, device, max_load));
    Ok(traces)
}

/// The schedule of the allocator, or how it contradicts the lifetimes; it does if events are missing.
fn checked(trace: &LifetimeTrace, offsets: Vec<Bytes>) -> Result<MemorySchedule, String> {
    let schedule = MemorySchedule::from_offsets(trace, offsets, "pytorch");
    contradiction(trace, &schedule).map_or(Ok(schedule), Err)
}

/// A buffer of the allocator.
#[derive(Clone, Copy, Debug)]
struct Block {
    address: u64,
    size: u64,
    begin: i64,
    end: i64,
    pool: Option<PoolId>,
    frames: Option<NodeId>,
    is_from_before: bool,
}

impl Block {
    fn buffer(&self, name: BufferName, options: &TorchSnapshot) -> Buffer {
        let live = Lifetime::half_open(Tick(self.begin), Tick(self.end));
        Buffer {
            align: Bytes(BLOCK),
            ..Buffer::new(name, size_of(self.size, options.sizes), live)
        }
    }
}

/// The state after the events read so far.
struct Replay {
    /// The action that ends lifetimes.
    end: Action,
    until: Until,
    next_tick: i64,
    blocks: Vec<Block>,
    /// The positions of open blocks by address.
    open: FxHashMap<u64, usize>,
    /// All addresses of events.
    seen: FxHashSet<u64>,
    n_other_sizes: usize,
}

impl Replay {
    fn new(events: &[Event], options: &TorchSnapshot) -> Self {
        let has = |action: Action| events.iter().any(|event| event.action == action);
        let (wanted, other) = match options.until {
            Until::Completed => (Action::FreeCompleted, Action::FreeRequested),
            Until::Requested => (Action::FreeRequested, Action::FreeCompleted),
        };
        // A recording may lack one of the two actions.
        let end = if has(wanted) { wanted } else { other };
        Self {
            end,
            until: options.until,
            next_tick: 0,
            blocks: Vec::new(),
            open: FxHashMap::default(),
            seen: FxHashSet::default(),
            n_other_sizes: 0,
        }
    }

    fn event(&mut self, event: &Event) -> Result<(), TraceReadError> {
        let tick = self.next_tick;
        let mut block = Block {
            address: event.address,
            size: event.size,
            begin: tick,
            end: tick + 1,
            pool: event.pool,
            frames: event.frames,
            is_from_before: false,
        };
        if event.action == Action::Alloc {
            if self.open.insert(event.address, self.blocks.len()).is_some() {
                let problem = format!(
                    "event {} allocates the address 0x{:x}, which is not free",
                    event.index, event.address
                );
                return Err(TraceReadError::refused(MISMATCH, problem));
            }
            self.blocks.push(block);
        } else if event.action == self.end {
            let open = self.open.remove(&event.address);
            match open.and_then(|at| self.blocks.get_mut(at)) {
                Some(open) => {
                    open.end = tick;
                    self.n_other_sizes += usize::from(open.size != event.size);
                }
                None => {
                    (block.begin, block.end) = (0, tick.max(1));
                    block.is_from_before = true;
                    self.blocks.push(block);
                }
            }
        } else {
            return Ok(());
        }
        self.seen.insert(event.address);
        self.next_tick += 1;
        Ok(())
    }

    /// Ends what is still live, and adds what was live all the time.
    fn end(&mut self, snapshot: &Snapshot<'_>, device: usize) {
        for (at, block) in self.blocks.iter_mut().enumerate() {
            if self.open.get(&block.address) == Some(&at) {
                block.end = self.next_tick;
            }
        }
        let segments = snapshot.segments.iter();
        for segment in segments.filter(|segment| segment.device == device as u64) {
            for block in &segment.blocks {
                let is_gone = block.is_requested_free && self.until == Until::Requested;
                if is_gone || self.seen.contains(&block.address) {
                    continue;
                }
                self.blocks.push(Block {
                    address: block.address,
                    size: block.size,
                    begin: 0,
                    end: self.next_tick,
                    pool: segment.pool,
                    frames: block.frames,
                    is_from_before: true,
                });
            }
        }
    }
}

/// A remark where much of the load was allocated before the recording, which may have lost its first events.
fn incomplete(trace: &LifetimeTrace, blocks: &[Block]) -> Option<String> {
    let before = blocks.iter().zip(trace.buffers());
    let before = before.filter(|(block, _)| block.is_from_before);
    let before: u64 = before.map(|(_, buffer)| buffer.size.0).sum();
    (trace.max_load().0 / 2 < before).then(|| {
        format!(
            "{}: {before} bytes were allocated before the recording began, or its first events are lost: raise \
             `max_entries` of _record_memory_history",
            trace.scope()
        )
    })
}

/// Ranges of addresses that were reserved at any time, disjoint and in ascending order.
struct Ranges {
    /// Begin, end, and the bytes of all ranges below.
    ranges: Vec<(u64, u64, u64)>,
}

impl Ranges {
    fn new(snapshot: &Snapshot<'_>, device: usize) -> Self {
        let segments = snapshot.segments.iter();
        let segments = segments.filter(|segment| segment.device == device as u64);
        let is_segment = |event: &&Event| matches!(event.action, Action::Reserve | Action::Release);
        let events = snapshot.events[device].iter().filter(is_segment);
        let mut all: Vec<(u64, u64)> = segments
            .map(|segment| (segment.address, segment.size))
            .chain(events.map(|event| (event.address, event.size)))
            .map(|(address, size)| (address, address.saturating_add(size)))
            .collect();
        all.sort_stable();
        let mut ranges: Vec<(u64, u64, u64)> = Vec::new();
        for (begin, end) in all {
            match ranges.last_mut() {
                Some(last) if begin <= last.1 => last.1 = last.1.max(end),
                _ => {
                    let below = ranges.last().map_or(0, |last| last.2 + (last.1 - last.0));
                    ranges.push((begin, end, below));
                }
            }
        }
        Self { ranges }
    }

    /// The bytes below an address.
    fn offset(&self, address: u64) -> Option<Bytes> {
        let next = self.ranges.partition_point(|range| range.0 <= address);
        let &(begin, end, below) = self.ranges.get(next.checked_sub(1)?)?;
        (address <= end).then(|| Bytes(below + (address - begin)))
    }
}

/// The most bytes that the allocator reserved, compared with the max load.
fn reserved(snapshot: &Snapshot<'_>, device: usize, max_load: u64) -> Option<String> {
    let segments = snapshot.segments.iter();
    let segments = segments.filter(|segment| segment.device == device as u64);
    let mut now: i128 = segments.map(|segment| i128::from(segment.size)).sum();
    let mut peak = now;
    for event in snapshot.events[device].iter().rev() {
        match event.action {
            Action::Reserve => now -= i128::from(event.size),
            Action::Release => now += i128::from(event.size),
            Action::Alloc | Action::FreeRequested | Action::FreeCompleted => {}
        }
        peak = peak.max(now);
    }
    // A negative total means that segments and events contradict each other.
    (now >= 0 && peak > 0 && max_load > 0).then(|| {
        let waste = 100.0 * (peak as f64 / max_load as f64 - 1.0);
        format!(
            "device{device}: the allocator reserved {peak} bytes at the peak, {waste:.1} % above the load"
        )
    })
}

/// Names of stack traces, which many buffers share.
#[derive(Debug, Default)]
struct Frames(FxHashMap<NodeId, Option<BufferName>>);

impl Frames {
    /// The innermost frame that is not PyTorch's own.
    fn name(
        &mut self,
        pickle: &Pickle<'_>,
        frames: Option<NodeId>,
    ) -> Result<Option<BufferName>, TraceReadError> {
        let Some(frames) = frames else {
            return Ok(None);
        };
        if let Some(cached) = self.0.get(&frames) {
            return Ok(cached.clone());
        }
        let mut name = None;
        for frame in pickle.items(frames)?.unwrap_or_default() {
            let file = pickle.get(frame, "filename")?;
            let file = file.and_then(|file| pickle.text(file)).unwrap_or_default();
            let line = pickle.get(frame, "line")?;
            let line = line.and_then(|line| pickle.integer(line));
            let cut = file.len().saturating_sub(MAX_PATH_BYTES);
            let file = String::from_utf8_lossy(file.get(cut..).unwrap_or(file));
            if let Some(line) = line
                && !file.is_empty()
                && !file.contains("torch/")
            {
                name = Some(BufferName::from(&*format!("{}:{line}", plain(&file))));
                break;
            }
        }
        self.0.insert(frames, name.clone());
        Ok(name)
    }
}
