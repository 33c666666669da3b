//! The effect of each operation on ownership.

use memplan_mlir::dialects::{EffectKind, Traits};
use memplan_mlir::interfaces::{SymbolIndex, callee, effects, is_manually_freed};
use memplan_mlir::rewrite::set_operand_group;
use memplan_mlir::{AttrKind, BlockId, Module, OpId, OpSpec, TypeId, ValueId, names};
use rustc_hash::{FxHashMap, FxHashSet};

use super::builder::Builder;
use super::check::{has_region_flow, is_two_way_branch};
use super::live::Live;
use memplan_mutators::dealloc::DeallocError;

/// Whether a block owns a buffer.
///
/// Upstream makes a constant for each buffer of which this is certain, and compares constants by
/// identity: a value that may be either of two owned buffers has unknown ownership. So each
/// constant is identified by the buffer that it was made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flag {
    Never(ValueId),
    Always(ValueId),
    /// If this is true.
    If(ValueId),
}

/// Facts about ownership; a value without an entry has none yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Own {
    Unique(Flag),
    /// One of several, and no value says which.
    Unknown,
}

/// Works on one function.
pub(super) struct Engine<'m> {
    pub(super) m: &'m mut Module,
    pub(super) function: OpId,
    symbols: &'m SymbolIndex,
    /// Functions that return bits.
    pub(super) dynamic: &'m FxHashSet<OpId>,
    pub(super) live: Live,
    own: FxHashMap<(ValueId, BlockId), Own>,
    track: FxHashMap<BlockId, Vec<ValueId>>,
    /// The replacements of results of recreated operations.
    renamed: FxHashMap<ValueId, ValueId>,
}

impl<'m> Engine<'m> {
    pub(super) fn new(
        m: &'m mut Module,
        function: OpId,
        symbols: &'m SymbolIndex,
        dynamic: &'m FxHashSet<OpId>,
    ) -> Self {
        let live = Live::new(m, function);
        Self {
            m,
            function,
            symbols,
            dynamic,
            live,
            own: FxHashMap::default(),
            track: FxHashMap::default(),
            renamed: FxHashMap::default(),
        }
    }

    pub(super) fn run(mut self) -> Result<(), DeallocError> {
        for block in self.live.order().to_vec() {
            self.block(block)?;
        }
        if self.dynamic.contains(&self.function) {
            self.update_signature();
        }
        Ok(())
    }

    /// The current value of an original one.
    pub(super) fn now(&self, value: ValueId) -> ValueId {
        self.renamed.get(&value).copied().unwrap_or(value)
    }

    /// The ownership of a value in a block.
    pub(super) fn own(&self, value: ValueId, block: BlockId) -> Option<Own> {
        self.own.get(&(value, block)).copied()
    }

    /// Joins a fact about a value.
    pub(super) fn join(&mut self, value: ValueId, block: BlockId, own: Own) {
        let joined = match self.own(value, block) {
            None => own,
            Some(before) if before == own => own,
            Some(_) => Own::Unknown,
        };
        self.own.insert((value, block), joined);
    }

    /// Removes the facts about a value.
    pub(super) fn set(&mut self, value: ValueId, block: BlockId, flag: Flag) {
        self.own.insert((value, block), Own::Unique(flag));
    }

    pub(super) fn add_tracked(&mut self, value: ValueId, block: BlockId) {
        self.track.entry(block).or_default().push(value);
    }

    pub(super) fn tracked(&self, block: BlockId) -> Vec<ValueId> {
        self.track.get(&block).cloned().unwrap_or_default()
    }

    fn block(&mut self, block: BlockId) -> Result<(), DeallocError> {
        for value in self.live.ins(block).to_vec() {
            let value = self.now(value);
            let home = self.m.value_block(value).unwrap_or(block);
            let own = self
                .own(value, home)
                .unwrap_or(Own::Unique(Flag::Never(value)));
            self.join(value, block, own);
            self.add_tracked(value, block);
        }
        let is_function_entry = self.m.block_parent(block) == Some(self.function)
            && self
                .m
                .block_region(block)
                .and_then(|r| self.m.first_block(r))
                == Some(block);
        for arg in self.memrefs(self.m.block_args(block)) {
            let flag = if is_function_entry {
                Flag::Never(arg)
            } else {
                let bit = self.m.ctx.int_type(1);
                Flag::If(self.m.add_block_arg(block, bit))
            };
            self.set(arg, block, flag);
            self.add_tracked(arg, block);
        }
        let mut next = self.m.first_op(block);
        while let Some(op) = next {
            next = self.m.next_op(op);
            if self.m.has_trait(op, Traits::TERMINATOR) {
                self.terminator(block, op)?;
            } else {
                self.operation(block, op);
            }
        }
        Ok(())
    }

    fn terminator(&mut self, block: BlockId, op: OpId) -> Result<(), DeallocError> {
        if is_two_way_branch(self.m, op) {
            self.two_way_branch(block, op)
        } else if self.m.successors(op).is_empty() {
            self.region_return(block, op)
        } else {
            self.branch(block, op)
        }
    }

    pub(super) fn memrefs(&self, values: &[ValueId]) -> Vec<ValueId> {
        let memrefs = values.iter().copied();
        memrefs.filter(|&value| self.m.is_memref(value)).collect()
    }

    fn operation(&mut self, block: BlockId, op: OpId) {
        self.allocations(block, op);
        let mut op = op;
        if has_region_flow(self.m, op) {
            op = self.regions(block, op);
        }
        if callee(self.m, op).is_some() {
            op = self.call(block, op);
        }
        for result in self.results(op) {
            if self.own(result, block).is_none() {
                self.inherit(result, block, op);
            }
        }
    }

    fn results(&self, op: OpId) -> Vec<ValueId> {
        self.m
            .results(op)
            .filter(|&result| self.m.is_memref(result))
            .collect()
    }

    /// What may be any of the operands is owned as they are; what the region around owns is not.
    fn inherit(&mut self, result: ValueId, block: BlockId, op: OpId) {
        let region = self.m.block_region(block);
        for operand in self.memrefs(self.m.operands(op)) {
            let home = self.m.value_block(operand);
            let is_captured = home.and_then(|home| self.m.block_region(home)) != region;
            let own = match home {
                Some(home) if !is_captured => self.own(operand, home),
                _ => Some(Own::Unique(Flag::Never(operand))),
            };
            if let Some(own) = own {
                self.join(result, block, own);
            }
        }
        if self.own(result, block).is_none() {
            self.set(result, block, Flag::Never(result));
        }
    }

    fn allocations(&mut self, block: BlockId, op: OpId) {
        let Some(list) = effects(self.m, op) else {
            return;
        };
        for effect in list {
            let Some(value) = effect.value.filter(|&value| self.m.is_memref(value)) else {
                continue;
            };
            match effect.kind {
                EffectKind::Free => self.assert_not_owned(value, block, op),
                EffectKind::AllocateAutomatic => self.set(value, block, Flag::Never(value)),
                EffectKind::Allocate if is_manually_freed(self.m, op) => {
                    self.set(value, block, Flag::Never(value));
                }
                EffectKind::Allocate => {
                    self.set(value, block, Flag::Always(value));
                    self.add_tracked(value, block);
                }
                EffectKind::Read | EffectKind::Write => {}
            }
        }
    }

    /// A buffer that is freed by hand must not also be freed by a block.
    fn assert_not_owned(&mut self, value: ValueId, block: BlockId, op: OpId) {
        let Some(Own::Unique(flag)) = self.own(value, block) else {
            return;
        };
        let mut builder = Builder::before(self.m, op);
        let owned = builder.flag(flag);
        let not_owned = builder.not(owned);
        let text = "expected that the block does not have ownership";
        let message = builder.m.ctx.string_attr(text);
        let key = builder.m.ctx.str("msg");
        let name = builder.m.ctx.op_name("cf.assert");
        let spec = OpSpec::new(name).operands(&[not_owned]).prop(key, message);
        builder.insert(spec);
    }

    /// Appends an `i1` result for each buffer among the results of an operation, and records it as
    /// the flag of the buffer. Returns the new operation.
    fn with_bits(&mut self, block: BlockId, op: OpId) -> OpId {
        let n = self.results(op).len();
        if n == 0 {
            return op;
        }
        let old: Vec<ValueId> = self.m.results(op).collect();
        let bit = self.m.ctx.int_type(1);
        let mut types: Vec<TypeId> = old
            .iter()
            .map(|&result| self.m.value_type(result))
            .collect();
        types.extend(std::iter::repeat_n(bit, n));
        let new = self.m.with_results(op, &types, &old);
        for (&old, new) in old.iter().zip(self.m.results(new)) {
            self.renamed.insert(old, new);
        }
        let bits: Vec<ValueId> = self.m.results(new).skip(old.len()).collect();
        for (result, flag) in self.results(new).into_iter().zip(bits) {
            self.set(result, block, Flag::If(flag));
            self.add_tracked(result, block);
        }
        new
    }

    /// Regions borrow the buffers that are passed to them; a bit for each result states whether it is owned.
    fn regions(&mut self, block: BlockId, op: OpId) -> OpId {
        let group = self.m.def(op).and_then(|def| def.operand_group("inits"));
        if let Some(group) = group {
            let mut inits = self.m.operands_of(op, group).to_vec();
            let n = self.memrefs(&inits).len();
            if n > 0 {
                let no = Builder::before(self.m, op).bit(false);
                inits.extend(std::iter::repeat_n(no, n));
                set_operand_group(self.m, op, group, &inits);
            }
        }
        self.with_bits(block, op)
    }

    fn call(&mut self, block: BlockId, op: OpId) -> OpId {
        let function = self.symbols.resolve_call(self.m, op);
        if function.is_some_and(|function| self.dynamic.contains(&function)) {
            return self.with_bits(block, op);
        }
        for result in self.results(op) {
            self.set(result, block, Flag::Always(result));
            self.add_tracked(result, block);
        }
        op
    }

    /// Adds bits to the results of a function.
    fn update_signature(&mut self) {
        let returned = self
            .m
            .regions(self.function)
            .iter()
            .flat_map(|&region| self.m.blocks(region))
            .filter_map(|block| self.m.last_op(block))
            .find(|&last| self.m.has_trait(last, Traits::RETURN_LIKE));
        let Some(returned) = returned else { return };
        let results: Vec<TypeId> = self
            .m
            .operands(returned)
            .iter()
            .map(|&value| self.m.value_type(value))
            .collect();
        let Some((inputs, _)) = self.m.signature(self.function) else {
            return;
        };
        let inputs = inputs.to_vec();
        self.m.set_signature(self.function, &inputs, &results);
        let attrs = self.m.prop_elements(self.function, names::RES_ATTRS);
        if !attrs.is_empty() {
            let mut attrs = attrs.to_vec();
            let none = self.m.ctx.attr(AttrKind::Dictionary(Box::default()));
            attrs.resize(results.len(), none);
            let attrs = self.m.ctx.attr(AttrKind::Array(attrs.into()));
            self.m.set_prop(self.function, names::RES_ATTRS, attrs);
        }
    }
}

impl Builder<'_> {
    pub(super) fn flag(&mut self, flag: Flag) -> ValueId {
        match flag {
            Flag::Never(_) => self.bit(false),
            Flag::Always(_) => self.bit(true),
            Flag::If(value) => value,
        }
    }
}
