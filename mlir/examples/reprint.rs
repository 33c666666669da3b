//! Reads a file of MLIR and prints it again: `reprint FILE [--generic]`.

#![expect(clippy::print_stdout, reason = "an example shows its result")]

use std::process::ExitCode;

use memplan_mlir::text::{ParseOptions, PrintOptions, SourceMap, parse, print};

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let Some(path) = args.next() else {
        println!("usage: reprint FILE [--generic]");
        return ExitCode::from(2);
    };
    let generic = args.next().is_some_and(|arg| arg == "--generic");
    let Ok(src) = std::fs::read(&path) else {
        println!("cannot read {path}");
        return ExitCode::from(2);
    };
    match parse(&src, &ParseOptions::default()) {
        Ok(parsed) => {
            print!(
                "{}",
                print(
                    &parsed.module,
                    &PrintOptions {
                        generic,
                        ..PrintOptions::default()
                    }
                )
            );
            ExitCode::SUCCESS
        }
        Err(diagnostics) => {
            let map = SourceMap::new(&src);
            for diagnostic in diagnostics {
                let (line, column) = map.line_col(diagnostic.span.start);
                println!("{path}:{line}:{column}: error: {}", diagnostic.message);
            }
            ExitCode::FAILURE
        }
    }
}
