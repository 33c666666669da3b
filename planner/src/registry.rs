//! Planners by name: `greedy-by-size`, `chunk-hot{alignment=64}`.
//!
//! The built-in planners are one static list, [`crate::algorithms::PLANNERS`]. A program that brings
//! planners of its own adds them to a [`Registry`] at run time.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use crate::algorithms::PLANNERS;
use crate::placement::schedule_at_once;
use crate::{
    Bytes, LifetimeTrace, MemoryPlanner, MemorySchedule, OptionInfo, PlanError, PlanOptions,
    PlannerInfo,
};

/// Options that every planner takes; they override those of [`PlanOptions`].
pub const COMMON_OPTIONS: &[OptionInfo] = &[
    OptionInfo {
        name: "alignment",
        default: "1",
        help: "Every offset that is not pinned is a multiple of this many bytes.",
    },
    OptionInfo {
        name: "seed",
        default: "0",
        help: "Starts the random numbers, if there are any.",
    },
    OptionInfo {
        name: "work",
        default: "none",
        help: "Stops after this many units of work.",
    },
];

/// A planner as the user names it: `name` or `name{key=value key2=value}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannerSpec {
    /// The name or an alias.
    pub name: String,
    /// The values in braces.
    pub params: Params,
}

impl PlannerSpec {
    /// Reads a specification. Values are separated by blanks or commas.
    ///
    /// A value that holds any of these stands in quotes: `"` with `\\"` and `\\\\` for the two
    /// characters that it cannot hold otherwise, or `'` for all that is not a `'`.
    ///
    /// ```
    /// use memplan_planner::registry::PlannerSpec;
    ///
    /// let spec = PlannerSpec::parse("exact{time=10s nodes=5}")?;
    /// assert_eq!(spec.name, "exact");
    /// assert_eq!(spec.params.get("time"), Some("10s"));
    ///
    /// let spec = PlannerSpec::parse(r#"exec{cmd="python3 my_planner.py --fast"}"#)?;
    /// assert_eq!(spec.params.get("cmd"), Some("python3 my_planner.py --fast"));
    /// # Ok::<(), memplan_planner::registry::RegistryError>(())
    /// ```
    ///
    /// # Errors
    /// [`RegistryError::BadSpec`] when the text has another form or gives a key twice.
    pub fn parse(text: &str) -> Result<Self, RegistryError> {
        let bad = |problem: &str| RegistryError::BadSpec {
            spec: text.to_owned(),
            problem: problem.to_owned(),
        };
        let text = text.trim();
        let (name, inside) = match text.split_once('{') {
            None => (text, ""),
            Some((name, rest)) => match rest.strip_suffix('}') {
                Some(inside) => (name.trim(), inside),
                None => return Err(bad("the closing `}` is missing")),
            },
        };
        if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-') {
            return Err(bad("the name must be letters, digits and `-`"));
        }
        let mut params = Params::default();
        let mut rest = inside.trim_start_matches(SEPARATORS);
        while !rest.is_empty() {
            let (key, value, behind) = item(rest).map_err(|problem| bad(&problem))?;
            if params.0.insert(key.to_owned(), value).is_some() {
                return Err(bad(&format!("`{key}` is given twice")));
            }
            rest = behind.trim_start_matches(SEPARATORS);
        }
        Ok(Self {
            name: name.to_owned(),
            params,
        })
    }
}

/// What separates the options of a specification.
const SEPARATORS: [char; 3] = [' ', '\t', ','];

/// The key and the value of the first option, and what comes behind it.
fn item(text: &str) -> Result<(&str, String, &str), String> {
    let end = text.find(SEPARATORS).unwrap_or(text.len());
    let Some((key, value)) = text.split_once('=').filter(|(key, _)| key.len() < end) else {
        return Err(format!("`{}` is not `key=value`", &text[..end]));
    };
    let Some(quote) = value.chars().next().filter(|c| ['"', '\''].contains(c)) else {
        let end = value.find(SEPARATORS).unwrap_or(value.len());
        let (value, behind) = value.split_at(end);
        return Ok((key, value.to_owned(), behind));
    };
    let mut unquoted = String::new();
    let mut characters = value.char_indices().skip(1);
    while let Some((at, c)) = characters.next() {
        match c {
            c if c == quote => {
                let behind = &value[at + 1..];
                return if behind.is_empty() || behind.starts_with(SEPARATORS) {
                    Ok((key, unquoted, behind))
                } else {
                    Err(format!("`{key}` goes on behind its closing {quote}"))
                };
            }
            '\\' if quote == '"' => match characters.next() {
                Some((_, escaped @ ('"' | '\\'))) => unquoted.push(escaped),
                _ => return Err(format!("`{key}` has a \\ that is not before \" or \\")),
            },
            c => unquoted.push(c),
        }
    }
    Err(format!("the closing {quote} of `{key}` is missing"))
}

/// A value as [`PlannerSpec::parse`] reads it, in quotes where it must be.
fn quoted(value: &str) -> Cow<'_, str> {
    let is_special = |c: char| SEPARATORS.contains(&c) || "\"'{}".contains(c);
    if !value.is_empty() && !value.contains(is_special) {
        return value.into();
    }
    let escaped = value.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{escaped}\"").into()
}

impl fmt::Display for PlannerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        let mut separator = "{";
        for (key, value) in &self.params.0 {
            write!(f, "{separator}{key}={}", quoted(value))?;
            separator = " ";
        }
        f.write_str(if self.params.0.is_empty() { "" } else { "}" })
    }
}

/// The values that the user gave to options, by key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Params(BTreeMap<String, String>);

impl Params {
    /// The value of `key`, as the user wrote it.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key).map(String::as_str)
    }

    /// Takes the value of `key` out; for callers that handle an option themselves.
    pub fn take(&mut self, key: &str) -> Option<String> {
        self.0.remove(key)
    }

    /// Whether no value was given.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The value of `key` in its type; `None` when the user did not give it.
    ///
    /// # Errors
    /// [`ParamError`] when the text does not parse; `expected` says what would have.
    pub fn parse<T: FromStr>(
        &self,
        key: &str,
        expected: &'static str,
    ) -> Result<Option<T>, ParamError> {
        self.get(key).map_or(Ok(None), |value| {
            let error = || ParamError {
                key: key.to_owned(),
                value: value.to_owned(),
                expected,
            };
            value.parse().map(Some).map_err(|_| error())
        })
    }

    /// The error of a planner that has no option of its own.
    pub(crate) fn unsupported(&self) -> ParamError {
        let (key, value) = self.0.first_key_value().map_or(("", ""), |(k, v)| (k, v));
        ParamError {
            key: key.to_owned(),
            value: value.to_owned(),
            expected: "nothing",
        }
    }
}

/// A value that does not suit its option.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("option `{key}` is `{value}`, expected {expected}")]
pub struct ParamError {
    /// The key.
    pub key: String,
    /// The value found.
    pub value: String,
    /// What values look like.
    pub expected: &'static str,
}

/// Why a specification gives no planner.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RegistryError {
    /// The text is not of the form `name{key=value}`.
    #[error("`{spec}` is not `name` or `name{{key=value}}`: {problem}")]
    BadSpec {
        /// The text.
        spec: String,
        /// What is wrong with it.
        problem: String,
    },
    /// No planner has this name.
    #[error(
        "there is no planner `{name}`{}; known planners: {known}",
        hint(nearest)
    )]
    UnknownPlanner {
        /// The name found.
        name: String,
        /// The known name that is most like it, if one is.
        nearest: Option<String>,
        /// All names, separated by commas.
        known: String,
    },
    /// The planner has no such option.
    #[error(
        "planner `{planner}` has no option `{key}`{}; its options: {known}",
        hint(nearest)
    )]
    UnknownOption {
        /// The name of the planner.
        planner: &'static str,
        /// The key found.
        key: String,
        /// The known key that is most like it, if one is.
        nearest: Option<String>,
        /// All keys, separated by commas.
        known: String,
    },
    /// The option cannot have this value.
    #[error("planner `{planner}`: {error}")]
    BadValue {
        /// The name of the planner.
        planner: &'static str,
        /// The option, the value, and what was expected.
        error: ParamError,
    },
    /// A planner of this name or alias is registered already.
    #[error("there is a planner `{name}` already")]
    Taken {
        /// The name or alias.
        name: &'static str,
    },
}

fn hint(nearest: &Option<String>) -> String {
    nearest
        .as_ref()
        .map(|name| format!(", did you mean `{name}`?"))
        .unwrap_or_default()
}

/// The planners that a program offers.
#[derive(Clone, Debug, Default)]
pub struct Registry {
    planners: Vec<Arc<dyn MemoryPlanner>>,
}

impl Registry {
    /// Without planners.
    pub fn empty() -> Self {
        Self::default()
    }

    /// With all planners of this crate.
    pub fn with_builtin() -> Self {
        let builtin = PLANNERS
            .iter()
            .map(|&planner| Arc::new(planner) as Arc<dyn MemoryPlanner>);
        Self {
            planners: builtin.collect(),
        }
    }

    /// Adds a planner behind the others.
    ///
    /// # Errors
    /// [`RegistryError::Taken`] when its name or an alias belongs to another planner.
    pub fn register(&mut self, planner: Box<dyn MemoryPlanner>) -> Result<(), RegistryError> {
        let info = planner.info();
        for &name in [info.name].iter().chain(info.aliases) {
            if self.find(name).is_some() {
                return Err(RegistryError::Taken { name });
            }
        }
        self.planners.push(Arc::from(planner));
        Ok(())
    }

    /// All planners, in the order users see.
    pub fn planners(&self) -> impl Iterator<Item = &dyn MemoryPlanner> {
        self.planners.iter().map(|planner| &**planner)
    }

    /// The planner with this name or alias, with its defaults.
    pub fn find(&self, name: &str) -> Option<&dyn MemoryPlanner> {
        self.shared(name).map(|planner| &**planner)
    }

    fn shared(&self, name: &str) -> Option<&Arc<dyn MemoryPlanner>> {
        self.planners.iter().find(|planner| {
            let info = planner.info();
            info.name == name || info.aliases.contains(&name)
        })
    }

    /// The planner that the user specified, ready to run.
    ///
    /// # Errors
    /// [`RegistryError`] for text of another form, unknown names and keys (listing the known ones),
    /// and values that cannot be read.
    pub fn planner(&self, spec: &str) -> Result<Box<dyn MemoryPlanner>, RegistryError> {
        self.configured(&PlannerSpec::parse(spec)?)
    }

    /// The planner of a specification that is parsed already.
    ///
    /// # Errors
    /// Those of [`Self::planner`].
    pub fn configured(&self, spec: &PlannerSpec) -> Result<Box<dyn MemoryPlanner>, RegistryError> {
        let Some(planner) = self.shared(&spec.name) else {
            let infos = || self.planners.iter().map(|planner| planner.info());
            let names = infos().flat_map(|i| [i.name].into_iter().chain(i.aliases.iter().copied()));
            return Err(RegistryError::UnknownPlanner {
                name: spec.name.clone(),
                nearest: nearest(&spec.name, names),
                known: infos().map(|info| info.name).collect::<Vec<_>>().join(", "),
            });
        };
        let info = planner.info();
        let keys = || {
            info.options
                .iter()
                .chain(COMMON_OPTIONS)
                .map(|option| option.name)
        };
        let mut own = spec.params.clone();
        if let Some(key) = own.0.keys().find(|&key| keys().all(|known| known != key)) {
            return Err(RegistryError::UnknownOption {
                planner: info.name,
                key: key.clone(),
                nearest: nearest(key, keys()),
                known: keys().collect::<Vec<_>>().join(", "),
            });
        }
        own.0
            .retain(|key, _| info.options.iter().any(|option| option.name == key));
        let bad_value = |error| RegistryError::BadValue {
            planner: info.name,
            error,
        };
        let inner: Arc<dyn MemoryPlanner> = if own.is_empty() {
            Arc::clone(planner)
        } else {
            Arc::from(planner.configure(&own).map_err(bad_value)?)
        };
        let overrides = Overrides::parse(&spec.params).map_err(bad_value)?;
        Ok(Box::new(Configured { inner, overrides }))
    }
}

/// The built-in planner with this name or alias.
pub fn find(name: &str) -> Option<&'static dyn MemoryPlanner> {
    PLANNERS.iter().copied().find(|planner| {
        let info = planner.info();
        info.name == name || info.aliases.contains(&name)
    })
}

/// The built-in planner that the user specified, ready to run.
///
/// ```
/// use memplan_planner::{PlanOptions, registry};
///
/// let planner = registry::planner("greedy-by-size{alignment=64}")?;
/// let schedule = planner.plan(&"a 0..4 32\n b 2..6 16".parse()?, &PlanOptions::default())?;
/// assert_eq!(schedule.total_size.0, 64 + 16);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Those of [`Registry::planner`].
pub fn planner(spec: &str) -> Result<Box<dyn MemoryPlanner>, RegistryError> {
    Registry::with_builtin().planner(spec)
}

/// The values of [`COMMON_OPTIONS`] that a specification gave.
#[derive(Clone, Debug, Default)]
struct Overrides {
    alignment: Option<Bytes>,
    seed: Option<u64>,
    work: Option<u64>,
}

impl Overrides {
    fn parse(params: &Params) -> Result<Self, ParamError> {
        let alignment: Option<std::num::NonZeroU64> =
            params.parse("alignment", "a number of bytes from 1 on")?;
        Ok(Self {
            alignment: alignment.map(|bytes| Bytes(bytes.get())),
            seed: params.parse("seed", "a whole number")?,
            work: params.parse("work", "a whole number")?,
        })
    }
}

/// A planner with the common options of its specification applied. Where one of this crate has no
/// schedule when a deadline or a work limit comes, there is one all the same: buffers in order of birth.
#[derive(Clone, Debug)]
struct Configured {
    inner: Arc<dyn MemoryPlanner>,
    overrides: Overrides,
}

impl MemoryPlanner for Configured {
    fn info(&self) -> PlannerInfo {
        self.inner.info()
    }

    fn plan(
        &self,
        trace: &LifetimeTrace,
        options: &PlanOptions,
    ) -> Result<MemorySchedule, PlanError> {
        let options = PlanOptions {
            alignment: self.overrides.alignment.unwrap_or(options.alignment),
            seed: self.overrides.seed.unwrap_or(options.seed),
            work_limit: self.overrides.work.or(options.work_limit),
            ..options.clone()
        };
        match self.inner.plan(trace, &options) {
            Err(PlanError::Stopped { reason, work })
                if reason.wants_schedule() && find(self.info().name).is_some() =>
            {
                schedule_at_once(trace, &options, self.info().name, work, reason)
            }
            planned => planned,
        }
    }
}

/// The known name with the least edit distance, if at most a third of the letters differ.
fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<String> {
    known
        .map(|candidate| (edit_distance(name, candidate), candidate))
        .filter(|&(distance, candidate)| 3 * distance <= candidate.len().max(3))
        .min()
        .map(|(_, candidate)| candidate.to_owned())
}

/// Levenshtein's distance, in bytes. `O(ab)`; names are short, and long ones are cut.
fn edit_distance(a: &str, b: &str) -> usize {
    let (a, b) = (&a.as_bytes()[..a.len().min(64)], b.as_bytes());
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::{PlannerSpec, Registry, RegistryError};
    use crate::algorithms::PLANNERS;
    use crate::{Bytes, PlanOptions, registry};

    fn error(spec: &str) -> String {
        registry::planner(spec)
            .map(|planner| format!("{planner:?}"))
            .unwrap_err()
            .to_string()
    }

    #[test]
    fn specifications_print_as_they_are_read() {
        let spec = PlannerSpec::parse(" chunk-hot{ alignment=64,seed=1 } ").unwrap();
        assert_eq!(spec.to_string(), "chunk-hot{alignment=64 seed=1}");
        assert_eq!(
            PlannerSpec::parse("first-fit{}").unwrap().to_string(),
            "first-fit"
        );
    }

    #[test]
    fn values_in_quotes_hold_anything() {
        let value = |spec: &str| -> Result<Option<String>, RegistryError> {
            let spec = PlannerSpec::parse(spec)?;
            // What is printed is read back.
            assert_eq!(PlannerSpec::parse(&spec.to_string()), Ok(spec.clone()));
            Ok(spec.params.get("cmd").map(str::to_owned))
        };
        for (spec, expected) in [
            (r#"exec{cmd="python3 a.py --fast"}"#, "python3 a.py --fast"),
            (r#"exec{seed=1, cmd="a, b}" work=2}"#, "a, b}"),
            (r#"exec{cmd='say "hi" \ there'}"#, r#"say "hi" \ there"#),
            (
                r#"exec{cmd="say \"hi\" \\ 'there'"}"#,
                r#"say "hi" \ 'there'"#,
            ),
            (r#"exec{cmd=""}"#, ""),
            (r#"exec{cmd=a"b=c}"#, r#"a"b=c"#),
            ("exec{cmd=a=b}", "a=b"),
        ] {
            assert_eq!(value(spec), Ok(Some(expected.to_owned())), "{spec}");
        }
        let problem = |spec: &str| value(spec).unwrap_err().to_string();
        for (spec, expected) in [
            (r#"exec{cmd="a b}"#, "the closing \" of `cmd` is missing"),
            (r#"exec{cmd="a"b}"#, "`cmd` goes on behind its closing \""),
            (
                r#"exec{cmd="a\n"}"#,
                "`cmd` has a \\ that is not before \" or \\",
            ),
            ("exec{cmd x=1}", "`cmd` is not `key=value`"),
        ] {
            let found: String = problem(spec);
            assert!(found.ends_with(expected), "{found}");
        }
    }

    #[test]
    fn errors_list_what_is_known() {
        let names: Vec<_> = PLANNERS.iter().map(|planner| planner.info().name).collect();
        assert_eq!(
            error("chunk-hit"),
            format!(
                "there is no planner `chunk-hit`, did you mean `chunk-hot`?; known planners: {}",
                names.join(", ")
            )
        );
        assert_eq!(
            error("chunk-hot{algnment=8}"),
            "planner `chunk-hot` has no option `algnment`, did you mean `alignment`?; \
             its options: alignment, seed, work"
        );
        assert_eq!(
            error("chunk-hot{alignment=0}"),
            "planner `chunk-hot`: option `alignment` is `0`, expected a number of bytes from 1 on"
        );
        assert_eq!(
            error("chunk-hot{alignment=8"),
            "`chunk-hot{alignment=8` is not `name` or `name{key=value}`: the closing `}` is missing"
        );
        assert_eq!(
            error("chunk-hot{seed=1 seed=2}"),
            "`chunk-hot{seed=1 seed=2}` is not `name` or `name{key=value}`: `seed` is given twice"
        );
    }

    #[test]
    fn an_option_in_braces_overrides_those_of_the_caller() {
        let trace = "a 0..1 10; b 0..1 10".parse().unwrap();
        let planner = registry::planner("size-first{alignment=16}").unwrap();
        let options = PlanOptions {
            alignment: Bytes(64),
            ..PlanOptions::default()
        };
        let schedule = planner.plan(&trace, &options).unwrap();
        assert_eq!(schedule.offsets, [Bytes(0), Bytes(16)]);
    }

    #[test]
    fn names_are_unique_and_planners_from_outside_are_welcome() {
        let mut registry = Registry::empty();
        for planner in PLANNERS {
            registry.register(Box::new(*planner)).unwrap();
            assert!(registry::find(planner.info().name).is_some());
        }
        let again = registry.register(Box::new(PLANNERS[0]));
        assert_eq!(
            again,
            Err(RegistryError::Taken {
                name: PLANNERS[0].info().name
            })
        );
        assert_eq!(registry.planners().count(), PLANNERS.len());
    }
}
