//! The options of a job, as one table: the command, the service and the Python package make their own options from it.

mod table;

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use memplan_mutators::{ArenaKind, MergeAlloc, Mutator};
use memplan_planner::registry::{PluginSpec, RegistryError};
use memplan_planner::{Bytes, PlanOptions, Units};
use memplan_support::sizes;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{
    ArgumentOptions, Blocks, ChoiceError, ChosenCollector, Context, Deallocation, LowerPeak,
    MemoryCopies, MemoryPools, Merge, parse_duration,
};

/// What a value of an option is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// `true` or `false`, which is the default.
    Off,
    /// `true`, which is the default, or `false`; with what a flag does that switches it off.
    On(&'static str),
    /// A number of bytes, such as `48MiB`, that is at least this: 0 or 1.
    Bytes(u64),
    /// A whole number that is at least this.
    Number(u64),
    /// A share such as `20%`.
    Percent,
    /// A time such as `500ms`.
    Time,
    /// One of these, each with what it means.
    Choice(&'static [(&'static str, &'static str)]),
    /// Any text.
    Text,
    /// Texts, each with at most one comma between two of them.
    List,
}

/// A value, as [`OptionKind`] says.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Value {
    Switch(bool),
    Number(u64),
    Time(Duration),
    Text(String),
}

impl OptionKind {
    fn read(self, text: &str) -> Result<Value, String> {
        match self {
            Self::Off | Self::On(_) => match text {
                "true" => Ok(Value::Switch(true)),
                "false" => Ok(Value::Switch(false)),
                _ => Err("expected `true` or `false`".to_owned()),
            },
            Self::Bytes(0) => sizes::parse(text).map(Value::Number),
            Self::Bytes(_) => sizes::parse_positive(text).map(Value::Number),
            Self::Number(least) => {
                let number = text.parse().ok().filter(|&number| least <= number);
                let expected = || match least {
                    0 => "expected a whole number".to_owned(),
                    _ => format!("expected a whole number, at least {least}"),
                };
                number.map(Value::Number).ok_or_else(expected)
            }
            Self::Percent => {
                let number = text.strip_suffix('%').and_then(|text| text.parse().ok());
                let expected = || "expected a whole number of percent, such as `20%`".to_owned();
                number.map(Value::Number).ok_or_else(expected)
            }
            Self::Time => parse_duration(text).map(Value::Time),
            Self::Choice(values) => {
                let is_one = values.iter().any(|(name, _)| *name == text);
                let names: Vec<String> =
                    values.iter().map(|(name, _)| format!("`{name}`")).collect();
                let expected = || format!("expected {}", names.join(" or "));
                is_one
                    .then(|| Value::Text(text.to_owned()))
                    .ok_or_else(expected)
            }
            Self::Text | Self::List => Ok(Value::Text(text.to_owned())),
        }
    }
}

/// Which options a short help shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionLevel {
    /// Those that most users need.
    Usual,
    /// The others.
    Advanced,
}

/// A way to run jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrontDoor {
    /// `memplan merge`.
    Command,
    /// `POST /v1/merge` of `memplan serve`.
    Service,
    /// `memplan.merge` in Python.
    Python,
    /// `memplan plan`.
    Plan,
    /// `memplan verify-proof`.
    VerifyProof,
    /// `memplan bench` and `memplan leaderboard`.
    Bench,
}

/// A row of [`JobOptions::TABLE`].
#[derive(Clone, Copy, Debug)]
pub struct JobOption {
    /// The name, as in `--time-limit`, or `time_limit` in Python.
    pub name: &'static str,
    /// Other names.
    pub aliases: &'static [&'static str],
    /// The letter of a short flag.
    pub letter: Option<char>,
    /// What its values are.
    pub kind: OptionKind,
    /// What stands for a value in a help text.
    pub placeholder: &'static str,
    /// A value that it takes.
    pub example: &'static str,
    /// Whether a short help shows it.
    pub level: OptionLevel,
    /// The heading over it in a help text; empty for none.
    pub group: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// What else there is to know, with the default; may be empty.
    pub details: &'static str,
    /// Options that cannot be given beside it.
    pub excludes: &'static [&'static str],
    /// Whether it is about planning traces as well. The others are about rewriting programs, and only front doors that
    /// do so have them.
    pub plans_traces: bool,
    /// The other front doors that do not have it, each with the reason.
    pub absent: &'static [(FrontDoor, &'static str)],
    set: fn(&mut JobOptions, Value) -> Result<(), String>,
}

impl JobOption {
    /// Whether a front door has it.
    pub fn is_in(&self, door: FrontDoor) -> bool {
        let rewrites = match door {
            FrontDoor::Command | FrontDoor::Service | FrontDoor::Python => true,
            FrontDoor::Plan | FrontDoor::VerifyProof | FrontDoor::Bench => false,
        };
        let mut absent = self.absent.iter();
        (rewrites || self.plans_traces) && absent.all(|(absent, _)| *absent != door)
    }

    /// Whether a text is a value that it takes.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn check(&self, text: &str) -> Result<(), String> {
        let mut options = JobOptions::default();
        let mut parts = self.parts(text).into_iter();
        parts.try_for_each(|part| self.put(&mut options, part))
    }

    /// The values in a text: several only of a list.
    fn parts<'t>(&self, text: &'t str) -> Vec<&'t str> {
        match self.kind {
            OptionKind::List => text.split(',').collect(),
            _ => vec![text],
        }
    }

    fn put(&self, options: &mut JobOptions, text: &str) -> Result<(), String> {
        (self.set)(options, self.kind.read(text)?)
    }
}

/// The options of a job.
#[derive(Clone, Debug, Default)]
pub struct JobOptions {
    /// The planner, with options in braces.
    pub planner: Option<String>,
    /// When planning a scope stops; the front door has the clock.
    pub time_limit: Option<Duration>,
    /// The most work of the planner for a scope.
    pub work_limit: Option<u64>,
    /// The seed of the planner.
    pub seed: u64,
    /// The most threads.
    pub threads: Option<NonZeroUsize>,
    /// What is known and allowed of the arguments of functions.
    pub arguments: ArgumentOptions,
    /// Memories besides that of the program.
    pub pools: Option<Box<MemoryPools>>,
    /// How buffers are copied between memories.
    pub copies: MemoryCopies,
    /// Whether chains are computed block by block.
    pub blocks: Option<Blocks>,
    /// The alignment of buffers, or of offsets where traces are planned.
    pub alignment: Option<u64>,
    collector: Option<String>,
    is_single_arena: bool,
    mutator: Option<String>,
    arena: Option<String>,
    deallocation: Deallocation,
    lowers_peak: Option<bool>,
    recompute_percent: Option<u64>,
    unroll_ops: Option<usize>,
    fit_bytes: Option<u64>,
    /// As they were given, by name.
    given: BTreeMap<&'static str, String>,
}

impl PartialEq for JobOptions {
    fn eq(&self, other: &Self) -> bool {
        self.given == other.given
    }
}

impl JobOptions {
    /// All options, in the order of help texts.
    pub const TABLE: &'static [JobOption] = table::ROWS;

    /// The option of a name or another one of its names.
    pub fn row(name: &str) -> Option<&'static JobOption> {
        let mut rows = Self::TABLE.iter();
        rows.find(|row| row.name == name || row.aliases.contains(&name))
    }

    /// Gives an option a value. Values of a list add to those before.
    ///
    /// # Errors
    ///
    /// [`ChoiceError::Option`], if there is none of that name, or the value is not what it takes.
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), ChoiceError> {
        let error = |problem| ChoiceError::Option {
            name: name.to_owned(),
            problem,
        };
        let Some(row) = Self::row(name) else {
            return Err(error("unknown".to_owned()));
        };
        for text in row.parts(text) {
            let wrong = |problem: String| {
                let separator = if problem.starts_with("expected") {
                    ','
                } else {
                    ':'
                };
                error(format!("`{text}`{separator} {problem}"))
            };
            row.put(self, text).map_err(wrong)?;
            let given = self.given.entry(row.name).or_default();
            if row.kind == OptionKind::List && !given.is_empty() {
                given.push(',');
                given.push_str(text);
            } else {
                text.clone_into(given);
            }
        }
        Ok(())
    }

    /// The names of the options that were given, with the texts of their values.
    pub fn given(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.given.iter().map(|(name, text)| (*name, &**text))
    }

    /// The planner, or the default: work that is the same on every machine, or all of the time limit.
    pub fn planner_or_default(&self) -> &str {
        match (&self.planner, self.time_limit) {
            (Some(spec), _) => spec,
            (None, Some(_)) => "auto",
            (None, None) => "auto{effort=quick}",
        }
    }

    /// The specification of the collector.
    pub fn collector_or_default(&self) -> &str {
        self.collector.as_deref().unwrap_or("tick")
    }

    /// The collector.
    ///
    /// # Errors
    ///
    /// When there is none of that name, or an option is wrong.
    pub fn collector(&self, context: &Context) -> Result<ChosenCollector, ChoiceError> {
        let alignment = self.alignment.map(Bytes);
        let chosen = context.economical_collector(self.collector_or_default(), alignment)?;
        Ok(if self.is_single_arena {
            chosen.single()
        } else {
            chosen
        })
    }

    /// The mutator; `merge-alloc` takes its memory from `usual` where nothing else is said.
    ///
    /// # Errors
    ///
    /// When there is none of that name, or an option is wrong.
    pub fn mutator(
        &self,
        context: &Context,
        usual: ArenaKind,
    ) -> Result<Arc<dyn Mutator>, ChoiceError> {
        let name = MergeAlloc::DEFAULT.info().name;
        let parsed = PluginSpec::parse(self.mutator.as_deref().unwrap_or(name));
        let mut spec = parsed
            .map_err(RegistryError::from)
            .map_err(ChoiceError::Mutator)?;
        if let Some(arena) = &self.arena {
            spec.params.take("arena");
            spec.params.or_insert("arena", arena);
        } else if spec.name == name {
            spec.params.or_insert("arena", usual.name());
        }
        context.configured_mutator(&spec)
    }

    /// Whether deallocations are inserted.
    pub fn deallocation(&self) -> Deallocation {
        self.deallocation
    }

    /// Limits of planners with the seed and the most work.
    pub fn limits(&self, options: PlanOptions) -> PlanOptions {
        PlanOptions {
            seed: self.seed,
            work_limit: self.work_limit.map(Units),
            ..options
        }
    }

    /// The job, with limits of planners that [`Self::limits`] completes.
    ///
    /// # Errors
    ///
    /// When an option names no plug-in, or excludes another one that is given, too.
    pub fn job<'a>(
        &self,
        context: &'a Context,
        options: PlanOptions,
    ) -> Result<Merge<'a>, ChoiceError> {
        self.check_excluded()?;
        let mut job = Merge::new(context)?
            .planner(self.planner_or_default())?
            .with_collector(self.collector(context)?)
            .with_mutator(self.mutator(context, ArenaKind::Caller)?)
            .deallocation(self.deallocation)
            .copies(self.copies)
            .arguments(self.arguments.clone())
            .options(self.limits(options));
        if let Some(pools) = &self.pools {
            job = job.pools((**pools).clone());
        }
        if let Some(bytes) = self.fit_bytes {
            job = job.fit(bytes);
        } else if self.lowers_peak.is_some() || self.option_of_peak().is_some() {
            let usual = LowerPeak::default();
            let lowers = self.lowers_peak != Some(false);
            job = job.lower_peak(lowers.then(|| LowerPeak {
                recompute_percent: self.recompute_percent.unwrap_or(0),
                blocks: self.blocks.unwrap_or_default(),
                unroll_ops: self.unroll_ops.unwrap_or(usual.unroll_ops),
                ..usual
            }));
        }
        Ok(job)
    }

    /// An option of the passes that lower the peak, if one is given.
    fn option_of_peak(&self) -> Option<&'static str> {
        let mut all = ["recompute", "blocks", "unroll"].into_iter();
        all.find(|name| self.given.contains_key(name))
    }

    fn check_excluded(&self) -> Result<(), ChoiceError> {
        let error = |name: &str, problem| {
            Err(ChoiceError::Option {
                name: name.to_owned(),
                problem,
            })
        };
        if let (Some(name), Some(false)) = (self.option_of_peak(), self.lowers_peak) {
            let problem = "part of `optimize=memory`, but `none` is given".to_owned();
            return error(name, problem);
        }
        for row in Self::TABLE {
            let mut excluded = row.excludes.iter();
            if self.given.contains_key(row.name)
                && let Some(other) = excluded.find(|name| self.given.contains_key(*name))
            {
                return error(
                    row.name,
                    format!("given beside `{other}`, which it excludes"),
                );
            }
        }
        Ok(())
    }
}

impl Serialize for JobOptions {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.given.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for JobOptions {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let given = BTreeMap::<String, String>::deserialize(deserializer)?;
        let mut options = Self::default();
        for (name, text) in &given {
            let set = options.set(name, text);
            set.map_err(serde::de::Error::custom)?;
        }
        Ok(options)
    }
}

#[cfg(test)]
mod tests {
    use memplan_planner::PlanOptions;

    use super::{FrontDoor, JobOptions, OptionKind};
    use crate::Context;

    #[test]
    fn each_option_takes_an_example_and_keeps_it_in_files() {
        let context = Context::default();
        for row in JobOptions::TABLE {
            let mut options = JobOptions::default();
            options.set(row.name, row.example).unwrap();
            options.job(&context, PlanOptions::default()).unwrap();
            let text = serde_json::to_string(&options).unwrap();
            let read: JobOptions = serde_json::from_str(&text).unwrap();
            assert_eq!(read, options);
            assert_eq!(options.given().count(), 1, "{}", row.name);
            for alias in row.aliases {
                let mut of_alias = JobOptions::default();
                of_alias.set(alias, row.example).unwrap();
                assert_eq!(of_alias, options);
            }
        }
    }

    #[test]
    fn rows_are_sentences_about_options_that_exist() {
        for row in JobOptions::TABLE {
            assert!(row.summary.ends_with('.'), "{}", row.name);
            assert!(
                row.details.is_empty() || row.details.ends_with('.'),
                "{}",
                row.name
            );
            assert!(row.summary.len() <= 120, "{}: {}", row.name, row.summary);
            let has_value = !matches!(row.kind, OptionKind::Off | OptionKind::On(_));
            assert_eq!(has_value, !row.placeholder.is_empty(), "{}", row.name);
            for excluded in row.excludes {
                assert!(JobOptions::row(excluded).is_some(), "{excluded}");
            }
            for (_, reason) in row.absent {
                assert!(reason.contains(' '), "{}: {reason}", row.name);
            }
            let names = [row.name].into_iter().chain(row.aliases.iter().copied());
            for name in names {
                let with_name = JobOptions::TABLE.iter();
                let with_name =
                    with_name.filter(|row| row.name == name || row.aliases.contains(&name));
                assert_eq!(with_name.count(), 1, "{name}");
            }
        }
    }

    #[test]
    fn front_doors_have_what_they_do_not_refuse() {
        let has = |name: &str, door| JobOptions::row(name).unwrap().is_in(door);
        assert!(has("blocks", FrontDoor::Command) && has("blocks", FrontDoor::Python));
        assert!(!has("blocks", FrontDoor::Plan) && !has("blocks", FrontDoor::Bench));
        assert!(has("threads", FrontDoor::Plan));
        for row in JobOptions::TABLE {
            for (door, _) in row.absent {
                assert!(!row.is_in(*door), "{}", row.name);
            }
        }
    }

    #[test]
    fn wrong_values_are_named() {
        let wrong = [
            ("recomputes", "20%", "option `recomputes` is unknown"),
            (
                "recompute",
                "20",
                "option `recompute` is `20`, expected a whole number of percent, such as `20%`",
            ),
            (
                "threads",
                "0",
                "option `threads` is `0`, expected a whole number, at least 1",
            ),
            (
                "donation",
                "copy",
                "option `donation` is `copy`, expected `drop` or `keep`",
            ),
            (
                "dma",
                "yes",
                "option `dma` is `yes`, expected `true` or `false`",
            ),
            (
                "range",
                "main:0:1=32..64,x",
                "option `range` is `x`, expected FUNCTION:ARGUMENT:DIMENSION=MIN..MAX, MIN.., or either with /MULTIPLE",
            ),
        ];
        for (name, value, message) in wrong {
            let error = JobOptions::default().set(name, value).unwrap_err();
            assert_eq!(error.to_string(), message);
        }
    }

    #[test]
    fn options_that_exclude_others_are_named() {
        let given = |pairs: &[(&str, &str)]| {
            let mut options = JobOptions::default();
            for (name, value) in pairs {
                options.set(name, value).unwrap();
            }
            let context = Context::default();
            let job = options.job(&context, PlanOptions::default());
            job.unwrap_err().to_string()
        };
        assert_eq!(
            given(&[("fit", "64"), ("unroll", "0")]),
            "option `fit` is given beside `unroll`, which it excludes"
        );
        assert_eq!(
            given(&[("optimize", "none"), ("blocks", "auto")]),
            "option `blocks` is part of `optimize=memory`, but `none` is given"
        );
    }
}
