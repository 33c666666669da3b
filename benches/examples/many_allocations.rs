//! Prints a program with many allocations in one function, to measure how deallocation scales.
//!
//! `cargo run --profile dist -p memplan-benches --example many_allocations 20000 > many.mlir`

#![allow(clippy::print_stdout, reason = "a program for the command line")]

fn main() -> Result<(), std::num::ParseIntError> {
    let n = std::env::args().nth(1).map_or(Ok(1000), |n| n.parse())?;
    print!("{}", memplan_benches::many_allocations(n));
    Ok(())
}
