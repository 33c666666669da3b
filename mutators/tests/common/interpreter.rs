//! The reference interpreter on random programs, whose first function takes nothing and returns one
//! integer.
//!
//! It shares no code with collectors, planners and mutators. Memory that was never written, was
//! freed, or lies outside of a buffer is an error to read, so a program that merging broke fails or
//! computes something else.

use memplan_interp::{Datum, RunOptions, run};
use memplan_mlir::Module;
use memplan_mlir::dialects::Traits;

/// The result of the first function, or what it must not have done.
pub(crate) fn interpret(m: &Module) -> Result<i64, String> {
    let function = m.ops_with_trait(Traits::FUNCTION)[0];
    let run = match run(m, function, &[], &RunOptions::default()) {
        Ok(run) => run,
        Err(fault) => {
            // What the interpreter does not know says nothing of the program.
            assert!(fault.kind.is_verdict(), "{fault}");
            return Err(fault.to_string());
        }
    };
    match run.results[..] {
        [Datum::Int(bits)] => Ok(i64::from(bits as u32 as i32)),
        _ => Err("no integer was returned".into()),
    }
}
