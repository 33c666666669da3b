//! Runs every fuzz target on random inputs, and on all inputs of past failures.
//!
//! `MEMPLAN_FUZZ_SECONDS=n` continues for `n` seconds with each target, `MEMPLAN_FUZZ_SEED=n`
//! begins elsewhere, `MEMPLAN_FUZZ_TARGET=name` leaves the others out. An input that breaks a
//! promise, takes longer than [`MAX_TIME`] or more memory than [`BYTES_PER_BYTE`] allows is written
//! to the folder of temporary files and named; it belongs into `dev/fuzz/bodies/fixtures/TARGET/`.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "a failing helper fails the test, and measurements are printed"
)]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{env, fs};

use cpu_time::ThreadTime;
use memplan_fuzz_bodies::{Mutator, TARGETS, Target, files, texts};
use memplan_planner::algorithms::PLANNERS;
use memplan_planner::wire::{Format, read_trace, write_plan, write_trace};
use memplan_planner::{MemoryPlan, PlanOptions};
use memplan_testing::figure;
use memplan_testing::programs::{ProgramOptions, numbered_program};
use peak_alloc::PeakAlloc;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Bytes of memory at most for each byte of input, besides [`BASE_BYTES`].
const BYTES_PER_BYTE: usize = 64;

/// What a reader needs for the shortest input: tables, buffers, messages.
const BASE_BYTES: usize = 1 << 18;

/// Random inputs for each target where the environment asks for no time.
const DEFAULT_INPUTS: u64 = 100;

/// Most processor time for one input.
const MAX_TIME: Duration = Duration::from_secs(5);

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

/// Fixtures of trace readers whose names end in `.extension`.
fn of_readers(extension: &str) -> Vec<Vec<u8>> {
    files(&root().join("collectors/readers/tests/fixtures"), extension).unwrap()
}

/// Good inputs of a target.
fn corpus(target: &Target) -> Vec<Vec<u8>> {
    let mut inputs = Vec::new();
    let mut traces = files(&root().join("datasets/data"), "csv").unwrap();
    traces.push(b"id,lower,upper,size,alignment,gaps\na,0,9,32,8,2-4\nb,2,6,16,1,\n".to_vec());
    let traces: Vec<_> = traces
        .iter()
        .filter_map(|bytes| read_trace(bytes).ok())
        .collect();
    assert!(!traces.is_empty());
    let plans: Vec<MemoryPlan> = traces
        .iter()
        .map(|scopes| MemoryPlan {
            schedules: scopes
                .traces
                .iter()
                .map(|trace| PLANNERS[0].plan(trace, &PlanOptions::default()).unwrap())
                .collect(),
            trace_hash: Some(7),
            provenance: scopes.provenance.clone(),
        })
        .collect();
    let write_traces = |format| {
        traces
            .iter()
            .filter_map(move |t| write_trace(t, format).ok())
    };
    let write_plans = |format| plans.iter().filter_map(move |p| write_plan(p, format).ok());
    match target.name {
        "text" => {
            inputs.extend(texts().unwrap());
            let programs = (0..50).map(|n| numbered_program(n, &ProgramOptions::default()));
            inputs.extend(programs.map(String::into_bytes));
        }
        "pipeline" => {
            let texts = [
                "builtin.module(func.func(canonicalize{max-iterations=3},cse),any(cse))",
                "builtin.module(builtin.module(cse{}),gpu.module(gpu.func(cse)))",
                "any(canonicalize{max-iterations='3'},cse,canonicalize{max-iterations={4}})",
            ];
            inputs.extend(texts.map(|text| text.as_bytes().to_vec()));
        }
        "mtrace" => inputs.extend(write_traces(Format::Binary)),
        "mplan" => inputs.extend(write_plans(Format::Binary)),
        "json" => {
            inputs.extend(write_traces(Format::Json));
            inputs.extend(write_plans(Format::Json));
        }
        "csv" => {
            inputs.extend(write_traces(Format::Csv));
            inputs.extend(write_plans(Format::Csv));
            inputs.push(b"a 1 64 8\na 2 32\nf 1\nf 2\n".to_vec());
        }
        "xla" => inputs.extend(of_readers("pb")),
        "xla-text" => inputs.push(of_readers("txt").iter().rev().flatten().copied().collect()),
        "tflite" => inputs.extend(of_readers("tflite")),
        "tflm-log" => inputs.extend(of_readers("log")),
        "events-jsonl" => inputs.extend(of_readers("jsonl")),
        "iree-pack" => inputs.extend(of_readers("dump")),
        "torch-snapshot" => inputs.extend(of_readers("pickle")),
        other => panic!("no corpus for `{other}`"),
    }
    assert!(!inputs.is_empty(), "{}", target.name);
    inputs
}

/// What is wrong with how a target takes an input.
fn judge(target: &Target, input: &[u8]) -> Result<(), String> {
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let start = ThreadTime::now();
    catch_unwind(AssertUnwindSafe(|| (target.run)(input))).map_err(|_| "it panics".to_owned())?;
    let (time, peak) = (start.elapsed(), MEMORY.peak_usage().saturating_sub(before));
    if time > MAX_TIME {
        return Err(format!("it takes {time:?}"));
    }
    // A text that is accepted is printed and read again, twice: that is more than reading it.
    let bound = BASE_BYTES + BYTES_PER_BYTE * input.len();
    if peak > bound {
        return Err(format!("it takes {peak} bytes, and {bound} are allowed"));
    }
    Ok(())
}

fn setting(name: &str) -> Option<u64> {
    env::var(name).ok().and_then(|text| text.parse().ok())
}

/// One test for all, because memory is counted for the whole process.
#[test]
fn no_input_breaks_a_reader() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let mut n = 0;
    for target in TARGETS {
        let mut paths: Vec<PathBuf> = fs::read_dir(folder.join(target.name))
            .into_iter()
            .flatten()
            .map(|entry| entry.unwrap().path())
            .collect();
        paths.sort();
        for path in paths {
            eprintln!("{}", path.display());
            assert_eq!(judge(target, &fs::read(path).unwrap()), Ok(()));
            n += 1;
        }
    }
    assert!(n > 0, "there are inputs that are kept");
    fuzz_all();
}

fn fuzz_all() {
    let time = setting("MEMPLAN_FUZZ_SECONDS").map(Duration::from_secs);
    let seed = setting("MEMPLAN_FUZZ_SEED").unwrap_or(0);
    let wanted = env::var("MEMPLAN_FUZZ_TARGET").ok();
    let mut failures = Vec::new();
    for target in TARGETS {
        if wanted.as_ref().is_some_and(|wanted| wanted != target.name) {
            continue;
        }
        let corpus = corpus(target);
        for good in &corpus {
            // Fills tables that are made once, and shows that good inputs pass.
            if let Err(problem) = judge(target, good).and_then(|()| judge(target, good)) {
                failures.push(format!("{}: {problem} on a good input", target.name));
            }
        }
        let (mut mutator, start, mut n) = (Mutator::new(corpus, seed), Instant::now(), 0);
        while time.map_or(n < DEFAULT_INPUTS, |time| start.elapsed() < time) {
            let input = mutator.make();
            n += 1;
            if let Err(problem) = judge(target, &input) {
                let name = format!("memplan-fuzz-{}-{seed}-{n}", target.name);
                let path = env::temp_dir().join(name);
                fs::write(&path, &input).unwrap();
                failures.push(format!("{}: {problem} on {}", target.name, path.display()));
                if failures.len() > 20 {
                    break;
                }
            }
        }
        figure(&format!("{}: {n} random inputs", target.name));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
