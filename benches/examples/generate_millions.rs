//! Generates one trace and prints the time and memory it took: `generate_millions SPEC`.
//!
//! Memory is the peak resident memory of the process, available on Linux.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it is a program")]

use std::process::ExitCode;
use std::time::Instant;

use memplan_datasets::registry::generate;

fn main() -> ExitCode {
    let Some(spec) = std::env::args().nth(1) else {
        eprintln!("usage: generate_millions 'synthetic{{n=10M}}'");
        return ExitCode::from(2);
    };
    let start = Instant::now();
    let made = match generate(&spec) {
        Ok(made) => made,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    let elapsed = start.elapsed();
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    println!(
        "{}: {} buffers in {elapsed:.2?}, most resident memory {}",
        made.spec,
        made.trace.len(),
        most.unwrap_or("unknown").trim()
    );
    ExitCode::SUCCESS
}
