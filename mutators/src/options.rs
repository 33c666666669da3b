//! Options of mutators, and their text form `name{key=value key=value}`.

use memplan_planner::Bytes;

use crate::{MUTATORS, Mutator};

/// What a mutator is to do; each mutator documents which fields it looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MutateOptions {
    /// Where merged memory comes from.
    pub arena: ArenaKind,
    /// The largest merged allocation that [`ArenaKind::Alloca`] puts on the stack.
    pub stack_limit: Bytes,
    /// Which merged allocations are freed.
    pub dealloc: ArenaDealloc,
}

/// Which merged allocations are freed, in their scopes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ArenaDealloc {
    /// Every one.
    #[default]
    Always,
    /// Those that take the place of a buffer that the program freed, and those of functions that were
    /// deallocated before. The others are left to the ownership pass, or to the user.
    Existing,
}

/// Where merged memory comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ArenaKind {
    /// One `memref.alloc` of its own.
    #[default]
    Alloc,
    /// `memref.alloca`, freed with its scope. Totals above [`MutateOptions::stack_limit`] and scopes
    /// that do not start a region stay [`ArenaKind::Alloc`].
    Alloca,
    /// A private `memref.global`. Only for the body of a function that the module does not enter
    /// again while it runs; other scopes stay [`ArenaKind::Alloc`]. That nobody outside of the module
    /// does so, from a second thread for example, is the promise of whoever asks for it.
    Global,
}

impl ArenaKind {
    /// Every kind.
    pub const ALL: [Self; 3] = [Self::Alloc, Self::Alloca, Self::Global];

    /// The word for it in options and reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Alloc => "alloc",
            Self::Alloca => "alloca",
            Self::Global => "global",
        }
    }
}

impl Default for MutateOptions {
    fn default() -> Self {
        Self {
            arena: ArenaKind::default(),
            stack_limit: Bytes(4096),
            dealloc: ArenaDealloc::default(),
        }
    }
}

/// Why `name{..}` names no mutator.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OptionError {
    /// There is no mutator of this name.
    #[error("no mutator is called `{name}`; there are: {known}")]
    UnknownMutator {
        /// The name found.
        name: String,
        /// All names.
        known: String,
    },
    /// The braces are not closed, or something follows them.
    #[error("options are written `name{{key=value key=value}}`, found `{text}`")]
    Braces {
        /// The text found.
        text: String,
    },
    /// The mutator has no such option.
    #[error("mutator `{mutator}` has no option `{key}`; it has: {known}")]
    UnknownKey {
        /// The mutator.
        mutator: &'static str,
        /// The key found.
        key: String,
        /// All keys.
        known: String,
    },
    /// The value is not one of those that the option takes.
    #[error("option `{key}` takes {expected}, found `{value}`")]
    Value {
        /// The key.
        key: String,
        /// The value found.
        value: String,
        /// What it takes.
        expected: &'static str,
    },
}

/// The mutator and the options that a text such as `merge-alloc{arena=alloca}` asks for.
///
/// ```
/// use memplan_mutators::{ArenaKind, find_mutator};
///
/// let (mutator, options) = find_mutator("merge-alloc{arena=alloca stack-limit=1024}")?;
/// assert_eq!(mutator.info().name, "merge-alloc");
/// assert_eq!(options.arena, ArenaKind::Alloca);
/// # Ok::<(), memplan_mutators::OptionError>(())
/// ```
///
/// # Errors
///
/// [`OptionError`] names what is not known and lists what is.
pub fn find_mutator(text: &str) -> Result<(&'static dyn Mutator, MutateOptions), OptionError> {
    let (name, list) = match text.split_once('{') {
        None => (text, ""),
        Some((name, rest)) => match rest.trim_end().strip_suffix('}') {
            Some(list) => (name, list),
            None => return Err(OptionError::Braces { text: text.into() }),
        },
    };
    let name = name.trim();
    let Some(&mutator) = MUTATORS.iter().find(|found| found.info().name == name) else {
        let known: Vec<&str> = MUTATORS.iter().map(|known| known.info().name).collect();
        return Err(OptionError::UnknownMutator {
            name: name.into(),
            known: known.join(", "),
        });
    };
    let mut options = MutateOptions::default();
    let words = list.split(|c: char| c.is_whitespace() || c == ',');
    for word in words.filter(|word| !word.is_empty()) {
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        let info = mutator.info();
        if !info.options.iter().any(|(known, _)| *known == key) {
            let known: Vec<&str> = info.options.iter().map(|(known, _)| *known).collect();
            return Err(OptionError::UnknownKey {
                mutator: info.name,
                key: key.into(),
                known: known.join(", "),
            });
        }
        options.set(key, value)?;
    }
    Ok((mutator, options))
}

impl MutateOptions {
    /// Sets one option from text; keys were checked against the mutator's list.
    fn set(&mut self, key: &str, value: &str) -> Result<(), OptionError> {
        let expected = match key {
            "arena" => match ArenaKind::ALL.iter().find(|kind| kind.name() == value) {
                Some(&kind) => {
                    self.arena = kind;
                    return Ok(());
                }
                None => "`alloc`, `alloca` or `global`",
            },
            "dealloc" => {
                self.dealloc = match value {
                    "always" => ArenaDealloc::Always,
                    "existing" => ArenaDealloc::Existing,
                    _ => {
                        return Err(OptionError::Value {
                            key: key.into(),
                            value: value.into(),
                            expected: "`always` or `existing`",
                        });
                    }
                };
                return Ok(());
            }
            _ => match value.parse() {
                Ok(bytes) => {
                    self.stack_limit = Bytes(bytes);
                    return Ok(());
                }
                Err(_) => "a number of bytes",
            },
        };
        Err(OptionError::Value {
            key: key.into(),
            value: value.into(),
            expected,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::find_mutator;

    fn error(text: &str) -> String {
        match find_mutator(text) {
            Ok((mutator, options)) => format!("{} {options:?}", mutator.info().name),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn errors_list_what_is_known() {
        assert_eq!(
            error("merge"),
            "no mutator is called `merge`; there are: merge-alloc"
        );
        assert_eq!(
            error("merge-alloc{arena=alloc"),
            "options are written `name{key=value key=value}`, found `merge-alloc{arena=alloc`"
        );
        assert_eq!(
            error("merge-alloc{size=3}"),
            "mutator `merge-alloc` has no option `size`; it has: arena, stack-limit, dealloc"
        );
        assert_eq!(
            error("merge-alloc{arena=heap}"),
            "option `arena` takes `alloc`, `alloca` or `global`, found `heap`"
        );
        assert_eq!(
            error("merge-alloc{stack-limit=-1}"),
            "option `stack-limit` takes a number of bytes, found `-1`"
        );
    }

    #[test]
    fn later_values_win_and_blanks_and_commas_separate() {
        assert_eq!(
            error(" merge-alloc {arena=alloc, arena=global  stack-limit=7} "),
            "merge-alloc MutateOptions { arena: Global, stack_limit: Bytes(7), dealloc: Always }"
        );
    }
}
