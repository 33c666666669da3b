//! The verb `opt`: its flags are those of mlir-opt, one for each pass among them.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Arg, ArgAction, ArgMatches, Args, Command, ValueHint};
use memplan_mlir::passes::{PluginInfo, Registry};

use super::PrintArgs;

const OPT_EXAMPLES: &str = "\
Examples:
  memplan opt model.mlir                                read, verify and print
  memplan opt model.mlir --canonicalize --cse           passes, in this order
  memplan opt model.mlir --merge-alloc='planner=best-fit alignment=128'
  memplan opt model.mlir --pass-pipeline='builtin.module(func.func(canonicalize,cse),merge-alloc)'
  memplan opt model.mlir --canonicalize --mlir-print-ir-after-change --mlir-timing
  memplan opt -canonicalize -cse model.mlir -o out.mlir     one dash is as good as two

Pipelines that mlir-opt 22 prints with --dump-pass-pipeline can be pasted as they are. Options that
have no counterpart here are refused by name, unless they have their default value.

What is nested in `func.func(...)` runs on each function alone, on several functions at once; what
comes out does not depend on how many. `memplan list passes` lists the passes with their options.";

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
    /// The flags that name passes, in order, with their options.
    #[arg(skip)]
    pub passes: Vec<(String, String)>,
    /// Passes with their nesting, as mlir-opt takes them.
    #[arg(long, value_name = "PIPELINE")]
    pub pass_pipeline: Option<String>,
    /// Print the pipeline that is run, named pipelines written out.
    #[arg(long)]
    pub dump_pass_pipeline: bool,
    /// Treat the parts between lines `// -----` as files of their own.
    #[arg(long)]
    pub split_input_file: bool,
    /// Verify the program after each pass and not only at the end.
    #[arg(long, value_name = "BOOL", value_parser = clap::builder::BoolishValueParser::new(), num_args = 0..=1, default_value_t = true, default_missing_value = "true", action = ArgAction::Set)]
    pub verify_each: bool,
    /// Threads in all; all cores by default. Without a time limit no result depends on it.
    #[arg(
        short = 'j',
        long,
        value_name = "N",
        conflicts_with = "mlir_disable_threading"
    )]
    pub threads: Option<NonZeroUsize>,
    /// Work on one function at a time.
    #[arg(long)]
    pub mlir_disable_threading: bool,
    /// Tell on standard error where the time went.
    #[arg(long)]
    pub mlir_timing: bool,
    /// Print to standard error what each pass gets.
    #[arg(long)]
    pub mlir_print_ir_before_all: bool,
    /// Print to standard error what each pass makes.
    #[arg(long)]
    pub mlir_print_ir_after_all: bool,
    /// Print to standard error what these passes get.
    #[arg(long, value_name = "PASS,...", value_delimiter = ',')]
    pub mlir_print_ir_before: Vec<String>,
    /// Print to standard error what these passes make.
    #[arg(long, value_name = "PASS,...", value_delimiter = ',')]
    pub mlir_print_ir_after: Vec<String>,
    /// Print after a pass only if it changed anything; after all passes unless some are named.
    #[arg(long)]
    pub mlir_print_ir_after_change: bool,
    /// Accept operations that no dialect here describes; memplan always does.
    #[arg(long)]
    pub allow_unregistered_dialect: bool,
    /// How to print.
    #[command(flatten)]
    pub print: PrintArgs,
}

/// Gives `opt` a flag for each pass and pipeline.
pub(super) fn with_passes(command: Command, passes: &Registry) -> Command {
    command.mut_subcommand("opt", |opt| {
        passes.infos().fold(opt, |opt, info| opt.arg(flag(&info)))
    })
}

fn flag(info: &PluginInfo) -> Arg {
    let options = info.options.iter().map(|option| {
        let default = match option.default {
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

/// The passes that were asked for by flags, in order.
pub(super) fn passes_of(matches: &ArgMatches, passes: &Registry) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for info in passes.infos() {
        let values = matches.get_many::<String>(info.name).into_iter().flatten();
        let indices = matches.indices_of(info.name).into_iter().flatten();
        found.extend(
            indices
                .zip(values)
                .map(|(at, options)| (at, info.name, options)),
        );
    }
    found.sort_unstable_by_key(|&(at, ..)| at);
    let name = |(_, name, options): (usize, &str, &String)| (name.to_owned(), options.clone());
    found.into_iter().map(name).collect()
}
