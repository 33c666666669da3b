//! The collector of programs that free their buffers: a buffer is live from its allocation to its
//! deallocation.
//!
//! Lifetimes come from [`Lifetimes`], which follows every allocation to the deallocations that free it, through
//! blocks, regions, loops and aliases. Uses do not matter: the program frees a buffer only when nothing uses it any
//! more. So buffers whose address is taken or stored, or that asynchronous operations use, are merged, too.
//!
//! - A buffer that is not freed on every path of its scope, or only conditionally, is not merged.
//! - A buffer that may still be live when its operation allocates again, such as one that a loop carries to the next
//!   iteration, is not merged: two of them are live at once.
//! - A deallocation may free one of several allocations, depending on the path. All of them are merged, or none.
//!
//! Ticks, layouts, alignments and names are those of the collector `tick`.
//!
//! Cost: near-linear in operations and operands, times the allocations that are live at the same time.

use memplan_memory_model::{BufferViewFlowAnalysis, Lifetimes, Span, SpanEnd, Unfreed, freed};
use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::runs_later;
use memplan_mlir::{Module, OpId};
use memplan_plugin::{Options, PluginInfo};
use memplan_support::Sort;
use rustc_hash::FxHashMap;

use crate::tick::ticks::Timeline;
use crate::tick::{Alloc, Collector, lose};
use crate::{CollectError, Collected, SkipReason, TickOptions, TraceCollector};

/// The collector `dealloc`, for programs that free their buffers: a buffer is live from its allocation to its
/// deallocation. So buffers whose address is taken or stored are merged, too.
///
/// A buffer is not merged if it is not freed on every path of its scope, or if it may still be live when its
/// operation allocates again. Ticks, layouts and alignments are those of [`TickCollector`](crate::TickCollector).
/// Cost: near-linear in operations and operands, times the allocations that are live at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeallocCollector {
    /// The options: `alignment`, `lone` and `index-width` can be set.
    options: TickOptions,
}

impl DeallocCollector {
    /// The collector with default options.
    pub const DEFAULT: Self = Self {
        options: TickOptions::DEFAULT,
    };
}

impl TraceCollector for DeallocCollector {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "dealloc",
            aliases: &[],
            summary: "A buffer lives from its allocation to its deallocation, which must exist.",
            cost: "O(operations + operands), times the number of live allocations",
            source: "the deallocations of the program",
        }
    }

    fn collect(&self, m: &Module) -> Result<Collected, CollectError> {
        self.collect_with(m, &self.options.flow(m))
    }

    fn collect_with(
        &self,
        m: &Module,
        flow: &BufferViewFlowAnalysis,
    ) -> Result<Collected, CollectError> {
        collect(Collector::new(m, self.options, flow), &Lifetimes::new(m))
    }

    fn options(&self) -> Options<'_, dyn TraceCollector> {
        Options::of(self, Self::DEFAULT, |collector| {
            let mut fields = collector.options.fields();
            fields.truncate(3);
            fields
        })
    }

    fn with_lone_buffers(&self) -> Option<Box<dyn TraceCollector>> {
        let options = self.options.with_lone_buffers()?;
        Some(Box::new(Self { options }))
    }
}

fn collect(mut collector: Collector<'_>, lifetimes: &Lifetimes) -> Result<Collected, CollectError> {
    let m = collector.m;
    collector.are_live_until_freed = true;
    for alloc in &mut collector.allocs {
        if alloc.lost.is_none()
            && let Err(reason) = follow(m, &collector.timeline, lifetimes, alloc)
        {
            lose(alloc, reason);
        }
    }
    lose_other_frees(&mut collector);
    add_groups(&mut collector, lifetimes);
    for index in 0..collector.allocs.len() {
        let alloc = &collector.allocs[index];
        if alloc.lost.is_none() && collector.erasable(alloc).is_some() {
            // The allocation is never accessed, so it is deleted.
            collector.allocs[index].live = None;
        }
    }
    let asserts = |&op: &OpId| m.has_trait(op, Traits::DISTINCT_OPERANDS);
    collector.distinct = m.walk(m.root()).filter(asserts).collect();
    collector.finish()
}

/// Sets the lifetime and the deallocations of an allocation.
fn follow(
    m: &Module,
    timeline: &Timeline,
    lifetimes: &Lifetimes,
    alloc: &mut Alloc<'_>,
) -> Result<(), SkipReason> {
    let op = alloc.facts.op;
    let (spans, deallocs) = lifetimes.of(op).map_err(|reason| match reason {
        Unfreed::Returned { by } => SkipReason::Escapes { via: by },
        Unfreed::AllocatedAgain => SkipReason::AllocatedAgain,
        _ => SkipReason::NotFreed,
    })?;
    let scope = alloc.scope.ok_or(SkipReason::NoScope)?;
    let mut around = m.ancestors(op).take_while(|&around| around != scope);
    if let Some(by) = around.find(|&around| runs_later(m, around)) {
        return Err(SkipReason::RunsLater { by });
    }
    for &free in deallocs {
        if !m.encloses(scope, free) {
            return Err(SkipReason::NotFreed);
        }
        let mut around = m
            .ancestors(free)
            .take_while(|&around| !m.encloses(around, op));
        if let Some(by) = around.find(|&around| runs_later(m, around)) {
            return Err(SkipReason::RunsLater { by });
        }
    }
    let ticks = spans.iter().filter_map(|span| ticks(timeline, span));
    alloc.live = ticks.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
    alloc.deallocs.extend_from_slice(deallocs);
    Ok(())
}

/// First and last tick of a span, both included; absent if it is empty.
fn ticks(timeline: &Timeline, span: &Span) -> Option<(u32, u32)> {
    let first = timeline.tick(span.first);
    let last = match span.end {
        SpanEnd::Before => timeline.tick(span.last).checked_sub(1)?,
        SpanEnd::WithoutRegions => timeline.tick(span.last),
        SpanEnd::Whole => timeline.end(span.last),
    };
    (first <= last).then_some((first, last))
}

/// Skips allocations that a deallocation other than those found may free: one that is unreachable, or one of the
/// result of a call, which may be an operand of the call. Allocations that the scope may return as such a result are
/// skipped, too.
fn lose_other_frees(collector: &mut Collector<'_>) {
    let m = collector.m;
    for op in m.walk(m.root()) {
        for value in freed(m, op) {
            for &index in collector.events.aliases.of(value) {
                let alloc = &mut collector.allocs[index as usize];
                if alloc.lost.is_none() && !alloc.deallocs.contains(&op) {
                    lose(alloc, SkipReason::ConditionalDealloc { by: op });
                }
            }
        }
        let is_exit = m.has_trait(op, Traits::TERMINATOR) && m.successors(op).is_empty();
        for &value in m.operands(op).iter().filter(|_| is_exit) {
            for &index in collector.events.aliases.of(value) {
                let alloc = &mut collector.allocs[index as usize];
                if alloc.scope == m.parent(op) {
                    lose(alloc, SkipReason::Escapes { via: op });
                }
            }
        }
    }
}

/// Records the deallocations that may free one of several allocations.
fn add_groups(collector: &mut Collector<'_>, lifetimes: &Lifetimes) {
    let allocs = (0u32..).zip(&collector.allocs);
    let index_of: FxHashMap<OpId, u32> = allocs.map(|(i, alloc)| (alloc.facts.op, i)).collect();
    let mut shared: Vec<OpId> = collector
        .allocs
        .iter()
        .flat_map(|alloc| alloc.deallocs.iter().copied())
        .filter(|&dealloc| lifetimes.allocations_freed_by(dealloc).len() > 1)
        .collect();
    shared.sort_stable();
    shared.dedup();
    for dealloc in shared {
        let sites = lifetimes.allocations_freed_by(dealloc).iter();
        let mut members: Vec<u32> = sites
            .clone()
            .filter_map(|op| index_of.get(op).copied())
            .collect();
        members.sort_stable();
        members.dedup();
        if sites.clone().any(|op| !index_of.contains_key(op)) {
            for &member in &members {
                let reason = SkipReason::ConditionalDealloc { by: dealloc };
                lose(&mut collector.allocs[member as usize], reason);
            }
        }
        collector.groups.push((dealloc, members.into()));
    }
}
