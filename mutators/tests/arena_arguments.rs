//! Arenas as arguments of functions: fixtures, and programs before and after under the reference
//! interpreter, which passes arenas of the reported sizes, uninitialised.
//!
//! `MEMPLAN_PROGRAMS=n` takes `n` generated programs instead of the usual number.

use std::fs;
use std::path::Path;

use crate::common::arenas::arenas;
use crate::common::chain::read;
use crate::common::convention::{Boundaries, unexplained_difference};
use crate::common::corpus::memref_models;
use crate::common::programs::text_of;
use crate::common::real_mlir::MlirOpt;
use memplan::{Context, Deallocation, Merge, Report};
use memplan_interp::{Datum, Run, RunOptions, function, random_arguments, run};
use memplan_mlir::interfaces::arena_operands;
use memplan_mlir::verifier::verify;
use memplan_mlir::{DYNAMIC, Module, TypeKind};
use memplan_mutators::ArenaKind;
use memplan_testing::programs::n_programs;
use memplan_testing::programs::{ProgramOptions, numbered_program};
use memplan_testing::{Outcome, figure, run_directory};

fn merged(m: &mut Module, arena: ArenaKind, deallocation: Deallocation) -> Report {
    let context = Context::default();
    let job = Merge::new(&context).unwrap().arena(arena);
    let job = job.deallocation(deallocation).lower_peak(None);
    let (report, _) = job.run(m).unwrap();
    assert_eq!(verify(m), []);
    report
}

/// Runs the function with these arguments and arenas of the reported sizes.
fn executed(m: &Module, name: &str, arguments: &[Datum]) -> Result<Run, String> {
    let function = function(m, name).unwrap();
    let block = m.first_block(m.regions(function)[0]).unwrap();
    let mut all = arguments.to_vec();
    for arena in arenas(m, function, arguments) {
        assert_eq!(arena.argument, all.len() as i64);
        assert!(arena.alignment.cast_unsigned().is_power_of_two());
        let ty = m.value_type_kind(m.block_args(block)[all.len()]);
        let size = if arena.is_computed {
            DYNAMIC
        } else {
            arena.size
        };
        assert!(matches!(ty, TypeKind::MemRef(ty) if *ty.shape == [size]));
        all.push(Datum::Array {
            sizes: vec![arena.size],
            elements: vec![Datum::Undefined; usize::try_from(arena.size).unwrap()],
        });
    }
    let mut run = run(m, function, &all, &RunOptions::default())
        .map_err(|fault| format!("{:?}", fault.diagnostic(m)))?;
    run.arguments.truncate(arguments.len());
    Ok(run)
}

#[test]
fn merged_ir() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/arena_arguments");
    let real = [22, 19].map(MlirOpt::find);
    let ran = run_directory(&directory, |case| {
        let (arena, deallocation) = match case.what {
            "arena=arg" => (ArenaKind::Arg, Deallocation::Insert),
            "arena=arg | no-dealloc" => (ArenaKind::Arg, Deallocation::Keep),
            "arena=caller" => (ArenaKind::Caller, Deallocation::Insert),
            "arena=caller | no-dealloc" => (ArenaKind::Caller, Deallocation::Keep),
            other => panic!("{}: unknown test `{other}`", case.name),
        };
        let mut m = read(case.text);
        merged(&mut m, arena, deallocation);
        let text = text_of(&m);
        for mlir_opt in real.iter().flatten() {
            mlir_opt.check(&text).unwrap_or_else(|error| {
                panic!("{}: mlir-opt {}: {error}", case.name, mlir_opt.release)
            });
        }
        Outcome::output(text.trim_end())
    });
    match ran {
        Ok(passed) => assert!(passed > 0),
        Err(report) => panic!("{report}"),
    }
}

/// Merging with arenas as arguments changes nothing, whether the program frees its buffers or not, and
/// whether it was merged before.
#[test]
fn generated_programs_keep_their_meaning() {
    let n = n_programs(120);
    let (mut n_with_arena, mut n_calls) = (0, 0);
    let (mut in_own, mut in_arguments, mut heap_before, mut heap_after) = (0, 0, 0, 0);
    for number in 0..n {
        let options = ProgramOptions {
            blocks: number.is_multiple_of(2),
            spaces: number.is_multiple_of(5),
            alignments: number.is_multiple_of(7),
            ..ProgramOptions::default()
        };
        let text = numbered_program(number, &options);
        let before = executed(&read(&text), "main", &[]).unwrap();
        let mut own = read(&text);
        // With arenas as arguments, even a lone buffer is merged.
        let context = Context::default();
        let job = Merge::new(&context).unwrap();
        let job = job.collector("tick{lone=merge}").unwrap().lower_peak(None);
        let (of_own, _) = job.run(&mut own).unwrap();
        let mut m = read(&text);
        let report = match number % 4 {
            1 => {
                merged(&mut m, ArenaKind::Alloc, Deallocation::Insert);
                merged(&mut m, ArenaKind::Arg, Deallocation::Insert)
            }
            2 => {
                merged(&mut m, ArenaKind::Arg, Deallocation::Keep);
                merged(&mut m, ArenaKind::Arg, Deallocation::Insert)
            }
            _ => merged(&mut m, ArenaKind::Arg, Deallocation::Insert),
        };
        let after = executed(&m, "main", &[]);
        let context = || format!("program {number}:\n{text}\nbecame\n{}", text_of(&m));
        let after = after.unwrap_or_else(|fault| panic!("{fault}\n{}", context()));
        let given = read(&text);
        let difference = unexplained_difference(&m, &given, &before, &after, Boundaries::Copies);
        assert_eq!(difference, None, "{}", context());
        assert!(after.leaks.is_empty(), "{:?}\n{}", after.leaks, context());
        let arenas = arenas(&m, function(&m, "main").unwrap(), &[]);
        n_with_arena += u64::from(!arenas.is_empty());
        let all = m.walk(m.root());
        n_calls += all.filter(|&op| !arena_operands(&m, op).is_empty()).count();
        if number % 4 == 0 || number % 4 == 3 {
            in_own += of_own.merged.total.peak_bytes;
            in_arguments += report.merged.total.peak_bytes;
            heap_before += executed(&own, "main", &[]).unwrap().peak_bytes;
            let arenas: i64 = arenas.iter().map(|arena| arena.size).sum();
            heap_after += after.peak_bytes + arenas.cast_unsigned();
        }
    }
    figure(&format!(
        "{n_with_arena} of {n} programs take arenas, {n_calls} calls pass a part; sums of peaks: \
         {in_own} bytes in own arenas, {in_arguments} in arguments; at run time {heap_before} and \
         {heap_after}"
    ));
    assert!(3 * n_with_arena > n, "{n_with_arena} of {n}");
    assert!(n_calls as u64 > n / 10, "{n_calls} calls");
}

/// Models compute the same, and are accepted by the real verifiers.
#[test]
fn models_keep_their_meaning() {
    let real = [22, 19].map(MlirOpt::find);
    let mut n_run = 0;
    for path in memref_models() {
        let text = fs::read_to_string(&path).unwrap();
        let model = read(&text);
        let mut m = read(&text);
        let own = merged(&mut read(&text), ArenaKind::Alloc, Deallocation::Keep);
        let report = merged(&mut m, ArenaKind::Arg, Deallocation::Insert);
        figure(&format!(
            "{}: peak {} in an own arena, {} in an argument",
            path.file_name().unwrap().display(),
            own.merged.total.peak_bytes,
            report.merged.total.peak_bytes
        ));
        for mlir_opt in real.iter().flatten() {
            if mlir_opt.release == 22 || mlir_opt.check(&text).is_ok() {
                let checked = mlir_opt.check(&text_of(&m));
                checked.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            }
        }
        // The other models take minutes.
        let is_small = ["lstm", "transformer_small.memref"];
        let name = path.file_name().unwrap().to_string_lossy();
        if !is_small.iter().any(|small| name.starts_with(small)) {
            continue;
        }
        let functions = model.ops_with_trait(memplan_mlir::dialects::Traits::FUNCTION);
        for function in functions {
            let symbol = model.ctx.text(model.symbol_name(function).unwrap());
            let Some(arguments) = random_arguments(&model, function, 1) else {
                continue;
            };
            let Ok(before) = executed(&model, &symbol, &arguments) else {
                continue;
            };
            let after = executed(&m, &symbol, &arguments).unwrap();
            assert_eq!(before.difference(&after), None, "{}", path.display());
            n_run += 1;
        }
    }
    assert!(n_run > 0 || memref_models().is_empty());
}

/// The judge judges: a callee whose arena shares bytes with a buffer that is live during the call.
#[test]
fn an_arena_that_overlaps_a_live_buffer_is_noticed() {
    let text = "func.func private @leaf(%k: i32) -> i32 {
      %a = memref.alloc() : memref<4xi32>
      linalg.fill ins(%k : i32) outs(%a : memref<4xi32>)
      %c0 = arith.constant 0 : index
      %r = memref.load %a[%c0] : memref<4xi32>
      return %r : i32
    }
    func.func @main() -> i32 {
      %c0 = arith.constant 0 : index
      %k = arith.constant 7 : i32
      %n = arith.constant 3 : i32
      %b = memref.alloc() : memref<4xi32>
      linalg.fill ins(%k : i32) outs(%b : memref<4xi32>)
      %x = call @leaf(%n) : (i32) -> i32
      %y = memref.load %b[%c0] : memref<4xi32>
      %r = arith.subi %y, %x : i32
      return %r : i32
    }";
    let mut m = read(text);
    merged(&mut m, ArenaKind::Arg, Deallocation::Insert);
    let right = text_of(&m);
    assert_eq!(right.matches("memref.alloc").count(), 0, "{right}");
    assert_eq!(executed(&m, "main", &[]).unwrap().results, [Datum::Int(4)]);
    let wrong = right.replace("arith.constant 16 : index", "arith.constant 0 : index");
    assert_ne!(wrong, right);
    let run = executed(&read(&wrong), "main", &[]);
    assert!(run.is_err() || run.unwrap().results != [Datum::Int(4)]);
}
