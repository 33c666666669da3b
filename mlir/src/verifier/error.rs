//! Verification errors.

use crate::ir::OpId;
use crate::text::{Diagnostic, Note, Severity, Span};

/// A violated rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifyError {
    /// What is wrong.
    pub kind: VerifyErrorKind,
    /// The offending operation.
    pub op: OpId,
    /// Name of the operation.
    pub op_name: String,
    /// The location of the operation in the source; empty for operations that passes created.
    pub span: Span,
    /// Related locations.
    pub notes: Vec<Note>,
}

/// The kinds of verification errors.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(
    missing_docs,
    reason = "the message of each variant describes it and its fields"
)]
pub enum VerifyErrorKind {
    #[error("operand #{index} is never defined")]
    UndefinedValue { index: usize },
    #[error("operand #{index} does not dominate this use")]
    NotDominated { index: usize },
    #[error("operand #{index} is a value defined outside the region of `{isolated}`")]
    NotIsolated { index: usize, isolated: String },
    #[error("region #{region} has an empty block: expected at least a terminator")]
    EmptyBlock { region: usize },
    #[error("block with no terminator: it ends in `{last}`")]
    NoTerminator { last: String },
    #[error("must be the last operation in the parent block")]
    TerminatorNotLast,
    #[error("successors are for terminators only")]
    SuccessorsOfNonTerminator,
    #[error("entry block of region may not have predecessors")]
    BranchToEntry,
    #[error("successor #{successor} is in another region")]
    ForeignSuccessor { successor: usize },
    #[error(
        "branch has the wrong number of operands for successor #{successor}: expected {expected}, found {found}"
    )]
    SuccessorOperandCount {
        successor: usize,
        expected: usize,
        found: usize,
    },
    #[error(
        "type mismatch for operand {index} of successor #{successor}: expected {expected}, found {found}"
    )]
    SuccessorOperandType {
        successor: usize,
        index: usize,
        expected: String,
        found: String,
    },
    #[error("expects parent op {}", one_of(.expected))]
    WrongParent { expected: &'static [&'static str] },
    #[error("expects its regions to end in `{expected}`, found `{found}`")]
    WrongTerminator {
        expected: &'static str,
        found: String,
    },
    #[error("requires {expected} {what}, found {found}")]
    Count {
        what: &'static str,
        expected: Expected,
        found: usize,
    },
    #[error("region #{region} must have {expected} block(s), found {found}")]
    BlockCount {
        region: usize,
        expected: Expected,
        found: usize,
    },
    #[error("`{attr}` lists {found} group(s), the operation has {expected}")]
    SegmentCount {
        attr: &'static str,
        expected: usize,
        found: usize,
    },
    #[error("`{attr}` has the wrong size {size} for `{group}`")]
    SegmentSize {
        attr: &'static str,
        group: &'static str,
        size: i64,
    },
    #[error("`{attr}` adds up to {sum}, there are {found} values")]
    SegmentSum {
        attr: &'static str,
        sum: i64,
        found: usize,
    },
    #[error("requires attribute `{name}`")]
    MissingAttr { name: &'static str },
    #[error("attribute `{name}` must be {expected}, found {found}")]
    AttrForm {
        name: &'static str,
        expected: &'static str,
        found: String,
    },
    #[error("`{what}` must be {expected}, found {found}")]
    Type {
        what: &'static str,
        expected: String,
        found: String,
    },
    #[error("redefinition of symbol named `{name}`")]
    RedefinedSymbol { name: String },
    #[error("`{name}` does not reference a valid symbol")]
    UnknownSymbol { name: String },
    #[error("`{name}` does not reference {expected}")]
    WrongSymbol {
        name: String,
        expected: &'static str,
    },
    #[error("a symbol must be directly in a symbol table, found in `{parent}`")]
    SymbolOutsideTable { parent: String },
    #[error("visibility must be public, private or nested, found \"{found}\"")]
    Visibility { found: String },
    #[error("symbol declaration cannot have public visibility")]
    PublicDeclaration,
    #[error("attribute `{name}` of a module must have a dialect prefix")]
    UnprefixedAttr { name: String },
    #[error(
        "along control flow edge from {from} to {to}: {expected} value(s) expected, {found} given"
    )]
    FlowCount {
        from: &'static str,
        to: &'static str,
        expected: usize,
        found: usize,
    },
    #[error(
        "along control flow edge from {from} to {to}: value #{index} must be {expected}, found {found}"
    )]
    FlowType {
        from: &'static str,
        to: &'static str,
        index: usize,
        expected: String,
        found: String,
    },
    #[error("{reason}")]
    Invalid { code: &'static str, reason: String },
}

/// A number that a rule requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// Exactly this many.
    Exactly(usize),
    /// This many or more.
    AtLeast(usize),
    /// From this to that many.
    Between(usize, usize),
    /// A multiple of this.
    MultipleOf(usize),
}

impl std::fmt::Display for Expected {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Exactly(n) => write!(f, "{n}"),
            Self::AtLeast(n) => write!(f, "{n} or more"),
            Self::Between(low, high) => write!(f, "{low} to {high}"),
            Self::MultipleOf(n) => write!(f, "a multiple of {n}"),
        }
    }
}

impl VerifyErrorKind {
    /// Stable name of the kind.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::UndefinedValue { .. } => "undefined-value",
            Self::NotDominated { .. } => "not-dominated",
            Self::NotIsolated { .. } => "not-isolated",
            Self::EmptyBlock { .. } => "empty-block",
            Self::NoTerminator { .. } => "no-terminator",
            Self::TerminatorNotLast => "terminator-not-last",
            Self::SuccessorsOfNonTerminator => "successors-of-non-terminator",
            Self::BranchToEntry => "branch-to-entry",
            Self::ForeignSuccessor { .. } => "foreign-successor",
            Self::SuccessorOperandCount { .. } => "successor-operand-count",
            Self::SuccessorOperandType { .. } => "successor-operand-type",
            Self::WrongParent { .. } => "wrong-parent",
            Self::WrongTerminator { .. } => "wrong-terminator",
            Self::Count { .. } => "count",
            Self::BlockCount { .. } => "block-count",
            Self::SegmentCount { .. } => "segment-count",
            Self::SegmentSize { .. } => "segment-size",
            Self::SegmentSum { .. } => "segment-sum",
            Self::MissingAttr { .. } => "missing-attribute",
            Self::AttrForm { .. } => "attribute-form",
            Self::Type { .. } => "type",
            Self::RedefinedSymbol { .. } => "redefined-symbol",
            Self::UnknownSymbol { .. } => "unknown-symbol",
            Self::WrongSymbol { .. } => "wrong-symbol",
            Self::SymbolOutsideTable { .. } => "symbol-outside-table",
            Self::Visibility { .. } => "visibility",
            Self::PublicDeclaration => "public-declaration",
            Self::UnprefixedAttr { .. } => "unprefixed-attribute",
            Self::FlowCount { .. } => "flow-count",
            Self::FlowType { .. } => "flow-type",
            Self::Invalid { code, .. } => code,
        }
    }
}

impl std::fmt::Display for VerifyError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "`{}`: {}", self.op_name, self.kind)
    }
}

impl std::error::Error for VerifyError {}

impl From<VerifyError> for Diagnostic {
    fn from(error: VerifyError) -> Self {
        Self {
            severity: Severity::Error,
            code: error.kind.code(),
            message: error.to_string(),
            span: error.span,
            notes: error.notes,
            help: None,
        }
    }
}

fn one_of(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    quoted.join(" or ")
}
