//! What the benchmarks share: which traces they run on.
//!
//! Each file in `benches/` answers one question and is one `[[bench]]` entry of the manifest.

use std::path::Path;

use memplan_datasets::generate;
use memplan_planner::{LifetimeTrace, wire};

/// Generated traces of three sizes, and all public traces that lie beside the repository.
///
/// Files that cannot be read are named on standard error and left out.
pub fn traces() -> Vec<(String, LifetimeTrace)> {
    let mut traces = vec![
        ("model-1500".to_owned(), generate::model(1, 500)),
        ("uniform-10k".to_owned(), generate::uniform(1, 10_000)),
        ("skewed-100k".to_owned(), generate::skewed(1, 100_000)),
    ];
    traces.extend(public_traces());
    traces
}

/// The traces in `../shared/traces`, by name; none where there is no such folder.
#[expect(
    clippy::print_stderr,
    reason = "a benchmark that is left out must be seen"
)]
pub fn public_traces() -> Vec<(String, LifetimeTrace)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/traces");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        eprintln!(
            "skipped: the public traces, because {} is not there",
            folder.display()
        );
        return Vec::new();
    };
    let mut traces = Vec::new();
    for path in entries.flatten().map(|entry| entry.path()) {
        let name = path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let bytes = std::fs::read(&path).map_err(|error| error.to_string());
        match bytes.and_then(|bytes| wire::read_trace(&bytes).map_err(|error| error.to_string())) {
            Ok(scopes) => {
                traces.extend(scopes.traces.into_iter().map(|trace| (name.clone(), trace)))
            }
            Err(error) => eprintln!("skipped: {}: {error}", path.display()),
        }
    }
    traces.sort_by(|a, b| a.0.cmp(&b.0));
    traces
}
