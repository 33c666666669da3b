//! Symbols: names for sizes that are known only at run time, with the values they are assumed to have.

use super::ExpressionError;

/// The most symbols of a trace.
pub const MAX_SYMBOLS: usize = 64;

/// The largest value at which an open range is planned and sampled.
const OPEN_RANGE: i64 = 1 << 20;

/// A size that is known only at run time: a dimension, or a value that an analysis cannot look into.
///
/// The range is an assumption that improves plans; no plan is wrong outside of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Symbol {
    /// Letters, digits and `_ . $ @ %`; the first is no digit.
    pub name: String,
    /// The least value.
    pub min: i64,
    /// The greatest value, if there is one.
    pub max: Option<i64>,
    /// Every value is a multiple of this; at least 1.
    pub multiple: i64,
}

impl Symbol {
    /// A symbol from `min` to `max`, both included.
    ///
    /// ```
    /// use memplan_support::symbolic::Symbol;
    ///
    /// assert!(Symbol::new("s", 32, Some(1024)).is_ok());
    /// assert_eq!(Symbol::new("s", 8, Some(4)).unwrap_err().code(), "bad-symbol");
    /// ```
    ///
    /// # Errors
    /// [`ExpressionError::Symbol`] for a bad name or an empty range.
    pub fn new(name: &str, min: i64, max: Option<i64>) -> Result<Self, ExpressionError> {
        Self {
            name: name.to_owned(),
            min,
            max,
            multiple: 1,
        }
        .checked()
    }

    /// The same symbol, all of whose values are multiples of `multiple`.
    ///
    /// # Errors
    /// [`ExpressionError::Symbol`] if there is none in the range.
    pub fn multiple_of(self, multiple: i64) -> Result<Self, ExpressionError> {
        Self { multiple, ..self }.checked()
    }

    /// The symbol, if it is well formed.
    ///
    /// # Errors
    /// [`ExpressionError::Symbol`] for a bad name or an empty range.
    pub fn checked(self) -> Result<Self, ExpressionError> {
        let problem = if !is_name(&self.name) {
            "a name has letters, digits and `_ . $ @ %`, and does not start with a digit"
        } else if self.max.is_some_and(|max| max < self.min) {
            "the range is empty"
        } else if self.multiple < 1 {
            "`multiple` is at least 1"
        } else if self.lowest().is_none() {
            "no multiple lies in the range"
        } else {
            return Ok(self);
        };
        Err(ExpressionError::Symbol {
            symbol: self.name,
            problem,
        })
    }

    /// The least value that is a multiple; `None` if the range has none.
    fn lowest(&self) -> Option<i64> {
        let remainder = self.min.rem_euclid(self.multiple);
        let lowest = match remainder {
            0 => self.min,
            _ => self.min.checked_add(self.multiple - remainder)?,
        };
        (self.max.is_none_or(|max| lowest <= max)).then_some(lowest)
    }

    /// The values that it may have, such as `from 8 to 64, a multiple of 8`.
    pub fn range_text(&self) -> String {
        let range = match self.max {
            Some(max) => format!("from {} to {max}", self.min),
            None => format!("at least {}", self.min),
        };
        match self.multiple {
            1 => range,
            multiple => format!("{range}, a multiple of {multiple}"),
        }
    }

    /// The value, if the symbol may have it.
    ///
    /// ```
    /// use memplan_support::symbolic::Symbol;
    ///
    /// let symbol = Symbol::new("s", 32, Some(64)).and_then(|symbol| symbol.multiple_of(8));
    /// assert_eq!(symbol.clone().and_then(|symbol| symbol.checked_value(40)), Ok(40));
    /// let problem = symbol.and_then(|symbol| symbol.checked_value(44)).unwrap_err().to_string();
    /// assert_eq!(problem, "symbol `s`: 44 is outside of its range, from 32 to 64, a multiple of 8");
    /// ```
    ///
    /// # Errors
    /// [`ExpressionError::OutOfRange`].
    pub fn checked_value(&self, value: i64) -> Result<i64, ExpressionError> {
        let is_in_range = self.min <= value && self.max.is_none_or(|max| value <= max);
        if is_in_range && value.checked_rem(self.multiple) == Some(0) {
            return Ok(value);
        }
        Err(ExpressionError::OutOfRange {
            symbol: self.name.clone(),
            value,
            range: self.range_text(),
        })
    }

    /// The least value: a multiple in the range.
    pub fn low(&self) -> i64 {
        self.lowest().unwrap_or(self.min)
    }

    /// The greatest value to plan and sample at: a multiple in the range, about 2^20 where it is open.
    pub fn high(&self) -> i64 {
        self.near(self.max.unwrap_or(OPEN_RANGE.max(self.low())))
    }

    /// The greatest value in the range that is at most `value`, or the least one.
    pub fn near(&self, value: i64) -> i64 {
        let value = self.max.map_or(value, |max| value.min(max));
        value
            .saturating_sub(value.rem_euclid(self.multiple))
            .max(self.low())
    }

    /// The value at a fraction of the range, from 0 to 1, on a logarithmic scale.
    pub fn at_fraction(&self, fraction: f64) -> i64 {
        let (low, high) = (self.low(), self.high());
        // Counted from 1, so that ranges may begin at 0 or below.
        let base = (1.0 - low as f64).max(0.0);
        let (first, last) = (low as f64 + base, high as f64 + base);
        let value = libm::exp(libm::log(first) + fraction * (libm::log(last) - libm::log(first)));
        self.near(((value - base + 0.5) as i64).clamp(low, high))
    }
}

/// Whether this is the name of a symbol.
fn is_name(name: &str) -> bool {
    let mut bytes = name.bytes();
    bytes.next().is_some_and(starts_name) && bytes.all(continues_name)
}

/// Whether a name may start with this byte.
pub fn starts_name(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'%' | b'$' | b'@')
}

/// Whether a name may have this byte after its first.
pub fn continues_name(byte: u8) -> bool {
    byte.is_ascii_digit() || byte == b'.' || starts_name(byte)
}

/// Checks a list of symbols.
///
/// # Errors
/// [`ExpressionError`] for too many symbols, one that is not well formed, or a name that is taken.
pub fn check_symbols(symbols: &[Symbol]) -> Result<(), ExpressionError> {
    if MAX_SYMBOLS < symbols.len() {
        return Err(ExpressionError::TooComplex {
            what: "symbols",
            limit: MAX_SYMBOLS,
        });
    }
    for (index, symbol) in symbols.iter().enumerate() {
        symbol.clone().checked()?;
        if symbols[..index].iter().any(|s| s.name == symbol.name) {
            return Err(ExpressionError::Symbol {
                symbol: symbol.name.clone(),
                problem: "the name is taken",
            });
        }
    }
    Ok(())
}
