//! Every access that a run makes must be one that the model allows, and each that the model calls certain must occur.
//!
//! The interpreter records the runs of random programs and of fixtures, [`watch`] replays the records and asks the
//! model about each event. `MEMPLAN_PROGRAMS=n` tests `n` programs instead of the default number.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a helper that fails is a test that fails"
)]

mod claims;
mod watch;

use memplan_interp::{
    Datum, RunOptions, entry_functions, function, random_arguments, run_recorded,
};
use memplan_mlir::dialects::Traits;
use memplan_mlir::text::{PrintOptions, parse, print};
use memplan_mlir::verifier::verify;
use memplan_mlir::{BlockId, Module, OpId, names};
use memplan_testing::programs::{ProgramOptions, n_programs, numbered_program};
use memplan_testing::{callers, carried, contracts, figure, padding, programs_of, reuse};

use claims::Claims;
use watch::{Counts, Watch};

/// Runs a function and checks every event of the run. What `run` defines and `m` declares only is not known to the
/// model.
fn check<'m>(
    m: &'m Module,
    run: &Module,
    claims: &mut Claims<'m>,
    entry: OpId,
    arguments: &[Datum],
    counts: &mut Counts,
) {
    let options = RunOptions {
        step_limit: 200_000,
        opaque_reads_everything: false,
        ..RunOptions::default()
    };
    let (run, events) = run_recorded(run, entry, arguments, &options);
    let mut watch = Watch::new(m, claims);
    for event in &events {
        watch.see(event);
    }
    if let Ok(run) = run {
        watch.finish(entry, run.peak_bytes, run.peak_padded_bytes);
    }
    counts.add(&watch.counts);
    if let Some(lie) = watch.lies.first() {
        panic!(
            "{} lies, first: {lie}\n{}",
            watch.lies.len(),
            print(m, &PrintOptions::default())
        );
    }
}

fn module(text: &str) -> Module {
    let parsed = parse(text.as_bytes(), &memplan_dialects_extra::parse_options());
    parsed
        .unwrap_or_else(|errors| panic!("{errors:?}\n{text}"))
        .module
}

/// Program number `number`, of all kinds in turn.
fn program(number: u64) -> String {
    let seed = number / 6;
    match number % 6 {
        0 => callers::numbered_program(seed),
        1 => carried::numbered_program(seed),
        2 => padding::numbered_program(seed),
        3 => reuse::numbered_program(
            seed,
            [reuse::Frees::None, reuse::Frees::All, reuse::Frees::Early][(seed % 3) as usize],
        ),
        _ => {
            let has = |bit: u64| number >> bit & 1 == 1;
            let options = ProgramOptions {
                statements: 2 + (number % 9) as u32,
                spaces: has(3),
                rotation: has(4),
                holders: has(5),
                twice: has(6),
                jobs: has(7),
                device: has(8),
                ..ProgramOptions::default()
            };
            numbered_program(number, &options)
        }
    }
}

/// Says that nothing overlaps the buffers that a function is given.
fn promise_noalias(m: &mut Module, function: OpId) {
    let (inputs, _) = m.signature(function).unwrap();
    let is_memref: Vec<bool> = inputs.iter().map(|&ty| m.ctx.is_memref(ty)).collect();
    for at in (0..is_memref.len()).filter(|&at| is_memref[at]) {
        let unit = m.ctx.unit_attr();
        m.set_arg_attr(function, at, names::NOALIAS, Some(unit));
    }
}

#[test]
fn programs_do_what_the_model_says() {
    let mut counts = Counts::default();
    for number in 0..n_programs(600) {
        let mut m = module(&program(number));
        let main = function(&m, "main").unwrap();
        // Nothing calls `main` inside of a program, and a run gives each argument its own memory.
        if number % 5 < 2 {
            promise_noalias(&mut m, main);
        }
        let mut claims = Claims::new(&m);
        let arguments = random_arguments(&m, main, number).unwrap();
        check(&m, &m, &mut claims, main, &arguments, &mut counts);
    }
    figure(&counts.to_string());
    counts.assert_met();
}

/// The program of a number, and the same without the bodies of the functions that only declarations describe.
fn declared_program(number: u64) -> (Module, Module) {
    let defined = module(&contracts::defined_program(number));
    let definitions = module(contracts::DEFINITIONS);
    let mut declared = defined.clone();
    for definition in definitions.ops_with_trait(Traits::FUNCTION) {
        let name = definitions.symbol_text(definition);
        let op = function(&declared, &name).unwrap();
        let blocks: Vec<BlockId> = declared.blocks(declared.regions(op)[0]).collect();
        declared.erase_blocks(&blocks);
    }
    (defined, declared)
}

/// Functions without a body keep, free and return what their declarations allow, at once or later.
#[test]
fn declared_functions_do_what_the_model_says() {
    let mut counts = Counts::default();
    for number in 0..n_programs(200) {
        let (defined, declared) = declared_program(number);
        let main = function(&declared, "main").unwrap();
        let mut claims = Claims::new(&declared);
        check(&declared, &defined, &mut claims, main, &[], &mut counts);
    }
    figure(&counts.to_string());
    assert!(counts.accesses > 0 && counts.frees > 0 && counts.runs > 0);
}

#[test]
fn fixtures_do_what_the_model_says() {
    let mut counts = Counts::default();
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../");
    let folders = [
        "mutators/tests",
        "mutators/memory/tests",
        "mutators/placement/tests",
        "collectors/tests",
        "mlir/bufferize/tests",
    ];
    for folder in folders {
        for (_, _, section) in programs_of(format!("{root}{folder}").as_ref()).unwrap() {
            let Ok(parsed) = parse(section.as_bytes(), &memplan_dialects_extra::parse_options())
            else {
                continue;
            };
            let m = parsed.module;
            if !verify(&m).is_empty() {
                continue;
            }
            let mut claims = Claims::new(&m);
            for entry in entry_functions(&m) {
                if let Some(arguments) = random_arguments(&m, entry, 1) {
                    check(&m, &m, &mut claims, entry, &arguments, &mut counts);
                }
            }
        }
    }
    figure(&counts.to_string());
    counts.assert_met();
}

/// A question that no run puts to the test may have any answer.
#[test]
fn every_question_of_the_model_is_asked() {
    let model = include_str!("../../src/model.rs");
    let asked = include_str!("claims.rs");
    let lines = model.lines();
    let questions =
        lines.filter_map(|line| line.strip_prefix("    pub fn ")?.split(['(', '<']).next());
    let settings = ["new", "assume_distinct_arguments", "forget", "is_forgotten"];
    let questions: Vec<&str> = questions.filter(|name| !settings.contains(name)).collect();
    assert!(questions.len() > 7, "{questions:?}");
    for question in questions {
        assert!(asked.contains(&format!(".{question}(")), "{question}");
    }
}
