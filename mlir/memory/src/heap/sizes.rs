//! The sizes of buffers, by the allocations that they may be.

use rustc_hash::FxHashMap;

use super::{HeapBytes, Summary, buffer_bytes, new_bytes};
use memplan_mlir::interfaces::{
    SymbolIndex, callee, has_region_flow, is_select_like, region_edges, viewed_buffer,
};
use memplan_mlir::{Module, OpId, RegionId, ValueId};

/// Maximum number of aliases of a buffer that are visited to find its size.
const MAX_SOURCES: usize = 256;

/// Finds the sizes of buffers, and keeps the sources of block arguments and results.
pub(super) struct Sizes<'m> {
    m: &'m Module,
    symbols: &'m SymbolIndex,
    summaries: &'m FxHashMap<OpId, Summary>,
    /// By operation with regions: the sources of its block arguments and results.
    sources: FxHashMap<OpId, FxHashMap<ValueId, Vec<ValueId>>>,
}

impl<'m> Sizes<'m> {
    pub(super) fn new(
        m: &'m Module,
        symbols: &'m SymbolIndex,
        summaries: &'m FxHashMap<OpId, Summary>,
    ) -> Self {
        Self {
            m,
            symbols,
            summaries,
            sources: FxHashMap::default(),
        }
    }

    /// The bytes of the buffers that a function with one exit returns.
    pub(super) fn results(&mut self, body: Option<RegionId>) -> Vec<Option<HeapBytes>> {
        let m = self.m;
        let blocks = body.into_iter().flat_map(|body| m.blocks(body));
        let mut exits = blocks
            .filter_map(|block| m.last_op(block))
            .filter(|&last| m.successors(last).is_empty());
        match (exits.next(), exits.next()) {
            (Some(exit), None) => {
                let operands = m.operands(exit).iter();
                operands.map(|&value| self.bytes_of(value)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The bytes of the allocation that a value is or views. If there are several possible allocations that differ,
    /// or none is known, the bytes of its type, without an alignment.
    pub(super) fn bytes_of(&mut self, value: ValueId) -> Option<HeapBytes> {
        let m = self.m;
        let first = viewed_buffer(m, value);
        let mut open = vec![first];
        let mut common = None;
        let mut next = 0;
        while let Some(&buffer) = open.get(next) {
            next += 1;
            let is_new = |source: &ValueId| !open.contains(source);
            if let Some(sources) = self.sources_of(buffer) {
                let sources = sources.iter().filter(|&&source| m.is_memref(source));
                let sources = sources.map(|&source| viewed_buffer(m, source));
                let new: Vec<ValueId> = sources.filter(is_new).collect();
                open.extend(new);
                if open.len() <= MAX_SOURCES {
                    continue;
                }
                common = None;
                break;
            }
            let bytes = self.allocated_as(buffer)?;
            if common.is_some_and(|common| common != bytes) {
                common = None;
                break;
            }
            common = Some(bytes);
        }
        common.or_else(|| buffer_bytes(m, first).map(HeapBytes::new))
    }

    /// The sources of a block argument, a result of regions, or a select; absent for other buffers, and if they are
    /// unknown.
    fn sources_of(&mut self, buffer: ValueId) -> Option<&[ValueId]> {
        let m = self.m;
        let op = match m.defining_op(buffer) {
            Some(op) if is_select_like(m, op) => return Some(m.operands(op)),
            Some(op) => op,
            None => m
                .value_block(buffer)
                .and_then(|block| m.block_parent(block))?,
        };
        if m.regions(op).is_empty() || !has_region_flow(m, op) {
            return None;
        }
        let by_target = self.sources.entry(op).or_insert_with(|| {
            let mut by_target: FxHashMap<ValueId, Vec<ValueId>> = FxHashMap::default();
            for edge in region_edges(m, op) {
                for (&source, &target) in edge.sources.iter().zip(&edge.targets) {
                    by_target.entry(target).or_default().push(source);
                }
            }
            by_target
        });
        by_target.get(&buffer).map(Vec::as_slice)
    }

    /// The bytes of a buffer that an operation makes, or those of its type.
    fn allocated_as(&self, buffer: ValueId) -> Option<HeapBytes> {
        let m = self.m;
        let by_type = || buffer_bytes(m, buffer).map(HeapBytes::new);
        let Some(op) = m.defining_op(buffer) else {
            return by_type();
        };
        if callee(m, op).is_some() {
            let target = self.symbols.resolve_call(m, op);
            let summary = target.and_then(|target| self.summaries.get(&target));
            let number = m.results(op).position(|result| result == buffer);
            let returned = summary
                .zip(number)
                .and_then(|(summary, number)| summary.results.get(number).copied().flatten());
            return returned.or_else(by_type);
        }
        new_bytes(m, op, buffer)
    }
}
