//! Passes on tensors, before they become buffers: fewer and smaller tensors, with the names and options of mlir-opt 22 where it
//! has such a pass.

mod bubble_up;
mod fuse;
mod generalize;
mod parts;
mod reductions;
mod scans;
mod sink;
mod structured;
mod transposes;

use std::sync::Arc;

use memplan_mlir::passes::PassPlugin;

pub use bubble_up::{BubbleUpExtractSlice, bubble_up_extract_slice};
pub use fuse::{FuseElementwiseOps, fuse_elementwise_ops};
pub use generalize::GeneralizeNamedOps;
pub use reductions::{FlattenReductions, flatten_reductions};
pub use scans::{WindowsToScans, windows_to_scans};
pub use sink::{SinkConcatenations, sink_concatenations};
pub use transposes::{FoldTransposes, fold_transposes};

/// The passes on tensors, with the default options.
pub(crate) fn passes() -> Vec<Arc<dyn PassPlugin>> {
    vec![
        Arc::new(BubbleUpExtractSlice),
        Arc::new(FlattenReductions),
        Arc::new(FoldTransposes),
        Arc::new(FuseElementwiseOps::default()),
        Arc::new(GeneralizeNamedOps),
        Arc::new(SinkConcatenations),
        Arc::new(WindowsToScans),
    ]
}
