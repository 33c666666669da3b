//! `verify-bufferized`: checks that no tensors remain.

use memplan_mlir::passes::{Pass, PassContext, PassError, PluginInfo};
use memplan_mlir::semantics::Kernel;
use memplan_mlir::{Module, OpId};

use crate::rewrite::has_tensors;

/// The pass `verify-bufferized`: fails at the first operation that has a tensor. Linear.
#[derive(Clone, Copy, Debug, Default)]
pub struct VerifyBufferized;

impl Pass for VerifyBufferized {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "verify-bufferized",
            aliases: &["finalizing-bufferize"],
            summary: "Fails at the first operation that has a tensor.",
            cost: "linear in the operations",
            source: "the pass finalizing-bufferize of MLIR 19, which folds conversions too",
        }
    }

    fn run(&self, m: &mut Module, root: OpId, _: &mut PassContext) -> Result<(), PassError> {
        let is_left = |op: OpId| {
            has_tensors(m, op)
                || m.is_kernel(op, Kernel::ToTensor)
                || m.is_kernel(op, Kernel::ToBuffer)
        };
        match m.walk(root).find(|&op| is_left(op)) {
            Some(op) => {
                let text = format!("`{}` still has a tensor", m.op_name_text(op));
                Err(PassError::at(m, op, "not-bufferized", text))
            }
            None => Ok(()),
        }
    }
}
