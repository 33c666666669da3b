//! Creates merged allocations of every kind.

use memplan_mlir::dialects::Traits;
use memplan_mlir::{
    AttrId, AttrKind, BlockId, MemRefType, Module, OpId, OpSpec, StrId, TypeId, TypeKind, ValueId,
    names,
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::build::byte_count;
use memplan_planner::Bytes;

use crate::{ArenaKind, ScopeRewrite};

/// Tracks what was inserted, to emit merged allocations in plan order.
#[derive(Debug, Default)]
pub(crate) struct ArenaStack {
    last_in_block: FxHashMap<BlockId, OpId>,
    symbols: Option<FxHashSet<StrId>>,
    n_globals: usize,
}

impl ArenaStack {
    /// Creates the merged allocation of a scope where the plan says, or at the start of its block, after
    /// earlier ones there.
    pub(super) fn place(
        &mut self,
        m: &mut Module,
        scope: &ScopeRewrite,
        kind: ArenaKind,
    ) -> (OpId, ValueId) {
        let ty = arena_type(m, scope);
        let first = scope.buffers.first().map(|first| first.site.alloc);
        let (op, value) = self.allocated(m, scope.block, first, ty, scope.alignment, kind);
        if let Some(before) = scope.before {
            m.insert_before(before, op);
        } else {
            match self.last_in_block.insert(scope.block, op) {
                Some(earlier) => m.insert_after(earlier, op),
                None => m.insert_at_start(scope.block, op),
            }
        }
        (op, value)
    }

    /// An operation that gives the memory of a merged allocation in a block, located at another one; not inserted yet.
    pub(crate) fn allocated(
        &mut self,
        m: &mut Module,
        block: BlockId,
        at: Option<OpId>,
        ty: TypeId,
        alignment: Bytes,
        kind: ArenaKind,
    ) -> (OpId, ValueId) {
        // Every allocation is aligned to 1.
        let asked = (alignment > Bytes(1)).then_some(alignment);
        let asked = asked.map(|alignment| m.ctx.i64_attr(byte_count(alignment)));
        let spec = match kind {
            ArenaKind::Alloc | ArenaKind::Arg | ArenaKind::Caller => {
                allocating_op(m, "memref.alloc", asked)
            }
            ArenaKind::Alloca => allocating_op(m, "memref.alloca", asked),
            ArenaKind::Global => {
                let symbol = self.define_global(m, block, ty, asked);
                let name = m.ctx.op_name("memref.get_global");
                OpSpec::new(name).prop(names::NAME, symbol)
            }
        };
        let mut spec = spec.results(&[ty]);
        if let Some(at) = at {
            spec = spec.located_at(m, at);
        }
        let op = m.create_op(spec);
        let value = m
            .result(op, 0)
            .unwrap_or_else(|| unreachable!("made with one result"));
        (op, value)
    }

    /// Defines the global memory of a scope next to its function, and returns the symbol.
    fn define_global(
        &mut self,
        m: &mut Module,
        block: BlockId,
        ty: TypeId,
        alignment: Option<AttrId>,
    ) -> AttrId {
        let name = self.unused_symbol(m);
        let function = m.block_parent(block);
        let visibility = m.ctx.string_attr("private");
        let symbol = m.ctx.attr(AttrKind::String {
            value: name,
            ty: None,
        });
        let ty = m.ctx.attr(AttrKind::Type(ty));
        let uninitialized = m.ctx.unit_attr();
        let initial_value = m.ctx.str("initial_value");
        let global = m.ctx.op_name("memref.global");
        let mut spec = OpSpec::new(global)
            .prop(names::SYM_NAME, symbol)
            .prop(names::SYM_VISIBILITY, visibility)
            .prop(names::TYPE, ty)
            .prop(initial_value, uninitialized);
        if let Some(alignment) = alignment {
            spec = spec.prop(names::ALIGNMENT, alignment);
        }
        if let Some(function) = function {
            spec = spec.located_at(m, function);
        }
        let op = m.create_op(spec);
        if let Some(function) = function {
            m.insert_before(function, op);
        }
        m.ctx.attr(AttrKind::SymbolRef {
            root: name,
            nested: Box::default(),
        })
    }

    /// A symbol that is unused in all symbol tables of the module.
    fn unused_symbol(&mut self, m: &mut Module) -> StrId {
        let symbols = self.symbols.get_or_insert_with(|| {
            let ops = m.ops_with_trait(Traits::SYMBOL);
            ops.iter().filter_map(|&op| m.symbol_name(op)).collect()
        });
        loop {
            let name = m.ctx.str(format!("__mergealloc_arena_{}", self.n_globals));
            self.n_globals += 1;
            if symbols.insert(name) {
                return name;
            }
        }
    }
}

/// An operation that allocates memory of a static size.
pub(crate) fn allocating_op(m: &mut Module, name: &str, alignment: Option<AttrId>) -> OpSpec {
    let segments = m.ctx.i32_array(&[0, 0]);
    let spec = OpSpec::new(m.ctx.op_name(name));
    let spec = match alignment {
        Some(alignment) => spec.prop(names::ALIGNMENT, alignment),
        None => spec,
    };
    spec.prop(names::OPERAND_SEGMENT_SIZES, segments)
}

/// `memref<TOTALxi8, space>`.
pub(super) fn arena_type(m: &mut Module, scope: &ScopeRewrite) -> TypeId {
    bytes_type(m, scope.memory_space, byte_count(scope.total))
}

/// The type of memory of this many bytes.
pub(crate) fn bytes_type(m: &mut Module, space: Option<AttrId>, size: i64) -> TypeId {
    let element = m.ctx.int_type(8);
    m.ctx.ty(TypeKind::MemRef(MemRefType {
        shape: [size].into(),
        element,
        layout: None,
        space,
    }))
}
