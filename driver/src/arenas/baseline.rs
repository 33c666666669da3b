//! The baseline that merging is compared with: a copy of the program with deallocations and without merging.
//!
//! A *point* is a position in the list of operations of a function of the copy ([`FunctionHeap::points`]).
//!
//! Operations have the same ids in the baseline and in the program to merge. Operations that simplification removed or
//! moved have no position in the baseline; the operations around them stand in for them.

use memplan_memory_model::{
    AliasScratch, BufferViewFlowAnalysis, HeapBytes, HeapLoads, HeapPoint, allocation_bytes,
};
use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::is_plain_dealloc;
use memplan_mlir::{BlockId, Module, OpId};
use rustc_hash::FxHashMap;

/// The points of one function of the copy, and the room at each: the bytes by which the load there can grow without
/// raising the peak.
pub(crate) struct Room<'l> {
    loads: &'l HeapLoads,
    points: &'l [HeapPoint],
    /// The last point within the operation of each point.
    end: Vec<usize>,
    /// The room at each point, in bytes.
    pub(super) left: Vec<HeapBytes>,
}

/// The operations of a block in order, and their points in the copy.
pub(super) struct Line {
    pub(super) ops: Vec<OpId>,
    /// The first and the last point of each operation. One more entry represents the other blocks of the region.
    pub(super) starts: Vec<usize>,
    pub(super) ends: Vec<usize>,
    /// Whether the region has other blocks.
    pub(super) has_other_blocks: bool,
    index: FxHashMap<OpId, usize>,
}

/// The points at which a buffer is certainly live in the copy, and its bytes there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Alone {
    pub(super) first: usize,
    pub(super) last: usize,
    pub(super) bytes: HeapBytes,
}

/// Finds the operations that use a buffer, directly or through aliases.
pub(crate) struct Names<'f> {
    flow: &'f BufferViewFlowAnalysis,
    scratch: AliasScratch,
}

impl<'l> Room<'l> {
    pub(crate) fn of(separate: &Module, loads: &'l HeapLoads, function: OpId) -> Option<Self> {
        let points = &loads.of(function)?.points[..];
        let mut end: Vec<usize> = (0..points.len()).collect();
        let mut around: Vec<usize> = Vec::new();
        for (at, point) in points.iter().enumerate() {
            let parent = separate.parent(point.op);
            while let Some(&outer) = around.last() {
                if Some(points[outer].op) == parent {
                    break;
                }
                around.pop();
                end[outer] = at - 1;
            }
            around.push(at);
        }
        for outer in around {
            end[outer] = points.len().saturating_sub(1);
        }
        Some(Self {
            loads,
            points,
            end,
            left: points.iter().map(|point| point.room).collect(),
        })
    }

    /// The first and the last point of an operation.
    fn span(&self, op: OpId) -> Option<(usize, usize)> {
        let at = self.position_of(op)?;
        Some((at, self.end[at]))
    }

    fn position_of(&self, op: OpId) -> Option<usize> {
        let at = self.loads.position(op)?;
        let is_here = self.points.get(at).is_some_and(|point| point.op == op);
        is_here.then_some(at)
    }

    /// The last point of the block of an allocation at which it is certainly not freed yet.
    fn last_certain_use(&self, m: &Module, alloc: OpId, users: &[OpId]) -> Option<usize> {
        let home = m.op_block(alloc)?;
        let at = users
            .iter()
            .filter_map(|&user| m.ancestor_in_block(home, user));
        let spans = at.filter_map(|at| Some((self.span(at)?, !m.regions(at).is_empty())));
        let spans: Vec<_> = spans.collect();
        let with_regions = spans.iter().filter(|span| span.1);
        let end = with_regions.map(|&((first, _), _)| first).min();
        let plain = spans.iter().filter(|span| !span.1);
        let plain = plain.map(|&((_, last), _)| last);
        let before = plain.filter(|&last| end.is_none_or(|end| last < end)).max();
        end.or(before)
    }

    /// When an allocation is certainly live in the copy: until it is freed in its block, or until a use
    /// there that may free it.
    pub(super) fn alone(
        &self,
        m: &Module,
        separate: &Module,
        alloc: OpId,
        users: &[OpId],
    ) -> Option<Alone> {
        let first = self.position_of(alloc)?;
        let buffer = separate.result(alloc, 0)?;
        let bytes = allocation_bytes(separate, alloc)?;
        let block = separate.op_block(alloc)?;
        let mut freed = separate.uses(buffer).map(|(user, _)| user);
        let freed = freed.find(|&user| {
            is_plain_dealloc(separate, user) && separate.op_block(user) == Some(block)
        });
        let freed = freed.and_then(|user| self.position_of(user));
        let last = freed.or_else(|| self.last_certain_use(m, alloc, users));
        Some(Alone {
            first,
            last: last.unwrap_or(first).max(first),
            bytes,
        })
    }
}

impl Line {
    /// `None` if the copy has no operations of the block. Linear in its operations.
    pub(super) fn new(m: &Module, room: &Room<'_>, block: BlockId) -> Option<Self> {
        let ops: Vec<OpId> = m.ops(block).collect();
        let mut spans = vec![None; ops.len()];
        let mut last = None;
        for (known, &op) in spans.iter_mut().zip(&ops) {
            // Passes move constants, so their points do not follow the order of the block.
            let span = room
                .span(op)
                .filter(|_| !m.has_trait(op, Traits::CONSTANT_LIKE));
            if let Some(span) = span.filter(|span| last.is_none_or(|last| span.0 > last)) {
                *known = Some(span);
                last = Some(span.1);
            }
        }
        last?;
        let region = m.block_region(block)?;
        let has_other_blocks = m.blocks(region).nth(1).is_some();
        let around = m.block_parent(block).and_then(|op| room.span(op));
        let next = around.map_or(room.end.len(), |around| around.1 + 1);
        // An operation that is missing in the copy has the points between its neighbours, if there are any.
        let mut at = around.map_or(0, |around| around.0 + 1);
        let mut starts = Vec::with_capacity(ops.len() + 1);
        for span in &spans {
            starts.push(span.map_or(at, |span| span.0));
            at = span.map_or(at, |span| span.1 + 1);
        }
        starts.push(at);
        let mut ends = vec![next.saturating_sub(1)];
        let mut at = match spans.last() {
            Some(Some(terminator)) => terminator.1 + 1,
            _ => next,
        };
        for span in spans.iter().rev() {
            ends.push(span.map_or(at.saturating_sub(1), |span| span.1));
            at = span.map_or(at, |span| span.0);
        }
        ends.reverse();
        Some(Self {
            index: ops.iter().copied().zip(0..).collect(),
            starts,
            ends,
            ops,
            has_other_blocks,
        })
    }

    /// The number of the operation of the block that is, or encloses, an operation; the number of operations for
    /// those in other blocks. `None` outside of the region.
    pub(super) fn index_of(&self, m: &Module, block: BlockId, op: OpId) -> Option<usize> {
        if let Some(at) = m.ancestor_in_block(block, op) {
            return self.index.get(&at).copied();
        }
        let region = m.block_region(block)?;
        let is_in_region = m
            .ancestors(op)
            .any(|around| around == m.region_parent(region));
        (is_in_region && self.has_other_blocks).then_some(self.ops.len())
    }

    /// The operation during or after which the point is.
    pub(super) fn at(&self, position: usize) -> usize {
        let next = self.starts.partition_point(|&start| start <= position);
        next.saturating_sub(1)
    }
}

impl<'f> Names<'f> {
    pub(crate) fn new(flow: &'f BufferViewFlowAnalysis) -> Self {
        Self {
            flow,
            scratch: AliasScratch::default(),
        }
    }

    /// The operations that use a buffer or a view of it.
    pub(crate) fn users(&mut self, m: &Module, alloc: OpId, with_deallocs: bool) -> Vec<OpId> {
        let mut users = Vec::new();
        let Some(buffer) = m.result(alloc, 0) else {
            return users;
        };
        self.flow.resolve_with(&mut self.scratch, buffer, |value| {
            users.extend(m.uses(value).map(|(user, _)| user));
            true
        });
        users.retain(|&user| with_deallocs || !is_plain_dealloc(m, user));
        users
    }
}
