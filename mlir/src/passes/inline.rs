//! `inline`: replaces calls by the bodies of functions, see [`crate::rewrite::inline`].

use super::{Anchor, Pass, PassContext, PassError, PluginInfo};
use crate::ir::{Module, OpId};

/// The pass `inline`: replaces calls by the bodies of functions, see [`inline`](crate::rewrite::inline()).
#[derive(Clone, Copy, Debug, Default)]
pub struct Inline;

impl Pass for Inline {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "inline",
            aliases: &[],
            summary: "Replaces calls by the bodies of functions that have one block.",
            cost: "linear in the operations afterwards",
            source: "the pass of MLIR 22, with an empty `default-pipeline`",
        }
    }

    fn anchor(&self) -> Anchor {
        Anchor::Module
    }

    fn run(&self, m: &mut Module, root: OpId, _: &mut PassContext) -> Result<(), PassError> {
        crate::rewrite::inline(m, root);
        Ok(())
    }
}
