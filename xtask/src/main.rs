//! Development tasks. `cargo run -p xtask -- tidy` checks the house rules that no compiler checks.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "this program reports to people"
)]

mod tidy;

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["tidy"] => {}
        _ => {
            eprintln!("usage: cargo run -p xtask -- tidy");
            return ExitCode::from(2);
        }
    }
    match tidy::check(&root) {
        Ok(summary) => {
            println!("{summary}");
            ExitCode::SUCCESS
        }
        Err(findings) => {
            for finding in &findings {
                eprintln!("{finding}");
            }
            eprintln!("tidy: {} findings", findings.len());
            ExitCode::FAILURE
        }
    }
}
