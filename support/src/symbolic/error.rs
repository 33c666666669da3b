//! Why an expression cannot be read or computed.

/// Why an expression cannot be read or computed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExpressionError {
    /// A symbol is not well formed.
    #[error("symbol `{symbol}`: {problem}")]
    Symbol {
        /// Its name.
        symbol: String,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// A value is not one that its symbol may have.
    #[error("symbol `{symbol}`: {value} is outside of its range, {range}")]
    OutOfRange {
        /// Its name.
        symbol: String,
        /// The value.
        value: i64,
        /// The values that it may have.
        range: String,
    },
    /// A limit of expressions is exceeded.
    #[error("too many {what}: the limit is {limit}")]
    TooComplex {
        /// What there is too much of.
        what: &'static str,
        /// The most there may be.
        limit: usize,
    },
    /// A coefficient or value leaves the signed numbers of 64 bits.
    #[error("{what} exceeds the numbers of 64 bits")]
    Overflow {
        /// What overflows.
        what: String,
    },
    /// An expression cannot be read.
    #[error("column {column} of `{text}`: {problem}")]
    Expression {
        /// The expression.
        text: String,
        /// The column in bytes, counted from 1.
        column: usize,
        /// What was found and expected.
        problem: String,
    },
}

impl ExpressionError {
    /// A stable code for scripts and documents.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Symbol { .. } | Self::OutOfRange { .. } => "bad-symbol",
            Self::TooComplex { .. } => "too-complex",
            Self::Overflow { .. } => "overflow",
            Self::Expression { .. } => "syntax",
        }
    }
}
