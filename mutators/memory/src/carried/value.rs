//! The values that a loop carries from one iteration to the next in buffers.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::{
    RegionEdge, RegionPoint, has_region_flow, is_manually_freed, region_edges, trip_count,
    viewed_buffer,
};
use memplan_mlir::{Module, OpId, TypeId, TypeKind, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use memplan_memory_model::{
    Access, LocalBuffer, Memory, ObjectId, access_through, exact_view, static_elements,
};

/// The first contents of the allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Begin {
    /// The initial buffer becomes the allocation.
    Own(ValueId),
    /// Those of the initial buffer.
    Copy(ValueId),
    /// None: an iteration writes it before anything reads it.
    Nothing,
}

/// A carried value that one allocation can hold.
#[derive(Clone, Debug)]
pub(super) struct Carried {
    pub(super) begin: Begin,
    /// Block arguments and results.
    pub(super) names: Vec<ValueId>,
    pub(super) ty: TypeId,
    /// Terminators, and the buffers whose contents become the value there.
    pub(super) sources: Vec<(OpId, ValueId)>,
    /// Operands that become one of the names.
    pub(super) places: BTreeSet<(OpId, usize)>,
    /// An allocation in the loop that is like the one before the loop.
    pub(super) pattern: OpId,
}

/// The values of a loop that one allocation each can hold.
pub(super) fn carried(m: &Module, memory: &Memory, op: OpId) -> Vec<Carried> {
    let has_one_block = |&region: &_| m.blocks(region).nth(1).is_none();
    if !m.regions(op).iter().all(has_one_block) {
        return Vec::new();
    }
    let groups = groups(m, op).into_iter();
    let groups: Vec<Group> = groups.filter(|group| !group.is_divided).collect();
    let has_sources = |group: &Group| !group.sources.is_empty();
    if !groups.iter().any(has_sources) {
        return Vec::new();
    }
    let facts = Facts {
        m,
        memory,
        op,
        written: Written::by(m, memory, std::iter::once(op)),
    };
    let with_sources = groups.into_iter().filter(has_sources);
    with_sources
        .filter_map(|group| facts.value(group))
        .collect()
}

/// Names that hold the same buffer whenever two of them are in scope.
#[derive(Clone, Debug, Default)]
struct Group {
    names: Vec<ValueId>,
    initial: Option<ValueId>,
    sources: Vec<(OpId, ValueId)>,
    places: BTreeSet<(OpId, usize)>,
    /// Whether two of them may be different buffers after all.
    is_divided: bool,
}

/// The memrefs that a loop passes on, grouped by the buffers that they exchange.
struct Names {
    list: Vec<ValueId>,
    numbers: FxHashMap<ValueId, usize>,
    /// By number: one of the same group, nearer to its representative.
    leader: Vec<usize>,
}

impl Names {
    fn new(m: &Module, edges: &[RegionEdge]) -> Self {
        let mut names = Self {
            list: Vec::new(),
            numbers: FxHashMap::default(),
            leader: Vec::new(),
        };
        let targets = edges.iter().flat_map(|edge| &edge.targets);
        for &target in targets.filter(|&&target| m.is_memref(target)) {
            let number = names.list.len();
            if let Entry::Vacant(entry) = names.numbers.entry(target) {
                entry.insert(number);
                names.list.push(target);
                names.leader.push(number);
            }
        }
        // A block argument and a result that receive the same operand always hold the same buffer.
        let mut by_place: FxHashMap<(OpId, usize), usize> = FxHashMap::default();
        for edge in edges {
            for (at, (source, target)) in edge.sources.iter().zip(&edge.targets).enumerate() {
                let Some(&target) = names.numbers.get(target) else {
                    continue;
                };
                let place = (edge.via, edge.first + at);
                let place = *by_place.entry(place).or_insert(target);
                names.join(place, target);
                if let Some(&source) = names.numbers.get(source) {
                    names.join(source, target);
                }
            }
        }
        names
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.group(a), self.group(b));
        self.leader[a.max(b)] = a.min(b);
    }

    /// The representative of a number.
    fn group(&mut self, number: usize) -> usize {
        let mut at = number;
        while self.leader[at] != at {
            self.leader[at] = self.leader[self.leader[at]];
            at = self.leader[at];
        }
        at
    }

    fn group_of(&mut self, value: ValueId) -> Option<usize> {
        let &number = self.numbers.get(&value)?;
        Some(self.group(number))
    }
}

/// Groups the names that take over the buffers of each other.
fn groups(m: &Module, op: OpId) -> Vec<Group> {
    let edges = region_edges(m, op);
    let mut names = Names::new(m, &edges);
    let mut groups = vec![Group::default(); names.list.len()];
    for (number, name) in names.list.clone().into_iter().enumerate() {
        groups[names.group(number)].names.push(name);
    }
    for edge in &edges {
        // Maps a group to the value that its names take on this edge; `None` if they keep their values.
        let mut becomes: BTreeMap<usize, Option<ValueId>> = BTreeMap::new();
        for (at, (&source, &target)) in edge.sources.iter().zip(&edge.targets).enumerate() {
            let Some(number) = names.group_of(target) else {
                continue;
            };
            let new = Some(source).filter(|_| names.group_of(source) != Some(number));
            let group = &mut groups[number];
            group.is_divided |= *becomes.entry(number).or_insert(new) != new;
            group.places.insert((edge.via, edge.first + at));
        }
        for (number, new) in becomes {
            if let Some(new) = new {
                groups[number].begin_or_continue(edge.from, edge.via, new);
            }
        }
    }
    groups.retain(|group| !group.names.is_empty());
    groups
}

impl Group {
    fn begin_or_continue(&mut self, from: RegionPoint, via: OpId, new: ValueId) {
        match from {
            RegionPoint::Parent => {
                self.is_divided |= self.initial.is_some_and(|old| old != new);
                self.initial = Some(new);
            }
            RegionPoint::Region(_) => {
                let old = self.sources.iter().find(|old| old.0 == via);
                match old {
                    Some(&(_, old)) => self.is_divided |= old != new,
                    None => self.sources.push((via, new)),
                }
            }
        }
    }
}

/// The objects that operations write.
struct Written {
    objects: FxHashSet<ObjectId>,
    /// Whether it may write to arguments of the function, or to what is not followed.
    has_outside: bool,
}

impl Written {
    /// The objects that these operations write.
    fn by(m: &Module, memory: &Memory, ops: impl Iterator<Item = OpId>) -> Self {
        let mut all = Self {
            objects: FxHashSet::default(),
            has_outside: false,
        };
        for op in ops {
            let touched = memory.touched(m, op);
            all.has_outside |= touched.is_ordered;
            let written = touched.accesses.iter().filter(|at| at.access.changes());
            all.objects.extend(written.map(|access| access.object));
        }
        let mut objects = all.objects.iter();
        all.has_outside |= objects.any(|&object| is_outside(memory, object));
        all
    }

    /// Whether a buffer may be written.
    fn has(&self, memory: &Memory, buffer: ValueId) -> bool {
        let denoted = memory.denoted(buffer);
        let objects: SmallVec<[ObjectId; 2]> = denoted.objects().collect();
        let may_be_outside = denoted.may_be_other
            || objects.is_empty()
            || objects.iter().any(|&object| is_outside(memory, object));
        (may_be_outside && self.has_outside)
            || objects.iter().any(|object| self.objects.contains(object))
    }
}

/// Whether an object may share memory with the outside.
fn is_outside(memory: &Memory, object: ObjectId) -> bool {
    let object = memory.object(object);
    object.is_exposed() || object.is_outside()
}

struct Facts<'a> {
    m: &'a Module,
    memory: &'a Memory,
    op: OpId,
    written: Written,
}

/// The uses of the names of a value.
#[derive(Clone, Copy, Debug, Default)]
struct NameUses {
    is_written: bool,
    /// Whether a name has further names after the loop, other than by a return.
    has_other_names: bool,
}

impl Facts<'_> {
    fn value(&self, group: Group) -> Option<Carried> {
        let ty = self.own_type(&group)?;
        let uses = self.name_uses(&group)?;
        let allocs = group.sources.iter();
        let allocs: Option<Vec<OpId>> = allocs
            .map(|&(_, source)| self.source(&group, source))
            .collect();
        let &pattern = allocs?.first()?;
        let is_changed = uses.is_written || uses.has_other_names;
        let begin = match group.initial {
            Some(initial) if self.belongs_to_loop(&group, initial) => Begin::Own(initial),
            // With fewer iterations, the loop holds less than two buffers at once, and an allocation before it would be
            // one more.
            _ if trip_count(self.m, self.op).is_none_or(|count| count < 2) => return None,
            None => Begin::Nothing,
            Some(initial) if !is_changed && self.stays(&group, initial) => Begin::Copy(initial),
            Some(_) => return None,
        };
        Some(Carried {
            begin,
            names: group.names,
            ty,
            sources: group.sources,
            places: group.places,
            pattern,
        })
    }

    /// The type of all names, if it is static and dense.
    fn own_type(&self, group: &Group) -> Option<TypeId> {
        let m = self.m;
        let &name = group.names.first()?;
        let ty = m.value_type(name);
        let sources = group.sources.iter().map(|&(_, source)| source);
        let mut all = group.names.iter().copied().chain(sources);
        let all_alike = all.all(|value| m.value_type(value) == ty);
        let is_dense = matches!(m.ctx.type_kind(ty), TypeKind::MemRef(ty) if ty.layout.is_none());
        (all_alike && is_dense && static_elements(m, name).is_some()).then_some(ty)
    }

    /// The uses of the names; `None` if a use is unknown, or another value may take over the buffer.
    fn name_uses(&self, group: &Group) -> Option<NameUses> {
        let m = self.m;
        let mut name_uses = NameUses::default();
        let mut open = group.names.clone();
        while let Some(value) = open.pop() {
            for (user, operand) in m.uses(value) {
                if group.places.contains(&(user, operand)) {
                    continue;
                }
                if let Some(view) = exact_view(m, user, operand) {
                    open.push(view);
                    continue;
                }
                let access = access_through(m, self.memory, user, operand, false);
                match access {
                    _ if access.only_reads_or_writes() && self.runs_in_order(user) => {
                        name_uses.is_written |= access.writes();
                    }
                    _ if m.encloses(self.op, user) => return None,
                    Access::FREE => return None,
                    _ if self.returns(user) => {}
                    _ => name_uses.has_other_names = true,
                }
            }
        }
        Some(name_uses)
    }

    fn returns(&self, op: OpId) -> bool {
        let m = self.m;
        let function = m.parent(op);
        m.has_trait(op, Traits::TERMINATOR)
            && m.successors(op).is_empty()
            && function.is_some_and(|function| m.has_trait(function, Traits::FUNCTION))
    }

    /// Whether all regions around an operation of the function run where they are.
    fn runs_in_order(&self, op: OpId) -> bool {
        let m = self.m;
        m.ancestors(op)
            .take_while(|&ancestor| !m.has_trait(ancestor, Traits::FUNCTION))
            .all(|ancestor| has_region_flow(m, ancestor))
    }

    /// The allocation of the loop that becomes the value under a name, if it has no other name.
    fn source(&self, group: &Group, source: ValueId) -> Option<OpId> {
        let m = self.m;
        let alloc = m.defining_op(viewed_buffer(m, source))?;
        let is_here = m.op_block(alloc) != m.op_block(self.op) && m.encloses(self.op, alloc);
        if !is_here || !m.operands(alloc).is_empty() || is_manually_freed(m, alloc) {
            return None;
        }
        let buffer = LocalBuffer::new(m, self.memory, alloc)?;
        let mut uses = buffer.uses.iter();
        let is_own = uses.all(|usage| match usage.access {
            Access::FREE => false,
            access if access.captures() => group.places.contains(&(usage.op, usage.operand)),
            _ => true,
        });
        (is_own && buffer.late.is_empty()).then_some(alloc)
    }

    /// Whether nothing uses an initial buffer but the loop, as this value, and what comes before it.
    fn belongs_to_loop(&self, group: &Group, initial: ValueId) -> bool {
        let m = self.m;
        let Some(alloc) = m.defining_op(initial) else {
            return false;
        };
        let is_beside = m.op_block(alloc) == m.op_block(self.op);
        let is_like_it = group.names.first().map(|&name| m.value_type(name));
        if !is_beside || is_like_it != Some(m.value_type(initial)) || is_manually_freed(m, alloc) {
            return false;
        }
        let Some(buffer) = LocalBuffer::new(m, self.memory, alloc) else {
            return false;
        };
        let is_place = |op, operand| op == self.op && group.places.contains(&(op, operand));
        buffer.buffer == initial
            && buffer.late.is_empty()
            && buffer.home().iter().all(|node| {
                node.uses.iter().all(|&index| {
                    let it = buffer.uses[index as usize];
                    match it.access {
                        Access::FREE => false,
                        access if access.captures() => is_place(it.op, it.operand),
                        _ => m.is_before(node.op, self.op),
                    }
                })
            })
    }

    /// Whether no operation writes to an initial buffer while it has another name: in the loop, and after it if results
    /// that may be the buffer are used.
    fn stays(&self, group: &Group, initial: ValueId) -> bool {
        let (m, memory) = (self.m, self.memory);
        if self.written.has(memory, initial) {
            return false;
        }
        let mut names = group.names.iter();
        if names.all(|&name| m.is_unused(name) || m.defining_op(name) != Some(self.op)) {
            return true;
        }
        let block = m.op_block(self.op);
        let region = block.and_then(|block| m.block_region(block));
        let blocks = region.into_iter().flat_map(|region| m.blocks(region));
        let others = blocks.filter(|&other| Some(other) != block);
        let others = others.flat_map(|block| m.ops(block));
        let after = std::iter::successors(m.next_op(self.op), |&next| m.next_op(next));
        !Written::by(m, memory, after.chain(others)).has(memory, initial)
    }
}
