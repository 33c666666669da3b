//! The arguments of `memplan merge` and `memplan apply`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use memplan::{Blocks, MemoryCopies, MemoryPools};

use super::{
    ArgumentArgs, CollectorArgs, DimsArgs, MutatorArgs, PlannerArgs, PrintArgs, ReportArgs,
};

/// What to rewrite a program for before it is planned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Optimize {
    /// The least run-time peak that a search over passes reaches.
    Memory,
    /// Nothing: the program is planned as it is.
    None,
}

const MERGE_EXAMPLES: &str = "\
Examples:
  memplan merge model.mlir                              print the rewritten program
  memplan merge model.mlir -O none                      keep operations and buffers as they are, and merge
  memplan merge model.mlir --recompute 20%              compute buffers again where that lowers the peak
  memplan merge model.mlir --recompute-curve=curve.svg  what that reaches, as table and plot
  memplan merge model.mlir --blocks auto                compute attention and other chains block by block
  memplan merge model.mlir --pools l1=512KiB,dram       keep what is used soon in a fast memory of 512 KiB
  memplan merge model.mlir --pools l1=512KiB,dram --dma copy beside the program
  memplan merge model.mlir -o merged.mlir --verbose     list each skipped buffer with the reason
  memplan merge model.mlir -o merged.mlir -q            do not print a report
  memplan merge - < model.mlir | mlir-opt --canonicalize
  memplan merge model.mlir -o merged.mlir --format json --report report.json

The program goes to standard output or to OUT; the report goes to standard error or to REPORT.";

/// A share such as `20%`.
fn percent(text: &str) -> Result<u64, String> {
    let number = text
        .strip_suffix('%')
        .and_then(|number| number.parse().ok());
    number.ok_or_else(|| "expected a whole number of percent, such as `20%`".to_owned())
}

/// Pools such as `l1=512KiB,dram`.
pub(crate) fn pools(text: &str) -> Result<Box<MemoryPools>, String> {
    text.parse().map(Box::new)
}

/// `memplan merge`
#[derive(Debug, Args)]
#[command(after_help = MERGE_EXAMPLES)]
pub(crate) struct MergeArgs {
    /// MLIR file.
    #[arg(value_name = "IN", value_hint = ValueHint::FilePath)]
    pub input: PathBuf,
    /// What passes lower before planning: the run-time peak by default, `none` with a collector that has
    /// `compat=reference`. A program whose peak they do not lower stays as it is. The report has the peaks after each
    /// pass.
    #[arg(short = 'O', long, value_name = "WHAT")]
    pub optimize: Option<Optimize>,
    /// Compute buffers again instead of keeping them, for at most this much more memory traffic and arithmetic, such as
    /// `20%`.
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    pub recompute: Option<u64>,
    /// Print the peaks that values of `--recompute` reach, and the traffic that each adds, in place of a program; with
    /// a file, also as `.svg`, `.csv` or `.json`.
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, conflicts_with_all = ["optimize", "recompute", "fit", "output"])]
    pub recompute_curve: Option<Option<PathBuf>>,
    /// Compute chains of operations block by block, so that the buffers between them are small: `free` where that
    /// lowers the peak and nothing is computed again, `auto` also at some cost, a number of blocks for every chain, or
    /// `off`. Default: `free`.
    #[arg(long, value_name = "BLOCKS", value_parser = <Blocks as std::str::FromStr>::from_str)]
    pub blocks: Option<Blocks>,
    /// Write out loops on tensors whose iterations are known and have at most so many operations together, 0 for none,
    /// where that lowers the peak by 1 KiB for each: what a loop over layers keeps in stacks then dies one by one.
    /// Default: 100000.
    #[arg(long, value_name = "OPERATIONS")]
    pub unroll: Option<usize>,
    /// Do what it takes, and no more, to need at most this much memory at run time, such as `48MiB`: nothing, then what
    /// adds no traffic, then blocks at a cost, then recomputation. Exit code 1 names what is missing, and the buffers
    /// that are in the way.
    #[arg(long, value_name = "BYTES", value_parser = memplan_support::sizes::parse, conflicts_with_all = ["optimize", "recompute", "blocks", "unroll"])]
    pub fit: Option<u64>,
    /// Use a fast memory of limited size beside that of the program, such as `l1=512KiB,dram`: buffers are put into it,
    /// and moved with `memref.copy`, so that few bytes are copied or accessed in the slow one. `l1@3=512KiB/32,dram`
    /// states the memory space of the fast one (default: 1) and the alignment in it.
    #[arg(long, value_name = "POOLS", value_parser = pools, conflicts_with = "recompute_curve")]
    pub pools: Option<Box<MemoryPools>>,
    /// How buffers are copied between memories.
    #[command(flatten)]
    pub copies: CopyArgs,
    /// Write the rewritten program here.
    #[arg(short, long, value_name = "OUT", default_value = "-")]
    pub output: PathBuf,
    /// What may be done with arguments.
    #[command(flatten)]
    pub arguments: ArgumentArgs,
    /// Planner and limits.
    #[command(flatten)]
    pub planner: PlannerArgs,
    /// Collector options.
    #[command(flatten)]
    pub collector: CollectorArgs,
    /// Mutator options.
    #[command(flatten)]
    pub mutator: MutatorArgs,
    /// Printing options.
    #[command(flatten)]
    pub print: PrintArgs,
    /// Report options.
    #[command(flatten)]
    pub report: ReportArgs,
}

const APPLY_EXAMPLES: &str = "\
Examples:
  memplan trace model.mlir -o model.mtrace
  memplan plan model.mtrace -o model.mplan
  memplan apply model.mlir model.mplan -o merged.mlir
  memplan trace model.mlir --pools l1=512KiB,dram -o model.mtrace    then `plan` and `apply` as well
  memplan plan model.tflite --from 'tflite{runtime=tflm}' -o model.mplan
  memplan apply model.tflite model.mplan -o planned.tflite

The output is identical to that of `memplan merge model.mlir -O none --planner auto --arena alloc`.
A plan records a hash of its program; memplan rejects it for any other program.

A TensorFlow Lite model gets the offsets as metadata, which TensorFlow Lite for Microcontrollers uses instead of its own
plan. The flags for programs have no meaning there.";

/// `memplan apply`
#[derive(Debug, Args)]
#[command(after_help = APPLY_EXAMPLES)]
pub(crate) struct ApplyArgs {
    /// MLIR file, or TensorFlow Lite model.
    #[arg(value_name = "IN", value_hint = ValueHint::FilePath)]
    pub input: PathBuf,
    /// Plan for this program.
    #[arg(value_name = "PLAN", value_hint = ValueHint::FilePath)]
    pub plan: PathBuf,
    /// Write the rewritten program here.
    #[arg(short, long, value_name = "OUT", default_value = "-")]
    pub output: PathBuf,
    /// Maximum number of threads. Default: all cores. Results depend on it only under a time limit.
    #[arg(short = 'j', long, value_name = "N", value_parser = crate::cli::spec::positive)]
    pub threads: Option<NonZeroUsize>,
    /// Dynamic dimensions, as `trace` had them.
    #[command(flatten)]
    pub dims: DimsArgs,
    /// How buffers are copied between memories.
    #[command(flatten)]
    pub copies: CopyArgs,
    /// Mutator options.
    #[command(flatten)]
    pub mutator: MutatorArgs,
    /// Printing options.
    #[command(flatten)]
    pub print: PrintArgs,
    /// Report options.
    #[command(flatten)]
    pub report: ReportArgs,
}

/// How buffers are copied between memories.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct CopyArgs {
    /// Copy between memories with `memref.dma_start`, and wait for each copy with `memref.dma_wait` in front of the
    /// first operation that depends on it.
    #[arg(long)]
    pub dma: bool,
}

impl CopyArgs {
    /// The choice.
    pub(crate) fn kind(self) -> MemoryCopies {
        if self.dma {
            MemoryCopies::Dma
        } else {
            MemoryCopies::Blocking
        }
    }
}
