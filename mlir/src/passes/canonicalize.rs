//! `canonicalize`: everything in its simplest form, see [`crate::rewrite::canonicalize`].

use std::borrow::Cow;

use super::{Anchor, Pass, PassContext, PassDef, PassError, PassInfo, PassOption};
use crate::ir::{Module, OpId};
use crate::rewrite::{MAX_ROUNDS, canonicalize_within};

/// The entry of this pass.
pub(super) const DEF: PassDef = PassDef {
    info: PassInfo {
        name: "canonicalize",
        summary: "Folds constants, removes what is dead, and brings operations and regions into their simplest form.",
        anchor: Anchor::Any,
        options: Cow::Borrowed(&[PassOption {
            name: "max-iterations",
            default: "10",
            help: "Go over everything at most this often.",
        }]),
    },
    make: |args| {
        Ok(Box::new(Canonicalize {
            max_rounds: args.number("max-iterations", MAX_ROUNDS)?,
        }))
    },
};

struct Canonicalize {
    max_rounds: u32,
}

impl Pass for Canonicalize {
    fn run(&self, m: &mut Module, root: OpId, _: &mut PassContext) -> Result<(), PassError> {
        canonicalize_within(m, root, self.max_rounds);
        Ok(())
    }
}
