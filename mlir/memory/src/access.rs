//! What one operation, without its regions, does to the memory that one of its operands names.
//!
//! All questions about a single operation are answered here, for unknown operations too: they may read and write what
//! they are given, and may keep it ([`Capture::Unknown`]). Callers decide whether they hold unknown operations to the
//! convention that an operation only accesses its operands.

use memplan_mlir::dialects::{EffectKind, EffectList, Effects, IndexingMaps};
use memplan_mlir::interfaces::{
    affected, callee, effects, has_no_effects, is_awaitable, is_deallocated, is_manually_freed,
    is_memory_effect_free, is_view_like, is_within_deferred, may_hold_buffer, moves_pointer,
    runs_later, takes_address, view_sources,
};
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{AttrKind, Module, OpId, TypeKind, ValueId, names};
use smallvec::SmallVec;
use std::fmt;
use std::ops::{BitOr, BitOrAssign};

/// What may happen to some memory: a set of kinds, and whether all of the memory is certainly overwritten.
///
/// | kind | meaning |
/// | --- | --- |
/// | [`READ`](Self::READ) | some of it may be read |
/// | [`WRITE`](Self::WRITE) | some of it may be written |
/// | [`FREE`](Self::FREE) | it may be freed |
/// | [`CAPTURE`](Self::CAPTURE) | from then on, it may be accessed by names that are not derived from its own |
///
/// As a question, the kinds that the question is about; whether a buffer is captured is a question to
/// [`is_seen_outside`](crate::MemoryModel::is_seen_outside).
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Access(u8);

impl Access {
    /// Nothing happens.
    pub const NONE: Self = Self(0);
    /// May read some of it.
    pub const READ: Self = Self(1);
    /// May write some of it.
    pub const WRITE: Self = Self(2);
    /// May free it.
    pub const FREE: Self = Self(4);
    /// May let it be accessed by names that are not derived from its own.
    pub const CAPTURE: Self = Self(8);
    /// Certainly writes all of it, in each execution, and reads nothing.
    pub const OVERWRITE: Self = Self(Self::WRITE.0 | Self::SURELY_ALL);
    /// Ends what it holds: writes or frees.
    pub const CHANGE: Self = Self(Self::WRITE.0 | Self::FREE.0);
    /// Reads, writes or frees.
    pub const TOUCH: Self = Self(Self::READ.0 | Self::CHANGE.0);

    /// With [`WRITE`](Self::WRITE): each execution writes every element.
    const SURELY_ALL: u8 = 16;

    /// An effect of this kind.
    pub(crate) fn by(effect: EffectKind) -> Self {
        match effect {
            EffectKind::Read => Self::READ,
            EffectKind::Write => Self::WRITE,
            EffectKind::Free => Self::FREE,
            EffectKind::Allocate | EffectKind::AllocateAutomatic => Self::NONE,
        }
    }

    /// The effects on `value` in a list of effects, which does not tell what is captured.
    pub fn to(list: &EffectList, value: ValueId) -> Self {
        let list = list.iter().filter(|effect| effect.value == Some(value));
        list.fold(Self::NONE, |all, effect| all | Self::by(effect.kind))
    }

    /// The effects of an operation itself on all memory together; absent if they are unknown.
    pub fn of(m: &Module, op: OpId) -> Option<Self> {
        let list = effects(m, op)?;
        let kinds = list.iter().map(|effect| Self::by(effect.kind));
        Some(kinds.fold(Self::NONE, |all, kind| all | kind))
    }

    /// Whether it may read some of the memory.
    pub fn reads(self) -> bool {
        self.meets(Self::READ)
    }

    /// Whether it may write some of the memory.
    pub fn writes(self) -> bool {
        self.meets(Self::WRITE)
    }

    /// Whether it may free the memory.
    pub fn frees(self) -> bool {
        self.meets(Self::FREE)
    }

    /// Whether the memory may be accessed by other names afterwards.
    pub fn captures(self) -> bool {
        self.meets(Self::CAPTURE)
    }

    /// Whether it may write or free the memory.
    pub fn changes(self) -> bool {
        self.meets(Self::CHANGE)
    }

    /// Whether it certainly overwrites all of the memory. It may read some of it before.
    pub fn overwrites_all(self) -> bool {
        self.0 & Self::SURELY_ALL != 0
    }

    /// Whether it does nothing but to read.
    pub fn only_reads(self) -> bool {
        self.0 & !Self::READ.0 == 0
    }

    /// Whether it does nothing but to read and to write.
    pub fn only_reads_or_writes(self) -> bool {
        !self.frees() && !self.captures()
    }

    /// Whether the two have a kind in common.
    pub fn meets(self, other: Self) -> bool {
        self.0 & other.0 & !Self::SURELY_ALL != 0
    }

    /// The same kinds, without the certainty that all is overwritten.
    #[must_use]
    pub fn perhaps(self) -> Self {
        Self(self.0 & !Self::SURELY_ALL)
    }
}

/// Both in one execution.
impl BitOr for Access {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for Access {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl fmt::Debug for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds = [
            (self.reads(), "read"),
            (self.writes(), "write"),
            (self.frees(), "free"),
            (self.captures(), "capture"),
            (self.overwrites_all(), "all"),
        ];
        let held = kinds.iter().filter(|kind| kind.0).map(|kind| kind.1);
        f.debug_set().entries(held).finish()
    }
}

/// Whether an operation may write some memory, or has unknown effects.
pub fn may_write(m: &Module, op: OpId) -> bool {
    Access::of(m, op).is_none_or(Access::writes)
}

/// The memrefs that an operation is known to free, itself.
pub fn freed(m: &Module, op: OpId) -> SmallVec<[ValueId; 2]> {
    affected_memrefs(m, op, EffectKind::Free)
}

/// The memrefs that an operation is known to allocate on the heap, itself.
pub fn allocated(m: &Module, op: OpId) -> SmallVec<[ValueId; 2]> {
    affected_memrefs(m, op, EffectKind::Allocate)
}

fn affected_memrefs(m: &Module, op: OpId, kind: EffectKind) -> SmallVec<[ValueId; 2]> {
    let mut affected = affected(m, op, kind);
    affected.retain(|value| m.is_memref(*value));
    affected
}

/// Whether an operation only allocates one buffer on the stack.
pub fn is_stack_allocation(m: &Module, op: OpId) -> bool {
    let is_only_effect = |list: EffectList| matches!(list[..], [effect] if effect.kind == EffectKind::AllocateAutomatic);
    m.result_count(op) == 1
        && m.regions(op).is_empty()
        && effects(m, op).is_some_and(is_only_effect)
}

/// Whether the operations in the regions of an operation access no memory and have no regions, so that they may run
/// elsewhere.
pub fn has_pure_body(m: &Module, op: OpId) -> bool {
    let mut inside = m.walk(op).filter(|&inner| inner != op);
    inside.all(|inner| m.regions(inner).is_empty() && has_no_effects(m, inner))
}

/// Whether a function frees its buffers: it has deallocations, or another pass has marked it `memplan.deallocated`.
///
/// Deallocations that are marked as manual, and those of `memref.realloc`, do not count. Linear.
pub fn frees_its_buffers(m: &Module, function: OpId) -> bool {
    let is_dealloc = |op: OpId| {
        !freed(m, op).is_empty() && allocated(m, op).is_empty() && !is_manually_freed(m, op)
    };
    is_deallocated(m, function) || m.walk(function).any(is_dealloc)
}

/// How a buffer may be reached after an operation by a name that is no memref derived from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Capture {
    /// The operation takes its address, or makes a value that may hold it.
    Pointer,
    /// The operation stores it in memory.
    Stored,
    /// The operation starts work that uses it later.
    Later,
    /// The operation is unknown.
    Unknown,
    /// The function that is called keeps it.
    Callee,
}

/// How an operation may keep an operand, where calls follow the convention.
pub(crate) fn may_capture(m: &Module, op: OpId, operand: usize) -> Option<Capture> {
    must_capture(m, op, operand).or(is_unknown(m, op).then_some(Capture::Unknown))
}

/// Whether nothing is known of what an operation does with its operands. Calls have contracts.
pub(crate) fn is_unknown(m: &Module, op: OpId) -> bool {
    m.def(op).is_none_or(|def| {
        matches!(def.effects, Effects::Unknown)
            && !takes_address(m, op)
            && callee(m, op).is_none()
            && !is_view_like(m, op)
    })
}

/// As [`may_capture`], where unknown operations only access their operands.
pub(crate) fn must_capture(m: &Module, op: OpId, operand: usize) -> Option<Capture> {
    if runs_later(m, op) || is_within_deferred(m, op) {
        return Some(Capture::Later);
    }
    if takes_address(m, op) {
        let is_kept = !is_memory_effect_free(m, op)
            || m.results(op)
                .any(|result| !m.is_memref(result) && !is_only_measured(m, result));
        return is_kept.then_some(Capture::Pointer);
    }
    let buffer = m.operands(op)[operand];
    let may_be_stored = |&target: &ValueId| target != buffer && holds_buffers(m, target);
    // Check types first: buffers of buffers are rare, and effects are slower to compute.
    let mut values = m.operands(op).iter().copied().chain(m.results(op));
    if values.any(|value| may_be_stored(&value))
        && affected(m, op, EffectKind::Write).iter().any(may_be_stored)
    {
        return Some(Capture::Stored);
    }
    gives_pointer(m, op).then_some(Capture::Pointer)
}

/// Whether an integer taken from a buffer is a size or stride, or an address that is only compared.
fn is_only_measured(m: &Module, value: ValueId) -> bool {
    let is_first_address = m.defining_op(value).is_some_and(|op| !is_view_like(m, op));
    let is_bit = |result| {
        matches!(
            m.value_type_kind(result),
            TypeKind::Integer { width: 1, .. }
        )
    };
    !is_first_address
        || m.uses(value).all(|(user, _)| {
            m.regions(user).is_empty()
                && m.result_count(user) > 0
                && is_memory_effect_free(m, user)
                && m.results(user).all(is_bit)
        })
}

/// Whether a result other than a memref may hold a buffer.
pub(crate) fn gives_pointer(m: &Module, op: OpId) -> bool {
    m.results(op)
        .any(|result| !m.is_memref(result) && may_hold_buffer(m, m.value_type(result)))
}

/// Whether a buffer may be used after the operation that receives it: the operation keeps a pointer, or makes a value
/// that contains one. What runs later is tracked by its tokens instead.
pub fn may_outlive(m: &Module, op: OpId) -> bool {
    takes_address(m, op)
        || m.results(op).any(|result| {
            let ty = m.value_type(result);
            !m.is_memref(result) && !is_awaitable(m, ty) && may_hold_buffer(m, ty)
        })
        || stores_buffers(m, op)
}

/// Whether an operation may write a buffer or a pointer to memory.
pub fn stores_buffers(m: &Module, op: OpId) -> bool {
    takes_holder(m, op) && may_write(m, op)
}

/// The memrefs that an operation with known effects may store in memory that holds buffers or pointers.
pub fn stored(m: &Module, op: OpId) -> impl Iterator<Item = ValueId> + '_ {
    let list = takes_holder(m, op).then(|| effects(m, op)).flatten();
    let list = list.unwrap_or_default();
    let operands = m.operands(op).iter().copied();
    operands.filter(move |&value| m.is_memref(value) && is_stored(&list, value))
}

/// Whether an operation with these effects may store an operand: it writes memory and does not access the operand.
pub(crate) fn is_stored(list: &EffectList, value: ValueId) -> bool {
    let mut effects = list.iter();
    effects.any(|effect| effect.kind == EffectKind::Write)
        && Access::to(list, value) == Access::NONE
}

/// Whether an operand has elements that may be buffers or pointers.
pub(crate) fn takes_holder(m: &Module, op: OpId) -> bool {
    m.operands(op).iter().any(|&value| holds_buffers(m, value))
}

/// Whether the elements of a memref may be buffers or pointers.
fn holds_buffers(m: &Module, value: ValueId) -> bool {
    let element = m.ctx.element_type(m.value_type(value));
    m.is_memref(value)
        && element.is_some_and(|element| {
            let kind = m.ctx.type_kind(element);
            matches!(kind, TypeKind::MemRef(_) | TypeKind::UnrankedMemRef { .. })
                || may_hold_buffer(m, element)
        })
}

/// The operands of which an operation writes every element, and which it does not read. It may read the same memory
/// through other operands, and its body may.
pub fn overwritten(m: &Module, op: OpId) -> SmallVec<[ValueId; 1]> {
    let Some(list) = m.semantics(op).kernel().and_then(|_| effects(m, op)) else {
        return SmallVec::new();
    };
    let operands = m.operands(op).iter().copied().enumerate();
    let overwritten = operands.filter(|&(at, value)| {
        let access = Access::to(&list, value);
        access.writes() && !access.reads() && writes_all_of(m, op, at)
    });
    overwritten.map(|(_, value)| value).collect()
}

/// Whether an operation that writes an operand without reading it writes every element.
pub fn writes_all_of(m: &Module, op: OpId, operand: usize) -> bool {
    match m.semantics(op).kernel() {
        Some(Kernel::Copy | Kernel::Fill | Kernel::Map | Kernel::Broadcast | Kernel::Permute) => {
            true
        }
        Some(Kernel::Structured | Kernel::Generic) => is_permuted(m, op, operand),
        Some(Kernel::Store) => m.ctx.n_elements(m.value_type(m.operands(op)[operand])) == Some(1),
        _ => false,
    }
}

/// Whether the points of an operation reach each element of an operand once.
fn is_permuted(m: &Module, op: OpId, operand: usize) -> bool {
    let maps = m.prop_elements(op, names::INDEXING_MAPS);
    match maps.get(operand).map(|&map| m.ctx.attr_kind(map)) {
        Some(AttrKind::AffineMap(map)) => map.is_permutation(),
        Some(_) => false,
        None => m
            .def(op)
            .is_some_and(|def| def.indexing_maps == IndexingMaps::Elementwise),
    }
}

/// Whether a value has all elements of the memory that another one, which it is derived from, names, each once. Linear
/// in the nesting of views.
pub fn has_all_of(m: &Module, value: ValueId, base: ValueId) -> bool {
    let mut value = value;
    while value != base {
        let Some((op, source)) = view(m, value) else {
            return false;
        };
        let keeps_elements = match m.semantics(op).kernel() {
            Some(
                Kernel::Cast
                | Kernel::SpaceCast
                | Kernel::CollapseShape
                | Kernel::ExpandShape
                | Kernel::Transpose
                | Kernel::Forward,
            ) => true,
            Some(Kernel::Subview) => {
                let n_elements = |value| m.ctx.n_elements(m.value_type(value));
                n_elements(source).is_some() && n_elements(source) == n_elements(value)
            }
            _ => false,
        };
        if !keeps_elements || moves_pointer(m, op) {
            return false;
        }
        value = source;
    }
    true
}

/// The operation that makes a value a view, and the only value that it is a view of.
pub(crate) fn view(m: &Module, value: ValueId) -> Option<(OpId, ValueId)> {
    let op = m.defining_op(value)?;
    let pairs = view_sources(m, op);
    let mut sources = pairs.iter().filter(|pair| pair.1 == value);
    let &(source, _) = sources.next()?;
    sources.next().is_none().then_some((op, source))
}

/// The only memref that a memref is a view of.
pub(crate) fn viewed(m: &Module, value: ValueId) -> Option<ValueId> {
    let (_, source) = view(m, value)?;
    (m.is_memref(source) && m.is_memref(value)).then_some(source)
}

/// Whether the elements of a memref fill the memory between the first and the last of them.
pub(crate) fn is_dense(m: &Module, value: ValueId) -> bool {
    let TypeKind::MemRef(ty) = m.value_type_kind(value) else {
        return false;
    };
    let n_elements = m.ctx.n_elements(m.value_type(value));
    ty.layout.is_none() || n_elements.is_some() && span(m, value) == n_elements
}

/// The number of elements from the first to the last one of a memref, both included, with the gaps between them; absent
/// when its shape or layout is dynamic.
pub(crate) fn span(m: &Module, value: ValueId) -> Option<u64> {
    let id = m.value_type(value);
    let TypeKind::MemRef(ty) = m.ctx.type_kind(id) else {
        return None;
    };
    let n_elements = m.ctx.n_elements(id)?;
    if ty.layout.is_none() || n_elements == 0 {
        return Some(n_elements);
    }
    let (strides, _) = m.ctx.memref_strides_offset(id)?;
    let mut dims = ty.shape.iter().zip(strides);
    let span = dims.try_fold(1_i64, |span, (size, stride)| {
        span.checked_add((size - 1).checked_mul(stride)?)
    });
    u64::try_from(span?).ok()
}
