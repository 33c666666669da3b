//! Which results of functions belong to the caller.
//!
//! By convention a function borrows its arguments and returns new buffers. A private function whose callers are all
//! known may instead return a buffer that it does not own, for example an argument: its result is then an alias of the
//! operands of the call, and no copy is needed. It does so if none of its own buffers may be the result.

use std::cell::LazyCell;

use memplan_memory_model::{AliasScratch, BufferViewFlowAnalysis, allocated, returns_arguments};
use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::{
    SymbolIndex, address_taken, callee, has_body, is_deallocated, is_manually_freed, is_private,
    region_exits,
};
use memplan_mlir::{AttrId, AttrKind, Module, OpId, ValueDef, ValueId, names};
use rustc_hash::{FxHashMap, FxHashSet};

/// The owners of function results.
#[derive(Debug)]
pub(super) struct Convention {
    symbols: SymbolIndex,
    /// Functions that deviate: by result, whether the caller owns it.
    owned: FxHashMap<OpId, Vec<bool>>,
}

impl Convention {
    /// Near-linear: a function is visited again when a callee turns out to return its own buffers.
    pub(super) fn new(
        m: &Module,
        root: OpId,
        functions: &[OpId],
        flow: &BufferViewFlowAnalysis,
    ) -> Self {
        let mut convention = Self {
            symbols: SymbolIndex::new(m),
            owned: FxHashMap::default(),
        };
        // One function alone does not show its callers.
        if m.has_trait(root, Traits::FUNCTION) {
            return convention;
        }
        convention.owned = assumed(m, root, &convention.symbols);
        let mut callers: FxHashMap<OpId, Vec<OpId>> = FxHashMap::default();
        for &function in functions {
            for call in m.walk(function).filter(|&op| callee(m, op).is_some()) {
                if let Some(target) = convention.symbols.resolve_call(m, call) {
                    callers.entry(target).or_default().push(function);
                }
            }
        }
        let mut open: Vec<OpId> = functions.to_vec();
        let mut scratch = AliasScratch::default();
        while let Some(function) = open.pop() {
            if convention.look_at(m, function, flow, &mut scratch) {
                open.extend(callers.get(&function).into_iter().flatten());
            }
        }
        convention
    }

    /// Whether the caller owns result number `index` of a function.
    pub(super) fn returns_owned(&self, function: OpId, index: usize) -> bool {
        let owned = self.owned.get(&function);
        owned.is_none_or(|owned| owned.get(index).copied().unwrap_or(true))
    }

    /// Whether a value is a new buffer that the function around it has to free or to return: from the heap,
    /// or from a call.
    pub(super) fn is_new(&self, m: &Module, value: ValueId) -> bool {
        let ValueDef::Result { op, index } = m.value_def(value) else {
            return false;
        };
        if !m.is_memref(value) || is_manually_freed(m, op) {
            return false;
        }
        if callee(m, op).is_some() {
            let target = self.symbols.resolve_call(m, op);
            return target.is_none_or(|target| self.returns_owned(target, index as usize));
        }
        allocated(m, op).contains(&value)
    }

    /// Marks the results of a function that were assumed to be borrowed but may be buffers of the function. Returns
    /// whether there were any.
    fn look_at(
        &mut self,
        m: &Module,
        function: OpId,
        flow: &BufferViewFlowAnalysis,
        scratch: &mut AliasScratch,
    ) -> bool {
        let Some(mut owned) = self.owned.get(&function).cloned() else {
            return false;
        };
        if is_deallocated(m, function) {
            return false;
        }
        let before = owned.clone();
        for end in returns(m, function) {
            for (&operand, owned) in m.operands(end).iter().zip(&mut owned) {
                if *owned || !m.is_memref(operand) {
                    continue;
                }
                flow.resolve_reverse_with(scratch, operand, |source| {
                    *owned |= self.is_new(m, source);
                    !*owned
                });
            }
        }
        let has_changed = before != owned;
        self.owned.insert(function, owned);
        has_changed
    }
}

/// The initial assumption about functions that may deviate: what ownership-based deallocation recorded; otherwise,
/// for private functions whose callers are all known, that the caller owns no result.
fn assumed(m: &Module, root: OpId, symbols: &SymbolIndex) -> FxHashMap<OpId, Vec<bool>> {
    let taken = LazyCell::new(|| -> FxHashSet<OpId> {
        address_taken(m, root, symbols).into_iter().collect()
    });
    let mut owned = FxHashMap::default();
    for op in m.walk(root) {
        if !m.has_trait(op, Traits::FUNCTION) {
            continue;
        }
        if let Some(modes) = marked(m, op) {
            owned.insert(op, modes);
        } else if has_body(m, op) && is_private(m, op) && !taken.contains(&op) {
            let n_results = returns(m, op).map(|end| m.operands(end).len()).max();
            owned.insert(op, vec![false; n_results.unwrap_or(0)]);
        }
    }
    owned
}

/// The terminators through which control returns to the caller.
pub(super) fn returns(m: &Module, function: OpId) -> impl Iterator<Item = OpId> + '_ {
    let regions = m.regions(function).iter();
    regions
        .flat_map(|&region| region_exits(m, region))
        .filter(|&op| m.has_trait(op, Traits::RETURN_LIKE))
}

/// By result, whether the caller owns it: as ownership-based deallocation has recorded, or a function without a body
/// declares.
fn marked(m: &Module, function: OpId) -> Option<Vec<bool>> {
    if returns_arguments(m, function) {
        return Some(vec![false; m.signature(function)?.1.len()]);
    }
    let attr = m.attr(function, names::DEALLOCATED)?;
    let AttrKind::Array(modes) = m.ctx.attr_kind(attr) else {
        return None;
    };
    let is_owned = |&mode: &AttrId| {
        let mode = m.ctx.attr_str(mode).map(|text| m.ctx.bytes(text));
        mode == Some(b"owned")
    };
    Some(modes.iter().map(is_owned).collect())
}
