//! Passes of this crate and of the IR, run by name.

use std::borrow::Cow;

use memplan_mlir::passes::{
    Anchor, Failure, Pass, PassContext, PassDef, PassError, PassInfo, PassOption, Registry,
    RunOptions,
};
use memplan_mlir::text::Diagnostic;
use memplan_mlir::{Module, OpId};
use memplan_mutators::dealloc;
use memplan_mutators::dealloc::upstream::{self, PrivateFunctions};

/// Runs a pipeline without the `builtin.module` around it; the verifier looks at every step.
pub(crate) fn run(m: &mut Module, pipeline: &str) -> Result<(), Vec<Diagnostic>> {
    let mut registry = Registry::with_builtin();
    for def in dealloc::PASSES {
        registry.register(def).unwrap();
    }
    if dealloc::PASSES
        .iter()
        .all(|def| def.info.name != OWNERSHIP.info.name)
    {
        registry.register(&OWNERSHIP).unwrap();
    }
    let pipeline = registry
        .parse(&format!("builtin.module({pipeline})"))
        .unwrap();
    let journal = pipeline.run(m, &RunOptions::default());
    journal.result.map_err(|failed| {
        failed
            .0
            .into_iter()
            .flat_map(|failure| match failure {
                Failure::GaveUp {
                    error: PassError::Diagnostics(list),
                    ..
                } => list,
                other => panic!("{other:?}"),
            })
            .collect()
    })
}

/// The upstream scheme alone, under the name of the pass that offers it.
const OWNERSHIP: PassDef = PassDef {
    info: PassInfo {
        name: "ownership-based-buffer-deallocation",
        summary: "Frees every buffer once.",
        anchor: Anchor::Module,
        options: Cow::Borrowed(&[
            PassOption {
                name: "compat",
                default: "upstream",
                help: "There is no other here.",
            },
            PassOption {
                name: "private-function-dynamic-ownership",
                default: "false",
                help: "Private functions return bits.",
            },
        ]),
    },
    make: |args| {
        let is_dynamic = args.flag("private-function-dynamic-ownership", false)?;
        Ok(Box::new(Upstream(if is_dynamic {
            PrivateFunctions::DynamicOwnership
        } else {
            PrivateFunctions::LikePublic
        })))
    },
};

struct Upstream(PrivateFunctions);

impl Pass for Upstream {
    fn run(&self, m: &mut Module, root: OpId, _: &mut PassContext) -> Result<(), PassError> {
        upstream::run_pass(m, root, self.0)
    }
}
