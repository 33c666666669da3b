//! Queries about operations, functions and blocks, shared by the deallocation passes.

use memplan_mlir::interfaces::{Callee, SymbolIndex, callee, is_manually_freed};
use memplan_mlir::{AttrId, AttrKind, BlockId, Module, OpId, names};
use rustc_hash::FxHashSet;

/// Whether an allocation or deallocation is marked `bufferization.manual_deallocation`.
pub(super) fn is_manual(m: &Module, op: OpId) -> bool {
    is_manually_freed(m, op)
}

/// Whether an operation has memrefs among its operands, results or region arguments.
pub(super) fn touches_memrefs(m: &Module, op: OpId) -> bool {
    let values = m.operands(op).iter().copied().chain(m.results(op));
    let args = m
        .regions(op)
        .iter()
        .filter_map(|&region| m.first_block(region))
        .flat_map(|block| m.block_args(block).iter().copied());
    values.chain(args).any(|value| m.is_memref(value))
}

/// Whether a function has a body.
pub(super) fn has_body(m: &Module, function: OpId) -> bool {
    let mut regions = m.regions(function).iter();
    regions.any(|&region| m.first_block(region).is_some())
}

/// Whether a function is visible only in its symbol table.
pub(super) fn is_private(m: &Module, function: OpId) -> bool {
    let visibility = m.prop(function, names::SYM_VISIBILITY);
    let visibility = visibility.and_then(|attr| m.ctx.attr_str(attr));
    visibility.is_some_and(|text| m.ctx.bytes(text) == b"private")
}

/// The operations that are referenced other than by direct calls, with duplicates. Linear.
pub(super) fn address_taken(m: &Module, root: OpId, symbols: &SymbolIndex) -> Vec<OpId> {
    let mut taken = Vec::new();
    for op in m.walk(root) {
        let is_direct = matches!(callee(m, op), Some(Callee::Symbol { .. }));
        let callee_name = m.def(op).and_then(|def| def.callee);
        let callee_name = callee_name.filter(|_| is_direct);
        let callee_name = callee_name.and_then(|name| m.ctx.find_str(name));
        let attrs = m.props(op).iter().chain(m.attrs(op).iter());
        let mut open: Vec<AttrId> = attrs
            .filter(|&(name, _)| Some(name) != callee_name)
            .map(|(_, attr)| attr)
            .collect();
        while let Some(attr) = open.pop() {
            match m.ctx.attr_kind(attr) {
                AttrKind::SymbolRef { root, nested } => {
                    taken.extend(symbols.lookup(m, op, *root, nested));
                }
                AttrKind::Array(elements) => open.extend_from_slice(elements),
                AttrKind::Dictionary(entries) => open.extend(entries.iter().map(|entry| entry.1)),
                _ => {}
            }
        }
    }
    taken
}

/// The blocks reachable from the entry of a region in post-order. In reverse, dominators come first.
/// Linear.
pub(super) fn post_order(m: &Module, entry: BlockId) -> Vec<BlockId> {
    let mut order = Vec::new();
    let mut seen: FxHashSet<BlockId> = std::iter::once(entry).collect();
    let mut path = vec![(entry, 0)];
    while let Some((block, edge)) = path.last_mut() {
        let successors = m.last_op(*block).map_or(&[][..], |last| m.successors(last));
        match successors.get(*edge) {
            Some(&target) => {
                *edge += 1;
                if seen.insert(target) {
                    path.push((target, 0));
                }
            }
            None => {
                order.push(*block);
                path.pop();
            }
        }
    }
    order
}
