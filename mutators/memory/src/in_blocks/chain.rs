//! Chains: operations that can be computed tile by tile, with buffers that only they use.

use memplan_mlir::{DYNAMIC, Module, OpId, TypeKind, ValueId};
use memplan_support::Sort;
use rustc_hash::FxHashMap;

use super::nest::{Nest, Use};
use super::range::{Path, Range};
use crate::schedule::block::Block;
use memplan_memory_model::{LocalBuffer, Memory, ObjectId, ObjectKind, likely_bytes, likely_size};

/// Maximum number of operations in a chain.
const MAX_OPS: usize = 200;

/// A buffer of the block of which all uses are known.
#[derive(Debug)]
pub(super) struct Local {
    pub(super) alloc: OpId,
    pub(super) buffer: ValueId,
    pub(super) views: Vec<OpId>,
    pub(super) bytes: u64,
    /// The nodes that use it, in order.
    pub(super) users: Vec<u32>,
}

/// The facts about a block.
#[derive(Debug)]
pub(super) struct Facts<'a> {
    pub(super) m: &'a Module,
    memory: &'a Memory,
    pub(super) block: &'a Block,
    /// By node.
    pub(super) nests: Vec<Option<Nest>>,
    pub(super) locals: Vec<Local>,
    /// By buffer or view: the number in `locals`.
    local_of: FxHashMap<ValueId, u32>,
}

impl<'a> Facts<'a> {
    /// Near-linear in the operations of the block.
    pub(super) fn new(
        m: &'a Module,
        memory: &'a Memory,
        block: &'a Block,
        may_carry: bool,
    ) -> Self {
        let nodes = block.nodes.iter();
        let number: FxHashMap<OpId, u32> = nodes.copied().zip(0..).collect();
        let mut facts = Self {
            m,
            memory,
            block,
            nests: block
                .nodes
                .iter()
                .map(|&op| Nest::new(m, op, may_carry))
                .collect(),
            locals: Vec::new(),
            local_of: FxHashMap::default(),
        };
        for &object in &block.objects {
            let Some(local) = facts.local(object, &number) else {
                continue;
            };
            let at = facts.locals.len() as u32;
            let views = local.views.iter().filter_map(|&view| m.result(view, 0));
            let values = views.chain([local.buffer]);
            facts.local_of.extend(values.map(|value| (value, at)));
            facts.locals.push(local);
        }
        facts
    }

    fn local(&self, object: ObjectId, number: &FxHashMap<OpId, u32>) -> Option<Local> {
        let (m, facts) = (self.m, self.memory.object(object));
        let alloc = m.defining_op(facts.value?)?;
        let local = LocalBuffer::new(m, self.memory, alloc)?;
        let is_plain =
            matches!(m.value_type_kind(local.buffer), TypeKind::MemRef(ty) if ty.layout.is_none());
        let is_hidden = !local.late.is_empty()
            || local
                .uses
                .iter()
                .any(|usage| !usage.access.only_reads_or_writes());
        if facts.kind != ObjectKind::Heap || facts.is_exposed() || is_hidden || !is_plain {
            return None;
        }
        let users: Option<Vec<u32>> = local
            .uses
            .iter()
            .map(|usage| number.get(&usage.op).copied())
            .collect();
        let mut users = users?;
        users.sort_stable();
        users.dedup();
        Some(Local {
            alloc,
            buffer: local.buffer,
            views: local.views,
            bytes: facts.planned_bytes?,
            users,
        })
    }

    /// The bytes of a buffer that an operation uses.
    pub(super) fn bytes(&self, value: ValueId) -> Option<u64> {
        likely_bytes(self.m, value)
    }

    /// The value that an object was allocated as.
    pub(super) fn value_of(&self, object: ObjectId) -> Option<ValueId> {
        self.memory.object(object).value
    }

    /// Adds the nodes that need one of some nodes, in order, and that another one of them needs. Linear in the edges
    /// between the first and the last.
    pub(super) fn close(&self, nodes: &mut Vec<u32>) {
        let (Some(&first), Some(&last)) = (nodes.first(), nodes.last()) else {
            return;
        };
        let problem = &self.block.problem;
        let mut needs_one = vec![false; (last - first + 1) as usize];
        let mut is_needed = needs_one.clone();
        for &node in nodes.iter() {
            needs_one[(node - first) as usize] = true;
            is_needed[(node - first) as usize] = true;
        }
        for node in first..=last {
            let mut preds = problem.preds.of(node).iter().filter(|&&pred| pred >= first);
            if preds.any(|&pred| needs_one[(pred - first) as usize]) {
                needs_one[(node - first) as usize] = true;
            }
        }
        for node in (first..=last).rev() {
            if is_needed[(node - first) as usize] {
                for &pred in problem.preds.of(node).iter().filter(|&&pred| pred >= first) {
                    is_needed[(pred - first) as usize] = true;
                }
            }
        }
        nodes.clear();
        nodes.extend((first..=last).filter(|&node| {
            let at = (node - first) as usize;
            needs_one[at] && is_needed[at]
        }));
    }

    /// Whether nodes are few enough for a chain and all have loops. If not, no chain contains them.
    pub(super) fn may_be_chain(&self, nodes: &[u32]) -> bool {
        let mut all = nodes.iter().map(|&node| &self.nests[node as usize]);
        nodes.len() <= MAX_OPS && all.all(Option::is_some)
    }

    /// The local buffers that an operation uses.
    pub(super) fn locals_of(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        let operands = self.m.operands(self.block.nodes[node as usize]).iter();
        operands.filter_map(|value| self.local_of.get(value).copied())
    }
}

/// An operation of a chain.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) node: u32,
    /// The loop of which each tile has some points, and how many it has.
    pub(super) number: usize,
    pub(super) extent: i64,
    /// Those points.
    pub(super) points: Range,
    /// By operand: how it moves along. Absent for what each tile uses whole.
    pub(super) uses: Vec<Option<Use>>,
}

/// A buffer of which each tile has only a part.
#[derive(Debug)]
pub(super) struct Internal {
    pub(super) local: u32,
    pub(super) dim: usize,
    pub(super) held: Range,
    pub(super) extent: i64,
    /// By view that an operation uses.
    pub(super) paths: FxHashMap<ValueId, Path>,
}

/// Operations that can be computed tile by tile.
#[derive(Debug)]
pub(super) struct Chain {
    /// In the order of the program.
    pub(super) parts: Vec<Part>,
    pub(super) internal: Vec<Internal>,
    /// How many points the tiles divide.
    pub(super) n: i64,
    /// Where that is known only at run time: a value that has as many elements along a dimension. Each element of what
    /// the tiles divide is then needed by exactly one of them.
    pub(super) counted: Option<(ValueId, usize)>,
    /// The nodes between the first part and the last that are no parts and come after the chain.
    pub(super) after: Vec<u32>,
}

impl Chain {
    pub(super) fn first(&self) -> u32 {
        self.parts.first().map_or(0, |part| part.node)
    }

    /// Whether the tiles go along the innermost dimension of most of the memory that they divide.
    pub(super) fn is_innermost(&self, facts: &Facts<'_>) -> bool {
        let is_innermost = |internal: &&Internal| {
            let buffer = facts.locals[internal.local as usize].buffer;
            let shape = facts.m.ctx.shape(facts.m.value_type(buffer));
            shape.is_some_and(|shape| internal.dim > 0 && internal.dim + 1 == shape.len())
        };
        let bytes = |internal: &Internal| u128::from(facts.locals[internal.local as usize].bytes);
        let all: u128 = self.internal.iter().map(bytes).sum();
        let innermost = self.internal.iter().filter(is_innermost).map(bytes);
        innermost.sum::<u128>() * 2 > all
    }

    /// How often a point of the tiles uses each element of what all tiles read, at least. Absent if there is nothing
    /// like that.
    pub(super) fn n_shared_uses(&self, facts: &Facts<'_>) -> Option<i64> {
        let uses = self.parts.iter().filter_map(|part| {
            let nest = facts.nests[part.node as usize].as_ref()?;
            let operands = facts.m.operands(nest.op).iter().zip(&part.uses).enumerate();
            let shared =
                operands.filter(|(_, (value, used))| facts.m.is_memref(**value) && used.is_none());
            shared
                .map(|(operand, _)| nest.n_uses(operand, part.number))
                .min()
        });
        uses.min()
    }

    /// How many operations continue what the tile before left in an output.
    pub(super) fn n_carried(&self, facts: &Facts<'_>) -> usize {
        let is_carried = |part: &&Part| {
            let nest = facts.nests[part.node as usize].as_ref();
            nest.is_some_and(|nest| nest.carries(part.number))
        };
        self.parts.iter().filter(is_carried).count()
    }

    pub(super) fn last(&self) -> u32 {
        self.parts.last().map_or(0, |part| part.node)
    }

    /// The nodes from the first part to the last, in an order in which the parts follow each other: those before the
    /// chain, the parts, those after it.
    pub(super) fn order(&self) -> Vec<u32> {
        let parts = self.parts.iter().map(|part| part.node);
        let moved: Vec<u32> = parts.chain(self.after.iter().copied()).collect();
        let (n_parts, all) = (self.parts.len(), self.first()..=self.last());
        let is_moved = |node: &u32| {
            let (parts, after) = moved.split_at(n_parts);
            parts.binary_search(node).is_ok() || after.binary_search(node).is_ok()
        };
        let mut order: Vec<u32> = all.filter(|node| !is_moved(node)).collect();
        order.extend(&moved);
        order
    }

    /// The chain of some nodes, in order and [closed](Facts::close), with tiles along a dimension of a buffer that only
    /// they use. Absent if they cannot be computed in tiles. Linear in the accesses of the nodes and of those between
    /// them.
    pub(super) fn new(facts: &Facts<'_>, nodes: &[u32], local: u32, dim: usize) -> Option<Self> {
        if !facts.may_be_chain(nodes) {
            return None;
        }
        let mut draft = Draft::new(facts, nodes);
        draft.dims(local, dim)?;
        let counted = if draft.is_dynamic() {
            Some(draft.counted()?)
        } else {
            None
        };
        let (mut n, points) = match counted {
            Some(_) => (1, draft.points(None)?),
            None => draft
                .n_points()
                .and_then(|n| Some((n, draft.points(Some(n))?)))?,
        };
        draft.is_apart(&points).then_some(())?;
        let after = draft.after();
        let held = draft.held(&points)?;
        if counted.is_some() {
            let mut all = held.iter().map(|held| held.1).chain(points.iter().copied());
            all.all(Range::is_tiling).then_some(())?;
            let (_, held) = held.iter().find(|(other, _)| *other == local)?;
            n = likely_size(facts.m, facts.locals[local as usize].buffer, dim)? / held.scale;
            (n > 1).then_some(())?;
        }
        let internal = held.into_iter().map(|(local, held)| {
            let (dim, buffer) = (*draft.dim.get(&local)?, facts.locals[local as usize].buffer);
            let shape = facts.m.ctx.shape(facts.m.value_type(buffer))?;
            let of_local = draft
                .paths
                .iter()
                .filter(|(value, _)| draft.internal_of(**value) == Some(local));
            let paths: FxHashMap<ValueId, Path> = of_local
                .map(|(&value, path)| (value, path.clone()))
                .collect();
            let is_divided = paths.values().all(|path| path.forward(held).is_some());
            is_divided.then_some(())?;
            Some(Internal {
                local,
                dim,
                held,
                extent: match counted {
                    Some(_) => held.scale.checked_mul(n)?,
                    None => *shape.get(dim)?,
                },
                paths,
            })
        });
        let internal: Vec<Internal> = internal.collect::<Option<_>>()?;
        let parts = draft
            .parts
            .into_iter()
            .zip(points)
            .map(|((node, nest, number), points)| {
                let number = number?;
                let uses = (0..nest.loops.maps.len()).map(|operand| nest.use_of(operand, number));
                Some(Part {
                    node,
                    number,
                    extent: match counted {
                        Some(_) => points.scale.checked_mul(n)?,
                        None => *nest.extents.get(number)?,
                    },
                    points,
                    uses: uses.collect::<Option<_>>()?,
                })
            });
        Some(Self {
            parts: parts.collect::<Option<_>>()?,
            internal,
            n,
            counted,
            after,
        })
    }
}

/// A chain of which dimensions and ranges are being found.
struct Draft<'f> {
    facts: &'f Facts<'f>,
    nodes: &'f [u32],
    /// With the loops along which the tiles go.
    parts: Vec<(u32, &'f Nest, Option<usize>)>,
    /// By internal buffer: how many of its users are in the chain. Those with all of them are internal.
    n_users: FxHashMap<u32, usize>,
    /// By internal buffer: the dimension along which the tiles go.
    dim: FxHashMap<u32, usize>,
    /// By value of an internal buffer.
    paths: FxHashMap<ValueId, Path>,
    /// By other value that a part writes: the dimension along which the tiles go. Parts that read it must agree.
    outer: FxHashMap<ValueId, usize>,
}

impl<'f> Draft<'f> {
    fn new(facts: &'f Facts<'f>, nodes: &'f [u32]) -> Self {
        let mut n_users: FxHashMap<u32, usize> = FxHashMap::default();
        for &node in nodes {
            let mut locals: Vec<u32> = facts.locals_of(node).collect();
            locals.sort_stable();
            locals.dedup();
            for local in locals {
                *n_users.entry(local).or_default() += 1;
            }
        }
        let nests = nodes
            .iter()
            .filter_map(|&node| Some((node, facts.nests[node as usize].as_ref()?, None)));
        Self {
            facts,
            nodes,
            parts: nests.collect(),
            n_users,
            dim: FxHashMap::default(),
            paths: FxHashMap::default(),
            outer: FxHashMap::default(),
        }
    }

    /// The internal buffer that a value is a view of.
    fn internal_of(&self, value: ValueId) -> Option<u32> {
        let &local = self.facts.local_of.get(&value)?;
        let is_internal =
            self.n_users.get(&local) == Some(&self.facts.locals[local as usize].users.len());
        is_internal.then_some(local)
    }

    /// Finds the loop of each part and the dimension of each internal buffer along which the tiles go.
    fn dims(&mut self, local: u32, dim: usize) -> Option<()> {
        let m = self.facts.m;
        self.dim.insert(local, dim);
        loop {
            let mut has_changed = false;
            for at in 0..self.parts.len() {
                let (_, nest, mut number) = self.parts[at];
                let operands = m.operands(nest.op);
                for (operand, &value) in operands.iter().enumerate() {
                    let dim = match self.internal_of(value) {
                        Some(local) => match self.dim.get(&local).copied() {
                            Some(dim) => Some(self.path(local, value, dim)?),
                            None => None,
                        },
                        None => self.outer.get(&value).copied(),
                    };
                    let Some(dim) = dim else { continue };
                    let along = nest.loop_of(operand, dim)?;
                    if number.is_some_and(|number| number != along) {
                        return None;
                    }
                    number = Some(along);
                }
                let Some(along) = number else { continue };
                for (operand, &value) in operands.iter().enumerate() {
                    let Some(local) = self.internal_of(value) else {
                        if operand >= nest.loops.n_inputs
                            && let Some(Use { dim, .. }) = nest.use_of(operand, along)?
                        {
                            has_changed |= self.outer.insert(value, dim) != Some(dim);
                        }
                        continue;
                    };
                    let wanted = nest.use_of(operand, along)??.dim;
                    if !self.dim.contains_key(&local) {
                        let buffer = self.facts.locals[local as usize].buffer;
                        let rank = m.ctx.shape(m.value_type(buffer))?.len();
                        let leads_there = |&dim: &usize| {
                            let path = Path::new(m, buffer, value, dim);
                            path.is_some_and(|path| path.dim == wanted)
                        };
                        let dim = (0..rank).find(leads_there)?;
                        self.dim.insert(local, dim);
                        has_changed = true;
                    }
                    let dim = *self.dim.get(&local)?;
                    if self.path(local, value, dim)? != wanted {
                        return None;
                    }
                }
                has_changed |= self.parts[at].2 != Some(along);
                self.parts[at].2 = Some(along);
            }
            if !has_changed {
                break;
            }
        }
        let is_known = self.parts.iter().all(|part| part.2.is_some());
        is_known.then_some(())
    }

    /// The dimension of a value that has a dimension of an internal buffer.
    fn path(&mut self, local: u32, value: ValueId, dim: usize) -> Option<usize> {
        if let Some(path) = self.paths.get(&value) {
            return Some(path.dim);
        }
        let buffer = self.facts.locals[local as usize].buffer;
        let path = Path::new(self.facts.m, buffer, value, dim)?;
        let dim = path.dim;
        self.paths.insert(value, path);
        Some(dim)
    }

    /// The number of points that the tiles divide: the least extent along which the chain writes a buffer of others.
    fn n_points(&self) -> Option<i64> {
        let extents = self.parts.iter().filter(|part| self.writes_others(part.1));
        let extents = extents.filter_map(|&(_, nest, number)| nest.extents.get(number?).copied());
        extents.min().filter(|&n| n > 1)
    }

    /// Whether the number of points is known only at run time.
    fn is_dynamic(&self) -> bool {
        let is_of_part = |&(_, nest, number): &(u32, &Nest, Option<usize>)| {
            number.is_some_and(|number| nest.is_dynamic[number])
        };
        let is_of_buffer = |(&local, &dim): (&u32, &usize)| {
            let buffer = self.facts.locals[local as usize].buffer;
            let shape = self.facts.m.ctx.shape(self.facts.m.value_type(buffer));
            shape.and_then(|shape| shape.get(dim)) == Some(&DYNAMIC)
        };
        self.parts.iter().any(is_of_part) || self.dim.iter().any(is_of_buffer)
    }

    /// A value that the chain writes for others, with the dimension that has all points. Absent where what the parts
    /// use does not show that all dimensions agree.
    fn counted(&self) -> Option<(ValueId, usize)> {
        let m = self.facts.m;
        let mut counted = None;
        for &(_, nest, number) in &self.parts {
            for (operand, &value) in m.operands(nest.op).iter().enumerate() {
                let used = nest.use_of(operand, number?)?;
                let is_written = operand >= nest.loops.n_inputs;
                let is_shared =
                    self.internal_of(value).is_some() || self.outer.contains_key(&value);
                let is_plain = used.is_none_or(|used| used.is_plain());
                if (is_shared || is_written) && !is_plain {
                    return None;
                }
                if let Some(used) = used.filter(|_| is_written && self.internal_of(value).is_none())
                {
                    counted = Some((value, used.dim));
                }
            }
        }
        counted
    }

    fn writes_others(&self, nest: &Nest) -> bool {
        let outputs = &self.facts.m.operands(nest.op)[nest.loops.n_inputs..];
        outputs
            .iter()
            .any(|&value| self.internal_of(value).is_none())
    }

    /// By part: the points of its loop that a tile computes, for a number of points of the chain, if that is known.
    /// Later parts ask for what they read.
    fn points(&self, n: Option<i64>) -> Option<Vec<Range>> {
        let m = self.facts.m;
        let mut asked: FxHashMap<u32, Range> = FxHashMap::default();
        let mut all = Vec::with_capacity(self.parts.len());
        for &(_, nest, number) in self.parts.iter().rev() {
            let number = number?;
            let mut points: Option<Range> = None;
            for &value in &m.operands(nest.op)[nest.loops.n_inputs..] {
                let wanted = match self.internal_of(value) {
                    Some(local) => match asked.get(&local) {
                        Some(&range) => self.paths.get(&value)?.forward(range)?,
                        None => continue,
                    },
                    None => self.whole(nest, number, n)?,
                };
                points = Some(match points {
                    Some(points) => points.hull(wanted)?,
                    None => wanted,
                });
            }
            // What no part and no other operation reads is not computed in tiles.
            let points = points?;
            // Nothing may be added twice.
            if nest.carries(number) && points != self.whole(nest, number, n)? {
                return None;
            }
            for (local, range) in self.used(nest, number, points) {
                let range = range?;
                let joined = match asked.get(&local) {
                    Some(&other) => other.hull(range)?,
                    None => range,
                };
                asked.insert(local, joined);
            }
            all.push(points);
        }
        all.reverse();
        Some(all)
    }

    /// All points of a loop.
    fn whole(&self, nest: &Nest, number: usize, n: Option<i64>) -> Option<Range> {
        let Some(n) = n else {
            return Some(Range::tiles(1));
        };
        let extent = *nest.extents.get(number)?;
        (extent % n == 0).then(|| Range::tiles(extent / n))
    }

    /// The ranges of internal buffers that some points use.
    fn used<'s>(
        &'s self,
        nest: &'s Nest,
        number: usize,
        points: Range,
    ) -> impl Iterator<Item = (u32, Option<Range>)> + 's {
        let operands = self.facts.m.operands(nest.op).iter().enumerate();
        operands.filter_map(move |(operand, &value)| {
            let local = self.internal_of(value)?;
            let range = || {
                let used = nest.use_of(operand, number)??.of(points)?;
                self.paths.get(&value)?.back(used)
            };
            Some((local, range()))
        })
    }

    /// By internal buffer: what a tile holds of it.
    fn held(&self, points: &[Range]) -> Option<Vec<(u32, Range)>> {
        let mut held: Vec<(u32, Range)> = Vec::new();
        for (&(_, nest, number), &points) in self.parts.iter().zip(points) {
            for (local, range) in self.used(nest, number?, points) {
                let range = range?;
                match held.iter_mut().find(|(other, _)| *other == local) {
                    Some((_, held)) => *held = held.hull(range)?,
                    None => held.push((local, range)),
                }
            }
        }
        Some(held)
    }

    /// Whether no tile reads or writes what another tile writes to a buffer of others.
    fn is_apart(&self, points: &[Range]) -> bool {
        let (m, memory) = (self.facts.m, self.facts.memory);
        // By object: the values that may denote it, each with whether it is written, and the elements that a tile uses.
        type Used = (ValueId, bool, Option<(usize, Range)>);
        let mut others: FxHashMap<ObjectId, Vec<Used>> = FxHashMap::default();
        for (&(_, nest, number), &points) in self.parts.iter().zip(points) {
            for (operand, &value) in m.operands(nest.op).iter().enumerate() {
                if !m.is_memref(value) || self.internal_of(value).is_some() {
                    continue;
                }
                let used = number.and_then(|number| nest.use_of(operand, number).flatten());
                let used = used.and_then(|used| Some((used.dim, used.of(points)?)));
                let is_written = operand >= nest.loops.n_inputs;
                let denoted = memory.denoted(value);
                if is_written && (denoted.may_be_other || denoted.objects().count() != 1) {
                    return false;
                }
                for object in denoted.objects() {
                    let of_object = others.entry(object).or_default();
                    let is_carried = is_written && used.is_none();
                    if is_carried || !of_object.contains(&(value, is_written, used)) {
                        of_object.push((value, is_written, used));
                    }
                }
            }
        }
        others.iter().all(|(&object, used)| {
            let is_tiled = |&(value, _, range): &Used| {
                let is_tiling = range.is_some_and(|(_, range)| range.is_tiling());
                is_tiling
                    && used
                        .iter()
                        .all(|&(other, _, other_range)| other == value && other_range == range)
            };
            let facts = memory.object(object);
            let is_own = facts.kind == ObjectKind::Heap && !facts.is_exposed();
            let is_carried = matches!(used[..], [(_, true, None)]);
            let mut written = used.iter().filter(|(_, is_written, _)| *is_written);
            written.all(|usage| is_own && (is_carried || is_tiled(usage)))
        })
    }

    /// The nodes between the parts that come after the chain: they need a part, and no part needs them.
    fn after(&self) -> Vec<u32> {
        let (Some(&first), Some(&last)) = (self.nodes.first(), self.nodes.last()) else {
            return Vec::new();
        };
        // By node from the first on: whether it is in the chain, or after it.
        let mut is_late = vec![false; (last - first + 1) as usize];
        let mut after = Vec::new();
        let mut parts = self.nodes.iter().peekable();
        for node in first..=last {
            let is_part = parts.next_if_eq(&&node).is_some();
            let mut preds = self.facts.block.problem.preds.of(node).iter();
            let needs_late = preds.any(|&pred| pred >= first && is_late[(pred - first) as usize]);
            is_late[(node - first) as usize] = is_part || needs_late;
            if !is_part && needs_late {
                after.push(node);
            }
        }
        after
    }
}
