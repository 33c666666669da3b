//! Small programs with their expected results and faults in the interpreter.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a helper that fails is a test that fails"
)]

use std::sync::Arc;

use memplan_interp::{
    Datum, Engine, Fault, FaultKind, Run, RunOptions, check, function, random_arguments, run,
};
use memplan_mlir::Module;
use memplan_mlir::text::parse;

fn module(text: &str) -> Module {
    parse(text.as_bytes(), &memplan_dialects_extra::parse_options())
        .unwrap_or_else(|errors| panic!("{errors:?}\n{text}"))
        .module
}

fn try_run(text: &str, arguments: &[Datum]) -> Result<Run, Fault> {
    let m = module(text);
    let main = function(&m, "main").unwrap();
    let options = RunOptions {
        step_limit: 100_000,
        ..RunOptions::default()
    };
    run(&m, main, arguments, &options)
}

fn results(text: &str, arguments: &[Datum]) -> Vec<Datum> {
    let run = try_run(text, arguments).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
    assert_eq!(run.leaks, [], "{text}");
    run.results
}

fn fault(text: &str) -> FaultKind {
    match try_run(text, &[]) {
        Ok(run) => panic!("no fault, {:?}\n{text}", run.results),
        Err(fault) => fault.kind,
    }
}

/// The result of a body that computes `%r : i32`.
fn int(body: &str) -> u64 {
    let text = format!("func.func @main() -> i32 {{\n{body}\n  return %r : i32\n}}");
    match results(&text, &[])[..] {
        [Datum::Int(bits)] => bits,
        ref other => panic!("{other:?}"),
    }
}

#[test]
fn integers_wrap_at_their_width_and_signs_count_where_they_should() {
    let binary = |op: &str, a: i32, b: i32| {
        int(&format!(
            "%a = arith.constant {a} : i32\n%b = arith.constant {b} : i32\n%r = arith.{op} %a, %b : i32"
        )) as u32 as i32
    };
    assert_eq!(binary("addi", i32::MAX, 1), i32::MIN);
    assert_eq!(binary("divsi", -7, 2), -3);
    assert_eq!(binary("floordivsi", -7, 2), -4);
    assert_eq!(binary("ceildivsi", -7, 2), -3);
    assert_eq!(binary("ceildivsi", 7, 2), 4);
    assert_eq!(binary("remsi", -7, 2), -1);
    assert_eq!(binary("remui", -1, 10), 5);
    assert_eq!(binary("shrsi", -8, 1), -4);
    assert_eq!(binary("shrui", -8, 1), 0x7fff_fffc);
    assert_eq!(binary("maxsi", -1, 1), 1);
    assert_eq!(binary("maxui", -1, 1), -1);
    let narrow = "%a = arith.constant 200 : i8\n%b = arith.extsi %a : i8 to i32\n\
                  %c = arith.extui %a : i8 to i32\n%r = arith.subi %c, %b : i32";
    assert_eq!(int(narrow), 256);
}

#[test]
fn floats_round_in_their_type() {
    let text = "func.func @main(%x: f32, %h: f16) -> (f32, f16, i32, i1) {
      %y = arith.constant 1.0e-8 : f32
      %a = arith.addf %x, %y : f32
      %b = arith.mulf %h, %h : f16
      %c = arith.fptosi %x : f32 to i32
      %n = arith.divf %x, %x : f32
      %d = arith.cmpf uno, %n, %n : f32
      return %a, %b, %c, %d : f32, f16, i32, i1
    }";
    let expected = [
        Datum::Float(1.0),
        Datum::Float(1.002),
        Datum::Int(1),
        Datum::Int(0),
    ];
    let rounded = results(text, &[Datum::Float(1.0), Datum::Float(1.000_976_562_5)]);
    assert_eq!(rounded[0], expected[0]);
    assert_eq!(rounded[1], Datum::Float(1.001_953_125));
    assert_eq!(rounded[2..], expected[2..]);
}

#[test]
fn loops_branches_and_calls_carry_values() {
    let sum = "
      %c0 = arith.constant 0 : index\n %c1 = arith.constant 1 : index\n %c5 = arith.constant 5 : index
      %z = arith.constant 0 : i32
      %r = scf.for %i = %c0 to %c5 step %c1 iter_args(%a = %z) -> (i32) {
        %k = arith.index_cast %i : index to i32
        %b = arith.addi %a, %k : i32
        scf.yield %b : i32
      }";
    assert_eq!(int(sum), 10);
    let text = "
      func.func @main() -> i32 { %n = arith.constant 10 : i32
        %r = func.call @fib(%n) : (i32) -> i32
        return %r : i32 }
      func.func private @fib(%n: i32) -> i32 {
        %c2 = arith.constant 2 : i32 %c1 = arith.constant 1 : i32
        %small = arith.cmpi slt, %n, %c2 : i32
        cf.cond_br %small, ^base(%n : i32), ^step
      ^base(%b: i32):
        return %b : i32
      ^step:
        %n1 = arith.subi %n, %c1 : i32
        %n2 = arith.subi %n, %c2 : i32
        %f1 = func.call @fib(%n1) : (i32) -> i32
        %f2 = func.call @fib(%n2) : (i32) -> i32
        %f = arith.addi %f1, %f2 : i32
        return %f : i32
      }";
    assert_eq!(results(text, &[]), [Datum::Int(55)]);
    let collatz = "
      %n = arith.constant 6 : i32\n %z = arith.constant 0 : i32 %one = arith.constant 1 : i32
      %two = arith.constant 2 : i32\n %three = arith.constant 3 : i32
      %last, %r = scf.while (%a = %n, %k = %z) : (i32, i32) -> (i32, i32) {
        %go = arith.cmpi ne, %a, %one : i32
        scf.condition(%go) %a, %k : i32, i32
      } do {
      ^bb0(%a: i32, %k: i32):
        %odd = arith.andi %a, %one : i32
        %is_odd = arith.cmpi eq, %odd, %one : i32
        %next = scf.if %is_odd -> (i32) {
          %t = arith.muli %a, %three : i32 %u = arith.addi %t, %one : i32
          scf.yield %u : i32
        } else {
          %h = arith.divsi %a, %two : i32
          scf.yield %h : i32
        }
        %k1 = arith.addi %k, %one : i32
        scf.yield %next, %k1 : i32, i32
      }";
    assert_eq!(int(collatz), 8);
}

#[test]
fn views_name_the_same_bytes() {
    let body = "
      %c0 = arith.constant 0 : index\n %c1 = arith.constant 1 : index\n %c2 = arith.constant 2 : index
      %c4 = arith.constant 4 : index\n %c8 = arith.constant 8 : index\n %v = arith.constant 7 : i32
      %m = memref.alloc() : memref<64xi8>
      %w = memref.view %m[%c8][] : memref<64xi8> to memref<3x4xi32>
      %s = memref.subview %w[1, %c1] [2, 2] [1, %c2] : memref<3x4xi32> to memref<2x2xi32, strided<[4, ?], offset: ?>>
      %t = memref.transpose %s (i, j) -> (j, i) : memref<2x2xi32, strided<[4, ?], offset: ?>> to memref<2x2xi32, strided<[?, 4], offset: ?>>
      memref.store %v, %t[%c1, %c0] : memref<2x2xi32, strided<[?, 4], offset: ?>>
      %flat = memref.collapse_shape %w [[0, 1]] : memref<3x4xi32> into memref<12xi32>
      %c7 = arith.constant 7 : index
      %r = memref.load %flat[%c7] : memref<12xi32>
      memref.dealloc %m : memref<64xi8>";
    assert_eq!(int(body), 7); // element (1, 1 + 2)
}

#[test]
fn structured_operations_compute_on_buffers_and_tensors() {
    let body = "
      %c0 = arith.constant 0 : index\n %c1 = arith.constant 1 : index\n %two = arith.constant 2 : i32
      %z = arith.constant 0 : i32
      %a = memref.alloc() : memref<2x3xi32>\n %b = memref.alloc() : memref<3x2xi32>
      %c = memref.alloc() : memref<2x2xi32>
      linalg.fill ins(%two : i32) outs(%a : memref<2x3xi32>)
      linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [\"parallel\", \"parallel\"]}
        outs(%b : memref<3x2xi32>) {
      ^bb0(%o: i32):
        %i = linalg.index 0 : index
        %k = arith.index_cast %i : index to i32
        linalg.yield %k : i32
      }
      linalg.fill ins(%z : i32) outs(%c : memref<2x2xi32>)
      linalg.matmul ins(%a, %b : memref<2x3xi32>, memref<3x2xi32>) outs(%c : memref<2x2xi32>)
      %r = memref.load %c[%c1, %c0] : memref<2x2xi32>
      memref.dealloc %a : memref<2x3xi32>\n memref.dealloc %b : memref<3x2xi32>\n memref.dealloc %c : memref<2x2xi32>";
    assert_eq!(int(body), 6);
    let text = "func.func @main(%i: tensor<1x5x1xf32>, %f: tensor<2x1x1xf32>) -> tensor<1x2x1xf32> {
      %z = arith.constant dense<0.0> : tensor<1x2x1xf32>
      %r = linalg.conv_1d_nwc_wcf {strides = dense<2> : tensor<1xi64>, dilations = dense<2> : tensor<1xi64>}
        ins(%i, %f : tensor<1x5x1xf32>, tensor<2x1x1xf32>) outs(%z : tensor<1x2x1xf32>) -> tensor<1x2x1xf32>
      return %r : tensor<1x2x1xf32>
    }";
    let array = |sizes: &[i64], numbers: &[f64]| Datum::Array {
        sizes: sizes.to_vec(),
        elements: numbers.iter().map(|&number| Datum::Float(number)).collect(),
    };
    let inputs = [
        array(&[1, 5, 1], &[1.0, 2.0, 3.0, 4.0, 5.0]),
        array(&[2, 1, 1], &[10.0, 1.0]),
    ];
    assert_eq!(results(text, &inputs), [array(&[1, 2, 1], &[13.0, 35.0])]);
}

#[test]
fn constants_may_be_in_the_resource_section() {
    let text = |blob: &str| {
        format!(
            "memref.global \"private\" constant @w : memref<2xi16> = dense_resource<k> {{alignment = 64 : i64}}
            func.func @main() -> i16 {{
              %c1 = arith.constant 1 : index
              %w = memref.get_global @w : memref<2xi16>
              %r = memref.load %w[%c1] : memref<2xi16>
              return %r : i16
            }}
            {{-# dialect_resources: {{builtin: {{k: \"0x02000000{blob}\"}}}} #-}}"
        )
    };
    assert_eq!(results(&text("01000aff"), &[]), [Datum::Int(0xff0a)]);
    assert_eq!(fault(&text("0100")), FaultKind::Unsupported);
}

#[test]
fn memory_that_is_zeroed_can_be_read() {
    let text = "func.func @main() -> i32 {
      %c0 = arith.constant 0 : index
      %a = memref.alloc() : memref<4xi32>
      %r = memref.load %a[%c0] : memref<4xi32>
      memref.dealloc %a : memref<4xi32>
      return %r : i32
    }";
    for engine in [Engine::Compiled, Engine::Reference] {
        let options = RunOptions {
            engine,
            is_zeroed: true,
            ..RunOptions::default()
        };
        let m = module(text);
        let ran = run(&m, function(&m, "main").unwrap(), &[], &options).unwrap();
        assert_eq!(ran.results, [Datum::Int(0)]);
    }
}

#[test]
fn what_a_program_must_not_do_is_found() {
    let with = |body: &str| {
        fault(&format!(
            "func.func @main() -> i32 {{
               %c0 = arith.constant 0 : index\n %c4 = arith.constant 4 : index
               %v = arith.constant 1 : i32\n %zero = arith.constant 0 : i32
               {body}
             }}"
        ))
    };
    let a = "%a = memref.alloc() : memref<4xi32>";
    let load = "%r = memref.load %a[%c0] : memref<4xi32>\nreturn %r : i32";
    let free = "memref.dealloc %a : memref<4xi32>";
    let cases = [
        (format!("{a}\n{load}"), FaultKind::UninitialisedRead),
        (
            format!("{a}\nmemref.store %v, %a[%c0] : memref<4xi32>\n{free}\n{load}"),
            FaultKind::UseAfterFree,
        ),
        (
            format!("{a}\n{free}\n{free}\nreturn %v : i32"),
            FaultKind::DoubleFree,
        ),
        (
            format!("{a}\nmemref.store %v, %a[%c4] : memref<4xi32>\nreturn %v : i32"),
            FaultKind::OutOfBounds,
        ),
        (
            "%b = memref.alloc() : memref<16xi8>
             %a = memref.view %b[%c4][] : memref<16xi8> to memref<2xi32>
             memref.dealloc %a : memref<2xi32>\nreturn %v : i32"
                .to_owned(),
            FaultKind::InvalidFree,
        ),
        (
            format!("%a = memref.alloca() : memref<4xi32>\n{free}\nreturn %v : i32"),
            FaultKind::InvalidFree,
        ),
        (
            format!(
                "{a}\n%s = memref.subview %a[%c4] [1] [1] : memref<4xi32> to memref<1xi32, strided<[1], offset: ?>>\nreturn %v : i32"
            ),
            FaultKind::OutOfBounds,
        ),
        (
            "%r = arith.divsi %v, %zero : i32\nreturn %r : i32".to_owned(),
            FaultKind::Undefined,
        ),
        (
            "%f = arith.constant false\ncf.assert %f, \"never\"\nreturn %v : i32".to_owned(),
            FaultKind::Assertion,
        ),
        (
            "cf.br ^bb1\n^bb1:\ncf.br ^bb1".to_owned(),
            FaultKind::StepLimit,
        ),
        (
            "%a = memref.alloca_scope -> (memref<4xi32>) {
               %b = memref.alloca() : memref<4xi32>
               memref.store %v, %b[%c0] : memref<4xi32>
               memref.alloca_scope.return %b : memref<4xi32>
             }"
            .to_owned()
                + "\n"
                + load,
            FaultKind::UseAfterFree,
        ),
    ];
    for (body, kind) in cases {
        assert_eq!(with(&body), kind, "{body}");
    }
    let endless =
        "func.func @main() -> i32 { %r = func.call @main() : () -> i32\n return %r : i32 }";
    assert_eq!(fault(endless), FaultKind::DepthLimit);
}

/// A program that copies `%a` to another memory beside the program, with `%between` and `%after` the wait.
fn with_dma(between: &str, after: &str) -> String {
    format!(
        "func.func @main() -> i32 {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 4 : index
  %seven = arith.constant 7 : i32
  %tag = memref.alloca() : memref<2xi32>
  %a = memref.alloc() : memref<2x2xi32>
  %b = memref.alloc() : memref<2x2xi32, 1>
  linalg.fill ins(%seven : i32) outs(%a : memref<2x2xi32>)
  memref.dma_start %a[%c0, %c0], %b[%c0, %c0], %n, %tag[%c1] : memref<2x2xi32>, memref<2x2xi32, 1>, memref<2xi32>
  {between}
  {after}
  %r = memref.load %b[%c1, %c1] : memref<2x2xi32, 1>
  memref.dealloc %a : memref<2x2xi32>
  memref.dealloc %b : memref<2x2xi32, 1>
  return %r : i32
}}"
    )
}

#[test]
fn a_copy_beside_the_program_is_done_when_it_is_awaited() {
    let wait = "memref.dma_wait %tag[%c1], %n : memref<2xi32>";
    let run = try_run(&with_dma("", wait), &[]).unwrap();
    assert_eq!(run.results, [Datum::Int(7)]);
    assert_eq!(run.moved_bytes, 16);
    let peaks: Vec<_> = run.peaks_by_space.into_iter().collect();
    assert_eq!(peaks, [(String::new(), 16), ("1".to_owned(), 16)]);
    // What is written to the source before the wait may be copied.
    let late = "memref.store %seven, %a[%c1, %c1] : memref<2x2xi32>".replace("%seven", "%c");
    let late = format!("%c = arith.constant 9 : i32\n{late}");
    let run = try_run(&with_dma(&late, wait), &[]).unwrap();
    assert_eq!(run.results, [Datum::Int(9)]);
    let early = "%x = memref.load %b[%c0, %c0] : memref<2x2xi32, 1>";
    assert_eq!(fault(&with_dma(early, wait)), FaultKind::UninitialisedRead);
    assert_eq!(fault(&with_dma("", "")), FaultKind::UninitialisedRead);
    for wrong in [
        "memref.dma_wait %tag[%c0], %n : memref<2xi32>",
        "memref.dma_wait %tag[%c1], %c1 : memref<2xi32>",
        &format!("{wait}\n{wait}"),
    ] {
        assert_eq!(fault(&with_dma("", wrong)), FaultKind::Undefined, "{wrong}");
    }
    let again = with_dma("", wait);
    let start = again.lines().find(|line| line.contains("dma_start"));
    let twice = with_dma(start.unwrap(), wait);
    assert_eq!(fault(&twice), FaultKind::Undefined);
    let free = "memref.dealloc %a : memref<2x2xi32>";
    assert_eq!(fault(&with_dma(free, wait)), FaultKind::UseAfterFree);
    let never = again.replace(
        wait,
        "linalg.fill ins(%seven : i32) outs(%b : memref<2x2xi32, 1>)",
    );
    assert_eq!(fault(&never), FaultKind::Undefined);
    let long = again.replace("%n = arith.constant 4", "%n = arith.constant 5");
    assert_eq!(fault(&long), FaultKind::OutOfBounds);
}

#[test]
fn faults_say_who_allocated_who_freed_and_who_called() {
    let text = "func.func @main() { %a = memref.alloc() : memref<i32>
      func.call @end(%a) : (memref<i32>) -> ()
      memref.dealloc %a : memref<i32>
      return }
    func.func @end(%x: memref<i32>) { memref.dealloc %x : memref<i32>\n return }";
    let m = module(text);
    let main = function(&m, "main").unwrap();
    let fault = run(&m, main, &[], &RunOptions::default()).unwrap_err();
    let names = |ops: &[memplan_mlir::OpId]| -> Vec<String> {
        ops.iter()
            .map(|&op| m.op_name_text(op).into_owned())
            .collect()
    };
    assert_eq!(fault.kind, FaultKind::DoubleFree);
    let related: Vec<_> = fault.related.iter().map(|&(op, _)| op).collect();
    assert_eq!(names(&related), ["memref.alloc", "memref.dealloc"]);
    let notes = fault.diagnostic(&m).notes;
    assert_eq!(notes[0].message, "allocated here");
    let leaking = text.replace(
        "func.call @end(%a) : (memref<i32>) -> ()",
        "func.call @more() : () -> ()",
    ) + "func.func @more() { %b = memref.alloc() : memref<8xi8>\n return }";
    let leaks = try_run(&leaking, &[]).unwrap().leaks;
    assert_eq!(leaks.len(), 1);
    assert_eq!(leaks[0].calls.len(), 1);
}

#[test]
fn conditional_deallocation_frees_what_is_owned_and_not_retained() {
    let text = "func.func @main(%c: i1) -> (memref<2xi32>, i1) {
      %true = arith.constant true
      %a = memref.alloc() : memref<2xi32>\n %b = memref.alloc() : memref<2xi32>
      %s = arith.select %c, %a, %b : memref<2xi32>
      %o = bufferization.dealloc (%a, %b, %a : memref<2xi32>, memref<2xi32>, memref<2xi32>)
        if (%true, %true, %true) retain (%s : memref<2xi32>)
      return %s, %o : memref<2xi32>, i1
    }";
    for flag in 0..2 {
        let run = try_run(text, &[Datum::Int(flag)]).unwrap();
        assert_eq!((run.leaks.len(), &run.results[1]), (0, &Datum::Int(1)));
        assert_eq!(run.n_allocations, 2);
    }
}

#[test]
fn unknown_operations_tell_programs_apart() {
    let program = |value: i32| {
        format!(
            "func.func @main() -> i32 {{
               %v = arith.constant {value} : i32
               %a = memref.alloc() : memref<i32>
               memref.store %v, %a[] : memref<i32>
               %r = \"test.use\"(%a) : (memref<i32>) -> i32
               memref.dealloc %a : memref<i32>
               return %r : i32
             }}"
        )
    };
    let first = try_run(&program(1), &[]).unwrap();
    assert_eq!(first.difference(&try_run(&program(1), &[]).unwrap()), None);
    assert!(
        first
            .difference(&try_run(&program(2), &[]).unwrap())
            .is_some()
    );
    assert_eq!(first.n_observed, 1);
}

#[test]
fn declared_functions_compute_the_same_of_tensors_and_of_buffers() {
    let program = |ty: &str| {
        format!(
            "func.func private @f({ty}<3xf32>) -> {ty}<3xf32>
             func.func @main(%x: {ty}<3xf32>) -> {ty}<3xf32> {{
               %r = call @f(%x) : ({ty}<3xf32>) -> {ty}<3xf32>
               return %r : {ty}<3xf32>
             }}"
        )
    };
    let m = module(&program("tensor"));
    let arguments = random_arguments(&m, function(&m, "main").unwrap(), 1).unwrap();
    let [of_tensors, of_buffers] =
        ["tensor", "memref"].map(|ty| try_run(&program(ty), &arguments).unwrap());
    assert_eq!(of_tensors.results, of_buffers.results);
    assert_eq!(of_tensors.observed, of_buffers.observed);
}

#[test]
fn unknown_operations_tell_zeros_apart_but_not_nans() {
    let text = "func.func @main(%x: f32) -> f32 {
      %r = \"test.use\"(%x) : (f32) -> f32
      return %r : f32
    }";
    let observed = |x: f64| try_run(text, &[Datum::Float(x)]).unwrap().observed;
    assert_ne!(observed(0.0), observed(-0.0));
    assert_eq!(observed(f64::NAN), observed(-f64::NAN));
    assert_ne!(Datum::Float(0.0), Datum::Float(-0.0));
}

/// The kind of the fault with a memory limit in bytes, or the peak of the heap.
fn limited(body: &str, byte_limit: u64) -> Result<u64, FaultKind> {
    let m = module(&format!(
        "memref.global \"private\" @g : memref<100xi8> = uninitialized
         memref.global \"private\" @h : memref<100xi8> = uninitialized
         func.func private @frame() {{
           %a = memref.alloca() : memref<100xi8>
           return
         }}
         func.func @main() {{
           %c0 = arith.constant 0 : index\n %c1 = arith.constant 1 : index
           %n = arith.constant 1000 : index
           {body}
           return
         }}"
    ));
    let options = RunOptions {
        byte_limit,
        ..RunOptions::default()
    };
    let run = run(&m, function(&m, "main").unwrap(), &[], &options);
    run.map(|run| run.peak_bytes).map_err(|fault| fault.kind)
}

#[test]
fn the_memory_limit_bounds_the_sum_of_all_live_buffers() {
    let in_one_frame = "cf.br ^head(%c0 : index)
      ^head(%i: index):
        %a = memref.alloca() : memref<100xi8>
        %next = arith.addi %i, %c1 : index
        %again = arith.cmpi slt, %next, %n : index
        cf.cond_br %again, ^head(%next : index), ^exit
      ^exit:";
    let globals = "%g = memref.get_global @g : memref<100xi8>
                   %h = memref.get_global @h : memref<100xi8>";
    let mixed = "%a = memref.alloca() : memref<100xi8>
                 %b = memref.alloc() : memref<100xi8>
                 memref.dealloc %b : memref<100xi8>";
    let too_small = Err(FaultKind::MemoryLimit);
    assert_eq!(limited(in_one_frame, 150), too_small);
    assert_eq!(limited(in_one_frame, 100 * 1000 - 1), too_small);
    assert_eq!(limited(in_one_frame, 100 * 1000), Ok(0));
    assert_eq!(limited(globals, 199), too_small);
    assert_eq!(limited(globals, 200), Ok(0));
    assert_eq!(limited(mixed, 199), too_small);
    assert_eq!(limited(mixed, 200), Ok(100));
}

#[test]
fn memory_that_has_ended_is_not_limited() {
    let bodies = [
        "%a = memref.alloca() : memref<100xi8>",
        "memref.alloca_scope { %a = memref.alloca() : memref<100xi8> }",
        "func.call @frame() : () -> ()",
        "%a = memref.alloc() : memref<100xi8>\nmemref.dealloc %a : memref<100xi8>",
        "%g = memref.get_global @g : memref<100xi8>",
    ];
    for body in bodies {
        let text = format!("scf.for %i = %c0 to %n step %c1 {{ {body} }}");
        let peak = if body.contains("dealloc") { 100 } else { 0 };
        assert_eq!(limited(&text, 100), Ok(peak), "{body}");
        assert_eq!(limited(&text, 99), Err(FaultKind::MemoryLimit), "{body}");
    }
}

#[test]
fn arguments_count_towards_the_memory_limit() {
    let m = module("func.func @main(%a: memref<100xi8>, %b: memref<100xi8>) { return }");
    let main = function(&m, "main").unwrap();
    let arguments = random_arguments(&m, main, 0).unwrap();
    let limited = |byte_limit| {
        let options = RunOptions {
            byte_limit,
            ..RunOptions::default()
        };
        run(&m, main, &arguments, &options).map_err(|fault| fault.kind)
    };
    assert_eq!(limited(199).unwrap_err(), FaultKind::MemoryLimit);
    assert_eq!(limited(200).unwrap().peak_bytes, 0);
}

#[test]
fn a_shorter_view_of_the_base_frees_the_allocation() {
    // What `expand-realloc` of MLIR leaves of `memref.realloc` to fewer elements.
    let shrunk = "%a = memref.alloc() : memref<16xi8>
                  %b = memref.reinterpret_cast %a to offset: [0], sizes: [%c1], strides: [1]
                      : memref<16xi8> to memref<?xi8>
                  memref.dealloc %b : memref<?xi8>";
    let part = "%a = memref.alloc() : memref<16xi8>
                %b = memref.subview %a[4] [4] [1]
                    : memref<16xi8> to memref<4xi8, strided<[1], offset: 4>>
                memref.dealloc %b : memref<4xi8, strided<[1], offset: 4>>";
    for body in [shrunk, part] {
        assert_eq!(limited(body, 16), Ok(16), "{body}");
        let again = format!("{body}\nmemref.dealloc %a : memref<16xi8>");
        assert_eq!(limited(&again, 16), Err(FaultKind::DoubleFree), "{body}");
    }
}

#[test]
fn random_arguments_have_the_types_of_the_function() {
    let text = "func.func @main(%a: memref<?x2xf32, strided<[?, ?], offset: ?>>, %b: tensor<3xi8>, %c: index, %d: vector<2xi1>) -> index {
      %c0 = arith.constant 0 : index
      %d0 = memref.dim %a, %c0 : memref<?x2xf32, strided<[?, ?], offset: ?>>
      return %d0 : index
    }";
    let m = module(text);
    let main = function(&m, "main").unwrap();
    for seed in 0..20 {
        let arguments = random_arguments(&m, main, seed).unwrap();
        let result = run(&m, main, &arguments, &RunOptions::default()).unwrap();
        let Datum::Array { sizes, .. } = &arguments[0] else {
            panic!()
        };
        assert_eq!(result.results, [Datum::Int(sizes[0] as u64)]);
        assert_eq!(result.arguments[..2], arguments[..2]);
    }
}

/// A model has hundreds of leaks and megabytes of arguments.
#[test]
fn faults_of_a_run_share_its_arguments() {
    let m = module(
        "func.func @main(%given: memref<64xf32>) {
          %a = memref.alloc() : memref<4xf32>
          %b = memref.alloc() : memref<8xf32>
          return
        }",
    );
    let main = function(&m, "main").unwrap();
    let mut n_leaks = Vec::new();
    let options = |_| Some(RunOptions::default());
    let checked = check(&m, main, None, 0..2, options, |_, _, run| {
        n_leaks.push(run.leaks.len())
    });
    assert_eq!(n_leaks, [2, 2]);
    let [a, b] = &checked.faults[..] else {
        panic!("{:?}", checked.faults);
    };
    assert_eq!((a.seed, b.seed), (0, 0), "each is reported once");
    assert!(Arc::ptr_eq(&a.arguments, &b.arguments));
}

/// A pooling has its window for the shape only, and nothing writes it.
#[test]
fn operands_that_a_body_does_not_use_may_be_unwritten() {
    let text = "func.func @main() -> f32 {
        %c0 = arith.constant 0 : index
        %one = arith.constant 1.0 : f32
        %in = memref.alloc() : memref<1x4x4x1xf32>
        linalg.fill ins(%one : f32) outs(%in : memref<1x4x4x1xf32>)
        %window = memref.alloc() : memref<2x2xf32>
        %out = memref.alloc() : memref<1x3x3x1xf32>
        linalg.fill ins(%one : f32) outs(%out : memref<1x3x3x1xf32>)
        linalg.pooling_nhwc_sum ins(%in, %window : memref<1x4x4x1xf32>, memref<2x2xf32>)
          outs(%out : memref<1x3x3x1xf32>)
        %r = memref.load %out[%c0, %c0, %c0, %c0] : memref<1x3x3x1xf32>
        memref.dealloc %in : memref<1x4x4x1xf32>
        memref.dealloc %window : memref<2x2xf32>
        memref.dealloc %out : memref<1x3x3x1xf32>
        return %r : f32
      }";
    let m = module(text);
    let main = function(&m, "main").unwrap();
    for engine in [Engine::Compiled, Engine::Reference] {
        let options = RunOptions {
            engine,
            ..RunOptions::default()
        };
        let result = run(&m, main, &[], &options).unwrap();
        assert_eq!(result.results, [Datum::Float(5.0)]);
    }
}

#[test]
fn tiles_of_buffers_are_packed_and_unpacked() {
    let body = "%c0 = arith.constant 0 : index %c1 = arith.constant 1 : index %c2 = arith.constant 2 : index
        %seven = arith.constant 7 : i32
        %in = memref.alloc() : memref<3x2xi32> %tiles = memref.alloc() : memref<2x1x2x2xi32>
        %out = memref.alloc() : memref<3x2xi32>
        linalg.fill ins(%seven : i32) outs(%in : memref<3x2xi32>)
        memref.store %seven, %in[%c2, %c1] : memref<3x2xi32>
        linalg.pack %in padding_value(%seven : i32) inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %tiles
          : memref<3x2xi32> -> memref<2x1x2x2xi32>
        %doubled = memref.load %tiles[%c1, %c0, %c0, %c1] : memref<2x1x2x2xi32>
        %sum = arith.addi %doubled, %doubled : i32
        memref.store %sum, %tiles[%c1, %c0, %c0, %c1] : memref<2x1x2x2xi32>
        linalg.unpack %tiles inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %out
          : memref<2x1x2x2xi32> -> memref<3x2xi32>
        %r = memref.load %out[%c2, %c1] : memref<3x2xi32>
        memref.dealloc %in : memref<3x2xi32> memref.dealloc %tiles : memref<2x1x2x2xi32>
        memref.dealloc %out : memref<3x2xi32>";
    assert_eq!(int(body), 14);
}

#[test]
fn arguments_of_calls_do_not_overlap_one_that_forbids_it() {
    for (size, step, first, second, is_wrong) in [
        (4, 1, 0, 4, false),
        (4, 1, 0, 3, true),
        (4, 1, 7, 4, true),
        (2, 5, 0, 5, true),
        (2, 5, 0, 6, false),
        (0, 1, 4, 4, false),
    ] {
        let part = format!("memref<{size}xf32, strided<[{step}], offset: ?>>");
        let view = format!("sizes: [{size}], strides: [{step}] : memref<16xf32> to {part}");
        let text = format!(
            "func.func private @f(%x: {part} {{memplan.noalias}}, %y: {part}) {{
               return
             }}
             func.func @main() {{
               %i = arith.constant {first} : index
               %j = arith.constant {second} : index
               %a = memref.alloc() : memref<16xf32>
               %x = memref.reinterpret_cast %a to offset: [%i], {view}
               %y = memref.reinterpret_cast %a to offset: [%j], {view}
               call @f(%x, %y) : ({part}, {part}) -> ()
               memref.dealloc %a : memref<16xf32>
               return
             }}"
        );
        let message = try_run(&text, &[])
            .map_err(|fault| (fault.kind, fault.message))
            .err();
        let expected = "argument 1 of `f` overlaps argument 0, which is `memplan.noalias`";
        let expected = is_wrong.then(|| (FaultKind::Undefined, expected.to_owned()));
        assert_eq!(message, expected, "{text}");
    }
}
