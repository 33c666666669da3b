//! Faults: errors of a program at run time. All but leaks end the run.

use std::fmt;

use memplan_mlir::text::{Diagnostic, Note, Severity};
use memplan_mlir::{Module, OpId};

/// The kind of a [`Fault`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FaultKind {
    /// Bytes are read that were never written.
    UninitialisedRead,
    /// Bytes are accessed after they were freed, or after the scope of their `alloca` ended.
    UseAfterFree,
    /// Indices are outside of the shape, or bytes outside of the allocation.
    OutOfBounds,
    /// An allocation is freed twice.
    DoubleFree,
    /// The freed buffer is not a heap allocation of the program: a view, global, argument or stack
    /// buffer.
    InvalidFree,
    /// The program ends without freeing an allocation.
    Leak,
    /// An undefined result is used, such as that of a division by zero, or poison.
    Undefined,
    /// An assertion of the program fails.
    Assertion,
    /// Shapes do not agree at run time.
    ShapeMismatch,
    /// The program exceeds the step limit.
    StepLimit,
    /// The program exceeds the nesting limit of calls and regions.
    DepthLimit,
    /// The program exceeds the memory limit.
    MemoryLimit,
    /// The interpreter does not support the operation, or this use of it.
    Unsupported,
}

impl FaultKind {
    /// The name in reports, in kebab-case.
    pub fn name(self) -> &'static str {
        match self {
            Self::UninitialisedRead => "uninitialised-read",
            Self::UseAfterFree => "use-after-free",
            Self::OutOfBounds => "out-of-bounds",
            Self::DoubleFree => "double-free",
            Self::InvalidFree => "invalid-free",
            Self::Leak => "leak",
            Self::Undefined => "undefined-behaviour",
            Self::Assertion => "assertion",
            Self::ShapeMismatch => "shape-mismatch",
            Self::StepLimit => "step-limit",
            Self::DepthLimit => "depth-limit",
            Self::MemoryLimit => "memory-limit",
            Self::Unsupported => "unsupported",
        }
    }

    /// Whether this is an error of the program, not a limit of the interpreter.
    pub fn is_verdict(self) -> bool {
        !matches!(
            self,
            Self::StepLimit | Self::DepthLimit | Self::MemoryLimit | Self::Unsupported
        )
    }
}

/// An error of a program at run time, and its location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The kind of fault.
    pub kind: FaultKind,
    /// The operation at fault; for a leak, the allocating one. `None` if the run could not start.
    pub op: Option<OpId>,
    /// The message, one sentence.
    pub message: String,
    /// Related operations, each with a note.
    pub related: Vec<(OpId, &'static str)>,
    /// The active calls, outermost first.
    pub calls: Vec<OpId>,
}

impl Fault {
    /// The fault as an error at the source of its operation, with a note for each related operation
    /// and each call.
    pub fn diagnostic(&self, m: &Module) -> Diagnostic {
        let note = |op: OpId, message: &str| Note {
            message: message.to_owned(),
            span: Some(m.span(op)),
        };
        let related = self.related.iter().map(|&(op, how)| note(op, how));
        let calls = self.calls.iter().rev();
        Diagnostic {
            severity: Severity::Error,
            code: self.kind.name(),
            message: self.message.clone(),
            span: self.op.map(|op| m.span(op)).unwrap_or_default(),
            notes: related
                .chain(calls.map(|&call| note(call, "called from here")))
                .collect(),
            help: None,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind.name(), self.message)
    }
}

impl std::error::Error for Fault {}
