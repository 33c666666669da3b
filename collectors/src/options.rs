//! Options of collectors, and their text form `name{key=value key=value}`.

use memplan_planner::Bytes;

use crate::{COLLECTORS, TraceCollector};

/// What a collector is to do; each collector documents which fields it looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CollectOptions {
    /// Alignment of every buffer and of the merged allocation; a power of two.
    pub alignment: Bytes,
    /// Whether buffers whose size is no multiple of that alignment get all of it.
    pub padding: Padding,
    /// Whether an allocation is merged that shares its scope with no other one.
    pub lone: Lone,
    /// Width of `index` in bits.
    pub index_width: u32,
    /// Whether to do more than the reference does.
    pub compat: Compat,
    /// Whether allocations may move out of parallel loops.
    pub hoisting: Hoisting,
    /// What an operation that no table describes does to its operands.
    pub unknown_ops: UnknownOps,
}

/// Which alignment a buffer gets whose size is no multiple of [`CollectOptions::alignment`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Padding {
    /// All of it: small buffers are padded.
    #[default]
    Uniform,
    /// As much of it as divides its size, which costs no byte; at least what its elements need and
    /// what its allocation promises.
    None,
}

/// What becomes of an allocation that is alone in its scope and memory space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lone {
    /// It is merged like any other one.
    #[default]
    Merged,
    /// It stays as it is, unless it stands in a loop that it would move out of.
    Skipped,
}

/// Whether to do more than the pass that `merge-alloc` describes. Results that the reference gets
/// wrong are never reproduced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Compat {
    /// Merge and delete all that can be.
    #[default]
    Beyond,
    /// Identity layouts only, no alignment above the option's, no several blocks, nothing deleted.
    Reference,
}

/// Whether allocations may move out of parallel loops with constant bounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hoisting {
    /// Those that a nested parallel loop uses move, and get one slot for each iteration.
    #[default]
    Allowed,
    /// Every allocation stays in its scope.
    Forbidden,
}

/// What an operation that no table describes does to its memref operands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UnknownOps {
    /// It reads and writes them, and its memref results may be any of them.
    #[default]
    Access,
    /// It may also keep their addresses.
    Capture,
}

impl Default for CollectOptions {
    fn default() -> Self {
        Self {
            alignment: Bytes(64),
            padding: Padding::default(),
            lone: Lone::default(),
            index_width: 64,
            compat: Compat::default(),
            hoisting: Hoisting::default(),
            unknown_ops: UnknownOps::default(),
        }
    }
}

/// Why `name{..}` names no collector.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OptionError {
    /// There is no collector of this name.
    #[error("no collector is called `{name}`; there are: {known}")]
    UnknownCollector {
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
    /// The collector has no such option.
    #[error("collector `{collector}` has no option `{key}`; it has: {known}")]
    UnknownKey {
        /// The collector.
        collector: &'static str,
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

/// The collector and the options that a text such as `tick{alignment=16 hoist=false}` asks for.
///
/// ```
/// let (collector, options) = memplan_collectors::find_collector("tick{alignment=16}")?;
/// assert_eq!(collector.info().name, "tick");
/// assert_eq!(options.alignment.0, 16);
/// # Ok::<(), memplan_collectors::OptionError>(())
/// ```
///
/// # Errors
///
/// [`OptionError`] names what is not known and lists what is.
pub fn find_collector(
    text: &str,
) -> Result<(&'static dyn TraceCollector, CollectOptions), OptionError> {
    let (name, list) = match text.split_once('{') {
        None => (text, ""),
        Some((name, rest)) => match rest.trim_end().strip_suffix('}') {
            Some(list) => (name, list),
            None => return Err(OptionError::Braces { text: text.into() }),
        },
    };
    let name = name.trim();
    let Some(&collector) = COLLECTORS.iter().find(|found| found.info().name == name) else {
        let known: Vec<&str> = COLLECTORS.iter().map(|known| known.info().name).collect();
        return Err(OptionError::UnknownCollector {
            name: name.into(),
            known: known.join(", "),
        });
    };
    let mut options = CollectOptions::default();
    let words = list.split(|c: char| c.is_whitespace() || c == ',');
    for word in words.filter(|word| !word.is_empty()) {
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        let info = collector.info();
        if !info.options.iter().any(|(known, _)| *known == key) {
            let known: Vec<&str> = info.options.iter().map(|(known, _)| *known).collect();
            return Err(OptionError::UnknownKey {
                collector: info.name,
                key: key.into(),
                known: known.join(", "),
            });
        }
        options.set(key, value)?;
    }
    Ok((collector, options))
}

impl CollectOptions {
    /// What a merged allocation is aligned to, whatever its buffers ask for.
    pub fn arena_alignment(&self) -> Bytes {
        match self.padding {
            Padding::Uniform => self.alignment,
            Padding::None => Bytes(1),
        }
    }

    /// Sets one option from text; keys were checked against the collector's list.
    fn set(&mut self, key: &str, value: &str) -> Result<(), OptionError> {
        let expected = match key {
            "alignment" => match (value, value.parse::<u64>()) {
                ("own", _) => {
                    self.alignment = Self::default().alignment;
                    self.padding = Padding::None;
                    return Ok(());
                }
                (_, Ok(n)) if n.is_power_of_two() && n <= 1 << 30 => {
                    self.alignment = Bytes(n);
                    self.padding = Padding::Uniform;
                    return Ok(());
                }
                _ => "`own` or a power of two up to 2^30",
            },
            "lone" => {
                self.lone = match value {
                    "merge" => Lone::Merged,
                    "skip" => Lone::Skipped,
                    _ => return Err(wrong(key, value, "`merge` or `skip`")),
                };
                return Ok(());
            }
            "index-width" => match value.parse() {
                Ok(n @ (16 | 32 | 64)) => {
                    self.index_width = n;
                    return Ok(());
                }
                _ => "16, 32 or 64",
            },
            "compat" => match value {
                "reference" => return self.set_compat(Compat::Reference),
                "none" => return self.set_compat(Compat::Beyond),
                _ => "`reference` or `none`",
            },
            "hoist" => {
                self.hoisting = match value {
                    "true" => Hoisting::Allowed,
                    "false" => Hoisting::Forbidden,
                    _ => return Err(wrong(key, value, "`true` or `false`")),
                };
                return Ok(());
            }
            _ => {
                self.unknown_ops = match value {
                    "access" => UnknownOps::Access,
                    "capture" => UnknownOps::Capture,
                    _ => return Err(wrong(key, value, "`access` or `capture`")),
                };
                return Ok(());
            }
        };
        Err(wrong(key, value, expected))
    }

    fn set_compat(&mut self, compat: Compat) -> Result<(), OptionError> {
        self.compat = compat;
        Ok(())
    }
}

fn wrong(key: &str, value: &str, expected: &'static str) -> OptionError {
    OptionError::Value {
        key: key.into(),
        value: value.into(),
        expected,
    }
}
