//! The flags of jobs, made from the table of their options.

use std::marker::PhantomData;

use clap::builder::{PossibleValue, PossibleValuesParser, ValueParser};
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use memplan::{FrontDoor, JobOption, JobOptions, OptionKind, OptionLevel};

/// The options that a verb has.
pub(crate) trait Rows {
    /// Their names; all if there are none.
    const NAMES: &'static [&'static str];
}

/// The options of a job that a verb has, as flags.
#[derive(Clone, Debug, Default)]
pub(crate) struct JobArgs<R>(pub JobOptions, PhantomData<R>);

fn rows<R: Rows>() -> impl Iterator<Item = &'static JobOption> {
    JobOptions::TABLE.iter().filter(|row| {
        let is_named = R::NAMES.is_empty() || R::NAMES.contains(&row.name);
        is_named && row.is_in(FrontDoor::Command)
    })
}

/// The flag of an option.
fn flag<R: Rows>(row: &JobOption) -> Arg {
    let mut summary = row.summary;
    let mut long = row.name.to_owned();
    if let OptionKind::On(off) = row.kind {
        summary = off;
        long = format!("no-{}", row.name);
    }
    let mut arg = Arg::new(row.name).long(long).help(summary);
    for alias in row.aliases {
        arg = arg.alias(alias);
    }
    if !row.details.is_empty() {
        arg = arg.long_help(format!("{summary} {}", row.details));
    }
    if let Some(letter) = row.letter {
        arg = arg.short(letter);
    }
    if !row.group.is_empty() {
        arg = arg.help_heading(row.group);
    }
    // A verb with a few of them shows all.
    if R::NAMES.is_empty() {
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
        Ok(Self(options, PhantomData))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Declares which options a verb has.
macro_rules! verb {
    ($verb:ident: $($name:literal),*) => {
        #[doc = concat!("The options of `", stringify!($verb), "`.")]
        #[derive(Clone, Copy, Debug, Default)]
        pub(crate) struct $verb;

        impl Rows for $verb {
            const NAMES: &'static [&'static str] = &[$($name),*];
        }
    };
}

verb!(OfMerge:);
verb!(OfApply: "threads", "range", "equal", "dma", "mutator", "arena", "dealloc");
verb!(OfTrace: "range", "equal", "pools", "collector", "alignment", "single-arena");
verb!(OfShow: "planner", "time-limit", "threads", "collector", "alignment", "single-arena");

#[cfg(test)]
mod tests {
    use memplan::{FrontDoor, JobOptions, OptionKind};

    use crate::cli::{Cli, Verb};

    fn merge(arguments: &[&str]) -> JobOptions {
        let all = ["memplan", "merge", "x"].iter().chain(arguments);
        let cli = Cli::from_arguments(all, &crate::context()).unwrap();
        match cli.verb {
            Verb::Merge(args) => args.job.0,
            _ => panic!("merge was parsed as another verb"),
        }
    }

    #[test]
    fn each_option_is_a_flag_of_merge() {
        for row in JobOptions::TABLE
            .iter()
            .filter(|row| row.is_in(FrontDoor::Command))
        {
            let flag = match row.kind {
                OptionKind::Off => format!("--{}", row.name),
                OptionKind::On(_) => format!("--no-{}", row.name),
                _ => format!("--{}={}", row.name, row.example),
            };
            let options = merge(&[&flag]);
            let given: Vec<&str> = options.given().map(|(name, _)| name).collect();
            assert_eq!(given, [row.name]);
        }
    }
}
