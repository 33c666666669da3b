//! `buffer-deallocation-pipeline`: all deallocation passes in order.

use std::borrow::Cow;

use memplan_mlir::passes::{Anchor, PassInfo, PassOption, PipelineDef};

use super::ownership;

/// The definition of this pipeline.
pub(super) const DEF: PipelineDef = PipelineDef {
    info: PassInfo {
        name: "buffer-deallocation-pipeline",
        summary: "Frees every buffer exactly once, lowered to plain operations.",
        anchor: Anchor::Module,
        options: Cow::Borrowed(&[
            ownership::PRIVATE_DYNAMIC,
            ownership::EXISTING,
            PassOption {
                name: "lower-clones",
                default: "false",
                help: "Also lower `bufferization.clone` to allocations and copies.",
            },
        ]),
    },
    expand: |args| {
        let dynamic = args.flag(ownership::PRIVATE_DYNAMIC.name, false)?;
        let existing = args.get(ownership::EXISTING.name).unwrap_or("keep");
        let clones = if args.flag("lower-clones", false)? {
            ",convert-bufferization-to-memref,cse,canonicalize,cse,canonicalize"
        } else {
            ""
        };
        // Decisions after the first canonicalization stay valid for the following passes.
        let text = format!(
            "expand-realloc{{emit-deallocs=auto}},canonicalize,\
             ownership-based-buffer-deallocation{{private-function-dynamic-ownership={dynamic} \
             existing-deallocs={existing}}},canonicalize,\
             buffer-deallocation-simplification{{fixpoint=true}},\
             bufferization-lower-deallocations,canonicalize,\
             cse,canonicalize,cse,canonicalize{clones}"
        );
        Ok(text)
    },
};
