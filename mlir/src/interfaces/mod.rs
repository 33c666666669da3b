//! Queries that passes ask about operations, answered from the dialect tables.
//!
//! Each module holds one query. Its documentation states the answer for unregistered operations, and
//! states which errors in a table entry make passes unsound and which only cost precision.

pub mod alloc;
pub mod branch;
pub mod calls;
pub mod deferred;
pub mod effects;
pub mod loops;
pub mod region_flow;
pub mod scopes;
pub mod sites;
pub mod views;

pub use alloc::{
    Allocation, allocates, allocation, frees, is_deallocated, is_manually_freed, is_plain_dealloc,
};
pub use branch::{SuccessorOperands, successor_operand_ranges, successor_operands};
pub(crate) use calls::references;
pub use calls::{
    Callee, SymbolIndex, address_taken, arena_alignments, arena_arguments, arena_operands,
    arguments, callee, first_argument, function_argument, function_around, has_body,
    is_arena_of_call, is_private,
};
pub use deferred::{
    added_to_group, awaitable_operands, awaits, is_awaitable, is_group, is_within_deferred,
    runs_later,
};
pub use effects::{
    EffectFreeOps, affected, effects, has_no_effects, is_memory_effect_free, may_have_effect,
};
pub use loops::{Bound, LoopDim, constant_int, is_unsigned, loop_dims, trip_count};

pub use region_flow::{
    RegionEdge, RegionPoint, carried_group, entry_arguments, has_region_flow, may_be_isolated,
    passes_memrefs, region_edges, region_exits, touches_memrefs,
};
pub use scopes::{
    allocation_scope, computes_elements, is_allocation_scope, is_sequential_loop, runs_alone,
    runs_alone_in, runs_in_parallel,
};
pub use sites::{AllocationSite, SlotDim, SlotNest};
pub use views::{
    is_select_like, is_token, is_view_like, may_hold_buffer, moves_pointer, takes_address,
    view_sources, viewed_buffer,
};

#[cfg(test)]
mod tests {
    use crate::dialects::{Dialects, EffectOn, Effects, LoopBounds, OpDef, RegionFlow, Traits};

    /// All names in an entry must exist: an unknown group is treated as empty, and an effect or edge would silently
    /// be missing.
    #[test]
    fn every_entry_names_groups_and_attributes_that_it_has() {
        for def in Dialects::core().ops() {
            check_effects(def);
            check_bounds(def);
            let operand = |name: &str| assert!(def.operand_group(name).is_some(), "{}", def.name);
            match def.flow {
                RegionFlow::For => operand("inits"),
                RegionFlow::Forall => operand("outs"),
                RegionFlow::While
                | RegionFlow::Branch
                | RegionFlow::Once
                | RegionFlow::Parallel
                | RegionFlow::Elementwise
                | RegionFlow::Hook(_)
                | RegionFlow::Unknown
                | RegionFlow::None => {}
            }
            let is_loop_flow = matches!(
                def.flow,
                RegionFlow::For | RegionFlow::Forall | RegionFlow::While | RegionFlow::Parallel
            );
            if is_loop_flow {
                assert!(def.traits.has(Traits::LOOP), "{}", def.name);
            }
            def.branch.iter().for_each(|name| operand(name));
            if let Some(allocation) = def.allocation {
                operand(allocation.sizes);
                operand(allocation.symbols);
            }
        }
    }

    fn check_effects(def: &OpDef) {
        let Effects::List(effects) = def.effects else {
            return;
        };
        for effect in effects {
            let is_there = match effect.on {
                EffectOn::Operand(name) => def.operand_group(name).is_some(),
                EffectOn::Result(name) => def.result_group(name).is_some(),
                EffectOn::World => true,
            };
            assert!(is_there, "{}: {effect:?}", def.name);
        }
    }

    fn check_bounds(def: &OpDef) {
        let operand = |name: &str| assert!(def.operand_group(name).is_some(), "{}", def.name);
        let attr = |name: &str| {
            let is_there = def.attrs.iter().any(|attr| attr.name == name);
            assert!(is_there, "{} has no `{name}`", def.name);
        };
        match def.loop_bounds {
            LoopBounds::None => {}
            LoopBounds::Operands { lower, upper, step } => {
                [lower, upper, step].into_iter().for_each(operand);
            }
            LoopBounds::Mixed { lower, upper, step } => {
                for (values, constants) in [lower, upper, step] {
                    operand(values);
                    attr(constants);
                }
            }
            LoopBounds::Maps { lower, upper, step } => {
                [lower, upper, step].into_iter().for_each(attr);
            }
        }
    }
}
