//! The lifetimes of allocations that are freed on every path, according to the allocations and deallocations of a
//! program.

use memplan_support::Sort;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::graph::{End, Graph};
use super::{Prover, inert_ops};
use memplan_mlir::analyses::Dominance;
use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::{SymbolIndex, has_body};
use memplan_mlir::{Module, OpId};

/// A sequence of operations during which an allocation is live.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The first operation.
    pub first: OpId,
    /// The last operation, in the same block.
    pub last: OpId,
    /// Which part of the last operation belongs to the span.
    pub end: SpanEnd,
}

/// Which part of its last operation a [`Span`] contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpanEnd {
    /// None: the operation frees the allocation.
    Before,
    /// The operation without its regions, which have separate spans.
    WithoutRegions,
    /// The whole operation.
    Whole,
}

/// Why the lifetime of an allocation is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unfreed {
    /// A path does not free it, or frees it under a name that may denote another allocation.
    OnSomePath,
    /// The function returns it.
    Returned {
        /// The return.
        by: OpId,
    },
    /// It may still be live when the same operation allocates again.
    AllocatedAgain,
}

/// The lifetime of one allocation.
#[derive(Clone, Debug, Default)]
struct Lifetime {
    spans: Vec<Span>,
    deallocs: SmallVec<[OpId; 1]>,
}

/// The places where each allocation of a module is live.
///
/// Sound for allocations whose address is taken or stored, and for work that runs later: once a buffer is freed,
/// nothing uses it. An allocation without a lifetime is not freed on every path, or is not freed in the function
/// that allocates it.
#[derive(Clone, Debug, Default)]
pub struct Lifetimes {
    known: FxHashMap<OpId, Lifetime>,
    unfreed: FxHashMap<OpId, Unfreed>,
    /// For each deallocation, the operations that may have allocated the freed memory.
    freed: FxHashMap<OpId, Vec<OpId>>,
}

impl Lifetimes {
    /// Tracks every allocation of a valid module; bounded like [`prove_freed_once`](super::prove_freed_once).
    pub fn new(m: &Module) -> Self {
        let symbols = SymbolIndex::new(m);
        let dominance = Dominance::new(m);
        let inert = inert_ops(m);
        let mut lifetimes = Self::default();
        for function in m.ops_with_trait(Traits::FUNCTION) {
            if !has_body(m, function) {
                continue;
            }
            let graph = Graph::new(m, function, &inert);
            let mut prover = Prover::new(m, function, &symbols, &dominance, graph);
            prover.recorder = Some(Recorder::default());
            prover.run();
            prover.replay();
            if let Some(recorder) = prover.recorder {
                recorder.finish(&mut lifetimes);
            }
        }
        lifetimes
    }

    /// The spans of an allocation, and the operations that free it.
    ///
    /// # Errors
    ///
    /// [`Unfreed`] if the lifetime is unknown.
    pub fn of(&self, allocation: OpId) -> Result<(&[Span], &[OpId]), Unfreed> {
        let spans_and_deallocs = self.known.get(&allocation);
        let spans_and_deallocs =
            spans_and_deallocs.map(|lifetime| (&*lifetime.spans, &*lifetime.deallocs));
        spans_and_deallocs.ok_or_else(|| {
            let reason = self.unfreed.get(&allocation);
            reason.copied().unwrap_or(Unfreed::OnSomePath)
        })
    }

    /// The operations, including calls, that may have allocated the memory that a deallocation frees.
    pub fn allocations_freed_by(&self, dealloc: OpId) -> &[OpId] {
        self.freed.get(&dealloc).map_or(&[], |list| list)
    }
}

/// Records spans while the states of a function are replayed; before that, records only lost allocations.
#[derive(Clone, Debug, Default)]
pub(super) struct Recorder {
    is_replaying: bool,
    found: FxHashMap<OpId, Lifetime>,
    lost: FxHashMap<OpId, Unfreed>,
    freed: FxHashMap<OpId, Vec<OpId>>,
    /// The start of the current span of each live allocation.
    open: FxHashMap<OpId, OpId>,
}

impl Recorder {
    pub(super) fn lose(&mut self, sites: &[OpId], reason: Unfreed) {
        for &site in sites {
            self.lost.entry(site).or_insert(reason);
        }
    }

    /// Begins a span: `site` allocates.
    pub(super) fn begin(&mut self, site: OpId) {
        if self.is_replaying {
            self.open_span(site, site);
        }
    }

    fn open_span(&mut self, site: OpId, first: OpId) {
        if self.open.insert(site, first).is_some() {
            self.lose(&[site], Unfreed::AllocatedAgain);
        }
    }

    /// Ends the spans of `sites`: a deallocation frees what one of them allocated.
    pub(super) fn end(&mut self, dealloc: OpId, sites: &[OpId]) {
        if !self.is_replaying {
            return;
        }
        for &site in sites {
            self.close_span(site, dealloc, SpanEnd::Before);
            let deallocs = &mut self.found.entry(site).or_default().deallocs;
            if !deallocs.contains(&dealloc) {
                deallocs.push(dealloc);
            }
        }
        self.freed
            .entry(dealloc)
            .or_default()
            .extend_from_slice(sites);
    }

    fn close_span(&mut self, site: OpId, last: OpId, end: SpanEnd) {
        if let Some(first) = self.open.remove(&site) {
            let span = Span { first, last, end };
            self.found.entry(site).or_default().spans.push(span);
        }
    }

    fn finish(mut self, into: &mut Lifetimes) {
        self.found.retain(|site, lifetime| {
            !self.lost.contains_key(site) && !lifetime.deallocs.is_empty()
        });
        into.known.extend(self.found);
        into.unfreed.extend(self.lost);
        into.freed.extend(self.freed);
    }
}

impl Prover<'_> {
    /// Visits every node once more with its final state, and records spans.
    fn replay(&mut self) {
        let states = std::mem::take(&mut self.states);
        for (node, mut cases) in states.into_iter().enumerate() {
            // Without facts, there is one case.
            let Some(state) = cases.pop() else { continue };
            let Some(recorder) = &mut self.recorder else {
                return;
            };
            let first = self.graph.nodes[node].first;
            recorder.is_replaying = true;
            recorder.open.clear();
            for obligation in state.iter() {
                for &site in &obligation.sites {
                    recorder.open_span(site, first);
                }
            }
            let last = self.through(node, &mut vec![state]);
            let end = match self.graph.nodes[node].end {
                End::Flow(_) => SpanEnd::WithoutRegions,
                End::Jump(_) | End::Return(_) | End::Nothing(_) => SpanEnd::Whole,
            };
            if let Some(recorder) = &mut self.recorder {
                let mut rest: Vec<OpId> = recorder.open.keys().copied().collect();
                rest.sort_stable();
                for site in rest {
                    recorder.close_span(site, last, end);
                }
            }
        }
    }
}
