//! Programs, and what they compute.

use memplan_collectors::find_collector;
use memplan_interp::{Run, RunOptions, function, run};
use memplan_mlir::text::{PrintOptions, parse, print};
use memplan_mlir::verifier::verify;
use memplan_mlir::{Module, OpId};
use memplan_testing::programs::{ProgramOptions, numbered_program};

/// Reads and verifies a text.
pub(crate) fn read(text: &str) -> Module {
    let module = match parse(text.as_bytes(), &memplan_dialects_extra::parse_options()) {
        Ok(parsed) => parsed.module,
        Err(errors) => panic!("{errors:?}\n{text}"),
    };
    assert_eq!(verify(&module), [], "{text}");
    module
}

pub(crate) fn text_of(m: &Module) -> String {
    print(m, &PrintOptions::default())
}

/// Runs `@main` of a module. An error if the module is invalid or the run has a fault.
pub(crate) fn meaning(m: &Module) -> Result<Run, String> {
    let errors = verify(m);
    if !errors.is_empty() {
        return Err(format!("{errors:?}"));
    }
    let main = function(m, "main").unwrap();
    run(m, main, &[], &RunOptions::default()).map_err(|fault| format!("{:?}", fault.diagnostic(m)))
}

/// A random program; by turns of all kinds.
pub(crate) fn program(number: u64) -> String {
    let options = ProgramOptions {
        blocks: number.is_multiple_of(3),
        calls: !number.is_multiple_of(5),
        holders: number.is_multiple_of(7),
        twice: number.is_multiple_of(2),
        rotation: number.is_multiple_of(4),
        jobs: number % 11 == 1,
        device: number % 11 == 2,
        alignments: number % 11 == 3,
        tensors: number % 11 == 4,
        statements: [10, 30, 60][number as usize % 3],
        ..ProgramOptions::default()
    };
    numbered_program(number, &options)
}

/// The largest max load of all scopes, for a collector that also plans lone buffers.
pub(crate) fn load(m: &Module) -> u64 {
    let collector = find_collector("tick{alignment=own}").unwrap();
    assert!(collector.with_lone_buffers().is_none());
    let collected = collector.collect(m).unwrap();
    let loads = collected.traces().map(|trace| trace.max_load().0);
    loads.max().unwrap_or(0)
}

/// What a pass did to random programs.
#[derive(Default)]
pub(crate) struct Changes {
    pub(crate) n_changed: u64,
    /// The sums of the loads before and after.
    pub(crate) given: u64,
    pub(crate) reached: u64,
}

/// Runs a pass, which may differ by number, on `n` programs. Each computes the same afterwards, its load is not higher,
/// and a second run changes nothing.
pub(crate) fn check_loads(
    n: u64,
    program: impl Fn(u64) -> String,
    pass_for: impl Fn(u64) -> fn(&mut Module, OpId) -> bool,
) -> Changes {
    let mut changes = Changes::default();
    for number in 0..n {
        let text = program(number);
        let mut m = read(&text);
        let (before, load_before) = (meaning(&m).unwrap(), load(&m));
        let (pass, root) = (pass_for(number), m.root());
        let has_changed = pass(&mut m, root);
        let once = text_of(&m);
        let what = || format!("program {number}\n{text}\n{once}");
        let after = meaning(&m).unwrap_or_else(|fault| panic!("{fault}\n{}", what()));
        assert_eq!(before.difference(&after), None, "{}", what());
        let load_after = load(&m);
        assert!(
            load_after <= load_before,
            "{load_after} > {load_before} {}",
            what()
        );
        assert!(!pass(&mut m, root), "{}", what());
        changes.n_changed += u64::from(has_changed);
        changes.given += load_before;
        changes.reached += load_after;
    }
    changes
}
