//! Runtime tests for whether two buffers are in the same allocation.

use memplan_memory_model::{AliasScratch, BufferViewFlowAnalysis, Origin, Origins};
use memplan_mlir::interfaces::moves_pointer;
use memplan_mlir::{Module, OpId, TypeKind, ValueId};

use crate::dealloc::DeallocError;
use crate::dealloc::calls::{self, PrivateCalls};

/// A runtime test, or its static result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Test {
    /// Statically the same allocation.
    Same,
    /// Statically different allocations.
    Different,
    /// The same allocation if the addresses are equal.
    Addresses,
    /// The same allocation if the address of `view` is within the bytes of `allocation`.
    Within {
        /// The buffer that an operation allocated.
        allocation: ValueId,
        /// A possible view of it.
        view: ValueId,
    },
}

/// The values whose address may differ from that of their allocation.
#[derive(Debug, Default)]
pub(super) struct Addresses {
    /// Absent when no value does.
    moved: Option<Moved>,
}

#[derive(Debug)]
struct Moved {
    origins: Origins,
    is_moved: Vec<bool>,
}

impl Addresses {
    /// Collects views that change the address. Linear, and cheap if there are none or no query follows.
    pub(super) fn new(m: &Module, root: OpId, ops: &[OpId]) -> Self {
        if ops.is_empty() {
            return Self::default();
        }
        let views: Vec<ValueId> = m
            .walk(root)
            .filter(|&op| moves_pointer(m, op))
            .filter_map(|op| m.result(op, 0))
            .collect();
        if views.is_empty() {
            return Self::default();
        }
        // Correct whether or not private functions return new buffers.
        let origins = calls::origins(m, root, PrivateCalls::GiveAnything);
        // An owned buffer never overlaps memory without an owner, so views of such memory never have
        // its address.
        let views: Vec<ValueId> = views
            .into_iter()
            .filter(|&view| !origins.is_unowned(m, view))
            .collect();
        if views.is_empty() {
            return Self::default();
        }
        let flow = BufferViewFlowAnalysis::new(m, root);
        let mut is_moved = vec![false; m.value_count()];
        let mut scratch = AliasScratch::default();
        for view in views {
            // A marked value has already marked the values derived from it.
            if is_moved[view.index()] {
                continue;
            }
            flow.resolve_with(&mut scratch, view, |value| {
                is_moved[value.index()] = true;
                true
            });
        }
        Self {
            moved: Some(Moved { origins, is_moved }),
        }
    }

    /// Whether the address of a value may be that of the middle of its allocation.
    pub(super) fn is_moved(&self, value: ValueId) -> bool {
        self.moved
            .as_ref()
            .is_some_and(|moved| moved.is_moved[value.index()])
    }

    /// The test for whether two values are in the same allocation, for use just before `op`.
    pub(super) fn test(
        &mut self,
        m: &Module,
        op: OpId,
        a: ValueId,
        b: ValueId,
    ) -> Result<Test, DeallocError> {
        if !self.is_moved(a) && !self.is_moved(b) {
            return Ok(Test::Addresses);
        }
        let Some(moved) = &mut self.moved else {
            return Ok(Test::Addresses);
        };
        match moved.origins.same(m, a, b) {
            Some(true) => return Ok(Test::Same),
            Some(false) => return Ok(Test::Different),
            None => {}
        }
        // The source of a view is in scope wherever the view is.
        let names = [a, b].map(|value| {
            let base = moved.origins.base(m, value);
            (moved.origins.origin(m, base) == Origin::Heap).then_some(base)
        });
        for (name, own, view) in [(names[0], a, b), (names[1], b, a)] {
            let Some(allocation) = name else { continue };
            // Only views of byte buffers can have an offset.
            if is_bytes(m, allocation) {
                return Ok(Test::Within { allocation, view });
            }
            if !moved.is_moved[own.index()] {
                return Ok(Test::Addresses);
            }
        }
        Err(DeallocError::new(
            op,
            "view-address",
            "cannot decide at run time whether two buffers are in one allocation: one may be a \
             `memref.view` with an offset, and its allocation is not in scope here",
        ))
    }
}

fn is_bytes(m: &Module, value: ValueId) -> bool {
    match m.value_type_kind(value) {
        TypeKind::MemRef(memref) => {
            memref.shape.len() == 1
                && memref.layout.is_none()
                && m.ctx.bit_width(memref.element) == Some(8)
        }
        _ => false,
    }
}
