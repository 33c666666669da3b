//! Options that the user gave a pass, and their values.

use std::str::FromStr;

/// The options that the user gave: keys that the pass has, each at most once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PassArgs(Vec<(String, String)>);

/// Why the value of an option cannot be taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("option `{key}`: {problem}")]
pub struct PassArgError {
    /// The option.
    pub key: String,
    /// What was expected and found.
    pub problem: String,
}

impl PassArgs {
    /// These keys and values.
    pub fn new(args: Vec<(String, String)>) -> Self {
        Self(args)
    }

    /// Keys and values in the order in which they were given.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(key, value)| (&**key, &**value))
    }

    /// The value of an option, if it was given.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.iter()
            .find(|(known, _)| *known == key)
            .map(|(_, value)| value)
    }

    /// A switch: `true`, `false`, `1`, `0`, or the key alone for `true`; `True` and `TRUE` too, as
    /// in mlir-opt.
    ///
    /// # Errors
    ///
    /// When the value is anything else.
    pub fn flag(&self, key: &str, default: bool) -> Result<bool, PassArgError> {
        match self.get(key) {
            None => Ok(default),
            Some("" | "true" | "True" | "TRUE" | "1") => Ok(true),
            Some("false" | "False" | "FALSE" | "0") => Ok(false),
            Some(other) => Err(PassArgError::new(
                key,
                format!("expected `true` or `false`, found `{other}`"),
            )),
        }
    }

    /// A number.
    ///
    /// # Errors
    ///
    /// When the value is none of the type asked for.
    pub fn number<T: FromStr>(&self, key: &str, default: T) -> Result<T, PassArgError> {
        self.get(key).map_or(Ok(default), |value| {
            value
                .parse()
                .map_err(|_| PassArgError::new(key, format!("expected a number, found `{value}`")))
        })
    }

    /// A whole number with or without a sign, in the notations of mlir-opt: `10`, `-1`, `0x1f`,
    /// `0b11`, and `017` or `0o17` in base 8.
    ///
    /// # Errors
    ///
    /// When the value is none, or does not fit.
    pub fn integer(&self, key: &str, default: i64) -> Result<i64, PassArgError> {
        let Some(value) = self.get(key) else {
            return Ok(default);
        };
        let (sign, digits) = match value.strip_prefix('-') {
            Some(digits) => ("-", digits),
            None => ("", value),
        };
        let lower = digits.to_ascii_lowercase();
        let (radix, digits) = match lower.get(..2) {
            Some("0x") => (16, &lower[2..]),
            Some("0b") => (2, &lower[2..]),
            Some("0o") => (8, &lower[2..]),
            _ if lower.len() > 1 && lower.starts_with('0') => (8, &lower[1..]),
            _ => (10, &lower[..]),
        };
        let is_number = digits.starts_with(|c: char| c.is_digit(radix));
        i64::from_str_radix(&format!("{sign}{digits}"), radix)
            .ok()
            .filter(|_| is_number)
            .ok_or_else(|| {
                PassArgError::new(key, format!("expected a whole number, found `{value}`"))
            })
    }

    /// One of some words.
    ///
    /// # Errors
    ///
    /// When the value is none of them.
    pub fn one_of<'w>(
        &self,
        key: &str,
        words: &[&'w str],
        default: &'w str,
    ) -> Result<&'w str, PassArgError> {
        let Some(value) = self.get(key) else {
            return Ok(default);
        };
        words
            .iter()
            .find(|&&word| word == value)
            .copied()
            .ok_or_else(|| {
                let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
                let words = words.join(", ");
                PassArgError::new(key, format!("expected one of {words}, found `{value}`"))
            })
    }
}

impl PassArgError {
    /// An error of an option.
    pub fn new(key: impl Into<String>, problem: impl Into<String>) -> Self {
        Self {
            key: key.into(),
            problem: problem.into(),
        }
    }
}
