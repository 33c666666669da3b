//! Arguments of `memplan serve` in a build without the service: all are accepted, so that the answer is where to get
//! it.

use std::ffi::OsString;

use clap::Args;

/// The command that installs memplan with the service.
pub(crate) const INSTALL: &str =
    "cargo install --locked --profile dist --path bin --features serve";

/// `memplan serve`
#[derive(Debug, Args)]
#[command(after_help = format!("\
Examples:
  memplan serve                                          listen on 127.0.0.1:7717

This build has no service. To install memplan with it:
  {INSTALL}"))]
pub(crate) struct AbsentArgs {
    /// Arguments of the service.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    _given: Vec<OsString>,
}
