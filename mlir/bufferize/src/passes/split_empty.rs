//! `split-empty-tensors`: gives each computation a separate tensor to write to.
//!
//! Common subexpression elimination leaves one `tensor.empty` of each type, and one fill of it, which many
//! operations write to. After bufferization they share a buffer that is live from the first to the last of them,
//! although its contents are dead in between. A planner packs separate buffers better.

use memplan_mlir::passes::{Anchor, Pass, PassContext, PassError, PluginInfo};
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{CloneMap, Module, OpId, ValueId};
use memplan_support::Sort;

use crate::Options;
use crate::analysis::Inspector;

/// The pass `split-empty-tensors`: gives each operation that writes to a shared `tensor.empty`, or to a fill of one,
/// a tensor of its own. Bufferization then allocates separate buffers, which are live for a shorter time. Linear.
#[derive(Clone, Copy, Debug, Default)]
pub struct SplitEmptyTensors;

impl Pass for SplitEmptyTensors {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "split-empty-tensors",
            aliases: &[],
            summary: "Gives each operation that writes to a shared `tensor.empty`, or to a fill, one of its own.",
            cost: "linear in the operations",
            source: "own",
        }
    }

    fn anchor(&self) -> Anchor {
        Anchor::Module
    }

    fn run(&self, m: &mut Module, _: OpId, _: &mut PassContext) -> Result<(), PassError> {
        split_empty_tensors(m);
        Ok(())
    }
}

/// Runs the pass `split-empty-tensors` on a module.
///
/// All users in one region of an operation keep sharing, so no allocation moves into a loop.
pub fn split_empty_tensors(m: &mut Module) {
    let options = Options {
        function_boundaries: true,
        ..Options::default()
    };
    let inspector = Inspector::unanalysed(m, &options);
    for kernel in [Kernel::Fill, Kernel::TensorEmpty] {
        let ops: Vec<OpId> = m
            .walk(m.root())
            .filter(|&op| m.is_kernel(op, kernel))
            .collect();
        for op in ops {
            let Some(tensor) = m.result(op, 0) else {
                continue;
            };
            let writes = |m: &Module, user: OpId, operand: usize| {
                let q = inspector.query(m);
                q.model(user)
                    .is_some_and(|model| model.writes(q, user, operand))
            };
            // Users that only read a fill can share it. The contents of a `tensor.empty` are undefined, so every user
            // except `tensor.dim` gets its own.
            let needs_own = |m: &Module, user: OpId, operand: usize| match kernel {
                Kernel::Fill => writes(m, user, operand),
                _ => !m.is_kernel(user, Kernel::TensorDim),
            };
            split(m, op, tensor, needs_own);
        }
    }
}

/// Clones an operation before each operation of its block that needs a private result. If all users do, the first
/// keeps the original.
fn split(
    m: &mut Module,
    op: OpId,
    tensor: ValueId,
    needs_own: impl Fn(&Module, OpId, usize) -> bool,
) {
    let Some(block) = m.op_block(op) else { return };
    let mut has_others = false;
    let mut uses = Vec::new();
    for (user, operand) in m.uses(tensor) {
        match m.ancestor_in_block(block, user) {
            Some(around) if needs_own(m, user, operand) => uses.push((around, user, operand)),
            _ => has_others = true,
        }
    }
    uses.sort_stable_by(|a, b| {
        let is_before = |a: OpId, b: OpId| a != b && m.is_before(a, b);
        match (is_before(a.0, b.0), is_before(b.0, a.0)) {
            (true, _) => std::cmp::Ordering::Less,
            (_, true) => std::cmp::Ordering::Greater,
            _ => (a.1, a.2).cmp(&(b.1, b.2)),
        }
    });
    let first = uses.first().map(|&(around, ..)| around);
    let mut latest = None;
    for (around, user, operand) in uses {
        if !has_others && Some(around) == first {
            continue;
        }
        let own = match latest {
            Some((place, own)) if place == around => own,
            _ => {
                let copy = m.clone_op(op, &mut CloneMap::default());
                m.insert_before(around, copy);
                let Some(own) = m.result(copy, 0) else {
                    continue;
                };
                latest = Some((around, own));
                own
            }
        };
        m.set_operand(user, operand, own);
    }
}
