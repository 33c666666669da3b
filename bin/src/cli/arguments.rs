//! Options about the arguments of functions.

use std::str::FromStr as _;

use super::data::AtArgs;
use clap::{Args, ValueEnum};
use memplan::{ArgumentOptions, DimRange, Donate, DonationForm, EqualDims, SizeOptions};
use memplan_memory_model::UnknownOps;

/// What may be done with the arguments of functions.
#[derive(Debug, Args)]
#[command(next_help_heading = "Arguments of functions")]
pub(crate) struct ArgumentArgs {
    /// Results that are computed in the memory of an argument, which the caller gives up: `main:0=1` for argument 0 and
    /// result 1, separated by commas, or `auto` for the first argument of the type of each result. Programs declare
    /// them, too: with `memplan.donated`, or as JAX, MHLO and IREE do.
    #[arg(long, value_name = "WHICH", value_parser = Donate::from_str)]
    pub donate: Option<Donate>,
    /// What becomes of such results.
    #[arg(long, value_name = "FORM", default_value = "drop")]
    pub donation: FormArg,
    /// Let the program assert at run time that no argument starts where a donated one does.
    #[arg(long)]
    pub check_donation: bool,
    /// Whether a function on tensors may write to the memory of its arguments.
    #[arg(long, value_name = "WHAT", default_value = "writable")]
    pub arguments: AccessArg,
    /// What functions without a body and unknown operations may do with memory, where nothing declares it. `access`:
    /// use it during the call only, the calling convention of MLIR. `capture`: also keep its address, so nothing that
    /// they are given is merged, reused or freed. `memplan.captures`, `memplan.frees` and `memplan.returned` on an
    /// argument declare it.
    #[arg(long, value_name = "WHAT", default_value = "access")]
    pub unknown_ops: UnknownOpsArg,
    /// Dynamic dimensions.
    #[command(flatten)]
    pub dims: DimsArgs,
    /// Let the program assert at entry of each function that dimensions are in the ranges and equal as declared. Then
    /// plans may rely on them: `--arena stack` and `global` place dynamic buffers whose sizes are bounded.
    #[arg(long)]
    pub check_ranges: bool,
    /// Merge dynamic buffers also where it is not proven that no run needs more memory, if that holds at 200 shapes in
    /// the ranges.
    #[arg(long)]
    pub assume_ranges: bool,
    /// Let the program assert that no size of a dynamic merged allocation exceeds 2^62 bytes, where that is not proven.
    #[arg(long)]
    pub check_overflow: bool,
    /// Sizes in the report.
    #[command(flatten)]
    pub at: AtArgs,
}

/// What is known about dynamic dimensions.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct DimsArgs {
    /// The values of a dynamic dimension: `main:0:1=32..1024`, `main:0:1=32..`, or either with `/32` for multiples.
    /// Argument 0, dimension 1. Programs declare them, too: `memplan.dims = ["b=1..64", "s=32..1024/32"]` on an
    /// argument.
    #[arg(long, value_name = "DIM=RANGE", value_parser = DimRange::from_str)]
    pub range: Vec<DimRange>,
    /// Two dynamic dimensions of one function that are equal: `main:0:0=main:1:0`.
    #[arg(long, value_name = "DIM=DIM", value_parser = EqualDims::from_str)]
    pub equal: Vec<EqualDims>,
}

/// What becomes of results in donated arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FormArg {
    /// They are no results any more; the argument holds them.
    Drop,
    /// They stay, as copies of the argument.
    Keep,
}

/// What a function may do with the memory of its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum AccessArg {
    /// It may write to it, as in MLIR.
    Writable,
    /// It keeps its contents, except of arguments that are donated.
    ReadOnly,
}

/// What functions without a body and unknown operations may do with memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum UnknownOpsArg {
    /// Use it while they run.
    Access,
    /// Also use it later.
    Capture,
}

impl ArgumentArgs {
    /// The options of the job.
    pub(crate) fn options(&self) -> ArgumentOptions {
        ArgumentOptions {
            donate: self.donate.clone().unwrap_or_default(),
            form: match self.donation {
                FormArg::Drop => DonationForm::Drop,
                FormArg::Keep => DonationForm::Keep,
            },
            is_checked: self.check_donation,
            are_read_only: self.arguments == AccessArg::ReadOnly,
            unknown_ops: match self.unknown_ops {
                UnknownOpsArg::Access => UnknownOps::Access,
                UnknownOpsArg::Capture => UnknownOps::Capture,
            },
            ranges: self.dims.range.clone(),
            equal: self.dims.equal.clone(),
            sizes: SizeOptions {
                check_ranges: self.check_ranges,
                assume_ranges: self.assume_ranges,
                check_overflow: self.check_overflow,
            },
        }
    }
}
