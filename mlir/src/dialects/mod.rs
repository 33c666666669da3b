//! The dialect tables: one file per dialect, one [`OpDef`] per operation, and this list of them.

mod def;

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

pub use def::*;

/// Every dialect: its name and its operations.
pub const DIALECTS: &[(&str, &[&[OpDef]])] = &[];

static BY_NAME: LazyLock<FxHashMap<&'static str, &'static OpDef>> = LazyLock::new(|| {
    DIALECTS
        .iter()
        .flat_map(|(_, tables)| tables.iter())
        .flat_map(|table| table.iter())
        .map(|def| (def.name, def))
        .collect()
});

/// The definition of the operation with this full name.
pub fn find(name: &str) -> Option<&'static OpDef> {
    BY_NAME.get(name).copied()
}
