//! `enforce-immutable-func-args`: functions write to copies of their arguments.

use memplan_memory_model::Memory;
use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::has_body;
use memplan_mlir::passes::{Anchor, Invariant, Pass, PassContext, PassError, PluginInfo, Promise};
use memplan_mlir::{Module, OpId, TypeKind, ValueId};

use crate::signatures::duplicate;

/// The pass `enforce-immutable-func-args`: what a function writes to an argument, also through views and calls, it
/// writes to a copy that it makes at its entry. Nothing frees the copies: deallocation runs after it.
///
/// Near-linear in the operations.
#[derive(Clone, Copy, Debug, Default)]
pub struct ImmutableArguments;

impl Pass for ImmutableArguments {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "enforce-immutable-func-args",
            aliases: &[],
            summary: "Lets functions write to copies of their arguments.",
            cost: "near-linear in the operations",
            source: "a pass proposed for MLIR",
        }
    }

    // Callers no longer see what functions write to their arguments.
    fn promise(&self) -> Promise {
        Promise {
            keeps: &[Invariant::FreedAtMostOnce],
            establishes: &[],
        }
    }

    fn anchor(&self) -> Anchor {
        Anchor::Function
    }

    fn run(&self, m: &mut Module, root: OpId, _: &mut PassContext) -> Result<(), PassError> {
        copy_written_arguments(m, root).map(|_| ())
    }
}

/// Replaces each argument that a function below `root` may write to by a copy at its entry. Returns whether there was
/// one.
///
/// # Errors
///
/// For an argument that is no memref, and for one that is written and whose layout is not the identity. Nothing is
/// changed then.
pub fn copy_written_arguments(m: &mut Module, root: OpId) -> Result<bool, PassError> {
    let functions = m.walk(root).filter(|&op| m.has_trait(op, Traits::FUNCTION));
    let functions: Vec<OpId> = functions.filter(|&op| has_body(m, op)).collect();
    let memory = Memory::new(m);
    let mut written: Vec<(OpId, ValueId)> = Vec::new();
    for &function in &functions {
        let Some(entry) = m
            .regions(function)
            .first()
            .and_then(|&region| m.first_block(region))
        else {
            continue;
        };
        let touched = memory.touched(m, function);
        for &argument in m.block_args(entry) {
            let TypeKind::MemRef(ty) = m.value_type_kind(argument) else {
                let message = "function has argument with non memref type";
                return Err(PassError::at(m, function, "not-a-buffer", message));
            };
            let is_written = touched.accesses.iter().any(|access| {
                access.access.changes() && memory.object(access.object).value == Some(argument)
            });
            if is_written && ty.layout.is_some() {
                let message = "function writes to an argument whose layout is not the identity, so it has no copy of \
                               that type";
                return Err(PassError::at(m, function, "not-a-buffer", message));
            }
            if is_written && let Some(first) = m.first_op(entry) {
                written.push((first, argument));
            }
        }
    }
    let has_changed = !written.is_empty();
    for (first, argument) in written {
        copy(m, first, argument);
    }
    Ok(has_changed)
}

/// Makes a copy of an argument in front of an operation, and replaces the argument by it everywhere else.
fn copy(m: &mut Module, first: OpId, argument: ValueId) {
    let before: Vec<(OpId, usize)> = m.uses(argument).collect();
    let new = duplicate(m, first, argument);
    for (user, operand) in before {
        m.set_operand(user, operand, new);
    }
}
