//! Ownership-based deallocation, checked by execution: same results, no leaks, no double frees, no
//! uses after free.
//!
//! `MEMPLAN_PROGRAMS=n` tests `n` programs instead of the default number.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a helper that fails is a test that fails"
)]

use crate::common::chain::read;
use crate::common::convention::{Boundaries, fault_by_convention};
use crate::common::programs::{meaning, program, text_of};
use memplan_interp::Run;
use memplan_mlir::Module;
use memplan_mlir::rewrite::canonicalize;
use memplan_mutators::dealloc::{expand_realloc, ownership};
use memplan_testing::programs::n_programs;
use ownership::OwnershipOptions;

fn deallocate(m: &mut Module, options: &OwnershipOptions) -> Result<(), String> {
    let root = m.root();
    expand_realloc::run(m, root, expand_realloc::Deallocs::Leave);
    let done = ownership::run(m, root, options);
    done.map(|_| ()).map_err(|errors| format!("{errors:?}"))
}

/// The fault of a program after deallocation, or after the clean-up that follows it, if there is one.
fn fault_after(text: &str, before: &Run, options: &OwnershipOptions) -> Option<String> {
    let mut m = read(text);
    if let Err(error) = deallocate(&mut m, options) {
        return Some(error);
    }
    let boundaries = if options.private_dynamic {
        Boundaries::Flags
    } else {
        Boundaries::Copies
    };
    fault_by_convention(&m, &read(text), before, boundaries).or_else(|| {
        // All copies exist at this point, so the results must be equal.
        let freed = meaning(&m).ok()?;
        let root = m.root();
        canonicalize(&mut m, root);
        let fault = match meaning(&m) {
            Err(fault) => Some(fault),
            Ok(after) => freed
                .difference(&after)
                .or_else(|| Some(format!("{:?}", after.leaks.first()?))),
        };
        fault.map(|fault| format!("canonicalisation: {fault}\n{}", text_of(&m)))
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
    for number in 0..n_programs(150) {
        let text = program(number);
        let before = meaning(&read(&text)).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
        for (which, variant) in variants.iter().enumerate() {
            if let Some(fault) = fault_after(&text, &before, variant) {
                panic!("program {number}, variant {which}: {fault}\n{text}");
            }
        }
    }
}

/// The operations that are warned of.
fn warned(text: &str) -> Vec<String> {
    let mut m = read(text);
    let root = m.root();
    let warnings = ownership::run(&mut m, root, &OwnershipOptions::default()).unwrap();
    let name = |op| m.op_name_text(op).into_owned();
    warnings.iter().map(|warning| name(warning.op)).collect()
}

#[test]
fn what_is_kept_somewhere_is_warned_of() {
    let stored = "
        func.func @f(%table: memref<2xmemref<4xi8>>, %i: index, %given: memref<4xi8>) {
          %a = memref.alloc() : memref<4xi8>
          memref.store %a, %table[%i] : memref<2xmemref<4xi8>>
          memref.store %given, %table[%i] : memref<2xmemref<4xi8>>
          return
        }";
    assert_eq!(warned(stored), ["memref.store"]);
    let address = |end: &str| {
        format!(
            "func.func private @keep(i64)
             func.func @f(%n: index, %k: memref<1xindex>, %i: index) -> (i1, index) {{
               %a = memref.alloc(%n) : memref<?xi8>
               %p = memref.extract_aligned_pointer_as_index %a : memref<?xi8> -> index
               %q = arith.addi %p, %i : index
               %c = arith.cmpi eq, %q, %n : index
               {end}
             }}"
        )
    };
    assert_eq!(warned(&address("return %c, %n : i1, index")), [""; 0]);
    let returned = address("return %c, %q : i1, index");
    assert_eq!(warned(&returned), ["func.return"]);
    let written = address("memref.store %q, %k[%i] : memref<1xindex>\nreturn %c, %n : i1, index");
    assert_eq!(warned(&written), ["memref.store"]);
    let passed = address(
        "%l = arith.index_cast %q : index to i64
         func.call @keep(%l) : (i64) -> ()
         return %c, %n : i1, index",
    );
    assert_eq!(warned(&passed), ["func.call"]);
    let tensor = "
        func.func @f(%n: index) -> tensor<?xi8> {
          %a = memref.alloc(%n) : memref<?xi8>
          %t = bufferization.to_tensor %a restrict : memref<?xi8> to tensor<?xi8>
          return %t : tensor<?xi8>
        }";
    assert_eq!(warned(tensor), ["func.return"]);
    // The caller owns returned buffers, and the program frees the others explicitly.
    let manual = "
        func.func @f(%n: index) -> (memref<?xi8>, index, index) {
          %a = memref.alloc(%n) : memref<?xi8>
          %b = memref.alloc(%n) {bufferization.manual_deallocation} : memref<?xi8>
          %q = memref.extract_aligned_pointer_as_index %b : memref<?xi8> -> index
          return %a, %q, %n : memref<?xi8>, index, index
        }";
    assert_eq!(warned(manual), [""; 0]);
}
