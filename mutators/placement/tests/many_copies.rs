//! `copy-removal` where tens of thousands of copies share a buffer: a pass that reads all uses of the buffer for each
//! of them, or removes one of them in each round, does not end within hours.

use std::fmt::Write as _;

use memplan_mlir::Module;
use memplan_mlir::semantics::Kernel;
use memplan_mlir::text::{ParseOptions, parse};
use memplan_mlir::verifier::verify;
use memplan_placement::remove_copies;

const N: usize = 20_000;

/// A function that repeats a statement, with its number for `#`, while `%s` is allocated. `T` is the type of buffers.
fn program(n: usize, statement: &str) -> Module {
    let mut text = String::from(
        "func.func @main(%x: f32, %c: i1, %out: T) {
           %c0 = arith.constant 0 : index
           %s = memref.alloc() : T
           linalg.fill ins(%x : f32) outs(%s : T)\n",
    );
    for number in 0..n {
        let _ = writeln!(text, "{}", statement.replace('#', &number.to_string()));
    }
    text.push_str("memref.dealloc %s : T\nreturn\n}");
    let text = text.replace('T', "memref<8xf32>");
    match parse(text.as_bytes(), &ParseOptions::default()) {
        Ok(parsed) => parsed.module,
        Err(errors) => panic!("{errors:?}"),
    }
}

/// Removes the copies, and returns how many allocations and copies are left.
fn left(mut m: Module) -> [usize; 2] {
    let root = m.root();
    remove_copies(&mut m, root, false);
    assert_eq!(verify(&m), []);
    let count = |kernel: Kernel| m.walk(root).filter(|&op| m.is_kernel(op, kernel)).count();
    [Kernel::Alloc, Kernel::Copy].map(count)
}

#[test]
fn copies_of_one_buffer_that_are_read() {
    let copied = "%t# = memref.alloc() : T
                  memref.copy %s, %t# : T to T
                  %v# = memref.load %t#[%c0] : T
                  memref.store %v#, %out[%c0] : T
                  memref.dealloc %t# : T";
    assert_eq!(left(program(N, copied)), [1, 0]);
    let cloned = "%t# = bufferization.clone %s : T to T
                  memref.copy %t#, %out : T to T
                  memref.dealloc %t# : T";
    assert_eq!(left(program(N, cloned)), [1, N]);
}

#[test]
fn copies_of_one_buffer_with_views_and_in_regions() {
    let viewed = "%t# = memref.alloc() : T
                  memref.copy %s, %t# : T to T
                  %w# = memref.expand_shape %t# [[0, 1]] output_shape [2, 4] : T into memref<2x4xf32>
                  %v# = memref.load %w#[%c0, %c0] : memref<2x4xf32>
                  memref.store %v#, %out[%c0] : T
                  memref.dealloc %t# : T";
    assert_eq!(left(program(N, viewed)), [1, 0]);
    let nested = format!("scf.if %c {{ {viewed} }}");
    assert_eq!(left(program(N, &nested)), [1, 0]);
}

#[test]
fn copies_into_one_buffer() {
    let into = "%t# = memref.alloc() : T
                linalg.fill ins(%x : f32) outs(%t# : T)
                memref.copy %t#, %s : T to T
                memref.dealloc %t# : T";
    assert_eq!(left(program(N, into)), [1, 0]);
}

#[test]
fn copies_of_one_buffer_that_stay() {
    let written = "%t# = memref.alloc() : T
                   memref.copy %s, %t# : T to T
                   memref.store %x, %t#[%c0] : T
                   %v# = memref.load %t#[%c0] : T
                   memref.store %v#, %out[%c0] : T
                   memref.dealloc %t# : T";
    assert_eq!(left(program(N, written)), [N + 1, N]);
}
