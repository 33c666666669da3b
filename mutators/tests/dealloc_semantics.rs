//! Semantics of `bufferization.dealloc`: for every way in which up to three memrefs and two
//! retained ones can share allocations and be owned, the interpreter runs the operation and all its
//! lowerings.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a helper that fails is a test that fails"
)]

use std::fmt::Write as _;

use memplan_interp::{Datum, Run, RunOptions, function, run};
use memplan_mlir::rewrite::canonicalize;
use memplan_mlir::text::{PrintOptions, parse, print};
use memplan_mlir::verifier::verify;
use memplan_mlir::{Module, OpId};
use memplan_mutators::dealloc::PrivateCalls;
use memplan_mutators::dealloc::{lower, simplify};

/// The allocation of each memref and of each retained memref.
#[derive(Clone, Debug)]
struct Case {
    memrefs: Vec<usize>,
    retained: Vec<usize>,
}

/// Numbers of allocations for the memrefs, a new one being the next number.
fn partitions(n: usize) -> Vec<Vec<usize>> {
    (0..n).fold(vec![Vec::new()], |found, _| {
        let extend = |list: Vec<usize>| {
            let next = list.iter().max().map_or(0, |max| max + 1);
            (0..=next).map(move |number| [list.clone(), vec![number]].concat())
        };
        found.into_iter().flat_map(extend).collect()
    })
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for n in 0..=3 {
        for memrefs in partitions(n) {
            // A retained memref may also lie in none of the allocations.
            let n_allocations = memrefs.iter().max().map_or(0, |max| max + 1) + 1;
            for k in 0..=2_u32 {
                for number in 0..n_allocations.pow(k) {
                    let digit = |at: u32| number / n_allocations.pow(at) % n_allocations;
                    cases.push(Case {
                        memrefs: memrefs.clone(),
                        retained: (0..k).map(digit).collect(),
                    });
                }
            }
        }
    }
    cases
}

const VIEW: &str = "memref<2xi32, strided<[1], offset: 1>>";

fn list(n: usize, item: impl Fn(usize) -> String) -> String {
    (0..n).map(item).collect::<Vec<_>>().join(", ")
}

/// The concatenated lists, without empty ones.
fn joined(lists: &[String]) -> String {
    let lists: Vec<&str> = lists
        .iter()
        .map(String::as_str)
        .filter(|l| !l.is_empty())
        .collect();
    lists.join(", ")
}

/// Names and types of everything that the operation takes: memrefs, conditions, retained memrefs.
fn params(case: &Case) -> Vec<(String, &'static str)> {
    let numbered = |letter: char, n: usize, ty: &'static str| {
        (0..n).map(move |i| (format!("%{letter}{i}"), ty))
    };
    let (n, k) = (case.memrefs.len(), case.retained.len());
    numbered('m', n, "memref<i32>")
        .chain(numbered('c', n, "i1"))
        .chain(numbered('r', k, VIEW))
        .collect()
}

/// `%o:2 = `, or nothing.
fn left(k: usize) -> String {
    if k > 0 {
        format!("%o:{k} = ")
    } else {
        String::new()
    }
}

fn operation(case: &Case) -> String {
    let (n, k) = (case.memrefs.len(), case.retained.len());
    let mut text = format!("  {}bufferization.dealloc", left(k));
    if n > 0 {
        let names = list(n, |i| format!("%m{i}"));
        let types = list(n, |_| "memref<i32>".into());
        let conditions = list(n, |i| format!("%c{i}"));
        write!(text, " ({names} : {types}) if ({conditions})").unwrap();
    }
    if k > 0 {
        let names = list(k, |j| format!("%r{j}"));
        write!(text, " retain ({names} : {})", list(k, |_| VIEW.into())).unwrap();
    }
    text
}

/// The operation, in a function whose arguments are of unknown origin, or in `@main`, where every
/// origin is known.
fn program(case: &Case, in_main: bool) -> String {
    let (n, k) = (case.memrefs.len(), case.retained.len());
    let bits = list(k, |_| "i1".into());
    let returned = joined(&["i32".into(), bits.clone()]);
    let mut text = String::new();
    let mut line = |parts: std::fmt::Arguments<'_>| writeln!(text, "{parts}").unwrap();
    line(format_args!(
        "func.func @main({}) -> ({returned}) {{",
        list(n, |i| format!("%c{i}: i1"))
    ));
    line(format_args!("  %zero = arith.constant 0 : index"));
    line(format_args!("  %seven = arith.constant 7 : i32"));
    for a in 0..=case.memrefs.iter().max().map_or(0, |max| max + 1) {
        line(format_args!("  %a{a} = memref.alloc() : memref<4xi32>"));
        line(format_args!(
            "  linalg.fill ins(%seven : i32) outs(%a{a} : memref<4xi32>)"
        ));
    }
    for (i, a) in case.memrefs.iter().enumerate() {
        line(format_args!(
            "  %m{i}, %x{i}, %y{i}, %z{i} = memref.extract_strided_metadata %a{a} : memref<4xi32> \
             -> memref<i32>, index, index, index"
        ));
    }
    for (j, a) in case.retained.iter().enumerate() {
        line(format_args!(
            "  %r{j} = memref.subview %a{a}[1] [2] [1] : memref<4xi32> to {VIEW}"
        ));
    }
    if in_main {
        line(format_args!("{}", operation(case)));
    } else {
        let params = params(case);
        let args = list(params.len(), |i| params[i].0.clone());
        let types = list(params.len(), |i| params[i].1.to_owned());
        line(format_args!(
            "  {}func.call @f({args}) : ({types}) -> ({bits})",
            left(k)
        ));
    }
    // Retained memrefs must still be readable.
    let mut sum = "%seven".to_owned();
    for j in 0..k {
        line(format_args!("  %l{j} = memref.load %r{j}[%zero] : {VIEW}"));
        line(format_args!("  %s{j} = arith.addi {sum}, %l{j} : i32"));
        sum = format!("%s{j}");
    }
    let results = list(k, |j| format!("%o#{j}"));
    line(format_args!(
        "  return {} : {returned}",
        joined(&[sum, results.clone()])
    ));
    line(format_args!("}}"));
    if !in_main {
        let params = params(case);
        let params = list(params.len(), |i| {
            format!("{}: {}", params[i].0, params[i].1)
        });
        line(format_args!(
            "func.func private @f({params}) -> ({bits}) {{"
        ));
        line(format_args!("{}", operation(case)));
        let of_type = if k > 0 { " : " } else { "" };
        line(format_args!("  return {results}{of_type}{bits}"));
        line(format_args!("}}"));
    }
    text
}

fn module(text: &str) -> Module {
    parse(text.as_bytes(), &memplan_dialects_extra::parse_options())
        .unwrap_or_else(|errors| panic!("{errors:?}\n{text}"))
        .module
}

/// The runs of a program for all conditions at once.
fn meanings(m: &Module, n: usize, text: &str) -> Vec<Run> {
    let printed = || print(m, &PrintOptions::default());
    assert_eq!(verify(m), [], "{}\n{text}", printed());
    let main = function(m, "main").unwrap();
    (0..1 << n)
        .map(|bits: i64| {
            let args: Vec<Datum> = (0..n).map(|i| Datum::Int((bits >> i & 1) as _)).collect();
            run(m, main, &args, &RunOptions::default())
                .unwrap_or_else(|fault| panic!("{bits:b}: {fault}\n{}\n{text}", printed()))
        })
        .collect()
}

type Way = (&'static str, fn(&mut Module));

fn lowered(m: &mut Module, options: &lower::Options) {
    let root = m.root();
    lower::run(m, root, options).unwrap();
}

/// Everything that the operation can be turned into.
const WAYS: &[Way] = &[
    ("in place", |m| lowered(m, &lower::Options::default())),
    ("lists on the stack", |m| {
        let options = lower::Options {
            inline_pairs: 0,
            ..lower::Options::default()
        };
        lowered(m, &options);
    }),
    ("lists on the heap", |m| {
        lowered(m, &lower::Options::UPSTREAM)
    }),
    ("loops in place", |m| {
        let functions: Vec<OpId> = m.ops_with_trait(memplan_mlir::dialects::Traits::FUNCTION);
        let options = lower::Options {
            inline_pairs: 0,
            ..lower::Options::default()
        };
        for function in functions {
            lower::run(m, function, &options).unwrap();
        }
    }),
    ("canonicalized", |m| {
        let root = m.root();
        canonicalize(m, root);
    }),
    ("simplified", |m| {
        let root = m.root();
        simplify::run(m, root, PrivateCalls::default());
    }),
    ("simplified and lowered", |m| {
        let root = m.root();
        simplify::run_to_fixpoint(m, root, PrivateCalls::default());
        lowered(m, &lower::Options::default());
        canonicalize(m, root);
    }),
];

#[test]
fn everything_frees_the_same() {
    let cases = cases();
    assert_eq!(cases.len(), 97);
    let mut n_static = 0;
    for case in &cases {
        for in_main in [false, true] {
            let text = program(case, in_main);
            let n = case.memrefs.len();
            let reference = meanings(&module(&text), n, &text);
            for (what, change) in WAYS {
                let mut m = module(&text);
                change(&mut m);
                for (before, after) in reference.iter().zip(meanings(&m, n, &text)) {
                    assert_eq!(before.difference(&after), None, "{what}: {text}");
                    assert_eq!(before.leaks.len(), after.leaks.len(), "{what}: {text}");
                }
                let is_static = !print(&m, &PrintOptions::default()).contains("aligned_pointer");
                if in_main && *what == "simplified and lowered" {
                    // Where all allocations are known statically, no addresses are compared.
                    assert!(is_static, "{}", print(&m, &PrintOptions::default()));
                    n_static += 1;
                }
            }
        }
    }
    assert_eq!(n_static, cases.len());
}
