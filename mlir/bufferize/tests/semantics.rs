//! Random programs compute the same before and after `one-shot-bufferize`.

use std::fs;

use memplan_bufferize::{BoundaryLayout, Heuristic, OneShotBufferize, Options};
use memplan_interp::{Datum, RunOptions, function, run};
use memplan_mlir::Module;
use memplan_mlir::passes::{Pass, PassContext, PassError};
use memplan_mlir::semantics::Kernel;
use memplan_testing::{figure, outside};

use crate::common::{bufferized_by, module, n_programs, text};
use crate::generator::{Kind, program};

fn results(m: &Module, arguments: &[Datum]) -> Result<Vec<Datum>, String> {
    let main = function(m, "main").unwrap();
    let done = run(m, main, arguments, &RunOptions::default());
    done.map(|run| run.results)
        .map_err(|fault| fault.to_string())
}

fn bufferized(source: &str, options: &Options) -> Result<Module, String> {
    let mut m = module(source);
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

fn count(m: &Module) -> (usize, usize) {
    let count = |kernel| {
        m.walk(m.root())
            .filter(|&op| m.is_kernel(op, kernel))
            .count()
    };
    (count(Kernel::Alloc), count(Kernel::Copy))
}

/// The first difference between a program and what became of it.
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
        let found = results(m, &arguments);
        if expected.is_err() || expected != found {
            return Some(format!("{arguments:?}: {expected:?}, bufferized {found:?}"));
        }
    }
    None
}

#[test]
fn random_programs_compute_the_same() {
    let n_programs = n_programs(100);
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
    for (name, base) in [("off", Options::default()), ("reference", reference)] {
        let mut sum = (0, 0);
        for kind in [
            Kind::Straight,
            Kind::Loops,
            Kind::Parts,
            Kind::Calls,
            Kind::Everything,
        ] {
            for seed in 0..n_programs {
                let source = program(seed, kind);
                let heuristic = if name == "off" {
                    orders[(seed % 5) as usize]
                } else {
                    orders[(seed % 3) as usize]
                };
                let options = Options {
                    function_boundaries: true,
                    heuristic,
                    fuzzer_seed: seed,
                    lower_elementwise: true,
                    ..base.clone()
                };
                let label = format!("{name} {kind:?} {seed} {heuristic:?}");
                match bufferized(&source, &options) {
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
        figure(&format!(
            "compat={name}: {} allocations, {} copies",
            sum.0, sum.1
        ));
    }
    let n = failures.len();
    failures.sort_by_key(String::len);
    failures.truncate(6);
    assert!(n == 0, "{n} programs\n{}", failures.join("\n-----\n"));
}

#[test]
fn models_have_no_more_copies_than_those_of_mlir_opt() {
    let Some(mlir_opt) = outside::mlir_opt(22) else {
        return;
    };
    for path in outside::shared_files("corpus", ".tensor.mlir") {
        let source = fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let flags = "bufferize-function-boundaries allow-return-allocs-from-loops \
                     function-boundary-type-conversion=identity-layout-map";
        let theirs = count(&bufferized_by(&mlir_opt, &source, flags).unwrap());
        let options = |base| Options {
            function_boundaries: true,
            allow_return_allocs_from_loops: true,
            boundary_layout: BoundaryLayout::Identity,
            ..base
        };
        let same = count(&bufferized(&source, &options(Options::reference())).unwrap());
        let ours = count(&bufferized(&source, &options(Options::default())).unwrap());
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
}
