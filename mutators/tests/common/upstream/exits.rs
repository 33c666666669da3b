//! Deallocation and ownership where control leaves a block.

use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::{SuccessorOperands, is_select_like, successor_operands};
use memplan_mlir::rewrite::{Dealloc, set_operand_group};
use memplan_mlir::{BlockId, OpId, OpSpec, TypeId, ValueId};
use rustc_hash::FxHashMap;

use super::builder::Builder;
use super::engine::{Engine, Flag, Own};
use super::refusal;
use memplan_mutators::dealloc::DeallocError;

/// The bits of what is retained.
type Bits = FxHashMap<ValueId, ValueId>;

impl Engine<'_> {
    /// Everything that a block may own, as base buffers, each with its bit.
    fn owned(
        &mut self,
        block: BlockId,
        anchor: OpId,
    ) -> Result<(Vec<ValueId>, Vec<Flag>), DeallocError> {
        let (mut memrefs, mut flags) = (Vec::new(), Vec::new());
        for value in self.tracked(block) {
            let Some(Own::Unique(flag)) = self.own(value, block) else {
                return Err(refusal(
                    anchor,
                    "ownership",
                    "no value says whether a buffer that may have to be freed here is owned",
                ));
            };
            memrefs.push(Builder::before(self.m, anchor).base_buffer(value));
            flags.push(flag);
        }
        Ok((memrefs, flags))
    }

    /// The buffers needed on an edge: the passed ones, then the live ones, each once.
    fn needed(&self, op: OpId, successor: usize) -> Vec<ValueId> {
        let target = self.m.successors(op)[successor];
        let mut needed = match successor_operands(self.m, op, successor) {
            SuccessorOperands::Range(range) => self.memrefs(&self.m.operands(op)[range]),
            SuccessorOperands::Unknown => Vec::new(),
        };
        needed.extend(self.live.ins(target).iter().map(|&value| self.now(value)));
        unique(needed)
    }

    /// Frees what is owned and not retained.
    fn free(
        &mut self,
        anchor: OpId,
        memrefs: &[ValueId],
        conditions: Vec<ValueId>,
        retained: Vec<ValueId>,
    ) -> Bits {
        if memrefs.is_empty() && retained.is_empty() {
            return Bits::default();
        }
        let lists = Dealloc {
            memrefs: memrefs.to_vec(),
            conditions,
            retained,
        };
        let spec = lists.spec(self.m);
        let op = Builder::before(self.m, anchor).insert(spec);
        lists
            .retained
            .iter()
            .copied()
            .zip(self.m.results(op))
            .collect()
    }

    /// Appends the bits of buffers to the operands of one group.
    fn append_bits(&mut self, op: OpId, group: usize, bits: &Bits) {
        let mut operands = self.m.operands_of(op, group).to_vec();
        let new: Vec<ValueId> = self
            .memrefs(&operands)
            .iter()
            .filter_map(|value| bits.get(value).copied())
            .collect();
        if !new.is_empty() {
            operands.extend(new);
            set_operand_group(self.m, op, group, &operands);
        }
    }

    /// The operand group that a successor receives.
    fn branch_group(&self, op: OpId, successor: usize) -> Option<usize> {
        let def = self.m.def(op)?;
        def.operand_group(def.branch.get(successor)?)
    }

    pub(super) fn branch(&mut self, block: BlockId, op: OpId) -> Result<(), DeallocError> {
        let (memrefs, flags) = self.owned(block, op)?;
        let needed = self.needed(op, 0);
        let conditions = self.materialize(op, &flags);
        let bits = self.free(op, &memrefs, conditions, needed.clone());
        for value in needed {
            if let Some(&bit) = bits.get(&value) {
                self.set(value, block, Flag::If(bit));
            }
        }
        if let Some(group) = self.branch_group(op, 0) {
            self.append_bits(op, group, &bits);
        }
        Ok(())
    }

    fn materialize(&mut self, anchor: OpId, flags: &[Flag]) -> Vec<ValueId> {
        let mut builder = Builder::before(self.m, anchor);
        flags.iter().map(|&flag| builder.flag(flag)).collect()
    }

    pub(super) fn two_way_branch(&mut self, block: BlockId, op: OpId) -> Result<(), DeallocError> {
        let (memrefs, flags) = self.owned(block, op)?;
        let condition = self.m.operands(op)[0];
        let mut edges = Vec::with_capacity(2);
        for successor in 0..2 {
            let needed = self.needed(op, successor);
            let mut builder = Builder::before(self.m, op);
            let taken = match successor {
                0 => condition,
                _ => builder.not(condition),
            };
            let conditions = flags
                .iter()
                .map(|&flag| {
                    let owned = builder.flag(flag);
                    builder.and(owned, taken)
                })
                .collect();
            let bits = self.free(op, &memrefs, conditions, needed.clone());
            edges.push((needed, bits));
        }
        for (successor, (_, bits)) in edges.iter().enumerate() {
            if let Some(group) = self.branch_group(op, successor) {
                self.append_bits(op, group, bits);
            }
        }
        let all = unique(
            edges
                .iter()
                .flat_map(|(needed, _)| needed.clone())
                .collect(),
        );
        for value in all {
            let flag = match (edges[0].1.get(&value), edges[1].1.get(&value)) {
                (Some(&then), Some(&otherwise)) => {
                    let ty = self.m.value_type(then);
                    let operands = [condition, then, otherwise];
                    Builder::before(self.m, op).op("arith.select", &operands, ty, &[])
                }
                (Some(&bit), None) | (None, Some(&bit)) => bit,
                (None, None) => continue,
            };
            self.set(value, block, Flag::If(flag));
        }
        Ok(())
    }

    pub(super) fn region_return(&mut self, block: BlockId, op: OpId) -> Result<(), DeallocError> {
        let is_function = self.m.parent(op) == Some(self.function);
        let gives_ownership = is_function && !self.dynamic.contains(&self.function);
        if gives_ownership {
            for at in 0..self.m.operands(op).len() {
                let value = self.m.operands(op)[at];
                if self.m.is_memref(value) {
                    let owned = self.guaranteed(value, block, op);
                    self.m.set_operand(op, at, owned);
                }
            }
        }
        let (memrefs, flags) = self.owned(block, op)?;
        let retained = unique(self.memrefs(self.m.operands(op)));
        let conditions = self.materialize(op, &flags);
        let bits = self.free(op, &memrefs, conditions, retained);
        if gives_ownership || bits.is_empty() || !self.m.has_trait(op, Traits::TERMINATOR) {
            return Ok(());
        }
        let operands = self.m.operands(op).to_vec();
        let new: Vec<ValueId> = self
            .memrefs(&operands)
            .iter()
            .filter_map(|value| bits.get(value).copied())
            .collect();
        self.m.set_operands(op, &[operands, new].concat());
        Ok(())
    }

    /// A buffer that the block owns: this one, or a clone of it.
    fn guaranteed(&mut self, value: ValueId, block: BlockId, op: OpId) -> ValueId {
        let flag = match self.own(value, block) {
            Some(Own::Unique(flag)) => Some(flag),
            _ => self.selected(value, block, op),
        };
        let ty = self.m.value_type(value);
        let mut builder = Builder::before(self.m, op);
        let owned = match flag {
            Some(Flag::Always(_)) => return value,
            None => builder.copy(value, ty),
            Some(flag) => {
                let flag = builder.flag(flag);
                let choice = builder.if_else(flag, &[ty]);
                let [keep, clone] = choice.ends;
                builder.m.set_operands(keep, &[value]);
                let copy = builder.at(clone).copy(value, ty);
                builder.m.set_operands(clone, &[copy]);
                builder.first_result(choice.op)
            }
        };
        self.set(owned, block, Flag::Always(owned));
        self.add_tracked(owned, block);
        owned
    }

    /// The bit of one of two buffers, if those of both are known in its block.
    fn selected(&mut self, value: ValueId, block: BlockId, anchor: OpId) -> Option<Flag> {
        let select = self.m.defining_op(value)?;
        if !is_select_like(self.m, select) || self.m.op_block(select) != Some(block) {
            return None;
        }
        let &[condition, yes, no] = self.m.operands(select) else {
            return None;
        };
        let flag = |value| match self.own(value, block) {
            Some(Own::Unique(flag)) => Some(flag),
            _ => None,
        };
        let (yes, no) = (flag(yes)?, flag(no)?);
        let mut builder = Builder::before(self.m, anchor);
        let (yes, no) = (builder.flag(yes), builder.flag(no));
        let ty = builder.m.value_type(yes);
        Some(Flag::If(builder.op(
            "arith.select",
            &[condition, yes, no],
            ty,
            &[],
        )))
    }
}

impl Builder<'_> {
    fn copy(&mut self, value: ValueId, ty: TypeId) -> ValueId {
        let name = self.m.ctx.op_name("bufferization.clone");
        let spec = OpSpec::new(name).operands(&[value]).results(&[ty]);
        let op = self.insert(spec);
        self.first_result(op)
    }
}

/// Removes duplicates, keeping the first occurrence.
fn unique(values: Vec<ValueId>) -> Vec<ValueId> {
    let mut seen = rustc_hash::FxHashSet::default();
    values
        .into_iter()
        .filter(|&value| seen.insert(value))
        .collect()
}
