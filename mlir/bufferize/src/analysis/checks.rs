//! Checks before and after the decisions, with the messages of mlir-opt.

use memplan_mlir::syntax::Note;
use memplan_mlir::text::{Diagnostic, Severity};
use memplan_mlir::{Module, OpId, Span};
use rustc_hash::FxHashSet;

use super::conflicts::Test;
use super::decide::post_order;
use super::equivalence::Equivalent;
use super::facts::{Facts, Use, Val};
use super::interface::Violation;
use super::state::{Conflict, Reason, State};

const BLOCKS: &str = "op or BufferizableOpInterface implementation does not support unstructured control \
                      flow, but at least one region has multiple blocks";
const CONFLICT: &str = "not bufferizable under the given constraints: cannot avoid RaW conflict";
const READ_ONLY: &str =
    "not bufferizable under the given constraints: would write to read-only buffer";

/// An error at an operation, with the prefix of mlir-opt.
pub(super) fn op_error(m: &Module, op: OpId, code: &'static str, text: &str) -> Diagnostic {
    let message = format!("'{}' op {text}", m.op_name_text(op));
    error(m, op, code, message)
}

/// An error at an operation.
pub(super) fn error(m: &Module, op: OpId, code: &'static str, message: String) -> Diagnostic {
    Diagnostic {
        severity: Severity::Error,
        code,
        message,
        span: m.span(op),
        notes: Vec::new(),
        help: None,
    }
}

pub(super) fn violation(m: &Module, violation: Violation) -> Diagnostic {
    Diagnostic {
        help: violation.help.map(str::to_owned),
        ..error(m, violation.op, "not-bufferizable", violation.message)
    }
}

/// Checks that must hold before any decision.
///
/// # Errors
///
/// The first violation, inner operations first.
pub(super) fn before(state: &mut State) -> Result<(), Diagnostic> {
    let facts = state.facts;
    let m = facts.q.m;
    for op in m.walk(facts.root) {
        let has_blocks = m
            .regions(op)
            .iter()
            .any(|&region| m.blocks(region).nth(1).is_some());
        if has_blocks
            && facts
                .model(op)
                .is_some_and(|model| !model.supports_blocks())
        {
            let mut error = op_error(m, op, "unstructured-control-flow", BLOCKS);
            error.help = Some("move the blocks into a function or `scf.execute_region`".to_owned());
            return Err(error);
        }
    }
    let mut seen = FxHashSet::default();
    for op in post_order(facts) {
        let Some(model) = facts.model(op) else {
            continue;
        };
        model
            .check(facts.q, op)
            .map_err(|fault| violation(m, fault))?;
        for u in facts.uses_by(op).collect::<Vec<Use>>() {
            // An operand that is not in place can still be copied. mlir-opt does not take that into account.
            if !state.is_in_place(u) {
                continue;
            }
            if let Some(reason) = inconsistency(state, u, &mut seen) {
                return Err(explain(facts, op, &reason));
            }
            if let Some(v) = state.read_only(u, Test::Consistency) {
                return Err(explain(facts, op, &Reason::ReadOnly(v)));
            }
        }
    }
    Ok(())
}

/// A conflict that does not depend on decisions. Tests each pair of sets once.
fn inconsistency(state: &mut State, u: Use, seen: &mut FxHashSet<(Val, Val)>) -> Option<Reason> {
    let joined = state.joined(u);
    let has_writes = |&set: &Val| !state.sets.set(set).writes.items().is_empty();
    let writing: Vec<Val> = joined.iter().copied().filter(has_writes).collect();
    for &writes in &writing {
        for &reads in &joined {
            if seen.insert((reads, writes))
                && let Some(conflict) = state.conflict_between(reads, writes)
            {
                return Some(Reason::Conflict(conflict));
            }
        }
    }
    None
}

/// Checks what each operation requires of the decisions.
///
/// # Errors
///
/// All violations.
pub(super) fn after(facts: &Facts, equivalent: &Equivalent) -> Result<(), Vec<Diagnostic>> {
    let mut errors = Vec::new();
    for op in facts.q.m.walk(facts.root) {
        let Some(model) = facts.model(op) else {
            continue;
        };
        if let Err(fault) = model.verify(facts.q, op, equivalent) {
            errors.push(violation(facts.q.m, fault));
        }
    }
    if errors.is_empty() {
        Ok(())
    } else {
        Err(errors)
    }
}

fn explain(facts: &Facts, op: OpId, reason: &Reason) -> Diagnostic {
    let m = facts.q.m;
    let (text, help) = match reason {
        Reason::ReadOnly(_) => (
            READ_ONLY,
            "write to a copy: `bufferization.alloc_tensor() copy(..)`",
        ),
        Reason::Conflict(_) | Reason::Parallel | Reason::Yielded => (
            CONFLICT,
            "read the old contents before, or from a copy: `bufferization.alloc_tensor() copy(..)`",
        ),
    };
    let mut error = op_error(m, op, "not-bufferizable", text);
    error.notes = notes(facts, reason);
    error.help = Some(help.to_owned());
    error
}

/// The locations of the operations that a reason refers to.
pub(super) fn notes(facts: &Facts, reason: &Reason) -> Vec<Note> {
    let m = facts.q.m;
    let note = |message: String, op: Option<OpId>| Note {
        message,
        span: op
            .map(|op| m.span(op))
            .filter(|&span| span != Span::default()),
    };
    let of_value = |v: Val| facts.q.owner(facts.value(v));
    match reason {
        Reason::ReadOnly(v) => vec![note(
            "this buffer must not be written".to_owned(),
            of_value(*v),
        )],
        Reason::Parallel | Reason::Yielded => Vec::new(),
        Reason::Conflict(Conflict {
            read,
            write,
            definition,
        }) => {
            let (read, write) = (facts.of(*read), facts.of(*write));
            vec![
                note(
                    format!("operand #{} is read here", read.operand),
                    Some(read.op),
                ),
                note(
                    format!("operand #{} is written here", write.operand),
                    Some(write.op),
                ),
                note(
                    "what is read is defined here".to_owned(),
                    of_value(*definition),
                ),
            ]
        }
    }
}

/// Describes a reason for reports.
pub(super) fn describe(facts: &Facts, reason: &Reason) -> String {
    let m = facts.q.m;
    match reason {
        Reason::ReadOnly(v) => {
            let owner = facts.q.owner(facts.value(*v));
            let owner = owner.map_or_else(|| "a block".into(), |op| m.op_name_text(op));
            format!("the buffer of `{owner}` must not be written")
        }
        Reason::Parallel => {
            "it is written in a region that runs in parallel, and comes from outside".to_owned()
        }
        Reason::Yielded => "a loop would have to copy it where it yields it".to_owned(),
        Reason::Conflict(conflict) => {
            let (read, write) = (facts.of(conflict.read), facts.of(conflict.write));
            format!(
                "`{}` reads what `{}` would overwrite",
                m.op_name_text(read.op),
                m.op_name_text(write.op)
            )
        }
    }
}
