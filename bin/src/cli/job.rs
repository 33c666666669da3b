//! The flags of jobs, made from the table of their options.

use std::marker::PhantomData;
use std::ops::Deref;

use clap::builder::{PossibleValue, PossibleValuesParser, ValueParser};
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use memplan::{FrontDoor, JobOption, JobOptions, OptionKind, OptionLevel};

/// The options that a verb has.
pub(crate) trait Rows {
    /// The front door that it is.
    const DOOR: FrontDoor;
    /// Their names; all of the front door if there are none.
    const NAMES: &'static [&'static str];
    /// What the verb says of options that mean something more special in it.
    const TEXTS: &'static [(&'static str, &'static str)];
}

/// The options of a job that a verb has, as flags.
#[derive(Clone, Debug, Default)]
pub(crate) struct JobArgs<R>(pub JobOptions, PhantomData<R>);

impl<R> Deref for JobArgs<R> {
    type Target = JobOptions;

    fn deref(&self) -> &JobOptions {
        &self.0
    }
}

impl<R> From<JobOptions> for JobArgs<R> {
    fn from(options: JobOptions) -> Self {
        Self(options, PhantomData)
    }
}

fn rows<R: Rows>() -> impl Iterator<Item = &'static JobOption> {
    JobOptions::TABLE.iter().filter(|row| {
        let is_named = R::NAMES.is_empty() || R::NAMES.contains(&row.name);
        is_named && row.is_in(R::DOOR)
    })
}

/// The flag of an option.
fn flag<R: Rows>(row: &JobOption) -> Arg {
    let own = R::TEXTS.iter().find(|(name, _)| *name == row.name);
    let mut summary = own.map_or(row.summary, |(_, text)| text);
    let mut prefix = "";
    if let OptionKind::On(off) = row.kind {
        (summary, prefix) = (off, "no-");
    }
    let long = format!("{prefix}{}", row.name);
    let mut arg = Arg::new(row.name).long(long).help(summary);
    for alias in row.aliases {
        arg = arg.visible_alias(format!("{prefix}{alias}"));
    }
    if own.is_none() && !row.details.is_empty() {
        arg = arg.long_help(format!("{summary} {}", row.details));
    }
    if let Some(letter) = row.letter {
        arg = arg.short(letter);
    }
    let group = match R::DOOR {
        FrontDoor::Command => row.group,
        _ => "Planning",
    };
    if !group.is_empty() {
        arg = arg.help_heading(group);
    }
    // A verb with a few of them shows all.
    if R::DOOR == FrontDoor::Command && R::NAMES.is_empty() {
        arg = arg.hide_short_help(row.level == OptionLevel::Advanced);
    }
    let excluded = row.excludes.iter().filter(|name| {
        let mut all = rows::<R>();
        all.any(|row| row.name == **name)
    });
    for name in excluded {
        arg = arg.conflicts_with(*name);
    }
    match row.kind {
        OptionKind::Off | OptionKind::On(_) => arg.action(ArgAction::SetTrue),
        OptionKind::Choice(values) => {
            let values = values
                .iter()
                .map(|(name, help)| PossibleValue::new(*name).help(help.trim_end_matches('.')));
            arg.value_name(row.placeholder)
                .value_parser(PossibleValuesParser::new(values))
        }
        kind => {
            let row = *row;
            let checked = move |text: &str| row.check(text).map(|()| text.to_owned());
            let action = match kind {
                OptionKind::List => ArgAction::Append,
                _ => ArgAction::Set,
            };
            arg.value_name(row.placeholder)
                .action(action)
                .value_parser(ValueParser::new(checked))
        }
    }
}

impl<R: Rows> Args for JobArgs<R> {
    fn augment_args(command: Command) -> Command {
        command.args(rows::<R>().map(flag::<R>))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<R: Rows> FromArgMatches for JobArgs<R> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut options = JobOptions::default();
        for row in rows::<R>() {
            let texts: Vec<&str> = match row.kind {
                OptionKind::Off if matches.get_flag(row.name) => vec!["true"],
                OptionKind::On(_) if matches.get_flag(row.name) => vec!["false"],
                OptionKind::Off | OptionKind::On(_) => Vec::new(),
                _ => {
                    let values = matches.get_many::<String>(row.name);
                    values.into_iter().flatten().map(String::as_str).collect()
                }
            };
            for text in texts {
                let set = options.set(row.name, text);
                set.map_err(|error| clap::Error::raw(ErrorKind::ValueValidation, error))?;
            }
        }
        Ok(options.into())
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Declares which options a verb has.
macro_rules! verb {
    ($verb:ident, $door:ident: $($name:literal),*; $($own:literal = $text:expr),*) => {
        #[doc = concat!("The options of `", stringify!($verb), "`.")]
        #[derive(Clone, Copy, Debug, Default)]
        pub(crate) struct $verb;

        impl Rows for $verb {
            const DOOR: FrontDoor = FrontDoor::$door;
            const NAMES: &'static [&'static str] = &[$($name),*];
            const TEXTS: &'static [(&'static str, &'static str)] = &[$(($own, $text)),*];
        }
    };
}

verb!(OfMerge, Command: ;);
verb!(OfApply, Command: "threads", "range", "equal", "dma", "mutator", "arena", "dealloc";);
verb!(OfTrace, Command: "range", "equal", "pools", "collector", "alignment", "single-arena";);
verb!(OfShow, Command: "planner", "time-limit", "threads", "collector", "alignment", "single-arena";);
verb!(OfPlan, Plan: ;
    "planner" = "Planners, separated by commas, with options in braces. Default: `auto`.",
    "alignment" = OFFSETS);
verb!(OfVerifyProof, VerifyProof: ; "alignment" = OFFSETS);
verb!(OfBench, Bench: ;
    "planner" = "Planners, separated by commas, with options in braces; `all` selects all. Default: \
                 `chunk-hot,first-fit,best-fit,greedy-by-size,auto`.",
    "time-limit" = "Time limit of each run. Default: `10s`, or none with `--work-limit`.",
    "work-limit" = "Work limit of each run. Units of work are the same on every machine.",
    "threads" = "Maximum number of threads, divided evenly among concurrent cases. Default: all cores.",
    "alignment" = OFFSETS);
verb!(OfLeaderboard, Bench: ;
    "planner" = "Planners, separated by commas, with options in braces. Default: all.",
    "time-limit" = "Time limit of each run. Default: none.",
    "work-limit" = "Work limit of each run. Default: 2,000,000 units, or none with `--time-limit`.",
    "threads" = "Threads of each run. Default: 1.",
    "alignment" = OFFSETS);

/// What alignment is where traces are planned: sizes stay.
const OFFSETS: &str = "Align all offsets to at least this many bytes. Default: 1.";

#[cfg(test)]
mod tests {
    use memplan::{FrontDoor, JobOptions, OptionKind};

    use crate::cli::{Cli, Verb};

    /// The options that a verb is given by these arguments.
    fn parsed(verb: &str, flag: &str) -> JobOptions {
        let arguments = match verb {
            "verify-proof" => vec!["memplan", verb, "x", "y", flag],
            _ => vec!["memplan", verb, "x", flag],
        };
        let cli = Cli::from_arguments(arguments, &crate::context()).unwrap();
        match cli.verb {
            Verb::Merge(args) => args.job.0,
            Verb::Plan(args) => args.job.0,
            Verb::VerifyProof(args) => args.job.0,
            Verb::Bench(args) => args.job.0,
            Verb::Leaderboard(args) => args.job.0,
            _ => panic!("`{verb}` was parsed as another verb"),
        }
    }

    /// What a verb lacks is absent from its front door in the table, with the reason.
    #[test]
    fn each_option_of_a_front_door_is_a_flag_of_its_verbs() {
        for (verb, door) in [
            ("merge", FrontDoor::Command),
            ("plan", FrontDoor::Plan),
            ("verify-proof", FrontDoor::VerifyProof),
            ("bench", FrontDoor::Bench),
            ("leaderboard", FrontDoor::Bench),
        ] {
            for row in JobOptions::TABLE.iter().filter(|row| row.is_in(door)) {
                let flag = match row.kind {
                    OptionKind::Off => format!("--{}", row.name),
                    OptionKind::On(_) => format!("--no-{}", row.name),
                    _ => format!("--{}={}", row.name, row.example),
                };
                let options = parsed(verb, &flag);
                let given: Vec<&str> = options.given().map(|(name, _)| name).collect();
                assert_eq!(given, [row.name], "{verb}");
            }
        }
    }
}
