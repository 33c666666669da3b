//! `merge-clears`: one `pool.clear` in the place of several that follow one another.

use memplan_mlir::passes::{Pass, PassContext, PassError, PluginInfo};
use memplan_mlir::{Module, OpId};

/// The pass described in the module documentation.
#[derive(Clone, Copy, Debug)]
pub struct MergeClears;

impl Pass for MergeClears {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "merge-clears",
            aliases: &[],
            summary: "Erases each `pool.clear` directly in front of another one of the same buffer.",
            source: "docs/book/src/guides/plug-ins/pass.md",
            cost: "O(operations)",
        }
    }

    fn run(&self, m: &mut Module, root: OpId, _: &mut PassContext) -> Result<(), PassError> {
        let clear = m.ctx.op_name("pool.clear");
        let is_repeated = |&op: &OpId| {
            let is_same = |next| m.op_name(next) == clear && m.operands(next) == m.operands(op);
            m.op_name(op) == clear && m.next_op(op).is_some_and(is_same)
        };
        let repeated: Vec<OpId> = m.walk(root).filter(is_repeated).collect();
        for op in repeated {
            m.erase(op);
        }
        Ok(())
    }
}
