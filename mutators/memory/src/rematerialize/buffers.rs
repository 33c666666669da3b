//! The buffers of a block that hold one value each, and which of them are cheap to recompute.

use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::{
    computes_elements, has_no_effects, has_region_flow, may_hold_buffer, trip_count,
};
use memplan_mlir::{BlockId, Module, OpId, ValueId};
use memplan_support::Sort;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::elementwise::is_cheap;
use crate::loops::{ASSUMED_EXTENT, Loops};
use memplan_memory_model::{Memory, ObjectId, ObjectKind, Touched, exact_view, likely_bytes};

/// A source from which a cheap buffer is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Source {
    /// A buffer of the list.
    Buffer(u32),
    /// Memory that is live anyway and no longer changes.
    Given(ObjectId),
}

/// A use of a buffer or of a view of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Use {
    pub(crate) user: OpId,
    pub(crate) operand: usize,
    /// The operation of the block that the user is, or is in.
    pub(crate) node: OpId,
    /// The position of that operation.
    pub(crate) at: u32,
}

/// A buffer that is written first and only read later, with no aliases other than views in its block.
#[derive(Clone, Debug)]
pub(crate) struct Buffer {
    pub(crate) alloc: OpId,
    pub(crate) bytes: u64,
    /// The buffer itself, then its views, each after its source.
    pub(crate) values: Vec<ValueId>,
    /// Other uses than by the views, in order.
    pub(crate) uses: Vec<Use>,
    /// The operations of the block that write it, in order.
    pub(crate) writers: Vec<OpId>,
    pub(crate) last_write: u32,
    pub(crate) last_use: u32,
    /// The values that its writers read besides the buffer itself, if the writers may be repeated and run later.
    pub(crate) sources: Option<Vec<Source>>,
    /// How long its costly writers take, in bytes that could be moved in that time.
    pub(crate) effort: u64,
}

/// The writers that may be repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Repeated {
    /// Those that compute each element from few others.
    Cheap,
    /// Reductions and products, too.
    All,
}

/// The buffers of a block.
#[derive(Debug)]
pub(crate) struct Buffers {
    pub(crate) list: Vec<Buffer>,
    /// By value of a buffer: the number of the buffer.
    pub(crate) of: FxHashMap<ValueId, u32>,
    /// By operation of the block.
    pub(crate) position: FxHashMap<OpId, u32>,
    /// Bytes of the buffers that the operations of the block read and write, with the efforts of products if those may
    /// be repeated.
    pub(crate) traffic: u64,
}

impl Buffers {
    /// Near-linear in the operations of the block.
    pub(crate) fn new(m: &Module, memory: &Memory, block: BlockId, repeated: Repeated) -> Self {
        let position: FxHashMap<OpId, u32> = m.ops(block).zip(0..).collect();
        let cost = |op| match repeated {
            Repeated::Cheap => traffic(m, op),
            Repeated::All => traffic(m, op).saturating_add(effort(m, op)),
        };
        let mut buffers = Self {
            list: Vec::new(),
            of: FxHashMap::default(),
            traffic: m.ops(block).map(cost).fold(0, u64::saturating_add),
            position,
        };
        let mut number: FxHashMap<ObjectId, u32> = FxHashMap::default();
        let mut changes = Changes::default();
        let mut accesses: FxHashMap<ObjectId, Vec<(OpId, bool)>> = FxHashMap::default();
        let touched: Vec<Touched> = m.ops(block).map(|op| memory.touched(m, op)).collect();
        for ((op, at), touched) in m.ops(block).zip(0..).zip(&touched) {
            if touched.is_ordered {
                changes.of_all.push(at);
            }
            for access in &touched.accesses {
                if access.access.changes() {
                    let place = memory.overlapping(access.object);
                    changes.of_object.entry(place).or_default().push(at);
                }
                let of_object = accesses.entry(access.object).or_default();
                of_object.push((op, access.access.changes()));
            }
        }
        for op in m.ops(block) {
            let Some(value) = m.result(op, 0).filter(|&value| m.is_memref(value)) else {
                continue;
            };
            let mut objects = memory.denoted(value).objects();
            let Some(object) = objects.next() else {
                continue;
            };
            let facts = memory.object(object);
            if facts.value != Some(value) || facts.kind != ObjectKind::Heap || facts.is_exposed() {
                continue;
            }
            let all = accesses.get(&object).map_or(&[][..], |list| list);
            if let (Some(bytes), Some(buffer)) = (
                facts.planned_bytes,
                buffers.buffer(m, block, op, value, all),
            ) {
                let at = buffers.list.len() as u32;
                number.insert(object, at);
                buffers
                    .of
                    .extend(buffer.values.iter().map(|&value| (value, at)));
                buffers.list.push(Buffer { bytes, ..buffer });
            }
        }
        let n = buffers.list.len() as u32;
        let sources = |at| buffers.sources(m, memory, &touched, &number, at, repeated);
        let mut sources: Vec<Option<Vec<Source>>> = (0..n).map(sources).collect();
        buffers.keep_unchanged(memory, &changes, &mut sources);
        for (buffer, sources) in buffers.list.iter_mut().zip(sources) {
            if repeated == Repeated::All && sources.is_some() {
                let efforts = buffer.writers.iter().map(|&writer| effort(m, writer));
                buffer.effort = efforts.fold(0, u64::saturating_add);
            }
            buffer.sources = sources;
        }
        buffers
    }

    /// A buffer with its views and uses; absent if it has other aliases, or is written again after it was read.
    fn buffer(
        &self,
        m: &Module,
        block: BlockId,
        alloc: OpId,
        value: ValueId,
        accesses: &[(OpId, bool)],
    ) -> Option<Buffer> {
        let mut buffer = Buffer {
            alloc,
            bytes: 0,
            values: vec![value],
            uses: Vec::new(),
            writers: Vec::new(),
            last_write: 0,
            last_use: 0,
            sources: None,
            effort: 0,
        };
        let mut seen: FxHashSet<OpId> = FxHashSet::default();
        let mut next = 0;
        while let Some(&value) = buffer.values.get(next) {
            next += 1;
            for (user, operand) in m.uses(value) {
                let node = m.ancestor_in_block(block, user)?;
                let is_plain = user == node && m.result_count(user) == 1;
                if let Some(view) = exact_view(m, user, operand).filter(|_| is_plain) {
                    if seen.insert(user) {
                        buffer.values.push(view);
                    }
                    continue;
                }
                let hands_on = |result: ValueId| {
                    m.is_memref(result) || may_hold_buffer(m, m.value_type(result))
                };
                if m.has_trait(node, Traits::TERMINATOR) || m.results(node).any(hands_on) {
                    return None;
                }
                buffer.uses.push(Use {
                    user,
                    operand,
                    node,
                    at: *self.position.get(&node)?,
                });
            }
        }
        buffer.uses.sort_stable_by_key(|usage| usage.at);
        let mut is_read = false;
        for &(op, writes) in accesses {
            if writes && is_read {
                return None;
            }
            if writes {
                buffer.writers.push(op);
                buffer.last_write = *self.position.get(&op)?;
            }
            is_read |= !writes;
        }
        buffer.last_use = buffer.uses.last()?.at;
        (!buffer.writers.is_empty()).then_some(buffer)
    }

    /// The sources of a buffer, if computing it is cheap and repeatable as long as they do not change.
    fn sources(
        &self,
        m: &Module,
        memory: &Memory,
        touched: &[Touched],
        number: &FxHashMap<ObjectId, u32>,
        at: u32,
        repeated: Repeated,
    ) -> Option<Vec<Source>> {
        let buffer = &self.list[at as usize];
        let mut sources = Vec::new();
        for &writer in &buffer.writers {
            if !is_cheap(m, writer) && (repeated == Repeated::Cheap || !is_pure(m, writer)) {
                return None;
            }
            for access in &touched[*self.position.get(&writer)? as usize].accesses {
                let source = match number.get(&access.object) {
                    Some(&own) if own == at => continue,
                    Some(&other) => Source::Buffer(other),
                    None => Source::Given(access.object),
                };
                let is_given = |kind| matches!(kind, ObjectKind::Outside | ObjectKind::Argument);
                let is_live = matches!(source, Source::Buffer(_))
                    || is_given(memory.object(access.object).kind);
                if access.access.changes() || !is_live {
                    return None;
                }
                if !sources.contains(&source) {
                    sources.push(source);
                }
            }
        }
        Some(sources)
    }

    /// Drops the sources of each buffer that cannot be recomputed up to its last use, or up to that of a buffer that
    /// is computed from it, because an input of its writers changes before.
    fn keep_unchanged(
        &self,
        memory: &Memory,
        changes: &Changes,
        sources: &mut [Option<Vec<Source>>],
    ) {
        let mut needed_until: Vec<u32> = self.list.iter().map(|buffer| buffer.last_use).collect();
        let mut latest_first: Vec<usize> = (0..self.list.len()).collect();
        // Whatever reads a buffer comes after its writers.
        latest_first.sort_stable_by_key(|&at| std::cmp::Reverse(self.list[at].last_write));
        for at in latest_first {
            let buffer = &self.list[at];
            let first = buffer.writers.iter().map(|writer| self.position[writer]);
            let first = first.min().unwrap_or(0);
            let until = needed_until[at];
            let changes_before = |source: &Source| match *source {
                Source::Buffer(_) => false,
                Source::Given(object) => changes.any_in(memory.overlapping(object), first, until),
            };
            let own = &mut sources[at];
            if own.iter().flatten().any(changes_before) {
                *own = None;
            }
            for source in own.iter().flatten() {
                if let Source::Buffer(other) = *source {
                    let other = &mut needed_until[other as usize];
                    *other = until.max(*other);
                }
            }
        }
    }
}

/// The positions of the operations of a block that may change memory, in order.
#[derive(Clone, Debug, Default)]
struct Changes {
    /// Of those that may change everything.
    of_all: Vec<u32>,
    /// By [`Memory::overlapping`].
    of_object: FxHashMap<ObjectId, Vec<u32>>,
}

impl Changes {
    /// Whether an object may change at one of these positions, both included.
    fn any_in(&self, object: ObjectId, first: u32, last: u32) -> bool {
        let of_object = self.of_object.get(&object);
        [Some(&self.of_all), of_object]
            .into_iter()
            .flatten()
            .any(|list| {
                let next = list.partition_point(|&at| at < first);
                list.get(next).is_some_and(|&at| at <= last)
            })
    }
}

/// The number of operations on elements that take about as long as moving one byte from or to memory.
pub(crate) const OPS_PER_BYTE: u64 = 4;

/// Whether an operation computes points of its loops and touches nothing but its operands.
fn is_pure(m: &Module, op: OpId) -> bool {
    let mut inside = m.walk(op).filter(|&inner| inner != op);
    Loops::new(m, op).is_some() && inside.all(|inner| has_no_effects(m, inner))
}

/// How long a costly operation takes, in bytes that could be moved in that time; 0 for cheap ones.
fn effort(m: &Module, op: OpId) -> u64 {
    if is_cheap(m, op) {
        return 0;
    }
    let inside = m.walk(op).filter(|&inner| inner != op);
    // The terminator of the body computes nothing.
    let n_ops = (inside.count() as u64).saturating_sub(1);
    n_points(m, op).saturating_mul(n_ops) / OPS_PER_BYTE
}

/// How many points the loops of an operation have.
fn n_points(m: &Module, op: OpId) -> u64 {
    let Some(loops) = Loops::new(m, op) else {
        return 0;
    };
    let extents = loops.extents(m, op).into_iter();
    extents.fold(1u64, |n, extent| {
        n.saturating_mul(extent.unwrap_or(ASSUMED_EXTENT).unsigned_abs())
    })
}

/// The bytes of the buffers that an operation reads and writes.
pub(crate) fn traffic(m: &Module, op: OpId) -> u64 {
    let operands = m.operands(op).iter().filter(|_| !has_no_effects(m, op));
    operands
        .filter_map(|&value| likely_bytes(m, value))
        .fold(0, u64::saturating_add)
}

/// The bytes of the buffers that the operations of a program read and write, each operand once for each time that its
/// operation runs, as option `max-traffic-percent` of [`Rematerialize`](crate::Rematerialize) counts them. Functions
/// count once, and so do the bodies of loops whose trip counts are not constant. Linear.
pub fn traffic_bytes(m: &Module) -> u64 {
    total(m, traffic)
}

/// [`traffic_bytes`], and the time of computations in bytes that could be moved in that time. Linear.
pub fn time_bytes(m: &Module) -> u64 {
    total(m, |m, op| {
        let inside = m.walk(op).filter(|&inner| inner != op);
        let weights = inside.map(|inner| match m.semantics(inner).scalar() {
            Some(scalar) if !scalar.is_cheap() => SLOW_OP,
            Some(_) => 1,
            None => 0,
        });
        let n_ops: u64 = weights.sum();
        let computed = n_points(m, op).saturating_mul(n_ops) / OPS_PER_BYTE;
        traffic(m, op).saturating_add(computed)
    })
}

/// How many cheap operations take as long as one that is not.
const SLOW_OP: u64 = 32;

/// The sum of costs over the operations of a program, each once for each time that it runs.
fn total(m: &Module, cost: impl Fn(&Module, OpId) -> u64) -> u64 {
    let mut total = 0u64;
    let mut open: Vec<(OpId, u64)> = vec![(m.root(), 1)];
    while let Some((op, n_times)) = open.pop() {
        let is_around = op == m.root()
            || m.has_trait(op, Traits::FUNCTION)
            || (has_region_flow(m, op) && !computes_elements(m, op));
        if !is_around {
            total = total.saturating_add(cost(m, op).saturating_mul(n_times));
            continue;
        }
        let n_times = n_times.saturating_mul(trip_count(m, op).unwrap_or(1));
        for &region in m.regions(op) {
            for block in m.blocks(region) {
                open.extend(m.ops(block).map(|inner| (inner, n_times)));
            }
        }
    }
    total
}
