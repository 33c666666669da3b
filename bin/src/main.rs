//! The memplan command.

use std::process::ExitCode;

fn main() -> ExitCode {
    memplan_cli::run(&memplan_cli::context(), std::env::args_os()).into()
}
