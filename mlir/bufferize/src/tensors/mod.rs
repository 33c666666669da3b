//! Passes on tensors, before they become buffers: fewer and smaller tensors, with the names and options of mlir-opt 22
//! where it has such a pass.

mod bubble_up;
mod count_loops;
mod detensorize;
mod fuse;
mod generalize;
mod pads;
mod parts;
mod reductions;
mod scans;
mod sink;
pub(crate) mod structured;
mod transposes;
mod unit_reductions;

use std::sync::Arc;

use memplan_mlir::passes::PassPlugin;

pub use bubble_up::BubbleUpExtractSlice;
pub use count_loops::UpliftWhileToFor;
pub use detensorize::Detensorize;
pub use fuse::FuseElementwiseOps;
pub use generalize::GeneralizeNamedOps;
pub use reductions::FlattenReductions;
pub use scans::WindowsToScans;
pub use sink::SinkConcatenations;
pub use transposes::FoldTransposes;
pub use unit_reductions::ParallelizeUnitReductions;

/// The passes on tensors, with the default options.
pub fn passes() -> Vec<Arc<dyn PassPlugin>> {
    vec![
        Arc::new(BubbleUpExtractSlice),
        Arc::new(Detensorize),
        Arc::new(FlattenReductions),
        Arc::new(FoldTransposes),
        Arc::new(FuseElementwiseOps::default()),
        Arc::new(GeneralizeNamedOps),
        Arc::new(ParallelizeUnitReductions),
        Arc::new(SinkConcatenations::default()),
        Arc::new(UpliftWhileToFor),
        Arc::new(WindowsToScans),
    ]
}
