//! The rewrite driver of the passes `canonicalize` and `cse`.
//!
//! A worklist applies the simplifications of operations until none changes the IR. The simplification
//! of an operation is a field of its table entry, a [`Canonicalizer`].

pub(crate) mod canonical;
mod constants;
mod cse;
mod dealloc;
mod edges;
mod fill;
mod generalize;
mod inline;
mod operands;
mod regions;
mod unroll;

pub use cse::cse;
pub use dealloc::Dealloc;
pub use edges::{own_operand_group, split_edge};
pub use fill::linalg_fill;
pub use generalize::{generalize, indexing_maps};
pub use inline::inline;
pub use operands::{append_operands, remove_operand, set_operand_group};
pub use regions::drop_unreachable_blocks;
pub use unroll::unroll_loops;

use std::cell::OnceCell;

use crate::analyses::Readers;
use crate::dialects::{EffectKind, Traits};
use crate::interfaces::{callee, effects};
use crate::ir::{
    AttrId, AttrKind, FloatKind, IntValue, Module, OpId, OpSpec, TypeId, TypeKind, ValueDef,
    ValueId, names,
};
use crate::semantics::{Element, Kernel};

/// Simplifies an operation in place, or replaces or erases it; `true` if anything changed.
pub type Canonicalizer = fn(&mut Rewriter<'_>, OpId) -> bool;

/// A module under change, and the operations to visit again.
#[derive(Debug)]
pub struct Rewriter<'m> {
    /// The module.
    pub m: &'m mut Module,
    worklist: Vec<OpId>,
    is_queued: Vec<bool>,
    n_changes: u64,
    /// Computed on first use. No rewrite adds a write to a function that had none.
    readers: OnceCell<Readers>,
}

impl<'m> Rewriter<'m> {
    /// A rewriter with an empty worklist.
    pub fn new(m: &'m mut Module) -> Self {
        Self {
            m,
            worklist: Vec::new(),
            is_queued: Vec::new(),
            n_changes: 0,
            readers: OnceCell::new(),
        }
    }

    /// Whether an operation is a call that only reads its operands.
    pub(crate) fn is_reading_call(&self, op: OpId) -> bool {
        callee(self.m, op).is_some()
            && self
                .readers
                .get_or_init(|| Readers::new(self.m))
                .is_reading_call(self.m, op)
    }

    /// Adds an operation to the worklist.
    pub fn push(&mut self, op: OpId) {
        if self.is_queued.len() <= op.index() {
            self.is_queued.resize(op.index() + 1, false);
        }
        if !std::mem::replace(&mut self.is_queued[op.index()], true) {
            self.worklist.push(op);
        }
    }

    fn pop(&mut self) -> Option<OpId> {
        let op = self.worklist.pop()?;
        self.is_queued[op.index()] = false;
        Some(op)
    }

    /// Adds the users of a value to the worklist.
    pub fn push_users(&mut self, value: ValueId) {
        let users: Vec<OpId> = self.m.uses(value).map(|(user, _)| user).collect();
        for user in users {
            self.push(user);
        }
    }

    fn push_definers(&mut self, op: OpId) {
        for index in 0..self.m.operands(op).len() {
            let operand = self.m.operands(op)[index];
            if let Some(definer) = self.m.defining_op(operand) {
                self.push(definer);
            }
        }
    }

    /// Replaces all uses of a value.
    pub fn replace_value(&mut self, old: ValueId, new: ValueId) {
        self.push_users(old);
        self.m.replace_all_uses(old, new);
        if let ValueDef::Result { op, .. } = self.m.value_def(old) {
            self.push(op);
        }
    }

    /// Replaces the results of an operation by values, and erases it.
    pub fn replace(&mut self, op: OpId, values: &[ValueId]) -> bool {
        for (result, &value) in self.m.results(op).zip(values) {
            self.replace_value(result, value);
        }
        self.erase(op)
    }

    /// Erases an operation whose results are unused.
    pub fn erase(&mut self, op: OpId) -> bool {
        if let Some(parent) = self.m.parent(op) {
            self.push(parent);
        }
        let inside: Vec<OpId> = self.m.walk(op).collect();
        for inner in inside {
            self.push_definers(inner);
        }
        self.m.erase(op);
        true
    }

    /// Creates an operation before another one, and where that is if it has no location.
    pub fn insert_before(&mut self, anchor: OpId, spec: OpSpec) -> OpId {
        let spec = match spec.loc {
            Some(_) => spec,
            None => spec.located_at(self.m, anchor),
        };
        let op = self.m.create_op(spec);
        self.m.insert_before(anchor, op);
        self.push(op);
        op
    }

    /// Replaces an operation by a new one with as many results, at the same location.
    pub fn replace_by(&mut self, op: OpId, spec: OpSpec) -> bool {
        let new = self.insert_before(op, spec);
        let values: Vec<ValueId> = self.m.results(new).collect();
        self.replace(op, &values)
    }

    /// Inserts an operation of one result before another one.
    pub(crate) fn value_before(
        &mut self,
        anchor: OpId,
        name: &str,
        operands: &[ValueId],
        ty: TypeId,
    ) -> Option<ValueId> {
        let spec = OpSpec::new(self.m.ctx.op_name(name));
        let spec = spec.operands(operands).results(&[ty]);
        let op = self.insert_before(anchor, spec);
        self.m.result(op, 0)
    }

    /// Replaces an operation by a new one of one result.
    pub(crate) fn replace_by_value(
        &mut self,
        op: OpId,
        name: &str,
        operands: &[ValueId],
        ty: TypeId,
    ) -> bool {
        let value = self.value_before(op, name, operands, ty);
        value.is_some_and(|value| self.replace(op, &[value]))
    }

    /// The types of the results of an operation.
    pub(crate) fn result_types(&self, op: OpId) -> Vec<TypeId> {
        let results = self.m.results(op);
        results.map(|result| self.m.value_type(result)).collect()
    }

    /// Records that an operation was changed in place.
    pub fn changed(&mut self, op: OpId) -> bool {
        self.push(op);
        for result in self.m.results(op) {
            self.push_users(result);
        }
        true
    }

    /// A constant before an operation: a number, or a vector or tensor of known sizes that holds it everywhere.
    pub fn constant(&mut self, anchor: OpId, value: i64, ty: TypeId) -> Option<ValueId> {
        if self.m.ctx.shape(ty).is_some() {
            let element = Element::Int(value.cast_unsigned());
            return canonical::scalar::constant(self, anchor, &[element], ty);
        }
        let value = match self.m.ctx.type_kind(ty) {
            TypeKind::Integer { width, .. } if *width < 64 => {
                let shift = 64 - *width;
                if *width == 0 {
                    0
                } else {
                    value << shift >> shift
                }
            }
            TypeKind::Integer { width: 64, .. } | TypeKind::Index => value,
            _ => return None,
        };
        let attr = self.m.ctx.attr(AttrKind::Integer {
            value: IntValue::Small(value),
            ty,
        });
        self.insert_constant(anchor, "arith.constant", attr, ty)
    }

    /// A floating-point constant before an operation.
    pub fn float_constant(&mut self, anchor: OpId, bits: u128, ty: TypeId) -> Option<ValueId> {
        let attr = self.m.ctx.attr(AttrKind::Float { bits, ty });
        self.insert_constant(anchor, "arith.constant", attr, ty)
    }

    /// The size of a dimension of a memref, asked for before an operation.
    pub fn dim(&mut self, anchor: OpId, buffer: ValueId, dim: usize) -> Option<ValueId> {
        let index = self.m.ctx.index_type();
        let number = self.constant(anchor, dim as i64, index)?;
        let spec = OpSpec::new(self.m.ctx.op_name("memref.dim"));
        let op = self.insert_before(anchor, spec.operands(&[buffer, number]).results(&[index]));
        self.m.result(op, 0)
    }

    fn insert_constant(
        &mut self,
        anchor: OpId,
        name: &str,
        value: AttrId,
        ty: TypeId,
    ) -> Option<ValueId> {
        let spec = OpSpec::new(self.m.ctx.op_name(name));
        let spec = spec.results(&[ty]).prop(names::VALUE, value);
        let op = self.insert_before(anchor, spec);
        self.m.result(op, 0)
    }

    /// Replaces the only result of an operation by a constant number.
    pub fn fold_to(&mut self, op: OpId, value: i64) -> bool {
        let Some(result) = self.m.result(op, 0) else {
            return false;
        };
        let ty = self.m.value_type(result);
        match self.constant(op, value, ty) {
            Some(constant) => self.replace(op, &[constant]),
            None => false,
        }
    }

    /// The value of a constant integer, sign-extended.
    pub fn int(&self, value: ValueId) -> Option<i64> {
        crate::interfaces::constant_int(self.m, value)
    }

    /// The value of a constant float: its format and bits.
    pub fn float(&self, value: ValueId) -> Option<(FloatKind, u128)> {
        let op = self.m.defining_op(value)?;
        if !self.m.has_trait(op, Traits::CONSTANT_LIKE) {
            return None;
        }
        match self.m.ctx.attr_kind(self.m.prop(op, names::VALUE)?) {
            AttrKind::Float { bits, ty } => match self.m.ctx.type_kind(*ty) {
                TypeKind::Float(kind) => Some((*kind, *bits)),
                _ => None,
            },
            _ => None,
        }
    }

    /// The operation that defines a value, if it has this kernel.
    pub fn definer(&self, value: ValueId, kernel: Kernel) -> Option<OpId> {
        self.m.kernel_of(value, kernel)
    }
}

/// Whether an operation has no used results and no observable effects.
pub fn is_dead(m: &Module, op: OpId) -> bool {
    if !m.results(op).all(|result| m.is_unused(result)) || !m.successors(op).is_empty() {
        return false;
    }
    if m.has_trait(op, Traits::TERMINATOR) || m.has_trait(op, Traits::SYMBOL) {
        return false;
    }
    let is_harmless = |op: OpId| {
        let is_recursive = m
            .def(op)
            .is_some_and(|def| matches!(def.effects, crate::dialects::Effects::Recursive));
        effects(m, op).is_some_and(|effects| {
            effects.iter().all(|effect| match effect.kind {
                EffectKind::Read => true,
                EffectKind::Allocate | EffectKind::AllocateAutomatic | EffectKind::Write => effect
                    .value
                    .is_some_and(|value| m.defining_op(value) == Some(op)),
                EffectKind::Free => false,
            })
        }) && !(is_recursive && m.has_trait(op, Traits::LOOP) && !ends(m, op))
    };
    if m.regions(op).is_empty() {
        return is_harmless(op);
    }
    // Nested operations must be harmless, too, and must not be functions that can be called.
    m.def(op).is_some()
        && m.walk(op)
            .all(|inner| is_harmless(inner) || m.has_trait(inner, Traits::TERMINATOR))
}

/// Whether a loop certainly terminates: counted loops do, `while` loops may not.
fn ends(m: &Module, op: OpId) -> bool {
    m.def(op)
        .is_some_and(|def| def.loop_bounds != crate::dialects::LoopBounds::None)
}

/// Default maximum number of rounds of [`canonicalize`].
pub const MAX_ROUNDS: u32 = 10;

/// Simplifies everything below `root` until nothing changes: folds constants, removes dead operations, blocks,
/// arguments and results, and inlines decided branches and regions.
///
/// Returns whether anything changed. Near-linear in practice: an operation is visited again only if one of its
/// operands or users changed.
pub fn canonicalize(m: &mut Module, root: OpId) -> bool {
    canonicalize_with(m, root, &CanonicalizeOptions::default()).has_changed
}

/// Options of [`canonicalize_with`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CanonicalizeOptions {
    /// Maximum number of rounds; `None` for no limit.
    pub max_rounds: Option<u32>,
    /// The order in which a round first visits the operations.
    pub order: VisitOrder,
    /// Whether to remove unreachable blocks, redundant arguments and needless branches.
    pub simplifies_regions: bool,
}

/// The order in which a round of [`canonicalize_with`] first visits the operations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum VisitOrder {
    /// From the front to the back.
    #[default]
    TopDown,
    /// From the back to the front.
    BottomUp,
}

impl Default for CanonicalizeOptions {
    fn default() -> Self {
        Self {
            max_rounds: Some(MAX_ROUNDS),
            order: VisitOrder::TopDown,
            simplifies_regions: true,
        }
    }
}

/// The outcome of [`canonicalize_with`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Canonicalized {
    /// Whether anything changed.
    pub has_changed: bool,
    /// Whether the last round found nothing to change. `false` if the limit of rounds was reached first.
    pub has_converged: bool,
}

/// Like [`canonicalize`], with a limit of rounds, a visiting order, and optionally without the simplification of
/// regions.
pub fn canonicalize_with(
    m: &mut Module,
    root: OpId,
    options: &CanonicalizeOptions,
) -> Canonicalized {
    let mut rewriter = Rewriter::new(m);
    let mut done = Canonicalized {
        has_changed: false,
        has_converged: true,
    };
    let mut n_rounds = 0;
    while options.max_rounds.is_none_or(|limit| n_rounds < limit) {
        n_rounds = n_rounds.saturating_add(1);
        let before = rewriter.n_changes;
        if constants::gather(rewriter.m, root) {
            rewriter.n_changes += 1;
        }
        let all: Vec<OpId> = rewriter.m.walk(root).collect();
        // The worklist is a stack: the last operation pushed is visited first.
        match options.order {
            VisitOrder::TopDown => all.iter().rev().for_each(|&op| rewriter.push(op)),
            VisitOrder::BottomUp => all.iter().for_each(|&op| rewriter.push(op)),
        }
        while let Some(op) = rewriter.pop() {
            if rewriter.m.is_erased(op) || op == root {
                continue;
            }
            if is_dead(rewriter.m, op) {
                rewriter.erase(op);
                rewriter.n_changes += 1;
                continue;
            }
            if let Some(scalar) = rewriter.m.semantics(op).scalar()
                && canonical::scalar::fold(&mut rewriter, op, scalar)
            {
                rewriter.n_changes += 1;
                continue;
            }
            if rewriter.m.has_trait(op, Traits::STRUCTURED)
                && canonical::linalg::structured(&mut rewriter, op)
            {
                rewriter.n_changes += 1;
                continue;
            }
            let def = rewriter.m.def(op);
            if let Some(canonicalizer) = def.and_then(|def| def.canonical)
                && canonicalizer(&mut rewriter, op)
            {
                rewriter.n_changes += 1;
                if !rewriter.m.is_erased(op) {
                    rewriter.push(op);
                }
            }
        }
        if options.simplifies_regions && regions::simplify(&mut rewriter, root) {
            rewriter.n_changes += 1;
        }
        done.has_converged = rewriter.n_changes == before;
        if done.has_converged {
            break;
        }
        done.has_changed = true;
    }
    done
}
