//! Where the memory of merged allocations of symbolic size comes from.

use memplan_memory_model::{SizeSource, SymbolicSizes};
use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::{function_argument, is_private};
use memplan_mlir::{
    AttrId, AttrKind, BlockId, DYNAMIC, Module, OpId, OpSpec, StrId, ValueId, names,
};
use memplan_planner::Bytes;
use memplan_support::Sort;

use super::{
    ArenaArgument, ComputedSize, SymbolicArena, SymbolicMemory, SymbolicRewrite, check, emit, free,
};
use crate::builder::Builder;
use crate::merge_alloc::arena::{ArenaStack, bytes_type};
use crate::merge_alloc::arguments::{self, CallGraph};
use crate::merge_alloc::reentry::Reentry;
use crate::{ArenaKind, Fallback, MergeAllocOptions, MutateError};

/// What is known about the largest size of a merged allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SizeBound {
    /// It is never larger.
    Proven(Bytes),
    /// It is not larger as long as dimensions are in ranges that nothing checks.
    Assumed,
    /// Nothing.
    Unknown,
}

/// Makes the merged allocations of symbolic size of a module.
#[derive(Debug)]
pub struct SymbolicMerger {
    options: MergeAllocOptions,
    calls: Option<CallGraph>,
    reentry: Option<Reentry>,
    globals: ArenaStack,
}

/// A number that a size is computed from, as a caller sees it.
#[derive(Clone, Copy, Debug)]
struct Leaf {
    argument: usize,
    /// The dimension of the argument; absent for the argument itself.
    dim: Option<usize>,
    /// Its index in the sizes of the function.
    symbol: usize,
}

impl SymbolicMerger {
    /// For a module to which no others add arguments meanwhile. Linear, for arguments and globals.
    pub fn new(m: &Module, options: MergeAllocOptions) -> Self {
        Self {
            options,
            calls: (options.arena == ArenaKind::Arg).then(|| CallGraph::new(m)),
            reentry: (options.arena == ArenaKind::Global).then(|| Reentry::new(m)),
            globals: ArenaStack::default(),
        }
    }

    /// Where the memory of an allocation at the start of a block comes from, and why it is not of the kind that the
    /// options ask for. `symbols` are those of its size.
    pub fn memory(
        &self,
        m: &Module,
        block: BlockId,
        sizes: &SymbolicSizes,
        symbols: &[usize],
        bound: SizeBound,
    ) -> (SymbolicMemory, Option<Fallback>) {
        let bounded = || match bound {
            SizeBound::Proven(bytes) => Ok(bytes),
            SizeBound::Assumed => Err(Fallback::UncheckedRange),
            SizeBound::Unknown => Err(Fallback::UnboundedSize),
        };
        let chosen = match self.options.arena {
            ArenaKind::Alloc | ArenaKind::Caller => Ok(SymbolicMemory::Heap),
            ArenaKind::Alloca => {
                let around = m.block_parent(block);
                let is_freed =
                    around.is_some_and(|op| m.has_trait(op, Traits::AUTOMATIC_ALLOCATION_SCOPE));
                match bounded() {
                    _ if !is_freed => Err(Fallback::NotAtEntry),
                    Ok(bytes) if self.options.stack_limit < bytes => {
                        Err(Fallback::TooLargeForStack)
                    }
                    bytes => bytes.map(SymbolicMemory::Stack),
                }
            }
            ArenaKind::Global => {
                let reentry = self.reentry.as_ref();
                match reentry.and_then(|reentry| reentry.fallback(m, block)) {
                    Some(fallback) => Err(fallback),
                    None => bounded().map(SymbolicMemory::Global),
                }
            }
            ArenaKind::Arg => {
                let calls = self.calls.as_ref();
                match calls.and_then(|calls| calls.fallback(m, block)) {
                    Some(fallback) => Err(fallback),
                    None if leaves(m, block, sizes, symbols).is_none() => {
                        Err(Fallback::UnknownToCallers)
                    }
                    None => Ok(SymbolicMemory::Argument),
                }
            }
        };
        match chosen {
            Ok(memory) => (memory, None),
            Err(fallback) => (SymbolicMemory::Heap, Some(fallback)),
        }
    }

    /// Makes a merged allocation, and views of it instead of its buffers. `O(orientations * (buffers + edges))`, for an
    /// argument once more for each call, and near-linear analyses of the module.
    ///
    /// # Errors
    /// [`MutateError`] if the rewrite does not fit the module, which is then unchanged.
    pub fn merge(
        &mut self,
        m: &mut Module,
        rewrite: &SymbolicRewrite<'_>,
    ) -> Result<SymbolicArena, MutateError> {
        check(m, rewrite)?;
        let n_before = m.op_count();
        let placed = emit::formulas(m, rewrite, rewrite.before, &[]);
        let mut sizes = vec![ComputedSize {
            value: placed.peak,
            end: rewrite.before,
            symbols: Vec::new(),
        }];
        let mut argument = None;
        let alignment = rewrite.alignment;
        let (op, arena) = match rewrite.memory {
            SymbolicMemory::Heap => {
                let ty = bytes_type(m, rewrite.memory_space, DYNAMIC);
                let asked = asked_alignment(m, alignment);
                let arena = Builder::before(m, rewrite.before).allocate(
                    "memref.alloc",
                    ty,
                    &[placed.peak],
                    asked,
                );
                (m.defining_op(arena).unwrap_or(rewrite.before), arena)
            }
            SymbolicMemory::Stack(bytes) | SymbolicMemory::Global(bytes) => {
                let size = i64::try_from(bytes.0).unwrap_or(i64::MAX);
                let ty = bytes_type(m, rewrite.memory_space, size);
                let kind = rewrite.memory.kind();
                let before = Some(rewrite.before);
                let (op, arena) =
                    self.globals
                        .allocated(m, rewrite.block, before, ty, alignment, kind);
                m.insert_before(rewrite.before, op);
                (op, arena)
            }
            SymbolicMemory::Argument => {
                sizes.clear();
                let (function, arena, added) = self.add_argument(m, rewrite, &mut sizes);
                argument = Some(added);
                (function, arena)
            }
        };
        let at = emit::views(m, rewrite, arena, &placed.offsets);
        let end = if argument.is_some() { at } else { op };
        for size in sizes.iter_mut().filter(|size| size.symbols.is_empty()) {
            size.end = end;
        }
        if matches!(
            rewrite.memory,
            SymbolicMemory::Stack(_) | SymbolicMemory::Global(_)
        ) {
            sizes.clear();
        }
        let n_ops = emit::remove_unused(m, end, n_before);
        Ok(SymbolicArena {
            is_freed: free(m, rewrite, op, self.options.dealloc),
            op,
            argument,
            end,
            sizes,
            offsets: placed.offsets,
            n_ops,
        })
    }

    /// Adds an argument for the memory to a function, and passes it at its calls. Adds what computes its size to
    /// `sizes`. Returns the function, the memory and the argument.
    fn add_argument(
        &self,
        m: &mut Module,
        rewrite: &SymbolicRewrite<'_>,
        sizes: &mut Vec<ComputedSize>,
    ) -> (OpId, ValueId, ArenaArgument) {
        let leaves = leaves(m, rewrite.block, rewrite.sizes, rewrite.symbols).unwrap_or_default();
        let ty = bytes_type(m, rewrite.memory_space, DYNAMIC);
        let function = m.block_parent(rewrite.block).unwrap_or(rewrite.before);
        let calls = self
            .calls
            .as_ref()
            .map_or(&[][..], |sites| sites.calls(function));
        let calls = calls.to_vec();
        for call in calls {
            sizes.push(pass_arena(m, rewrite, call, &leaves));
        }
        let mut size_function = None;
        if !is_private(m, function) {
            let (name, size) = add_size_function(m, rewrite, function, &leaves);
            size_function = Some(name);
            sizes.push(size);
        }
        let entry = entry(m, rewrite, &leaves, size_function.as_deref());
        let (arena, number) =
            arguments::add_argument(m, function, rewrite.block, ty, rewrite.alignment, entry);
        let argument = ArenaArgument {
            number,
            size_function,
            inputs: leaves
                .iter()
                .map(|leaf| (leaf.argument, leaf.dim))
                .collect(),
        };
        (function, arena, argument)
    }
}

fn asked_alignment(m: &mut Module, alignment: Bytes) -> Option<AttrId> {
    let asked = (alignment > Bytes(1)).then(|| i64::try_from(alignment.0).unwrap_or(1));
    asked.map(|alignment| m.ctx.i64_attr(alignment))
}

/// What sizes are computed from, in the order of arguments and dimensions; `None` if something is no argument of the
/// function that starts with this block, or dimension of one.
fn leaves(
    m: &Module,
    block: BlockId,
    sizes: &SymbolicSizes,
    symbols: &[usize],
) -> Option<Vec<Leaf>> {
    let function = m.block_parent(block)?;
    let mut leaves: Vec<Leaf> = Vec::new();
    for symbol in sizes.leaves(symbols) {
        let (value, dim) = match &sizes.sources()[symbol] {
            SizeSource::Dim { of, dim } => (*of, Some(*dim)),
            SizeSource::Value(value) => (*value, None),
            SizeSource::Wrapped { .. } | SizeSource::Computed { .. } => return None,
        };
        let (of, argument) = function_argument(m, value)?;
        if of != function {
            return None;
        }
        leaves.push(Leaf {
            argument,
            dim,
            symbol,
        });
    }
    leaves.sort_stable_by_key(|leaf| (leaf.argument, leaf.dim));
    Some(leaves)
}

/// Lets a call pass an arena, which is allocated before the call and freed after it.
fn pass_arena(
    m: &mut Module,
    rewrite: &SymbolicRewrite<'_>,
    call: OpId,
    leaves: &[Leaf],
) -> ComputedSize {
    let n_before = m.op_count();
    let mut given = Vec::with_capacity(leaves.len());
    for leaf in leaves {
        let operand = m.operands(call)[leaf.argument];
        let mut builder = Builder::before(m, call);
        let value = match leaf.dim {
            Some(dim) => builder.dim(operand, dim as i64),
            None => builder.extended(operand),
        };
        given.push((value, leaf.symbol));
    }
    let value = emit::formulas(m, rewrite, call, &given).peak;
    let ty = bytes_type(m, rewrite.memory_space, DYNAMIC);
    let asked = asked_alignment(m, rewrite.alignment);
    let arena = Builder::before(m, call).allocate("memref.alloc", ty, &[value], asked);
    let end = m.defining_op(arena).unwrap_or(call);
    arguments::pass(m, call, arena);
    emit::remove_unused(m, end, n_before);
    ComputedSize {
        value,
        end,
        symbols: given,
    }
}

/// Adds `@NAME_arena_size`, which computes the size from the dimensions and numbers that `leaves` lists.
fn add_size_function(
    m: &mut Module,
    rewrite: &SymbolicRewrite<'_>,
    function: OpId,
    leaves: &[Leaf],
) -> (String, ComputedSize) {
    let name = unused_name(m, function);
    let index = m.ctx.index_type();
    let inputs = vec![index; leaves.len()];
    let function_type = m.ctx.function_type(&inputs, &[index]);
    let region = m.create_region();
    let block = m.append_block(region);
    let mut given: Vec<(ValueId, usize)> = Vec::with_capacity(leaves.len());
    for leaf in leaves {
        given.push((m.add_block_arg(block, index), leaf.symbol));
    }
    let return_name = m.ctx.op_name("func.return");
    let end = OpSpec::new(return_name).located_at(m, function);
    let end = m.create_op(end);
    m.insert_at_end(block, end);
    let n_before = m.op_count();
    let value = emit::formulas(m, rewrite, end, &given).peak;
    m.set_operands(end, &[value]);
    emit::remove_unused(m, end, n_before);
    let symbol = AttrKind::String {
        value: m.ctx.str(&name),
        ty: None,
    };
    let symbol = m.ctx.attr(symbol);
    let function_type = m.ctx.attr(AttrKind::Type(function_type));
    let spec = OpSpec::new(m.ctx.op_name("func.func"))
        .regions(&[region])
        .prop(names::SYM_NAME, symbol)
        .prop(names::FUNCTION_TYPE, function_type)
        .located_at(m, function);
    let op = m.create_op(spec);
    m.insert_after(function, op);
    let size = ComputedSize {
        value,
        end,
        symbols: given,
    };
    (name, size)
}

/// `NAME_arena_size`, with a number where that is taken.
fn unused_name(m: &Module, function: OpId) -> String {
    let usual = format!("{}_arena_size", m.symbol_text(function));
    let table = m.parent(function);
    let siblings = table.map_or(&[][..], |table| m.regions(table));
    let blocks = siblings.iter().flat_map(|&region| m.blocks(region));
    let taken: Vec<String> = blocks
        .flat_map(|block| m.ops(block))
        .filter(|&op| m.symbol_name(op).is_some())
        .map(|op| m.symbol_text(op))
        .collect();
    let mut name = usual.clone();
    let mut number = 0;
    while taken.contains(&name) {
        number += 1;
        name = format!("{usual}_{number}");
    }
    name
}

/// What callers find in the attribute `memplan.arenas` besides alignment and number.
fn entry(
    m: &mut Module,
    rewrite: &SymbolicRewrite<'_>,
    leaves: &[Leaf],
    size_function: Option<&str>,
) -> Vec<(StrId, AttrId)> {
    let places = leaves.iter().map(|leaf| {
        let numbers = [Some(leaf.argument), leaf.dim].into_iter().flatten();
        let numbers = numbers.map(|number| m.ctx.i64_attr(number as i64));
        let numbers: Box<[AttrId]> = numbers.collect();
        m.ctx.attr(AttrKind::Array(numbers))
    });
    let places: Box<[AttrId]> = places.collect();
    let dims = m.ctx.attr(AttrKind::Array(places));
    let mut entries = vec![(m.ctx.str("dims"), dims)];
    if let Some(space) = rewrite.memory_space {
        entries.push((m.ctx.str("memory_space"), space));
    }
    if let Some(name) = size_function {
        let root = m.ctx.str(name);
        let symbol = m.ctx.attr(AttrKind::SymbolRef {
            root,
            nested: Box::default(),
        });
        entries.push((m.ctx.str("size_function"), symbol));
    }
    entries
}
