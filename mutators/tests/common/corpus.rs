//! Models of the shared corpus next to the repository.

use std::path::PathBuf;

use memplan_testing::outside::shared_files;

/// The models at the level of buffers, by name.
pub(crate) fn memref_models() -> Vec<PathBuf> {
    shared_files("corpus", ".memref.mlir")
}
