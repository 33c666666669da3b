//! `canonicalize`: simplifies operations until none changes; see [`crate::rewrite::canonicalize`].
//!
//! Accepts the options of mlir-opt 22, so that its pipelines can be reused. Options without a
//! counterpart here are rejected unless they have their default value.

use std::borrow::Cow;

use super::{
    Anchor, Pass, PassArgError, PassArgs, PassContext, PassDef, PassError, PassInfo, PassOption,
};
use crate::ir::{Module, OpId};
use crate::rewrite::{CanonicalizeOptions, MAX_ROUNDS, VisitOrder, canonicalize_with};

/// The entry of this pass.
pub(super) const DEF: PassDef = PassDef {
    info: PassInfo {
        name: "canonicalize",
        summary: "Folds constants, removes what is dead, and brings operations and regions into their simplest form.",
        anchor: Anchor::Any,
        options: Cow::Borrowed(OPTIONS),
    },
    make: |args| Ok(Box::new(Canonicalize::new(args)?)),
};

const OPTIONS: &[PassOption] = &[
    PassOption {
        name: "max-iterations",
        default: "10",
        help: "Go over everything at most this often; `-1` is without a limit.",
    },
    PassOption {
        name: "region-simplify",
        default: "normal",
        help: "`disabled` leaves blocks and their arguments as they are; `aggressive`, which merges \
               equal blocks, is not supported.",
    },
    PassOption {
        name: "top-down",
        default: "true",
        help: "Look at operations from the front to the back first; `false`: from the back.",
    },
    PassOption {
        name: "test-convergence",
        default: "false",
        help: "Fail when something still changes after `max-iterations`.",
    },
    PassOption {
        name: "max-num-rewrites",
        default: "-1",
        help: "Only `-1`, no limit, is supported.",
    },
    PassOption {
        name: "disable-patterns",
        default: "",
        help: "Only the empty list is supported: rewrites have no labels here.",
    },
    PassOption {
        name: "enable-patterns",
        default: "",
        help: "Only the empty list, which is all of them, is supported.",
    },
];

struct Canonicalize {
    options: CanonicalizeOptions,
    /// Whether it is an error when the limit of rounds comes first.
    must_converge: bool,
}

impl Canonicalize {
    fn new(args: &PassArgs) -> Result<Self, PassArgError> {
        let max_rounds = match args.integer("max-iterations", i64::from(MAX_ROUNDS))? {
            -1 => None,
            limit => Some(u32::try_from(limit).map_err(|_| {
                let problem = format!("expected a count of 32 bits or -1, found `{limit}`");
                PassArgError::new("max-iterations", problem)
            })?),
        };
        let levels = ["normal", "disabled", "aggressive"];
        let level = args.one_of("region-simplify", &levels, "normal")?;
        if level == "aggressive" {
            let problem = "`aggressive` merges equal blocks, which is not supported: \
                           use `normal` or `disabled`";
            return Err(PassArgError::new("region-simplify", problem));
        }
        let limit = args.integer("max-num-rewrites", -1)?;
        if limit != -1 {
            let problem = format!(
                "only -1, no limit, is supported, found `{limit}`: the rewrites of memplan are not \
                 those that mlir-opt counts"
            );
            return Err(PassArgError::new("max-num-rewrites", problem));
        }
        for key in ["disable-patterns", "enable-patterns"] {
            if let Some(labels) = args.get(key).filter(|labels| !labels.trim().is_empty()) {
                let problem = format!(
                    "only the empty list is supported, found `{labels}`: the rewrites of memplan \
                     have no labels"
                );
                return Err(PassArgError::new(key, problem));
            }
        }
        Ok(Self {
            options: CanonicalizeOptions {
                max_rounds,
                order: match args.flag("top-down", true)? {
                    true => VisitOrder::TopDown,
                    false => VisitOrder::BottomUp,
                },
                simplifies_regions: level != "disabled",
            },
            must_converge: args.flag("test-convergence", false)?,
        })
    }
}

impl Pass for Canonicalize {
    fn run(&self, m: &mut Module, root: OpId, _: &mut PassContext) -> Result<(), PassError> {
        let done = canonicalize_with(m, root, &self.options);
        if self.must_converge && !done.has_converged {
            let n_rounds = self.options.max_rounds.unwrap_or(u32::MAX);
            let message = format!(
                "`canonicalize` still changes the program after {n_rounds} iteration{}",
                if n_rounds == 1 { "" } else { "s" }
            );
            return Err(PassError::at(m, root, "not-converged", message)
                .help("raise `max-iterations`, or leave `test-convergence` out"));
        }
        Ok(())
    }
}
