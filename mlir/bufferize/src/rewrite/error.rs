//! Errors of the rewrite, with the messages of mlir-opt.

use std::fmt;

use memplan_mlir::passes::PassError;
use memplan_mlir::syntax::Note;
use memplan_mlir::text::{Diagnostic, Severity, Span};
use memplan_mlir::{Module, OpId, TypeId};

/// What is wrong with an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// An operation with tensors has no model, and unknown operations are not allowed.
    #[error("op was not bufferized")]
    NotBufferized,
    /// A destination-style operation mixes tensors and memrefs.
    #[error("op does not have pure tensor semantics")]
    MixedSemantics,
    /// `arith.select` with a tensor of conditions.
    #[error("only i1 condition values are supported")]
    ShapedCondition,
    /// The values of `arith.select` are in different memory spaces.
    #[error("inconsistent memory space on true/false operands")]
    SelectSpaces,
    /// The branches of a two-way conditional yield different memory spaces.
    #[error("inconsistent memory space on then/else branches")]
    IfSpaces,
    /// The cases of a switch yield different memory spaces.
    #[error("inconsistent memory space on switch cases")]
    SwitchSpaces,
    /// A loop starts and continues in different memory spaces.
    #[error("init_arg and yielded value bufferize to inconsistent memory spaces")]
    LoopSpaces,
    /// Branches pass different memory spaces to a block.
    #[error("incoming operands of block argument have inconsistent memory spaces")]
    BlockSpaces,
    /// The returns of a function have different memory spaces.
    #[error("returned values bufferize to inconsistent memory spaces")]
    ReturnSpaces,
    /// The buffer of a block argument is unknown.
    #[error("could not infer buffer type of block argument")]
    UnknownBlockArgument,
    /// There is no default memory space.
    #[error("could not infer memory space")]
    UnknownSpace,
    /// A terminator that passes tensors to blocks in an unknown way.
    #[error("cannot bufferize ops with block references that do not implement BranchOpInterface")]
    UnknownBranch,
    /// A function with a body that never returns, and tensors in its signature.
    #[error("cannot bufferize func.func without func.return")]
    NoReturn,
    /// A region with several blocks in an operation that supports one.
    #[error(
        "op or BufferizableOpInterface implementation does not support unstructured control flow, \
         but at least one region has multiple blocks"
    )]
    Unstructured,
    /// A terminator in a region of an operation without a model.
    #[error("unsupported parent of a yield operation")]
    YieldParent,
    /// `vector.mask` around an operation that allocates.
    #[error("body must bufferize in-place")]
    MaskedAllocation,
    /// A copy of a tensor whose rank is unknown.
    #[error("copying of unranked tensors is not implemented")]
    UnrankedCopy,
    /// A global tensor without contents.
    #[error("global op must have a value")]
    GlobalWithoutValue,
    /// A constant without a static shape.
    #[error("constant cannot be bufferized")]
    BadConstant,
    /// A buffer that cannot get the type that its users need.
    #[error("buffer has a type that cannot be converted to the required one")]
    Irreconcilable,
    /// A memref layout that this operation does not support.
    #[error("layout of the buffer is not supported")]
    UnsupportedLayout,
    /// An element type that no memref may have.
    #[error("element type is not allowed in a memref")]
    BadElement,
    /// Two options that exclude each other.
    #[error(
        "only one of 'must-infer-memory-space' and 'use-encoding-for-memory-space' are allowed in \
         one-shot-bufferize"
    )]
    ExclusiveSpaces,
}

/// Why a module cannot be bufferized.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// What is wrong.
    pub kind: ErrorKind,
    /// Name of the operation.
    pub op_name: String,
    /// Its location in the source.
    pub span: Span,
    /// The types involved.
    pub notes: Vec<String>,
}

impl Error {
    /// An error at an operation.
    pub fn at(m: &Module, op: OpId, kind: ErrorKind) -> Self {
        Self {
            kind,
            op_name: m.op_name_text(op).into_owned(),
            span: m.span(op),
            notes: Vec::new(),
        }
    }

    /// The error for a buffer of a type whose layout an operation does not support.
    pub(super) fn layout(m: &Module, op: OpId, buffer: TypeId) -> Self {
        let note = format!("the buffer is `{}`", m.ctx.type_text(buffer));
        Self::at(m, op, ErrorKind::UnsupportedLayout).with_note(note)
    }

    /// The error with a note.
    #[must_use]
    pub fn with_note(mut self, note: String) -> Self {
        self.notes.push(note);
        self
    }

    /// How to fix it, if that is known.
    const fn help(&self) -> Option<&'static str> {
        match self.kind {
            ErrorKind::NotBufferized => Some(
                "`allow-unknown-ops` keeps such operations between `to_tensor` and `to_buffer`",
            ),
            ErrorKind::ShapedCondition => {
                Some("`convert-elementwise-to-linalg` lowers it to `linalg.generic`")
            }
            _ => None,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            ErrorKind::NotBufferized
            | ErrorKind::MixedSemantics
            | ErrorKind::Unstructured
            | ErrorKind::NoReturn
            | ErrorKind::ExclusiveSpaces => write!(f, "'{}' {}", self.op_name, self.kind),
            _ => write!(f, "'{}' op {}", self.op_name, self.kind),
        }
    }
}

impl std::error::Error for Error {}

impl From<Error> for PassError {
    fn from(error: Error) -> Self {
        Self::Diagnostics(vec![Diagnostic {
            severity: Severity::Error,
            code: "bufferize",
            message: error.to_string(),
            span: error.span,
            help: error.help().map(str::to_owned),
            notes: error
                .notes
                .into_iter()
                .map(|message| Note {
                    message,
                    span: None,
                })
                .collect(),
        }])
    }
}
