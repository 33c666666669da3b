//! Command-line arguments: one struct per verb, with examples in the help text.
//!
//! Parsing opens no file; [`crate::commands`] runs the verbs.

mod alias_scopes;
mod bench;
mod data;
mod job;
mod manual;
mod merge;
mod opt;
#[cfg_attr(not(feature = "serve"), path = "without_serve.rs")]
mod serve;
mod single_dash;
pub(crate) mod spec;
mod usage;

use std::ffi::{OsStr, OsString};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

pub(crate) use alias_scopes::AliasScopesArgs;
pub(crate) use bench::{BenchArgs, LeaderboardArgs, PageFormat};
pub(crate) use data::{AtArgs, CheckArgs, ConvertArgs, PlanArgs, VerifyProofArgs};
pub(crate) use job::{JobArgs, OfShow, OfTrace};
pub(crate) use manual::{CompletionsArgs, ManArgs};
pub(crate) use merge::{ApplyArgs, MergeArgs};
pub(crate) use opt::{Expectations, OptArgs};
#[cfg(not(feature = "serve"))]
pub(crate) use serve::{AbsentArgs, INSTALL};
#[cfg(feature = "serve")]
pub(crate) use serve::{LogFormat, ServeArgs};
pub(crate) use usage::{usage_error, wants_json};

use clap::builder::StyledStr;
use clap::{
    Args, Command, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum, ValueHint,
};
use memplan::{ArgumentOptions, Context};
use memplan_mlir::passes::Registry;
use memplan_mlir::text::MlirVersion;
use memplan_plugin::PluginKind;

const EXAMPLES: &str = "\
Examples:
  memplan merge model.mlir -o merged.mlir       plan and rewrite a program, report the savings
  memplan merge model.mlir --planner best-fit   the same with another planner
  memplan trace model.mlir -o model.mtrace      record when each buffer is live
  memplan plan model.mtrace --planner chunk-hot,auto
                                                compare planners on a trace
  memplan plan traces/ -o plans/                plan a directory; resumes after an interruption
  memplan show model.mlir -o model.svg          draw offset against tick
  memplan list planners                         the planners with their options
  memplan list planners exact                   the options of one planner
  memplan help merge                            same as `memplan merge --help`

The file name `-` stands for standard input or output. Exit codes: 0 success, 1 the answer is no (invalid
input, or no valid plan), 2 usage or I/O error, 3 a limit or deadline was reached first.";

/// Static memory planner for MLIR: computes when each buffer is live, assigns it an offset in one
/// merged allocation, rewrites the program, and inserts deallocations.
#[derive(Debug, Parser)]
#[command(name = "memplan", version, after_help = EXAMPLES, max_term_width = 100)]
#[command(subcommand_required = true, arg_required_else_help = true)]
pub(crate) struct Cli {
    /// Format of messages on standard error.
    #[arg(
        long,
        global = true,
        value_name = "FORMAT",
        default_value = "text",
        hide_short_help = true
    )]
    pub diagnostics: DiagnosticsFormat,
    /// When to colour messages.
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_short_help = true
    )]
    pub color: ColorChoice,
    /// `mlir-opt` used to convert syntax and bytecode that memplan does not know.
    #[arg(long, global = true, value_name = "PATH", value_hint = ValueHint::ExecutablePath, hide_short_help = true)]
    pub mlir_opt: Option<PathBuf>,
    /// Program that lowers StableHLO, TOSA, and torch or ONNX operations to linalg: `iree-opt`, `torch-mlir-opt` or
    /// `mlir-opt`.
    #[arg(long, global = true, value_name = "PATH", value_hint = ValueHint::ExecutablePath)]
    pub lower_with: Option<PathBuf>,
    /// Program that is to read the text that is written: an `mlir-opt` of any version, `iree-opt` or the like. Default:
    /// the program that lowered or converted the input. `--mlir-version` takes precedence.
    #[arg(long = "for", global = true, value_name = "PATH", value_hint = ValueHint::ExecutablePath, hide_short_help = true)]
    pub write_for: Option<PathBuf>,
    /// The verb and its arguments.
    #[command(subcommand)]
    pub verb: Verb,
}

impl Cli {
    /// Parses the arguments, the first of which is the program name.
    ///
    /// # Errors
    ///
    /// Errors of clap, which include requests for help and version.
    pub(crate) fn from_arguments(
        arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>,
        context: &Context,
    ) -> Result<Self, clap::Error> {
        let arguments: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
        let passes = context.all_passes();
        let verb = arguments.get(1).and_then(|first| first.to_str());
        let command = Self::with_texts(context, &passes, verb);
        let command = named_after(command, arguments.first().map(OsString::as_os_str));
        let arguments = single_dash::with_two_dashes(arguments, &command);
        let verb_at = single_dash::verb_position(&arguments, &command);
        let has_passes = verb_at.is_some_and(|at| arguments[at] == single_dash::VERB);
        let matches = command.try_get_matches_from(arguments);
        let matches = matches.map_err(|error| {
            if has_passes {
                opt::with_nearest_pass(error, &passes)
            } else {
                error
            }
        })?;
        let mut cli = Self::from_arg_matches(&matches)?;
        if let (Verb::Opt(args), Some((_, matches))) = (&mut cli.verb, matches.subcommand()) {
            args.passes = opt::passes_of(matches, &passes);
        }
        Ok(cli)
    }
}

/// Names the command after its program.
///
/// A program that adds plug-ins has its own name; its version names that of memplan.
fn named_after(command: Command, program: Option<&OsStr>) -> Command {
    let stem = program.and_then(|program| Path::new(program).file_stem());
    let name = stem.map(OsStr::to_string_lossy);
    match name {
        Some(name) if !name.is_empty() && name != "memplan" => {
            let version = concat!("(memplan ", env!("CARGO_PKG_VERSION"), ")");
            let name = name.into_owned();
            command
                .display_name(name.clone())
                .bin_name(name)
                .version(version)
        }
        _ => command,
    }
}

impl Cli {
    /// The whole command line, with a flag of `opt` for each pass, and with the names of the other plug-ins
    /// in the help of the flags that choose one.
    pub(crate) fn with_plug_ins(context: &Context, passes: &Registry) -> Command {
        Self::with_texts(context, passes, None)
    }

    /// The same for command lines that begin with a verb: the texts of other verbs are not prepared, which would
    /// dominate the start-up time. Prepares all if there is no such verb.
    fn with_texts(context: &Context, passes: &Registry, verb: Option<&str>) -> Command {
        let command = with_full_stops(Self::command());
        let verb = verb.filter(|&verb| command.find_subcommand(verb).is_some());
        let kinds = [
            ("planner", names(&context.planners)),
            ("collector", names(&context.collectors)),
            ("mutator", names(&context.mutators)),
        ];
        let command = command.mut_subcommands(|subcommand| {
            if verb.is_none_or(|verb| subcommand.get_name() == verb) {
                with_names(with_full_stops(subcommand), &kinds)
            } else {
                subcommand
            }
        });
        match verb {
            None | Some(single_dash::VERB) => opt::with_passes(command, passes),
            Some(_) => command,
        }
    }
}

/// Names the plug-ins in the help of the flags that choose one.
fn with_names(verb: Command, kinds: &[(&str, String)]) -> Command {
    verb.mut_args(|argument| {
        let id = argument.get_id().as_str();
        let kind = kinds.iter().find(|(kind, _)| *kind == id);
        let Some((_, names)) = kind else {
            return argument;
        };
        let named = |help: &StyledStr| format!("{} Registered: {names}.", help.ansi());
        // A short help is short where there is a longer one.
        if let Some(help) = argument.get_long_help().map(named) {
            return argument.long_help(help);
        }
        match argument.get_help().map(named) {
            Some(help) => argument.help(help),
            None => argument,
        }
    })
}

/// The names of the plug-ins of a registry.
fn names<P: PluginKind + ?Sized>(registry: &memplan_plugin::Registry<P>) -> String {
    let names: Vec<&str> = registry.infos().map(|info| info.name).collect();
    names.join(", ")
}

/// Gives every sentence its full stop, which clap takes off the doc comments it reads. What subcommands say stays.
fn with_full_stops(command: Command) -> Command {
    // `ansi` keeps styles. Stripping them from the texts of all flags would dominate the start-up time.
    let ended = |text: &StyledStr| {
        let text = text.ansi().to_string();
        let end = if text.ends_with('.') { "" } else { "." };
        text + end
    };
    let command = match command.get_about().map(ended) {
        Some(about) => command.about(about),
        None => command,
    };
    command.mut_args(|argument| match argument.get_help().map(ended) {
        Some(help) => argument.help(help),
        None => argument,
    })
}

/// The format of messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiagnosticsFormat {
    /// Human-readable.
    Text,
    /// One JSON object per line.
    Json,
}

/// When to colour messages.
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
    /// Plan the buffers of a program, rewrite it, and insert deallocations.
    Merge(Box<MergeArgs>),
    /// Run passes on a program, as `mlir-opt` does.
    Opt(Box<OptArgs>),
    /// Compute when each buffer of a program is live, and write traces.
    Trace(TraceArgs),
    /// Plan one trace or thousands, and compare planners.
    Plan(PlanArgs),
    /// Measure fragmentation, time and memory of planners; write a report with plots.
    Bench(Box<BenchArgs>),
    /// Rank planners on traces, with equal budgets: bounds, excess and time as a page.
    Leaderboard(Box<LeaderboardArgs>),
    /// Validate a plan, or interpret a program and report leaks, invalid frees and invalid accesses.
    Check(Box<CheckArgs>),
    /// Prove again the lower bound that a plan claims, independently of the first proof.
    VerifyProof(VerifyProofArgs),
    /// Rewrite a program with an existing plan, or write the plan into a TensorFlow Lite model.
    Apply(ApplyArgs),
    /// Tell LLVM which accesses of a lowered program touch different bytes of a merged allocation.
    AliasScopes(AliasScopesArgs),
    /// Convert traces and plans between formats; pack and unpack archives.
    Convert(ConvertArgs),
    /// List planners, collectors, mutators, passes, readers and generators with their options.
    List(ListArgs),
    /// Draw a plan, offset against tick, as SVG or HTML.
    Show(ShowArgs),
    /// Plan and rewrite over HTTP; run jobs of many inputs.
    #[cfg(feature = "serve")]
    Serve(Box<ServeArgs>),
    /// Plan and rewrite over HTTP; run jobs of many inputs (only in builds with the feature `serve`).
    #[cfg(not(feature = "serve"))]
    Serve(AbsentArgs),
    /// Print completions for a shell.
    Completions(CompletionsArgs),
    /// Print or write manual pages.
    Man(ManArgs),
}

impl Verb {
    /// The number of threads given with `-j`, for the verbs that have this flag.
    pub(crate) fn threads(&self) -> Option<NonZeroUsize> {
        match self {
            Self::Merge(args) => args.job.threads,
            Self::Show(args) => args.job.threads,
            Self::Opt(args) => args.threads,
            Self::Apply(args) => args.job.threads,
            Self::Plan(args) => args.job.threads,
            Self::VerifyProof(args) => args.job.threads,
            Self::Bench(args) => args.job.threads,
            Self::Leaderboard(args) => args.job.threads.or(Some(NonZeroUsize::MIN)),
            #[cfg(feature = "serve")]
            Self::Serve(args) => args.threads,
            _ => None,
        }
    }

    /// The trace reader chosen with `--from`.
    pub(crate) fn from(&self) -> Option<&str> {
        let args = match self {
            Self::Trace(args) => &args.from,
            Self::Plan(args) => &args.from,
            Self::Bench(args) => &args.from,
            Self::Leaderboard(args) => &args.from,
            Self::Check(args) => &args.from,
            Self::VerifyProof(args) => &args.from,
            Self::Convert(args) => &args.from,
            Self::Show(args) => &args.from,
            _ => return None,
        };
        args.from.as_deref()
    }

    /// What is known about dynamic dimensions of a program that is traced.
    pub(crate) fn dims(&self) -> ArgumentOptions {
        match self {
            Self::Trace(args) => args.job.0.arguments.clone(),
            _ => ArgumentOptions::default(),
        }
    }

    /// The values of symbols.
    pub(crate) fn at(&self) -> &[(String, i64)] {
        match self {
            Self::Plan(args) => &args.at.at,
            Self::Check(args) => &args.at.at,
            Self::Convert(args) => &args.at.at,
            Self::Show(args) => &args.at.at,
            Self::Bench(args) => &args.at.at,
            Self::Leaderboard(args) => &args.at.at,
            Self::VerifyProof(args) => &args.at.at,
            _ => &[],
        }
    }

    /// Whether the verb starts a log of its own.
    pub(crate) fn has_own_log(&self) -> bool {
        #[cfg(feature = "serve")]
        if matches!(self, Self::Serve(_)) {
            return true;
        }
        false
    }

    /// Whether `--quiet` is given.
    pub(crate) fn is_quiet(&self) -> bool {
        match self {
            Self::Merge(args) => args.report.quiet,
            Self::Apply(args) => args.report.quiet,
            Self::Plan(args) => args.quiet,
            Self::AliasScopes(args) => args.quiet,
            _ => false,
        }
    }
}

/// How trace files are read.
#[derive(Clone, Debug, Args)]
pub(crate) struct FromArgs {
    /// Trace reader, with options in braces: `events`. Default: recognise the format by content.
    #[arg(long, value_name = "SPEC")]
    pub from: Option<String>,
}

/// How modules are printed.
#[derive(Clone, Copy, Debug, Default, Args)]
#[command(next_help_heading = "Printing")]
pub(crate) struct PrintArgs {
    /// Print every operation in generic form.
    #[arg(long, hide_short_help = true)]
    pub mlir_print_op_generic: bool,
    /// Print affine maps and sets inline, without aliases.
    #[arg(long, hide_short_help = true)]
    pub mlir_print_local_scope: bool,
    /// Print locations.
    #[arg(long, hide_short_help = true)]
    pub mlir_print_debuginfo: bool,
    /// Print `{...}` in place of regions.
    #[arg(long, hide_short_help = true)]
    pub mlir_print_skip_regions: bool,
    /// Give each value a name that no other value of the module has.
    #[arg(long, hide_short_help = true)]
    pub mlir_print_unique_ssa_ids: bool,
    /// Verify programs in any case: accepted for command lines of mlir-opt.
    #[arg(long, hide = true)]
    pub mlir_print_assume_verified: bool,
    /// Print dense literals with more elements as hex strings; `-1` prints none so. Default: 100.
    #[arg(
        long,
        hide_short_help = true,
        value_name = "N",
        allow_negative_numbers = true
    )]
    pub mlir_print_elementsattrs_with_hex_if_larger: Option<i64>,
    /// Omit literals with more elements. The text is then for people only.
    #[arg(long, hide_short_help = true, value_name = "N")]
    pub mlir_elide_elementsattrs_if_larger: Option<u64>,
    /// Omit resources with more characters.
    #[arg(long, hide_short_help = true, value_name = "N")]
    pub mlir_elide_resource_strings_if_larger: Option<u64>,
    /// The version of MLIR that is to read the text; text of all versions from 19 on is read. Default: the version that
    /// the spelling of the input tells, else `22`.
    #[arg(long, hide_short_help = true, value_name = "VERSION")]
    pub mlir_version: Option<Version>,
}

/// A version of MLIR.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Version {
    /// LLVM 19.
    #[value(name = "19")]
    V19,
    /// LLVM 20.
    #[value(name = "20")]
    V20,
    /// LLVM 21.
    #[value(name = "21")]
    V21,
    /// LLVM 22.
    #[value(name = "22")]
    V22,
    /// LLVM 23.
    #[value(name = "23")]
    V23,
    /// Trunk of August 2026 (IREE 3.12): attributes such as `alignment = 64` in front of dictionaries in `memref`,
    /// `vector` and `bufferization`.
    #[value(name = "24-early")]
    V24Early,
    /// Trunk from September 2026 on: such attributes in all dialects, and `linalg.elementwise` in place of
    /// `linalg.add`.
    #[value(name = "24")]
    V24,
}

impl From<Version> for MlirVersion {
    fn from(version: Version) -> Self {
        MlirVersion::ALL[version as usize]
    }
}

/// The format of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// Human-readable.
    Text,
    /// Machine-readable.
    Json,
}

/// Contents and destination of the report.
#[derive(Debug, Args)]
#[command(next_help_heading = "Reporting")]
pub(crate) struct ReportArgs {
    /// Format of the report. Default: `text`, or `json` if REPORT is a `.json` file.
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<ReportFormat>,
    /// Write the report to this file instead of standard error; `-` is standard output.
    #[arg(long, value_name = "REPORT")]
    pub report: Option<PathBuf>,
    /// Print only errors. The report is written only if `--report` names a file.
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,
    /// List every skipped buffer with its location and the operation that caused it.
    #[arg(short, long)]
    pub verbose: bool,
    /// Include times, which differ from run to run.
    #[arg(long, hide_short_help = true)]
    pub timings: bool,
    /// Count the arguments of functions in run-time peaks, donated ones too.
    #[arg(long, hide_short_help = true)]
    pub count_arguments: bool,
}

const TRACE_EXAMPLES: &str = "\
Examples:
  memplan trace model.mlir -o model.mtrace    binary, with a checksum and a hash of the program
  memplan trace model.mlir -o model.json      for scripts
  memplan trace model.mlir -o model.csv       one scope: id,lower,upper,size,...
  memplan trace model.mlir --scope main -o main.csv
                                              one scope of several
  memplan trace model.mlir --to csv -o csv/   a CSV file for each scope: csv/main.csv, ...
  memplan trace dump/ -o model.mtrace         all modules of a dump of XLA

JSON and binary files hold all scopes of a program; CSV files and event logs hold one scope. Event logs
(`a ID SIZE [ALIGN]`, `f ID`) have no ticks: the position of an event is its time. The same buffers are
live at the same time.";

/// `memplan trace`
#[derive(Debug, Args)]
#[command(after_help = TRACE_EXAMPLES)]
pub(crate) struct TraceArgs {
    /// MLIR file, trace file of another tool, or directory of such files.
    #[arg(value_name = "IN", value_hint = ValueHint::AnyPath)]
    pub input: PathBuf,
    /// Output file (mtrace, json, csv or log), or a directory (`DIR/`) for one file per scope.
    #[arg(short, long, value_name = "OUT", default_value = "-")]
    pub output: PathBuf,
    /// Output format, if the extension does not determine it. Default: JSON for `-`, binary for directories.
    #[arg(long, value_name = "FORMAT")]
    pub to: Option<DataFormat>,
    /// Write only this scope. Repeatable.
    #[arg(long, value_name = "NAME")]
    pub scope: Vec<String>,
    /// How to read a file that is no program.
    #[command(flatten)]
    pub from: FromArgs,
    /// Options of the job; with `--pools`, the traces that `merge --pools` plans.
    #[command(flatten)]
    pub job: JobArgs<OfTrace>,
}

/// A format of traces and plans.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DataFormat {
    /// `.mtrace` and `.mplan`: compact, with a checksum.
    Binary,
    /// Machine-readable.
    Json,
    /// `id,lower,upper,size` and more columns, for one trace or plan.
    Csv,
    /// A log of `a ID SIZE` and `f ID`, for one trace.
    Events,
}

/// The format of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableFormat {
    /// Human-readable.
    Text,
    /// Machine-readable.
    Json,
    /// For spreadsheets.
    Csv,
}

/// What to list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ListKind {
    /// Algorithms that assign offsets to buffers.
    Planners,
    /// Analyses that compute when each buffer is live.
    Collectors,
    /// Rewrites that merge allocations.
    Mutators,
    /// Passes of `memplan opt`.
    Passes,
    /// Formats of other tools' trace files.
    Readers,
    /// Generated traces: `gen:NAME{...}` in place of a trace file.
    Generators,
}

const LIST_EXAMPLES: &str = "\
Examples:
  memplan list                          everything
  memplan list planners                 all planners with their options
  memplan list planners exact           one planner, with an example command
  memplan list passes canonicalize
  memplan list generators --format json";

/// `memplan list`
#[derive(Debug, Args)]
#[command(after_help = LIST_EXAMPLES)]
pub(crate) struct ListArgs {
    /// List only this kind.
    #[arg(value_name = "KIND")]
    pub kind: Option<ListKind>,
    /// List only the plug-in with this name or alias.
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
    /// Output format.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: ReportFormat,
}

const SHOW_EXAMPLES: &str = "\
Examples:
  memplan show model.mlir -o model.svg
  memplan show model.mlir -o model.html                    interactive page in one file
  memplan show dynamic.csv -o dynamic.html                 sizes depend on symbols: a slider for each of them
  memplan show traces.csv --planner auto,best-fit -o traces.html
                                                           compare two planners
  memplan show model.mtrace model.mplan -o model.svg       draw an existing plan
  memplan show model.mtrace a.mplan b.mplan -o model.html  compare two plans
  memplan show model.mlir -o model.perfetto-trace          for https://ui.perfetto.dev
  memplan show model.mlir --format chrome-trace -o model.json

docs/book/src/guides/pictures.md describes the page and the files for trace viewers.";

/// A format of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ShowFormat {
    /// A still picture of up to 24 schedules.
    Svg,
    /// An interactive page in one file, for up to millions of buffers.
    Html,
    /// A trace for Perfetto: buffers as slices, the load as a counter.
    Perfetto,
    /// The same as JSON, for Chrome, Perfetto and other viewers.
    ChromeTrace,
}

impl ShowFormat {
    /// As users write it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Html => "html",
            Self::Perfetto => "perfetto",
            Self::ChromeTrace => "chrome-trace",
        }
    }
}

/// `memplan show`
#[derive(Debug, Args)]
#[command(after_help = SHOW_EXAMPLES)]
pub(crate) struct ShowArgs {
    /// Trace in any format, or MLIR file.
    #[arg(value_name = "TRACE|IN.mlir", value_hint = ValueHint::FilePath)]
    pub input: PathBuf,
    /// Plans to draw. Default: run the planners, which `--planner` separates by commas.
    #[arg(value_name = "PLAN", value_hint = ValueHint::FilePath)]
    pub plans: Vec<PathBuf>,
    /// Output file: SVG, HTML or a trace for Perfetto, by its extension.
    #[arg(short, long, value_name = "OUT.svg", default_value = "-")]
    pub output: PathBuf,
    /// Output format. Default: by the extension, otherwise SVG.
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<ShowFormat>,
    /// Write the interactive page; the same as `--format html`.
    #[arg(long, conflicts_with = "format")]
    pub html: bool,
    /// Options of the job.
    #[command(flatten)]
    pub job: JobArgs<OfShow>,
    /// Draw only this scope. Repeatable.
    #[arg(long, value_name = "NAME")]
    pub scope: Vec<String>,
    /// How to read a trace.
    #[command(flatten)]
    pub from: FromArgs,
    /// Sizes.
    #[command(flatten)]
    pub at: AtArgs,
}

#[cfg(test)]
mod tests {
    use clap::Command;
    use memplan_planner::algorithms::PLANNERS;

    use super::{Cli, Verb};

    fn command() -> Command {
        let context = crate::context();
        Cli::with_plug_ins(&context, &context.all_passes())
    }

    fn all_commands() -> Vec<Command> {
        let mut root = command();
        root.build();
        let mut all: Vec<Command> = root.get_subcommands().cloned().collect();
        all.push(root);
        all
    }

    #[test]
    fn clap_finds_no_contradiction() {
        command().debug_assert();
    }

    #[test]
    fn every_flag_has_a_help_text_of_the_same_shape() {
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
    fn every_planner_can_be_selected() {
        for planner in PLANNERS {
            let name = planner.info().name;
            let cli = Cli::from_arguments(
                ["memplan", "merge", "x", "--planner", name],
                &crate::context(),
            )
            .unwrap();
            let Verb::Merge(args) = cli.verb else {
                panic!("merge was parsed as another verb");
            };
            assert_eq!(args.job.0.planner.as_deref(), Some(name));
            let context = crate::context();
            let registered =
                crate::planning::find_planner(&context, args.job.0.planner_or_default());
            assert_eq!(registered.unwrap().info().name, name);
        }
    }
}
