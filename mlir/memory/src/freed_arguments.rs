//! Finds functions that free their arguments.
//!
//! By convention a function borrows its arguments. This analysis finds the exceptions, for direct
//! calls of functions with a body. All other callees are assumed to follow the convention.

use crate::access::freed;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{AliasScratch, BufferViewFlowAnalysis};
use memplan_mlir::interfaces::{
    SymbolIndex, callee, first_argument, function_argument, is_manually_freed,
};
use memplan_mlir::{Module, OpId, ValueId};

/// The arguments that calls free.
#[derive(Clone, Debug, Default)]
pub struct FreedArguments {
    by_call: FxHashMap<OpId, Vec<ValueId>>,
}

impl FreedArguments {
    /// Visits everything below `root`, following chains of calls. Linear, except for the aliases of freed values in
    /// programs with explicit deallocations.
    pub fn new(m: &Module, root: OpId) -> Self {
        let frees: Vec<ValueId> = m
            .walk(root)
            .filter(|&op| !is_manually_freed(m, op))
            .flat_map(|op| freed(m, op))
            .collect();
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
        let mut arguments = Self::default();
        if calls.is_empty() {
            return arguments;
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
                    if let Some(first) = first_argument(m, call, function) {
                        let operand = m.operands(call)[first + number];
                        arguments.by_call.entry(call).or_default().push(operand);
                        open.push(operand);
                    }
                }
            }
        }
        arguments
    }

    /// The operands that a call frees, or may free.
    pub fn of(&self, call: OpId) -> &[ValueId] {
        self.by_call.get(&call).map_or(&[], |list| list)
    }
}
