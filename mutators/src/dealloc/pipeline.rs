//! `buffer-deallocation-pipeline`: all of deallocation, one pass after the other.

use std::borrow::Cow;

use memplan_mlir::passes::{Anchor, PassInfo, PassOption, PipelineDef};

use super::ownership;

/// The entry of this pipeline.
pub(super) const DEF: PipelineDef = PipelineDef {
    info: PassInfo {
        name: "buffer-deallocation-pipeline",
        summary: "Frees every buffer exactly once, in plain operations.",
        anchor: Anchor::Module,
        options: Cow::Borrowed(&[
            ownership::PRIVATE_DYNAMIC,
            ownership::EXISTING,
            PassOption {
                name: "lower-clones",
                default: "false",
                help: "Turn copies into allocations, too; otherwise `bufferization.clone` stays.",
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
        // What is decided after the first canonicalisation holds for all that follow.
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
