//! The arguments of `memplan merge` and `memplan apply`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::data::AtArgs;
use super::job::{JobArgs, OfApply, OfMerge};
use super::{PrintArgs, ReportArgs};

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

/// `memplan merge`
#[derive(Debug, Args)]
#[command(after_help = MERGE_EXAMPLES)]
pub(crate) struct MergeArgs {
    /// MLIR file.
    #[arg(value_name = "IN", value_hint = ValueHint::FilePath)]
    pub input: PathBuf,
    /// Print the peaks that values of `--recompute` reach, and the traffic that each adds, in place of a program; with
    /// a file, also as `.svg`, `.csv` or `.json`.
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, hide_short_help = true, conflicts_with_all = ["optimize", "recompute", "fit", "output", "pools"])]
    pub recompute_curve: Option<Option<PathBuf>>,
    /// Write the rewritten program here.
    #[arg(short, long, value_name = "OUT", default_value = "-")]
    pub output: PathBuf,
    /// Options of the job.
    #[command(flatten)]
    pub job: JobArgs<OfMerge>,
    /// Sizes in the report.
    #[command(flatten)]
    pub at: AtArgs,
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
  memplan plan model.pte -o model.mplan
  memplan apply model.pte model.mplan -o planned.pte

The output is identical to that of `memplan merge model.mlir -O none --planner auto --arena alloc`.
A plan records a hash of its program; memplan rejects it for any other program.

A TensorFlow Lite model gets the offsets as metadata, which TensorFlow Lite for Microcontrollers uses instead of its own
plan. A program of ExecuTorch gets other offsets and sizes of its memories. A problem of dsa-solver gets a solution. The
flags for programs of MLIR have no meaning there.";

/// `memplan apply`
#[derive(Debug, Args)]
#[command(after_help = APPLY_EXAMPLES)]
pub(crate) struct ApplyArgs {
    /// MLIR file, or a file of another tool that takes plans: `.tflite`, `.pte`, a problem of dsa-solver.
    #[arg(value_name = "IN", value_hint = ValueHint::FilePath)]
    pub input: PathBuf,
    /// Plan for this program.
    #[arg(value_name = "PLAN", value_hint = ValueHint::FilePath)]
    pub plan: PathBuf,
    /// Write the rewritten program here.
    #[arg(short, long, value_name = "OUT", default_value = "-")]
    pub output: PathBuf,
    /// Options of the job.
    #[command(flatten)]
    pub job: JobArgs<OfApply>,
    /// Printing options.
    #[command(flatten)]
    pub print: PrintArgs,
    /// Report options.
    #[command(flatten)]
    pub report: ReportArgs,
}
