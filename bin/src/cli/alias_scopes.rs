//! Arguments of `memplan alias-scopes`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::PrintArgs;

const EXAMPLES: &str = "\
Examples:
  memplan alias-scopes model.ll -o model.scopes.ll         LLVM IR, as mlir-translate writes it
  memplan alias-scopes lowered.mlir -o lowered.scopes.mlir
                                                           the LLVM dialect, as mlir-opt writes it
  mlir-translate --mlir-to-llvmir lowered.mlir | memplan alias-scopes - | clang -O3 -x ir -c - -o model.o

LLVM knows that separate allocations do not overlap, and optimises more. For buffers in one merged allocation this
restores it: accesses get `alias.scope` and `noalias` metadata if the bytes that they may touch are proved to be different.
Results stay the same. Run it after `merge` and lowering, before LLVM optimises; a second run changes nothing.";

/// `memplan alias-scopes`
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct AliasScopesArgs {
    /// LLVM IR as text, or MLIR in the LLVM dialect.
    #[arg(value_name = "IN", value_hint = ValueHint::FilePath)]
    pub input: PathBuf,
    /// Write the program here.
    #[arg(short, long, value_name = "OUT", default_value = "-")]
    pub output: PathBuf,
    /// Print only errors.
    #[arg(short, long)]
    pub quiet: bool,
    /// Printing options, for MLIR.
    #[command(flatten)]
    pub print: PrintArgs,
}
