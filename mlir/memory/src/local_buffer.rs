//! The uses of one allocation, grouped by the blocks that they are in.
//!
//! [`LocalBuffer`] follows an allocation through exact views: operations with one result that certainly views this
//! buffer and no other. Every other use that may create an alias of the buffer captures it. Before the first of
//! these, the listed uses are all accesses to the buffer.
//!
//! Cost: the uses, times the depth of their nesting, and sorting.

use crate::access::{Access, gives_pointer, has_all_of, is_dense, is_stored, writes_all_of};
use crate::objects::Memory;
use memplan_mlir::dialects::{RegionFlow, Traits, Views};
use memplan_mlir::interfaces::{
    allocation, callee, computes_elements, effects, has_no_effects, has_region_flow,
    is_manually_freed, is_plain_dealloc, runs_alone, runs_later, takes_address, view_sources,
};
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{AffineMap, AttrKind, BlockId, Module, OpId, TypeKind, ValueId, names};
use memplan_support::Sort;
use rustc_hash::{FxHashMap, FxHashSet};

/// One operand that is the buffer or a view of it.
#[derive(Clone, Copy, Debug)]
pub struct Use {
    /// The user.
    pub op: OpId,
    /// The number of the operand.
    pub operand: usize,
    /// What the user does to the buffer through it.
    pub access: Access,
}

/// An operation of a block that uses the buffer, itself or in its regions.
#[derive(Clone, Debug)]
pub struct Node {
    /// The operation of the block.
    pub op: OpId,
    /// What it does to the buffer, with its regions.
    pub access: Access,
    /// Indices into [`LocalBuffer::uses`].
    pub uses: Vec<u32>,
}

/// The uses in one block, in order.
#[derive(Clone, Debug)]
pub struct BlockUses {
    /// The block.
    pub block: BlockId,
    /// How many operations are between this block and that of the allocation.
    pub depth: u32,
    /// The operations of the block that use the buffer, in order.
    pub nodes: Vec<Node>,
}

/// The uses in one block of which only one execution is active at a time.
#[derive(Clone, Copy, Debug)]
pub struct Sequence<'a> {
    /// The uses, in order.
    pub nodes: &'a [Node],
    /// How many of them come before the first that frees the buffer or creates an unknown alias.
    pub n_known: usize,
    /// Whether this is the block of the allocation.
    pub is_home: bool,
}

/// An allocation with all its uses.
#[derive(Clone, Debug)]
pub struct LocalBuffer {
    /// The operation that allocates it.
    pub alloc: OpId,
    /// Its result.
    pub buffer: ValueId,
    /// The exact views of the buffer; a view follows its source.
    pub views: Vec<OpId>,
    /// All uses of the buffer and of its exact views, except for the views themselves.
    pub uses: Vec<Use>,
    /// Uses in other blocks of the region of the allocation, or nested in them: they come after the block of the
    /// allocation.
    pub late: Vec<u32>,
    /// By block, the innermost blocks first and that of the allocation last.
    pub blocks: Vec<BlockUses>,
}

/// All allocations below `root` that the passes of this crate may change, in the order of the program.
pub fn allocations(m: &Module, root: OpId) -> Vec<OpId> {
    let is_ours = |&op: &OpId| allocation(m, op).is_some() && !is_manually_freed(m, op);
    m.walk(root).filter(is_ours).collect()
}

impl LocalBuffer {
    /// The uses of the buffer that an operation allocates; absent if it allocates none.
    pub fn new(m: &Module, memory: &Memory, alloc: OpId) -> Option<Self> {
        let buffer = allocation(m, alloc)?.buffer;
        let block = m.op_block(alloc)?;
        let mut local = Self {
            alloc,
            buffer,
            views: Vec::new(),
            uses: Vec::new(),
            late: Vec::new(),
            blocks: Vec::new(),
        };
        local.follow(m, memory);
        local.group(m, block);
        Some(local)
    }

    /// The uses in the block of the allocation.
    pub fn home(&self) -> &[Node] {
        self.blocks.last().map_or(&[], |home| &home.nodes)
    }

    /// The operation of the block of the allocation that frees the buffer, if nothing uses it later.
    pub fn free_at_home(&self) -> Option<OpId> {
        let last = self.home().last()?;
        (last.access == Access::FREE && self.late.is_empty()).then_some(last.op)
    }

    /// The uses of each block before the buffer gets an unknown alias, innermost blocks first.
    ///
    /// Blocks whose executions may overlap are left out, and those that run after the buffer got an unknown alias.
    pub fn sequences<'a>(&'a self, m: &'a Module) -> impl Iterator<Item = Sequence<'a>> {
        let home = self.home();
        let ends = |node: &Node| !node.access.only_reads_or_writes();
        let n_known = home.iter().position(ends).unwrap_or(home.len());
        let end = home.get(n_known).map(|node| node.op);
        self.blocks.iter().filter_map(move |of_block| {
            let is_home = of_block.depth == 0;
            let nodes = &of_block.nodes;
            let n_known = if is_home { n_known } else { nodes.len() };
            (is_home || self.runs_alone(m, of_block, end)).then_some(Sequence {
                nodes,
                n_known,
                is_home,
            })
        })
    }

    /// Whether only one execution of a nested block runs at a time, before `end`.
    fn runs_alone(&self, m: &Module, of_block: &BlockUses, end: Option<OpId>) -> bool {
        let home = m.op_block(self.alloc);
        let mut around = m.block_parent(of_block.block);
        while let Some(op) = around {
            if !runs_alone(m, op) {
                return false;
            }
            if m.op_block(op) == home {
                return end.is_none_or(|end| m.is_before(op, end));
            }
            around = m.parent(op);
        }
        false
    }

    /// Whether the buffer may be accessed through unknown aliases at some point.
    pub fn is_captured(&self) -> bool {
        self.uses.iter().any(|usage| usage.access.captures())
    }

    /// Erases views that nothing uses. The order of the list is from the buffer outwards.
    pub fn erase_unused_views(&self, m: &mut Module) {
        for &view in self.views.iter().rev() {
            if m.results(view).all(|result| m.is_unused(result)) {
                m.erase(view);
            }
        }
    }

    /// Erases views that nothing uses, and the allocation if it is only freed.
    pub fn erase_if_unused(&self, m: &mut Module) {
        self.erase_unused_views(m);
        let users: Vec<OpId> = m.uses(self.buffer).map(|(user, _)| user).collect();
        if users.iter().all(|&user| is_plain_dealloc(m, user)) {
            for user in users {
                m.erase(user);
            }
            m.erase(self.alloc);
        }
    }

    fn follow(&mut self, m: &Module, memory: &Memory) {
        let mut open = vec![self.buffer];
        let mut is_view: FxHashSet<OpId> = FxHashSet::default();
        let is_dense = is_dense(m, self.buffer);
        let mut next = 0;
        while let Some(&value) = open.get(next) {
            next += 1;
            let is_whole = is_dense && has_all_of(m, value, self.buffer);
            for (op, operand) in m.uses(value) {
                if let Some(result) = exact_view(m, op, operand) {
                    if is_view.insert(op) {
                        self.views.push(op);
                        open.push(result);
                    }
                    continue;
                }
                let access = access_through(m, memory, op, operand, is_whole);
                self.uses.push(Use {
                    op,
                    operand,
                    access,
                });
            }
        }
    }

    fn group(&mut self, m: &Module, home: BlockId) {
        let mut by_block: FxHashMap<BlockId, BlockUses> = FxHashMap::default();
        let mut path: Vec<(BlockId, OpId)> = Vec::new();
        for index in 0..self.uses.len() {
            path.clear();
            let mut at = Some(self.uses[index].op);
            let mut is_reordered = false;
            while let Some(op) = at {
                let Some(block) = m.op_block(op) else { break };
                path.push((block, op));
                if block == home {
                    break;
                }
                at = m.block_parent(block);
                is_reordered |= at.is_some_and(|around| !runs_in_order(m, around));
            }
            if path.last().map(|last| last.0) != Some(home) {
                self.late.push(index as u32);
                continue;
            }
            if is_reordered {
                self.uses[index].access |= Access::CAPTURE;
            }
            let depth = path.len() as u32 - 1;
            for (level, &(block, op)) in (0..).zip(&path) {
                let of_block = by_block.entry(block).or_insert_with(|| BlockUses {
                    block,
                    depth: depth - level,
                    nodes: Vec::new(),
                });
                of_block.nodes.push(Node {
                    op,
                    access: Access::NONE,
                    uses: vec![index as u32],
                });
            }
        }
        let mut blocks: Vec<BlockUses> = by_block.into_values().collect();
        blocks.sort_stable_by_key(|group| (std::cmp::Reverse(group.depth), group.block));
        for of_block in &mut blocks {
            self.order(m, &mut of_block.nodes);
        }
        self.blocks = blocks;
    }

    /// Sorts nodes, and joins those of one operation.
    fn order(&self, m: &Module, nodes: &mut Vec<Node>) {
        nodes.sort_stable_by(|a, b| {
            if a.op == b.op {
                std::cmp::Ordering::Equal
            } else if m.is_before(a.op, b.op) {
                std::cmp::Ordering::Less
            } else {
                std::cmp::Ordering::Greater
            }
        });
        nodes.dedup_by(|later, first| {
            let is_same = later.op == first.op;
            if is_same {
                first.uses.append(&mut later.uses);
            }
            is_same
        });
        for node in nodes {
            node.access = self.joined(node);
        }
    }

    /// The effect of a node on the buffer.
    fn joined(&self, node: &Node) -> Access {
        let uses = || node.uses.iter().map(|&index| self.uses[index as usize]);
        let all = uses().fold(Access::NONE, |all, usage| all | usage.access);
        let is_one = node.uses.len() == 1 && uses().all(|usage| usage.op == node.op);
        if is_one {
            all
        } else if all.frees() {
            // Whether the buffer is freed depends on the other uses, or on the regions.
            all.perhaps() | Access::CAPTURE
        } else {
            all.perhaps()
        }
    }
}

/// Whether an operation may be placed anywhere between its operands and its users: allocations, views, computations
/// on numbers.
pub fn is_placeable(m: &Module, op: OpId) -> bool {
    allocation(m, op).is_some()
        || (m.regions(op).is_empty()
            && !m.has_trait(op, Traits::TERMINATOR)
            && has_no_effects(m, op))
}

/// Whether the regions of an operation run where the operation is, once or one after the other.
fn runs_in_order(m: &Module, op: OpId) -> bool {
    has_region_flow(m, op) && !runs_later(m, op)
}

/// The result of an operation that only creates a view of this operand, its first.
pub fn exact_view(m: &Module, op: OpId, operand: usize) -> Option<ValueId> {
    let def = m.def(op)?;
    let is_view = operand == 0
        && def.views != Views::None
        && !takes_address(m, op)
        && !m.has_trait(op, Traits::DISTINCT_OPERANDS)
        && !runs_later(m, op)
        && m.regions(op).is_empty();
    if !is_view || !has_no_effects(m, op) {
        return None;
    }
    let source = *m.operands(op).get(operand)?;
    let pairs = view_sources(m, op);
    let [(from, result)] = pairs[..] else {
        return None;
    };
    let is_only = from == source && m.operands(op).iter().filter(|&&it| it == source).count() == 1;
    (is_only && m.is_memref(result) && m.result_count(op) == 1).then_some(result)
}

/// What an operation does to a buffer through one operand, which is a view of it, or all of it if `is_whole`.
///
/// [`Access::FREE`] alone is a plain deallocation. Every other free may depend on something, or is not the program's to
/// move: it captures the buffer, too.
pub fn access_through(
    m: &Module,
    memory: &Memory,
    op: OpId,
    operand: usize,
    is_whole: bool,
) -> Access {
    if is_plain_dealloc(m, op) && !is_manually_freed(m, op) {
        return Access::FREE;
    }
    if callee(m, op).is_some() {
        return match memory.call_changes(m, op, operand) {
            Some(true) => Access::READ | Access::WRITE,
            Some(false) => Access::READ,
            None => Access::TOUCH | Access::CAPTURE,
        };
    }
    let is_plain = computes_elements(m, op)
        || m.def(op)
            .is_some_and(|def| def.flow == RegionFlow::None && m.regions(op).is_empty());
    let gives_buffer = gives_pointer(m, op) || m.results(op).any(|result| m.is_memref(result));
    if !is_plain
        || (gives_buffer && !m.is_kernel(op, Kernel::Clone))
        || takes_address(m, op)
        || m.has_trait(op, Traits::TERMINATOR)
        || m.has_trait(op, Traits::DISTINCT_OPERANDS)
        || runs_later(m, op)
    {
        return Access::TOUCH | Access::CAPTURE;
    }
    let Some(list) = effects(m, op) else {
        return Access::TOUCH | Access::CAPTURE;
    };
    let access = Access::to(&list, m.operands(op)[operand]);
    if access.frees() || is_stored(&list, m.operands(op)[operand]) {
        // An operation that only writes elsewhere may store the buffer itself there.
        access | Access::CAPTURE
    } else if access == Access::WRITE && is_whole && writes_all_of(m, op, operand) {
        Access::OVERWRITE
    } else {
        access
    }
}

/// The number of elements of a memref with static shape.
pub fn static_elements(m: &Module, value: ValueId) -> Option<u64> {
    match m.value_type_kind(value) {
        TypeKind::MemRef(_) => m.ctx.n_elements(m.value_type(value)),
        _ => None,
    }
}

/// The indexing map of an operand of `linalg.generic`.
pub fn indexing_map(m: &Module, op: OpId, operand: usize) -> Option<&AffineMap> {
    let &attr = m.prop_elements(op, names::INDEXING_MAPS).get(operand)?;
    match m.ctx.attr_kind(attr) {
        AttrKind::AffineMap(map) => Some(map),
        _ => None,
    }
}

/// Moves an operation without effects to its first use, if that is in the same block or nested in it.
pub fn sink(m: &mut Module, op: OpId) {
    if let Some(first) = first_use(m, op).filter(|&first| m.next_op(op) != Some(first)) {
        m.detach(op);
        m.insert_before(first, op);
    }
}

/// The first operation of the same block that uses an operation, itself or in its regions.
pub fn first_use(m: &Module, op: OpId) -> Option<OpId> {
    let block = m.op_block(op)?;
    let users = m.results(op).flat_map(|value| m.uses(value));
    let places = users.filter_map(|(user, _)| m.ancestor_in_block(block, user));
    places.reduce(|first, place| {
        if m.is_before(place, first) {
            place
        } else {
            first
        }
    })
}
