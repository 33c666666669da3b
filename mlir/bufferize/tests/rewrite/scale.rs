//! Time and determinism: long chains, many arguments, and programs that give the same result twice.

use std::fmt::Write as _;
use std::time::Instant;

use super::common::{bufferized, read, write};
use memplan_bufferize::{Options, rewrite};
use memplan_testing::figure;

/// `n` updates of one buffer in a loop that carries it.
fn chain(n: usize) -> String {
    let mut text = String::from(
        "func.func @f(%t: tensor<8xf32>, %x: f32, %n: index) -> tensor<8xf32> {\n\
         %c0 = arith.constant 0 : index\n\
         %r = scf.for %i = %c0 to %n step %n iter_args(%v0 = %t) -> tensor<8xf32> {\n",
    );
    for i in 0..n {
        let _ = writeln!(
            text,
            "%v{} = tensor.insert %x into %v{i}[%i] : tensor<8xf32>",
            i + 1
        );
    }
    let _ = writeln!(
        text,
        "scf.yield %v{n} : tensor<8xf32>\n}}\nreturn %r : tensor<8xf32>\n}}"
    );
    text
}

#[test]
fn long_chains_are_bufferized() {
    let options = Options {
        function_boundaries: true,
        ..Options::default()
    };
    for n in [25_000, 50_000, 100_000] {
        let mut m = read(&chain(n));
        let start = Instant::now();
        rewrite::bufferize(&mut m, &options).unwrap();
        let elapsed = start.elapsed();
        figure(&format!("{n} updates: {} ms", elapsed.as_millis()));
    }
}

#[test]
fn equal_programs_come_out_equal() {
    let text = "func.func @f(%i: index) -> f32 {
      %0 = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
      %1 = arith.constant dense<[1.0, 3.0]> : tensor<2xf32>
      %a = tensor.extract %0[%i] : tensor<2xf32>
      %b = tensor.extract %1[%i] : tensor<2xf32>
      %c = arith.addf %a, %b : f32
      return %c : f32
    }";
    let texts: Vec<String> = (0..4)
        .map(|_| write(&bufferized(text, "bufferize").unwrap().0))
        .collect();
    assert!(texts.iter().all(|text| *text == texts[0]));
}
