//! Finds functions that free their arguments.
//!
//! By convention a function borrows its arguments. This analysis finds the exceptions, for direct
//! calls of functions with a body. All other callees are assumed to follow the convention.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{AliasScratch, BufferViewFlowAnalysis};
use memplan_mlir::dialects::{EffectKind, Traits};
use memplan_mlir::interfaces::{SymbolIndex, affected, callee, is_manually_freed};
use memplan_mlir::{Module, OpId, ValueDef, ValueId};

/// The arguments that calls free.
#[derive(Clone, Debug, Default)]
pub struct FreedArguments {
    by_call: FxHashMap<OpId, Vec<ValueId>>,
}

impl FreedArguments {
    /// Visits everything below `root`, following chains of calls. Linear, except for the aliases of freed values in
    /// programs with explicit deallocations.
    pub fn new(m: &Module, root: OpId) -> Self {
        let frees: Vec<ValueId> = m.walk(root).flat_map(|op| freed(m, op)).collect();
        if frees.is_empty() {
            return Self::default();
        }
        let symbols = SymbolIndex::new(m);
        let mut calls: FxHashMap<OpId, Vec<OpId>> = FxHashMap::default();
        for op in m.walk(root).filter(|&op| callee(m, op).is_some()) {
            if let Some(target) = symbols.resolve_call(m, op) {
                calls.entry(target).or_default().push(op);
            }
        }
        let mut found = Self::default();
        if calls.is_empty() {
            return found;
        }
        let flow = BufferViewFlowAnalysis::across_calls(m, root);
        let mut scratch = AliasScratch::default();
        let mut seen: FxHashSet<ValueId> = FxHashSet::default();
        let mut open = frees;
        while let Some(value) = open.pop() {
            let mut args = Vec::new();
            flow.resolve_reverse_with(&mut scratch, value, |source| {
                args.extend(function_argument(m, source).map(|at| (source, at)));
                true
            });
            for (arg, (function, number)) in args {
                if !seen.insert(arg) {
                    continue;
                }
                for &call in calls.get(&function).into_iter().flatten() {
                    if let Some(operand) = argument_of_call(m, call, function, number) {
                        found.by_call.entry(call).or_default().push(operand);
                        open.push(operand);
                    }
                }
            }
        }
        found
    }

    /// The operands that a call frees, or may free.
    pub fn of(&self, call: OpId) -> &[ValueId] {
        self.by_call.get(&call).map_or(&[], |list| list)
    }
}

/// The memrefs that an operation itself frees.
fn freed(m: &Module, op: OpId) -> impl Iterator<Item = ValueId> {
    let values = affected(m, op, EffectKind::Free).into_iter();
    values.filter(move |&value| m.is_memref(value) && !is_manually_freed(m, op))
}

/// The function that a value is an argument of, and the argument's number.
fn function_argument(m: &Module, value: ValueId) -> Option<(OpId, usize)> {
    let ValueDef::Arg { block, .. } = m.value_def(value) else {
        return None;
    };
    let function = m.block_parent(block)?;
    let region = m.block_region(block)?;
    let is_entry = m.has_trait(function, Traits::FUNCTION) && m.first_block(region) == Some(block);
    let number = m.block_args(block).iter().position(|&arg| arg == value)?;
    is_entry.then_some((function, number))
}

/// The operand that a call passes for an argument: the last operands of a call are the arguments.
fn argument_of_call(m: &Module, call: OpId, function: OpId, number: usize) -> Option<ValueId> {
    let entry = m
        .regions(function)
        .first()
        .and_then(|&r| m.first_block(r))?;
    let n_args = m.block_args(entry).len();
    let operands = m.operands(call);
    let first = operands.len().checked_sub(n_args)?;
    operands.get(first + number).copied()
}
