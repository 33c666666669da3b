//! Damaged files: an error or a valid trace, and never a panic.

use std::fs;

use memplan_planner::wire::{Format, read_trace, trace_hash, write_trace};
use memplan_planner::{MemoryPlan, ValidateOptions, validate};
use memplan_readers::{TraceFile, TraceInput, TraceReadError, TraceReader};

use super::{fixture, planned, reader};

/// Binary fixtures with their readers. In larger files, only every n-th bit is flipped.
const BINARY: &[(&str, &str, usize)] = &[
    ("xla", "xla/cond.hlo.pb", 13),
    ("xla", "xla/sort.hlo.pb", 29),
    ("torch-snapshot", "torch/tiny.pickle", 1),
    ("torch-snapshot", "torch/tiny-protocol-2.pickle", 3),
    ("tflite", "tflite/tiny.tflite", 1),
    ("tflite{runtime=tflm}", "tflite/tiny.tflite", 1),
    ("executorch", "executorch/tiny.pte", 1),
    ("executorch", "executorch/two.pte", 7),
];

/// Judges what a reader makes of bytes.
fn judge(what: &str, read: Result<TraceFile, TraceReadError>) {
    let file = match read {
        Ok(file) => file,
        Err(error) => {
            assert!(!error.to_string().is_empty() && !error.code().is_empty());
            return;
        }
    };
    let written = write_trace(&file.scopes, Format::Binary).unwrap();
    assert_eq!(read_trace(&written).as_ref(), Ok(&file.scopes), "{what}");
    for (trace, schedule) in file
        .scopes
        .traces
        .iter()
        .zip(file.plan.iter().flat_map(|plan| &plan.schedules))
    {
        let valid = validate(trace, schedule, &ValidateOptions::default());
        assert_eq!(valid, Ok(()), "{what}");
    }
}

/// Plans what a file became, with the planner that shares least, and writes the plan into it. Returns whether that
/// keeps the traces, if it is possible.
fn write_plan(what: &str, reader: &dyn TraceReader, bytes: &[u8]) -> Option<bool> {
    let input = TraceInput::new("x", bytes);
    let scopes = reader.read(&input).ok()?.scopes;
    let plan = MemoryPlan {
        schedules: scopes
            .traces
            .iter()
            .map(|trace| planned("mlir-trivial", trace))
            .collect(),
        trace_hash: trace_hash(&scopes).ok(),
        provenance: scopes.provenance.clone(),
    };
    let written = reader.with_plan(&input, &plan).ok()?;
    let again = reader.read(&TraceInput::new("x", &written)).unwrap();
    if again.scopes.traces != scopes.traces {
        return Some(false);
    }
    let offsets = |plan: MemoryPlan| plan.schedules.into_iter().map(|placed| placed.offsets);
    let placed: Vec<_> = again.plan.into_iter().flat_map(offsets).collect();
    let expected: Vec<_> = offsets(plan).collect();
    assert_eq!(placed, expected, "{what}");
    Some(true)
}

/// Views of a program are told by its offsets, so its traces may become others.
#[test]
fn plans_are_written_into_damaged_models() {
    for (spec, name, step) in [
        ("tflite{runtime=tflm}", "tflite/tiny.tflite", 1),
        ("executorch{alignment=16}", "executorch/tiny.pte", 1),
        ("executorch{alignment=16}", "executorch/two.pte", 7),
    ] {
        let reader = reader(spec);
        let mut bytes = fs::read(fixture(name)).unwrap();
        let (mut n_same, mut n_other) = (0, 0);
        for bit in (0..8 * bytes.len()).step_by(step) {
            bytes[bit / 8] ^= 1 << (bit % 8);
            match write_plan(&format!("{name} bit {bit}"), &*reader, &bytes) {
                Some(true) => n_same += 1,
                Some(false) => n_other += 1,
                None => {}
            }
            bytes[bit / 8] ^= 1 << (bit % 8);
        }
        let limit = if spec.starts_with("tflite") {
            0
        } else {
            n_same / 10
        };
        assert!(n_other <= limit, "{name}: {n_other} others, {n_same} same");
    }
}

fn read(reader: &dyn TraceReader, name: &str, bytes: &[u8]) -> Result<TraceFile, TraceReadError> {
    let _ = reader.recognises(name, bytes);
    reader.read(&TraceInput::new(name, bytes))
}

#[test]
fn a_binary_file_that_is_cut_off_is_refused() {
    for &(spec, name, _) in BINARY {
        let (bytes, reader) = (fs::read(fixture(name)).unwrap(), reader(spec));
        assert!(read(&*reader, name, &bytes).is_ok(), "{name}");
        for n in 0..bytes.len() {
            let read = read(&*reader, name, &bytes[..n]);
            assert!(read.is_err(), "{name}: its first {n} bytes are accepted");
        }
    }
}

#[test]
fn flipped_bits_give_an_error_or_a_valid_trace() {
    for &(spec, name, step) in BINARY {
        let (mut bytes, reader) = (fs::read(fixture(name)).unwrap(), reader(spec));
        for bit in (0..8 * bytes.len()).step_by(step) {
            bytes[bit / 8] ^= 1 << (bit % 8);
            judge(&format!("{name} bit {bit}"), read(&*reader, name, &bytes));
            bytes[bit / 8] ^= 1 << (bit % 8);
        }
    }
}

/// Texts that need no other file, with their readers.
const TEXTS: &[(&str, &str)] = &[
    ("events-jsonl", "events/calls.jsonl"),
    ("iree-pack", "iree/pack.dump"),
];

#[test]
fn damaged_lines_give_an_error_or_a_valid_trace() {
    for &(spec, name) in TEXTS {
        let (mut bytes, reader) = (fs::read(fixture(name)).unwrap(), reader(spec));
        assert!(read(&*reader, name, &bytes).is_ok(), "{name}");
        for n in 0..bytes.len() {
            judge(
                &format!("{name} cut at {n}"),
                read(&*reader, name, &bytes[..n]),
            );
            for bit in 0..8 {
                bytes[n] ^= 1 << bit;
                judge(
                    &format!("{name} bit {bit} of {n}"),
                    read(&*reader, name, &bytes),
                );
                bytes[n] ^= 1 << bit;
            }
        }
    }
}

#[test]
fn damaged_texts_give_an_error_or_a_valid_trace() {
    let [ranges, assignment] = ["live-range", "buffer-assignment"]
        .map(|name| fs::read(fixture(&format!("xla/tiny-{name}.txt"))).unwrap());
    for spec in ["xla", "xla{aliases=hints outputs=include}"] {
        let reader = reader(spec);
        let read = |ranges: &[u8], assignment: &[u8]| {
            let input = TraceInput {
                companion: Some(("x-buffer-assignment.txt", assignment)),
                ..TraceInput::new("x-live-range.txt", ranges)
            };
            judge(spec, reader.read(&input));
        };
        for n in 0..ranges.len() {
            read(&ranges[..n], &assignment);
            let mut flipped = ranges.clone();
            flipped[n] ^= 1 << (n % 8);
            read(&flipped, &assignment);
        }
        for n in 0..assignment.len() {
            read(&ranges, &assignment[..n]);
            let mut flipped = assignment.clone();
            flipped[n] ^= 1 << (n % 8);
            read(&ranges, &flipped);
        }
    }
}
