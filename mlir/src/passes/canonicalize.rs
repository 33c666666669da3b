//! `canonicalize`: simplifies operations until none changes; see [`crate::rewrite::canonicalize`].
//!
//! Accepts the options of mlir-opt 22, so that its pipelines can be reused. Options without a
//! counterpart here are rejected unless they have their default value.

use super::{OptionInfo, ParamError, Params, Pass, PassContext, PassError, PluginInfo};
use crate::ir::{Module, OpId};
use crate::rewrite::{CanonicalizeOptions, VisitOrder, canonicalize_with};

const OPTIONS: &[OptionInfo] = &[
    OptionInfo {
        name: "max-iterations",
        default: "10",
        help: "Go over everything at most this often; `-1` is without a limit.",
    },
    OptionInfo {
        name: "region-simplify",
        default: "normal",
        help: "`disabled` leaves blocks and their arguments as they are; `aggressive`, which merges \
               equal blocks, is not supported.",
    },
    OptionInfo {
        name: "top-down",
        default: "true",
        help: "Look at operations from the front to the back first; `false`: from the back.",
    },
    OptionInfo {
        name: "test-convergence",
        default: "false",
        help: "Fail when something still changes after `max-iterations`.",
    },
    OptionInfo {
        name: "max-num-rewrites",
        default: "-1",
        help: "Only `-1`, no limit, is supported.",
    },
    OptionInfo {
        name: "disable-patterns",
        default: "",
        help: "Only the empty list is supported: rewrites have no labels here.",
    },
    OptionInfo {
        name: "enable-patterns",
        default: "",
        help: "Only the empty list, which is all of them, is supported.",
    },
];

/// The values of `region-simplify`: whether regions are simplified, if the value is supported.
const LEVELS: &[(&str, Option<bool>)] = &[
    ("normal", Some(true)),
    ("disabled", Some(false)),
    ("aggressive", None),
];

/// The pass `canonicalize`: folds constants and brings operations and regions into their simplest form, see
/// [`canonicalize`](crate::rewrite::canonicalize()).
#[derive(Clone, Copy, Debug, Default)]
pub struct Canonicalize {
    /// How to rewrite.
    pub options: CanonicalizeOptions,
    /// Whether it is an error to reach the limit of rounds first.
    pub must_converge: bool,
}

impl Pass for Canonicalize {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "canonicalize",
            aliases: &[],
            summary: "Folds constants, removes dead operations, and simplifies operations and regions.",
            cost: "near-linear in the operations, times the iterations",
            source: "the pass of MLIR 22",
            options: OPTIONS,
        }
    }

    fn configure(&self, params: &Params) -> Result<Box<dyn Pass>, ParamError> {
        let mut pass = *self;
        let options = &mut pass.options;
        if let Some(limit) = params.integer("max-iterations")? {
            options.max_rounds = match limit {
                -1 => None,
                limit => Some(u32::try_from(limit).map_err(|_| {
                    let expected = "a count of 32 bits or -1";
                    ParamError::value("max-iterations", limit.to_string(), expected)
                })?),
            };
        }
        if let Some(level) = params.one_of("region-simplify", LEVELS)? {
            options.simplifies_regions = level.ok_or_else(|| {
                let problem = "`aggressive` merges equal blocks, which is not supported: \
                               use `normal` or `disabled`";
                ParamError::refused("region-simplify", problem)
            })?;
        }
        if let Some(limit) = params
            .integer("max-num-rewrites")?
            .filter(|&limit| limit != -1)
        {
            let problem = format!(
                "only -1, no limit, is supported, found `{limit}`: the rewrites of memplan are not \
                 those that mlir-opt counts"
            );
            return Err(ParamError::refused("max-num-rewrites", problem));
        }
        for key in ["disable-patterns", "enable-patterns"] {
            if let Some(labels) = params.get(key).filter(|labels| !labels.trim().is_empty()) {
                let problem = format!(
                    "only the empty list is supported, found `{labels}`: the rewrites of memplan \
                     have no labels"
                );
                return Err(ParamError::refused(key, problem));
            }
        }
        if let Some(is_top_down) = params.flag("top-down")? {
            options.order = if is_top_down {
                VisitOrder::TopDown
            } else {
                VisitOrder::BottomUp
            };
        }
        if let Some(must_converge) = params.flag("test-convergence")? {
            pass.must_converge = must_converge;
        }
        Ok(Box::new(pass))
    }

    fn params(&self) -> Params {
        let (options, usual) = (&self.options, CanonicalizeOptions::default());
        let mut params = Params::default();
        if options.max_rounds != usual.max_rounds {
            params.or_insert("max-iterations", options.max_rounds.map_or(-1, i64::from));
        }
        if !options.simplifies_regions {
            params.or_insert("region-simplify", "disabled");
        }
        if options.order == VisitOrder::BottomUp {
            params.or_insert("top-down", false);
        }
        if self.must_converge {
            params.or_insert("test-convergence", true);
        }
        params
    }

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
