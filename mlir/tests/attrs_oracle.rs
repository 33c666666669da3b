//! Compares types and attributes with `mlir-opt`: the fixtures, random numbers and random affine maps.
#![expect(
    clippy::unwrap_used,
    reason = "a skipped test prints a message, and a failing one panics"
)]

use memplan_support::Random;
use std::fmt::Write as _;
use std::path::Path;

use memplan_mlir::text::{attr_from_text, attr_text};
use memplan_mlir::{Context, FloatKind};
use memplan_testing::outside::{mlir_opt, run_on};
use memplan_testing::programs::n_programs;

/// The output of the oracle for each attribute. It must accept all of them.
fn oracle_prints(oracle: &Path, attrs: &[String]) -> Vec<String> {
    let mut source = String::new();
    for attr in attrs {
        writeln!(source, "\"t.x\"() {{a = {attr}}} : () -> ()").unwrap();
    }
    let flags = [
        "--mlir-print-op-generic",
        "--mlir-print-local-scope",
        "--allow-unregistered-dialect",
    ];
    let output = run_on(oracle, &flags, &source).unwrap();
    assert!(output.status.success(), "mlir-opt failed");
    String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .filter_map(|line| line.strip_prefix("  \"t.x\"() {a"))
        .filter_map(|line| line.strip_suffix("} : () -> ()"))
        .map(|line| line.strip_prefix(" = ").unwrap_or("unit").to_owned())
        .collect()
}

fn compare(attrs: &[String]) {
    let Some(oracle) = mlir_opt(22) else { return };
    let expected = oracle_prints(&oracle, attrs);
    assert_eq!(expected.len(), attrs.len());
    let mut failures = Vec::new();
    for (input, expected) in attrs.iter().zip(&expected) {
        let mut ctx = Context::with_dialects(memplan_dialects_extra::dialects().clone());
        let printed = attr_from_text(&mut ctx, input.as_bytes()).map(|attr| attr_text(&ctx, attr));
        if printed.as_ref() != Ok(expected) {
            failures.push(format!(
                "{input}\n  expected {expected}\n  found    {printed:?}"
            ));
        }
    }
    let n_failures = failures.len();
    failures.truncate(20);
    assert!(
        n_failures == 0,
        "{n_failures} differ\n{}",
        failures.join("\n")
    );
}

#[test]
fn fixtures_still_hold() {
    let fixture = include_str!("fixtures/attrs/accepted.txt");
    // mlir-opt numbers distinct attributes across the whole file, so skip them.
    let attrs: Vec<_> = fixture
        .lines()
        .filter(|line| !line.starts_with("//") && *line != "=" && !line.contains("distinct["))
        .map(str::to_owned)
        .collect();
    compare(&attrs);
}

#[test]
fn random_float_patterns_print_alike() {
    let mut random = Random::new(1);
    let mut attrs = Vec::new();
    for (kind, name) in FloatKind::ALL {
        for _ in 0..n_programs(400) {
            let mut bits = u128::from(random.bits()) << 64 | u128::from(random.bits());
            if kind.width() < 128 {
                bits &= (1 << kind.width()) - 1;
            }
            if kind == FloatKind::F80 {
                // Bit patterns without the integer bit are not numbers.
                bits |= 1 << 63;
            }
            attrs.push(format!("{bits:#x} : {name}"));
        }
    }
    compare(&attrs);
}

#[test]
fn random_decimals_round_alike() {
    let mut random = Random::new(2);
    let mut attrs = Vec::new();
    for (kind, name) in FloatKind::ALL {
        for _ in 0..n_programs(400) {
            let sign = if kind != FloatKind::F8E8M0FNU && random.below(2) == 0 {
                "-"
            } else {
                ""
            };
            let whole = random.below(1000);
            let n_digits = 1 + random.below(9) as u32;
            let fraction = random.below(10_u64.pow(n_digits));
            let range = if kind.width() <= 8 { 3 } else { 45 };
            let exponent = random.below(2 * range) as i64 - range as i64;
            attrs.push(format!("{sign}{whole}.{fraction}e{exponent} : {name}"));
        }
    }
    compare(&attrs);
}

#[test]
fn random_integers_wrap_alike() {
    let mut random = Random::new(3);
    let mut attrs = Vec::new();
    for _ in 0..3000 {
        let width = 2 + random.below(200) as u32;
        let bits = u128::from(random.bits()) << 64 | u128::from(random.bits());
        let n_bits = 1 + random.below(u64::from(width.min(128)));
        let value = bits >> (128 - n_bits);
        attrs.push(format!("{value} : i{width}"));
        attrs.push(format!("{value} : ui{width}"));
        if value > 0 {
            let half = value.div_ceil(2);
            attrs.push(format!("-{half} : i{width}"));
            attrs.push(format!("-{half} : si{width}"));
        }
    }
    compare(&attrs);
}

/// A random affine expression.
fn expression(random: &mut Random, depth: u32, is_symbolic: bool) -> String {
    if depth == 0 || random.below(5) == 0 {
        let kind = random.below(if is_symbolic { 2 } else { 4 });
        return match kind {
            0 => format!("{}", random.below(13)),
            1 => format!("s{}", random.below(2)),
            _ => format!("d{}", random.below(3)),
        };
    }
    let lhs = expression(random, depth - 1, is_symbolic);
    match random.below(9) {
        0 | 1 => format!("({lhs} + {})", expression(random, depth - 1, is_symbolic)),
        2 | 3 => format!("({lhs} - {})", expression(random, depth - 1, is_symbolic)),
        4 => format!("-{lhs}"),
        5 => format!("({lhs} * {})", random.below(9) as i64 - 4),
        6 => {
            let factor = expression(random, depth - 1, true);
            format!("({factor} * {lhs})")
        }
        7 => {
            let op = division(random);
            format!("({lhs} {op} {})", 1 + random.below(8))
        }
        _ => {
            let divisor = expression(random, depth - 1, true);
            let op = division(random);
            format!("({lhs} {op} {divisor})")
        }
    }
}

fn division(random: &mut Random) -> &'static str {
    ["floordiv", "ceildiv", "mod"][random.below(3) as usize]
}

#[test]
fn random_affine_maps_simplify_alike() {
    let mut random = Random::new(4);
    let attrs: Vec<_> = (0..6000)
        .map(|_| {
            let depth = 1 + random.below(5) as u32;
            let expr = expression(&mut random, depth, false);
            format!("affine_map<(d0, d1, d2)[s0, s1] -> ({expr})>")
        })
        .collect();
    compare(&attrs);
}
