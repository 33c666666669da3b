//! What the model claims about a program, in the terms of a run.

use std::collections::BTreeMap;

use memplan_interp::Touch;
use memplan_memory_model::{
    Access as Kinds, Contracts, HeapLoads, HeapPeak, JobId, Lifetimes, LocalBuffer, MemoryModel,
    Node, Object, ObjectId, Origins, Pending, Span, SpanEnd, Touched, overwritten,
};
use memplan_mlir::analyses::{Dominance, Readers};
use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::{
    SymbolIndex, allocation, callee, function_around, is_plain_dealloc,
};
use memplan_mlir::{BlockId, Module, OpId, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::watch::Counts;

/// An access of a run, as one of the running operations sees it.
pub(super) struct Access<'a> {
    pub(super) op: OpId,
    /// The objects that the allocation is; none if it is outside memory.
    pub(super) objects: &'a [ObjectId],
    /// Its names in scope.
    pub(super) names: &'a [ValueId],
    /// Those that name bytes which are accessed.
    pub(super) met: &'a [ValueId],
    pub(super) touch: Touch,
    /// Whether no other operation of the same function that runs in this one made the access.
    pub(super) is_innermost: bool,
}

impl Access<'_> {
    fn kind(&self) -> Kinds {
        match self.touch {
            Touch::Read => Kinds::READ,
            Touch::Write => Kinds::WRITE,
            Touch::Free => Kinds::FREE,
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Denoted {
    pub(super) objects: Vec<ObjectId>,
    pub(super) may_be_other: bool,
}

/// The answers of the model about one module.
pub(super) struct Claims<'m> {
    m: &'m Module,
    model: MemoryModel,
    origins: Origins,
    readers: Readers,
    contracts: Contracts,
    dominance: Dominance,
    symbols: SymbolIndex,
    by_value: FxHashMap<ValueId, ObjectId>,
    touched: FxHashMap<OpId, Touched>,
    live: FxHashMap<OpId, Vec<ObjectId>>,
    overwritten: FxHashMap<OpId, Vec<ValueId>>,
    local: BTreeMap<ObjectId, LocalBuffer>,
    /// When an allocation that is freed on every path is live.
    lifetimes: Lifetimes,
    loads: HeapLoads,
    /// By buffer that does not escape: all its names.
    listed: FxHashMap<ObjectId, (ValueId, FxHashSet<ValueId>)>,
    /// By function.
    pending: FxHashMap<OpId, Pending>,
    jobs: FxHashMap<OpId, Vec<JobId>>,
    /// By deallocation that may come earlier: where.
    earliest: FxHashMap<OpId, OpId>,
}

/// Where jobs may be pending.
#[derive(Clone, Copy, Debug)]
pub(super) enum Point {
    After(OpId),
    AtStart(BlockId),
}

impl<'m> Claims<'m> {
    pub(super) fn new(m: &'m Module) -> Self {
        let mut model = MemoryModel::new(m);
        let earliest = m.walk(m.root()).filter(|&op| is_plain_dealloc(m, op));
        let earliest = earliest
            .map(|op| (op, model.earliest_free(m, op)))
            .collect();
        let memory = model.objects();
        let mut origins = Origins::new(m, m.root());
        let mut overwrites: FxHashMap<OpId, Vec<ValueId>> = FxHashMap::default();
        for op in m.walk(m.root()) {
            if callee(m, op).is_some() {
                for result in m.results(op).filter(|&result| m.is_memref(result)) {
                    origins.set_unknown_result(result);
                }
            }
            let list = overwritten(m, op);
            if !list.is_empty() {
                overwrites.insert(op, list.to_vec());
            }
        }
        let (mut local, mut listed) = (BTreeMap::default(), FxHashMap::default());
        let by_value: FxHashMap<ValueId, ObjectId> = memory
            .objects()
            .filter_map(|(id, object)| Some((object.value?, id)))
            .collect();
        for op in m.walk(m.root()).filter(|&op| allocation(m, op).is_some()) {
            let Some(buffer) = model.uses(m, op) else {
                continue;
            };
            let id = by_value[&buffer.buffer];
            if !model.is_seen_outside(m, buffer.buffer) {
                let names = model.names(buffer.buffer);
                listed.insert(id, (buffer.buffer, names.into_iter().collect()));
            }
            local.insert(id, buffer);
        }
        let (mut pending, mut jobs) = (FxHashMap::default(), FxHashMap::default());
        for function in m
            .walk(m.root())
            .filter(|&op| m.has_trait(op, Traits::FUNCTION))
        {
            let of_function = Pending::new(m, function);
            for job in of_function.jobs() {
                let list: &mut Vec<JobId> = jobs.entry(of_function.op(job)).or_default();
                list.push(job);
            }
            pending.insert(function, of_function);
        }
        Self {
            m,
            model,
            origins,
            readers: Readers::new(m),
            contracts: Contracts::new(m, m.root()),
            dominance: Dominance::new(m),
            symbols: SymbolIndex::new(m),
            by_value,
            touched: FxHashMap::default(),
            live: FxHashMap::default(),
            overwritten: overwrites,
            local,
            lifetimes: Lifetimes::new(m),
            loads: HeapLoads::new(m),
            listed,
            pending,
            jobs,
            earliest,
        }
    }

    fn pending(&self, op: OpId) -> Option<&Pending> {
        self.pending.get(&function_around(self.m, op)?)
    }

    /// The jobs that an operation starts.
    fn jobs_of(&self, op: OpId) -> &[JobId] {
        self.jobs.get(&op).map_or(&[], |jobs| jobs)
    }

    /// The values that name what the jobs of an operation access.
    pub(super) fn used_by_jobs(&self, op: OpId) -> impl Iterator<Item = ValueId> + '_ {
        let pending = self.pending(op).into_iter();
        pending.flat_map(move |pending| {
            let jobs = self.jobs_of(op).iter();
            jobs.flat_map(|&job| pending.uses(job).iter().copied())
        })
    }

    /// Whether a job that an operation starts may be pending; `None` if it starts none.
    pub(super) fn is_pending(&self, point: Point, starter: OpId) -> Option<bool> {
        let pending = self.pending(starter)?;
        let mut jobs = self.jobs_of(starter).iter().peekable();
        jobs.peek()?;
        Some(jobs.any(|&job| match point {
            Point::After(op) => pending.is_pending_after(op, job),
            Point::AtStart(block) => pending.is_pending_at_start(block, job),
        }))
    }

    /// Whether an operation waits for a job that another one starts.
    pub(super) fn waits(&self, op: OpId, starter: OpId) -> bool {
        let waits = self.pending(op).map(Pending::waits).unwrap_or_default();
        let mut waits = waits.iter().filter(|(at, _)| *at == op);
        waits.any(|(_, jobs)| jobs.iter().any(|job| self.jobs_of(starter).contains(job)))
    }

    /// Whether a job that uses memory may still run when the function around its operation returns, and no caller can
    /// wait for it.
    pub(super) fn may_outlive(&self, starter: OpId) -> bool {
        let pending = self.pending(starter).unwrap();
        let jobs = self.jobs_of(starter);
        let mut abandoned = pending.abandoned().iter();
        jobs.iter().all(|&job| pending.uses(job).is_empty())
            || abandoned.any(|(_, job)| jobs.contains(job))
    }

    /// Bounds on the peak of a function. They assume that unknown callees follow the convention, and that vectors take
    /// what LLVM gives them, which is more than in the interpreter; so there are none for programs with such.
    pub(super) fn peak(&self, function: OpId) -> Option<HeapPeak> {
        let m = self.m;
        let mut calls = m.walk(m.root()).filter(|&op| callee(m, op).is_some());
        let are_known = calls.all(|call| self.symbols.resolve_call(m, call).is_some());
        let has_vectors = |op: OpId| {
            let element = |value| m.ctx.element_type(m.value_type(value));
            let mut elements = m.results(op).filter_map(element);
            elements.any(|element| m.ctx.element_type(element).is_some())
        };
        let is_exact = are_known && !m.walk(m.root()).any(has_vectors);
        let heap = self.loads.of(function).filter(|_| is_exact);
        heap.map(|heap| heap.peak)
    }

    pub(super) fn object(&self, id: ObjectId) -> &Object {
        self.model.objects().object(id)
    }

    pub(super) fn object_of(&self, value: ValueId) -> Option<ObjectId> {
        self.by_value.get(&value).copied()
    }

    pub(super) fn denoted(&self, value: ValueId) -> Denoted {
        let denoted = self.model.objects().denoted(value);
        Denoted {
            objects: denoted.objects().collect(),
            may_be_other: denoted.may_be_other,
        }
    }

    /// Whether two values may name a common byte.
    pub(super) fn may_overlap(&mut self, a: ValueId, b: ValueId) -> bool {
        self.model.may_overlap(self.m, a, b)
    }

    pub(super) fn same(&mut self, a: ValueId, b: ValueId) -> Option<bool> {
        self.origins.same(self.m, a, b)
    }

    pub(super) fn is_in_scope(&self, value: ValueId, op: OpId) -> bool {
        self.dominance.value_dominates(self.m, value, op)
    }

    pub(super) fn only_reads(&self, op: OpId) -> bool {
        self.readers.is_reading_call(self.m, op)
    }

    /// In front of which operation a deallocation may come, if it may come earlier.
    pub(super) fn earlier_free(&self, free: OpId) -> Option<OpId> {
        let place = self.earliest.get(&free).copied();
        place.filter(|&place| place != free)
    }

    /// The operands that an operation certainly overwrites.
    pub(super) fn overwritten(&self, op: OpId) -> &[ValueId] {
        self.overwritten.get(&op).map_or(&[], |list| list)
    }

    /// The operands of which an operation certainly overwrites the whole allocation.
    pub(super) fn whole_values(&mut self, op: OpId) -> Vec<ValueId> {
        let whole = self.touched(op).accesses.iter();
        let whole = whole
            .filter(|at| at.access.overwrites_all())
            .map(|access| access.object);
        let whole: Vec<ObjectId> = whole.collect();
        let is_whole = |value: &ValueId| {
            let mut objects = self.model.objects().denoted(*value).objects();
            objects.any(|object| whole.contains(&object))
        };
        let mut values: Vec<ValueId> = self
            .overwritten(op)
            .iter()
            .copied()
            .filter(is_whole)
            .collect();
        let operands = self.m.operands(op).iter().copied();
        values.extend(operands.filter(|&value| {
            self.m.is_memref(value) && self.model.overwrites_all(self.m, op, value)
        }));
        for buffer in self.local.values() {
            let whole = buffer
                .uses
                .iter()
                .filter(|usage| usage.op == op && usage.access == Kinds::OVERWRITE);
            values.extend(whole.map(|usage| self.m.operands(op)[usage.operand]));
        }
        values
    }

    pub(super) fn has_certain(&mut self, op: OpId) -> bool {
        !self.overwritten(op).is_empty() || !self.whole_values(op).is_empty()
    }

    /// A buffer with all its names known to which `value` does not belong, if `objects` has one.
    pub(super) fn unlisted_name(&self, value: ValueId, objects: &[ObjectId]) -> Option<ValueId> {
        let mut listed = objects.iter().filter_map(|id| self.listed.get(id));
        listed
            .find(|(_, names)| !names.contains(&value))
            .map(|(buffer, _)| *buffer)
    }

    fn touched(&mut self, op: OpId) -> &Touched {
        let (memory, m) = (self.model.objects(), self.m);
        self.touched
            .entry(op)
            .or_insert_with(|| memory.touched(m, op))
    }

    /// The claim of the model that an access refutes.
    pub(super) fn judge(&mut self, access: &Access<'_>, counts: &mut Counts) -> Option<String> {
        if let Some(lie) = self.judge_touched(access) {
            return Some(lie);
        }
        if access.touch != Touch::Read && self.only_reads(access.op) {
            return Some(String::from("a call that only reads writes"));
        }
        let (op, kind) = (access.op, access.kind());
        for &name in access.met {
            if !self.model.may_touch(self.m, op, name, kind) {
                return Some(format!("may not touch {name:?} ({kind:?})"));
            }
            if let (Some(after), Some(before)) = (self.m.prev_op(op), self.m.next_op(op))
                && !(self.model).may_touch_between(self.m, &[(name, kind)], after, before)
            {
                return Some(format!("nothing in between touches {name:?} ({kind:?})"));
            }
        }
        if access.touch == Touch::Free
            && let Some(freed) = self.model.freed_by(self.m, op)
            && !access.objects.iter().any(|id| freed.contains(id))
            && !freed.contains(&ObjectId::OUTSIDE)
        {
            return Some(format!("may free only {freed:?}"));
        }
        if !access.is_innermost {
            return None;
        }
        for (&name, &met) in access.names.iter().zip(access.met.iter().cycle()) {
            if !self.model.may_share(self.m, name, met) {
                return Some(format!("{name:?} and {met:?} do not share memory"));
            }
        }
        self.judge_free(access)
            .or_else(|| self.judge_lifetime(access, counts))
            .or_else(|| self.judge_live(access, counts))
            .or_else(|| self.judge_local(access, counts))
    }

    fn judge_touched(&mut self, access: &Access<'_>) -> Option<String> {
        let is_outside = access.objects.is_empty()
            || access.objects.iter().any(|&id| {
                let object = self.object(id);
                object.is_exposed() || object.is_outside()
            });
        let touched = self.touched(access.op);
        let is_allowed = touched.is_ordered
            || touched.accesses.iter().any(|allowed| {
                let is_it = access.objects.contains(&allowed.object)
                    || (is_outside && allowed.object == ObjectId::OUTSIDE);
                is_it && allowed.access.meets(access.kind())
            });
        (!is_allowed).then(|| format!("{:?} touch only {touched:?}", access.objects))
    }

    fn judge_free(&self, access: &Access<'_>) -> Option<String> {
        let is_call = callee(self.m, access.op).is_some();
        let target = self.symbols.resolve_call(self.m, access.op);
        if access.touch != Touch::Free || !is_call || target.is_none() {
            return None;
        }
        let freed = self.contracts.freed(access.op);
        let operands = self.m.operands(access.op).iter();
        let mut passed = operands
            .filter(|value| access.names.contains(value))
            .peekable();
        (passed.peek().is_some() && !passed.any(|value| freed.contains(value)))
            .then(|| String::from("the call frees an operand that is not listed"))
    }

    /// An access is inside a span of the lifetime of what it accesses.
    fn judge_lifetime(&self, access: &Access<'_>, counts: &mut Counts) -> Option<String> {
        let m = self.m;
        for id in access.objects {
            let alloc = self
                .object(*id)
                .value
                .and_then(|value| m.defining_op(value));
            let Some(Ok((spans, frees))) = alloc.map(|alloc| self.lifetimes.of(alloc)) else {
                continue;
            };
            counts.lifetimes += 1;
            let is_in = |span: &Span| {
                let block = m.op_block(span.first);
                let at = block.and_then(|block| m.ancestor_in_block(block, access.op));
                at.is_some_and(|at| {
                    let is_last = at == span.last;
                    let ends_before = match span.end {
                        SpanEnd::Before => is_last,
                        SpanEnd::WithoutRegions => is_last && at != access.op,
                        SpanEnd::Whole => false,
                    };
                    !m.is_before(at, span.first)
                        && (is_last || m.is_before(at, span.last))
                        && !ends_before
                })
            };
            let is_free = access.touch == Touch::Free && frees.contains(&access.op);
            if !is_free && !spans.iter().any(is_in) {
                return Some(format!("{id:?} is live in {spans:?} only"));
            }
        }
        None
    }

    fn judge_live(&mut self, access: &Access<'_>, counts: &mut Counts) -> Option<String> {
        if access.touch == Touch::Free {
            return None;
        }
        let (memory, m) = (self.model.objects(), self.m);
        for id in access.objects {
            if memory.object(*id).planned_bytes.is_none() {
                continue;
            }
            let live = self
                .live
                .entry(access.op)
                .or_insert_with(|| memory.live(m, access.op).to_vec());
            counts.live += 1;
            if !live.contains(id) {
                return Some(format!("{id:?} is planned and not live here"));
            }
        }
        None
    }

    /// Whether all uses of a buffer up to an access are known: none has given it an unknown name yet. An earlier buffer
    /// of the same allocation, which has lost its name, may have others.
    fn is_known_at(&self, buffer: &LocalBuffer, access: &Access<'_>) -> bool {
        let m = self.m;
        let is_opaque = |node: &&Node| node.access.captures();
        let Some(end) = buffer.home().iter().find(is_opaque) else {
            return !buffer.is_captured();
        };
        let block = m.op_block(buffer.alloc);
        let at = block.and_then(|block| m.ancestor_in_block(block, access.op));
        access.names.contains(&buffer.buffer) && at.is_some_and(|at| m.is_before(at, end.op))
    }

    fn judge_local(&self, access: &Access<'_>, counts: &mut Counts) -> Option<String> {
        let local = access.objects.iter().filter_map(|id| self.local.get(id));
        for buffer in local.filter(|buffer| self.is_known_at(buffer, access)) {
            counts.local += 1;
            let uses = buffer.uses.iter().filter(|usage| usage.op == access.op);
            let allowed = uses.fold(Kinds::NONE, |all, usage| all | usage.access);
            if !allowed.meets(access.kind() | Kinds::CAPTURE) {
                return Some(format!("no use of {:?} does that", buffer.buffer));
            }
        }
        None
    }
}
