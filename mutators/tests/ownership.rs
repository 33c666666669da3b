//! Ownership-based deallocation, judged by what programs mean: the same results, nothing leaked,
//! nothing freed twice, nothing used after it was freed.
//!
//! `MEMPLAN_PROGRAMS=n` runs `n` programs instead of the usual number.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a helper that fails is a test that fails"
)]

use memplan_mlir::Module;
use memplan_mlir::interp::{Run, RunOptions, function, run};
use memplan_mlir::rewrite::canonicalize;
use memplan_mlir::text::{ParseOptions, PrintOptions, parse, print};
use memplan_mlir::verifier::verify;
use memplan_mutators::dealloc::{expand_realloc, ownership};
use memplan_testing::programs::{ProgramOptions, numbered_program};
use ownership::OwnershipOptions;

fn module(text: &str) -> Module {
    parse(text.as_bytes(), &ParseOptions::default())
        .unwrap_or_else(|errors| panic!("{errors:?}\n{text}"))
        .module
}

fn text_of(m: &Module) -> String {
    print(m, &PrintOptions::default())
}

fn meaning(m: &Module) -> Result<Run, String> {
    let errors = verify(m);
    if !errors.is_empty() {
        return Err(format!("{errors:?}"));
    }
    let main = function(m, "main").unwrap();
    run(m, main, &[], &RunOptions::default()).map_err(|fault| format!("{:?}", fault.diagnostic(m)))
}

fn deallocate(m: &mut Module, options: &OwnershipOptions) -> Result<(), String> {
    let root = m.root();
    expand_realloc::run(m, root, expand_realloc::Deallocs::Leave);
    ownership::run(m, root, options).map_err(|errors| format!("{errors:?}"))
}

/// What is wrong with the program after deallocation, if anything.
fn fault_of(text: &str, options: &OwnershipOptions) -> Option<String> {
    let mut m = module(text);
    let before = meaning(&m).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
    if let Err(error) = deallocate(&mut m, options) {
        return Some(error);
    }
    for step in ["deallocation", "canonicalisation"] {
        if step == "canonicalisation" {
            let root = m.root();
            canonicalize(&mut m, root);
        }
        let after = match meaning(&m) {
            Ok(after) => after,
            Err(fault) => return Some(format!("{step}: {fault}\n{}", text_of(&m))),
        };
        // A copy that the convention of function boundaries asks for is not what it is a copy of: what
        // is written later may differ. Frees alone change no result.
        let copies = after.n_allocations > before.n_allocations;
        if let (false, Some(difference)) = (copies, before.difference(&after)) {
            return Some(format!("{step}: {difference}\n{}", text_of(&m)));
        }
        if let Some(leak) = after.leaks.first() {
            let leak = leak.diagnostic(&m);
            return Some(format!("{step}: {leak:?}\n{}", text_of(&m)));
        }
    }
    None
}

#[test]
fn programs_mean_the_same_and_leak_nothing() {
    let given = std::env::var("MEMPLAN_PROGRAMS").ok();
    let n: u64 = given.and_then(|text| text.parse().ok()).unwrap_or(300);
    let variants = [
        OwnershipOptions::default(),
        OwnershipOptions {
            private_dynamic: true,
            ..OwnershipOptions::default()
        },
        OwnershipOptions {
            early: false,
            borrow: false,
            ..OwnershipOptions::default()
        },
    ];
    for number in 0..n {
        let options = ProgramOptions {
            blocks: number % 3 == 0,
            ..ProgramOptions::default()
        };
        let text = numbered_program(number, &options);
        for (which, variant) in variants.iter().enumerate() {
            if let Some(fault) = fault_of(&text, variant) {
                panic!("program {number}, variant {which}: {fault}\n{text}");
            }
        }
    }
}
