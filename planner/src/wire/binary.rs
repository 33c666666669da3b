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
//! The payload is provenance and all traces or schedules, as in version 1, and then a list of parts: relations,
//! symbols, certificates. A part has a name, a version of its own, and its content, so that a reader says which part it
//! does not know.
//!
//! Earlier files are read. In version 2, the payload is the length of a whole file of version 1, that file, and the
//! symbols of its traces or the orientations of its plans. In version 3, of traces with relations and of their plans,
//! it is the JSON document.
//!
//! The codec is used here only and could be swapped with a new version number. Strings are borrowed
//! from the input while it is decoded, so a claimed length allocates nothing.

use std::borrow::Cow;

use bincode::config::{Configuration, Limit, LittleEndian, Varint};
use serde::{Deserialize, Serialize, Serializer};
use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

use super::parts::{
    PART_VERSION, WireOrientations, WirePart, WirePools, WireRelations, WireSymbols,
};
use super::{BINARY_VERSION, WireError, json};
use crate::problem::{OrientationPlan, SymbolicError};
use crate::{
    BoundRule, Buffer, BufferId, ByteWindow, Bytes, Gap, InPlaceHint, InPlaceKind, Lifetime,
    LifetimeTrace, MemoryPlan, MemorySchedule, MemoryTraceScopes, Optimality, Provenance, Tick,
    TraceBuilder, Units,
};

const TRACE_MAGIC: &[u8; 8] = b"\x89mtrace\n";
const PLAN_MAGIC: &[u8; 8] = b"\x89mplan\r\n";
const HEADER_BYTES: usize = 28;

/// The versions of earlier files: plain ones, those with symbols, and those with relations.
const PLAIN_VERSION: u32 = 1;
const EXTENDED_VERSION: u32 = 2;
const WRAPPED_VERSION: u32 = 3;

/// The names of parts.
const RELATIONS: &str = "relations";
const SYMBOLS: &str = "symbols";
const POOLS: &str = "pools";
const CERTIFICATES: &str = "certificates";
const ORIENTATIONS: &str = "orientations";

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

pub(super) fn read_trace(bytes: &[u8]) -> Result<MemoryTraceScopes, WireError> {
    match payload(bytes, TRACE_MAGIC)? {
        (PLAIN_VERSION, payload) => decode::<WireTraces<'_>>(payload)?.check(TraceParts::default()),
        (EXTENDED_VERSION, payload) => {
            let (plain, symbols): (_, Vec<WireSymbols>) = extended(payload)?;
            let traces: WireTraces<'_> = decode(plain_payload(plain, TRACE_MAGIC)?)?;
            if traces.traces.len() != symbols.len() {
                return Err(malformed("there are sizes of another number of traces"));
            }
            traces.check(TraceParts {
                symbols: (0..).zip(symbols).collect(),
                ..TraceParts::default()
            })
        }
        (WRAPPED_VERSION, payload) => json::read_trace(payload),
        (_, payload) => {
            let (traces, parts): (WireTraces<'_>, Vec<WirePart<'_>>) = decode(payload)?;
            traces.check(TraceParts::read(parts)?)
        }
    }
}

pub(super) fn write_trace(scopes: &MemoryTraceScopes) -> Result<Vec<u8>, WireError> {
    let traces = scopes.traces.iter().map(WireTrace::from_core).collect();
    let provenance = WireProvenance::from_core(&scopes.provenance);
    let relations = content(&scopes.traces, |trace| {
        let relations = trace.relations();
        (!relations.is_empty()).then(|| WireRelations::from(relations))
    })?;
    let symbols = content(&scopes.traces, |trace| {
        trace.symbolic().map(WireSymbols::from)
    })?;
    let parts = parts(&[(RELATIONS, &relations), (SYMBOLS, &symbols)]);
    frame(TRACE_MAGIC, &(WireTraces { provenance, traces }, parts))
}

pub(super) fn read_plan(bytes: &[u8]) -> Result<MemoryPlan, WireError> {
    match payload(bytes, PLAN_MAGIC)? {
        (PLAIN_VERSION, payload) => decode::<WirePlan<'_>>(payload)?.check(PlanParts::default()),
        (EXTENDED_VERSION, payload) => {
            let (plain, orientations): (_, Vec<WireOrientations>) = extended(payload)?;
            let plan: WirePlan<'_> = decode(plain_payload(plain, PLAN_MAGIC)?)?;
            if !plan.schedules.is_empty() {
                return Err(malformed("a plan has either schedules or orientations"));
            }
            let schedules = orientations
                .into_iter()
                .enumerate()
                .map(|(index, mut wire)| {
                    let fixed = std::mem::take(&mut wire.fixed);
                    earlier_schedule(wire.into_core(), fixed, index)
                });
            Ok(MemoryPlan {
                schedules: schedules.collect::<Result<_, _>>()?,
                provenance: plan.provenance.into_core(),
                // It was that of another form of the traces.
                trace_hash: None,
            })
        }
        (WRAPPED_VERSION, payload) => json::read_plan(payload),
        (_, payload) => {
            let (plan, parts): (WirePlan<'_>, Vec<WirePart<'_>>) = decode(payload)?;
            plan.check(PlanParts::read(parts)?)
        }
    }
}

pub(super) fn write_plan(plan: &MemoryPlan) -> Result<Vec<u8>, WireError> {
    let schedules = &plan.schedules;
    let pools = content(schedules, |schedule| {
        schedule.pooled.as_deref().map(WirePools::from)
    })?;
    let certificates = content(schedules, |schedule| schedule.certificate.as_deref())?;
    let orientations = content(schedules, |schedule| {
        schedule.oriented.as_deref().map(WireOrientations::from)
    })?;
    let wire = WirePlan {
        provenance: WireProvenance::from_core(&plan.provenance),
        trace_hash: plan.trace_hash.unwrap_or(super::NO_HASH),
        schedules: schedules.iter().map(WireSchedule::from_core).collect(),
    };
    let parts = parts(&[
        (POOLS, &pools),
        (CERTIFICATES, &certificates),
        (ORIENTATIONS, &orientations),
    ]);
    frame(PLAN_MAGIC, &(wire, parts))
}

/// The content of a part: for each of those that have it, its number and what it has. Empty if none has.
fn content<'a, T, P: Serialize>(
    all: &'a [T],
    part: impl Fn(&'a T) -> Option<P>,
) -> Result<Vec<u8>, WireError> {
    let all = (0_u32..).zip(all);
    let having = all.filter_map(|(index, of)| Some((index, part(of)?)));
    let having: Vec<(u32, P)> = having.collect();
    match &*having {
        [] => Ok(Vec::new()),
        having => encode(&having),
    }
}

/// The parts that have a content.
fn parts<'a>(all: &[(&'static str, &'a [u8])]) -> Vec<WirePart<'a>> {
    let filled = all.iter().filter(|part| !part.1.is_empty());
    let part = |&(name, content): &(&'static str, &'a [u8])| WirePart {
        name,
        version: PART_VERSION,
        content,
    };
    filled.map(part).collect()
}

/// What the parts of a file add to its traces, by their numbers.
#[derive(Default)]
struct TraceParts {
    relations: Vec<(u32, WireRelations)>,
    symbols: Vec<(u32, WireSymbols)>,
}

impl TraceParts {
    fn read(parts: Vec<WirePart<'_>>) -> Result<Self, WireError> {
        let mut all = Self::default();
        for part in parts {
            match (part.name, part.version) {
                (RELATIONS, PART_VERSION) => all.relations = decode(part.content)?,
                (SYMBOLS, PART_VERSION) => all.symbols = decode(part.content)?,
                _ => return Err(unknown_part(&part)),
            }
        }
        Ok(all)
    }
}

/// What the parts of a file add to its schedules, by their numbers.
#[derive(Default)]
struct PlanParts {
    pools: Vec<(u32, WirePools)>,
    certificates: Vec<(u32, Box<[u8]>)>,
    orientations: Vec<(u32, WireOrientations)>,
}

impl PlanParts {
    fn read(parts: Vec<WirePart<'_>>) -> Result<Self, WireError> {
        let mut all = Self::default();
        for part in parts {
            match (part.name, part.version) {
                (POOLS, PART_VERSION) => all.pools = decode(part.content)?,
                (CERTIFICATES, PART_VERSION) => all.certificates = decode(part.content)?,
                (ORIENTATIONS, PART_VERSION) => all.orientations = decode(part.content)?,
                _ => return Err(unknown_part(&part)),
            }
        }
        Ok(all)
    }
}

fn unknown_part(part: &WirePart<'_>) -> WireError {
    WireError::UnknownPart {
        name: part.name.to_owned(),
        version: part.version,
    }
}

/// The one of this number, to which a part belongs.
fn part_of<T>(all: &mut [T], index: u32) -> Result<&mut T, WireError> {
    let one = all.get_mut(index as usize);
    one.ok_or_else(|| malformed("a part belongs to nothing in the file"))
}

/// The schedule that a file of earlier versions has as orientations, or as offsets that hold for every size.
pub(super) fn earlier_schedule(
    plan: Result<OrientationPlan, SymbolicError>,
    fixed: Vec<u64>,
    index: usize,
) -> Result<MemorySchedule, WireError> {
    let fail = |error: SymbolicError| WireError::Plan {
        index,
        problem: error.to_string(),
    };
    let plan = plan.map_err(fail)?;
    if fixed.is_empty() && !plan.size_of.is_empty() {
        return plan.into_schedule(EARLIER_PLANNER).map_err(fail);
    }
    if !plan.symbols.is_empty() || fixed.len() != plan.size_of.len() {
        let problem =
            "only plans without symbols have fixed offsets, one for each buffer".to_owned();
        return Err(WireError::Plan { index, problem });
    }
    let sizes = plan
        .size_of
        .iter()
        .map(|&size| plan.sizes[size as usize].bytes.as_constant());
    let ends = fixed.iter().zip(sizes).map(|(offset, size)| {
        let size = u64::try_from(size?).ok()?;
        let end = offset.checked_add(size)?;
        Some(if size == 0 { 0 } else { end })
    });
    let total_size = ends.collect::<Option<Vec<u64>>>();
    let total_size = total_size.ok_or_else(|| WireError::Plan {
        index,
        problem: "the end of a buffer exceeds 64 bits".to_owned(),
    })?;
    Ok(MemorySchedule {
        total_size: Bytes(total_size.into_iter().max().unwrap_or(0)),
        ..MemorySchedule::from_offsets(
            &LifetimeTrace::default(),
            fixed.into_iter().map(Bytes).collect(),
            EARLIER_PLANNER,
        )
    })
}

/// The planner of all orientations in files of earlier versions.
const EARLIER_PLANNER: &str = "orient";

pub(super) fn trace_hash(scopes: &MemoryTraceScopes) -> Result<u128, WireError> {
    if super::has_relations(scopes) || super::has_symbols(scopes) {
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
    if let Some(plan) = &schedule.oriented
        && plan.size_of.len() != n_buffers
    {
        let problem = format!("{} sizes for {n_buffers} offsets", plan.size_of.len());
        return Err(WireError::Plan { index, problem });
    }
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

/// The file and the section in the payload of a file of version 2.
fn extended<'a, T: Deserialize<'a>>(payload: &'a [u8]) -> Result<(&'a [u8], T), WireError> {
    let cut_off = || malformed("the plain file inside is cut off");
    let (length, rest) = payload.split_first_chunk::<8>().ok_or_else(cut_off)?;
    let length = usize::try_from(u64::from_le_bytes(*length)).unwrap_or(usize::MAX);
    let (file, section) = rest.split_at_checked(length).ok_or_else(cut_off)?;
    Ok((file, decode(section)?))
}

fn malformed(problem: &str) -> WireError {
    WireError::Malformed {
        problem: problem.to_owned(),
    }
}

/// The payload of a file of version 1.
fn plain_payload<'a>(bytes: &'a [u8], magic: &[u8; 8]) -> Result<&'a [u8], WireError> {
    match payload(bytes, magic)? {
        (PLAIN_VERSION, payload) => Ok(payload),
        _ => Err(malformed("the plain file inside is none")),
    }
}

/// Checks all that surrounds the payload of a file. Returns it with its version.
fn payload<'a>(bytes: &'a [u8], magic: &[u8; 8]) -> Result<(u32, &'a [u8]), WireError> {
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
    if version == 0 {
        return Err(malformed("the format version is 0"));
    }
    if BINARY_VERSION < version {
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
    Ok((version, payload))
}

fn frame(magic: &[u8; 8], content: &impl Serialize) -> Result<Vec<u8>, WireError> {
    let payload = encode(content)?;
    let mut bytes = Vec::with_capacity(HEADER_BYTES + payload.len());
    bytes.extend_from_slice(magic);
    bytes.extend_from_slice(&BINARY_VERSION.to_le_bytes());
    bytes.extend_from_slice(&(payload.len() as u64).to_le_bytes());
    bytes.extend_from_slice(&xxh3_64(&payload).to_le_bytes());
    bytes.extend_from_slice(&payload);
    Ok(bytes)
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

    fn builder(self) -> TraceBuilder {
        LifetimeTrace::builder(self.scope)
            .memory_space(self.memory_space.map(str::to_owned))
            .capacity(self.capacity.map(Bytes))
            .buffers(self.buffers.into_owned())
            .in_place(self.in_place.into_iter().map(WireHint::into_core))
    }
}

impl WireTraces<'_> {
    fn check(self, parts: TraceParts) -> Result<MemoryTraceScopes, WireError> {
        let scopes: Vec<&str> = self.traces.iter().map(|trace| trace.scope).collect();
        let mut builders: Vec<_> = self.traces.into_iter().map(WireTrace::builder).collect();
        for (index, relations) in parts.relations {
            let builder = part_of(&mut builders, index)?;
            *builder = std::mem::take(builder).relations(relations.into_core()?);
        }
        for (index, symbols) in parts.symbols {
            let (symbols, sizes) = symbols.into_core().map_err(|error| WireError::Malformed {
                problem: error.to_string(),
            })?;
            let builder = part_of(&mut builders, index)?;
            *builder = std::mem::take(builder).symbols(symbols, sizes);
        }
        let built = builders.into_iter().enumerate().map(|(index, builder)| {
            builder.build().map_err(|error| WireError::Trace {
                index,
                scope: scopes[index].to_owned(),
                error,
            })
        });
        Ok(MemoryTraceScopes {
            traces: built.collect::<Result<_, _>>()?,
            provenance: self.provenance.into_core(),
        })
    }
}

impl WirePlan<'_> {
    fn check(self, parts: PlanParts) -> Result<MemoryPlan, WireError> {
        let schedules = self.schedules.into_iter().map(WireSchedule::into_core);
        let mut schedules: Vec<MemorySchedule> = schedules.collect();
        for (index, pools) in parts.pools {
            part_of(&mut schedules, index)?.pooled = Some(Box::new(pools.into_core()?));
        }
        for (index, certificate) in parts.certificates {
            part_of(&mut schedules, index)?.certificate = Some(certificate);
        }
        for (index, orientations) in parts.orientations {
            let plan = orientations.into_core().map_err(|error| WireError::Plan {
                index: index as usize,
                problem: error.to_string(),
            })?;
            part_of(&mut schedules, index)?.oriented = Some(Box::new(plan));
        }
        let schedules = schedules.into_iter().enumerate();
        let checked = schedules.map(|(index, schedule)| checked_schedule(schedule, index));
        Ok(MemoryPlan {
            schedules: checked.collect::<Result<_, _>>()?,
            provenance: self.provenance.into_core(),
            trace_hash: super::known_hash(self.trace_hash),
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
            oriented: None,
            pooled: None,
        }
    }
}
