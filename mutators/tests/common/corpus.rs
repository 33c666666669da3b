//! Real models, where the shared corpus lies beside the repository.

use std::fs;
use std::path::{Path, PathBuf};

/// Those at the level of buffers, by name; none, said loudly, where there is no corpus.
pub(crate) fn memref_models() -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus");
    let Ok(entries) = fs::read_dir(directory) else {
        eprintln!("SKIPPED: no corpus beside the repository, no model was looked at");
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.to_string_lossy().ends_with(".memref.mlir"));
    paths.sort();
    paths
}
