//! `canonicalize`: simplifies operations until none changes; see [`crate::rewrite::canonicalize`].
//!
//! Accepts the options of mlir-opt 22, so that its pipelines can be reused. Options without a
//! counterpart here are rejected unless they have their default value.

use super::{Field, Options, ParamError, Pass, PassContext, PassError, PluginInfo, integer};
use crate::ir::{Module, OpId};
use crate::rewrite::{CanonicalizeOptions, VisitOrder, canonicalize_with};

/// An option that takes only the empty list: rewrites have no labels here.
fn patterns(name: &'static str) -> Field<'static> {
    Field::new(name, "", move |labels| {
        if labels.trim().is_empty() {
            return Ok(());
        }
        let problem = format!(
            "only the empty list is supported, found `{labels}`: the rewrites of memplan have no labels"
        );
        Err(ParamError::refused(name, problem))
    })
}

/// The option `max-iterations`.
fn max_rounds(limit: &mut Option<u32>) -> Field<'_> {
    const NAME: &str = "max-iterations";
    let text = limit.map_or(-1, i64::from).to_string();
    Field::new(NAME, text, |value| {
        let number = integer(value);
        let number = number.ok_or_else(|| ParamError::value(NAME, value, "a whole number"))?;
        let count = (number != -1).then(|| u32::try_from(number)).transpose();
        let expected = "a count of 32 bits or -1";
        *limit = count.map_err(|_| ParamError::value(NAME, number.to_string(), expected))?;
        Ok(())
    })
}

/// The option `region-simplify`.
fn region_simplify(simplifies: &mut bool) -> Field<'_> {
    const NAME: &str = "region-simplify";
    let text = if *simplifies { "normal" } else { "disabled" };
    Field::new(NAME, text, |level| {
        *simplifies = match level {
            "normal" => true,
            "disabled" => false,
            "aggressive" => {
                let problem = "`aggressive` merges equal blocks, which is not supported: \
                               use `normal` or `disabled`";
                return Err(ParamError::refused(NAME, problem));
            }
            _ => {
                let expected = "`normal`, `disabled` or `aggressive`";
                return Err(ParamError::value(NAME, level, expected));
            }
        };
        Ok(())
    })
}

/// The option `max-num-rewrites`.
fn max_rewrites() -> Field<'static> {
    const NAME: &str = "max-num-rewrites";
    Field::new(NAME, "-1", |value| match integer(value) {
        Some(-1) => Ok(()),
        Some(limit) => {
            let problem = format!(
                "only -1, no limit, is supported, found `{limit}`: the rewrites of memplan are not \
                 those that mlir-opt counts"
            );
            Err(ParamError::refused(NAME, problem))
        }
        None => Err(ParamError::value(NAME, value, "a whole number")),
    })
}

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
        }
    }

    fn options(&self) -> Options<'_, dyn Pass> {
        Options::of(self, Self::default(), |pass| {
            let options = &mut pass.options;
            vec![
                max_rounds(&mut options.max_rounds)
                    .help("Go over everything at most this often; `-1` is without a limit."),
                region_simplify(&mut options.simplifies_regions).help(
                    "`disabled` leaves blocks and their arguments as they are; `aggressive`, which merges \
                     equal blocks, is not supported.",
                ),
                Field::either("top-down", &mut options.order, [VisitOrder::BottomUp, VisitOrder::TopDown])
                    .help("Look at operations from the front to the back first; `false`: from the back."),
                Field::flag("test-convergence", &mut pass.must_converge)
                    .help("Fail when something still changes after `max-iterations`."),
                max_rewrites().help("Only `-1`, no limit, is supported."),
                patterns("disable-patterns")
                    .help("Only the empty list is supported: rewrites have no labels here."),
                patterns("enable-patterns")
                    .help("Only the empty list, which is all of them, is supported."),
            ]
        })
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
