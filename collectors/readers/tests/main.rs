//! Trace readers on fixtures of our own and on real files of other tools.

#![expect(clippy::unwrap_used, reason = "a failing helper fails the test")]

mod dsa_problem;
mod events_jsonl;
mod executorch;
mod hostile;
mod iree_pack;
mod tflite;
mod torch_snapshot;
mod vela_log;
mod xla;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use memplan_planner::registry::Registry as Planners;
use memplan_planner::{LifetimeTrace, MemorySchedule, PlanOptions, ValidateOptions, validate};
use memplan_readers::{Registry, TraceFile, TraceInput, TraceReadError, TraceReader, recognise};

/// A file among the fixtures of readers.
fn fixture(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    folder.join(name)
}

/// The reader of a specification.
fn reader(spec: &str) -> Arc<dyn TraceReader> {
    Registry::with_builtin().parse(spec).unwrap()
}

/// Reads a file, with the file beside it that belongs to it.
fn read(spec: &str, path: &Path) -> Result<TraceFile, TraceReadError> {
    let bytes = fs::read(path).unwrap();
    let name = path.to_string_lossy();
    let reader = reader(spec);
    let beside = reader.companions(&name, &bytes).into_iter();
    let companion = beside.filter_map(|name| Some((fs::read(&name).ok()?, name)));
    let companion: Option<(Vec<u8>, String)> = companion.into_iter().next();
    let input = TraceInput {
        companion: companion.as_ref().map(|(bytes, name)| (&**name, &**bytes)),
        ..TraceInput::new(&name, &bytes)
    };
    reader.read(&input)
}

/// The name of the reader that recognises a file.
fn recognised(path: &Path) -> Option<&'static str> {
    let bytes = fs::read(path).unwrap();
    let registry = Registry::with_builtin();
    let reader = recognise(&registry, &path.to_string_lossy(), &bytes);
    reader.map(|reader| reader.info().name)
}

/// The schedule of a planner, which the checker accepts.
fn planned(planner: &str, trace: &LifetimeTrace) -> MemorySchedule {
    let planner = Planners::with_builtin().parse(planner).unwrap();
    let schedule = planner.plan(trace, &PlanOptions::default()).unwrap();
    assert_eq!(
        validate(trace, &schedule, &ValidateOptions::default()),
        Ok(())
    );
    schedule
}

/// A line for each trace, and what is left out: the placed plan must be valid.
fn figures(file: &TraceFile) -> String {
    let mut text = String::new();
    for (index, trace) in file.scopes.traces.iter().enumerate() {
        let gaps: usize = trace.buffers().iter().map(|buffer| buffer.gaps.len()).sum();
        let load = trace.least_load();
        let best = planned("auto", trace);
        let bound = best.lower_bound(trace);
        let _ = write!(
            text,
            "{}: {} buffers, {gaps} gaps, {} hints, load {load}, planned {}, bound {bound}",
            trace.scope(),
            trace.len(),
            trace.in_place().len(),
            best.total_size,
        );
        if let Some(plan) = &file.plan {
            let placed = &plan.schedules[index];
            assert_eq!(validate(trace, placed, &ValidateOptions::default()), Ok(()));
            assert!(bound <= placed.total_size, "better than the bound");
            let _ = write!(text, ", {} {}", placed.planner, placed.total_size);
        }
        text.push('\n');
    }
    for entry in &file.left_out {
        let _ = writeln!(text, "left out {entry}");
    }
    for remark in &file.remarks {
        let _ = writeln!(text, "{remark}");
    }
    text
}
