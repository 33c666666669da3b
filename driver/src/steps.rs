//! The steps of the job that work on a module: collect, apply, deallocate.

use memplan_collectors::{Collected, SkipReason};
use memplan_mlir::dialects::Traits;
use memplan_mlir::text::{Diagnostic, Severity, Span};
use memplan_mlir::{Module, OpId};
use memplan_mutators::{MutateError, MutateErrorKind, MutateReport, Mutator};
use memplan_planner::{MemoryTraceScopes, Provenance};

use crate::arenas::ChosenCollector;
use crate::origins::words_of;
use crate::tensors::is_on_tensors;
use crate::{Error, Planned, merge_plan, symbolic};

/// Collects the traces of a valid module.
///
/// # Errors
///
/// [`Error::Collect`] and [`Error::TooLarge`].
pub fn collect(m: &Module, collector: &ChosenCollector) -> Result<Collected, Error> {
    collect_for(m, collector, &[])
}

/// As [`collect`], where functions can take merged allocations from their callers.
pub(crate) fn collect_for(
    m: &Module,
    collector: &ChosenCollector,
    takers: &[OpId],
) -> Result<Collected, Error> {
    let collected = collector
        .collect_for(m, takers)
        .map_err(|error| Error::of_collector(m, error))?;
    let too_large = collected
        .skipped
        .iter()
        .filter(|skipped| skipped.reason == SkipReason::TooLarge);
    let too_large: Vec<(String, Span)> = too_large
        .map(|skipped| {
            let words = words_of(m, skipped.alloc);
            let words = words.map_or_else(String::new, |words| format!(" of `{words}`"));
            (format!("`{}`{words}", skipped.name), m.span(skipped.alloc))
        })
        .collect();
    if too_large.is_empty() {
        Ok(collected)
    } else {
        Err(Error::TooLarge(too_large))
    }
}

/// The collected traces with their provenance, as a trace file holds them. Where buffers have dynamic sizes, those of
/// merged allocations of symbolic size come first.
///
/// `source_hash` is the [`source_hash`](memplan_planner::wire::source_hash) of the text of the program,
/// `source_name` its name in messages.
///
/// # Errors
///
/// [`Error::Symbolic`], and those of [`collect`].
pub fn traces(
    m: &Module,
    collector: &ChosenCollector,
    collected: &Collected,
    source_hash: u128,
    source_name: &str,
) -> Result<MemoryTraceScopes, Error> {
    let traces = symbolic::traces(m, collector, collected)?;
    Ok(MemoryTraceScopes {
        traces: traces.unwrap_or_else(|| collected.traces().cloned().collect()),
        provenance: provenance(collector, source_hash, source_name),
    })
}

/// The provenance of collected traces.
pub(crate) fn provenance(
    collector: &ChosenCollector,
    source_hash: u128,
    source_name: &str,
) -> Provenance {
    Provenance {
        collector: collector.collector.info().name.to_owned(),
        options: collector.params().to_string(),
        source_hash: Some(source_hash),
        source_name: source_name.to_owned(),
    }
}

/// Rewrites a module according to the schedules of its traces. The result is not verified.
///
/// # Errors
///
/// [`Error::Apply`] when the schedules do not fit the module, which then is unchanged.
pub fn rewrite(
    m: &mut Module,
    mutator: &dyn Mutator,
    collected: &Collected,
    planned: &[Planned],
) -> Result<MutateReport, Error> {
    let schedules = planned.iter().map(|planned| &planned.schedule);
    let mut plan = merge_plan(collected, schedules);
    for (scope, planned) in plan.scopes.iter_mut().zip(planned) {
        if !planned.is_merged {
            scope.buffers.clear();
        }
    }
    let rewritten = mutator.apply(m, &plan);
    rewritten.map_err(|error| Error::of_mutator(m, error))
}

/// Checks that a module has all operations that were collected; those of another module may not exist.
///
/// # Errors
///
/// [`Error::Apply`].
pub(crate) fn check_ids(m: &Module, collected: &Collected) -> Result<(), Error> {
    let skipped = collected.skipped.iter().flat_map(|skipped| {
        let culprit = skipped.reason.culprit();
        [skipped.alloc].into_iter().chain(culprit)
    });
    let mut ops = skipped.chain(collected.scope_ops.iter().copied());
    if ops.all(|op| op.index() < m.op_count()) {
        return Ok(());
    }
    Err(Error::Apply {
        error: MutateError {
            op: None,
            kind: MutateErrorKind::Stale,
        },
        place: None,
    })
}

/// A remark on a program of which less is planned than its author may expect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotPlanned {
    /// The program computes on tensors, which have no buffers until they are bufferized.
    Tensors {
        /// The first operation that computes a tensor.
        first: Span,
        /// The number of these operations.
        n_ops: usize,
        /// Whether the program also has buffers, which are planned.
        has_buffers: bool,
    },
    /// The program has no operations.
    EmptyProgram,
}

impl NotPlanned {
    /// This remark as a warning.
    pub fn warning(self) -> Diagnostic {
        let (code, message, span, help) = match self {
            Self::EmptyProgram => (
                "empty-program",
                "the program is empty".to_owned(),
                Span::default(),
                None,
            ),
            Self::Tensors {
                first,
                n_ops,
                has_buffers,
            } => (
                "not-bufferized",
                match (has_buffers, n_ops) {
                    (false, 1) => {
                        "nothing to plan: the program computes on tensors (1 operation)".to_owned()
                    }
                    (false, n) => format!(
                        "nothing to plan: the program computes on tensors ({n} operations)"
                    ),
                    (true, 1) => "1 operation computes a tensor, which is not planned".to_owned(),
                    (true, n) => format!("{n} operations compute tensors, which are not planned"),
                },
                // Points at the start of the operation only, since the operation itself is correct.
                Span::new(first.start as usize, first.start as usize),
                Some(
                    "bufferize it first: `memplan opt IN --one-shot-bufferize=bufferize-function-boundaries | \
                     memplan merge -`"
                        .to_owned(),
                ),
            ),
        };
        Diagnostic {
            severity: Severity::Warning,
            code,
            message,
            span,
            notes: Vec::new(),
            help,
        }
    }
}

/// The part of a program that is not planned, if that is likely a mistake. Constants on tensors beside buffers are not
/// a mistake. Linear in the size of the program.
pub fn not_planned(m: &Module, collected: &Collected) -> Option<NotPlanned> {
    let has_buffers = !collected.lifetimes.is_empty();
    let is_meant = |&op: &OpId| has_buffers && m.has_trait(op, Traits::CONSTANT_LIKE);
    let mut on_tensors = m
        .walk(m.root())
        .filter(|&op| is_on_tensors(m, op))
        .filter(|op| !is_meant(op));
    if let Some(first) = on_tensors.next() {
        return Some(NotPlanned::Tensors {
            first: m.span(first),
            n_ops: 1 + on_tensors.count(),
            has_buffers,
        });
    }
    let is_empty = !has_buffers && m.walk(m.root()).nth(1).is_none();
    is_empty.then_some(NotPlanned::EmptyProgram)
}
