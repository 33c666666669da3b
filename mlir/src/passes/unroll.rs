//! `unroll-loops`: writes out loops on tensors, see [`crate::rewrite::unroll_loops`].

use super::{Anchor, Field, Options, Pass, PassContext, PassError, PluginInfo};
use crate::ir::{Module, OpId};

/// The pass `unroll-loops`: writes out loops on tensors whose number of iterations is known, see
/// [`unroll_loops`](crate::rewrite::unroll_loops()).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnrollLoops {
    /// How many operations the written out iterations of all loops may have together.
    pub max_ops: usize,
}

impl Default for UnrollLoops {
    fn default() -> Self {
        Self { max_ops: 100_000 }
    }
}

impl Pass for UnrollLoops {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "unroll-loops",
            aliases: &[],
            summary: "Writes out loops on tensors whose number of iterations is known.",
            cost: "linear in the operations of the result",
            source: "own",
        }
    }

    fn anchor(&self) -> Anchor {
        Anchor::Module
    }

    fn options(&self) -> Options<'_, dyn Pass> {
        Options::of(self, Self::default(), |pass| {
            vec![
                Field::value("max-operations", &mut pass.max_ops)
                    .expects("a number")
                    .help("How many operations the written out iterations of all loops may have together."),
            ]
        })
    }

    fn run(&self, m: &mut Module, root: OpId, _: &mut PassContext) -> Result<(), PassError> {
        crate::rewrite::unroll_loops(m, root, self.max_ops);
        Ok(())
    }
}
