//! Hostile neighbours: random operations between the parts of the patterns that passes look for.
//!
//! The programs are every section of the fixtures of all crates and random programs of all generators. In each, a few
//! operations are inserted at random places (`make.rs`), so that values are read, written in part, accumulated into,
//! viewed and passed on where no pattern expects it. Passes and chains of passes must not change what the program
//! computes in the interpreter, where reading what was never written is a fault.
//!
//! `MEMPLAN_PROGRAMS=n` tests `n` programs instead of the default number, from number `MEMPLAN_FIRST_PROGRAM` on.

mod make;

use std::collections::BTreeMap;
use std::path::Path;

use memplan::{Blocks, Context, LowerPeak, Merge};
use memplan_interp::{Datum, Run, RunOptions, function, random_arguments, run};
use memplan_mlir::Module;
use memplan_mlir::interfaces::{allocation, is_manually_freed, is_plain_dealloc};
use memplan_mlir::passes::{Failure, PassError, RunOptions as PassOptions};
use memplan_mlir::semantics::Kernel;
use memplan_mlir::text::{PrintOptions, print};
use memplan_planner::PlanOptions;
use memplan_support::Random;
use memplan_testing::gradients::numbered_gradient;
use memplan_testing::programs::{ProgramOptions, first_program, n_programs, numbered_program};
use memplan_testing::reuse::{self, Frees};
use memplan_testing::{callers, carried, chains, figure, padding, programs_of};

use make::{Hostile, hostile, read};

/// Folders of crates whose fixtures are programs.
const FOLDERS: [&str; 7] = [
    "../collectors/tests/fixtures",
    "../examples",
    "../mlir/bufferize/tests/fixtures",
    "../mlir/tests/fixtures",
    "memory/tests/fixtures",
    "placement/tests/fixtures",
    "tests",
];

/// Larger programs are left out: they take long, and what they show is in the others.
const MAX_BYTES: usize = 20_000;

/// Random programs for each program of a fixture.
const GENERATED: u64 = 2;

/// Passes by themselves that may change what a program computes, with the reason. All others are tried.
const LEFT_OUT: &[(&str, &str)] = &[
    (
        "buffer-deallocation",
        "what is written to a buffer after it was passed on may be lost, as its promise says",
    ),
    (
        "enforce-immutable-func-args",
        "callers no longer see what functions write to their arguments",
    ),
    (
        "buffer-results-to-out-params",
        "results are copied for the caller, also those that are arguments",
    ),
    ("donate-arguments", "results are dropped"),
    ("compute-in-donated", "results are dropped"),
    ("drop-equivalent-buffer-results", "results are dropped"),
];

/// Passes with options, and chains.
const CHAINS: &[&str] = &[
    "rematerialize{max-traffic=1000%}",
    "schedule-for-memory{work=100000}",
    "compute-in-blocks{blocks=2 max-work=100%}",
    "merge-alloc,buffer-deallocation-pipeline",
    "linalg-generalize-named-ops,linalg-fuse-elementwise-ops",
    "linalg-parallelize-unit-reductions,linalg-flatten-reductions,linalg-windows-to-scans,linalg-fold-transposes,linalg-sink-concatenations,linalg-bubble-up-extract-slice",
    "linalg-detensorize,scf-uplift-while-to-for,linalg-generalize-named-ops,linalg-fuse-elementwise-ops,loop-iter-arg-destination-folding",
    "one-shot-bufferize{bufferize-function-boundaries=true}",
    "one-shot-bufferize{bufferize-function-boundaries=true compat=reference},buffer-deallocation-pipeline",
    "eliminate-empty-tensors,one-shot-bufferize{bufferize-function-boundaries=true},split-buffers,sink-fills",
    "split-buffers,sink-fills,fuse-into-readers,pad-borders,write-into-parts,compute-in-place,sink-allocations",
];

/// The chains, and every pass that is registered, on its own: a new one is tried without being named here.
fn pipelines(context: &Context) -> Vec<String> {
    let registry = context.all_passes();
    for (name, _) in LEFT_OUT {
        assert!(registry.find(name).is_some(), "there is no pass `{name}`");
    }
    let names = registry.infos().map(|info| info.name);
    let names = names.filter(|name| LEFT_OUT.iter().all(|(left, _)| left != name));
    let of_module = |pass: &str| context.pipeline(&format!("builtin.module({pass})")).is_ok();
    let passes = names.map(|name| {
        if of_module(name) {
            name.to_owned()
        } else {
            format!("func.func({name})")
        }
    });
    let chains = CHAINS.iter().map(|&chain| chain.to_owned());
    passes.chain(chains).collect()
}

/// The sections of all fixtures that are valid programs, with the files that they are in.
fn fixtures() -> Vec<(String, Module)> {
    let mut programs = Vec::new();
    for folder in FOLDERS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        for (path, line, section) in programs_of(&folder).unwrap() {
            // A function that is declared to write only is passed memory without contents; the declaration is lost on
            // buffers.
            let is_odd = section.contains(r#"bufferization.access = "write""#);
            if section.len() <= MAX_BYTES
                && !is_odd
                && let Ok(m) = read(&section)
                && !depends_on_allocations(&m)
            {
                programs.push((format!("{}:{line}", path.display()), m));
            }
        }
    }
    programs
}

/// Whether a program passes addresses on, which differ when buffers are merged, or frees by hand what passes free, too.
fn depends_on_allocations(m: &Module) -> bool {
    m.walk(m.root()).any(|op| {
        let is_allocation = allocation(m, op).is_some();
        m.is_kernel(op, Kernel::Address) || (is_manually_freed(m, op) && !is_allocation)
    })
}

/// A random program of one of the generators.
fn generated(number: u64) -> String {
    match number % 8 {
        0 => padding::numbered_program(number),
        1 | 7 => chains::numbered_program(number),
        2 => reuse::numbered_program(number, Frees::None),
        3 => carried::numbered_program(number),
        4 => numbered_gradient(number),
        5 => callers::numbered_program(number),
        _ => {
            let options = ProgramOptions {
                // By the convention of deallocation, functions return copies of what their callers do not own.
                calls: false,
                blocks: number.is_multiple_of(3),
                statements: 10,
                ..ProgramOptions::default()
            };
            numbered_program(number, &options)
        }
    }
}

/// A program, what it is made of, and what it computes.
struct Case {
    name: String,
    hostile: Hostile,
    before: Run,
    arguments: Vec<Datum>,
    /// The numbers of the arguments that are tensors.
    tensors: Vec<usize>,
}

impl Case {
    /// `None` if the program has no place for further operations, or cannot be run: what was inserted may read what is
    /// not written yet.
    fn new(name: &str, m: &Module, random: &mut Random) -> Option<Self> {
        let hostile = hostile(m, random)?;
        let m = read(&hostile.text).unwrap_or_else(|error| panic!("{error}\n{}", hostile.text));
        let entry = function(&m, &hostile.entry)?;
        let arguments = random_arguments(&m, entry, random.bits())?;
        let before = run(&m, entry, &arguments, &options()).ok()?;
        // A result that was never written is no value that a pass must keep; reading it from a buffer is a fault.
        if !before.results.iter().all(Datum::is_defined) {
            return None;
        }
        let params = m.block_args(m.first_block(m.regions(entry)[0])?);
        let is_tensor = |&at: &usize| m.is_tensor(params[at]);
        Some(Self {
            name: name.to_owned(),
            hostile,
            before,
            tensors: (0..params.len()).filter(is_tensor).collect(),
            arguments,
        })
    }

    fn program(&self) -> Module {
        read(&self.hostile.text).unwrap()
    }

    /// Compares what a program computes before and after passes. A difference is a finding.
    fn check(&self, m: &Module, passes: &str) -> Result<(), String> {
        let context = || {
            let text = print(m, &PrintOptions::default());
            format!(
                "{passes}: {}\n{}\nbecame\n{text}",
                self.name, self.hostile.text
            )
        };
        // Reports and errors name buffers by what a front end says in the locations of operations.
        if let Some(op) = m.walk(m.root()).find(|&op| m.op_loc(op).is_none()) {
            let name = m.op_name_text(op);
            return Err(format!("`{name}` has no location: {}", context()));
        }
        let Some(entry) = function(m, &self.hostile.entry) else {
            return Err(format!("`{}` is gone: {}", self.hostile.entry, context()));
        };
        let after = run(m, entry, &self.arguments, &options());
        let after = after.map_err(|fault| {
            let message = fault.diagnostic(m).message;
            format!("{message}: {}", context())
        })?;
        let mut before = self.before.clone();
        // Bufferization may write over what a function was given as tensors.
        for &at in &self.tensors {
            before.arguments[at] = after.arguments[at].clone();
        }
        match before.difference(&after) {
            Some(difference) => Err(format!("{difference}: {}", context())),
            None => Ok(()),
        }
    }
}

fn options() -> RunOptions {
    RunOptions {
        step_limit: 2_000_000,
        ..RunOptions::default()
    }
}

/// Runs a pipeline. Whether it accepts the program; what it refuses is none of this test's business.
fn accepts(context: &Context, m: &mut Module, pipeline: &str) -> bool {
    let pipeline = context
        .pipeline(&format!("builtin.module({pipeline})"))
        .unwrap();
    let Err(failed) = pipeline.run(m, &PassOptions::default()).result else {
        return true;
    };
    let is_refusal = |failure: &Failure| {
        matches!(
            failure,
            Failure::GaveUp {
                error: PassError::Diagnostics(_),
                ..
            }
        )
    };
    assert!(
        failed.0.iter().all(is_refusal),
        "{:?}\n{}",
        failed.0,
        print(m, &PrintOptions::default())
    );
    false
}

/// All that `merge` does by default.
fn merges(context: &Context, m: &mut Module, recompute_percent: u64) -> bool {
    let job = Merge::new(context).unwrap();
    let job = job.lower_peak(Some(LowerPeak {
        recompute_percent,
        blocks: if recompute_percent > 0 {
            Blocks::Auto
        } else {
            Blocks::Off
        },
        ..LowerPeak::default()
    }));
    let job = job.options(PlanOptions::default());
    job.run(m).is_ok()
}

/// What passes did with the programs.
#[derive(Default)]
struct Counts {
    n_programs: u64,
    /// By pass: programs that it changed.
    changed: BTreeMap<String, u64>,
    findings: Vec<String>,
}

/// Findings that are shown.
const MAX_FINDINGS: usize = 5;

fn try_passes(
    context: &Context,
    pipelines: &[String],
    case: &Case,
    random: &mut Random,
    counts: &mut Counts,
) {
    let given = print(&case.program(), &PrintOptions::default());
    counts.n_programs += 1;
    let frees = case.program();
    let frees = frees
        .walk(frees.root())
        .any(|op| is_plain_dealloc(&frees, op));
    for _ in 0..4 {
        let pipeline = random.pick(pipelines);
        let mut m = case.program();
        // Merging takes what bufferization by another convention frees for what the program frees.
        if !accepts(context, &mut m, pipeline) {
            continue;
        }
        counts.findings.extend(case.check(&m, pipeline).err());
        let has_changed = print(&m, &PrintOptions::default()) != given;
        *counts.changed.entry(pipeline.clone()).or_default() += u64::from(has_changed);
    }
    let percent = 20 * random.below(2);
    let mut m = case.program();
    if !frees && merges(context, &mut m, percent) {
        counts.findings.extend(case.check(&m, "merge").err());
        *counts.changed.entry("merge".to_owned()).or_default() += 1;
    }
}

#[test]
fn programs_with_hostile_neighbours_compute_the_same() {
    let n = n_programs(400);
    let fixtures = fixtures();
    assert!(fixtures.len() > 500, "{} programs", fixtures.len());
    let context = Context::default();
    let pipelines = pipelines(&context);
    let mut counts = Counts::default();
    for number in (first_program()..).take(n as usize) {
        let mut random = Random::new(number);
        let case = match number % (GENERATED + 1) {
            0 => {
                let (name, m) = &fixtures[random.index(fixtures.len())];
                Case::new(name, m, &mut random)
            }
            _ => Case::new(
                "random program",
                &read(&generated(number)).unwrap(),
                &mut random,
            ),
        };
        if let Some(case) = case.filter(|_| counts.findings.len() < MAX_FINDINGS) {
            try_passes(&context, &pipelines, &case, &mut random, &mut counts);
        }
    }
    figure(&format!(
        "{n} programs with hostile neighbours from {} fixtures and 6 generators, {} of them run; programs that passes changed: {:?}",
        fixtures.len(),
        counts.n_programs,
        counts.changed
    ));
    assert!(counts.findings.is_empty(), "{}", counts.findings.join("\n"));
    assert!(
        counts.n_programs * 2 > n,
        "{} of {n} programs run",
        counts.n_programs
    );
}
