//! Why a deallocation pass cannot continue, or has doubts.

use memplan_mlir::passes::PassError;
use memplan_mlir::{Module, OpId};

/// What a pass of deallocation cannot handle. Passes look before they change anything, so the module
/// is as it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct DeallocError {
    /// The operation at fault.
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

/// Something in a program that deallocation goes by, although it may not be what was meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeallocWarning {
    /// The operation that it is about.
    pub op: OpId,
    /// A stable code for scripts and documents.
    pub code: &'static str,
    /// What may be wrong.
    pub message: String,
    /// The operation that the buffer comes from.
    pub buffer: Option<OpId>,
}
