//! Runs random programs in the reference interpreter. Their first function has no arguments and
//! returns one integer.
//!
//! The interpreter shares no code with collectors, planners and mutators. Reading memory that is
//! uninitialised, freed or out of bounds is an error, so a program that merging broke fails or
//! returns a different result.

use memplan_interp::{Datum, RunOptions, run};
use memplan_mlir::Module;
use memplan_mlir::dialects::Traits;

/// The result of the first function, or what it must not have done.
pub(crate) fn interpret(m: &Module) -> Result<i64, String> {
    let function = m.ops_with_trait(Traits::FUNCTION)[0];
    let run = match run(m, function, &[], &RunOptions::default()) {
        Ok(run) => run,
        Err(fault) => {
            // An operation that the interpreter does not support is no fault of the program.
            assert!(fault.kind.is_verdict(), "{fault}");
            return Err(fault.to_string());
        }
    };
    match run.results[..] {
        [Datum::Int(bits)] => Ok(i64::from(bits as u32 as i32)),
        _ => Err("no integer was returned".into()),
    }
}
