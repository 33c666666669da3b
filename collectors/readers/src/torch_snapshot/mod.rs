//! Reads memory snapshots of PyTorch's CUDA allocator: the output of `torch.cuda.memory._dump_snapshot`.
//!
//! The pickle is read as data, and nothing in it is run. Each device is a trace. The tick is the number of
//! allocations and frees so far; sizes are those that were requested. Memory that was allocated before the recording
//! began is live from the first tick. The plan is what the allocator did: the offset of an address is the number of
//! bytes below it that were reserved at any time.

mod pickle;
mod replay;

use memplan_planner::Bytes;
use memplan_plugin::{Field, Options, PluginInfo};

use super::error::{DAMAGED, MISMATCH};
use super::{TraceFile, TraceInput, TraceReadError, TraceReader};
use pickle::{NodeId, Pickle};

/// The smallest block of the allocator, in bytes.
const BLOCK: u64 = 512;

/// Which event ends the lifetime of a buffer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Until {
    /// `free_completed`: the block may be reused.
    #[default]
    Completed,
    /// `free_requested`: the tensor is gone, although other streams may still use it.
    Requested,
}

/// How memory pools are treated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pools {
    /// One trace for each device.
    #[default]
    Joined,
    /// One trace for each pool of a device.
    Split,
}

/// How buffers are named.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Names {
    /// Their number.
    #[default]
    Numbers,
    /// The innermost stack frame outside of PyTorch, `FILE:LINE`.
    Frames,
}

/// Which sizes are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sizes {
    /// The bytes that were requested.
    #[default]
    Requested,
    /// Rounded up to the smallest block.
    Rounded,
}

/// The reader `torch-snapshot`: memory snapshots of PyTorch's CUDA allocator, the output of
/// `torch.cuda.memory._dump_snapshot`. The pickle is read as data, and nothing in it is run.
///
/// Each device is a trace. The tick is the number of allocations and frees so far; the plan is what the allocator
/// did. `O(n log n)`.
#[derive(Clone, Copy, Debug, Default)]
pub struct TorchSnapshot {
    /// Which event ends the lifetime of a buffer.
    pub until: Until,
    /// Which sizes are used.
    pub sizes: Sizes,
    /// How memory pools are treated.
    pub pools: Pools,
    /// How buffers are named.
    pub names: Names,
}

impl TorchSnapshot {
    /// The reader with default options.
    pub const DEFAULT: Self = Self {
        until: Until::Completed,
        sizes: Sizes::Requested,
        pools: Pools::Joined,
        names: Names::Numbers,
    };
}

const UNTIL: &[(&str, Until)] = &[
    ("completed", Until::Completed),
    ("requested", Until::Requested),
];
const POOLS: &[(&str, Pools)] = &[("join", Pools::Joined), ("split", Pools::Split)];
const NAMES: &[(&str, Names)] = &[("numbers", Names::Numbers), ("frames", Names::Frames)];

impl TraceReader for TorchSnapshot {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "torch-snapshot",
            aliases: &["pytorch"],
            summary: "Memory snapshots of PyTorch (`torch.cuda.memory._dump_snapshot`); the pickle is never run.",
            cost: "O(n log n)",
            source: "docs/book/src/guides/traces.md",
        }
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["pickle"]
    }

    fn recognises(&self, name: &str, head: &[u8]) -> bool {
        let has = |word: &[u8]| head.windows(word.len()).any(|window| window == word);
        let is_named = [".pickle", ".pkl"].iter().any(|end| name.ends_with(end));
        matches!(head, [0x80, 2..=5, ..]) && (is_named || has(b"segments") || has(b"device_traces"))
    }

    fn plans(&self) -> Result<&'static str, &'static str> {
        Err("the allocator of PyTorch places blocks while the program runs")
    }

    fn read(&self, input: &TraceInput<'_>) -> Result<TraceFile, TraceReadError> {
        let snapshot = Snapshot::read(input.bytes)?;
        let mut remarks = Vec::new();
        let (mut traces, mut schedules) = (Vec::new(), Vec::new());
        for device in 0..snapshot.events.len() {
            for (trace, schedule) in replay::traces(&snapshot, device, self, &mut remarks)? {
                schedules.extend(schedule);
                traces.push(trace);
            }
        }
        if traces.is_empty() {
            let problem = "the snapshot has no events: call torch.cuda.memory._record_memory_history() before the work";
            return Err(TraceReadError::refused("no-events", problem));
        }
        let scopes = input.scopes("torch-snapshot", &self.options().params(), traces);
        Ok(TraceFile {
            remarks,
            ..TraceFile::new(scopes, schedules)
        })
    }

    fn options(&self) -> Options<'_, dyn TraceReader> {
        Options::of(self, Self::DEFAULT, |reader| {
            vec![
                Field::word("until", &mut reader.until, UNTIL)
                    .help("End lifetimes where the block may be reused (`completed`) or where the tensor is gone (`requested`)."),
                Field::either("rounded", &mut reader.sizes, [Sizes::Requested, Sizes::Rounded])
                    .help("Round sizes up to the smallest block, 512 bytes."),
                Field::word("pools", &mut reader.pools, POOLS)
                    .help("One trace for each device (`join`), or for each memory pool of it (`split`)."),
                Field::word("names", &mut reader.names, NAMES)
                    .help("Name buffers by `numbers`, or by stack `frames`: the innermost one outside of PyTorch."),
            ]
        })
    }
}

/// The action of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Action {
    Alloc,
    FreeRequested,
    FreeCompleted,
    /// Memory from CUDA.
    Reserve,
    /// Memory back to CUDA.
    Release,
}

/// A memory pool other than the default one: owner and number.
type PoolId = (i64, i64);

/// An event of a device.
#[derive(Clone, Copy, Debug)]
struct Event {
    action: Action,
    /// Its position among the events of the device, counted from 0.
    index: usize,
    address: u64,
    size: u64,
    pool: Option<PoolId>,
    frames: Option<NodeId>,
}

/// Memory that CUDA gave to the allocator and that it has at the end.
#[derive(Clone, Debug)]
struct Segment {
    device: u64,
    address: u64,
    size: u64,
    pool: Option<PoolId>,
    blocks: Vec<Block>,
}

/// A block of a segment that is in use at the end.
#[derive(Clone, Copy, Debug)]
struct Block {
    address: u64,
    size: u64,
    /// Whether its tensor is freed.
    is_requested_free: bool,
    frames: Option<NodeId>,
}

/// The parts of a snapshot that a trace needs.
struct Snapshot<'a> {
    pickle: Pickle<'a>,
    segments: Vec<Segment>,
    /// By device.
    events: Vec<Vec<Event>>,
}

impl<'a> Snapshot<'a> {
    fn read(bytes: &'a [u8]) -> Result<Self, TraceReadError> {
        let pickle = Pickle::load(bytes)?;
        let root = pickle.root();
        let list = |name: &str| match pickle.get(root, name)? {
            Some(node) => list_of(&pickle, node, name),
            None => Err(malformed(format!(
                "the pickle has no key `{name}`, which snapshots have"
            ))),
        };
        let mut segments = Vec::new();
        for (index, &segment) in list("segments")?.iter().enumerate() {
            segments.push(read_segment(&pickle, segment, index)?);
        }
        let mut events = Vec::new();
        for (device, &trace) in list("device_traces")?.iter().enumerate() {
            let place = format!("device_traces[{device}]");
            let mut of_device = Vec::new();
            for (index, &event) in list_of(&pickle, trace, &place)?.iter().enumerate() {
                of_device.extend(read_event(&pickle, event, index, &place)?);
            }
            events.push(of_device);
        }
        Ok(Self {
            pickle,
            segments,
            events,
        })
    }
}

fn malformed(problem: String) -> TraceReadError {
    TraceReadError::Malformed { problem }
}

fn list_of(pickle: &Pickle<'_>, id: NodeId, place: &str) -> Result<Vec<NodeId>, TraceReadError> {
    pickle
        .items(id)?
        .ok_or_else(|| malformed(format!("`{place}` is not a list")))
}

/// The value of a key as an integer that is not negative; `None` if the key is missing.
fn number(
    pickle: &Pickle<'_>,
    id: NodeId,
    key: &str,
    place: &str,
) -> Result<Option<u64>, TraceReadError> {
    let Some(node) = pickle.get(id, key)? else {
        return Ok(None);
    };
    let number = pickle.integer(node).and_then(|n| u64::try_from(n).ok());
    match number {
        Some(number) => Ok(Some(number)),
        None => Err(malformed(format!(
            "`{key}` of `{place}` is not a whole number of at least 0"
        ))),
    }
}

fn required(
    pickle: &Pickle<'_>,
    id: NodeId,
    key: &str,
    place: &str,
) -> Result<u64, TraceReadError> {
    number(pickle, id, key, place)?
        .ok_or_else(|| malformed(format!("`{place}` has no number `{key}`")))
}

fn pool(pickle: &Pickle<'_>, id: NodeId, key: &str) -> Result<Option<PoolId>, TraceReadError> {
    let Some(node) = pickle.get(id, key)? else {
        return Ok(None);
    };
    let pair = pickle.items(node)?.unwrap_or_default();
    Ok(match *pair {
        [owner, number] => {
            let pool = pickle.integer(owner).zip(pickle.integer(number));
            pool.filter(|&pool| pool != (0, 0))
        }
        _ => None,
    })
}

fn read_segment(pickle: &Pickle<'_>, id: NodeId, index: usize) -> Result<Segment, TraceReadError> {
    let place = format!("segments[{index}]");
    let mut segment = Segment {
        device: required(pickle, id, "device", &place)?,
        address: required(pickle, id, "address", &place)?,
        size: required(pickle, id, "total_size", &place)?,
        pool: pool(pickle, id, "segment_pool_id")?,
        blocks: Vec::new(),
    };
    let Some(blocks) = pickle.get(id, "blocks")? else {
        return Err(malformed(format!("`{place}` has no list `blocks`")));
    };
    let mut next = segment.address;
    for (index, &block) in list_of(pickle, blocks, &format!("{place}.blocks"))?
        .iter()
        .enumerate()
    {
        let place = format!("{place}.blocks[{index}]");
        let size = required(pickle, block, "size", &place)?;
        let address = number(pickle, block, "address", &place)?.unwrap_or(next);
        next = address.saturating_add(size);
        let state = pickle
            .get(block, "state")?
            .and_then(|state| pickle.text(state));
        let is_requested_free = match state {
            Some(b"active_allocated") => false,
            Some(b"active_pending_free" | b"active_awaiting_free") => true,
            Some(b"inactive") => continue,
            _ => return Err(malformed(format!("the state of `{place}` is not known"))),
        };
        segment.blocks.push(Block {
            address,
            size: number(pickle, block, "requested_size", &place)?.unwrap_or(size),
            is_requested_free,
            frames: pickle.get(block, "frames")?,
        });
    }
    Ok(segment)
}

/// An event; `None` if its action does not concern memory.
fn read_event(
    pickle: &Pickle<'_>,
    id: NodeId,
    index: usize,
    device: &str,
) -> Result<Option<Event>, TraceReadError> {
    let place = || format!("{device}[{index}]");
    let action = pickle
        .get(id, "action")?
        .and_then(|action| pickle.text(action));
    let action = match action {
        Some(b"alloc") => Action::Alloc,
        Some(b"free_requested") => Action::FreeRequested,
        Some(b"free_completed") => Action::FreeCompleted,
        Some(b"segment_alloc" | b"segment_map") => Action::Reserve,
        Some(b"segment_free" | b"segment_unmap") => Action::Release,
        Some(_) => return Ok(None),
        None => return Err(malformed(format!("`{}` has no text `action`", place()))),
    };
    Ok(Some(Event {
        action,
        index,
        address: required(pickle, id, "addr", &place())?,
        size: required(pickle, id, "size", &place())?,
        pool: pool(pickle, id, "pool_id")?,
        frames: pickle.get(id, "frames")?,
    }))
}

/// The size that a buffer has.
fn size_of(size: u64, sizes: Sizes) -> Bytes {
    match sizes {
        Sizes::Requested => Bytes(size),
        Sizes::Rounded => Bytes(size.checked_next_multiple_of(BLOCK).unwrap_or(size)),
    }
}
