//! Plug-ins by name: those of the folder `plug-ins`, and texts around which `shell.wat` is put.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use memplan_planner::registry::{Registry, RegistryError};
use memplan_planner::{LifetimeTrace, MemoryPlanner, MemorySchedule, PlanError, PlanOptions};
use memplan_remote::wasm::{ChosenBy, Library, Limits, WasmPlanner};

/// A file, or a text in the notation of WebAssembly.
#[derive(Debug, Default)]
pub(crate) struct Plugins(pub(crate) BTreeMap<&'static str, String>);

impl Library for Plugins {
    fn chosen_by(&self) -> ChosenBy {
        ChosenBy::File
    }

    fn read(&self, name: &str, max_bytes: usize) -> Result<Vec<u8>, String> {
        if let Some(text) = self.0.get(name) {
            return Ok(text.clone().into_bytes());
        }
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/plug-ins");
        let bytes = std::fs::read(folder.join(name)).map_err(|error| error.to_string())?;
        if bytes.len() <= max_bytes {
            Ok(bytes)
        } else {
            Err("it is too large".to_owned())
        }
    }
}

/// A registry with the planner `wasm`.
pub(crate) fn registry(plug_ins: Plugins, limits: Limits) -> Registry {
    let mut registry = Registry::with_builtin();
    let planner = WasmPlanner::new(Arc::new(plug_ins), limits);
    registry.register(Arc::new(planner)).unwrap();
    registry
}

pub(crate) fn file(spec: &str) -> Result<Arc<dyn MemoryPlanner>, RegistryError> {
    registry(Plugins::default(), Limits::default()).parse(spec)
}

/// A plug-in with these functions, run on a trace.
pub(crate) fn run(
    functions: &str,
    limits: Limits,
    trace: &str,
    options: &PlanOptions,
) -> Result<MemorySchedule, PlanError> {
    let text = include_str!("plug-ins/shell.wat").replace("{functions}", functions);
    let plug_ins = Plugins(BTreeMap::from([("test.wasm", text)]));
    let planner = registry(plug_ins, limits).parse("wasm{file=test.wasm}");
    let trace: LifetimeTrace = trace.parse().unwrap();
    planner.unwrap().plan(&trace, options)
}
