//! Ownership-based deallocation, judged by what programs mean: the same results, nothing leaked,
//! nothing freed twice, nothing used after it was freed.
//!
//! `MEMPLAN_PROGRAMS=n` runs `n` programs instead of the usual number.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a helper that fails is a test that fails"
)]

mod common;

use common::chain::read;
use common::programs::{fault_of, meaning, n_programs, program};
use memplan_mlir::Module;
use memplan_mlir::interp::Run;
use memplan_mlir::rewrite::canonicalize;
use memplan_mutators::dealloc::{expand_realloc, ownership};
use ownership::OwnershipOptions;

fn deallocate(m: &mut Module, options: &OwnershipOptions) -> Result<(), String> {
    let root = m.root();
    expand_realloc::run(m, root, expand_realloc::Deallocs::Leave);
    ownership::run(m, root, options).map_err(|errors| format!("{errors:?}"))
}

/// What is wrong with a program after deallocation, or after the clean-up behind it, if anything.
fn fault_after(text: &str, before: &Run, options: &OwnershipOptions) -> Option<String> {
    let mut m = read(text);
    if let Err(error) = deallocate(&mut m, options) {
        return Some(error);
    }
    fault_of(&m, before).or_else(|| {
        let root = m.root();
        canonicalize(&mut m, root);
        fault_of(&m, before).map(|fault| format!("canonicalisation: {fault}"))
    })
}

#[test]
fn programs_mean_the_same_and_leak_nothing() {
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
    for number in 0..n_programs(300) {
        let text = program(number);
        let before = meaning(&read(&text)).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
        for (which, variant) in variants.iter().enumerate() {
            if let Some(fault) = fault_after(&text, &before, variant) {
                panic!("program {number}, variant {which}: {fault}\n{text}");
            }
        }
    }
}
