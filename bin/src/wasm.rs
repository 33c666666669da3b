//! The planner `wasm` of the command: plug-ins in files.

use std::fs::File;
use std::io::Read as _;
use std::path::PathBuf;
use std::sync::Arc;

use memplan_planner::MemoryPlanner as _;
use memplan_planner::registry::PluginSpec;
use memplan_remote::wasm::{ChosenBy, Library, Limits, WasmPlanner};

/// The planner for plug-ins in files.
pub(crate) fn planner() -> WasmPlanner {
    WasmPlanner::new(Arc::new(Files), Limits::default())
}

/// Whether this is the name of the planner.
pub(crate) fn is_called(name: &str) -> bool {
    planner().info().is_called(name)
}

/// The plug-in that a specification names, if it is one of this planner.
pub(crate) fn file(spec: &PluginSpec) -> Option<PathBuf> {
    let file = spec.params.get("file").filter(|_| is_called(&spec.name));
    file.map(PathBuf::from)
}

/// Reads plug-ins from files.
#[derive(Debug)]
struct Files;

impl Library for Files {
    fn chosen_by(&self) -> ChosenBy {
        ChosenBy::File
    }

    fn read(&self, name: &str, max_bytes: usize) -> Result<Vec<u8>, String> {
        let cannot = |error: std::io::Error| format!("cannot read `{name}`: {error}");
        let file = File::open(name).map_err(cannot)?;
        let mut bytes = Vec::new();
        let mut limited = file.take(max_bytes as u64 + 1);
        limited.read_to_end(&mut bytes).map_err(cannot)?;
        if bytes.len() <= max_bytes {
            Ok(bytes)
        } else {
            Err(format!("`{name}` is larger than {max_bytes} bytes"))
        }
    }
}
