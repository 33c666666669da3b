//! The problem of a block: its nodes, their order constraints, and the buffers that they use.

use memplan_mlir::analyses::BlockOrder;
use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::is_plain_dealloc;
use memplan_mlir::{BlockId, Module, OpId, RegionId, ValueId};
use rustc_hash::FxHashMap;

use super::problem::{Buffer, Problem};
use memplan_memory_model::{Memory, ObjectId, ObjectKind, freed};

/// The largest sum of sizes in a problem.
const MAX_BYTES: u64 = 1 << 61;

/// A block as a problem.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    pub(crate) problem: Problem,
    /// By node.
    pub(crate) nodes: Vec<OpId>,
    /// By buffer.
    pub(crate) objects: Vec<ObjectId>,
    /// Deallocations that are no nodes, in the order of the program.
    pub(crate) deallocs: Vec<Dealloc>,
    /// Operations that are no nodes and have memrefs as operands, each with the number of nodes before it.
    pub(crate) views: Vec<(OpId, u32)>,
    /// Whether a node frees a buffer.
    pub(crate) frees: Vec<bool>,
    /// Bytes that are live in the whole block and not part of the problem.
    pub(crate) constant: u64,
}

/// A deallocation that belongs right after the last access to its buffer.
#[derive(Clone, Debug)]
pub(crate) struct Dealloc {
    pub(super) op: OpId,
    /// The nodes that it must follow.
    pub(super) nodes: Vec<u32>,
    /// The views of the buffer, and other operations that need it to be there.
    pub(super) views: Vec<OpId>,
}

/// When the buffers of a region with several blocks are accessed.
///
/// The block with the number `b` in [`BlockOrder`] has the position `2 b + 1`; even positions are between blocks.
#[derive(Debug, Default)]
pub(super) struct RegionSpans {
    position: FxHashMap<BlockId, u32>,
    spans: FxHashMap<ObjectId, (u32, u32)>,
    /// By position: the bytes of the buffers that are live before and after it.
    through: Vec<u128>,
}

impl RegionSpans {
    /// Nothing for a region with one block. Linear in the accesses, times the depth of loops.
    pub(super) fn new(m: &Module, memory: &Memory, region: RegionId) -> Self {
        let mut spans = Self::default();
        if m.blocks(region).nth(1).is_none() {
            return spans;
        }
        let order = BlockOrder::new(m, region);
        let mut objects = Vec::new();
        let numbers = order.blocks().iter().copied().zip(0..);
        spans.position = numbers.map(|(block, at)| (block, 2 * at + 1)).collect();
        for (at, &block) in order.blocks().iter().enumerate() {
            for op in m.ops(block) {
                for object in memory.live(m, op) {
                    let home = home(m, memory, object);
                    let home = home.and_then(|op| around(m, op, &spans.position));
                    let Some(home) = home else { continue };
                    let (mut first, mut last) = (2 * at as u32 + 1, 2 * at as u32 + 1);
                    let mut cycle = order.loop_of(at);
                    while let Some(looped) = cycle.map(|cycle| order.loops()[cycle as usize]) {
                        if (2 * looped.first as u32..2 * looped.end as u32).contains(&home) {
                            break;
                        }
                        first = first.min(2 * looped.first as u32);
                        last = last.max(2 * looped.end as u32);
                        cycle = looped.parent;
                    }
                    let span = spans.spans.entry(object).or_insert_with(|| {
                        objects.push(object);
                        (first, last)
                    });
                    *span = (span.0.min(first), span.1.max(last));
                }
            }
        }
        let sized = objects.iter().filter_map(|object| {
            let bytes = memory.object(*object).planned_bytes?;
            Some((*spans.spans.get(object)?, bytes))
        });
        spans.through = through(sized, 2 * order.blocks().len() + 1);
        spans
    }

    /// The bytes of the buffers that are live before and after a block; `None` if the sum overflows.
    pub(super) fn through(&self, block: BlockId) -> Option<u64> {
        let at = self.position.get(&block).map(|&at| at as usize);
        let bytes = at.and_then(|at| self.through.get(at).copied());
        u64::try_from(bytes.unwrap_or(0)).ok()
    }

    /// Whether a buffer is live before and after a block.
    fn beyond(&self, object: ObjectId, block: BlockId) -> (bool, bool) {
        let (Some(&span), Some(&at)) = (self.spans.get(&object), self.position.get(&block)) else {
            return (false, false);
        };
        (span.0 < at, at < span.1)
    }
}

/// For each of `n` positions, the bytes of the buffers whose spans begin before it and end after it. Computed for all
/// at once, so that no block has to look at every buffer of the region.
pub(super) fn through(sized: impl Iterator<Item = ((u32, u32), u64)>, n: usize) -> Vec<u128> {
    let mut begun = vec![0; n];
    let mut ended = vec![0; n];
    // A span of one position is around none.
    for ((first, last), bytes) in sized.filter(|((first, last), _)| first < last) {
        begun[first as usize + 1] += u128::from(bytes);
        ended[last as usize] += u128::from(bytes);
    }
    let mut live = 0;
    let changes = begun.into_iter().zip(ended);
    changes
        .map(|(begun, ended)| {
            live = live + begun - ended;
            live
        })
        .collect()
}

/// The position of the block of a region that an operation is in.
fn around(m: &Module, op: OpId, position: &FxHashMap<BlockId, u32>) -> Option<u32> {
    let mut around = std::iter::once(op).chain(m.ancestors(op));
    around.find_map(|op| position.get(&m.op_block(op)?).copied())
}

/// The allocation of a buffer.
fn home(m: &Module, memory: &Memory, object: ObjectId) -> Option<OpId> {
    let value = memory.object(object).value?;
    m.defining_op(value)
}

struct Builder<'a> {
    m: &'a Module,
    memory: &'a Memory,
    block: BlockId,
    nodes: Vec<OpId>,
    number: FxHashMap<OpId, u32>,
    edges: Vec<(u32, u32)>,
    /// By object: its last writer, and its readers since.
    accesses: FxHashMap<ObjectId, (Option<u32>, Vec<u32>)>,
    last_ordered: Option<u32>,
    deallocs: Vec<Dealloc>,
    views: Vec<(OpId, u32)>,
    frees: Vec<bool>,
    /// By object: the place in `deallocs` of its deallocation.
    dealloc_of: FxHashMap<ObjectId, usize>,
}

impl Block {
    /// The problem of a block that ends with a terminator; `None` if there is nothing to order, or the sizes overflow.
    /// `inside` gives the load inside of operations with regions.
    pub(super) fn new(
        m: &Module,
        memory: &Memory,
        block: BlockId,
        spans: &RegionSpans,
        inside: &FxHashMap<OpId, u64>,
    ) -> Option<Self> {
        let terminator = m.last_op(block)?;
        if !m.has_trait(terminator, Traits::TERMINATOR) {
            return None;
        }
        let mut builder = Builder {
            m,
            memory,
            block,
            nodes: Vec::new(),
            number: FxHashMap::default(),
            edges: Vec::new(),
            accesses: FxHashMap::default(),
            last_ordered: None,
            deallocs: Vec::new(),
            views: Vec::new(),
            frees: Vec::new(),
            dealloc_of: FxHashMap::default(),
        };
        for op in m.ops(block).filter(|&op| op != terminator) {
            builder.add(op);
        }
        builder.finish(terminator, spans, inside)
    }
}

impl Builder<'_> {
    fn add(&mut self, op: OpId) {
        let (m, memory) = (self.m, self.memory);
        let mut preds = Vec::new();
        for value in used_values(m, op) {
            let defining = m.defining_op(value);
            preds.extend(defining.and_then(|op| self.number.get(&op).copied()));
        }
        if let Some(object) = self.freed_here(op) {
            self.dealloc_of.insert(object, self.deallocs.len());
            self.deallocs.push(Dealloc {
                op,
                nodes: preds,
                views: Vec::new(),
            });
            return;
        }
        let touched = memory.touched(m, op);
        let node = self.nodes.len() as u32;
        if touched.is_nothing() && preds.is_empty() {
            if m.operands(op).iter().any(|&value| m.is_memref(value)) {
                self.views.push((op, node));
            }
            return;
        }
        self.nodes.push(op);
        self.frees
            .push(m.walk(op).any(|inner| !freed(m, inner).is_empty()));
        self.number.insert(op, node);
        preds.extend(self.last_ordered);
        for access in &touched.accesses {
            let object = memory.overlapping(access.object);
            let (writer, readers) = self.accesses.entry(object).or_default();
            preds.extend(writer.filter(|&writer| writer != node));
            if access.access.changes() {
                preds.extend(readers.drain(..).filter(|&reader| reader != node));
                *writer = Some(node);
            } else if readers.last() != Some(&node) && *writer != Some(node) {
                readers.push(node);
            }
        }
        if touched.is_ordered {
            preds.extend(self.last_ordered.map_or(0, |last| last + 1)..node);
            self.last_ordered = Some(node);
        }
        self.edges
            .extend(preds.into_iter().map(|pred| (pred, node)));
    }

    /// The buffer that an operation frees, if it does nothing else and may follow the last access to it: a buffer of
    /// this block with only one name for the whole block.
    fn freed_here(&self, op: OpId) -> Option<ObjectId> {
        let (m, memory) = (self.m, self.memory);
        if !is_plain_dealloc(m, op) {
            return None;
        }
        let denoted = memory.denoted(*m.operands(op).first()?);
        let mut objects = denoted.objects();
        let (object, None, false) = (objects.next()?, objects.next(), denoted.may_be_other) else {
            return None;
        };
        let facts = memory.object(object);
        let home = home(m, memory, object).and_then(|op| m.op_block(op));
        let is_own = facts.kind == ObjectKind::Heap && !facts.is_exposed();
        (is_own && home == Some(self.block) && !self.dealloc_of.contains_key(&object))
            .then_some(object)
    }

    /// Finds out what comes before each deallocation.
    fn place_deallocs(&mut self) {
        let (m, memory) = (self.m, self.memory);
        if self.deallocs.is_empty() {
            return;
        }
        for (node, &op) in (0..).zip(&self.nodes) {
            for access in &memory.touched(m, op).accesses {
                if let Some(&at) = self.dealloc_of.get(&access.object) {
                    self.deallocs[at].nodes.push(node);
                }
            }
        }
        for &(op, _) in &self.views {
            for &operand in m.operands(op).iter().filter(|&&value| m.is_memref(value)) {
                for object in memory.denoted(operand).objects() {
                    if let Some(&at) = self.dealloc_of.get(&object) {
                        self.deallocs[at].views.push(op);
                    }
                }
            }
        }
    }

    fn finish(
        mut self,
        terminator: OpId,
        spans: &RegionSpans,
        inside: &FxHashMap<OpId, u64>,
    ) -> Option<Block> {
        let (m, memory) = (self.m, self.memory);
        self.place_deallocs();
        let mut uses: Vec<(u32, u32)> = Vec::new();
        let mut objects: Vec<ObjectId> = Vec::new();
        let mut number: FxHashMap<ObjectId, u32> = FxHashMap::default();
        let nodes = (0..).zip(self.nodes.iter().copied());
        for (node, op) in nodes {
            for object in memory.live(m, op) {
                if !self.may_die_here(object, op, spans) {
                    continue;
                }
                let buffer = *number.entry(object).or_insert_with(|| {
                    objects.push(object);
                    objects.len() as u32 - 1
                });
                uses.push((node, buffer));
            }
        }
        let passed_on = memory.live(m, terminator);
        let buffers: Vec<Buffer> = objects
            .iter()
            .map(|&object| {
                let (live_in, live_out) = spans.beyond(object, self.block);
                Buffer {
                    size: memory.object(object).planned_bytes.unwrap_or(0),
                    live_in,
                    live_out: live_out || passed_on.contains(&object),
                }
            })
            .collect();
        let inside: Vec<u64> = self
            .nodes
            .iter()
            .map(|op| inside.get(op).copied().unwrap_or(0))
            .collect();
        let constant = spans.through(self.block)?;
        let sizes = buffers.iter().map(|buffer| buffer.size);
        let all = sizes.chain(inside.iter().copied()).chain([constant]);
        let sum = all.into_iter().try_fold(0, u64::checked_add)?;
        (sum < MAX_BYTES).then(|| Block {
            problem: Problem::new(buffers, inside, self.edges, &uses),
            nodes: self.nodes,
            objects,
            deallocs: self.deallocs,
            views: self.views,
            frees: self.frees,
            constant,
        })
    }

    /// Whether a buffer that an operation of the block accesses may be live in a part of the block only.
    fn may_die_here(&self, object: ObjectId, op: OpId, spans: &RegionSpans) -> bool {
        let Some(home) = home(self.m, self.memory, object) else {
            return false;
        };
        if self.m.encloses(op, home) {
            return false;
        }
        let is_here = self.m.ancestor_in_block(self.block, home).is_some();
        let is_near = is_here || spans.spans.contains_key(&object);
        is_near && spans.beyond(object, self.block) != (true, true)
    }
}

/// The values that an operation uses, those used in its regions too.
pub(super) fn used_values(m: &Module, op: OpId) -> impl Iterator<Item = ValueId> + '_ {
    m.walk(op)
        .flat_map(|inner| m.operands(inner).iter().copied())
}
