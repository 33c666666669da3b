//! Moves operations from one module to another, and back.
//!
//! Parallel passes on functions run on each function in a separate module. [`Module::extract`] creates that
//! module and [`Module::put_back`] returns the result. Neither recurses; both are linear in the size of the moved
//! IR. [`Module::take_out`] and [`Module::with_only`] turn a module into that of one of its operations without
//! moving any.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::fork::Translation;
use super::module::{Module, OpSpec};
use super::{BlockId, Context, OpId, Resources, ValueId, names};

/// An operation in a separate module.
#[derive(Debug)]
pub(crate) struct Extracted {
    /// The module; its body contains only the operation, after the functions without a body that say something about
    /// their arguments.
    pub(crate) module: Module,
    /// The operation.
    pub(crate) op: OpId,
}

/// The contents that were taken out of a module.
#[derive(Debug)]
pub(crate) struct TakenOut {
    /// The operations directly in the module.
    ops: Vec<OpId>,
    resources: Resources,
}

impl Module {
    /// Prepares the context so that [`extract`](Self::extract) can share it.
    pub(crate) fn fork_context(&mut self) -> Context {
        self.ctx.fork()
    }

    /// A copy of a self-contained operation, in a module with the given fork of this context. The root of that module
    /// has the name of the operation's parent. It also has what [`declarations`](Self::declarations) lists beside the
    /// operation.
    pub(crate) fn extract(&self, op: OpId, fork: Context) -> Extracted {
        let mut module = Self::with_context(fork);
        if let Some(parent) = self.parent(op) {
            let (name, props) = (self.op_name(parent), self.props(parent).clone());
            let attrs = self.attrs(parent).clone();
            let root = &mut module.ops[module.root.index()];
            (root.name, root.props, root.attrs) = (name, props, attrs);
        }
        let body = module.body();
        let beside = self.op_block(op).map(|block| self.declarations(block));
        let beside = beside.into_iter().flatten().filter(|&other| other != op);
        let mut copy = op;
        for op in beside.chain([op]) {
            copy = Transfer::new(self, &mut module, Translation::default()).run(op);
            if let Some(body) = body {
                module.insert_at_end(body, copy);
            }
        }
        Extracted { module, op: copy }
    }

    /// Replaces an operation by the result of processing its extracted copy; erases the operation.
    pub(crate) fn put_back(&mut self, op: OpId, extracted: &Extracted) -> OpId {
        let translation = self.ctx.absorb(&extracted.module.ctx);
        let new = Transfer::new(&extracted.module, self, translation).run(extracted.op);
        self.insert_before(op, new);
        self.erase(op);
        new
    }

    /// The functions of a block that have no body, and attributes of arguments: passes on callers ask for these.
    fn declarations(&self, block: BlockId) -> Vec<OpId> {
        let is_declaration = |&op: &OpId| {
            self.has_trait(op, crate::dialects::Traits::FUNCTION)
                && !self.prop_elements(op, names::ARG_ATTRS).is_empty()
                && self
                    .regions(op)
                    .iter()
                    .all(|&region| self.first_block(region).is_none())
        };
        self.ops(block).filter(is_declaration).collect()
    }

    /// Takes everything out of the module, except for [`declarations`](Self::declarations).
    pub(crate) fn take_out(&mut self) -> TakenOut {
        let body = self.body();
        let ops: Vec<OpId> = body.map_or_else(Vec::new, |body| self.ops(body).collect());
        let kept = body.map_or_else(Vec::new, |body| self.declarations(body));
        for &op in ops.iter().filter(|op| !kept.contains(op)) {
            self.detach(op);
        }
        let resources = std::mem::take(&mut self.resources);
        TakenOut { ops, resources }
    }

    /// Inserts one of the removed operations while `work` runs: nothing else is in the module then but
    /// [`declarations`](Self::declarations).
    pub(crate) fn with_only<T>(&mut self, op: OpId, work: impl FnOnce(&mut Self) -> T) -> T {
        if self.op_block(op).is_some() {
            return work(self);
        }
        if let Some(body) = self.body() {
            self.insert_at_end(body, op);
        }
        let result = work(self);
        self.detach(op);
        result
    }

    /// Returns everything, in the old order.
    pub(crate) fn put_all_back(&mut self, taken_out: TakenOut) {
        let left: Vec<OpId> = self
            .body()
            .map_or_else(Vec::new, |body| self.ops(body).collect());
        left.into_iter().for_each(|op| self.detach(op));
        for op in taken_out.ops {
            if let Some(body) = self.body() {
                self.insert_at_end(body, op);
            }
        }
        self.resources = taken_out.resources;
    }

    /// Whether an operation is connected to its surroundings through symbols only, so that it can be extracted.
    pub(crate) fn is_self_contained(&self, op: OpId) -> bool {
        self.has_trait(op, crate::dialects::Traits::ISOLATED_FROM_ABOVE)
            && self.operands(op).is_empty()
            && self.result_count(op) == 0
            && self.successors(op).is_empty()
    }

    /// Drops erased entities if there are at least [`SPARSE`] ids for each remaining operation. All ids except those
    /// of the context change then. Linear in the remaining entities.
    pub(crate) fn compact_if_sparse(&mut self) {
        let n_live = self.walk(self.root).count();
        if self.op_count() < SPARSE * n_live.max(16) {
            return;
        }
        let ctx = std::mem::take(&mut self.ctx);
        let mut compact = Self::with_context(ctx);
        let root = Transfer::new(self, &mut compact, Translation::default()).run(self.root);
        compact.set_root(root);
        compact.resources = std::mem::take(&mut self.resources);
        *self = compact;
    }
}

/// The number of ids for each remaining operation from which a module is compacted.
const SPARSE: usize = 4;

/// One move.
struct Transfer<'a> {
    from: &'a Module,
    to: &'a mut Module,
    ids: Translation,
    values: Renumbering,
    blocks: FxHashMap<BlockId, BlockId>,
}

/// New ids for old ones: a table for ranges of close ids, as those of a function are, and a map for the rest.
/// Neither grows with the rest of the module.
#[derive(Default)]
struct Renumbering {
    start: usize,
    near: Vec<Option<ValueId>>,
    far: FxHashMap<ValueId, ValueId>,
    n: usize,
}

impl Renumbering {
    fn insert(&mut self, old: ValueId, new: ValueId) {
        const SPARE: usize = 256;
        if self.near.is_empty() {
            self.start = old.index();
        }
        self.n += 1;
        match old.index().checked_sub(self.start) {
            Some(at) if at < SPARE + 4 * self.n => {
                if self.near.len() <= at {
                    self.near.resize(at + 1, None);
                }
                self.near[at] = Some(new);
            }
            _ => {
                self.far.insert(old, new);
            }
        }
    }

    /// The new id of a value that was inserted.
    fn get(&self, old: ValueId) -> ValueId {
        let near = old.index().checked_sub(self.start);
        let near = near.and_then(|at| self.near.get(at).copied().flatten());
        near.unwrap_or_else(|| self.far[&old])
    }
}

impl<'a> Transfer<'a> {
    fn new(from: &'a Module, to: &'a mut Module, ids: Translation) -> Self {
        Self {
            from,
            to,
            ids,
            values: Renumbering::default(),
            blocks: FxHashMap::default(),
        }
    }

    /// Creates everything first, then sets operands and successors, which may refer to later entities.
    fn run(mut self, root: OpId) -> OpId {
        let mut made: Vec<(OpId, OpId)> = Vec::new();
        for op in self.from.walk(root) {
            let copy = self.make(op);
            if op != root
                && let Some(block) = self.from.op_block(op)
            {
                self.to.insert_at_end(self.blocks[&block], copy);
            }
            made.push((op, copy));
        }
        for &(op, copy) in &made {
            let operands = self.from.operands(op).iter();
            let operands: SmallVec<[ValueId; 4]> = operands.map(|&v| self.values.get(v)).collect();
            self.to.set_operands(copy, &operands);
            for (index, block) in self.from.successors(op).iter().enumerate() {
                self.to.set_successor(copy, index, self.blocks[block]);
            }
        }
        made.first().map_or(root, |&(_, copy)| copy)
    }

    /// The operation without operands, with regions of empty blocks.
    fn make(&mut self, op: OpId) -> OpId {
        let (from, ids) = (self.from, &self.ids);
        let mut spec = OpSpec::new(ids.name(from.op_name(op)));
        let types = from.results(op).map(|result| from.value_type(result));
        spec.results = types.map(|ty| ids.ty(ty)).collect();
        spec.successors = from.successors(op).into();
        spec.props = ids.dict(from.props(op));
        spec.attrs = ids.dict(from.attrs(op));
        spec.loc = from.op_loc(op).map(|loc| ids.loc(loc));
        spec.span = from.span(op);
        for &region in from.regions(op) {
            let new_region = self.to.create_region();
            spec.regions.push(new_region);
            for block in from.blocks(region) {
                let new_block = self.to.append_block(new_region);
                self.blocks.insert(block, new_block);
                for &arg in from.block_args(block) {
                    let ty = ids.ty(from.value_type(arg));
                    let new = self.to.add_block_arg(new_block, ty);
                    self.values.insert(arg, new);
                }
            }
        }
        let copy = self.to.create_op(spec);
        for (result, new) in from.results(op).zip(self.to.results(copy)) {
            self.values.insert(result, new);
        }
        copy
    }
}
