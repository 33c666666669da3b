//! The pass `results-to-callers`: private functions return buffers in memory that their callers allocate.
//!
//! Results of calls are not planned. [`results_to_callers`] turns returned allocations of private functions into
//! arguments, so that they become buffers of the caller. Such a buffer is allocated before the call instead of during
//! it. A result is changed only if there is room for it in the callee from its start to the allocation, so the memory
//! that a run holds at once never exceeds that of the same run before.

use memplan_bufferize::passes::{self, ReturnedAlloc};
use memplan_memory_model::HeapLoads;
use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::{
    arena_operands, computes_elements, is_manually_freed, is_private, runs_later,
};
use memplan_mlir::passes::{Anchor, Pass, PassContext, PassError, PluginInfo};
use memplan_mlir::{Module, OpId};
use rustc_hash::FxHashMap;

use crate::arenas::Room;
use crate::dealloc;

/// The pass `results-to-callers`.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ResultsToCallers;

impl Pass for ResultsToCallers {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "results-to-callers",
            aliases: &[],
            summary: "Lets callers allocate what private functions return, where that raises no run-time peak.",
            cost: "that of deallocation",
            source: "own",
        }
    }

    fn anchor(&self) -> Anchor {
        Anchor::Module
    }

    fn run(&self, m: &mut Module, _: OpId, _: &mut PassContext) -> Result<(), PassError> {
        results_to_callers(m);
        Ok(())
    }
}

/// Turns results of private functions into arguments that callers allocate, where that raises no run-time peak. A
/// result qualifies if it is an allocation of static size in the first block, and only direct calls refer to the
/// function. Returns whether anything changed. Programs that cannot be deallocated are not changed, nor are programs
/// without public functions, in which any function may be the entry.
pub fn results_to_callers(m: &mut Module) -> bool {
    let functions = m.ops_with_trait(Traits::FUNCTION);
    let private = functions
        .iter()
        .filter(|&&function| is_private(m, function));
    let n_private = private.count();
    if n_private == 0 || n_private == functions.len() {
        return false;
    }
    let Some(separate) = dealloc::deallocated(m.clone()) else {
        return false;
    };
    let loads = HeapLoads::new(&separate);
    let mut rooms: FxHashMap<OpId, Option<Room<'_>>> = FxHashMap::default();
    let root = m.root();
    let mut is_chosen = |m: &Module, returned: &ReturnedAlloc<'_>| {
        let (function, alloc) = (returned.function, returned.alloc);
        let mut calls = returned.calls.iter();
        if is_manually_freed(m, alloc) || !calls.all(|&call| can_pass(m, call)) {
            return false;
        }
        let room = rooms.entry(function);
        let room = room.or_insert_with(|| Room::of(&separate, &loads, function));
        room.as_mut()
            .is_some_and(|room| room.allocate_at_start(&separate, alloc))
    };
    passes::results_to_callers(m, root, &mut is_chosen).unwrap_or(false)
}

/// Whether an allocation for a further operand can be inserted before a call.
fn can_pass(m: &Module, call: OpId) -> bool {
    let is_elementwise = |op: OpId| m.def(op).is_none() || computes_elements(m, op);
    arena_operands(m, call).is_empty()
        && !runs_later(m, call)
        && !m.ancestors(call).into_iter().any(is_elementwise)
}
