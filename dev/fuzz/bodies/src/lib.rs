//! Fuzz targets: one function for each parser, which panics if the parser violates its contract.
//!
//! A parser must return a result or an error for any bytes, and accepted input must survive
//! printing and reparsing. cargo-fuzz, which needs a nightly compiler, and the tests on stable,
//! which generate inputs with [`Mutator`], use the same functions.

mod mutate;

use std::path::{Path, PathBuf};
use std::{fs, io};

pub use mutate::{Mutator, mutate};

use memplan_mlir::Module;
use memplan_mlir::dialects::Dialects;
use memplan_mlir::passes::{Pipeline, Registry};
use memplan_mlir::text::{Diagnostic, ParseOptions, PrintOptions, parse, print};
use memplan_mlir::verifier::verify;
use memplan_planner::algorithms::PLANNERS;
use memplan_planner::wire::{Format, read_plan, read_trace, trace_hash, write_plan, write_trace};
use memplan_planner::{
    LifetimeTrace, MemoryPlan, MemorySchedule, PlanOptions, ValidateOptions, validate,
};
use memplan_readers::{
    Aliases, EventsJsonl, Inclusion, IreePack, Names, Pools, Registry as Readers, Runtime, Tflite,
    TflmLog, TorchSnapshot, TraceInput, TraceReader, Xla,
};

/// A reader under test.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name: that of the cargo-fuzz target, and of the folder with what once broke it.
    pub name: &'static str,
    /// Feeds it.
    pub run: fn(&[u8]),
    /// Whether inputs are text.
    pub is_text: bool,
}

/// All of them.
pub const TARGETS: &[Target] = &[
    Target {
        name: "text",
        run: text,
        is_text: true,
    },
    Target {
        name: "pipeline",
        run: pipeline,
        is_text: true,
    },
    Target {
        name: "mtrace",
        run: trace,
        is_text: false,
    },
    Target {
        name: "mplan",
        run: plan,
        is_text: false,
    },
    Target {
        name: "json",
        run: trace_or_plan,
        is_text: true,
    },
    Target {
        name: "csv",
        run: trace_or_plan,
        is_text: true,
    },
    Target {
        name: "xla",
        run: xla,
        is_text: false,
    },
    Target {
        name: "xla-text",
        run: xla_text,
        is_text: true,
    },
    Target {
        name: "torch-snapshot",
        run: torch_snapshot,
        is_text: false,
    },
    Target {
        name: "tflite",
        run: tflite,
        is_text: false,
    },
    Target {
        name: "tflm-log",
        run: tflm_log,
        is_text: true,
    },
    Target {
        name: "events-jsonl",
        run: events_jsonl,
        is_text: true,
    },
    Target {
        name: "iree-pack",
        run: iree_pack,
        is_text: true,
    },
];

/// Longest file that is worth changing, in bytes.
const MAX_SEED_BYTES: usize = 1 << 13;

/// Folders of this repository with small texts of MLIR.
const TEXT_FOLDERS: &[&str] = &["mlir/tests/fixtures", "examples", "mutators/tests"];

/// Good inputs for `text`: the small files of this repository, in the order of their paths.
///
/// # Errors
///
/// When a folder or a file cannot be read.
pub fn texts() -> io::Result<Vec<Vec<u8>>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let mut list = Vec::new();
    for folder in TEXT_FOLDERS {
        list.extend(files(&root.join(folder), "mlir")?);
    }
    Ok(list)
}

/// The small files below a folder whose names end in `.extension`, in the order of their paths.
///
/// # Errors
///
/// When a folder or a file cannot be read.
pub fn files(folder: &Path, extension: &str) -> io::Result<Vec<Vec<u8>>> {
    let entries: io::Result<Vec<PathBuf>> = fs::read_dir(folder)?
        .map(|entry| Ok(entry?.path()))
        .collect();
    let mut entries = entries?;
    entries.sort();
    let mut contents = Vec::new();
    for path in entries {
        if path.is_dir() {
            contents.extend(files(&path, extension)?);
        } else if path
            .extension()
            .is_some_and(|contents| contents == extension)
        {
            let bytes = fs::read(&path)?;
            contents.extend(Some(bytes).filter(|bytes| bytes.len() < MAX_SEED_BYTES));
        }
    }
    Ok(contents)
}

/// MLIR: what is valid is printed in both forms, and means the same when it is read again.
pub fn text(data: &[u8]) {
    let options = memplan_dialects_extra::parse_options();
    let parsed = match parse(data, &options) {
        Ok(parsed) => parsed.module,
        Err(errors) => {
            assert!(!errors.is_empty(), "refused without a reason");
            errors.iter().for_each(|error| check_place(error, data));
            return;
        }
    };
    let errors = verify(&parsed);
    if !errors.is_empty() {
        let errors = errors.into_iter().map(Diagnostic::from);
        errors.for_each(|error| check_place(&error, data));
        return;
    }
    for generic in [false, true] {
        let form = PrintOptions {
            generic,
            ..PrintOptions::default()
        };
        let printed = print(&parsed, &form);
        let again = read_back(&printed, &options);
        let mut expected = printed;
        let mut again_text = print(&again, &form);
        // Sums in affine expressions lose their brackets, as mlir-opt prints them, and may then be
        // joined to other sums: from the second time on nothing changes any more.
        if again_text != expected && expected.contains("affine_") {
            expected = again_text;
            again_text = print(&read_back(&expected, &options), &form);
        }
        assert_eq!(again_text, expected, "what is printed changes");
    }
}

#[expect(clippy::panic, reason = "a broken promise is what a fuzzer looks for")]
fn read_back(printed: &str, options: &ParseOptions) -> Module {
    match parse(printed.as_bytes(), options) {
        Ok(again) => again.module,
        Err(errors) => panic!("what is printed cannot be read: {:?}\n{printed}", errors[0]),
    }
}

fn check_place(error: &Diagnostic, data: &[u8]) {
    let is_inside = error.span.start <= error.span.end && error.span.end as usize <= data.len();
    assert!(is_inside, "a place outside of the text: {error:?}");
    assert!(!error.message.is_empty() && !error.code.is_empty());
}

/// Pass pipelines: what is accepted is written out as text that is accepted too.
pub fn pipeline(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let (passes, dialects) = (Registry::with_builtin(), Dialects::core());
    match Pipeline::parse(text, &passes, &dialects) {
        Ok(pipeline) => {
            let written = pipeline.text();
            let again = Pipeline::parse(&written, &passes, &dialects).map(|again| again.text());
            assert_eq!(again, Ok(written));
        }
        Err(error) => assert!(!error.to_string().is_empty() && !error.help().is_empty()),
    }
}

/// Traces in any format, those of other tools included: what is accepted survives the binary format.
pub fn trace(data: &[u8]) {
    match read_trace(data) {
        Ok(scopes) => {
            let written = write_trace(&scopes, Format::Binary);
            let again = written.and_then(|bytes| read_trace(&bytes));
            assert_eq!(again.as_ref(), Ok(&scopes));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    for reader in Readers::with_builtin().iter() {
        read_with(&**reader, &TraceInput::new("input", data));
    }
}

/// A file of another tool: what is accepted survives the binary format, and its plan is valid.
fn read_with(reader: &dyn TraceReader, input: &TraceInput<'_>) {
    let _ = reader.recognises(input.name, input.bytes);
    let file = match reader.read(input) {
        Ok(file) => file,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    let written = write_trace(&file.scopes, Format::Binary);
    let again = written.and_then(|bytes| read_trace(&bytes));
    assert_eq!(again.as_ref(), Ok(&file.scopes));
    let schedules = file.plan.iter().flat_map(|plan| &plan.schedules);
    for (trace, schedule) in file.scopes.traces.iter().zip(schedules) {
        let valid = validate(trace, schedule, &ValidateOptions::default());
        assert_eq!(valid, Ok(()));
    }
}

/// Dumps of XLA in protobuf form.
pub fn xla(data: &[u8]) {
    let input = TraceInput::new("input.hlo.pb", data);
    read_with(&Xla::DEFAULT, &input);
    read_with(&XLA_WITH_HINTS, &input);
}

/// Dumps of XLA as text: live ranges, then the buffer assignment.
pub fn xla_text(data: &[u8]) {
    let head = b"BufferAssignment:";
    let at = data.windows(head.len()).position(|window| window == head);
    let (ranges, assignment) = data.split_at(at.unwrap_or(data.len()));
    let input = TraceInput {
        companion: Some(("input-buffer-assignment.txt", assignment)),
        ..TraceInput::new("input-live-range.txt", ranges)
    };
    read_with(&Xla::DEFAULT, &input);
    let outputs = Inclusion::Include;
    read_with(
        &Xla {
            outputs,
            ..XLA_WITH_HINTS
        },
        &input,
    );
}

const XLA_WITH_HINTS: Xla = Xla {
    aliases: Aliases::Hints,
    ..Xla::DEFAULT
};

/// TensorFlow Lite models.
pub fn tflite(data: &[u8]) {
    let input = TraceInput::new("input.tflite", data);
    read_with(&Tflite::DEFAULT, &input);
    let options = Tflite {
        aliases: Aliases::Hints,
        variables: Inclusion::Include,
        ..Tflite::DEFAULT
    };
    read_with(&options, &input);
    let tflm = Tflite {
        runtime: Runtime::Tflm,
        ..Tflite::DEFAULT
    };
    read_with(&tflm, &input);
    write_plan_into(&tflm, &input);
}

/// Writes a plan into a file: what is written has the same traces, and the plan.
fn write_plan_into(reader: &dyn TraceReader, input: &TraceInput<'_>) {
    let Ok(scopes) = reader.read(input).map(|file| file.scopes) else {
        return;
    };
    let planned = |trace: &LifetimeTrace| PLANNERS[0].plan(trace, &PlanOptions::default()).ok();
    let Some(schedules) = scopes
        .traces
        .iter()
        .map(planned)
        .collect::<Option<Vec<_>>>()
    else {
        return;
    };
    let plan = MemoryPlan {
        schedules,
        trace_hash: trace_hash(&scopes).ok(),
        provenance: scopes.provenance.clone(),
    };
    if let Ok(written) = reader.with_plan(input, &plan) {
        let again = reader.read(&TraceInput::new(input.name, &written));
        let again = again.map(|file| (file.scopes.traces, file.plan.map(|plan| plan.schedules)));
        let offsets = |schedules: Vec<MemorySchedule>| -> Vec<_> {
            schedules
                .into_iter()
                .map(|schedule| schedule.offsets)
                .collect()
        };
        let again = again.map(|(traces, schedules)| (traces, schedules.map(offsets)));
        let expected = offsets(plan.schedules);
        // A model without buffers in memory has an empty plan, which is none.
        let expected = (!expected.is_empty()).then_some(expected);
        assert_eq!(again, Ok((scopes.traces, expected)));
    }
}

/// Logs of TensorFlow Lite for Microcontrollers.
pub fn tflm_log(data: &[u8]) {
    read_with(&TflmLog, &TraceInput::new("input.log", data));
}

/// Logs of allocator calls as JSON lines.
pub fn events_jsonl(data: &[u8]) {
    read_with(&EventsJsonl, &TraceInput::new("input.jsonl", data));
}

/// Dumps of IREE.
pub fn iree_pack(data: &[u8]) {
    read_with(&IreePack::DEFAULT, &TraceInput::new("input.txt", data));
}

/// Memory snapshots of PyTorch.
pub fn torch_snapshot(data: &[u8]) {
    let input = TraceInput::new("input.pickle", data);
    read_with(&TorchSnapshot::DEFAULT, &input);
    let options = TorchSnapshot {
        pools: Pools::Split,
        names: Names::Frames,
        ..TorchSnapshot::DEFAULT
    };
    read_with(&options, &input);
}

/// Plans in any format: what is accepted survives the binary format.
pub fn plan(data: &[u8]) {
    match read_plan(data) {
        Ok(plan) => {
            let written = write_plan(&plan, Format::Binary);
            let again = written.and_then(|bytes| read_plan(&bytes));
            assert_eq!(again.as_ref(), Ok(&plan));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// JSON and CSV: either kind may be in them.
pub fn trace_or_plan(data: &[u8]) {
    trace(data);
    plan(data);
}
