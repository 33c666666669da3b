//! Reads traces and plans from bytes, in memplan's own formats and in those of trace readers.

use memplan_planner::MemoryPlan;
use memplan_planner::wire::{self, MAX_INPUT_BYTES, WireError};
use memplan_readers::{TraceFile, TraceInput, TraceReadError, TraceReader, recognise};

use crate::Context;

/// The error of reading traces or a plan.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The bytes are malformed in one of memplan's own formats, or have no known format.
    #[error(transparent)]
    Wire(#[from] WireError),
    /// A trace reader rejects the bytes.
    #[error("{error}")]
    Reader {
        /// The name of the reader.
        reader: &'static str,
        /// What is wrong, and where.
        error: Box<TraceReadError>,
    },
    /// A plan was expected, but the reader found traces only.
    #[error("expected a plan, found traces without one (reader `{reader}`)")]
    NoPlan {
        /// The name of the reader.
        reader: &'static str,
    },
}

/// Reads the traces of a file, and its plan if it has one. With a reader, the file is in the format of that tool;
/// without one, it is in one of memplan's own formats: binary, JSON or CSV.
///
/// # Errors
///
/// What is wrong with the file, and where.
pub fn read_traces(
    reader: Option<&dyn TraceReader>,
    input: &TraceInput<'_>,
) -> Result<TraceFile, ReadError> {
    let Some(reader) = reader else {
        return Ok(wire::read_trace(input.bytes)?.into());
    };
    let more = input.companion.map_or(0, |(_, bytes)| bytes.len());
    let size = input.bytes.len().saturating_add(more) as u64;
    if MAX_INPUT_BYTES < size {
        return Err(WireError::TooLarge { bytes: size }.into());
    }
    reader.read(input).map_err(|error| ReadError::Reader {
        reader: reader.info().name,
        error: Box::new(error),
    })
}

/// Reads the plan of a file. With a reader, the file is in the format of that tool; without one, it is in one of
/// memplan's own formats: binary, JSON or CSV.
///
/// # Errors
///
/// What is wrong with the file, and where.
pub fn read_plan(
    reader: Option<&dyn TraceReader>,
    input: &TraceInput<'_>,
) -> Result<MemoryPlan, ReadError> {
    let Some(reader) = reader else {
        return Ok(wire::read_plan(input.bytes)?);
    };
    let plan = read_traces(Some(reader), input)?.plan;
    plan.ok_or_else(|| ReadError::NoPlan {
        reader: reader.info().name,
    })
}

impl Context {
    /// Reads the traces of a file with the reader that recognises its name or content, or in memplan's own formats if
    /// none does. See [`read_traces`].
    ///
    /// ```
    /// use memplan::{Context, TraceInput};
    ///
    /// let input = TraceInput::new("calls.log", b"a x 16\na y 8\nf x\nf y\n");
    /// let file = Context::default().read_traces(&input)?;
    /// assert_eq!(file.scopes.traces[0].to_string(), "x 0..2 16\ny 1..3 8");
    /// # Ok::<(), memplan::ReadError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// What is wrong with the file, and where.
    pub fn read_traces(&self, input: &TraceInput<'_>) -> Result<TraceFile, ReadError> {
        let reader = recognise(&self.readers, input.name, input.bytes);
        read_traces(reader.map(|reader| &**reader), input)
    }

    /// Names of files beside a file that may belong to it: the first one that exists is its
    /// [`TraceInput::companion`].
    pub fn companions(&self, name: &str, bytes: &[u8]) -> Vec<String> {
        let reader = recognise(&self.readers, name, bytes);
        reader.map_or_else(Vec::new, |reader| reader.companions(name, bytes))
    }
}
