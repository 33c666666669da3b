//! Passes on tensors, before they become buffers: fewer and smaller tensors, with the names and options of mlir-opt 22 where it
//! has such a pass.

mod fuse;
mod generalize;
mod structured;

use std::sync::Arc;

use memplan_mlir::passes::PassPlugin;

pub use fuse::{FuseElementwiseOps, fuse_elementwise_ops};
pub use generalize::GeneralizeNamedOps;

/// The passes on tensors, with the default options.
pub(crate) fn passes() -> Vec<Arc<dyn PassPlugin>> {
    vec![Arc::new(FuseElementwiseOps), Arc::new(GeneralizeNamedOps)]
}
