//! Arguments of `memplan opt`: the flags of mlir-opt, including one for each pass.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, ValueEnum, ValueHint};
use memplan_mlir::passes::{PassPlugin, Registry};
use memplan_plugin::nearest;
use memplan_support::Sort;

use super::PrintArgs;

const OPT_EXAMPLES: &str = "\
Examples:
  memplan opt model.mlir                                read, verify and print
  memplan opt model.mlir --canonicalize --cse           passes, in this order
  memplan opt model.mlir --merge-alloc='planner=best-fit alignment=128'
  memplan opt model.mlir --pass-pipeline='builtin.module(func.func(canonicalize,cse),merge-alloc)'
  memplan opt model.mlir --canonicalize --mlir-print-ir-after-change --mlir-timing
  memplan opt -canonicalize -cse model.mlir -o out.mlir     flags with one dash

Pipelines printed by `mlir-opt --dump-pass-pipeline` (version 22) are accepted as they are. An option that
memplan does not support is an error, unless it has its default value.

Passes nested in `func.func(...)` run on several functions in parallel; the result does not depend on the
number of threads. `memplan list passes` lists the passes with their options.";

/// `memplan opt`
#[derive(Debug, Args)]
#[command(after_help = OPT_EXAMPLES)]
pub(crate) struct OptArgs {
    /// MLIR file.
    #[arg(value_name = "IN", default_value = "-", value_hint = ValueHint::FilePath)]
    pub input: PathBuf,
    /// Write the result here.
    #[arg(short, long, value_name = "OUT", default_value = "-")]
    pub output: PathBuf,
    /// Passes given as flags, in order, with their options.
    #[arg(skip)]
    pub passes: Vec<(String, String)>,
    /// Pass pipeline in the syntax of mlir-opt.
    #[arg(long, value_name = "PIPELINE")]
    pub pass_pipeline: Option<String>,
    /// Print the pipeline, with named pipelines expanded.
    #[arg(long)]
    pub dump_pass_pipeline: bool,
    /// Process the parts between these lines as separate files.
    #[arg(long, value_name = "LINE", num_args = 0..=1, require_equals = true, default_missing_value = "// -----")]
    pub split_input_file: Option<String>,
    /// The line between the parts of the result.
    #[arg(long, value_name = "LINE", default_value = "// -----")]
    pub output_split_marker: String,
    /// Compare errors, warnings, remarks and notes with the `expected-error` comments of the file, instead of reporting
    /// them: `only-expected` accepts others.
    #[arg(long, value_name = "WHICH", num_args = 0..=1, require_equals = true, default_missing_value = "all")]
    pub verify_diagnostics: Option<Expectations>,
    /// Print the program, read that, and compare both, in front of the passes.
    #[arg(long)]
    pub verify_roundtrip: bool,
    /// Verify the program after each pass.
    #[arg(long, value_name = "BOOL", value_parser = clap::builder::BoolishValueParser::new(), num_args = 0..=1, default_value_t = true, default_missing_value = "true", action = ArgAction::Set)]
    pub verify_each: bool,
    /// Maximum number of threads. Default: all cores. Results depend on it only under a time limit.
    #[arg(
        short = 'j',
        long,
        value_name = "N",
        conflicts_with = "mlir_disable_threading",
        value_parser = crate::cli::spec::positive
    )]
    pub threads: Option<NonZeroUsize>,
    /// Process one function at a time.
    #[arg(long)]
    pub mlir_disable_threading: bool,
    /// Print the time spent in each pass to standard error.
    #[arg(long)]
    pub mlir_timing: bool,
    /// Print the program before each pass to standard error.
    #[arg(long)]
    pub mlir_print_ir_before_all: bool,
    /// Print the program after each pass to standard error.
    #[arg(long)]
    pub mlir_print_ir_after_all: bool,
    /// Print the program before these passes to standard error.
    #[arg(long, value_name = "PASS,...", value_delimiter = ',')]
    pub mlir_print_ir_before: Vec<String>,
    /// Print the program after these passes to standard error.
    #[arg(long, value_name = "PASS,...", value_delimiter = ',')]
    pub mlir_print_ir_after: Vec<String>,
    /// Print after a pass only if it changed the program. Applies to all passes unless some are named.
    #[arg(long)]
    pub mlir_print_ir_after_change: bool,
    /// Print the program after a pass that fails to standard error.
    #[arg(long)]
    pub mlir_print_ir_after_failure: bool,
    /// Print what passes count to standard error.
    #[arg(long)]
    pub mlir_pass_statistics: bool,
    /// Accept operations of unregistered dialects. Always on.
    #[arg(long)]
    pub allow_unregistered_dialect: bool,
    /// The file is one operation, which is printed without a module around it.
    #[arg(long)]
    pub no_implicit_module: bool,
    /// Write bytecode instead of text.
    #[arg(long)]
    pub emit_bytecode: bool,
    /// The version of the bytecode: 0 to 6. Up to version 4, all attributes have their names, which all versions of
    /// MLIR read; 5 and 6 have the order of MLIR 19 or 22, whichever `--mlir-version` names.
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub emit_bytecode_version: u64,
    /// Printing options.
    #[command(flatten)]
    pub print: PrintArgs,
}

/// Which messages a file has to expect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Expectations {
    /// All of them.
    All,
    /// None: those that it expects have to come.
    OnlyExpected,
}

/// Gives `opt` a flag for each pass and pipeline.
pub(super) fn with_passes(command: Command, passes: &Registry) -> Command {
    command.mut_subcommand("opt", |opt| {
        let flags = passes.iter().map(|pass| flag(&**pass));
        flags.fold(opt, Command::arg)
    })
}

fn flag(pass: &dyn PassPlugin) -> Arg {
    let (info, options) = (pass.info(), pass.options());
    let options = options.infos().iter().map(|option| {
        let default = match &*option.default {
            "" => String::new(),
            default => format!(" [default: {default}]"),
        };
        format!("\n- {}: {}{default}", option.name, option.help)
    });
    let long_help: String = std::iter::once(info.summary.to_owned())
        .chain(options)
        .collect();
    Arg::new(info.name)
        .long(info.name)
        .value_name("OPTIONS")
        .num_args(0..=1)
        .require_equals(true)
        .default_missing_value("")
        .action(ArgAction::Append)
        .conflicts_with("pass_pipeline")
        .help_heading("Passes, in the order given")
        .help(info.summary)
        .long_help(long_help)
}

/// The error with a suggestion that suits an unknown pass, in the place of the advice to pass its flag as a file.
pub(super) fn with_nearest_pass(mut error: clap::Error, passes: &Registry) -> clap::Error {
    let Some(ContextValue::String(flag)) = error.get(ContextKind::InvalidArg) else {
        return error;
    };
    let is_unknown = error.kind() == ErrorKind::UnknownArgument
        && error.get(ContextKind::SuggestedArg).is_none();
    let Some(name) = flag.strip_prefix("--").filter(|_| is_unknown) else {
        return error;
    };
    let name = name.split('=').next().unwrap_or(name).to_owned();
    let names = passes.infos().map(|info| info.name);
    let tip = match nearest(&name, names) {
        Some(pass) => format!("a pass with a similar name exists: '--{pass}'"),
        None => format!("there is no pass '{name}'; `memplan list passes` lists the passes"),
    };
    error.insert(
        ContextKind::Suggested,
        ContextValue::StyledStrs(vec![tip.into()]),
    );
    error
}

/// The passes that were asked for by flags, in order.
pub(super) fn passes_of(matches: &ArgMatches, passes: &Registry) -> Vec<(String, String)> {
    let mut passes_given = Vec::new();
    for info in passes.infos() {
        let values = matches.get_many::<String>(info.name).into_iter().flatten();
        let indices = matches.indices_of(info.name).into_iter().flatten();
        passes_given.extend(
            indices
                .zip(values)
                .map(|(at, options)| (at, info.name, options)),
        );
    }
    passes_given.sort_stable_by_key(|&(at, ..)| at);
    let name = |(_, name, options): (usize, &str, &String)| (name.to_owned(), options.clone());
    passes_given.into_iter().map(name).collect()
}
