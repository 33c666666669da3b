//! Random programs compute the same before and after `one-shot-bufferize`.

use std::fs;
use std::path::Path;

use memplan_bufferize::passes::{eliminate_empty_tensors, split_empty_tensors};
use memplan_bufferize::{BoundaryLayout, Heuristic, OneShotBufferize, Options};
use memplan_interp::{Datum, RunOptions, function, random_arguments, run};
use memplan_mlir::Module;
use memplan_mlir::dialects::Traits;
use memplan_mlir::passes::{Pass, PassContext, PassError};
use memplan_mlir::rewrite::{canonicalize, unroll_loops};
use memplan_mlir::semantics::Kernel;
use memplan_mlir::verifier::verify;
use memplan_testing::programs::n_programs;
use memplan_testing::{figure, outside};

use crate::common::{bufferized_by, count, module, text};
use crate::generator::{Kind, program};
use crate::rewrite::common::{compare, mlir_opt_22, read};

fn results(m: &Module, arguments: &[Datum]) -> Result<Vec<Datum>, String> {
    let main = function(m, "main").unwrap();
    let done = run(m, main, arguments, &RunOptions::default());
    done.map(|run| run.results)
        .map_err(|fault| fault.to_string())
}

fn bufferized(source: &str, options: &Options) -> Result<Module, String> {
    bufferized_module(module(source), options)
}

/// As `merge` bufferizes.
fn split_and_bufferized(source: &str, options: &Options) -> Result<Module, String> {
    let mut m = module(source);
    eliminate_empty_tensors(&mut m).map_err(|list| list[0].message.clone())?;
    split_empty_tensors(&mut m);
    assert!(verify(&m).is_empty(), "{source}");
    bufferized_module(m, options)
}

fn bufferized_module(mut m: Module, options: &Options) -> Result<Module, String> {
    let pass = OneShotBufferize {
        options: options.clone(),
    };
    let root = m.root();
    match pass.run(&mut m, root, &mut PassContext::default()) {
        Ok(()) => Ok(m),
        Err(PassError::Diagnostics(list)) => Err(list[0].message.clone()),
        Err(PassError::Other(error)) => Err(error.to_string()),
    }
}

/// The first difference between a program and its rewritten form.
fn difference(source: &str, m: &Module) -> Option<String> {
    let before = module(source);
    for (condition, n, at) in [(0, 0, 0), (1, 1, 2), (0, 3, 3), (1, 2, 1)] {
        let arguments = [
            Datum::Int(condition),
            Datum::Int(n),
            Datum::Int(at),
            Datum::Float(0.5),
        ];
        let expected = results(&before, &arguments);
        let bufferized = results(m, &arguments);
        if expected.is_err() || expected != bufferized {
            return Some(format!(
                "{arguments:?}: {expected:?}, bufferized {bufferized:?}"
            ));
        }
    }
    None
}

#[test]
fn random_programs_compute_the_same() {
    let n_programs = n_programs(60);
    let reference = Options {
        allow_return_allocs_from_loops: true,
        ..Options::reference()
    };
    let orders = [
        Heuristic::BottomUp,
        Heuristic::TopDown,
        Heuristic::BottomUpFromTerminators,
        Heuristic::Fuzzer,
        Heuristic::Best,
    ];
    let mut failures = Vec::new();
    for (name, base) in [
        ("off", Options::default()),
        ("as merge does", Options::default()),
        ("reference", reference),
    ] {
        let mut sum = (0, 0);
        for kind in Kind::ALL {
            for seed in 0..n_programs {
                let source = program(seed, kind);
                let heuristic = if name == "reference" {
                    orders[(seed % 3) as usize]
                } else {
                    orders[(seed % 5) as usize]
                };
                let options = Options {
                    function_boundaries: true,
                    heuristic,
                    fuzzer_seed: seed,
                    lower_elementwise: true,
                    ..base.clone()
                };
                let label = format!("{name} {kind:?} {seed} {heuristic:?}");
                let result = match name {
                    "as merge does" => split_and_bufferized(&source, &options),
                    _ => bufferized(&source, &options),
                };
                match result {
                    Ok(m) => {
                        let n = count(&m);
                        sum = (sum.0 + n.0, sum.1 + n.1);
                        if let Some(difference) = difference(&source, &m) {
                            failures.push(format!("{label}\n{source}\n{}\n{difference}", text(&m)));
                        }
                    }
                    Err(message) => failures.push(format!("{label}\n{source}\n{message}")),
                }
            }
        }
        figure(&format!("{name}: {} allocations, {} copies", sum.0, sum.1));
    }
    let n = failures.len();
    failures.sort_by_key(String::len);
    failures.truncate(6);
    assert!(n == 0, "{n} programs\n{}", failures.join("\n-----\n"));
}

/// Folds of tensors, and loops that are written out.
#[test]
fn random_programs_compute_the_same_when_they_are_simplified() {
    let mut n_loops = 0;
    let mut failures = Vec::new();
    for kind in Kind::ALL {
        for seed in 0..n_programs(60) {
            // Every other program has loops that all runs repeat as often.
            let mut source = program(seed, kind);
            if seed % 2 == 0 {
                source = source.replace("to %n step", "to %k2 step");
                source = source.replace(", %n : index", ", %k3 : index");
            }
            let mut m = module(&source);
            let root = m.root();
            canonicalize(&mut m, root);
            let n = unroll_loops(&mut m, root, 1_000);
            n_loops += n;
            if n > 0 {
                canonicalize(&mut m, root);
            }
            assert!(verify(&m).is_empty(), "{source}");
            if let Some(difference) = difference(&source, &m) {
                failures.push(format!("{source}\n{}\n{difference}", text(&m)));
            }
        }
    }
    let n = failures.len();
    failures.sort_by_key(String::len);
    failures.truncate(3);
    assert!(n == 0, "{n} programs\n{}", failures.join("\n-----\n"));
    figure(&format!("{n_loops} loops written out"));
    assert!(n_loops > 20, "{n_loops}");
}

#[test]
fn models_compute_the_same() {
    let options = Options {
        function_boundaries: true,
        boundary_layout: BoundaryLayout::Identity,
        ..Options::default()
    };
    for path in outside::shared_files("corpus", ".tensor.mlir") {
        let source = fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let after = split_and_bufferized(&source, &options).unwrap();
        assert!(compare(&read(&source), &after, &name) > 0, "{name}");
    }
}

#[test]
fn models_have_no_more_copies_than_those_of_mlir_opt() {
    let Some(mlir_opt) = outside::mlir_opt(22) else {
        return;
    };
    for path in outside::shared_files("corpus", ".tensor.mlir") {
        let source = fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        compare_counts(&mlir_opt, &name, &source);
        let inlined = mlir_opt_22(&source, &["--inline"]).unwrap().unwrap();
        compare_counts(&mlir_opt, &format!("{name}, calls inlined"), &inlined);
    }
}

fn compare_counts(mlir_opt: &Path, name: &str, source: &str) {
    let flags = "bufferize-function-boundaries allow-return-allocs-from-loops \
                     function-boundary-type-conversion=identity-layout-map";
    let theirs = count(&bufferized_by(mlir_opt, source, flags).unwrap());
    let options = |base| Options {
        function_boundaries: true,
        allow_return_allocs_from_loops: true,
        boundary_layout: BoundaryLayout::Identity,
        ..base
    };
    let same = count(&bufferized(source, &options(Options::reference())).unwrap());
    let ours = count(&bufferized(source, &options(Options::default())).unwrap());
    figure(&format!(
        "{name}: allocations, copies {ours:?}, compat=reference {same:?}, mlir-opt {theirs:?}"
    ));
    assert!(
        same.0 <= theirs.0 && same.1 <= theirs.1,
        "{name}: {same:?} {theirs:?}"
    );
    assert!(
        ours.0 <= theirs.0 && ours.1 <= theirs.1,
        "{name}: {ours:?} {theirs:?}"
    );
}

/// Allocations, their bytes, and steps of the interpreter, summed over the functions of a program. Integers among
/// the arguments are 8 if loops are to be long.
fn work(m: &Module, is_long: bool) -> [u64; 3] {
    let mut sum = [0; 3];
    for function in m.ops_with_trait(Traits::FUNCTION) {
        for seed in 0..4 {
            let Some(mut arguments) = random_arguments(m, function, seed) else {
                continue;
            };
            for argument in arguments.iter_mut().filter(|_| is_long) {
                if let Datum::Int(n) = argument {
                    *n = 8;
                }
            }
            // With some sizes, such as zero, the program is invalid.
            let Ok(done) = run(m, function, &arguments, &RunOptions::default()) else {
                continue;
            };
            for (sum, n) in
                sum.iter_mut()
                    .zip([done.n_allocations, done.allocated_bytes, done.n_steps])
            {
                *sum += n;
            }
        }
    }
    sum
}

/// Programs for which memplan has special rules: they allocate fewer buffers and bytes, or take fewer steps, when
/// they run.
#[test]
fn buffers_are_fewer_than_those_of_mlir_opt() {
    for name in ["reuse", "parts", "alternate"] {
        let file = format!("tests/fixtures/passes/buffers-{name}.mlir");
        let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
        let mut sums = [[0; 3]; 2];
        for section in text.split("// -----\n") {
            let flags = "--one-shot-bufferize=bufferize-function-boundaries allow-return-allocs-from-loops \
                         function-boundary-type-conversion=identity-layout-map";
            let Some(theirs) = mlir_opt_22(section, &["--convert-elementwise-to-linalg", flags])
            else {
                return;
            };
            let is_long = name == "alternate";
            let theirs = work(&module(&theirs.unwrap()), is_long);
            let options = |base| Options {
                function_boundaries: true,
                allow_return_allocs_from_loops: true,
                lower_elementwise: true,
                boundary_layout: BoundaryLayout::Identity,
                ..base
            };
            let ours = work(
                &bufferized(section, &options(Options::default())).unwrap(),
                is_long,
            );
            let same = work(
                &bufferized(section, &options(Options::reference())).unwrap(),
                is_long,
            );
            assert!(ours[1] <= theirs[1], "{ours:?} {theirs:?}\n{section}");
            assert_eq!(same[..2], theirs[..2], "compat=reference\n{section}");
            for (sums, work) in sums.iter_mut().zip([ours, theirs]) {
                for (sum, n) in sums.iter_mut().zip(work) {
                    *sum += n;
                }
            }
        }
        let [ours, theirs] = sums;
        figure(&format!(
            "{name}: allocations, bytes, steps {ours:?}, mlir-opt {theirs:?}"
        ));
        assert!(ours[1] < theirs[1], "{name}: {ours:?} {theirs:?}");
    }
}

/// The elements of all copies, each copy counted once.
fn elements_copied(m: &Module) -> u64 {
    let copies = m.walk(m.root()).filter(|&op| m.is_kernel(op, Kernel::Copy));
    copies
        .map(|op| m.ctx.n_elements(m.value_type(m.operands(op)[0])).unwrap())
        .sum()
}

/// Random programs copy less than with the bufferization of mlir-opt, and allocate less when they run. The text
/// may have more allocations: two before a loop that alternates between them, instead of one in each iteration.
#[test]
fn random_programs_copy_and_allocate_less() {
    let mut sums = [[0; 2]; 2];
    let (mut n, mut n_higher, mut n_copying_more) = (0, 0, 0);
    let mut copied = [0; 2];
    for kind in Kind::ALL {
        for seed in 0..n_programs(20) {
            let source = program(seed, kind);
            let cost = |base: Options| {
                let options = Options {
                    function_boundaries: true,
                    allow_return_allocs_from_loops: true,
                    lower_elementwise: true,
                    ..base
                };
                let m = bufferized(&source, &options).unwrap();
                let [n_allocations, bytes, _] = work(&m, true);
                (elements_copied(&m), [n_allocations, bytes])
            };
            let (ours, theirs) = (cost(Options::default()), cost(Options::reference()));
            copied = [copied[0] + ours.0, copied[1] + theirs.0];
            n_copying_more += u64::from(ours.0 > theirs.0);
            n += 1;
            n_higher += u64::from(ours.1[0] > theirs.1[0]);
            for (sum, cost) in sums.iter_mut().zip([ours.1, theirs.1]) {
                for (sum, n) in sum.iter_mut().zip(cost) {
                    *sum += n;
                }
            }
        }
    }
    let [ours, theirs] = sums;
    figure(&format!(
        "elements copied {copied:?}, more in {n_copying_more} of {n} programs; allocations and bytes in long loops \
         {ours:?}, as mlir-opt {theirs:?}, more in {n_higher}"
    ));
    assert!(
        copied[0] < copied[1] && n_copying_more * 2000 <= n,
        "{copied:?}, more in {n_copying_more}"
    );
    assert!(
        ours[0] < theirs[0] && ours[1] < theirs[1] && n_higher * 500 <= n,
        "{ours:?} {theirs:?}, more in {n_higher}"
    );
}
