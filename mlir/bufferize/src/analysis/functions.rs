//! The order in which functions are analysed, and summaries of functions without a body.

use memplan_memory_model::{Contract, UnknownOps};
use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::SymbolIndex;
use memplan_mlir::{Module, OpId, TypeId};
use memplan_support::Sort;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

use super::summary::Summary;

/// Functions that are analysed together: one, or several that call each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    pub(super) functions: Vec<OpId>,
    /// Whether they call each other, or one calls itself.
    pub(super) is_recursive: bool,
}

/// The functions of a module in groups, callees first, otherwise in the order of the text.
///
/// With `only_top`, functions in nested modules are omitted.
pub(super) fn groups(m: &Module, symbols: &SymbolIndex, only_top: bool) -> Vec<Group> {
    let functions: Vec<OpId> = m
        .walk(m.root())
        .filter(|&op| is_function(m, op) && (!only_top || m.parent(op) == Some(m.root())))
        .collect();
    let number: FxHashMap<OpId, usize> = functions
        .iter()
        .enumerate()
        .map(|(index, &op)| (op, index))
        .collect();
    let callees: Vec<Vec<usize>> = functions
        .iter()
        .map(|&function| {
            let calls = m.walk(function);
            let callees = calls.filter_map(|op| symbols.resolve_call(m, op));
            let callees = callees.filter(|&callee| has_tensors(m, callee));
            let mut callees: Vec<usize> = callees
                .filter_map(|callee| number.get(&callee).copied())
                .collect();
            callees.sort_stable();
            callees.dedup();
            callees
        })
        .collect();
    let mut missing: Vec<usize> = callees.iter().map(Vec::len).collect();
    let mut callers: Vec<Vec<usize>> = vec![Vec::new(); functions.len()];
    for (caller, callees) in callees.iter().enumerate() {
        callees
            .iter()
            .for_each(|&callee| callers[callee].push(caller));
    }
    let mut ready: BTreeSet<usize> = (0..functions.len()).filter(|&f| missing[f] == 0).collect();
    let mut groups = Vec::new();
    let mut is_done = vec![false; functions.len()];
    while let Some(function) = ready.pop_first() {
        is_done[function] = true;
        groups.push(Group {
            functions: vec![functions[function]],
            is_recursive: false,
        });
        for &caller in &callers[function] {
            missing[caller] -= 1;
            if missing[caller] == 0 {
                ready.insert(caller);
            }
        }
    }
    for component in components(&callees, &is_done) {
        let is_recursive = component.len() > 1 || callees[component[0]].contains(&component[0]);
        groups.push(Group {
            functions: component
                .into_iter()
                .map(|index| functions[index])
                .collect(),
            is_recursive,
        });
    }
    groups
}

/// Whether an operation is a function with the calling convention of `func.call`.
pub(super) fn is_function(m: &Module, op: OpId) -> bool {
    let has_dialect = m.def(op).is_some_and(|def| def.dialect() == "func");
    has_dialect && m.has_trait(op, Traits::FUNCTION)
}

/// Types of the arguments and results of a function.
pub(super) fn signature(m: &Module, function: OpId) -> (&[TypeId], &[TypeId]) {
    m.signature(function).unwrap_or_default()
}

/// Whether a function takes or returns a tensor.
pub(super) fn has_tensors(m: &Module, function: OpId) -> bool {
    let (inputs, results) = signature(m, function);
    inputs.iter().chain(results).any(|&ty| m.ctx.is_tensor(ty))
}

/// The summary of a function without a body: every tensor argument is read and written unless declared otherwise,
/// and every result may alias every argument.
pub(super) fn external(m: &Module, function: OpId) -> Summary {
    let (inputs, results) = signature(m, function);
    let tensors = |types: &[TypeId]| -> Vec<usize> {
        let numbers = types.iter().enumerate();
        numbers
            .filter(|(_, ty)| m.ctx.is_tensor(**ty))
            .map(|(index, _)| index)
            .collect()
    };
    let mut summary = Summary::least(inputs.len(), results.len());
    let returned = tensors(results);
    let unknown = UnknownOps::of(m);
    for arg in tensors(inputs) {
        let contract = Contract::of(m, function, arg, unknown);
        (summary.reads[arg], summary.writes[arg]) =
            (contract.access.reads(), contract.access.writes());
        summary.aliases[arg].clone_from(&returned);
    }
    for &result in &returned {
        let others = returned.iter().copied().filter(|&other| other != result);
        summary.same[result] = others.collect();
    }
    summary
}

/// The strongly connected components of the functions that are not done, callees first (Tarjan).
fn components(callees: &[Vec<usize>], is_done: &[bool]) -> Vec<Vec<usize>> {
    let n = callees.len();
    let (mut number, mut low) = (vec![None; n], vec![0; n]);
    let mut is_open = vec![false; n];
    let (mut open, mut list, mut next) = (Vec::new(), Vec::new(), 0);
    for root in (0..n).filter(|&f| !is_done[f]) {
        if number[root].is_some() {
            continue;
        }
        let mut work = vec![(root, 0)];
        while let Some(&mut (at, ref mut edge)) = work.last_mut() {
            if *edge == 0 {
                (number[at], low[at]) = (Some(next), next);
                next += 1;
                is_open[at] = true;
                open.push(at);
            }
            let callee = callees[at].get(*edge).copied();
            *edge += 1;
            match callee {
                Some(callee) if is_done[callee] => {}
                Some(callee) => match number[callee] {
                    None => work.push((callee, 0)),
                    Some(number) if is_open[callee] => low[at] = low[at].min(number),
                    Some(_) => {}
                },
                None => {
                    work.pop();
                    if let Some(&(caller, _)) = work.last() {
                        low[caller] = low[caller].min(low[at]);
                    }
                    if number[at] == Some(low[at]) {
                        let start = open.iter().position(|&f| f == at).unwrap_or(0);
                        let mut component = open.split_off(start);
                        component.iter().for_each(|&f| is_open[f] = false);
                        component.sort_stable();
                        list.push(component);
                    }
                }
            }
        }
    }
    list
}
