//! One program for each form of equal sizes, and one that differs.

use memplan_mlir::interfaces::{allocation, function_around};
use memplan_mlir::text::{ParseOptions, parse};
use memplan_mlir::{Module, OpId};

use super::{SymbolicSizes, declared_dims};

fn read(text: &str) -> Module {
    parse(text.as_bytes(), &ParseOptions::default())
        .unwrap_or_else(|errors| panic!("{errors:?}\n{text}"))
        .module
}

fn first_function(m: &Module) -> OpId {
    m.ops_with_trait(memplan_mlir::dialects::Traits::FUNCTION)[0]
}

/// The bytes of each allocation of the first function.
fn sizes(text: &str) -> Vec<String> {
    let m = read(text);
    let mut sizes = SymbolicSizes::new(&m, first_function(&m)).unwrap();
    let allocs = m.walk(m.root()).filter(|&op| allocation(&m, op).is_some());
    let bytes: Vec<_> = allocs.map(|op| sizes.allocation_bytes(&m, op)).collect();
    let shown = bytes.into_iter().map(|bytes| {
        bytes.map_or("none".into(), |bytes| {
            bytes.display(sizes.symbols()).to_string()
        })
    });
    shown.collect()
}

/// The sizes of a function whose body ends with two allocations of `%a` and `%b` elements of one byte.
fn of_two(arguments: &str, body: &str) -> [String; 2] {
    let text = format!(
        "#twice = affine_map<()[s0] -> (s0 * 2)>\n#half = affine_map<(d0) -> (d0 floordiv 2)>\n\
         #least = affine_map<(d0) -> (d0, 64)>\n\
         func.func private @stop()\n\
         func.func @f({arguments}) {{\n  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n\
         %c2 = arith.constant 2 : index\n{body}\n\
         %last = memref.alloc(%a) : memref<?xi8>\n%other = memref.alloc(%b) : memref<?xi8>\n  return\n}}"
    );
    let m = read(&text);
    let allocs = m.walk(m.root()).filter(|&op| allocation(&m, op).is_some());
    let allocs: Vec<OpId> = allocs.collect();
    let f = function_around(&m, allocs[0]).unwrap();
    let mut sizes = SymbolicSizes::new(&m, f).unwrap();
    let last = &allocs[allocs.len() - 2..];
    let two = [0, 1].map(|number| sizes.allocation_bytes(&m, last[number]).unwrap());
    two.map(|bytes| bytes.display(sizes.symbols()).to_string())
}

const X: &str = "%x: memref<?x8xf32>, %y: memref<?x8xf32>, %i: index, %k: i32";
const RANGED: &str =
    "%x: memref<?x8xf32> {memplan.dims = [\"n=1..4096\"]}, %y: memref<?x8xf32>, %i: index, %k: i32";

fn assert_equal(arguments: &str, body: &str) {
    let [a, b] = of_two(arguments, body);
    assert_eq!(a, b, "{body}");
}

fn assert_different(arguments: &str, body: &str) {
    let [a, b] = of_two(arguments, body);
    assert_ne!(a, b, "{body}");
}

#[test]
fn dimensions_of_one_memref_are_equal() {
    let body =
        "%a = memref.dim %x, %c0 : memref<?x8xf32>\n%b = memref.dim %x, %c0 : memref<?x8xf32>";
    assert_equal(X, body);
    let body =
        "%a = memref.dim %x, %c0 : memref<?x8xf32>\n%b = memref.dim %y, %c0 : memref<?x8xf32>";
    assert_different(X, body);
    assert_eq!(of_two(X, body), ["arg0.0", "arg1.0"]);
}

#[test]
fn dimensions_come_through_views() {
    let dims = "%n = memref.dim %x, %c0 : memref<?x8xf32>\n";
    let chains = [
        "%v = memref.alloc(%n) : memref<?x4xi8>\n%b = memref.dim %v, %c0 : memref<?x4xi8>",
        "%v = memref.subview %x[0, 0] [%n, 2] [1, 1] : memref<?x8xf32> to memref<?x2xf32, strided<[8, 1]>>\n\
         %b = memref.dim %v, %c0 : memref<?x2xf32, strided<[8, 1]>>",
        "%v = memref.subview %x[%i, 0] [1, %n] [1, 1] : memref<?x8xf32> to memref<?xf32, strided<[1], offset: ?>>\n\
         %b = memref.dim %v, %c0 : memref<?xf32, strided<[1], offset: ?>>",
        "%v = memref.cast %x : memref<?x8xf32> to memref<?x?xf32>\n%b = memref.dim %v, %c0 : memref<?x?xf32>",
        "%bytes = memref.alloc(%i) : memref<?xi8>\n%v = memref.view %bytes[%c0][%n] : memref<?xi8> to memref<?xi8>\n\
         %b = memref.dim %v, %c0 : memref<?xi8>",
        "%v = memref.transpose %x (p, q) -> (q, p) : memref<?x8xf32> to memref<8x?xf32, strided<[1, 8]>>\n\
         %b = memref.dim %v, %c1 : memref<8x?xf32, strided<[1, 8]>>",
        "%v = memref.expand_shape %x [[0, 1], [2]] output_shape [%n, 1, 8] : memref<?x8xf32> into memref<?x1x8xf32>\n\
         %b = memref.dim %v, %c0 : memref<?x1x8xf32>",
    ];
    for chain in chains {
        assert_equal(
            X,
            &format!("{dims}%a = arith.addi %n, %c0 : index\n{chain}"),
        );
        let other = chain
            .replace("%n]", "%i]")
            .replace("(%n)", "(%i)")
            .replace("[%n", "[%i");
        if other != chain {
            assert_different(
                X,
                &format!("{dims}%a = arith.addi %n, %c0 : index\n{other}"),
            );
        }
    }
    let collapsed = "%v = memref.collapse_shape %x [[0, 1]] : memref<?x8xf32> into memref<?xf32>\n\
                     %b = memref.dim %v, %c0 : memref<?xf32>\n%a = memref.dim %x, %c0 : memref<?x8xf32>";
    assert_eq!(of_two(X, collapsed), ["arg0.0", "8*arg0.0"]);
}

#[test]
fn a_dimension_after_another_memref_took_the_name_is_another_one() {
    let body = "%a = memref.dim %x, %c0 : memref<?x8xf32>\n\
                %which = arith.cmpi eq, %i, %c0 : index\n\
                %z = arith.select %which, %x, %y : memref<?x8xf32>\n%b = memref.dim %z, %c0 : memref<?x8xf32>";
    assert_different(X, body);
}

#[test]
fn a_round_trip_through_i32_needs_a_range() {
    let body = "%a = memref.dim %x, %c0 : memref<?x8xf32>\n%low = arith.index_cast %a : index to i32\n\
                %b = arith.index_cast %low : i32 to index";
    assert_different(X, body);
    assert_equal(RANGED, body);
    let too_wide = RANGED.replace("4096", "4294967296");
    assert_different(&too_wide, body);
    // Down to -2^31.
    let negative = |factor: i64| {
        format!(
            "%n = memref.dim %x, %c0 : memref<?x8xf32>\n%f = arith.constant {factor} : index\n\
             %a = arith.muli %n, %f : index\n%low = arith.index_cast %a : index to i32\n\
             %b = arith.index_cast %low : i32 to index"
        )
    };
    assert_equal(RANGED, &negative(-(1 << 19)));
    assert_different(RANGED, &negative(-(1 << 20)));
    // Two round trips are equal without a range.
    let twice = "%n = memref.dim %x, %c0 : memref<?x8xf32>\n%low = arith.index_cast %n : index to i32\n\
                 %a = arith.index_cast %low : i32 to index\n%again = arith.index_cast %n : index to i32\n\
                 %b = arith.index_cast %again : i32 to index";
    assert_equal(X, twice);
}

#[test]
fn arithmetic_on_both_widths() {
    let body = "%n = memref.dim %x, %c0 : memref<?x8xf32>\n%low = arith.index_cast %n : index to i32\n\
                %one = arith.constant 1 : i32\n%next = arith.addi %low, %one : i32\n\
                %a = arith.index_cast %next : i32 to index\n%b = arith.addi %n, %c1 : index";
    assert_equal(RANGED, body);
    assert_different(X, body);
    let body = "%n = memref.dim %x, %c0 : memref<?x8xf32>\n%t = arith.muli %n, %c2 : index\n\
                %a = arith.subi %t, %c1 : index\n%d = affine.apply #twice()[%n]\n%b = arith.subi %d, %c1 : index";
    assert_eq!(of_two(X, body), ["2*arg0.0 - 1", "2*arg0.0 - 1"]);
}

#[test]
fn exact_divisions_need_a_bound() {
    for half in ["arith.divui %t, %c2 : index", "affine.apply #half(%t)"] {
        let body = format!(
            "%a = memref.dim %x, %c0 : memref<?x8xf32>\n%t = affine.apply #twice()[%a]\n%b = {half}"
        );
        assert_equal(RANGED, &body);
        assert_different(X, &body);
    }
    // An inexact one is a size of its own, the same each time.
    let body = "%n = memref.dim %x, %c0 : memref<?x8xf32>\n%a = arith.divui %n, %c2 : index\n\
                %b = arith.divui %n, %c2 : index";
    assert_equal(RANGED, body);
    assert_different(
        RANGED,
        &body.replace("%b = arith.divui", "%b = arith.ceildivui"),
    );
}

#[test]
fn sizes_in_memory_are_those_that_were_stored_last() {
    let store = "%s = memref.alloca() : memref<2xindex>\n%a = memref.dim %x, %c0 : memref<?x8xf32>\n\
                 memref.store %i, %s[%c0] : memref<2xindex>\nmemref.store %a, %s[%c0] : memref<2xindex>\n\
                 memref.store %i, %s[%c1] : memref<2xindex>\n";
    let load = "%b = memref.load %s[%c0] : memref<2xindex>";
    assert_equal(X, &format!("{store}{load}"));
    let between = [
        "memref.store %i, %s[%c0] : memref<2xindex>\n",
        "memref.store %i, %s[%i] : memref<2xindex>\n",
        "%w = memref.cast %s : memref<2xindex> to memref<?xindex>\nmemref.store %i, %w[%c0] : memref<?xindex>\n",
        "\"unknown.op\"(%s) : (memref<2xindex>) -> ()\n",
        "scf.for %j = %c0 to %i step %c1 {\nmemref.store %i, %s[%c0] : memref<2xindex>\n}\n",
    ];
    for between in between {
        assert_different(X, &format!("{store}{between}{load}"));
    }
    // The memory has another name.
    let alloca = "%s = memref.alloca()";
    let named = store.replace(
        alloca,
        "%w = memref.alloca() : memref<2xindex>\n%s = memref.cast %w : memref<2xindex> to",
    );
    let named = named.replace("to : ", "to ");
    assert_different(
        X,
        &format!("{named}memref.store %i, %w[%c0] : memref<2xindex>\n{load}"),
    );
}

#[test]
fn one_loop_makes_dimensions_equal() {
    let body =
        "%a = memref.dim %x, %c0 : memref<?x8xf32>\n%b = memref.dim %y, %c0 : memref<?x8xf32>\n";
    let add =
        "linalg.add ins(%x, %y : memref<?x8xf32>, memref<?x8xf32>) outs(%x : memref<?x8xf32>)\n";
    let copy = "memref.copy %x, %y : memref<?x8xf32> to memref<?x8xf32>\n";
    for op in [add, copy] {
        assert_equal(X, &format!("{op}{body}"));
        assert_equal(X, &format!("{body}{op}"));
        // Not where it may not run.
        let branch = format!("%yes = arith.cmpi eq, %i, %c0 : index\nscf.if %yes {{\n{op}}}\n");
        assert_different(X, &format!("{branch}{body}"));
        assert_different(X, &format!("func.call @stop() : () -> ()\n{op}{body}"));
    }
}

#[test]
fn declared_names_make_dimensions_equal() {
    let same = "%x: memref<?x8xf32> {memplan.dims = [\"b=1..64\"]}, %y: memref<?x8xf32> {memplan.dims = [\"b=8..\", \"_\"]}, %i: index, %k: i32";
    let body =
        "%a = memref.dim %x, %c0 : memref<?x8xf32>\n%b = memref.dim %y, %c0 : memref<?x8xf32>";
    assert_eq!(of_two(same, body), ["b", "b"]);
    let m = read(&format!("func.func @f({same}) {{\n return\n}}"));
    let dims = declared_dims(&m, first_function(&m)).unwrap();
    assert!(
        dims.iter().all(|dim| (dim.min, dim.max) == (8, Some(64))),
        "{dims:?}"
    );
}

#[test]
fn wrong_declarations() {
    let problem = |attribute: &str| {
        let m = read(&format!(
            "func.func @f(%x: memref<?x8xf32> {{memplan.dims = {attribute}}}, %y: memref<?xf32> {{memplan.dims = [\"s=2..9\"]}}) {{\n return\n}}"
        ));
        declared_dims(&m, first_function(&m))
            .unwrap_err()
            .to_string()
    };
    assert!(problem("1").contains("no list of strings"));
    assert!(problem("[1]").contains("no list of strings"));
    assert!(problem("[\"b\", \"c\", \"d\"]").contains("3 entries for 1 dynamic dimension"));
    assert!(problem("[\"b=4..2\"]").contains("the range is empty"));
    assert!(problem("[\"b=x\"]").contains("expected `NAME`"));
    assert!(problem("[\"b=-1..\"]").contains("not negative"));
    assert!(problem("[\"1b=1..\"]").contains("a name has letters"));
    assert!(problem("[\"s=10..\"]").contains("no value in common"));
}

#[test]
fn opaque_values_and_limits() {
    let body = "%which = arith.cmpi eq, %i, %c0 : index\n%a = arith.select %which, %i, %c2 : index\n\
                %b = arith.index_cast %k : i32 to index";
    let [a, b] = of_two(X, body);
    assert!(a.starts_with("value") && b == "arg3", "{a} {b}");
    // Layouts and elements of unknown size have no bytes; nor have sizes beyond the limits.
    let text = "func.func @f(%n: index) {\n\
                %a = memref.alloc(%n) : memref<?xf32, strided<[2]>>\n\
                %b = memref.alloc(%n) : memref<?xvector<[4]xf32>>\n\
                %c = memref.alloc(%n, %n, %n, %n, %n, %n, %n, %n, %n) : memref<?x?x?x?x?x?x?x?x?xi8>\n  return\n}";
    assert_eq!(sizes(text), ["none", "none", "none"]);
    // A long chain is opaque at its depth, and nothing overflows.
    let mut long = "func.func @f(%n: index) {\n  %c1 = arith.constant 1 : index\n  %v0 = arith.addi %n, %c1 : index\n".to_owned();
    for number in 1..20_000 {
        long.push_str(&format!(
            "  %v{number} = arith.addi %v{}, %c1 : index\n",
            number - 1
        ));
    }
    long.push_str("  %a = memref.alloc(%v19999) : memref<?xi8>\n  return\n}");
    let opaque = sizes(&long);
    assert!(opaque[0].contains("value"), "{opaque:?}");
}

/// The proven range of `%n`, `MIN..MAX/MULTIPLE`, in a function with a dimension `%d` that begins with a body.
fn proven(body: &str) -> String {
    let text = format!(
        "func.func private @stop()\n\
         func.func @f(%n: index, %k: i32, %x: memref<?xi8> {{memplan.dims = [\"n\"]}}) {{\n  %c0 = arith.constant 0 : index\n  \
         %c8 = arith.constant 8 : index\n  %c64 = arith.constant 64 : index\n  \
         %d = memref.dim %x, %c0 : memref<?xi8>\n{body}\n  %a = memref.alloc(%n) : memref<?xi8>\n  return\n}}"
    );
    let m = read(&text);
    let f = m.ops_with_trait(memplan_mlir::dialects::Traits::FUNCTION)[1];
    let mut sizes = SymbolicSizes::new(&m, f).unwrap();
    let alloc = m.walk(f).filter(|&op| allocation(&m, op).is_some()).last();
    let bytes = sizes.allocation_bytes(&m, alloc.unwrap()).unwrap();
    let index = bytes.terms()[0].0.symbols().next().unwrap();
    assert_eq!(sizes.symbols()[index], sizes.proven_symbols()[index]);
    let symbol = &sizes.symbols()[index];
    let max = symbol.max.map_or_else(String::new, |max| max.to_string());
    format!("{} {}..{max}/{}", symbol.name, symbol.min, symbol.multiple)
}

#[test]
fn assertions_at_entry_bound_sizes() {
    let assert = |condition: &str| format!("{condition}\ncf.assert %p, \"no\"");
    let compared = |text: &str| assert(&format!("%p = arith.cmpi {text} : index"));
    for (body, range) in [
        (compared("sle, %n, %c64"), "arg0 0..64/1"),
        (compared("slt, %n, %c64"), "arg0 0..63/1"),
        (compared("sge, %n, %c8"), "arg0 8../1"),
        (compared("sgt, %n, %c8"), "arg0 9../1"),
        (compared("ule, %n, %c64"), "arg0 0..64/1"),
        (compared("ult, %n, %c64"), "arg0 0..63/1"),
        (compared("eq, %n, %c8"), "arg0 8..8/1"),
        (compared("sge, %c64, %n"), "arg0 0..64/1"),
        (compared("slt, %c8, %n"), "arg0 9../1"),
        // The declared dimension is the same number, and it keeps its name.
        (compared("eq, %n, %d"), "arg0 0../1"),
    ] {
        assert_eq!(proven(&body), range, "{body}");
    }
    // A program that always stops: no size is in the range.
    let negative = compared("slt, %n, %c0");
    assert_eq!(proven(&negative), format!("arg0 {}..-1/1", i64::MIN));
    let both = "%0 = arith.cmpi sge, %n, %c8 : index\n%1 = arith.cmpi ule, %n, %c64 : index\n%p = arith.andi %0, %1 : i1";
    assert_eq!(proven(&assert(both)), "arg0 8..64/1");
    let multiple = "%r = arith.remui %n, %c8 : index\n%p = arith.cmpi eq, %r, %c0 : index";
    assert_eq!(proven(&assert(multiple)), "arg0 0../8");
    let twice = format!(
        "{}\n{}",
        compared("sle, %n, %c64"),
        assert(&multiple.replace("%p", "%q")).replace("%p", "%q")
    );
    assert_eq!(proven(&twice), "arg0 0..64/8");
}

#[test]
fn other_assertions_bound_nothing() {
    let p = "%p = arith.cmpi sle, %n, %c64 : index";
    let assert = "cf.assert %p, \"no\"";
    for body in [
        // Not one of the forms.
        format!("%p = arith.cmpi ne, %n, %c64 : index\n{assert}"),
        format!("%p = arith.cmpi uge, %n, %c8 : index\n{assert}"),
        format!(
            "%0 = arith.cmpi sle, %n, %c64 : index\n%1 = arith.cmpi sle, %d, %c8 : index\n%p = arith.ori %0, %1 : i1\n{assert}"
        ),
        format!("%m = arith.muli %n, %n : index\n%p = arith.cmpi sle, %m, %c64 : index\n{assert}"),
        format!("%m = arith.addi %n, %c8 : index\n%p = arith.cmpi eq, %n, %m : index\n{assert}"),
        format!(
            "%t = arith.index_cast %n : index to i8\n%c = arith.constant 64 : i8\n%p = arith.cmpi sle, %t, %c : i8\n{assert}"
        ),
        format!("%r = arith.remui %n, %c8 : index\n%p = arith.cmpi sle, %r, %c0 : index\n{assert}"),
        // After something that may allocate or not return; or asserted in one branch only.
        format!("{p}\n%b = memref.alloca() : memref<1xi8>\n{assert}"),
        format!("{p}\ncall @stop() : () -> ()\n{assert}"),
        format!("{p}\n%q = arith.cmpi eq, %d, %c0 : index\nscf.if %q {{\n  {assert}\n}}"),
        p.to_owned(),
    ] {
        assert_eq!(proven(&body), "arg0 0../1", "{body}");
    }
}

#[test]
fn the_last_iteration_of_a_loop_has_the_largest_size() {
    let largest = |upper: &str, step: u64| {
        let text = format!(
            "func.func @f(%n: index) {{\n  %c0 = arith.constant 0 : index\n  %c4 = arith.constant 4 : index\n  \
             %c10 = arith.constant 10 : index\n  %s = arith.constant {step} : index\n  %m = arith.muli %n, %c4 : index\n  \
             scf.for %i = %c0 to {upper} step %s {{\n    %a = memref.alloc(%i) : memref<?xi8>\n  }}\n  return\n}}"
        );
        let m = read(&text);
        let mut sizes = SymbolicSizes::new(&m, first_function(&m)).unwrap();
        let alloc = m.walk(m.root()).find(|&op| allocation(&m, op).is_some());
        let bytes = sizes.largest_allocation_bytes(&m, alloc.unwrap()).unwrap();
        bytes.display(sizes.symbols()).to_string()
    };
    assert_eq!(largest("%n", 1), "arg0 - 1");
    assert_eq!(largest("%n", 2), "arg0 - 1");
    assert_eq!(largest("%m", 4), "4*arg0 - 4");
    assert_eq!(largest("%m", 2), "4*arg0 - 2");
    // A product that wraps need not be a multiple of 3.
    assert_eq!(largest("%m", 3), "4*arg0 - 1");
    assert_eq!(largest("%c10", 4), "8");
    assert_eq!(largest("%c10", 10), "0");
}

#[test]
fn elements_of_constant_globals_are_numbers() {
    let of_global = |constant: &str, index: &str| {
        sizes(&format!(
            "memref.global \"private\" {constant} @n : memref<2x2xindex> = dense<[[4, 5], [6, 7]]>\n\
             func.func @f(%i: index) {{\n  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n  \
             %g = memref.get_global @n : memref<2x2xindex>\n  %n = memref.load %g[%c1, {index}] : memref<2x2xindex>\n  \
             %a = memref.alloc(%n) : memref<?xi8>\n  return\n}}"
        ))
    };
    assert_eq!(of_global("constant", "%c0"), ["6"]);
    assert_eq!(of_global("constant", "%c1"), ["7"]);
    assert_eq!(of_global("constant", "%i"), ["value0"]);
    assert_eq!(of_global("", "%c0"), ["value0"]);
}
