//! The command `memplan`, inside of an interpreter.

use std::ffi::OsString;
use std::path::PathBuf;

use memplan_cli::OwnProgram;
use pyo3::prelude::*;

/// Runs the command `memplan` with these arguments, the name of the program first, and returns its exit code.
///
/// `python` starts the interpreter; `file` is the extension module. The command handles interruptions itself.
#[pyfunction]
pub(crate) fn command(
    py: Python<'_>,
    arguments: Vec<OsString>,
    python: OsString,
    file: PathBuf,
) -> u8 {
    let again = ["-m", "memplan"].map(OsString::from);
    let own = OwnProgram {
        command: std::iter::once(python).chain(again).collect(),
        file,
    };
    own.install();
    py.detach(|| memplan_cli::run(&memplan_cli::context(), arguments) as u8)
}
