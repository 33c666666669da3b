//! Passes without options that rewrite a whole program.

use memplan_mlir::passes::{Anchor, Pass, PassContext, PassError, PluginInfo};
use memplan_mlir::{Module, OpId};

/// A pass that one function runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rewrite {
    pub(crate) name: &'static str,
    pub(crate) summary: &'static str,
    pub(crate) cost: &'static str,
    /// Rewrites what is below an operation. Returns whether anything changed.
    pub(crate) rewrite: fn(&mut Module, OpId) -> bool,
}

impl Pass for Rewrite {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: self.name,
            aliases: &[],
            summary: self.summary,
            cost: self.cost,
            source: "own",
            options: &[],
        }
    }

    fn anchor(&self) -> Anchor {
        Anchor::Module
    }

    fn run(&self, m: &mut Module, root: OpId, _: &mut PassContext) -> Result<(), PassError> {
        (self.rewrite)(m, root);
        Ok(())
    }
}
