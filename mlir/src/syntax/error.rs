//! Kinds of parse errors.

use crate::ir::Span;

/// A note of a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The message.
    pub message: String,
    /// The location, if it differs from that of the diagnostic.
    pub span: Option<Span>,
}

/// Why a text cannot be parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// What is wrong.
    pub kind: ParseErrorKind,
    /// The location.
    pub span: Span,
    /// Related locations and facts.
    pub notes: Vec<Note>,
    /// How to fix it, if that depends on more than the kind.
    pub help: Option<String>,
}

/// The kinds of parse errors.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(
    missing_docs,
    reason = "the message of each variant describes it and its fields"
)]
pub enum ParseErrorKind {
    #[error("unexpected character {}", show_byte(*.byte))]
    UnexpectedCharacter { byte: u8 },
    #[error("expected a name after `{sigil}`")]
    NameExpected { sigil: char },
    #[error("expected {what}, found {found}")]
    Expected { what: String, found: String },
    #[error("expected `\"` in string literal")]
    UnterminatedString,
    #[error("unknown escape in string literal")]
    BadEscape,
    #[error("undefined {} alias id `{name}`", if name.starts_with('!') { "type" } else { "attribute" })]
    UndefinedAlias { name: String },
    #[error("redefinition of {} alias id `{name}`", if name.starts_with('!') { "type" } else { "attribute" })]
    RedefinedAlias { name: String },
    #[error("alias names with a `.` are reserved for dialects: `{name}`")]
    DottedAlias { name: String },
    #[error("expected non-function type, found {found}")]
    TypeExpected { found: String },
    #[error("expected attribute value, found {found}")]
    AttributeExpected { found: String },
    #[error("integer constant out of range for {what}")]
    IntegerOutOfRange { what: String },
    #[error("nesting is deeper than {limit}")]
    TooDeep { limit: u32 },
    #[error("{what} is larger than the limit of {limit}")]
    TooLarge { what: &'static str, limit: u64 },
    #[error("invalid {what}: {reason}")]
    Invalid { what: &'static str, reason: String },
    #[error("duplicate key `{name}` in dictionary attribute")]
    DuplicateKey { name: String },
    #[error("unbalanced `{open}` in the body of a dialect type or attribute")]
    Unbalanced { open: char },
    #[error("inferred shape of elements literal ({found}) does not match type ({expected})")]
    ShapeMismatch { expected: String, found: String },
    #[error("custom op `{name}` is unknown")]
    UnknownOp {
        name: String,
        nearest: Option<String>,
        /// Whether the dialect of the operation is registered.
        dialect_is_known: bool,
    },
    #[error("use of undeclared SSA value name `{name}`")]
    UndefinedValue { name: String },
    #[error("redefinition of SSA value `{name}`")]
    RedefinedValue { name: String },
    #[error(
        "use of value `{name}` expects different type than prior uses: `{expected}` vs `{found}`"
    )]
    ValueTypeMismatch {
        name: String,
        expected: String,
        found: String,
    },
    #[error("expected {expected} {what}, found {found}")]
    WrongCount {
        what: &'static str,
        expected: usize,
        found: usize,
    },
    #[error("reference to an undefined block `{name}`")]
    UndefinedBlock { name: String },
    #[error("redefinition of block `{name}`")]
    RedefinedBlock { name: String },
    #[error("entry block of region may not have predecessors")]
    EntryBlockHasPredecessors,
    #[error("invalid block name in region with named arguments")]
    LabelInRegionWithArguments,
    #[error("reference to invalid result number of `{name}`")]
    InvalidResultNumber { name: String },
    #[error("expected named operation to have at least 1 and at most 65535 results, found {found}")]
    InvalidResultCount { found: i64 },
    #[error("operation `{op}` defines {found} results but was provided {named} to bind")]
    ResultCountMismatch {
        op: String,
        found: usize,
        named: u64,
    },
    #[error("`{name}` has no custom form here")]
    NoCustomForm { name: String },
    #[error("attribute `{name}` occurs more than once")]
    DuplicateAttribute { name: String },
    #[error("expected one of {}, found `{found}`", list(.known))]
    UnknownKeyword {
        found: String,
        known: Vec<&'static str>,
    },
    #[error("the dialect `{dialect}` has no {what} `{name}`")]
    UnknownDialectPart {
        what: &'static str,
        name: String,
        dialect: String,
    },
    #[error("the dialect `{dialect}` has no operation `{name}`")]
    NoSuchOp {
        name: String,
        dialect: String,
        nearest: Option<String>,
    },
    #[error("expected non-empty function body")]
    EmptyFunctionBody,
    #[error("the body of the operation cannot be built for these operand types")]
    NoNamedBody,
    #[error("the types of `{name}` do not follow from its text")]
    TypesNotInferred { name: String },
}

/// `a`, `b`, `c`.
fn list(words: &[&str]) -> String {
    words
        .iter()
        .map(|word| format!("`{word}`"))
        .collect::<Vec<_>>()
        .join(", ")
}

impl ParseErrorKind {
    /// An invalid `what`.
    pub(crate) fn invalid(what: &'static str, reason: impl Into<String>) -> Self {
        let reason = reason.into();
        Self::Invalid { what, reason }
    }

    /// Stable name of the kind.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::UnexpectedCharacter { .. } => "unexpected-character",
            Self::NameExpected { .. } => "name-expected",
            Self::Expected { .. } => "expected",
            Self::UnterminatedString => "unterminated-string",
            Self::BadEscape => "bad-escape",
            Self::UndefinedAlias { .. } => "undefined-alias",
            Self::RedefinedAlias { .. } => "redefined-alias",
            Self::DottedAlias { .. } => "dotted-alias",
            Self::TypeExpected { .. } => "type-expected",
            Self::AttributeExpected { .. } => "attribute-expected",
            Self::IntegerOutOfRange { .. } => "integer-out-of-range",
            Self::TooDeep { .. } => "too-deep",
            Self::TooLarge { .. } => "too-large",
            Self::Invalid { .. } => "invalid",
            Self::DuplicateKey { .. } => "duplicate-key",
            Self::Unbalanced { .. } => "unbalanced",
            Self::ShapeMismatch { .. } => "shape-mismatch",
            Self::UnknownOp { .. } => "unknown-op",
            Self::UndefinedValue { .. } => "undefined-value",
            Self::RedefinedValue { .. } => "redefined-value",
            Self::ValueTypeMismatch { .. } => "value-type-mismatch",
            Self::WrongCount { .. } => "wrong-count",
            Self::UndefinedBlock { .. } => "undefined-block",
            Self::RedefinedBlock { .. } => "redefined-block",
            Self::EntryBlockHasPredecessors => "entry-block-has-predecessors",
            Self::LabelInRegionWithArguments => "label-in-region-with-arguments",
            Self::InvalidResultNumber { .. } => "invalid-result-number",
            Self::InvalidResultCount { .. } => "invalid-result-count",
            Self::ResultCountMismatch { .. } => "result-count-mismatch",
            Self::NoCustomForm { .. } => "no-custom-form",
            Self::DuplicateAttribute { .. } => "duplicate-attribute",
            Self::UnknownKeyword { .. } => "unknown-keyword",
            Self::UnknownDialectPart { .. } => "unknown-dialect-part",
            Self::NoSuchOp { .. } => "no-such-op",
            Self::EmptyFunctionBody => "empty-function-body",
            Self::NoNamedBody => "no-named-body",
            Self::TypesNotInferred { .. } => "types-not-inferred",
        }
    }

    /// How to fix it, as far as the kind determines that.
    pub(crate) fn help(&self) -> Option<String> {
        let text = match self {
            Self::UnexpectedCharacter { byte } if *byte >= 0x80 => {
                "text that is not ASCII belongs in strings and comments"
            }
            Self::UnterminatedString => "write a line break inside a string as `\\n`",
            Self::BadEscape => "known escapes are `\\\"`, `\\\\`, `\\n`, `\\t` and two hex digits",
            Self::UndefinedAlias { .. } => "define the alias above its first use",
            Self::DottedAlias { .. } => "pick a name without `.`",
            Self::TooDeep { .. } => "flatten the innermost parts; no compiler nests this deep",
            Self::TooLarge { .. } => "raise the limit if the input is trusted",
            Self::NoCustomForm { .. } => {
                "print the program in generic form (`mlir-opt --mlir-print-op-generic`), or let memplan do so (`--mlir-opt=PATH`)"
            }
            Self::UnknownOp {
                name,
                nearest,
                dialect_is_known,
            } => {
                let way_out = "print the program in generic form (`mlir-opt --mlir-print-op-generic`), or let memplan do so (`--mlir-opt=PATH`)";
                let dialect = name.split_once('.').map(|(dialect, _)| dialect);
                return Some(match (nearest, dialect) {
                    (Some(name), _) => format!("did you mean `{name}`? else {way_out}"),
                    (None, Some(dialect)) if *dialect_is_known => {
                        format!(
                            "dialect `{dialect}` has no such operation in MLIR 19 to 24; {way_out}"
                        )
                    }
                    (None, Some(dialect)) => {
                        format!("custom forms of dialect `{dialect}` are not known; {way_out}")
                    }
                    (None, None) => format!("it names no dialect; {way_out}"),
                });
            }
            _ => return None,
        };
        Some(text.to_owned())
    }
}

impl ParseError {
    /// An error at a location, without notes.
    pub fn new(kind: ParseErrorKind, span: Span) -> Self {
        Self {
            kind,
            span,
            notes: Vec::new(),
            help: None,
        }
    }

    /// Adds a note.
    #[must_use]
    pub fn with_note(mut self, message: impl Into<String>, span: Option<Span>) -> Self {
        self.notes.push(Note {
            message: message.into(),
            span,
        });
        self
    }

    /// Adds advice on how to fix it.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

fn show_byte(byte: u8) -> String {
    if byte.is_ascii_graphic() {
        format!("`{}`", byte as char)
    } else {
        format!("0x{byte:02X}")
    }
}

/// Bytes for an error message: shortened, and printable.
pub fn show(bytes: &[u8]) -> String {
    const LIMIT: usize = 60;
    let text = String::from_utf8_lossy(bytes.get(..LIMIT).unwrap_or(bytes));
    let mut text: String = text
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    if bytes.len() > LIMIT {
        text.push_str("...");
    }
    text
}
