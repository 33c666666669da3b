//! The values that a user gave to options.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::{self, Display};

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

    /// The error of a plug-in without options that is configured with some.
    pub fn unsupported(&self) -> ParamError {
        let (key, value) = self.iter().next().unwrap_or(("", ""));
        ParamError::value(key, value, "nothing")
    }
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
