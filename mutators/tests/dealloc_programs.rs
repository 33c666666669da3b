//! Deallocates random programs: results do not change, and every buffer is freed exactly once.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a helper that fails is a test that fails"
)]

use crate::common::chain::read;
use crate::common::programs::{meaning, text_of};
use crate::common::upstream::{self, PrivateFunctions};
use memplan_interp::Run;
use memplan_mlir::Module;
use memplan_mlir::dialects::Traits;
use memplan_mlir::rewrite::{canonicalize, cse};
use memplan_mutators::dealloc::PrivateCalls;
use memplan_mutators::dealloc::expand_realloc::Deallocs;
use memplan_mutators::dealloc::{expand_realloc, lower, lower_clones, simplify};
use memplan_testing::programs::n_programs;
use memplan_testing::programs::{ProgramOptions, numbered_program};

fn meaning_after(m: &Module, step: &str, text: &str) -> Run {
    meaning(m).unwrap_or_else(|fault| panic!("{step}: {fault}\n{}\n{text}", text_of(m)))
}

type Step = (&'static str, fn(&mut Module));

/// The steps after the ownership pass.
const STEPS: &[Step] = &[
    ("simplify", |m| {
        let root = m.root();
        simplify::run(m, root, PrivateCalls::default());
    }),
    ("canonicalize", |m| {
        let root = m.root();
        simplify::run_to_fixpoint(m, root, PrivateCalls::default());
    }),
    ("lower", |m| {
        let root = m.root();
        let options = lower::Options {
            inline_pairs: 4,
            ..lower::Options::default()
        };
        lower::run(m, root, &options).unwrap();
    }),
    ("clean up", |m| {
        let root = m.root();
        cse(m, root);
        canonicalize(m, root);
    }),
    ("liveness", |m| {
        let root = m.root();
        memplan_placement::free_early(m, root);
    }),
    ("clones", |m| {
        let root = m.root();
        lower_clones::run(m, root).unwrap();
    }),
];

#[test]
fn the_upstream_scheme_frees_everything_once() {
    let options = ProgramOptions::default();
    let (mut n_done, mut n_unshared, mut peaks) = (0, 0, [0, 0]);
    let n = n_programs(150);
    for number in 0..n {
        let text = numbered_program(number, &options);
        let given = meaning_after(&read(&text), "as it is", &text);
        for private in [
            PrivateFunctions::LikePublic,
            PrivateFunctions::DynamicOwnership,
        ] {
            let mut m = read(&text);
            let root = m.root();
            expand_realloc::run(&mut m, root, Deallocs::Leave);
            let expanded = text_of(&m);
            let errors = match upstream::run(&mut m, root, private) {
                Ok(()) => {
                    n_done += 1;
                    Vec::new()
                }
                Err(errors) => errors,
            };
            if !errors.is_empty() {
                // A rejected program is unchanged.
                assert_eq!(text_of(&m), expanded);
                continue;
            }
            let reference = meaning_after(&m, "ownership", &text);
            assert_eq!(reference.leaks, [], "{text}");
            // By the function boundary convention, a returned buffer is never an argument. A program that
            // returns an argument and writes it later therefore changes its meaning.
            n_unshared += u64::from(given.difference(&reference).is_some());
            let functions = m.ops_with_trait(Traits::FUNCTION).len();
            for (step, change) in STEPS {
                let before = meaning_after(&m, step, &text).peak_bytes;
                change(&mut m);
                check(&m, step, &reference, &text);
                if *step == "liveness" {
                    let after = meaning_after(&m, step, &text).peak_bytes;
                    assert!(after <= before, "{after} bytes, {before} before: {text}");
                    peaks[0] += before;
                    peaks[1] += after;
                }
            }
            assert!(m.ops_with_trait(Traits::FUNCTION).len() <= functions + 1);
        }
    }
    assert!(n_done > n / 2, "{n_done} of {n} programs twice");
    assert!(n_unshared * 200 <= n_done, "{n_unshared} of {n_done}");
    assert!(peaks[1] < peaks[0], "{peaks:?}");
}

fn check(m: &Module, step: &str, reference: &Run, text: &str) {
    let after = meaning_after(m, step, text);
    assert_eq!(
        reference.difference(&after),
        None,
        "{step}: {}\n{text}",
        text_of(m)
    );
    assert_eq!(after.leaks, [], "{step}: {}\n{text}", text_of(m));
}
