//! Runs every program of the tree, and every operation of the dialect tables in every sensible
//! position, through every pass, pipeline and merge.
//!
//! Each step must produce valid IR that can be printed and reparsed, or a clear error. Panics,
//! invalid IR and errors without a message are findings. The sweep does not check what the IR
//! computes; tests do.
//!
//! Programs are the sections of every `.mlir` file of the tree but the models in `datasets/programs`.
//! They contain each operation of the tables at least once ([`positions`] extracts the operations from
//! them).

pub(crate) mod inputs;
mod positions;
mod steps;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io;
use std::num::NonZeroUsize;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use steps::{Program, Step, Verdict};

/// Programs nest deeply.
const STACK: usize = 256 << 20;

/// Findings of one step that are shown.
const MAX_SHOWN: usize = 4;

/// One program, and where it comes from.
#[derive(Clone, Debug)]
pub(crate) struct Input {
    pub(crate) name: String,
    pub(crate) text: String,
}

/// Something that must not happen.
#[derive(Clone, Debug)]
struct Finding {
    input: Input,
    step: &'static str,
    what: String,
}

thread_local! {
    static LAST_PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Sweeps the tree below `root`; a summary, or the findings. With a number `n`, each program goes through every `n`-th
/// step, starting at another one than the next program.
///
/// # Errors
///
/// The findings: the step, what happened, and the program. Arguments other than a number.
pub(crate) fn run(root: &Path, arguments: &[String]) -> Result<String, String> {
    let one_in = match arguments {
        [] => NonZeroUsize::MIN,
        [n] => n
            .parse()
            .map_err(|_| format!("`sweep {n}`: expected one number from 1 on"))?,
        _ => return Err("`sweep` takes one number".to_owned()),
    };
    let files = inputs::read(root).map_err(|error: io::Error| error.to_string())?;
    let steps = steps::all();
    silence_panics();
    let made = positions::of_all(&files);
    let n_files = files.len();
    let inputs: Vec<Input> = files.into_iter().chain(made.inputs).collect();
    let (counts, findings) = sweep(&inputs, &steps, one_in);
    let _ = panic::take_hook();
    if !findings.is_empty() {
        let reports: Vec<String> = findings.iter().map(report).collect();
        return Err(reports.join("\n\n"));
    }
    let mut lines = vec![format!(
        "sweep: {n_files} programs, {} operations in {} positions; {} of {} programs are valid",
        made.n_ops,
        inputs.len() - n_files,
        counts.n_valid,
        inputs.len(),
    )];
    for step in &steps {
        let (passed, refused) = counts.steps.get(step.name).copied().unwrap_or_default();
        lines.push(format!(
            "{passed:7} passed {refused:6} refused  {}",
            step.name
        ));
    }
    Ok(lines.join("\n"))
}

#[derive(Debug, Default)]
struct Counts {
    n_valid: usize,
    /// By step: programs that went through, and those that were refused.
    steps: BTreeMap<&'static str, (usize, usize)>,
}

fn sweep(inputs: &[Input], steps: &[Step], one_in: NonZeroUsize) -> (Counts, Vec<Finding>) {
    let total: Mutex<(Counts, Vec<Finding>)> = Mutex::default();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut counts = Counts::default();
        let mut findings = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(input) = inputs.get(number) else {
                break;
            };
            let program = match guarded(|| Program::new(&input.text)) {
                Ok(Some(program)) => program,
                Ok(None) => continue,
                Err(what) => {
                    findings.push(finding(input, "reading", what));
                    continue;
                }
            };
            counts.n_valid += 1;
            // Positions alternate, so the first step has to change from pair to pair.
            let first = (number + number / 2) % one_in;
            for step in steps.iter().skip(first).step_by(one_in.get()) {
                let entry = counts.steps.entry(step.name).or_default();
                match guarded(|| step.run(&program)) {
                    Ok(Verdict::Passed) => entry.0 += 1,
                    Ok(Verdict::Refused) => entry.1 += 1,
                    Ok(Verdict::Wrong(what)) | Err(what) => {
                        findings.push(finding(input, step.name, what));
                    }
                }
            }
        }
        let mut total = total.lock().unwrap_or_else(|error| error.into_inner());
        total.0.n_valid += counts.n_valid;
        for (name, (passed, refused)) in counts.steps {
            let entry = total.0.steps.entry(name).or_default();
            *entry = (entry.0 + passed, entry.1 + refused);
        }
        total.1.extend(findings);
    };
    let n_threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..n_threads {
            // If a thread cannot be started, the others do its work.
            let builder = thread::Builder::new().stack_size(STACK);
            let _ = builder.spawn_scoped(scope, work);
        }
    });
    let (counts, mut findings) = total
        .into_inner()
        .unwrap_or_else(|error| error.into_inner());
    findings.sort_by(|a, b| (a.step, &a.input.name).cmp(&(b.step, &b.input.name)));
    let mut n_shown: BTreeMap<&str, usize> = BTreeMap::new();
    findings.retain(|finding| {
        let n = n_shown.entry(finding.step).or_default();
        *n += 1;
        *n <= MAX_SHOWN
    });
    (counts, findings)
}

/// The result of a closure, or the message and place of its panic.
fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    panic::catch_unwind(AssertUnwindSafe(work))
        .map_err(|_| LAST_PANIC.with(|text| text.borrow().clone()))
}

fn silence_panics() {
    panic::set_hook(Box::new(|info| {
        LAST_PANIC.with(|text| *text.borrow_mut() = format!("panic: {info}"));
    }));
}

fn finding(input: &Input, step: &'static str, what: String) -> Finding {
    Finding {
        input: input.clone(),
        step,
        what,
    }
}

fn report(finding: &Finding) -> String {
    let Finding { input, step, what } = finding;
    format!("{}: {step}: {what}\n{}", input.name, input.text.trim_end())
}
