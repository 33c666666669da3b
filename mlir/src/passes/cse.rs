//! `cse`: common subexpressions, see [`crate::rewrite::cse`].

use std::borrow::Cow;

use super::{Anchor, Pass, PassContext, PassDef, PassError, PassInfo};
use crate::ir::{Module, OpId};

/// The entry of this pass.
pub(super) const DEF: PassDef = PassDef {
    info: PassInfo {
        name: "cse",
        summary: "Keeps one of the operations that compute the same, where it dominates the others.",
        anchor: Anchor::Any,
        options: Cow::Borrowed(&[]),
    },
    make: |_| Ok(Box::new(Cse)),
};

struct Cse;

impl Pass for Cse {
    fn run(&self, m: &mut Module, root: OpId, _: &mut PassContext) -> Result<(), PassError> {
        crate::rewrite::cse(m, root);
        Ok(())
    }
}
