//! The effect of one operation on the lifetimes of its memref operands.
//!
//! An unregistered operation accesses every memref operand, and every memref result may be one of them. For
//! analyses that shorten lifetimes, a missing event is unsound; a superfluous one costs precision.

use super::{AllocationAliases, Contracts, UnknownOps};
use crate::access::{Access, gives_pointer, is_stored, takes_holder};
use memplan_mlir::dialects::{EffectList, RegionFlow, Traits};
use memplan_mlir::interfaces::{
    EffectFreeOps, allocation, arena_operands, callee, computes_elements, effects, has_region_flow,
    is_plain_dealloc, is_view_like, may_hold_buffer, runs_later, takes_address, view_sources,
};
use memplan_mlir::{Module, OpId, ValueId};

/// Why a buffer cannot be tracked beyond one of its users.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// The operation is a terminator that passes the buffer out of the function or the iteration.
    Escapes,
    /// The operation takes the address of the buffer, or converts it to a value whose uses are not tracked.
    PointerTaken,
    /// The operation stores the buffer in memory.
    StoredToMemory,
    /// The operation starts work that runs later.
    RunsLater,
    /// The operation is unknown, and [`UnknownOps::Capture`] applies.
    UnknownOp,
    /// The function that is called may keep the address of the buffer.
    KeptByCallee,
    /// The operation may free the buffer, and has other effects.
    ConditionalDealloc,
}

/// What happens to a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BufferEvent {
    /// The buffer is live at the operation's tick. A terminator only passes it on.
    Access {
        /// Whether the operation accesses memory.
        is_effectful: bool,
    },
    /// The analysis cannot track the buffer from here on.
    Lost(Loss),
    /// The buffer is freed by an operation that does nothing else.
    Freed,
}

/// Computes the events of every operation of a module.
#[derive(Clone, Debug)]
pub struct BufferEvents {
    effect_free: EffectFreeOps,
    contracts: Contracts,
    /// Which allocations each value may be.
    pub aliases: AllocationAliases,
}

impl BufferEvents {
    /// Visits every operation of the module. What `unknown_ops` allows adds to what the program states.
    pub fn new(m: &Module, aliases: AllocationAliases, unknown_ops: UnknownOps) -> Self {
        Self {
            effect_free: EffectFreeOps::new(m, m.root()),
            contracts: Contracts::assuming(m, m.root(), unknown_ops.or_stated(m)),
            aliases,
        }
    }

    /// What calls free and keep.
    pub(crate) fn contracts(&self) -> &Contracts {
        &self.contracts
    }

    /// Calls `visit` for every event of `op` on its memref operands, without its regions. `O(operands + results)`, or
    /// their product if every result may be a view of every operand.
    pub fn visit(&self, m: &Module, op: OpId, mut visit: impl FnMut(ValueId, BufferEvent)) {
        let has_memrefs = m.operands(op).iter().any(|&value| m.is_memref(value));
        if !has_memrefs || allocation(m, op).is_some() {
            return;
        }
        if takes_address(m, op) {
            each(m, op, BufferEvent::Lost(Loss::PointerTaken), &mut visit);
        } else if is_plain_dealloc(m, op) {
            each(m, op, BufferEvent::Freed, &mut visit);
        } else if is_view_like(m, op) {
            self.visit_view(m, op, &mut visit);
        } else if is_exit(m, op) {
            self.visit_exit(m, op, &mut visit);
        } else if self.effect_free.contains(op) {
            if !has_region_flow(m, op) && gives_pointer(m, op) {
                each(m, op, BufferEvent::Lost(Loss::PointerTaken), &mut visit);
            }
        } else {
            self.visit_effectful(m, op, &mut visit);
        }
    }

    /// Accesses every memref operand except for the viewed source.
    fn visit_view(&self, m: &Module, op: OpId, visit: &mut impl FnMut(ValueId, BufferEvent)) {
        let pairs = view_sources(m, op);
        for &value in m.operands(op).iter().filter(|&&value| m.is_memref(value)) {
            let mut results = pairs.iter().filter(|pair| pair.0 == value).peekable();
            if results.peek().is_none() {
                visit(value, BufferEvent::Access { is_effectful: true });
            } else if results.any(|pair| may_hold_buffer(m, m.value_type(pair.1))) {
                visit(value, BufferEvent::Lost(Loss::PointerTaken));
            }
        }
    }

    fn visit_exit(&self, m: &Module, op: OpId, visit: &mut impl FnMut(ValueId, BufferEvent)) {
        let is_effectful = !self.effect_free.contains(op);
        each(m, op, BufferEvent::Access { is_effectful }, visit);
        if let Some(reason) = escape(m, op) {
            each(m, op, BufferEvent::Lost(reason), visit);
        }
    }

    fn visit_effectful(&self, m: &Module, op: OpId, visit: &mut impl FnMut(ValueId, BufferEvent)) {
        each(m, op, BufferEvent::Access { is_effectful: true }, visit);
        // A callee does not keep an arena that it receives.
        let arenas = arena_operands(m, op);
        let visit = &mut |value, event| {
            let is_kept = matches!(
                event,
                BufferEvent::Lost(
                    Loss::StoredToMemory
                        | Loss::PointerTaken
                        | Loss::UnknownOp
                        | Loss::KeptByCallee
                )
            );
            if !(is_kept && arenas.contains(&value)) {
                visit(value, event);
            }
        };
        for &value in self.contracts.freed(op) {
            visit(value, BufferEvent::Lost(Loss::ConditionalDealloc));
        }
        for &value in self.contracts.kept(op) {
            visit(value, BufferEvent::Lost(Loss::KeptByCallee));
        }
        if runs_later(m, op) {
            each(m, op, BufferEvent::Lost(Loss::RunsLater), visit);
        }
        match effects(m, op) {
            Some(list) => self.visit_known(m, op, &list, visit),
            None if takes_holder(m, op) => {
                each(m, op, BufferEvent::Lost(Loss::StoredToMemory), visit);
            }
            None if gives_pointer(m, op) => {
                each(m, op, BufferEvent::Lost(Loss::PointerTaken), visit);
            }
            None if self.contracts.unknown() == UnknownOps::Capture && callee(m, op).is_none() => {
                each(m, op, BufferEvent::Lost(Loss::UnknownOp), visit);
            }
            None => {}
        }
    }

    /// If an operation with known effects writes memory and neither reads nor writes a memref operand,
    /// it stores that operand.
    fn visit_known(
        &self,
        m: &Module,
        op: OpId,
        list: &EffectList,
        visit: &mut impl FnMut(ValueId, BufferEvent),
    ) {
        for &value in m.operands(op).iter().filter(|&&value| m.is_memref(value)) {
            if is_stored(list, value) {
                visit(value, BufferEvent::Lost(Loss::StoredToMemory));
            }
            if Access::to(list, value).frees() {
                visit(value, BufferEvent::Lost(Loss::ConditionalDealloc));
            }
        }
    }
}

fn each(m: &Module, op: OpId, event: BufferEvent, visit: &mut impl FnMut(ValueId, BufferEvent)) {
    for &value in m.operands(op) {
        if m.is_memref(value) {
            visit(value, event);
        }
    }
}

/// Whether control leaves the region through the operation.
pub fn is_exit(m: &Module, op: OpId) -> bool {
    m.has_trait(op, Traits::RETURN_LIKE)
        || (m.has_trait(op, Traits::TERMINATOR) && m.successors(op).is_empty())
}

/// Why the analysis cannot track a buffer that a terminator passes on; absent if it becomes a result of
/// the parent operation.
fn escape(m: &Module, exit: OpId) -> Option<Loss> {
    let Some(parent) = m.parent(exit) else {
        return Some(Loss::Escapes);
    };
    if computes_elements(m, parent) {
        return Some(Loss::StoredToMemory);
    }
    let flow = m.def(parent).map(|def| def.flow);
    let becomes_result = matches!(flow, Some(RegionFlow::Branch | RegionFlow::Once))
        && !m.has_trait(parent, Traits::LOOP)
        && !runs_later(m, parent);
    (!becomes_result).then_some(Loss::Escapes)
}
