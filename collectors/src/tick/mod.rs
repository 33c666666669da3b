//! The tick-based collector of merge-alloc: a buffer is live from its first access to its last.
//!
//! Every operation of a function has a tick ([`ticks`]), its position in a pre-order walk. Each
//! access to an allocation, through any alias, extends the interval `[first, last]` of the
//! allocation. The intervals are sound because:
//!
//! - An access inside an operation with regions counts for all ticks of that operation if the allocation is outside
//!   of it; with several such operations, for those of the outermost. A loop may repeat the access, and other
//!   branches of a conditional have ticks in between.
//! - The same holds for cycles of blocks.
//! - If an alias of an allocation leaves the operation that the allocation is in and is accessed outside, the
//!   allocation is live during that whole operation.
//! - No buffer that a loop carries from one iteration to the next is merged: the operands of terminators of loops and
//!   functions *escape*, and so do those of back edges between blocks. A buffer that is allocated in a loop is
//!   therefore never live across iterations.
//! - Buffers that the analysis cannot track are not merged: see [`SkipReason`].
//!
//! Deallocations are not accesses, since they are removed with the allocation. A deallocation that
//! may free another buffer instead can be removed only if that buffer is merged too; otherwise all
//! of them remain.
//!
//! Differences from the reference implementation, which considers only the innermost loop, are
//! listed with [`Compat`](crate::Compat).
//!
//! Cost: linear in operations and operands, times the size of alias sets, which is 1 for nearly
//! every value, and the nesting depth between an allocation and its uses.

mod finish;
mod hoist;
mod symbolic;
pub(crate) mod ticks;

use memplan_memory_model::{AllocationAliases, BufferEvent, BufferEvents, BufferViewFlowAnalysis};
use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::{
    Allocation, SlotNest, allocation, allocation_scope, arena_alignments, has_region_flow,
    is_manually_freed, runs_later,
};
use memplan_mlir::{Module, OpId, ValueId};
use memplan_plugin::{Options, PluginInfo};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::options::{Compat, TickOptions};
use crate::{CollectError, CollectErrorKind, Collected, SkipReason, TraceCollector};
use ticks::Timeline;

/// The collector `tick`: a buffer is live from the tick of its first access to that of its last one.
///
/// The tick of an operation is its position in a pre-order walk of its function. An access inside an operation with
/// regions counts for all ticks of that operation if the allocation is outside of it, since it may be repeated.
/// Buffers that the analysis cannot track are not merged ([`SkipReason`](crate::SkipReason)). Deallocations are not
/// accesses.
///
/// Source: the MLIR merge-alloc proposal; [`Compat`](crate::Compat) has the differences. Cost: linear in operations
/// and operands, times the number of allocations that a value may be and the nesting depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TickCollector {
    /// The options.
    pub options: TickOptions,
}

impl TickCollector {
    /// The collector with default options.
    pub const DEFAULT: Self = Self {
        options: TickOptions::DEFAULT,
    };
}

impl TraceCollector for TickCollector {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "tick",
            aliases: &[],
            summary: "A buffer lives from the tick of its first access to that of its last one.",
            cost: "O(operations + operands), times the number of allocations a value may be",
            source: "merge-alloc proposal, extended",
        }
    }

    fn collect(&self, m: &Module) -> Result<Collected, CollectError> {
        Collector::new(m, self.options, &self.options.flow(m)).run()
    }

    fn collect_with(
        &self,
        m: &Module,
        flow: &BufferViewFlowAnalysis,
    ) -> Result<Collected, CollectError> {
        match self.options.compat {
            Compat::Beyond => Collector::new(m, self.options, flow).run(),
            Compat::Reference => self.collect(m),
        }
    }

    fn options(&self) -> Options<'_, dyn TraceCollector> {
        Options::of(self, Self::DEFAULT, |collector| collector.options.fields())
    }

    fn with_lone_buffers(&self) -> Option<Box<dyn TraceCollector>> {
        let options = self.options.with_lone_buffers()?;
        Some(Box::new(Self { options }))
    }
}

/// The state of one allocation.
#[derive(Debug)]
pub(crate) struct Alloc<'m> {
    pub(crate) facts: Allocation<'m>,
    /// The alignment that callees require of an arena, in bytes; 1 for other buffers.
    pub(crate) least_alignment: u64,
    /// Index of the function it is in.
    function: Option<usize>,
    /// The position of the allocation: itself, or the outermost loop that it is hoisted from.
    anchor: OpId,
    pub(crate) scope: Option<OpId>,
    hoist: Option<SlotNest>,
    /// First and last access, both included.
    pub(crate) live: Option<(u32, u32)>,
    /// The least depth of an operation that encloses the anchor and an effectful access.
    meets_at: u32,
    pub(crate) lost: Option<SkipReason>,
    pub(crate) deallocs: SmallVec<[OpId; 1]>,
}

pub(crate) struct Collector<'m> {
    pub(crate) m: &'m Module,
    options: TickOptions,
    pub(crate) timeline: Timeline,
    pub(crate) events: BufferEvents,
    pub(crate) allocs: Vec<Alloc<'m>>,
    /// Deallocations that may free one of several allocations: all or none are merged.
    pub(crate) groups: Vec<(OpId, Box<[u32]>)>,
    /// Operations that assert that their operands are different allocations.
    pub(crate) distinct: Vec<OpId>,
    /// Whether lifetimes end with the deallocations of the program.
    pub(crate) are_live_until_freed: bool,
}

/// An ancestor of the visited operation.
#[derive(Clone, Copy)]
struct Around {
    op: OpId,
    /// The innermost operation, among this one and its ancestors, with unknown control flow between its
    /// regions.
    unknown_flow: Option<OpId>,
    /// The innermost one that is deferred.
    runs_later: Option<OpId>,
}

impl<'m> Collector<'m> {
    /// `flow` is that of the options.
    pub(crate) fn new(m: &'m Module, options: TickOptions, flow: &BufferViewFlowAnalysis) -> Self {
        let timeline = Timeline::new(m);
        let facts: Vec<Allocation<'m>> = m
            .walk(m.root())
            .filter_map(|op| allocation(m, op))
            .collect();
        let buffers: Vec<_> = facts.iter().map(|facts| facts.buffer).collect();
        let alignments: FxHashMap<ValueId, u64> = arena_alignments(m).into_iter().collect();
        let allocs = facts.into_iter().map(|facts| Alloc {
            facts,
            least_alignment: alignments.get(&facts.buffer).copied().unwrap_or(1),
            function: timeline.function_of(facts.op),
            anchor: facts.op,
            scope: allocation_scope(m, facts.op),
            hoist: None,
            live: None,
            meets_at: u32::MAX,
            lost: is_manually_freed(m, facts.op).then_some(SkipReason::ManualDeallocation),
            deallocs: SmallVec::new(),
        });
        Self {
            m,
            options,
            allocs: allocs.collect(),
            events: BufferEvents::new(
                m,
                AllocationAliases::new(flow, &buffers),
                options.unknown_ops,
            ),
            timeline,
            groups: Vec::new(),
            distinct: Vec::new(),
            are_live_until_freed: false,
        }
    }

    fn run(mut self) -> Result<Collected, CollectError> {
        self.hoist();
        for index in 0..self.timeline.functions().len() {
            self.collect_function(index)?;
        }
        for &index in self.events.aliases.given_up() {
            lose(&mut self.allocs[index as usize], SkipReason::TooManyAliases);
        }
        self.lose_carried_by_cycles();
        self.finish()
    }

    /// Visits every operation of one function, tracking its ancestors.
    fn collect_function(&mut self, function: usize) -> Result<(), CollectError> {
        let m = self.m;
        let mut around: Vec<Around> = Vec::new();
        let ops = self.timeline.functions()[function].ops.clone();
        for (op, tick) in ops.into_iter().zip(1u32..) {
            if m.has_trait(op, Traits::FUNCTION) && tick > 1 {
                continue;
            }
            around.truncate(self.timeline.depth(op) as usize);
            self.visit(function, op, &around)?;
            if !m.regions(op).is_empty() {
                let outer = around.last().copied();
                let says_nothing = tick > 1 && !has_region_flow(m, op) && !runs_later(m, op);
                around.push(Around {
                    op,
                    unknown_flow: if says_nothing {
                        Some(op)
                    } else {
                        outer.and_then(|outer| outer.unknown_flow)
                    },
                    runs_later: if runs_later(m, op) {
                        Some(op)
                    } else {
                        outer.and_then(|outer| outer.runs_later)
                    },
                });
            }
        }
        Ok(())
    }

    fn visit(&mut self, function: usize, op: OpId, around: &[Around]) -> Result<(), CollectError> {
        if self.m.has_trait(op, Traits::DISTINCT_OPERANDS) {
            self.distinct.push(op);
        }
        let mut unknown_flow = None;
        let Self {
            m,
            timeline,
            events,
            allocs,
            groups,
            ..
        } = self;
        events.visit(m, op, |value, event| {
            let indices = events.aliases.of(value);
            if event == BufferEvent::Freed {
                let may_be_other = events.aliases.may_be_other(value);
                free(allocs, groups, op, indices, may_be_other);
                return;
            }
            for &index in indices {
                let alloc = &mut allocs[index as usize];
                match event {
                    BufferEvent::Lost(loss) => lose(alloc, SkipReason::lost(loss, op)),
                    BufferEvent::Freed => {}
                    BufferEvent::Access { is_effectful } => {
                        if alloc.function != Some(function) {
                            lose(alloc, SkipReason::RunsLater { by: op });
                            continue;
                        }
                        let innermost = around.last();
                        if let Some(by) = innermost.and_then(|around| around.runs_later)
                            && !timeline.encloses(by, alloc.facts.op)
                        {
                            lose(alloc, SkipReason::RunsLater { by });
                        }
                        if m.has_trait(op, Traits::TERMINATOR) && m.parent(op) == alloc.scope {
                            lose(alloc, SkipReason::Escapes { via: op });
                        }
                        unknown_flow = innermost.and_then(|around| around.unknown_flow);
                        extend(m, timeline, alloc, op, around, is_effectful);
                    }
                }
            }
        });
        match unknown_flow {
            None => Ok(()),
            Some(op) => Err(CollectError {
                op,
                kind: CollectErrorKind::UnknownRegionOp {
                    operation: m.op_name_text(op).into_owned(),
                },
            }),
        }
    }

    /// Skips buffers that a branch passes to the next iteration of the cycle of blocks that allocates
    /// them. Such a buffer has an alias among the arguments of the cycle's header: no other block of the
    /// cycle dominates the header, so no other value defined in the cycle can cross it. Cycles beyond
    /// the maximum depth may pass on any buffer.
    fn lose_carried_by_cycles(&mut self) {
        for cycle in self.timeline.loops() {
            let header = cycle.header;
            let Some(parent) = self.m.block_parent(header) else {
                continue;
            };
            let function = self.timeline.function_of(parent);
            for &arg in self.m.block_args(header) {
                for &index in self.events.aliases.of(arg) {
                    let alloc = &mut self.allocs[index as usize];
                    let tick = self.timeline.tick(alloc.facts.op);
                    if alloc.function == function && cycle.first <= tick && tick <= cycle.last {
                        lose(alloc, SkipReason::LiveIntoNextRound { header });
                    }
                }
            }
        }
        for alloc in &mut self.allocs {
            let around = std::iter::successors(Some(alloc.facts.op), |&op| self.m.parent(op));
            let too_deep = around
                .filter_map(|op| self.m.op_block(op))
                .filter_map(|block| self.timeline.loop_of(block))
                .map(|index| self.timeline.loops()[index as usize])
                .find(|cycle| cycle.is_opaque);
            if let Some(cycle) = too_deep {
                let header = cycle.header;
                lose(alloc, SkipReason::LiveIntoNextRound { header });
            }
        }
    }

    /// Whether a region between an allocation and its scope has several blocks.
    fn has_several_blocks(&self, alloc: &Alloc<'_>) -> bool {
        let m = self.m;
        std::iter::successors(Some(alloc.facts.op), |&op| m.parent(op))
            .take_while(|&op| Some(op) != alloc.scope)
            .filter_map(|op| m.op_block(op).and_then(|block| m.block_region(block)))
            .any(|region| m.blocks(region).nth(1).is_some())
    }

    fn refuses_blocks(&self, alloc: &Alloc<'_>) -> bool {
        self.options.compat == Compat::Reference && self.has_several_blocks(alloc)
    }
}

/// Records why an allocation is skipped; the first reason is kept.
pub(crate) fn lose(alloc: &mut Alloc<'_>, reason: SkipReason) {
    alloc.lost.get_or_insert(reason);
}

fn free(
    allocs: &mut [Alloc<'_>],
    groups: &mut Vec<(OpId, Box<[u32]>)>,
    op: OpId,
    indices: &[u32],
    may_be_other: bool,
) {
    for &index in indices {
        let alloc = &mut allocs[index as usize];
        if may_be_other {
            lose(alloc, SkipReason::ConditionalDealloc { by: op });
        } else {
            alloc.deallocs.push(op);
        }
    }
    if !may_be_other && indices.len() > 1 {
        groups.push((op, indices.into()));
    }
}

/// Extends the lifetime of an allocation to an access and to all loops that may repeat it.
fn extend(
    m: &Module,
    timeline: &Timeline,
    alloc: &mut Alloc<'_>,
    op: OpId,
    around: &[Around],
    is_effectful: bool,
) {
    // The innermost operation that encloses both. The function encloses both, so there always is one.
    let meets_at = m
        .ancestors(alloc.anchor)
        .map(|outer| timeline.depth(outer) as usize)
        .find(|&depth| {
            around
                .get(depth)
                .is_some_and(|around| timeline.encloses(around.op, alloc.anchor))
        })
        .unwrap_or(0);
    if is_effectful {
        alloc.meets_at = alloc.meets_at.min(meets_at as u32);
    }
    // Ancestors of the access that do not contain the allocation run as a whole.
    let whole = around.get(meets_at + 1).map_or(op, |around| around.op);
    let (mut first, mut last) = (timeline.tick(whole), timeline.end(whole));
    if whole == op {
        last = first;
    }
    let anchor = timeline.tick(alloc.anchor);
    let mut cycle = m.op_block(whole).and_then(|block| timeline.loop_of(block));
    while let Some(around_it) = cycle.and_then(|cycle| timeline.loops().get(cycle as usize)) {
        if around_it.first <= anchor && anchor <= around_it.last {
            break;
        }
        (first, last) = (first.min(around_it.first), last.max(around_it.last));
        cycle = around_it.parent;
    }
    let live = alloc.live.get_or_insert((first, last));
    *live = (live.0.min(first), live.1.max(last));
}
