//! The plug-ins that a program offers, and how specifications choose among them.

use std::fmt;
use std::sync::Arc;

use memplan_collectors::{CollectOptions, TraceCollector, find_collector};
use memplan_mlir::dialects::Dialects;
use memplan_mutators::{MutateOptions, Mutator, find_mutator};
use memplan_planner::registry::{PluginSpec, Registry, RegistryError};
use memplan_planner::{Bytes, MemoryPlanner};

use crate::clock::{Clock, TIME_OPTION, TimeLimited, parse_duration};

/// The collector of jobs that name none.
pub(crate) const USUAL_COLLECTOR: &str = "tick";

/// The plug-ins that a program offers. The default has those of the libraries.
#[derive(Debug)]
pub struct Context {
    /// The planners. A program with planners of its own registers them here.
    pub planners: Registry,
    /// The dialects whose custom forms and rules are known. A program with dialects of its own adds them
    /// with [`Dialects::with`].
    pub dialects: Dialects,
    /// The clock behind the option `time` of planners and the times of reports; none by default.
    pub clock: Option<Arc<dyn Clock>>,
}

impl Default for Context {
    fn default() -> Self {
        Self {
            planners: Registry::with_builtin(),
            dialects: memplan_dialects_extra::dialects().clone(),
            clock: None,
        }
    }
}

/// A planner, ready to run.
#[derive(Clone, Debug)]
pub struct ChosenPlanner {
    /// The planner.
    pub planner: Arc<dyn MemoryPlanner>,
    /// The alignment that its options ask for; 1 where they do not.
    pub alignment: Bytes,
}

/// A collector with its options.
#[derive(Clone)]
pub struct ChosenCollector {
    /// The collector.
    pub collector: &'static dyn TraceCollector,
    /// Its options.
    pub options: CollectOptions,
    /// Its options as text, for [`Provenance`](memplan_planner::Provenance).
    pub options_text: String,
}

/// A mutator with its options.
#[derive(Clone)]
pub struct ChosenMutator {
    /// The mutator.
    pub mutator: &'static dyn Mutator,
    /// Its options.
    pub options: MutateOptions,
}

impl fmt::Debug for ChosenCollector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{{{}}}", self.collector.info().name, self.options_text)
    }
}

impl fmt::Debug for ChosenMutator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}", self.mutator.info().name, self.options)
    }
}

/// Why a specification chooses no plug-in.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ChoiceError {
    /// It names no planner, or gives one a wrong option.
    #[error(transparent)]
    Planner(#[from] RegistryError),
    /// The option `time` of a planner is not a duration, or there is no clock.
    #[error("planner `{planner}`: option `time` is `{value}`: {problem}")]
    Time {
        /// The planner.
        planner: &'static str,
        /// The value.
        value: String,
        /// What is wrong with it.
        problem: String,
    },
    /// It names no collector, or gives one a wrong option.
    #[error(transparent)]
    Collector(#[from] memplan_collectors::OptionError),
    /// It names no mutator, or gives one a wrong option.
    #[error(transparent)]
    Mutator(#[from] memplan_mutators::OptionError),
}

impl ChoiceError {
    /// A stable code for scripts and documents.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Planner(RegistryError::UnknownName { .. }) => "unknown-planner",
            Self::Planner(RegistryError::UnknownOption { .. }) => "unknown-option",
            Self::Planner(RegistryError::BadValue { .. }) | Self::Time { .. } => "bad-value",
            Self::Planner(_) => "bad-spec",
            Self::Collector(_) => "bad-collector",
            Self::Mutator(_) => "bad-mutator",
        }
    }
}

impl Context {
    /// The planner of a specification such as `best-fit{alignment=128}`.
    ///
    /// # Errors
    ///
    /// When there is none of that name, or an option is wrong.
    pub fn planner(&self, spec: &str) -> Result<ChosenPlanner, ChoiceError> {
        let mut spec = PluginSpec::parse(spec).map_err(RegistryError::from)?;
        let limit = spec.params.take(TIME_OPTION.name);
        let mut planner = self.planners.configured(&spec).map_err(with_time)?;
        let alignment = spec.params.parse("alignment", "").ok().flatten();
        if let Some(value) = limit {
            let wrong = |problem| ChoiceError::Time {
                planner: planner.info().name,
                value: value.clone(),
                problem,
            };
            let limit = parse_duration(&value).map_err(wrong)?;
            let clock = self.clock.clone();
            let clock = clock.ok_or_else(|| wrong("this program has no clock".to_owned()))?;
            planner = Arc::new(TimeLimited {
                planner,
                limit,
                clock,
            });
        }
        Ok(ChosenPlanner {
            planner,
            alignment: Bytes(alignment.unwrap_or(1)),
        })
    }

    /// The collector of a specification such as `tick{alignment=128}`.
    ///
    /// # Errors
    ///
    /// When there is none of that name, or an option is wrong.
    pub fn collector(&self, spec: &str) -> Result<ChosenCollector, ChoiceError> {
        let (collector, options) = find_collector(spec)?;
        Ok(ChosenCollector {
            collector,
            options,
            options_text: words(spec).1.join(" "),
        })
    }

    /// As [`Self::collector`], with defaults of `tick` under which merged memory never exceeds separate
    /// allocations: no padding, and no merged allocation for a single buffer. An `alignment` here
    /// overrides that of the specification.
    ///
    /// The defaults of the library, which the pass `merge-alloc` keeps, are those of its proposal.
    ///
    /// # Errors
    ///
    /// When there is none of that name, or an option is wrong.
    pub fn economical_collector(
        &self,
        spec: &str,
        alignment: Option<Bytes>,
    ) -> Result<ChosenCollector, ChoiceError> {
        // What is wrong with the specification is told as the user wrote it.
        find_collector(spec)?;
        let (name, mut words) = words(spec);
        if let Some(alignment) = alignment {
            words.retain(|word| !word.starts_with("alignment="));
            words.push(format!("alignment={alignment}"));
        }
        let is_reference = words.iter().any(|word| word == "compat=reference");
        if name == USUAL_COLLECTOR && !is_reference {
            for (key, word) in [("alignment=", "alignment=own"), ("lone=", "lone=skip")] {
                if !words.iter().any(|given| given.starts_with(key)) {
                    words.push(word.to_owned());
                }
            }
        }
        self.collector(&format!("{name}{{{}}}", words.join(" ")))
    }

    /// The mutator of a specification such as `merge-alloc{arena=alloca}`.
    ///
    /// # Errors
    ///
    /// When there is none of that name, or an option is wrong.
    pub fn mutator(&self, spec: &str) -> Result<ChosenMutator, ChoiceError> {
        let (mutator, options) = find_mutator(spec)?;
        Ok(ChosenMutator { mutator, options })
    }
}

/// Name and options of a specification.
fn words(spec: &str) -> (&str, Vec<String>) {
    let (name, inside) = spec.split_once('{').unwrap_or((spec, ""));
    let inside = inside.trim_end().trim_end_matches('}');
    let words = inside.split(|c: char| c.is_whitespace() || c == ',');
    let words = words.filter(|word| !word.is_empty()).map(str::to_owned);
    (name.trim(), words.collect())
}

/// The error with `time` among the known options.
fn with_time(error: RegistryError) -> RegistryError {
    match error {
        RegistryError::UnknownOption {
            kind,
            plugin,
            key,
            nearest,
            mut known,
        } => {
            known.push(TIME_OPTION.name);
            RegistryError::UnknownOption {
                kind,
                plugin,
                key,
                nearest,
                known,
            }
        }
        other => other,
    }
}
