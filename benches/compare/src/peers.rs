//! Other allocators, run alternately with the planners.
//!
//! MiniMalloc decides whether a *given* capacity suffices. It is given the capacity in the name of the file
//! (`A.1048576.csv`), else the best peak that a planner of the run has found, an advantage over the planners. Idealloc
//! takes half-open lifetimes only in the format it calls exclusive; it prints a peak but no offsets, so its plans
//! cannot be checked.

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use memplan_planner::wire::{self, Format};
use memplan_planner::{Bytes, LifetimeTrace, MemoryTraceScopes, ValidateOptions, validate};
use serde::Serialize;

use crate::Instance;
use crate::job::{Job, milliseconds};

/// The programs, as they are called on PATH.
const KNOWN: [Program; 2] = [Program::MiniMalloc, Program::Idealloc];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Program {
    MiniMalloc,
    Idealloc,
}

impl Program {
    fn name(self) -> &'static str {
        match self {
            Self::MiniMalloc => "minimalloc",
            Self::Idealloc => "idealloc",
        }
    }
}

/// A program that was found.
#[derive(Clone, Debug)]
pub(crate) struct Peer {
    program: Program,
    path: PathBuf,
}

/// A run of it on an instance.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct PeerRun {
    /// The name of the program.
    pub peer: &'static str,
    /// Index of the instance.
    pub instance: usize,
    /// `ok`, `checked`, or what went wrong.
    pub status: &'static str,
    /// The whole process by the wall clock.
    pub process_ms: f64,
    /// The time that the program says its algorithm took.
    pub reported_ms: Option<f64>,
    /// The peak of its plan.
    pub peak_bytes: Option<u64>,
    /// The capacity that was passed to it.
    pub told_bytes: Option<u64>,
}

impl PeerRun {
    /// The time to compare with that of a planner.
    pub(crate) fn elapsed_ms(&self) -> f64 {
        self.reported_ms.unwrap_or(self.process_ms)
    }
}

/// The programs found on PATH, and the names of the missing ones.
pub(crate) fn find() -> (Vec<Peer>, Vec<&'static str>) {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let (mut found, mut missing) = (Vec::new(), Vec::new());
    for program in KNOWN {
        let mut candidates = std::env::split_paths(&path).map(|folder| folder.join(program.name()));
        match candidates.find(|candidate| candidate.is_file()) {
            Some(path) => found.push(Peer { program, path }),
            None => missing.push(program.name()),
        }
    }
    (found, missing)
}

impl Peer {
    /// The name of the program.
    pub(crate) fn name(&self) -> &'static str {
        self.program.name()
    }

    /// Runs it once. A failure is the status.
    pub(crate) fn run(
        &self,
        index: usize,
        instance: &Instance,
        best_peak: Option<u64>,
        job: &Job,
        load: &dyn Fn(&Instance) -> Option<LifetimeTrace>,
    ) -> PeerRun {
        let mut run = PeerRun {
            peer: self.name(),
            instance: index,
            status: "failed",
            process_ms: 0.0,
            reported_ms: None,
            peak_bytes: None,
            told_bytes: None,
        };
        let folder = scratch_folder(index, self.name());
        if let Some(trace) = load(instance)
            && fs::create_dir_all(&folder).is_ok()
        {
            match write_input(&trace, &folder) {
                Some(input) => {
                    let capacity = stated_capacity(&instance.source).or(best_peak);
                    let capacity = capacity.unwrap_or(instance.max_load_bytes);
                    self.run_on(&trace, &input, capacity, job.time_limit_ms, &mut run);
                }
                None => run.status = "unsupported",
            }
        }
        // Leftovers in the temporary directory are harmless.
        let _ = fs::remove_dir_all(&folder);
        run
    }

    fn run_on(
        &self,
        trace: &LifetimeTrace,
        input: &Path,
        capacity: u64,
        limit_ms: Option<u64>,
        run: &mut PeerRun,
    ) {
        let output = input.with_file_name("out.csv");
        let mut command = Command::new(&self.path);
        match self.program {
            Program::MiniMalloc => {
                run.told_bytes = Some(capacity);
                command.arg(format!("--capacity={capacity}"));
                command.arg(format!("--input={}", input.display()));
                command.arg(format!("--output={}", output.display()));
                command.args(limit_ms.map(|limit| format!("--timeout={limit}ms")));
            }
            Program::Idealloc => {
                command.arg("--input").arg(input);
                command.args(["--max-lives", "1", "ex-csv"]);
            }
        }
        let start = Instant::now();
        let Some((is_success, stdout, stderr)) = finish(&mut command, limit_ms) else {
            run.status = "killed";
            run.process_ms = milliseconds(start.elapsed());
            return;
        };
        run.process_ms = milliseconds(start.elapsed());
        if !is_success {
            run.status = "no plan";
            run.reported_ms = seconds(&stderr);
            return;
        }
        match self.program {
            Program::MiniMalloc => {
                run.reported_ms = seconds(&stderr);
                let peak = fs::read(&output)
                    .ok()
                    .and_then(|bytes| checked_peak(trace, &bytes));
                run.status = if peak.is_some() { "checked" } else { "invalid" };
                run.peak_bytes = peak;
            }
            Program::Idealloc => {
                let time = number_after(&stdout, "allocation time:");
                run.reported_ms = time.map(|microseconds| microseconds as f64 / 1e3);
                run.peak_bytes = number_after(&stdout, "Makespan:");
                if run.peak_bytes.is_some() {
                    run.status = "unchecked";
                }
            }
        }
    }
}

/// The trace as both programs read it; `None` if it has what they cannot express. Their readers cut
/// lines at each comma, quoted or not, so buffers are called by their numbers.
fn write_input(trace: &LifetimeTrace, folder: &Path) -> Option<PathBuf> {
    let mut plain = trace.buffers().iter();
    if !plain.all(|b| b.gaps.is_empty() && b.pinned.is_none() && b.align == Bytes(1)) {
        return None;
    }
    let mut numbers = 0_u32..;
    let numbered = trace.clone().into_builder().map_buffers(|buffer| {
        buffer.name = numbers.next().unwrap_or_default().to_string().into();
    });
    let scopes = MemoryTraceScopes {
        traces: vec![numbered.build().ok()?],
        ..MemoryTraceScopes::default()
    };
    let path = folder.join("in.csv");
    let bytes = wire::write_trace(&scopes, Format::Csv).ok()?;
    fs::write(&path, bytes).ok()?;
    Some(path)
}

fn scratch_folder(index: usize, peer: &str) -> PathBuf {
    let name = format!("memplan-bench-{}-{index}-{peer}", std::process::id());
    std::env::temp_dir().join(name)
}

/// The number in `A.1048576.csv`, as MiniMalloc's benchmarks are named.
fn stated_capacity(source: &str) -> Option<u64> {
    let stem = Path::new(source).file_stem()?.to_str()?;
    stem.rsplit_once('.')?.1.parse().ok()
}

/// Whether it succeeded, and all it said; `None` if it had to be ended.
fn finish(command: &mut Command, limit_ms: Option<u64>) -> Option<(bool, String, String)> {
    let piped = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = piped.spawn().ok()?;
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let read = |pipe: Option<Box<dyn std::io::Read + Send>>| {
        thread::spawn(move || {
            let mut text = Vec::new();
            if let Some(mut pipe) = pipe {
                let _ = pipe.read_to_end(&mut text);
            }
            String::from_utf8_lossy(&text).into_owned()
        })
    };
    let stdout = read(stdout.map(|pipe| Box::new(pipe) as Box<dyn std::io::Read + Send>));
    let stderr = read(stderr.map(|pipe| Box::new(pipe) as Box<dyn std::io::Read + Send>));
    let patience = limit_ms.map(|limit| Duration::from_millis(limit + limit / 4 + 1000));
    let start = Instant::now();
    let mut nap = Duration::from_micros(100);
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break Some(status),
            Ok(None) if patience.is_some_and(|patience| patience < start.elapsed()) => break None,
            Ok(None) => thread::sleep(nap),
            Err(_) => break None,
        }
        // Poll short runs often for precise times, and long runs rarely so as not to disturb them.
        nap = (nap * 11 / 10).min(Duration::from_millis(20));
    };
    if status.is_none() {
        let _ = child.kill();
        let _ = child.wait();
    }
    let (stdout, stderr) = (stdout.join().ok()?, stderr.join().ok()?);
    Some((status?.success(), stdout, stderr))
}

/// MiniMalloc's time, which is all that it prints to standard error, in seconds.
fn seconds(text: &str) -> Option<f64> {
    let number: f64 = text.split_whitespace().next()?.parse().ok()?;
    Some(number * 1e3)
}

fn number_after(text: &str, label: &str) -> Option<u64> {
    let (_, rest) = text.split_once(label)?;
    rest.split_whitespace().next()?.parse().ok()
}

/// The peak of a plan in CSV, if the checker accepts it.
fn checked_peak(trace: &LifetimeTrace, csv: &[u8]) -> Option<u64> {
    let plan = wire::read_plan(csv).ok()?;
    let [schedule] = plan.schedules.as_slice() else {
        return None;
    };
    validate(trace, schedule, &ValidateOptions::default()).ok()?;
    Some(schedule.total_size.0)
}

#[cfg(test)]
mod tests {
    use super::{number_after, seconds, stated_capacity};

    #[test]
    fn what_the_programs_print_is_read() {
        assert_eq!(seconds("0.125PASS"), None);
        assert_eq!(seconds("0.125"), Some(125.0));
        let text = "Total allocation time: 1234 μs\nMakespan:\t777 bytes\nLOAD:\t\t700 bytes\n";
        assert_eq!(number_after(text, "allocation time:"), Some(1234));
        assert_eq!(number_after(text, "Makespan:"), Some(777));
        assert_eq!(stated_capacity("x/A.1048576.csv"), Some(1_048_576));
        assert_eq!(stated_capacity("x/resnet50.csv"), None);
    }
}
