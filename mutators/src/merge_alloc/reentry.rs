//! Finds functions that may be re-entered while they run, and so must not keep buffers in globals.
//!
//! A function is re-entrant if a chain of calls leads from it back to it, if it or one of its
//! callers is called from a region that may run concurrently or later, or if its symbol is used
//! other than as a callee. Calls from outside the module are not visible here; the user who selects
//! globals guarantees that they do not re-enter the function.

use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::{SymbolIndex, callee, function_around, runs_alone, runs_later};
use memplan_mlir::{AttrId, AttrKind, BlockId, Module, OpId, StrId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Fallback;

/// The functions of a module that may be re-entered while they run.
#[derive(Debug, Default)]
pub(crate) struct Reentry {
    reentered: FxHashSet<OpId>,
}

impl Reentry {
    /// Visits every call of the module. `O(operations * depth + functions * calls)`.
    pub(crate) fn new(m: &Module) -> Self {
        let functions = m.ops_with_trait(Traits::FUNCTION);
        let symbols = SymbolIndex::new(m);
        let mut callees: FxHashMap<OpId, Vec<OpId>> = FxHashMap::default();
        let mut pending = Vec::new();
        for op in m.walk(m.root()) {
            let target = symbols.resolve_call(m, op);
            if let (Some(target), Some(caller)) = (target, function_around(m, op)) {
                callees.entry(caller).or_default().push(target);
                if may_overlap(m, op) {
                    pending.push(target);
                }
            }
            for symbol in symbols_outside_of_calls(m, op, target.is_some()) {
                pending.extend(symbols.lookup(m, op, symbol, &[]));
            }
        }
        let reachable = |from: &[OpId]| {
            let mut seen = FxHashSet::default();
            let mut pending: Vec<OpId> = from.to_vec();
            while let Some(function) = pending.pop() {
                if seen.insert(function) {
                    pending.extend(callees.get(&function).into_iter().flatten());
                }
            }
            seen
        };
        let mut reentered = reachable(&pending);
        for &function in &functions {
            let direct = callees.get(&function).map_or(&[][..], Vec::as_slice);
            if reachable(direct).contains(&function) {
                reentered.insert(function);
            }
        }
        Self { reentered }
    }

    /// Why the merged allocation of a scope with this block cannot be a global.
    pub(crate) fn fallback(&self, m: &Module, block: BlockId) -> Option<Fallback> {
        let Some(function) = m.block_parent(block) else {
            return Some(Fallback::NotInFunction);
        };
        let has_symbol_table = m
            .parent(function)
            .is_some_and(|table| m.has_trait(table, Traits::SYMBOL_TABLE));
        if !m.has_trait(function, Traits::FUNCTION) || !has_symbol_table {
            return Some(Fallback::NotInFunction);
        }
        self.reentered
            .contains(&function)
            .then_some(Fallback::Reentered)
    }
}

/// Whether an operation between `op` and its function may run concurrently with itself, or later.
fn may_overlap(m: &Module, op: OpId) -> bool {
    std::iter::once(op)
        .chain(m.ancestors(op))
        .take_while(|&op| !m.has_trait(op, Traits::FUNCTION))
        .any(|op| {
            let is_known = m.def(op).is_some();
            !is_known || !runs_alone(m, op) || runs_later(m, op)
        })
}

/// Symbols in the attributes of an operation, except the callee of a resolved call.
fn symbols_outside_of_calls(m: &Module, op: OpId, is_resolved_call: bool) -> Vec<StrId> {
    let callee_attr = (is_resolved_call && callee(m, op).is_some())
        .then(|| m.def(op)?.callee.and_then(|name| m.ctx.find_str(name)))
        .flatten();
    let mut symbols = Vec::new();
    for (name, attr) in m.props(op).iter().chain(m.attrs(op).iter()) {
        if Some(name) != callee_attr {
            collect_symbols(m, attr, &mut symbols);
        }
    }
    symbols
}

fn collect_symbols(m: &Module, attr: AttrId, symbols: &mut Vec<StrId>) {
    let mut pending = vec![attr];
    while let Some(attr) = pending.pop() {
        match m.ctx.attr_kind(attr) {
            AttrKind::SymbolRef { root, nested } => {
                symbols.push(*root);
                symbols.extend(nested.iter().copied());
            }
            AttrKind::Array(elements) => pending.extend(elements.iter().copied()),
            AttrKind::Dictionary(entries) => pending.extend(entries.iter().map(|(_, attr)| *attr)),
            _ => {}
        }
    }
}
