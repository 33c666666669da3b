//! The companion passes: fixtures, execution before and after, and comparison with mlir-opt.
//!
//! The first line of a fixture reads `// test: PIPELINE`, without the `builtin.module` around it.

use std::fs;
use std::path::{Path, PathBuf};

use crate::generator::{Kind, program};
use crate::rewrite::common::{compare, compare_where, mlir_opt_22, read, write};
use memplan_bufferize::{passes, tensors};
use memplan_mlir::Module;
use memplan_mlir::dialects::Dialects;
use memplan_mlir::passes::{Failure, PassError, Pipeline, Registry, RunOptions};
use memplan_mlir::semantics::Kernel;
use memplan_mlir::text::{Diagnostic, line_col};
use memplan_placement::signature_passes;
use memplan_testing::outside::shared_files;
use memplan_testing::programs::n_programs;
use memplan_testing::{Outcome, figure, run_directory};

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/passes")
}

/// Runs a pipeline; the verifier checks every step.
pub(crate) fn run(m: &mut Module, pipeline: &str) -> Result<(), Vec<Diagnostic>> {
    let mut registry = Registry::with_builtin();
    let libraries = [passes::passes(), tensors::passes(), signature_passes()];
    for plugin in libraries.into_iter().flatten() {
        registry.register(plugin).unwrap();
    }
    let text = format!("builtin.module({pipeline})");
    let pipeline = Pipeline::parse(&text, &registry, &Dialects::core()).unwrap();
    let result = pipeline.run(m, &RunOptions::default()).result;
    result.map_err(|failed| {
        let failures = failed.0.into_iter();
        failures
            .flat_map(|failure| match failure {
                Failure::GaveUp {
                    error: PassError::Diagnostics(list),
                    ..
                } => list,
                other => panic!("{other:?}"),
            })
            .collect()
    })
}

fn outcome(pipeline: &str, text: &str) -> Outcome {
    let mut m = read(text);
    match run(&mut m, pipeline) {
        Ok(()) => Outcome::output(write(&m).trim_end()),
        Err(errors) => Outcome {
            output: String::new(),
            errors: errors
                .iter()
                .map(|error| {
                    let line = line_col(text.as_bytes(), error.span.start as usize).0;
                    (line as usize, error.message.clone())
                })
                .collect(),
        },
    }
}

#[test]
fn fixtures_are_as_they_say_and_mlir_opt_accepts_them() {
    let mut texts = Vec::new();
    let ran = run_directory(&directory(), |case| {
        let outcome = outcome(case.what, case.text);
        texts.push(outcome.output.clone());
        outcome
    });
    assert!(ran.is_ok(), "{}", ran.unwrap_err());
    if let Some(checked) = mlir_opt_22(&texts.join("\n// -----\n"), &[]) {
        assert_eq!(checked.err(), None);
    }
}

#[test]
fn results_stay_the_same() {
    let mut n_compared = 0;
    let ran = run_directory(&directory(), |case| {
        let (before, mut after) = (read(case.text), read(case.text));
        let keeps_signatures = !case.what.contains("public");
        if run(&mut after, case.what).is_ok() && keeps_signatures {
            n_compared += compare_callers(&before, &after, case.name);
        }
        outcome(case.what, case.text)
    });
    assert!(ran.is_ok(), "{}", ran.unwrap_err());
    assert!(n_compared >= 15, "only {n_compared} runs were compared");
}

/// Private functions may change their signatures: only the functions that call them are compared.
fn compare_callers(before: &Module, after: &Module, what: &str) -> usize {
    let has_private = write(before).contains("func.func private");
    compare_where(before, after, what, |name| !has_private || name == "caller")
}

/// Compares the result with that of mlir-opt; returns both texts unless they are equal.
fn elimination_differs(name: &str, text: &str, n_changed: &mut usize) -> Option<String> {
    let theirs = mlir_opt_22(text, &["--eliminate-empty-tensors"])?;
    let mut ours = read(text);
    match (run(&mut ours, "eliminate-empty-tensors"), theirs) {
        (Ok(()), Ok(theirs)) => {
            let (ours, theirs) = (write(&ours), write(&read(&theirs)));
            *n_changed += usize::from(ours != write(&read(text)));
            (ours != theirs).then(|| format!("{name}\n{ours}\nmlir-opt\n{theirs}"))
        }
        (Err(_), Err(_)) => None,
        (ours, theirs) => Some(format!("{name}\n{ours:?}\n{:?}\n{text}", theirs.err())),
    }
}

#[test]
fn empty_tensors_are_eliminated_like_mlir_opt() {
    let mut programs = Vec::new();
    for path in shared_files("corpus", ".tensor.mlir") {
        programs.push(fs::read_to_string(&path).unwrap());
    }
    let n_models = programs.len();
    let fixture = fs::read_to_string(directory().join("eliminate-empty-tensors.mlir")).unwrap();
    let sections = fixture.split("// -----");
    // In `@branches`, mlir-opt replaces only one of two uses.
    let sections = sections.filter(|section| !section.contains("@branches"));
    programs.extend(sections.map(str::to_owned));
    programs.extend((0..n_programs(25).min(1000)).map(|seed| program(seed, Kind::Parts)));
    let (mut found, mut n_changed) = (Vec::new(), 0);
    for (number, text) in programs.iter().enumerate() {
        found.extend(elimination_differs(
            &number.to_string(),
            text,
            &mut n_changed,
        ));
    }
    figure(&format!(
        "eliminate-empty-tensors: {n_changed} of {} programs changed, {} not as by mlir-opt",
        programs.len(),
        found.len()
    ));
    assert!(n_changed == 0 || n_changed > 20, "only {n_changed} changed");
    let n = found.len();
    found.sort_by_key(String::len);
    found.truncate(3);
    assert!(
        n == 0,
        "{n} of {} programs, {n_models} models\n{}",
        programs.len(),
        found.join("\n")
    );
}

pub(crate) fn n_generics(m: &Module) -> usize {
    m.walk(m.root())
        .filter(|&op| m.is_kernel(op, Kernel::Generic))
        .count()
}

#[test]
fn models_are_generalized_and_fused_and_compute_the_same() {
    for path in shared_files("corpus", ".tensor.mlir") {
        let text = fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let before = read(&text);
        for (pipeline, flags) in [
            (
                "linalg-generalize-named-ops",
                &["--linalg-generalize-named-ops"][..],
            ),
            (
                "linalg-fuse-elementwise-ops",
                &["--linalg-fuse-elementwise-ops"][..],
            ),
            (
                "linalg-generalize-named-ops,linalg-fuse-elementwise-ops",
                &[
                    "--linalg-generalize-named-ops",
                    "--linalg-fuse-elementwise-ops",
                ][..],
            ),
        ] {
            let mut after = read(&text);
            run(&mut after, pipeline).unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
            // A run takes a second, so only the combination of both passes is run.
            if flags.len() == 2 {
                assert!(compare(&before, &after, &name) > 0, "{name}: nothing ran");
            }
            let Some(Ok(theirs)) = mlir_opt_22(&text, flags) else {
                continue;
            };
            let (ours, theirs) = (n_generics(&after), n_generics(&read(&theirs)));
            figure(&format!(
                "{name} {pipeline}: {ours} generics, mlir-opt {theirs}"
            ));
            assert!(ours <= theirs, "{name} {pipeline}: {ours}, not {theirs}");
            let checked = mlir_opt_22(&write(&after), &[]).unwrap();
            assert_eq!(checked.err(), None, "{name}");
        }
    }
}
