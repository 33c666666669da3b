//! Arenas of operations, blocks, regions and values, and everything that changes them.
//!
//! What an operation *is* lives in its record; where it *stands* is an intrusive doubly linked list
//! per block. Positions carry sparse sequence numbers, so "comes before" is one comparison. Use
//! lists are links between operand slots, kept up to date by every change. Erased entities leave a
//! hole: ids are never reused, so a stale id can be noticed but never means something else.

use std::ops::Range;

use smallvec::SmallVec;

use super::{
    AttrId, AttrKind, BlockId, Context, LocId, OpId, OpName, RegionId, StrId, TypeId, TypeKind,
    UseId, ValueId, names,
};
use crate::dialects::{Arg, Arity, OpDef, Segments, Traits};
use crate::text::Span;

/// A small map from attribute names to attributes, in order of insertion.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dict(SmallVec<[(StrId, AttrId); 2]>);

/// One module: the IR below one `builtin.module`, and the context that its ids refer to.
#[derive(Debug)]
pub struct Module {
    /// Interned types, attributes, strings and names.
    pub ctx: Context,
    ops: Vec<OpData>,
    blocks: Vec<BlockData>,
    regions: Vec<RegionData>,
    values: Vec<ValueData>,
    operands: Vec<ValueId>,
    links: Vec<UseLink>,
    root: OpId,
}

#[derive(Debug)]
struct OpData {
    name: OpName,
    first_operand: u32,
    n_operands: u32,
    first_result: u32,
    n_results: u32,
    regions: SmallVec<[RegionId; 2]>,
    successors: SmallVec<[BlockId; 2]>,
    props: Dict,
    attrs: Dict,
    loc: Option<LocId>,
    span: Span,
    block: Option<BlockId>,
    prev: Option<OpId>,
    next: Option<OpId>,
    order: u32,
    is_erased: bool,
}

#[derive(Debug)]
struct BlockData {
    args: SmallVec<[ValueId; 2]>,
    region: Option<RegionId>,
    first: Option<OpId>,
    last: Option<OpId>,
    prev: Option<BlockId>,
    next: Option<BlockId>,
}

#[derive(Debug)]
struct RegionData {
    parent: OpId,
    first: Option<BlockId>,
    last: Option<BlockId>,
}

#[derive(Debug)]
struct ValueData {
    ty: TypeId,
    def: ValueDef,
    first_use: Option<UseId>,
}

#[derive(Debug)]
struct UseLink {
    user: OpId,
    prev: Option<UseId>,
    next: Option<UseId>,
}

/// Where a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueDef {
    /// Result `index` of `op`.
    Result {
        /// The defining operation.
        op: OpId,
        /// Which of its results.
        index: u32,
    },
    /// Argument `index` of `block`.
    Arg {
        /// The block.
        block: BlockId,
        /// Which of its arguments.
        index: u32,
    },
    /// A use that was read before its definition; gone once parsing ends.
    Forward,
}

/// What [`Module::create_op`] makes an operation from.
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
    /// Where the operation stands in the source text.
    pub span: Span,
}

const ORDER_STRIDE: u32 = 1 << 8;

impl Dict {
    /// The map of these entries, whose names must all differ.
    pub(crate) const fn from_unique(entries: SmallVec<[(StrId, AttrId); 2]>) -> Self {
        Self(entries)
    }

    /// The attribute of this name.
    pub fn get(&self, name: StrId) -> Option<AttrId> {
        self.0
            .iter()
            .find(|(key, _)| *key == name)
            .map(|(_, attr)| *attr)
    }

    /// Sets the attribute of this name and gives back the old one.
    pub fn set(&mut self, name: StrId, attr: AttrId) -> Option<AttrId> {
        if let Some(entry) = self.0.iter_mut().find(|(key, _)| *key == name) {
            return Some(std::mem::replace(&mut entry.1, attr));
        }
        self.0.push((name, attr));
        None
    }

    /// Removes and gives back the attribute of this name.
    pub fn remove(&mut self, name: StrId) -> Option<AttrId> {
        let at = self.0.iter().position(|(key, _)| *key == name)?;
        Some(self.0.remove(at).1)
    }

    /// All entries in order of insertion.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (StrId, AttrId)> + '_ {
        self.0.iter().copied()
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Entries sorted by the bytes of their names, as MLIR keeps and prints them.
    pub fn sorted(&self, ctx: &Context) -> SmallVec<[(StrId, AttrId); 4]> {
        let mut entries: SmallVec<[_; 4]> = self.iter().collect();
        if entries.len() > 1 {
            entries.sort_by(|a, b| ctx.bytes(a.0).cmp(ctx.bytes(b.0)));
        }
        entries
    }
}

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
        let mut module = Self {
            ctx: Context::default(),
            ops: Vec::new(),
            blocks: Vec::new(),
            regions: Vec::new(),
            values: Vec::new(),
            operands: Vec::new(),
            links: Vec::new(),
            root: OpId::from_index(0),
        };
        let name = module.ctx.op_name("builtin.module");
        let region = module.create_region();
        module.root = module.create_op(OpSpec::new(name).regions(&[region]));
        module.append_block(region);
        module
    }

    /// The `builtin.module` operation.
    pub fn root(&self) -> OpId {
        self.root
    }

    /// Makes a detached `builtin.module` the root (the parser does this when the file spells one).
    pub(crate) fn set_root(&mut self, root: OpId) {
        self.root = root;
    }

    /// The block that holds the top-level operations.
    pub fn body(&self) -> Option<BlockId> {
        self.regions(self.root)
            .first()
            .and_then(|&region| self.first_block(region))
    }

    /// Number of operation ids handed out so far: an upper bound for dense side tables.
    pub fn op_count(&self) -> usize {
        self.ops.len()
    }

    /// Number of value ids handed out so far.
    pub fn value_count(&self) -> usize {
        self.values.len()
    }

    /// Number of block ids handed out so far.
    pub fn block_count(&self) -> usize {
        self.blocks.len()
    }

    /// Makes an operation that stands in no block yet. `O(operands + results)`.
    pub fn create_op(&mut self, spec: OpSpec) -> OpId {
        let op = OpId::from_len(self.ops.len());
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
            block: None,
            prev: None,
            next: None,
            order: 0,
            is_erased: false,
        });
        for &value in &spec.operands {
            self.push_use(op, value);
        }
        op
    }

    /// Makes a region without blocks; the next `create_op` that lists it becomes its owner.
    pub fn create_region(&mut self) -> RegionId {
        let region = RegionId::from_len(self.regions.len());
        self.regions.push(RegionData {
            parent: self.root,
            first: None,
            last: None,
        });
        region
    }

    /// Makes a block without arguments that stands in no region yet.
    pub fn create_block(&mut self) -> BlockId {
        let block = BlockId::from_len(self.blocks.len());
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
        let value = ValueId::from_len(self.values.len());
        self.values.push(ValueData {
            ty,
            def: ValueDef::Arg { block, index },
            first_use: None,
        });
        self.blocks[block.index()].args.push(value);
        value
    }

    /// A value that stands for a definition still to be read.
    pub(crate) fn create_forward_value(&mut self, ty: TypeId) -> ValueId {
        let value = ValueId::from_len(self.values.len());
        self.values.push(ValueData {
            ty,
            def: ValueDef::Forward,
            first_use: None,
        });
        value
    }

    /// First block of a region.
    pub fn first_block(&self, region: RegionId) -> Option<BlockId> {
        self.regions[region.index()].first
    }

    /// The block after this one.
    pub fn next_block(&self, block: BlockId) -> Option<BlockId> {
        self.blocks[block.index()].next
    }

    /// Blocks of a region in order.
    pub fn blocks(&self, region: RegionId) -> impl Iterator<Item = BlockId> + Clone + '_ {
        std::iter::successors(self.first_block(region), |&block| self.next_block(block))
    }

    /// First operation of a block.
    pub fn first_op(&self, block: BlockId) -> Option<OpId> {
        self.blocks[block.index()].first
    }

    /// Last operation of a block: its terminator, where it has one.
    pub fn last_op(&self, block: BlockId) -> Option<OpId> {
        self.blocks[block.index()].last
    }

    /// The operation after this one in its block.
    pub fn next_op(&self, op: OpId) -> Option<OpId> {
        self.ops[op.index()].next
    }

    /// The operation before this one in its block.
    pub fn prev_op(&self, op: OpId) -> Option<OpId> {
        self.ops[op.index()].prev
    }

    /// Operations of a block in order.
    pub fn ops(&self, block: BlockId) -> impl Iterator<Item = OpId> + Clone + '_ {
        std::iter::successors(self.first_op(block), |&op| self.next_op(op))
    }

    /// Arguments of a block.
    pub fn block_args(&self, block: BlockId) -> &[ValueId] {
        &self.blocks[block.index()].args
    }

    /// The region of a block.
    pub fn block_region(&self, block: BlockId) -> Option<RegionId> {
        self.blocks[block.index()].region
    }

    /// The operation that owns a region.
    pub fn region_parent(&self, region: RegionId) -> OpId {
        self.regions[region.index()].parent
    }

    /// The block that an operation stands in.
    pub fn op_block(&self, op: OpId) -> Option<BlockId> {
        self.ops[op.index()].block
    }

    /// The operation whose region a block stands in.
    pub fn block_parent(&self, block: BlockId) -> Option<OpId> {
        self.block_region(block)
            .map(|region| self.region_parent(region))
    }

    /// The operation around an operation.
    pub fn parent(&self, op: OpId) -> Option<OpId> {
        self.op_block(op).and_then(|block| self.block_parent(block))
    }

    /// The operations around an operation, innermost first, without itself.
    pub fn ancestors(&self, op: OpId) -> impl Iterator<Item = OpId> + '_ {
        std::iter::successors(self.parent(op), |&op| self.parent(op))
    }

    /// Whether `inner` is `outer` or stands somewhere in its regions. `O(depth)`.
    pub fn encloses(&self, outer: OpId, inner: OpId) -> bool {
        outer == inner || self.ancestors(inner).any(|op| op == outer)
    }

    /// The ancestor of `op` (or `op` itself) that stands directly in `block`. `O(depth)`.
    pub fn ancestor_in_block(&self, block: BlockId, op: OpId) -> Option<OpId> {
        std::iter::once(op)
            .chain(self.ancestors(op))
            .find(|&op| self.op_block(op) == Some(block))
    }

    /// Whether `a` stands before `b`; both stand in the same block. `O(1)`.
    pub fn is_before(&self, a: OpId, b: OpId) -> bool {
        self.ops[a.index()].order < self.ops[b.index()].order
    }

    /// Pre-order walk over `root` and everything in its regions. `O(1)` an operation.
    pub fn walk(&self, root: OpId) -> impl Iterator<Item = OpId> + '_ {
        let mut next = Some(root);
        std::iter::from_fn(move || {
            let op = next?;
            next = self.first_inside(op).or_else(|| self.walk_next(root, op));
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

// What an operation is.
impl Module {
    /// Interned name of an operation.
    pub fn op_name(&self, op: OpId) -> OpName {
        self.ops[op.index()].name
    }

    /// Name of an operation as text, for messages.
    pub fn op_name_text(&self, op: OpId) -> std::borrow::Cow<'_, str> {
        self.ctx.op_name_text(self.op_name(op))
    }

    /// The dialect table's entry; absent for operations that no table lists.
    pub fn def(&self, op: OpId) -> Option<&'static OpDef> {
        self.ctx.def(self.op_name(op))
    }

    /// Whether the operation's table gives it all these traits.
    pub fn has_trait(&self, op: OpId, traits: Traits) -> bool {
        self.def(op).is_some_and(|def| def.traits.has(traits))
    }

    /// Operands in order.
    pub fn operands(&self, op: OpId) -> &[ValueId] {
        let data = &self.ops[op.index()];
        &self.operands[data.first_operand as usize..(data.first_operand + data.n_operands) as usize]
    }

    /// Number of results.
    pub fn result_count(&self, op: OpId) -> usize {
        self.ops[op.index()].n_results as usize
    }

    /// Result `index`, if there is one.
    pub fn result(&self, op: OpId, index: usize) -> Option<ValueId> {
        let data = &self.ops[op.index()];
        (index < data.n_results as usize)
            .then(|| ValueId::from_index(data.first_result + index as u32))
    }

    /// Results in order.
    pub fn results(
        &self,
        op: OpId,
    ) -> impl ExactSizeIterator<Item = ValueId> + DoubleEndedIterator + Clone + use<> {
        let data = &self.ops[op.index()];
        (data.first_result..data.first_result + data.n_results).map(ValueId::from_index)
    }

    /// Regions in order.
    pub fn regions(&self, op: OpId) -> &[RegionId] {
        &self.ops[op.index()].regions
    }

    /// Successor blocks in order.
    pub fn successors(&self, op: OpId) -> &[BlockId] {
        &self.ops[op.index()].successors
    }

    /// Inherent attributes.
    pub fn props(&self, op: OpId) -> &Dict {
        &self.ops[op.index()].props
    }

    /// Discardable attributes.
    pub fn attrs(&self, op: OpId) -> &Dict {
        &self.ops[op.index()].attrs
    }

    /// An inherent attribute.
    pub fn prop(&self, op: OpId, name: StrId) -> Option<AttrId> {
        self.props(op).get(name)
    }

    /// A discardable attribute.
    pub fn attr(&self, op: OpId, name: StrId) -> Option<AttrId> {
        self.attrs(op).get(name)
    }

    /// An integer attribute among the inherent ones.
    pub fn prop_i64(&self, op: OpId, name: StrId) -> Option<i64> {
        self.prop(op, name).and_then(|attr| self.ctx.attr_i64(attr))
    }

    /// An integer `array<..>` among the inherent attributes; empty when absent.
    pub fn prop_array(&self, op: OpId, name: StrId) -> &[i64] {
        self.prop(op, name)
            .and_then(|attr| self.ctx.attr_array(attr))
            .unwrap_or(&[])
    }

    /// Name of a symbol operation.
    pub fn symbol_name(&self, op: OpId) -> Option<StrId> {
        self.prop(op, names::SYM_NAME)
            .and_then(|attr| self.ctx.attr_str(attr))
    }

    /// Explicit location, if the source gave one.
    pub fn op_loc(&self, op: OpId) -> Option<LocId> {
        self.ops[op.index()].loc
    }

    /// Where the operation stands in the source text; empty for operations made by passes from
    /// nothing.
    pub fn span(&self, op: OpId) -> Span {
        self.ops[op.index()].span
    }

    /// Indices of the operands of group number `group` of the operation's definition; empty when
    /// the operation has no definition, or its segment sizes are wrong.
    pub fn operand_range(&self, op: OpId, group: usize) -> Range<usize> {
        let Some(def) = self.def(op) else { return 0..0 };
        let len = self.operands(op).len();
        let segments = match def.segments {
            Segments::Inferred => None,
            Segments::Operands | Segments::OperandsAndResults => {
                Some(self.prop_array(op, names::OPERAND_SEGMENT_SIZES))
            }
        };
        group_range(def.operands, segments, len, group)
    }

    /// Operands of the named group.
    pub fn operand_group(&self, op: OpId, name: &str) -> &[ValueId] {
        match self.def(op).and_then(|def| def.operand_group(name)) {
            Some(group) => &self.operands(op)[self.operand_range(op, group)],
            None => &[],
        }
    }

    /// Indices of the results of group number `group`.
    pub fn result_range(&self, op: OpId, group: usize) -> Range<usize> {
        let Some(def) = self.def(op) else { return 0..0 };
        let segments = match def.segments {
            Segments::Inferred | Segments::Operands => None,
            Segments::OperandsAndResults => Some(self.prop_array(op, names::RESULT_SEGMENT_SIZES)),
        };
        group_range(def.results, segments, self.result_count(op), group)
    }
}

/// Where group number `group` lies among `len` values.
fn group_range(groups: &[Arg], segments: Option<&[i64]>, len: usize, group: usize) -> Range<usize> {
    if let Some(segments) = segments {
        // Generic text may leave segment sizes out when every group is empty.
        if segments.len() != groups.len() {
            return 0..0;
        }
        let size = |n: &i64| usize::try_from(*n).unwrap_or(0);
        let start: usize = segments[..group].iter().map(size).sum();
        let end = start + size(&segments[group]);
        return if end <= len { start..end } else { 0..0 };
    }
    let fixed = groups
        .iter()
        .filter(|group| group.arity == Arity::One)
        .count();
    let flexible = len.saturating_sub(fixed);
    let width = |arg: &Arg| if arg.arity == Arity::One { 1 } else { flexible };
    let start: usize = groups[..group].iter().map(width).sum();
    let end = start + width(&groups[group]);
    if end <= len { start..end } else { 0..0 }
}

// Values and their uses.
impl Module {
    /// Type of a value.
    pub fn value_type(&self, value: ValueId) -> TypeId {
        self.values[value.index()].ty
    }

    /// What the type of a value is.
    pub fn value_type_kind(&self, value: ValueId) -> &TypeKind {
        self.ctx.type_kind(self.value_type(value))
    }

    /// Changes the type of a value; its users are the caller's business.
    pub fn set_value_type(&mut self, value: ValueId, ty: TypeId) {
        self.values[value.index()].ty = ty;
    }

    /// Whether a value is a ranked or unranked memref.
    pub fn is_memref(&self, value: ValueId) -> bool {
        matches!(
            self.value_type_kind(value),
            TypeKind::MemRef(_) | TypeKind::UnrankedMemRef { .. }
        )
    }

    /// Where a value comes from.
    pub fn value_def(&self, value: ValueId) -> ValueDef {
        self.values[value.index()].def
    }

    /// The operation that a value is a result of.
    pub fn defining_op(&self, value: ValueId) -> Option<OpId> {
        match self.value_def(value) {
            ValueDef::Result { op, .. } => Some(op),
            ValueDef::Arg { .. } | ValueDef::Forward => None,
        }
    }

    /// The block in which a value is defined.
    pub fn value_block(&self, value: ValueId) -> Option<BlockId> {
        match self.value_def(value) {
            ValueDef::Result { op, .. } => self.op_block(op),
            ValueDef::Arg { block, .. } => Some(block),
            ValueDef::Forward => None,
        }
    }

    /// Uses of a value as (user, operand index), the latest added first.
    pub fn uses(&self, value: ValueId) -> impl Iterator<Item = (OpId, usize)> + Clone + '_ {
        let first = self.values[value.index()].first_use;
        std::iter::successors(first, |&slot| self.links[slot.index()].next).map(|slot| {
            let user = self.links[slot.index()].user;
            (
                user,
                slot.index() - self.ops[user.index()].first_operand as usize,
            )
        })
    }

    /// Whether nothing uses a value.
    pub fn is_unused(&self, value: ValueId) -> bool {
        self.values[value.index()].first_use.is_none()
    }

    /// Makes every use of `old` a use of `new`. `O(uses)`.
    pub fn replace_all_uses(&mut self, old: ValueId, new: ValueId) {
        while let Some(slot) = self.values[old.index()].first_use {
            self.unlink_use(slot);
            self.link_use(slot, new);
        }
    }

    /// Changes one operand.
    pub fn set_operand(&mut self, op: OpId, index: usize, value: ValueId) {
        let slot = UseId::from_index(self.ops[op.index()].first_operand + index as u32);
        self.unlink_use(slot);
        self.link_use(slot, value);
    }

    /// Replaces all operands. `O(old + new)`.
    pub fn set_operands(&mut self, op: OpId, operands: &[ValueId]) {
        self.drop_operands(op);
        self.ops[op.index()].first_operand = self.operands.len() as u32;
        self.ops[op.index()].n_operands = operands.len() as u32;
        for &value in operands {
            self.push_use(op, value);
        }
    }

    fn push_use(&mut self, user: OpId, value: ValueId) {
        let slot = UseId::from_len(self.operands.len());
        self.operands.push(value);
        self.links.push(UseLink {
            user,
            prev: None,
            next: None,
        });
        self.link_use(slot, value);
    }

    fn link_use(&mut self, slot: UseId, value: ValueId) {
        let next = self.values[value.index()].first_use.replace(slot);
        if let Some(next) = next {
            self.links[next.index()].prev = Some(slot);
        }
        let link = &mut self.links[slot.index()];
        link.prev = None;
        link.next = next;
        self.operands[slot.index()] = value;
    }

    fn unlink_use(&mut self, slot: UseId) {
        let UseLink { prev, next, .. } = self.links[slot.index()];
        match prev {
            Some(prev) => self.links[prev.index()].next = next,
            None => self.values[self.operands[slot.index()].index()].first_use = next,
        }
        if let Some(next) = next {
            self.links[next.index()].prev = prev;
        }
    }

    fn drop_operands(&mut self, op: OpId) {
        let OpData {
            first_operand,
            n_operands,
            ..
        } = self.ops[op.index()];
        for slot in first_operand..first_operand + n_operands {
            self.unlink_use(UseId::from_index(slot));
        }
        self.ops[op.index()].n_operands = 0;
    }
}

// Changes.
impl Module {
    /// Sets an inherent attribute.
    pub fn set_prop(&mut self, op: OpId, name: StrId, attr: AttrId) {
        self.ops[op.index()].props.set(name, attr);
    }

    /// Removes an inherent attribute.
    pub fn remove_prop(&mut self, op: OpId, name: StrId) -> Option<AttrId> {
        self.ops[op.index()].props.remove(name)
    }

    /// Sets a discardable attribute.
    pub fn set_attr(&mut self, op: OpId, name: StrId, attr: AttrId) {
        self.ops[op.index()].attrs.set(name, attr);
    }

    /// Removes a discardable attribute.
    pub fn remove_attr(&mut self, op: OpId, name: StrId) -> Option<AttrId> {
        self.ops[op.index()].attrs.remove(name)
    }

    pub(crate) fn set_op_loc(&mut self, op: OpId, loc: LocId) {
        self.ops[op.index()].loc = Some(loc);
    }

    /// Puts a detached operation at the end of a block.
    pub fn insert_at_end(&mut self, block: BlockId, op: OpId) {
        let last = self.last_op(block);
        self.link_op(block, op, last, None);
    }

    /// Puts a detached operation at the start of a block.
    pub fn insert_at_start(&mut self, block: BlockId, op: OpId) {
        let first = self.first_op(block);
        self.link_op(block, op, None, first);
    }

    /// Puts a detached operation before `anchor`, which stands in a block.
    pub fn insert_before(&mut self, anchor: OpId, op: OpId) {
        if let Some(block) = self.op_block(anchor) {
            let prev = self.prev_op(anchor);
            self.link_op(block, op, prev, Some(anchor));
        }
    }

    /// Puts a detached operation behind `anchor`, which stands in a block.
    pub fn insert_after(&mut self, anchor: OpId, op: OpId) {
        if let Some(block) = self.op_block(anchor) {
            let next = self.next_op(anchor);
            self.link_op(block, op, Some(anchor), next);
        }
    }

    fn link_op(&mut self, block: BlockId, op: OpId, prev: Option<OpId>, next: Option<OpId>) {
        match prev {
            Some(prev) => self.ops[prev.index()].next = Some(op),
            None => self.blocks[block.index()].first = Some(op),
        }
        match next {
            Some(next) => self.ops[next.index()].prev = Some(op),
            None => self.blocks[block.index()].last = Some(op),
        }
        let before = prev.map_or(0, |prev| self.ops[prev.index()].order);
        let order = match next {
            None => before.checked_add(ORDER_STRIDE),
            Some(next) => {
                let after = self.ops[next.index()].order;
                (after - before >= 2).then(|| before + (after - before) / 2)
            }
        };
        let data = &mut self.ops[op.index()];
        data.block = Some(block);
        data.prev = prev;
        data.next = next;
        match order {
            Some(order) => data.order = order,
            None => self.renumber(block),
        }
    }

    /// Gives the operations of a block evenly spread sequence numbers.
    fn renumber(&mut self, block: BlockId) {
        let count = self.ops(block).count() as u32;
        let stride = (u32::MAX / (count + 1)).clamp(1, ORDER_STRIDE);
        let mut order = 0;
        let mut next = self.first_op(block);
        while let Some(op) = next {
            order += stride;
            self.ops[op.index()].order = order;
            next = self.next_op(op);
        }
    }

    /// Takes an operation out of its block, whole.
    pub fn detach(&mut self, op: OpId) {
        let OpData {
            block, prev, next, ..
        } = self.ops[op.index()];
        let Some(block) = block else { return };
        match prev {
            Some(prev) => self.ops[prev.index()].next = next,
            None => self.blocks[block.index()].first = next,
        }
        match next {
            Some(next) => self.ops[next.index()].prev = prev,
            None => self.blocks[block.index()].last = prev,
        }
        let data = &mut self.ops[op.index()];
        data.block = None;
        data.prev = None;
        data.next = None;
    }

    /// Takes an operation out of its block and drops it with everything in its regions. Its results
    /// must have no uses outside of it.
    pub fn erase(&mut self, op: OpId) {
        self.detach(op);
        let inside: Vec<OpId> = self.walk(op).collect();
        for &op in &inside {
            self.drop_operands(op);
        }
        for &op in &inside {
            debug_assert!(self.results(op).all(|value| self.is_unused(value)));
            self.ops[op.index()].is_erased = true;
        }
    }

    /// Whether an operation was erased.
    pub fn is_erased(&self, op: OpId) -> bool {
        self.ops[op.index()].is_erased
    }

    /// Top-level and nested operations with the given trait, in order.
    pub fn ops_with_trait(&self, traits: Traits) -> Vec<OpId> {
        self.walk(self.root)
            .filter(|&op| self.has_trait(op, traits))
            .collect()
    }

    /// Elements of an array attribute among the inherent attributes; empty when absent.
    pub fn prop_elements(&self, op: OpId, name: StrId) -> &[AttrId] {
        match self.prop(op, name).map(|attr| self.ctx.attr_kind(attr)) {
            Some(AttrKind::Array(elements)) => elements,
            _ => &[],
        }
    }
}
