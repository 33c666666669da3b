//! Passes that rewrite a whole program: a name, and a function.

use crate::analyses::Analyses;
use memplan_mlir::passes::{Anchor, Pass, PassContext, PassError, PluginInfo};
use memplan_mlir::{Module, OpId};

/// A pass without options that one function runs.
#[derive(Clone, Copy, Debug)]
pub struct Rewrite {
    /// The name in pipelines.
    pub name: &'static str,
    /// One sentence on what it does.
    pub summary: &'static str,
    /// How its time grows.
    pub cost: &'static str,
    /// Rewrites what is below an operation, with the analyses of the module, and those of the result. Returns
    /// whether anything changed.
    pub rewrite: fn(&mut Module, OpId, &mut Analyses) -> bool,
}

impl Pass for Rewrite {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: self.name,
            aliases: &[],
            summary: self.summary,
            cost: self.cost,
            source: "own",
        }
    }

    fn anchor(&self) -> Anchor {
        Anchor::Module
    }

    fn run(&self, m: &mut Module, root: OpId, _: &mut PassContext) -> Result<(), PassError> {
        (self.rewrite)(m, root, &mut Analyses::default());
        Ok(())
    }
}
