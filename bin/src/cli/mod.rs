//! What the user types: one struct per verb, with help that teaches by example.
//!
//! Parsing touches no file; what is typed becomes work in [`crate::commands`].

mod bench;
mod complaint;
mod data;
mod manual;
mod opt;
mod single_dash;
pub(crate) mod spec;

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

pub(crate) use bench::BenchArgs;
pub(crate) use complaint::{complaint, wants_json};
pub(crate) use data::{CheckArgs, ConvertArgs, PlanArgs, VerifyProofArgs};
pub(crate) use manual::{CompletionsArgs, ManArgs};
pub(crate) use opt::OptArgs;

use clap::builder::StyledStr;
use clap::{
    Args, Command, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum, ValueHint,
};
use memplan_mlir::passes::Registry;

const EXAMPLES: &str = "\
Examples:
  memplan merge model.mlir -o merged.mlir       plan and rewrite a program, report what was saved
  memplan merge model.mlir --planner best-fit   the same with another planner
  memplan trace model.mlir -o model.mtrace      only find out when every buffer is live
  memplan plan model.mtrace --planner chunk-hot,auto
                                                compare planners on a trace
  memplan plan traces/ -o plans/                plan a whole directory; run it again to go on
  memplan show model.mlir -o model.svg          draw offset against tick
  memplan list planners                         what there is, with options
  memplan list planners exact                   all about one of them
  memplan help merge                            the help of a verb, as `memplan merge --help`

A file called `-` is standard input or output. Exit codes: 0 done, 1 the answer is no (the input is
at fault, or there is no plan), 2 could not try (usage, files), 3 a limit or deadline came first.";

/// Plans the memory of MLIR programs: finds out when every buffer is live, gives each a place in one
/// merged allocation, and rewrites the program.
#[derive(Debug, Parser)]
#[command(name = "memplan", version, after_help = EXAMPLES, max_term_width = 100)]
#[command(subcommand_required = true, arg_required_else_help = true)]
pub(crate) struct Cli {
    /// How messages are written to standard error.
    #[arg(long, global = true, value_name = "FORMAT", default_value = "text")]
    pub diagnostics: DiagnosticsFormat,
    /// When messages are coloured.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: ColorChoice,
    /// Let this mlir-opt print programs in generic form that are bytecode, or hold custom forms
    /// that are not known.
    #[arg(long, global = true, value_name = "PATH", value_hint = ValueHint::ExecutablePath)]
    pub mlir_opt: Option<PathBuf>,
    /// What to do.
    #[command(subcommand)]
    pub verb: Verb,
}

impl Cli {
    /// Parses what the user typed, the name of the program first.
    ///
    /// # Errors
    ///
    /// What clap has to say, which includes help and version when they were asked for.
    pub(crate) fn from_arguments(
        arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>,
        passes: &Registry<'_>,
    ) -> Result<Self, clap::Error> {
        let command = Self::with_passes(passes);
        let arguments = arguments.into_iter().map(Into::into).collect();
        let arguments = single_dash::with_two_dashes(arguments, &command);
        let matches = command.try_get_matches_from(arguments)?;
        let mut cli = Self::from_arg_matches(&matches)?;
        if let (Verb::Opt(args), Some((_, matches))) = (&mut cli.verb, matches.subcommand()) {
            args.passes = opt::passes_of(matches, passes);
        }
        Ok(cli)
    }
}

impl Cli {
    /// The whole command line, with a flag of `opt` for each pass.
    pub(crate) fn with_passes(passes: &Registry<'_>) -> Command {
        opt::with_passes(with_full_stops(Self::command()), passes)
    }
}

/// Gives every sentence its full stop, which clap takes off the doc comments it reads.
fn with_full_stops(command: Command) -> Command {
    let ended = |text: &StyledStr| format!("{text}.");
    let command = match command.get_about().map(ended) {
        Some(about) => command.about(about),
        None => command,
    };
    command
        .mut_args(|argument| match argument.get_help().map(ended) {
            Some(help) => argument.help(help),
            None => argument,
        })
        .mut_subcommands(with_full_stops)
}

/// How messages are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiagnosticsFormat {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
}

/// When messages are coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorChoice {
    /// On a terminal, unless `NO_COLOR` is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// The verbs.
#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// Plan the buffers of a program and rewrite it: the main job.
    Merge(MergeArgs),
    /// Run passes on a program, as mlir-opt does.
    Opt(Box<OptArgs>),
    /// Write down when the buffers of a program are live.
    Trace(TraceArgs),
    /// Plan traces, one or thousands, and compare planners.
    Plan(PlanArgs),
    /// Measure planners over data sets: fragmentation, time, memory, with a report that has plots.
    Bench(Box<BenchArgs>),
    /// Judge a plan with the independent checker, or run a program and look for leaks and wrong frees.
    Check(Box<CheckArgs>),
    /// Prove the lower bound that a plan claims once more.
    VerifyProof(VerifyProofArgs),
    /// Rewrite a program by a plan made earlier.
    Apply(ApplyArgs),
    /// Turn traces and plans from one format into another, pack and unpack archives.
    Convert(ConvertArgs),
    /// List planners, collectors, mutators, passes and generators with their options.
    List(ListArgs),
    /// Draw offset against tick as an SVG picture.
    Show(ShowArgs),
    /// Print completions for a shell.
    Completions(CompletionsArgs),
    /// Print or write manual pages.
    Man(ManArgs),
}

impl Verb {
    /// The threads that the user allows, for the verbs that take a number.
    pub(crate) fn threads(&self) -> Option<NonZeroUsize> {
        match self {
            Self::Merge(args) => args.planner.threads,
            Self::Show(args) => args.planner.threads,
            Self::Opt(args) => args.threads,
            Self::Apply(args) => args.threads,
            Self::Plan(args) => args.planning.threads,
            Self::VerifyProof(args) => args.planning.threads,
            Self::Bench(args) => args.threads,
            _ => None,
        }
    }

    /// Whether only errors are told.
    pub(crate) fn is_quiet(&self) -> bool {
        match self {
            Self::Merge(args) => args.report.quiet,
            Self::Apply(args) => args.report.quiet,
            Self::Plan(args) => args.quiet,
            _ => false,
        }
    }
}

/// Which planner, with which limits.
#[derive(Debug, Args)]
#[command(next_help_heading = "Planning")]
pub(crate) struct PlannerArgs {
    /// Planner, with options in braces: `chunk-hot`, `best-fit{alignment=128}`. Without one,
    /// `auto{effort=quick}`: a fixed amount of work, so that the result is the same on every machine;
    /// with a time limit, `auto`.
    #[arg(long, visible_alias = "planners", value_name = "SPEC")]
    pub planner: Option<String>,
    /// Stop planning a scope after this time, for example `500ms`, `10s` or `2m`, and use the best plan
    /// found by then: the report says so, the exit code is 0.
    #[arg(long, value_name = "TIME", value_parser = spec::duration)]
    pub time_limit: Option<std::time::Duration>,
    /// Threads in all; all cores by default. Without a time limit no result depends on it.
    #[arg(short = 'j', long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
}

impl PlannerArgs {
    /// The planner asked for, or the usual one.
    pub(crate) fn spec(&self) -> &str {
        match (&self.planner, self.time_limit) {
            (Some(spec), _) => spec,
            (None, Some(_)) => "auto",
            (None, None) => "auto{effort=quick}",
        }
    }
}

/// How traces are collected.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Collecting")]
pub(crate) struct CollectorArgs {
    /// Collector, with options in braces: `tick{compat=reference}`.
    #[arg(long, value_name = "SPEC", default_value = "tick")]
    pub collector: String,
    /// Alignment of every buffer and of the merged allocation in bytes. Without it, a buffer is aligned to
    /// the largest power of two up to 64 that divides its size, and no byte is lost to padding.
    #[arg(long, value_name = "BYTES", value_parser = crate::sizes::parse_positive)]
    pub alignment: Option<u64>,
}

/// How the program is rewritten.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Rewriting")]
pub(crate) struct MutatorArgs {
    /// Where merged memory comes from: `alloc`, `alloca` or `global`.
    #[arg(long, value_name = "KIND", default_value = "alloc")]
    pub arena: String,
    /// Insert no deallocations, except of merged buffers that the program freed already.
    #[arg(long)]
    pub no_dealloc: bool,
}

/// How modules are printed.
#[derive(Clone, Copy, Debug, Default, Args)]
#[command(next_help_heading = "Printing")]
pub(crate) struct PrintArgs {
    /// Print every operation in generic form.
    #[arg(long)]
    pub mlir_print_op_generic: bool,
    /// Print maps and sets where they stand, without aliases.
    #[arg(long)]
    pub mlir_print_local_scope: bool,
    /// Print locations.
    #[arg(long)]
    pub mlir_print_debuginfo: bool,
}

/// The form of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// For people.
    Text,
    /// For programs.
    Json,
}

const MERGE_EXAMPLES: &str = "\
Examples:
  memplan merge model.mlir                              rewritten program to the screen
  memplan merge model.mlir -o merged.mlir --verbose     and say why each skipped buffer was skipped
  memplan merge model.mlir -o merged.mlir -q            without a report
  memplan merge - < model.mlir | mlir-opt --canonicalize
  memplan merge model.mlir -o merged.mlir --format json --report report.json

The program goes to standard output or to OUT; the report goes to standard error or to REPORT.";

/// `memplan merge`
#[derive(Debug, Args)]
#[command(after_help = MERGE_EXAMPLES)]
pub(crate) struct MergeArgs {
    /// MLIR file.
    #[arg(value_name = "IN", value_hint = ValueHint::FilePath)]
    pub input: PathBuf,
    /// Write the rewritten program here.
    #[arg(short, long, value_name = "OUT", default_value = "-")]
    pub output: PathBuf,
    /// How and with which limits to plan.
    #[command(flatten)]
    pub planner: PlannerArgs,
    /// How to collect.
    #[command(flatten)]
    pub collector: CollectorArgs,
    /// How to rewrite.
    #[command(flatten)]
    pub mutator: MutatorArgs,
    /// How to print.
    #[command(flatten)]
    pub print: PrintArgs,
    /// What to report.
    #[command(flatten)]
    pub report: ReportArgs,
}

/// What the report says, and where it goes.
#[derive(Debug, Args)]
#[command(next_help_heading = "Reporting")]
pub(crate) struct ReportArgs {
    /// Form of the report.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: ReportFormat,
    /// Write the report here instead of to standard error; `-` is standard output.
    #[arg(long, value_name = "REPORT")]
    pub report: Option<PathBuf>,
    /// Say nothing on standard error but errors: no report, unless `--report` names a place for it.
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,
    /// List every skipped buffer with its place and the operation to blame.
    #[arg(short, long)]
    pub verbose: bool,
    /// Report times too; without this, equal runs give equal reports.
    #[arg(long)]
    pub timings: bool,
}

const TRACE_EXAMPLES: &str = "\
Examples:
  memplan trace model.mlir -o model.mtrace    checksummed, carries where it came from
  memplan trace model.mlir -o model.json      for programs
  memplan trace model.mlir -o model.csv       one scope: id,lower,upper,size,...";

/// `memplan trace`
#[derive(Debug, Args)]
#[command(after_help = TRACE_EXAMPLES)]
pub(crate) struct TraceArgs {
    /// MLIR file.
    #[arg(value_name = "IN", value_hint = ValueHint::FilePath)]
    pub input: PathBuf,
    /// Write the traces here, in the format of the extension: mtrace, json, csv or log.
    #[arg(short, long, value_name = "OUT", default_value = "-")]
    pub output: PathBuf,
    /// Format, when the extension does not tell; JSON for `-`.
    #[arg(long, value_name = "FORMAT")]
    pub to: Option<DataFormat>,
    /// How to collect.
    #[command(flatten)]
    pub collector: CollectorArgs,
}

/// A format of traces and plans.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DataFormat {
    /// `.mtrace` and `.mplan`: compact, with a checksum.
    Binary,
    /// For other programs.
    Json,
    /// `id,lower,upper,size` and more columns, for one trace or plan.
    Csv,
    /// A log of `a ID SIZE` and `f ID`, for one trace.
    Events,
}

/// The form of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableFormat {
    /// For people.
    Text,
    /// For programs.
    Json,
    /// For spreadsheets.
    Csv,
}

const APPLY_EXAMPLES: &str = "\
Examples:
  memplan trace model.mlir -o model.mtrace
  memplan plan model.mtrace -o model.mplan
  memplan apply model.mlir model.mplan -o merged.mlir

The three together give the very bytes that `memplan merge model.mlir -o merged.mlir` gives. The plan
knows which program it was made for, and is refused for any other.";

/// `memplan apply`
#[derive(Debug, Args)]
#[command(after_help = APPLY_EXAMPLES)]
pub(crate) struct ApplyArgs {
    /// MLIR file that the plan was made for.
    #[arg(value_name = "IN", value_hint = ValueHint::FilePath)]
    pub input: PathBuf,
    /// Plan made for this program.
    #[arg(value_name = "PLAN", value_hint = ValueHint::FilePath)]
    pub plan: PathBuf,
    /// Write the rewritten program here.
    #[arg(short, long, value_name = "OUT", default_value = "-")]
    pub output: PathBuf,
    /// Threads in all; all cores by default. Without a time limit no result depends on it.
    #[arg(short = 'j', long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// How to rewrite.
    #[command(flatten)]
    pub mutator: MutatorArgs,
    /// How to print.
    #[command(flatten)]
    pub print: PrintArgs,
    /// What to report.
    #[command(flatten)]
    pub report: ReportArgs,
}

/// What to list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ListKind {
    /// Algorithms that decide where each buffer goes.
    Planners,
    /// Ways to find out when each buffer is live.
    Collectors,
    /// Ways to rewrite the program.
    Mutators,
    /// Passes of `memplan opt`.
    Passes,
    /// Traces that are made and not read: `gen:NAME{...}` wherever a trace file could stand.
    Generators,
}

const LIST_EXAMPLES: &str = "\
Examples:
  memplan list                          everything
  memplan list planners                 all planners with their options
  memplan list planners exact           one of them, with a command that uses it
  memplan list passes canonicalize
  memplan list generators --format json";

/// `memplan list`
#[derive(Debug, Args)]
#[command(after_help = LIST_EXAMPLES)]
pub(crate) struct ListArgs {
    /// List only these.
    #[arg(value_name = "KIND")]
    pub kind: Option<ListKind>,
    /// List only this one, which may be named by an alias.
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
    /// Form of the list.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: ReportFormat,
}

const SHOW_EXAMPLES: &str = "\
Examples:
  memplan show model.mlir -o model.svg
  memplan show traces.csv --planner best-fit -o traces.svg
  memplan show model.mtrace model.mplan -o model.svg";

/// `memplan show`
#[derive(Debug, Args)]
#[command(after_help = SHOW_EXAMPLES)]
pub(crate) struct ShowArgs {
    /// Trace in any format, or MLIR file (`.mlir`).
    #[arg(value_name = "TRACE|IN.mlir", value_hint = ValueHint::FilePath)]
    pub input: PathBuf,
    /// Plan to draw; without one, the planner makes it.
    #[arg(value_name = "PLAN", value_hint = ValueHint::FilePath)]
    pub plan: Option<PathBuf>,
    /// Write the picture here.
    #[arg(short, long, value_name = "OUT.svg", default_value = "-")]
    pub output: PathBuf,
    /// How and with which limits to plan.
    #[command(flatten)]
    pub planner: PlannerArgs,
    /// How to collect.
    #[command(flatten)]
    pub collector: CollectorArgs,
    /// Draw only this scope; may be given several times.
    #[arg(long, value_name = "NAME")]
    pub scope: Vec<String>,
}

#[cfg(test)]
mod tests {
    use clap::{Command, CommandFactory};
    use memplan_planner::algorithms::PLANNERS;

    use memplan_mlir::passes::Registry;

    use super::{Cli, Verb, with_full_stops};

    fn all_commands() -> Vec<Command> {
        let mut root = with_full_stops(Cli::command());
        root.build();
        let mut all: Vec<Command> = root.get_subcommands().cloned().collect();
        all.push(root);
        all
    }

    #[test]
    fn clap_finds_no_contradiction() {
        with_full_stops(Cli::command()).debug_assert();
    }

    #[test]
    fn every_flag_explains_itself_in_the_same_way() {
        for command in all_commands() {
            let verb = command.get_name().to_owned();
            for argument in command.get_arguments() {
                let id = argument.get_id().as_str();
                if ["help", "version"].contains(&id) || verb == "help" {
                    continue;
                }
                let help = argument.get_help().map(ToString::to_string);
                let help = help.unwrap_or_else(|| panic!("{verb} {id} has no help"));
                assert!(help.ends_with('.'), "{verb} {id}: {help}");
                for value in argument.get_value_names().unwrap_or_default() {
                    // File names may have an extension in lower case.
                    let stem = value.replace(".mlir", "").replace(".svg", "");
                    assert_eq!(stem, stem.to_uppercase(), "{verb} {id}");
                }
            }
        }
    }

    #[test]
    fn every_planner_can_be_asked_for() {
        for planner in PLANNERS {
            let name = planner.info().name;
            let cli = Cli::from_arguments(
                ["memplan", "merge", "x", "--planner", name],
                &Registry::default(),
            )
            .unwrap();
            let Verb::Merge(args) = cli.verb else {
                panic!("merge was parsed as another verb");
            };
            assert_eq!(args.planner.planner.as_deref(), Some(name));
            let found = crate::planning::find_planner(
                &crate::Context::default().planners,
                args.planner.spec(),
            );
            assert_eq!(found.unwrap().info().name, name);
        }
    }
}
