//! Arenas of operations, blocks, regions and values, and the operations that modify them.
//!
//! An operation's contents are in its record; its position is an intrusive doubly linked list per
//! block. Positions carry sparse sequence numbers, so "comes before" is one comparison. Use lists
//! link operand slots and are updated by every change. Erased entities leave a hole: ids are never
//! reused, so a stale id can be detected and never refers to another entity.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::arena::Arena;
use super::dict::Dict;
use super::{
    AttrId, BlockId, Context, LocId, OpId, OpName, RegionId, Resources, Span, StrId, TypeId, UseId,
    ValueId,
};

/// One module: the IR below one `builtin.module`, and the context that its ids refer to.
///
/// A clone has the same ids. It shares what it has in common with the original: each arena is copied when one of the
/// two changes it first. Only what was interned since the context was last shared is copied at once.
#[derive(Clone, Debug)]
pub struct Module {
    /// Interned types, attributes, strings and names.
    pub ctx: Context,
    /// The resource sections of the file.
    pub resources: Resources,
    pub(super) ops: Arena<OpData>,
    /// By operation.
    pub(super) places: Arena<Place>,
    pub(super) blocks: Arena<BlockData>,
    pub(super) regions: Arena<RegionData>,
    pub(super) values: Arena<ValueData>,
    pub(super) operands: Arena<ValueId>,
    pub(super) links: Arena<UseLink>,
    /// Locations of the block arguments that have an explicit one.
    pub(super) arg_locs: FxHashMap<ValueId, LocId>,
    pub(super) root: OpId,
}

#[derive(Clone, Debug)]
pub(super) struct OpData {
    pub(super) name: OpName,
    pub(super) first_operand: u32,
    pub(super) n_operands: u32,
    pub(super) first_result: u32,
    pub(super) n_results: u32,
    pub(super) regions: SmallVec<[RegionId; 2]>,
    pub(super) successors: SmallVec<[BlockId; 2]>,
    pub(super) props: Dict,
    pub(super) attrs: Dict,
    pub(super) loc: Option<LocId>,
    pub(super) span: Span,
    pub(super) is_erased: bool,
}

/// Where an operation is. Walks and orders read nothing else of most operations, and moving one changes nothing else.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Place {
    pub(super) block: Option<BlockId>,
    pub(super) prev: Option<OpId>,
    pub(super) next: Option<OpId>,
    pub(super) order: u32,
    /// Whether it has ever had regions.
    pub(super) may_have_regions: bool,
}

#[derive(Clone, Debug)]
pub(super) struct BlockData {
    pub(super) args: SmallVec<[ValueId; 2]>,
    pub(super) region: Option<RegionId>,
    pub(super) first: Option<OpId>,
    pub(super) last: Option<OpId>,
    pub(super) prev: Option<BlockId>,
    pub(super) next: Option<BlockId>,
}

#[derive(Clone, Debug)]
pub(super) struct RegionData {
    pub(super) parent: OpId,
    pub(super) first: Option<BlockId>,
    pub(super) last: Option<BlockId>,
}

#[derive(Clone, Debug)]
pub(super) struct ValueData {
    pub(super) ty: TypeId,
    pub(super) def: ValueDef,
    pub(super) first_use: Option<UseId>,
}

#[derive(Clone, Debug)]
pub(super) struct UseLink {
    pub(super) user: OpId,
    pub(super) prev: Option<UseId>,
    pub(super) next: Option<UseId>,
}

/// The definition of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueDef {
    /// Result `index` of `op`.
    Result {
        /// The defining operation.
        op: OpId,
        /// The index of the result.
        index: u32,
    },
    /// Argument `index` of `block`.
    Arg {
        /// The block.
        block: BlockId,
        /// The index of the argument.
        index: u32,
    },
    /// A use that was parsed before its definition; none remain after parsing.
    Forward,
}

/// The parts of an operation for [`Module::create_op`].
#[derive(Clone, Debug)]
pub struct OpSpec {
    /// Operation name.
    pub name: OpName,
    /// Operands.
    pub operands: SmallVec<[ValueId; 4]>,
    /// Types of the results.
    pub results: SmallVec<[TypeId; 2]>,
    /// Successor blocks.
    pub successors: SmallVec<[BlockId; 2]>,
    /// Regions made by [`Module::create_region`] that no operation owns yet.
    pub regions: SmallVec<[RegionId; 2]>,
    /// Inherent attributes.
    pub props: Dict,
    /// Discardable attributes.
    pub attrs: Dict,
    /// Explicit location.
    pub loc: Option<LocId>,
    /// The span of the operation in the source text.
    pub span: Span,
}

pub(super) const ORDER_STRIDE: u32 = 1 << 8;

impl OpSpec {
    /// An operation of this name without operands, results or anything else.
    pub fn new(name: OpName) -> Self {
        Self {
            name,
            operands: SmallVec::new(),
            results: SmallVec::new(),
            successors: SmallVec::new(),
            regions: SmallVec::new(),
            props: Dict::default(),
            attrs: Dict::default(),
            loc: None,
            span: Span::default(),
        }
    }

    /// Appends operands.
    #[must_use]
    pub fn operands(mut self, operands: &[ValueId]) -> Self {
        self.operands.extend_from_slice(operands);
        self
    }

    /// Appends result types.
    #[must_use]
    pub fn results(mut self, results: &[TypeId]) -> Self {
        self.results.extend_from_slice(results);
        self
    }

    /// Sets an inherent attribute.
    #[must_use]
    pub fn prop(mut self, name: StrId, attr: AttrId) -> Self {
        self.props.set(name, attr);
        self
    }

    /// Sets a discardable attribute.
    #[must_use]
    pub fn attr(mut self, name: StrId, attr: AttrId) -> Self {
        self.attrs.set(name, attr);
        self
    }

    /// Appends regions.
    #[must_use]
    pub fn regions(mut self, regions: &[RegionId]) -> Self {
        self.regions.extend_from_slice(regions);
        self
    }

    /// Takes location and source span from another operation.
    #[must_use]
    pub fn located_at(mut self, module: &Module, op: OpId) -> Self {
        self.loc = module.op_loc(op);
        self.span = module.span(op);
        self
    }
}

impl Default for Module {
    fn default() -> Self {
        Self::new()
    }
}

// Construction and structure.
impl Module {
    /// An empty module: a `builtin.module` with one empty block.
    pub fn new() -> Self {
        Self::with_context(Context::default())
    }

    /// An empty module whose ids refer to this context.
    pub fn with_context(ctx: Context) -> Self {
        let mut module = Self {
            ctx,
            resources: Resources::default(),
            ops: Arena::default(),
            places: Arena::default(),
            blocks: Arena::default(),
            regions: Arena::default(),
            values: Arena::default(),
            operands: Arena::default(),
            links: Arena::default(),
            arg_locs: FxHashMap::default(),
            root: OpId::from_index(0),
        };
        let name = module.ctx.op_name("builtin.module");
        let region = module.create_region();
        module.root = module.create_op(OpSpec::new(name).regions(&[region]));
        module.append_block(region);
        module
    }

    /// The `builtin.module` operation.
    #[inline]
    pub fn root(&self) -> OpId {
        self.root
    }

    /// Makes a detached `builtin.module` the root (used by the parser if the file contains one).
    pub(crate) fn set_root(&mut self, root: OpId) {
        self.root = root;
    }

    /// The block that holds the top-level operations.
    pub fn body(&self) -> Option<BlockId> {
        self.regions(self.root)
            .first()
            .and_then(|&region| self.first_block(region))
    }

    /// Number of operation ids created so far: an upper bound for dense side tables.
    #[inline]
    pub fn op_count(&self) -> usize {
        self.ops.len()
    }

    /// Number of value ids created so far.
    #[inline]
    pub fn value_count(&self) -> usize {
        self.values.len()
    }

    /// Number of block ids created so far.
    pub fn block_count(&self) -> usize {
        self.blocks.len()
    }

    /// Makes an operation that is in no block yet. `O(operands + results)`.
    pub fn create_op(&mut self, spec: OpSpec) -> OpId {
        let op = OpId::from_index(self.ops.len() as u32);
        let first_operand = self.operands.len() as u32;
        let first_result = self.values.len() as u32;
        for &region in &spec.regions {
            self.regions[region.index()].parent = op;
        }
        for (index, &ty) in spec.results.iter().enumerate() {
            let def = ValueDef::Result {
                op,
                index: index as u32,
            };
            self.values.push(ValueData {
                ty,
                def,
                first_use: None,
            });
        }
        self.places.push(Place {
            may_have_regions: !spec.regions.is_empty(),
            ..Place::default()
        });
        self.ops.push(OpData {
            name: spec.name,
            first_operand,
            n_operands: spec.operands.len() as u32,
            first_result,
            n_results: spec.results.len() as u32,
            regions: spec.regions,
            successors: spec.successors,
            props: spec.props,
            attrs: spec.attrs,
            loc: spec.loc,
            span: spec.span,
            is_erased: false,
        });
        for &value in &spec.operands {
            self.push_use(op, value);
        }
        op
    }

    /// Makes a region without blocks; the next `create_op` that lists it becomes its owner.
    pub fn create_region(&mut self) -> RegionId {
        let region = RegionId::from_index(self.regions.len() as u32);
        self.regions.push(RegionData {
            parent: self.root,
            first: None,
            last: None,
        });
        region
    }

    /// Makes a block without arguments that is in no region yet.
    pub fn create_block(&mut self) -> BlockId {
        let block = BlockId::from_index(self.blocks.len() as u32);
        self.blocks.push(BlockData {
            args: SmallVec::new(),
            region: None,
            first: None,
            last: None,
            prev: None,
            next: None,
        });
        block
    }

    /// Makes a block at the end of a region.
    pub fn append_block(&mut self, region: RegionId) -> BlockId {
        let block = self.create_block();
        self.attach_block(region, block);
        block
    }

    /// Puts a detached block at the end of a region.
    pub fn attach_block(&mut self, region: RegionId, block: BlockId) {
        let last = self.regions[region.index()].last.replace(block);
        match last {
            Some(last) => self.blocks[last.index()].next = Some(block),
            None => self.regions[region.index()].first = Some(block),
        }
        let data = &mut self.blocks[block.index()];
        data.region = Some(region);
        data.prev = last;
    }

    /// Adds an argument to a block.
    pub fn add_block_arg(&mut self, block: BlockId, ty: TypeId) -> ValueId {
        let index = self.blocks[block.index()].args.len() as u32;
        let value = ValueId::from_index(self.values.len() as u32);
        self.values.push(ValueData {
            ty,
            def: ValueDef::Arg { block, index },
            first_use: None,
        });
        self.blocks[block.index()].args.push(value);
        value
    }

    /// A placeholder for a definition that is parsed later.
    pub(crate) fn create_forward_value(&mut self, ty: TypeId) -> ValueId {
        let value = ValueId::from_index(self.values.len() as u32);
        self.values.push(ValueData {
            ty,
            def: ValueDef::Forward,
            first_use: None,
        });
        value
    }

    /// First block of a region.
    #[inline]
    pub fn first_block(&self, region: RegionId) -> Option<BlockId> {
        self.regions[region.index()].first
    }

    /// The block after this one.
    #[inline]
    pub fn next_block(&self, block: BlockId) -> Option<BlockId> {
        self.blocks[block.index()].next
    }

    /// Blocks of a region in order.
    #[inline]
    pub fn blocks(&self, region: RegionId) -> impl Iterator<Item = BlockId> + Clone + '_ {
        std::iter::successors(self.first_block(region), |&block| self.next_block(block))
    }

    /// First operation of a block.
    #[inline]
    pub fn first_op(&self, block: BlockId) -> Option<OpId> {
        self.blocks[block.index()].first
    }

    /// Last operation of a block: its terminator, where it has one.
    #[inline]
    pub fn last_op(&self, block: BlockId) -> Option<OpId> {
        self.blocks[block.index()].last
    }

    /// The operation after this one in its block.
    #[inline]
    pub fn next_op(&self, op: OpId) -> Option<OpId> {
        self.places[op.index()].next
    }

    /// The operation before this one in its block.
    #[inline]
    pub fn prev_op(&self, op: OpId) -> Option<OpId> {
        self.places[op.index()].prev
    }

    /// Operations of a block in order.
    #[inline]
    pub fn ops(&self, block: BlockId) -> impl Iterator<Item = OpId> + Clone + '_ {
        std::iter::successors(self.first_op(block), |&op| self.next_op(op))
    }

    /// Arguments of a block.
    #[inline]
    pub fn block_args(&self, block: BlockId) -> &[ValueId] {
        &self.blocks[block.index()].args
    }

    /// The region of a block.
    #[inline]
    pub fn block_region(&self, block: BlockId) -> Option<RegionId> {
        self.blocks[block.index()].region
    }

    /// The operation that owns a region.
    #[inline]
    pub fn region_parent(&self, region: RegionId) -> OpId {
        self.regions[region.index()].parent
    }

    /// The block that an operation is in.
    #[inline]
    pub fn op_block(&self, op: OpId) -> Option<BlockId> {
        self.places[op.index()].block
    }

    /// The operation whose region a block is in.
    #[inline]
    pub fn block_parent(&self, block: BlockId) -> Option<OpId> {
        self.block_region(block)
            .map(|region| self.region_parent(region))
    }

    /// The parent operation of an operation.
    #[inline]
    pub fn parent(&self, op: OpId) -> Option<OpId> {
        self.op_block(op).and_then(|block| self.block_parent(block))
    }

    /// The ancestors of an operation, innermost first, without itself.
    pub fn ancestors(&self, op: OpId) -> impl Iterator<Item = OpId> + '_ {
        std::iter::successors(self.parent(op), |&op| self.parent(op))
    }

    /// Whether `inner` is `outer` or nested in its regions. `O(depth)`.
    pub fn encloses(&self, outer: OpId, inner: OpId) -> bool {
        outer == inner || self.ancestors(inner).any(|op| op == outer)
    }

    /// The ancestor of `op` (or `op` itself) directly in `block`. `O(depth)`.
    pub fn ancestor_in_block(&self, block: BlockId, op: OpId) -> Option<OpId> {
        std::iter::once(op)
            .chain(self.ancestors(op))
            .find(|&op| self.op_block(op) == Some(block))
    }

    /// Whether `a` precedes `b` in their common block. `O(1)`.
    #[inline]
    pub fn is_before(&self, a: OpId, b: OpId) -> bool {
        self.places[a.index()].order < self.places[b.index()].order
    }

    /// Pre-order walk over `root` and everything in its regions. `O(1)` an operation.
    #[inline]
    pub fn walk(&self, root: OpId) -> impl Iterator<Item = OpId> + '_ {
        let mut next = Some(root);
        std::iter::from_fn(move || {
            let op = next?;
            let place = &self.places[op.index()];
            next = match place.next {
                // A fast path for most operations: every analysis walks the module.
                Some(sibling) if !place.may_have_regions && op != root => Some(sibling),
                _ => self.first_inside(op).or_else(|| self.walk_next(root, op)),
            };
            Some(op)
        })
    }

    fn first_inside(&self, op: OpId) -> Option<OpId> {
        self.regions(op)
            .iter()
            .find_map(|&region| self.blocks(region).find_map(|block| self.first_op(block)))
    }

    fn walk_next(&self, root: OpId, mut op: OpId) -> Option<OpId> {
        while op != root {
            if let Some(next) = self.next_op(op) {
                return Some(next);
            }
            let block = self.op_block(op)?;
            let later_block =
                std::iter::successors(self.next_block(block), |&b| self.next_block(b))
                    .find_map(|block| self.first_op(block));
            if later_block.is_some() {
                return later_block;
            }
            let region = self.block_region(block)?;
            let parent = self.region_parent(region);
            let later_region = self
                .regions(parent)
                .iter()
                .skip_while(|&&r| r != region)
                .skip(1)
                .find_map(|&region| self.blocks(region).find_map(|block| self.first_op(block)));
            if later_region.is_some() {
                return later_region;
            }
            op = parent;
        }
        None
    }
}
