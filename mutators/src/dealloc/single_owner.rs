//! Frees buffers that have one owner on every path, without computing ownership.
//!
//! In most bufferized programs, no buffer is passed through control flow: regions have one block each, and only
//! `return` passes buffers on. There each allocation is freed after its last use in its block, and what a function
//! returns without owning it is cloned. [`free_single_owners`] inserts the deallocations that
//! [`DeallocationPipeline::insertion`](super::DeallocationPipeline::insertion) would leave, at a small part of the
//! cost, and leaves all other programs to it. Analyses that deallocate a copy of the program many times use it.

use memplan_mlir::dialects::{EffectKind, Effects, RegionFlow, Traits, Views};
use memplan_mlir::interfaces::{
    allocation, callee, is_deallocated, is_manually_freed, is_private, may_have_effect,
    may_hold_buffer, takes_address, touches_memrefs,
};
use rustc_hash::FxHashMap;

use memplan_mlir::{BlockId, MemRefType, Module, OpId, TypeKind, ValueId, names};

use crate::builder::Builder;

/// A value that owns its buffer.
struct Owner {
    value: ValueId,
    block: BlockId,
    /// The last operation of the block that uses the buffer.
    last: OpId,
    /// The value that the function returns.
    returned: Option<ValueId>,
    is_result_of_call: bool,
}

/// The owners of a program.
struct Owners<'m> {
    m: &'m Module,
    /// The attribute of merged allocations, if it occurs.
    all: Vec<Owner>,
    /// By value: its owner.
    owner_of: Vec<Option<u32>>,
    /// The operands of `return` that the function does not own.
    lent: Vec<(OpId, usize)>,
}

/// What [`free_single_owners`] inserts.
struct Found {
    /// The owners to free, each with the operation before which it is freed.
    frees: Vec<(Owner, OpId)>,
    /// The operands to clone.
    lent: Vec<(OpId, usize)>,
}

/// Frees every buffer of a program after `expand-realloc` and `canonicalize`. Returns `false`, and changes nothing, if
/// the owner of a buffer depends on control flow, if the program frees buffers itself, or if it has operations that the
/// ownership pass may reject. Linear.
pub fn free_single_owners(m: &mut Module) -> bool {
    let Some(Found { frees, lent }) = find(m) else {
        return false;
    };
    for (owner, anchor) in frees {
        let mut builder = Builder::before(m, anchor);
        let buffer = if owner.is_result_of_call {
            builder.base_buffer(owner.value)
        } else {
            owner.value
        };
        builder.effect("memref.dealloc", &[buffer]);
    }
    let mut copies: FxHashMap<ValueId, ValueId> = FxHashMap::default();
    for (op, number) in lent {
        let buffer = m.operands(op)[number];
        let ty = m.value_type(buffer);
        let own = copies.entry(buffer).or_insert_with(|| {
            Builder::before(m, op).op("bufferization.clone", &[buffer], ty, &[])
        });
        m.set_operand(op, number, *own);
    }
    true
}

/// `None` if the program is not simple.
fn find(m: &Module) -> Option<Found> {
    let mut owners = Owners {
        m,
        all: Vec::new(),
        owner_of: vec![None; m.value_count()],
        lent: Vec::new(),
    };
    for op in m.walk(m.root()).skip(1) {
        owners.visit(op)?;
    }
    let lent = owners.lent;
    let to_free = owners
        .all
        .into_iter()
        .filter(|owner| owner.returned.is_none());
    let frees = to_free.map(|owner| {
        let anchor = m.next_op(owner.last)?;
        Some((owner, anchor))
    });
    Some(Found {
        frees: frees.collect::<Option<_>>()?,
        lent,
    })
}

impl Owners<'_> {
    /// `None` if the program is not simple.
    fn visit(&mut self, op: OpId) -> Option<()> {
        self.check(op)?;
        if !self.m.regions(op).is_empty() {
            self.check_regions(op)?;
        }
        self.use_operands(op)?;
        self.define_results(op)
    }

    /// Accepts operations whose effects on ownership are known and do not depend on control flow.
    fn check(&self, op: OpId) -> Option<()> {
        let m = self.m;
        let def = m.def(op)?;
        let has = |traits| def.traits.has(traits);
        let is_odd = takes_address(m, op)
            || has(Traits::FREED_BY_DIALECT)
            || has(Traits::RUNS_LATER)
            || has(Traits::AWAITS)
            || has(Traits::ADDS_TO_GROUP)
            || (has(Traits::TERMINATOR) && has(Traits::GRAPH_REGION));
        let is_unknown = matches!(def.effects, Effects::Unknown);
        let is_known = !is_unknown
            || has(Traits::TERMINATOR)
            || has(Traits::FUNCTION)
            || has(Traits::SYMBOL_TABLE)
            || callee(m, op).is_some()
            || (m.regions(op).is_empty() && !touches_memrefs(m, op));
        let may_free = !is_unknown && may_have_effect(m, op, EffectKind::Free);
        let is_simple = is_known && !is_odd && !may_free && m.successors(op).is_empty();
        is_simple.then_some(())
    }

    /// Accepts regions of one block through which no buffers are passed.
    fn check_regions(&self, op: OpId) -> Option<()> {
        let m = self.m;
        let def = m.def(op)?;
        let is_function = def.traits.has(Traits::FUNCTION);
        let is_isolated = def.traits.has(Traits::ISOLATED_FROM_ABOVE);
        if is_function && is_deallocated(m, op) {
            return None;
        }
        let is_unknown = matches!(
            def.flow,
            RegionFlow::Unknown | RegionFlow::None | RegionFlow::Hook(_)
        );
        if is_unknown && !is_isolated {
            return None;
        }
        for &region in m.regions(op) {
            let Some(block) = m.first_block(region) else {
                continue;
            };
            for &arg in m.block_args(block) {
                if self.is_buffer(arg)? && !is_function {
                    return None;
                }
            }
            let is_ended = m.last_op(block).is_some_and(|last| {
                m.has_trait(last, Traits::TERMINATOR)
                    && (!is_function || m.has_trait(last, Traits::RETURN_LIKE))
            });
            let needs_end = !def.traits.has(Traits::SYMBOL_TABLE);
            if m.next_block(block).is_some() || (needs_end && !is_ended) {
                return None;
            }
        }
        Some(())
    }

    /// Whether a value is a buffer; `None` if it may hold one in another way.
    fn is_buffer(&self, value: ValueId) -> Option<bool> {
        let m = self.m;
        match m.value_type_kind(value) {
            &TypeKind::MemRef(MemRefType { element, .. })
            | &TypeKind::UnrankedMemRef { element, .. } => {
                let is_buffer = matches!(
                    m.ctx.type_kind(element),
                    TypeKind::MemRef(_) | TypeKind::UnrankedMemRef { .. }
                );
                (!is_buffer && !may_hold_buffer(m, element)).then_some(true)
            }
            _ => (!may_hold_buffer(m, m.value_type(value))).then_some(false),
        }
    }

    fn use_operands(&mut self, op: OpId) -> Option<()> {
        let m = self.m;
        let is_terminator = m.has_trait(op, Traits::TERMINATOR);
        for (number, &operand) in m.operands(op).iter().enumerate() {
            if is_terminator && m.is_memref(operand) {
                self.give_to_caller(op, number, operand)?;
                continue;
            }
            let Some(owner) = self.owner_of[operand.index()] else {
                continue;
            };
            let owner = &mut self.all[owner as usize];
            owner.last = if m.op_block(op) == Some(owner.block) {
                op
            } else {
                m.ancestor_in_block(owner.block, op)?
            };
        }
        Some(())
    }

    /// Accepts a returned buffer that the function owns and returns as one value, and one that it does not own.
    fn give_to_caller(&mut self, op: OpId, number: usize, value: ValueId) -> Option<()> {
        let m = self.m;
        let parent = m.parent(op)?;
        if !m.has_trait(parent, Traits::FUNCTION) {
            return None;
        }
        let Some(owner) = self.owner_of[value.index()] else {
            let is_plain =
                matches!(m.value_type_kind(value), TypeKind::MemRef(ty) if ty.layout.is_none());
            self.lent.push((op, number));
            // The callers of private functions are known, and may be told that they do not own it.
            return (is_plain && !is_private(m, parent)).then_some(());
        };
        let owner = &mut self.all[owner as usize];
        (*owner.returned.get_or_insert(value) == value).then_some(())
    }

    fn define_results(&mut self, op: OpId) -> Option<()> {
        let m = self.m;
        let mut n_buffers = 0;
        for (number, result) in m.results(op).enumerate() {
            if self.is_buffer(result)? {
                n_buffers += 1;
                self.define(op, number, result)?;
            }
        }
        // Two results of a call may be one buffer.
        (n_buffers < 2 || callee(m, op).is_none()).then_some(())
    }

    fn define(&mut self, op: OpId, number: usize, result: ValueId) -> Option<()> {
        let m = self.m;
        let def = m.def(op)?;
        let is_call = callee(m, op).is_some();
        let source = match (def.views, m.operands(op)) {
            (Views::None, _) => None,
            (Views::First, &[source, ..]) if number == 0 => Some(source),
            (Views::Pairwise, sources) => Some(*sources.get(number)?),
            (Views::All, &[source]) => Some(source),
            (Views::First | Views::All, _) => return None,
        };
        if !m.regions(op).is_empty() || def.traits.has(Traits::SELECT_LIKE) {
            return None;
        }
        if let Some(source) = source {
            self.owner_of[result.index()] = self.owner_of[source.index()];
            return m.is_memref(source).then_some(());
        }
        if !is_call && allocation(m, op).is_none() {
            // An address of static memory.
            let is_pure = matches!(def.effects, Effects::None) && m.operands(op).is_empty();
            return is_pure.then_some(());
        }
        if !is_call && !may_have_effect(m, op, EffectKind::Allocate) {
            return Some(());
        }
        let is_arena = m.attr(op, names::ARENA).is_some();
        if is_arena || is_manually_freed(m, op) {
            return None;
        }
        self.owner_of[result.index()] = Some(self.all.len() as u32);
        self.all.push(Owner {
            value: result,
            block: m.op_block(op)?,
            last: op,
            returned: None,
            is_result_of_call: is_call,
        });
        Some(())
    }
}
