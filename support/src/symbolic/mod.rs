//! Sizes that are known only at run time: [`Polynomial`]s over [`Symbol`]s.

mod error;
mod notation;
mod polynomial;
mod symbol;

pub use error::ExpressionError;
pub use polynomial::{MAX_DEGREE, MAX_TERMS, Monomial, Polynomial};
pub use symbol::{MAX_SYMBOLS, Symbol, check_symbols, continues_name, starts_name};
