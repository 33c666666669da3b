//! Structural changes: split, merge and erase blocks; move regions; clone and rebuild operations.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::module::{Module, OpData, OpSpec, ValueDef};
use super::{BlockId, OpId, RegionId, TypeId, ValueId};

/// The mapping of old values and blocks to those of a copy.
#[derive(Clone, Debug, Default)]
pub struct CloneMap {
    values: FxHashMap<ValueId, ValueId>,
    blocks: FxHashMap<BlockId, BlockId>,
}

impl CloneMap {
    /// Maps `old` to `new`.
    pub fn map(&mut self, old: ValueId, new: ValueId) {
        self.values.insert(old, new);
    }

    /// The value in the copy that corresponds to a value: the value itself if it is not mapped.
    pub fn value(&self, old: ValueId) -> ValueId {
        self.values.get(&old).copied().unwrap_or(old)
    }

    fn block(&self, old: BlockId) -> BlockId {
        self.blocks.get(&old).copied().unwrap_or(old)
    }
}

impl Module {
    /// The operations that have a block among their successors. Only the terminators of its region are visited, so
    /// this is linear in the blocks of the region.
    pub fn predecessors(&self, block: BlockId) -> SmallVec<[OpId; 2]> {
        let Some(region) = self.block_region(block) else {
            return SmallVec::new();
        };
        self.blocks(region)
            .filter_map(|other| self.last_op(other))
            .filter(|&last| self.successors(last).contains(&block))
            .collect()
    }

    /// Changes one successor; the caller must update the operands that it receives.
    pub fn set_successor(&mut self, op: OpId, index: usize, block: BlockId) {
        self.ops[op.index()].successors[index] = block;
    }

    /// Removes a block from its region.
    pub fn detach_block(&mut self, block: BlockId) {
        let data = &mut self.blocks[block.index()];
        let (prev, next) = (data.prev.take(), data.next.take());
        let Some(region) = data.region.take() else {
            return;
        };
        match prev {
            Some(prev) => self.blocks[prev.index()].next = next,
            None => self.regions[region.index()].first = next,
        }
        match next {
            Some(next) => self.blocks[next.index()].prev = prev,
            None => self.regions[region.index()].last = prev,
        }
    }

    /// Removes a block from its region and drops everything in it. Its definitions must have no uses outside it.
    /// Linear in its operations.
    pub fn erase_block(&mut self, block: BlockId) {
        // From the back, so that uses are erased before definitions.
        while let Some(op) = self.last_op(block) {
            self.erase(op);
        }
        self.detach_block(block);
    }

    /// Erases several blocks that may use values of each other; nothing else may use their values.
    pub fn erase_blocks(&mut self, blocks: &[BlockId]) {
        for &block in blocks {
            let inside: Vec<OpId> = self.ops(block).flat_map(|op| self.walk(op)).collect();
            for op in inside {
                self.drop_operands(op);
            }
        }
        for &block in blocks {
            self.erase_block(block);
        }
    }

    /// Inserts a detached block after `after`, in its region.
    pub fn attach_block_after(&mut self, after: BlockId, block: BlockId) {
        let region = self.blocks[after.index()].region;
        let next = self.blocks[after.index()].next.replace(block);
        match next {
            Some(next) => self.blocks[next.index()].prev = Some(block),
            None => {
                if let Some(region) = region {
                    self.regions[region.index()].last = Some(block);
                }
            }
        }
        let data = &mut self.blocks[block.index()];
        data.region = region;
        data.prev = Some(after);
        data.next = next;
    }

    /// Moves `op` and everything after it to a new block after its own. Linear in the moved operations.
    ///
    /// The old block is left without a terminator.
    pub fn split_block(&mut self, op: OpId) -> Option<BlockId> {
        let block = self.op_block(op)?;
        let new = self.create_block();
        self.attach_block_after(block, new);
        let mut next = Some(op);
        while let Some(op) = next {
            next = self.next_op(op);
            self.detach(op);
            self.insert_at_end(new, op);
        }
        Some(new)
    }

    /// Moves all operations of a block before `anchor`, with `args` for its arguments, and drops the
    /// empty block. Linear in what moves.
    pub fn inline_block_before(&mut self, block: BlockId, anchor: OpId, args: &[ValueId]) {
        self.replace_block_args(block, args);
        while let Some(op) = self.first_op(block) {
            self.detach(op);
            self.insert_before(anchor, op);
        }
        self.detach_block(block);
    }

    /// Moves all operations of a block to the end of another, with `args` for its arguments, and
    /// drops the empty block. Linear in what moves.
    pub fn append_block_contents(&mut self, block: BlockId, to: BlockId, args: &[ValueId]) {
        self.replace_block_args(block, args);
        while let Some(op) = self.first_op(block) {
            self.detach(op);
            self.insert_at_end(to, op);
        }
        self.detach_block(block);
    }

    fn replace_block_args(&mut self, block: BlockId, args: &[ValueId]) {
        let params: SmallVec<[ValueId; 4]> = self.block_args(block).iter().copied().collect();
        for (param, &arg) in params.into_iter().zip(args) {
            self.replace_all_uses(param, arg);
        }
    }

    /// Moves all blocks of a region to the end of another one.
    pub fn move_blocks(&mut self, from: RegionId, to: RegionId) {
        while let Some(block) = self.first_block(from) {
            self.detach_block(block);
            self.attach_block(to, block);
        }
    }

    /// Removes an unused argument; later ones move up. The caller must update the operands of branches.
    pub fn remove_block_arg(&mut self, block: BlockId, index: usize) {
        self.blocks[block.index()].args.remove(index);
        for at in index..self.blocks[block.index()].args.len() {
            let arg = self.blocks[block.index()].args[at];
            self.values[arg.index()].def = ValueDef::Arg {
                block,
                index: at as u32,
            };
        }
    }

    /// Replaces argument `index` by a new one of another type and returns it. The old argument keeps its uses and no
    /// longer belongs to a block: the caller replaces them.
    pub fn renew_block_arg(&mut self, block: BlockId, index: usize, ty: TypeId) -> ValueId {
        let new = self.add_block_arg(block, ty);
        let args = &mut self.blocks[block.index()].args;
        args.pop();
        let old = std::mem::replace(&mut args[index], new);
        self.values[new.index()].def = ValueDef::Arg {
            block,
            index: index as u32,
        };
        let loc = self.arg_loc(old);
        self.set_arg_loc(new, loc);
        new
    }

    /// Replaces the results of an operation by values, and erases the operation.
    pub fn replace_op(&mut self, op: OpId, values: &[ValueId]) {
        for (result, &value) in self.results(op).zip(values) {
            self.replace_all_uses(result, value);
        }
        self.erase(op);
    }

    /// A detached copy of an operation with everything in it; operands and successors in `map` are replaced. Results
    /// and block arguments of the copy are added to `map`. Linear.
    pub fn clone_op(&mut self, op: OpId, map: &mut CloneMap) -> OpId {
        let spec = self.spec_like(op, map);
        let copy = self.create_op(spec);
        for (old, new) in self.results(op).zip(self.results(copy)) {
            map.map(old, new);
        }
        let regions: SmallVec<[RegionId; 2]> = self.regions(op).iter().copied().collect();
        for region in regions {
            let target = self.create_region();
            self.add_region(copy, target);
            self.clone_blocks(region, target, map);
        }
        copy
    }

    /// Copies all blocks of a region to the end of another one. Linear.
    pub fn clone_blocks(&mut self, from: RegionId, to: RegionId, map: &mut CloneMap) {
        let blocks: Vec<BlockId> = self.blocks(from).collect();
        for &block in &blocks {
            let copy = self.append_block(to);
            map.blocks.insert(block, copy);
            for index in 0..self.block_args(block).len() {
                let arg = self.block_args(block)[index];
                let ty = self.value_type(arg);
                let new = self.add_block_arg(copy, ty);
                map.map(arg, new);
            }
        }
        for &block in &blocks {
            let copy = map.block(block);
            let mut next = self.first_op(block);
            while let Some(op) = next {
                let new = self.clone_op(op, map);
                self.insert_at_end(copy, new);
                next = self.next_op(op);
            }
        }
    }

    fn spec_like(&self, op: OpId, map: &CloneMap) -> OpSpec {
        let data: &OpData = &self.ops[op.index()];
        OpSpec {
            name: data.name,
            operands: self.operands(op).iter().map(|&v| map.value(v)).collect(),
            results: self
                .results(op)
                .map(|value| self.value_type(value))
                .collect(),
            successors: data.successors.iter().map(|&b| map.block(b)).collect(),
            regions: SmallVec::new(),
            props: data.props.clone(),
            attrs: data.attrs.clone(),
            loc: data.loc,
            span: data.span,
        }
    }

    fn add_region(&mut self, op: OpId, region: RegionId) {
        self.regions[region.index()].parent = op;
        self.ops[op.index()].regions.push(region);
        self.places[op.index()].may_have_regions = true;
    }

    /// Appends results to an operation. All its results get new ids; the new values take over the uses of the old
    /// ones. The operation keeps its id. Linear in its results and their uses.
    pub fn extend_results(&mut self, op: OpId, types: &[TypeId]) {
        let old: SmallVec<[ValueId; 4]> = self.results(op).collect();
        let first = self.values.len() as u32;
        let all = old.iter().map(|&value| self.value_type(value));
        let all: SmallVec<[TypeId; 4]> = all.chain(types.iter().copied()).collect();
        for (index, &ty) in all.iter().enumerate() {
            let def = ValueDef::Result {
                op,
                index: index as u32,
            };
            self.values.push(super::module::ValueData {
                ty,
                def,
                first_use: None,
            });
        }
        let data = &mut self.ops[op.index()];
        data.first_result = first;
        data.n_results = all.len() as u32;
        for (&old, new) in old.iter().zip(self.results(op)) {
            self.replace_all_uses(old, new);
        }
    }

    /// Replaces an operation by one with other result types. Regions, operands, successors and attributes are kept,
    /// and result `i` takes over the uses of `kept[i]`. The old operation is erased: its other results must have no
    /// uses.
    pub fn with_results(&mut self, op: OpId, results: &[TypeId], kept: &[ValueId]) -> OpId {
        let mut spec = self.spec_like(op, &CloneMap::default());
        spec.results = results.iter().copied().collect();
        spec.regions = std::mem::take(&mut self.ops[op.index()].regions);
        let new = self.create_op(spec);
        self.insert_before(op, new);
        for (&old, result) in kept.iter().zip(self.results(new)) {
            self.replace_all_uses(old, result);
        }
        self.erase(op);
        new
    }
}

#[cfg(test)]
mod tests {
    use crate::text::{ParseOptions, PrintOptions, parse, print};

    const TEXT: &str = "module {
  func.func @f(%arg0: i32, %arg1: i32) -> i32 {
    return %arg1 : i32
  }
}
";

    /// The new argument takes the position of the old one, which keeps its uses until they are replaced. An earlier
    /// clone does not change.
    #[test]
    fn a_renewed_argument_takes_the_place_of_the_old_one() {
        let parsed = parse(TEXT.as_bytes(), &ParseOptions::default());
        let mut m = parsed.unwrap().module;
        let before = m.clone();
        let function = m.walk(m.root()).nth(1).unwrap();
        let block = m.first_block(m.regions(function)[0]).unwrap();
        let old = m.block_args(block)[1];
        let index = m.ctx.index_type();
        let new = m.renew_block_arg(block, 1, index);
        assert_eq!(m.block_args(block).len(), 2);
        assert_eq!(m.block_args(block)[1], new);
        assert_eq!(m.value_block(new), Some(block));
        assert!(m.is_unused(new) && !m.is_unused(old));
        m.replace_all_uses(old, new);
        let text = print(&m, &PrintOptions::default());
        assert!(text.contains("return %arg1 : index"), "{text}");
        assert_eq!(print(&before, &PrintOptions::default()).trim(), TEXT.trim());
    }
}
