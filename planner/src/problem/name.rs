//! Names of buffers, stored compactly.
//!
//! Real names (`%12`, `conv1/weights`, `4711`) are short. Up to 23 bytes are stored inline, so that
//! reading a trace allocates nothing for them, and copies of longer names share their bytes. The
//! type behaves like a string.

use std::fmt;
use std::ops::Deref;

use smol_str::SmolStr;

/// The name of a [`crate::Buffer`]: a string that cannot be changed, only replaced.
///
/// ```
/// use memplan_planner::BufferName;
///
/// let name = BufferName::from("conv1/weights");
/// assert_eq!(name, "conv1/weights");
/// assert!(name.starts_with("conv1"));
/// ```
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BufferName(SmolStr);

impl BufferName {
    /// The text.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

impl Deref for BufferName {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl AsRef<str> for BufferName {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl fmt::Display for BufferName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for BufferName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl From<&str> for BufferName {
    fn from(text: &str) -> Self {
        Self(SmolStr::new(text))
    }
}

impl From<&String> for BufferName {
    fn from(text: &String) -> Self {
        Self::from(text.as_str())
    }
}

impl From<String> for BufferName {
    fn from(text: String) -> Self {
        Self(SmolStr::from(text))
    }
}

impl From<BufferName> for String {
    fn from(name: BufferName) -> Self {
        Self::from(name.0)
    }
}

impl PartialEq<str> for BufferName {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for BufferName {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

#[cfg(test)]
mod tests {
    use super::BufferName;

    #[test]
    fn short_and_long_names_look_the_same_from_outside() {
        for text in ["", "b0", "a name of just 23 bytes", &"ä".repeat(40)] {
            let name = BufferName::from(text);
            assert_eq!(name, text);
            assert_eq!(BufferName::from(text.to_owned()), name);
            assert_eq!(String::from(name.clone()), text);
            assert_eq!(
                format!("{name:>30}|{name:?}"),
                format!("{text:>30}|{text:?}")
            );
        }
    }
}
