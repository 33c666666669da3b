//! Donated arguments: what a function returned is in its argument afterwards, and what it still returns is the same.

use std::path::Path;

use memplan::{
    ArgumentOptions, Context, Donate, DonatedArgument, DonationForm, Merge, OldResult, Report,
    RunTimePeak, old_results,
};
use memplan_interp::{Datum, FaultKind, Run, RunOptions, function, random_arguments, run};
use memplan_mlir::semantics::Kernel;
use memplan_mlir::text::{PrintOptions, Span, line_col, parse, print};
use memplan_mlir::{Module, OpId, names};
use memplan_support::Random;
use memplan_testing::figure;
use memplan_testing::programs::n_programs;

use crate::bufferized::generator::{Kind, program};
use crate::common::chain::read;

fn options() -> RunOptions {
    RunOptions {
        step_limit: 1_000_000,
        ..RunOptions::default()
    }
}

/// What a function computes, in the order of the results that it had before any were dropped.
fn results_of(m: &Module, function: OpId, run: &Run) -> Vec<Datum> {
    let places = old_results(m, function).into_iter();
    let datum = |place| match place {
        OldResult::Argument(number) => run.arguments[number].clone(),
        OldResult::Result(number) => run.results[number].clone(),
    };
    places.map(datum).collect()
}

/// Merges a program with donations and compares what each of its functions with a body computes, except private ones.
/// Returns how many runs were compared, and how many results were dropped.
pub(crate) fn check(text: &str, arguments: &ArgumentOptions, what: &str) -> Option<(usize, usize)> {
    let before = read(text);
    let mut after = read(text);
    let context = Context::default();
    let job = Merge::new(&context).unwrap().arguments(arguments.clone());
    let (report, _) = job.run(&mut after).ok()?;
    let mut n_compared = 0;
    if arguments.form == DonationForm::Drop {
        no_higher_than_without(text, &report, what);
    }
    if report.prepared.donated.is_empty() && arguments.form == DonationForm::Drop {
        return None;
    }
    for function_before in before
        .walk(before.root())
        .filter(|&op| before.is_kernel(op, Kernel::Function))
    {
        let name = before.symbol_name(function_before).unwrap();
        let name = String::from_utf8_lossy(before.ctx.bytes(name)).into_owned();
        if memplan_mlir::interfaces::is_private(&before, function_before) {
            continue;
        }
        for seed in 0..3 {
            let Some(given) = random_arguments(&before, function_before, seed) else {
                break;
            };
            let Ok(expected) = run(&before, function_before, &given, &options()) else {
                continue;
            };
            // A result that was never written may not be read from a buffer.
            if expected.results.contains(&Datum::Undefined) {
                continue;
            }
            let function_after = function(&after, &name).unwrap();
            let actual = match run(&after, function_after, &given, &options()) {
                Ok(actual) => actual,
                // Choosing between tensors reads both of them.
                Err(fault)
                    if fault.kind == FaultKind::UninitialisedRead
                        && faults_anyway(text, &name, &given) =>
                {
                    continue;
                }
                Err(fault) => panic!(
                    "{what}: {fault}\n{text}\nbecame\n{}",
                    print(&after, &PrintOptions::default())
                ),
            };
            let results = results_of(&after, function_after, &actual);
            let mut pairs = expected.results.iter().zip(&results);
            assert!(
                expected.results.len() == results.len() && pairs.all(|(a, b)| a.is_refined_by(b)),
                "{what}: `{name}` returned {:?}, now {results:?}\n{text}\nbecame\n{}",
                expected.results,
                print(&after, &PrintOptions::default())
            );
            // What a function keeps is not freed.
            if !text.contains("memplan.captures") {
                assert_eq!(actual.leaks, [], "{what}: {name}");
            }
            n_compared += 1;
        }
    }
    Some((n_compared, report.prepared.donated.len()))
}

/// No public function needs more memory with donations than without, except that callers pass copies to public
/// functions where they still need what they pass.
fn no_higher_than_without(text: &str, with: &Report, what: &str) {
    let words = [
        "memplan.donated",
        "tf.aliasing_output",
        "iree.abi.output",
        "jax.buffer_donor",
    ];
    let text = words.iter().fold(text.to_owned(), |text, word| {
        text.replace(word, "test.unused")
    });
    let mut m = read(&text);
    let context = Context::default();
    let (without, _) = Merge::new(&context).unwrap().run(&mut m).unwrap();
    let is_called = |name: &str| text.contains(&format!("call @{name}("));
    let passes_copies = with.prepared.donated.iter().any(|donated| {
        is_called(&donated.function) && !text.contains(&format!("private @{}(", donated.function))
    });
    // Before merging, which has a promise of its own.
    let most = |peak: &RunTimePeak| peak.separate?.most;
    for with in with
        .peaks
        .functions
        .iter()
        .filter(|with| !passes_copies || is_called(&with.function))
    {
        let of_function = without.peaks.functions.iter();
        let mut of_function = of_function.filter(|without| without.function == with.function);
        if let Some(without) = of_function.next()
            && let (Some(now), Some(before)) = (most(with), most(without))
        {
            let name = &with.function;
            assert!(
                now.bytes <= before.bytes,
                "{what}: `{name}` needs {} B with donations, {} B without\n{text}",
                now.bytes,
                before.bytes
            );
        }
    }
}

/// Whether a program reads what was never written without any donation, too.
fn faults_anyway(text: &str, name: &str, given: &[Datum]) -> bool {
    let mut m = read(&text.replace(" {memplan.donated}", ""));
    let context = Context::default();
    Merge::new(&context).unwrap().run(&mut m).unwrap();
    let function = function(&m, name).unwrap();
    run(&m, function, given, &options())
        .is_err_and(|fault| fault.kind == FaultKind::UninitialisedRead)
}

/// Programs in which each donation needs something else.
const PROGRAMS: &[&str] = &[
    // A call inside the program passes one buffer twice.
    "func.func @f(%a: tensor<4xf32> {memplan.donated = 0 : i64}, %b: tensor<4xf32>) -> tensor<4xf32> {
       %z = arith.constant 3.0 : f32
       %k = arith.constant 1 : index
       %r = tensor.insert %z into %a[%k] : tensor<4xf32>
       return %r : tensor<4xf32>
     }
     func.func @main(%c: f32) -> f32 {
       %i = arith.constant 0 : index
       %e = tensor.empty() : tensor<4xf32>
       %x = linalg.fill ins(%c : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
       %r = func.call @f(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
       %v = tensor.extract %r[%i] : tensor<4xf32>
       return %v : f32
     }",
    // The result is computed beside the argument, from a product.
    "#t = affine_map<(d0, d1) -> (d1, d0)>
     #i = affine_map<(d0, d1) -> (d0, d1)>
     func.func @main(%w: tensor<16x8xf32> {memplan.donated = 0 : i64}, %x: tensor<4x16xf32>, %y: tensor<4x8xf32>) -> tensor<16x8xf32> {
       %z = arith.constant 0.0 : f32
       %e = tensor.empty() : tensor<16x4xf32>
       %xt = linalg.generic {indexing_maps = [#t, #i], iterator_types = [\"parallel\", \"parallel\"]}
           ins(%x : tensor<4x16xf32>) outs(%e : tensor<16x4xf32>) {
       ^bb0(%a: f32, %o: f32):
         linalg.yield %a : f32
       } -> tensor<16x4xf32>
       %f = tensor.empty() : tensor<16x8xf32>
       %s = linalg.fill ins(%z : f32) outs(%f : tensor<16x8xf32>) -> tensor<16x8xf32>
       %g = linalg.matmul ins(%xt, %y : tensor<16x4xf32>, tensor<4x8xf32>) outs(%s : tensor<16x8xf32>) -> tensor<16x8xf32>
       %r = linalg.generic {indexing_maps = [#i, #i, #i], iterator_types = [\"parallel\", \"parallel\"]}
           ins(%w, %g : tensor<16x8xf32>, tensor<16x8xf32>) outs(%f : tensor<16x8xf32>) {
       ^bb0(%a: f32, %b: f32, %o: f32):
         %d = arith.subf %a, %b : f32
         linalg.yield %d : f32
       } -> tensor<16x8xf32>
       return %r : tensor<16x8xf32>
     }",
    // Updated in place; the old value is read before and after.
    "func.func @main(%t: tensor<4xf32> {memplan.donated}, %x: f32) -> (tensor<4xf32>, f32, f32) {
       %i = arith.constant 1 : index
       %a = tensor.extract %t[%i] : tensor<4xf32>
       %new = tensor.insert %x into %t[%i] : tensor<4xf32>
       %b = tensor.extract %t[%i] : tensor<4xf32>
       return %new, %a, %b : tensor<4xf32>, f32, f32
     }",
    // Two exchange places.
    "func.func @main(%a: tensor<4xf32> {memplan.donated = 1 : i64}, %b: tensor<4xf32> {memplan.donated = 0 : i64}, %x: f32)
         -> (tensor<4xf32>, tensor<4xf32>) {
       %i = arith.constant 1 : index
       %c = tensor.insert %x into %a[%i] : tensor<4xf32>
       return %c, %b : tensor<4xf32>, tensor<4xf32>
     }",
    // Three rotate, on buffers.
    "func.func @main(%a: memref<4xf32> {memplan.donated = 1 : i64}, %b: memref<4xf32> {memplan.donated = 2 : i64},
         %c: memref<4xf32> {memplan.donated = 0 : i64}) -> (memref<4xf32>, memref<4xf32>, memref<4xf32>) {
       return %a, %b, %c : memref<4xf32>, memref<4xf32>, memref<4xf32>
     }",
    // What is donated is returned as another result, too.
    "func.func @main(%t: tensor<4xf32> {tf.aliasing_output = 0 : i32}, %x: f32) -> (tensor<4xf32>, tensor<4xf32>) {
       %i = arith.constant 2 : index
       %new = tensor.insert %x into %t[%i] : tensor<4xf32>
       return %new, %t : tensor<4xf32>, tensor<4xf32>
     }",
    // A buffer of its own, which becomes the argument; one that cannot, because the argument is read later.
    "func.func @main(%t: memref<4xf32> {memplan.donated = 0 : i64}, %u: memref<4xf32> {memplan.donated = 1 : i64}, %x: f32)
         -> (memref<4xf32>, memref<4xf32>, f32) {
       %i = arith.constant 3 : index
       %a = memref.alloc() : memref<4xf32>
       linalg.fill ins(%x : f32) outs(%a : memref<4xf32>)
       %b = memref.alloc() : memref<4xf32>
       linalg.fill ins(%x : f32) outs(%b : memref<4xf32>)
       %r = memref.load %u[%i] : memref<4xf32>
       memref.store %r, %b[%i] : memref<4xf32>
       return %a, %b, %r : memref<4xf32>, memref<4xf32>, f32
     }",
    // Several returns, and a choice between arguments.
    "func.func @main(%c: i1, %t: memref<4xf32> {memplan.donated = 0 : i64}, %u: memref<4xf32>) -> memref<4xf32> {
       cf.cond_br %c, ^bb1, ^bb2
     ^bb1:
       return %u : memref<4xf32>
     ^bb2:
       %s = arith.select %c, %u, %t : memref<4xf32>
       return %s : memref<4xf32>
     }",
    // Callers that own what they pass, still need it, pass it twice, and pass what was donated to them.
    "func.func private @step(%t: tensor<4xf32> {memplan.donated = 0 : i64}, %x: f32) -> tensor<4xf32> {
       %i = arith.constant 0 : index
       %old = tensor.extract %t[%i] : tensor<4xf32>
       %sum = arith.addf %old, %x : f32
       %new = tensor.insert %sum into %t[%i] : tensor<4xf32>
       return %new : tensor<4xf32>
     }
     func.func @main(%t: tensor<4xf32> {memplan.donated = 0 : i64}, %kept: tensor<4xf32>, %x: f32) -> (tensor<4xf32>, f32, f32, f32) {
       %i = arith.constant 0 : index
       %0 = call @step(%t, %x) : (tensor<4xf32>, f32) -> tensor<4xf32>
       %1 = call @step(%0, %x) : (tensor<4xf32>, f32) -> tensor<4xf32>
       %2 = call @step(%kept, %x) : (tensor<4xf32>, f32) -> tensor<4xf32>
       %a = tensor.extract %2[%i] : tensor<4xf32>
       %b = tensor.extract %kept[%i] : tensor<4xf32>
       %e = tensor.empty() : tensor<4xf32>
       %f = linalg.fill ins(%x : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
       %3 = call @step(%f, %x) : (tensor<4xf32>, f32) -> tensor<4xf32>
       %c = tensor.extract %3[%i] : tensor<4xf32>
       return %1, %a, %b, %c : tensor<4xf32>, f32, f32, f32
     }",
    // Callers on buffers.
    "func.func private @step(%t: memref<?xf32> {memplan.donated = 0 : i64}, %x: f32) -> memref<?xf32> {
       linalg.fill ins(%x : f32) outs(%t : memref<?xf32>)
       return %t : memref<?xf32>
     }
     func.func @main(%n: index, %x: f32) -> (f32, f32) {
       %i = arith.constant 0 : index
       %one = arith.constant 1 : index
       %size = arith.addi %n, %one : index
       %own = memref.alloc(%size) : memref<?xf32>
       linalg.fill ins(%x : f32) outs(%own : memref<?xf32>)
       %y = arith.addf %x, %x : f32
       %0 = call @step(%own, %y) : (memref<?xf32>, f32) -> memref<?xf32>
       %a = memref.load %0[%i] : memref<?xf32>
       %needed = memref.alloc(%size) : memref<?xf32>
       linalg.fill ins(%x : f32) outs(%needed : memref<?xf32>)
       %1 = call @step(%needed, %y) : (memref<?xf32>, f32) -> memref<?xf32>
       %2 = memref.load %1[%i] : memref<?xf32>
       %3 = memref.load %needed[%i] : memref<?xf32>
       %b = arith.subf %2, %3 : f32
       return %a, %b : f32, f32
     }",
    // A function that calls itself.
    "func.func private @down(%n: index, %t: tensor<4xf32> {memplan.donated = 0 : i64}) -> tensor<4xf32> {
       %zero = arith.constant 0 : index
       %one = arith.constant 1 : index
       %x = arith.constant 2.0 : f32
       %is = arith.cmpi sgt, %n, %zero : index
       %r = scf.if %is -> tensor<4xf32> {
         %less = arith.subi %n, %one : index
         %u = tensor.insert %x into %t[%zero] : tensor<4xf32>
         %s = func.call @down(%less, %u) : (index, tensor<4xf32>) -> tensor<4xf32>
         scf.yield %s : tensor<4xf32>
       } else {
         scf.yield %t : tensor<4xf32>
       }
       return %r : tensor<4xf32>
     }
     func.func @main(%t: tensor<4xf32>) -> (f32, f32) {
       %zero = arith.constant 0 : index
       %three = arith.constant 3 : index
       %r = call @down(%three, %t) : (index, tensor<4xf32>) -> tensor<4xf32>
       %a = tensor.extract %r[%zero] : tensor<4xf32>
       %b = tensor.extract %t[%zero] : tensor<4xf32>
       return %a, %b : f32, f32
     }",
    // Functions that free by hand: the last buffer of a loop, one that another result passes on, and a copy where
    // arguments exchange places.
    "func.func @main(%t: memref<4xf32> {memplan.donated = 0 : i64}, %x: f32) -> memref<4xf32> {
       %zero = arith.constant 0 : index
       %one = arith.constant 1 : index
       %three = arith.constant 3 : index
       %first = memref.alloc() : memref<4xf32>
       memref.copy %t, %first : memref<4xf32> to memref<4xf32>
       %r = scf.for %i = %zero to %three step %one iter_args(%old = %first) -> memref<4xf32> {
         %new = memref.alloc() : memref<4xf32>
         memref.copy %old, %new : memref<4xf32> to memref<4xf32>
         memref.store %x, %new[%i] : memref<4xf32>
         memref.dealloc %old : memref<4xf32>
         scf.yield %new : memref<4xf32>
       }
       return %r : memref<4xf32>
     }
     func.func @twice(%t: memref<4xf32> {memplan.donated = 0 : i64}, %x: f32) -> (memref<4xf32>, memref<4xf32>) {
       %new = memref.alloc() : memref<4xf32>
       %scratch = memref.alloc() : memref<4xf32>
       linalg.fill ins(%x : f32) outs(%scratch : memref<4xf32>)
       linalg.map { arith.addf } ins(%t, %scratch : memref<4xf32>, memref<4xf32>) outs(%new : memref<4xf32>)
       memref.dealloc %scratch : memref<4xf32>
       return %new, %new : memref<4xf32>, memref<4xf32>
     }
     func.func @exchange(%t: memref<4xf32> {memplan.donated = 0 : i64}, %u: memref<4xf32> {memplan.donated = 1 : i64},
         %x: f32) -> (memref<4xf32>, memref<4xf32>) {
       %one = arith.constant 1 : index
       %scratch = memref.alloc() : memref<4xf32>
       linalg.fill ins(%x : f32) outs(%scratch : memref<4xf32>)
       %y = memref.load %scratch[%one] : memref<4xf32>
       memref.store %y, %t[%one] : memref<4xf32>
       memref.dealloc %scratch : memref<4xf32>
       return %u, %t : memref<4xf32>, memref<4xf32>
     }",
];

#[test]
fn all_spellings_of_a_donation_mean_the_same() {
    let program = |attribute: &str, of_module: &str| {
        format!(
            "module attributes {{{of_module}}} {{
               func.func @main(%x: f32, %t: tensor<4xf32> {{{attribute}}}) -> (f32, tensor<4xf32>) {{
                 %i = arith.constant 1 : index
                 %r = tensor.insert %x into %t[%i] : tensor<4xf32>
                 return %x, %r : f32, tensor<4xf32>
               }}
             }}"
        )
    };
    let alias = "mhlo.input_output_alias = [{alias = {kind = \"may_alias\", parameter_index = [], \
                 parameter_number = 1 : i64}, output_index = [1]}]";
    let context = Context::default();
    let merged = |text: &str| {
        let job = Merge::new(&context).unwrap();
        let merged = job.run_text(text).unwrap();
        assert_eq!(merged.report.prepared.donated.len(), 1, "{text}");
        assert_eq!(merged.report.prepared.donated[0].n_copies, 0);
        assert_eq!(merged.warnings, [], "{text}");
        let text = merged.text();
        text[text.find("func.func").unwrap()..].to_owned()
    };
    let expected = merged(&program("memplan.donated = 1 : i64", ""));
    assert!(
        expected.contains("memplan.results = [\"result 0\", \"argument 1\"]"),
        "{expected}"
    );
    for attribute in [
        "memplan.donated",
        "tf.aliasing_output = 1 : i32",
        "iree.abi.output = 1 : index",
        "jax.buffer_donor = true",
    ] {
        assert_eq!(merged(&program(attribute, "")), expected, "{attribute}");
    }
    assert_eq!(merged(&program("", alias)), expected);
}

#[test]
fn donations_that_make_no_sense_are_errors_or_left_out() {
    let program = |attribute: &str| {
        format!(
            "func.func @main(%t: tensor<4xf32> {{{attribute}}}, %u: tensor<4xf32> {{memplan.donated = 0 : i64}}, %x: f32)
                 -> (tensor<4xf32>, tensor<5xf32>) {{
               %i = arith.constant 1 : index
               %e = tensor.empty() : tensor<5xf32>
               %f = linalg.fill ins(%x : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
               %r = tensor.insert %x into %t[%i] : tensor<4xf32>
               return %r, %f : tensor<4xf32>, tensor<5xf32>
             }}"
        )
    };
    let context = Context::default();
    let run = |attribute: &str| Merge::new(&context).unwrap().run_text(&program(attribute));
    for (attribute, expected) in [
        (
            "memplan.donated = 2 : i64",
            "there is no result 2: the function has 2",
        ),
        ("memplan.donated = -1 : i64", "there is no result"),
        ("memplan.donated = 1 : i64", "result 1 has another type"),
        (
            "memplan.donated = 0 : i64",
            "result 0 has an argument already",
        ),
        ("memplan.donated", "no result has its type"),
    ] {
        let error = run(attribute).unwrap_err().to_string();
        let foreign = attribute.replace("memplan.donated = ", "tf.aliasing_output = ");
        let memplan::Error::Program(list) = run(attribute).unwrap_err() else {
            panic!("{error}");
        };
        assert!(list[0].message.contains(expected), "{}", list[0].message);
        if foreign != attribute {
            let warnings = run(&foreign).unwrap().warnings;
            assert_eq!(warnings.len(), 1, "{foreign}: {warnings:?}");
        }
    }
    let named = |function: &str| {
        let name = memplan::DonatedName {
            function: function.to_owned(),
            argument: 7,
            result: 0,
        };
        let options = ArgumentOptions {
            donate: Donate::These(vec![name]),
            ..ArgumentOptions::default()
        };
        Merge::new(&context)
            .unwrap()
            .arguments(options)
            .run_text(&program(""))
            .is_err()
    };
    assert!(named("main") && named("other"));
}

#[test]
fn arguments_hold_what_was_returned() {
    let keep = ArgumentOptions {
        form: DonationForm::Keep,
        ..ArgumentOptions::default()
    };
    let checked = ArgumentOptions {
        is_checked: true,
        are_read_only: true,
        ..ArgumentOptions::default()
    };
    for (number, text) in PROGRAMS.iter().enumerate() {
        let what = format!("program {number}");
        let (n_compared, n_dropped) = check(text, &ArgumentOptions::default(), &what).unwrap();
        assert!(
            n_compared > 0 && n_dropped > 0,
            "{what}: {n_compared} {n_dropped}"
        );
        assert_eq!(check(text, &keep, &what).unwrap().1, 0, "{what}");
        assert_eq!(check(text, &checked, &what).unwrap().1, n_dropped, "{what}");
    }
}

/// Sections of the fixtures of bufferization, and random programs whose functions call each other.
#[test]
fn donations_of_any_program_keep_what_it_computes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../mlir/bufferize/tests/fixtures");
    let auto = ArgumentOptions {
        donate: Donate::Auto,
        ..ArgumentOptions::default()
    };
    let checked = ArgumentOptions {
        is_checked: true,
        ..ArgumentOptions::default()
    };
    let (mut n_compared, mut n_dropped) = (0, 0);
    let mut add = |counts: Option<(usize, usize)>| {
        let (compared, dropped) = counts.unwrap_or_default();
        n_compared += compared;
        n_dropped += dropped;
    };
    for entry in ["conflicts", "copies", "rewrite", "rows", "safer", "passes"] {
        for file in std::fs::read_dir(folder.join(entry)).unwrap() {
            let path = file.unwrap().path();
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            for section in text.split("// -----") {
                let is_valid = parse(section.as_bytes(), &memplan_dialects_extra::parse_options());
                if is_valid
                    .is_ok_and(|parsed| memplan_mlir::verifier::verify(&parsed.module).is_empty())
                {
                    add(check(section, &auto, &path.display().to_string()));
                }
            }
        }
    }
    for seed in 0..n_programs(60) {
        let text = program(seed, Kind::Calls);
        let text = declare_some(&text, &mut Random::new(seed));
        let what = format!("random program {seed}");
        add(check(&text, &ArgumentOptions::default(), &what));
        // Calls inside the program may pass one buffer twice.
        let is_public = text.replace("func.func private @", "func.func @");
        add(check(&is_public, &checked, &what));
    }
    assert!(
        n_dropped > 30,
        "{n_dropped} results were dropped in {n_compared} runs"
    );
    figure(&format!(
        "{n_dropped} results were dropped for donated arguments, {n_compared} runs agree"
    ));
}

/// Declares that some arguments of private functions are donated to any result of their type.
fn declare_some(text: &str, random: &mut Random) -> String {
    let line = |line: &str| {
        let Some((head, rest)) = line.split_once("func.func private @") else {
            return line.to_owned();
        };
        let Some((arguments, results)) = rest.split_once("->") else {
            return line.to_owned();
        };
        let mut declared = String::new();
        let mut n_left = results.matches("tensor<").count();
        for part in arguments.split_inclusive("f32>") {
            declared += part;
            let ty = part.rsplit(": ").next().unwrap_or_default();
            if n_left > 0 && part.ends_with("f32>") && results.contains(ty) && random.below(2) == 0
            {
                declared += " {memplan.donated}";
                n_left -= 1;
            }
        }
        format!("{head}func.func private @{declared}->{results}")
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// `--donate auto` adds to what the program declares.
#[test]
fn declared_donations_come_first() {
    let declared = |text: &str, donate: Donate| {
        let context = Context::default();
        let options = ArgumentOptions {
            donate,
            ..ArgumentOptions::default()
        };
        let merged = Merge::new(&context).unwrap().arguments(options);
        merged.run_text(text).map(|merged| {
            let donated = merged.report.prepared.donated.into_iter();
            donated
                .map(|donation| (donation.argument, donation.result))
                .collect::<Vec<_>>()
        })
    };
    let program = |attribute: &str| {
        format!(
            "func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32> {{{attribute}}}) -> (tensor<4xf32>, tensor<4xf32>) {{
  %e = tensor.empty() : tensor<4xf32>
  %r = linalg.add ins(%a, %b : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %s = linalg.mul ins(%a, %b : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %r, %s : tensor<4xf32>, tensor<4xf32>
}}"
        )
    };
    for attribute in ["memplan.donated", "tf.aliasing_output = 0 : i32"] {
        let donated = declared(&program(attribute), Donate::Auto).unwrap();
        assert_eq!(donated, [(0, 1), (1, 0)], "{attribute}");
    }
    let wrong = |name: &str| {
        let donate = name.parse().unwrap();
        declared(&program(""), donate).unwrap_err().to_string()
    };
    assert!(wrong("nope:0=0").contains("names function `nope`, but no function"));
    assert!(wrong("f:2=0").contains("names argument 2 of `f`, which has 2 arguments"));
}

/// Only callers outside of the program promise that nothing overlaps what they donate.
#[test]
fn donated_arguments_are_noalias_where_the_program_does_not_pass_them() {
    let step = |head: &str| {
        format!(
            "func.func {head}(%t: memref<4xf32> {{memplan.donated = 0 : i64}}, %u: memref<4xf32>, %x: f32, %i: index) -> memref<4xf32> {{
               memref.store %x, %t[%i] : memref<4xf32>
               return %t : memref<4xf32>
             }}"
        )
    };
    let text = format!(
        "{}\n{}\n{}\n
         func.func @caller(%t: memref<4xf32>, %x: f32, %i: index) {{
           %0 = call @both(%t, %t, %x, %i) : (memref<4xf32>, memref<4xf32>, f32, index) -> memref<4xf32>
           return
         }}",
        step("@outside"),
        step("@both"),
        step("private @nowhere")
    );
    let mut m = read(&text);
    let context = Context::default();
    let without_passes = Merge::new(&context).unwrap().lower_peak(None);
    let (report, _) = without_passes.run(&mut m).unwrap();
    assert_eq!(report.prepared.donated.len(), 3);
    let is_noalias = |name: &str| {
        let function = function(&m, name).unwrap();
        m.arg_attr(function, 0, names::NOALIAS).is_some()
    };
    assert_eq!(
        ["outside", "both", "nowhere"].map(is_noalias),
        [true, false, false]
    );
}

/// The code of a reason, the operation, and its line.
type Copied = Option<(serde_json::Value, String, u32)>;

/// Why each donation of a program takes a copy, and remarks on those that are left out.
fn reasons(text: &str) -> (Vec<Copied>, Vec<String>) {
    let context = Context::default();
    let without_passes = Merge::new(&context).unwrap().lower_peak(None);
    let merged = without_passes.run_text(text).unwrap();
    let line = |span: Span| line_col(text.as_bytes(), span.start as usize).0;
    let reason = |donated: &DonatedArgument| {
        assert_eq!(
            donated.reason.is_some(),
            donated.n_copies > 0,
            "{donated:?}"
        );
        let reason = donated.reason.as_ref()?;
        Some((
            serde_json::to_value(reason.why).unwrap(),
            reason.culprit.operation.clone(),
            line(reason.culprit.place.span),
        ))
    };
    let remarks = merged.warnings.iter().map(|remark| {
        assert_eq!(remark.code, "not-donated");
        format!("line {}: {}", line(remark.span), remark.message)
    });
    (
        merged.report.prepared.donated.iter().map(reason).collect(),
        remarks.collect(),
    )
}

#[test]
fn the_reason_for_a_copy_is_an_operation() {
    let copied =
        |code: &str, operation: &str, line| Some((code.into(), operation.to_owned(), line));
    for (text, expected) in [
        (
            "func.func @main(%t: memref<4xf32> {memplan.donated}, %x: f32, %i: index) -> memref<4xf32> {
               %new = memref.alloc() : memref<4xf32>
               linalg.fill ins(%x : f32) outs(%new : memref<4xf32>)
               %old = memref.load %t[%i] : memref<4xf32>
               memref.store %old, %new[%i] : memref<4xf32>
               return %new : memref<4xf32>
             }",
            vec![copied("reads-old-value", "memref.load", 4)],
        ),
        (
            "func.func @main(%a: memref<4xf32> {memplan.donated = 1 : i64}, %b: memref<4xf32> {memplan.donated = 0 : i64})
                 -> (memref<4xf32>, memref<4xf32>) {
               return %a, %b : memref<4xf32>, memref<4xf32>
             }",
            vec![
                copied("returns-argument", "func.return", 3),
                copied("returns-argument", "func.return", 3),
            ],
        ),
        (
            "func.func @main(%t: memref<4xf32> {memplan.donated}, %u: memref<4xf32>, %c: i1) -> memref<4xf32> {
               %r = arith.select %c, %t, %u : memref<4xf32>
               return %r : memref<4xf32>
             }",
            vec![copied("selects-buffer", "arith.select", 2)],
        ),
        (
            "func.func @main(%t: memref<4xf32> {memplan.donated}, %n: index, %x: f32) -> memref<4xf32> {
               %c0 = arith.constant 0 : index
               %c1 = arith.constant 1 : index
               %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> (memref<4xf32>) {
                 %new = memref.alloc() : memref<4xf32>
                 linalg.fill ins(%x : f32) outs(%new : memref<4xf32>)
                 scf.yield %new : memref<4xf32>
               }
               return %r : memref<4xf32>
             }",
            vec![copied("selects-buffer", "scf.for", 4)],
        ),
        (
            "func.func private @fresh(%t: memref<4xf32> {memplan.donated}, %x: f32) -> memref<4xf32> {
               %new = memref.alloc() : memref<4xf32>
               linalg.fill ins(%x : f32) outs(%new : memref<4xf32>)
               return %new : memref<4xf32>
             }
             func.func @main(%t: memref<4xf32>, %x: f32, %i: index) -> f32 {
               %new = call @fresh(%t, %x) : (memref<4xf32>, f32) -> memref<4xf32>
               %r = memref.load %new[%i] : memref<4xf32>
               return %r : f32
             }",
            vec![copied("keeps-operand", "func.call", 7)],
        ),
        (
            "func.func @main(%t: memref<4xf32> {memplan.donated}, %x: f32) -> memref<4xf32> {
               linalg.fill ins(%x : f32) outs(%t : memref<4xf32>)
               return %t : memref<4xf32>
             }",
            vec![None],
        ),
    ] {
        assert_eq!(reasons(text), (expected, Vec::new()), "{text}");
    }
}

#[test]
fn donations_that_are_left_out_are_remarked_on() {
    let called =
        "func.func private @step(%t: memref<4xf32> {memplan.donated}, %x: f32) -> memref<4xf32> {
         %new = memref.alloc() : memref<4xf32>
         linalg.fill ins(%x : f32) outs(%new : memref<4xf32>)
         linalg.fill ins(%x : f32) outs(%t : memref<4xf32>)
         return %new : memref<4xf32>
       }
       func.func @main(%t: memref<4xf32>, %x: f32, %i: index) -> f32 {
         %new = call @step(%t, %x) : (memref<4xf32>, f32) -> memref<4xf32>
         %r = memref.load %new[%i] : memref<4xf32>
         return %r : f32
       }";
    let remark = "line 8: argument 0 of `step` does not hold result 0: `func.call` passes what is used afterwards, and \
                  the function writes to it";
    assert_eq!(reasons(called), (Vec::new(), vec![remark.to_owned()]));
    let referenced = "func.func @step(%t: memref<4xf32> {memplan.donated}) -> memref<4xf32> {
         return %t : memref<4xf32>
       }
       func.func @main() -> ((memref<4xf32>) -> memref<4xf32>) {
         %f = func.constant @step : (memref<4xf32>) -> memref<4xf32>
         return %f : (memref<4xf32>) -> memref<4xf32>
       }";
    let remark = "line 1: argument 0 of `step` does not hold result 0: the function is used other than by calls";
    assert_eq!(reasons(referenced), (Vec::new(), vec![remark.to_owned()]));
    let either =
        "func.func @main(%t: memref<4xf32> {memplan.donated}, %x: f32, %c: i1) -> memref<4xf32> {
         %new = memref.alloc() : memref<4xf32>
         %scratch = memref.alloc() : memref<4xf32>
         linalg.fill ins(%x : f32) outs(%scratch : memref<4xf32>)
         memref.copy %scratch, %new : memref<4xf32> to memref<4xf32>
         memref.dealloc %scratch : memref<4xf32>
         %r = arith.select %c, %new, %t : memref<4xf32>
         return %r : memref<4xf32>
       }";
    let remark = "line 1: argument 0 of `main` does not hold result 0: the function frees its buffers, and may not own \
                  what it returns";
    assert_eq!(reasons(either), (Vec::new(), vec![remark.to_owned()]));
}
