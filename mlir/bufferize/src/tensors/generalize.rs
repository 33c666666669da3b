//! `linalg-generalize-named-ops`: turns named structured operations into `linalg.generic`.

use memplan_mlir::passes::{Pass, PassContext, PassError, PluginInfo};
use memplan_mlir::rewrite::generalize;
use memplan_mlir::{Module, OpId};

/// The pass `linalg-generalize-named-ops`: turns named structured operations into `linalg.generic`. Linear.
#[derive(Clone, Copy, Debug, Default)]
pub struct GeneralizeNamedOps;

impl Pass for GeneralizeNamedOps {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "linalg-generalize-named-ops",
            aliases: &[],
            summary: "Turns named structured operations into `linalg.generic`.",
            cost: "linear in the operations",
            source: "the pass of MLIR 22",
        }
    }

    fn run(&self, m: &mut Module, root: OpId, _: &mut PassContext) -> Result<(), PassError> {
        let all: Vec<OpId> = m.walk(root).collect();
        for op in all {
            generalize(m, op);
        }
        Ok(())
    }
}
