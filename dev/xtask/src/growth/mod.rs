//! Measures how the time of every step grows with the program, on families of programs that grow linearly.
//!
//! A step is a pass, a collector, merging, or a part of reading and writing. Each runs on programs of twice the size,
//! until one takes [`ENOUGH`]. The exponent is that of the last doubling: 1 is linear, 2 is quadratic. Steps above
//! the largest exponent of a family are findings. The process has to be alone on the machine: times are by the wall
//! clock, those of findings the least of several.

mod families;

use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use families::{FAMILIES, Family};
use memplan::{Context, Merge};
use memplan_memory_model::prove_freed_once;
use memplan_mlir::Module;
use memplan_mlir::passes::RunOptions;
use memplan_mlir::text::{PrintOptions, parse, print};
use memplan_mlir::verifier::verify;

/// Sizes double from the first to the last.
const SIZES: [usize; 7] = [250, 500, 1000, 2000, 4000, 8000, 16_000];

/// A step that takes this long is not run on a larger program.
const ENOUGH: Duration = Duration::from_millis(600);

/// Shorter times are noise.
const MEASURABLE: Duration = Duration::from_millis(30);

/// How often a suspicious step is measured again; the least time counts.
const REPEATS: usize = 3;

/// Programs nest deeply.
const STACK: usize = 1 << 30;

/// Takes a program, as a module and as text. It may refuse it.
type Work = dyn Fn(&Context, Module, &str);

/// What is timed.
struct Step {
    name: String,
    run: Box<Work>,
}

/// The time of a step, and what it was measured on.
#[derive(Clone, Copy)]
struct Growth {
    size: usize,
    time: Duration,
    /// Of the last doubling; `None` if the time is too short.
    exponent: Option<f64>,
}

/// Measures all families, or those with one of the texts in their names. With `--all`, the summary has all figures.
///
/// # Errors
///
/// The steps that grow too fast, or that panic.
pub(crate) fn run(_root: &Path, arguments: &[String]) -> Result<String, String> {
    let (flags, texts): (Vec<&String>, Vec<&String>) =
        arguments.iter().partition(|argument| *argument == "--all");
    let named = |family: &&Family| {
        texts.is_empty() || texts.iter().any(|text| family.name.contains(text.as_str()))
    };
    let work = || -> Result<Vec<Report>, String> {
        let steps = steps(&Context::default())?;
        let families = FAMILIES.iter().filter(named);
        let reports = families.map(|family| measure(family, &steps, !flags.is_empty()));
        Ok(reports.collect())
    };
    let reports = thread::scope(|scope| {
        let builder = thread::Builder::new().stack_size(STACK);
        let worker = builder
            .spawn_scoped(scope, work)
            .map_err(|error| error.to_string())?;
        let ended = worker.join();
        ended.map_err(|_| "growth: the measuring thread panicked".to_owned())?
    })?;
    let text: String = reports.iter().map(|report| report.text.as_str()).collect();
    if reports.iter().any(|report| report.has_findings) {
        return Err(text);
    }
    Ok(text)
}

struct Report {
    text: String,
    has_findings: bool,
}

fn measure(family: &Family, steps: &[Step], is_whole: bool) -> Report {
    eprintln!("growth: {}", family.name);
    let context = Context::default();
    let programs: Vec<(usize, String)> = SIZES.map(|size| (size, (family.program)(size))).into();
    let mut report = Report {
        text: String::new(),
        has_findings: false,
    };
    let mut largest = (f64::NEG_INFINITY, String::new());
    for step in steps {
        let work = AssertUnwindSafe(|| growth(&context, step, &programs, family.largest_exponent));
        let grown = panic::catch_unwind(work).unwrap_or_else(|_| Err("panics".to_owned()));
        let (exponent, what) = match grown {
            Ok(grown) => {
                let exponent = grown.exponent.unwrap_or(0.0);
                let (time, size) = (grown.time.as_millis(), grown.size);
                let what = format!("{time} ms for {size}, exponent {exponent:.2}");
                (exponent, what)
            }
            Err(error) => (f64::INFINITY, error),
        };
        let line = format!("{}: {}: {what}\n", family.name, step.name);
        let is_finding = family.largest_exponent < exponent;
        report.has_findings |= is_finding;
        if is_finding {
            eprint!("{line}");
        }
        if is_finding || is_whole {
            report.text += &line;
        }
        if largest.0 < exponent {
            largest = (exponent, line);
        }
    }
    report.text += &format!("figure: fastest growth: {}", largest.1);
    report
}

/// Runs a step on programs of growing size; measures again while the exponent is above the largest one.
///
/// # Errors
///
/// A program that is not valid.
fn growth(
    context: &Context,
    step: &Step,
    programs: &[(usize, String)],
    largest_exponent: f64,
) -> Result<Growth, String> {
    let mut last: Option<(Duration, &str)> = None;
    let mut grown = Growth {
        size: 0,
        time: Duration::ZERO,
        exponent: None,
    };
    for (size, text) in programs {
        let mut time = time(context, step, text)?;
        let mut exponent = None;
        if let Some((mut shorter, smaller)) = last {
            exponent = doubling(shorter, time);
            let mut n_repeats = 0;
            while n_repeats < REPEATS
                && exponent.is_some_and(|exponent| largest_exponent < exponent)
            {
                n_repeats += 1;
                shorter = shorter.min(self::time(context, step, smaller)?);
                time = time.min(self::time(context, step, text)?);
                exponent = doubling(shorter, time);
            }
        }
        grown = Growth {
            size: *size,
            time,
            exponent,
        };
        if ENOUGH < time {
            break;
        }
        last = Some((time, text));
    }
    Ok(grown)
}

fn doubling(shorter: Duration, longer: Duration) -> Option<f64> {
    let shortest = MEASURABLE / 4;
    (MEASURABLE < longer)
        .then(|| (longer.as_secs_f64() / shorter.max(shortest).as_secs_f64()).log2())
}

fn time(context: &Context, step: &Step, text: &str) -> Result<Duration, String> {
    let m = read(text)?;
    let start = Instant::now();
    (step.run)(context, m, text);
    Ok(start.elapsed())
}

fn read(text: &str) -> Result<Module, String> {
    let parsed = parse(text.as_bytes(), &memplan_dialects_extra::parse_options());
    parsed
        .map(|parsed| parsed.module)
        .map_err(|errors| format!("the program is not valid: {:?}", errors.first()))
}

/// All steps.
///
/// # Errors
///
/// A pass that cannot be run with its defaults.
fn steps(context: &Context) -> Result<Vec<Step>, String> {
    let mut steps = vec![
        step("read", |_, _, text| drop(read(text))),
        step("verify", |_, m, _| drop(verify(&m))),
        step("print", |_, m, _| drop(print(&m, &PrintOptions::default()))),
        step("check --static", |_, m, _| drop(prove_freed_once(&m))),
        step("merge", |context, mut m, _| {
            let job = Merge::new(context);
            drop(job.map(|job| job.run(&mut m)));
        }),
        step("merge -O none", |context, mut m, _| {
            let job = Merge::new(context);
            drop(job.map(|job| job.lower_peak(None).run(&mut m)));
        }),
    ];
    for info in context.collectors.infos() {
        let name = info.name;
        steps.push(step(
            &format!("trace --collector {name}"),
            move |context, m, _| {
                let collector = context.collector(name);
                drop(collector.map(|collector| memplan::collect(&m, &collector)));
            },
        ));
    }
    for info in context.all_passes().infos() {
        let on_module = context.pipeline(&format!("builtin.module({})", info.name));
        let on_functions =
            || context.pipeline(&format!("builtin.module(func.func({}))", info.name));
        let pipeline = on_module
            .or_else(|_| on_functions())
            .map_err(|error| error.to_string())?;
        steps.push(step(&format!("opt --{}", info.name), move |_, mut m, _| {
            drop(pipeline.run(&mut m, &RunOptions::default()));
        }));
    }
    Ok(steps)
}

fn step(name: &str, run: impl Fn(&Context, Module, &str) + 'static) -> Step {
    Step {
        name: name.to_owned(),
        run: Box::new(run),
    }
}
