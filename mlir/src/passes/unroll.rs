//! `unroll-loops`: writes out loops on tensors, see [`crate::rewrite::unroll_loops`].

use super::{Anchor, OptionInfo, ParamError, Params, Pass, PassContext, PassError, PluginInfo};
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
            options: &[OptionInfo {
                name: "max-operations",
                default: "100000",
                help: "How many operations the written out iterations of all loops may have together.",
            }],
        }
    }

    fn anchor(&self) -> Anchor {
        Anchor::Module
    }

    fn configure(&self, params: &Params) -> Result<Box<dyn Pass>, ParamError> {
        let max_ops = params.parse("max-operations", "a number")?;
        Ok(Box::new(Self {
            max_ops: max_ops.unwrap_or(self.max_ops),
        }))
    }

    fn params(&self) -> Params {
        let mut params = Params::default();
        if *self != Self::default() {
            params.or_insert("max-operations", self.max_ops);
        }
        params
    }

    fn run(&self, m: &mut Module, root: OpId, _: &mut PassContext) -> Result<(), PassError> {
        crate::rewrite::unroll_loops(m, root, self.max_ops);
        Ok(())
    }
}
