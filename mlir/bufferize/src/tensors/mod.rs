//! Passes on tensors, before they become buffers: fewer and smaller tensors, with the names and options of mlir-opt 22 where it
//! has such a pass.

mod count_loops;
mod detensorize;
mod fuse;
mod generalize;
pub(crate) mod structured;

use std::sync::Arc;

use memplan_mlir::passes::PassPlugin;

pub use count_loops::UpliftWhileToFor;
pub use detensorize::Detensorize;
pub use fuse::FuseElementwiseOps;
pub use generalize::GeneralizeNamedOps;

/// The passes on tensors, with the default options.
pub(crate) fn passes() -> Vec<Arc<dyn PassPlugin>> {
    vec![
        Arc::new(Detensorize),
        Arc::new(FuseElementwiseOps),
        Arc::new(GeneralizeNamedOps),
        Arc::new(UpliftWhileToFor),
    ]
}
