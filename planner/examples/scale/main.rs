//! How planners behave on many buffers: `scale [--planners A,B] [--seconds S] [--at S,S..] [--threads N] [--seeds N]
//! [--picture FILE.svg] n[k|M].. [SHAPE..]`.
//!
//! Generates traces of each shape with `n` buffers, plans each in a process of its own, checks the schedule, and prints
//! one row of a Markdown table a run: the fragmentation after the times of `--at`, the time at the end, and the peak of
//! resident memory in bytes a buffer, the trace included. With one thread, times are processor times, so that other
//! work on the machine does not matter; with more they are those of the wall clock. `--picture` draws the fragmentation
//! of all runs against their time. Linux only.

#![allow(clippy::print_stdout, reason = "it is a program")]

mod picture;

use std::error::Error;
use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use memplan_datasets::registry::generate;
use memplan_planner::{
    Bytes, Interrupt, PlanOptions, Progress, StopReason, Units, ValidateOptions, lower_bound,
    registry, validate,
};

/// A shape of lifetimes.
struct Shape {
    name: &'static str,
    /// The generator of its traces.
    generator: &'static str,
    /// The parameter of the generator that sets the number of buffers, and the buffers for each unit of it.
    parameter: &'static str,
    buffers_each: u64,
}

impl Shape {
    const fn new(name: &'static str, generator: &'static str) -> Self {
        Self {
            name,
            generator,
            parameter: "n",
            buffers_each: 1,
        }
    }

    const fn of_layers(name: &'static str, generator: &'static str, buffers_each: u64) -> Self {
        Self {
            name,
            generator,
            parameter: "layers",
            buffers_each,
        }
    }
}

const SHAPES: &[Shape] = &[
    Shape::of_layers("layered", "model", 3),
    Shape::new("heavy tails", "synthetic"),
    Shape::new("stack", "stack"),
    Shape::of_layers("training", "training", 6),
    Shape::new("first in, first out", "queue"),
    Shape::new("staircase", "staircase"),
    Shape::new("random", "uniform"),
    Shape::new("periodic", "periodic"),
    Shape::new("mixed", "mixed"),
];

/// A clock that starts at 0.
#[derive(Clone, Copy, Debug)]
enum Stopwatch {
    /// The time that the first thread of this process computed.
    Processor(Duration),
    Wall(Instant),
}

impl Stopwatch {
    fn start(threads: NonZeroUsize) -> Self {
        if threads.get() == 1 {
            Self::Processor(processor_time())
        } else {
            Self::Wall(Instant::now())
        }
    }

    fn elapsed(self) -> Duration {
        match self {
            Self::Processor(start) => processor_time().saturating_sub(start),
            Self::Wall(start) => start.elapsed(),
        }
    }
}

fn processor_time() -> Duration {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let first = text.split(' ').next().unwrap_or_default();
    Duration::from_nanos(first.parse().unwrap_or(0))
}

#[derive(Debug)]
struct Deadline(Stopwatch, Duration);

impl Interrupt for Deadline {
    fn reason_to_stop(&self) -> Option<StopReason> {
        (self.1 <= self.0.elapsed()).then_some(StopReason::Deadline)
    }

    fn time_left(&self) -> Option<Duration> {
        Some(self.1.saturating_sub(self.0.elapsed()))
    }
}

#[derive(Debug)]
struct Curve(Stopwatch, Mutex<Vec<(Duration, u64)>>);

impl Progress for Curve {
    fn improved(&self, peak: Bytes, _: Bytes, _: Units) {
        if let Ok(mut points) = self.1.lock() {
            points.push((self.0.elapsed(), peak.0));
        }
    }
}

struct Arguments {
    planners: String,
    seconds: f64,
    at: Vec<f64>,
    threads: NonZeroUsize,
    seeds: u64,
    sizes: Vec<String>,
    shapes: Vec<String>,
    picture: Option<String>,
    is_child: bool,
}

impl Arguments {
    fn parse() -> Result<Self, Box<dyn Error>> {
        let mut parsed = Self {
            planners: "auto".to_owned(),
            seconds: 20.0,
            at: vec![0.5, 2.0, 20.0],
            threads: NonZeroUsize::MIN,
            seeds: 1,
            sizes: Vec::new(),
            shapes: Vec::new(),
            picture: None,
            is_child: false,
        };
        let mut arguments = std::env::args().skip(1);
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().unwrap_or_default();
            match &*argument {
                "--planners" => parsed.planners = value(),
                "--seconds" => parsed.seconds = value().parse()?,
                "--at" => {
                    parsed.at = value()
                        .split(',')
                        .map(str::parse)
                        .collect::<Result<_, _>>()?
                }
                "--threads" => parsed.threads = value().parse()?,
                "--seeds" => parsed.seeds = value().parse()?,
                "--picture" => parsed.picture = Some(value()),
                "--child" => parsed.is_child = true,
                _ if argument.starts_with(|c: char| c.is_ascii_digit()) => {
                    parsed.sizes.push(argument)
                }
                _ => parsed.shapes.push(argument),
            }
        }
        Ok(parsed)
    }
}

fn count(text: &str) -> Result<u64, std::num::ParseIntError> {
    match text.strip_suffix('k') {
        Some(thousands) => Ok(1_000 * thousands.parse::<u64>()?),
        None => match text.strip_suffix('M') {
            Some(millions) => Ok(1_000_000 * millions.parse::<u64>()?),
            None => text.parse(),
        },
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse()?;
    if arguments.is_child {
        return run(&arguments);
    }
    let at: String = arguments.at.iter().fold(String::new(), |mut text, s| {
        let _ = write!(text, " {s} s |");
        text
    });
    println!(
        "| shape | buffers | seed | planner |{at} in the end | time | proved | bytes a buffer |"
    );
    println!(
        "| --- | --- | --- | --- |{} --- | --- | --- | --- |",
        " --- |".repeat(arguments.at.len())
    );
    let mut curves = Vec::new();
    for size in &arguments.sizes {
        for shape in SHAPES {
            let wanted = &arguments.shapes;
            let is_wanted = |name: &String| name == shape.name || name == shape.generator;
            if wanted.is_empty() || wanted.iter().any(is_wanted) {
                plan_all(&arguments, size, shape, &mut curves)?;
            }
        }
    }
    if let Some(file) = &arguments.picture {
        let title = format!(
            "Fragmentation of {} against time, {} buffers",
            arguments.planners,
            arguments.sizes.join(", ")
        );
        std::fs::write(file, picture::svg(&title, &curves))?;
    }
    Ok(())
}

/// Plans the traces of all seeds by all planners, each in a process of its own, and prints their rows.
fn plan_all(
    arguments: &Arguments,
    size: &str,
    shape: &Shape,
    curves: &mut Vec<picture::Curve>,
) -> Result<(), Box<dyn Error>> {
    let Shape {
        name,
        generator,
        parameter,
        ..
    } = shape;
    let at: Vec<String> = arguments.at.iter().map(f64::to_string).collect();
    for seed in 1..=arguments.seeds {
        for planner in arguments.planners.split(',') {
            let n = count(size)? / shape.buffers_each;
            let output = Command::new(std::env::current_exe()?)
                .args(["--child", "--planners", planner, "--at", &at.join(",")])
                .args(["--seconds", &arguments.seconds.to_string()])
                .args(["--threads", &arguments.threads.to_string()])
                .arg(format!("{generator}{{{parameter}={n} seed={seed}}}"))
                .output()?;
            let text = String::from_utf8(output.stdout)?;
            let failure = String::from_utf8(output.stderr)?;
            let mut lines = text.lines();
            let row = lines.next().unwrap_or_default();
            println!("| {name} | {size} | {seed} | {planner} |{row}{failure}");
            let numbers = lines.map(|line| {
                let (seconds, share) = line.split_once(' ').unwrap_or_default();
                Ok((seconds.parse()?, share.parse()?))
            });
            let mut points: Vec<(f64, f64)> = numbers.collect::<Result<_, Box<dyn Error>>>()?;
            if let Some((end, _)) = points.pop() {
                let shape = (*name).to_owned();
                curves.push(picture::Curve { shape, points, end });
            }
        }
    }
    Ok(())
}

/// Plans the one trace, and prints the rest of its row, then the seconds and the fragmentation of each better schedule,
/// and of the end.
fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let trace = generate(&arguments.shapes[0])?.trace;
    let planner = registry::planner(&arguments.planners)?;
    let watch = Stopwatch::start(arguments.threads);
    let curve = Arc::new(Curve(watch, Mutex::default()));
    let options = PlanOptions {
        threads: arguments.threads,
        interrupt: Some(Arc::new(Deadline(
            watch,
            Duration::from_secs_f64(arguments.seconds),
        ))),
        progress: Some(curve.clone()),
        ..PlanOptions::default()
    };
    let schedule = planner.plan(&trace, &options)?;
    let time = watch.elapsed();
    let status = std::fs::read_to_string("/proc/self/status")?;
    let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let most: u64 = most
        .unwrap_or_default()
        .trim()
        .trim_end_matches(" kB")
        .parse()?;
    validate(&trace, &schedule, &ValidateOptions::default())
        .map_err(|violations| format!("{violations:?}"))?;
    let bound = lower_bound(&trace, &PlanOptions::default())?.bytes.0;
    let share = |peak: u64| peak as f64 / bound as f64 - 1.0;
    let percent = |peak: u64| format!("{:.2} %", 100.0 * share(peak));
    let points = curve.1.lock().map_err(|_| "poisoned")?;
    let mut row = String::new();
    for &at in &arguments.at {
        let until = points.iter().filter(|point| point.0.as_secs_f64() <= at);
        let best = until.map(|point| point.1).min();
        write!(row, " {} |", best.map_or_else(|| "-".to_owned(), percent))?;
    }
    let is_proved = schedule.optimality == memplan_planner::Optimality::Optimal;
    println!(
        "{row} {} | {:.2} s | {} | {} |",
        percent(schedule.peak().0),
        time.as_secs_f64(),
        if is_proved { "yes" } else { "" },
        most * 1024 / (trace.len() as u64).max(1),
    );
    for &(time, peak) in points.iter().chain([&(time, schedule.peak().0)]) {
        println!("{} {}", time.as_secs_f64(), share(peak));
    }
    Ok(())
}
