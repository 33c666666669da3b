//! Bad input: every text gives a module or errors that say where, never a panic or a long wait.

use memplan_mlir::text::{Diagnostic, ParseOptions, SourceMap, parse};
use proptest::prelude::*;

fn errors(src: &[u8]) -> Vec<Diagnostic> {
    parse(src, &ParseOptions::default())
        .err()
        .unwrap_or_default()
}

/// `line:column: message` of every error.
fn shown(src: &str) -> Vec<String> {
    let map = SourceMap::new(src.as_bytes());
    errors(src.as_bytes())
        .iter()
        .map(|error| {
            let (line, column) = map.line_col(error.span.start);
            format!("{line}:{column}: {} [{}]", error.message, error.code)
        })
        .collect()
}

#[test]
fn each_error_has_its_place() {
    let cases: &[(&str, &[&str])] = &[
        (
            "func.func @f() {\n  memref.alok() : memref<4xf32>\n  return\n}",
            &["2:3: custom op `memref.alok` is unknown [unknown-op]"],
        ),
        (
            "func.func @f(%a: i32) {\n  \"test.use\"(%a) : (f32) -> ()\n  return\n}",
            &[
                "2:14: use of value `%a` expects different type than prior uses: `f32` vs `i32` [value-type-mismatch]",
            ],
        ),
        (
            "func.func @f() {\n  \"test.use\"(%nowhere) : (f32) -> ()\n  return\n}",
            &["2:14: use of undeclared SSA value name `%nowhere` [undefined-value]"],
        ),
        (
            "func.func @f() {\n  %0 = \"test.a\"() : () -> i32\n  %0 = \"test.b\"() : () -> i32\n  return\n}",
            &["3:3: redefinition of SSA value `%0` [redefined-value]"],
        ),
        (
            "func.func @f() {\n  cf.br ^nowhere\n}",
            &["2:9: reference to an undefined block `^nowhere` [undefined-block]"],
        ),
        (
            "%a:2 = \"test.one\"() : () -> i32",
            &[
                "1:8: operation `test.one` defines 1 results but was provided 2 to bind [result-count-mismatch]",
            ],
        ),
        (
            "%0 = \"test.a\"() : () -> i32\n\"test.b\"(%0#400000000) : (i32) -> ()",
            &["2:10: reference to invalid result number of `%0` [invalid-result-number]"],
        ),
        (
            "func.func @f() {\n  return\n",
            &["2:9: expected `}` to end a region, found end of file [expected]"],
        ),
    ];
    for (src, expected) in cases {
        assert_eq!(shown(src), *expected, "{src}");
    }
}

#[test]
fn one_error_does_not_hide_the_next() {
    let src = "func.func @f() {\n  foo.bar %0\n  %1 = bar.foo : i32\n  \"test.use\"(%1) : (i32) -> ()\n  \"test.use\"(%2) : (i32) -> ()\n  return\n}\nfunc.func @g( {\n}\n";
    let places: Vec<String> = shown(src)
        .iter()
        .map(|error| error.split(": ").next().unwrap().to_owned())
        .collect();
    assert_eq!(places, ["2:3", "3:8", "5:14", "8:15"]);
}

#[test]
fn deep_nesting_is_an_error() {
    let shapes: [(&str, &str, &str); 5] = [
        ("\"t.r\"() ({\n", "}) : () -> ()\n", "regions"),
        ("\"t.a\"() {a = ", "} : () -> ()", "dictionaries"),
        ("\"t.a\"() {a = [", "", "arrays"),
        ("\"t.t\"() : () -> tuple<", "", "types"),
        ("#m = affine_map<(d0) -> (", "", "affine parentheses"),
    ];
    for (open, close, what) in shapes {
        let inner = match what {
            "arrays" => "[".repeat(10_000),
            "types" => "tuple<".repeat(10_000),
            "affine parentheses" => "(".repeat(10_000),
            "dictionaries" => "{a = ".repeat(10_000),
            _ => String::new(),
        };
        let text = if what == "regions" {
            open.repeat(10_000) + &close.repeat(10_000)
        } else {
            format!("{open}{inner}{close}")
        };
        let found = errors(text.as_bytes());
        assert_eq!(
            found.first().map(|error| error.code),
            Some("too-deep"),
            "{what}: {found:?}"
        );
    }
}

#[test]
fn sizes_beyond_64_bits_are_errors() {
    let found = errors(b"\"t.a\"() : () -> memref<9223372036854775808xf32>");
    assert_eq!(
        found.first().map(|error| error.code),
        Some("invalid"),
        "{found:?}"
    );
    assert!(
        parse(
            b"\"t.a\"() : () -> memref<9223372036854775807xf32>",
            &ParseOptions::default()
        )
        .is_ok()
    );
}

#[test]
fn every_prefix_and_every_damaged_byte_of_a_fixture_is_handled() {
    let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/round_trip");
    for entry in std::fs::read_dir(here).unwrap() {
        let src = std::fs::read(entry.unwrap().path()).unwrap();
        for at in (0..src.len()).step_by(7) {
            errors(&src[..at]);
            let mut damaged = src.clone();
            damaged[at] = damaged[at].wrapping_mul(31).wrapping_add(at as u8);
            errors(&damaged);
        }
    }
}

proptest! {
    #[test]
    fn any_bytes_are_handled(src in proptest::collection::vec(any::<u8>(), 0..400)) {
        errors(&src);
    }

    #[test]
    fn any_tokens_are_handled(words in proptest::collection::vec(proptest::sample::select(&[
        "%a", "%a#1", ":", "=", "(", ")", "{", "}", "[", "]", "<", ">", "->", ",", "^bb0", "@f", "#m",
        "!t", "i32", "memref", "memref<4xf32>", "dense<", "affine_map<", "\"t.o\"", "func.func",
        "scf.for", "scf.if", "linalg.generic", "memref.alloc", "memref.subview", "return", "loc(",
        "1", "-1", "1.5", "0x1F", "x", "to", "step", "ins", "outs", "attributes", "\n", "strided<", "?",
        "*", "{-#", "#-}", "array<", "true", "vector<", "tensor<", "cf.switch", "else", "do", "case",
    ][..]), 0..60)) {
        errors(words.join(" ").as_bytes());
    }
}
