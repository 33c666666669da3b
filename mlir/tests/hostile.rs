//! Malicious input: every text results in a module or in errors with a location, never a panic or a long
//! delay.
//!
//! Print the time and memory of each case: `cargo test --release -p memplan-mlir --test hostile --
//! --nocapture --test-threads=1`.

#![expect(
    clippy::print_stderr,
    clippy::unwrap_used,
    reason = "a test says how long it took and what it needed, and fails loudly"
)]

use std::sync::Mutex;
use std::time::Duration;

use cpu_time::ThreadTime;
use memplan_mlir::text::{Diagnostic, PrintOptions, SourceMap, parse, print};
use peak_alloc::PeakAlloc;
use proptest::prelude::*;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Maximum processor time for a hostile text; larger for builds without optimisation.
const MAX_TIME: Duration = Duration::from_millis(if cfg!(debug_assertions) { 500 } else { 100 });

/// Maximum memory for a hostile text, in addition to the text itself.
const MAX_BYTES: usize = 64 << 20;

fn errors(src: &[u8]) -> Vec<Diagnostic> {
    parse(src, &memplan_dialects_extra::parse_options())
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
        let errors_found = errors(text.as_bytes());
        assert_eq!(
            errors_found.first().map(|error| error.code),
            Some("too-deep"),
            "{what}: {errors_found:?}"
        );
    }
}

/// A cached dictionary counts with its full depth wherever it occurs.
#[test]
fn dictionaries_that_occur_twice_nest_as_deep() {
    let inner = format!("{}1 : i32{}", "[".repeat(200), "]".repeat(200));
    let deep = |n: usize| {
        let dict = format!(
            "{}{{b = 0 : i8, a = {inner}}}{}",
            "[".repeat(n),
            "]".repeat(n)
        );
        format!("\"t.a\"() {{a = {inner}}} : () -> ()\n\"t.a\"() {{a = {dict}}} : () -> ()\n")
    };
    assert_eq!(errors(deep(1).as_bytes()), []);
    let errors_found = errors(deep(100).as_bytes());
    assert_eq!(
        errors_found.first().map(|error| error.code),
        Some("too-deep"),
        "{errors_found:?}"
    );
}

/// Runs a step and fails if it takes more time or memory than a hostile text may.
fn within_limits<T>(what: &str, step: impl Fn() -> T) -> T {
    // Memory of tests that run at the same time must not count.
    static ALONE: Mutex<()> = Mutex::new(());
    let alone = ALONE
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner());
    MEMORY.reset_peak_usage();
    let before = MEMORY.current_usage();
    let mut value = step();
    let bytes = MEMORY.peak_usage().saturating_sub(before);
    // The least processor time of a few runs, so that other work on the machine does not count.
    let mut best = Duration::MAX;
    for _ in 0..8 {
        let start = ThreadTime::now();
        value = step();
        best = best.min(start.elapsed());
        if best < MAX_TIME {
            break;
        }
    }
    drop(alone);
    let what = what.lines().next().unwrap_or_default();
    eprintln!("{what:.40}: {best:.1?}, {} KiB", bytes >> 10);
    assert!(best < MAX_TIME, "{what}: {best:?}");
    assert!(bytes < MAX_BYTES, "{what}: {bytes} bytes");
    value
}

/// Prints the module of a text. The output must be short, and must be the same after parsing and printing it
/// again.
fn print_and_read_again(what: &str, text: &str, options: &PrintOptions) {
    let read = |text: &str| {
        let parsed = parse(text.as_bytes(), &memplan_dialects_extra::parse_options());
        parsed.unwrap().module
    };
    let printed = within_limits(what, || print(&read(text), options));
    assert!(printed.len() < 1 << 20, "{} bytes", printed.len());
    assert_eq!(print(&read(&printed), options), printed);
}

#[test]
fn bad_texts_fail_fast() {
    let mut cases: Vec<(&str, String)> = Vec::new();
    let use_of = |n: &str| format!("\"t.x\"(%0#{n}) : (i32) -> ()");
    cases.push(("result 400 million", use_of("400000000")));
    cases.push(("result 2^70", use_of("1180591620717411303424")));
    cases.push((
        "pack of 400 million",
        "%0:400000000 = \"t.x\"() : () -> ()".into(),
    ));
    cases.push(("100,000 regions", "\"t.r\"() ({\n".repeat(100_000)));
    cases.push(("100,000 loops", "affine.for %i = 0 to 1 {\n".repeat(20_000)));
    cases.push(("20,000 masks", "vector.mask %m {\n".repeat(20_000)));
    cases.push(("20,000 kernels", "gpu.module @m {\n".repeat(20_000)));
    let structs = "!llvm.struct<(".repeat(100_000);
    cases.push(("100,000 structures", format!("\"t.x\"() : () -> {structs}")));
    let arrays = "array<1 x ".repeat(100_000);
    cases.push((
        "100,000 arrays",
        format!("\"t.x\"() : () -> !llvm.{arrays}"),
    ));
    let parens = "(".repeat(100_000);
    cases.push(("subscript", format!("%0 = affine.load %m[{parens}")));
    let sums = "%i + ".repeat(100_000);
    cases.push(("sum", format!("%0 = affine.load %m[{sums}")));
    cases.push((
        "wide vector",
        "%0:9 = vector.to_elements %v : vector<99999999xf32>".into(),
    ));
    let uses = "%a, ".repeat(200_000);
    cases.push(("uses", format!("\"t.x\"({uses}")));
    let brackets = "<".repeat(1_000_000);
    cases.push(("brackets", format!("\"t.x\"() {{a = #d.x{brackets}")));
    for (what, text) in cases {
        let errors = within_limits(what, || errors(text.as_bytes()));
        assert!(!errors.is_empty(), "{what}");
    }
}

/// `#a1 = [#a0, #a0]` and so on: the last alias represents `2^n` copies of the first.
fn doubled(n: usize, first: &str, sigil: char, open: &str, close: &str) -> String {
    let mut text = format!("{sigil}a0 = {first}\n");
    for i in 1..=n {
        let old = i - 1;
        text.push_str(&format!(
            "{sigil}a{i} = {open}{sigil}a{old}, {sigil}a{old}{close}\n"
        ));
    }
    text
}

#[test]
fn aliases_that_double_print_as_aliases() {
    let attrs = doubled(60, "1 : i32", '#', "[", "]") + "\"t.x\"() {a = #a60} : () -> ()\n";
    let dicts = doubled(60, "1 : i32", '#', "{x = [", "]}") + "\"t.x\"() {a = #a60} : () -> ()\n";
    let types = doubled(60, "i32", '!', "tuple<", ">") + "\"t.x\"() : () -> !a60\n";
    for (what, text) in [
        ("arrays", attrs),
        ("dictionaries", dicts),
        ("tuples", types),
    ] {
        let what = format!("{what} that double");
        print_and_read_again(&what, &text, &PrintOptions::default());
    }
}

#[test]
fn locations_that_double_print_as_aliases() {
    let locs = doubled(60, "loc(\"a\")", '#', "loc(fused<1>[", "])");
    let uses = [
        "\"t.x\"() {a = #a60} : () -> ()\n",
        "\"t.x\"() : () -> () loc(#a60)\n",
        "\"t.r\"() ({\n^bb0(%a: i32 loc(#a60)):\n}) : () -> ()\n",
    ];
    for used in uses {
        let text = locs.clone() + used;
        for local_scope in [false, true] {
            let options = PrintOptions {
                locations: true,
                local_scope,
                ..Default::default()
            };
            print_and_read_again(&format!("locations that double: {used}"), &text, &options);
        }
    }
}

#[test]
fn messages_cut_what_doubles() {
    let attrs = doubled(60, "1 : i32", '#', "[", "]");
    let types = doubled(60, "i32", '!', "tuple<", ">") + "%x = \"t.x\"() : () -> !a60\n";
    let cases = [
        attrs.clone() + "\"memref.alloc\"() {alignment = #a60} : () -> memref<4xf32>",
        attrs + "\"func.call\"() {callee = #a60} : () -> ()",
        types.clone() + "\"arith.addi\"(%x, %x) : (!a60, !a60) -> i32",
        types.clone() + "\"scf.for\"(%x, %x, %x) ({}) : (!a60, !a60, !a60) -> ()",
        types + "\"memref.global\"() {type = !a60, sym_name = \"x\"} : () -> ()",
    ];
    for text in cases {
        let errors = within_limits("messages about what doubles", || {
            let module = parse(text.as_bytes(), &memplan_dialects_extra::parse_options())
                .unwrap()
                .module;
            memplan_mlir::verifier::verify(&module)
        });
        assert!(!errors.is_empty(), "{text}");
        for error in errors {
            assert!(error.to_string().len() < 1000, "{error}");
        }
    }
}

#[test]
fn bodies_that_double_stop_early() {
    let mut text = String::from("!a0 = !test.x<0>\n");
    for i in 1..60 {
        text.push_str(&format!("!a{i} = !test.x<!a{}, !a{}>\n", i - 1, i - 1));
    }
    let errors_found = within_limits("bodies that double", || errors(text.as_bytes()));
    assert_eq!(
        errors_found.first().map(|error| error.code),
        Some("too-large")
    );
}

#[test]
fn sizes_beyond_64_bits_are_errors() {
    let errors_found = errors(b"\"t.a\"() : () -> memref<9223372036854775808xf32>");
    assert_eq!(
        errors_found.first().map(|error| error.code),
        Some("invalid"),
        "{errors_found:?}"
    );
    assert!(
        parse(
            b"\"t.a\"() : () -> memref<9223372036854775807xf32>",
            &memplan_dialects_extra::parse_options()
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
