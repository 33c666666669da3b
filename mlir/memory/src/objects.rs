//! Which memory each operation accesses.
//!
//! Memory is divided into *objects*: the allocations of an operation, new memory that a call returns, the arguments of
//! functions, and [`ObjectId::OUTSIDE`], which represents all other memory. Views, branches, loops and calls of
//! functions with a body are followed. An object that others may reach ([`Object::is_exposed`]) counts as a part of
//! the outside, too. So do arguments: two accesses to the outside or to arguments may be to the same bytes. An argument
//! that no other memory overlaps, such as a donated one, is an object of its own.
//!
//! There are two queries. [`Memory::touched`] determines which operations must stay in order, [`Memory::live`] which
//! buffers a collector takes for live at an operation.
//!
//! All answers stay true when operations move within their blocks. A missing access is unsound; a superfluous one
//! costs precision.

use crate::{
    AllocationAliases, BufferEvent, BufferEvents, BufferViewFlowAnalysis, Loss, UnknownOps,
};
use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::{
    SymbolIndex, allocates, allocation, allocation_scope, arguments, callee, effects,
    first_argument, has_body, is_manually_freed, is_within_deferred, may_hold_buffer, region_exits,
    runs_alone_in, runs_later,
};
use memplan_mlir::{INDEX_WIDTH, Module, OpId, TypeKind, ValueId};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::access::{Access, Capture, has_all_of, is_dense, overwritten};
use crate::assumed::assumed_bytes;
use crate::contracts::is_noalias;
use crate::view_flow::Returned;

/// Maximum depth of calls between functions with known effects.
const MAX_CALL_DEPTH: usize = 16;

/// A piece of memory that no other one overlaps, unless both are [outside](Object::is_outside).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectId(u32);

impl ObjectId {
    /// All memory that is not in another object.
    pub const OUTSIDE: Self = Self(0);

    /// The number of the object: 0 is the outside.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Where an object comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjectKind {
    /// [`ObjectId::OUTSIDE`].
    Outside,
    /// An argument of a function.
    Argument,
    /// A heap allocation that a planner may replace.
    Heap,
    /// Other new memory: of the stack, a clone, the result of a call.
    New,
}

/// By whom an object may be accessed, besides operations of its function with known effects on names of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Visibility {
    /// Nothing: [`Memory::touched`] lists all accesses.
    Own,
    /// Operations with unknown effects and unknown functions, while they run and are given a name of it.
    Lent,
    /// Anything: a name of it is kept somewhere.
    Kept,
}

/// The properties of an object.
#[derive(Clone, Copy, Debug)]
pub struct Object {
    /// Where it comes from.
    pub kind: ObjectKind,
    /// The value that it was first known by; absent for the outside.
    pub value: Option<ValueId>,
    /// By whom it may be accessed in its function.
    pub visibility: Visibility,
    /// Whether [deferred work](crate::Pending) uses it.
    pub is_used_later: bool,
    /// Whether it is an argument that no other memory overlaps when the function is called.
    pub is_noalias: bool,
    /// Bytes that count for the load: its size, if a collector would plan it.
    pub planned_bytes: Option<u64>,
    /// Its size, if the only reason why a collector would not plan it is that the function returns it.
    pub output_bytes: Option<u64>,
}

impl Object {
    /// Whether it may be accessed by operations that [`Memory::touched`] does not list for it.
    pub fn is_exposed(&self) -> bool {
        self.visibility != Visibility::Own
    }

    /// Whether it is memory from outside of the function.
    pub fn is_given(&self) -> bool {
        matches!(self.kind, ObjectKind::Outside | ObjectKind::Argument)
    }

    /// Whether it is memory from outside of the function that may overlap all other such memory.
    pub fn is_outside(&self) -> bool {
        self.is_given() && (self.is_exposed() || !self.is_noalias)
    }
}

/// What an operation may do to one object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ObjectAccess {
    /// The object.
    pub object: ObjectId,
    /// How: all of it is overwritten if it is the whole object.
    pub access: Access,
}

/// The memory effects of an operation with its regions.
#[derive(Clone, Debug, Default)]
pub struct Touched {
    /// By object, each once.
    pub accesses: SmallVec<[ObjectAccess; 4]>,
    /// Whether the operation must keep its order with all others: its effects are unknown, or not on memory alone.
    pub is_ordered: bool,
}

impl Touched {
    /// Whether the operation accesses no memory and may move as far as its operands allow.
    pub fn is_nothing(&self) -> bool {
        self.accesses.is_empty() && !self.is_ordered
    }

    fn add(&mut self, object: ObjectId, access: Access) {
        match self.accesses.iter_mut().find(|old| old.object == object) {
            _ if access == Access::NONE => {}
            Some(old) => old.access |= access,
            None => self.accesses.push(ObjectAccess { object, access }),
        }
    }
}

/// The effects of a call of a function.
#[derive(Clone, Debug)]
struct Summary {
    /// By argument.
    arguments: Vec<Access>,
    /// On everything else that outlives the call.
    outside: Access,
    results: Vec<FunctionResult>,
}

/// The objects that a function returns as one result.
#[derive(Clone, Debug, Default)]
struct FunctionResult {
    arguments: SmallVec<[u32; 2]>,
    /// New memory: equal numbers where two results may share it.
    new: Option<usize>,
    may_be_other: bool,
}

/// The objects of a module and who accesses them.
#[derive(Clone, Debug)]
pub struct Memory {
    objects: Vec<Object>,
    /// Lifetimes, as collectors see them.
    events: BufferEvents,
    /// By index in the aliases of `events`.
    heap: Vec<ObjectId>,
    aliases: AllocationAliases,
    /// By index in `aliases`.
    named: Vec<ObjectId>,
    symbols: SymbolIndex,
    summaries: FxHashMap<OpId, Summary>,
}

impl Memory {
    /// Visits every operation of the module once for each level of calls. Linear in that, except for the sizes of the
    /// sets of objects that one value may refer to.
    pub fn new(m: &Module) -> Self {
        Self::with_flow(m, &BufferViewFlowAnalysis::across_calls(m, m.root()))
    }

    /// As [`new`](Self::new), with the [flow across calls](BufferViewFlowAnalysis::across_calls) of the module.
    pub(crate) fn with_flow(m: &Module, flow: &BufferViewFlowAnalysis) -> Self {
        let mut heap = Vec::new();
        let mut has_calls = false;
        for op in m.walk(m.root()) {
            heap.extend(allocation(m, op).map(|made| made.buffer));
            has_calls |= callee(m, op).is_some();
        }
        let mut events = BufferEvents::new(m, AllocationAliases::default(), UnknownOps::Access);
        if !has_calls {
            return Self::with_summaries(m, &heap, Some(flow), events, FxHashMap::default());
        }
        events.aliases = AllocationAliases::new(flow, &heap);
        let mut memory = Self::with_summaries(m, &heap, None, events, FxHashMap::default());
        let callees = memory.callees(m);
        for _ in 0..MAX_CALL_DEPTH {
            let is_new = |function: &&OpId| !memory.summaries.contains_key(function);
            let unsummarized = callees.iter().filter(is_new);
            let added: Vec<(OpId, Summary)> = unsummarized
                .filter_map(|&function| Some((function, memory.summary(m, function)?)))
                .collect();
            if added.is_empty() {
                break;
            }
            let mut summaries = std::mem::take(&mut memory.summaries);
            summaries.extend(added);
            memory = Self::with_summaries(m, &heap, None, memory.events, summaries);
        }
        memory
    }

    /// As [`new`](Self::new) for [local buffers](crate::LocalBuffer) alone, which only ask what calls do:
    /// without calls, no object is known.
    pub fn of_calls(m: &Module) -> Self {
        if m.walk(m.root()).any(|op| callee(m, op).is_some()) {
            return Self::new(m);
        }
        let events = BufferEvents::new(m, AllocationAliases::default(), UnknownOps::Access);
        Self::with_objects(m, events, FxHashMap::default())
    }

    fn with_objects(m: &Module, events: BufferEvents, summaries: FxHashMap<OpId, Summary>) -> Self {
        Self {
            objects: vec![Object {
                kind: ObjectKind::Outside,
                value: None,
                visibility: Visibility::Kept,
                is_used_later: false,
                is_noalias: false,
                planned_bytes: None,
                output_bytes: None,
            }],
            aliases: events.aliases.clone(),
            events,
            heap: Vec::new(),
            named: Vec::new(),
            symbols: SymbolIndex::new(m),
            summaries,
        }
    }

    /// `heap` are the allocations that `events` covers; `flow` is that of a module without calls, in which collectors
    /// see the same aliases.
    fn with_summaries(
        m: &Module,
        heap: &[ValueId],
        flow: Option<&BufferViewFlowAnalysis>,
        events: BufferEvents,
        summaries: FxHashMap<OpId, Summary>,
    ) -> Self {
        let mut memory = Self::with_objects(m, events, summaries);
        let mut names = heap.to_vec();
        for &value in &names {
            let object = memory.add(ObjectKind::Heap, value);
            memory.heap.push(object);
        }
        memory.named.clone_from(&memory.heap);
        let calls = memory.add_others(m, &mut names);
        if let Some(flow) = flow {
            memory.aliases = AllocationAliases::new(flow, &names);
            memory.events.aliases = memory.aliases.of_first(heap.len());
        } else {
            let flow = BufferViewFlowAnalysis::with_calls(m, m.root(), &calls);
            memory.aliases = AllocationAliases::new(&flow, &names);
        }
        memory.find_exposed_and_planned(m);
        memory
    }

    fn add(&mut self, kind: ObjectKind, value: ValueId) -> ObjectId {
        let object = ObjectId(self.objects.len() as u32);
        self.objects.push(Object {
            kind,
            value: Some(value),
            visibility: Visibility::Own,
            is_used_later: false,
            is_noalias: false,
            planned_bytes: None,
            output_bytes: None,
        });
        object
    }

    /// Adds the objects other than plain allocations. Returns what calls return.
    fn add_others(
        &mut self,
        m: &Module,
        names: &mut Vec<ValueId>,
    ) -> FxHashMap<OpId, Vec<Returned>> {
        let mut calls = FxHashMap::default();
        for op in m.walk(m.root()) {
            if m.has_trait(op, Traits::FUNCTION) {
                for argument in arguments(m, op).iter().filter(|&&arg| m.is_memref(arg)) {
                    let object = self.add(ObjectKind::Argument, *argument);
                    self.objects[object.index()].is_noalias = is_noalias(m, *argument);
                    self.name(names, *argument, object);
                }
            }
            for result in m.results(op).filter(|&result| m.is_memref(result)) {
                if allocates(m, op, result) && allocation(m, op).is_none() {
                    let object = self.add(ObjectKind::New, result);
                    self.name(names, result, object);
                }
            }
            let function = self.symbols.resolve_call(m, op);
            if let Some((function, summary)) =
                function.and_then(|function| Some((function, self.summaries.get(&function)?)))
                && let Some(first) = first_argument(m, op, function)
            {
                let results = summary.results.clone();
                calls.insert(op, self.add_results(m, op, first, &results, names));
            }
        }
        calls
    }

    fn name(&mut self, names: &mut Vec<ValueId>, value: ValueId, object: ObjectId) {
        names.push(value);
        self.named.push(object);
    }

    /// Adds the results of a call, whose first argument is the operand with the number `first`.
    fn add_results(
        &mut self,
        m: &Module,
        call: OpId,
        first: usize,
        results: &[FunctionResult],
        names: &mut Vec<ValueId>,
    ) -> Vec<Returned> {
        let mut by_number: FxHashMap<usize, ObjectId> = FxHashMap::default();
        for (value, result) in m.results(call).zip(results) {
            let is_new = !result.may_be_other && m.is_memref(value);
            if let Some(number) = result.new.filter(|_| is_new) {
                let same = by_number.get(&number).copied();
                let object = same.unwrap_or_else(|| self.add(ObjectKind::New, value));
                by_number.insert(number, object);
                self.name(names, value, object);
            }
        }
        let returned = results.iter().map(|result| Returned {
            operands: result
                .arguments
                .iter()
                .map(|&number| number + first as u32)
                .collect(),
            may_be_other: result.may_be_other,
        });
        returned.collect()
    }

    /// Finds the objects that are exposed, and those that collectors would plan: what they can follow, in a scope, with
    /// a static size.
    fn find_exposed_and_planned(&mut self, m: &Module) {
        let kept = self.aliases.given_up().iter();
        let mut seen: Vec<(u32, Visibility)> = kept.map(|&at| (at, Visibility::Kept)).collect();
        let mut deferred: Vec<u32> = Vec::new();
        let mut lost = vec![false; self.heap.len()];
        for &index in self.events.aliases.given_up() {
            lost[index as usize] = true;
        }
        let mut returned = vec![false; self.heap.len()];
        let scopes = self.heap.iter().map(|&object| {
            let value = self.objects[object.index()].value?;
            allocation_scope(m, m.defining_op(value)?)
        });
        let scopes: Vec<Option<OpId>> = scopes.collect();
        let has_deferred = m.walk(m.root()).any(|op| runs_later(m, op));
        for op in m.walk(m.root()) {
            let aliases = &self.events.aliases;
            let is_deferred = has_deferred && is_within_deferred(m, op);
            let left = Some(op).filter(|&op| m.has_trait(op, Traits::TERMINATOR));
            let left = left.and_then(|op| m.parent(op));
            let mut expose = |value, visibility| {
                let objects = self.aliases.of(value).iter();
                seen.extend(objects.map(|&index| (index, visibility)));
            };
            self.events.visit(m, op, |value, event| {
                if matches!(event, BufferEvent::Lost(loss) if loss != Loss::Escapes) {
                    expose(value, Visibility::Lent);
                }
                for &index in aliases.of(value) {
                    let ends_scope = left.is_some() && left == scopes[index as usize];
                    returned[index as usize] |= ends_scope;
                    lost[index as usize] |= match event {
                        BufferEvent::Lost(Loss::Escapes) if ends_scope => false,
                        BufferEvent::Lost(_) => true,
                        BufferEvent::Freed => aliases.may_be_other(value),
                        BufferEvent::Access { .. } => is_deferred,
                    };
                }
            });
            let is_unknown = effects(m, op).is_none() && self.summary_of(m, op).is_none();
            let is_unknown = is_unknown && !m.has_trait(op, Traits::FUNCTION);
            let operands = m.operands(op).iter().enumerate();
            for (at, &operand) in operands.filter(|(_, operand)| m.is_memref(**operand)) {
                match self.events.contracts().capture(m, op, at) {
                    Some(Capture::Later) => deferred.extend_from_slice(self.aliases.of(operand)),
                    Some(_) => expose(operand, Visibility::Kept),
                    None => {}
                }
                if is_unknown {
                    expose(operand, Visibility::Lent);
                }
            }
        }
        for (index, visibility) in seen {
            let object = self.named[index as usize];
            let object = &mut self.objects[object.index()];
            object.visibility = object.visibility.max(visibility);
        }
        for index in deferred {
            let object = self.named[index as usize];
            self.objects[object.index()].is_used_later = true;
        }
        let flags = lost.into_iter().zip(returned);
        for (&object, (lost, returned)) in self.heap.iter().zip(flags) {
            let object = &mut self.objects[object.index()];
            let bytes = object.value.and_then(|value| static_bytes(m, value));
            let bytes = bytes.filter(|_| !lost);
            object.planned_bytes = bytes.filter(|_| !returned);
            object.output_bytes = bytes.filter(|_| returned);
        }
    }

    /// Takes buffers that functions return for planned ones: from their first accesses on, they are live.
    pub fn count_outputs(&mut self) {
        for object in &mut self.objects {
            object.planned_bytes = object.planned_bytes.or(object.output_bytes);
        }
    }

    /// The functions with a body that some call enters, in the order of their first calls.
    fn callees(&self, m: &Module) -> Vec<OpId> {
        let mut callees: Vec<OpId> = Vec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        for op in m.walk(m.root()) {
            let function = self.symbols.resolve_call(m, op);
            let function = function.filter(|&function| {
                m.has_trait(function, Traits::FUNCTION) && has_body(m, function)
            });
            callees.extend(function.filter(|&function| seen.insert(function)));
        }
        callees
    }

    /// The summary of calls of a function; `None` if it is unknown.
    fn summary(&self, m: &Module, function: OpId) -> Option<Summary> {
        let arguments = arguments(m, function);
        let number: FxHashMap<ValueId, u32> = arguments.iter().copied().zip(0..).collect();
        let mut summary = Summary {
            arguments: vec![Access::NONE; arguments.len()],
            outside: Access::NONE,
            results: Vec::new(),
        };
        let number_of = |object: ObjectId| {
            let object = self.object(object);
            let value = object.value.filter(|_| object.kind == ObjectKind::Argument);
            value.and_then(|value| number.get(&value).copied())
        };
        for op in m.walk(function).filter(|&op| op != function) {
            let mut touched = Touched::default();
            self.touch(m, op, &mut touched);
            if touched.is_ordered {
                return None;
            }
            for ObjectAccess { object, access } in touched.accesses {
                match number_of(object) {
                    Some(number) => summary.arguments[number as usize] |= access,
                    None if object == ObjectId::OUTSIDE => summary.outside |= access,
                    None => {}
                }
            }
        }
        let is_exposed = |&argument: &ValueId| {
            let denoted = self.denoted(argument);
            denoted
                .objects()
                .any(|object| self.object(object).is_exposed())
        };
        if arguments.iter().any(is_exposed) {
            return None;
        }
        summary.results = self.results_of(m, function, &number_of);
        Some(summary)
    }

    fn results_of(
        &self,
        m: &Module,
        function: OpId,
        number_of: &dyn Fn(ObjectId) -> Option<u32>,
    ) -> Vec<FunctionResult> {
        let mut results: Vec<FunctionResult> = Vec::new();
        // Maps an object of the function to the number of the result that returned it first.
        let mut returned: FxHashMap<ObjectId, usize> = FxHashMap::default();
        let exits = m.regions(function).iter();
        for exit in exits.flat_map(|&region| region_exits(m, region)) {
            results.resize_with(results.len().max(m.operands(exit).len()), Default::default);
            for (at, &value) in m.operands(exit).iter().enumerate() {
                let denoted = self.denoted(value);
                results[at].may_be_other |= denoted.may_be_other;
                for id in denoted.objects() {
                    let object = self.object(id);
                    match number_of(id) {
                        Some(number) => results[at].arguments.push(number),
                        None if object.is_exposed() => results[at].may_be_other = true,
                        None => {
                            let group = *returned.entry(id).or_insert(at);
                            join(&mut results, group, at);
                        }
                    }
                }
            }
        }
        results
    }

    /// All objects.
    pub fn objects(&self) -> impl Iterator<Item = (ObjectId, &Object)> {
        let ids = (0..).map(ObjectId);
        ids.zip(&self.objects)
    }

    /// The properties of an object.
    pub fn object(&self, object: ObjectId) -> &Object {
        &self.objects[object.index()]
    }

    /// The object that stands for all memory that may overlap an object: itself, or the outside.
    pub fn overlapping(&self, object: ObjectId) -> ObjectId {
        if self.object(object).is_outside() {
            ObjectId::OUTSIDE
        } else {
            object
        }
    }

    /// The objects that a memref may be in.
    pub fn denoted(&self, value: ValueId) -> Denoted<'_> {
        Denoted {
            memory: self,
            members: self.aliases.of(value),
            may_be_other: self.aliases.may_be_other(value),
        }
    }

    /// The memory effects of an operation, with everything in its regions. `O(operations inside)`.
    pub fn touched(&self, m: &Module, op: OpId) -> Touched {
        let mut touched = Touched::default();
        for inner in m.walk(op) {
            self.touch(m, inner, &mut touched);
        }
        for value in overwritten(m, op) {
            let mut objects = self.denoted(value).objects();
            if let (Some(object), None) = (objects.next(), objects.next())
                && let Some(base) = self.object(object).value
                && is_dense(m, base)
                && has_all_of(m, value, base)
            {
                touched.add(object, Access::OVERWRITE);
            }
        }
        touched
    }

    /// The planned buffers that a collector takes for accessed by an operation, with everything in its regions, each
    /// once, in the order of the accesses.
    pub fn live(&self, m: &Module, op: OpId) -> SmallVec<[ObjectId; 4]> {
        let mut live_objects: SmallVec<[ObjectId; 4]> = SmallVec::new();
        for inner in m.walk(op) {
            self.events.visit(m, inner, |value, event| {
                if !matches!(event, BufferEvent::Access { .. }) {
                    return;
                }
                for &index in self.events.aliases.of(value) {
                    let object = self.heap[index as usize];
                    if self.object(object).planned_bytes.is_some()
                        && !live_objects.contains(&object)
                    {
                        live_objects.push(object);
                    }
                }
            });
        }
        live_objects
    }

    fn summary_of(&self, m: &Module, op: OpId) -> Option<(OpId, &Summary)> {
        let function = self.symbols.resolve_call(m, op)?;
        Some((function, self.summaries.get(&function)?))
    }

    /// Whether a call may write or free an operand; `None` if not only the call accesses it. One that it may return is
    /// live as long as the result.
    pub(crate) fn call_changes(&self, m: &Module, call: OpId, operand: usize) -> Option<bool> {
        let contracts = self.events.contracts();
        let value = m.operands(call)[operand];
        if contracts.taken(m, call).any(|taken| taken == value) {
            return None;
        }
        let (function, summary) = self.summary_of(m, call)?;
        let first = first_argument(m, call, function);
        let number = first.and_then(|first| operand.checked_sub(first));
        let is_returned = |number: usize| {
            let mut results = summary.results.iter();
            results.any(|result| result.may_be_other || result.arguments.contains(&(number as u32)))
        };
        let number = number.filter(|&number| !is_returned(number))?;
        summary.arguments.get(number).map(|access| access.changes())
    }

    /// Adds what an operation does, without its regions.
    fn touch(&self, m: &Module, op: OpId, touched: &mut Touched) {
        let values = m.operands(op).iter().copied().chain(m.results(op));
        let mut types = values.map(|value| m.value_type(value));
        // Tokens, pointers and tensors may refer to buffers, which are not tracked through them.
        if runs_later(m, op) || types.any(|ty| may_hold_buffer(m, ty)) {
            touched.is_ordered = true;
        }
        if callee(m, op).is_some() {
            self.touch_call(m, op, touched);
            return;
        }
        let Some(list) = effects(m, op) else {
            touched.is_ordered = true;
            return;
        };
        for effect in list {
            let access = Access::by(effect.kind);
            match effect.value.filter(|&value| m.is_memref(value)) {
                _ if access == Access::NONE => {}
                Some(value) => self.touch_value(value, access, touched),
                None => touched.is_ordered = true,
            }
        }
    }

    fn touch_call(&self, m: &Module, call: OpId, touched: &mut Touched) {
        let callee = self.summary_of(m, call);
        let callee = callee
            .and_then(|(function, summary)| Some((first_argument(m, call, function)?, summary)));
        let Some((first, summary)) = callee else {
            touched.is_ordered = true;
            return;
        };
        let operands = m.operands(call)[first..].iter();
        for (&operand, &access) in operands.zip(&summary.arguments) {
            self.touch_value(operand, access, touched);
        }
        touched.add(ObjectId::OUTSIDE, summary.outside);
    }

    fn touch_value(&self, value: ValueId, access: Access, touched: &mut Touched) {
        let denoted = self.denoted(value);
        let mut is_outside = denoted.may_be_other;
        for object in denoted.objects() {
            touched.add(object, access);
            is_outside |= self.object(object).is_exposed();
        }
        if is_outside {
            touched.add(ObjectId::OUTSIDE, access);
        }
    }
}

/// The objects that a memref may refer to.
#[derive(Clone, Copy, Debug)]
pub struct Denoted<'a> {
    memory: &'a Memory,
    members: &'a [u32],
    /// Whether it may also refer to outside memory.
    pub may_be_other: bool,
}

impl<'a> Denoted<'a> {
    /// The objects other than the outside.
    pub fn objects(self) -> impl Iterator<Item = ObjectId> + 'a {
        let named = &self.memory.named;
        self.members.iter().map(|&index| named[index as usize])
    }
}

/// Gives two results one number, and all that share one with either.
fn join(results: &mut [FunctionResult], a: usize, b: usize) {
    let number = |at: usize| results[at].new.unwrap_or(at);
    let (kept, dropped) = (number(a), number(b));
    for at in [a, b] {
        results[at].new = Some(kept);
    }
    for result in &mut *results {
        if result.new == Some(dropped) {
            result.new = Some(kept);
        }
    }
}

/// The size of a heap allocation that a planner may move to a merged one.
fn static_bytes(m: &Module, buffer: ValueId) -> Option<u64> {
    let op = m.defining_op(buffer)?;
    let facts = allocation(m, op)?;
    let TypeKind::MemRef(ty) = m.value_type_kind(buffer) else {
        return None;
    };
    let scope = allocation_scope(m, op)?;
    if !runs_alone_in(m, op, scope) || !facts.symbols.is_empty() || is_manually_freed(m, op) {
        return None;
    }
    if let Some(bytes) = assumed_bytes(m, op) {
        return Some(bytes);
    }
    let element = m.ctx.stored_bytes(ty.element, INDEX_WIDTH)?;
    let elements = m.ctx.n_elements(m.value_type(buffer))?;
    let bytes = element.checked_mul(elements)?;
    i64::try_from(bytes).is_ok().then_some(bytes)
}

#[cfg(test)]
mod tests;
