//! Traces and plans as bytes: files, pipes and requests, without opening any of them.
//!
//! | format | traces | plans | for |
//! | --- | --- | --- | --- |
//! | [`Format::Binary`] | all | all | memplan itself: `.mtrace` and `.mplan`, compact, with a checksum |
//! | [`Format::Json`] | all | all | other programs; `schema/` holds a JSON schema of either kind |
//! | [`Format::Csv`] | one, without hints and capacity | one | the public allocator benchmarks |
//! | [`Format::Events`] | one, written only | none | logs of allocator calls: `a ID SIZE [ALIGN]`, `f ID` |
//!
//! Many files in one stream, read one by one, are an [`archive`].
//!
//! Formats of other tools, event logs among them, are read by the trace readers of `memplan-readers`.
//!
//! [`read_trace`] and [`read_plan`] recognise the format. Their results pass the checks of
//! [`crate::TraceBuilder`], and no length that a file claims is trusted before the bytes are read.
//! The structs of each format are separate from those of the planning problem, so that these can
//! change without breaking files.

pub mod archive;
mod binary;
mod buffers;
mod csv;
mod error;
mod events;
mod json;
mod parts;
mod relations;
mod symbols;

pub use error::WireError;

use crate::{LifetimeTrace, MemoryPlan, MemorySchedule, MemoryTraceScopes};

/// The most bytes that are read: 8 GiB, some hundred million buffers.
pub const MAX_INPUT_BYTES: u64 = 8 << 30;

/// The version of JSON documents without relations.
pub const FORMAT_VERSION: u32 = 1;

/// The version of JSON documents with pools, relations, an objective or certificates, and the newest that is read.
pub const RELATIONS_VERSION: u32 = 2;

/// The version of binary files, and the newest that is read.
pub const BINARY_VERSION: u32 = 4;

/// The schema of traces in JSON.
pub const TRACE_SCHEMA: &str = include_str!("../../schema/trace.schema.json");

/// The schema of plans in JSON.
pub const PLAN_SCHEMA: &str = include_str!("../../schema/plan.schema.json");

/// How traces and plans are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// `.mtrace` and `.mplan`.
    Binary,
    /// JSON, as the schemas in `schema/` describe it.
    Json,
    /// `id,lower,upper,size` and optional columns.
    Csv,
    /// `a ID SIZE [ALIGN]` and `f ID`, one a line; the number of the event is the time.
    Events,
}

impl Format {
    /// The name for messages and flags.
    pub fn name(self) -> &'static str {
        match self {
            Self::Binary => "binary",
            Self::Json => "json",
            Self::Csv => "csv",
            Self::Events => "events",
        }
    }
}

/// Reads traces as binary, JSON or CSV.
///
/// ```
/// use memplan_planner::Bytes;
/// use memplan_planner::wire::{Format, read_trace, write_trace};
///
/// let scopes = read_trace(b"id,lower,upper,size\na,0,4,32\nb,2,6,16\n")?;
/// assert_eq!(scopes.traces[0].max_load(), Bytes(48));
/// assert_eq!(read_trace(&write_trace(&scopes, Format::Binary)?)?, scopes);
/// # Ok::<(), memplan_planner::wire::WireError>(())
/// ```
///
/// # Errors
/// [`WireError`] says what is wrong, where, and what to do about it.
pub fn read_trace(bytes: &[u8]) -> Result<MemoryTraceScopes, WireError> {
    match sniff(bytes)? {
        Readable::Binary => binary::read_trace(bytes),
        Readable::Json => json::read_trace(bytes),
        Readable::Csv => Ok(single(csv::read(bytes)?)),
    }
}

/// Whether bytes begin like a `.mtrace` or `.mplan` file, or an [`archive`] of them.
pub fn is_binary(bytes: &[u8]) -> bool {
    archive::is_archive(bytes) || binary::is_binary(bytes)
}

/// Writes traces so that [`read_trace`] gives equal ones, and the reader `events` for event logs.
///
/// CSV and event logs have no place for scope, memory space and provenance: these are left out. In an
/// event log, ticks that do not number events from 0 on are renumbered, which keeps what is live at once.
///
/// # Errors
/// [`WireError::NotOneTrace`] when the format holds one trace and there are more or none,
/// [`WireError::Unrepresentable`] when it has no place for something that matters to a planner.
pub fn write_trace(scopes: &MemoryTraceScopes, format: Format) -> Result<Vec<u8>, WireError> {
    match format {
        Format::Binary => binary::write_trace(scopes),
        Format::Json => json::write_trace(scopes),
        Format::Csv => csv::write(the_only(scopes, format)?, None),
        Format::Events if has_symbols(scopes) => Err(WireError::Unrepresentable {
            format: format.name(),
            what: "sizes that depend on symbols",
        }),
        Format::Events => events::write(the_only(scopes, format)?),
    }
}

/// Writes one trace as a JSON object on one line, for messages that contain a trace: `#/$defs/trace`
/// of the schema of trace files.
///
/// # Errors
/// None that a trace can cause.
pub fn write_trace_object(trace: &LifetimeTrace) -> Result<Vec<u8>, WireError> {
    json::write_trace_object(trace)
}

/// Reads a plan: binary, JSON, or CSV with an offset in each row.
///
/// # Errors
/// Those of [`read_trace`].
pub fn read_plan(bytes: &[u8]) -> Result<MemoryPlan, WireError> {
    match sniff(bytes)? {
        Readable::Binary => binary::read_plan(bytes),
        Readable::Json => json::read_plan(bytes),
        Readable::Csv => csv::read_plan(bytes),
    }
}

/// Writes a plan as binary or JSON. CSV needs the trace too: [`write_plan_csv`].
///
/// # Errors
/// [`WireError::Unrepresentable`] for the other formats.
pub fn write_plan(plan: &MemoryPlan, format: Format) -> Result<Vec<u8>, WireError> {
    match format {
        Format::Binary => binary::write_plan(plan),
        Format::Json => json::write_plan(plan),
        Format::Csv => Err(WireError::Unrepresentable {
            format: "csv",
            what: "a plan without its trace",
        }),
        Format::Events => Err(WireError::Unrepresentable {
            format: "events",
            what: "a plan",
        }),
    }
}

/// Writes a trace with the offsets of a schedule: the columns of the trace, then `offset`.
///
/// # Errors
/// [`WireError::Unrepresentable`] when CSV has no place for something in the trace,
/// [`WireError::Plan`] when the schedule has another number of buffers.
pub fn write_plan_csv(
    trace: &LifetimeTrace,
    schedule: &MemorySchedule,
) -> Result<Vec<u8>, WireError> {
    csv::write(trace, Some(schedule))
}

/// A hash of traces, without their provenance: a plan carries that of the traces it is for.
///
/// It is the XXH3 hash of the traces in binary files of version 1, or of the JSON form of traces with relations or
/// symbols.
///
/// # Errors
/// [`WireError::Malformed`] when the traces cannot be encoded; no trace is known that cannot.
pub fn trace_hash(scopes: &MemoryTraceScopes) -> Result<u128, WireError> {
    binary::trace_hash(scopes)
}

/// Whether any trace has relations.
fn has_relations(scopes: &MemoryTraceScopes) -> bool {
    let mut traces = scopes.traces.iter();
    traces.any(|trace| !trace.relations().is_empty())
}

/// Whether the sizes of any trace depend on symbols.
fn has_symbols(scopes: &MemoryTraceScopes) -> bool {
    scopes.traces.iter().any(|trace| trace.symbolic().is_some())
}

/// Whether any schedule is for a trace with relations, or carries a certificate: such plans have version 2.
fn needs_version_2(plan: &MemoryPlan) -> bool {
    let mut schedules = plan.schedules.iter();
    schedules.any(|schedule| schedule.pooled.is_some() || schedule.certificate.is_some())
}

/// The value in files for an unknown hash.
const NO_HASH: u128 = 0;

/// The hash that a file holds, if it holds one.
fn known_hash(hash: u128) -> Option<u128> {
    (hash != NO_HASH).then_some(hash)
}

/// The hash that [`crate::Provenance::source_hash`] holds: XXH3, 128 bits.
pub fn source_hash(source: &[u8]) -> u128 {
    xxhash_rust::xxh3::xxh3_128(source)
}

fn single(trace: LifetimeTrace) -> MemoryTraceScopes {
    MemoryTraceScopes {
        traces: vec![trace],
        provenance: crate::Provenance::default(),
    }
}

fn the_only(scopes: &MemoryTraceScopes, format: Format) -> Result<&LifetimeTrace, WireError> {
    let unrepresentable = |what| WireError::Unrepresentable {
        format: format.name(),
        what,
    };
    let [trace] = scopes.traces.as_slice() else {
        return Err(WireError::NotOneTrace {
            format: format.name(),
            n_traces: scopes.traces.len(),
        });
    };
    if !trace.in_place().is_empty() {
        return Err(unrepresentable("in-place hints"));
    }
    if trace.capacity().is_some() {
        return Err(unrepresentable("a capacity"));
    }
    if !trace.relations().is_empty() {
        return Err(unrepresentable(
            "pools, relations between buffers or an objective",
        ));
    }
    Ok(trace)
}

/// The formats that are read here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Readable {
    Binary,
    Json,
    Csv,
}

/// Detects the format by the first significant bytes.
fn sniff(bytes: &[u8]) -> Result<Readable, WireError> {
    if MAX_INPUT_BYTES < bytes.len() as u64 {
        return Err(WireError::TooLarge {
            bytes: bytes.len() as u64,
        });
    }
    if archive::is_archive(bytes) {
        return Err(WireError::Archive);
    }
    if binary::is_binary(bytes) {
        return Ok(Readable::Binary);
    }
    let mut rest = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    loop {
        rest = rest.trim_ascii_start();
        if rest.first() != Some(&b'#') {
            break;
        }
        let end = rest
            .iter()
            .position(|&byte| byte == b'\n')
            .unwrap_or(rest.len());
        rest = &rest[end..];
    }
    match rest {
        [] => Err(WireError::Empty),
        [b'{', ..] => Ok(Readable::Json),
        [first, ..] if first.is_ascii_graphic() && has_columns(rest) => Ok(Readable::Csv),
        _ => Err(WireError::UnknownFormat),
    }
}

/// Whether the first line has more than one column.
fn has_columns(text: &[u8]) -> bool {
    let mut line = text.iter().take_while(|&&byte| byte != b'\n');
    line.any(|&byte| byte == b',')
}
