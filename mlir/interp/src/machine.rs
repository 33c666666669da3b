//! The machine state: values, memory, and control flow through blocks, regions and calls.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::atomic::Ordering;

use memplan_support::Random;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::compiled;
use super::fault::{Fault, FaultKind};
use super::memory::{Address, Memory, Owner};
use super::ops::{self, Exec};
use super::record::{Event, Place, Touch};
use super::value::{Dims, Layout, MemRef, Value, n_elements, row_major};
use super::{Run, RunOptions};
use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::{SuccessorOperands, SymbolIndex, successor_operands};
use memplan_mlir::text::space_name;
use memplan_mlir::{
    AffineMap, AttrId, AttrKind, BlockId, DYNAMIC, Module, OpId, OpName, RegionId, StrId, TypeId,
    TypeKind, ValueId, names,
};

/// The outcome of an operation: success, or a reason to end the run.
pub(super) type Step<T = ()> = Result<T, Box<Fault>>;

/// The values of a list of operands, or of results.
pub(super) type Values = SmallVec<[Value; 4]>;

/// Cost of an interpreted operation, in units of roughly equal time.
pub(super) const INTERPRETED_STEP: u64 = 256;

/// Cost of a step of a compiled loop.
pub(super) const SCALAR_STEP: u64 = 8;

/// Cost of a step of a structured operation that is computed by rows.
pub(super) const ROW_STEP: u64 = 1;

/// Steps between progress reports.
const STEPS_PER_REPORT: u64 = 1 << 16;

/// A run of one program.
pub(super) struct Machine<'m> {
    pub(super) m: &'m Module,
    pub(super) options: &'m RunOptions,
    pub(super) symbols: SymbolIndex,
    pub(super) memory: Memory,
    pub(super) n_steps: u64,
    /// Work so far, in the units of [`INTERPRETED_STEP`].
    work: u64,
    /// The number of steps at which progress is reported next.
    next_report: u64,
    pub(super) compiled: compiled::Cache,
    /// What the run does, if that is recorded.
    pub(super) record: Option<Vec<Event>>,
    /// A hash of all inputs of unregistered operations, in order.
    pub(super) observed: u64,
    pub(super) n_observed: u64,
    /// Number of executed `bufferization.clone` operations.
    pub(super) n_clones: u64,
    pub(super) moved_bytes: u64,
    /// The copies that were started and not awaited, by the place of their tag.
    pub(super) copies: BTreeMap<Address, ops::dma::Copy>,
    /// The allocation of each global, created on first use.
    pub(super) globals: FxHashMap<OpId, u32>,
    /// The current points of active structured operations, outermost first.
    pub(super) points: Vec<Dims>,
    /// The active calls, outermost first.
    pub(super) calls: Vec<OpId>,
    pub(super) jobs: ops::asynch::Jobs,
    env: Vec<Option<Value>>,
    /// How each operation name is executed, by its index.
    execs: FxHashMap<OpName, Option<Exec>>,
    layouts: FxHashMap<TypeId, Option<Rc<Layout>>>,
    /// The values defined in each function that was called recursively.
    values_of: FxHashMap<OpId, Rc<[ValueId]>>,
    running: FxHashMap<OpId, u32>,
    depth: u32,
    /// Stack allocations of the active scopes.
    scopes: Vec<Vec<u32>>,
}

impl<'m> Machine<'m> {
    pub(super) fn new(m: &'m Module, options: &'m RunOptions) -> Self {
        Self {
            m,
            options,
            symbols: SymbolIndex::new(m),
            memory: Memory::new(options.is_zeroed),
            n_steps: 0,
            work: 0,
            next_report: 0,
            compiled: compiled::Cache::default(),
            record: None,
            observed: options.seed,
            n_observed: 0,
            n_clones: 0,
            moved_bytes: 0,
            copies: BTreeMap::new(),
            globals: FxHashMap::default(),
            points: Vec::new(),
            calls: Vec::new(),
            jobs: ops::asynch::Jobs::default(),
            env: vec![None; m.value_count()],
            execs: FxHashMap::default(),
            layouts: FxHashMap::default(),
            values_of: FxHashMap::default(),
            running: FxHashMap::default(),
            depth: 0,
            scopes: vec![Vec::new()],
        }
    }

    /// The fault of an operation.
    pub(super) fn fault<T>(
        &self,
        kind: FaultKind,
        op: OpId,
        message: impl Into<String>,
    ) -> Step<T> {
        Err(Box::new(Fault {
            kind,
            op: Some(op),
            message: message.into(),
            related: Vec::new(),
            calls: self.calls.clone(),
        }))
    }

    /// The fault of an operation, or of a use of it, that is unsupported.
    pub(super) fn unsupported<T>(&self, op: OpId, what: &str) -> Step<T> {
        let name = self.m.op_name_text(op);
        self.fault(
            FaultKind::Unsupported,
            op,
            format!("`{name}`: {what} cannot be interpreted"),
        )
    }

    // Values.

    pub(super) fn get(&self, op: OpId, value: ValueId) -> Step<Value> {
        match &self.env[value.index()] {
            Some(value) => Ok(value.clone()),
            None => self.fault(
                FaultKind::Undefined,
                op,
                "an operand was never computed on this path",
            ),
        }
    }

    pub(super) fn set(&mut self, value: ValueId, to: Value) {
        self.record_name(value, &to);
        self.env[value.index()] = Some(to);
    }

    fn record_name(&mut self, value: ValueId, to: &Value) {
        if let (Some(record), Value::MemRef(memref)) = (&mut self.record, to) {
            record.push(Event::Names(value, Place::of(self.m, memref)));
        }
    }

    /// Replaces the runtime value of an SSA value and returns the old one.
    pub(super) fn replace(&mut self, value: ValueId, to: Option<Value>) -> Option<Value> {
        if let Some(to) = &to {
            self.record_name(value, to);
        }
        std::mem::replace(&mut self.env[value.index()], to)
    }

    /// Operand number `index`.
    pub(super) fn operand(&self, op: OpId, index: usize) -> Step<Value> {
        match self.m.operands(op).get(index) {
            Some(&value) => self.get(op, value),
            None => self.unsupported(op, "an operation without this operand"),
        }
    }

    pub(super) fn operands(&self, op: OpId) -> Step<Values> {
        let operands = self.m.operands(op).iter();
        operands.map(|&value| self.get(op, value)).collect()
    }

    pub(super) fn group(&self, op: OpId, name: &str) -> Step<Values> {
        let operands = self.m.operand_group(op, name).iter();
        operands.map(|&value| self.get(op, value)).collect()
    }

    /// Sets the only result.
    pub(super) fn finish(&mut self, op: OpId, value: Value) -> Step {
        match self.m.result(op, 0) {
            Some(result) => {
                self.set(result, value);
                Ok(())
            }
            None => self.unsupported(op, "an operation without its result"),
        }
    }

    /// Sets all results.
    pub(super) fn finish_all(&mut self, op: OpId, values: Values) -> Step {
        if self.m.result_count(op) != values.len() {
            return self.unsupported(op, "another number of results");
        }
        for (result, value) in self.m.results(op).zip(values) {
            self.set(result, value);
        }
        Ok(())
    }

    /// An integer operand without sign extension.
    pub(super) fn int(&self, op: OpId, value: &Value) -> Step<u64> {
        match value {
            Value::Int(bits) => Ok(*bits),
            Value::Poison => self.fault(FaultKind::Undefined, op, "uses a poison value"),
            _ => self.unsupported(op, "an operand that is no integer"),
        }
    }

    /// An index operand.
    pub(super) fn index(&self, op: OpId, value: &Value) -> Step<i64> {
        Ok(self.int(op, value)?.cast_signed())
    }

    pub(super) fn indices(&self, op: OpId, values: &[Value]) -> Step<Dims> {
        values.iter().map(|value| self.index(op, value)).collect()
    }

    pub(super) fn memref(&self, op: OpId, value: &Value) -> Step<Rc<MemRef>> {
        match value {
            Value::MemRef(memref) => Ok(Rc::clone(memref)),
            Value::Poison => self.fault(FaultKind::Undefined, op, "uses a poison value"),
            _ => self.unsupported(op, "an operand that is no memref"),
        }
    }

    /// A list that mixes integers of an `array<i64>` with operands, represented by [`DYNAMIC`].
    pub(super) fn mixed(&self, op: OpId, group: &str, attr: &str) -> Step<Dims> {
        let name = self.m.ctx.find_str(attr);
        let fixed = name.map_or(&[][..], |name| self.m.prop_array(op, name));
        let dynamic = self.group(op, group)?;
        let mut dynamic = self.indices(op, &dynamic)?.into_iter();
        let all = fixed.iter().map(|&size| match size {
            DYNAMIC => dynamic.next(),
            size => Some(size),
        });
        match all.collect() {
            Some(all) => Ok(all),
            None => self.unsupported(op, "too few operands"),
        }
    }

    pub(super) fn prop(&self, op: OpId, name: &str) -> Option<AttrId> {
        self.m.prop(op, self.m.ctx.find_str(name)?)
    }

    /// The type of result number `index`.
    pub(super) fn result_type(&self, op: OpId, index: usize) -> Step<TypeId> {
        match self.m.result(op, index) {
            Some(result) => Ok(self.m.value_type(result)),
            None => self.unsupported(op, "an operation without its result"),
        }
    }

    pub(super) fn operand_type(&self, op: OpId, index: usize) -> Step<TypeId> {
        match self.m.operands(op).get(index) {
            Some(&value) => Ok(self.m.value_type(value)),
            None => self.unsupported(op, "an operation without this operand"),
        }
    }

    pub(super) fn layout(&mut self, op: OpId, ty: TypeId) -> Step<Rc<Layout>> {
        let m = self.m;
        let cached = self
            .layouts
            .entry(ty)
            .or_insert_with(|| Layout::of(m, ty).map(Rc::new));
        match cached {
            Some(layout) => Ok(Rc::clone(layout)),
            None => {
                let what = format!(
                    "an element of type {}",
                    memplan_mlir::text::type_text(&m.ctx, ty)
                );
                self.unsupported(op, &what)
            }
        }
    }

    // Memory.

    pub(super) fn record(&mut self, event: impl FnOnce() -> Event) {
        if let Some(record) = &mut self.record {
            record.push(event());
        }
    }

    /// Records what happens to `n` bytes from an address on.
    pub(super) fn touch(&mut self, at: Address, n: usize, how: Touch) {
        let range = at.byte as u64..(at.byte + n) as u64;
        self.record(|| Event::Touches(at.allocation, range, how));
    }

    /// Allocates memory for `n` elements and returns the number of the allocation. `None` stands for a negative or
    /// too large number.
    pub(super) fn allocate(
        &mut self,
        op: OpId,
        element: TypeId,
        n: Option<u64>,
        owner: Owner,
    ) -> Step<u32> {
        let layout = self.layout(op, element)?;
        let size = n.and_then(|n| n.checked_mul(layout.bytes() as u64));
        let limit = self.options.byte_limit;
        let held = self.memory.held_bytes();
        let size = size.filter(|&size| held.saturating_add(size) <= limit);
        let Some(size) = size else {
            let message = format!("holds more than {limit} bytes at once, or a negative size");
            return self.fault(FaultKind::MemoryLimit, op, message);
        };
        let promised = self.m.prop_i64(op, names::ALIGNMENT);
        let promised = promised.and_then(|align| u64::try_from(align).ok());
        let align = promised.map_or(0, |align| align.min(1 << 30));
        let results = self.m.results(op).map(|result| self.m.value_type(result));
        let mut spaces = results.map(|ty| self.space(ty));
        let space = spaces.next().unwrap_or_default();
        let made = self
            .memory
            .allocate(size, align, &space, owner, Some(op), &self.calls);
        self.record(|| Event::Makes(made, size));
        if owner == Owner::Scope
            && let Some(scope) = self.scopes.last_mut()
        {
            scope.push(made);
        }
        Ok(made)
    }

    /// The name of the memory space of a type: spaces are compared by value, and 0 is the default, whose name is empty.
    pub(super) fn space(&self, ty: TypeId) -> String {
        match self.m.ctx.type_kind(ty) {
            TypeKind::MemRef(ty) => space_name(&self.m.ctx, ty).unwrap_or_default(),
            _ => String::new(),
        }
    }

    /// The checked allocation and byte of the element at `indices`.
    pub(super) fn place(&mut self, op: OpId, memref: &MemRef, indices: &[i64]) -> Step<Address> {
        let mut element = memref.offset;
        if indices.len() != memref.sizes.len() {
            return self.unsupported(op, "another number of indices");
        }
        for (at, (&size, &stride)) in indices.iter().zip(memref.sizes.iter().zip(&memref.strides)) {
            if *at < 0 || size <= *at {
                let message = format!("index {at} is outside of a dimension of size {size}");
                return self.access_fault(FaultKind::OutOfBounds, op, memref, message);
            }
            element = element.wrapping_add(at.wrapping_mul(stride));
        }
        let bytes = self.layout(op, memref.element)?.bytes();
        let at = memref.base.wrapping_add(element.wrapping_mul(bytes as i64));
        match self.memory.range(memref.allocation, at, bytes) {
            Ok(range) => Ok(Address {
                allocation: memref.allocation,
                byte: range.start,
            }),
            Err(kind) => {
                let message = match kind {
                    FaultKind::UseAfterFree => "accesses memory that was freed",
                    _ => "accesses bytes outside of the allocation",
                };
                self.access_fault(kind, op, memref, message.to_owned())
            }
        }
    }

    /// A fault with notes about the operations that allocated and freed the memory.
    pub(super) fn access_fault<T>(
        &self,
        kind: FaultKind,
        op: OpId,
        memref: &MemRef,
        message: String,
    ) -> Step<T> {
        let allocation = self.memory.get(memref.allocation);
        let made = allocation.made_by.map(|op| (op, "allocated here"));
        let freed = allocation.freed_by.map(|op| (op, "freed here"));
        Err(Box::new(Fault {
            kind,
            op: Some(op),
            message,
            related: made.into_iter().chain(freed).collect(),
            calls: self.calls.clone(),
        }))
    }

    pub(super) fn load(&mut self, op: OpId, memref: &MemRef, indices: &[i64]) -> Step<Value> {
        let at = self.place(op, memref, indices)?;
        let layout = self.layout(op, memref.element)?;
        self.touch(at, layout.bytes(), Touch::Read);
        let value = match &*layout {
            Layout::Object => self.memory.object(at.allocation, at.byte).cloned(),
            layout => self
                .memory
                .read(at.allocation, at.byte..at.byte + layout.bytes())
                .and_then(|bytes| layout.decode(bytes)),
        };
        match value {
            Some(value) => Ok(value),
            None => {
                let message = "reads an element that was never written".to_owned();
                self.access_fault(FaultKind::UninitialisedRead, op, memref, message)
            }
        }
    }

    pub(super) fn store(
        &mut self,
        op: OpId,
        memref: &MemRef,
        indices: &[i64],
        value: &Value,
    ) -> Step {
        let at = self.place(op, memref, indices)?;
        if self.memory.get(at.allocation).is_constant {
            let message = "writes to a constant global".to_owned();
            return self.access_fault(FaultKind::Undefined, op, memref, message);
        }
        let layout = self.layout(op, memref.element)?;
        self.touch(at, layout.bytes(), Touch::Write);
        let bytes = self
            .memory
            .write(at.allocation, at.byte..at.byte + layout.bytes());
        if matches!(*layout, Layout::Object) {
            self.memory
                .set_object(at.allocation, at.byte, value.clone());
            return Ok(());
        }
        if !layout.encode(value, bytes) {
            return match value {
                Value::Poison => self.fault(FaultKind::Undefined, op, "stores a poison value"),
                _ => self.unsupported(op, "a value of another type than the element"),
            };
        }
        Ok(())
    }

    /// The descriptor of a fresh buffer of this memref type with these sizes.
    pub(super) fn describe(
        &self,
        op: OpId,
        ty: TypeId,
        sizes: Dims,
        symbols: &[i64],
    ) -> Step<(MemRef, Option<u64>)> {
        let TypeKind::MemRef(memref) = self.m.ctx.type_kind(ty) else {
            return self.unsupported(op, "a type that is no ranked memref");
        };
        let n = n_elements(&sizes);
        let identity = |sizes: Dims, element| MemRef {
            allocation: 0,
            base: 0,
            offset: 0,
            strides: row_major(&sizes),
            sizes,
            element,
        };
        let Some(layout) = memref.layout else {
            return Ok((identity(sizes, memref.element), n));
        };
        let (offset, strides) = match self.m.ctx.attr_kind(layout) {
            AttrKind::Strided { offset, strides } => (*offset, strides.iter().copied().collect()),
            AttrKind::AffineMap(map) => match linear(map, symbols) {
                Some(linear) => linear,
                None => return self.unsupported(op, "a layout that has no strides"),
            },
            _ => return self.unsupported(op, "this layout"),
        };
        let mut described = MemRef {
            offset,
            strides,
            ..identity(sizes, memref.element)
        };
        if described.offset == DYNAMIC || described.strides.contains(&DYNAMIC) {
            return self.unsupported(op, "a layout that only run time knows");
        }
        if n == Some(0) {
            described.offset = described.offset.max(0);
            return Ok((described, n));
        }
        // The farthest element determines how much is needed.
        let last = described
            .sizes
            .iter()
            .zip(&described.strides)
            .try_fold(described.offset, |at, (&size, &stride)| {
                at.checked_add((size - 1).checked_mul(stride)?)
            });
        let n = last.and_then(|last| u64::try_from(last).ok()?.checked_add(1));
        Ok((described, n))
    }

    // Control.

    /// Counts a step.
    pub(super) fn step(&mut self, op: OpId) -> Step {
        self.charge(op, 1, INTERPRETED_STEP)
    }

    /// Counts steps and their cost.
    #[inline]
    pub(super) fn charge(&mut self, op: OpId, steps: u64, work: u64) -> Step {
        self.n_steps = self.n_steps.saturating_add(steps);
        self.work = self.work.saturating_add(work);
        if self.n_steps < self.next_report && self.work <= self.work_limit() {
            return Ok(());
        }
        self.report(op)
    }

    fn work_limit(&self) -> u64 {
        self.options.step_limit.saturating_mul(INTERPRETED_STEP)
    }

    #[cold]
    fn report(&mut self, op: OpId) -> Step {
        self.next_report = self.n_steps.saturating_add(STEPS_PER_REPORT);
        if let Some(counter) = &self.options.progress {
            counter.store(self.n_steps, Ordering::Relaxed);
        }
        if self.work > self.work_limit() {
            let message = format!(
                "the program takes more than {} steps",
                self.options.step_limit
            );
            return self.fault(FaultKind::StepLimit, op, message);
        }
        Ok(())
    }

    /// The runtime value of an SSA value, if it was computed.
    pub(super) fn known(&self, value: ValueId) -> Option<&Value> {
        self.env[value.index()].as_ref()
    }

    /// Whether the nesting limit permits this many more levels.
    pub(super) fn has_depth(&self, more: u32) -> bool {
        self.depth.saturating_add(more) <= self.options.depth_limit
    }

    /// Runs a region from its first block with these arguments. Returns the terminator through which
    /// control leaves it; none for an empty region.
    pub(super) fn region(
        &mut self,
        op: OpId,
        region: RegionId,
        args: &[Value],
    ) -> Step<Option<OpId>> {
        let Some(mut block) = self.m.first_block(region) else {
            return Ok(None);
        };
        self.depth += 1;
        if self.depth > self.options.depth_limit {
            let limit = self.options.depth_limit;
            let message = format!("the program nests calls and regions deeper than {limit}");
            return self.fault(FaultKind::DepthLimit, op, message);
        }
        self.enter(op, block, args)?;
        let exit = loop {
            match self.block(block)? {
                Next::Block(next) => block = next,
                Next::Exit(exit) => break exit,
            }
        };
        self.depth -= 1;
        Ok(exit)
    }

    /// Like [`Self::region`], and ends the stack allocations of the scope.
    pub(super) fn scope(
        &mut self,
        op: OpId,
        region: RegionId,
        args: &[Value],
    ) -> Step<Option<OpId>> {
        self.scopes.push(Vec::new());
        let exit = self.region(op, region, args)?;
        for allocation in self.scopes.pop().unwrap_or_default() {
            self.memory.free(allocation, exit);
        }
        Ok(exit)
    }

    fn enter(&mut self, op: OpId, block: BlockId, args: &[Value]) -> Step {
        let m = self.m;
        let params = m.block_args(block);
        if params.len() != args.len() {
            return self.unsupported(op, "another number of block arguments");
        }
        for (&param, arg) in params.iter().zip(args) {
            self.set(param, arg.clone());
        }
        Ok(())
    }

    fn block(&mut self, block: BlockId) -> Step<Next> {
        let m = self.m;
        let mut next = m.first_op(block);
        while let Some(op) = next {
            self.step(op)?;
            if m.has_trait(op, Traits::TERMINATOR) || !m.successors(op).is_empty() {
                return self.terminator(op);
            }
            self.record(|| Event::Begins(op));
            self.exec(op)?;
            self.record(|| Event::Ends(op));
            next = m.next_op(op);
        }
        Ok(Next::Exit(None))
    }

    fn terminator(&mut self, op: OpId) -> Step<Next> {
        if self.m.successors(op).is_empty() {
            return if ops::exit(self.m, op) {
                Ok(Next::Exit(Some(op)))
            } else {
                self.fault(FaultKind::Undefined, op, "control reaches this")
            };
        }
        let Some(taken) = ops::successor(self, op)? else {
            return self.unsupported(op, "a branch");
        };
        let SuccessorOperands::Range(range) = successor_operands(self.m, op, taken) else {
            return self.unsupported(op, "a branch whose operands are not known");
        };
        let operands: Step<Values> = self.m.operands(op)[range]
            .iter()
            .map(|&value| self.get(op, value))
            .collect();
        let target = self.m.successors(op)[taken];
        self.enter(op, target, &operands?)?;
        Ok(Next::Block(target))
    }

    fn exec(&mut self, op: OpId) -> Step {
        let name = self.m.op_name(op);
        let m = self.m;
        if !m.regions(op).is_empty() && compiled::try_loop(self, op)? {
            return Ok(());
        }
        let exec = *self
            .execs
            .entry(name)
            .or_insert_with(|| ops::find(m.semantics(op)));
        match exec {
            Some(exec) => exec.run(self, op),
            None if m.def(op).is_none() => ops::opaque::exec(self, op),
            None => self.unsupported(op, "the operation"),
        }
    }

    /// The operands of the terminator of a region.
    pub(super) fn yielded(&self, exit: Option<OpId>) -> Step<Values> {
        exit.map_or(Ok(Values::new()), |exit| self.operands(exit))
    }

    /// Calls a function with a body.
    pub(super) fn call(
        &mut self,
        call: Option<OpId>,
        function: OpId,
        args: &[Value],
    ) -> Step<Values> {
        let region = self.m.regions(function)[0];
        // A recursive call: set the values of the active call aside.
        let n_running = self.running.entry(function).or_default();
        *n_running += 1;
        let saved = if *n_running > 1 {
            let values = self.values_inside(function);
            let old: Vec<Option<Value>> = values
                .iter()
                .map(|value| self.env[value.index()].take())
                .collect();
            Some((values, old))
        } else {
            None
        };
        self.calls.extend(call);
        let exit = self.scope(function, region, args)?;
        let results = self.yielded(exit)?;
        if call.is_some() {
            self.calls.pop();
        }
        if let Some((values, old)) = saved {
            for (value, old) in values.iter().zip(old) {
                self.env[value.index()] = old;
            }
        }
        if let Some(n_running) = self.running.get_mut(&function) {
            *n_running -= 1;
        }
        Ok(results)
    }

    /// Every value defined in an operation, its results included.
    pub(super) fn values_inside(&mut self, function: OpId) -> Rc<[ValueId]> {
        let m = self.m;
        let inside = self.values_of.entry(function).or_insert_with(|| {
            let mut values = Vec::new();
            for op in m.walk(function) {
                values.extend(m.results(op));
                for &region in m.regions(op) {
                    for block in m.blocks(region) {
                        values.extend_from_slice(m.block_args(block));
                    }
                }
            }
            values.into()
        });
        Rc::clone(inside)
    }

    /// The operation that a symbol names, seen from `op`.
    pub(super) fn symbol(&self, op: OpId, root: StrId, nested: &[StrId]) -> Option<OpId> {
        self.symbols.lookup(self.m, op, root, nested)
    }

    /// Records an externally observable effect.
    pub(super) fn observe(&mut self, bits: u64) {
        self.observed = mix(self.observed, bits);
        self.n_observed += 1;
    }

    /// The result of the run so far.
    pub(super) fn summary(&self) -> Run {
        Run {
            results: Vec::new(),
            arguments: Vec::new(),
            results_alias: false,
            borrowed_results: Vec::new(),
            observed: self.observed,
            n_observed: self.n_observed,
            leaks: Vec::new(),
            n_steps: self.n_steps,
            n_allocations: self.memory.n_heap,
            n_clones: self.n_clones,
            moved_bytes: self.moved_bytes,
            allocated_bytes: self.memory.total_bytes,
            peak_bytes: self.memory.peak_bytes,
            peak_padded_bytes: self.memory.peak_padded_bytes,
            peaks_by_space: self.memory.peaks_by_space(),
        }
    }
}

/// Mixes two numbers; the result depends on all bits of both and is the same on every machine.
pub(super) fn mix(a: u64, b: u64) -> u64 {
    Random::new(a.rotate_left(25).wrapping_add(b)).bits()
}

enum Next {
    Block(BlockId),
    Exit(Option<OpId>),
}

/// Offset and strides of a linear map for given symbols.
fn linear(map: &AffineMap, symbols: &[i64]) -> Option<(i64, Dims)> {
    let [result] = &map.results[..] else {
        return None;
    };
    let n = map.dims as usize;
    let mut at = vec![0; n];
    let offset = result.eval(&at, symbols)?;
    let mut strides = Dims::new();
    for dim in 0..n {
        at[dim] = 1;
        strides.push(result.eval(&at, symbols)?.checked_sub(offset)?);
        // The dimension has a stride only if twice the index gives twice the offset.
        at[dim] = 2;
        let twice = result.eval(&at, symbols)?.checked_sub(offset)?;
        at[dim] = 0;
        if twice != strides[dim].checked_mul(2)? {
            return None;
        }
    }
    Some((offset, strides))
}
