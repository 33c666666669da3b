//! Plans for sizes that depend on symbols: how far they are above the max load, next to the rules of other systems, and
//! what has to be computed at run time. Prints three tables in Markdown.
//!
//! `cargo run -p memplan-benches --example symbolic [-- TRACE|PROGRAM.mlir..]`; by default, the traces in
//! `datasets/symbolic`. Programs are traced as by `memplan trace --collector tick --single-arena`, those of
//! `datasets/programs/dynamic` with the ranges of their dimensions. Ratios of peak to max load are those at 200
//! log-uniform shapes that were not used to choose plans: the worst and the mean.

mod peers;
mod programs;

use std::path::{Path, PathBuf};
use std::{env, fs};

use memplan_planner::symbols::{
    Arithmetic, OrientOptions, Orientation, OrientationPlan, check, orient,
};
use memplan_planner::wire::read_trace;
use memplan_planner::{Buffer, Bytes, LifetimeTrace, PlanOptions, registry};

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

/// The planner of sizes that are numbers.
const INNER: &str = "auto{effort=quick}";

/// How many shapes are measured, and their seed: plans are chosen at those of seed 0.
const SHAPES: (usize, u64) = (200, 1);

/// A worst and a mean ratio.
type Ratio = (f64, f64);

#[expect(clippy::print_stdout, reason = "this program prints tables")]
fn main() -> Outcome<()> {
    let mut files: Vec<PathBuf> = env::args_os().skip(1).map(PathBuf::from).collect();
    if files.is_empty() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../datasets/symbolic");
        for entry in fs::read_dir(folder)? {
            files.push(entry?.path());
        }
        files.retain(|path| path.extension().is_some_and(|extension| extension == "csv"));
        files.sort_unstable();
    }
    let mut tables = [
        vec![
            "| model | buffers | mid | max | k=1 | k=2 | k=4 | k\\*=1 | k\\*=2 | k\\*=4 |".to_owned(),
            "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |".to_owned(),
        ],
        vec![
            "| model | upper bounds | equal sizes only | tree by hints | no sharing | k\\*=2 |"
                .to_owned(),
            "| --- | --- | --- | --- | --- | --- |".to_owned(),
        ],
        vec![
            "| model | conflicts | edges | additions | maxima | different offsets | operations per buffer |".to_owned(),
            "| --- | --- | --- | --- | --- | --- | --- |".to_owned(),
        ],
    ];
    for file in &files {
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        let bytes = fs::read(file)?;
        let traces = if file
            .extension()
            .is_some_and(|extension| extension == "mlir")
        {
            programs::traces(&name, &bytes)?
        } else {
            read_trace(&bytes)?.traces
        };
        for trace in traces.iter().filter(|trace| !trace.symbols().is_empty()) {
            let name = name.trim_end_matches(".tensor");
            for (table, row) in tables.iter_mut().zip(rows(name, trace)?) {
                table.push(row);
            }
        }
    }
    let tables: Vec<String> = tables.map(|table| table.join("\n")).into();
    println!("{}", tables.join("\n\n"));
    Ok(())
}

/// A row of each table.
fn rows(name: &str, trace: &LifetimeTrace) -> Outcome<[String; 3]> {
    let planner = registry::planner(INNER)?;
    let with = |perturb, k| -> Outcome<OrientationPlan> {
        let options = OrientOptions {
            perturb,
            k,
            gain: 0.0,
            ..OrientOptions::default()
        };
        let plan = orient(trace, &*planner, &options)?.oriented;
        let plan = plan.ok_or("no orientation")?;
        check(trace, &plan)?;
        Ok(*plan)
    };
    let measured = |plan: &OrientationPlan| -> Outcome<Ratio> {
        let quality = plan.measure(trace, SHAPES.0, SHAPES.1)?;
        Ok((quality.worst, quality.mean))
    };
    let mut cells = vec![trace.len().to_string()];
    let ends = |of: &dyn Fn(i64, i64) -> i64| -> Vec<i64> {
        let symbols = trace.symbols().iter();
        symbols
            .map(|symbol| symbol.near(of(symbol.low(), symbol.high())))
            .collect()
    };
    let middle = ends(&|low, high| ((low.max(1) as f64) * (high as f64)).sqrt().round() as i64);
    let largest = ends(&|_, high| high);
    let best = with(OrientOptions::default().perturb, 2)?;
    for values in [&middle, &largest] {
        cells.push(cell(measured(&single(trace, &best, values)?)?));
    }
    for perturb in [0, OrientOptions::default().perturb] {
        for k in [1, 2, 4] {
            cells.push(cell(measured(&with(perturb, k)?)?));
        }
    }
    let shapes = best.ratios(trace, SHAPES.0, SHAPES.1)?;
    let shapes: Vec<Vec<i64>> = shapes.into_iter().map(|(values, _)| values).collect();
    let others = [
        peers::upper_bounds(trace, &largest, &shapes)?,
        peers::equal_sizes(trace, &shapes)?,
        peers::tree(trace, &middle, &shapes)?,
        peers::no_sharing(trace, &shapes)?,
        measured(&best)?,
    ];
    let one = with(OrientOptions::default().perturb, 1)?;
    let arithmetic = Arithmetic::of(&one);
    let (n_sums, n_maxima) = (arithmetic.n_additions(), arithmetic.n_maxima());
    let emitted = [
        n_conflicts(trace).to_string(),
        one.orientations[0].edges().count().to_string(),
        n_sums.to_string(),
        n_maxima.to_string(),
        arithmetic.n_offsets().to_string(),
        format!(
            "{:.2}",
            (n_sums + n_maxima) as f64 / trace.len().max(1) as f64
        ),
    ];
    let row = |cells: &[String]| format!("| {name} | {} |", cells.join(" | "));
    Ok([row(&cells), row(&others.map(cell)), row(&emitted)])
}

fn cell((worst, mean): Ratio) -> String {
    let digits = if worst < 9.995 { 3 } else { 1 };
    let texts = [worst, mean].map(|ratio| format!("{ratio:.digits$}"));
    if texts == ["1.000", "1.000"] {
        "1.000".to_owned()
    } else {
        texts.join(" / ")
    }
}

/// The trace at some values, with the sizes of all buffers rounded up to the alignment of the trace.
fn rounded(trace: &LifetimeTrace, values: &[i64]) -> Outcome<LifetimeTrace> {
    let align = trace.common_alignment()?;
    let at = trace.at(values)?;
    let buffers = at.buffers().iter().map(|buffer| Buffer {
        align,
        // A buffer without bytes may lie inside another one, where no orientation puts it.
        size: Bytes(buffer.size.0.next_multiple_of(align.0).max(align.0)),
        ..buffer.clone()
    });
    Ok(LifetimeTrace::builder("").buffers(buffers).build()?)
}

/// The plan with the orientation of one placement.
fn single(
    trace: &LifetimeTrace,
    like: &OrientationPlan,
    values: &[i64],
) -> Outcome<OrientationPlan> {
    let sized = rounded(trace, values)?;
    let schedule = registry::planner(INNER)?.plan(&sized, &PlanOptions::default())?;
    let orientation = Orientation::from_offsets(&sized, &schedule.offsets)?.reduced();
    let plan = OrientationPlan {
        orientations: vec![orientation],
        ..like.clone()
    };
    check(trace, &plan)?;
    Ok(plan)
}

/// The number of pairs of buffers that are live at once.
fn n_conflicts(trace: &LifetimeTrace) -> usize {
    let buffers = trace.buffers();
    let pairs = buffers.iter().enumerate().map(|(index, a)| {
        let later = buffers[index + 1..].iter();
        later.filter(|b| a.live.overlaps(b.live)).count()
    });
    pairs.sum()
}
