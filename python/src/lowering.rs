//! Programs of front ends, lowered by the same pipelines as by the command.

use std::path::PathBuf;

use pyo3::prelude::*;

use crate::arguments::Arg;
use crate::errors::Failure;

/// Returns the names of the programs that lower a text, the best first; none if it needs no lowering.
#[pyfunction]
pub(crate) fn lowerers(text: Arg<&str>) -> PyResult<Vec<&'static str>> {
    Ok(memplan_cli::lowerers(text.named("text")?))
}

/// Returns a program of a front end, lowered to linalg by the program at a path; other programs unchanged.
#[pyfunction]
pub(crate) fn lower(
    py: Python<'_>,
    path: Arg<PathBuf>,
    text: Arg<&str>,
    name: Arg<&str>,
) -> PyResult<String> {
    let (path, text, name) = (
        path.named("program")?,
        text.named("text")?,
        name.named("name")?,
    );
    let lowered = py.detach(|| memplan_cli::lower(&path, text));
    Ok(lowered.map_err(|error| Failure::of_lowering(error, name))?)
}
