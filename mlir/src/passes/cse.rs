//! `cse`: common subexpressions, see [`crate::rewrite::cse`].

use super::{Pass, PassContext, PassError, PluginInfo};
use crate::ir::{Module, OpId};

/// The pass `cse`: removes operations that compute the same as one that dominates them, see
/// [`cse`](crate::rewrite::cse()).
#[derive(Clone, Copy, Debug, Default)]
pub struct Cse;

impl Pass for Cse {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "cse",
            aliases: &[],
            summary: "Keeps one of several equal operations, where it dominates the others.",
            cost: "near-linear in the operations",
            source: "the pass of MLIR 22",
        }
    }

    fn run(&self, m: &mut Module, root: OpId, _: &mut PassContext) -> Result<(), PassError> {
        crate::rewrite::cse(m, root);
        Ok(())
    }
}
