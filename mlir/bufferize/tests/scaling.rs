//! Work of the analysis on long chains, counted instead of timed: it grows linearly with the number of
//! operations.

use std::fmt::Write as _;

use memplan_bufferize::Options;
use memplan_bufferize::analysis::analyse;

use crate::common::module;

/// A function of arguments `args`, the first of which is `%t`, with `n` operations after `start`: number `i` is
/// `line(i, value)`, where `value` is `%t` or what the operation before it defines, and defines `%v<i>`. Returns the
/// last one.
fn chain(args: &str, start: &str, n: usize, line: impl Fn(usize, &str) -> String) -> String {
    let ty = args.split([':', ',']).nth(1).unwrap_or_default().trim();
    let mut text = format!("func.func @f({args}) -> {ty} {{\n{start}");
    let mut value = "%t".to_owned();
    for index in 0..n {
        let _ = writeln!(text, "  {}", line(index, &value));
        value = format!("%v{index}");
    }
    let _ = write!(text, "  return {value} : {ty}\n}}\n");
    text
}

/// Elementwise operations, each of which updates the buffer of the one before.
fn one_buffer(n: usize) -> String {
    chain("%t: tensor<4xf32>", "", n, |i, from| {
        format!(
            "%v{i} = linalg.map {{ math.exp }} ins({from} : tensor<4xf32>) outs({from} : tensor<4xf32>)"
        )
    })
}

/// Elementwise operations that all write into one `tensor.empty`.
fn shared_empty(n: usize) -> String {
    let start = "  %e = tensor.empty() : tensor<4xf32>\n";
    chain("%t: tensor<4xf32>", start, n, |i, from| {
        format!(
            "%v{i} = linalg.map {{ math.exp }} ins({from} : tensor<4xf32>) outs(%e : tensor<4xf32>)"
        )
    })
}

/// Repeatedly extracts, fills and inserts a slice of a tensor.
fn triples(n: usize) -> String {
    chain("%t: tensor<64xf32>, %x: f32", "", n, |i, from| {
        let at = i % 60;
        format!(
            "%s{i} = tensor.extract_slice {from}[{at}] [4] [1] : tensor<64xf32> to tensor<4xf32>\n  \
             %g{i} = linalg.fill ins(%x : f32) outs(%s{i} : tensor<4xf32>) -> tensor<4xf32>\n  \
             %v{i} = tensor.insert_slice %g{i} into {from}[{at}] [4] [1] : tensor<4xf32> into tensor<64xf32>"
        )
    })
}

/// Additions of the first tensor to a running sum: many reads of one value.
fn many_reads(n: usize) -> String {
    chain("%t: tensor<4xf32>, %u: tensor<4xf32>", "", n, |i, from| {
        format!(
            "%v{i} = linalg.map {{ arith.addf }} ins({from}, %u : tensor<4xf32>, tensor<4xf32>) \
             outs({from} : tensor<4xf32>)"
        )
    })
}

/// Loops within which the buffer of an argument is updated.
fn loops(n: usize) -> String {
    let start = "  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n";
    chain(
        "%t: tensor<4xf32>, %n: index, %x: f32",
        start,
        n,
        |i, from| {
            format!(
                "%v{i} = scf.for %i{i} = %c0 to %n step %c1 iter_args(%a{i} = {from}) -> tensor<4xf32> {{\n    \
             %w{i} = tensor.insert %x into %a{i}[%i{i}] : tensor<4xf32>\n    \
             scf.yield %w{i} : tensor<4xf32>\n  }}"
            )
        },
    )
}

/// Selections, each between the previous one and another tensor: the last one may be any of them.
fn selections(n: usize) -> String {
    chain("%t: tensor<4xf32>, %c: i1, %x: f32", "", n, |i, from| {
        format!(
            "%s{i} = tensor.splat %x : tensor<4xf32>\n  \
             %v{i} = arith.select %c, {from}, %s{i} : tensor<4xf32>"
        )
    })
}

/// A name, and the program with the given number of operations.
type Chain = (&'static str, fn(usize) -> String);

const CHAINS: [Chain; 6] = [
    ("one buffer", one_buffer),
    ("shared empty", shared_empty),
    ("triples", triples),
    ("many reads", many_reads),
    ("loops", loops),
    ("selections", selections),
];

fn work(text: &str, options: &Options) -> (u64, u64) {
    let m = module(text);
    analyse(&m, options).unwrap().work()
}

#[test]
fn work_grows_with_the_number_of_operations() {
    for is_reference in [true, false] {
        let defaults = if is_reference {
            Options::reference()
        } else {
            Options::default()
        };
        let options = Options {
            function_boundaries: true,
            allow_return_allocs_from_loops: true,
            ..defaults
        };
        for (name, chain) in CHAINS {
            let small = work(&chain(400), &options);
            let large = work(&chain(3200), &options);
            // Eight times the operations, with a logarithmic factor.
            assert!(
                large.0 <= small.0 * 9 + 100,
                "{name}: {} pairs, {} pairs",
                small.0,
                large.0
            );
            assert!(
                large.1 <= small.1 * 16 + 1000,
                "{name}: {} steps, {} steps",
                small.1,
                large.1
            );
        }
    }
}

/// Sets of definitions are not counted as work: without a bound they would take gigabytes here.
#[test]
fn a_long_chain_of_selections_is_analysed() {
    let m = module(&selections(40_000));
    let options = Options {
        function_boundaries: true,
        ..Options::default()
    };
    let analysis = analyse(&m, &options).unwrap();
    assert_eq!(analysis.operands().filter(|operand| !operand.2).count(), 0);
}
