//! Writes an MLIR file of at least the given size, made of the models of the shared corpus.
//!
//! `cargo run -p memplan-benches --example corpus_text -- BYTES OUT.mlir`. The output is
//! deterministic; functions and aliases of each copy have unique names.
#![expect(clippy::print_stderr, reason = "a program that reports to a person")]

use std::process::ExitCode;

use memplan_benches::repeated_corpus;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [bytes, path] = args.as_slice() else {
        eprintln!("usage: corpus_text BYTES OUT.mlir");
        return ExitCode::from(2);
    };
    let Ok(bytes) = bytes.parse() else {
        eprintln!("`{bytes}` is not a number of bytes");
        return ExitCode::from(2);
    };
    let Some(text) = repeated_corpus(bytes) else {
        eprintln!("the shared corpus is not available");
        return ExitCode::from(2);
    };
    match std::fs::write(path, text) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{path}: {error}");
            ExitCode::from(2)
        }
    }
}
