//! `convert-elementwise-to-linalg`: turns elementwise operations on tensors into `linalg.generic`.

use memplan_mlir::passes::{Pass, PassContext, PassError, PluginInfo};
use memplan_mlir::{Module, OpId};

use crate::rewrite::{Selection, lower_elementwise};

/// The pass `convert-elementwise-to-linalg`: turns elementwise operations on tensors into `linalg.generic`. Linear.
#[derive(Clone, Copy, Debug, Default)]
pub struct ConvertElementwiseToLinalg;

impl Pass for ConvertElementwiseToLinalg {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "convert-elementwise-to-linalg",
            aliases: &[],
            summary: "Turns elementwise operations on tensors into `linalg.generic`.",
            cost: "linear in the operations",
            source: "the pass of MLIR 22",
        }
    }

    fn run(&self, m: &mut Module, root: OpId, _: &mut PassContext) -> Result<(), PassError> {
        lower_elementwise(m, root, Selection::All);
        Ok(())
    }
}
