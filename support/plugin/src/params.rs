//! The values that a user gave to options.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::str::FromStr;

use crate::spec::quoted;

/// The values that a user gave to options, each key at most once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Params(BTreeMap<String, String>);

impl Params {
    /// The value of `key`, as the user wrote it.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key).map(String::as_str)
    }

    /// Removes and returns the value of `key`; for callers that handle an option themselves.
    pub fn take(&mut self, key: &str) -> Option<String> {
        self.0.remove(key)
    }

    /// Adds a value.
    ///
    /// # Errors
    ///
    /// [`ParamError::Twice`] when the key has a value already.
    pub fn insert(&mut self, key: &str, value: impl Display) -> Result<(), ParamError> {
        let before = self.0.insert(key.to_owned(), value.to_string());
        match before {
            None => Ok(()),
            Some(before) => {
                self.0.insert(key.to_owned(), before);
                Err(ParamError::Twice {
                    key: key.to_owned(),
                })
            }
        }
    }

    /// Adds a value where the user gave none.
    pub fn or_insert(&mut self, key: &str, value: impl Display) {
        let entry = self.0.entry(key.to_owned());
        entry.or_insert_with(|| value.to_string());
    }

    /// Whether no value was given.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Keys and values, in the order of the keys.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(key, value)| (&**key, &**value))
    }

    /// The values whose key satisfies a condition.
    #[must_use]
    pub fn filtered(&self, is_wanted: impl Fn(&str) -> bool) -> Self {
        let wanted = self.0.iter().filter(|(key, _)| is_wanted(key));
        Self(wanted.map(|(k, v)| (k.clone(), v.clone())).collect())
    }

    /// The value of `key` in its type; `None` when the user did not give it.
    ///
    /// # Errors
    ///
    /// [`ParamError::Value`] when the text does not parse; `expected` describes valid values.
    pub fn parse<T: FromStr>(
        &self,
        key: &str,
        expected: &'static str,
    ) -> Result<Option<T>, ParamError> {
        self.parse_with(key, expected, |value| value.parse().ok())
    }

    /// The value of `key` as `read` understands it; `None` when the user did not give it.
    ///
    /// # Errors
    ///
    /// [`ParamError::Value`] when `read` returns nothing; `expected` describes valid values.
    pub fn parse_with<T>(
        &self,
        key: &str,
        expected: &'static str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, ParamError> {
        let Some(value) = self.get(key) else {
            return Ok(None);
        };
        read(value)
            .map(Some)
            .ok_or_else(|| ParamError::value(key, value, expected))
    }

    /// A switch: `true`, `false`, `1` or `0`, or an empty value for `true`; `True` and `TRUE` too, as
    /// in mlir-opt.
    ///
    /// # Errors
    ///
    /// [`ParamError::Value`] when it is anything else.
    pub fn flag(&self, key: &str) -> Result<Option<bool>, ParamError> {
        self.parse_with(key, "`true` or `false`", |value| match value {
            "" | "true" | "True" | "TRUE" | "1" => Some(true),
            "false" | "False" | "FALSE" | "0" => Some(false),
            _ => None,
        })
    }

    /// A whole number with or without a sign, in the notations of mlir-opt: `10`, `-1`, `0x1f`,
    /// `0b11`, and `017` or `0o17` in base 8.
    ///
    /// # Errors
    ///
    /// [`ParamError::Value`] when it is none, or does not fit.
    pub fn integer(&self, key: &str) -> Result<Option<i64>, ParamError> {
        self.parse_with(key, "a whole number", integer)
    }

    /// The value of one of several words.
    ///
    /// # Errors
    ///
    /// [`ParamError::Value`] when it is none of them; the message lists them.
    pub fn one_of<T: Copy>(&self, key: &str, words: &[(&str, T)]) -> Result<Option<T>, ParamError> {
        let Some(value) = self.get(key) else {
            return Ok(None);
        };
        let pair = words.iter().find(|(word, _)| *word == value);
        pair.map(|&(_, meaning)| Some(meaning)).ok_or_else(|| {
            let words: Vec<String> = words.iter().map(|(word, _)| format!("`{word}`")).collect();
            let expected = match words.split_last() {
                Some((last, rest @ [_, ..])) => format!("{} or {last}", rest.join(", ")),
                _ => words.concat(),
            };
            ParamError::value(key, value, expected)
        })
    }

    /// The error of a plug-in without options that is configured with some.
    pub fn unsupported(&self) -> ParamError {
        let (key, value) = self.iter().next().unwrap_or(("", ""));
        ParamError::value(key, value, "nothing")
    }
}

fn integer(text: &str) -> Option<i64> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", text),
    };
    let lower = digits.to_ascii_lowercase();
    let (radix, digits) = match lower.get(..2) {
        Some("0x") => (16, &lower[2..]),
        Some("0b") => (2, &lower[2..]),
        Some("0o") => (8, &lower[2..]),
        _ if lower.len() > 1 && lower.starts_with('0') => (8, &lower[1..]),
        _ => (10, &lower[..]),
    };
    // `from_str_radix` would accept a second sign.
    let is_number = digits.starts_with(|c: char| c.is_digit(radix));
    let number = i64::from_str_radix(&format!("{sign}{digits}"), radix);
    number.ok().filter(|_| is_number)
}

/// Of several values of one key, the last one counts.
impl FromIterator<(String, String)> for Params {
    fn from_iter<I: IntoIterator<Item = (String, String)>>(values: I) -> Self {
        Self(values.into_iter().collect())
    }
}

/// `key=value key=value`, in the order of the keys, as [`crate::PluginSpec`] reads it.
impl Display for Params {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (key, value)) in self.iter().enumerate() {
            let separator = if index == 0 { "" } else { " " };
            write!(f, "{separator}{key}={}", quoted(value))?;
        }
        Ok(())
    }
}

/// A value that does not suit its option.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParamError {
    /// The option takes other values.
    #[error("option `{key}` is `{value}`, expected {expected}")]
    Value {
        /// The key.
        key: String,
        /// The value found.
        value: String,
        /// The expected form of the value.
        expected: Cow<'static, str>,
    },
    /// The value is well formed but cannot be used.
    #[error("option `{key}`: {problem}")]
    Refused {
        /// The key.
        key: String,
        /// Why not.
        problem: String,
    },
    /// The option has a value already.
    #[error("`{key}` is given twice")]
    Twice {
        /// The key.
        key: String,
    },
}

impl ParamError {
    /// The option takes other values.
    pub fn value(
        key: impl Into<String>,
        value: impl Into<String>,
        expected: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self::Value {
            key: key.into(),
            value: value.into(),
            expected: expected.into(),
        }
    }

    /// The value is well formed but cannot be used.
    pub fn refused(key: impl Into<String>, problem: impl Into<String>) -> Self {
        Self::Refused {
            key: key.into(),
            problem: problem.into(),
        }
    }
}
