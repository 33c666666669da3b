//! Deallocation of programs, and verification of the results of steps.

use std::sync::Arc;

use memplan_merge_checker::Fault;
use memplan_mlir::interfaces::is_plain_dealloc;
use memplan_mlir::passes::{Pass, Pipeline, RunOptions, Threading, Verification};
use memplan_mlir::text::{Diagnostic, Severity};
use memplan_mlir::verifier::verify;
use memplan_mlir::{Module, OpId};
use memplan_mutators::dealloc::{DeallocationPipeline, free_single_owners};
use memplan_support::table::plural;

use crate::origins::{note, words_about};
use crate::{Error, OpPlace};

/// Checks that the result of a step is valid.
///
/// # Errors
///
/// [`Error::InvalidResult`].
pub(crate) fn verified(m: &Module, step: &str) -> Result<(), Error> {
    let errors = verify(m);
    if errors.is_empty() {
        return Ok(());
    }
    Err(Error::InvalidResult {
        step: step.to_owned(),
        errors,
    })
}

/// Judges the merged allocations of a program that a mutator has rewritten, from the program alone. Returns a remark if
/// some reads are neither proved nor refuted.
///
/// # Errors
///
/// [`Error::WrongMerge`].
pub(crate) fn merged_rightly(m: &Module, step: &str) -> Result<Option<Diagnostic>, Error> {
    let checked = memplan_merge_checker::check(m, m.root());
    let (n_buffers, n_unproved) = (checked.n_buffers, checked.unproved.len());
    tracing::debug!(n_buffers, n_unproved, "checked merged allocations");
    if let Some(wrong) = checked.wrong.first() {
        return Err(Error::WrongMerge {
            step: step.to_owned(),
            fault: wrong.fault,
            place: OpPlace::of(m, wrong.op),
            culprit: match wrong.fault {
                Fault::Overwritten { by } | Fault::Freed { by } => Some(OpPlace::of(m, by)),
                _ => None,
            },
        });
    }
    Ok(checked.unproved.first().map(|&first| Diagnostic {
        severity: Severity::Remark,
        code: "unproved-merge",
        message: format!(
            "the checker of merges does not prove {} of merged buffers right, such as this one",
            plural(n_unproved, "use")
        ),
        span: m.span(first),
        notes: words_about(m, first)
            .as_deref()
            .map(note)
            .into_iter()
            .collect(),
        help: None,
    }))
}

/// Inserts the deallocations of all buffers that are not freed yet, and verifies the result. Returns the warnings of
/// the passes. With [`Threading::On`], functions are processed by the current thread pool.
///
/// # Errors
///
/// [`Error::Deallocate`] when deallocation does not support the program, and [`Error::InvalidResult`]. After an error,
/// the module is in an unspecified state.
pub fn deallocate(m: &mut Module, threading: Threading) -> Result<Vec<Diagnostic>, Error> {
    let options = RunOptions {
        verification: Verification::End,
        threading,
        ..RunOptions::default()
    };
    run_passes(m, DeallocationPipeline::default().passes(), &options)
}

/// A program with deallocations, from which peaks are computed; the result is not verified. Its deallocations are
/// simplified only if some have conditions, since peaks do not depend on the rest. `None` when deallocation does not
/// support the program.
pub(crate) fn deallocated(mut m: Module) -> Option<Module> {
    let pipeline = DeallocationPipeline::default();
    run_unverified(&mut m, pipeline.preparation())?;
    if free_single_owners(&mut m) {
        return Some(m);
    }
    run_unverified(&mut m, pipeline.ownership_passes())?;
    let is_conditional = |op: OpId| {
        let freed = m
            .operands(op)
            .first()
            .and_then(|&value| m.value_block(value));
        is_plain_dealloc(&m, op) && freed != m.op_block(op)
    };
    if m.walk(m.root()).any(is_conditional) {
        run_unverified(&mut m, pipeline.simplification())?;
    }
    Some(m)
}

/// Runs passes on a copy that is only inspected.
fn run_unverified(m: &mut Module, passes: Vec<Arc<dyn Pass>>) -> Option<()> {
    let options = RunOptions {
        verification: Verification::Off,
        ..RunOptions::default()
    };
    run_passes(m, passes, &options).ok()?;
    Some(())
}

fn run_passes(
    m: &mut Module,
    passes: Vec<Arc<dyn Pass>>,
    options: &RunOptions<'_>,
) -> Result<Vec<Diagnostic>, Error> {
    let pipeline = Pipeline::sequence(passes)?;
    let journal = pipeline.run(m, options);
    match journal.result {
        Ok(()) => Ok(journal.warnings),
        Err(failed) => Err(Error::Deallocate(failed.0)),
    }
}
