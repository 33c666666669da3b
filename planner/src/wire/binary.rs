//! `.mtrace` and `.mplan`: magic, version, length, checksum, and then bincode.
//!
//! | bytes | content |
//! | --- | --- |
//! | 8 | magic: a byte above 127, the kind, a line end that text tools would change |
//! | 4 | version, little endian |
//! | 8 | length of the payload, little endian |
//! | 8 | XXH3 of the payload, 64 bits, little endian |
//! | rest | the payload |
//!
//! In version 2, the payload is the length of a whole file of version 1, that file, and a section of which the writer
//! alone knows the meaning: see [`super::extend`].
//!
//! In version 3, of traces with relations and of their plans, the payload is the JSON document: what such files are
//! large by is lists of numbers, which are as long in either form.
//!
//! The codec is used here only and could be swapped with a new version number. Strings are borrowed
//! from the input while it is decoded, so a claimed length allocates nothing.

use std::borrow::Cow;

use bincode::config::{Configuration, Limit, LittleEndian, Varint};
use serde::{Deserialize, Serialize, Serializer};
use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

use super::{FORMAT_VERSION, WireError, json};
use crate::{
    BoundRule, Buffer, BufferId, ByteWindow, Bytes, Gap, InPlaceHint, InPlaceKind, Lifetime,
    LifetimeTrace, MemoryPlan, MemorySchedule, MemoryTraceScopes, Optimality, Provenance, Tick,
    Units,
};

const TRACE_MAGIC: &[u8; 8] = b"\x89mtrace\n";
const PLAN_MAGIC: &[u8; 8] = b"\x89mplan\r\n";
const HEADER_BYTES: usize = 28;

/// The version of files with a section, which readers of plain files refuse.
const EXTENDED_VERSION: u32 = 2;

/// The version of files with relations.
const WRAPPED_VERSION: u32 = 3;

/// The decoder stops with an error beyond this many bytes.
const DECODE_LIMIT: usize = if super::MAX_INPUT_BYTES < usize::MAX as u64 {
    super::MAX_INPUT_BYTES as usize
} else {
    usize::MAX // 32 bits
};

fn config() -> Configuration<LittleEndian, Varint, Limit<DECODE_LIMIT>> {
    bincode::config::standard().with_limit::<DECODE_LIMIT>()
}

#[derive(Serialize, Deserialize)]
struct WireTraces<'a> {
    #[serde(borrow)]
    provenance: WireProvenance<'a>,
    #[serde(borrow)]
    traces: Vec<WireTrace<'a>>,
}

#[derive(Serialize, Deserialize)]
struct WireProvenance<'a> {
    collector: &'a str,
    options: &'a str,
    source_hash: u128,
    source_name: &'a str,
}

#[derive(Serialize, Deserialize)]
struct WireTrace<'a> {
    scope: &'a str,
    memory_space: Option<&'a str>,
    capacity: Option<u64>,
    #[serde(
        serialize_with = "write_buffers",
        deserialize_with = "super::buffers::deserialize::<WireBuffer, _>"
    )]
    buffers: Cow<'a, [Buffer]>,
    in_place: Vec<WireHint>,
}

#[derive(Serialize, Deserialize)]
struct WireBuffer<'a> {
    name: &'a str,
    begin: i64,
    end: i64,
    size: u64,
    align: u64,
    gaps: Vec<WireGap>,
    pinned: Option<u64>,
    hint: Option<u64>,
}

#[derive(Serialize, Deserialize)]
struct WireGap {
    begin: i64,
    end: i64,
    window: Option<(u64, u64)>,
}

#[derive(Serialize, Deserialize)]
struct WireHint {
    buffer: u32,
    other: u32,
    kind: WireKind,
}

#[derive(Serialize, Deserialize)]
enum WireKind {
    Free,
    ZeroOffset,
}

#[derive(Serialize, Deserialize)]
struct WirePlan<'a> {
    #[serde(borrow)]
    provenance: WireProvenance<'a>,
    trace_hash: u128,
    #[serde(borrow)]
    schedules: Vec<WireSchedule<'a>>,
}

#[derive(Serialize, Deserialize)]
struct WireSchedule<'a> {
    planner: &'a str,
    total_size: u64,
    offsets: Vec<u64>,
    reuses: Vec<(u32, Vec<u32>)>,
    work: u64,
    optimality: WireOptimality,
    bound_rule: Option<&'a str>,
}

#[derive(Serialize, Deserialize)]
enum WireOptimality {
    Optimal,
    LowerBound(u64),
    Unknown,
}

pub(super) fn is_binary(bytes: &[u8]) -> bool {
    bytes.starts_with(TRACE_MAGIC) || bytes.starts_with(PLAN_MAGIC)
}

pub(super) fn is_plan(bytes: &[u8]) -> bool {
    bytes.starts_with(PLAN_MAGIC)
}

pub(super) fn read_trace(bytes: &[u8]) -> Result<MemoryTraceScopes, WireError> {
    if version_of(bytes) == Some(WRAPPED_VERSION) {
        return json::read_trace(payload_of_version(bytes, TRACE_MAGIC, WRAPPED_VERSION)?);
    }
    let wire: WireTraces<'_> = decode(payload(bytes, TRACE_MAGIC)?)?;
    let traces = wire.traces.into_iter().enumerate();
    Ok(MemoryTraceScopes {
        traces: traces
            .map(|(index, trace)| trace.check(index))
            .collect::<Result<_, _>>()?,
        provenance: wire.provenance.into_core(),
    })
}

pub(super) fn write_trace(scopes: &MemoryTraceScopes) -> Result<Vec<u8>, WireError> {
    if super::has_relations(scopes) {
        let document = json::write_trace(scopes)?;
        return Ok(framed(TRACE_MAGIC, WRAPPED_VERSION, &document));
    }
    let traces = scopes.traces.iter().map(WireTrace::from_core).collect();
    let provenance = WireProvenance::from_core(&scopes.provenance);
    frame(TRACE_MAGIC, &WireTraces { provenance, traces })
}

pub(super) fn read_plan(bytes: &[u8]) -> Result<MemoryPlan, WireError> {
    if version_of(bytes) == Some(WRAPPED_VERSION) {
        return json::read_plan(payload_of_version(bytes, PLAN_MAGIC, WRAPPED_VERSION)?);
    }
    let wire: WirePlan<'_> = decode(payload(bytes, PLAN_MAGIC)?)?;
    let schedules = wire.schedules.into_iter().enumerate();
    Ok(MemoryPlan {
        schedules: schedules
            .map(|(index, schedule)| checked_schedule(schedule.into_core(), index))
            .collect::<Result<_, _>>()?,
        provenance: wire.provenance.into_core(),
        trace_hash: super::known_hash(wire.trace_hash),
    })
}

pub(super) fn write_plan(plan: &MemoryPlan) -> Result<Vec<u8>, WireError> {
    if super::needs_version_2(plan) {
        let document = json::write_plan(plan)?;
        return Ok(framed(PLAN_MAGIC, WRAPPED_VERSION, &document));
    }
    frame(
        PLAN_MAGIC,
        &WirePlan {
            provenance: WireProvenance::from_core(&plan.provenance),
            trace_hash: plan.trace_hash.unwrap_or(super::NO_HASH),
            schedules: plan.schedules.iter().map(WireSchedule::from_core).collect(),
        },
    )
}

pub(super) fn trace_hash(scopes: &MemoryTraceScopes) -> Result<u128, WireError> {
    if super::has_relations(scopes) {
        let objects = scopes.traces.iter().map(json::write_trace_object);
        return Ok(xxh3_128(&objects.collect::<Result<Vec<_>, _>>()?.concat()));
    }
    let traces: Vec<_> = scopes.traces.iter().map(WireTrace::from_core).collect();
    Ok(xxh3_128(&encode(&traces)?))
}

/// Rejects a schedule that names buffers for which it has no offset.
pub(super) fn checked_schedule(
    schedule: MemorySchedule,
    index: usize,
) -> Result<MemorySchedule, WireError> {
    let n_buffers = schedule.offsets.len();
    let mut named = schedule
        .reuses
        .iter()
        .flat_map(|(b, others)| std::iter::once(b).chain(others));
    if let Some(pooled) = &schedule.pooled
        && pooled.pools.len() != n_buffers
    {
        let problem = format!("{} pools for {n_buffers} offsets", pooled.pools.len());
        return Err(WireError::Plan { index, problem });
    }
    if let Some(id) = named.find(|id| n_buffers <= id.index()) {
        let problem = format!("it reuses buffer {id} in place, but has {n_buffers} offsets");
        return Err(WireError::Plan { index, problem });
    }
    Ok(schedule)
}

pub(super) fn extend(file: &[u8], section: &impl Serialize) -> Result<Vec<u8>, WireError> {
    let magic = magic_of(file).ok_or(WireError::UnknownFormat)?;
    let mut payload = (file.len() as u64).to_le_bytes().to_vec();
    payload.extend_from_slice(file);
    payload.extend_from_slice(&encode(section)?);
    Ok(framed(magic, EXTENDED_VERSION, &payload))
}

pub(super) fn is_extended(bytes: &[u8]) -> bool {
    is_binary(bytes) && version_of(bytes) == Some(EXTENDED_VERSION)
}

pub(super) fn extended<'a, T: Deserialize<'a>>(
    bytes: &'a [u8],
) -> Result<Option<(&'a [u8], T)>, WireError> {
    let Some(magic) = magic_of(bytes) else {
        return Ok(None);
    };
    if !is_extended(bytes) {
        return Ok(None);
    }
    let payload = payload_of_version(bytes, magic, EXTENDED_VERSION)?;
    let malformed = || WireError::Malformed {
        problem: "the plain file inside is cut off".to_owned(),
    };
    let (length, rest) = payload.split_first_chunk::<8>().ok_or_else(malformed)?;
    let length = usize::try_from(u64::from_le_bytes(*length)).unwrap_or(usize::MAX);
    let (file, section) = rest.split_at_checked(length).ok_or_else(malformed)?;
    Ok(Some((file, decode(section)?)))
}

/// The magic that bytes begin with.
fn magic_of(bytes: &[u8]) -> Option<&'static [u8; 8]> {
    [TRACE_MAGIC, PLAN_MAGIC]
        .into_iter()
        .find(|magic| bytes.starts_with(*magic))
}

/// The version in the header.
fn version_of(bytes: &[u8]) -> Option<u32> {
    let version = bytes.get(8..12)?.first_chunk::<4>()?;
    Some(u32::from_le_bytes(*version))
}

/// Checks all that surrounds the payload of a plain file.
fn payload<'a>(bytes: &'a [u8], magic: &[u8; 8]) -> Result<&'a [u8], WireError> {
    payload_of_version(bytes, magic, FORMAT_VERSION)
}

/// Checks all that surrounds the payload of a file of at most this version.
fn payload_of_version<'a>(
    bytes: &'a [u8],
    magic: &[u8; 8],
    newest: u32,
) -> Result<&'a [u8], WireError> {
    if !bytes.starts_with(magic) {
        let names = if magic == TRACE_MAGIC {
            ("trace", "plan")
        } else {
            ("plan", "trace")
        };
        return Err(WireError::WrongKind {
            expected: names.0,
            found: names.1,
        });
    }
    let truncated = |expected: u64| WireError::Truncated {
        expected,
        found: bytes.len() as u64,
    };
    let Some((header, payload)) = bytes.split_first_chunk::<HEADER_BYTES>() else {
        return Err(truncated(HEADER_BYTES as u64));
    };
    let word = |at: usize| {
        let mut word = [0; 8];
        word.copy_from_slice(&header[at..at + 8]);
        u64::from_le_bytes(word)
    };
    let version = word(8) as u32; // its low half
    if version == EXTENDED_VERSION && newest != EXTENDED_VERSION {
        return Err(WireError::Symbolic);
    }
    if version == 0 {
        return Err(WireError::Malformed {
            problem: "the format version is 0".to_owned(),
        });
    }
    if newest < version {
        return Err(WireError::NewerVersion { found: version });
    }
    let (n_expected, n_found) = (word(12), payload.len() as u64);
    if n_found < n_expected {
        return Err(truncated(n_expected.saturating_add(HEADER_BYTES as u64)));
    }
    if n_expected < n_found {
        return Err(WireError::TrailingBytes {
            n_bytes: n_found - n_expected,
        });
    }
    if xxh3_64(payload) != word(20) {
        return Err(WireError::Checksum);
    }
    Ok(payload)
}

fn frame(magic: &[u8; 8], content: &impl Serialize) -> Result<Vec<u8>, WireError> {
    Ok(framed(magic, FORMAT_VERSION, &encode(content)?))
}

fn framed(magic: &[u8; 8], version: u32, payload: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(HEADER_BYTES + payload.len());
    bytes.extend_from_slice(magic);
    bytes.extend_from_slice(&version.to_le_bytes());
    bytes.extend_from_slice(&(payload.len() as u64).to_le_bytes());
    bytes.extend_from_slice(&xxh3_64(payload).to_le_bytes());
    bytes.extend_from_slice(payload);
    bytes
}

fn encode(content: &impl Serialize) -> Result<Vec<u8>, WireError> {
    bincode::serde::encode_to_vec(content, config()).map_err(|error| WireError::Malformed {
        problem: error.to_string(),
    })
}

fn decode<'a, T: Deserialize<'a>>(payload: &'a [u8]) -> Result<T, WireError> {
    let (content, n_read) =
        bincode::serde::borrow_decode_from_slice(payload, config()).map_err(|error| {
            WireError::Malformed {
                problem: error.to_string(),
            }
        })?;
    if n_read != payload.len() {
        return Err(WireError::TrailingBytes {
            n_bytes: (payload.len() - n_read) as u64,
        });
    }
    Ok(content)
}

impl<'a> WireProvenance<'a> {
    fn from_core(provenance: &'a Provenance) -> Self {
        Self {
            collector: &provenance.collector,
            options: &provenance.options,
            source_hash: provenance.source_hash.unwrap_or(super::NO_HASH),
            source_name: &provenance.source_name,
        }
    }

    fn into_core(self) -> Provenance {
        Provenance {
            collector: self.collector.to_owned(),
            options: self.options.to_owned(),
            source_hash: super::known_hash(self.source_hash),
            source_name: self.source_name.to_owned(),
        }
    }
}

impl<'a> WireTrace<'a> {
    fn from_core(trace: &'a LifetimeTrace) -> Self {
        Self {
            scope: trace.scope(),
            memory_space: trace.memory_space(),
            capacity: trace.capacity().map(|bytes| bytes.0),
            buffers: trace.buffers().into(),
            in_place: trace.in_place().iter().map(WireHint::from_core).collect(),
        }
    }

    fn check(self, index: usize) -> Result<LifetimeTrace, WireError> {
        LifetimeTrace::builder(self.scope)
            .memory_space(self.memory_space.map(str::to_owned))
            .capacity(self.capacity.map(Bytes))
            .buffers(self.buffers.into_owned())
            .in_place(self.in_place.into_iter().map(WireHint::into_core))
            .build()
            .map_err(|error| WireError::Trace {
                index,
                scope: self.scope.to_owned(),
                error,
            })
    }
}

impl<'a> WireBuffer<'a> {
    fn from_core(buffer: &'a Buffer) -> Self {
        let gap = |gap: &Gap| WireGap {
            begin: gap.ticks.begin().0,
            end: gap.ticks.end().0,
            window: gap.window.map(|window| (window.lo.0, window.hi.0)),
        };
        Self {
            name: &buffer.name,
            begin: buffer.live.begin().0,
            end: buffer.live.end().0,
            size: buffer.size.0,
            align: buffer.align.0,
            gaps: buffer.gaps.iter().map(gap).collect(),
            pinned: buffer.pinned.map(|offset| offset.0),
            hint: buffer.hint.map(|offset| offset.0),
        }
    }
}

impl From<WireBuffer<'_>> for Buffer {
    fn from(buffer: WireBuffer<'_>) -> Self {
        let gap = |gap: WireGap| Gap {
            ticks: Lifetime::half_open(Tick(gap.begin), Tick(gap.end)),
            window: gap.window.map(|(lo, hi)| ByteWindow {
                lo: Bytes(lo),
                hi: Bytes(hi),
            }),
        };
        Self {
            name: buffer.name.into(),
            size: Bytes(buffer.size),
            align: Bytes(buffer.align),
            live: Lifetime::half_open(Tick(buffer.begin), Tick(buffer.end)),
            gaps: buffer.gaps.into_iter().map(gap).collect(),
            pinned: buffer.pinned.map(Bytes),
            hint: buffer.hint.map(Bytes),
        }
    }
}

fn write_buffers<S: Serializer>(buffers: &[Buffer], serializer: S) -> Result<S::Ok, S::Error> {
    super::buffers::serialize(buffers, serializer, WireBuffer::from_core)
}

impl WireHint {
    fn from_core(hint: &InPlaceHint) -> Self {
        let kind = match hint.kind {
            InPlaceKind::Free => WireKind::Free,
            InPlaceKind::ZeroOffset => WireKind::ZeroOffset,
        };
        Self {
            buffer: hint.buffer.0,
            other: hint.other.0,
            kind,
        }
    }

    fn into_core(self) -> InPlaceHint {
        let kind = match self.kind {
            WireKind::Free => InPlaceKind::Free,
            WireKind::ZeroOffset => InPlaceKind::ZeroOffset,
        };
        InPlaceHint {
            buffer: BufferId(self.buffer),
            other: BufferId(self.other),
            kind,
        }
    }
}

impl<'a> WireSchedule<'a> {
    fn from_core(schedule: &'a MemorySchedule) -> Self {
        let ids = |ids: &[BufferId]| ids.iter().map(|id| id.0).collect();
        Self {
            planner: &schedule.planner,
            total_size: schedule.total_size.0,
            offsets: schedule.offsets.iter().map(|offset| offset.0).collect(),
            reuses: schedule
                .reuses
                .iter()
                .map(|(id, others)| (id.0, ids(others)))
                .collect(),
            work: schedule.work.0,
            optimality: match schedule.optimality {
                Optimality::Optimal => WireOptimality::Optimal,
                Optimality::LowerBound(bound) => WireOptimality::LowerBound(bound.0),
                Optimality::Unknown => WireOptimality::Unknown,
            },
            bound_rule: schedule.bound_rule.map(BoundRule::name),
        }
    }

    fn into_core(self) -> MemorySchedule {
        let ids = |ids: Vec<u32>| ids.into_iter().map(BufferId).collect();
        MemorySchedule {
            total_size: Bytes(self.total_size),
            offsets: self.offsets.into_iter().map(Bytes).collect(),
            reuses: self
                .reuses
                .into_iter()
                .map(|(id, o)| (BufferId(id), ids(o)))
                .collect(),
            planner: self.planner.to_owned(),
            work: Units(self.work),
            optimality: match self.optimality {
                WireOptimality::Optimal => Optimality::Optimal,
                WireOptimality::LowerBound(bound) => Optimality::LowerBound(Bytes(bound)),
                WireOptimality::Unknown => Optimality::Unknown,
            },
            bound_rule: self.bound_rule.and_then(BoundRule::from_name),
            stopped_by: None,
            certificate: None,
            pooled: None,
        }
    }
}
