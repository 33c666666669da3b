//! Development tasks. `cargo run -p xtask -- tidy` checks the house rules that no compiler checks;
//! `cargo run -p xtask -- sweep` sends every program of the tree through every pass.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "this program reports to people"
)]

mod sweep;
mod tidy;

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let (task, outcome) = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["tidy"] => ("tidy", tidy::check(&root)),
        ["sweep"] => ("sweep", sweep::run(&root)),
        _ => {
            eprintln!("usage: cargo run -p xtask -- tidy|sweep");
            return ExitCode::from(2);
        }
    };
    match outcome {
        Ok(summary) => {
            println!("{summary}");
            ExitCode::SUCCESS
        }
        Err(findings) => {
            for finding in &findings {
                eprintln!("{finding}");
            }
            eprintln!("{task}: {} findings", findings.len());
            ExitCode::FAILURE
        }
    }
}
