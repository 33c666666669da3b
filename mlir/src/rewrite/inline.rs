//! Inlining: replaces a call by a copy of the callee's body.
//!
//! Callees are processed first, so that a copied body has no inlinable calls left. A call stays if
//!
//! - its callee does not have a body of one block, reaches recursion, or has the attribute `no_inline`, or the
//!   call has it;
//! - the callee allocates on the stack, since that memory would live until the caller returns;
//! - it is in the body of an elementwise operation, or the two functions are in different symbol tables;
//! - memplan has planned or deallocated one of the functions and not the other;
//! - the program would grow beyond `MAX_OPS` operations.
//!
//! Private functions that are unreferenced afterwards are removed.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::dialects::{EffectKind, Traits};
use crate::interfaces::{
    SymbolIndex, arena_operands, computes_elements, effects, is_deallocated, is_private, references,
};
use crate::ir::{BlockId, CloneMap, Module, OpId, ValueId};

/// Maximum number of operations that inlining may add.
const MAX_OPS: usize = 1 << 20;

/// Inlines calls below `root`, whose functions must not be referenced elsewhere. Returns whether anything
/// changed. Linear in the resulting operations.
pub fn inline(m: &mut Module, root: OpId) -> bool {
    let symbols = SymbolIndex::new(m);
    let graph = CallGraph::new(m, root, &symbols);
    let mut left = MAX_OPS;
    let mut has_changed = false;
    for &function in &graph.order {
        for &(call, target) in graph.calls.get(&function).into_iter().flatten() {
            if graph.is_finite.contains(&target) && fits(m, function, call, target) {
                has_changed |= inline_call(m, call, target, &mut left);
            }
        }
    }
    let has_removed = remove_unused(m, root, &symbols);
    has_changed || has_removed
}

/// The functions below an operation and their calls.
struct CallGraph {
    /// Callees before callers; functions that reach recursion last.
    order: Vec<OpId>,
    /// By function: its calls with their targets.
    calls: FxHashMap<OpId, Vec<(OpId, OpId)>>,
    /// Functions that reach no recursion.
    is_finite: FxHashSet<OpId>,
}

impl CallGraph {
    fn new(m: &Module, root: OpId, symbols: &SymbolIndex) -> Self {
        let is_function = |&op: &OpId| m.has_trait(op, Traits::FUNCTION);
        let functions: Vec<OpId> = m.walk(root).filter(is_function).collect();
        let mut calls: FxHashMap<OpId, Vec<(OpId, OpId)>> = FxHashMap::default();
        let mut callers: FxHashMap<OpId, Vec<OpId>> = FxHashMap::default();
        for op in m.walk(root) {
            if let Some(target) = symbols.resolve_call(m, op)
                && let Some(function) = m.ancestors(op).find(is_function)
            {
                calls.entry(function).or_default().push((op, target));
                callers.entry(target).or_default().push(function);
            }
        }
        let n_calls = |function: &OpId| calls.get(function).map_or(0, Vec::len);
        let mut open: FxHashMap<OpId, usize> = functions
            .iter()
            .map(|&function| (function, n_calls(&function)))
            .collect();
        let leaves = functions
            .iter()
            .copied()
            .filter(|function| open.get(function) == Some(&0));
        let mut order: Vec<OpId> = leaves.collect();
        let mut next = 0;
        while let Some(&function) = order.get(next) {
            next += 1;
            for caller in callers.get(&function).into_iter().flatten() {
                if let Some(n_open) = open.get_mut(caller) {
                    *n_open -= 1;
                    if *n_open == 0 {
                        order.push(*caller);
                    }
                }
            }
        }
        let is_finite: FxHashSet<OpId> = order.iter().copied().collect();
        let rest = functions.iter();
        order.extend(rest.filter(|function| !is_finite.contains(function)));
        Self {
            order,
            calls,
            is_finite,
        }
    }
}

/// The only block of a function.
fn body(m: &Module, function: OpId) -> Option<BlockId> {
    let &[region] = m.regions(function) else {
        return None;
    };
    let block = m.first_block(region)?;
    m.next_block(block).is_none().then_some(block)
}

/// Whether the body of a function may replace a call.
fn fits(m: &Module, caller: OpId, call: OpId, target: OpId) -> bool {
    let Some(block) = body(m, target) else {
        return false;
    };
    let Some(end) = m
        .last_op(block)
        .filter(|&end| m.has_trait(end, Traits::RETURN_LIKE))
    else {
        return false;
    };
    let no_inline = m.ctx.find_str("no_inline");
    let is_refused = |op| no_inline.is_some_and(|name| m.prop(op, name).is_some());
    let types = |values: &[ValueId]| -> Vec<_> {
        values.iter().map(|&value| m.value_type(value)).collect()
    };
    let results: SmallVec<[ValueId; 4]> = m.results(call).collect();
    let around = m.ancestors(call).take_while(|&op| op != caller);
    let is_elementwise = |op: OpId| m.def(op).is_none() || computes_elements(m, op);
    target != caller
        && m.parent(target) == m.parent(caller)
        && is_deallocated(m, target) == is_deallocated(m, caller)
        && arena_operands(m, call).is_empty()
        && !is_refused(target)
        && !is_refused(call)
        && types(m.operands(call)) == types(m.block_args(block))
        && types(&results) == types(m.operands(end))
        && !around.into_iter().any(is_elementwise)
        && !m.walk(target).any(|op| is_on_stack(m, target, op))
}

/// Whether an operation allocates memory that a function frees when it returns.
fn is_on_stack(m: &Module, function: OpId, op: OpId) -> bool {
    let allocates = effects(m, op).unwrap_or_default();
    let mut kinds = allocates.iter().map(|effect| effect.kind);
    kinds.any(|kind| kind == EffectKind::AllocateAutomatic)
        && m.ancestors(op)
            .find(|&op| m.has_trait(op, Traits::AUTOMATIC_ALLOCATION_SCOPE))
            == Some(function)
}

/// Replaces a call by a copy of the callee's body, unless it is too large.
fn inline_call(m: &mut Module, call: OpId, target: OpId, left: &mut usize) -> bool {
    let size = m.walk(target).take(*left + 1).count();
    let Some(block) = body(m, target).filter(|_| size <= *left) else {
        return false;
    };
    *left -= size;
    let mut map = CloneMap::default();
    for (&argument, &operand) in m.block_args(block).iter().zip(m.operands(call)) {
        map.map(argument, operand);
    }
    let mut next = m.first_op(block);
    while let Some(op) = next {
        next = m.next_op(op);
        if next.is_none() {
            let values = m.operands(op).iter();
            let values: Vec<ValueId> = values.map(|&value| map.value(value)).collect();
            m.replace_op(call, &values);
            return true;
        }
        let copy = m.clone_op(op, &mut map);
        m.insert_before(call, copy);
    }
    false
}

/// Removes private functions with a body that nothing else refers to, directly or through each other. Those in unknown
/// operations stay, since these may refer to them in ways of their own. Returns whether there were any. Linear.
fn remove_unused(m: &mut Module, root: OpId, symbols: &SymbolIndex) -> bool {
    let has_body = |op: OpId| {
        let mut regions = m.regions(op).iter();
        regions.any(|&region| m.first_block(region).is_some())
    };
    let is_in_unknown = |op: OpId| m.ancestors(op).any(|around| m.def(around).is_none());
    let may_go = |op: &OpId| {
        let is_function = m.has_trait(*op, Traits::FUNCTION) && is_private(m, *op);
        is_function && has_body(*op) && !is_in_unknown(*op)
    };
    let mut unused: Vec<OpId> = m.walk(root).filter(may_go).collect();
    let candidates: FxHashSet<OpId> = unused.iter().copied().collect();
    // By candidate: what it refers to. Everything else is used from the start.
    let mut refers: FxHashMap<OpId, Vec<OpId>> = FxHashMap::default();
    let mut open = Vec::new();
    for op in m.walk(root) {
        let targets = references(m, op, symbols).into_iter();
        let mut targets = targets
            .filter(|target| candidates.contains(target))
            .peekable();
        if targets.peek().is_none() {
            continue;
        }
        let around = std::iter::once(op).chain(m.ancestors(op));
        match around.into_iter().find(|op| candidates.contains(op)) {
            Some(function) => refers.entry(function).or_default().extend(targets),
            None => open.extend(targets),
        }
    }
    let mut used: FxHashSet<OpId> = FxHashSet::default();
    while let Some(function) = open.pop() {
        if used.insert(function) {
            open.extend(refers.remove(&function).unwrap_or_default());
        }
    }
    unused.retain(|function| !used.contains(function));
    for &function in &unused {
        // One function may be in another.
        if !m.is_erased(function) {
            m.erase(function);
        }
    }
    !unused.is_empty()
}
