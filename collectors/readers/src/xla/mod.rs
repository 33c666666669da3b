//! Reads dumps of XLA: what `--xla_dump_to` writes about the buffers of a module.
//!
//! Two forms are read. The protobuf form (`*_after_optimizations.hlo.pb`, also compressed) has the events of
//! XLA's heap and says which values must share bytes. The text form is a pair of files,
//! `*-buffer-assignment.txt` and `*-live-range.txt`; naming either is enough. It has ranges for all values,
//! those of outputs too, but cannot tell values that must share bytes from values that XLA put in place of
//! others: its plans are for comparison only.
//!
//! Each preallocated temporary allocation is a trace, and XLA's own offsets are the plan. Parameters, outputs,
//! constants and values within fusions have allocations of their own and are left out.

mod proto;
mod text;

use std::collections::BTreeMap;
use std::io::Read;

use flate2::read::GzDecoder;
use memplan_planner::wire::MAX_INPUT_BYTES;
use memplan_plugin::{Options, PluginInfo};

use super::arena::{self, Aliases, Arena, Inclusion};
use super::error::{DAMAGED, MISMATCH};
use super::{LeftOutValues, TraceFile, TraceInput, TraceReadError, TraceReader};

/// How file names of the protobuf form end.
const PROTO_ENDINGS: [&str; 2] = [".hlo.pb", ".hlo.pb.gz"];

/// The end of file names of the text form, after a `-` or a `.`.
const RANGES: &str = "live-range.txt";
const ASSIGNMENT: &str = "buffer-assignment.txt";

/// How the two files of the text form begin.
const RANGES_HEAD: &[u8] = b"HloLiveRange (max ";
const ASSIGNMENT_HEAD: &[u8] = b"BufferAssignment:";

/// How gzip files begin.
const GZIP_HEAD: &[u8] = b"\x1f\x8b";

/// The alignment of XLA's arenas on CPUs.
const CPU_ALIGNMENT: u64 = 64;

/// The largest alignment that is inferred from offsets.
const MAX_ALIGNMENT: u64 = 256;

/// The reader `xla`: what `--xla_dump_to` writes about the buffers of a module, in protobuf or text form.
///
/// Each preallocated temporary allocation is a trace, and XLA's own offsets are the plan. `O(n log n)`.
#[derive(Clone, Copy, Debug)]
pub struct Xla {
    /// How values that XLA put in place of others are handled.
    pub aliases: Aliases,
    /// Whether values in output allocations are in traces. XLA uses these allocations as scratch memory before it
    /// writes the output.
    pub outputs: Inclusion,
    /// The alignment of all buffers; `None` is that of the target.
    pub alignment: Option<u64>,
}

impl Xla {
    /// The reader with default options.
    pub const DEFAULT: Self = Self {
        aliases: Aliases::Fuse,
        outputs: Inclusion::Exclude,
        alignment: None,
    };
}

impl TraceReader for Xla {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "xla",
            aliases: &["jax"],
            summary: "Dumps of XLA (`--xla_dump_to`): `*.hlo.pb`, or `*-buffer-assignment.txt` with `*-live-range.txt`.",
            cost: "O(n log n)",
            source: "docs/book/src/guides/traces.md",
        }
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["hlo.pb", "hlo.pb.gz", ASSIGNMENT]
    }

    /// One file for each optimised module: the protobuf form, or else the buffer assignment.
    fn is_searched(&self, name: &str, is_beside: &dyn Fn(&str) -> bool) -> bool {
        if let Some(stem) = PROTO_ENDINGS.iter().find_map(|end| name.strip_suffix(end)) {
            let is_packed_copy = name.ends_with(".gz") && is_beside(&format!("{stem}.hlo.pb"));
            return !stem.contains("before_optimizations") && !is_packed_copy;
        }
        let stem = name.strip_suffix(ASSIGNMENT);
        stem.and_then(|stem| stem.strip_suffix(['-', '.']))
            .is_some_and(|stem| {
                let mut endings = PROTO_ENDINGS.iter();
                !endings.any(|ending| is_beside(&format!("{stem}{ending}")))
            })
    }

    fn companions(&self, name: &str, head: &[u8]) -> Vec<String> {
        let (own, other) = match text::Part::of(head) {
            Some(text::Part::Ranges) => (RANGES, ASSIGNMENT),
            Some(text::Part::Assignment) => (ASSIGNMENT, RANGES),
            None => return Vec::new(),
        };
        let stem = name.strip_suffix(own);
        stem.map(|stem| format!("{stem}{other}"))
            .into_iter()
            .collect()
    }

    fn recognises(&self, name: &str, head: &[u8]) -> bool {
        if text::Part::of(head).is_some() {
            return true;
        }
        let is_named = PROTO_ENDINGS.iter().any(|end| name.ends_with(end));
        if head.starts_with(GZIP_HEAD) {
            is_named
        } else {
            proto::recognises(head) || (is_named && head.starts_with(&[0x0a]))
        }
    }

    fn plans(&self) -> Result<&'static str, &'static str> {
        Err("XLA places buffers anew in each compilation, and reads no plan")
    }

    fn read(&self, input: &TraceInput<'_>) -> Result<TraceFile, TraceReadError> {
        let assignment = match text::Part::of(input.bytes) {
            Some(part) => text::read(input, part, self.outputs)?,
            None if input.bytes.starts_with(GZIP_HEAD) => {
                proto::read(input, &unpacked(input.bytes)?, self.outputs)?
            }
            None => proto::read(input, input.bytes, self.outputs)?,
        };
        self.file(input, assignment)
    }

    fn options(&self) -> Options<'_, dyn TraceReader> {
        Options::of(self, Self::DEFAULT, |reader| {
            vec![
                reader.aliases.field(),
                reader.outputs.field("outputs")
                    .help("Values in output allocations: `include` or `exclude`. Text form only."),
                arena::alignment(&mut reader.alignment)
                    .help("Alignment of all buffers. Default: 64 on CPUs, else what all offsets are multiples of, up to 256."),
            ]
        })
    }
}

/// The contents of a dump.
#[derive(Debug)]
struct Assignment {
    /// One for each trace.
    arenas: Vec<Arena>,
    left_out: LeftOutValues,
    remarks: Vec<String>,
}

impl Xla {
    fn file(
        &self,
        input: &TraceInput<'_>,
        assignment: Assignment,
    ) -> Result<TraceFile, TraceReadError> {
        let mut remarks = assignment.remarks;
        let (mut traces, mut schedules) = (Vec::new(), Vec::new());
        for mut arena in assignment.arenas {
            self.align(&mut arena, input, &mut remarks);
            let (trace, schedule) = arena.into_trace(self.aliases)?;
            if let Some(schedule) = schedule {
                // XLA lets values share bytes only in the ways that this reader knows, so otherwise the lifetimes were
                // misread.
                let scope = trace.scope();
                let what = format!("XLA's placement of '{scope}' contradicts its live ranges");
                arena::check(&trace, &schedule, &what)?;
                schedules.push(schedule);
            }
            traces.push(trace);
        }
        if traces.is_empty() {
            remarks.push("the module has no preallocated temporary memory: nothing to plan".into());
        }
        let scopes = input.scopes("xla", &self.options().params(), traces);
        Ok(TraceFile {
            left_out: assignment.left_out.0,
            remarks,
            ..TraceFile::new(scopes, schedules)
        })
    }

    /// Sets the alignment of the option, or of the target, or of the offsets.
    fn align(&self, arena: &mut Arena, input: &TraceInput<'_>, remarks: &mut Vec<String>) {
        let divisor = arena::divisor(&arena.values, MAX_ALIGNMENT);
        if let Some(alignment) = self.alignment {
            arena.alignment = alignment;
            if divisor < alignment {
                arena.planner = None;
                remarks.push(format!(
                    "XLA's offsets are multiples of {divisor}, not of {alignment}: its plan is left out"
                ));
            }
        } else if is_for_cpu(input.file_name()) && CPU_ALIGNMENT <= divisor {
            arena.alignment = CPU_ALIGNMENT;
        } else {
            arena.alignment = divisor;
            remarks.push(format!(
                "the alignment is taken from XLA's offsets: {divisor}"
            ));
        }
    }
}

/// Whether a dump is of a CPU, by its name: `module_0001.NAME.TARGET_after_optimizations...`. A file that was renamed
/// counts as one.
fn is_for_cpu(file_name: &str) -> bool {
    let target = file_name
        .split_once("_after_optimizations")
        .and_then(|(before, _)| before.rsplit('.').next());
    target.is_none_or(|target| target == "cpu")
}

/// The name of a module from the name of its dump: `NAME` in `module_0001.NAME.TARGET_after_optimizations...`.
fn module_name<'a>(input: &TraceInput<'a>, ending: &str) -> &'a str {
    let name = input.file_name();
    let stem = name.strip_suffix(ending).unwrap_or(name);
    let stem = stem.trim_end_matches(['-', '.']);
    let Some((stem, _)) = stem.split_once("_after_optimizations") else {
        return stem;
    };
    let stem = stem.rsplit_once('.').map_or(stem, |(stem, _)| stem);
    let numbered = stem.split_once("module_").map_or(stem, |(_, rest)| rest);
    numbered.split_once('.').map_or(stem, |(_, name)| name)
}

/// Names for the traces of a module, from the numbers and colours of their allocations: that of the module, with
/// the number where several have one colour.
fn scopes(module: &str, allocations: impl Iterator<Item = (u64, u64)> + Clone) -> Vec<String> {
    let mut n_by_colour: BTreeMap<u64, usize> = BTreeMap::new();
    for (_, colour) in allocations.clone() {
        *n_by_colour.entry(colour).or_default() += 1;
    }
    let scope = |(number, colour)| match n_by_colour.get(&colour) {
        Some(1) => module.to_owned(),
        _ => format!("{module}/{number}"),
    };
    allocations.map(scope).collect()
}

/// Memory spaces are called by their colours; 0 is the default one.
fn memory_space(colour: u64) -> Option<String> {
    (colour != 0).then(|| colour.cast_signed().to_string())
}

/// The content of a gzip file.
fn unpacked(bytes: &[u8]) -> Result<Vec<u8>, TraceReadError> {
    let mut content = Vec::new();
    let mut decoder = GzDecoder::new(bytes).take(MAX_INPUT_BYTES + 1);
    let n_read = decoder.read_to_end(&mut content).map_err(|error| {
        TraceReadError::refused(DAMAGED, format!("the file cannot be decompressed: {error}"))
    })?;
    if MAX_INPUT_BYTES < n_read as u64 {
        let problem = format!("the unpacked content is larger than {MAX_INPUT_BYTES} bytes");
        return Err(TraceReadError::refused("too-large", problem));
    }
    Ok(content)
}

/// Whether a value ends within its allocation; else what is wrong.
fn check_end(
    name: &str,
    size: u64,
    offset: u64,
    allocation: u64,
    limit: u64,
) -> Result<(), String> {
    match offset.checked_add(size) {
        Some(end) if end <= limit => Ok(()),
        _ => Err(format!(
            "value '{name}' of {size} bytes at offset {offset} leaves allocation {allocation} of {limit} bytes"
        )),
    }
}
