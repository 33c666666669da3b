//! Uploaded planners: WebAssembly plug-ins of clients, where the operator allows them.

use std::sync::Arc;

use memplan_remote::wasm::{ChosenBy, Library, Limits, WasmPlanner};

use crate::store;

/// Limits of uploaded planners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UploadLimits {
    /// Limits of one call of a planner, and of the size of one plug-in.
    pub planner: Limits,
    /// The most bytes of all plug-ins together.
    pub all_bytes: u64,
}

/// The uploads of the data folder, and the planner that runs them.
#[derive(Debug)]
pub(crate) struct Uploads {
    pub(crate) store: Arc<store::Uploads>,
    pub(crate) planner: WasmPlanner,
    pub(crate) max_bytes: usize,
}

impl Uploads {
    pub(crate) fn new(store: store::Uploads, limits: &UploadLimits) -> Self {
        let store = Arc::new(store);
        let library = Arc::new(Stored(store.clone()));
        Self {
            store,
            planner: WasmPlanner::new(library, limits.planner),
            max_bytes: limits.planner.plug_in_bytes,
        }
    }
}

/// Plug-ins by name or hash.
#[derive(Debug)]
struct Stored(Arc<store::Uploads>);

impl Library for Stored {
    fn chosen_by(&self) -> ChosenBy {
        ChosenBy::Name
    }

    fn read(&self, name: &str, _max_bytes: usize) -> Result<Vec<u8>, String> {
        let content = self.0.content(name).inspect_err(|error| {
            tracing::error!(%error, "the store failed");
        });
        let content = content.map_err(|_| "the store of the server failed".to_owned())?;
        content.ok_or_else(|| format!("there is no uploaded planner `{name}`"))
    }
}
