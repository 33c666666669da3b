//! Ticks: the position of every operation on the timeline of its function.
//!
//! The function operation has tick 1. Operations follow in pre-order, regions in order, and the
//! blocks of a region in an order that keeps loops contiguous (see [`BlockOrder`]); for one block
//! this is textual order. A nested function takes one tick and has a timeline of its own.

use memplan_mlir::analyses::BlockOrder;
use memplan_mlir::dialects::Traits;
use memplan_mlir::{BlockId, Module, OpId};
use rustc_hash::FxHashMap;

/// The timelines of all functions.
#[derive(Debug)]
pub(crate) struct Timeline {
    tick: Vec<u32>,
    end: Vec<u32>,
    depth: Vec<u32>,
    function: Vec<Option<u32>>,
    functions: Vec<Function>,
    loops: Vec<Loop>,
    loop_of: FxHashMap<BlockId, u32>,
}

#[derive(Debug)]
pub(super) struct Function {
    /// The function operation.
    pub(super) op: OpId,
    /// All its operations, itself first, in tick order.
    pub(super) ops: Vec<OpId>,
}

/// A cycle of blocks on the timeline of its function.
#[derive(Clone, Copy, Debug)]
pub(super) struct Loop {
    /// The cycle around this one.
    pub(super) parent: Option<u32>,
    /// See [`memplan_mlir::analyses::CfgLoop::header`].
    pub(super) header: BlockId,
    /// Tick of its first operation.
    pub(super) first: u32,
    /// Tick of its last operation, however deeply nested.
    pub(super) last: u32,
    /// Whether its contents are unordered.
    pub(super) is_opaque: bool,
}

/// An operation whose regions are being walked.
struct Frame {
    op: OpId,
    blocks: Vec<BlockId>,
    next_block: usize,
    next_op: Option<OpId>,
}

impl Timeline {
    /// Walks every function of the module once.
    pub(crate) fn new(m: &Module) -> Self {
        let n = m.op_count();
        let mut timeline = Self {
            tick: vec![0; n],
            end: vec![0; n],
            depth: vec![0; n],
            function: vec![None; n],
            functions: Vec::new(),
            loops: Vec::new(),
            loop_of: FxHashMap::default(),
        };
        for op in m.ops_with_trait(Traits::FUNCTION) {
            timeline.add_function(m, op);
        }
        timeline
    }

    /// All functions in walk order.
    pub(super) fn functions(&self) -> &[Function] {
        &self.functions
    }

    /// Index of the function that an operation is in (a function is in itself).
    pub(super) fn function_of(&self, op: OpId) -> Option<usize> {
        let index = self.function.get(op.index()).copied().flatten();
        index.map(|index| index as usize)
    }

    /// Tick of an operation; 0 outside of functions.
    pub(crate) fn tick(&self, op: OpId) -> u32 {
        self.tick[op.index()]
    }

    /// Tick of the last operation inside of an operation, or its own.
    pub(crate) fn end(&self, op: OpId) -> u32 {
        self.end[op.index()]
    }

    /// The ticks of all operations, by index.
    pub(crate) fn into_ticks(self) -> Vec<u32> {
        self.tick
    }

    /// Number of operations around an operation, up to its function.
    pub(super) fn depth(&self, op: OpId) -> u32 {
        self.depth[op.index()]
    }

    /// Whether `inner` is `outer` or nested in it, for operations of one function.
    pub(super) fn encloses(&self, outer: OpId, inner: OpId) -> bool {
        let tick = self.tick(inner);
        self.tick(outer) <= tick && tick <= self.end(outer)
    }

    /// All cycles of blocks of all functions.
    pub(super) fn loops(&self) -> &[Loop] {
        &self.loops
    }

    /// The smallest cycle that a block belongs to.
    pub(crate) fn loop_of(&self, block: BlockId) -> Option<u32> {
        self.loop_of.get(&block).copied()
    }

    fn add_function(&mut self, m: &Module, function: OpId) {
        let index = self.functions.len() as u32;
        let mut ops = Vec::new();
        let first_loop = self.loops.len();
        let mut spans = Vec::new();
        let mut stack = Vec::new();
        self.enter(m, function, index, &mut ops, &mut stack, &mut spans);
        while let Some(frame) = stack.last_mut() {
            if let Some(op) = frame.next_op {
                frame.next_op = m.next_op(op);
                self.enter(m, op, index, &mut ops, &mut stack, &mut spans);
            } else if let Some(&block) = frame.blocks.get(frame.next_block) {
                frame.next_block += 1;
                frame.next_op = m.first_op(block);
            } else {
                self.end[frame.op.index()] = ops.len() as u32;
                stack.pop();
            }
        }
        for (looped, blocks) in self.loops[first_loop..].iter_mut().zip(spans) {
            let ends = blocks
                .iter()
                .filter_map(|&b| m.first_op(b).zip(m.last_op(b)));
            looped.first = u32::MAX;
            for (first, last) in ends {
                looped.first = looped.first.min(self.tick[first.index()]);
                looped.last = looped.last.max(self.end[last.index()]);
            }
        }
        self.functions.push(Function { op: function, ops });
    }

    fn enter(
        &mut self,
        m: &Module,
        op: OpId,
        function: u32,
        ops: &mut Vec<OpId>,
        stack: &mut Vec<Frame>,
        spans: &mut Vec<Vec<BlockId>>,
    ) {
        let is_nested_function = !stack.is_empty() && m.has_trait(op, Traits::FUNCTION);
        ops.push(op);
        if is_nested_function {
            return;
        }
        let tick = ops.len() as u32;
        self.tick[op.index()] = tick;
        self.end[op.index()] = tick;
        self.depth[op.index()] = stack.len() as u32;
        self.function[op.index()] = Some(function);
        if m.regions(op).is_empty() {
            return;
        }
        let mut blocks = Vec::new();
        for &region in m.regions(op) {
            let order = BlockOrder::new(m, region);
            let first_loop = self.loops.len() as u32;
            for cycle in order.loops() {
                self.loops.push(Loop {
                    parent: cycle.parent.map(|parent| parent + first_loop),
                    header: cycle.header,
                    first: 0,
                    last: 0,
                    is_opaque: cycle.is_opaque,
                });
                spans.push(order.blocks()[cycle.first..cycle.end].to_vec());
            }
            for (position, &block) in order.blocks().iter().enumerate() {
                if let Some(cycle) = order.loop_of(position) {
                    self.loop_of.insert(block, cycle + first_loop);
                }
            }
            blocks.extend_from_slice(order.blocks());
        }
        stack.push(Frame {
            op,
            blocks,
            next_block: 0,
            next_op: None,
        });
    }
}
