//! Programs of front ends, lowered by the same pipelines as by the command.

use std::path::PathBuf;

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::arguments::{Arg, Expected};
use crate::errors::Failure;

/// A program as text, or as bytecode.
#[derive(Debug, FromPyObject)]
pub(crate) enum TextOrBytes<'py> {
    Text(String),
    Bytes(Bound<'py, PyBytes>),
}

impl TextOrBytes<'_> {
    fn into_bytes(self) -> Vec<u8> {
        match self {
            Self::Text(text) => text.into_bytes(),
            Self::Bytes(bytes) => bytes.as_bytes().to_vec(),
        }
    }
}

impl Expected for TextOrBytes<'_> {
    const TEXT: &'static str = "a text, or bytecode";
}

/// Returns the names of the programs that lower a text, the best first; none if it needs no lowering.
#[pyfunction]
pub(crate) fn lowerers(text: Arg<TextOrBytes<'_>>) -> PyResult<Vec<&'static str>> {
    Ok(memplan_cli::lowerers(&text.named("text")?.into_bytes()))
}

/// Returns a program of a front end, lowered to linalg by the program at a path; other programs unchanged.
#[pyfunction]
pub(crate) fn lower(
    py: Python<'_>,
    path: Arg<PathBuf>,
    text: Arg<TextOrBytes<'_>>,
    name: Arg<&str>,
) -> PyResult<String> {
    let (path, text, name) = (
        path.named("program")?,
        text.named("text")?.into_bytes(),
        name.named("name")?,
    );
    let lowered = py.detach(|| memplan_cli::lower(&path, &text));
    Ok(lowered.map_err(|error| Failure::of_lowering(error, name))?)
}
