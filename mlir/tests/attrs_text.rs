//! Printed types and attributes, next to the output of mlir-opt 22.

use memplan_mlir::Context;
use memplan_mlir::text::{Diagnostic, attr_from_text, attr_text};

const ACCEPTED: &str = include_str!("fixtures/attrs/accepted.txt");
const REJECTED: &str = include_str!("fixtures/attrs/rejected.txt");

fn lines(fixture: &str) -> impl Iterator<Item = &str> {
    fixture.lines().filter(|line| !line.starts_with("//"))
}

fn reprint(text: &str) -> Result<String, String> {
    let mut ctx = Context::with_dialects(memplan_dialects_extra::dialects().clone());
    match attr_from_text(&mut ctx, text.as_bytes()) {
        Ok(attr) => Ok(attr_text(&ctx, attr)),
        Err(error) => Err(Diagnostic::from(error).message),
    }
}

#[test]
fn prints_what_mlir_prints() {
    let mut failures = Vec::new();
    let mut lines = lines(ACCEPTED);
    while let (Some(input), Some(expected)) = (lines.next(), lines.next()) {
        let expected = if expected == "=" { input } else { expected };
        let printed = reprint(input);
        if printed.as_deref() != Ok(expected) {
            failures.push(format!(
                "{input}\n  expected {expected}\n  found    {printed:?}"
            ));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn printing_is_a_fixpoint() {
    for input in lines(ACCEPTED).filter(|line| *line != "=") {
        let mut ctx = Context::with_dialects(memplan_dialects_extra::dialects().clone());
        let attr = attr_from_text(&mut ctx, input.as_bytes()).unwrap();
        let text = attr_text(&ctx, attr);
        // As in MLIR, a sum on the right of a sum is printed without parentheses, so it reads back as another tree.
        if input.contains("+ (d1 + 3)") {
            continue;
        }
        // As in MLIR, decimal literals are parsed as `f64`, so wide formats lose digits.
        if text.ends_with(": f80") || text.ends_with(": f128") {
            continue;
        }
        let again = attr_from_text(&mut ctx, text.as_bytes()).unwrap();
        assert_eq!(attr_text(&ctx, again), text);
        // Printing renumbers distinct attributes.
        if !text.contains("distinct[") {
            assert_eq!(again, attr, "{text}");
        }
    }
}

#[test]
fn refuses_what_mlir_refuses() {
    let accepted: Vec<_> = lines(REJECTED)
        .filter_map(|input| Some((input, reprint(input).ok()?)))
        .collect();
    assert!(accepted.is_empty(), "{accepted:#?}");
}

#[test]
fn cut_and_mangled_texts_end_in_an_error_or_a_value() {
    for input in lines(ACCEPTED).chain(lines(REJECTED)) {
        if input.len() > 300 {
            continue;
        }
        for cut in 0..input.len() {
            let mut ctx = Context::with_dialects(memplan_dialects_extra::dialects().clone());
            let _ = attr_from_text(&mut ctx, &input.as_bytes()[..cut]);
            let mut mangled = input.as_bytes().to_vec();
            for byte in [b'<', b'>', b'"', b'-', b'0', b'x', 0, 0xFF] {
                mangled[cut] = byte;
                if let Ok(attr) = attr_from_text(&mut ctx, &mangled) {
                    let text = attr_text(&ctx, attr);
                    let again = attr_from_text(&mut ctx, text.as_bytes());
                    assert!(again.is_ok(), "{text}: {again:?}");
                }
            }
        }
    }
}

#[test]
fn deep_and_large_texts_hit_limits() {
    let deep = |open: &str, inner: &str, close: &str| {
        let n = 100_000;
        format!("{}{inner}{}", open.repeat(n), close.repeat(n))
    };
    let cases = [
        (deep("[", "", "]"), "too-deep"),
        (deep("{a = ", "1", "}"), "too-deep"),
        (deep("tuple<", "i32", ">"), "too-deep"),
        (deep("() -> (", "", ")"), "too-deep"),
        (deep("memref<1x", "i32", ">"), "too-deep"),
        (format!("dense<{}>", deep("[", "1", "]")), "too-deep"),
        (deep("loc(fused[", "unknown", "])"), "expected"),
        (
            format!("loc({})", deep("fused[", "unknown", "]")),
            "too-deep",
        ),
        (
            format!("affine_map<(d) -> ({})>", deep("(", "d", ")")),
            "too-deep",
        ),
        (
            format!("affine_map<(d) -> ({})>", deep("-", "d", "")),
            "too-deep",
        ),
        (
            format!("affine_map<(d) -> (d{})>", " + d mod 3".repeat(100_000)),
            "too-large",
        ),
        (format!("tensor<{}f32>", "1x".repeat(256)), "too-large"),
        (format!("{} : i16777215", "9".repeat(70_000)), "too-large"),
        (deep("#foo.bar<", "", ""), "unbalanced"),
        (format!("#foo.bar{}", "<".repeat(100_000)), "unbalanced"),
        (
            format!("dense<[{}1]> : tensor<101xi16000000>", "1, ".repeat(100)),
            "too-large",
        ),
    ];
    for (text, code) in cases {
        let error = attr_from_text(
            &mut Context::with_dialects(memplan_dialects_extra::dialects().clone()),
            text.as_bytes(),
        )
        .unwrap_err();
        let head: String = text.chars().take(30).collect();
        assert_eq!(error.kind.code(), code, "{head}");
    }
}

#[test]
fn texts_just_below_the_limits_work() {
    let deep = |open: &str, inner: &str, close: &str| {
        let n = 120;
        format!("{}{inner}{}", open.repeat(n), close.repeat(n))
    };
    let sum: String = (0..500).map(|i| format!(" + s mod {}", i + 2)).collect();
    let quotient = format!("{}d{}", "(".repeat(200), " + 6 * e) floordiv 2".repeat(200));
    let cases = [
        deep("[[", "", "]]"),
        deep("{a = [", "1", "]}"),
        deep("tuple<tuple<", "i32", ">>"),
        deep("() -> (() -> (", "", "))"),
        format!("affine_map<(d, e)[s] -> (d{sum})>"),
        format!("affine_map<(d, e)[s] -> ({quotient})>"),
        format!("tensor<{}f32>", "1x".repeat(255)),
        format!("{} : i262144", "9".repeat(65_000)),
        format!("#foo.bar{}{}", "<".repeat(100_000), ">".repeat(100_000)),
    ];
    for text in cases {
        let printed = reprint(&text).unwrap();
        let head: String = text.chars().take(30).collect();
        assert!(reprint(&printed).is_ok(), "{head}");
    }
}
