//! Whether anything may access a buffer between two points.

use crate::{AliasScratch, BufferViewFlowAnalysis, Contracts, Origin, Origins};
use memplan_mlir::analyses::Readers;
use memplan_mlir::dialects::Effects;
use memplan_mlir::interfaces::{callee, effects};
use memplan_mlir::{Module, OpId, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::access::Access;
use crate::area::are_in_different_bytes;
use crate::contracts::is_noalias;

/// Maximum number of operations that are inspected for one copy.
const MAX_BETWEEN: usize = 1000;

/// The analyses that [`Accesses::may_access`] uses.
#[derive(Debug)]
pub struct Accesses {
    /// Which values may be views of which others.
    pub flow: BufferViewFlowAnalysis,
    origins: Origins,
    readers: Readers,
    contracts: Contracts,
    distinct_arguments: bool,
    /// Cache: whether a buffer may be reached other than through its aliases.
    escaping: FxHashMap<ValueId, bool>,
    scratch: AliasScratch,
}

impl Accesses {
    /// Runs the analyses on everything below `root`. Linear.
    pub fn new(m: &Module, root: OpId, distinct_arguments: bool) -> Self {
        let mut origins = Origins::new(m, root);
        // A private function may return an argument.
        for call in m.walk(root).filter(|&op| callee(m, op).is_some()) {
            for result in m.results(call).filter(|&result| m.is_memref(result)) {
                origins.set_unknown_result(result);
            }
        }
        Self {
            flow: BufferViewFlowAnalysis::new(m, root),
            origins,
            readers: Readers::new(m),
            contracts: Contracts::new(m, root),
            distinct_arguments,
            escaping: FxHashMap::default(),
            scratch: AliasScratch::default(),
        }
    }

    /// Whether an operation, without its regions, may access a buffer in one of the ways of `access`. `true` if it uses
    /// one of the `dirty` values, for which the analyses are out of date.
    pub fn may_access(
        &mut self,
        m: &Module,
        op: OpId,
        buffer: ValueId,
        access: Access,
        dirty: &FxHashSet<ValueId>,
    ) -> bool {
        debug_assert!(!access.captures(), "a question for `escapes`");
        if let Some(list) = effects(m, op) {
            let mut kinds = list.iter().filter(|at| access.meets(Access::by(at.kind)));
            return kinds.any(|effect| {
                effect.value.is_some_and(|value| {
                    dirty.contains(&value) || !self.are_distinct(m, buffer, value)
                })
            });
        }
        let is_unknown = m
            .def(op)
            .is_none_or(|def| matches!(def.effects, Effects::Unknown));
        if !is_unknown || (!access.reads() && self.readers.is_reading_call(m, op)) {
            return false;
        }
        if self.escapes(m, buffer) {
            return true;
        }
        let mut operands = m.operands(op).iter().filter(|&&value| m.is_memref(value));
        operands.any(|&value| dirty.contains(&value) || !self.are_distinct(m, buffer, value))
    }

    /// As [`Self::may_access`], for the bytes of one view: an operation that accesses other bytes of the buffer does
    /// not touch them.
    pub(crate) fn may_touch(
        &mut self,
        m: &Module,
        op: OpId,
        view: ValueId,
        access: Access,
    ) -> bool {
        let none = FxHashSet::default();
        let is_elsewhere = effects(m, op).is_some_and(|list| {
            let kinds = list.iter().filter(|at| access.meets(Access::by(at.kind)));
            let mut touched = kinds.filter_map(|effect| effect.value);
            touched.all(|value| {
                are_in_different_bytes(m, view, value) || self.are_distinct(m, view, value)
            })
        });
        !is_elsewhere && self.may_access(m, op, view, access, &none)
    }

    /// Whether a buffer may be reached other than through its aliases: it comes from outside of the
    /// function, or its address is kept somewhere.
    pub fn escapes(&mut self, m: &Module, buffer: ValueId) -> bool {
        // What captures the buffer may use another name than this view.
        let buffer = self.origins.base(m, buffer);
        if let Some(&cached) = self.escaping.get(&buffer) {
            return cached;
        }
        let is_local = matches!(self.origins.origin(m, buffer), Origin::Heap | Origin::Stack);
        let mut is_escaping = !is_local;
        if is_local {
            self.flow.resolve_with(&mut self.scratch, buffer, |alias| {
                is_escaping = m
                    .uses(alias)
                    .any(|(user, operand)| self.contracts.capture(m, user, operand).is_some());
                !is_escaping
            });
        }
        self.escaping.insert(buffer, is_escaping);
        is_escaping
    }

    /// Whether an operation between two others of one block may access one of the buffers. `true` if there are more
    /// than 1000 operations, or if the second does not follow the first.
    pub fn touches_between(
        &mut self,
        m: &Module,
        after: OpId,
        before: OpId,
        buffers: &[(ValueId, Access)],
        dirty: &FxHashSet<ValueId>,
    ) -> bool {
        let mut n_left = MAX_BETWEEN;
        let mut next = m.next_op(after);
        while let Some(op) = next.filter(|&op| op != before) {
            for inner in m.walk(op) {
                if n_left == 0 {
                    return true;
                }
                n_left -= 1;
                let mut buffers = buffers.iter();
                if buffers.any(|&(buffer, access)| self.may_access(m, inner, buffer, access, dirty))
                {
                    return true;
                }
            }
            next = m.next_op(op);
        }
        next.is_none()
    }

    /// Whether two values never name a common byte at a point where both are in scope.
    pub fn are_distinct(&mut self, m: &Module, a: ValueId, b: ValueId) -> bool {
        if self.origins.same(m, a, b) == Some(false) {
            return true;
        }
        let is_argument = |value| self.origins.origin(m, value) == Origin::Argument;
        if !is_argument(a) || !is_argument(b) {
            return false;
        }
        let [a, b] = [a, b].map(|value| self.origins.base(m, value));
        a != b && (self.distinct_arguments || is_noalias(m, a) || is_noalias(m, b))
    }
}
