//! The effect of one operation on its memref operands, as far as lifetimes are concerned.

use memplan_mlir::analyses::{AllocationAliases, BufferViewFlowAnalysis, FreedArguments};
use memplan_mlir::dialects::{EffectKind, RegionFlow, Traits};
use memplan_mlir::interfaces::{
    EffectFreeOps, EffectList, allocation, arena_operands, callee, effects, has_region_flow,
    is_plain_dealloc, is_view_like, may_hold_buffer, runs_later, view_sources,
};
use memplan_mlir::{MemRefType, Module, OpId, TypeKind, ValueId};

use crate::{SkipReason, UnknownOps};

/// An access to a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// It is live at the operation's tick. A terminator only passes it on.
    Access {
        /// Whether the operation touches memory.
        is_effectful: bool,
    },
    /// The analysis cannot track it from here on.
    Lost(SkipReason),
    /// It is freed by an operation that does nothing else.
    Freed,
}

/// Computes the accesses of every operation of a module.
#[derive(Debug)]
pub(crate) struct Accesses<'m> {
    m: &'m Module,
    effect_free: EffectFreeOps,
    unknown_ops: UnknownOps,
    freed_arguments: FreedArguments,
    /// Which allocations each value may be.
    pub(crate) aliases: AllocationAliases,
}

impl<'m> Accesses<'m> {
    pub(super) fn new(m: &'m Module, allocations: &[ValueId], unknown_ops: UnknownOps) -> Self {
        let flow = BufferViewFlowAnalysis::new(m, m.root());
        Self {
            m,
            effect_free: EffectFreeOps::new(m, m.root()),
            unknown_ops,
            freed_arguments: FreedArguments::new(m, m.root()),
            aliases: AllocationAliases::new(&flow, allocations),
        }
    }

    /// Calls `visit` for every access of `op` to its memref operands. `O(operands + results)`, or their
    /// product if every result may be a view of every operand.
    pub(super) fn visit(&self, op: OpId, mut visit: impl FnMut(ValueId, Event)) {
        let m = self.m;
        let has_memrefs = m.operands(op).iter().any(|&value| m.is_memref(value));
        if !has_memrefs || allocation(m, op).is_some() {
            return;
        }
        if m.has_trait(op, Traits::CAPTURES) {
            self.each(
                op,
                Event::Lost(SkipReason::PointerTaken { by: op }),
                &mut visit,
            );
        } else if is_plain_dealloc(m, op) {
            self.each(op, Event::Freed, &mut visit);
        } else if is_view_like(m, op) {
            self.visit_view(op, &mut visit);
        } else if is_exit(m, op) {
            self.visit_exit(op, &mut visit);
        } else if self.effect_free.contains(op) {
            if !has_region_flow(m, op) && self.may_keep_operands(op) {
                self.each(
                    op,
                    Event::Lost(SkipReason::PointerTaken { by: op }),
                    &mut visit,
                );
            }
        } else {
            self.visit_effectful(op, &mut visit);
        }
    }

    fn each(&self, op: OpId, event: Event, visit: &mut impl FnMut(ValueId, Event)) {
        for &value in self.m.operands(op) {
            if self.m.is_memref(value) {
                visit(value, event);
            }
        }
    }

    /// Whether a result other than a memref may carry a pointer to an operand.
    fn may_keep_operands(&self, op: OpId) -> bool {
        let m = self.m;
        m.results(op)
            .any(|value| may_hold_buffer(m, m.value_type(value)))
    }

    /// Whether an operand is a buffer whose elements may be, or hold, other operands.
    fn may_store_operands(&self, op: OpId) -> bool {
        let m = self.m;
        m.operands(op).iter().any(|&value| {
            let (TypeKind::MemRef(MemRefType { element, .. })
            | TypeKind::UnrankedMemRef { element, .. }) = m.value_type_kind(value)
            else {
                return false;
            };
            let is_memref = matches!(
                m.ctx.type_kind(*element),
                TypeKind::MemRef(_) | TypeKind::UnrankedMemRef { .. }
            );
            is_memref || may_hold_buffer(m, *element)
        })
    }

    /// The viewed source is not accessed, every other memref operand is.
    fn visit_view(&self, op: OpId, visit: &mut impl FnMut(ValueId, Event)) {
        let m = self.m;
        let pairs = view_sources(m, op);
        for &value in m.operands(op).iter().filter(|&&value| m.is_memref(value)) {
            let mut results = pairs.iter().filter(|pair| pair.0 == value).peekable();
            if results.peek().is_none() {
                visit(value, Event::Access { is_effectful: true });
            } else if results.any(|pair| may_hold_buffer(m, m.value_type(pair.1))) {
                visit(value, Event::Lost(SkipReason::PointerTaken { by: op }));
            }
        }
    }

    fn visit_exit(&self, op: OpId, visit: &mut impl FnMut(ValueId, Event)) {
        let is_effectful = !self.effect_free.contains(op);
        self.each(op, Event::Access { is_effectful }, visit);
        if let Some(reason) = escape(self.m, op) {
            self.each(op, Event::Lost(reason), visit);
        }
    }

    fn visit_effectful(&self, op: OpId, visit: &mut impl FnMut(ValueId, Event)) {
        let m = self.m;
        self.each(op, Event::Access { is_effectful: true }, visit);
        // A callee keeps no arena.
        let arenas = arena_operands(m, op);
        let visit = &mut |value, event| {
            let is_kept = matches!(
                event,
                Event::Lost(
                    SkipReason::StoredToMemory { .. }
                        | SkipReason::PointerTaken { .. }
                        | SkipReason::UnknownOp { .. }
                )
            );
            if !(is_kept && arenas.contains(&value)) {
                visit(value, event);
            }
        };
        for &value in self.freed_arguments.of(op) {
            visit(
                value,
                Event::Lost(SkipReason::ConditionalDealloc { by: op }),
            );
        }
        if runs_later(m, op) {
            self.each(op, Event::Lost(SkipReason::RunsLater { by: op }), visit);
        }
        match effects(m, op) {
            Some(list) => self.visit_known(op, &list, visit),
            None if self.may_store_operands(op) => {
                self.each(
                    op,
                    Event::Lost(SkipReason::StoredToMemory { by: op }),
                    visit,
                );
            }
            None if self.may_keep_operands(op) => {
                self.each(op, Event::Lost(SkipReason::PointerTaken { by: op }), visit);
            }
            None if self.unknown_ops == UnknownOps::Capture && callee(m, op).is_none() => {
                self.each(op, Event::Lost(SkipReason::UnknownOp { by: op }), visit);
            }
            None => {}
        }
    }

    /// If an operation with known effects writes memory and neither reads nor writes a memref operand,
    /// it stores that operand.
    fn visit_known(&self, op: OpId, list: &EffectList, visit: &mut impl FnMut(ValueId, Event)) {
        let m = self.m;
        let writes = list.iter().any(|effect| effect.kind == EffectKind::Write);
        for &value in m.operands(op).iter().filter(|&&value| m.is_memref(value)) {
            let mut on_value = list
                .iter()
                .filter(|effect| effect.value == Some(value))
                .peekable();
            if on_value.peek().is_none() && writes {
                visit(value, Event::Lost(SkipReason::StoredToMemory { by: op }));
            }
            if on_value.any(|effect| effect.kind == EffectKind::Free) {
                visit(
                    value,
                    Event::Lost(SkipReason::ConditionalDealloc { by: op }),
                );
            }
        }
    }
}

/// Whether control leaves the region through the operation.
fn is_exit(m: &Module, op: OpId) -> bool {
    m.has_trait(op, Traits::RETURN_LIKE)
        || (m.has_trait(op, Traits::TERMINATOR) && m.successors(op).is_empty())
}

/// Why the analysis cannot track a buffer that a terminator passes on; absent if it becomes a result of
/// the parent operation.
fn escape(m: &Module, exit: OpId) -> Option<SkipReason> {
    let escapes = SkipReason::Escapes { via: exit };
    let Some(parent) = m.parent(exit) else {
        return Some(escapes);
    };
    let flow = m.def(parent).map_or(RegionFlow::Unknown, |def| def.flow);
    match flow {
        RegionFlow::Elementwise => Some(SkipReason::StoredToMemory { by: exit }),
        RegionFlow::Branch | RegionFlow::Once
            if !m.has_trait(parent, Traits::LOOP) && !runs_later(m, parent) =>
        {
            None
        }
        RegionFlow::Branch
        | RegionFlow::Once
        | RegionFlow::Unknown
        | RegionFlow::None
        | RegionFlow::For
        | RegionFlow::While
        | RegionFlow::Parallel
        | RegionFlow::Forall
        | RegionFlow::Hook(_) => Some(escapes),
    }
}
