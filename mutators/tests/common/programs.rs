//! Parses, runs and compares random programs in the reference interpreter.

use memplan_interp::{Run, RunOptions, function, run};
use memplan_mlir::Module;
use memplan_mlir::text::{PrintOptions, print};
use memplan_mlir::verifier::verify;
use memplan_testing::programs::{ProgramOptions, numbered_program};

/// A program by number. Every third may have several blocks in a function.
pub(crate) fn program(number: u64) -> String {
    let options = ProgramOptions {
        blocks: number.is_multiple_of(3),
        ..ProgramOptions::default()
    };
    numbered_program(number, &options)
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
