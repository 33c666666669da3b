//! The order of functions in which callees come before callers.

use rustc_hash::FxHashMap;

use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::{SymbolIndex, has_body};
use memplan_mlir::{Module, OpId};

/// The functions with a body, callees first except for recursion. Linear.
pub(crate) fn callees_first(m: &Module, symbols: &SymbolIndex) -> Vec<OpId> {
    let functions = m.ops_with_trait(Traits::FUNCTION);
    let mut callees: FxHashMap<OpId, Vec<OpId>> = FxHashMap::default();
    for &function in &functions {
        let targets = m
            .walk(function)
            .filter_map(|op| symbols.resolve_call(m, op));
        callees.insert(function, targets.collect());
    }
    let mut order = Vec::new();
    let mut is_seen: FxHashMap<OpId, bool> = FxHashMap::default();
    for &root in &functions {
        let mut path = vec![(root, 0)];
        while let Some((at, next)) = path.last_mut() {
            if *next == 0 && is_seen.insert(*at, true).is_some() {
                path.pop();
                continue;
            }
            let target = callees.get(at).and_then(|targets| targets.get(*next));
            *next += 1;
            match target {
                Some(&target) if !is_seen.contains_key(&target) => path.push((target, 0)),
                Some(_) => {}
                None => {
                    order.push(*at);
                    path.pop();
                }
            }
        }
    }
    order.retain(|&function| has_body(m, function));
    order
}
