//! Errors and warnings of the deallocation passes.

use memplan_mlir::passes::PassError;
use memplan_mlir::{Module, OpId};

/// An operation that a deallocation pass does not support. Passes check before they change anything, so
/// the module is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct DeallocError {
    /// The unsupported operation.
    pub op: OpId,
    /// A stable code for scripts and documents.
    pub code: &'static str,
    /// What is wrong.
    pub message: String,
}

impl DeallocError {
    pub(crate) fn new(op: OpId, code: &'static str, message: impl Into<String>) -> Self {
        Self {
            op,
            code,
            message: message.into(),
        }
    }

    pub(crate) fn into_pass_error(self, m: &Module) -> PassError {
        PassError::at(m, self.op, self.code, self.message)
    }

    pub(crate) fn into_pass_errors(errors: Vec<Self>, m: &Module) -> PassError {
        let lists = errors
            .into_iter()
            .flat_map(|error| match error.into_pass_error(m) {
                PassError::Diagnostics(list) => list,
                PassError::Other(_) => Vec::new(),
            });
        PassError::from(lists.collect::<Vec<_>>())
    }
}

/// A suspicious construct that deallocation accepts, although it may be a mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeallocWarning {
    /// The suspicious operation.
    pub op: OpId,
    /// A stable code for scripts and documents.
    pub code: &'static str,
    /// What may be wrong.
    pub message: String,
    /// The operation that defines the buffer.
    pub buffer: Option<OpId>,
}
