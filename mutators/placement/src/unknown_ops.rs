//! `unknown-ops-capture`: distrusts unknown operations and functions without a body.

use memplan_memory_model::UnknownOps;
use memplan_mlir::passes::{Anchor, Pass, PassContext, PassError, PluginInfo};
use memplan_mlir::{Module, OpId};

/// The pass `unknown-ops-capture`: states [`UnknownOps::Capture`] for all passes after it.
#[derive(Clone, Copy, Debug, Default)]
pub struct UnknownOpsCapture;

impl Pass for UnknownOpsCapture {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "unknown-ops-capture",
            aliases: &[],
            summary: "States that unknown operations and functions without a body may keep the memory that they are given.",
            cost: "constant",
            source: "own",
        }
    }

    fn anchor(&self) -> Anchor {
        Anchor::Module
    }

    fn run(&self, m: &mut Module, _: OpId, _: &mut PassContext) -> Result<(), PassError> {
        UnknownOps::Capture.state(m);
        Ok(())
    }
}
