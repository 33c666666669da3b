//! Deallocation without ownership: the same program as the pipeline leaves.
//!
//! `MEMPLAN_PROGRAMS=n` tests `n` programs instead of the default number.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a failing test panics, and so does a failing helper"
)]

use std::fs;
use std::path::Path;
use std::sync::Arc;

use crate::common::chain::read;
use crate::common::corpus::memref_models;
use crate::common::programs::text_of;
use memplan_mlir::Module;
use memplan_mlir::passes::{Pass, Pipeline, RunOptions};
use memplan_mutators::dealloc::{DeallocationPipeline, free_single_owners};
use memplan_testing::programs::{ProgramOptions, n_programs, numbered_program};

fn run(m: &mut Module, passes: Vec<Arc<dyn Pass>>) -> bool {
    let pipeline = Pipeline::sequence(passes).unwrap();
    pipeline.run(m, &RunOptions::default()).result.is_ok()
}

/// Compares both ways to free the buffers of a program, if the short one applies to it. Returns whether it does.
fn is_freed_as_by_pipeline(text: &str) -> bool {
    let pipeline = DeallocationPipeline::default();
    let mut m = read(text);
    if !run(&mut m, pipeline.preparation()) {
        return false;
    }
    let mut by_pipeline = m.clone();
    let before = text_of(&m);
    if !free_single_owners(&mut m) {
        assert_eq!(text_of(&m), before);
        return false;
    }
    assert!(run(&mut by_pipeline, pipeline.ownership_passes()), "{text}");
    let mark = by_pipeline.ctx.str("memplan.deallocated");
    for function in by_pipeline.walk(by_pipeline.root()).collect::<Vec<_>>() {
        by_pipeline.remove_attr(function, mark);
    }
    let [short, long] = [&m, &by_pipeline].map(|m| without_true(&text_of(m)));
    assert_eq!(short, long, "{text}");
    true
}

/// A program without the constant `true`: the pipeline moves it to the front, as the flag of all owners.
fn without_true(text: &str) -> String {
    let lines = text.lines();
    let lines = lines.filter(|line| !line.ends_with(" = arith.constant true"));
    lines.collect::<Vec<_>>().join("\n")
}

/// Small programs of few kinds of statements; larger ones are hardly ever simple.
fn small_programs() -> [ProgramOptions; 3] {
    let small = ProgramOptions {
        blocks: false,
        clones: false,
        statements: 4,
        ..ProgramOptions::default()
    };
    [
        small,
        ProgramOptions {
            calls: false,
            ..small
        },
        ProgramOptions {
            spaces: true,
            alignments: true,
            calls: false,
            statements: 8,
            ..small
        },
    ]
}

#[test]
fn random_programs_are_freed_as_by_the_pipeline() {
    let mut n_freed = 0;
    for options in small_programs().iter().chain([&ProgramOptions::default()]) {
        for number in 0..n_programs(200) {
            let text = numbered_program(number, options);
            n_freed += u32::from(is_freed_as_by_pipeline(&text));
        }
    }
    assert!(n_freed > 0);
}

#[test]
fn models_are_freed_as_by_the_pipeline() {
    let texts = memref_models()
        .into_iter()
        .map(|path| fs::read_to_string(path).unwrap());
    let texts: Vec<String> = texts.collect();
    let freed = texts.iter().filter(|text| is_freed_as_by_pipeline(text));
    assert!(texts.is_empty() || freed.count() > 0);
}

#[test]
fn test_programs_are_freed_as_by_the_pipeline() {
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let files = fs::read_dir(programs).unwrap();
    let texts = files.map(|file| fs::read_to_string(file.unwrap().path()).unwrap());
    let n_freed = texts.filter(|text| is_freed_as_by_pipeline(text)).count();
    assert!(n_freed > 0);
}

/// A function with this body after an allocation `%a`.
fn after_allocation(types: &str, body: &str) -> String {
    format!(
        "memref.global \"private\" constant @g : memref<4xi32> = dense<1>\n\
         func.func private @make() -> memref<4xi32>\n\
         func.func private @pair() -> (memref<4xi32>, memref<4xi32>)\n\
         func.func @main(%p: memref<4xi32>, %c: i1, %i: index) -> ({types}) {{\n\
         %z = arith.constant 0 : i32\n\
         %a = memref.alloc() : memref<4xi32>\n\
         memref.store %z, %a[%i] : memref<4xi32>\n\
         {body}\n\
         }}\n"
    )
}

#[test]
fn buffers_with_views_and_in_loops_are_freed() {
    let loads = "%x = memref.load %a[%i] : memref<4xi32>\n return %x : i32";
    let view = "%v = memref.expand_shape %a [[0, 1]] output_shape [2, 2] : memref<4xi32> into memref<2x2xi32>\n\
                %x = memref.load %v[%i, %i] : memref<2x2xi32>\n return %x : i32";
    let view_returned = "%v = memref.expand_shape %a [[0, 1]] output_shape [2, 2] : memref<4xi32> into \
                         memref<2x2xi32>\n return %v : memref<2x2xi32>";
    let call = "%b = call @make() : () -> memref<4xi32>\n\
                memref.copy %a, %b : memref<4xi32> to memref<4xi32>\n\
                %x = memref.load %b[%i] : memref<4xi32>\n return %x : i32";
    let in_loop = "scf.for %k = %i to %i step %i {\n\
                   %b = memref.alloc() : memref<4xi32>\n\
                   memref.copy %a, %b : memref<4xi32> to memref<4xi32>\n\
                   memref.copy %b, %p : memref<4xi32> to memref<4xi32>\n\
                   }\n return %z : i32";
    let argument =
        "memref.copy %a, %p : memref<4xi32> to memref<4xi32>\n return %p : memref<4xi32>";
    let several = "%g = memref.get_global @g : memref<4xi32>\n return %p, %a, %g, %p, %a : memref<4xi32>, memref<4xi32>, \
                   memref<4xi32>, memref<4xi32>, memref<4xi32>";
    let buffer = "memref<4xi32>";
    let five = [buffer; 5].join(", ");
    for (types, body) in [
        (buffer, argument),
        (&five, several),
        ("i32", loads),
        ("i32", view),
        ("memref<2x2xi32>", view_returned),
        ("i32", call),
        ("i32", in_loop),
    ] {
        let text = after_allocation(types, body);
        assert!(is_freed_as_by_pipeline(&text), "{text}");
    }
}

#[test]
fn other_programs_are_left_to_the_pipeline() {
    let freed = "%x = memref.load %a[%i] : memref<4xi32>\n\
                 memref.dealloc %a : memref<4xi32>\n return %x : i32";
    let selected = "%s = arith.select %c, %a, %p : memref<4xi32>\n\
                    %x = memref.load %s[%i] : memref<4xi32>\n return %x : i32";
    let yielded = "%r = scf.if %c -> (memref<4xi32>) {\n scf.yield %a : memref<4xi32>\n } else {\n\
                   scf.yield %p : memref<4xi32>\n }\n %x = memref.load %r[%i] : memref<4xi32>\n return %x : i32";
    let twice = "%v = memref.expand_shape %a [[0, 1]] output_shape [2, 2] : memref<4xi32> into memref<2x2xi32>\n\
                 return %a, %v : memref<4xi32>, memref<2x2xi32>";
    let part = "%v = memref.subview %p[%i] [2] [1] : memref<4xi32> to memref<2xi32, strided<[1], offset: ?>>\n\
                memref.copy %p, %a : memref<4xi32> to memref<4xi32>\n return %v : memref<2xi32, strided<[1], offset: ?>>";
    let pair = "%b:2 = call @pair() : () -> (memref<4xi32>, memref<4xi32>)\n\
                memref.copy %b#0, %b#1 : memref<4xi32> to memref<4xi32>\n\
                memref.copy %a, %b#1 : memref<4xi32> to memref<4xi32>\n return %z : i32";
    let blocks = "cf.cond_br %c, ^bb1, ^bb2\n ^bb1:\n memref.copy %a, %p : memref<4xi32> to memref<4xi32>\n\
                  cf.br ^bb2\n ^bb2:\n return %z : i32";
    for (types, body) in [
        ("i32", freed),
        ("i32", selected),
        ("i32", yielded),
        ("memref<4xi32>, memref<2x2xi32>", twice),
        ("memref<2xi32, strided<[1], offset: ?>>", part),
        ("i32", pair),
        ("i32", blocks),
    ] {
        let text = after_allocation(types, body);
        assert!(!is_freed_as_by_pipeline(&text), "{text}");
    }
}
