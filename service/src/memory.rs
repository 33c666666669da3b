//! Estimates the memory of an input before the work starts.
//!
//! The factors are rounded up from the most that was measured: reading and planning a million buffers of the generator
//! `skewed` with each planner, and merging programs of up to 10 MB. `docs/book/src/guides/service.md` has the figures.

use axum::http::StatusCode;

use crate::problem::Problem;

/// Bytes for each byte of a program, rewriting included.
const PER_PROGRAM_BYTE: u64 = 32;

/// Bytes for each byte of a file of traces, until its buffers are counted: short lines of CSV expand most.
const PER_TRACE_BYTE: u64 = 24;

/// Bytes for each buffer, in the trace and in planners.
const PER_BUFFER: u64 = 700;

/// The most bytes that one request may take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Memory(pub(crate) u64);

impl Memory {
    /// Checks that a program of this size may be read.
    ///
    /// # Errors
    ///
    /// 413 when its module would take too much.
    pub(crate) fn check_program(self, text: &[u8]) -> Result<(), Problem> {
        self.check("the program", text.len() as u64, PER_PROGRAM_BYTE)
    }

    /// Checks that a file of traces may be read.
    ///
    /// # Errors
    ///
    /// 413 when its traces could take too much.
    pub(crate) fn check_traces(self, file: &[u8]) -> Result<(), Problem> {
        self.check("the file", file.len() as u64, PER_TRACE_BYTE)
    }

    /// Checks that this number of buffers may be planned.
    ///
    /// # Errors
    ///
    /// 413 when they would take too much.
    pub(crate) fn check_buffers(self, n_buffers: usize) -> Result<(), Problem> {
        self.check("planning", n_buffers as u64, PER_BUFFER)
    }

    fn check(self, what: &str, n: u64, factor: u64) -> Result<(), Problem> {
        let needed = n.saturating_mul(factor);
        if needed <= self.0 {
            return Ok(());
        }
        let mib = |bytes: u64| bytes.div_ceil(1 << 20);
        let detail = format!(
            "{what} may take {} MiB of memory, the limit of a request is {} MiB",
            mib(needed),
            mib(self.0)
        );
        let status = StatusCode::PAYLOAD_TOO_LARGE;
        Err(Problem::new(status, "too-much-memory", detail).help("send a smaller input"))
    }
}
