//! The hash of the programs that make a plan, on which it depends besides the request.
//!
//! When memplan, a plug-in linked into it, or the command of an `exec` planner changes, plans of the previous version
//! must not be reused. So the manifest keeps a hash of the executable and of every file that the command names.

use std::path::Path;
use std::sync::OnceLock;

use memplan_planner::wire;

use super::Choice;
use crate::own_program::OwnProgram;

/// The hashes of the running program and of the files of a planner's command, as one word.
///
/// An unreadable file has its own value: when it becomes readable, plans are computed again.
pub(super) fn of_programs(choice: &Choice) -> String {
    let mut text = format!("programs={:032x}", own());
    for file in &choice.files {
        text.push_str(&format!("+{:032x}", of_file(file)));
    }
    text
}

/// The hash of the running program; 0 where it cannot be read.
pub(crate) fn own() -> u128 {
    static OWN: OnceLock<u128> = OnceLock::new();
    *OWN.get_or_init(|| OwnProgram::get().map_or(0, |own| of_file(&own.file)))
}

fn of_file(path: &Path) -> u128 {
    std::fs::read(path).map_or(0, |bytes| wire::source_hash(&bytes))
}
