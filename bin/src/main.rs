//! The memplan command.

use std::process::ExitCode;

fn main() -> ExitCode {
    memplan::run(&memplan::Context::default(), std::env::args_os()).into()
}
