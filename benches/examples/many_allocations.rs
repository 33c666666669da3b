//! Prints a program with many allocations in one function, to measure how deallocation scales.
//!
//! `cargo run --profile dist -p memplan-benches --example many_allocations 20000 > many.mlir`

#![allow(clippy::print_stdout, reason = "a program for the command line")]

use std::fmt::Write as _;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let n: usize = std::env::args().nth(1).map_or(Ok(1000), |n| n.parse())?;
    let n = n.max(1);
    let mut text =
        "func.func @f(%c: i1, %i: index) -> f32 {\n  %z = arith.constant 0.0 : f32\n".to_owned();
    for k in 0..n {
        writeln!(text, "  %a{k} = memref.alloc() : memref<16xf32>")?;
        writeln!(
            text,
            "  linalg.fill ins(%z : f32) outs(%a{k} : memref<16xf32>)"
        )?;
        if k > 0 && k % 4 == 0 {
            // After every fourth allocation, a value may be either of two buffers.
            let (before, other) = (k - 1, k - 2);
            writeln!(
                text,
                "  %r{k} = scf.if %c -> (memref<16xf32>) {{ scf.yield %a{k} : memref<16xf32> }} \
                 else {{ scf.yield %a{before} : memref<16xf32> }}\n  \
                 memref.copy %r{k}, %a{other} : memref<16xf32> to memref<16xf32>"
            )?;
        }
    }
    let last = n - 1;
    writeln!(
        text,
        "  %v = memref.load %a{last}[%i] : memref<16xf32>\n  return %v : f32\n}}"
    )?;
    print!("{text}");
    Ok(())
}
