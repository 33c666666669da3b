//! `arena-argument`: merged memory is an argument that is added to the function.
//!
//! `merge-alloc` checks the plan and puts the merged memory on the stack; this mutator replaces the stack
//! allocation by an argument. In a module with calls it stays on the stack: callers would have to pass one.

use memplan_mlir::interfaces::callee;
use memplan_mlir::{AttrKind, Module, OpId, TypeId, TypeKind, names};
use memplan_mutators::{
    ArenaKind, MergeAlloc, MergeAllocOptions, MergePlan, MutateError, MutateReport, Mutator,
};
use memplan_planner::Bytes;
use memplan_plugin::PluginInfo;

/// The mutator described in the module documentation.
#[derive(Debug)]
pub struct ArenaArgument;

impl Mutator for ArenaArgument {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "arena-argument",
            aliases: &[],
            summary: "Adds an argument to each function that holds its merged allocation.",
            source: "docs/book/src/guides/plug-ins/mutator.md",
            cost: "O(module)",
        }
    }

    fn apply(&self, m: &mut Module, plan: &MergePlan) -> Result<MutateReport, MutateError> {
        let on_stack = MergeAllocOptions {
            arena: ArenaKind::Alloca,
            stack_limit: Bytes(u64::MAX),
            ..MergeAllocOptions::DEFAULT
        };
        let has_calls = m.walk(m.root()).any(|op| callee(m, op).is_some());
        let mut report = MergeAlloc { options: on_stack }.apply(m, plan)?;
        for arena in &mut report.arenas {
            let (Some(function), Some(block)) = (m.parent(arena.op), m.op_block(arena.op)) else {
                continue;
            };
            let ty = m.value_type(arena.value);
            if has_calls || arena.kind != ArenaKind::Alloca || !add_input(m, function, ty) {
                continue;
            }
            let argument = m.add_block_arg(block, ty);
            m.replace_all_uses(arena.value, argument);
            m.erase(arena.op);
            (arena.op, arena.value) = (function, argument);
        }
        Ok(report)
    }
}

/// Adds an input to the type of a function; `false` for other operations.
fn add_input(m: &mut Module, function: OpId, input: TypeId) -> bool {
    let signature = m.prop(function, names::FUNCTION_TYPE);
    let Some(&AttrKind::Type(ty)) = signature.map(|attr| m.ctx.attr_kind(attr)) else {
        return false;
    };
    let TypeKind::Function { inputs, results } = m.ctx.type_kind(ty) else {
        return false;
    };
    let function_type = TypeKind::Function {
        inputs: inputs.iter().copied().chain([input]).collect(),
        results: results.clone(),
    };
    let ty = m.ctx.ty(function_type);
    let ty = m.ctx.attr(AttrKind::Type(ty));
    m.set_prop(function, names::FUNCTION_TYPE, ty);
    true
}
